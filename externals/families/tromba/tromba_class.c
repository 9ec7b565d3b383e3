/* tromba_class: the trumpet marine as a patch describes it. */
#include "tromba_class.h"

#include "core/base/units.h"
#include "core/shapes/materials.h"

#include <math.h>

enum { glide = 64 }; /* The stiffness of a string follows in so many samples. */

static const hz_param foot[] = {
    { "x", NULL, 0.8, 0, 1, .doc = "The foot is here along the body." },
    { "y", NULL, 0.4, 0, 1, .doc = "The foot is here across it." },
};
static const hz_param size[] = {
    { "x", "m", 1.4, 0.01, 100, .doc = "The plate has this length." },
    { "y", "m", 0.3, 0.01, 100, .doc = "The plate has this width." },
};
static const hz_param friction[] = {
    { "stick", NULL, 0.8, 0.01, 10, .doc = "This is the friction at rest, over the force of the bow." },
    { "slip", NULL, 0.3, 0.01, 10,
      .doc = "This is the friction in motion, over the force of the bow. It is not above stick." },
    { "stribeck", "m/s", 0.1, 1e-3, 10, .doc = "It says how soon the one falls to the other." },
};
static const hz_param bristles[] = {
    { "stiffness", "N/m", 1e4, 10, 1e8, .doc = "The bristles have this stiffness." },
    { "damping", "s/m", 0.1, 0, 100, .doc = "This damps the bending of the bristles, times the force of the bow." },
    { "viscosity", "s/m", 0, 0, 100, .doc = "This damps their sliding, times the force of the bow." },
};
static const hz_param finger[] = {
    { "position", NULL, 0, 0, 1,
      .doc = "The finger is here, along the string. Half of bridgeposition gives the octave. With 0 or 1 there is no "
             "finger." },
    { "force", "N", 0.5, 0, 1e3, .doc = "The finger touches the string so hard. With 0 there is no finger." },
};
static const hz_param pickups[] = {
    { "string", NULL, 0.3, 0, 1, .doc = "The string is heard here." },
    { "x", NULL, 0.8, 0, 1, .doc = "The body is heard here along it." },
    { "y", NULL, 0.4, 0, 1, .doc = "The body is heard here across it." },
};
static const hz_param mix[] = {
    { "string", NULL, 0.6, -1e3, 1e3, .doc = "There is so much of the string in the mix." },
    { "bridge", NULL, 0, -1e3, 1e3, .doc = "There is so much of the bridge in the mix." },
    { "body", NULL, 950, -1e3, 1e3, .doc = "There is so much of the body in the mix." },
};

#define TUPLE(p) .most = (int)(sizeof(p) / sizeof *(p)), .parts = (p)

static const hz_param rows[HZ_TROMBA_CLASS_ROWS] = {
    [HZ_TROMBA_CLASS_BRIDGEMASS] = { "bridgemass", "kg", 0.0002, 1e-6, 100, .doc = "The bridge has this mass." },
    [HZ_TROMBA_CLASS_BRIDGEFREQ] = { "bridgefreq", "Hz", 10000, 0, 20000,
                                     .doc = "The bridge swings on its own spring at this frequency, but not over 0.45 "
                                            "of the sample rate." },
    [HZ_TROMBA_CLASS_BRIDGEDAMPING] = { "bridgedamping", "1/s", 10000, 0, 1e5,
                                        .doc = "It damps the swing of the bridge." },
    [HZ_TROMBA_CLASS_BRIDGEPOSITION] = { "bridgeposition", NULL, 0.862, 0.01, 0.99,
                                         .doc = "The bridge is here, along the string." },
    [HZ_TROMBA_CLASS_OFFSET] = { "offset", "m", 0, -0.01, 1,
                                 .doc = "The bridge rests so high over the body. Under 0 it presses on it, and with 1 "
                                        "it does not rattle." },
    [HZ_TROMBA_CLASS_FOOT] = { "foot", NULL, 0.8, 0, 1, TUPLE(foot), .doc = "The bridge meets the body here." },
    [HZ_TROMBA_CLASS_BODYSIZE] = { "bodysize", "m", 1.4, 0.01, 100, TUPLE(size), .doc = "The plate has this size." },
    [HZ_TROMBA_CLASS_BODYTHICKNESS] = { "bodythickness", "m", 0.004, 1e-5, 1, .doc = "The plate has this thickness." },
    [HZ_TROMBA_CLASS_BODYMATERIAL] = { "bodymaterial", .choices = "own " HZ_MATERIAL_NAMES,
                                       .doc = "It sets bodydensity and bodyyoung. With own they stay as they are." },
    [HZ_TROMBA_CLASS_BODYDENSITY] = { "bodydensity", "kg/m^3", 400, 1, 1e5, .doc = "The plate has this density." },
    [HZ_TROMBA_CLASS_BODYYOUNG] = { "bodyyoung", "N/m^2", 1e10, 0, 1e13, .doc = "It makes the plate stiff." },
    [HZ_TROMBA_CLASS_BODYSIGMA0] = { "bodysigma0", "1/s", 80, 0, 1e4,
                                     .doc = "This is the loss of the plate at all frequencies." },
    [HZ_TROMBA_CLASS_BODYSIGMA1] = { "bodysigma1", "m^2/s", 0.01, 0, 10,
                                     .doc = "This is the loss of the plate that rises with frequency." },
    [HZ_TROMBA_CLASS_BODYPOINTS] = { "bodypoints", NULL, 300, 0, HZ_TROMBA_BODY, .flags = HZ_WHOLE, .word = "auto",
                                     .doc = "The grid of the plate has so many points. With 0, or auto, it has as many "
                                            "as are stable, and it never has more." },
    [HZ_TROMBA_CLASS_CONNECTION] = { "connection", .choices = "spring collision",
                                     .doc = "String and bridge are connected by a spring with k1, k3 and kloss, or by "
                                            "a two-sided collision law." },
    [HZ_TROMBA_CLASS_K1] = { "k1", "N/m", 5e6, 0, 1e18, .doc = "This is the stiffness of the spring." },
    [HZ_TROMBA_CLASS_K3] = { "k3", "N/m^3", 0, 0, 1e24,
                             .doc = "This is the cubic part of the stiffness of the spring." },
    [HZ_TROMBA_CLASS_KLOSS] = { "kloss", "kg/s", 0, 0, 1e6, .doc = "This is the loss of the spring." },
    [HZ_TROMBA_CLASS_CONNECTIONSTIFFNESS] = { "connectionstiffness", "N/m^a", 5e6, 0, 1e18,
                                              .doc = "This is K of the collision law." },
    [HZ_TROMBA_CLASS_CONNECTIONEXPONENT] = { "connectionexponent", NULL, 1, 1, 6,
                                             .doc = "This is a of the collision law." },
    [HZ_TROMBA_CLASS_CONNECTIONPLAY] = { "connectionplay", "m", 0, 0, 1,
                                         .doc = "The collision law does nothing within this: a loose joint, which "
                                                "rattles by itself." },
    [HZ_TROMBA_CLASS_RATTLESTIFFNESS] = { "rattlestiffness", "N/m^a", 1e6, 1, 1e18,
                                          .doc = "This is K of the contact between bridge and body." },
    [HZ_TROMBA_CLASS_RATTLEEXPONENT] = { "rattleexponent", NULL, 1, 1, 6,
                                         .doc = "This is a of that contact. With 1 it is solved in closed form." },
    [HZ_TROMBA_CLASS_RATTLEDAMPING] = { "rattledamping", "s/m", 0, 0, 1e4, .doc = "This is mu of that contact." },
    [HZ_TROMBA_CLASS_METHOD] = { "method", .choices = "closed newton quadratised",
                                 .doc = "It says how contacts are solved. With an exponent other than 1, closed runs "
                                        "newton, and 'get' says so." },
    [HZ_TROMBA_CLASS_BOW] = { "bow", .choices = "curve bristle",
                              .doc = "It chooses the friction: a smooth curve of velocity, or bristles that stick and "
                                     "slide." },
    [HZ_TROMBA_CLASS_BOWPOSITION] = { "bowposition", NULL, 0.33, 0, 1, .flags = HZ_SIGNAL,
                                      .doc = "The bow is here, along the string. Where the inlet is not 0, the inlet "
                                             "counts." },
    [HZ_TROMBA_CLASS_BOWSPEED] = { "bowspeed", "m/s", 0.2, -10, 10, .flags = HZ_SIGNAL,
                                   .doc = "Bang, stroke and note draw the bow with this velocity, and follow it." },
    [HZ_TROMBA_CLASS_BOWFORCE] = { "bowforce", "N", 0.09, 0, 1e3, .flags = HZ_SIGNAL,
                                   .doc = "Bang, stroke and note press the bow with this force, and follow it." },
    [HZ_TROMBA_CLASS_CURVE] = { "curve", "s^2/m^2", 150, 0.01, 1e6,
                                .doc = "The friction of 'bow curve' peaks at 1/sqrt(2 curve) m/s." },
    [HZ_TROMBA_CLASS_FRICTION] = { "friction", NULL, 0.8, 0, 10, TUPLE(friction),
                                   .doc = "This is the friction of 'bow bristle'." },
    [HZ_TROMBA_CLASS_BRISTLES] = { "bristles", NULL, 1e4, 0, 1e8, TUPLE(bristles),
                                   .doc = "These are the bristles of 'bow bristle'." },
    [HZ_TROMBA_CLASS_FINGER] = { "finger", NULL, 0, 0, 1e3, TUPLE(finger),
                                 .doc = "A finger touches the string. At a node it leaves the harmonic." },
    [HZ_TROMBA_CLASS_PICKUPS] = { "pickups", NULL, 0.3, 0, 1, TUPLE(pickups),
                                  .doc = "String and body are heard here." },
    [HZ_TROMBA_CLASS_MIX] = { "mix", NULL, 0.6, -1e3, 1e3, TUPLE(mix),
                              .doc = "The one outlet of -mono carries this mix." },
    [HZ_TROMBA_CLASS_MONO] = { "mono", .flags = HZ_SWITCH | HZ_CREATION,
                               .doc = "One audio outlet carries the mix of string, bridge and body." },
};

const hz_table hz_tromba_class_tables[HZ_TROMBA_CLASS_TABLES] = {
    [HZ_TROMBA_CLASS_STRING] = { .rows = hz_string_rows,
                                 .n = HZ_STRING_ROWS,
                                 .initial = "freq 32, length 1.9, young 5e9, decay 5, highloss 0.003, points 450" },
    [HZ_TROMBA_CLASS_OWN] = { .rows = rows, .n = HZ_TROMBA_CLASS_ROWS },
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
        .play = OWN(CONNECTIONPLAY),
        .rattle = { OWN(RATTLESTIFFNESS), OWN(RATTLEEXPONENT), OWN(RATTLEDAMPING) },
        .method = (hz_grid_method)number(x, HZ_TROMBA_CLASS_METHOD),
        .friction = (enum hz_friction)OWN(BOW),
        .bow = { .curve = OWN(CURVE) / (x->lightness * x->lightness),
                 .stiffness = PART(BRISTLES, 0),
                 .damping = PART(BRISTLES, 1),
                 .viscosity = PART(BRISTLES, 2),
                 .stick = fmax(PART(FRICTION, 0), PART(FRICTION, 1)),
                 .slip = PART(FRICTION, 1),
                 .stribeck = PART(FRICTION, 2) * x->lightness,
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
    x->lightness = 1;
    x->open = 0;
    x->string.by_tension = 0;
    hz_tromba_class_keep_defaults(x);
    double flag = hz_object_number(o, HZ_TROMBA_CLASS_STRING, HZ_STRINGROW_TENSION);
    hz_tromba_class_follow(x);
    hz_object_put(o, HZ_TROMBA_CLASS_STRING, HZ_STRINGROW_TENSION,
                  flag); /* If it was given, its turn comes in `changed`. */
}

int hz_tromba_class_derived(const hz_object *o, int table, int row)
{
    return hz_string_set_derived(&((const hz_tromba_class *)o)->string, table, row);
}

void hz_tromba_class_derive(hz_object *o)
{
    hz_string_set_derive(&((hz_tromba_class *)o)->string, o);
}

int hz_tromba_class_runs(const hz_object *o, int table, int row)
{
    const hz_tromba_class *x = (const hz_tromba_class *)o;
    int is_method = table == HZ_TROMBA_CLASS_OWN && row == HZ_TROMBA_CLASS_METHOD;
    return is_method && number(x, row) == HZ_GRID_CLOSED && number(x, HZ_TROMBA_CLASS_RATTLEEXPONENT) != 1
               ? HZ_GRID_NEWTON
               : -1;
}

void hz_tromba_class_update(hz_object *o, double h)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    hz_tromba_params p = hz_tromba_class_params(x);
    int moved = x->h > 0 && h != x->h; /* Otherwise a value that is too high was refused, or a key made it. */
    x->h = h;
    hz_tromba_class_follow(x);
    hz_tromba_class_bend(x);
    int says = hz_tromba_prepare(&x->model, &p, h, glide);
    if (says < 0)
        hz_object_remark(
            o, "no grid carries this body at this sample rate, so the body stays what it was, or there is no sound");
    else if (moved && (says & HZ_STRING_HIGH))
        hz_object_remark(o, "no grid carries so high a string at this sample rate, so it is lower");
}
