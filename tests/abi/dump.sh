#!/bin/sh
# SPDX-License-Identifier: MIT
# The binary interface of the public header, for abidiff: a library with nothing in it but the header's calls, with the symbol
# map of the real one. tests/install.test holds the real one's symbols against the header. usage: dump.sh SOURCE-DIRECTORY OUTPUT
set -e
top=$1
out=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    echo '#include <fenmill.h>'
    cat "$top"/lib/fenmill/*.h | sed 's,/\*.*\*/,,' | awk '
        /^FM_API/ { call = "" ; inside = 1 }
        inside { call = call " " $0 }
        inside && /;[ \t]*$/ { sub(/;[ \t]*$/, " { __builtin_trap(); }", call); gsub(/FM_API|FM_MUST_CHECK/, "", call); print call; inside = 0 }'
} >"$work/calls.c"
# shellcheck disable=SC2086
${CC:-cc} -g -O0 -w -fPIC -shared -I"$top/lib" -ffile-prefix-map="$work/=" -Wl,-soname,libfenmill.so.0 \
    -Wl,--version-script="$top/lib/libfenmill.map" "$work/calls.c" -o "$work/libfenmill.so.0"
abidw --no-architecture --no-show-locs --no-comp-dir-path --no-corpus-path --no-elf-needed "$work/libfenmill.so.0" >"$out"
