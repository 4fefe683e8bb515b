# SPDX-License-Identifier: MIT
# Bindings of the library to other languages, built by their language's own tools. tests/python.test builds that for Python with the library of the
# build tree, tests/wheel.test as pip does, with the library's sources.
EXTRA_DIST += %D%/python/MANIFEST.in %D%/python/README.md %D%/python/arrow.c %D%/python/build_fenmill.py %D%/python/columns.c %D%/python/games.c %D%/python/native.c %D%/python/native.h \
	%D%/python/pyproject.toml %D%/python/setup.py %D%/python/wheel.sh
EXTRA_DIST += %D%/python/fenmill/__init__.py %D%/python/fenmill/_arrow.py %D%/python/fenmill/_convert.py %D%/python/fenmill/_epd.py %D%/python/fenmill/_errors.py %D%/python/fenmill/_fenmill.pyi \
	%D%/python/fenmill/_games.py %D%/python/fenmill/_moves.py %D%/python/fenmill/_position.py %D%/python/fenmill/_run.py %D%/python/fenmill/_table.py %D%/python/fenmill/py.typed
EXTRA_DIST += %D%/python/tests/__init__.py %D%/python/tests/bench.py %D%/python/tests/consumer.py %D%/python/tests/in_threads.py %D%/python/tests/peers.py %D%/python/tests/test_arrow.py %D%/python/tests/test_documentation.py %D%/python/tests/test_examples.py %D%/python/tests/test_from_python_chess.py %D%/python/tests/test_games.py %D%/python/tests/test_notation.py \
	%D%/python/tests/test_position.py %D%/python/tests/test_runs.py
EXTRA_DIST += %D%/js/README.md %D%/js/build.sh %D%/js/check.sh %D%/js/cli.mjs %D%/js/engine.mjs %D%/js/fenmill.d.ts %D%/js/fenmill.mjs \
	%D%/js/games.mjs %D%/js/library.js %D%/js/native.c %D%/js/package.json %D%/js/position.mjs %D%/js/prelude.js %D%/js/report.mjs %D%/js/run.mjs \
	%D%/js/worker.mjs
EXTRA_DIST += %D%/js/page/make.mjs %D%/js/page/page.css %D%/js/page/page.html %D%/js/page/page.mjs
EXTRA_DIST += %D%/js/tests/common.mjs %D%/js/tests/package.test.mjs %D%/js/tests/page.test.mjs %D%/js/tests/position.test.mjs %D%/js/tests/types.test.mjs

# The package of npm and the page, with emcc, in js/ of the build folder; their tests in node and Chromium.
.PHONY: js check-js
js:
	$(SHELL) $(srcdir)/%D%/js/build.sh js
check-js: fenmill$(EXEEXT) bench/generate$(EXEEXT)
	$(SHELL) $(srcdir)/%D%/js/check.sh js

# The wheel and the source distribution for Python, in wheel/ of the build folder; the wheel is tested in a clean virtual environment.
.PHONY: wheel check-wheel
wheel:
	$(SHELL) $(srcdir)/%D%/python/wheel.sh wheel
check-wheel: all
	ls wheel/fenmill-*.whl >/dev/null 2>&1 || $(SHELL) $(srcdir)/%D%/python/wheel.sh wheel
	$(MAKE) check TESTS=tests/wheel.test FENMILL_WHEEL="`echo $(abs_builddir)/wheel/fenmill-*.whl`"
