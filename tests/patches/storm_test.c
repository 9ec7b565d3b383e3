/* A storm: thousands of messages in random order, right and wrong, to objects that strike and are pressed. Whatever
 * comes out is finite, each wrong message has its one error, and the books balance to the end. HZ_SOAK: for hours. */
#include <time.h>

#include "impact.h"
#include "kinds.h"
#include "tests/storm/kept.h"
#include "tests/storm/weather.h"

enum { MESSAGES = 800 };
static const double BLOCK_MS = 64 / 48.;

/* The present storm's; every failure names it, and HZ_SEED=<it> runs that one alone. */
static uint64_t seed;

/* Says how many messages a storm has: half of them where the trials need not be whole, and fewer under the sanitizers,
 * where each takes ten times as long. */
static int messages(void)
{
    return claim_whole() || getenv("HZ_SEED") ? MESSAGES : getenv("HZ_PRELOAD") ? MESSAGES / 5 : MESSAGES / 2;
}

/* -- the storm ------------------------------------------------------------ */

/* One object and what it was sent: a question about energy comes before each message, a block apart, so that the
 * whole energy that passed is seen. */
typedef struct target {
    int obj, sound;
    int asked[MESSAGES], reply[MESSAGES], wrong[MESSAGES], resets[MESSAGES], loose[MESSAGES], makes[MESSAGES];
} target;

/* Does the method that a message chooses keep energy? The residual of one that does not is its error. -1: it chooses
 * none. */
static int keeps_energy(const char *text)
{
    static const char *const others[] = { "method am1", "method verlet", "method heun", "method rk4" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(text, others[i]))
            return 0;
    return strncmp(text, "method ", 7) ? -1 : 1;
}

/* Does the switching that a message chooses make energy, which is booked as a negative shed? -1: it chooses none. */
static int makes_energy(const char *text)
{
    return strncmp(text, "switching ", 10) ? -1 : !strcmp(text, "switching naive");
}

static int remarks(const pd_patch *p, int reply)
{
    int count = kind_remarks(p, reply);
    const char *line;
    for (int i = 0; (line = pd_line(p, reply, "error", i)) != NULL; i++)
        count += weather == WILD && strstr(line, "the state was not finite and is reset");
    return count;
}

static void aim(pd_patch *p, target *t, int ledger)
{
    char text[WEATHER_TEXT];
    int loose = 0, was = 0, makes = 0, made = 0;
    t->obj =
        kind_obj(p, its, "-ledger %d%s", ledger, weather != WALL && kind_has(its, "object") ? " -object plate" : "");
    for (int k = 0; k < messages(); k++) {
        double ms = BLOCK_MS * (k + 0.5 * ledger);
        t->wrong[k] = weather_one_of(4) == 0;
        (t->wrong[k] ? wrong_message : right_message)(text);
        t->resets[k] = !strcmp(text, "reset") || !strcmp(text, "panic");
        t->loose[k] = loose || was; /* a message waits for the next block */
        t->makes[k] = makes || made;
        was = loose;
        made = makes;
        if (!t->wrong[k] && keeps_energy(text) >= 0)
            loose = !keeps_energy(text);
        if (!t->wrong[k] && makes_energy(text) >= 0)
            makes = makes_energy(text);
        t->asked[k] = pd_at(p, ms, t->obj, "energy");
        t->reply[k] = pd_at(p, ms, t->obj, "%s", text);
    }
    t->sound = pd_record(p, t->obj, AUDIO, 0, 64 * messages());
}

static void assert_finite(const pd_patch *p, const target *t)
{
    for (int i = 0; i < 64 * messages(); i++)
        assert_that(isfinite(pd_samples(p, t->sound)[i]), "%s: sample %d is not finite (seed %llu)", its->name, i,
                    (unsigned long long)seed);
}

static void assert_right_errors(const pd_patch *p, const target *t)
{
    for (int k = 0; k < messages(); k++)
        assert_that(pd_count(p, t->reply[k], "error") - remarks(p, t->reply[k]) == t->wrong[k],
                    "%s: message %d gave %d errors: %s (seed %llu)", its->name, k, pd_count(p, t->reply[k], "error"),
                    pd_count(p, t->reply[k], "error") ? pd_line(p, t->reply[k], "error", 0) : "",
                    (unsigned long long)seed);
}

/* The rounding of a place that is a metre away is worth this to the stiffest contact. */
static const double NOTHING = 1e-12;

/* The residual against the energy that passed or was held since the books were opened; and losses are losses. */
static void assert_balanced(const pd_patch *p, const target *t)
{
    accounts last = { 0 };
    double passed = 0, held = 0, ever = 0, error = 0; /* the last: of methods that do not keep energy */
    for (int k = 0; k < messages(); k++) {
        accounts now = accounts_of(p, t->asked[k], t->obj);
        if (k > 0 && t->resets[k - 1]) {
            last = (accounts){ 0 };
            passed = held = error = 0;
        }
        if (t->loose[k])
            error = now.residual;
        double lost = now.dissipated - last.dissipated, shed = now.shed - last.shed;
        passed += fabs(lost) + fabs(shed) + fabs(now.supplied - last.supplied) + fabs(now.adjusted - last.adjusted);
        ever += passed;
        held = fmax(held, fabs(now.kinetic) + fabs(now.potential) + fabs(now.contact));
        if (passed + held >= 3.4e38) /* what is beyond Pd's numbers is told as the greatest, and cannot be summed */
            error = now.residual;
        assert_that(fabs(now.residual - error) <= 1e-10 * (passed + held + fabs(error)) + NOTHING,
                    "%s: before message %d: residual %g of %g J (seed %llu)", its->name, k, now.residual, passed + held,
                    (unsigned long long)seed);
        assert_that(lost >= -NOTHING - 1e-10 * (passed + held) - 1e-6 * fabs(last.dissipated),
                    "%s: before message %d: %g J were lost, then %g J (seed %llu)", its->name, k, last.dissipated,
                    now.dissipated, (unsigned long long)seed);
        assert_that(t->makes[k] || shed >= -NOTHING - 1e-10 * (passed + held) - 1e-6 * fabs(last.shed),
                    "%s: before message %d: %g J were shed, then %g J (seed %llu)", its->name, k, last.shed, now.shed,
                    (unsigned long long)seed);
        last = now;
    }
    assert_true(ever > 0);
}

static void storm(uint64_t with, enum weather w)
{
    static target books, plain;
    pd_patch *p = pd_open();
    seed = with;
    weather_seed(with);
    weather = w;
    if (w != WILD)
        aim(p, &books, 1);
    if (w != MUSICAL)
        aim(p, &plain, 0);
    pd_run(p);
    if (w != WILD) {
        assert_right_errors(p, &books);
        assert_finite(p, &books);
        assert_balanced(p, &books);
    }
    if (w != MUSICAL) {
        assert_right_errors(p, &plain);
        assert_finite(p, &plain);
    }
    pd_close(p);
}

/* Says how many storms a class goes through. */
static uint64_t seasons(enum weather w)
{
    if (getenv("HZ_SEED"))
        return 1;
    if (getenv("HZ_SOAK"))
        return 2000;
    if (getenv("HZ_PRELOAD"))
        return 1;
    return claim_whole() ? 10 : w == WALL ? 2 : 1;
}

/* The seed of the first storm: the same in each `make check`, another in each `make check-all` and soak. */
static uint64_t first_seed(void)
{
    const char *given = getenv("HZ_SEED");
    return given ? strtoull(given, NULL, 10) : claim_whole() ? 1 + (uint64_t)time(NULL) % 1000000000 : 1;
}

static void storms_of(enum weather w)
{
    int n;
    const kind *all = kinds(&n);
    uint64_t first = first_seed();
    print_message("# storms from seed %llu on, %llu of each class\n",
                  (unsigned long long)(getenv("HZ_SEED") ? first : first * 7919), (unsigned long long)seasons(w));
    for (its = all; its < all + n; its++)
        for (uint64_t with = first; with < first + seasons(w); with++)
            if (w == WALL || kind_has(its, "object"))
                storm(getenv("HZ_SEED") ? with : with * 7919, w);
}

TEST(kept_cases)
{
    kept_messages();
}

TEST(storms)
{
    storms_of(WALL);
}

TEST(storms_over_objects)
{
    storms_of(MUSICAL);
}

TEST(storms_of_anything)
{
    storms_of(WILD);
}
