/* body: a modal object as a patch describes it. */
#include "body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"

enum { LISTED = HZ_BODY_LISTED, SHAPED = HZ_BODY_SHAPED };
enum { LEAST_ROOM = 32 }; /* There is room for so many modes at least, and for twice as many at each step of growth. */
static const double highest = 0.45; /* Modes above this part of the sample rate are left out. */

static double number(const hz_body *b, int row)
{
    return hz_object_number(b->o, b->table, row);
}

static double element(const hz_body *b, int row, int i)
{
    return hz_object_element(b->o, b->table, row, i);
}

static int count(const hz_body *b, int row)
{
    return hz_object_count(b->o, b->table, row);
}

static int radiates(const hz_body *b)
{
    return (int)number(b, HZ_BODY_HEAR) == HZ_BODY_RADIATION;
}

static double key(const hz_body *b)
{
    return b->key > 0 ? b->key : 1;
}

/* Says whether the second number of a place is an angle. */
static int is_round(int object)
{
    switch (object - SHAPED) {
    case HZ_DRUM:
    case HZ_DISC:
    case HZ_FREEDISC:
    case HZ_BOWL:
        return 1;
    }
    return 0;
}

/* Says whether a place on the object takes two numbers. */
static int is_surface(int object)
{
    return is_round(object) || object - SHAPED == HZ_MEMBRANE || object - SHAPED == HZ_PLATE;
}

static int is_shape(int object)
{
    return object >= SHAPED && object < SHAPED + HZ_SHAPES;
}

/* Says how many pickups the flags ask for, or a file that has `listed` of them. */
static int pickups_asked(const hz_body *b, int object, int listed)
{
    int places = count(b, HZ_BODY_PICKUPS), n = is_surface(object) ? (places + 1) / 2 : places;
    int outs = object == LISTED ? (int)fmax(number(b, HZ_BODY_OUTS), listed) : 0;
    return outs > n ? outs : n;
}

int hz_body_asked(const hz_body *b)
{
    return (int)number(b, HZ_BODY_OBJECT) == LISTED ? count(b, HZ_BODY_FREQS) : (int)number(b, HZ_BODY_MODES);
}

int hz_body_make_room(hz_body *b, int n)
{
    int room = LEAST_ROOM;
    while (room < n)
        room *= 2;
    room = room < HZ_BODY_MOST_MODES ? room : HZ_BODY_MOST_MODES;
    if (room <= b->room)
        return 1;
    size_t rows = 6 + (size_t)b->pickups, length = (size_t)room + HZ_BANDS;
    double *row = calloc((rows + 1) * length, sizeof *row);
    void *shape = malloc(hz_shape_memory(room));
    hz_blow_mode *blow = malloc((length + 1) * sizeof *blow);
    if (!row || !shape || !blow) {
        free(row);
        free(shape);
        free(blow);
        return 0;
    }
    if (b->room > 0)
        hz_shape_move(&b->shape, room, shape);
    else
        hz_shape_init(&b->shape, room, shape);
    free(b->shape_memory);
    free(b->memory);
    free(b->blow);
    b->blow = blow;
    b->made.n = 0;
    b->shape_memory = shape;
    b->memory = b->mass = row;
    b->omega = row + length, b->sigma = row + 2 * length, b->weight = row + 3 * length, b->damped = row + 4 * length;
    for (int p = 0; p < b->pickups; p++)
        b->heard[p] = row + (5 + (size_t)p) * length;
    b->middle = row + (5 + (size_t)b->pickups) * length;
    b->from = (int *)(row + rows * length);
    b->room = room;
    b->described_modes = 0;
    return 1;
}

void hz_body_grow(hz_body *b)
{
    char given[20], kept[20];
    int n = hz_body_asked(b);
    if (hz_body_make_room(b, n))
        return;
    snprintf(given, sizeof given, "%d", n);
    snprintf(kept, sizeof kept, "%d", b->room);
    hz_object_complain(b->o, b->table, "modes", given, "what there is memory for", kept);
}

/* Takes `object modes` where the flags list modes and name no object. */
static void begin_listed(const hz_body *b, hz_object *o)
{
    if (hz_object_given(o, b->table, HZ_BODY_FREQS) && !hz_object_given(o, b->table, HZ_BODY_OBJECT))
        hz_object_put(o, b->table, HZ_BODY_OBJECT, LISTED);
}

/* Refuses -outs for other objects than lists. Outlets are made once and for all. */
static void refuse_outs(const hz_body *b, hz_object *o)
{
    char given[20], kept[20];
    if (number(b, HZ_BODY_OUTS) <= b->pickups || hz_object_is_stereo(b->o))
        return;
    snprintf(given, sizeof given, "%g", number(b, HZ_BODY_OUTS));
    snprintf(kept, sizeof kept, "%d", b->pickups);
    hz_object_complain(o, b->table, "outs", given, "with 'object modes' only, for others the places of -pickups count",
                       kept);
    hz_object_put(o, b->table, HZ_BODY_OUTS, b->pickups);
}

/* With -stereo there are two pickups: those that were asked for, or two for one. */
static void take_stereo(hz_body *b)
{
    if (!hz_object_is_stereo(b->o))
        return;
    b->spread = b->pickups == 1;
    if (b->pickups > 2)
        hz_object_remark(b->o, "stereo: it has two pickups, so those behind the second are not heard");
    b->pickups = 2;
}

int hz_body_init(hz_body *b, int listed)
{
    begin_listed(b, b->o);
    b->own = number(b, HZ_BODY_FREQ);
    b->pickups = pickups_asked(b, listed >= 0 ? LISTED : (int)number(b, HZ_BODY_OBJECT), listed);
    take_stereo(b);
    refuse_outs(b, b->o);
    b->heard = calloc((size_t)b->pickups, sizeof *b->heard);
    return b->heard && hz_body_make_room(b, hz_body_asked(b)); /* The class frees what there is. */
}

enum hz_body_way hz_body_follow(hz_body *b, const double *inlet, int n)
{
    int begins = isnan(b->place);
    double place = inlet ? fmin(fmax(inlet[begins ? 0 : n - 1], 0), 1) : NAN;
    if (place == b->place || (isnan(place) && begins))
        return HZ_BODY_STAYS;
    b->place = place;
    return inlet && !begins ? HZ_BODY_SLIDES : HZ_BODY_JUMPS;
}

/* From this amount of keyscale on, a body that is twice as high radiates as if it were half as large. */
static const double whole_amount = 0.5;

void hz_body_take_key(hz_body *b, double amount, double at)
{
    double freq = number(b, HZ_BODY_FREQ);
    int scales = freq > 0 && amount > 0;
    b->key = scales ? pow(freq / at, amount) : 1;
    b->smaller = scales ? pow(freq / at, fmin(1, amount / whole_amount)) : 1;
}

int hz_body_turn(hz_body *b, double turns)
{
    if (turns == 0 || !is_round((int)number(b, HZ_BODY_OBJECT)))
        return 0;
    b->turned = fmod(b->turned + turns, 1);
    return 1;
}

int hz_body_damp(hz_body *b, double seconds)
{
    if (b->hand == seconds)
        return 0;
    b->hand = seconds;
    return 1;
}

void hz_body_free(hz_body *b)
{
    free(b->memory);
    free(b->shape_memory);
    free(b->heard);
    free(b->blow);
    free(b->found.mode);
    *b = (hz_body){ 0 };
}

/* Returns how many weights each pickup was given; 0: none. */
static int weights_each(const hz_body *b)
{
    int n = hz_body_places(b);
    return (count(b, HZ_BODY_OUTWEIGHTS) + n - 1) / n;
}

/* Returns what the list says of pickup p and mode i, where each pickup was given so many weights. */
static double listed_weight(const hz_body *b, int p, int i, int each)
{
    return each > 0 ? element(b, HZ_BODY_OUTWEIGHTS, p * each + (i < each ? i : each - 1))
                    : hz_body_rows[HZ_BODY_OUTWEIGHTS].means;
}

int hz_body_pick(hz_body *b, int i, const double *weights, int n)
{
    int was = weights_each(b), modes = count(b, HZ_BODY_FREQS), each = was > modes ? was : modes;
    int places = hz_body_places(b);
    each = n > each ? n : each;
    double *all = malloc((size_t)(each * places) * sizeof *all);
    if (!all)
        return 0;
    for (int p = 0; p < places; p++)
        for (int k = 0; k < each; k++)
            all[p * each + k] = p == i ? weights[k < n ? k : n - 1] : listed_weight(b, p, k, was);
    hz_object_put_list(b->o, b->table, HZ_BODY_OUTWEIGHTS, all, each * places);
    free(all);
    return 1;
}

int hz_body_most(const hz_body *b, int row)
{
    return row == HZ_BODY_PICKUPS ? 2 * hz_body_places(b) : 0;
}

/* Refuses a tuning that does not rise, and puts back the last one that did. */
static void check_tuning(hz_body *b)
{
    int n = count(b, HZ_BODY_TUNING), bad = n > 1 && !(element(b, HZ_BODY_TUNING, 0) > 0);
    char given[60];
    for (int i = 1; i < n; i++)
        bad |= !(element(b, HZ_BODY_TUNING, i) >= element(b, HZ_BODY_TUNING, i - 1));
    if (!bad) {
        b->n_tuning = n;
        for (int i = 0; i < n; i++)
            b->tuning[i] = element(b, HZ_BODY_TUNING, i);
        return;
    }
    snprintf(given, sizeof given, "%g %g ... %g", element(b, HZ_BODY_TUNING, 0), element(b, HZ_BODY_TUNING, 1),
             element(b, HZ_BODY_TUNING, n - 1));
    hz_object_complain(b->o, b->table, "tuning", given, "multiples over 0 that do not fall", "what it was");
    hz_object_put_list(b->o, b->table, HZ_BODY_TUNING, b->tuning, b->n_tuning > 0 ? b->n_tuning : 1);
}

int hz_body_is_string(const hz_body *b)
{
    return (int)number(b, HZ_BODY_OBJECT) == SHAPED + HZ_STRING;
}

int hz_body_radiates(const hz_body *b)
{
    return (radiates(b) || b->boxed) && (int)number(b, HZ_BODY_OBJECT) != HZ_BODY_MASS;
}

/* Says what a new material cannot change, since other parameters fix it. The material that the body has is none. */
static void remark_on_material(const hz_body *b)
{
    int fixed = (number(b, HZ_BODY_FREQ) > 0) | (number(b, HZ_BODY_DECAY) >= 0 || number(b, HZ_BODY_Q) > 0) << 1;
    if (!hz_object_is_told(b->o) || (int)number(b, HZ_BODY_OBJECT) < SHAPED ||
        (int)number(b, HZ_BODY_MATERIAL) == b->made_of)
        return;
    if (fixed == 2)
        hz_object_hint(b->o, "material: decay or q is set and stays; with 'decay material' it is the material's");
    else if (fixed == 3)
        hz_object_hint(b->o, "material: freq and decay or q are set and stay; with 'freq auto' and 'decay material' "
                             "they are the material's");
}

void hz_body_changed(hz_body *b, int row)
{
    int object = (int)number(b, HZ_BODY_OBJECT);
    if (row == HZ_BODY_MATERIAL)
        remark_on_material(b);
    if (row == HZ_BODY_TUNING)
        check_tuning(b);
    if (row == HZ_BODY_FREQ)
        b->own = number(b, row);
    hz_body_grow(b);
    if (row == HZ_BODY_PICKUPS && hz_object_is_told(b->o) && object >= SHAPED && !is_surface(object) &&
        count(b, row) > hz_body_places(b))
        hz_object_remark(b->o, "pickups: these are more places than the object has outlets, so the rest are not heard");
}

void hz_body_defaults(hz_body *b)
{
    b->n_tuning = 1;
    b->tuning[0] = 0;
    b->own = number(b, HZ_BODY_FREQ);
    hz_body_grow(b);
}

double hz_body_freq_of(double omega)
{
    return omega / (2 * HZ_PI);
}

double hz_body_decay_of(double sigma)
{
    return sigma > 0 ? HZ_SIXTY_DB / sigma : 0;
}

int hz_body_partial(double omega, double sigma, double q, double v, double heard, hz_partial *out)
{
    double swings = omega * omega - sigma * sigma;
    *out = (hz_partial){ .freq = hz_body_freq_of(sqrt(fmax(swings, 0))),
                         .decay = hz_body_decay_of(sigma),
                         .speed = fabs(heard) * hypot(v, omega * q) };
    return swings > 0;
}

double hz_body_sigma(const hz_body *b, int i, double omega, double sigma)
{
    double q = element(b, HZ_BODY_Q, i);
    return q > 0 ? 0.5 * omega / q : sigma;
}

/* Makes the mode that lists make of a frequency and a decay. */
static void put_mode(hz_body *b, int i, double freq, double decay)
{
    b->omega[i] = 2 * HZ_PI * freq;
    b->sigma[i] = hz_sigma_of(decay);
}

/* Makes the modes of the lists, which freq and decay scale by their lowest. */
static int listed(hz_body *b, double limit)
{
    int n = count(b, HZ_BODY_FREQS), lowest = 0, kept = 0;
    for (int i = 1; i < n; i++)
        if (element(b, HZ_BODY_FREQS, i) < element(b, HZ_BODY_FREQS, lowest))
            lowest = i;
    double freq = number(b, HZ_BODY_FREQ), first = element(b, HZ_BODY_FREQS, lowest);
    double decay = number(b, HZ_BODY_DECAY), longest = element(b, HZ_BODY_DECAYS, lowest);
    double tune = freq > 0 && first > 0 ? freq / first : 1, last = decay > 0 && longest > 0 ? decay / longest : 1;
    int each = weights_each(b);
    for (int i = 0; i < n && kept < b->room; i++) {
        double f = tune * element(b, HZ_BODY_FREQS, i), t = last * element(b, HZ_BODY_DECAYS, i);
        if (f > limit)
            continue;
        double loud = radiates(b) ? hz_shape_monopole(2 * HZ_PI * f) : 1;
        put_mode(b, kept, f, decay != 0 ? t / key(b) : 0);
        b->sigma[kept] = hz_body_sigma(b, i, b->omega[kept], b->sigma[kept]);
        b->mass[kept] = element(b, HZ_BODY_MASSES, i);
        b->weight[kept] = element(b, HZ_BODY_WEIGHTS, i);
        for (int p = 0; p < b->pickups; p++) {
            double w = listed_weight(b, b->spread ? 0 : p, i, each);
            b->heard[p][kept] = (w == hz_body_rows[HZ_BODY_OUTWEIGHTS].means ? b->weight[kept] : w) * loud;
        }
        kept++;
    }
    return kept;
}

/* Weighs the first n modes of a shape by the place of the strike. */
static void weigh(hz_body *b, int surface, int n)
{
    double x = isnan(b->place) ? number(b, HZ_BODY_POSITION) : b->place;
    double y = count(b, HZ_BODY_POSITION) > 1 ? element(b, HZ_BODY_POSITION, 1) : surface ? 0.37 : 0;
    int round = is_round((int)number(b, HZ_BODY_OBJECT));
    hz_shape_weights(&b->shape, hz_jitter_place(&b->jitter, 0, x),
                     round ? hz_jitter_angle(&b->jitter, y + b->turned) : hz_jitter_place(&b->jitter, 1, y), n,
                     b->weight);
}

int hz_body_weigh(hz_body *b)
{
    if (b->in_shape > 0)
        weigh(b, is_surface((int)number(b, HZ_BODY_OBJECT)), b->in_shape);
    return b->in_shape;
}

int hz_body_describe(const hz_body *b, hz_body_description *d)
{
    int object = (int)number(b, HZ_BODY_OBJECT), surface = is_surface(object);
    double decay = number(b, HZ_BODY_DECAY);
    memset(d, 0, sizeof *d);
    if (!is_shape(object))
        return 0;
    d->shape.kind = (hz_shape_kind)(object - SHAPED);
    d->shape.modes = (int)number(b, HZ_BODY_MODES);
    d->shape.material = hz_materials[(int)number(b, HZ_BODY_MATERIAL)];
    d->shape.size[0] = number(b, HZ_BODY_SIZE);
    d->shape.size[1] = count(b, HZ_BODY_SIZE) > 1 ? element(b, HZ_BODY_SIZE, 1) : 0;
    d->shape.thickness = number(b, HZ_BODY_THICKNESS);
    d->shape.tension = number(b, HZ_BODY_TENSION);
    d->shape.freq = number(b, HZ_BODY_FREQ);
    d->shape.decay = decay < 0 ? -1 : decay / key(b);
    d->shape.n_tuning = b->tuning[0] > 0 ? b->n_tuning : 0;
    d->shape.split = number(b, HZ_BODY_SPLIT);
    d->shape.decay_power = number(b, HZ_BODY_DECAYPOWER);
    d->shape.n_decay_factors = count(b, HZ_BODY_DECAYFACTORS);
    d->shape.smaller = b->smaller;
    memcpy(d->tuning, b->tuning, sizeof d->tuning);
    for (int i = 0; i < d->shape.n_decay_factors; i++)
        d->factors[i] = element(b, HZ_BODY_DECAYFACTORS, i);
    for (int k = 0; k < b->pickups; k++) {
        int at = b->spread ? 0 : surface ? 2 * k : k;
        d->pickup[2 * k] = element(b, HZ_BODY_PICKUPS, at);
        d->pickup[2 * k + 1] =
            surface && count(b, HZ_BODY_PICKUPS) > at + 1 ? element(b, HZ_BODY_PICKUPS, at + 1) : 0.23;
    }
    d->radiates = radiates(b);
    d->boxed = b->boxed;
    return 1;
}

/* Makes the modes of a shape as it is described, but for their weights at the place of the strike. */
static int derive(hz_body *b, const hz_body_description *d)
{
    hz_shape_params p = d->shape;
    b->made_of = (int)number(b, HZ_BODY_MATERIAL);
    p.tuning = d->tuning;
    p.decay_factors = d->factors;
    hz_body_borrow(b, &p);
    hz_shape_prepare(&b->shape, &p);
    int n = hz_shape_below(&b->shape, d->limit);
    for (int k = 0; k < b->pickups; k++) {
        hz_shape_weights(&b->shape, d->pickup[2 * k], d->pickup[2 * k + 1], n, b->heard[k]);
        if (d->radiates || d->boxed)
            hz_shape_radiate(&b->shape, &p, n, b->heard[k]);
        for (int i = 0; d->boxed && i < n; i++) { /* the bridge is at the end that is nearer to the pickup */
            double force = fabs(b->heard[k][i]) * b->shape.omega[i];
            b->heard[k][i] = d->pickup[2 * k] > 0.5 && i % 2 ? -force : force;
        }
    }
    for (int i = 0; i < n; i++) {
        b->mass[i] = b->shape.mass;
        put_mode(b, i, hz_body_freq_of(b->shape.omega[i]), hz_body_decay_of(b->shape.sigma[i])); /* as a file says it */
        b->sigma[i] = hz_body_sigma(b, i, b->omega[i], b->sigma[i]);
    }
    return n;
}

static int shaped(hz_body *b, int object, double limit)
{
    hz_body_description d;
    hz_body_describe(b, &d);
    d.limit = limit;
    int n = b->described_modes, has_q = element(b, HZ_BODY_Q, 0) > 0 || count(b, HZ_BODY_Q) > 1;
    if (n > 0 && !has_q && hz_body_is_described(&d, &b->described)) {
        for (int i = 0; i < n; i++)
            b->shape.from[i] = i;
        if (b->spread)
            memcpy(b->heard[0], b->middle, (size_t)n * sizeof *b->middle);
    } else {
        n = derive(b, &d);
        b->described = d;
    }
    b->described_modes = has_q ? 0 : n; /* it changes the rows besides */
    weigh(b, is_surface(object), n);
    return n;
}

/* Gives the object a mode that nothing moves. Without a mode that could sound it is as stiff as a wall, but it is not
 * one, for then what strikes it would be heard. */
static void stand_in(hz_body *b, hz_modes *modes)
{
    put_mode(b, 0, 100, 1);
    b->mass[0] = 1;
    b->weight[0] = 0;
    for (int p = 0; p < b->pickups; p++)
        b->heard[p][0] = b->middle[0] = 0;
    modes->sigma = b->sigma;
    modes->n = 1;
    modes->from = NULL;
    modes->coupled = NULL;
}

hz_modes hz_body_modes(hz_body *b, double h)
{
    hz_modes modes = hz_body_modes_under(b, highest / h);
    int is_wall = (int)number(b, HZ_BODY_OBJECT) == HZ_BODY_WALL;
    if (is_wall && radiates(b))
        hz_object_remark(b->o, "hear: a wall radiates nothing, so nothing is heard; with 'hear point' its striker is");
    if (modes.n == 0 && (!is_wall || radiates(b)))
        stand_in(b, &modes);
    b->made = modes;
    return modes;
}

hz_modes hz_body_own_modes(const hz_body *b)
{
    hz_modes own = b->made;
    own.sigma = b->sigma;
    return hz_body_middle(b, own);
}

double hz_body_own_pitch(const hz_body *b)
{
    double freq = number(b, HZ_BODY_FREQ);
    return b->own > 0 && freq > 0 ? b->own / freq : 1;
}

static int heard_as(const hz_body *b)
{
    enum hz_unit unit = radiates(b) || b->boxed ? HZ_VELOCITY : hz_object_unit(b->o);
    return unit == HZ_DISPLACEMENT ? -1 : unit == HZ_ACCELERATION ? 1 : 0;
}

hz_modes hz_body_modes_under(hz_body *b, double limit)
{
    int object = (int)number(b, HZ_BODY_OBJECT), n = 0;
    if (object == LISTED)
        n = listed(b, limit);
    if (is_shape(object))
        n = shaped(b, object, limit);
    else
        b->described_modes = 0;
    b->in_shape = is_shape(object) ? n : 0;
    b->coupled = NULL;
    if (object >= SHAPED && !is_shape(object) && b->other)
        n = b->other(b, limit);
    hz_body_spread(b, n);
    if (b->hand > 0) { /* The hand damps instead of what damps otherwise. */
        b->coupled = NULL;
        for (int i = 0; i < n; i++)
            b->damped[i] = hz_sigma_of(b->hand);
    }
    return (hz_modes){ .n = n,
                       .mass = b->mass,
                       .omega = b->omega,
                       .sigma = b->hand > 0 ? b->damped : b->sigma,
                       .weight = b->weight,
                       .from = is_shape(object) ? b->shape.from : NULL,
                       .heard_as = heard_as(b),
                       .pickups = b->pickups,
                       .heard = (const double *const *)b->heard,
                       .coupled = b->coupled };
}
