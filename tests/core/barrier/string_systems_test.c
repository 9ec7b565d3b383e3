/* Every system of W as stringbarrier~ and impact~ run it: step by step against W's equations written out apart
 * (willemsen), and in the limit of small steps against an eighth-order integration of the same bodies. */
#include "tests/tools/test.h"
#include "core/barrier/internal.h"
#include "willemsen.h"

static const double two_pi = 6.283185307179586, rate = 44100;

/* ---- systems with a string ---- */

enum { SPACES = 24 };

typedef struct kind {
    const char *name;
    hz_obstacle_kind obstacle;
    double floor, place; /* under the mass; of mass, hammer and frets, in spaces of the grid */
    double hammer;       /* its speed; 0: there is none, the string is plucked */
} kind;

static const kind kinds[] = {
    { "string and barrier (W 5, one string at rest)", HZ_OBSTACLE_FLAT, 0, 0, 0 },
    { "string and string (W 5)", HZ_OBSTACLE_STRING, 0, 0, 0 },
    { "mass-spring and string (W 6)", HZ_OBSTACLE_MASS, 0, 9, 0 },
    { "mass-spring and string between two points (W 6)", HZ_OBSTACLE_MASS, 0, 9.3, 0 },
    { "mass between string and barrier (W 93, 95)", HZ_OBSTACLE_MASS, 3e-4, 9, 0 },
    { "mass between string and barrier, between two points", HZ_OBSTACLE_MASS, 3e-4, 0.6, 0 },
    { "hammer and string (W 6)", HZ_OBSTACLE_NONE, 0, 7, 2 },
    { "string and two frets that share points", HZ_OBSTACLE_FRETS, 0, 9.4, 0 },
    { "hammer on two strings", HZ_OBSTACLE_STRING, 0, 7, 0.2 },
    { "hammer on two strings, between points", HZ_OBSTACLE_STRING, 0, 7.35, 0.2 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static hz_barrier_params params_of(const kind *k, hz_grid_method method, double exponent, int lossy, int clamped)
{
    hz_barrier_params p;
    memset(&p, 0, sizeof p);
    p.string = (hz_string_params){ .freq = 130,
                                   .length = 0.65,
                                   .diameter = 8e-4,
                                   .density = 7850,
                                   .young = 2e11,
                                   .clamped = clamped,
                                   .sigma0 = lossy ? 3 : 0,
                                   .sigma1 = lossy ? 4e-3 : 0,
                                   .points = SPACES };
    p.obstacle = k->obstacle;
    p.method = method;
    p.law = (hz_law_params){ pow(1e3, exponent) *
                                 (k->obstacle == HZ_OBSTACLE_FLAT || k->obstacle == HZ_OBSTACLE_STRING ? 300 : 8),
                             exponent, lossy ? 0.5 : 0 };
    p.height = k->obstacle == HZ_OBSTACLE_MASS ? 0 : -3e-4;
    p.mass = 8e-4;
    p.massfreq = 150;
    p.masssigma = lossy ? 30 : 0;
    p.massplace = p.place = k->place / SPACES;
    p.floor = k->floor;
    p.secondfreq = 170;
    p.secondsigma = lossy ? 5 : 0;
    p.seconddiameter = 1.1e-3;
    p.frets = 2;
    p.fret[0] = k->place / SPACES;
    p.fret[1] = (k->place + 1.3) / SPACES;
    p.hammermass = 2e-3;
    p.hammer = p.law;
    p.hammer.stiffness = pow(1e3, exponent) * 8;
    p.pickups = 1;
    return p;
}

static void start(hz_barrier *x, const kind *k, const hz_barrier_params *p, double h)
{
    assert_true(hz_barrier_init(x));
    hz_barrier_prepare(x, p, h, 0);
    assert_int_equal(x->string.n, SPACES);
    double shape[SPACES];
    for (int i = 1; i < SPACES; i++)
        shape[i] = -1e-3 * sin(0.5 * two_pi * i / SPACES);
    if (k->hammer > 0 && k->obstacle == HZ_OBSTACLE_STRING) /* which comes up under the hammer */
        hz_string_displace(&x->obstacle.second, shape);
    if (k->hammer > 0)
        hz_barrier_strike(x, p->place, k->hammer);
    else
        hz_barrier_pluck(x, 0.7, 2e-3, 0.1);
}

static void run(hz_barrier *x)
{
    double audio[64], force[64], *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
    hz_barrier_run(x, &(hz_barrier_io){ .n = 1, .audio = audios, .out_force = force, .meter = meter });
}

/* Where each body's places begin in W's vector; -1: it is not there. */
typedef struct parts {
    int string, second, mass, hammer;
} parts;

/* The same written out, at the step h, or to be integrated (h = 0). */
static parts write_out(willemsen *w, const hz_barrier *x, const kind *k, double h)
{
    const hz_barrier_params *p = &x->params;
    memset(w, 0, sizeof *w);
    w->h = h;
    w->quadratised = p->method == HZ_GRID_QUADRATISED;
    parts at = { willemsen_string(w, &x->string, h), -1, -1, -1 };
    if (p->obstacle == HZ_OBSTACLE_STRING)
        at.second = willemsen_string(w, &x->obstacle.second, h);
    if (p->obstacle == HZ_OBSTACLE_MASS)
        at.mass = willemsen_mass(w, p->mass, two_pi * p->massfreq, p->masssigma, h, 0);
    if (k->hammer > 0)
        at.hammer = willemsen_mass(w, p->hammermass, 0, 0, h, 0);
    double spaced = p->law.stiffness * p->string.length / SPACES;
    for (int i = 1; i < SPACES && (p->obstacle == HZ_OBSTACLE_FLAT || p->obstacle == HZ_OBSTACLE_STRING);
         i++) { /* W 26d */
        willemsen_contact *c = willemsen_touch(w, &p->law, spaced, p->height);
        c->j[at.string + i - 1] = -1;
        if (at.second >= 0)
            c->j[at.second + i - 1] = 1;
    }
    for (int f = 0; f < 2 && p->obstacle == HZ_OBSTACLE_FRETS; f++)
        willemsen_reach(willemsen_touch(w, &p->law, p->law.stiffness, p->height), at.string, SPACES, p->fret[f], -1);
    if (at.mass >= 0) { /* W 28d, 93f */
        willemsen_contact *c = willemsen_touch(w, &p->law, p->law.stiffness, 0);
        willemsen_reach(c, at.string, SPACES, p->massplace, -1);
        c->j[at.mass] = 1;
    }
    if (at.mass >= 0 && p->floor > 0) /* W 93g */
        willemsen_touch(w, &p->law, p->law.stiffness, -p->floor)->j[at.mass] = -1;
    if (at.hammer >= 0) {
        willemsen_contact *c = willemsen_touch(w, &p->hammer, p->hammer.stiffness, 0);
        willemsen_reach(c, at.string, SPACES, p->place, -1);
        c->j[at.hammer] = 1;
    }
    return at;
}

/* Where everything is, and where it was a sample before. */
static void places_of(const hz_barrier *x, const parts *at, long double *now, long double *before)
{
    for (int i = 1; i < SPACES; i++) {
        now[at->string + i - 1] = x->string.u[i];
        before[at->string + i - 1] = (long double)x->string.u[i] - x->string.d[i];
        if (at->second >= 0) {
            now[at->second + i - 1] = x->obstacle.second.u[i];
            before[at->second + i - 1] = (long double)x->obstacle.second.u[i] - x->obstacle.second.d[i];
        }
    }
    if (at->mass >= 0) {
        now[at->mass] = x->obstacle.mass.w;
        before[at->mass] = (long double)x->obstacle.mass.w - x->obstacle.mass.d;
    }
    if (at->hammer >= 0) {
        now[at->hammer] = x->hammer.w;
        before[at->hammer] = (long double)x->hammer.w - x->hammer.d;
    }
}

TEST(every_step_is_w_s)
{
    CLAIMS(c, CLAIM("systems: string, off W's equations solved apart, of the amplitude", 1e-11));
    static hz_barrier x;
    static willemsen w;
    static const double exponents[] = { 1, 1, 1.7, 1.5 };
    static const hz_grid_method methods[] = { HZ_GRID_CLOSED, HZ_GRID_QUADRATISED, HZ_GRID_NEWTON,
                                              HZ_GRID_QUADRATISED };
    for (int i = 0; i < KINDS; i++)
        for (int m = 0; m < 4; m++) {
            const kind *k = &kinds[i];
            int lossy = m % 2 == (i + m / 2) % 2, many = k->hammer > 0 && k->obstacle == HZ_OBSTACLE_STRING,
                touched = 0, claimed = 0;
            hz_barrier_params p = params_of(k, methods[m], exponents[m], lossy, m == 2);
            start(&x, k, &p, 1 / rate);
            parts at = write_out(&w, &x, k, 1 / rate);
            places_of(&x, &at, w.now, w.before);
            willemsen_begin(&w);
            for (int t = 0; t < 400 && claimed <= 12 && x.hammering == (k->hammer > 0); t++) {
                long double is[WILLEMSEN_PLACES] = { 0 }, was[WILLEMSEN_PLACES];
                run(&x);
                willemsen_step(&w);
                places_of(&x, &at, is, was);
                for (int b = 0; b < w.contacts; b++)
                    touched += w.contact[b].force > 0;
                for (int b = HZ_AT_MORE; b < x.coupled.n; b++)
                    claimed += x.contact[b].point >= 0 && x.coupled.force[b] > 0;
                for (int b = 0; b < w.places && x.hammering == (k->hammer > 0); b++)
                    claim_see(&c[0], (double)fabsl(is[b] - w.now[b]) / 2e-3,
                              "%s, method %d, exponent %g, sample %d, place %d", k->name, methods[m], p.law.exponent, t,
                              b);
            }
            assert_true(touched > 30 && (!many || claimed > 12));
            hz_barrier_free(&x);
        }
}

/* ---- the limit of small steps ---- */

/* How far the bodies are from an integration of the same ones, over ten moments of 8 ms, at so many times the rate. The
 * string begins at rest half a sample before the first one: there the change and the mean of two samples belong. */
static double off_motion(const kind *k, const hz_barrier_params *p, int times)
{
    static hz_barrier x;
    static willemsen w;
    double h = 1 / (rate * times), y[2 * WILLEMSEN_PLACES], sum = 0, all = 0;
    long double now[WILLEMSEN_PLACES], before[WILLEMSEN_PLACES];
    start(&x, k, p, h);
    parts at = write_out(&w, &x, k, 0);
    places_of(&x, &at, now, before);
    for (int i = 0; i < w.places; i++) {
        y[i] = (double)(now[i] + before[i]) / 2;
        y[w.places + i] = (double)(now[i] - before[i]) / h;
    }
    for (int moment = 0; moment < 10; moment++) {
        for (int t = 0; t < 35 * times; t++)
            run(&x);
        willemsen_integrate(&w, y, (35 * times + (moment == 0 ? 0.5 : 0)) * h, 1e-3);
        places_of(&x, &at, now, before);
        for (int i = 0; i < w.places; i++) {
            if (i == at.hammer && !x.hammering) /* taken away */
                continue;
            sum += pow((double)now[i] - y[i], 2);
            all += y[i] * y[i];
        }
    }
    hz_barrier_free(&x);
    return sqrt(sum / all);
}

/* Second order; the loss with sigma1 is a backward difference, whose first order shows only at higher rates.
 * Quadratised begins each contact with psi as eta^((a+1)/2), which is of that order at best. */
LONG_TEST(small_steps_lead_to_the_motion)
{
    CLAIMS(c, CLAIM("systems: string, order of closed and newton without losses, off 2", 0.1),
           CLAIM("systems: string, closed and newton at 8 times the rate, off the motion", 3e-4),
           CLAIM("systems: string, quadratised at 8 times the rate, off the motion", 8e-4));
    static const double exponents[] = { 1, 1.7, 1.5 };
    static const hz_grid_method methods[] = { HZ_GRID_CLOSED, HZ_GRID_NEWTON, HZ_GRID_QUADRATISED };
    for (int i = 0; i < KINDS; i++)
        for (int m = 0; m < 3; m++)
            for (int lossy = 0; lossy < 2; lossy++) {
                hz_barrier_params p = params_of(&kinds[i], methods[m], exponents[m], lossy, 0);
                if (lossy == (i + m) % 2 && claim_trials(1) == 1)
                    continue;
                double fine = off_motion(&kinds[i], &p, 8);
                claim_see(&c[1 + (m == 2)], fine, "%s, method %d%s", kinds[i].name, methods[m],
                          lossy ? ", losses" : "");
                if (m < 2 && !lossy)
                    claim_see(&c[0], fabs(log2(off_motion(&kinds[i], &p, 4) / fine) - 2), "%s, method %d",
                              kinds[i].name, methods[m]);
            }
}
