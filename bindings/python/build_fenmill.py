# SPDX-License-Identifier: MIT
"""Builds fenmill._fenmill, the compiled part of the module, with cffi.

The declarations are made of the library's own headers, as the compiler reads them, so that both cannot differ. pkg-config
finds the library; FENMILL_CFLAGS and FENMILL_LIBS take its place where one is used that is not installed.

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
}
void free(void *);
"""

HERE = os.path.dirname(os.path.abspath(__file__))


def flags(what, instead):
    """What the compiler needs, by pkg-config or the environment."""
    if instead in os.environ:
        return shlex.split(os.environ[instead])
    command = [os.environ.get("PKG_CONFIG", "pkg-config"), what, "libfenmill"]
    try:
        return shlex.split(subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit("libfenmill is not installed, or pkg-config does not find it: %s" % error)


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


def version(cflags):
    """That of the header: the module has the version of its library."""
    return re.search(r'#define FM_VERSION_STRING "([^"]*)"', preprocessed(cflags, "-dM")).group(1)


def builder():
    cflags = flags("--cflags", "FENMILL_CFLAGS")
    text = declarations(preprocessed(cflags))
    ffi = FFI()
    ffi.cdef(text + CALLBACKS)
    text = ""
    for name in ("native.c", "columns.c", "games.c"):
        with open(os.path.join(HERE, name), encoding="utf-8") as source:
            text += source.read()
    ffi.set_source("fenmill._fenmill", text, extra_compile_args=[*cflags, "-I" + HERE],
                   extra_link_args=flags("--libs", "FENMILL_LIBS"))
    return ffi


ffibuilder = builder()

if __name__ == "__main__":
    ffibuilder.compile(tmpdir=sys.argv[1])
