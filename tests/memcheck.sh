#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory that nobody wrote before it is read gives another answer each time, or the right one for years; no sanitizer of gcc sees it.
# Runs tests with a program that goes through valgrind: sh tests/memcheck.sh TEST...
#     TEST   a .test or a .case, a name below tests/; or a program of the build, as tests/check_base or fuzz/fuzz_pgn,
#            which then goes through valgrind itself (the latter with its seeds)
# With `-c COMMAND...` the command runs instead, with $top_builddir, and the program as its last argument:
#     sh tests/memcheck.sh -c tests/golden/run -s
# Says for each test how many runs had an error; status 1: some had. Valgrind's report of the first is printed.
set -u
srcdir=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
built=$(cd "${top_builddir:-$srcdir/build}" && pwd) || exit 2
command -v valgrind >/dev/null || { echo "memcheck.sh: no valgrind" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$scratch/build" "$scratch/logs"
ln -s "$built"/* "$scratch/build/"
rm -f "$scratch/build/fenmill"
# Arrays go to the temporary file as they are, padding too: nothing reads that.
cat >"$scratch/known" <<'KNOWN'
{
   padding of structs in the temporary file
   Memcheck:Param
   pwrite64(buf)
   ...
   fun:fm_stream_append
}
KNOWN
# Leaks are the sanitizers'. A run that valgrind stopped has no status of the program, so the log alone decides.
cat >"$scratch/build/fenmill" <<WRAP
#!/bin/sh
exec valgrind -q --suppressions="$scratch/known" --log-file="$scratch/logs/%p" --main-stacksize=8388608 "$built/fenmill" "\$@"
WRAP
chmod +x "$scratch/build/fenmill"
export srcdir
top_builddir=$scratch/build
export top_builddir

# What valgrind has to say of calls that it does not know is no error.
errors() { find "$scratch/logs" -type f -exec grep -l -e '^==[0-9]*== [A-Z0-9]' {} +; }
failed=0
# program NAME ARGUMENT...: as it is one process, its leaks are looked for, too
program() {
    name=$1
    shift
    CK_FORK=no "$built/libtool" --mode=execute valgrind -q --leak-check=full --log-file="$scratch/logs/%p" "$built/$name" "$@" ||
        echo "not ok - status $?"
}
# look NAME: the errors since the last
look() {
    runs=$(find "$scratch/logs" -type f | wc -l)
    bad=$(errors | wc -l)
    echo "$1: $runs runs, $bad with an error"
    test "$runs" -gt 0 || failed=1
    if test "$bad" -gt 0; then
        failed=1
        errors | head -n 1 | xargs grep -h '^==' | head -n 20
    fi
    find "$scratch/logs" -type f -exec rm -f {} +
}

if test "${1-}" = -c; then
    shift
    "$@" "$top_builddir/fenmill" >"$scratch/printed" || echo "$1: status $?"
    look "$1"
else
    for test in "$@"; do
        case $test in
        *.case) sh "$srcdir/tests/cases/run.sh" "$srcdir/tests/$test" ;;
        *.test) sh "$srcdir/tests/$test" ;;
        fuzz/*) program "$test" "$srcdir/fuzz/corpus/${test#fuzz/fuzz_}"/* ;;
        *) program "$test" ;;
        esac >"$scratch/printed" 2>&1 </dev/null
        grep -e '^not ok' -e '^Bail out' "$scratch/printed" && failed=1
        look "$test"
    done
fi
exit "$failed"
