/* The class of a time control, by the time a game of 40 moves would take one player. */
#ifndef FM_FILTER_TIMECLASS_H
#define FM_FILTER_TIMECLASS_H
#include "filter/selection.h"

extern const char *const fm_time_class_names[FM_TIME_CLASSES + 1]; /* NULL-terminated */

/** What a TimeControl tag says (PGN standard 9.6.1): `300+3`, `40/7200:3600`, `1/86400`, `*180`,
 * `-`.
 *
 * The estimate is base + 40 * increment; a first period of N moves is taken as if it were one of
 * 40. Below 180 seconds: bullet, 480 blitz, 1500 rapid, a day classical; a day and more, and
 * `-`, correspondence.
 * @return FM_TIME_UNKNOWN for anything else, `?` and an empty value included. */
enum fm_time_class fm_time_class_of(struct fm_text control);

#endif
