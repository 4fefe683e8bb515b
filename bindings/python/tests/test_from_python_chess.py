# SPDX-License-Identifier: MIT
"""docs/from-python-chess.md: what each row has for Python is called, beside python-chess where it is here, and beside what that has
answered (recorded with 1.11.2) where it is not. A row is named by its first word; `b` and `p` are the same position in both."""
import io
import pathlib
import unittest

import fenmill

from .test_runs import SAMPLES

try:
    import chess
    import chess.pgn
    import chess.polyglot
except ImportError:
    chess = None

PAGE = pathlib.Path(SAMPLES).parent / "docs" / "from-python-chess.md"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PGN = '[Event "?"]\n[White "Ann"]\n[Result "1-0"]\n\n1. e4 { [%eval 0.25] [%clk 0:01:00] good } (1. d4 d5) 1... e5 2. Qh5 Ke7 3. Qxe5# 1-0\n'
BROKEN = PGN.replace("Ke7", "Ke6")

# Row, python-chess, fenmill, and what both give.
ROWS = [
    ("Board()", "chess.Board().fen()", "fenmill.Position().fen()", fenmill.START),
    ("Board(fen)", "chess.Board(KIWIPETE).fen()", "fenmill.Position(KIWIPETE).fen()", KIWIPETE),
    ("Board(None)", "chess.Board(None).piece_map()", "fenmill.Board().piece_map()", {}),
    ("Board.from_chess960_pos(n)", "chess.Board.from_chess960_pos(7).chess960_pos()", "fenmill.Position.from_chess960_pos(7).chess960_pos()", 7),
    ("set_piece_at()", "edit(chess.Board(None), chess.Piece.from_symbol)", "edit(fenmill.Board(), fenmill.Piece)", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("is_valid()", "chess.Board('8/8/8/8/8/8/8/K7 w - - 0 1').is_valid()", "fenmill.Board('8/8/8/8/8/8/8/K7 w - - 0 1').is_valid()", False),
    ("copy()", "pushed(b.copy(), 'd5e6').fen() != b.fen()", "pushed(p.copy(), 'd5e6').fen() != p.fen()", True),
    ("root()", "(lambda x: (x.root().fen(), [m.uci() for m in x.move_stack]))(pushed(b.copy(), 'd5e6'))",
     "(lambda x: (x.root().fen(), [m.uci() for m in x.move_stack]))(pushed(p.copy(), 'd5e6'))", (KIWIPETE, ["d5e6"])),
    ("chess960 = True", "chess.Board(KIWIPETE, chess960=True).uci(chess.Move.from_uci('e1h1'))",
     "fenmill.Position(KIWIPETE, variant='chess960').uci('O-O')", "e1h1"),
    ("turn", "b.turn", "p.turn", True),
    ("fullmove_number", "(b.fullmove_number, b.halfmove_clock)", "(p.fullmove_number, p.halfmove_clock)", (1, 0)),
    ("castling_rights", "(int(b.castling_rights), b.has_kingside_castling_rights(True))",
     "(int(p.castling_rights), p.has_kingside_castling_rights(True))", (9295429630892703873, True)),
    ("ep_square", "(lambda x: (x.ep_square, x.has_legal_en_passant(), x.has_pseudo_legal_en_passant()))(pushed(b.copy(), 'a2a4'))",
     "(lambda x: (x.ep_square, x.has_legal_en_passant(), x.has_pseudo_legal_en_passant()))(pushed(p.copy(), 'a2a4'))", (16, True, True)),
    ("piece_at()", "(b.piece_at(4).symbol(), b.piece_type_at(60), b.color_at(60), b.piece_at(24))",
     "(p.piece_at(4).symbol(), p.piece_type_at(60), p.color_at(60), p.piece_at(24))", ("K", 6, False, None)),
    ("piece_map()", "(len(b.piece_map()), list(b.pieces(chess.KNIGHT, True)), b.occupied, b.occupied_co[True])",
     "(len(p.piece_map()), list(p.pieces(fenmill.KNIGHT, True)), int(p.occupied), int(p.pieces(None, True)))",
     (32, [18, 36], 10483662054817595281, 103350075281)),
    ("king()", "(b.king(True), b.king(False))", "(p.king(True), p.king(False))", (4, 60)),
    ("attackers()", "(list(b.attackers(True, 44)), b.is_attacked_by(False, 35))", "(list(p.attackers(True, 44)), p.is_attacked_by(False, 35))", ([35], True)),
    ("attacks()", "list(b.attacks(36))", "list(p.attacks(36))", [19, 21, 26, 30, 42, 46, 51, 53]),
    ("checkers()", "(lambda x: (list(x.checkers()), x.is_check()))(pushed(b.copy(), 'f3f6', 'e7f6', 'e5d7', 'f6f2'))",
     "(lambda x: (list(x.checkers()), x.is_check()))(pushed(p.copy(), 'f3f6', 'e7f6', 'e5d7', 'f6f2'))", ([13], True)),
    ("is_pinned()", "(chess.Board(PINNED).is_pinned(True, 12), chess.Board(PINNED).is_pinned(True, 4))",
     "(fenmill.Position(PINNED).is_pinned(True, 12), fenmill.Position(PINNED).is_pinned(True, 4))", (True, False)),
    ("is_checkmate()", "(b.is_checkmate(), b.is_stalemate(), b.is_insufficient_material())",
     "(p.is_checkmate(), p.is_stalemate(), p.is_insufficient_material())", (False, False, False)),
    ("is_fifty_moves()", "(chess.Board(FIFTY).is_fifty_moves(), chess.Board(FIFTY).is_seventyfive_moves())",
     "(fenmill.Position(FIFTY).is_fifty_moves(), fenmill.Position(FIFTY).is_seventyfive_moves())", (True, False)),
    ("is_repetition()", "(lambda x: (x.is_repetition(), x.is_repetition(2), x.is_fivefold_repetition()))(pushed(chess.Board(), *BACK))",
     "(lambda x: (x.is_repetition(), x.is_repetition(2), x.is_fivefold_repetition()))(pushed(fenmill.Position(), *BACK))", (False, True, False)),
    ("outcome()", "(b.result(), b.is_game_over())", "(p.result(), p.is_game_over())", ("*", False)),
    ("==", "b == b.copy()", "p == p.copy()", True),
    ("unicode()", "str(b).split()[0]", "(p.piece_at('a8') or '.').symbol()", "r"),
    ("legal_moves", "(b.legal_moves.count(), sorted(m.uci() for m in b.legal_moves)[:2])",
     "(p.legal_moves.count(), sorted(m.uci() for m in p.legal_moves)[:2])", (48, ["a1b1", "a1c1"])),
    ("generate_legal_moves(from_mask)", "sorted(m.uci() for m in b.generate_legal_moves(chess.BB_E1))",
     "sorted(m.uci() for m in p.legal_moves if m.from_square == 4)", ["e1c1", "e1d1", "e1f1", "e1g1"]),
    ("is_legal()", "(b.is_legal(chess.Move.from_uci('e1e2')), chess.Move.from_uci('e1g1') in b.legal_moves)",
     "(p.is_legal(fenmill.Move.from_uci('e1e2')), fenmill.Move.from_uci('e1g1') in p.legal_moves)", (False, True)),
    ("find_move(from, to, promotion)", "b.find_move(35, 44).uci()", "p.find_move(35, 44).uci()", "d5e6"),
    ("Move.null()", "(chess.Move.null().uci(), bool(chess.Move.null()))", "(fenmill.Move.null().uci(), bool(fenmill.Move.null()))", ("0000", False)),
    ("push()", "pushed(b.copy(), 'd5e6').turn", "pushed(p.copy(), 'd5e6').turn", False),
    ("push_san()", "(b.copy().push_san('dxe6').uci(), b.copy().push_uci('d5e6').uci())", "(p.copy().push_san('dxe6').uci(), p.copy().push_uci('d5e6').uci())", ("d5e6", "d5e6")),
    ("pop()", "(lambda x: (x.peek().uci(), x.pop().uci(), x.fen()))(pushed(b.copy(), 'd5e6'))",
     "(lambda x: (x.peek().uci(), x.pop().uci(), x.fen()))(pushed(p.copy(), 'd5e6'))", ("d5e6", "d5e6", KIWIPETE)),
    ("parse_san()", "(b.parse_san('O-O').uci(), b.parse_uci('e1h1').uci(), refused(b.parse_san, 'Kh8'))",
     "(p.parse_san('O-O').uci(), p.parse_uci('e1h1').uci(), refused(p.parse_san, 'Kh8'))", ("e1g1", "e1g1", True)),
    ("san()", "(lambda m: (b.san(m), b.uci(m), b.lan(m)))(chess.Move.from_uci('e5f7'))",
     "(lambda m: (p.san(m), p.uci(m), p.lan(m)))(fenmill.Move.from_uci('e5f7'))", ("Nxf7", "e5f7", "Ne5xf7")),
    ("variation_san()", "chess.Board().variation_san([chess.Move.from_uci(m) for m in ('e2e4', 'e7e5', 'g1f3')])",
     "fenmill.table(b'[Event \"?\"]\\n\\n1. e4 e5 2. Nf3 *\\n', ['moves.numbered'])['moves.numbered'][-1]", "1. e4 e5 2. Nf3"),
    ("move.from_square", "(lambda m: (m.from_square, m.to_square, m.promotion))(chess.Move.from_uci('e7e8q'))",
     "(lambda m: (m.from_square, m.to_square, m.promotion))(fenmill.Move.from_uci('e7e8q'))", (52, 60, 5)),
    ("is_capture()", "(lambda m: (b.is_capture(m), b.is_castling(m), b.is_en_passant(m)))(chess.Move.from_uci('e1c1'))",
     "(lambda m: (p.is_capture(m), p.is_castling(m), p.is_en_passant(m)))(fenmill.Move.from_uci('e1c1'))", (False, True, False)),
    ("is_zeroing()", "b.is_zeroing(chess.Move.from_uci('d5e6'))", "p.is_zeroing(fenmill.Move.from_uci('d5e6'))", True),
    ("gives_check()", "b.gives_check(chess.Move.from_uci('e5d7'))", "p.gives_check(fenmill.Move.from_uci('e5d7'))", False),
    ("perft()", "sum(1 for m in b.legal_moves for _ in pushed(b.copy(), m.uci()).legal_moves)", "p.perft(2)", 2039),
    ("fen()", "(b.fen(shredder=True), b.board_fen())", "(p.fen('shredder'), p.board_fen())", (KIWIPETE.replace("KQkq", "HAha"), KIWIPETE.split()[0])),
    ("epd(**ops)", "b.epd(id='x')", "epd(p, id='x')", KIWIPETE[:-4] + ' id "x";'),
    ("chess.polyglot.zobrist_hash()", "chess.polyglot.zobrist_hash(b)", "p.key", 14109232545397825053),
    ("chess.polyglot.open_reader()", None, "fenmill.table(PGN.encode(), ['book.next'], profile={'input.book': BOOK}).rows", 5),
    ("_transposition_key()", "b._transposition_key() == pushed(b.copy(), *'e1f1 e8f8 f1e1 f8e8'.split())._transposition_key()",
     "p.identity == pushed(p.copy(), *'e1f1 e8f8 f1e1 f8e8'.split()).identity", False),
    ("read_game()", "sum(1 for _ in game().mainline_moves())", "sum(1 for _ in ours())", 5),
    ("read_headers()", "chess.pgn.read_headers(io.StringIO(PGN))['White']", "ours().headers['White']", "Ann"),
    ("skip_game()", "chess.pgn.skip_game(io.StringIO(PGN))", "next(fenmill.read(PGN.encode())) is not None", True),
    ("handle.tell()", "0", "ours().offset", 0),
    ("game.headers", "[game().headers[name] for name in ('Event', 'White', 'Result')]", "list(ours().headers.values())", ["?", "Ann", "1-0"]),
    ("game.board()", "(game().board().fen(), [m.uci() for m in game().mainline_moves()], [n.san() for n in game().mainline()], game().end().board().is_checkmate())",
     "(ours().board().fen(), [m.uci() for m in ours().mainline_moves()], [n.last for n in ours().mainline()], ours().end().is_checkmate())",
     (fenmill.START, ["e2e4", "e7e5", "d1h5", "e8e7", "h5e5"], ["e4", "e5", "Qh5", "Ke7", "Qxe5#"], True)),
    ("node.variations", "[n.san() for n in game().variations[1].mainline()] + [game().variations[1].san()]",
     "[n.last for n in ours(variations=True).positions() if n.depth == 1 and n.ply > 1] + ['d4']", ["d5", "d4"]),
    ("node.comment", "(lambda n: (n.eval().white().score(), n.clock()))(game().next())",
     "(lambda n: (n.eval, float(n['clock'])))(next(iter(ours(fields=['clock', 'comment']))))", (25, 60.0)),
    ("game.errors", "len(chess.pgn.read_game(io.StringIO(BROKEN)).errors)", "broken()", 1),
    ("print(game)", "str(game()).count('Qxe5#')", "written().count('Qxe5#')", 1),
]  # fmt: skip


def edit(board, piece):
    """The same calls of both."""
    for square, letter in ((4, "K"), (60, "k"), (7, "R"), (0, "R")):
        board.set_piece_at(square, piece(letter))
    board.remove_piece_at(0)
    if isinstance(board, fenmill.Board):
        board.castling_rights = ["h1"]
        return board.position().fen()
    board.set_castling_fen("K")
    return board.fen()


def pushed(position, *moves):
    for move in moves:
        position.push_uci(move)
    return position


def refused(call, text):
    try:
        call(text)
    except ValueError:
        return True
    return False


def epd(position, **operations):
    record = fenmill.Epd(position.fen(counters="none", en_passant="legal"))
    record.update(operations)
    return str(record)


def broken():
    games = fenmill.read(BROKEN.encode())
    return len(list(games)) + len(games.errors)


def written():
    out = io.BytesIO()
    fenmill.convert(PGN.encode(), out, profile={"output.format": "pgn"})
    return out.getvalue().decode()


NAMES = {
    "chess": chess, "fenmill": fenmill, "io": io, "edit": edit, "pushed": pushed, "refused": refused, "epd": epd, "broken": broken,
    "written": written, "KIWIPETE": KIWIPETE, "PGN": PGN, "BROKEN": BROKEN, "PINNED": "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1",
    "FIFTY": "7k/8/6K1/8/8/8/8/R7 b - - 100 90", "BACK": "g1f3 g8f6 f3g1 f6g8".split(), "BOOK": str(pathlib.Path(SAMPLES) / "classic.pgn"),
    "game": lambda: chess.pgn.read_game(io.StringIO(PGN)), "ours": lambda **how: next(fenmill.read(PGN.encode(), **how)),
}  # fmt: skip


def rows_of_page():
    """{first word: the cell for Python}"""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] != "python-chess":
            found[cells[0].split("`")[1]] = cells[2]
    return found


class Rows(unittest.TestCase):
    def value(self, text):
        names = dict(NAMES, p=fenmill.Position(KIWIPETE), b=chess and chess.Board(KIWIPETE))
        return eval(text, names)

    def test_ours(self):
        for row, _, ours, wanted in ROWS:
            with self.subTest(row):
                self.assertEqual(self.value(ours), wanted)

    @unittest.skipIf(chess is None, "python-chess is not here")
    def test_theirs(self):
        for row, theirs, _, wanted in ROWS:
            with self.subTest(row):
                if theirs is not None:
                    self.assertEqual(self.value(theirs), wanted)

    @unittest.skipUnless(PAGE.exists(), "the documents are not here")
    def test_the_page_has_these_rows(self):
        page = rows_of_page()
        self.assertGreater(len(page), 50)
        self.assertEqual({name for name, cell in page.items() if cell}, {row for row, _, _, _ in ROWS})

    @unittest.skipUnless(PAGE.exists(), "the documents are not here")
    def test_names_of_the_page_exist(self):
        owners = (fenmill, fenmill.Position, fenmill.Board, fenmill.Game, fenmill.GamePosition, fenmill.Games, fenmill.Move)
        words = set()
        for name, cell in rows_of_page().items():
            words.update(word for part in cell.split("`")[1::2] for word in __import__("re").findall(r"(?<![\w\"])([a-z_]\w+)(?=\(|$)", part))
        self.assertGreater(len(words), 20)
        unknown = [word for word in words if not any(hasattr(owner, word) for owner in owners)]
        self.assertEqual(sorted(set(unknown) - {"color", "errors", "draw_board", "numbered", "py", "depth", "next"}), [])


if __name__ == "__main__":
    unittest.main()
