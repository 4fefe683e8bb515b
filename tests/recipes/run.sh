#!/bin/sh
# SPDX-License-Identifier: MIT
# Follow the recipes of CONTRIBUTING.md, by their lines "Tried with": each has a patch here, which changes as many files as the line says.
# In a copy of the tree the patch is applied, the program is built, the make targets of the line are run, and then its tests: make
# check-recipes. RECIPES, if given, has the names of those to follow. In a patch, NEXT is the number of the next reason.
set -eu
srcdir=$(cd "$srcdir" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
mkdir -p "$tree/build"
(cd "$srcdir" && find . -name .git -prune -o -name build -prune -o -name '*.o' -o -name '*.lo' -o -type f -print | tar -cf - -T -) | tar -C "$tree" -xf -
eval "set -- $("$top_builddir/config.status" --config)"
echo "# building"
(cd "$tree/build" && ../configure -q "$@" CFLAGS=-O0 && make -s -j2 fenmill) >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 99; }
next=$(($(grep -c '^ *X([0-9]*, [A-Z0-9_]*, "' "$srcdir/lib/fenmill/reasons.h") + 1))
parts='README.md CONTRIBUTING.md SECURITY.md bindings config configure.ac debian docs lib man packaging src tests vectors'

# The lines, as "PATCH FILES TARGETS: TESTS".
sed -n 's/^Tried with `tests\/recipes\/\([a-z]*\)\.patch` (\([0-9]*\) files*)\(.*\): \(.*\)\.$/\1 \2 \3: \4/p' "$srcdir/CONTRIBUTING.md" >"$scratch/recipes"
failed=0
bad() {
    echo "not ok - $recipe: $*"
    failed=1 wrong=1
}
while read -r recipe files rest; do
    case " ${RECIPES-$recipe} " in *" $recipe "*) ;; *) continue ;; esac
    wrong=0
    targets=$(echo "${rest%%:*}" | tr -d '`,' | sed 's/then make//')
    sed "s/(NEXT,/($next,/" "$srcdir/tests/recipes/$recipe.patch" >"$scratch/patch"
    test "$(grep -c '^+++ ' "$scratch/patch")" -eq "$files" || bad "the patch does not change $files files"
    (cd "$tree" && patch -s -p1 <"$scratch/patch") >"$scratch/log" 2>&1 || bad "the patch does not fit: $(cat "$scratch/log")"
    tests=${rest#*:} programs=
    # Programs among the tests, and those that the others use.
    for test in $tests; do
        case $test in
        *.*) programs="$programs $(grep -o 'tools/[a-z_]*' "$tree/$test" | sort -u | while read -r tool; do test ! -e "$tree/tests/$tool.c" || echo "tests/$tool"; done | tr '\n' ' ')" ;;
        *) programs="$programs $test" ;;
        esac
    done
    # shellcheck disable=SC2086
    (cd "$tree/build" && make -s -j2 fenmill && { test -z "$targets" || make -s $targets; } && { test -z "${programs# }" || make -s -j2 $programs; }) \
        >"$scratch/log" 2>&1 || bad "$(cat "$scratch/log")"
    for test in $tests; do
        run="sh $tree/$test"
        case $test in *.*) ;; *) run=$tree/build/$test ;; esac
        # shellcheck disable=SC2086
        (cd "$tree/build" && srcdir=$tree top_builddir=$tree/build LC_ALL=C $run) </dev/null >"$scratch/log" 2>&1 || bad "$test ends with an error: $(tail -n 5 "$scratch/log")"
        ! grep '^not ok' "$scratch/log" || bad "$test"
    done
    test $wrong -ne 0 || echo "ok - $recipe: $files by hand"
    # Back to what it was; what did not change is not built again.
    # shellcheck disable=SC2086
    (cd "$tree" && find $parts -type f) | while read -r file; do
        test -e "$srcdir/$file" || { case $file in */__pycache__/*) ;; *) rm "$tree/$file" ;; esac; continue; }
        cmp -s "$srcdir/$file" "$tree/$file" || cp "$srcdir/$file" "$tree/$file"
    done
done <"$scratch/recipes"
for patch in "$srcdir"/tests/recipes/*.patch; do
    recipe=${patch##*/} recipe=${recipe%.patch}
    grep -q "^$recipe " "$scratch/recipes" || bad "no recipe names it"
done
exit $failed
