/* What presets sound like, each within what its name promises: as loud as the others, brighter where it is struck
 * harder, tuned and ringing as the thing that it is called after, and like no other preset of its class. */

#include "tests/tools/loudness.h"
#include "tests/tools/sound.h"
#include "tests/tools/spectrum.h"
#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, LENGTH = 3 * RATE, MOST = 64 };

static int is_listed(const char *list, const char *name)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(list, word) != NULL;
}

static int is_of_the_laboratory(const char *name)
{
    return !strncmp(name, "lab-", 4);
}

/* The classes of modal bodies, and the parameter that says how hard a bang is. */
static const struct {
    const char *name, *force;
    double of_velocity; /* the force goes as velocity to this power */
} classes[] = { { "impact~", "velocity", 1 }, { "bounce~", "velocity", 1 }, { "modalcontact~", "height", 2 } };
enum { CLASSES = sizeof classes / sizeof *classes };

/* What cannot fall is drawn aside as far as its height says, and is as loud as that. */
static const char drawn_aside[] = " plates cups spoon ";

static const table *table_of(const char *name)
{
    int n;
    const kind *all = kinds(&n);
    for (int i = 0; i < n; i++)
        if (!strcmp(all[i].name, name))
            return &all[i].t;
    fail_msg("there is no class %s", name);
    return NULL;
}

static const char *name_of(int which, int i)
{
    return i ? table_of(classes[which].name)->presets[i - 1] : "default";
}

/* One bang of each preset of a class at a part of its velocity: a row of `length` samples each, the outlets added.
 * Number 0 is the class as it comes. */
static float *strike_all(int which, double part, double rate, int length)
{
    const table *t = table_of(classes[which].name);
    double force[MOST];
    int n = t->n_presets + 1, o[MOST], reply[MOST], record[MOST][2], outlets = t->audio < 2 ? t->audio : 2;
    float *heard = calloc((size_t)n * (size_t)length, sizeof *heard);
    for (int pass = 0; pass < 2; pass++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = rate, .limit = 300);
        for (int i = 0; i < n; i++) {
            o[i] = pd_obj(p, "hertz/%s -report 0 -seed 0", classes[which].name);
            print_info(p, o[i], t->info);
            if (i > 0)
                pd_at(p, 1 + i, o[i], "preset %s", t->presets[i - 1]);
            reply[i] = pd_at(p, 101 + i, o[i], "get %s", classes[which].force);
            if (!pass)
                continue;
            double power = is_listed(drawn_aside, name_of(which, i)) ? 1 : classes[which].of_velocity;
            pd_at(p, 201, o[i], "%s %.9g", classes[which].force, force[i] * pow(part, power));
            pd_at(p, 210, o[i], "bang");
            for (int k = 0; k < outlets; k++)
                record[i][k] = pd_record(p, o[i], k, 210, length);
        }
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        for (int i = 0; i < n; i++)
            if (!pass)
                force[i] = answer1(p, reply[i], o[i], classes[which].force);
            else
                for (int k = 0; k < outlets; k++)
                    for (int s = 0; s < length; s++)
                        heard[i * length + s] += pd_samples(p, record[i][k])[s];
        pd_close(p);
    }
    return heard;
}

/* One bang of each at velocity 100, and what it is like, which several tests look at: both are kept. */
typedef struct played {
    float *heard; /* LENGTH samples of each */
    sound *is;
} played;

static const played *at_100(int which)
{
    static played kept[CLASSES];
    played *k = &kept[which];
    int n = table_of(classes[which].name)->n_presets + 1;
    if (!k->heard) {
        k->heard = strike_all(which, 100. / 127, RATE, LENGTH);
        k->is = calloc((size_t)n, sizeof *k->is);
        for (int i = 0; i < n; i++)
            k->is[i] = sound_of(k->heard + i * LENGTH, LENGTH, RATE);
    }
    return k;
}

static double loudness_of(const float *x, int n, double rate)
{
    double *y = malloc(sizeof *y * (size_t)n);
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    double loud = loudness_momentary(y, n, rate);
    free(y);
    return loud;
}

/* At velocity 100. What is quiet by nature has up to 6 LU less. What is over in a tenth of a second, and a ball whose
 * every blow is, has a peak of -3 dBFS instead. */
TEST(presets_are_as_loud_as_each_other)
{
    static const char *const quiet[] = { " default window cup felt slitdrum cowbell conga bassdrum pizzicato ",
                                         " marble tray ", " marble knock spoon " };
    static const char *const brief[] = { " woodblock plank knock click rattle bounce ",
                                         " pingpong plank superball golf ", " cups " };
    claim c[] = {
        CLAIM("presets: LU beside -18, at velocity 100", 3),
        CLAIM("presets: LU under -18, quiet by nature", 9),
        CLAIM("presets: dB beside a peak of -3 dBFS, over in a tenth of a second", 1.5),
        { "presets: peak, dBFS", -3, -99, 0, "" },
    };
    for (int which = 0; which < CLASSES; which++) {
        for (int i = 0; i <= table_of(classes[which].name)->n_presets; i++) {
            const char *name = name_of(which, i);
            if (is_of_the_laboratory(name))
                continue;
            sound s = at_100(which)->is[i];
            print_message("# %s %s: %.1f LUFS, peak %.1f dBFS, lasts %.2f s\n", classes[which].name, name, s.loudness,
                          s.peak, s.lasts);
            if (is_listed(brief[which], name))
                claim_see(&c[2], fabs(s.peak + 3), "%s %s: %.1f dBFS", classes[which].name, name, s.peak);
            else
                claim_see(&c[is_listed(quiet[which], name)], fabs(s.loudness + 18), "%s %s: %.1f LUFS",
                          classes[which].name, name, s.loudness);
            claim_see(&c[3], s.peak, "%s %s", classes[which].name, name);
        }
    }
    CLAIMS_CHECK(c);
}

/* The first 50 ms, the brightness and the decay. */
TEST(no_two_presets_are_alike)
{
    claim c = CLAIM("presets: a quarter of the median distance in the class over that of the two most alike", 1);
    for (int which = 0; which < CLASSES; which++) {
        const sound *s = at_100(which)->is;
        double distance[MOST * MOST] = { 0 }, least = 1e9;
        int n = table_of(classes[which].name)->n_presets, count = 0, at[2] = { 0, 0 };
        for (int i = 1; i <= n; i++)
            for (int k = 1; k < i; k++) {
                if (is_of_the_laboratory(name_of(which, i)) || is_of_the_laboratory(name_of(which, k)))
                    continue;
                double d = distance[count++] = sound_distance(&s[i], &s[k]);
                if (d < least)
                    least = d, at[0] = i, at[1] = k;
            }
        for (int i = 0; i < count; i++) /* the median comes to stand in the middle */
            for (int k = i + 1; k < count; k++)
                if (distance[k] < distance[i]) {
                    double swap = distance[i];
                    distance[i] = distance[k], distance[k] = swap;
                }
        print_message("# %s: %s and %s are %.1f dB apart, the median is %.1f dB\n", classes[which].name,
                      name_of(which, at[0]), name_of(which, at[1]), least, distance[count / 2]);
        claim_see(&c, distance[count / 2] / 4 / least, "%s: %s and %s", classes[which].name, name_of(which, at[0]),
                  name_of(which, at[1]));
    }
    claim_check(&c, 1);
}

/* A law with an exponent over 1 is harder the deeper it goes. */
TEST(harder_is_brighter)
{
    claim c = CLAIM("presets: 1.3 over the ratio of centroids, velocity 127 to 16", 1);
    enum { BRIEF = RATE / 2 };
    float *soft = strike_all(0, 16. / 127, RATE, BRIEF), *hard = strike_all(0, 1, RATE, BRIEF);
    for (int i = 1; i <= table_of("impact~")->n_presets; i++) {
        const char *name = name_of(0, i);
        if (is_of_the_laboratory(name) || is_listed(" rattle bounce ", name))
            continue;
        double a = sound_of(soft + i * BRIEF, BRIEF, RATE).centroid[0];
        double b = sound_of(hard + i * BRIEF, BRIEF, RATE).centroid[0];
        print_message("# %s: centroid %.0f to %.0f Hz\n", name, a, b);
        claim_see(&c, 1.3 / (b / a), "%s: %.0f to %.0f Hz", name, a, b);
    }
    free(soft);
    free(hard);
    claim_check(&c, 1);
}

/* What the things are tuned to, and how long they ring: the first table of help/manual/sounds.md, with its sources. */
typedef struct tuned_thing {
    char name[32];
    double freq, ratio[3], seconds; /* Hz, of the first three partials; s to -60 dB of the first */
    double centroid[2];             /* Hz, where the first 43 ms may have it */
} tuned_thing;

static tuned_thing tuned[MOST];

static int read_the_manual(void)
{
    FILE *f = fopen("help/manual/sounds.md", "r");
    char line[500];
    int n = 0;
    while (f && fgets(line, sizeof line, f)) {
        tuned_thing *t = &tuned[n];
        n += n < MOST - 1 &&
             sscanf(line, "| `%31[^`]` | %lf | %lf %lf %lf | %lf | %lf %lf |", t->name, &t->freq, &t->ratio[0],
                    &t->ratio[1], &t->ratio[2], &t->seconds, &t->centroid[0], &t->centroid[1]) == 8;
    }
    if (f)
        fclose(f);
    assert_true(n >= 11);
    return n;
}

static int preset_of(int which, const char *name)
{
    int at = 1;
    while (at <= table_of(classes[which].name)->n_presets && strcmp(name_of(which, at), name) != 0)
        at++;
    assert_true(at <= table_of(classes[which].name)->n_presets);
    return at;
}

static double partial_near(const spectrum *s, double freq)
{
    return spectrum_peak(s, freq * 0.97, freq * 1.03);
}

/* Returns the time of a partial to -60 dB, from its strength in two pieces of `width` seconds. */
static double ringing(const double *x, double freq, double from, double apart, double width)
{
    double level[2];
    for (int k = 0; k < 2; k++) {
        spectrum s = spectrum_of(x + (int)((from + k * apart) * RATE), (int)(width * RATE) & ~15, RATE);
        level[k] = 10 * log10(spectrum_band(&s, freq * 0.97, freq * 1.03));
        spectrum_free(&s);
    }
    return 60 * apart / (level[0] - level[1]);
}

TEST(presets_are_tuned_as_they_are_called)
{
    CLAIMS(c, CLAIM("presets: cents beside the partials of the name", 10),
           CLAIM("presets: decay beside the published one, a factor", 1.5),
           CLAIM("presets: octaves beyond the centroid of the name", 0));
    int things = read_the_manual();
    const float *all = at_100(0)->heard;
    for (int k = 0; k < things; k++) {
        int at = preset_of(0, tuned[k].name);
        static double x[LENGTH];
        for (int i = 0; i < LENGTH; i++)
            x[i] = all[at * LENGTH + i];
        spectrum s = spectrum_of(x + RATE / 100, RATE, RATE);
        for (int p = 0; p < 3; p++) {
            double want = tuned[k].freq * tuned[k].ratio[p], is = partial_near(&s, want);
            claim_see(&c[0], 1200 * fabs(log2(is / want)), "%s: %.1f Hz and not %.1f", tuned[k].name, is, want);
        }
        spectrum_free(&s);
        if (tuned[k].seconds > 0) {
            double is = ringing(x, tuned[k].freq * tuned[k].ratio[0], 0.05, fmin(2, tuned[k].seconds / 4), 0.25);
            claim_see(&c[1], fmax(is / tuned[k].seconds, tuned[k].seconds / is), "%s: %.2f s and not %.2f",
                      tuned[k].name, is, tuned[k].seconds);
        }
        double centroid = at_100(0)->is[at].centroid[0];
        claim_see(&c[2], fmax(0, fmax(log2(tuned[k].centroid[0] / centroid), log2(centroid / tuned[k].centroid[1]))),
                  "%s: %.0f Hz", tuned[k].name, centroid);
    }
}

/* The second table of the manual: a range of seconds for each of the first three partials. Their pairs do not beat. */
TEST(partials_ring_as_published)
{
    claim c = CLAIM("presets: decay of a partial outside the published range, a factor", 1.5);
    FILE *f = fopen("help/manual/sounds.md", "r");
    char line[500], name[32];
    double range[3][2];
    int things = read_the_manual(), rows = 0;
    while (f && fgets(line, sizeof line, f)) {
        if (sscanf(line, "| `%31[^`]` | %lf to %lf | %lf to %lf | %lf to %lf |", name, &range[0][0], &range[0][1],
                   &range[1][0], &range[1][1], &range[2][0], &range[2][1]) != 7)
            continue;
        rows++;
        const tuned_thing *t = tuned;
        while (t < tuned + things && strcmp(t->name, name) != 0)
            t++;
        assert_true(t < tuned + things);
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int o = pd_obj(p, "hertz/impact~ -report 0 -preset %s -split 0", name), out = pd_record(p, o, 0, 10, LENGTH);
        pd_at(p, 10, o, "bang");
        pd_run(p);
        static double x[LENGTH];
        for (int i = 0; i < LENGTH; i++)
            x[i] = pd_samples(p, out)[i];
        pd_close(p);
        print_message("# %s:", name);
        for (int k = 0; k < 3; k++) {
            double middle = sqrt(range[k][0] * range[k][1]), brief = fmax(0.03, fmin(0.25, middle / 4)),
                   is = ringing(x, t->freq * t->ratio[k], 0.02, fmin(2, middle / 4), brief);
            print_message(" %.2f s%s", is, k < 2 ? "," : "\n");
            claim_see(&c, fmax(1, fmax(range[k][0] / is, is / range[k][1])), "%s: %.2f s at %.0f Hz", name, is,
                      t->freq * t->ratio[k]);
        }
    }
    if (f)
        fclose(f);
    assert_true(rows >= 6);
    claim_check(&c, 1);
}

/* The power of one bang at velocity 100 between two frequencies, as a part of all of it, dB. */
static double part_between(int which, int at, double low, double high)
{
    static double x[2 * LENGTH]; /* The onset is in the middle of the window. */
    for (int i = 0; i < LENGTH; i++)
        x[LENGTH + i] = at_100(which)->heard[at * LENGTH + i];
    spectrum s = spectrum_of(x, 2 * LENGTH, RATE);
    double part = 10 * log10(spectrum_band(&s, low, high) / spectrum_band(&s, 0, RATE / 2));
    spectrum_free(&s);
    return part;
}

/* Where the power of a bang lies. What is thin radiates well at the top of the range, and of recordings 7 to 10 % of
 * the energy lies there. Drums go on where 250 modes ended. A vibraphone's partial 4 is weak under its middle. */
TEST(power_lies_where_recordings_have_it)
{
    enum { BOUNCE = 1, MODALCONTACT = 2 };
    static const struct {
        int which;
        const char *name;
        double low, high, least, most; /* Hz; dB */
    } parts[] = {
        { BOUNCE, "lid", 12000, 24000, -20, -9.2 },         { BOUNCE, "glass", 12000, 24000, -20, -9.2 },
        { MODALCONTACT, "spoon", 12000, 24000, -20, -9.2 }, { 0, "drum", 2800, 5600, -45, -25 },
        { 0, "kettledrum", 1600, 2800, -45, -25 },          { 0, "tabla", 4000, 8000, -50, -25 },
        { 0, "vibraphone", 1700, 1820, -50, -35 },
    };
    claim c = CLAIM("presets: dB beside the part of the power that recordings have there", 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double is = part_between(parts[i].which, preset_of(parts[i].which, parts[i].name), parts[i].low, parts[i].high);
        print_message("# %s %s: %.1f dB between %g and %g Hz\n", classes[parts[i].which].name, parts[i].name, is,
                      parts[i].low, parts[i].high);
        claim_see(&c, fmax(0, fmax(parts[i].least - is, is - parts[i].most)), "%s %s: %.1f dB",
                  classes[parts[i].which].name, parts[i].name, is);
    }
    claim_check(&c, 1);
}

/* A recorded tubular bell has 1664 Hz under a hard blow; note 46 sounds as c''. */
TEST(tubular_bell_is_as_bright_as_a_recorded_one)
{
    claim c = CLAIM("presets: tubularbell, octaves from the centroid of a recorded one", 1. / 3);
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    int o = pd_obj(p, "hertz/impact~ -report 0 -preset tubularbell"), out = pd_record(p, o, 0, 10, LENGTH);
    pd_at(p, 10, o, "note 46 127");
    pd_run(p);
    double is = sound_of(pd_samples(p, out), LENGTH, RATE).centroid[0];
    claim_see(&c, fabs(log2(is / 1664)), "%.0f Hz", is);
    pd_close(p);
    claim_check(&c, 1);
}

/* A knuckle and a mallet are heard by what they strike, which rings a little. */
TEST(knocks_ring_a_little)
{
    static const char *const names[] = { "knock", "felt" };
    CLAIMS(c, CLAIM("presets: knock and felt, 0.03 s over how long they last", 1),
           CLAIM("presets: knock and felt, how long they last, s", 0.3),
           CLAIM("presets: knock and felt, 200 Hz over their centroid", 1));
    for (int i = 0; i < 2; i++) {
        sound s = at_100(0)->is[preset_of(0, names[i])];
        claim_see(&c[0], 0.03 / s.lasts, "%s: %.3f s", names[i], s.lasts);
        claim_see(&c[1], s.lasts, "%s", names[i]);
        claim_see(&c[2], 200 / s.centroid[0], "%s: %.0f Hz", names[i], s.centroid[0]);
    }
}

/* A wine glass, a drinking glass, a cup and a bottle: by their decays or by their lowest partials. */
TEST(vessels_are_told_apart)
{
    enum { VESSELS = 4 };
    static const char *const name[VESSELS] = { "glass", "tumbler", "cup", "bottle" };
    claim c =
        CLAIM("presets: 1 over how far two vessels are apart, in factors of 1.5 of decay or in three semitones", 1);
    double lowest[VESSELS], decay[VESSELS];
    for (int i = 0; i < VESSELS; i++) {
        sound s = at_100(0)->is[preset_of(0, name[i])];
        int p = 0; /* The lowest that is within 20 dB of the strongest is what is heard as its pitch. */
        while (s.strength[p] < -20)
            p++;
        lowest[i] = s.partial[p];
        decay[i] = s.lasts;
        print_message("# %s: %.0f Hz, %.2f s\n", name[i], lowest[i], decay[i]);
    }
    for (int i = 0; i < VESSELS; i++)
        for (int k = 0; k < i; k++) {
            double apart = fmax(fabs(log(decay[i] / decay[k])) / log(1.5), fabs(log2(lowest[i] / lowest[k])) * 4);
            claim_see(&c, 1 / apart, "%s and %s", name[i], name[k]);
        }
    claim_check(&c, 1);
}

/* What has a key for each note, from its lowest note to its highest. What is in pairs beats, and what has no partial
 * where its note is rings elsewhere: of these the loudness alone is asked. */
TEST(keys_are_even_and_high_ones_ring_shorter)
{
    static const struct {
        const char *name;
        int low, high; /* notes; a tubular bell sounds 25.9 semitones above its lowest partial */
        int rings;     /* The decay of the lowest partial is asked. */
    } keys[] = {
        { "impact~ marimba", 36, 96, 1 },     { "impact~ vibraphone", 53, 89, 1 },
        { "impact~ xylophone", 65, 108, 1 },  { "impact~ glockenspiel", 79, 108, 1 },
        { "impact~ piano", 24, 100, 1 },      { "impact~ bell", 48, 96, 0 },
        { "impact~ bowl", 48, 84, 0 },        { "impact~ glass", 55, 96, 0 },
        { "impact~ tubularbell", 34, 53, 0 }, { "impact~ kettledrum", 38, 57, 0 },
        { "impact~ tabla", 56, 74, 0 },       { "impact~ guitar", 40, 88, 0 },
        { "impact~ cup", 48, 96, 0 },         { "bounce~ bowl", 48, 96, 0 },
        { "bounce~ coin", 48, 96, 0 },
    };
    enum { KEYS = sizeof keys / sizeof *keys, NOTES = 25 };
    CLAIMS(c, CLAIM("keys: loudness of notes under the same velocity, LU", 12),
           CLAIM("keys: time in which the lowest partial falls by 60 dB, over that of the key below", 1),
           CLAIM("keys: the same loudness of a guitar, two octaves to each side, LU", 3));
    for (int k = 0; k < KEYS; k++) {
        int n = claim_whole() ? NOTES : 4, out[NOTES];
        double least = 1e9, most = -1e9, below = 1e9;
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 300);
        for (int i = 0; i < n; i++) {
            int o = pd_obj(p, "hertz/%s -report 0", keys[k].name);
            pd_at(p, 10, o, "note %g 100", keys[k].low + (keys[k].high - keys[k].low) * i / (n - 1.));
            out[i] = pd_record(p, o, 0, 10, LENGTH);
        }
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        for (int i = 0; i < n; i++) {
            double note = keys[k].low + (keys[k].high - keys[k].low) * i / (n - 1.);
            double loud = loudness_of(pd_samples(p, out[i]), LENGTH, RATE);
            static double x[LENGTH];
            for (int s = 0; s < LENGTH; s++)
                x[s] = pd_samples(p, out[i])[s];
            double rings = ringing(x, 440 * pow(2, (note - 69) / 12), 0.05, 0.1, 0.25);
            print_message("# %s %.1f: %.1f LUFS, %.2f s to -60 dB\n", keys[k].name, note, loud, rings);
            least = fmin(least, loud);
            most = fmax(most, loud);
            if (!keys[k].rings)
                continue;
            claim_see(&c[1], rings / below, "%s %.1f: %.2f after %.2f s", keys[k].name, note, rings, below);
            below = rings;
        }
        claim_see(&c[strcmp(keys[k].name, "impact~ guitar") ? 0 : 2], most - least, "%s: %.1f to %.1f LUFS",
                  keys[k].name, least, most);
        pd_close(p);
    }
}

/* At other rates too a bang is as loud. */
TEST(presets_are_as_loud_at_other_rates)
{
    claim c = CLAIM("presets: LU between 48 kHz and 44.1 or 96 kHz", 2);
    for (int r = 0; r < (claim_whole() ? 2 : 1); r++) { /* Twice the rate costs twice the time. */
        double rate = r ? 96000 : 44100;
        int length = (int)(0.6 * rate); /* The loudest 0.4 s are near the beginning. */
        float *other = strike_all(0, 100. / 127, rate, length);
        for (int i = 1; i <= table_of("impact~")->n_presets; i++) {
            double is = loudness_of(other + i * length, length, rate);
            double was = loudness_of(at_100(0)->heard + i * LENGTH, (int)(0.6 * RATE), RATE);
            claim_see(&c, fabs(is - was), "%s at %g: %.1f and %.1f LUFS", name_of(0, i), rate, was, is);
        }
        free(other);
    }
    claim_check(&c, 1);
}

/* Two octaves to each side of the lowest partial of a preset the body follows the note: each is heard, and none is held
 * down. What has no partial has no keys. */
WHOLE_TEST(presets_have_keys)
{
    enum { AT_ONCE = 5, HEARD = RATE / 2 };
    claim c[] = { { "keys: peak two octaves to each side, velocity 100, dBFS", 0, -1e9, 0, "" },
                  { "keys: -24 dBFS less the peak", 0, -1e9, 0, "" } };
    for (int k = 0; k < 2; k++) {
        const table *t = table_of(k ? "bounce~" : "impact~");
        for (int i = 0; i < t->n_presets; i++) {
            int out[AT_ONCE];
            double partial[4];
            pd_patch *p = pd_open(.rate = RATE, .limit = 300);
            int o = pd_obj(p, "hertz/%s -report 0 -seed 0 -preset %s", k ? "bounce~" : "impact~", t->presets[i]);
            pd_at(p, 10, o, "bang");
            pd_at(p, 200, o, "partials 1");
            print_info(p, o, t->info);
            pd_run(p);
            char line[80];
            snprintf(line, sizeof line, "o%d: partial ", o);
            const char *found = pd_count(p, PD_ALL, line) ? pd_line(p, PD_ALL, line, 0) : NULL;
            int has = found && pd_numbers(found, partial, 4) == 4 && strncmp(t->presets[i], "lab", 3);
            pd_close(p);
            if (!has)
                continue;
            double own = 69 + 12 * log2(partial[1] / 440);
            p = pd_open(.rate = RATE, .limit = 300);
            for (int n = 0; n < AT_ONCE; n++) {
                o = pd_obj(p, "hertz/%s -report 0 -seed 0 -preset %s -hold 0", k ? "bounce~" : "impact~",
                           t->presets[i]);
                pd_at(p, 10, o, "note %g 100", fmin(fmax(own + 12 * (n - 2), 0), 127));
                out[n] = pd_record(p, o, 0, 10, HEARD);
            }
            pd_run(p);
            for (int n = 0; n < AT_ONCE; n++) {
                double peak = 0;
                for (int s = 0; s < HEARD; s++)
                    peak = fmax(peak, fabs(pd_samples(p, out[n])[s]));
                claim_see(&c[0], 20 * log10(peak), "%s %.1f", t->presets[i], own + 12 * (n - 2));
                claim_see(&c[1], -24 - 20 * log10(peak), "%s %.1f", t->presets[i], own + 12 * (n - 2));
                print_message("# %s %.1f: %.1f dBFS\n", t->presets[i], own + 12 * (n - 2), 20 * log10(peak));
            }
            pd_close(p);
        }
    }
    CLAIMS_CHECK(c);
}
