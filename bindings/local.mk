# SPDX-License-Identifier: MIT
# Bindings of the library to other languages. They are built by their language's own tools against an installed library;
# tests/python.test builds this one against that of the build tree.
EXTRA_DIST += %D%/python/MANIFEST.in %D%/python/README.md %D%/python/build_fenmill.py %D%/python/columns.c %D%/python/games.c %D%/python/native.c %D%/python/native.h \
	%D%/python/pyproject.toml %D%/python/setup.py
EXTRA_DIST += %D%/python/fenmill/__init__.py %D%/python/fenmill/_convert.py %D%/python/fenmill/_epd.py %D%/python/fenmill/_errors.py %D%/python/fenmill/_fenmill.pyi \
	%D%/python/fenmill/_games.py %D%/python/fenmill/_position.py %D%/python/fenmill/_run.py %D%/python/fenmill/_table.py %D%/python/fenmill/py.typed
EXTRA_DIST += %D%/python/tests/__init__.py %D%/python/tests/bench.py %D%/python/tests/test_games.py %D%/python/tests/test_notation.py \
	%D%/python/tests/test_position.py %D%/python/tests/test_runs.py
