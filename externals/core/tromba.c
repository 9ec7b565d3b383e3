/* tromba: a bowed string over a bridge that rests on a plate and rattles against it, stepped together. */
#include "tromba.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.141592653589793;

/* Displacements (m) under this are nothing: when all are, the instrument is at rest. At 48 kHz a velocity of 5e-14 m/s. */
static const double nothing = 1e-18;

/* A fingertip: what a newton of touch holds the string with. */
static const double finger_stiffness = 2000, finger_drag = 2; /* 1/m, s/m */

static const double stroke_ends = 0.03, knock_time = 1e-3, lowering_time = 0.01; /* s */

enum { FINGER, BOW, BRIDGE };

/* ---- what is stored ---- */

static double string_at(const hz_tromba *t, const hz_stringport *p)
{
    return hz_string_now(&t->string, p);
}

/* Puts the tie where string and bridge are, and reads the body anew. */
static void span(hz_tromba *t)
{
    t->foot = (hz_pair){ hz_plate_before(&t->body, &t->foot_at), hz_plate_now(&t->body, &t->foot_at) };
    t->heard = (hz_pair){ hz_plate_before(&t->body, &t->body_heard_at), hz_plate_now(&t->body, &t->body_heard_at) };
    t->stretch = (hz_pair){ hz_string_before(&t->string, &t->bridge_at) - (t->w - t->dw), string_at(t, &t->bridge_at) - t->w };
}

static hz_pair compression(const hz_tromba *t)
{
    return (hz_pair){ t->foot.before - (t->w - t->dw) - t->rested, t->foot.now - t->w - t->rest };
}

static double tie_energy(const hz_tromba *t)
{
    const hz_tromba_params *p = &t->params;
    hz_pair e = t->stretch;
    if (p->tie == HZ_TIE_SPRING) {
        /* tromba:spring */
        double mean = 0.5 * (e.now + e.before), both = e.now * e.before;
        return 0.5 * p->k1 * mean * mean + 0.25 * p->k3 * both * both;
    }
    if (p->method == HZ_QUADRATISED)
        return 0.5 * t->psi_tie * t->psi_tie;
    return 0.5 * (hz_law_potential(&t->join, fabs(e.now)) + hz_law_potential(&t->join, fabs(e.before)));
}

static double finger_energy(const hz_tromba *t)
{
    double now = string_at(t, &t->finger_at), before = hz_string_before(&t->string, &t->finger_at);
    return 0.25 * finger_stiffness * t->params.touch * (now * now + before * before);
}

static void energy(const hz_tromba *t, hz_energy *e)
{
    *e = (hz_energy){ 0 };
    hz_string_energy(&t->string, e);
    hz_plate_energy(&t->body, e);
    double scale = 0.5 * t->params.mass / (t->h * t->h);
    e->kinetic += scale * t->dw * t->dw;
    e->potential += scale * t->swing * t->w * (t->w - t->dw) + finger_energy(t) + hz_bow_energy(&t->bow);
    e->contact += tie_energy(t) + hz_gridtouch_stored(&t->touch, &t->rattle);
}

static double stored(const hz_tromba *t)
{
    hz_energy e;
    energy(t, &e);
    return hz_energy_total(&e);
}

void hz_tromba_accounts(const hz_tromba *t, hz_accounts *out)
{
    hz_energy now = { 0 };
    hz_ledger blank;
    if (t->h > 0)
        energy(t, &now);
    hz_ledger_open(&blank, hz_energy_total(&now));
    hz_ledger_read(t->booked ? &t->ledger : &blank, &now, out);
}

/* ---- life ---- */

int hz_tromba_init(hz_tromba *t)
{
    *t = (hz_tromba){ .bow_wanted = -1 };
    return hz_string_init(&t->string, HZ_TROMBA_STRING) && hz_plate_init(&t->body, HZ_TROMBA_BODY);
}

void hz_tromba_free(hz_tromba *t)
{
    hz_string_free(&t->string);
    hz_plate_free(&t->body);
}

/* Lifts string and bridge until the bridge just touches the body, where its rest would be inside: from there they sink. */
static void set_down(hz_tromba *t)
{
    double place = t->params.place, *shape = t->string.u1 + 1, height = -t->rest;
    int n = t->string.n;
    for (int i = 1; i < n; i++) {
        double x = (double)i / n;
        shape[i - 1] = fmin(x / place, (1 - x) / (1 - place));
    }
    hz_string_displace(&t->string, shape);
    double scale = height / string_at(t, &t->bridge_at);
    for (int i = 1; i < n; i++)
        shape[i - 1] = (scale - 1) * t->string.u[i];
    hz_string_displace(&t->string, shape);
    t->w = height;
}

static void at_rest(hz_tromba *t)
{
    hz_string_reset(&t->string);
    hz_plate_rest(&t->body);
    t->w = t->dw = t->psi_tie = t->force = 0;
    hz_bow_rest(&t->bow);
    t->touching = 0;
    t->rest = t->rested = t->params.offset;
    t->still = !(t->rest < 0);
    if (!t->still)
        set_down(t);
    span(t);
    hz_gridtouch_set(&t->touch, &t->rattle, -t->w - t->rest, -t->w - t->rest);
}

void hz_tromba_reset(hz_tromba *t)
{
    if (t->h > 0)
        at_rest(t);
    t->stroke = (hz_stroke){ 0 };
    t->knock = (hz_knock){ 0 };
    hz_ledger_open(&t->ledger, t->h > 0 ? stored(t) : 0);
}

int hz_tromba_finite(const hz_tromba *t)
{
    double sum = t->w + t->dw + t->psi_tie + t->touch.psi + t->bow.z;
    return sum - sum == 0 && hz_string_finite(&t->string) && hz_plate_finite(&t->body);
}

int hz_tromba_is_silent(const hz_tromba *t)
{
    return t->still;
}

/* ---- coefficients ---- */

static void place_bow(hz_tromba *t, double place)
{
    t->bow_wanted = place;
    t->bow_at = hz_string_port(&t->string, place);
    const hz_stringport *ports[3] = { &t->finger_at, &t->bow_at, &t->bridge_at };
    t->shares = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            t->shared[i][j] = hz_stringport_shared(&t->string, ports[i], ports[j]);
            t->shares |= i != j && t->shared[i][j] != 0;
        }
}

/* The slope of sqrt(2 phi) that `quadratised` works with: W 12 */
static double root_slope(const hz_law *l, double eta)
{
    return sqrt(0.5 * l->stiffness * (l->exponent + 1)) * (l->exponent == 1 ? 1 : pow(eta, 0.5 * (l->exponent - 1)));
}

/* What `quadratised` starts from where it was not the method before. */
static double psi_of(const hz_law *l, double eta)
{
    return copysign(sqrt(2 * hz_law_potential(l, fabs(eta))), eta);
}

int hz_tromba_prepare(hz_tromba *t, const hz_tromba_params *p, double h, int glide)
{
    int first = t->h == 0, fresh = first || t->params.method != p->method || t->params.tie != p->tie;
    double before = first ? 0 : stored(t);
    if (!hz_plate_prepare(&t->body, &p->body, h))
        return -1;
    int says = hz_string_prepare(&t->string, &p->string, h, first ? 0 : glide);
    double omega = 2 * pi * fmin(p->freq, 0.45 / h), s = sin(0.5 * omega * h);
    if (!first && p->mass > t->params.mass) /* mass that is put on was at rest: momentum stays, energy does not grow */
        t->dw *= t->params.mass / p->mass;
    t->params = *p;
    t->h = h;
    t->swing = 4 * s * s;
    t->drag = 0.5 * p->damping * h;
    t->give = h * h / (p->mass * (1 + t->drag));
    t->join = hz_law_prepare(&p->join);
    t->rattle = hz_gridlaw_prepare(&p->rattle, p->method, h);
    t->touch.stiffness = p->rattle.stiffness;
    hz_bow_prepare(&t->bow, &p->bow, h);
    if (p->friction == HZ_FRICTION_CURVE)
        hz_bow_rest(&t->bow);
    t->bridge_at = hz_string_port(&t->string, p->place);
    t->finger_at = hz_string_port(&t->string, p->finger);
    t->heard_at = hz_string_port(&t->string, p->heard);
    t->foot_at = hz_plate_at(&t->body, p->foot[0], p->foot[1]);
    t->body_heard_at = hz_plate_at(&t->body, p->heard_body[0], p->heard_body[1]);
    t->knock_at = (hz_plate_port){ 0 };
    t->knock = (hz_knock){ 0 };
    place_bow(t, p->bow_place);
    span(t);
    if (fresh)
        t->psi_tie = p->method == HZ_QUADRATISED && p->tie == HZ_TIE_COLLISION ? psi_of(&t->join, t->stretch.now) : 0;
    hz_pair gap = compression(t);
    hz_gridtouch_set(&t->touch, &t->rattle, gap.before, gap.now);
    t->lowers = fabs(p->offset - t->rest) * fmin(1, h / lowering_time);
    if (first) {
        at_rest(t);
        hz_ledger_open(&t->ledger, stored(t));
    } else {
        hz_sum_add(&t->ledger.adjusted, stored(t) - before);
    }
    return says;
}

/* ---- the step ---- */

/* The places on the string that are held back linearly, in the order in which they are eliminated: tromba:elimination. */
typedef struct web {
    double r[3], give[3][3];
} web;

/* Lets a tether at place i do its part; what is left answers as if it were not there. */
static void eliminate(web *m, int i, hz_tether k, int shares)
{
    double share = 1 / (1 + k.b * m->give[i][i]), force = (k.a + k.b * m->r[i]) * share, hold = k.b * share, row[3];
    if (!shares) { /* no other place feels it */
        m->r[i] -= m->give[i][i] * force;
        m->give[i][i] *= share;
        return;
    }
    for (int j = 0; j < 3; j++)
        row[j] = m->give[i][j];
    for (int j = 0; j < 3; j++) {
        m->r[j] -= row[j] * force;
        for (int l = 0; l < 3; l++)
            m->give[j][l] -= row[j] * hold * row[l];
    }
}

/* What string and bridge do at the tie, and bridge and body at the rattle, given how the string answers there. */
typedef struct meeting {
    double tie, way;      /* N on the bridge, upward; how the tie's stretch moves in the step */
    hz_gridanswer rattle;
    hz_gridtouch touch;   /* after the step */
} meeting;

typedef struct joint {
    const hz_tromba *t;
    double bridge, body; /* ways without forces */
    hz_pair stretch;
    hz_gridtouch touch;
    hz_tether tether;    /* the tie, where it is linear in the step */
    int curved;          /* it is not */
} joint;

static hz_gridanswer clash(const joint *j, double free, double give, hz_gridtouch *touch)
{
    *touch = j->touch;
    if (!(touch->eta0 > 0) && !(touch->eta1 > 0) && !(touch->eta0 + free > 0)) /* then psi is 0 too */
        return (hz_gridanswer){ .way = free };
    return hz_gridtouch_step(touch, &j->t->rattle, give, free);
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
        double share = 1 / (1 + k.b * both), tie = (k.a + k.b * (string - j->bridge)) * share, hold = k.b * share * t->give;
        m.rattle = clash(j, j->body - (j->bridge + t->give * tie), give_body + t->give * (1 - hold), &m.touch);
        m.tie = tie - hold * m.rattle.force;
        m.way = string - give * m.tie - j->bridge - t->give * (m.tie + m.rattle.force);
        return m;
    }
    /* tromba:curved  The stretch's way is the one unknown; the rattle answers to each of its values. The miss grows at least
     * as fast as the way, so the first one tells how far the root can be. */
    double way = 0, low = 0, high = 0;
    for (int i = 0; i < 200; i++) {
        hz_slope f = both_sides(&t->join, j->stretch.before, j->stretch.before + way);
        m.tie = f.value;
        m.rattle = clash(j, j->body - (j->bridge + t->give * f.value), give_body + t->give, &m.touch);
        m.way = string - j->bridge - both * f.value - t->give * m.rattle.force;
        double miss = way - m.way;
        if (i == 0)
            *(miss > 0 ? &low : &high) = -miss;
        else
            *(miss > 0 ? &high : &low) = way;
        double next = way - miss / (1 + both * f.slope);
        if (!(next >= low && next <= high) || i % 8 == 7)
            next = 0.5 * (low + high);
        if (next == way)
            break;
        way = next;
    }
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
    meeting met = meet(n->j, m->r[BRIDGE] + m->give[BRIDGE][BOW] * force, m->give[BRIDGE][BRIDGE]);
    return m->give[BOW][BRIDGE] * met.tie / (2 * n->h);
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
    } else if (p->method == HZ_QUADRATISED) {
        double g = root_slope(&t->join, fabs(now)); /* tromba:odd */
        j.tether = (hz_tether){ .a = t->psi_tie * g, .b = 0.25 * g * g };
    } else if (t->join.exponent == 1) {
        j.tether = (hz_tether){ .a = t->join.stiffness * before, .b = 0.5 * t->join.stiffness };
    } else {
        j.curved = 1;
    }
    return j;
}

/* The bow in one sample: its velocity and force, and what came of it. */
typedef struct bowing {
    double velocity, pressure; /* m/s, N */
    hz_tether drag;            /* its resistance, or its viscosity, as a tether */
    double force;              /* on the string */
    double lost;               /* by bristles */
} bowing;

static double resistance(const hz_tromba *t, const bowing *b)
{
    if (t->params.friction == HZ_FRICTION_BRISTLE)
        return b->pressure * t->params.bow.viscosity;
    return hz_bow_resistance(&t->bow, b->pressure, b->velocity - hz_string_change(&t->string, &t->bow_at) / t->h);
}

/* All forces on the string and at the bridge, given the ways without them; pushes the string. */
static meeting tug(hz_tromba *t, joint *j, bowing *bow)
{
    const hz_tromba_params *p = &t->params;
    hz_string *s = &t->string;
    double string = hz_string_way(s, &t->bridge_at), touch = 0;
    web m = { .r = { [BRIDGE] = string }, .give = { [BRIDGE] = { [BRIDGE] = t->bridge_at.give } } };
    if (bow->pressure > 0 || p->touch > 0) {
        if (p->touch > 0 || t->shares)
            m.r[FINGER] = hz_string_way(s, &t->finger_at);
        m.r[BOW] = hz_string_way(s, &t->bow_at);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                m.give[i][k] = t->shared[i][k];
    }
    web whole = m;
    hz_tether finger = { 0 };
    if (p->touch > 0) {
        finger.a = p->touch * finger_stiffness * hz_string_before(s, &t->finger_at);
        finger.b = p->touch * (0.5 * finger_stiffness + 0.5 * finger_drag / t->h);
        eliminate(&m, FINGER, finger, t->shares);
    }
    web bowed = m;
    double bristle = 0;
    if (bow->pressure > 0) {
        double r = resistance(t, bow);
        bow->drag = (hz_tether){ .a = -r * bow->velocity, .b = 0.5 * r / t->h };
        eliminate(&m, BOW, bow->drag, t->shares);
    }
    if (p->friction == HZ_FRICTION_BRISTLE && (bow->pressure > 0 || t->bow.z != 0)) {
        neighbour n = { j, &m, t->h };
        hz_bow_load load = { .free = bow->velocity - 0.5 * m.r[BOW] / t->h, .give = 0.5 * m.give[BOW][BOW] / t->h };
        if (m.give[BOW][BRIDGE] != 0) {
            load.more = felt;
            load.of = &n;
        }
        hz_bow_step step = hz_bow_bristle(&t->bow, bow->pressure, &load);
        bristle = step.force;
        bow->lost = step.lost;
    }
    meeting met = meet(j, m.r[BRIDGE] + m.give[BRIDGE][BOW] * bristle, m.give[BRIDGE][BRIDGE]);
    /* Back again: each tether's force from the way of its place, all forces after it included. */
    if (bow->pressure > 0) {
        double way = bowed.r[BOW] + bowed.give[BOW][BOW] * bristle - bowed.give[BOW][BRIDGE] * met.tie;
        bow->force = bristle - (bow->drag.a + bow->drag.b * way) / (1 + bow->drag.b * bowed.give[BOW][BOW]);
        hz_string_push(s, &t->bow_at, bow->force);
    }
    if (p->touch > 0) {
        double way = whole.r[FINGER] + whole.give[FINGER][BOW] * bow->force - whole.give[FINGER][BRIDGE] * met.tie;
        touch = (finger.a + finger.b * way) / (1 + finger.b * whole.give[FINGER][FINGER]);
        hz_string_push(s, &t->finger_at, -touch);
    }
    hz_string_push(s, &t->bridge_at, -met.tie);
    return met;
}

/* What was supplied and lost in the step whose ways are all known, each from its own formula: tromba:books */
static void book(hz_tromba *t, const bowing *bow, const meeting *met, double bridge, double lift, double knock, double knocked)
{
    const hz_tromba_params *p = &t->params;
    const hz_string *s = &t->string;
    double h = t->h, lost = hz_string_loss(s) + hz_plate_loss(&t->body);
    lost += 0.5 * p->mass * t->drag / (h * h) * bridge * bridge;
    lost += met->rattle.lost + bow->lost;
    if (p->tie == HZ_TIE_SPRING) {
        double way = hz_string_way(s, &t->bridge_at) - bridge;
        lost += 0.5 * p->loss / h * way * way;
    }
    if (p->touch > 0) {
        double way = hz_string_way(s, &t->finger_at);
        lost += 0.25 * p->touch * finger_drag / h * way * way;
    }
    if (bow->pressure > 0) {
        double slip = bow->velocity - 0.5 * hz_string_way(s, &t->bow_at) / h;
        lost += h * 2 * h * bow->drag.b * slip * slip;
        hz_sum_add(&t->ledger.supplied, h * bow->force * bow->velocity);
    }
    if (knock != 0)
        hz_sum_add(&t->ledger.supplied, 0.5 * knock * knocked);
    if (lift != 0)
        hz_sum_add(&t->ledger.adjusted, -0.5 * met->rattle.force * lift);
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

static double knock_force(hz_tromba *t)
{
    hz_knock *k = &t->knock;
    if (k->gone >= k->length)
        return 0;
    return k->force * 0.5 * (1 - cos(2 * pi * (++k->gone - 0.5) / k->length));
}

static void step(hz_tromba *t, bowing *bow, int books)
{
    hz_plate *body = &t->body;
    hz_pair gap = compression(t);
    double knock = knock_force(t), struck = knock ? hz_plate_before(body, &t->knock_at) : 0;
    hz_string_look(&t->string);
    hz_plate_step(body, books);
    if (knock)
        hz_plate_push(body, &t->knock_at, knock);
    double rest = t->rest + fmax(-t->lowers, fmin(t->lowers, t->params.offset - t->rest)), lift = rest - t->rested; /* tromba:offset */
    double next = ((1 - t->drag) * t->dw - t->swing * t->w) / (1 + t->drag); /* tromba:bridge */
    double foot = hz_plate_now(body, &t->foot_at);
    joint j = joint_of(t, next + t->dw, foot - t->foot.before - lift, gap);
    meeting met = tug(t, &j, bow);
    next += t->give * (met.tie + met.rattle.force);
    if (met.rattle.force > 0) {
        hz_plate_push(body, &t->foot_at, -met.rattle.force);
        foot = hz_plate_now(body, &t->foot_at);
    }
    t->foot = (hz_pair){ t->foot.now, foot };
    t->heard = (hz_pair){ t->heard.now, hz_plate_now(body, &t->body_heard_at) };
    double way = hz_string_way(&t->string, &t->bridge_at) - (next + t->dw);
    t->stretch = (hz_pair){ t->stretch.now, t->stretch.before + way };
    if (t->params.tie == HZ_TIE_COLLISION && t->params.method == HZ_QUADRATISED)
        t->psi_tie += 0.5 * root_slope(&t->join, fabs(j.stretch.now)) * way;
    t->touch = met.touch;
    t->force = met.rattle.force;
    if (books)
        book(t, bow, &met, next + t->dw, lift, knock, knock ? hz_plate_now(body, &t->knock_at) - struck : 0);
    t->rested = t->rest;
    t->rest = rest;
    t->dw = next;
    t->w += next;
    hz_string_commit(&t->string);
    if (t->string.gliding) {
        double change = hz_string_glide(&t->string, books);
        if (books)
            hz_sum_add(&t->ledger.adjusted, change);
    }
    if (t->force > 0 || t->touching) {
        hz_pair after = compression(t);
        follow(t, after.before, after.now);
    }
}

/* ---- gestures ---- */

void hz_tromba_stroke(hz_tromba *t, double speed, double force, double seconds)
{
    int ends = (int)(stroke_ends / t->h), whole = (int)(seconds / t->h);
    t->stroke = (hz_stroke){ .speed = speed, .force = force, .left = seconds > 0 ? whole : -1, .rise = ends, .fall = ends };
}

void hz_tromba_lift(hz_tromba *t)
{
    hz_stroke *s = &t->stroke;
    if (s->left < 0 || s->left > s->gone + s->fall)
        s->left = s->gone + s->fall;
}

/* What the gesture adds to the bow now: both ends are smooth. */
static bowing gesture(hz_tromba *t)
{
    hz_stroke *s = &t->stroke;
    bowing b = { 0 };
    if (s->left == 0 || (s->left > 0 && s->gone >= s->left)) {
        *s = (hz_stroke){ 0 };
        return b;
    }
    double in = fmin(1, (s->gone + 1.0) / s->rise), out = s->left < 0 ? 1 : fmin(1, (double)(s->left - s->gone) / s->fall);
    double swell = sin(0.5 * pi * fmin(in, out));
    s->gone += s->left > 0 || s->gone < s->rise;
    b.velocity = s->speed * swell;
    b.pressure = s->force * swell * swell;
    return b;
}

void hz_tromba_pluck(hz_tromba *t, double place, double amplitude, double width)
{
    double before = stored(t);
    int n = t->string.n;
    t->still = 0;
    double *shape = t->string.u1 + 1;
    for (int i = 1; i < n; i++) {
        double x = ((double)i / n - place) / (0.5 * width);
        shape[i - 1] = fabs(x) < 1 ? amplitude * 0.5 * (1 + cos(pi * x)) : 0;
    }
    hz_string_displace(&t->string, shape);
    span(t);
    hz_sum_add(&t->ledger.adjusted, stored(t) - before);
}

void hz_tromba_knock(hz_tromba *t, double impulse, double x, double y)
{
    int length = (int)fmax(2, knock_time / t->h);
    t->knock_at = hz_plate_at(&t->body, x, y);
    t->knock = (hz_knock){ .force = 2 * impulse / (length * t->h), .length = length };
}

/* ---- the block ---- */

double hz_tromba_heard(const hz_tromba *t, int outlet, int displacement)
{
    double v = displacement ? 1 : 1 / t->h;
    if (outlet == 1)
        return displacement ? t->w : t->dw * v;
    if (outlet == 0)
        return displacement ? hz_string_now(&t->string, &t->heard_at) : hz_string_change(&t->string, &t->heard_at) * v;
    return displacement ? t->heard.now : (t->heard.now - t->heard.before) * v;
}

static void write_meters(const hz_tromba *t, const hz_tromba_io *io, int i, int wanted)
{
    hz_accounts a;
    if (io->ledger && wanted) {
        hz_tromba_accounts(t, &a);
        for (int k = 0; k < HZ_ACCOUNTS; k++)
            if (io->meter[k])
                io->meter[k][i] = a.value[k];
    }
    if (io->meter[HZ_POSITION])
        io->meter[HZ_POSITION][i] = string_at(t, &t->bow_at);
    if (io->meter[HZ_COMPRESSION])
        io->meter[HZ_COMPRESSION][i] = compression(t).now;
}

/* Whether the bow can move the string in this block. */
static int is_bowed(const hz_tromba *t, const hz_tromba_io *io)
{
    if (t->stroke.left != 0)
        return 1;
    for (int i = 0; i < io->n && io->pressure && io->velocity; i++)
        if (io->pressure[i] > 0 && io->velocity[i] != 0)
            return 1;
    return 0;
}

/* What has died out becomes nothing, before numbers get so small that they are slow. */
static void settle(hz_tromba *t, int books)
{
    int alive = fabs(t->w) > nothing || fabs(t->dw) > nothing;
    for (int i = 1; i < t->string.n && !alive; i++)
        alive = fabs(t->string.u[i]) > nothing || fabs(t->string.d[i]) > nothing;
    if (alive || hz_plate_largest(&t->body) > nothing)
        return;
    double before = books ? stored(t) : 0;
    at_rest(t);
    if (books)
        hz_sum_add(&t->ledger.dissipated, before - stored(t));
}

static int is_at_rest(hz_tromba *t, const hz_tromba_io *io)
{
    if (is_bowed(t, io) || t->knock.gone < t->knock.length || t->params.offset < 0 || t->rest != t->params.offset)
        return 0;
    if (!t->still)
        settle(t, io->ledger);
    return t->still;
}

void hz_tromba_run(hz_tromba *t, const hz_tromba_io *io)
{
    if (io->ledger && !t->booked) /* flows were not counted so far, so the books begin with what is there */
        hz_ledger_open(&t->ledger, stored(t));
    t->booked = io->ledger;
    int resting = is_at_rest(t, io), wanted = 0;
    for (int k = 0; k < HZ_ACCOUNTS && io->meter; k++)
        wanted |= io->meter[k] != NULL;
    t->still = resting;
    for (int i = 0; i < io->n; i++) {
        if (!resting) {
            bowing b = gesture(t);
            if (io->velocity)
                b.velocity += io->velocity[i];
            if (io->pressure)
                b.pressure += fmax(io->pressure[i], 0);
            double place = io->place ? fmin(fmax(io->place[i], 0), 1) : t->params.bow_place;
            if (place != t->bow_wanted)
                place_bow(t, place);
            step(t, &b, io->ledger);
        }
        for (int k = 0; k < 3; k++)
            io->audio[k][i] = resting ? 0 : hz_tromba_heard(t, k, io->displacement);
        io->force[i] = resting ? 0 : t->force;
        if (io->meter)
            write_meters(t, io, i, wanted);
    }
}
