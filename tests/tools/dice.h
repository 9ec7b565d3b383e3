/* dice: random numbers that are the same on every machine and in every run (splitmix64). */
#ifndef HZ_TEST_DICE_H
#define HZ_TEST_DICE_H

#include <math.h>
#include <stdint.h>

typedef struct dice {
    uint64_t state;
} dice;

static inline uint64_t dice_bits(dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Evenly between two numbers. */
static inline double dice_even(dice *d, double low, double high)
{
    return low + (high - low) * ((double)(dice_bits(d) >> 11) * 0x1p-53);
}

/* Evenly in the logarithm between two positive numbers. */
static inline double dice_log(dice *d, double low, double high)
{
    return exp(dice_even(d, log(low), log(high)));
}

/* A whole number from 0 to n - 1. */
static inline int dice_of(dice *d, int n)
{
    return (int)(dice_bits(d) % (uint64_t)n);
}

/* True once in n times. */
static inline int dice_once(dice *d, int n)
{
    return dice_of(d, n) == 0;
}

/* An exponent of the contact law: half of them whole or half numbers, half of them any. */
static inline double dice_exponent(dice *d)
{
    return dice_once(d, 2) ? 1 + 0.5 * dice_of(d, 11) : dice_even(d, 1, 6);
}

#endif
