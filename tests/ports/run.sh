#!/bin/sh
# SPDX-License-Identifier: MIT
# The program of another system in the place of this build's, in the tests of the program: that for Windows under Wine, or a static one.
#     tests/ports/run.sh PROGRAM BUILD NATIVE [smoke]
# PROGRAM is fenmill.exe or fenmill; BUILD a folder for what is made; NATIVE a build tree, with the program and tests/tools, to compare with. Prints
# what each test script came to, and at the end "N passed, N failed, N left out"; the status is 0 only if none failed and 1,000 passed (of the smoke
# part: 60). tests/ports/wine.skips has the points that cannot hold under Wine, each with the reason.
set -u
name=${1##*/}
mkdir -p "$2/run-$name" || exit 1
build=$(cd "$2/run-$name" && pwd)
native=$(cd "$3" && pwd)
smoke=${4-}
srcdir=$(cd "$(dirname "$0")/../.." && pwd)
export srcdir

# A copy of the program with nothing beside it, and the folder of a build that has it, or a script that runs it. Wine knows no /dev/null, and takes the
# home folder for its own files; TMPDIR is that of the tests. Where it cannot start a program it ends with 1 and says why as an error alone: such a
# script is run again. What the desktop of Wine misses is no error.
rm -rf "$build/top" "$build/alone"
mkdir -p "$build/top" "$build/alone"
cp "$1" "$build/alone/$name" || exit 1
readings=$(cd "${1%/*}" && pwd)/tests/tools/readings
for part in tests bench config.h Makefile; do ln -s "$native/$part" "$build/top/$part"; done
skips=/dev/null own=
case $name in
*.exe)
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    test -x "$wine" || { echo "wine is not here"; exit 77; }
    skips=$srcdir/tests/ports/wine.skips own=tests/ports/windows.test
    for pair in "fenmill:\"$build/alone/$name\"" "readings:\"$readings.exe\"" wine:; do
        cat >"$build/top/${pair%%:*}" <<END
#!/bin/sh
HOME=$build WINEPREFIX=$build/prefix WINEDEBUG=-all,err+all,err-winediag,err-systray,err-ole
export HOME WINEPREFIX WINEDEBUG
exec "$wine" ${pair#*:} "\$@"
END
        chmod +x "$build/top/${pair%%:*}"
    done
    HOME=$build WINEPREFIX=$build/prefix WINEDEBUG=-all "$wine" wineboot -i >/dev/null 2>&1
    # One server for all that follows: to start it costs more than a run.
    server=$(command -v wineserver || ls /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver 2>/dev/null | head -n 1)
    WINEPREFIX=$build/prefix "$server" -p >/dev/null 2>&1
    trap 'WINEPREFIX=$build/prefix "$server" -k >/dev/null 2>&1' EXIT
    ;;
*) ln -s "$build/alone/$name" "$build/top/fenmill" && ln -s "$readings" "$build/top/readings" ;;
esac

passed=0 failed=0 left=0
: >"$build/failed"
# Add up the points of a TAP file: count SCRIPT FILE
count() {
    sed -n "s/^$1: //p" "$skips" | sed 's/  *#.*//' >"$build/skips"
    awk -v script="$1" -v failures="$build/failed" -v list="$build/skips" '
        BEGIN { while ((getline line <list) > 0) skip[line] = 1; all = "*" in skip }
        /^ok / && /# SKIP/ { left++; next }
        /^1\.\.0/ { left++; next }
        /^ok / { good++; next }
        /^not ok / { name = $0; sub(/^not ok [0-9]* - /, "", name); if (all || name in skip) left++; else { bad++; print script ": " name >failures } }
        /^1\.\.[1-9]/ { planned = 1 }
        END { if (!planned && !left) { bad++; print script ": it did not come to its end" >failures }; print good + 0, bad + 0, left + 0 }' "$2" >"$build/counts"
    read -r good bad out <"$build/counts"
    cat "$build/failed" >>"$build/all-failed"
    : >"$build/failed"
    printf '%-28s %5d passed, %d failed, %d left out\n' "$1" "$good" "$bad" "$out"
    passed=$((passed + good)) failed=$((failed + bad)) left=$((left + out))
}
: >"$build/all-failed"

# What the tests of the program say of it: all cases, and the scripts that need no more than the program; then what is only asked of these programs.
# Wine reads names and arguments as the locale says: cases name files in any script, and scripts of tests/cli expect a locale of ASCII.
some=${smoke:+tests/cases/inputs.case tests/cases/profiles.case tests/cases/result.case}
for script in ${some:-$(cd "$srcdir" && ls tests/cases/*.case; sed 's/ *#.*//' "$srcdir/tests/ports/scripts")} tests/ports/alone.test tests/ports/library.test $own; do
    test -e "$srcdir/$script" || continue
    case $script in
    *.case) set -- C.UTF-8 sh "$srcdir/tests/cases/run.sh" "$srcdir/$script" ;;
    tests/ports/* | */named.test) set -- C.UTF-8 sh "$srcdir/$script" $smoke ;;
    *) set -- C sh "$srcdir/$script" ;;
    esac
    locale=$1
    shift
    log=$build/${script##*/}
    for try in 1 2 3; do
        LC_ALL=$locale top_builddir=$build/top native=$native/fenmill timeout -k 10 1200 "$@" >"$log.tap" 2>"$log.err" </dev/null
        grep -q '^not ok' "$log.tap" && grep -q '^[#0-9a-f: ]*err:[a-z]*:' "$log.tap" "$log.err" || break
        echo "${script##*/}: run $try: an error of Wine"
    done
    count "${script##*/}" "$log.tap"
done

test ! -s "$build/all-failed" || { echo "failed:"; cat "$build/all-failed"; }
echo "$passed passed, $failed failed, $left left out"
least=1000
test -z "$smoke" || least=60
test "$failed" -eq 0 && test "$passed" -ge "$least"
