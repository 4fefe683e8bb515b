#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the manual of profiles with the keys that it lacks, each after the one before it in the table, with the text of its row, which
# may then be edited: fenmill help keys | keys.sh PAGE
set -eu
awk '
NR == FNR { if (/^  [a-z]/) { key[++keys] = $1; sub(/^ *[^ ]+ +/, ""); meaning[keys] = $0 } next }
{ page[++lines] = $0; if (/^\.It Li [a-z]/) has[$3] = 1 }
END {
    for (i = 2; i <= keys; i++)
        if (key[i] ~ /\./ && !(key[i] in has))
            after[key[i - 1]] = after[key[i - 1]] sprintf(".It Li %s\n%s\n", key[i], meaning[i])
    for (i = 1; i <= lines; i++) {
        # An item ends where another or the list of a heading does, but for lists inside it.
        if (item in after && !inner && page[i] ~ /^\.(It|El)/) { printf "%s", after[item]; item = "" }
        if (page[i] ~ /^\.Bl/ && item in after) inner++
        if (page[i] ~ /^\.El/ && inner) inner--
        if (page[i] ~ /^\.It Li [a-z]/) { split(page[i], word, " "); item = word[3] }
        print page[i]
    }
}' - "$1"
