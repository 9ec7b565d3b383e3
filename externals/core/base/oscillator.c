/* oscillator: what a step does to one mode, in closed form. */
#include "oscillator.h"

#include <math.h>

enum { SERIES = 11 };

/* Whether a step is so brief for a mode that its closed forms would lose digits and ten terms of the series suffice. */
static int is_brief(double x, double y)
{
    return x < 0.05 && y < 0.05;
}

/* modal:series  the terms k[n] t^n of s(t), for x = sigma t and y = omega t: s = t (k[1] + k[2] + ...). */
static void series(double x, double y, double *k)
{
    k[0] = 0;
    k[1] = 1;
    for (int n = 2; n < SERIES; n++)
        k[n] = -(2 * x * (n - 1) * k[n - 1] + y * y * k[n - 2]) / (n * (n - 1));
}

/* (1 - exp(-r t))/r, which is t for r = 0. */
static double spent(double r, double t)
{
    return r * t > 1e-300 ? -expm1(-r * t) / r : t;
}

hz_oscillator hz_oscillator_step(double omega, double sigma, double t)
{
    double x = sigma * t, y = omega * t;
    if (x + y == 0) /* a free mass: what the series would find */
        return (hz_oscillator){ .s = t, .c = 1, .b = 0.5 * t * t };
    if (is_brief(x, y)) {
        double k[SERIES], s = 0, c = 0, b = 0;
        series(x, y, k);
        for (int n = SERIES - 1; n > 0; n--) {
            s += k[n];
            c += n * k[n];
            b += k[n] / (n + 1);
        }
        return (hz_oscillator){ .s = s * t, .c = c, .b = b * t * t };
    }
    hz_oscillator m;
    double apart = (x - y) * (x + y);
    if (fabs(apart) < 1e-3 && y > 0.5 * x) {
        /* modal:critical  nearly equal decays: the even functions of their distance by their series */
        double decay = exp(-x), ch1 = apart * (1.0 / 2 + apart * (1.0 / 24 + apart * (1.0 / 720 + apart / 40320)));
        double sh1 = apart * (1.0 / 6 + apart * (1.0 / 120 + apart * (1.0 / 5040 + apart / 362880)));
        m.s = t * decay * (1 + sh1);
        m.c = decay * (1 + ch1 - x * (1 + sh1));
        double past = x < 1 ? decay * (expm1(x) - x) : -expm1(-x) - decay * x; /* neither cancels nor overflows */
        m.b = (past - decay * (ch1 + x * sh1)) / (omega * omega);
    } else if (x < y) {
        double w = sqrt((omega - sigma) * (omega + sigma)), decay = exp(-x);
        double half = sin(0.5 * w * t), sine = sin(w * t) / w;
        m.s = decay * sine;
        m.c = decay * (cos(w * t) - sigma * sine);
        /* 1 - c - 2 sigma s with its cancellation done by hand */
        m.b = (decay * (2 * half * half - sigma * sine) - expm1(-x)) / (omega * omega);
    } else {
        double spread = sqrt((sigma - omega) * (sigma + omega)), fast = sigma + spread;
        double slow = omega * omega / fast, first = exp(-slow * t);
        m.s = first * spent(2 * spread, t);
        m.c = first - fast * m.s;
        m.b = (spent(slow, t) - spent(fast, t)) / (2 * spread);
    }
    return m;
}

/* modal:loss  the integral of s^2 over the step. */
static double square_of_push(double omega, double sigma, double t, const hz_oscillator *m)
{
    double x = sigma * t, y = omega * t;
    if (is_brief(x, y)) {
        double k[SERIES], sum = 0;
        series(x, y, k);
        for (int n = SERIES; n >= 2; n--) {
            double square = 0; /* the term n of s^2 */
            for (int i = 1; i < n; i++)
                square += k[i] * k[n - i];
            sum += square / (n + 1);
        }
        return sum * t * t * t;
    }
    if (omega > 0.5 * sigma)
        return (0.5 * (spent(2 * sigma, t) - m->s * m->c) - sigma * m->s * m->s) / (omega * omega);
    double spread = sqrt((sigma - omega) * (sigma + omega)), fast = sigma + spread, slow = omega * omega / fast;
    return (spent(2 * slow, t) - 2 * spent(slow + fast, t) + spent(2 * fast, t)) / (4 * spread * spread);
}

void hz_oscillator_integrate(double omega, double sigma, double t, const hz_oscillator *r, double *cc, double *ss)
{
    *cc = 0.5 * (spent(2 * sigma, t) + r->s * r->c);
    *ss = square_of_push(omega, sigma, t, r);
}

/* What the doubling of a step carries along: s, b, and their integrals. */
typedef struct carried {
    double s, b, b1, b2, cc, ss, bb;
} carried;

/* The numbers of a brief step, by the terms of its series. With `squares` the integrals of squares are found, too. */
static carried carried_in_brief(double omega, double sigma, double t, int squares)
{
    double k[SERIES];
    hz_oscillator r = hz_oscillator_step(omega, sigma, t);
    carried m = { .s = r.s, .b = r.b };
    series(sigma * t, omega * t, k);
    for (int n = SERIES - 1; n > 0; n--) {
        m.b1 += k[n] / ((n + 1) * (n + 2));
        m.b2 += k[n] / ((n + 1) * (n + 2) * (n + 3));
        for (int i = 1; squares && i < SERIES; i++)
            m.bb += k[n] * k[i] / ((n + 1) * (i + 1) * (n + i + 3));
    }
    m.b1 *= t * t * t;
    m.b2 *= t * t * t * t;
    m.bb *= t * t * t * t * t;
    if (squares)
        hz_oscillator_integrate(omega, sigma, t, &r, &m.cc, &m.ss);
    return m;
}

/* modal:tilt  the numbers of a step twice as long. */
static carried carried_on(const carried *m, double omega, double sigma, double t, int squares)
{
    double s = m->s, b = m->b, spring = omega * omega, r = 1 - spring * b, c = r - 2 * sigma * s;
    carried on = { .s = s * (r + c),
                   .b = b * (1 + r) + s * s,
                   .b1 = m->b1 * (1 + r) + b * (t + s),
                   .b2 = m->b2 * (1 + r) + m->b1 * (t + s) + 0.5 * t * t * b };
    if (squares) {
        on.cc = m->cc * (1 + c * c) + spring * s * s * (spring * m->ss - c * s);
        on.ss = m->ss * (1 + r * r) + s * s * (m->cc + r * s);
        on.bb = m->bb * (1 + r * r) + b * b * (t + s * (2 + r)) + s * s * m->ss + 2 * b * r * m->b1;
    }
    return on;
}

/* The numbers of a step of any length. The step is halved until it is brief, and then doubled as often. */
static carried carried_over(double omega, double sigma, double t, int squares)
{
    int halvings = 0;
    for (double x = sigma * t, y = omega * t; !is_brief(x, y); x *= 0.5, y *= 0.5)
        halvings++;
    double part = ldexp(t, -halvings);
    carried m = carried_in_brief(omega, sigma, part, squares);
    for (; halvings > 0; halvings--, part *= 2)
        m = carried_on(&m, omega, sigma, part, squares);
    return m;
}

/* Whether a mode swings so far in a step that the closed forms of modal:tilt lose no digits. */
static int is_long(double x, double y)
{
    return y > 4 && 4 * x < y * y;
}

hz_oscillator_tilt hz_oscillator_tilted(double omega, double sigma, double t, const hz_oscillator *r)
{
    if (is_long(sigma * t, omega * t)) {
        double slow = 1 / (omega * omega), b1 = (t - r->s - 2 * sigma * r->b) * slow;
        return (hz_oscillator_tilt){ b1, (0.5 * t * t - r->b - 2 * sigma * b1) * slow };
    }
    carried m = carried_over(omega, sigma, t, 0);
    return (hz_oscillator_tilt){ m.b1, m.b2 };
}

double hz_oscillator_square(double omega, double sigma, double t, const hz_oscillator *r, double ss)
{
    if (!is_long(sigma * t, omega * t))
        return carried_over(omega, sigma, t, 1).bb;
    double b1 = hz_oscillator_tilted(omega, sigma, t, r).b1;
    return (b1 - r->b * r->s + ss - sigma * r->b * r->b) / (omega * omega);
}
