/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Reads lines of FEN or EPD by the letter of their rules (PGN standard 16.1 and 16.2, X-FEN, Shredder-FEN) and prints them again, so
 * that it can be used in a pipe. It shares nothing with the library. The first faulty lines are printed on standard error, and the status is 1.
 *
 *     strict_lines fen|epd|start [castling=any|fen|xfen|shredder] [ep=any|always|pseudo-legal|legal] [counters=6|4]
 *
 * fen: six fields, or four with counters=4. epd: four fields and operations: typed, sorted, each one time, ended by a semicolon, one blank
 * between. start: the first four fields alone, whatever the blanks; what follows is not looked at. ep=pseudo-legal: a pawn may take
 * there; legal: and its king is not in check then. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 8, FILES = 10, SHOWN = 5, STRING_MAX = 255, OPCODE_MAX = 15 };
enum kind { FEN, EPD, START };
enum castling { CASTLING_ANY, CASTLING_FEN, CASTLING_XFEN, CASTLING_SHREDDER };
enum en_passant { EP_ANY, EP_PSEUDO, EP_LEGAL };

static enum kind kind;
static enum castling castling;
static enum en_passant en_passant;
static bool four_fields;

/* Piece letters by rank (0: first) and file; 0 is empty. */
static char board[RANKS][FILES];
static int width;
static bool black; /* to move */

static bool is_piece(char c)
{
    return c != '\0' && strchr("PNBRQKACJpnbrqkacj", c) != NULL;
}
static char of_side(bool is_black, char c)
{
    return (char)(is_black ? tolower((unsigned char)c) : toupper((unsigned char)c));
}

static const char *read_placement(const char *p, const char **next)
{
    memset(board, 0, sizeof board);
    width = 0;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int file = 0;
        bool number = false;
        for (; *p != '\0' && *p != '/' && *p != ' '; p++) {
            int run = 1;
            if (isdigit((unsigned char)*p)) {
                run = *p - '0';
                if (run == 1 && p[1] == '0') {
                    run = FILES;
                    p++;
                }
                if (number || run == 0)
                    return "two numbers for one run of squares, or none";
                number = true;
            } else if (is_piece(*p) && file < FILES) {
                board[rank][file] = *p;
                number = false;
            } else {
                return "no piece";
            }
            file += run;
            if (file > FILES)
                return "a long rank";
        }
        if (width == 0)
            width = file;
        if (file != width || (width != 8 && width != 10))
            return "ranks of different lengths";
        if (*p != (rank > 0 ? '/' : ' '))
            return "not eight ranks";
        p++;
    }
    *next = p;
    return NULL;
}

static bool find_king(bool of_black, int *rank, int *file)
{
    for (*rank = 0; *rank < RANKS; ++*rank)
        for (*file = 0; *file < width; ++*file)
            if (board[*rank][*file] == of_side(of_black, 'K'))
                return true;
    return false;
}

/* Is a square attacked? Only by what can move along what an en passant capture opens: rays. */
static bool attacked(int rank, int file, bool by_black)
{
    for (int dr = -1; dr <= 1; dr++)
        for (int df = -1; df <= 1; df++) {
            const char *const sliders = dr != 0 && df != 0 ? "QBAJ" : "QRC";
            for (int r = rank + dr, f = file + df;
                 (dr != 0 || df != 0) && r >= 0 && r < RANKS && f >= 0 && f < width;
                 r += dr, f += df) {
                const char c = board[r][f];
                if (c == '\0')
                    continue;
                if ((islower((unsigned char)c) != 0) == by_black &&
                    strchr(sliders, toupper((unsigned char)c)) != NULL)
                    return true;
                break;
            }
        }
    static const int jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    for (int i = 0; i < 8; i++) {
        const int r = rank + jumps[i][0], f = file + jumps[i][1];
        if (r >= 0 && r < RANKS && f >= 0 && f < width && board[r][f] != '\0' &&
            (islower((unsigned char)board[r][f]) != 0) == by_black &&
            strchr("NACJ", toupper((unsigned char)board[r][f])) != NULL)
            return true;
    }
    const int from = by_black ? rank + 1 : rank - 1;
    for (int df = -1; df <= 1; df += 2)
        if (from >= 0 && from < RANKS && file + df >= 0 && file + df < width &&
            board[from][file + df] == of_side(by_black, 'P'))
            return true;
    return false;
}

static bool capture_is_legal(int from_file, int to_file)
{
    const int from = black ? 3 : 4, to = black ? 2 : 5;
    char saved[RANKS][FILES];
    int rank, file;
    memcpy(saved, board, sizeof saved);
    board[to][to_file] = board[from][from_file];
    board[from][from_file] = board[from][to_file] = '\0';
    const bool legal = !find_king(black, &rank, &file) || !attacked(rank, file, !black);
    memcpy(board, saved, sizeof saved);
    return legal;
}

static const char *read_en_passant(const char *field, size_t n)
{
    if (n == 1 && *field == '-')
        return NULL;
    const int file = field[0] - 'a', rank = field[1] - '1';
    if (n != 2 || file < 0 || file >= width || rank != (black ? 2 : 5))
        return "an en passant square of another rank";
    const int pawn = black ? 3 : 4, origin = black ? 1 : 6;
    if (board[pawn][file] != of_side(!black, 'P') || board[rank][file] != '\0' ||
        board[origin][file] != '\0')
        return "an en passant square after no double step";
    bool pseudo = false, legal = false;
    for (int df = -1; df <= 1; df += 2)
        if (file + df >= 0 && file + df < width && board[pawn][file + df] == of_side(black, 'P')) {
            pseudo = true;
            legal = legal || capture_is_legal(file + df, file);
        }
    if ((en_passant == EP_PSEUDO && !pseudo) || (en_passant == EP_LEGAL && !legal))
        return "an en passant square where no pawn may take";
    return NULL;
}

/* The rook of a right: its file, or -1. A letter of a file is that rook; K and Q are the outermost one. */
static int rook_of(char letter, bool of_black, int king)
{
    const char rook = of_side(of_black, 'R');
    const int rank = of_black ? 7 : 0, up = toupper((unsigned char)letter);
    if (up == 'K')
        for (int f = width - 1; f > king; f--)
            if (board[rank][f] == rook)
                return f;
    if (up == 'Q')
        for (int f = 0; f < king; f++)
            if (board[rank][f] == rook)
                return f;
    if (up >= 'A' && up < 'A' + width && board[rank][up - 'A'] == rook)
        return up - 'A';
    return -1;
}

static const char *read_right(char letter, bool of_black, int king, int rook)
{
    const int up = toupper((unsigned char)letter);
    const bool named = up == 'K' || up == 'Q', short_side = rook > king;
    if (castling == CASTLING_SHREDDER && named)
        return "K or Q in Shredder-FEN";
    if (castling == CASTLING_FEN && !named)
        return "a castling right that FEN has no letter for";
    if (castling == CASTLING_XFEN && !named &&
        rook_of(short_side ? 'K' : 'Q', of_black, king) == rook)
        return "a letter for the outermost rook in X-FEN";
    return NULL;
}

static const char *read_castling(const char *field, size_t n)
{
    if (n == 1 && *field == '-')
        return NULL;
    if (n > 1 && (*field == 's' || *field == 'm')) {
        field++;
        n--;
    }
    int order = -1;
    for (size_t i = 0; i < n; i++) {
        const bool of_black = islower((unsigned char)field[i]) != 0;
        int rank, king;
        if (!find_king(of_black, &rank, &king) || rank != (of_black ? 7 : 0))
            return "a castling right without a king";
        const int rook = rook_of(field[i], of_black, king);
        if (rook < 0)
            return "a castling right without a rook";
        const int place = 2 * of_black + (rook < king);
        if (castling != CASTLING_ANY && place <= order)
            return "castling rights in another order";
        order = place;
        const char *fault =
            castling == CASTLING_ANY ? NULL : read_right(field[i], of_black, king, rook);
        if (fault != NULL)
            return fault;
    }
    return n == 0 ? "an empty castling field" : NULL;
}

/* An integer as it is written: no sign but a minus, no leading zero. */
static bool is_integer(const char *p, size_t n, long least)
{
    if (n == 0 || n > 18)
        return false;
    const size_t sign = *p == '-';
    if (n == sign || (n > sign + 1 && p[sign] == '0'))
        return false;
    for (size_t i = sign; i < n; i++)
        if (!isdigit((unsigned char)p[i]))
            return false;
    return (sign == 0 || least < 0) && (sign != 0 || atol(p) >= least);
}

static bool is_square(const char *p)
{
    return p[0] >= 'a' && p[0] <= 'j' && p[1] >= '1' && p[1] <= '8';
}

/* The form of a move in SAN; whether it is legal, others know. */
static bool is_san(const char *text, size_t size)
{
    char move[16];
    if (size < 2 || size >= sizeof move)
        return false;
    memcpy(move, text, size);
    move[size] = '\0';
    if (move[size - 1] == '+' || move[size - 1] == '#')
        move[--size] = '\0';
    if (strcmp(move, "O-O") == 0 || strcmp(move, "O-O-O") == 0)
        return true;
    const char *p = move;
    const bool pawn = !(*p != '\0' && strchr("KQRBNACJ", *p) != NULL);
    p += !pawn;
    if (pawn && size > 2 && move[size - 2] == '=' && strchr("QRBNACJ", move[size - 1]) != NULL)
        move[size -= 2] = '\0';
    if (strlen(p) < 2 || !is_square(move + size - 2))
        return false;
    move[size - 2] = '\0';
    const bool takes = *p != '\0' && move[size - 3] == 'x';
    if (takes)
        move[size - 3] = '\0';
    if (pawn)
        return takes ? strlen(p) == 1 && *p >= 'a' && *p <= 'j' : *p == '\0';
    p += *p >= 'a' && *p <= 'j';
    p += *p >= '1' && *p <= '8';
    return *p == '\0';
}

enum operands { ANY, NOTHING, COUNT, POSITIVE, INTEGER, STRING, STRINGS, MOVE, MOVE_SET, MOVES };

static enum operands operands_of(const char *opcode, size_t n)
{
    static const struct {
        const char *opcode;
        enum operands operands;
    } table[] = {{"acd", COUNT},
                 {"acn", COUNT},
                 {"acs", COUNT},
                 {"am", MOVE_SET},
                 {"bm", MOVE_SET},
                 {"ce", INTEGER},
                 {"dm", POSITIVE},
                 {"draw_accept", NOTHING},
                 {"draw_claim", NOTHING},
                 {"draw_offer", NOTHING},
                 {"draw_reject", NOTHING},
                 {"eco", STRING},
                 {"fmvn", POSITIVE},
                 {"hmvc", COUNT},
                 {"id", STRING},
                 {"nic", STRING},
                 {"pm", MOVE},
                 {"pv", MOVES},
                 {"rc", POSITIVE},
                 {"resign", NOTHING},
                 {"sm", MOVE},
                 {"tcgs", POSITIVE},
                 {"tcri", STRINGS},
                 {"tcsi", STRINGS}};
    if (n == 2 && (*opcode == 'c' || *opcode == 'v') && isdigit((unsigned char)opcode[1]))
        return STRING;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].opcode) == n && memcmp(table[i].opcode, opcode, n) == 0)
            return table[i].operands;
    return ANY;
}

static const char *check_operand(enum operands operands, bool quoted, const char *p, size_t n,
                                 int count)
{
    const bool one = count == 1;
    switch (operands) {
    case ANY:
        return NULL;
    case NOTHING:
        return "an operand of an operation that has none";
    case COUNT:
        return !quoted && one && is_integer(p, n, 0) ? NULL : "no whole number";
    case POSITIVE:
        return !quoted && one && is_integer(p, n, 1) ? NULL : "no number from 1";
    case INTEGER:
        return !quoted && one && is_integer(p, n, -1) ? NULL : "no integer";
    case STRING:
        return quoted && one ? NULL : "no string";
    case STRINGS:
        return quoted && count <= 2 ? NULL : "not two strings";
    case MOVE:
        return !quoted && one && is_san(p, n) ? NULL : "not one move";
    case MOVE_SET:
    case MOVES:
        return !quoted && is_san(p, n) ? NULL : "no move in SAN";
    }
    return "a type of no name";
}

static bool ascends(const char *before, size_t n, const char *text, size_t size)
{
    const int order = memcmp(before, text, n < size ? n : size);
    return order < 0 || (order == 0 && n < size);
}

/* One operation, from its opcode to its semicolon. */
static const char *read_operation(const char **at, const char **last, size_t *last_n)
{
    const char *p = *at;
    const size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (n == 0 || n > OPCODE_MAX || !isalpha((unsigned char)*p) ||
        (n == 1 && islower((unsigned char)*p)))
        return "no opcode";
    if (*last_n > 0 && !ascends(*last, *last_n, p, n))
        return "opcodes in another order, or twice";
    *last = p;
    *last_n = n;
    const enum operands operands = operands_of(p, n);
    const char *before = NULL;
    size_t before_n = 0;
    int count = 0;
    for (p += n; *p == ' ';) {
        const bool quoted = *++p == '"';
        p += quoted;
        const size_t length = strcspn(p, quoted ? "\"" : " ;\"");
        if ((length == 0 && !quoted) || (quoted && (p[length] != '"' || length > STRING_MAX)))
            return "an operand is missing, not closed or too long";
        const char *fault = check_operand(operands, quoted, p, length, ++count);
        if (fault != NULL)
            return fault;
        if (operands == MOVE_SET && before != NULL && !ascends(before, before_n, p, length))
            return "moves in another order, or twice";
        before = p;
        before_n = length;
        p += length + quoted;
    }
    const int least = operands == ANY || operands == NOTHING ? 0 : operands == STRINGS ? 2 : 1;
    if (count < least)
        return "an operand is missing";
    if (*p++ != ';')
        return "no semicolon";
    *at = p;
    return NULL;
}

static const char *read_operations(const char *p)
{
    const char *last = NULL;
    size_t last_n = 0;
    while (*p != '\0') {
        if (*p++ != ' ')
            return "no blank before an operation";
        const char *fault = read_operation(&p, &last, &last_n);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

static const char *read_counters(const char *p, bool after_double_step)
{
    const size_t half = *p == ' ' ? strcspn(p + 1, " ") : 0;
    if (*p != ' ' || !is_integer(p + 1, half, 0))
        return "no counter of plies";
    if (after_double_step && (half != 1 || p[1] != '0'))
        return "plies are counted after a pawn's double step";
    p += 1 + half;
    if (*p != ' ' || !is_integer(p + 1, strlen(p + 1), 1))
        return "no number of a move";
    return NULL;
}

static bool has_control(const char *p)
{
    while (*p != '\0' && !iscntrl((unsigned char)*p))
        p++;
    return *p != '\0';
}

static const char *read_line(const char *p)
{
    const char *fields[3]; /* side, castling, en passant */
    size_t sizes[3];
    if (kind != START && has_control(p))
        return "a control character";
    const char *fault = read_placement(p + (kind == START ? strspn(p, " \t") : 0), &p);
    if (fault != NULL)
        return fault;
    for (int i = 0; i < 3; i++) {
        p += kind == START ? strspn(p, " \t") : 0;
        fields[i] = p;
        sizes[i] = strcspn(p, kind == START ? " ;\t\r" : " ");
        p += sizes[i];
        if (i < 2 && *p++ != ' ')
            return "too few fields";
    }
    black = *fields[0] == 'b' || (kind == START && *fields[0] == 'B');
    if (sizes[0] != 1 || (!black && *fields[0] != 'w' && (kind != START || *fields[0] != 'W')))
        return "no side to move";
    fault = read_castling(fields[1], sizes[1]);
    if (fault == NULL)
        fault = read_en_passant(fields[2], sizes[2]);
    if (fault != NULL || kind == START)
        return fault;
    if (kind == EPD)
        return read_operations(p);
    if (four_fields)
        return *p == '\0' ? NULL : "text after four fields";
    return read_counters(p, *fields[2] != '-');
}

static int find(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    fprintf(stderr, "strict_lines: %s is unknown\n", word);
    exit(2);
}

static void read_argument(const char *word)
{
    static const char *const kinds[] = {"fen", "epd", "start"};
    static const char *const castlings[] = {"any", "fen", "xfen", "shredder"};
    static const char *const rules[] = {"any", "pseudo-legal", "legal", "always"};
    if (strncmp(word, "castling=", 9) == 0)
        castling = (enum castling)find(word + 9, castlings, 4);
    else if (strncmp(word, "ep=", 3) == 0)
        en_passant =
            (enum en_passant)(find(word + 3, rules, 4) % 3); /* "always" forbids no square */
    else if (strncmp(word, "counters=", 9) == 0)
        four_fields = word[9] == '4';
    else
        kind = (enum kind)find(word, kinds, 3);
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    unsigned long number = 0, faults = 0;
    for (int i = 1; i < argc; i++)
        read_argument(argv[i]);
    while ((n = getline(&line, &size, stdin)) > 0) {
        const bool ends = line[n - 1] == '\n';
        fwrite(line, 1, (size_t)n, stdout);
        line[n - ends] = '\0';
        number++;
        const char *fault = strlen(line) != (size_t)(n - ends) ? "a byte 0"
                            : !ends                            ? "no end of the line"
                                                               : NULL;
        if (kind == START && (n - ends == 0 || *line == '#' || *line == '\r'))
            continue;
        if (fault == NULL || kind == START)
            fault = read_line(line);
        if (fault != NULL && ++faults <= SHOWN)
            fprintf(stderr, "line %lu: %s: %s\n", number, fault, line);
    }
    free(line);
    if (faults > SHOWN)
        fprintf(stderr, "%lu of %lu lines\n", faults, number);
    return fflush(stdout) != 0 || number == 0 ? 2 : faults > 0;
}
