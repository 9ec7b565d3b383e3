/* tromba_class: the trumpet marine as a patch describes it. */
#include "tromba_class.h"

#include "core/base/units.h"
#include "core/shapes/materials.h"

#include <math.h>

enum { glide = 64 }; /* The stiffness of a string follows in so many samples. */

static const hz_param foot[] = {
    { "x", NULL, 0.8, 0, 1, .doc = "Position of the foot along the body." },
    { "y", NULL, 0.4, 0, 1, .doc = "Position of the foot across the body." },
};
static const hz_param size[] = {
    { "x", "m", 1.4, 0.01, 20, .doc = "Length of the plate." },
    { "y", "m", 0.3, 0.01, 20, .doc = "Width of the plate." },
};
static const hz_param friction[] = {
    { "stick", NULL, 0.8, 0.01, 10, .doc = "Friction coefficient while hair and string stick together." },
    { "slip", NULL, 0.3, 0.01, 10,
      .doc = "Friction coefficient while the hair slides over the string. A value above stick raises stick to the "
             "same." },
    { "stribeck", "m/s", 0.1, 1e-3, 10,
      .doc = "Sliding speed at which friction has roughly fallen from stick to slip." },
};
static const hz_param bristles[] = {
    { "stiffness", "N/m", 1e4, 10, 1e8,
      .doc = "Stiffness of the bristles that bend while hair and string stick together." },
    { "damping", "s/m", 0.1, 0, 100, .doc = "Damping of the bristles' bending, per newton of bow force." },
    { "viscosity", "s/m", 0, 0, 100, .doc = "Friction that grows with the sliding speed, per newton of bow force." },
};
static const hz_param finger[] = {
    { "position", NULL, 0, 0, 1,
      .doc = "Position of the finger along the string. Half of bridgeposition gives the octave. 0 or 1: no finger." },
    { "force", "N", 0.5, 0, 1e3, .doc = "Finger pressure on the string. 0: no finger." },
};
static const hz_param pickups[] = {
    { "string", NULL, 0.3, 0, 1, .doc = "Place along the string whose motion is picked up." },
    { "x", NULL, 0.8, 0, 1, .doc = "Place along the body whose motion is picked up." },
    { "y", NULL, 0.4, 0, 1, .doc = "Place across the body whose motion is picked up." },
};
static const hz_param mix[] = {
    { "string", NULL, 0.6, -1e3, 1e3, .doc = "Level of the string in the mix, as a factor." },
    { "bridge", NULL, 0, -1e3, 1e3, .doc = "Level of the bridge in the mix, as a factor." },
    { "body", NULL, 950, -1e3, 1e3, .doc = "Level of the body in the mix, as a factor." },
};

#define AT(member) HZ_FIELD(hz_tromba_own, member)
#define TUPLE(p) .most = (int)(sizeof(p) / sizeof *(p)), .parts = (p)

static const hz_param rows[HZ_TROMBA_CLASS_ROWS] = {
    { "bridgemass", "kg", 0.0002, 1e-6, 100, AT(p.mass), .doc = "Mass of the bridge." },
    { "bridgefreq", "Hz", 10000, 0, 20000, AT(p.freq),
      .doc = "Resonance frequency of the bridge on its own spring, limited to 0.45 of the sample rate." },
    { "bridgedamping", "1/s", 10000, 0, 1e5, AT(p.damping), .doc = "Damping of the bridge's own motion." },
    { "bridgeposition", NULL, 0.862, 0.01, 0.99, AT(p.place),
      .doc = "Position of the bridge along the string. The string sounds between its end and the bridge." },
    { "offset", "m", 0, -0.01, 1, AT(p.offset),
      .doc = "Gap between the foot of the bridge and the body at rest. A narrow gap makes the bridge rattle, which is "
             "the sound of the instrument. Negative: the bridge presses on the body. 1: the foot never touches, and "
             "nothing rattles." },
    { "foot", NULL, 0.8, 0, 1, TUPLE(foot), AT(p.foot), .doc = "Where the foot of the bridge meets the body." },
    { "bodysize", "m", 1.4, 0.01, 20, TUPLE(size), AT(p.body.size),
      .doc = "Size of the plate that is the body. Larger: lower." },
    { "bodythickness", "m", 0.004, 1e-5, 0.1, AT(p.body.thickness),
      .doc = "Thickness of the plate. Thicker: higher, and harder to move." },
    { "bodymaterial", .choices = "own " HZ_MATERIAL_NAMES, AT(material),
      .doc = "Material of the plate. Sets bodydensity, bodyyoung and bodypoisson. own: leaves them as they are." },
    { "bodydensity", "kg/m^3", 400, 1, 1e5, AT(p.body.density), .doc = "Density of the plate's material." },
    { "bodyyoung", "N/m^2", 1e10, 0, 1e13, AT(p.body.young),
      .doc = "Young's modulus of the plate, the stiffness of its material. Stiffer: higher." },
    { "bodypoisson", NULL, 0.3, 0, 0.5, AT(p.body.poisson),
      .doc = "Poisson's ratio of the plate: how much narrower its material gets when stretched. 0.2 for glass, 0.3 for "
             "metals, 0.5 for rubber. Higher: a stiffer plate, up to 15 % higher." },
    { "bodysigma0", "1/s", 80, 0, 1e4, AT(p.body.sigma0), .doc = "Damping of the plate at all frequencies." },
    { "bodysigma1", "m^2/s", 0.01, 0, 10, AT(p.body.sigma1),
      .doc = "How much faster high frequencies of the plate decay than low ones." },
    { "bodypoints", NULL, 300, 0, HZ_TROMBA_BODY, .flags = HZ_WHOLE, .word = "auto", AT(p.body.points),
      .doc = "Grid points of the plate. More: more accurate, with higher frequencies, and more CPU. 0 or auto: as many "
             "as the method allows, which is also the maximum." },
    { "connection", .choices = "spring collision", AT(p.tie),
      .doc = "How the string is connected to the bridge. spring: by a spring with k1, k3 and kloss. collision: by a "
             "joint that may be loose, with connectionstiffness, connectionexponent and connectionplay." },
    { "k1", "N/m", 5e6, 0, 1e17, AT(p.k1), .doc = "Stiffness of the spring, with 'connection spring'." },
    { "k3", "N/m^3", 0, 0, 1e24, AT(p.k3),
      .doc = "Cubic stiffness of the spring, with 'connection spring': it gets harder the further it is stretched." },
    { "kloss", "kg/s", 0, 0, 1e6, AT(p.loss), .doc = "Damping of the spring, with 'connection spring'." },
    { "connectionstiffness", "N/m^a", 5e6, 0, 1e17, AT(p.join.stiffness),
      .doc = "Stiffness K of the joint, with 'connection collision'." },
    { "connectionexponent", NULL, 1, 1, 6, AT(p.join.exponent),
      .doc = "Exponent a of the joint's force, with 'connection collision'." },
    { "connectionplay", "m", 0, 0, 1, AT(p.play),
      .doc = "Play of the joint, with 'connection collision': how far string and bridge move against each other before "
             "it holds them. A loose joint rattles by itself." },
    { "rattlestiffness", "N/m^a", 1e6, 1, 1e17, AT(p.rattle.stiffness),
      .doc = "Stiffness K of the contact between the foot of the bridge and the body. Higher: a brighter rattle." },
    { "rattleexponent", NULL, 1, 1, 6, AT(p.rattle.exponent),
      .doc = "Exponent a of the contact between bridge and body. 1: computed by a formula, which is cheapest." },
    { "rattledamping", "s/m", 0, 0, 1e4, AT(p.rattle.damping),
      .doc = "Damping mu of the contact between bridge and body: sets the energy lost when they meet." },
    { "method", .choices = "closed newton quadratised", AT(p.method),
      .doc = "How contacts are computed. closed: by a formula. newton: by iteration. quadratised: by an approximation "
             "that needs neither, for comparison. The formula is for rattleexponent 1 only: with any other, closed "
             "runs newton, and get answers with both words." },
    { "bow", .choices = "curve bristle", AT(p.friction),
      .doc = "Friction model of the bow. curve: a smooth function of the sliding speed. bristle: the hair bends, "
             "sticks and slips." },
    { "bowposition", NULL, 0.33, 0, 1, .flags = HZ_STEADY | HZ_SIGNAL, AT(p.bow_place),
      .doc = "Position of the bow along the string. The third inlet overrides it when connected." },
    { "bowspeed", "m/s", 0.2, -10, 10, .flags = HZ_STEADY | HZ_SIGNAL, AT(speed),
      .doc = "Bow speed of bang, stroke and note. Changes are heard while they sound. Faster: louder." },
    { "bowforce", "N", 0.09, 0, 1e3, .flags = HZ_STEADY | HZ_SIGNAL, AT(force),
      .doc = "Bow force of bang, stroke and note. Changes are heard while they sound. Too little only whistles, too "
             "much scratches." },
    { "curve", "s^2/m^2", 150, 0.01, 1e6, .flags = HZ_STEADY, AT(p.bow.curve),
      .doc = "Friction peaks at a sliding speed of 1/sqrt(2 curve) m/s, with 'bow curve'. Higher: the hair slips "
             "sooner." },
    { "friction", NULL, 0.8, 0, 10, TUPLE(friction), .flags = HZ_STEADY, AT(p.bow.stick),
      .doc = "How the hair sticks and slips, with 'bow bristle'." },
    { "bristles", NULL, 1e4, 0, 1e8, TUPLE(bristles), .flags = HZ_STEADY, AT(p.bow.stiffness),
      .doc = "How the hair bends, with 'bow bristle'." },
    { "finger", NULL, 0, 0, 1e3, TUPLE(finger), .flags = HZ_STEADY, AT(p.finger),
      .doc = "A light touch of a finger. At a half, a third or a quarter of the string it brings out a harmonic." },
    { "pickups", NULL, 0.3, 0, 1, TUPLE(pickups), AT(p.heard),
      .doc = "Places where the motion of the string and of the body is picked up." },
    { "stringlevel", NULL, 1, -1e4, 1e4, .flags = HZ_STEADY, AT(level[0]),
      .doc = "Level of the string at its outlet, as a factor." },
    { "bridgelevel", NULL, 90, -1e4, 1e4, .flags = HZ_STEADY, AT(level[1]),
      .doc = "Level of the bridge at its outlet, as a factor. The bridge moves some hundred times less than the "
             "string. 1: on the same scale." },
    { "bodylevel", NULL, 500, -1e4, 1e4, .flags = HZ_STEADY, AT(level[2]),
      .doc = "Level of the body at its outlet, as a factor. The body moves some thousand times less than the string. "
             "1: on the same scale." },
    { "mix", NULL, 0.6, -1e3, 1e3, TUPLE(mix), .flags = HZ_STEADY, AT(mix),
      .doc =
          "Levels of string, bridge and body in the single outlet of -mono, instead of those of the three outlets." },
    { "mono", .flags = HZ_SWITCH | HZ_CREATION, AT(mono),
      .doc = "One audio outlet with the mix of string, bridge and body, instead of three." },
};

const hz_table hz_tromba_class_tables[HZ_TROMBA_CLASS_TABLES] = {
    [HZ_STRING_TABLE] = { .rows = hz_string_rows,
                          .n = HZ_STRING_ROWS,
                          .initial = "freq 32, length 1.9, young 5e9, decay 5, highloss 0.003, points 450" },
    [HZ_TROMBA_CLASS_OWN] = { .rows = rows, .n = HZ_TROMBA_CLASS_ROWS },
};

hz_tromba_own hz_tromba_class_own(const hz_object *o)
{
    hz_tromba_own own = { .p = { .bow = { .plastic = 0.7 } } };
    hz_object_fill(o, HZ_TROMBA_CLASS_OWN, &own);
    return own;
}

hz_tromba_params hz_tromba_class_params(const hz_tromba_class *x)
{
    double hand = hz_sigma_of(x->hand);
    hz_tromba_params p = hz_tromba_class_own(&x->string.o).p;
    p.string = hz_string_params_of(&x->string.o);
    p.string.sigma0 = fmax(p.string.sigma0, hand);
    p.body.sigma0 = fmax(p.body.sigma0, hand);
    p.damping = fmax(p.damping, 2 * hand);
    p.bow.curve /= x->lightness * x->lightness;
    p.bow.stick = fmax(p.bow.stick, p.bow.slip);
    p.bow.stribeck *= x->lightness;
    p.touch = p.finger > 0 && p.finger < 1 ? p.touch : 0;
    return p;
}

void hz_tromba_class_defaults(hz_object *o)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    x->lightness = 1;
    x->string.open = 0;
    x->string.by_tension = 0;
    double flag = hz_object_number(o, HZ_STRING_TABLE, HZ_STRINGROW_TENSION);
    hz_string_derive(o);
    hz_object_put(o, HZ_STRING_TABLE, HZ_STRINGROW_TENSION, flag); /* If it was given, its turn comes in `changed`. */
}

int hz_tromba_class_runs(const hz_object *o, int table, int row)
{
    hz_tromba_params p = hz_tromba_class_own(o).p;
    int is_method = table == HZ_TROMBA_CLASS_OWN && hz_object_is_row(o, table, row, "method");
    return is_method && p.method == HZ_GRID_CLOSED && p.rattle.exponent != 1 ? HZ_GRID_NEWTON : -1;
}

/* A material is what the body is made of; a number of it that is set by itself makes the body one of its own. */
static void take_body(hz_object *o, int row)
{
    static const char *const made_of[] = { "bodydensity", "bodyyoung", "bodypoisson" };
    int material = hz_object_row(o, HZ_TROMBA_CLASS_OWN, "bodymaterial"), value = hz_tromba_class_own(o).material;
    const hz_material *m = row == material && value > 0 ? &hz_materials[value - 1] : NULL;
    const double numbers[] = { m ? m->density : 0, m ? m->young : 0, m ? m->poisson : 0 };
    for (int i = 0; i < 3; i++) {
        int its = hz_object_row(o, HZ_TROMBA_CLASS_OWN, made_of[i]);
        if (m)
            hz_object_put(o, HZ_TROMBA_CLASS_OWN, its, numbers[i]);
        else if (row == its)
            hz_object_put(o, HZ_TROMBA_CLASS_OWN, material, 0);
    }
}

void hz_tromba_class_changed(hz_object *o, int table, int row)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    hz_string_changed(o, table, row);
    if (table == HZ_TROMBA_CLASS_OWN)
        take_body(o, row);
    if (x->h > 0) /* While flags are told one by one, the later ones stand in their rows already. */
        hz_string_derive(o);
}

/* Makes a body that no grid carries softer, and its loss less, until one does. Returns whether it had to. */
static int soften(hz_plate_params *p, double h)
{
    int steps = 0;
    for (; hz_plate_choose(p, h, HZ_TROMBA_BODY).columns == 0 && steps < 200; steps++) {
        p->young *= 0.64;
        p->sigma1 *= 0.8;
    }
    return steps > 0;
}

void hz_tromba_class_update(hz_object *o, double h)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    hz_tromba_params p = hz_tromba_class_params(x);
    x->h = h;
    hz_string_derive(o);
    hz_tromba_class_bend(x);
    if (soften(&p.body, h))
        hz_object_remark(o, "bodyyoung: no grid carries so stiff a body at this sample rate, so it is softer");
    int says = hz_tromba_prepare(&x->model, &p, h, glide);
    if (says & HZ_STRING_HIGH)
        hz_object_remark(o, "freq: no grid carries so high a string at this sample rate, so it is lower");
    if (says & HZ_STRING_LOW)
        hz_object_remark(o, "freq: a string so stiff is higher than freq without any tension");
}
