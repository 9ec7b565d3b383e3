/* Bad input of what meets whom: numbers of hammers that cannot be, hammers without modes, surfaces and places that
 * jump, a joint looser than the string moves, naive switching, a second string that is not there. */

#include "impact.h"

enum { RATE = 48000, N = RATE / 2 };

static double peak(const float *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = isfinite(x[i]) ? fmax(most, fabs(x[i])) : HUGE_VAL;
    return most;
}

static int says(const pd_patch *p, int reply, const char *words)
{
    const char *line;
    int of;
    for (int i = 0; (line = pd_next(p, i, &of)); i++)
        if ((reply == PD_ALL || of == reply) && strstr(line, words))
            return 1;
    return 0;
}

/* The flag is refused, and one hammer plays. */
TEST(hammers_that_cannot_be)
{
    static const char *const numbers[] = { "0", "9", "-3", "2.5", "1e9", "banana" };
    for (int k = 0; k < 6; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/impact~ -hammers %s", numbers[k]);
        print_info(p, o, INFO);
        pd_at(p, 10, o, "strike 1");
        pd_at(p, 12, o, "strike 1");
        int later = pd_at(p, 100, o, "hammers 3"), sound = pd_record(p, o, AUDIO, 0, N);
        pd_run(p);
        assert_true(says(p, PD_LOADED, "hammers: got") && says(p, PD_LOADED, "kept 1"));
        assert_true(says(p, later, "creation flag"));
        assert_true(contacts_of(p, o) >= 1);
        double loudest = peak(pd_samples(p, sound), N);
        assert_true(loudest > 1e-3 && loudest < 10);
        pd_close(p);
    }
}

/* A hammer none of whose modes the contact moves says so and is rigid. */
TEST(a_hammer_without_modes)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/impact~ -hammer object modes -hammer weights 0 -ledger 1"), plain;
    plain = pd_obj(p, "hertz/impact~ -ledger 1");
    pd_at(p, 10, o, "strike 1");
    pd_at(p, 10, plain, "strike 1");
    int sound = pd_record(p, o, AUDIO, 0, N), same = pd_record(p, plain, AUDIO, 0, N);
    pd_run(p);
    assert_true(says(p, PD_ALL, "hammer object: the contact moves none of its modes"));
    double off = 0;
    for (int i = 0; i < N; i++)
        off = fmax(off, fabs(pd_samples(p, sound)[i] - (double)pd_samples(p, same)[i]));
    assert_true(off < 1e-4 * peak(pd_samples(p, same), N));
}

/* A surface jumps by a metre and back: what that compresses is supplied, and the books balance; a pull that cannot be
 * is refused. */
TEST(a_surface_that_jumps)
{
    static float way[N];
    for (int i = 0; i < N; i++)
        way[i] = i > 4800 && i < 4810 ? 1 : 0;
    for (int pull = 0; pull < 2; pull++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/modalcontact~ -ledger 1 -pull %d -damping 20", pull);
        print_info(p, o, 4);
        pd_feed(p, o, 3, 0, way, N);
        pd_at(p, 20, o, "drop 0.001");
        int bad = pd_at(p, 90, o, "pull 2"), half = pd_at(p, 91, o, "pull 0.5"), energy = pd_at(p, 400, o, "energy");
        int sound = pd_record(p, o, 1, 0, N);
        pd_run(p);
        assert_true(says(p, bad, "pull: got 2") && says(p, half, "pull: got 0.5"));
        assert_true(isfinite(peak(pd_samples(p, sound), N)));
        accounts a = accounts_of(p, energy, o);
        assert_true(a.supplied > 1e3);
        assert_true(fabs(a.residual) < 1e-10 * (a.supplied + a.dissipated + a.shed + fabs(a.stored)));
        pd_close(p);
    }
}

/* A place that jumps from end to end at every sample, and one that is no number, under a hammer that is pressed. */
TEST(a_place_that_jumps)
{
    static float place[N];
    for (int i = 0; i < N; i++)
        place[i] = i > 12000 && i < 12100 ? NAN : i > 15000 && i < 15100 ? 1e30f : (i / 50 % 3) * 0.5f;
    static const char *const kinds[] = { "hertz/impact~ -object plate -mass 0.05", "hertz/bounce~",
                                         "hertz/impact~ -object bar -hammers 4" };
    for (int k = 0; k < 3; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "%s -ledger 1 -force 20", kinds[k]);
        print_info(p, o, INFO);
        pd_feed(p, o, 2, 0, place, N);
        pd_at(p, 20, o, "bang");
        pd_at(p, 200, o, "bang");
        int energy = pd_at(p, 400, o, "energy"), sound = pd_record(p, o, AUDIO, 0, N);
        pd_run(p);
        double loudest = peak(pd_samples(p, sound), N);
        print_message("# %s: peak %.2f\n", kinds[k], loudest);
        assert_true(loudest > 1e-3 && loudest < 20);
        accounts a = accounts_of(p, energy, o);
        assert_true(fabs(a.residual) < 1e-10 * (fabs(a.supplied) + a.dissipated + fabs(a.stored) + fabs(a.adjusted)));
        pd_close(p);
    }
}

/* A joint with more play than the string moves by is no joint: neither force nor sound of the body. */
TEST(play_beyond_the_motion)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/trombamarina~ -connection collision -connectionplay 0.5 -bowforce 0 -ledger 1 -offset 1");
    pd_at(p, 20, o, "pluck");
    int string = pd_record(p, o, 0, 0, N), body = pd_record(p, o, 2, 0, N);
    pd_run(p);
    assert_true(peak(pd_samples(p, string), N) > 1e-6);
    assert_true(peak(pd_samples(p, body), N) == 0);
}

/* Naive switching on a stage: a remark, a guard, and no more than a few times the loudness of exact switching. */
TEST(naive_on_a_stage)
{
    double loudest[2];
    for (int naive = 0; naive < 2; naive++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/modalcontact~ -stiffness 1e8 -damping 0 -b decay 0 -switching %s",
                       naive ? "naive" : "exact");
        for (int i = 0; i < 20; i++)
            pd_at(p, 10 + 20 * i, o, "strike 1");
        pd_at(p, 420, o, "drop 0.005");
        int sound = pd_record(p, o, 1, 0, 2 * N);
        pd_run(p);
        loudest[naive] = peak(pd_samples(p, sound), 2 * N);
        assert_int_equal(says(p, PD_ALL, "naive has made three times"), naive);
        pd_close(p);
    }
    print_message("# naive: peak %.2f, exact %.2f\n", loudest[1], loudest[0]);
    assert_true(loudest[1] < 10 * loudest[0]);
}

/* What is not there can be neither struck, plucked nor thrown. */
TEST(what_is_not_there)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/stringbarrier~ -obstacle flat");
    int none = pd_at(p, 20, o, "secondstrike 2");
    pd_at(p, 30, o, "secondpluck 0.5 0.001");
    pd_at(p, 40, o, "throw 1");
    int bad = pd_at(p, 50, o, "secondstrike banana"), sound = pd_record(p, o, AUDIO, 0, N);
    pd_run(p);
    assert_true(peak(pd_samples(p, sound), N) == 0);
    assert_false(says(p, none, "error"));
    assert_true(says(p, bad, "secondstrike"));
}
