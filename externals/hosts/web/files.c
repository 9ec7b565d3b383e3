/* files: what stands in a browser for Pd's files and for those functions of the C library that need a system: files
 * are kept in memory, as long as the box lives. JavaScript may put one there and take one away. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "hosts/standin/parts.h"

#include <g_canvas.h>

#undef lseek /* a macro there */

#define SHOWN(name) __attribute__((export_name(#name), used))
#define GIVEN(name) __attribute__((import_module("web"), import_name(#name)))

enum { FILES = 64, FIRST = 3 }; /* The first three descriptors are those of the system. */

typedef struct file {
    char *name, *bytes; /* NULL: there is none */
    size_t n, room, at; /* `at` is where it is read or written: one opens a file at a time */
} file;

static file files[FILES];

static file *find(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].name && !strcmp(files[i].name, name))
            return &files[i];
    return NULL;
}

static file *make(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (!files[i].name) {
            files[i] = (file){ .name = strdup(name) };
            return files[i].name ? &files[i] : NULL;
        }
    return NULL;
}

static file *of(int fd)
{
    return fd >= FIRST && fd < FIRST + FILES && files[fd - FIRST].name ? &files[fd - FIRST] : NULL;
}

static int fails(int why)
{
    errno = why;
    return -1;
}

int sys_open(const char *name, int flags, ...)
{
    file *f = find(name);
    if (f && flags & O_EXCL)
        return fails(EEXIST);
    if (!f && !(flags & O_CREAT))
        return fails(ENOENT);
    if (!f && !(f = make(name)))
        return fails(ENFILE);
    f->at = 0;
    return FIRST + (int)(f - files);
}

int sys_close(int fd)
{
    return of(fd) ? 0 : fails(EBADF);
}

int close(int fd)
{
    return sys_close(fd);
}

int fstat(int fd, struct stat *s)
{
    const file *f = of(fd);
    if (!f)
        return fails(EBADF);
    *s = (struct stat){ .st_mode = S_IFREG, .st_size = (off_t)f->n };
    return 0;
}

ssize_t read(int fd, void *to, size_t n)
{
    file *f = of(fd);
    if (!f)
        return fails(EBADF);
    if (n > f->n - f->at)
        n = f->n - f->at;
    memcpy(to, f->bytes + f->at, n);
    f->at += n;
    return (ssize_t)n;
}

ssize_t write(int fd, const void *from, size_t n)
{
    file *f = of(fd);
    if (!f)
        return fails(EBADF);
    if (f->at + n > f->room) {
        size_t room = 2 * (f->at + n);
        char *more = realloc(f->bytes, room);
        if (!more)
            return fails(ENOSPC);
        f->bytes = more;
        f->room = room;
    }
    memcpy(f->bytes + f->at, from, n);
    f->at += n;
    f->n = f->at > f->n ? f->at : f->n;
    return (ssize_t)n;
}

/* What streams of C read and write by. */
ssize_t readv(int fd, const struct iovec *part, int n)
{
    ssize_t all = 0;
    for (int i = 0; i < n; i++) {
        ssize_t got = read(fd, part[i].iov_base, part[i].iov_len);
        if (got < 0)
            return got;
        all += got;
    }
    return all;
}

ssize_t writev(int fd, const struct iovec *part, int n)
{
    ssize_t all = 0;
    for (int i = 0; i < n; i++) {
        ssize_t got = write(fd, part[i].iov_base, part[i].iov_len);
        if (got < 0)
            return got;
        all += got;
    }
    return all;
}

int dup(int fd)
{
    return of(fd) ? fd : fails(EBADF);
}

/* Only to nothing: no more is asked for. */
int ftruncate(int fd, off_t length)
{
    file *f = of(fd);
    if (!f || length != 0)
        return fails(f ? EINVAL : EBADF);
    f->n = 0;
    return 0;
}

off_t lseek(int fd, off_t offset, int whence)
{
    file *f = of(fd);
    off_t from = !f ? 0 : whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off_t)f->at : (off_t)f->n;
    if (!f || from + offset < 0 || from + offset > (off_t)f->n)
        return fails(f ? EINVAL : EBADF);
    f->at = (size_t)(from + offset);
    return (off_t)f->at;
}

off_t __lseek(int fd, off_t offset, int whence)
{
    return lseek(fd, offset, whence);
}

int flock(int fd, int operation)
{
    (void)operation;
    return of(fd) ? 0 : fails(EBADF);
}

int unlink(const char *name)
{
    file *f = find(name);
    if (!f)
        return fails(ENOENT);
    free(f->name);
    free(f->bytes);
    *f = (file){ 0 };
    return 0;
}

int rename(const char *from, const char *to)
{
    file *f = find(from);
    if (!f)
        return fails(ENOENT);
    unlink(to);
    free(f->name);
    f->name = strdup(to);
    return f->name ? 0 : fails(ENOMEM);
}

char *realpath(const char *restrict path, char *restrict resolved)
{
    (void)path;
    (void)resolved;
    return NULL; /* There are no links. */
}

/* ---- Pd's paths: there are no folders ---- */

void canvas_makefilename(const t_canvas *c, const char *name, char *result, int size)
{
    (void)c;
    snprintf(result, (size_t)size, "%s", name);
}

t_canvas *canvas_getcurrent(void)
{
    return NULL;
}

int canvas_path_iterate(const t_canvas *c, t_canvas_path_iterator look, void *user)
{
    (void)c;
    return look("", user);
}

int sys_isabsolutepath(const char *path)
{
    return path[0] == '/' || path[0] == '~';
}

void standin_files_empty(void)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].name)
            unlink(files[i].name);
}

/* ---- for JavaScript ---- */

/* The bytes of a file that is made n bytes long, to be written there; of one that is there with n below 0, and
 * file_size says how many they are. NULL: there is no such file. */
SHOWN(file) char *web_file(const char *name, int n)
{
    if (n < 0) {
        const file *f = find(name);
        return f ? f->bytes : NULL;
    }
    unlink(name);
    file *f = make(name);
    if (!f || !(f->bytes = malloc((size_t)n + 1)))
        return NULL;
    f->n = f->room = (size_t)n;
    return f->bytes;
}

SHOWN(file_size) int web_file_size(const char *name)
{
    const file *f = find(name);
    return f ? (int)f->n : 0;
}

/* ---- no environment, and the time ---- */

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* Each box has another seed at first. */
GIVEN(now) double web_now(void); /* ms */

time_t time(time_t *t)
{
    time_t now = (time_t)(web_now() / 1000);
    if (t)
        *t = now;
    return now;
}

clock_t clock(void)
{
    return (clock_t)(web_now() * 1e6);
}
