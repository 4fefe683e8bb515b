/* The token and the queue of pieces: see crew.h. The lock guards the token, who waits, the states
 * of pieces and of spare decoders; everything else of the queue is the token holder's. A thread
 * that waits for the token owns no block of the pipeline, and one that decodes waits for nothing,
 * so there is no deadlock. */
#include <config.h>
#include "io/crew.h"
#include <stdlib.h>

enum { PIECES_A_THREAD = 2, MEMBERS_IN_MEMORY = 3 };

/* Bytes of pieces in memory for each thread beyond the first. */
#define BYTES_A_THREAD ((size_t)10 << 20)

/* The state of a decoder that nobody uses now. */
struct spare {
    const struct fm_decoder *decoder;
    void *state;
};

struct fm_crew {
    struct fm_mutex lock;
    struct fm_cond turn;    /* the token is free, or a piece waits */
    struct fm_cond decoded; /* a piece that was taken is decoded */
    bool held;              /* the token */
    unsigned waiting;       /* threads that wait for `turn` */
    struct spare *spares;   /* as many as threads at most; owned */
    size_t spare_n;
    struct fm_piece *pieces; /* a ring; owned */
    size_t size, first, count;
    struct fm_room *kept; /* buffers not in use, two for each piece at most; owned */
    size_t kept_n;
    size_t bytes, bytes_max; /* of all buffers */
};

enum fm_status fm_crew_new(unsigned threads, struct fm_crew **out)
{
    struct fm_crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return FM_NO_MEMORY;
    crew->size = (size_t)PIECES_A_THREAD * threads + 2;
    crew->bytes_max = BYTES_A_THREAD * (threads - 1);
    crew->pieces = calloc(crew->size, sizeof *crew->pieces);
    crew->spares = calloc(threads, sizeof *crew->spares);
    crew->kept = calloc(2 * crew->size, sizeof *crew->kept);
    const bool made = crew->pieces != NULL && crew->spares != NULL && crew->kept != NULL;
    if (!made || fm_mutex_init(&crew->lock) != FM_OK)
        goto no_lock;
    if (fm_cond_init(&crew->turn) != FM_OK)
        goto no_turn;
    if (fm_cond_init(&crew->decoded) != FM_OK)
        goto no_decoded;
    *out = crew;
    return FM_OK;
no_decoded:
    fm_cond_destroy(&crew->turn);
no_turn:
    fm_mutex_destroy(&crew->lock);
no_lock:
    free(crew->kept);
    free(crew->spares);
    free(crew->pieces);
    free(crew);
    return FM_NO_MEMORY;
}

static void free_room(struct fm_crew *crew, struct fm_room room)
{
    crew->bytes -= room.cap;
    free(room.p);
}

void fm_crew_free(struct fm_crew *crew)
{
    if (crew == NULL)
        return;
    fm_crew_clear(crew);
    while (crew->kept_n > 0)
        free_room(crew, crew->kept[--crew->kept_n]);
    for (size_t i = 0; i < crew->spare_n; i++)
        crew->spares[i].decoder->end(crew->spares[i].state);
    fm_cond_destroy(&crew->decoded);
    fm_cond_destroy(&crew->turn);
    fm_mutex_destroy(&crew->lock);
    free(crew->kept);
    free(crew->spares);
    free(crew->pieces);
    free(crew);
}

/* ---- the token, and decoding; under the lock ---- */

static struct fm_piece *piece_at(const struct fm_crew *crew, size_t i)
{
    return &crew->pieces[(crew->first + i) % crew->size];
}

static struct fm_piece *first_waiting(const struct fm_crew *crew)
{
    for (size_t i = 0; i < crew->count; i++)
        if (piece_at(crew, i)->state == FM_PIECE_WAITING)
            return piece_at(crew, i);
    return NULL;
}

static struct spare take_spare(struct fm_crew *crew, const struct fm_decoder *decoder)
{
    struct spare spare = {decoder, NULL};
    if (crew->spare_n > 0)
        spare = crew->spares[--crew->spare_n];
    if (spare.decoder != decoder) {
        spare.decoder->end(spare.state);
        spare = (struct spare){decoder, NULL};
    }
    return spare;
}

static void decode(struct fm_crew *crew, struct fm_piece *piece)
{
    struct spare spare = take_spare(crew, piece->compression->decoder);
    piece->state = FM_PIECE_TAKEN;
    fm_mutex_unlock(&crew->lock);
    const bool whole = fm_piece_decode(piece, &spare.state);
    fm_mutex_lock(&crew->lock);
    piece->state = whole ? FM_PIECE_WHOLE : FM_PIECE_RAW;
    crew->spares[crew->spare_n++] = spare;
    fm_cond_signal(&crew->decoded);
}

void fm_crew_enter(struct fm_crew *crew)
{
    fm_mutex_lock(&crew->lock);
    while (crew->held) {
        struct fm_piece *piece = first_waiting(crew);
        if (piece != NULL) {
            decode(crew, piece);
            continue;
        }
        crew->waiting++;
        fm_cond_wait(&crew->turn, &crew->lock);
        crew->waiting--;
    }
    crew->held = true;
    fm_mutex_unlock(&crew->lock);
}

void fm_crew_leave(struct fm_crew *crew)
{
    fm_mutex_lock(&crew->lock);
    crew->held = false;
    const bool awaited = crew->waiting > 0;
    fm_mutex_unlock(&crew->lock);
    if (awaited)
        fm_cond_signal(&crew->turn);
}

/* ---- the queue ---- */

size_t fm_crew_member_limit(const struct fm_crew *crew)
{
    return crew->bytes_max / MEMBERS_IN_MEMORY;
}

struct fm_piece *fm_crew_first(const struct fm_crew *crew)
{
    return crew->count > 0 ? piece_at(crew, 0) : NULL;
}

struct fm_piece *fm_crew_last(const struct fm_crew *crew)
{
    return crew->count > 0 ? piece_at(crew, crew->count - 1) : NULL;
}

bool fm_crew_full(const struct fm_crew *crew)
{
    return crew->count == crew->size;
}

/* Keep a buffer for another piece; where there are many, the smallest is none that will be missed.
 */
static void keep(struct fm_crew *crew, struct fm_room *room)
{
    struct fm_room least = *room;
    *room = (struct fm_room){NULL, 0};
    if (least.p == NULL)
        return;
    if (crew->kept_n < 2 * crew->size) {
        crew->kept[crew->kept_n++] = least;
        return;
    }
    for (size_t i = 0; i < crew->kept_n; i++) {
        const struct fm_room other = crew->kept[i];
        if (other.cap < least.cap) {
            crew->kept[i] = least;
            least = other;
        }
    }
    free_room(crew, least);
}

struct fm_piece *fm_crew_spare(struct fm_crew *crew)
{
    struct fm_piece *piece = piece_at(crew, crew->count);
    keep(crew, &piece->raw);
    keep(crew, &piece->plain);
    *piece = (struct fm_piece){.state = FM_PIECE_OPEN};
    return piece;
}

void fm_crew_add(struct fm_crew *crew)
{
    fm_mutex_lock(&crew->lock);
    crew->count++;
    fm_mutex_unlock(&crew->lock);
}

/* The smallest buffer kept that is large enough; without one, the last. */
static size_t best_kept(const struct fm_crew *crew, size_t wanted)
{
    size_t best = crew->kept_n;
    for (size_t i = 0; i < crew->kept_n; i++)
        if (crew->kept[i].cap >= wanted &&
            (best == crew->kept_n || crew->kept[i].cap < crew->kept[best].cap))
            best = i;
    return best;
}

/* A new buffer; its address is NULL if there is no memory now. */
static struct fm_room new_room(struct fm_crew *crew, size_t wanted)
{
    while (crew->bytes + wanted > crew->bytes_max && crew->kept_n > 0)
        free_room(crew, crew->kept[--crew->kept_n]);
    struct fm_room made = {NULL, wanted};
    if (crew->bytes + wanted <= crew->bytes_max)
        made.p = malloc(wanted);
    if (made.p != NULL)
        crew->bytes += wanted;
    return made;
}

bool fm_crew_reserve(struct fm_crew *crew, struct fm_room *room, size_t n, size_t wanted)
{
    enum { ROUND = 64 * 1024 };
    if (wanted <= room->cap)
        return true;
    struct fm_room made;
    const size_t best = best_kept(crew, wanted);
    if (best < crew->kept_n) {
        made = crew->kept[best];
        crew->kept[best] = crew->kept[--crew->kept_n];
    } else {
        made = new_room(crew, (wanted + ROUND - 1) / ROUND * ROUND);
    }
    if (made.p == NULL)
        return false;
    if (n > 0)
        memcpy(made.p, room->p, n);
    keep(crew, room);
    *room = made;
    return true;
}

void fm_crew_post(struct fm_crew *crew, struct fm_piece *piece)
{
    fm_mutex_lock(&crew->lock);
    piece->state = FM_PIECE_WAITING;
    const bool awaited = crew->waiting > 0;
    fm_mutex_unlock(&crew->lock);
    if (awaited)
        fm_cond_signal(&crew->turn);
}

void fm_crew_give_up(struct fm_crew *crew, struct fm_piece *piece)
{
    fm_mutex_lock(&crew->lock);
    piece->state = FM_PIECE_RAW;
    fm_mutex_unlock(&crew->lock);
}

bool fm_crew_claim(struct fm_crew *crew, bool plain)
{
    struct fm_piece *piece = piece_at(crew, 0);
    fm_mutex_lock(&crew->lock);
    while (piece->state == FM_PIECE_TAKEN) {
        struct fm_piece *other = first_waiting(crew);
        if (other != NULL)
            decode(crew, other);
        else
            fm_cond_wait(&crew->decoded, &crew->lock);
    }
    const bool whole = plain && piece->state == FM_PIECE_WHOLE;
    if (!whole)
        piece->state = FM_PIECE_RAW;
    fm_mutex_unlock(&crew->lock);
    return whole;
}

void fm_crew_drop(struct fm_crew *crew)
{
    struct fm_piece *piece = piece_at(crew, 0);
    keep(crew, &piece->raw);
    keep(crew, &piece->plain);
    fm_mutex_lock(&crew->lock);
    crew->first = (crew->first + 1) % crew->size;
    crew->count--;
    fm_mutex_unlock(&crew->lock);
}

void fm_crew_clear(struct fm_crew *crew)
{
    while (crew->count > 0) {
        (void)fm_crew_claim(crew, false);
        fm_crew_drop(crew);
    }
}
