/* Many notes: mallets~ and bells~, poly~ and mpe, the click of a voice that is stolen, and panic in every
 * abstraction. */

#include "impact.h"
#include "tests/tools/spectrum.h"

enum { RATE = 48000, N = 48000 };

static double loudest(const pd_patch *p, int sound, int from, int to)
{
    double peak = 0;
    for (int i = from; i < to; i++)
        peak = fmax(peak, isfinite(pd_samples(p, sound)[i]) ? fabs(pd_samples(p, sound)[i]) : INFINITY);
    return peak;
}

/* Each instrument is as loud as others, and a tuner reads its strongest partial at the key, or where tubes have it. */
TEST(instruments_are_in_tune)
{
    static const struct {
        const char *object;
        double key, partial; /* the partial that is read, over the pitch of the key */
    } of[] = {
        { "mallets~ marimba", 55, 1 },      { "mallets~ vibraphone", 69, 1 },   { "mallets~ xylophone", 84, 1 },
        { "mallets~ glockenspiel", 96, 1 }, { "mallets~ tubularbells", 67, 2 }, { "bells~ church", 74, 1 },
        { "bells~ bowl", 57, 1 },           { "bells~ glass", 78, 1 },
    };
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        double x[N], key = of[k].partial * 440 * pow(2, (of[k].key - 69) / 12);
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/%s", of[k].object), sound = pd_record(p, o, 0, 0, N);
        pd_at(p, 100, o, "%g 100", of[k].key);
        pd_run(p);
        for (int i = 0; i < N; i++)
            x[i] = pd_samples(p, sound)[i];
        spectrum s = spectrum_of(x, N, RATE);
        double found = spectrum_peak(&s, key * 0.96, key * 1.04), peak = 20 * log10(loudest(p, sound, 0, N));
        printf("# %s: %.1f cents off, peak %.1f dBFS\n", of[k].object, 1200 * log2(found / key), peak);
        assert_that(fabs(1200 * log2(found / key)) < 15, "%s: %g Hz for %g", of[k].object, found, key);
        assert_that(peak < -3 && peak > -25, "%s peaks at %g dBFS", of[k].object, peak);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        spectrum_free(&s);
        pd_close(p);
    }
}

/* Sixty keys at once stay under full scale. A key that is let go damps a vibraphone but while the pedal is down, and
 * lets a marimba ring. */
TEST(sixty_notes)
{
    pd_patch *p = pd_open();
    int many = pd_obj(p, "hertz/mallets~"), sound = pd_record(p, many, 0, 0, N);
    for (int k = 0; k < 60; k++)
        pd_at(p, 10 + k, many, "%d 127", 30 + k);
    int rings[3];
    static const char *const object[3] = { "vibraphone", "vibraphone", "tubularbells" };
    for (int k = 0; k < 3; k++) {
        int o = pd_obj(p, "hertz/mallets~ %s", object[k]);
        if (k == 1)
            pd_at(p, 5, o, "sustain 1");
        pd_at(p, 10, o, "60 100");
        pd_at(p, 200, o, "60 0");
        rings[k] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    double peak = loudest(p, sound, 0, N);
    assert_that(peak < 1 && peak > 0.3, "sixty notes peak at %g", peak);
    for (int k = 0; k < 3; k++) {
        double before = loudest(p, rings[k], 7200, 9600), after = loudest(p, rings[k], 38400, N);
        assert_that((after < 0.05 * before) == (k != 1), "%s, %d: %g, then %g", object[k], k, before, after);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* What a steal does between two samples, beside what the sounds do by themselves: the new note alone is taken away, and
 * what is left is the old one, which fades. */
TEST(a_steal_does_not_click)
{
    pd_patch *p = pd_open();
    static const char *const keys[] = { "40 100", "52 100", "59 100" };
    int o = pd_obj(p, "hertz/impact~ vibraphone -edition 1 -voices 2"), sound = pd_record(p, o, 0, 0, N);
    int alone[3], out[3];
    for (int k = 0; k < 3; k++) {
        alone[k] = pd_obj(p, "hertz/impact~ vibraphone -edition 1");
        out[k] = pd_record(p, alone[k], 0, 0, N);
        pd_at(p, 100 + 200 * k, o, "%s", keys[k]);
        pd_at(p, 100 + 200 * k, alone[k], "%s", keys[k]);
    }
    pd_run(p);
    int at = 500 * RATE / 1000;
    double click = 0, before[2] = { 0 };
    for (int i = at - 480; i < at + 480; i++) { /* the second note goes on, the third begins, and the first has gone */
        double left = pd_samples(p, sound)[i] - pd_samples(p, out[1])[i] - pd_samples(p, out[2])[i];
        if (i >= at) /* A click is what bends it far from a straight line. */
            click = fmax(click, fabs(left - 2 * before[0] + before[1]));
        before[1] = before[0];
        before[0] = left;
    }
    printf("# a steal bends the sound by %.1f dBFS\n", 20 * log10(click + 1e-12));
    assert_that(20 * log10(click + 1e-12) < -60, "a steal clicks at %g dBFS", 20 * log10(click));
    assert_that(loudest(p, out[0], at, at + 480) > 0.01, "the note that is stolen was silent already");
}

/* poly~ plays a chord, gives a voice back, speaks to one copy and to all, and says in words what is not there. */
TEST(copies_of_an_abstraction)
{
    pd_patch *p = pd_open();
    int poly = pd_obj(p, "hertz/poly~ hertz/sitar~ 3 -decay 3"), one = pd_obj(p, "hertz/poly~ hertz/sitar~ 1 -decay 3");
    int wrong = pd_obj(p, "hertz/poly~ hertz/hz-nothing 3");
    pd_print(p, poly, 1, "poly");
    int sound[2] = { pd_record(p, poly, 0, 0, N), pd_record(p, one, 0, 0, N) };
    pd_at(p, 100, poly, "49 100");
    pd_at(p, 100, one, "49 100");
    pd_at(p, 300, poly, "56 100");
    pd_at(p, 500, poly, "61 100");
    pd_at(p, 600, poly, "66 100");
    int all = pd_at(p, 700, poly, "get decay");
    pd_at(p, 705, poly, "voice 2 decay 5");
    int two = pd_at(p, 710, poly, "voice 2 get decay");
    pd_at(p, 800, poly, "panic");
    pd_at(p, 805, wrong, "60 100");
    pd_run(p);
    for (int i = 0; i < 300 * RATE / 1000; i++)
        assert_that(pd_samples(p, sound[0])[i] == pd_samples(p, sound[1])[i], "sample %d differs from one copy", i);
    assert_true(loudest(p, sound[0], 0, 14400) > 0.01);
    assert_that(loudest(p, sound[0], 41000, N) < 1e-3, "%g after panic", loudest(p, sound[0], 41000, N));
    assert_true(pd_count(p, all, "poly: decay 3") >= 3);
    assert_true(pd_count(p, two, "poly: decay 5") >= 1 && pd_count(p, two, "poly: decay 3") == 0);
    assert_true(strstr(pd_line(p, PD_LOADED, "error", 0), "hz-nothing") != NULL);
}

/* Of a thousand copies there are 64, which is said; without a number there is one. */
TEST(copies_have_a_bound)
{
    pd_patch *p = pd_open();
    int many = pd_obj(p, "hertz/poly~ hertz/knock~ 1000"), few = pd_obj(p, "hertz/poly~ hertz/knock~");
    pd_print(p, many, 1, "many");
    pd_print(p, few, 1, "few");
    int said = pd_record(p, many, 0, 0, N), last = pd_at(p, 10, many, "voice 64 get modes");
    int none = pd_at(p, 20, many, "voice 65 get modes"), one = pd_at(p, 30, few, "voice 1 get modes");
    int two = pd_at(p, 40, few, "voice 2 get modes");
    for (int i = 0; i < 100; i++)
        pd_at(p, 100 + i, many, "%d 100", 20 + i);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, "hertz/poly~: 1000 copies were asked for - 64 is the most"), 1);
    assert_int_equal(pd_count(p, last, "many: modes "), 1);
    assert_int_equal(pd_count(p, one, "few: modes "), 1);
    assert_non_null(strstr(pd_line(p, none, "error", 0), "instance number 65 out of range"));
    assert_non_null(strstr(pd_line(p, two, "error", 0), "instance number 2 out of range"));
    assert_int_equal(pd_count(p, PD_ALL, "error"), 2);
    assert_true(loudest(p, said, 4800, N) > 0.01);
}

/* What an MPE keyboard does comes out as messages for voices. */
TEST(keys_with_channels_of_their_own)
{
    static const struct {
        const char *sent, *told[2];
    } of[] = {
        { "3 noteon 60 100", { "voice 4 60 100", NULL } },
        { "3 60 100 0", { NULL, NULL } },
        { "3 bend 8192", { "voice 4 freq 261.626", NULL } },
        { "3 bend 12288", { "voice 4 freq 1046.5", NULL } },
        { "3 noteon 48 90", { "voice 4 48 90", "voice 4 freq 523.251" } },
        { "range 2", { NULL, NULL } },
        { "3 bend 0", { "voice 4 freq 116.541", NULL } },
        { "0 slide 127", { "voice 1 position 1", NULL } },
        { "14 pressure 127", { "voice 15 force 0.2", NULL } },
        { "pressureto hand", { NULL, NULL } },
        { "14 pressure 0", { "voice 15 damp 4", NULL } },
        { "3 noteoff 48 0", { "voice 4 release 1.5", "voice 4 48 0" } },
        { "-1 noteon 50 70", { "50 70", NULL } },
        { "-1 noteoff 50 7", { "50 0", NULL } },
        { "bendto b freq", { NULL, NULL } },
        { "3 bend 8192", { "voice 4 b freq 130.813", NULL } },
    };
    enum { SENT = sizeof of / sizeof *of };
    int reply[SENT];
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/mpe");
    pd_print(p, o, 0, "mpe");
    for (int k = 0; k < SENT; k++)
        reply[k] = pd_at(p, 10 + 10 * k, o, "%s", of[k].sent);
    pd_run(p);
    for (int k = 0; k < SENT; k++) {
        int n = 0;
        for (int i = 0; i < 2 && of[k].told[i]; i++, n++) {
            const char *line = pd_line(p, reply[k], "mpe: ", i);
            assert_that(line && !strcmp(line, of[k].told[i]), "`%s` comes out as `%s`, not as `%s`", of[k].sent,
                        line ? line : "nothing", of[k].told[i]);
        }
        assert_that(pd_count(p, reply[k], "mpe: ") == n, "`%s` makes %d messages", of[k].sent,
                    pd_count(p, reply[k], "mpe: "));
    }
}

/* What the README says of its two first patches. */
TEST(first_patches)
{
    enum { NOTE, ENDED, LET, DAMPED, QUARTER, BELL, SOUNDS };
    static const char *said[SOUNDS][3] = {
        [NOTE] = { "60 100" },
        [ENDED] = { "60 100", "60 0" },
        [LET] = { "release 0.3", "60 100" },
        [DAMPED] = { "release 0.3", "60 100", "60 0" },
        [QUARTER] = { "60.5 100" },
        [BELL] = { "preset bell", "60 100" },
    };
    double late[SOUNDS], pitch[SOUNDS], first[SOUNDS];
    for (int k = 0; k < SOUNDS; k++) {
        double x[N];
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/impact~ marimba"), sound = pd_record(p, o, 0, 0, N);
        for (int i = 0; i < 3 && said[k][i]; i++)
            pd_at(p, 100 * (i + 1), o, "%s", said[k][i]);
        pd_run(p);
        for (int i = 0; i < N; i++)
            x[i] = pd_samples(p, sound)[i];
        spectrum s = spectrum_of(x, N, RATE);
        pitch[k] = spectrum_peak(&s, 240, 290);
        spectrum_free(&s);
        first[k] = loudest(p, sound, 0, N);
        late[k] = loudest(p, sound, 30000, N);
        pd_close(p);
    }
    for (int k = 0; k < SOUNDS; k++)
        assert_that(first[k] > 0.05, "`%s %s` peaks at %g", said[k][0], said[k][1] ? said[k][1] : "", first[k]);
    assert_near(late[ENDED], late[NOTE], 1e-3);
    assert_that(late[DAMPED] < 0.1 * late[LET], "`60 0` leaves %g of %g", late[DAMPED], late[LET]);
    assert_near(pitch[QUARTER] / pitch[NOTE], pow(2, 0.5 / 12), 1e-3);
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/mpe"), glass = pd_obj(p, "hertz/bells~ glass"), sound = pd_record(p, glass, 0, 0, N);
    pd_chain(p, o, glass);
    pd_at(p, 100, o, "3 noteon 60 100");
    pd_run(p);
    assert_that(loudest(p, sound, 0, N) > 0.05, "mpe into bells~ peaks at %g", loudest(p, sound, 0, N));
    pd_close(p);
}
