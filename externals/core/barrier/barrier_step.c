/* barrier_step: the step of a string with all that is in its way. */
#include "internal.h"

#include "core/base/units.h"

#include <math.h>
#include <stddef.h>

/* Hz: what is slower of the force at an end is steady. */
static const double steady_under = 20;

/* Finds what each contact at a place would move by without any force; `rise` is that of the obstacle's height over two
 * steps. */
static void find_ways(hz_barrier *x, double rise)
{
    for (int a = 0; a < x->coupled.taking; a++) {
        int i = x->coupled.at[a];
        const hz_barrier_contact *c = &x->contact[i];
        double way = c->string ? -c->string * hz_string_way(&x->string, &c->port) : 0;
        if (c->second)
            way -= c->second * hz_string_way(&x->obstacle.second, &c->port);
        if (c->mass)
            way -= c->mass_sign * hz_mass_spring_way(c->mass);
        if (c->rides || c->point >= 0)
            way += rise;
        if (c->point >= 0)
            way += x->obstacle.rises[c->point];
        x->coupled.way[i] = way;
    }
}

static void push_bodies(hz_barrier *x)
{
    for (int a = 0; a < x->coupled.taking; a++) {
        int i = x->coupled.at[a];
        const hz_barrier_contact *c = &x->contact[i];
        double f = x->coupled.force[i];
        if (f == 0)
            continue;
        if (c->string)
            hz_string_push(&x->string, &c->port, c->string * f);
        if (c->second)
            hz_string_push(&x->obstacle.second, &c->port, c->second * f);
        if (c->mass)
            hz_mass_spring_push(c->mass, c->mass_sign * f);
        if (c->point >= 0 && x->obstacle.type->second)
            hz_string_push_down(&x->obstacle.second, c->point, c->point + 1, x->row.force);
    }
}

/* Points that have been left are back in their place. */
static void heal_row(hz_barrier *x)
{
    hz_grid_row *r = &x->row;
    x->yields = 0;
    for (int i = r->from; i < r->to; i++) {
        if (!(x->yield[i] > 0))
            continue;
        if (fmax(r->eta0[i], r->eta1[i]) + x->yield[i] > 0) {
            x->yields = 1;
            continue;
        }
        r->eta0[i] += x->yield[i];
        r->eta1[i] += x->yield[i];
        x->yield[i] = 0;
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
    int touches = hz_grid_row_step(r, &x->law);
    double *eta = r->eta0, *power = r->power0;
    r->eta0 = r->eta1;
    r->eta1 = eta;
    r->power0 = r->power1;
    r->power1 = power;
    if (x->yields)
        heal_row(x);
    if (x->obstacle.type->second)
        hz_string_push_down(&x->obstacle.second, r->from, r->to, r->force);
    return touches;
}

/* Points of the row that were solved elsewhere stand in the row too, so that there is one account of it. Returns
 * whether any of them touches. */
static int show_claimed(hz_barrier *x)
{
    int touches = 0;
    for (int a = 0; a < x->coupled.taking; a++) {
        int i = x->coupled.at[a], at = x->contact[i].point;
        if (at < 0)
            continue;
        x->row.eta0[at] = x->coupled.touch[i].eta0;
        x->row.eta1[at] = x->coupled.touch[i].eta1;
        x->row.force[at] = x->coupled.force[i];
        touches |= x->coupled.force[i] > 0 || x->coupled.touch[i].eta1 > 0;
    }
    return touches;
}

/* Books the flows of a step before it is committed: string:loss, grid:clamp, and the work of what moves by itself.
 * Returns what the strings will store after it. */
static hz_energy book(hz_barrier *x, double outer, const hz_string_port *at, double rise, double next)
{
    const hz_coupled_contacts *k = &x->coupled;
    hz_obstacle *o = &x->obstacle;
    hz_string_books string = hz_string_book(&x->string);
    hz_energy strings = { .kinetic = string.kinetic, .potential = string.potential };
    hz_grid_loss row = hz_grid_row_loss(&x->row, &x->law);
    double lost = string.loss + row.lost + k->loss.lost + hz_obstacle_book(o, &strings), supplied = 0,
           own = !o->type->second;
    if (outer != 0)
        supplied = 0.5 * outer * hz_string_way(&x->string, at);
    for (int i = x->row.from; i < x->row.to; i++)
        supplied += 0.5 * x->row.force[i] * (rise + own * o->rises[i]);
    for (int a = 0; a < k->taking; a++) {
        int i = k->at[a];
        if (x->contact[i].rides)
            supplied += 0.5 * k->force[i] * rise;
        if (!k->law[i]) {
            supplied -= 0.5 * k->pull[i] * k->moved[i];
            lost += 0.5 * k->drag[i] * k->moved[i] * k->moved[i];
        }
    }
    hz_sum_add(&x->ledger.supplied, supplied + hz_obstacle_work(o, next));
    hz_sum_add(&x->ledger.dissipated, lost);
    hz_sum_add(&x->ledger.shed, row.shed + k->loss.shed);
    return strings;
}

/* Returns the energy that the strings got because their tuning glides, where there are books. */
static double commit(hz_barrier *x, double next)
{
    hz_string_commit(&x->string);
    double glided = hz_string_glide(&x->string, x->ledger.open);
    glided += hz_obstacle_commit(&x->obstacle, next, x->ledger.open);
    if (x->hammering)
        hz_mass_spring_commit(&x->hammer, 0);
    if (glided != 0)
        hz_sum_add(&x->ledger.adjusted, glided);
    return glided;
}

/* A hammer that has left is taken away, and the energy that it has is lost. */
static void dismiss_hammer(hz_barrier *x)
{
    hz_grid_contact *t = &x->coupled.touch[HZ_AT_HAMMER];
    if (!x->hammering || t->eta1 > -1e-3 || t->eta0 > 0 || t->eta1 > t->eta0)
        return;
    hz_energy e = { 0 };
    hz_mass_spring_energy(&x->hammer, &e);
    if (x->ledger.open)
        hz_sum_add(&x->ledger.dissipated, hz_energy_total(&e));
    x->hammering = 0;
    x->contact[HZ_AT_HAMMER].on = 0;
    *t = (hz_grid_contact){ .eta0 = -1, .eta1 = -1 };
    x->coupled.in[HZ_AT_HAMMER] = 0;
    hz_coupled_contacts_list(&x->coupled);
}

static void report_place(hz_barrier *x, int i)
{
    hz_barrier_contact *c = &x->contact[i];
    const hz_grid_contact *t = &x->coupled.touch[i];
    double f = x->coupled.force[i];
    if (t->eta1 > 0 || f > 0 || (c->track.steps > 0 && t->eta0 > 0)) /* where eta0 > 0 a force may follow */
        hz_grid_track_step(&c->track,
                           &(hz_grid_moment){ .before = t->eta1 - x->coupled.moved[i],
                                              .now = t->eta0,
                                              .next = t->eta1,
                                              .force = f,
                                              .compliance = x->coupled.compliance[i][i] },
                           hz_grid_law_is_mean(x->coupled.law[i]));
    else if (c->track.steps > 0)
        hz_barrier_contacts_end(x, c, 1);
}

/* `rise` is that of the obstacle's height in the step before. */
static void report(hz_barrier *x, int touches, double rise)
{
    const hz_obstacle *o = &x->obstacle;
    if (!x->ended)
        return;
    if (touches || x->stretches.n)
        hz_grid_report_sample(&x->stretches,
                              &(hz_grid_stretch_row){ .from = x->row.from,
                                                      .to = x->row.to,
                                                      .eta0 = x->row.eta0,
                                                      .eta1 = x->row.eta1,
                                                      .force = x->row.force,
                                                      .compliance = x->row.give,
                                                      .rise = rise,
                                                      .up = x->string.d1,
                                                      .below = o->type->second ? o->second.d1 : o->last,
                                                      .h = x->h },
                              x->ended, x->owner);
    for (; x->stretches.beyond > 0; x->stretches.beyond--)
        x->ended(x->owner, NULL);
    for (int a = 0; a < x->coupled.taking; a++) {
        int i = x->coupled.at[a];
        if (x->contact[i].point < 0 && x->coupled.law[i])
            report_place(x, i);
    }
}

/* The force of the obstacle, or of the hammer where there is no obstacle. */
static double force_on_string(const hz_barrier *x)
{
    double sum = 0;
    if (x->obstacle.type->nothing)
        return x->hammering ? x->coupled.force[HZ_AT_HAMMER] : 0;
    for (int i = x->row.from; i < x->row.to; i++)
        sum += x->row.force[i];
    for (int a = 0; a < x->coupled.taking; a++) {
        int i = x->coupled.at[a], not_in_row = i >= HZ_AT_MASS && i != HZ_AT_FLOOR && x->contact[i].point < 0;
        sum += not_in_row ? x->coupled.force[i] : 0;
    }
    return sum;
}

/* What is metered: nothing, what a sample shows by itself, or accounts too. */
enum { METERS_NOTHING, METERS_MOTION, METERS_ACCOUNTS };

static int is_metered(const hz_barrier_io *io)
{
    if (io->ledger && hz_ledger_is_metered(io->meter))
        return METERS_ACCOUNTS;
    return io->meter[HZ_POSITION] || io->meter[HZ_COMPRESSION] || io->meter[HZ_SPEED] || io->meter[HZ_ENDFORCE]
               ? METERS_MOTION
               : METERS_NOTHING;
}

/* `strings`: what they store, or NULL where accounts are not metered. */
static void meter(const hz_barrier *x, const hz_barrier_io *io, int i, const hz_energy *strings)
{
    if (io->meter[HZ_POSITION])
        io->meter[HZ_POSITION][i] = hz_string_now(&x->string, &x->heard[0]);
    if (io->meter[HZ_COMPRESSION])
        io->meter[HZ_COMPRESSION][i] = hz_barrier_contacts_deepest(x);
    if (io->meter[HZ_SPEED])
        io->meter[HZ_SPEED][i] = hz_string_change(&x->string, &x->heard[0]) / x->h;
    if (io->meter[HZ_ENDFORCE])
        io->meter[HZ_ENDFORCE][i] = hz_barrier_contacts_end_force(x);
    if (!strings)
        return;
    hz_energy e = *strings;
    hz_barrier_add_beside(x, &e);
    hz_ledger_show(&x->ledger, &e, io->meter, i);
}

/* Whether nothing touches, nothing moves, and no hammer is there. */
static int is_quiet(const hz_barrier *x)
{
    return !x->hammering && !(hz_barrier_contacts_deepest(x) > 0) && hz_string_is_silent(&x->string);
}

/* A mass under a silent string comes to rest. */
static void settle_mass(hz_barrier *x)
{
    hz_mass_spring *mass = &x->obstacle.mass;
    if (!x->obstacle.type->mass || hz_mass_spring_is_still(mass) || !is_quiet(x))
        return;
    double before = hz_barrier_before(x);
    hz_mass_spring_settle(mass);
    if (!hz_mass_spring_is_still(mass))
        return;
    hz_barrier_contacts_arrange(x);
    hz_barrier_changed(x, before);
}

/* Whether nothing can happen in this block. */
static int is_still(const hz_barrier *x, const hz_barrier_io *io)
{
    if (!hz_barrier_motion_rests(x, io))
        return 0;
    for (int i = 0; i < io->n; i++)
        if (io->force && io->force[i] != 0)
            return 0;
    return is_quiet(x) && hz_obstacle_is_still(&x->obstacle);
}

/* pull:heard  The force of the string on its ends in this step. A bridge that it lies on is a part of the end next to
 * it; `pressed` is the force with which the obstacle holds the string up. What is steady is not heard. */
static void pull_at_ends(hz_barrier *x, double pressed, int at)
{
    const hz_barrier_params *p = &x->params;
    double part = -expm1(-2 * HZ_PI * steady_under * x->h);
    if (!x->pulled)
        hz_soundbox_jump(&x->box);
    for (int end = 0; end < 2; end++) {
        double pull = hz_string_pull(&x->string, end);
        if (end == hz_barrier_box_end(p))
            x->own[at] = pull * hz_barrier_boxed(p);
        if (x->second_gain.at != 0)
            pull += x->second_gain.at * hz_string_pull(&x->obstacle.second, end);
        if (x->obstacle.type->bridge && end == (p->bridge[0] + 0.5 * p->bridge[1] > 0.5))
            pull -= pressed;
        x->drawn[end] = pull;
        x->steady[end] = x->pulled ? x->steady[end] + part * (pull - x->steady[end]) : pull;
    }
    x->pulled = 1;
}

static void one_sample(hz_barrier *x, const hz_barrier_io *io, int i, int metered)
{
    double next = hz_barrier_motion_move(x, io, i), rise = next - x->obstacle.height_before,
           outer = io->force ? io->force[i] : 0;
    hz_string_port at = { 0 };
    hz_energy strings = { 0 };
    int books = x->ledger.open;
    (books ? hz_string_predict_booked : hz_string_predict)(&x->string);
    hz_obstacle_predict(&x->obstacle, x->string.n, books);
    if (x->hammering)
        hz_mass_spring_predict(&x->hammer);
    if (outer != 0) {
        at = hz_string_port_at(&x->string, io->place ? io->place[i] : x->params.place);
        hz_string_push(&x->string, &at, outer);
    }
    x->coupled.loss = (hz_grid_loss){ 0, 0 };
    if (x->couples) {
        hz_barrier_contacts_rouse(x, next);
        find_ways(x, rise);
        hz_coupled_contacts_step(&x->coupled);
    }
    int touches = step_row(x, rise);
    if (x->couples) {
        touches |= show_claimed(x);
        push_bodies(x);
    }
    if (books)
        strings = book(x, outer, &at, rise, next);
    double risen = x->obstacle.height - x->obstacle.height_before,
           pressed = touches || x->couples ? force_on_string(x) : 0;
    hz_ramp_go(&x->second_gain);
    if (x->params.forces)
        pull_at_ends(x, pressed, i % HZ_SOUNDBOX_STRETCH);
    strings.potential += commit(x, next);
    io->out_force[i] = pressed;
    int seen = io->displacement && !x->params.forces;
    for (int p = 0; p < x->params.pickups; p++)
        io->audio[p][i] = seen ? hz_barrier_seen(x, p) : hz_barrier_string_heard(x, p);
    report(x, touches, risen);
    dismiss_hammer(x);
    if (x->couples)
        hz_barrier_contacts_leave(x);
    if (metered)
        meter(x, io, i, metered == METERS_ACCOUNTS ? &strings : NULL);
}

static void silent_block(hz_barrier *x, const hz_barrier_io *io, int metered)
{
    for (int i = 0; i < io->n; i++) {
        io->out_force[i] = 0;
        for (int p = 0; p < x->params.pickups; p++)
            io->audio[p][i] = 0;
        if (metered)
            meter(x, io, i, NULL);
    }
    x->running = 1;
    x->pulled = 0;
}

/* While flows are not counted the books are closed. When they are again, the books begin with what is there. */
static void open_books(hz_barrier *x, int wanted)
{
    if (!wanted)
        hz_ledger_close(&x->ledger);
    else if (!x->ledger.open) {
        hz_energy e = hz_barrier_stored(x);
        hz_ledger_open(&x->ledger, hz_energy_total(&e));
    }
}

/* Some samples are heard through the soundbox. */
static void hear_box(hz_barrier *x, const hz_barrier_io *io, int at, int n)
{
    hz_soundbox_run(&x->box, &(hz_soundbox_block){ .at = at,
                                                   .n = n,
                                                   .pickups = x->params.pickups,
                                                   .audio = io->audio,
                                                   .force = x->own,
                                                   .ledger = io->ledger ? &x->ledger : NULL,
                                                   .meter = io->meter });
}

static void run_boxed(hz_barrier *x, const hz_barrier_io *io, int metered)
{
    int glides = x->string.gliding > 0;
    hz_soundbox_begin(&x->box, glides ? 0 : hz_barrier_least_loss(x));
    for (int at = 0, n; at < io->n; at += n) {
        n = io->n - at < HZ_SOUNDBOX_STRETCH ? io->n - at : HZ_SOUNDBOX_STRETCH;
        for (int i = at; i < at + n; i++)
            one_sample(x, io, i, metered);
        for (int i = at; i < at + n; i++)
            io->audio[0][i] *= hz_barrier_boxed(&x->params);
        hear_box(x, io, at, n);
    }
}

void hz_barrier_run(hz_barrier *x, const hz_barrier_io *io)
{
    int hammering = x->hammering, metered = is_metered(io), boxed = x->params.box != HZ_SOUNDBOX_NONE;
    open_books(x, io->ledger);
    if (!io->ledger && is_still(x, io) && (!boxed || x->box.still)) {
        silent_block(x, io, metered);
        return;
    }
    hz_barrier_motion_aim(x, io);
    if (boxed)
        run_boxed(x, io, metered);
    for (int i = 0; i < io->n && !boxed; i++)
        one_sample(x, io, i, metered);
    /* At the end of a block, contacts that are gone are taken out. What they hold moves over as it stands. */
    if (hammering && !x->hammering)
        hz_barrier_contacts_rearrange(x);
    if (hz_obstacle_clear(&x->obstacle, &x->string))
        hz_barrier_contacts_rearrange(x);
    hz_string_settle(&x->string);
    settle_mass(x);
    if (x->obstacle.type->second)
        hz_string_settle(&x->obstacle.second);
}
