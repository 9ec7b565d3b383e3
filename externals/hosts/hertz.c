/* hertz: the core as a C library. */
#include "hertz.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"
#include "core/collide/collide.h"
#include "core/shapes/shapes.h"

enum { BLOCK = 64, KEPT = 64 };

struct hertz {
    hz_collide model;
    hz_collide_params params;
    double h;
    int room, n;  /* there is memory for so many modes; the object has so many */
    double *rows; /* mass, omega, sigma and weight of each mode */
    double audio[BLOCK], force[BLOCK], stored[BLOCK];
    hertz_contact contact[KEPT];
    int contacts;
};

#ifndef HZ_VERSION
#define HZ_VERSION "unknown"
#endif

const char *hertz_version(void)
{
    return HZ_VERSION;
}

/* ---- life ---- */

static void contact_ended(void *owner, const hz_contact *c)
{
    hertz *x = owner;
    if (!c) /* It was not resolved, so there is nothing to tell of it. */
        return;
    if (x->contacts == KEPT)
        memmove(x->contact, x->contact + 1, (size_t)--x->contacts * sizeof *x->contact);
    x->contact[x->contacts++] = (hertz_contact){ c->v_in, c->v_out, c->duration, c->x_max, c->f_max };
}

/* Derives everything anew. With `anew` the object is another one. */
static void prepare(hertz *x, int anew)
{
    const double *mass = x->rows, *omega = mass + x->room, *sigma = omega + x->room, *weight = sigma + x->room;
    hz_modes object = {
        .n = x->n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = &weight
    };
    hz_collide_prepare(&x->model, &x->params, anew ? &object : NULL, x->h);
}

/* Makes room for an object of so many modes. */
static int make_room(hertz *x, int n)
{
    if (n <= x->room)
        return 1;
    double *rows = calloc(4 * (size_t)n, sizeof *rows);
    if (!rows || !hz_collide_grow(&x->model, n)) {
        free(rows);
        return 0;
    }
    free(x->rows);
    x->rows = rows;
    x->room = n;
    return 1;
}

hertz *hertz_new(double rate)
{
    hertz *x = rate > 0 && isfinite(rate) ? calloc(1, sizeof *x) : NULL;
    if (!x)
        return NULL;
    if (!hz_collide_init(&x->model, 1, 1)) {
        free(x);
        return NULL;
    }
    x->h = 1 / rate;
    x->params = (hz_collide_params){ .law = { 1e9, 1.5, 0 }, .mass = 0.01, .resolution = 32, .method = HZ_EXACT };
    if (!make_room(x, 1)) {
        hertz_free(x);
        return NULL;
    }
    hz_collide_listen(&x->model, x, contact_ended, NULL);
    hertz_wall(x);
    return x;
}

void hertz_free(hertz *x)
{
    if (!x)
        return;
    hz_collide_free(&x->model);
    free(x->rows);
    free(x);
}

/* ---- what there is ---- */

static const struct {
    const char *name;
    size_t at;
    double min, max;
} numbers[] = {
    { "mass", offsetof(hz_collide_params, mass), 1e-6, 1e3 },
    { "stiffness", offsetof(hz_collide_params, law.stiffness), 1, 1e17 },
    { "exponent", offsetof(hz_collide_params, law.exponent), 1, 6 },
    { "damping", offsetof(hz_collide_params, law.damping), 0, 1e4 },
    { "gravity", offsetof(hz_collide_params, gravity), -1e4, 1e4 },
    { "suspension", offsetof(hz_collide_params, suspension), 0, 1e5 },
    { "rest", offsetof(hz_collide_params, rest), -1, 1 },
};

int hertz_set(hertz *x, const char *name, double value)
{
    if (!strcmp(name, "resolution") && value >= 1 && value <= 4096) {
        x->params.resolution = (int)value;
        prepare(x, 0);
        return 1;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name) && value >= numbers[i].min && value <= numbers[i].max) {
            memcpy((char *)&x->params + numbers[i].at, &value, sizeof value);
            prepare(x, 0);
            return 1;
        }
    return 0;
}

int hertz_wall(hertz *x)
{
    x->n = 0;
    prepare(x, 1);
    return 1;
}

/* The ranges are those of freqs, decays, masses and weights of impact~. */
static int is_mode(double freq, double decay, double mass, double weight)
{
    return freq >= 0 && freq <= 1e5 && decay >= 0 && decay <= 1e6 && mass >= 1e-6 && mass <= 1e3 && fabs(weight) <= 1e3;
}

int hertz_modes(hertz *x, int n, const double *freq, const double *decay, const double *mass, const double *weight)
{
    if (n < 1 || n > HZ_SHAPE_MODES)
        return 0;
    for (int i = 0; i < n; i++)
        if (!is_mode(freq[i], decay[i], mass[i], weight[i]))
            return 0;
    if (!make_room(x, n))
        return 0;
    x->n = n;
    for (int i = 0; i < n; i++) {
        x->rows[i] = mass[i];
        x->rows[x->room + i] = 2 * HZ_PI * freq[i];
        x->rows[2 * x->room + i] = decay[i] > 0 ? HZ_SIXTY_DB / decay[i] : 0;
        x->rows[3 * x->room + i] = weight[i];
    }
    prepare(x, 1);
    return 1;
}

/* The number of a word in a list with single spaces, or -1. */
static int place_in(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (int i = 0; *list; i++) {
        size_t length = strcspn(list, " ");
        if (length == n && !memcmp(list, word, n))
            return i;
        list += length + (list[length] == ' ');
    }
    return -1;
}

static const hz_material *material_of(const char *name)
{
    for (int i = 0; i < HZ_MATERIALS; i++)
        if (!strcmp(hz_materials[i].name, name))
            return &hz_materials[i];
    return NULL;
}

int hertz_shape(hertz *x, const char *shape, const char *material, int modes, const double size[2], double thickness,
                double place, double place2)
{
    int kind = place_in(HZ_SHAPE_NAMES, shape);
    const hz_material *of = material_of(material);
    if (kind < 0 || !of || modes < 1 || modes > HZ_SHAPE_MODES || !make_room(x, modes))
        return 0;
    void *memory = malloc(hz_shape_memory(modes));
    if (!memory)
        return 0;
    hz_shape s;
    hz_shape_init(&s, modes, memory);
    int n = hz_shape_prepare(&s, &(hz_shape_params){ .kind = (hz_shape_kind)kind,
                                                     .modes = modes,
                                                     .material = *of,
                                                     .size = { size[0], size[1] },
                                                     .thickness = thickness,
                                                     .decay = -1,
                                                     .split = -1 });
    n = n > 0 ? hz_shape_below(&s, 0.5 / x->h) : 0;
    if (n > 0) {
        x->n = n;
        for (int i = 0; i < n; i++) {
            x->rows[i] = s.mass;
            x->rows[x->room + i] = s.omega[i];
            x->rows[2 * x->room + i] = s.sigma[i];
        }
        hz_shape_weights(&s, place, place2, n, x->rows + 3 * x->room);
        prepare(x, 1);
    }
    free(memory);
    return n > 0;
}

/* ---- what happens ---- */

void hertz_strike(hertz *x, double velocity, double distance)
{
    if (isfinite(velocity) && isfinite(distance))
        hz_collide_strike(&x->model, velocity, distance);
}

void hertz_reset(hertz *x)
{
    hz_collide_reset(&x->model);
    x->contacts = 0;
}

static void copy(double *to, const double *from, int n)
{
    if (to)
        memcpy(to, from, (size_t)n * sizeof *to);
}

void hertz_run(hertz *x, int n, double *audio, double *force, double *stored)
{
    for (int at = 0; at < n; at += BLOCK) {
        int some = n - at < BLOCK ? n - at : BLOCK;
        double *meter[HZ_METERS] = { [HZ_STORED] = x->stored };
        hz_collide_run(
            &x->model,
            &(hz_collide_io){
                .n = some, .audio = (double *const[]){ x->audio }, .force = x->force, .meter = meter, .ledger = 1 });
        copy(audio ? audio + at : NULL, x->audio, some);
        copy(force ? force + at : NULL, x->force, some);
        copy(stored ? stored + at : NULL, x->stored, some);
    }
}

_Static_assert((int)HERTZ_ACCOUNTS == (int)HZ_ACCOUNTS && (int)HERTZ_SHED == (int)HZ_SHED, "accounts");

void hertz_energy(const hertz *x, double account[HERTZ_ACCOUNTS])
{
    hz_accounts a;
    hz_collide_accounts(&x->model, &a);
    memcpy(account, a.value, sizeof a.value);
}

int hertz_contacts(hertz *x, hertz_contact *contact, int most)
{
    int n = x->contacts < most ? x->contacts : most;
    if (n > 0)
        memcpy(contact, x->contact + x->contacts - n, (size_t)n * sizeof *contact);
    x->contacts = 0;
    return n > 0 ? n : 0;
}
