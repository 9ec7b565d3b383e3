/* grid_contact_lanes: what HZ_WIDE contacts come to in a step. Included by gridcontact.c for one lane and for many. */
#include "core/base/power_lanes.h"

typedef struct L_(answer) {
    WIDE way, elastic; /* r, and the elastic part of the force */
    WIDE power;        /* [eta^(n+1)]_+^a */
} L_(answer);

/* grid:closed  All cases are computed and one is taken, but where every contact simply lasts; the forms are those in
 * which nothing cancels. */
HZ_INLINE WIDE L_(closed)(WIDE k, WIDE give, WIDE way, WIDE eta0)
{
    WIDE q = give * k, free = eta0 + way, one = L_(all)(1), two = 2 + q, q0 = q * eta0, along = way - q0,
         lasting = 2 * along / two;
    MASK touches = eta0 > 0, stays = touches & (eta0 + lasting > 0), meets = touches | (free > 0);
    if (!L_(some)(meets & ~stays))
        return L_(pick)(stays, lasting, way);
    MASK leaves = touches & ~stays, backs = way > 0;
    WIDE root = L_(root)(way * way + L_(positive)(2 * q0 * L_(pick)(touches, eta0, -free))), sum = way + root;
    WIDE over = L_(pick)(leaves, L_(pick)(backs, -q0 * eta0, 0.5 * (way - root)), along + root);
    WIDE under = L_(pick)(leaves, L_(pick)(backs, sum, one), two);
    return L_(pick)(stays, lasting, L_(pick)(meets, over / under, way));
}

typedef struct L_(slope) {
    WIDE value, slope;
    WIDE power; /* [x]_+^a */
} L_(slope);

/* The discrete force D(eta0, x) and its growth with x: law:gradient, by its series where the ends nearly meet. */
HZ_INLINE L_(slope) L_(gradient)(const hz_grid_law *l, WIDE k, WIDE eta0, WIDE work0, WIDE x)
{
    const double a = l->law.exponent, n1 = a, n2 = 0.5 * a * (a - 1), n3 = n2 * (a - 2) / 3, n4 = n3 * (a - 3) / 4,
                 d2 = n2 / 3;
    WIDE sum = eta0 + x, step = x - eta0, one = L_(all)(1);
    MASK near = 1024 * L_(size)(step) < sum;
    WIDE base = L_(pick)(near, 0.5 * sum, L_(positive)(x)), power = L_(power)(&l->law.power, base), f = k * power;
    WIDE over = one / L_(pick)(near, sum, L_(pick)(step != 0, step, one));
    WIDE rho = L_(where)(near, step * over), value = f * (1 + rho * rho * d2), slope = f * over * (a + rho * (2 * d2));
    WIDE far = (f * base - work0) * (1 / (a + 1)) * over;
    return (L_(slope)){ L_(pick)(near, value, far), L_(pick)(near, slope, (f - far) * over),
                        power * (1 + rho * (n1 + rho * (n2 + rho * (n3 + rho * n4)))) };
}

/* grid:newton  x - end + give D(eta0, x) is convex and grows: from anywhere left of its root the next value lies right
 * of it, and from there on it falls to it. The first x is the root for the force's line through eta1. */
HZ_INLINE L_(answer)
    L_(newton)(const hz_grid_law *l, WIDE k, WIDE give, WIDE way, WIDE eta0, WIDE eta1, WIDE power0, WIDE power1)
{
    const double a = l->law.exponent;
    WIDE end = eta0 + way, zero = L_(all)(0), elastic = zero, power = zero, by = zero;
    MASK meets = ((eta0 > 0) | (end > 0)) & (k > 0), open = meets, held = eta1 > 0;
    if (!L_(some)(meets))
        return (L_(answer)){ way, zero, zero };
    WIDE c = give * k, f1 = c * power1, half = 0.5 * a * f1 / L_(pick)(held, eta1, L_(all)(1)),
         work0 = k * power0 * L_(positive)(eta0);
    WIDE guess = (end - f1 - half * (eta0 - 2 * eta1)) / (1 + half);
    if (L_(some)(meets & ~held)) {
        /* grid:bound  D grows with x and is at most (end - x)/give, so x^(a+1) is at most this */
        WIDE most = (a + 1) * L_(positive)(way) * L_(positive)(end) / L_(pick)(k > 0, c, L_(all)(1));
        guess = L_(pick)(held, guess, L_(power)(&l->inverse, most));
    }
    WIDE x = L_(pick)(guess < end, guess, end), last = x;
    for (int i = 0; i < 80 && L_(some)(open); i++) {
        L_(slope) d = L_(gradient)(l, k, eta0, work0, x);
        WIDE step = (x - end + give * d.value) / (1 + give * d.slope);
        /* Lanes that have arrived stay, so that what one comes to does not depend on its neighbours. */
        by = L_(pick)(open, step, by);
        last = L_(pick)(open, x, last);
        elastic = L_(pick)(open, d.value - d.slope * step, elastic);
        power = L_(pick)(open, d.power, power);
        x = L_(pick)(open, x - step, x);
        open &= L_(size)(by) > 1e-8 * L_(size)(x);
    }
    elastic = L_(where)(meets, elastic);
    power = L_(where)(meets & (x > 0), power * (1 - a * by / L_(pick)(last != 0, last, L_(all)(1))));
    return (L_(answer)){ way - give * elastic, elastic, power };
}

/* The state of contacts on entry. */
typedef struct L_(state) {
    WIDE k, eta0, eta1, power0, power1, psi;
} L_(state);

typedef struct L_(force) {
    WIDE force, way;
    WIDE power, psi; /* afterwards */
    WIDE lost;       /* twice the energy that is dissipated */
} L_(force);

/* grid:quadratised  psi^2/2 is what is stored; out of contact, and where the force would pull, it is let go. */
HZ_INLINE L_(force) L_(quadratised)(const hz_grid_law *l, WIDE give, WIDE way, const L_(state) * s, WIDE rho)
{
    MASK held = s->eta1 > 0;
    /* W 12  g^2 = K (a + 1)/2 eta^(a-1) */
    WIDE square = L_(where)(held, l->steep * s->k * s->power1 / L_(pick)(held, s->eta1, L_(all)(1))),
         g = L_(root)(square);
    WIDE stiff = 0.25 * square + rho, moved = (way - give * s->psi * g) / (1 + give * stiff),
         force = s->psi * g + stiff * moved;
    MASK holds = held & (force > 0);
    return (L_(force)){ .force = L_(where)(holds, force),
                        .way = L_(pick)(holds, moved, way),
                        .psi = L_(where)(holds, s->psi + 0.5 * g * moved),
                        .lost = L_(pick)(holds, rho * moved * moved, s->psi * s->psi) };
}

/* The force of contacts by any method. Damping, F = D + rho r, leaves r = (way - give D)/(1 + give rho). */
HZ_INLINE L_(force) L_(contact)(const hz_grid_law *l, WIDE give, WIDE way, const L_(state) * s)
{
    WIDE rho = L_(all)(0), share = L_(all)(1), more = L_(all)(1);
    int flat = l->law.power.halves == 2; /* a = 1: powers need not be kept */
    if (l->viscous > 0) {
        rho = s->k * l->viscous * (flat ? L_(positive)(s->eta1) : s->power1);
        more = 1 + give * rho;
        share = 1 / more;
    }
    if (l->method == HZ_GRID_QUADRATISED) {
        L_(state) known = *s;
        if (flat)
            known.power1 = L_(positive)(s->eta1);
        L_(force) f = L_(quadratised)(l, give, way, &known, rho);
        if (!flat)
            f.power = L_(power)(&l->law.power, L_(positive)(s->eta0 + f.way));
        return f;
    }
    L_(answer) a;
    if (l->method == HZ_GRID_CLOSED) {
        a.way = L_(closed)(s->k, give * share, way * share, s->eta0);
        a.elastic = L_(positive)(way * share - a.way) * (more * (1 / give));
    } else
        a = L_(newton)(l, s->k, give * share, way * share, s->eta0, s->eta1, flat ? L_(positive)(s->eta0) : s->power0,
                       flat ? L_(positive)(s->eta1) : s->power1);
    WIDE viscous = rho * a.way, force = a.elastic + viscous;
    L_(force) f = { .force = force, .way = a.way, .power = a.power, .lost = viscous * a.way };
    MASK pulls = force < 0;
    if (l->viscous > 0 && L_(some)(pulls)) {
        /* grid:clamp  Where the force would pull it is none, and what the spring gives back on the way is lost. */
        WIDE end = L_(positive)(s->eta0 + way), start = L_(positive)(s->eta0), power = L_(power)(&l->law.power, end);
        WIDE before = flat ? start : s->power0;
        f.force = L_(where)(~pulls, force);
        f.way = L_(pick)(pulls, way, f.way);
        f.power = L_(pick)(pulls, power, f.power);
        f.lost = L_(pick)(pulls, s->k * (before * start - power * end) * (1 / (l->law.exponent + 1)), f.lost);
    }
    return f;
}

/* A row of contacts, HZ_WIDE at a time. */
HZ_INLINE int L_(row)(const hz_grid_row *r, const hz_grid_law *l, hz_grid_method method)
{
    hz_grid_law law = *l;
    law.method = method; /* known where this is inlined */
    if (method == HZ_GRID_CLOSED)
        law.law.power.halves = 2;
    int powers = law.law.power.halves != 2, losing = method == HZ_GRID_QUADRATISED || law.viscous > 0;
    MASK any = { 0 };
    for (int i = r->from & -HZ_WIDE; i < r->to; i += HZ_WIDE) {
        WIDE d1 = L_(at)(r->d1 + i);
        WIDE way = (r->rise + L_(at)(r->rises + i)) - (d1 + L_(at)(r->d + i));
        L_(state) s = { .k = L_(at)(r->stiffness + i), .eta0 = L_(at)(r->eta0 + i), .eta1 = L_(at)(r->eta1 + i) };
        if (method == HZ_GRID_QUADRATISED)
            s.psi = L_(at)(r->psi + i);
        if (powers) {
            s.power0 = L_(at)(r->power0 + i);
            s.power1 = L_(at)(r->power1 + i);
        }
        L_(force) f = L_(contact)(&law, L_(all)(r->give), way, &s);
        WIDE add = r->push * f.force, end = s.eta0 + f.way;
        L_(put)(r->d1 + i, d1 + add);
        L_(put)(r->u1 + i, L_(at)(r->u1 + i) + add);
        L_(put)(r->eta0 + i, end);
        L_(put)(r->force + i, f.force);
        if (losing)
            L_(put)(r->lost + i, f.lost);
        if (method == HZ_GRID_QUADRATISED)
            L_(put)(r->psi + i, f.psi);
        if (powers)
            L_(put)(r->power0 + i, f.power);
        any |= (s.k > 0) & ((end > 0) | (f.force > 0));
    }
    return L_(some)(any);
}

/* Every method its own loop. */
static int L_(step)(const hz_grid_row *r, const hz_grid_law *l)
{
    switch (l->method) {
    case HZ_GRID_CLOSED:
        return L_(row)(r, l, HZ_GRID_CLOSED);
    case HZ_GRID_NEWTON:
        return L_(row)(r, l, HZ_GRID_NEWTON);
    default:
        return L_(row)(r, l, HZ_GRID_QUADRATISED);
    }
}
