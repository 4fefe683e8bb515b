# SPDX-License-Identifier: MIT
"""Positions, and boards that need not be one."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from ._errors import encode, encode_name, fault_names, new_error, raise_status, _text
from ._fenmill import ffi, lib
from ._moves import BLACK, LETTERS, WHITE, Move, Piece, Square, SquareSet, square_name, square_number

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The FEN of the standard start position."""

CASTLING = {
    "keep": lib.FM_CASTLING_KEEP,
    "fen": lib.FM_CASTLING_FEN,
    "xfen": lib.FM_CASTLING_XFEN,
    "shredder": lib.FM_CASTLING_SHREDDER,
}
EN_PASSANT = {"always": lib.FM_EP_ALWAYS, "pseudo-legal": lib.FM_EP_PSEUDO_LEGAL, "legal": lib.FM_EP_LEGAL}
COUNTERS = {"fields": lib.FM_COUNTERS_FIELDS, "ops": lib.FM_COUNTERS_OPS, "none": lib.FM_COUNTERS_NONE}


def word(table: Dict[str, int], value: str, what: str) -> int:
    """The number of a word of a table."""
    try:
        return table[value]
    except (KeyError, TypeError):
        raise ValueError(f"{what} is one of {', '.join(table)}, not {value!r}") from None


def fen_style(castling: str, en_passant: Optional[str], counters: str) -> Tuple[int, int, int]:
    """How a FEN is written. Without an en passant rule that of the dialect: X-FEN has the square where a pawn could
    take, the others after each double step."""
    if en_passant is None:
        en_passant = "pseudo-legal" if castling == "xfen" else "always"
    return (
        word(CASTLING, castling, "castling"),
        word(EN_PASSANT, en_passant, "en_passant"),
        word(COUNTERS, counters, "counters"),
    )


def _move_text(move: Union[str, Move]) -> bytes:
    if isinstance(move, Move):
        return move.uci().encode("ascii") if move else b"--"
    return encode(move)


def _owned(handle: Any) -> Any:
    return ffi.gc(handle, lib.fm_position_free, 512)


# A position of the library with the move that led to it and the one before, None at the root; the last is what it lives in. It
# never changes: copies of a Position share it, and a move that is played puts another in its place.
_Node = Tuple[Any, Optional[Move], Any, Any]


class LegalMoves:
    """The legal moves of a position, as it is now: iterable, with `in`, len() and count()."""

    __slots__ = ("_position", "_packed")

    def __init__(self, position: "Position") -> None:
        self._position = position.copy()
        self._packed = _packed_moves(position._node[0])

    def __iter__(self) -> Iterator[Move]:
        files = self._position.files
        return (_unpacked(packed, files) for packed in self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def count(self) -> int:
        """How many there are."""
        return len(self._packed)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and bool(move) and self._position.is_legal(move)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(self._position.san(move) for move in self)}>"


def _packed_moves(handle: Any) -> List[int]:
    room = 256
    while True:
        out = ffi.new("uint32_t[]", room)
        count = lib.py_moves(handle, out, room)
        if count <= room:
            return list(ffi.unpack(out, count)) if count else []
        if count > 1 << 20:
            raise MemoryError
        room = count


def _unpacked(packed: int, files: int) -> Move:
    return Move(packed & 0xFF, packed >> 8 & 0xFF, packed >> 16 & 0xF or None, files)


class Position:
    """A position with its variant, on a board of 8x8 or 10x8, and the moves that were pushed.

    It is made of a FEN in any dialect, or of the first fields of an EPD record; without one it is the standard start
    position. A text that cannot be read, or that shows an impossible position, raises Rejected; what was tolerated is in
    `warnings`.

    Names are those of python-chess's Board, where they mean the same; docs/from-python-chess.md has the others. Squares are
    numbers or names (see `Square`), sides are True for White and False for Black, moves are a Move or a text in SAN, long
    algebraic or UCI.

    Two threads may use the same Position: what plays a move replaces the position in one step. It cannot be hashed, as it
    changes: `identity` and `key` are for that.
    """

    __slots__ = ("_node", "__weakref__")
    _node: _Node

    def __init__(self, fen: str = START, *, variant: Optional[str] = None) -> None:
        text = encode(fen)
        name = ffi.NULL if variant is None else encode_name(variant)
        out = ffi.new("struct fm_position **")
        error = new_error()
        status = lib.py_position_new(text, len(text), name, out, error)
        if status != lib.FM_OK:
            raise_status(status, error, f"fenmill does not know the variant {variant!r}")
        self._node = (_owned(out[0]), None, None, None)

    @classmethod
    def _of(cls, node: _Node) -> "Position":
        position = Position.__new__(Position)
        position._node = node
        return position

    @classmethod
    def start(cls, variant: str = "standard") -> "Position":
        """The start position of a variant (`fenmill.variants()`)."""
        fen = lib.fm_variant_start(encode_name(variant))
        if fen == ffi.NULL:
            raise ValueError(f"{variant!r} has no start position of its own, or is unknown")
        return Position(_text(fen), variant=variant)

    @classmethod
    def from_chess960_pos(cls, number: int) -> "Position":
        """The Chess960 start position 0 to 959, in Scharnagl's numbering."""
        if not 0 <= number < 960:
            raise ValueError("the Chess960 start positions are numbered 0 to 959")
        out = ffi.new("struct fm_position **")
        status = lib.fm_position_new_sp(number, out)
        if status != lib.FM_OK:
            raise_status(status, None)
        return cls._of((_owned(out[0]), None, None, None))

    def copy(self) -> "Position":
        """A position of its own, equal to this one, with the same move_stack."""
        return Position._of(self._node)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def __reduce__(self) -> Any:
        root = self.root()
        return _unpickle, (root.fen("keep", "always"), root.variant, [move.uci() if move else "--" for move in self.move_stack])

    # Texts.

    def fen(self, castling: str = "xfen", en_passant: Optional[str] = None, counters: str = "fields") -> str:
        """The FEN.

        castling    "xfen" (KQkq, and a file's letter where that would mean another rook), "shredder" (HAha), "fen"
                    (KQkq; raises Rejected where it cannot express a right)
        en_passant  "always" (after each double step), "pseudo-legal" (where a pawn is beside), "legal"; None is
                    what the dialect does: "pseudo-legal" for xfen, else "always"
        counters    "fields", "ops" (EPD: fmvn 1; hmvc 0;) or "none"
        """
        dialect, rule, fields = fen_style(castling, en_passant, counters)
        out = ffi.new("char[]", lib.FM_FEN_SIZE)
        length = ffi.new("size_t *")
        status = lib.fm_position_fen(self._node[0], dialect, rule, fields, out, lib.FM_FEN_SIZE, length)
        if status != lib.FM_OK:
            error = new_error()
            error.status = status
            error.reason = lib.FM_REASON_CASTLING_NOT_REPRESENTABLE
            raise_status(status, error)
        return ffi.buffer(out, length[0])[:].decode("ascii")  # type: ignore[no-any-return]

    def board_fen(self) -> str:
        """The placement of the pieces alone, the first field of the FEN."""
        return self.fen(counters="none").partition(" ")[0]

    def __str__(self) -> str:
        return self.fen()

    def __repr__(self) -> str:
        variant = "" if self.variant == "standard" else f", variant={self.variant!r}"
        return f"Position({self.fen()!r}{variant})"

    @property
    def warnings(self) -> List[str]:
        """The names of what was tolerated in the FEN ("castling-right-without-rook"); reason_meaning() explains them."""
        found: List[str] = []
        while True:
            reason = lib.fm_position_warning(self._node[0], len(found))
            if reason == lib.FM_REASON_NONE:
                return found
            found.append(_text(lib.fm_reason_name(reason)))

    # What it is.

    @property
    def variant(self) -> str:
        """Its name: "standard", "chess960", "capablanca" ..."""
        return _text(lib.fm_position_variant(self._node[0]))

    @property
    def files(self) -> int:
        """Files of the board, 8 or 10: a number of squares in a rank."""
        return lib.fm_position_files(self._node[0])  # type: ignore[no-any-return]

    @property
    def turn(self) -> bool:
        """The side to move: True for White, False for Black."""
        return not lib.fm_position_black_to_move(self._node[0])

    @property
    def fullmove_number(self) -> int:
        """Number of the move, from 1; it grows after Black's moves."""
        return lib.fm_position_fullmove(self._node[0])  # type: ignore[no-any-return]

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last pawn move or capture, from 0."""
        return lib.fm_position_halfmove(self._node[0])  # type: ignore[no-any-return]

    def _passed(self, rule: int) -> Optional[int]:
        file, rank = ffi.new("unsigned *"), ffi.new("unsigned *")
        if not lib.fm_position_en_passant(self._node[0], rule, file, rank):
            return None
        return int(rank[0] * self.files + file[0])

    @property
    def ep_square(self) -> Optional[int]:
        """The square that a double step has just passed, 0 to 63 (10x8: to 79), whether or not a pawn can take there, or None."""
        return self._passed(lib.FM_EP_ALWAYS)

    def has_legal_en_passant(self) -> bool:
        """A pawn may be taken en passant."""
        return self._passed(lib.FM_EP_LEGAL) is not None

    def has_pseudo_legal_en_passant(self) -> bool:
        """A pawn attacks the en passant square; its king may forbid the capture."""
        return self._passed(lib.FM_EP_PSEUDO_LEGAL) is not None

    def _right(self, color: bool, a_side: bool) -> Optional[int]:
        file: int = lib.fm_position_castling(self._node[0], not color, a_side)
        return None if file < 0 else file

    @property
    def castling_rights(self) -> SquareSet:
        """The squares of the rooks that may still castle."""
        mask, files = 0, self.files
        for color in (WHITE, BLACK):
            for a_side in (False, True):
                file = self._right(color, a_side)
                if file is not None:
                    # A right is that of the king's rank.
                    mask |= 1 << self.king(color) // files * files + file
        return SquareSet(mask, files)

    def has_castling_rights(self, color: bool) -> bool:
        """The side, True for White, may castle now or later."""
        return self.has_kingside_castling_rights(color) or self.has_queenside_castling_rights(color)

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """The same towards the last file: O-O."""
        return self._right(color, False) is not None

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """The same towards the a file: O-O-O."""
        return self._right(color, True) is not None

    def _place(self, square: Square) -> Tuple[int, int]:
        files = self.files
        number = square_number(square, files)
        return number % files, number // files

    def piece_at(self, square: Square) -> Optional[Piece]:
        """The piece on a square, or None."""
        letter = lib.fm_position_piece(self._node[0], *self._place(square))
        return None if letter == b"\0" else Piece(letter.decode("ascii"))

    def piece_type_at(self, square: Square) -> Optional[int]:
        """The type of the piece on a square, 1 to 8 (see Piece.piece_type), or None."""
        piece = self.piece_at(square)
        return None if piece is None else piece.piece_type

    def color_at(self, square: Square) -> Optional[bool]:
        """The side of the piece on a square, True for White; None: it is empty."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def piece_map(self) -> Dict[int, Piece]:
        """What is on which square, from a1: {4: Piece("K"), ...}."""
        board = _new_board()
        lib.fm_position_board(self._node[0], board)
        return _pieces(board)

    def _set(self, call: Any, *arguments: Any) -> SquareSet:
        out = ffi.new("struct fm_square_set *")
        call(self._node[0], *arguments, out)
        files, mask = self.files, 0
        for rank in range(8):
            mask |= out.ranks[rank] << rank * files
        return SquareSet(mask, files)

    def pieces(self, piece_type: Optional[int], color: bool) -> SquareSet:
        """The squares of a side's pieces of a type, 1 to 8 (see Piece.piece_type); None: of all its pieces."""
        letter = "W" if piece_type is None else LETTERS[piece_type - 1]
        return self._set(lib.fm_position_squares, (letter if color else letter.lower()).encode("ascii"))

    @property
    def occupied(self) -> SquareSet:
        """The squares of all pieces."""
        return self._set(lib.fm_position_squares, b"\0")

    def king(self, color: bool) -> int:
        """The square of a side's king: 0 to 63, on 10x8 to 79."""
        file, rank = ffi.new("unsigned *"), ffi.new("unsigned *")
        lib.fm_position_king(self._node[0], not color, file, rank)
        return int(rank[0] * self.files + file[0])

    def attackers(self, color: bool, square: Square) -> SquareSet:
        """The pieces of a side that attack a square, pinned ones too."""
        return self._set(lib.fm_position_attackers, *self._place(square), not color)

    def is_attacked_by(self, color: bool, square: Square) -> bool:
        """A piece of the side attacks the square."""
        return bool(self.attackers(color, square))

    def attacks(self, square: Square) -> SquareSet:
        """The squares that the piece on a square attacks; none where no piece is."""
        return self._set(lib.fm_position_attacks, *self._place(square))

    def checkers(self) -> SquareSet:
        """The pieces that give check to the side to move."""
        return self._set(lib.fm_position_checkers)

    def pinned(self, color: bool) -> SquareSet:
        """A side's pieces that are alone between their king and an enemy who would attack him along that line."""
        return self._set(lib.fm_position_pinned, not color)

    def is_pinned(self, color: bool, square: Square) -> bool:
        """A piece of that side is on the square, and is pinned to its king."""
        return square_number(square, self.files) in self.pinned(color)

    def is_check(self) -> bool:
        """The side to move is in check."""
        return lib.fm_position_in_check(self._node[0])  # type: ignore[no-any-return]

    def _is(self, state: int) -> bool:
        return bool(lib.fm_position_state(self._node[0]) & state)

    def is_checkmate(self) -> bool:
        """The side to move is checkmated."""
        return self._is(lib.FM_STATE_MATE)

    def is_stalemate(self) -> bool:
        """The side to move has no move, and is not in check."""
        return self._is(lib.FM_STATE_STALEMATE)

    def is_insufficient_material(self) -> bool:
        """Neither side has pieces to mate with: bare kings, one minor piece, bishops on squares of one colour."""
        return self._is(lib.FM_STATE_INSUFFICIENT)

    def is_fifty_moves(self) -> bool:
        """100 plies have passed without a pawn move or capture, and there is a legal move."""
        return self.halfmove_clock >= 100 and bool(_packed_moves(self._node[0]))

    def is_seventyfive_moves(self) -> bool:
        """150 plies have passed so, which ends the game."""
        return self.halfmove_clock >= 150 and bool(_packed_moves(self._node[0]))

    def is_repetition(self, count: int = 3) -> bool:
        """This position, by the rules, has been there at least so often, itself included, among the moves that were pushed."""
        node, left = self._node, self.halfmove_clock
        wanted = _identity(node[0])
        while count > 1 and left > 0 and node[2] is not None:
            node, left = node[2], left - 1
            if _identity(node[0]) == wanted:
                count -= 1
        return count <= 1

    def is_fivefold_repetition(self) -> bool:
        """It has been there five times, which ends the game."""
        return self.is_repetition(5)

    def result(self) -> str:
        """ "1-0", "0-1" or "1/2-1/2" if the game has ended here without a claim (FIDE 5.1.1, 5.2, 9.6), else "*"."""
        state = lib.fm_position_state(self._node[0])
        if state & lib.FM_STATE_MATE:
            return "0-1" if self.turn else "1-0"
        drawn = state & (lib.FM_STATE_STALEMATE | lib.FM_STATE_INSUFFICIENT)
        return "1/2-1/2" if drawn or self.is_seventyfive_moves() or self.is_fivefold_repetition() else "*"

    def is_game_over(self) -> bool:
        """result() is not "*"."""
        return self.result() != "*"

    def chess960_pos(self) -> Optional[int]:
        """The Chess960 number of this placement, 0 to 959, or None."""
        number: int = lib.fm_position_sp(self._node[0])
        return None if number < 0 else number

    @property
    def key(self) -> int:
        """Polyglot's Zobrist key, 64 bits."""
        return lib.fm_position_key(self._node[0])  # type: ignore[no-any-return]

    @property
    def identity(self) -> int:
        """128 bits that two positions share exactly if they are the same by the rules; counters play no part.

        Not stable between versions of the library.
        """
        return _identity(self._node[0])

    def __eq__(self, other: object) -> bool:
        """Are they the same, counters included? `identity` leaves these out."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.fen("keep", "always") == other.fen("keep", "always") and self.variant == other.variant

    __hash__ = None  # type: ignore[assignment]

    # Moves.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: `for move in position.legal_moves`, `move in position.legal_moves`, .count()."""
        return LegalMoves(self)

    def _find(self, move: Union[str, Move]) -> int:
        text = _move_text(move)
        out = ffi.new("uint32_t *")
        error = new_error()
        status = lib.py_find(self._node[0], text, len(text), out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        return int(out[0])

    def parse_san(self, san: str) -> Move:
        """The legal move that a text means: SAN, long algebraic or UCI, with English letters or figurines; "--" is the null
        move.

        Raises Rejected: it is no move, is not legal, or could be several.
        """
        packed = self._find(san)
        return Move.null() if packed & lib.PY_MOVE_NULL else _unpacked(packed, self.files)

    def parse_uci(self, uci: str) -> Move:
        """The legal move of a text in UCI; castling in either form. Raises ValueError: it is none, or not legal."""
        return self.parse_san(Move.from_uci(uci, self.files).uci().replace("0000", "--"))

    def find_move(self, from_square: Square, to_square: Square, promotion: Optional[int] = None) -> Move:
        """The legal move from one square to another; a pawn that promotes becomes a queen, if no other type (2 to 8, see
        Piece.piece_type) is given. Raises Rejected: there is none."""
        files = self.files
        start, target = square_number(from_square, files), square_number(to_square, files)
        if promotion is None and self.piece_type_at(start) == 1 and target // files in (0, 7):
            promotion = 5
        return self.parse_san(Move(start, target, promotion, files).uci())

    def is_legal(self, move: Move) -> bool:
        """It is a legal move here."""
        text = _move_text(move)
        status = lib.py_find(self._node[0], text, len(text), ffi.new("uint32_t *"), ffi.NULL)
        return bool(move) and bool(status == lib.FM_OK)

    def _text_of(self, move: Union[str, Move], form: int) -> str:
        text = _move_text(move)
        out = ffi.new("char[]", lib.FM_MOVE_SIZE)
        error = new_error()
        status = lib.py_move_text(self._node[0], text, len(text), form, out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        return ffi.string(out).decode("ascii")  # type: ignore[no-any-return]

    def san(self, move: Union[str, Move]) -> str:
        """A legal move in SAN: Nbd7, exd8=Q#, O-O. Raises Rejected: it is not legal here."""
        return self._text_of(move, lib.FM_MOVE_SAN)

    def lan(self, move: Union[str, Move]) -> str:
        """The same in long algebraic: Ng1-f3, e7-e8=Q+."""
        return self._text_of(move, lib.FM_MOVE_LAN)

    def uci(self, move: Union[str, Move], chess960: Optional[bool] = None) -> str:
        """The same in UCI.

        chess960    how castling is written. None: by the variant, as in Move; True: e1h1 in every variant; False: e1g1 in
                    every variant, if king and rook stand as in chess
        """
        forms = {None: lib.FM_MOVE_UCI, True: lib.FM_MOVE_UCI_960, False: lib.FM_MOVE_UCI_CLASSIC}
        return self._text_of(move, forms[chess960])

    def is_capture(self, move: Union[str, Move]) -> bool:
        """The legal move takes something, en passant included."""
        return bool(self._find(move) & lib.PY_MOVE_CAPTURE)

    def is_en_passant(self, move: Union[str, Move]) -> bool:
        """The legal move takes en passant."""
        return bool(self._find(move) & lib.PY_MOVE_EN_PASSANT)

    def is_castling(self, move: Union[str, Move]) -> bool:
        """The legal move castles."""
        return bool(self._find(move) & lib.PY_MOVE_CASTLING)

    def is_kingside_castling(self, move: Union[str, Move]) -> bool:
        """It castles towards the last file: O-O."""
        return bool(self._find(move) & (lib.PY_MOVE_CASTLING | lib.PY_MOVE_A_SIDE) == lib.PY_MOVE_CASTLING)

    def is_queenside_castling(self, move: Union[str, Move]) -> bool:
        """It castles towards the a file: O-O-O."""
        return bool(self._find(move) & lib.PY_MOVE_A_SIDE)

    def is_zeroing(self, move: Union[str, Move]) -> bool:
        """The legal move is a pawn's or takes something: the halfmove clock begins anew."""
        return bool(self._find(move) & (lib.PY_MOVE_PAWN | lib.PY_MOVE_CAPTURE))

    def gives_check(self, move: Union[str, Move]) -> bool:
        """The legal move gives check."""
        self._find(move)
        text = _move_text(move)
        return lib.py_gives_check(self._node[0], text, len(text))  # type: ignore[no-any-return]

    def push(self, move: Union[str, Move]) -> Move:
        """Play a legal move, or the null move, and return it; raises Rejected as parse_san(), and then the position is as
        before."""
        text = _move_text(move)
        played = ffi.new("uint32_t *")
        out = ffi.new("struct fm_position **")
        error = new_error()
        node = self._node
        status = lib.py_play(node[0], text, len(text), out, played, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        made = Move.null() if played[0] & lib.PY_MOVE_NULL else _unpacked(played[0], self.files)
        self._node = (_owned(out[0]), made, node, None)
        return made

    def push_san(self, san: str) -> Move:
        """Play the move of a text: push(parse_san(san))."""
        return self.push(encode(san).decode("utf-8", "surrogateescape"))

    def push_uci(self, uci: str) -> Move:
        """Play the move of a text in UCI: push(parse_uci(uci))."""
        return self.push(self.parse_uci(uci))

    def pop(self) -> Move:
        """Take the last move back, and return it. Raises IndexError: none was pushed."""
        move = self.peek()
        self._node = self._node[2]
        return move

    def peek(self) -> Move:
        """The last move that was pushed. Raises IndexError: there is none."""
        move = self._node[1]
        if move is None:
            raise IndexError("no move was pushed")
        return move

    @property
    def move_stack(self) -> List[Move]:
        """The moves that were pushed, the first one first; a copy."""
        moves: List[Move] = []
        node = self._node
        while node[1] is not None:
            moves.append(node[1])
            node = node[2]
        return moves[::-1]

    def root(self) -> "Position":
        """The position before the first of these moves."""
        node = self._node
        while node[2] is not None:
            node = node[2]
        return Position._of(node)

    def perft(self, depth: int) -> int:
        """The number of legal move paths of so many plies, 0 to 100."""
        if not 0 <= depth <= 100:
            raise ValueError("a depth is 0 to 100")
        return lib.fm_position_perft(self._node[0], depth)  # type: ignore[no-any-return]

    def divide(self, depth: int) -> Dict[str, int]:
        """The perft of depth - 1 after each move, by the move in UCI; the depth is 1 to 100."""
        if not 1 <= depth <= 100:
            raise ValueError("a depth is 1 to 100")
        counts = {}
        for move in self.legal_moves:
            after = self.copy()
            after.push(move)
            counts[move.uci()] = after.perft(depth - 1)
        return counts


def _identity(handle: Any) -> int:
    out = ffi.new("uint64_t[2]")
    lib.fm_position_identity(handle, out)
    return int(out[0]) | int(out[1]) << 64


def _unpickle(fen: str, variant: str, moves: List[str]) -> Position:
    position = Position(fen, variant=variant)
    for move in moves:
        position.push(move)
    return position


def _new_board() -> Any:
    board = ffi.new("struct fm_board *", {"size": ffi.sizeof("struct fm_board"), "files": 8, "en_passant": -1, "fullmove": 1})
    for side in range(2):
        board.castling[side][0] = board.castling[side][1] = -1
    return board


def _pieces(board: Any) -> Dict[int, Piece]:
    found = {}
    for rank in range(8):
        row = bytes(ffi.buffer(board.pieces[rank]))
        for file in range(board.files):
            if row[file]:
                found[rank * board.files + file] = Piece(chr(row[file]))
    return found


class Board:
    """What the first fields of a FEN show, whether or not it is a possible position; without one it is empty. It can be
    changed square by square; `faults` has in words why it is no position, and position() makes one.
    """

    __slots__ = ("_board", "_variant")

    def __init__(self, fen: Optional[str] = None, *, variant: Optional[str] = None) -> None:
        self._board = _new_board()
        self._variant = None if variant is None else ffi.new("char[]", encode_name(variant))
        if fen is not None:
            text = encode(fen)
            error = new_error()
            status = lib.py_board_read(text, len(text), self._board, error)
            if status != lib.FM_OK:
                raise_status(status, error)
        if self._variant is not None:
            self._board.variant = self._variant
            if fen is None:
                self._board.files = Position.start(variant or "").files

    @property
    def files(self) -> int:
        """Files of the board, 8 or 10: a number of squares in a rank."""
        return self._board.files  # type: ignore[no-any-return]

    @property
    def turn(self) -> bool:
        """The side to move: True for White, False for Black."""
        return not self._board.black

    @turn.setter
    def turn(self, color: bool) -> None:
        self._board.black = not color

    @property
    def ep_square(self) -> Optional[int]:
        """The square that a double step has just passed, 0 to 63 (10x8: to 79), or None."""
        file = self._board.en_passant
        return None if file < 0 else (5 if self.turn else 2) * self.files + file

    @ep_square.setter
    def ep_square(self, square: Optional[Square]) -> None:
        self._board.en_passant = -1 if square is None else square_number(square, self.files) % self.files

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last pawn move or capture, from 0."""
        return self._board.halfmove  # type: ignore[no-any-return]

    @halfmove_clock.setter
    def halfmove_clock(self, plies: int) -> None:
        self._board.halfmove = plies

    @property
    def fullmove_number(self) -> int:
        """Number of the move, from 1."""
        return self._board.fullmove  # type: ignore[no-any-return]

    @fullmove_number.setter
    def fullmove_number(self, number: int) -> None:
        self._board.fullmove = number

    @property
    def castling_rights(self) -> SquareSet:
        """The squares of the rooks that have the right to castle; set from numbers or names: ["a1", "h1"]."""
        mask, files = 0, self.files
        for side in range(2):
            for file in self._board.castling[side]:
                mask |= 0 if file < 0 else 1 << side * 7 * files + file
        return SquareSet(mask, files)

    @castling_rights.setter
    def castling_rights(self, squares: Any) -> None:
        files = self.files
        rights = [[-1, -1], [-1, -1]]
        kings = {piece: square % files for square, piece in self.piece_map().items() if piece.upper() == "K"}
        for given in squares:
            number = square_number(given, files)
            side, file = number // files // 7, number % files
            if number // files not in (0, 7):
                raise ValueError(f"no rook castles from {square_name(number, files)}")
            rights[side][file < kings.get(Piece("Kk"[side]), files)] = file
        for side in range(2):
            for which in range(2):
                self._board.castling[side][which] = rights[side][which]

    def piece_at(self, square: Square) -> Optional[Piece]:
        """The piece on a square, or None."""
        return self.piece_map().get(square_number(square, self.files))

    def piece_map(self) -> Dict[int, Piece]:
        """What is on which square, from a1: {4: Piece("K"), ...}."""
        return _pieces(self._board)

    def set_piece_at(self, square: Square, piece: Optional[str]) -> None:
        """Put a piece, a FEN letter, on a square, whatever is there; None: leave it empty."""
        number = square_number(square, self.files)
        letter = b"\0" if piece is None else Piece(piece).encode("ascii")
        self._board.pieces[number // self.files][number % self.files] = letter

    def remove_piece_at(self, square: Square) -> Optional[Piece]:
        """Take away what is on a square, and return it."""
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def clear(self) -> None:
        """Take away all pieces and rights; White is to move."""
        board = _new_board()
        board.files = self.files
        if self._variant is not None:
            board.variant = self._variant
        self._board = board

    @property
    def faults(self) -> Tuple[str, ...]:
        """Why it is no position, in words; empty: it is one."""
        return fault_names(lib.fm_board_faults(self._board))

    def is_valid(self) -> bool:
        """There are no faults."""
        return not self.faults

    def fen(self) -> str:
        """The FEN, in X-FEN, whether or not it is a position. Raises Rejected: a square or right that no FEN can have."""
        out = ffi.new("char[]", lib.FM_FEN_SIZE)
        status = lib.fm_board_fen(self._board, out, lib.FM_FEN_SIZE, ffi.NULL)
        if status != lib.FM_OK:
            raise_status(status, None, "no FEN can have this board")
        return _text(out)

    def position(self) -> Position:
        """The position, if it is one; raises Rejected with all faults."""
        out = ffi.new("struct fm_position **")
        error = new_error()
        status = lib.fm_position_new_board(self._board, out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        return Position._of((_owned(out[0]), None, None, None))

    def __repr__(self) -> str:
        return f"<Board: {len(self.piece_map())} pieces, {'White' if self.turn else 'Black'} to move>"


def variants() -> List[str]:
    """The names of the variants whose rules the library knows."""
    names: List[str] = []
    while True:
        name = lib.fm_variant_name(len(names))
        if name == ffi.NULL:
            return names
        names.append(_text(name))
