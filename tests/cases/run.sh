#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the cases of one file, tests/cases/AREA.case: sh tests/cases/run.sh FILE [NAME]. With a NAME (or $CASE) only the case of that name runs.
# Prints TAP, one point a case, under the name of the case. $top_builddir (default: build) has the program.
#
# A case is a block of lines:
#
#     case: what is expected            begins a case; names are unique in a file
#     file NAME:                        a file that the case reads; its text follows
#     input:                            standard input of the first command; its text follows
#     args: convert -q -f epd -         runs fenmill with these words, as a shell reads them
#     then: check --strict -            runs fenmill again; its standard input is what the command before printed
#     status: 0                         of the command above; 0 where it is not given
#     stdout:                           what the command above prints, all of it; its text follows
#     stdout~ REGEX                     one line of standard output matches this extended regular expression
#     stdout!~ REGEX                    no line does
#     stderr:                           the same for messages
#     stderr~ REGEX
#     stderr!~ REGEX
#     made NAME:                        what the command above has written to this file; its text follows
#     none NAME                         the command above has not written this file
#     NAME~ REGEX, NAME!~ REGEX         a line, or no line, of this file matches
#     lines NAME NUMBER [REGEX]         so many lines of this file match; without REGEX: it has so many
#     same NAME NAME                    two files are the same; "stdout", "stderr" are names, too
#
# A line of text is "|" and the line; "\" and a line is the same with the escapes of printf (\0202, \t) and no newline but \n.
# What many cases have in common is written one time, before them:
#
#     let NAME = TEXT                   {NAME} is TEXT from here on
#     let NAME:                         "|{NAME}" is the lines of text that follow
#     table: NAME                       begins a table: the lines of a case, where {1}, {2}, ... are the columns of a row and
#                                       "|{*}" is the lines of text after it; each row is a case, NAME with its columns
#     row: TEXT || TEXT                 columns of a row; each line of text after it is one more
#
# A line that begins with "#" is a comment. $samples (data/) may be used in args. Each case has a scratch folder of its own, and
# so nothing of the user's: LC_ALL is C, and HOME is the scratch folder.
set -u
: "${srcdir:=$(dirname "$0")/../..}" "${top_builddir:=$(dirname "$0")/../../build}"
. "$srcdir/tests/init.sh"
FENMILL_PROFILES=$profiles
export samples FENMILL_PROFILES
only=${2-${CASE-}}
case $1 in
/*) list=$1 ;;
*) list=$srcdir/tests/cases/${1##*/} ;;
esac
test -r "$list" || { echo "Bail out! cannot read $list"; exit 99; }

# Names and tables are written out; a line is its number, a tab and its text.
awk '
function bad(why) { print "Bail out! " FILENAME ":" FNR ": " why; failed = 1; exit 1 }
function filled(line,    from, to, name, done) {
    while ((from = index(line, "{")) > 0 && (to = index(substr(line, from), "}")) > 0) {
        name = substr(line, from + 1, to - 2)
        if (name in value) { done = done substr(line, 1, from - 1) value[name]; line = substr(line, from + to)
        } else { done = done substr(line, 1, from); line = substr(line, from + 1) }
    }
    return done line
}
function put(line,    parts, i, n) {
    if (!is_block(line)) line = filled(line)
    if (!is_block(line)) { print at "\t" line; return }
    n = split(substr(block[substr(line, 3, length(line) - 3)], 2), parts, "\n")
    for (i = 1; i <= n; i++) put(parts[i])
}
function is_block(line) { return line ~ /^\|\{.*\}$/ && substr(line, 3, length(line) - 3) in block }
function end_row(    i) {
    if (!columns) return
    if (columns < needed || (columns > needed && !any)) bad("the row of line " at " has " columns " columns, and the table " needed)
    for (i = 1; i <= steps; i++) put(step[i])
    for (i = 1; i <= columns; i++) delete value[i]
    columns = 0
    block["*"] = ""
}
function add(    i) {
    step[++steps] = $0
    if (steps == 1) any = 0
    if (index($0, "{*}")) any = 1
    for (i = 1; i <= 9; i++) if (index($0, "{" i "}") && needed < i) needed = i
}
/^#/ || /^[ \t]*$/ { next }
/^[|\\]/ && columns { value[++columns] = filled(substr($0, 2)); block["*"] = block["*"] "\n" $0; next }
/^[|\\]/ && let != "" { block[let] = block[let] "\n" filled($0); next }
{ let = ""; end_row(); at = FNR }
/^let [^=]+ = / {
    name = $0; sub(/^let /, "", name); sub(/ = .*/, "", name)
    text = $0; sub(/^let [^=]+ = /, "", text)
    value[name] = filled(text); next
}
/^let .+:$/ { let = substr($0, 5, length($0) - 5); block[let] = ""; next }
/^table: / { in_table = 1; needed = 0; steps = 0; sub(/^table/, "case"); add(); next }
/^row: / && in_table {
    sub(/^row: /, "")
    columns = split($0, cells, / \|\| /)
    for (i = 1; i <= columns; i++) value[i] = filled(cells[i])
    in_table = 2; next
}
/^row: / || (in_table == 1 && /^case: /) { bad("a table has steps and rows") }
in_table == 1 { add(); next }
in_table == 2 && !/^case: / { bad("after the rows of a table comes a case or a table") }
{ in_table = 0; put($0) }
END { if (!failed) end_row() }
' "$list" >"$scratch/lines" || { cat "$scratch/lines"; exit 99; }

# Each case becomes a folder with a script "steps" and the texts that it names.
awk -v only="$only" -v base="$scratch/cases" -v list="$list" '
function bad(why) { print "Bail out! " list ":" at ": " why; failed = 1; exit 1 }
function quoted(text) { gsub(/\047/, "\047\\\047\047", text); return "\047" text "\047" }
function begin(name) {
    if (name in names) bad("two cases are named \"" name "\"")
    names[name] = 1
    skipped = only != "" && name != only
    if (text != "") close(text)
    text = ""
    if (skipped) return
    cases++
    folder = sprintf("%s/%04d", base, cases)
    system("mkdir -p " folder "/texts")
    if (steps != "") close(steps)
    steps = folder "/steps"
    print name >(folder "/name")
    close(folder "/name")
    texts = 0; commands = 0; checks = 0
}
function begin_text(    name) {
    if (text != "") close(text)
    text = folder "/texts/" ++texts
    printf "" >text
    return quoted(text)
}
function value() { sub(/^[^ ]* ?/, ""); return $0 }
{ at = $0; sub(/\t.*/, "", at); sub(/^[0-9]+\t/, "") }
/^case: / { begin(value()); next }
steps == "" && !skipped { bad("this is before the first case") }
skipped { next }
/^\|/ || /^\\/ {
    if (text == "") bad("a line of text after nothing that has one")
    if (/^\|/) { print substr($0, 2) >text; next }
    line = substr($0, 2)
    while (line != "") { # written piece by piece: a string of mawk has no NUL
        if (match(line, /^\\0([0-7][0-7][0-7]|[0-7][0-7]|[0-7])/)) { # mawk reads [0-7]? wrongly
            printf "%c", octal(substr(line, 3, RLENGTH - 2)) >text; line = substr(line, RLENGTH + 1)
        } else if (line ~ /^\\n/) { printf "\n" >text; line = substr(line, 3)
        } else if (line ~ /^\\t/) { printf "\t" >text; line = substr(line, 3)
        } else if (line ~ /^\\r/) { printf "\r" >text; line = substr(line, 3)
        } else if (line ~ /^\\\\/) { printf "\\" >text; line = substr(line, 3)
        } else if (line ~ /^\\/) bad("an escape that is not \\0ooo, \\n, \\t, \\r or \\\\")
        else { printf "%s", substr(line, 1, 1) >text; line = substr(line, 2) }
    }
    next
}
{ if (text != "") close(text); text = "" }
/^file [^ ]+:$/ { name = $2; sub(/:$/, "", name); print "put " begin_text() " " quoted(name) >steps; next }
/^input:$/ { print "input " begin_text() >steps; next }
/^args: / && commands { bad("a second command is then") }
/^then: / && !commands { bad("the first command is args") }
/^(args|then): / { commands++; print (/^then/ ? "then_run " : "run ") value() >steps; next }
commands == 0 { bad("nothing was run yet") }
/^status: [0-9]+$/ { print "want=" $2 >steps; next }
/^(stdout|stderr):$/ { sub(/:$/, ""); print "same_text " begin_text() " " $0 >steps; next }
/^[^ ]+!~ / { print "lacks " quoted($1) " " quoted(value()) >steps; next }
/^[^ ]+~ / { print "has " quoted($1) " " quoted(value()) >steps; next }
/^made [^ ]+:$/ { name = $2; sub(/:$/, "", name); print "same_text " begin_text() " " quoted(name) >steps; next }
/^none [^ ]+$/ { print "none " quoted($2) >steps; next }
/^lines [^ ]+ [0-9]+/ { name = $2; number = $3; sub(/^lines [^ ]+ [0-9]+ ?/, ""); print "lines " quoted(name) " " number " " quoted($0) >steps; next }
/^same [^ ]+ [^ ]+$/ { print "same_text " quoted($2) " " quoted($3) >steps; next }
{ bad("\"" $0 "\" is no line of a case") }
function octal(digits,    v, i) { v = 0; for (i = 1; i <= length(digits); i++) v = v * 8 + substr(digits, i, 1); return v }
END { if (!failed && cases == 0) { print "Bail out! " list ": no case" (only == "" ? "" : " is named \"" only "\""); exit 1 } }
' "$scratch/lines" || exit 99

# What the scripts of the cases are made of. They stand in the case's folder; failures are written to "why".
put() { case $2 in */*) mkdir -p "${2%/*}" ;; esac; cp "$1" "$2"; }
input() { cp "$1" stdin; }
run() {
    finish
    ran=$*
    got=0
    want=0
    fenmill "$@" <stdin >stdout 2>stderr || got=$?
}
then_run() {
    cp stdout stdin
    run "$@"
}
why() { echo "fenmill $ran: $*" >>why; }
# The status of the last command, when all that is said of it is known.
finish() {
    test "$got" -eq "$want" && return
    why "status $got and not $want"
    sed 's/^/    /' stderr >>why
}
same_text() { cmp -s "$1" "$2" || { why "another $2:"; diff -a "$1" "$2" 2>&1 | head -n 20 >>why; }; }
has() { grep -a -q -E -e "$2" "${1%\~}" || { why "no line of ${1%\~} matches $2"; head -n 20 "${1%\~}" | sed 's/^/    /' >>why; }; }
lacks() { test -r "${1%!\~}" && ! grep -a -q -E -e "$2" "${1%!\~}" || { why "a line of ${1%!\~} matches $2"; grep -a -E -e "$2" "${1%!\~}" | head -n 5 | sed 's/^/    /' >>why; }; }
lines() {
    count=$(grep -a -c -E -e "$3" "$1")
    test "$count" = "$2" || { why "$count lines of $1 and not $2${3:+ match $3}"; head -n 20 "$1" | sed 's/^/    /' >>why; }
}
none() { test ! -e "$1" || why "$1 was written"; }

for folder in "$scratch"/cases/*/; do
    mkdir "$folder/work" && cd "$folder/work" || exit 99
    : >stdin
    got=0
    want=0
    HOME=$PWD
    export HOME
    . "$folder/steps"
    finish
    test ! -s why
    ok $? "$(cat "$folder/name")" || sed 's/^/# /' why
done
done_testing
