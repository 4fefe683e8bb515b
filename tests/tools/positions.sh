# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# A PGN of many different positions: positions GAMES [FIRST [TIMES]]. Each game, so many
# times in a row, starts from a position of its own, of pawns on the fifth rank
# and knights on the fourth, and the kings go out and back.
positions() {
    awk -v games="$1" -v first="${2:-0}" -v times="${3:-1}" '
    function rank(number, letters,    text, file, digit, empty) {
        text = ""
        empty = 0
        for (file = 0; file < 8; file++) {
            digit = number % 3
            number = (number - digit) / 3
            if (digit == 0) {
                empty++
            } else {
                text = text (empty > 0 ? empty : "") substr(letters, digit, 1)
                empty = 0
            }
        }
        return text (empty > 0 ? empty : "")
    }
    BEGIN {
        split("1N1n4 8 n1N5 2Nn1n2 N6N", knights, " ")
        for (i = 0; i < games * times; i++) {
            number = int(i / times) + first
            result = i % 3 == 0 ? "1-0" : i % 3 == 1 ? "0-1" : "*"
            printf "[White \"W%d\"]\n[Black \"Black\"]\n[Result \"%s\"]\n[SetUp \"1\"]\n", i % 7, result
            printf "[FEN \"7k/8/8/%s/%s/8/8/K7 w - - 0 1\"]\n\n", rank(number % 6561, "Pp"), knights[int(number / 6561) % 5 + 1]
            printf "1. Kb1 Kg8 2. Ka1 Kh8 %s\n\n", result
        }
    }' </dev/null
}
