/* SPDX-License-Identifier: MIT */
/* Conditions that exclude each other, or that no game or position can meet: see clash_select.h. */
#include <config.h>
#include "profile/clash_select.h"
#include "filter/position_filter.h"

struct clash {
    bool (*holds)(const struct fm_selection *selection);
    const char *path; /* of the key that is blamed */
    const char *detail;
};

static bool is_standard_input(struct fm_text name)
{
    return fm_text_equal(name, FM_TEXT("-"));
}

static bool is_malformed_material(struct fm_text material)
{
    struct fm_material unused;
    return material.n > 0 && !fm_material_read(material, &unused);
}

static bool is_malformed_board(struct fm_text board)
{
    struct fm_board_mask unused;
    return board.n > 0 && !fm_board_mask_read(board, &unused);
}

static bool contained_material_malformed(const struct fm_selection *s)
{
    return is_malformed_material(s->games->contains.material);
}

static bool contained_board_malformed(const struct fm_selection *s)
{
    return is_malformed_board(s->games->contains.board);
}

static bool openings_unnamed(const struct fm_selection *s)
{
    return fm_has_opening_rules(&s->games->opening) && s->input->openings.n == 0;
}

static bool games_of_standard_input(const struct fm_selection *s)
{
    return is_standard_input(s->games->exclude);
}

static bool quiet_in_check(const struct fm_selection *s)
{
    return s->positions->quiet && s->positions->check == FM_YES;
}

static bool material_malformed(const struct fm_selection *s)
{
    return is_malformed_material(s->positions->material);
}

static bool board_malformed(const struct fm_selection *s)
{
    return is_malformed_board(s->positions->board);
}

static bool openings_of_positions_unnamed(const struct fm_selection *s)
{
    return fm_has_opening_rules(&s->positions->opening) && s->input->openings.n == 0;
}

static bool quiet_and_next(const struct fm_selection *s)
{
    const unsigned loud = 1u << FM_MOVE_IS_CAPTURE | 1u << FM_MOVE_IS_PROMOTION |
                          1u << FM_MOVE_IS_CHECK | 1u << FM_MOVE_IS_UNDERPROMOTION |
                          1u << FM_MOVE_IS_EN_PASSANT | 1u << FM_MOVE_IS_MATE;
    return s->positions->quiet && s->positions->next != 0 && (s->positions->next & ~loud) == 0;
}

static bool next_and_not(const struct fm_selection *s)
{
    return s->positions->next != 0 && (s->positions->next & ~s->positions->not_next) == 0;
}

static bool seed_without_sample(const struct fm_selection *s)
{
    const struct fm_profile_positions *p = s->positions;
    return p->sample_seed != 0 && p->sample_per_game == 0 && p->sample_total == 0 &&
           !(p->split_of > 0 && p->sample_seed == p->split_seed);
}

static bool eval_without_range(const struct fm_selection *s)
{
    const struct fm_profile_positions *p = s->positions;
    return !p->eval.set && (p->eval_absolute || p->eval_field != FM_EVAL_POSITION);
}

static bool amount_below_nothing(const struct fm_selection *s)
{
    return s->positions->eval.set && s->positions->eval_absolute && s->positions->eval.to < 0;
}

static bool split_without_of(const struct fm_selection *s)
{
    const struct fm_profile_positions *p = s->positions;
    return p->split_of == 0 && (p->split_part.set || p->split_by != FM_SPLIT_GAMES);
}

static bool split_seed_alone(const struct fm_selection *s)
{
    const struct fm_profile_positions *p = s->positions;
    const bool samples = p->sample_per_game > 0 || p->sample_total > 0;
    return p->split_of == 0 && p->split_seed != 1 && !(samples && p->split_seed == p->sample_seed);
}

static bool split_without_part(const struct fm_selection *s)
{
    return s->positions->split_of > 0 && !s->positions->split_part.set;
}

static bool split_too_far(const struct fm_selection *s)
{
    const struct fm_profile_positions *p = s->positions;
    const int64_t last = (int64_t)p->split_of;
    return last > 0 && (p->split_part.from > last ||
                        (p->split_part.to != INT64_MAX && p->split_part.to > last));
}

static bool split_without_rules(const struct fm_selection *s)
{
    return s->positions->split_of > 0 && s->input->notation;
}

static bool split_of_whole_games(const struct fm_selection *s)
{
    return s->whole_games && s->positions->split_of > 0 &&
           s->positions->split_by == FM_SPLIT_POSITIONS;
}

static bool positions_of_standard_input(const struct fm_selection *s)
{
    return is_standard_input(s->positions->exclude);
}

static const char form_of_material[] = "a signature names the pieces of both sides: KRPvKR";
static const char form_of_board[] =
    "eight ranks as in FEN, with ? for any square and * for any rank";
static const char excluded_first[] =
    "what is excluded is read before the inputs: name a file, not standard input";
static const char needs_openings[] = "openings are named by a file: --openings FILE";

static const struct clash of_games[] = {
    {contained_material_malformed, "games.contains.material", form_of_material},
    {contained_board_malformed, "games.contains.board", form_of_board},
    {games_of_standard_input, "games.exclude", excluded_first},
    {openings_unnamed, "games.opening", needs_openings},
};

static const struct clash of_positions[] = {
    {quiet_in_check, "positions.quiet",
     "excluded by `check: yes`: a quiet position is not in check"},
    {material_malformed, "positions.material", form_of_material},
    {board_malformed, "positions.board", form_of_board},
    {openings_of_positions_unnamed, "positions.opening", needs_openings},
    {quiet_and_next, "positions.next", "excluded by `quiet`"},
    {next_and_not, "positions.next", "every value is also in `not-next`, so no move can match"},
    {seed_without_sample, "positions.sample.seed",
     "without `per-game` or `total` nothing is sampled"},
    {eval_without_range, "positions.eval", "without `range` it is no condition"},
    {amount_below_nothing, "positions.eval.range", "excluded by `absolute`: no amount is below 0"},
    {split_without_of, "positions.split",
     "without `of` it is not known how many parts there are: {part: 1..9, of: 10}"},
    {split_seed_alone, "positions.split.seed", "without `of` nothing is split"},
    {split_without_part, "positions.split",
     "without `part` it is not known which are wanted: {part: 1..9, of: 10}"},
    {split_too_far, "positions.split.part", "there are not so many parts: see `of`"},
    {split_without_rules, "positions.split", "a split needs the rules: `validate: rules`"},
    {split_of_whole_games, "positions.split.by", "`format: pgn` writes whole games: `by: game`"},
    {positions_of_standard_input, "positions.exclude", excluded_first},
};

static bool find(const struct clash *clashes, size_t count, const struct fm_selection *selection,
                 const char **path, const char **detail)
{
    for (size_t i = 0; i < count; i++) {
        if (clashes[i].holds(selection)) {
            *path = clashes[i].path;
            *detail = clashes[i].detail;
            return true;
        }
    }
    return false;
}

bool fm_selection_clashes(const struct fm_selection *selection, const char **path,
                          const char **detail)
{
    return find(of_games, FM_COUNT_OF(of_games), selection, path, detail) ||
           (selection->positions != NULL &&
            find(of_positions, FM_COUNT_OF(of_positions), selection, path, detail));
}
