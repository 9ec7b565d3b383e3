/* run: a linear contact goes through its samples and blocks. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/modal/mode_ring.h"

static double port_a(const hz_linear_contact *x)
{
    double sum = 0;
    for (int i = 0; i < x->b.at; i++)
        sum += x->r.eta_q[i] * x->r.q[i] + x->r.eta_p[i] * x->r.p[i];
    return sum;
}

static double speed_a(const hz_linear_contact *x)
{
    double sum = 0;
    for (int i = 0; i < x->b.at; i++)
        sum += x->r.rate_q[i] * x->r.q[i] + x->r.rate_p[i] * x->r.p[i];
    return sum;
}

/* ---- what a step does to the ledger ---- */

/* Books the work of the forces from outside over the step that was looked at last. It is found from the change of the
 * state: the places themselves may be half a metre away, where the difference of two would have lost its digits. */
static void book_work(hz_linear_contact *x)
{
    const hz_pairs *r = &x->r;
    double way[2] = { 0, 0 };
    for (int i = 0; i < r->n; i++)
        way[i >= x->b.at] += r->eta_q[i] * (r->next_q[i] - r->q[i]) + r->eta_p[i] * (r->next_p[i] - r->p[i]);
    for (int d = 0; d < x->drifting; d++) {
        int i = x->drift[d];
        way[i >= x->b.at] += r->eta_q[i] * (x->next_low_q[i] - x->low_q[i]);
    }
    hz_sum_add(&x->ledger.supplied, x->force[0] * way[0]);
    hz_sum_add(&x->ledger.supplied, -x->force[1] * way[1]);
}

/* contact:slack  The compression falls without a force: so much of what the spring holds is lost. */
static void book_fall(hz_linear_contact *x, double from, double to)
{
    double high = fmax(from, 0), low = fmax(to, 0);
    hz_sum_add(&x->ledger.dissipated, 0.5 * x->params.stiffness * (high - low) * (high + low));
}

/* Takes the step that was looked at last; with the ledger its flows are booked. */
static void take(hz_linear_contact *x, hz_lead to, double d, double impulse, int ledger)
{
    double eta = x->eta;
    if (ledger && (!x->touching || x->r.mixed))
        hz_losses_owe(x, d);
    if (ledger && (x->force[0] != 0 || x->force[1] != 0))
        book_work(x);
    hz_phases_take(x, to);
    if (ledger && x->slack)
        book_fall(x, eta, x->eta);
    x->record.duration += x->touching || x->slack ? d : 0;
    x->impulse += impulse;
}

/* ---- switching ---- */

/* Cuts the spring if it is stretched: what it holds is shed. */
static void cut(hz_linear_contact *x)
{
    if (x->eta >= 0)
        return;
    hz_sum_add(&x->ledger.shed, 0.5 * x->params.stiffness * x->eta * x->eta);
    hz_phases_part(x, x->eta);
}

/* A contact that was taken as it came may be stretched there (contact:bound). */
static void loosen(hz_linear_contact *x)
{
    if (x->eta < 0)
        cut(x);
    else
        hz_phases_loosen(x);
}

static void do_switch(hz_linear_contact *x, enum hz_switch_kind kind)
{
    if (kind == HZ_SWITCH_TOUCH)
        hz_phases_touch(x, 0, 0);
    else if (kind == HZ_SWITCH_PART)
        hz_phases_part(x, 0);
    else if (kind == HZ_SWITCH_LOOSEN)
        loosen(x);
    else
        hz_phases_tighten(x);
}

/* ---- one sample ---- */

/* A step of a series: to the next switch, or to the end of a piece of the remaining time. Returns its length. For a
 * sample of flight the state at its end, if nothing happens in it, may be known. */
static double piece(hz_linear_contact *x, double left, int looks, const hz_lead *flown, int ledger)
{
    hz_path path;
    double impulse;
    hz_series_look(x, hz_series_length(x, left), &path);
    hz_switch found = { HZ_SWITCH_NOTHING, 0 };
    if (looks)
        found = hz_path_switch(x, &path);
    double u = found.kind == HZ_SWITCH_NOTHING ? 1 : found.at;
    if (x->touching)
        hz_path_note(x, &path, u);
    if (flown && u == 1 && path.d == x->h) {
        take(x, *flown, path.d, 0, ledger);
    } else if (u > 0) {
        hz_lead to = hz_series_step(x, &path, u, ledger && x->touching, &impulse);
        take(x, to, u * path.d, impulse, ledger);
    }
    if (found.kind != HZ_SWITCH_NOTHING)
        do_switch(x, found.kind);
    return u * path.d;
}

/* contact:bulge  Takes a whole sample of flight in one step if the bodies certainly stay apart in it. The size of the
 * motion is computed anew if the stored bound does not decide. */
static int pass_apart(hz_linear_contact *x, hz_lead to, int ledger)
{
    double nearest = fmax(x->eta, to.eta);
    for (int anew = 0; anew < 2 && nearest < 0; anew++)
        if (nearest + hz_phases_bulge(x, x->h, anew) < 0) {
            take(x, to, x->h, 0, ledger);
            return 1;
        }
    return 0;
}

/* contact:bound  A contact of which so little is a step of a series is stiff: its own resonance is not followed through
 * whole samples. */
enum { MOST_PIECES = 32, STIFF_COST = 16 /* switches */ };

static int is_stiff(const hz_linear_contact *x, double time)
{
    return time > MOST_PIECES * hz_series_length(x, time);
}

/* Takes a stretch of contact by its force curve; returns 0 where that does not serve. */
static int bend(hz_linear_contact *x, double time, enum hz_curve_looks looks, int ledger)
{
    hz_lead to;
    double impulse;
    if (!hz_curve_step(x, time == x->h ? &x->curve : &x->rest, time, looks, ledger, &to, &impulse))
        return 0;
    take(x, to, time, impulse, ledger);
    return 1;
}

/* Takes so much of contact as it comes: a stiff one by curves that are brief enough for its bodies. */
static void press(hz_linear_contact *x, double time, int ledger)
{
    double parts = fmax(1, ceil(time * x->widest / HZ_CURVE_TURN));
    int stiff = is_stiff(x, time);
    for (int i = 0; i < parts && stiff; i++)
        stiff = bend(x, time / parts, HZ_CURVE_ANY, ledger);
    for (double left = time; left > 1e-14 * x->h && !stiff;)
        left -= piece(x, left, 0, NULL, ledger);
}

/* contact:bound  Takes what is left of the sample as it comes, after too many switches or pieces: in contact, or
 * without a force where a damper would pull. Returns 0 in flight, which goes on. */
static int stays(hz_linear_contact *x, double left, int ledger)
{
    if (x->slack && x->switches >= HZ_LINEAR_CONTACT_BOUND) {
        while (left > 1e-14 * x->h)
            left -= piece(x, left, 0, NULL, ledger);
        if (x->eta <= 0)
            hz_phases_part(x, x->eta);
        return 1;
    }
    if (!x->touching)
        return 0;
    int bound = x->switches >= HZ_LINEAR_CONTACT_BOUND || x->switches_left <= 0;
    press(x, left, ledger);
    x->unresolved |= bound || x->eta < 0;
    if (x->switches_left > 0) {
        if (hz_contact_slackens(x) && hz_contact_force(x, x->eta, x->rate) < 0)
            loosen(x);
        else
            cut(x);
    }
    return 1;
}

/* A sample of contact by its force curve, if that shows that nothing happens in it. */
static int pass_pressed(hz_linear_contact *x, int ledger)
{
    int stiff = x->touching && is_stiff(x, x->h);
    if (!x->touching || (ledger && !stiff))
        return 0;
    return bend(x, x->h, stiff ? HZ_CURVE_STIFF : HZ_CURVE_SURE, ledger);
}

static void sample_exact(hz_linear_contact *x, int ledger)
{
    double left = x->h, rounding = 1e-14 * x->h;
    int flies = !x->touching && !x->slack, pieces = 0;
    hz_lead to = flies ? hz_phases_fly(x) : (hz_lead){ 0, 0 };
    if (flies ? pass_apart(x, to, ledger) : pass_pressed(x, ledger))
        return;
    while (left > rounding) {
        if (pieces >= MOST_PIECES)
            x->switches_left -= STIFF_COST;
        if ((x->switches >= HZ_LINEAR_CONTACT_BOUND || x->switches_left <= 0 || pieces >= MOST_PIECES) &&
            stays(x, left, ledger))
            break;
        int switches = x->switches;
        pieces += x->touching;
        left -= piece(x, left, 1, flies ? &to : NULL, ledger);
        flies = 0;
        pieces = x->switches > switches ? 0 : pieces;
        x->into = x->switches > switches ? x->h - left : x->into;
    }
}

/* A whole sample in one phase. */
static void whole(hz_linear_contact *x, int ledger)
{
    if (!x->touching)
        take(x, hz_phases_fly(x), x->h, 0, ledger);
    else if (ledger || !bend(x, x->h, HZ_CURVE_KNOWN, 0))
        press(x, x->h, ledger);
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
        hz_phases_part(x, x->eta);
    else if (x->slack && !pulls)
        hz_phases_tighten(x);
}

/* contact:offset  R 2.2. */
static void sample_offset(hz_linear_contact *x, int ledger)
{
    if (!x->touching && !x->slack && hz_phases_fly(x).eta > 0)
        hz_phases_touch(x, 0, -x->eta);
    whole(x, ledger);
    switch_at_end(x);
}

/* contact:naive  Whether a contact that begins so deep would bring what naive switching has made beyond so many times
 * what was put in. */
static int runs_away(const hz_linear_contact *x, double made)
{
    const double most = 3;
    hz_energy now;
    hz_linear_contact_energy(x, &now);
    return made > most * fmax(now.kinetic + fmax(now.potential, 0) - x->made, 0);
}

/* contact:naive  Switching is at samples, as it comes: the spring begins compressed, which nothing has paid for. */
static void sample_naive(hz_linear_contact *x, int ledger)
{
    whole(x, ledger);
    if (x->touching || x->slack) {
        switch_at_end(x);
        return;
    }
    if (x->eta <= 0)
        return;
    double held = 0.5 * x->params.stiffness * x->eta * x->eta;
    if (runs_away(x, x->made + held)) {
        x->guarded = 1;
        hz_phases_touch(x, 0, -x->eta);
    } else {
        x->made += held;
        hz_sum_add(&x->ledger.shed, -held);
        hz_phases_touch(x, x->eta, 0);
    }
}

/* ---- the surface ---- */

/* contact:surface  The surface moves on at a sample, and its work is booked. What is drawn away does not pull, unless
 * no switch is left (contact:bound). */
static void move_surface(hz_linear_contact *x, double to, int ledger)
{
    double way = to - x->surface, eta = x->eta, k = x->params.stiffness, work = 0;
    if (way == 0)
        return;
    hz_losses_book(x);
    hz_phases_lift(x, way);
    if (x->slack && way < 0) { /* no force does work there */
        book_fall(x, eta, x->eta);
        if (x->eta <= 0)
            hz_phases_part(x, x->eta);
    } else if (x->touching && x->eta < 0 && x->switches_left > 0) {
        work = -0.5 * k * eta * eta;
        hz_phases_part(x, x->eta);
    } else if (x->touching || x->slack) {
        work = k * way * (eta + 0.5 * way);
        x->unresolved |= x->touching && x->eta < 0;
    } else if (x->eta > 0 && eta <= 0) { /* A rod that has gone may have left the bodies inside each other. */
        work = 0.5 * k * x->eta * x->eta;
        hz_phases_touch(x, x->eta, 0);
    } else
        return;
    if (ledger)
        hz_sum_add(&x->ledger.supplied, work);
}

static void begin_surface(hz_linear_contact *x, double at)
{
    hz_energy before = hz_linear_contact_before(x);
    hz_phases_lay(x, at);
    hz_linear_contact_adjust(x, &before);
    x->placed = 1;
}

/* ---- samples ---- */

static void meter(hz_linear_contact *x, double *const *meter, int i, int metered)
{
    if (meter[HZ_POSITION])
        meter[HZ_POSITION][i] = port_a(x);
    if (meter[HZ_COMPRESSION])
        meter[HZ_COMPRESSION][i] = x->eta;
    if (meter[HZ_SPEED])
        meter[HZ_SPEED][i] = speed_a(x);
    if (meter[HZ_ENDFORCE])
        meter[HZ_ENDFORCE][i] = x->touching ? hz_contact_force(x, x->eta, x->rate) : 0;
    if (!metered)
        return;
    hz_energy now;
    if (!hz_ledger_shows_stored_only(meter))
        hz_losses_book(x);
    hz_linear_contact_energy(x, &now);
    hz_ledger_show(&x->ledger, &now, meter, i);
}

static void samples(hz_linear_contact *x, const hz_linear_contact_io *io, int at, int n)
{
    static void (*const step[])(hz_linear_contact *, int) = { sample_exact, sample_offset, sample_naive };
    int metered = io->ledger && hz_ledger_is_metered(io->meter), pickups = x->a.pickups + x->b.pickups;
    for (int i = at; i < at + n; i++) {
        hz_phases_load(x, io->force_a ? io->force_a[i] : 0, io->force_b ? io->force_b[i] : 0);
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
static int is_free(const hz_linear_contact *x, const hz_linear_contact_body *b)
{
    int i = 0;
    while (i < b->n && x->r.x[b->at + i] == 0)
        i++;
    return i == b->n;
}

/* Adds what a pickup hears of the free ringing of its body. */
static void ring(const hz_linear_contact *x, const hz_linear_contact_body *b, double *const *row, int n,
                 int displacement, double *out)
{
    const hz_pairs *p = &x->r;
    int at = b->at;
    hz_mode_ring r = { .lanes = p->lanes,
                       .modes = (b->n + HZ_MODE_RING_GROUP - 1) / HZ_MODE_RING_GROUP * HZ_MODE_RING_GROUP,
                       .q = p->q + at,
                       .v = p->p + at,
                       .qq = p->qq + at,
                       .qv = p->qp + at,
                       .vq = p->pq + at,
                       .vv = p->pp + at };
    for (int other = 0; other <= (b->coupling.n > 0); other++) {
        int q = (displacement != 0) != other;
        r.weight = row[!q] + at;
        if (n == HZ_MODE_RING_STRETCH)
            hz_mode_ring_hear_whole(&r, out, q);
        else
            hz_mode_ring_hear(&r, n, out, q, 0);
    }
}

/* What a body's pickups hear over n samples that nothing happens in; `first` is the number of its first one. */
static void hear(const hz_linear_contact *x, const hz_linear_contact_body *b, int first, double *const *audio, int at,
                 int n, int displacement)
{
    const hz_pairs *r = &x->r;
    int free = is_free(x, b);
    for (int k = first; k < first + b->pickups; k++) {
        double *out = audio[k] + at, *const *row = displacement ? &x->place[2 * k] : &x->speed[2 * k];
        memset(out, 0, sizeof(double) * (size_t)n);
        if (!free)
            ring(x, b, row, n, displacement, out);
        for (int d = 0; d < x->drifting; d++) {
            int j = x->drift[d];
            double w = row[!displacement][j], pull = w * r->load_p[j];
            if (j < b->at || j >= b->at + b->n)
                continue;
            for (int i = 0; i < n && free; i++)
                out[i] += w * (displacement ? r->q[j] + r->p[j] * (i + 1) * x->h : r->p[j]);
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
    hz_phases_load(x, 0, 0);
    if (!hz_phases_is_far(x, n * x->h))
        return 0;
    hear(x, &x->a, 0, io->audio, at, n, io->displacement);
    hear(x, &x->b, x->a.pickups, io->audio, at, n, io->displacement);
    memset(io->force + at, 0, sizeof(double) * (size_t)n);
    hz_phases_skip(x, n);
    x->switches = 0;
    return 1;
}

/* ---- blocks ---- */

/* What a change would have made jump fades over the block (collide:glide). */
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

static void keep_books(hz_linear_contact *x, int ledger)
{
    if (!ledger) {
        hz_ledger_close(&x->ledger);
        x->owed_time = 0;
    } else if (!x->ledger.open) { /* flows were not counted before, so the books begin with what is stored now */
        hz_energy now;
        hz_linear_contact_energy(x, &now);
        hz_ledger_open(&x->ledger, hz_energy_total(&now));
    }
}

/* contact:still  A block in which nothing moves. */
static int hold(hz_linear_contact *x, const hz_linear_contact_io *io)
{
    double force = x->touching ? hz_contact_force(x, x->eta, 0) : 0, *const *m = io->meter;
    if (!x->still || !is_steady(x, io->surface, 0, io->n) || !all_zero(io->force_a, 0, io->n) ||
        !all_zero(io->force_b, 0, io->n))
        return 0;
    for (int p = 0; p < x->a.pickups + x->b.pickups; p++) {
        double heard = io->displacement ? hz_linear_contact_motion(x, p, 1) : 0;
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] = heard;
    }
    for (int i = 0; i < io->n; i++)
        io->force[i] = force;
    int metered = m[HZ_POSITION] || m[HZ_COMPRESSION] || m[HZ_SPEED] || m[HZ_ENDFORCE], accounts = 0;
    accounts = io->ledger && hz_ledger_is_metered(m);
    for (int i = 0; i < io->n && (metered || accounts); i++)
        meter(x, m, i, accounts);
    x->record.duration += x->touching ? io->n * x->h : 0;
    x->switches = 0;
    fade(x, io);
    return 1;
}

void hz_linear_contact_run(hz_linear_contact *x, const hz_linear_contact_io *io)
{
    double switches = hz_linear_contact_switches(x->a.n + x->b.n);
    x->switches_left = fmin(x->switches_left, 2 * switches) + switches * io->n / 64.0;
    keep_books(x, io->ledger);
    if (!x->placed && io->surface)
        begin_surface(x, io->surface[0]);
    x->guarded = 0;
    if (hold(x, io))
        return;
    if (x->touching && x->switches_left > 0 && x->unresolved)
        cut(x);
    for (int at = 0; at < io->n; at += HZ_MODE_RING_STRETCH) {
        int n = io->n - at < HZ_MODE_RING_STRETCH ? io->n - at : HZ_MODE_RING_STRETCH;
        if (!fly_at_once(x, io, at, n))
            samples(x, io, at, n);
    }
    fade(x, io);
    hz_losses_book(x);
    hz_phases_settle(x);
}
