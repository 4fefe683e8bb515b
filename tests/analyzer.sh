#!/bin/sh
# SPDX-License-Identifier: MIT
# Looks at each source of the library and the program with clang's static analyser: analyzer.sh PREPROCESSOR-OPTION... (make check-analyzer).
# In its shallow mode, which takes a tenth of the time; stores that nobody reads are not looked for, as a value at the head of a switch
# keeps compilers quiet. The status is 1 if it finds what analyzer.known does not explain.
set -eu
: "${srcdir:=.}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
look() {
    tr '\n' '\0' | xargs -0 -n 8 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" \
        "${CLANG:-clang}" --analyze --analyzer-output text -w -DFM_TRACE -Xclang -analyzer-config -Xclang mode=shallow \
        -Xclang -analyzer-disable-checker=deadcode.DeadStores "$@"
}

echo 'int f(int *p); int f(int *p) { return p ? 0 : *p; }' >"$work/bad.c"
echo "$work/bad.c" | look 2>&1 | grep -q 'core.NullDereference' || { echo "clang's analyser does not work here"; exit 1; }

find "$srcdir/lib" "$srcdir/src" -name '*.c' ! -name 'make_*.c' ! -name '*_windows*.c' | LC_ALL=C sort >"$work/files"
look "$@" <"$work/files" >"$work/found" 2>&1 || { grep 'error:' "$work/found" || tail "$work/found"; exit 1; }
# FILE CHECKER of each warning, and those that are known.
sed -n "s|^$srcdir/\([^:]*\):[0-9:]* warning: .* \[\(.*\)\]\$|\1 \2|p" "$work/found" | LC_ALL=C sort -u >"$work/got"
grep -v '^#' "$srcdir/tests/analyzer.known" | cut -d ' ' -f 1,2 | LC_ALL=C sort -u >"$work/known"
comm -13 "$work/got" "$work/known" | sed 's/$/: no longer found: remove its line from tests\/analyzer.known/'
comm -23 "$work/got" "$work/known" >"$work/new"
echo "$(wc -l <"$work/files") files, $(wc -l <"$work/got") findings, $(wc -l <"$work/new") new"
test ! -s "$work/new" || { cat "$work/found"; exit 1; }
