/* telling: a body that was listened to, as messages for an object and as a mode file. */
#include "telling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"
#include "core/law/wall.h"
#include "families/modal/mode_file.h"
#include "pd/decimal.h"

enum { MOST = HZ_LISTEN_MODES };

int hz_telling_weights(const hz_listen_body *b, const double *place, double at, double *weight)
{
    int below = -1, above = -1, moves = 0;
    for (int i = 0; i < b->hits; i++) {
        moves |= place[i] != place[0];
        if (place[i] <= at && (below < 0 || place[i] >= place[below]))
            below = i;
        if (place[i] >= at && (above < 0 || place[i] < place[above]))
            above = i;
    }
    below = below < 0 ? above : below;
    above = above < 0 ? below : above;
    double way = place[above] - place[below], part = way > 0 ? (at - place[below]) / way : 0;
    for (int k = 0; k < b->n; k++)
        weight[k] = b->weight[below][k] + part * (b->weight[above][k] - b->weight[below][k]);
    return moves;
}

double hz_telling_stiffness(const hz_listen_body *b, const hz_telling *t)
{
    hz_law_params p = { .stiffness = 1e7, .exponent = t->exponent };
    hz_law law = hz_law_prepare(&p);
    if (!(b->contact > 0))
        return 0;
    double time = hz_wall_bounce(&law, t->mass, t->speed).time; /* It goes as stiffness^(-1/(exponent + 1)). */
    return fmin(fmax(p.stiffness * pow(time / b->contact, t->exponent + 1), 1), 1e17);
}

/* All modes have one mass, so that the body gives as much as it should at the place of the first hit. */
static double modal_mass(const hz_listen_body *b, const hz_telling *t)
{
    double squares = 0;
    for (int k = 0; k < b->n; k++)
        squares += b->weight[0][k] * b->weight[0][k];
    return fmin(fmax(t->heavy * squares, 1e-6), 1e3);
}

/* ---- messages ---- */

static void send(t_outlet *to, const char *prefix, const char *name, int n, t_atom *at)
{
    if (!*prefix) {
        outlet_anything(to, gensym(name), n, at + 1);
        return;
    }
    SETSYMBOL(&at[0], gensym(name));
    outlet_anything(to, gensym(prefix), n + 1, at);
}

static void send_list(t_outlet *to, const char *prefix, const char *name, const double *x, int n)
{
    t_atom at[MOST + 1];
    for (int i = 0; i < n; i++)
        SETFLOAT(&at[i + 1], (t_float)x[i]);
    send(to, prefix, name, n, at);
}

static void send_word(t_outlet *to, const char *prefix, const char *name, const char *word)
{
    t_atom at[2];
    SETSYMBOL(&at[1], gensym(word));
    send(to, prefix, name, 1, at);
}

void hz_telling_send_weights(t_outlet *to, const hz_listen_body *b, const double *weight, const hz_telling *t)
{
    send_list(to, t->prefix, "weights", weight, b->n);
}

static void send_crowd(t_outlet *to, const hz_listen_body *b)
{
    double zero = 0, decay[HZ_BANDS], crowd[HZ_BANDS];
    for (int k = 0; k < HZ_BANDS; k++) {
        decay[k] = fmin(fmax(b->loss[k] > 0 ? HZ_SIXTY_DB / b->loss[k] : 0.5, 0.01), 100);
        crowd[k] = fmin(b->crowd[k], 1e6);
    }
    send_list(to, "", "crowdbands", crowd, HZ_BANDS);
    send_list(to, "", "crowddecays", decay, HZ_BANDS);
    send_list(to, "", "crowd", &zero, 1);
}

void hz_telling_send(t_outlet *to, const hz_listen_body *b, const double *weight, const hz_telling *t)
{
    double decay[MOST], mass = modal_mass(b, t), stiffness = hz_telling_stiffness(b, t), ms = 1000 * b->contact;
    for (int k = 0; k < b->n; k++)
        decay[k] = HZ_SIXTY_DB / b->sigma[k];
    send_list(to, t->prefix, "freqs", b->freq, b->n);
    send_list(to, t->prefix, "decays", decay, b->n);
    send_list(to, t->prefix, "masses", &mass, 1);
    hz_telling_send_weights(to, b, weight, t);
    send_list(to, t->prefix, "outweights", b->heard, b->n);
    send_word(to, t->prefix, "object", "modes");
    send_word(to, t->prefix, "hear", "point");
    send_word(to, t->prefix, "freq", "auto");
    send_word(to, t->prefix, "decay", "material");
    send_word(to, t->prefix, "q", "decay");
    if (!*t->prefix) {
        send_crowd(to, b);
        send_list(to, "", "contacttime", &ms, 1);
    } else {
        send_list(to, "", "stiffness", &stiffness, 1);
    }
}

/* ---- a file ---- */

/* The lines behind the first one that say where the modes come from. */
static void add_source(char *text, size_t room, const hz_listen_body *b, const hz_telling *t, const char *source)
{
    int n = snprintf(text, room, "# heard by listen~ in %.300s, %d hit%s", source, b->hits, b->hits > 1 ? "s" : "");
    if (b->contact > 0)
        n += snprintf(text + n, room - (size_t)n, ", contact %.3g ms: stiffness %.3g", 1000 * b->contact,
                      hz_telling_stiffness(b, t));
    n += snprintf(text + n, room - (size_t)n, "\n# crowd 0, crowdbands");
    for (int k = 0; k < HZ_BANDS; k++)
        n += snprintf(text + n, room - (size_t)n, " %.3g", b->crowd[k]);
    n += snprintf(text + n, room - (size_t)n, ", crowddecays");
    for (int k = 0; k < HZ_BANDS; k++)
        n += snprintf(text + n, room - (size_t)n, " %.3g", b->loss[k] > 0 ? HZ_SIXTY_DB / b->loss[k] : 0.5);
    snprintf(text + n, room - (size_t)n, "\n");
}

char *hz_telling_text(const hz_listen_body *b, const double *weight, const hz_telling *t, const char *source)
{
    char lines[1200];
    hz_mode_file m;
    if (!hz_mode_file_make(&m, b->n, HZ_MODE_COLUMNS + 1))
        return NULL;
    for (int k = 0; k < b->n; k++) {
        double *row = m.value + k * m.columns;
        row[HZ_MODE_FREQ] = b->freq[k];
        row[HZ_MODE_DECAY] = HZ_SIXTY_DB / b->sigma[k];
        row[HZ_MODE_MASS] = modal_mass(b, t);
        row[HZ_MODE_WEIGHT] = weight[k];
        row[HZ_MODE_COLUMNS] = b->heard[k];
    }
    char *text = hz_mode_file_text(&m), *all = NULL, *second = text ? strchr(text, '\n') : NULL;
    free(m.value);
    add_source(lines, sizeof lines, b, t, source);
    if (second && (all = malloc(strlen(text) + strlen(lines) + 1)))
        sprintf(all, "%.*s\n%s%s", (int)(second - text), text, lines, second + 1);
    free(text);
    return all;
}
