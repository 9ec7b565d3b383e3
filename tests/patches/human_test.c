/* `human`: strokes that differ as those of a player do, drawn from the seed of the object, to the bit. */

#include "tests/tools/loudness.h"
#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, LENGTH = RATE / 2, APART = 1000 }; /* ms from one stroke to the next */

/* An object of this class on which nothing comes to lie. */
static int made(pd_patch *p, const char *flags)
{
    int o = pd_obj(p, "hertz/%s -report 0 -gravity 0 %s", its->name, flags);
    print_info(p, o, its->t.info);
    return o;
}

static int same(const pd_patch *p, int a, int b)
{
    return memcmp(pd_samples(p, a), pd_samples(p, b), LENGTH * sizeof(float)) == 0;
}

/* Strikes an object that was reset, so that nothing rings, and records it. Blocks begin every 4 ms and between. */
static int stroke(pd_patch *p, int o, double ms)
{
    pd_at(p, ms, o, "note 60 100");
    return pd_record(p, o, its->heard, ms, LENGTH);
}

/* What is as it was where there is no human, and repeats with the seed where there is. */
TEST_OF_EVERY_CLASS(strokes_repeat_with_the_seed)
{
    if (!kind_has(its, "human"))
        return;
    pd_patch *p = pd_open(.rate = RATE, .limit = 120);
    int plain = made(p, "-human 0"), o = made(p, "-human 1"), at[2][5];
    stroke(p, plain, 12); /* The first note tunes them. */
    stroke(p, o, 12);
    for (int k = 0; k < 5; k++) {
        double ms = (k + 1) * APART;
        if (k == 0 || k == 3)
            pd_at(p, ms - 15, o, "seed 7");
        pd_at(p, ms - 10, plain, "reset");
        pd_at(p, ms - 10, o, k == 2 ? "panic" : k == 4 ? "damp 0.001" : "reset");
        at[0][k] = stroke(p, plain, ms);
        at[1][k] = stroke(p, o, ms);
    }
    pd_run(p);
    for (int k = 1; k < 5; k++) {
        assert_true(same(p, at[0][0], at[0][k]));
        assert_true(same(p, at[1][0], at[1][k]) == (k < 4));
    }
    assert_false(same(p, at[0][0], at[1][0]));
}

/* Hands what an object answers to `dump` to another one, which is one without seed of its own. */
static void hand_over(pd_patch *p, const pd_patch *from, int reply, int o, double ms)
{
    char prefix[20];
    snprintf(prefix, sizeof prefix, "o%d: ", o);
    for (int i = 0; i < pd_count(from, reply, prefix); i++)
        pd_at(p, ms, o, "%s", pd_line(from, reply, prefix, i));
}

/* The seed that runs is told, stored and saved: from there the same strokes follow. */
TEST_OF_EVERY_CLASS(seed_goes_with_the_sound)
{
    if (!kind_has(its, "human"))
        return;
    char file[200];
    int at[4], told;
    pd_patch *p = pd_open(.rate = RATE, .limit = 120), *q = pd_open(.rate = RATE, .limit = 120);
    snprintf(file, sizeof file, "%s/sound.txt", pd_folder(p));
    int o = made(p, "-human 1"), other = made(q, "-human 1");
    pd_at(p, 5, o, "seed 7");
    stroke(p, o, 12);
    pd_at(p, 590, o, "store a");
    pd_at(p, 591, o, "save %s", file);
    told = pd_at(p, 592, o, "dump");
    for (int k = 0; k < 3; k++) {
        double ms = 1000 + APART * k;
        pd_at(p, ms - 300, o, "reset");
        pd_at(p, ms - 200, o, k == 2 ? "load %s" : k ? "recall a" : "seed 3", file);
        at[k] = stroke(p, o, ms);
    }
    pd_run(p);
    stroke(q, other, 24);
    pd_at(q, 700, other, "reset");
    hand_over(q, p, told, other, 800);
    at[3] = stroke(q, other, 1000);
    pd_run(q);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_int_equal(pd_count(q, PD_ALL, "error"), 0);
    assert_false(same(p, at[0], at[1]));
    assert_true(same(p, at[1], at[2]));
    assert_memory_equal(pd_samples(p, at[1]), pd_samples(q, at[3]), LENGTH * sizeof(float));
    pd_close(p);
    pd_close(q);
}

static double correlation(const float *a, const float *b, int n, int lag)
{
    double ab = 0, aa = 0, bb = 0;
    for (int i = lag < 0 ? -lag : 0; i < n && i + lag < n; i++) {
        ab += a[i] * b[i + lag];
        aa += a[i] * a[i];
        bb += b[i + lag] * b[i + lag];
    }
    return ab / sqrt(aa * bb);
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, by_number);
    return (x[n / 2] + x[(n - 1) / 2]) / 2;
}

/* Two takes of a player are 1.6 LU apart, and the first 0.1 s correlate by 0.79: the medians of 35 recorded pairs. */
TEST(strokes_differ_as_takes_do)
{
    static const char *const struck[] = { "tenordrum", "drum",    "bongo",    "brakedrum", "kettledrum",
                                          "gong",      "marimba", "slitdrum", "pizzicato" };
    enum { THINGS = sizeof struck / sizeof *struck, STROKES = 10, PAIRS = STROKES * (STROKES - 1) / 2 };
    double apart[THINGS * PAIRS], alike[THINGS * PAIRS];
    int n = 0, record[THINGS][STROKES];
    pd_patch *p = pd_open(.rate = RATE, .limit = 300);
    for (int i = 0; i < THINGS; i++)
        for (int k = 0; k < STROKES; k++) {
            int o = pd_obj(p, "hertz/impact~ %s -human 1 -report 0", struck[i]);
            pd_at(p, 5, o, "seed %d", 10 * i + k);
            pd_at(p, 10, o, "bang");
            record[i][k] = pd_record(p, o, 0, 10, LENGTH);
        }
    pd_run(p);
    for (int i = 0; i < THINGS; i++)
        for (int k = 0; k < STROKES; k++)
            for (int l = 0; l < k; l++) {
                const float *x[2] = { pd_samples(p, record[i][k]), pd_samples(p, record[i][l]) };
                double loud[2], best = -1;
                for (int j = 0; j < 2; j++) {
                    static double y[LENGTH];
                    for (int s = 0; s < LENGTH; s++)
                        y[s] = x[j][s];
                    loud[j] = loudness_momentary(y, LENGTH, RATE);
                }
                for (int lag = -RATE / 333; lag <= RATE / 333; lag++)
                    best = fmax(best, correlation(x[0], x[1], RATE / 10, lag));
                apart[n] = fabs(loud[0] - loud[1]);
                alike[n++] = best;
            }
    pd_close(p);
    double lu = median(apart, n), c = median(alike, n);
    print_message("# human 1: strokes are %.2f LU apart and correlate by %.2f (medians)\n", lu, c);
    assert_true(lu > 1.3 && lu < 2);
    assert_true(c > 0.75 && c < 0.91);
}

/* Instruments are played by a hand, and say so. */
TEST(instruments_are_played_by_a_hand)
{
    static const char *const names[] = { "mallets~", "bells~", "snare~" };
    enum { INSTRUMENTS = sizeof names / sizeof *names };
    int out[INSTRUMENTS][3];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    for (int i = 0; i < INSTRUMENTS; i++)
        for (int k = 0; k < 3; k++) {
            int o = pd_obj(p, "hertz/%s -seed %d", names[i], k > 1 ? 1 : k);
            pd_at(p, 12, o, "60 100");
            out[i][k] = pd_record(p, o, 0, 12, LENGTH);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < INSTRUMENTS; i++) {
        assert_false(same(p, out[i][0], out[i][1]));
        assert_true(same(p, out[i][1], out[i][2]));
    }
}
