#!/bin/sh
# SPDX-License-Identifier: MIT
# Do the tests find a fault? Changes one line of the library at a time, builds, runs the tests until one fails, and puts the line
# back; prints each change that no test found. `make check-mutants MUTANTS='...'`, or in a build directory:
#     SOURCE/tests/mutants.sh [-n NUMBER] [-s SEED] [-k] [-c CHANGES] [FILE]...
# Of the FILEs (default: all of lib), NUMBER lines (default 100) are drawn by SEED; the same seed draws the same changes of the same
# sources. All happens in a copy in ./mutants; -k uses the one that is there, with the tests as they are now. The changes that
# survive are in ./mutants/survivors too, in the form in which -c reads changes: FILE, line, kind and the new line, with tabs between.
# Left out are tests of the installed files, of hardening and of the sources, and those named in $MUTANTS_WITHOUT.
#
# The copy is built once, all programs linked with the library as a shared object, so that after a change only its objects are
# compiled and one file is linked. A change whose objects are the same bytes at -O2 is equivalent. The tests that found most in
# this folder in the least time run first. A test that takes five times its own time, and ten seconds, has found the change.
set -u
source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
number=100
seed=1
keep=no
changes=
while getopts n:s:kc: option; do
    case $option in
    n) number=$OPTARG ;;
    s) seed=$OPTARG ;;
    k) keep=yes ;;
    c) changes=$(cd "$(dirname "$OPTARG")" && pwd)/${OPTARG##*/} ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
top=$(pwd)/mutants
work=$top/work
build=$top/build
fail() {
    echo "mutants: $*" >&2
    exit 1
}
make_in() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$build" "$@" >"$work/make.log" 2>&1 </dev/null; }

# What is in the sources, in the copy, without what a build left there: take PLACE
take() {
    tar -c -C "$source" --exclude=./build --exclude='./build[0-9]*' --exclude=./mutants --exclude=./.git --exclude='*.o' --exclude='*.lo' \
        --exclude='*.la' --exclude=.libs --exclude=.deps --exclude=./config.status --exclude=./config.h --exclude=./Makefile "$1" |
        tar -x -C "$top/source" || fail "no copy could be made"
}
copy() {
    rm -rf "$top"
    mkdir -p "$top/source" "$build" "$work" || exit 1
    take .
    cat >"$work/tests.mk" <<'END'
include Makefile
print-tests:
	@printf '%s\n' $(TESTS)
make-tests: fenmill $(check_PROGRAMS) $(check_LTLIBRARIES)
END
    (cd "$top/source" && { test -x configure || autoreconf -fi; } && cd "$build" &&
        "$top/source/configure" -q --disable-hardening CFLAGS=-O2 CC="${MUTANTS_CC:-cc}") >"$work/make.log" 2>&1 || fail "see $work/make.log"
    make_in VIS_CFLAGS= WARN_CFLAGS=-w || fail "it does not build: $work/make.log"
    # A list for the linker where the archive was: what is linked from now on takes the shared object.
    link_library || fail "see $work/make.log"
    echo "INPUT($build/mutant.so)" >"$build/.libs/libfenmill-core.a"
    rm -f "$build/fenmill"
    build_tests
    readelf -d "$build/fenmill" | grep -q 'mutant\.so' || fail "programs do not use the shared object"
}
# -o, or make would put the archive back.
build_tests() { make_in WARN_CFLAGS=-w -o libfenmill-core.la -f "$work/tests.mk" make-tests || fail "see $work/make.log"; }
objects() { find "$build/lib" -name '*.o' -path '*/.libs/*' | LC_ALL=C sort; }
link_library() {
    libraries=$(sed -n 's/^\(YAML\|ZLIB\|PCRE2\|ZSTD\|BZIP2\|LZMA\|ISAL\|LIBDEFLATE\)_LIBS = //p; s/^LIBS = //p' "$build/Makefile" | tr '\n' ' ')
    # shellcheck disable=SC2046,SC2086
    ${MUTANTS_CC:-cc} -shared -o "$build/mutant.so.new" $(objects) $libraries >>"$work/make.log" 2>&1 &&
        mv "$build/mutant.so.new" "$build/mutant.so"
}

# The environment of `make check`.
srcdir=$top/source top_builddir=$build CC=${MUTANTS_CC:-cc} CPPFLAGS='' CFLAGS=-O2 SAN_FLAGS='' LC_ALL=C MAKE=make
export srcdir top_builddir CC CPPFLAGS CFLAGS SAN_FLAGS LC_ALL MAKE
unset FENMILL_CORPUS FENMILL_VECTORS FENMILL_LONG MAKEFLAGS MFLAGS MAKELEVEL

# Run one test for at most so many seconds. Status 0: it passes; 124, 137: its time is up. passes TEST SECONDS
passes() {
    case $1 in *.test) set -- "$2" sh "$srcdir/$1" ;; *) set -- "$2" "$build/$1" ;; esac
    limit=$1
    shift
    (cd "$build" && ulimit -v 8000000 && CK_DEFAULT_TIMEOUT=$limit exec timeout -k 2 "$limit" "$@") >"$work/test.log" 2>&1 </dev/null || return $?
    ! grep -q -e '^not ok' -e '^Bail out' "$work/test.log"
}
now() { date +%s.%N; }

# Every test with its time, in $work/tests: SECONDS NAME. Those that fail or are skipped here are of no use.
measure() {
    make -s -C "$build" -f "$work/tests.mk" print-tests >"$work/names" 2>"$work/make.log" || fail "see $work/make.log"
    touch "$work/tests" "$work/finders"
    while read -r name; do
        grep -q " $name\$" "$work/tests" && continue
        case " tests/install.test tests/hardening.test tests/readme.test ${MUTANTS_WITHOUT-} " in *" $name "*) continue ;; esac
        before=$(now)
        if passes "$name" 600; then
            if grep -q '^1\.\.0' "$work/test.log"; then continue; fi
            echo "$(now) $before $name" | awk '{ printf "%.2f %s\n", $1 - $2, $3 }' >>"$work/tests"
        else
            echo "mutants: $name fails without a change: left out" >&2
        fi
    done <"$work/names"
    test -s "$work/tests" || fail "no test passes"
}

if test "$keep" = yes && test -s "$work/tests"; then
    take ./tests
    build_tests
else
    copy
fi
measure
# shellcheck disable=SC2046
if test $# -eq 0; then set -- $(cd "$top/source" && find lib -name '*.[ch]' ! -name 'make_*.c' ! -name 'tables_*.h' | LC_ALL=C sort); fi
if test -n "$changes"; then
    cp "$changes" "$work/drawn" || exit 1
else
    (cd "$top/source" && awk -v seed="$seed" -f "$source/tests/mutate.awk" "$@") >"$work/all"
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
objects >"$work/list"
sums() { xargs cksum <"$work/list" >"$work/$1"; }
# shellcheck disable=SC2046
compile() { make_in -k WARN_CFLAGS=-w VIS_CFLAGS= $(sed "s|^$build/||; s|\.libs/||; s|\.o\$|.lo|" "$work/list"); }
compile
sums plain
link_library

# The tests in the order in which they probably find a change in this folder: how many they found there (and elsewhere) in a second.
# order FOLDER
order() {
    awk -v folder="$1" '
        FILENAME ~ /finders$/ { found[$2] += $1 == folder ? 4 : 1; next }
        { printf "%.4f %s %s\n", (found[$2] + 0.5) / ($1 + 0.2), $1, $2 }' "$work/finders" "$work/tests" | sort -k 1,1rn
}
# Does a test find the change in this folder? Prints which.
finder() {
    order "$1" >"$work/order"
    while read -r _ seconds name; do
        passes "$name" "$(echo "$seconds" | awk '{ printf "%d", $1 * 5 + 10 }')"
        status=$?
        test $status -eq 0 && continue
        echo "$1 $name" >>"$work/finders"
        case $status in 124 | 137) name="$name (time)" ;; esac
        echo "$name"
        return 0
    done <"$work/order"
    return 1
}

tab=$(printf '\t')
while IFS=$tab read -r file line kind text <&3; do
    cp -p "$top/source/$file" "$work/original"
    NEW=$text awk -v at="$line" 'NR == at { print ENVIRON["NEW"]; next } { print }' "$work/original" >"$top/source/$file"
    old=$(sed -n "${line}s/^ *//p" "$work/original")
    new=$(printf '%s\n' "$text" | sed 's/^ *//')
    if ! compile; then
        result="not compiled"
        broken=$((broken + 1))
    else
        sums changed
        if cmp -s "$work/plain" "$work/changed"; then
            result="equivalent: the same code"
            same=$((same + 1))
        elif ! link_library; then
            result="not linked"
            broken=$((broken + 1))
        elif name=$(finder "${file%/*}"); then
            result="found by $name"
            found=$((found + 1))
        else
            result="SURVIVED"
            survived=$((survived + 1))
        fi
    fi
    printf '%s:%s: %s: %s\n' "$file" "$line" "$kind" "$result"
    if test "$result" = SURVIVED; then
        printf '    - %s\n    + %s\n' "$old" "$new"
        printf '%s\t%s\t%s\t%s\n' "$file" "$line" "$kind" "$text" >>"$top/survivors"
    fi
    cp "$work/original" "$top/source/$file"
    touch "$top/source/$file"
done 3<"$work/drawn"
compile
link_library
printf '%d tried, %d not compiled, %d found, %d equivalent, %d survived\n' $((broken + same + found + survived)) "$broken" "$found" "$same" "$survived"
