/* blow: how loud a blow on a modal body is, from its parameters alone. */
#include "blow.h"

#include <math.h>

#include "core/base/units.h"
#include "core/law/wall.h"

/* A contact moves modes up to this part of its own frequency as masses, and bends those above as springs. */
static const double parted = 0.7;
/* Peaks of modes add up as the sum of this power: between in phase (1) and at random (2). */
static const double together = 1.4;
/* A pulse of force has lost this much of its spectrum where its own frequency is. */
static const double rolls_off = 0.475;

/* What a wall would do, which the body changes. */
typedef struct pulse_law {
    const hz_blow *b;
    double back;  /* Its speed after the contact, divided by the one before. */
    double drag;  /* By so much damping lessens the energy of the compression, ... */
    double steep; /* ... and raises the force. */
} pulse_law;

/* A contact: its own frequency (1/s), impulse (N s) and largest force (N). */
typedef struct pulse {
    double omega, impulse, force;
} pulse;

static double displaced(const hz_blow *b, double energy)
{
    return pow((b->law.exponent + 1) * energy / b->law.stiffness, 1 / (b->law.exponent + 1));
}

/* blow:contact  The contact where the modes from `next` on bend and all others move. `part`, of the energy that the
 * contact law stores, is where the search for it begins and has come to. */
static pulse contact_of(const pulse_law *l, const hz_blow_mode *next, int steps, double *part)
{
    double mass = 1 / next->below, v = l->b->speed, energy = 0.5 * mass * v * v * l->drag, x = 1, force = 0;
    for (int k = 0; k < steps; k++) {
        x = displaced(l->b, energy * *part);
        force = (l->b->law.exponent + 1) * energy * *part / x;
        double stored = energy * *part;
        *part = pow(*part, 0.3) * pow(stored / (stored + 0.5 * next->bends * force * force), 0.7);
    }
    double spring = 2 * energy * *part / (x * x);
    return (pulse){ .omega = sqrt(spring / ((1 + next->bends * spring) * mass * l->drag)),
                    .impulse = (1 + l->back) * mass * v,
                    .force = force };
}

static pulse contact_from(const pulse_law *l, const hz_blow_mode *next)
{
    enum { STEPS = 12 };
    double part = 1;
    return contact_of(l, next, STEPS, &part);
}

/* Lets modes rise in frequency: a body may list them in any order. */
static void sort(hz_blow_mode *q, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            hz_blow_mode one = q[i];
            int k = i;
            for (; k >= gap && q[k - gap].omega > one.omega; k -= gap)
                q[k] = q[k - gap];
            q[k] = one;
        }
}

static void take_modes(const hz_blow *b, const hz_modes *m, double tune, hz_blow_mode *q)
{
    for (int i = 0; i < m->n; i++)
        q[i] = (hz_blow_mode){ .omega = tune * m->omega[i],
                               .sigma = m->sigma[i],
                               .drive = m->weight[i] / m->mass[i],
                               .gives = m->weight[i] * m->weight[i] / m->mass[i],
                               .i = i };
    sort(q, m->n);
    q[m->n] = (hz_blow_mode){ .omega = HUGE_VAL };
    q[0].below = 1 / b->mass;
    for (int i = 0; i < m->n; i++)
        q[i + 1].below = q[i].below + q[i].gives;
    for (int i = m->n - 1; i >= 0; i--)
        q[i].bends = q[i + 1].bends + (q[i].omega > 0 ? q[i].gives / (q[i].omega * q[i].omega) : 0);
}

/* Returns how many modes move as masses in the briefest contact. */
static int count_moved(const pulse_law *l, const hz_blow_mode *q, int n)
{
    int low = 0, high = n;
    while (low < high) {
        int i = (low + high + 1) / 2;
        if (contact_from(l, &q[i]).omega >= parted * q[i - 1].omega)
            low = i;
        else
            high = i - 1;
    }
    return low;
}

/* Returns how many modes move in the longest contact, and that contact. It is found by going up, for several numbers
 * may fit. */
static int find_slow(const pulse_law *l, const hz_blow_mode *q, int moved, pulse *slow)
{
    enum { FIRST = 12, NEXT = 3 };
    double part = 1;
    for (int i = 0; i < moved; i++) {
        *slow = contact_of(l, &q[i], i ? NEXT : FIRST, &part);
        if (slow->omega <= parted * q[i].omega)
            return i;
    }
    return moved;
}

/* A body that is struck: the brief contact, and where the striker goes on and meets the body again, the slow one. */
typedef struct struck {
    pulse fast, slow;
    int moved, first; /* So many modes move as masses in the one, and in the other. */
    int twice;        /* The striker meets the body again. */
} struck;

static struck strike(const pulse_law *l, const hz_blow_mode *q, int n)
{
    struck s = { .moved = count_moved(l, q, n) };
    s.fast = contact_from(l, &q[s.moved]);
    s.first = s.moved;
    if (s.fast.impulse < l->b->mass * l->b->speed)
        s.first = find_slow(l, q, s.moved, &s.slow);
    s.twice = s.first < s.moved;
    s.fast.force *= l->steep;
    return s;
}

/* The part of the pulse's impulse that moves something of this frequency. `bends` is of all above it. */
static double push_at(const hz_blow *b, const struck *s, double omega, double impulse, double bends)
{
    double a = b->law.exponent, v = b->speed, y = omega / s->fast.omega;
    double soft = b->law.stiffness * pow(v, a) * pow(omega, -a);
    double high = tgamma(a + 1) * (1 + b->law.damping * v) * soft / omega / (1 + soft * bends * omega / v);
    return fmax(impulse * exp(-rolls_off * y * y / (a + 1)), impulse * high / hypot(impulse, high));
}

/* blow:push  The impulse that each mode gets. `near` and `far` are where modes an octave below and above begin. */
static void push_modes(const pulse_law *l, const struck *s, hz_blow_mode *q, int n)
{
    const hz_blow *b = l->b;
    double v = b->speed;
    for (int i = 0, near = 0, far = 0; i < n; i++) {
        double omega = fmax(q[i].omega, 1);
        int again = s->twice && i < s->moved;
        double impulse = again ? (1 + l->back) * v / q[i < s->first ? s->first : i + 1].below : s->fast.impulse;
        double push = push_at(b, s, omega, impulse, q[i + 1].bends);
        if (i >= s->moved || s->twice) { /* Energy runs away into the modes around. */
            while (near < n && q[near].omega < 0.5 * omega)
                near++;
            while (far < n && q[far].omega < 2 * omega)
                far++;
            double density = 0.5 * HZ_PI * (q[far].below - q[near].below) / (2 * log(2));
            push /= hypot(1, density * push / v);
        }
        q[i].push = push * exp(-0.5 * HZ_PI * q[i].sigma / s->fast.omega);
    }
}

/* The largest derivative of this order of a pulse's compression, in units of its depth and its frequency. */
static double steepest(double a, int order)
{
    double u = pow(2 * (a - 1) / (3 * a - 1), 1 / (a + 1));
    return order == 0 ? 1 : order == 2 ? 0.5 * a * (a + 1) : a * pow(u, a - 1) * sqrt(1 - pow(u, a + 1));
}

/* How much the ear hears of a frequency, about as BS.1770 does: squared. */
static double hears(double omega)
{
    double f = omega / (2 * HZ_PI), low = f * f / (f * f + 38.0 * 38), high = f * f * f * f;
    return low * low * (1 + 1.51 * high / (high + 1500.0 * 1500 * 1500 * 1500));
}

/* How much of a mode's power is left over the time that the ear listens. */
static double stays(double sigma)
{
    static const double listens = 0.4;
    double decay = 2 * sigma * listens;
    return decay > 1e-6 ? -expm1(-decay) / decay : 1;
}

/* What a soundbox makes of a tone that its string plays. */
static double answer(const hz_blow *b, int pickup, double omega)
{
    return b->box ? hz_soundbox_gain(b->box, pickup, omega) : 1;
}

/* blow:peak  What one pickup hears: what rings, and what the contact presses. */
static hz_loudness hear(const hz_blow *b, const struck *s, const hz_blow_mode *q, const hz_modes *m, int pickup)
{
    const double *heard = m->heard[b->box ? 0 : pickup];
    int order = b->order, n = m->n;
    double ring = 0, press = 0, slow = 0, moved = 0, power = 0;
    for (int i = 0; i < n; i++) {
        double through = heard[q[i].i] * q[i].drive, omega = fmax(q[i].omega, 1);
        double peak = fabs(through) * q[i].push * answer(b, pickup, omega);
        peak *= order == 0 ? 1 / omega : order == 1 ? 1 : 2 / b->h * sin(fmin(0.5 * omega * b->h, 0.5 * HZ_PI));
        ring += pow(peak, together);
        power += 0.5 * peak * peak * hears(omega) * stays(q[i].sigma);
        press += i >= s->moved ? through / (omega * omega) : 0;
        slow += i >= s->first ? through / (omega * omega) : 0;
        moved += i < s->moved ? through : 0;
    }
    press = fabs(press) * s->fast.force * pow(s->fast.omega, order) * steepest(b->law.exponent, order) *
            answer(b, pickup, s->fast.omega);
    if (s->twice)
        press = fmax(press, fabs(slow) * s->slow.force * pow(s->slow.omega, order) * answer(b, pickup, s->slow.omega));
    if (order == 2)
        press = fmax(press, fabs(moved) * fmin(s->fast.force, s->fast.impulse / b->h));
    power += press * press * HZ_PI / (2 * s->fast.omega * 0.4);
    return (hz_loudness){ .peak = hypot(pow(ring, 1 / together), press), .rms = sqrt(power) };
}

/* blow:crowd  The bands are noise: each has what the force of the pulse brings it, all together no more than the
 * striker has, and its part of that energy. */
static hz_loudness hear_crowd(const hz_blow *b, const struck *s, int pickup)
{
    static const double crest = 3.5, stroke_decay = 69; /* peak over rms; 1/s, which is -60 dB in 0.1 s */
    double brought = 0.5 * b->mass * b->speed * b->speed, energy[HZ_BANDS] = { 0 }, all = 0, peak = 0, power = 0;
    double bends = 0;
    for (int k = HZ_BANDS - 1; k >= 0; k--) {
        double mass, omega, sigma;
        if (!(b->bands->mobility[k] > 0))
            continue;
        hz_band_mode(k, b->bands->mobility[k], &mass, &omega, &sigma);
        double push = push_at(b, s, omega, s->fast.impulse, bends);
        push /= hypot(1, 0.5 * HZ_PI / log(hz_band_edge(1) / hz_band_edge(0)) / mass * push / b->speed);
        energy[k] = push * push / (4 * mass);
        bends += 1 / (mass * omega * omega);
        all += energy[k];
    }
    for (int k = 0; k < HZ_BANDS; k++) {
        double omega = 2 * HZ_PI * hz_band_middle(k), turn = 2 / b->h * sin(fmin(0.5 * omega * b->h, 0.5 * HZ_PI));
        double tone = b->order == 0 ? 1 / omega : b->order == 1 ? 1 : turn;
        double tail = tone * b->bands->heard[pickup][k], stroke = tone * b->bands->stroke_heard[pickup];
        double of_tail = tail * tail * energy[k] * fmin(1, brought / fmax(all, brought)),
               of_stroke = stroke * stroke * b->bands->stroke[k] * brought;
        peak += of_tail + of_stroke;
        power += hears(omega) * (of_tail * stays(b->bands->sigma[k]) + of_stroke * stays(stroke_decay));
    }
    return (hz_loudness){ .peak = crest * sqrt(peak), .rms = sqrt(power) };
}

/* blow:wall */
static double hear_wall(const hz_blow *b, const hz_bounce *w)
{
    if (b->order == 2)
        return fmin(w->f_max / b->mass, (b->speed - w->v_out) / b->h);
    return b->order == 0 ? w->x_max : b->speed;
}

hz_loudness hz_blow_loudness(const hz_blow *b, const hz_modes *m, double tune, hz_blow_mode *room)
{
    hz_law law = hz_law_prepare(&b->law);
    if (!(b->speed > 0))
        return (hz_loudness){ 0 };
    hz_bounce w = hz_wall_bounce(&law, b->mass, b->speed);
    if (m->n == 0)
        return (hz_loudness){ .peak = hear_wall(b, &w) };
    double elastic = b->law.stiffness * pow(w.x_max, b->law.exponent);
    pulse_law l = { .b = b,
                    .back = -w.v_out / b->speed,
                    .drag = elastic * w.x_max / (b->law.exponent + 1) / (0.5 * b->mass * b->speed * b->speed),
                    .steep = w.f_max / elastic };
    take_modes(b, m, tune, room);
    struck s = strike(&l, room, m->n);
    push_modes(&l, &s, room, m->n);
    hz_loudness loudest = { 0 };
    for (int p = 0; p < m->pickups; p++) {
        hz_loudness its = hear(b, &s, room, m, p);
        hz_loudness crowd = b->bands ? hear_crowd(b, &s, p) : (hz_loudness){ 0 };
        loudest.peak = fmax(loudest.peak, hypot(its.peak, crowd.peak));
        loudest.rms = fmax(loudest.rms, hypot(its.rms, crowd.rms));
    }
    return loudest;
}
