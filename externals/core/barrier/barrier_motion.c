/* barrier_motion: what hands do beside a string: they tune it, press a finger on it, and move what is in its way. */
#include "internal.h"

#include "core/base/units.h"

#include <math.h>

/* ---- tuning ---- */

/* hand:peg  A string that moves is tuned no faster than a peg is turned; a slack one is tuned at once to a hertz.
 * Returns whether there is a way left to go. */
static int turn_peg(const hz_string *s, hz_string_params *p, double h, int glide)
{
    if (s->n == 0 || glide == 0 || !hz_string_is_moving(s))
        return 0;
    double now = fmax(hz_string_wave_lowest(&s->wave), 1), way = log2(fmax(hz_string_pitch(p), 1) / now),
           most = HZ_SPEED_PEG * glide * h;
    if (!(fabs(way) > most))
        return 0;
    p->freq = now * exp2(way > 0 ? most : -most);
    return 1;
}

/* Prepares a string for a turn of its peg towards `freq`. Where the string does not come nearer to that by a turn, it
 * is tuned at once. Returns whether there is a way left to go. */
static int tune(hz_string *s, hz_string_params *p, double freq, double h, int glide, int turning, int *says)
{
    *says = hz_string_prepare(s, p, h, glide);
    if (!turning || fabs(log2(hz_string_wave_lowest(&s->wave) / p->freq)) < 1e-3)
        return turning;
    p->freq = freq;
    *says |= hz_string_prepare(s, p, h, glide);
    return 0;
}

/* Points of two strings face each other: both have the grid of the coarser one. They keep it while it carries both. */
static int common_spaces(const hz_barrier *x, const hz_string_params *one, const hz_string_params *other)
{
    const hz_string *second = &x->obstacle.second;
    int n = x->string.n, wanted = hz_string_spaces(&x->string, one, x->h),
        needed = hz_string_spaces(second, other, x->h);
    wanted = needed < wanted ? needed : wanted;
    int stays = n > 0 && n == second->n && n * 1.15 + 1 >= wanted && (one->points == 0 || n == one->points) &&
                hz_string_carries(one, n, x->h) && hz_string_carries(other, n, x->h);
    return stays ? n : wanted;
}

/* Tunes the second string, and finds the grid for both. */
static void tune_second(hz_barrier *x, hz_string_params *t, hz_string_params *s, int glide)
{
    const hz_barrier_params *p = &x->params;
    hz_string *second = &x->obstacle.second;
    double mass = second->mass / second->spacing;
    int says;
    t->freq = p->secondfreq;
    t->sigma0 = fmax(p->secondsigma, p->hand);
    t->diameter = p->seconddiameter;
    if (p->secondown & HZ_SECOND_DENSITY)
        t->density = p->seconddensity;
    if (p->secondown & HZ_SECOND_YOUNG)
        t->young = p->secondyoung;
    if (p->secondown & HZ_SECOND_LOSS)
        t->sigma1 = p->secondsigma1;
    if (p->secondown & HZ_SECOND_ENDS)
        t->clamped = p->secondclamped;
    t->points = 0;
    int turning = turn_peg(second, t, x->h, glide);
    s->points = t->points = common_spaces(x, s, t);
    x->tuning = tune(second, t, p->secondfreq, x->h, glide, turning, &says);
    if (mass < second->mass / second->spacing) { /* hand:made */
        double slower = sqrt(mass * second->spacing / second->mass);
        hz_string_scale(second, slower, slower);
    }
}

int hz_barrier_motion_tune(hz_barrier *x, int glide)
{
    const hz_barrier_params *p = &x->params;
    hz_string *second = &x->obstacle.second;
    hz_string_params s = p->string, t = s;
    int two = x->obstacle.type->second, says;
    s.sigma0 = fmax(s.sigma0, p->hand);
    s.room = t.room = 1.08;
    x->tuning = 0;
    int turning = turn_peg(&x->string, &s, x->h, glide);
    if (two)
        tune_second(x, &t, &s, glide);
    x->tuning |= tune(&x->string, &s, p->string.freq, x->h, glide, turning, &says);
    if (two && second->n != x->string.n) { /* one is too stiff for a grid that the other one needs */
        t.young = 0;
        t.points = x->string.n;
        hz_string_prepare(second, &t, x->h, 0);
        says |= HZ_STRING_REBUILT;
    }
    if (two && second->n != x->string.n) {
        s.young = 0;
        s.points = second->n;
        says |= hz_string_prepare(&x->string, &s, x->h, 0);
    }
    says &= ~HZ_STRING_COARSE; /* it is said of the points that were asked for, not of those that two strings share */
    return says | (p->string.points > 0 && x->string.n != p->string.points ? HZ_STRING_COARSE : 0);
}

/* ---- the finger ---- */

double hz_barrier_motion_stiffness(const hz_barrier *x)
{
    double b = HZ_PI / x->params.string.length;
    return x->string.wave.speed2 + x->string.wave.bending2 * b * b;
}

/* What holds the string against a finger; of a bar, its stiffness, as tension. */
static double tension(const hz_barrier *x)
{
    const hz_string_params *p = &x->params.string;
    return fmax(hz_barrier_motion_stiffness(x) * p->density * 0.785398163397448 * p->diameter * p->diameter, 1e-12);
}

/* Lengths of the string a second. A finger that presses hard slides slower, for the string is steep beside it. */
static double slide_speed(const hz_barrier *x)
{
    double pressed = x->finger.force * x->params.string.length;
    return pressed > 0 ? fmin(HZ_SPEED_SLIDE, 2 * HZ_SPEED_HAND * tension(x) / pressed) : HZ_SPEED_SLIDE;
}

void hz_barrier_motion_point(hz_barrier *x)
{
    hz_ramp *place = &x->finger.place;
    if (x->params.fingerforce == 0) /* it is lifted where it is */
        hz_ramp_put(place, place->at);
    else if (x->finger.force == 0)
        hz_ramp_put(place, x->params.finger);
    else
        place->goal = x->params.finger;
}

static int reaches_same(const hz_string_port *a, const hz_string_port *b)
{
    int same = a->at == b->at;
    for (int k = 0; k < 4; k++)
        same &= (a->w[k] != 0) == (b->w[k] != 0);
    return same;
}

/* A finger that slides shares points with other contacts. All is arranged anew where these points become others. */
static void slide(hz_barrier *x)
{
    hz_ramp *place = &x->finger.place;
    hz_string_port *port = &x->contact[HZ_AT_FINGER].port;
    if (place->at == place->goal)
        return;
    hz_ramp_go(place);
    hz_string_port next = hz_string_port_at(&x->string, place->at);
    if (reaches_same(&next, port)) {
        *port = next;
        hz_barrier_contacts_couple(x, HZ_AT_FINGER);
    } else
        hz_barrier_contacts_rearrange(x);
}

/* A finger comes and goes in a few milliseconds. But the string is let up no faster than a hand moves, and pressed
 * down, where nothing is below, twice as fast. */
static void press(hz_barrier *x)
{
    hz_finger *f = &x->finger;
    const hz_string_port *port = &x->contact[HZ_AT_FINGER].port;
    double goal = x->params.fingerforce, way = goal - f->force, rate = 200, place = f->place.at, drawn = 0;
    if (way < 0)
        drawn = -hz_string_now(&x->string, port) * -way / f->force;
    else if (way > 0)
        drawn = 0.5 * way * place * (1 - place) * x->params.string.length / tension(x);
    if (drawn * rate > HZ_SPEED_HAND)
        rate = HZ_SPEED_HAND / drawn;
    f->force += way * fmin(rate * x->h, 1);
    if (fabs(way) < 1e-13 * goal || (goal == 0 && f->force < 1e-6))
        f->force = goal;
    x->coupled.pull[HZ_AT_FINGER] = f->force;
    x->coupled.drag[HZ_AT_FINGER] = f->drag * fmin(f->force, 1);
}

/* ---- all of it ---- */

/* Whether the signal says the same throughout the block, as a float does. A very short block does not tell. */
static int is_level(const double *signal, int n)
{
    if (n < 16)
        return 0;
    for (int i = 1; i < n; i++)
        if (signal[i] != signal[0])
            return 0;
    return 1;
}

static double in_range(double height)
{
    return fmin(fmax(height, -10), 10);
}

/* The first block knows the signal for the first time: what it says then is what it has said before. */
static void begin(hz_barrier *x, double signal)
{
    double before = hz_barrier_before(x), way = signal - x->obstacle.signal.at;
    x->running = 1;
    if (way == 0)
        return;
    hz_ramp_put(&x->obstacle.signal, signal);
    hz_obstacle_lower(&x->obstacle, -way);
    hz_barrier_contacts_lower(x);
    hz_barrier_changed(x, before);
}

void hz_barrier_motion_aim(hz_barrier *x, const hz_barrier_io *io)
{
    hz_obstacle *o = &x->obstacle;
    double most = HZ_SPEED_HAND * x->h;
    int level = !io->height || is_level(io->height, io->n);
    double height = io->height ? in_range(io->height[0]) : 0;
    if (!x->running)
        begin(x, height);
    if (x->waits && !hz_obstacle_holds(o, x->string.n))
        hz_barrier_adopt(x, 1, io->n);
    else if (x->tuning)
        hz_barrier_tune(x, io->n);
    double goal = hz_obstacle_height(o, &x->params);
    if (x->waits)
        goal = fmin(o->base.at, o->base.at - o->height - hz_obstacle_top(o, x->string.n));
    hz_ramp_aim(&o->base, goal, io->n, most);
    o->signal.step = 0;
    if (level)
        hz_ramp_aim(&o->signal, height, io->n, most);
    else
        o->signal.goal = NAN; /* each sample has its own */
    hz_ramp_aim(&x->finger.place, x->finger.place.goal, io->n, slide_speed(x) * x->h);
}

double hz_barrier_motion_move(hz_barrier *x, const hz_barrier_io *io, int i)
{
    hz_obstacle *o = &x->obstacle;
    if (x->contact[HZ_AT_FINGER].on) {
        slide(x);
        press(x);
    }
    hz_ramp_go(&o->base);
    if (isnan(o->signal.goal)) {
        double way = in_range(io->height[i]) - o->signal.at, most = HZ_SPEED_SIGNAL * x->h;
        o->signal.at += fmin(fmax(way, -most), most);
    } else
        hz_ramp_go(&o->signal);
    return o->base.at + o->signal.at;
}

int hz_barrier_motion_rests(const hz_barrier *x, const hz_barrier_io *io)
{
    const hz_obstacle *o = &x->obstacle;
    if (!io->height && o->signal.at != 0)
        return 0;
    for (int i = 0; i < io->n && io->height; i++)
        if (in_range(io->height[i]) != o->signal.at)
            return 0;
    return o->gliding < 0 && !x->tuning && !x->waits && o->base.at == hz_obstacle_height(o, &x->params) &&
           x->finger.force == x->params.fingerforce && x->finger.force == 0 && o->height == o->height_before;
}
