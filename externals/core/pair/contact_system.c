/* contact_system: an object, the striker that meets it, and the contact between them. */
#include "contact_system.h"
#include "core/base/units.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

int hz_contact_system_init(hz_contact_system *s, int room, int pickups)
{
    *s = (hz_contact_system){ .strikers = calloc(1, sizeof *s->strikers) };
    s->striker = s->strikers;
    if (!s->strikers || !hz_bank_init(&s->striker->body, 1, 0) || !hz_bank_init(&s->object, room, pickups)) {
        hz_contact_system_free(s);
        return 0;
    }
    hz_bank *striker = &s->striker->body;
    striker->n = 1;
    striker->weight[0] = 1;
    striker->mass[0] = 1;
    return 1;
}

void hz_contact_system_free(hz_contact_system *s)
{
    if (s->strikers)
        hz_bank_free(&s->strikers->body);
    free(s->strikers);
    s->striker = s->strikers = NULL;
    hz_bank_free(&s->object);
}

void hz_contact_system_describe(hz_contact_system *s, const hz_contact_params *p)
{
    hz_bank *striker = &s->striker->body;
    double place = hz_bank_displacement(striker);
    s->params = *p;
    s->law = hz_law_prepare(&p->law);
    striker->mass[0] = p->mass;
    striker->omega[0] = 2 * HZ_PI * p->suspension;
    striker->load[0] = p->gravity;
    striker->origin = p->suspension > 0 ? p->rest : 0; /* a free mass rests anywhere */
    striker->q[0] = place - striker->origin;
}

/* Puts a striker that is inside the object on its surface. */
static void put_outside(hz_contact_system *s)
{
    hz_contact_system_place(s, 0);
    hz_contact_system_measure(s);
    s->striker->eta = fmin(s->striker->eta, 0); /* but for rounding */
}

void hz_contact_system_prepare(hz_contact_system *s, double h, double surface, int new_object)
{
    hz_contact_striker *k = s->striker;
    s->h = h;
    if (k->touching)
        k->body.q[0] += hz_bank_displacement(&s->object) - surface;
    hz_bank_prepare(&k->body, h);
    hz_bank_prepare(&s->object, h);
    s->inverse = k->body.inverse_mass + s->object.inverse_mass;
    hz_contact_system_measure(s);
    if (!k->touching && new_object && k->eta > 0)
        put_outside(s);
}

void hz_contact_system_begin_sample(hz_contact_system *s)
{
    s->striker->impulse = 0;
    s->substeps = 0;
    hz_work_recover(&s->work, 1);
}

/* ---- the compression ---- */

void hz_contact_system_measure(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    k->eta = hz_bank_displacement(&k->body) - hz_bank_displacement(&s->object);
    k->v = hz_bank_velocity(&k->body) - hz_bank_velocity(&s->object) - s->slide;
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

void hz_contact_system_snap_turn(hz_contact_system *s)
{
    s->striker->v = 0;
}

void hz_contact_system_snap_touch(hz_contact_system *s)
{
    s->striker->eta = 0;
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
    k->body.q[0] = hz_bank_displacement(&s->object) + eta - k->body.origin;
    k->body.v[0] = 0;
    k->eta = eta;
    k->v = 0 - hz_bank_velocity(&s->object) - s->slide;
}

/* What suspension and gravity hold of a striker at this place, J/kg. */
static double held_at(const hz_bank *striker, double place)
{
    double way = striker->omega[0] * (place - striker->origin);
    return 0.5 * way * way - striker->load[0] * place;
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
    double place = hz_bank_displacement(&s->object) - distance;
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

void hz_contact_system_push(hz_contact_system *s, double force, double time)
{
    s->striker->impulse += force * time;
}

void hz_contact_system_hold(hz_contact_system *s, double elastic)
{
    s->striker->elastic = elastic;
    s->surge = hz_bank_acceleration(&s->object, 0);
}

double hz_contact_system_thrust(hz_contact_system *s, double v)
{
    double thrust = (s->striker->v - v) / s->inverse;
    hz_bank_kick(&s->striker->body, -thrust);
    hz_bank_kick(&s->object, thrust);
    s->striker->v = v;
    s->striker->impulse += thrust;
    return thrust;
}

/* ---- the table ---- */

void hz_contact_system_place_table(hz_contact_system *s, double place)
{
    double way = place - s->object.origin;
    s->object.origin = place;
    s->striker->body.q[0] += way;
}

int hz_contact_system_slide(hz_contact_system *s, double place)
{
    double slide = (place - s->object.origin) / s->h;
    if (slide == s->slide)
        return 0;
    s->striker->v -= slide - s->slide;
    s->slide = slide;
    return 1;
}

/* ---- rest ---- */

void hz_contact_system_rest(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    hz_bank_rest(&k->body);
    hz_bank_rest(&s->object);
    hz_contact_system_forget(s);
    s->object.origin = s->slide = 0;
    double omega = k->body.omega[0];
    k->body.q[0] = omega > 0 ? k->body.load[0] / (omega * omega) : 0;
    hz_contact_system_measure(s);
}

void hz_contact_system_calm(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    hz_bank_rest(&s->object);
    hz_bank_rest(&k->body);
    if (s->params.suspension <= 0)
        k->body.q[0] = hz_bank_displacement(&s->object) - k->body.origin;
    k->body.v[0] = s->slide;
    hz_contact_system_forget(s);
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
    k->record = (hz_contact){ .v_in = k->v };
}

void hz_contact_system_forget(hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    k->touching = k->unresolved = 0;
    k->elastic = 0;
    k->record = (hz_contact){ 0 };
}

void hz_contact_system_part(hz_contact_system *s, int told)
{
    hz_contact_striker *k = s->striker;
    k->touching = 0;
    k->record.v_out = k->v;
    if (s->ended)
        s->ended(s->owner, told && !k->unresolved ? &k->record : NULL);
}

/* ---- accelerations and energy ---- */

double hz_contact_system_acceleration(const hz_contact_system *s)
{
    return hz_bank_acceleration(&s->striker->body, s->outer.striker) -
           hz_bank_acceleration(&s->object, s->outer.object);
}

double hz_contact_system_surge(const hz_contact_system *s)
{
    return hz_bank_acceleration(&s->striker->body, s->outer.striker) -
           (s->surge + s->object.inverse_mass * s->outer.object);
}

void hz_contact_system_energy(const hz_contact_system *s, hz_energy *out)
{
    *out = (hz_energy){ .contact = s->striker->touching ? s->striker->elastic : 0 };
    hz_bank_energy(&s->striker->body, out);
    hz_bank_energy(&s->object, out);
}
