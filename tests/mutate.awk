# SPDX-License-Identifier: MIT
# Prints what one change in a line of C could be, for mutants.sh: FILE TAB LINE TAB KIND TAB the line as it would be. One change is
# drawn for each line (-v seed=N), so that long lines and short ones are met equally. Comments, text and preprocessor stay.
function random(n) { # Park and Miller: the same numbers from every awk
    state = (state * 16807) % 2147483647
    return state % n
}
function offer(kind, start, length_, text) {
    choices++
    kinds[choices] = kind
    lines[choices] = substr(line, 1, start - 1) text substr(line, start + length_)
}
# Operators and numbers, where they are code: `code` is the line with all else blanked out.
function operators(    i, rest, two, before) {
    for (i = 1; i <= length(code); i++) {
        rest = substr(code, i)
        two = substr(rest, 1, 2)
        before = substr(code, i - 1, 1)
        if (match(rest, /^(<<=|>>=|->)/)) {
            i += RLENGTH - 1
        } else if (two in swap) {
            offer("operator", i, 2, swap[two])
            i++
        } else if (match(rest, /^ [-+*\/<>&|%^] /)) {
            offer("operator", i + 1, 1, swap[substr(rest, 2, 1)])
            i++
        } else if (substr(rest, 1, 1) == "!" && before !~ /[A-Za-z0-9_]/) {
            offer("negation", i, 1, "")
        } else if (before !~ /[A-Za-z0-9_.]/ && match(rest, /^[0-9]+[uU]?/) && substr(rest, RLENGTH + 1, 1) !~ /[A-Za-z0-9_.]/) {
            offer("constant", i, RLENGTH, (rest + 1) (substr(rest, RLENGTH, 1) ~ /[uU]/ ? "u" : ""))
            if (rest + 0 > 0)
                offer("constant", i, RLENGTH, (rest - 1) (substr(rest, RLENGTH, 1) ~ /[uU]/ ? "u" : ""))
            i += RLENGTH - 1
        } else if (before !~ /[A-Za-z0-9_]/ && match(rest, /^(true|false)/) && substr(rest, RLENGTH + 1, 1) !~ /[A-Za-z0-9_]/) {
            offer("constant", i, RLENGTH, RLENGTH == 4 ? "false" : "true")
            i += RLENGTH - 1
        }
    }
}
function statements(    start, inner) {
    if (match(code, /^ +(\} else )?(if|while) \(.*\)( \{)?$/)) {
        start = index(code, "(")
        inner = line
        sub(/ \{$/, "", inner)
        offer("condition", 1, length(line), substr(line, 1, start) "!(" substr(inner, start + 1) ")" substr(line, length(inner) + 1))
    }
    if (match(code, /^ +(return|break|continue)[^A-Za-z0-9_]/)) {
        start = match(code, /[a-z]/)
        if (code ~ /^ +(break|continue);$/)
            offer("no jump", start, length(line), ";")
        else if (code ~ /^ +return [^;]+;$/ && code !~ /^ +return (0|true|false|NULL|FM_OK);$/)
            offer("return value", start, length(line), "return 0;")
        if (code ~ /^ +return FM_OK;$/)
            offer("return value", start, length(line), "return FM_NO_MEMORY;")
    } else if (code ~ /^ +[A-Za-z_(*][A-Za-z0-9_.>*()[\]-]*( [-+*\/|&^%<>]*= |\(|\+\+|--).*;$/ && code !~ /^ +(const|static|struct|enum|else|for|if|while|do|switch|case|sizeof)[ (]/ && level(code) == 0) {
        start = match(line, /[^ ]/)
        offer("no statement", start, length(line), ";")
    }
}
# Brackets that are left open: a statement on several lines is not removed.
function level(text,    opened, closed) {
    opened = gsub(/[(]/, "", text)
    closed = gsub(/[)]/, "", text)
    return opened - closed
}
function blank(n,    text) {
    text = ""
    while (n-- > 0)
        text = text "@"
    return text
}
# The line with comments, strings and characters blanked, place for place.
function bare(    text, i, c, two, quote) {
    text = ""
    quote = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (comment) {
            if (two == "*/") {
                comment = 0
                text = text "@"
                i++
            }
            text = text "@"
        } else if (quote != "") {
            if (c == "\\") {
                i++
                text = text "@"
            } else if (c == quote)
                quote = ""
            text = text "@"
        } else if (two == "/*") {
            comment = 1
            text = text "@@"
            i++
        } else if (two == "//")
            return text blank(length(line) - i + 1)
        else {
            if (c == "\"" || c == "'")
                quote = c
            text = text (quote != "" ? "@" : c)
        }
    }
    return text
}
BEGIN {
    state = seed % 2147483646 + 1
    for (i = 0; i < 20; i++)
        random(2)
    n = split("< <= <= < > >= >= > == != != == && || || && ++ -- -- ++ += -= -= += |= &= &= |= << >> >> << + - - + * / / * & | | & % * ^ &", pair, " ")
    for (i = 1; i < n; i += 2)
        swap[pair[i]] = pair[i + 1]
}
FNR == 1 {
    comment = 0
    continued = 0
    inside = 0
}
{
    line = $0
    was_comment = comment
    code = bare()
    preprocessor = continued || line ~ /^ *#/
    continued = preprocessor && line ~ /\\$/
    if (line ~ /^\{/ || line ~ /^[a-z].* = \{$/)
        inside = 1
    if (line ~ /^\}/)
        inside = 0
    if (preprocessor || was_comment || !inside || code ~ /(static_)?assert\(/)
        next
    # A comment after the code is no part of it.
    sub(/ *@+$/, "", code)
    trailing = substr(line, length(code) + 1)
    if (trailing !~ /^ *\/[*\/]/) {
        code = code trailing
        gsub(/["']/, "@", code)
    } else
        line = substr(line, 1, length(code))
    choices = 0
    operators()
    statements()
    if (choices) {
        i = random(choices) + 1
        printf "%s\t%d\t%s\t%s\n", FILENAME, FNR, kinds[i], lines[i]
    }
}
