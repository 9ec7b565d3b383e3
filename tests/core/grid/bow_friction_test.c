/* The bow: the friction curve, the bristles against an integration of their equation in small steps, the equation of a
 * step solved to rounding, energy and its losses at any force and speed. */
#include "core/grid/bow_friction.h"
#include "tests/tools/test.h"

static const hz_bow_params usual = { .curve = 100,
                                     .stiffness = 1e4,
                                     .damping = 0.1,
                                     .viscosity = 0.4,
                                     .stick = 0.8,
                                     .slip = 0.3,
                                     .stribeck = 0.1,
                                     .plastic = 0.7 };

/* The friction curve, over the bow's force. */
static double curve(const hz_bow *b, double v)
{
    return v * hz_bow_resistance(b, 1, v);
}

TEST(the_curve_is_smooth_and_peaks_at_one)
{
    CLAIMS(c, CLAIM("bow: peak of the curve off 1 at 1/sqrt(2a)", 1e-14), CLAIM("bow: the curve above its peak", 0),
           CLAIM("bow: the curve off sqrt(2a) v exp(1/2 - a v^2)", 1e-14));
    for (double a = 1; a < 1e4; a *= 10) {
        hz_bow b = { 0 };
        hz_bow_params p = usual;
        p.curve = a;
        hz_bow_prepare(&b, &p, 1e-5);
        double v = 1 / sqrt(2 * a);
        claim_near(&c[0], curve(&b, v), 1, "a %g", a);
        claim_near(&c[0], curve(&b, -v), -1, "a %g", a);
        for (double x = 0.01; x < 3; x *= 1.1) {
            claim_see(&c[1], curve(&b, x * v) - curve(&b, v), "a %g x %g", a, x);
            claim_near(&c[2], curve(&b, x * v), sqrt(2 * a) * x * v * exp(0.5 - a * x * x * v * v), "a %g x %g", a, x);
        }
    }
}

/* The equation itself, z' = v (1 - alpha z/z_ss), from Dupont et al., written anew. */
static double rate_of(const hz_bow_params *p, double force, double z, double v)
{
    if (v == 0)
        return 0;
    double x = v / p->stribeck;
    double most = force * (p->slip + (p->stick - p->slip) * exp(-x * x)) / p->stiffness,
           least = p->plastic * p->slip * force / p->stiffness;
    double alpha = 0;
    if (z * v > 0) {
        if (fabs(z) >= most)
            alpha = 1;
        else if (fabs(z) > least)
            alpha = 0.5 + 0.5 * sin(M_PI * (fabs(z) - 0.5 * (most + least)) / (most - least));
    }
    return v * (1 - alpha * z / copysign(most, v));
}

/* Bristles dragged with a given velocity, which turns now and then: friction against Runge and Kutta's method in 200
 * small steps to one of ours, at two rates: second order. */
TEST(bristles_move_as_their_equation_says)
{
    CLAIMS(c, CLAIM("bow: bristles off their equation at 44.1 kHz, of the greatest friction", 0.001),
           CLAIM("bow: the same at 176.4 kHz", 3e-5));
    for (int fine = 0; fine < 2; fine++) {
        double h = 1 / (fine ? 176400.0 : 44100.0), z = 0, t = 0, force = 2;
        hz_bow b = { 0 };
        hz_bow_prepare(&b, &usual, h);
        for (int n = 0; n < (fine ? 8000 : 2000); n++) {
            double v = 0.05 * sin(400 * (t + 0.5 * h)) + 0.02 * sin(900 * (t + 0.5 * h));
            double middle = 0;
            enum { SMALL = 200 };
            for (int k = 0; k < SMALL; k++) {
                double d = h / SMALL, at = t + k * d;
#define SPEED(t) (0.05 * sin(400 * (t)) + 0.02 * sin(900 * (t)))
                double a = rate_of(&usual, force, z, SPEED(at)),
                       e = rate_of(&usual, force, z + 0.5 * d * a, SPEED(at + 0.5 * d));
                double f = rate_of(&usual, force, z + 0.5 * d * e, SPEED(at + 0.5 * d)),
                       g = rate_of(&usual, force, z + d * f, SPEED(at + d));
                z += d * (a + 2 * e + 2 * f + g) / 6;
                if (k == SMALL / 2 - 1)
                    middle = usual.stiffness * z + usual.damping * force * rate_of(&usual, force, z, v);
            }
            hz_bow_load load = { .free = v };
            hz_bow_step s = hz_bow_bristle(&b, force, &load);
            claim_see(&c[fine], fabs(s.force - middle) / (usual.stick * force), "sample %d", n);
            t += h;
        }
    }
}

/* A second unilateral body that the bow may feel: it gives way besides, or holds back most of what the load gives. */
static double softens(void *of, double force)
{
    double give = *(double *)of;
    return force > 0 ? -give * force : -0.1 * give * force;
}

/* Random steps of any size: the force is the one solved for, the books of each step balance, no loss is negative. */
TEST(every_step_is_solved_and_passive)
{
    CLAIMS(c, CLAIM("bow: velocity off the load's line, of its terms", 3e-14),
           CLAIM("bow: bristles off the equation of the step, of the velocity or a millionth of its terms", 1e-9),
           CLAIM("bow: work less loss and stored energy, of what passed", 1e-13),
           CLAIM("bow: a loss below zero, of what passed", 0),
           CLAIM("bow: evaluations of friction in a step, the most", 100),
           CLAIM("bow: friction over what rest can hold and damping adds", 1 + 1e-12));
    dice d = { claim_seed(5) };
    double total = 0, n = 0;
    for (int trial = 0; trial < claim_trials(300); trial++) {
        hz_bow_params p = usual;
        if (trial % 3) {
            p.stiffness = dice_log(&d, 1e2, 1e7);
            p.damping = dice_log(&d, 1e-3, 10);
            p.slip = dice_even(&d, 0.01, 1);
            p.stick = p.slip * dice_even(&d, 1, 4);
            p.stribeck = dice_log(&d, 1e-3, 10);
            p.plastic = dice_even(&d, 0.1, 0.99);
        }
        double h = 1 / dice_log(&d, 1e4, 2e5), give = dice_log(&d, 1e-4, 100), force = dice_even(&d, 0, 10),
               extra = give * dice_even(&d, -0.9, 3);
        hz_bow b = { 0 };
        hz_bow_prepare(&b, &p, h);
        int bent = trial % 5 == 0;
        for (int i = 0; i < 100; i++) {
            if (dice_once(&d, 20))
                force = dice_once(&d, 4) ? 0 : dice_log(&d, 1e-3, 10);
            double before = hz_bow_energy(&b), z = b.z,
                   free = dice_once(&d, 3) ? dice_even(&d, -20, 20) : dice_even(&d, -0.1, 0.1);
            hz_bow_load load = { .free = free, .mobility = give, .more = bent ? softens : NULL, .of = &extra };
            hz_bow_step s = hz_bow_bristle(&b, force, &load);
            double line = free - give * s.force + (bent ? softens(&extra, s.force) : 0);
            double work = h * s.force * s.velocity, passed = fabs(work) + before + hz_bow_energy(&b);
            double terms = fabs(free) + (give + (bent ? fabs(extra) : 0)) * fabs(s.force);
            claim_see(&c[0], fabs(s.velocity - line) / terms, "trial %d step %d", trial, i);
            claim_see(&c[2], passed > 0 ? fabs(work - s.lost - hz_bow_energy(&b) + before) / passed : 0,
                      "trial %d step %d", trial, i);
            claim_see(&c[3], passed > 0 ? -s.lost / passed : 0, "trial %d step %d", trial, i);
            claim_see(&c[4], s.steps, "trial %d step %d", trial, i);
            total += s.steps;
            n++;
            if (force > 0) {
                double most = p.stick * force / p.stiffness, from = fabs(z) > most ? copysign(most, z) : z;
                double rate = (b.z - from) / h, mean = 0.5 * (b.z + from);
                terms += fabs(from) / h; /* of what the rate is read from */
                claim_see(&c[1],
                          fabs(rate - rate_of(&p, force, mean, s.velocity)) /
                              (fabs(s.velocity) + fabs(rate) + 1e-6 * terms),
                          "trial %d step %d", trial, i);
                claim_see(&c[5], (fabs(s.force) - p.damping * force * fabs(rate)) / (p.stick * force),
                          "trial %d step %d", trial, i);
            }
        }
    }
    print_message("# bow: evaluations of friction a step, on the mean %.2f\n", total / n);
}

/* The friction of steady sliding over the bow's force: bow:bristle, its limit. */
static double sliding(const hz_bow_params *p, double v)
{
    double x = v / p->stribeck, sign = (v > 0) - (v < 0);
    return sign * (p->slip + (p->stick - p->slip) * exp(-x * x)) + p->viscosity * v;
}

/* Dragged evenly for a while the bristles slide with the friction of the curve that they are given. */
TEST(steady_sliding)
{
    CLAIMS(c, CLAIM("bow: steady sliding off its friction", 3e-13));
    for (double v = -1; v < 1.01; v += 0.1) {
        hz_bow b = { 0 };
        hz_bow_params p = usual;
        p.viscosity = 0;
        hz_bow_prepare(&b, &p, 1 / 44100.0);
        hz_bow_load load = { .free = v };
        hz_bow_step s = { 0 };
        for (int n = 0; n < 4000; n++)
            s = hz_bow_bristle(&b, 1.5, &load);
        if (fabs(v) > 0.01)
            claim_near(&c[0], s.force, 1.5 * sliding(&p, v), "v %g", v);
    }
}
