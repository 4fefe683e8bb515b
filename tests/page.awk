# SPDX-License-Identifier: MIT
# Checks a web page that fenmill wrote, as far as that can be done without a browser: prints what is wrong, a line each.
# Every tag is known and closed in its order; ids are unique, and what refers to one finds it; each picture has a text in its
# place or is hidden; nothing is fetched and nothing is run; headings leave out no level.
function wrong(what) { print FILENAME ": byte " at ": " what }
BEGIN {
    n = split("html head meta title style body main nav h1 h2 h3 p a br section article div dl dt dd ul li table caption thead " \
        "tbody tr th td code svg defs g path rect circle text use", names, " ")
    for (i = 1; i <= n; i++) known[names[i]] = 1
    RS = "<"
}
NR == 1 { at += length($0) + 1; if ($0 != "") wrong("text before the page"); next }
{
    here = $0
    end = index(here, ">")
    tag = substr(here, 1, end - 1)
    text = substr(here, end + 1)
    if (end == 0) wrong("a < that is no tag")
    if (tag == "!DOCTYPE html") { doctype++; at += length(here) + 1; next }
    name = tag
    sub(/^\//, "", name); sub(/[ \/\n].*/, "", name)
    if (!(name in known)) wrong("unknown tag: " tag)
    if (index(text, ">") > 0 || text ~ /&[^a-z#]/ || text ~ /&$/) if (name != "style") wrong("text that is not escaped: " text)
    if (text ~ /[\001-\010\013-\037]/) wrong("a control character")
    if (tag ~ /(^| )(src|on[a-z]+)=/ || tag ~ /href="[^#]/ || text ~ /url\(|@import/) wrong("fetches or runs something: " tag)
    rest = tag; gsub(/ [a-zA-Z:-]+="[^"<]*"/, "", rest)
    if (rest ~ /[ "=]/ && rest !~ /^[a-z0-9]+ ?\/?$/) wrong("attributes: " tag)
    if (match(tag, / id="[^"]*"/)) { id = substr(tag, RSTART + 5, RLENGTH - 6); if (id in ids) wrong("twice: " id); ids[id] = 1 }
    if (match(tag, / href="#[^"]*"/)) refers[substr(tag, RSTART + 8, RLENGTH - 9)] = 1
    if (match(tag, / aria-labelledby="[^"]*"/)) refers[substr(tag, RSTART + 18, RLENGTH - 19)] = 1
    if (name == "svg" && tag !~ /^\// && tag !~ / aria-hidden="true"/) {
        boards++
        if (tag !~ / role="img"/ || tag !~ / aria-label="((White|Black): [^"]*[1-8]|An empty board)/) wrong("a picture without a text")
    }
    if (name ~ /^h[1-3]$/ && tag !~ /^\//) {
        if (substr(name, 2) > level + 1) wrong("a level of headings is left out: " name)
        level = substr(name, 2); headings++
    }
    if (tag ~ /^\//) { if (stack[depth] != name) wrong("</" name "> where " stack[depth] " is open"); depth-- }
    else if (tag !~ /\/$/ && name != "meta" && name != "br") stack[++depth] = name
    at += length(here) + 1
}
END {
    if (depth != 0) wrong(stack[depth] " is not closed")
    if (doctype != 1) wrong("no doctype")
    if (headings == 0) wrong("no heading")
    for (id in refers) if (!(id in ids)) wrong("there is no " id)
    print "boards: " boards + 0
}
