#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: build.sh FOLDER   Build the package of npm and the page in FOLDER, from this source tree: FOLDER/fenmill is the package,
# FOLDER/fenmill.html the page. Libraries and objects are kept in FOLDER. Needs emcc 3.1 or later, node, autoconf's configure, and what
# packaging/ports/libraries.sh needs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
mkdir -p "$1/build"
work=$(cd "$1" && pwd)
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
host=wasm32-unknown-emscripten
libraries=$work/libraries
export NODE_PATH="${NODE_PATH-/usr/share/nodejs}" # as in libraries.sh

sh "$top/packaging/ports/libraries.sh" "$host" "$libraries"
cd "$work/build"
# Not by emconfigure, which looks for libraries among emcc's own alone.
test -e config.status || "$top/configure" -q --host="$host" CC="${CCACHE:+$CCACHE }emcc" AR=emar RANLIB=emranlib NM=emnm --disable-hardening \
    --enable-static --disable-shared --without-isal --without-libdeflate CFLAGS="${CFLAGS--O3 -msimd128}" CPPFLAGS="-I$libraries/include" \
    LDFLAGS="-L$libraries/lib" PKG_CONFIG=false
make -s -j"$jobs" libfenmill-core.la
# Objects of the program; their list is the Makefile's.
# shellcheck disable=SC2016 # make expands it
printf 'include Makefile\nobjects:\n\t@echo $(fenmill_OBJECTS)\n' >objects.mk
objects=$(make -s --no-print-directory -f objects.mk objects)
# shellcheck disable=SC2086
make -s -j"$jobs" $objects

package=$work/fenmill
rm -rf "$package"
mkdir -p "$package/licences"
link() { # link OUTPUT FLAG-OR-OBJECT...
    name=$1
    shift
    # Memory beyond 2 GiB would make addresses negative in JavaScript.
    emcc -O2 -o "$package/$name" "$@" .libs/libfenmill-core.a "$libraries"/lib/*.a -sMODULARIZE=1 -sEXPORT_ES6=1 \
        -sUSE_ES6_IMPORT_META=0 --extern-pre-js "$here/prelude.js" --js-library "$here/library.js" -sALLOW_MEMORY_GROWTH=1 -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sMAXIMUM_MEMORY=2GB -sINITIAL_MEMORY=32MB
}
emcc -O3 -msimd128 -std=c11 -DHAVE_CONFIG_H -I. -I"$top/lib" -c "$here/native.c" -o native.o
link fenmill-library.mjs native.o --no-entry -sENVIRONMENT=web,worker,node -sFORCE_FILESYSTEM=1 \
    -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS -sINCOMING_MODULE_JS_API=wasmBinary,onWrite,onReport,print,printErr
# shellcheck disable=SC2086
link fenmill-program.mjs $objects -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -lnodefs.js \
    -sEXPORTED_RUNTIME_METHODS=ENV,FS -sINCOMING_MODULE_JS_API=wasmBinary,arguments,thisProgram,onExit,preRun

cp "$here"/*.mjs "$here"/*.d.ts "$here/README.md" "$top/LICENSE" "$package"
cp "$libraries"/licences/* "$package/licences"
cp "$(em-config EMSCRIPTEN_ROOT)/system/lib/libc/musl/COPYRIGHT" "$package/licences/musl.txt"
# emscripten's own is the MIT licence, as fenmill's.
sed 's/^Copyright.*/Copyright (c) 2010-2022 Emscripten authors/' "$top/LICENSE" >"$package/licences/emscripten.txt"
cp -r "$top/config" "$package/profiles" && rm -f "$package/profiles/local.mk"
sed "s/@VERSION@/$(sh "$top/build-aux/version.sh" "$top/lib/fenmill/version.h")/" "$here/package.json" >"$package/package.json"
node "$here/page/make.mjs" "$package" "$work/fenmill.html"
ls -l "$package"/*.wasm "$work/fenmill.html"
