# SPDX-License-Identifier: MIT
"""Rows for other libraries, by Arrow's C stream interface: __arrow_c_stream__."""
from __future__ import annotations

import ctypes
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from ._errors import Report, _text, encode_name, new_error, raise_status
from ._fenmill import ffi, lib
from ._run import (
    MAX_REPORTS,
    Input,
    Inputs,
    ProfileLike,
    Reports,
    Totals,
    finish_profile,
    new_profile,
    thread_count,
    totals_of,
)

_NAME = b"arrow_array_stream"


ColumnName = Union[str, Tuple[str, str]]
"""A field ("fen", "eval", "White"), or a name for the column and the field."""


def capsule_of(stream: Any) -> Any:
    """A PyCapsule that owns a struct ArrowArrayStream; it is released with the capsule, if no consumer has taken it."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(_address(stream), _NAME, _address(ffi.addressof(lib, "py_capsule_free")))


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))


def export(table: Any, names: Sequence[str]) -> Any:
    """The capsule of a table in memory."""
    texts = [ffi.new("char[]", encode_name(name)) for name in names]
    stream = lib.py_stream_new(table, ffi.new("char *[]", texts), ffi.NULL, 0, ffi.NULL, ffi.NULL)
    if stream == ffi.NULL:
        raise MemoryError
    return capsule_of(stream)


class _Reading:
    """What a stream needs of Python until it is released; `open_readings` keeps it."""

    def __init__(self, stream: "Stream", inputs: Inputs) -> None:
        self.stream = stream
        self.inputs = inputs
        self.keep: List[Any] = []
        self.reports = Reports(stream._take)
        self.reports.handle.released = lib.py_on_release
        self.user = ffi.new_handle(self)
        self.reports.handle.user = self.user
        # The first reports alone cross the border, unless the caller wants them all.
        if stream._on_report is None:
            self.reports.handle.left = MAX_REPORTS

    def take(self, report: Report) -> None:
        """One report."""
        self.reports.take(report)


_open_readings: Set[_Reading] = set()


@ffi.def_extern()  # type: ignore[misc]
def py_on_end(user: Any, totals: Any) -> None:
    if totals != ffi.NULL:
        ffi.from_handle(user).stream._totals = totals_of(totals)


@ffi.def_extern()  # type: ignore[misc]
def py_on_release(user: Any) -> None:
    _open_readings.discard(ffi.from_handle(user))


class Stream:
    """Positions as batches of columns, for what takes Arrow's C streams; made by stream().

    `pyarrow.RecordBatchReader.from_stream(s)`, `polars.DataFrame(s)`, `duckdb.from_arrow(s)` and the like call
    `__arrow_c_stream__`, which reads the inputs from the beginning each time. A batch is read when it is requested: memory holds
    one. What ends the reading is the error of the stream.
    """

    __slots__ = {
        "errors": "The first 1,000 reports of the last reading: rejected games, failed inputs.",
        "raised": "What on_report has raised, which ended the reading; or None.",
        "_given": "", "_on_report": "", "_names": "", "_fields": "", "_kinds": "", "_totals": "", "__weakref__": "",
    }  # fmt: skip

    def __init__(
        self,
        inputs: Union[Input, Sequence[Input]],
        columns: Sequence[ColumnName],
        profile: Optional[ProfileLike],
        threads: Optional[int],
        rows: int,
        warnings: bool,
        on_report: Optional[Callable[[Report], None]],
    ) -> None:
        if not 1 <= rows < 1 << 31:
            raise ValueError("a batch has 1 to 2147483647 rows")
        self._given = (inputs, profile, threads, rows, warnings)
        self._on_report = on_report
        self._names, self._fields, self._kinds = column_kinds(columns)
        self._totals: Optional[Totals] = None
        self.errors: List[Report] = []
        self.raised: Optional[BaseException] = None
        # A mistake in the profile or in a name is found here.
        lib.py_stream_free(self._open())

    def _take(self, report: Report) -> None:
        if len(self.errors) < MAX_REPORTS:
            self.errors.append(report)
        if self._on_report is not None:
            try:
                self._on_report(report)
            except BaseException as raised:
                self.raised = raised
                raise

    def _open(self) -> Any:
        inputs, profile, threads, rows, warnings = self._given
        settings = new_profile(profile)
        finish_profile(settings)
        reading = _Reading(self, Inputs(inputs))
        made = lib.py_table_new(ffi.new("enum py_kind[]", self._kinds), len(self._kinds))
        if made == ffi.NULL:
            raise MemoryError
        made = ffi.gc(made, lib.py_table_free)
        texts = [ffi.new("char[]", encode_name(name)) for name in [*self._fields, *self._names]]
        count = len(self._fields)
        fields, names = ffi.new("char *[]", texts[:count]), ffi.new("char *[]", texts[count:])
        reading.keep += [texts, fields]
        out = ffi.new("struct py_games **")
        error = new_error()
        ffi.gc(settings, None)  # it is the reader's from here on
        # Objects with read() are read by the consumer's own thread, which may hold Python's lock while it waits.
        alone = bool(reading.inputs.sources)
        status = lib.py_games_new(
            settings, reading.inputs.handle, fields, count, 1 if alone else thread_count(threads), False, warnings, False,
            alone, out, error,
        )  # fmt: skip
        if status != lib.FM_OK:
            raise_status(status, error)
        games = out[0]
        reading.reports.cancel_with(partial(lib.fm_reader_cancel, games.reader))
        stream = lib.py_stream_new(made, names, games, rows, reading.reports.handle, lib.py_on_end)
        if stream == ffi.NULL:
            lib.py_games_free(games)
            raise MemoryError
        _open_readings.add(reading)
        return stream

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A PyCapsule "arrow_array_stream". Another schema than the stream's own cannot be requested."""
        self.errors = []
        self.raised = None
        self._totals = None
        return capsule_of(self._open())

    @property
    def totals(self) -> Totals:
        """Counts, once a consumer has read everything."""
        if self._totals is None:
            raise RuntimeError("totals are there when a consumer has read everything")
        return self._totals

    def __repr__(self) -> str:
        return f"<Stream of {', '.join(self._names)}>"


def stream(
    inputs: Union[Input, Sequence[Input]],
    columns: Sequence[ColumnName] = ("fen",),
    *,
    profile: Optional[ProfileLike] = None,
    threads: Optional[int] = None,
    rows: int = 1 << 16,
    warnings: bool = False,
    on_report: Optional[Callable[[Report], None]] = None,
) -> Stream:
    """Positions in batches, as Arrow's C stream: for files that no memory holds as a table().

    inputs      as for table(); of an object with read() only the first consumer has something
    columns     as for table(), but for fields of what is written (record, count, score ...)
    profile     its conditions say which games and positions are wanted
    threads     1 to 256; default: all processors
    rows        the most in a batch, 1 to 2147483647
    warnings, on_report   as for table(); it is called in the thread that takes the batches

    The schema is that of table(): the same for all inputs.
    """
    return Stream(inputs, columns, profile, threads, rows, warnings, on_report)


def field_meanings() -> Dict[str, str]:
    """Type and meaning of each field, by its name."""
    item = ffi.new("struct fm_list_item *")
    found: Dict[str, str] = {}
    while lib.fm_list_row(lib.FM_LIST_FIELDS, len(found), item):
        found[_text(item.name)] = _text(item.meaning)
    return found


def _kind(field: str, known: Dict[str, str]) -> int:
    # ply/10: in steps
    meaning = known.get(field.partition("/")[0])
    if meaning is not None and meaning.partition(" ")[0] == "boolean":
        return lib.PY_SWITCH  # type: ignore[no-any-return]
    kind = lib.fm_field_type(encode_name(field))
    if kind != lib.FM_TYPE_TEXT:
        return lib.PY_INTEGER if kind == lib.FM_TYPE_INTEGER else lib.PY_DECIMAL  # type: ignore[no-any-return]
    return lib.PY_TEXT if meaning is not None or "{" in field or field.startswith("op.") else lib.PY_TAG  # type: ignore[no-any-return]


def column_kinds(columns: Sequence[ColumnName]) -> Tuple[List[str], List[str], List[int]]:
    """Names, fields and kinds of columns."""
    if isinstance(columns, str):
        raise TypeError("columns is a list of names")
    if len(columns) == 0:
        raise ValueError("a table has at least one column")
    pairs = [(name, name) if isinstance(name, str) else (name[0], name[1]) for name in columns]
    known = field_meanings()
    return [name for name, _ in pairs], [field for _, field in pairs], [_kind(field, known) for _, field in pairs]
