/* barrier_step: the step of a string with all that is in its way. */
#include "barrier.h"
#include "barrier_motion.h"
#include "barrier_contacts.h"

#include <math.h>
#include <stddef.h>

/* What each contact of the knot would move by without any. `rise` is that of the barrier's height over two steps. */
static void knot_ways(hz_barrier *x, double rise)
{
    hz_coupled_contacts *k = &x->knot;
    for (int i = 0; i < k->n; i++) {
        const hz_barrier_contact *j = &x->joint[i];
        if (!j->on)
            continue;
        double way = j->string ? -j->string * hz_string_way(&x->string, &j->port) : 0;
        if (j->bob)
            way -= j->bobsign * hz_mass_spring_way(j->bob == 1 ? &x->hammer : &x->mass);
        if (j->rides || j->point >= 0)
            way += rise;
        if (j->point >= 0)
            way += x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.d1[j->point] + x->second.d[j->point]
                                                            : x->rises[j->point];
        k->way[i] = way;
    }
}

static void push_knot(hz_barrier *x)
{
    for (int i = 0; i < x->knot.n; i++) {
        const hz_barrier_contact *j = &x->joint[i];
        double f = x->knot.force[i];
        if (!j->on || f == 0)
            continue;
        if (j->string)
            hz_string_push(&x->string, &j->port, j->string * f);
        if (j->bob)
            hz_mass_spring_push(j->bob == 1 ? &x->hammer : &x->mass, j->bobsign * f);
        if (j->point >= 0 && x->params.obstacle == HZ_OBSTACLE_STRING)
            hz_string_push_point(&x->second, j->point, -f);
    }
}

static int step_row(hz_barrier *x, double rise)
{
    hz_grid_row *r = &x->row;
    if (r->to <= r->from)
        return 0;
    r->d = x->string.d;
    r->d1 = x->string.d1;
    r->u1 = x->string.u1;
    r->rise = rise;
    if (x->params.obstacle == HZ_OBSTACLE_STRING)
        for (int i = r->from; i < r->to; i++)
            x->rises[i] = x->second.d1[i] + x->second.d[i];
    int touches = hz_grid_row_step(r, &x->law);
    double *eta = r->eta0, *power = r->power0;
    r->eta0 = r->eta1;
    r->eta1 = eta;
    r->power0 = r->power1;
    r->power1 = power;
    if (x->params.obstacle == HZ_OBSTACLE_STRING)
        for (int i = r->from; i < r->to; i++)
            hz_string_push_point(&x->second, i, -r->force[i]);
    return touches;
}

/* Claimed points of the row stand in the row too, so that there is one account of it. Returns whether any touches. */
static int show_claimed(hz_barrier *x)
{
    int touches = 0;
    for (int i = HZ_AT_MORE; i < x->knot.n; i++) {
        int at = x->joint[i].point;
        if (at < 0)
            continue;
        x->row.eta0[at] = x->knot.touch[i].eta0;
        x->row.eta1[at] = x->knot.touch[i].eta1;
        x->row.force[at] = x->knot.force[i];
        touches |= x->knot.force[i] > 0 || x->knot.touch[i].eta1 > 0;
    }
    return touches;
}

/* The flows of a step, before it is committed: string:loss, grid:clamp, and the work of what moves by itself. */
static void book(hz_barrier *x, double outer, const hz_string_port *at, double rise, double rest)
{
    double lost = hz_string_loss(&x->string) + x->knot.lost, supplied = 0.5 * outer * hz_string_way(&x->string, at);
    int second = x->params.obstacle == HZ_OBSTACLE_STRING;
    if (second)
        lost += hz_string_loss(&x->second);
    for (int i = x->row.from; i < x->row.to; i++) {
        lost += 0.5 * x->row.lost[i];
        supplied += 0.5 * x->row.force[i] * (rise + (second ? 0 : x->rises[i]));
    }
    for (int i = 0; i < x->knot.n && x->knotted; i++) {
        const hz_barrier_contact *j = &x->joint[i];
        if (!j->on)
            continue;
        if (j->rides)
            supplied += 0.5 * x->knot.force[i] * rise;
        if (!x->knot.law[i]) {
            supplied -= 0.5 * x->knot.pull[i] * x->knot.moved[i];
            lost += 0.5 * x->knot.drag[i] * x->knot.moved[i] * x->knot.moved[i];
        }
    }
    if (x->params.obstacle == HZ_OBSTACLE_MASS) {
        lost += hz_mass_spring_loss(&x->mass);
        supplied += hz_mass_spring_work(&x->mass, rest);
    }
    hz_sum_add(&x->ledger.supplied, supplied);
    hz_sum_add(&x->ledger.dissipated, lost);
}

static void commit(hz_barrier *x, double rest, int ledger)
{
    hz_string_commit(&x->string);
    double glided = hz_string_glide(&x->string, ledger);
    if (x->params.obstacle == HZ_OBSTACLE_STRING) {
        hz_string_commit(&x->second);
        glided += hz_string_glide(&x->second, ledger);
    }
    if (x->params.obstacle == HZ_OBSTACLE_MASS)
        hz_mass_spring_commit(&x->mass, rest);
    if (x->hammering)
        hz_mass_spring_commit(&x->hammer, 0);
    if (glided != 0)
        hz_sum_add(&x->ledger.adjusted, glided);
}

/* A hammer that has left is taken away, and the energy it has is lost. */
static void dismiss_hammer(hz_barrier *x, int ledger)
{
    const hz_grid_contact *t = &x->knot.touch[HZ_AT_HAMMER];
    if (!x->hammering || t->eta1 > -1e-3 || t->eta0 > 0 || t->eta1 > t->eta0)
        return;
    hz_energy e = { 0 };
    hz_mass_spring_energy(&x->hammer, &e);
    if (ledger)
        hz_sum_add(&x->ledger.dissipated, hz_energy_total(&e));
    x->hammering = 0;
    x->joint[HZ_AT_HAMMER].on = 0;
    x->knot.touch[HZ_AT_HAMMER] = (hz_grid_contact){ .eta0 = -1, .eta1 = -1 };
    x->knot.way[HZ_AT_HAMMER] = 0;
}

static void report_joint(hz_barrier *x, int i)
{
    hz_barrier_contact *j = &x->joint[i];
    const hz_grid_contact *t = &x->knot.touch[i];
    double f = x->knot.force[i];
    if (t->eta1 > 0 || f > 0) {
        if (j->samples++ == 0) /* as fast as it would have moved without this force */
            j->contact = (hz_contact){ .v_in = 0.5 * (x->knot.moved[i] + x->knot.compliance[i][i] * f) / x->h };
        j->contact.x_max = fmax(j->contact.x_max, t->eta1);
        j->contact.f_max = fmax(j->contact.f_max, f);
    } else if (j->samples > 0 && t->eta0 <= 0) { /* else a force may follow */
        hz_barrier_contacts_end(x, j, (t->eta1 - t->eta0) / x->h);
    }
}

/* `rise` is that of the barrier's height in the step before. */
static void report(hz_barrier *x, int touches, double rise)
{
    if (!x->ended)
        return;
    if (touches || x->stretches.n)
        hz_grid_report_sample(
            &x->stretches,
            &(hz_grid_stretch_row){ .from = x->row.from,
                                    .to = x->row.to,
                                    .eta0 = x->row.eta0,
                                    .eta1 = x->row.eta1,
                                    .force = x->row.force,
                                    .give = x->row.give,
                                    .rise = rise,
                                    .up = x->string.d1,
                                    .below = x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.d1 : x->last,
                                    .h = x->h },
            x->ended, x->owner);
    for (; x->stretches.beyond > 0; x->stretches.beyond--)
        x->ended(x->owner, NULL);
    for (int i = 0; i < x->knot.n && x->knotted; i++)
        if (x->joint[i].on && x->joint[i].point < 0 && x->knot.law[i])
            report_joint(x, i);
}

static double obstacle_force(const hz_barrier *x)
{
    double sum = 0;
    if (x->params.obstacle == HZ_OBSTACLE_NONE)
        return x->hammering ? x->knot.force[HZ_AT_HAMMER] : 0;
    for (int i = x->row.from; i < x->row.to; i++)
        sum += x->row.force[i];
    for (int i = HZ_AT_MASS; i < x->knot.n && x->knotted; i++)
        sum += i == HZ_AT_FLOOR || x->joint[i].point >= 0 ? 0 : x->knot.force[i];
    return sum;
}

static double deepest(const hz_barrier *x)
{
    double most = -1e300;
    for (int i = x->row.from; i < x->row.to; i++)
        if (x->stiffness[i] > 0)
            most = fmax(most, x->row.eta1[i]);
    for (int i = 0; i < x->knot.n; i++)
        if (x->joint[i].on && x->knot.law[i])
            most = fmax(most, x->knot.touch[i].eta1);
    return most > -1e300 ? most : 0;
}

static void meter(const hz_barrier *x, const hz_barrier_io *io, int i)
{
    if (io->meter[HZ_POSITION])
        io->meter[HZ_POSITION][i] = hz_string_now(&x->string, &x->heard[0]);
    if (io->meter[HZ_COMPRESSION])
        io->meter[HZ_COMPRESSION][i] = deepest(x);
    if (!io->ledger)
        return;
    hz_accounts a;
    hz_barrier_accounts(x, &a);
    for (int m = 0; m < HZ_ACCOUNTS; m++)
        if (io->meter[m])
            io->meter[m][i] = a.value[m];
}

/* A mass under a silent string comes to rest. */
static void settle_mass(hz_barrier *x)
{
    if (x->params.obstacle != HZ_OBSTACLE_MASS || hz_mass_spring_is_still(&x->mass) || x->hammering || deepest(x) > 0 ||
        !hz_string_is_silent(&x->string))
        return;
    double before = hz_barrier_total(x);
    hz_mass_spring_settle(&x->mass);
    if (!hz_mass_spring_is_still(&x->mass))
        return;
    hz_barrier_contacts_arrange(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

/* Whether nothing can happen in this block. */
static int is_still(const hz_barrier *x, const hz_barrier_io *io)
{
    if (x->hammering || !hz_barrier_motion_rests(x, io))
        return 0;
    for (int i = 0; i < io->n; i++)
        if (io->force && io->force[i] != 0)
            return 0;
    if (deepest(x) > 0 || !hz_string_is_silent(&x->string))
        return 0;
    if (x->params.obstacle == HZ_OBSTACLE_MASS && !hz_mass_spring_is_still(&x->mass))
        return 0;
    return x->params.obstacle != HZ_OBSTACLE_STRING || hz_string_is_silent(&x->second);
}

static void one_sample(hz_barrier *x, const hz_barrier_io *io, int i)
{
    double next = hz_barrier_motion_move(x, io, i), rise = next - x->height_before,
           outer = io->force ? io->force[i] : 0;
    hz_string_port at = { 0 };
    hz_string_predict(&x->string);
    if (x->params.obstacle == HZ_OBSTACLE_STRING)
        hz_string_predict(&x->second);
    if (x->params.obstacle == HZ_OBSTACLE_MASS)
        hz_mass_spring_predict(&x->mass);
    if (x->hammering)
        hz_mass_spring_predict(&x->hammer);
    if (outer != 0) {
        at = hz_string_port_at(&x->string, io->place && io->place[i] != 0 ? io->place[i] : x->params.place);
        hz_string_push(&x->string, &at, outer);
    }
    x->knot.lost = 0;
    if (x->knotted) {
        knot_ways(x, rise);
        hz_coupled_contacts_step(&x->knot);
    }
    int touches = step_row(x, rise);
    if (x->knotted) {
        touches |= show_claimed(x);
        push_knot(x);
    }
    if (io->ledger)
        book(x, outer, &at, rise, next);
    commit(x, next, io->ledger);
    double risen = x->height - x->height_before;
    x->height_before = x->height;
    x->height = next;
    io->out_force[i] = touches || x->knotted ? obstacle_force(x) : 0;
    for (int p = 0; p < x->params.pickups; p++)
        io->audio[p][i] = io->displacement ? hz_string_now(&x->string, &x->heard[p]) : hz_barrier_heard(x, p);
    report(x, touches, risen);
    dismiss_hammer(x, io->ledger);
    meter(x, io, i);
}

void hz_barrier_run(hz_barrier *x, const hz_barrier_io *io)
{
    if (is_still(x, io) && !io->ledger) {
        for (int i = 0; i < io->n; i++) {
            io->out_force[i] = 0;
            for (int p = 0; p < x->params.pickups; p++)
                io->audio[p][i] = 0;
            meter(x, io, i);
        }
        x->running = 1;
        return;
    }
    int hammering = x->hammering;
    if (io->ledger && !x->booked) { /* flows were not counted so far, so the books begin with what is there */
        hz_energy e = hz_barrier_stored(x);
        hz_ledger_open(&x->ledger, hz_energy_total(&e));
    }
    x->booked = io->ledger;
    hz_barrier_motion_aim(x, io);
    for (int i = 0; i < io->n; i++)
        one_sample(x, io, i);
    /* At the end of a block: contacts that are gone are taken out. What they hold moves over as it stands. */
    if (hammering && !x->hammering) {
        double before = hz_barrier_total(x);
        hz_barrier_contacts_arrange(x);
        hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
    }
    hz_barrier_motion_clear(x);
    hz_string_settle(&x->string);
    settle_mass(x);
    if (x->params.obstacle == HZ_OBSTACLE_STRING)
        hz_string_settle(&x->second);
}
