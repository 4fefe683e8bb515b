#!/bin/sh
# Measures fenmill as ratios: two commands alternating (A B A B ...) in one run, so that a busy machine slows both equally.
# Called by make bench and make bench-peers, from the build tree:   bench.sh all|peers
#
#   FENMILL_CORPUS   a folder with classic.pgn (and chess960/*.pgn.gz); without it everything is generated
#   FENMILL_LIMIT    the yardstick, a program or its C source, called as  limit FILE 1|0  (write FENs, or replay only)
#   FENMILL_PEERS    other programs to compare with: a file of lines "name<TAB>command", {} is replaced by the PGN file
#   FENMILL_ROUNDS   rounds of each row (default 5)
#   FENMILL_SCALE    size of the generated input, 1 to 10 (default 3)
#
# What is measured: user CPU, with output written over a file in memory whose pages are there already, so that the kernel's
# work for the output is small. A ratio is the median of the ratios of the pairs: what slows the machine down for a while
# slows both of a pair. Next to it are the ratio of user and system time together, and the spread of the rounds (the
# larger of the two commands' (max - min) / median): a difference smaller than the spread is no difference. Rows of wall
# clock use only rounds in which a run on one thread had its processor to itself (wall at most 1.1 times CPU); they are
# repeated up to four times as often as requested; the row reports it when none was calm.
#
# Each row names the status that its commands must end with. Generated input is legal, so a rejected game is a fault of the
# program and not a cheap run. The number of lines must be the same in every round.
set -eu
what=${1:-all}
rounds=${FENMILL_ROUNDS:-5}
scale=${FENMILL_SCALE:-3}
here=$(pwd)
fenmill=$here/fenmill
PATH=$PATH:/usr/games
srcdir=$(cd "$(dirname "$0")/.." && pwd)

scratch=$(mktemp -d "$(test -w /dev/shm && echo /dev/shm || echo "${TMPDIR:-/tmp}")/fenmill-bench-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf '  FAILED: %s\n' "$*"
}

# One timed run, appended to a file of rounds: timed NAME STATUS COMMAND [ARGUMENT]...
timed() {
    name=$1
    wanted=$2
    shift 2
    "$here/bench/timer" "$scratch/out.$name" "$@" 2>"$scratch/err.$name" >>"$scratch/rounds.$name"
    tail -n 1 "$scratch/rounds.$name" | cut -d' ' -f5,6 >"$scratch/end"
    read -r status _ <"$scratch/end"
    test "$status" -eq "$wanted" || {
        fail "$*: status $status, not $wanted; this row means nothing"
        head -n 3 "$scratch/err.$name"
    }
    test -f "$scratch/end.$name" || cp "$scratch/end" "$scratch/end.$name"
    cmp -s "$scratch/end" "$scratch/end.$name" ||
        fail "$*: status and lines $(cat "$scratch/end"), before $(cat "$scratch/end.$name")"
}

# Of a command's rounds, the least, median and largest of one cost (cpu, user, wall, peak, instructions), on a line.
rounds_of() {
    case $2 in
    cpu) awk '{ print $1 + $2 }' "$scratch/rounds.$1" ;;
    user) awk '{ print $1 }' "$scratch/rounds.$1" ;;
    wall) awk '{ print $3 }' "$scratch/rounds.$1" ;;
    peak) awk '{ print $4 }' "$scratch/rounds.$1" ;;
    instructions) awk '{ print $7 }' "$scratch/rounds.$1" ;;
    esac | sort -g | awk '{ v[NR] = $1 } END { print v[1], NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2, v[NR] }'
}
# The median ratio of the pairs A and B, of user CPU or of all CPU, each divided by its units.
paired() {
    paste -d' ' "$scratch/rounds.a" "$scratch/rounds.b" | awk -v all="$([ "$1" = cpu ] && echo 1 || echo 0)" -v ua="$2" -v ub="$3" '
        { b = $8 + all * $9; print (($1 + all * $2) / ua) / ((b > 0 ? b : 1e-4) / ub) }' | sort -g |
        awk '{ v[NR] = $1 } END { printf "%.3f", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}
median() { rounds_of "$1" "$2" | cut -d' ' -f2; }
largest() { rounds_of "$1" "$2" | cut -d' ' -f3; }
spread() { rounds_of "$1" "$2" | awk '{ printf "%.0f", ($2 > 0) ? 100 * ($3 - $1) / $2 : 0 }'; }
wider() { test "$(spread a "$1")" -gt "$(spread b "$1")" && spread a "$1" || spread b "$1"; }
lines_of() { cut -d' ' -f2 "$scratch/end.$1"; }
calc() { awk "BEGIN { print $1 }" </dev/null; }
forget() { for name; do rm -f "$scratch/rounds.$name" "$scratch/end.$name" "$scratch/out.$name"; done; }

title() { printf '\n%s\n' "$*"; }
header() { title "$(printf '%-52s %8s %8s %7s %7s %7s  %s' "$1" 'A user' 'B user' A/B 'A/B cpu' spread wanted)"; }

# Two commands alternating, each cost divided by its units: row NAME UNITS-A UNITS-B STATUS-A STATUS-B GOAL
# UNITS is a number, or "lines" for the lines that the command wrote. The commands are in $a and $b.
row() {
    forget a b
    i=0
    while test "$i" -lt "$rounds"; do
        # shellcheck disable=SC2086
        timed a "$4" $a
        # shellcheck disable=SC2086
        timed b "$5" $b
        i=$((i + 1))
    done
    ua=$2 ub=$3
    test "$ua" != lines || ua=$(lines_of a)
    test "$ub" != lines || ub=$(lines_of b)
    if test "$ua" -eq 0 || test "$ub" -eq 0; then
        fail "$1: a command wrote nothing"
        return 0
    fi
    printf '%-52s %8.3f %8.3f %7s %7s %5s %%  %s\n' "$1" "$(median a user)" "$(median b user)" "$(paired user "$ua" "$ub")" \
        "$(paired cpu "$ua" "$ub")" "$(wider user)" "$6"
    ia=$(median a instructions) ib=$(median b instructions)
    test "$ia" = 0 || test "$ib" = 0 ||
        printf '    instructions per unit %.0f and %.0f, ratio %.3f\n' "$(calc "$ia / $ua")" "$(calc "$ib / $ub")" \
            "$(calc "($ia / $ua) / ($ib / $ub)")"
}

generate() { "$here/bench/generate" "$@"; }
count() { grep -Fc "$1" "$2" || true; }

# Wall clock means something only on a machine that is otherwise idle. Printed before and after, as the load changes.
busy() {
    test -r /proc/loadavg || return 0
    read -r load _ </proc/loadavg
    cores=$(getconf _NPROCESSORS_ONLN)
    printf 'load %s on %s processors%s\n' "$load" "$cores" \
        "$(awk -v l="$load" -v c="$cores" 'BEGIN { if (l > c / 2) print ": BUSY, rows of wall clock and threads mean nothing" }')"
}

machine() {
    commit=$(git -C "$srcdir" log -1 --format=%h 2>/dev/null || echo 'not a checkout')
    test -z "$(git -C "$srcdir" status --porcelain -uno 2>/dev/null)" || commit="$commit and changes that are not committed"
    title "fenmill $("$fenmill" --version | sed -n '1s/^fenmill //p'), $commit"
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | sort | uniq -c | sed 's/^ */processors: /'
    printf 'rounds: %s; input: %s\n' "$rounds" "${FENMILL_CORPUS:-generated}"
    busy
}

inputs() {
    generate standard 1 $((800 * scale)) 30 >"$scratch/generated.pgn"
    if test -n "${FENMILL_CORPUS:-}" && test -r "$FENMILL_CORPUS/classic.pgn"; then
        clean=$FENMILL_CORPUS/classic.pgn
    else
        clean=$scratch/generated.pgn
    fi
    plies='convert -q -j1 --castling fen --en-passant always'
}

more_inputs() {
    generate annotated 1 $((800 * scale)) 10 >"$scratch/annotated.pgn"
    generate engine 5 $((100 * scale)) 25 >"$scratch/engine.pgn"
    generate chess960 2 $((800 * scale)) 30 >"$scratch/chess960.pgn"
    generate tenfiles 3 $((800 * scale)) 15 >"$scratch/tenfiles.pgn"
    generate epd 4 $((800 * scale)) 8 >"$scratch/suite.epd"
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

against_limit() {
    if test -z "$limit"; then
        title "the yardstick is left out: FENMILL_LIMIT is not set"
        return 0
    fi
    # The yardstick trusts its input and drops what it cannot follow; the difference in lines is shown, and is no failure.
    header "A fenmill, B the yardstick"
    a="$fenmill $plies $clean" b="$limit $clean 1"
    row "PGN to FEN per ply, -j1" lines lines 0 0 "pass 1.4, goal 1.25"
    printf '    lines: fenmill %s, the yardstick %s\n' "$(lines_of a)" "$(lines_of b)"
    a="$fenmill check -q -j1 $clean" b="$limit $clean 0"
    row "check, -j1" 1 1 0 0 "pass 1.5, goal 1.35"
}

kinds() {
    header "by kind of input; CPU per ply or record"
    generated=$scratch/generated.pgn
    a="$fenmill $plies $scratch/annotated.pgn" b="$fenmill $plies $generated"
    row "[%eval] [%clk] comments (A), clean PGN (B)" lines lines 0 0 "pass 1.5, goal 1.3"
    a="$fenmill convert -q -j1 $scratch/chess960.pgn" b="$fenmill convert -q -j1 $generated"
    row "Chess960 (A), standard (B)" lines lines 0 0 "pass 1.15, goal 1.1"
    a="$fenmill convert -q -j1 $scratch/tenfiles.pgn"
    row "10x8 (A), 8x8 (B)" lines lines 0 0 "pass 2.5, goal 2"
    a="$fenmill convert -q -j1 -f epd --castling shredder $scratch/suite.epd" b="$fenmill $plies $generated"
    row "EPD to EPD per record (A), PGN to FEN per ply (B)" lines lines 0 0 "pass 3, goal 2"
    a="$fenmill check -q -j1 $scratch/engine.pgn" b="$fenmill check -q -j1 $generated"
    row "check: engines' comments (A), clean PGN (B), per byte" "$(wc -c <"$scratch/engine.pgn")" "$(wc -c <"$generated")" 0 0 ""
    printf '    %s GB/s with engines comments (pass 2.5, goal 3.5)\n' \
        "$(calc "sprintf(\"%.2f\", $(wc -c <"$scratch/engine.pgn") / ($(median a user) + 1e-9) / 1e9)")"
}

# Tag-only work is measured by the bytes it goes through, that is, in time for the same file.
tag_work() {
    header "tags only; A fenmill, B grep -Fc '[Event '"
    printf '#!/bin/sh\nexec grep -Fc "[Event " "$@"\n' >"$scratch/grep-events"
    chmod +x "$scratch/grep-events"
    many="$clean $clean $clean $clean $clean $clean $clean $clean"
    a="$fenmill check -q -j1 --tags-only --class classic $many" b="$scratch/grep-events $many"
    row "check --tags-only --class classic, eight times" 1 1 0 0 "pass 1 (1 / 1.0 of its MB/s), goal 0.67"
    a="$fenmill convert -q -j1 -f pgn --castling shredder $scratch/chess960.pgn" b="$scratch/grep-events $scratch/chess960.pgn"
    row "PGN to PGN, FEN tags to Shredder-FEN" 1 1 0 0 "pass 2"
}

# Was the machine calm while the last round of a command with one thread ran?
calm() { tail -n 1 "$scratch/rounds.$1" | awk '{ exit !($3 <= 1.1 * ($1 + $2) + 0.002) }'; }

# Drops the last round of each.
drop() { for name; do sed -i '$d' "$scratch/rounds.$name"; done; }

# Wall clock: one run, two side by side, and one with two threads.
threads() {
    title "threads; wall"
    forget one two pair
    printf '#!/bin/sh\n%s %s %s >%s & %s %s %s >%s\nwait\n' "$fenmill" "$plies" "$clean" "$scratch/left" \
        "$fenmill" "$plies" "$clean" "$scratch/right" >"$scratch/pair"
    tries=0 kept=0
    while test "$kept" -lt "$rounds" && test "$tries" -lt $((4 * rounds)); do
        tries=$((tries + 1))
        # shellcheck disable=SC2086
        timed one 0 "$fenmill" $plies "$clean"
        # shellcheck disable=SC2086
        timed two 0 "$fenmill" $plies -j2 "$clean"
        timed pair 0 sh "$scratch/pair"
        # shellcheck disable=SC2086
        timed one 0 "$fenmill" $plies "$clean"
        if calm one; then kept=$((kept + 1)); else drop one two pair; fi
        drop one
    done
    test "$(lines_of one)" = "$(lines_of two)" || fail "-j1 and -j2: $(lines_of one) and $(lines_of two) lines"
    if test "$kept" -eq 0; then
        echo "no calm round in $tries: this row means nothing"
        return 0
    fi
    test "$kept" -eq "$rounds" || echo "only $kept calm rounds in $tries"
    printf -- '-j1 %s s, -j2 %s s, two -j1 side by side %s s\n' "$(median one wall)" "$(median two wall)" "$(median pair wall)"
    printf -- '-j2 reaches %s of the speed-up that two independent runs reach (pass 0.93, goal 0.97)\n' \
        "$(paste -d' ' "$scratch/rounds.pair" "$scratch/rounds.two" | awk '{ print $3 / (2 * $10) }' | sort -g |
            awk '{ v[NR] = $1 } END { printf "%.3f", v[int((NR + 1) / 2)] }')"
}

# What more threads could reach: the parts that only one can do at a time.
serial_part() {
    title "beyond two threads"
    forget one
    # shellcheck disable=SC2086
    timed one 0 "$fenmill" $plies "$clean"
    "$here/bench/serial" "$(median one cpu)" "$scratch/out.one" "$clean" 1<>"$scratch/again" 2>"$scratch/serial" ||
        fail "serial: $(cat "$scratch/serial")"
    cat "$scratch/serial"
}

# Peak memory with the same games many times over.
memory() {
    title "peak memory (pass 48 MiB, goal 32 MiB at -j2)"
    for i in 1 2 3 4 5 6 7 8; do cat "$clean"; done >"$scratch/large.pgn"
    forget one two
    rm -f "$scratch/out.one" "$scratch/out.two"
    ln -s /dev/null "$scratch/out.one"
    ln -s /dev/null "$scratch/out.two"
    # shellcheck disable=SC2086
    timed one 0 "$fenmill" $plies "$scratch/large.pgn"
    # shellcheck disable=SC2086
    timed two 0 "$fenmill" $plies -j2 "$scratch/large.pgn"
    printf '%s MB: -j1 %s KiB, -j2 %s KiB\n' "$(($(wc -c <"$scratch/large.pgn") / 1000000))" "$(largest one peak)" \
        "$(largest two peak)"
    rm -f "$scratch/large.pgn"
    forget one two
}

# Compressed input against plain input and the decompressor, one after the other.
compressed() {
    case " $("$fenmill" --version | tr '\n' ' ') " in *"$2"*) ;; *) return 0 ;; esac
    test -f "$1" && command -v "$2" >/dev/null 2>&1 || return 0
    forget packed plain unpack
    tries=0 kept=0
    while test "$kept" -lt "$rounds" && test "$tries" -lt $((4 * rounds)); do
        tries=$((tries + 1))
        # shellcheck disable=SC2086
        timed packed 0 "$fenmill" $plies -j2 "$1"
        # shellcheck disable=SC2086
        timed plain 0 "$fenmill" $plies -j2 "$clean"
        timed unpack 0 "$2" -dc "$1"
        if calm unpack; then
            kept=$((kept + 1))
        elif test $((4 * rounds - tries)) -gt $((rounds - kept - 1)); then
            drop packed plain unpack
        fi
    done
    test "$(lines_of packed)" = "$(lines_of plain)" || fail "$2: $(lines_of packed) and $(lines_of plain) lines"
    printf '%-8s user CPU %s s; plain %s s and %s -dc %s s: ratio %s (pass 1.15, goal 1.05)\n' "$2" "$(median packed user)" \
        "$(median plain user)" "$2" "$(median unpack user)" \
        "$(calc "sprintf(\"%.3f\", $(median packed user) / ($(median plain user) + $(median unpack user)))")"
    if test "$kept" -eq 0; then
        echo "         no calm round in $tries: wall means nothing"
        return 0
    fi
    printf '%-8s wall %s s, against the larger of half that CPU and %s -dc (%s s): ratio %s (pass 1.2, goal 1.1)\n' "" \
        "$(median packed wall)" "$2" "$(median unpack wall)" \
        "$(larger=$(printf '%s\n' "$(calc "($(median plain cpu) + $(median unpack cpu)) / 2")" "$(median unpack wall)" | sort -g | tail -n 1) &&
            calc "sprintf(\"%.3f\", $(median packed wall) / $larger)")"
}

# Many short runs; the shell's own cost of starting a program is measured with `true`.
start_up() {
    title "start-up; wall of one run in milliseconds, the cost of starting any program included (pass 3, goal 1)"
    for command in "$(command -v true)" "$fenmill --version" "$fenmill convert -q $srcdir/data/classic.pgn"; do
        forget start
        i=0
        while test "$i" -lt 50; do
            # shellcheck disable=SC2086
            timed start 0 $command
            i=$((i + 1))
        done
        printf '%8s ms (spread %s %%)  %s\n' "$(calc "1000 * $(median start wall)")" "$(spread start wall)" "$command"
    done
}

peers() {
    header "A another program, B fenmill -j1, PGN to a record per ply"
    b="$fenmill $plies $clean"
    if command -v pgn-extract >/dev/null 2>&1; then
        a="pgn-extract -s -Wepd $clean"
        row "pgn-extract -s -Wepd" 1 1 0 0 "pass 28, goal 33"
        # One record per ply, one for the start of each game and a blank line after it.
        printf '    lines: pgn-extract %s, fenmill %s\n' "$(lines_of a)" "$(lines_of b)"
    else
        echo "pgn-extract is not here"
    fi
    test -n "${FENMILL_PEERS:-}" || return 0
    while IFS='	' read -r name command; do
        a=$(printf '%s\n' "$command" | sed "s|{}|$clean|g")
        row "$name" 1 1 0 0 ""
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
    serial_part
    memory
    title "compressed input, -j2"
    compressed "$scratch/clean.pgn.gz" gzip
    compressed "$scratch/clean.pgn.zst" zstd
    start_up
    ;;
peers) peers ;;
*) echo "usage: bench.sh all|peers" >&2; exit 2 ;;
esac
title "$(busy)"
title "$failures checks failed"
test "$failures" -eq 0
