/* SPDX-License-Identifier: MIT */
/* Opening and reading: see merge_files.h. The first file shows the kind of all. */
#include <config.h>
#include "run/merge_files.h"

enum fm_status fm_merge_open(struct fm_merge_reader *reader, const char *name,
                             struct fm_error *error)
{
    *reader = (struct fm_merge_reader){.name = name, .line = 1};
    FM_TRY(fm_input_open(name, &reader->input, error));
    return fm_merge_fill(reader, error);
}

enum fm_status fm_merge_fill(struct fm_merge_reader *reader, struct fm_error *error)
{
    size_t got = 0;
    struct fm_buf *text = &reader->text;
    text->n -= reader->at;
    if (reader->at > 0)
        memmove(text->p, text->p + reader->at, text->n);
    reader->at = 0;
    if (reader->ended)
        return FM_OK;
    FM_TRY(fm_buf_reserve(text, FM_MERGE_PIECE));
    FM_TRY(fm_input_read(reader->input, text->p + text->n, FM_MERGE_PIECE, &got, error));
    text->n += got;
    reader->ended = got == 0;
    return FM_OK;
}

struct fm_text fm_merge_rest(const struct fm_merge_reader *reader)
{
    return (struct fm_text){reader->text.p + reader->at, reader->text.n - reader->at};
}

void fm_merge_close(struct fm_merge_reader *reader)
{
    fm_input_close(reader->input);
    fm_buf_free(&reader->text);
    *reader = (struct fm_merge_reader){.name = NULL};
}

enum fm_status fm_merge_refuse(const struct fm_merge_reader *reader, const char *detail,
                               struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_BAD_USE,
                               .input = reader->name,
                               .line = reader->line,
                               .detail = fm_text_of(detail)};
    return FM_BAD_USE;
}

static enum fm_status find_kind(const char *name, bool *stats, struct fm_error *error)
{
    struct fm_merge_reader reader;
    const enum fm_status status = fm_merge_open(&reader, name, error);
    if (status == FM_OK) {
        const struct fm_text text = fm_merge_rest(&reader);
        *stats = text.n > 1 && text.p[0] == '{' && (text.p[1] == '\n' || text.p[1] == '\r');
    }
    fm_merge_close(&reader);
    return status;
}

enum fm_status fm_merge(const struct fm_merging *given, struct fm_error *error)
{
    bool stats = false;
    struct fm_error ignored;
    struct fm_merging merging;
    const struct fm_merging *how = &merging;
    struct fm_output *output;
    if (error == NULL)
        error = &ignored;
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!fm_given(&merging, sizeof merging, given) || how->count == 0)
        return FM_BAD_USE;
    FM_TRY(find_kind(how->names[0], &stats, error));
    if (stats && how->min_count > 0) {
        error->detail = FM_TEXT("a minimum count is for tables, and these are statistics");
        return FM_BAD_USE;
    }
    FM_TRY(fm_output_open(how->output, how->force, &output, error));
    const enum fm_status status =
        stats ? fm_merge_stats(how, output, error) : fm_merge_tables(how, output, error);
    if (status == FM_OK)
        return fm_output_commit(output, error);
    fm_output_discard(output);
    return status;
}
