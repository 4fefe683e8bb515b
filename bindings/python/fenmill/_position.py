# SPDX-License-Identifier: MIT
"""Positions and their moves."""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from ._errors import encode, encode_name, fault_names, new_error, raise_status, _text
from ._fenmill import ffi, lib

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


class Move(NamedTuple):
    """A legal move of a position. It is a value, and knows nothing of the position any more."""

    san: str
    """Nbd7, exd8=Q#, O-O"""
    uci: str
    """e7e8q. Castling is e1g1 in standard chess; in other variants the king takes his rook (e1h1), as engines have it."""
    lan: str
    """Ng1-f3, e7-e8=Q+"""
    piece: str
    """What moves: an upper-case FEN letter."""
    from_square: str
    to_square: str
    """Of the king, where it castles."""
    captured: Optional[str]
    """What is taken: an upper-case FEN letter, or None."""
    promotion: Optional[str]
    castling: bool
    en_passant: bool

    def __str__(self) -> str:
        return self.uci


def _letter(char: bytes) -> Optional[str]:
    return None if char == b"\0" else char.decode("ascii")


def _square(file: int, rank: int) -> str:
    return "abcdefghij"[file] + "12345678"[rank]


def _move(found: Any) -> Move:
    move = found.move
    return Move(
        san=ffi.string(found.san).decode("ascii"),
        uci=ffi.string(found.uci).decode("ascii"),
        lan=ffi.string(found.lan).decode("ascii"),
        piece=move.piece.decode("ascii"),
        from_square=_square(move.from_file, move.from_rank),
        to_square=_square(move.to_file, move.to_rank),
        captured=_letter(move.captured),
        promotion=_letter(move.promotion),
        castling=bool(move.flags & lib.FM_LEGAL_CASTLING),
        en_passant=bool(move.flags & lib.FM_LEGAL_EN_PASSANT),
    )


def _move_text(move: Union[str, Move]) -> bytes:
    return move.uci.encode("ascii") if isinstance(move, Move) else encode(move)


def _owned(handle: Any) -> Any:
    return ffi.gc(handle, lib.fm_position_free, 512)


class Position:
    """A position with its variant, on a board of 8x8 or 10x8.

    It is made of a FEN in any dialect, or of the first fields of an EPD record. A text that cannot be read, or that
    shows an impossible position, raises Rejected; what was tolerated is in `warnings`.

    Two threads may use the same Position: what plays a move replaces the position in one step.
    """

    __slots__ = ("_handle", "__weakref__")
    _handle: Any

    def __init__(self, fen: str = START, *, variant: Optional[str] = None) -> None:
        text = encode(fen)
        name = ffi.NULL if variant is None else encode_name(variant)
        out = ffi.new("struct fm_position **")
        error = new_error()
        status = lib.py_position_new(text, len(text), name, out, error)
        if status != lib.FM_OK:
            raise_status(status, error, f"fenmill does not know the variant {variant!r}")
        self._handle = _owned(out[0])

    @classmethod
    def _of(cls, handle: Any) -> "Position":
        position = Position.__new__(Position)
        position._handle = handle
        return position

    @classmethod
    def start(cls, variant: str = "standard") -> "Position":
        """The start position of a variant (`fenmill.variants()`)."""
        fen = lib.fm_variant_start(encode_name(variant))
        if fen == ffi.NULL:
            raise ValueError(f"{variant!r} has no start position of its own, or is unknown")
        return Position(_text(fen), variant=variant)

    @classmethod
    def chess960(cls, number: int) -> "Position":
        """The Chess960 start position 0..959, in Scharnagl's numbering."""
        if not 0 <= number < 960:
            raise ValueError("the Chess960 start positions are numbered 0 to 959")
        out = ffi.new("struct fm_position **")
        status = lib.fm_position_new_sp(number, out)
        if status != lib.FM_OK:
            raise_status(status, None)
        return cls._of(_owned(out[0]))

    def copy(self) -> "Position":
        """A position of its own, equal to this one."""
        # Handles never change, play() puts another in their place: they can be shared.
        return Position._of(self._handle)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def __reduce__(self) -> Any:
        return _unpickle, (self.fen("keep", "always"), self.variant)

    # Texts.

    def fen(self, castling: str = "xfen", en_passant: Optional[str] = None, counters: str = "fields") -> str:
        """The FEN.

        castling    "xfen" (KQkq, and a file's letter where that would mean another rook), "shredder" (HAha), "fen"
                    (KQkq; raises Rejected where it cannot express a right)
        en_passant  "always" (after each double step), "pseudo-legal" (where a pawn stands to take), "legal"; None is
                    what the dialect does: "pseudo-legal" for xfen, else "always"
        counters    "fields", "ops" (EPD: fmvn 1; hmvc 0;) or "none"
        """
        dialect, rule, fields = fen_style(castling, en_passant, counters)
        out = ffi.new("char[]", lib.FM_FEN_SIZE)
        length = ffi.new("size_t *")
        status = lib.fm_position_fen(self._handle, dialect, rule, fields, out, lib.FM_FEN_SIZE, length)
        if status != lib.FM_OK:
            error = new_error()
            error.status = status
            error.reason = lib.FM_REASON_CASTLING_NOT_REPRESENTABLE
            raise_status(status, error)
        return ffi.buffer(out, length[0])[:].decode("ascii")  # type: ignore[no-any-return]

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
            reason = lib.fm_position_warning(self._handle, len(found))
            if reason == lib.FM_REASON_NONE:
                return found
            found.append(_text(lib.fm_reason_name(reason)))

    # What it is.

    @property
    def variant(self) -> str:
        """Its name: "standard", "chess960", "capablanca" ..."""
        return _text(lib.fm_position_variant(self._handle))

    @property
    def files(self) -> int:
        """Of the board: 8 or 10."""
        return lib.fm_position_files(self._handle)  # type: ignore[no-any-return]

    @property
    def turn(self) -> str:
        """The side to move: "w" or "b"."""
        return "b" if lib.fm_position_black_to_move(self._handle) else "w"

    def piece(self, square: str) -> Optional[str]:
        """The FEN letter of what is on a square ("e4"), upper case for White; None if it is empty."""
        files = "abcdefghij"[: self.files]
        if len(square) != 2 or square[0] not in files or square[1] not in "12345678":
            raise ValueError(f"{square!r} is no square of this board")
        return _letter(lib.fm_position_piece(self._handle, files.index(square[0]), int(square[1]) - 1))

    def pieces(self) -> Dict[str, str]:
        """What is on which square: {"e1": "K", ...}, from a1."""
        board = ffi.new("struct fm_board *", {"size": ffi.sizeof("struct fm_board")})
        lib.fm_position_board(self._handle, board)
        return board_pieces(board)

    @property
    def check(self) -> bool:
        """The side to move is in check."""
        return lib.fm_position_in_check(self._handle)  # type: ignore[no-any-return]

    @property
    def mate(self) -> bool:
        """The side to move is checkmated."""
        return bool(lib.fm_position_state(self._handle) & lib.FM_STATE_MATE)

    @property
    def stalemate(self) -> bool:
        """The side to move has no move, and is not in check."""
        return bool(lib.fm_position_state(self._handle) & lib.FM_STATE_STALEMATE)

    @property
    def insufficient_material(self) -> bool:
        """Neither side has pieces to mate with: bare kings, one minor piece, bishops on squares of one colour."""
        return bool(lib.fm_position_state(self._handle) & lib.FM_STATE_INSUFFICIENT)

    @property
    def sp(self) -> Optional[int]:
        """The Chess960 number of this placement, or None."""
        number: int = lib.fm_position_sp(self._handle)
        return None if number < 0 else number

    @property
    def key(self) -> int:
        """Polyglot's Zobrist key."""
        return lib.fm_position_key(self._handle)  # type: ignore[no-any-return]

    @property
    def identity(self) -> int:
        """128 bits that two positions share exactly if they are the same by the rules; counters play no part.

        Not stable between versions of the library.
        """
        out = ffi.new("uint64_t[2]")
        lib.fm_position_identity(self._handle, out)
        return int(out[0]) | int(out[1]) << 64

    def __eq__(self, other: object) -> bool:
        """Are they the same, counters included? `identity` leaves these out."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.fen("keep", "always") == other.fen("keep", "always") and self.variant == other.variant

    __hash__ = None  # type: ignore[assignment]

    # Moves.

    def moves(self) -> List[Move]:
        """All legal moves."""
        room = 256
        while True:
            out = ffi.new("struct py_move[]", room)
            count = lib.py_moves(self._handle, out, room)
            if count <= room:
                return [_move(out[i]) for i in range(count)]
            if count > 1 << 20:
                raise MemoryError
            room = count

    def find(self, move: Union[str, Move]) -> Move:
        """The legal move that a text means: SAN, long algebraic or UCI, with English letters or figurines.

        Raises Rejected: it is no move, is not legal, or could be several.
        """
        text = _move_text(move)
        out = ffi.new("struct py_move *")
        error = new_error()
        status = lib.py_find(self._handle, text, len(text), out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        return _move(out)

    def to_san(self, move: Union[str, Move]) -> str:
        """A move in SAN."""
        return self.find(move).san

    def to_uci(self, move: Union[str, Move], chess960: Optional[bool] = None) -> str:
        """A move in UCI.

        chess960    how castling is written. None: as move.uci, by the variant; True: e1h1 in every variant; False: e1g1 in
                    every variant, if king and rook stand as in chess
        """
        if chess960 is None:
            return self.find(move).uci
        text = _move_text(move)
        out = ffi.new("char[]", lib.FM_MOVE_SIZE)
        error = new_error()
        form = lib.FM_MOVE_UCI_960 if chess960 else lib.FM_MOVE_UCI_CLASSIC
        status = lib.py_uci(self._handle, text, len(text), form, out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        return ffi.string(out).decode("ascii")  # type: ignore[no-any-return]

    def play(self, move: Union[str, Move]) -> Move:
        """Play a move, and return it; raises Rejected as find(), and then the position is as before."""
        text = _move_text(move)
        played = ffi.new("struct py_move *")
        out = ffi.new("struct fm_position **")
        error = new_error()
        status = lib.py_play(self._handle, text, len(text), out, played, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        self._handle = _owned(out[0])
        return _move(played)

    def perft(self, depth: int) -> int:
        """The number of legal move paths of so many plies."""
        if not 0 <= depth <= 100:
            raise ValueError("a depth is 0 to 100")
        return lib.fm_position_perft(self._handle, depth)  # type: ignore[no-any-return]

    def divide(self, depth: int) -> Dict[str, int]:
        """The perft of depth - 1 after each move, by the move in UCI."""
        if not 1 <= depth <= 100:
            raise ValueError("a depth is 1 to 100")
        counts = {}
        for move in self.moves():
            after = self.copy()
            after.play(move)
            counts[move.uci] = after.perft(depth - 1)
        return counts


def _unpickle(fen: str, variant: str) -> Position:
    return Position(fen, variant=variant)


def board_pieces(board: Any) -> Dict[str, str]:
    """The squares of a struct fm_board."""
    found = {}
    for rank in range(8):
        row = bytes(ffi.buffer(board.pieces[rank]))
        for file in range(board.files):
            if row[file]:
                found[_square(file, rank)] = chr(row[file])
    return found


class Board:
    """What the first fields of a FEN show, whether or not it is a possible position.

    `faults` has in words why it is none; it is empty where Position(fen) can be made.
    """

    __slots__ = ("files", "turn", "faults", "pieces")

    def __init__(self, fen: str) -> None:
        text = encode(fen)
        out = ffi.new("struct fm_board *", {"size": ffi.sizeof("struct fm_board")})
        error = new_error()
        status = lib.py_board_read(text, len(text), out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        self.files: int = out.files
        self.turn: str = "b" if out.black else "w"
        self.faults: Tuple[str, ...] = fault_names(out.faults)
        self.pieces: Dict[str, str] = board_pieces(out)


def variants() -> List[str]:
    """The names of the variants whose rules the library knows."""
    names: List[str] = []
    while True:
        name = lib.fm_variant_name(len(names))
        if name == ffi.NULL:
            return names
        names.append(_text(name))
