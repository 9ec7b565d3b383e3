/* vary: a sound like the present one, drawn at random.
 *
 * Every number of the class that is not whole moves: one with a unit within a ratio of four up or down at amount 1, and
 * within its range; one without a unit by a quarter of its range at most, or by itself where that is less. Words and
 * whole numbers stay, and gain follows as after any change. */
#include "message.h"

#include <math.h>
#include <stdint.h>

#include "internal.h"
#include "seed.h"
#include "sound.h"

static const double most_ratio = 4;

const hz_param hz_vary_args[2] = {
    { "amount", NULL, 0.2, 0, 1,
      .doc = "Amount of change. 0: none. 1: a number with a unit may grow up to four times or shrink to a quarter." },
    { "seed", NULL, 0, 0, HZ_MOST_SEED, .flags = HZ_WHOLE,
      .doc = "The same seed makes the same changes. Without one, each message makes new ones." },
};

/* A number between -1 and 1. */
static double draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(*state >> 11 << 11) / 9223372036854775808.0;
}

/* Says whether a row takes part: a number of the class that can be set while it sounds. */
static int takes_part(const hz_object *o, int table, int row)
{
    const hz_param *p = hz_values_row(o, table, row);

    return table != hz_common_index(o) && hz_sound_tells(o, table, row) && !p->choices &&
           !(p->flags & (HZ_WORD | HZ_WORDS | HZ_WHOLE | HZ_KEPT | HZ_SWITCH | HZ_STEADY));
}

static double moved(const hz_param *p, double x, double way)
{
    double y = p->unit && x > 0 ? x * pow(most_ratio, way) : x + way * fmin(fabs(x), 0.25 * (p->max - p->min));

    if (p->flags & HZ_WHOLE || p->choices)
        return x;
    /* A number that has a meaning of its own stays, and none becomes it. */
    if (p->word && (x == p->means || y <= p->min))
        return x;
    return hz_number_from((t_float)fmin(fmax(y, p->min), p->max));
}

/* However often it is varied, a number strays no further from what it was set to than one message may take it. */
static double near_home(const hz_param *p, hz_value *v, int i, double y)
{
    if (v->number[i] != v->varied[i])
        v->home[i] = v->number[i];
    double low = moved(p, v->home[i], -1), high = moved(p, v->home[i], 1);
    return v->varied[i] = fmin(fmax(y, fmin(low, high)), fmax(low, high));
}

static void draw_row(hz_object *o, int table, int row, double amount)
{
    const hz_param *p = hz_values_row(o, table, row);
    hz_value *v = hz_values_at(o, table, row);

    for (int i = 0; i < v->n; i++) {
        const hz_param *element = hz_param_element(p, i);
        double y = moved(element, v->number[i], amount * draw(&o->bridge->varied));
        v->number[i] = i < HZ_HOMES ? near_home(element, v, i, y) : y;
    }
    hz_object_mark(o);
    hz_values_changed(o, table, row);
}

/* What rang does not ring into the new sound, which fades in. */
static void begin_anew(hz_object *o)
{
    if (o->cls->model->calm)
        hz_object_later(o, o->cls->model->calm, NULL, 0);
    o->bridge->block.anew = 1;
}

void hz_vary(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object, *const * voice;
    double amount = hz_number_from(argv[0].a_w.w_float);

    if (argc > 1)
        o->bridge->varied = (uint64_t)argv[1].a_w.w_float;
    hz_level_begin(o);
    for (int t = 0; amount > 0 && t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            if (takes_part(o, t, r))
                draw_row(o, t, r, amount);
    for (int i = 0, n = hz_object_voices(o, &voice); i < n; i++) {
        if (i > 0)
            hz_sound_copy(voice[i], o);
        if (amount > 0)
            begin_anew(voice[i]);
    }
}
