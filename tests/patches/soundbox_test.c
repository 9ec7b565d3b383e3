/* soundbox in Pd: none changes nothing, books hold with it, it sounds at any block size and pitch, alike loud, and says
 * when there is no string. */

#include "pdrun.h"

enum { RATE = 48000, LENGTH = RATE / 2, METER = 3 };
static const char *const bodies[] = { "guitar", "violin", "contrabass", "harp", "piano", "gourd" };
enum { BODIES = sizeof bodies / sizeof *bodies };
static const char *const strings[] = {
    "impact~ -object string -material nylon -size 0.65 -thickness 0.0007 -tension 75", "stringbarrier~ -obstacle none",
    "stringbarrier~ sitar"
};
enum { STRINGS = sizeof strings / sizeof *strings };

static double level_of(const float *x, int n)
{
    double sum = 1e-30;
    for (int i = 0; i < n; i++)
        sum += (double)x[i] * x[i];
    return 10 * log10(sum / n);
}

static int differ(const float *a, const float *b, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += !(a[i] == b[i]);
    return count;
}

TEST(without_it_every_sample_is_as_it_was)
{
    static const char *const pairs[][2] = {
        { "impact~ guitar -edition 1", "impact~ guitar -soundbox none -gain 0.591" },
        { "impact~ -object drum", "impact~ -object drum -soundbox guitar" },
        { "impact~ -method heun -object string", "impact~ -method heun -object string -soundbox harp" },
        { "stringbarrier~ sitar -edition 1", "stringbarrier~ sitar -soundbox none -gain 0.15" },
    };
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    pd_patch *p = pd_open(.rate = RATE);
    int sound[PAIRS][2];
    for (int i = 0; i < PAIRS; i++)
        for (int k = 0; k < 2; k++) {
            int o = pd_obj(p, "hertz/%s", pairs[i][k]);
            pd_at(p, 10, o, "57 100");
            sound[i][k] = pd_record(p, o, 0, 0, LENGTH);
        }
    pd_run(p);
    for (int i = 0; i < PAIRS; i++)
        assert_that(differ(pd_samples(p, sound[i][0]), pd_samples(p, sound[i][1]), LENGTH) == 0, "%s", pairs[i][1]);
}

/* Meters of what is stored and of the residual, with the body and its ringing. */
TEST(books_hold_with_it)
{
    CLAIMS(claims, CLAIM("soundbox: residual, of the most energy", 1e-10));
    for (int s = 0; s < STRINGS; s++) {
        pd_patch *p = pd_open(.rate = RATE);
        int meter[BODIES][2];
        for (int i = 0; i < BODIES; i++) {
            int o = pd_obj(p, "hertz/%s -soundbox %s -report 0 -meters stored residual", strings[s], bodies[i]);
            pd_at(p, 10, o, "%d 100", 45 + 4 * i);
            pd_at(p, 200, o, "%d 60", 50 + 4 * i);
            for (int k = 0; k < 2; k++)
                meter[i][k] = pd_record(p, o, METER + k, 0, LENGTH);
        }
        pd_run(p);
        for (int i = 0; i < BODIES; i++) {
            double most = 0;
            for (int k = 0; k < LENGTH; k++)
                most = fmax(most, pd_samples(p, meter[i][0])[k]);
            assert_true(most > 1e-9);
            for (int k = 0; k < LENGTH; k++)
                claim_see(&claims[0], fabs(pd_samples(p, meter[i][1])[k]) / most, "%s through %s", strings[s],
                          bodies[i]);
        }
        pd_close(p);
    }
}

/* In blocks of one sample as in those of 64, and while the pitch is led from message to message. */
TEST(nothing_keeps_it_from_sounding)
{
    CLAIMS(claims, CLAIM("soundbox: level in blocks of 1, dB beside 64", 0.5),
           CLAIM("soundbox: level in a glissando, dB under that of the string", 12));
    for (int s = 0; s < 2; s++) {
        pd_patch *p = pd_open(.rate = RATE);
        int small = pd_subpatch(p, "block~ 1"), led[2];
        int o = pd_obj(p, "hertz/%s -soundbox guitar", strings[s]), in_small = pd_record(p, o, 0, 0, LENGTH);
        pd_at(p, 10, o, "57 100");
        pd_main(p);
        (void)small;
        o = pd_obj(p, "hertz/%s -soundbox guitar", strings[s]);
        int usual = pd_record(p, o, 0, 0, LENGTH);
        pd_at(p, 10, o, "57 100");
        for (int boxed = 0; boxed < 2; boxed++) {
            o = pd_obj(p, "hertz/%s -soundbox %s", strings[s], boxed ? "gourd" : "none");
            led[boxed] = pd_record(p, o, 0, 0, LENGTH);
            pd_at(p, 5, o, "level -12, 57 100");
            for (int k = 0; k < 240; k++)
                pd_at(p, 12 + 2 * k, o, "freq %g", 220 * pow(2, k / 480.));
        }
        pd_run(p);
        claim_see(&claims[0], fabs(level_of(pd_samples(p, in_small), LENGTH) - level_of(pd_samples(p, usual), LENGTH)),
                  "%s", strings[s]);
        claim_see(&claims[1],
                  level_of(pd_samples(p, led[0]) + LENGTH - 4800, 4800) -
                      level_of(pd_samples(p, led[1]) + LENGTH - 4800, 4800),
                  "%s", strings[s]);
        pd_close(p);
    }
}

/* autogain, and what a preset has without and with it. */
TEST(a_body_is_as_loud_as_the_string)
{
    claim c = CLAIM("soundbox: level with it, dB beside that of the string", 9);
    for (int s = 0; s < STRINGS; s++) {
        pd_patch *p = pd_open(.rate = RATE, .as_played = 1);
        int sound[1 + BODIES];
        for (int i = 0; i <= BODIES; i++) {
            int o = pd_obj(p, "hertz/%s", strings[s]);
            if (i > 0)
                pd_at(p, 5, o, "soundbox %s", bodies[i - 1]);
            pd_at(p, 10, o, "bang");
            sound[i] = pd_record(p, o, 0, 0, LENGTH);
        }
        pd_run(p);
        for (int i = 1; i <= BODIES; i++)
            claim_see(&c, fabs(level_of(pd_samples(p, sound[i]), LENGTH) - level_of(pd_samples(p, sound[0]), LENGTH)),
                      "%s through %s", strings[s], bodies[i - 1]);
        pd_close(p);
    }
    claim_check(&c, 1);
}

TEST(without_a_string_it_says_so)
{
    static const char *const words = "error: impact~: soundbox: it needs 'method exact' and 'object string'";
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/impact~ -object plate"), t = pd_obj(p, "hertz/impact~ -object string -method heun");
    int said = pd_at(p, 10, o, "soundbox harp"), silent = pd_at(p, 20, o, "object string");
    int method = pd_at(p, 30, t, "soundbox piano");
    pd_run(p);
    assert_int_equal(pd_count(p, said, words), 1);
    assert_int_equal(pd_count(p, silent, "error"), 0);
    assert_int_equal(pd_count(p, method, words), 1);
}
