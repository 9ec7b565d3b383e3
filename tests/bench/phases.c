/* phases: what modalcontact~'s core costs: coefficients, switches, ringing beside impact~'s, a string of 100 masses. */
#include "core/collide/collide.h"
#include "core/linear_contact/linear_contact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "peak.h"

enum { RATE = 44100, BLOCK = 64, MOST = 400 };

static double uniform(void)
{
    static unsigned long long state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * 0x1p-53;
}

static double mass[MOST], omega[MOST], sigma[MOST], weight[MOST], out[2][BLOCK], force[BLOCK];
static const double *heard[1] = { weight };

static hz_modes plate(int n, int damped)
{
    for (int i = 0; i < n; i++) {
        mass[i] = 0.3;
        omega[i] = 2 * 3.14159265 * (100 + 19000 * (i + uniform()) / n);
        sigma[i] = damped ? 1 + 5 * uniform() : 0;
        weight[i] = 2 * uniform() - 1;
    }
    return (hz_modes){
        .n = n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = heard
    };
}

static hz_modes ball(void)
{
    static const double m = 0.01, zero = 0, one = 1;
    static const double *const row[1] = { &one };
    return (hz_modes){ .n = 1, .mass = &m, .omega = &zero, .sigma = &zero, .weight = &one, .pickups = 1, .heard = row };
}

/* n modes of the string with its ends held: R figure 1. */
static hz_modes string_of(int n)
{
    for (int j = 0; j < n; j++) {
        omega[j] = 2 * 3.14159265 * 350 * sin(1.5707963 * (j + 1) / (n + 1)) / sin(1.5707963 / (n + 1));
        sigma[j] = 2;
        mass[j] = 0.005 / n * (n + 1);
        weight[j] = sqrt(2) * sin(3.14159265 * (j + 1) * rint(0.2 * (n + 1)) / (n + 1));
    }
    return (hz_modes){
        .n = n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = heard
    };
}

static void block(hz_linear_contact *x)
{
    double *audio[] = { out[0], out[1] }, *meter[HZ_METERS] = { 0 };
    hz_linear_contact_run(x, &(hz_linear_contact_io){ .n = BLOCK, .audio = audio, .force = force, .meter = meter });
}

static void coefficients(int n, int damped, double allowed)
{
    hz_linear_contact x;
    hz_modes a = ball(), b = plate(n - 1, damped);
    hz_linear_contact_params p = { 1e7, damped ? 5 : 0, 9.81, 0, 0 };
    double best = 1;
    hz_linear_contact_init(&x, 1, 1, MOST, 1);
    for (int i = 0; i < 30; i++) {
        double t = seconds();
        hz_linear_contact_prepare(&x, &p, &a, &b, 1.0 / RATE);
        best = fmin(best, seconds() - t);
    }
    printf("coefficients, %d modes, %s: %.3f ms, %.2f of the %g ms allowed\n", n, damped ? "damped" : "undamped",
           1e3 * best, 1e3 * best / allowed, allowed);
    hz_linear_contact_free(&x);
}

/* A contact is two switches and the looks between them; flight is taken off. */
static void switching(int n)
{
    hz_linear_contact x;
    hz_modes a = ball(), b = plate(n - 1, 1);
    hz_linear_contact_params p = { 1e9, 0, 0, 0, 0 };
    double best = 1;
    hz_linear_contact_init(&x, 1, 1, MOST, 1);
    hz_linear_contact_prepare(&x, &p, &a, &b, 1.0 / RATE);
    for (int i = 0; i < 200; i++) {
        double *audio[] = { out[0], out[1] }, *meter[HZ_METERS] = { 0 };
        hz_linear_contact_reset(&x);
        hz_linear_contact_strike(&x, 1);
        int switches = 0;
        double t = seconds();
        for (int k = 0; k < 4 && switches < 2; k++) {
            hz_linear_contact_run(&x,
                                  &(hz_linear_contact_io){ .n = 1, .audio = audio, .force = force, .meter = meter });
            switches += x.switches;
        }
        t = seconds() - t;
        if (switches >= 2)
            best = fmin(best, t / switches);
    }
    printf("a switch, %d modes: %.1f us with its share of the contact, %.2f of the 60 us allowed\n", n, 1e6 * best,
           best / 60e-6);
    hz_linear_contact_free(&x);
}

/* Ringing on after a blow, a far off, as impact~ rings. */
static void ringing(int n)
{
    hz_linear_contact x;
    hz_collide c;
    hz_modes a = ball(), b = plate(n, 1);
    hz_linear_contact_params p = { 1e6, 0, 0, 0, 0 };
    hz_collide_params q = { .law = { 1e8, 1.5, 0 }, .mass = 0.01, .resolution = 64, .quiet = 1e-6 };
    double ours = 1, theirs = 1, *audio[] = { out[0] }, *meter[HZ_METERS] = { 0 };
    hz_linear_contact_init(&x, 1, 1, MOST, 1);
    hz_linear_contact_prepare(&x, &p, &a, &b, 1.0 / RATE);
    hz_linear_contact_strike(&x, 1);
    hz_collide_init(&c, MOST, 1);
    hz_collide_prepare(&c, &q, &b, 1.0 / RATE);
    hz_collide_reset(&c);
    hz_collide_strike(&c, 1, 0);
    for (int i = 0; i < 3000; i++) {
        double t = seconds();
        block(&x);
        double t1 = seconds();
        hz_collide_run(&c, &(hz_collide_io){ .n = BLOCK, .audio = audio, .force = force, .meter = meter });
        double t2 = seconds();
        if (i > 1000) {
            ours = fmin(ours, t1 - t);
            theirs = fmin(theirs, t2 - t1);
        }
    }
    printf("ringing, %d modes: %.2f us a block, %.2f times impact~'s (which has no pickup on its hammer)\n", n,
           1e6 * ours, ours / theirs);
    hz_linear_contact_free(&x);
    hz_collide_free(&c);
}

/* A hammer bouncing on a string of 100 masses, for a second. */
static void string(int n)
{
    hz_linear_contact x;
    hz_modes a = ball(), b = string_of(n);
    hz_linear_contact_params p = { 2e4, 0, 100, 0, 0 };
    hz_linear_contact_init(&x, 1, 1, MOST, 1);
    hz_linear_contact_prepare(&x, &p, &a, &b, 1.0 / RATE);
    hz_linear_contact_drop(&x, 0.005);
    double t = seconds(), worst = 0;
    int touching = 0;
    for (int i = 0; i < RATE / BLOCK; i++) {
        double t1 = seconds();
        block(&x);
        worst = fmax(worst, seconds() - t1);
        touching += x.touching;
    }
    t = seconds() - t;
    printf("a hammer bouncing on %d masses, 1 s: %.4f s, room for %.0f on a core; %d of %d blocks in contact, the "
           "longest block %.2f of its time\n",
           n, t, 1 / t, touching, RATE / BLOCK, worst * RATE / BLOCK);
    hz_linear_contact_free(&x);
}

int main(void)
{
    coefficients(100, 0, 1);
    coefficients(100, 1, 1);
    coefficients(256, 0, 10);
    coefficients(256, 1, 10);
    switching(30);
    switching(100);
    ringing(30);
    ringing(100);
    ringing(255);
    string(50);
    string(100);
    return 0;
}
