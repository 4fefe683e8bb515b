/* A FEN on the command line, quoted as one operand or written as several. */
#ifndef FM_SRC_FEN_OPERAND_H
#define FM_SRC_FEN_OPERAND_H
#include "option.h"

/** Does this look like a FEN, or its first field, rather than a file's name? */
bool fm_fen_looks(const char *operand);
/** Make the position of a FEN whose fields are the operands, blanks put between them; with none,
 * the start position of
 * --variant. @return FM_OK, FM_BAD_USE (also for a FEN that is wrong; the message has been
 * printed), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_fen_operand(const struct fm_settings *settings,
                                            char *const *operands, size_t count,
                                            struct fm_position **out);

#endif
