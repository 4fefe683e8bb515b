/* SPDX-License-Identifier: MIT */
/* Reading names of players: see aliases.h. */
#include <config.h>
#include "pgn/aliases.h"
#include "base/text.h"
#include "pgn/text_file.h"

struct row {
    struct fm_hash128 key; /* hash of the name as found */
    struct fm_alias alias;
};

void fm_aliases_free(struct fm_aliases *aliases)
{
    fm_table_free(&aliases->table);
    fm_buf_free(&aliases->text);
}

const struct fm_text *fm_aliases_find(const struct fm_aliases *aliases, struct fm_text name)
{
    const struct fm_text text = fm_text_trim(name);
    const struct row *row = fm_table_find(&aliases->table, fm_hash128_of(text.p, text.n, 0));
    /* Whoever writes a game chooses its names: the hash alone does not count. */
    return row != NULL && fm_text_equal(row->alias.found, text) ? &row->alias.wanted : NULL;
}

static enum fm_status read_line(struct fm_aliases *aliases, const struct fm_line_reader *lines,
                                struct fm_error *error)
{
    struct fm_text fields[2];
    if (fm_text_trim(lines->line).n == 0 || lines->line.p[0] == '#')
        return FM_OK;
    const size_t count = fm_line_fields(lines, fields, FM_COUNT_OF(fields));
    if (count != FM_COUNT_OF(fields) || fields[0].n == 0 || fields[1].n == 0)
        return fm_line_refuse(lines, lines->line,
                              "a name as found, a TAB and the name wanted are needed", error);
    if (fm_text_has_controls(fields[1]))
        return fm_line_refuse(lines, fields[1], "a name has no control characters", error);
    bool fresh;
    struct row *row =
        fm_table_add(&aliases->table, fm_hash128_of(fields[0].p, fields[0].n, 0), &fresh);
    FM_TRY_MADE(row);
    if (!fresh && !fm_text_equal(row->alias.wanted, fields[1]))
        return fm_line_refuse(lines, fields[0], "this name was given another one before", error);
    row->alias = (struct fm_alias){fields[0], fields[1]};
    return FM_OK;
}

enum fm_status fm_aliases_read(const char *name, struct fm_aliases *out, struct fm_error *error)
{
    out->table.row = sizeof(struct row);
    FM_TRY(fm_text_file_read(name, &out->text, error));
    struct fm_line_reader lines = {.name = name, .rest = {out->text.p, out->text.n}};
    while (fm_line_next(&lines))
        FM_TRY(read_line(out, &lines, error));
    return FM_OK;
}
