# SPDX-License-Identifier: MIT
"""EPD records: a position with operations."""
from __future__ import annotations

import threading
from typing import Any, Iterator, List, MutableMapping, Tuple

from ._errors import _span, encode, encode_name, new_error, raise_status
from ._fenmill import ffi, lib
from ._position import Position


class Epd(MutableMapping[str, str]):
    """An EPD record, a mapping from opcodes to operands: epd["bm"], epd["id"] = "new", del epd["acd"].

    Operands are texts: moves with blanks between them, an integer, a string without its quotes. str(epd) is the
    record; what is not changed stays as it was written. The position need not be possible: position() finds that out.
    """

    __slots__ = ("_handle", "_lock")

    def __init__(self, record: str) -> None:
        text = encode(record)
        out = ffi.new("struct fm_epd **")
        error = new_error()
        status = lib.py_epd_read(text, len(text), out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        self._handle: Any = ffi.gc(out[0], lib.fm_epd_free, len(text) + 512)
        self._lock = threading.Lock()

    def operations(self) -> List[Tuple[str, str]]:
        """Each operation in its place: opcode, and operands as they are written, quotes included."""
        opcode, operands = ffi.new("struct fm_text *"), ffi.new("struct fm_text *")
        found: List[Tuple[str, str]] = []
        with self._lock:
            while lib.fm_epd_operation(self._handle, len(found), opcode, operands):
                found.append((_span(opcode), _span(operands)))
        return found

    def position(self) -> Position:
        """The position, if it is one; raises Rejected."""
        return Position(str(self))

    def __str__(self) -> str:
        length = ffi.new("size_t *")
        with self._lock:
            lib.fm_epd_text(self._handle, ffi.NULL, 0, length)
            size = length[0] + 1
            out = ffi.new("char[]", size)
            status = lib.fm_epd_text(self._handle, out, size, length)
            text = ffi.buffer(out, length[0])[:]
        if status != lib.FM_OK:
            raise_status(status, None)
        return text.decode("utf-8", "surrogateescape")  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Epd({str(self)!r})"

    def __reduce__(self) -> Any:
        return Epd, (str(self),)

    def __getitem__(self, opcode: str) -> str:
        value = ffi.new("struct fm_text *")
        name = encode_name(opcode)
        with self._lock:
            if not lib.fm_epd_get(self._handle, name, value):
                raise KeyError(opcode)
            return _span(value)

    def __setitem__(self, opcode: str, value: str) -> None:
        name, text = encode_name(opcode), encode(value)
        with self._lock:
            status = lib.py_epd_set(self._handle, name, text, len(text))
        if status != lib.FM_OK:
            raise_status(status, None, f"{opcode!r} {value!r}: this is no opcode, or no value for it")

    def __delitem__(self, opcode: str) -> None:
        if opcode not in self:
            raise KeyError(opcode)
        with self._lock:
            status = lib.py_epd_set(self._handle, encode_name(opcode), ffi.NULL, 0)
        if status != lib.FM_OK:
            raise_status(status, None)

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self.operations()))

    def __len__(self) -> int:
        return len(dict(self.operations()))
