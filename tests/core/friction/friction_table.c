/* friction_table: curves of friction over speed and way, and a bowed string, against theory; the manual's table. */
#include "friction_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pitch = 196;

static const rubbed hand_on_table = { .force = 2,
                                      .bristles = { .stiffness = 1e5,
                                                    .damping = 0.2,
                                                    .viscosity = 0.05,
                                                    .stick = 0.6,
                                                    .slip = 0.3,
                                                    .stribeck = 0.1,
                                                    .plastic = 0.6 } };

/* The law under a speed that is held in each sample, as the library's is: Runge and Kutta's method of order 4. */
static void integrate(const rubbed *r, curve *c)
{
    enum { STEPS = 64 };
    double z = 0, k = 1. / CURVE_RATE / STEPS;
    for (int i = 0; i < CURVE_LONG; i++) {
        double v = c->speed[i], sum = 0;
        for (int s = 0; s < STEPS; s++) {
            double force, k1 = rubbed_bristles(r, z, v, &force), k2 = rubbed_bristles(r, z + 0.5 * k * k1, v, &force),
                          mid = force, k3 = rubbed_bristles(r, z + 0.5 * k * k2, v, &force),
                          k4 = rubbed_bristles(r, z + k * k3, v, &force);
            sum += mid;
            z += k / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        c->law[i] = sum / STEPS;
    }
}

static void rub(curve *c)
{
    for (int i = 1; i < CURVE_LONG; i++)
        c->way[i] = c->way[i - 1] + 0.5 * (c->speed[i - 1] + c->speed[i]) / CURVE_RATE;
    rubbed_trace(&hand_on_table, CURVE_RATE, c->speed, CURVE_LONG, c->friction, c->string);
    integrate(&hand_on_table, c);
}

void curve_over_speed(curve *c, double freq)
{
    for (int i = 0; i < CURVE_LONG; i++)
        c->speed[i] = 0.1 - 0.1 * cos(2 * M_PI * freq * i / CURVE_RATE);
    rub(c);
}

void curve_over_way(curve *c, double part)
{
    const hz_bow_params *p = &hand_on_table.bristles;
    double freq = 20, far = part * p->plastic * p->slip * hand_on_table.force / p->stiffness;
    for (int i = 0; i < CURVE_LONG; i++)
        c->speed[i] = 2 * M_PI * freq * far * cos(2 * M_PI * freq * i / CURVE_RATE);
    rub(c);
}

rubbed curve_string(double beta, double force)
{
    rubbed r = { .b = 40, .force = force, .speed = 0.2 };
    r.bristles =
        (hz_bow_params){ .stiffness = 1e5, .damping = 0.1, .stick = 0.8, .slip = 0.3, .stribeck = 0.1, .plastic = 0.7 };
    for (int i = 0; i < r.b; i++) {
        r.mass[i] = 0.0006;
        r.omega[i] = 2 * M_PI * pitch * (i + 1);
        r.sigma[i] = 3.45 * (1 + 0.05 * i * i);
        r.weight[i] = sin((i + 1) * M_PI * beta);
    }
    return r;
}

void curve_of_string(curve *c, double beta, double force)
{
    rubbed r = curve_string(beta, force);
    double back = (1 - beta) / beta;
    for (int i = 0; i < CURVE_LONG; i++)
        c->speed[i] = r.speed;
    rubbed_trace(&r, CURVE_RATE, c->speed, CURVE_LONG, c->friction, c->string);
    /* From where it flies back: half of the way between both speeds. */
    double halfway = 0.5 * r.speed * (1 - back);
    for (int i = 1, last = -CURVE_LONG; i < CURVE_LONG; i++) {
        if (c->string[i - 1] > halfway && c->string[i] <= halfway && i - last > 0.5 * CURVE_RATE / pitch)
            last = i;
        c->theory[i] = i - last < beta * CURVE_RATE / pitch ? -back * r.speed : r.speed;
    }
}

/* ---- the table ---- */

enum { ROOM = 2000, SETTLED = CURVE_LONG / 2 };

/* What is lost over ten periods, J. */
static double work(const curve *c, const double *force)
{
    double sum = 0;
    for (int i = SETTLED; i < CURVE_LONG; i++)
        sum += force[i] * c->speed[i] / CURVE_RATE;
    return sum;
}

/* How much more friction there is at Stribeck's speed while it rises than while it falls, N. */
static double gap(const double *force, double freq)
{
    int up = SETTLED + (int)(0.25 * CURVE_RATE / freq), down = SETTLED + (int)(0.75 * CURVE_RATE / freq);
    return force[up] - force[down];
}

char *friction_table(void)
{
    static const double freqs[] = { 2, 20, 100 }, parts[] = { 0.9, 1.5, 3 };
    static const double bows[][2] = { { 0.08, 6 }, { 0.12, 3 }, { 0.2, 0.8 } };
    curve *c = calloc(1, sizeof *c);
    char *text = calloc(ROOM, 1);
    if (!c || !text)
        exit(1);
    strcpy(text, "| friction~ | measured | theory |\n|---|---|---|\n");
    for (int k = 0; k < 3; k++) {
        curve_over_speed(c, freqs[k]);
        sprintf(text + strlen(text),
                "| speed swings at %g Hz: friction at Stribeck's speed, rising less falling | %.2g N | %.2g N |\n",
                freqs[k], gap(c->friction, freqs[k]), gap(c->law, freqs[k]));
    }
    for (int k = 0; k < 3; k++) {
        curve_over_way(c, parts[k]);
        sprintf(text + strlen(text),
                "| to and fro by %g of the elastic way, 20 times a second: lost each time | %.3g nJ | %.3g nJ |\n",
                parts[k], 1e8 * work(c, c->friction), 1e8 * work(c, c->law));
    }
    for (int k = 0; k < 3; k++) {
        rhythm is;
        rubbed r = curve_string(bows[k][0], bows[k][1]);
        double back = (1 - bows[k][0]) / bows[k][0];
        rubbed_play(&r, CURVE_RATE, 0, 0.8, 1.1, &is);
        sprintf(text + strlen(text),
                "| string bowed at %g with %g N: part of the period that sticks | %.3f | %.3f |\n"
                "| its speed under the bow, root mean square | %.3f m/s | %.3f m/s |\n",
                bows[k][0], bows[k][1], is.stick, 1 - bows[k][0], is.rms,
                r.speed * sqrt(1 - bows[k][0] + bows[k][0] * back * back));
    }
    free(c);
    return text;
}
