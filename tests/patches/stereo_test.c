/* stereo: -stereo on every class: a wide image, and a mono sum that is the object without it; pan. */

#include "impact.h"
#include "kinds.h"

enum { N = 48000 };

static double power(const float *x)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (double)x[i] * x[i];
    return sum;
}

static double product(const float *x, const float *y)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (double)x[i] * y[i];
    return sum;
}

/* What the outlets of an object without -stereo carry together. */
static int mono_outlets(const kind *k)
{
    return !strcmp(k->name, "modalcontact~") || !strcmp(k->name, "friction~") ? 2 : 1;
}

typedef struct sides {
    float mono[N], half[N];
    const float *left, *right;
    pd_patch *p;
} sides;

/* Plays an object without and with -stereo. */
static void play(sides *s, const kind *k, const char *flags)
{
    const char *mono = strcmp(k->name, "trombamarina~") ? "" : " -mono";
    int out[2];
    s->p = pd_open();
    int one = pd_obj(s->p, "hertz/%s %s%s -seed 0", k->name, flags, mono);
    int two = pd_obj(s->p, "hertz/%s %s -stereo -seed 0", k->name, flags);
    pd_at(s->p, 10, one, "bang");
    pd_at(s->p, 10, two, "bang");
    for (int c = 0; c < mono_outlets(k); c++)
        out[c] = pd_record(s->p, one, c, 10, N);
    int left = pd_record(s->p, two, 0, 10, N), right = pd_record(s->p, two, 1, 10, N);
    pd_run(s->p);
    s->left = pd_samples(s->p, left), s->right = pd_samples(s->p, right);
    for (int i = 0; i < N; i++) {
        s->mono[i] = pd_samples(s->p, out[0])[i] + (mono_outlets(k) > 1 ? pd_samples(s->p, out[1])[i] : 0);
        s->half[i] = 0.5F * (s->left[i] + s->right[i]);
    }
}

static void is_wide(const kind *k, const char *flags)
{
    static sides s;
    play(&s, k, flags);
    double l = power(s.left), r = power(s.right), mono = power(s.mono), half = power(s.half);
    double alike = product(s.left, s.right) / sqrt(l * r), off = 0;
    for (int i = 0; i < N; i++)
        off = fmax(off, fabs((double)s.half[i] - s.mono[i]));
    printf("# %s %s: left - right %.2f dB, correlation %.3f, sum - mono %.4f dB, %.2g of its rms\n", k->name, flags,
           10 * log10(l / r), alike, 10 * log10(half / mono), off / sqrt(mono / N));
    assert_true(mono > 0);
    assert_true(alike > 0.2 && alike < 0.9);
    assert_true(fabs(10 * log10(half / mono)) < 0.01);
    assert_true(off < 1e-4 * sqrt(mono / N) + 1e-6);
    assert_true(fabs(10 * log10(l / r)) < 3.5);
    pd_close(s.p);
}

TEST_OF_EVERY_CLASS(class_is_wide_and_its_sum_is_the_object_without)
{
    is_wide(its, "-gain 1");
}

TEST(strings_bodies_and_radiation_are_wide)
{
    static const struct {
        const char *of, *flags;
    } more[] = {
        { "stringbarrier~", "-preset nylon" },
        { "stringbarrier~", "-hear bridge" },
        { "stringbarrier~", "-soundbox guitar" },
        { "impact~", "-hear radiation" },
        { "impact~", "-object string -soundbox violin" },
        { "impact~", "-object bar -material wood -size 0.3" },
        { "impact~", "-object modes -freqs 200 317 480 811 -decays 1" },
        { "bounce~", "-object bowl -hear radiation" },
    };
    int n;
    const kind *all = kinds(&n);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        for (int k = 0; k < n; k++)
            if (!strcmp(all[k].name, more[i].of))
                is_wide(&all[k], more[i].flags);
}

/* Power stays where the image goes, the far side is silent at the end, and on the way there is no step. */
TEST(pan_keeps_the_power_and_glides)
{
    static const char *const to[] = { "pan 0", "pan -1", "pan 1", "pan 0.5" };
    double whole[4];
    for (int k = 0; k < 4; k++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/impact~ -object modes -freqs 300 -decays 0 -stereo -gain 1");
        pd_at(p, 0, o, "%s", to[k]);
        pd_at(p, 10, o, "strike 1");
        int left = pd_record(p, o, 0, 20, N), right = pd_record(p, o, 1, 20, N);
        pd_run(p);
        const float *l = pd_samples(p, left), *r = pd_samples(p, right);
        whole[k] = power(l) + power(r);
        assert_true(power(k == 2 ? l : r) < (k == 1 || k == 2 ? 1e-12 : INFINITY) * whole[k]);
        assert_true(fabs(whole[k] / whole[0] - 1) < 1e-3);
        pd_close(p);
    }
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -object modes -freqs 100 -decays 0 -stereo -gain 1");
    pd_at(p, 10, o, "strike 1");
    pd_at(p, 100, o, "pan -1");
    int right = pd_record(p, o, 1, 50, 4800);
    pd_run(p);
    const float *r = pd_samples(p, right);
    double most = 0, step = 0;
    for (int i = 1; i < 4800; i++) {
        most = fmax(most, fabs(r[i]));
        step = fmax(step, fabs((double)r[i] - r[i - 1]));
    }
    assert_true(fabs(r[4799]) < 1e-6 * most);
    assert_true(step < most / 30); /* 1/76 is the tone's own, 1/64 that of a glide over a block */
    pd_close(p);
}

TEST(pan_without_stereo_says_what_it_needs)
{
    pd_patch *p = pd_open();
    int o = hammer(p, "-gain 1");
    pd_at(p, 10, o, "pan 0.5");
    pd_until(p, 200);
    pd_run(p);
    assert_true(pd_count(p, PD_ALL, "error: impact~: pan: it needs the flag -stereo") == 1);
    pd_close(p);
}

/* ---- instruments: the right channel is their last outlet ---- */

static const struct instrument {
    const char *name, *flags, *play;
    int right;
} instruments[] = {
    { "chimes~", "-seed 3", "bang", 2 },      { "shaker~", "-seed 3", "bang", 2 },

    { "mallets~", "-human 0", "84 100", 2 },  { "bells~", "-human 0", "84 100", 2 }, { "fretted~", "", "52 100", 2 },
    { "rain~", "-bed 0 -seed 3", "2000", 2 }, { "scatter~", "-seed 3", "bang", 2 },  { "steps~", "-seed 3", "bang", 2 },
};

/* Without the flag it is silent, with it both are heard, and half their sum is the instrument without. */
TEST(instruments_have_a_right_channel)
{
    for (size_t k = 0; k < sizeof instruments / sizeof *instruments; k++) {
        const struct instrument *i = &instruments[k];
        pd_patch *p = pd_open(.as_played = 1);
        int one = pd_obj(p, "hertz/%s %s", i->name, i->flags);
        int two = pd_obj(p, "hertz/%s %s -stereo", i->name, i->flags);
        pd_at(p, 100, one, "%s", i->play);
        pd_at(p, 100, two, "%s", i->play);
        int mono = pd_record(p, one, 0, 100, N), silent = pd_record(p, one, i->right, 100, N);
        int left = pd_record(p, two, 0, 100, N), right = pd_record(p, two, i->right, 100, N);
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        const float *l = pd_samples(p, left), *r = pd_samples(p, right), *m = pd_samples(p, mono);
        double whole = power(l) + power(r) + 2 * product(l, r), alike = product(l, r) / sqrt(power(l) * power(r));
        printf("# %s: left - right %.2f dB, correlation %.3f, sum - mono %.3f dB\n", i->name,
               10 * log10(power(l) / power(r)), alike, 10 * log10(whole / 4 / power(m)));
        assert_true(power(m) > 0 && power(pd_samples(p, silent)) == 0);
        /* One partial stands at one place. */
        assert_true(alike > 0.2 && (alike < 0.9 || fabs(10 * log10(power(l) / power(r))) > 0.5));
        assert_true(fabs(10 * log10(whole / 4 / power(m))) < 1);
        pd_close(p);
    }
}
