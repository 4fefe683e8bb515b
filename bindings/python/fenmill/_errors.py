# SPDX-License-Identifier: MIT
"""What the library reports, in its own words: Report, and the exceptions that carry one."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, Iterator, List, NoReturn, Optional, Tuple, Type

from ._fenmill import ffi, lib

_TEXT_MAX = 4096


def _text(pointer: Any) -> str:
    """A NUL-terminated text of the library; what is not UTF-8 is kept as lone surrogates."""
    return "" if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "surrogateescape")  # type: ignore[no-any-return]


def _span(text: Any) -> str:
    return bytes(ffi.buffer(text.p, text.n)).decode("utf-8", "surrogateescape") if text.n else ""


def sized(kind: str, values: Dict[str, Any]) -> Any:
    """A struct of that kind, which begins with its size."""
    return ffi.new(kind + " *", {"size": ffi.sizeof(kind), **values})


def reason_names() -> Iterator[Tuple[int, str]]:
    """The reasons that the library knows."""
    number = 1
    while (name := _text(lib.fm_reason_name(number))) != "none":
        yield number, name
        number += 1


def encode(text: str) -> bytes:
    """A text for the library."""
    if not isinstance(text, str):
        raise TypeError(f"a str is needed, not {type(text).__name__}")
    return text.encode("utf-8", "surrogateescape")


def encode_name(text: str) -> bytes:
    """A text for the library that a NUL ends."""
    encoded = encode(text)
    if b"\0" in encoded:
        raise ValueError("a NUL character is in the text")
    return encoded


@dataclass(frozen=True)
class Report:
    """A fault or a warning. str() of it is the line that the program prints.

    text        The place, the game, what is wrong and why, in a line.
    status      The name of the status: "rejected", "input-failed" ...
    reason      The name of the reason ("illegal-move"), as `fenmill help reasons` lists them.
    warning     True: nothing was lost.
    input       The name of the input, profile or output.
    offset      Byte in the decompressed input, from 0.
    line        Line in it, from 1; 0 is unknown.
    column      Column of the line, from 1, in bytes; 0 is unknown.
    game        Number of the game in its input, from 1; 0: none.
    ply         Ply of the move, 1 is the first; 0: none.
    what        The offending text: a move, a FEN, a tag, a key.
    hint        What may have been meant.
    field       Which field of a FEN is wrong, in words.
    faults      Why a position is impossible, in words.
    position    The FEN where a game broke, if its moves were played.
    white       White of the game, by its tag.
    black       Black of the game, by its tag.
    date        Date of the game, by its tag.
    os_error    errno of an input or output that failed; 0: none.
    """

    text: str
    status: str
    reason: Optional[str] = None
    warning: bool = False
    input: Optional[str] = None
    offset: int = 0
    line: int = 0
    column: int = 0
    game: int = 0
    ply: int = 0
    what: str = ""
    hint: str = ""
    field: Optional[str] = None
    faults: Tuple[str, ...] = ()
    position: str = ""
    white: str = ""
    black: str = ""
    date: str = ""
    os_error: int = 0

    def __str__(self) -> str:
        return self.text


def fault_names(faults: int) -> Tuple[str, ...]:
    """The words of a set of faults."""
    names: List[str] = []
    index = 0
    while True:
        meaning = lib.fm_fault_meaning(index)
        if meaning == ffi.NULL:
            return tuple(names)
        if faults >> index & 1:
            names.append(_text(meaning))
        index += 1


def report_of(error: Any) -> Report:
    """Copy a struct fm_error, whose texts do not last."""
    out = ffi.new("char[]", _TEXT_MAX)
    lib.fm_error_text(error, out, _TEXT_MAX)
    name = lib.fm_status_name(error.status)
    field = lib.fm_fen_field_meaning(error.field)
    return Report(
        text=_text(out),
        status=_text(name),
        reason=_text(lib.fm_reason_name(error.reason)) if error.reason != lib.FM_REASON_NONE else None,
        warning=error.warning,
        input=_text(error.input) if error.input != ffi.NULL else None,
        offset=error.offset,
        line=error.line,
        column=error.column,
        game=error.game,
        ply=error.ply,
        what=_span(error.what),
        hint=_span(error.hint),
        field=_text(field) if field != ffi.NULL else None,
        faults=fault_names(error.faults),
        position=_span(error.position),
        white=_span(error.white),
        black=_span(error.black_name),
        date=_span(error.date),
        os_error=error.os_error,
    )


class Error(Exception):
    """What the library refuses. `report` has all that it knows of it.

    report      all that is known, a Report
    result      what a run (table, convert) has made before it failed, or of the other inputs; else None
    """

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report
        self.result: Any = None

    def __str__(self) -> str:
        return self.report.text

    @property
    def status(self) -> str:
        """The name of the status: "rejected", "bad-profile" ..."""
        return self.report.status

    @property
    def reason(self) -> Optional[str]:
        """The name of the reason ("illegal-move"), or None."""
        return self.report.reason

    @property
    def input(self) -> Optional[str]:
        """The name of the file, profile or output, or None."""
        return self.report.input

    @property
    def line(self) -> int:
        """The line in it, from 1; 0 is unknown."""
        return self.report.line

    @property
    def column(self) -> int:
        """The column of the line, from 1, in bytes; 0 is unknown."""
        return self.report.column

    @property
    def game(self) -> int:
        """The number of the game in its input, from 1; 0: none."""
        return self.report.game

    @property
    def ply(self) -> int:
        """The ply of the move, from 1; 0: none."""
        return self.report.ply

    @property
    def what(self) -> str:
        """What is wrong: a move, a FEN, a tag, a key."""
        return self.report.what


class Rejected(Error, ValueError):
    """A game, FEN, move or EPD record was refused; or a run ended at one (`input.on-error: stop`)."""


class UseError(Error, ValueError):
    """An argument or an option is wrong."""


class ProfileError(Error, ValueError):
    """A profile, or a key or value for one, is wrong."""


class InputError(Error, OSError):
    """An input could not be opened, read or decompressed."""


class OutputError(Error, OSError):
    """An output could not be made or written."""


_CLASSES: Dict[int, Type[Error]] = {
    lib.FM_REJECTED: Rejected,
    lib.FM_STOPPED: Rejected,
    lib.FM_BAD_USE: UseError,
    lib.FM_BAD_PROFILE: ProfileError,
    lib.FM_INPUT_FAILED: InputError,
    lib.FM_OUTPUT_FAILED: OutputError,
    lib.FM_PIPE_CLOSED: OutputError,
}


def error_class(status: int) -> Type[Error]:
    """The class of the exception for a status."""
    return _CLASSES.get(status, Error)


def exception_of(status: int, error: Any, instead: str = "") -> Exception:
    """The exception for a status other than FM_OK. `instead` is the text where the library filled no error record."""
    if status == lib.FM_NO_MEMORY:
        return MemoryError()
    if error is not None and error.status != lib.FM_OK:
        report = report_of(error)
    else:
        report = Report(text=instead, status=_text(lib.fm_status_name(status)))
    return error_class(status)(report if report.text else replace(report, text=instead or report.status))


def raise_status(status: int, error: Any, instead: str = "") -> NoReturn:
    """Raise exception_of()."""
    raise exception_of(status, error, instead)


def new_error() -> Any:
    """An empty struct fm_error."""
    return ffi.new("struct fm_error *")
