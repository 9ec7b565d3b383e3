/* What LANES contacts come to in a step, compiled for each width by core/base/simd.h. */
#include "core/base/power_lanes.h"

typedef struct EACH(answer) {
    VEC way, elastic; /* r, and the elastic part of the force */
    VEC end, power;   /* eta^(n+1) and [eta^(n+1)]_+^a */
} EACH(answer);

typedef struct EACH(path) {
    VEC way, end;
} EACH(path);

/* grid:closed  All cases are computed and one is taken, but where every contact simply lasts; the forms are those in
 * which nothing cancels. */
INLINE EACH(path) EACH(closed)(VEC k, VEC give, VEC way, VEC eta0)
{
    VEC q = give * k, free = eta0 + way, one = EACH(all)(1), two = 2 + q, q0 = q * eta0, along = way - q0,
        lasting = 2 * along / two;
    MASK touches = eta0 > 0, stays = touches & (eta0 + lasting > 0), meets = touches | (free > 0);
    if (!EACH(some)(meets & ~stays))
        return (EACH(path)){ EACH(pick)(stays, lasting, way), EACH(pick)(stays, eta0 + lasting, free) };
    MASK leaves = touches & ~stays, backs = way > 0;
    VEC root = EACH(root)(way * way + EACH(positive)(2 * q0 * EACH(pick)(touches, eta0, -free))), sum = way + root;
    VEC over = EACH(pick)(leaves, EACH(pick)(backs, -q0 * eta0, 0.5 * (way - root)), along + root);
    VEC under = EACH(pick)(leaves, EACH(pick)(backs, sum, one), two);
    VEC r = EACH(pick)(stays, lasting, EACH(pick)(meets, over / under, way)),
        deep = free / (1 + q * free / EACH(pick)(sum != 0, sum, one));
    return (EACH(path)){ r, EACH(pick)(meets & ~touches, deep, eta0 + r) };
}

/* grid:closed  D(eta0, eta0 + r) by itself. */
INLINE VEC EACH(mean)(VEC k, VEC eta0, VEC r)
{
    VEC before = EACH(positive)(eta0), after = EACH(positive)(eta0 + r), one = EACH(all)(1);
    VEC part = (after - before) / EACH(pick)(r != 0, r, one); /* 1 in a contact that lasts */
    return 0.5 * k * (before + after) * EACH(pick)((before > 0) & (after > 0), one, part);
}

typedef struct EACH(slope) {
    VEC value, slope;
    VEC power; /* [x]_+^a */
} EACH(slope);

/* The discrete force D(eta0, x) and its growth with x: law:gradient, by its series where the ends nearly meet. */
INLINE EACH(slope) EACH(gradient)(const hz_grid_law *l, VEC k, VEC eta0, VEC work0, VEC x)
{
    const double a = l->law.exponent, n1 = a, n2 = 0.5 * a * (a - 1), n3 = n2 * (a - 2) / 3, n4 = n3 * (a - 3) / 4,
                 d2 = n2 / 3;
    VEC sum = eta0 + x, step = x - eta0, one = EACH(all)(1);
    MASK near = 1024 * EACH(size)(step) < sum;
    VEC base = EACH(pick)(near, 0.5 * sum, EACH(positive)(x)), power = EACH(power)(&l->law.power, base), f = k * power;
    VEC span = EACH(pick)(near, sum, step), over = one / EACH(pick)(EACH(size)(span) > 1e-290, span, one);
    VEC rho = EACH(where)(near, step * over), value = f * (1 + rho * rho * d2), slope = f * over * (a + rho * (2 * d2));
    VEC far = (f * base - work0) * (1 / (a + 1)) * over;
    return (EACH(slope)){ EACH(pick)(near, value, far), EACH(pick)(near, slope, (f - far) * over),
                          power * (1 + rho * (n1 + rho * (n2 + rho * (n3 + rho * n4)))) };
}

/* A search for x: its last step, where that began, the force and the power there, and the lanes that are on the way. */
typedef struct EACH(search) {
    VEC x, by, last, elastic, power;
    MASK open;
} EACH(search);

/* Goes on by so many of Newton's steps at most. Lanes that have arrived stay, so that what one comes to does not depend
 * on its neighbours. */
INLINE void EACH(fall)(const hz_grid_law *l, VEC k, VEC give, VEC end, VEC eta0, VEC work0, int most, EACH(search) * s)
{
    for (int i = 0; i < most && EACH(some)(s->open); i++) {
        EACH(slope) d = EACH(gradient)(l, k, eta0, work0, s->x);
        VEC step = (s->x - end + give * d.value) / (1 + give * d.slope);
        s->by = EACH(pick)(s->open, step, s->by);
        s->last = EACH(pick)(s->open, s->x, s->last);
        s->elastic = EACH(pick)(s->open, d.value - d.slope * step, s->elastic);
        s->power = EACH(pick)(s->open, d.power, s->power);
        s->x = EACH(pick)(s->open, s->x - step, s->x);
        s->open &= EACH(size)(s->by) > 1e-8 * EACH(size)(s->x);
    }
}

/* grid:bound  A search that has been slow falls from far by a part of itself each time, so it goes on from the bound if
 * that is nearer. It is given k, give, way, eta0 and the work at eta0. */
TARGET HZ_SIMD_APART void EACH(slowly)(const hz_grid_law *l, const VEC *given, EACH(search) * s)
{
    VEC k = given[0], give = given[1], way = given[2], eta0 = given[3], work0 = given[4], end = eta0 + way;
    VEC most = work0 + (l->law.exponent + 1) * EACH(positive)(way) * EACH(positive)(end) / give;
    VEC bound = EACH(power)(&l->inverse, most / EACH(pick)(k > 0, k, EACH(all)(1)));
    s->x = EACH(pick)(s->open & (bound < s->x), bound, s->x);
    EACH(fall)(l, k, give, end, eta0, work0, 80, s);
}

/* grid:newton  x - end + give D(eta0, x) is convex and grows: from anywhere left of its root the next value lies right
 * of it, and from there on it falls to it. The first x is the root for the force's line through eta1. */
INLINE EACH(answer)
    EACH(newton)(const hz_grid_law *l, VEC k, VEC give, VEC way, VEC eta0, VEC eta1, VEC power0, VEC power1)
{
    const double a = l->law.exponent;
    VEC end = eta0 + way, zero = EACH(all)(0);
    MASK meets = ((eta0 > 0) | (end > 0)) & (k > 0), held = eta1 > 0;
    if (!EACH(some)(meets))
        return (EACH(answer)){ way, zero, end, zero };
    VEC c = give * k, f1 = c * power1, half = 0.5 * a * f1 / EACH(pick)(held, eta1, EACH(all)(1)),
        work0 = k * power0 * EACH(positive)(eta0);
    VEC guess = (end - f1 - half * (eta0 - 2 * eta1)) / (1 + half);
    if (EACH(some)(meets & ~held)) {
        /* grid:bound  D grows with x and is at most (end - x)/give, so x^(a+1) is at most this */
        VEC most = (a + 1) * EACH(positive)(way) * EACH(positive)(end) / EACH(pick)(k > 0, c, EACH(all)(1));
        guess = EACH(pick)(held, guess, EACH(power)(&l->inverse, most));
    }
    guess = EACH(pick)(guess < end, guess, end);
    EACH(search) found = { guess, zero, guess, zero, zero, meets };
    EACH(fall)(l, k, give, end, eta0, work0, HZ_GRID_SLOW, &found);
    if (EACH(some)(found.open)) {
        VEC given[] = { k, give, way, eta0, work0 };
        EACH(search) slow = found;
        EACH(slowly)(l, given, &slow);
        found = slow;
    }
    VEC elastic = EACH(where)(meets, found.elastic);
    VEC power = EACH(where)(meets & (found.x > 0),
                            found.power * (1 - a * found.by / EACH(pick)(found.last != 0, found.last, EACH(all)(1))));
    return (EACH(answer)){ way - give * elastic, elastic, EACH(pick)(meets, found.x, end), power };
}

/* The state of contacts on entry. */
typedef struct EACH(state) {
    VEC k, eta0, eta1, power0, power1, psi;
} EACH(state);

typedef struct EACH(force) {
    VEC force, way;
    VEC end, power, psi; /* afterwards */
    VEC lost;            /* twice the energy that is dissipated */
} EACH(force);

/* grid:quadratised  psi^2/2 is what is stored; out of contact, and where the force would pull, it is let go. */
INLINE EACH(force) EACH(quadratised)(const hz_grid_law *l, VEC give, VEC way, const EACH(state) * s, VEC rho)
{
    MASK held = s->eta1 > 0;
    /* W 12  g^2 = K (a + 1)/2 eta^(a-1) */
    VEC square = EACH(where)(held, l->steep * s->k * s->power1 / EACH(pick)(held, s->eta1, EACH(all)(1))),
        g = EACH(root)(square);
    VEC stiff = 0.25 * square + rho, left = 1 / (1 + give * stiff), moved = (way - give * s->psi * g) * left,
        force = (s->psi * g + stiff * way) * left;
    MASK holds = held & (force > 0);
    return (EACH(force)){ .force = EACH(where)(holds, force),
                          .way = EACH(pick)(holds, moved, way),
                          .end = s->eta0 + EACH(pick)(holds, moved, way),
                          .psi = EACH(where)(holds, s->psi + 0.5 * g * moved),
                          .lost = EACH(pick)(holds, rho * moved * moved, s->psi * s->psi) };
}

/* The force of contacts by any method. Damping, F = D + rho r, leaves r = (way - give D)/(1 + give rho). */
INLINE EACH(force) EACH(contact)(const hz_grid_law *l, VEC give, VEC way, const EACH(state) * s)
{
    VEC rho = EACH(all)(0), share = EACH(all)(1), more = EACH(all)(1);
    int flat = l->law.power.halves == 2; /* a = 1: powers need not be kept */
    if (l->viscous > 0) {
        rho = s->k * l->viscous * (flat ? EACH(positive)(s->eta1) : s->power1);
        more = 1 + give * rho;
        share = 1 / more;
    }
    if (l->method == HZ_GRID_QUADRATISED) {
        EACH(state) known = *s;
        if (flat)
            known.power1 = EACH(positive)(s->eta1);
        EACH(force) f = EACH(quadratised)(l, give, way, &known, rho);
        if (!flat)
            f.power = EACH(power)(&l->law.power, EACH(positive)(f.end));
        return f;
    }
    EACH(answer) a;
    if (l->method == HZ_GRID_CLOSED) {
        EACH(path) p = EACH(closed)(s->k, give * share, way * share, s->eta0);
        a.way = p.way;
        a.end = p.end;
        a.elastic = EACH(positive)(way * share - a.way) * (more * (1 / give));
        MASK soft = (give * s->k < 1) & (s->k > 0);
        if (EACH(some)(soft))
            a.elastic = EACH(pick)(soft, EACH(mean)(s->k, s->eta0, a.way), a.elastic);
    } else
        a = EACH(newton)(l, s->k, give * share, way * share, s->eta0, s->eta1,
                         flat ? EACH(positive)(s->eta0) : s->power0, flat ? EACH(positive)(s->eta1) : s->power1);
    /* D + rho r = (D + rho way)/(1 + give rho), in which nothing cancels while the way leads inward. */
    VEC force = (a.elastic + rho * way) * share;
    EACH(force) f = { .force = force, .way = a.way, .end = a.end, .power = a.power, .lost = rho * a.way * a.way };
    MASK pulls = force < 0;
    if (l->viscous > 0 && EACH(some)(pulls)) {
        /* grid:clamp  Where the force would pull it is none, and what the spring gives back on the way is lost. */
        VEC free = s->eta0 + way, end = EACH(positive)(free), start = EACH(positive)(s->eta0),
            power = EACH(power)(&l->law.power, end);
        VEC before = flat ? start : s->power0;
        f.force = EACH(where)(~pulls, force);
        f.way = EACH(pick)(pulls, way, f.way);
        f.end = EACH(pick)(pulls, free, f.end);
        f.power = EACH(pick)(pulls, power, f.power);
        f.lost = EACH(pick)(pulls, s->k * (before * start - power * end) * (1 / (l->law.exponent + 1)), f.lost);
    }
    return f;
}

/* A row of contacts, LANES at a time. */
INLINE int EACH(row)(const hz_grid_row *r, const hz_grid_law *l, hz_grid_method method)
{
    hz_grid_law law = *l;
    law.method = method; /* known where this is inlined */
    if (method == HZ_GRID_CLOSED)
        law.law.power.halves = 2;
    int powers = law.law.power.halves != 2, losing = method == HZ_GRID_QUADRATISED || law.viscous > 0;
    MASK any = { 0 };
    for (int i = r->from & -LANES; i < r->to; i += LANES) {
        VEC d1 = LOOSE(r->d1, i);
        VEC way = (r->rise + LOOSE(r->rises, i)) - (d1 + LOOSE(r->d, i));
        EACH(state) s = { .k = LOOSE(r->stiffness, i), .eta0 = LOOSE(r->eta0, i), .eta1 = LOOSE(r->eta1, i) };
        if (method == HZ_GRID_QUADRATISED)
            s.psi = LOOSE(r->psi, i);
        if (powers) {
            s.power0 = LOOSE(r->power0, i);
            s.power1 = LOOSE(r->power1, i);
        }
        EACH(force) f = EACH(contact)(&law, EACH(all)(r->give), way, &s);
        VEC add = r->push * f.force;
        LOOSE(r->d1, i) = d1 + add;
        LOOSE(r->u1, i) = LOOSE(r->u1, i) + add;
        LOOSE(r->eta0, i) = f.end;
        LOOSE(r->force, i) = f.force;
        if (losing)
            LOOSE(r->lost, i) = f.lost;
        if (method == HZ_GRID_QUADRATISED)
            LOOSE(r->psi, i) = f.psi;
        if (powers)
            LOOSE(r->power0, i) = f.power;
        any |= (s.k > 0) & ((f.end > 0) | (f.force > 0));
    }
    return EACH(some)(any);
}

/* Every method its own loop. */
TARGET int EACH(step)(const hz_grid_row *r, const hz_grid_law *l)
{
    switch (l->method) {
    case HZ_GRID_CLOSED:
        return EACH(row)(r, l, HZ_GRID_CLOSED);
    case HZ_GRID_NEWTON:
        return EACH(row)(r, l, HZ_GRID_NEWTON);
    default:
        return EACH(row)(r, l, HZ_GRID_QUADRATISED);
    }
}
