# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# A PGN of short games of few players, of which many are the same, or the beginnings of others: games COUNT [SEED]. Dates and results
# contradict each other, or are unknown. Beside it, games_kept says what of them is to be kept.
#
# Pawns alone move, those of White from a to h, those of Black too, one or two squares each.

# games COUNT [SEED]: also writes ./games.list, a line for each game: White, Black, year, month, day (0 = unknown), result, moves.
games() {
    awk -v count="$1" -v state="${2:-1}" '
    function draw(n) { state = (state * 16807) % 2147483647; return int(state / 64) % n }
    function moves(bits, plies,    text, ply, double) {
        text = ""
        for (ply = 0; ply < plies; ply++) {
            double = bits % 2
            bits = int(bits / 2)
            text = text (ply % 2 == 0 ? " " ply / 2 + 1 ". " : " ") substr("abcdefgh", int(ply / 2) + 1, 1)
            text = text (ply % 2 == 0 ? 3 + double : 6 - double)
        }
        return substr(text, 2)
    }
    BEGIN {
        split("1-0 0-1 1/2-1/2 *", results, " ")
        for (i = 1; i <= count; i++) {
            from = draw(4)
            if (i > 1 && from < 2) {
                from = from == 0 ? 1 + draw(i - 1) : i - 1 - draw(i < 9 ? 1 : 8)
                white[i] = white[from]; black[i] = black[from]; played[i] = played[from]
            } else {
                white[i] = "W" draw(30); black[i] = "B" draw(4); played[i] = moves(draw(65536), 3 + draw(14))
            }
            # No result in the movetext, a comment, a variation: what games are kept apart by.
            kind = draw(12)
            year = draw(4) == 0 ? 0 : 2001 + draw(3); month = draw(3); day = draw(3); result = results[kind == 0 ? 4 : 1 + draw(4)]
            print white[i], black[i], year, month, day, result, played[i] >"games.list"
            printf "[Event \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n", i, white[i], black[i]
            printf("[Date \"%s.%s.%s\"]\n", year > 0 ? year : "????", month > 0 ? "0" month : "??", day > 0 ? "0" day : "??")
            printf "[Result \"%s\"]\n\n", result
            if (kind == 0)
                printf "%s\n\n", played[i]
            else
                printf "%s%s%s %s\n\n", kind == 1 ? "{a comment} " : "", played[i], kind == 2 ? " (1. e4)" : "", result
            if (draw(40) == 0)
                printf "[Event \"rejected %d\"]\n[White \"W1\"]\n[Black \"B1\"]\n\n1. e4 e5 2. Ke3 *\n\n", i
        }
    }' </dev/null
}

# games_kept LIST: a line for each game of the list, "same" or "kept".
games_kept() {
    awk '
    function agree(a, b) { return a == b || a == 0 || b == 0 }
    {
        players = $1 FS $2
        result = $6 == "*" ? 0 : $6
        line = $0
        for (i = 0; i < 6; i++)
            sub(/^[^ ]* /, "", line)
        gsub(/[0-9]+\. /, "", line)
        key = players FS line
        same = 0
        for (i = 1; i <= count[key] && !same; i++)
            same = agree(year[key, i], $3) && agree(month[key, i], $4) && agree(day[key, i], $5) && \
                   (results[key, i] == result || results[key, i] "" == "0" || result "" == "0")
        if (same) {
            print "same"
            next
        }
        n = ++count[key]
        year[key, n] = $3; month[key, n] = $4; day[key, n] = $5; results[key, n] = result
        print "kept"
    }' "$1"
}

# games_longest LIST KEY...: a line for each game of the list when the longest is kept, by the key named: "kept",
# "same" or "shorter". By comparing each game with all that are kept of its group, the longest first.
games_longest() {
    list=$1
    shift
    awk -v keys=" $* " '
    function has(name) { return index(keys, " " name " ") > 0 }
    function agrees(a, b) { return a == b || a "" == "0" || b "" == "0" }
    function agree(a, b) { return agrees(year[a], year[b]) && agrees(month[a], month[b]) && agrees(day[a], day[b]) && agrees(result[a], result[b]) }
    # Of two games of a group: does the one begin the other?
    function begins(a, b) { return !has("moves") || substr(line[b], 1, length(line[a])) == line[a] }
    function join_group(members,    n, i, k, swap, order, kept, count, best, game) {
        n = split(members, order, " ")
        for (i = 2; i <= n; i++)
            for (k = i; k > 1 && plies[order[k]] > plies[order[k - 1]]; k--) {
                swap = order[k]; order[k] = order[k - 1]; order[k - 1] = swap
            }
        count = 0
        for (i = 1; i <= n; i++) {
            game = order[i]
            best = 0
            for (k = 1; k <= count && best == 0; k++)
                if (agree(game, kept[k]) && begins(game, kept[k]))
                    best = kept[k]
            if (best == 0) {
                kept[++count] = game
                continue
            }
            what[game] = has("moves") && plies[game] < plies[best] ? "shorter" : "same"
        }
    }
    {
        year[NR] = $3; month[NR] = $4; day[NR] = $5; result[NR] = !has("result") || $6 == "*" ? 0 : $6
        key = has("players") ? $1 FS $2 : ""
        if (has("date"))
            key = key FS $3 FS $4 FS $5
        line[NR] = $0 " "
        for (i = 0; i < 6; i++)
            sub(/^[^ ]* /, "", line[NR])
        gsub(/[0-9]+\. /, "", line[NR])
        plies[NR] = length(line[NR]) / 3
        groups[key] = groups[key] " " NR
    }
    END {
        for (key in groups)
            join_group(groups[key])
        for (i = 1; i <= NR; i++)
            print i in what ? what[i] : "kept"
    }' "$list"
}
