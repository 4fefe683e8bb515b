#!/bin/sh
# SPDX-License-Identifier: MIT
# Follow recipes of CONTRIBUTING.md that end with a line "Tried with": each has a patch here, which changes as many files as the line says.
# In a copy of the tree the patch is applied, the program is built, the make targets of the line are run, and then its tests: make check-recipes
set -eu
srcdir=$(cd "$srcdir" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
mkdir -p "$tree/build"
(cd "$srcdir" && find . -name .git -prune -o -name build -prune -o -name '*.o' -o -name '*.lo' -o -type f -print | tar -cf - -T -) | tar -C "$tree" -xf -
eval "set -- $("$top_builddir/config.status" --config)"
echo "# building"
(cd "$tree/build" && ../configure -q "$@" && make -s -j2 fenmill) >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 99; }

# The lines, as "PATCH FILES TARGETS: TESTS".
sed -n 's/^Tried with `tests\/recipes\/\([a-z]*\)\.patch` (\([0-9]*\) files*)\(.*\): \(.*\)\.$/\1 \2 \3: \4/p' "$srcdir/CONTRIBUTING.md" >"$scratch/recipes"
failed=0
bad() {
    echo "not ok - $recipe: $*"
    failed=1
}
while read -r recipe files rest; do
    patch=$srcdir/tests/recipes/$recipe.patch
    targets=$(echo "${rest%%:*}" | tr -d '`,' | sed 's/then make//')
    test "$(grep -c '^+++ ' "$patch")" -eq "$files" || bad "the patch does not change $files files"
    (cd "$tree" && patch -s -p1 <"$patch") >"$scratch/log" 2>&1 || bad "the patch does not fit: $(cat "$scratch/log")"
    # shellcheck disable=SC2086
    (cd "$tree/build" && make -s -j2 fenmill && { test -z "$targets" || make -s $targets; }) >"$scratch/log" 2>&1 || bad "$(cat "$scratch/log")"
    for test in ${rest#*:}; do
        srcdir=$tree top_builddir=$tree/build sh "$tree/$test" </dev/null >"$scratch/log" 2>&1 || bad "$test ends with an error"
        ! grep '^not ok' "$scratch/log" || bad "$test"
    done
    test $failed -ne 0 || echo "ok - $recipe: $files by hand"
    # Back to what it was; what did not change is not built again.
    (cd "$srcdir" && find lib src man tests -type f) | while read -r file; do
        cmp -s "$srcdir/$file" "$tree/$file" || cp "$srcdir/$file" "$tree/$file"
    done
done <"$scratch/recipes"
for patch in "$srcdir"/tests/recipes/*.patch; do
    recipe=${patch##*/} recipe=${recipe%.patch}
    grep -q "^$recipe " "$scratch/recipes" || bad "no recipe names it"
done
exit $failed
