/* friction_class: the object of friction~. */
#include "friction_class.h"

#include <math.h>

#define AT(member) HZ_FIELD(hz_friction_own, member)

static const hz_param bristles[] = {
    { "stiffness", "N/m", 1e5, 10, 1e8,
      .doc = "Stiffness of the bristles, the roughness that bends before it slides. Softer, as rubber: the surfaces "
             "move further before they slip." },
    { "damping", "s/m", 0.2, 0, 100,
      .doc = "Damping of the bristles' bending, per newton of normal force. More: less squeal." },
    { "viscosity", "s/m", 0, 0, 100,
      .doc = "Friction that grows with the sliding speed, per newton of normal force, as on wet surfaces." },
};

static const hz_param keyscale[] = {
    { "amount", NULL, 0, 0, 2,
      .doc =
          "How decay times of b follow its freq. 1: halved per octave up. 2: quartered. 0: unchanged. From 0.5 up, a "
          "shape an octave higher also radiates as if half as large, which keeps its loudness about the same." },
    { "freq", "Hz", 440, 1, 20000, .doc = "The freq at which decay and size are unscaled." },
};

const hz_param hz_friction_rows[HZ_FRICTION_ROWS] = {
    { "press", "N", 5, 0, 1e3, .flags = HZ_STEADY | HZ_SIGNAL, AT(force),
      .doc = "Normal force, which presses the bodies together, of bang, rub and note. Changes are heard while they "
             "sound. More: louder up to a point, then rougher, lower or stuck." },
    { "speed", "m/s", 0.1, -10, 10, .flags = HZ_STEADY | HZ_SIGNAL, AT(speed),
      .doc = "Speed of the hand that draws a over b, of bang, rub and note. Changes are heard while they sound. "
             "Faster: louder." },
    { "time", "s", 1.5, 0, 1e4, .flags = HZ_STEADY | HZ_NEXT, AT(seconds),
      .doc = "Length of a bang's rub. 0: until the message lift." },
    { "rise", "s", 0.03, 0, 100, .flags = HZ_STEADY | HZ_NEXT, AT(rise),
      .doc = "Time in which the hand comes up to speed. Slow: a creak starts low and rises." },
    { "round", "Hz", 0, -100, 100, .flags = HZ_STEADY, AT(round),
      .doc = "Turns per second of the hand round a disc, drum or bowl b while it rubs, as of a finger on the rim of a "
             "glass. What swings goes round with it, so the sound rises and falls." },
    { "static", NULL, 0.6, 0.01, 10, AT(p.bristles.stick),
      .doc = "Static friction coefficient: the force that breaks away, over the normal force." },
    { "dynamic", NULL, 0.3, 0.01, 10, AT(p.bristles.slip),
      .doc = "Dynamic friction coefficient, of fast sliding. A value above static raises static to the same; "
             "then nothing squeaks." },
    { "stribeck", "m/s", 0.1, 1e-3, 10, AT(p.bristles.stribeck),
      .doc = "Sliding speed at which friction has roughly fallen from static to dynamic." },
    { "bristles", NULL, 1e5, 0, 1e8, .most = 3, .parts = bristles, AT(p.bristles.stiffness),
      .doc = "How the surfaces hold on to each other before they slide." },
    { "breakaway", NULL, 0.7, 0, 0.99, AT(p.bristles.plastic),
      .doc = "How far the bristles bend before any of them slides, of how far they bend in fast sliding. Below it "
             "contact is elastic, and nothing is lost or creeps." },
    { "roughness", NULL, 0, 0, 10, AT(p.profile.depth),
      .doc = "How much of the normal force comes and goes with the profile of the surface. 0: smooth." },
    { "profile", .choices = "noise ridges array", AT(p.profile.kind),
      .doc = "Profile of the surface along the way that the hand goes. noise: grains of all sizes, which never repeat. "
             "ridges: a washboard, a guiro, a file. array: drawn in an array." },
    { "array", .flags = HZ_WORD, AT(array),
      .doc = "Pd array with the profile, from -1 to 1, with 'profile array'. Read along the way in every block." },
    { "grain", "m", 0.002, 1e-6, 10, AT(p.profile.grain),
      .doc = "Size of the coarsest grains, distance of the ridges, or length of the array. Its pitch is the speed over "
             "it." },
    { "slope", "dB", -3, -24, 12, AT(p.profile.slope),
      .doc = "Level of grains half as large, and so on over six octaves, with 'profile noise'. Lower: smoother." },
    { "stray", NULL, 0.3, 0, 1, AT(p.profile.stray),
      .doc = "How much ridges differ in height and distance, and how far apart each pass of the array begins. 0: it "
             "repeats exactly." },
    { "keyscale", .most = 2, .parts = keyscale, AT(keyscale),
      .doc = "Scales decay times and size of b as its freq rises, as on an instrument with one glass or bar per "
             "note." },
    { "steps", NULL, 0, 0, HZ_FRICTION_MOST_STEPS, .flags = HZ_WHOLE, .word = "auto", AT(p.steps),
      .doc = "Steps in each sample. 0 or auto: as many as bristles and stick-slip need. More: more accurate, and more "
             "CPU." },
};

hz_friction_own hz_friction_own_of(const hz_object *o)
{
    hz_friction_own own = { .array = "" };
    hz_object_fill(o, HZ_FRICTION_OWN, &own);
    return own;
}

/* ---- from parameters to the model ---- */

/* What is played more softly by a note moves in the same way, only less far. */
void hz_friction_class_update(hz_object *o, double h)
{
    hz_friction_class *x = (hz_friction_class *)o;
    hz_friction_own own = hz_friction_own_of(o);
    hz_friction_params p = own.p;
    p.bristles.stick = fmax(p.bristles.stick, p.bristles.slip);
    p.bristles.stribeck *= x->lightness;
    p.bristles.damping /= x->lightness;
    p.bristles.viscosity /= x->lightness;
    hz_body_take_key(&x->body[1], own.keyscale[0], own.keyscale[1]);
    hz_modes a = hz_body_modes(&x->body[0], h), b = hz_body_modes(&x->body[1], h);
    hz_friction_prepare(&x->model, &p, &a, &b, h);
    if (x->h == 0)
        hz_friction_reset(&x->model);
    x->h = h;
    hz_friction_class_bend(x);
}

static int hz_friction_class_cost(const hz_object *o)
{
    enum { A_MODE = 8 };
    const hz_friction_class *x = (const hz_friction_class *)o;
    return A_MODE * (hz_body_asked(&x->body[0]) + hz_body_asked(&x->body[1]));
}

static void hz_friction_class_ahead(hz_object *o)
{
    hz_friction_class *x = (hz_friction_class *)o;
    hz_body_ahead(&x->body[0]);
    hz_body_ahead(&x->body[1]);
}

static int table_of(int body)
{
    return body ? HZ_FRICTION_B : HZ_FRICTION_A;
}

static void grow(hz_friction_class *x)
{
    hz_friction_grow(&x->model, x->body[0].room, x->body[1].room);
}

static void hz_friction_class_look_up(hz_object *o)
{
    hz_array_look_up(&((hz_friction_class *)o)->profile, hz_friction_own_of(o).array);
}

static void hz_friction_class_changed(hz_object *o, int table, int row)
{
    hz_friction_class *x = (hz_friction_class *)o;
    for (int k = 0; k < 2; k++)
        if (table == table_of(k))
            hz_body_changed(&x->body[k], row);
    grow(x);
    if (table == HZ_FRICTION_OWN && hz_object_is_row(o, table, row, "array"))
        hz_friction_class_look_up(o);
}

static void hz_friction_class_defaults(hz_object *o)
{
    hz_friction_class *x = (hz_friction_class *)o;
    x->lightness = 1;
    hz_body_defaults(&x->body[0]);
    hz_body_defaults(&x->body[1]);
    grow(x);
}

static int hz_friction_class_most(const hz_object *o, int table, int row)
{
    const hz_friction_class *x = (const hz_friction_class *)o;
    return table == HZ_FRICTION_OWN ? 0 : hz_body_most(&x->body[table == HZ_FRICTION_B], row);
}

/* ---- the profile ---- */

static double height_at(const void *words, int i)
{
    double height = ((const t_word *)words)[i].w_float;
    return isfinite(height) ? fmin(fmax(height, -1e3), 1e3) : 0;
}

static void follow_array(hz_friction_class *x)
{
    hz_friction_own own = hz_friction_own_of(&x->o);
    int is_drawn = own.p.profile.kind == HZ_PROFILE_ARRAY && own.p.profile.depth > 0;
    int holds = is_drawn && hz_array_holds(&x->profile, own.array), n = holds && x->profile.words ? x->profile.n : 0;
    if (holds && *own.array && n == 0)
        hz_object_remark(&x->o, "array: there is none of this name, or it is empty, so the surface is smooth");
    x->model.drawn = (hz_profile_drawn){ height_at, x->profile.words, n };
}

/* ---- the block ---- */

/* What moves the hand in so many samples from `at` on. Where only one of the two inlets has something, the other one
 * counts as force or speed; where neither has, both are NULL. */
static void follow_hand(hz_friction_class *x, const hz_io *io, int at, int n, const double *hand[2])
{
    for (int k = 0; k < 2; k++) {
        hand[k] = io->in[k] ? io->in[k] + at : NULL;
        if (hand[k] || !io->in[1 - k])
            continue;
        hz_friction_own own = hz_friction_own_of(&x->o);
        for (int i = 0; i < n; i++)
            x->hand[i] = k ? own.speed : own.force;
        hand[k] = x->hand;
    }
}

static void some(hz_friction_class *x, const hz_io *io, int at, int n)
{
    double *meter[HZ_METERS], *audio[2 * 2 * HZ_BODY_MOST_PICKUPS];
    const double *hand[2];
    follow_hand(x, io, at, n, hand);
    for (int m = 0; m < HZ_METERS; m++)
        meter[m] = io->meter[m] ? io->meter[m] + at : NULL;
    for (int p = 0; p < x->o.n_audio; p++)
        audio[p] = io->audio[p] + at;
    hz_friction_run(&x->model, &(hz_friction_io){ .n = n,
                                                  .force = hand[0],
                                                  .speed = hand[1],
                                                  .push = io->in[2] ? io->in[2] + at : NULL,
                                                  .audio = audio,
                                                  .displacement = io->displacement,
                                                  .friction = io->force + at,
                                                  .meter = meter,
                                                  .ledger = io->ledger });
}

/* Moves the places of both bodies by signal, and that of b round it. */
static void follow_places(hz_friction_class *x, const hz_io *io)
{
    double turns = x->model.load.force > 0 ? hz_friction_own_of(&x->o).round * io->n * x->h : 0;
    for (int k = 0; k < 2; k++) {
        hz_body *b = &x->body[k];
        enum hz_body_way way = hz_body_follow(b, io->in[k ? 3 : 4], io->n);
        if (k == 1 && hz_body_turn(b, turns) && way == HZ_BODY_STAYS)
            way = HZ_BODY_SLIDES;
        if (way == HZ_BODY_SLIDES)
            hz_friction_slide(&x->model, k, b->weight, hz_body_weigh(b), io->n);
        else if (way != HZ_BODY_STAYS)
            hz_friction_class_update(&x->o, x->h);
    }
}

void hz_friction_class_run(hz_object *o, const hz_io *io)
{
    hz_friction_class *x = (hz_friction_class *)o;
    follow_places(x, io);
    if (io->anew)
        hz_friction_hear_anew(&x->model);
    follow_array(x);
    for (int at = 0; at < io->n; at += HZ_FRICTION_SOME)
        some(x, io, at, io->n - at < HZ_FRICTION_SOME ? io->n - at : HZ_FRICTION_SOME);
}

/* ---- life ---- */

int hz_friction_class_init(hz_object *o)
{
    hz_friction_class *x = (hz_friction_class *)o;
    x->lightness = 1;
    if (!hz_array_make(&x->profile) || !hz_body_begin(&x->body[0], o, HZ_FRICTION_A) ||
        !hz_body_begin(&x->body[1], o, HZ_FRICTION_B))
        return 0;
    o->n_audio = x->body[0].pickups + x->body[1].pickups;
    if (!hz_friction_init(&x->model, x->body[0].room, x->body[0].pickups, x->body[1].room, x->body[1].pickups))
        return 0;
    x->model.ended = hz_object_report;
    x->model.owner = x;
    return 1;
}

static void hz_friction_class_free(hz_object *o)
{
    hz_friction_class *x = (hz_friction_class *)o;
    hz_array_free(&x->profile);
    hz_body_free(&x->body[0]);
    hz_body_free(&x->body[1]);
    hz_friction_free(&x->model);
}

static void hz_friction_class_reset(hz_object *o)
{
    hz_friction_class *x = (hz_friction_class *)o;
    if (x->body[1].turned != 0)
        hz_object_mark(o);
    x->body[1].turned = 0;
    if (hz_body_damp(&x->body[0], 0) | hz_body_damp(&x->body[1], 0))
        hz_object_mark(o);
    hz_friction_reset(&x->model);
}

static void hz_friction_class_calm(void *part, const double *args)
{
    (void)args;
    hz_friction_calm(&((hz_friction_class *)part)->model);
}

static double hz_friction_class_velocity(const hz_object *o, int pickup)
{
    return hz_friction_heard(&((const hz_friction_class *)o)->model, pickup, 0);
}

static int hz_friction_class_radiates(const hz_object *o)
{
    const hz_friction_class *x = (const hz_friction_class *)o;
    return hz_body_radiates(&x->body[0]) || hz_body_radiates(&x->body[1]);
}

/* Those of b come first, for it is b that is rubbed. */
static int hz_friction_class_partials(const hz_object *o, hz_partial *out, int most)
{
    const hz_friction_class *x = (const hz_friction_class *)o;
    int n = 0;
    for (int k = 1; k >= 0; k--) {
        const hz_bank *b = k ? &x->model.b.bank : &x->model.a.bank;
        for (int i = 0; i < b->n && n < most; i++)
            n += hz_body_partial(b->omega[i], b->sigma[i], b->q[i], b->v[i], b->heard[0][i], &out[n]);
    }
    return n;
}

/* ---- all of it ---- */

HZ_MODEL(hz_friction_class, hz_friction)

const hz_model hz_friction_model = { HZ_BY_MODEL, HZ_BODIED(hz_friction_class), .dsp = hz_friction_class_look_up };
