/* handles: what a musician turns, said in the rows of the physicist. contacttime sets the stiffness, bigger the sizes,
 * masses and decays; brightness makes the law harder or softer while the rows stay. */
#include "handles.h"

#include <math.h>

#include "core/law/wall.h"

static double speed_of(const hz_striker_own *own)
{
    return fmax(fabs(own->velocity), 1e-3);
}

static double time_of(const hz_striker_own *own, const hz_law_params *params)
{
    hz_law law = hz_law_prepare(params);
    return hz_wall_bounce(&law, own->p.mass, speed_of(own)).time;
}

/* A contact with a wall takes a quarter of the time at 1 and four times as long at -1; the exponent goes to two thirds,
 * as hard things have a smaller one, and to three halves. At one exponent the time goes as K^(-1/(a + 1)). */
hz_law_params hz_handles_law(const hz_striker_own *own)
{
    static const double times = 4, exponents = 1.5;
    hz_law_params law = own->p.law;
    if (own->brightness == 0)
        return law;
    double wanted = time_of(own, &law) * pow(times, -own->brightness);
    law.exponent = fmin(fmax(law.exponent * pow(exponents, -own->brightness), 1), 6);
    law.stiffness *= pow(time_of(own, &law) / wanted, law.exponent + 1);
    return law;
}

double hz_handles_contact_time(const hz_striker_own *own)
{
    enum { MS = 1000 };
    hz_law_params law = hz_handles_law(own);
    return time_of(own, &law) * MS;
}

void hz_handles_set_contact_time(hz_striker *x, double wanted)
{
    hz_object *o = &x->o;
    hz_striker_own own = hz_striker_own_of(o);
    int row = hz_object_row(o, HZ_STRIKER_OWN, "stiffness");
    const hz_param *p = &hz_striker_rows[row];
    double now = hz_handles_contact_time(&own);
    double stiffness = own.p.law.stiffness * pow(now / wanted, own.p.law.exponent + 1);
    if (stiffness < p->min || stiffness > p->max)
        hz_object_hint(
            o, "contacttime: stiffness has reached the end of its range, so contacts take as long as with that");
    hz_object_put(o, HZ_STRIKER_OWN, row, fmin(fmax(stiffness, p->min), p->max));
}

/* ---- bigger ---- */

/* The same thing s times as large: each row goes as s to this power. Materials and speeds stay, so that all times go as
 * s; the contact's too, for which the stiffness goes as s to 2 - a. */
typedef struct part {
    int table;
    const char *name;
    double power;
    int unset; /* 0 or less stands for something else. */
    int from;  /* the first of its numbers that goes so */
} part;

static const part parts[] = {
    { HZ_STRIKER_OWN, "mass", 3, 0, 0 },      { HZ_STRIKER_OWN, "stiffness", 0, 0, 0 },
    { HZ_STRIKER_BODY, "size", 1, 0, 0 },     { HZ_STRIKER_BODY, "thickness", 1, 0, 0 },
    { HZ_STRIKER_BODY, "tension", 1, 0, 0 },  { HZ_STRIKER_BODY, "freq", -1, 1, 0 },
    { HZ_STRIKER_BODY, "decay", 1, 1, 0 },    { HZ_STRIKER_BODY, "freqs", -1, 0, 0 },
    { HZ_STRIKER_BODY, "decays", 1, 0, 0 },   { HZ_STRIKER_BODY, "masses", 3, 0, 0 },
    { HZ_STRIKER_OWN, "keyscale", -1, 0, 1 },
};
enum { PARTS = sizeof parts / sizeof *parts, STIFFNESS = 1, TENSION = 4 };

static double power_of(const hz_striker *x, int i)
{
    enum { STRING = HZ_BODY_SHAPED + HZ_STRING };
    if (i == STIFFNESS)
        return 2 - hz_striker_own_of(&x->o).p.law.exponent;
    /* The stress stays: a force goes as the section, a force per length as the thickness. */
    if (i == TENSION && (int)hz_object_number(&x->o, HZ_STRIKER_BODY, HZ_BODY_OBJECT) == STRING)
        return 2;
    return parts[i].power;
}

static const hz_param *row_of(const part *p, int row, int k)
{
    const hz_param *r = p->table == HZ_STRIKER_OWN ? &hz_striker_rows[row] : &hz_body_rows[row];
    return r->parts ? &r->parts[k] : r;
}

/* Narrows how many times as large the thing may become, so that a row stays in its range. */
static void bound(const hz_striker *x, int i, double *least, double *most)
{
    const part *p = &parts[i];
    int row = hz_object_row(&x->o, p->table, p->name), n = hz_object_count(&x->o, p->table, row);
    double power = power_of(x, i);
    for (int k = p->from; k < n && power != 0; k++) {
        double min = row_of(p, row, k)->min, max = row_of(p, row, k)->max;
        double value = hz_object_element(&x->o, p->table, row, k);
        if (!(value > 0))
            continue;
        double low = min > 0 ? pow(min / value, 1 / power) : 0, high = pow(max / value, 1 / power);
        if (power < 0 && min <= 0)
            low = INFINITY;
        *least = fmax(*least, power > 0 ? low : high);
        *most = fmin(*most, power > 0 ? high : low);
    }
}

static void scale(hz_striker *x, int i, double factor)
{
    const part *p = &parts[i];
    hz_object *o = &x->o;
    int row = hz_object_row(o, p->table, p->name), n = hz_object_count(o, p->table, row);
    double values[HZ_BODY_MOST_MODES], times = pow(factor, power_of(x, i));
    for (int k = 0; k < n; k++) {
        double value = hz_object_element(o, p->table, row, k);
        values[k] = k < p->from || (p->unset && value <= 0) ? value : value * times;
    }
    hz_object_put_list(o, p->table, row, values, n);
}

void hz_handles_enlarge(hz_striker *x, double wanted)
{
    double was = x->bigger, least = 0, most = INFINITY;
    for (int i = 0; i < PARTS; i++)
        bound(x, i, &least, &most);
    if (wanted < was * least || wanted > was * most)
        hz_object_hint(&x->o,
                       "bigger: size, mass or another row has reached the end of its range, so it is as large as "
                       "with that");
    wanted = fmin(fmax(wanted, was * fmin(least, 1)), was * fmax(most, 1));
    for (int i = 0; i < PARTS; i++)
        scale(x, i, wanted / was);
    x->bigger = wanted;
    for (int i = 0; i < PARTS; i++)
        if (parts[i].table == HZ_STRIKER_BODY)
            hz_body_changed(&x->body, hz_object_row(&x->o, HZ_STRIKER_BODY, parts[i].name));
}
