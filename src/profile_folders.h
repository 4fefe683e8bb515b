/* The folders that hold profiles, and the names in them. */
#ifndef FM_SRC_PROFILE_FOLDERS_H
#define FM_SRC_PROFILE_FOLDERS_H
#include "fenmill.h"

/* A profile that can be named. */
struct fm_found {
    char *name; /* without .yaml; NUL-terminated, owned by the list */
    char *path; /* likewise */
};

/* In byte order of names; where folders hold the same name, the first folder's. Zero-initialised is
 * empty. */
struct fm_found_list {
    struct fm_found *items;
    size_t count;
};

/** @return FM_OK or FM_NO_MEMORY; folders that cannot be read are left out. */
FM_MUST_CHECK enum fm_status fm_found_list_fill(struct fm_found_list *list);
/** NULL if there is none of this name. */
const struct fm_found *fm_found_list_get(const struct fm_found_list *list, const char *name);
void fm_found_list_free(struct fm_found_list *list);

#endif
