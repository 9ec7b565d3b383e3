/* force_solver: the force of a step is its own answer, whatever the law, the step and the guess. */
#include "core/law/force_solver.h"
#include "tests/tools/test.h"

/* A free mass at or near a wall, that the next step presses into it or draws off. */
static hz_force_equation draw(dice *d, hz_law *law)
{
    double v = dice_log(d, 1e-4, 10) * (dice_once(d, 3) ? -1 : 1), mass = dice_log(d, 1e-4, 1),
           length = dice_log(d, 1e-7, 1e-3);
    *law = hz_law_prepare(&(hz_law_params){ dice_log(d, 1e3, 1e13), dice_once(d, 3) ? 1.5 : dice_even(d, 1, 4),
                                            dice_once(d, 4) ? 0 : dice_log(d, 1e-3, 10) / fabs(v) });
    /* as deep as such a mass comes, or as far off as it goes in this step */
    double deepest = pow((law->exponent + 1) * mass * v * v / (2 * law->stiffness), 1 / (law->exponent + 1));
    double eta = dice_once(d, 4) ? -dice_even(d, 0, 1) * fabs(v) * length : dice_even(d, 0, 1) * deepest;
    if (eta > 0 && v < 0 && law->damping > 0)
        v = fmax(v, -0.9 / law->damping); /* no contact of this law throws faster */
    return (hz_force_equation){ .law = law,
                                .eta = eta,
                                .elastic = hz_law_potential(law, eta),
                                .v = v,
                                .r = { v * length, v, length * length / (2 * mass), length / mass },
                                .length = length };
}

/* The force with which each law answers to this one, of the elastic part alone or with its damping. */
enum { GRADIENT, END, LAWS };

static double elastic_answer(const hz_force_equation *s, int which, double force)
{
    double eta = s->eta + (s->r.du - s->r.g * force);
    return which == END ? hz_law_spring(s->law, eta) : hz_law_gradient(s->law, s->eta, s->elastic, eta).value;
}

static double answer(const hz_force_equation *s, int which, double force)
{
    double run = s->r.du - s->r.g * force, v = s->r.v - s->r.g_v * force, elastic = elastic_answer(s, which, force);
    return elastic * fmax(1 + s->law->damping * (which == END ? v : run / s->length), 0);
}

/* The solver finds the force to its last digits from any guess, with few evaluations. The way and the velocity that it
 * returns are those of this force. With the gradient no loss is negative. */
TEST(the_force_is_its_own_answer)
{
    static hz_push (*const solvers[])(const hz_force_equation *, double) = { hz_force_gradient, hz_force_end };
    CLAIMS(c, CLAIM("force: gradient, off its own answer, of what changes it", 1e-12),
           CLAIM("force: end, the same", 1e-12), CLAIM("force: two guesses, apart", 1e-10),
           CLAIM("force: place and velocity off where the force leads", 1e-14),
           CLAIM("force: loss off force less the elastic one, times way", 1e-10),
           CLAIM("force: gradient, a loss that gains, of force times way", 1e-10),
           CLAIM("force: gradient, evaluations", 40), CLAIM("force: end, evaluations", 40),
           CLAIM("force: gradient, evaluations on average", 3.2), CLAIM("force: end, evaluations on average", 3));
    dice d = { claim_seed(1) };
    double sum[LAWS] = { 0 };
    const int trials = 20000;
    for (int i = 0; i < trials; i++) {
        hz_law law;
        hz_force_equation s = draw(&d, &law);
        for (int which = 0; which < LAWS; which++) {
            hz_push p = solvers[which](&s, 0), other;
            sum[which] += p.iterations;
            double run = s.r.du - s.r.g * p.force, v = s.r.v - s.r.g_v * p.force,
                   rounding = answer(&s, which, p.force * (1 - 1e-13)) - answer(&s, which, p.force * (1 + 1e-13));
            claim_see(&c[which],
                      fmax(fabs(p.force - answer(&s, which, p.force)) - 100 * fabs(rounding), 0) / (p.force + 1e-300),
                      "trial %d", i);
            other = solvers[which](&s, p.force * dice_log(&d, 0.1, 10));
            claim_see(&c[2], fabs(other.force - p.force) / (p.force + 1e-300), "trial %d, law %d", i, which);
            claim_see(&c[3],
                      fabs(p.eta - s.eta - run) / (fabs(s.eta) + fabs(run)) + fabs(p.v - v) / (fabs(s.v) + fabs(v)),
                      "trial %d", i);
            if (which != END) {
                claim_see(&c[4],
                          fabs(p.loss - (p.force - elastic_answer(&s, which, p.force)) * run) /
                              (p.force * fabs(run) + 1e-300),
                          "trial %d", i);
            }
            if (which == GRADIENT)
                claim_see(&c[5], -p.loss / (p.force * fabs(run) + 1e-300), "trial %d", i);
            claim_see(&c[6 + which], p.iterations, "trial %d", i);
        }
    }
    for (int which = 0; which < LAWS; which++)
        claim_see(&c[8 + which], sum[which] / trials, "%d of them", trials);
}
