/* SPDX-License-Identifier: MIT */
/* Finds the language that the moves of a game are written in (docs/tolerances.md, "What is never
 * guessed"). English needs no look at others: only a game that it cannot play, or plays with P for
 * a pawn or without some of its variations, is read in the others, too. One copy per board. */

/* How a game reads in one language. */
struct reading {
    const struct fm_language *language; /* language of this reading; NULL = there is no reading */
    uint64_t main, all;                 /* hashes of the moves of the main line, and of all lines */
    unsigned plies;    /* number of plies of the main line, as far as it can be played */
    unsigned unplayed; /* number of variations with a move that cannot be played */
    bool whole;        /* true: the main line can be played to its end */
    bool tolerant;     /* true: it needs P as a pawn or, in English, J as an archbishop */
    /* first move that is not English without that tolerance; ply 0 = none */
    struct fm_error foreign;
};

/* All readings of a game, and the decision between them. */
struct letters {
    struct reading english, best, other; /* `other` is as good as `best`, but has other moves */
    struct reading furthest;             /* reading that gets much further than English */
    bool ambiguous;
    bool taken; /* true: the game is read with the letters of `best` */
};

/* On 10x8, J is read as the archbishop in every variant; but only programs for Janus write it,
 * and in Czech it is the knight. */
static bool BFN(doubts_j)(const struct fm_worker *worker, struct fm_text moves)
{
    return FILES > 8 && !worker->start.setup.variant->letter_j && moves.n > 0 &&
           memchr(moves.p, 'J', moves.n) != NULL;
}

/* Is this no move in English, or one only where P is a pawn? */
static bool BFN(is_foreign)(const struct fm_worker *worker, struct fm_text move)
{
    struct fm_notation read[2];
    if (BFN(doubts_j)(worker, (struct fm_text){move.p, 1}))
        return true;
    const unsigned readings = fm_notation_read(move, fm_languages, FILES, read);
    for (unsigned i = 0; i < readings; i++)
        if (!(read[i].tolerances & FM_TOLERANCE(PAWN_LETTER)))
            return false;
    return true;
}

/* Replay the game by options.language; leaves nothing but what is found, and its line in `tried`.
 * @param places  places of the tokens that need tolerances; NULL = not wanted. */
static void BFN(read_in)(struct fm_worker *worker, const struct BFN(position) * start,
                         struct fm_text moves, const struct fm_replay_options *options,
                         struct fm_places *places, struct reading *out)
{
    struct BFN(replay) *const r = &BFN(worker_replayer)(worker)->trial;
    struct fm_line *const line = &BFN(worker_replayer)(worker)->tried;
    struct fm_warnings ignored = {{.places = places}};
    struct fm_replay_options own = *options;
    own.annotations = own.numbers = false;
    own.variations &= fm_may_vary(moves);
    own.before = true; /* each move is read as a token, in English too */
    fm_line_begin(line);
    BFN(replay_begin)(r, start, moves, &own, &ignored, NULL);
    *out = (struct reading){.language = options->language};
    enum fm_step step;
    do {
        step = BFN(replay_find)(r);
        out->unplayed += step == FM_STEP_LINE_END && r->rest.n > 0;
        if (step != FM_STEP_MOVE)
            continue;
        BFN(replay_keep)(r, line);
        if (out->foreign.ply == 0 && BFN(is_foreign)(worker, r->lexer.text))
            out->foreign = (struct fm_error){.status = FM_REJECTED,
                                             .reason = FM_REASON_AMBIGUOUS_LETTERS,
                                             .what = r->lexer.text,
                                             .ply = r->ply + 1,
                                             .move = r->pos.fullmove,
                                             .black = r->pos.black,
                                             .variation = r->depth > 0};
        const uint64_t code = fm_move_code(r->next);
        out->all = fm_hash_mix(out->all ^ (code + ((uint64_t)r->depth << 32 | r->ply)));
        if (r->depth == 0)
            out->main = fm_hash_mix(out->main ^ code);
    } while (BFN(replay_go)(r, step));
    BFN(replay_end_line)(r, line);
    line->clean &= !options->numbers;
    out->plies = r->ply;
    out->whole = step == FM_STEP_END;
    out->tolerant = (r->tolerances & FM_TOLERANCE(PAWN_LETTER)) != 0;
}

/* A language is better if it leaves out fewer variations and needs fewer tolerances. */
static unsigned rank_of_reading(const struct reading *reading)
{
    return 2 * reading->unplayed + reading->tolerant;
}

/* Read the game in each language but English. */
static void BFN(read_in_others)(struct fm_worker *worker, const struct BFN(position) * start,
                                struct fm_text moves, struct fm_replay_options options,
                                struct letters *out)
{
    enum { MUCH_LONGER = 3 };
    struct BFN(replayer) *const replayer = BFN(worker_replayer)(worker);
    unsigned plies = out->english.plies + MUCH_LONGER;
    for (options.language = fm_languages + 1; options.language->code != NULL; options.language++) {
        struct reading reading;
        const struct fm_language *const best = out->best.language;
        /* Danish has the letters of German, and so on. Equal literals are one; else it would be
         * read in vain. */
        if (best != NULL &&
            memcmp(best->letters, options.language->letters, sizeof best->letters) == 0)
            continue;
        if (!fm_language_fits(options.language, FILES))
            continue;
        BFN(read_in)(worker, start, moves, &options, NULL, &reading);
        if (reading.foreign.ply > 0 && reading.plies > plies) {
            plies = reading.plies;
            out->furthest = reading;
        }
        const struct reading *const ours = &out->english;
        const bool same =
            ours->whole && reading.all == ours->all && reading.unplayed == ours->unplayed;
        if (!reading.whole || same)
            continue;
        const unsigned rank = rank_of_reading(&reading), least = rank_of_reading(&out->best);
        if (out->best.language == NULL || rank < least) {
            /* If the language is taken, the game is replayed by this line. */
            const struct fm_line before = replayer->line;
            replayer->line = replayer->tried;
            replayer->tried = before;
            out->best = reading;
            out->other.language = NULL;
        } else if (rank == least && reading.all != out->best.all && out->other.language == NULL) {
            out->other = reading;
        }
    }
}

/* The letters of a game that English cannot play, or with doubts. Another language is taken only if
 * it is the only one that plays the game (no move is guessed by itself), and some move is none in
 * English. `Rd1` that no rook, or two, can play is not the French king's. Where English plays the
 * game, there are two cases. English has to tolerate P for a pawn: then another language is a
 * reason to reject the game. Or some variation is left out: then the main line must be the same. */
static void BFN(find_letters)(struct fm_worker *worker, const struct BFN(position) * start,
                              struct fm_text moves, struct fm_replay_options options,
                              struct letters *out)
{
    struct fm_replay_options english = options;
    *out = (struct letters){.ambiguous = false};
    english.language = fm_languages;
    english.strict = false;
    BFN(read_in)(worker, start, moves, &english, NULL, &out->english);
    out->english.tolerant = out->english.foreign.ply > 0;
    const struct reading *const ours = &out->english, *const best = &out->best;
    if (ours->whole) /* others that need the same tolerance are not better */
        options.refused |= FM_TOLERANCE(PAWN_LETTER);
    BFN(read_in_others)(worker, start, moves, options, out);
    if (best->language == NULL)
        return;
    const bool several = out->other.language != NULL;
    if (!ours->whole) {
        out->ambiguous = several && best->foreign.ply > 0;
        out->taken = !several && best->foreign.ply > 0;
        return;
    }
    const bool same_line = best->main == ours->main;
    const bool more = same_line && best->unplayed < ours->unplayed;
    const bool differs = !same_line || (best->unplayed == ours->unplayed && best->all != ours->all);
    out->ambiguous = ours->tolerant && (differs || (more && several));
    out->taken = more && !several && best->foreign.ply > 0;
}

static bool is_about_letters(enum fm_reason reason)
{
    return reason == FM_REASON_ILLEGAL_MOVE || reason == FM_REASON_UNREADABLE_MOVE ||
           reason == FM_REASON_AMBIGUOUS_MOVE;
}

/* Did a successful replay read moves that may be in the letters of another language? */
static bool BFN(doubts_letters)(const struct BFN(replay) * r)
{
    return (r->tolerances & FM_TOLERANCE(PAWN_LETTER)) != 0 ||
           (r->unplayed.ply > 0 && is_about_letters(r->unplayed.reason));
}

/* `--letters nl or --letters de`, for a message. */
static enum fm_status name_letters(struct fm_worker *worker, const struct fm_language *one,
                                   const struct fm_language *other, struct fm_text *out)
{
    static const char option[] = "--letters ", or [] = " or ";
    enum { OPTION = sizeof option - 1, OR = sizeof or -1, CODE_MAX = 16 };
    unsigned char *const text = fm_arena_alloc(&worker->scratch, 2 * (OPTION + CODE_MAX) + OR);
    const struct fm_language *const named[] = {one, other};
    unsigned char *at = text;
    FM_TRY_MADE(text);
    for (size_t i = 0; i < FM_COUNT_OF(named); i++) {
        if (named[i] == NULL)
            continue;
        if (i > 0) {
            memcpy(at, or, OR);
            at += OR;
        }
        memcpy(at, option, OPTION);
        const struct fm_text code = fm_text_of(named[i]->code);
        memcpy(at + OPTION, code.p, code.n);
        at += OPTION + code.n;
    }
    *out = fm_text_between(text, at);
    return FM_OK;
}

/* The game is rejected, as it can be read in two languages. Where English plays it, the first
 * move that shows this is named; the replay is at the end then, not there. */
static enum fm_status BFN(refuse_letters)(struct fm_worker *worker, const struct letters *letters,
                                          struct BFN(replay) * r)
{
    const struct letters *const l = letters;
    if (l->english.whole) {
        r->error = l->english.foreign;
        r->move_at = r->error.what.p;
    }
    r->error.reason = FM_REASON_AMBIGUOUS_LETTERS;
    r->error.why = FM_WHY_NONE;
    worker->replayed.salvaged = false;
    FM_TRY(l->english.whole
               ? name_letters(worker, fm_languages, l->best.language, &r->error.detail)
               : name_letters(worker, l->best.language, l->other.language, &r->error.detail));
    return FM_REJECTED;
}
