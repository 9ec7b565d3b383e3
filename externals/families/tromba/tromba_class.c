/* tromba_class: the trumpet marine as a patch describes it. */
#include "tromba_class.h"

#include <math.h>

enum { glide = 64 }; /* samples in which a string's stiffness follows */

static const hz_param foot[] = {
    { .name = "x", .init = 0.8, .min = 0, .max = 1, .doc = "along the body" },
    { .name = "y", .init = 0.4, .min = 0, .max = 1, .doc = "across it" },
};
static const hz_param size[] = {
    { .name = "x", .unit = "m", .init = 1.35, .min = 0.01, .max = 100, .doc = "length" },
    { .name = "y", .unit = "m", .init = 0.18, .min = 0.01, .max = 100, .doc = "width" },
};
static const hz_param friction[] = {
    { .name = "stick", .init = 0.8, .min = 0.01, .max = 10, .doc = "at rest, over the bow's force" },
    { .name = "slip", .init = 0.3, .min = 0.01, .max = 10, .doc = "in motion; not above stick" },
    { .name = "stribeck",
      .unit = "m/s",
      .init = 0.1,
      .min = 1e-3,
      .max = 10,
      .doc = "how fast one falls to the other" },
};
static const hz_param bristles[] = {
    { .name = "stiffness", .unit = "N/m", .init = 1e4, .min = 10, .max = 1e8, .doc = "of the bristles" },
    { .name = "damping",
      .unit = "s/m",
      .init = 0.1,
      .min = 0,
      .max = 100,
      .doc = "of their bending, times the bow's force" },
    { .name = "viscosity", .unit = "s/m", .init = 0, .min = 0, .max = 100, .doc = "of sliding, times the bow's force" },
};
static const hz_param finger[] = {
    { .name = "position",
      .init = 0,
      .min = 0,
      .max = 1,
      .doc = "along the string, half of bridgeposition: the octave; 0 or 1: no finger" },
    { .name = "force", .unit = "N", .init = 0.5, .min = 0, .max = 1e3, .doc = "how hard it touches; 0: no finger" },
};
static const hz_param pickups[] = {
    { .name = "string", .init = 0.3, .min = 0, .max = 1, .doc = "along the string" },
    { .name = "x", .init = 0.8, .min = 0, .max = 1, .doc = "along the body" },
    { .name = "y", .init = 0.4, .min = 0, .max = 1, .doc = "across it" },
};
static const hz_param mix[] = {
    { .name = "string", .init = 0.06, .min = -1e3, .max = 1e3, .doc = "how much of it" },
    { .name = "bridge", .init = 0.3, .min = -1e3, .max = 1e3, .doc = "how much of it" },
    { .name = "body", .init = 1, .min = -1e3, .max = 1e3, .doc = "how much of it" },
};

#define TUPLE(p) .most = (int)(sizeof(p) / sizeof *(p)), .parts = (p)

const hz_param hz_tromba_class_rows[HZ_TROMBA_CLASS_ROWS] = {
    [HZ_TROMBA_CLASS_BRIDGEMASS] = { .name = "bridgemass",
                                     .unit = "kg",
                                     .init = 0.001,
                                     .min = 1e-6,
                                     .max = 100,
                                     .doc = "of the bridge" },
    [HZ_TROMBA_CLASS_BRIDGEFREQ] = { .name = "bridgefreq",
                                     .unit = "Hz",
                                     .init = 350,
                                     .min = 0,
                                     .max = 20000,
                                     .doc = "of the bridge on its own spring; over 0.45 of the sample rate: that" },
    [HZ_TROMBA_CLASS_BRIDGEDAMPING] = { .name = "bridgedamping",
                                        .unit = "1/s",
                                        .init = 0.05,
                                        .min = 0,
                                        .max = 1e5,
                                        .doc = "of the bridge's swing" },
    [HZ_TROMBA_CLASS_BRIDGEPOSITION] = { .name = "bridgeposition",
                                         .init = 0.8684,
                                         .min = 0.01,
                                         .max = 0.99,
                                         .doc = "along the string" },
    [HZ_TROMBA_CLASS_OFFSET] = { .name = "offset",
                                 .unit = "m",
                                 .init = 5e-6,
                                 .min = -0.01,
                                 .max = 1,
                                 .doc = "rest height of the bridge over the body; under 0 it presses, 1: no rattle" },
    [HZ_TROMBA_CLASS_FOOT] = { .name = "foot",
                               .init = 0.8,
                               .min = 0,
                               .max = 1,
                               TUPLE(foot),
                               .doc = "where the bridge meets the body" },
    [HZ_TROMBA_CLASS_BODYSIZE] = { .name = "bodysize",
                                   .unit = "m",
                                   .init = 1.35,
                                   .min = 0.01,
                                   .max = 100,
                                   TUPLE(size),
                                   .doc = "of the plate" },
    [HZ_TROMBA_CLASS_BODYTHICKNESS] = { .name = "bodythickness",
                                        .unit = "m",
                                        .init = 0.01,
                                        .min = 1e-5,
                                        .max = 1,
                                        .doc = "of the plate" },
    [HZ_TROMBA_CLASS_BODYMATERIAL] = { .name = "bodymaterial",
                                       .choices =
                                           "own steel aluminium brass bronze glass oak spruce rosewood nylon rubber "
                                           "porcelain skin",
                                       .doc = "sets bodydensity and bodyyoung; own: as they are" },
    [HZ_TROMBA_CLASS_BODYDENSITY] = { .name = "bodydensity",
                                      .unit = "kg/m^3",
                                      .init = 50,
                                      .min = 1,
                                      .max = 1e5,
                                      .doc = "of the plate" },
    [HZ_TROMBA_CLASS_BODYYOUNG] = { .name = "bodyyoung",
                                    .unit = "N/m^2",
                                    .init = 2e5,
                                    .min = 0,
                                    .max = 1e13,
                                    .doc = "of the plate: its stiffness" },
    [HZ_TROMBA_CLASS_BODYSIGMA0] = { .name = "bodysigma0",
                                     .unit = "1/s",
                                     .init = 2,
                                     .min = 0,
                                     .max = 1e4,
                                     .doc = "loss of the plate at all frequencies" },
    [HZ_TROMBA_CLASS_BODYSIGMA1] = { .name = "bodysigma1",
                                     .unit = "m^2/s",
                                     .init = 0.05,
                                     .min = 0,
                                     .max = 10,
                                     .doc = "loss that rises with frequency" },
    [HZ_TROMBA_CLASS_BODYPOINTS] = { .name = "bodypoints",
                                     .init = 1690,
                                     .min = 0,
                                     .max = HZ_TROMBA_BODY,
                                     .flags = HZ_WHOLE,
                                     .doc =
                                         "of the plate's grid; 0: as many as are stable; more than are stable: fewer" },
    [HZ_TROMBA_CLASS_CONNECTION] = { .name = "connection",
                                     .choices = "spring collision",
                                     .doc = "between string and bridge: a spring with k1, k3 and kloss, or a two-sided "
                                            "collision law" },
    [HZ_TROMBA_CLASS_K1] = { .name = "k1",
                             .unit = "N/m",
                             .init = 5e6,
                             .min = 0,
                             .max = 1e18,
                             .doc = "stiffness of the spring" },
    [HZ_TROMBA_CLASS_K3] = { .name = "k3", .unit = "N/m^3", .init = 0, .min = 0, .max = 1e24, .doc = "its cubic part" },
    [HZ_TROMBA_CLASS_KLOSS] = { .name = "kloss", .unit = "kg/s", .init = 0, .min = 0, .max = 1e6, .doc = "its loss" },
    [HZ_TROMBA_CLASS_CONNECTIONSTIFFNESS] = { .name = "connectionstiffness",
                                              .unit = "N/m^a",
                                              .init = 5e6,
                                              .min = 0,
                                              .max = 1e18,
                                              .doc = "K of the collision law" },
    [HZ_TROMBA_CLASS_CONNECTIONEXPONENT] = { .name = "connectionexponent",
                                             .init = 1,
                                             .min = 1,
                                             .max = 6,
                                             .doc = "a of the collision law" },
    [HZ_TROMBA_CLASS_RATTLESTIFFNESS] = { .name = "rattlestiffness",
                                          .unit = "N/m^a",
                                          .init = 5e8,
                                          .min = 1,
                                          .max = 1e18,
                                          .doc = "K of the contact between bridge and body" },
    [HZ_TROMBA_CLASS_RATTLEEXPONENT] = { .name = "rattleexponent",
                                         .init = 1,
                                         .min = 1,
                                         .max = 6,
                                         .doc = "a of that contact; 1 is solved in closed form" },
    [HZ_TROMBA_CLASS_RATTLEDAMPING] = { .name = "rattledamping",
                                        .unit = "s/m",
                                        .init = 0,
                                        .min = 0,
                                        .max = 1e4,
                                        .doc = "mu of that contact" },
    [HZ_TROMBA_CLASS_METHOD] = { .name = "method",
                                 .choices = "closed newton quadratised",
                                 .doc = "of the contacts; closed with another exponent than 1 runs newton, and get "
                                        "says so" },
    [HZ_TROMBA_CLASS_BOW] = { .name = "bow",
                              .choices = "curve bristle",
                              .doc = "the friction: a smooth curve of velocity, or bristles that stick and slide" },
    [HZ_TROMBA_CLASS_BOWPOSITION] = { .name = "bowposition",
                                      .init = 0.12,
                                      .min = 0,
                                      .max = 1,
                                      .doc = "along the string; the inlet counts in its place where it is not 0" },
    [HZ_TROMBA_CLASS_BOWSPEED] = { .name = "bowspeed",
                                   .unit = "m/s",
                                   .init = 0.1,
                                   .min = -10,
                                   .max = 10,
                                   .doc = "of bang, stroke and note" },
    [HZ_TROMBA_CLASS_BOWFORCE] = { .name = "bowforce",
                                   .unit = "N",
                                   .init = 0.4,
                                   .min = 0,
                                   .max = 1e3,
                                   .doc = "of bang, stroke and note" },
    [HZ_TROMBA_CLASS_CURVE] = { .name = "curve",
                                .unit = "s^2/m^2",
                                .init = 100,
                                .min = 0.01,
                                .max = 1e6,
                                .doc = "of bow curve: friction peaks at 1/sqrt(2 curve) m/s" },
    [HZ_TROMBA_CLASS_FRICTION] = { .name = "friction",
                                   .init = 0.8,
                                   .min = 0,
                                   .max = 10,
                                   TUPLE(friction),
                                   .doc = "of bow bristle" },
    [HZ_TROMBA_CLASS_BRISTLES] = { .name = "bristles",
                                   .init = 1e4,
                                   .min = 0,
                                   .max = 1e8,
                                   TUPLE(bristles),
                                   .doc = "of bow bristle" },
    [HZ_TROMBA_CLASS_FINGER] = { .name = "finger",
                                 .init = 0,
                                 .min = 0,
                                 .max = 1e3,
                                 TUPLE(finger),
                                 .doc = "touches the string; at a node it leaves the harmonic" },
    [HZ_TROMBA_CLASS_PICKUPS] = { .name = "pickups",
                                  .init = 0.3,
                                  .min = 0,
                                  .max = 1,
                                  TUPLE(pickups),
                                  .doc = "where string and body are heard" },
    [HZ_TROMBA_CLASS_MIX] = { .name = "mix",
                              .init = 0.06,
                              .min = -1e3,
                              .max = 1e3,
                              TUPLE(mix),
                              .doc = "of the one outlet of -mono" },
    [HZ_TROMBA_CLASS_MONO] = { .name = "mono",
                               .flags = HZ_SWITCH | HZ_CREATION,
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

static double part(const hz_tromba_class *x, int row, int i)
{
    if (i < hz_object_count(&x->o, HZ_TROMBA_CLASS_OWN, row))
        return hz_object_element(&x->o, HZ_TROMBA_CLASS_OWN, row, i);
    return hz_tromba_class_rows[row].parts[i].init;
}

hz_tromba_params hz_tromba_class_params(const hz_tromba_class *x)
{
#define OWN(row) number(x, HZ_TROMBA_CLASS_##row)
#define PART(row, i) part(x, HZ_TROMBA_CLASS_##row, i)
    double hand = x->hand > 0 ? log(1000) / x->hand : 0;
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
