/* Which file a name means: see struct fm_file_id in fenmill.h. */
#ifndef FM_IO_FILE_ID_H
#define FM_IO_FILE_ID_H
#include <sys/stat.h>
#include "base/base.h"

/** Byte order of device and inode, for sorting files that exist: negative, 0 or positive. */
int fm_file_compare(const struct fm_file_id *a, const struct fm_file_id *b);
/** The file that is there. */
struct fm_file_id fm_file_of(const struct stat *about);

#endif
