# SPDX-License-Identifier: MIT
"""Tables and conversions, compared with the program."""
import errno
import gc
import gzip
import io
import math
import os
import pathlib
import resource
import subprocess
import tempfile
import threading
import unittest

import fenmill

try:
    import numpy
except ImportError:
    numpy = None

PROGRAM = os.environ.get("FENMILL_PROGRAM")
SAMPLES = pathlib.Path(os.environ.get("FENMILL_SAMPLES") or pathlib.Path(__file__).resolve().parents[3] / "data")

GAMES = b"""[Event "a"]
[White "M\xc3\xbcller, A"]
[Black "B"]
[Result "1-0"]

1. e4 { [%eval 0.25] } e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Event "b"]
[White "C"]
[Black "D"]
[Result "*"]

1. e4 Ke3 *

[Event "c"]
[Result "1/2-1/2"]

1. d4 { tab\there } 1/2-1/2
"""


# Freed memory is kept by the address sanitizer.
MEASURED = os.path.exists("/proc/self/statm") and "asan" not in os.environ.get("LD_PRELOAD", "")


def resident():
    """Bytes of memory that this process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def program(*arguments, **more):
    """What the program writes."""
    return subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more).stdout


class Tables(unittest.TestCase):
    def test_types(self):
        table = fenmill.table(
            GAMES, ["fen", "ply", "eval", "check", ("points", "result.score"), "White", "last", "comment", "record"]
        )
        self.assertEqual((table.rows, len(table), list(table)[4]), (6, 9, "points"))
        self.assertEqual(table["ply"].format, "q")
        self.assertEqual(table["ply"].tolist(), [1, 2, 3, 4, 5, 1])
        self.assertEqual(table["eval"].format, "d")
        self.assertEqual(table["eval"][0], 25.0)
        self.assertTrue(math.isnan(table["eval"][1]))
        self.assertEqual(table["check"].format, "?")
        self.assertEqual(table["check"].tolist(), [False, False, False, False, True, False])
        self.assertEqual(table["points"].tolist(), [1.0] * 5 + [0.5])
        self.assertEqual(table["White"].tolist(), ["M\xfcller, A"] * 5 + [""])
        self.assertEqual(table["last"][-2:], ["Qxe5#", "d4"])
        self.assertEqual(table["last"][::-2], ["d4", "Ke7", "e5"])
        self.assertEqual(table["last"].offsets.tolist(), [0, 2, 4, 7, 10, 15, 17])
        self.assertEqual(bytes(table["last"].data), b"e4e5Qh5Ke7Qxe5#d4")
        self.assertEqual(table["comment"][5], "tab here")
        self.assertEqual(table["record"].tolist(), [1, 2, 3, 4, 5, 6])
        self.assertIn("6 rows of fen, ply", repr(table))
        for index in (6, -7):
            with self.assertRaises(IndexError):
                table["last"][index]
        with self.assertRaises(KeyError):
            table["Black"]

    def test_rejected_games(self):
        table = fenmill.table(GAMES)
        self.assertEqual((table.totals.games, table.totals.kept, table.totals.rejected), (3, 2, 1))
        self.assertEqual(table.totals.by_reason["illegal-move"], 1)
        self.assertEqual(table.totals.by_class, {"classic": 2, "broken": 1})
        (error,) = table.errors
        self.assertEqual((error.reason, error.game, error.what, error.white, error.line), ("illegal-move", 2, "Ke3", "C", 13))
        self.assertIn("no black king can reach e3", str(error))
        seen = []
        fenmill.table(GAMES, on_report=seen.append)
        self.assertEqual(seen, [error])
        with self.assertRaises(fenmill.Rejected) as caught:
            fenmill.table(GAMES, profile={"input": {"on-error": "stop"}})
        self.assertEqual(caught.exception.status, "stopped")
        self.assertEqual(caught.exception.result.errors, [error])
        self.assertEqual(caught.exception.result.rows, 5)

    def test_report_that_raises(self):
        def refuse(report):
            raise KeyError(report.what)

        with self.assertRaisesRegex(KeyError, "Ke3"):
            fenmill.table(GAMES, on_report=refuse)

    def test_few_reports_of_many(self):
        bad = b'[Event "?"]\n\n1. e5 *\n\n' * 3000
        table = fenmill.table(bad)
        self.assertEqual((len(table.errors), table.totals.rejected, table.rows), (1000, 3000, 0))
        self.assertEqual(table["fen"].tolist(), [])
        seen = []
        fenmill.table(bad, on_report=seen.append)
        self.assertEqual([report.game for report in seen], list(range(1, 3001)))

    def test_warnings(self):
        text = b'[Event "?"]\n\n1. e2e4 *\n'
        self.assertEqual(fenmill.table(text).errors, [])
        self.assertTrue(fenmill.table(text, warnings=True).errors[0].warning)
        self.assertEqual(fenmill.table(text).totals.by_reason["move-coordinates"], 1)

    def test_profiles(self):
        table = fenmill.table(GAMES, profile={"positions.plies": "0..", "output": {"castling": "shredder"}})
        self.assertEqual((table.rows, table["fen"][0]), (8, fenmill.START.replace("KQkq", "HAha")))
        self.assertEqual(fenmill.table(GAMES, profile={"games.tags.White": "~* müller"}).rows, 5)
        self.assertEqual(fenmill.table(GAMES, profile={"games": {"result": ["1/2-1/2"]}}).rows, 1)
        by_result = {"output": {"rows": "groups", "by": ["result"]}}
        self.assertEqual(fenmill.table(GAMES, ["count", "wins", "result"], profile=by_result)["count"].tolist(), [1, 1])
        by_result["positions"] = {"plies": "0.."}
        self.assertEqual(fenmill.table(GAMES, ["count", "wins", "result"], profile=by_result)["count"].tolist(), [6, 2])
        with tempfile.TemporaryDirectory() as folder:
            name = pathlib.Path(folder, "profile.yaml")
            name.write_text("fenmill: 1\npositions: {quiet: true}\n")
            self.assertEqual(fenmill.table(GAMES, profile=name).rows, fenmill.table(GAMES, profile={"positions.quiet": True}).rows)
            name.write_text("fenmill: 1\npositions: {quite: true}\n")
            with self.assertRaises(fenmill.ProfileError) as caught:
                fenmill.table(GAMES, profile=str(name))
            self.assertEqual((caught.exception.report.line, caught.exception.report.hint), (2, "quiet"))
        for wrong in ({"positions.quite": True}, {"positions.quiet": "x"}, {"positions": {"quite": True}}, {"output.to": 3, "outputs": []}):
            with self.assertRaises(fenmill.ProfileError):
                fenmill.table(GAMES, profile=wrong)
        with self.assertRaises(TypeError):
            fenmill.table(GAMES, profile={"positions.quiet": object()})
        with self.assertRaises(TypeError):
            fenmill.table(GAMES, profile=3)
        with self.assertRaises(FileNotFoundError):
            fenmill.table(GAMES, profile="/nonexistent/profile.yaml")

    def test_arguments(self):
        with self.assertRaises(TypeError):
            fenmill.table(GAMES, "fen")
        for columns in (["{fen}"], ["no.such"], ["fen", "fen"]):
            with self.assertRaises(fenmill.ProfileError):
                fenmill.table(GAMES, columns)
        with self.assertRaises(ValueError):
            fenmill.table(GAMES, [])
        for threads in (0, 257, -1):
            with self.assertRaises(ValueError):
                fenmill.table(GAMES, threads=threads)
        for wrong in (3, None, object()):
            with self.assertRaises(TypeError):
                fenmill.table(wrong)
        with self.assertRaises(ValueError):
            fenmill.table("a\0b")
        self.assertIn("fen", fenmill.fields())

    def test_inputs(self):
        wanted = fenmill.table(GAMES)["fen"].tolist()
        for given in (bytearray(GAMES), memoryview(GAMES), io.BytesIO(GAMES), gzip.compress(GAMES), io.BytesIO(gzip.compress(GAMES))):
            self.assertEqual(fenmill.table(given)["fen"].tolist(), wanted)
        self.assertEqual(fenmill.table([GAMES, io.BytesIO(GAMES)])["fen"].tolist(), wanted * 2)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("b.pgn", "a.pgn"):
                pathlib.Path(folder, name).write_bytes(GAMES)
            self.assertEqual(fenmill.table(folder)["fen"].tolist(), wanted * 2)
            table = fenmill.table([GAMES, pathlib.Path(folder)], ["input"])
            self.assertEqual([os.path.basename(name) for name in table["input"][::6]], ["(bytes)", "a.pgn", "b.pgn"])
            with open(os.path.join(folder, "a.pgn"), "rb") as file:
                self.assertEqual(fenmill.table(file)["fen"].tolist(), wanted)
        self.assertEqual(fenmill.table([]).rows, 0)
        self.assertEqual(fenmill.table(b"").rows, 0)

    def test_small_pieces(self):
        class Slow(io.RawIOBase):
            def __init__(self, data):
                self.file = io.BytesIO(data)

            def read(self, n=-1):
                return self.file.read(7)

        self.assertEqual(fenmill.table(Slow(GAMES))["fen"].tolist(), fenmill.table(GAMES)["fen"].tolist())

    def test_inputs_that_fail(self):
        with self.assertRaises(fenmill.InputError) as caught:
            fenmill.table(["/nonexistent/a.pgn", GAMES])
        self.assertEqual(caught.exception.report.os_error, errno.ENOENT)
        self.assertIn("/nonexistent/a.pgn", str(caught.exception))
        self.assertEqual(caught.exception.result.rows, 6)
        with self.assertRaises(fenmill.InputError):
            fenmill.table(gzip.compress(GAMES * 100)[:-40])
        with self.assertRaises(fenmill.InputError) as caught:
            fenmill.table(b"no chess in here at all\n")
        self.assertEqual(caught.exception.reason, "not-chess")

        class Broken:
            def read(self, n):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            fenmill.table([GAMES, Broken()])
        with self.assertRaises(TypeError):
            fenmill.table(io.StringIO("1. e4 *"))

    def test_views_outlive_the_table(self):
        views = []
        for _ in range(20):
            table = fenmill.table(GAMES, ["fen", "ply"])
            views.append((table["fen"], table["ply"], table["fen"].data))
            del table
        gc.collect()
        junk = [bytes(100000) for _ in range(50)]
        for text, plies, data in views:
            self.assertEqual(plies.tolist(), [1, 2, 3, 4, 5, 1])
            self.assertEqual(text[5], "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1")
            self.assertEqual(bytes(data[:9]), b"rnbqkbnr/")
        del junk

    def test_rows_at_every_cut(self):
        # What the library writes comes in pieces; rows are cut anywhere by many threads and long games.
        many = GAMES * 4000
        table = fenmill.table(many, ["fen", "ply", "last"], threads=4)
        once = fenmill.table(GAMES, ["fen", "ply", "last"])
        for name in ("fen", "last"):
            self.assertEqual(table[name].tolist(), once[name].tolist() * 4000)
        self.assertEqual(table["ply"].tolist(), once["ply"].tolist() * 4000)

    @unittest.skipIf(numpy is None, "numpy is not here")
    def test_numpy(self):
        table = fenmill.table(GAMES, ["last", "ply", "eval", "check", "Round"])
        arrays = table.numpy()
        self.assertEqual(arrays["last"].tolist(), [b"e4", b"e5", b"Qh5", b"Ke7", b"Qxe5#", b"d4"])
        self.assertEqual((arrays["ply"].dtype, arrays["ply"].sum()), (numpy.int64, 16))
        self.assertEqual(numpy.nansum(arrays["eval"]), 25)
        self.assertEqual(arrays["check"].dtype, numpy.bool_)
        self.assertEqual(arrays["Round"].tolist(), [b""] * 6)
        self.assertTrue(numpy.shares_memory(arrays["ply"], numpy.asarray(table["ply"])))
        self.assertEqual(len(fenmill.table(b"").numpy()["fen"]), 0)

    def test_threads(self):
        wanted = fenmill.table(GAMES)["fen"].tolist()
        got = []
        threads = [threading.Thread(target=lambda: got.append(fenmill.table(GAMES * 10)["fen"].tolist())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(got, [wanted * 10] * 8)

    @unittest.skipUnless(MEASURED, "memory cannot be measured here")
    def test_no_leak(self):
        def work():
            for _ in range(250):
                fenmill.table(GAMES, ["fen", "White", "eval"])
                for wrong in ([GAMES, "/nonexistent"], b"no chess"):
                    try:
                        fenmill.table(wrong)
                    except fenmill.InputError:
                        pass

        work()
        gc.collect()
        before = resident()
        work()
        gc.collect()
        self.assertLess(resident() - before, 4 << 20)

    @unittest.skipIf(PROGRAM is None, "no program to compare with")
    def test_as_the_program(self):
        columns = ["fen", "ply", "last", "next.uci", "White", "result.score", "eval.position"]
        for name in sorted(SAMPLES.glob("*.pgn")) + sorted(SAMPLES.glob("*.epd")):
            written = program("convert", "-q", "-f", "tsv", "--set", "output.columns=" + ",".join(columns), name)
            rows = [line.split("\t") for line in written.decode().split("\n")[1:-1]]
            try:
                table = fenmill.table(name, columns)
            except fenmill.InputError as error:
                table = error.result
            self.assertEqual(table.rows, len(rows), name)
            for i, column in enumerate(columns):
                values = table[column].tolist()
                if isinstance(table[column], memoryview):
                    rows_of = [float(row[i]) if row[i] else math.nan for row in rows]
                    self.assertTrue(all(a == b or a != a and b != b for a, b in zip(values, rows_of)), (name, column))
                else:
                    self.assertEqual(values, [row[i] for row in rows], (name, column))


class Conversions(unittest.TestCase):
    def test_to_files(self):
        with tempfile.TemporaryDirectory() as folder:
            output, rejects = os.path.join(folder, "a.epd.gz"), pathlib.Path(folder, "rejects.pgn")
            done = fenmill.convert(GAMES, output, profile={"output.format": "epd"}, rejects=rejects)
            self.assertEqual((done.totals.records, done.totals.rejected, len(done.errors)), (6, 1, 1))
            with gzip.open(output) as file:
                self.assertEqual(file.read().count(b"\n"), 6)
            self.assertIn(b"1. e4 Ke3 *", rejects.read_bytes())
            with self.assertRaises(fenmill.OutputError) as caught:
                fenmill.convert(GAMES, output)
            self.assertEqual(caught.exception.report.os_error, errno.EEXIST)
            fenmill.convert(GAMES, output, force=True)
            with self.assertRaises(fenmill.OutputError):
                fenmill.convert(GAMES, os.path.join(folder, "none", "a.fen"))

    def test_to_files_of_players(self):
        with tempfile.TemporaryDirectory() as folder:
            game, table = os.path.join(folder, "game.pgn"), os.path.join(folder, "players.csv")
            pathlib.Path(game).write_text('[White "Ann"]\n[Black "Bob"]\n\n1. e4 *\n')
            pathlib.Path(table).write_text("Name,Elo,Title\nann,2400,GM\n")
            settings = {"input.tag-table": table, "output.to": os.path.join(folder, "{player}.pgn")}
            done = fenmill.convert(game, os.path.join(folder, "unused.pgn"), profile=settings)
            self.assertEqual((done.totals.games_written, done.totals.copies, done.totals.tags_set), (1, 1, 2))
            self.assertIn('[WhiteElo "2400"]', pathlib.Path(folder, "Bob.pgn").read_text())

    def test_to_objects(self):
        out = io.BytesIO()
        done = fenmill.convert(GAMES, out)
        self.assertEqual(out.getvalue().decode().splitlines(), fenmill.table(GAMES)["fen"].tolist())
        self.assertIn("1 rejected", repr(done))
        self.assertEqual(fenmill.convert(GAMES).totals.kept, 2)
        with self.assertRaises(TypeError):
            fenmill.convert(GAMES, 3)

        class Full:
            def write(self, data):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            fenmill.convert(GAMES, Full())

    @unittest.skipIf(PROGRAM is None, "no program to compare with")
    def test_as_the_program(self):
        for name in sorted(SAMPLES.glob("*.pgn")):
            out = io.BytesIO()
            fenmill.convert(name, out, profile={"output": {"format": "epd", "castling": "shredder"}})
            self.assertEqual(out.getvalue(), program("convert", "-q", "-f", "epd", "--castling", "shredder", name), name)


if __name__ == "__main__":
    unittest.main()
