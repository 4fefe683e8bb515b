/* Tag sections: see write_tags.h. */
#include <config.h>
#include "pgn/write_tags.h"

static enum fm_status put_pair(struct fm_text name, struct fm_text value, struct fm_buf *out)
{
    FM_TRY(fm_buf_append(out, "[", 1));
    FM_TRY(fm_buf_append_text(out, name));
    FM_TRY(fm_buf_append(out, " \"", 2));
    FM_TRY(fm_buf_append_text(out, value));
    return fm_buf_append(out, "\"]\n", 3);
}

/* The roster, and what each is where nothing is known. */
static const struct {
    const char *name, *unknown;
    enum fm_tag_id id;
} roster[] = {{"Event", "?", FM_TAG_EVENT},        {"Site", "?", FM_TAG_SITE},
              {"Date", "????.??.??", FM_TAG_DATE}, {"Round", "?", FM_TAG_ROUND},
              {"White", "?", FM_TAG_WHITE},        {"Black", "?", FM_TAG_BLACK},
              {"Result", "*", FM_TAG_RESULT}};

static bool is_of_roster(const struct fm_tag *tag)
{
    return tag->id >= FM_TAG_EVENT && tag->id <= FM_TAG_RESULT;
}

enum fm_status fm_tags_write(const struct fm_tag *tags, size_t count, enum fm_result result,
                             struct fm_buf *out)
{
    for (size_t i = 0; i < FM_COUNT_OF(roster); i++) {
        const struct fm_tag *tag = fm_tag_find(tags, count, roster[i].id);
        const struct fm_text value = roster[i].id == FM_TAG_RESULT
                                         ? fm_text_of(fm_result_names[fm_result_index(result)])
                                     : tag == NULL ? fm_text_of(roster[i].unknown)
                                                   : tag->value;
        FM_TRY(put_pair(fm_text_of(roster[i].name), value, out));
    }
    for (size_t i = 0; i < count; i++)
        if (!is_of_roster(&tags[i]))
            FM_TRY(put_pair(tags[i].name, tags[i].value, out));
    return FM_OK;
}
