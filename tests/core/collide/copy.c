/* copy: a second body or collision that goes on like the first. */
#include "copy.h"

#include <string.h>

void copy_bank(hz_bank *to, const hz_bank *from)
{
    size_t bytes = sizeof(double) * (size_t)from->n;
    hz_bank_describe(to, &(hz_modes){ .n = from->n,
                                      .mass = from->mass,
                                      .omega = from->omega,
                                      .sigma = from->sigma,
                                      .weight = from->weight,
                                      .pickups = from->pickups,
                                      .heard = (const double *const *)from->heard });
    to->origin = from->origin;
    to->load = from->load;
    memcpy(to->q, from->q, bytes);
    memcpy(to->v, from->v, bytes);
}

static void copy_system(hz_contact_system *to, const hz_contact_system *from)
{
    hz_contact_striker *strikers = to->strikers;
    hz_bank striker = strikers->body, object = to->object;
    *to = *from;
    to->striker = to->strikers = strikers;
    *strikers = *from->strikers;
    to->striker->body = striker;
    to->object = object;
    copy_bank(&to->striker->body, &from->striker->body);
    copy_bank(&to->object, &from->object);
    hz_bank_prepare(&to->striker->body, from->h);
    hz_bank_prepare(&to->object, from->h);
}

static void copy_textbook_body(hz_textbook_body *to, const hz_textbook_body *from, int modes)
{
    double *here[] = { to->mass, to->spring, to->loss, to->load, to->drive, to->gain, to->ease, to->past, to->s,
                       to->c,    to->b,      to->way,  to->pull, to->q,     to->v,    to->dq,   to->dv };
    const double *there[] = { from->mass, from->spring, from->loss, from->load, from->drive, from->gain,
                              from->ease, from->past,   from->s,    from->c,    from->b,     from->way,
                              from->pull, from->q,      from->v,    from->dq,   from->dv };
    for (size_t k = 0; k < sizeof here / sizeof *here; k++)
        memcpy(here[k], there[k], sizeof(double) * (size_t)modes);
    to->g = from->g;
    to->g_v = from->g_v;
}

void copy_collide(hz_collide *to, const hz_collide *from)
{
    hz_textbook_body striker = to->textbook.striker, object = to->textbook.object;
    to->params = from->params;
    memcpy(to->touch, from->touch, sizeof to->touch);
    memcpy(to->rests, from->rests, sizeof to->rests);
    to->asleep = from->asleep;
    to->ahead = 0;
    to->placed = from->placed;
    to->fade.pending = 0;
    copy_system(&to->system, &from->system);
    copy_textbook_body(&striker, &from->textbook.striker, 1);
    copy_textbook_body(&object, &from->textbook.object, to->system.object.n);
    to->textbook = from->textbook;
    to->textbook.striker = striker;
    to->textbook.object = object;
}
