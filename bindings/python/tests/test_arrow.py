# SPDX-License-Identifier: MIT
"""Tables and streams by Arrow's C stream interface, read by a consumer that knows its specification alone."""
import ctypes
import errno
import gc
import io
import os
import subprocess
import sys
import unittest

import fenmill

from . import consumer, in_threads
from .test_runs import GAMES, MEASURED, PROGRAM, SAMPLES, resident

COLUMNS = ["fen", "ply", "eval", ("points", "result.score"), "check", "White", "last", "WhiteElo"]
SCHEMA = [
    ("fen", "U", None), ("ply", "l", None), ("eval", "l", None), ("points", "g", None), ("check", "b", None),
    ("White", "i", "U"), ("last", "U", None), ("WhiteElo", "i", "U"),
]  # fmt: skip
PLAIN = b'[Event "?"]\n\n1. e4 *\n'


class Both(unittest.TestCase):
    """What holds for tables and streams."""

    def made(self, *arguments, **named):
        return fenmill.table(*arguments, **named), fenmill.stream(*arguments, **named)

    def test_schema(self):
        # A file with and one without scores, names and results have one schema.
        for text in (GAMES, PLAIN, b""):
            for source in self.made(text, COLUMNS):
                self.assertEqual(consumer.read_all(source)[0], SCHEMA)

    def test_values(self):
        for source in self.made(GAMES, COLUMNS):
            batches = consumer.read_all(source)[1]
            self.assertEqual(joined(batches, "ply"), [1, 2, 3, 4, 5, 1])
            self.assertEqual(joined(batches, "eval"), [25, None, None, None, None, None])
            self.assertEqual(joined(batches, "points"), [1.0] * 5 + [0.5])
            self.assertEqual(joined(batches, "check"), [False] * 4 + [True, False])
            self.assertEqual(joined(batches, "White"), ["M\xfcller, A"] * 5 + [None])
            self.assertEqual(joined(batches, "WhiteElo"), [None] * 6)
            self.assertEqual(joined(batches, "last"), ["e4", "e5", "Qh5", "Ke7", "Qxe5#", "d4"])
            self.assertEqual(joined(batches, "fen"), fenmill.table(GAMES)["fen"].tolist())

    def test_samples(self):
        names = sorted(SAMPLES.glob("*.pgn")) + sorted(SAMPLES.glob("*.epd"))
        columns = ["fen", "ply", "White", "Black", "last.uci", "eval.position", "clock", "comment", "check", "result"]
        compared = 0
        for name in names:
            try:
                table = fenmill.table(name, columns)
            except fenmill.InputError as error:
                table = error.result
            got = consumer.read_all(table)[1]
            stream = fenmill.stream(name, columns, rows=100)
            try:
                streamed = consumer.read_all(stream)[1]
            except consumer.Failed:
                continue
            for column in table:
                if column == "fen" and name.suffix == ".epd":
                    continue  # records keep their form in a table
                wanted = table[column].tolist()
                for found in (joined(got, column), joined(streamed, column)):
                    self.assertEqual(len(found), len(wanted), (name, column))
                    self.assertTrue(all(map(consumer.same, found, wanted)), (name, column))
            compared += table.rows
        self.assertGreater(compared, 400)

    def test_many_words(self):
        # More words than a first dictionary has room for, which come back, and games without one.
        text = b"".join(b'[White "%s"]\n\n1. e4 *\n\n' % (b"w%d" % (i * i % 1009) if i % 5 else b"") for i in range(3000))
        wanted = ["w%d" % (i * i % 1009) if i % 5 else None for i in range(3000)]
        for source in self.made(text, ["White"]):
            self.assertEqual(joined(consumer.read_all(source)[1], "White"), wanted)

    def test_children_may_be_kept(self):
        # A consumer may move one column out, and release the rest first.
        for source in self.made(GAMES, COLUMNS):
            stream = consumer.take(source.__arrow_c_stream__())
            schema = consumer.schema_of(stream)
            array = consumer.call(stream, "get_next", consumer.Array())
            kept = []
            for i, (name, form, inner) in enumerate(schema):
                if name in ("White", "fen", "eval"):
                    column, theirs = consumer.Array(), array.children[i].contents
                    ctypes.memmove(ctypes.byref(column), ctypes.byref(theirs), ctypes.sizeof(column))
                    theirs.release = type(theirs.release)()
                    kept.append((column, form, inner))
            consumer.release(array)
            consumer.release(stream)
            del source
            gc.collect()
            junk = [bytes(100000) for _ in range(20)]
            fen, score, white = [consumer.values(*one) for one in kept]
            self.assertEqual((len(fen) >= 5, score[0], white[0]), (True, 25, "M\xfcller, A"))
            for column, _, _ in kept:
                consumer.release(column)
            del junk

    def test_dropped(self):
        # A capsule that nobody takes, a stream that nobody reads, one that is half read.
        many = GAMES * 3000
        for _ in range(10):
            for source in (*self.made(GAMES, COLUMNS), fenmill.stream(many, COLUMNS, rows=10, threads=2)):
                source.__arrow_c_stream__()
                consumer.release(consumer.take(source.__arrow_c_stream__()))
                stream = consumer.take(source.__arrow_c_stream__())
                schema = consumer.schema_of(stream)
                self.assertIsNotNone(consumer.next_batch(stream, schema))
                consumer.release(stream)
        gc.collect()
        from fenmill import _arrow

        self.assertEqual(len(_arrow._open_readings), 0)

    def test_end_comes_again(self):
        for source in self.made(GAMES, ["ply"]):
            stream = consumer.take(source.__arrow_c_stream__())
            schema = consumer.schema_of(stream)
            while consumer.next_batch(stream, schema) is not None:
                pass
            self.assertIsNone(consumer.next_batch(stream, schema))
            consumer.release(stream)

    @unittest.skipUnless(MEASURED, "memory cannot be measured here")
    def test_no_leak(self):
        def work():
            for _ in range(150):
                for source in self.made(GAMES, COLUMNS):
                    consumer.read_all(source)
                    source.__arrow_c_stream__()
                    stream = consumer.take(source.__arrow_c_stream__())
                    consumer.call(stream, "get_next", array := consumer.Array())
                    consumer.release(stream)
                    consumer.release(array)

        work()
        work()
        gc.collect()
        before = resident()
        work()
        gc.collect()
        self.assertLess(resident() - before, 3 << 20)


class Tables(unittest.TestCase):
    def test_rows_of_any_kind(self):
        table = fenmill.table(GAMES, ["result", "count"], profile={"output": {"rows": "groups", "by": ["result"]}})
        self.assertEqual(consumer.read_all(table), ([("result", "U", None), ("count", "l", None)],
                                                    [{"result": ["1-0", "1/2-1/2"], "count": [1, 1]}]))

    def test_both_views(self):
        # Doubles for numpy where a number is missing, integers by Arrow, in any order.
        table = fenmill.table(GAMES, ["eval"])
        self.assertEqual(table["eval"].format, "d")
        self.assertEqual(joined(consumer.read_all(table)[1], "eval")[:2], [25, None])
        self.assertEqual(table["eval"].tolist()[0], 25.0)

    def test_outlives_the_table(self):
        table = fenmill.table(GAMES, COLUMNS)
        stream = consumer.take(table.__arrow_c_stream__())
        wanted = table["fen"].tolist()
        del table
        gc.collect()
        schema = consumer.schema_of(stream)
        self.assertEqual(consumer.next_batch(stream, schema)["fen"], wanted)
        consumer.release(stream)


class Streams(unittest.TestCase):
    def test_batches(self):
        stream = fenmill.stream(GAMES * 1000, ["ply", "fen"], rows=64)
        schema, batches = consumer.read_all(stream)
        self.assertTrue(all(1 <= len(batch["ply"]) <= 64 for batch in batches))
        self.assertEqual(joined(batches, "ply"), [1, 2, 3, 4, 5, 1] * 1000)
        self.assertEqual((stream.totals.games, stream.totals.rejected), (3000, 1000))
        self.assertEqual(len(stream.errors), 1000)
        self.assertEqual((stream.errors[0].reason, stream.errors[0].what), ("illegal-move", "Ke3"))
        self.assertEqual(len(consumer.read_all(stream)[1]), len(batches))
        self.assertIn("ply, fen", repr(stream))

    def test_start_positions(self):
        self.assertEqual(joined(consumer.read_all(fenmill.stream(PLAIN, ["ply"], profile={"positions.plies": "0.."}))[1], "ply"), [0, 1])

    def test_failed(self):
        stream = fenmill.stream(["/nonexistent.pgn", GAMES], ["ply"])
        taken = consumer.take(stream.__arrow_c_stream__())
        schema = consumer.schema_of(taken)
        rows = []
        with self.assertRaises(consumer.Failed) as caught:
            while True:
                batch = consumer.next_batch(taken, schema)
                rows += batch["ply"]
        self.assertEqual(caught.exception.args[0], errno.EIO)
        self.assertIn("/nonexistent.pgn", caught.exception.args[1])
        self.assertEqual(len(rows), 6)
        with self.assertRaises(consumer.Failed):
            consumer.next_batch(taken, schema)
        consumer.release(taken)
        self.assertEqual(stream.totals.inputs_failed, 1)

    def test_stopped(self):
        stream = fenmill.stream(GAMES, ["ply"], profile={"input.on-error": "stop"})
        with self.assertRaises(consumer.Failed) as caught:
            consumer.read_all(stream)
        self.assertIn("Ke3", caught.exception.args[1])

    def test_report_that_raises(self):
        def refuse(report):
            raise KeyError(report.what)

        stream = fenmill.stream(GAMES * 500, ["ply"], rows=1, on_report=refuse, threads=1)
        with self.assertRaises(consumer.Failed) as caught:
            consumer.read_all(stream)
        self.assertEqual(caught.exception.args[0], errno.ECANCELED)
        self.assertIsInstance(stream.raised, KeyError)
        with self.assertRaises(RuntimeError):
            fenmill.stream(GAMES, ["ply"]).totals

    def test_files(self):
        # A consumer that keeps Python's lock while it waits, as ctypes.PyDLL does, must not wait for ever.
        stream = fenmill.stream(io.BytesIO(GAMES * 200), ["ply"])
        taken = consumer.take(stream.__arrow_c_stream__())
        schema = consumer.schema_of(taken)
        locked = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.POINTER(consumer.Stream), ctypes.POINTER(consumer.Array))
        get_next = locked(ctypes.cast(taken.get_next, ctypes.c_void_p).value)
        count = 0
        while True:
            array = consumer.Array()
            self.assertEqual(get_next(ctypes.byref(taken), ctypes.byref(array)), 0)
            if not array.release:
                break
            count += array.length
            consumer.release(array)
        consumer.release(taken)
        self.assertEqual((count, len(schema)), (1200, 1))

    def test_refused(self):
        with self.assertRaises(fenmill.ProfileError):
            fenmill.stream(GAMES, ["no.such"])
        with self.assertRaises(fenmill.ProfileError):
            fenmill.stream(GAMES, profile={"games.tagz": 1})
        for wrong in (0, 1 << 31, -1):
            with self.assertRaises(ValueError):
                fenmill.stream(GAMES, rows=wrong)
        for columns, raised in (("fen", TypeError), ([], ValueError)):
            with self.assertRaises(raised):
                fenmill.stream(GAMES, columns)

    def test_other_threads(self):
        stream = fenmill.stream(GAMES * 300, COLUMNS, rows=50)

        def work():
            self.assertEqual(len(joined(consumer.read_all(stream)[1], "fen")), 1800)

        self.assertEqual(in_threads.run(work), [])

    def test_open_at_exit(self):
        text = (
            "import fenmill, sys; sys.path.insert(0, %r)\nfrom tests import consumer\n"
            "s = fenmill.stream(b'[Event \"a\"]\\n\\n1. e4 *\\n\\n' * 9000, rows=5)\nc = s.__arrow_c_stream__()\n"
            "t = consumer.take(s.__arrow_c_stream__()); print(len(consumer.next_batch(t, consumer.schema_of(t))['fen']))\n"
        ) % os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, b"5"))


def joined(batches, name):
    return consumer.joined(batches, name)


if __name__ == "__main__":
    unittest.main()
