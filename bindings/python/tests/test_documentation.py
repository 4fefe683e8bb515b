# SPDX-License-Identifier: MIT
"""What help() shows, and the types: each public name has both. mypy and its stubtest look at the types where they are here."""
import importlib.util
import inspect
import os
import pathlib
import re
import subprocess
import sys
import unittest

import fenmill

# A number's documentation says where it begins or ends, or its unit.
RANGE = re.compile(r"\b(from \d|\d+ to \d+|-?\d+ to|0:|\d+ bits|1 \w+, 2|plies|bytes|centipawns|how many|number of|count|\d+ plies)\b", re.IGNORECASE)
PARAMETERS = {"rows": "1 to", "threads": None}


def public(thing):
    return [name for name in vars(thing) if not name.startswith("_")]


def objects():
    """(name, object, class or None) of all that is public."""
    for name in fenmill.__all__:
        thing = getattr(fenmill, name)
        yield name, thing, None
        if inspect.isclass(thing):
            for member in public(thing):
                if member not in ("from_bytes", "to_bytes"):
                    yield f"{name}.{member}", inspect.getattr_static(thing, member), thing


def documentation(name, thing, owner):
    """The words that help() has for it."""
    member = name.rpartition(".")[2]
    table = inspect.getdoc(owner) or "" if owner is not None else ""
    row = re.search(rf"^{member} {{2,}}(.+)", table, re.MULTILINE)
    if row:
        return row.group(1)
    if isinstance(thing, (bool, int, str, tuple)) and owner is None:
        return "a constant"
    return inspect.getdoc(thing) or ""


class Documentation(unittest.TestCase):
    def test_all_is_complete(self):
        names = {name for name in vars(fenmill) if not name.startswith("_") and not inspect.ismodule(getattr(fenmill, name))}
        self.assertEqual(names - {"annotations"}, set(fenmill.__all__))

    def test_nothing_is_missing(self):
        missing = [name for name, thing, owner in objects() if len(documentation(name, thing, owner)) < 8]
        self.assertEqual(missing, [])

    def test_dataclasses(self):
        for cls in (fenmill.Report, fenmill.Totals):
            for name in cls.__dataclass_fields__:
                self.assertRegex(inspect.getdoc(cls), rf"(?m)^{name} +\S", name)

    def test_numbers_say_their_range(self):
        silent = []
        for name, thing, owner in objects():
            target = thing.fget if isinstance(thing, property) else thing
            if not callable(target) or inspect.isclass(target):
                continue
            returned = str(getattr(target, "__annotations__", {}).get("return", ""))
            if re.fullmatch(r"(Optional\[)?int\]?", returned) and not RANGE.search(documentation(name, thing, owner)):
                silent.append(name)
        self.assertEqual(silent, [])

    def test_parameters(self):
        # Each keyword of a function is explained.
        for name in ("read", "table", "stream", "convert"):
            function = getattr(fenmill, name)
            for parameter in inspect.signature(function).parameters:
                self.assertRegex(inspect.getdoc(function), rf"\b{parameter}\b", f"{name}({parameter})")

    def test_help_shows_it(self):
        import pydoc

        for cls, words in ((fenmill.Game, "in bytes of the decompressed input"), (fenmill.Move, "0 to 63"), (fenmill.Report, "Line in it, from 1")):
            self.assertIn(words, pydoc.render_doc(cls))


class Types(unittest.TestCase):
    def test_everything_has_types(self):
        untyped = []
        for name, thing, _ in objects():
            target = thing.fget if isinstance(thing, property) else getattr(thing, "__func__", thing)
            if not inspect.isfunction(target):
                continue
            signature = inspect.signature(target)
            wanted = [p.annotation for n, p in signature.parameters.items() if n not in ("self", "cls")] + [signature.return_annotation]
            if inspect.Signature.empty in wanted:
                untyped.append(name)
        self.assertEqual(untyped, [])
        self.assertTrue(pathlib.Path(fenmill.__file__).with_name("py.typed").exists())

    def run_mypy(self, *command):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not here")
        folder = os.path.dirname(os.path.dirname(fenmill.__file__))
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=folder, env={**os.environ, "MYPYPATH": folder}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, universal_newlines=True,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_strict(self):
        self.run_mypy("mypy", "--strict", "--cache-dir", os.devnull, "-p", "fenmill")

    def test_stubs(self):
        # The compiled part's stub names what there is, and no more.
        self.run_mypy("mypy.stubtest", "--ignore-missing-stub", "fenmill._fenmill")


if __name__ == "__main__":
    unittest.main()
