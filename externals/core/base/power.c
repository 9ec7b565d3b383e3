/* power: x^a for x >= 0 at a fixed exponent a. */
#include "power.h"

hz_power hz_power_prepare(double exponent)
{
    double twice = 2 * exponent;
    int fits = twice == rint(twice) && twice >= 0 && twice <= 12;
    double high = (float)exponent;
    return (hz_power){ .exponent = exponent, .high = high, .low = exponent - high, .halves = fits ? (int)twice : -1 };
}
