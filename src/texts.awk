# SPDX-License-Identifier: MIT
# Texts as macros of C, for src/tables_texts.h:
#
#     awk -f texts.awk name=NAME FILE ... name= FILE ... recipes=NAME FILE recipes= files=NAME FILE ...
#
# A file with a name becomes the strings of its lines, with a comma after each: a list, as C compilers need not take strings of more than 4,095 bytes.
# In a file without one, each line `@NAME` begins a text, which becomes one string; a \ at the end of a line leaves out the line end.
# Files of one name are one list: of each its own name, its lines and NULL.
# `recipes=NAME FILE`: of each heading `### ` of a page its text and the first command after it, two strings.
BEGIN { print "/* Made by src/texts.awk. */" }
function literal(line, end) { gsub(/[\\"]/, "\\\\&", line); return "\"" line end "\"" }
FNR == 1 && recipes != "" { printf "\n#define TEXT_%s", recipes }
recipes != "" {
    if (/^### /)
        printf " \\\n    %s,", literal(substr($0, 5), "")
    else if (/^\$ / && heading)
        printf " %s,", literal(substr($0, 3), "")
    heading = /^### / || (heading && !/^\$ /)
    next
}
FNR == 1 && files != "" {
    printf name == files ? " NULL," : "\n#define TEXT_" files
    name = files
    printf " \\\n    %s,", literal(substr(FILENAME, match(FILENAME, /[^\/]*$/)), "")
    printf " \\\n    %s,", literal($0, "\\n")
    next
}
FNR == 1 && name != "" { printf "\n#define TEXT_%s", name }
name == "" && /^@/ { printf "\n#define TEXT_%s", substr($0, 2); next }
name == "" && /\\$/ { printf " \\\n    %s", literal(substr($0, 1, length($0) - 1), ""); next }
{ printf " \\\n    %s%s", literal($0, "\\n"), name != "" ? "," : "" }
END { print files != "" ? " NULL" : "" }
