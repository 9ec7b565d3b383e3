/* nomalloc: proves that the audio thread does not block, and that messages do not allocate. Preloaded into Pd, it
 * counts what a perform routine of hertz calls that could block: allocation, locks, waiting, files, printing. And it
 * counts what a message to an object of hertz allocates or frees. When Pd ends it says so, and how much
 * memory there still is, in three lines:
 *
 *   LD_PRELOAD=build/tests/nomalloc.so pd -batch -nogui -path build -open patch.pd
 *   nomalloc: 3 calls in perform of 690 blocks: malloc 2 (impact~.pd_linux+0x12f0), free 1 (...)
 *   nomalloc: 1 allocations in 12 messages: malloc 1 by read (impact~.pd_linux+0x32c0)
 *   nomalloc: 1234567 bytes in use
 *
 * Pd's own getbytes, post and pd_error end in these calls and are seen there. Of a message, three things that Pd does
 * for it are not counted: what the objects behind the info outlet do with an answer, the printing of an error, and the
 * symbol of a word that Pd has not met before.
 *
 * Pd's dsp_add cannot be interposed: it is defined in the program itself, which the dynamic linker asks before any
 * preloaded library. So dlopen is watched instead, and in each library of hertz the slots that lead to such functions
 * are turned to routines here, which put a wrapper before the perform routine or before the method of messages. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE /* printf and its kin must keep their names */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
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

/* Where this thread is: in a perform routine of hertz, or in its method of messages. */
enum place { ELSEWHERE, PERFORM, MESSAGE, PLACES };
static __thread enum place place;
static __thread const char *message; /* its selector */
static unsigned long entered[PLACES], calls[PLACES];

/* Who called what how often, in which message. The table is small, for a bad class does the same every block. */
enum { SITES = 64 };
static struct {
    enum place place;
    const char *name, *message;
    void *from;
    unsigned long n;
} site[SITES];

static void seen(const char *name, void *from)
{
    calls[place]++;
    for (int i = 0; i < SITES; i++) {
        if (!site[i].name) {
            site[i].place = place;
            site[i].name = name;
            site[i].message = message;
            site[i].from = from;
        }
        if (site[i].place == place && site[i].name == name && site[i].message == message && site[i].from == from) {
            site[i].n++;
            return;
        }
    }
}

#define WATCH_IN(condition, name)                                                                                      \
    do {                                                                                                               \
        if (condition)                                                                                                 \
            seen(name, __builtin_return_address(0));                                                                   \
    } while (0)
#define WATCH(name) WATCH_IN(place == PERFORM, name)
#define WATCH_MEMORY(name) WATCH_IN(place != ELSEWHERE, name)

/* ---- perform ---- */

/* The chain holds this routine, then the original with its arguments; so the rest of the chain begins where the
 * original says it does. */
static pd_int *watched(pd_int *w)
{
    enum place was = place;
    place = PERFORM;
    w = ((perform_fn)w[1])(w + 1);
    place = was;
    entered[PERFORM]++;
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

/* ---- messages ---- */

typedef struct pd_class pd_class;
typedef void (*message_fn)(void *object, void *selector, int argc, void *argv);

/* The methods of each class, for messages and for numbers; an object begins with the pointer to its class. */
typedef void (*number_fn)(void *object, float x);
enum { CLASSES = 16 };
static struct {
    pd_class *class;
    message_fn method;
    number_fn number;
} classes[CLASSES];
static int n_classes;

/* The place of a class in that table; it is new there the first time. */
static int class_at(pd_class *class)
{
    for (int i = 0; i < n_classes; i++)
        if (classes[i].class == class)
            return i;
    if (n_classes == CLASSES)
        abort();
    classes[n_classes].class = class;
    return n_classes++;
}

static void watched_message(void *object, void *selector, int argc, void *argv)
{
    enum place was = place;
    const char *before = message;
    place = MESSAGE;
    message = *(const char **)selector;
    classes[class_at(*(pd_class **)object)].method(object, selector, argc, argv);
    place = was;
    message = before;
    entered[MESSAGE]++;
}

static void watched_number(void *object, float x)
{
    enum place was = place;
    const char *before = message;
    place = MESSAGE;
    message = "float";
    classes[class_at(*(pd_class **)object)].number(object, x);
    place = was;
    message = before;
    entered[MESSAGE]++;
}

static void watch_messages(pd_class *class, message_fn method)
{
    static void (*real)(pd_class *, message_fn);
    if (!real)
        *(void **)&real = dlsym(RTLD_DEFAULT, "class_addanything");
    classes[class_at(class)].method = method;
    real(class, watched_message);
}

static void watch_numbers(pd_class *class, number_fn method)
{
    static void (*real)(pd_class *, number_fn);
    if (!real)
        *(void **)&real = dlsym(RTLD_DEFAULT, "class_doaddfloat");
    classes[class_at(class)].number = method;
    real(class, watched_number);
}

/* What Pd does for a message is not the message's. */
static enum place leave_message(void)
{
    enum place was = place;
    if (place == MESSAGE)
        place = ELSEWHERE;
    return was;
}

static void pass_outlet_anything(void *outlet, void *selector, int argc, void *argv)
{
    static void (*real)(void *, void *, int, void *);
    enum place was = leave_message();
    if (!real)
        *(void **)&real = dlsym(RTLD_DEFAULT, "outlet_anything");
    real(outlet, selector, argc, argv);
    place = was;
}

static void *pass_gensym(const char *word)
{
    static void *(*real)(const char *);
    enum place was = leave_message();
    if (!real)
        *(void **)&real = dlsym(RTLD_DEFAULT, "gensym");
    void *symbol = real(word);
    place = was;
    return symbol;
}

static void pass_pd_error(void *object, const char *format, ...)
{
    static void (*real)(void *, const char *, ...);
    char text[4000];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    enum place was = leave_message();
    if (!real)
        *(void **)&real = dlsym(RTLD_DEFAULT, "pd_error");
    real(object, "%s", text);
    place = was;
}

/* ---- the libraries of hertz ---- */

static const struct {
    const char *name;
    void *to;
} turned[] = {
    { "dsp_addv", (void *)watch_perform },
    { "dsp_add", (void *)watch_perform_va },
    { "class_addanything", (void *)watch_messages },
    { "class_doaddfloat", (void *)watch_numbers },
    { "outlet_anything", (void *)pass_outlet_anything },
    { "gensym", (void *)pass_gensym },
    { "pd_error", (void *)pass_pd_error },
};

static void turn(const struct link_map *map, const ElfW(Rela) * r, size_t bytes, const ElfW(Sym) * symbols,
                 const char *names)
{
    for (const ElfW(Rela) *end = r + bytes / sizeof *r; r < end; r++) {
        const char *name = names + symbols[ELF64_R_SYM(r->r_info)].st_name;
        void *to = NULL;
        for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
            if (!strcmp(name, turned[i].name))
                to = turned[i].to;
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
    WATCH_MEMORY("malloc");
    return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    WATCH_MEMORY("calloc");
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    WATCH_MEMORY("realloc");
    return __libc_realloc(p, n);
}

void free(void *p)
{
    WATCH_MEMORY("free");
    __libc_free(p);
}

void *aligned_alloc(size_t align, size_t n)
{
    WATCH_MEMORY("aligned_alloc");
    return __libc_memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
    WATCH_MEMORY("posix_memalign");
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
        enum place was = place;                                                                                        \
        place = ELSEWHERE; /* it is counted already */                                                                 \
        int n = list;                                                                                                  \
        place = was;                                                                                                   \
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

static void say_sites(enum place where)
{
    int n = 0;
    for (int i = 0; i < SITES && site[i].name; i++) {
        Dl_info at = { 0 };
        if (site[i].place != where)
            continue;
        dladdr(site[i].from, &at);
        const char *file = at.dli_fname ? at.dli_fname : "?", *slash = strrchr(file, '/');
        fprintf(stderr, "%s %s %lu", n++ ? "," : ":", site[i].name, site[i].n);
        if (site[i].message)
            fprintf(stderr, " by %s", site[i].message);
        if (at.dli_sname)
            fprintf(stderr, " (%s: %s)", slash ? slash + 1 : file, at.dli_sname);
        else
            fprintf(stderr, " (%s+%#lx)", slash ? slash + 1 : file,
                    (unsigned long)((char *)site[i].from - (char *)at.dli_fbase));
    }
    fprintf(stderr, "\n");
}

/* A program that Pd starts is preloaded too, and has nothing to say. The caller of a counted function is named
 * by its symbol if it has one, else by its place in its file (which addr2line understands). */
__attribute__((destructor)) static void report(void)
{
    if (!entered[PERFORM] && !entered[MESSAGE] && strcmp(program_invocation_short_name, "pd"))
        return;
    fprintf(stderr, "nomalloc: %lu calls in perform of %lu blocks", calls[PERFORM], entered[PERFORM]);
    say_sites(PERFORM);
    fprintf(stderr, "nomalloc: %lu allocations in %lu messages", calls[MESSAGE], entered[MESSAGE]);
    say_sites(MESSAGE);
    struct mallinfo2 now = mallinfo2();
    fprintf(stderr, "nomalloc: %zu bytes in use\n", now.uordblks + now.hblkhd);
}
