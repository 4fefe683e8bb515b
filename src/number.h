/* Numbers and words for people: decimal numbers read whole, sizes and times written short, singular
 * and plural. */
#ifndef FM_SRC_NUMBER_H
#define FM_SRC_NUMBER_H
#include "fenmill.h"

enum { FM_NUMBER_SIZE = 32 }; /* room for any text made here */

/** Read a whole decimal number, digits only. @return false, and *out untouched, if it is anything
 * else or too large. */
FM_MUST_CHECK bool fm_number_read(const char *text, uint64_t *out);
/** Bytes as "17 B", "1.2 MB". @return @p out. */
const char *fm_number_bytes(uint64_t bytes, char out[FM_NUMBER_SIZE]);
/** Counts in full, as "1,234,567". @return @p out. */
const char *fm_number_grouped(uint64_t count, char out[FM_NUMBER_SIZE]);
/** Counts as "9999", "1.2 million". @return @p out. */
const char *fm_number_count(uint64_t count, char out[FM_NUMBER_SIZE]);
/** Seconds as "0.4 s", "12 s", "3 min 20 s", "2 h 5 min". @return @p out. */
const char *fm_number_seconds(double seconds, char out[FM_NUMBER_SIZE]);

#endif
