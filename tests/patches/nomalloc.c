/* nomalloc: proves that the audio thread does not block. Preloaded into Pd, it counts what a perform routine of
 * hertz calls that could: allocation, locks, waiting, files, printing. When Pd ends it says so in one line:
 *
 *   LD_PRELOAD=build/tests/nomalloc.so pd -batch -nogui -path build -open patch.pd
 *   nomalloc: 0 calls in perform of 690 blocks
 *   nomalloc: 3 calls in perform of 690 blocks: malloc 2 (impact~.pd_linux+0x12f0), free 1 (...)
 *
 * Pd's own getbytes, post and pd_error end in these calls and are seen there. Pd's dsp_add cannot be interposed:
 * it is defined in the program itself, which the dynamic linker asks before any preloaded library. So dlopen is
 * watched instead, and in each library of hertz the slots that lead to dsp_add and dsp_addv are turned to
 * routines here, which put a wrapper before the perform routine. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE /* printf and its kin must keep their names */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The library's flags hide symbols; these are meant to be found. */
#pragma GCC visibility push(default)

typedef intptr_t pd_int; /* Pd's t_int */
typedef pd_int *(*perform_fn)(pd_int *w);

static __thread int inside; /* this thread is in a perform routine of hertz */
static unsigned long blocks, calls;

/* Who called what how often. The table is small, because a bad class does the same thing every block. */
enum { SITES = 32 };
static struct {
    const char *name;
    void *from;
    unsigned long n;
} site[SITES];

static void seen(const char *name, void *from)
{
    calls++;
    for (int i = 0; i < SITES; i++) {
        if (!site[i].name) {
            site[i].name = name;
            site[i].from = from;
        }
        if (site[i].name == name && site[i].from == from) {
            site[i].n++;
            return;
        }
    }
}

#define WATCH(name)                                                                                                    \
    do {                                                                                                               \
        if (inside)                                                                                                    \
            seen(name, __builtin_return_address(0));                                                                   \
    } while (0)

/* ---- perform ---- */

/* The chain holds this routine, then the original with its arguments; so the rest of the chain begins where the
 * original says it does. */
static pd_int *watched(pd_int *w)
{
    inside++;
    w = ((perform_fn)w[1])(w + 1);
    inside--;
    blocks++;
    return w;
}

static void watch_perform(perform_fn f, int n, pd_int *args)
{
    static void (*real)(perform_fn, int, pd_int *);
    pd_int *vec = malloc((n + 1) * sizeof *vec);
    if (!real)
        *(void **)&real = dlsym(RTLD_DEFAULT, "dsp_addv");
    vec[0] = (pd_int)f;
    memcpy(vec + 1, args, n * sizeof *vec);
    real(watched, n + 1, vec);
    free(vec);
}

static void watch_perform_va(perform_fn f, int n, ...)
{
    pd_int *args = malloc(n * sizeof *args);
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        args[i] = va_arg(ap, pd_int);
    va_end(ap);
    watch_perform(f, n, args);
    free(args);
}

/* ---- the libraries of hertz ---- */

static void turn(const struct link_map *map, const ElfW(Rela) * r, size_t bytes, const ElfW(Sym) * symbols,
                 const char *names)
{
    for (const ElfW(Rela) *end = r + bytes / sizeof *r; r < end; r++) {
        const char *name = names + symbols[ELF64_R_SYM(r->r_info)].st_name;
        void *to = !strcmp(name, "dsp_addv")  ? (void *)watch_perform
                   : !strcmp(name, "dsp_add") ? (void *)watch_perform_va
                                              : NULL;
        if (to) {
            /* The page is read-only where the library was linked with -z now. */
            uintptr_t slot = map->l_addr + r->r_offset, page = sysconf(_SC_PAGESIZE);
            mprotect((void *)(slot & -page), page, PROT_READ | PROT_WRITE);
            *(void **)slot = to;
        }
    }
}

void *dlopen(const char *file, int flags)
{
    static void *(*real)(const char *, int);
    struct link_map *map;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "dlopen");
    WATCH("dlopen");
    void *handle = real(file, flags);
    if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) || !strstr(map->l_name, "/hertz/"))
        return handle;
    const ElfW(Rela) *plt = NULL, *data = NULL;
    size_t plt_bytes = 0, data_bytes = 0;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        switch (d->d_tag) {
        case DT_JMPREL:
            plt = (void *)d->d_un.d_ptr;
            break;
        case DT_PLTRELSZ:
            plt_bytes = d->d_un.d_val;
            break;
        case DT_RELA:
            data = (void *)d->d_un.d_ptr;
            break;
        case DT_RELASZ:
            data_bytes = d->d_un.d_val;
            break;
        case DT_SYMTAB:
            symbols = (void *)d->d_un.d_ptr;
            break;
        case DT_STRTAB:
            names = (void *)d->d_un.d_ptr;
            break;
        }
    }
    turn(map, plt, plt_bytes, symbols, names);
    turn(map, data, data_bytes, symbols, names);
    return handle;
}

/* ---- allocation: glibc's own names, as dlsym itself allocates ---- */

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);
void __libc_free(void *p);

void *malloc(size_t n)
{
    WATCH("malloc");
    return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    WATCH("calloc");
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    WATCH("realloc");
    return __libc_realloc(p, n);
}

void free(void *p)
{
    WATCH("free");
    __libc_free(p);
}

void *aligned_alloc(size_t align, size_t n)
{
    WATCH("aligned_alloc");
    return __libc_memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
    WATCH("posix_memalign");
    *p = __libc_memalign(align, n);
    return *p ? 0 : ENOMEM;
}

/* ---- locks, waiting, files, printing: each notes the call and passes it on ---- */

#define PASS(type, name, params, ...)                                                                                  \
    type name params                                                                                                   \
    {                                                                                                                  \
        static type(*real) params;                                                                                     \
        WATCH(#name);                                                                                                  \
        if (!real)                                                                                                     \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                                                                 \
        return real(__VA_ARGS__);                                                                                      \
    }

PASS(int, pthread_mutex_lock, (pthread_mutex_t * m), m)
PASS(int, pthread_rwlock_rdlock, (pthread_rwlock_t * m), m)
PASS(int, pthread_rwlock_wrlock, (pthread_rwlock_t * m), m)
PASS(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), c, m)
PASS(int, sem_wait, (sem_t * s), s)
PASS(int, nanosleep, (const struct timespec *t, struct timespec *rest), t, rest)
PASS(int, usleep, (useconds_t t), t)
PASS(int, poll, (struct pollfd * p, nfds_t n, int t), p, n, t)
PASS(int, select, (int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t), n, r, w, e, t)
PASS(ssize_t, read, (int fd, void *p, size_t n), fd, p, n)
PASS(ssize_t, write, (int fd, const void *p, size_t n), fd, p, n)
PASS(ssize_t, send, (int fd, const void *p, size_t n, int flags), fd, p, n, flags)
PASS(ssize_t, recv, (int fd, void *p, size_t n, int flags), fd, p, n, flags)
PASS(FILE *, fopen, (const char *file, const char *mode), file, mode)
PASS(int, fclose, (FILE * f), f)
PASS(int, fflush, (FILE * f), f)
PASS(size_t, fwrite, (const void *p, size_t size, size_t n, FILE *f), p, size, n, f)
PASS(size_t, fread, (void *p, size_t size, size_t n, FILE *f), p, size, n, f)
PASS(int, fputs, (const char *s, FILE *f), s, f)
PASS(int, fputc, (int c, FILE *f), c, f)
PASS(int, puts, (const char *s), s)
PASS(int, putchar, (int c), c)
PASS(int, vfprintf, (FILE * f, const char *format, va_list ap), f, format, ap)
PASS(int, __vfprintf_chk, (FILE * f, int flag, const char *format, va_list ap), f, flag, format, ap)

int open(const char *file, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    va_list ap;
    va_start(ap, flags);
    int mode = va_arg(ap, int); /* without O_CREAT it is not looked at */
    va_end(ap);
    WATCH("open");
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "open");
    return real(file, flags, mode);
}

/* printf and its kin: the arguments are passed on to the variant that takes a list. */
#define PRINT(name, params, last, list)                                                                                \
    int name params                                                                                                    \
    {                                                                                                                  \
        va_list ap;                                                                                                    \
        WATCH(#name);                                                                                                  \
        va_start(ap, last);                                                                                            \
        int was = inside, n;                                                                                           \
        inside = 0; /* it is counted already */                                                                        \
        n = list;                                                                                                      \
        inside = was;                                                                                                  \
        va_end(ap);                                                                                                    \
        return n;                                                                                                      \
    }

PRINT(printf, (const char *format, ...), format, vfprintf(stdout, format, ap))
PRINT(fprintf, (FILE * f, const char *format, ...), format, vfprintf(f, format, ap))
int __printf_chk(int flag, const char *format, ...);
PRINT(__printf_chk, (int flag, const char *format, ...), format, ((void)flag, vfprintf(stdout, format, ap)))
int __fprintf_chk(FILE *f, int flag, const char *format, ...);
PRINT(__fprintf_chk, (FILE * f, int flag, const char *format, ...), format, ((void)flag, vfprintf(f, format, ap)))

/* ---- the report ---- */

/* A program that Pd starts is preloaded too, and has nothing to say. The caller of a counted function is named
 * by its symbol if it has one, else by its place in its file (which addr2line understands). */
__attribute__((destructor)) static void report(void)
{
    if (!blocks && strcmp(program_invocation_short_name, "pd"))
        return;
    fprintf(stderr, "nomalloc: %lu calls in perform of %lu blocks", calls, blocks);
    for (int i = 0; i < SITES && site[i].name; i++) {
        Dl_info at = { 0 };
        dladdr(site[i].from, &at);
        const char *file = at.dli_fname ? at.dli_fname : "?", *slash = strrchr(file, '/');
        fprintf(stderr, "%s %s %lu (%s", i ? "," : ":", site[i].name, site[i].n, slash ? slash + 1 : file);
        if (at.dli_sname)
            fprintf(stderr, ": %s)", at.dli_sname);
        else
            fprintf(stderr, "+%#lx)", (unsigned long)((char *)site[i].from - (char *)at.dli_fbase));
    }
    fprintf(stderr, "\n");
}
