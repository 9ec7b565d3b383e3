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
    double bridge, body; /* ways without forces */
    hz_pair stretch;
    hz_grid_contact touch;
    linear_force tie; /* where it is linear in the step */
    int curved;       /* it is not */
} meeting;

/* What comes of it, given how the string answers. */
typedef struct outcome {
    double tie, way; /* N on the bridge, upward; how far the tie's stretch moves in the step */
    double finger;   /* N on the string, downward */
    hz_grid_answer rattle;
    double compliance;     /* of all that the rattle pushes apart */
    hz_grid_contact touch; /* after the step */
} outcome;

static hz_grid_answer rattle(const meeting *m, double free, double compliance, hz_grid_contact *touch)
{
    *touch = m->touch;
    if (!(touch->eta0 > 0) && !(touch->eta1 > 0) && !(touch->eta0 + free > 0)) /* then psi is 0 too */
        return (hz_grid_answer){ .way = free };
    return hz_grid_contact_step(touch, &m->t->rattle, compliance, free);
}

/* The two-sided law of the collision that stands in for a connection: W 74 to 77. */
static hz_slope both_sides(const hz_law *l, double eta0, double eta1)
{
    if (eta0 >= 0 && eta1 >= 0)
        return hz_law_gradient(l, eta0, hz_law_potential(l, eta0), eta1);
    if (eta0 <= 0 && eta1 <= 0) {
        hz_slope s = hz_law_gradient(l, -eta0, hz_law_potential(l, -eta0), -eta1);
        return (hz_slope){ -s.value, s.slope };
    }
    double value = (hz_law_potential(l, fabs(eta1)) - hz_law_potential(l, fabs(eta0))) / (eta1 - eta0);
    return (hz_slope){ value, (copysign(hz_law_spring(l, fabs(eta1)), eta1) - value) / (eta1 - eta0) };
}

/* tromba:play  The same with play: the work is that of the stretch beyond it, over the whole way. */
static hz_slope with_play(const hz_law *l, double play, double eta0, double eta1)
{
    double over0 = hz_tromba_beyond(eta0, play), over1 = hz_tromba_beyond(eta1, play);
    if (over0 * over1 > 0 || play == 0)
        return both_sides(l, over0, over1);
    if (over0 == over1) /* within the play, both */
        return (hz_slope){ 0, 0 };
    double value = (hz_law_potential(l, fabs(over1)) - hz_law_potential(l, fabs(over0))) / (eta1 - eta0);
    return (hz_slope){ value, fmax((copysign(hz_law_spring(l, fabs(over1)), over1) - value) / (eta1 - eta0), 0) };
}

/* tromba:curved  The way of the stretch is the one unknown, and the rattle answers to each of its values. The miss
 * grows at least as fast as the way, so the first one tells how far away the root can be. */
static outcome meet_curved(const meeting *m, double string, double compliance)
{
    const hz_tromba *t = m->t;
    double both = compliance + t->bridge.compliance, body = t->foot_at.compliance + t->bridge.compliance, slope,
           last = 0, last_miss = NAN;
    hz_root r = { .x = 0 };
    outcome o;
    for (int more = 1; more;) {
        hz_slope f = with_play(&t->join, t->params.play, m->stretch.before, m->stretch.before + r.x);
        o.tie = f.value;
        o.rattle = rattle(m, m->body - (m->bridge + t->bridge.compliance * f.value), body, &o.touch);
        double miss = r.x - (string - m->bridge - both * f.value - t->bridge.compliance * o.rattle.force);
        if (r.values == 0)
            r = hz_root_from(fmin(0, -miss), fmax(0, -miss), 0);
        /* The rattle holds the bridge, so the slope may be less than that of the tie alone. */
        slope = r.values == 0 ? 1 + both * f.slope : fmax(1, (miss - last_miss) / (r.x - last));
        last = r.x;
        last_miss = miss;
        more = hz_root_newton(&r, miss, slope);
    }
    o.way = r.x;
    o.compliance = body;
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
    if (!(gap.before > 0) && !(gap.now > 0)) { /* apart: the rattle keeps its own place only while it touches */
        m.touch.eta0 = gap.before;
        m.touch.eta1 = gap.now;
        m.touch.power0 = m.touch.power1 = 0;
    }
    double now = m.stretch.now, before = m.stretch.before;
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
    double struck = e.knock ? hz_plate_before(body, &t->knock_at) : 0;
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
    double foot = hz_plate_now(body, &t->foot_at);
    meeting m = meeting_of(t, hz_mass_spring_way(bridge), foot - t->foot.before - e.lift[HZ_SPRING_RATTLE], gap);
    outcome o = pull_string(t, &m, bow, e.lift);
    hz_mass_spring_push(bridge, o.tie + o.rattle.force);
    if (o.rattle.force > 0) {
        hz_plate_push(body, &t->foot_at, -o.rattle.force);
        foot = hz_plate_now(body, &t->foot_at);
    }
    t->foot = (hz_pair){ t->foot.now, foot };
    t->heard = (hz_pair){ t->heard.now, hz_plate_now(body, &t->body_heard_at) };
    t->stretch = (hz_pair){ t->stretch.now, t->stretch.before + o.way };
    if (hz_tromba_is_odd(&t->params))
        t->psi_tie += 0.5 * hz_tromba_root_slope(&t->join, m.stretch.now) * o.way;
    t->touch = o.touch;
    t->force = o.rattle.force;
    if (books) {
        e.knocked = e.knock ? hz_plate_now(body, &t->knock_at) - struck : 0;
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
    if (t->force > 0 || t->track.steps > 0 || gap.before + o.rattle.way > 0)
        report(t, &(hz_grid_moment){ .before = gap.before,
                                     .now = gap.now,
                                     .next = hz_tromba_strain(t, HZ_SPRING_RATTLE).now,
                                     .force = t->force,
                                     .compliance = o.compliance });
}
