# SPDX-License-Identifier: MIT
# The figures of C sources that `make figures` prints, a line for each folder; with names=yes also what is large, in a circle, or named twice:
#
#     awk -f figures.awk [-v names=yes] FILE...
#
# Tokens are those of C without comments; a string is one. Decisions are if ? && || case for while. The bodies of functions are measured from brace to
# brace. Members are those of the largest struct, with those of structs that are written in it. Statics are names of static functions that more than one
# file of the folder has.
#
# A circle is the files of one folder that reach each other by what they name: functions, tables, templates that they include, and functions that another
# file puts into a member which they call. A .c and its .h go together, and are counted as two.

function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
function unit_of(path) { sub(/\.[ch]$/, "", path); return path }
function plain(name) { sub(/_(8x8|10x8)$/, "", name); return name }
# The name is that of its board: BFN(name) is fm_name_8x8 and fm_name_10x8.
function name_at(at) { return word[at] == "BFN" ? "fm_" word[at + 2] : plain(word[at]) }

# Every token of a file at word[1..n], its line at line_of[], whether it is part of a directive at directive[].
function tokenize(path,    line, number, inside, goes_on, is_directive, at) {
    n = number = inside = goes_on = 0
    while ((getline line <path) > 0) {
        number++
        is_directive = goes_on || (!inside && line ~ /^[ \t]*#/)
        goes_on = is_directive && line ~ /\\$/
        if (line ~ /^[ \t]*#[ \t]*include "/ && line ~ /_tmpl\.h"/) {
            at = line
            gsub(/^[^"]*"|"[^"]*$/, "", at)
            included[unit_of(path), "lib/" unit_of(at)] = 1
        }
        while (line != "") {
            if (inside) {
                at = index(line, "*/")
                if (!at) break
                line = substr(line, at + 2)
                inside = 0
                continue
            }
            if (match(line, /^[ \t\f\v\\]+/)) {
                line = substr(line, RLENGTH + 1)
                continue
            }
            if (substr(line, 1, 2) == "//") break
            if (substr(line, 1, 2) == "/*") {
                inside = 1
                line = substr(line, 3)
                continue
            }
            if (!match(line, /^[A-Za-z_][A-Za-z0-9_]*/) && !match(line, /^\.?[0-9]([eEpP][-+]|[0-9A-Za-z_.])*/) &&
                !match(line, /^"(\\.|[^"\\])*"/) && !match(line, /^'(\\.|[^'\\])*'/) &&
                !match(line, /^(<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*\/%&|^]=|##)/))
                RLENGTH = 1
            word[++n] = substr(line, 1, RLENGTH)
            line_of[n] = number
            directive[n] = is_directive
            line = substr(line, RLENGTH + 1)
        }
    }
    close(path)
    return number
}

# The members of a struct between the braces at `from` and `to`. Of a struct in it each member counts, and not the struct.
function read_struct(dir, name, from, to,    at, depth, skipped, closed, count, m) {
    count = depth = skipped = 0
    for (at = from + 1; at < to; at++) {
        if (directive[at]) continue
        if (word[at] == "*" && word[at - 1] == "(") {
            m = word[at + 1] == "const" ? at + 2 : at + 1
            if (word[m + 1] == ")") points[word[m], name] = 1
        }
        # Parameters, and the names of an enum, are no members.
        if (word[at] == "(" || (word[at] == "{" && (skipped > 0 || word[at - 1] == "enum" || word[at - 2] == "enum"))) skipped++
        else if (word[at] == ")" || (word[at] == "}" && skipped > 0)) skipped--
        else if (skipped > 0) continue
        else if (word[at] == "{") closed[++depth] = 0
        else if (word[at] == "}") closed[--depth] = 1
        else if (word[at] == "," && !closed[depth]) count++
        else if (word[at] == ";") {
            count += !closed[depth]
            closed[depth] = 0
        }
    }
    if (count > largest[dir]) {
        largest[dir] = count
        largest_name[dir] = name
    }
}

# The functions, structs and uses of one file.
function read_file(    at, depth, first, opened, is_function, has_equals, unit, dir, body) {
    unit = unit_of(path)
    dir = folder_of(path)
    lines[dir] += tokenize(path)
    tokens[dir] += n
    for (at = 1; at <= n; at++)
        if (word[at] ~ /^(if|\?|&&|\|\||case|for|while)$/) decisions[dir]++
    depth = is_function = 0
    first = 1
    for (at = 1; at <= n; at++) {
        if (directive[at]) {
            if (depth == 0) first = at + 1
            continue
        }
        use_word(unit, at)
        if (word[at] == "=" && depth == 0) has_equals = 1
        if (word[at] == "{" && depth++ == 0) {
            opened = at
            is_function = !has_equals && word[at - 1] == ")"
            if (is_function) begin_function(unit, dir, first, at)
            else if (has_equals) begin_data(unit, dir, first, at)
        } else if (word[at] == "}" && --depth == 0) {
            if (is_function) {
                body = line_of[at] - line_of[opened] + 1
                over60[dir] += body > 60
                over100[dir] += body > 100
                if (body > 60) notes[++noted] = path ":" line_of[opened] ": a body of " body " lines"
                first = at + 1
                is_function = 0
            } else if (!has_equals && word[opened - 2] == "struct")
                read_struct(dir, word[opened - 1], opened, at)
        } else if (word[at] == ";" && depth == 0) {
            first = at + 1
            has_equals = 0
        }
    }
}

function begin_function(unit, dir, first, brace,    i, name, is_static) {
    is_static = 0
    name = ""
    for (i = first; i < brace; i++) {
        if (word[i] == "static") is_static = 1
        if (name == "" && word[i + 1] == "(" && word[i] ~ /^(BFN|[a-z_][A-Za-z0-9_]*)$/) name = name_at(i)
    }
    local[unit, name] = 1
    if (!is_static || path ~ /\.h$/) defined[dir, name] = unit
    if (is_static && (path ~ /\.c$/ || path ~ /_tmpl\.h$/) && !((dir, name, path) in statics)) {
        statics[dir, name, path] = 1
        if (++times[dir, name] == 2) doubles[dir]++
        where[dir, name] = where[dir, name] " " path
    }
}

# A table or another value: its name, if other files know it.
function begin_data(unit, dir, first, brace,    i) {
    for (i = first; i < brace; i++) {
        if (word[i] == "static") return
        if (word[i] ~ /^fm_/ && (word[i + 1] == "=" || word[i + 1] == "[")) defined[dir, plain(word[i])] = unit
    }
}

# What a word uses: a function or table, a member that points to one and is called or set, a struct that is filled.
function use_word(unit, at,    i) {
    if (word[at] ~ /^(fm_.*|BFN)$/) uses[unit, name_at(at)] = 1
    if (word[at + 1] == "(" && (word[at - 1] == "->" || word[at - 1] == ".")) calls[unit, word[at]] = 1
    if ((word[at - 1] == "->" || word[at - 1] == ".") && word[at + 1] == "=" && word[at + 2] ~ /^[a-z_]/ &&
        word[at + 3] ~ /^[,;}]$/) gives[unit, word[at], name_at(at + 2)] = 1
    if (word[at] == "{" && word[at - 1] == "=") {
        for (i = at - 2; i > at - 8 && word[i] != ";"; i--)
            if (word[i] == "struct") fill(unit, word[i + 1], at)
    } else if (word[at] == "{" && word[at - 1] == ")" && word[at - 3] == "struct") fill(unit, word[at - 2], at)
}
# The values of a struct that may hold pointers to functions: struct S x = {...}, (struct S){...}.
function fill(unit, name, from,    at, depth) {
    depth = 0
    for (at = from; at <= n; at++) {
        if (word[at] == "{") depth++
        if (word[at] == "}" && --depth == 0) return
        if (word[at] ~ /^[a-z_]/ && word[at - 1] ~ /^[,{=]$/ && word[at + 1] ~ /^[,}]$/) fills[unit, name, name_at(at)] = 1
    }
}

# An edge from a unit to another one of its folder.
function link(from, to) {
    if (from != to && folder_of(from) == folder_of(to) && !((from, to) in linked)) {
        linked[from, to] = 1
        next_of[from] = next_of[from] " " to
    }
}
function make_edges(    pair, p, q, other, k) {
    for (pair in uses) {
        split(pair, p, SUBSEP)
        if ((folder_of(p[1]), p[2]) in defined) link(p[1], defined[folder_of(p[1]), p[2]])
    }
    for (pair in included) {
        split(pair, p, SUBSEP)
        link(p[1], p[2])
    }
    # Members filled one by one, or all those of a struct; by functions, not by other values.
    for (pair in gives) {
        split(pair, p, SUBSEP)
        if ((p[1], p[3]) in local) filled[p[2]] = filled[p[2]] " " p[1]
    }
    for (pair in fills) {
        split(pair, p, SUBSEP)
        if (!((p[1], p[3]) in local)) continue
        for (other in points) {
            split(other, q, SUBSEP)
            if (q[2] == p[2]) filled[q[1]] = filled[q[1]] " " p[1]
        }
    }
    for (pair in points) {
        split(pair, p, SUBSEP)
        is_pointer[p[1]] = 1
    }
    for (pair in calls) {
        split(pair, p, SUBSEP)
        if (!(p[2] in is_pointer)) continue
        k = split(filled[p[2]], q, " ")
        for (other = 1; other <= k; other++) link(p[1], q[other])
    }
}
function reach_all(    from, i, j, k, m, queue, list) {
    for (from in files_of) {
        m = 1
        queue[1] = from
        for (i = 1; i <= m; i++) {
            k = split(next_of[queue[i]], list, " ")
            for (j = 1; j <= k; j++)
                if (!((from, list[j]) in reached)) {
                    reached[from, list[j]] = 1
                    queue[++m] = list[j]
                }
        }
    }
}
function find_circles(    one, other, size, dir, text) {
    make_edges()
    reach_all()
    for (one in files_of) {
        if (!((one, one) in reached)) continue
        size = 0
        text = ""
        for (other in files_of)
            if ((one, other) in reached && (other, one) in reached) {
                size += files_of[other]
                text = text " " substr(other, length(folder_of(other)) + 2)
            }
        dir = folder_of(one)
        if (size > circle[dir]) {
            circle[dir] = size
            in_circle[dir] = text
        }
    }
}

function print_row(name, t, l, d, b60, b100, f600, c, s, m) {
    printf "%-12s %8d %7d %9d %8d %9d %8d %7d %7d %7d\n", name, t, l, d, b60, b100, f600, c, s, m
}
# One row for all folders that the pattern matches.
function print_sum(name, pattern,    dir, t, l, d, b60, b100, f600, c, s, m) {
    t = l = d = b60 = b100 = f600 = c = s = m = 0
    for (dir in tokens) {
        if (dir !~ pattern) continue
        t += tokens[dir]; l += lines[dir]; d += decisions[dir]; b60 += over60[dir]; b100 += over100[dir]; f600 += over600[dir]
        s += doubles[dir]
        c = circle[dir] > c ? circle[dir] : c
        m = largest[dir] > m ? largest[dir] : m
    }
    if (t > 0) print_row(name, t, l, d, b60, b100, f600, c, s, m)
}

BEGIN {
    for (i = 1; i < ARGC; i++) {
        path = ARGV[i]
        files_of[unit_of(path)]++
        if (!(folder_of(path) in lines)) folder[++folders] = folder_of(path)
        before = lines[folder_of(path)]
        read_file()
        if (path ~ /\.c$/ && lines[folder_of(path)] - before > 600) {
            over600[folder_of(path)]++
            notes[++noted] = path ": over 600 lines"
        }
    }
    find_circles()
    printf "%-12s %8s %7s %9s %8s %9s %8s %7s %7s %7s\n", "folder", "tokens", "lines", "decisions", "over 60", "over 100", "over 600", "circle", "statics",
           "members"
    for (i = 1; i <= folders; i++) print_sum(folder[i], "^" folder[i] "$")
    print_sum("the run", "^lib/(reader|game|run|ops)$")
    print_sum("lib and src", "^(lib|src)(/|$)")
    if (names != "yes") exit
    print ""
    for (i = 1; i <= noted; i++) print notes[i]
    for (dir in in_circle) print dir ": circle:" in_circle[dir]
    for (dir in largest_name) print dir ": struct " largest_name[dir] ", " largest[dir] " members"
    for (pair in times)
        if (times[pair] > 1) {
            split(pair, p, SUBSEP)
            print p[1] ": static " p[2] ":" where[pair]
        }
}
