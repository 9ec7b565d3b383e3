/* knobs: parameters from 0 to 1. */
#include "knobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pd/text.h"

/* The columns of an answer: parameter <prefix> <name> <unit> <default> <min> <max> <most> <flags> <choices> <doc>. */
enum { KIND, PREFIX, NAME, UNIT, DEFAULT, MIN, MAX, MOST, FLAGS, CHOICES, COLUMNS };

void hz_knobs_clear(hz_knobs *k)
{
    free(k->knob);
    *k = (hz_knobs){ 0 };
}

static const char *word(const t_atom *a)
{
    return a->a_type == A_SYMBOL && strcmp(a->a_w.w_symbol->s_name, "-") != 0 ? a->a_w.w_symbol->s_name : "";
}

static double number(const t_atom *a)
{
    return a->a_type == A_FLOAT ? hz_number_from(a->a_w.w_float) : 0;
}

static void add(hz_knobs *k, hz_knob knob)
{
    if (k->n == k->room) {
        int room = 2 * k->room + 64;
        hz_knob *more = realloc(k->knob, (size_t)room * sizeof *more);
        if (!more)
            return;
        k->knob = more;
        k->room = room;
    }
    k->knob[k->n++] = knob;
}

/* Of several objects that answer, the first counts. */
void hz_knobs_hear(hz_knobs *k, int argc, const t_atom *argv)
{
    int named;

    if (argc > PREFIX + 1 && hz_word_list_is(argc, argv, KIND, "outlet"))
        k->audio += hz_word_list_is(argc, argv, NAME, "audio");
    if (argc < COLUMNS || !hz_word_list_is(argc, argv, KIND, "parameter") || hz_knobs_find(k, 2, argv + PREFIX, &named))
        return;
    int is_choice = *word(&argv[CHOICES]) && !strstr(word(&argv[FLAGS]), "words");
    if (strstr(word(&argv[FLAGS]), "creation") || (!is_choice && argv[MIN].a_type != A_FLOAT))
        return;
    add(k, (hz_knob){ .prefix = *word(&argv[PREFIX]) ? argv[PREFIX].a_w.w_symbol : NULL,
                      .name = argv[NAME].a_w.w_symbol,
                      .choices = is_choice ? argv[CHOICES].a_w.w_symbol : NULL,
                      .has_unit = *word(&argv[UNIT]) != 0,
                      .is_whole = strstr(word(&argv[FLAGS]), "whole") != NULL,
                      .init = number(&argv[DEFAULT]),
                      .min = number(&argv[MIN]),
                      .max = number(&argv[MAX]) });
}

const hz_knob *hz_knobs_find(const hz_knobs *k, int argc, const t_atom *argv, int *named)
{
    for (int i = 0; i < k->n; i++) {
        const hz_knob *its = &k->knob[i];
        const char *prefix = its->prefix ? its->prefix->s_name : "-";
        int behind = its->prefix || hz_word_list_is(argc, argv, 0, "-");
        if (behind && !hz_word_list_is(argc, argv, 0, prefix))
            continue;
        *named = 1 + behind;
        if (hz_word_list_is(argc, argv, behind, its->name->s_name))
            return its;
    }
    return NULL;
}

void hz_knob_between(hz_knob *k, double min, double max)
{
    if (k->choices)
        return;
    k->min = min;
    k->max = max;
}

int hz_knob_is_log(const hz_knob *k)
{
    return !k->choices && k->has_unit && k->min > 0 && k->max > 0;
}

static int count(const char *choices)
{
    int n = 1;

    for (; *choices; choices++)
        n += *choices == '|';
    return n;
}

/* The word at a place between bars. */
static t_symbol *choice(const char *choices, int i)
{
    char text[HZ_QUOTED];

    while (i-- > 0 && strchr(choices, '|'))
        choices = strchr(choices, '|') + 1;
    size_t n = strcspn(choices, "|");
    n = n < sizeof text ? n : sizeof text - 1;
    memcpy(text, choices, n);
    text[n] = 0;
    return gensym(text);
}

void hz_knob_value(const hz_knob *k, double place, t_atom *value)
{
    place = place > 0 ? fmin(place, 1) : 0; /* not a number: 0 */
    if (k->choices) {
        int n = count(k->choices->s_name);
        SETSYMBOL(value, choice(k->choices->s_name, (int)fmin(place * n, n - 1)));
        return;
    }
    double x = place == 1          ? k->max
               : hz_knob_is_log(k) ? k->min * pow(k->max / k->min, place)
                                   : k->min + (k->max - k->min) * place;
    SETFLOAT(value, (t_float)(k->is_whole ? floor(x + 0.5) : x));
}

double hz_knob_place(const hz_knob *k, const t_atom *value)
{
    if (k->choices) {
        int n = count(k->choices->s_name);
        for (int i = 0; i < n && value->a_type == A_SYMBOL; i++)
            if (choice(k->choices->s_name, i) == value->a_w.w_symbol)
                return (i + 0.5) / n;
        return 0;
    }
    double x = number(value), place = 0;
    if (k->max != k->min)
        place =
            hz_knob_is_log(k) ? log(fmax(x, 1e-300) / k->min) / log(k->max / k->min) : (x - k->min) / (k->max - k->min);
    return fmin(fmax(place, 0), 1);
}
