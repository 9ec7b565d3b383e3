/* contact_tracking: a contact of a textbook method, as its samples show it: its report, and what corrects it. */
#include <math.h>

#include "core/law/wall.h"

#include "internal.h"

/* schemes:correct  closed forms know no load: where one presses the hammer in by more than this part of the depth, the
 * contact is left as it is. */
static const double light = 0.1;

static int is_loaded(const hz_contact_system *s, double x_max)
{
    const hz_bank *k = &s->striker->body;
    double load = s->outer.striker + k->mass[0] * (k->load - k->omega[0] * k->omega[0] * k->q[0]);
    return load > 0 && pow(load / s->law.potential, 1 / s->law.exponent) > light * x_max;
}

static double stored(const hz_textbook *x, const hz_contact_system *s)
{
    hz_energy now;
    hz_method_energy(x, s, &now);
    return hz_energy_total(&now);
}

/* Puts the hammer at a compression and a velocity; `turned`: it has been there a sample ago. */
static void put(hz_textbook *x, hz_contact_system *s, double eta, double v, int turned)
{
    double before = stored(x, s);
    hz_contact_system_put(s, eta, v);
    hz_method_begin(x, s);
    if (turned) {
        x->striker.way[0] = x->slid;
        x->before = eta;
        x->psi = sqrt(2 * hz_law_potential(&s->law, eta));
    }
    hz_sum_add(&s->ledger.adjusted, stored(x, s) - before);
}

static void touch_down(hz_textbook *x, hz_contact_system *s, double eta, double v)
{
    hz_contact_system_touch(s);
    s->striker->record.v_in = v;
    s->striker->record.duration = v > 0 && eta <= 0 ? fmax(eta / v, -s->h) : 0; /* schemes:report */
    x->x_max = 0;
    if (x->correct && s->object.n == 0 && v > 0) {
        hz_law law = hz_law_prepare(&s->params.law);
        x->x_max = hz_wall_xmax(&law, s->striker->body.mass[0], v);
        x->v_out = hz_wall_vout(law.damping, v);
    }
}

static void part(hz_textbook *x, hz_contact_system *s)
{
    hz_contact *r = &s->striker->record;
    if (x->x_max > 0)
        put(x, s, s->striker->eta, x->v_out, 0);
    if (s->striker->v < 0)
        r->duration = fmax(r->duration - s->striker->eta / s->striker->v, 0); /* schemes:report */
    int unheard = fabs(r->v_in) < s->params.quiet && fabs(s->striker->v) < s->params.quiet;
    hz_contact_system_part(s, s->striker->v, !unheard);
}

/* Follows the contact through a step that began at this compression and velocity. */
void hz_method_follow(hz_textbook *x, hz_contact_system *s, double eta, double v)
{
    hz_contact *r = &s->striker->record;
    if (!s->striker->touching &&
        (hz_method_is_held(x, s) || s->striker->impulse > 0)) /* it may be over within the step */
        touch_down(x, s, eta, v);
    if (!s->striker->touching)
        return;
    if (x->x_max > 0 && is_loaded(s, x->x_max))
        x->x_max = 0;
    if (x->x_max > 0 && s->striker->eta > x->x_max)
        put(x, s, x->x_max, hz_method_is_centred(x) ? 0 : s->striker->v, hz_method_is_centred(x)); /* P 26 */
    r->duration += s->h;
    r->x_max = fmax(r->x_max, s->striker->eta);
    r->f_max = fmax(r->f_max, hz_law_force(&s->law, s->striker->eta, s->striker->v));
    if (!hz_method_is_held(x, s))
        part(x, s);
}
