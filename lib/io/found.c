/* Patterns are the shell's, fnmatch(3): the case of letters counts. */
#include <config.h>
#include "io/found.h"
#include <fnmatch.h>

/* `.` and `..` are folders as others are. */
static bool is_dotted(const char *part, size_t n)
{
    const bool dots = n == 1 || (n == 2 && part[1] == '.');
    return n > 0 && part[0] == '.' && !dots;
}

bool fm_inputs_hidden(const char *path)
{
    for (const char *part = path;;) {
        const size_t n = strcspn(part, "/");
        if (is_dotted(part, n))
            return true;
        if (part[n] == '\0')
            return n > 0 && part[n - 1] == '~';
        part += n + 1;
    }
}

bool fm_inputs_included(const char *path, const char *const *include)
{
    const char *stroke = strrchr(path, '/');
    const char *base = stroke == NULL ? path : stroke + 1;
    if (include == NULL)
        return true;
    for (; *include != NULL; include++)
        if (fnmatch(*include, base, 0) == 0)
            return true;
    return false;
}
