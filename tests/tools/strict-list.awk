# SPDX-License-Identifier: MIT
# Reads FENs and EPD records by the letter of the PGN standard (16.1, 16.2), and shares no code with the library. Prints each line
# that is neither, with what is wrong: awk -f strict-list.awk [-v kind=fen|epd] LIST. Castling fields are those of X-FEN and
# Shredder-FEN, with s or m before; boards have 8 or 10 files.
function fault(why) { print FILENAME ":" FNR ": " why ": " $0; faults++ }

# The widths of all ranks agree, no two numbers stand side by side, each side has one king.
function placement(text,    ranks, n, i, k, width, files, c, number) {
    n = split(text, ranks, "/")
    if (n != 8) return 0
    for (i = 1; i <= 8; i++) {
        width = 0
        number = ""
        for (k = 1; k <= length(ranks[i]); k++) {
            c = substr(ranks[i], k, 1)
            if (c ~ /[0-9]/) {
                if (number != "" && number c != "10") return 0
                if (number == "" && c == "0") return 0
                number = number c
                continue
            }
            if (c !~ /[PNBRQKACpnbrqkac]/) return 0
            width += number + 1
            number = ""
        }
        width += number
        if (files == 0) files = width
        if (width != files || (width != 8 && width != 10)) return 0
    }
    return gsub(/K/, "", text) == 1 && gsub(/k/, "", text) == 1
}
function castling(text) {
    sub(/^[sm]/, "", text)
    return text == "-" || (text != "" && length(text) <= 4 && text ~ /^([KQ]|[A-J])?([KQ]|[A-J])?([kq]|[a-j])?([kq]|[a-j])?$/ &&
        text !~ /QK|qk/)
}
function fields(    side) {
    if (!placement(part[1])) return "placement"
    side = part[2]
    if (side != "w" && side != "b") return "side"
    if (!castling(part[3])) return "castling"
    if (part[4] != "-" && part[4] !~ (side == "w" ? "^[a-j]6$" : "^[a-j]3$")) return "en passant"
    return ""
}
function counts(text, least) { return text ~ /^(0|[1-9][0-9]*)$/ && text + 0 >= least }

# The kind of each opcode of the standard; any other takes what there is.
BEGIN {
    n = split("acn acs acd hmvc", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "count"
    n = split("dm fmvn rc tcgs", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "positive"
    n = split("id eco nic c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 v0 v1 v2 v3 v4 v5 v6 v7 v8 v9", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "string"
    n = split("tcri tcsi", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "strings"
    n = split("am bm", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "set"
    n = split("pm sm", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "move"
    n = split("draw_accept draw_claim draw_offer draw_reject resign", names, " "); for (i = 1; i <= n; i++) type[names[i]] = "none"
    type["ce"] = "integer"; type["pv"] = "line"
    san = "^(O-O(-O)?|[KQRBNAC]([a-j]?[1-8]?)x?[a-j][1-8]|([a-j]x)?[a-j][1-8](=[QRBNAC])?)[+#]?$"
}
# One operation at the beginning of `rest`, which is cut off. Empty, or what is wrong.
function operation(    opcode, kind, word, count, last) {
    if (!match(rest, /^ ([a-z][A-Za-z0-9_]|[A-Z])[A-Za-z0-9_]*/) || RLENGTH > 16) return "no opcode"
    opcode = substr(rest, 2, RLENGTH - 1)
    rest = substr(rest, RLENGTH + 1)
    if (before != "" && opcode <= before) return opcode " is not after " before
    before = opcode
    kind = opcode in type ? type[opcode] : "any"
    last = ""
    for (count = 0; substr(rest, 1, 1) == " "; count++) {
        if (match(rest, /^ "[^"]*"/)) {
            if (RLENGTH > 258) return opcode ": a long string"
            if (kind != "any" && kind !~ /string/) return opcode ": a string"
        } else if (match(rest, /^ [^ ";]+/)) {
            word = substr(rest, 2, RLENGTH - 1)
            if (kind ~ /string|none/) return opcode ": no string"
            if (kind ~ /set|move|line/ && word !~ san) return opcode ": no SAN"
            if (kind == "set" && word <= last) return opcode ": not in order"
            if (kind == "count" && !counts(word, 0)) return opcode ": no count"
            if (kind == "positive" && !counts(word, 1)) return opcode ": not positive"
            if (kind == "integer" && (!counts(substr(word, word ~ /^-/ ? 2 : 1), 0) || word == "-0")) return opcode ": no integer"
            last = word
        } else return opcode ": blanks"
        rest = substr(rest, RLENGTH + 1)
    }
    if (kind ~ /count|positive|integer|move/ && count != 1) return opcode ": " count " operands"
    if (kind == "strings" && count != 2) return opcode ": " count " strings"
    if ((kind == "string" && count > 1) || (kind == "none" && count > 0)) return opcode ": " count " operands"
    if (substr(rest, 1, 1) != ";") return opcode ": no ; at its end"
    rest = substr(rest, 2)
    return ""
}
{
    n = split($0, part, / /)
    why = $0 ~ /[\001-\037\177]/ ? "control character" : fields()
    if (why != "") { fault(why); next }
    if (kind != "epd" && n == 6 && counts(part[5], 0) && counts(part[6], 1)) next
    if (kind == "fen") { fault("no FEN of six fields"); next }
    rest = substr($0, length(part[1] part[2] part[3] part[4]) + 4)
    before = ""
    while (rest != "" && why == "") why = operation()
    if (why != "") fault(why)
}
END { exit faults > 0 }
