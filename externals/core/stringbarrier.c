/* stringbarrier: a string and what is in its way: its parts, and how they are put together. The step is in stringrun.c. */
#include "stringbarrier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi = 6.283185307179586;
enum { ROW = (HZ_STRINGBARRIER_POINTS + 2 * HZ_GRID_PAD + 8) & ~7 };

int hz_stringbarrier_init(hz_stringbarrier *x)
{
    *x = (hz_stringbarrier){ 0 };
    int strings = hz_string_init(&x->string, HZ_STRINGBARRIER_POINTS) & hz_string_init(&x->second, HZ_STRINGBARRIER_POINTS);
    double **rows[] = { &x->profile, &x->goal, &x->step, &x->last, &x->shape, &x->rises, &x->stiffness, &x->row.eta0, &x->row.eta1,
                        &x->row.power0, &x->row.power1, &x->row.psi, &x->row.force, &x->row.lost };
    enum { N = sizeof rows / sizeof *rows };
    x->memory = aligned_alloc(64, (size_t)N * ROW * sizeof(double));
    if (!strings || !x->memory)
        return 0; /* the owner frees what there is */
    memset(x->memory, 0, (size_t)N * ROW * sizeof(double));
    for (int i = 0; i < N; i++)
        *rows[i] = x->memory + (size_t)i * ROW + HZ_GRID_PAD;
    x->row.stiffness = x->stiffness;
    x->row.rises = x->rises;
    return 1;
}

void hz_stringbarrier_free(hz_stringbarrier *x)
{
    hz_string_free(&x->string);
    hz_string_free(&x->second);
    free(x->memory);
    x->memory = NULL;
}

/* ---- energy ---- */

hz_energy hz_stringbarrier_stored(const hz_stringbarrier *x)
{
    hz_energy e = { 0 };
    hz_string_energy(&x->string, &e);
    if (x->params.obstacle == HZ_SECOND)
        hz_string_energy(&x->second, &e);
    if (x->params.obstacle == HZ_BOB)
        hz_bob_energy(&x->mass, &e);
    if (x->hammering)
        hz_bob_energy(&x->hammer, &e);
    if (x->row.to > x->row.from)
        e.contact += hz_gridrow_stored(&x->row, &x->law);
    for (int i = 0; i < x->knot.n; i++)
        if (x->joint[i].on && x->knot.law[i])
            e.contact += hz_gridtouch_stored(&x->knot.touch[i], x->knot.law[i]);
    return e;
}

static double total(const hz_stringbarrier *x)
{
    hz_energy e = hz_stringbarrier_stored(x);
    return hz_energy_total(&e);
}

void hz_stringbarrier_accounts(const hz_stringbarrier *x, hz_accounts *out)
{
    hz_energy e = { 0 };
    if (x->ready)
        e = hz_stringbarrier_stored(x);
    hz_ledger blank;
    hz_ledger_open(&blank, hz_energy_total(&e));
    hz_ledger_read(x->booked ? &x->ledger : &blank, &e, out);
}

/* ---- where everything is ---- */

/* eta of a point of the row, and a sample before. */
static double eta_now(const hz_stringbarrier *x, int i)
{
    double below = x->params.obstacle == HZ_SECOND ? x->second.u[i] : x->profile[i];
    return below + x->height - x->string.u[i];
}

static double eta_before(const hz_stringbarrier *x, int i)
{
    double below = x->params.obstacle == HZ_SECOND ? x->second.u[i] - x->second.d[i] : x->profile[i] - x->last[i];
    return below + x->height_before - (x->string.u[i] - x->string.d[i]);
}

static double joint_now(const hz_stringbarrier *x, int i)
{
    const hz_joint *j = &x->joint[i];
    if (j->point >= 0)
        return eta_now(x, j->point);
    double eta = j->string ? -j->string * hz_string_now(&x->string, &j->port) : 0;
    if (j->bob)
        eta -= j->bobsign * (j->bob == 1 ? x->hammer.w : x->mass.w);
    return eta + j->rests + (j->rides ? x->height : 0);
}

static double joint_before(const hz_stringbarrier *x, int i)
{
    const hz_joint *j = &x->joint[i];
    if (j->point >= 0)
        return eta_before(x, j->point);
    double eta = j->string ? -j->string * hz_string_before(&x->string, &j->port) : 0;
    if (j->bob)
        eta -= j->bobsign * (j->bob == 1 ? x->hammer.w - x->hammer.d : x->mass.w - x->mass.d);
    return eta + j->rests + (j->rides ? x->height_before : 0);
}

/* Compressions as the bodies stand; what contacts kept from before is forgotten. */
static void measure(hz_stringbarrier *x)
{
    for (int i = x->row.from; i < x->row.to; i++) {
        x->row.eta0[i] = eta_before(x, i);
        x->row.eta1[i] = eta_now(x, i);
    }
    hz_gridrow_set(&x->row, &x->law);
    for (int i = 0; i < x->knot.n; i++)
        if (x->joint[i].on && x->knot.law[i])
            hz_gridtouch_set(&x->knot.touch[i], x->knot.law[i], joint_before(x, i), joint_now(x, i));
}

/* ---- the knot ---- */

static hz_joint *put(hz_stringbarrier *x, int i, int string, double place, int bob, int bobsign)
{
    hz_joint *j = &x->joint[i];
    *j = (hz_joint){ .on = 1, .string = string, .bob = bob, .bobsign = bobsign, .point = -1 };
    if (string)
        j->port = hz_string_port(&x->string, place);
    x->knot.law[i] = &x->law;
    x->knot.touch[i].stiffness = x->params.law.stiffness;
    x->knot.pull[i] = x->knot.drag[i] = 0;
    if (i >= x->knot.n)
        x->knot.n = i + 1;
    return j;
}

/* A point of the row that shares the string with a port is solved with it. */
static void claim(hz_stringbarrier *x, const hz_stringport *port)
{
    for (int k = 0; k < 4; k++) {
        int i = port->at + k;
        if (port->w[k] == 0 || x->stiffness[i] == 0 || x->knot.n == HZ_KNOT_MOST)
            continue;
        hz_joint *j = put(x, x->knot.n, 1, (double)i / x->string.n, 0, 0);
        j->port = (hz_stringport){ .at = i > x->string.n - 3 ? x->string.n - 3 : i };
        j->port.w[i - j->port.at] = 1;
        j->point = i;
        x->knot.touch[x->knot.n - 1].stiffness = x->stiffness[i];
        x->stiffness[i] = 0;
    }
}

static void couple(hz_stringbarrier *x)
{
    for (int i = 0; i < x->knot.n; i++)
        for (int k = 0; k < x->knot.n; k++) {
            const hz_joint *a = &x->joint[i], *b = &x->joint[k];
            double c = 0;
            if (a->on && b->on && a->string && b->string)
                c += a->string * b->string * hz_stringport_shared(&x->string, &a->port, &b->port);
            if (a->on && b->on && a->bob && a->bob == b->bob)
                c += a->bobsign * b->bobsign * (a->bob == 1 ? x->hammer.give : x->mass.give);
            if (i == k && a->point >= 0 && x->params.obstacle == HZ_SECOND)
                c += x->second.push;
            x->knot.give[i][k] = c;
        }
}

/* ---- the row ---- */

static double bridge_height(const hz_stringbarrier_params *p, double place)
{
    double from = p->bridge[0], z = (place - from) * p->string.length;
    if (place < from || place > from + p->bridge[1])
        return HZ_STRINGBARRIER_NOTHING;
    return -0.5 * p->bridge[2] * z * z; /* round, and level where it begins */
}

/* Where the barrier is to be. A drawn one is the owner's, who fills in a new one. */
static void shape_goal(hz_stringbarrier *x, int keep)
{
    const hz_stringbarrier_params *p = &x->params;
    for (int i = 0; i <= x->string.n && !(keep && p->obstacle == HZ_PROFILE); i++)
        x->goal[i] = p->obstacle == HZ_FLAT || p->obstacle == HZ_SECOND ? 0
                   : p->obstacle == HZ_BRIDGE ? bridge_height(p, (double)i / x->string.n)
                                              : HZ_STRINGBARRIER_NOTHING;
}

static int is_there(double height)
{
    return height > 0.5 * HZ_STRINGBARRIER_NOTHING;
}

/* Starts the glide to the goal. What appears does so at the string at most, and rises from there. */
static void start_glide(hz_stringbarrier *x, int glide)
{
    for (int i = 0; i <= x->string.n; i++) {
        if (is_there(x->goal[i]) && !is_there(x->profile[i]) && glide > 0)
            x->profile[i] = fmin(x->goal[i], x->string.u[i] - x->height);
        int jumps = glide == 0 || !is_there(x->goal[i]) || !is_there(x->profile[i]);
        x->step[i] = jumps ? 0 : (x->goal[i] - x->profile[i]) / glide;
        if (jumps) {
            x->profile[i] = x->goal[i];
            x->last[i] = 0;
        }
    }
    x->gliding = glide;
}

static void lay_row(hz_stringbarrier *x)
{
    int n = x->string.n;
    x->row.from = x->row.to = 0;
    memset(x->stiffness - HZ_GRID_PAD, 0, (size_t)ROW * sizeof(double));
    for (int i = 1; i < n; i++)
        if (is_there(x->profile[i])) {
            x->stiffness[i] = x->params.law.stiffness * x->string.spacing;
            x->row.from = x->row.to == 0 ? i : x->row.from;
            x->row.to = i + 1;
        }
    x->row.push = x->string.push;
    x->row.give = x->string.push + (x->params.obstacle == HZ_SECOND ? x->second.push : 0);
}

/* Puts all contacts together anew, for the bodies as they stand. */
void hz_stringbarrier_arrange(hz_stringbarrier *x)
{
    const hz_stringbarrier_params *p = &x->params;
    lay_row(x);
    x->knot.n = HZ_AT_MORE;
    for (int i = 0; i < HZ_AT_MORE; i++) {
        x->joint[i].on = 0;
        x->knot.law[i] = &x->law;
        x->knot.touch[i] = (hz_gridtouch){ .stiffness = 0, .eta0 = -1, .eta1 = -1 };
        x->knot.way[i] = 0;
    }
    if (x->hammering) {
        put(x, HZ_AT_HAMMER, 1, p->place, 1, -1);
        x->knot.law[HZ_AT_HAMMER] = &x->hammerlaw;
        x->knot.touch[HZ_AT_HAMMER].stiffness = p->hammer.stiffness;
    }
    if (x->fingering > 0 || p->fingerforce > 0) {
        put(x, HZ_AT_FINGER, -1, p->finger, 0, 0);
        x->knot.law[HZ_AT_FINGER] = NULL;
    }
    if (p->obstacle == HZ_BOB) {
        put(x, HZ_AT_MASS, 1, p->massplace, 2, -1);
        if (p->floor > 0) {
            hz_joint *j = put(x, HZ_AT_FLOOR, 0, 0, 2, 1);
            j->rests = -p->floor;
            j->rides = 1;
        }
    }
    for (int k = 0; p->obstacle == HZ_FRETS && k < p->frets; k++) {
        hz_joint *j = put(x, x->knot.n, 1, p->fret[k], 0, 0);
        j->rests = p->fretheight;
        j->rides = 1;
    }
    for (int i = 0; i < HZ_AT_MORE; i++)
        if (x->joint[i].on && x->joint[i].string)
            claim(x, &x->joint[i].port);
    x->knotted = x->knot.n > HZ_AT_MORE || x->joint[0].on || x->joint[1].on || x->joint[2].on;
    couple(x);
    measure(x);
}

/* The string may not be put through what is in its way: no compression, now or a sample ago, may grow over what it was
 * (of the row, what it holds still), or over a touch. */
static void hold_out(hz_stringbarrier *x, const double *was)
{
    hz_string *s = &x->string;
    for (int round = 0; round < 20; round++) {
        for (int i = x->row.from; i < x->row.to; i++)
            if (x->stiffness[i] > 0)
                s->u[i] += fmax(fmax(eta_now(x, i), eta_before(x, i)) - fmax(fmax(x->row.eta0[i], x->row.eta1[i]), 0), 0);
        for (int i = HZ_AT_MASS; i < x->knot.n; i++) {
            const hz_joint *j = &x->joint[i];
            double over = j->on ? fmax(joint_now(x, i), joint_before(x, i)) - fmax(was[i], 0) : 0, square = 0;
            if (i == HZ_AT_FLOOR && over > 0)
                x->mass.w += over;
            if (!j->on || j->string <= 0)
                continue;
            for (int k = 0; k < 4; k++)
                square += j->port.w[k] * j->port.w[k];
            for (int k = 0; k < 4 && over > 0 && square > 0; k++)
                s->u[j->port.at + k] += over * j->port.w[k] / square;
        }
    }
    memset(x->shape, 0, (size_t)s->n * sizeof(double));
    hz_string_displace(s, x->shape + 1); /* sees to what is beyond the ends */
}

/* Parameters may change what is stored in contacts, but not put more into them: the bodies are moved out instead. */
static void relieve(hz_stringbarrier *x, double before)
{
    hz_energy e = hz_stringbarrier_stored(x);
    static const double none[HZ_KNOT_MOST];
    if (e.contact <= before * (1 + 1e-9))
        return;
    for (int i = x->row.from; i < x->row.to; i++)
        x->row.eta0[i] = x->row.eta1[i] = 0;
    hold_out(x, none);
    measure(x);
}

/* ---- parameters ---- */

static void prepare_strings(hz_stringbarrier *x, int glide)
{
    hz_stringbarrier_params *p = &x->params;
    hz_string_params s = p->string, t = s;
    s.sigma0 = fmax(s.sigma0, p->hand);
    s.room = 1.08;
    x->says = hz_string_prepare(&x->string, &s, x->h, glide);
    if (p->obstacle != HZ_SECOND)
        return;
    t.freq = p->secondfreq;
    t.sigma0 = fmax(p->secondsigma, p->hand);
    t.diameter = p->seconddiameter;
    t.points = x->string.n;
    t.room = 1;
    hz_string_prepare(&x->second, &t, x->h, glide);
    if (x->second.n != x->string.n) { /* both on the coarser grid: points face each other */
        s.points = x->second.n;
        x->says = (x->says & ~HZ_STRING_COARSE) | hz_string_prepare(&x->string, &s, x->h, 0);
    }
}

/* Whether anything but tuning and losses is another than before. */
static int is_rebuilt(const hz_stringbarrier_params *a, const hz_stringbarrier_params *b)
{
    hz_stringbarrier_params c = *a;
    c.string = b->string;
    c.hand = b->hand;
    c.height = b->height;
    c.masssigma = b->masssigma;
    c.fingerforce = (b->fingerforce > 0) == (a->fingerforce > 0) ? b->fingerforce : a->fingerforce;
    return memcmp(&c, b, sizeof c) != 0 || a->string.length != b->string.length;
}

void hz_stringbarrier_prepare(hz_stringbarrier *x, const hz_stringbarrier_params *p, double h, int glide)
{
    hz_energy held = { 0 };
    if (x->ready)
        held = hz_stringbarrier_stored(x);
    double before = hz_energy_total(&held);
    hz_obstacle was = x->params.obstacle;
    int anew = !x->ready || is_rebuilt(&x->params, p) || x->h != h;
    x->params = *p;
    x->h = h;
    prepare_strings(x, x->ready ? glide : 0);
    x->law = hz_gridlaw_prepare(&p->law, p->method, h);
    x->hammerlaw = hz_gridlaw_prepare(&p->hammer, p->method, h);
    hz_bob_prepare(&x->hammer, p->hammermass, 0, 0, h);
    hz_bob_prepare(&x->mass, p->mass, two_pi * p->massfreq, fmax(p->masssigma, p->hand), h);
    x->base_step = x->ready && glide > 0 ? (p->height - x->base) / glide : 0;
    x->base_left = x->ready ? glide : 0;
    if (x->base_left == 0) {
        x->base = p->height;
        x->height = x->height_before = x->base + x->signal;
    }
    if (p->obstacle == HZ_BOB && was != HZ_BOB) { /* it hangs where it rests */
        x->mass.w = x->mass.rest = x->mass.rest_before = x->height;
        x->mass.d = 0;
    }
    if (p->obstacle == HZ_SECOND && was != HZ_SECOND)
        hz_string_reset(&x->second);
    for (int k = 0; k < p->pickups; k++)
        x->heard[k] = hz_string_port(&x->string, p->pickup[k]);
    int regrid = x->says & HZ_STRING_REBUILT;
    if (anew || regrid) {
        shape_goal(x, !regrid && was == HZ_PROFILE);
        start_glide(x, x->ready && !regrid && was == p->obstacle ? glide : 0);
        hz_stringbarrier_arrange(x);
        relieve(x, held.contact);
    } else { /* losses of the string are in what it gives */
        x->row.push = x->string.push;
        x->row.give = x->string.push + (p->obstacle == HZ_SECOND ? x->second.push : 0);
        for (int i = 0; i < x->knot.n; i++)
            if (x->joint[i].on && x->joint[i].string)
                x->joint[i].port.give = hz_stringport_shared(&x->string, &x->joint[i].port, &x->joint[i].port);
        couple(x);
    }
    /* Held down hard, the string's waves are swallowed. */
    x->finger_drag = 2 * sqrt(x->string.wave.speed2) * p->string.density * 0.785398 * p->string.diameter * p->string.diameter / (2 * h);
    if (x->ready)
        hz_sum_add(&x->ledger.adjusted, total(x) - before);
    else
        hz_ledger_open(&x->ledger, total(x));
    x->ready = 1;
}

void hz_stringbarrier_redraw(hz_stringbarrier *x, int glide)
{
    hz_energy held = hz_stringbarrier_stored(x);
    double before = hz_energy_total(&held);
    start_glide(x, glide);
    hz_stringbarrier_arrange(x);
    relieve(x, held.contact);
    hz_sum_add(&x->ledger.adjusted, total(x) - before);
}

void hz_stringbarrier_reset(hz_stringbarrier *x)
{
    hz_string_reset(&x->string);
    hz_string_reset(&x->second);
    x->hammering = 0;
    x->mass.w = x->mass.rest = x->mass.rest_before = x->height = x->height_before = x->base + x->signal;
    x->mass.d = 0;
    x->fingering = 0;
    x->stretches = (hz_stretches){ 0 };
    if (x->ready) {
        hz_stringbarrier_arrange(x);
        hz_ledger_open(&x->ledger, total(x));
    } else
        x->ledger = (hz_ledger){ 0 };
}

int hz_stringbarrier_finite(const hz_stringbarrier *x)
{
    double bobs = (x->mass.w - x->mass.w) + (x->mass.d - x->mass.d) + (x->hammer.w - x->hammer.w) + (x->hammer.d - x->hammer.d);
    return hz_string_finite(&x->string) && hz_string_finite(&x->second) && bobs == 0;
}

double hz_stringbarrier_heard(const hz_stringbarrier *x, int pickup)
{
    return hz_string_change(&x->string, &x->heard[pickup]) / x->h;
}

/* ---- excitation ---- */

/* Adds a displacement given in `shape` from 1 to n - 1, and books it. */
static void move(hz_stringbarrier *x)
{
    double before = total(x), was[HZ_KNOT_MOST];
    for (int i = 0; i < x->knot.n; i++)
        was[i] = fmax(x->knot.touch[i].eta0, x->knot.touch[i].eta1);
    hz_string_displace(&x->string, x->shape + 1);
    hold_out(x, was);
    measure(x);
    hz_sum_add(&x->ledger.adjusted, total(x) - before);
}

/* pluck:shape  A triangle, its corner rounded over `width`, nought at the ends and `amplitude` at its place. */
static double triangle(double x, double place, double width)
{
    double z = x - place, left = 1 / place, right = 1 / (1 - place), r = 0.5 * width;
    double round = sqrt(z * z + r * r), r0 = sqrt(place * place + r * r), r1 = sqrt((1 - place) * (1 - place) + r * r);
    double ends = (r0 - place) * (1 - x) + (r1 - (1 - place)) * x; /* what rounding adds there */
    return 1 + 0.5 * (left - right) * z - 0.5 * (left + right) * (round - ends);
}

void hz_stringbarrier_pluck(hz_stringbarrier *x, double place, double amplitude, double width)
{
    double least = 1.0 / x->string.n, at = fmin(fmax(place, least), 1 - least), top = triangle(at, at, width);
    for (int i = 1; i < x->string.n; i++)
        x->shape[i] = amplitude * triangle((double)i / x->string.n, at, width) / (top > 0 ? top : 1);
    move(x);
}

void hz_stringbarrier_displace(hz_stringbarrier *x, const double *shape)
{
    double before = total(x);
    for (int i = 1; i < x->string.n; i++) {
        x->shape[i] = shape[i] - x->string.u[i];
        x->string.d[i] = 0;
    }
    hz_sum_add(&x->ledger.adjusted, total(x) - before);
    move(x);
}

void hz_stringbarrier_strike(hz_stringbarrier *x, double place, double velocity)
{
    double before = total(x);
    x->params.place = place;
    hz_stringport port = hz_string_port(&x->string, place);
    x->hammering = 1;
    x->hammer.d = velocity * x->h;
    /* It touches; a string that moves away faster has been let go just now. */
    x->hammer.w = fmin(hz_string_now(&x->string, &port), hz_string_before(&x->string, &port) + x->hammer.d);
    hz_stringbarrier_arrange(x);
    hz_sum_add(&x->ledger.adjusted, total(x) - before);
}
