/* Positions of inputs, one after the other, in whatever form they come: the converter turns them
 * into FENs. */
#ifndef FM_SRC_FEED_H
#define FM_SRC_FEED_H
#include "option.h"

/** Call @p each with the FEN of every position of the inputs of a command line, in order, until it
 * returns false. Of a game, the last position is taken unless --plies says otherwise. Messages
 * about the inputs are printed.
 * @return FM_OK, FM_REJECTED (some records were), or what went wrong; the message has been printed.
 * Does not return when a signal ends the run. */
FM_MUST_CHECK enum fm_status fm_feed_run(const struct fm_settings *settings,
                                         bool (*each)(void *user, const char *fen), void *user);

#endif
