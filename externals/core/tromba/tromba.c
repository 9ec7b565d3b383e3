/* tromba: a bowed string over a bridge that rests on a plate: life, energy, parameters and the block. */
#include "internal.h"

#include "core/base/root.h"
#include "core/base/units.h"

#include <math.h>

/* Displacements (m) under this are nothing, and when all are, the instrument is at rest. At 48 kHz it is a velocity of
 * 5e-14 m/s. */
static const double nothing = 1e-18;

/* What each newton of touch adds to the spring and the damper of the finger, 1/m and s/m. */
static const double finger_stiffness = 2000, finger_drag = 2;

/* tromba:slack  A slack takes so long (s), or longer at its greatest speed (m/s), which is that of a bow. */
static const double slack_time = 0.01, slack_speed = 0.1;

/* tromba:slack  String and body may be bent to so many times the energy that they held. Beyond that, displacements are
 * scaled by the other number until they are not. */
static const double bend_gain = 2, let_go = 0.8;

/* ---- what is stored ---- */

static hz_pair reach(const hz_tromba *t, enum hz_tromba_spring j)
{
    const hz_string_port *p = &t->place[j == HZ_SPRING_FINGER ? HZ_PLACE_FINGER : HZ_PLACE_BRIDGE];
    hz_pair bridge = { t->bridge.w - t->bridge.d, t->bridge.w },
            string = { hz_string_before(&t->string, p), hz_string_now(&t->string, p) };
    if (j == HZ_SPRING_BRIDGE)
        return bridge;
    if (j == HZ_SPRING_FINGER)
        return string;
    hz_pair foot = { t->foot - t->foot_way, t->foot }, other = j == HZ_SPRING_RATTLE ? foot : string;
    return (hz_pair){ other.before - bridge.before, other.now - bridge.now };
}

hz_pair hz_tromba_strain(const hz_tromba *t, enum hz_tromba_spring j)
{
    if (j == HZ_SPRING_TIE)
        return (hz_pair){ hz_tromba_stretch(t->stretch[0]), hz_tromba_stretch(t->stretch[1]) };
    hz_pair r = reach(t, j);
    return (hz_pair){ r.before - t->slack[j].before, r.now - t->slack[j].ramp.at };
}

/* What each spring would hold under a strain. */
static double rattle_energy(const hz_tromba *t, hz_pair e)
{
    hz_grid_contact touch = t->touch;
    hz_grid_contact_set(&touch, &t->rattle, e.before, e.now);
    return hz_grid_contact_stored(&touch, &t->rattle);
}

static double beyond_energy(const hz_tromba *t, hz_stretch before, hz_stretch now)
{
    return 0.5 * (hz_law_potential(&t->join, fabs(now.beyond)) + hz_law_potential(&t->join, fabs(before.beyond)));
}

static double tie_energy(const hz_tromba *t, hz_pair e)
{
    const hz_tromba_params *p = &t->params;
    if (p->tie == HZ_TIE_SPRING) {
        /* tromba:spring */
        double mean = 0.5 * (e.now + e.before), both = e.now * e.before;
        return 0.5 * p->k1 * mean * mean + 0.25 * p->k3 * both * both;
    }
    if (hz_tromba_is_odd(p))
        return hz_law_potential(&t->join, fabs(e.now)); /* which is then in psi */
    return beyond_energy(t, hz_tromba_split(p, e.before), hz_tromba_split(p, e.now));
}

static double bridge_energy(const hz_tromba *t, hz_pair e)
{
    return 0.5 * t->bridge.mass / (t->h * t->h) * t->bridge.spring * e.now * e.before;
}

static double finger_energy(const hz_tromba *t, hz_pair e)
{
    return 0.25 * t->hold * (e.now * e.now + e.before * e.before);
}

static double (*const energy_under[HZ_SPRINGS])(const hz_tromba *t,
                                                hz_pair strain) = { [HZ_SPRING_RATTLE] = rattle_energy,
                                                                    [HZ_SPRING_TIE] = tie_energy,
                                                                    [HZ_SPRING_BRIDGE] = bridge_energy,
                                                                    [HZ_SPRING_FINGER] = finger_energy };

static double held(const hz_tromba *t, enum hz_tromba_spring j)
{
    if (j == HZ_SPRING_RATTLE)
        return hz_grid_contact_stored(&t->touch, &t->rattle);
    if (j == HZ_SPRING_TIE && hz_tromba_is_odd(&t->params))
        return 0.5 * t->psi_tie * t->psi_tie;
    if (j == HZ_SPRING_TIE && t->params.tie == HZ_TIE_COLLISION)
        return beyond_energy(t, t->stretch[0], t->stretch[1]);
    return energy_under[j](t, hz_tromba_strain(t, j));
}

/* Adds what is stored beside string and body. */
static void add_beside(const hz_tromba *t, hz_energy *add)
{
    add->kinetic += 0.5 * t->bridge.mass / (t->h * t->h) * t->bridge.d * t->bridge.d;
    add->potential += held(t, HZ_SPRING_BRIDGE) + held(t, HZ_SPRING_FINGER) + hz_bow_energy(&t->bow);
    add->contact += held(t, HZ_SPRING_TIE) + held(t, HZ_SPRING_RATTLE);
}

static hz_energy stored(const hz_tromba *t)
{
    hz_energy e = { 0 };
    if (t->h == 0)
        return e;
    hz_string_energy(&t->string, &e);
    hz_plate_energy(&t->body, &e);
    add_beside(t, &e);
    return e;
}

static double total(const hz_tromba *t)
{
    hz_energy e = stored(t);
    return hz_energy_total(&e);
}

double hz_tromba_before(const hz_tromba *t)
{
    return t->ledger.open ? total(t) : 0;
}

void hz_tromba_changed(hz_tromba *t, double before)
{
    if (t->ledger.open)
        hz_sum_add(&t->ledger.adjusted, total(t) - before);
}

void hz_tromba_accounts(const hz_tromba *t, hz_accounts *out)
{
    hz_energy now = stored(t);
    hz_ledger_read(&t->ledger, &now, out);
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

/* Finds where slacks go from here, and how fast. */
static void aim(hz_tromba *t)
{
    for (int j = 0; j < HZ_SPRINGS; j++) {
        double goal = j == HZ_SPRING_RATTLE ? t->params.offset : 0;
        hz_ramp_aim(&t->slack[j].ramp, goal, (int)fmax(slack_time / t->h, 1), slack_speed * t->h);
    }
    t->slips = 1; /* until the step sees that none is on its way */
}

static void measure_rattle(hz_tromba *t)
{
    hz_pair gap = hz_tromba_strain(t, HZ_SPRING_RATTLE);
    hz_grid_contact_set(&t->touch, &t->rattle, gap.before, gap.now);
}

static void at_rest(hz_tromba *t)
{
    hz_string_reset(&t->string);
    hz_plate_rest(&t->body);
    t->bridge.w = t->bridge.d = t->psi_tie = t->force = 0;
    hz_bow_rest(&t->bow);
    t->track.steps = 0;
    t->foot = t->foot_way = 0;
    t->stretch[0] = t->stretch[1] = (hz_stretch){ 0, 0 };
    for (int j = 0; j < HZ_SPRINGS; j++)
        t->slack[j] = (hz_slack){ 0 };
    /* Where the bridge's rest would be inside the body, it sinks there from the body's surface. */
    t->slack[HZ_SPRING_RATTLE].ramp.at = t->slack[HZ_SPRING_RATTLE].before = fmax(t->params.offset, 0);
    aim(t);
    t->still = t->params.offset >= 0;
    measure_rattle(t);
}

void hz_tromba_reset(hz_tromba *t)
{
    if (t->h > 0)
        at_rest(t);
    t->stroke = (hz_stroke){ 0 };
    t->knock = (hz_knock){ 0 };
    if (t->ledger.open)
        hz_ledger_open(&t->ledger, total(t));
}

int hz_tromba_finite(const hz_tromba *t)
{
    double sum = t->bridge.w + t->bridge.d + t->psi_tie + t->touch.psi + t->bow.z + hz_tromba_stretch(t->stretch[0]) +
                 hz_tromba_stretch(t->stretch[1]);
    return sum - sum == 0 && hz_string_finite(&t->string) && hz_plate_finite(&t->body);
}

/* ---- parameters that jump: tromba:slack ---- */

/* The greatest part, up to 1, of a strain under which a spring holds no more than so much. */
static double eased(const hz_tromba *t, enum hz_tromba_spring j, hz_pair e, double most)
{
    if (energy_under[j](t, e) <= fmax(most, 0))
        return 1;
    hz_root r = hz_root_between(0, 1);
    while (hz_root_halve(&r, energy_under[j](t, (hz_pair){ r.x * e.before, r.x * e.now }) <= most ? -1 : 1))
        ;
    return r.low;
}

static double taken_up(enum hz_tromba_spring j, double reach, double slack, double strain)
{
    double left = reach - strain;
    /* What is apart stays so, but need not keep its distance. */
    return j != HZ_SPRING_RATTLE ? left : fmax(slack, strain > 0 ? left : reach);
}

/* A stretch that stays keeps all of its digits. */
static void put_stretch(hz_tromba *t, int now, double strain)
{
    hz_stretch was = t->stretch[now], is = hz_tromba_split(&t->params, strain);
    if (is.within != was.within || strain != hz_tromba_stretch(was))
        t->stretch[now] = is;
}

void hz_tromba_refit(hz_tromba *t, const hz_pair strain[HZ_SPRINGS])
{
    put_stretch(t, 0, strain[HZ_SPRING_TIE].before);
    put_stretch(t, 1, strain[HZ_SPRING_TIE].now);
    for (int j = 0; j < HZ_SPRINGS; j++) {
        hz_pair r = reach(t, (enum hz_tromba_spring)j);
        hz_slack *s = &t->slack[j];
        s->before = taken_up((enum hz_tromba_spring)j, r.before, s->before, strain[j].before);
        s->ramp.at = taken_up((enum hz_tromba_spring)j, r.now, s->ramp.at, strain[j].now);
    }
    aim(t);
}

/* What must not jump, as it was before parameters were taken over. */
typedef struct past {
    hz_pair strain[HZ_SPRINGS];
    double held[HZ_SPRINGS], string, body; /* J */
    double string_mass, body_mass, bridge; /* kg */
} past;

static double string_mass(const hz_tromba *t)
{
    return t->string.mass * t->string.n;
}

static double body_mass(const hz_tromba *t)
{
    const hz_plate_params *p = &t->body.params;
    return p->density * p->thickness * p->size[0] * p->size[1];
}

/* What the string will hold as bending, where it glides to. */
static double bent_string(const hz_string *s)
{
    hz_string then = *s;
    hz_energy e = { 0 };
    then.fit = s->goal;
    hz_string_energy(&then, &e);
    return e.potential;
}

static double bent_body(const hz_plate *p)
{
    hz_energy e = { 0 };
    hz_plate_energy(p, &e);
    return e.potential;
}

static past past_of(const hz_tromba *t)
{
    past was = { .string_mass = string_mass(t), .body_mass = body_mass(t), .bridge = t->params.mass };
    hz_energy string = { 0 }, body = { 0 };
    hz_string_energy(&t->string, &string);
    hz_plate_energy(&t->body, &body);
    was.string = hz_energy_total(&string);
    was.body = hz_energy_total(&body);
    for (int j = 0; j < HZ_SPRINGS; j++) {
        was.strain[j] = hz_tromba_strain(t, (enum hz_tromba_spring)j);
        was.held[j] = held(t, (enum hz_tromba_spring)j);
    }
    return was;
}

/* Mass that was put on a body was at rest: momentum stays. Mass that was taken off took its energy along. A body that
 * is drawn up much was let go on the way. */
static void ease(hz_tromba *t, const past *was)
{
    double string = was->string_mass / string_mass(t), body = was->body_mass / body_mass(t);
    double string_holds = bend_gain * was->string / fmax(string, 1), body_holds = bend_gain * was->body / fmax(body, 1);
    if (t->params.mass > was->bridge)
        t->bridge.d *= was->bridge / t->params.mass;
    if (string < 1)
        hz_string_scale(&t->string, 1, string);
    if (body < 1)
        hz_plate_scale(&t->body, 1, body);
    for (int i = 0; i < 60 && bent_string(&t->string) > string_holds; i++)
        hz_string_scale(&t->string, let_go, 1);
    for (int i = 0; i < 60 && bent_body(&t->body) > body_holds; i++)
        hz_plate_scale(&t->body, let_go, 1);
    t->foot = hz_plate_now(&t->body, &t->foot_at);
    t->foot_way = hz_plate_change(&t->body, &t->foot_at);
}

/* The state under the new parameters: nothing is drawn out further by them, and no spring holds more than it did. */
static void settle_in(hz_tromba *t, past *was, int fresh)
{
    ease(t, was);
    for (int j = 0; j < HZ_SPRINGS; j++) {
        hz_pair *e = &was->strain[j];
        double part = eased(t, (enum hz_tromba_spring)j, *e, was->held[j]);
        *e = (hz_pair){ part * e->before, part * e->now };
    }
    hz_tromba_refit(t, was->strain);
    if (fresh) { /* what psi starts from where the energy was not in it, or is not any more */
        double now = t->stretch[1].beyond, psi = sqrt(2 * hz_law_potential(&t->join, fabs(now)));
        t->psi_tie = hz_tromba_is_odd(&t->params) ? copysign(psi, now) : 0;
    }
    measure_rattle(t);
    /* The place of a sample ago may be another one now, and psi is that of both places. */
    t->touch.psi = fmin(t->touch.psi, sqrt(2 * was->held[HZ_SPRING_RATTLE]));
}

/* ---- coefficients ---- */

static void place_bow(hz_tromba *t, double place)
{
    t->bow_wanted = place;
    t->place[HZ_PLACE_BOW] = hz_string_port_at(&t->string, place);
    t->shares = 0;
    for (int i = 0; i < HZ_PLACES; i++)
        for (int j = 0; j < HZ_PLACES; j++) {
            t->compliances[i][j] = hz_string_compliance(&t->string, &t->place[i], &t->place[j]);
            t->shares |= i != j && t->compliances[i][j] != 0;
        }
}

double hz_tromba_root_slope(const hz_law *l, double eta)
{
    double e = fmax(fabs(eta), 1e-30); /* at 0 it is the limit: with the exponent 1 the tie holds there, too */
    return hz_law_root_slope(l, hz_law_spring(l, e), e);
}

static void derive(hz_tromba *t, const hz_tromba_params *p)
{
    t->params = *p;
    hz_mass_spring_prepare(&t->bridge, p->mass, 2 * HZ_PI * p->freq, 0.5 * p->damping, t->h); /* tromba:bridge */
    t->hold = p->touch * finger_stiffness;
    t->rub = p->touch * finger_drag;
    t->join = hz_law_prepare(&p->join);
    t->rattle = hz_grid_law_prepare(&p->rattle, p->method, t->h);
    t->touch.stiffness = p->rattle.stiffness;
    hz_bow_prepare(&t->bow, &p->bow, t->h);
    if (p->friction == HZ_FRICTION_CURVE)
        hz_bow_rest(&t->bow);
    t->place[HZ_PLACE_BRIDGE] = hz_string_port_at(&t->string, p->place);
    t->place[HZ_PLACE_FINGER] = hz_string_port_at(&t->string, p->finger);
    t->heard_at = hz_string_port_at(&t->string, p->heard);
    t->foot_at = hz_plate_at(&t->body, p->foot[0], p->foot[1]);
    t->body_heard_at = hz_plate_at(&t->body, p->heard_body[0], p->heard_body[1]);
    t->knock_at = hz_plate_at(&t->body, t->knock.place[0], t->knock.place[1]);
    place_bow(t, p->bow_place);
}

int hz_tromba_prepare(hz_tromba *t, const hz_tromba_params *p, double h, int glide)
{
    int first = t->h == 0, fresh = hz_tromba_is_odd(&t->params) != hz_tromba_is_odd(p);
    double before = hz_tromba_before(t);
    past was = { .bridge = 0 };
    if (!first)
        was = past_of(t);
    if (!hz_plate_prepare(&t->body, &p->body, h))
        return -1;
    int says = hz_string_prepare(&t->string, &p->string, h, first ? 0 : glide);
    t->h = h;
    derive(t, p);
    if (first || t->still)
        at_rest(t);
    else
        settle_in(t, &was, fresh);
    hz_tromba_changed(t, before);
    return says;
}

/* ---- the block ---- */

double hz_tromba_heard(const hz_tromba *t, int part, int displacement)
{
    double rate = 1 / t->h;
    if (part == 1)
        return displacement ? t->bridge.w : t->bridge.d * rate;
    if (part == 0)
        return displacement ? hz_string_now(&t->string, &t->heard_at)
                            : hz_string_change(&t->string, &t->heard_at) * rate;
    return displacement ? hz_plate_now(&t->body, &t->body_heard_at)
                        : hz_plate_change(&t->body, &t->body_heard_at) * rate;
}

double hz_tromba_shape(const hz_tromba *t, int part, double place)
{
    if (part == 1)
        return t->bridge.w;
    if (part == 0) {
        hz_string_port at = hz_string_port_at(&t->string, place);
        return hz_string_now(&t->string, &at);
    }
    hz_plate_port at = hz_plate_at(&t->body, place, t->params.foot[1]);
    return hz_plate_now(&t->body, &at);
}

static void meter(const hz_tromba *t, double *const *meters, int i, int metered)
{
    if (metered) {
        hz_energy e = { 0 };
        if (t->still) { /* no step was taken */
            e = stored(t);
        } else {
            e = t->swinging;
            add_beside(t, &e);
        }
        hz_ledger_show(&t->ledger, &e, meters, i);
    }
    if (meters[HZ_POSITION])
        meters[HZ_POSITION][i] = hz_string_now(&t->string, &t->place[HZ_PLACE_BOW]);
    if (meters[HZ_COMPRESSION])
        meters[HZ_COMPRESSION][i] = hz_tromba_strain(t, HZ_SPRING_RATTLE).now;
    if (meters[HZ_SPEED])
        meters[HZ_SPEED][i] = hz_string_change(&t->string, &t->place[HZ_PLACE_BOW]) / t->h;
    if (meters[HZ_ENDFORCE])
        meters[HZ_ENDFORCE][i] = hz_grid_contact_end_force(&t->touch, &t->rattle);
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
static void settle(hz_tromba *t)
{
    int alive = t->slips || fabs(t->bridge.w) > nothing || fabs(t->bridge.d) > nothing;
    for (int i = 1; i < t->string.n && !alive; i++)
        alive = fabs(t->string.u[i]) > nothing || fabs(t->string.d[i]) > nothing;
    if (alive || hz_plate_largest(&t->body) > nothing)
        return;
    double before = hz_tromba_before(t);
    at_rest(t);
    if (t->ledger.open)
        hz_sum_add(&t->ledger.dissipated, before - total(t));
}

static int is_at_rest(hz_tromba *t, const hz_tromba_io *io)
{
    if (t->h == 0) /* no grid has carried its first body */
        return 1;
    if (is_bowed(t, io) || t->knock.gone < t->knock.length || t->params.offset < 0)
        return 0;
    if (!t->still)
        settle(t);
    return t->still;
}

static void one_sample(hz_tromba *t, const hz_tromba_io *io, int i)
{
    hz_bowing b = hz_tromba_gesture(t);
    if (io->velocity)
        b.velocity += io->velocity[i];
    if (io->pressure)
        b.pressure += fmax(io->pressure[i], 0);
    double place = io->place ? fmin(fmax(io->place[i], 0), 1) : t->params.bow_place;
    if (place != t->bow_wanted)
        place_bow(t, place);
    hz_tromba_step(t, &b);
}

void hz_tromba_run(hz_tromba *t, const hz_tromba_io *io)
{
    if (!io->ledger)
        hz_ledger_close(&t->ledger);
    else if (!t->ledger.open) /* the books begin with what is there */
        hz_ledger_open(&t->ledger, total(t));
    int resting = t->still = is_at_rest(t, io), metered = io->ledger && io->meter && hz_ledger_is_metered(io->meter);
    for (int i = 0; i < io->n; i++) {
        if (!resting)
            one_sample(t, io, i);
        for (int k = 0; k < 3; k++)
            io->audio[k][i] = resting ? 0 : hz_tromba_heard(t, k, io->displacement);
        io->force[i] = resting ? 0 : t->force;
        if (io->meter)
            meter(t, io->meter, i, metered);
    }
}
