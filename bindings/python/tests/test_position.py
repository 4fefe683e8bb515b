# SPDX-License-Identifier: MIT
"""Positions, moves and EPD records."""
import copy
import gc
import pickle
import random
import unittest

import fenmill

from . import in_threads

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
        self.assertEqual((position.variant, position.files, position.turn), ("standard", 8, True))
        self.assertEqual((position.piece_at("e1"), position.piece_at("e8"), position.piece_at("e4")), ("K", "k", None))
        self.assertEqual(len(position.piece_map()), 32)
        self.assertEqual(list(position.piece_map().items())[:2], [(0, "R"), (1, "N")])
        self.assertEqual(position.key, 0x463B96181691FC9C)
        self.assertEqual(position.chess960_pos(), 518)
        self.assertEqual(str(position), fenmill.START)
        self.assertEqual(repr(position), "Position(%r)" % fenmill.START)

    def test_fen_dialects(self):
        position = fenmill.Position()
        position.push("e4")
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
        self.assertEqual((wide.files, len(wide.legal_moves)), (10, 28))
        self.assertEqual(wide.piece_at("j1"), "R")
        self.assertEqual(fenmill.Position.from_chess960_pos(518).fen(), fenmill.START)
        self.assertEqual([fenmill.Position.from_chess960_pos(n).chess960_pos() for n in range(960)], list(range(960)))
        for wrong in (-1, 960):
            with self.assertRaises(ValueError):
                fenmill.Position.from_chess960_pos(wrong)
        with self.assertRaises(ValueError):
            fenmill.Position.start("caparandom")
        self.assertIn("variant='capablanca'", repr(wide))

    def test_moves(self):
        position = fenmill.Position(KIWIPETE)
        moves = position.legal_moves
        self.assertEqual((len(moves), moves.count()), (48, 48))
        self.assertEqual(len(set(moves)), 48)
        castling = position.parse_san("O-O")
        self.assertEqual(castling, fenmill.Move(4, 6))
        self.assertTrue(position.is_castling(castling) and position.is_kingside_castling(castling))
        self.assertTrue(position.is_queenside_castling("O-O-O") and not position.is_kingside_castling("O-O-O"))
        self.assertEqual(position.san("e5f7"), "Nxf7")
        self.assertEqual(position.uci("Nxf7"), "e5f7")
        self.assertTrue(position.is_capture("e5f7") and position.is_zeroing("e5f7") and not position.is_zeroing("O-O"))
        for move in moves:
            self.assertEqual(position.parse_san(position.san(move)), move)
            self.assertEqual(position.parse_uci(move.uci()), move)
            self.assertEqual(position.parse_san(position.lan(move)), move)
            self.assertEqual(fenmill.Move.from_uci(str(move)), move)
            self.assertEqual(position.find_move(move.from_square, move.to_square), move)
            self.assertIn(move, moves)
        promotion = fenmill.Position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
        self.assertEqual({m.promotion for m in promotion.legal_moves}, {None, fenmill.QUEEN, fenmill.ROOK, fenmill.BISHOP, fenmill.KNIGHT})
        self.assertEqual(promotion.lan("a8=N"), "a7-a8=N")
        self.assertEqual(promotion.find_move("a7", "a8").uci(), "a7a8q")
        passant = fenmill.Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        self.assertTrue(passant.is_en_passant("exd6") and passant.is_capture("exd6"))
        self.assertNotIn(fenmill.Move.from_uci("e2e4"), passant.legal_moves)
        many = fenmill.Position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
        self.assertEqual(len(many.legal_moves), 218)

    def test_play(self):
        position = fenmill.Position()
        self.assertEqual(position.push("e2e4"), fenmill.Move.from_uci("e2e4"))
        self.assertEqual(position.push_san("c5").uci(), "c7c5")
        before = position.fen()
        with self.assertRaises(fenmill.Rejected) as caught:
            position.push("Nd4")
        self.assertEqual(str(caught.exception), '"Nd4": no white knight can reach d4')
        self.assertEqual((caught.exception.reason, caught.exception.report.what), ("illegal-move", "Nd4"))
        self.assertEqual(position.fen(), before)
        for wrong in ("", "x", "\0", "e" * 1000, "\N{GREEK SMALL LETTER ALPHA}"):
            with self.assertRaises(fenmill.Rejected):
                position.push(wrong)
        with self.assertRaises(TypeError):
            position.push(None)

    def test_states(self):
        position = fenmill.Position()
        for move in "f3 e5 g4 Qh4#".split():
            self.assertFalse(position.is_checkmate())
            position.push(move)
        self.assertTrue(position.is_check() and position.is_checkmate())
        self.assertFalse(position.is_stalemate() or position.is_insufficient_material())
        self.assertTrue(fenmill.Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate())
        self.assertTrue(fenmill.Position("7k/8/6K1/8/8/8/8/8 b - - 0 1").is_insufficient_material())
        self.assertFalse(fenmill.Position("7k/8/6K1/8/8/8/8/R7 b - - 0 1").is_insufficient_material())

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
        other.push("Nf3")
        self.assertNotEqual(position, other)
        for move in "Nf6 Ng1 Ng8".split():
            other.push(move)
        self.assertNotEqual(position, other)
        self.assertEqual(position.identity, other.identity)
        self.assertNotEqual(position, fenmill.START)
        with self.assertRaises(TypeError):
            hash(position)

    def test_copies(self):
        wide = fenmill.Position.start("janus")
        for made in (wide.copy(), copy.copy(wide), copy.deepcopy([wide])[0], pickle.loads(pickle.dumps(wide))):
            self.assertEqual(made, wide)
            made.push(next(iter(made.legal_moves)))
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
        self.assertEqual((board.files, board.turn, board.piece_map()), (8, False, {0: "K", 1: "Q"}))
        self.assertEqual(board.faults, ("Black has no king",))
        self.assertEqual(fenmill.Board(fenmill.START).faults, ())
        with self.assertRaises(fenmill.Rejected):
            fenmill.Board("9/8")

    def test_threads(self):
        # Each thread plays in a position that all share: no fault but an illegal move may come of it.
        shared = fenmill.Position()

        def play(seed):
            chance = random.Random(seed)
            for _ in range(300):
                try:
                    moves = list(shared.legal_moves)
                    if not moves:
                        shared.__init__()
                        continue
                    shared.push(chance.choice(moves))
                    fenmill.Position(shared.fen("keep"))
                except fenmill.Rejected as error:
                    if error.reason not in ("illegal-move", "ambiguous-move"):
                        raise

        self.assertEqual(in_threads.run(play, *range(4)), [])

    def test_handles_outlive_their_parents(self):
        children = []
        for _ in range(100):
            parent = fenmill.Position(KIWIPETE)
            children.append((parent.copy(), parent.legal_moves))
            del parent
        gc.collect()
        for position, moves in children:
            position.push(list(moves)[-1])
            self.assertNotEqual(position.fen(), KIWIPETE)


class Lines(unittest.TestCase):
    def test_stack(self):
        position = fenmill.Position()
        with self.assertRaises(IndexError):
            position.pop()
        moves = [position.push_san(san) for san in "e4 e5 Nf3".split()]
        self.assertEqual((position.move_stack, position.peek()), (moves, moves[-1]))
        copied = position.copy()
        self.assertEqual((position.pop().uci(), position.pop().uci()), ("g1f3", "e7e5"))
        self.assertEqual((copied.move_stack, copied.root()), (moves, fenmill.Position()))
        self.assertEqual(copied.root().move_stack, [])
        self.assertEqual(pickle.loads(pickle.dumps(copied)).move_stack, moves)
        self.assertEqual(position.move_stack, moves[:1])
        null = copied.push("--")
        self.assertEqual((bool(null), str(null), copied.turn, copied.parse_uci("0000")), (False, "0000", True, fenmill.Move.null()))
        self.assertFalse(copied.is_legal(null))
        self.assertEqual(copied.pop(), null)

    def test_repetitions(self):
        position = fenmill.Position()
        counts = []
        for number in range(17):
            counts.append(sum(position.is_repetition(count) for count in range(2, 9)))
            position.push("Nf3 Nf6 Ng1 Ng8".split()[number % 4])
        self.assertEqual(counts, [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4])
        position.pop()
        self.assertTrue(position.is_fivefold_repetition() and position.is_game_over())
        self.assertEqual(position.result(), "1/2-1/2")
        position.push("e4")
        self.assertFalse(position.is_repetition(2))
        self.assertEqual(position.result(), "*")

    def test_ends(self):
        for fen, result in (("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0"), ("8/8/8/8/8/6k1/6q1/7K w - - 0 1", "0-1"),
                            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2"), ("7k/8/6K1/8/8/8/8/R7 b - - 150 90", "1/2-1/2"),
                            ("7k/8/6K1/8/8/8/8/R7 b - - 149 90", "*")):
            self.assertEqual((fenmill.Position(fen).result(), fenmill.Position(fen).is_game_over()), (result, result != "*"))
        self.assertTrue(fenmill.Position("7k/8/6K1/8/8/8/8/R7 b - - 100 90").is_fifty_moves())
        self.assertFalse(fenmill.Position("7k/8/6K1/8/8/8/8/R7 b - - 99 90").is_fifty_moves())


class Squares(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual((fenmill.parse_square("h8"), fenmill.square_name(28), fenmill.square(4, 3)), (63, "e4", 28))
        self.assertEqual((fenmill.parse_square("j8", 10), fenmill.square_name(79, 10)), (79, "j8"))
        for wrong in ("i1", "e9", "e", ""):
            with self.assertRaises(ValueError):
                fenmill.parse_square(wrong)
        for wrong in (-1, 64):
            with self.assertRaises(ValueError):
                fenmill.Position().piece_at(wrong)
        with self.assertRaises(ValueError):
            fenmill.square(8, 0)

    def test_wide(self):
        wide = fenmill.Position.start("capablanca")
        self.assertEqual(wide.king(True), 5)
        self.assertEqual(wide.castling_rights.names(), ["a1", "j1", "a8", "j8"])
        move = wide.push("j2j4")
        self.assertEqual((move.from_square, move.to_square, move.uci()), (19, 39, "j2j4"))
        self.assertEqual(fenmill.Move.from_uci("j2j4", 10), move)
        self.assertEqual(wide.pieces(fenmill.CHANCELLOR, fenmill.WHITE).names(), ["h1"])

    def test_sets(self):
        position = fenmill.Position(KIWIPETE)
        attackers = position.attackers(fenmill.WHITE, "d7")
        self.assertEqual((attackers.names(), len(attackers), "e5" in attackers, 36 in attackers), (["e5"], 1, True, True))
        self.assertEqual(attackers | {1}, {1, 36})
        self.assertEqual(int(attackers), 1 << 36)
        self.assertIn("e5", repr(attackers))

    def test_pieces(self):
        piece = fenmill.Piece("n")
        self.assertEqual((piece, piece.color, piece.piece_type, piece.symbol()), ("n", False, fenmill.KNIGHT, "n"))
        with self.assertRaises(ValueError):
            fenmill.Piece("x")

    def test_moves(self):
        move = fenmill.Move.from_uci("e7e8q")
        self.assertEqual((move, hash(move), str(move)), (fenmill.Move(52, 60, fenmill.QUEEN), hash(fenmill.Move(52, 60, 5)), "e7e8q"))
        for wrong in ("", "e2", "e2e9", "e7e8k", "e7e8p", "e7e8Q", "e7e8qq"):
            with self.assertRaises(ValueError):
                fenmill.Move.from_uci(wrong)


class Boards(unittest.TestCase):
    def test_made_by_squares(self):
        board = fenmill.Board(fenmill.START)
        self.assertEqual(board.position(), fenmill.Position())
        self.assertEqual((board.castling_rights.names(), board.is_valid()), (["a1", "h1", "a8", "h8"], True))
        self.assertEqual(board.remove_piece_at("h1"), "R")
        self.assertFalse(board.is_valid())
        board.castling_rights = ["a1", "a8", 63]
        self.assertEqual(board.fen().split()[2], "Qkq")
        board.turn, board.halfmove_clock, board.fullmove_number = fenmill.BLACK, 3, 9
        self.assertEqual(board.position().fen().split()[1:], ["b", "Qkq", "-", "3", "9"])
        board.clear()
        self.assertEqual(board.piece_map(), {})
        with self.assertRaises(fenmill.Rejected) as caught:
            board.position()
        self.assertGreaterEqual(len(caught.exception.report.faults), 2)
        with self.assertRaises(ValueError):
            board.castling_rights = ["e4"]
        passed = fenmill.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        self.assertEqual(passed.ep_square, 43)
        passed.ep_square = None
        self.assertIsNone(passed.position().ep_square)
        self.assertEqual(fenmill.Board(variant="capablanca").files, 10)


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
        moves = {position.uci(move): position.san(move) for move in position.legal_moves}
        self.assertEqual(moves, {board.uci(move): board.san(move) for move in board.legal_moves})
        self.assertEqual(position.is_check(), board.is_check())
        self.assertEqual((position.turn, position.halfmove_clock, position.fullmove_number), (board.turn, board.halfmove_clock, board.fullmove_number))
        self.assertEqual((position.ep_square, position.has_legal_en_passant()), (board.ep_square, board.has_legal_en_passant()))
        self.assertEqual(int(position.castling_rights), board.clean_castling_rights())
        self.assertEqual({s: p.symbol() for s, p in position.piece_map().items()}, {s: p.symbol() for s, p in board.piece_map().items()})
        self.assertEqual((int(position.checkers()), int(position.occupied)), (int(board.checkers()), board.occupied))
        for color in (True, False):
            self.assertEqual(position.king(color), board.king(color))
            self.assertEqual(int(position.pieces(None, color)), board.occupied_co[color])
            for square in range(0, 64, 5):
                self.assertEqual(int(position.attackers(color, square)), int(board.attackers(color, square)))
                if board.color_at(square) == color:
                    self.assertEqual(position.is_pinned(color, square), board.is_pinned(color, square))
        for square in range(0, 64, 7):
            self.assertEqual(int(position.attacks(square)), int(board.attacks(square)))
        self.assertEqual((position.is_repetition(), position.is_repetition(2)), (board.is_repetition(), board.is_repetition(2)))
        self.assertEqual((position.result(), position.is_game_over()), (board.result(), board.is_game_over()))
        for move in board.legal_moves:
            ours = fenmill.Move.from_uci(board.uci(move))
            self.assertEqual((ours.from_square, ours.promotion), (move.from_square, move.promotion))
            for name in ("is_capture", "is_castling", "is_kingside_castling", "is_queenside_castling", "is_en_passant", "is_zeroing", "gives_check"):
                self.assertEqual(getattr(position, name)(ours), getattr(board, name)(move), (name, move))
        self.assertEqual(position.is_checkmate(), board.is_checkmate())
        self.assertEqual(position.is_stalemate(), board.is_stalemate())
        self.assertEqual(position.is_insufficient_material(), board.is_insufficient_material())

    def walk(self, board, position, chance):
        for _ in range(120):
            self.compare(board, position)
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            text = board.san(move) if chance.random() < 0.5 else board.uci(move)
            board.push(move)
            position.push(text)

    def test_standard(self):
        chance = random.Random(1)
        for _ in range(10):
            self.walk(chess.Board(), fenmill.Position(), chance)

    def test_chess960(self):
        chance = random.Random(2)
        for _ in range(10):
            number = chance.randrange(960)
            self.walk(chess.Board.from_chess960_pos(number), fenmill.Position.from_chess960_pos(number), chance)


if __name__ == "__main__":
    unittest.main()
