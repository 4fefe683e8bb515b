# SPDX-License-Identifier: MIT
"""Squares, pieces and moves: values that know nothing of a position."""
from __future__ import annotations

from typing import AbstractSet, Any, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Union

Square = Union[int, str]
"""A number from 0, rank by rank: on 8x8 a1 is 0, b1 is 1, h8 is 63, as in python-chess; on 10x8 j8 is 79. Or its name: "e4"."""

WHITE = True
BLACK = False

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, ARCHBISHOP, CHANCELLOR = range(1, 9)
LETTERS = "PNBRQKAC"
"""The FEN letter of piece type n is LETTERS[n - 1]."""

_FILES = "abcdefghij"
_RANKS = "12345678"


def square(file: int, rank: int, files: int = 8) -> int:
    """The number of a square: file 0 to files - 1, rank 0 to 7, on a board of 8 or 10 files."""
    if not 0 <= file < files or not 0 <= rank < 8:
        raise ValueError(f"file {file} and rank {rank} are no square of this board")
    return rank * files + file


def square_name(number: int, files: int = 8) -> str:
    """The name of a square, "e4", from its number, 0 to 63; on a board of 10 files 0 to 79."""
    if not 0 <= number < 8 * files:
        raise ValueError(f"{number} is no square of this board")
    return _FILES[number % files] + _RANKS[number // files]


def parse_square(name: str, files: int = 8) -> int:
    """The number of a square, 0 to 63, from its name: "e4"; on a board of 10 files 0 to 79."""
    if len(name) != 2 or name[0] not in _FILES[:files] or name[1] not in _RANKS:
        raise ValueError(f"{name!r} is no square of this board")
    return _RANKS.index(name[1]) * files + _FILES.index(name[0])


def square_number(given: Square, files: int) -> int:
    """A square given by name or number."""
    if isinstance(given, str):
        return parse_square(given, files)
    if not 0 <= given < 8 * files:
        raise ValueError(f"{given} is no square of this board")
    return given


class Piece(str):
    """A piece: its FEN letter, upper case for White. It is a str: Piece("N") == "N"."""

    __slots__ = ()

    def __new__(cls, letter: str) -> "Piece":
        if len(letter) != 1 or letter.upper() not in LETTERS:
            raise ValueError(f"{letter!r} is no piece's FEN letter")
        return super().__new__(cls, letter)

    @property
    def color(self) -> bool:
        """True: a white piece."""
        return self.isupper()

    @property
    def piece_type(self) -> int:
        """1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king, 7 archbishop, 8 chancellor."""
        return LETTERS.index(self.upper()) + 1

    def symbol(self) -> str:
        """The FEN letter."""
        return str(self)

    def __repr__(self) -> str:
        return f"Piece({str(self)!r})"


class SquareSet(AbstractSet[int]):
    """A set of squares, in their order. `in` takes numbers and names; int() is the mask, as of python-chess: bit 0 is a1."""

    __slots__ = ("_mask", "_board")

    def __init__(self, mask: int, files: int = 8) -> None:
        self._mask = mask
        self._board = files

    @classmethod
    def _from_iterable(cls, squares: Iterable[Any]) -> FrozenSet[Any]:
        return frozenset(squares)

    def __contains__(self, given: object) -> bool:
        if not isinstance(given, (int, str)):
            return False
        return bool(self._mask >> square_number(given, self._board) & 1)

    def __iter__(self) -> Iterator[int]:
        return (number for number in range(8 * self._board) if self._mask >> number & 1)

    def __len__(self) -> int:
        return bin(self._mask).count("1")

    def __int__(self) -> int:
        return self._mask

    def names(self) -> List[str]:
        """The names of the squares, from a1: ["e1", "h1"]."""
        return [square_name(number, self._board) for number in self]

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"<SquareSet: {' '.join(self.names())}>"


class Move(NamedTuple):
    """A move as UCI writes it: from where, to where, and what a pawn becomes. It is a value and knows no position:
    Position.san(), is_capture() and the others say what it is in one.

    Castling is the king's way, e1g1, in standard chess; in other variants the king takes his rook, e1h1, as engines have it.
    """

    from_square: int
    to_square: int
    promotion: Optional[int] = None
    files: int = 8

    @classmethod
    def from_uci(cls, uci: str, files: int = 8) -> "Move":
        """The move of a UCI text: "e2e4", "e7e8q", "0000". On a board of 10 files these are to be given."""
        if uci == "0000":
            return cls.null()
        promotion = LETTERS.find(uci[4:].upper()) + 1 if len(uci) == 5 and uci[4].islower() else 0
        if len(uci) not in (4, 5) or (len(uci) == 5 and promotion in (0, PAWN, KING)):
            raise ValueError(f"{uci!r} is no move of UCI")
        return cls(parse_square(uci[:2], files), parse_square(uci[2:4], files), promotion or None, files)

    @classmethod
    def null(cls) -> "Move":
        """The null move, 0000: the other side is to move. It is the only move that is false."""
        return cls(0, 0)

    def uci(self) -> str:
        """The text: "e2e4", "e7e8q", "0000"."""
        if not self:
            return "0000"
        letter = LETTERS[self.promotion - 1].lower() if self.promotion else ""
        return square_name(self.from_square, self.files) + square_name(self.to_square, self.files) + letter

    def __bool__(self) -> bool:
        return self.from_square != self.to_square

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r}" + (f", {self.files})" if self.files != 8 else ")")


Move.from_square.__doc__ = "The square that the piece leaves: 0 to 63, on 10x8 to 79."
Move.to_square.__doc__ = "The square that it goes to; of a king that castles see Move."
Move.promotion.__doc__ = "What a pawn becomes: 2 knight, 3 bishop, 4 rook, 5 queen, 7 archbishop, 8 chancellor; else None."
Move.files.__doc__ = "Files of the board: 8 or 10."
