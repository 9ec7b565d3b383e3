/* life: what there is, how it changes, and what is heard of the change. */
#include <math.h>
#include <stdlib.h>

#include "core/pair/equilibrium.h"
#include "core/textbook/textbook.h"
#include "internal.h"

/* ---- energy ---- */

int hz_collide_is_exact(const hz_collide *c)
{
    return c->params.method == HZ_EXACT || c->system.most > 1 || c->system.strikers->ringing.n > 0;
}

void hz_collide_bodies_energy(const hz_collide *c, hz_energy *out)
{
    if (hz_collide_is_exact(c))
        hz_contact_system_energy(&c->system, out);
    else
        hz_textbook_solver.energy(&c->textbook, &c->system, out);
}

void hz_collide_energy(const hz_collide *c, hz_energy *out)
{
    double half = 0.5 * (hz_bands_held(&c->bands) + hz_soundbox_held(&c->box));
    hz_collide_bodies_energy(c, out);
    out->kinetic += half;
    out->potential += half;
}

static double stored(const hz_collide *c)
{
    hz_energy now;
    hz_collide_energy(c, &now);
    return hz_energy_total(&now);
}

/* The energy that is stored before a change. It is 0 where no books are kept. `adjust` books by how much the change has
 * altered it. */
static double before_change(const hz_collide *c)
{
    return c->system.ledger.open ? stored(c) : 0;
}

static void adjust(hz_collide *c, double before)
{
    if (c->system.ledger.open)
        hz_sum_add(&c->system.ledger.adjusted, stored(c) - before);
}

void hz_collide_accounts(const hz_collide *c, hz_accounts *out)
{
    hz_energy now;
    hz_collide_energy(c, &now);
    hz_ledger_read(&c->system.ledger, &now, out);
}

static int is_finite(const hz_contact_striker *k)
{
    if (!isfinite(k->eta) || !isfinite(k->v)) /* any mode that is not a number is in these sums */
        return 0;
    return k->touching || (isfinite(k->body.q[0]) && isfinite(k->body.v[0]));
}

int hz_collide_finite(const hz_collide *c)
{
    int touching = 0;
    for (int k = 0; k < c->system.n; k++) {
        touching |= c->system.strikers[k].touching;
        if (!is_finite(&c->system.strikers[k]))
            return 0;
    }
    return (!touching && !c->bands.sounds && c->box.still) || isfinite(stored(c));
}

/* ---- what is heard ---- */

double hz_collide_motion(const void *owner, int row, int displacement)
{
    const hz_contact_system *s = &((const hz_collide *)owner)->system;
    if (s->object.n > 0)
        return hz_bank_heard(&s->object, row, displacement);
    const hz_bank *striker = &s->strikers[s->last].body;
    return displacement ? hz_bank_displacement(striker) : hz_bank_velocity(striker);
}

double hz_collide_heard(const hz_collide *c, int pickup, int displacement)
{
    if (c->box.kind != HZ_SOUNDBOX_NONE)
        return hz_soundbox_heard(&c->box, pickup);
    return hz_pickup_fade_heard(&c->fade, hz_collide_motion, c, pickup, displacement);
}

double hz_collide_striker_heard(const hz_collide *c, int pickup, int displacement)
{
    double sum = 0;
    for (int k = 0; k < c->system.n; k++)
        sum += hz_bank_heard(&c->system.strikers[k].ringing, pickup, displacement);
    return sum;
}

void hz_collide_hear_anew(hz_collide *c)
{
    c->fade.pending = c->ringing_fades = 0;
    c->bands.anew = 1;
}

/* ---- life ---- */

/* A striker was put somewhere, or the other way to solve contacts ran until now. A contact that is under way goes on
 * where the bodies still press each other. */
static void begin(hz_collide *c, int k)
{
    const hz_contact_striker *its = &c->system.strikers[k];
    c->ahead = c->asleep = 0;
    if (!hz_collide_is_exact(c))
        hz_textbook_solver.begin(&c->textbook, &c->system);
    else if (its->touching && its->eta > 0)
        hz_collide_resume(c, k);
    else if (its->touching)
        hz_collide_forget(c, k);
}

/* The same of all strikers. */
static void begin_all(hz_collide *c)
{
    for (int k = c->system.n - 1; k >= 0; k--) {
        hz_contact_system_turn(&c->system, k);
        begin(c, k);
    }
}

void hz_collide_derive(hz_collide *c)
{
    c->ahead = c->asleep = 0;
    if (!hz_collide_is_exact(c))
        hz_textbook_solver.prepare(&c->textbook, &c->system);
    for (int k = 0; k < c->system.n && hz_collide_is_exact(c); k++)
        hz_collide_compress(c, k);
}

int hz_collide_init(hz_collide *c, int room, int pickups)
{
    *c = (hz_collide){ .params.method = HZ_EXACT };
    c->slide_to = calloc((size_t)room + 1, sizeof *c->slide_to);
    if (!c->slide_to || !hz_contact_system_init(&c->system, room, 2 * pickups) ||
        !hz_textbook_init(&c->textbook, room) || !hz_pickup_fade_init(&c->fade, room, pickups) ||
        !hz_bands_init(&c->bands, pickups) || !hz_soundbox_init(&c->box, pickups)) {
        hz_collide_free(c);
        return 0;
    }
    c->system.object.pickups = pickups; /* the others hear for a fade */
    return 1;
}

int hz_collide_grow(hz_collide *c, int room)
{
    if (room <= c->system.object.room)
        return 1;
    double *slide_to = realloc(c->slide_to, ((size_t)room + 1) * sizeof *slide_to);
    c->slide_to = slide_to ? slide_to : c->slide_to;
    return slide_to && hz_pickup_fade_grow(&c->fade, room) && hz_textbook_grow(&c->textbook, room) &&
           hz_bank_grow(&c->system.object, room);
}

int hz_collide_add_strikers(hz_collide *c, int strikers)
{
    return hz_contact_system_add_strikers(&c->system, strikers);
}

int hz_collide_let_ring(hz_collide *c, int room, int pickups)
{
    if (!c->ringing_jump)
        c->ringing_jump = calloc(2 * (size_t)pickups + 1, sizeof *c->ringing_jump);
    return c->ringing_jump && hz_contact_system_let_ring(&c->system, room, pickups);
}

void hz_collide_free(hz_collide *c)
{
    free(c->ringing_jump);
    free(c->slide_to);
    c->ringing_jump = c->slide_to = NULL;
    hz_contact_system_free(&c->system);
    hz_textbook_free(&c->textbook);
    hz_pickup_fade_free(&c->fade);
    hz_bands_free(&c->bands);
    hz_soundbox_free(&c->box);
}

void hz_collide_listen(hz_collide *c, void *owner, void (*ended)(void *owner, const hz_contact *contact),
                       void (*remark)(void *owner, enum hz_textbook_remark what))
{
    c->system.ended = ended;
    c->system.owner = owner;
    c->textbook.remark = remark;
    c->textbook.owner = owner;
}

/* The strikers ring in other modes from now on; their ports stay where they are. */
static void describe_ringing(hz_collide *c, const hz_modes *ringing)
{
    hz_contact_system *s = &c->system;
    int pickups = s->striker->ringing.pickups, differs = 0;
    double was[2][HZ_MOST_STRIKER_PICKUPS];
    for (int p = 0; p < pickups; p++)
        for (int d = 0; d < 2; d++)
            was[d][p] = hz_collide_striker_heard(c, p, d);
    for (int k = 0; k < s->most; k++) {
        hz_contact_striker *its = &s->strikers[k];
        its->body.q[0] += hz_bank_displacement(&its->ringing);
        hz_bank_describe(&its->ringing, ringing);
        its->body.q[0] -= hz_bank_displacement(&its->ringing);
    }
    for (int p = 0; p < pickups; p++)
        for (int d = 0; d < 2; d++) {
            double *jump = &c->ringing_jump[d * pickups + p];
            *jump = (c->ringing_fades ? *jump : 0) + was[d][p] - hz_collide_striker_heard(c, p, d);
            differs |= *jump != 0;
        }
    c->ringing_fades = differs;
}

void hz_collide_prepare(hz_collide *c, const hz_collide_params *p, const hz_modes *object, double h)
{
    hz_collide_prepare_both(c, p, object, NULL, h);
}

void hz_collide_prepare_both(hz_collide *c, const hz_collide_params *p, const hz_modes *object, const hz_modes *ringing,
                             double h)
{
    hz_contact_system *s = &c->system;
    double before = before_change(c), surface = hz_bank_displacement(&s->object);
    int was_exact = hz_collide_is_exact(c), was_boxed = c->box.kind != HZ_SOUNDBOX_NONE;
    c->params = *p;
    c->textbook.wanted = p->method;
    c->textbook.correct = p->correct;
    c->textbook.duration = p->duration;
    hz_contact_system_describe(s, &(hz_contact_params){ .law = p->law,
                                                        .mass = p->mass,
                                                        .suspension = p->suspension,
                                                        .rest = p->rest,
                                                        .gravity = p->gravity,
                                                        .quiet = p->quiet });
    if (object) {
        c->sliding = 0;
        hz_pickup_fade_describe(&c->fade, &s->object, object, hz_collide_motion, c);
        hz_bands_prepare(&c->bands, p->bands, h);
        hz_soundbox_prepare(&c->box, &p->box, h);
        hz_soundbox_jump(&c->box);
        if (was_boxed != (c->box.kind != HZ_SOUNDBOX_NONE)) /* what was heard is in other units */
            hz_collide_hear_anew(c);
    }
    if (ringing && s->striker->ringing.room > 0)
        describe_ringing(c, ringing);
    hz_contact_system_prepare(s, h, surface, object != NULL);
    int first = s->work.full == 0;
    hz_work_prepare(&s->work, p->resolution, s->most);
    if (first)
        hz_work_refill(&s->work);
    if (hz_collide_is_exact(c) && !was_exact)
        hz_textbook_solver.leave(&c->textbook);
    hz_collide_derive(c);
    if (hz_collide_is_exact(c) != was_exact)
        begin_all(c);
    adjust(c, before);
}

void hz_collide_slide(hz_collide *c, const double *weight, int modes, int n)
{
    for (int i = 0; i < c->system.object.n; i++)
        c->slide_to[i] = i < modes ? weight[i] : c->system.object.weight[i];
    c->sliding = modes > 0 ? n : 0;
}

void hz_collide_reset(hz_collide *c)
{
    hz_contact_system *s = &c->system;
    c->placed = c->fade.pending = c->ringing_fades = 0;
    hz_bands_rest(&c->bands);
    hz_soundbox_rest(&c->box);
    hz_contact_system_rest(s);
    hz_equilibrium_find(s);
    c->textbook.watched = 0;
    begin_all(c);
    hz_ledger_open(&s->ledger, stored(c));
    hz_work_refill(&s->work);
}

void hz_collide_calm(hz_collide *c)
{
    double before = before_change(c);
    c->fade.pending = c->ringing_fades = 0;
    hz_bands_rest(&c->bands);
    hz_soundbox_rest(&c->box);
    hz_contact_system_calm(&c->system);
    begin_all(c);
    adjust(c, before);
}

void hz_collide_strike(hz_collide *c, double v, double distance)
{
    hz_contact_system *s = &c->system;
    double before = before_change(c);
    hz_contact_system_choose(s);
    s->last = (int)(s->striker - s->strikers);
    s->striker->struck = ++s->strikes;
    hz_contact_system_launch(s, v, distance);
    begin(c, s->last);
    adjust(c, before);
}
