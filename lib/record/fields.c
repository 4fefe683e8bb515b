/* SPDX-License-Identifier: MIT */
/* The table of fields, and the values that are computed. A field whose value is a member of struct
 * fm_record_input is a row with its offset; any other has a function, named put_. Each of these
 * appends nothing where the game has no such value: templates and EPD count on that to leave out
 * what is empty. */
#include <config.h>
#include "record/fields.h"
#include <stdlib.h>
#include "filter/tagvalue.h"
#include "pgn/lexer.h"
#include "pgn/remarks.h"
#include "ops/groups.h"
#include "record/counts.h"
#include "record/material.h"
#include "record/move_fields.h"
#include "record/score_fields.h"
#include "record/record_mark.h"

/* All 16 digits: a key may begin with zeros, and tools compare the text. */
static enum fm_status put_key(struct fm_buf *out, const struct fm_record_input *in)
{
    unsigned char digits[16];
    for (unsigned i = 0; i < sizeof digits; i++)
        digits[i] = (unsigned char)"0123456789abcdef"[in->key >> (60 - 4 * i) & 15];
    return fm_buf_append(out, digits, sizeof digits);
}

static enum fm_status put_side(struct fm_buf *out, const struct fm_record_input *in)
{
    return fm_buf_append(out, in->black ? "b" : "w", 1);
}

/* -1: the start position is not one of the 960. */
static enum fm_status put_sp(struct fm_buf *out, const struct fm_record_input *in)
{
    return in->sp < 0 ? FM_OK : fm_buf_append_u64(out, (uint64_t)in->sp);
}

/* The result for White in half points, or -1 if there is none. */
static int half_points(const struct fm_record_input *in)
{
    return fm_result_half_points(in->game->outcome);
}

/* As text, so that no locale or rounding is in it. @param bracket  `[0.5]`, the form of EPD files
 * for tuning of evaluations. */
static enum fm_status put_points(struct fm_buf *out, int half, bool bracket)
{
    static const char *const scores[] = {"[0.0]", "[0.5]", "[1.0]"};
    if (half < 0)
        return FM_OK;
    return fm_buf_append(out, scores[half] + !bracket, bracket ? 5 : 3);
}

static enum fm_status put_score(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_points(out, half_points(in), false);
}

/* The two sides' half points add up to two. */
static enum fm_status put_mover_score(struct fm_buf *out, const struct fm_record_input *in)
{
    const int half = half_points(in);
    return put_points(out, half >= 0 && in->black ? 2 - half : half, false);
}

static enum fm_status put_bracket(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_points(out, half_points(in), true);
}

static enum fm_status put_twice(struct fm_buf *out, const struct fm_record_input *in)
{
    const int half = half_points(in);
    return half < 0 ? FM_OK : fm_buf_append_u64(out, (uint64_t)half);
}

static enum fm_status put_mover_twice(struct fm_buf *out, const struct fm_record_input *in)
{
    const int half = half_points(in);
    return half < 0 ? FM_OK : fm_buf_append_u64(out, (uint64_t)(in->black ? 2 - half : half));
}

/* A missing result is `*`, the PGN standard's unknown one (8.2.6): here there is always a value. */
static enum fm_status put_result(struct fm_buf *out, const struct fm_record_input *in)
{
    static const char *const names[] = {"0-1", "1/2-1/2", "1-0"};
    const int half = half_points(in);
    return fm_buf_append_words(out, half < 0 ? "*" : names[half]);
}

static enum fm_status put_wdl_result(struct fm_buf *out, const struct fm_record_input *in)
{
    const int half = half_points(in);
    return half < 0 ? FM_OK : fm_buf_append(out, &"LDW"[in->black ? 2 - half : half], 1);
}

/* White has won by 1, by 0, by -1. */
static bool outcome_sign(const struct fm_record_input *in, int *sign)
{
    *sign = half_points(in) - 1;
    return *sign >= -1;
}

static enum fm_status put_search_depth(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_comment *search = fm_score_search(in);
    return search->has_depth ? fm_buf_append_u64(out, search->depth) : FM_OK;
}

/* A mark, which its number replaces where the record is written: that depends on all before it. */
static enum fm_status put_record(struct fm_buf *out, const struct fm_record_input *in)
{
    (void)in;
    return fm_record_mark_put(out);
}

/* Sets of 1 << NAG: ! and !!, ? and ?? (PGN standard 10). */
enum { GOOD_MARKS = 1 << 1 | 1 << 3, BAD_MARKS = 1 << 2 | 1 << 4 };

static enum fm_status put_good_next(struct fm_buf *out, const struct fm_record_input *in)
{
    return in->marks & GOOD_MARKS ? fm_buf_append_text(out, in->next_san) : FM_OK;
}

static enum fm_status put_bad_next(struct fm_buf *out, const struct fm_record_input *in)
{
    return in->marks & BAD_MARKS ? fm_buf_append_text(out, in->next_san) : FM_OK;
}

/* That of the lowest NAG, if the move has several. */
static enum fm_status put_mark(struct fm_buf *out, const struct fm_record_input *in)
{
    for (unsigned nag = 1; nag < FM_GLYPHS; nag++)
        if (in->marks >> nag & 1)
            return fm_buf_append_words(out, fm_nag_glyphs[nag]);
    return FM_OK;
}

/* The moves have a blank before each. */
static enum fm_status put_line(struct fm_buf *out, struct fm_text moves)
{
    return moves.n == 0 ? FM_OK : fm_buf_append(out, moves.p + 1, moves.n - 1);
}

static enum fm_status put_moves(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_line(out, in->sans);
}

static enum fm_status put_uci_moves(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_line(out, in->moves);
}

static enum fm_status put_book_last(struct fm_buf *out, const struct fm_record_input *in)
{
    return in->book_last == 0 ? FM_OK : fm_buf_append_u64(out, in->book_last - 1);
}

static enum fm_status put_book_next(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_line(out, in->book_sans);
}

static enum fm_status put_book_next_uci(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_line(out, in->book_ucis);
}

static enum fm_status put_nags(struct fm_buf *out, const struct fm_record_input *in)
{
    return in->after.p == NULL ? FM_OK : fm_remarks_put_nags(in->after, in->ply > 0, out);
}

static enum fm_status put_check(struct fm_buf *out, const struct fm_record_input *in)
{
    return fm_buf_append_text(out, in->check ? FM_TEXT("true") : FM_TEXT("false"));
}

static enum fm_status put_state(struct fm_buf *out, const struct fm_record_input *in)
{
    const char *name = in->no_moves ? (in->check ? "mate" : "stalemate") : in->check ? "check" : "";
    return fm_buf_append_words(out, name);
}

/* The encoding of games says nothing about names of files. Where values become UTF-8, a name that
 * is not UTF-8 is read as Windows-1252; else it stays as it is. */
static enum fm_status put_input(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_text name = fm_text_of(in->input);
    return in->encoding == FM_ENCODING_AUTO ? fm_buf_append_text(out, name)
                                            : fm_encoding_append(out, name, FM_ENCODING_AUTO);
}

static const struct fm_tag *tag_of(const struct fm_record_input *in, enum fm_tag_id id)
{
    return fm_tag_find(in->tags, in->game->tag_count, id);
}

/* The first four digits of the Date tag (PGN standard 8.1.1.3); `????` gives nothing. */
static enum fm_status put_year(struct fm_buf *out, const struct fm_record_input *in)
{
    enum { YEAR_DIGITS = 4 };
    uint64_t year;
    const struct fm_tag *date = tag_of(in, FM_TAG_DATE);
    if (date == NULL || date->value.n < YEAR_DIGITS ||
        !fm_text_to_u64((struct fm_text){date->value.p, YEAR_DIGITS}, &year))
        return FM_OK;
    return fm_buf_append(out, date->value.p, YEAR_DIGITS);
}

/* Month or day of the Date tag, always two digits: names of files are then in the order of time. */
static enum fm_status put_part_of_date(struct fm_buf *out, const struct fm_record_input *in,
                                       bool month)
{
    struct fm_date date;
    const struct fm_tag *tag = tag_of(in, FM_TAG_DATE);
    if (tag == NULL || !fm_tag_date_parts(fm_text_trim(tag->value), &date))
        return FM_OK;
    const unsigned part = month ? date.month : date.day;
    return part == 0 ? FM_OK : fm_buf_append(out, fm_digit_pairs + part * 2, 2);
}

static enum fm_status put_month(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_part_of_date(out, in, true);
}

static enum fm_status put_day(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_part_of_date(out, in, false);
}

/* A to E, of a whole code; another value gives nothing. */
static enum fm_status put_eco_letter(struct fm_buf *out, const struct fm_record_input *in)
{
    int64_t code;
    const struct fm_tag *tag = tag_of(in, FM_TAG_ECO);
    return tag == NULL || !fm_tag_eco(tag->value, &code) ? FM_OK
                                                         : fm_buf_append(out, tag->value.p, 1);
}

static enum fm_status put_time_class(struct fm_buf *out, const struct fm_record_input *in)
{
    return fm_buf_append_words(
        out, fm_time_class_names[fm_time_class_of_game(in->tags, in->game->tag_count)]);
}

/* Seconds with as many decimals as the milliseconds need: 59, 59.5, 59.05. */
static enum fm_status put_seconds(struct fm_buf *out, uint64_t milliseconds)
{
    enum { SECOND = 1000 };
    FM_TRY(fm_buf_append_u64(out, milliseconds / SECOND));
    const unsigned ms = (unsigned)(milliseconds % SECOND);
    if (ms == 0)
        return FM_OK;
    const unsigned char digits[] = {'.', (unsigned char)('0' + ms / 100),
                                    (unsigned char)('0' + ms / 10 % 10),
                                    (unsigned char)('0' + ms % 10)};
    const size_t n = ms % 10 != 0 ? 4 : ms % 100 != 0 ? 3 : 2;
    return fm_buf_append(out, digits, n);
}

static enum fm_status put_clock(struct fm_buf *out, const struct fm_record_input *in)
{
    return in->comment.has_clock ? put_seconds(out, in->comment.clock_ms) : FM_OK;
}

static enum fm_status put_search_time(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_comment *search = fm_score_search(in);
    return search->has_elapsed ? put_seconds(out, search->elapsed_ms) : FM_OK;
}

/* What {clock} and {eval} are after each move; a move without one has null, so that the arrays of a
 * game are of one length. The last move was not made by the side to move. */
static enum fm_status put_of_each(struct fm_buf *out, const struct fm_record_input *in, bool clock)
{
    const struct fm_comment *const comments = (const void *)in->comments.p;
    const size_t count = in->comments.n / sizeof *comments;
    int centipawns;
    FM_TRY(fm_buf_append(out, "[", 1));
    for (size_t i = 0; i < count; i++) {
        const struct fm_comment *const comment = &comments[i];
        const bool after_black = in->black == ((count - i) % 2 == 0);
        FM_TRY(fm_buf_append(out, ",", i > 0));
        if (clock && comment->has_clock) {
            FM_TRY(put_seconds(out, comment->clock_ms));
        } else if (!clock && fm_score_after(in, comment, after_black, &centipawns)) {
            FM_TRY(fm_buf_append(out, "-", centipawns < 0));
            FM_TRY(fm_buf_append_u64(out, (uint64_t)abs(centipawns)));
        } else {
            FM_TRY(fm_buf_append_words(out, "null"));
        }
    }
    return fm_buf_append(out, "]", 1);
}

static enum fm_status put_clocks(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_of_each(out, in, true);
}

static enum fm_status put_evals(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_of_each(out, in, false);
}

/* A rating is digits and nothing else; `?`, `-` or `2400 est.` is none. */
static enum fm_status put_elo(struct fm_buf *out, const struct fm_record_input *in,
                              enum fm_tag_id id)
{
    uint64_t elo;
    const struct fm_tag *tag = tag_of(in, id);
    return tag != NULL && fm_text_to_u64(tag->value, &elo) ? fm_buf_append_u64(out, elo) : FM_OK;
}

static enum fm_status put_white_elo(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_elo(out, in, FM_TAG_WHITE_ELO);
}

static enum fm_status put_black_elo(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_elo(out, in, FM_TAG_BLACK_ELO);
}

/* The columns of the table: name, kind, whether it is the same for the whole game, what must be
 * derived for it, where the value comes from, and help. */
#define IN(field) .at = offsetof(struct fm_record_input, field)
#define TEXT(field) .source = FM_FROM_TEXT, IN(field)
#define STRING(field) .source = FM_FROM_STRING, IN(field)
#define U32(field) .source = FM_FROM_U32, IN(field), .value = FM_VALUE_U32
#define U64(field) .source = FM_FROM_U64, IN(field)
#define OF_POSITION FM_OF_POSITION
#define OF_GAME FM_OF_GAME
#define OF_BOTH FM_OF_BOTH
#define CALL(function) .source = FM_FROM_CALL, .put = function
#define WHITE(function) .source = FM_FROM_NUMBER, .number = function
#define MOVER(function) WHITE(function), .mover = true
#define COUNT(field) .source = FM_FROM_COUNT, .at = offsetof(struct fm_counts, field)
/* Values of a position are ASCII that no format escapes, of FM_FIELD_MAX bytes at most, but for
 * the material and those of FM_VALUE_SLOT, which have no such bound. */
enum { SCORES = FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL }; /* also counts positions without one */

const struct fm_field fm_fields[] = {
    {"ply", FM_FIELD_INTEGER, OF_POSITION, 0, U32(ply),
     .help = "plies played so far; 0 is the start position"},
    {"plies", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_PLIES, U32(plies),
     .help = "plies of the whole game"},
    {"game", FM_FIELD_INTEGER, OF_GAME, FM_NEEDS_NUMBERS, U64(ordinal),
     .help = "number of the game in its input"},
    {"offset", FM_FIELD_INTEGER, OF_GAME, 0, U64(offset),
     .help = "where the game begins in its input, in bytes"},
    {"input", FM_FIELD_ANY, OF_GAME, 0, CALL(put_input), .help = "name of the input"},
    {"class", FM_FIELD_WORDS, OF_GAME, 0, STRING(class_name),
     .help = "classic, chess960, setup, variant"},
    {"variant", FM_FIELD_WORDS, OF_GAME, 0, STRING(variant),
     .help = "standard, chess960, capablanca, ..."},
    {"fen", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_FEN, TEXT(fen), .value = FM_VALUE_FEN,
     .help = "the position as the output writes it"},
    {"side", FM_FIELD_WORDS, OF_POSITION, 0, CALL(put_side), .value = FM_VALUE_SIDE,
     .help = "side to move: w or b"},
    {"halfmove", FM_FIELD_INTEGER, OF_POSITION, 0, U32(halfmove),
     .help = "plies since the last capture or pawn move"},
    {"fullmove", FM_FIELD_INTEGER, OF_POSITION, 0, U32(fullmove),
     .help = "number of the next move"},
    {"next", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_NEXT, TEXT(next_san), .value = FM_VALUE_NEXT_SAN,
     .help = "the move played next, in SAN"},
    {"next.uci", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_NEXT_UCI, TEXT(next_uci),
     .value = FM_VALUE_NEXT_UCI, .help = "the move played next, in UCI"},
    {"next.good", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_NEXT | FM_NEEDS_ANNOTATION,
     CALL(put_good_next), .help = "the next move, if it is marked ! or !!"},
    {"next.bad", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_NEXT | FM_NEEDS_ANNOTATION,
     CALL(put_bad_next), .help = "the next move, if it is marked ? or ??"},
    {"last", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_LAST, TEXT(last_san),
     .help = "the move that led here, in SAN"},
    {"last.uci", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_LAST_UCI, TEXT(last_uci),
     .help = "the move that led here, in UCI"},
    {"result", FM_FIELD_WORDS, OF_GAME, 0, CALL(put_result),
     .help = "1-0, 0-1, 1/2-1/2 or *: after the moves; where it is missing or *, the Result tag"},
    {"result.score", FM_FIELD_DECIMAL, OF_GAME, 0, CALL(put_score),
     .help = "1.0, 0.5 or 0.0 for White"},
    {"result.mover", FM_FIELD_DECIMAL, OF_POSITION, 0, CALL(put_mover_score),
     .help = "1.0, 0.5 or 0.0 for the side to move"},
    {"result.bracket", FM_FIELD_WORDS, OF_GAME, 0, CALL(put_bracket),
     .help = "[1.0], [0.5] or [0.0] for White"},
    {"result.twice", FM_FIELD_INTEGER, OF_GAME, 0, CALL(put_twice), .help = "2, 1 or 0 for White"},
    {"result.twice.mover", FM_FIELD_INTEGER, OF_POSITION, 0, CALL(put_mover_twice),
     .help = "2, 1 or 0 for the side to move"},
    {"result.sign", FM_FIELD_INTEGER, OF_POSITION, 0, MOVER(outcome_sign),
     .help = "1 won, 0 drawn or -1 lost for the side to move"},
    {"result.wdl", FM_FIELD_WORDS, OF_POSITION, 0, CALL(put_wdl_result),
     .help = "W won, D drawn or L lost for the side to move"},
    {"eval", FM_FIELD_INTEGER, OF_POSITION, SCORES, WHITE(fm_score_last),
     .help = "centipawns for White, by the comment after the last move"},
    {"eval.mover", FM_FIELD_INTEGER, OF_POSITION, SCORES, MOVER(fm_score_last),
     .help = "centipawns for the side to move, by the comment after the last move"},
    {"eval.next", FM_FIELD_INTEGER, OF_POSITION, SCORES | FM_NEEDS_AHEAD, WHITE(fm_score_next),
     .help = "centipawns for White, by the comment after the next move"},
    {"eval.next.mover", FM_FIELD_INTEGER, OF_POSITION, SCORES | FM_NEEDS_AHEAD,
     MOVER(fm_score_next),
     .help = "centipawns for the side to move, by the comment after the next move"},
    {"eval.position", FM_FIELD_INTEGER, OF_POSITION, SCORES | FM_NEEDS_AHEAD,
     WHITE(fm_score_position),
     .help = "centipawns for White, the score of this position: see input.eval-of"},
    {"eval.position.mover", FM_FIELD_INTEGER, OF_POSITION, SCORES | FM_NEEDS_AHEAD,
     MOVER(fm_score_position),
     .help = "centipawns for the side to move, the score of this position"},
    {"eval.wdl", FM_FIELD_INTEGER, OF_POSITION, SCORES | FM_NEEDS_AHEAD, MOVER(fm_score_wdl),
     .help = "this score as Stockfish's WDL statistics count it: in steps of 5, +-1000; mate 1001"},
    {"search.depth", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_ANNOTATION | FM_NEEDS_AHEAD,
     CALL(put_search_depth), .help = "depth of the search that gave that score"},
    {"search.time", FM_FIELD_DECIMAL, OF_POSITION, FM_NEEDS_ANNOTATION | FM_NEEDS_AHEAD,
     CALL(put_search_time), .help = "seconds that it took, or those of the last move"},
    {"count", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, COUNT(count),
     .help =
         "positions (or games) of the group, as often as they were met; wins, draws, losses, no result"},
    {"wins", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, COUNT(wins),
     .help = "number of these in games that White won"},
    {"draws", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, COUNT(draws),
     .help = "number of these in drawn games"},
    {"losses", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, COUNT(losses),
     .help = "number of these in games that White lost"},
    {"score", FM_FIELD_DECIMAL, OF_POSITION, FM_NEEDS_COUNTS, CALL(fm_put_group_score),
     .help = "mean result of the group for White, of games with a result: 1.0000 to 0.0000"},
    {"wins.mover", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, COUNT(mover_wins),
     .help = "as wins, for the side to move"},
    {"draws.mover", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, COUNT(draws),
     .help = "the same as draws"},
    {"losses.mover", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_COUNTS, CALL(fm_put_mover_losses),
     .help = "as losses, for the side to move"},
    {"score.mover", FM_FIELD_DECIMAL, OF_POSITION, FM_NEEDS_COUNTS, CALL(fm_put_mover_group_score),
     .help = "as score, for the side to move"},
    {"record", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_RECORD, CALL(put_record),
     .help = "number of the record in its output, from 1, after unique, sample, sort and limit"},
    {"swing", FM_FIELD_INTEGER, OF_POSITION, SCORES | FM_NEEDS_AHEAD, MOVER(fm_score_swing),
     .help = "centipawns that the next move loses for its side"},
    {"mate", FM_FIELD_INTEGER, OF_POSITION, SCORES, WHITE(fm_score_mate),
     .help = "moves to mate, by the comment after the last move; negative if Black mates"},
    {"mate.mover", FM_FIELD_INTEGER, OF_POSITION, SCORES, MOVER(fm_score_mate),
     .help = "the same; negative if the side to move is mated"},
    {"clock", FM_FIELD_DECIMAL, OF_POSITION, FM_NEEDS_ANNOTATION, CALL(put_clock),
     .help = "seconds left after the last move"},
    {"mark", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_ANNOTATION | FM_NEEDS_AHEAD, CALL(put_mark),
     .help = "mark of the next move: ! ? !! ?? !? ?!"},
    {"comment", FM_FIELD_ANY, OF_POSITION, FM_NEEDS_ANNOTATION, .source = FM_FROM_COMMENT,
     .value = FM_VALUE_SLOT,
     .help = "text of the comments after the last move, without [%clk 0:05:00] and the like"},
    {"commands", FM_FIELD_ANY, OF_POSITION, FM_NEEDS_ANNOTATION, .source = FM_FROM_COMMANDS,
     .value = FM_VALUE_SLOT,
     .help = "these commands of the comments after the last move: [%csl Gd4][%clk 0:05:00]"},
    {"ops", FM_FIELD_ANY, OF_POSITION, 0, .source = FM_FROM_OPS, .value = FM_VALUE_SLOT,
     .help = "EPD operations that the record came with, as written: bm e4; id \"a\";"},
    {"nags", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_ANNOTATION, CALL(put_nags),
     .value = FM_VALUE_SLOT, .help = "NAGs of the last move: $1 $14"},
    {"next.moves", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_FOLLOWING | FM_NEEDS_AHEAD,
     CALL(fm_put_following), .value = FM_VALUE_SLOT,
     .help = "the moves that follow in the game in SAN, at most 20"},
    {"better", FM_FIELD_MOVE, OF_POSITION, FM_NEEDS_BETTER | FM_NEEDS_AHEAD | FM_NEEDS_ANNOTATION,
     CALL(fm_put_better_move),
     .help = "the first move of the first variation at the next move, in SAN"},
    {"better.moves", FM_FIELD_MOVE, OF_POSITION,
     FM_NEEDS_BETTER | FM_NEEDS_AHEAD | FM_NEEDS_ANNOTATION, CALL(fm_put_better),
     .value = FM_VALUE_SLOT, .help = "the moves of that variation, at most 20"},
    {"moves", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_SANS, CALL(put_moves), .value = FM_VALUE_SLOT,
     .help = "all moves from the start to here in SAN, without numbers"},
    {"moves.uci", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_MOVES, CALL(put_uci_moves),
     .value = FM_VALUE_SLOT, .help = "all moves from the start to here in UCI"},
    {"moves.numbered", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_SANS | FM_NEEDS_MOVES,
     CALL(fm_put_numbered_moves), .value = FM_VALUE_SLOT,
     .help = "all moves from the start to here as PGN has them: 1. e4 e5 2. Nf3"},
    {"start.fen", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_MOVES, TEXT(start_fen),
     .value = FM_VALUE_SLOT,
     .help = "the position that these moves begin at; none: the standard one"},
    {"moves.list", FM_FIELD_LIST, OF_POSITION, FM_NEEDS_SANS, CALL(fm_put_sans),
     .value = FM_VALUE_SLOT,
     .help = "the same moves as an array of JSON, in SAN: only in -f jsonl"},
    {"moves.uci.list", FM_FIELD_LIST, OF_POSITION, FM_NEEDS_MOVES, CALL(fm_put_ucis),
     .value = FM_VALUE_SLOT, .help = "the same in UCI"},
    {"clock.list", FM_FIELD_LIST, OF_POSITION, FM_NEEDS_ANNOTATION | FM_NEEDS_COMMENTS,
     CALL(put_clocks), .value = FM_VALUE_SLOT,
     .help = "the clock after each of these moves, as {clock}; null where there is none"},
    {"eval.list", FM_FIELD_LIST, OF_POSITION, FM_NEEDS_ANNOTATION | FM_NEEDS_COMMENTS,
     CALL(put_evals), .value = FM_VALUE_SLOT,
     .help = "the score after each of these moves, as {eval}; null where there is none"},
    {"key", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_KEY, CALL(put_key),
     .help = "Polyglot's Zobrist key, 16 hexadecimal digits"},
    {"sp", FM_FIELD_INTEGER, OF_GAME, FM_NEEDS_SP, CALL(put_sp),
     .help = "number of the Chess960 start position, 0 to 959"},
    {"depth", FM_FIELD_INTEGER, OF_POSITION, 0, U32(depth),
     .help = "depth of the variation; 0 is the main line"},
    {"path", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_PATH, TEXT(path), .value = FM_VALUE_SLOT,
     .help =
         "path of the line: main, or 12.1/15.2: in the first variation at ply 12 the second at ply 15"},
    {"year", FM_FIELD_INTEGER, OF_GAME, 0, CALL(put_year), .help = "year of the Date tag"},
    {"month", FM_FIELD_WORDS, OF_GAME, 0, CALL(put_month),
     .help = "month of the Date tag: 01 to 12"},
    {"day", FM_FIELD_WORDS, OF_GAME, 0, CALL(put_day), .help = "day of the Date tag: 01 to 31"},
    {"eco", FM_FIELD_WORDS, OF_GAME, 0, .source = FM_FROM_TAG, .tag = "ECO", .help = "the ECO tag"},
    {"eco.letter", FM_FIELD_WORDS, OF_GAME, 0, CALL(put_eco_letter),
     .help = "the letter of the ECO tag's code: A to E"},
    {"time.class", FM_FIELD_WORDS, OF_GAME, 0, CALL(put_time_class),
     .help = "by TimeControl, as games.time: bullet blitz rapid classical correspondence unknown"},
    {"white.elo", FM_FIELD_INTEGER, OF_GAME, 0, CALL(put_white_elo),
     .help = "the WhiteElo tag, where it is a number"},
    {"black.elo", FM_FIELD_INTEGER, OF_GAME, 0, CALL(put_black_elo),
     .help = "the BlackElo tag, where it is a number"},
    {"player", FM_FIELD_ANY, FM_OF_NAME, 0, .source = FM_FROM_TAG, .tag = "White",
     .help = "only in names of files: White, and in a second file Black; each game is in both"},
    {"pieces", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_PIECES, CALL(fm_put_pieces),
     .value = FM_VALUE_PIECES, .help = "pieces on the board, kings and pawns included"},
    {"material", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_PIECES, CALL(fm_put_material),
     .value = FM_VALUE_MATERIAL, .help = "the pieces of White and Black: KRPvKR"},
    {"material.points", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_PIECES,
     CALL(fm_put_material_points),
     .help =
         "of both sides: queen 9, rook 5, bishop, knight 3, pawn 1; archbishop 6, chancellor 8"},
    {"phase", FM_FIELD_INTEGER, OF_POSITION, FM_NEEDS_PIECES, CALL(fm_put_phase),
     .help = "24 at the start to 0: knight, bishop 1; rook, archbishop, chancellor 2; queen 4"},
    {"check", FM_FIELD_SWITCH, OF_POSITION, FM_NEEDS_STATE, CALL(put_check),
     .help = "the side to move is in check: true or false"},
    {"opening", FM_FIELD_ANY, OF_BOTH, FM_NEEDS_OPENING, TEXT(opening), .value = FM_VALUE_SLOT,
     .help = "name of the last opening known on the way here, from the file of --openings"},
    {"opening.eco", FM_FIELD_WORDS, OF_BOTH, FM_NEEDS_OPENING, TEXT(opening_eco),
     .value = FM_VALUE_SLOT, .help = "its ECO code"},
    {"book.last", FM_FIELD_INTEGER, OF_BOTH, FM_NEEDS_BOOK | FM_NEEDS_BOOK_LAST,
     CALL(put_book_last), .help = "ply of the game's last position in the file of --book"},
    {"book.next", FM_FIELD_WORDS, OF_BOTH, FM_NEEDS_BOOK | FM_NEEDS_BOOK_NEXT, CALL(put_book_next),
     .value = FM_VALUE_SLOT,
     .help =
         "what the book plays in the last position in it on the way here, the heaviest first: e4 d4"},
    {"book.next.uci", FM_FIELD_WORDS, OF_BOTH, FM_NEEDS_BOOK | FM_NEEDS_BOOK_NEXT,
     CALL(put_book_next_uci), .value = FM_VALUE_SLOT, .help = "the same in UCI: e2e4 d2d4"},
    {"state", FM_FIELD_WORDS, OF_POSITION, FM_NEEDS_STATE, CALL(put_state),
     .help = "check, mate or stalemate"},
};
const size_t fm_field_count = FM_COUNT_OF(fm_fields);
_Static_assert(sizeof(unsigned) == sizeof(uint32_t), "U32() reads both");
