/* How near presets are to recordings: likeness <folder> [recordings]
 *
 * Renders each pair of tests/tools/likeness/pairs.txt (PAIRS: another file) in Pd and prints D (likeness.h), attack
 * and the energy outside the partials, with the recording's own, and the medians; then the takes against each other.
 * With a folder of recordings it measures them anew, writes levels.txt and draws index.html, spectrograms side by side.
 * Without one it reads tests/tools/likeness/levels.txt, which holds what was measured and no sound. It fails where a
 * median is 1 dB above the row of help/manual/sounds.md that states them, and where a recording is missing.
 *
 * ONLY="marimba gong": the pairs with one of these words, in detail: how much too strong each octave is at each time,
 * decays by octave and partials. FLAGS="-modes 60": flags added to each object. */
#include <sys/stat.h>

#include "tests/patches/pdrun.h"
#include "tests/tools/likeness.h"
#include "tests/tools/sound.h"
#include "tests/tools/wave.h"

enum { RATE = 48000, LENGTH = 3 * RATE, MOST = 200 };

/* A recording, as it was measured now or once. */
typedef struct recording {
    char path[100];
    likeness is;
    wave heard; /* none when read from levels.txt */
} recording;

typedef struct pair {
    char note[16], velocity[16], object[400];
    const recording *recording;
    likeness is;
    double d[LIKENESS_TIMES];
    float heard[LENGTH];
} pair;

static recording recordings[MOST];
static pair pairs[MOST];
static const recording *takes[MOST][2];
static int n_recordings, n_pairs, n_takes, missing;
static const char *folder, *source;

/* ---- what is compared ---- */

static void measure_recording(recording *r)
{
    char path[700];
    snprintf(path, sizeof path, "%s/%s", source, r->path);
    if (!wave_read(path, &r->heard)) {
        printf("%s: not there, or no sound that sox reads; its pairs are left out\n", path);
        missing++;
        return;
    }
    const wave *w = &r->heard;
    if (w->rate < 16000 || w->n < 0.05 * w->rate) {
        printf("%s: %g Hz, %.3f s; allowed are 16000 Hz and 0.05 s and more; its pairs are left out\n", path, w->rate,
               w->n / w->rate);
        missing++;
        r->heard.n = 0;
        return;
    }
    if (w->rate < 36000)
        printf("%s: %g Hz; thirds over %.0f Hz are left out\n", path, w->rate, w->rate / 2);
    if (w->channels > 1)
        printf("%s: the average of its %d channels\n", path, w->channels);
    r->is = likeness_of(w->x, w->n, w->rate);
}

static void recall_recording(recording *r)
{
    static const char kept[] = "tests/tools/likeness/levels.txt";
    char line[4000], path[100];
    FILE *f = fopen(kept, "r");
    while (f && fgets(line, sizeof line, f)) {
        int at, more;
        likeness *is = &r->is;
        if (sscanf(line, "%99s %lf %lf %lf%n", path, &is->loudness, &is->attack, &is->outside, &at) < 4 ||
            strcmp(path, r->path) != 0)
            continue;
        is->attack /= 1000;
        for (int k = 0; k < LIKENESS_TIMES * LIKENESS_THIRDS; k++, at += more)
            if (sscanf(line + at, "%lf%n", &is->level[k / LIKENESS_THIRDS][k % LIKENESS_THIRDS], &more) < 1)
                fail_msg("%s: %s has %d numbers of %d", kept, path, k, LIKENESS_TIMES * LIKENESS_THIRDS);
        fclose(f);
        return;
    }
    if (f)
        fclose(f);
    printf("%s: not in %s; its pairs are left out\n", r->path, kept);
    missing++;
    r->is.loudness = NAN;
}

static const recording *recording_named(const char *path)
{
    for (int i = 0; i < n_recordings; i++)
        if (!strcmp(recordings[i].path, path))
            return &recordings[i];
    if (n_recordings == MOST)
        fail_msg("more than %d recordings", MOST);
    recording *r = &recordings[n_recordings++];
    snprintf(r->path, sizeof r->path, "%s", path);
    r->is.loudness = NAN;
    (source ? measure_recording : recall_recording)(r);
    return r;
}

static int is_wanted(const char *line)
{
    const char *only = getenv("ONLY");
    char words[400], *rest = words;
    snprintf(words, sizeof words, "%s", only ? only : "");
    for (char *word; (word = strsep(&rest, " "));)
        if (*word && strstr(line, word))
            return 1;
    return !only || !*only;
}

static void read_pairs(const char *path)
{
    char line[800], first[100], second[100];
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s cannot be read", path);
    for (int number = 1; fgets(line, sizeof line, f); number++) {
        pair *p = &pairs[n_pairs];
        line[strcspn(line, "#\n")] = 0;
        if (!is_wanted(line) || strspn(line, " ") == strlen(line))
            continue;
        if (sscanf(line, "take %99s %99s", first, second) == 2 && n_takes < MOST) {
            takes[n_takes][0] = recording_named(first);
            takes[n_takes++][1] = recording_named(second);
        } else if (sscanf(line, "%99s %15s %15s %399[^\n]", first, p->note, p->velocity, p->object) == 4 &&
                   n_pairs < MOST) {
            p->recording = recording_named(first);
            n_pairs += !isnan(p->recording->is.loudness);
        } else {
            fail_msg("%s:%d: a line is <recording> <note> <velocity> <object and flags>, or take <recording> "
                     "<recording>, %d of each at most; got: %s",
                     path, number, MOST, line);
        }
    }
    fclose(f);
}

/* ---- what they sound like ---- */

static void render(void)
{
    int record[MOST];
    const char *flags = getenv("FLAGS");
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 600);
    for (int i = 0; i < n_pairs; i++) {
        int o = pd_obj(p, "hertz/%s -seed 0 %s", pairs[i].object, flags ? flags : "");
        if (strcmp(pairs[i].note, "-") != 0)
            pd_at(p, 20, o, "list %s %s", pairs[i].note, pairs[i].velocity);
        else
            pd_at(p, 20, o, "strike %s", pairs[i].velocity);
        record[i] = pd_record(p, o, 0, 20, LENGTH);
    }
    pd_run(p);
    for (int i = 0; i < pd_count(p, PD_ALL, "error"); i++)
        printf("error%s\n", pd_line(p, PD_ALL, "error", i));
    static double x[LENGTH];
    for (int i = 0; i < n_pairs; i++) {
        memcpy(pairs[i].heard, pd_samples(p, record[i]), sizeof *pairs[i].heard * LENGTH);
        for (int s = 0; s < LENGTH; s++)
            x[s] = pairs[i].heard[s];
        pairs[i].is = likeness_of(x, LENGTH, RATE);
        likeness_distance(&pairs[i].is, &pairs[i].recording->is, pairs[i].d);
    }
    pd_close(p);
}

/* ---- the table ---- */

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of n numbers, each `stride` bytes behind the other; those that are NAN do not count. */
static double median(const double *first, size_t stride, int n)
{
    double kept[MOST];
    int count = 0;
    for (int i = 0; i < n; i++) {
        double x = *(const double *)((const char *)first + (size_t)i * stride);
        if (!isnan(x))
            kept[count++] = x;
    }
    qsort(kept, (size_t)count, sizeof *kept, by_number);
    return count ? (kept[count / 2] + kept[(count - 1) / 2]) / 2 : NAN;
}

static void print_row(const double d[LIKENESS_TIMES], const likeness *a, const likeness *b)
{
    printf("%5.1f %5.1f %5.1f | %5.1f %5.1f | %5.1f %5.1f |", d[0], d[1], d[2], 1000 * a->attack, 1000 * b->attack,
           a->outside, b->outside);
}

/* Each octave from 63 Hz on, the mean of its three thirds: how much stronger ours is. */
static void print_detail(const pair *p)
{
    const recording *r = p->recording;
    for (int t = 0; t < LIKENESS_TIMES; t++) {
        printf("    octaves from 63 Hz, ours and recorded, %-10s",
               ((const char *[]){ "attack:", "0.2 s:", "1 s:" })[t]);
        for (int b = 1; b + 2 < LIKENESS_THIRDS; b += 3) {
            double ours = 0, theirs = 0;
            for (int k = b; k < b + 3; k++) {
                ours += pow(10, p->is.level[t][k] / 10);
                theirs += pow(10, r->is.level[t][k] / 10);
            }
            printf(" %4.0f/%-4.0f", 10 * log10(ours), 10 * log10(theirs));
        }
        printf("\n");
    }
    if (!r->heard.n)
        return;
    static float x[10 * 192000];
    int n = (int)fmin(r->heard.n, sizeof x / sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (float)r->heard.x[i];
    sound s[2] = { sound_of(p->heard, LENGTH, RATE), sound_of(x, n, r->heard.rate) };
    for (int k = 0; k < 2; k++) {
        printf("    %s: s to -60 dB in the octaves from 63 Hz:", k ? "recorded" : "ours    ");
        for (int o = 0; o < SOUND_OCTAVES; o++)
            printf(" %.2f", s[k].decay[o]);
        printf("; partials:");
        for (int o = 0; o < SOUND_PARTIALS && !isnan(s[k].partial[o]); o++)
            printf(" %.1f:%.0f", s[k].partial[o], s[k].strength[o]);
        printf("; LUFS %.1f\n", s[k].loudness);
    }
}

static void print_pairs(void)
{
    printf("D (dB) at 0 to 50 ms, 0.2 s, 1 s | attack (ms), ours and recorded | outside of 14 partials in 50 ms (dB), "
           "ours and recorded\n");
    for (int i = 0; i < n_pairs; i++) {
        const pair *p = &pairs[i];
        print_row(p->d, &p->is, &p->recording->is);
        printf(" %s, %s %s %s\n", p->recording->path, p->object, p->note, p->velocity);
        if (getenv("ONLY") && *getenv("ONLY"))
            print_detail(p);
    }
}

static void print_takes(void)
{
    double d[MOST][LIKENESS_TIMES + 1];
    int n = 0;
    for (int i = 0; i < n_takes; i++) {
        const likeness *a = &takes[i][0]->is, *b = &takes[i][1]->is;
        if (isnan(a->loudness + b->loudness))
            continue;
        likeness_distance(a, b, d[n]);
        d[n][LIKENESS_TIMES] = fabs(a->loudness - b->loudness);
        print_row(d[n], a, b);
        printf(" %s %s, %.1f LU\n", takes[i][0]->path, takes[i][1]->path, d[n++][LIKENESS_TIMES]);
    }
    printf("takes: median D of %d pairs %.1f %.1f %.1f, %.1f LU apart\n", n, median(&d[0][0], sizeof *d, n),
           median(&d[0][1], sizeof *d, n), median(&d[0][2], sizeof *d, n), median(&d[0][3], sizeof *d, n));
}

static void find_medians(double d[LIKENESS_TIMES])
{
    for (int t = 0; t < LIKENESS_TIMES; t++)
        d[t] = median(&pairs[0].d[t], sizeof *pairs, n_pairs);
    double attack[2], outside[2];
    for (int k = 0; k < 2; k++) {
        double a[MOST], o[MOST];
        for (int i = 0; i < n_pairs; i++) {
            const likeness *is = k ? &pairs[i].recording->is : &pairs[i].is;
            a[i] = 1000 * is->attack, o[i] = is->outside;
        }
        attack[k] = median(a, sizeof *a, n_pairs), outside[k] = median(o, sizeof *o, n_pairs);
    }
    printf("median of %d pairs: D %.1f %.1f %.1f; attack %.1f ms, recorded %.1f; outside %.1f dB, recorded %.1f\n",
           n_pairs, d[0], d[1], d[2], attack[0], attack[1], outside[0], outside[1]);
}

/* ---- files ---- */

static void write_levels(void)
{
    char path[700];
    snprintf(path, sizeof path, "%s/levels.txt", folder);
    FILE *f = fopen(path, "w");
    if (!f)
        fail_msg("%s cannot be written", path);
    fprintf(f,
            "# Recording, loudness (LUFS), attack (ms), energy outside the partials (dB), then the levels (dB at -18 "
            "LUFS) of the thirds from 40 Hz to 16 kHz in the first 50 ms, at 0.2 s and at 1 s. Written by `make "
            "likeness RECORDINGS=folder` into build/likeness.\n");
    for (int i = 0; i < n_recordings; i++) {
        const likeness *is = &recordings[i].is;
        if (isnan(is->loudness))
            continue;
        fprintf(f, "%s %.1f %.2f %.1f ", recordings[i].path, is->loudness, 1000 * is->attack, is->outside);
        for (int k = 0; k < LIKENESS_TIMES * LIKENESS_THIRDS; k++) {
            double level = is->level[k / LIKENESS_THIRDS][k % LIKENESS_THIRDS];
            fprintf(f, " %.1f", level < -99 ? -99 : level);
        }
        fprintf(f, "\n");
    }
    fclose(f);
}

static int draw(const char *sound_file, const char *picture)
{
    char command[2000];
    snprintf(command, sizeof command,
             "sox -V1 '%s' -n remix - rate 44100 trim 0 1.5 gain -n -3 spectrogram -r -x 380 -y 257 -z 80 -o '%s/%s'",
             sound_file, folder, picture);
    return system(command) == 0;
}

static void draw_page(void)
{
    char path[1000], picture[2][40];
    snprintf(path, sizeof path, "%s/index.html", folder);
    FILE *f = fopen(path, "w");
    if (!f)
        fail_msg("%s cannot be written", path);
    fprintf(f, "<!doctype html><title>Likeness</title><p>Ours and recorded, 1.5 s, 0 to 22 kHz, 80 dB.</p>\n<table>\n");
    for (int i = 0; i < n_pairs; i++) {
        const pair *p = &pairs[i];
        snprintf(path, sizeof path, "%s/%03d.wav", folder, i);
        wave_write(path, p->heard, LENGTH, RATE);
        snprintf(picture[0], sizeof picture[0], "%03d.png", i);
        snprintf(picture[1], sizeof picture[1], "%03d-recorded.png", i);
        int drawn = draw(path, picture[0]);
        snprintf(path, sizeof path, "%s/%s", source, p->recording->path);
        if (!drawn || !draw(path, picture[1]))
            fail_msg("sox draws no spectrogram of %s", p->recording->path);
        fprintf(f, "<tr><td><img src='%s'><td><img src='%s'><td>%s %s %s<br>%s<br>D %.1f %.1f %.1f\n", picture[0],
                picture[1], p->object, p->note, p->velocity, p->recording->path, p->d[0], p->d[1], p->d[2]);
    }
    fprintf(f, "</table>\n");
    fclose(f);
    printf("%s/index.html\n", folder);
}

/* ---- what must not become worse ---- */

static int compare(const double d[LIKENESS_TIMES])
{
    static const char manual[] = "help/manual/sounds.md";
    char line[500];
    double stated[LIKENESS_TIMES];
    int found = 0, worse = 0;
    FILE *f = fopen(manual, "r");
    while (f && fgets(line, sizeof line, f))
        found |= sscanf(line, "| median D | %lf | %lf | %lf |", &stated[0], &stated[1], &stated[2]) == 3;
    if (f)
        fclose(f);
    if (!found)
        fail_msg("%s states no medians", manual);
    for (int t = 0; t < LIKENESS_TIMES; t++)
        if (!(d[t] < stated[t] + 1)) {
            printf("median D %d is %.1f dB, and %s states %.1f\n", t + 1, d[t], manual, stated[t]);
            worse++;
        }
    return worse || missing;
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "build/likeness";
    source = argc > 2 && *argv[2] ? argv[2] : NULL;
    const char *list = getenv("PAIRS"), *only = getenv("ONLY");
    mkdir(folder, 0777);
    read_pairs(list && *list ? list : "tests/tools/likeness/pairs.txt");
    if (n_pairs)
        render();
    print_pairs();
    double d[LIKENESS_TIMES];
    find_medians(d);
    if (n_takes)
        print_takes();
    if (source && n_pairs) {
        write_levels();
        draw_page();
    }
    return (list && *list) || (only && *only) ? missing > 0 : compare(d);
}
