# SPDX-License-Identifier: MIT
# Print a manual page of the library from the comments of its header:
# awk -v page=fenmill_position -v about='positions and their moves' -v date='November 22, 2026' -f api.awk HEADER
# A comment is of the declarations after it, up to an empty line or the next comment.

# Text as roff takes it: no escapes, no requests, no words of the comment's own marks.
function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/@p /, "", text)
    gsub(/@param\[(in,)?out\] /, "@param ", text)
    return text
}
function put_line(text) {
    sub(/ +$/, "", text)
    if (text ~ /^[.']/)
        text = "\\&" text
    if (text != "")
        description = description text "\n"
}
# Each sentence begins a line, as roff wants it.
function put(text) {
    text = roff(text)
    sub(/^ +/, "", text)
    sub(/ +$/, "", text)
    while (match(text, /[.?!][)"]? +/)) {
        put_line(substr(text, 1, RSTART + RLENGTH - 1))
        text = substr(text, RSTART + RLENGTH)
    }
    put_line(text)
}
# A comment in paragraphs: one for its text, one for each @param, one for @return.
function put_comment(    i, n, lines, line, at) {
    n = split(comment, lines, "\n")
    for (i = 1; i <= n; i++) {
        line = lines[i]
        while (match(line, /@(param|return)/)) {
            at = RSTART
            put(substr(line, 1, at - 1))
            line = substr(line, at)
            if (sub(/^@return */, "", line)) {
                description = description ".Pp\nReturns\n"
            } else {
                sub(/^@param(\[[a-z,]*\])? */, "", line)
                match(line, /^[a-z_]*/)
                description = description ".Pp\n.Fa " substr(line, 1, RLENGTH) "\n:\n"
                line = substr(line, RLENGTH + 1)
                sub(/^ */, "", line)
            }
        }
        if (line == "")
            description = description ".Pp\n"
        else
            put(line)
    }
}
function end_group(    text) {
    if (code != "" && !inside) {
        text = code
        gsub(/FM_API |FM_MUST_CHECK /, "", text)
        gsub(/\\/, "\\e", text)
        gsub(/\n                +/, "\n        ", text)
        description = description ".Bd -literal\n" text ".Ed\n"
        if (comment != "") {
            description = description ".Pp\n"
            put_comment()
        }
        code = comment = ""
    }
}
function note_names(line) {
    while (match(line, /fm_[a-z0-9_]+\(/)) {
        names = names (names == "" ? "" : " ,\n.Nm ") substr(line, RSTART, RLENGTH - 1)
        line = substr(line, RSTART + RLENGTH)
        break
    }
}

/^#/ || /^extern "C"/ || /^}$/ { next }
# A heading.
/^\/\* [A-Z][^*]*\. \*\/$/ && code == "" {
    heading = $0
    gsub(/^\/\* |\. \*\/$/, "", heading)
    if (started)
        description = description ".Ss " heading "\n"
    next
}
/^$/ { end_group(); comment = inside ? comment : ""; next }
/^\/\*\*? ?/ && !inside {
    end_group()
    started = 1
    comment = ""
    open = 1
}
open {
    line = $0
    sub(/^\/\*\*? */, "", line)
    sub(/^ \*\/?/, "", line)
    sub(/^ /, "", line)
    ends = sub(/ *\*\/ *$/, "", line)
    comment = comment (comment == "" ? "" : "\n") line
    if (ends || $0 ~ /^ \*\/$/)
        open = 0
    next
}
{
    started = 1
    if ($0 ~ /^FM_API/ || pending) {
        if ($0 ~ /^FM_API/)
            signature = ""
        signature = signature $0
        pending = $0 !~ /;$/
        if (!pending)
            note_names(signature)
    }
    inside += gsub(/{/, "{") - gsub(/}/, "}")
    code = code $0 "\n"
}
END {
    end_group()
    print ".Dd " date
    print ".Dt " toupper(page) " 3"
    print ".Os"
    print ".Sh NAME"
    print ".Nm " (names == "" ? page : names)
    print ".Nd " about
    print ".Sh LIBRARY"
    print "libfenmill (pkg-config: libfenmill)"
    print ".Sh SYNOPSIS"
    print ".In fenmill.h"
    print ".Sh DESCRIPTION"
    gsub(/(\.Pp\n)+\.Pp\n/, ".Pp\n", description)
    gsub(/\.Pp\n\.Bd/, ".Bd", description)
    gsub(/\.Pp\n\.Ss/, ".Ss", description)
    printf "%s", description
    print ".Sh SEE ALSO"
    print ".Xr fenmill 1 ,"
    print ".Xr libfenmill 3"
}
