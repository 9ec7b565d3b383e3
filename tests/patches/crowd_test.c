/* crowd and strikernoise in Pd: without them every sample is as it was, their books hold, and they play the same
 * noise again. */

#include "pdrun.h"
#include "tests/tools/spectrum.h"

enum { RATE = 48000, LENGTH = RATE / 2, AUDIO = 0, METER = 3 };

static int differ(const float *a, const float *b, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += !(a[i] == b[i]);
    return count;
}

/* How bright and how strong some samples are. */
typedef struct heard {
    double centroid, level; /* Hz, dB */
} hearing;

static hearing hear(const float *x, int n)
{
    double *copy = calloc((size_t)n, sizeof *copy), sum = 0;
    for (int i = 0; i < n; i++) {
        copy[i] = x[i];
        sum += copy[i] * copy[i];
    }
    spectrum s = spectrum_of(copy, n, RATE);
    hearing h = { spectrum_centroid(&s, RATE / 2.0), 10 * log10(sum / n) };
    spectrum_free(&s);
    free(copy);
    return h;
}

/* Bodies of which nothing is known above their modes, and methods that have no energy to give, have no crowd. A preset
 * of the first edition is the one of the second without it. */
TEST(without_them_every_sample_is_as_it_was)
{
    static const char *const pairs[][2] = {
        { "impact~ kettledrum -edition 1", "impact~ kettledrum -modes 1000 -crowd none -strikernoise none" },
        { "impact~ -edition 1 -preset chime", "impact~ chime -crowd none -strikernoise none" },
        { "bounce~ coin -edition 1", "bounce~ coin -crowd none -strikernoise none" },
        { "impact~ -freqs 300 800 2000", "impact~ -freqs 300 800 2000 -crowd 0 -strikernoise 0" },
        { "impact~ gong -edition 1", "impact~ gong -modes 700 -crowd none -strikernoise none -cascade 0 -gain 0.0902" },
        { "impact~ drum", "impact~ drum -cascade 4" },
        { "impact~ guitar", "impact~ guitar -cascade 4" },
        { "impact~ -object plate", "impact~ -object plate -cascade 0" },
        { "impact~ -freqs 300 800 2000", "impact~ -freqs 300 800 2000 -cascade 4" },
        { "impact~ -object wall", "impact~ -object wall -cascade 4" },
        { "impact~ -method heun -stiffness 1e5 -object plate",
          "impact~ -method heun -stiffness 1e5 -object plate -cascade 4" },
        { "impact~ -object wall", "impact~ -object wall -crowd 0 -strikernoise 0" },
        { "impact~ -method heun -stiffness 1e5", "impact~ -method heun -stiffness 1e5 -crowd 0 -strikernoise 0" },
        { "impact~", "impact~ -crowd none -strikernoise none" },
    };
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    int sound[PAIRS + 1][2];
    static const char *const heard[2] = { "impact~ drum", "impact~ drum -edition 1" };
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0; i <= PAIRS; i++)
        for (int k = 0; k < 2; k++) {
            int o = pd_obj(p, "hertz/%s -seed 0", i < PAIRS ? pairs[i][k] : heard[k]);
            pd_at(p, 10, o, "bang");
            sound[i][k] = pd_record(p, o, AUDIO, 0, LENGTH);
        }
    pd_run(p);
    for (int i = 0; i < PAIRS; i++) {
        int n = differ(pd_samples(p, sound[i][0]), pd_samples(p, sound[i][1]), LENGTH);
        assert_that(n == 0, "%s and %s differ in %d samples", pairs[i][0], pairs[i][1], n);
    }
    assert_in_range(differ(pd_samples(p, sound[PAIRS][0]), pd_samples(p, sound[PAIRS][1]), LENGTH), LENGTH / 2, LENGTH);
}

/* An instrument hands its edition to the object in it, before that loads a preset. */
TEST(instruments_have_the_first_edition_too)
{
    static const char *const pairs[][2] = {
        { "mallets~ -edition 1", "impact~ marimba -edition 1 -release ring" },
        { "mallets~ xylophone -edition 1", "impact~ xylophone -edition 1 -release ring" },
        { "bells~ bowl -edition 1", "impact~ bowl -edition 1 -release ring" },
        { "bells~ -edition 2 -human 0 -seed 0", "impact~ bell -release ring -seed 0" },
    };
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    int sound[PAIRS][2];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    for (int i = 0; i < PAIRS; i++)
        for (int k = 0; k < 2; k++) {
            int o = pd_obj(p, "hertz/%s", pairs[i][k]);
            pd_at(p, 30, o, "60 100");
            sound[i][k] = pd_record(p, o, AUDIO, 30, LENGTH);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < PAIRS; i++) {
        int n = differ(pd_samples(p, sound[i][0]), pd_samples(p, sound[i][1]), LENGTH);
        assert_that(n == 0, "%s and %s differ in %d samples", pairs[i][0], pairs[i][1], n);
    }
}

/* Through the meters of objects that are struck several times, pressed, and struck while they are. */
TEST(their_books_hold)
{
    static const char *const of[] = { "impact~ drum",
                                      "impact~ kettledrum",
                                      "impact~ marimba -strikernoise 20",
                                      "impact~ cymbal",
                                      "impact~ piano",
                                      "impact~ plank -strikernoise 10",
                                      "bounce~ marble",
                                      "impact~ drum -hammers 3",
                                      "impact~ gong",
                                      "impact~ cymbal -cascade 4 -crowd none",
                                      "bounce~ lid -cascade 4" };
    enum { OBJECTS = sizeof of / sizeof *of };
    CLAIMS(claims, CLAIM("residual, of what was stored at most", 1e-10),
           CLAIM("rise of what is stored between strikes, of that", 1e-6));
    int meter[OBJECTS][2];
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0; i < OBJECTS; i++) {
        int o = pd_obj(p, "hertz/%s -meters stored residual", of[i]);
        pd_at(p, 10, o, "%s", strstr(of[i], "bounce~") ? "throw 0.5" : "strike 1");
        pd_at(p, 200, o, "%s", strstr(of[i], "bounce~") ? "throw 1" : "strike 2");
        for (int k = 0; k < 2; k++)
            meter[i][k] = pd_record(p, o, METER + k, 0, LENGTH);
    }
    pd_run(p);
    for (int i = 0; i < OBJECTS; i++) {
        const float *stored = pd_samples(p, meter[i][0]), *residual = pd_samples(p, meter[i][1]);
        double most = 0;
        for (int k = 0; k < LENGTH; k++)
            most = fmax(most, stored[k]);
        assert_true(most > 1e-6);
        for (int k = 1; k < LENGTH; k++) {
            claim_see(&claims[0], fabs((double)residual[k]) / most, "%s, sample %d", of[i], k);
            if (k % 64 || (k != 10 * RATE / 1000 / 64 * 64 && stored[k] - stored[k - 1] < 0.02 * most))
                claim_see(&claims[1], ((double)stored[k] - stored[k - 1]) / most, "%s, sample %d", of[i], k);
        }
    }
}

/* The noise of a stroke is that of the running seed, which a flag sets, or a message, or its older name; reset begins
 * it again, and a sound that was stored or saved after some strokes goes on from there. */
TEST(a_replay_is_the_same_to_the_bit)
{
    enum { STROKES = 3, PART = RATE / 5, APART = 400 };
    static const struct {
        const char *flags, *before[STROKES];
        int same[STROKES]; /* strokes with the same letter are the same */
    } of[] = {
        { "-seed 7", { NULL, "reset", "seed 8, reset" }, { 'a', 'a', 'b' } },
        { "", { "seed 7", "store s, seed 9, reset, recall s", "reset" }, { 'a', 'c', 'd' } },
        { "-noiseseed 7", { NULL, "save s.txt, seed 9, reset, load s.txt", "noiseseed 8, reset" }, { 'a', 'c', 'b' } },
        { "", { NULL, "seed 8, reset", "noiseseed 7, reset" }, { 'e', 'b', 'a' } },
        { "", { NULL, "seed 9, reset", "store s, reset, recall s" }, { 'f', 'd', 'g' } },
    };
    enum { SOUNDS = (sizeof of / sizeof *of) * STROKES };
    const float *stroke[SOUNDS];
    int sound[SOUNDS];
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0, o = 0; i < SOUNDS; i++) {
        double at = 20 + APART * (i % STROKES);
        o = i % STROKES ? o : pd_obj(p, "hertz/impact~ claves %s", of[i / STROKES].flags);
        if (of[i / STROKES].before[i % STROKES])
            pd_at(p, at - 10, o, "%s", of[i / STROKES].before[i % STROKES]);
        pd_at(p, at, o, "bang");
        sound[i] = pd_record(p, o, AUDIO, at, PART);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < SOUNDS; i++)
        stroke[i] = pd_samples(p, sound[i]);
    for (int i = 0; i < SOUNDS; i++)
        for (int k = 0; k < i; k++) {
            int wanted = of[i / STROKES].same[i % STROKES] == of[k / STROKES].same[k % STROKES];
            int n = differ(stroke[i], stroke[k], PART);
            assert_that(wanted ? n == 0 : n > PART / 2, "strokes %d and %d differ in %d samples", i, k, n);
        }
}

/* Struck hard, thin metal gets brighter while it sounds; struck softly it does not. */
TEST(loud_metal_opens)
{
    enum { FIRST = RATE / 20, LATER = RATE / 2, SPAN = RATE / 5 };
    static const struct {
        const char *object;
        double speed, from, to, down; /* the centroid grows so many times, and the level falls so much at most, dB */
    } of[] = {
        { "impact~ gong", 4, 1.5, 10, 6 },
        { "impact~ gong", 0.2, 0.5, 1.1, 20 },
        { "impact~ gong -cascade 0", 4, 0, 1.1, 20 },
        { "impact~ cymbal -mass 0.06 -stiffness 2e8 -exponent 2.5", 3, 2, 10, 6 },
        { "impact~ cymbal -mass 0.06 -stiffness 2e8 -exponent 2.5 -cascade 0", 3, 0, 1.1, 20 },
    };
    enum { OBJECTS = sizeof of / sizeof *of };
    int sound[OBJECTS];
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0; i < OBJECTS; i++) {
        int o = pd_obj(p, "hertz/%s -seed 0", of[i].object);
        pd_at(p, 10, o, "strike %g", of[i].speed);
        sound[i] = pd_record(p, o, AUDIO, 10, LATER + SPAN);
    }
    pd_run(p);
    for (int i = 0; i < OBJECTS; i++) {
        hearing first = hear(pd_samples(p, sound[i]), FIRST), later = hear(pd_samples(p, sound[i]) + LATER, SPAN);
        double growth = later.centroid / first.centroid, down = first.level - later.level;
        printf("%s at %g m/s: centroid %.0f to %.0f Hz, times %.2f; %.1f dB down\n", of[i].object, of[i].speed,
               first.centroid, later.centroid, growth, down);
        assert_that(growth >= of[i].from && growth <= of[i].to && down <= of[i].down, "%s at %g m/s", of[i].object,
                    of[i].speed);
    }
}

/* cascade prints a remark on a body without bands. On a shape that does not support it, it prints nothing, because a
 * morph passes through such shapes. */
TEST(a_cascade_that_cannot_be_says_so)
{
    static const char *const of[] = { "-object wall", "-freqs 300 800", "-object plate -method heun -stiffness 1e5" };
    enum { OBJECTS = sizeof of / sizeof *of };
    static const char *const words = "error: impact~: cascade: it needs 'method exact' and a plate, disc or bowl";
    pd_patch *p = pd_open(.rate = RATE);
    int said[OBJECTS], not_said = 0;
    for (int i = 0; i < OBJECTS; i++) {
        int o = pd_obj(p, "hertz/impact~ %s", of[i]);
        not_said = pd_at(p, 10 + 40 * i, o, "cascade 0");
        said[i] = pd_at(p, 30 + 40 * i, o, "cascade 1");
    }
    int other = pd_obj(p, "hertz/impact~ -object drum -crowd 0");
    not_said = pd_at(p, 400, other, "cascade 1");
    pd_until(p, 500);
    pd_run(p);
    for (int i = 0; i < OBJECTS; i++)
        assert_that(pd_count(p, said[i], words) == 1, "%s", of[i]);
    assert_int_equal(pd_count(p, not_said, words), 0);
}

/* A preset of which another shape is made is as loud as the estimate says, though its gain is that of another body. */
TEST(another_shape_is_no_louder)
{
    static const char *const presets[] = { "chime", "piano", "gong", "cymbal", "drum", "marimba" }, *const shapes[] = {
        "bowl", "plate", "freebar", "cantilever", "membrane"
    };
    enum { PRESETS = sizeof presets / sizeof *presets, SHAPES = sizeof shapes / sizeof *shapes, LONG = RATE / 2 };
    CLAIMS(c, CLAIM("crowd: peak of a preset made into another shape, full scale 1", 5));
    pd_patch *p = pd_open(.rate = RATE);
    int out[PRESETS][SHAPES];
    for (int i = 0; i < PRESETS; i++)
        for (int k = 0; k < SHAPES; k++) {
            int o = pd_obj(p, "hertz/impact~ %s -object %s -hold 0", presets[i], shapes[k]);
            pd_at(p, 5, o, "bang");
            out[i][k] = pd_record(p, o, 0, 0, LONG);
        }
    pd_run(p);
    for (int i = 0; i < PRESETS; i++)
        for (int k = 0; k < SHAPES; k++) {
            double peak = 0;
            for (int n = 0; n < LONG; n++)
                peak = fmax(peak, fabs(pd_samples(p, out[i][k])[n]));
            claim_see(&c[0], peak, "%s as %s", presets[i], shapes[k]);
        }
}
