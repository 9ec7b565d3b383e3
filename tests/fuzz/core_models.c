/* core_models: the models of the core as a fuzzer sees them. */
#include "core_models.h"

#include <math.h>
#include <string.h>

#include "core/base/units.h"
#include "core/barrier/barrier.h"
#include "core/collide/collide.h"
#include "core/linear_contact/linear_contact.h"
#include "core/tromba/tromba.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- a body of modes ---- */

typedef struct modes {
    int n;
    double mass[MODEL_MODES], freq[MODEL_MODES], decay[MODEL_MODES], weight[MODEL_MODES];
    double omega[MODEL_MODES], sigma[MODEL_MODES], heard[MODEL_MODES];
    const double *rows[1];
} modes;

#define KNOBS_OF_MODE(prefix, m, i)                                                                                    \
    { prefix "mass" #i, &m.mass[i], 1e-3, 10, 0.1, 0 }, { prefix "freq" #i, &m.freq[i], 0, 1e4, 200 + 330 * i, 0 },    \
        { prefix "decay" #i, &m.decay[i], 0, 20, 1, 0 },                                                               \
    {                                                                                                                  \
        prefix "weight" #i, &m.weight[i], -3, 3, 1, 0                                                                  \
    }
#define KNOBS_OF_MODES(prefix, m)                                                                                      \
    { prefix "n", &m.n, 0, MODEL_MODES, 2, 1 }, KNOBS_OF_MODE(prefix, m, 0), KNOBS_OF_MODE(prefix, m, 1),              \
        KNOBS_OF_MODE(prefix, m, 2), KNOBS_OF_MODE(prefix, m, 3), KNOBS_OF_MODE(prefix, m, 4),                         \
        KNOBS_OF_MODE(prefix, m, 5)

/* What drifts keeps energy less well where it touches modes that are slower than this and not 0: guarantees.md says
 * how. */
static const double slowest = 0.1;
/* Energy is kept less well where one body is far heavier than the other: guarantees.md says by how much. A weight that
 * is smaller than this and not 0 makes a body so. */
static const double lightest = 1e-4;

static hz_modes described(modes *m)
{
    for (int i = 0; i < m->n; i++) {
        m->omega[i] = m->freq[i] < slowest ? 0 : 2 * HZ_PI * m->freq[i];
        m->sigma[i] = m->omega[i] > 0 && m->decay[i] > 0 ? 6.907755278982137 / m->decay[i] : 0;
        m->weight[i] = fabs(m->weight[i]) < lightest ? 0 : m->weight[i];
        m->heard[i] = m->weight[i];
    }
    m->rows[0] = m->heard;
    return (hz_modes){ .n = m->n,
                       .mass = m->mass,
                       .omega = m->omega,
                       .sigma = m->sigma,
                       .weight = m->weight,
                       .pickups = 1,
                       .heard = m->rows };
}

/* ---- collide: a hammer or a ball, and what it meets ---- */

static struct {
    hz_collide model;
    hz_collide_params p;
    modes object;
    int method;
} hit;

static const knob hit_knobs[] = {
    { "mass", &hit.p.mass, 1e-3, 1, 0.01, 0 },
    { "stiffness", &hit.p.law.stiffness, 1e3, 1e11, 1e7, 0 },
    { "exponent", &hit.p.law.exponent, 1, 6, 1.5, 0 },
    { "damping", &hit.p.law.damping, 0, 100, 0.1, 0 },
    { "suspension", &hit.p.suspension, 0, 2000, 0, 0 },
    { "rest", &hit.p.rest, -1e-3, 1e-3, 0, 0 },
    { "gravity", &hit.p.gravity, -100, 100, 9.81, 0 },
    { "resolution", &hit.p.resolution, 4, 128, 64, 1 },
    { "quiet", &hit.p.quiet, 0, 1e-3, 1e-6, 0 },
    { "method", &hit.method, 0, HZ_QUADRATISED, HZ_EXACT, 1 },
    { "correct", &hit.p.correct, 0, 1, 0, 1 },
    { "duration", &hit.p.duration, 0, 1, 0, 1 },
    KNOBS_OF_MODES("", hit.object),
};

static void usual_of(const knob *k, int n)
{
    for (; n > 0; n--, k++)
        if (k->whole)
            *(int *)k->at = (int)k->usual;
        else
            *(double *)k->at = k->usual;
}

static void hit_usual(void)
{
    usual_of(hit_knobs, COUNT(hit_knobs));
}

static int hit_begin(void)
{
    return hz_collide_init(&hit.model, MODEL_MODES, 1);
}

static void hit_change(double h, int first)
{
    hz_modes m = described(&hit.object);
    hit.p.method = (enum hz_method)hit.method;
    hz_collide_prepare(&hit.model, &hit.p, &m, h);
    if (first)
        hz_collide_reset(&hit.model);
}

static void hit_run(model_block *b)
{
    double *audio[] = { b->out[0] }, *meter[HZ_METERS] = { 0 };
    hz_collide_run(&hit.model, &(hz_collide_io){ .n = b->n,
                                                 .force_a = b->in[0],
                                                 .force_b = b->in[1],
                                                 .table = b->in[2],
                                                 .audio = audio,
                                                 .force = b->out[1],
                                                 .meter = meter,
                                                 .ledger = 1 });
}

static void hit_accounts(hz_accounts *a)
{
    hz_collide_accounts(&hit.model, a);
}

static int hit_finite(void)
{
    return hz_collide_finite(&hit.model);
}

static int hit_books(void)
{
    return hit.p.method == HZ_EXACT || hit.p.method >= HZ_TWOPOINT;
}

static void hit_end(void)
{
    hz_collide_free(&hit.model);
}

static void hit_strike(const double *a)
{
    hz_collide_strike(&hit.model, a[0], a[1]);
}

static void hit_calm(const double *a)
{
    (void)a;
    hz_collide_calm(&hit.model);
}

static const gesture hit_gestures[] = { { "strike", { -10, 0 }, { 10, 0.01 }, hit_strike },
                                        { "calm", { 0 }, { 0 }, hit_calm } };

static const model collide_model = {
    "collide", hit_knobs,  COUNT(hit_knobs), hit_gestures, COUNT(hit_gestures), { 100, 100, 1e-3 }, hit_usual,
    hit_begin, hit_change, hit_run,          hit_accounts, hit_finite,          hit_books,          hit_end
};

/* ---- linear: two bodies and a linear spring ---- */

static struct {
    hz_linear_contact model;
    hz_linear_contact_params p;
    modes a, b;
    int switching;
} pair;

static const knob pair_knobs[] = {
    { "stiffness", &pair.p.stiffness, 1e3, 1e11, 1e6, 0 },
    { "damping", &pair.p.damping, 0, 100, 0, 0 },
    { "gravity", &pair.p.gravity, -100, 100, 9.81, 0 },
    { "switching", &pair.switching, 0, HZ_SWITCH_NAIVE, 0, 1 },
    KNOBS_OF_MODES("a", pair.a),
    KNOBS_OF_MODES("b", pair.b),
};

static void pair_usual(void)
{
    usual_of(pair_knobs, COUNT(pair_knobs));
    pair.a.n = 1;
    pair.a.freq[0] = 0;
}

static int pair_begin(void)
{
    return hz_linear_contact_init(&pair.model, MODEL_MODES, 1, MODEL_MODES, 1);
}

static void pair_change(double h, int first)
{
    hz_modes a = described(&pair.a), b = described(&pair.b);
    pair.p.switching = (enum hz_switching)pair.switching;
    hz_linear_contact_prepare(&pair.model, &pair.p, &a, &b, h);
    if (first)
        hz_linear_contact_reset(&pair.model);
}

static void pair_run(model_block *b)
{
    double *audio[] = { b->out[0], b->out[1] }, *meter[HZ_METERS] = { 0 };
    hz_linear_contact_io io = { .n = b->n,
                                .force_a = b->in[0],
                                .force_b = b->in[1],
                                .surface = b->in[2],
                                .audio = audio,
                                .force = b->out[2],
                                .meter = meter,
                                .ledger = 1 };
    hz_linear_contact_run(&pair.model, &io);
}

static void pair_accounts(hz_accounts *a)
{
    hz_linear_contact_accounts(&pair.model, a);
}

static int pair_finite(void)
{
    return hz_linear_contact_finite(&pair.model);
}

static int pair_books(void)
{
    return 1;
}

static void pair_end(void)
{
    hz_linear_contact_free(&pair.model);
}

static void pair_strike(const double *a)
{
    hz_linear_contact_strike(&pair.model, a[0]);
}

static void pair_drop(const double *a)
{
    hz_linear_contact_drop(&pair.model, a[0]);
}

static void pair_calm(const double *a)
{
    (void)a;
    hz_linear_contact_calm(&pair.model);
}

static const gesture pair_gestures[] = { { "strike", { -10 }, { 10 }, pair_strike },
                                         { "drop", { 0 }, { 0.01 }, pair_drop },
                                         { "calm", { 0 }, { 0 }, pair_calm } };

static const model linear_model = {
    "linear",   pair_knobs,  COUNT(pair_knobs), pair_gestures, COUNT(pair_gestures), { 100, 100, 1e-3 }, pair_usual,
    pair_begin, pair_change, pair_run,          pair_accounts, pair_finite,          pair_books,         pair_end
};

/* ---- barrier: a string and what is in its way ---- */

static struct {
    hz_barrier model;
    hz_barrier_params p;
    int obstacle, method;
    double draws;
} string;

static const knob string_knobs[] = {
    { "freq", &string.p.string.freq, 20, 2000, 110, 0 },
    { "length", &string.p.string.length, 0.1, 3, 0.65, 0 },
    { "diameter", &string.p.string.diameter, 1e-4, 5e-3, 8e-4, 0 },
    { "density", &string.p.string.density, 500, 2e4, 7850, 0 },
    { "young", &string.p.string.young, 0, 3e11, 2e11, 0 },
    { "sigma0", &string.p.string.sigma0, 0, 100, 1, 0 },
    { "sigma1", &string.p.string.sigma1, 0, 0.1, 1e-3, 0 },
    { "clamped", &string.p.string.clamped, 0, 1, 0, 1 },
    { "points", &string.p.string.points, 0, 60, 40, 1 },
    { "hand", &string.p.hand, 0, 1000, 0, 0 },
    { "obstacle", &string.obstacle, 0, HZ_OBSTACLE_STRING, HZ_OBSTACLE_FLAT, 1 },
    { "stiffness", &string.p.law.stiffness, 1, 1e17, 1e8, 0 },
    { "exponent", &string.p.law.exponent, 1, 4, 1, 0 },
    { "damping", &string.p.law.damping, 0, 100, 0, 0 },
    { "method", &string.method, 0, HZ_GRID_QUADRATISED, 0, 1 },
    { "height", &string.p.height, -5e-3, 5e-3, -1e-3, 0 },
    { "start", &string.p.bridge[0], 0, 1, 0, 0 },
    { "bridge", &string.p.bridge[1], 0, 1, 0.08, 0 },
    { "curvature", &string.p.bridge[2], 0, 10, 2, 0 },
    { "frets", &string.p.frets, 0, 4, 4, 1 },
    { "fret0", &string.p.fret[0], 0.001, 0.999, 0.3, 0 },
    { "fret1", &string.p.fret[1], 0.001, 0.999, 0.32, 0 },
    { "fret2", &string.p.fret[2], 0.001, 0.999, 0.5, 0 },
    { "fret3", &string.p.fret[3], 0.001, 0.999, 0.9, 0 },
    { "fretheight", &string.p.fretheight, 0, 1e-3, 0, 0 },
    { "finger", &string.p.finger, 0, 1, 0.4, 0 },
    { "fingerforce", &string.p.fingerforce, 0, 10, 0, 0 },
    { "mass", &string.p.mass, 1e-6, 1, 1e-3, 0 },
    { "massfreq", &string.p.massfreq, 1, 2000, 50, 0 },
    { "masssigma", &string.p.masssigma, 0, 100, 5, 0 },
    { "massplace", &string.p.massplace, 0.001, 0.999, 0.35, 0 },
    { "floor", &string.p.floor, 0, 1e-2, 0, 0 },
    { "massstiffness", &string.p.mass_law.stiffness, 0, 1e17, 0, 0 },
    { "massexponent", &string.p.mass_law.exponent, 1, 6, 1, 0 },
    { "floorstiffness", &string.p.floor_law.stiffness, 0, 1e17, 0, 0 },
    { "floorexponent", &string.p.floor_law.exponent, 1, 6, 1, 0 },
    { "secondfreq", &string.p.secondfreq, 20, 1000, 150, 0 },
    { "secondsigma", &string.p.secondsigma, 0, 100, 2, 0 },
    { "seconddiameter", &string.p.seconddiameter, 1e-4, 5e-3, 1e-3, 0 },
    { "hammermass", &string.p.hammermass, 1e-6, 1, 5e-3, 0 },
    { "hammerstiffness", &string.p.hammer.stiffness, 1, 1e17, 1e7, 0 },
    { "hammerexponent", &string.p.hammer.exponent, 1, 4, 2.3, 0 },
    { "hammerdamping", &string.p.hammer.damping, 0, 100, 0.3, 0 },
    { "place", &string.p.place, 0, 1, 0.2, 0 },
    { "pickup", &string.p.pickup[0], 0, 1, 0.13, 0 },
};

static void string_usual(void)
{
    memset(&string.p, 0, sizeof string.p);
    usual_of(string_knobs, COUNT(string_knobs));
    string.p.pickups = 1;
}

static int string_begin(void)
{
    return hz_barrier_init(&string.model);
}

static void string_change(double h, int first)
{
    string.p.obstacle = (hz_obstacle_kind)string.obstacle;
    string.p.method = (hz_grid_method)string.method;
    hz_barrier_prepare(&string.model, &string.p, h, first ? 0 : MODEL_BLOCK);
    if (first)
        hz_barrier_reset(&string.model);
}

static void string_run(model_block *b)
{
    double *audio[] = { b->out[0] }, *meter[HZ_METERS] = { 0 };
    for (int i = 0; i < b->n; i++)
        b->in[1][i] = b->in[1][i] < 0 ? -b->in[1][i] : b->in[1][i]; /* a place from 0 to 1 */
    hz_barrier_run(&string.model, &(hz_barrier_io){ .n = b->n,
                                                    .force = b->in[0],
                                                    .place = b->in[1],
                                                    .height = b->in[2],
                                                    .audio = audio,
                                                    .out_force = b->out[1],
                                                    .meter = meter,
                                                    .ledger = 1 });
}

static void string_accounts(hz_accounts *a)
{
    hz_barrier_accounts(&string.model, a);
}

static int string_finite(void)
{
    return hz_barrier_finite(&string.model);
}

static int string_books(void)
{
    return 1;
}

static void string_end(void)
{
    hz_barrier_free(&string.model);
}

static void string_strike(const double *a)
{
    hz_barrier_strike(&string.model, a[0], a[1]);
}

static void string_pluck(const double *a)
{
    hz_barrier_pluck(&string.model, a[0], a[1], a[2]);
}

static void string_strike_second(const double *a)
{
    if (string.p.obstacle == HZ_OBSTACLE_STRING)
        hz_barrier_strike_second(&string.model, a[0], a[1]);
}

static void string_pluck_second(const double *a)
{
    hz_barrier_pluck_second(&string.model, a[0], a[1], a[2]);
}

static void string_throw(const double *a)
{
    hz_barrier_throw(&string.model, a[0]);
}

static void string_hold(const double *a)
{
    (void)a;
    hz_barrier_hold(&string.model);
}

static void string_draw(const double *a)
{
    double height[HZ_BARRIER_POINTS + 1];
    if (!hz_barrier_is_drawn(&string.model))
        return;
    for (int i = 0; i <= hz_barrier_spaces(&string.model); i++)
        height[i] = a[0] * ((i * 7 + (int)(a[1] * 100)) % 13) / 13;
    hz_barrier_draw(&string.model, height, MODEL_BLOCK);
}

static const gesture string_gestures[] = {
    { "strike", { 0, -5 }, { 1, 5 }, string_strike },
    { "pluck", { 0.01, -5e-3, 0.01 }, { 0.99, 5e-3, 0.5 }, string_pluck },
    { "strikesecond", { 0, -5 }, { 1, 5 }, string_strike_second },
    { "plucksecond", { 0.01, 0, 0.01 }, { 0.99, 5e-3, 0.5 }, string_pluck_second },
    { "throw", { -10 }, { 10 }, string_throw },
    { "hold", { 0 }, { 0 }, string_hold },
    { "draw", { -1e-3, 0 }, { 1e-3, 1 }, string_draw }
};

static const model barrier_model = {
    "barrier",       string_knobs,  COUNT(string_knobs), string_gestures, COUNT(string_gestures),
    { 20, 1, 2e-3 }, string_usual,  string_begin,        string_change,   string_run,
    string_accounts, string_finite, string_books,        string_end
};

/* ---- tromba: string, bow, rattling bridge, plate ---- */

static struct {
    hz_tromba model;
    hz_tromba_params p;
    int tie, method, friction;
} marine;

static const knob marine_knobs[] = {
    { "freq", &marine.p.string.freq, 20, 500, 60, 0 },
    { "length", &marine.p.string.length, 0.5, 3, 1.9, 0 },
    { "diameter", &marine.p.string.diameter, 3e-4, 3e-3, 1e-3, 0 },
    { "density", &marine.p.string.density, 500, 2e4, 7850, 0 },
    { "young", &marine.p.string.young, 0, 3e11, 2e11, 0 },
    { "sigma0", &marine.p.string.sigma0, 0, 100, 0.1, 0 },
    { "sigma1", &marine.p.string.sigma1, 0, 0.1, 0.05, 0 },
    { "points", &marine.p.string.points, 0, 60, 40, 1 },
    { "width", &marine.p.body.size[1], 0.1, 1, 0.18, 0 },
    { "thickness", &marine.p.body.thickness, 3e-3, 0.03, 0.01, 0 },
    { "bodydensity", &marine.p.body.density, 20, 2000, 50, 0 },
    { "bodyyoung", &marine.p.body.young, 1e5, 1e10, 2e5, 0 },
    { "bodysigma0", &marine.p.body.sigma0, 0, 100, 2, 0 },
    { "bodysigma1", &marine.p.body.sigma1, 0, 0.1, 0.05, 0 },
    { "bodypoints", &marine.p.body.points, 20, 200, 60, 1 },
    { "mass", &marine.p.mass, 1e-4, 0.1, 1e-3, 0 },
    { "bridgefreq", &marine.p.freq, 1, 3000, 350, 0 },
    { "bridgedamping", &marine.p.damping, 0, 100, 0.05, 0 },
    { "place", &marine.p.place, 0.05, 0.95, 0.868, 0 },
    { "offset", &marine.p.offset, -1e-4, 1e-4, 5e-6, 0 },
    { "tie", &marine.tie, 0, HZ_TIE_COLLISION, 0, 1 },
    { "k1", &marine.p.k1, 0, 1e10, 5e6, 0 },
    { "k3", &marine.p.k3, 0, 1e20, 0, 0 },
    { "loss", &marine.p.loss, 0, 100, 0, 0 },
    { "joinstiffness", &marine.p.join.stiffness, 1, 1e17, 5e6, 0 },
    { "joinexponent", &marine.p.join.exponent, 1, 6, 1, 0 },
    { "play", &marine.p.play, 0, 0.01, 0, 0 },
    { "rattlestiffness", &marine.p.rattle.stiffness, 1, 1e17, 5e8, 0 },
    { "rattleexponent", &marine.p.rattle.exponent, 1, 3, 1, 0 },
    { "rattledamping", &marine.p.rattle.damping, 0, 100, 0, 0 },
    { "method", &marine.method, 0, HZ_GRID_QUADRATISED, 0, 1 },
    { "friction", &marine.friction, 0, HZ_FRICTION_BRISTLE, 0, 1 },
    { "curve", &marine.p.bow.curve, 1, 1e4, 100, 0 },
    { "bristles", &marine.p.bow.stiffness, 1e2, 1e6, 1e4, 0 },
    { "bristledamping", &marine.p.bow.damping, 0, 10, 0.1, 0 },
    { "stick", &marine.p.bow.stick, 0.1, 2, 0.8, 0 },
    { "slip", &marine.p.bow.slip, 0.05, 2, 0.3, 0 },
    { "stribeck", &marine.p.bow.stribeck, 1e-3, 1, 0.1, 0 },
    { "plastic", &marine.p.bow.plastic, 0, 1, 0.7, 0 },
    { "bowplace", &marine.p.bow_place, 0.02, 0.98, 0.12, 0 },
    { "finger", &marine.p.finger, 0.02, 0.98, 0.5, 0 },
    { "touch", &marine.p.touch, 0, 10, 0, 0 },
};

static void marine_usual(void)
{
    memset(&marine.p, 0, sizeof marine.p);
    usual_of(marine_knobs, COUNT(marine_knobs));
    marine.p.body.size[0] = 1.35;
    marine.p.body.poisson = 0.3;
    marine.p.foot[0] = marine.p.heard_body[0] = 0.8;
    marine.p.foot[1] = marine.p.heard_body[1] = 0.4;
    marine.p.join.damping = marine.p.bow.viscosity = 0;
    marine.p.heard = 0.3;
}

static int marine_begin(void)
{
    return hz_tromba_init(&marine.model);
}

static void marine_change(double h, int first)
{
    marine.p.tie = (enum hz_tie)marine.tie;
    marine.p.method = (hz_grid_method)marine.method;
    marine.p.friction = (enum hz_friction)marine.friction;
    if (marine.p.bow.slip > marine.p.bow.stick)
        marine.p.bow.slip = marine.p.bow.stick;
    hz_tromba_prepare(&marine.model, &marine.p, h, first ? 0 : MODEL_BLOCK);
    if (first)
        hz_tromba_reset(&marine.model);
}

static void marine_run(model_block *b)
{
    for (int i = 0; i < b->n; i++)
        b->in[1][i] = b->in[1][i] < 0 ? -b->in[1][i] : b->in[1][i];
    hz_tromba_run(&marine.model, &(hz_tromba_io){ .n = b->n,
                                                  .velocity = b->in[0],
                                                  .pressure = b->in[1],
                                                  .audio = { b->out[0], b->out[1], b->out[2] },
                                                  .force = b->out[3],
                                                  .ledger = 1 });
}

static void marine_accounts(hz_accounts *a)
{
    hz_tromba_accounts(&marine.model, a);
}

static int marine_finite(void)
{
    return hz_tromba_finite(&marine.model);
}

static void marine_end(void)
{
    hz_tromba_free(&marine.model);
}

static void marine_stroke(const double *a)
{
    hz_tromba_stroke(&marine.model, a[0], a[1], a[2]);
}

static void marine_pluck(const double *a)
{
    hz_tromba_pluck(&marine.model, a[0], a[1], a[2]);
}

static void marine_knock(const double *a)
{
    hz_tromba_knock(&marine.model, a[0], a[1], a[2]);
}

static const gesture marine_gestures[] = { { "stroke", { -1, 0, 0 }, { 1, 5, 0.1 }, marine_stroke },
                                           { "pluck", { 0.01, -5e-3, 0.05 }, { 0.99, 5e-3, 0.5 }, marine_pluck },
                                           { "knock", { -0.01, 0.05, 0.05 }, { 0.01, 0.95, 0.95 }, marine_knock } };

static const model tromba_model = {
    "tromba",        marine_knobs,  COUNT(marine_knobs), marine_gestures, COUNT(marine_gestures),
    { 1, 5, 0 },     marine_usual,  marine_begin,        marine_change,   marine_run,
    marine_accounts, marine_finite, string_books,        marine_end
};

const model *const models[] = { &collide_model, &linear_model, &barrier_model, &tromba_model };
const int n_models = COUNT(models);
