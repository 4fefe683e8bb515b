/* An input that has text and neither a game nor a record is no chess: named by the user it has
 * failed, found in a folder under a name that promises nothing it is skipped. */
#include <config.h>
#include "convert/input_end.h"

void fm_input_add(struct fm_input_sum *sum, const struct fm_block *block)
{
    sum->games += block->totals.games;
    sum->text = sum->text || block->text;
}

/* @return why the input is not what was hoped for; its status is FM_OK if it is. */
static struct fm_error fault_of(const struct fm_block *block, uint64_t games, bool text)
{
    if (block->failed != FM_OK)
        return block->failure;
    if (games > 0 || !text)
        return (struct fm_error){.status = FM_OK};
    return (struct fm_error){.status = FM_INPUT_FAILED,
                             .reason = FM_REASON_NOT_CHESS,
                             .input = block->input,
                             .offset = block->offset + block->n};
}

enum fm_input_fate fm_input_end(struct fm_input_sum *sum, const struct fm_block *block,
                                struct fm_error *failure)
{
    const struct fm_input_sum now = *sum;
    *sum = (struct fm_input_sum){.games = 0};
    const struct fm_error fault = block->archive_ends
                                      ? fault_of(block, now.archive_games, now.archive_text)
                                      : fault_of(block, now.games, now.text);
    const bool foreign = fault.reason == FM_REASON_NOT_CHESS;
    if (block->member) {
        sum->archive_games = now.archive_games + now.games;
        sum->archive_text = now.archive_text || now.text || foreign;
    }
    if (fault.status == FM_OK)
        return FM_INPUT_WAS_READ;
    *failure = fault;
    failure->warning = foreign && block->may_skip;
    return failure->warning ? FM_INPUT_IS_SKIPPED : FM_INPUT_HAS_FAILED;
}
