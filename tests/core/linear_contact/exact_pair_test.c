/* exact: bodies of up to 128 modes each, struck, against the matrix exponential of both together in long doubles. */
#include "core/linear_contact/linear_contact.h"
#include "exact_pair.h"
#include "tests/tools/test.h"

enum { MOST = 128, SWITCHES = 10, CONTACTS = SWITCHES / 2 };

typedef struct body {
    int n;
    double mass[MOST], omega[MOST], sigma[MOST], weight[MOST], q[MOST], v[MOST];
} body;

typedef struct draw {
    body b[2];
    hz_linear_contact_params p;
    double speed, rate;
    hz_linear_contact x;
    int contacts, untold, ends;
    hz_contact told[CONTACTS];
    double end[CONTACTS]; /* s; 0: other switches came after it in its sample */
} draw;

static void ended(void *owner, const hz_contact *c)
{
    draw *d = owner;
    d->untold += c == NULL;
    if (c && d->contacts < CONTACTS)
        d->told[d->contacts++] = *c;
}

/* A body of n modes up to 20 kHz. The first of body a drifts. */
static void draw_body(dice *d, body *b, int n, double heavy, int drifts, int damped)
{
    b->n = n;
    for (int i = 0; i < n; i++) {
        b->mass[i] = heavy * dice_log(d, 0.5, 2);
        b->omega[i] = 2 * M_PI * (80 + 19900 * (i + dice_even(d, 0, 1)) / n);
        b->sigma[i] = damped ? dice_log(d, 0.3, 300) : 0;
        b->weight[i] = dice_even(d, -1.4, 1.4);
    }
    if (drifts) {
        b->omega[0] = b->sigma[0] = 0;
        b->weight[0] = 1;
    }
}

static hz_modes modes_of(const body *b, const double *const *heard)
{
    return (hz_modes){
        .n = b->n, .mass = b->mass, .omega = b->omega, .sigma = b->sigma, .weight = b->weight, .heard = heard
    };
}

static void draw_open(draw *d, dice *r, const int *modes, int t)
{
    static const double *const nothing_heard[1] = { NULL };
    int damped = t % 3 != 1;
    draw_body(r, &d->b[0], modes[0], dice_log(r, 2e-3, 0.2), 1, damped);
    draw_body(r, &d->b[1], modes[1], dice_log(r, 2e-2, 2), 0, damped);
    d->rate = t % 2 ? 44100 : 96000;
    d->speed = dice_log(r, 0.1, 3);
    d->p = (hz_linear_contact_params){ .stiffness = dice_log(r, 1e5, 1e9),
                                       .damping = t % 3 == 2 ? dice_log(r, 0.1, 50) : 0,
                                       .gravity = dice_log(r, 10, 1000) };
    hz_modes a = modes_of(&d->b[0], nothing_heard), b = modes_of(&d->b[1], nothing_heard);
    assert_true(hz_linear_contact_init(&d->x, MOST, 0, MOST, 0));
    d->x.ended = ended;
    d->x.owner = d;
    hz_linear_contact_prepare(&d->x, &d->p, &a, &b, 1 / d->rate);
    hz_linear_contact_reset(&d->x);
    hz_linear_contact_strike(&d->x, d->speed);
}

/* The same bodies in the same state, in long doubles; the velocity of the first mode is a little off. */
static void exact_of(exact_pair *to, draw *d, double off)
{
    *to = (exact_pair){ .stiffness = d->p.stiffness, .damping = d->p.damping };
    for (int k = 0; k < 2; k++) {
        body *b = &d->b[k];
        hz_linear_contact_modes(&d->x, k, b->q, b->v);
        for (int i = 0; i < b->n; i++) {
            double scale = sqrt(b->mass[i]), falls = b->omega[i] == 0 ? d->p.gravity * scale / b->weight[i] : 0;
            to->q[to->n] = (long double)b->q[i] * scale;
            to->p[to->n] = (long double)b->v[i] * scale * (k == 0 && i == 0 ? 1 + off : 1);
            exact_mode(to, b->omega[i], b->sigma[i], (k ? -1 : 1) * b->weight[i] / scale, falls);
        }
    }
    exact_prepare(to);
}

/* How far two states are from each other, as a part of the velocities and deflections that the strike brought. */
static double apart(const draw *d, const exact_pair *x, const long double *q, const long double *p)
{
    long double sum = 0, scale = d->b[0].mass[0] * d->speed * d->speed;
    for (int i = 0; i < x->n; i++)
        sum += (p[i] - x->p[i]) * (p[i] - x->p[i]) + x->square[i] * (q[i] - x->q[i]) * (q[i] - x->q[i]);
    return (double)sqrtl(sum / scale);
}

static double off(draw *d, const exact_pair *x)
{
    static long double q[EXACT_MODES], p[EXACT_MODES];
    for (int k = 0, at = 0; k < 2; at += d->b[k++].n) {
        body *b = &d->b[k];
        hz_linear_contact_modes(&d->x, k, b->q, b->v);
        for (int i = 0; i < b->n; i++) {
            q[at + i] = (long double)b->q[i] * sqrt(b->mass[i]);
            p[at + i] = (long double)b->v[i] * sqrt(b->mass[i]);
        }
    }
    return apart(d, x, q, p);
}

static void sample(draw *d, long *samples)
{
    double force, *meter[HZ_METERS] = { 0 };
    int before = d->contacts;
    hz_linear_contact_run(&d->x, &(hz_linear_contact_io){ .n = 1, .force = &force, .meter = meter });
    if (d->contacts == before + 1 && d->x.switches == 1)
        d->end[before] = (*samples + d->x.into * d->rate) / d->rate;
    ++*samples;
}

enum { ONE, TEN, TIME, SPEED, CHAOTIC, BRIEF, UNTOLD, CLAIMS };

/* Contact k, of which the truth and what was told of it are here. */
static void compare_contact(const draw *d, const exact_pair *x, claim *c, int k, int t)
{
    const exact_switch *touch = k ? &x->at[2 * k - 1] : NULL, *part = &x->at[2 * k];
    double from = touch ? (double)touch->time : 0, to = (double)part->time;
    claim_see(&c[TIME], fabs(d->told[k].duration - (to - from)), "trial %d, contact %d", t, k);
    if (d->end[k] > 0)
        claim_see(&c[TIME], fabs(d->end[k] - to), "trial %d, end of contact %d", t, k);
    claim_see(&c[SPEED], fabs(d->told[k].v_out - (double)part->speed) / d->speed, "trial %d, contact %d", t, k);
}

/* Follows a draw through ten switches, or until a small change has grown so much that no two computations agree.
 * Returns how many switches it was followed through. */
static int follow(draw *d, claim *c, int t, int *chaotic)
{
    static exact_pair x, y;
    const double small = 1e-8, growth = 1e4;
    long samples = 0;
    exact_of(&x, d, 0);
    exact_of(&y, d, small);
    x.touching = y.touching = 1; /* struck, it touches at once */
    int seen = 0;
    while (x.switches < SWITCHES && samples < 0.02 * d->rate) {
        exact_go(&x, 1 / (long double)d->rate);
        exact_go(&y, 1 / (long double)d->rate);
        sample(d, &samples);
        if (apart(d, &x, y.q, y.p) > small * growth || x.switches != y.switches) {
            *chaotic += x.switches < SWITCHES;
            break;
        }
        claim_see(&c[x.switches < 2 ? ONE : TEN], off(d, &x), "trial %d, sample %ld, %d switches, k %g c %g, %d + %d",
                  t, samples, x.switches, d->p.stiffness, d->p.damping, d->b[0].n, d->b[1].n);
        for (; 2 * seen < x.switches && seen < d->contacts && d->untold == 0; seen++)
            compare_contact(d, &x, c, seen, t);
    }
    return x.switches;
}

/* HZ_EXACT=<n>: so many draws. */
static int draws(int usual)
{
    const char *asked = getenv("HZ_EXACT");
    return asked ? atoi(asked) : claim_whole() ? 20 * usual : claim_length(usual);
}

TEST_IF(bodies_of_many_modes, asserted_has_long_double() && asserted_has_time())
{
    claim c[CLAIMS] = {
        [ONE] = CLAIM("exact: off over one contact, of the strike", 3e-12),
        [TEN] = CLAIM("exact: off over ten switches, of the strike", 1e-9),
        [TIME] = CLAIM("exact: times of touch and parting (s)", 3e-14),
        [SPEED] = CLAIM("exact: speeds of parting, of the strike", 1e-9),
        [CHAOTIC] = CLAIM("exact: draws of a hundred that are chaotic before ten switches", 30),
        [BRIEF] = CLAIM("exact: draws of a hundred that part for good before", 70),
        [UNTOLD] = CLAIM("exact: draws of a hundred with a contact that is not reported", 10),
    };
    static const int modes[][2] = { { 1, 30 }, { 30, 30 }, { 1, 128 }, { 60, 60 }, { 1, 1 }, { 30, 90 }, { 128, 128 } };
    dice r = { claim_seed(32) };
    int trials = draws(5), chaotic = 0, brief = 0, untold = 0;
    for (int t = 0; t < trials; t++) {
        static draw d;
        d = (draw){ 0 };
        draw_open(&d, &r, modes[t % 7], t);
        brief += follow(&d, c, t, &chaotic) < SWITCHES;
        untold += d.untold > 0;
        hz_linear_contact_free(&d.x);
    }
    claim_see(&c[CHAOTIC], 100. * chaotic / trials, "%d of %d", chaotic, trials);
    claim_see(&c[UNTOLD], 100. * untold / trials, "%d of %d", untold, trials);
    claim_see(&c[BRIEF], 100. * (brief - chaotic) / trials, "%d of %d", brief, trials);
    CLAIMS_CHECK(c);
}

/* Bodies of many modes without loss keep their energy, in contacts that last as in brief ones; with losses the books
 * balance. */
LONG_TEST(many_modes_keep_their_energy)
{
    enum { BLOCK = 64 };
    static const int modes[][2] = { { 30, 30 }, { 1, 128 }, { 128, 128 } };
    static const double pressed[] = { 10, 1e4 }, stiffness[] = { 1e6, 1e8 };
    CLAIMS(c, CLAIM("many modes: change of energy without loss, of the strike", 1e-11),
           CLAIM("many modes: residual, of the largest account", 1e-11));
    dice r = { claim_seed(34) };
    for (int t = 0; t < 12; t++) {
        static draw d;
        double force[BLOCK], *meter[HZ_METERS] = { 0 };
        d = (draw){ 0 };
        draw_open(&d, &r, modes[t % 3], 1);
        int lossy = t / 3 % 2;
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < d.b[k].n && lossy; i++)
                d.b[k].sigma[i] = d.b[k].omega[i] > 0 ? 20 : 0;
        d.p = (hz_linear_contact_params){ .stiffness = stiffness[t / 6], .damping = lossy, .gravity = pressed[t % 2] };
        static const double *const nothing_heard[1] = { NULL };
        hz_modes a = modes_of(&d.b[0], nothing_heard), b = modes_of(&d.b[1], nothing_heard);
        hz_linear_contact_prepare(&d.x, &d.p, &a, &b, 1 / d.rate);
        hz_linear_contact_reset(&d.x);
        hz_accounts now;
        hz_linear_contact_strike(&d.x, d.speed);
        hz_linear_contact_accounts(&d.x, &now);
        double start = now.value[HZ_STORED], struck = 0.5 * d.b[0].mass[0] * d.speed * d.speed;
        for (int i = 0; i < claim_length(lossy ? 40 : 160); i++) {
            hz_linear_contact_run(
                &d.x, &(hz_linear_contact_io){ .n = BLOCK, .force = force, .meter = meter, .ledger = lossy });
            hz_linear_contact_accounts(&d.x, &now);
            if (!lossy)
                claim_see(&c[0], fabs(now.value[HZ_STORED] - start) / struck, "trial %d, block %d", t, i);
            else
                claim_see(&c[1], fabs(now.value[HZ_RESIDUAL]) / struck, "trial %d, block %d", t, i);
        }
        assert_true(!lossy || now.value[HZ_DISSIPATED] > 0.1 * struck);
        hz_linear_contact_free(&d.x);
    }
}

/* Every width of vector gives the same bits. */
TEST(widths_are_alike)
{
    static const int modes[] = { 11, 60 };
    static draw d[HZ_SIMD_WIDTHS];
    for (int w = 0; w <= (int)hz_simd_best(); w++) {
        dice r = { claim_seed(35) };
        long samples = 0;
        d[w] = (draw){ 0 };
        draw_open(&d[w], &r, modes, 2);
        d[w].x.r.lanes = (enum hz_simd)w;
        for (int i = 0; i < 400; i++)
            sample(&d[w], &samples);
        assert_true(d[w].contacts > 0 || d[w].x.touching);
        assert_memory_equal(d[w].x.r.q, d[0].x.r.q, sizeof(double) * (size_t)d[0].x.r.n);
        assert_memory_equal(d[w].x.r.p, d[0].x.r.p, sizeof(double) * (size_t)d[0].x.r.n);
    }
    for (int w = 0; w <= (int)hz_simd_best(); w++)
        hz_linear_contact_free(&d[w].x);
}

/* The truth by itself: pieces of a series are the exponential of the whole matrix. */
LONG_DOUBLE_TEST(the_series_is_the_exponential)
{
    CLAIMS(c, CLAIM("exact: the series off the exponential, of the strike", 1e-16),
           CLAIM("exact: energy of the truth over twenty contacts, of the strike", 1e-15));
    dice r = { claim_seed(33) };
    for (int t = 0; t < 10; t++) {
        static draw d;
        static exact_pair x;
        long double q[EXACT_MODES], p[EXACT_MODES], span = 3e-5L;
        const int modes[] = { 1 + dice_of(&r, 8), 1 + dice_of(&r, 8) };
        d = (draw){ 0 };
        draw_open(&d, &r, modes, t);
        exact_of(&x, &d, 0);
        x.touching = t % 2;
        exact_dense(&x, span, q, p);
        exact_pair alone = x;
        exact_stay(&alone, span);
        claim_see(&c[0], apart(&d, &alone, q, p), "trial %d", t);
        if (d.p.damping == 0 && t % 3 == 1) {
            long double before = exact_energy(&x);
            exact_go(&x, 0.01L);
            claim_see(&c[1], (double)(fabsl(exact_energy(&x) - before) / before), "trial %d", t);
        }
        hz_linear_contact_free(&d.x);
    }
}
