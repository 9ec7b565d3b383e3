/* walk: what came of a few messages to one object. */
#include "walk.h"

#include <time.h>

#include "tests/patches/kinds.h"

enum { RATE = 48000, BLOCK = 64, MS = RATE / 1000, TICK = 20, WINDOW = 100 / TICK, IDLE = 400, STILL_FOR = 400 };

/* One run of Pd. */
typedef struct run {
    pd_patch *p;
    walk *w;
    int n, *owner, replies; /* the walk and step of each reply: WALK_STEPS * walk + step */
    double *begins, *ends;  /* ms */
    double now;
    double *ticks; /* of a core, in each tick */
    int n_ticks;
} run;

/* -- the patch ------------------------------------------------------------ */

/* The size of the greatest of all audio outlets, and their sum, go to two ears in the main patch. */
static void add_ears(pd_patch *p, int obj, int audio)
{
    int loudest = pd_obj(p, "abs~"), sum = pd_obj(p, "throw~ hz-sum");
    pd_connect(p, obj, 0, loudest, 0);
    pd_connect(p, obj, 0, sum, 0);
    for (int i = 1; i < audio; i++) {
        int size = pd_obj(p, "abs~"), both = pd_obj(p, "max~");
        pd_connect(p, obj, i, sum, 0);
        pd_connect(p, obj, i, size, 0);
        pd_connect(p, loudest, 0, both, 0);
        pd_connect(p, size, 0, both, 1);
        loudest = both;
    }
    pd_connect(p, loudest, 0, pd_obj(p, "throw~ hz-most"), 0);
}

/* Prints which contacts are told, and how many were not. */
static void add_reports(pd_patch *p, int obj, int info)
{
    int which = pd_obj(p, "route contacts contact"), once = pd_obj(p, "t b");
    pd_connect(p, obj, info, which, 0);
    pd_print(p, which, 0, "hz-untold");
    pd_connect(p, which, 1, once, 0);
    pd_print(p, once, 0, "hz-told");
}

/* Prints every TICK ms what was computed since the last time. */
static void add_clock(pd_patch *p)
{
    int metro = pd_obj(p, "metro %d", TICK), order = pd_obj(p, "t b b"), cpu = pd_obj(p, "cputime");
    pd_connect(p, metro, 0, order, 0);
    pd_connect(p, order, 1, cpu, 1);
    pd_connect(p, order, 0, cpu, 0);
    pd_print(p, cpu, 0, "hz-cpu");
    pd_at(p, 0, cpu, "bang");
    pd_at(p, 0, metro, "1");
}

/* Sends what is in a message box, one message after the other. */
static void send_text(run *r, double ms, int to, const char *text, int owner)
{
    char one[CONTROL_TEXT];
    for (const char *end; *text; text = end + strspn(end, "\\, ")) {
        end = strstr(text, " \\,");
        end = end ? end : text + strlen(text);
        snprintf(one, sizeof one, "%.*s", (int)(end - text), text);
        int reply = pd_at(r->p, ms, to, "%s", one);
        while (r->replies <= reply) {
            r->owner = realloc(r->owner, (size_t)(r->replies + 1) * sizeof *r->owner);
            r->owner[r->replies++] = owner;
        }
    }
}

/* Its subpatch is emptied in the end: what an instrument's own clocks do is over. */
static void add_walk(run *r, int k)
{
    const walk *w = &r->w[k];
    pd_patch *p = r->p;
    int ruler = pd_subpatch(p, "switch~"), obj = pd_obj(p, "%s", w->on->box), entry[4] = { obj, -1, -1, -1 };
    char clear[40];
    snprintf(clear, sizeof clear, "pd-part%d clear", k + 1); /* pdrun names them so */
    double at = r->begins[k] = r->now, last = 0;
    add_ears(p, obj, w->on->audio);
    add_reports(p, obj, w->on->info);
    if (w->on->shaken)
        pd_connect(p, pd_obj(p, "osc~ 110"), 0, obj, 0);
    send_text(r, at, ruler, "1", WALK_STEPS * k);
    for (int i = 0; i < w->n; i++) {
        int inlet = w->s[i].inlet;
        if (inlet > 0 && entry[inlet] < 0)
            pd_connect(p, entry[inlet] = pd_obj(p, "t a"), 0, obj, inlet);
        send_text(r, at + w->s[i].ms, entry[inlet], w->s[i].text, WALK_STEPS * k + i);
        last = fmax(last, w->s[i].ms);
    }
    double length = last + (w->rests ? WALK_STILL_AFTER + STILL_FOR : w->listens);
    r->ends[k] = TICK * ceil((at + length) / TICK);
    r->now = r->ends[k] + 2 * TICK;
    send_text(r, r->ends[k], PD_SEND, clear, WALK_STEPS * k + w->n - 1);
    pd_main(p);
}

/* -- what came of it ------------------------------------------------------ */

/* Returns how loud it was before it ended in nothing but zeros, or 0 if it did not: the lesser of the last 6 ms and the
 * 6 ms before, for a click on a wall is brief and over. */
static double how_cut(const float *x, int from, int to)
{
    double before[2] = { 0 };
    int end = to;
    while (end > from && x[end - 1] == 0)
        end--;
    for (int i = 0; to - end > 20 * MS && end - i > from && i < 12 * MS; i++)
        before[i / (6 * MS)] = fmax(before[i / (6 * MS)], x[end - 1 - i]);
    return fmin(before[0], before[1]);
}

/* A message counts from the beginning of the block in which it comes. */
static void hear(const run *r, const float *most, const float *sum, int k)
{
    walk *w = &r->w[k];
    double last = w->s[w->n - 1].ms;
    int begin = (int)(r->begins[k] * MS), end = (int)(r->ends[k] * MS);
    w->peak = 0;
    w->softest = INFINITY;
    for (int i = begin; i < end; i++) {
        double x = isfinite(most[i]) ? most[i] : INFINITY;
        if (x > w->peak) {
            w->peak = x;
            w->peak_ms = (double)(i - begin) / MS;
        }
    }
    for (int s = 0; s < w->n; s++) {
        double low = INFINITY, high = -INFINITY;
        int at = begin + (int)(w->s[s].ms * MS), until = at + (int)(w->on->patience * MS);
        for (int i = at - BLOCK; w->s[s].is_note && i < until && i < end; i++) {
            low = fmin(low, sum[i]);
            high = fmax(high, sum[i]);
        }
        if (w->s[s].is_note && (high - low) / 2 < w->softest) {
            w->softest = (high - low) / 2;
            w->softest_ms = w->s[s].ms;
        }
    }
    w->cut = how_cut(most, begin + (int)(last * MS), end);
    w->rest_peak = NAN;
    for (int i = begin + (int)((last + WALK_STILL_AFTER) * MS); w->rests && i < end; i++)
        w->rest_peak = fmax(w->rest_peak, most[i]);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Reads what each tick took, less what a tick takes in which nothing is computed, as a part of a core. */
static void read_ticks(run *r, double slowness)
{
    enum { FIRST = 3, SOME = IDLE / TICK - 5 };
    double idle[SOME], x;
    int n = pd_count(r->p, PD_ALL, "hz-cpu: "), reply;
    const char *line;
    r->ticks = calloc((size_t)n + 1, sizeof *r->ticks);
    for (int i = 0; (line = pd_next(r->p, i, &reply)) != NULL; i++)
        if (sscanf(line, "hz-cpu: %lf", &x) == 1)
            r->ticks[r->n_ticks++] = x / 1e4 / TICK / slowness;
    assert_that(r->n_ticks > IDLE / TICK, "Pd told %d times what it computed", r->n_ticks);
    memcpy(idle, r->ticks + FIRST, sizeof idle);
    qsort(idle, SOME, sizeof *idle, by_size);
    for (int i = 0; i < r->n_ticks; i++)
        r->ticks[i] -= idle[SOME / 2];
}

/* Line i of the clock comes at i TICK, and tells of the time before. */
static void count_cost(const run *r, int k)
{
    walk *w = &r->w[k];
    double last = w->s[w->n - 1].ms;
    int begin = (int)(r->begins[k] / TICK) + 1, end = (int)(r->ends[k] / TICK), still = 0;
    w->cost = w->rest_cost = 0;
    for (int i = begin; i <= end && i < r->n_ticks; i++) {
        double sum = 0;
        for (int j = 0; j < WINDOW && i - j >= begin; j++)
            sum += r->ticks[i - j] / WINDOW;
        if (sum > w->cost) {
            w->cost = sum;
            w->cost_ms = TICK * (i + 1 - begin);
        }
        if (TICK * (i - begin) >= last + WALK_STILL_AFTER) {
            w->rest_cost += r->ticks[i];
            still++;
        }
    }
    w->rest_cost = w->rests && still ? w->rest_cost / still : NAN;
}

/* Keeps the message that a remark names: `with 'hear point' its striker is`. */
static void find_hint(walk *w, const char *line)
{
    const char *from = strstr(line, "with '"), *to = from ? strchr(from + 6, '\'') : NULL;
    if (to && !*w->hint)
        snprintf(w->hint, sizeof w->hint, "%.*s", (int)(to - from - 6), from + 6);
}

/* A sound that is one's own brings no remark. */
static int is_recalled(const walk *w, int of)
{
    const char *text = of < 0 ? "" : w->s[of % WALK_STEPS].text;
    return !strncmp(text, "recall ", 7) || !strncmp(text, "morph ", 6);
}

static void read_lines(run *r)
{
    const char *line, *said[WALK_MOST] = { NULL }; /* the last remark of each walk, which may come once */
    int reply;
    double x;
    for (int i = 0; (line = pd_next(r->p, i, &reply)) != NULL; i++) {
        int of = reply >= 0 && reply < r->replies ? r->owner[reply] : -1;
        walk *w = &r->w[of >= 0 ? of / WALK_STEPS : 0];
        w->told += !strncmp(line, "hz-told: ", 9);
        if (sscanf(line, "hz-untold: %lf", &x) == 1)
            w->untold += (int)x;
        if (strncmp(line, "error", 5))
            continue;
        find_hint(w, line);
        if (kind_is_remark(line) && !is_recalled(w, of) && (!said[w - r->w] || strcmp(said[w - r->w], line))) {
            said[w - r->w] = line;
            continue;
        }
        if (w->errors++ == 0) {
            snprintf(w->error, sizeof w->error, "%s", line);
            snprintf(w->error_step, sizeof w->error_step, "%.290s",
                     of < 0 ? "before any message, of one of the objects" : w->s[of % WALK_STEPS].text);
        }
    }
}

void walks_run(walk *w, int n)
{
    const char *folder = getenv("HZ_PDPATH");
    char preload[200];
    snprintf(preload, sizeof preload, "%s/tests/cputime.so", folder ? folder : "build");
    double *times = calloc(2 * (size_t)n, sizeof *times), slow = walk_slowness();
    run r = { .p = pd_open(.rate = RATE, .limit = 600, .preload = preload, .as_played = 1),
              .w = w,
              .n = n,
              .begins = times,
              .ends = times + n,
              .now = IDLE };
    add_clock(r.p);
    while (r.replies < 2) {
        r.owner = realloc(r.owner, (size_t)(r.replies + 1) * sizeof *r.owner);
        r.owner[r.replies++] = -1;
    }
    for (int k = 0; k < n; k++)
        add_walk(&r, k);
    int samples = (int)(r.now * MS), most = pd_record(r.p, pd_obj(r.p, "catch~ hz-most"), 0, 0, samples),
        sum = pd_record(r.p, pd_obj(r.p, "catch~ hz-sum"), 0, 0, samples);
    pd_run(r.p);
    read_ticks(&r, fmax(slow, walk_slowness()));
    read_lines(&r);
    for (int k = 0; k < n; k++) {
        hear(&r, pd_samples(r.p, most), pd_samples(r.p, sum), k);
        count_cost(&r, k);
    }
    pd_close(r.p);
    free(r.owner);
    free(times);
    free(r.ticks);
}

/* -- besides -------------------------------------------------------------- */

double walk_slowness(void)
{
    enum { MODES = 32, SAMPLES = 20000 };
    static const double idle_ms = 1.78; /* of an EPYC at 3 instructions a ns, which the manual tells costs of */
    volatile double kept;
    double a[MODES], b[MODES], sum = 0, best = INFINITY;
    for (int again = 0; again < 3; again++) {
        struct timespec from, to;
        for (int i = 0; i < MODES; i++)
            a[i] = b[i] = 1e-3 * i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
        for (int s = 0; s < SAMPLES; s++)
            for (int i = 0; i < MODES; i++) {
                double next = 1.99 * a[i] - 0.9999 * b[i];
                b[i] = a[i];
                a[i] = next;
                sum += next;
            }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
        kept = sum;
        best = fmin(best, 1e3 * (double)(to.tv_sec - from.tv_sec) + 1e-6 * (double)(to.tv_nsec - from.tv_nsec));
    }
    (void)kept;
    return best / idle_ms;
}

void walk_line(const walk *w, char *line, int room)
{
    int n = snprintf(line, (size_t)room, "'%s'", w->on->box);
    for (int i = 0; i < w->n && n < room; i++)
        n += snprintf(line + n, (size_t)(room - n), " %g '%s'", w->s[i].ms, w->s[i].text);
}
