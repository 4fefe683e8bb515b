# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot tell setuptools: the compiled part, and that the version is the library's."""
import os
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import build_fenmill  # noqa: E402

setup(
    version=build_fenmill.version(build_fenmill.flags("--cflags", "FENMILL_CFLAGS")),
    cffi_modules=["build_fenmill.py:ffibuilder"],
)
