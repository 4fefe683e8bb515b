/* SPDX-License-Identifier: MIT */
/* The embedded commands for what programs for matches of engines write as text (match_comment.h):
 * [%eval] is of the position after its move, and their score mostly of the one before it, so it
 * moves from the comment of a move to the move before. */
#ifndef FM_PGN_SCORE_COMMANDS_H
#define FM_PGN_SCORE_COMMANDS_H
#include "pgn/lexer.h"
#include "pgn/score.h"

/* `output.pgn.commands`: a set. */
enum fm_pgn_commands {
    FM_PGN_COMMANDS_EVAL = 1 << 1, /* [%eval 0.35,20] */
    FM_PGN_COMMANDS_EMT = 1 << 2,  /* [%emt 0:00:03.1] */
    FM_PGN_COMMANDS_CLK = 1 << 3   /* [%clk 0:59:55] */
};

enum { FM_SCORE_COMMANDS_MAX = 128 };

/* What commands are made from. The owner sets it; `view` may be FM_SCORE_BY_GAME, which is found
 * out where a comment needs it. */
struct fm_score_commands {
    unsigned wanted; /* set of enum fm_pgn_commands; 0 = none is written */
    enum fm_eval_of eval_of;
    uint64_t scale;          /* factor of scores: fm_score_scale() */
    struct fm_text movetext; /* of the game */
    enum fm_score_view view; /* of the scores whose comment does not show it */
};

/** The commands of a move of the main line, or of the start position. What its comments have as
 * commands is not made again.
 * @param lexer  after the move, or at the beginning of the movetext.
 * @param black  Black is to move.
 * @param[out] out  the commands, a blank between two. @return their length. */
size_t fm_score_commands_put(struct fm_score_commands *c, const struct fm_lexer *lexer, bool black,
                             unsigned char out[FM_SCORE_COMMANDS_MAX]);
/** Begin [%eval]: pawns with two decimals, or moves to mate after #. Its depth and bracket are to
 * follow. @param amount  centipawns or moves. @return the end. */
unsigned char *fm_eval_command_put(uint64_t amount, bool minus, bool mate, unsigned char *out);
/** A command with a time, as [%emt 0:00:03.100]. @return the end. */
unsigned char *fm_time_command_put(const char *name, uint64_t ms, unsigned char *out);

#endif
