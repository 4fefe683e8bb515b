# SPDX-License-Identifier: MIT
"""Tables: columns of numbers and texts in memory, without a Python object for each position."""
from __future__ import annotations

import errno
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union, overload

from ._arrow import ColumnName, column_kinds, export, field_meanings
from ._errors import Report, sized
from ._fenmill import ffi, lib
from ._run import Input, Inputs, ProfileLike, Reports, Run, Totals, failure, finish_profile, new_profile, set_key

class Text(Sequence[str]):
    """A column of texts, in the layout of Arrow: `data` has their bytes (UTF-8), one text after the other, and text i
    is data[offsets[i]:offsets[i + 1]]. A missing value is an empty text."""

    __slots__ = {"data": "The bytes of all texts.", "offsets": "int64, in bytes; one more than there are texts."}

    def __init__(self, data: memoryview, offsets: memoryview) -> None:
        self.data = data
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> List[str]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[str, List[str]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        return str(self.data[self.offsets[i] : self.offsets[i + 1]], "utf-8", "surrogateescape")

    def __iter__(self) -> Iterator[str]:
        begin = 0
        for end in self.offsets[1:]:
            yield str(self.data[begin:end], "utf-8", "surrogateescape")
            begin = end

    def tolist(self) -> List[str]:
        """All of them as a list."""
        return list(self)

    def __repr__(self) -> str:
        return f"<Text: {len(self)} texts>"

    def numpy(self) -> Any:
        """A numpy array of bytes ("S"), as wide as the longest text; a copy."""
        import numpy

        lengths = numpy.diff(numpy.asarray(self.offsets))
        width = max(int(lengths.max(initial=0)), 1)
        out = numpy.zeros(len(self), dtype=f"S{width}")
        lib.py_pad(
            ffi.from_buffer("unsigned char[]", out, require_writable=True),
            width,
            ffi.from_buffer("unsigned char[]", self.data),
            ffi.from_buffer("int64_t[]", self.offsets),
            len(self),
        )
        return out


Column = Union[Text, memoryview]
"""A memoryview of int64 ("q"), double ("d", NaN where a value is missing) or bool ("?"), or a Text."""


class Table(Mapping[str, Column]):
    """Columns by their names. numpy.asarray(table["eval"]) takes a column of numbers as it is, without a copy.

    `pyarrow.table(t)`, `polars.DataFrame(t)`, `duckdb.from_arrow(t)` and the like take it by `__arrow_c_stream__`, without a
    copy of texts and numbers: texts are large_string, tags dictionaries of these, numbers int64 and double, all with a
    validity mask, so that the tables of any two files have the same schema.
    """

    __slots__ = {
        "rows": "How many rows there are, from 0; len(table) is the number of columns.",
        "totals": "Counts of the run: totals.rejected ...",
        "errors": "The first 1,000 reports: rejected games, failed inputs; guesses and warnings are here, too (report.warning).",
        "_made": "", "_numbers": "", "_columns": "", "__weakref__": "",
    }  # fmt: skip

    def __init__(self, made: Any, names: Sequence[str], totals: Totals, errors: List[Report]) -> None:
        self._made = made
        self._numbers = {name: i for i, name in enumerate(names)}
        self._columns: Dict[str, Column] = {}
        self.rows: int = made.rows
        self.totals = totals
        self.errors = errors

    def __getitem__(self, name: str) -> Column:
        if name not in self._columns:
            self._columns[name] = _column(self._made, self._numbers[name])
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return f"<Table: {self.rows} rows of {', '.join(self)}>"

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A PyCapsule "arrow_array_stream" of one batch. Another schema than the table's own cannot be requested."""
        return export(self._made, list(self._numbers))

    def numpy(self) -> Dict[str, Any]:
        """The columns as numpy arrays, those of numbers without a copy; texts as bytes ("S")."""
        import numpy

        return {
            name: column.numpy() if isinstance(column, Text) else numpy.asarray(column)
            for name, column in self.items()
        }


_FORMATS = {lib.PY_INTEGER: "q", lib.PY_DECIMAL: "d", lib.PY_SWITCH: "?"}


def fields() -> Dict[str, str]:
    """The fields that a column can be, with type and meaning. Tags (White, Elo ...) and op.NAME are others, and texts."""
    return field_meanings()


def _view(made: Any, block: Any, size: int, code: str) -> memoryview:
    """A block of a struct py_table, which lives as long as a view of one of its blocks."""
    # The destructor does nothing but to have the table.
    owned = ffi.gc(ffi.cast("char *", block), lambda _, made=made: None)
    return memoryview(ffi.buffer(owned, size)).cast(code)


def _column(made: Any, index: int) -> Column:
    column, rows = made.column[index], made.rows
    if column.kind in (lib.PY_TEXT, lib.PY_TAG):
        return Text(_view(made, column.bytes, column.used, "B"), _view(made, column.offsets, (rows + 1) * 8, "q"))
    if column.kind == lib.PY_INTEGER and column.missing:
        doubles = ffi.new("double[]", max(rows, 1))
        lib.py_doubles(doubles, ffi.cast("int64_t *", column.bytes), rows)
        return memoryview(ffi.buffer(doubles, rows * 8)).cast("B").cast("d")
    return _view(made, column.bytes, column.used, _FORMATS[column.kind])


def table(
    inputs: Union[Input, Sequence[Input]],
    columns: Sequence[ColumnName] = ("fen",),
    *,
    profile: Optional[ProfileLike] = None,
    threads: Optional[int] = None,
    warnings: bool = False,
    on_report: Optional[Callable[[Report], None]] = None,
) -> Table:
    """Read games or lists of positions into columns: a row for each position, or as `output.rows` of the profile says.

    inputs      the name of a PGN, FEN or EPD file, plain or compressed, or of a folder; bytes; a file open for reading
                in binary mode; or a list of these
    columns     fields (fields() lists them), names of tags, or pairs of a name and a field
    profile     the name of a YAML file, or a mapping: {"games.class": "classic", "positions.quiet": True}
    threads     default: all processors
    warnings    report each warning, too; else they are only counted, in totals.by_reason
    on_report   is called with each report, in the order of the input, from another thread

    Numbers are int64, or double with NaN where one is missing; check is bool; everything else is a Text. By Arrow's
    interface they are what their field is, with a mask.

    Rejected games are in `errors` and `totals` of the table. An input that fails raises InputError after the others
    were read, whose `result` is the table of what could be read; so does a profile that stops at a rejected game, with
    Rejected.
    """
    names, wanted, kinds = column_kinds(columns)
    settings = new_profile(profile)
    set_key(settings, "output.format", "tsv")
    set_key(settings, "output.header", False)
    set_key(settings, "output.columns", [field if name == field else {name: field} for name, field in zip(names, wanted)])
    finish_profile(settings)
    made = lib.py_table_new(ffi.new("enum py_kind[]", kinds), len(kinds))
    if made == ffi.NULL:
        raise MemoryError
    made = ffi.gc(made, lib.py_table_free)

    source, reports, run = Inputs(inputs), Reports(on_report), Run(settings, threads)
    write = ffi.addressof(lib, "py_table_write")
    run.write_to(sized("struct fm_destinations", {"write": write, "write_user": made}))
    status, error = run.read(source, reports, warnings)
    if status == lib.FM_OUTPUT_FAILED and error.os_error == errno.ENOMEM:
        raise MemoryError
    ended = lib.py_table_end(made)
    if ended == errno.ENOMEM:
        raise MemoryError
    if ended != 0 and status in (lib.FM_OK, lib.FM_REJECTED):
        raise AssertionError("the library wrote something else than rows")
    result = Table(made, names, run.totals(), reports.kept)
    raised = failure(status, error, reports.kept)
    if raised is not None:
        raised.result = result  # type: ignore[attr-defined]
        raise raised
    return result
