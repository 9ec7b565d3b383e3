/* contact_duration: the stiffness with which contacts of two and of three points last as long as they should. */
#include <math.h>

#include "core/base/root.h"
#include "core/base/units.h"
#include "core/law/force_solver.h"
#include "core/law/wall.h"

#include "internal.h"

/* A contact is rehearsed from so many places between two samples, and as one of at most so many samples. */
enum { PLACES = 8, LONGEST = 12 };

/* The contact is made so much shorter or longer than the law would have it: at least, at least from three samples on,
 * and at most. */
static const double shortest = 0.02, short_of_three = 0.5, longest = 1.25;
static const double near_enough = 1e-5; /* of its duration */
static const double forever = 1000;     /* samples; what lasts longer is right as it is */

/* A contact with a wall in units of its mass, its speed and a sample, and the samples that it should last. */
typedef struct rehearsal {
    hz_law_params law;
    int three;
    double samples;
} rehearsal;

/* The steps of schemes:twopoint or schemes:threepoint from so far outside, and how long the contact lasts by the lines
 * of flight before and after it. */
static double lasts(const hz_law *l, int three, double outside)
{
    double eta = -outside, before = eta - 1, v = 1, force = 0, time = -outside, most = 8 * LONGEST;
    do {
        double from = three ? before : eta;
        hz_force_equation step = { .law = l,
                                   .eta = from,
                                   .elastic = hz_law_potential(l, from),
                                   .v = v,
                                   .length = three ? 2 : 1,
                                   .r = { .du = three ? 2 * v : v, .v = v, .g = three ? 1 : 0.5, .g_v = 1 } };
        force = hz_force_gradient(&step, force).force;
        before = eta;
        eta += three ? v - force : v - 0.5 * force;
        v -= force;
        time++;
    } while ((eta > 0 || (three && before > 0)) && time < most);
    return eta > 0 ? most : time - eta / v;
}

/* How much longer it lasts than it should, on average, if its stiffness shortens it to this part. */
static double excess(const rehearsal *r, double part)
{
    hz_law_params law = r->law;
    law.stiffness *= pow(part, -law.exponent - 1);
    hz_law l = hz_law_prepare(&law);
    double sum = 0;
    for (int i = 0; i < PLACES; i++)
        sum += lasts(&l, r->three, (i + 0.5) / PLACES);
    return sum / PLACES - r->samples;
}

/* The part that makes up for the method; 0 where no stiffness makes a contact so brief, 1 where none makes one under
 * strong damping so long. */
static double part_of(const rehearsal *r)
{
    double low = r->samples < 3 ? shortest : short_of_three;
    double at_shortest = excess(r, low), at_longest = excess(r, longest), value;
    if (low == shortest && at_shortest >= 0)
        return 0;
    if (!(at_shortest < 0 && at_longest > 0))
        return 1;
    hz_root root = hz_root_secant_from(low, at_shortest, longest, at_longest);
    do
        value = excess(r, root.x);
    while (fabs(value) > near_enough * r->samples && hz_root_secant(&root, value));
    return root.x;
}

/* schemes:rehearsal  K* / K of a free mass that meets the wall at this speed. What is longer than the longest that is
 * rehearsed is rehearsed as one of that length: beyond, the logarithm falls as the square of the length. */
static double stiffer(const hz_textbook *x, const hz_contact_system *s, double v)
{
    const hz_contact_params *p = &s->params;
    hz_law law = hz_law_prepare(&p->law);
    double a1 = p->law.exponent + 1, samples = hz_wall_bounce(&law, p->mass, v).time / s->h;
    double over = fmax(samples / LONGEST, 1);
    if (!(samples < forever))
        return 1;
    rehearsal r = { .law = p->law, .three = x->method == HZ_THREEPOINT, .samples = samples / over };
    r.law.damping *= v;
    r.law.stiffness *= s->h * s->h / p->mass * pow(v * s->h, a1 - 2) * pow(over, a1);
    double part = part_of(&r);
    if (part == 0)
        hz_method_remark(x, HZ_DURATION_TOO_BRIEF);
    return pow(fmax(part, shortest), -a1 / (over * over));
}

/* C 15, 16: what is a spring while it lasts has its true frequency. */
static double spring(const hz_textbook *x, const hz_contact_system *s)
{
    const hz_contact_params *p = &s->params;
    int two = x->method == HZ_TWOPOINT;
    double angle = s->h * sqrt(p->law.stiffness / p->mass), most = (1 - 1e-6) * HZ_PI / (two ? 1 : 2);
    if (angle > most)
        hz_method_remark(x, HZ_DURATION_TOO_BRIEF);
    angle = fmin(angle, most);
    double half = tan(0.5 * angle), beta = two ? half * half : 2 * sin(0.5 * angle) * sin(0.5 * angle) / cos(angle);
    return (two ? 4 : 2) * beta * p->mass / (s->h * s->h);
}

static int is_spring(const hz_law_params *law)
{
    return law->exponent == 1 && law->damping == 0;
}

double hz_method_stiffness(hz_textbook *x, const hz_contact_system *s)
{
    const hz_law_params *law = &s->params.law;
    x->rehearsed = 0;
    if (!hz_method_is_held(x, s))
        x->stiffer = 1;
    if ((x->method != HZ_TWOPOINT && x->method != HZ_THREEPOINT) || s->object.n > 0) {
        hz_method_remark(x, HZ_DURATION_NEEDS_WALL);
        return law->stiffness;
    }
    return is_spring(law) ? spring(x, s) : law->stiffness * x->stiffer;
}

void hz_method_time(hz_textbook *x, hz_contact_system *s)
{
    static const double same = 1e-6;
    double v = s->striker->v;
    int is_timed = (x->method == HZ_TWOPOINT || x->method == HZ_THREEPOINT) && s->object.n == 0;
    if (!is_timed || is_spring(&s->params.law) || !(v > 0 && s->striker->eta + 1.01 * v * s->h > 0))
        return;
    if (fabs(v - x->rehearsed) <= same * v)
        return;
    hz_law_params law = s->params.law;
    x->stiffer = stiffer(x, s, v);
    x->rehearsed = v;
    law.stiffness *= x->stiffer;
    s->law = x->law = hz_law_prepare(&law);
}
