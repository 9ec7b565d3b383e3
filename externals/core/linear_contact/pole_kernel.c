/* pole_kernel: the loops over modes that poles and their finding have in common. */
#include "pole_kernel.h"

#define HZ_LANES_TEXT "core/linear_contact/pole_kernel_lanes.h"
#include "core/base/simd.h"

#define KERNEL(head, name)                                                                                             \
    head(const hz_poles *k, const hz_polepoint *at, hz_polework *w)                                                    \
    {                                                                                                                  \
        static void (*const all[])(const hz_poles *, const hz_polepoint *, hz_polework *) = HZ_LANES_ALL(name##_in);   \
        if (at->near >= 0)                                                                                             \
            k->only[at->near] = 1;                                                                                     \
        all[k->lanes](k, at, w);                                                                                       \
        if (at->near >= 0)                                                                                             \
            k->only[at->near] = 0;                                                                                     \
    }

KERNEL(void hz_polekernel_undamped, undamped)
KERNEL(void hz_polekernel_leave, leave)
KERNEL(void hz_polekernel_row, row)
KERNEL(void hz_polekernel_enter, enter)
KERNEL(void hz_polekernel_direct, direct)
KERNEL(static void products, products)

/* The rows that tell what a product leaves out, as the one of a point's near mode, are zeros but for that. */
void hz_polekernel_secular(const hz_poles *k, const hz_polepoint *at, hz_polework *w)
{
    if (w->skip_mode >= 0)
        k->no_mode[w->skip_mode] = 1;
    if (w->skip_column >= 0)
        k->no_column[w->skip_column] = 1;
    products(k, at, w);
    if (w->skip_mode >= 0)
        k->no_mode[w->skip_mode] = 0;
    if (w->skip_column >= 0)
        k->no_column[w->skip_column] = 0;
}
