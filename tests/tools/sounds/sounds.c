/* Renders what the library sounds like, and measures it: sounds <folder> [class [presets or clicks]]
 *
 * A sound is the `bang` of a class as it comes, the `bang` of one of its presets, or what one click in the help patch
 * of a class or an abstraction makes, or in a window that it opens. A click on what sets something, or a slider put to
 * one of its ends or into its middle, is followed, half a second later, by the patch's own bang; in a window, two
 * seconds later, by the next click.
 *
 * The folder gets, for each sound, <class>-<name>.wav (32-bit floats) and a spectrogram (.png), but not for those of
 * windows; and table.txt, which also says which two presets of a class are most alike, and at its end which sounds peak
 * over -1 dBFS: it fails if any does. With HZ_BRIEF=1 the first two seconds are measured, and there are neither files
 * of sound nor pictures. */
#include <sys/stat.h>

#include "tests/tools/help_patch.h"
#include "tests/patches/kinds.h"
#include "tests/tools/sound.h"
#include "tests/tools/wave.h"

enum { RATE = 48000, LENGTH = 6 * RATE, BRIEF = 2 * RATE, MOST = HELP_CLICKS };

static const char *folder, *wanted_class;
static char **wanted_names;
static FILE *table_file;
static int length = LENGTH, sounds, too_loud;
static char loud_ones[4000];

/* One sound that was rendered. */
typedef struct scene {
    char name[64], what[200];
    int record[8], records;
    sound s;
} scene;

static void keep(const char *class_name, const scene *c, const float *x)
{
    char path[400], command[1400];
    snprintf(path, sizeof path, "%s/%s-%s", folder, class_name, c->name);
    snprintf(command, sizeof command, "%s.wav", path);
    wave_write(command, x, length, RATE);
    snprintf(command, sizeof command,
             "sox -V1 '%s.wav' -n gain -n -3 spectrogram -x 800 -y 513 -z 90 -t '%s %s' -c '' -o '%s.png'", path,
             class_name, c->name, path);
    if (system(command) != 0)
        fail_msg("sox made no picture of %s", path);
}

static void print_row(const char *class_name, const scene *c)
{
    const sound *s = &c->s;
    fprintf(table_file, "%-15s %-14s %6.1f %6.1f %7.1f %5.2f |", class_name, c->name, s->peak, s->loudness,
            1000 * s->attack, s->lasts);
    for (int k = 0; k < SOUND_OCTAVES; k++)
        fprintf(table_file, " %5.2f", s->decay[k]);
    fprintf(table_file, " |");
    for (int k = 0; k < SOUND_TIMES; k++)
        fprintf(table_file, " %5.0f", s->centroid[k]);
    fprintf(table_file, " | %5.0f %8.1e %6.3f |", s->high, s->mean, s->jump);
    for (int k = 0; k < SOUND_PARTIALS && !isnan(s->partial[k]); k++)
        fprintf(table_file, " %.1f:%.0f", s->partial[k], s->strength[k]);
    fprintf(table_file, "%s%s\n", *c->what ? " | " : "", c->what);
    fflush(table_file);
}

static void print_head(void)
{
    fprintf(table_file,
            "peak (dBFS), greatest momentary loudness (LUFS), attack (ms), seconds until a thousandth of the energy is "
            "left | seconds to -60 dB in the octaves around 63 Hz to 16 kHz | centroid (Hz) at 0, 0.1, 0.5 s | power "
            "above 16 kHz (dB), mean, largest step of one sample | partials (Hz:dB)\n");
}

static void measure(const pd_patch *p, const char *class_name, scene *c)
{
    static float mix[LENGTH];
    memset(mix, 0, sizeof mix);
    for (int k = 0; k < c->records; k++)
        for (int i = 0; i < length; i++)
            mix[i] += pd_samples(p, c->record[k])[i];
    c->s = sound_of(mix, length, RATE);
    if (length == LENGTH)
        keep(class_name, c, mix);
    print_row(class_name, c);
    sounds++;
    if (c->s.peak > -1) {
        int n = (int)strlen(loud_ones);
        snprintf(loud_ones + n, sizeof loud_ones - (size_t)n, " %s-%s", class_name, c->name);
        too_loud++;
    }
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_most_alike(const char *class_name, const scene *c, int n)
{
    double *all = malloc(sizeof *all * (size_t)(n * n + 1));
    int count = 0, at[2] = { 0, 0 };
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            all[count] = sound_distance(&c[i].s, &c[k].s);
            if (count == 0 || all[count] < sound_distance(&c[at[0]].s, &c[at[1]].s))
                at[0] = i, at[1] = k;
            count++;
        }
    if (count > 0) {
        double least = sound_distance(&c[at[0]].s, &c[at[1]].s);
        qsort(all, (size_t)count, sizeof *all, by_number);
        fprintf(table_file, "%s: most alike are %s and %s, %.1f dB; the median of all pairs is %.1f dB\n", class_name,
                c[at[0]].name, c[at[1]].name, least, all[count / 2]);
    }
    free(all);
}

/* The flag of a class whose outlets are parts of one instrument, which nobody hears apart. */
static const char *in_a_mix(const char *class_name)
{
    return strcmp(class_name, "trombamarina~") ? "" : " -mono";
}

static int is_wanted(const char *class_name, const char *name)
{
    if (wanted_class && strcmp(wanted_class, class_name) != 0)
        return 0;
    for (char **w = wanted_names; w && *w; w++)
        if (!strcmp(*w, name))
            return 1;
    return !wanted_names || !*wanted_names;
}

/* A class as it comes, and its presets. */
static void render_class(const kind *k)
{
    static scene c[MOST];
    int n = 0;
    pd_patch *p = pd_open(.rate = RATE, .limit = 600);
    for (int i = -1; i < k->t.n_presets && n < MOST; i++) {
        const char *name = i < 0 ? "default" : k->t.presets[i];
        if (!is_wanted(k->name, name))
            continue;
        c[n] = (scene){ 0 };
        snprintf(c[n].name, sizeof c[n].name, "%s", name);
        int o = pd_obj(p, "hertz/%s -report 0%s", k->name, in_a_mix(k->name));
        if (i >= 0)
            pd_at(p, 10, o, "preset %s", name);
        pd_at(p, 20, o, "bang");
        int outlets = *in_a_mix(k->name) ? 1 : k->t.audio;
        for (int a = 0; a < outlets && a < 8; a++)
            c[n].record[c[n].records++] = pd_record(p, o, a, 20, length);
        n++;
    }
    if (n > 0) {
        pd_run(p);
        for (int i = 0; i < n; i++)
            measure(p, k->name, &c[i]);
        print_most_alike(k->name, c, n);
    }
    pd_close(p);
}

/* What the clicks in a help patch make, each in a copy of it that was just opened. */
static void render_help(const char *class_name)
{
    static scene c[MOST];
    static help_patch h;
    int n = 0;
    pd_patch *p = pd_open(.rate = RATE, .limit = 1200);
    help_patch_read(&h, class_name, pd_folder(p));
    for (int i = 0; i < h.clicks && n < MOST; i++) {
        char name[64];
        snprintf(name, sizeof name, "help%02d", i);
        if (h.of[i] >= 0 || !is_wanted(class_name, name))
            continue;
        c[n] = (scene){ .records = 1 };
        snprintf(c[n].name, sizeof c[n].name, "%s", name);
        snprintf(c[n].what, sizeof c[n].what, "%.190s", h.click[i]);
        int o = pd_obj(p, "heard");
        pd_at(p, 20, o, "%d", i);
        if (i > 0)
            pd_at(p, 520, o, "0");
        c[n++].record[0] = pd_record(p, o, 0, 20, length);
    }
    if (n > 0) {
        pd_run(p);
        for (int i = 0; i < n; i++)
            measure(p, class_name, &c[i]);
    }
    pd_close(p);
}

/* What the clicks in each window of a help patch make, one after the other from top to bottom, two seconds each. */
static void render_windows(const char *class_name)
{
    static scene c[MOST];
    static help_patch h;
    int n = 0, o[HELP_WINDOWS], at[HELP_WINDOWS] = { 0 }, whole = length;
    pd_patch *p = pd_open(.rate = RATE, .limit = 1200);
    help_patch_read(&h, class_name, pd_folder(p));
    for (int i = 0; i < h.clicks && n < MOST; i++) {
        int w = h.of[i];
        char name[64];
        if (w < 0 || !is_wanted(class_name, h.window[w]))
            continue;
        if (at[w] == 0)
            o[w] = pd_obj(p, "heard");
        snprintf(name, sizeof name, "%.40s%02d", h.window[w], i);
        c[n] = (scene){ .records = 1 };
        snprintf(c[n].name, sizeof c[n].name, "%s", name);
        snprintf(c[n].what, sizeof c[n].what, "%.190s", h.click[i]);
        double ms = 20 + 2000. * at[w]++;
        pd_at(p, ms, o[w], "%d", i);
        c[n++].record[0] = pd_record(p, o[w], 0, ms, BRIEF);
    }
    length = BRIEF;
    if (n > 0) {
        pd_run(p);
        for (int i = 0; i < n; i++)
            measure(p, class_name, &c[i]);
    }
    length = whole;
    pd_close(p);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "build/sounds";
    wanted_class = argc > 2 ? argv[2] : NULL;
    wanted_names = argc > 3 ? argv + 3 : NULL;
    char path[400], names[64][48];
    if (getenv("HZ_BRIEF"))
        length = BRIEF;
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/%s", folder, wanted_class ? "table-of-some.txt" : "table.txt");
    table_file = fopen(path, "w");
    if (!table_file)
        fail_msg("%s cannot be written", path);
    print_head();
    int n;
    const kind *all = kinds(&n);
    for (int i = 0; i < n; i++)
        render_class(&all[i]);
    n = help_patches(names, 64);
    for (int i = 0; i < n; i++)
        if (!wanted_class || !strcmp(wanted_class, names[i]))
            render_help(names[i]), render_windows(names[i]);
    fprintf(table_file, "%d of %d sounds peak over -1 dBFS%s%s\n", too_loud, sounds, too_loud ? ":" : "", loud_ones);
    fclose(table_file);
    printf("%s: %d of %d sounds peak over -1 dBFS%s%s\n", path, too_loud, sounds, too_loud ? ":" : "", loud_ones);
    return too_loud > 0;
}
