/* pole_kernel: the loops over modes that poles and their finding have in common. */
#include "internal.h"

#define HZ_SIMD_TEXT "core/linear_contact/pole_kernel_lanes.h"
#include "core/base/simd.h"

#define KERNEL(head, name)                                                                                             \
    head(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)                                          \
    {                                                                                                                  \
        static void (*const all[])(const hz_contact_poles *, const hz_pole_point *, hz_pole_work *) =                  \
            HZ_SIMD_ALL(name##_in);                                                                                    \
        if (at->near >= 0)                                                                                             \
            k->only[at->near] = 1;                                                                                     \
        all[k->lanes](k, at, w);                                                                                       \
        if (at->near >= 0)                                                                                             \
            k->only[at->near] = 0;                                                                                     \
    }

KERNEL(void hz_pole_kernel_undamped, undamped)
KERNEL(void hz_pole_kernel_inverse, inverse)
KERNEL(void hz_pole_kernel_length, length)
KERNEL(static void products, products)
KERNEL(static void real_products, real_products)

/* The rows that tell what a product leaves out, as the one of a point's near mode, are zeros but for that. */
void hz_pole_kernel_secular(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    if (w->skip_mode >= 0)
        k->no_mode[w->skip_mode] = 1;
    if (w->skip_column >= 0)
        k->no_column[w->skip_column] = 1;
    (at->e == 0 ? real_products : products)(k, at, w);
    if (w->skip_mode >= 0)
        k->no_mode[w->skip_mode] = 0;
    if (w->skip_column >= 0)
        k->no_column[w->skip_column] = 0;
}

void hz_pole_kernel_sums(const hz_contact_poles *k, const hz_pole_rows *w)
{
    static void (*const all[])(const hz_pole_rows *) = HZ_SIMD_ALL(sums);
    all[k->lanes](w);
}

void hz_pole_kernel_spread(const hz_contact_poles *k, const hz_pole_rows *w)
{
    static void (*const all[])(const hz_pole_rows *) = HZ_SIMD_ALL(spread);
    all[k->lanes](w);
}
