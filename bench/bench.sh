#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures fenmill as ratios: two commands alternating (A B A B ...) in one run, so that a busy machine slows both equally.
# Called by make bench and make bench-peers, from the build tree:   bench.sh all|peers
#
#   FENMILL_CORPUS   a folder with classic.pgn (and chess960/*.pgn.gz); without it everything is generated
#   FENMILL_LIMIT    the yardstick, a program or its C source, called as  limit FILE 1|0  (write FENs, or replay only)
#   FENMILL_BEFORE   another build of fenmill, for a row of PGN to FEN against it
#   FENMILL_LARGE    a large PGN archive for the rows of unique positions (default: the clean games of the other rows)
#   FENMILL_PEERS    sources of other programs to compare with: a folder with any of shakmaty, chess-library, pgn-extract, python-chess
#   FENMILL_ROWS     the groups of rows that are run, of those at the end of this file, as "formats lists" (default: all)
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
wider() { if test "$(spread a "$1")" -gt "$(spread b "$1")"; then spread a "$1"; else spread b "$1"; fi; }
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

# Writes a profile with these lines, which makes FENs as $plies does: profile NAME LINES
profile() { printf 'fenmill: 1\n%s\n' "$2" >"$scratch/$1.yaml"; }
# The lines of an output, with the same dialect as in $plies: output LINES
output() { printf 'output:\n  castling: fen\n  en-passant: always\n%s' "$1"; }

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
    if command -v xz >/dev/null 2>&1; then xz -T2 --block-size=1MiB -c "$clean" >"$scratch/clean.pgn.xz"; fi
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
    row "[%eval] [%clk] comments (A), clean PGN (B)" lines lines 0 0 "cpu: pass 1.3, goal 1.15"
    a="$fenmill convert -q -j1 $scratch/chess960.pgn" b="$fenmill convert -q -j1 $generated"
    row "Chess960 (A), standard (B)" lines lines 0 0 "pass 1.15, goal 1.1"
    a="$fenmill convert -q -j1 $scratch/tenfiles.pgn"
    row "10x8 (A), 8x8 (B)" lines lines 0 0 "pass 2.5, goal 2"
    a="$fenmill convert -q -j1 -f epd --castling shredder $scratch/suite.epd" b="$fenmill $plies $generated"
    row "EPD to EPD per record (A), PGN to FEN per ply (B)" lines lines 0 0 "cpu: pass 2.2, goal 1.8"
    if command -v tar >/dev/null 2>&1; then
        tar -chf "$scratch/clean.tar" -C "$(dirname "$clean")" "$(basename "$clean")"
        a="$fenmill $plies $scratch/clean.tar" b="$fenmill $plies $clean"
        row "a tar (A), the file in it (B)" lines lines 0 0 "pass 1.05, goal 1.02"
    fi
    a="$fenmill check -q -j1 $scratch/engine.pgn" b="$fenmill check -q -j1 $generated"
    row "check: engines' comments (A), clean PGN (B), per byte" "$(wc -c <"$scratch/engine.pgn")" "$(wc -c <"$generated")" 0 0 ""
    printf '    %s GB/s with engines comments (pass 2.5, goal 3.5)\n' \
        "$(calc "sprintf(\"%.2f\", $(wc -c <"$scratch/engine.pgn") / ($(median a user) + 1e-9) / 1e9)")"
}

against_before() {
    test -n "${FENMILL_BEFORE:-}" || return 0
    header "A fenmill, B $FENMILL_BEFORE"
    a="$fenmill $plies $clean" b="$FENMILL_BEFORE $plies $clean"
    row "PGN to FEN per ply, -j1" lines lines 0 0 "pass 1.0, goal 0.75"
}

# All positions through the library's reader, as items with these values, or made.
reader() {
    header "the reader (A), PGN to FEN with the start (B); per ply"
    b="$fenmill convert -q -j1 --plies 0.. $clean"
    a="$here/bench/reads $clean fens" && row "FENs" 1 1 0 0 "pass 1.3, goal 1.1"
    a="$here/bench/reads $clean positions" && row "positions that are lent" 1 1 0 0 "pass 1.3, goal 1.1"
    a="$here/bench/reads $clean alone-positions" && row "the same, in the caller's thread" 1 1 0 0 "pass 1.3, goal 1.1"
    a="$here/bench/reads $clean fields" && row "fen, last, last.uci, eval" 1 1 0 0 ""
}

# One row for each format: the same positions in it (A) and as FEN (B). The limits are of all CPU.
formats() {
    header "formats (A), FEN (B); per ply"
    columns='[fen, ply, side, next, result, White]'
    b="$fenmill $plies $clean"
    while IFS='|' read -r name lines wanted; do
        profile format "$(output "$(printf '  %b' "$lines")")"
        a="$fenmill convert -q -j1 --profile $scratch/format.yaml $clean"
        row "$name" 1 1 0 0 "$wanted"
    done <<EOF
EPD with id, sm, c9|format: epd\n  ops: {id: "{Event} {Round}.{ply}", sm: "{next}", c9: "{Result}"}|cpu: pass 2.5, goal 1.7
TSV, six columns|format: tsv\n  columns: $columns|cpu: pass 2.2, goal 1.6
CSV, six columns|format: csv\n  columns: $columns|
JSONL, six columns|format: jsonl\n  columns: $columns|cpu: pass 2.5, goal 1.8
text, {fen} {ply} {result.score}|format: text\n  line: "{fen} ; {ply} ; {result.score}"|cpu: pass 2.0, goal 1.4
UCI|format: uci|
rows of games: moves, clocks and scores as arrays|format: jsonl\n  rows: games\n  columns: [moves.list, clock.list, eval.list]|
EOF
    # Of each ply they are gigabytes.
    a="$fenmill convert -q -j1 -f exits --plies 16..16 $clean"
    row "games to ply 16" 1 1 0 0 ""
    # Training data need scores, which are in the comments that FEN passes over.
    header "training data (A), FEN (B) of games with scores; per ply"
    for name in bulletformat binpack viriformat plain; do
        a="$fenmill convert -q -j1 -f $name $scratch/annotated.pgn" b="$fenmill $plies $scratch/annotated.pgn"
        row "$name" 1 1 0 0 "cpu: pass 2.5, goal 2.0"
    done
}

# The same positions in other forms, read as FENs.
lists() {
    header "a list that is read (A), one of FENs (B); per record"
    $fenmill convert -q --force -f tsv --columns fen,next.uci,result --limit 300000 -o "$scratch/list.tsv" "$clean"
    sed 1d "$scratch/list.tsv" | cut -f1 >"$scratch/list.fen"
    sed 1d "$scratch/list.tsv" | sed 's/\t.*/ [0.5]/' >"$scratch/list.text"
    tr '\t' , <"$scratch/list.tsv" >"$scratch/list.csv"
    sed 1d "$scratch/list.tsv" | awk -F'\t' '{ printf "{\"fen\":\"%s\",\"next\":\"%s\",\"result\":\"%s\"}\n", $1, $2, $3 }' >"$scratch/list.jsonl"
    sed 1d "$scratch/list.tsv" |
        awk -F'\t' '$2 != "" { printf "fen %s\nmove %s\nscore 12\nply 30\nresult 0\ne\n", $1, $2 }' >"$scratch/list.plain"
    b="$fenmill convert -q -j1 -f fen $scratch/list.fen"
    a="$fenmill convert -q -j1 -f fen $scratch/list.text" && row "FEN [0.5]" lines lines 0 0 ""
    a="$fenmill convert -q -j1 -f fen $scratch/list.plain" && row "entries of .plain" lines lines 0 0 ""
    profile columns 'input:
  format: table
  columns: {fen: fen, next.uci: -, result: -}'
    a="$fenmill convert -q -j1 -f fen --profile $scratch/columns.yaml $scratch/list.csv" &&
        row "CSV, a column of FENs" lines lines 0 0 ""
    a="$fenmill convert -q -j1 -f fen --set input.format=table $scratch/list.csv" && row "CSV: fen, next, result" lines lines 0 0 ""
    a="$fenmill convert -q -j1 -f fen --set input.format=table $scratch/list.jsonl" && row "JSON lines: the same" lines lines 0 0 ""
    header "a list of FENs (A), PGN to FEN (B); per record and per ply"
    b="$fenmill $plies $clean"
    while IFS='|' read -r name options wanted; do
        a="$fenmill convert -q -j1 -f fen $options $scratch/list.fen"
        row "$name" 300000 lines 0 0 "$wanted"
    done <<'EOF'
as it is||
in Shredder-FEN|--castling shredder|pass 2.2, goal 1.8
White to move|--side white|pass 4.5, goal 3
unique positions|--unique position|pass 4.5, goal 3
10,000 of them|--sample 10000|pass 4.5, goal 3
csv of FEN, side and pieces|-f csv --columns fen,side,pieces|pass 4.5, goal 3
EPD with a number|-f epd --op id=X.{record}|pass 8, goal 5
by pieces|--sort pieces|pass 8, goal 5
EOF
}

# What is remembered of all positions, sorted or counted, and what takes more of each.
operators() {
    header "operators (A), PGN to FEN (B); per ply"
    b="$fenmill $plies $clean"
    while IFS='|' read -r name options wanted; do
        a="$fenmill convert -q -j1 $options $clean"
        row "$name" 1 1 0 0 "$wanted"
    done <<'EOF'
EPD by FEN|-f epd --sort fen|pass 4, goal 3
a PolyGlot book|-f polyglot|pass 4, goal 3
moves from each position|--rows moves|pass 5, goal 3
groups by FEN|--rows groups --set output.by=fen|pass 5, goal 3
csv of FEN and material|-f csv --columns fen,material|pass 2.5, goal 2
the last ten plies|--plies -10..-1|pass 1.3, goal 1.1
EOF
}

# One row for each condition. What it drops need not be written, so the ratio may be far below 1.
conditions() {
    header "a condition (A), none (B); pass 1.5, goal 1.2 of all CPU"
    b="$fenmill $plies $clean"
    $fenmill convert -q -f pgn --sample-games 100 --set output.pgn.plies=..16 --force -o "$scratch/lines.pgn" "$clean"
    while IFS='|' read -r name lines; do
        profile condition "$(printf '%b\n' "$lines" | sed "s|CLEAN|$clean|; s|LINES|$scratch/lines.pgn|")
$(output '')"
        a="$fenmill convert -q -j1 --profile $scratch/condition.yaml $clean"
        row "$name" 1 1 0 0 ""
    done <<'EOF'
eight positions a game|positions:\n  sample: {per-game: 8}
1,000 positions of each result and phase|positions:\n  sample: {total: 1000, by: [result, phase]}
100,000 positions of the run|positions:\n  sample: {total: 100000}
quiet positions|positions:\n  quiet: true
at most twelve pieces|positions:\n  pieces: ..12
at most 30 points of material|positions:\n  material-points: ..30
moves 8 to 40|positions:\n  fullmove: 8..40
material KRPvKR|positions:\n  material: KRPvKR
a board|positions:\n  board: "*/*/*/*/*/*/5PPP/6K1"
White to move|positions:\n  side: white
every fourth ply|positions:\n  every: 4
plies 16 to 80|positions:\n  plies: 16..80
WhiteElo of at least 2400|games:\n  tags: {WhiteElo: ">= 2400"}
where a game left a book, that of the same games|input:\n  book: CLEAN\npositions:\n  book: leaves
one game of equal ones|games:\n  duplicates: drop
one game of equal surnames|games:\n  duplicates: {key: [surnames, result, moves]}
the best of equal surnames|games:\n  duplicates: {key: [surnames, result, moves], keep: best}
a player by a word|games:\n  player: "@ tal"
ratings at most 50 apart|games:\n  elo: {difference: -50..50}
games with comments|games:\n  has: comments
one of three positions|games:\n  reached: [1. e4 c5, 1. d4 Nf6, 1. c4]
the end of one of 100 lines|games:\n  reached-file: LINES
1,000 games of the run|games:\n  sample: 1000
the games of a file|games:\n  only: CLEAN
EOF
}

# Games as one with variations, and its lines again, against reading the games.
trees() {
    header "trees and lines of games (A), check (B)"
    b="$fenmill check -q -j1 $clean"
    a="$fenmill convert -q -j1 -p opening-tree --set input.max-game=1G $clean"
    row "-p opening-tree, 20 plies" 1 1 0 0 "cpu: pass 2.5, goal 2.0"
    a="$fenmill convert -q -j1 -f pgn --rows trees --set input.max-game=1G $clean"
    row "trees of whole games" 1 1 0 0 ""
    a="$fenmill convert -q -j1 -f pgn --rows lines $clean"
    row "lines" 1 1 0 0 ""
}

# Remembered positions: in memory, with two threads, and in memory for about a quarter of them.
unique() {
    large=${FENMILL_LARGE:-$clean}
    header "unique positions (A), all (B); $large"
    profile unique "$(printf 'positions:\n  unique: {key: position}\n  memory: 4G\n')
$(output '')"
    a="$fenmill convert -q -j1 --profile $scratch/unique.yaml $large" b="$fenmill $plies $large"
    row "in memory, -j1" 1 1 0 0 "cpu: pass 3.0, goal 2.0"
    positions=$(lines_of b)
    a="$fenmill convert -q -j2 --profile $scratch/unique.yaml $large" b="$fenmill $plies -j2 $large"
    wall_row "in memory, -j2" "pass 3.0, goal 2.0"
    # 200 million positions in 256M are 1.34 bytes each.
    room=$((positions * 134 / 100))
    command -v sort >/dev/null 2>&1 || return 0
    profile unique "$(printf 'positions:\n  unique: {key: position}\n  memory: %s\n' "$room")
$(output '')"
    printf '#!/bin/sh\n%s %s %s | LC_ALL=C sort -u -S %sb --parallel 2 -T %s\n' "$fenmill" "$plies" "$large" "$room" \
        "$scratch" >"$scratch/sorted"
    a="$fenmill convert -q -j2 --profile $scratch/unique.yaml $large" b="sh $scratch/sorted"
    wall_row "in $room bytes of memory, -j2 (A), sort -u (B)" "pass 0.25, goal 0.1"
}

# Compressed output, -j2, against plain output in a pipe to the compressor.
packed() {
    title "compressed output, -j2 (A), a pipe to the compressor (B); wall"
    while IFS='|' read -r suffix compressor wanted; do
        command -v "${compressor%% *}" >/dev/null 2>&1 || continue
        printf '#!/bin/sh\n%s %s -j2 --force -o %s/packed.%s %s\n' "$fenmill" "$plies" "$scratch" "$suffix" "$clean" >"$scratch/pack"
        printf '#!/bin/sh\n%s %s -j2 %s | %s -c >%s/piped.%s\n' "$fenmill" "$plies" "$clean" \
            "$compressor" "$scratch" "$suffix" >"$scratch/pipe"
        a="sh $scratch/pack" b="sh $scratch/pipe"
        wall_row ".$suffix" "$wanted"
        printf '    bytes: %s and %s, ratio %s\n' "$(wc -c <"$scratch/packed.$suffix")" "$(wc -c <"$scratch/piped.$suffix")" \
            "$(calc "sprintf(\"%.3f\", $(wc -c <"$scratch/packed.$suffix") / $(wc -c <"$scratch/piped.$suffix"))")"
    done <<'EOF'
gz|gzip -6|pass 0.35, goal 0.1; size 1.08
zst|zstd -q -T2|pass 0.9, goal 0.7; size 1.03
EOF
}

# The same games in one file, and one game a file.
small_files() {
    header "10,000 files of one game (A), one file (B)"
    mkdir -p "$scratch/small"
    generate standard 6 10000 1 | awk -v folder="$scratch/small" '
        /^\[Event / { if (name != "") close(name); name = sprintf("%s/%05d.pgn", folder, n++) } { print >name }'
    cat "$scratch/small"/*.pgn >"$scratch/together.pgn"
    a="$fenmill $plies $scratch/small" b="$fenmill $plies $scratch/together.pgn"
    row "-j1" lines lines 0 0 "cpu: pass 1.3"
    a="$fenmill $plies -j2 $scratch/small" b="$fenmill $plies -j2 $scratch/together.pgn"
    wall_row "-j2, wall" "pass 1.3"
    rm -rf "$scratch/small" "$scratch/together.pgn"
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

# Runs a group of rows if it is wanted: group FUNCTION
group() {
    case " ${FENMILL_ROWS:-$1} " in
    *" $1 "*) "$1" ;;
    esac
}

# Was the machine calm while the last round of a command with one thread ran?
calm() { tail -n 1 "$scratch/rounds.$1" | awk '{ exit !($3 <= 1.1 * ($1 + $2) + 0.002) }'; }

# Drops the last round of each.
drop() { for name; do sed -i '$d' "$scratch/rounds.$name"; done; }

# Wall clock: one run, two side by side, and one with two threads: threads NAME WANTED INPUT...
threads() {
    label=$1 share=$2
    shift 2
    forget one two pair
    printf '#!/bin/sh\n%s %s %s 1<>%s &\n%s %s %s 1<>%s\nwait\n' "$fenmill" "$plies" "$*" "$scratch/left" \
        "$fenmill" "$plies" "$*" "$scratch/right" >"$scratch/pair"
    tries=0 kept=0
    while test "$kept" -lt "$rounds" && test "$tries" -lt $((4 * rounds)); do
        tries=$((tries + 1))
        # shellcheck disable=SC2086
        timed one 0 "$fenmill" $plies "$@"
        # shellcheck disable=SC2086
        timed two 0 "$fenmill" $plies -j2 "$@"
        timed pair 0 sh "$scratch/pair"
        # shellcheck disable=SC2086
        timed one 0 "$fenmill" $plies "$@"
        if calm one; then kept=$((kept + 1)); else drop one two pair; fi
        drop one
    done
    rm -f "$scratch/left" "$scratch/right"
    test "$(lines_of one)" = "$(lines_of two)" || fail "-j1 and -j2: $(lines_of one) and $(lines_of two) lines"
    if test "$kept" -eq 0; then
        echo "no calm round in $tries: this row means nothing"
        return 0
    fi
    test "$kept" -eq "$rounds" || echo "only $kept calm rounds in $tries"
    printf -- '%s: -j1 %s s, -j2 %s s, two -j1 side by side %s s\n' "$label" "$(median one wall)" "$(median two wall)" \
        "$(median pair wall)"
    printf -- '-j2 reaches %s of the speed-up that two independent runs reach (%s)\n' \
        "$(paste -d' ' "$scratch/rounds.pair" "$scratch/rounds.two" | awk '{ print $3 / (2 * $10) }' | sort -g |
            awk '{ v[NR] = $1 } END { printf "%.3f", v[int((NR + 1) / 2)] }')" "$share"
    forget one two pair
}

all_threads() {
    title "threads; wall"
    threads "once" "pass 0.95, goal 0.98" "$clean"
    threads "eight times" "pass 0.97, goal 0.98" "$clean" "$clean" "$clean" "$clean" "$clean" "$clean" "$clean" "$clean"
}

# Two commands of several threads: wall clock, the median ratio of the pairs: wall_row NAME WANTED
wall_row() {
    forget a b
    i=0
    while test "$i" -lt "$rounds"; do
        # shellcheck disable=SC2086
        timed a 0 $a
        # shellcheck disable=SC2086
        timed b 0 $b
        i=$((i + 1))
    done
    printf '%-52s %8.3f %8.3f %7s %15s %%  %s\n' "$1" "$(median a wall)" "$(median b wall)" \
        "$(paste -d' ' "$scratch/rounds.a" "$scratch/rounds.b" | awk '{ print $3 / $10 }' | sort -g |
            awk '{ v[NR] = $1 } END { printf "%.3f", v[int((NR + 1) / 2)] }')" "$(wider wall)" "$2"
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

# Peak memory with the same games many times over: of one to 64 threads, and of what takes more than plain text.
memory() {
    title "peak memory, KiB (pass 20 MiB at -j2, 96 MiB at -j64; goal 12 and 64)"
    for i in 1 2 3 4 5 6 7 8; do cat "$clean"; done >"$scratch/large.pgn"
    profile jsonl "$(output '  format: jsonl')"
    for options in -j1 -j2 -j64 "-j2 --profile $scratch/jsonl.yaml" "-j2 --force -o $scratch/peak.gz" \
        "-j2 --force -o $scratch/peak.zst"; do
        forget peak
        ln -s /dev/null "$scratch/out.peak"
        # shellcheck disable=SC2086
        timed peak 0 "$fenmill" $plies $options "$scratch/large.pgn"
        printf '%8s  %s\n' "$(largest peak peak)" "$(printf '%s' "$options" | sed "s|$scratch/||g")"
        rm -f "$scratch"/peak.*
    done
    rm -f "$scratch/large.pgn"
    forget peak
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

all_compressed() {
    title "compressed input, -j2"
    compressed "$scratch/clean.pgn.gz" gzip
    compressed "$scratch/clean.pgn.zst" zstd
    compressed "$scratch/clean.pgn.xz" xz
}

# Many short runs; the shell's own cost of starting a program is measured with `true`.
start_up() {
    title "start-up; wall of one run in milliseconds, the cost of starting any program included (pass 2, goal 1)"
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

# Other programs from sources that FENMILL_PEERS has (bench/peers/build.sh), on the same file. python-chess gets the first
# games of it: it would take minutes. What differs in a FEN for a ply is counted where the other program writes such FENs.
peers() {
    "$srcdir/bench/peers/build.sh" "${FENMILL_PEERS:-/nonexistent}" "$scratch/peers" >"$scratch/peers.list"
    "$fenmill" convert -q -f pgn --limit 2000 -o "$scratch/few.pgn" "$clean"
    header "A another program, B fenmill -j1"
    while IFS='	' read -r peer writes replays; do
        file=$clean
        test "$peer" != python-chess || file=$scratch/few.pgn
        a=$(printf '%s\n' "$writes" | sed "s|{}|$file|g") b="$fenmill convert -q -j1 --en-passant legal $file"
        row "$peer: FEN or EPD per ply" 1 1 0 0 "$(test "$peer" != pgn-extract || echo "pass 28, goal 40")"
        printf '    lines: %s %s, fenmill %s\n' "$peer" "$(lines_of a)" "$(lines_of b)"
        if test "$peer" != pgn-extract; then # its records are EPD, and begin with the start
            $a >"$scratch/peer.fen" 2>/dev/null
            $b | diff "$scratch/peer.fen" - | grep -c '^[<>]' | sed 's/^/    FENs that only one of both has: /'
        fi
        a=$(printf '%s\n' "$replays" | sed "s|{}|$file|g") b="$fenmill check -q -j1 $file"
        row "$peer: all games read and replayed" 1 1 0 0 ""
        $a 2>/dev/null | tail -n 1 | sed 's/^/    /'
    done <"$scratch/peers.list"
}

machine
inputs
case $what in
all)
    find_limit
    more_inputs
    for name in against_limit against_before kinds reader formats lists operators conditions trees unique tag_work all_threads serial_part \
        memory packed all_compressed small_files start_up; do
        group $name
    done
    ;;
peers) peers ;;
*) echo "usage: bench.sh all|peers" >&2; exit 2 ;;
esac
title "$(busy)"
title "$failures checks failed"
test "$failures" -eq 0
