/* take: the bodies move, the block's rows are written, the books are kept, contacts end. */
#include <math.h>

#include "free_wall.h"
#include "pace.h"

#include <stddef.h>

/* Where nobody asks for a number of steps, a step may take up to so many times its share. It grows by so much from step
 * to step while the energy bends the force by less than the first of these parts; beyond the second it takes its share.
 * What bends a stride tells of so much less error. Of a contact whose force is a straight line it tells nothing: the
 * nearer the exponent is to 1, the less a step may grow. */
static const double most_stretch = 3, curved_stretch = 10, growth = 1.5, easy_bent = 2e-6, hard_bent = 2e-5,
                    stride_bent = 0.1;

/* A stride of four samples is smooth where its sway and its hump are together under this part of its force: sixteen
 * times as great, one of eight may have them. */
static const double smooth = 1e-4 / 16;

/* A passive step that changes the velocity by less than this part of that of impact leaves a report right. */
static const double little = 1e-3;

static const hz_contact_striker *last_of(const hz_collide *c)
{
    return &c->system.strikers[c->system.last];
}

/* ---- what is heard and metered ---- */

static void meter(const hz_collide *c, const hz_collide_io *io, int i)
{
    const hz_contact_striker *k = last_of(c);
    if (io->meter[HZ_POSITION])
        io->meter[HZ_POSITION][i] = hz_contact_striker_displacement(k);
    if (io->meter[HZ_COMPRESSION])
        io->meter[HZ_COMPRESSION][i] = k->eta;
    if (io->meter[HZ_SPEED])
        io->meter[HZ_SPEED][i] = hz_contact_striker_velocity(k);
    if (io->meter[HZ_ENDFORCE])
        io->meter[HZ_ENDFORCE][i] = hz_law_force(&c->system.law, k->eta, k->v);
    if (io->ledger && hz_ledger_is_metered(io->meter)) {
        hz_energy now;
        hz_collide_bodies_energy(c, &now);
        hz_ledger_show(&c->system.ledger, &now, io->meter, i);
    }
}

/* A sample is over: the table is where its signal says, without the rounding on the way, and the rows are written. */
void hz_collide_close_sample(hz_collide *c, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    const hz_collide_io *io = b->io;
    int i = b->at++;
    double impulse = 0;
    b->left = 1;
    if (io->table)
        s->object.origin = io->table[i];
    for (int p = 0; p < s->object.pickups; p++)
        io->audio[p][i] = hz_collide_motion(c, p, io->displacement);
    for (int p = 0; io->ring && p < s->strikers->ringing.pickups; p++)
        io->ring[p][i] = hz_collide_striker_heard(c, p, io->displacement);
    for (int k = 0; k < s->n; k++) {
        impulse += s->strikers[k].impulse;
        s->strikers[k].impulse = 0;
    }
    io->force[i] = impulse / s->h;
    meter(c, io, i);
    hz_collide_feed_crowd(c, io, i, i + 1);
}

/* ---- the bodies ---- */

/* A striker's mass takes so many steps of this length; a suspension has no loss. */
static inline hz_reach move_mass(hz_step_striker *p, double length, int steps, const double *force, const double *tilt)
{
    hz_bank *body = &p->its->body;
    hz_reach all = { 0 };
    if (!hz_collide_is_free(p->its)) {
        for (int i = 0; i < steps; i++) {
            hz_reach r = hz_bank_take(body, hz_bank_step(body, length), p->outer - force[i], -tilt[i]);
            all.du += r.du;
            all.v = r.v;
        }
        return all;
    }
    double inverse = body->inverse_mass, load = body->load, outer = p->outer, lean = inverse * (1.0 / 12);
    double q = body->q[0], v = body->v[0];
    for (int i = 0; i < steps; i++) {
        double by = load + (outer - force[i]) * inverse, du = length * (v + length * (0.5 * by + tilt[i] * lean));
        v += length * by;
        q += du;
        all.du += du;
    }
    body->q[0] = q;
    body->v[0] = all.v = v;
    return all;
}

/* ledger:flows  A striker takes the step with this force of its contact. */
static hz_reach move_striker(hz_collide *c, hz_step_striker *p, double length, double force, double tilt)
{
    hz_ledger *books = &c->system.ledger;
    hz_bank *ringing = &p->its->ringing;
    int booked = c->system.outer.ledger;
    hz_reach a = move_mass(p, length, 1, &force, &tilt);
    if (booked)
        hz_sum_add(&books->supplied, p->outer * a.du);
    if (ringing->n > 0) {
        hz_mode_step *step = hz_bank_step(ringing, length);
        if (booked)
            hz_sum_add(&books->dissipated, hz_bank_loss(ringing, step, -force, -tilt));
        hz_reach r = hz_bank_take(ringing, step, -force, -tilt);
        a.du += r.du;
        a.v += r.v;
    }
    return a;
}

/* The object takes it with the forces of all contacts; `end` is where that leads. */
static hz_reach move_object(hz_collide *c, double length, double force, double tilt, const hz_tilted_reach *end)
{
    hz_contact_system *s = &c->system;
    hz_bank *b = &s->object;
    hz_reach r = { .du = end->du, .v = end->v };
    s->object.origin += s->slide * length;
    if (b->n == 0)
        return r;
    hz_mode_step *step = hz_bank_step(b, length);
    force += s->outer.object;
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.dissipated, hz_bank_loss(b, step, force, tilt));
    if (b->n == 1) /* a mass answers to its last bit */
        r = hz_bank_take(b, step, force, tilt);
    else
        hz_bank_move(b, step, force, tilt);
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.supplied, s->outer.object * r.du);
    return r;
}

/* The compression goes along; the table holds against the contact. */
static inline void move_compression(hz_collide *c, hz_step_striker *p, double length, const hz_reach *a,
                                    const hz_reach *b, double force)
{
    hz_contact_system *s = &c->system;
    double slid = s->slide * length;
    p->its->impulse += force * length;
    if (s->outer.ledger && slid != 0)
        hz_sum_add(&s->ledger.supplied, -force * slid);
    hz_contact_striker_leave(p->its, p->its->eta + (a->du - b->du - slid), a->v - b->v - s->slide);
}

/* ---- what comes of it for a contact ---- */

/* The deepest compression and the greatest force of a step. */
static inline void record(const hz_step *g, hz_step_striker *p)
{
    hz_contact *r = &p->its->record;
    const hz_tilted_push *x = &p->x;
    double eta = p->its->eta, v = p->its->v, deepest = hz_collide_greater(eta, x->eta);
    double greatest = hz_collide_greater(p->starts, x->pushes);
    if (v > 0 && x->v <= 0) { /* the velocity as a parabola: where it is zero */
        double a = 4 * x->v_half - x->v - 3 * v, b = 2 * (x->v - 2 * x->v_half + v);
        double t = 2 * v / (sqrt(hz_collide_greater(a * a - 4 * b * v, 0)) - a);
        deepest = hz_collide_greater(deepest, eta + g->length * t * (v + t * (0.5 * a + t * (1.0 / 3) * b)));
        if (p->level > 0)
            deepest = hz_free_wall_depth(p->q.law, p->its->body.mass[0], p->load, p->level_end, deepest);
        greatest = hz_collide_greater(greatest, hz_law_spring(p->q.law, deepest)); /* at the turn nothing is damped */
    }
    double bend = p->starts - 2 * x->pushes_half + x->pushes, lean = 0.5 * (x->pushes - p->starts);
    if (bend < 0 && fabs(lean) < -bend)
        greatest = hz_collide_greater(greatest, x->pushes_half - 0.5 * lean * lean / bend);
    r->x_max = hz_collide_greater(r->x_max, deepest);
    r->f_max = hz_collide_greater(r->f_max, greatest);
    r->duration += g->length;
}

/* A contact ends. The gap that is left took time, in which the velocity changed without force. */
static void part(hz_collide *c, const hz_step *g, const hz_step_striker *p)
{
    const hz_contact_system *s = &c->system;
    hz_contact_striker *k = p->its;
    double late = k->v < 0 ? hz_collide_lesser(k->eta / k->v, g->length) : 0;
    k->record.duration -= late;
    k->touching = 0;
    k->elastic = 0;
    k->record.v_out = k->v - late * (hz_contact_striker_acceleration(k, p->outer) -
                                     hz_bank_acceleration(&s->object, s->outer.object));
    if (s->ended)
        s->ended(s->owner, k->unresolved ? NULL : &k->record);
}

/* How long the next step may be, in shares: what bent the force of this one, and of the one before, tells the error. */
static void stretch_on(const hz_collide *c, hz_collide_touch *t, double bent)
{
    double worse = hz_collide_greater(bent, 0.5 * t->bent), curved = c->system.law.exponent - 1;
    t->bent = bent;
    if (c->params.resolution > 0 || worse > hard_bent)
        t->stretch = 1;
    else if (worse < easy_bent)
        t->stretch =
            hz_collide_lesser(growth * t->stretch, hz_collide_lesser(1 + curved_stretch * curved, most_stretch));
}

/* Whether the next stride may be one of eight samples. */
static void calm_on(hz_collide_touch *t, const hz_step *g, const hz_tilted_push *x)
{
    if (g->samples == HZ_MOST_STRIDE)
        t->calm = HZ_COLLIDE_CALM;
    else if (t->calm < 0 || (g->samples > 1 && fabs(x->sway) + fabs(x->hump) < smooth * x->force))
        t->calm++;
    else
        t->calm = 0;
}

/* The parabola of the force over the step, to guess at the next. */
static inline void draw_on(hz_collide_touch *t, const hz_step *g, const hz_tilted_push *x)
{
    double rate = 1 / g->length;
    t->bend = 6 * (x->pushes - x->force - 0.5 * x->tilt) * (rate * rate);
    t->slope = x->tilt * rate + t->bend * g->length;
    if (g->samples > 1) {
        t->bend += (30 * x->sway - 20 * x->hump) * (rate * rate);
        t->slope += (10 * x->sway - 4 * x->hump) * rate;
    }
}

/* The step was taken: what the contact holds, and how its force goes on. */
static void follow(hz_collide *c, const hz_step *g, hz_step_striker *p)
{
    const hz_tilted_push *x = &p->x;
    hz_collide_touch *t = p->touch;
    t->spring = x->spring;
    p->its->elastic = x->elastic;
    t->next = hz_collide_greater(2 * g->length, g->to_the_end ? t->next : 0);
    t->load = p->load;
    stretch_on(c, t, g->samples > 1 ? stride_bent * x->bent : x->bent);
    calm_on(t, g, x);
    if (g->kind == HZ_STEP_SOLVED) {
        t->rate = p->rate;
        t->level = p->level_end;
        draw_on(t, g, x);
    } else {
        t->rate = -1;
        t->level = t->slope = t->bend = 0;
    }
    if (!(p->its->eta > 0) && !(p->its->v > 0))
        part(c, g, p);
}

/* ---- steps of all lengths ---- */

/* Contacts that begin within a passive step, and those whose numbers it makes inexact. */
static void begin_passive(hz_collide *c, hz_step *g)
{
    for (int k = 0; k < g->n; k++) {
        const hz_step_striker *p = &g->of[k];
        hz_contact_striker *its = p->its;
        if (!its->touching && (p->x.eta > 0 || p->x.force > 0))
            hz_collide_touch_down(c, (int)(its - c->system.strikers));
        if (its->touching && !hz_collide_is_over(its) && (g->kind == HZ_STEP_PASSIVE || !(p->x.eta > 0)) &&
            !(fabs(p->x.v - its->v) < little * fabs(its->record.v_in)))
            its->unresolved = 1;
    }
    hz_collide_gather(g);
}

/* A part of a sample, or one. */
static void take_one(hz_collide *c, hz_step *g, hz_collide_block *b)
{
    hz_reach a[HZ_MOST_STRIKERS];
    EACH_TOUCH(p, g) record(g, p);
    hz_collide_find_end(c, g);
    for (int k = 0; k < g->n; k++)
        a[k] = move_striker(c, &g->of[k], g->length, g->of[k].x.force, g->of[k].x.tilt);
    hz_reach o = move_object(c, g->length, g->all.mean, g->all.tilt, &g->end);
    for (int k = 0; k < g->n; k++)
        move_compression(c, &g->of[k], g->length, &a[k], &o, g->of[k].x.force);
    c->ahead = 0;
    b->left -= g->part;
    if (b->left < 1e-15)
        b->left = 0;
}

/* A step of one sample of a stride. */
static void begin_single(const hz_collide *c, const hz_step *g, hz_step *one)
{
    one->kind = HZ_STEP_SOLVED;
    one->part = 1;
    one->length = c->system.h;
    one->samples = 1;
    one->again = 0;
    one->n = g->n;
    for (int k = 0; k < g->n; k++) {
        one->of[k].its = g->of[k].its;
        one->of[k].touch = g->of[k].touch;
        one->of[k].outer = g->of[k].outer;
        one->of[k].x.force = one->of[k].x.tilt = 0;
    }
    hz_collide_gather(one);
}

/* One sample of a stride by itself, to meter it. Until the last is taken, a contact holds what it held and the work
 * that it was given since, less its part of what it loses. */
static void take_single(hz_collide *c, const hz_step *g, hz_collide_block *b, hz_step *one, int sample,
                        const double *loss, hz_reach *a, hz_reach *o)
{
    hz_ledger *books = &c->system.ledger;
    int booked = c->system.outer.ledger;
    c->ahead = 0;
    hz_collide_look(c, one);
    one->again = 1;
    EACH_TOUCH(p, one)
    {
        p->x.force = one->all.mean = g->of[p - one->of].parts.force[sample];
        p->x.tilt = one->all.tilt = g->of[p - one->of].parts.tilt[sample];
    }
    hz_collide_find_end(c, one);
    hz_reach there[HZ_MOST_STRIKERS];
    for (int k = 0; k < g->n; k++) {
        there[k] = move_striker(c, &one->of[k], one->length, one->of[k].x.force, one->of[k].x.tilt);
        a[k] = (hz_reach){ .du = a[k].du + there[k].du, .v = there[k].v };
    }
    hz_reach object = move_object(c, one->length, one->all.mean, one->all.tilt, &one->end);
    *o = (hz_reach){ .du = o->du + object.du, .v = object.v };
    for (int k = 0; k < g->n; k++) {
        hz_step_striker *p = &one->of[k];
        double eta = p->its->eta;
        move_compression(c, p, one->length, &there[k], &object, p->x.force);
        if (!p->its->touching)
            continue;
        const hz_tilted_columns *by = p->q.columns;
        double moment = p->q.moment + by->by_force.moment * p->x.force + by->by_tilt.moment * p->x.tilt;
        p->its->elastic += p->x.force * (p->its->eta - eta) + p->x.tilt * moment - loss[k];
        if (booked)
            hz_sum_add(&books->dissipated, loss[k]);
    }
    if (sample + 1 < g->samples)
        hz_collide_close_sample(c, b);
}

/* A stride of samples that are metered one by one. */
static void take_singly(hz_collide *c, hz_step *g, hz_collide_block *b)
{
    double eta[HZ_MOST_STRIKERS], loss[HZ_MOST_STRIKERS];
    hz_reach a[HZ_MOST_STRIKERS] = { 0 }, o = { 0 };
    hz_step one;
    for (int k = 0; k < g->n; k++) {
        hz_step_striker *p = &g->of[k];
        eta[k] = p->its->eta;
        loss[k] = p->x.loss / g->samples;
        p->x.loss = 0; /* it is booked sample by sample */
        if (p->its->touching)
            record(g, p);
    }
    hz_collide_find_end(c, g);
    begin_single(c, g, &one);
    for (int sample = 0; sample < g->samples; sample++)
        take_single(c, g, b, &one, sample, loss, a, &o);
    if (c->system.object.n != 1)
        o = (hz_reach){ .du = g->end.du, .v = g->end.v };
    for (int k = 0; k < g->n; k++) { /* the same as if the samples had not been looked at one by one */
        hz_contact_striker_leave(g->of[k].its, eta[k], g->of[k].its->v);
        move_compression(c, &g->of[k], g->length, &a[k], &o, 0);
    }
    c->ahead = 0;
    b->left = 0;
}

/* Those that fly while one is in contact. */
static void fly_along(hz_collide *c, hz_step *g, const hz_reach *object)
{
    for (hz_step_striker *p = g->of; p < g->of + g->n; p++)
        if (p != g->touching[0]) {
            hz_reach a = move_striker(c, p, g->length, 0, 0);
            move_compression(c, p, g->length, &a, object, 0);
        }
}

/* A sample or a stride with one contact, whose samples follow each other in one pass over the modes that also looks
 * ahead. */
static void take_walking(hz_collide *c, hz_step *g, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    hz_step_striker *p = g->touching[0];
    const hz_collide_io *io = b->io;
    hz_curve curve = { { p->x.force + s->outer.object, p->x.tilt, p->x.arch, p->x.sway, p->x.hump } };
    hz_curve_parts together;
    const hz_curve_parts *parts = &p->parts;
    double h = s->h, *force = io->force + b->at;
    record(g, p);
    hz_reach a = move_mass(p, h, g->samples, parts->force, parts->tilt);
    for (int i = 0; i < g->samples; i++)
        force[i] = parts->force[i] * h / h; /* an impulse over time, which rounds */
    if (s->outer.object != 0) {
        together = *parts;
        for (int i = 0; i < g->samples; i++)
            together.force[i] += s->outer.object;
        parts = &together;
    }
    s->object.origin += s->slide * g->length;
    hz_bank_walk_on(&s->object, g->samples, &curve, parts, &c->walk, b->at, io->audio, io->displacement);
    c->ahead = g->samples;
    hz_reach o = { .du = c->walk.du, .v = c->walk.v };
    move_compression(c, p, g->length, &a, &o, 0);
    if (g->n > 1)
        fly_along(c, g, &o);
    b->at += g->samples;
    if (io->table)
        s->object.origin = io->table[b->at - 1];
}

/* The sample is over for those who took its steps. */
static void end_sample(hz_collide *c, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    if (b->to == s->n) {
        b->to -= b->from;
        b->from = 0;
        hz_collide_close_sample(c, b);
        return;
    }
    b->from = b->to++;
    b->left = 1;
    s->object.origin = b->origin;
    s->substeps = 0;
}

void hz_collide_take(hz_collide *c, hz_step *g, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    int at = b->at;
    if (g->kind == HZ_STEP_FLIGHT) {
        b->at += g->samples;
        c->ahead = 0;
    } else if (g->kind == HZ_STEP_REST) {
        hz_collide_rest(c, b);
    }
    if (b->at > at) {
        hz_collide_feed_crowd(c, b->io, at, b->at);
        return;
    }
    if (g->kind != HZ_STEP_SOLVED)
        begin_passive(c, g);
    int whole = g->kind == HZ_STEP_SOLVED && g->samples > 0 && b->left == 1 && g->touches == 1;
    int walks = whole && !b->watched && s->object.n > 0 && s->object.pickups > 0;
    g->again = whole && s->n == 1 && !(g->of->level_end > 0);
    hz_work_spend(&s->work, 2); /* the look at it, and the way there */
    s->substeps++;
    if (walks)
        take_walking(c, g, b);
    else if (g->samples > 1)
        take_singly(c, g, b);
    else
        take_one(c, g, b);
    if (g->samples > 1)
        hz_work_recover(&s->work, g->samples - 1);
    c->unsettled += g->samples;
    EACH_TOUCH(p, g)
    {
        if (s->outer.ledger)
            hz_sum_add(&s->ledger.dissipated, p->x.loss);
        follow(c, g, p);
    }
    if (walks)
        hz_collide_feed_crowd(c, b->io, at, b->at);
    else if (b->left == 0)
        end_sample(c, b);
}
