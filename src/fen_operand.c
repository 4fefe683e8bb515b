/* Operands to a position. */
#include <config.h>
#include "fen_operand.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "message.h"
#include "printable.h"

enum { VARIANTS_MAX = 32 };

bool fm_fen_looks(const char *operand)
{
    static const char PLACEMENT[] = "0123456789pnbrqkacjPNBRQKACJ/";
    const size_t length = strspn(operand, PLACEMENT);
    unsigned ranks = 1;
    for (size_t i = 0; i < length; i++)
        ranks += operand[i] == '/';
    return ranks == 8 && operand[0] != '/' && (operand[length] == '\0' || operand[length] == ' ');
}

static enum fm_status refuse_variant(const struct fm_settings *settings)
{
    const char *names[VARIANTS_MAX + 1];
    size_t count = 0;
    while (count < VARIANTS_MAX && (names[count] = fm_variant_name((unsigned)count)) != NULL) {
        if (strcasecmp(names[count], settings->variant) == 0)
            return fm_message_usage(settings->command,
                                    "%s has no start position of its own: give a FEN",
                                    settings->variant);
        count++;
    }
    names[count] = NULL;
    const char *near = fm_name_suggest(fm_printable_text(settings->variant), names);
    if (near != NULL)
        return fm_message_usage(settings->command, "unknown variant \"%s\"; did you mean %s?",
                                settings->variant, near);
    return fm_message_usage(settings->command, "unknown variant \"%s\"", settings->variant);
}

static bool is_known_variant(const char *name)
{
    for (unsigned i = 0; fm_variant_name(i) != NULL; i++)
        if (strcasecmp(fm_variant_name(i), name) == 0)
            return true;
    return false;
}

/* @param[out] out  to be freed with free(). */
static enum fm_status join(char *const *operands, size_t count, char **out)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++)
        size += strlen(operands[i]) + 1;
    char *joined = malloc(size), *end = joined;
    if (joined == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(operands[i]);
        if (i > 0)
            *end++ = ' ';
        memcpy(end, operands[i], length);
        end += length;
    }
    *end = '\0';
    *out = joined;
    return FM_OK;
}

static void print_warnings(const struct fm_position *position, struct fm_text fen)
{
    enum fm_reason reason;
    for (size_t i = 0; (reason = fm_position_warning(position, i)) != FM_REASON_NONE; i++) {
        const struct fm_error warning = {.reason = reason, .warning = true, .what = fen};
        fm_message_print(&warning);
    }
}

static enum fm_status make(const struct fm_settings *settings, const char *fen,
                           struct fm_position **out)
{
    struct fm_error error = {.status = FM_OK};
    const enum fm_status status =
        fm_position_new(fm_printable_text(fen), settings->variant, out, &error);
    if (status == FM_OK && !settings->quiet)
        print_warnings(*out, fm_printable_text(fen));
    if (status == FM_OK || status == FM_NO_MEMORY)
        return status;
    error.status = status;
    if (error.what.n == 0)
        error.what = fm_printable_text(fen);
    fm_message_print(&error);
    return FM_BAD_USE;
}

enum fm_status fm_fen_operand(const struct fm_settings *settings, char *const *operands,
                              size_t count, struct fm_position **out)
{
    if (settings->variant != NULL && !is_known_variant(settings->variant))
        return refuse_variant(settings);
    if (count == 0) {
        const char *start =
            fm_variant_start(settings->variant != NULL ? settings->variant : "standard");
        return start == NULL ? refuse_variant(settings) : make(settings, start, out);
    }
    char *fen = NULL;
    enum fm_status status = join(operands, count, &fen);
    if (status == FM_OK)
        status = make(settings, fen, out);
    free(fen);
    return status;
}
