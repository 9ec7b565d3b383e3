/* barrier_contacts: how the contacts of a string with what is in its way are put together, and kept from starting
 * inside each other. */
#include "internal.h"

#include <math.h>
#include <string.h>

/* ---- where everything is ---- */

/* The compression at a point of the row, now or a sample before. */
static double depth_of_point(const hz_barrier *x, int i, int before)
{
    const hz_string *s = &x->string;
    return before ? hz_obstacle_before(&x->obstacle, i) - (s->u[i] - s->d[i])
                  : hz_obstacle_now(&x->obstacle, i) - s->u[i];
}

static double depth(const hz_barrier *x, int i, int before)
{
    const hz_barrier_contact *c = &x->contact[i];
    const hz_obstacle *o = &x->obstacle;
    double eta = 0;
    if (c->point >= 0)
        return depth_of_point(x, c->point, before);
    if (c->string)
        eta = -c->string * (before ? hz_string_before(&x->string, &c->port) : hz_string_now(&x->string, &c->port));
    if (c->second)
        eta = -c->second * (before ? hz_string_before(&o->second, &c->port) : hz_string_now(&o->second, &c->port));
    if (c->mass)
        eta -= c->mass_sign * (before ? c->mass->w - c->mass->d : c->mass->w);
    return eta + c->below + (c->rides ? before ? o->height_before : o->height : 0);
}

void hz_barrier_contacts_measure(hz_barrier *x)
{
    hz_coupled_contacts *k = &x->coupled;
    for (int i = x->row.from; i < x->row.to; i++) {
        x->row.eta0[i] = depth_of_point(x, i, 1);
        x->row.eta1[i] = depth_of_point(x, i, 0);
    }
    hz_grid_row_set(&x->row, &x->law);
    for (int i = 0; i < k->n; i++) {
        k->in[i] = x->contact[i].on;
        if (x->contact[i].on && k->law[i])
            hz_grid_contact_move(&k->touch[i], k->law[i], depth(x, i, 1), depth(x, i, 0));
    }
    hz_coupled_contacts_list(k);
}

void hz_barrier_contacts_forget(hz_barrier *x)
{
    for (int i = 0; i < HZ_BARRIER_POINTS; i++)
        x->row.psi[i] = HUGE_VAL;
    for (int i = 0; i < x->coupled.n; i++) {
        x->coupled.touch[i].psi = HUGE_VAL;
        x->coupled.touch[i].yield = 0;
    }
}

double hz_barrier_contacts_of_mass(const hz_barrier *x, int moved)
{
    double sum = 0;
    for (int i = HZ_AT_MASS; i <= HZ_AT_FLOOR; i++) {
        hz_grid_contact t = x->coupled.touch[i];
        if (!x->contact[i].on)
            continue;
        if (moved)
            hz_grid_contact_move(&t, x->coupled.law[i], depth(x, i, 1), depth(x, i, 0));
        sum += hz_grid_contact_stored(&t, x->coupled.law[i]);
    }
    return sum;
}

void hz_barrier_contacts_give_way(hz_barrier *x)
{
    hz_coupled_contacts *k = &x->coupled;
    double most[HZ_COUPLED_CONTACTS_MOST];
    for (int i = 0; i < k->n; i++)
        most[i] = fmax(fmax(k->touch[i].eta0, k->touch[i].eta1), 0);
    hz_barrier_contacts_measure(x);
    for (int i = 0; i < k->n; i++) {
        double over = fmax(k->touch[i].eta0, k->touch[i].eta1) - most[i];
        if (x->contact[i].on && k->law[i] && over > 0)
            hz_grid_contact_lower(&k->touch[i], k->law[i], over);
    }
}

/* ---- frets that the string does not reach: fret:reach ---- */

static int is_fret(const hz_barrier *x, int i)
{
    return i >= HZ_AT_MORE && x->contact[i].point < 0;
}

static void rouse(hz_barrier *x, int group)
{
    hz_coupled_contacts *k = &x->coupled;
    for (int i = 0; i < k->n; i++)
        if (k->group[i] == group && x->contact[i].on) {
            hz_grid_contact_set(&k->touch[i], k->law[i], depth(x, i, 1), depth(x, i, 0));
            k->in[i] = 1;
        }
    hz_coupled_contacts_list(k);
}

void hz_barrier_contacts_rouse(hz_barrier *x, double height)
{
    for (int i = HZ_AT_MORE; i < x->coupled.n; i++)
        if (!x->coupled.in[i] && hz_string_port_sum(&x->contact[i].port, x->string.u1) < height)
            rouse(x, x->coupled.group[i]);
}

static int is_left(const hz_barrier *x, int i)
{
    return is_fret(x, i) && hz_grid_contact_is_apart(&x->coupled.touch[i]) && x->contact[i].track.steps == 0;
}

static int is_group_left(const hz_barrier *x, int group)
{
    const hz_coupled_contacts *k = &x->coupled;
    for (int a = 0; a < k->taking; a++)
        if (k->group[k->at[a]] == group && !is_left(x, k->at[a]))
            return 0;
    return 1;
}

void hz_barrier_contacts_leave(hz_barrier *x)
{
    hz_coupled_contacts *k = &x->coupled;
    int left = 0;
    for (int a = 0; a < k->taking; a++) {
        int i = k->at[a];
        if (!is_left(x, i) || !is_group_left(x, k->group[i]))
            continue;
        left = 1;
        k->in[i] = 0;
        k->force[i] = 0;
    }
    if (left)
        hz_coupled_contacts_list(k);
}

double hz_barrier_contacts_force(const hz_barrier *x, double *stiffness)
{
    double most = 0;
    *stiffness = 1;
    for (int i = x->row.from; i < x->row.to; i++)
        if (x->row.force[i] > most) {
            most = x->row.force[i];
            *stiffness = x->string.spacing;
        }
    for (int i = HZ_AT_MASS; i < x->coupled.n && x->couples; i++)
        if (x->contact[i].on && x->contact[i].point < 0 && x->coupled.force[i] > most) {
            most = x->coupled.force[i];
            *stiffness = 1;
        }
    return most;
}

double hz_barrier_contacts_deepest(const hz_barrier *x)
{
    double most = -1e300;
    for (int i = x->row.from; i < x->row.to; i++)
        if (x->stiffness[i] > 0)
            most = fmax(most, x->row.eta1[i]);
    for (int i = 0; i < x->coupled.n; i++)
        if (x->contact[i].on && x->coupled.law[i])
            most = fmax(most, x->coupled.in[i] ? x->coupled.touch[i].eta1 : depth(x, i, 0));
    return most > -1e300 ? most : 0;
}

/* ---- contacts at places ---- */

static hz_barrier_contact *put(hz_barrier *x, int i, int string, double place, hz_mass_spring *mass, int mass_sign)
{
    hz_barrier_contact *c = &x->contact[i];
    hz_coupled_contacts *k = &x->coupled;
    *c = (hz_barrier_contact){ .on = 1, .string = string, .mass = mass, .mass_sign = mass_sign, .point = -1 };
    if (string)
        c->port = hz_string_port_at(&x->string, place);
    k->law[i] = &x->law;
    k->touch[i].stiffness = x->params.law.stiffness;
    k->pull[i] = k->drag[i] = 0;
    if (i >= k->n)
        k->n = i + 1;
    return c;
}

/* A point of the row that shares the string with a port is solved together with it. */
static void claim(hz_barrier *x, const hz_string_port *port)
{
    for (int p = 0; p < 4; p++) {
        int i = port->at + p, at = x->coupled.n;
        if (port->w[p] == 0 || x->stiffness[i] == 0 || at == HZ_COUPLED_CONTACTS_MOST)
            continue;
        hz_barrier_contact *c = put(x, at, 1, 0, NULL, 0);
        c->port = hz_string_port_of_point(&x->string, i);
        c->point = i;
        x->coupled.touch[at].stiffness = x->stiffness[i];
        x->stiffness[i] = 0;
    }
}

/* Returns the direction in which a contact pushes the second string: 1 is up, as the hammer pushes it, and -1 is down,
 * as the points of the row do. It is 0 if the contact does not touch the second string. */
static int sign_on_second(const hz_barrier *x, const hz_barrier_contact *c)
{
    return x->obstacle.type->second && c->point >= 0 ? -1 : c->second;
}

void hz_barrier_contacts_couple(hz_barrier *x, int i)
{
    const hz_barrier_contact *a = &x->contact[i];
    for (int k = 0; k < x->coupled.n; k++) {
        const hz_barrier_contact *b = &x->contact[k];
        double c = 0;
        if (a->on && b->on && a->string && b->string)
            c += a->string * b->string * hz_string_compliance(&x->string, &a->port, &b->port);
        if (a->on && b->on && a->mass && a->mass == b->mass)
            c += a->mass_sign * b->mass_sign * a->mass->compliance;
        if (i == k && a->point >= 0)
            c += hz_obstacle_compliance(&x->obstacle);
        else if (a->on && b->on && sign_on_second(x, a) && sign_on_second(x, b))
            c += sign_on_second(x, a) * sign_on_second(x, b) *
                 hz_string_compliance(&x->obstacle.second, &a->port, &b->port);
        x->coupled.compliance[i][k] = x->coupled.compliance[k][i] = c;
    }
}

static void lay_places(hz_barrier *x)
{
    const hz_barrier_params *p = &x->params;
    hz_coupled_contacts *k = &x->coupled;
    hz_obstacle *o = &x->obstacle;
    k->n = HZ_AT_MORE;
    for (int i = 0; i < HZ_AT_MORE; i++) {
        x->contact[i].on = 0;
        k->law[i] = &x->law;
        k->touch[i] = (hz_grid_contact){ .stiffness = 0, .eta0 = -1, .eta1 = -1 };
        k->way[i] = 0;
    }
    x->hammering &= !x->below || o->type->second;
    if (x->hammering) {
        hz_barrier_contact *c = put(x, HZ_AT_HAMMER, !x->below, p->place, &x->hammer, -1);
        c->second = x->below;
        if (x->below)
            c->port = hz_string_port_at(&o->second, p->place);
        k->law[HZ_AT_HAMMER] = &x->hammer_law;
        k->touch[HZ_AT_HAMMER].stiffness = p->hammer.stiffness;
    }
    if (x->finger.force > 0 || p->fingerforce > 0) {
        put(x, HZ_AT_FINGER, -1, x->finger.place.at, NULL, 0);
        k->law[HZ_AT_FINGER] = NULL;
    }
    if (o->type->mass) {
        put(x, HZ_AT_MASS, 1, p->massplace, &o->mass, -1);
        k->law[HZ_AT_MASS] = &x->mass_law;
        k->touch[HZ_AT_MASS].stiffness = hz_barrier_law_at(p, HZ_AT_MASS)->stiffness;
    }
    if (o->type->mass && p->floor > 0) {
        hz_barrier_contact *c = put(x, HZ_AT_FLOOR, 0, 0, &o->mass, 1);
        c->below = -p->floor;
        c->rides = 1;
        k->law[HZ_AT_FLOOR] = &x->floor_law;
        k->touch[HZ_AT_FLOOR].stiffness = hz_barrier_law_at(p, HZ_AT_FLOOR)->stiffness;
    }
    for (int f = 0; o->type->frets && f < p->frets; f++)
        put(x, k->n, 1, p->fret[f], NULL, 0)->rides = 1;
    for (int i = 0; i < HZ_AT_MORE; i++)
        if (x->contact[i].on && (x->contact[i].string || x->contact[i].second))
            claim(x, &x->contact[i].port);
    x->couples = k->n > HZ_AT_MORE;
    for (int i = 0; i < HZ_AT_MORE; i++)
        x->couples |= x->contact[i].on;
}

/* ---- the row, and all of it ---- */

static void comply_row(hz_barrier *x)
{
    x->row.push = x->string.compliance;
    x->row.give = x->string.compliance + hz_obstacle_compliance(&x->obstacle);
}

static void lay_row(hz_barrier *x)
{
    x->row.from = x->row.to = 0;
    memset(x->stiffness - HZ_GRID_PAD, 0, (size_t)HZ_BARRIER_ROW * sizeof(double));
    for (int i = 1; i < x->string.n; i++)
        if (hz_obstacle_is_there(x->obstacle.profile[i])) {
            x->stiffness[i] = x->params.law.stiffness * x->string.spacing;
            x->row.from = x->row.to == 0 ? i : x->row.from;
            x->row.to = i + 1;
        }
    comply_row(x);
}

static void couple_all(hz_barrier *x)
{
    for (int i = 0; i < x->coupled.n; i++)
        hz_barrier_contacts_couple(x, i);
    hz_coupled_contacts_group(&x->coupled);
}

void hz_barrier_contacts_comply(hz_barrier *x)
{
    comply_row(x);
    couple_all(x);
}

void hz_barrier_contacts_end(hz_barrier *x, hz_barrier_contact *c, int parted)
{
    hz_contact report;
    int told = hz_grid_track_tell(&c->track, x->h, &report) && parted;
    if (x->ended)
        x->ended(x->owner, told ? &report : NULL);
}

/* Whether a contact is still there. A claimed point is not, because it is reported with its row; nor is a fret that has
 * become something else. */
static int is_same(const hz_barrier_contact *was, const hz_barrier_contact *is)
{
    return was->on && is->on && was->point < 0 && is->point < 0 && was->mass == is->mass;
}

static int is_at_same_place(const hz_barrier_contact *a, const hz_barrier_contact *b)
{
    int same = a->port.at == b->port.at && a->below == b->below;
    for (int k = 0; k < 4; k++)
        same &= a->port.w[k] == b->port.w[k];
    return same;
}

/* The number that a contact had, or -1. */
static int index_before(const hz_barrier_contact *was, int n, const hz_barrier *x, int i)
{
    const hz_barrier_contact *is = &x->contact[i];
    if (is->point < 0)
        return i < n && is_same(&was[i], is) && is_at_same_place(&was[i], is) ? i : -1;
    for (int k = 0; k < n; k++)
        if (was[k].on && was[k].point == is->point)
            return k;
    return -1;
}

void hz_barrier_contacts_arrange(hz_barrier *x)
{
    hz_barrier_contact was[HZ_COUPLED_CONTACTS_MOST];
    hz_grid_contact touched[HZ_COUPLED_CONTACTS_MOST];
    int n = x->coupled.n;
    memcpy(was, x->contact, (size_t)n * sizeof *was);
    memcpy(touched, x->coupled.touch, (size_t)n * sizeof *touched);
    for (int i = 0; i < n; i++)
        if (was[i].on && was[i].point >= 0)
            x->row.psi[was[i].point] = touched[i].psi;
    lay_row(x);
    lay_places(x);
    for (int i = 0; i < n; i++) {
        if (i < x->coupled.n && is_same(&was[i], &x->contact[i])) {
            x->contact[i].track = was[i].track;
        } else if (was[i].on && was[i].track.steps > 0)
            hz_barrier_contacts_end(x, &was[i], 0);
    }
    for (int i = 0; i < x->coupled.n; i++) {
        int before = index_before(was, n, x, i), point = x->contact[i].point;
        x->coupled.touch[i].yield = before < 0 ? 0 : touched[before].yield;
        x->coupled.touch[i].psi = before < 0 ? point < 0 ? HUGE_VAL : x->row.psi[point] : touched[before].psi;
    }
    couple_all(x);
    hz_barrier_contacts_measure(x);
}

void hz_barrier_contacts_rearrange(hz_barrier *x)
{
    double before = hz_barrier_before(x);
    hz_barrier_contacts_arrange(x);
    hz_barrier_changed(x, before);
}

/* ---- nothing begins inside anything ---- */

/* The greater of the compressions now and a sample before. */
static double most_at(const hz_barrier *x, int i)
{
    return x->contact[i].on && x->coupled.law[i] ? fmax(depth(x, i, 0), depth(x, i, 1)) : 0;
}

static double most_at_point(const hz_barrier *x, int i)
{
    return x->stiffness[i] > 0 ? fmax(depth_of_point(x, i, 0), depth_of_point(x, i, 1)) : 0;
}

/* How much deeper than it was when it was last measured, or than a touch. */
static double over_at(const hz_barrier *x, int i)
{
    const hz_grid_contact *t = &x->coupled.touch[i];
    return most_at(x, i) - t->yield - fmax(fmax(t->eta0, t->eta1), 0);
}

static double over_at_point(const hz_barrier *x, int i)
{
    return most_at_point(x, i) - fmax(fmax(x->row.eta0[i], x->row.eta1[i]), 0);
}

double hz_barrier_contacts_over(const hz_barrier *x)
{
    double over = 0;
    for (int i = x->row.from; i < x->row.to; i++)
        over = fmax(over, over_at_point(x, i));
    for (int i = HZ_AT_MASS; i < x->coupled.n; i++)
        if (i != HZ_AT_FLOOR)
            over = fmax(over, over_at(x, i));
    return over;
}

/* A mass goes down before a string that is put into it, as far as its floor lets it. */
static void push_mass_down(hz_barrier *x)
{
    hz_mass_spring *mass = &x->obstacle.mass;
    double over = over_at(x, HZ_AT_MASS);
    if (over <= 0)
        return;
    mass->w -= over;
    mass->d = 0;
    mass->w += fmax(over_at(x, HZ_AT_FLOOR), 0);
}

/* The hammer goes back until it only touches. */
static void push_hammer_back(hz_barrier *x)
{
    x->hammer.w -= fmax(most_at(x, HZ_AT_HAMMER), 0);
}

void hz_barrier_contacts_hold_out(hz_barrier *x)
{
    push_mass_down(x);
    for (int round = 0; round < 20; round++) {
        for (int i = x->row.from; i < x->row.to; i++)
            hz_string_lift_point(&x->string, i, fmax(over_at_point(x, i), 0));
        for (int i = HZ_AT_MASS; i < x->coupled.n; i++)
            if (x->contact[i].string > 0)
                hz_string_lift(&x->string, &x->contact[i].port, fmax(over_at(x, i), 0));
    }
    push_hammer_back(x);
    hz_string_moved(&x->string);
}

/* A mass that the string rests on is where that puts it, wherever it swung; another one goes out of the string. */
static void put_mass_under(hz_barrier *x)
{
    hz_mass_spring *b = &x->obstacle.mass;
    if (!x->contact[HZ_AT_MASS].on)
        return;
    double string = hz_string_now(&x->string, &x->contact[HZ_AT_MASS].port),
           deep = fmax(hz_string_equilibrium_mass(x, string) - string, 0);
    if (deep == 0 && most_at(x, HZ_AT_MASS) <= 0)
        return;
    b->w = string + deep;
    b->d = 0;
    x->coupled.touch[HZ_AT_FLOOR].psi = HUGE_VAL;
    x->coupled.touch[HZ_AT_FLOOR].yield = 0;
}

/* Measures bodies that were put at rest. A fret or the floor of the mass may have come down since a sample ago. Such a
 * contact gives way by what it was deeper then. */
static void measure_still(hz_barrier *x)
{
    hz_barrier_contacts_measure(x);
    for (int i = 0; i < x->coupled.n; i++) {
        hz_grid_contact *t = &x->coupled.touch[i];
        double over = t->eta0 - fmax(t->eta1, 0);
        if (x->contact[i].on && x->coupled.law[i] && over > 0)
            hz_grid_contact_lower(t, x->coupled.law[i], over);
    }
}

void hz_barrier_contacts_make_room(hz_barrier *x)
{
    hz_grid_contact *floor = &x->coupled.touch[HZ_AT_FLOOR], was = *floor;
    hz_barrier_contacts_forget(x); /* The string lies on what it comes to rest on. */
    floor->psi = was.psi;
    floor->yield = was.yield;
    put_mass_under(x);
    /* With anything else than a second string it is the string that goes along with what it lies on. */
    hz_string *moved = x->obstacle.type->second ? &x->obstacle.second : &x->string;
    double sign = x->obstacle.type->second ? 1 : -1;
    for (int i = x->row.from; i < x->row.to; i++)
        if (hz_obstacle_is_there(x->obstacle.profile[i]))
            moved->d[i] += sign * fmax(depth_of_point(x, i, 1) - fmax(depth_of_point(x, i, 0), 0), 0);
    hz_string_moved(&x->string);
    hz_string_moved(&x->obstacle.second);
    push_hammer_back(x);
    measure_still(x);
}

void hz_barrier_contacts_lower(hz_barrier *x, double held)
{
    hz_mass_spring *mass = &x->obstacle.mass;
    hz_energy e = hz_barrier_stored(x);
    if (e.contact <= held * (1 + 1e-9))
        return;
    if (most_at(x, HZ_AT_FLOOR) > 0) { /* over its floor it hangs at rest */
        mass->w = mass->rest;
        mass->d = 0;
    }
    x->hammer.w -= fmax(most_at(x, HZ_AT_HAMMER), 0);
    double deepest = 0;
    for (int i = x->row.from; i < x->row.to; i++)
        deepest = fmax(deepest, most_at_point(x, i));
    for (int i = HZ_AT_MASS; i < x->coupled.n; i++)
        if (i != HZ_AT_FLOOR)
            deepest = fmax(deepest, most_at(x, i));
    x->obstacle.base.at -= deepest;
    hz_obstacle_lower(&x->obstacle, deepest);
    measure_still(x);
}
