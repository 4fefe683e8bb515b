/* SPDX-License-Identifier: MIT */
/* The version, written here and nowhere else, and what the library was built with. Included by
 * fenmill.h. Between releases it is that of the next one with -dev after it. */
#ifndef FENMILL_VERSION_H
#define FENMILL_VERSION_H
#define FM_VERSION_STRING "1.1.0-dev"
#include <fenmill/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library in use; FM_VERSION_STRING is that of the header. */
FM_API const char *fm_version(void);
#define FM_LIBRARY_VERSION 32
/** The libraries in use: "zlib" and "1.2.13", "PCRE2" and "10.42". @return false after the last. */
FM_API bool fm_library(unsigned index, const char **name, char version[FM_LIBRARY_VERSION]);
/** The instructions that this machine runs what is faster with them by: "avx2", "generic".
 * @param[out] used_for  what for. @return NULL after the last. */
FM_API const char *fm_vector_path(unsigned index, const char **used_for);

#ifdef __cplusplus
}
#endif
#endif
