# SPDX-License-Identifier: MIT
# SPDX-License-Identifier: MIT
"""Chess games and positions at the speed of C: the library fenmill for Python."""
from ._arrow import Stream, stream
from ._convert import Conversion, convert
from ._epd import Epd
from ._errors import Error, InputError, OutputError, ProfileError, Rejected, Report, UseError, _text
from ._errors import reason_names as _reason_names
from ._fenmill import ffi as _ffi
from ._fenmill import lib as _lib
from ._games import Game, GamePosition, Games, read
from ._moves import (
    ARCHBISHOP,
    BISHOP,
    BLACK,
    CHANCELLOR,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Move,
    Piece,
    SquareSet,
    parse_square,
    square,
    square_name,
)
from ._position import START, Board, LegalMoves, Position, variants
from ._run import Totals
from ._table import Table, Text, fields, table

__version__: str = _text(_lib.fm_version())

__all__ = [
    "ARCHBISHOP",
    "BISHOP",
    "BLACK",
    "CHANCELLOR",
    "KING",
    "KNIGHT",
    "PAWN",
    "QUEEN",
    "ROOK",
    "WHITE",
    "START",
    "Board",
    "Conversion",
    "Epd",
    "Error",
    "Game",
    "GamePosition",
    "Games",
    "InputError",
    "LegalMoves",
    "Move",
    "OutputError",
    "Piece",
    "Position",
    "ProfileError",
    "Rejected",
    "Report",
    "SquareSet",
    "Stream",
    "Table",
    "Text",
    "Totals",
    "UseError",
    "convert",
    "fields",
    "parse_square",
    "read",
    "reason_meaning",
    "square",
    "square_name",
    "stream",
    "table",
    "variants",
]


def reason_meaning(name: str) -> str:
    """What the name of a reason or warning ("fen-layout") means, in a sentence."""
    for number, known in _reason_names():
        if known == name:
            return _text(_lib.fm_reason_meaning(number))
    raise ValueError(f"{name!r} is no reason; `fenmill help reasons` lists them")
