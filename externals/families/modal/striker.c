/* striker: a mass with the contact law, and the object it meets. */
#include "striker.h"

#include <math.h>
#include <stdio.h>

#include "core/law/wall.h"
#include "handles.h"
#include "pd/text.h"

/* A body has so many pickups at most: on a line each place is one. */
enum { MOST_PICKUPS = 2 * HZ_BODY_MOST_PICKUPS };
_Static_assert((int)MOST_PICKUPS <= (int)HZ_MOST_STRIKER_PICKUPS, "the core has room for the hammer's pickups");

static const double hardest = 1e17; /* N/m^a: a stroke goes no further */

static const hz_param keyscale[2] = {
    { "amount", NULL, 0, 0, 2,
      .doc = "How contact and decay times follow freq. 1: halved per octave up. 2: quartered. 0: unchanged. From 0.5 "
             "up, a shape an octave higher also radiates as if half as large, which keeps its loudness about the "
             "same." },
    { "freq", "Hz", 440, 1, 1e5, .doc = "The freq at which contact, decay and size are unscaled." },
};

enum { PART_E, PART_V };

static const hz_param restitution[2] = {
    [PART_E] = { "e", NULL, 1, 1e-9, 1, .doc = "Rebound speed divided by impact speed, on a wall." },
    [PART_V] = { "v", "m/s", 0, 0, 100, .doc = "Impact speed at which e holds. 0: that of the last impact." },
};

#define AT(member) HZ_FIELD(hz_striker_own, member)

const hz_param hz_striker_rows[HZ_STRIKER_ROWS] = {
    { "mass", "kg", 0.01, 1e-6, 1e3, AT(p.mass),
      .doc = "Mass of the hammer or ball. Heavier: louder, with a longer contact and a darker sound." },
    { "stiffness", "N/m^a", 5e7, 1, 1e17, AT(p.law.stiffness),
      .doc = "Stiffness K of the contact force K x^a (1 + mu v), where x is the compression and v its speed. Higher: "
             "harder, with a shorter contact and a brighter sound." },
    { "exponent", NULL, 1.5, 1, 6, AT(p.law.exponent),
      .doc = "Exponent a of the contact force: 1 for flat surfaces, 1.5 for spheres, 2 to 4 for felt. Higher: "
             "brightness depends more on strike speed." },
    { "damping", "s/m", 0.1, 0, 1e4, AT(p.law.damping),
      .doc = "Damping mu of the contact force: sets the energy lost in the contact. 0: no loss." },
    { "restitution", NULL, 1, 1e-9, 1, .most = 2, .parts = restitution, AT(restitution),
      .doc = "Sets damping so that an impact on a wall rebounds with this fraction of its speed. get computes the "
             "fraction from the present damping." },
    { "gravity", "m/s^2", 0, -1e4, 1e4, AT(p.gravity),
      .doc = "Acceleration of the hammer or ball towards the object. Negative: away." },
    { "velocity", "m/s", 0.93, -100, 100, .flags = HZ_NEXT, AT(velocity),
      .doc = "Strike speed at velocity 127, and of a bang if nothing was played yet." },
    { "method", .choices = "exact am1 verlet heun rk4 twopoint threepoint quadratised", AT(p.method),
      .doc = "How contacts are computed. exact locates each contact's start and end between samples and keeps the "
             "energy balance. The others are textbook methods with one step per sample, for comparison." },
    { "resolution", NULL, 0, 0, 4096, .flags = HZ_WHOLE, .word = "auto", AT(p.resolution),
      .doc = "Sub-steps per contact with 'method exact', at least 8. 0 or auto: chosen automatically. More: more "
             "accurate, and more CPU." },
    { "correct", NULL, 0, 0, 1, .flags = HZ_WHOLE, AT(p.correct),
      .doc = "1: a textbook method reaches the exact depth and rebound speed on a wall. 'method exact' does not need "
             "it." },
    { "duration", NULL, 0, 0, 1, .flags = HZ_WHOLE, AT(p.duration),
      .doc = "1: contacts with a wall last as long as they should under twopoint and threepoint, on average over where "
             "between two samples they begin." },
    { "keyscale", .most = 2, .parts = keyscale, AT(keyscale),
      .doc = "Scales contact stiffness up and decay times down as freq rises, as on an instrument with one bar or "
             "string per note." },
    { "crowd", "dB", -200, -60, 40, .flags = HZ_STEADY | HZ_DRAWS, .word = "none", .means = -200, AT(crowd),
      .doc = "What a shape does above its computed modes, as noise in ten bands that decays as the material says. 0 "
             "dB: as many modes as the shape has, or as crowdbands says. none: not at all. Needs 'method exact'." },
    { "strikernoise", "dB", -200, -60, 40, .flags = HZ_STEADY | HZ_DRAWS, .word = "none", .means = -200,
      AT(strikernoise),
      .doc = "Noise of the contact itself, a small part of the energy that it loses, so a contact without damping has "
             "none. 0 dB: the usual part for the shape. none: not at all. Needs 'method exact' and a shape." },
    { "cascade", NULL, 0, 0, 4, .flags = HZ_STEADY | HZ_DRAWS, AT(cascade),
      .doc = "How fast energy of a thin body that swings far moves up into higher bands, where it is heard as noise: a "
             "gong struck hard opens. 1: about as in a recorded cymbal. 0: not at all. Needs 'method exact' and a "
             "plate, disc or bowl." },
    { "crowdbands", NULL, 0, 0, 1e6, .most = HZ_BANDS, .flags = HZ_STEADY | HZ_MEASURE, AT(crowdbands),
      HZ_COUNT(hz_striker_own, n_crowdbands),
      .doc = "With 'object modes', what crowd stands for: how many modes of weight 1 lie beside the lists in each of "
             "ten bands from 40 Hz to 20 kHz, each 1.86 times as wide as the one below. The last number applies to "
             "all bands after the list." },
    { "crowddecays", "s", 0.5, 0.01, 100, .most = HZ_BANDS, .flags = HZ_STEADY, AT(crowddecays),
      HZ_COUNT(hz_striker_own, n_crowddecays), .doc = "T60 of each of the bands of crowdbands." },
    { "soundbox", .choices = HZ_SOUNDBOX_NAMES, .flags = HZ_MEASURE | HZ_STEADY, AT(soundbox),
      .doc =
          "Body that a string sounds through, with the resonances of such instruments. Its force on the bridge drives "
          "them, and the outlets carry what they make of it, in N; hear and unit have no effect then. While "
          "autogain is 1, the loudness stays the same. none: the string alone. Needs 'method exact' and 'object "
          "string'." },
    { "noiseseed", NULL, 0, 0, 1e6, .flags = HZ_WHOLE | HZ_STEADY,
      .doc = "Older name of the message seed, for patches that have it." },
    { "human", NULL, 0, 0, 1, HZ_JITTER_ROW, AT(human) },
    { "contacttime", "ms", 1, 1e-3, 100, AT(contacttime),
      .doc = "Sets stiffness so that a bang on a wall stays in contact for so long. Shorter: brighter. get computes it "
             "from mass, stiffness, exponent, damping, velocity and brightness." },
    { "brightness", NULL, 0, -1, 1, AT(brightness),
      .doc =
          "Hardness of the contact as one gesture: 1 makes contacts four times as short and the exponent smaller, as "
          "of something hard; -1 makes them four times as long and the exponent larger, as of felt. stiffness and "
          "exponent keep their numbers." },
    { "bigger", NULL, 1, 0.1, 10, .flags = HZ_MEASURE, AT(bigger),
      .doc = "The same thing so many times as large: sets size, thickness, mass, stiffness, tension, the freq of "
             "keyscale, and freq, decay and lists where they are set, so that pitch falls, and decay and contact "
             "become longer. Counts from when the preset was loaded." },
};

hz_striker_own hz_striker_own_of(const hz_object *o)
{
    hz_striker_own own = { .velocity = 0 };
    hz_object_fill(o, HZ_STRIKER_OWN, &own);
    if (o->cls->n_tables > HZ_STRIKER_TABLES)
        hz_object_fill(o, HZ_STRIKER_TABLES, &own);
    return own;
}

/* ---- from parameters to the model ---- */

/* Contact motion slower than this changes the output by less than 1e-6 of full scale. */
static double inaudible(const hz_object *o, double h)
{
    double level = 1e-6 / fmax(fabs(hz_object_gain(o)), 1); /* The force outlet listens at any gain. */
    return hz_object_unit(o) == HZ_ACCELERATION ? level * h : level;
}

/* Takes how much harder, shorter and smaller the present freq makes everything. */
static void take_key(hz_striker *x)
{
    hz_striker_own own = hz_striker_own_of(&x->o);
    hz_body_take_key(&x->body, own.keyscale[0], own.keyscale[1]);
}

/* The contact law for the present key: the time of a contact goes as (mass/stiffness)^(1/(exponent + 1)). */
static hz_law_params law_of(const hz_striker *x, hz_law_params law)
{
    law.stiffness *= pow(x->body.key, law.exponent + 1);
    return law;
}

/* Whether what strikes rings. */
static int rings(const hz_striker *x)
{
    return x->hammer_table && hz_object_number(&x->o, x->hammer_table, HZ_BODY_OBJECT) != HZ_BODY_WALL;
}

/* Is told that a row of the hammer was set, or all of them. */
static void hz_striker_hammer_changed(hz_striker *x)
{
    char given[40];

    if (!rings(x) || hz_collide_let_ring(&x->model, x->hammer.room, x->hammer.pickups))
        return;
    snprintf(given, sizeof given, "%d", x->hammer.room);
    hz_object_complain(&x->o, x->hammer_table, "modes", given, "as many as fit into memory", "the hammer as it was");
}

/* Says which method runs where it is not the one that was asked for. */
static int hz_striker_runs(const hz_object *o, int table, int row)
{
    const hz_striker *x = (const hz_striker *)o;
    if (table != HZ_STRIKER_OWN || !hz_object_is_row(o, table, row, "method") ||
        hz_object_number(o, table, row) == HZ_EXACT)
        return -1;
    return rings(x) || x->hammers > 1 ? HZ_EXACT : -1;
}

double *const *hz_striker_ring(const hz_striker *x, const hz_io *io)
{
    return x->hammer_outs > 0 ? io->audio + x->body.pickups : NULL;
}

/* Whether the event-driven solver runs. */
static int is_exact(const hz_striker *x)
{
    return hz_striker_own_of(&x->o).p.method == HZ_EXACT || rings(x) || x->hammers > 1;
}

/* Where the noise begins that no stroke has begun: each voice has its own. */
static void begin_noise(hz_striker *x)
{
    hz_object *const *voice;
    int n = hz_object_all_voices(&x->o, &voice), which = 0;
    for (int i = 0; i < n; i++)
        which = voice[i] == &x->o ? i : which;
    hz_bands_seed(&x->model.bands, hz_object_seed(&x->o) + which / 1024.0);
}

/* Returns for how many modes the model is to have room: where there are most, always for broad ones too. */
static int hz_striker_room(const hz_striker *x)
{
    int has = hz_striker_own_of(&x->o).crowd > hz_crowd_none || x->body.room == HZ_BODY_MOST_MODES;
    return x->body.room + (has ? HZ_BANDS : 0);
}

static const hz_bands_params *join_crowd(hz_striker *x, hz_modes *modes, double h)
{
    hz_striker_own own = hz_striker_own_of(&x->o);
    int has_room = x->model.system.object.room >= x->body.room + HZ_BANDS; /* There may be no memory. */
    hz_crowd_wanted w = { .crowd = is_exact(x) && has_room ? own.crowd : hz_crowd_none,
                          .stroke = is_exact(x) ? own.strikernoise : hz_crowd_none,
                          .cascade = is_exact(x) ? own.cascade : 0,
                          .mass = own.p.mass,
                          .limit = 0.4 / h,
                          .bands = own.crowdbands,
                          .decays = own.crowddecays,
                          .n_bands = own.n_crowdbands,
                          .n_decays = own.n_crowddecays };
    const hz_bands_params *bands = hz_crowd_join(&x->crowd, &x->body, modes, &w);
    if (own.cascade > 0 && !bands)
        hz_object_remark(&x->o, "cascade: it needs 'method exact' and a plate, disc or bowl, so no energy moves up");
    return bands;
}

/* Whether the object is a string that is heard through a body. */
static int take_box(hz_striker *x)
{
    int wanted = hz_striker_own_of(&x->o).soundbox != HZ_SOUNDBOX_NONE;
    x->body.boxed = wanted && is_exact(x) && hz_body_is_string(&x->body);
    return wanted && !x->body.boxed;
}

/* soundbox:paid  What a string loses at least while its force on the bridge, a sum over modes, changes. */
static hz_soundbox_params box_of(const hz_striker *x, const hz_modes *m)
{
    double sum = 0;
    if (!x->body.boxed)
        return (hz_soundbox_params){ .kind = HZ_SOUNDBOX_NONE };
    for (int i = 0; i < x->body.in_shape; i++)
        sum += m->heard[0][i] * m->heard[0][i] / (2 * m->sigma[i] * m->mass[i]);
    return (hz_soundbox_params){ .kind = (enum hz_soundbox_kind)hz_striker_own_of(&x->o).soundbox,
                                 .spread = x->body.spread,
                                 .least_loss = sum > 0 ? 1 / sum : 0 };
}

static void hz_striker_update(hz_object *o, double h)
{
    hz_striker *x = (hz_striker *)o;
    enum { LEAST = 8 }; /* sub-steps of a contact that are asked for; 0: as many as it needs */
    take_key(x);
    hz_striker_own own = hz_striker_own_of(o);
    hz_collide_params p = own.p;
    p.law = law_of(x, hz_handles_law(&own));
    p.law.stiffness = fmin(p.law.stiffness * exp(x->body.jitter.hardness), fmax(p.law.stiffness, hardest));
    p.quiet = inaudible(o, h);
    p.resolution = p.resolution > 0 && p.resolution < LEAST ? LEAST : p.resolution;
    if (take_box(x))
        hz_object_remark(o, "soundbox: it needs 'method exact' and 'object string', so nothing is heard through it");
    hz_modes modes = hz_body_modes(&x->body, h), ringing = { 0 };
    p.box = box_of(x, &modes);
    if (rings(x))
        ringing = hz_body_modes(&x->hammer, h);
    if (ringing.n == 1 && ringing.weight[0] == 0)
        hz_object_remark(o, "hammer object: the contact moves none of its modes, so the hammer does not ring");
    p.bands = join_crowd(x, &modes, h);
    hz_collide_prepare_both(&x->model, &p, &modes, &ringing, h);
    if (!x->ready) {
        hz_collide_reset(&x->model);
        begin_noise(x);
    }
    x->ready = 1;
}

static int hz_striker_cost(const hz_object *o)
{
    enum { A_MODE = 8 };
    const hz_striker *x = (const hz_striker *)o;
    return A_MODE * (hz_body_asked(&x->body) + (rings(x) ? hz_body_asked(&x->hammer) : 0));
}

static void hz_striker_ahead(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    hz_body_ahead(&x->body);
    if (x->hammer_table)
        hz_body_ahead(&x->hammer);
}

void hz_striker_follow(hz_striker *x, const hz_io *io)
{
    enum hz_body_way way = hz_body_follow(&x->body, io->in[2], io->n);
    if (way == HZ_BODY_SLIDES && hz_collide_is_exact(&x->model))
        hz_collide_slide(&x->model, x->body.weight, hz_body_weigh(&x->body), io->n);
    else if (way != HZ_BODY_STAYS)
        hz_striker_update(&x->o, x->model.system.h);
    if (io->anew)
        hz_collide_hear_anew(&x->model);
}

/* ---- verbs ---- */

void hz_striker_hand(hz_striker *x, double seconds)
{
    if (hz_body_damp(&x->body, seconds))
        hz_striker_update(&x->o, x->model.system.h);
}

double hz_striker_stroke(hz_striker *x, double v)
{
    double human = hz_striker_own_of(&x->o).human;
    int noisy = x->model.bands.feeds, seed = hz_object_seed(&x->o);
    if (hz_jitter_draw(&x->body.jitter, &x->o, human))
        hz_striker_update(&x->o, x->model.system.h);
    if (noisy)
        hz_bands_seed(&x->model.bands, human > 0 ? seed : hz_object_draw(&x->o, NULL, 0));
    return v * exp(x->body.jitter.speed);
}

static void damp(void *part, const double *args)
{
    hz_striker_hand(part, args[0]);
}

static void tune(void *part, const double *args)
{
    if (args[1] > 0)
        hz_object_put(part, HZ_STRIKER_BODY, HZ_BODY_FREQ, hz_number_pitch(args[0]));
}

static void note(void *part, const double *args)
{
    hz_striker *x = part;
    if (args[1] > 0)
        x->play(&x->o, hz_striker_own_of(&x->o).velocity * args[1] / 127);
}

/* Answers what a wall would do, by the closed forms: no blow is needed. */
static void wall(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    hz_striker_own own = hz_striker_own_of(o);
    double v = argc > 0 ? hz_number_from(atom_getfloat(argv)) : fabs(own.velocity);
    hz_law_params bright = hz_handles_law(&own);
    hz_law law = hz_law_prepare(&bright);
    hz_bounce b = { 0 };
    if (v > 0)
        b = hz_wall_bounce(&law, own.p.mass, v);
    hz_object_answer(o, "wall", (const double[]){ b.v_out, b.x_max, b.time, b.f_max }, 4);
}

static const hz_param wall_args[] = {
    { "velocity", "m/s", 0, 0, 100, .left_out = "velocity", .doc = "Impact speed on the wall." },
};

const hz_verb hz_striker_verbs[HZ_STRIKER_VERBS] = {
    { "damp", hz_damp_args, 1, 1, .act = damp, .doc = "Damps the object with this T60 until the next note or strike." },
    { "note", hz_note_args, 2, 2, .sets = tune, .act = note, .excites = 2,
      .doc = "Sets freq to the pitch and strikes. Velocity 127 strikes with the speed of the parameter velocity, lower "
             "ones in proportion." },
    { "wall", wall_args, 1, 0, .now = wall, .answers = 1,
      .doc = "Predicts a strike on a wall without playing it. Answers wall <v_out> <x_max> <time> <force>: rebound "
             "speed, maximum compression, contact time and maximum force." },
};

/* ---- life ---- */

static void remarked(void *owner, enum hz_textbook_remark what)
{
    static const char *const texts[HZ_TEXTBOOK_REMARKS] = {
        [HZ_MODES_LOWERED] = "method: some frequencies are too high for its step to be stable, so they are lowered",
        [HZ_ENERGY_RAN_AWAY] = "method: its energy runs away in so hard a contact, so twopoint steps in",
        [HZ_CORRECT_NEEDS_WALL] = "correct: it needs 'object wall', so contacts are left as they are",
        [HZ_DURATION_NEEDS_WALL] =
            "duration: it needs 'method twopoint' or 'threepoint' and 'object wall', so contacts "
            "are left as they are",
        [HZ_DURATION_TOO_BRIEF] = "duration: this contact is briefer than the shortest of the method, which is one "
                                  "sample with twopoint, two with threepoint",
    };
    hz_object_remark(owner, texts[what]);
}

/* Whether any row of the hammer was given at creation, so that it has outlets. */
static int hammer_was_given(const hz_striker *x)
{
    for (int row = 0; row < HZ_BODY_ROWS; row++)
        if (hz_object_given(&x->o, x->hammer_table, row))
            return 1;
    return 0;
}

static int make(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    return hz_collide_init(&x->model, hz_striker_room(x), x->body.pickups) &&
           (x->hammers < 2 || hz_collide_add_strikers(&x->model, x->hammers)) &&
           (!rings(x) || hz_collide_let_ring(&x->model, x->hammer.room, x->hammer.pickups));
}

int hz_striker_init(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    x->bigger = 1;
    if (!hz_body_begin(&x->body, o, HZ_STRIKER_BODY))
        return 0;
    if (x->hammer_table && !hz_body_begin(&x->hammer, o, x->hammer_table))
        return 0;
    x->hammer_outs = x->hammer_table && hammer_was_given(x) ? x->hammer.pickups : 0;
    o->n_audio = x->body.pickups + x->hammer_outs;
    if (!hz_crowd_init(&x->crowd, x->body.pickups) || !make(o))
        return 0;
    hz_collide_listen(&x->model, x, hz_object_report, remarked);
    return 1;
}

static void hz_striker_free(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    hz_collide_free(&x->model);
    hz_crowd_free(&x->crowd);
    hz_body_free(&x->body);
    hz_body_free(&x->hammer);
}

static int hz_striker_most(const hz_object *o, int table, int row)
{
    const hz_striker *x = (const hz_striker *)o;
    if (x->hammer_table && table == x->hammer_table)
        return hz_body_most(&x->hammer, row);
    return table == HZ_STRIKER_BODY ? hz_body_most(&x->body, row) : 0;
}

static void hz_striker_reset(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    if (hz_body_damp(&x->body, 0) | hz_jitter_draw(&x->body.jitter, o, 0))
        hz_object_mark(o);
    hz_collide_reset(&x->model);
    begin_noise(x);
}

static int hz_striker_radiates(const hz_object *o)
{
    const hz_striker *x = (const hz_striker *)o;
    return hz_body_radiates(&x->body) || (rings(x) && hz_body_radiates(&x->hammer));
}

static double hz_striker_velocity(const hz_object *o, int pickup)
{
    const hz_striker *x = (const hz_striker *)o;
    if (pickup >= x->body.pickups)
        return hz_collide_striker_heard(&x->model, pickup - x->body.pickups, 0);
    return hz_collide_heard(&x->model, pickup, 0);
}

static int hz_striker_partials(const hz_object *o, hz_partial *out, int most)
{
    const hz_collide *m = &((const hz_striker *)o)->model;
    const hz_bank *b = &m->system.object;
    int n = 0;
    for (int i = 0; i < b->n - m->bands.n && n < most; i++) {
        double heard = b->heard[0][i];
        if (m->box.kind != HZ_SOUNDBOX_NONE) /* by its displacement */
            heard *= hz_soundbox_gain(&m->box, 0, b->omega[i]) / b->omega[i];
        n += hz_body_partial(b->omega[i], b->sigma[i], b->q[i], b->v[i], heard, &out[n]);
    }
    return n;
}

/* ---- how loud it is ---- */

/* A model that runs is told of new modes once, for a shape tells only once how its modes have moved. */
static void find_modes(hz_striker *x)
{
    if (x->ready) {
        hz_object_update(&x->o);
        return;
    }
    take_key(x);
    take_box(x);
    double h = hz_object_step(&x->o);
    hz_modes modes = hz_body_modes(&x->body, h);
    hz_soundbox_params box = box_of(x, &modes);
    hz_soundbox_prepare(&x->model.box, &box, h);
    join_crowd(x, &modes, h);
}

static hz_loudness hz_striker_loudness(hz_object *o, int noted)
{
    hz_striker *x = (hz_striker *)o;
    find_modes(x);
    hz_modes modes = hz_body_own_modes(&x->body);
    hz_striker_own own = hz_striker_own_of(o);
    double tune = noted ? 1 : hz_body_own_pitch(&x->body), amount = own.keyscale[0];
    hz_blow blow = { .law = law_of(x, hz_handles_law(&own)),
                     .mass = own.p.mass,
                     .speed = hz_object_effort(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "velocity")),
                     .order = x->body.boxed ? 0 : hz_object_order(o),
                     .h = hz_object_step(o),
                     .box = x->body.boxed ? &x->model.box : NULL,
                     .bands = x->crowd.bands.heard ? &x->crowd.bands : NULL };
    blow.law.stiffness *= pow(tune, amount * (blow.law.exponent + 1));
    hz_loudness its = hz_blow_loudness(&blow, &modes, tune, x->body.blow);
    its.given = !x->body.in_shape;
    return its;
}

/* ---- restitution sets damping, by the speed after an impact on a wall over that before it ---- */

/* Returns the speed of impact to which it refers. */
static double reference_speed(const hz_striker *x)
{
    if (x->stated > 0)
        return x->stated;
    return x->speed > 0 ? x->speed : fmax(fabs(hz_striker_own_of(&x->o).velocity), 1e-3);
}

static void hz_striker_derive(hz_object *o)
{
    double v = reference_speed((hz_striker *)o);
    hz_object_put(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "restitution"),
                  -hz_wall_vout(hz_striker_own_of(o).p.law.damping, v) / v);
    hz_object_put(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "noiseseed"), hz_object_seed(o));
    hz_striker_own own = hz_striker_own_of(o);
    hz_object_put(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "contacttime"), hz_handles_contact_time(&own));
    hz_object_put(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "bigger"), ((hz_striker *)o)->bigger);
}

static int hz_striker_derived(const hz_object *o, int table, int row)
{
    static const char *const names[] = { "restitution", "noiseseed", "contacttime", "bigger" };
    for (size_t i = 0; table == HZ_STRIKER_OWN && i < sizeof names / sizeof *names; i++)
        if (hz_object_is_row(o, table, row, names[i]))
            return 1;
    return 0;
}

static double *hz_striker_beside(hz_object *o)
{
    return &((hz_striker *)o)->bigger;
}

static void hz_striker_calm(void *part, const double *args)
{
    (void)args;
    hz_collide_calm(&((hz_striker *)part)->model);
}

static void hz_striker_defaults(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    x->stated = 0;
    x->bigger = 1;
    hz_body_defaults(&x->body);
    hz_collide_grow(&x->model, hz_striker_room(x));
    if (x->hammer_table) {
        hz_body_defaults(&x->hammer);
        hz_striker_hammer_changed(x);
    }
}

static void hz_striker_changed(hz_object *o, int table, int row)
{
    hz_striker *x = (hz_striker *)o;
    if (table == HZ_STRIKER_BODY)
        hz_body_changed(&x->body, row);
    if (table == HZ_STRIKER_BODY || hz_object_is_row(o, table, row, "crowd"))
        hz_collide_grow(&x->model, hz_striker_room(x));
    if (x->hammer_table && table == x->hammer_table) {
        hz_body_changed(&x->hammer, row);
        hz_striker_hammer_changed(x);
    }
    if (hz_object_is_row(o, table, row, "noiseseed"))
        hz_object_sow(o, (int)hz_object_number(o, table, row));
    if (hz_object_is_row(o, table, row, "contacttime"))
        hz_handles_set_contact_time(x, hz_object_number(o, table, row));
    if (hz_object_is_row(o, table, row, "bigger"))
        hz_handles_enlarge(x, hz_object_number(o, table, row));
    if (!hz_object_is_row(o, table, row, "restitution"))
        return;
    x->stated = hz_object_count(o, table, row) > PART_V ? hz_object_element(o, table, row, PART_V) : 0;
    double e = hz_object_number(o, table, row), v = reference_speed(x), mu = hz_wall_damping(e, v);
    int damping = hz_object_row(o, table, "damping");
    double most = hz_striker_rows[damping].max;
    if (mu <= most) {
        hz_object_put(o, table, damping, mu);
        return;
    }
    char given[40], allowed[80], kept[40];
    snprintf(given, sizeof given, "%g", e);
    snprintf(allowed, sizeof allowed, "%.3g to 1 at %g m/s, where damping ends", -hz_wall_vout(most, v) / v, v);
    hz_striker_derive(o);
    snprintf(kept, sizeof kept, "%g", hz_object_number(o, table, row));
    hz_object_complain(o, table, "restitution", given, allowed, kept);
}

/* ---- all of it ---- */

HZ_MODEL(hz_striker, hz_collide)

const hz_model hz_striker_model = { HZ_BY_MODEL,
                                    HZ_BODIED(hz_striker),
                                    .derive = hz_striker_derive,
                                    .derived = hz_striker_derived,
                                    .runs = hz_striker_runs,
                                    .beside = hz_striker_beside };
