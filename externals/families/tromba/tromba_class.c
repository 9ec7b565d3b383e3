/* tromba_class: the trumpet marine as a patch describes it. */
#include "tromba_class.h"

#include "core/base/units.h"
#include "core/shapes/materials.h"

#include <math.h>

enum { glide = 64 }; /* samples in which a string's stiffness follows */

static const hz_param foot[] = {
    { "x", NULL, 0.8, 0, 1, .doc = "along the body" },
    { "y", NULL, 0.4, 0, 1, .doc = "across it" },
};
static const hz_param size[] = {
    { "x", "m", 1.35, 0.01, 100, .doc = "length" },
    { "y", "m", 0.18, 0.01, 100, .doc = "width" },
};
static const hz_param friction[] = {
    { "stick", NULL, 0.8, 0.01, 10, .doc = "at rest, over the bow's force" },
    { "slip", NULL, 0.3, 0.01, 10, .doc = "in motion; not above stick" },
    { "stribeck", "m/s", 0.1, 1e-3, 10, .doc = "how fast one falls to the other" },
};
static const hz_param bristles[] = {
    { "stiffness", "N/m", 1e4, 10, 1e8, .doc = "of the bristles" },
    { "damping", "s/m", 0.1, 0, 100, .doc = "of their bending, times the bow's force" },
    { "viscosity", "s/m", 0, 0, 100, .doc = "of sliding, times the bow's force" },
};
static const hz_param finger[] = {
    { "position", NULL, 0, 0, 1, .doc = "along the string, half of bridgeposition: the octave; 0 or 1: no finger" },
    { "force", "N", 0.5, 0, 1e3, .doc = "how hard it touches; 0: no finger" },
};
static const hz_param pickups[] = {
    { "string", NULL, 0.3, 0, 1, .doc = "along the string" },
    { "x", NULL, 0.8, 0, 1, .doc = "along the body" },
    { "y", NULL, 0.4, 0, 1, .doc = "across it" },
};
static const hz_param mix[] = {
    { "string", NULL, 0.06, -1e3, 1e3, .doc = "how much of it" },
    { "bridge", NULL, 0.3, -1e3, 1e3, .doc = "how much of it" },
    { "body", NULL, 1, -1e3, 1e3, .doc = "how much of it" },
};

#define TUPLE(p) .most = (int)(sizeof(p) / sizeof *(p)), .parts = (p)

const hz_param hz_tromba_class_rows[HZ_TROMBA_CLASS_ROWS] = {
    [HZ_TROMBA_CLASS_BRIDGEMASS] = { "bridgemass", "kg", 0.001, 1e-6, 100, .doc = "of the bridge" },
    [HZ_TROMBA_CLASS_BRIDGEFREQ] = { "bridgefreq", "Hz", 350, 0, 20000,
                                     .doc = "of the bridge on its own spring; over 0.45 of the sample rate: that" },
    [HZ_TROMBA_CLASS_BRIDGEDAMPING] = { "bridgedamping", "1/s", 0.05, 0, 1e5, .doc = "of the bridge's swing" },
    [HZ_TROMBA_CLASS_BRIDGEPOSITION] = { "bridgeposition", NULL, 0.8684, 0.01, 0.99, .doc = "along the string" },
    [HZ_TROMBA_CLASS_OFFSET] = { "offset", "m", 5e-6, -0.01, 1,
                                 .doc = "rest height of the bridge over the body; under 0 it presses, 1: no rattle" },
    [HZ_TROMBA_CLASS_FOOT] = { "foot", NULL, 0.8, 0, 1, TUPLE(foot), .doc = "where the bridge meets the body" },
    [HZ_TROMBA_CLASS_BODYSIZE] = { "bodysize", "m", 1.35, 0.01, 100, TUPLE(size), .doc = "of the plate" },
    [HZ_TROMBA_CLASS_BODYTHICKNESS] = { "bodythickness", "m", 0.01, 1e-5, 1, .doc = "of the plate" },
    [HZ_TROMBA_CLASS_BODYMATERIAL] = { "bodymaterial", .choices = "own " HZ_MATERIAL_NAMES,
                                       .doc = "sets bodydensity and bodyyoung; own: as they are" },
    [HZ_TROMBA_CLASS_BODYDENSITY] = { "bodydensity", "kg/m^3", 50, 1, 1e5, .doc = "of the plate" },
    [HZ_TROMBA_CLASS_BODYYOUNG] = { "bodyyoung", "N/m^2", 2e5, 0, 1e13, .doc = "of the plate: its stiffness" },
    [HZ_TROMBA_CLASS_BODYSIGMA0] = { "bodysigma0", "1/s", 2, 0, 1e4, .doc = "loss of the plate at all frequencies" },
    [HZ_TROMBA_CLASS_BODYSIGMA1] = { "bodysigma1", "m^2/s", 0.05, 0, 10, .doc = "loss that rises with frequency" },
    [HZ_TROMBA_CLASS_BODYPOINTS] = { "bodypoints", NULL, 1690, 0, HZ_TROMBA_BODY, .flags = HZ_WHOLE,
                                     .doc =
                                         "of the plate's grid; 0: as many as are stable; more than are stable: fewer" },
    [HZ_TROMBA_CLASS_CONNECTION] = { "connection", .choices = "spring collision",
                                     .doc = "between string and bridge: a spring with k1, k3 and kloss, or a two-sided "
                                            "collision law" },
    [HZ_TROMBA_CLASS_K1] = { "k1", "N/m", 5e6, 0, 1e18, .doc = "stiffness of the spring" },
    [HZ_TROMBA_CLASS_K3] = { "k3", "N/m^3", 0, 0, 1e24, .doc = "its cubic part" },
    [HZ_TROMBA_CLASS_KLOSS] = { "kloss", "kg/s", 0, 0, 1e6, .doc = "its loss" },
    [HZ_TROMBA_CLASS_CONNECTIONSTIFFNESS] = { "connectionstiffness", "N/m^a", 5e6, 0, 1e18,
                                              .doc = "K of the collision law" },
    [HZ_TROMBA_CLASS_CONNECTIONEXPONENT] = { "connectionexponent", NULL, 1, 1, 6, .doc = "a of the collision law" },
    [HZ_TROMBA_CLASS_RATTLESTIFFNESS] = { "rattlestiffness", "N/m^a", 5e8, 1, 1e18,
                                          .doc = "K of the contact between bridge and body" },
    [HZ_TROMBA_CLASS_RATTLEEXPONENT] = { "rattleexponent", NULL, 1, 1, 6,
                                         .doc = "a of that contact; 1 is solved in closed form" },
    [HZ_TROMBA_CLASS_RATTLEDAMPING] = { "rattledamping", "s/m", 0, 0, 1e4, .doc = "mu of that contact" },
    [HZ_TROMBA_CLASS_METHOD] = { "method", .choices = "closed newton quadratised",
                                 .doc = "of the contacts; closed with another exponent than 1 runs newton, and get "
                                        "says so" },
    [HZ_TROMBA_CLASS_BOW] = { "bow", .choices = "curve bristle",
                              .doc = "the friction: a smooth curve of velocity, or bristles that stick and slide" },
    [HZ_TROMBA_CLASS_BOWPOSITION] = { "bowposition", NULL, 0.12, 0, 1,
                                      .doc = "along the string; the inlet counts in its place where it is not 0" },
    [HZ_TROMBA_CLASS_BOWSPEED] = { "bowspeed", "m/s", 0.1, -10, 10, .doc = "of bang, stroke and note" },
    [HZ_TROMBA_CLASS_BOWFORCE] = { "bowforce", "N", 0.4, 0, 1e3, .doc = "of bang, stroke and note" },
    [HZ_TROMBA_CLASS_CURVE] = { "curve", "s^2/m^2", 100, 0.01, 1e6,
                                .doc = "of bow curve: friction peaks at 1/sqrt(2 curve) m/s" },
    [HZ_TROMBA_CLASS_FRICTION] = { "friction", NULL, 0.8, 0, 10, TUPLE(friction), .doc = "of bow bristle" },
    [HZ_TROMBA_CLASS_BRISTLES] = { "bristles", NULL, 1e4, 0, 1e8, TUPLE(bristles), .doc = "of bow bristle" },
    [HZ_TROMBA_CLASS_FINGER] = { "finger", NULL, 0, 0, 1e3, TUPLE(finger),
                                 .doc = "touches the string; at a node it leaves the harmonic" },
    [HZ_TROMBA_CLASS_PICKUPS] = { "pickups", NULL, 0.3, 0, 1, TUPLE(pickups),
                                  .doc = "where string and body are heard" },
    [HZ_TROMBA_CLASS_MIX] = { "mix", NULL, 0.06, -1e3, 1e3, TUPLE(mix), .doc = "of the one outlet of -mono" },
    [HZ_TROMBA_CLASS_MONO] = { "mono", .flags = HZ_SWITCH | HZ_CREATION,
                               .doc = "one audio outlet, the mix of the three" },
};

const hz_table hz_tromba_class_tables[HZ_TROMBA_CLASS_TABLES] = {
    [HZ_TROMBA_CLASS_STRING] = { .rows = hz_string_rows,
                                 .n = HZ_STRING_ROWS,
                                 .initial = "freq 32, length 1.9, decay 69, highloss 0.05, points 226" },
    [HZ_TROMBA_CLASS_OWN] = { .rows = hz_tromba_class_rows, .n = HZ_TROMBA_CLASS_ROWS },
};

static double number(const hz_tromba_class *x, int row)
{
    return hz_object_number(&x->o, HZ_TROMBA_CLASS_OWN, row);
}

hz_tromba_params hz_tromba_class_params(const hz_tromba_class *x)
{
#define OWN(row) number(x, HZ_TROMBA_CLASS_##row)
#define PART(row, i) hz_object_element(&x->o, HZ_TROMBA_CLASS_OWN, HZ_TROMBA_CLASS_##row, i)
    double hand = hz_sigma_of(x->hand);
    hz_tromba_params p = {
        .string = hz_string_set_params(&x->string, &x->o),
        .body = { .size = { PART(BODYSIZE, 0), PART(BODYSIZE, 1) },
                  .thickness = OWN(BODYTHICKNESS),
                  .density = OWN(BODYDENSITY),
                  .young = OWN(BODYYOUNG),
                  .poisson = 0.3,
                  .sigma0 = fmax(OWN(BODYSIGMA0), hand),
                  .sigma1 = OWN(BODYSIGMA1),
                  .points = (int)OWN(BODYPOINTS) },
        .mass = OWN(BRIDGEMASS),
        .freq = OWN(BRIDGEFREQ),
        .damping = fmax(OWN(BRIDGEDAMPING), 2 * hand),
        .place = OWN(BRIDGEPOSITION),
        .offset = OWN(OFFSET),
        .foot = { PART(FOOT, 0), PART(FOOT, 1) },
        .tie = (enum hz_tie)OWN(CONNECTION),
        .k1 = OWN(K1),
        .k3 = OWN(K3),
        .loss = OWN(KLOSS),
        .join = { .stiffness = OWN(CONNECTIONSTIFFNESS), .exponent = OWN(CONNECTIONEXPONENT) },
        .rattle = { OWN(RATTLESTIFFNESS), OWN(RATTLEEXPONENT), OWN(RATTLEDAMPING) },
        .method = x->method,
        .friction = (enum hz_friction)OWN(BOW),
        .bow = { .curve = OWN(CURVE),
                 .stiffness = PART(BRISTLES, 0),
                 .damping = PART(BRISTLES, 1),
                 .viscosity = PART(BRISTLES, 2),
                 .stick = fmax(PART(FRICTION, 0), PART(FRICTION, 1)),
                 .slip = PART(FRICTION, 1),
                 .stribeck = PART(FRICTION, 2),
                 .plastic = 0.7 },
        .bow_place = OWN(BOWPOSITION),
        .finger = PART(FINGER, 0),
        .touch = PART(FINGER, 0) > 0 && PART(FINGER, 0) < 1 ? PART(FINGER, 1) : 0,
        .heard = PART(PICKUPS, 0),
        .heard_body = { PART(PICKUPS, 1), PART(PICKUPS, 2) },
    };
    p.string.sigma0 = fmax(p.string.sigma0, hand);
    return p;
}

void hz_tromba_class_defaults(hz_object *o)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    x->method = HZ_GRID_CLOSED;
    x->string.by_tension = 0;
    hz_tromba_class_keep_defaults(x);
    double flag = hz_object_number(o, HZ_TROMBA_CLASS_STRING, HZ_STRINGROW_TENSION);
    hz_tromba_class_follow(x);
    hz_object_put(o, HZ_TROMBA_CLASS_STRING, HZ_STRINGROW_TENSION,
                  flag); /* if it was given, its turn comes in `changed` */
}

void hz_tromba_class_derive(hz_object *o)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    int curved = number(x, HZ_TROMBA_CLASS_RATTLEEXPONENT) != 1;
    hz_object_put(o, HZ_TROMBA_CLASS_OWN, HZ_TROMBA_CLASS_METHOD,
                  x->method == HZ_GRID_CLOSED && curved ? HZ_GRID_NEWTON : x->method);
    hz_string_set_derive(&x->string, o);
}

void hz_tromba_class_update(hz_object *o, double h)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    hz_tromba_params p = hz_tromba_class_params(x);
    int moved = x->h > 0 && h != x->h; /* otherwise a value too high was refused, or is a key's */
    x->h = h;
    hz_tromba_class_follow(x);
    int says = hz_tromba_prepare(&x->model, &p, h, glide);
    if (says < 0)
        hz_object_remark(
            o, "no grid carries this body at this sample rate: the body stays what it was, or there is no sound");
    else if (moved && (says & HZ_STRING_HIGH))
        hz_object_remark(o, "no grid carries so high a string at this sample rate: it is lower");
}
