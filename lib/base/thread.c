/* Thin wrappers of POSIX threads. What can only fail by a bug of ours (a bad lock) is asserted, not
 * returned. */
#include <config.h>
#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <unistd.h>
#include "base/thread.h"
#include "base/macros.h"

static void must(int error)
{
    assert(error == 0);
    (void)error;
}

enum fm_status fm_mutex_init(struct fm_mutex *mutex)
{
    return pthread_mutex_init(&mutex->os, NULL) == 0 ? FM_OK : FM_NO_MEMORY;
}

void fm_mutex_destroy(struct fm_mutex *mutex)
{
    must(pthread_mutex_destroy(&mutex->os));
}

void fm_mutex_lock(struct fm_mutex *mutex)
{
    must(pthread_mutex_lock(&mutex->os));
}

void fm_mutex_unlock(struct fm_mutex *mutex)
{
    must(pthread_mutex_unlock(&mutex->os));
}

enum fm_status fm_cond_init(struct fm_cond *cond)
{
    return pthread_cond_init(&cond->os, NULL) == 0 ? FM_OK : FM_NO_MEMORY;
}

void fm_cond_destroy(struct fm_cond *cond)
{
    must(pthread_cond_destroy(&cond->os));
}

void fm_cond_wait(struct fm_cond *cond, struct fm_mutex *mutex)
{
    must(pthread_cond_wait(&cond->os, &mutex->os));
}

void fm_cond_signal(struct fm_cond *cond)
{
    must(pthread_cond_signal(&cond->os));
}

void fm_cond_broadcast(struct fm_cond *cond)
{
    must(pthread_cond_broadcast(&cond->os));
}

static void *enter(void *arg)
{
    const struct fm_thread *thread = arg;
    thread->run(thread->user);
    return NULL;
}

/* The size rounded up to whole pages and to the least that the system takes. */
static size_t stack_size(size_t wanted)
{
    const long page_long = sysconf(_SC_PAGESIZE), least_long = sysconf(_SC_THREAD_STACK_MIN);
    const size_t page = page_long > 0 ? (size_t)page_long : 4096;
    const size_t least = least_long > 0 ? (size_t)least_long : 65536;
    const size_t size = wanted > least ? wanted : least;
    return size > SIZE_MAX - page ? size : (size + page - 1) / page * page;
}

static int create(struct fm_thread *thread, const pthread_attr_t *attr)
{
    sigset_t all, before;
    sigfillset(&all);
    must(pthread_sigmask(SIG_SETMASK, &all, &before));
    const int error = pthread_create(&thread->os, attr, enter, thread);
    must(pthread_sigmask(SIG_SETMASK, &before, NULL));
    return error;
}

enum fm_status fm_thread_start(struct fm_thread *thread, size_t stack, void (*run)(void *user),
                               void *user)
{
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return FM_NO_MEMORY;
    thread->run = run;
    thread->user = user;
    int error = stack == 0 ? 0 : pthread_attr_setstacksize(&attr, stack_size(stack));
    if (error == 0)
        error = create(thread, &attr);
    must(pthread_attr_destroy(&attr));
    return error == 0 ? FM_OK : FM_NO_MEMORY;
}

void fm_thread_join(struct fm_thread *thread)
{
    must(pthread_join(thread->os, NULL));
}
