/* Where new players stumbled: what they try first does what they expect, or says why it does not. */

#include "pdrun.h"

enum { N = 96000 };

static double loudest(const pd_patch *p, int sound, int from, int to)
{
    double peak = 0;
    for (int i = from; i < to; i++)
        peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
    return peak;
}

/* Another body with a level is as loud from its first blow on, all in one message. */
TEST(another_body_has_its_level)
{
    static const char *const message[] = { "object drum, material skin, size 0.35, thickness 0.0003, tension 2000",
                                           "object modes, freqs 440 1210 2375, decays 2 1 0.5, masses 0.05",
                                           "object string, size 0.65, thickness 0.001, tension 700" };
    enum { MESSAGES = sizeof message / sizeof *message, LENGTH = 12000 };
    int sound[MESSAGES];
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~");
    for (int i = 0; i < MESSAGES; i++) {
        pd_at(p, 20 + 300 * i, o, "reset, %s, level -9, bang", message[i]); /* Nothing rings into it. */
        sound[i] = pd_record(p, o, 0, 30 + 300 * i, LENGTH);
    }
    pd_run(p);
    for (int i = 0; i < MESSAGES; i++) {
        double peak = 20 * log10(loudest(p, sound[i], 0, LENGTH));
        assert_that(fabs(peak + 9) < 4, "`%s, level -9, bang` peaks at %g dBFS", message[i], peak);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* A stroke follows bowspeed and bowforce while it lasts. One that was given its own speed keeps it. */
TEST(a_stroke_follows)
{
    double last[3];
    pd_patch *p = pd_open();
    int sound[3];
    for (int k = 0; k < 3; k++) {
        int o = pd_obj(p, "hertz/trombamarina~ -report 0 -bodypoints 200");
        pd_at(p, 10, o, k == 2 ? "stroke 0 0.201 0.091" : "stroke 0");
        if (k > 0) {
            pd_at(p, 500, o, "bowspeed 0.05");
            pd_at(p, 500, o, "bowforce 0.0225");
        }
        sound[k] = pd_record(p, o, 0, 0, N / 2);
    }
    pd_run(p);
    for (int k = 0; k < 3; k++)
        last[k] = loudest(p, sound[k], N / 2 - 9600, N / 2);
    assert_that(last[1] < 0.6 * last[0], "a slower bow is as loud: %g, %g", last[1], last[0]);
    assert_that(last[1] > 0.01 * last[0], "a slower bow is silent: %g, %g", last[1], last[0]);
    assert_that(fabs(last[2] / last[0] - 1) < 0.1, "a stroke of its own speed follows bowspeed: %g, %g", last[2],
                last[0]);
}

/* An array of numbers from 0 to 1, as one draws it first, is limited, and this is said once. */
TEST(a_barrier_as_high_as_a_house)
{
    pd_patch *p = pd_open();
    pd_obj(p, "table hz-high 32");
    int o = pd_obj(p, "hertz/stringbarrier~ -obstacle array -array hz-high -report 0");
    pd_at(p, 5, PD_SEND, "hz-high 0 1 0.3 0.7 0.9 0.2 0.4 1 0.1");
    pd_at(p, 800, o, "pluck");
    int sound = pd_record(p, o, 0, 0, N / 2 + 24000);
    pd_run(p);
    double peak = loudest(p, sound, 0, N / 2 + 24000);
    assert_that(peak < 4, "it peaks at %g", peak);
    assert_int_equal(pd_count(p, PD_ALL, "error: stringbarrier~: array: its numbers are metres"), 1);
}

/* A material that changes no decay says so; where decays are the material's, it says nothing. */
TEST(a_material_that_changes_nothing)
{
    pd_patch *p = pd_open();
    int bell = pd_obj(p, "hertz/impact~ bell"), plate = pd_obj(p, "hertz/impact~"), set = pd_obj(p, "hertz/impact~");
    int said = pd_at(p, 5, bell, "material oak"), silent = pd_at(p, 40, plate, "material oak");
    pd_at(p, 60, set, "decay 3");
    int decay = pd_at(p, 65, set, "material oak"), more = pd_at(p, 90, plate, "preset bell");
    pd_at(p, 110, plate, "bang");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_int_equal(pd_count(p, said, "impact~: material: freq and decay"), 1);
    assert_int_equal(pd_count(p, silent, "impact~: material: "), 0);
    assert_int_equal(pd_count(p, decay, "impact~: material: decay or q"), 1);
    assert_int_equal(pd_count(p, more, "impact~: material: "), 0);
}
