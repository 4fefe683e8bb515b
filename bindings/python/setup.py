# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot tell setuptools: the compiled part with the library inside, and that the version is the library's."""
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    try:
        from wheel.bdist_wheel import bdist_wheel
    except ImportError:  # no wheels: "setup.py install" of packagers
        bdist_wheel = None

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import build_fenmill  # noqa: E402

# What building the library needs of its tree, and no more: its tests and documents stay there.
LIBRARY = (
    "LICENSE", "Makefile.am", "Makefile.in", "aclocal.m4", "config.h.in", "configure", "configure.ac", "build-aux/*", "m4/*.m4",
    "local.mk", "*/local.mk", "lib/*/local.mk", "lib/*.*", "lib/*/*.*", "packaging/fenmill.spec.in",
)
# What every Linux has, and every Python with it: a module that needs no more runs on other systems than that where it was built.
COMMON = re.compile(r"(libc|libm|libpthread|libdl|librt|ld-linux[\w-]*)\.so")


def built_library(folder):
    """Build the static library in a folder, and say what links it."""
    configure = os.path.join(build_fenmill.SOURCES, "configure")
    if not os.path.exists(configure):
        raise SystemExit("%s is not there: run ./bootstrap or autoreconf -fi in its folder" % configure)
    os.makedirs(folder, exist_ok=True)
    environment = dict(os.environ)
    environment.setdefault("CFLAGS", "-O3")
    # The sources are complete: nothing of autotools is to be made anew, whatever the times of files are.
    make = [environment.get("MAKE", "make"), "-s", "--no-print-directory", "ACLOCAL=:", "AUTOCONF=:", "AUTOMAKE=:", "AUTOHEADER=:"]

    def run(command, **how):
        return subprocess.run(command, cwd=folder, env=environment, check=True, universal_newlines=True, **how).stdout

    if not os.path.exists(os.path.join(folder, "config.status")):
        run(["sh", configure, "-q", "--disable-shared", "--enable-static", "--with-pic", *shlex.split(environment.get("FENMILL_CONFIGURE", ""))])
    run([*make, "-j%d" % (os.cpu_count() or 1), "libfenmill.la"])
    libraries = run([*make, "-f", "-", "libraries"], input="include Makefile\nlibraries:\n\t@echo $(LDFLAGS) $(libfenmill_core_la_LIBADD) $(LIBS)\n",
                    stdout=subprocess.PIPE)
    # No symbol of what is inside can meet one of another module's.
    hidden = ["-Wl,--exclude-libs,ALL"] if sys.platform.startswith("linux") else []
    return [os.path.join(folder, ".libs", "libfenmill.a"), *shlex.split(libraries), "-pthread", *hidden]


class BuildModule(build_ext):
    def build_extensions(self):
        if not build_fenmill.given():
            libraries = built_library(os.path.abspath(os.path.join(self.build_temp, "library")))
            for extension in self.extensions:
                extension.extra_link_args += libraries
        super().build_extensions()


class SourceDistribution(sdist):
    """With the sources of the library."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for pattern in LIBRARY:
            for path in glob.glob(os.path.join(build_fenmill.SOURCES, pattern)):
                to = os.path.join(base_dir, "library", os.path.relpath(path, build_fenmill.SOURCES))
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy2(path, to)


def needs(path):
    """The shared libraries that a module names, and the newest version of glibc of which it has a symbol."""
    command = ["readelf", "-W", "-d", "-V", path]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True, env={**os.environ, "LC_ALL": "C"}).stdout
    versions = [tuple(map(int, pair)) for pair in re.findall(r"\bGLIBC_(\d+)\.(\d+)", text)]
    return re.findall(r"\(NEEDED\).*\[([^]]*)\]", text), max(versions, default=None)


commands = {"build_ext": BuildModule, "sdist": SourceDistribution}
if bdist_wheel:

    class Wheel(bdist_wheel):
        def get_tag(self):
            """A module that needs glibc alone is tagged with the version of it that it needs (PEP 600)."""
            python, abi, platform = super().get_tag()
            modules = glob.glob(os.path.join(self.bdist_dir, "fenmill", "_fenmill*.so"))
            if modules and platform.startswith("linux_") and shutil.which("readelf"):
                names, glibc = needs(modules[0])
                if glibc and all(COMMON.match(name) for name in names):
                    platform = platform.replace("linux", "manylinux_%d_%d" % glibc, 1)
            return python, abi, platform

        def write_wheelfile(self, folder, *rest, **named):
            """With the licences of all that is inside; those of other libraries where wheel.sh has put them."""
            super().write_wheelfile(folder, *rest, **named)
            os.makedirs(os.path.join(folder, "licenses"), exist_ok=True)
            for path in [os.path.join(build_fenmill.SOURCES, "LICENSE"), *glob.glob(os.path.join(build_fenmill.HERE, "licences", "*"))]:
                if os.path.exists(path):
                    shutil.copy(path, os.path.join(folder, "licenses"))

    commands["bdist_wheel"] = Wheel

# One wheel for every version of Python, but for those without the lock, which have no stable interface yet.
stable = not sysconfig.get_config_var("Py_GIL_DISABLED")
setup(
    version=build_fenmill.version(),
    cffi_modules=["build_fenmill.py:ffibuilder"],
    cmdclass=commands,
    options={"bdist_wheel": {"py_limited_api": "cp38"}} if stable else {},
)
