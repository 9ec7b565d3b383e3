/* `partials` says what sounds: frequencies, decays and levels as the outlet has them. */

#include "kinds.h"
#include "tests/tools/spectrum.h"

enum { RATE = 48000, N = 24000 };

typedef struct told {
    double number, freq, decay, level;
} told;

static told partial_of(const pd_patch *p, int reply, int info, int i)
{
    char prefix[40];
    double x[4] = { 0 };
    snprintf(prefix, sizeof prefix, "o%d: partial ", info);
    const char *line = pd_line(p, reply, prefix, i);
    assert_that(pd_numbers(line, x, 4) == 4, "partial %d: %s", i, line ? line : "none");
    return (told){ x[0], x[1], x[2], x[3] };
}

/* Lists tell themselves, and one mode alone is as loud as its sound. */
TEST(modes_are_told)
{
    static const char *const units[] = { "velocity", "displacement", "acceleration" };
    for (int u = 0; u < 3; u++) {
        pd_patch *p = pd_open();
        const kind *impact = kinds(&(int){ 0 });
        while (strcmp(impact->name, "impact~"))
            impact++;
        int o = kind_obj(p, impact, "-object modes -freqs 200 -decays 2.5 -unit %s -gain 0.7", units[u]);
        int sound = pd_record(p, o, 0, 100, 480);
        pd_at(p, 10, o, "strike 1");
        int reply = pd_at(p, 105, o, "partials");
        pd_run(p);
        told t = partial_of(p, reply, o, 0);
        double peak = 0;
        for (int i = 0; i < 480; i++)
            peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
        assert_that(fabs(t.freq - 200) < 0.01 && fabs(t.decay - 2.5) < 1e-4, "%g Hz, %g s", t.freq, t.decay);
        assert_that(fabs(t.level - 20 * log10(peak)) < 0.3, "%s: level %g dB of a peak of %g dB", units[u], t.level,
                    20 * log10(peak));
        pd_close(p);
    }
}

/* Flags with which the partials are those of one body alone. */
static const char *alone(void)
{
    return kind_has(its, "obstacle") ? "-obstacle none -decay 20"
           : kind_has(its, "offset") ? "-offset 1 -points 450"
                                     : "";
}

/* Of any class, the lowest partials are where the spectrum has them. */
TEST_OF_EVERY_CLASS(partials_are_heard)
{
    double x[N];
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "%s", its->heard ? "-b object plate -b size 0.3" : alone());
    if (kind_has(its, "material"))
        pd_at(p, 5, o, "object plate");
    int sound = pd_record(p, o, its->heard, 200, N);
    pd_at(p, 10, o, "%s", kind_has(its, "pluck") ? "pluck 0.37" : kind_has(its, "rub") ? "rub 0.1" : its->excite);
    int reply = pd_at(p, 200 + 500.0 * N / RATE, o, "partials 12");
    pd_run(p);
    for (int i = 0; i < N; i++)
        x[i] = pd_samples(p, sound)[i];
    spectrum s = spectrum_of(x, N, RATE);
    told loud = { .level = -1e3 };
    int heard = 0;
    for (int i = 0; i < 12; i++) {
        told t = partial_of(p, reply, o, i);
        loud = t.level > loud.level ? t : loud;
    }
    for (int i = 0; i < 12; i++) {
        told t = partial_of(p, reply, o, i);
        if (t.level < loud.level - 20 || t.decay < 0.3)
            continue;
        double found = spectrum_peak(&s, t.freq * 0.985 - 2 * s.bin, t.freq * 1.015 + 2 * s.bin);
        heard++;
        printf("# %s: %g Hz %g s %g dB, found at %g\n", its->name, t.freq, t.decay, t.level, found);
        assert_that(fabs(1200 * log2(found / t.freq)) < 12, "%s: %g Hz is told and %g found", its->name, t.freq, found);
    }
    assert_that(heard > 0, "%s: no partial is loud", its->name);
    spectrum_free(&s);
}

/* A tuner reads the strongest partials of the body of trombamarina~ at the pitch of the key. */
TEST(a_bowed_note_is_in_tune)
{
    static const double keys[] = { 33, 52, 64 };
    for (int k = 0; k < 3; k++) {
        double x[2 * N], key = 440 * pow(2, (keys[k] - 69) / 12), worst = 0;
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/trombamarina~ -report 0");
        int sound = pd_record(p, o, 2, 800, 2 * N);
        pd_at(p, 10, o, "%g 100", keys[k]);
        pd_run(p);
        for (int i = 0; i < 2 * N; i++)
            x[i] = pd_samples(p, sound)[i];
        spectrum s = spectrum_of(x, 2 * N, RATE);
        for (int i = 1; i <= 4; i++) {
            double cents = 1200 * log2(spectrum_peak(&s, 0.93 * key * i, 1.07 * key * i) / (key * i));
            worst = fabs(cents) > fabs(worst) ? cents : worst;
        }
        printf("# key %g: at most %.1f cents off\n", keys[k], worst);
        assert_that(fabs(worst) < 10, "key %g sounds %g cents off", keys[k], worst);
        spectrum_free(&s);
        pd_close(p);
    }
}

/* Each line of an answer asks again: the object refuses that, and goes on. */
TEST(answers_that_ask_again_end)
{
    static const char *const verbs[] = { "partials", "dump" };
    for (int v = 0; v < 2; v++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/impact~ -object plate"), bang = pd_obj(p, "t b"),
            word = pd_obj(p, "list prepend %s", verbs[v]), again = pd_obj(p, "list trim"), sound;
        pd_connect(p, o, 3, bang, 0);
        pd_chain(p, bang, word, again, o);
        pd_at(p, 10, o, "bang");
        pd_at(p, 20, o, "%s", verbs[v]);
        pd_at(p, 100, o, "bang");
        sound = pd_record(p, o, 0, 100, 480);
        pd_run(p);
        double peak = 0;
        for (int i = 0; i < 480; i++)
            peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
        char error[100];
        snprintf(error, sizeof error, "error: impact~: %s: got one from within an answer", verbs[v]);
        int refused = pd_count(p, PD_ALL, error);
        assert_that(refused > 5 && refused < 1000, "%s: %d times refused", verbs[v], refused);
        assert_that(peak > 0 && isfinite(peak), "%s: peak %g", verbs[v], peak);
        pd_close(p);
    }
}
