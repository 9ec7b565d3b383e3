/* thread: a thread and a lock, by POSIX or by Windows. WebAssembly has none of its own: there no thread starts. */
#ifndef HZ_PD_THREAD_H
#define HZ_PD_THREAD_H

typedef void (*hz_thread_work)(void *of);

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

typedef SRWLOCK hz_lock;
#define HZ_LOCK_OPEN SRWLOCK_INIT

typedef struct hz_thread {
    hz_thread_work work;
    void *of;
    HANDLE handle;
} hz_thread;
#elif defined __wasi__
typedef int hz_lock;
#define HZ_LOCK_OPEN 0

typedef struct hz_thread {
    hz_thread_work work;
} hz_thread;
#else
#include <pthread.h>

typedef pthread_mutex_t hz_lock;
#define HZ_LOCK_OPEN PTHREAD_MUTEX_INITIALIZER

typedef struct hz_thread {
    hz_thread_work work;
    void *of;
    pthread_t handle;
} hz_thread;
#endif

/* Starts a thread, which must stay where it is until it has ended. It has no priority over others even where the caller
 * has. Returns 0 where there can be none. */
int hz_thread_start(hz_thread *t, hz_thread_work work, void *of);
/* One of these must be called: waits for its end, or lets it end by itself. */
void hz_thread_wait(hz_thread *t);
void hz_thread_leave(hz_thread *t);

void hz_lock_take(hz_lock *lock);
void hz_lock_leave(hz_lock *lock);

#endif
