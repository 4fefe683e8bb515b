#!/bin/sh
# SPDX-License-Identifier: MIT
# Print a page with the output of its examples made anew: examples.sh SOURCE-TREE BUILD-TREE PAGE
# In the page's console blocks, lines after "$ " are commands; the other lines are their output, with the exit status last
# where that is not 0. A YAML block becomes the file that its first line names ("# suite.yaml: what it is for"), so that
# later commands can use it. In a table whose header ends in "| command | output |", the last cell of a row is the output of
# the one before it. Commands run in the order of the page, in a folder with a link to the samples, `data`.
set -eu
srcdir=$(cd "$1" && pwd)
top_builddir=$(cd "$2" && pwd)
page=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/folder"
printf '#!/bin/sh\nexec "%s/fenmill" "$@"\n' "$top_builddir" >"$scratch/bin/fenmill"
chmod +x "$scratch/bin/fenmill"
ln -s "$srcdir/data" "$scratch/folder/data"
cd "$scratch/folder"
PATH=$scratch/bin:$PATH
FENMILL_PROFILES=$srcdir/config
LC_ALL=C
export PATH FENMILL_PROFILES LC_ALL

# Run a command, print what it writes and how it ends. A page has no CR, which csv has at each line end.
run() {
    status=0
    sh -c "$1" >"$scratch/output" 2>&1 </dev/null || status=$?
    tr -d '\r' <"$scratch/output"
    test "$status" -eq 0 || echo "(exit status $status)"
}

# A row of a table of commands, with the output of its command anew; in a command, \| is a bar.
# shellcheck disable=SC2016 # ` is Markdown's
run_row() {
    row=${1%'` | '*}\`
    command=${row##*' | `'}
    command=$(printf '%s\n' "${command%\`}" | sed 's/\\|/|/g')
    run "$command" | sed 's/|/\\|/g; s/.*/`&`/' >"$scratch/cell"
    printf '%s | %s |\n' "$row" "$(paste -s -d @ "$scratch/cell" | sed 's/`@`/`<br>`/g')"
}

block=text
while IFS= read -r line; do
    case $block:$line in
    text:'```console') block=console ;;
    text:'```yaml') block=yaml file= ;;
    text:'```'*) block=other ;;
    text:*'| command | output |') block=table ;;
    text:*) ;;
    table:'|-'*) ;;
    table:'|'*)
        run_row "$line"
        continue
        ;;
    table:*) block=text ;;
    *:'```') block=text ;;
    console:'$ '*)
        printf '%s\n' "$line"
        run "${line#??}"
        continue
        ;;
    console:*) continue ;;
    yaml:*)
        if test -z "$file"; then
            file=${line#'# '}
            file=${file%%[: ]*}
        fi
        printf '%s\n' "$line" >>"$file"
        ;;
    esac
    printf '%s\n' "$line"
done <"$page"
