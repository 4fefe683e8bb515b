# SPDX-License-Identifier: MIT
"""What each run needs: profile, inputs, threads, reports, totals."""
from __future__ import annotations

import errno
import json
import os
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import Report, _text, encode_name, error_class, exception_of, new_error, raise_status, report_of, reason_names, sized
from ._fenmill import ffi, lib

PathLike = Union[str, "os.PathLike[str]"]
Bytes = Union[bytes, bytearray, memoryview]
ProfileLike = Union[PathLike, Mapping[str, Any]]
"""A profile: the name of a YAML file, or keys and values as in one."""
Input = Union[PathLike, Bytes, Any]
"""The name of a file or folder, the bytes of one, or an object with read(n) that returns bytes."""

MAX_REPORTS = 1000
"""How many reports `errors` keeps."""


# Profiles.

def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"a value of a profile is a text, number, bool, list or dict, not {type(value).__name__}")


def set_key(profile: Any, key: str, value: Any) -> None:
    """Set one key, written with points: "output.castling"."""
    error = new_error()
    status = lib.fm_profile_set(profile, encode_name(key), encode_name(_value(value)), error)
    if status != lib.FM_OK:
        raise_status(status, error)


def _read_yaml(profile: Any, name: str, text: bytes) -> None:
    error = new_error()
    status = lib.py_profile_read(profile, os.fsencode(name), text, len(text), error)
    if status != lib.FM_OK:
        raise_status(status, error)


def new_profile(wanted: Optional[ProfileLike]) -> Any:
    """A profile of its own, not yet finished."""
    out = ffi.new("struct fm_profile **")
    status = lib.fm_profile_new(out)
    if status != lib.FM_OK:
        raise_status(status, None)
    profile = ffi.gc(out[0], lib.fm_profile_free)
    if wanted is None:
        return profile
    if isinstance(wanted, (str, os.PathLike)):
        with open(wanted, "rb") as file:
            _read_yaml(profile, os.fspath(wanted), file.read())
        return profile
    if not isinstance(wanted, Mapping):
        raise TypeError(f"a profile is the name of a file or a mapping, not {type(wanted).__name__}")
    # JSON is YAML. A key with points is one of a group, which YAML would write below it.
    groups = {key: value for key, value in wanted.items() if "." not in key}
    if groups:
        _read_yaml(profile, "profile", json.dumps({"fenmill": 1, **groups}, ensure_ascii=False).encode("utf-8", "surrogateescape"))
    for key, value in wanted.items():
        if "." in key:
            set_key(profile, key, value)
    return profile


def finish_profile(profile: Any) -> None:
    """No key changes any more."""
    error = new_error()
    status = lib.fm_profile_finish(profile, error)
    if status != lib.FM_OK:
        raise_status(status, error)


def thread_count(threads: Optional[int]) -> int:
    """As many as there are processors for this process."""
    if threads is None:
        count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(count, 256)
    if not 1 <= threads <= 256:
        raise ValueError("there are 1 to 256 threads")
    return threads


# Inputs.

class _Source:
    """An object with read() that a run reads; what that raises is raised again after the run."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.raised: Optional[BaseException] = None

    def read(self, to: Any, room: int) -> int:
        data = self.file.read(room)
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError("an input must be open in binary mode: read() must return bytes")
        if len(data) > room:
            raise ValueError("read(n) has returned more than n bytes")
        ffi.memmove(to, data, len(data))
        return len(data)


@ffi.def_extern(error=-errno.EIO)  # type: ignore[misc]
def py_on_read(user: Any, to: Any, room: int) -> int:
    source = ffi.from_handle(user)
    try:
        return source.read(to, room)  # type: ignore[no-any-return]
    except BaseException as raised:  # noqa: B902: the run must end, whatever it is
        source.raised = raised
        return -errno.EIO


class Inputs:
    """A struct fm_inputs, and all that it points to."""

    def __init__(self, inputs: Union[Input, Sequence[Input]]) -> None:
        if isinstance(inputs, (list, tuple)):
            given = list(inputs)
        else:
            given = [inputs]
        self._keep: List[Any] = []
        self.sources: List[_Source] = []
        rows: List[Tuple[Any, bool, Any]] = []
        for one in given:
            rows.extend(self._rows(one))
        names = ffi.new("char *[]", [name for name, _, _ in rows] or [ffi.NULL])
        found = ffi.new("bool[]", [was_found for _, was_found, _ in rows] or [False])
        sources = ffi.new("struct fm_byte_source *[]", [source for _, _, source in rows] or [ffi.NULL])
        self._keep += [names, found, sources]
        self.handle = sized("struct fm_inputs", {"names": names, "found": found, "count": len(rows)})
        if any(source != ffi.NULL for _, _, source in rows):
            self.handle.sources = sources

    def _rows(self, one: Input) -> Iterable[Tuple[Any, bool, Any]]:
        if isinstance(one, (bytes, bytearray, memoryview)):
            data = ffi.from_buffer(one)
            text = {"p": ffi.cast("unsigned char *", data), "n": len(data)}
            self._keep.append(data)
            return [self._source("(bytes)", {"bytes": text})]
        if isinstance(one, (str, os.PathLike)):
            return self._files(os.fsencode(one))
        if not callable(getattr(one, "read", None)):
            raise TypeError(f"an input is a name, bytes, or an object with read(), not {type(one).__name__}")
        source = _Source(one)
        user = ffi.new_handle(source)
        self.sources.append(source)
        self._keep.append(user)
        name = getattr(one, "name", None)
        return [self._source(name if isinstance(name, str) else "(file)", {"read": lib.py_on_read, "user": user})]

    def _source(self, name: str, values: Dict[str, Any]) -> Tuple[Any, bool, Any]:
        source = sized("struct fm_byte_source", values)
        text = ffi.new("char[]", os.fsencode(name.replace("\0", "?")))
        self._keep += [source, text]
        return text, False, source

    def _files(self, name: bytes) -> List[Tuple[Any, bool, Any]]:
        """The files of a folder, or the name as it is."""
        if b"\0" in name:
            raise ValueError("a NUL character is in the name of an input")
        text = ffi.new("char[]", name)
        names = ffi.new("char *[]", [text])
        search = sized("struct fm_input_search", {"names": names, "count": 1})
        made = ffi.new("struct fm_inputs **")
        error = new_error()
        status = lib.fm_inputs_expand(search, made, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        out = made[0]
        try:
            rows = []
            for i in range(out.count):
                copied = ffi.new("char[]", ffi.string(out.names[i]))
                self._keep.append(copied)
                rows.append((copied, out.found != ffi.NULL and bool(out.found[i]), ffi.NULL))
            return rows
        finally:
            lib.fm_inputs_free(out)

    def raise_again(self) -> None:
        """What a read() has raised."""
        for source in self.sources:
            if source.raised is not None:
                raise source.raised


# Reports.

class Reports:
    """Takes what a run reports: the first are kept, all are passed on if the caller wants them."""

    def __init__(self, on_report: Optional[Callable[[Report], None]]) -> None:
        self.kept: List[Report] = []
        self.raised: Optional[BaseException] = None
        self._pass = on_report
        self._cancel: Optional[Callable[[], None]] = None
        self._user = ffi.new_handle(self)
        left = MAX_REPORTS if on_report is None else (1 << 64) - 1
        self.handle = ffi.new("struct py_reports *", {"user": self._user, "left": left, "pass": lib.py_on_report})

    def cancel_with(self, cancel: Callable[[], None]) -> None:
        """What ends the run if the caller's function raises."""
        self._cancel = cancel

    def take(self, report: Report) -> None:
        if len(self.kept) < MAX_REPORTS:
            self.kept.append(report)
        if self._pass is not None and self.raised is None:
            try:
                self._pass(report)
            except BaseException as raised:  # noqa: B902: raised again after the run
                self.raised = raised
                if self._cancel is not None:
                    self._cancel()

    def raise_again(self) -> None:
        """What the caller's function has raised."""
        if self.raised is not None:
            raise self.raised


@ffi.def_extern()  # type: ignore[misc]
def py_on_report(user: Any, error: Any) -> None:
    ffi.from_handle(user).take(report_of(error))


# Totals.

@dataclass(frozen=True)
class Totals:
    """Counts of a run, from 0. Each game or record is one of kept, unselected and rejected.

    inputs          Inputs that were read.
    bytes           Bytes of the inputs, decompressed.
    games           Games and records of lists.
    kept            Of these, as many as all conditions hold for.
    unselected      As many as a condition does not hold for.
    rejected        As many as cannot be read.
    plies           Plies of the games.
    records         Written: positions, rows.
    games_written   Games written.
    stray           Spans of text that belong to no game.
    unwritten       Positions that were skipped, as a field of theirs is empty.
    duplicates      Games or positions left out as duplicates.
    inputs_failed   Inputs that could not be read to their end.
    unverified      Games of damaged inputs that no checksum confirms.
    copies          Of games and records written, second ones: in the file of the other player.
    tags_set        Tags that `input.tag-table` has filled in or replaced.
    ended_early     True: by a limit; not all was read.
    by_reason       Games rejected, or warnings, by the name of the reason.
    by_class        Games by class: "classic", "chess960" ...
    """

    inputs: int
    bytes: int
    games: int
    kept: int
    unselected: int
    rejected: int
    plies: int
    records: int
    games_written: int
    stray: int
    unwritten: int
    duplicates: int
    inputs_failed: int
    unverified: int
    copies: int
    tags_set: int
    ended_early: bool
    by_reason: Dict[str, int]
    by_class: Dict[str, int]


def _class_names() -> Iterator[Tuple[int, str]]:
    number = 0
    while name := _text(lib.fm_class_name(number)):
        yield number, name
        number += 1


def _counts(names: Iterable[Tuple[int, str]], count_of: Callable[[int], int]) -> Dict[str, int]:
    return {name: count for number, name in names if (count := count_of(number))}


def totals_of(totals: Any) -> Totals:
    """Copy a struct fm_totals."""
    return Totals(
        inputs=totals.inputs,
        bytes=totals.bytes,
        games=totals.games,
        kept=totals.kept,
        unselected=totals.unselected,
        rejected=totals.rejected,
        plies=totals.plies,
        records=totals.records,
        games_written=totals.games_written,
        stray=totals.stray,
        unwritten=totals.unwritten,
        duplicates=totals.duplicates,
        inputs_failed=totals.inputs_failed,
        unverified=totals.unverified,
        copies=totals.copies,
        tags_set=totals.tags_set,
        ended_early=totals.ended_early,
        by_reason=_counts(reason_names(), lambda number: int(lib.fm_totals_reason(totals, number, False))),
        by_class=_counts(_class_names(), lambda number: int(lib.fm_totals_class(totals, number))),
    )


# Runs.

class Run:
    """A converter from its making to its end, in a thread of its own, so that Ctrl-C ends it soon."""

    def __init__(self, profile: Any, threads: Optional[int]) -> None:
        out = ffi.new("struct fm_converter **")
        error = new_error()
        status = lib.fm_converter_new(profile, thread_count(threads), out, error)
        if status != lib.FM_OK:
            raise_status(status, error)
        # The converter uses the profile until it is freed itself.
        self.handle = ffi.gc(out[0], lambda handle, profile=profile: lib.fm_converter_free(handle))

    def write_to(self, destinations: Any) -> None:
        error = new_error()
        status = lib.fm_converter_to(self.handle, destinations, error)
        if status != lib.FM_OK:
            raise_status(status, error)

    def cancel(self) -> None:
        lib.fm_converter_cancel(self.handle)

    def read(self, inputs: Inputs, reports: Reports, warnings: bool) -> Tuple[int, Any]:
        """Read everything; returns status and error."""
        reports.cancel_with(self.cancel)
        events = sized(
            "struct fm_events",
            {"user": reports.handle, "message": ffi.addressof(lib, "py_report"), "warnings": warnings},
        )
        error = new_error()
        ended: List[int] = []

        def work() -> None:
            ended.append(lib.fm_converter_run(self.handle, inputs.handle, events, error))

        thread = threading.Thread(target=work, name="fenmill")
        thread.start()
        while True:
            try:
                thread.join()
                break
            except BaseException:
                self.cancel()
                _join(thread)
                raise
        reports.raise_again()
        inputs.raise_again()
        return ended[0], error

    def totals(self) -> Totals:
        return totals_of(lib.fm_converter_totals(self.handle))


def _join(thread: threading.Thread) -> None:
    """A second Ctrl-C must not leave a run that goes on: it uses what its caller frees."""
    while thread.is_alive():
        try:
            thread.join()
        except KeyboardInterrupt:
            pass


def failure(status: int, error: Any, reports: List[Report]) -> Optional[Exception]:
    """The exception that the end of a run means, or None."""
    if status in (lib.FM_OK, lib.FM_REJECTED):
        return None
    # Where the run went on after what failed, that was a report, and has more to say.
    name = _text(lib.fm_status_name(status))
    for report in reports:
        if report.status == name:
            return error_class(status)(report)
    return exception_of(status, error)
