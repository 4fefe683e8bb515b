/* SPDX-License-Identifier: MIT */
/* One walk over the operations of a record: how each differs from the standard (16.2.4), with the
 * name of its fault, and its moves, taken apart and played on the position. One that can be
 * understood in more than one way is never decided here. Also: whether what is after a position is
 * operations at all. */
#include <config.h>
#include "record/epd.h"
#include "board/glyphs.h"
#include "pgn/bytes.h"

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

/* Could the word be a move on any board? */
static bool may_be_move(struct fm_text word)
{
    struct fm_notation readings[2];
    word = fm_text_without_tail(word, "!?");
    return names_square(word) || (fm_notation_read(word, fm_languages, 8, readings) > 0 &&
                                  readings[0].type != FM_NOTE_NULL);
}

/* A mark that is apart from its move. */
static bool is_mark(struct fm_text word)
{
    return fm_text_without_tail(word, "+#!?").n == 0;
}

/* A check mark after a blank. The move is in its own buffer already if this is its second mark, so
 * source and target may be the same: memmove. */
static void join_mark(struct fm_epd_moves *m, struct fm_text mark)
{
    m->tolerances |= mark.n > 0 ? FM_TOLERANCE(MOVE_CHECK_MARK) : 0;
    if (m->n == 0 || m->of[m->n - 1].text.n + mark.n > FM_EPD_SAN_MAX)
        return;
    struct fm_epd_move *const last = &m->of[m->n - 1];
    memmove(last->san, last->text.p, last->text.n);
    memcpy(last->san + last->text.n, mark.p, mark.n);
    last->text = (struct fm_text){last->san, last->text.n + mark.n};
    last->end = mark.p + mark.n;
    last->tolerances = FM_TOLERANCE(MOVE_CHECK_MARK);
}

static void add_move(struct fm_epd_moves *m, struct fm_text word)
{
    const struct fm_text text = fm_text_without_tail(word, "!?");
    if (fm_text_without_tail(text, "+#").n == 0) {
        join_mark(m, text);
        return;
    }
    m->too_many = m->n == FM_EPD_MOVES_MAX;
    if (m->too_many)
        return;
    struct fm_epd_move *const move = &m->of[m->n++];
    move->text = text;
    move->begin = word.p;
    move->end = word.p + word.n;
    move->tolerances = 0;
    move->illegal = false;
}

/* Add the words of an operand. Commas are not EPD, but may separate moves; only with a board can
 * that be decided. @param checks  whether they may be moves is wanted. @return false: one is
 * none. */
static bool add_operand(struct fm_epd_moves *m, struct fm_text left, bool checks)
{
    while (left.n > 0) {
        const unsigned char *const end = left.p + left.n, *const comma =
                                                              memchr(left.p, ',', left.n);
        const struct fm_text word = fm_text_between(left.p, comma == NULL ? end : comma);
        checks = checks && (is_mark(word) || may_be_move(word));
        add_move(m, word);
        m->commas = m->commas || comma != NULL;
        left = fm_text_between(comma == NULL ? end : comma + 1, end);
    }
    return checks;
}

static void begin_moves(struct fm_epd_moves *moves)
{
    moves->n = 0;
    moves->tolerances = 0;
    moves->commas = moves->too_many = false;
}

void fm_epd_moves_read(struct fm_text operands, struct fm_epd_moves *moves)
{
    struct fm_epd_operand operand;
    begin_moves(moves);
    while (fm_epd_next_operand(&operands, &operand))
        (void)add_operand(moves, operand.text, false);
}

void fm_epd_board_make(const struct fm_setup *setup, const struct fm_language *letters,
                       struct fm_epd_board *out)
{
    out->ops = fm_board_ops_for(setup->files);
    out->letters = letters == NULL ? fm_languages : letters;
    out->ops->make(setup, out->board);
}

/* Is the word SAN as games have it, which needs no tolerance? */
static bool read_plain(const struct fm_epd_board *b, const void *board, struct fm_text word,
                       struct fm_move *move)
{
    unsigned char text[FM_EPD_SAN_MAX + FM_TEXT_PADDING] = {0};
    if (b->letters != fm_languages || word.n > FM_EPD_SAN_MAX)
        return false;
    memcpy(text, word.p, word.n);
    return b->ops->read_san(board, text, move) == text + word.n;
}

/* The one legal move that a word means, in the letters' language. A word has at most two readings,
 * as in `bc4`: a pawn of the b file, or a bishop.
 * @param[in,out] tolerances  those of the reading are added.
 * @return FM_REASON_NONE, or why there is none: then *fault has what is known of it. */
static enum fm_reason find_move(const struct fm_epd_board *b, const void *board,
                                struct fm_text word, struct fm_move *move, uint32_t *tolerances,
                                struct fm_error *fault)
{
    struct fm_notation readings[2];
    struct fm_setup setup;
    enum fm_reason reason = FM_REASON_UNREADABLE_MOVE;
    if (word.n > 0 && read_plain(b, board, word, move))
        return FM_REASON_NONE;
    b->ops->setup(board, &setup);
    *fault = (struct fm_error){.why = FM_WHY_NOT_A_MOVE};
    const unsigned n = fm_notation_read(word, b->letters, setup.files, readings);
    for (unsigned i = 0; i < n; i++) {
        uint32_t used = 0;
        struct fm_error error = {.status = FM_OK};
        if (readings[i].type == FM_NOTE_NULL)
            continue;
        const enum fm_reason found = b->ops->find(board, &readings[i], move, &used, &error);
        if (found == FM_REASON_NONE) {
            *tolerances |= used;
            return found;
        }
        if (reason == FM_REASON_UNREADABLE_MOVE || found == FM_REASON_AMBIGUOUS_MOVE) {
            reason = found;
            *fault = error;
        }
    }
    return reason;
}

size_t fm_epd_moves_play(const struct fm_epd_board *board, bool sequence, bool spells,
                         struct fm_epd_moves *moves)
{
    _Alignas(max_align_t) unsigned char line[FM_POSITION_BYTES];
    const void *const on = sequence ? memcpy(line, board->board, board->ops->size) : board->board;
    struct fm_error ignored;
    struct fm_move played;
    size_t illegal = moves->n;
    for (size_t i = 0; i < moves->n; i++) {
        struct fm_epd_move *const move = &moves->of[i];
        uint32_t used = 0;
        const enum fm_reason reason = find_move(board, on, move->text, &played, &used, &ignored);
        move->tolerances |= used;
        moves->tolerances |= used;
        if (reason != FM_REASON_NONE) {
            move->illegal = true;
            illegal = illegal == moves->n ? i : illegal;
            if (sequence)
                break;
            continue;
        }
        if (spells)
            move->text = fm_text_between(move->san, board->ops->write_san(on, played, move->san));
        if (sequence)
            board->ops->play(line, played);
    }
    return illegal;
}

enum fm_status fm_epd_play(struct fm_epd_board *b, struct fm_text word, unsigned ply,
                           unsigned char *san, const unsigned char **end, struct fm_error *fault)
{
    struct fm_move move;
    uint32_t ignored = 0;
    const enum fm_reason reason = find_move(b, b->board, word, &move, &ignored, fault);
    if (reason == FM_REASON_NONE) {
        *end = b->ops->write_san(b->board, move, san);
        b->ops->play(b->board, move);
        return FM_OK;
    }
    struct fm_setup setup;
    b->ops->setup(b->board, &setup);
    fault->status = FM_REJECTED;
    fault->reason = reason;
    fault->what = word;
    fault->ply = ply + 1;
    fault->move = setup.fullmove;
    fault->black = setup.black;
    return FM_REJECTED;
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

/* Facts about the operands of an operation, whatever its type. */
struct operand_facts {
    size_t count, quoted; /* number of operands, and of those in quotes */
    /* Operands that are not just a mark, of a type that takes moves. */
    size_t moves;
    /* True: a string is not closed, or only by the quote of a later one. */
    bool unclosed;
    /* True: another operation begins among the operands: `bm Bb5 id "x";`. */
    bool runs_on;
    /* End of the first operand that is no move; NULL: all are moves. */
    const unsigned char *no_move;
};

static struct operand_facts collect_facts(const struct fm_epd_op *op, struct fm_epd_moves *moves)
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
        if (!fm_epd_takes_moves(op->type))
            continue;
        facts.moves += !is_mark(text);
        if (!add_operand(moves, text, facts.no_move == NULL) && facts.no_move == NULL)
            facts.no_move = text.p + text.n + operand.quoted;
    }
    return facts;
}

/* Of operands without a fault that hides where they end. A string without quotes reaches to the end
 * of its operation, so it can be quoted. Where one string is due, two quoted ones cannot be
 * joined. */
static bool fit_type(const struct fm_epd_op *op, const struct operand_facts *facts, bool commas,
                     bool *sure)
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
        return *sure && facts->quoted == 0 && !commas;
    }
    return *sure = op->type == FM_EPD_NOTHING ? facts->count == 0
                   : op->type == FM_EPD_ANY   ? true
                                              : fm_epd_is_integer(op->type, op->operands);
}

/* Find and note the fault of an operation that is not plainly regular. It is named up to the
 * operand with the fault, or to its end. */
static void check_operation(struct fm_epd_walk *w)
{
    const struct fm_epd_op *const op = &w->op;
    const struct operand_facts facts = collect_facts(op, &w->moves);
    const bool mate = w->mate = fm_epd_mate(op, &w->meant, w->number);
    struct fm_text named = fm_epd_whole(op);
    bool sure = mate && !facts.unclosed && !facts.runs_on;
    if (facts.unclosed) {
        w->fault = FM_REASON_EPD_STRING_UNCLOSED;
    } else if (facts.runs_on) {
        w->fault = FM_REASON_EPD_SEMICOLON_MISSING;
    } else if (mate) {
        w->fault = FM_REASON_EPD_MATE_DISTANCE;
    } else if (!fm_epd_is_opcode(op->opcode)) {
        w->fault = FM_REASON_EPD_NO_OPERATION;
    } else if (!fit_type(op, &facts, w->moves.commas, &sure)) {
        w->fault = FM_REASON_EPD_OPERATION;
        if (facts.no_move != NULL)
            named = fm_text_between(op->opcode.p, facts.no_move);
    }
    w->sure = w->sure && sure;
    if (w->notes != NULL && w->fault != FM_REASON_NONE)
        fm_warnings_note_operation(w->notes, w->fault, named);
}

/* Note how moves differ from SAN, and the first that is not legal. */
static void note_moves(const struct fm_epd_walk *w, size_t illegal)
{
    const struct fm_epd_moves *const moves = &w->moves;
    for (size_t i = 0; i < moves->n; i++)
        for (uint32_t set = moves->of[i].tolerances; set != 0; set &= set - 1)
            fm_warnings_place(
                w->notes,
                (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + (unsigned)__builtin_ctz(set)),
                fm_text_between(moves->of[i].begin, moves->of[i].end));
    for (uint32_t set = moves->tolerances; set != 0; set &= set - 1)
        fm_warnings_note(
            w->notes, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + (unsigned)__builtin_ctz(set)));
    if (illegal < moves->n)
        fm_warnings_note_operation(w->notes, FM_REASON_OPERATION_MOVE_ILLEGAL,
                                   fm_text_between(w->op.opcode.p, moves->of[illegal].end));
}

/* Is the opcode there already, and its operands are not joined? */
static bool is_repeated(struct fm_epd_walk *w)
{
    for (size_t i = 0; i < w->opcodes.n; i++)
        if (fm_text_equal(w->opcodes.of[i], w->op.opcode))
            return w->op.type != FM_EPD_MOVE_SET;
    if (w->opcodes.n < FM_COUNT_OF(w->opcodes.of))
        w->opcodes.of[w->opcodes.n++] = w->op.opcode;
    return false;
}

void fm_epd_walk_begin(struct fm_epd_walk *walk, struct fm_text rest,
                       const struct fm_epd_board *board, bool spells, struct fm_warnings *notes)
{
    walk->all = walk->rest = rest;
    walk->board = board;
    walk->notes = notes;
    walk->spells = spells;
    walk->sure = true;
    walk->opcodes.n = 0;
}

bool fm_epd_walk_next(struct fm_epd_walk *w)
{
    if (!fm_epd_next(&w->rest, &w->op)) {
        /* `;D1 20 ;D2 400` of perft suites: a `;` before each, none at the end. */
        const struct fm_text all = fm_text_trim(w->all);
        if (w->notes != NULL && all.n > 0 && fm_byte_is_letter(*all.p) && all.p[all.n - 1] != ';')
            fm_warnings_note_operation(w->notes, FM_REASON_EPD_SEMICOLON_MISSING,
                                       fm_text_between(w->op.opcode.p, all.p + all.n));
        return false;
    }
    w->fault = FM_REASON_NONE;
    w->mate = false;
    begin_moves(&w->moves);
    const bool takes = fm_epd_takes_moves(w->op.type);
    if (!w->op.plain)
        check_operation(w);
    else if (takes && (w->board != NULL || w->spells))
        fm_epd_moves_read(w->op.operands, &w->moves);

    /* All are played from the position itself; pm may be the reply of the other side. */
    const bool plays =
        takes && w->board != NULL && w->fault == FM_REASON_NONE && w->op.code != FM_EPD_PM;
    if (w->moves.too_many || (!plays && !w->spells))
        w->moves.n = 0;
    size_t illegal = w->moves.n;
    if (w->board != NULL && w->moves.n > 0)
        illegal =
            fm_epd_moves_play(w->board, w->op.type == FM_EPD_MOVE_SEQUENCE, w->spells, &w->moves);
    w->legal = w->board != NULL && illegal == w->moves.n;
    if (plays && w->notes != NULL)
        note_moves(w, illegal);
    if (w->notes != NULL && is_repeated(w))
        fm_warnings_note_operation(w->notes, FM_REASON_EPD_OPERATION, fm_epd_whole(&w->op));
    return true;
}

bool fm_epd_check(struct fm_text rest, const struct fm_epd_board *board, struct fm_warnings *notes)
{
    struct fm_epd_walk walk;
    fm_epd_walk_begin(&walk, rest, board, false, notes);
    while (fm_epd_walk_next(&walk))
        ;
    return walk.sure;
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
    struct fm_epd_walk walk;
    fm_epd_walk_begin(&walk, operation, NULL, false, NULL);
    if (!fm_epd_walk_next(&walk) || !fm_epd_is_opcode(walk.op.opcode))
        return "malformed: an opcode is a letter, then letters, digits or _, at most 15 in all";
    if (walk.mate)
        return walk.op.code == FM_EPD_BM
                   ? "a mate in N moves is dm N, being mated in N is ce 2*N-32767"
                   : "a mate in N moves is ce 32768-2*N, being mated is ce 2*N-32767";
    return walk.fault == FM_REASON_NONE ? "repeated: of several with one opcode the last counts"
                                        : wanted[walk.op.type];
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

/* A word that can be an opcode, with a string after it, or with numbers or moves alone. A move is
 * no opcode: `Nf3 0.5`. */
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

/* Text that people write after a FEN is mostly no operation: `; v=-467`, `; Rxf4; -100`,
 * `; draw`. Opcodes of the standard are operations, and so are the counts of perft suites, which
 * the standard does not have: `;D1 20`. */
bool fm_epd_is_operation(const struct fm_epd_op *op)
{
    const struct fm_text opcode = op->opcode;
    return op->type != FM_EPD_ANY || op->code == FM_EPD_NOOP ||
           ((opcode.n == 2 || opcode.n == 3) && *opcode.p == 'D' && fm_byte_is_digit(opcode.p[1]) &&
            fm_byte_is_digit(opcode.p[opcode.n - 1])) ||
           is_word_with_operands(op);
}
