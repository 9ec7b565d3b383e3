/* barrier_arrays: the Pd arrays of stringbarrier~: the profile of an obstacle, a shape to let go, the string as it is.
 */
#include "barrier_class.h"

#include <math.h>

/* Reads a drawn row of numbers at a place from 0 to 1, on a straight line between two of them. What is not a number
 * counts as 0. */
static double read_drawn(const t_word *w, int n, double place, int *bad)
{
    double at = place * (n - 1);
    int i = (int)at < n - 1 ? (int)at : n - 1, j = i < n - 1 ? i + 1 : i;
    double a = w[i].w_float, b = w[j].w_float;
    *bad |= !isfinite(a) || !isfinite(b);
    return (isfinite(a) ? a : 0) + (at - i) * ((isfinite(b) ? b : 0) - (isfinite(a) ? a : 0));
}

/* A drawn profile may stand so far over the string at rest, over the string's length. One that stood higher, such as an
 * array of numbers from 0 to 1, would lift the string to many times full scale. */
static const double highest = 0.02;

static const char *array_name(const hz_object *o)
{
    return hz_barrier_class_own(o).array;
}

void hz_barrier_class_look_up(hz_object *o)
{
    hz_array_look_up(&((hz_barrier_class *)o)->profile, array_name(o));
}

void hz_barrier_class_follow(hz_barrier_class *x)
{
    hz_barrier *m = &x->model;
    const char *name = array_name(&x->string.o);
    if (!hz_array_holds(&x->profile, name))
        return;
    const t_word *words = x->profile.words;
    int n = words ? x->profile.n : 0, bad = 0, spaces = hz_barrier_spaces(m);
    double height[HZ_BARRIER_POINTS + 1];
    if (n == 0 && *name)
        hz_object_remark(&x->string.o,
                         "array: there is none of this name, or it is empty, so nothing is in the string's way");
    double most = highest * m->string.wave.length;
    int high = 0;
    for (int i = 0; i <= spaces; i++) {
        double drawn = n > 0 ? fmax(read_drawn(words, n, (double)i / spaces, &bad), -1) : HZ_BARRIER_NOTHING;
        high |= drawn > most && n > 0;
        height[i] = n > 0 ? fmin(drawn, most) : drawn;
    }
    if (high)
        hz_object_remark(&x->string.o,
                         "array: its numbers are metres, and those over 1/50 of the string's length are taken as "
                         "that");
    if (bad)
        hz_object_remark(&x->string.o, "array: a value in it is not finite and is taken as 0");
    hz_barrier_draw(m, height, x->block);
}

void hz_barrier_class_let_go(void *part, const double *args)
{
    hz_barrier_class *x = part;
    double shape[HZ_BARRIER_POINTS + 1];
    int n = hz_barrier_spaces(&x->model);
    hz_barrier_class_hand(x, 0);
    for (int i = 0; i <= n; i++) {
        double at = (double)i / n * (x->n_drawn - 1);
        int k = (int)at < x->n_drawn - 1 ? (int)at : x->n_drawn - 1, l = k < x->n_drawn - 1 ? k + 1 : k;
        shape[i] = fmin(fmax(args[1] * (x->drawn[k] + (at - k) * (x->drawn[l] - x->drawn[k])), -10), 10);
    }
    hz_barrier_displace(&x->model, shape);
}

void hz_barrier_class_displace(void *part, int argc, const t_atom *argv)
{
    hz_barrier_class *x = part;
    int n, bad = 0;
    t_word *words = hz_array_find(part, "displace", argv[0].a_w.w_symbol, &n);
    if (!words)
        return;
    x->n_drawn = n < HZ_BARRIER_CLASS_DRAWN ? n : HZ_BARRIER_CLASS_DRAWN;
    for (int i = 0; i < x->n_drawn; i++)
        x->drawn[i] = read_drawn(words, n, x->n_drawn > 1 ? (double)i / (x->n_drawn - 1) : 0, &bad);
    if (bad)
        hz_object_remark(part, "displace: a value in the array is not finite and is taken as 0");
    hz_object_later(part, hz_barrier_class_let_go, (double[]){ 0, argc > 1 ? atom_getfloat(argv + 1) : 1 }, 2);
}

void hz_barrier_class_shape(void *part, int argc, const t_atom *argv)
{
    hz_barrier_class *x = part;
    int n;
    t_word *words = hz_array_find(part, "shape", argv[0].a_w.w_symbol, &n);
    (void)argc;
    for (int i = 0; words && i < n && hz_barrier_spaces(&x->model) > 0; i++)
        words[i].w_float = (t_float)hz_barrier_shape(&x->model, n > 1 ? (double)i / (n - 1) : 0.5);
    if (words)
        hz_array_drawn(argv[0].a_w.w_symbol);
}

void hz_barrier_class_profile(void *part, int argc, const t_atom *argv)
{
    const hz_barrier *m = &((hz_barrier_class *)part)->model;
    double nothing = argc > 1 ? atom_getfloat(argv + 1) : -1;
    int n;
    t_word *words = hz_array_find(part, "profile", argv[0].a_w.w_symbol, &n);
    if (!words || hz_barrier_spaces(m) == 0)
        return;
    for (int i = 0; i < n; i++)
        words[i].w_float = (t_float)hz_barrier_top(m, n > 1 ? (double)i / (n - 1) : 0.5, nothing);
    double place[HZ_FRETS_MOST], height[HZ_FRETS_MOST];
    int stands = hz_barrier_stands(m, place, height);
    for (int k = 0; k < stands; k++)
        words[(int)(place[k] * (n - 1) + 0.5)].w_float = (t_float)height[k];
    hz_array_drawn(argv[0].a_w.w_symbol);
}
