/* tromba_step: one step of a bowed string over a bridge that rests on a plate and rattles against it, solved together.
 */
#include "internal.h"

#include "core/base/root.h"

#include <math.h>
#include <stddef.h>

/* A force that is linear in the step and holds something back, a + b r with r = u^(n+1) - u^(n-1). */
typedef struct linear_force {
    double a, b;
} linear_force;

/* tromba:elimination  How the string answers at the places where it is held back. */
typedef struct answers {
    double way[HZ_PLACES], compliance[HZ_PLACES][HZ_PLACES];
} answers;

/* Lets a force at place i do its part. What is left answers as if the force were not there. */
static void eliminate(answers *s, int i, linear_force k, int shares)
{
    double share = 1 / (1 + k.b * s->compliance[i][i]), force = (k.a + k.b * s->way[i]) * share, hold = k.b * share,
           row[HZ_PLACES];
    if (!shares) { /* no other place feels it */
        s->way[i] -= s->compliance[i][i] * force;
        s->compliance[i][i] *= share;
        return;
    }
    for (int j = 0; j < HZ_PLACES; j++)
        row[j] = s->compliance[i][j];
    for (int j = 0; j < HZ_PLACES; j++) {
        s->way[j] -= row[j] * force;
        for (int l = 0; l < HZ_PLACES; l++)
            s->compliance[j][l] -= row[j] * hold * row[l];
    }
}

/* What the bridge meets in a step: the tie to the string, and the rattle against the body. */
typedef struct meeting {
    const hz_tromba *t;
    double bridge, body;       /* ways without forces */
    const hz_stretch *stretch; /* before and now */
    hz_grid_contact touch;
    linear_force tie; /* where it is linear in the step */
    int curved;       /* it is not */
} meeting;

/* What comes of it, given how the string answers. */
typedef struct outcome {
    double tie, way; /* N on the bridge, upward; how far the tie's stretch moves in the step ... */
    hz_stretch end;  /* ... and where to */
    double finger;   /* N on the string, downward */
    hz_grid_answer rattle;
    double compliance;     /* of all that the rattle pushes apart */
    hz_grid_contact touch; /* after the step */
} outcome;

static hz_grid_answer rattle(const meeting *m, double free, double compliance, hz_grid_contact *touch)
{
    *touch = m->touch;
    if (hz_grid_contact_pass(touch, free))
        return (hz_grid_answer){ .way = free };
    return hz_grid_contact_step(touch, &m->t->rattle, compliance, free);
}

/* The law of the collision that stands in for a connection, on both sides and with play: W 74 to 77, tromba:play. Its
 * work over the whole way is that of what the stretch is beyond the play, from one end to the other. */
static hz_slope join_force(const hz_law *l, double from, double to, double way)
{
    if (from > 0 && to > 0)
        return hz_law_gradient(l, from, hz_law_potential(l, from), to);
    if (from < 0 && to < 0) {
        hz_slope s = hz_law_gradient(l, -from, hz_law_potential(l, -from), -to);
        return (hz_slope){ -s.value, s.slope };
    }
    if (from == 0 && to == 0)
        return (hz_slope){ 0, 0 };
    double value = (hz_law_potential(l, fabs(to)) - hz_law_potential(l, fabs(from))) / way;
    return (hz_slope){ value, fmax((copysign(hz_law_spring(l, fabs(to)), to) - value) / way, 0) };
}

/* tromba:curved  What the equation is asked with. Its unknown x is the stretch beyond an edge of the play, on that side
 * (-1 or 1), and so keeps all of its digits; within the play (0) it is the way itself. */
typedef struct curved {
    const meeting *m;
    double from;               /* beyond the play, where the way begins */
    double string, both, body; /* the way of the string without the tie, and what tie and rattle push apart */
    int side;
    double start; /* the way where x is 0 */
} curved;

/* By how much the way is longer than the forces let it be. */
static double excess(const curved *c, double x, outcome *o, double *slope)
{
    const meeting *m = c->m;
    double bridge = m->t->bridge.compliance, way = c->start + x;
    hz_slope f = join_force(&m->t->join, c->from, c->side ? x : 0, way);
    o->tie = f.value;
    o->rattle = rattle(m, m->body - (m->bridge + bridge * f.value), c->body, &o->touch);
    *slope = 1 + c->both * f.slope;
    return way - (c->string - m->bridge - c->both * f.value - bridge * o->rattle.force);
}

/* tromba:curved  The rattle answers to each x. The excess grows at least as fast as the way, so the first one tells how
 * far away the root can be; where an edge of the play lies between, the excess there tells on which side it is. */
static outcome meet_curved(const meeting *m, double string, double compliance)
{
    const hz_tromba *t = m->t;
    hz_stretch from = m->stretch[0];
    double bridge = t->bridge.compliance, half = hz_tromba_half_play(&t->params),
           edge[] = { -half - from.within - from.beyond, half - from.within - from.beyond };
    int begun = (from.beyond > 0) - (from.beyond < 0);
    curved c = { m, from.beyond, string, compliance + bridge, t->foot_at.compliance + bridge, begun, -from.beyond };
    outcome o;
    double slope, over = excess(&c, from.beyond, &o, &slope), far = -1.001 * over, /* so that no end is the root */
        low = fmin(0, far), high = fmax(0, far), last = from.beyond;
    int known = 1;
    for (int i = 0; i < 2; i++)
        if (edge[i] > low && edge[i] < high) {
            c.side = known = 0;
            c.start = edge[i];
            *(excess(&c, 0, &o, &slope) < 0 ? &low : &high) = edge[i];
        }
    c.side = edge[1] <= low ? 1 : edge[0] >= high ? -1 : 0;
    c.start = c.side ? edge[c.side > 0] : 0;
    known &= c.side == begun;
    hz_root r = hz_root_from(low - c.start, high - c.start, known ? from.beyond : NAN);
    for (int more = !known || hz_root_newton(&r, over, slope); more; known = 1) {
        double now = excess(&c, r.x, &o, &slope);
        if (known) /* The rattle holds the bridge, so the slope may be less than that of the tie alone. */
            slope = fmax(1, (now - over) / (r.x - last));
        last = r.x;
        over = now;
        more = hz_root_newton(&r, now, slope);
    }
    o.way = c.start + r.x;
    o.end = c.side ? (hz_stretch){ c.side * half, r.x }
                   : (hz_stretch){ fmax(fmin(hz_tromba_stretch(from) + r.x, half), -half), 0 };
    o.compliance = c.body;
    return o;
}

static outcome meet(const meeting *m, double string, double compliance)
{
    const hz_tromba *t = m->t;
    if (m->curved)
        return meet_curved(m, string, compliance);
    linear_force k = m->tie;
    double both = compliance + t->bridge.compliance, share = 1 / (1 + k.b * both),
           tie = (k.a + k.b * (string - m->bridge)) * share, hold = k.b * share * t->bridge.compliance;
    outcome o;
    o.compliance = t->foot_at.compliance + t->bridge.compliance * (1 - hold);
    o.rattle = rattle(m, m->body - (m->bridge + t->bridge.compliance * tie), o.compliance, &o.touch);
    o.tie = tie - hold * o.rattle.force;
    /* tromba:way  Not as the difference of what string and bridge do: that has too few digits for a stiff tie. */
    o.way = (string - m->bridge - t->bridge.compliance * o.rattle.force - both * k.a) * share;
    o.end = (hz_stretch){ 0, m->stretch[0].beyond + o.way }; /* it has no play */
    return o;
}

/* How the bow's velocity over the string feels a bridge near it. */
typedef struct neighbour {
    const meeting *m;
    const answers *s;
    double h;
} neighbour;

static double felt(void *of, double force)
{
    const neighbour *n = of;
    const answers *s = n->s;
    outcome o = meet(n->m, s->way[HZ_PLACE_BRIDGE] + s->compliance[HZ_PLACE_BRIDGE][HZ_PLACE_BOW] * force,
                     s->compliance[HZ_PLACE_BRIDGE][HZ_PLACE_BRIDGE]);
    return s->compliance[HZ_PLACE_BOW][HZ_PLACE_BRIDGE] * o.tie / (2 * n->h);
}

static meeting meeting_of(const hz_tromba *t, double bridge, double body, hz_pair gap)
{
    const hz_tromba_params *p = &t->params;
    meeting m = { .t = t, .bridge = bridge, .body = body, .stretch = t->stretch, .touch = t->touch };
    if (!(m.touch.eta0 > 0) && !(m.touch.eta1 > 0)) { /* Apart it is at the gap, which may be rounded to over zero. */
        m.touch.eta0 = fmin(gap.before, 0);
        m.touch.eta1 = fmin(gap.now, 0);
        m.touch.power0 = m.touch.power1 = 0;
    }
    double now = m.stretch[1].beyond, before = m.stretch[0].beyond;
    if (p->tie == HZ_TIE_SPRING) {
        double stiff = p->k3 * now * now; /* tromba:spring  W 51f */
        m.tie.a = 0.5 * p->k1 * (now + before) + stiff * before;
        m.tie.b = 0.25 * p->k1 + 0.5 * stiff + p->loss / t->h;
    } else if (hz_tromba_is_odd(p)) {
        double g = hz_tromba_root_slope(&t->join, now); /* tromba:odd */
        m.tie = (linear_force){ .a = t->psi_tie * g, .b = 0.25 * g * g };
    } else if (t->join.exponent == 1 && p->play == 0) {
        m.tie = (linear_force){ .a = t->join.stiffness * before, .b = 0.5 * t->join.stiffness };
    } else {
        m.curved = 1;
    }
    return m;
}

static double resistance(const hz_tromba *t, const hz_bowing *b)
{
    if (t->params.friction == HZ_FRICTION_BRISTLE)
        return b->pressure * t->params.bow.viscosity;
    return hz_bow_resistance(&t->bow, b->pressure,
                             b->velocity - hz_string_change(&t->string, &t->place[HZ_PLACE_BOW]) / t->h);
}

/* The way of a place under the force of the bow and that of the tie. */
static double way_under(const answers *a, int place, double bow, double tie)
{
    return a->way[place] + a->compliance[place][HZ_PLACE_BOW] * bow - a->compliance[place][HZ_PLACE_BRIDGE] * tie;
}

/* Finds all forces on the string and at the bridge, given the ways without them and those of the slacks, and pushes the
 * string. */
static outcome pull_string(hz_tromba *t, meeting *m, hz_bowing *bow, const double lift[HZ_SPRINGS])
{
    enum { FINGER = HZ_PLACE_FINGER, BOW = HZ_PLACE_BOW, BRIDGE = HZ_PLACE_BRIDGE };
    const hz_tromba_params *p = &t->params;
    hz_string *s = &t->string;
    double string = hz_string_way(s, &t->place[BRIDGE]) - lift[HZ_SPRING_TIE];
    answers free = { .way = { [BRIDGE] = string },
                     .compliance = { [BRIDGE] = { [BRIDGE] = t->compliances[BRIDGE][BRIDGE] } } };
    if (bow->pressure > 0 || p->touch > 0) {
        if (p->touch > 0 || t->shares)
            free.way[FINGER] = hz_string_way(s, &t->place[FINGER]);
        free.way[BOW] = hz_string_way(s, &t->place[BOW]);
        for (int i = 0; i < HZ_PLACES; i++)
            for (int k = 0; k < HZ_PLACES; k++)
                free.compliance[i][k] = t->compliances[i][k];
    }
    answers touched = free;
    linear_force finger = { 0 }, drag = { 0 };
    if (p->touch > 0) {
        finger.b = 0.5 * t->hold + 0.5 * t->rub / t->h;
        finger.a = t->hold * hz_tromba_strain(t, HZ_SPRING_FINGER).before - finger.b * lift[HZ_SPRING_FINGER];
        eliminate(&touched, FINGER, finger, t->shares);
    }
    answers bowed = touched;
    double bristle = 0;
    if (bow->pressure > 0) {
        double r = resistance(t, bow);
        drag = (linear_force){ .a = -r * bow->velocity, .b = 0.5 * r / t->h };
        bow->drag = drag.b;
        eliminate(&bowed, BOW, drag, t->shares);
    }
    if (p->friction == HZ_FRICTION_BRISTLE && (bow->pressure > 0 || t->bow.z != 0)) {
        neighbour n = { m, &bowed, t->h };
        hz_bow_load load = { .free = bow->velocity - 0.5 * bowed.way[BOW] / t->h,
                             .mobility = 0.5 * bowed.compliance[BOW][BOW] / t->h };
        if (bowed.compliance[BOW][BRIDGE] != 0) {
            load.more = felt;
            load.of = &n;
        }
        hz_bow_step step = hz_bow_bristle(&t->bow, bow->pressure, &load);
        bristle = step.force;
        bow->lost = step.lost;
    }
    outcome o = meet(m, bowed.way[BRIDGE] + bowed.compliance[BRIDGE][BOW] * bristle, bowed.compliance[BRIDGE][BRIDGE]);
    o.finger = 0;
    /* Back again: each force from the way of its place, with all forces after it. */
    if (bow->pressure > 0) {
        double way = way_under(&touched, BOW, bristle, o.tie);
        bow->force = bristle - (drag.a + drag.b * way) / (1 + drag.b * touched.compliance[BOW][BOW]);
        hz_string_push(s, &t->place[BOW], bow->force);
    }
    if (p->touch > 0) {
        double way = way_under(&free, FINGER, bow->force, o.tie);
        o.finger = (finger.a + finger.b * way) / (1 + finger.b * free.compliance[FINGER][FINGER]);
        hz_string_push(s, &t->place[FINGER], -o.finger);
    }
    hz_string_push(s, &t->place[BRIDGE], -o.tie);
    return o;
}

/* What happened in a step beside the outcome: the knock, the way of the body under it, and the ways of the slacks. */
typedef struct events {
    double knock, knocked; /* N, m */
    double lift[HZ_SPRINGS], force[HZ_SPRINGS];
} events;

/* Books what was supplied and lost in the step whose ways are all known, each from its own formula: tromba:books. What
 * string and body will store is kept. */
static void book(hz_tromba *t, const hz_bowing *bow, const outcome *o, const events *e)
{
    const hz_tromba_params *p = &t->params;
    hz_string *s = &t->string;
    hz_string_books string = hz_string_book(s);
    hz_plate_books body = hz_plate_book(&t->body);
    double h = t->h, lost = string.loss + body.loss;
    t->swinging =
        (hz_energy){ .kinetic = string.kinetic + body.kinetic, .potential = string.potential + body.potential };
    lost += hz_mass_spring_loss(&t->bridge) + o->rattle.loss.lost + bow->lost;
    if (p->tie == HZ_TIE_SPRING) {
        double way =
            hz_string_way(s, &t->place[HZ_PLACE_BRIDGE]) - hz_mass_spring_way(&t->bridge) - e->lift[HZ_SPRING_TIE];
        lost += 0.5 * p->loss / h * way * way;
    }
    if (p->touch > 0) {
        double way = hz_string_way(s, &t->place[HZ_PLACE_FINGER]) - e->lift[HZ_SPRING_FINGER];
        lost += 0.25 * t->rub / h * way * way;
    }
    if (bow->pressure > 0) {
        double slip = bow->velocity - 0.5 * hz_string_way(s, &t->place[HZ_PLACE_BOW]) / h;
        lost += h * 2 * h * bow->drag * slip * slip;
        hz_sum_add(&t->ledger.supplied, h * bow->force * bow->velocity);
    }
    if (e->knock != 0)
        hz_sum_add(&t->ledger.supplied, 0.5 * e->knock * e->knocked);
    for (int j = 0; j < HZ_SPRINGS && t->slips; j++)
        if (e->lift[j] != 0)
            hz_sum_add(&t->ledger.adjusted, -0.5 * e->force[j] * e->lift[j]);
    hz_sum_add(&t->ledger.dissipated, lost);
    hz_sum_add(&t->ledger.shed, o->rattle.loss.shed);
}

/* Follows a touch of the rattle from one sample to the next: it is not over while a force may follow. */
static void report(hz_tromba *t, const hz_grid_moment *m)
{
    if (m->force > 0 || m->now > 0 || m->next > 0) {
        hz_grid_track_step(&t->track, m, hz_grid_law_is_mean(&t->rattle));
        return;
    }
    hz_contact c;
    int told = hz_grid_track_tell(&t->track, t->h, &c);
    if (t->ended)
        t->ended(t->owner, told ? &c : NULL);
}

/* tromba:slack  Where a slack is after the step. Bridge and body that are apart have no strain: there the slack of the
 * rattle goes up at once, and down by half of what is left between them besides. */
static hz_ramp next_slack(hz_ramp r, double apart)
{
    if (apart > 0)
        r.at = fmax(r.at - 0.5 * apart, r.goal);
    hz_ramp_go(&r);
    return r;
}

static void move_slacks(hz_tromba *t, const hz_ramp next[HZ_SPRINGS])
{
    t->slips = 0;
    for (int j = 0; j < HZ_SPRINGS; j++) {
        hz_slack *s = &t->slack[j];
        s->before = s->ramp.at;
        s->ramp = next[j];
        t->slips |= s->ramp.at != s->ramp.goal || s->before != s->ramp.goal;
    }
}

void hz_tromba_step(hz_tromba *t, hz_bowing *bow)
{
    hz_plate *body = &t->body;
    hz_mass_spring *bridge = &t->bridge;
    hz_pair gap = hz_tromba_strain(t, HZ_SPRING_RATTLE);
    events e = { .knock = hz_tromba_knocks(t) };
    int books = t->ledger.open;
    double struck = e.knock ? hz_plate_change(body, &t->knock_at) : 0;
    hz_ramp slack[HZ_SPRINGS];
    for (int j = 0; j < HZ_SPRINGS && t->slips; j++) {
        slack[j] = next_slack(t->slack[j].ramp, j == HZ_SPRING_RATTLE ? -fmax(gap.before, gap.now) : 0);
        e.lift[j] = slack[j].at - t->slack[j].before;
    }
    bridge->rest = t->slack[HZ_SPRING_BRIDGE].ramp.at;
    (books ? hz_string_predict_booked : hz_string_predict)(&t->string);
    hz_plate_step(body, books);
    if (e.knock)
        hz_plate_push(body, &t->knock_at, e.knock);
    hz_mass_spring_predict(bridge);
    double foot = hz_plate_change(body, &t->foot_at);
    meeting m = meeting_of(t, hz_mass_spring_way(bridge), t->foot_way + foot - e.lift[HZ_SPRING_RATTLE], gap);
    outcome o = pull_string(t, &m, bow, e.lift);
    hz_mass_spring_push(bridge, o.tie + o.rattle.force);
    if (o.rattle.force > 0) {
        hz_plate_push(body, &t->foot_at, -o.rattle.force);
        foot = hz_plate_change(body, &t->foot_at);
    }
    t->foot = hz_plate_now(body, &t->foot_at);
    t->foot_way = foot;
    if (hz_tromba_is_odd(&t->params))
        t->psi_tie += 0.5 * hz_tromba_root_slope(&t->join, t->stretch[1].beyond) * o.way;
    t->stretch[0] = t->stretch[1];
    t->stretch[1] = o.end;
    t->touch = o.touch;
    t->force = o.rattle.force;
    if (books) {
        e.knocked = e.knock ? struck + hz_plate_change(body, &t->knock_at) : 0;
        e.force[HZ_SPRING_RATTLE] = o.rattle.force;
        e.force[HZ_SPRING_TIE] = o.tie;
        e.force[HZ_SPRING_BRIDGE] = bridge->mass / (t->h * t->h) * bridge->spring * (bridge->w - bridge->rest);
        e.force[HZ_SPRING_FINGER] = o.finger;
        book(t, bow, &o, &e);
    }
    if (t->slips)
        move_slacks(t, slack);
    hz_mass_spring_commit(bridge, 0);
    hz_string_commit(&t->string);
    if (t->string.gliding) {
        double change = hz_string_glide(&t->string, books);
        t->swinging.potential += change;
        if (books)
            hz_sum_add(&t->ledger.adjusted, change);
    }
    if (t->force > 0 || t->track.steps > 0 || o.touch.eta1 > 0)
        report(t, &(hz_grid_moment){ .before = m.touch.eta0,
                                     .now = m.touch.eta1,
                                     .next = o.touch.eta1,
                                     .force = t->force,
                                     .compliance = o.compliance });
}
