/* Sounds that are kept: in slots, of which there are 64, and in files, the largest and the wrong ones. */
#include <sys/stat.h>

#include "impact.h"
#include "kinds.h"

enum { SLOTS = 64 };

static FILE *open_beside(const pd_patch *p, const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    return f;
}

/* The 65th sound is one error, and nothing else: all slots keep what they had, and each can be stored anew. */
TEST_OF_EVERY_CLASS(there_are_64_slots)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s", its->name), get[SLOTS], full;
    print_info(p, o, its->t.info);
    for (int k = 0; k < SLOTS; k++) {
        pd_at(p, 1 + k, o, "gain %d", k + 1);
        pd_at(p, 1 + k, o, "store s%d", k);
    }
    pd_at(p, 70, o, "gain 1000");
    full = pd_at(p, 71, o, "store one-more");
    pd_at(p, 72, o, "store s7");
    pd_at(p, 73, o, "store s63");
    int missing = pd_at(p, 74, o, "recall one-more");
    for (int k = 0; k < SLOTS; k++) {
        pd_at(p, 80 + k, o, "recall s%d", k);
        get[k] = pd_at(p, 80.5 + k, o, "get gain");
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 2);
    assert_non_null(strstr(pd_line(p, full, "error", 0), "store: got one-more, allowed 64 slots"));
    assert_non_null(strstr(pd_line(p, missing, "error", 0), "recall: got one-more, allowed a slot that was stored"));
    for (int k = 0; k < SLOTS; k++)
        assert_near(answer1(p, get[k], o, "gain"), k == 7 || k == 63 ? 1000 : k + 1, 0);
}

/* A recall brings back the gain that was stored, whatever a level before it was about to do or has done. */
TEST_OF_EVERY_CLASS(a_recall_has_its_own_gain)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s -gain 0.25", its->name), get[3];
    print_info(p, o, its->t.info);
    pd_at(p, 10, o, "store a");
    for (int k = 0; k < 3; k++) {
        double ms = 100 + 1500 * k;
        pd_at(p, ms, o, "gain 0.5");
        if (k)
            pd_at(p, ms + 1, o, "bang");
        pd_at(p, ms + 1 + 200 * (k == 2), o, "level -20");
        pd_at(p, ms + 1 + 200 * (k == 2), o, "recall a");
        get[k] = pd_at(p, ms + 1400, o, "get gain");
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < 3; k++)
        assert_near(answer1(p, get[k], o, "gain"), 0.25, 0);
}

/* A hundred loads of wrong files of one and of twelve megabytes take less than a second, where parsing takes eight. */
TEST(wrong_files_are_refused_at_their_first_line)
{
    enum { LOADS = 100 };
    static const int lines[] = { 100000, 1200000 };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~"), time = pd_obj(p, "cputime"), took;
    pd_print(p, time, 0, "took");
    for (int i = 0; i < 2; i++) {
        char name[40];
        snprintf(name, sizeof name, "wrong%d.txt", i);
        FILE *f = open_beside(p, name);
        for (int k = 0; k < lines[i]; k++)
            fputs("440 1 1 1\n", f);
        fclose(f);
    }
    int stop = pd_obj(p, "b");
    pd_connect(p, stop, 0, time, 1);
    pd_at(p, 10, time, "bang");
    for (int k = 0; k < LOADS; k++)
        pd_at(p, 10, o, "load wrong%d.txt", k % 2);
    took = pd_at(p, 10, stop, "bang");
    pd_run(p);
    double ms;
    assert_int_equal(pd_numbers(pd_line(p, took, "took: ", 0), &ms, 1), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), LOADS);
    for (int i = 0; i < LOADS; i++)
        assert_non_null(
            strstr(pd_line(p, PD_ALL, "error", i), i % 2 ? "more than 1 MiB" : "does not begin with hertz"));
    print_message("# %d wrong files are refused within %g ms\n", LOADS, ms);
    assert_that(ms < 10 * LOADS, "%d wrong files are refused within %g ms", LOADS, ms);
}

/* A thousand modes that sixteen pickups hear are saved and loaded. */
TEST(the_largest_sound_comes_back)
{
    enum { MODES = 1000, PICKUPS = 16 };
    pd_patch *p = pd_open();
    FILE *f = open_beside(p, "large.modes");
    fputs("hertz-modes 1\n", f);
    for (int k = 0; k < MODES; k++) {
        fprintf(f, "%.9g %.9g %.9g -0.123456789", 100 + k / 3.0, 1 + k / 3.0, 1 / (1 + k / 3.0));
        for (int i = 0; i < PICKUPS; i++)
            fprintf(f, " %.9g", -1e-5 * (1 + i + k / 3.0));
        fputs("\n", f);
    }
    fputs("end\n", f);
    fclose(f);
    int o = pd_obj(p, "hertz/impact~ -outs 16 -read large.modes");
    print_info(p, o, PICKUPS + 2);
    pd_at(p, 10, o, "save large.txt");
    pd_at(p, 20, o, "preset bell");
    pd_at(p, 30, o, "load large.txt");
    int get = pd_at(p, 40, o, "get object");
    pd_run(p);
    char path[600];
    struct stat s;
    snprintf(path, sizeof path, "%s/large.txt", pd_folder(p));
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(stat(path, &s) == 0 && s.st_size > 250000 && s.st_size < 500000); /* half of what may be read */
    assert_int_equal(pd_count(p, get, "o0: object modes"), 1);
}

/* On the way from a skin, whose pickup has two numbers, to a bar nobody has asked for two pickups. */
TEST(a_recall_makes_no_remark)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~");
    pd_at(p, 10, o, "preset marimba, store bar, preset tabla, store skin");
    pd_at(p, 20, o, "recall bar 100");
    pd_at(p, 200, o, "morph bar skin 0.3, object bar, recall skin");
    pd_record(p, o, AUDIO, 0, 15000);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}
