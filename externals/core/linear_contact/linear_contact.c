/* linear_contact: two modal bodies that are one linear system while they touch and two while they do not. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

static double *carve(double **memory, int n)
{
    double *row = *memory;
    *memory += n;
    return row;
}

static int body_init(hz_linear_contact_body *b, int room, int pickups, double **memory)
{
    b->room = room;
    b->pickups = pickups;
    b->scale = carve(memory, room);
    b->pull = carve(memory, room);
    b->keep_q = carve(memory, room);
    b->keep_v = carve(memory, room);
    b->keep_omega = carve(memory, room);
    b->kept_cc = carve(memory, room);
    b->kept_square = carve(memory, room);
    b->kept_ss = carve(memory, room);
    return hz_pole_pairs_init(&b->bank, room, pickups) && hz_coupled_damping_init(&b->coupling);
}

static int asked_init(hz_linear_contact_asked *a, int room, int pickups)
{
    size_t n = (size_t)room + 1;
    a->mass = calloc((4 + (size_t)pickups) * n, sizeof *a->mass);
    a->from = calloc(n, sizeof *a->from);
    a->heard = calloc((size_t)pickups + 1, sizeof *a->heard);
    if (!a->mass || !a->from || !a->heard)
        return 0;
    a->omega = a->mass + n;
    a->sigma = a->omega + n;
    a->weight = a->sigma + n;
    for (int p = 0; p < pickups; p++)
        a->heard[p] = a->weight + (size_t)(p + 1) * n;
    return 1;
}

/* `booked`: for so many modes the loss in contact can be booked. */
static int make(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b, int booked)
{
    int all = room_a + room_b < HZ_LINEAR_CONTACT_MOST ? room_a + room_b : HZ_LINEAR_CONTACT_MOST;
    size_t numbers = 8 * (size_t)(room_a + room_b) + 20 * (size_t)all + 2 * (size_t)(pickups_a + pickups_b);
    *x = (hz_linear_contact){ 0 };
    x->memory = calloc(numbers + 1, sizeof *x->memory);
    double *at = x->memory;
    if (!at || !body_init(&x->a, room_a, pickups_a, &at) || !body_init(&x->b, room_b, pickups_b, &at) ||
        !hz_pole_pairs_init(&x->joined, all, pickups_a + pickups_b) || !hz_contact_poles_init(&x->poles, all) ||
        !hz_loss_form_init(&x->form, booked))
        return 0;
    double **rows[] = { &x->q,           &x->p,          &x->rq,      &x->rp,         &x->sigma,
                        &x->x,           &x->port,       &x->shown_q, &x->shown_p,    &x->column_q,
                        &x->column_p,    &x->pair_sigma, &x->pair_x,  &x->pair_delta, &x->pair_port,
                        &x->pair_port_p, &x->drive_q,    &x->drive_p, &x->owed_q,     &x->owed_p };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = carve(&at, all);
    for (int d = 0; d < 2; d++)
        x->offset[d] = carve(&at, pickups_a + pickups_b);
    x->h = 1;
    x->reach = NAN;
    x->switches_left = 2 * hz_linear_contact_switches(all);
    return 1;
}

int hz_linear_contact_init(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b)
{
    int all = room_a + room_b, booked = all < HZ_LINEAR_CONTACT_MOST_BOOKED ? all : HZ_LINEAR_CONTACT_MOST_BOOKED;
    int made = make(x, room_a, pickups_a, room_b, pickups_b, booked);
    x->beside = calloc(1, sizeof *x->beside);
    if (!made || !x->beside || !make(x->beside, room_a, pickups_a, room_b, pickups_b, booked) ||
        !asked_init(&x->beside->asked[0], room_a, pickups_a) || !asked_init(&x->beside->asked[1], room_b, pickups_b)) {
        hz_linear_contact_free(x);
        return 0;
    }
    x->beside->stage = HZ_DERIVE_READY;
    return 1;
}

void hz_linear_contact_exchange(hz_linear_contact *x, hz_linear_contact *y)
{
    hz_linear_contact was = *x;
    x->params = y->params, y->params = was.params;
    x->h = y->h, y->h = was.h;
    x->a = y->a, y->a = was.a;
    x->b = y->b, y->b = was.b;
    x->joined = y->joined, y->joined = was.joined;
    x->poles = y->poles, y->poles = was.poles;
    x->drift = y->drift, y->drift = was.drift;
    double **rows[] = { &x->sigma,      &y->sigma,      &x->x,          &y->x,           &x->port,
                        &y->port,       &x->pair_sigma, &y->pair_sigma, &x->pair_x,      &y->pair_x,
                        &x->pair_delta, &y->pair_delta, &x->pair_port,  &y->pair_port,   &x->drive_q,
                        &y->drive_q,    &x->drive_p,    &y->drive_p,    &x->pair_port_p, &y->pair_port_p };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i += 2) {
        double *row = *rows[i];
        *rows[i] = *rows[i + 1];
        *rows[i + 1] = row;
    }
    x->form = y->form, y->form = was.form;
    x->loss = y->loss;
    x->form_at = y->form_at;
}

void hz_linear_contact_free(hz_linear_contact *x)
{
    free(x->memory);
    hz_linear_contact_body *bodies[] = { &x->a, &x->b };
    for (int k = 0; k < 2; k++) {
        hz_pole_pairs_free(&bodies[k]->bank);
        hz_coupled_damping_free(&bodies[k]->coupling);
        free(x->asked[k].mass);
        free(x->asked[k].from);
        free(x->asked[k].heard);
    }
    hz_pole_pairs_free(&x->joined);
    hz_contact_poles_free(&x->poles);
    hz_loss_form_free(&x->form);
    if (x->beside)
        hz_linear_contact_free(x->beside);
    free(x->beside);
    *x = (hz_linear_contact){ 0 };
}

/* ---- energy ---- */

void hz_linear_contact_energy(const hz_linear_contact *x, hz_energy *out)
{
    double *q = x->shown_q, *p = x->shown_p, twice_kinetic = 0, twice_potential = 0;
    hz_phase_switching_read(x, q, p);
    for (int i = 0; i < x->a.n + x->b.n; i++) {
        double pull = i < x->a.n ? x->a.pull[i] : x->b.pull[i - x->a.n];
        twice_kinetic += p[i] * p[i];
        twice_potential += x->x[i] * q[i] * q[i] - 2 * x->params.gravity * pull * q[i];
    }
    double eta = x->touching || x->slack ? x->eta : 0;
    *out = (hz_energy){ 0.5 * twice_kinetic, 0.5 * twice_potential, 0.5 * x->params.stiffness * eta * eta };
}

void hz_linear_contact_accounts(const hz_linear_contact *x, hz_accounts *out)
{
    hz_energy now;
    hz_linear_contact_energy(x, &now);
    hz_ledger_read(&x->ledger, &now, out);
}

int hz_linear_contact_finite(const hz_linear_contact *x)
{
    double sum = x->eta + x->rate;
    const hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank, &x->joined };
    for (int k = x->touching ? 2 : 0; k < (x->touching ? 3 : 2); k++)
        for (int i = 0; i < banks[k]->n; i++)
            sum += banks[k]->q[i] + banks[k]->p[i];
    return isfinite(sum);
}

hz_energy hz_linear_contact_before(const hz_linear_contact *x)
{
    hz_energy now = { 0 };
    if (x->ledger.open)
        hz_linear_contact_energy(x, &now);
    return now;
}

void hz_linear_contact_adjust(hz_linear_contact *x, const hz_energy *before)
{
    hz_energy after;
    if (!x->ledger.open)
        return;
    hz_linear_contact_energy(x, &after);
    hz_ledger_adjust(&x->ledger, before, &after);
}

/* ---- excitation ---- */

void hz_linear_contact_hear_anew(hz_linear_contact *x)
{
    memset(x->offset[0], 0, sizeof(double) * 2 * (size_t)(x->a.pickups + x->b.pickups)); /* and [1], which follows */
}

/* Everything at rest, and nothing is left to fade. */
static void still(hz_linear_contact *x)
{
    hz_phase_switching_rest(x);
    x->waits = HZ_WAITS_NOT;
    hz_linear_contact_hear_anew(x);
}

void hz_linear_contact_reset(hz_linear_contact *x)
{
    hz_energy now;
    x->placed = 0;
    still(x);
    hz_linear_contact_energy(x, &now);
    hz_ledger_open(&x->ledger, hz_energy_total(&now));
}

void hz_linear_contact_calm(hz_linear_contact *x)
{
    hz_energy before = hz_linear_contact_before(x);
    still(x);
    hz_linear_contact_adjust(x, &before);
}

/* phases:struck  Bodies that the state in q has inside each other give way until they only touch, or until the spring
 * holds them off a surface that is too thick. Returns their compression, or NaN where it is what the modes say. */
static double give_way(hz_linear_contact *x)
{
    double eta = x->surface, compliance = hz_linear_contact_compliance(x);
    for (int i = 0; i < x->a.n + x->b.n; i++)
        eta += x->port[i] * x->q[i];
    if (!(eta > 0) || (compliance == 0 && !(x->drift > 0)))
        return NAN;
    double balance = fmax(x->surface, 0) / (1 + x->params.stiffness * compliance);
    double to = x->drift > 0 ? 0 : fmin(eta, balance);
    hz_linear_contact_move_apart(x, eta - to, compliance);
    return to;
}

/* Puts the contact point of a so far above the surface, with this velocity. What drifts is moved there, and all else of
 * a comes to rest; where nothing drifts, a is bent as a force at its contact point would bend it, or struck. */
static void place(hz_linear_contact *x, double height, double v)
{
    double drift = 0, compliance = 0, answer = 0, surface = x->surface, *q = x->q, *p = x->p;
    hz_phase_switching_read(x, q, p);
    for (int i = 0; i < x->a.n; i++) {
        double square = x->port[i] * x->port[i];
        answer += square;
        drift += x->x[i] == 0 ? square : 0;
        compliance += x->x[i] > 0 ? square / x->x[i] : 0;
    }
    for (int i = x->a.n; i < x->a.n + x->b.n; i++)
        surface += x->port[i] * q[i];
    for (int i = 0; i < x->a.n; i++) {
        if (drift > 0) {
            q[i] = x->x[i] == 0 ? x->port[i] * (-height - surface) / drift : 0;
            p[i] = x->x[i] == 0 ? x->port[i] * v / drift : 0;
        } else if (x->x[i] > 0) {
            q[i] = height != 0 && compliance > 0 ? x->port[i] / x->x[i] * -height / compliance : 0;
            p[i] = answer > 0 ? x->port[i] * v / answer : 0;
        }
    }
    double eta = drift > 0 ? -height : give_way(x); /* what drifts is there by definition */
    hz_phase_switching_put(x, 0, q, p, eta);
}

void hz_linear_contact_excite(hz_linear_contact *x)
{
    hz_energy before = hz_linear_contact_before(x);
    int drops = x->waits == HZ_WAITS_DROP;
    x->waits = HZ_WAITS_NOT;
    place(x, drops ? x->excitation : 0, drops ? 0 : x->excitation);
    hz_linear_contact_adjust(x, &before);
}

static void excite_when_derived(hz_linear_contact *x, enum hz_linear_contact_waits how, double value)
{
    x->waits = how;
    x->excitation = value;
    if (!hz_linear_contact_is_deriving(x))
        hz_linear_contact_excite(x);
}

void hz_linear_contact_strike(hz_linear_contact *x, double v)
{
    excite_when_derived(x, HZ_WAITS_STRIKE, v);
}

void hz_linear_contact_drop(hz_linear_contact *x, double height)
{
    excite_when_derived(x, HZ_WAITS_DROP, height);
}

/* ---- reading ---- */

double hz_linear_contact_motion(const hz_linear_contact *x, int pickup, int displacement)
{
    const hz_pole_pairs *bank = x->touching ? &x->joined : pickup < x->a.pickups ? &x->a.bank : &x->b.bank;
    int k = x->touching || pickup < x->a.pickups ? pickup : pickup - x->a.pickups;
    return hz_pole_pairs_heard(bank, k, displacement);
}

double hz_linear_contact_heard(const hz_linear_contact *x, int pickup, int displacement)
{
    return hz_linear_contact_motion(x, pickup, displacement) + x->offset[displacement != 0][pickup];
}

void hz_linear_contact_modes(const hz_linear_contact *x, int body, double *q, double *v)
{
    const hz_linear_contact_body *b = body ? &x->b : &x->a;
    int first = body ? x->a.n : 0;
    hz_phase_switching_read(x, x->shown_q, x->shown_p);
    for (int i = 0; i < b->n; i++) {
        q[i] = x->shown_q[first + i] / b->scale[i];
        if (v)
            v[i] = x->shown_p[first + i] / b->scale[i];
    }
}
