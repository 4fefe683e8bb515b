# SPDX-License-Identifier: MIT
"""Games: compared with tables, and with python-chess."""
import atexit
import gc
import gzip
import io
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import fenmill

from . import consumer, in_threads
from .test_runs import GAMES, MEASURED, SAMPLES, resident

try:
    import chess.pgn
except ImportError:
    chess = None

COLUMNS = ["ply", "fen", "last", "last.uci", "eval", "White", "result"]
LIST = b'4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "a";\n8/8/8/8 w - -\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n'


class Reading(unittest.TestCase):
    def test_games(self):
        games = fenmill.read(GAMES)
        self.assertIs(iter(games), games)
        with self.assertRaises(RuntimeError):
            games.totals
        first, last = games
        self.assertEqual(first.headers, {"Event": "a", "White": "M\xfcller, A", "Black": "B", "Result": "1-0"})
        self.assertEqual((first.number, first.result, first.class_name, first.variant), (1, "1-0", "classic", "standard"))
        self.assertEqual((last.number, last.offset, last.input), (3, GAMES.index(b'[Event "c"]'), "(bytes)"))
        self.assertEqual(GAMES[first.offset :][: first.length].split()[-1], b"1-0")
        self.assertIn("M\xfcller, A - B 1-0", repr(first))
        positions = list(first.positions())
        self.assertEqual([p.last for p in positions], ["e4", "e5", "Qh5", "Ke7", "Qxe5#"])
        self.assertEqual([p.last_uci for p in positions], ["e2e4", "e7e5", "d1h5", "e8e7", "h5e5"])
        self.assertEqual([p.ply for p in first], [1, 2, 3, 4, 5])
        self.assertEqual([p.eval for p in first], [25, None, None, None, None])
        self.assertEqual([p.is_checkmate() for p in first], [False] * 4 + [True])
        self.assertEqual(positions[0].fen(castling="shredder").split()[2:4], ["HAha", "e3"])
        self.assertEqual(positions[0].fen().split()[2:4], ["KQkq", "-"])
        start = next(first.positions(start=True))
        self.assertEqual((start.ply, start.last, start.last_uci, start.fen()), (0, None, None, fenmill.START))
        self.assertEqual((games.totals.games, games.totals.rejected, games.totals.plies), (3, 1, 7))
        (error,) = games.errors
        self.assertEqual((error.reason, error.game, error.what), ("illegal-move", 2, "Ke3"))
        self.assertEqual(error.position.split()[:2], ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b"])
        self.assertEqual(list(games), [])

    def test_positions_of_games_are_positions(self):
        (position,) = [p for p in next(fenmill.read(GAMES)) if p.ply == 4]
        self.assertIsInstance(position, fenmill.Position)
        self.assertEqual(position.uci("Qxe5#"), "h5e5")
        self.assertEqual(position.perft(1), len(position.legal_moves))
        with self.assertRaises(TypeError):
            position.push("Qxe5#")
        copied = position.copy()
        copied.push("Qxe5#")
        self.assertTrue(copied.is_checkmate())
        self.assertFalse(position.is_checkmate())
        self.assertEqual(position, fenmill.Position(position.fen()))
        self.assertEqual(pickle.loads(pickle.dumps(position)), position)
        self.assertIn("Position(", repr(position))
        with self.assertRaises(AttributeError):
            position.nothing
        for wrong in ({"castling": "x"}, {"castling": []}, {"en_passant": "x"}):
            with self.assertRaises(ValueError):
                position.fen(**wrong)
        with self.assertRaises(KeyError):
            position["clock"]

    def test_as_python_chess_has_them(self):
        text = b'[Event "?"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *\n'
        for variations in (False, True):
            (game,) = fenmill.read(text, variations=variations)
            self.assertEqual([str(move) for move in game.mainline_moves()], ["e2e4", "e7e5", "g1f3"])
            self.assertEqual([p.last for p in game.mainline()], ["e4", "e5", "Nf3"])
            board = game.board()
            self.assertEqual(board, fenmill.Position())
            for move, position in zip(game.mainline_moves(), game.mainline()):
                self.assertEqual((board.push(move), position.move), (move, move))
                self.assertEqual(board, position)
                self.assertEqual(board.castling_rights, position.castling_rights)
            self.assertEqual(game.end(), board)
            with self.assertRaises(TypeError):
                game.end().pop()
            kept = game.end().copy()
            del game, position
            gc.collect()
            self.assertEqual((kept.push("Nc6"), kept.pop(), kept), (kept.parse_san("Nc6"), kept.parse_san("Nc6"), board))
        (game,) = fenmill.read(text, profile={"positions.plies": "2.."})
        for call in (game.mainline_moves, game.board):
            with self.assertRaises(ValueError):
                call()
        (game,) = fenmill.read(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")
        self.assertEqual((game.board().fen(), game.mainline_moves()), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", []))
        wide = b'[Variant "Capablanca"]\n\n1. j4 *\n'
        self.assertEqual(next(fenmill.read(wide)).mainline_moves()[0].to_square, 39)

    def test_one_default_of_the_start(self):
        # Program, library, table, stream and read() count the same positions.
        for name in sorted(SAMPLES.glob("*.pgn")):
            rows = fenmill.table(name).rows
            self.assertEqual(sum(1 for game in fenmill.read(name) for _ in game), rows)
            self.assertEqual(sum(len(batch["fen"]) for batch in consumer.read_all(fenmill.stream(name))[1]), rows)
            self.assertEqual(fenmill.convert(name, io.BytesIO()).totals.records, rows)

    def test_every_dialect(self):
        names = [SAMPLES / "chess960.pgn", SAMPLES / "classic.pgn"] + sorted(SAMPLES.glob("*.pgn"))
        for game in fenmill.read([name for name in names if name.exists()]):
            for position in game.positions(start=True):
                alone = fenmill.Position(position.fen("shredder", "always"), variant=game.variant)
                for castling in ("xfen", "shredder", "keep"):
                    for rule in (None, "always", "pseudo-legal", "legal"):
                        for counters in ("fields", "ops", "none"):
                            self.assertEqual(position.fen(castling, rule, counters), alone.fen(castling, rule, counters))

    def test_dialect_that_cannot(self):
        game = b'[Event "?"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"]\n\n1. Rg2 Kd8 2. Rff2 *\n'
        positions = list(next(fenmill.read(game)).positions(start=True))
        for position in positions[:1]:
            with self.assertRaises(fenmill.Rejected):
                position.fen("fen")
        self.assertEqual(positions[3].fen("fen"), "3k4/8/8/8/8/8/5RR1/4K3 b - - 3 2")

    def test_as_tables(self):
        for name in sorted(SAMPLES.glob("*.pgn")) + sorted(SAMPLES.glob("*.epd")):
            try:
                table = fenmill.table(name, COLUMNS)
            except fenmill.InputError as error:
                table = error.result
            rows, games = [], fenmill.read(name)
            try:
                for game in games:
                    for p in game.positions():
                        value = float("nan") if p.eval is None else float(p.eval)
                        rows.append([p.ply, p.fen(), p.last or "", p.last_uci or "", value, game.headers.get("White", ""), game.result])
            except fenmill.InputError:
                pass
            self.assertEqual(len(rows), table.rows, name)
            listed = name.suffix == ".epd"
            for i, column in enumerate(COLUMNS):
                if listed and column == "fen":
                    continue  # its records keep their form
                values = [float(value) if column == "eval" else value for value in table[column].tolist()]
                self.assertEqual([str(row[i]) for row in rows], [str(value) for value in values], (name, column))
            self.assertEqual(games.totals.rejected, table.totals.rejected, name)
            self.assertEqual([str(report) for report in games.errors], [str(report) for report in table.errors], name)

    def test_lists(self):
        games = fenmill.read(LIST)
        positions = [(game, p) for game in games for p in game.positions()]
        self.assertEqual([p.fen() for _, p in positions], ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
        self.assertTrue(positions[0][0].listed)
        self.assertEqual(positions[0][0].headers, {})
        self.assertEqual([p.is_stalemate() for _, p in positions], [False, True])
        self.assertEqual([report.reason for report in games.errors], ["bad-fen"])

    def test_fields(self):
        text = b'[Event "?"]\n\n1. e4 {[%clk 0:01:30] a \x1e b} (1. d4 d5) e5 *\n'
        (game,) = fenmill.read(text, fields=["clock", "comment", "next", "Event", "eval"])
        first, last = game
        self.assertEqual((first["clock"], first["next"], last["clock"], last["next"]), ("90", "e5", None, None))
        self.assertEqual(first["comment"].split(), ["a", "b"])
        self.assertEqual(len(list(game)), 2)
        self.assertEqual(first["Event"], "?")
        (game,) = fenmill.read(text, variations=True)
        self.assertEqual([p.last for p in game.positions() if p.depth == 0], ["e4", "e5"])
        self.assertLessEqual({"d4", "d5"}, {p.last for p in game.positions() if p.depth == 1})
        with self.assertRaises(fenmill.ProfileError):
            fenmill.read(text, fields=["no.such"])
        with self.assertRaises(TypeError):
            fenmill.read(text, fields="clock")

    def test_profiles(self):
        games = fenmill.read(GAMES, profile={"games.result": "1/2-1/2"})
        self.assertEqual([game.number for game in games], [3])
        self.assertEqual(games.totals.unselected + games.totals.rejected, 2)
        self.assertEqual([p.ply for game in fenmill.read(GAMES, profile={"positions.check": True}) for p in game], [5])
        self.assertEqual([p.fen() for p in next(fenmill.read(GAMES, profile={"output.castling": "shredder"}))][0].split()[2], "KQkq")
        with self.assertRaises(fenmill.Rejected) as caught:
            list(fenmill.read(GAMES, profile={"input.on-error": "stop"}))
        self.assertEqual(caught.exception.status, "stopped")
        with self.assertRaises(fenmill.ProfileError):
            fenmill.read(GAMES, profile={"games.tagz": 1})

    def test_reports(self):
        seen = []
        list(fenmill.read(GAMES, on_report=seen.append))
        self.assertEqual([report.what for report in seen], ["Ke3"])

        def refuse(report):
            raise ZeroDivisionError

        games = fenmill.read(GAMES, on_report=refuse)
        next(games)
        with self.assertRaises(ZeroDivisionError):
            next(games)
        self.assertEqual(next(games).number, 3)
        warned = fenmill.read(b'[Event "?"]\n\n1. e2e4 *\n', warnings=True)
        self.assertEqual(len(list(warned)), 1)
        self.assertIn("move-coordinates", [report.reason for report in warned.errors])
        many = fenmill.read(b'[Event "?"]\n\n1. e5 *\n\n' * 3000)
        self.assertEqual((list(many), len(many.errors), many.totals.rejected), ([], 1000, 3000))

    def test_inputs(self):
        with tempfile.TemporaryDirectory() as folder:
            name = pathlib.Path(folder, "a.pgn.gz")
            name.write_bytes(gzip.compress(GAMES))
            for given in (name, str(name), folder, GAMES, bytearray(GAMES), io.BytesIO(GAMES), [GAMES], [io.BytesIO(GAMES)]):
                self.assertEqual([game.number for game in fenmill.read(given)], [1, 3])
            with open(name, "rb") as file:
                self.assertEqual([game.input for game in fenmill.read(file)], [str(name)] * 2)
        self.assertEqual(list(fenmill.read(b"")), [])
        self.assertEqual(list(fenmill.read([])), [])

    def test_inputs_that_fail(self):
        games = fenmill.read(["/nonexistent.pgn", GAMES])
        taken = []
        with self.assertRaises(fenmill.InputError) as caught:
            for game in games:
                taken.append(game.number)
        self.assertIn("/nonexistent.pgn", str(caught.exception))
        self.assertEqual(taken, [1, 3])
        self.assertEqual(list(games), [])
        self.assertEqual(games.totals.inputs_failed, 1)
        cut = fenmill.read(gzip.compress(GAMES * 100)[:-40])
        with self.assertRaises(fenmill.InputError):
            list(cut)
        with self.assertRaises(fenmill.InputError):
            list(fenmill.read(b"no chess in here at all\n"))

        class Broken:
            def read(self, n):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            list(fenmill.read(Broken()))

    def test_dropped_early(self):
        big = GAMES * 5000
        for threads in (1, 3):
            for _ in range(20):
                game = next(fenmill.read(big, threads=threads))
                gc.collect()
                self.assertEqual([p.last for p in game][:2], ["e4", "e5"])
            with fenmill.read(io.BytesIO(big), threads=threads) as games:
                positions = [p for p in next(games)]
            self.assertEqual(list(games), [])
            del games
            gc.collect()
            self.assertTrue(positions[4].is_checkmate())
            unread = [fenmill.read(big, threads=threads) for _ in range(5)]
            del unread
            with self.assertRaises(KeyError):
                for game in fenmill.read(big, threads=threads):
                    raise KeyError
            games = fenmill.read(bytes(bytearray(big)), threads=threads)
            games.me = games  # a circle, which only the collector finds
            next(games)
            del games
            gc.collect()

    def test_parts_of_all_are_all(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "games.pgn")
            with open(name, "wb") as file:
                for i in range(300):
                    file.write(b'[Event "%d"]\n\n1. e4 e5 2. Nf3 *\n\n' % i)
            whole = [game.headers["Event"] for game in fenmill.read(name)]
            self.assertEqual(len(whole), 300)
            for count in (1, 3, 8):
                parts = [fenmill.read(name, part=(i + 1, count), profile={"games.result": "*"}) for i in range(count)]
                copies = [pickle.loads(pickle.dumps(games)) for games in parts]
                for games in parts:
                    games.close()
                self.assertEqual([game.headers["Event"] for games in copies for game in games], whole)
            games = fenmill.read(name)
            next(games)
            self.assertEqual(len(list(pickle.loads(pickle.dumps(games)))), 300)
            for wrong in ((0, 3), (4, 3), "x", "1@" + os.path.join(folder, "no.json")):
                with self.assertRaises((fenmill.ProfileError, fenmill.InputError)):
                    list(fenmill.read(name, part=wrong))
            if "FENMILL_PROGRAM" in os.environ:
                plan = os.path.join(folder, "plan.json")
                subprocess.run([os.environ["FENMILL_PROGRAM"], "plan", "-o", plan, "3", name], check=True)
                parts = [fenmill.read(name, part="%d@%s" % (i, plan)) for i in (1, 2, 3)]
                self.assertEqual([game.headers["Event"] for games in parts for game in games], whole)
                with open(name, "ab") as file:
                    file.write(b" ")
                with self.assertRaises(fenmill.InputError):
                    list(fenmill.read(name, part="1@" + plan))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork() here")
    @unittest.skipIf("ASAN_OPTIONS" in os.environ, "a sanitizer's allocator keeps a lock that a thread had at the fork()")
    def test_children_have_none_of_the_threads(self):
        big = GAMES * 5000

        def child(work):
            """What becomes of it in a child: "" is well; an alarm ends one that waits."""
            sys.stdout.flush()
            reads, writes = os.pipe()
            pid = os.fork()
            if pid == 0:
                signal.alarm(60)
                printed = b""
                try:
                    work()
                    gc.collect()
                    atexit._run_exitfuncs()
                except BaseException as error:
                    printed = repr(error).encode() or b"?"
                os.write(writes, printed)
                os._exit(0)
            os.close(writes)
            with os.fdopen(reads, "rb") as file:
                printed = file.read().decode()
            status = os.waitpid(pid, 0)[1]
            return printed or (status and "status %d" % status) or ""

        def refused():
            for _ in range(2):
                with self.assertRaises(RuntimeError):
                    next(games)
            games.close()
            with games:
                pass
            self.assertEqual(len(list(game.positions())), 5)
            self.assertEqual(len(list(fenmill.read(GAMES))), 2)
            self.assertEqual(fenmill.table(GAMES, ["fen"]).rows, 6)

        for given in (lambda: big, lambda: io.BytesIO(big)):
            for taken in (1, 2, 2000):
                with fenmill.read(given(), threads=2) as games:
                    for _ in range(taken):
                        game = next(games)
                    game = next(games) if game.number % 3 != 1 else game
                    self.assertEqual(child(refused), "")
                    self.assertGreater(next(games).number, game.number)
        held = [fenmill.read(big), fenmill.read(big)]
        next(held[0])
        self.assertEqual(child(held.clear), "")

        # A thread of the parent that is in the middle of a call keeps its lock for ever.
        class Endless:
            ended = False

            def read(self, n):
                return b"" if self.ended else GAMES[:n]

        source, game = Endless(), next(fenmill.read(GAMES))
        games = fenmill.read(source, threads=2)
        thread = threading.Thread(target=lambda: sum(1 for _ in games))
        thread.start()
        for _ in range(10):
            self.assertEqual(child(refused), "")
        source.ended = True
        thread.join()
        self.assertEqual(child(lambda: self.assertEqual(list(games) + [games.totals.inputs], [1])), "")

    def test_threads_share_games(self):
        games = fenmill.read(GAMES * 500)
        numbers = []

        def work():
            for game in games:
                numbers.append((game.number, len(list(game.positions()))))

        self.assertEqual(in_threads.run(work), [])
        self.assertEqual(sorted(numbers), [(n, 5 if n % 3 == 1 else 1) for n in range(1, 1501) if n % 3 != 2])

    def test_order_for_any_number_of_threads(self):
        text = GAMES * 3000
        for threads in (1, 2, 7):
            numbers = [game.number for game in fenmill.read(text, threads=threads)]
            self.assertEqual(numbers, [n for n in range(1, 9001) if n % 3 != 2])

    @unittest.skipUnless(MEASURED, "memory cannot be measured here")
    def test_no_leak(self):
        def work():
            for _ in range(500):
                for game in fenmill.read(GAMES, threads=1):
                    for position in game:
                        position.fen("shredder"), position.is_check()
                next(fenmill.read(GAMES, threads=1))

        work()
        work()
        gc.collect()
        before = resident()
        work()
        gc.collect()
        self.assertLess(resident() - before, 4 << 20)


@unittest.skipIf(chess is None, "python-chess is not here")
class PythonChess(unittest.TestCase):
    def test_samples(self):
        compared = 0
        with open(SAMPLES / "classic.pgn", encoding="utf-8") as file:
            for game in fenmill.read(SAMPLES / "classic.pgn"):
                theirs = chess.pgn.read_game(file)
                board = theirs.board()
                for position, move in zip(game.positions(), theirs.mainline_moves()):
                    self.assertEqual((position.last, position.last_uci), (board.san(move), board.uci(move)))
                    board.push(move)
                    self.assertEqual(position.fen(), board.fen(en_passant="xfen"))
                    self.assertEqual(position.fen(en_passant="legal"), board.fen(en_passant="legal"))
                    self.assertEqual(position.fen("shredder"), board.fen(shredder=True, en_passant="fen"))
                    compared += 1
                self.assertEqual(dict(theirs.headers), {**dict(theirs.headers), **game.headers})
        self.assertGreater(compared, 200)


if __name__ == "__main__":
    unittest.main()
