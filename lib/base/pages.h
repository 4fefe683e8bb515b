/* Memory that goes back to the system when it is freed. malloc() keeps some of what is freed, for
 * each thread by itself, and a limit on memory would be one on paper. */
#ifndef FM_BASE_PAGES_H
#define FM_BASE_PAGES_H
#include <stddef.h>

/** @return @p n bytes, cleared, or NULL: no memory. What is small comes from malloc(). */
void *fm_pages_alloc(size_t n);
/** @param p  NULL, or of fm_pages_alloc(). @param n  as it was then. */
void fm_pages_free(void *p, size_t n);

#endif
