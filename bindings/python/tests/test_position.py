# SPDX-License-Identifier: MIT
"""Positions, moves and EPD records."""
import copy
import gc
import pickle
import random
import threading
import unittest

import fenmill

try:
    import chess
except ImportError:
    chess = None

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Positions(unittest.TestCase):
    def test_start(self):
        position = fenmill.Position()
        self.assertEqual(position.fen(), fenmill.START)
        self.assertEqual(position.fen(castling="shredder"), fenmill.START.replace("KQkq", "HAha"))
        self.assertEqual((position.variant, position.files, position.turn), ("standard", 8, "w"))
        self.assertEqual((position.piece("e1"), position.piece("e8"), position.piece("e4")), ("K", "k", None))
        self.assertEqual(len(position.pieces()), 32)
        self.assertEqual(list(position.pieces().items())[:2], [("a1", "R"), ("b1", "N")])
        self.assertEqual(position.key, 0x463B96181691FC9C)
        self.assertEqual(position.sp, 518)
        self.assertEqual(str(position), fenmill.START)
        self.assertEqual(repr(position), "Position(%r)" % fenmill.START)

    def test_fen_dialects(self):
        position = fenmill.Position()
        position.play("e4")
        self.assertEqual(position.fen().split()[3], "-")
        self.assertEqual(position.fen(en_passant="always").split()[3], "e3")
        self.assertEqual(position.fen("shredder").split()[2:4], ["HAha", "e3"])
        self.assertEqual(position.fen("shredder", "legal").split()[2:4], ["HAha", "-"])
        self.assertEqual(position.fen(counters="none").count(" "), 3)
        self.assertTrue(position.fen(counters="ops").endswith(" fmvn 1; hmvc 0;"))
        inner = fenmill.Position("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1")
        self.assertEqual(inner.fen().split()[2], "F")
        with self.assertRaises(fenmill.Rejected) as caught:
            inner.fen(castling="fen")
        self.assertEqual(caught.exception.reason, "castling-not-representable")
        for wrong in ({"castling": "x-fen"}, {"en_passant": "never"}, {"counters": None}, {"castling": []}):
            with self.assertRaisesRegex(ValueError, "is one of"):
                position.fen(**wrong)

    def test_warnings(self):
        position = fenmill.Position("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1")
        self.assertEqual(position.warnings, ["castling-right-without-rook"])
        self.assertIn("rook", fenmill.reason_meaning("castling-right-without-rook"))
        self.assertEqual(fenmill.Position().warnings, [])
        with self.assertRaises(ValueError):
            fenmill.reason_meaning("castling")

    def test_refused(self):
        with self.assertRaises(fenmill.Rejected) as caught:
            fenmill.Position("8/8/8 w")
        self.assertEqual(caught.exception.reason, "bad-fen")
        self.assertEqual(caught.exception.report.field, "the placement of the pieces (field 1)")
        with self.assertRaises(fenmill.Rejected) as caught:
            fenmill.Position("8/8/8/8/8/8/8/KK6 w - - 0 1")
        self.assertEqual(caught.exception.report.faults, ("Black has no king", "a side has more than one king"))
        for wrong in (None, 1, b"8/8/8/8/8/8/8/K1k5 w - - 0 1"):
            with self.assertRaises(TypeError):
                fenmill.Position(wrong)
        for wrong in ("", "\0", "\ud800", "x" * 100000, "k" * 64, fenmill.START[:20]):
            with self.assertRaises(ValueError):
                fenmill.Position(wrong)
        with self.assertRaises(fenmill.UseError):
            fenmill.Position(variant="shatranj")
        with self.assertRaises(ValueError):
            fenmill.Position(variant="standard\0")

    def test_variants(self):
        self.assertIn("capablanca", fenmill.variants())
        wide = fenmill.Position.start("capablanca")
        self.assertEqual((wide.files, len(wide.moves())), (10, 28))
        self.assertEqual(wide.piece("j1"), "R")
        self.assertEqual(fenmill.Position.chess960(518).fen(), fenmill.START)
        self.assertEqual([fenmill.Position.chess960(n).sp for n in range(960)], list(range(960)))
        for wrong in (-1, 960):
            with self.assertRaises(ValueError):
                fenmill.Position.chess960(wrong)
        with self.assertRaises(ValueError):
            fenmill.Position.start("caparandom")
        self.assertIn("variant='capablanca'", repr(wide))

    def test_moves(self):
        position = fenmill.Position(KIWIPETE)
        moves = position.moves()
        self.assertEqual(len(moves), 48)
        self.assertEqual(len(set(moves)), 48)
        castling = position.find("O-O")
        self.assertEqual(castling, fenmill.Move("O-O", "e1g1", "O-O", "K", "e1", "g1", None, None, True, False))
        self.assertEqual(position.to_san("e5f7"), "Nxf7")
        self.assertEqual(position.to_uci("Nxf7"), "e5f7")
        self.assertEqual(position.find("e5f7").captured, "P")
        for move in moves:
            self.assertEqual(position.find(move.san), move)
            self.assertEqual(position.find(move.uci), move)
            self.assertEqual(position.find(move.lan), move)
            self.assertEqual(position.find(move), move)
        promotion = fenmill.Position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
        self.assertEqual({m.promotion for m in promotion.moves()}, {None, "Q", "R", "B", "N"})
        self.assertEqual(promotion.find("a8=N").lan, "a7-a8=N")
        passant = fenmill.Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        self.assertTrue(passant.find("exd6").en_passant)
        many = fenmill.Position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
        self.assertEqual(len(many.moves()), 218)

    def test_play(self):
        position = fenmill.Position()
        self.assertEqual(position.play("e2e4").san, "e4")
        self.assertEqual(position.play("c5").uci, "c7c5")
        before = position.fen()
        with self.assertRaises(fenmill.Rejected) as caught:
            position.play("Nd4")
        self.assertEqual(str(caught.exception), '"Nd4": no white knight can reach d4')
        self.assertEqual((caught.exception.reason, caught.exception.report.what), ("illegal-move", "Nd4"))
        self.assertEqual(position.fen(), before)
        for wrong in ("", "x", "\0", "e" * 1000, "\N{GREEK SMALL LETTER ALPHA}"):
            with self.assertRaises(fenmill.Rejected):
                position.play(wrong)
        with self.assertRaises(TypeError):
            position.play(None)

    def test_states(self):
        position = fenmill.Position()
        for move in "f3 e5 g4 Qh4#".split():
            self.assertFalse(position.mate)
            position.play(move)
        self.assertTrue(position.check and position.mate)
        self.assertFalse(position.stalemate or position.insufficient_material)
        self.assertTrue(fenmill.Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").stalemate)
        self.assertTrue(fenmill.Position("7k/8/6K1/8/8/8/8/8 b - - 0 1").insufficient_material)
        self.assertFalse(fenmill.Position("7k/8/6K1/8/8/8/8/R7 b - - 0 1").insufficient_material)

    def test_perft(self):
        self.assertEqual(fenmill.Position().perft(4), 197281)
        self.assertEqual(fenmill.Position(KIWIPETE).perft(3), 97862)
        self.assertEqual(fenmill.Position(KIWIPETE).perft(0), 1)
        divided = fenmill.Position(KIWIPETE).divide(3)
        self.assertEqual((len(divided), sum(divided.values())), (48, 97862))
        for wrong in (-1, 101, 1 << 70):
            with self.assertRaises(ValueError):
                fenmill.Position().perft(wrong)
        with self.assertRaises(ValueError):
            fenmill.Position().divide(0)

    def test_equality(self):
        position = fenmill.Position()
        other = position.copy()
        self.assertEqual(position, other)
        other.play("Nf3")
        self.assertNotEqual(position, other)
        for move in "Nf6 Ng1 Ng8".split():
            other.play(move)
        self.assertNotEqual(position, other)
        self.assertEqual(position.identity, other.identity)
        self.assertNotEqual(position, fenmill.START)
        with self.assertRaises(TypeError):
            hash(position)

    def test_copies(self):
        wide = fenmill.Position.start("janus")
        for made in (wide.copy(), copy.copy(wide), copy.deepcopy([wide])[0], pickle.loads(pickle.dumps(wide))):
            self.assertEqual(made, wide)
            made.play(made.moves()[0])
            self.assertNotEqual(made, wide)

    def test_errors_are_values(self):
        with self.assertRaises(fenmill.Rejected) as caught:
            fenmill.Position("8/8/8 w")
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(again.report, caught.exception.report)
        self.assertIsInstance(again, ValueError)
        self.assertEqual(str(again), str(caught.exception))

    def test_board(self):
        board = fenmill.Board("8/8/8/8/8/8/8/KQ6 b")
        self.assertEqual((board.files, board.turn, board.pieces), (8, "b", {"a1": "K", "b1": "Q"}))
        self.assertEqual(board.faults, ("Black has no king",))
        self.assertEqual(fenmill.Board(fenmill.START).faults, ())
        with self.assertRaises(fenmill.Rejected):
            fenmill.Board("9/8")

    def test_threads(self):
        # Each thread plays in a position that all share: no fault but an illegal move may come of it.
        shared = fenmill.Position()
        faults = []

        def play(seed):
            chance = random.Random(seed)
            for _ in range(300):
                try:
                    moves = shared.moves()
                    if not moves:
                        shared.__init__()
                        continue
                    shared.play(chance.choice(moves))
                    fenmill.Position(shared.fen("keep"))
                except fenmill.Rejected as error:
                    if error.reason not in ("illegal-move", "ambiguous-move"):
                        faults.append(error)

        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_handles_outlive_their_parents(self):
        children = []
        for _ in range(100):
            parent = fenmill.Position(KIWIPETE)
            children.append((parent.copy(), parent.moves()))
            del parent
        gc.collect()
        for position, moves in children:
            position.play(moves[-1])
            self.assertNotEqual(position.fen(), KIWIPETE)


class Epds(unittest.TestCase):
    RECORD = '8/8/8/8/8/8/8/K1k4R w - - bm Rxh8 Rg1; id "a.1"; ce -12; noop;'

    def test_reading(self):
        epd = fenmill.Epd(self.RECORD)
        self.assertEqual(dict(epd), {"bm": "Rxh8 Rg1", "id": "a.1", "ce": "-12", "noop": ""})
        self.assertEqual(epd.operations()[1], ("id", '"a.1"'))
        self.assertEqual(str(epd), self.RECORD)
        self.assertEqual((len(epd), "bm" in epd, "am" in epd, epd.get("am")), (4, True, False, None))
        with self.assertRaises(KeyError):
            epd["am"]
        self.assertEqual(fenmill.Epd(fenmill.START).position().fen(), fenmill.START)
        with self.assertRaises(fenmill.Rejected):
            fenmill.Epd("no record")
        with self.assertRaises(fenmill.Rejected):
            fenmill.Epd("8/8/8/8/8/8/8/8 w - -").position()

    def test_writing(self):
        epd = fenmill.Epd(self.RECORD)
        epd["id"] = "b; c"
        del epd["noop"]
        epd["c0"] = ""
        epd["acd"] = "12"
        self.assertEqual(epd["id"], "b; c")
        self.assertEqual(dict(fenmill.Epd(str(epd))), dict(epd))
        self.assertNotIn("noop", epd)
        before = str(epd)
        for opcode, value in (("ce", "x"), ("1", "2"), ("", ""), ("bm", "\n")):
            with self.assertRaises(fenmill.UseError):
                epd[opcode] = value
        with self.assertRaises(KeyError):
            del epd["noop"]
        with self.assertRaises(TypeError):
            epd["ce"] = 3
        with self.assertRaises(ValueError):
            epd["i\0d"] = "x"
        self.assertEqual(str(epd), before)
        self.assertEqual(str(pickle.loads(pickle.dumps(epd))), before)
        epd.clear()
        self.assertEqual(str(epd), "8/8/8/8/8/8/8/K1k4R w - -")


@unittest.skipIf(chess is None, "python-chess is not here")
class PythonChess(unittest.TestCase):
    """Random games, each position and its moves compared."""

    def compare(self, board, position):
        self.assertEqual(position.fen(en_passant="legal"), board.fen(en_passant="legal"))
        self.assertEqual(position.fen(), board.fen(en_passant="xfen"))
        self.assertEqual(position.fen("shredder"), board.fen(shredder=True, en_passant="fen"))
        moves = {move.uci: move.san for move in position.moves()}
        self.assertEqual(moves, {board.uci(move): board.san(move) for move in board.legal_moves})
        self.assertEqual(position.check, board.is_check())
        self.assertEqual(position.mate, board.is_checkmate())
        self.assertEqual(position.stalemate, board.is_stalemate())
        self.assertEqual(position.insufficient_material, board.is_insufficient_material())

    def walk(self, board, position, chance):
        for _ in range(120):
            self.compare(board, position)
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            text = board.san(move) if chance.random() < 0.5 else board.uci(move)
            board.push(move)
            position.play(text)

    def test_standard(self):
        chance = random.Random(1)
        for _ in range(10):
            self.walk(chess.Board(), fenmill.Position(), chance)

    def test_chess960(self):
        chance = random.Random(2)
        for _ in range(10):
            number = chance.randrange(960)
            self.walk(chess.Board.from_chess960_pos(number), fenmill.Position.chess960(number), chance)


if __name__ == "__main__":
    unittest.main()
