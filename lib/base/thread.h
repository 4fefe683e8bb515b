/* Threads, locks and conditions: POSIX threads with the library's status codes. */
#ifndef FM_BASE_THREAD_H
#define FM_BASE_THREAD_H
#include <pthread.h>
#include "fenmill.h"

/** A lock for short sections. Not recursive. */
struct fm_mutex {
    pthread_mutex_t os;
};

/** Where threads wait for something that a mutex guards. */
struct fm_cond {
    pthread_cond_t os;
};

/** A running thread; the struct must stay where it is until it is joined. */
struct fm_thread {
    pthread_t os;
    void (*run)(void *user); /* what the thread does; written by fm_thread_start() */
    void *user;
};

/** @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_mutex_init(struct fm_mutex *mutex);
void fm_mutex_destroy(struct fm_mutex *mutex);
void fm_mutex_lock(struct fm_mutex *mutex);
void fm_mutex_unlock(struct fm_mutex *mutex);

/** @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_cond_init(struct fm_cond *cond);
void fm_cond_destroy(struct fm_cond *cond);
/** Let go of the mutex (held by the caller), wait, take it again. May return without a signal: wait
 * in a loop. */
void fm_cond_wait(struct fm_cond *cond, struct fm_mutex *mutex);
/** Wake one thread that waits. */
void fm_cond_signal(struct fm_cond *cond);
/** Wake all threads that wait. */
void fm_cond_broadcast(struct fm_cond *cond);

/** Start a thread. All signals are blocked in it, so that the program's handlers run in the threads
 * it started itself.
 *
 * @param stack  bytes of its stack, raised to what the system asks at least; 0 = the system's
 * default.
 * @return FM_OK, FM_NO_MEMORY (memory or the system's number of threads is used up; nothing was
 * started). */
FM_MUST_CHECK enum fm_status fm_thread_start(struct fm_thread *thread, size_t stack,
                                             void (*run)(void *user), void *user);
/** Wait until the thread has ended. Once for each started thread. */
void fm_thread_join(struct fm_thread *thread);

#endif
