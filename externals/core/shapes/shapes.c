/* shapes: geometry and material to modal data, with signed weights at any position. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/units.h"

/* Air at 20 degrees: density, speed of sound, kinematic viscosity. */
static const double air_density = 1.2, air_speed = 343, air_viscosity = 1.5e-5;

/* What threads, felt and hands take from anything that is held somehow (1/s): nothing rings longer than 17 s. */
static const double support_loss = 0.4;

/* ---- memory ---- */

static int clip_room(int room)
{
    return room < 1 ? 1 : room > HZ_SHAPE_MODES ? HZ_SHAPE_MODES : room;
}

/* Places for finding a mode by its name: a power of two, at least twice as many as there are modes. */
static int slots_for(int room)
{
    int slots = 4;
    while (slots < 2 * room)
        slots *= 2;
    return slots;
}

size_t hz_shape_memory(int room)
{
    size_t n = (size_t)clip_room(room);
    return n * (sizeof(hz_table_mode) + 2 * sizeof(double) + sizeof(int)) + (size_t)slots_for((int)n) * 2 * sizeof(int);
}

static void lay_rows(hz_shape *s, int room, void *memory)
{
    s->room = room;
    s->slots = slots_for(room);
    s->table = memory;
    s->omega = (double *)(s->table + room);
    s->sigma = s->omega + room;
    s->from = (int *)(s->sigma + room);
    s->work = s->from + room;
    memset(memory, 0, hz_shape_memory(room));
}

void hz_shape_init(hz_shape *s, int room, void *memory)
{
    *s = (hz_shape){ .kind = { .kind = HZ_SHAPES } };
    lay_rows(s, clip_room(room), memory);
}

void hz_shape_move(hz_shape *s, int room, void *memory)
{
    hz_shape was = *s;
    size_t n = (size_t)was.tabled;
    lay_rows(s, clip_room(room), memory);
    memcpy(s->table, was.table, n * sizeof *s->table);
    memcpy(s->omega, was.omega, (size_t)was.room * sizeof *s->omega);
    memcpy(s->sigma, was.sigma, (size_t)was.room * sizeof *s->sigma);
    memcpy(s->from, was.from, (size_t)was.room * sizeof *s->from);
}

/* ---- the table, and where its modes stood before ---- */

static int *slot_of(const hz_shape *s, int name)
{
    unsigned mask = (unsigned)s->slots - 1, at = (unsigned)name * 2654435769u >> 7 & mask;
    int *place = s->work; /* name and index + 1, side by side */
    while (place[2 * at + 1] && place[2 * at] != name)
        at = (at + 1) & mask;
    return &place[2 * at];
}

/* The table's modes are the first `tabled`, of which the last prepare gave `known`. */
static void tabulate(hz_shape *s, hz_mode_table_kind kind, int n)
{
    int known = s->kind.kind == kind.kind ? s->known : 0;
    for (int i = 0; i < known; i++)
        s->from[i] = s->table[i].name;
    if (hz_mode_table_serves(&s->lent, &(hz_mode_table){ .kind = kind, .n = n }))
        memcpy(s->table, s->lent.mode, (size_t)n * sizeof *s->table);
    else
        hz_mode_table_make(kind, n, s->table, s->work);
    s->kind = kind;
    s->tabled = n;
    memset(s->work, 0, (size_t)s->slots * 2 * sizeof(int));
    for (int i = 0; i < known; i++) {
        int *slot = slot_of(s, s->from[i]);
        slot[0] = s->from[i];
        slot[1] = i + 1;
    }
    for (int i = 0; i < n; i++)
        s->from[i] = slot_of(s, s->table[i].name)[1] - 1;
}

static hz_mode_table_kind kind_of(const hz_shape_params *p)
{
    hz_mode_table_kind kind = { .kind = p->kind, .ratio = 1 };
    if (p->kind == HZ_FREEDISC)
        kind.poisson = p->material.poisson;
    if ((p->kind == HZ_MEMBRANE || p->kind == HZ_PLATE) && p->size[1] > 0)
        kind.ratio = p->size[0] / p->size[1];
    return kind;
}

int hz_mode_table_serves(const hz_mode_table *t, const hz_mode_table *wanted)
{
    const hz_mode_table_kind *a = &t->kind, *b = &wanted->kind;
    return a->kind == b->kind && a->poisson == b->poisson && a->ratio == b->ratio && t->n >= wanted->n;
}

hz_mode_table hz_shape_table(const hz_shape *s)
{
    return (hz_mode_table){ s->kind, s->tabled, s->table };
}

static void table_prepare(hz_shape *s, const hz_shape_params *p, int n)
{
    hz_mode_table has = hz_shape_table(s), needs = { .kind = kind_of(p), .n = n };
    if (!hz_mode_table_serves(&has, &needs))
        tabulate(s, needs.kind, n);
    else
        for (int i = 0; i < n; i++)
            s->from[i] = i < s->known ? i : -1;
    s->lent = (hz_mode_table){ .n = 0 };
}

/* ---- the body ---- */

/* What size and material make of the dimensionless modes: omega^2 = k^2 (tension + stiffness k^2), k = root/length. */
typedef struct body {
    double length, mass;
    double tension, stiffness; /* m^2/s^2, m^4/s^2 */
    double bending;            /* the stiffness that loses energy, also where the frequency leaves it out */
    double face;               /* kg/m^2 of what moves the air */
    double across;             /* m, width of what air can flow around; 0 for a surface */
    double wire;               /* m, diameter of what moves no air to speak of but drags it along; else 0 */
} body;

static body body_line(const hz_shape_params *p, double area, double gyration2, double across)
{
    double rho = p->material.density;
    return (body){
        .length = p->size[0],
        .mass = rho * area * p->size[0],
        .stiffness = p->material.young / rho * gyration2,
        .face = rho * area / across,
        .across = across,
    };
}

static body body_surface(const hz_shape_params *p, double area, double length)
{
    const hz_material *m = &p->material;
    double h = p->thickness, face = m->density * h;
    return (body){
        .length = length,
        .mass = face * area,
        .stiffness = m->young * h * h / (12 * m->density * (1 - m->poisson * m->poisson)),
        .face = face,
    };
}

static body body_prepare(const hz_shape_params *p)
{
    const hz_material *m = &p->material;
    double h = p->thickness, a = p->size[0], b = p->size[1] > 0 ? p->size[1] : a;
    body o = { 0 };
    switch (p->kind) {
    case HZ_STRING:
        o = body_line(p, 0.25 * HZ_PI * h * h, h * h / 16, h); /* shape:string */
        o.tension = p->tension * a / o.mass;
        o.wire = h;
        break;
    case HZ_BAR:
    case HZ_FREEBAR:
    case HZ_CANTILEVER:
        b = p->size[1] > 0 ? p->size[1] : h;
        o = body_line(p, b * h, h * h / 12, b); /* shape:bar */
        break;
    case HZ_TUBE: {
        double outer = p->size[1] > 0 ? p->size[1] : a / 30, inner = fmax(0, outer - 2 * h);
        double area = 0.25 * HZ_PI * (outer - inner) * (outer + inner);
        o = body_line(p, area, (outer * outer + inner * inner) / 16, outer); /* shape:tube */
        break;
    }
    case HZ_MEMBRANE:
    case HZ_PLATE:
        o = body_surface(p, a * b, a); /* shape:rectangle */
        break;
    case HZ_DRUM:
    case HZ_DISC:
    case HZ_FREEDISC:
        o = body_surface(p, 0.25 * HZ_PI * a * a, 0.5 * a); /* shape:round */
        break;
    case HZ_BOWL:
        o = body_surface(p, 0.5 * HZ_PI * a * a, 0.5 * a);
        o.stiffness = m->young * h * h / (3 * m->density * (1 + m->poisson)); /* shape:bowl */
        break;
    case HZ_SHAPES:
        break;
    }
    o.bending = o.stiffness;
    if (p->kind == HZ_MEMBRANE || p->kind == HZ_DRUM) {
        o.tension = p->tension / o.face;
        o.stiffness = 0;
    }
    return o;
}

/* shape:loss  the rate at which a mode of wave number k and frequency omega dies away. */
static double loss_rate(const body *o, double eta, double k, double omega)
{
    double bend = o->bending * k * k, friction = 0.5 * eta * omega * bend / (o->tension + bend), air;
    if (o->wire > 0) {
        double m = 0.25 * o->wire * sqrt(omega / air_viscosity); /* shape:drag */
        air = 0.5 * omega * air_density * o->across / o->face * 0.25 * HZ_PI * (2.8284271247461903 * m + 1) / (m * m);
    } else {
        double trace = omega / (air_speed * k), t2 = trace * trace, t4 = t2 * t2; /* shape:radiation */
        air = air_density * air_speed / o->face * (t4 / (1 + t4));
        if (o->across > 0) {
            double y = 0.5 * o->across * omega / air_speed, y3 = y * y * y;
            air *= y3 / (1 + y3);
        }
    }
    return friction + air + support_loss;
}

static double wave_number(const hz_shape *s, const body *o, int i)
{
    return s->table[i].root / o->length;
}

static int is_round(hz_shape_kind kind)
{
    return kind == HZ_DRUM || kind == HZ_DISC || kind == HZ_FREEDISC || kind == HZ_BOWL;
}

/* Says whether a mode is the partner of the one before it. */
static int is_partner(const hz_shape *s, int i)
{
    return i > 0 && is_round(s->kind.kind) && s->table[i].j == 1;
}

/* shape:tuned  the frequencies: as geometry and material give them, then tuned, then with pairs split. */
static void tune(hz_shape *s, const hz_shape_params *p, const body *o)
{
    const double *list = p->tuning;
    double factor = 1, base = 0, half = p->split > 0 ? exp2(p->split / 2400) : 1;
    int at = -1;
    for (int i = 0; i < s->n; i++) {
        double k = wave_number(s, o, i), omega = k * sqrt(o->tension + o->stiffness * (k * k));
        at += !is_partner(s, i);
        if (i == 0) {
            double first = p->n_tuning > 0 ? list[0] : 1;
            base = p->freq > 0 ? 2 * HZ_PI * p->freq : omega / first;
            factor = p->freq > 0 || p->n_tuning > 0 ? base * first / omega : 1;
        }
        if (at < p->n_tuning)
            factor = base * list[at] / omega;
        s->omega[i] = factor * omega;
        if (is_partner(s, i)) { /* nothing changes where nothing is split */
            s->omega[i] *= half;
            s->omega[i - 1] /= half;
        }
    }
}

static void damp(hz_shape *s, const hz_shape_params *p, const body *o)
{
    double rated = 1, first = 0;
    int at = -1;
    for (int i = 0; i < s->n; i++) {
        double omega = s->omega[i], sigma = loss_rate(o, p->material.loss, wave_number(s, o, i), omega);
        at += !is_partner(s, i);
        if (i == 0 && p->decay >= 0)
            rated = p->decay > 0 ? HZ_SIXTY_DB / (p->decay * sigma) : 0;
        if (i == 0)
            first = sigma;
        if (p->decay_power > 0)
            sigma = first * pow(omega / s->omega[0], p->decay_power);
        if (p->n_decay_factors > 0)
            sigma /= p->decay_factors[at < p->n_decay_factors ? at : p->n_decay_factors - 1];
        s->sigma[i] = rated * sigma;
    }
}

/* ---- what it radiates ---- */

/* shape:multipole  The radiation efficiency of a sphere that moves as a spherical harmonic, x = ka:
 * 1/(x^2 |h'(x)|^2). */
static double multipole(int order, double x)
{
    double re[2] = { cos(x) / x, sin(x) / x }, im[2] = { sin(x) / x, -cos(x) / x };
    for (int n = 0; n < order; n++) {
        double a = (2 * n + 1) / x * re[1] - re[0], b = (2 * n + 1) / x * im[1] - im[0];
        re[0] = re[1], im[0] = im[1];
        re[1] = a, im[1] = b;
        if (fabs(b) > 1e100)
            return 0;
    }
    double c = (order + 1) / x, dr = re[0] - c * re[1], di = im[0] - c * im[1];
    return 1 / (x * x * (dr * dr + di * di));
}

/* shape:plate-heard  of a plate with these sides; `faster` is the square of the speed of its waves over that of
 * sound. */
static double plate_efficiency(double omega, double faster, double a, double b)
{
    double f = omega / (2 * HZ_PI), critical = f / faster, wave = f / air_speed, most = 4 * a * b * wave * wave;
    double l = sqrt(faster), l2 = faster, sigma;
    if (l2 >= 1)
        return fmin(2, 1 / sqrt(fmax(1 - 1 / l2, 0.25)));
    sigma = ((1 - l2) * log((1 + l) / (1 - l)) + 2 * l) / (4 * HZ_PI * HZ_PI * pow(1 - l2, 1.5));
    sigma *= 2 * (a + b) / (a * b) * air_speed / critical;
    if (l2 < 0.5) {
        double across = air_speed / critical, pi2 = HZ_PI * HZ_PI;
        sigma += 8 * across * across * (1 - 2 * l2) / (pi2 * pi2 * a * b * l * sqrt(1 - l2));
    }
    return fmin(2, fmin(sigma, most));
}

/* shape:skin-heard  of a skin that changes its sign so many times across it. What is left of its volume, or of that of
 * its halves or quarters, is a part of its motion; and so is what the edge leaves uncancelled, as on a plate. */
static double skin_efficiency(int order, double part, double omega, double faster, double side)
{
    double whole = fmin(1, part) * multipole(order, omega / air_speed * side / sqrt(HZ_PI));
    return fmin(1, whole + plate_efficiency(omega, faster, side, side));
}

/* Of a mode of the table with the wave number k and the frequency omega. */
static double efficiency(const hz_shape *s, const body *o, const hz_table_mode *m, double k, double omega)
{
    double wave = omega / air_speed, trace = wave / k;
    double faster = trace * trace;
    double area = o->mass / o->face, side = sqrt(area), ratio = s->kind.ratio > 0 ? sqrt(s->kind.ratio) : 1;
    switch (s->kind.kind) {
    case HZ_DRUM:
        return skin_efficiency(m->i, 4 * (m->i + 1) / (m->root * m->root), omega, faster, side);
    case HZ_MEMBRANE: {
        double part = 8 / (HZ_PI * HZ_PI * m->i * m->j);
        return skin_efficiency((m->i % 2 == 0) + (m->j % 2 == 0), part * part, omega, faster, side);
    }
    case HZ_PLATE:
        return plate_efficiency(omega, faster, side * ratio, side / ratio);
    case HZ_DISC:
        return plate_efficiency(omega, faster, 2 * o->length, 2 * o->length);
    case HZ_FREEDISC: { /* shape:unbaffled */
        double f = omega / (2 * HZ_PI * air_speed), around = 53 * f * f * f * f * area * area;
        return around / (1 + around) * plate_efficiency(omega, faster, 2 * o->length, 2 * o->length);
    }
    case HZ_BOWL:
        return multipole(m->i, wave * o->length);
    default: { /* shape:radiation  the bars and the tube */
        double y = 0.5 * o->across * wave, y3 = y * y * y;
        return faster * faster / (1 + faster * faster) * (y3 / (1 + y3));
    }
    }
}

double hz_shape_monopole(double omega)
{
    return air_density * omega / (4 * HZ_PI);
}

/* The weight by which the velocity of a mode makes what is heard, without a sign. `seen` is the frequency that counts
 * for how the body radiates. */
static double radiated(const hz_shape *s, const hz_shape_params *p, const body *o, const hz_table_mode *m, double k,
                       double omega, double seen)
{
    if (s->kind.kind == HZ_STRING)
        return 1.4142135623730951 * p->tension * k / omega;
    return air_density * air_speed * sqrt(o->mass / o->face / (4 * HZ_PI) * efficiency(s, o, m, k, seen));
}

void hz_shape_radiate(const hz_shape *s, const hz_shape_params *p, int n, double *w)
{
    body o = body_prepare(p);
    double smaller = p->smaller > 0 ? p->smaller : 1;
    for (int i = 0; i < n; i++) {
        int volume = hz_mode_table_volume(s->kind.kind, &s->table[i]);
        double weight = radiated(s, p, &o, &s->table[i], wave_number(s, &o, i), s->omega[i], s->omega[i] / smaller);
        w[i] = copysign(weight, volume ? volume : w[i]); /* shape:heard */
    }
}

/* ---- the modes that are not computed ---- */

static int is_surface(hz_shape_kind kind)
{
    return kind == HZ_MEMBRANE || kind == HZ_DRUM || kind == HZ_PLATE || kind == HZ_DISC || kind == HZ_FREEDISC;
}

/* A mode of the table as they may be there: half of its waves go each way. */
static hz_table_mode typical(const hz_shape *s, double root)
{
    double half = s->kind.kind == HZ_DRUM   ? 0.5 * root
                  : s->kind.kind == HZ_BOWL ? root
                                            : root / (1.4142135623730951 * HZ_PI);
    short count = (short)fmin(fmax(half, 1), 10000);
    return (hz_table_mode){ .root = root, .i = count, .j = count };
}

/* shape:beyond */
hz_shape_crowd hz_shape_beyond(const hz_shape *s, const hz_shape_params *p, int n, double freq)
{
    body o = body_prepare(p);
    double top = wave_number(s, &o, n - 1), omega = 2 * HZ_PI * freq;
    double tuned = s->omega[n - 1] / (top * sqrt(o.tension + o.stiffness * (top * top))), w = omega / tuned;
    double k = w * sqrt(2 / (o.tension + sqrt(o.tension * o.tension + 4 * o.stiffness * (w * w))));
    double bend = o.stiffness * (k * k), slope = tuned * (o.tension + 2 * bend) / sqrt(o.tension + bend);
    double eta = p->material.loss, smaller = p->smaller > 0 ? p->smaller : 1;
    double first = s->sigma[0] * (p->n_decay_factors > 0 ? p->decay_factors[0] : 1), sigma;
    if (p->decay_power > 0)
        sigma = first * pow(omega / s->omega[0], p->decay_power);
    else
        sigma = first * loss_rate(&o, eta, k, omega) / loss_rate(&o, eta, wave_number(s, &o, 0), s->omega[0]);
    hz_table_mode m = typical(s, k * o.length);
    return (hz_shape_crowd){
        .density = n / top * (is_surface(s->kind.kind) ? 2 * k / top : 1) / slope * 2 * HZ_PI,
        .sigma = p->n_decay_factors > 0 ? sigma / p->decay_factors[p->n_decay_factors - 1] : sigma,
        .wave = k,
        .radiated = radiated(s, p, &o, &m, k, omega, omega / smaller),
    };
}

static int usable(double x)
{
    return x > 0 && x < 1e300;
}

static int describes_a_body(const hz_shape_params *p)
{
    const hz_material *m = &p->material;
    int skin = p->kind == HZ_MEMBRANE || p->kind == HZ_DRUM;
    return (int)p->kind >= 0 && p->kind < HZ_SHAPES && usable(p->size[0]) && usable(p->thickness) &&
           usable(m->density) && usable(m->young) && m->poisson >= 0 && m->poisson <= 0.5 &&
           (m->loss == 0 || usable(m->loss)) && (usable(p->tension) || (!skin && !(p->tension < 0)));
}

hz_mode_table hz_shape_lacks(const hz_shape *s, const hz_shape_params *p)
{
    int n = p->modes < s->room ? p->modes : s->room;
    hz_mode_table has = hz_shape_table(s), needs = { .kind = kind_of(p), .n = describes_a_body(p) ? n : 0 };
    if (needs.n > 0 && hz_mode_table_serves(&has, &needs))
        needs.n = 0;
    return needs;
}

void hz_shape_lend(hz_shape *s, hz_mode_table table)
{
    s->lent = table;
}

int hz_shape_prepare(hz_shape *s, const hz_shape_params *p)
{
    int n = p->modes < s->room ? p->modes : s->room;
    if (n < 1 || !describes_a_body(p)) {
        s->n = s->known = 0;
        return 0;
    }
    body o = body_prepare(p);
    table_prepare(s, p, n);
    s->n = s->known = n;
    s->mass = o.mass;
    tune(s, p, &o);
    damp(s, p, &o);
    /* Numbers far from any body's leave the range of doubles. */
    if (!usable(o.mass) || !usable(s->omega[0]) || !usable(s->omega[n - 1]) || !(s->sigma[n - 1] < 1e300))
        s->n = s->known = 0;
    return s->n;
}

int hz_shape_below(const hz_shape *s, double freq)
{
    int n = 0;
    while (n < s->n && s->omega[n] < 2 * HZ_PI * freq)
        n++;
    return n;
}

static double clip_unit(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

void hz_shape_weights(const hz_shape *s, double x, double y, int n, double *w)
{
    y = !is_round(s->kind.kind) ? clip_unit(y) : fabs(y) < 1e15 ? y - floor(y) : 0;
    hz_mode_table_weights(s->kind.kind, s->table, n < s->n ? n : s->n, clip_unit(x), y, w);
}
