#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pdrun.h"

enum { MAX_CANVASES = 256, MAX_MESSAGE = 1 << 16 };

/* A text that grows. */
typedef struct text {
    char *s;
    size_t n, room;
} text;

/* A canvas: its boxes and its cords, kept apart since a file lists all boxes first. */
typedef struct canvas {
    text boxes, cords;
    int n;
} canvas;

typedef struct box {
    int canvas, index;
    int heard; /* A receiver for pd_at is connected to it. */
} box;

/* A message to be sent, with the name of its receiver in front. */
typedef struct event {
    double ms;
    int order; /* its place among the messages of one time */
    int reply; /* NO_REPLY: it belongs to the harness */
    char *message;
} event;

typedef struct record {
    int n;
    float *samples;
} record;

struct pd_patch {
    pd_setup setup;
    char dir[128];
    canvas canvas[MAX_CANVASES];
    int n_canvases, here;
    pd_patch *next; /* that is open too */
    box *boxes;
    int n_boxes;
    event *events;
    int n_events, n_replies, n_feeds;
    record *records;
    int n_records;
    double until;
    char *printed;
    char **lines; /* into `printed` */
    int *owner;   /* the reply that each line belongs to */
    int n_lines;
};

enum { NO_REPLY = -9 };
static const double BEFORE_ALL = -1, BLOCK_MS = 64000. / 44100; /* Pd's block is never longer than this */

/* -- text and files ------------------------------------------------------- */

static void *resized(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p)
        fail_msg("out of memory");
    return p;
}

static void append_v(text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t more = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (t->n + more + 1 > t->room) {
        t->room = 2 * (t->n + more + 1);
        t->s = resized(t->s, t->room);
    }
    vsnprintf(t->s + t->n, more + 1, format, args);
    t->n += more;
}

__attribute__((format(printf, 2, 3))) static void append(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    append_v(t, format, args);
    va_end(args);
}

static FILE *open_in(const pd_patch *p, const char *name, const char *mode)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", p->dir, name);
    FILE *f = fopen(path, mode);
    if (!f)
        fail_msg("%s: %s", path, strerror(errno));
    return f;
}

static char *read_whole(const pd_patch *p, const char *name, size_t *size)
{
    FILE *f = open_in(p, name, "rb");
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *s = resized(NULL, *size + 1);
    if (fread(s, 1, *size, f) != *size)
        fail_msg("%s: cannot be read", name);
    s[*size] = 0;
    fclose(f);
    return s;
}

/* -- the description ------------------------------------------------------ */

static pd_patch *open_patches;

static void close_all(void)
{
    while (open_patches)
        pd_close(open_patches);
}

pd_patch *pd_open_with(pd_setup setup)
{
    pd_patch *p = resized(NULL, sizeof *p);
    *p = (pd_patch){ .setup = setup, .n_canvases = 1, .next = open_patches };
    open_patches = p;
    tests_end_with(close_all);
    if (p->setup.rate == 0)
        p->setup.rate = 48000;
    if (p->setup.limit == 0)
        p->setup.limit = 60;
    const char *folder = getenv("TMPDIR");
    snprintf(p->dir, sizeof p->dir, "%s/hertz-test-XXXXXX", folder ? folder : "/tmp");
    if (!mkdtemp(p->dir))
        fail_msg("%s: %s", p->dir, strerror(errno));
    return p;
}

const char *pd_folder(const pd_patch *p)
{
    return p->dir;
}

/* Adds a box of any kind ("obj", "msg") to a canvas. */
static int box_in_v(pd_patch *p, int where, const char *kind, const char *format, va_list args)
{
    canvas *c = &p->canvas[where];
    append(&c->boxes, "#X %s 10 10 ", kind);
    append_v(&c->boxes, format, args);
    append(&c->boxes, ";\n");
    p->boxes = resized(p->boxes, (size_t)(p->n_boxes + 1) * sizeof *p->boxes);
    p->boxes[p->n_boxes] = (box){ .canvas = where, .index = c->n++ };
    return p->n_boxes++;
}

__attribute__((format(printf, 4, 5))) static int box_in(pd_patch *p, int where, const char *kind, const char *format,
                                                        ...)
{
    va_list args;
    va_start(args, format);
    int made = box_in_v(p, where, kind, format, args);
    va_end(args);
    return made;
}

/* Says whether a file of the library holds a word. */
static int file_holds(const char *path, const char *word)
{
    char line[4000];
    int holds = 0;
    FILE *f = fopen(path, "r");
    while (f && !holds && fgets(line, sizeof line, f))
        holds = strstr(line, word) != NULL;
    if (f)
        fclose(f);
    return holds;
}

/* Returns the flags by which a test measures what a box holds: of a class the raw numbers, of an instrument the
 * strokes as they are meant, and where it throws dice always the same. */
static const char *flags_to_measure(const pd_patch *p, const char *its)
{
    char name[64], path[100];
    if (p->setup.as_played || sscanf(its, "hertz/%63[^ ,]", name) != 1)
        return "";
    snprintf(path, sizeof path, "externals/%s.c", name);
    if (access(path, R_OK) == 0)
        return " -hold 0 -autogain 0";
    snprintf(path, sizeof path, "abstractions/%s.pd", name);
    if (file_holds(path, "-human 1") && !strstr(its, "-human"))
        return " -human 0";
    return file_holds(path, "hertz/seed") && !strstr(its, "-seed") ? " -seed 1" : "";
}

int pd_obj(pd_patch *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *its;
    if (vasprintf(&its, format, args) < 0)
        fail_msg("no memory for a box");
    va_end(args);
    int made = box_in(p, p->here, "obj", "%s%s", its, flags_to_measure(p, its));
    free(its);
    return made;
}

void pd_connect(pd_patch *p, int from, int outlet, int to, int inlet)
{
    const box *a = &p->boxes[from], *b = &p->boxes[to];
    if (a->canvas != b->canvas)
        fail_msg("a cord cannot join two canvases");
    append(&p->canvas[a->canvas].cords, "#X connect %d %d %d %d;\n", a->index, outlet, b->index, inlet);
}

void pd_chain_of(pd_patch *p, const int *row, size_t n)
{
    for (size_t i = 1; i < n; i++)
        pd_connect(p, row[i - 1], 0, row[i], 0);
}

int pd_subpatch(pd_patch *p, const char *ruler)
{
    if (p->n_canvases == MAX_CANVASES)
        fail_msg("too many subpatches");
    p->here = p->n_canvases++;
    return pd_obj(p, "%s", ruler);
}

void pd_main(pd_patch *p)
{
    p->here = 0;
}

__attribute__((format(printf, 4, 5))) static void add_event(pd_patch *p, double ms, int reply, const char *format, ...)
{
    text t = { 0 };
    va_list args;
    va_start(args, format);
    append_v(&t, format, args);
    va_end(args);
    p->events = resized(p->events, (size_t)(p->n_events + 1) * sizeof *p->events);
    p->events[p->n_events] = (event){ ms, p->n_events, reply, t.s };
    p->n_events++;
    pd_until(p, ms);
}

/* Puts a receiver beside a box and connects it to one of the inlets. */
static void hear(pd_patch *p, int obj, int inlet, const char *name, int number)
{
    pd_connect(p, box_in(p, p->boxes[obj].canvas, "obj", "r %s-%d", name, number), 0, obj, inlet);
}

int pd_at(pd_patch *p, double ms, int obj, const char *format, ...)
{
    char message[MAX_MESSAGE];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (length >= MAX_MESSAGE)
        fail_msg("a message of %d characters is too long", length);
    if (obj == PD_SEND) {
        add_event(p, ms, p->n_replies, "%s", message);
    } else {
        if (!p->boxes[obj].heard)
            hear(p, obj, 0, "hz-box", obj);
        p->boxes[obj].heard = 1;
        add_event(p, ms, p->n_replies, "hz-box-%d %s", obj, message);
    }
    return p->n_replies++;
}

int pd_at_with(pd_patch *p, double ms, int obj, pd_atom atom, const char *message)
{
    int where = p->boxes[obj].canvas;
    int join = box_in(p, where, "obj", "list append");
    int trim = box_in(p, where, "obj", "list trim");
    int odd = box_in(p, where, "obj", "r hz-atom-%d", (int)atom);
    hear(p, join, 0, "hz-odd", p->n_replies);
    pd_connect(p, odd, 0, join, 1);
    pd_connect(p, join, 0, trim, 0);
    pd_connect(p, trim, 0, obj, 0);
    add_event(p, ms, p->n_replies, "hz-odd-%d %s", p->n_replies, message);
    return p->n_replies++;
}

void pd_feed(pd_patch *p, int obj, int inlet, double ms, const float *samples, int n)
{
    int k = p->n_feeds++, where = p->boxes[obj].canvas;
    char name[32];
    snprintf(name, sizeof name, "feed-%d.txt", k);
    FILE *f = open_in(p, name, "w");
    for (int i = 0; i < n; i++)
        fprintf(f, "%.9g\n", (double)samples[i]);
    fclose(f);
    box_in(p, where, "obj", "array define hz-feed-%d %d", k, n);
    int play = box_in(p, where, "obj", "tabplay~ hz-feed-%d", k);
    hear(p, play, 0, "hz-play", k);
    pd_connect(p, play, 0, obj, inlet);
    add_event(p, BEFORE_ALL, NO_REPLY, "hz-feed-%d read %s/%s", k, p->dir, name);
    add_event(p, ms, NO_REPLY, "hz-play-%d bang", k);
    pd_until(p, ms + 1000. * n / p->setup.rate + 2 * BLOCK_MS);
}

void pd_print(pd_patch *p, int obj, int outlet, const char *name)
{
    pd_connect(p, obj, outlet, box_in(p, p->boxes[obj].canvas, "obj", "print %s", name), 0);
}

/* Pd's arrays take what is not finite for 0, so whether it was finite is recorded beside it. */
int pd_record(pd_patch *p, int obj, int outlet, double ms, int n)
{
    int k = p->n_records++, where = p->boxes[obj].canvas;
    p->records = resized(p->records, (size_t)p->n_records * sizeof *p->records);
    p->records[k] = (record){ n, NULL };
    int finite = box_in(p, where, "obj", "expr~ (\\$v1-\\$v1)==0");
    pd_connect(p, obj, outlet, finite, 0);
    for (int side = 0; side < 2; side++) {
        box_in(p, where, "obj", "array define hz-record-%d-%d %d", k, side, n);
        int write = box_in(p, where, "obj", "tabwrite~ hz-record-%d-%d", k, side);
        pd_connect(p, side ? finite : obj, side ? 0 : outlet, write, 0);
        hear(p, write, 0, "hz-start", k);
    }
    add_event(p, ms, NO_REPLY, "hz-start-%d bang", k);
    pd_until(p, ms + 1000. * n / p->setup.rate + 2 * BLOCK_MS);
    return k;
}

void pd_until(pd_patch *p, double ms)
{
    p->until = fmax(p->until, ms);
}

/* -- the run -------------------------------------------------------------- */

/* The odd atoms: NaN is infinity less infinity, a pointer comes from traversing the patch itself. */
static void add_odd_atoms(pd_patch *p)
{
    const char *maker[] = { [PD_NAN] = "- 1e999", [PD_POINTER] = "pointer" };
    const char *starter[] = { [PD_NAN] = "1e999", [PD_POINTER] = "traverse pd-patch.pd \\, bang" };
    int load = box_in(p, 0, "obj", "loadbang");
    for (int atom = PD_NAN; atom <= PD_POINTER; atom++) {
        int start = box_in(p, 0, "msg", "%s", starter[atom]);
        int make = box_in(p, 0, "obj", "%s", maker[atom]);
        pd_connect(p, load, 0, start, 0);
        pd_connect(p, start, 0, make, 0);
        pd_connect(p, make, 0, box_in(p, 0, "obj", "s hz-atom-%d", atom), 0);
    }
}

/* The player of the sequence and the boxes that mark replies and save records. */
static void add_machinery(pd_patch *p)
{
    add_odd_atoms(p);
    pd_connect(p, box_in(p, 0, "obj", "r hz-reply"), 0, box_in(p, 0, "obj", "print hz-reply"), 0);
    pd_connect(p, box_in(p, 0, "obj", "r hz-save"), 0, box_in(p, 0, "obj", "soundfiler"), 0);
    int load = box_in(p, 0, "obj", "loadbang");
    int start = box_in(p, 0, "msg", "read sequence.txt \\, bang");
    pd_connect(p, load, 0, start, 0);
    pd_connect(p, start, 0, box_in(p, 0, "obj", "qlist"), 0);
}

static void add_frame_events(pd_patch *p)
{
    if (!p->setup.no_dsp)
        add_event(p, BEFORE_ALL, NO_REPLY, "pd dsp 1");
    double end = p->until + BLOCK_MS;
    add_event(p, end, NO_REPLY, "hz-reply %d", PD_END);
    for (int k = 0; k < p->n_records; k++)
        for (int side = 0; side < 2; side++)
            add_event(p, end, NO_REPLY, "hz-save write -wave -bytes 4 %s/record-%d-%d.wav hz-record-%d-%d", p->dir, k,
                      side, k, side);
    add_event(p, end, NO_REPLY, "pd quit");
}

static void write_patch(pd_patch *p)
{
    FILE *f = open_in(p, "patch.pd", "w");
    fprintf(f, "#N canvas 0 0 400 300 12;\n%s", p->canvas[0].boxes.s);
    for (int i = 1; i < p->n_canvases; i++)
        fprintf(f, "#N canvas 0 0 400 300 part%d 0;\n%s%s#X restore 10 10 pd part%d;\n", i, p->canvas[i].boxes.s,
                p->canvas[i].cords.s ? p->canvas[i].cords.s : "", i);
    fprintf(f, "%s", p->canvas[0].cords.s);
    fclose(f);
}

static int by_time(const void *x, const void *y)
{
    const event *a = x, *b = y;
    return a->ms != b->ms ? (a->ms > b->ms) - (a->ms < b->ms) : a->order - b->order;
}

static void write_sequence(pd_patch *p)
{
    qsort(p->events, (size_t)p->n_events, sizeof *p->events, by_time);
    FILE *f = open_in(p, "sequence.txt", "w");
    double now = 0;
    for (int i = 0; i < p->n_events; i++) {
        const event *e = &p->events[i];
        if (e->ms > now)
            fprintf(f, "%.9g ", e->ms - now);
        now = fmax(e->ms, now);
        if (e->reply != NO_REPLY)
            fprintf(f, "hz-reply %d;\n", e->reply);
        fprintf(f, "%s;\n", e->message);
    }
    fclose(f);
}

/* The child. Pd ignores SIGALRM, so timeout(1) watches over it; env(1) keeps the preload away from timeout. */
static void become_pd(const pd_patch *p)
{
    char limit[32], preload[4096], rate[32], patch[160], printed[160];
    const char *path = getenv("HZ_PDPATH"), *given = getenv("HZ_PRELOAD"), *pd = getenv("HZ_PD");
    snprintf(limit, sizeof limit, "%u", p->setup.limit);
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s %s", given ? given : "", p->setup.preload ? p->setup.preload : "");
    snprintf(rate, sizeof rate, "%g", p->setup.rate);
    snprintf(patch, sizeof patch, "%s/patch.pd", p->dir);
    snprintf(printed, sizeof printed, "%s/printed.txt", p->dir);
    int out = open(printed, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    dup2(out, 1);
    dup2(out, 2);
    execlp("timeout", "timeout", "-s", "KILL", limit, "env", preload, pd ? pd : "pd", "-nrt", "-nogui", "-noprefs",
           "-noaudio", "-r", rate, "-path", path ? path : "build", "-open", patch,
           p->setup.by_clock ? (char *)NULL : "-batch", (char *)NULL);
    _exit(127);
}

static void split_lines(pd_patch *p)
{
    int reply = PD_LOADED;
    for (char *line = strtok(p->printed, "\n"); line; line = strtok(NULL, "\n")) {
        p->lines = resized(p->lines, (size_t)(p->n_lines + 1) * sizeof *p->lines);
        p->owner = resized(p->owner, (size_t)(p->n_lines + 1) * sizeof *p->owner);
        if (sscanf(line, "hz-reply: %d", &reply) == 1)
            continue;
        p->lines[p->n_lines] = line;
        p->owner[p->n_lines++] = reply;
    }
}

/* The samples of a wave file of floats as soundfiler writes it. */
static float *read_wave(const pd_patch *p, int k, int side, int n)
{
    char name[64];
    size_t size, at = 12;
    uint32_t length;
    snprintf(name, sizeof name, "record-%d-%d.wav", k, side);
    char *file = read_whole(p, name, &size);
    while (at + 8 < size && memcmp(file + at, "data", 4)) {
        memcpy(&length, file + at + 4, 4);
        at += 8 + length;
    }
    if (at + 8 + 4 * (size_t)n > size)
        fail_msg("%s: shorter than %d samples", name, n);
    float *samples = resized(NULL, 4 * (size_t)n);
    memcpy(samples, file + at + 8, 4 * (size_t)n);
    free(file);
    return samples;
}

static void read_records(pd_patch *p)
{
    for (int k = 0; k < p->n_records; k++) {
        record *r = &p->records[k];
        r->samples = read_wave(p, k, 0, r->n);
        float *finite = read_wave(p, k, 1, r->n);
        for (int i = 0; i < r->n; i++)
            if (finite[i] == 0)
                r->samples[i] = NAN;
        free(finite);
    }
}

int pd_try(pd_patch *p)
{
    add_machinery(p);
    add_frame_events(p);
    write_patch(p);
    write_sequence(p);
    pid_t child = fork();
    if (child == 0)
        become_pd(p);
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child)
        fail_msg("cannot start pd: %s", strerror(errno));
    size_t size;
    p->printed = read_whole(p, "printed.txt", &size);
    split_lines(p);
    if (status == 0)
        read_records(p);
    return status == 0;
}

void pd_run(pd_patch *p)
{
    if (pd_try(p))
        return;
    for (int i = p->n_lines > 60 ? p->n_lines - 60 : 0; i < p->n_lines; i++)
        fprintf(stderr, "%s\n", p->lines[i]);
    fail_msg("%s: Pd did not reach the end; what it printed last is above", p->dir);
}

void pd_close(pd_patch *p)
{
    pd_patch **at = &open_patches;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    DIR *d = getenv("HZ_KEEP") ? NULL : opendir(p->dir);
    for (struct dirent *e; d && (e = readdir(d));)
        unlinkat(dirfd(d), e->d_name, 0);
    if (d) {
        closedir(d);
        rmdir(p->dir);
    }
    for (int i = 0; i < p->n_canvases; i++) {
        free(p->canvas[i].boxes.s);
        free(p->canvas[i].cords.s);
    }
    for (int i = 0; i < p->n_events; i++)
        free(p->events[i].message);
    for (int i = 0; i < p->n_records; i++)
        free(p->records[i].samples);
    free(p->boxes);
    free(p->events);
    free(p->records);
    free(p->printed);
    free(p->lines);
    free(p->owner);
    free(p);
}

/* -- the results ---------------------------------------------------------- */

const float *pd_samples(const pd_patch *p, int record_number)
{
    return p->records[record_number].samples;
}

const char *pd_line(const pd_patch *p, int reply, const char *prefix, int i)
{
    size_t n = strlen(prefix);
    for (int k = 0; k < p->n_lines; k++)
        if ((reply == PD_ALL || p->owner[k] == reply) && !strncmp(p->lines[k], prefix, n) && i-- == 0)
            return p->lines[k] + n;
    return NULL;
}

const char *pd_next(const pd_patch *p, int i, int *reply)
{
    if (i >= p->n_lines)
        return NULL;
    *reply = p->owner[i];
    return p->lines[i];
}

int pd_count(const pd_patch *p, int reply, const char *prefix)
{
    int n = 0;
    size_t length = strlen(prefix);
    for (int k = 0; k < p->n_lines; k++)
        n += (reply == PD_ALL || p->owner[k] == reply) && !strncmp(p->lines[k], prefix, length);
    return n;
}

int pd_numbers(const char *line, double *out, int most)
{
    int n = 0;
    for (char *end; line && n < most; n++, line = end) {
        out[n] = strtod(line, &end);
        if (end == line)
            break;
    }
    return n;
}

int signals_before_answers(const char *path)
{
    enum { MOST = 64 };
    char line[2000], word[64];
    int depth = 0, n = 0, before = 0, x[MOST], answers = 1 << 30;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        int at;
        depth += !strncmp(line, "#N canvas", 9) - !strncmp(line, "#X restore", 10);
        if (depth != 1 || sscanf(line, "#X obj %d %*d %63[^ ;,\n]", &at, word) != 2)
            continue;
        if (!strcmp(word, "outlet~") && n < MOST)
            x[n++] = at;
        answers = !strcmp(word, "outlet") && at < answers ? at : answers;
    }
    if (f)
        fclose(f);
    for (int i = 0; i < n; i++)
        before += x[i] < answers;
    return before;
}
