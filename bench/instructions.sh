#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts instructions, which do not depend on the load of the machine, and compares them with those of 01da652 (bench/instructions.baseline):
# small steps that are each within the noise of a clock add up.
#
#     bench/instructions.sh PROGRAM                 prints a table; status 1 if a row is over 1 %
#     bench/instructions.sh -w PROGRAM >BASELINE    prints the counts as a baseline
#
# PROGRAM is built as the baseline says that its program was: the same compiler and options. Counted by valgrind, whatever the processor
# can count, so that counts are comparable; inputs are generated (bench/generate in $top_builddir, by default that of PROGRAM), and the first
# 3 MB of the games and 1 MB of the lists of FENMILL_CORPUS. A row whose input is not the baseline's is not compared.
#
#   FENMILL_ALLOWED   the ratio that a row may have (default 1.01)
#   FENMILL_BASELINE  another baseline
set -eu
write=no
if test "${1-}" = -w; then
    write=yes
    shift
fi
test $# -eq 1 || { echo "usage: instructions.sh [-w] PROGRAM" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/${1##*/}
here=$(cd "$(dirname "$0")" && pwd)
baseline=${FENMILL_BASELINE:-$here/instructions.baseline}
allowed=${FENMILL_ALLOWED:-1.01}
generate=${top_builddir:-$(dirname "$program")}/bench/generate
command -v valgrind >/dev/null || { echo "instructions.sh: no valgrind" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
LC_ALL=C
export LC_ALL

# The first games, or lines, of a file, so many bytes at most: whole BYTES BEGINNING <FILE
whole() {
    awk -v most="$1" -v begins="$2" '{ n += length($0) + 1 } n > most { exit }
        index($0, begins) == 1 && held != "" { printf "%s", held; held = "" } { held = held $0 "\n" } END { if (begins == "") printf "%s", held }'
}
"$generate" standard 1 700 1 >"$scratch/generated.pgn"
"$generate" epd 1 60 1 >"$scratch/generated.epd"
inputs=generated
if test -n "${FENMILL_CORPUS-}"; then
    whole 3000000 '[Event ' <"$FENMILL_CORPUS/classic.pgn" >"$scratch/real.pgn"
    find "$FENMILL_CORPUS/epd" -name '*.epd' -type f | sort | tr '\n' '\0' | xargs -0 cat 2>/dev/null | whole 1000000 '' >"$scratch/real.epd" || :
    inputs="$inputs real"
fi

# count ARGUMENT...: the instructions of one run, on one thread
count() {
    status=0
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$@" -j1 -qq --sandbox off \
        >/dev/null 2>"$scratch/printed" </dev/null || status=$?
    test $status -le 1 || { cat "$scratch/printed" >&2; exit 2; }
    sed -n 's/^==.*I *refs: *//p' "$scratch/printed" | tr -d ,
}
failed=0
# row NAME FILE ARGUMENT...
row() {
    name=$1 file=$2
    shift 2
    digest=$(cksum <"$scratch/$file" | tr ' ' -)
    now=$(count "$@" "$scratch/$file")
    if test $write = yes; then
        printf '%s\t%s\t%s\t%s\n' "$name" "$file" "$digest" "$now"
        return
    fi
    before=$(awk -F '\t' -v n="$name" -v f="$file" -v d="$digest" '$1 == n && $2 == f && $3 == d { print $4 }' "$baseline")
    if test -z "$before"; then
        printf '%-28s %-14s %13s  %13s  no baseline of this input\n' "$name" "$file" "$now" -
        return
    fi
    awk -v name="$name" -v file="$file" -v now="$now" -v before="$before" -v allowed="$allowed" 'BEGIN {
        printf "%-28s %-14s %13d  %13d  %.4f%s\n", name, file, now, before, now / before, (now > before * allowed) ? "  OVER" : ""
        exit (now > before * allowed) }' </dev/null || failed=1
}
if test $write = no; then
    sed -n 's/^# /baseline: /p' "$baseline"
    printf '%-28s %-14s %13s  %13s  ratio\n' row input now baseline
fi
for input in $inputs; do
    row 'FEN' "$input.pgn" convert
    row 'EPD' "$input.pgn" convert -f epd
    row 'check' "$input.pgn" check
    row 'copy' "$input.pgn" convert -f pgn
    row 'copy, --class classic' "$input.pgn" convert -f pgn --class classic
    row 'list, EPD to EPD' "$input.epd" convert -f epd
    row 'list, EPD to FEN' "$input.epd" convert -f fen
    row 'list, check' "$input.epd" check
done
exit $failed
