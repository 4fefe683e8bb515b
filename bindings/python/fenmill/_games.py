# SPDX-License-Identifier: MIT
"""Games, one after the other."""
from __future__ import annotations

import atexit
import os
import threading
import weakref
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from ._errors import Report, _text, encode_name, exception_of, new_error, raise_status, report_of
from ._fenmill import ffi, lib
from ._moves import Move
from ._position import Position, fen_style
from ._run import (
    MAX_REPORTS,
    Input,
    Inputs,
    ProfileLike,
    Totals,
    failure,
    finish_profile,
    new_profile,
    set_key,
    thread_count,
    totals_of,
)

_SEPARATOR = chr(lib.PY_SEPARATOR)
_FIELDS = ("fen", "last", "last.uci", "eval")
# How the reader writes FENs: py_fens() can make every other dialect of this.
_STYLE = {"output.castling": "xfen", "output.en-passant": "always", "output.counters": "fields"}
_bytes = ffi.new_allocator(should_clear_after_alloc=False)


class GamePosition(Position):
    """A position of a game, and the move that led to it. It cannot be played on: copy() can, and begins there.

    position["clock"] is the value of a field that read() was given, or None.
    """

    __slots__ = ("_game", "_index")
    _game: "Game"
    _index: int

    def __init__(self, game: "Game", index: int) -> None:
        self._game = game
        self._index = index

    def __getattr__(self, name: str) -> Any:
        # The library's position is made when it is first needed: FEN and move are there without it.
        if name != "_node":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self._node = self._game._node(self._index)
        return self._node

    def fen(self, castling: str = "xfen", en_passant: Optional[str] = None, counters: str = "fields") -> str:
        """The FEN, as of Position.fen(). That of all positions of the game is made in one step."""
        return self._game._fens(castling, en_passant, counters)[self._index] or super().fen(
            castling, en_passant, counters
        )

    @property
    def ply(self) -> int:
        """Plies played before it, from 0, the start position; of a record of a list as its move number says."""
        return self._game._numbers[0][self._index]

    @property
    def depth(self) -> int:
        """Depth of the variation that it is in, from 0, the main line."""
        return self._game._numbers[1][self._index]

    @property
    def move(self) -> Optional[Move]:
        """The move that led here; None for a start position."""
        return self._game._moves[self._index]

    @property
    def last(self) -> Optional[str]:
        """The move that led here, in SAN; None for a start position."""
        return self._game._column("last")[self._index] or None

    @property
    def last_uci(self) -> Optional[str]:
        """The same in UCI."""
        return self._game._column("last.uci")[self._index] or None

    @property
    def eval(self) -> Optional[int]:
        """Centipawns for White, -32767 to 32767, by the comment after that move ([%eval 0.25] and other forms); mate is
        32767 less the plies to it. None: there is none."""
        value = self._game._column("eval")[self._index]
        return int(value) if value else None

    def __getitem__(self, field: str) -> Optional[str]:
        """The value of a field that read() was given: position["clock"]; None if it has none."""
        return self._game._column(field)[self._index] or None

    @property
    def variant(self) -> str:
        """Its name: "standard", "chess960", "capablanca" ..."""
        return self._game.variant

    def push(self, move: Union[str, Move]) -> Move:
        """Raises TypeError: a position of a game stays what it is; its copy() can be played on."""
        raise TypeError("a position of a game stays what it is: push on its copy()")

    def pop(self) -> Move:
        """Raises TypeError, as push()."""
        raise TypeError("a position of a game stays what it is: go back in the game's positions")


class Game:
    """A game, or a record of a list, which is a game of one position. Iteration gives the positions after its moves."""

    __slots__ = {
        "input": "The name of the input that it is in.",
        "number": "Its number in its input, from 1; 0 with `part`, where it is not known.",
        "offset": "Where it begins, in bytes of the decompressed input, from 0.",
        "length": "Its length in the decompressed input, in bytes.",
        "class_name": '"classic", "chess960", "setup" or "variant".',
        "variant": 'The name of its variant: "standard", "chess960", "capablanca" ...',
        "result": '"1-0", "0-1", "1/2-1/2" or "*".',
        "listed": "True: it is a record of a list.",
        "_tags": "", "_numbers": "", "_raw": "", "_columns": "", "_styles": "", "_line": "", "_nodes": "", "__weakref__": "",
    }  # fmt: skip

    def __init__(self, game: Any, fields: Dict[str, int]) -> None:
        self.input: str = bytes(ffi.buffer(game.input.bytes, game.input.used)).decode("utf-8", "surrogateescape")
        self.number: int = game.number
        self.offset: int = game.offset
        self.length: int = game.length
        self.class_name = _text(game.class_name)
        self.variant = _text(game.variant)
        self.result = _text(game.result)
        self.listed: bool = game.listed
        count = game.positions
        self._tags: Any = _copy(game.tags)
        self._numbers: Tuple[List[int], List[int]] = (
            (ffi.unpack(game.plies, count), ffi.unpack(game.depths, count)) if count else ([], [])
        )
        self._raw = {name: _copy(game.values[i]) for name, i in fields.items()}
        self._columns: Dict[str, List[str]] = {}
        self._styles: Dict[Tuple[str, Optional[str], str], List[str]] = {}
        self._line: Optional[List[Optional[Move]]] = None
        self._nodes: Any = None

    @property
    def headers(self) -> Dict[str, str]:
        """The tags, decoded, in their order; of several of one name the first."""
        if isinstance(self._tags, bytes):
            parts = _split(self._tags) if self._tags else []
            tags: Dict[str, str] = {}
            for name, value in zip(parts[::2], parts[1::2]):
                tags.setdefault(name, value)
            self._tags = tags
        return self._tags  # type: ignore[no-any-return]

    def _column(self, field: str) -> List[str]:
        try:
            return self._columns[field]
        except KeyError:
            pass
        if field not in self._raw:
            raise KeyError(f"{field!r} is no field that read() was given")
        column = self._columns[field] = _split(self._raw[field]) if self._numbers[0] else []
        return column

    def _fens(self, castling: str, en_passant: Optional[str], counters: str) -> List[str]:
        wanted = (castling, en_passant, counters)
        try:
            return self._styles[wanted]
        except (KeyError, TypeError):
            pass
        dialect, rule, fields = fen_style(castling, en_passant, counters)
        fens = self._raw["fen"]
        out = _bytes("char[]", max(len(self._numbers[0]), 1) * lib.FM_FEN_SIZE)
        used = lib.py_fens(fens, len(fens), self.variant.encode(), dialect, rule, fields, out)
        if used > len(out):
            raise MemoryError
        written = self._styles[wanted] = _split(ffi.buffer(out, used)[:])
        return written

    @property
    def _moves(self) -> List[Optional[Move]]:
        if self._line is None:
            wide = self._numbers[0] and Position(self._column("fen")[0], variant=self.variant).files == 10
            files = 10 if wide else 8
            line = [Move.from_uci(text, files) if text else None for text in self._column("last.uci")]
            self._line = line
            return line
        return self._line

    def _node(self, index: int) -> Any:
        """What Position has of a position: the first alone, and from the second on all of the game in one step."""
        if self._nodes is None:
            self._nodes = ()
            return Position(self._column("fen")[index], variant=self.variant)._node
        if self._nodes == ():
            fens, count = self._raw["fen"], len(self._numbers[0])
            made = _Handles(count)
            if not lib.py_positions(fens, len(fens), self.variant.encode(), made.array):
                raise MemoryError
            self._nodes = made
        return self._nodes.array[index], None, None, self._nodes

    def positions(self, start: bool = False) -> Iterator[GamePosition]:
        """The positions after the moves, with `start` also the one before the first.

        A profile can choose among them (`positions.plies` ...); a record of a list has its one position. read() with
        variations=True has those of variations, too, where they leave from.
        """
        plies = self._numbers[0]
        first = 0 if start or self.listed or not plies or plies[0] > 0 else 1
        for index in range(first, len(plies)):
            yield GamePosition(self, index)

    def __iter__(self) -> Iterator[GamePosition]:
        return self.positions()

    def mainline(self) -> Iterator[GamePosition]:
        """The positions after the moves of the main line."""
        return (position for position in self.positions() if position.depth == 0)

    def _main(self) -> List[int]:
        """The positions of the main line, from the start; a profile may have left some out."""
        plies, depths = self._numbers
        main = [index for index, depth in enumerate(depths) if depth == 0]
        if not self.listed and [plies[index] for index in main] != list(range(len(main))):
            raise ValueError('the profile has left positions out; the field "moves.uci" has all moves')
        return main

    def mainline_moves(self) -> List[Move]:
        """The moves of the main line. Raises ValueError: the profile has left positions out."""
        moves = self._moves
        return [move for index in self._main() if (move := moves[index]) is not None]

    def board(self) -> Position:
        """The position before the first move, to be played on; of a record of a list its position.

        Raises ValueError: the profile has left it out.
        """
        main = self._main()
        if not main:
            raise ValueError("the profile has left all positions out")
        return GamePosition(self, main[0]).copy()

    def end(self) -> GamePosition:
        """The last position of the main line. Raises IndexError: there is none."""
        return GamePosition(self, [index for index, depth in enumerate(self._numbers[1]) if depth == 0][-1])

    def __repr__(self) -> str:
        return (
            f"<Game {self.number} of {self.input}: "
            f"{self.headers.get('White', '?')} - {self.headers.get('Black', '?')} {self.result}>"
        )


class _Handles:
    """The positions of a game, which are freed together."""

    def __init__(self, count: int) -> None:
        self.array = ffi.new("struct fm_position *[]", count)
        self._count = count

    def __del__(self) -> None:
        lib.py_positions_free(self.array, self._count)


def _copy(texts: Any) -> bytes:
    return ffi.buffer(texts.bytes, texts.used)[:] if texts.used else b""  # type: ignore[no-any-return]


def _split(texts: bytes) -> List[str]:
    return texts.decode("utf-8", "surrogateescape").split(_SEPARATOR)


_open: "weakref.WeakSet[Games]" = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    # A reader has threads of its own, which may call a read() of Python.
    for games in list(_open):
        games.close()


class Games(Iterator[Game]):
    """The games of inputs, an iterator; several threads may take games from it.

    errors      the first 1,000 reports so far: rejected games, failed inputs, guesses (report.warning)

    A rejected game is passed over; `totals` counts all. A child made by os.fork() has
    none of the threads that read: there this raises RuntimeError, and read() begins anew. Pickled, it is what read() was called
    with: the copy reads from the beginning.
    """

    def __init__(
        self,
        inputs: Union[Input, Sequence[Input]],
        profile: Optional[ProfileLike],
        fields: Sequence[str],
        variations: bool,
        threads: Optional[int],
        warnings: bool,
        on_report: Optional[Callable[[Report], None]],
        part: Union[None, str, Tuple[int, int]] = None,
    ) -> None:
        self._given = (inputs, profile, fields, variations, threads, warnings, on_report, part)
        if isinstance(fields, str):
            raise TypeError("fields is a list of names")
        self.errors: List[Report] = []
        self._on_report = on_report
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._totals: Optional[Totals] = None
        names = list(dict.fromkeys([*_FIELDS, *fields]))
        self._fields = {name: i for i, name in enumerate(names)}
        settings = new_profile(profile)
        for key, value in _STYLE.items():
            set_key(settings, key, value)
        if part is not None:
            set_key(settings, "input.shard", part if isinstance(part, str) else "{}/{}".format(*part))
        finish_profile(settings)
        self._inputs = Inputs(inputs)
        texts = [ffi.new("char[]", encode_name(name)) for name in names]
        keep = (self._inputs, texts, ffi.new("char *[]", texts))
        out = ffi.new("struct py_games **")
        error = new_error()
        ffi.gc(settings, None)  # it is the reader's from here on
        status = lib.py_games_new(
            settings, self._inputs.handle, keep[-1], len(names), thread_count(threads), variations, warnings,
            True, False, out, error,
        )  # fmt: skip
        if status != lib.FM_OK:
            raise_status(status, error)
        # What it reads from must last until it is freed, in whatever order this object's parts go.
        self._handle: Any = ffi.gc(out[0], lambda handle, keep=keep: lib.py_games_free(handle))
        _open.add(self)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Games, self._given

    def __iter__(self) -> "Games":
        return self

    def __next__(self) -> Game:
        fault = ffi.new("struct fm_error **")
        # Before the lock: in a child nobody would give it back.
        if self._is_forked():
            raise RuntimeError("the threads that read these games are in the parent process: read() them anew in this one")
        with self._lock:
            while self._handle is not None:
                error = new_error()
                status = lib.py_games_next(self._handle, fault, error)
                if status != lib.FM_OK:
                    self._end(status, error)
                elif fault[0] == ffi.NULL:
                    return Game(self._handle.game, self._fields)
                else:
                    self._report(report_of(fault[0]))
            raise StopIteration

    def _is_forked(self) -> bool:
        return self._handle is not None and self._process != os.getpid()

    def _report(self, report: Report) -> None:
        if len(self.errors) < MAX_REPORTS:
            self.errors.append(report)
        if self._on_report is not None:
            self._on_report(report)

    def _end(self, status: int, error: Any) -> None:
        raised = None
        if status != lib.FM_END:
            raised = failure(status, error, self.errors) or exception_of(status, error)
        totals = lib.fm_reader_totals(self._handle.reader)
        if totals != ffi.NULL:
            self._totals = totals_of(totals)
        self.close()
        self._inputs.raise_again()
        if raised is not None:
            raise raised

    @property
    def totals(self) -> Totals:
        """Counts, once all games were taken."""
        if self._totals is None:
            raise RuntimeError("totals are there when all games were taken")
        return self._totals

    def close(self) -> None:
        """Stop reading; there are no more games. Also the end of a with block."""
        if self._is_forked():
            return
        with self._lock:
            handle, self._handle = self._handle, None
        if handle is not None:
            ffi.release(handle)

    def __enter__(self) -> "Games":
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()


def read(
    inputs: Union[Input, Sequence[Input]],
    *,
    profile: Optional[ProfileLike] = None,
    fields: Sequence[str] = (),
    variations: bool = False,
    threads: Optional[int] = None,
    warnings: bool = False,
    on_report: Optional[Callable[[Report], None]] = None,
    part: Union[None, str, Tuple[int, int]] = None,
) -> Games:
    """Read games, or lists of positions, one after the other.

    inputs      as for table()
    profile     the name of a YAML file, or a mapping: its conditions say which games and positions are wanted
    fields      more values of positions (fields() lists them): position["clock"]
    variations  positions of variations, too
    threads     default: all processors
    warnings    report each warning, too
    on_report   is called with each report
    part        (2, 7), the second of seven parts of the inputs, or "2@plan.json", of a plan (fenmill plan)

    Rejected games are in `errors` and `totals` of what is returned. An input that fails raises InputError after the
    others were read; a profile that stops at a rejected game raises Rejected.
    """
    return Games(inputs, profile, fields, variations, threads, warnings, on_report, part)
