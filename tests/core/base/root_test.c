/* root: searches of all kinds on random rising functions, also where these are flat, infinitely steep or no numbers.
 */
#include "core/base/root.h"
#include "tests/tools/test.h"

#include <float.h>

enum { SMOOTH, CUBIC, CUBE_ROOT, SQUARE_ROOT, BENT, EXPONENTIAL, FLAT_ENDS, JUMP, KINDS };
enum { HALVE, NEWTON, SECANT, WAYS };

/* A rising function of the distance from its root, in units of `width`. */
typedef struct rising {
    int kind;
    double root, width;
} rising;

static double value_of(const rising *f, double x, double *slope)
{
    double y = (x - f->root) / f->width, size = fabs(y), value = 0, rate = 1;
    switch (f->kind) {
    case SMOOTH:
        value = y * (1 + 0.1 * size), rate = 1 + 0.2 * size;
        break;
    case CUBIC:
        value = y * y * y, rate = 3 * y * y; /* flat at its root */
        break;
    case CUBE_ROOT:
        value = cbrt(y), rate = 1 / (3 * value * value); /* infinitely steep there: Newton's steps lead away */
        break;
    case SQUARE_ROOT:
        value = copysign(sqrt(size), y), rate = 0.5 / sqrt(size); /* Newton's steps go to and fro */
        break;
    case BENT:
        value = y > 0 ? 1e6 * y : y, rate = y > 0 ? 1e6 : 1;
        break;
    case EXPONENTIAL:
        value = expm1(fmin(y, 500)), rate = y < 500 ? exp(y) : 0;
        break;
    case FLAT_ENDS:
        value = tanh(y), rate = 1 - value * value; /* 0 far from the root */
        break;
    case JUMP:
        value = copysign(1, y) * (y != 0), rate = 0;
        break;
    }
    *slope = rate / f->width;
    return value;
}

static hz_root find(const rising *f, int way, double low, double high, double guess)
{
    double slope;
    hz_root r = way == SECANT ? hz_root_secant_from(low, value_of(f, low, &slope), high, value_of(f, high, &slope))
                              : hz_root_from(low, high, guess);
    for (int more = 1; more;) {
        double value = value_of(f, r.x, &slope);
        more = way == SECANT   ? hz_root_secant(&r, value)
               : way == NEWTON ? hz_root_newton(&r, value, slope)
                               : hz_root_halve(&r, value);
    }
    return r;
}

/* How far a root is off, as a part of it. Any place where the function is zero is a root of it. */
static double error_of(const rising *f, const hz_root *r)
{
    double slope;
    if (value_of(f, r->x, &slope) == 0)
        return 0;
    return fabs(r->x - f->root) / fabs(f->root);
}

TEST(every_way_finds_the_root)
{
    /* Where a function is flat at its root, Newton's steps are a third of the way that is left. */
    CLAIMS(error, CLAIM("root: error of halving", 5e-16), CLAIM("root: error of Newton's method", 1e-15),
           CLAIM("root: error of secants", 5e-16));
    CLAIMS(values, CLAIM("root: values that halving asks for", 75),
           CLAIM("root: values that Newton's method asks for", 110), CLAIM("root: values that secants ask for", 150));
    dice d = { claim_seed(1) };
    for (int i = 0; i < claim_trials(20000); i++) {
        rising f = { .kind = dice_of(&d, KINDS), .root = dice_log(&d, 1e-6, 1e6) * (dice_once(&d, 2) ? 1 : -1) };
        f.width = fabs(f.root) * dice_log(&d, 1e-3, 1e3);
        double low = f.root - fabs(f.root) * dice_log(&d, 1e-3, 1e3),
               high = f.root + fabs(f.root) * dice_log(&d, 1e-3, 1e3), guess = dice_even(&d, low, high);
        for (int way = 0; way < WAYS; way++) {
            hz_root r = find(&f, way, low, high, guess);
            claim_see(&error[way], error_of(&f, &r), "kind %d, root %a, width %g, from %a to %a", f.kind, f.root,
                      f.width, low, high);
            claim_see(&values[way], r.values, "kind %d, root %a, width %g, from %a to %a", f.kind, f.root, f.width, low,
                      high);
            assert_true(r.low <= r.x && r.x <= r.high);
        }
    }
}

/* A smooth function costs what the method promises. */
TEST(smooth_functions_are_quick)
{
    CLAIMS(c, CLAIM("root: values that Newton's method asks for on average", 6.5),
           CLAIM("root: the same with small = 1e-8", 4.5), CLAIM("root: error with small = 1e-8", 5e-16),
           CLAIM("root: values that secants ask for on average", 11));
    double sum[3] = { 0 };
    dice d = { claim_seed(2) };
    int trials = claim_trials(2000);
    for (int i = 0; i < trials; i++) {
        rising f = { .kind = SMOOTH, .root = dice_even(&d, 1, 2), .width = 1 };
        hz_root quick = hz_root_from(0, 3, 1.5);
        double slope, value;
        quick.small = 1e-8;
        do
            value = value_of(&f, quick.x, &slope);
        while (hz_root_newton(&quick, value, slope));
        claim_see(&c[2], error_of(&f, &quick), "root %a", f.root);
        sum[0] += find(&f, NEWTON, 0, 3, 1.5).values;
        sum[1] += quick.values;
        sum[2] += find(&f, SECANT, 0, 3, 1.5).values;
    }
    claim_see(&c[0], sum[0] / trials, "all");
    claim_see(&c[1], sum[1] / trials, "all");
    claim_see(&c[3], sum[2] / trials, "all");
}

/* Roots may lie anywhere in six hundred decades, and at 0. */
TEST(decades_are_halved_in_the_logarithm)
{
    CLAIMS(c, CLAIM("root: error over six hundred decades", 5e-16),
           CLAIM("root: values asked for over six hundred decades", 70));
    dice d = { claim_seed(3) };
    for (int i = 0; i < claim_trials(5000); i++) {
        double root = dice_log(&d, 1e-299, 1e299), sign = dice_once(&d, 2) ? 1 : -1;
        hz_root r = sign > 0 ? hz_root_between(1e-300, 1e300) : hz_root_between(-1e300, -1e-300);
        while (hz_root_halve(&r, r.x < sign * root ? -1 : 1))
            ;
        claim_see(&c[0], fabs(r.x / (sign * root) - 1), "root %a", sign * root);
        claim_see(&c[1], r.values, "root %a", sign * root);
    }
    hz_root zero = hz_root_between(0, 1);
    while (hz_root_halve(&zero, 1))
        ;
    assert_true(zero.x == 0 && zero.values < HZ_ROOT_MOST);
}

/* Where the function is zero over a stretch, any place in it is a root. Where it has one sign, an end is the answer. */
TEST(flat_stretches_and_ends)
{
    for (int way = 0; way < 2; way++) {
        hz_root r = hz_root_between(-1, 2);
        double value;
        do
            value = r.x > 0.7 ? r.x - 0.7 : r.x < 0.6 ? r.x - 0.6 : 0;
        while (way ? hz_root_newton(&r, value, value != 0) : hz_root_halve(&r, value));
        assert_true(r.x >= 0.6 && r.x <= 0.7);
        for (int sign = -1; sign <= 1; sign += 2) {
            hz_root end = hz_root_between(1, 2);
            while (way ? hz_root_newton(&end, sign, 1) : hz_root_halve(&end, sign))
                ;
            assert_true(end.x == (sign > 0 ? 1 : 2));
        }
        /* A slope of the wrong sign, or none that is a number, leads nowhere: the bracket is halved. */
        double strange[] = { -1, 0, NAN, HUGE_VAL, -HUGE_VAL, DBL_MIN, DBL_MAX };
        for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
            hz_root odd = hz_root_between(-3, 4);
            odd.small = 0;
            while (hz_root_newton(&odd, odd.x - 1.1, strange[i]))
                ;
            assert_true(fabs(odd.x - 1.1) < 4e-16);
        }
    }
}

TEST(what_is_no_number_is_said)
{
    hz_root r[] = { hz_root_between(0, 1), hz_root_between(0, 1), hz_root_secant_from(0, -1, 1, 1) };
    assert_false(hz_root_halve(&r[0], NAN));
    assert_false(hz_root_newton(&r[1], NAN, 1));
    assert_false(hz_root_secant(&r[2], NAN));
    for (int i = 0; i < 3; i++)
        assert_true(isnan(r[i].x));
    hz_root lost = hz_root_between(NAN, 1);
    assert_true(isnan(lost.x) && !hz_root_halve(&lost, lost.x));
    /* A guess that is nowhere is the middle; the ends are guesses like others. */
    assert_true(hz_root_from(1, 2, NAN).x == 1.5 && hz_root_from(1, 2, 3).x == 1.5);
    assert_true(hz_root_from(1, 2, 1).x == 1 && hz_root_from(1, 2, 2).x == 2);
}
