# SPDX-License-Identifier: MIT
"""Conversion of files, as the program does it."""
from __future__ import annotations

import errno
import os
from typing import Any, Callable, List, Optional, Sequence, Union

from ._errors import Report, sized
from ._fenmill import ffi, lib
from ._run import Input, Inputs, PathLike, ProfileLike, Reports, Run, Totals, failure, finish_profile, new_profile


class Conversion:
    """What convert() has done."""

    __slots__ = {
        "totals": "Counts of the run.",
        "errors": "The first 1,000 reports: rejected games, failed inputs and outputs, guesses (report.warning).",
    }

    def __init__(self, totals: Totals, errors: List[Report]) -> None:
        self.totals = totals
        self.errors = errors

    def __repr__(self) -> str:
        return f"<Conversion: {self.totals.kept} kept, {self.totals.rejected} rejected, {self.totals.records} records>"


class _Target:
    """An object with write() that takes an output; what that raises is raised again after the run."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.raised: Optional[BaseException] = None

    def write(self, data: bytes) -> None:
        while data:
            # A raw file may take a part; others return the length, or nothing.
            taken = self.file.write(data)
            if taken is None or taken >= len(data):
                return
            data = data[taken:]


@ffi.def_extern(error=errno.EIO)  # type: ignore[misc]
def py_on_write(user: Any, data: Any, n: int) -> int:
    target = ffi.from_handle(user)
    try:
        target.write(ffi.buffer(data, n)[:])
    except BaseException as raised:  # noqa: B902: raised again after the run
        target.raised = raised
        return errno.EIO
    return 0


def convert(
    inputs: Union[Input, Sequence[Input]],
    output: Any = None,
    *,
    profile: Optional[ProfileLike] = None,
    rejects: Optional[PathLike] = None,
    unselected: Optional[PathLike] = None,
    log: Optional[PathLike] = None,
    force: bool = False,
    threads: Optional[int] = None,
    warnings: bool = False,
    on_report: Optional[Callable[[Report], None]] = None,
) -> Conversion:
    """Read games or lists of positions, and write what the profile says.

    inputs      as for table()
    output      the name of a file (.gz and .zst compress), an object with write(bytes), or None: the outputs of the
                profile that have names, or nothing: everything is only read and checked
    profile     the name of a YAML file, or a mapping: {"output.format": "epd", "positions.quiet": True}
    rejects, unselected, log   names of files for these
    force       existing files may be replaced
    threads, warnings, on_report   as for table()

    Files get their names when they are complete. Failures raise as in table(); `result` is then the Conversion.
    """
    settings = new_profile(profile)
    finish_profile(settings)
    source, reports, run = Inputs(inputs), Reports(on_report), Run(settings, threads)
    names = {"rejects": rejects, "unselected": unselected, "log": log}
    target = None
    if isinstance(output, (str, os.PathLike)):
        names["output"] = output
    elif output is not None:
        if not callable(getattr(output, "write", None)):
            raise TypeError(f"an output is a name or an object with write(), not {type(output).__name__}")
        target = _Target(output)
    keep = {key: ffi.new("char[]", os.fsencode(name)) for key, name in names.items() if name is not None}
    to = sized("struct fm_destinations", {"force": force, **keep})
    if target is not None:
        keep["user"] = ffi.new_handle(target)
        to.write, to.write_user = lib.py_on_write, keep["user"]
    run.write_to(to)
    status, error = run.read(source, reports, warnings)
    if target is not None and target.raised is not None:
        raise target.raised
    result = Conversion(run.totals(), reports.kept)
    raised = failure(status, error, reports.kept)
    if raised is not None:
        raised.result = result  # type: ignore[attr-defined]
        raise raised
    return result
