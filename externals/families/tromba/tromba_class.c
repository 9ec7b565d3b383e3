/* tromba_class: the trumpet marine as a patch describes it. */
#include "tromba_class.h"

#include "core/base/units.h"
#include "core/shapes/materials.h"

#include <math.h>

enum { glide = 64 }; /* The stiffness of a string follows in so many samples. */

static const hz_param foot[] = {
    { "x", NULL, 0.8, 0, 1, .doc = "This is the place of the foot along the body." },
    { "y", NULL, 0.4, 0, 1, .doc = "This is the place of the foot across the body." },
};
static const hz_param size[] = {
    { "x", "m", 1.4, 0.01, 100, .doc = "This is the length of the plate." },
    { "y", "m", 0.3, 0.01, 100, .doc = "This is the width of the plate." },
};
static const hz_param friction[] = {
    { "stick", NULL, 0.8, 0.01, 10,
      .doc = "While hair and string stick together, the friction may be as large as this times the force of the bow." },
    { "slip", NULL, 0.3, 0.01, 10,
      .doc = "While the hair slides over the string, the friction falls to this times the force of the bow. If it is "
             "larger than stick, it counts as stick too." },
    { "stribeck", "m/s", 0.1, 1e-3, 10,
      .doc = "At about this sliding speed the friction has fallen from stick to slip." },
};
static const hz_param bristles[] = {
    { "stiffness", "N/m", 1e4, 10, 1e8,
      .doc = "This is how stiff the bristles are, which bend while hair and string stick together." },
    { "damping", "s/m", 0.1, 0, 100,
      .doc = "This number, times the force of the bow, damps the bending of the bristles." },
    { "viscosity", "s/m", 0, 0, 100,
      .doc = "This number, times the force of the bow, is a friction that grows with the sliding speed." },
};
static const hz_param finger[] = {
    { "position", NULL, 0, 0, 1,
      .doc = "This is where the finger is along the string. Half of bridgeposition gives the octave. With 0 or 1 there "
             "is no finger." },
    { "force", "N", 0.5, 0, 1e3, .doc = "This is how hard the finger touches the string. With 0 there is no finger." },
};
static const hz_param pickups[] = {
    { "string", NULL, 0.3, 0, 1, .doc = "This is the place along the string whose motion is heard." },
    { "x", NULL, 0.8, 0, 1, .doc = "This is how far along the body its motion is heard." },
    { "y", NULL, 0.4, 0, 1, .doc = "This is how far across the body its motion is heard." },
};
static const hz_param mix[] = {
    { "string", NULL, 0.6, -1e3, 1e3, .doc = "The sound of the string is multiplied by this in the mix." },
    { "bridge", NULL, 0, -1e3, 1e3, .doc = "The sound of the bridge is multiplied by this in the mix." },
    { "body", NULL, 950, -1e3, 1e3, .doc = "The sound of the body is multiplied by this in the mix." },
};

#define TUPLE(p) .most = (int)(sizeof(p) / sizeof *(p)), .parts = (p)

static const hz_param rows[HZ_TROMBA_CLASS_ROWS] = {
    [HZ_TROMBA_CLASS_BRIDGEMASS] = { "bridgemass", "kg", 0.0002, 1e-6, 100, .doc = "This is the mass of the bridge." },
    [HZ_TROMBA_CLASS_BRIDGEFREQ] = { "bridgefreq", "Hz", 10000, 0, 20000,
                                     .doc = "The bridge stands on a spring of its own and swings at this frequency. "
                                            "Values over 0.45 of the sample rate count as that." },
    [HZ_TROMBA_CLASS_BRIDGEDAMPING] = { "bridgedamping", "1/s", 10000, 0, 1e5,
                                        .doc = "This is how strongly the swing of the bridge is damped." },
    [HZ_TROMBA_CLASS_BRIDGEPOSITION] = { "bridgeposition", NULL, 0.862, 0.01, 0.99,
                                         .doc = "This is where the bridge is along the string. The string sounds "
                                                "between its end and the bridge." },
    [HZ_TROMBA_CLASS_OFFSET] = { "offset", "m", 0, -0.01, 1,
                                 .doc = "This is the gap between the foot of the bridge and the body at rest. A narrow "
                                        "gap makes the bridge rattle, which is the sound of the instrument. A negative "
                                        "value presses the bridge on the body. With 1 the foot never touches, and "
                                        "nothing rattles." },
    [HZ_TROMBA_CLASS_FOOT] = { "foot", NULL, 0.8, 0, 1, TUPLE(foot),
                               .doc = "This is where on the body the foot of the bridge comes down." },
    [HZ_TROMBA_CLASS_BODYSIZE] = { "bodysize", "m", 1.4, 0.01, 100, TUPLE(size),
                                   .doc =
                                       "This is the size of the plate that is the body. A larger plate sounds lower." },
    [HZ_TROMBA_CLASS_BODYTHICKNESS] = { "bodythickness", "m", 0.004, 1e-5, 1,
                                        .doc = "This is how thick the plate is. A thicker plate sounds higher and is "
                                               "harder to move." },
    [HZ_TROMBA_CLASS_BODYMATERIAL] = { "bodymaterial", .choices = "own " HZ_MATERIAL_NAMES,
                                       .doc = "This is what the plate is made of. A material sets bodydensity and "
                                              "bodyyoung. With own they stay as they are." },
    [HZ_TROMBA_CLASS_BODYDENSITY] = { "bodydensity", "kg/m^3", 400, 1, 1e5,
                                      .doc = "This is the density of what the plate is made of." },
    [HZ_TROMBA_CLASS_BODYYOUNG] = { "bodyyoung", "N/m^2", 1e10, 0, 1e13,
                                    .doc = "This is Young's modulus of the plate: how stiff its material is. A stiffer "
                                           "plate sounds higher." },
    [HZ_TROMBA_CLASS_BODYSIGMA0] = { "bodysigma0", "1/s", 80, 0, 1e4,
                                     .doc = "This is how fast the plate dies away at all frequencies." },
    [HZ_TROMBA_CLASS_BODYSIGMA1] = { "bodysigma1", "m^2/s", 0.01, 0, 10,
                                     .doc = "This is how much faster high frequencies of the plate die away than low "
                                            "ones." },
    [HZ_TROMBA_CLASS_BODYPOINTS] = { "bodypoints", NULL, 300, 0, HZ_TROMBA_BODY, .flags = HZ_WHOLE, .word = "auto",
                                     .doc = "The plate is computed at this many points. More are more accurate, reach "
                                            "higher frequencies and cost more. With 0, or auto, there are as many as "
                                            "the method allows, and there are never more." },
    [HZ_TROMBA_CLASS_CONNECTION] = { "connection", .choices = "spring collision",
                                     .doc = "This is how the string is connected with the bridge: by a spring with k1, "
                                            "k3 and kloss, or by a joint that may be loose, with connectionstiffness, "
                                            "connectionexponent and connectionplay." },
    [HZ_TROMBA_CLASS_K1] = { "k1", "N/m", 5e6, 0, 1e18,
                             .doc = "With 'connection spring' this is the stiffness of the spring." },
    [HZ_TROMBA_CLASS_K3] = { "k3", "N/m^3", 0, 0, 1e24,
                             .doc = "With 'connection spring' this makes the spring harder the further it is "
                                    "stretched. It is the force per cubed length." },
    [HZ_TROMBA_CLASS_KLOSS] = { "kloss", "kg/s", 0, 0, 1e6,
                                .doc = "With 'connection spring' this is the damping of the spring." },
    [HZ_TROMBA_CLASS_CONNECTIONSTIFFNESS] = { "connectionstiffness", "N/m^a", 5e6, 0, 1e18,
                                              .doc = "With 'connection collision' this is how hard the joint is: K of "
                                                     "its force." },
    [HZ_TROMBA_CLASS_CONNECTIONEXPONENT] = { "connectionexponent", NULL, 1, 1, 6,
                                             .doc = "With 'connection collision' this is a, the exponent of the force "
                                                    "of the joint." },
    [HZ_TROMBA_CLASS_CONNECTIONPLAY] = { "connectionplay", "m", 0, 0, 1,
                                         .doc = "With 'connection collision' string and bridge can move this far "
                                                "against each other before the joint holds them. A loose joint rattles "
                                                "by itself." },
    [HZ_TROMBA_CLASS_RATTLESTIFFNESS] = { "rattlestiffness", "N/m^a", 1e6, 1, 1e18,
                                          .doc = "This is how hard the foot of the bridge meets the body. It is "
                                                 "the stiffness K of the force between them. A larger value "
                                                 "rattles more brightly." },
    [HZ_TROMBA_CLASS_RATTLEEXPONENT] = { "rattleexponent", NULL, 1, 1, 6,
                                         .doc = "This is the exponent a of the force between bridge and body. "
                                                "With 1 the force is computed by a formula, which is cheapest." },
    [HZ_TROMBA_CLASS_RATTLEDAMPING] = { "rattledamping", "s/m", 0, 0, 1e4,
                                        .doc = "This is the damping mu of the force between bridge and body. It "
                                               "says how much energy is lost when they meet." },
    [HZ_TROMBA_CLASS_METHOD] = { "method", .choices = "closed newton quadratised",
                                 .doc = "This is how contacts are computed: closed by a formula, newton by iteration, "
                                        "quadratised by an approximation that needs neither, for comparison. The "
                                        "formula serves rattleexponent 1 only. With any other, closed runs newton, and "
                                        "the message get answers with both words." },
    [HZ_TROMBA_CLASS_BOW] = { "bow", .choices = "curve bristle",
                              .doc = "This is how the bow grips the string: with curve the friction is a smooth "
                                     "function of the speed, with bristle the hair bends, sticks and slides." },
    [HZ_TROMBA_CLASS_BOWPOSITION] = { "bowposition", NULL, 0.33, 0, 1, .flags = HZ_STEADY | HZ_SIGNAL,
                                      .doc = "This is where the bow is along the string. With a connection at the "
                                             "third inlet the signal there counts." },
    [HZ_TROMBA_CLASS_BOWSPEED] = { "bowspeed", "m/s", 0.2, -10, 10, .flags = HZ_STEADY | HZ_SIGNAL,
                                   .doc = "Bang, stroke and note draw the bow with this speed, and a change is heard "
                                          "while they sound. More speed is louder." },
    [HZ_TROMBA_CLASS_BOWFORCE] = { "bowforce", "N", 0.09, 0, 1e3, .flags = HZ_STEADY | HZ_SIGNAL,
                                   .doc = "Bang, stroke and note press the bow on the string with this force, and a "
                                          "change is heard while they sound. Too little only whistles, too much "
                                          "scratches." },
    [HZ_TROMBA_CLASS_CURVE] = { "curve", "s^2/m^2", 150, 0.01, 1e6, .flags = HZ_STEADY,
                                .doc = "With 'bow curve' the friction is greatest at a sliding speed of 1/sqrt(2 "
                                       "curve) m/s. With a larger value the hair slips sooner." },
    [HZ_TROMBA_CLASS_FRICTION] = { "friction", NULL, 0.8, 0, 10, TUPLE(friction), .flags = HZ_STEADY,
                                   .doc =
                                       "With 'bow bristle' this is how the hair holds the string and lets it slip." },
    [HZ_TROMBA_CLASS_BRISTLES] = { "bristles", NULL, 1e4, 0, 1e8, TUPLE(bristles), .flags = HZ_STEADY,
                                   .doc = "With 'bow bristle' this is how the hair bends." },
    [HZ_TROMBA_CLASS_FINGER] = { "finger", NULL, 0, 0, 1e3, TUPLE(finger), .flags = HZ_STEADY,
                                 .doc = "A finger touches the string lightly. At a half, a third or a quarter of the "
                                        "string it makes it sound a harmonic." },
    [HZ_TROMBA_CLASS_PICKUPS] = { "pickups", NULL, 0.3, 0, 1, TUPLE(pickups),
                                  .doc =
                                      "These are the places where the motion of the string and of the body is heard." },
    [HZ_TROMBA_CLASS_MIX] = { "mix", NULL, 0.6, -1e3, 1e3, TUPLE(mix), .flags = HZ_STEADY,
                              .doc = "With -mono the one outlet carries string, bridge and body, each multiplied by "
                                     "its number." },
    [HZ_TROMBA_CLASS_MONO] = { "mono", .flags = HZ_SWITCH | HZ_CREATION,
                               .doc = "The object has one audio outlet, which carries the mix of string, bridge and "
                                      "body. Without this flag it has three." },
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
