/* File names made from games (`to: "{class}.pgn"`): which part of a block goes to which file. */
#include <config.h>
#include "convert/work.h"

enum fm_status fm_work_segments(struct fm_worker *worker, const struct fm_record_input *in)
{
    struct fm_block *block = worker->block;
    struct fm_record_input named = *in;
    named.encoding = worker->encoding; /* names are UTF-8, whatever becomes of the records */
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_route *route = worker->active[i].route;
        const size_t begin = worker->marks[route->sink], end = block->out[route->sink].n;
        if (route->file_name.template == NULL || begin == end)
            continue;
        struct fm_buf name = {NULL, 0, 0};
        const enum fm_status status =
            fm_file_name_render(&route->file_name, &named, &worker->scratch, &name);
        const struct fm_text text = {name.p, name.n};
        struct fm_segment *last = block->segment_last;
        if (status == FM_OK && last != NULL && last->sink == route->sink && last->end == begin &&
            fm_text_equal(last->name, text)) {
            last->end = end;
            fm_buf_free(&name);
            continue;
        }
        struct fm_segment *made = fm_arena_alloc(&block->arena, sizeof *made);
        const struct fm_text copy = fm_arena_copy(&block->arena, text);
        fm_buf_free(&name);
        FM_TRY(status);
        if (made == NULL || copy.p == NULL)
            return FM_NO_MEMORY;
        *made = (struct fm_segment){.sink = route->sink, .name = copy, .begin = begin, .end = end};
        *block->segment_tail = block->segment_last = made;
        block->segment_tail = &made->next;
    }
    return FM_OK;
}
