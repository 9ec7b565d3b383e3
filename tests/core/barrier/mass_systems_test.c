/* W's systems of masses as impact~ runs them with W's two solvers: step by step against W's equations written out apart
 * (willemsen), and in the limit of small steps against an eighth-order integration of the same bodies. */
#include "tests/tools/test.h"
#include "tests/core/collide/rig.h"
#include "willemsen.h"

static const double two_pi = 6.283185307179586, rate = 44100;

typedef struct kind {
    const char *name;
    double spring, other, other_spring; /* Hz; kg, 0: a barrier; Hz */
} kind;

static const kind kinds[] = {
    { "mass and barrier (W 2)", 0, 0, 0 },
    { "mass-spring and barrier (W 3)", 170, 0, 0 },
    { "mass and mass (W 4)", 0, 0.03, 0 },
    { "mass-spring and mass-spring (W 4)", 170, 0.004, 410 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void start(rig *r, const kind *k, enum hz_method method, double exponent, int lossy, double h)
{
    hz_collide_params p = rig_params();
    p.method = method;
    p.law = (hz_law_params){ 30 * pow(2e3, exponent), exponent, lossy ? 0.2 : 0 };
    p.suspension = k->spring;
    p.rest = 2e-4; /* pressed against what it meets */
    r->c.system.object.n = k->other > 0;
    if (k->other > 0) {
        r->c.system.object.mass[0] = k->other;
        r->c.system.object.omega[0] = two_pi * k->other_spring;
        r->c.system.object.sigma[0] = lossy ? 25 : 0;
        r->c.system.object.weight[0] = 1;
    }
    rig_watch("%s, method %d, exponent %g", k->name, method, exponent);
    rig_start(r, &p, h);
    hz_collide_strike(&r->c, 1, 3e-5);
}

/* The same written out: the striker's place first, then the other's. */
static void write_out(willemsen *w, const rig *r, double h)
{
    const hz_collide *c = &r->c;
    const hz_law_params *law = &c->params.law;
    memset(w, 0, sizeof *w);
    w->h = h;
    w->quadratised = c->params.method == HZ_QUADRATISED;
    w->impact = 1;
    willemsen_mass(w, c->system.striker->body.mass[0], c->system.striker->body.omega[0],
                   c->system.striker->body.sigma[0], h, 1);
    willemsen_contact *touch =
        willemsen_touch(w, law, law->stiffness, c->system.striker->body.origin - c->system.object.origin);
    touch->j[0] = 1;
    if (c->system.object.n > 0)
        touch->j[willemsen_mass(w, c->system.object.mass[0], c->system.object.omega[0], c->system.object.sigma[0], h,
                                1)] = -1;
}

static void places_of(const rig *r, long double *x)
{
    x[0] = r->c.system.striker->body.q[0];
    x[1] = r->c.system.object.n > 0 ? r->c.system.object.q[0] : 0;
}

static const double exponents[] = { 1, 1.5, 1.7, 3 };
static const enum hz_method methods[] = { HZ_THREEPOINT, HZ_QUADRATISED };

/* The first sample is flight: with it the recursion has the two places that it begins from. */
TEST(every_step_is_w_s)
{
    CLAIMS(c, CLAIM("systems: masses, off W's equations solved apart, of the way in a millisecond", 1e-11));
    static willemsen w;
    rig r;
    rig_init(&r, 1);
    for (int i = 0; i < KINDS; i++)
        for (int m = 0; m < 2; m++)
            for (int e = 0; e < 4; e++)
                for (int lossy = 0; lossy < 2; lossy++) {
                    int touched = 0;
                    start(&r, &kinds[i], methods[m], exponents[e], lossy, 1 / rate);
                    write_out(&w, &r, 1 / rate);
                    places_of(&r, w.before);
                    rig_sample(&r, 0, 0);
                    places_of(&r, w.now);
                    willemsen_begin(&w);
                    for (int t = 0; t < 600; t++) {
                        long double is[2];
                        rig_sample(&r, 0, 0);
                        willemsen_step(&w);
                        places_of(&r, is);
                        touched += w.contact[0].force > 0;
                        for (int b = 0; b < w.places; b++)
                            claim_see(&c[0], (double)fabsl(is[b] - w.now[b]) / 1e-3,
                                      "%s, method %d, exponent %g%s, sample %d, place %d", kinds[i].name, methods[m],
                                      exponents[e], lossy ? ", losses" : "", t, b);
                    }
                    assert_true(touched > 10);
                }
    rig_free(&r);
}

static double off_motion(rig *r, const kind *k, enum hz_method method, double exponent, int lossy, int times)
{
    static willemsen w;
    double y[4] = { 0 }, sum = 0, all = 0;
    start(r, k, method, exponent, lossy, 1 / (rate * times));
    write_out(&w, r, 0);
    y[0] = r->c.system.striker->body.q[0];
    y[w.places] = r->c.system.striker->body.v[0];
    if (w.places > 1) { /* the striker leant on it before */
        y[1] = r->c.system.object.q[0];
        y[3] = r->c.system.object.v[0];
    }
    for (int moment = 0; moment < 10; moment++) {
        for (int t = 0; t < 35 * times; t++)
            rig_sample(r, 0, 0);
        willemsen_integrate(&w, y, 35 / rate, 1e-4);
        long double is[2];
        places_of(r, is);
        for (int i = 0; i < w.places; i++) {
            sum += pow((double)is[i] - y[i], 2);
            all += y[i] * y[i];
        }
    }
    return sqrt(sum / all);
}

/* Quadratised with exponent 1 is of first order: psi begins as the root of the energy. */
TEST(small_steps_lead_to_the_motion)
{
    CLAIMS(c, CLAIM("systems: masses, order of threepoint without losses, off 2", 0.1),
           CLAIM("systems: masses, threepoint at 16 times the rate, off the motion", 1e-4),
           CLAIM("systems: masses, quadratised at 16 times the rate, off the motion", 3e-3));
    rig r;
    rig_init(&r, 1);
    for (int i = 0; i < KINDS; i++)
        for (int m = 0; m < 2; m++)
            for (int e = 0; e < 4; e++)
                for (int lossy = 0; lossy < 2; lossy++) {
                    double fine = off_motion(&r, &kinds[i], methods[m], exponents[e], lossy, 16);
                    claim_see(&c[1 + m], fine, "%s, exponent %g%s", kinds[i].name, exponents[e],
                              lossy ? ", losses" : "");
                    if (m == 0 && !lossy)
                        claim_see(
                            &c[0],
                            fabs(log2(off_motion(&r, &kinds[i], methods[m], exponents[e], lossy, 4) / fine) / 2 - 2),
                            "%s, exponent %g", kinds[i].name, exponents[e]);
                }
    rig_free(&r);
}
