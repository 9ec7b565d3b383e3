/* contact_system: an object, the striker that meets it, and the contact between them. */
#include "contact_system.h"
#include "core/base/units.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int striker_init(hz_contact_striker *k)
{
    *k = (hz_contact_striker){ 0 };
    if (!hz_bank_init(&k->body, 1, 0))
        return 0;
    k->body.n = 1;
    k->body.weight[0] = 1;
    k->body.mass[0] = 1;
    return 1;
}

int hz_contact_system_add_strikers(hz_contact_system *s, int strikers)
{
    hz_contact_striker *more = realloc(s->strikers, sizeof *more * (size_t)strikers);
    if (!more)
        return 0;
    s->strikers = s->striker = more;
    while (s->most < strikers && striker_init(&more[s->most]))
        s->most++;
    return s->most == strikers;
}

int hz_contact_system_let_ring(hz_contact_system *s, int room, int pickups)
{
    int had_room = s->strikers[0].ringing.room > 0;
    for (int k = 0; k < s->most; k++) {
        hz_bank *ringing = &s->strikers[k].ringing;
        if (ringing->room > 0 ? hz_bank_grow(ringing, room) : hz_bank_init(ringing, room, pickups))
            continue;
        while (!had_room && k-- > 0)
            hz_bank_free(&s->strikers[k].ringing);
        return 0;
    }
    return 1;
}

int hz_contact_system_init(hz_contact_system *s, int room, int pickups)
{
    *s = (hz_contact_system){ .n = 1 };
    if (hz_contact_system_add_strikers(s, 1) && hz_bank_init(&s->object, room, pickups))
        return 1;
    hz_contact_system_free(s);
    return 0;
}

void hz_contact_system_free(hz_contact_system *s)
{
    for (int k = 0; k < s->most; k++) {
        hz_bank_free(&s->strikers[k].body);
        hz_bank_free(&s->strikers[k].ringing);
    }
    free(s->strikers);
    s->striker = s->strikers = NULL;
    s->n = s->most = 0;
    hz_bank_free(&s->object);
}

/* law:change  A contact that becomes harder would throw the bodies apart. So the strikers that touch move out to where
 * the new law has the force of the old one. One that becomes softer stays where it is, and its force falls. */
static void describe_law(hz_contact_system *s, const hz_law_params *p)
{
    hz_law was = s->law;
    s->law = hz_law_prepare(p);
    for (int k = 0; k < s->most; k++) {
        hz_contact_striker *its = &s->strikers[k];
        double force = its->touching ? hz_law_spring(&was, its->eta) : 0;
        if (hz_law_spring(&s->law, its->eta) > force && force > 0)
            its->body.q[0] -= its->eta - hz_law_compression(&s->law, force);
    }
}

/* A striker that is apart gets a stiffer spring. The spring was drawn by `drawn` and had the frequency `omega`. The
 * striker moves so near that the spring holds no more than it did: a striker far away would be thrown back hard. */
static void ease_spring(const hz_contact_system *s, hz_contact_striker *k, double omega, double drawn)
{
    hz_bank *b = &k->body;
    if (b->omega[0] <= omega)
        return;
    double outside = hz_bank_displacement(&s->object) - hz_bank_displacement(&k->ringing) - b->origin;
    double q = copysign(fmin(fabs(b->q[0]), omega / b->omega[0] * fabs(drawn)), b->q[0]);
    b->q[0] = fmin(q, fmax(outside, b->q[0])); /* What is apart is under the surface, and stays there. */
}

void hz_contact_system_describe(hz_contact_system *s, const hz_contact_params *p)
{
    s->params = *p;
    describe_law(s, &p->law);
    for (int k = 0; k < s->most; k++) {
        hz_bank *striker = &s->strikers[k].body;
        double place = hz_bank_displacement(striker), omega = striker->omega[0], drawn = striker->q[0];
        striker->mass[0] = p->mass;
        striker->omega[0] = 2 * HZ_PI * p->suspension;
        striker->load = p->gravity;
        striker->origin = p->suspension > 0 ? p->rest : 0; /* a free mass rests anywhere */
        striker->q[0] = place - striker->origin;
        if (!s->strikers[k].touching)
            ease_spring(s, &s->strikers[k], omega, drawn);
    }
}

/* Puts a striker that is inside the object on its surface. */
static void put_outside(hz_contact_system *s)
{
    hz_contact_system_place(s, 0);
    hz_contact_system_measure(s);
    s->striker->eta = fmin(s->striker->eta, 0); /* but for rounding */
}

/* Derives the steps of the present striker. */
static void prepare_striker(hz_contact_system *s, double surface, int new_object)
{
    hz_contact_striker *k = s->striker;
    if (k->touching)
        k->body.q[0] += hz_bank_displacement(&s->object) - surface;
    for (int i = 0; i < HZ_BANK_STEPS; i++)
        k->columns[i].length = -1;
    for (int i = 0; i < HZ_STRIDES; i++)
        k->strides[i].samples = 0;
    hz_bank_prepare(&k->body, s->h);
    if (k->ringing.room > 0)
        hz_bank_prepare(&k->ringing, s->h);
    k->inverse = k->body.inverse_mass + k->ringing.inverse_mass + s->object.inverse_mass;
    hz_contact_system_measure(s);
    if (!k->touching && new_object && k->eta > 0)
        put_outside(s);
}

void hz_contact_system_prepare(hz_contact_system *s, double h, double surface, int new_object)
{
    int present = (int)(s->striker - s->strikers);
    s->h = h;
    s->modes = s->object.n + s->striker->ringing.n;
    hz_bank_prepare(&s->object, h);
    for (int k = 0; k < s->most; k++) {
        hz_contact_system_turn(s, k);
        prepare_striker(s, surface, new_object);
    }
    hz_contact_system_turn(s, present);
}

void hz_contact_system_shift(hz_contact_system *s, const double *weight, int steps)
{
    double surface = hz_bank_displacement(&s->object), *w = s->object.weight;
    for (int i = 0; i < s->object.n; i++)
        w[i] = steps > 1 ? w[i] + (weight[i] - w[i]) / steps : weight[i];
    hz_contact_system_prepare(s, s->h, surface, 1);
}

/* pair:choose  Whether a striker is not expected at the object: it was not struck yet, or it leaves and nothing brings
 * it back. */
static int is_idle(const hz_contact_striker *k)
{
    return k->struck == 0 || (!k->touching && k->v < 0 && k->body.load == 0 && k->body.omega[0] == 0);
}

void hz_contact_system_choose(hz_contact_system *s)
{
    int chosen = 0;
    for (int k = 0; k < s->n; k++)
        if (is_idle(&s->strikers[k])) {
            hz_contact_system_turn(s, k);
            return;
        }
    for (int k = 1; k < s->n; k++) {
        const hz_contact_striker *a = &s->strikers[k], *b = &s->strikers[chosen];
        if (a->touching < b->touching || (a->touching == b->touching && a->struck < b->struck))
            chosen = k;
    }
    hz_contact_system_turn(s, s->n < s->most ? s->n++ : chosen);
}

/* Returns the first sample behind i at which a signal has another value, or `end` where it has none before that. Where
 * there is no signal, nothing changes. */
static int stays_until(const double *x, int i, int end)
{
    if (!x)
        return end;
    do
        i++;
    while (i < end && x[i] == x[i - 1]);
    return i;
}

int hz_signal_is_all(const double *x, int n, double value)
{
    if (!x || n < 1)
        return 1;
    /* The first has the value, and each of the others is the one before it. */
    return memcmp(x, &value, sizeof value) == 0 && memcmp(x + 1, x, sizeof *x * (size_t)(n - 1)) == 0;
}

int hz_contact_system_even(const hz_contact_system *s, const hz_collide_io *io, int i, int most)
{
    int end = io->n - i < most ? io->n : i + most;
    end = stays_until(io->force_b, i, stays_until(io->force_a, i, end));
    if (io->table)
        end = s->slide == 0 ? stays_until(io->table, i, end) : i + 1;
    return end - i;
}

/* ---- the compression ---- */

void hz_contact_system_measure(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    k->eta = hz_contact_striker_displacement(k) - hz_bank_displacement(&s->object);
    k->v = hz_contact_striker_velocity(k) - hz_bank_velocity(&s->object) - s->slide;
}

double hz_contact_system_advance(hz_contact_system *s, double du_striker, double du_object, double slid, double v)
{
    double run = du_striker - du_object - slid;
    s->striker->eta += run;
    s->striker->v = v;
    return run;
}

void hz_contact_system_refine(hz_contact_system *s, double eta, double v)
{
    s->striker->eta = eta;
    s->striker->v = v;
}

void hz_contact_system_place(hz_contact_system *s, double eta)
{
    s->striker->body.q[0] += eta - s->striker->eta;
    s->striker->eta = eta;
}

void hz_contact_system_put(hz_contact_system *s, double eta, double v)
{
    hz_contact_system_place(s, eta);
    s->striker->body.v[0] += v - s->striker->v;
    s->striker->v = v;
}

void hz_contact_system_lay(hz_contact_system *s, double eta)
{
    hz_contact_striker *k = s->striker;
    k->body.q[0] = hz_bank_displacement(&s->object) + eta - k->body.origin - hz_bank_displacement(&k->ringing);
    k->body.v[0] = 0;
    k->eta = eta;
    k->v = hz_bank_velocity(&k->ringing) - hz_bank_velocity(&s->object) - s->slide;
}

/* What suspension and gravity hold of a striker at this place, J/kg. */
static double held_at(const hz_bank *striker, double place)
{
    double way = striker->omega[0] * (place - striker->origin);
    return 0.5 * way * way - striker->load * place;
}

/* pair:launch  Whether the striker gets to the place, to be there with a velocity of this direction that is at most v.
 */
static int reaches(const hz_contact_system *s, double place, double distance, double *v)
{
    const hz_bank *striker = &s->striker->body;
    double pressed = s->striker->touching ? hz_law_potential(&s->law, s->striker->eta) / striker->mass[0] : 0;
    double here = held_at(striker, hz_bank_displacement(striker)) + pressed;
    double free = fmax(held_at(striker, s->object.origin - distance), here);
    double spring = fmax(held_at(striker, place) - free, 0), square = *v * *v - 2 * spring;
    if (striker->omega[0] == 0 || spring == 0)
        return 1;
    if (!(square > 0))
        return 0;
    *v = copysign(sqrt(square), *v);
    return 1;
}

void hz_contact_system_launch(hz_contact_system *s, double v, double distance)
{
    hz_contact_striker *k = s->striker;
    double place = hz_bank_displacement(&s->object) - distance - hz_bank_displacement(&k->ringing);
    int there = reaches(s, place, distance, &v);
    if (there) {
        k->touching = 0;
        k->body.q[0] = place - k->body.origin;
    }
    k->body.v[0] = v;
    hz_contact_system_measure(s);
    if (there && distance == 0)
        k->eta = 0;
    else if (!k->touching && k->eta > 0)
        put_outside(s);
}

void hz_contact_system_hold(hz_contact_system *s, double elastic)
{
    s->striker->elastic = elastic;
}

/* ---- the table ---- */

void hz_contact_system_place_table(hz_contact_system *s, double place)
{
    double way = place - s->object.origin;
    s->object.origin = place;
    for (int k = 0; k < s->n; k++)
        s->strikers[k].body.q[0] += way;
}

int hz_contact_system_slide(hz_contact_system *s, double place)
{
    double slide = (place - s->object.origin) / s->h;
    if (slide == s->slide)
        return 0;
    for (int k = 0; k < s->n; k++)
        s->strikers[k].v -= slide - s->slide;
    s->slide = slide;
    return 1;
}

/* ---- rest ---- */

/* Object and strikers come to rest, and the first striker alone is in play. */
static void rest_all(hz_contact_system *s)
{
    hz_bank_rest(&s->object);
    s->n = 1;
    s->last = s->strikes = 0;
    for (int k = s->most - 1; k >= 0; k--) {
        hz_contact_system_turn(s, k);
        s->striker->struck = 0;
        hz_bank_rest(&s->striker->body);
        if (s->striker->ringing.room > 0)
            hz_bank_rest(&s->striker->ringing);
        hz_contact_system_forget(s);
    }
}

void hz_contact_system_rest(hz_contact_system *s)
{
    rest_all(s);
    hz_contact_striker *k = s->striker;
    s->object.origin = s->slide = 0;
    double omega = k->body.omega[0];
    k->body.q[0] = omega > 0 ? k->body.load / (omega * omega) : 0;
    hz_contact_system_measure(s);
}

void hz_contact_system_calm(hz_contact_system *s)
{
    rest_all(s);
    hz_contact_striker *k = s->striker;
    if (s->params.suspension <= 0)
        k->body.q[0] = hz_bank_displacement(&s->object) - k->body.origin;
    k->body.v[0] = s->slide;
    hz_contact_system_measure(s);
    if (k->eta > 0) /* on a table, under a hammer's place of rest */
        put_outside(s);
    k->eta = fmin(k->eta, 0);
}

/* ---- the contact under way ---- */

void hz_contact_system_touch(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    k->touching = 1;
    k->unresolved = 0;
    k->record = (hz_contact){ .v_in = k->v, .striker = s->most > 1 ? (int)(k - s->strikers) + 1 : 0 };
}

void hz_contact_system_forget(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    k->touching = k->unresolved = 0;
    k->elastic = 0;
    k->record = (hz_contact){ 0 };
}

void hz_contact_system_part(hz_contact_system *s, double v, int told)
{
    hz_contact_striker *k = s->striker;
    k->touching = 0;
    k->record.v_out = v;
    if (s->ended)
        s->ended(s->owner, told && !k->unresolved ? &k->record : NULL);
}

/* ---- accelerations and energy ---- */

double hz_contact_striker_displacement(const hz_contact_striker *k)
{
    double place = hz_bank_displacement(&k->body);
    return k->ringing.n > 0 ? place + hz_bank_displacement(&k->ringing) : place;
}

double hz_contact_striker_velocity(const hz_contact_striker *k)
{
    double v = hz_bank_velocity(&k->body);
    return k->ringing.n > 0 ? v + hz_bank_velocity(&k->ringing) : v;
}

double hz_contact_striker_acceleration(const hz_contact_striker *k, double outer)
{
    double a = hz_bank_acceleration(&k->body, outer);
    return k->ringing.n > 0 ? a + hz_bank_acceleration(&k->ringing, 0) : a;
}

void hz_contact_system_energy(const hz_contact_system *s, hz_energy *out)
{
    *out = (hz_energy){ 0 };
    for (int i = 0; i < s->n; i++) {
        const hz_contact_striker *k = &s->strikers[i];
        out->contact += k->touching ? k->elastic : 0;
        hz_bank_energy(&k->body, out);
        if (k->ringing.n > 0)
            hz_bank_energy(&k->ringing, out);
    }
    hz_bank_energy(&s->object, out);
}
