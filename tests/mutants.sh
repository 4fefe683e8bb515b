#!/bin/sh
# Do the tests find a fault? Changes one line of the library at a time, builds, runs the tests until one fails, and puts the line
# back; prints each change that no test found. `make check-mutants`, or in a build directory:
#     SOURCE/tests/mutants.sh [-n NUMBER] [-s SEED] [-k] [-l FILE:LINE:KIND]... [FILE]...
# Of the FILEs (default: all of lib), NUMBER lines (default 100) are drawn by SEED; the same seed draws the same changes of the same
# sources. -k keeps and uses the copy in ./mutants. Nothing but that copy is changed. What is left out: tests of the installed files and of hardening, and those
# named in $MUTANTS_WITHOUT.
#
# The copy is built once, all programs linked with the library as a shared object, so that after a change only its objects are
# compiled and one file is linked. A change whose objects are the same bytes at -O2 is no change. The tests that found most in
# the least time run first. A test that takes five times its own time, and ten seconds, has found it.
set -u
source=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
number=100
seed=1
keep=no
only=
while getopts n:s:kl: option; do
    case $option in
    n) number=$OPTARG ;;
    s) seed=$OPTARG ;;
    k) keep=yes ;;
    l) only="$only $OPTARG" ;;
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

# A copy of the sources, without what a build left there.
copy() {
    rm -rf "$top"
    mkdir -p "$top/source" "$build" "$work" || exit 1
    tar -c -C "$source" --exclude=./build* --exclude=./mutants --exclude=./.git --exclude='*.o' --exclude='*.lo' --exclude='*.la' \
        --exclude='.libs' --exclude='.deps' --exclude=./config.status --exclude=./config.h --exclude=./Makefile . |
        tar -x -C "$top/source" || fail "no copy could be made"
    (cd "$top/source" && { test -x configure || autoreconf -fi; } && cd "$build" &&
        "$top/source/configure" -q --disable-hardening CFLAGS=-O2 CC="${MUTANTS_CC:-cc}") >"$work/make.log" 2>&1 || fail "see $work/make.log"
    make_in VIS_CFLAGS= WARN_CFLAGS=-w || fail "it does not build: $work/make.log"
    # A list for the linker where the archive was: what is linked from now on takes the shared object.
    link_library || fail "see $work/make.log"
    echo "INPUT($build/mutant.so)" >"$build/.libs/libfenmill-core.a"
    rm -f "$build/fenmill"
    make_in WARN_CFLAGS=-w check TESTS= || fail "see $work/make.log"
    readelf -d "$build/fenmill" | grep -q 'mutant\.so' || fail "programs do not use the shared object"
}
objects() { find "$build/lib" -name '*.o' -path '*/.libs/*' | LC_ALL=C sort; }
link_library() {
    libraries=$(sed -n 's/^\(YAML\|ZLIB\|PCRE2\|ZSTD\|BZIP2\|LZMA\|ISAL\)_LIBS = //p; s/^LIBS = //p' "$build/Makefile" | tr '\n' ' ')
    # shellcheck disable=SC2046,SC2086
    ${MUTANTS_CC:-cc} -shared -o "$build/mutant.so.new" $(objects) $libraries >>"$work/make.log" 2>&1 &&
        mv "$build/mutant.so.new" "$build/mutant.so"
}

# The environment of `make check`.
srcdir=$top/source top_builddir=$build CC=${MUTANTS_CC:-cc} CPPFLAGS='' CFLAGS=-O2 SAN_FLAGS='' LC_ALL=C MAKE=make
export srcdir top_builddir CC CPPFLAGS CFLAGS SAN_FLAGS LC_ALL MAKE
unset FENMILL_CORPUS FENMILL_VECTORS FENMILL_LONG MAKEFLAGS MFLAGS MAKELEVEL

# Run one test, with so many seconds: does it pass? passes TEST SECONDS
passes() {
    case $1 in *.test) set -- "$2" sh "$srcdir/$1" ;; *) set -- "$2" "$build/$1" ;; esac
    limit=$1
    shift
    (cd "$build" && ulimit -v 8000000 && CK_DEFAULT_TIMEOUT=$limit exec timeout -k 2 "$limit" "$@") >"$work/test.log" 2>&1 </dev/null &&
        ! grep -q -e '^not ok' -e '^Bail out' "$work/test.log"
}
now() { date +%s.%N; }

# Every test with its time, in $work/tests: FOUND SECONDS NAME. Those that fail or are skipped here are of no use.
measure() {
    make_in -f Makefile -f - print-tests <<'END' || true
END
    env -u MAKEFLAGS make -s -C "$build" -f - print-tests <<'END' 2>/dev/null | tr ' ' '\n' | sed '/^$/d' >"$work/names"
include Makefile
print-tests:
	@echo $(TESTS)
END
    : >"$work/tests"
    while read -r name; do
        case " tests/install.test tests/hardening.test tests/readme.test ${MUTANTS_WITHOUT-} " in *" $name "*) continue ;; esac
        before=$(now)
        if passes "$name" 600; then
            if grep -q '^1\.\.0' "$work/test.log"; then continue; fi
            echo "0 $(now) $before $name" | awk '{ printf "%d %.2f %s\n", $1, $2 - $3, $4 }' >>"$work/tests"
        else
            echo "mutants: $name fails without a change: left out" >&2
        fi
    done <"$work/names"
    test -s "$work/tests" || fail "no test passes"
}

if test "$keep" = no || ! test -s "$work/tests"; then
    copy
    measure
fi
if test $# -eq 0; then set -- $(cd "$top/source" && find lib -name '*.[ch]' ! -name 'make_*.c' ! -name 'tables_*.h' | LC_ALL=C sort); fi
(cd "$top/source" && awk -v seed="$seed" -f "$source/tests/mutate.awk" "$@") >"$work/all"
if test -n "$only"; then
    for which in $only; do grep "^$(echo "$which" | tr ':' '\t')" "$work/all"; done >"$work/drawn"
else
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

tried=0 broken=0 same=0 found=0 survived=0
objects >"$work/list"
sums() { xargs cksum <"$work/list" >"$work/$1"; }
compile() { make_in -k WARN_CFLAGS=-w VIS_CFLAGS= $(sed "s|^$build/||; s|\.libs/||; s|\.o\$|.lo|" "$work/list"); }
compile
sums plain
link_library

# What came of one change: 0 found, 1 survived
judge() {
    # The tests that found most in a second first; in a tie, the shorter ones.
    sort -t ' ' -k 1 "$work/tests" | awk '{ print ($1 + 0.5) / ($2 + 0.2), $2, $3 }' | sort -k 1,1rn >"$work/order"
    while read -r _ seconds name; do
        limit=$(echo "$seconds" | awk '{ printf "%d", $1 * 5 + 10 }')
        passes "$name" "$limit" && continue
        awk -v name="$name" '$3 == name { $1++ } { print }' "$work/tests" >"$work/tests.new" && mv "$work/tests.new" "$work/tests"
        echo "$name" >"$work/finder"
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
    : >"$work/finder"
    if ! compile; then
        result="not compiled"
        broken=$((broken + 1))
    else
        sums changed
        if cmp -s "$work/plain" "$work/changed"; then
            result="same code"
            same=$((same + 1))
        elif ! link_library; then
            result="not linked"
            broken=$((broken + 1))
        elif judge; then
            result="found by $(cat "$work/finder")"
            tried=$((tried + 1))
            found=$((found + 1))
        else
            result="SURVIVED"
            tried=$((tried + 1))
            survived=$((survived + 1))
        fi
    fi
    printf '%s:%s: %s: %s\n' "$file" "$line" "$kind" "$result"
    case $result in SURVIVED) printf '    - %s\n    + %s\n' "$old" "$new" ;; esac
    cp "$work/original" "$top/source/$file"
    touch "$top/source/$file"
done 3<"$work/drawn"
compile
link_library
printf '%d tried, %d found, %d survived (%d did not compile, %d the same code)\n' "$tried" "$found" "$survived" "$broken" "$same"
