/* tromba_step: one step of a bowed string over a bridge that rests on a plate and rattles against it, solved together.
 */
#include "tromba.h"

#include <math.h>

/* tromba:elimination  How the string answers where it is held back. */
typedef struct web {
    double r[HZ_PLACES], give[HZ_PLACES][HZ_PLACES];
} web;

/* Lets a tether at place i do its part; what is left answers as if it were not there. */
static void eliminate(web *m, int i, hz_tether k, int shares)
{
    double share = 1 / (1 + k.b * m->give[i][i]), force = (k.a + k.b * m->r[i]) * share, hold = k.b * share,
           row[HZ_PLACES];
    if (!shares) { /* no other place feels it */
        m->r[i] -= m->give[i][i] * force;
        m->give[i][i] *= share;
        return;
    }
    for (int j = 0; j < HZ_PLACES; j++)
        row[j] = m->give[i][j];
    for (int j = 0; j < HZ_PLACES; j++) {
        m->r[j] -= row[j] * force;
        for (int l = 0; l < HZ_PLACES; l++)
            m->give[j][l] -= row[j] * hold * row[l];
    }
}

/* What string and bridge do at the tie, and bridge and body at the rattle, given how the string answers there. */
typedef struct meeting {
    double tie, way; /* N on the bridge, upward; how the tie's stretch moves in the step */
    double finger;   /* N on the string, downward */
    hz_grid_answer rattle;
    hz_grid_contact touch; /* after the step */
} meeting;

typedef struct joint {
    const hz_tromba *t;
    double bridge, body; /* ways without forces */
    hz_pair stretch;
    hz_grid_contact touch;
    hz_tether tether; /* the tie, where it is linear in the step */
    int curved;       /* it is not */
} joint;

static hz_grid_answer clash(const joint *j, double free, double give, hz_grid_contact *touch)
{
    *touch = j->touch;
    if (!(touch->eta0 > 0) && !(touch->eta1 > 0) && !(touch->eta0 + free > 0)) /* then psi is 0 too */
        return (hz_grid_answer){ .way = free };
    return hz_grid_contact_step(touch, &j->t->rattle, give, free);
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

static meeting meet(const joint *j, double string, double give)
{
    const hz_tromba *t = j->t;
    double both = give + t->give, give_body = t->foot_at.g;
    meeting m;
    if (!j->curved) {
        hz_tether k = j->tether;
        double share = 1 / (1 + k.b * both), tie = (k.a + k.b * (string - j->bridge)) * share,
               hold = k.b * share * t->give;
        m.rattle = clash(j, j->body - (j->bridge + t->give * tie), give_body + t->give * (1 - hold), &m.touch);
        m.tie = tie - hold * m.rattle.force;
        /* tromba:way  Not as the difference of what string and bridge do: that has too few digits for a stiff tie. */
        m.way = (string - j->bridge - t->give * m.rattle.force - both * k.a) * share;
        return m;
    }
    /* tromba:curved  The stretch's way is the one unknown; the rattle answers to each of its values. The miss grows at
     * least as fast as the way, so the first one tells how far the root can be. */
    double way = 0, low = 0, high = 0, last = 0, last_miss = 0, before = HUGE_VAL;
    for (int i = 0; i < 200; i++) {
        hz_slope f = both_sides(&t->join, j->stretch.before, j->stretch.before + way);
        m.tie = f.value;
        m.rattle = clash(j, j->body - (j->bridge + t->give * f.value), give_body + t->give, &m.touch);
        m.way = string - j->bridge - both * f.value - t->give * m.rattle.force;
        double miss = way - m.way, slope = 1 + both * f.slope;
        if (i > 0) /* the rattle holds the bridge, so that the slope is less than that of the tie alone */
            slope = fmax(1, (miss - last_miss) / (way - last));
        if (i == 0)
            *(miss > 0 ? &low : &high) = -miss;
        else
            *(miss > 0 ? &high : &low) = way;
        double next = way - miss / slope;
        if (!(next >= low && next <= high) || (i > 2 && fabs(next - way) > 0.5 * before))
            next = 0.5 * (low + high);
        if (next == way)
            break;
        before = fabs(next - way);
        last = way;
        last_miss = miss;
        way = next;
    }
    m.way = way;
    return m;
}

/* How the bow's velocity over the string feels a bridge near it. */
typedef struct neighbour {
    const joint *j;
    const web *m;
    double h;
} neighbour;

static double felt(void *of, double force)
{
    const neighbour *n = of;
    const web *m = n->m;
    meeting met = meet(n->j, m->r[HZ_PLACE_BRIDGE] + m->give[HZ_PLACE_BRIDGE][HZ_PLACE_BOW] * force,
                       m->give[HZ_PLACE_BRIDGE][HZ_PLACE_BRIDGE]);
    return m->give[HZ_PLACE_BOW][HZ_PLACE_BRIDGE] * met.tie / (2 * n->h);
}

static joint joint_of(const hz_tromba *t, double bridge, double body, hz_pair gap)
{
    const hz_tromba_params *p = &t->params;
    joint j = { .t = t, .bridge = bridge, .body = body, .stretch = t->stretch, .touch = t->touch };
    if (!(gap.before > 0) && !(gap.now > 0)) { /* apart: the rattle keeps its own place only while it touches */
        j.touch.eta0 = gap.before;
        j.touch.eta1 = gap.now;
        j.touch.power0 = j.touch.power1 = 0;
    }
    double now = j.stretch.now, before = j.stretch.before;
    if (p->tie == HZ_TIE_SPRING) {
        double stiff = p->k3 * now * now; /* tromba:spring  W 51f */
        j.tether.a = 0.5 * p->k1 * (now + before) + stiff * before;
        j.tether.b = 0.25 * p->k1 + 0.5 * stiff + p->loss / t->h;
    } else if (p->method == HZ_GRID_QUADRATISED) {
        double g = hz_tromba_root_slope(&t->join, fabs(now)); /* tromba:odd */
        j.tether = (hz_tether){ .a = t->psi_tie * g, .b = 0.25 * g * g };
    } else if (t->join.exponent == 1) {
        j.tether = (hz_tether){ .a = t->join.stiffness * before, .b = 0.5 * t->join.stiffness };
    } else {
        j.curved = 1;
    }
    return j;
}

static double resistance(const hz_tromba *t, const hz_bowing *b)
{
    if (t->params.friction == HZ_FRICTION_BRISTLE)
        return b->pressure * t->params.bow.viscosity;
    return hz_bow_resistance(&t->bow, b->pressure, b->velocity - hz_string_change(&t->string, &t->bow_at) / t->h);
}

/* All forces on the string and at the bridge, given the ways without them and those of the slacks; pushes the string.
 */
static meeting tug(hz_tromba *t, joint *j, hz_bowing *bow, const double lift[HZ_SPRINGS])
{
    const hz_tromba_params *p = &t->params;
    hz_string *s = &t->string;
    double string = hz_string_way(s, &t->bridge_at) - lift[HZ_SPRING_TIE];
    web m = { .r = { [HZ_PLACE_BRIDGE] = string },
              .give = { [HZ_PLACE_BRIDGE] = { [HZ_PLACE_BRIDGE] = t->bridge_at.compliance } } };
    if (bow->pressure > 0 || p->touch > 0) {
        if (p->touch > 0 || t->shares)
            m.r[HZ_PLACE_FINGER] = hz_string_way(s, &t->finger_at);
        m.r[HZ_PLACE_BOW] = hz_string_way(s, &t->bow_at);
        for (int i = 0; i < HZ_PLACES; i++)
            for (int k = 0; k < HZ_PLACES; k++)
                m.give[i][k] = t->shared[i][k];
    }
    web whole = m;
    hz_tether finger = { 0 };
    if (p->touch > 0) {
        finger.b = 0.5 * t->hold + 0.5 * t->rub / t->h;
        finger.a = t->hold * hz_tromba_strain(t, HZ_SPRING_FINGER).before - finger.b * lift[HZ_SPRING_FINGER];
        eliminate(&m, HZ_PLACE_FINGER, finger, t->shares);
    }
    web bowed = m;
    double bristle = 0;
    if (bow->pressure > 0) {
        double r = resistance(t, bow);
        bow->drag = (hz_tether){ .a = -r * bow->velocity, .b = 0.5 * r / t->h };
        eliminate(&m, HZ_PLACE_BOW, bow->drag, t->shares);
    }
    if (p->friction == HZ_FRICTION_BRISTLE && (bow->pressure > 0 || t->bow.z != 0)) {
        neighbour n = { j, &m, t->h };
        hz_bow_load load = { .free = bow->velocity - 0.5 * m.r[HZ_PLACE_BOW] / t->h,
                             .mobility = 0.5 * m.give[HZ_PLACE_BOW][HZ_PLACE_BOW] / t->h };
        if (m.give[HZ_PLACE_BOW][HZ_PLACE_BRIDGE] != 0) {
            load.more = felt;
            load.of = &n;
        }
        hz_bow_step step = hz_bow_bristle(&t->bow, bow->pressure, &load);
        bristle = step.force;
        bow->lost = step.lost;
    }
    meeting met = meet(j, m.r[HZ_PLACE_BRIDGE] + m.give[HZ_PLACE_BRIDGE][HZ_PLACE_BOW] * bristle,
                       m.give[HZ_PLACE_BRIDGE][HZ_PLACE_BRIDGE]);
    met.finger = 0;
    /* Back again: each tether's force from the way of its place, all forces after it included. */
    if (bow->pressure > 0) {
        double way = bowed.r[HZ_PLACE_BOW] + bowed.give[HZ_PLACE_BOW][HZ_PLACE_BOW] * bristle -
                     bowed.give[HZ_PLACE_BOW][HZ_PLACE_BRIDGE] * met.tie;
        bow->force =
            bristle - (bow->drag.a + bow->drag.b * way) / (1 + bow->drag.b * bowed.give[HZ_PLACE_BOW][HZ_PLACE_BOW]);
        hz_string_push(s, &t->bow_at, bow->force);
    }
    if (p->touch > 0) {
        double way = whole.r[HZ_PLACE_FINGER] + whole.give[HZ_PLACE_FINGER][HZ_PLACE_BOW] * bow->force -
                     whole.give[HZ_PLACE_FINGER][HZ_PLACE_BRIDGE] * met.tie;
        met.finger = (finger.a + finger.b * way) / (1 + finger.b * whole.give[HZ_PLACE_FINGER][HZ_PLACE_FINGER]);
        hz_string_push(s, &t->finger_at, -met.finger);
    }
    hz_string_push(s, &t->bridge_at, -met.tie);
    return met;
}

/* What happened in a step: ways of the bridge and, at the knock's place, of the body; the slacks' ways; forces. */
typedef struct events {
    double bridge, knock, knocked; /* m, N, m */
    double lift[HZ_SPRINGS], force[HZ_SPRINGS];
} events;

/* What was supplied and lost in the step whose ways are all known, each from its own formula: tromba:books */
static void book(hz_tromba *t, const hz_bowing *bow, const meeting *met, const events *e)
{
    const hz_tromba_params *p = &t->params;
    const hz_string *s = &t->string;
    double h = t->h, lost = hz_string_loss(s) + hz_plate_loss(&t->body);
    lost += 0.5 * p->mass * t->drag / (h * h) * e->bridge * e->bridge;
    lost += met->rattle.lost + bow->lost;
    if (p->tie == HZ_TIE_SPRING) {
        double way = hz_string_way(s, &t->bridge_at) - e->bridge - e->lift[HZ_SPRING_TIE];
        lost += 0.5 * p->loss / h * way * way;
    }
    if (p->touch > 0) {
        double way = hz_string_way(s, &t->finger_at) - e->lift[HZ_SPRING_FINGER];
        lost += 0.25 * t->rub / h * way * way;
    }
    if (bow->pressure > 0) {
        double slip = bow->velocity - 0.5 * hz_string_way(s, &t->bow_at) / h;
        lost += h * 2 * h * bow->drag.b * slip * slip;
        hz_sum_add(&t->ledger.supplied, h * bow->force * bow->velocity);
    }
    if (e->knock != 0)
        hz_sum_add(&t->ledger.supplied, 0.5 * e->knock * e->knocked);
    for (int j = 0; j < HZ_SPRINGS && t->slips; j++)
        if (e->lift[j] != 0)
            hz_sum_add(&t->ledger.adjusted, -0.5 * e->force[j] * e->lift[j]);
    hz_sum_add(&t->ledger.dissipated, lost);
}

/* Contact events, from one sample to the next: the force tells when there is contact. */
static void follow(hz_tromba *t, double eta0, double eta1)
{
    hz_contact *c = &t->record;
    double v = (eta1 - eta0) / t->h;
    if (t->force > 0) {
        if (!t->touching)
            *c = (hz_contact){ .v_in = v };
        t->touching = 1;
        c->duration += t->h;
        c->v_out = v;
        c->x_max = fmax(c->x_max, fmax(eta0, eta1));
        c->f_max = fmax(c->f_max, t->force);
    } else if (t->touching) {
        t->touching = 0;
        c->v_out = v;
        if (t->ended)
            t->ended(t->owner, c);
    }
}

/* tromba:slack  Where a slack is after the step. Bridge and body that are apart have no strain: there it goes up at
 * once, and down by half of what is left between them. */
static double onward(const hz_tromba *t, enum hz_tromba_spring j, hz_pair gap)
{
    const hz_slack *s = &t->slack[j];
    double up = s->pace, down = s->pace, way = s->goal - s->now;
    if (j == HZ_SPRING_RATTLE && gap.before < 0 && gap.now < 0) {
        up = fmax(up, way);
        down += 0.5 * fmin(-gap.before, -gap.now);
    }
    return s->now + fmax(-down, fmin(up, way));
}

static void slip(hz_tromba *t, const double slack[HZ_SPRINGS])
{
    t->slips = 0;
    for (int j = 0; j < HZ_SPRINGS; j++) {
        hz_slack *s = &t->slack[j];
        s->before = s->now;
        s->now = slack[j];
        t->slips |= s->now != s->goal || s->before != s->goal;
    }
}

void hz_tromba_step(hz_tromba *t, hz_bowing *bow, int books)
{
    hz_plate *body = &t->body;
    hz_pair gap = hz_tromba_strain(t, HZ_SPRING_RATTLE), bend = hz_tromba_strain(t, HZ_SPRING_BRIDGE);
    events e = { .knock = hz_tromba_knocks(t) };
    double struck = e.knock ? hz_plate_before(body, &t->knock_at) : 0, slack[HZ_SPRINGS];
    for (int j = 0; j < HZ_SPRINGS && t->slips; j++) {
        slack[j] = onward(t, (enum hz_tromba_spring)j, gap);
        e.lift[j] = slack[j] - t->slack[j].before;
    }
    hz_string_predict(&t->string);
    hz_plate_step(body, books);
    if (e.knock)
        hz_plate_push(body, &t->knock_at, e.knock);
    double next = ((1 - t->drag) * t->dw - t->swing * bend.now) / (1 + t->drag); /* tromba:bridge */
    double foot = hz_plate_now(body, &t->foot_at);
    joint j = joint_of(t, next + t->dw, foot - t->foot.before - e.lift[HZ_SPRING_RATTLE], gap);
    meeting met = tug(t, &j, bow, e.lift);
    next += t->give * (met.tie + met.rattle.force);
    if (met.rattle.force > 0) {
        hz_plate_push(body, &t->foot_at, -met.rattle.force);
        foot = hz_plate_now(body, &t->foot_at);
    }
    t->foot = (hz_pair){ t->foot.now, foot };
    t->heard = (hz_pair){ t->heard.now, hz_plate_now(body, &t->body_heard_at) };
    e.bridge = next + t->dw;
    t->stretch = (hz_pair){ t->stretch.now, t->stretch.before + met.way };
    if (t->params.tie == HZ_TIE_COLLISION && t->params.method == HZ_GRID_QUADRATISED)
        t->psi_tie += 0.5 * hz_tromba_root_slope(&t->join, fabs(j.stretch.now)) * met.way;
    t->touch = met.touch;
    t->force = met.rattle.force;
    if (books) {
        e.knocked = e.knock ? hz_plate_now(body, &t->knock_at) - struck : 0;
        e.force[HZ_SPRING_RATTLE] = met.rattle.force;
        e.force[HZ_SPRING_TIE] = met.tie;
        e.force[HZ_SPRING_BRIDGE] = t->params.mass / (t->h * t->h) * t->swing * bend.now;
        e.force[HZ_SPRING_FINGER] = met.finger;
        book(t, bow, &met, &e);
    }
    if (t->slips)
        slip(t, slack);
    t->dw = next;
    t->w += next;
    hz_string_commit(&t->string);
    if (t->string.gliding) {
        double change = hz_string_glide(&t->string, books);
        if (books)
            hz_sum_add(&t->ledger.adjusted, change);
    }
    if (t->force > 0 || t->touching) {
        hz_pair after = hz_tromba_strain(t, HZ_SPRING_RATTLE);
        follow(t, after.before, after.now);
    }
}
