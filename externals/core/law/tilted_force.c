/* tilted_force: the force of a step of a contact that goes on, which runs straight over the step. */
#include "tilted_force.h"

#include "core/base/simd.h"

enum { MOST_NEWTON = 16, MOST_ENERGY = 12 };
/* So many of the numbers of hz_led Newton's method asks for, and a force that runs straight. */
enum { NEWTON_NUMBERS = 4, LINE_NUMBERS = 5 };

/* Newton's step is the last one where it leaves no more than this part of the force to find: the square of the first,
 * or what the law bends by where it has led. */
static const double last_step = 3e-3, last_bend = 1e-5;
/* So far, as a part of the compression, the law is followed by its series at a place where it is known. */
static const double near_place = 1.0 / 2048;
/* A way of less than this part of the compression takes its elastic work from the forces at both ends: the difference
 * of two energies would have lost its digits. */
static const double short_way = 1.0 / 1024;
/* What rounding leaves of the balance of a step's energies, as a part of them. */
static const double balanced = 3e-16;

/* Half way, by the ends and the moment: collide:tilt. `first` is the velocity at the start. */
static HZ_SIMD_INLINE hz_led led_of(double run, double v, double moment, double first, double length, double rate)
{
    return (hz_led){ { .run = run,
                       .v = v,
                       .half = 0.5 * run + length * (v - first) * 0.03125 - 1.875 * moment,
                       .v_half = 1.5 * run * rate - 0.25 * (first + v),
                       .moment = moment } };
}

hz_tilted_columns hz_tilted_columns_of(const hz_mobility *m, double length)
{
    return (hz_tilted_columns){ length, led_of(-m->g, -m->g_v, m->e, 0, length, 1 / length),
                                led_of(-m->e, -m->e_v, -m->k, 0, length, 1 / length) };
}

/* collide:stride  One over what the arch, and the part of third degree of the sway, do to themselves: the square of
 * what each whole step of the stride has of them. */
static inline double arch_norm(int samples)
{
    static const double norm[] = { 16.0 / 3, 256.0 / 51, 4096.0 / 819 };
    return norm[samples >> 2];
}

static inline double sway_norm(int samples)
{
    static const double norm[] = { 16, 256.0 / 35, 8192.0 / 1167 };
    return norm[samples >> 2];
}

/* The same by the moments of a stride: half way of the polynomial of third degree for the velocity that has them. */
static HZ_SIMD_INLINE hz_led strides_to(const hz_tilted_reach *r, double rate, int samples)
{
    double third = (r->sway + 2 * r->moment) * sway_norm(samples);
    return (hz_led){ { .run = r->du,
                       .v = r->v,
                       .half = 0.5 * r->du - 1.5 * r->moment + third * (1.0 / 16),
                       .v_half = (r->du - 0.5 * arch_norm(samples) * r->arch) * rate,
                       .moment = r->moment,
                       .arch = r->arch,
                       .sway = r->sway,
                       .hump = r->hump } };
}

hz_curve_columns hz_curve_columns_of(const hz_tilted_reach *by, double length, int samples)
{
    hz_led shape[5];
    for (int k = 0; k < 5; k++) {
        hz_tilted_reach r = { -by[k].du, -by[k].v, -by[k].moment, -by[k].arch, -by[k].sway, -by[k].hump };
        shape[k] = strides_to(&r, 1 / length, samples);
    }
    for (int i = 0; i < HZ_LED_NUMBERS; i++) { /* the arch is the force at the start less mean, plus half the tilt */
        shape[0].of[i] -= shape[2].of[i];
        shape[1].of[i] += 0.5 * shape[2].of[i];
    }
    return (hz_curve_columns){ { length, shape[0], shape[1] }, shape[2], shape[3], shape[4], samples };
}

/* The law at a place: the elastic force and how it grows with the compression, the force, and how it grows with
 * compression and velocity. */
typedef struct place {
    double eta, spring, spring_slope, force, by_eta, by_v;
} place;

static HZ_SIMD_INLINE place place_of(const hz_law *l, double eta, double v)
{
    double mean = 1 + l->damping * v;
    if (!(eta > 0))
        return (place){ .eta = eta };
    double spring = hz_law_spring(l, eta), slope = l->exponent * spring / eta;
    if (!(mean > 0))
        return (place){ .eta = eta, .spring = spring, .spring_slope = slope };
    return (place){ eta, spring, slope, spring * mean, slope * mean, spring * l->damping };
}

/* A step that is being solved: mean and tilt, where they lead, and the law at the end and half way. */
typedef struct tilted {
    double force, tilt, starts;
    double sway, hump, quarters; /* of a stride; at both quarters, what the damping takes in a second */
    double stray;
    hz_led free, at;
    place end, half;
} tilted;

/* The arch of a stride's force: it begins with the force that there is. */
static HZ_SIMD_INLINE double arch_of(const tilted *x)
{
    return x->starts + 0.5 * x->tilt - x->force;
}

/* By how much the law's force is off its tangent at a place, when compression and `mu v` are changed by so much; more
 * than any force where the tangent says nothing of it. */
static HZ_SIMD_INLINE double bend_of(const hz_law *l, const place *p, double way, double drag)
{
    double part = fabs(way);
    if (!(part < 0.25 * p->eta))
        return p->eta <= 0 && p->eta + way <= 0 ? 0 : HUGE_VAL;
    return part * (p->spring_slope * fabs(drag) + 0.5 * fabs(l->exponent - 1) * p->by_eta * part / p->eta);
}

/* Whether a step of Newton's method, which changes mean and tilt by so much and leads there, is the last one. */
static HZ_SIMD_INLINE int is_last(const hz_tilted_equation *s, const tilted *x, double change, const hz_led *from,
                                  const hz_led *to)
{
    double size = fabs(x->force) + x->end.force, mu = s->law->damping;
    return change <= last_step * size ||
           (bend_of(s->law, &x->end, to->run - from->run, mu * (to->v - from->v)) <= last_bend * size &&
            bend_of(s->law, &x->half, to->half - from->half, mu * (to->v_half - from->v_half)) <= last_bend * size);
}

/* By how much the mean and the tilt that the law asks for grow with what leads the compression so. */
static HZ_SIMD_INLINE hz_tilted_answer answer_by(const place *end, const place *half, const hz_tilted_columns *c)
{
    const hz_led *f = &c->by_force, *t = &c->by_tilt;
    double end_f = end->by_eta * f->run + end->by_v * f->v, end_t = end->by_eta * t->run + end->by_v * t->v;
    double half_f = half->by_eta * f->half + half->by_v * f->v_half;
    double half_t = half->by_eta * t->half + half->by_v * t->v_half;
    return (hz_tilted_answer){ (4 * half_f + end_f) * (1.0 / 6), (4 * half_t + end_t) * (1.0 / 6), end_f, end_t };
}

/* collide:stride  Sway and hump of a stride's force: what the law has at its quarters that the rest of the curve has
 * not. */
static HZ_SIMD_INLINE void see_quarters(const hz_tilted_equation *s, tilted *x)
{
    const hz_curve_columns *c = s->curve;
    const hz_led *at = &x->at;
    double rate = 1 / c->tied.length, arch = arch_norm(c->samples) * at->arch;
    double third = sway_norm(c->samples) * (at->sway + 2 * at->moment);
    double eta = s->eta + 0.5 * at->run - 1.125 * at->moment - third * (3.0 / 256);
    double way = 0.25 * at->run - arch * (3.0 / 32), v = (at->run - 0.125 * arch) * rate;
    double more = (3 * at->moment - third * (7.0 / 16)) * rate;
    double spring[] = { hz_law_spring(s->law, eta - way), hz_law_spring(s->law, eta + way) };
    double first = hz_law_damped(s->law, spring[0], v - more), last = hz_law_damped(s->law, spring[1], v + more);
    x->quarters = (first - spring[0]) * (v - more) + (last - spring[1]) * (v + more);
    if (c->samples > 4)
        x->stray = fabs(at->v - (at->run + arch + 6 * at->moment + third) * rate) +
                   fabs(s->v - (at->run + arch - 6 * at->moment - third) * rate);
    x->sway = (0.25 * x->tilt - 0.5 * (last - first)) * (16.0 / 15);
    x->hump = (0.5 * (first + last) - (x->force - 0.125 * arch_of(x))) * (16.0 / 3);
}

/* The law half way where Newton's last step has led. */
static HZ_SIMD_INLINE void follow_half(const hz_tilted_equation *s, tilted *x)
{
    double eta = s->eta + x->at.half, mean = 1 + s->law->damping * x->at.v_half;
    if (!(mean > 0 && x->half.by_eta > 0)) {
        x->half = place_of(s->law, eta, x->at.v_half);
        return;
    }
    x->half.spring += x->half.spring_slope * (eta - x->half.eta);
    x->half.spring = x->half.spring > 0 ? x->half.spring : 0;
    x->half.force = x->half.spring * mean;
}

/* The elastic force and energy at a place. */
typedef struct held {
    double spring, elastic;
} held;

/* How the energies of a step come out: what it holds at the end, what it loses, what is left over, and by how much the
 * force is bent for that. */
typedef struct balance {
    held end;
    double loss, missed, bent;
} balance;

/* A step out does at least this part of the work that the law's force does. */
static const double work_left = 0.25;

/* What the contact loses in the step, by Simpson's rule. Where bodies leave nearly as fast as the contact can follow,
 * nearly all that it stored is lost, and the rule may find more than all of it, for which the force would pull: it
 * loses so much less that a part of the work is left that the law's force does. */
static HZ_SIMD_INLINE double loss_of(const hz_tilted_equation *s, const tilted *x, const held *end, double stored,
                                     double work, int curved)
{
    if (!(s->law->damping > 0))
        return 0;
    double pushes = hz_law_damped(s->law, end->spring, x->at.v);
    double ends = (x->starts - s->spring) * s->v + (pushes - end->spring) * x->at.v;
    double half = (x->half.force - x->half.spring) * x->at.v_half;
    double lost = curved ? (7 * ends + 32 * x->quarters + 12 * half) * (1.0 / 15) : ends + 4 * half;
    double most = work_left * work - stored;
    lost *= s->columns->length * (1.0 / 6);
    if (x->at.run < 0 && lost > most)
        lost = most;
    return lost > 0 ? lost : 0;
}

/* Both a little off a place where the law is known: by the binomial series, where a power takes longer. */
static HZ_SIMD_INLINE held held_near(const hz_law *l, const place *p, double off)
{
    if (!(p->eta > 0))
        return (held){ 0, 0 };
    if (l->power.halves >= 0) {
        double eta = p->eta + off, spring = hz_law_spring(l, eta);
        return (held){ spring, spring * eta / (l->exponent + 1) };
    }
    double r = off / p->eta, a = l->exponent, a2 = l->series2, a3 = l->series3, a4 = l->series4;
    return (held){ p->spring * (1 + r * (a + r * (a2 + r * (a3 + r * a4)))),
                   p->spring * (p->eta / (a + 1) +
                                off * (1 + r * (0.5 * a + r * (a2 * (1.0 / 3) + r * (0.25 * a3 + r * 0.2 * a4))))) };
}

/* The change of elastic energy on the way to a place. */
static HZ_SIMD_INLINE double stored_on(const hz_tilted_equation *s, double run, const held *end)
{
    if (!(fabs(run) < short_way * s->eta))
        return end->elastic - s->elastic;
    double a = s->law->exponent;
    return run * (0.5 * (s->spring + end->spring) -
                  run * a * (1.0 / 12) * (end->spring / (s->eta + run) - s->spring / s->eta));
}

/* Whether the balance of energies needs no other look after it was changed once: such a part of the compression, and of
 * the change, leave nothing of the third order. */
static HZ_SIMD_INLINE int is_balanced(double way, double next)
{
    static const double small = 3e-6;
    return fabs(way) < small && fabs(next) < small;
}

#define HZ_SIMD_TEXT "core/law/tilted_force_lanes.h"
#include "core/base/simd.h"

void hz_force_tilted(const hz_tilted_equation *s, double force, double tilt, hz_tilted_push *to)
{
    static void (*const solves[])(const hz_tilted_equation *, double, double, hz_tilted_push *) =
        HZ_SIMD_ALL(solve_tilted);
    solves[hz_simd_best()](s, force, tilt, to);
}

void hz_force_curved(const hz_tilted_equation *s, double force, double tilt, hz_tilted_push *to)
{
    static void (*const solves[])(const hz_tilted_equation *, double, double, hz_tilted_push *) =
        HZ_SIMD_ALL(solve_curved);
    solves[hz_simd_best()](s, force, tilt, to);
}

hz_tilted_answer hz_force_tilted_answer(const hz_tilted_equation *s, const hz_tilted_push *x,
                                        const hz_tilted_columns *other)
{
    double length = s->columns->length;
    hz_led free = led_of(s->run, s->v_end, s->moment, s->v, length, 1 / length);
    hz_led at;
    for (int i = 0; i < NEWTON_NUMBERS; i++)
        at.of[i] = free.of[i] + (s->columns->by_force.of[i] * x->force + s->columns->by_tilt.of[i] * x->tilt);
    place end = place_of(s->law, s->eta + at.run, at.v), half = place_of(s->law, s->eta + at.half, at.v_half);
    hz_tilted_answer own = answer_by(&end, &half, s->columns), by = answer_by(&end, &half, other);
    double ff = 1 - own.ff, tt = 1 - own.tt, one = 1 / (ff * tt - own.ft * own.tf);
    return (hz_tilted_answer){ (tt * by.ff + own.ft * by.tf) * one, (tt * by.ft + own.ft * by.tt) * one,
                               (ff * by.tf + own.tf * by.ff) * one, (ff * by.tt + own.tf * by.ft) * one };
}
