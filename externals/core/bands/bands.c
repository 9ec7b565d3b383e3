/* bands: what a body does above the modes that are computed, as energy in ten bands. Here is what does not run. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/units.h"

static const double lowest = 40, range = 500; /* Hz, and what the highest edge is of it */
static const double highest_part = 0.4;       /* A band whose middle is over this part of the sample rate is none. */
static const double stroke_decay = 0.1;       /* s to -60 dB, of what the striker adds */

/* ---- the bands ---- */

/* bands:edges */
double hz_band_edge(int b)
{
    return lowest * pow(range, (double)b / HZ_BANDS);
}

double hz_band_middle(int b)
{
    return sqrt(hz_band_edge(b) * hz_band_edge(b + 1));
}

double hz_band_width(int b)
{
    return hz_band_edge(b + 1) - hz_band_edge(b);
}

/* bands:load */
void hz_band_mode(int band, double mobility, double *mass, double *omega, double *sigma)
{
    double width = 2 * HZ_PI * hz_band_width(band);
    *omega = 2 * HZ_PI * hz_band_middle(band);
    *sigma = 0.5 * width;
    *mass = 1 / (mobility * width);
}

/* ---- life ---- */

int hz_bands_init(hz_bands *b, int pickups)
{
    *b = (hz_bands){ .pickups = pickups, .still = 1, .lanes = hz_simd_best() };
    b->rows = hz_memory_new(sizeof *b->rows + (size_t)pickups * sizeof(hz_band_pickup));
    if (b->rows)
        hz_bands_seed(b, 0);
    return b->rows != NULL;
}

void hz_bands_free(hz_bands *b)
{
    hz_memory_free(b->rows);
    *b = (hz_bands){ 0 };
}

/* bands:sound  Each band has numbers of its own. What is heard of others goes on. */
void hz_bands_seed(hz_bands *b, double seed)
{
    uint64_t state;
    memcpy(&state, &seed, sizeof state);
    for (int k = 0; k < HZ_BAND_ROW; k++) {
        uint64_t z = state += 0x9e3779b97f4a7c15ULL; /* splitmix64: Steele, Lea and Flood 2014 */
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        z ^= z >> 31;
        b->rows->dice[k] = z ? z : 1;
    }
    if (!b->sounds)
        memset(b->rows->noise, 0, sizeof b->rows->noise);
}

double hz_bands_held(const hz_bands *b)
{
    double sum = b->paid;
    for (int k = 0; k < HZ_BANDS; k++)
        sum += b->rows->held[k] + b->rows->struck[k] + b->rows->paid[k];
    return sum;
}

double hz_bands_stop(hz_bands *b)
{
    hz_band_rows *r = b->rows;
    double left = b->paid;
    for (int k = 0; k < HZ_BANDS; k++) {
        left += r->paid[k];
        r->due[k] = r->paid[k] = 0;
    }
    memset(r->force, 0, sizeof r->force);
    b->paid = b->due = 0;
    b->still = 1;
    b->offset = b->steady;
    return left;
}

void hz_bands_rest(hz_bands *b)
{
    hz_band_rows *r = b->rows;
    b->steady = 0;
    hz_bands_stop(b);
    memset(r->held, 0, sizeof r->held);
    memset(r->struck, 0, sizeof r->struck);
    memset(r->noise, 0, sizeof r->noise);
    for (int p = 0; p < b->pickups; p++) {
        memset(hz_band_pickups(b)[p].gain, 0, sizeof(hz_band_row));
        memset(hz_band_pickups(b)[p].slope, 0, sizeof(hz_band_row));
    }
    b->sounds = b->heard = b->rings = b->phase = b->awake = b->waits = 0;
    b->strides = HZ_BAND_STRETCH;
    b->peak = b->elastic = 0;
}

/* ---- numbers ---- */

/* bands:filter  The power of white noise of one unit that two sections let through: the integral of the square of their
 * response, over the logarithm of the frequency, where it falls off on both sides. */
static double noise_power(double tangent, double q)
{
    enum { STEPS = 240 };
    double sum = 0, step = 16.0 / STEPS;
    for (int i = 0; i <= STEPS; i++) {
        double x = exp((i - STEPS / 2) * step), off = q * (x - 1 / x), turn = tangent * x;
        double square = 1 / (1 + off * off);
        sum += square * square * 2 * tangent / (1 + turn * turn) * x;
    }
    return sum * step / HZ_PI;
}

/* bands:filter */
static void prepare_filter(hz_band_rows *r, int k, double h)
{
    double middle = hz_band_middle(k), q = middle / hz_band_width(k), t = tan(HZ_PI * middle * h);
    double norm = 1 / (1 + t / q + t * t), scale = t / q * norm;
    static const double spread = 12; /* one over the mean square of a number from -1/2 to 1/2 */
    r->a1[k] = 2 * (t * t - 1) * norm;
    r->a2[k] = (1 - t / q + t * t) * norm;
    r->force_scale[k] = scale * scale;
    r->noise_scale[k] = scale * scale * sqrt(spread / noise_power(t, q));
}

static void prepare_rate(hz_bands *b, double h)
{
    hz_band_rows *r = b->rows;
    b->h = h;
    b->struck_less = -expm1(-2 * hz_sigma_of(stroke_decay) * HZ_BAND_STRETCH * h);
    for (int k = 0; k < HZ_BANDS; k++) {
        int is = hz_band_middle(k) * h < highest_part;
        double omega = 2 * HZ_PI * hz_band_middle(k);
        r->a1[k] = r->a2[k] = r->force_scale[k] = r->noise_scale[k] = 0;
        if (is)
            prepare_filter(r, k, h);
        r->lapse[k] = -expm1(-HZ_BAND_STRETCH / (4 * HZ_BAND_STRETCH + 16 / (2 * HZ_PI * hz_band_width(k) * h)));
        r->tone[0][k] = is;
        r->tone[1][k] = is / (omega * omega);
    }
}

/* Puts the energy of bands that are none to 0. */
static void prepare_energies(hz_band_rows *r, const hz_bands_params *p, double h, int cascades)
{
    for (int k = 0; k < HZ_BANDS; k++) {
        r->power[k] = r->tone[0][k] * p->mobility[k] * h;
        r->stroke[k] = r->tone[0][k] * p->stroke[k];
        r->less[k] = -expm1(-2 * p->sigma[k] * HZ_BAND_STRETCH * h);
        r->cascade[k] = r->tone[0][k] * p->cascade[k] * h;
        if (r->power[k] == 0 && !cascades)
            r->held[k] = r->paid[k] = r->due[k] = 0;
        if (r->stroke[k] == 0)
            r->struck[k] = 0;
    }
}

static void prepare_pickups(hz_bands *b, const hz_bands_params *p)
{
    for (int i = 0; i < b->pickups; i++) {
        hz_band_pickup *its = &hz_band_pickups(b)[i];
        for (int k = 0; k < HZ_BANDS; k++) {
            double tail = p->heard[i][k], stroke = p->stroke_heard[i];
            its->tail[k] = tail * tail;
            its->stroke[k] = stroke * stroke;
        }
    }
}

void hz_bands_prepare(hz_bands *b, const hz_bands_params *p, double h)
{
    static const hz_bands_params none = { 0 };
    int from = 0, feeds = 0, cascades = 0;
    double strokes = 0;
    if (h != b->h)
        prepare_rate(b, h);
    for (int k = 0; p && k < HZ_BANDS; k++)
        cascades |= p->cascade[k] > 0;
    prepare_energies(b->rows, p ? p : &none, h, cascades);
    if (p)
        prepare_pickups(b, p);
    for (int k = HZ_BANDS - 1; k >= 0; k--) {
        feeds |= b->rows->power[k] > 0;
        strokes += b->rows->stroke[k];
        from = b->rows->power[k] > 0 ? k : from;
    }
    b->first = p ? p->first : 0;
    b->cascades = b->awake = cascades;
    b->strides = HZ_BAND_STRETCH;
    memcpy(b->below, (p ? p : &none)->below, sizeof b->below);
    b->n = 0;
    for (int k = 0; p && k < HZ_BANDS; k++)
        if (p->mobility[k] > 0)
            b->band[b->n++] = k;
    b->lasts = (int)(32 / (2 * HZ_PI * hz_band_width(from) * h)) + 4 * HZ_BAND_STRETCH;
    feeds |= cascades;
    if (b->feeds && !feeds && strokes == 0)
        hz_bands_stop(b);
    if (strokes == 0)
        b->paid = b->due = 0;
    b->feeds = feeds || strokes > 0;
    b->strokes = strokes;
}
