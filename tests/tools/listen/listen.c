/* Hits that are listened to, and played: listen <folder for results> <file or folder>
 *
 * [hertz/listen~] in Pd makes each sound file into a body, which [hertz/impact~] plays: <name>.modes, <name>.wav. It
 * prints what was found and D (likeness.h) of what is played to what was recorded, and the medians. Where there is a
 * second take of a hit (name_1 and name_2, rr1 and rr2), also how far that take is from the body of the first, and from
 * the first take. The program reads what sox reads, and folders to any depth.
 *
 * PLAY="crowd none": a message to impact~ before the strike. DETAIL=1: the levels of the thirds. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/patches/pdrun.h"
#include "tests/tools/likeness.h"
#include "tests/tools/wave.h"

enum { RATE = 48000, MOST = 400, LENGTH = 3 * RATE / 2 };

typedef struct hit {
    char path[500], name[500];
    wave heard;
    likeness is, played;
    double d[LIKENESS_TIMES];
    int good, modes;
} hit;

static hit hits[MOST];
static int n_hits;
static const char *folder;

/* ---- files ---- */

static int is_sound(const char *name)
{
    static const char *const ends[] = { ".wav", ".aif", ".aiff", ".flac", ".WAV" };
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]))
            return 1;
    return 0;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const hit *)a)->path, ((const hit *)b)->path);
}

static void gather(const char *path)
{
    char below[700];
    DIR *d = opendir(path);
    if (!d) {
        if (n_hits < MOST)
            snprintf(hits[n_hits++].path, sizeof hits->path, "%s", path);
        return;
    }
    for (struct dirent *e; (e = readdir(d));) {
        struct stat s;
        snprintf(below, sizeof below, "%s/%s", path, e->d_name);
        if (e->d_name[0] != '.' && !stat(below, &s) && (S_ISDIR(s.st_mode) || is_sound(e->d_name)))
            gather(below);
    }
    closedir(d);
}

static void name_it(hit *h)
{
    const char *slash = strrchr(h->path, '/');
    snprintf(h->name, sizeof h->name, "%.400s", slash ? slash + 1 : h->path);
    h->name[strcspn(h->name, ".")] = 0;
    for (char *c = h->name; *c; c++)
        *c = *c == ' ' || *c == ',' || *c == ';' || *c == '$' || *c == '\\' ? '-' : *c;
}

/* ---- one hit ---- */

static void print_reply(const pd_patch *p, int reply, hit *h)
{
    static const char *const words[] = { "modes", "contact", "stiffness", "hum", "room", "clipped", "cut", "onsets" };
    char prefix[40];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        snprintf(prefix, sizeof prefix, "info: %s ", words[i]);
        const char *line = pd_line(p, reply, prefix, 0);
        if (line)
            printf(" %s %s", words[i], line);
        if (line && i == 0)
            h->modes = atoi(line);
    }
    for (int i = 0; i < pd_count(p, reply, "error"); i++)
        printf(" error%s", pd_line(p, reply, "error", i));
    h->good = pd_count(p, reply, "info: done") == 1;
}

static void play(hit *h)
{
    char path[1000];
    static float x[10 * 48000];
    double wait = 600 + 1500 * fmin(h->heard.n / h->heard.rate, 10);
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 120);
    int n = (int)fmin(h->heard.n, sizeof x / sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (float)h->heard.x[i];
    snprintf(path, sizeof path, "%s/hit.wav", pd_folder(p));
    wave_write(path, x, n, (int)h->heard.rate);
    int ear = pd_obj(p, "hertz/listen~"), body = pd_obj(p, "hertz/impact~ -damping 0.3");
    pd_connect(p, ear, 0, body, 0);
    pd_print(p, ear, 1, "info");
    int reply = pd_at(p, 20, ear, "read hit.wav");
    pd_at(p, 30 + wait, ear, "write hit.modes");
    if (getenv("PLAY"))
        pd_at(p, 40 + wait, body, "%s", getenv("PLAY"));
    pd_at(p, 50 + wait, body, "strike 0.93");
    int record = pd_record(p, body, 0, 50 + wait, LENGTH);
    if (!pd_try(p))
        printf(" Pd did not end");
    print_reply(p, reply, h);
    const float *y = pd_samples(p, record);
    static double z[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        z[i] = y[i];
    h->played = likeness_of(z, LENGTH, RATE);
    snprintf(path, sizeof path, "%s/%s.wav", folder, h->name);
    wave_write(path, y, LENGTH, RATE);
    snprintf(path, sizeof path, "cp '%s/hit.modes' '%s/%s.modes' 2>/dev/null", pd_folder(p), folder, h->name);
    h->good &= system(path) == 0;
    pd_close(p);
}

static void listen_to(hit *h)
{
    name_it(h);
    printf("%s:", h->path);
    if (!wave_read(h->path, &h->heard)) {
        printf(" no sound that sox reads\n");
        return;
    }
    if (h->heard.rate >= 16000 && h->heard.n > 0.05 * h->heard.rate)
        h->is = likeness_of(h->heard.x, h->heard.n, h->heard.rate);
    play(h);
    likeness_distance(&h->played, &h->is, h->d);
    printf(" | D %.1f %.1f %.1f\n", h->d[0], h->d[1], h->d[2]);
    for (int t = 0; getenv("DETAIL") && t < LIKENESS_TIMES; t++) {
        printf("    thirds from 40 Hz, played/recorded:");
        for (int b = 0; b < LIKENESS_THIRDS; b++)
            printf(" %.0f/%.0f", h->played.level[t][b], h->is.level[t][b]);
        printf("\n");
    }
    fflush(stdout);
}

/* ---- all ---- */

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!isnan(x[i]))
            x[kept++] = x[i];
    qsort(x, (size_t)kept, sizeof *x, by_number);
    return kept ? (x[kept / 2] + x[(kept - 1) / 2]) / 2 : NAN;
}

static void print_medians(void)
{
    double x[MOST];
    printf("median D of what is played to what was recorded:");
    for (int t = 0; t < LIKENESS_TIMES; t++) {
        int n = 0;
        for (int i = 0; i < n_hits; i++)
            if (hits[i].good)
                x[n++] = hits[i].d[t];
        printf(" %.1f", median(x, n));
    }
    printf("\n");
}

/* Whether the second path is that of the first with one 1 made a 2. */
static int is_second(const char *a, const char *b)
{
    int changes = 0;
    if (strlen(a) != strlen(b))
        return 0;
    for (; *a; a++, b++)
        if (*a != *b)
            changes += *a == '1' && *b == '2' ? 1 : 10;
    return changes == 1;
}

static void print_takes(void)
{
    double other[MOST][LIKENESS_TIMES], more[LIKENESS_TIMES][MOST], d[LIKENESS_TIMES];
    int n = 0;
    for (int i = 0; i < n_hits; i++)
        for (int k = 0; k < n_hits; k++) {
            if (!hits[i].good || !hits[k].good || !is_second(hits[i].path, hits[k].path))
                continue;
            likeness_distance(&hits[i].played, &hits[k].is, d);
            likeness_distance(&hits[i].is, &hits[k].is, other[n]);
            printf("%s as the body of %s: D %.1f %.1f %.1f, takes apart %.1f %.1f %.1f\n", hits[k].path, hits[i].name,
                   d[0], d[1], d[2], other[n][0], other[n][1], other[n][2]);
            for (int t = 0; t < LIKENESS_TIMES; t++)
                more[t][n] = d[t] - other[n][t];
            n++;
        }
    if (n > 0)
        printf("second takes, %d: median D over what the takes are apart: %.1f %.1f %.1f\n", n, median(more[0], n),
               median(more[1], n), median(more[2], n));
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        printf("make listen FILE=hit.wav, or a folder of hits\n");
        return 1;
    }
    folder = argv[1];
    mkdir(folder, 0777);
    gather(argv[2]);
    qsort(hits, (size_t)n_hits, sizeof *hits, by_path);
    int good = 0;
    for (int i = 0; i < n_hits; i++) {
        listen_to(&hits[i]);
        good += hits[i].good;
    }
    if (n_hits > 1) {
        print_takes();
        print_medians();
    }
    printf("%d of %d became bodies: %s\n", good, n_hits, folder);
    return good == 0;
}
