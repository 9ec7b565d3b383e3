/* contact_body: what a body of modalcontact~ can be besides a modal object. */
#include "contact_body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pd/array.h"
#include "pd/job.h"
#include "core/base/units.h"
#include "matrices.h"

/* The values of the rows. */
typedef struct own {
    double mass;
    int points;
} own;
#define AT(member) HZ_FIELD(own, member)

const hz_param hz_contact_body_rows[HZ_CONTACT_BODY_ROWS] = {
    { "mass", "kg", 0.01, 1e-6, 1e3, AT(mass),
      .doc = "Mass of the body with 'object mass'. With 'object lumped', total mass of the row." },
    { "points", NULL, 50, 1, HZ_CONTACT_BODY_MOST_POINTS, .flags = HZ_WHOLE, AT(points),
      .doc =
          "Number of masses with 'object lumped', a row of masses on a string with fixed ends. With freq 0 its lowest "
          "frequency is 350 Hz, with decay -1 its T60 is 3 s." },
    { "matrices", .most = 3, .flags = HZ_CREATION | HZ_WORD,
      .doc = "Initial masses, springs and dampers with 'object matrices', from these arrays or this file. The message "
             "matrices replaces them later." },
};

static own own_of(const hz_body *b)
{
    own its;
    hz_object_fill(b->o, ((const hz_contact_body *)b)->table, &its);
    return its;
}

static double place_of(const hz_body *b)
{
    return isnan(b->place) ? hz_object_number(b->o, b->table, HZ_BODY_POSITION) : b->place;
}

static double pickup_of(const hz_body *b, int k)
{
    return hz_object_element(b->o, b->table, HZ_BODY_PICKUPS, k);
}

static int one_mass(hz_body *b)
{
    b->mass[0] = own_of(b).mass;
    b->omega[0] = b->sigma[0] = 0;
    b->weight[0] = 1;
    for (int p = 0; p < b->pickups; p++)
        b->heard[p][0] = hz_object_number(b->o, b->table, HZ_BODY_HEAR) == HZ_BODY_POINT;
    return 1;
}

/* Returns the displacement of mode j of n equal masses on a string at a place. Between two masses it lies on the
 * straight line, and so it does between a mass and an end. */
static double string_shape(int n, int j, double place)
{
    double x = place * (n + 1), i = floor(x), part = x - i, step = HZ_PI * (j + 1) / (n + 1);
    double here = sqrt(2) * sin(step * i);
    return part > 0 ? here + part * (sqrt(2) * sin(step * (i + 1)) - here) : here;
}

static int lumped(hz_body *b, double limit)
{
    own its = own_of(b);
    int n = its.points, kept = 0;
    double freq = hz_object_number(b->o, b->table, HZ_BODY_FREQ),
           decay = hz_object_number(b->o, b->table, HZ_BODY_DECAY);
    freq = freq > 0 ? freq : 350;
    decay = decay < 0 ? 3 : decay;
    for (int j = 0; j < n; j++) {
        double f = freq * sin(HZ_PI * (j + 1) / (2 * (n + 1))) / sin(HZ_PI / (2 * (n + 1)));
        if (f > limit)
            break;
        b->omega[j] = 2 * HZ_PI * f;
        b->sigma[j] = hz_body_sigma(b, j, b->omega[j], hz_sigma_of(decay));
        b->mass[j] = its.mass / n * (n + 1); /* The squared shape adds up to n + 1 over all masses. */
        b->weight[j] = string_shape(n, j, rint(place_of(b) * (n + 1)) / (n + 1));
        for (int p = 0; p < b->pickups; p++)
            b->heard[p][j] = string_shape(n, j, pickup_of(b, p));
        kept = j + 1;
    }
    return kept;
}

/* Returns the mass that is nearest to a place. */
static int mass_at(const hz_contact_body *b, double place)
{
    double i = rint(place * (b->masses + 1)) - 1;
    return (int)fmin(fmax(i, 0), b->masses - 1);
}

static int matrices(hz_body *body, double limit)
{
    hz_contact_body *b = (hz_contact_body *)body;
    int kept = 0;
    for (int j = 0; j < b->masses; j++) {
        if (j >= b->coupling.n &&
            b->omega[j] > 2 * HZ_PI * limit) /* Coupled modes are left out together or not at all. */
            continue;
        const double *shape = b->shapes + j * b->masses;
        body->mass[kept] = 1;
        body->omega[kept] = b->omega[j];
        body->sigma[kept] = b->sigma[j];
        body->weight[kept] = shape[mass_at(b, place_of(body))];
        for (int p = 0; p < body->pickups; p++)
            body->heard[p][kept] = shape[mass_at(b, pickup_of(body, p))];
        kept++;
    }
    body->coupled = b->coupling.n > 0 ? &b->coupling : NULL;
    return kept;
}

static int other_modes(hz_body *b, double limit)
{
    switch ((int)hz_object_number(b->o, b->table, HZ_BODY_OBJECT)) {
    case HZ_BODY_MASS:
        return one_mass(b);
    case HZ_BODY_LUMPED:
        return lumped(b, limit);
    default:
        return matrices(b, limit);
    }
}

/* Takes what was found of matrices. An error says what is wrong with them, and the old ones stay. */
static void take(void *part, void *found)
{
    hz_contact_body *b = part;
    const hz_matrices *m = found;
    size_t n = (size_t)m->n;
    if (*m->fault.given) {
        hz_matrices_refuse(&b->body, m, b->masses);
        return;
    }
    memcpy(b->omega, m->row, n * sizeof *b->omega);
    memcpy(b->sigma, m->row + n, n * sizeof *b->sigma);
    memcpy(b->shapes, m->row + 2 * n, n * n * sizeof *b->shapes);
    hz_coupled_damping_copy(&b->coupling, &m->coupling);
    b->masses = m->n;
    hz_object_mark(b->body.o);
}

static const hz_job_kind decomposition = { .run = hz_matrices_solve, .adopt = take, .drop = hz_matrices_free };

/* So many masses take under 8 million instructions, and are decomposed at once. What n masses take grows as n^3: on a
 * machine that does 4e9 instructions a second it is a quarter of this, ms. */
static double time_for(int n)
{
    enum { AT_ONCE = 16 };
    return n <= AT_ONCE ? 0 : 20 + 1e-3 * n * n * n;
}

int hz_contact_body_init(hz_contact_body *b, hz_object *o, int body_table, int table)
{
    enum { N = HZ_CONTACT_BODY_MOST_MASSES };
    if (!hz_body_begin(&b->body, o, body_table) || !hz_body_make_room(&b->body, HZ_BODY_MOST_MODES))
        return 0;
    b->body.other = other_modes;
    b->table = table;
    b->masses = 0;
    b->omega = calloc((size_t)N * (N + 2), sizeof *b->omega);
    if (!b->omega || !hz_coupled_damping_init(&b->coupling))
        return 0;
    b->sigma = b->omega + N;
    b->shapes = b->sigma + N;
    const char *name[3] = { "", "", "" };
    int row = hz_object_row(o, table, "matrices"), given = hz_object_count(o, table, row);
    for (int i = 0; i < 3 && i < given; i++)
        name[i] = hz_object_nth_word(o, table, row, i);
    hz_matrices *m = *name[0] ? hz_matrices_read(&b->body, name, given) : NULL;
    if (m) { /* An object that is made is ready. */
        hz_matrices_solve(m);
        take(b, m);
        hz_matrices_free(m);
    }
    return 1;
}

void hz_contact_body_free(hz_contact_body *b)
{
    free(b->omega);
    hz_coupled_damping_free(&b->coupling);
    hz_body_free(&b->body);
}

static void take_matrices(void *part, int argc, const t_atom *argv)
{
    hz_contact_body *b = part;
    const char *name[3] = { "", "", "" };
    for (int i = 0; i < 3 && i < argc; i++)
        name[i] = argv[i].a_w.w_symbol->s_name;
    hz_matrices *m = hz_matrices_read(&b->body, name, argc);
    if (m)
        hz_job_begin(b->body.o, b, &decomposition, m, time_for(m->n));
}

static const hz_param matrices_args[] = {
    { "arrays", .most = 3, .flags = HZ_WORD,
      .doc = "Three Pd arrays with the matrices of mass, stiffness and damping, row by row. Instead, one text file "
             "with the number of masses followed by the three matrices." },
};

const hz_verb hz_contact_body_verbs[HZ_CONTACT_BODY_VERBS] = {
    { "matrices", matrices_args, 1, 1, .now = take_matrices, .answers = 1,
      .doc = "Masses, springs and dampers of the body with 'object matrices'. The masses stand in a row from 0 to 1: "
             "contact and pickups use the mass nearest to their place. More than 16 masses are computed in the "
             "background while DSP runs: 128 within 2.1 s." },
};

int hz_contact_body_is_lumped(const hz_contact_body *b)
{
    return (int)hz_object_number(b->body.o, b->body.table, HZ_BODY_OBJECT) == HZ_BODY_LUMPED;
}

void hz_contact_body_draw(const hz_contact_body *b, const double *q, int modes, t_symbol *name)
{
    int n = own_of(&b->body).points, size;
    if (!hz_contact_body_is_lumped(b)) {
        hz_object_complain(b->body.o, HZ_NO_TABLE, "shape", name->s_name, "a body that is 'object lumped'", NULL);
        return;
    }
    t_word *words = hz_array_find(b->body.o, "shape", name, &size);
    if (!words)
        return;
    for (int i = 0; i < size; i++) {
        double u = 0;
        for (int j = 0; i < n && j < modes && j < n; j++)
            u += q[j] * sqrt(2) * sin(HZ_PI * (j + 1) * (i + 1) / (n + 1));
        words[i].w_float = (t_float)u;
    }
    hz_array_drawn(name);
}
