/* file: text files that messages name, found as Pd finds files. */
#define _XOPEN_SOURCE 700 /* for fstat, ftruncate, realpath */
#define _DARWIN_C_SOURCE  /* for flock, on macOS */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef _WIN32
#include <share.h>
#include <windows.h>
#else
#include <sys/file.h>
#endif

#include <g_canvas.h>

#include "instrument.h"

/* ---- opening ---- */

/* A path is UTF-8, as everywhere in Pd. Pd opens and closes the file, but not on Windows: there a descriptor belongs to
 * the C library that opened it, and Pd may have another one than we. Nothing here waits for a pipe. */
#ifdef _WIN32
enum { WIDE = 2 * MAXPDSTRING };

static int widen(const char *path, wchar_t *wide)
{
    return MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, WIDE) || (errno = ENOENT, 0);
}

static int open_path(const char *path, int flags)
{
    wchar_t wide[WIDE];

    if (!widen(path, wide))
        return -1;
    DWORD kind = GetFileAttributesW(wide);
    if (kind != INVALID_FILE_ATTRIBUTES && (kind & FILE_ATTRIBUTE_DIRECTORY)) {
        errno = EISDIR;
        return -1;
    }
    return _wsopen(wide, flags | _O_BINARY, flags & O_WRONLY ? _SH_DENYWR : _SH_DENYNO, _S_IREAD | _S_IWRITE);
}

/* Opening has done it. */
static int is_ours(int fd)
{
    (void)fd;
    return 1;
}

static void close_read(int fd)
{
    close(fd);
}

static void follow_link(char *path)
{
    (void)path;
}

static int replace(const char *from, const char *to)
{
    wchar_t a[WIDE], b[WIDE];

    if (widen(from, a) && widen(to, b) && MoveFileExW(a, b, MOVEFILE_REPLACE_EXISTING))
        return 0;
    errno = EACCES;
    return -1;
}

static void delete_file(const char *path)
{
    wchar_t wide[WIDE];

    if (widen(path, wide))
        _wunlink(wide);
}
#else
static int open_path(const char *path, int flags)
{
    return sys_open(path, flags | O_NONBLOCK | O_CLOEXEC, 0666);
}

/* Keeps others, of this Pd or another one, from writing into the file until it is closed. Returns 0 where another one
 * does. A file system that knows no such thing keeps nobody. */
static int is_ours(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

static void close_read(int fd)
{
    sys_close(fd);
}

/* What a link leads to is replaced, and not the link. */
static void follow_link(char *path)
{
    char *real = realpath(path, NULL);

    if (real && strlen(real) < MAXPDSTRING)
        strcpy(path, real);
    free(real);
}

static int replace(const char *from, const char *to)
{
    return rename(from, to);
}

static void delete_file(const char *path)
{
    unlink(path);
}
#endif

/* Opens a regular file without waiting. Returns -1 where it cannot; then `why` says why. */
static int open_regular(const char *path, int flags, const char **why)
{
    struct stat s;
    int fd = open_path(path, flags);

    if (fd < 0 && errno != ENXIO && errno != EISDIR) {
        *why = strerror(errno);
        return -1;
    }
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        return fd;
    *why = (fd < 0 ? errno == EISDIR : S_ISDIR(s.st_mode)) ? "a folder" : "no regular file";
    if (fd >= 0)
        close_read(fd);
    return -1;
}

typedef struct search {
    const char *name;
    int fd;
    const char *why; /* This was in the way first. NULL: nothing was. */
} search;

/* Looks into one folder. A path of Pd may begin with ~, which stands for the user's own folder. */
static void look_in(search *s, const char *folder)
{
    char path[2 * MAXPDSTRING];
    const char *home = folder[0] == '~' ? getenv("HOME") : NULL, *why = NULL;
    int n = snprintf(path, sizeof path, "%s%s%s%s", home ? home : "", home ? folder + 1 : folder, *folder ? "/" : "",
                     s->name);

    if (n < 0 || n >= (int)sizeof path)
        return;
    s->fd = open_regular(path, O_RDONLY, &why);
    if (s->fd < 0 && !s->why && strcmp(why, strerror(ENOENT)) != 0)
        s->why = why;
}

/* Pd calls this for every folder. Returns 0 to end the search. */
static int next_folder(const char *folder, void *user)
{
    search *s = user;

    look_in(s, folder);
    return s->fd < 0;
}

static int find(const t_canvas *canvas, const char *name, const char **why)
{
    search s = { .name = name, .fd = -1 };

    if (sys_isabsolutepath(name))
        look_in(&s, "");
    else
        canvas_path_iterate(hz_instrument_patch(canvas), next_folder, &s);
    *why = s.why ? s.why : strerror(ENOENT);
    return s.fd;
}

/* ---- reading ---- */

/* Takes in everything that is in an open file, at most one byte more than is allowed, and nothing of what is too long
 * before. Returns 0 where it cannot; then `errno` says why. */
static int take_in(int fd, char **text, size_t *n, size_t most)
{
    size_t room = 0;
    struct stat s;

    for (*n = fstat(fd, &s) == 0 && s.st_size > (off_t)most ? most + 1 : 0; *n <= most;) {
        if (*n == room) {
            char *more = realloc(*text, room += 1 << 16);
            if (!more)
                return 0;
            *text = more;
        }
        ssize_t got = read(fd, *text + *n, room - *n);
        if (got == 0)
            return 1;
        if (got < 0 && errno != EINTR)
            return 0;
        *n += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

char *hz_file_read(const t_canvas *canvas, const char *name, size_t most, size_t *length, const char **why)
{
    static const char MARK[] = "\xEF\xBB\xBF"; /* Some editors begin a text with it. */
    char *text = NULL;
    int fd = find(canvas, name, why);

    if (fd < 0)
        return NULL;
    int good = take_in(fd, &text, length, most);
    if (!good)
        *why = strerror(errno);
    else if (*length > most)
        *why = most < HZ_FILE_MOST ? "more than 1 MiB" : "more than 16 MiB";
    close_read(fd);
    if (!good || *length > most) {
        free(text);
        return NULL;
    }
    if (*length >= 3 && !memcmp(text, MARK, 3))
        memmove(text, text + 3, *length -= 3);
    return text;
}

/* ---- writing ---- */

static int open_ours(const char *path, int flags, const char **why)
{
    int fd = open_regular(path, O_WRONLY | flags, why);

    if (fd < 0 || is_ours(fd))
        return fd;
    *why = "a recording or something else is being written into it";
    close(fd);
    return -1;
}

/* Makes a stream of what is open. NULL: it cannot, or nothing is. */
static FILE *stream(int fd, const char **why)
{
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");

    if (fd >= 0 && !f) {
        *why = strerror(errno);
        close(fd);
    }
    return f;
}

FILE *hz_file_open(const t_canvas *canvas, const char *name, const char **why)
{
    char path[MAXPDSTRING];

    canvas_makefilename(hz_instrument_patch(canvas), name, path, MAXPDSTRING);
    return stream(open_ours(path, O_CREAT, why), why);
}

const char *hz_file_empty(FILE *f)
{
    return ftruncate(fileno(f), 0) || fseek(f, 0, SEEK_SET) ? strerror(errno) : NULL;
}

int hz_file_drop(FILE *f)
{
    int fd = dup(fileno(f)), is_empty;

    fclose(f);
    is_empty = fd >= 0 && ftruncate(fd, 0) == 0;
    close(fd);
    return is_empty;
}

/* Puts a text into a file that nobody else has. Returns NULL, or why it could not. */
static const char *put_anew(const char *path, const char *text)
{
    const char *why = NULL;

    delete_file(path); /* It was left where Pd ended while it wrote. */
    FILE *f = stream(open_regular(path, O_WRONLY | O_CREAT | O_EXCL, &why), &why);
    if (!f)
        return why;
    why = fputs(text, f) < 0 ? strerror(errno) : NULL;
    return fclose(f) && !why ? strerror(errno) : why;
}

const char *hz_file_write(const t_canvas *canvas, const char *name, const char *text)
{
    static const char PART[] = ".hertz-part";
    char path[MAXPDSTRING], part[MAXPDSTRING + sizeof PART];
    const char *why = NULL;

    canvas_makefilename(hz_instrument_patch(canvas), name, path, MAXPDSTRING);
    follow_link(path);
    int old = open_ours(path, 0, &why);
    if (old < 0 && strcmp(why, strerror(ENOENT)) != 0)
        return why;
    if (old >= 0)
        close(old);
    snprintf(part, sizeof part, "%s%s", path, PART);
    why = put_anew(part, text);
    if (!why && replace(part, path) < 0)
        why = strerror(errno);
    if (why)
        delete_file(part);
    return why;
}
