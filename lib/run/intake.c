/* SPDX-License-Identifier: MIT */
/* Missing inputs are found with stat(): opening a pipe would consume its data. */
#include <config.h>
#include "run/intake.h"
#include <errno.h>
#include <stdlib.h>
#include "io/expand.h"
#include "io/zip_member.h"
#include "os/os.h"

bool fm_inputs_given(struct fm_inputs *out, const struct fm_inputs *given)
{
    struct fm_byte_source known;
    if (!fm_given(out, sizeof *out, given))
        return false;
    for (size_t i = 0; out->sources != NULL && i < out->count; i++)
        if (out->sources[i] != NULL && !fm_given(&known, sizeof known, out->sources[i]))
            return false;
    return true;
}

static struct fm_error not_there(const char *name, struct fm_intake_state state)
{
    return (struct fm_error){.status = FM_INPUT_FAILED,
                             .reason = FM_REASON_INPUT_UNREADABLE,
                             .os_error = state.os_error,
                             .os_code = state.os_code,
                             .input = name,
                             .what = fm_text_of(name)};
}

static bool is_found(const struct fm_inputs *inputs, size_t i)
{
    return inputs->found != NULL && inputs->found[i];
}

static const struct fm_byte_source *source_of(const struct fm_inputs *inputs, size_t i)
{
    return inputs->sources == NULL ? NULL : inputs->sources[i];
}

/* The state of an input. A file found in a folder is no pipe; if it is missing, that is reported
 * when it is opened. */
static int look_at(const struct fm_inputs *inputs, size_t i)
{
    const char *name = inputs->names[i];
    struct fm_os_about about;
    if (is_found(inputs, i) || (inputs->inodes != NULL && inputs->inodes[i] != 0))
        return 0;
    if (source_of(inputs, i) != NULL || strcmp(name, "-") == 0)
        return FM_INTAKE_SPECIAL;
    const int os_error = fm_os_look(FM_OS_HERE, name, true, &about);
    return os_error == 0 && about.kind != FM_OS_FILE ? FM_INTAKE_SPECIAL : os_error;
}

enum fm_status fm_intake_can_seek(const struct fm_inputs *inputs, bool *can)
{
    struct fm_input *input = NULL;
    struct fm_zip *zip = NULL;
    struct fm_error ignored;
    bool is_zip = false;
    *can = inputs->count == 1;
    if (!*can)
        return FM_OK;
    const struct fm_byte_source *source = source_of(inputs, 0);
    *can = source != NULL ? source->read == NULL : look_at(inputs, 0) != FM_INTAKE_SPECIAL;
    if (!*can)
        return FM_OK;
    /* What cannot be opened is reported by the run. */
    enum fm_status status = source != NULL ? fm_input_of(inputs->names[0], NULL, source, &input)
                                           : fm_input_open(inputs->names[0], &input, &ignored);
    if (status != FM_OK)
        return status == FM_NO_MEMORY ? status : FM_OK;
    status = fm_input_open_zip(input, &is_zip, &zip, &ignored);
    *can = !is_zip && !fm_tar_begins(fm_input_peek(input, FM_TAR_HEAD));
    fm_zip_free(zip);
    fm_input_close(input);
    return status == FM_NO_MEMORY ? status : FM_OK;
}

/* Where a single input cannot be cut, one shard would read all of it. */
static enum fm_status check_single(const struct fm_intake *intake, struct fm_error *error)
{
    const char *name = intake->inputs->names[0];
    const uint64_t at[2] = {0, 0};
    struct fm_input_mark points[2];
    struct fm_input *input = NULL;
    bool any = false;
    const int state = intake->inputs->count == 1 ? look_at(intake->inputs, 0) : ENOENT;
    if (state != 0 && state != FM_INTAKE_SPECIAL)
        return FM_OK;
    if (state == 0) {
        const enum fm_status opened = fm_input_open(name, &input, NULL);
        if (opened != FM_OK)
            return opened == FM_NO_MEMORY ? opened : FM_OK;
        const enum fm_status status = fm_input_find_access(input, at, points, &any, NULL);
        const bool is_tar = fm_tar_begins(fm_raw_unused(fm_input_file(input)));
        fm_input_close(input);
        if ((any && !is_tar) || status != FM_OK)
            return status == FM_NO_MEMORY ? status : FM_OK;
    }
    *error = (struct fm_error){
        .status = FM_BAD_USE,
        .input = name,
        .detail = FM_TEXT("this cannot be cut into shards; `fenmill convert -f pgn -o x.pgn.zst` "
                          "(-f epd for lists) makes a file of it that can")};
    return FM_BAD_USE;
}

enum fm_status fm_intake_take_part(struct fm_intake *intake, const struct fm_inputs *inputs,
                                   const struct fm_profile *profile, bool joined,
                                   struct fm_error *error)
{
    const struct fm_part *part = &profile->input.shard;
    intake->inputs = inputs;
    if (part->of == 0)
        return FM_OK;
    FM_TRY(fm_shard_lay(&intake->shard, inputs));
    if (part->plan.n > 0)
        FM_TRY(fm_shard_plan_use(&intake->shard, profile, joined, inputs, error));
    else
        fm_shard_choose(&intake->shard, part->number, part->of);
    return intake->shard.of > 1 ? check_single(intake, error) : FM_OK;
}

enum fm_status fm_intake_start(struct fm_intake *intake, const struct fm_inputs *inputs,
                               void (*missing)(void *user, const struct fm_error *error),
                               void *user)
{
    uint64_t unused[2];
    intake->inputs = inputs;
    for (size_t i = 0; i < inputs->count; i++) {
        if (fm_shard_of(&intake->shard, i, unused) == FM_SHARD_NONE)
            continue;
        /* The system's number is not known any more where the shards were laid. */
        const struct fm_shard *shard = &intake->shard;
        struct fm_intake_state state = {shard->errors == NULL ? 0 : shard->errors[i], 0};
        if (state.os_error == 0) {
            state.os_error = look_at(inputs, i);
            state.os_code = fm_os_code(state.os_error);
        }
        if (state.os_error == 0)
            continue;
        if (intake->state == NULL)
            intake->state = calloc(inputs->count, sizeof *intake->state);
        FM_TRY_MADE(intake->state);
        intake->state[i] = state;
        if (state.os_error != FM_INTAKE_SPECIAL) {
            const struct fm_error error = not_there(inputs->names[i], state);
            missing(user, &error);
        }
    }
    return FM_OK;
}

bool fm_intake_may_wait(const struct fm_intake *intake)
{
    if (intake->archive != NULL)
        return false;
    return intake->at == intake->inputs->count ||
           (intake->state != NULL && intake->state[intake->at].os_error == FM_INTAKE_SPECIAL);
}

bool fm_intake_is_over(const struct fm_intake *intake)
{
    return intake->at == intake->inputs->count &&
           (intake->archive == NULL ||
            (intake->tar != NULL ? fm_tar_is_over(intake->tar) : fm_zip_left(intake->zip) == 0));
}

struct fm_input *fm_intake_file(const struct fm_intake *intake, const struct fm_intake_item *item)
{
    return intake->tar != NULL ? intake->archive : item->input;
}

static void close_archive(struct fm_intake *intake)
{
    fm_zip_free(intake->zip);
    fm_tar_free(intake->tar);
    fm_input_close(intake->archive);
    intake->zip = NULL;
    intake->tar = NULL;
    intake->archive = NULL;
}

void fm_intake_free(struct fm_intake *intake)
{
    close_archive(intake);
    fm_buf_free(&intake->path);
    fm_shard_free(&intake->shard);
    free(intake->state);
    *intake = (struct fm_intake){.inputs = NULL};
}

static const char *archive_name(const struct fm_intake *intake)
{
    return intake->inputs->names[intake->at - 1];
}

/* Members of standard input are not named "-/NAME". */
static const char *archive_prefix(const struct fm_intake *intake)
{
    const char *name = archive_name(intake);
    return strcmp(name, "-") == 0 ? "<stdin>" : name;
}

/* A NUL in the name, which a string cannot have, is a question mark. */
static enum fm_status make_path(struct fm_intake *intake, struct fm_text member)
{
    struct fm_buf *path = &intake->path;
    path->n = 0;
    FM_TRY(fm_buf_append_words(path, archive_prefix(intake)));
    FM_TRY(fm_buf_append(path, "/", 1));
    const size_t begin = path->n;
    FM_TRY(fm_buf_append_text(path, member));
    for (size_t i = begin; i < path->n; i++)
        path->p[i] = path->p[i] == '\0' ? '?' : path->p[i];
    return fm_buf_append(path, "", 1);
}

/* Folders are entries of their own. */
static bool is_input_wanted(const struct fm_intake *intake)
{
    const char *path = (const char *)intake->path.p,
               *name = path + strlen(archive_prefix(intake)) + 1;
    const size_t n = strlen(name);
    return n > 0 && name[n - 1] != '/' && !fm_inputs_hidden(name) &&
           fm_inputs_included(name, intake->inputs->include);
}

static struct fm_intake_item member_item(const struct fm_intake *intake)
{
    return (struct fm_intake_item){
        .name = (const char *)intake->path.p, .found = true, .member = true};
}

static enum fm_status open_zip_member(struct fm_intake *intake, const struct fm_zip_entry *entry,
                                      struct fm_intake_item *item)
{
    struct fm_member *member = NULL;
    *item = member_item(intake);
    enum fm_status status = fm_zip_member_open(intake->zip, entry, &member, &item->failure);
    FM_NEXT(status, fm_input_of(item->name, member, NULL, &item->input));
    if (status != FM_OK && member != NULL)
        member->kind->close(member);
    return status == FM_INPUT_FAILED ? FM_OK : status;
}

/* The next member that is wanted. @param[out] more  false: the archive has no more. */
static enum fm_status next_in_zip(struct fm_intake *intake, struct fm_intake_item *item, bool *more)
{
    struct fm_zip_entry entry;
    struct fm_error ignored;
    uint64_t at;
    for (;;) {
        const enum fm_status status = fm_zip_next(intake->zip, &entry, more, &item->failure);
        if (status != FM_OK || !*more)
            return status;
        FM_TRY(make_path(intake, entry.name));
        /* An entry that is damaged is not skipped by its name, which may be wrong: it fails. */
        if (is_input_wanted(intake) || fm_zip_locate(intake->zip, &entry, &at, &ignored) != FM_OK)
            return open_zip_member(intake, &entry, item);
    }
}

static enum fm_status next_in_tar(struct fm_intake *intake, struct fm_intake_item *item, bool *more)
{
    struct fm_tar_entry entry;
    do {
        const enum fm_status status = fm_tar_next(intake->tar, &entry, more, &item->failure);
        if (status != FM_OK || !*more)
            return status;
        FM_TRY(make_path(intake, entry.name));
    } while (!is_input_wanted(intake));
    *item = member_item(intake);
    if (entry.skipped.n == 0) {
        item->within = fm_input_is_plain(intake->archive) ? 0 : entry.begin;
        return fm_input_of(item->name, fm_tar_member(intake->tar), NULL, &item->input);
    }
    item->failure = (struct fm_error){
        .status = FM_INPUT_FAILED, .reason = FM_REASON_MEMBER_SKIPPED, .detail = entry.skipped};
    return FM_OK;
}

/* A member, or the end of the archive. */
static enum fm_status go_on(struct fm_intake *intake, struct fm_intake_item *item)
{
    bool more = false;
    *item = (struct fm_intake_item){.name = archive_name(intake)};
    const enum fm_status status =
        intake->tar != NULL ? next_in_tar(intake, item, &more) : next_in_zip(intake, item, &more);
    if (status == FM_NO_MEMORY || (status == FM_OK && more))
        return status;
    const bool changed = status == FM_OK &&
                         fm_raw_change(fm_input_file(intake->archive)) != FM_CHANGE_NONE &&
                         fm_input_changed(intake->archive, &item->failure) != FM_OK;
    item->archive_ends = status == FM_OK && !changed;
    item->found = is_found(intake->inputs, intake->at - 1);
    /* What the archive's own checksums say of the members before counts. */
    item->verified = fm_input_verified(intake->archive);
    item->within = intake->tar != NULL && item->verified != UINT64_MAX ? item->failure.offset : 0;
    close_archive(intake);
    return FM_OK;
}

static enum fm_status open_file(struct fm_intake *intake, struct fm_intake_item *item)
{
    const size_t i = intake->at++;
    const char *name = intake->inputs->names[i];
    *item = (struct fm_intake_item){.name = name, .found = is_found(intake->inputs, i)};
    if (intake->state != NULL && intake->state[i].os_error > 0) {
        item->reported = true;
        item->failure = not_there(name, intake->state[i]);
        return FM_OK;
    }
    const struct fm_byte_source *source = source_of(intake->inputs, i);
    const enum fm_status status = source != NULL
                                      ? fm_input_of(name, NULL, source, &item->input)
                                      : fm_input_open(name, &item->input, &item->failure);
    if (status == FM_OK)
        fm_input_watch(item->input, intake->cancelled);
    return status == FM_INPUT_FAILED ? FM_OK : status;
}

/* An archive is no input itself. */
static enum fm_status look_inside(struct fm_intake *intake, struct fm_intake_item *item)
{
    bool is_zip = false;
    enum fm_status status = fm_input_open_zip(item->input, &is_zip, &intake->zip, &item->failure);
    const bool is_tar = !is_zip && fm_tar_begins(fm_input_peek(item->input, FM_TAR_HEAD));
    if (is_tar && intake->verify)
        fm_input_verify(item->input);
    if (is_tar)
        status = fm_tar_open(item->input, &intake->tar);
    if ((is_zip || is_tar) && status == FM_OK)
        intake->archive = item->input;
    else if (status != FM_OK)
        fm_input_close(item->input);
    if (is_zip || is_tar || status != FM_OK)
        item->input = NULL;
    return status == FM_INPUT_FAILED ? FM_OK : status;
}

/* Whether the input that was opened last, of which the shard has a part, is read. */
static bool is_read(struct fm_intake *intake, const uint64_t at[2], struct fm_intake_item *item)
{
    const size_t i = intake->at - 1;
    if (item->input != NULL) {
        enum fm_status status =
            fm_input_find_access(item->input, at, item->points, &item->cut, &item->failure);
        item->size = intake->shard.sizes[i];
        if (status == FM_OK && fm_input_file(item->input)->size != item->size)
            status = fm_input_changed(item->input, &item->failure);
        if (status == FM_OK && item->cut)
            return true;
        item->cut = false;
        if (status == FM_OK && fm_shard_has_middle(&intake->shard, i))
            return true;
        fm_input_close(item->input);
        item->input = NULL;
        return status != FM_OK;
    }
    /* An input that cannot be opened has failed; an archive is not cut. */
    if (intake->archive == NULL || fm_shard_has_middle(&intake->shard, i))
        return true;
    close_archive(intake);
    return false;
}

/* Open the next file of which the shard has anything. @param[out] more  false: there is none. */
static enum fm_status open_next(struct fm_intake *intake, struct fm_intake_item *item, bool *more)
{
    for (;;) {
        uint64_t at[2];
        enum fm_shard_share share = FM_SHARD_NONE;
        while (intake->at < intake->inputs->count &&
               (share = fm_shard_of(&intake->shard, intake->at, at)) == FM_SHARD_NONE)
            intake->at++;
        *more = share != FM_SHARD_NONE;
        if (!*more)
            return FM_OK;
        FM_TRY(open_file(intake, item));
        if (item->input != NULL)
            FM_TRY(look_inside(intake, item));
        if (share == FM_SHARD_WHOLE || is_read(intake, at, item)) {
            intake->last = intake->at - 1;
            return FM_OK;
        }
    }
}

enum fm_status fm_intake_next(struct fm_intake *intake, struct fm_intake_item *item, bool *more)
{
    *more = true;
    if (intake->archive != NULL)
        return go_on(intake, item);
    FM_TRY(open_next(intake, item, more));
    return intake->archive != NULL ? go_on(intake, item) : FM_OK;
}
