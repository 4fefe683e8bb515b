/* SPDX-License-Identifier: MIT */
/* What the state of an input says; the reading itself is in input.c. */
#include <config.h>
#include "io/input_facts.h"
#include "io/file.h"
#include "io/input_state.h"
#include "io/member.h"

enum fm_status fm_input_read_at(const struct fm_input *input, uint64_t offset, unsigned char *to,
                                size_t n, size_t *got, struct fm_error *error)
{
    int os_error = 0;
    *got = fm_file_read_at(input->raw.fd, to, n, offset, &os_error);
    if (*got == n && fm_raw_change(&input->raw) != FM_CHANGE_OTHER)
        return FM_OK;
    if (error != NULL)
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .reason = os_error != 0 ? FM_REASON_INPUT_UNREADABLE
                                                           : FM_REASON_INPUT_CHANGED,
                                   .os_error = os_error,
                                   .input = input->name,
                                   .offset = offset + *got,
                                   .what = fm_text_of(input->name)};
    return FM_INPUT_FAILED;
}

bool fm_input_get_at(const struct fm_input *input, uint64_t offset, unsigned char *to, size_t n)
{
    int os_error = 0;
    return fm_file_read_at(input->raw.fd, to, n, offset, &os_error) == n;
}

void fm_input_watch(struct fm_input *input, const atomic_bool *cancelled)
{
    input->raw.cancelled = cancelled;
}

void fm_input_share(struct fm_input *input, struct fm_decode_pool *pool)
{
    input->raw.pool = input->raw.member == NULL ? pool : NULL;
}

enum fm_status fm_input_open_zip(struct fm_input *input, bool *is_zip, struct fm_zip **out,
                                 struct fm_error *error)
{
    const struct fm_codec *codec = NULL;
    /* A ZIP archive within one is refused when it is read. */
    *is_zip = fm_raw_find_codec(&input->raw, &codec) && codec != NULL && codec->archive &&
              input->raw.member == NULL;
    if (!*is_zip)
        return FM_OK;
    if (input->raw.size > 0)
        return fm_zip_open(input->raw.fd, input->raw.size, out, error);
    *error = (struct fm_error){.status = FM_INPUT_FAILED, .reason = FM_REASON_ZIP_NEEDS_FILE};
    return FM_INPUT_FAILED;
}

bool fm_input_is_plain(const struct fm_input *input)
{
    return input->codec == NULL;
}

void fm_input_verify(struct fm_input *input)
{
    input->check = CHECK_BEFORE;
}

uint64_t fm_input_file_size(const struct fm_input *input)
{
    const bool known = input->stage == STAGE_PLAIN && input->raw.has_offsets;
    return known && !input->raw.failed ? input->raw.size : 0;
}

const struct fm_raw *fm_input_file(const struct fm_input *input)
{
    return &input->raw;
}

void fm_input_go_on(struct fm_input *input, uint64_t offset)
{
    fm_raw_go_on(&input->raw, offset);
    input->bytes = offset;
}

void fm_input_read_little(struct fm_input *input)
{
    input->little = true;
    input->raw.most = LITTLE;
}

bool fm_input_is_cut(const struct fm_input *input)
{
    return input->fault.status != FM_OK && !input->fault.whole;
}

uint64_t fm_input_verified(const struct fm_input *input)
{
    if (!fm_input_is_plain(input))
        return input->verified;
    const struct fm_raw *raw = &input->raw;
    if (raw->member == NULL)
        return UINT64_MAX;
    if (raw->member->kind->verified != NULL)
        return raw->member->kind->verified(raw->member);
    return raw->ended && !raw->failed ? UINT64_MAX : 0;
}

uint64_t fm_input_raw_bytes(const struct fm_input *input)
{
    return input->raw.bytes - input->raw_from;
}
