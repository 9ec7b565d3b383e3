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

void hz_shape_init(hz_shape *s, int room, void *memory)
{
    room = clip_room(room);
    *s = (hz_shape){ .room = room, .slots = slots_for(room), .kind = { .kind = HZ_SHAPES } };
    s->table = memory;
    s->omega = (double *)(s->table + room);
    s->sigma = s->omega + room;
    s->from = (int *)(s->sigma + room);
    s->work = s->from + room;
    memset(memory, 0, hz_shape_memory(room));
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

static void table_prepare(hz_shape *s, const hz_shape_params *p, int n)
{
    hz_mode_table_kind kind = { .kind = p->kind };
    if (p->kind == HZ_FREEDISC)
        kind.poisson = p->material.poisson;
    if ((p->kind == HZ_MEMBRANE || p->kind == HZ_PLATE) && p->size[1] > 0)
        kind.ratio = p->size[0] / p->size[1];
    else
        kind.ratio = 1;
    if (kind.kind != s->kind.kind || kind.poisson != s->kind.poisson || kind.ratio != s->kind.ratio || n > s->tabled) {
        tabulate(s, kind, n);
        return;
    }
    for (int i = 0; i < n; i++)
        s->from[i] = i < s->known ? i : -1;
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

static void scale(hz_shape *s, const hz_shape_params *p, const body *o)
{
    double tuned = 1, rated = 1;
    for (int i = 0; i < s->n; i++) {
        double k = s->table[i].root / o->length, k2 = k * k, omega = k * sqrt(o->tension + o->stiffness * k2);
        if (i == 0 && p->freq > 0)
            tuned = 2 * HZ_PI * p->freq / omega;
        omega *= tuned;
        double sigma = loss_rate(o, p->material.loss, k, omega);
        if (i == 0 && p->decay >= 0)
            rated = p->decay > 0 ? HZ_SIXTY_DB / (p->decay * sigma) : 0;
        s->omega[i] = omega;
        s->sigma[i] = rated * sigma;
    }
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
    scale(s, p, &o);
    /* Numbers far from any body's leave the range of doubles. */
    if (!usable(o.mass) || !usable(s->omega[0]) || !usable(s->omega[n - 1]) || !(s->sigma[n - 1] < 1e300))
        s->n = s->known = 0;
    return s->n;
}

int hz_shape_below(const hz_shape *s, double freq)
{
    int low = 0, high = s->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->omega[middle] < 2 * HZ_PI * freq)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double clip_unit(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

void hz_shape_weights(const hz_shape *s, double x, double y, int n, double *w)
{
    int round =
        s->kind.kind == HZ_DRUM || s->kind.kind == HZ_DISC || s->kind.kind == HZ_FREEDISC || s->kind.kind == HZ_BOWL;
    y = !round ? clip_unit(y) : fabs(y) < 1e15 ? y - floor(y) : 0;
    hz_mode_table_weights(s->kind.kind, s->table, n < s->n ? n : s->n, clip_unit(x), y, w);
}
