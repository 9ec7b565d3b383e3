/* thread: a thread and a lock, by POSIX or by Windows, or none at all. */
#include "thread.h"

#ifdef _WIN32

static DWORD WINAPI begin(void *thread)
{
    hz_thread *t = thread;
    t->work(t->of);
    return 0;
}

int hz_thread_start(hz_thread *t, hz_thread_work work, void *of)
{
    *t = (hz_thread){ .work = work, .of = of };
    t->handle = CreateThread(NULL, 0, begin, t, 0, NULL);
    return t->handle != NULL;
}

void hz_thread_wait(hz_thread *t)
{
    WaitForSingleObject(t->handle, INFINITE);
    CloseHandle(t->handle);
}

void hz_thread_leave(hz_thread *t)
{
    CloseHandle(t->handle);
}

void hz_lock_take(hz_lock *lock)
{
    AcquireSRWLockExclusive(lock);
}

void hz_lock_leave(hz_lock *lock)
{
    ReleaseSRWLockExclusive(lock);
}

#elif defined __wasi__

int hz_thread_start(hz_thread *t, hz_thread_work work, void *of)
{
    (void)of;
    t->work = work;
    return 0;
}

void hz_thread_wait(hz_thread *t)
{
    (void)t;
}

void hz_thread_leave(hz_thread *t)
{
    (void)t;
}

void hz_lock_take(hz_lock *lock)
{
    *lock = 1;
}

void hz_lock_leave(hz_lock *lock)
{
    *lock = 0;
}

#else

#include <stddef.h>

static void *begin(void *thread)
{
    hz_thread *t = thread;
    t->work(t->of);
    return NULL;
}

int hz_thread_start(hz_thread *t, hz_thread_work work, void *of)
{
    pthread_attr_t plain;

    *t = (hz_thread){ .work = work, .of = of };
    if (pthread_attr_init(&plain))
        return 0;
    pthread_attr_setinheritsched(&plain, PTHREAD_EXPLICIT_SCHED);
    int good = pthread_create(&t->handle, &plain, begin, t) == 0;
    pthread_attr_destroy(&plain);
    return good;
}

void hz_thread_wait(hz_thread *t)
{
    pthread_join(t->handle, NULL);
}

void hz_thread_leave(hz_thread *t)
{
    pthread_detach(t->handle);
}

void hz_lock_take(hz_lock *lock)
{
    pthread_mutex_lock(lock);
}

void hz_lock_leave(hz_lock *lock)
{
    pthread_mutex_unlock(lock);
}

#endif
