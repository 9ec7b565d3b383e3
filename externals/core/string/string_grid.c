/* string_grid: a stiff lossy string on a grid, stepped explicitly. */
#include "string_grid.h"
#include "core/base/units.h"

#include <math.h>
#include <string.h>

#define HZ_SIMD_TEXT "core/string/string_books_lanes.h"
#include "core/base/memory.h"
#include "core/base/simd.h"

static const double nothing = 1e-100;

int hz_string_init(hz_string *s, int room)
{
    *s = (hz_string){ .room = room, .lanes = hz_simd_best() };
    size_t row = ((size_t)room + 1 + HZ_STRING_KERNEL_BEFORE + HZ_STRING_KERNEL_AFTER + 7) & ~(size_t)7,
           all = 6 * row * sizeof(double);
    s->memory = hz_memory_new(all);
    if (!s->memory)
        return 0;
    double **rows[] = { &s->u, &s->d, &s->u1, &s->d1, &s->s, &s->force };
    for (int i = 0; i < 6; i++)
        *rows[i] = s->memory + (size_t)i * row + HZ_STRING_KERNEL_BEFORE;
    return 1;
}

void hz_string_free(hz_string *s)
{
    hz_memory_free(s->memory);
    *s = (hz_string){ 0 };
}

void hz_string_reset(hz_string *s)
{
    for (int i = -HZ_STRING_KERNEL_GHOSTS; i <= s->n + HZ_STRING_KERNEL_GHOSTS; i++)
        s->u[i] = s->d[i] = 0;
}

/* string:ends  Beyond an end the string is its own image turned round. What a longer grid left there becomes 0. */
static void put_ghosts(const hz_string *s, double *row)
{
    int n = s->n;
    row[0] = row[n] = 0;
    for (int k = 1; k <= HZ_STRING_KERNEL_GHOSTS; k++) {
        row[-k] = -row[k];
        row[n + k] = -row[n - k];
    }
    for (int k = HZ_STRING_KERNEL_GHOSTS + 1; k <= 8; k++)
        row[n + k] = 0;
}

/* ---- preparation ---- */

static hz_string_wave wave_of(const hz_string_params *p, int *says)
{
    double area = 0.25 * HZ_PI * p->diameter * p->diameter;
    hz_string_wave w = {
        .length = p->length,
        .speed2 = p->tension / (p->density * area),
        .bending2 = p->young * p->diameter * p->diameter / (16 * p->density), /* I/A = d^2/16 */
        .loss1 = p->sigma1,
        .clamped = p->clamped,
    };
    if (p->freq > 0 && !hz_string_wave_tune(&w, p->freq))
        *says |= HZ_STRING_LOW;
    return w;
}

double hz_string_pitch(const hz_string_params *p)
{
    int says = 0;
    hz_string_wave w = wave_of(p, &says);
    return hz_string_wave_lowest(&w);
}

/* A fundamental that no grid carries is lowered until a coarse one does, and stiffness and loss with it. */
static void lower(hz_string_wave *w, int most, double h, int *says)
{
    for (int i = 0; i < 200 && hz_string_dispersion_coarsest(w, most, h) == 0; i++) {
        w->speed2 *= 0.8;
        w->bending2 *= 0.8;
        w->loss1 *= 0.8;
        *says |= HZ_STRING_HIGH;
    }
}

/* The spaces of a grid for this wave, with room for a higher one. */
static int spaces_of(const hz_string *s, const hz_string_wave *w, const hz_string_params *p, double h, int *says)
{
    hz_string_wave high = *w;
    double room = p->room > 1 ? p->room : 1;
    high.speed2 *= room * room;
    int most = hz_string_dispersion_spaces(&high, p->points > 0 && p->points < s->room ? p->points : s->room, h);
    if (most == 0)
        most = HZ_STRING_FEWEST;
    if (p->points > 0) {
        hz_string_dispersion f;
        if (p->points >= HZ_STRING_FEWEST && p->points <= s->room && hz_string_dispersion_make(&f, w, p->points, h))
            return p->points;
        *says |= HZ_STRING_COARSE;
    }
    for (hz_string_dispersion f; most > HZ_STRING_FEWEST && !hz_string_dispersion_make(&f, w, most, h);)
        most--;
    return most;
}

int hz_string_carries(const hz_string_params *p, int n, double h)
{
    int says = 0;
    hz_string_wave w = wave_of(p, &says);
    hz_string_dispersion f;
    return hz_string_dispersion_make(&f, &w, n, h);
}

int hz_string_spaces(const hz_string *s, const hz_string_params *p, double h)
{
    int says = 0;
    hz_string_wave w = wave_of(p, &says);
    lower(&w, s->room, h, &says);
    return spaces_of(s, &w, p, h, &says);
}

/* Takes the state to another grid, by the interpolation of ports. */
static void carry_over(hz_string *s, int n)
{
    if (s->n > 0) {
        for (int i = 1; i < n; i++) {
            hz_string_port p = hz_string_port_at(s, (double)i / n);
            s->u1[i] = hz_string_port_sum(&p, s->u);
            s->d1[i] = hz_string_port_sum(&p, s->d);
        }
        for (int i = 1; i < n; i++) {
            s->u[i] = s->u1[i];
            s->d[i] = s->d1[i];
        }
    }
    for (int i = n; i < s->n; i++)
        s->u[i] = s->d[i] = 0;
    s->n = n;
}

/* A grid is kept while it carries the wave and is not much coarser than it need be. */
static int keeps_grid(const hz_string *s, const hz_string_params *p, const hz_string_wave *w, int wanted, double h)
{
    hz_string_dispersion f;
    if (s->n == 0 || s->params.clamped != p->clamped || s->params.points != p->points || s->h != h)
        return 0;
    return s->n * 1.15 + 1 >= wanted && hz_string_dispersion_make(&f, w, s->n, h);
}

/* Whether it has been prepared for this, and is there or on its way. */
static int is_prepared(const hz_string *s, const hz_string_params *p, double h, int glide)
{
    return s->n > 0 && s->h == h && (glide > 0 || s->gliding == 0) && memcmp(&s->params, p, sizeof *p) == 0;
}

int hz_string_prepare(hz_string *s, const hz_string_params *p, double h, int glide)
{
    int says = 0;
    if (is_prepared(s, p, h, glide))
        return s->says;
    hz_string_wave w = wave_of(p, &says);
    lower(&w, s->room, h, &says);
    int wanted = spaces_of(s, &w, p, h, &says);
    if (!keeps_grid(s, p, &w, wanted, h)) {
        if (s->n != wanted) {
            carry_over(s, wanted);
            says |= HZ_STRING_REBUILT;
        }
        glide = 0;
    }
    for (int i = 0; i <= s->n && s->h > 0 && h != s->h; i++)
        s->d[i] *= h / s->h; /* it moves on as fast as it did */
    s->params = *p;
    s->wave = w;
    s->h = h;
    s->spacing = p->length / s->n;
    s->mass = p->density * 0.25 * HZ_PI * p->diameter * p->diameter * s->spacing;
    s->loss = hz_loss_kept(p->sigma0 * h, &s->keep);
    s->compliance = h * h / (s->mass * (1 + s->loss));
    hz_string_dispersion_make(&s->goal, &w, s->n, h);
    s->gliding = glide;
    if (glide == 0)
        s->fit = s->goal;
    s->says = says & ~HZ_STRING_REBUILT;
    hz_string_moved(s);
    return says;
}

/* ---- ports ---- */

hz_string_port hz_string_port_at(const hz_string *s, double x)
{
    /* string:port  Keys' cubic: continuous with its slope, so that a moving place does not click. */
    double place = fmin(fmax(x, 0), 1) * s->n;
    int n = s->n, cell = (int)fmin(floor(place), n - 1);
    double t = place - cell, t2 = t * t, t3 = t2 * t;
    double w[4] = { 0.5 * (2 * t2 - t - t3), 0.5 * (3 * t3 - 5 * t2 + 2), 0.5 * (4 * t2 - 3 * t3 + t),
                    0.5 * (t3 - t2) };
    hz_string_port p = { .at = cell - 1 < 0 ? 0 : cell - 1 > n - 3 ? n - 3 : cell - 1 };
    for (int k = 0; k < 4; k++) {
        int i = cell - 1 + k, turned = i < 0 || i > n;
        i = i < 0 ? -i : i > n ? 2 * n - i : i;
        if (i > 0 && i < n)
            p.w[i - p.at] += turned ? -w[k] : w[k];
    }
    return p;
}

hz_string_port hz_string_port_of_point(const hz_string *s, int i)
{
    hz_string_port p = { .at = i > s->n - 3 ? s->n - 3 : i };
    p.w[i - p.at] = 1;
    return p;
}

double hz_string_compliance(const hz_string *s, const hz_string_port *a, const hz_string_port *b)
{
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        int j = a->at + k - b->at;
        if (j >= 0 && j < 4)
            sum += a->w[k] * b->w[j];
    }
    return s->compliance * sum;
}

/* ---- the step ---- */

static void predict(hz_string *s, double *force)
{
    double share = 1 / (1 + s->loss), *u = s->u, *u1 = s->u1, *d1 = s->d1;
    int last = s->n - 1;
    hz_string_kernel_run(&(hz_string_kernel){
        .lanes = s->lanes,
        .n = s->n,
        .u = s->u,
        .d = s->d,
        .s = s->s,
        .u1 = s->u1,
        .d1 = s->d1,
        .force = force,
        .c = { s->fit.c[0] * share, s->fit.c[1] * share, s->fit.c[2] * share },
        .keep = s->keep,
        .loss = s->fit.loss * share,
    });
    double first_pull = s->fit.end * share * u[1], last_pull = s->fit.end * share * u[last];
    d1[1] -= first_pull;
    u1[1] -= first_pull;
    d1[last] -= last_pull;
    u1[last] -= last_pull;
}

void hz_string_predict(hz_string *s)
{
    predict(s, NULL);
}

void hz_string_predict_booked(hz_string *s)
{
    predict(s, s->force);
}

void hz_string_push_down(hz_string *s, int from, int to, const double *force)
{
    double compliance = s->compliance, *restrict d1 = s->d1, *restrict u1 = s->u1;
    for (int i = from; i < to; i++) {
        d1[i] -= compliance * force[i];
        u1[i] -= compliance * force[i];
    }
}

void hz_string_commit(hz_string *s)
{
    double *u = s->u, *d = s->d;
    s->u = s->u1;
    s->d = s->d1;
    s->u1 = u;
    s->d1 = d;
    hz_string_moved(s);
}

double hz_string_pull(const hz_string *s, int last)
{
    /* string:pull */
    const double *c = s->fit.c, *u = last ? s->u + s->n : s->u, *d = last ? s->d + s->n : s->d;
    int in = last ? -1 : 1;
    double u1 = u[in], u2 = u[2 * in], u3 = u[3 * in], once = 2 * u1 - u2, twice = 5 * u1 - 4 * u2 + u3;
    double sum = c[0] * u1 + c[1] * once + c[2] * twice + s->fit.end * u1 + s->fit.loss * d[in];
    return s->mass / (s->h * s->h) * sum;
}

double hz_string_least_loss(const hz_string *s)
{
    /* string:least-loss */
    const double *c = s->fit.c, late = s->fit.loss;
    double one = c[0] + 2 * c[1] + 5 * c[2] + s->fit.end + late, two = c[1] + 4 * c[2], by = s->mass / (s->h * s->h);
    return s->loss * s->mass / (s->h * by * by * (one * one + two * two + c[2] * c[2] + late * late));
}

/* Sums over the string as it is: of the squares of changes, of those of their differences between neighbours, and of
 * u^n A u^(n-1), where A has these numbers. */
typedef struct forms {
    double moving, rough, bent;
} forms;

static forms forms_of(const hz_string *s, const double *c, double end)
{
    static void (*const forms_in[])(const hz_string *, const double *, hz_slab *) = HZ_SIMD_ALL(forms);
    const double k[3] = { c[0] + 2 * c[1] + 6 * c[2], -c[1] - 4 * c[2], c[2] }, *u = s->u, *d = s->d, *row = s->s;
    int last = s->n - 1;
    hz_slab sum[3];
    forms_in[s->lanes](s, k, sum);
    forms f = { hz_simd_sum(&sum[0]), hz_simd_sum(&sum[1]),
                hz_simd_sum(&sum[2]) + end * (u[1] * (u[1] - d[1]) + u[last] * (u[last] - d[last])) };
    for (int i = s->n - s->n % HZ_SIMD_SLAB; i < s->n; i++) {
        f.moving += d[i] * d[i];
        f.rough += (d[i + 1] - d[i]) * (d[i + 1] - d[i]);
        f.bent += (u[i] - d[i]) * (k[0] * row[i] + k[1] * (row[i - 1] + row[i + 1]) + k[2] * (row[i - 2] + row[i + 2]));
    }
    return f;
}

double hz_string_glide(hz_string *s, int books)
{
    if (s->gliding == 0)
        return 0;
    /* Passive stencils form a convex set: all between two of them are. */
    hz_string_dispersion last = s->fit;
    double part = 1.0 / s->gliding--;
    for (int k = 0; k < 3; k++)
        s->fit.c[k] += part * (s->goal.c[k] - s->fit.c[k]);
    s->fit.loss += part * (s->goal.loss - s->fit.loss);
    s->fit.end += part * (s->goal.end - s->fit.end);
    if (!books)
        return 0;
    double change[3] = { s->fit.c[0] - last.c[0], s->fit.c[1] - last.c[1], s->fit.c[2] - last.c[2] };
    forms f = forms_of(s, change, s->fit.end - last.end);
    return 0.5 * s->mass / (s->h * s->h) * (f.bent - 0.5 * (s->fit.loss - last.loss) * f.rough);
}

void hz_string_energy(const hz_string *s, hz_energy *add)
{
    /* string:energy  with the correction for the backward difference in the loss */
    double scale = 0.5 * s->mass / (s->h * s->h);
    forms f = forms_of(s, s->fit.c, s->fit.end);
    add->kinetic += scale * f.moving;
    add->potential += scale * (f.bent - 0.5 * s->fit.loss * f.rough);
}

hz_string_books hz_string_book(hz_string *s)
{
    static void (*const sums_of[])(const hz_string *, hz_slab *) = HZ_SIMD_ALL(sums);
    hz_slab sum[5];
    int n = s->n, last = n - 1;
    s->u1[0] = s->d1[0] = 0;
    for (int k = 0; k < HZ_SIMD_SLAB; k++) /* images stand beyond the end */
        s->u1[n + k] = s->d1[n + k] = s->d[n + k] = 0;
    s->d1[n + HZ_SIMD_SLAB] = s->d[n + HZ_SIMD_SLAB] = 0;
    sums_of[s->lanes](s, sum);
    /* string:loss  2 sigma0 |v|^2 + 2 sigma1 |v_x|^2, v over the two steps
     * string:energy  The force of the step is A u^n over 1 + loss0: its product with u^(n+1) is the potential one. */
    double scale = s->mass / (s->h * s->h);
    double bent = (1 + s->loss) * hz_simd_sum(&sum[4]) + s->fit.end * (s->u[1] * s->u1[1] + s->u[last] * s->u1[last]);
    return (hz_string_books){
        .loss = scale * (0.5 * s->loss * hz_simd_sum(&sum[0]) + 0.25 * s->fit.loss * hz_simd_sum(&sum[1])),
        .kinetic = 0.5 * scale * hz_simd_sum(&sum[2]),
        .potential = 0.5 * scale * (bent - 0.5 * s->fit.loss * hz_simd_sum(&sum[3])),
    };
}

void hz_string_moved(hz_string *s)
{
    put_ghosts(s, s->u);
    put_ghosts(s, s->d);
}

void hz_string_displace(hz_string *s, const double *shape)
{
    for (int i = 1; i < s->n; i++)
        s->u[i] += shape[i];
    hz_string_moved(s);
}

void hz_string_put(hz_string *s, const double *shape)
{
    for (int i = 1; i < s->n; i++) {
        s->u[i] = shape[i];
        s->d[i] = 0;
    }
    hz_string_moved(s);
}

void hz_string_keep_under(hz_string *s, double most)
{
    for (int i = 1; i < s->n; i++)
        if (s->u[i] > most) {
            s->u[i] = most;
            s->d[i] = 0;
        }
    hz_string_moved(s);
}

void hz_string_scale(hz_string *s, double still, double moving)
{
    for (int i = -HZ_STRING_KERNEL_GHOSTS; i <= s->n + HZ_STRING_KERNEL_GHOSTS; i++) {
        s->u[i] *= still;
        s->d[i] *= moving;
    }
}

int hz_string_is_moving(const hz_string *s)
{
    for (int i = 1; i < s->n; i++)
        if (s->d[i] != 0)
            return 1;
    return 0;
}

int hz_string_is_silent(const hz_string *s)
{
    for (int i = 1; i < s->n; i++)
        if (s->u[i] != 0 || s->d[i] != 0)
            return 0;
    return 1;
}

void hz_string_settle(hz_string *s)
{
    for (int i = 1; i < s->n; i++)
        if (!(fabs(s->u[i]) < nothing && fabs(s->d[i]) < nothing))
            return;
    hz_string_reset(s);
}

int hz_string_finite(const hz_string *s)
{
    double sum = 0;
    for (int i = 1; i < s->n; i++)
        sum += (s->u[i] - s->u[i]) + (s->d[i] - s->d[i]);
    return sum == 0;
}
