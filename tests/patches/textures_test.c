/* The abstractions that one number plays: how loud they are at the middle of their range, that what rolls faster is
 * brighter, that the crackle of a crushed sheet has the energies that were measured of real ones, and that rain, steps,
 * glass and shakers have the octaves of recorded ones. */

#include "impact.h"
#include "tests/tools/loudness.h"
#include "tests/tools/spectrum.h"

enum { RATE = 48000, MS = RATE / 1000 };

/* Copies samples for the tools, which take double; free it. */
static double *copied(const float *x, int n)
{
    double *y = malloc(sizeof *y * (size_t)n);
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    return y;
}

TEST(in_the_middle_they_are_as_loud_as_the_others)
{
    enum { N = 6 * RATE };
    static const struct {
        const char *name;
        double middle;
    } all[] = {
        { "rolling~", 0.75 }, { "crumple~", 0.5 }, { "rain~", 0.5 }, { "rub~", 0.5 }, { "rub~ friction", 0.5 }
    };
    enum { ALL = sizeof all / sizeof *all };
    claim c = CLAIM("textures: LU beside -18 with the slider in the middle", 3);
    pd_patch *p = pd_open(.rate = RATE);
    int out[ALL];
    for (int k = 0; k < ALL; k++) {
        int o = pd_obj(p, "hertz/%s -seed 4", all[k].name);
        pd_at(p, 10, o, "%g", all[k].middle);
        out[k] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    for (int k = 0; k < ALL; k++) {
        double *y = copied(pd_samples(p, out[k]), N), loud = loudness_momentary(y, N, RATE);
        claim_see(&c, fabs(loud + 18), "%s: %.1f LUFS", all[k].name, loud);
        free(y);
    }
    pd_close(p);
    claim_check(&c, 1);
}

/* From a keyboard, as in a rack~, a note is as loud as the others and ends with its key; a bang is not over full
 * scale. */
TEST(keys_play_rain_and_a_ball)
{
    enum { LONG = 5 * RATE, N = 6 * RATE, LAST = RATE / 4, BANG = RATE };
    static const char *const names[] = { "rain~", "rolling~" };
    enum { NAMES = sizeof names / sizeof *names };
    CLAIMS(c, CLAIM("textures: LU beside -18 of a note of velocity 100", 4),
           CLAIM("textures: peak a quarter of a second before the end, a second after the key", 1e-4));
    pd_patch *p = pd_open(.rate = RATE);
    int note[NAMES], bang[NAMES];
    for (int k = 0; k < NAMES; k++) {
        int o = pd_obj(p, "hertz/%s -seed 4", names[k]), b = pd_obj(p, "hertz/%s -seed 4", names[k]);
        pd_at(p, 10, o, "60 100");
        pd_at(p, 5000, o, "60 0");
        pd_at(p, 10, b, "bang");
        note[k] = pd_record(p, o, 0, 0, N);
        bang[k] = pd_record(p, b, 0, 0, BANG);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < NAMES; k++) {
        double *y = copied(pd_samples(p, note[k]), N), loud = loudness_momentary(y, LONG, RATE), most = 0;
        claim_see(&c[0], fabs(loud + 18), "%s: %.1f LUFS", names[k], loud);
        for (int i = N - LAST; i < N; i++)
            claim_see(&c[1], fabs(y[i]), "%s", names[k]);
        for (int i = 0; i < BANG; i++)
            most = fmax(most, fabs(pd_samples(p, bang[k])[i]));
        if (!(most > 0.003 && most < 0.9))
            fail_msg("%s: a bang has a peak of %g", names[k], most);
        free(y);
    }
    pd_close(p);
    claim_check(c, 2);
}

/* The same roughness passes under the ball in less time, and it presses harder the faster it is. */
TEST(what_rolls_faster_is_brighter)
{
    enum { SPEEDS = 4, N = 4 * RATE, FROM = RATE, LENGTH = 3 * RATE };
    static const double speed[SPEEDS] = { 0.1, 0.3, 0.75, 1.5 };
    CLAIMS(c, CLAIM("rolling~: a factor over that of the centroid from 0.3 to 1.5 m/s", 1 / 1.4),
           CLAIM("rolling~: centroid over that of the next faster", 1));
    pd_patch *p = pd_open(.rate = RATE);
    int out[SPEEDS];
    double centroid[SPEEDS];
    for (int k = 0; k < SPEEDS; k++) {
        int o = pd_obj(p, "hertz/rolling~ -seed 4");
        pd_at(p, 10, o, "%g", speed[k]);
        out[k] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    for (int k = 0; k < SPEEDS; k++) {
        double *y = copied(pd_samples(p, out[k]) + FROM, LENGTH);
        spectrum s = spectrum_of(y, LENGTH, RATE);
        centroid[k] = spectrum_centroid(&s, RATE / 2);
        spectrum_free(&s);
        free(y);
        print_message("# rolling~ at %g m/s: centroid %.0f Hz\n", speed[k], centroid[k]);
        if (k > 0)
            claim_see(&c[1], centroid[k - 1] / centroid[k], "%g m/s", speed[k]);
    }
    claim_see(&c[0], centroid[1] / centroid[3], "%.0f and %.0f Hz", centroid[1], centroid[3]);
}

/* ---- rolling: what repeats ---- */

/* Returns how alike a sound is to itself between two times later: the greatest correlation, of means over some samples
 * that keep what is below a kilohertz. */
static double likeness_later(const float *x, int n, double from, double to)
{
    enum { MEAN = 16 };
    double *y = calloc((size_t)(n / MEAN), sizeof *y), best = -1;
    for (int i = 0; i < n / MEAN * MEAN; i++)
        y[i / MEAN] += x[i];
    for (int lag = (int)(from * RATE / MEAN); lag <= (int)(to * RATE / MEAN) + 1; lag++) {
        double both = 0, now = 0, then = 0;
        for (int i = 0; i + lag < n / MEAN; i++) {
            both += y[i] * y[i + lag];
            now += y[i] * y[i];
            then += y[i + lag] * y[i + lag];
        }
        best = fmax(best, both / sqrt(now * then));
    }
    free(y);
    return best;
}

/* The ground never repeats, at any distance; the surface of the ball does, once around. */
TEST(the_ground_is_endless_and_the_ball_returns)
{
    enum { N = 9 * RATE, FROM = RATE };
    const double speed = 0.3, turn = 2 * M_PI * 0.01 / speed;
    CLAIMS(c, CLAIM("rolling~: ground alone, correlation with itself 0.1 to 4 s later", 0.2),
           CLAIM("rolling~: 0.45 over the correlation with a turn before", 1));
    pd_patch *p = pd_open(.rate = RATE);
    int out[2];
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/rolling~ -seed 4 -ball %g", 0.5 * k);
        pd_at(p, 10, o, "%g", speed);
        out[k] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    double endless = likeness_later(pd_samples(p, out[0]) + FROM, N - FROM, 0.1, 4),
           round = likeness_later(pd_samples(p, out[1]) + FROM, N - FROM, turn, turn);
    print_message("# rolling~: correlation %.2f of the ground alone at most, %.2f once around\n", endless, round);
    claim_see(&c[0], endless, "%.2f", endless);
    claim_see(&c[1], 0.45 / round, "%.2f", round);
}

/* ---- rain ---- */

/* Writes the levels (dB, beside the whole) of the octaves around 250 Hz and so on up, and prints them. */
enum { OCTAVES = 6 };
static void octaves_of(const char *what, const float *x, int n, double level[OCTAVES])
{
    double *y = copied(x, n);
    spectrum s = spectrum_of(y, n, RATE);
    print_message("# %s: octaves from 250 Hz", what);
    for (int k = 0; k < OCTAVES; k++) {
        double middle = 250 << k;
        level[k] = 10 * log10(spectrum_band(&s, middle * M_SQRT1_2, middle * M_SQRT2) / spectrum_band(&s, 0, RATE / 2));
        print_message(" %.1f", level[k]);
    }
    print_message(" dB, centroid %.0f Hz\n", spectrum_centroid(&s, RATE / 2));
    spectrum_free(&s);
    free(y);
}

static double mean_of(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] / n;
    return sum;
}

/* Recorded rain has these octaves from 500 Hz to 8 kHz, whatever their sum; heavier rain has more below. */
TEST(rain_is_broad_at_any_strength)
{
    enum { N = 8 * RATE, FROM = RATE / 2, STRENGTHS = 3, SEEDS = 2 };
    static const double recorded[OCTAVES - 1] = { -5, -3, -3, -3, -4 }, strength[STRENGTHS] = { 0.2, 0.5, 1 };
    CLAIMS(c, CLAIM("rain~: dB beside the recorded octaves from 500 Hz to 8 kHz", 3),
           CLAIM("rain~: dB short of 0.5 more around 250 Hz than in weaker rain", 0),
           CLAIM("rain~: dB of the octave around 250 Hz under the next", 5.5));
    pd_patch *p = pd_open(.rate = RATE);
    int out[SEEDS][STRENGTHS];
    for (int seed = 0; seed < SEEDS; seed++)
        for (int k = 0; k < STRENGTHS; k++) {
            int o = pd_obj(p, "hertz/rain~ -seed %d", 4 + seed);
            pd_at(p, 10, o, "%g", strength[k]);
            out[seed][k] = pd_record(p, o, 0, 0, N);
        }
    pd_run(p);
    for (int seed = 0; seed < SEEDS; seed++) {
        double weaker = -100;
        for (int k = 0; k < STRENGTHS; k++) {
            char what[40];
            double level[OCTAVES];
            snprintf(what, sizeof what, "rain~ at %g", strength[k]);
            octaves_of(what, pd_samples(p, out[seed][k]) + FROM, N - FROM, level);
            double off = mean_of(level + 1, OCTAVES - 1) - mean_of(recorded, OCTAVES - 1);
            for (int i = 0; i < OCTAVES - 1; i++)
                claim_see(&c[0], fabs(level[i + 1] - recorded[i] - off), "%s, %d Hz", what, 500 << i);
            claim_see(&c[1], fmax(0, weaker + 0.5 - level[0]), "%s", what);
            claim_see(&c[2], level[1] - level[0], "%s", what);
            weaker = level[0];
        }
    }
}

/* ---- crackle ---- */

/* Finds the cracks in a recording: one begins where a millisecond has four times the energy of the three before, and
 * lasts until the next, or 40 ms. Returns how many there are; their energies are put into `energy`. */
static int find_cracks(const float *x, int n, double *energy, int most)
{
    int frames = n / MS, count = 0;
    double *room = calloc((size_t)frames + 3, sizeof *room), *e = room + 3;
    for (int i = 0; i < frames * MS; i++)
        e[i / MS] += (double)x[i] * x[i];
    for (int i = 0, last = -99; i < frames; i++) {
        double before = fmax(e[i - 1], fmax(e[i - 2], e[i - 3]));
        if (e[i] > 4 * before && e[i] > 1e-12 && i > last + 1 && count < most)
            energy[count++] = 0, last = i;
        if (count > 0 && i < last + 40)
            energy[count - 1] += e[i];
    }
    free(room);
    return count;
}

static int by_energy(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the exponent of the power law between the least and the greatest of n energies that rise, by the greatest
 * likelihood. */
static double power_law(const double *energy, int n)
{
    double sum = 0, range = log(energy[n - 1] / energy[0]), low = 0.2, high = 4;
    for (int i = 0; i < n; i++)
        sum += log(energy[i] / energy[0]) / n;
    for (int i = 0; i < 60; i++) {
        double k = (low + high) / 2 - 1, mean = fabs(k) < 1e-6 ? range / 2 : 1 / k - range / expm1(k * range);
        *(mean > sum ? &low : &high) = k + 1;
    }
    return -low;
}

/* Energies of the sound of crumpled sheets go as E^-1.3 to E^-1.6: Houle and Sethna, Acoustic emission from crumpling
 * paper, Physical Review E 54 (1996). A sheet that is crushed slowly crackles seldom enough to tell the cracks apart;
 * the weakest tenth is left out, which is lost under the ends of others. */
TEST(energies_of_crumpling_are_a_power_law)
{
    enum { N = 40 * RATE, MOST = 2000 };
    static double energy[MOST];
    CLAIMS(c, CLAIM("crumple~: exponent of the energies, beside -1.45", 0.15),
           CLAIM("crumple~: three decades of energy over those that there are", 1));
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/crumple~ -seed 4"), out = pd_record(p, o, 0, 0, N);
    pd_at(p, 10, o, "0.02");
    pd_run(p);
    int n = find_cracks(pd_samples(p, out), N, energy, MOST), from = n / 10;
    qsort(energy, (size_t)n, sizeof *energy, by_energy);
    assert_true(n > 200);
    double exponent = power_law(energy + from, n - from), decades = log10(energy[n - 1] / energy[from]);
    print_message("# crumple~: %d cracks, energies as E^%.2f over %.1f decades\n", n, exponent, decades);
    claim_see(&c[0], fabs(exponent + 1.45), "E^%.2f", exponent);
    claim_see(&c[1], 3 / decades, "%.1f", decades);
}

/* ---- glass ---- */

/* Cracks and pieces of glass are grains with a power of -1. */
TEST(energies_of_grains_are_a_power_law)
{
    enum { TIMES = 5, EACH = 400, MOST = TIMES * EACH };
    static double energy[MOST];
    CLAIMS(c, CLAIM("grains, power -1: exponent of the energies, beside -1.5", 0.1),
           CLAIM("grains, power -1: 2.9 decades of energy over those that there are", 1));
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/grains 4"), n = 0;
    pd_print(p, o, 0, "grain");
    for (int i = 0; i < TIMES; i++)
        pd_at(p, 10 + 100 * i, o, "list %d 0 50 60 0 127 -1", EACH);
    pd_until(p, 100 * TIMES + 100);
    pd_run(p);
    for (double x[2]; n < MOST && pd_numbers(pd_line(p, PD_ALL, "grain:", n), x, 2) == 2; n++)
        energy[n] = x[1] * x[1];
    assert_int_equal(n, MOST);
    qsort(energy, (size_t)n, sizeof *energy, by_energy);
    double exponent = power_law(energy, n), decades = log10(energy[n - 1] / energy[0]);
    print_message("# grains: energies as E^%.2f over %.1f decades\n", exponent, decades);
    claim_see(&c[0], fabs(exponent + 1.5), "E^%.2f", exponent);
    claim_see(&c[1], 2.9 / decades, "%.1f", decades);
}

/* A pane cracks over a tenth of a second, broader and lower than its pieces. */
TEST(glass_breaks_before_it_scatters)
{
    enum { THROWS = 6, APART = 3 * RATE / 2, BEFORE = RATE / 10, BURST = RATE / 5 };
    CLAIMS(c, CLAIM("scatter~ glass: dB of the octave around 500 Hz under the whole", 20),
           CLAIM("scatter~ glass: dB of the octaves from 1 to 8 kHz under the whole", 12),
           CLAIM("scatter~ glass: dB beside those of another throw, at least 1 in some octave", 1));
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/scatter~ -seed 4 -kind glass"), out = pd_record(p, o, 0, 0, THROWS * APART);
    double octave[OCTAVES], before[OCTAVES] = { 0 };
    for (int i = 0; i < THROWS; i++)
        pd_at(p, 100 + 1500.0 * i, o, "0.8");
    pd_run(p);
    for (int i = 0; i < THROWS; i++) {
        double differs = 0;
        octaves_of("a glass breaks", pd_samples(p, out) + i * APART + BEFORE - BURST / 4, BURST, octave);
        claim_see(&c[0], -octave[1], "%.1f dB", octave[1]);
        for (int k = 2; k < OCTAVES; k++)
            claim_see(&c[1], -octave[k], "%.1f dB", octave[k]);
        for (int k = 0; k < OCTAVES; k++)
            differs = fmax(differs, fabs(octave[k] - before[k]));
        claim_see(&c[2], 1 / differs, "%.1f dB", differs);
        memcpy(before, octave, sizeof before);
    }
}

/* ---- things that are thrown, stepped on, knocked at, shaken, hung in the wind ---- */

/* A note sounds in every kind and does not clip, and panic silences it. */
TEST(every_kind_sounds_and_ends)
{
    static const struct {
        const char *name, *kind;
    } all[] = {
        { "scatter~", "coins" },      { "scatter~", "keys" },   { "scatter~", "glass" },
        { "scatter~", "dice" },       { "scatter~", "gravel" }, { "steps~", "boards" },
        { "steps~", "gravel" },       { "steps~", "snow" },     { "knock~", "door" },
        { "knock~", "box" },          { "knock~", "can" },      { "knock~", "bottle" },
        { "shaker~", "maraca" },      { "shaker~", "cabasa" },  { "shaker~", "tambourine" },
        { "shaker~", "sleighbells" }, { "chimes~", "tubes" },   { "chimes~", "glass" },
        { "chimes~", "bamboo" },      { "chimes~", "gongs" },   { "scrape~", "guiro" },
        { "scrape~", "washboard" },   { "scrape~", "file" },    { "scrape~", "comb" },
        { "scrape~", "sandpaper" },   { "squeak~", "door" },    { "squeak~", "chalk" },
        { "squeak~", "window" },      { "squeak~", "brake" },   { "squeak~", "balloon" },
        { "squeak~", "cork" },
    };
    enum { ALL = sizeof all / sizeof *all, DICE = 20, PANIC = 700, N = 1000 * MS };
    CLAIMS(c, CLAIM("kinds: peak of a note, full scale 1", 1),
           CLAIM("kinds: dB by which the peak of a note is under -30 dBFS", 0),
           CLAIM("kinds: peak from 50 ms after panic on", 1e-3));
    pd_patch *p = pd_open(.rate = RATE);
    int out[ALL];
    for (int k = 0; k < ALL; k++) {
        int o = pd_obj(p, "hertz/%s %s -kind %s", all[k].name, k < DICE ? "-seed 4" : "", all[k].kind);
        pd_at(p, 10, o, "%d 100", strcmp(all[k].name, "chimes~") ? 60 : 74);
        pd_at(p, PANIC, o, "panic");
        out[k] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    for (int i = 0; i < pd_count(p, PD_ALL, "error"); i++)
        print_error("%s\n", pd_line(p, PD_ALL, "error", i));
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < ALL; k++) {
        double peak = 0, rest = 0;
        for (int i = 0; i < N; i++)
            *(i < PANIC * MS ? &peak : &rest) =
                fmax(i < PANIC * MS ? peak : rest,
                     i < PANIC * MS || i > (PANIC + 50) * MS ? fabs(pd_samples(p, out[k])[i]) : 0);
        claim_see(&c[0], peak, "%s %s", all[k].name, all[k].kind);
        claim_see(&c[1], fmax(0, -30 - 20 * log10(peak)), "%s %s: %.3f", all[k].name, all[k].kind, peak);
        claim_see(&c[2], rest, "%s %s", all[k].name, all[k].kind);
    }
}

/* ---- steps ---- */

static double deviation_of(const double *x, int n)
{
    double mean = mean_of(x, n), sum = 0;
    for (int i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean) / (n - 1);
    return sqrt(sum);
}

/* Recorded steps on boards have 4 kHz 11 dB under the whole, for the sole scuffs, and no two are alike. */
TEST(steps_scuff_and_differ)
{
    enum { STEPS = 24, APART = RATE, KINDS = 3 };
    static const struct {
        const char *kind;
        double differs; /* octaves, at least */
    } all[KINDS] = { { "boards", 0.45 }, { "gravel", 0.25 }, { "snow", 0.2 } };
    CLAIMS(c, CLAIM("steps~: dB of the level of a step beside 3 of standard deviation", 1),
           CLAIM("steps~: the least octaves that centroids deviate over theirs", 1),
           CLAIM("steps~: dB beside -11 of the octave around 4 kHz on boards", 2.5));
    pd_patch *p = pd_open(.rate = RATE);
    int out[KINDS];
    for (int k = 0; k < KINDS; k++) {
        int o = pd_obj(p, "hertz/steps~ -seed 4 -kind %s", all[k].kind);
        for (int i = 0; i < STEPS; i++)
            pd_at(p, 360 + 1000.0 * i, o, "0.8"); /* in the middle of a window */
        out[k] = pd_record(p, o, 0, 0, STEPS * APART);
    }
    pd_run(p);
    for (int k = 0; k < KINDS; k++) {
        double level[STEPS], centroid[STEPS], octave[OCTAVES];
        for (int i = 0; i < STEPS; i++) {
            double *y = copied(pd_samples(p, out[k]) + i * APART, APART);
            spectrum s = spectrum_of(y, APART, RATE);
            level[i] = 10 * log10(spectrum_band(&s, 0, RATE / 2));
            centroid[i] = log2(spectrum_centroid(&s, RATE / 2));
            spectrum_free(&s);
            free(y);
        }
        double by = deviation_of(level, STEPS), so = deviation_of(centroid, STEPS);
        print_message("# steps~ on %s: levels deviate by %.1f dB, centroids by %.2f octaves\n", all[k].kind, by, so);
        octaves_of(all[k].kind, pd_samples(p, out[k]), STEPS * APART, octave);
        claim_see(&c[0], fabs(by - 3), "%s: %.1f dB", all[k].kind, by);
        claim_see(&c[1], all[k].differs / so, "%s: %.2f octaves", all[k].kind, so);
        if (k == 0)
            claim_see(&c[2], fabs(octave[4] + 11), "%.1f dB", octave[4]);
    }
}

/* ---- shakers ---- */

/* Octaves from 2 to 16 kHz of recorded ones, each the mean of three recordings but for the hits of sleigh bells, of
 * which there are two: a shaker of wood, a cabasa, sleigh bells. */
TEST(shakers_have_the_octaves_of_recorded_ones)
{
    enum { KINDS = 3, HEARD = 4, N = 2 * RATE };
    static const struct {
        const char *kind;
        double recorded[HEARD], centroid;
    } all[KINDS] = { { "maraca", { -24.3, -5.4, -2.7, -8.3 }, 7520 },
                     { "cabasa", { -17.3, -6.2, -2.1, -8.8 }, 8010 },
                     { "sleighbells", { -5.8, -18.6, -1.6, -19.0 }, 7020 } };
    CLAIMS(c, CLAIM("shaker~: dB beside the recorded octaves, 2 to 16 kHz", 4.5),
           CLAIM("shaker~: octaves beside the recorded centroid", 0.2));
    pd_patch *p = pd_open(.rate = RATE);
    int out[KINDS];
    for (int k = 0; k < KINDS; k++) {
        int o = pd_obj(p, "hertz/shaker~ -seed 4 -kind %s", all[k].kind);
        pd_at(p, 800, o, "bang");
        out[k] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    for (int k = 0; k < KINDS; k++) {
        double *y = copied(pd_samples(p, out[k]), N), whole;
        spectrum s = spectrum_of(y, N, RATE);
        whole = spectrum_band(&s, 0, RATE / 2);
        print_message("# shaker~ %s: octaves from 2 kHz", all[k].kind);
        for (int i = 0; i < HEARD; i++) {
            double middle = 2000 << i, top = fmin(middle * M_SQRT2, 0.49 * RATE),
                   level = 10 * log10(spectrum_band(&s, middle * M_SQRT1_2, top) / whole);
            print_message(" %.1f", level);
            claim_see(&c[0], fabs(level - all[k].recorded[i]), "%s, %g Hz: %.1f dB", all[k].kind, middle, level);
        }
        double centroid = spectrum_centroid(&s, RATE / 2);
        print_message(" dB, centroid %.0f Hz\n", centroid);
        claim_see(&c[1], fabs(log2(centroid / all[k].centroid)), "%s: %.0f Hz", all[k].kind, centroid);
        spectrum_free(&s);
        free(y);
    }
}

/* ---- the seed ---- */

/* The same seed draws the same, to the bit; another one, or none, does not, nor does the next session. */
WHOLE_TEST(seeds_repeat_and_differ)
{
    static const struct {
        const char *name, *plays;
    } all[] = { { "rain~", "0.7" },   { "crumple~", "0.7" }, { "rolling~", "0.5" }, { "rub~", "0.5" },
                { "chimes~", "0.8" }, { "scatter~", "0.8" }, { "shaker~", "0.8" },  { "steps~", "0.8" },
                { "knock~", "bang" }, { "impact~", "bang" } };
    enum { ALL = sizeof all / sizeof *all, N = RATE, SESSIONS = 2 };
    static const char *const seeds[] = { "seed 5", "seed 5", "seed 6", "seed", "seed" };
    enum { WAYS = sizeof seeds / sizeof *seeds };
    static float heard[SESSIONS][ALL][WAYS][N];
    for (int session = 0; session < SESSIONS; session++) {
        pd_patch *p = pd_open(.rate = RATE);
        int out[ALL][WAYS];
        for (int k = 0; k < ALL; k++)
            for (int w = 0; w < WAYS; w++) {
                int o = pd_obj(p, "hertz/%s", all[k].name);
                pd_at(p, 10, o, "%s", seeds[w]);
                if (!strcmp(all[k].name, "impact~"))
                    pd_at(p, 11, o, "vary 0.5");
                pd_at(p, 12, o, "%s", all[k].plays);
                out[k][w] = pd_record(p, o, 0, 12, N);
            }
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        for (int k = 0; k < ALL; k++)
            for (int w = 0; w < WAYS; w++)
                memcpy(heard[session][k][w], pd_samples(p, out[k][w]), sizeof heard[session][k][w]);
        pd_close(p);
    }
    for (int k = 0; k < ALL; k++) {
        float(*is)[N] = heard[0][k];
        enum { SIZE = sizeof is[0] };
        assert_that(!memcmp(is[0], is[1], SIZE), "%s: one seed, two sounds", all[k].name);
        assert_that(!memcmp(is[0], heard[1][k][0], SIZE), "%s: the seed is forgotten in the next session", all[k].name);
        assert_that(memcmp(is[0], is[2], SIZE), "%s: two seeds, one sound", all[k].name);
        assert_that(memcmp(is[3], is[4], SIZE), "%s: without a seed two are alike", all[k].name);
        assert_that(memcmp(is[3], heard[1][k][3], SIZE), "%s: two sessions are alike", all[k].name);
    }
}
