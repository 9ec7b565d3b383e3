/* barrier_class: a string and what is in its way as a patch describes them. */
#include "barrier_class.h"
#include "core/base/units.h"

#include <math.h>
#include <string.h>

static const hz_param bridge_parts[3] = {
    { "start", NULL, 0, 0, 1, .doc = "Where the bridge begins along the string, and its top is level." },
    { "length", NULL, 0.12, 0, 1, .doc = "Length of the bridge, as a fraction of the string's." },
    { "curvature", "1/m", 0.06, -1000, 1000, .doc = "Downward curvature of the top of the bridge. Negative: upward." },
};

static const hz_param finger_parts[2] = {
    { "position", NULL, 0, 0, 1, .doc = "Position of the finger along the string. 0 or 1: no finger." },
    { "force", "N", 1, 0, 1000, .doc = "Force with which the finger presses the string down." },
};

static const hz_param law_parts[3] = {
    { "stiffness", "N/m^a", 0, 0, 1e17,
      .doc = "Stiffness K of this contact's force K x^a (1 + mu v), where x is the compression and v its speed. 0: "
             "stiffness, exponent and damping of the string's other contacts." },
    { "exponent", NULL, 1, 1, 6, .doc = "Exponent a of that force." },
    { "damping", "s/m", 0, 0, 1e4, .doc = "Damping mu of that force: sets the energy lost in this contact." },
};

#define AT(member) HZ_FIELD(hz_barrier_own, member)

const hz_param hz_barrier_class_rows[HZ_BARRIER_CLASS_ROWS] = {
    { "obstacle", .init = HZ_OBSTACLE_BRIDGE, .choices = "none flat bridge frets array mass string", AT(p.obstacle),
      .doc = "What the string strikes against. flat: a board along the whole string. bridge: a curved one at its end. "
             "frets: single edges. array: a profile drawn in an array. mass: a mass on a spring that rattles. string: "
             "a second string." },
    { "height", "m", 0, -1, 1, .flags = HZ_SIGNAL, AT(p.height),
      .doc = "Height of the obstacle above the string at rest. Negative: a gap below the string. The height inlet is "
             "added. The obstacle moves to a new height at 0.5 m/s at most." },
    { "stiffness", NULL, 1e9, 1, 1e17, AT(p.law.stiffness),
      .doc = "Stiffness K of the contact force K x^a (1 + mu v), where x is the compression and v its speed: in "
             "N/m^(a+1) along an obstacle, in N/m^a at a fret or a mass. Harder obstacles buzz more brightly." },
    { "exponent", NULL, 1, 1, 6, AT(p.law.exponent),
      .doc = "Exponent a of the contact force. 1: linear. Higher: grows faster the deeper the compression." },
    { "damping", "s/m", 0, 0, 1e4, AT(p.law.damping),
      .doc = "Damping mu of the contact force: sets the energy lost in each contact. 0: no loss." },
    { "method", .choices = "closed newton quadratised", AT(p.method),
      .doc = "How contacts are computed. closed: by a formula. newton: by iteration. quadratised: by an approximation "
             "that needs neither, for comparison. The formula is for exponent 1 only: with any other, closed runs "
             "newton." },
    { "bridge", .most = 3, .parts = bridge_parts, AT(p.bridge),
      .doc = "Shape of the curved bridge of 'obstacle bridge'." },
    { "frets", NULL, 0.1, 0.001, 0.999, .most = HZ_FRETS_MOST, AT(p.fret), HZ_COUNT(hz_barrier_own, p.frets),
      .doc = "Positions of the frets along the string, with 'obstacle frets'." },
    { "fretheight", "m", 0, -1, 1, AT(p.fretheight),
      .doc = "How far the frets rise above height, with 'obstacle frets'." },
    { "array", .flags = HZ_WORD, AT(array),
      .doc = "Pd array with the profile of the obstacle along the string, in metres, with 'obstacle array'. Read every "
             "block. A millimetre, 0.001, is a lot. Values are limited to 1/50 of the string's length." },
    { "finger", .most = 2, .parts = finger_parts, AT(p.finger),
      .doc = "A finger that presses the string down and damps it there, as when a note is stopped on a guitar." },
    { "mass", "kg", 0.001, 1e-6, 1e3, AT(p.mass), .doc = "Mass that the string meets, with 'obstacle mass'." },
    { "massfreq", "Hz", 40, 0, 1e5, AT(p.massfreq),
      .doc = "Resonance frequency of the mass on its spring, with 'obstacle mass'. 0: no spring." },
    { "massdecay", "s", 0.5, 0, 1e4, AT(p.masssigma),
      .doc = "T60 of the mass on its spring, with 'obstacle mass'. 0: never decays." },
    { "massposition", NULL, 0.3, 0.001, 0.999, AT(p.massplace),
      .doc = "Position of the mass along the string, with 'obstacle mass'." },
    { "floor", "m", 0, 0, 1, AT(p.floor),
      .doc = "Gap between the mass at rest and a hard floor below it, with 'obstacle mass', so that the mass rattles "
             "between string and floor. 0: no floor." },
    { "masslaw", .most = 3, .parts = law_parts, AT(p.mass_law),
      .doc = "Stiffness, exponent and damping of the contact between string and mass, with 'obstacle mass'." },
    { "floorlaw", .most = 3, .parts = law_parts, AT(p.floor_law),
      .doc = "Stiffness, exponent and damping of the contact between the mass and its floor, with 'obstacle mass'." },
    { "secondfreq", "Hz", 165, 1, 20000, AT(p.secondfreq),
      .doc = "Frequency of the second string, with 'obstacle string'." },
    { "seconddecay", "s", 4, 0, 1e4, AT(p.secondsigma), .doc = "T60 of the second string's low partials." },
    { "seconddiameter", "m", 5e-4, 1e-5, 0.1, AT(p.seconddiameter), .doc = "Diameter of the second string." },
    { "seconddensity", "kg/m^3", 0, 0, 1e5, .word = "first", AT(p.seconddensity),
      .doc = "Density of the second string. 0 or first: as the first string." },
    { "secondyoung", "N/m^2", -1, -1, 1e13, .word = "first", .means = -1, AT(p.secondyoung),
      .doc = "Young's modulus of the second string, the stiffness of its material. -1 or first: as the first string." },
    { "secondhighloss", "m^2/s", -1, -1, 10, .word = "first", .means = -1, AT(p.secondsigma1),
      .doc = "How much faster high partials of the second string decay. -1 or first: as the first string." },
    { "secondends", .choices = "first supported clamped", AT(secondends),
      .doc = "How the ends of the second string are held. first: as the first string's. supported: free to turn. "
             "clamped: fixed." },
    { "secondgain", NULL, 0, -1e3, 1e3, .flags = HZ_GLIDES, AT(p.secondgain),
      .doc = "How strongly the pickups pick up the second string. 0: the first string alone." },
    { "position", NULL, 0.22, 0, 1, .flags = HZ_SIGNAL, AT(p.place),
      .doc = "Where plucks, strikes and the force inlet act along the string." },
    { "amplitude", "m", 0.002, -1, 1, .flags = HZ_NEXT, AT(amplitude),
      .doc = "How far a pluck displaces the string before releasing it. Positive: up." },
    { "width", NULL, 0.02, 0, 1, .flags = HZ_NEXT, AT(width),
      .doc = "Width of the part of the string that a pluck rounds off. Narrow, as with a pick: bright. Wide, as with a "
             "thumb: soft." },
    { "velocity", "m/s", 1, -100, 100, .flags = HZ_NEXT, AT(velocity),
      .doc = "Speed of the hammer at velocity 127, with 'notes strike'." },
    { "hammermass", "kg", 0.003, 1e-6, 1e3, AT(p.hammermass), .doc = "Mass of the hammer that strikes the string." },
    { "hammerstiffness", "N/m^a", 1e7, 1, 1e17, AT(p.hammer.stiffness),
      .doc = "Stiffness K of the hammer's contact force. Higher: brighter." },
    { "hammerexponent", NULL, 2, 1, 6, AT(p.hammer.exponent),
      .doc = "Exponent a of the hammer's contact force: 1.5 for a hard ball, 2 to 4 for felt. Higher: brightness "
             "depends more on strike speed." },
    { "hammerdamping", "s/m", 0, 0, 1e4, AT(p.hammer.damping),
      .doc = "Damping mu of the hammer's contact force: sets the energy lost in the hammer." },
    { "notes", .choices = "pluck strike", .flags = HZ_NEXT, AT(notes),
      .doc = "Whether notes pluck or strike the string, and a bang if nothing was played yet." },
    { "follow", NULL, 1, 0, 1, .flags = HZ_NEXT | HZ_WHOLE, AT(follow),
      .doc = "1: notes of all pitches and velocities buzz on the curved bridge of 'obstacle bridge', hard ones a "
             "little more, since each note fits the bridge to the amplitude of its pluck. Higher notes also get a "
             "rounder pluck and more highloss. 0: the bridge keeps its shape." },
    [HZ_BARRIER_CLASS_PICKUPS] = { "pickups", NULL, 0.12, 0, 1, .most = HZ_BARRIER_PICKUPS, AT(p.pickup),
                                   HZ_COUNT(hz_barrier_own, p.pickups),
                                   .doc = "Places along the string whose motion is picked up. Each place given at "
                                          "creation makes an audio outlet. Messages move the places later." },
    [HZ_BARRIER_CLASS_HEAR] = { "hear", .choices = "point bridge", .flags = HZ_MEASURE, AT(p.forces),
                                .doc = "What the audio outlets carry. point: motion of the string at its pickups. "
                                       "bridge: force of the string, in N, on the end nearer to each pickup, "
                                       "high-passed at 20 Hz, without effect of unit. A message that changes it also "
                                       "changes gain, which keeps the loudness." },
    [HZ_BARRIER_CLASS_SOUNDBOX] = { "soundbox", .choices = HZ_SOUNDBOX_NAMES, .flags = HZ_MEASURE | HZ_STEADY,
                                    AT(p.box),
                                    .doc = "Body that the string sounds through, with the resonances of such "
                                           "instruments. The force on the end nearer to the first pickup drives them, "
                                           "and the outlets carry what they make of it, in N; hear and unit have no "
                                           "effect then. A message that changes it also changes gain, which keeps the "
                                           "loudness. none: the string alone." },
};

/* Where a second pickup hears about as much of a string as the first one, but other partials of it; of a force that is
 * at the other end. */
static double other_side(const hz_barrier_params *p)
{
    static const double nearer = 0.618;
    double at = p->pickup[0];
    if (p->forces)
        return at <= 0.5;
    return at > 0.5 ? 1 - nearer * (1 - at) : nearer * at;
}

hz_barrier_own hz_barrier_class_own(const hz_object *o)
{
    hz_barrier_own own;
    memset(&own, 0, sizeof own); /* Parameters are compared as a whole. */
    hz_object_fill(o, HZ_BARRIER_CLASS_OWN, &own);
    own.p.pickups = o->n_audio;
    own.p.spread = ((const hz_barrier_class *)o)->spread;
    if (own.p.spread)
        own.p.pickup[1] = other_side(&own.p);
    return own;
}

void hz_barrier_class_update(hz_object *o, double h)
{
    hz_barrier_class *x = (hz_barrier_class *)o;
    hz_barrier_own own = hz_barrier_class_own(o);
    hz_barrier_params p = own.p;
    p.string = hz_string_params_of(o);
    p.string.sigma1 *= x->loss;
    p.hand = hz_sigma_of(x->hand);
    p.bridge[2] *= x->bend;
    p.forces |= p.box != HZ_SOUNDBOX_NONE;
    p.boxed = x->string.open > 0 && p.string.freq > 0 ? x->string.open / p.string.freq : 1;
    p.fingerforce = p.finger > 0 && p.finger < 1 ? p.fingerforce : 0;
    p.masssigma = hz_sigma_of(p.masssigma);
    p.secondsigma = hz_sigma_of(p.secondsigma);
    p.secondclamped = own.secondends == 2;
    p.secondown = (p.seconddensity > 0 ? HZ_SECOND_DENSITY : 0) | (p.secondyoung >= 0 ? HZ_SECOND_YOUNG : 0) |
                  (p.secondsigma1 >= 0 ? HZ_SECOND_LOSS : 0) | (own.secondends > 0 ? HZ_SECOND_ENDS : 0);
    int says = hz_barrier_prepare(&x->model, &p, h, x->block > 0 ? x->block : 64);
    if (says & HZ_STRING_HIGH)
        hz_object_remark(o, "freq: no grid carries so high a string at this sample rate, so it is lower");
    if (says & HZ_STRING_LOW)
        hz_object_remark(o, "freq: a string so stiff is higher than freq without any tension");
    if (says & HZ_STRING_COARSE)
        hz_object_remark(o, "points: there are fewer, for so many are not stable at this pitch");
}

int hz_barrier_class_places(const hz_object *o)
{
    return ((const hz_barrier_class *)o)->spread ? 1 : o->n_audio;
}

/* The lowest partial stays in the middle, and half the sum of both is what one pickup hears. */
hz_barrier_sides hz_barrier_class_sides(const hz_object *o)
{
    static const double apart = 0.6, of_forces = 0.25, least = 1e-3;
    hz_barrier_params p = hz_barrier_class_own(o).p;
    if (!p.spread || p.box != HZ_SOUNDBOX_NONE)
        return (hz_barrier_sides){ 0 };
    if (p.forces)
        return (hz_barrier_sides){ of_forces, 1 };
    return (hz_barrier_sides){ apart, sin(HZ_PI * p.pickup[1]) / fmax(sin(HZ_PI * p.pickup[0]), least) };
}

void hz_barrier_class_spread(hz_barrier_sides s, double *left, double *right)
{
    double middle = *left, side = s.apart * (*right - s.lowest * middle);
    if (s.apart == 0)
        return;
    *left = middle - side;
    *right = middle + side;
}

int hz_barrier_class_radiates(const hz_object *o)
{
    hz_barrier_params p = hz_barrier_class_own(o).p;
    return p.forces || p.box != HZ_SOUNDBOX_NONE;
}

int hz_barrier_class_most(const hz_object *o, int table, int row)
{
    return table == HZ_BARRIER_CLASS_OWN && row == HZ_BARRIER_CLASS_PICKUPS ? hz_barrier_class_places(o) : 0;
}

void hz_barrier_class_changed(hz_object *o, int table, int row)
{
    hz_string_changed(o, table, row);
    if (table == HZ_BARRIER_CLASS_OWN && hz_object_is_row(o, table, row, "array"))
        hz_barrier_class_look_up(o);
}

void hz_barrier_class_defaults(hz_object *o)
{
    hz_barrier_class *x = (hz_barrier_class *)o;
    x->string.by_tension = 0;
    x->string.open = 0;
    x->bend = x->loss = 1;
}

int hz_barrier_class_runs(const hz_object *o, int table, int row)
{
    hz_barrier_params p = hz_barrier_class_own(o).p;
    int is_method = table == HZ_BARRIER_CLASS_OWN && hz_object_is_row(o, table, row, "method");
    return is_method && p.method == HZ_GRID_CLOSED && p.law.exponent != 1 ? HZ_GRID_NEWTON : -1;
}

void hz_barrier_class_unbend(hz_barrier_class *x)
{
    if (x->bend == 1 && x->loss == 1)
        return;
    x->bend = x->loss = 1;
    hz_barrier_class_update(&x->string.o, x->model.h);
}

/* Returns the part of the string that lies on the bridge when a pluck draws it down there. */
static double lies_on_bridge(const hz_barrier_class *x)
{
    hz_barrier_own own = hz_barrier_class_own(&x->string.o);
    double length = hz_object_number(&x->string.o, HZ_STRING_TABLE, HZ_STRINGROW_LENGTH),
           rest = fmax(1 - own.p.place, 0.01);
    return own.amplitude / (rest * length * length * own.p.bridge[2]);
}

/* With `follow` the bridge is bent so that a note lies on it as far as any other does, a soft one and one of a high
 * string on less of it, but as far as the grid can tell. The powers were found by ear and meter: with them the sound
 * opens after the pluck, and a hard pluck is brighter. */
static void follow(hz_barrier_class *x, double freq, double loud)
{
    static const double less = -0.8, loss = 1.2, of_a_space = 0.55, harder = 0.3;
    double r = freq / x->string.open, lies = lies_on_bridge(x), space = 2 * freq * x->model.h;
    int follows = hz_barrier_class_own(&x->string.o).follow && lies > 0 && isfinite(lies);
    double is_to_lie = fmax(lies * pow(r, less) * pow(loud, harder), of_a_space * space);
    x->bend = follows ? loud / r * lies / is_to_lie : 1;
    x->loss = follows ? pow(r, loss) : 1;
}

void hz_barrier_class_tune(hz_barrier_class *x, double freq, double loud)
{
    hz_object *o = &x->string.o;
    hz_string_derive(o);
    double now = hz_object_number(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ);
    if (x->string.open == 0)
        x->string.open = now > 0 ? now : freq; /* a string without any tension has no pitch but that of the note */
    double bent = x->bend, lost = x->loss;
    follow(x, freq, loud);
    if (now == freq && x->bend == bent && x->loss == lost)
        return;
    if (now != freq)
        hz_barrier_hold(&x->model);
    hz_object_put(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ, freq);
    x->string.by_tension = 0;
    hz_barrier_class_update(o, x->model.h);
}

void hz_barrier_class_hand(hz_barrier_class *x, double seconds)
{
    if (x->hand == seconds)
        return;
    x->hand = seconds;
    hz_barrier_class_update(&x->string.o, x->model.h);
}
