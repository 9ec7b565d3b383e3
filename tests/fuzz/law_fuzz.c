/* Bytes as numbers for the formulas that everything else is made of, some hundred thousand a second: the contact law,
 * its discrete forces and their equation, and contacts on a grid. Each two bytes are a number of the range that is
 * asked for, its ends included.
 *
 *     law       the force never pulls; the discrete force lies between those at the ends of its step and exchanges
 *               the potential; it grows with the end of the step; Psi lies between its ends
 *     solver    the force answers its own equation, and nothing is won
 *     grid      any method: the energy that is stored, the work and the loss are one sum */
#include "finding.h"
#include "script.h"

#include "core/law/force_solver.h"
#include "core/law/wall.h"
#include "core/grid/grid_contact.h"

#include <math.h>

typedef struct bytes {
    const uint8_t *at, *end;
} bytes;

/* From 0 to 1. */
static double part(bytes *b)
{
    unsigned x = 0;
    for (int i = 0; i < 2; i++)
        x = 256 * x + (b->at < b->end ? *b->at++ : 0);
    return x / 65535.0;
}

static double even(bytes *b, double low, double high)
{
    return low + (high - low) * part(b);
}

static double logarithmic(bytes *b, double low, double high)
{
    return low * exp(part(b) * log(high / low));
}

static double exponent_of(bytes *b)
{
    double a = even(b, 1, 6);
    return part(b) < 0.5 ? rint(2 * a) / 2 : a;
}

static hz_law_params law_of(bytes *b)
{
    double k = logarithmic(b, 1, 1e18), a = exponent_of(b), mu = logarithmic(b, 1e-8, 1e4);
    return (hz_law_params){ k, a, part(b) < 0.3 ? 0 : mu };
}

/* A compression: out of contact, in it, or next to another one. */
static double compression(bytes *b, double near)
{
    double size = logarithmic(b, 1e-12, 1e-1);
    switch ((int)(3.999 * part(b))) {
    case 0:
        return -size;
    case 1:
        return near * (1 + 1e-13 * even(b, -1, 1));
    case 2:
        return near * even(b, 0.5, 2);
    default:
        return size;
    }
}

/* ---- law ---- */

static void try_law(bytes *b)
{
    hz_law_params p = law_of(b);
    hz_law l = hz_law_prepare(&p);
    double eta0 = compression(b, 1e-5), eta1 = compression(b, eta0), v = even(b, -1e3, 1e3);
    double f0 = hz_law_spring(&l, eta0), f1 = hz_law_spring(&l, eta1), phi0 = hz_law_potential(&l, eta0),
           phi1 = hz_law_potential(&l, eta1);
    hz_slope g = hz_law_gradient(&l, eta0, phi0, eta1), more = hz_law_gradient(&l, eta0, phi0, eta1 + 1e-6);
    if (!(hz_law_force(&l, eta1, v) >= 0))
        fuzz_finding("K %g a %g mu %g: the force at %g and %g m/s is %g", p.stiffness, p.exponent, p.damping, eta1, v,
                     hz_law_force(&l, eta1, v));
    if (!(g.value >= fmin(f0, f1) * (1 - 1e-9) && g.value <= fmax(f0, f1) * (1 + 1e-9) && g.slope >= 0))
        fuzz_finding("K %g a %.17g: from %.17g to %.17g the force is %g, growing by %g, between %g and %g", p.stiffness,
                     p.exponent, eta0, eta1, g.value, g.slope, f0, f1);
    if (!(fabs(g.value * (eta1 - eta0) - (phi1 - phi0)) <= 1e-12 * (phi0 + phi1)))
        fuzz_finding("K %g a %.17g: from %.17g to %.17g the work is %g and the potential changes by %g", p.stiffness,
                     p.exponent, eta0, eta1, g.value * (eta1 - eta0), phi1 - phi0);
    if (!(more.value >= g.value * (1 - 1e-9)))
        fuzz_finding("K %g a %.17g: the force from %.17g falls from %g to %g", p.stiffness, p.exponent, eta0, g.value,
                     more.value);
}

/* A wall gives back no more than it was given, and is pressed as deep as the energy lets. */
static void try_wall(bytes *b)
{
    hz_law_params p = law_of(b);
    hz_law l = hz_law_prepare(&p);
    double v_in = logarithmic(b, 1e-6, 1e2), mass = logarithmic(b, 1e-6, 1e3), out = hz_wall_vout(p.damping, v_in);
    double held = hz_law_potential(&l, hz_wall_xmax(&l, mass, v_in));
    if (!(out < 0 && out >= -v_in * (1 + 1e-12)))
        fuzz_finding("mu %.17g m %.17g v %.17g: leaves with %.17g", p.damping, mass, v_in, out);
    if (!(held > 0 && held <= 0.5 * mass * v_in * v_in * (1 + 1e-9)))
        fuzz_finding("mu %.17g m %.17g v %.17g: holds %.17g J", p.damping, mass, v_in, held);
}

/* ---- the equation of a step ---- */

static void try_solver(bytes *b)
{
    hz_law_params p = law_of(b);
    hz_law l = hz_law_prepare(&p);
    double mass = logarithmic(b, 1e-6, 1e3), d = logarithmic(b, 1e-9, 1e-3), eta = compression(b, 1e-5),
           v = even(b, -1, 1) * logarithmic(b, 1e-6, 1e2), guess = logarithmic(b, 1e-9, 1e9);
    hz_force_equation s = { .law = &l,
                            .eta = eta,
                            .elastic = hz_law_potential(&l, eta),
                            .v = v,
                            .r = { .du = v * d, .v = v, .g = 0.5 * d * d / mass, .g_v = d / mass },
                            .length = d };
    hz_push x = hz_force_gradient(&s, part(b) < 0.5 ? 0 : guess);
    double before = 0.5 * mass * v * v + s.elastic,
           after = 0.5 * mass * x.v * x.v + hz_law_potential(&l, x.eta) + x.loss;
    /* Where the step ends is rounded as the ways are whose difference it is. A stiff spring makes a force of that, and
     * this force does work. */
    double slope = hz_law_gradient(&l, eta, s.elastic, x.eta).slope, way = 4e-16 * (fabs(eta) + fabs(s.r.du)),
           rounding = way * (hz_law_spring(&l, x.eta) + slope * (fabs(x.eta - eta) + fabs(x.v) * d));
    if (!(x.force >= 0 && x.loss >= -1e-14 * before - rounding && isfinite(x.force)))
        fuzz_finding("m %g K %g a %.17g mu %g eta %.17g v %.17g d %g: force %g loss %g", mass, p.stiffness, p.exponent,
                     p.damping, eta, v, d, x.force, x.loss);
    if (!(fabs(after - before) <= 1e-9 * (before + after) + rounding))
        fuzz_finding("m %.17g K %.17g a %.17g mu %.17g eta %.17g v %.17g d %.17g: %.12g J become %.12g", mass,
                     p.stiffness, p.exponent, p.damping, eta, v, d, before, after);
    hz_push end = hz_force_end(&s, 0);
    if (!(end.force >= 0))
        fuzz_finding("m %g K %g a %.17g mu %g eta %.17g v %.17g d %g: force %g", mass, p.stiffness, p.exponent,
                     p.damping, eta, v, d, end.force);
}

/* ---- on a grid ---- */

static void try_grid(bytes *b)
{
    hz_law_params p = law_of(b);
    double h = logarithmic(b, 1e-6, 1e-4), give = logarithmic(b, 1e-12, 1e-3);
    hz_grid_law l = hz_grid_law_prepare(&p, (hz_grid_method)(2.999 * part(b)), h);
    hz_grid_contact t = { .stiffness = p.stiffness };
    double eta0 = compression(b, 1e-5), eta1 = compression(b, eta0);
    hz_grid_contact_set(&t, &l, eta0, eta1);
    for (int i = 0; i < 4; i++) {
        double before = hz_grid_contact_stored(&t, &l), way = compression(b, 1e-5) * even(b, -1, 1);
        hz_grid_answer x = hz_grid_contact_step(&t, &l, give, way);
        double after = hz_grid_contact_stored(&t, &l), work = 0.5 * x.force * x.way;
        if (!(x.force >= 0 && (x.loss.lost + x.loss.shed) >= 0 && isfinite(x.force)))
            fuzz_finding("method %d K %g a %.17g mu %g: force %g loss %g", l.method, p.stiffness, p.exponent, p.damping,
                         x.force, (x.loss.lost + x.loss.shed));
        /* A body that moves this way in two steps has the energy way^2/give, but for a factor. The last part allows for
         * the rounding of that energy. */
        double most = 1e-9 * (before + after + (x.loss.lost + x.loss.shed) + fabs(work)) + 1e-13 * way * way / give;
        if (!(fabs(after - before + (x.loss.lost + x.loss.shed) - work) <= most))
            fuzz_finding("method %d K %.17g a %.17g mu %.17g give %.17g way %.17g step %d: %g J and work %g become %g, "
                         "lost %g",
                         l.method, p.stiffness, p.exponent, p.damping, give, way, i, before, work, after,
                         (x.loss.lost + x.loss.shed));
        /* The force may be a small difference of what the spring and the damper say, and is rounded as they are. */
        double terms = x.way != 0 ? (before + x.loss.lost + x.loss.shed) / fabs(x.way) : 0;
        if (!(fabs(x.way - (way - give * x.force)) <= 1e-9 * (fabs(way) + give * x.force) + 1e-13 * give * terms))
            fuzz_finding("method %d K %.17g a %.17g mu %.17g h %.17g give %.17g step %d: way %.17g becomes %.17g, by a "
                         "force of %.17g",
                         l.method, p.stiffness, p.exponent, p.damping, h, give, i, way, x.way, x.force);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(bytes *) = { try_law, try_wall, try_solver, try_grid };
    bytes b = { data, data + size };
    if (size > 0)
        tries[*b.at++ % 4](&b);
    return 0;
}
