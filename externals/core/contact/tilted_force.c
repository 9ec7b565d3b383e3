/* tilted_force: the force of a step of a contact that goes on, which runs straight over the step. */
#include "tilted_force.h"

#include "core/base/simd.h"

enum { MOST_NEWTON = 16, MOST_ENERGY = 12 };

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
static inline hz_led led_of(double run, double v, double moment, double first, double length, double rate)
{
    return (hz_led){ .run = run,
                     .v = v,
                     .moment = moment,
                     .half = 0.5 * run + length * (v - first) * 0.03125 - 1.875 * moment,
                     .v_half = 1.5 * run * rate - 0.25 * (first + v) };
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
    return samples > 2 ? 256.0 / 51 : 16.0 / 3;
}

static inline double sway_norm(int samples)
{
    return samples > 2 ? 256.0 / 35 : 16;
}

/* The same by the moments of a stride: half way of the polynomial of third degree for the velocity that has them. */
static inline hz_led strides_to(const hz_tilted_reach *r, double rate, int samples)
{
    double third = (r->sway + 2 * r->moment) * sway_norm(samples);
    return (hz_led){ r->du,
                     r->v,
                     r->moment,
                     0.5 * r->du - 1.5 * r->moment + third * (1.0 / 16),
                     (r->du - 0.5 * arch_norm(samples) * r->arch) * rate,
                     r->arch,
                     r->sway,
                     r->hump };
}

/* The sum of two, of which the second counts so many times. */
static inline hz_led led_with(const hz_led *a, const hz_led *b, double times)
{
    return (hz_led){ a->run + times * b->run,   a->v + times * b->v,           a->moment + times * b->moment,
                     a->half + times * b->half, a->v_half + times * b->v_half, a->arch + times * b->arch,
                     a->sway + times * b->sway, a->hump + times * b->hump };
}

hz_curve_columns hz_curve_columns_of(const hz_tilted_reach *by, double length, int samples)
{
    hz_led shape[5];
    for (int k = 0; k < 5; k++) {
        hz_tilted_reach r = { -by[k].du, -by[k].v, -by[k].moment, -by[k].arch, -by[k].sway, -by[k].hump };
        shape[k] = strides_to(&r, 1 / length, samples);
    }
    /* The arch is the force at the start less mean, plus half the tilt. */
    return (hz_curve_columns){ { length, led_with(&shape[0], &shape[2], -1), led_with(&shape[1], &shape[2], 0.5) },
                               shape[2],
                               shape[3],
                               shape[4],
                               samples };
}

/* What a change of mean and tilt does. */
static HZ_SIMD_INLINE hz_led led_by(const hz_tilted_columns *c, double force, double tilt, int curved)
{
    const hz_led *f = &c->by_force, *t = &c->by_tilt;
    return (hz_led){ f->run * force + t->run * tilt,
                     f->v * force + t->v * tilt,
                     f->moment * force + t->moment * tilt,
                     f->half * force + t->half * tilt,
                     f->v_half * force + t->v_half * tilt,
                     curved ? f->arch * force + t->arch * tilt : 0,
                     curved ? f->sway * force + t->sway * tilt : 0,
                     curved ? f->hump * force + t->hump * tilt : 0 };
}

/* Where they lead. It is asked anew for each mean and tilt: a first guess may be so great that nothing would be left of
 * the digits if changes were added to it. */
static HZ_SIMD_INLINE hz_led led_to(const hz_led *free, const hz_tilted_columns *c, double force, double tilt,
                                    int curved)
{
    hz_led by = led_by(c, force, tilt, curved);
    return (hz_led){ free->run + by.run,
                     free->v + by.v,
                     free->moment + by.moment,
                     free->half + by.half,
                     free->v_half + by.v_half,
                     curved ? free->arch + by.arch : 0,
                     curved ? free->sway + by.sway : 0,
                     curved ? free->hump + by.hump : 0 };
}

/* The law at a place: the elastic force and how it grows with the compression, the force, and how it grows with
 * compression and velocity. */
typedef struct place {
    double eta, spring, spring_slope, force, by_eta, by_v;
} place;

static inline place place_of(const hz_law *l, double eta, double v)
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
    hz_led free, at;
    place end, half;
} tilted;

/* The arch of a stride's force: it begins with the force that there is. */
static inline double arch_of(const tilted *x)
{
    return x->starts + 0.5 * x->tilt - x->force;
}

/* What the force does to the bodies. */
static inline double work_of(const tilted *x, int curved)
{
    double work = x->force * x->at.run + x->tilt * x->at.moment;
    return curved ? work + (arch_of(x) * x->at.arch + x->sway * x->at.sway + x->hump * x->at.hump) : work;
}

/* By how much the law's force is off its tangent at a place, when compression and `mu v` are changed by so much; more
 * than any force where the tangent says nothing of it. */
static inline double bend_of(const hz_law *l, const place *p, double way, double drag)
{
    double part = fabs(way);
    if (!(part < 0.25 * p->eta))
        return p->eta <= 0 && p->eta + way <= 0 ? 0 : HUGE_VAL;
    return part * (p->spring_slope * fabs(drag) + 0.5 * fabs(l->exponent - 1) * p->by_eta * part / p->eta);
}

/* Whether a step of Newton's method, which changes mean and tilt by so much and leads there, is the last one. */
static inline int is_last(const hz_tilted_equation *s, const tilted *x, double change, const hz_led *to)
{
    double size = fabs(x->force) + x->end.force, mu = s->law->damping;
    return change <= last_step * size ||
           (bend_of(s->law, &x->end, to->run - x->at.run, mu * (to->v - x->at.v)) <= last_bend * size &&
            bend_of(s->law, &x->half, to->half - x->at.half, mu * (to->v_half - x->at.v_half)) <= last_bend * size);
}

/* By how much the mean and the tilt that the law asks for grow with what leads the compression so. */
static inline hz_tilted_answer answer_by(const place *end, const place *half, const hz_tilted_columns *c)
{
    const hz_led *f = &c->by_force, *t = &c->by_tilt;
    double end_f = end->by_eta * f->run + end->by_v * f->v, end_t = end->by_eta * t->run + end->by_v * t->v;
    double half_f = half->by_eta * f->half + half->by_v * f->v_half;
    double half_t = half->by_eta * t->half + half->by_v * t->v_half;
    return (hz_tilted_answer){ (4 * half_f + end_f) * (1.0 / 6), (4 * half_t + end_t) * (1.0 / 6), end_f, end_t };
}

/* Newton's method for the mean and the tilt that the law has at both ends and half way. Returns whether it came to an
 * end; then the law is known where its last step began. */
static HZ_SIMD_INLINE int collocate(const hz_tilted_equation *s, tilted *x)
{
    for (int i = 0; i < MOST_NEWTON; i++) {
        x->end = place_of(s->law, s->eta + x->at.run, x->at.v);
        x->half = place_of(s->law, s->eta + x->at.half, x->at.v_half);
        const place *end = &x->end, *half = &x->half;
        double miss_f = x->force - (x->starts + 4 * half->force + end->force) * (1.0 / 6);
        double miss_t = x->tilt - (end->force - x->starts);
        const hz_tilted_answer by = answer_by(end, half, s->columns);
        double ff = 1 - by.ff, ft = -by.ft, tf = -by.tf, tt = 1 - by.tt, one = 1 / (ff * tt - ft * tf);
        double df = (ft * miss_t - tt * miss_f) * one, dt = (tf * miss_f - ff * miss_t) * one;
        x->force += df;
        x->tilt += dt;
        hz_led to = led_to(&x->free, s->columns, x->force, x->tilt, 0);
        int last = is_last(s, x, fabs(df) + fabs(dt), &to);
        x->at = to;
        if (last)
            return 1;
    }
    return 0;
}

/* collide:stride  Sway and hump of a stride's force: what the law has at its quarters that the rest of the curve has
 * not. */
static inline void see_quarters(const hz_tilted_equation *s, tilted *x)
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
    x->sway = (0.25 * x->tilt - 0.5 * (last - first)) * (16.0 / 15);
    x->hump = (0.5 * (first + last) - (x->force - 0.125 * arch_of(x))) * (16.0 / 3);
    x->at = led_with(&x->at, &c->by_sway, x->sway);
    x->at = led_with(&x->at, &c->by_hump, x->hump);
}

/* The law half way where Newton's last step has led. */
static inline void follow_half(const hz_tilted_equation *s, tilted *x)
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

/* What the contact loses in the step, by Simpson's rule. Where bodies leave nearly as fast as the contact can follow,
 * nearly all that it stored is lost, and the rule may find more than all of it, for which the force would pull: it
 * loses so much less that a part of the work is left that the law's force does. */
static HZ_SIMD_INLINE double loss_of(const hz_tilted_equation *s, const tilted *x, const held *end, double stored,
                                     int curved)
{
    static const double work_left = 0.25;
    if (!(s->law->damping > 0))
        return 0;
    double pushes = hz_law_damped(s->law, end->spring, x->at.v);
    double ends = (x->starts - s->spring) * s->v + (pushes - end->spring) * x->at.v;
    double half = (x->half.force - x->half.spring) * x->at.v_half;
    double lost = curved ? (7 * ends + 32 * x->quarters + 12 * half) * (1.0 / 15) : ends + 4 * half;
    double most = work_left * work_of(x, curved) - stored;
    lost *= s->columns->length * (1.0 / 6);
    if (x->at.run < 0 && lost > most)
        lost = most;
    return lost > 0 ? lost : 0;
}

/* Both a little off a place where the law is known: by the binomial series, where a power takes longer. */
static inline held held_near(const hz_law *l, const place *p, double off)
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
static inline double stored_on(const hz_tilted_equation *s, double run, const held *end)
{
    if (!(fabs(run) < short_way * s->eta))
        return end->elastic - s->elastic;
    double a = s->law->exponent;
    return run * (0.5 * (s->spring + end->spring) -
                  run * a * (1.0 / 12) * (end->spring / (s->eta + run) - s->spring / s->eta));
}

/* collide:tilt  Bends the force along the velocity until its work is what the contact stores and loses. `bent` is by
 * how much. */
typedef struct balance {
    held end;
    double loss, missed, bent;
} balance;

static HZ_SIMD_INLINE balance balance_of(const hz_tilted_equation *s, tilted *x, int curved)
{
    const double mean = x->at.run, lean = 12 * x->at.moment, arch = curved ? 0.5 * lean - mean : 0;
    const hz_led by = led_by(s->columns, mean, lean, curved);
    balance b = { .bent = 0 };
    double small = HUGE_VAL;
    for (int i = 0;; i++) {
        double eta = s->eta + x->at.run, off_place = eta - x->end.eta;
        if (!(fabs(off_place) <= near_place * x->end.eta)) {
            x->end = place_of(s->law, eta, x->at.v);
            off_place = 0;
        }
        b.end = held_near(s->law, &x->end, off_place);
        double stored = stored_on(s, x->at.run, &b.end);
        if (i == 0)
            b.loss = loss_of(s, x, &b.end, stored, curved);
        double off = stored + b.loss - work_of(x, curved);
        double size = s->elastic + fabs(stored) + b.loss + fabs(x->force * x->at.run);
        b.missed = fabs(off) / size;
        if (fabs(off) <= balanced * size || i == MOST_ENERGY || (i > 2 && !(fabs(off) < 0.5 * small)))
            return b;
        small = fabs(off);
        double slope =
            (b.end.spring - x->force) * by.run - x->tilt * by.moment - mean * x->at.run - lean * x->at.moment;
        double bends = 0.5 * x->end.spring_slope * by.run * by.run - mean * by.run - lean * by.moment;
        if (curved) {
            slope -= arch_of(x) * by.arch + x->sway * by.sway + x->hump * by.hump + arch * x->at.arch;
            bends -= arch * by.arch;
        }
        double more = -off / slope;
        more *= 1 - more * bends / slope; /* Newton's step with the next order */
        if (!(fabs(more) < HUGE_VAL))
            return b;
        b.bent += more;
        x->force += more * mean;
        x->tilt += more * lean;
        x->at.run += more * by.run;
        x->at.v += more * by.v;
        x->at.moment += more * by.moment;
        if (curved) {
            x->at.arch += more * by.arch;
            x->at.sway += more * by.sway;
            x->at.hump += more * by.hump;
        }
    }
}

/* The bodies leave faster than the contact can follow: what it held is lost. */
static inline balance lost(const hz_tilted_equation *s, const tilted *x)
{
    place end = place_of(s->law, s->eta + x->at.run, x->at.v);
    balance b = { .end = held_near(s->law, &end, 0) };
    b.loss = -stored_on(s, x->at.run, &b.end);
    return b;
}

/* The same for both forms of the force. It is compiled for each of them. */
static HZ_SIMD_INLINE hz_tilted_push solve(const hz_tilted_equation *s, double force, double tilt, int curved)
{
    double length = s->columns->length;
    tilted x = { .force = force, .tilt = tilt, .starts = hz_law_damped(s->law, s->spring, s->v) };
    if (curved) {
        hz_tilted_reach r = { s->run, s->v_end, s->moment, s->arch, s->sway, s->hump };
        x.free = strides_to(&r, 1 / length, s->curve->samples);
        x.free = led_with(&x.free, &s->curve->by_start, x.starts);
    } else {
        x.free = led_of(s->run, s->v_end, s->moment, s->v, length, 1 / length);
    }
    x.at = led_to(&x.free, s->columns, force, tilt, 0);
    if (!collocate(s, &x) || (curved && !(x.force > 0)))
        return (hz_tilted_push){ .force = NAN };
    if (curved) {
        x.at = led_to(&x.free, s->columns, x.force, x.tilt, 1); /* Newton's method does without the moments */
        see_quarters(s, &x);
    }
    follow_half(s, &x);
    balance b = x.force == 0 && x.tilt == 0 ? lost(s, &x) : balance_of(s, &x, curved);
    double mean = x.at.run, lean = 12 * x.at.moment;
    return (hz_tilted_push){ .force = x.force,
                             .tilt = x.tilt,
                             .arch = curved ? arch_of(&x) : 0,
                             .sway = x.sway,
                             .hump = x.hump,
                             .run = x.at.run,
                             .v = x.at.v,
                             .eta = s->eta + x.at.run,
                             .spring = b.end.spring,
                             .elastic = b.end.elastic,
                             .pushes = hz_law_damped(s->law, b.end.spring, x.at.v),
                             .loss = b.loss,
                             .v_half = x.at.v_half,
                             .pushes_half = x.half.force,
                             .missed = b.missed,
                             .bent = fabs(b.bent) * (fabs(mean) + 0.5 * fabs(lean)) /
                                     (fabs(x.force) + fabs(x.tilt) + s->spring + b.end.spring + 1e-300) };
}

hz_tilted_push hz_force_tilted(const hz_tilted_equation *s, double force, double tilt)
{
    return solve(s, force, tilt, 0);
}

hz_tilted_push hz_force_curved(const hz_tilted_equation *s, double force, double tilt)
{
    return solve(s, force, tilt, 1);
}

hz_tilted_answer hz_force_tilted_answer(const hz_tilted_equation *s, const hz_tilted_push *x,
                                        const hz_tilted_columns *other)
{
    double length = s->columns->length;
    hz_led free = led_of(s->run, s->v_end, s->moment, s->v, length, 1 / length);
    hz_led at = led_to(&free, s->columns, x->force, x->tilt, 0);
    place end = place_of(s->law, s->eta + at.run, at.v), half = place_of(s->law, s->eta + at.half, at.v_half);
    hz_tilted_answer own = answer_by(&end, &half, s->columns), by = answer_by(&end, &half, other);
    double ff = 1 - own.ff, tt = 1 - own.tt, one = 1 / (ff * tt - own.ft * own.tf);
    return (hz_tilted_answer){ (tt * by.ff + own.ft * by.tf) * one, (tt * by.ft + own.ft * by.tt) * one,
                               (ff * by.tf + own.tf * by.ff) * one, (ff * by.tt + own.tf * by.ft) * one };
}
