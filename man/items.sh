#!/bin/sh
# SPDX-License-Identifier: MIT
# Print a manual page with the keys or options that it lacks, each after the one before it in the table, with the text of its row, which
# may then be edited: fenmill help keys | items.sh PAGE, or fenmill convert --help | items.sh PAGE
set -eu
awk '
function add(name, head, meaning) { order[++items] = name; text[name] = sprintf(".It %s\n%s\n", head, meaning) }
NR == FNR && /^  [a-z]/ { name = $1; sub(/^ *[^ ]+ +/, ""); if (name ~ /\./ || !items) add(name, "Li " name, $0) }
NR == FNR && /^ +(-., )? *--[a-z]/ {
    match($0, /--[a-z-]+/); name = substr($0, RSTART + 1, RLENGTH - 1); rest = substr($0, RSTART + RLENGTH)
    argument = rest ~ /^ [^ ]/ ? tolower(substr(rest, 2, match(substr(rest, 2), /  |$/) - 1)) : ""
    sub(/^ ?[^ ]* +/, "", rest)
    add(name, "Fl " name (argument == "" ? "" : " Ar " argument), toupper(substr(rest, 1, 1)) substr(rest, 2) ".")
}
# The name of the item that a line of the page begins, or nothing.
function item_of(line,    word, i, n) {
    n = split(line, word, " ")
    if (line ~ /^\.It Li [a-z]/) return word[3]
    for (i = 2; line ~ /^\.It Fl / && i <= n; i++) if (word[i] ~ /^-[a-z]/) return word[i]
    return ""
}
NR != FNR { page[++lines] = $0; if (item_of($0) != "") has[item_of($0)] = 1 }
END {
    for (i = 1; i <= items; i++)
        if (order[i] in has) last = order[i]
        else if (last != "") after[last] = after[last] text[order[i]]
    for (i = 1; i <= lines; i++) {
        # An item ends where another or the list of a heading does, but for lists inside it.
        if (item in after && !inner && page[i] ~ /^\.(It|El)/) { printf "%s", after[item]; item = "" }
        if (page[i] ~ /^\.Bl/ && item in after) inner++
        if (page[i] ~ /^\.El/ && inner) inner--
        if (item_of(page[i]) != "") item = item_of(page[i])
        print page[i]
    }
}' - "$1"
