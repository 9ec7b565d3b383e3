/* audition: how loud an excitation is, tried on a model that nobody hears. */
#include "audition.h"

#include <math.h>

#include "striker.h"

enum { SOME = 64 }; /* samples tried at a time */

static const double attack = 0.25, fall = 15; /* s: longer than any, and than that from a kilometre at 9.81 m/s^2 */

/* Whether a free striker cannot reach the surface, at rest so far, within this time. */
static int is_far(hz_collide *c, double time)
{
    if (c->touching)
        return 0;
    hz_collide_measure(c);
    double spring = c->a.omega[0] * c->a.q[0], speed = sqrt(c->v * c->v + spring * spring) + fabs(c->a.load[0]) * time;
    return c->eta < -2 * speed * time;
}

/* Sets the method of the trial: a long fall is flown exactly, many samples at once, by whatever method it will land. */
static void fly_or_meet(hz_collide *c, enum hz_method wanted, int met)
{
    hz_collide_params p = c->params;
    p.method = !met && is_far(c, SOME * c->h) ? HZ_EXACT : wanted;
    if (p.method != c->params.method)
        hz_collide_prepare(c, &p, NULL, c->h);
}

double hz_audition_peak(hz_object *o, double h, void (*run)(hz_object *o, const hz_io *io, int met))
{
    int acceleration = hz_object_unit(o) == HZ_ACCELERATION;
    double motion[HZ_AUDITION_MOST][SOME], *audio[HZ_AUDITION_MOST], force[SOME], *meter[HZ_METERS] = { 0 };
    double last[HZ_AUDITION_MOST], peak = 0, early = 0, end = fall;
    hz_io io = { .n = SOME, .audio = audio, .force = force, .meter = meter,
                 .displacement = hz_object_unit(o) == HZ_DISPLACEMENT };
    for (int p = 0; p < o->n_audio; p++) {
        audio[p] = motion[p];
        last[p] = o->cls->velocity(o, p);
    }
    for (double t = 0; t < end; t += SOME * h) {
        run(o, &io, end < fall);
        for (int i = 0; end == fall && i < SOME; i++)
            if (force[i] > 0)
                end = t + attack;
        for (int p = 0; p < o->n_audio; p++)
            for (int i = 0; i < SOME; i++) {
                peak = fmax(peak, fabs(acceleration ? (motion[p][i] - last[p]) / h : motion[p][i]));
                last[p] = motion[p][i];
            }
        early = t < attack ? peak : early;
    }
    return end < fall ? peak : early;
}

static void run_striker(hz_object *o, const hz_io *io, int met)
{
    hz_striker *x = (hz_striker *)o;
    fly_or_meet(&x->model, (enum hz_method)hz_striker_number(o, HZ_STRIKER_METHOD), met);
    hz_collide_run(&x->model, &(hz_collide_io){ .n = io->n, .audio = io->audio, .force = io->force, .meter = io->meter,
                                                .displacement = io->displacement });
}

double hz_striker_peak(hz_object *o, double h)
{
    hz_striker *x = (hz_striker *)o;
    double speed = x->speed, hand = x->body.hand, freq = hz_object_number(o, HZ_STRIKER_BODY, HZ_BODY_FREQ), peak = 0;
    const double *args;
    int given;
    const hz_verb *verb = hz_object_excitation(o, &args, &given);
    hz_striker_update(o, h); /* what is marked must reach this model first: a shape tells only once how its modes moved */
    hz_collide now = x->model;
    if (!hz_collide_init(&x->model, HZ_BODY_MOST_MODES, o->n_audio)) {
        x->model = now;
        return 0;
    }
    hz_striker_update(o, h); /* the verbs act on the model, so another stands in for it */
    x->model.params.resolution = (int)fmin(x->model.params.resolution, 64); /* no message may take seconds */
    hz_collide_reset(&x->model);
    if (verb && verb->sets) {
        verb->sets(o, args, given);
        hz_striker_update(o, h);
    }
    if (verb)
        verb->act(o, args, given);
    else
        o->cls->bang(o);
    peak = hz_audition_peak(o, h, run_striker);
    hz_collide_free(&x->model);
    x->model = now;
    x->speed = speed;
    x->body.hand = hand;
    hz_object_put(o, HZ_STRIKER_BODY, HZ_BODY_FREQ, freq); /* as it was, if a note tuned it */
    return peak;
}
