/* The models of the core under random parameters, forces, gestures and step lengths.
 *
 *     @model collide 44100     a model of core_models, and the sample rate
 *     mass 0.02                a number of the model; it is taken in with the next run
 *     strike 1 0.001           a gesture
 *     @rate 8000               the step length changes while sound runs
 *     @in 0 noise 10           what input 0 carries from now on: off, const, noise, osc, step or spike
 *     @run 3 64                so many blocks of so many samples
 *
 * Whatever a number or a gesture says is limited to its range. After each block everything is finite, nothing that was
 * lost comes back, and the ledger balances: stored = supplied + adjusted - dissipated to 1e-10 of what passed, so that
 * no step makes energy. No gesture presses contacts together: they hold twice what they did at most, and what the
 * bodies do. */
#include "core_models.h"
#include "script.h"
#include "finding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 100, MOST_SAMPLES = 6000, INPUTS = 3 };

static const char *const kinds[] = { "off", "const", "noise", "osc", "step", "spike" };

static struct {
    const model *m;
    double h;
    int changed, first, samples;
    char kind[INPUTS][8];
    double size[INPUTS];
    dice dice;
    hz_accounts last;
    double passed, held, loose;
} play;

static double limited(double x, double least, double most)
{
    return x >= least ? fmin(x, most) : least;
}

/* ---- the books ---- */

/* The rounding of a place that is a metre away is worth this to the stiffest contact. */
static const double nothing = 1e-12;

static void audit(const char *what)
{
    hz_accounts now;
    play.m->accounts(&now);
    double flow = 0, *v = now.value, *was = play.last.value;
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        if (!isfinite(v[k]))
            fuzz_finding("%s: account %s is %g after %s", play.m->name, hz_meter_names[k], v[k], what);
    for (int k = HZ_DISSIPATED; k <= HZ_ADJUSTED; k++)
        flow += fabs(v[k] - was[k]);
    flow += fabs(v[HZ_SHED] - was[HZ_SHED]);
    play.passed += flow;
    play.held = fmax(play.held, fabs(v[HZ_KINETIC]) + fabs(v[HZ_POTENTIAL]) + fabs(v[HZ_CONTACT]));
    if (!play.m->books())
        play.loose = v[HZ_RESIDUAL];
    double most = play.passed + play.held + fabs(play.loose);
    if (fabs(v[HZ_RESIDUAL] - play.loose) > 1e-10 * most + nothing)
        fuzz_finding("%s: residual %g of %g J after %s", play.m->name, v[HZ_RESIDUAL] - play.loose, most, what);
    if (v[HZ_DISSIPATED] < was[HZ_DISSIPATED] - 1e-10 * most - nothing)
        fuzz_finding("%s: %g J were lost, then %g J, of %g, after %s", play.m->name, was[HZ_DISSIPATED],
                     v[HZ_DISSIPATED], most, what);
    play.last = now;
}

/* A string that is put to rest may be so far from its equilibrium on a board, within a nanometre. */
static const double resting = 1e-10;

/* After a gesture, where `was` are the accounts before it. */
static void audit_contacts(const char *what, const hz_accounts *was)
{
    const double *v = play.last.value, *w = was->value;
    double bodies = fabs(v[HZ_KINETIC]) + fabs(v[HZ_POTENTIAL]) + fabs(w[HZ_KINETIC]) + fabs(w[HZ_POTENTIAL]);
    if (v[HZ_CONTACT] > 2 * w[HZ_CONTACT] + bodies + resting)
        fuzz_finding("%s: contacts hold %g J after %s, and held %g; bodies hold %g", play.m->name, v[HZ_CONTACT], what,
                     w[HZ_CONTACT], bodies);
}

/* ---- running ---- */

static double sample_of(const char *kind, double size, int i)
{
    double noise = dice_even(&play.dice, -1, 1);
    switch (kind[0]) {
    case 'c':
        return size;
    case 'n':
        return size * noise;
    case 'o':
        return kind[1] == 's' ? size * sin(0.05 * (play.samples + i)) : 0;
    case 's':
        return kind[1] == 't' ? ((play.samples + i) / 40 % 2 ? size : -size) : dice_once(&play.dice, 50) ? size : 0;
    default:
        return 0;
    }
}

static void take_over(void)
{
    if (!play.changed)
        return;
    play.m->change(play.h, play.first);
    play.changed = play.first = 0;
}

static void block(int n)
{
    model_block b = { .n = n };
    for (int k = 0; k < INPUTS; k++)
        for (int i = 0; i < n; i++)
            b.in[k][i] = limited(sample_of(play.kind[k], play.size[k], i), -play.m->in[k], play.m->in[k]);
    play.m->run(&b);
    play.samples += n;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < n; i++)
            if (!isfinite(b.out[k][i]))
                fuzz_finding("%s: output %d is %g at sample %d", play.m->name, k, b.out[k][i], i);
    if (!play.m->finite())
        fuzz_finding("%s: its state is not finite", play.m->name);
    audit("a block");
}

static double number(char *const *word, int n, int i, double least, double most)
{
    double x;
    return i < n && script_number(word[i], &x) ? limited(x, least, most) : least;
}

static void run(char *const *word, int n)
{
    int blocks = (int)number(word, n, 1, 0, 20), size = (int)number(word, n, 2, 1, MODEL_BLOCK);
    take_over();
    for (; blocks > 0 && play.samples < MOST_SAMPLES; blocks--)
        block(size);
}

/* ---- the script ---- */

static void end(void)
{
    if (play.m)
        play.m->end();
    play.m = NULL;
}

static const model *model_of(const char *name)
{
    for (int i = 0; i < n_models; i++)
        if (!strcmp(models[i]->name, name))
            return models[i];
    return NULL;
}

static void begin(char *const *word, int n)
{
    const model *m = n > 1 ? model_of(word[1]) : NULL;
    if (!m)
        return;
    end();
    play.m = m;
    play.h = 1 / number(word, n, 2, 8000, 384000);
    play.changed = play.first = 1;
    play.passed = play.held = play.loose = 0;
    memset(&play.last, 0, sizeof play.last);
    memset(play.kind, 0, sizeof play.kind);
    m->usual();
    if (!m->begin())
        fuzz_finding("%s: no memory", m->name);
}

static void set(char *const *word, int n)
{
    const model *m = play.m;
    for (int i = 0; i < m->n_knobs; i++) {
        const knob *k = &m->knobs[i];
        if (strcmp(k->name, word[0]))
            continue;
        double x = number(word, n, 1, k->least, k->most);
        if (k->whole)
            *(int *)k->at = (int)x;
        else
            *(double *)k->at = x;
        play.changed = 1;
    }
    for (int i = 0; i < m->n_gestures; i++) {
        const gesture *g = &m->gestures[i];
        double argument[3];
        if (strcmp(g->name, word[0]))
            continue;
        for (int k = 0; k < 3; k++)
            argument[k] = number(word, n, k + 1, g->least[k], g->most[k]);
        take_over();
        audit("a change");
        hz_accounts before = play.last;
        g->act(argument);
        audit(g->name);
        audit_contacts(g->name, &before);
    }
}

static void line(char *const *word, int n)
{
    if (!strcmp(word[0], "@model"))
        begin(word, n);
    else if (!play.m)
        return;
    else if (!strcmp(word[0], "@run"))
        run(word, n);
    else if (!strcmp(word[0], "@rate"))
        play.h = 1 / number(word, n, 1, 8000, 384000), play.changed = 1;
    else if (!strcmp(word[0], "@in")) {
        int i = (int)number(word, n, 1, 0, INPUTS - 1);
        snprintf(play.kind[i], sizeof play.kind[i], "%s", n > 2 ? word[2] : "");
        play.size[i] = number(word, n, 3, -1e6, 1e6);
    } else
        set(word, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script s = { .at = (const char *)data, .end = (const char *)data + size };
    memset(&play, 0, sizeof play);
    for (int lines = 0, n; lines < MOST_LINES && (n = script_next(&s)) >= 0; lines++)
        if (n > 0)
            line(s.word, n);
    if (play.m) {
        take_over();
        block(MODEL_BLOCK);
    }
    end();
    return 0;
}

/* ---- random lines ---- */

static void random_event(dice *d, const model *m, char text[SCRIPT_LINE])
{
    static const double rates[] = { 8000, 22050, 44100, 48000, 96000, 384000 };
    const gesture *g = &m->gestures[dice_of(d, m->n_gestures)];
    char word[3][40];
    switch (dice_of(d, 8)) {
    case 0:
        snprintf(text, SCRIPT_LINE, "@rate %g", rates[dice_of(d, 6)]);
        return;
    case 1:
    case 2: {
        int i = dice_of(d, INPUTS);
        script_value(d, -m->in[i], m->in[i], 0.1 * m->in[i], 0, word[0], sizeof word[0]);
        snprintf(text, SCRIPT_LINE, "@in %d %s %s", i, script_one_of(d, kinds, 6), word[0]);
        return;
    }
    case 3:
    case 4:
    case 5:
        snprintf(text, SCRIPT_LINE, "@run %d %d", 1 + dice_of(d, 6), dice_once(d, 3) ? 1 + dice_of(d, 64) : 64);
        return;
    default:
        for (int k = 0; k < 3; k++)
            script_value(d, g->least[k], g->most[k], 0.5 * (g->least[k] + g->most[k]), 0, word[k], sizeof word[k]);
        snprintf(text, SCRIPT_LINE, "%s %s %s %s", g->name, word[0], word[1], word[2]);
    }
}

void script_line(dice *d, const char *before, char text[SCRIPT_LINE])
{
    char name[40] = "", value[40];
    const char *made = strstr(before, "@model ");
    const model *m = made && sscanf(made, "@model %39s", name) == 1 ? model_of(name) : NULL;
    if (!m) {
        snprintf(text, SCRIPT_LINE, "@model %s 44100", models[dice_of(d, n_models)]->name);
        return;
    }
    const knob *k = &m->knobs[dice_of(d, m->n_knobs)];
    if (dice_once(d, 2)) {
        random_event(d, m, text);
        return;
    }
    script_value(d, k->least, k->most, k->usual, k->whole, value, sizeof value);
    snprintf(text, SCRIPT_LINE, "%s %s", k->name, value);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return 0;
}
