/* plate: a thin plate on simply supported edges, by finite differences. */
#include "plate.h"
#include "core/base/units.h"

#include <math.h>
#include <string.h>

#define HZ_SIMD_TEXT "core/plate/plate_books_lanes.h"
#include "core/base/memory.h"
#include "core/base/simd.h"

enum { L = HZ_PLATE_KERNEL_LANES };

/* Of the greatest stiffness and loss that are stable (plate:stability), so much is used: at the limit itself the
 * fastest mode has no energy, and a parameter that glides needs room. */
static const double margin = 0.98;

static double rigidity_of(const hz_plate_params *p)
{
    double t = p->thickness;
    return p->young * t * t * t / (12 * (1 - p->poisson * p->poisson));
}

/* ---- the grid ---- */

/* The greatest 4/dx^2 + 4/dy^2 that is stable: plate:stability */
static double limit_of(const hz_plate_params *p, double h)
{
    double kappa2 = rigidity_of(p) / (p->density * p->thickness);
    return 2 / (h * (p->sigma1 + sqrt(p->sigma1 * p->sigma1 + kappa2)));
}

static int carries(double limit, double along, double across, int columns, int rows)
{
    double dx = along / (columns + 1), dy = across / (rows + 1);
    return 4 / (dx * dx) + 4 / (dy * dy) <= limit;
}

/* The most points up to `most` on nearly square cells that the limit carries. */
static hz_plate_grid fill(double along, double across, double limit, int most)
{
    hz_plate_grid best = { 0, 0 };
    double ratio = along / across;
    /* Square cells of side s have along/s - 1 columns and across/s - 1 rows; s from the limit, and from `most`. */
    double sum = along + across, area = along * across;
    double s = fmax(2 * area / (sum + sqrt(sum * sum + 4 * area * (most - 1.0))), sqrt(8 / limit));
    int middle = (int)fmin(across / s - 1, most);
    for (int rows = middle - 2 > 1 ? middle - 2 : 1; rows <= middle + 2 && rows <= most; rows++) {
        int columns = most / rows;
        double dy = across / (rows + 1), left = limit - 4 / (dy * dy);
        if (!(left > 0))
            break;
        double able = floor(along * sqrt(left) / 2 - 1);
        if (able < columns)
            columns = (int)able;
        if (columns < 1 || !carries(limit, along, across, columns, rows))
            continue;
        double shape = (columns + 1) / ((rows + 1) * ratio); /* dy/dx */
        int fits = (shape > 0.75 && shape < 4.0 / 3) || rows == 1;
        if (fits && columns * rows > best.columns * best.rows)
            best = (hz_plate_grid){ columns, rows };
    }
    return best;
}

hz_plate_grid hz_plate_choose(const hz_plate_params *p, double h, int room)
{
    double a = p->size[0], b = p->size[1];
    int most = p->points > 0 && p->points < room ? p->points : room;
    return fill(fmax(a, b), fmin(a, b), margin * limit_of(p, h), most);
}

/* ---- memory ---- */

/* A row may be shorter than its vectors, there are two rows and two vectors a row beside the points, and the work area
 * holds four rows, though the plate may have but one. */
static size_t numbers(int room)
{
    return (size_t)room * 6 + 4096;
}

int hz_plate_init(hz_plate *p, int room)
{
    size_t each = numbers(room) / L * L;
    *p = (hz_plate){ .room = room };
    p->memory = hz_memory_new(5 * each * sizeof *p->memory);
    if (!p->memory)
        return 0;
    p->sheet.now = p->memory;
    p->sheet.change = p->memory + each;
    p->older = p->memory + 2 * each;
    p->spare = p->memory + 3 * each;
    p->sheet.work = p->memory + 4 * each;
    return 1;
}

void hz_plate_free(hz_plate *p)
{
    hz_memory_free(p->memory);
    p->memory = NULL;
}

static size_t used(const hz_plate_kernel *s)
{
    return (size_t)(s->rows + 2) * (size_t)hz_plate_kernel_pitch(s);
}

static void clear(double *x, size_t n)
{
    memset(x, 0, n * sizeof *x);
}

void hz_plate_rest(hz_plate *p)
{
    clear(p->sheet.now, used(&p->sheet));
    clear(p->sheet.change, used(&p->sheet));
    clear(p->older, used(&p->sheet));
    p->rough[0] = p->rough[1] = NAN;
}

/* ---- places ---- */

/* Cubic weights of the four points around x, in units of the spacing, point 0 being next to the edge at -1. Beyond an
 * edge the plate goes on with the opposite sign, as its modes do (plate:port). Gives how many points there are. */
static int weigh(double x, int n, int *at, double *weight)
{
    int first = (int)floor(x) - 1, count = 0;
    double t = x - (first + 1);
    double w[4] = { -t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2,
                    (t + 1) * t * (t - 1) / 6 };
    for (int i = 0; i < 4; i++) {
        int place = first + i + 1, sign = 1;
        if (place < 0)
            place += 2 * n + 2;
        if (place > n + 1) {
            place = 2 * n + 2 - place;
            sign = -1;
        }
        if (place == 0 || place == n + 1 || w[i] == 0)
            continue;
        int k = 0;
        while (k < count && at[k] != place - 1)
            k++;
        if (k == count) {
            at[count] = place - 1;
            weight[count++] = 0;
        }
        weight[k] += sign * w[i];
    }
    return count;
}

hz_plate_port hz_plate_at(const hz_plate *p, double x, double y)
{
    const hz_plate_kernel *s = &p->sheet;
    double along = p->turned ? y : x, across = p->turned ? x : y, sum = 0;
    int column[4], row[4];
    double a[4], b[4];
    int n = weigh(along * (s->columns + 1) - 1, s->columns, column, a);
    int m = weigh(across * (s->rows + 1) - 1, s->rows, row, b);
    hz_plate_port port = { .n = n * m };
    for (int i = 0; i < n * m; i++) {
        port.at[i] = hz_plate_kernel_at(s, column[i % n], row[i / n]);
        port.weight[i] = a[i % n] * b[i / n];
        sum += port.weight[i] * port.weight[i];
    }
    port.compliance = p->push * sum;
    return port;
}

static double read(const double *v, const hz_plate_port *port)
{
    double sum = 0;
    for (int i = 0; i < port->n; i++)
        sum += port->weight[i] * v[port->at[i]];
    return sum;
}

double hz_plate_now(const hz_plate *p, const hz_plate_port *port)
{
    return read(p->sheet.now, port);
}

double hz_plate_change(const hz_plate *p, const hz_plate_port *port)
{
    return read(p->sheet.change, port);
}

void hz_plate_push(hz_plate *p, const hz_plate_port *port, double force)
{
    for (int i = 0; i < port->n; i++) {
        double way = port->weight[i] * (p->push * force);
        p->sheet.now[port->at[i]] += way;
        p->sheet.change[port->at[i]] += way;
    }
    p->rough[0] = NAN;
}

void hz_plate_scale(hz_plate *p, double still, double moving)
{
    for (size_t i = 0; i < used(&p->sheet); i++) {
        p->sheet.now[i] *= still;
        p->sheet.change[i] *= moving;
    }
    p->rough[0] = p->rough[1] = NAN;
}

int hz_plate_points(const hz_plate *p)
{
    return p->sheet.columns * p->sheet.rows;
}

/* ---- coefficients ---- */

static void derive(hz_plate *p, const hz_plate_params *params, double h)
{
    hz_plate_kernel *s = &p->sheet;
    p->params = *params;
    p->h = h;
    p->rough[0] = p->rough[1] = NAN;
    p->dx = params->size[p->turned] / (s->columns + 1);
    p->dy = params->size[!p->turned] / (s->rows + 1);
    p->rigidity = rigidity_of(params);
    p->mass = params->density * params->thickness * p->dx * p->dy;
    p->loss = hz_loss_kept(params->sigma0 * h, &s->steps.keep);
    double slow = 1 + p->loss, dx2 = 1 / (p->dx * p->dx), dy2 = 1 / (p->dy * p->dy);
    double bend = p->rigidity / (params->density * params->thickness) * h * h, drag = 2 * params->sigma1 * h;
    p->push = h * h / (p->mass * slow);
    s->steps = (hz_plate_kernel_steps){
        /* plate:step  W 70c */
        .bend = -dx2 * bend * dx2 / slow,
        .now = dx2 * 2 * bend * (dx2 + dy2) / slow,
        .change = dx2 * drag / slow,
        .keep = s->steps.keep,
        .skew = dy2 / dx2,
        .own = -2 * (1 + dy2 / dx2),
    };
}

static void shape(hz_plate *p, hz_plate_grid grid, int turned)
{
    p->turned = turned;
    p->sheet.columns = grid.columns;
    p->sheet.rows = grid.rows;
    /* Eight numbers from anywhere lie in two lines of the cache, so that four at a time are quicker. */
    p->sheet.lanes = hz_simd_best() < HZ_SIMD_4 ? hz_simd_best() : HZ_SIMD_4;
    clear(p->sheet.work, (size_t)(4 * hz_plate_kernel_pitch(&p->sheet) + L));
}

/* The motion of the old grid at the points of the new one. */
static void carry(hz_plate *p, hz_plate_grid grid, int turned)
{
    hz_plate old = *p;
    double *rows[2] = { p->sheet.now, p->sheet.change };
    shape(p, grid, turned);
    for (int r = 0; r < 2; r++) {
        double *fresh = p->spare;
        clear(fresh, used(&p->sheet));
        for (int j = 0; j < grid.rows; j++)
            for (int i = 0; i < grid.columns; i++) {
                double x = (i + 1.0) / (grid.columns + 1), y = (j + 1.0) / (grid.rows + 1);
                hz_plate_port port = hz_plate_at(&old, turned ? y : x, turned ? x : y);
                fresh[hz_plate_kernel_at(&p->sheet, i, j)] = read(rows[r], &port);
            }
        p->spare = rows[r];
        rows[r] = fresh;
    }
    p->sheet.now = rows[0];
    p->sheet.change = rows[1];
    clear(p->older, used(&p->sheet));
}

int hz_plate_prepare(hz_plate *p, const hz_plate_params *params, double h)
{
    hz_plate_grid grid = hz_plate_choose(params, h, p->room);
    int turned = params->size[1] > params->size[0], n = hz_plate_points(p);
    double along = params->size[turned], across = params->size[!turned];
    if (!grid.columns)
        return 0;
    /* A grid at the limit stays while it is stable and not much coarser than it might be, so that parameters can move.
     */
    int fits = n > 0 && params->points == p->params.points && turned == p->turned &&
               carries(limit_of(params, h) * 0.9999, along, across, p->sheet.columns, p->sheet.rows) &&
               n <= grid.columns * grid.rows * 1.05 && n >= grid.columns * grid.rows * (params->points ? 1 : 0.7);
    if (!fits && n == 0) {
        shape(p, grid, turned);
        hz_plate_rest(p);
    } else if (!fits && (grid.columns != p->sheet.columns || grid.rows != p->sheet.rows || turned != p->turned)) {
        carry(p, grid, turned);
    }
    if (n > 0 && h != p->h)
        hz_plate_scale(p, 1, h / p->h); /* it moves on as fast as it did */
    derive(p, params, h);
    return 1;
}

/* ---- motion ---- */

void hz_plate_step(hz_plate *p, int books)
{
    hz_plate_kernel *s = &p->sheet;
    p->rough[1] = books ? p->rough[0] : NAN;
    p->rough[0] = NAN;
    s->after = books ? p->older : NULL;
    hz_plate_kernel_step(s);
    if (books)
        p->older = s->after;
}

/* The sums of plate:books over all points. */
typedef struct sums {
    double moving, rough, bent, even, mixed;
} sums;

static sums sums_of(const hz_plate *p)
{
    static void (*const sums_in[])(const hz_plate *, hz_slab *) = HZ_SIMD_ALL(sums);
    const hz_plate_kernel *s = &p->sheet;
    hz_slab sum[5];
    sums_in[s->lanes](p, sum);
    double bent = hz_simd_sum(&sum[2]);
    /* Vectors that reach beyond a row find a curvature at its edge, which is not bent. */
    for (int j = 0; j < s->rows && s->columns % HZ_SIMD_SLAB; j++) {
        int last = hz_plate_kernel_at(s, s->columns - 1, j);
        bent -= s->now[last] * (s->now[last] - s->change[last]);
    }
    return (sums){ hz_simd_sum(&sum[0]), hz_simd_sum(&sum[1]), bent, hz_simd_sum(&sum[3]), hz_simd_sum(&sum[4]) };
}

/* plate:energy */
static double kinetic(const hz_plate *p, const sums *s)
{
    return 0.5 * p->mass / (p->h * p->h) * (s->moving - p->params.sigma1 * p->h / (p->dx * p->dx) * s->rough);
}

static double potential(const hz_plate *p, const sums *s)
{
    return 0.5 * p->rigidity * p->dy / (p->dx * p->dx * p->dx) * s->bent;
}

void hz_plate_energy(const hz_plate *p, hz_energy *add)
{
    sums s = sums_of(p);
    add->kinetic += kinetic(p, &s);
    add->potential += potential(p, &s);
}

hz_plate_books hz_plate_book(hz_plate *p)
{
    sums s = sums_of(p);
    p->rough[0] = s.rough;
    if (isnan(p->rough[1])) {
        hz_plate before = *p;
        before.sheet.change = p->older;
        p->rough[1] = sums_of(&before).rough;
    }
    double uneven = p->rough[0] + 2 * s.mixed + p->rough[1], drag = p->params.sigma1 * p->h / (p->dx * p->dx);
    return (hz_plate_books){ .loss = 0.5 * p->mass / (p->h * p->h) * (p->loss * s.even + drag * uneven),
                             .kinetic = kinetic(p, &s),
                             .potential = potential(p, &s) };
}

double hz_plate_largest(const hz_plate *p)
{
    double most = 0;
    for (size_t i = 0; i < used(&p->sheet); i++)
        most = fmax(most, fabs(p->sheet.now[i]) + fabs(p->sheet.change[i]));
    return most;
}

int hz_plate_finite(const hz_plate *p)
{
    double sum = 0;
    for (size_t i = 0; i < used(&p->sheet); i++)
        sum += 0 * p->sheet.now[i] + 0 * p->sheet.change[i];
    return sum == 0;
}
