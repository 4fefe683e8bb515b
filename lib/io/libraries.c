/* What the libraries of codecs say of themselves. ISA-L has no call for that: its header's version
 * is what the program was built with. */
#include <config.h>
#include "io/libraries.h"
#include <zlib.h>
#ifdef HAVE_ISAL
#    include <isa-l.h>
#endif
#ifdef HAVE_ZSTD
#    include <zstd.h>
#endif
#ifdef HAVE_BZIP2
#    include <bzlib.h>
#endif
#ifdef HAVE_LZMA
#    include <lzma.h>
#endif

#ifdef HAVE_ISAL
#    define DIGITS(number) DIGITS_OF(number)
#    define DIGITS_OF(number) #    number

static const char *isal_version(void)
{
    return DIGITS(ISAL_MAJOR_VERSION) "." DIGITS(ISAL_MINOR_VERSION) "." DIGITS(ISAL_PATCH_VERSION);
}
#endif

const struct fm_library fm_io_libraries[] = {
    {"zlib", zlibVersion},
#ifdef HAVE_ISAL
    {"ISA-L", isal_version},
#endif
#ifdef HAVE_ZSTD
    {"zstd", ZSTD_versionString},
#endif
#ifdef HAVE_BZIP2
    {"bzip2", BZ2_bzlibVersion},
#endif
#ifdef HAVE_LZMA
    {"liblzma", lzma_version_string},
#endif
    {NULL, NULL},
};
