/* The format and dialect of an output: what the profile says, and the defaults of the job where
 * it says nothing. */
#ifndef FM_PROFILE_PROFILE_STYLE_H
#define FM_PROFILE_PROFILE_STYLE_H
#include "board/fen_write.h"
#include "profile/profile.h"

/* KEEP is possible in each of the first three only where records are rewritten. */
struct fm_style_of_output {
    enum fm_castling_dialect castling;
    enum fm_en_passant en_passant;
    enum fm_counters counters;
    bool letter_j;
    bool no_prefix; /* X-FEN without s and m */
};

/** The dialect of an output of a finished profile.
 *
 * Replayed (the positions come from moves, nothing is there to be kept): castling xfen; en
 * passant pseudo-legal with xfen, else always; counters ops in epd, else fields; `keep` means
 * these defaults. Rewritten: what is not given is kept.
 * @param format  of the records; for uci, jsonl and tsv as for fen, for the FEN tags of pgn too. */
struct fm_style_of_output fm_profile_style(const struct fm_profile_output *output,
                                           enum fm_format format, bool replayed);
/** The same for records of a replay, as the boards want it. */
struct fm_fen_style fm_profile_fen_style(const struct fm_profile_output *output,
                                         enum fm_format format);
/** The format that a file name says by its suffix: .fen .epd .pgn .uci .jsonl .tsv, in any case,
 * .gz and .zst after it or not.
 * @param[out] format  FM_FORMAT_AUTO where there is no suffix.
 * @param[out] fault   why not, in text that lasts for ever. @return false: the suffix is none of
 * these. */
bool fm_format_of_name(struct fm_text name, enum fm_format *format, struct fm_text *fault);

#endif
