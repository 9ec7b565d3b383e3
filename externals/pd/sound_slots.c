/* sound_slots: sounds that an object keeps under names. */
#include "sound.h"

#include "decimal.h"
#include "internal.h"
#include "text.h"

static const double MIDDLE = 0.5; /* Between two sounds, words change here. */
static const double TICK = 5;     /* A recall that glides takes a step every so many milliseconds. */

const hz_param hz_store_args[1] = {
    { "slot", .flags = HZ_ANY, .doc = "Name or number of the sound." },
};
const hz_param hz_recall_args[2] = {
    { "slot", .flags = HZ_ANY, .doc = "Name or number of the sound." },
    { "ms", "ms", 0, 0, 1e6, .doc = "Time of the glide to the stored sound. 0: at once." },
};
const hz_param hz_morph_args[3] = {
    { "first", .flags = HZ_ANY, .doc = "Name of a stored sound." },
    { "second", .flags = HZ_ANY, .doc = "Name of another one." },
    { "place", NULL, 0, 0, 1, .doc = "0: the first sound. 1: the second. 0.5: half way between them." },
};

/* Returns the name of a slot, which may be written as a number. */
static t_symbol *name_of(const t_atom *a)
{
    char text[HZ_DECIMAL_ROOM];

    if (a->a_type == A_SYMBOL)
        return a->a_w.w_symbol;
    hz_decimal_write(text, sizeof text, HZ_NUMBER_DIGITS, a->a_type == A_FLOAT ? hz_number_from(a->a_w.w_float) : 0);
    return gensym(text);
}

static hz_sound_slot *find(hz_sound_slots *s, const t_symbol *name)
{
    for (int i = 0; i < s->n; i++)
        if (s->slot[i].name == name)
            return &s->slot[i];
    return NULL;
}

/* Returns the slot that an atom names, or NULL after an error that tells which there are. */
static hz_sound_slot *wanted(hz_object *o, const char *verb, const t_atom *a)
{
    hz_sound_slots *s = &o->bridge->slots;
    hz_sound_slot *found = find(s, name_of(a));
    hz_text allowed = { 0 };

    if (found)
        return found;
    hz_text_add(&allowed, s->n ? "a slot that was stored:" : "a slot that was stored, of which there is none yet");
    for (int i = 0; i < s->n; i++)
        hz_text_add(&allowed, " %s", s->slot[i].name->s_name);
    hz_refuse(o, NULL, verb, 1, a, allowed.s);
    return NULL;
}

/* ---- recall by and by ---- */

/* Messages call it while sound runs, so it frees nothing. */
void hz_sound_slots_stop(hz_object *o)
{
    clock_unset(o->bridge->slots.clock);
}

/* What cannot be had on the way is not told; what cannot be had at its end is told there, once. */
static void tick(hz_object *o)
{
    hz_sound_slots *s = &o->bridge->slots;
    int quiet = o->bridge->part.quiet;
    double x = clock_gettimesince(s->since) / s->ms;

    if (x >= 1) {
        hz_sound_put(o, s->slot[s->to].sound);
        return;
    }
    o->bridge->part.quiet = 1;
    hz_sound_put_between(o, s->from, s->slot[s->to].sound, x, 0);
    o->bridge->part.quiet = quiet;
    clock_delay(s->clock, TICK);
}

void hz_sound_slots_make(hz_object *o)
{
    o->bridge->slots.clock = clock_new(o, (t_method)tick);
}

void hz_sound_slots_free(hz_object *o)
{
    hz_sound_slots *s = &o->bridge->slots;

    if (s->clock)
        clock_free(s->clock);
    hz_sound_free(s->from);
    for (int i = 0; i < s->n; i++)
        hz_sound_free(s->slot[i].sound);
}

/* ---- verbs ---- */

void hz_sound_slots_store(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    hz_sound_slots *s = &o->bridge->slots;
    t_symbol *name = name_of(&argv[0]);
    hz_sound_slot *slot = find(s, name);
    hz_sound *sound = hz_sound_take(o);

    (void)argc;
    if (!sound) {
        hz_error(o, "%s: store: there is no memory for a sound", o->cls->name);
        return;
    }
    if (!slot && s->n == HZ_SLOTS) {
        hz_complain(o, NULL, "store", name->s_name, "64 slots, which are all taken; one of them can be stored anew",
                    NULL);
        hz_sound_free(sound);
        return;
    }
    if (slot == &s->slot[s->to])
        hz_sound_slots_stop(o);
    if (!slot)
        slot = &s->slot[s->n++];
    hz_sound_free(slot->sound);
    *slot = (hz_sound_slot){ name, sound };
}

void hz_sound_slots_recall(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    hz_sound_slots *s = &o->bridge->slots;
    hz_sound_slot *slot = wanted(o, "recall", &argv[0]);

    if (!slot)
        return;
    hz_sound_slots_stop(o);
    s->ms = argc > 1 ? argv[1].a_w.w_float : 0;
    s->to = (int)(slot - s->slot);
    hz_sound_free(s->from);
    s->from = NULL;
    if (s->ms > 0 && (s->from = hz_sound_take(o)) != NULL) {
        s->since = clock_getlogicaltime();
        tick(o);
    } else
        hz_sound_put(o, slot->sound);
}

void hz_sound_slots_morph(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    hz_sound_slot *a = wanted(o, "morph", &argv[0]), *b = a ? wanted(o, "morph", &argv[1]) : NULL;

    (void)argc;
    if (!b)
        return;
    hz_sound_slots_stop(o);
    hz_sound_put_between(o, a->sound, b->sound, argv[2].a_w.w_float, MIDDLE);
}
