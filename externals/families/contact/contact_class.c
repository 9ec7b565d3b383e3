/* contact_class: the object of modalcontact~. */
#include "contact_class.h"

#include <math.h>
#include "core/base/units.h"
#include "core/law/wall.h"

static const double hardest = 1e17; /* N/m: a stroke goes no further */

hz_contact_own hz_contact_class_own(const hz_object *o)
{
    hz_contact_own own = { .pull = 0 };
    hz_object_fill(o, HZ_CONTACT_CLASS_OWN, &own);
    own.p.slackens = !own.pull;
    return own;
}

static void hz_contact_class_update(hz_object *o, double h)
{
    hz_contact_class *x = (hz_contact_class *)o;
    hz_linear_contact_params p = hz_contact_class_own(o).p;
    p.stiffness = fmin(p.stiffness * exp(x->body[1].body.jitter.hardness), fmax(p.stiffness, hardest));
    hz_modes a = hz_body_modes(&x->body[0].body, h), b = hz_body_modes(&x->body[1].body, h);
    if (a.n + b.n > HZ_LINEAR_CONTACT_MOST) {
        _Static_assert(HZ_LINEAR_CONTACT_MOST == 256, "the remark names the limit");
        hz_object_remark(o, "modes: both objects may have 256 modes together, and these have more, so the old ones "
                            "stay; at creation those beyond are left out");
        if (x->model.ready)
            return;
        a.n = (int)fmin(a.n, fmax(HZ_LINEAR_CONTACT_MOST / 2, HZ_LINEAR_CONTACT_MOST - b.n));
        b.n = (int)fmin(b.n, HZ_LINEAR_CONTACT_MOST - a.n);
    }
    hz_linear_contact_prepare(&x->model, &p, &a, &b, h);
}

static int hz_contact_class_cost(const hz_object *o)
{
    enum { A_MODE = 24 };
    const hz_contact_class *x = (const hz_contact_class *)o;
    return A_MODE * (x->model.a.n + x->model.b.n);
}

static void hz_contact_class_ahead(hz_object *o)
{
    hz_contact_class *x = (hz_contact_class *)o;
    hz_body_ahead(&x->body[0].body);
    hz_body_ahead(&x->body[1].body);
}

void hz_contact_class_run(hz_object *o, const hz_io *io)
{
    hz_contact_class *x = (hz_contact_class *)o;
    if (hz_body_follow(&x->body[1].body, io->in[2], io->n) != HZ_BODY_STAYS)
        hz_contact_class_update(o, x->model.h);
    if (io->anew)
        hz_linear_contact_hear_anew(&x->model);
    hz_linear_contact_run(&x->model, &(hz_linear_contact_io){ .n = io->n,
                                                              .force_a = io->in[0],
                                                              .force_b = io->in[1],
                                                              .surface = io->in[3],
                                                              .audio = io->audio,
                                                              .displacement = io->displacement,
                                                              .force = io->force,
                                                              .meter = io->meter,
                                                              .ledger = io->ledger });
    if (x->model.guarded)
        hz_object_remark(o,
                         "switching: naive has made three times as much energy where contacts begin as is left of what "
                         "was put in, so rods stand in (what it loses where contacts end is not counted)");
}

double hz_contact_class_stroke(hz_contact_class *x)
{
    hz_jitter *s = &x->body[1].body.jitter;
    if (hz_jitter_draw(s, &x->o, hz_contact_class_own(&x->o).human))
        hz_contact_class_update(&x->o, x->model.h);
    return exp(s->speed);
}

int hz_contact_class_falls(const hz_contact_class *x)
{
    for (int i = 0; i < x->model.a.n; i++)
        if (x->model.x[x->model.a.at + i] == 0)
            return 1;
    return 0;
}

void hz_contact_class_hand(hz_contact_class *x, double seconds)
{
    if (hz_body_damp(&x->body[0].body, seconds) | hz_body_damp(&x->body[1].body, seconds))
        hz_contact_class_update(&x->o, x->model.h);
}

/* ---- life ---- */

static int make(hz_object *o)
{
    hz_contact_class *x = (hz_contact_class *)o;
    return hz_linear_contact_init(&x->model, HZ_LINEAR_CONTACT_MOST, x->body[0].body.pickups, HZ_LINEAR_CONTACT_MOST,
                                  x->body[1].body.pickups);
}

int hz_contact_class_init(hz_object *o)
{
    hz_contact_class *x = (hz_contact_class *)o;
    if (!hz_contact_body_init(&x->body[0], o, HZ_CONTACT_CLASS_A_BODY, HZ_CONTACT_CLASS_A_MORE) ||
        !hz_contact_body_init(&x->body[1], o, HZ_CONTACT_CLASS_B_BODY, HZ_CONTACT_CLASS_B_MORE))
        return 0;
    o->n_audio = x->body[0].body.pickups + x->body[1].body.pickups;
    if (!make(o))
        return 0;
    x->model.ended = hz_object_report;
    x->model.owner = x;
    return 1;
}

static void hz_contact_class_free(hz_object *o)
{
    hz_contact_class *x = (hz_contact_class *)o;
    hz_contact_body_free(&x->body[0]);
    hz_contact_body_free(&x->body[1]);
    hz_linear_contact_free(&x->model);
}

static int hz_contact_class_most(const hz_object *o, int table, int row)
{
    const hz_contact_class *x = (const hz_contact_class *)o;
    return table == HZ_CONTACT_CLASS_A_BODY || table == HZ_CONTACT_CLASS_B_BODY
               ? hz_body_most(&x->body[table == HZ_CONTACT_CLASS_B_BODY].body, row)
               : 0;
}

static void hz_contact_class_changed(hz_object *o, int table, int row)
{
    hz_contact_class *x = (hz_contact_class *)o;
    if (table == HZ_CONTACT_CLASS_A_BODY || table == HZ_CONTACT_CLASS_B_BODY)
        hz_body_changed(&x->body[table == HZ_CONTACT_CLASS_B_BODY].body, row);
}

static void hz_contact_class_defaults(hz_object *o)
{
    hz_contact_class *x = (hz_contact_class *)o;
    hz_body_defaults(&x->body[0].body);
    hz_body_defaults(&x->body[1].body);
}

static void hz_contact_class_reset(hz_object *o)
{
    hz_contact_class *x = (hz_contact_class *)o;
    if (hz_body_damp(&x->body[0].body, 0) | hz_body_damp(&x->body[1].body, 0) |
        hz_jitter_draw(&x->body[1].body.jitter, o, 0))
        hz_object_mark(o);
    hz_linear_contact_reset(&x->model);
}

static double hz_contact_class_velocity(const hz_object *o, int pickup)
{
    return hz_linear_contact_heard(&((const hz_contact_class *)o)->model, pickup, 0);
}

static int hz_contact_class_radiates(const hz_object *o)
{
    const hz_contact_class *x = (const hz_contact_class *)o;
    return hz_body_radiates(&x->body[0].body) || hz_body_radiates(&x->body[1].body);
}

/* Those of b come first, for b is what rings where the bodies are not described. */
static int hz_contact_class_partials(const hz_object *o, hz_partial *out, int most)
{
    hz_contact_class *x = (hz_contact_class *)o;
    int n = 0;
    for (int body = 1; body >= 0; body--) {
        const hz_body *b = &x->body[body].body;
        int modes = (body ? x->model.b : x->model.a).n, first = body ? x->model.b.at : 0;
        hz_linear_contact_modes(&x->model, body, x->q, x->v);
        for (int i = 0; i < modes && i < b->room && n < most; i++)
            n += hz_body_partial(sqrt(x->model.x[first + i]), x->model.sigma[first + i], x->q[i], x->v[i],
                                 b->heard[0][i], &out[n]);
    }
    return n;
}

/* ---- how loud it is ---- */

static double effort(const hz_object *o, const char *row)
{
    return hz_object_effort(o, HZ_CONTACT_CLASS_OWN, hz_object_row(o, HZ_CONTACT_CLASS_OWN, row));
}

/* What a body answers to an impulse at the contact, 1/kg, and to a steady force, m/N; 0: it does not move. */
static double inverse_mass(const hz_modes *m)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += m->weight[i] * m->weight[i] / m->mass[i];
    return sum;
}

/* The speed with which body a meets b after a fall: a free one falls, one that is held is bent and let go. */
static double speed_of_fall(const hz_object *o, const hz_modes *a)
{
    double height = effort(o, "height"), compliance = 0, square = 0;
    for (int i = 0; i < a->n; i++) {
        double gives = a->weight[i] * a->weight[i] / a->mass[i], omega = a->omega[i];
        if (omega == 0)
            return sqrt(2 * effort(o, "gravity") * height);
        compliance += gives / (omega * omega);
        square += gives * gives / (omega * omega);
    }
    return compliance > 0 ? height * sqrt(square) / compliance : 0;
}

/* The damping of a law of exponent 1 that gives back as much of a speed as a linear damper does. */
static double damping_like(double damper, double stiffness, double mass, double speed)
{
    double z = damper / (2 * sqrt(stiffness * mass));
    double back = z < 1 ? exp(-HZ_PI * z / sqrt(1 - z * z)) : 0;
    return hz_wall_damping(fmax(back, 0.01), speed);
}

/* How loud the one body is when a mass strikes it that is as heavy as the other at the contact. */
static hz_loudness struck_loudness(hz_contact_class *x, int struck, double speed, int noted)
{
    hz_object *o = &x->o;
    hz_body *b = &x->body[struck].body;
    hz_modes modes = hz_body_own_modes(b), other = hz_body_own_modes(&x->body[!struck].body);
    hz_linear_contact_params p = hz_contact_class_own(o).p;
    double gives = fmax(inverse_mass(&other), 1e-6);
    hz_blow blow = { .law = { p.stiffness, 1, damping_like(p.damping, p.stiffness, 1 / gives, speed) },
                     .mass = 1 / gives,
                     .speed = speed,
                     .order = hz_object_order(o),
                     .h = hz_object_step(o) };
    return modes.n > 0 && modes.omega[0] > 0
               ? hz_blow_loudness(&blow, &modes, noted ? 1 : hz_body_own_pitch(b), b->blow)
               : (hz_loudness){ 0 };
}

/* How loud body a is that was bent and let go, before it meets anything. */
static double swing_peak(const hz_object *o, const hz_modes *a)
{
    double height = effort(o, "height"), compliance = 0, peak = 0;
    int order = hz_object_order(o);
    for (int i = 0; i < a->n; i++)
        compliance += a->weight[i] * a->weight[i] / (a->mass[i] * a->omega[i] * a->omega[i]);
    for (int p = 0; p < a->pickups && isfinite(compliance) && compliance > 0; p++) {
        double sum = 0;
        for (int i = 0; i < a->n; i++)
            sum += fabs(a->heard[p][i] * a->weight[i] / a->mass[i] * pow(a->omega[i], order - 2));
        peak = fmax(peak, sum * height / compliance);
    }
    return peak;
}

static hz_loudness hz_contact_class_loudness(hz_object *o, int noted)
{
    hz_contact_class *x = (hz_contact_class *)o;
    if (x->model.ready)
        hz_object_update(o);
    for (int k = 0; k < 2 && !x->model.ready; k++)
        hz_body_modes(&x->body[k].body, hz_object_step(o));
    hz_modes a = hz_body_own_modes(&x->body[0].body);
    double speed = speed_of_fall(o, &a), swing = swing_peak(o, &a);
    if (!(speed > 0))
        return (hz_loudness){ 0 };
    hz_loudness upper = struck_loudness(x, 0, speed, noted), lower = struck_loudness(x, 1, speed, noted);
    return (hz_loudness){ fmax(hypot(swing, upper.peak), lower.peak), fmax(upper.rms, lower.rms),
                          .given = !x->body[1].body.in_shape };
}

/* ---- all of it ---- */

static void hz_contact_class_calm(void *part, const double *args)
{
    hz_contact_class *x = part;
    (void)args;
    hz_linear_contact_calm(&x->model);
}

HZ_MODEL(hz_contact_class, hz_linear_contact)

const hz_model hz_contact_model = { HZ_BY_MODEL, HZ_BODIED(hz_contact_class) };
