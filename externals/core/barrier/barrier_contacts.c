/* barrier_contacts: how the contacts of a string with what is in its way are put together, and kept from starting
 * inside each other. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/root.h"

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

/* ---- one list: contacts at places, and behind them the points of the row ---- */

int hz_barrier_next(const hz_barrier *x, int i)
{
    const int row = HZ_COUPLED_CONTACTS_MOST;
    for (i++; i < x->coupled.n; i++)
        if (x->contact[i].on && x->coupled.law[i])
            return i;
    for (i = i < row + x->row.from ? row + x->row.from : i; i < row + x->row.to; i++)
        if (x->stiffness[i - row] > 0)
            return i;
    return -1;
}

static const hz_grid_law *law_of(const hz_barrier *x, int i)
{
    return i < HZ_COUPLED_CONTACTS_MOST ? x->coupled.law[i] : &x->law;
}

static hz_grid_contact touch_of(const hz_barrier *x, int i)
{
    int p = i - HZ_COUPLED_CONTACTS_MOST, flat = x->law.law.exponent == 1; /* its powers are not kept */
    if (p < 0)
        return x->coupled.touch[i];
    return (hz_grid_contact){ .stiffness = x->stiffness[p],
                              .eta0 = x->row.eta0[p],
                              .eta1 = x->row.eta1[p],
                              .power0 = flat ? fmax(x->row.eta0[p], 0) : x->row.power0[p],
                              .power1 = flat ? fmax(x->row.eta1[p], 0) : x->row.power1[p],
                              .psi = x->row.psi[p],
                              .yield = x->yield[p] };
}

static void put_touch(hz_barrier *x, int i, const hz_grid_contact *t)
{
    int p = i - HZ_COUPLED_CONTACTS_MOST;
    if (p < 0) {
        x->coupled.touch[i] = *t;
        return;
    }
    x->row.eta0[p] = t->eta0;
    x->row.eta1[p] = t->eta1;
    x->row.power0[p] = t->power0;
    x->row.power1[p] = t->power1;
    x->row.psi[p] = t->psi;
    x->row.lost[p] = 0;
    x->yield[p] = t->yield;
    x->yields |= t->yield > 0;
}

static double depth_of(const hz_barrier *x, int i, int before)
{
    int p = i - HZ_COUPLED_CONTACTS_MOST;
    return p < 0 ? depth(x, i, before) : depth_of_point(x, p, before);
}

/* The next one, leaving out points of the row that are apart and hold nothing: meters ask for all of them in each
 * sample. */
static int next_held(const hz_barrier *x, int i)
{
    const hz_grid_row *r = &x->row;
    int p;
    do {
        i = hz_barrier_next(x, i);
        p = i - HZ_COUPLED_CONTACTS_MOST;
    } while (p >= 0 && !(r->eta0[p] > 0) && !(r->eta1[p] > 0) && r->psi[p] == 0);
    return i;
}

double hz_barrier_contacts_end_force(const hz_barrier *x)
{
    double sum = 0;
    for (int i = next_held(x, -1); i >= 0; i = next_held(x, i)) {
        hz_grid_contact t = touch_of(x, i);
        if (i != HZ_AT_FLOOR && (i != HZ_AT_HAMMER || x->obstacle.type->nothing))
            sum += hz_grid_contact_end_force(&t, law_of(x, i));
    }
    return sum;
}

double hz_barrier_contacts_deepest(const hz_barrier *x)
{
    double most = -HUGE_VAL;
    for (int i = x->row.from; i < x->row.to; i++)
        most = x->stiffness[i] > 0 && x->row.eta1[i] > most ? x->row.eta1[i] : most;
    for (int i = 0; i < x->coupled.n; i++)
        if (x->contact[i].on && x->coupled.law[i])
            most = fmax(most, x->coupled.in[i] ? x->coupled.touch[i].eta1 : depth(x, i, 0));
    return most > -HUGE_VAL ? most : 0;
}

/* ---- start:yield ---- */

/* How deep a contact may start: as it was at its deepest, or as a touch; or, where the past is forgotten, as it is. */
static double may_start(const hz_barrier *x, int i, const hz_grid_contact *was)
{
    int fresh = x->fresh && i >= HZ_AT_MORE;
    return fmax(fresh ? depth_of(x, i, 0) : fmax(was->eta0, was->eta1), 0);
}

void hz_barrier_contacts_measure(hz_barrier *x)
{
    hz_coupled_contacts *k = &x->coupled;
    for (int i = hz_barrier_next(x, -1); i >= 0; i = hz_barrier_next(x, i)) {
        hz_grid_contact t = touch_of(x, i);
        double most = may_start(x, i, &t);
        if (x->fresh) {
            t.psi = HUGE_VAL;
            t.yield = 0;
        }
        hz_grid_contact_move(&t, law_of(x, i), depth_of(x, i, 1), depth_of(x, i, 0));
        double over = fmax(t.eta0, t.eta1) - most;
        if (over > 0)
            hz_grid_contact_lower(&t, law_of(x, i), over);
        put_touch(x, i, &t);
    }
    x->fresh = 0;
    for (int i = 0; i < k->n; i++)
        k->in[i] = x->contact[i].on;
    hz_coupled_contacts_list(k);
}

double hz_barrier_contacts_over(const hz_barrier *x)
{
    double over = 0;
    for (int i = hz_barrier_next(x, -1); i >= 0; i = hz_barrier_next(x, i)) {
        hz_grid_contact t = touch_of(x, i);
        if (i != HZ_AT_HAMMER && i != HZ_AT_FLOOR)
            over = fmax(over, depth_of(x, i, 0) - t.yield - may_start(x, i, &t));
    }
    return over;
}

double hz_barrier_contacts_held(const hz_barrier *x, double lower)
{
    double sum = 0;
    for (int i = next_held(x, -1); i >= 0; i = next_held(x, i)) {
        hz_grid_contact t = touch_of(x, i);
        if (lower > 0)
            hz_grid_contact_lower(&t, law_of(x, i), lower);
        sum += hz_grid_contact_stored(&t, law_of(x, i));
    }
    return sum;
}

void hz_barrier_contacts_bound(hz_barrier *x, double most)
{
    double deepest = 0;
    if (hz_barrier_contacts_held(x, 0) <= most * (1 + 1e-9))
        return;
    for (int i = hz_barrier_next(x, -1); i >= 0; i = hz_barrier_next(x, i)) {
        hz_grid_contact t = touch_of(x, i);
        deepest = fmax(deepest, fmax(t.eta0, t.eta1));
    }
    hz_root by = hz_root_between(0, deepest);
    for (int more = 1, halving = 0; more && halving < 40; halving++)
        more = hz_root_halve(&by, hz_barrier_contacts_held(x, by.x) > most ? -1 : 1);
    for (int i = hz_barrier_next(x, -1); i >= 0; i = hz_barrier_next(x, i)) {
        hz_grid_contact t = touch_of(x, i);
        if (!(t.eta0 > 0 || t.eta1 > 0))
            continue;
        hz_grid_contact_lower(&t, law_of(x, i), by.high);
        put_touch(x, i, &t);
    }
}

void hz_barrier_contacts_lower(hz_barrier *x)
{
    double deepest = 0;
    for (int i = hz_barrier_next(x, -1); i >= 0; i = hz_barrier_next(x, i))
        if (i != HZ_AT_HAMMER && i != HZ_AT_FLOOR)
            deepest = fmax(deepest, fmax(depth_of(x, i, 0), depth_of(x, i, 1)));
    x->obstacle.base.at -= deepest;
    hz_obstacle_lower(&x->obstacle, deepest);
    x->fresh = 1;
    hz_barrier_contacts_measure(x);
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

void hz_barrier_contacts_leave(hz_barrier *x)
{
    hz_coupled_contacts *k = &x->coupled;
    char stays[HZ_COUPLED_CONTACTS_MOST] = { 0 };
    int left = 0;
    for (int a = 0; a < k->taking; a++)
        if (!is_left(x, k->at[a]))
            stays[k->group[k->at[a]]] = 1;
    for (int a = 0; a < k->taking; a++)
        if (!stays[k->group[k->at[a]]]) {
            left = 1;
            k->in[k->at[a]] = 0;
            k->force[k->at[a]] = 0;
        }
    if (left)
        hz_coupled_contacts_list(k);
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
    k->touch[i] = (hz_grid_contact){ x->params.law.stiffness, .eta0 = -1, .eta1 = -1, .psi = HUGE_VAL };
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
    for (int i = -HZ_GRID_PAD; i < HZ_BARRIER_ROW - HZ_GRID_PAD; i++) {
        int was = x->stiffness[i] > 0, is = i > 0 && i < x->string.n && hz_obstacle_is_there(x->obstacle.profile[i]);
        x->stiffness[i] = is ? x->params.law.stiffness * x->string.spacing : 0;
        if (!is) {
            x->row.psi[i] = x->yield[i] = 0;
            continue;
        }
        if (!was)
            put_touch(x, HZ_COUPLED_CONTACTS_MOST + i, &(hz_grid_contact){ .eta0 = -1, .eta1 = -1, .psi = HUGE_VAL });
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

void hz_barrier_contacts_arrange(hz_barrier *x)
{
    hz_barrier_contact was[HZ_COUPLED_CONTACTS_MOST];
    hz_grid_contact touched[HZ_COUPLED_CONTACTS_MOST];
    int n = x->coupled.n;
    memcpy(was, x->contact, (size_t)n * sizeof *was);
    memcpy(touched, x->coupled.touch, (size_t)n * sizeof *touched);
    for (int i = 0; i < n; i++)
        if (was[i].on && was[i].point >= 0) { /* it goes back to its row */
            put_touch(x, HZ_COUPLED_CONTACTS_MOST + was[i].point, &touched[i]);
            x->stiffness[was[i].point] = touched[i].stiffness;
        }
    lay_row(x);
    lay_places(x);
    for (int i = 0; i < n; i++) {
        if (i < x->coupled.n && is_same(&was[i], &x->contact[i])) {
            x->contact[i].track = was[i].track;
        } else if (was[i].on && was[i].track.steps > 0)
            hz_barrier_contacts_end(x, &was[i], 0);
    }
    for (int i = 0; i < x->coupled.n; i++) {
        hz_grid_contact *t = &x->coupled.touch[i];
        double stiffness = t->stiffness;
        int point = x->contact[i].point;
        if (point >= 0) {
            *t = touch_of(x, HZ_COUPLED_CONTACTS_MOST + point);
            x->row.psi[point] = x->yield[point] = 0;
        } else if (i < n && is_same(&was[i], &x->contact[i]) && is_at_same_place(&was[i], &x->contact[i]))
            *t = touched[i];
        t->stiffness = stiffness;
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
