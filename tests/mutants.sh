#!/bin/sh
# SPDX-License-Identifier: MIT
# Do the tests find a fault? Changes one line of the library at a time and runs the tests until one fails; prints each change that no
# test found. `make check-mutants FILES='lib/pgn/tags.c' MUTANTS='...'`, or in a build directory with all programs of the tests:
#     SOURCE/tests/mutants.sh [-n NUMBER] [-s SEED] [-t SECONDS] [-c CHANGES] [FILE]...
# Of the FILEs (default: all of lib), NUMBER lines (default 100) are drawn by SEED; the same seed draws the same changes of the same
# sources. The changes that survive are in ./mutants/survivors too, in the form in which -c reads changes: FILE, line, kind and the
# new line, with tabs between. Tests are those of $MUTANTS_TESTS, or all but those of what is installed, of hardening and of the
# sources; with -t none that takes longer.
#
# Neither sources nor build are changed: only the changed file's objects are compiled (at -O2; the same bytes are an equivalent
# change), and programs are linked with them when a test needs them, in ./mutants/build, where all else is a link to the build. A
# test is measured on the build before its first use; one that fails there is left out. One that takes five times its own time, and
# ten seconds, has found the change. First come those that found most in this folder in the least time (./mutants/finders), and those
# that include the file's header, or have its name.
set -u
source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
number=100 seed=1 most=600 changes=
while getopts n:s:t:c: option; do
    case $option in
    n) number=$OPTARG ;;
    s) seed=$OPTARG ;;
    t) most=$OPTARG ;;
    c) changes=$(cd "$(dirname "$OPTARG")" && pwd)/${OPTARG##*/} ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
plain=$(pwd)
top=$plain/mutants
build=$top/build
work=$top/work
fail() {
    echo "mutants: $*" >&2
    exit 1
}
test -x fenmill || fail "make the programs first: make check TESTS="
rm -rf "$build" "$work"
mkdir -p "$build" "$work" || exit 1
for entry in * .libs; do
    test "$entry" = mutants || cp -as "$plain/$entry" "$build" || exit 1
done
touch "$top/times" "$top/finders" "$work/slow"

# What make knows. A recipe of its own, for what a variable is whose name is made of another's: make -f work/vars.mk show SHOW=TEXT
printf 'include Makefile\nshow:\n\t@echo $(SHOW)\n' >"$work/vars.mk"
show() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -f "$work/vars.mk" show SHOW="$1"; }
# shellcheck disable=SC2016
{
    compiler=$(show '$(CC)')
    flags=$(show '$(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS)')
    links=$(show '$(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS)')
    tests=${MUTANTS_TESTS-$(show '$(filter-out %/bootstrap.test %/configure.test %/hardening.test %/install.test %/readme.test,$(TESTS))')}
}
dependency_libs='' inherited_linker_flags=''
# shellcheck disable=SC1091
. ./libfenmill-core.la

# Compile a unit, with the changed file before the library's own; the object is of the same name whatever changed: compile UNIT OBJECT
compile() {
    mkdir -p "${2%/*}"
    set -- "$1" "$2" "$source/$1"
    test ! -f "$work/changed/$1" || set -- "$1" "$2" "$work/changed/$1"
    # shellcheck disable=SC2086
    $compiler -I"$work/changed/lib" $flags -w -g0 -O2 -fPIC -DPIC -c -o "$2" "$3" >"$work/log" 2>&1
}
# The units that hold a file: itself, or those that include it, of the library or of the tests: units FILE
units() {
    case $1 in
    *.c) echo "$1" ;;
    *) grep -l -E "[/ ]$1( |\$)" lib/*/.deps/*.Plo tests/.deps/*.Po | sed 's|/\.deps/\([^/]*\)\.Pl*o$|/\1.c|' ;;
    esac
}
# Link a program of the tests with the changed objects, or leave it if it has none of the library: link_program NAME
link_program() {
    test "$build/$1" -nt "$work/file" && return 0
    stem=$(echo "$1" | tr /- __)
    # The name of the variable is put together here.
    parts=$(show "\$(${stem}_OBJECTS) \$(${stem}_LDADD) \$(LIBS)")
    case $parts in *libfenmill-core.la*) ;; *) return 0 ;; esac
    set -- "$1"
    for part in $parts; do
        case $part in
        libfenmill-core.la) set -- "$@" "$plain/.libs/libfenmill-core.a" ;;
        *.la) set -- "$@" "${part%/*}/.libs/$(basename "$part" .la).a" ;;
        *) test ! -f "$work/new/$part" || part=$work/new/$part; set -- "$@" "$part" ;;
        esac
    done
    objects=$(find "$work/new/lib" -name '*.o')
    program=$1
    shift
    rm -f "$build/$program"
    # shellcheck disable=SC2086
    $compiler $links -o "$build/$program" $objects "$@" $dependency_libs $inherited_linker_flags >>"$work/log" 2>&1
}
# Run one test in a build for at most so many seconds. Status 0: it passes; 124, 137: its time is up. passes BUILD TEST SECONDS
srcdir=$source CC=$compiler CPPFLAGS='' CFLAGS=-O2 SAN_FLAGS='' LC_ALL=C MAKE=make
CCACHE_NODIRECT=yes # or a header that is new in an earlier folder is not seen
export CCACHE_NODIRECT srcdir CC CPPFLAGS CFLAGS SAN_FLAGS LC_ALL MAKE
unset FENMILL_CORPUS FENMILL_VECTORS FENMILL_LONG MAKEFLAGS MFLAGS MAKELEVEL
passes() {
    case $2 in
    *.test) set -- "$1" "$3" sh "$srcdir/$2" ;;
    *.case) set -- "$1" "$3" sh "$srcdir/tests/cases/run.sh" "$srcdir/$2" ;;
    *) set -- "$1" "$3" "$1/$2" ;;
    esac
    at=$1 limit=$2
    shift 2
    (cd "$at" && ulimit -v 8000000 && top_builddir=$at CK_DEFAULT_TIMEOUT=$limit exec timeout -k 2 "$limit" "$@") >"$work/test.log" 2>&1 </dev/null || return $?
    ! grep -q -e '^not ok' -e '^Bail out' "$work/test.log"
}
# Seconds that a test takes on the build, or "-" if it is left out: seconds_of TEST
seconds_of() {
    seconds=$(awk -v name="$1" '$2 == name { s = $1 } END { print s }' "$top/times" "$work/slow")
    test -z "$seconds" || return 0
    before=$(date +%s.%N) status=0 seconds=- to=$top/times
    passes "$plain" "$1" "$most" || status=$?
    case $status in
    0) grep -q '^1\.\.0' "$work/test.log" || seconds=$(echo "$(date +%s.%N) $before" | awk '{ printf "%.2f", $1 - $2 }') ;;
    124 | 137) to=$work/slow ;;
    *) echo "mutants: $1 fails without a change: left out" >&2 ;;
    esac
    echo "$seconds $1" >>"$to"
}
# The tests in the order in which they probably find a change in this file: what speaks for one, for each second of its time.
# order FILE
order() {
    header=${1%.*}
    printf '%s\n' $tests >"$work/tests"
    (cd "$source" && {
        grep -l -F "\"${header#lib/}" tests/check_*.c | sed 's/^/8 /'
        grep -l "\"$(basename "${1%/*}")/" tests/check_*.c | sed 's/^/2 /'
        ls tests/cli/*"${header##*/}"* tests/cases/*"${header##*/}"* 2>/dev/null | sed 's/^/4 /'
    }) | sed 's/\.c$//' >"$work/near"
    awk -v folder="${1%/*}" '
        FILENAME ~ /finders$/ { found[$2] += $1 == folder ? 4 : 1; next }
        FILENAME ~ /near$/ { found[$2] += $1; next }
        FILENAME ~ /times$/ { time[$2] = $1; next }
        time[$1] == "-" { next }
        { s = $1 in time ? time[$1] : /\.test$/ ? 6 : /\.case$/ ? 3 : 0.5; printf "%.4f %s\n", (found[$1] + 0.5) / (s + 0.2), $1 }
        ' "$top/finders" "$work/near" "$top/times" "$work/tests" | sort -k 1,1rn | cut -d' ' -f 2
}
# Does a test find the change of this file? Prints which: finder FILE
finder() {
    order "$1" >"$work/order"
    while read -r name; do
        seconds_of "$name"
        if test "$seconds" = - || test "${seconds%.*}" -ge "$most"; then continue; fi
        case $name in
        fuzz/*) for each in "$plain"/fuzz/fuzz_*; do test ! -x "$each" || link_program "fuzz/${each##*/}"; done ;;
        *.test | *.case) link_program fenmill ;;
        *) link_program "$name" ;;
        esac || { echo "the linker"; return 0; }
        most_here=$(echo "$seconds" | awk '{ printf "%d", $1 * 5 + 10 }') status=0
        passes "$build" "$name" "$most_here" || status=$?
        test $status -ne 0 || continue
        message=$(grep -m 1 -e '^not ok' -e ':[FE]:' "$work/test.log" | cut -c 1-120)
        # Where the machine is busy now, the build's own needs that long, too.
        case $status in 124 | 137) passes "$plain" "$name" "$most_here" || continue; message="time is up" ;; esac
        echo "${1%/*} $name" >>"$top/finders"
        echo "$name: $message"
        return 0
    done <"$work/order"
    return 1
}

# shellcheck disable=SC2046
if test $# -eq 0; then set -- $(cd "$source" && find lib -name '*.[ch]' ! -name 'make_*.c' ! -name 'tables_*.h' | LC_ALL=C sort); fi
if test -n "$changes"; then
    cp "$changes" "$work/drawn" || exit 1
else
    (cd "$source" && awk -v seed="$seed" -f "$source/tests/mutate.awk" "$@") >"$work/all"
    awk -v seed="$seed" -v number="$number" '
        function random(n) { state = (state * 16807) % 2147483647; return state % n }
        { line[NR] = $0 }
        END {
            state = (seed * 7919) % 2147483646 + 1
            for (i = 0; i < 20; i++) random(2)
            for (i = 1; i <= NR && i <= number; i++) {
                j = i + random(NR - i + 1)
                t = line[i]; line[i] = line[j]; line[j] = t
                print line[i]
            }
        }' "$work/all" >"$work/drawn"
fi

broken=0 same=0 found=0 survived=0
: >"$top/survivors"
tab=$(printf '\t')
while IFS=$tab read -r file line kind text <&3; do
    rm -rf "$work/changed" "$work/new"
    mkdir -p "$work/new/lib" "$work/changed/${file%/*}"
    result="equivalent: the same code"
    for unit in $(units "$file"); do
        old=$work/old/${unit%.c}.o
        test -f "$old" || compile "$unit" "$old" || fail "$unit does not compile: $work/log"
    done
    NEW=$text awk -v at="$line" 'NR == at { print ENVIRON["NEW"]; next } { print }' "$source/$file" >"$work/changed/$file"
    touch "$work/file"
    for unit in $(units "$file"); do
        compile "$unit" "$work/new/${unit%.c}.o" || { result="not compiled"; break; }
        if cmp -s "$work/old/${unit%.c}.o" "$work/new/${unit%.c}.o"; then rm "$work/new/${unit%.c}.o"; else result=; fi
    done
    if test "$result" = "not compiled"; then
        broken=$((broken + 1))
    elif test -n "$result"; then
        same=$((same + 1))
    elif name=$(finder "$file"); then
        result="found by $name"
        found=$((found + 1))
    else
        result=SURVIVED
        survived=$((survived + 1))
        printf '%s\t%s\t%s\t%s\n' "$file" "$line" "$kind" "$text" >>"$top/survivors"
    fi
    printf '%s:%s: %s: %s\n' "$file" "$line" "$kind" "$result"
    printf '    - %s\n    + %s\n' "$(sed -n "${line}s/^ *//p" "$source/$file")" "$(printf '%s\n' "$text" | sed 's/^ *//')"
done 3<"$work/drawn"
printf '%d tried, %d not compiled, %d found, %d equivalent, %d survived\n' $((broken + same + found + survived)) "$broken" "$found" "$same" "$survived"
