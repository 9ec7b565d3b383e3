/* seed: where the random numbers of an object begin. */
#include "seed.h"

#include <math.h>
#include <stdint.h>
#include <time.h>

#include "core/base/units.h"
#include "internal.h"
#include "text.h"

const hz_param hz_seed_args[1] = {
    { "n", NULL, 0, 0, HZ_MOST_SEED, .flags = HZ_WHOLE,
      .doc = "The same number makes the same draws. Without one, a new number is drawn." },
};

static struct hz_bridge *lead(const hz_object *o)
{
    return o->bridge->part.lead->bridge;
}

/* splitmix64: Steele, Lea and Flood 2014 */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Another number for each object, and each time that a patch is opened. */
static int another(const hz_object *o)
{
    uint64_t x = (uint64_t)time(NULL) * 1000003 + (uint64_t)clock() * 7919 + (uintptr_t)o + o->bridge->varied;

    return (int)(mixed(x) % (HZ_MOST_SEED + 1));
}

static void sow(struct hz_bridge *b, int n)
{
    b->varied = (uint64_t)n;
    b->seed = b->sown = n;
}

void hz_seed_begin(hz_object *o)
{
    sow(o->bridge, another(o));
}

void hz_seed(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    double n = argc > 0 ? (double)argv[0].a_w.w_float : another(o);

    hz_object_sow(o, (int)n);
    hz_object_answer(o, "seed", &n, 1);
}

void hz_object_sow(hz_object *o, int seed)
{
    sow(lead(o), seed);
}

/* Whether a row asks for draws as it is. */
static int draws(const hz_object *o, int table, int row)
{
    const hz_param *p = hz_values_row(o, table, row);
    return p->flags & HZ_DRAWS && hz_object_number(o, table, row) != (p->word ? p->means : 0);
}

int hz_seed_now(const hz_object *o)
{
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            if (draws(o, t, r))
                return hz_object_seed(o);
    return -1;
}

int hz_object_seed(const hz_object *o)
{
    return lead(o)->seed;
}

void hz_seed_put(hz_object *o, int seed)
{
    if (seed >= 0)
        lead(o)->seed = seed;
}

void hz_seed_restart(hz_object *o)
{
    lead(o)->seed = lead(o)->sown;
}

int hz_seed_is(int argc, const t_atom *argv)
{
    return argc == 2 && hz_word_list_is(argc, argv, 0, "seed") && hz_param_takes(hz_seed_args, 1, argv + 1);
}

/* Each seed leads to another one, and all of them in turn: a step has every remainder once, as c is prime to the number
 * of them, and a - 1 divisible by its primes and by 4 (Knuth, The Art of Computer Programming 2, 3.2.1.2). */
static int next(int seed)
{
    enum { A = 141421, C = 173207 };
    return (int)(((int64_t)A * seed + C) % HZ_MOST_SEED);
}

/* Box and Muller's, no further out than 2.5: a hand that slips is not drawn. */
static double normal(uint64_t *state)
{
    static const double furthest = 2.5;
    double u[2];
    for (int k = 0; k < 2; k++)
        u[k] = ((double)(mixed(*state += 0x9e3779b97f4a7c15u) >> 11) + 1) / 9007199254740993.0;
    return fmin(fmax(sqrt(-2 * log(u[0])) * cos(2 * HZ_PI * u[1]), -furthest), furthest);
}

int hz_object_draw(hz_object *o, double *drawn, int n)
{
    int seed = lead(o)->seed;
    uint64_t state = mixed((uint64_t)seed + 1);

    for (int i = 0; i < n; i++)
        drawn[i] = normal(&state);
    lead(o)->seed = next(seed);
    return seed;
}
