/* contact_tracking: a contact of a textbook method, as its samples show it: its report, and what corrects it. */
#include <math.h>
#include <stddef.h>

#include "core/contact/wall.h"

#include "internal.h"

/* schemes:correct  closed forms know no load: where one presses the hammer in by more than this part of the depth, the
 * contact is left as it is. */
static const double light = 0.1;

static int is_loaded(const hz_collide *c, const hz_outer *o, double x_max)
{
    double load = o->a + c->a.mass[0] * (c->a.load[0] - c->a.omega[0] * c->a.omega[0] * c->a.q[0]);
    return load > 0 && pow(load / c->law.potential, 1 / c->law.exponent) > light * x_max;
}

static double stored(const hz_collide *c)
{
    hz_energy now;
    hz_textbook_energy(c, &now);
    return hz_energy_total(&now);
}

/* Puts the hammer at a compression and a velocity; `turned`: it has been there a sample ago. */
static void put(hz_collide *c, double eta, double v, int turned)
{
    hz_textbook *s = &c->schemes;
    double before = stored(c);
    c->a.q[0] += eta - c->eta;
    c->a.v[0] += v - c->v;
    c->eta = eta;
    c->v = v;
    hz_method_begin(c);
    if (turned) {
        s->a.way[0] = s->slid;
        s->before = eta;
        s->psi = sqrt(2 * hz_law_potential(&c->law, eta));
    }
    hz_sum_add(&c->ledger.adjusted, stored(c) - before);
}

static void touch_down(hz_collide *c, double eta, double v)
{
    hz_textbook *s = &c->schemes;
    c->touching = 1;
    c->touch = (hz_contact_phase){ .record.v_in = v };
    c->touch.record.duration = v > 0 && eta <= 0 ? fmax(eta / v, -c->h) : 0; /* schemes:report */
    s->x_max = 0;
    if (c->params.correct && c->b.n == 0 && v > 0) {
        hz_law law = hz_law_prepare(&c->params.law);
        s->x_max = hz_wall_xmax(&law, c->a.mass[0], v);
        s->v_out = hz_wall_vout(law.damping, v);
    }
}

static void part(hz_collide *c)
{
    hz_contact *r = &c->touch.record;
    if (c->schemes.x_max > 0)
        put(c, c->eta, c->schemes.v_out, 0);
    if (c->v < 0)
        r->duration = fmax(r->duration - c->eta / c->v, 0); /* schemes:report */
    r->v_out = c->v;
    c->touching = 0;
    int unheard = fabs(r->v_in) < c->params.quiet && fabs(r->v_out) < c->params.quiet;
    if (c->ended)
        c->ended(c->owner, c->touch.unresolved || unheard ? NULL : r);
}

/* Follows the contact through a step that began at this compression and velocity. */
void hz_method_follow(hz_collide *c, const hz_outer *o, double eta, double v)
{
    hz_textbook *s = &c->schemes;
    hz_contact *r = &c->touch.record;
    if (!c->touching && (hz_method_is_held(c) || c->impulse > 0)) /* it may be over within the step */
        touch_down(c, eta, v);
    if (!c->touching)
        return;
    if (s->x_max > 0 && is_loaded(c, o, s->x_max))
        s->x_max = 0;
    if (s->x_max > 0 && c->eta > s->x_max)
        put(c, s->x_max, hz_method_is_centred(c) ? 0 : c->v, hz_method_is_centred(c)); /* P 26 */
    r->duration += c->h;
    r->x_max = fmax(r->x_max, c->eta);
    r->f_max = fmax(r->f_max, hz_law_force(&c->law, c->eta, c->v));
    if (!hz_method_is_held(c))
        part(c);
}
