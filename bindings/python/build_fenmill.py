# SPDX-License-Identifier: MIT
"""Builds fenmill._fenmill, the compiled part of the module, with cffi.

The declarations are made of the library's own headers, as the compiler reads them, so that both cannot differ. The library is built
from its sources, static, and is in the module (setup.py). FENMILL_CFLAGS and FENMILL_LIBS name one that is built already
in its place; pkg-config prints what they need.

    python3 build_fenmill.py FOLDER     leaves the compiled module in FOLDER/fenmill, without setuptools' own build
"""
import glob
import os
import re
import shlex
import subprocess
import sys
import sysconfig

from cffi import FFI

# The functions of Python that the library calls, from threads of its own.
CALLBACKS = """
extern "Python" {
    ptrdiff_t py_on_read(void *user, void *to, size_t room);
    int py_on_write(void *user, const void *bytes, size_t n);
    void py_on_report(void *user, const struct fm_error *error);
    void py_on_end(void *user, const struct fm_totals *totals);
    void py_on_release(void *user);
}
void free(void *);
void py_capsule_free(void *);
"""

HERE = os.path.dirname(os.path.abspath(__file__))
# The sources of the library: beside this file in a source distribution, else the tree that this folder is of.
SOURCES = next(
    (path for path in (os.path.join(HERE, "library"), os.path.dirname(os.path.dirname(HERE)))
     if os.path.exists(os.path.join(path, "lib", "fenmill.h"))),
    "",
)


def given():
    """A library that is built already, as words for the compiler and for the linker; None where it is to be built."""
    if "FENMILL_LIBS" in os.environ:
        return shlex.split(os.environ.get("FENMILL_CFLAGS", "")), shlex.split(os.environ["FENMILL_LIBS"])
    if not SOURCES:
        raise SystemExit("the sources of fenmill are not beside this folder: name a library by FENMILL_CFLAGS and FENMILL_LIBS")
    return None


def compiler_flags():
    """Where fenmill.h is, for the compiler."""
    return given()[0] if given() else ["-I" + os.path.join(SOURCES, "lib")]


def preprocessed(cflags, *options):
    """What the compiler sees of native.h and the headers that it includes, and where each line is from."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    # cffi does not read attributes.
    command = [*compiler, "-E", "-D__attribute__(x)=", *cflags, *options, os.path.join(HERE, "native.h")]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def declarations(text):
    """The lines of our own headers."""
    lines = []
    ours = False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            ours = re.search(r"(^|/)(native|fenmill|fenmill/[a-z]+)\.h$", marker.group(1)) is not None
        elif ours:
            lines.append(line)
    return used("\n".join(lines))


def used(text):
    """Without the functions that no file of the module names: a library that lacks one of these will do."""
    named = set()
    for path in glob.glob(os.path.join(HERE, "fenmill", "*.py")):
        with open(path, encoding="utf-8") as source:
            named.update(re.findall(r"\b(?:fm|py)_\w+", source.read()))
    function = re.compile(r"^[\w\s*]*?\b((?:fm|py)_\w+)\s*\([^;{}]*\);", re.MULTILINE)
    return function.sub(lambda match: match.group(0) if match.group(1) in named else "", text)


def version():
    """That of the header: the module has the version of its library."""
    return re.search(r'#define FM_VERSION_STRING "([^"]*)"', preprocessed(compiler_flags(), "-dM")).group(1)


def builder():
    cflags = compiler_flags()
    text = declarations(preprocessed(cflags))
    ffi = FFI()
    ffi.cdef(text + CALLBACKS)
    text = ""
    for name in ("native.c", "columns.c", "games.c", "arrow.c"):
        with open(os.path.join(HERE, name), encoding="utf-8") as source:
            text += source.read()
    ffi.set_source("fenmill._fenmill", text, extra_compile_args=[*cflags, "-I" + HERE],
                   extra_link_args=given()[1] if given() else [])
    return ffi


ffibuilder = builder()

if __name__ == "__main__":
    ffibuilder.compile(tmpdir=sys.argv[1])
