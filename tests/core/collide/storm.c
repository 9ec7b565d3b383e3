/* storm: everything that may be thrown at a collision, at random. */
#include "storm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const double h44 = 1 / 44100.0;

const storm_kind storm_musical = {
    .mass = { 1e-3, 1 },
    .stiffness = { 1e3, 1e12 },
    .damping = { 1e-3, 1e2 },
    .suspension = { 0.5, 2e3 },
    .rest = 1e-3,
    .gravity = 100,
    .v = { 1e-3, 10 },
    .distance = 1e-3,
    .force = 100,
};
const storm_kind storm_hostile = {
    .mass = { 1e-6, 1e4 },
    .stiffness = { 1, 1e18 },
    .damping = { 1e-6, 1e4 },
    .suspension = { 1e-3, 1e6 },
    .rest = 1e3,
    .gravity = 1e6,
    .v = { 1e-9, 1e3 },
    .distance = 1e3,
    .force = 1e6,
};

static double sometimes(dice *d, double value)
{
    return dice_once(d, 2) ? 0 : value;
}

static hz_collide_params random_params(dice *d, const storm_kind *w)
{
    static const int resolutions[] = { 8, 32, 64, 64, 256, 1024 };
    return (hz_collide_params){
        .law = { dice_log(d, w->stiffness[0], w->stiffness[1]), dice_exponent(d),
                 sometimes(d, dice_log(d, w->damping[0], w->damping[1])) },
        .mass = dice_log(d, w->mass[0], w->mass[1]),
        .suspension = sometimes(d, dice_log(d, w->suspension[0], w->suspension[1])),
        .rest = sometimes(d, dice_even(d, -w->rest, w->rest)),
        .gravity = sometimes(d, dice_even(d, -w->gravity, w->gravity)),
        .resolution = resolutions[dice_of(d, 6)],
        .quiet = sometimes(d, dice_log(d, 1e-9, 1e-3)),
    };
}

/* Changes one parameter, or all of them. */
static hz_collide_params changed(dice *d, const storm_kind *w, const hz_collide_params *old)
{
    hz_collide_params p = *old, fresh = random_params(d, w);
    switch (dice_of(d, 10)) {
    case 0:
        return fresh;
    case 1:
        p.law.stiffness = fresh.law.stiffness;
        break;
    case 2:
        p.law.exponent = fresh.law.exponent;
        break;
    case 3:
        p.law.damping = fresh.law.damping;
        break;
    case 4:
        p.mass = fresh.mass;
        break;
    case 5:
        p.suspension = fresh.suspension;
        break;
    case 6:
        p.rest = fresh.rest;
        break;
    case 7:
        p.gravity = fresh.gravity;
        break;
    case 8:
        p.resolution = fresh.resolution;
        break;
    default:
        p.quiet = fresh.quiet;
        break;
    }
    return p;
}

void storm_text(const hz_collide_params *p, char text[280])
{
    snprintf(
        text, 280,
        "method %d%s%s K %.9g a %.9g mu %.9g m %.9g suspension %.9g rest %.9g gravity %.9g resolution %d quiet %.9g",
        p->method, p->correct ? " corrected" : "", p->duration ? " timed" : "", p->law.stiffness, p->law.exponent,
        p->law.damping, p->mass, p->suspension, p->rest, p->gravity, p->resolution, p->quiet);
}

/* One of those the storm is about, with its options now and then. */
static void choose_method(storm *s, hz_collide_params *p)
{
    int n = 0;
    if (!s->methods)
        return;
    while (s->methods[n] >= 0)
        n++;
    p->method = (enum hz_method)s->methods[dice_of(&s->d, n)];
    p->correct = s->options && dice_once(&s->d, 4);
    p->duration = s->options && dice_once(&s->d, 4);
}

/* Strikes, changes a parameter, an object or the sample rate, or switches a force. */
static void thunder(storm *s)
{
    static const double rates[] = { 44100, 48000, 96000, 8000, 192000 };
    rig *r = &s->r;
    dice *d = &s->d;
    hz_collide_params p = r->c.params;
    switch (dice_of(d, 8)) {
    case 0:
    case 1:
        hz_collide_strike(&r->c, dice_log(d, s->w->v[0], s->w->v[1]) * (dice_once(d, 8) ? -1 : 1),
                          sometimes(d, dice_log(d, 1e-9, s->w->distance)));
        return;
    case 2:
        s->noise = dice_once(d, 2);
        for (int k = 0; k < 2; k++)
            s->force[k] = sometimes(d, dice_even(d, -1, 1) * s->w->force * dice_log(d, 1e-6, 1));
        return;
    case 3:
        s->h = 1 / rates[dice_once(d, 4) ? dice_of(d, 5) : 0];
        break;
    case 4:
        for (int k = 0; k < r->c.system.object.n; k++)
            r->c.system.object.sigma[k] = sometimes(d, dice_log(d, 1e-2, 1e5));
        break;
    default:
        p = changed(d, s->w, &p);
        p.method = r->c.params.method;
        if (s->methods && dice_once(d, 4))
            choose_method(s, &p);
    }
    s->changes++;
    s->in_contact += r->c.system.striker->touching;
    hz_collide_prepare(&r->c, &p, NULL, s->h);
    r->bound = rig_bound(p.resolution);
}

void storm_sample(storm *s)
{
    if (dice_once(&s->d, 40)) {
        thunder(s);
        storm_text(&s->r.c.params, s->text);
        rig_watch("sample %d eta %g v %g touching %d force %g %g: %s", s->i, s->r.c.system.striker->eta,
                  s->r.c.system.striker->v, s->r.c.system.striker->touching, s->force[0], s->force[1], s->text);
    }
    double noise = s->noise ? dice_even(&s->d, -1, 1) : 1;
    rig_sample(&s->r, noise * s->force[0], noise * s->force[1]);
    s->i++;
}

void storm_begin(storm *s, const storm_kind *w, uint64_t seed, int modes, const int *methods)
{
    *s = (storm){ .d = { seed }, .w = w, .h = h44, .methods = methods };
    rig_init(&s->r, modes);
    s->r.rough = w == &storm_hostile;
    if (modes)
        rig_modes(&s->r, 0.05, 10);
    hz_collide_params p = random_params(&s->d, w);
    choose_method(s, &p);
    storm_text(&p, s->text);
    rig_start(&s->r, &p, s->h);
}

void storm_audit(claim *c, const rig *r, const char *where)
{
    double seen[] = { r->residual, r->rise, r->gain, r->hidden, r->over, !hz_collide_finite(&r->c), r->pull, r->drift };
    for (int i = 0; i < 8; i++)
        claim_see(&c[i], seen[i], "%s", where);
}

void storm_see(claim *c, const storm *s, uint64_t seed)
{
    char where[360];
    snprintf(where, sizeof where, "seed %d sample %d: %s", (int)seed, s->i, s->text);
    storm_audit(c, &s->r, where);
}

/* A table that swings, jumps or stands. */
typedef struct quake {
    dice d;
    double most, A, f, place;
} quake;

static void shake(quake *q, storm *s)
{
    if (dice_once(&q->d, 60)) {
        q->A = dice_once(&q->d, 3) ? 0 : dice_log(&q->d, 1e-9, q->most);
        q->f = dice_log(&q->d, 1, 2e4);
        q->place += dice_once(&q->d, 3) ? q->A * dice_even(&q->d, -1, 1) : 0; /* a jump */
    }
    s->r.place = q->place + q->A * sin(6.2832 * q->f * s->h * s->i);
}

void storm_many(claim *c, const storm_kind *w, const int *methods, int options, int n, int length, double most)
{
    for (uint64_t seed = 100; seed < 100 + (uint64_t)n; seed++) {
        storm s;
        quake q = { .d = { seed }, .most = most };
        storm_begin(&s, w, seed, seed % 2 ? 3 : 0, methods);
        s.r.shaken = most > 0;
        if (methods)
            s.options = options;
        while (s.i < length && hz_collide_finite(&s.r.c)) {
            if (most > 0)
                shake(&q, &s);
            storm_sample(&s);
        }
        storm_see(c, &s, seed);
        rig_free(&s.r);
    }
}
