#!/bin/sh
# SPDX-License-Identifier: MIT
# make check-js: builds the package and the page in FOLDER, and runs their tests. What is not there is left out by name. Modules of npm
# that the tests compare with are looked for in $FENMILL_NODE_MODULES: npm install chess.js chessops puppeteer-core axe-core typescript.
# usage: check.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for tool in emcc node apt-get dpkg-source; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "check-js is left out: $tool is not here (Debian: emscripten, nodejs, dpkg-dev)"
        exit 0
    }
done
mkdir -p "$1"
sh "$here/build.sh" "$1"
FENMILL_JS=$(cd "$1" && pwd)
FENMILL=$(pwd)/fenmill
FENMILL_GENERATE=$(pwd)/bench/generate
export FENMILL_JS FENMILL FENMILL_GENERATE
exec node --test "$here/tests/"
