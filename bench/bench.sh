#!/bin/sh
# Measures fenmill as ratios: two commands by turns (A B A B ...) in one run, so that a busy machine hurts both alike.
# Called by make bench and make bench-peers, from the build tree:   bench.sh all|peers
#
#   FENMILL_CORPUS   a folder with classic.pgn (and chess960/*.pgn.gz); without it everything is generated
#   FENMILL_LIMIT    the yardstick, a program or its C source, called as  limit FILE 1|0  (write FENs, or replay only)
#   FENMILL_PEERS    other programs to compare with: a file of lines "name<TAB>command", {} standing for the PGN file
#   FENMILL_ROUNDS   rounds of each row (default 5)
#   FENMILL_SCALE    size of generated input in thirds of 10 MB or so (default 3)
#
# Costs are user CPU seconds unless a row says wall; of each command the fastest round counts, and the median is shown
# beside it. Each timed run must end with the same status and number of lines as the first of its row.
set -eu
what=${1:-all}
rounds=${FENMILL_ROUNDS:-5}
scale=${FENMILL_SCALE:-3}
here=$(pwd)
fenmill=$here/fenmill
srcdir=$(cd "$(dirname "$0")/.." && pwd)

scratch=$(mktemp -d "$(test -w /dev/shm && echo /dev/shm || echo "${TMPDIR:-/tmp}")/fenmill-bench-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf '  FAILED: %s\n' "$*"
}

# One timed run, appended to a file of rounds: timed NAME COMMAND [ARGUMENT]...
timed() {
    name=$1
    shift
    "$here/bench/timer" "$scratch/out.$name" "$@" 2>"$scratch/err.$name" >>"$scratch/rounds.$name"
    tail -n 1 "$scratch/rounds.$name" | cut -d' ' -f5,6 >"$scratch/end"
    if test -f "$scratch/end.$name"; then
        cmp -s "$scratch/end" "$scratch/end.$name" ||
            fail "$*: status and lines $(cat "$scratch/end"), before $(cat "$scratch/end.$name")"
    else
        cp "$scratch/end" "$scratch/end.$name"
    fi
    read -r status _ <"$scratch/end"
    # Status 1 says that some games were rejected; 127 and signals are never right.
    test "$status" -le 1 || { fail "$*: status $status"; head -n 3 "$scratch/err.$name"; }
}

# Smallest and median of a column of the rounds: least NAME COLUMN; median NAME COLUMN
least() { cut -d' ' -f"$2" "$scratch/rounds.$1" | sort -n | head -n 1; }
median() { cut -d' ' -f"$2" "$scratch/rounds.$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
lines_of() { cut -d' ' -f2 "$scratch/end.$1"; }
calc() { awk "BEGIN { print $1 }" </dev/null; }
forget() { for name; do rm -f "$scratch/rounds.$name" "$scratch/end.$name" "$scratch/out.$name"; done; }

show() { printf '%-58s %9s %9s   %7s (median %s)  %s\n' "$@"; }
title() { printf '\n%s\n' "$*"; }

# Two commands by turns; NAME, then each command's cost divided by its units: row NAME UNITS-A UNITS-B GOAL A -- B
# UNITS is a number, or "lines" for the lines that the command wrote. The commands are in $a and $b.
row() {
    forget a b
    i=0
    while test "$i" -lt "$rounds"; do
        # shellcheck disable=SC2086
        timed a $a
        # shellcheck disable=SC2086
        timed b $b
        i=$((i + 1))
    done
    ua=$2 ub=$3
    test "$ua" != lines || ua=$(lines_of a)
    test "$ub" != lines || ub=$(lines_of b)
    if test "$ua" -eq 0 || test "$ub" -eq 0; then
        fail "$1: a command wrote nothing"
        return 0
    fi
    show "$1" "$(least a 1)" "$(least b 1)" \
        "$(calc "sprintf(\"%.3f\", ($(least a 1) / $ua) / (($(least b 1) + 1e-9) / $ub))")" \
        "$(calc "sprintf(\"%.3f\", ($(median a 1) / $ua) / (($(median b 1) + 1e-9) / $ub))")" "$4"
    ia=$(least a 7) ib=$(least b 7)
    test "$ia" = 0 || test "$ib" = 0 ||
        printf '    instructions per unit %.0f and %.0f, ratio %s\n' "$(calc "$ia / $ua")" "$(calc "$ib / $ub")" \
            "$(calc "sprintf(\"%.3f\", ($ia / $ua) / ($ib / $ub))")"
}

same_lines() {
    test "$(lines_of a)" = "$(lines_of b)" || fail "$1: $(lines_of a) and $(lines_of b) lines"
}

generate() { "$here/bench/generate" "$@"; }
count() { grep -Fc "$1" "$2" || true; }

machine() {
    title "fenmill $("$fenmill" --version | sed -n '1s/^fenmill //p'), $(git -C "$srcdir" log -1 --format=%h 2>/dev/null || echo 'no commit')"
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | sort | uniq -c | sed 's/^ */processors: /'
    printf 'rounds: %s; input: %s\n' "$rounds" "${FENMILL_CORPUS:-generated}"
}

inputs() {
    generate standard 1 $((800 * scale)) 6 >"$scratch/generated.pgn"
    if test -n "${FENMILL_CORPUS:-}" && test -r "$FENMILL_CORPUS/classic.pgn"; then
        clean=$FENMILL_CORPUS/classic.pgn
    else
        clean=$scratch/generated.pgn
    fi
    plies='convert -q -j1 --castling fen --en-passant always'
}

more_inputs() {
    generate annotated 1 $((800 * scale)) 3 >"$scratch/annotated.pgn"
    generate chess960 2 $((800 * scale)) 6 >"$scratch/chess960.pgn"
    generate tenfiles 3 $((800 * scale)) 3 >"$scratch/tenfiles.pgn"
    generate epd 4 $((800 * scale)) 3 >"$scratch/suite.epd"
    gzip -6 -c "$clean" >"$scratch/clean.pgn.gz"
    if command -v zstd >/dev/null 2>&1; then zstd -q -c "$clean" >"$scratch/clean.pgn.zst"; fi
}

# The yardstick, built if it is given as source.
find_limit() {
    limit=
    case ${FENMILL_LIMIT:-} in
    '') ;;
    *.c)
        limit=$scratch/limit
        ${CC:-cc} -O3 -march=native -w -o "$limit" "$FENMILL_LIMIT"
        ;;
    *) limit=$FENMILL_LIMIT ;;
    esac
}

header() { title "$(printf '%-58s %9s %9s   %7s' "$1" A B A/B)"; }

against_limit() {
    if test -z "$limit"; then
        title "the yardstick is left out: FENMILL_LIMIT is not set"
        return 0
    fi
    header "A fenmill, B the yardstick; user CPU"
    a="$fenmill $plies $clean" b="$limit $clean 1"
    row "PGN to FEN per ply, -j1" 1 1 "pass 1.4, goal 1.25"
    same_lines "fenmill and the yardstick"
    a="$fenmill check -q -j1 $clean" b="$limit $clean 0"
    row "check, -j1" 1 1 "pass 1.5, goal 1.35"
}

kinds() {
    header "by kind of input; user CPU per ply or record"
    generated=$scratch/generated.pgn
    a="$fenmill $plies $scratch/annotated.pgn" b="$fenmill $plies $generated"
    row "[%eval] [%clk] comments (A), clean PGN (B)" lines lines "pass 1.5, goal 1.3"
    a="$fenmill convert -q -j1 $scratch/chess960.pgn" b="$fenmill convert -q -j1 $generated"
    row "Chess960 (A), standard (B)" lines lines "pass 1.15, goal 1.1"
    a="$fenmill convert -q -j1 $scratch/tenfiles.pgn"
    row "10x8 (A), 8x8 (B)" lines lines "pass 2.5, goal 2"
    a="$fenmill convert -q -j1 -f epd --castling shredder $scratch/suite.epd" b="$fenmill $plies $generated"
    row "EPD to EPD per record (A), PGN to FEN per ply (B)" lines lines "pass 3, goal 2"
}

# Tag-only work is measured by the bytes it goes through, that is, in time for the same file.
tag_work() {
    header "tags only; A fenmill, B grep -Fc '[Event '; user CPU"
    printf '#!/bin/sh\nexec grep -Fc "[Event " "$1"\n' >"$scratch/grep-events"
    chmod +x "$scratch/grep-events"
    a="$fenmill check -q -j1 --class classic $clean" b="$scratch/grep-events $clean"
    row "check --class classic" 1 1 "pass 1 (MB/s), goal 0.67"
    a="$fenmill convert -q -j1 -f pgn --castling shredder $scratch/chess960.pgn" b="$scratch/grep-events $scratch/chess960.pgn"
    row "PGN to PGN, FEN tags to Shredder-FEN" 1 1 "pass 2"
}

# Wall clock: one run, two side by side, and one with two threads.
threads() {
    header "threads; wall"
    forget one two pair
    i=0
    while test "$i" -lt "$rounds"; do
        # shellcheck disable=SC2086
        timed one "$fenmill" $plies "$clean"
        # shellcheck disable=SC2086
        timed two "$fenmill" $plies -j2 "$clean"
        printf '#!/bin/sh\n%s %s %s >%s & %s %s %s >%s\nwait\n' "$fenmill" "$plies" "$clean" "$scratch/left" \
            "$fenmill" "$plies" "$clean" "$scratch/right" >"$scratch/pair"
        timed pair sh "$scratch/pair"
        i=$((i + 1))
    done
    test "$(lines_of one)" = "$(lines_of two)" || fail "-j1 and -j2: $(lines_of one) and $(lines_of two) lines"
    printf -- '-j1 %s s, -j2 %s s, two -j1 side by side %s s\n' "$(least one 3)" "$(least two 3)" "$(least pair 3)"
    printf -- '-j2 reaches %s of the speed-up that two independent runs reach (pass 0.93, goal 0.97)\n' \
        "$(calc "sprintf(\"%.3f\", $(least pair 3) / (2 * $(least two 3)))")"
    printf 'peak memory: -j1 %s KiB, -j2 %s KiB (pass 48 MiB, goal 32 MiB at -j2)\n' "$(least one 4)" "$(least two 4)"
}

# Compressed input against plain input and the decompressor, one after the other.
compressed() {
    case " $("$fenmill" --version | tr '\n' ' ') " in *"$2"*) ;; *) return 0 ;; esac
    test -f "$1" && command -v "$2" >/dev/null 2>&1 || return 0
    forget packed plain unpack
    i=0
    while test "$i" -lt "$rounds"; do
        # shellcheck disable=SC2086
        timed packed "$fenmill" $plies -j2 "$1"
        # shellcheck disable=SC2086
        timed plain "$fenmill" $plies -j2 "$clean"
        timed unpack "$2" -dc "$1"
        i=$((i + 1))
    done
    test "$(lines_of packed)" = "$(lines_of plain)" || fail "$2: $(lines_of packed) and $(lines_of plain) lines"
    printf '%-8s user CPU %s s; plain %s s and %s -dc %s s: ratio %s (pass 1.15, goal 1.05)\n' "$2" "$(least packed 1)" \
        "$(least plain 1)" "$2" "$(least unpack 1)" \
        "$(calc "sprintf(\"%.3f\", $(least packed 1) / ($(least plain 1) + $(least unpack 1)))")"
    printf '%-8s wall %s s, against the larger of half that CPU and %s -dc (%s s): ratio %s (pass 1.2, goal 1.1)\n' "" \
        "$(least packed 3)" "$2" "$(least unpack 3)" \
        "$(calc "half = ($(least plain 1) + $(least unpack 1)) / 2; dc = $(least unpack 3); sprintf(\"%.3f\", $(least packed 3) / (half > dc ? half : dc))")"
}

# Many short runs; the shell's own cost of starting a program is measured with `true`.
start_up() {
    title "start-up; wall of one run in milliseconds, the cost of starting any program included (pass 3, goal 1)"
    for command in "$(command -v true)" "$fenmill --version" "$fenmill convert -q $srcdir/data/classic.pgn"; do
        forget start
        i=0
        while test "$i" -lt 50; do
            # shellcheck disable=SC2086
            timed start $command
            i=$((i + 1))
        done
        printf '%8s ms (median %s)  %s\n' "$(calc "1000 * $(least start 3)")" "$(calc "1000 * $(median start 3)")" "$command"
    done
}

peers() {
    header "A another program, B fenmill -j1, PGN to a record per ply; user CPU"
    b="$fenmill $plies $clean"
    if command -v pgn-extract >/dev/null 2>&1; then
        a="pgn-extract -s -Wepd $clean"
        row "pgn-extract -s -Wepd" 1 1 "pass 28, goal 33"
        # One record per ply, one for the start of each game and a blank line after it.
        printf '    lines: pgn-extract %s, fenmill %s\n' "$(lines_of a)" "$(lines_of b)"
    else
        echo "pgn-extract is not here"
    fi
    test -n "${FENMILL_PEERS:-}" || return 0
    while IFS='	' read -r name command; do
        a=$(printf '%s\n' "$command" | sed "s|{}|$clean|g")
        row "$name" 1 1 ""
        printf '    lines: %s %s, fenmill %s\n' "$name" "$(lines_of a)" "$(lines_of b)"
    done <"$FENMILL_PEERS"
}

machine
inputs
case $what in
all)
    find_limit
    more_inputs
    against_limit
    kinds
    tag_work
    threads
    title "compressed input, -j2"
    compressed "$scratch/clean.pgn.gz" gzip
    compressed "$scratch/clean.pgn.zst" zstd
    start_up
    ;;
peers) peers ;;
*) echo "usage: bench.sh all|peers" >&2; exit 2 ;;
esac
title "$failures checks failed"
test "$failures" -eq 0
