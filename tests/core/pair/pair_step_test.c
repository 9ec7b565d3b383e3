/* pair_step: a look at a step, taking it, and its books, of any object and forces. */
#include "core/pair/pair_step.h"
#include "tests/core/collide/rig.h"
#include "tests/tools/test.h"

enum { MOST = 6 };

static const double h44 = 1 / 44100.0;

/* The modes of a body, up to MOST of them. */
typedef struct modes {
    double mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
} modes;

static hz_modes draw_modes(modes *b, dice *d, int n)
{
    for (int i = 0; i < n; i++) {
        b->mass[i] = dice_log(d, 5e-3, 0.2);
        b->omega[i] = 2 * M_PI * dice_log(d, 100, 8000);
        b->sigma[i] = dice_once(d, 3) ? 0 : dice_log(d, 1, 1e3);
        b->weight[i] = dice_even(d, -1, 1);
    }
    return (hz_modes){ .n = n, .mass = b->mass, .omega = b->omega, .sigma = b->sigma, .weight = b->weight };
}

static void move_modes(hz_bank *m, dice *d)
{
    for (int i = 0; i < m->n; i++) {
        m->q[i] = dice_even(d, -1e-4, 1e-4);
        m->v[i] = dice_even(d, -1, 1);
    }
}

/* A system in the midst of a motion: an object or a wall, a striker, a table that moves or stands, and forces on both.
 */
static hz_contact_system *draw(rig *r, dice *d)
{
    hz_contact_system *s = &r->c.system;
    hz_collide_params p = rig_params();
    modes a;
    p.mass = dice_log(d, 1e-3, 1);
    p.suspension = dice_once(d, 2) ? 0 : dice_log(d, 1, 1e3);
    p.gravity = dice_once(d, 2) ? 0 : 9.81;
    p.law.damping = dice_log(d, 1e-3, 1);
    hz_modes object = draw_modes(&a, d, dice_once(d, 3) ? 0 : 1 + dice_of(d, MOST));
    hz_collide_prepare(&r->c, &p, &object, h44);
    hz_collide_reset(&r->c);
    s->slide = dice_once(d, 2) ? 0 : dice_even(d, -1, 1);
    s->outer = (hz_outer){ .striker = dice_even(d, -9, 9), .object = dice_even(d, -9, 9), .ledger = 1 };
    move_modes(&s->object, d);
    move_modes(&s->striker->body, d);
    hz_contact_system_measure(s);
    return s;
}

/* All energy, and in *sizes that of its parts, of which that of the weight may be negative. */
static double energy(const hz_contact_system *s, double *sizes)
{
    hz_energy e;
    hz_contact_system_energy(s, &e);
    *sizes = fabs(e.kinetic) + fabs(e.potential) + fabs(e.contact);
    return hz_energy_total(&e);
}

/* Taking a step with a force leads where the look said: by the compression's own account, by that of the bodies, and
 * with the energy that the books tell. The contact's force works as far as the compression goes. */
TEST(a_look_sees_where_the_step_leads)
{
    CLAIMS(c, CLAIM("step: way off what the look said, m", 1e-18),
           CLAIM("step: velocity off what the look said, m/s", 1e-14),
           CLAIM("step: compression off where the bodies are, m", 1e-18),
           CLAIM("step: velocity off that of the bodies, m/s", 1e-14),
           CLAIM("step: energy off what the books say, of all that moved", 1e-14));
    dice d = { claim_seed(1) };
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < claim_trials(2000); i++) {
        hz_contact_system *s = draw(&r, &d);
        double length = h44 * (dice_once(&d, 3) ? 1 : dice_log(&d, 1e-2, 1)), force = dice_even(&d, 0, 20);
        hz_look k = hz_pair_look(s, length);
        double held, left, eta = s->striker->eta, before = energy(s, &held),
                           supplied = hz_sum_value(&s->ledger.supplied),
                           dissipated = hz_sum_value(&s->ledger.dissipated);
        double run = hz_pair_take(s, &k, force), v = s->striker->v, there = s->striker->eta;
        claim_see(&c[0], fabs(run - (k.r.du - k.r.g * force)), "trial %d", i);
        claim_see(&c[1], fabs(v - (k.r.v - k.r.g_v * force)), "trial %d", i);
        hz_contact_system_measure(s);
        claim_see(&c[2], fabs(s->striker->eta - there) + fabs(there - eta - run), "trial %d", i);
        claim_see(&c[3], fabs(s->striker->v - v), "trial %d", i);
        double gained = hz_sum_value(&s->ledger.supplied) - supplied,
               lost = hz_sum_value(&s->ledger.dissipated) - dissipated;
        claim_see(&c[4],
                  fabs(energy(s, &left) - before - (gained - lost - force * run)) /
                      (held + fabs(gained) + lost + fabs(force * run)),
                  "trial %d", i);
    }
    rig_free(&r);
}
