/* trial: how loud an excitation is, tried on a model that nobody hears. */
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#include "core/base/units.h"

enum { SOME = 64 }; /* At most so many samples are tried at a time. */

/* A trial does not cost more than about so many instructions. Then what was heard so far decides. */
static const double most_work = 5e8;
/* Samples are tried in portions that cost less than this part of what a piece may cost. */
static const double portion = 0.2;

/* What is so many times as loud in the last quarter of its trial as in the quarter before it, and not fainter than a
 * part of its peak, is heard for longer, up to so many times as long. */
static const double grows = 1.25, faint = 0.01, longer = 1.4, longest = 4;
/* The time for which it is heard at first has so many parts, of which as many are kept as the longest time has. */
enum { PARTS = 16, MOST_PARTS = 80 };

/* An attack is never longer, and neither is the fall from a kilometre at 9.81 m/s^2; s. */
static const double attack = 0.4, fall = 15;

/* What an excitation that ends lets go is heard for so long, s. */
static const double last_part = 0.1;

/* What is heard of a pickup, as the ear weighs it: about as BS.1770, by a high pass of the second order and a shelf. */
typedef struct ear {
    double last, low[2], shelf, power;
} ear;

struct hz_trial {
    hz_object *o;
    hz_audition a;
    double h;
    int made;                       /* There is another model. */
    int displacement, acceleration; /* what is heard is this; else it is velocity */
    char *model, *aside;            /* the model that does not run now; room for changing places */
    double kept[HZ_AUDITION_KEPT];  /* the same of the numbers beside it */
    int n;                          /* So many samples are tried next. */
    double t, end;                  /* It has been heard for so long, and will be; s. */
    double begins, lasts;           /* It begins to sound, and is heard at first for so long. */
    double peak, early;             /* the largest sample of all, and of as long as an attack */
    double part[MOST_PARTS];        /* that of each part of the time, since it began */
    int whole, ended, grew;         /* It is to be heard to its end; that has come; it still grew then. */
    double sounded;                 /* the peak until then */
    double worked;
    ear ears[HZ_AUDITION_MOST];
};

static const double high_pass = 40, shelf_freq = 1500, shelf_gain = 1.58;

/* Hears so many samples of a pickup, which are velocities if the unit is acceleration. Returns the largest. */
static double hear(ear *e, const double *motion, int n, double h, int acceleration)
{
    double peak = 0, a = -expm1(-2 * HZ_PI * high_pass * h), b = -expm1(-2 * HZ_PI * shelf_freq * h);
    for (int i = 0; i < n; i++) {
        double x = acceleration ? (motion[i] - e->last) / h : motion[i];
        e->last = motion[i];
        peak = fmax(peak, fabs(x));
        for (int k = 0; k < 2; k++) {
            e->low[k] += a * (x - e->low[k]);
            x -= e->low[k];
        }
        e->shelf += b * (x - e->shelf);
        x = e->shelf + shelf_gain * (x - e->shelf);
        e->power += x * x;
    }
    return peak;
}

/* The model of the trial and that of the object change places, and so does what verbs change beside them. */
static void change_places(hz_trial *t)
{
    const hz_audition *a = &t->a;
    memcpy(t->aside, a->model, a->size);
    memcpy(a->model, t->model, a->size);
    memcpy(t->model, t->aside, a->size);
    for (int i = 0; i < HZ_AUDITION_KEPT && a->kept[i].what; i++) {
        double now = 0;
        memcpy(&now, a->kept[i].what, a->kept[i].size);
        memcpy(a->kept[i].what, &t->kept[i], a->kept[i].size);
        t->kept[i] = now;
    }
}

/* What verbs change beside the model is for the trial what it is for the object now. */
static void keep_numbers(hz_trial *t)
{
    for (int i = 0; i < HZ_AUDITION_KEPT && t->a.kept[i].what; i++)
        memcpy(&t->kept[i], t->a.kept[i].what, t->a.kept[i].size);
}

/* What a trial makes an error of is none of the object's. Where trials count such errors, they are counted. */
static int begin_quietly(hz_object *o)
{
    int tries = o->bridge->part.tries;
    o->bridge->part.tries = 1;
    return tries;
}

hz_trial *hz_trial_new(hz_object *o)
{
    hz_trial *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    *t = (hz_trial){ .o = o, .h = o->bridge->h, .n = 1 };
    o->cls->audition(o, &t->a);
    t->end = t->lasts = t->a.lasts > 0 ? t->a.lasts : fall;
    t->model = malloc(t->a.size);
    t->aside = malloc(t->a.size);
    if (t->model && t->aside) {
        memcpy(t->model, t->a.model, t->a.size);
        keep_numbers(t);
        t->made = t->a.make(o);
        change_places(t);
    }
    if (t->made)
        return t;
    hz_trial_free(t);
    return NULL;
}

/* The excitation acts on the model. */
static void excite(hz_trial *t, const hz_deed *excitation, int lies)
{
    hz_object *o = t->o;
    hz_verb_try_sets(excitation);
    o->cls->update(o, t->h);
    if (t->a.begin)
        t->a.begin(o);
    t->whole = lies;
    if (lies && t->a.lie)
        t->a.lie(o);
    hz_verb_try(o, excitation);
    for (int p = 0; p < o->n_audio; p++)
        t->ears[p].last = o->cls->velocity(o, p);
}

void hz_trial_begin(hz_trial *t, const hz_deed *excitation, int lies)
{
    hz_object *o = t->o;
    int tries = begin_quietly(o);
    double freq = hz_object_number(o, t->a.freq_table, t->a.freq_row);
    t->displacement = hz_object_unit(o) == HZ_DISPLACEMENT;
    t->acceleration = hz_object_unit(o) == HZ_ACCELERATION;
    keep_numbers(t); /* A sound that is drawn has other ones. */
    change_places(t);
    excite(t, excitation, lies);
    change_places(t);
    if (hz_object_number(o, t->a.freq_table, t->a.freq_row) != freq) /* A note has tuned it. */
        hz_object_put(o, t->a.freq_table, t->a.freq_row, freq);
    o->bridge->part.tries = tries;
}

/* The peak from one part of the time that has been heard to another, both counted in quarters. */
static double peak_of(const hz_trial *t, int from, int to)
{
    int n = (int)fmin(PARTS * (t->t - t->begins) / t->lasts, MOST_PARTS);
    double peak = 0;
    for (int i = from * n / 4; i < to * n / 4; i++)
        peak = fmax(peak, t->part[i]);
    return peak;
}

static int still_grows(const hz_trial *t)
{
    double last = peak_of(t, 3, 4);
    return last > grows * peak_of(t, 2, 3) && last > faint * t->peak;
}

/* Keeps a peak that was heard just now, and whether it is to be heard for longer. */
static void keep_peak(hz_trial *t, double peak)
{
    int i = (int)(PARTS * (t->t - t->begins) / t->lasts);
    t->peak = fmax(t->peak, peak);
    t->early = t->t < attack ? t->peak : t->early;
    if (t->end < fall && i >= 0 && i < MOST_PARTS)
        t->part[i] = fmax(t->part[i], peak);
    t->t += t->n * t->h;
    double more = longer * (t->end - t->begins);
    if (!t->ended && t->end < fall && t->t >= t->end && more < longest * t->lasts && still_grows(t))
        t->end = t->begins + more;
}

/* Runs and hears t->n samples. */
static void listen(hz_trial *t)
{
    static const double *const in[HZ_INLETS];
    hz_object *o = t->o;
    double motion[HZ_AUDITION_MOST][SOME], *audio[HZ_AUDITION_MOST], force[SOME], *meter[HZ_METERS] = { 0 };
    hz_io io = { .n = t->n, .in = in, .audio = audio, .force = force, .meter = meter, .displacement = t->displacement };
    for (int p = 0; p < o->n_audio; p++)
        audio[p] = motion[p];
    t->a.run(o, &io, t->end < fall);
    for (int i = 0; t->end == fall && i < t->n; i++)
        if (force[i] > 0) {
            t->begins = t->t;
            t->lasts = attack;
            t->end = t->t + attack;
        }
    double peak = 0;
    for (int p = 0; p < o->n_audio; p++)
        peak = fmax(peak, hear(&t->ears[p], motion[p], t->n, t->h, t->acceleration));
    keep_peak(t, peak);
}

/* Whether nothing more is to be heard. What ends then is heard for a while. */
static int is_over(hz_trial *t)
{
    if (t->t < t->end && t->worked < most_work)
        return 0;
    if (t->ended)
        return 1;
    t->ended = 1;
    t->grew = still_grows(t);
    t->sounded = t->peak;
    if (!t->whole || !t->a.end)
        return 1;
    t->a.end(t->o);
    t->end = t->t + last_part;
    t->worked = fmin(t->worked, most_work / 2);
    return 0;
}

int hz_trial_go(hz_trial *t, double work)
{
    int tries = begin_quietly(t->o);
    change_places(t);
    int over = 0;
    for (double left = work; left > 0 && !(over = is_over(t));) {
        double each, before = t->a.work(t->o, &each), cost;
        listen(t);
        cost = t->a.work(t->o, &each) - before + t->n * each;
        left -= cost;
        t->worked += cost;
        if (cost < 0.5 * portion * work && t->n < SOME)
            t->n *= 2;
        while (cost > portion * work && t->n > 1) {
            t->n /= 2;
            cost /= 2;
        }
    }
    change_places(t);
    t->o->bridge->part.tries = tries;
    return !over;
}

hz_heard hz_trial_heard(const hz_trial *t)
{
    double power = 0;
    for (int p = 0; p < t->o->n_audio; p++)
        power += t->ears[p].power;
    return (hz_heard){ t->end < fall ? t->peak : t->early, power };
}

double hz_trial_begins(const hz_trial *t)
{
    double heard = t->end - t->begins, more = heard > (1 + longer) / 2 * t->lasts ? heard : 0;
    return t->end == fall || t->grew || t->sounded < faint * t->peak ? fall : t->begins + more;
}

double hz_trial_worked(const hz_trial *t)
{
    return t->worked;
}

void hz_trial_free(hz_trial *t)
{
    if (!t)
        return;
    if (t->made) {
        change_places(t);
        t->a.unmake(t->o);
        change_places(t);
    }
    free(t->model);
    free(t->aside);
    free(t);
}
