/* barrier_contacts: how the contacts of a string with what is in its way are put together. */
#include "barrier_contacts.h"

#include <math.h>
#include <string.h>

/* ---- where everything is ---- */

/* eta of a point of the row, and a sample before. */
static double eta_now(const hz_barrier *x, int i)
{
    double below = x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.u[i] : x->profile[i];
    return below + x->height - x->string.u[i];
}

static double eta_before(const hz_barrier *x, int i)
{
    double below =
        x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.u[i] - x->second.d[i] : x->profile[i] - x->last[i];
    return below + x->height_before - (x->string.u[i] - x->string.d[i]);
}

static double joint_now(const hz_barrier *x, int i)
{
    const hz_barrier_contact *j = &x->joint[i];
    if (j->point >= 0)
        return eta_now(x, j->point);
    double eta = j->string ? -j->string * hz_string_now(&x->string, &j->port) : 0;
    if (j->bob)
        eta -= j->bobsign * (j->bob == 1 ? x->hammer.w : x->mass.w);
    return eta + j->rests + (j->rides ? x->height : 0);
}

static double joint_before(const hz_barrier *x, int i)
{
    const hz_barrier_contact *j = &x->joint[i];
    if (j->point >= 0)
        return eta_before(x, j->point);
    double eta = j->string ? -j->string * hz_string_before(&x->string, &j->port) : 0;
    if (j->bob)
        eta -= j->bobsign * (j->bob == 1 ? x->hammer.w - x->hammer.d : x->mass.w - x->mass.d);
    return eta + j->rests + (j->rides ? x->height_before : 0);
}

void hz_barrier_contacts_measure(hz_barrier *x)
{
    for (int i = x->row.from; i < x->row.to; i++) {
        x->row.eta0[i] = eta_before(x, i);
        x->row.eta1[i] = eta_now(x, i);
    }
    hz_grid_row_set(&x->row, &x->law);
    for (int i = 0; i < x->knot.n; i++)
        if (x->joint[i].on && x->knot.law[i])
            hz_grid_contact_set(&x->knot.touch[i], x->knot.law[i], joint_before(x, i), joint_now(x, i));
}

/* ---- the knot ---- */

static hz_barrier_contact *put(hz_barrier *x, int i, int string, double place, int bob, int bobsign)
{
    hz_barrier_contact *j = &x->joint[i];
    *j = (hz_barrier_contact){ .on = 1, .string = string, .bob = bob, .bobsign = bobsign, .point = -1 };
    if (string)
        j->port = hz_string_port_at(&x->string, place);
    x->knot.law[i] = &x->law;
    x->knot.touch[i].stiffness = x->params.law.stiffness;
    x->knot.pull[i] = x->knot.drag[i] = 0;
    if (i >= x->knot.n)
        x->knot.n = i + 1;
    return j;
}

/* A point of the row that shares the string with a port is solved with it. */
static void claim(hz_barrier *x, const hz_string_port *port)
{
    for (int k = 0; k < 4; k++) {
        int i = port->at + k;
        if (port->w[k] == 0 || x->stiffness[i] == 0 || x->knot.n == HZ_COUPLED_CONTACTS_MOST)
            continue;
        hz_barrier_contact *j = put(x, x->knot.n, 1, (double)i / x->string.n, 0, 0);
        j->port = (hz_string_port){ .at = i > x->string.n - 3 ? x->string.n - 3 : i };
        j->port.w[i - j->port.at] = 1;
        j->point = i;
        x->knot.touch[x->knot.n - 1].stiffness = x->stiffness[i];
        x->stiffness[i] = 0;
    }
}

void hz_barrier_contacts_couple(hz_barrier *x, int i)
{
    const hz_barrier_contact *a = &x->joint[i];
    for (int k = 0; k < x->knot.n; k++) {
        const hz_barrier_contact *b = &x->joint[k];
        double c = 0;
        if (a->on && b->on && a->string && b->string)
            c += a->string * b->string * hz_string_compliance(&x->string, &a->port, &b->port);
        if (a->on && b->on && a->bob && a->bob == b->bob)
            c += a->bobsign * b->bobsign * (a->bob == 1 ? x->hammer.compliance : x->mass.compliance);
        if (i == k && a->point >= 0 && x->params.obstacle == HZ_OBSTACLE_STRING)
            c += x->second.compliance;
        x->knot.compliance[i][k] = x->knot.compliance[k][i] = c;
    }
}

/* ---- the row ---- */

static void lay_row(hz_barrier *x)
{
    int n = x->string.n;
    x->row.from = x->row.to = 0;
    memset(x->stiffness - HZ_GRID_PAD, 0, (size_t)HZ_BARRIER_ROW * sizeof(double));
    for (int i = 1; i < n; i++)
        if (hz_barrier_contacts_is_there(x->profile[i])) {
            x->stiffness[i] = x->params.law.stiffness * x->string.spacing;
            x->row.from = x->row.to == 0 ? i : x->row.from;
            x->row.to = i + 1;
        }
    x->row.push = x->string.compliance;
    x->row.give = x->string.compliance + (x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.compliance : 0);
}

static void lay_knot(hz_barrier *x)
{
    const hz_barrier_params *p = &x->params;
    x->knot.n = HZ_AT_MORE;
    for (int i = 0; i < HZ_AT_MORE; i++) {
        x->joint[i].on = 0;
        x->knot.law[i] = &x->law;
        x->knot.touch[i] = (hz_grid_contact){ .stiffness = 0, .eta0 = -1, .eta1 = -1 };
        x->knot.way[i] = 0;
    }
    if (x->hammering) {
        put(x, HZ_AT_HAMMER, 1, p->place, 1, -1);
        x->knot.law[HZ_AT_HAMMER] = &x->hammerlaw;
        x->knot.touch[HZ_AT_HAMMER].stiffness = p->hammer.stiffness;
    }
    if (x->fingering > 0 || p->fingerforce > 0) {
        put(x, HZ_AT_FINGER, -1, x->finger.at, 0, 0);
        x->knot.law[HZ_AT_FINGER] = NULL;
    }
    if (p->obstacle == HZ_OBSTACLE_MASS) {
        put(x, HZ_AT_MASS, 1, p->massplace, 2, -1);
        if (p->floor > 0) {
            hz_barrier_contact *j = put(x, HZ_AT_FLOOR, 0, 0, 2, 1);
            j->rests = -p->floor;
            j->rides = 1;
        }
    }
    for (int k = 0; p->obstacle == HZ_OBSTACLE_FRETS && k < p->frets; k++)
        put(x, x->knot.n, 1, p->fret[k], 0, 0)->rides = 1;
    for (int i = 0; i < HZ_AT_MORE; i++)
        if (x->joint[i].on && x->joint[i].string)
            claim(x, &x->joint[i].port);
    x->knotted = x->knot.n > HZ_AT_MORE || x->joint[0].on || x->joint[1].on || x->joint[2].on;
}

void hz_barrier_contacts_end(hz_barrier *x, hz_barrier_contact *j, double v_out)
{
    j->contact.v_out = v_out;
    j->contact.duration = j->samples * x->h;
    j->samples = 0;
    if (x->ended)
        x->ended(x->owner, &j->contact);
}

/* The same contact as before, if it is still there: neither a claimed point, which is told with its row, nor a fret
 * that has become something else. */
static int is_same(const hz_barrier_contact *was, const hz_barrier_contact *is)
{
    return was->on && is->on && was->point < 0 && is->point < 0 && was->bob == is->bob;
}

void hz_barrier_contacts_arrange(hz_barrier *x)
{
    hz_barrier_contact was[HZ_COUPLED_CONTACTS_MOST];
    double speed[HZ_COUPLED_CONTACTS_MOST];
    int n = x->knot.n;
    for (int i = 0; i < n; i++) {
        was[i] = x->joint[i];
        speed[i] = (x->knot.touch[i].eta1 - x->knot.touch[i].eta0) / x->h;
    }
    lay_row(x);
    lay_knot(x);
    for (int i = 0; i < n; i++) {
        if (i < x->knot.n && is_same(&was[i], &x->joint[i])) {
            x->joint[i].samples = was[i].samples;
            x->joint[i].contact = was[i].contact;
        } else if (was[i].on && was[i].samples > 0)
            hz_barrier_contacts_end(x, &was[i], speed[i]);
    }
    for (int i = 0; i < x->knot.n; i++)
        hz_barrier_contacts_couple(x, i);
    hz_barrier_contacts_measure(x);
}

/* ---- nothing begins inside anything ---- */

void hz_barrier_contacts_held(const hz_barrier *x, double *held)
{
    for (int i = 0; i < x->knot.n; i++)
        held[i] = fmax(x->knot.touch[i].eta0, x->knot.touch[i].eta1);
}

static double most_of_joint(const hz_barrier *x, int i)
{
    return x->joint[i].on && x->knot.law[i] ? fmax(joint_now(x, i), joint_before(x, i)) : 0;
}

static double most_of_point(const hz_barrier *x, int i)
{
    return x->stiffness[i] > 0 ? fmax(eta_now(x, i), eta_before(x, i)) : 0;
}

static double over_point(const hz_barrier *x, int i)
{
    return most_of_point(x, i) - fmax(fmax(x->row.eta0[i], x->row.eta1[i]), 0);
}

double hz_barrier_contacts_over(const hz_barrier *x, const double *held)
{
    double over = 0;
    for (int i = x->row.from; i < x->row.to; i++)
        over = fmax(over, over_point(x, i));
    for (int i = HZ_AT_MASS; i < x->knot.n; i++)
        if (i != HZ_AT_FLOOR)
            over = fmax(over, most_of_joint(x, i) - fmax(held[i], 0));
    return over;
}

/* A mass goes down before a string that is put into it, as far as its floor lets it. */
static void push_mass_down(hz_barrier *x, const double *held)
{
    double over = most_of_joint(x, HZ_AT_MASS) - fmax(held[HZ_AT_MASS], 0);
    if (over <= 0)
        return;
    x->mass.w -= over;
    x->mass.d = 0;
    x->mass.w += fmax(most_of_joint(x, HZ_AT_FLOOR) - fmax(held[HZ_AT_FLOOR], 0), 0);
}

void hz_barrier_contacts_hold_out(hz_barrier *x, const double *held)
{
    hz_string *s = &x->string;
    push_mass_down(x, held);
    for (int round = 0; round < 20; round++) {
        for (int i = x->row.from; i < x->row.to; i++)
            s->u[i] += fmax(over_point(x, i), 0);
        for (int i = HZ_AT_MASS; i < x->knot.n; i++) {
            const hz_barrier_contact *j = &x->joint[i];
            double over = most_of_joint(x, i) - fmax(held[i], 0), square = 0;
            if (j->string <= 0)
                continue;
            for (int k = 0; k < 4; k++)
                square += j->port.w[k] * j->port.w[k];
            for (int k = 0; k < 4 && over > 0 && square > 0; k++)
                s->u[j->port.at + k] += over * j->port.w[k] / square;
        }
    }
    hz_string_moved(s);
}

void hz_barrier_contacts_make_room(hz_barrier *x)
{
    hz_mass_spring *b = &x->mass;
    const hz_barrier_contact *mass = &x->joint[HZ_AT_MASS];
    x->hammer.w -= fmax(most_of_joint(x, HZ_AT_HAMMER), 0);
    if (mass->on) { /* as deep in it as its spring presses */
        double at = hz_string_now(&x->string, &mass->port),
               force = fmax(b->rest - at, 0) * b->spring * b->mass / (x->h * x->h);
        double deep = pow(force / x->params.law.stiffness, 1 / x->params.law.exponent);
        if (most_of_joint(x, HZ_AT_MASS) > deep) {
            b->w = at + deep;
            b->d = 0;
            b->w += fmax(most_of_joint(x, HZ_AT_FLOOR) - deep, 0);
        }
    }
    double *d = x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.d : x->string.d,
           sign = x->params.obstacle == HZ_OBSTACLE_STRING ? 1 : -1;
    for (int i = x->row.from; i < x->row.to; i++)
        if (hz_barrier_contacts_is_there(x->profile[i]))
            d[i] += sign * fmax(eta_before(x, i) - fmax(eta_now(x, i), 0), 0);
    hz_string_moved(&x->string);
    hz_string_moved(&x->second);
}

void hz_barrier_contacts_lower(hz_barrier *x, double held)
{
    hz_energy e = hz_barrier_stored(x);
    if (e.contact <= held * (1 + 1e-9))
        return;
    if (most_of_joint(x, HZ_AT_FLOOR) > 0) { /* over its floor it hangs at rest */
        x->mass.w = x->mass.rest;
        x->mass.d = 0;
    }
    x->hammer.w -= fmax(most_of_joint(x, HZ_AT_HAMMER), 0);
    double deepest = 0;
    for (int i = x->row.from; i < x->row.to; i++)
        deepest = fmax(deepest, most_of_point(x, i));
    for (int i = HZ_AT_MASS; i < x->knot.n; i++)
        if (i != HZ_AT_FLOOR)
            deepest = fmax(deepest, most_of_joint(x, i));
    double *lowered[] = { &x->base.at, &x->height, &x->height_before, &x->mass.w, &x->mass.rest, &x->mass.rest_before };
    for (size_t i = 0; i < sizeof lowered / sizeof *lowered; i++)
        *lowered[i] -= deepest;
    hz_barrier_contacts_measure(x);
}
