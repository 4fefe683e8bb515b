/* SPDX-License-Identifier: MIT */
/* What is after a position: operations or a remark, and how operations differ from the standard
 * (16.2.4), each fault with its name. One that can be understood in more than one way is never decided here. */
#include <config.h>
#include "record/epd.h"
#include "pgn/bytes.h"
#include "record/epd_moves.h"

/* Does the string include the next operation, because its own closing quote was forgotten? Then it
 * has a `;`, and after it a quote that begins a word. */
static bool includes_operation(struct fm_text string)
{
    const unsigned char *semicolon = string.n == 0 ? NULL : memchr(string.p, ';', string.n);
    for (const unsigned char *p = semicolon; p != NULL && p + 1 < string.p + string.n; p++)
        if ((*p == ' ' || *p == '\t') && p[1] == '"')
            return true;
    return false;
}

/* A square in a word of a move's characters, in any language's letters. */
static bool names_square(struct fm_text word)
{
    bool square = false;
    for (size_t i = 0; i < word.n; i++) {
        const unsigned char c = word.p[i], lower = c | 0x20;
        if (!fm_byte_is_letter(c) && !fm_byte_is_digit(c) && c < 0x80 &&
            memchr("+#=-:/()", c, 8) == NULL)
            return false;
        square = square || (lower >= 'a' && lower <= 'j' && i + 1 < word.n &&
                            word.p[i + 1] >= '1' && word.p[i + 1] <= '8');
    }
    return square;
}

/* Could the word be a move, on some board? */
static bool may_be_move(struct fm_text word)
{
    struct fm_notation readings[2];
    while (word.n > 0 && (word.p[word.n - 1] == '!' || word.p[word.n - 1] == '?'))
        word.n--;
    if (names_square(word))
        return true;
    return fm_notation_read(word, fm_languages, 8, readings) > 0 &&
           readings[0].type != FM_NOTE_NULL;
}

/* A mark that is apart from its move. */
static bool is_mark(struct fm_text word)
{
    for (size_t i = 0; i < word.n; i++)
        if (memchr("+#!?", word.p[i], 4) == NULL)
            return false;
    return true;
}

/* One word of moves. Commas are not EPD, but may separate moves; only with a board can that be
 * decided. @param[out] commas  set to true if there is one. */
static bool is_moves(struct fm_text word, bool *commas)
{
    while (word.n > 0) {
        const unsigned char *comma = memchr(word.p, ',', word.n);
        const size_t n = comma == NULL ? word.n : (size_t)(comma - word.p);
        const struct fm_text move = {word.p, n};
        if (!is_mark(move) && !may_be_move(move))
            return false;
        *commas = *commas || comma != NULL;
        word = (struct fm_text){word.p + n + (comma != NULL), word.n - n - (comma != NULL)};
    }
    return true;
}

/* Does a word of that opcode's type begin an operation: are the operands after it of its type? If
 * not, the word is itself an operand of the operation before. */
static bool begins_operation(enum fm_epd_type type, struct fm_text operands)
{
    struct fm_epd_operand next;
    const bool any = fm_epd_next_operand(&operands, &next);
    if (type == FM_EPD_ANY || type == FM_EPD_NOTHING)
        return type == FM_EPD_NOTHING && !any;
    if (fm_epd_takes_integer(type))
        return any && !next.quoted && fm_epd_is_integer(type, next.text);
    if (fm_epd_takes_moves(type))
        return any && !next.quoted && may_be_move(next.text);
    return any && next.quoted;
}

/* What the operands of an operation are, whatever its type. */
struct operand_facts {
    size_t count, quoted;
    size_t moves;  /* operands that are no marks of one; of a type that takes moves */
    bool unclosed; /* a string is not closed, or by the quote of a later one */
    bool runs_on;  /* another operation begins among them: `bm Bb5 id "x";` */
    bool commas;   /* between moves */
    const unsigned char *no_move; /* the end of the first that is no move; NULL: there is none */
};

static struct operand_facts collect_facts(const struct fm_epd_op *op)
{
    struct operand_facts facts = {.no_move = NULL};
    struct fm_text rest = op->operands;
    struct fm_epd_operand operand;
    for (; fm_epd_next_operand(&rest, &operand); facts.count++) {
        const struct fm_text text = operand.text;
        /* A string without quotes may begin with any word. */
        const bool any = operand.quoted || (op->type == FM_EPD_STRING && facts.count == 0);
        facts.quoted += operand.quoted;
        facts.unclosed =
            facts.unclosed || operand.unclosed || (operand.quoted && includes_operation(text));
        facts.runs_on = facts.runs_on || (!any && begins_operation(fm_epd_type_of(text), rest));
        if (!fm_epd_takes_moves(op->type) || facts.no_move != NULL)
            continue;
        facts.moves += !is_mark(text);
        if (!is_moves(text, &facts.commas))
            facts.no_move = text.p + text.n + operand.quoted;
    }
    return facts;
}

/* The result of checking an operation. */
struct finding {
    enum fm_reason fault;     /* FM_REASON_NONE: it is as the standard requires */
    bool sure;                /* it can be normalized without a guess */
    const unsigned char *end; /* of the operand with the fault; else of the operation */
};

/* Of operands without a fault that hides where they end. A string without quotes reaches to the end of its
 * operation, so it can be quoted. Where one string is due, two quoted ones cannot be joined. */
static bool fit_type(const struct fm_epd_op *op, const struct operand_facts *facts, bool *sure)
{
    if (op->type == FM_EPD_STRING) {
        *sure = facts->quoted == 0 || facts->count == 1;
        return facts->quoted == facts->count && facts->count <= 1;
    }
    if (op->type == FM_EPD_STRINGS) {
        *sure = facts->count == 2;
        return facts->quoted == 2 && facts->count == 2;
    }
    if (fm_epd_takes_moves(op->type)) {
        *sure = facts->no_move == NULL && (op->type != FM_EPD_MOVE || facts->moves == 1);
        return *sure && facts->quoted == 0 && !facts->commas;
    }
    return *sure = op->type == FM_EPD_NOTHING ? facts->count == 0
                   : op->type == FM_EPD_ANY   ? true
                                              : fm_epd_is_integer(op->type, op->operands);
}

static struct finding check_operation(const struct fm_epd_op *op)
{
    const struct fm_text all = fm_epd_whole(op);
    struct finding found = {FM_REASON_NONE, true, all.p + all.n};
    struct fm_epd_op meant;
    unsigned char number[FM_EPD_NUMBER_MAX];
    if (op->plain)
        return found;
    const struct operand_facts facts = collect_facts(op);
    const bool mate = fm_epd_mate(op, &meant, number);
    found.sure = mate && !facts.unclosed && !facts.runs_on;
    if (facts.unclosed) {
        found.fault = FM_REASON_EPD_STRING_UNCLOSED;
    } else if (facts.runs_on) {
        found.fault = FM_REASON_EPD_SEMICOLON_MISSING;
    } else if (mate || !fm_epd_is_opcode(op->opcode) || !fit_type(op, &facts, &found.sure)) {
        found.fault = FM_REASON_EPD_OPERATION;
        found.end = mate || facts.no_move == NULL ? found.end : facts.no_move;
    }
    return found;
}

/* Play the moves of an operation from the position itself; pm may be the reply of the other side.
 * @return which is the first that is not legal; moves->n: none. */
static size_t play_moves(const struct fm_epd_op *op, const struct fm_epd_board *board,
                         struct fm_epd_moves *moves)
{
    const bool played = fm_epd_takes_moves(op->type) && op->code != FM_EPD_PM;
    fm_epd_moves_begin(moves);
    if (!played || !fm_epd_moves_collect(op->operands, moves))
        return moves->n = 0;
    return fm_epd_moves_spell(board, moves, op->type == FM_EPD_MOVE_SEQUENCE);
}

enum fm_status fm_epd_each_illegal(struct fm_text rest, const struct fm_epd_board *board,
                                   fm_epd_put_illegal *put, void *user)
{
    struct fm_epd_op op;
    struct fm_epd_moves moves;
    while (fm_epd_next(&rest, &op)) {
        moves.n = 0;
        if (check_operation(&op).fault == FM_REASON_NONE)
            (void)play_moves(&op, board, &moves);
        for (size_t i = 0; i < moves.n; i++)
            if (moves.illegal[i])
                FM_TRY(put(user, op.opcode, moves.of[i], moves.end[i]));
    }
    return FM_OK;
}

/* Keep the places of the moves that differ from SAN. */
static void place_moves(const struct fm_epd_moves *moves, struct fm_warnings *notes)
{
    for (size_t i = 0; notes->places != NULL && i < moves->n; i++)
        for (uint32_t set = moves->used[i]; set != 0; set &= set - 1)
            fm_warnings_place(
                notes, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + (unsigned)__builtin_ctz(set)),
                fm_text_between(moves->begin[i], moves->end[i]));
}

/* Note the first that is not legal, and how the others differ from SAN. */
static void check_moves_of(const struct fm_epd_op *op, const struct fm_epd_board *board,
                           struct fm_warnings *notes)
{
    struct fm_epd_moves moves;
    const size_t illegal = play_moves(op, board, &moves);
    place_moves(&moves, notes);
    for (uint32_t set = moves.tolerances; set != 0; set &= set - 1)
        fm_warnings_note(
            notes, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + (unsigned)__builtin_ctz(set)));
    if (illegal < moves.n)
        fm_warnings_note_operation(notes, FM_REASON_OPERATION_MOVE_ILLEGAL,
                                   fm_text_between(op->opcode.p, moves.end[illegal]));
}

const char *fm_epd_fault(struct fm_text operation)
{
    static const char *const wanted[] = {
        [FM_EPD_ANY] = "wrong type",
        [FM_EPD_NOTHING] = "wrong type: it has no operand",
        [FM_EPD_INTEGER] = "wrong type: its operand is an integer",
        [FM_EPD_COUNT] = "wrong type: its operand is an integer from 0",
        [FM_EPD_POSITIVE] = "wrong type: its operand is an integer from 1",
        [FM_EPD_STRING] = "wrong type: its operand is one string in quotes",
        [FM_EPD_STRINGS] = "wrong type: its operands are two strings in quotes",
        [FM_EPD_MOVE] = "wrong type: its operand is one move, without quotes",
        [FM_EPD_MOVE_SET] = "wrong type: its operands are moves, with blanks between",
        [FM_EPD_MOVE_SEQUENCE] = "wrong type: its operands are moves, with blanks between"};
    struct fm_epd_op op, meant;
    unsigned char number[FM_EPD_NUMBER_MAX];
    if (!fm_epd_next(&operation, &op) || !fm_epd_is_opcode(op.opcode))
        return "malformed: an opcode is a letter, then letters, digits or _, at most 15 in all";
    if (fm_epd_mate(&op, &meant, number))
        return op.code == FM_EPD_BM
                   ? "wrong type: a mate in N moves is dm N, being mated in N is ce 2*N-32767"
                   : "wrong type: a mate in N moves is ce 32768-2*N, being mated is ce 2*N-32767";
    return check_operation(&op).fault == FM_REASON_NONE
               ? "repeated: of several with one opcode the last counts"
               : wanted[op.type];
}

enum { OPCODES_MAX = 32 }; /* of a line, remembered to find repeats */

/* The opcodes of a line so far. */
struct opcodes {
    size_t n;
    struct fm_text of[OPCODES_MAX];
};

/* Is it there already, and its operands are not joined? */
static bool is_repeated(struct opcodes *known, const struct fm_epd_op *op)
{
    for (size_t i = 0; i < known->n; i++)
        if (fm_text_equal(known->of[i], op->opcode))
            return op->type != FM_EPD_MOVE_SET;
    if (known->n < OPCODES_MAX)
        known->of[known->n++] = op->opcode;
    return false;
}

bool fm_epd_check(struct fm_text rest, const struct fm_epd_board *board, struct fm_warnings *notes)
{
    const struct fm_text all = fm_text_trim(rest);
    struct fm_epd_op op = {.opcode = {NULL, 0}};
    struct opcodes known;
    bool sure = true;
    known.n = 0;
    while (fm_epd_next(&rest, &op)) {
        const struct finding found = check_operation(&op);
        if (found.fault != FM_REASON_NONE)
            fm_warnings_note_operation(notes, found.fault, fm_text_between(op.opcode.p, found.end));
        else if (board != NULL)
            check_moves_of(&op, board, notes);
        sure = sure && found.sure;
        if (is_repeated(&known, &op))
            fm_warnings_note_operation(notes, FM_REASON_EPD_OPERATION, fm_epd_whole(&op));
    }
    /* `;D1 20 ;D2 400` of perft suites: a `;` before each, none at the end. */
    if (all.n > 0 && fm_byte_is_letter(*all.p) && all.p[all.n - 1] != ';')
        fm_warnings_note_operation(notes, FM_REASON_EPD_SEMICOLON_MISSING,
                                   fm_text_between(op.opcode.p, all.p + all.n));
    return sure;
}

/* Opcodes of the standard, and the counts of perft suites, which are none: `;D1 20`. */
static bool is_known(const struct fm_epd_op *op)
{
    const struct fm_text opcode = op->opcode;
    return op->type != FM_EPD_ANY || op->code == FM_EPD_NOOP ||
           ((opcode.n == 2 || opcode.n == 3) && *opcode.p == 'D' && fm_byte_is_digit(opcode.p[1]) &&
            fm_byte_is_digit(opcode.p[opcode.n - 1]));
}

/* An integer, or one with a fraction. */
static bool is_number_text(struct fm_text word)
{
    size_t i = word.n > 0 && (*word.p == '-' || *word.p == '+'), digits = 0, points = 0;
    for (; i < word.n && (fm_byte_is_digit(word.p[i]) || word.p[i] == '.'); i++) {
        digits += word.p[i] != '.';
        points += word.p[i] == '.';
    }
    return i == word.n && digits > 0 && points <= 1 && word.p[i - 1] != '.';
}

/* A word that can be an opcode, with a string after it, or with numbers or moves alone. A move is no opcode:
 * `Nf3 0.5`. */
static bool is_word_with_operands(const struct fm_epd_op *op)
{
    struct fm_text rest = op->operands;
    struct fm_epd_operand operand;
    bool all = op->operands.n > 0, string = false;
    if (!all || !fm_epd_is_opcode(op->opcode) || may_be_move(op->opcode))
        return false;
    while (fm_epd_next_operand(&rest, &operand)) {
        string = string || (operand.quoted && !operand.unclosed);
        all = all && (operand.quoted || is_number_text(operand.text) || may_be_move(operand.text));
    }
    return all || string;
}

/* What people write after a FEN is mostly none: `; v=-467`, `; Rxf4; -100`, `; draw`. */
bool fm_epd_is_operation(const struct fm_epd_op *op)
{
    return is_known(op) || is_word_with_operands(op);
}
