/* listen: what a recorded hit says of the body that was hit. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"
#include "linear.h"

static const double band_rate = 800;              /* Hz, listen:bands */
static const double lowest = 16, highest = 2e4;   /* Hz */
static const double faintest = 1.8e-4;            /* of the strongest mode, -75 dB */
static const double unexplained = 0.02;           /* of what is left, listen:order */
static const double stands_out = 14;              /* times the noise in one bin of a band: listen:cells */
static const double near_edge = 10, close_by = 4; /* Hz, listen:border, listen:close */
enum { NARROW = 16, AGAIN = 8, TURNS = 3, PAIRS = 3, CROWDED = 24, FOUND = 2 * HZ_LISTEN_MODES };

/* The work on one hit. */
typedef struct work {
    hz_listen_sound sound; /* from where the modes are looked for */
    hz_listen_band band, cell;
    hz_listen_fitter fitter, small;
    hz_complex *all; /* the samples of all bands */
    int bands;
    hz_complex *put_back; /* what is left, and the modes about a cell */
    hz_complex *spectrum;
    int spectrum_room;
    double quiet;   /* power of rounding in a band */
    double loudest; /* power in any band yet */
    double border;  /* Hz, where the present band begins */
    int n;
    hz_listen_mode found[FOUND];
} work;

static double top_of(const work *w)
{
    return fmin(highest, 0.49 * w->sound.rate);
}

static double centre_of(const work *w, int number)
{
    return (number + 0.5) * w->band.wide;
}

static int make(work *w)
{
    int every = (int)fmax(rint(w->sound.rate / band_rate), 1);
    if (!hz_listen_band_make(&w->band, w->sound.rate, every, w->sound.n) ||
        !hz_listen_band_make(&w->cell, w->band.rate, NARROW, w->band.n))
        return 0;
    w->bands = (int)ceil(top_of(w) / w->band.wide);
    w->all = calloc((size_t)w->bands * (size_t)w->band.n + 1, sizeof *w->all);
    w->put_back = malloc((size_t)(w->band.n + 1) * sizeof *w->put_back);
    for (w->spectrum_room = 256; w->spectrum_room < w->band.n;)
        w->spectrum_room *= 2;
    w->spectrum = malloc((size_t)w->spectrum_room * sizeof *w->spectrum);
    return w->all && w->put_back && w->spectrum && hz_listen_fitter_make(&w->fitter, w->band.n) &&
           hz_listen_fitter_make(&w->small, w->cell.n);
}

static void unmake(work *w)
{
    hz_listen_band_free(&w->band);
    hz_listen_band_free(&w->cell);
    hz_listen_fitter_free(&w->fitter);
    hz_listen_fitter_free(&w->small);
    free(w->all);
    free(w->put_back);
    free(w->spectrum);
}

/* ---- cells ---- */

/* The frequency of an exponent in the band, from its middle. */
static double hertz(const work *w, hz_complex s)
{
    return s.im / (2 * HZ_PI) * w->band.rate;
}

/* What is left of a band, with the modes about a cell put back, at the rate of the cell. */
static void open_cell(work *w, const hz_listen_fit *f, double centre)
{
    int n = w->band.n;
    memcpy(w->put_back, w->fitter.rest, (size_t)n * sizeof *w->put_back);
    for (int k = 0; k < f->n; k++) {
        if (fabs(hertz(w, f->pole[k].s) - centre) > 0.5 * w->cell.wide)
            continue;
        hz_complex x = f->pole[k].a, z = hz_c_exp(f->pole[k].s);
        for (int i = 0; i < n; i++) {
            w->put_back[i] = hz_c_add(w->put_back[i], x);
            x = hz_c_mul(x, z);
        }
    }
    hz_listen_band_take_complex(&w->cell, centre, w->put_back, n);
}

/* Refines another set of modes, and takes it if it explains the band better. */
static int takes_over(work *w, double noise, hz_listen_fit *next, hz_listen_fit *f)
{
    hz_listen_refine(&w->fitter, w->band.y, w->band.n, next);
    hz_listen_prune(&w->fitter, w->band.y, w->band.n, noise, next);
    int better = next->n > 0 && hz_listen_cost(next, w->band.n, noise) < hz_listen_cost(f, w->band.n, noise);
    if (better)
        *f = *next;
    else
        hz_listen_amplitudes(&w->fitter, w->band.y, w->band.n, f);
    return better;
}

/* listen:cells  Finds the modes of a cell anew over the whole sound, and keeps them if they explain the band better. */
static int look_again(work *w, double noise, double centre, hz_listen_fit *f)
{
    hz_listen_pole pole[HZ_LISTEN_ORDER];
    hz_listen_fit next = { 0 };
    open_cell(w, f, centre);
    int n = hz_listen_esprit(w->cell.y, w->cell.n, noise * w->cell.gain, AGAIN, pole);
    for (int k = 0; k < f->n; k++)
        if (fabs(hertz(w, f->pole[k].s) - centre) > 0.5 * w->cell.wide)
            next.pole[next.n++] = f->pole[k];
    for (int k = 0; k < n && next.n < HZ_LISTEN_ORDER; k++) {
        hz_complex s = hz_c_scale(pole[k].s, 1. / NARROW);
        if (fabs(hertz(w, s)) > 0.5 * w->cell.wide)
            continue;
        s.im += 2 * HZ_PI * centre / w->band.rate;
        next.pole[next.n++].s = s;
    }
    return takes_over(w, noise, &next, f);
}

/* Looks for modes in the beginning of what is left, where those are that decay fast. */
static int look_into_rest(work *w, double noise, int n, hz_listen_fit *f)
{
    hz_listen_pole pole[HZ_LISTEN_ORDER];
    hz_listen_fit next = *f;
    if (n > w->band.n)
        return 0;
    int found = hz_listen_esprit(w->fitter.rest, n, noise, AGAIN, pole);
    for (int k = 0; k < found && next.n < HZ_LISTEN_ORDER; k++)
        next.pole[next.n++] = pole[k];
    return found > 0 && takes_over(w, noise, &next, f);
}

/* The strongest part of what is left, Hz from the middle of the band, but for what was looked at. Returns its power
 * over the noise. */
static double strongest_left(work *w, double noise, const double *seen, int n_seen, double *freq)
{
    int n = w->spectrum_room;
    double most = 0;
    memset(w->spectrum, 0, (size_t)n * sizeof *w->spectrum);
    memcpy(w->spectrum, w->fitter.rest, (size_t)w->band.n * sizeof *w->spectrum);
    hz_linear_transform(w->spectrum, n);
    for (int k = 0; k < n; k++) {
        double f = (k < n / 2 ? k : k - n) * w->band.rate / n, power = hz_c_square(w->spectrum[k]);
        int was = fabs(f) > 0.5 * w->band.wide;
        for (int i = 0; i < n_seen; i++)
            was |= fabs(f - seen[i]) < 0.25 * w->cell.wide;
        if (!was && power > most)
            most = power, *freq = f;
    }
    return most / (noise * w->band.n);
}

static int look_into_cells(work *w, double noise, hz_listen_fit *f)
{
    double seen[HZ_LISTEN_CELLS], freq = 0;
    int n = 0, better = 0;
    if (w->cell.n < 24)
        return 0;
    for (int turn = 0; turn < HZ_LISTEN_CELLS; turn++) {
        if (strongest_left(w, noise, seen, n, &freq) < stands_out)
            break;
        if (look_again(w, noise, freq, f))
            better = 1;
        else
            seen[n++] = freq;
    }
    return better;
}

/* The mode nearest to another one; -1: none is close. */
static int neighbour(const work *w, const hz_listen_fit *f, int k)
{
    int best = -1;
    double nearest = close_by;
    for (int i = 0; i < f->n; i++) {
        double off = fabs(hertz(w, f->pole[i].s) - hertz(w, f->pole[k].s));
        if (i != k && off < nearest)
            nearest = off, best = i;
    }
    return best;
}

/* listen:close  Of modes that stand close one may stand for an error of the other: leaves it out, or begins anew with a
 * pair that is as far apart as can just be told. Returns whether that was better. */
static int try_pair(work *w, double noise, int k, int i, hz_listen_fit *f)
{
    hz_listen_fit without = *f, pair = *f;
    without.pole[k] = without.pole[--without.n];
    hz_complex s = f->pole[f->pole[i].s.re > f->pole[k].s.re ? i : k].s;
    double apart = HZ_PI / w->band.n;
    pair.pole[k].s = hz_c(s.re, s.im + apart);
    pair.pole[i].s = hz_c(s.re, s.im - apart);
    return takes_over(w, noise, &without, f) || takes_over(w, noise, &pair, f);
}

static void look_at_pairs(work *w, double noise, hz_listen_fit *f)
{
    for (int k = 0, tries = 0; k < f->n && tries < PAIRS; k++) {
        int i = neighbour(w, f, k);
        tries += i >= 0;
        if (i >= 0 && try_pair(w, noise, k, i, f))
            k = -1;
    }
}

/* ---- bands ---- */

/* listen:border  Where this band ends and the next one begins, from the middle: in the widest gap between modes that is
 * near the edge. */
static double border_of(const work *w, const hz_listen_fit *f)
{
    double edge = 0.5 * w->band.wide, low = edge - near_edge, high = edge + near_edge, widest = 0, at = edge;
    for (int k = -1; k < f->n; k++) {
        double from = k < 0 ? low : hertz(w, f->pole[k].s), to = high;
        if (from < low || from >= high)
            continue;
        for (int i = 0; i < f->n; i++) {
            double other = hertz(w, f->pole[i].s);
            to = other > from && other < to ? other : to;
        }
        if (to - from > widest)
            widest = to - from, at = 0.5 * (from + to);
    }
    return at;
}

static void keep(work *w, const hz_listen_fit *f, double noise)
{
    const hz_listen_band *b = &w->band;
    double from = w->border, to = b->centre + border_of(w, f);
    w->border = to;
    for (int k = 0; k < f->n && w->n < FOUND; k++) {
        hz_complex s = hz_c_scale(f->pole[k].s, b->rate);
        double freq = b->centre + s.im / (2 * HZ_PI);
        if (freq < from || freq >= to || freq < lowest || freq > top_of(w))
            continue;
        s.im += 2 * HZ_PI * b->centre;
        hz_complex a = hz_c_scale(hz_c_over(f->pole[k].a, hz_listen_band_gain(b, s)), 2);
        w->found[w->n++] = (hz_listen_mode){ .freq = freq,
                                             .sigma = -s.re,
                                             .size = hz_c_abs(a),
                                             .phase = hz_c_arg(a),
                                             .over = 10 * log10(f->worth[k] / noise) };
    }
}

static double power_of(const hz_complex *y, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, hz_c_square(y[i]));
    return most;
}

/* The noise of a band, or what no mode is worth finding under: of the loudest band, and of what is left. */
static double noise_of(const work *w, const hz_listen_fit *f)
{
    double noise = fmax(hz_listen_floor(w->band.y, w->band.n), fmax(w->quiet, faintest * faintest * w->loudest));
    return f->n > 0 ? fmax(noise, unexplained * f->left / w->band.n) : noise;
}

static void listen_to_band(work *w, int number)
{
    hz_listen_fit f = { 0 };
    w->band.y = w->all + (size_t)number * (size_t)w->band.n;
    hz_listen_band_aim(&w->band, centre_of(w, number));
    double noise = noise_of(w, &f);
    if (power_of(w->band.y, w->band.n) > 2 * noise) {
        f.n = hz_listen_esprit(w->band.y, w->band.n, noise, HZ_LISTEN_ORDER - 4, f.pole);
        hz_listen_refine(&w->fitter, w->band.y, w->band.n, &f);
        noise = noise_of(w, &f);
        hz_listen_prune(&w->fitter, w->band.y, w->band.n, noise, &f);
        for (int turn = 0; turn < TURNS && f.n < CROWDED; turn++) {
            int better = look_into_rest(w, noise, HZ_LISTEN_WINDOW, &f);
            better |= look_into_rest(w, noise, HZ_LISTEN_BRIEF, &f);
            if (!(look_into_cells(w, noise, &f) | better))
                break;
            noise = noise_of(w, &f);
        }
        if (f.n < CROWDED)
            look_at_pairs(w, noise, &f);
    }
    keep(w, &f, noise);
}

/* ---- one list ---- */

static int by_freq(const void *a, const void *b)
{
    double x = ((const hz_listen_mode *)a)->freq, y = ((const hz_listen_mode *)b)->freq;
    return (x > y) - (x < y);
}

static int by_energy(const void *a, const void *b)
{
    const hz_listen_mode *x = a, *y = b;
    double p = x->size * x->size / (x->sigma + 1), q = y->size * y->size / (y->sigma + 1);
    return (p < q) - (p > q);
}

static void choose(work *w, int most, hz_listen_hit *out)
{
    double strongest = 0;
    for (int i = 0; i < w->n; i++)
        strongest = fmax(strongest, w->found[i].size);
    qsort(w->found, (size_t)w->n, sizeof *w->found, by_energy);
    out->n = 0;
    for (int i = 0; i < w->n && out->n < most; i++)
        if (w->found[i].size > faintest * strongest)
            out->mode[out->n++] = w->found[i];
    qsort(out->mode, (size_t)out->n, sizeof *out->mode, by_freq);
}

/* ---- a hit ---- */

/* Cuts the sound into bands, and finds the loudest. */
static void cut(work *w)
{
    for (int i = 0; i < w->bands; i++) {
        w->band.y = w->all + (size_t)i * (size_t)w->band.n;
        hz_listen_band_take(&w->band, centre_of(w, i), w->sound.x, w->sound.n);
        w->loudest = fmax(w->loudest, power_of(w->band.y, w->band.n));
    }
    w->quiet = 1e-10 * w->band.gain;
}

static int find_modes(work *w, hz_listen_progress told, void *who)
{
    cut(w);
    for (int i = 0; i < w->bands; i++) {
        if (told && !told(who, 0.1 + 0.85 * i / w->bands))
            return 0;
        listen_to_band(w, i);
    }
    return 1;
}

/* From where on the body rings freely: what is the largest of the first 12 ms is over, and 3 ms at least. */
static int free_from(const hz_listen_sound *s, int onset, int until)
{
    int look = (int)(0.012 * s->rate), at = onset;
    for (int i = onset; i < onset + look && i < until; i++)
        at = fabs((double)s->x[i]) > fabs((double)s->x[at]) ? i : at;
    return (int)fmax(at + 0.001 * s->rate, onset + 0.003 * s->rate);
}

/* How many samples stand at the largest one, three and more in a row. */
static int count_clipped(const hz_listen_sound *s, double peak)
{
    int count = 0, row = 0;
    for (int i = 0; i <= s->n; i++) {
        if (i < s->n && fabs((double)s->x[i]) >= 0.9995 * peak) {
            row++;
            continue;
        }
        count += row >= 3 ? row : 0;
        row = 0;
    }
    return count;
}

static int is_cut(const hz_listen_sound *s, double peak)
{
    double late = 0;
    for (int i = s->n - (int)fmin(0.03 * s->rate, s->n); i < s->n; i++)
        late = fmax(late, fabs((double)s->x[i]));
    return late > 0.03 * peak;
}

/* What the modes were when the strike was. It was between the onset and the free ringing, so that it has a middle. */
static void go_back(hz_listen_hit *h)
{
    static const double most = 1.4; /* 12 dB */
    double back = h->from - h->onset;
    for (int k = 0; k < h->n; k++) {
        hz_listen_mode *m = &h->mode[k];
        m->size *= exp(fmin(m->sigma * back, most));
        m->phase = remainder(m->phase - 2 * HZ_PI * m->freq * back, 2 * HZ_PI);
    }
}

/* What follows from the modes. */
static enum hz_listen_answer conclude(work *w, const hz_listen_sound *whole, int most, hz_listen_hit *out)
{
    choose(w, most, out);
    if (!hz_listen_rest(&w->sound, out))
        return HZ_LISTEN_NO_MEMORY;
    hz_listen_unhum(out);
    go_back(out);
    out->room = hz_listen_room(out);
    out->contact = hz_listen_contact(out);
    out->clipped = count_clipped(whole, out->peak);
    out->cut = is_cut(&w->sound, out->peak);
    return out->n > 0 ? HZ_LISTEN_GOOD : HZ_LISTEN_NOTHING;
}

enum hz_listen_answer hz_listen(const hz_listen_sound *s, int which, int most, hz_listen_progress told, void *who,
                                hz_listen_hit *out)
{
    int at[HZ_LISTEN_HITS + 1];
    memset(out, 0, sizeof *out);
    out->onsets = hz_listen_onsets(s, at, HZ_LISTEN_HITS + 1, &out->peak, &out->floor);
    if (out->onsets < 0)
        return HZ_LISTEN_NO_MEMORY;
    if (which >= out->onsets || !(out->peak > 1e-5))
        return HZ_LISTEN_SILENT;
    int until = which + 1 < out->onsets ? at[which + 1] - (int)(0.003 * s->rate) : s->n;
    int from = free_from(s, at[which], until);
    out->onset = at[which] / s->rate, out->from = from / s->rate, out->until = until / s->rate;
    if (until - from < (int)(0.06 * s->rate))
        return HZ_LISTEN_SHORT;
    work *w = calloc(1, sizeof *w);
    enum hz_listen_answer answer = HZ_LISTEN_NO_MEMORY;
    if (w) {
        w->sound = (hz_listen_sound){ s->x + from, until - from, s->rate };
        if (make(w))
            answer = find_modes(w, told, who) ? HZ_LISTEN_GOOD : HZ_LISTEN_CANCELLED;
        if (answer == HZ_LISTEN_GOOD)
            answer = conclude(w, s, most, out);
        unmake(w);
    }
    free(w);
    return answer;
}
