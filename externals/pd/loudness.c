/* loudness: messages that must know how loud the present excitation is.
 *
 * Factors of thousands lie between displacement, velocity and acceleration, and they depend on how high it sounds. So
 * `unit` tries the present excitation with both. Flags and presets set their gain themselves. */
#include "loudness.h"

#include <math.h>
#include <string.h>

#include "internal.h"
#include "vary.h"

/* A piece of a trial costs about so many instructions, and there is one every so many milliseconds: about a block. */
static const double piece = 2.5e6, tick = 1.5;
/* A sound between two of a kind is tried when no other has been asked for in so many milliseconds. */
static const double settles = 100;
/* Trials are not begun anew when they have cost so much. */
static const double most_worked = 5e8;
enum { MOST_WAITS = 20, TRIES = 6 };

/* Where the old sound was under full scale, the new one peaks no higher than this. */
static const double highest = 0.85;
/* An excitation that peaks under this tells nothing. */
static const double audible = 1e-4;
/* What is drawn peaks no higher than this, 3 dB under full scale, which leaves room for notes that overlap. */
static const double loudest = 0.7;
/* What is drawn hardly sounds in its trial if it needs so many times the gain that the sound before it has: as loud as
 * that, it would be far too loud where it grows later. */
static const double most_raised = 1000;
/* What excites waits for a level no longer than this, s. Trials that cost less are over by then. */
static const double longest_hold = 1;
/* It begins to sound so soon after its excitation, or as soon as the sound before it; s. */
static const double latest = 1;

/* What lasts no longer than this is a click, whose samples meet it or miss it; s. */
static const double briefest = 1e-4;

enum { CLEAR_AWAY, MAKE_FORMER, BEGIN_FORMER, MAKE_LATTER, BEGIN_LATTER, RUN_FORMER, RUN_LATTER };

static int is_asked(const hz_loudness *l)
{
    return l->n || l->levels || l->morphs || l->varies;
}

/* Rows and a level come before a sound that is drawn. */
static int draws(const hz_loudness *l)
{
    return !l->n && !l->levels;
}

/* A level, and what lies between two sounds, have nothing to be compared with. */
static int compares(const hz_loudness *l)
{
    return !l->levels && (l->n || !l->morphs);
}

static uint64_t bit_of(const hz_object *voice)
{
    return 1ull << (voice->bridge->part.number - 1);
}

/* ---- what is asked for ---- */

static void end_trials(hz_loudness *l)
{
    hz_trial *its[] = { l->former, l->latter };
    for (int i = 0; i < 2; i++) {
        l->worked += its[i] ? hz_trial_worked(its[i]) : 0;
        hz_trial_free(its[i]);
    }
    hz_sound_free(l->drawn);
    l->former = l->latter = NULL;
    l->drawn = NULL;
}

static void begin(hz_object *o);

/* What is told to one voice alone counts for that voice. If it asked for rows together with the first voice, it now
 * asks for them by itself. */
static void leave(hz_object *voice)
{
    hz_loudness *its = &voice->bridge->loudness, *l = &voice->bridge->part.lead->bridge->loudness;
    uint64_t bit = bit_of(voice);
    if (its == l)
        return;
    if (l->n && l->voices & bit) {
        its->n = l->n;
        memcpy(its->asked, l->asked, sizeof l->asked);
        its->voices = 1;
    }
    l->voices &= ~bit;
}

/* If it is the first voice that is told alone, the others ask by themselves from now on. */
static void part(hz_object *lead)
{
    const hz_voices *all = &lead->bridge->voices;
    uint64_t others = hz_voices_is_alone(lead) && lead->bridge->loudness.n ? lead->bridge->loudness.voices : 0;
    for (int k = 1; k < all->n; k++)
        if (others >> k & 1) {
            leave(all->voice[k]);
            begin(all->voice[k]);
        }
}

/* A message allocates nothing and frees nothing while DSP runs, so the clock clears away. */
void hz_loudness_drop(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness, *first = &o->bridge->part.lead->bridge->loudness;
    part(o);
    if (first != l) {
        first->voices &= ~bit_of(o);
        first->levels &= ~bit_of(o);
        first->varies &= ~bit_of(o);
        first->morphing &= ~bit_of(o);
    }
    l->n = l->levels = l->morphs = l->again = l->varies = 0;
    l->stage = CLEAR_AWAY;
}

void hz_loudness_free(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    end_trials(l);
    if (l->clock)
        clock_free(l->clock);
}

int hz_loudness_asks(const hz_object *o, int table, int row, double *value)
{
    const hz_loudness *l = &o->bridge->loudness;
    for (int i = 0; i < l->n; i++)
        if (l->asked[i].table == table && l->asked[i].row == row) {
            *value = l->asked[i].value;
            return 1;
        }
    return 0;
}

/* Values that are asked for, and those that are there, change places. */
static void put_asked(hz_object *o, hz_loudness *l)
{
    for (int i = 0; i < l->n; i++) {
        hz_asked *a = &l->asked[i];
        double was = hz_object_number(o, a->table, a->row);
        hz_object_put(o, a->table, a->row, a->value);
        a->value = was;
    }
}

double hz_loudness_beside(const hz_object *voice, double was, double now)
{
    const hz_param *p = hz_values_row(voice, hz_common_index(voice), HZ_GAIN);
    double gain = hz_object_gain(voice);
    if (gain == was)
        return now;
    return was == 0 ? gain : fmin(fmax(gain * (now / was), p->min), p->max);
}

/* The rows get their values in all voices that were told so, and gain goes from one to another. */
static void grant(hz_object *o, double was, double gain)
{
    hz_loudness *l = &o->bridge->loudness;
    const hz_voices *all = &o->bridge->voices;
    for (int k = 0; k < all->n; k++) {
        hz_object *v = all->voice[k];
        if (!((l->levels | (l->n ? l->voices : 0)) >> k & 1))
            continue;
        for (int i = 0; i < l->n && l->voices >> k & 1; i++)
            hz_object_put(v, l->asked[i].table, l->asked[i].row, l->asked[i].value);
        double its = k > 0 ? hz_loudness_beside(v, was, gain) : gain;
        if (l->levels)
            hz_block_watch_ringing(v, its);
        hz_object_put(v, hz_common_index(v), HZ_GAIN, its);
        if (l->n)
            v->bridge->block.anew = 1; /* The one fades into the other. */
    }
    l->n = l->levels = 0;
}

/* ---- what came of a trial ---- */

static int can_be_gain(const hz_object *o, double gain)
{
    const hz_param *p = hz_values_row(o, hz_common_index(o), HZ_GAIN);
    return isfinite(gain) && gain >= p->min && gain <= p->max;
}

/* The gain with which what is heard has the power that it had before. */
static double gain_as_loud(const hz_object *o, hz_heard was, hz_heard is)
{
    double gain = hz_object_gain(o), ceiling = fmax(highest / fabs(gain), was.peak) / is.peak;
    double factor = fmin(sqrt(was.power / is.power), ceiling), its = gain * factor;
    return was.peak * fabs(gain) > audible && factor > 0 && can_be_gain(o, fabs(its)) ? its : gain;
}

static void take_level(hz_object *o, double peak)
{
    const hz_loudness *l = &o->bridge->loudness;
    double gain = pow(10, l->level / 20) / peak;
    hz_text given = { 0 };
    if (peak > 0 && can_be_gain(o, gain)) {
        grant(o, hz_object_gain(o), gain);
        return;
    }
    grant(o, hz_object_gain(o), hz_object_gain(o));
    hz_text_add(&given, "%g", l->level);
    hz_complain(o, NULL, "level", given.s, "what gain can reach for an excitation that sounds", NULL);
}

/* Takes over the sound that was drawn, if that can be as loud as it has to be. Returns whether it can. */
static int take_drawn(hz_object *o, double peak, double now)
{
    hz_loudness *l = &o->bridge->loudness;
    double gain = peak / now;
    int late = hz_trial_begins(l->latter) > fmax(latest, hz_trial_begins(l->former));
    int brief = hz_trial_heard(l->latter).power * o->bridge->h < briefest * now * now;
    int faint = gain > most_raised * fabs(hz_object_gain(o));
    if (!(now > 0 && can_be_gain(o, gain)) || faint || late || brief || o->bridge->part.complaints)
        return 0;
    o->bridge->part.tries = 1;
    hz_sound_put(o, l->drawn);
    o->bridge->part.tries = 0;
    hz_object_put(o, hz_common_index(o), HZ_GAIN, gain);
    if (o->cls->calm) /* It is another sound: what rang does not ring into it. */
        hz_object_later(o, o->cls->calm, NULL, 0);
    o->bridge->block.anew = 1;
    hz_voices_follow(o, l->varies);
    return 1;
}

/* The voices that were told so go to what lies between two sounds, with as much gain as it bears. */
static void take_morphed(hz_object *o, double peak)
{
    hz_loudness *l = &o->bridge->loudness;
    const hz_voices *all = &o->bridge->voices;
    for (int k = 0; k < all->n; k++) {
        hz_object *v = all->voice[k];
        if (!l->drawn || !(l->morphing >> k & 1))
            continue;
        if (!l->glides) {
            hz_sound_put(v, l->drawn);
            v->bridge->block.anew = 1;
        }
        if (!l->glides && v->cls->calm) /* What rang may be much louder in another body. */
            hz_object_later(v, v->cls->calm, NULL, 0);
        double gain = hz_object_gain(v), its = highest / peak;
        if (its < fabs(gain))
            hz_object_put(v, hz_common_index(v), HZ_GAIN, gain < 0 ? -its : its);
    }
    l->morphs = l->again;
    l->again = 0;
}

/* Draws a sound and tries it; what sounds stays what it is. One that fails is drawn again at half the amount. */
static void begin_drawn(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    hz_sound *before = hz_sound_take(o);
    double amount = ldexp(l->amount, -l->tries++);
    if (!before)
        return;
    o->bridge->part.tries = 1;
    o->bridge->part.complaints = 0;
    if (l->morphs)
        hz_sound_slots_between(o, l->first, l->second, l->place);
    else
        hz_vary_draw(o, amount);
    hz_trial_begin(l->latter, &l->excitation, 1);
    int complaints = o->bridge->part.complaints;
    l->drawn = hz_sound_take(o);
    hz_sound_put(o, before);
    o->bridge->part.tries = 0;
    o->bridge->part.complaints = complaints;
    hz_sound_free(before);
}

static void end_vary(hz_object *o, int good)
{
    o->bridge->loudness.varies = 0;
    if (!good)
        hz_error(o, "%s: vary: the present excitation is silent, or no sound near it was found, so it stays",
                 o->cls->name);
}

/* Both trials have come to their end. */
static void conclude(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    hz_heard none = { 0, 0 }, was = l->former ? hz_trial_heard(l->former) : none;
    hz_heard is = l->latter ? hz_trial_heard(l->latter) : none;
    l->stage = MAKE_FORMER;
    if (l->levels)
        take_level(o, is.peak);
    else if (l->n)
        grant(o, hz_object_gain(o), gain_as_loud(o, was, is));
    else if (l->morphs)
        take_morphed(o, is.peak);
    else {
        double peak = was.peak * fabs(hz_object_gain(o));
        int good = l->drawn && l->former && take_drawn(o, fmin(peak, loudest), is.peak);
        if (good || !(peak > 0) || l->tries == TRIES)
            end_vary(o, good);
        else { /* The former is what it was. */
            l->stage = MAKE_LATTER;
            hz_trial_free(l->latter);
            hz_sound_free(l->drawn);
            l->latter = NULL;
            l->drawn = NULL;
            return;
        }
    }
    end_trials(l);
    l->worked = 0;
}

/* ---- in pieces ---- */

static void begin_latter(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    if (!l->latter)
        return;
    if (draws(l)) {
        begin_drawn(o);
        return;
    }
    put_asked(o, l);
    hz_trial_begin(l->latter, &l->excitation, 0);
    put_asked(o, l);
}

/* Whether a trial waits for the next block, which derives what the object was told. Where no block comes, that is
 * derived here. */
static int waits_for_block(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    int begins = l->stage == BEGIN_FORMER || l->stage == BEGIN_LATTER;
    if (begins && o->bridge->dirty) {
        if (pd_getdspstate() && l->waits++ < MOST_WAITS)
            return 1;
        o->cls->update(o, o->bridge->h);
    }
    l->waits = 0;
    return 0;
}

/* Does a piece of what there is to do. */
static void go(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    if (waits_for_block(o))
        return;
    switch (l->stage) {
    case CLEAR_AWAY:
        end_trials(l);
        l->worked = is_asked(l) ? l->worked : 0;
        break;
    case MAKE_FORMER:
        l->excitation = o->bridge->verbs.last;
        l->former = compares(l) ? hz_trial_new(o) : NULL;
        l->tries = 0;
        break;
    case BEGIN_FORMER:
        if (l->former)
            hz_trial_begin(l->former, &l->excitation, draws(l));
        break;
    case MAKE_LATTER:
        l->latter = hz_trial_new(o);
        break;
    case BEGIN_LATTER:
        begin_latter(o);
        break;
    case RUN_FORMER:
        if (l->former && hz_trial_go(l->former, piece))
            return;
        break;
    default:
        if (!l->latter || !hz_trial_go(l->latter, piece))
            conclude(o);
        return;
    }
    l->stage++;
}

/* How many voices ask for something. They take turns, a tick each, so that all together cost what one does. */
static int asking(const hz_object *o)
{
    const hz_voices *all = &o->bridge->part.lead->bridge->voices;
    int n = 0;
    for (int k = 0; k < all->n; k++)
        n += is_asked(&all->voice[k]->bridge->loudness);
    return n;
}

static void go_on(hz_object *o)
{
    hz_loudness *l = &o->bridge->loudness;
    if (!is_asked(l))
        l->stage = CLEAR_AWAY;
    go(o);
    if (is_asked(l))
        clock_delay(l->clock, tick * asking(o));
}

void hz_loudness_make(hz_object *o)
{
    o->bridge->loudness.clock = clock_new(o, (t_method)go_on);
}

/* Begins, or begins anew, in so many milliseconds. */
static void begin_in(hz_object *o, double ms)
{
    hz_loudness *l = &o->bridge->loudness;
    l->stage = CLEAR_AWAY;
    if (!pd_getdspstate()) {
        while (is_asked(l))
            go(o);
        return;
    }
    clock_delay(l->clock, ms + tick * (asking(o) - 1));
}

static void begin(hz_object *o)
{
    begin_in(o, tick);
}

/* ---- messages ---- */

/* The voices that the message under way goes to and that differ from this one in numbers only, a bit each. */
static uint64_t akin(hz_object *o)
{
    hz_object *const *voice;
    uint64_t its = 0;
    for (int k = 0, n = hz_object_voices(o, &voice); k < n; k++)
        its |= (uint64_t)hz_sound_is_akin(o, voice[k]) << k;
    return its;
}

/* Asks for a value of a row, which has another one. Voices that are akin go along with the first; one that is not tries
 * its own sound. */
static void ask(hz_object *o, int table, int row, double value)
{
    const hz_object *lead = o->bridge->part.lead;
    hz_loudness *l = &o->bridge->loudness;
    double its;

    if (lead->bridge->loudness.voices & bit_of(o) && hz_loudness_asks(lead, table, row, &its) && its == value)
        return;
    if (hz_loudness_asks(o, table, row, &its) && its == value)
        return;
    leave(o);
    part(o);
    if (!l->n)
        l->voices = o->bridge->part.number == 1 ? akin(o) : 1;
    int at = 0;
    while (at < l->n && !(l->asked[at].table == table && l->asked[at].row == row))
        at++;
    if (at == HZ_ASKED)
        return;
    l->n += at == l->n;
    l->asked[at] = (hz_asked){ table, row, value };
    begin(o);
}

/* A row has the value already that it was told last. */
static void ask_no_more(hz_object *o, int table, int row)
{
    hz_loudness *l = &o->bridge->loudness;
    double its;
    if (hz_loudness_asks(o->bridge->part.lead, table, row, &its))
        leave(o);
    part(o);
    int n = l->n;
    for (int i = 0; i < l->n; i++)
        if (l->asked[i].table == table && l->asked[i].row == row)
            l->asked[i] = l->asked[--l->n];
    if (l->n == n)
        return;
    if (is_asked(l))
        begin(o);
    else
        hz_loudness_drop(o);
}

/* Another parameter was told, before which gain was what it was. */
static void follow(hz_object *o, int table, int row, double was)
{
    hz_loudness *l = &o->bridge->loudness;
    if (!is_asked(l))
        return;
    if (table == hz_common_index(o) && row == HZ_GAIN) {
        l->levels = 0;
        part(o);
        grant(o, was, hz_object_gain(o));
    }
    if (!is_asked(l))
        hz_loudness_drop(o);
    else if (l->worked < most_worked)
        begin(o);
}

int hz_loudness_message(hz_object *o, const t_symbol *name, int argc, const t_atom *argv)
{
    int table, row, named = hz_values_find(o, name, argc, argv, &table, &row);
    int measure = named >= 0 && hz_values_row(o, table, row)->flags & HZ_MEASURE;
    double before = measure ? hz_object_number(o, table, row) : 0, gain = hz_object_gain(o);
    int taken = hz_values_message(o, name, argc, argv);
    double now = measure ? hz_object_number(o, table, row) : 0;

    if (!measure && taken && named >= 0)
        follow(o, table, row, gain);
    if (measure && now == before)
        ask_no_more(o, table, row);
    if (measure && now != before) {
        hz_object_put(o, table, row, before);
        ask(o, table, row, now);
    }
    return taken;
}

static int is_other(const hz_deed *a, const hz_deed *b)
{
    return a->verb != b->verb || a->part != b->part || a->given != b->given || memcmp(a->args, b->args, sizeof a->args);
}

void hz_loudness_level(hz_object *o, double level)
{
    hz_loudness *l = &o->bridge->loudness;
    int under_way = l->levels != 0, tried = l->stage > MAKE_FORMER;
    if (o->bridge->part.lead != o)
        o->bridge->part.lead->bridge->loudness.levels &= ~bit_of(o);
    l->levels = hz_voices_told(o);
    l->level = level;
    int other = tried && is_other(&l->excitation, &o->bridge->verbs.last) && l->worked < most_worked;
    if (under_way && !other) /* What is tried serves any level. */
        return;
    l->held = under_way ? l->held : 0;
    begin(o);
}

int hz_loudness_holds(hz_object *voice, double block)
{
    hz_loudness *own = &voice->bridge->loudness, *l = &voice->bridge->part.lead->bridge->loudness;
    if (own->levels)
        l = own;
    else if (!(l->levels & bit_of(voice)))
        return 0;
    l->held += l == own ? block : 0;
    return l->held < longest_hold && voice->bridge->verbs.n < HZ_WAITING;
}

static void lie_between(hz_object *o, int first, int second, double place, int glides)
{
    hz_loudness *l = &o->bridge->loudness;
    int waits = l->morphs && !l->glides && !glides && !l->n && !l->levels;
    if (!waits) {
        hz_loudness_drop(o);
        l->morphing = 1;
    }
    l->again = waits && l->stage >= RUN_FORMER;
    l->morphs = 1;
    l->glides = glides;
    l->first = first;
    l->second = second;
    l->place = place;
    if (!waits)
        begin_in(o, glides ? settles : tick);
}

void hz_loudness_morph(hz_object *o, int first, int second, double place, int glides)
{
    hz_object *lead = o->bridge->part.lead;
    hz_loudness *l = &lead->bridge->loudness;
    if (o != lead && l->morphs && l->glides == glides && l->first == first && l->second == second &&
        l->place == place && hz_sound_slots_are_alike(o, lead, first) && hz_sound_slots_are_alike(o, lead, second)) {
        l->morphing |= bit_of(o);
        return;
    }
    l = &o->bridge->loudness;
    for (int k = 1; l->morphs && hz_voices_is_alone(o) && k < o->bridge->voices.n; k++) /* The others go on. */
        if (l->morphing >> k & 1)
            lie_between(o->bridge->voices.voice[k], l->first, l->second, l->place, l->glides);
    if (hz_voices_is_alone(o))
        l->morphing &= 1;
    lie_between(o, first, second, place, glides);
}

void hz_loudness_vary(hz_object *o, double amount)
{
    o->bridge->loudness.varies = hz_voices_told(o);
    o->bridge->loudness.amount = amount;
    begin(o);
}
