#!/bin/sh
# SPDX-License-Identifier: MIT
# The binary interface of the public header, for abidiff: a library with nothing in it but the header's calls, with the symbol
# map of the real one, and a call layout_NAME for each struct: abidiff filters what changes in a struct that only one that may grow
# leads to. tests/install.test holds the real one's symbols against the header. usage: dump.sh SOURCE-DIRECTORY OUTPUT
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
        /^struct fm_[a-z_]* {$/ { print "void layout_" $2 "(const struct " $2 " *p) { (void)p; }" }
        inside && /;[ \t]*$/ { sub(/;[ \t]*$/, " { __builtin_trap(); }", call); gsub(/FM_API|FM_MUST_CHECK/, "", call); print call; inside = 0 }'
} >"$work/calls.c"
sed '0,/^global:/s//&\n    layout_*;/' "$top/lib/libfenmill.map" >"$work/map"
# shellcheck disable=SC2086
${CC:-cc} -g -O0 -w -fPIC -shared -I"$top/lib" -ffile-prefix-map="$work/=" -Wl,-soname,libfenmill.so.0 \
    -Wl,--version-script="$work/map" "$work/calls.c" -o "$work/libfenmill.so.0"
abidw --no-architecture --no-show-locs --no-comp-dir-path --no-corpus-path --no-elf-needed "$work/libfenmill.so.0" >"$out"
