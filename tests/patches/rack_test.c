/* rack~ and its parts: what is saved sounds the same when it is opened again, what rings outlasts its scene, and what
 * is sent wrongly changes nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pdrun.h"

enum { N = 24000, SLOTS = 8 };

static const char *const plays[SLOTS] = { "mallets~ marimba -human 0",
                                          "bells~ bowl -human 0",
                                          "impact~ glass -voices 8",
                                          "sitar~",
                                          "modalcontact~",
                                          "stringbarrier~",
                                          "friction~",
                                          "trombamarina~" };

/* A patch beside the test's own, so that it can be saved and opened again. */
static void write_set(const pd_patch *p)
{
    char path[500];
    snprintf(path, sizeof path, "%s/set.pd", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "#N canvas 0 0 500 400 12;\n#X obj 20 20 r rack;\n#X obj 20 50 hertz/rack~;\n#X obj 20 350 throw~ left;\n"
            "#X obj 100 350 throw~ right;\n#X obj 200 350 print told;\n#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n"
            "#X connect 1 1 3 0;\n#X connect 1 4 4 0;\n");
    fclose(f);
}

static void open_set(pd_patch *p, double ms, const char *name)
{
    pd_at(p, ms, PD_SEND, "pd open %s.pd %s", name, pd_folder(p));
}

static void fill(pd_patch *p, double ms)
{
    for (int i = 0; i < SLOTS; i++) {
        pd_at(p, ms, PD_SEND, "rack slot %d load %s", i + 1, plays[i]);
        pd_at(p, ms, PD_SEND, "rack slot %d level %g", i + 1, -9 - 0.123456 * i);
        pd_at(p, ms, PD_SEND, "rack slot %d pan %g", i + 1, 0.2512345 * i - 0.9);
    }
    pd_at(p, ms, PD_SEND, "rack slot 3 stiffness 1.2345678e8");
    pd_at(p, ms, PD_SEND, "rack slot 3 mass 0.0123456789");
    pd_at(p, ms, PD_SEND, "rack slot 4 string 2 decay 3.3333333");
    pd_at(p, ms, PD_SEND, "rack slot 1 vary 0.3");
    pd_at(p, ms, PD_SEND, "rack slot 4 tune 49 54 56 58 61 63 68");
    pd_at(p, ms, PD_SEND, "rack slot 2 low 48");
    pd_at(p, ms, PD_SEND, "rack slot 2 send -12");
    pd_at(p, ms, PD_SEND, "rack slot 3 map 7 decay 1 9");
    pd_at(p, ms, PD_SEND, "rack name first verse");
    pd_at(p, ms, PD_SEND, "rack copy");
    pd_at(p, ms, PD_SEND, "rack slot 1 load bells~ church -human 0");
    pd_at(p, ms, PD_SEND, "rack control 7 40");
}

static void strum(pd_patch *p, double ms)
{
    for (int i = 0; i < 6; i++)
        pd_at(p, ms + 20 * i, PD_SEND, "rack %d %d", 45 + 5 * i, 100 - 7 * i);
}

static int sounds_alike(const pd_patch *p, const int *a, const int *b)
{
    double peak = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < N; i++) {
            peak = fmax(peak, fabs(pd_samples(p, a[side])[i]));
            if (pd_samples(p, a[side])[i] != pd_samples(p, b[side])[i])
                return 0;
        }
    return peak > 0.01;
}

/* Saved, closed and opened again, both scenes sound the same to the bit, and so they do from a file. */
static void what_is_saved_sounds_the_same(void **state)
{
    (void)state;
    pd_patch *p = pd_open(.limit = 120);
    static const int scenes[] = { 2, 1 };
    int catch[2] = { pd_obj(p, "catch~ left"), pd_obj(p, "catch~ right") }, sound[3][2][2];
    write_set(p);
    for (int time = 0; time < 3; time++) { /* as it was made, from the patch, from the file */
        double ms = 40 + 4000 * time;
        open_set(p, ms, time == 1 ? "again" : "set");
        if (time == 0)
            fill(p, ms + 40);
        if (time == 2)
            pd_at(p, ms + 40, PD_SEND, "rack load %s/scenes.txt", pd_folder(p));
        for (int s = 0; s < 2; s++) {
            double at = ms + 400 + 1600 * s;
            pd_at(p, at, PD_SEND, "rack scene %d", scenes[s]);
            if (time == 0 && s == 0) {
                pd_at(p, at, PD_SEND, "pd-set.pd savetofile again.pd %s", pd_folder(p));
                pd_at(p, at, PD_SEND, "rack save %s/scenes.txt", pd_folder(p));
            }
            strum(p, at + 40);
            for (int side = 0; side < 2; side++)
                sound[time][s][side] = pd_record(p, catch[side], 0, at, N);
            pd_at(p, at + 1560, PD_SEND, "rack panic");
        }
        pd_at(p, ms + 3800, PD_SEND, "pd-%s.pd menuclose 1", time < 2 ? "again" : "set"); /* saved, it has that name */
    }
    pd_run(p);
    for (int s = 0; s < 2; s++) {
        assert_that(sounds_alike(p, sound[0][s], sound[1][s]), "scene %d sounds otherwise in the patch", scenes[s]);
        assert_that(sounds_alike(p, sound[0][s], sound[2][s]), "scene %d sounds otherwise from the file", scenes[s]);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    pd_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_sounds_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
