/* What presets of ringing objects sound like: how long, how bright, and how high, each within what its name promises.
 * The figures are of the sound alone: the time in which the first 15 dB of its energy go, times four; the mean of the
 * power spectrum over the first half second; and the frequency of the strongest partial. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#include "tests/tools/claim.h"
#include "impact.h"

enum { RATE = 48000, LENGTH = 3 * RATE, WINDOW = RATE / 2, SPECTRUM = 32768 };

static const struct {
    const char *name;
    double seconds[2], centroid[2], partial[2];
} sounds[] = {
    { "glass", { 0.8, 4 }, { 1200, 6000 }, { 500, 2000 } },
    { "bell", { 2, 10 }, { 1000, 5000 }, { 400, 3000 } },
    { "bowl", { 5, 30 }, { 250, 1200 }, { 120, 800 } },
    { "cup", { 0.15, 0.8 }, { 1500, 5000 }, { 1200, 4000 } },
    { "marimba", { 0.8, 3 }, { 190, 500 }, { 190, 202 } },
    { "xylophone", { 0.2, 1 }, { 1000, 2500 }, { 1030, 1064 } },
    { "vibraphone", { 3, 9 }, { 430, 900 }, { 435, 445 } },
    { "woodblock", { 0.04, 0.2 }, { 900, 3000 }, { 700, 2500 } },
    { "plank", { 0.08, 0.8 }, { 200, 1200 }, { 80, 600 } },
    { "anvil", { 0.8, 4 }, { 2000, 8000 }, { 1200, 8000 } },
    { "chime", { 2, 10 }, { 500, 3000 }, { 300, 2500 } },
    { "drum", { 0.2, 1.2 }, { 120, 600 }, { 80, 300 } },
    { "kettledrum", { 0.5, 3 }, { 100, 500 }, { 70, 300 } },
    { "gong", { 3, 30 }, { 150, 1500 }, { 50, 1000 } },
    { "cymbal", { 0.8, 10 }, { 1500, 8000 }, { 300, 8000 } },
    { "window", { 0.1, 1.5 }, { 200, 1500 }, { 60, 800 } },
    { "guitar", { 0.8, 5 }, { 300, 1500 }, { 310, 326 } },
    { "piano", { 2, 10 }, { 400, 2000 }, { 250, 262 } },
};
enum { SOUNDS = sizeof sounds / sizeof *sounds };

/* Returns the seconds until this part of the energy is left. */
static double falls_to(const float *x, double part)
{
    double all = 0, gone = 0;
    int i = 0;
    for (int k = 0; k < LENGTH; k++)
        all += (double)x[k] * x[k];
    while (i < LENGTH && all - gone > part * all) {
        gone += (double)x[i] * x[i];
        i++;
    }
    return (double)i / RATE;
}

static void transform(double complex *x, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            double complex t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (int length = 2; length <= n; length <<= 1) {
        double complex turn = cexp(-2 * I * M_PI / length);
        for (int i = 0; i < n; i += length) {
            double complex w = 1;
            for (int k = i; k < i + length / 2; k++, w *= turn) {
                double complex u = x[k], v = x[k + length / 2] * w;
                x[k] = u + v;
                x[k + length / 2] = u - v;
            }
        }
    }
}

static void spectrum_of(const float *x, double *centroid, double *partial)
{
    static double complex s[SPECTRUM];
    double power = 0, sum = 0, most = 0;
    for (int i = 0; i < SPECTRUM; i++)
        s[i] = i < WINDOW ? x[i] * (0.5 + 0.5 * cos(M_PI * i / WINDOW)) : 0;
    transform(s, SPECTRUM);
    for (int i = 10 * SPECTRUM / RATE; i < SPECTRUM / 2; i++) {
        double p = cabs(s[i]) * cabs(s[i]), freq = (double)i * RATE / SPECTRUM;
        power += p;
        sum += p * freq;
        if (p > most) {
            most = p;
            *partial = freq;
        }
    }
    *centroid = sum / power;
}

/* Returns 0 inside of a range, else how far outside x is, in octaves. */
static double outside(double x, const double range[2])
{
    return fmax(0, fmax(log2(range[0] / x), log2(x / range[1])));
}

static void presets_sound_like_their_names(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "presets: decay beyond what the name says, octaves", .allowed = 0 },
        { .name = "presets: centroid beyond what the name says, octaves", .allowed = 0 },
        { .name = "presets: strongest partial beyond what the name says, octaves", .allowed = 0 },
    };
    int out[SOUNDS];
    pd_patch *p = pd_open(.rate = RATE);
    for (int k = 0; k < SOUNDS; k++) {
        int o = pd_obj(p, "hertz/impact~");
        pd_at(p, 10, o, "preset %s", sounds[k].name);
        pd_at(p, 20, o, "bang");
        out[k] = pd_record(p, o, AUDIO, 20, LENGTH);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < SOUNDS; k++) {
        double centroid, partial = 0, seconds = 4 * falls_to(pd_samples(p, out[k]), pow(10, -1.5));
        spectrum_of(pd_samples(p, out[k]), &centroid, &partial);
        print_message("# %s: %.2f s, centroid %.0f Hz, strongest at %.0f Hz\n", sounds[k].name, seconds, centroid,
                      partial);
        claim_see(&c[0], outside(seconds, sounds[k].seconds), "%s: %g s", sounds[k].name, seconds);
        claim_see(&c[1], outside(centroid, sounds[k].centroid), "%s: %g Hz", sounds[k].name, centroid);
        claim_see(&c[2], outside(partial, sounds[k].partial), "%s: %g Hz", sounds[k].name, partial);
    }
    CLAIMS_CHECK(c);
    pd_close(p);
}

/* At other rates too a bang is as loud as it should be, -12 to -3 dBFS. */
static void presets_are_as_loud_at_other_rates(void **state)
{
    (void)state;
    claim c = { "presets: decibels beyond -7.5 +- 4.5 at 44.1 and 96 kHz", 0, 0, 0, "" };
    for (int r = 0; r < 2; r++) {
        int out[SOUNDS], n = r ? 48000 : 22050;
        pd_patch *p = pd_open(.rate = r ? 96000 : 44100);
        for (int k = 0; k < SOUNDS; k++) {
            int o = pd_obj(p, "hertz/impact~");
            pd_at(p, 10, o, "preset %s", sounds[k].name);
            pd_at(p, 20, o, "bang");
            out[k] = pd_record(p, o, AUDIO, 20, n);
        }
        pd_run(p);
        for (int k = 0; k < SOUNDS; k++) {
            double peak = 0;
            for (int i = 0; i < n; i++)
                peak = fmax(peak, fabs(pd_samples(p, out[k])[i]));
            double level = 20 * log10(peak);
            claim_see(&c, fmax(0, fabs(level + 7.5) - 4.5), "%s at %d: %g dBFS", sounds[k].name, r ? 96000 : 44100,
                      level);
        }
        pd_close(p);
    }
    claim_check(&c, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_sound_like_their_names),
        cmocka_unit_test(presets_are_as_loud_at_other_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
