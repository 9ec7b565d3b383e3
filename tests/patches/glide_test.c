/* Parameters that move while an object rings: nothing is heard that jumps. What is measured is the largest second
 * difference of the sound, which a jump of J makes J, as a multiple of the one that the steady tone has by itself. */

#include "impact.h"

enum { RATE = 48000, STEPS = 60, LENGTH = 9600 };
static const double BEGIN = 60, BLOCK = 64000. / RATE;

/* A parameter is moved in STEPS steps of a block each, from one value to another, or a message has two turns. */
static const struct {
    const char *flags, *message;
    double from, to;
    double allowed; /* times what the tone itself has */
} sweeps[] = {
    { "-object freebar -modes 1 -freq 200 -decay 0 -pickups 0.5", "pickups %.6g", 0.5, 0.05, 3 },
    { "-object drum -modes 5 -freq 150 -decay 0 -pickups 0.3 0.4", "pickups %.6g 0.4", 0.3, 0.9, 2 },
    { "-object modes -freqs 200 310 -decays 0", "pickupweights 1 1 %.6g", 1, -1, 2 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "position %.6g", 0.5, 0.05, 1.5 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "gain %.6g", 1, 0.1, 1.5 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "freq %.6g", 200, 300, 3 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "decay %.6g", 5, 0.5, 1.5 },
    { "-object freebar -modes 1 -freq 200", "damp %.6g", 1, 0.1, 1.5 },
    { "-object string -modes 1 -tension 100", "tension %.6g", 100, 200, 3 },
    { "-object bar -modes 1 -size 0.17 -decay 0", "size %.6g", 0.17, 0.14, 3 },
    { "-object bar -modes 1 -size 0.17 -decay 0", "thickness %.6g", 0.001, 0.002, 5 },
    { "-object plate -modes 1 -freq 200 -decay 0", "size 0.2 %.6g", 0.2, 0.3, 2 },
    { "-object modes -freqs 200 -decays 0", "freqs %.6g", 200, 300, 3 },
    { "-object modes -freqs 200 -decays 0", "decays %.6g", 5, 0.5, 1.5 },
    { "-object modes -freqs 200 -decays 0", "masses %.6g", 0.1, 0.01, 1.5 },
    { "-object modes -freqs 200 -decays 0", "weights %.6g", 1, 0.1, 2 }, /* The pickup hears these weights too. */
    { "-object freebar -modes 1 -freq 200 -decay 0", "mass %.6g", 0.01, 0.1, 1.5 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "stiffness %.6g", 1e6, 1e8, 1.5 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "exponent %.6g", 1, 3, 1.5 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "damping %.6g", 0, 1, 1.5 },
    { "-object freebar -modes 1 -freq 200 -decay 0", "resolution %.0f", 64, 123, 1.5 },
};
enum { SWEEPS = sizeof sweeps / sizeof *sweeps };

static double roughness(const float *x, int n, double *loudest)
{
    double most = 0;
    *loudest = 0;
    for (int i = 2; i < n; i++) {
        most = fmax(most, fabs((double)x[i] - 2. * x[i - 1] + x[i - 2]));
        *loudest = fmax(*loudest, fabs(x[i]));
    }
    return most;
}

/* The hammer flies away after its blow, so that all that is heard is the tone. */
TEST(sweeps_are_smooth)
{
    static claim c[2 * SWEEPS];
    static char name[2 * SWEEPS][120];
    int out[2][SWEEPS];
    pd_patch *p = pd_open(.rate = RATE);
    for (int k = 0; k < 2 * SWEEPS; k++) {
        int s = k / 2, o = pd_obj(p, "hertz/impact~ %s%s", sweeps[s].flags, k % 2 ? " -unit displacement" : "");
        pd_at(p, 10, o, "strike 1");
        for (int i = 0; i <= STEPS; i++)
            pd_at(p, BEGIN + 20 + i * BLOCK, o, sweeps[s].message,
                  sweeps[s].from + (sweeps[s].to - sweeps[s].from) * i / STEPS);
        out[k % 2][s] = pd_record(p, o, AUDIO, BEGIN, LENGTH);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < 2 * SWEEPS; k++) {
        int s = k / 2, still = 900; /* samples before the first step */
        const float *x = pd_samples(p, out[k % 2][s]);
        double loud, later, own = roughness(x, still, &loud), moved = roughness(x + still - 2, LENGTH - still, &later);
        snprintf(name[k], sizeof name[k], "glide: %s of `%s`, over the tone's own", k % 2 ? "displacement" : "velocity",
                 sweeps[s].message);
        c[k] = (claim){ .name = name[k], .allowed = sweeps[s].allowed };
        assert_true(loud > 1e-6 * (k % 2 ? 1e-3 : 1));
        claim_see(&c[k], moved * fmin(1, loud / later) / own, "%s", sweeps[s].flags);
    }
    claim_check(c, 2 * SWEEPS);
}

/* What is another object altogether, or has fewer modes, fades over in a block: a jump would be as large as the tone.
 */
TEST(changes_of_the_object_are_smooth)
{
    static const char *const changes[] = { "modes 1",         "object wall",      "object bowl",
                                           "preset anvil",    "object modes",     "freq 30000",
                                           "material rubber", "position 0.9 0.9", "pickups 0.9 0.9" };
    enum { CHANGES = sizeof changes / sizeof *changes };
    int out[CHANGES];
    claim c = CLAIM("glide: the largest step after a change, of the loudest sample and the largest step before", 1.1);
    pd_patch *p = pd_open(.rate = RATE);
    for (int k = 0; k < CHANGES; k++) {
        int o = pd_obj(p, "hertz/impact~ -object plate -modes 20 -decay 5 -size 0.3 -mass 0.1 -stiffness 1e5");
        pd_at(p, 10, o, "strike 1");
        pd_at(p, 100.3 + 3.7 * k, o, "%s", changes[k]);
        out[k] = pd_record(p, o, AUDIO, 60, LENGTH / 2);
    }
    pd_run(p);
    for (int k = 0; k < CHANGES; k++) {
        const float *x = pd_samples(p, out[k]);
        double before = 0, after = 0, loudest = 0;
        int at = (int)((40 + 3.7 * k) * RATE / 1000);
        for (int i = 1; i < LENGTH / 2; i++) {
            double step = fabs((double)x[i] - x[i - 1]);
            *(i < at ? &before : &after) = fmax(i < at ? before : after, step);
            if (i < at)
                loudest = fmax(loudest, fabs(x[i]));
        }
        assert_true(before > 1e-5 && after > 0);
        claim_see(&c, after / (before + loudest / 16), "%s: %g after %g, loudest %g", changes[k], after, before,
                  loudest);
    }
    claim_check(&c, 1);
}

/* A pickup that is moved while a string rings makes no step, and none where an answer of the same moment needs the new
 * string. */
TEST(an_answer_makes_no_step)
{
    enum { AT = 300 * RATE / 1000, SOON = RATE / 100 };
    int out[2];
    pd_patch *p = pd_open(.rate = RATE);
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/stringbarrier~ -obstacle none -width 0.4 -gain 0.2");
        pd_at(p, 20, o, "pluck");
        pd_at(p, 300, o, "pickups 0.4%s", k ? ", partials 3" : "");
        out[k] = pd_record(p, o, AUDIO, 0, AT + SOON);
    }
    pd_run(p);
    for (int k = 0; k < 2; k++) {
        const float *x = pd_samples(p, out[k]);
        double before = 0, after = 0;
        for (int i = AT - SOON; i < AT + SOON; i++) {
            double *most = i < AT - 64 ? &before : &after;
            *most = fmax(*most, fabs((double)x[i] - x[i - 1]));
        }
        assert_that(before > 1e-4 && after < 2 * before, "steps of %g before, and of %g after", before, after);
    }
}

/* A hammer that lies on a plate goes along with it where the strike position moves: its force does not jump, and the
 * sound stays as soft as the plate's slow bending makes it. The books know what the moves were worth. */
TEST(a_lying_hammer_goes_along)
{
    CLAIMS(c, CLAIM("glide: largest step of the force under a moving hammer, of its weight", 1e-3),
           CLAIM("glide: the force off the weight", 0.2), CLAIM("glide: residual", 1e-10));
    pd_patch *p = pd_open(.rate = RATE);
    int force[2], energy[2], o[2];
    for (int k = 0; k < 2; k++) { /* by messages, and by a signal */
        o[k] = pd_obj(p, "hertz/impact~ -object plate -thickness 0.0004 -gravity 100 -mass 0.05 -stiffness 1e6 -ledger "
                         "1 -decay 0.2 -position 0.3 0.37");
        print_info(p, o[k], INFO);
        if (k == 1) {
            int line = pd_obj(p, "line~"), start = pd_obj(p, "+~ 0.3");
            pd_connect(p, line, 0, start, 0);
            pd_connect(p, start, 0, o[k], 2);
            pd_at(p, 1000, line, "0.3 400");
        }
        for (int i = 0; k == 0 && i < 300; i++)
            pd_at(p, 1000 + i * BLOCK, o[k], "position %.6g 0.37", 0.3 + 0.001 * i);
        force[k] = pd_record(p, o[k], FORCE, 950, 24000);
        energy[k] = pd_at(p, 1490, o[k], "energy");
    }
    pd_run(p);
    for (int k = 0; k < 2; k++) {
        const float *f = pd_samples(p, force[k]);
        for (int i = 1; i < 24000; i++) {
            claim_see(&c[0], fabs((double)f[i] - f[i - 1]) / 5, "%s, sample %d: %g to %g", k ? "signal" : "messages", i,
                      f[i - 1], f[i]);
            claim_see(&c[1], fabs(f[i] / 5 - 1), "%s, sample %d", k ? "signal" : "messages", i);
        }
        accounts a = accounts_of(p, energy[k], o[k]);
        claim_see(&c[2], fabs(a.residual) / (a.stored + a.dissipated + fabs(a.adjusted)), "%d", k);
    }
}
