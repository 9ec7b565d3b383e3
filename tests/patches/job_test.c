/* Long work is done by a thread while the sound goes on, and is adopted at a stated time: what is rendered is the same
 * to the bit each time, the newest message has its way, who asks is answered rightly, and an object may go meanwhile.
 */
#include <unistd.h>

#include "impact.h"

enum { RATE = 48000, BLOCK = 64, N = RATE / 4, GONG = 15 /* ms, for the table of 1000 modes */ };

static double peak_of(const float *x, int from, int to)
{
    double peak = 0;
    for (int i = from; i < to; i++)
        peak = fmax(peak, isfinite(x[i]) ? fabs((double)x[i]) : INFINITY);
    return peak;
}

/* Returns the first sample in which two recordings differ, or N. */
static int parting(const float *a, const float *b)
{
    int i = 0;
    while (i < N && a[i] == b[i])
        i++;
    return i;
}

static void copy(float *to, const pd_patch *p, int record)
{
    memcpy(to, pd_samples(p, record), N * sizeof *to);
}

/* Plays 16 voices into which a gong comes, with notes before, during and after. */
static void play_voices(float *to, const char *meanwhile)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/impact~ bell -seed 0 -voices 16"), sound = pd_record(p, o, 0, 0, N);
    if (*meanwhile)
        pd_obj(p, "%s", meanwhile);
    for (int k = 0; k < 16; k++)
        pd_at(p, 10 + 10 * k, o, "%d 100", 50 + k);
    pd_at(p, 95, o, "preset gong");
    pd_at(p, 103, o, "modes 600");
    pd_at(p, 140, o, "preset drum");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    copy(to, p, sound);
    pd_close(p);
}

/* Also where another object keeps Pd from running so far ahead of the thread. */
TEST(every_rendering_is_the_same)
{
    static float first[N], again[N];
    static const char *const meanwhile[] = { "", "hertz/trombamarina~ -bodypoints 2000", "" };
    play_voices(first, "");
    for (int i = 0; i < 3; i++) {
        play_voices(again, meanwhile[i]);
        assert_int_equal(parting(first, again), N);
    }
    assert_true(peak_of(first, 0, N) > 1e-3);
}

/* The old body rings on until the new one is adopted. A strike that was sent with the preset waits for it, and sounds
 * as on an object that was a gong before. */
TEST(the_sound_goes_on_and_a_strike_waits)
{
    enum { TOLD = 100 * RATE / 1000, ADOPTED = (100 + GONG) * RATE / 1000 };
    pd_patch *p = pd_open(.rate = RATE);
    int o[4], sound[4];
    for (int k = 0; k < 4; k++) {
        o[k] = pd_obj(p, "hertz/impact~ %s -seed 0", k == 3 ? "gong" : "bell");
        sound[k] = pd_record(p, o[k], 0, 0, N);
        if (k < 2)
            pd_at(p, 20, o[k], "bang");
    }
    pd_at(p, 100, o[1], "preset gong");
    pd_run(p); /* Each job has its own time, so that one alone is under way in a patch. */
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    int first = parting(pd_samples(p, sound[0]), pd_samples(p, sound[1]));
    assert_that(first >= ADOPTED - BLOCK && first <= ADOPTED + BLOCK, "the bell goes at sample %d", first);
    assert_true(peak_of(pd_samples(p, sound[0]), TOLD, ADOPTED) > 1e-4);
    pd_close(p);

    p = pd_open(.rate = RATE);
    int late = pd_obj(p, "hertz/impact~ bell -seed 0"), gong = pd_obj(p, "hertz/impact~ gong -seed 0");
    pd_at(p, 100, late, "preset gong");
    pd_at(p, 100, late, "strike 1");
    pd_at(p, 100 + GONG, gong, "strike 1");
    int heard[2] = { pd_record(p, late, 0, 0, N), pd_record(p, gong, 0, 0, N) };
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_int_equal(parting(pd_samples(p, heard[0]), pd_samples(p, heard[1])), N);
    assert_true(peak_of(pd_samples(p, heard[0]), 0, ADOPTED - BLOCK) == 0);
    assert_true(peak_of(pd_samples(p, heard[0]), ADOPTED, N) > 1e-3);
    pd_close(p);
}

/* Whoever changes the body faster than it comes hears strikes all the same: they wait for the first that comes. */
TEST(changes_do_not_hold_strikes_up)
{
    static const char *const materials[] = { "steel", "glass", "brass" };
    enum { TOLD = 50 * RATE / 1000, LATEST = (50 + GONG) * RATE / 1000 + BLOCK };
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/impact~ bell"), sound = pd_record(p, o, 0, 0, N);
    pd_at(p, 50, o, "object freedisc");
    pd_at(p, 50, o, "modes 1000");
    pd_at(p, 50, o, "bang");
    for (int i = 0; i < 100; i++)
        pd_at(p, 51 + 2 * i, o, "material %s", materials[i % 3]);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(peak_of(pd_samples(p, sound), 0, TOLD) == 0);
    assert_true(peak_of(pd_samples(p, sound), LATEST, LATEST + 10 * BLOCK) > 1e-6);
}

/* What is dumped are the new values, and what follows from them is right at once. While DSP is off nothing waits. */
TEST(who_asks_is_answered)
{
    for (int off = 0; off < 2; off++) {
        pd_patch *p = pd_open(.rate = RATE, .no_dsp = off);
        int o = pd_obj(p, "hertz/impact~ bell"), fresh = pd_obj(p, "hertz/impact~ gong"), asked[2], modes;
        double told[2][4];
        print_info(p, o, INFO);
        print_info(p, fresh, INFO);
        pd_at(p, 50, o, "preset gong");
        modes = pd_at(p, 50, o, "get modes");
        asked[0] = pd_at(p, 50, o, "partials 4");
        asked[1] = pd_at(p, 50, fresh, "partials 4");
        pd_run(p);
        assert_near(answer1(p, modes, o, "modes"), 150, 0);
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 2; k++)
                answer(p, asked[k], k ? fresh : o, "partial", i, told[k], 4);
            assert_near(told[0][1], told[1][1], 0);
            assert_near(told[0][2], told[1][2], 0);
            assert_true(i > 0 || fabs(told[0][1] - 68) < 1);
        }
        pd_close(p);
    }
}

static void write_masses(char *path, size_t room, int masses)
{
    snprintf(path, room, "/tmp/hertz-job-%d-%d.txt", (int)getpid(), masses);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%d\n", masses);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < masses; i++)
            for (int j = 0; j < masses; j++)
                fprintf(f, "%g\n",
                        k == 0 ? 0.01 * (i == j) : (k == 1 ? 1e5 : 0.01) * (2 * (i == j) - (abs(i - j) == 1)));
    fclose(f);
}

/* The newer of two messages has its way in its own time, as if the older one had never come. */
TEST(a_newer_message_supersedes)
{
    static float heard[2][N];
    char path[2][64];
    write_masses(path[0], sizeof path[0], 40);
    write_masses(path[1], sizeof path[1], 24);
    for (int k = 0; k < 2; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/modalcontact~ -b object matrices -gravity 0 -report 0");
        if (k == 0)
            pd_at(p, 30, o, "b matrices %s", path[0]);
        pd_at(p, 40, o, "b matrices %s", path[1]);
        for (int i = 0; i < 10; i++)
            pd_at(p, 35 + 20 * i, o, "strike 1");
        int sound = pd_record(p, o, 1, 0, N);
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        copy(heard[k], p, sound);
        pd_close(p);
    }
    remove(path[0]);
    remove(path[1]);
    assert_int_equal(parting(heard[0], heard[1]), N);
    assert_true(peak_of(heard[0], 0, N) > 1e-6);
}

/* Objects are deleted while threads work for them, and DSP stops and starts. Nobody else hears it. */
TEST(objects_go_while_a_job_runs)
{
    static float heard[2][N];
    char path[64];
    write_masses(path, sizeof path, 100);
    for (int k = 0; k < 2; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int stays = pd_obj(p, "hertz/impact~ bell -seed 0"), sound = pd_record(p, stays, 0, 0, N), gone[3];
        pd_at(p, 20, stays, "bang");
        pd_subpatch(p, "block~ 64");
        gone[0] = pd_obj(p, "hertz/modalcontact~ -b object matrices");
        gone[1] = pd_obj(p, "hertz/impact~ -voices 4");
        gone[2] = pd_obj(p, "hertz/impact~ bell");
        pd_main(p);
        if (k == 0) {
            pd_at(p, 50, gone[0], "b matrices %s", path);
            pd_at(p, 60, gone[1], "preset gong");
            pd_at(p, 60, gone[2], "record 0.001 gone.csv");
        }
        pd_at(p, 61, PD_SEND, "pd-part1 clear");
        pd_at(p, 100, PD_SEND, "pd dsp 0");
        pd_at(p, 100, PD_SEND, "pd dsp 1");
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        copy(heard[k], p, sound);
        pd_close(p);
    }
    remove(path);
    assert_int_equal(parting(heard[0], heard[1]), N);
    assert_true(peak_of(heard[0], 0, N) > 1e-4);
}
