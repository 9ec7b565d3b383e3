/* linear_contact_run: a linear contact goes through its samples and blocks. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/modal/mode_ring.h"

static double port_a(const hz_linear_contact *x)
{
    const hz_pole_pairs *bank = x->touching ? &x->joined : &x->a.bank;
    return hz_pole_pairs_row(bank, &bank->port);
}

/* Books the work of the forces from outside over the step that was looked at last. It is found from the change of the
 * state: the places themselves may be half a metre away, where the difference of two would have lost its digits. */
static void book_work(hz_linear_contact *x, hz_pole_pairs_look to)
{
    const hz_pole_pairs *j = &x->joined, *a = &x->a.bank, *b = &x->b.bank;
    double way_a, way_b;
    if (x->touching) {
        way_a = hz_pole_pairs_change(j, &j->port);
        way_b = way_a - (to.eta - x->eta);
    } else {
        way_a = hz_pole_pairs_change(a, &a->port);
        way_b = hz_pole_pairs_change(b, &b->port);
    }
    hz_sum_add(&x->ledger.supplied, x->force[0] * way_a);
    hz_sum_add(&x->ledger.supplied, x->force[1] * way_b);
}

/* phases:slack  The compression falls without a force: so much of what the spring holds is lost. */
static void book_fall(hz_linear_contact *x, double from, double to)
{
    double high = fmax(from, 0), low = fmax(to, 0);
    hz_sum_add(&x->ledger.dissipated, 0.5 * x->params.stiffness * (high - low) * (high + low));
}

/* Takes the step that was looked at last; with the ledger its flows are booked. */
static void take(hz_linear_contact *x, hz_pole_pairs_look to, double d, int ledger)
{
    const hz_pole_pairs *j = &x->joined;
    double eta = x->eta, sum = x->touching ? hz_pole_pairs_row(j, &j->sum) : 0;
    if (ledger)
        hz_contact_loss_owe(x, d);
    if (ledger && (x->force[0] != 0 || x->force[1] != 0))
        book_work(x, to);
    hz_phase_switching_take(x, to);
    if (ledger && x->slack)
        book_fall(x, eta, x->eta);
    if (x->touching) {
        double mean = hz_pole_pairs_row(j, &j->sum) - sum + (hz_pole_pairs_held(j, &j->eta) + j->held_eta) * d;
        x->impulse += x->params.stiffness * mean + x->params.damping * (to.eta - eta);
    }
    x->record.duration += x->touching || x->slack ? d : 0;
}

/* ---- switching, which costs ---- */

static void pay_switch(hz_linear_contact *x)
{
    x->switches_left--;
}

/* Looks mode by mode. */
static void pay_looks(hz_linear_contact *x, int looks)
{
    x->switches_left -= looks;
}

/* Notes a step of the contact in its record. Where no look is left for that the contact is not reported
 * (phases:bound). */
static void record(hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    int looks = hz_step_search_record(x, from, to, d, &x->record);
    if (looks < 0)
        x->unresolved = 1;
    else
        pay_looks(x, looks);
}

static void touch(hz_linear_contact *x, double rod)
{
    hz_contact_loss_book(x);
    pay_switch(x);
    hz_phase_switching_touch(x, rod);
}

static void part(hz_linear_contact *x, double eta)
{
    hz_contact_loss_book(x);
    pay_switch(x);
    hz_phase_switching_part(x, eta);
}

static void meet(hz_linear_contact *x)
{
    hz_contact_loss_book(x);
    pay_switch(x);
    hz_phase_switching_meet(x);
}

/* Cuts the spring if it is stretched: what it holds is shed. */
static void cut(hz_linear_contact *x)
{
    if (x->eta >= 0)
        return;
    hz_sum_add(&x->ledger.shed, 0.5 * x->params.stiffness * x->eta * x->eta);
    part(x, x->eta);
}

/* A contact that was taken as it came may be stretched there (phases:bound). */
static void loosen(hz_linear_contact *x)
{
    if (x->eta < 0) {
        cut(x);
        return;
    }
    hz_contact_loss_book(x);
    pay_switch(x);
    hz_phase_switching_loosen(x);
}

static void tighten(hz_linear_contact *x)
{
    hz_contact_loss_book(x);
    pay_switch(x);
    hz_phase_switching_tighten(x);
}

static void load(hz_linear_contact *x, double force_a, double force_b)
{
    if (force_a == x->force[0] && force_b == x->force[1])
        return;
    hz_contact_loss_book(x);
    hz_phase_switching_load(x, force_a, force_b);
}

/* ---- one sample ---- */

/* phases:reach  Whether the bodies cannot touch within a time t: what drifts goes its way, and what vibrates stays
 * within its energy. A slow pair gains energy while a load pushes it, so its reach is known for this time only. */
static int is_far(hz_linear_contact *x, double t)
{
    if (isnan(x->reach)) {
        const hz_pole_pairs *a = &x->a.bank, *b = &x->b.bank;
        x->reach = hz_pole_pairs_swing(a) + hz_pole_pairs_swing(b);
        x->reach += fabs(hz_pole_pairs_held(a, &a->eta) + hz_pole_pairs_held(b, &b->eta));
    }
    const hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank };
    double high = x->bias + x->reach;
    for (int k = 0; k < 2; k++)
        for (int d = 0; d < banks[k]->drifting; d++) {
            const hz_pole_pairs *b = banks[k];
            int i = b->drift[d];
            double w = b->eta.q[i], speed = w * b->p[i], pull = w * b->push[i];
            if (b->x[i] > 0) {
                double push = hz_pole_pairs_pushed(b, i, t);
                high += push;
                x->reach = push > 0 ? NAN : x->reach;
                continue;
            }
            /* not higher than a parabola without loss goes */
            high += w * b->q[i] + fmax(speed, 0) * t + 0.5 * fmax(pull, 0) * t * t;
        }
    return high < 0;
}

/* How far the next look goes if so much of the sample is left: soon after a touch not far, then by parts of the sample,
 * of which there are a whole number (phases:locate). */
static double next_look(hz_linear_contact *x, double left, int *kept)
{
    double part = x->h / (x->touching ? x->joined.parts : x->a.bank.parts), d = left;
    if (x->touching && x->look < part) {
        d = fmin(left, x->look);
        x->look *= 1.5;
    } else if (left > part * (1 + 1e-9)) { /* first what does not fit, then whole parts */
        double over = fmod(left, part);
        d = over > 1e-9 * part && over < (1 - 1e-9) * part ? over : part;
    }
    *kept = fabs(d - part) < 1e-9 * part ? HZ_STEP_PART : -1;
    return d;
}

static void do_switch(hz_linear_contact *x, enum hz_switch_kind kind)
{
    if (kind == HZ_SWITCH_TOUCH)
        touch(x, 0);
    else if (kind == HZ_SWITCH_PART)
        part(x, 0);
    else if (kind == HZ_SWITCH_LOOSEN)
        loosen(x);
    else
        tighten(x);
}

/* phases:bulge  Whether the bodies stay apart all through a step of d seconds that was looked at. The sizes of the
 * motions are found anew if what is known of them does not tell. */
static int stays_apart(hz_linear_contact *x, hz_pole_pairs_look to, double d)
{
    double nearest = fmax(x->eta, to.eta);
    for (int anew = 0; anew < 2 && nearest < 0; anew++)
        if (nearest + hz_pole_pairs_bulge(&x->a.bank, d, anew) + hz_pole_pairs_bulge(&x->b.bank, d, anew) < 0)
            return 1;
    return 0;
}

/* Takes the whole sample in one step if the bodies stay apart in it. */
static int pass_apart(hz_linear_contact *x, int ledger)
{
    hz_pole_pairs_look to = hz_phase_switching_look(x, x->h, HZ_STEP_SAMPLE);
    if (!stays_apart(x, to, x->h))
        return 0;
    take(x, to, x->h, ledger);
    return 1;
}

/* Goes through what is left of the sample until it ends or something switches; how much of it was used. */
static double go_on(hz_linear_contact *x, double left, int ledger)
{
    int flies = !x->touching && !x->slack;
    if (flies && left == x->h && pass_apart(x, ledger))
        return left;
    if (flies && is_far(x, left)) {
        take(x, hz_phase_switching_look(x, left, left == x->h ? HZ_STEP_SAMPLE : -1), left, ledger);
        return left;
    }
    for (double used = 0; used < left;) {
        if (!x->touching && !x->slack && x->eta >= 0 && x->rate > 0) { /* rounding put it there */
            touch(x, 0);
            return used;
        }
        int kept, touching = x->touching;
        double d = next_look(x, left - used, &kept);
        hz_pole_pairs_look from = { x->eta, x->rate }, to = hz_phase_switching_look(x, d, kept);
        hz_switch found = hz_step_search_switch(x, from, to, d);
        pay_looks(x, found.looks);
        if (found.kind != HZ_SWITCH_NOTHING) {
            d = found.at;
            to = hz_phase_switching_look(x, d, -1);
        }
        if (touching)
            record(x, from, to, d);
        take(x, to, d, ledger);
        used += d;
        if (found.kind != HZ_SWITCH_NOTHING) {
            do_switch(x, found.kind);
            return used;
        }
        if (touching && x->switches_left <= 0)
            return used;
    }
    return left;
}

/* Where switching is at samples: what the sample's end asks for. */
static void switch_at_end(hz_linear_contact *x)
{
    int pulls = hz_contact_slackens(x) && hz_contact_force(x, x->eta, x->rate) < 0;
    if (x->touching && x->eta < 0)
        cut(x);
    else if (x->touching && pulls)
        loosen(x);
    else if (x->slack && x->eta <= 0)
        part(x, x->eta);
    else if (x->slack && !pulls)
        tighten(x);
}

/* phases:bound  Takes what is left of the sample as it comes, after too many switches: in contact, or without a force
 * where a damper would pull. Returns 0 where that is left to more switches: in flight, and where a contact that must
 * not pull does at the end. */
static int stays(hz_linear_contact *x, double left, int ledger)
{
    if (!x->touching && !(x->slack && x->switches >= HZ_LINEAR_CONTACT_BOUND))
        return 0;
    hz_pole_pairs_look to = hz_phase_switching_look(x, left, left == x->h ? HZ_STEP_SAMPLE : -1);
    int pulls = x->touching && hz_contact_slackens(x) && hz_contact_force(x, to.eta, to.rate) < 0;
    if (pulls && x->switches_left > 0 && x->switches < 2 * HZ_LINEAR_CONTACT_BOUND)
        return 0;
    x->unresolved |= x->touching;
    take(x, to, left, ledger);
    if (x->slack && x->eta <= 0)
        part(x, x->eta);
    else if (x->touching && x->switches_left > 0)
        cut(x);
    return 1;
}

static void sample_exact(hz_linear_contact *x, int ledger)
{
    double left = x->h, rounding = 1e-14 * x->h;
    while (left > rounding) {
        if ((x->switches >= HZ_LINEAR_CONTACT_BOUND || x->switches_left <= 0) && stays(x, left, ledger))
            break;
        int switches = x->switches;
        left -= go_on(x, left, ledger);
        x->into = x->switches > switches ? x->h - left : x->into;
    }
}

/* phases:offset  R 2.2. */
static void sample_offset(hz_linear_contact *x, int ledger)
{
    hz_pole_pairs_look from = { x->eta, x->rate }, to = hz_phase_switching_look(x, x->h, HZ_STEP_SAMPLE);
    if (!x->touching && !x->slack && to.eta > 0) {
        touch(x, -x->eta);
        from = (hz_pole_pairs_look){ x->eta, x->rate };
        to = hz_phase_switching_look(x, x->h, HZ_STEP_SAMPLE);
    }
    if (x->touching)
        record(x, from, to, x->h);
    take(x, to, x->h, ledger);
    switch_at_end(x);
}

/* The velocity of a's port. */
static double speed_a(hz_linear_contact *x)
{
    double sum = 0;
    hz_phase_switching_read(x, x->shown_q, x->shown_p);
    for (int i = 0; i < x->a.n; i++)
        sum += x->port[i] * x->shown_p[i];
    return sum;
}

/* For so many samples the meters hold what they found. */
static int samples_to_hold(const hz_linear_contact *x)
{
    double n = x->joined.n, look = 7 * n * n + 100 * n;
    return x->touching ? (int)(64 * look / HZ_LINEAR_CONTACT_LOOKS) : 0;
}

static void meter_accounts(hz_linear_contact *x, double *const *meter, int i)
{
    if (x->shown_for > 0 && x->touching) {
        x->shown_for--;
        for (int k = 0; k < HZ_ACCOUNTS; k++)
            if (meter[k])
                meter[k][i] = meter[k][i - 1];
        return;
    }
    hz_energy now;
    if (!hz_ledger_shows_stored_only(meter))
        hz_contact_loss_book(x);
    hz_linear_contact_energy(x, &now);
    hz_ledger_show(&x->ledger, &now, meter, i);
    x->shown_for = samples_to_hold(x);
}

static void meter(hz_linear_contact *x, double *const *meter, int i, int metered)
{
    if (meter[HZ_POSITION])
        meter[HZ_POSITION][i] = port_a(x);
    if (meter[HZ_COMPRESSION])
        meter[HZ_COMPRESSION][i] = x->eta;
    if (meter[HZ_SPEED])
        meter[HZ_SPEED][i] = speed_a(x);
    if (meter[HZ_ENDFORCE])
        meter[HZ_ENDFORCE][i] = x->touching ? x->params.stiffness * x->eta + x->params.damping * x->rate : 0;
    if (metered)
        meter_accounts(x, meter, i);
}

/* phases:naive  Whether a contact that begins so deep would bring what naive switching has made beyond so many times
 * what was put in. */
static int runs_away(const hz_linear_contact *x, double made)
{
    const double most = 3;
    hz_energy now;
    hz_linear_contact_energy(x, &now);
    return made > most * fmax(now.kinetic + fmax(now.potential, 0) - x->made, 0);
}

/* phases:naive  Switching is at samples, as it comes: the spring begins compressed, which nothing has paid for. */
static void sample_naive(hz_linear_contact *x, int ledger)
{
    hz_pole_pairs_look from = { x->eta, x->rate }, to = hz_phase_switching_look(x, x->h, HZ_STEP_SAMPLE);
    if (x->touching)
        record(x, from, to, x->h);
    take(x, to, x->h, ledger);
    if (x->touching || x->slack) {
        switch_at_end(x);
        return;
    }
    if (x->eta <= 0)
        return;
    double held = 0.5 * x->params.stiffness * x->eta * x->eta;
    if (runs_away(x, x->made + held)) {
        x->guarded = 1;
        touch(x, -x->eta);
    } else {
        x->made += held;
        hz_sum_add(&x->ledger.shed, -held);
        meet(x);
    }
}

/* phases:surface  The surface moves on at a sample, and its work is booked. What is drawn away does not pull, unless
 * no switch is left (phases:bound). */
static void move_surface(hz_linear_contact *x, double to, int ledger)
{
    double way = to - x->surface, eta = x->eta, k = x->params.stiffness, work = 0;
    if (way == 0)
        return;
    hz_contact_loss_book(x);
    hz_phase_switching_lift(x, way);
    if (x->slack && way < 0) { /* no force does work there */
        book_fall(x, eta, x->eta);
        if (x->eta <= 0)
            part(x, x->eta);
    } else if (x->touching && x->eta < 0 && x->switches_left > 0) {
        work = -0.5 * k * eta * eta;
        part(x, x->eta);
    } else if (x->touching || x->slack) {
        work = k * way * (eta + 0.5 * way);
        x->unresolved |= x->touching && x->eta < 0;
    } else if (x->eta > 0 && eta <= 0) { /* A rod that has gone may have left the bodies inside each other. */
        work = 0.5 * k * x->eta * x->eta;
        meet(x);
    } else
        return;
    if (ledger)
        hz_sum_add(&x->ledger.supplied, work);
}

static void begin_surface(hz_linear_contact *x, double at)
{
    hz_energy before = hz_linear_contact_before(x);
    hz_phase_switching_lay(x, at);
    hz_linear_contact_adjust(x, &before);
    x->placed = 1;
}

static void samples(hz_linear_contact *x, const hz_linear_contact_io *io, int at, int n)
{
    static void (*const step[])(hz_linear_contact *, int) = { sample_exact, sample_offset, sample_naive };
    int metered = io->ledger && hz_ledger_is_metered(io->meter), pickups = x->a.pickups + x->b.pickups;
    for (int i = at; i < at + n; i++) {
        double fa = io->force_a ? io->force_a[i] : 0, fb = io->force_b ? io->force_b[i] : 0;
        load(x, fa, fb);
        x->impulse = 0;
        x->switches = 0;
        if (io->surface)
            move_surface(x, io->surface[i], io->ledger);
        step[x->params.switching](x, io->ledger);
        for (int p = 0; p < pickups; p++)
            io->audio[p][i] = hz_linear_contact_motion(x, p, io->displacement);
        io->force[i] = x->impulse / x->h;
        meter(x, io->meter, i, metered);
    }
}

/* ---- many samples of flight at once ---- */

static int all_zero(const double *x, int at, int n)
{
    for (int i = at; x && i < at + n; i++)
        if (x[i] != 0)
            return 0;
    return 1;
}

/* Whether a body has nothing but modes that drift: a free mass. */
static int is_free(const hz_pole_pairs *b)
{
    int i = 0;
    while (i < b->n && b->x[i] == 0)
        i++;
    return i == b->n;
}

/* What a body's pickups hear over n samples that nothing happens in. */
static void hear(const hz_linear_contact *x, hz_linear_contact_body *body, double *const *audio, int at, int n,
                 int displacement)
{
    hz_pole_pairs *b = &body->bank;
    int free = is_free(b);
    for (int k = 0; k < body->pickups; k++) {
        double *out = audio[k] + at;
        memset(out, 0, sizeof(double) * (size_t)n);
        if (!free)
            hz_pole_pairs_ring(b, n, k, displacement, out);
        for (int d = 0; d < b->drifting; d++) {
            int j = b->drift[d];
            double w = displacement ? b->place[k].q[j] : b->speed[k].p[j], pull = w * b->push[j];
            for (int i = 0; i < n && free; i++)
                out[i] += w * (displacement ? b->q[j] + b->p[j] * (i + 1) * x->h : b->p[j]);
            for (int i = 0; i < n && pull != 0; i++) { /* gravity pulls what drifts; mode_ring does not know it */
                double t = (i + 1) * x->h;
                out[i] += pull * (displacement ? 0.5 * t * t : t);
            }
        }
    }
}

/* Whether the surface stays where it is over n samples. */
static int is_steady(const hz_linear_contact *x, const double *surface, int at, int n)
{
    for (int i = at; surface && i < at + n; i++)
        if (surface[i] != x->surface)
            return 0;
    return 1;
}

static int fly_at_once(hz_linear_contact *x, const hz_linear_contact_io *io, int at, int n)
{
    if (x->touching || x->slack || io->ledger || io->meter[HZ_POSITION] || io->meter[HZ_COMPRESSION] ||
        io->meter[HZ_SPEED] || io->meter[HZ_ENDFORCE] || !is_steady(x, io->surface, at, n) ||
        !all_zero(io->force_a, at, n) || !all_zero(io->force_b, at, n))
        return 0;
    load(x, 0, 0);
    if (!is_far(x, n * x->h))
        return 0;
    hear(x, &x->a, io->audio, at, n, io->displacement);
    hear(x, &x->b, io->audio + x->a.pickups, at, n, io->displacement);
    memset(io->force + at, 0, sizeof(double) * (size_t)n);
    hz_phase_switching_skip(x, n);
    x->switches = 0;
    return 1;
}

/* ---- blocks ---- */

/* What a change would have made jump fades over the block (collide:glide). core/modal/pickup_fade does not serve
 * here: it lets the old weights of the pickups sound on, and in contact each weight has a row over the columns, too.
 * Twice the rows make a change 7 % dearer. */
static void fade(hz_linear_contact *x, const hz_linear_contact_io *io)
{
    double *offset = x->offset[io->displacement != 0];
    int pickups = x->a.pickups + x->b.pickups;
    for (int p = 0; p < pickups; p++)
        for (int i = 0; i < io->n && offset[p] != 0; i++)
            io->audio[p][i] += offset[p] * (1 - (i + 1.0) / io->n);
    for (int d = 0; d < 2; d++)
        memset(x->offset[d], 0, sizeof(double) * (size_t)pickups);
}

/* The books are open when the ledger is on and it is known how to book what is lost in contact. */
static void keep_books(hz_linear_contact *x)
{
    if (!x->booked || x->loss == HZ_LOSS_UNKNOWN) {
        hz_ledger_close(&x->ledger);
    } else if (!x->ledger.open) { /* flows were not counted before, so the books begin with what is stored now */
        hz_energy now;
        hz_linear_contact_energy(x, &now);
        hz_ledger_open(&x->ledger, hz_energy_total(&now));
    }
}

/* Derives as much as this block may. What one piece takes beyond that is left out of the next blocks. */
static void derive_for(hz_linear_contact *x, double part)
{
    double spent = hz_linear_contact_derive(x, part - x->overdrawn);
    x->overdrawn = fmax(0, x->overdrawn + spent - part);
}

int hz_linear_contact_run(hz_linear_contact *x, const hz_linear_contact_io *io)
{
    double share = io->n / 64.0;
    x->booked = io->ledger;
    double switches = hz_linear_contact_switches(x->joined.n);
    x->switches_left = fmin(x->switches_left, 2 * switches) + switches * share;
    if (x->fresh)
        hz_linear_contact_derive(x, HUGE_VAL);
    else
        derive_for(x, HZ_LINEAR_CONTACT_DERIVED * share);
    x->fresh = 0;
    keep_books(x);
    if (!x->placed && io->surface)
        begin_surface(x, io->surface[0]);
    x->guarded = 0;
    x->shown_for = 0;
    if (x->touching && x->switches_left > 0 && x->unresolved)
        cut(x);
    for (int at = 0; at < io->n; at += HZ_MODE_RING_STRETCH) {
        int n = io->n - at < HZ_MODE_RING_STRETCH ? io->n - at : HZ_MODE_RING_STRETCH;
        if (!fly_at_once(x, io, at, n))
            samples(x, io, at, n);
        x->reach = NAN; /* by damping it is less now */
    }
    fade(x, io);
    hz_contact_loss_book(x);
    hz_pole_pairs *banks[] = { &x->joined, &x->a.bank, &x->b.bank };
    for (int k = !x->touching; k < (x->touching ? 1 : 3); k++)
        hz_pole_pairs_flush(banks[k]);
    return !(io->ledger && x->loss == HZ_LOSS_NOT_BOOKED);
}
