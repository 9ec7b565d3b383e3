/* A soak: each class is played at random, for as long as wanted, in one run of Pd, which is faster than real time. From
 * the beginning to the end it takes the same memory and the same time, its books balance, and no excitation is louder
 * than it is by itself, or right after one other, times a factor.
 *
 *     soak_test [class ...]
 *
 * HZ_MINUTES says how many minutes of model time each class gets (without it a tenth of one), HZ_SEED which playing it
 * is; without it each run has a new one. A line for each class says what was measured.
 *
 * Three objects get the same messages. Of the second and the third one is reset before each excitation, in turn: one of
 * them tells what the excitation does alone, and the other what it does right after the one before, from which it may
 * let go what the striker still presses. In every other phase nothing but excitations comes, and there peaks are
 * compared. A stroke of the bow is played to its end. Once in a while they play a fixed passage after a reset: what it
 * costs is compared, the cheapest of the first third with the cheapest of the last, since other programs only make it
 * dearer; and so is the memory after the first third with that at the end. The books of modalcontact~ are judged where
 * it books everything. */
#include <time.h>

#include "tests/patches/impact.h"
#include "tests/patches/kinds.h"
#include "tests/storm/weather.h"

enum {
    RATE = 48000,
    MOST_KINDS = 16,
    PLAYERS = 3,
    HELD = 24 * RATE / 10
}; /* a stroke of 2 s, and what comes after it */

static const double PASSAGE_MS = 1000, LONG_MINUTES = 5; /* in long soaks the cost is compared */
/* A calm phase begins so late after what it changed: `unit`, `level` and `vary` try the excitation meanwhile. Any phase
 * waits for the bodies that modalcontact~ derives in pieces: the old ones, whose losses may not be booked, sound on. */
static const double TRIALS_MS = 2500, DERIVED_MS = 200;

/* What is allowed: of the residual, as a part of what passed; of a peak, times that of one or two excitations alone; of
 * the cost and of memory at the end, times those at the beginning, where it lasts for five minutes or more. */
static const double RESIDUAL = 1e-10, PEAK = 10, COST = 1.15, MEMORY = 1.02;
/* The rounding of a place that is a metre away is worth this to the stiffest contact, J. */
static const double NOTHING = 1e-12;

/* -- the patch ------------------------------------------------------------ */

/* An object, and what tells its greatest sample since it was last asked. */
typedef struct player {
    int obj, ask, clear, start;
} player;

static player add_player(pd_patch *p, const char *name)
{
    player o = { .obj = kind_obj(p, its, "-report 0 -ledger 1%s", kind_has(its, "object") ? " -object plate" : "") };
    int size = pd_obj(p, "expr~ min(abs(\\$v1)\\, 1e18)"),
        finite = pd_obj(p, "expr~ if((\\$v1-\\$v1)==0\\, \\$v1\\, 1e18)");
    pd_obj(p, "array define hz-peak-%s %d", name, HELD);
    o.start = pd_obj(p, "tabwrite~ hz-peak-%s", name);
    o.ask = pd_obj(p, "array max hz-peak-%s", name);
    o.clear = pd_obj(p, "s hz-peak-%s", name);
    pd_chain(p, o.obj, size, finite, o.start);
    pd_print(p, o.ask, 0, name);
    return o;
}

/* Asks for the peak of each since it was last asked, and begins anew. */
static void ask_peaks(pd_patch *p, const player *o, double ms)
{
    for (int i = 0; i < PLAYERS; i++) {
        pd_at(p, ms, o[i].ask, "bang");
        pd_at(p, ms, o[i].clear, "const 0");
        pd_at(p, ms, o[i].start, "bang");
    }
}

/* Reads a file of the system on Pd itself, and prints its bytes. */
static int add_reader(pd_patch *p, const char *path, const char *name)
{
    int order = pd_obj(p, "t b b b"), open = pd_obj(p, "list prepend open"), close = pd_obj(p, "list prepend close"),
        file = pd_obj(p, "file handle"), path_is = pd_obj(p, "symbol %s", path), size = pd_obj(p, "f 200"),
        opens = pd_obj(p, "list trim"), closes = pd_obj(p, "list trim");
    pd_connect(p, order, 2, path_is, 0);
    pd_chain(p, path_is, open, opens, file);
    pd_connect(p, order, 1, size, 0);
    pd_connect(p, size, 0, file, 0);
    pd_chain(p, order, close, closes, file);
    pd_print(p, file, 0, name);
    return order;
}

/* -- playing -------------------------------------------------------------- */

static int is_excitation(const char *text)
{
    static const char *const words[] = { "bang",  "strike", "drop",   "throw",    "note",
                                         "pluck", "knock",  "stroke", "displace", "list" };
    size_t n = strcspn(text, " "), length = strlen(text);
    if (!strncmp(text, "note ", 5) && !strcmp(text + length - 2, " 0"))
        return 0; /* velocity 0 */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n == strlen(words[i]) && !strncmp(text, words[i], n))
            return 1;
    return 0;
}

/* What the patch prints for itself: the books begin anew; a calm phase begins, or another one. By itself it prints
 * whether the books are judged in it. */
enum { ANEW, CALM, WILD_PHASE };

/* Asks what time Pd has taken. The file says what it was at the system's last tick, of 4 ms; [cputime] lets the system
 * count what came since. */
static void ask_cost(pd_patch *p, int cost, double ms)
{
    pd_at(p, ms, pd_obj(p, "cputime"), "bang");
    pd_at(p, ms, cost, "bang");
}

/* Plays the same notes each time, from rest, and asks what time Pd has taken before and behind them. */
static double passage(pd_patch *p, const player *o, int memory, int cost, double ms)
{
    for (int i = 0; i < PLAYERS; i++) {
        pd_at(p, ms, o[i].obj, "panic");
        pd_at(p, ms, o[i].obj, "preset %s", its->t.presets[0]);
        pd_at(p, ms, o[i].obj, "reset");
    }
    pd_at(p, ms + 20, memory, "bang");
    ask_cost(p, cost, ms + 20);
    for (int i = 0; 25 + 45 * (i + 1) < PASSAGE_MS; i++)
        pd_at(p, ms + 25 + 45 * i, o[i % PLAYERS].obj, "note %d 100", 50 + i % 20);
    ask_cost(p, cost, ms + PASSAGE_MS - 5);
    ask_peaks(p, o, ms + PASSAGE_MS - 2);
    for (int i = 0; i < PLAYERS; i++) {
        pd_at(p, ms + PASSAGE_MS - 1, o[i].obj, "reset");
        pd_at(p, ms + PASSAGE_MS - 1, o[i].obj, "ledger 1");
    }
    return ms + PASSAGE_MS;
}

/* Whether modalcontact~ does not keep its books to 1e-10 after a message: it says how many modes a body has, or makes
 * one so small (under a hundredth of a millimetre) that it weighs nothing beside the other one (guarantees.md). */
static int unbooks(const char *text)
{
    double size;
    return strstr(text, " modes ") || strstr(text, " points ") ||
           (sscanf(text, "%*1[ab] size %lf", &size) == 1 && size < 1e-5);
}

/* Writes a message that excites, or one that does not. Where the books are judged, it keeps them. */
static void message_that(int excites, int counts, char *text)
{
    do
        right_message(text);
    while (is_excitation(text) != excites || (counts && unbooks(text)));
}

/* Sends a message to all. Before an excitation one of those that tell what it does by itself is reset, in turn. */
static int turn;

static void send_all(pd_patch *p, const player *o, const char *text, double ms)
{
    if (is_excitation(text)) {
        turn = turn == 1 ? 2 : 1;
        pd_at(p, ms, o[turn].obj, "reset");
    }
    for (int i = 0; i < PLAYERS; i++)
        pd_at(p, ms, o[i].obj, "%s", text);
}

/* Of bodies with more than 101 modes together modalcontact~ does not book what is lost in contact, and says so. In most
 * phases each body gets at most 50 of any preset (as many as a string of masses has points when it comes), and the
 * books are judged; in the others it may have any. */
static int is_booked(pd_patch *p, const player *o, dice *d, double ms)
{
    int counts = kind_has(its, "b modes");
    if (counts && dice_once(d, 4))
        return 0;
    for (int i = 0; i < PLAYERS && counts; i++) {
        pd_at(p, ms, o[i].obj, "a modes 50");
        pd_at(p, ms, o[i].obj, "b modes 50");
    }
    return 1;
}

/* Begins a phase: some messages change the sound of all objects at rest. In calm phases nothing but excitations
 * follows, and peaks are judged; in the others any message may. Returns whether the books are judged. */
static int begin_phase(pd_patch *p, const player *o, dice *d, const int mark[2], int calm, double ms)
{
    char text[WEATHER_TEXT];
    double begun = ms + (calm ? TRIALS_MS : DERIVED_MS);
    const char *preset = its->t.presets[dice_of(d, its->t.n_presets)];
    pd_at(p, ms, mark[0], "%d", WILD_PHASE);
    for (int i = 0; i < PLAYERS; i++) {
        pd_at(p, ms, o[i].obj, "panic");
        pd_at(p, ms, o[i].obj, "preset %s", preset);
    }
    int booked = is_booked(p, o, d, ms);
    for (int n = dice_of(d, 5); n > 0; n--) {
        message_that(0, booked, text);
        send_all(p, o, text, ms);
    }
    for (int i = 0; i < PLAYERS; i++) {
        if (calm) /* by acceleration, letting go of what was pressed is louder than any blow */
            pd_at(p, ms + 3, o[i].obj, "unit velocity");
        pd_at(p, begun - 7, o[i].obj, "ledger 1");
        pd_at(p, begun - 7, o[i].obj, "reset");
    }
    ask_peaks(p, o, begun - 3); /* of what was before */
    pd_at(p, begun - 2, mark[0], "%d", calm ? CALM : WILD_PHASE);
    pd_at(p, begun - 2, mark[1], "%d", booked);
    return booked;
}

/* How long the bow is drawn by a stroke, ms. What the stroke does alone is known at its end. */
static double stroke_ms(const char *text)
{
    double seconds = 1.5;
    if (strncmp(text, "stroke", 6))
        return 0;
    sscanf(text, "stroke %lf", &seconds);
    return seconds > 0 ? 1000 * seconds : HUGE_VAL;
}

/* A fast bow catches the string or slips over it. Which one it does hangs on how the string moved before, so a stroke
 * alone does not tell what it does then. */
static int is_fast_stroke(const char *text)
{
    double velocity;
    return sscanf(text, "stroke %*f %lf", &velocity) == 1 && fabs(velocity) > 1;
}

/* Describes the playing. Returns how many passages there are. */
static int play(pd_patch *p, const player *o, dice *d, double minutes)
{
    int memory = add_reader(p, "/proc/self/statm", "hz-memory"),
        cost = add_reader(p, "/proc/self/schedstat", "hz-cost"), passages = 1, calm = 0, left = 0, booked = 1,
        mark[] = { pd_obj(p, "print hz-mark"), pd_obj(p, "print hz-booked") };
    turn = 0;
    double ms = passage(p, o, memory, cost, 10), every = fmax(minutes * 60000 / 60, 3 * TRIALS_MS), next = ms + every;
    for (; ms < minutes * 60000; ms += dice_even(d, 20, 300)) {
        char text[WEATHER_TEXT];
        if (ms > next) {
            ms = passage(p, o, memory, cost, ms);
            next = ms + every;
            passages++;
            left = 0;
        }
        if (left-- == 0) {
            calm = !calm;
            left = 8 + dice_of(d, 30);
            booked = begin_phase(p, o, d, mark, calm, ms);
            ms += calm ? TRIALS_MS : DERIVED_MS;
        }
        do
            message_that(calm || dice_once(d, 2), booked, text);
        while (calm && stroke_ms(text) > 2000);
        pd_at(p, ms, o[0].obj, "energy");
        ask_peaks(p, o, ms);
        send_all(p, o, text, ms);
        if (!strcmp(text, "reset"))
            pd_at(p, ms, mark[0], "%d", ANEW);
        if (is_fast_stroke(text)) /* From here on peaks are not judged. */
            pd_at(p, ms, mark[0], "%d", WILD_PHASE);
        ms += calm ? stroke_ms(text) : 0;
    }
    passage(p, o, memory, cost, ms);
    return passages + 1;
}

/* -- what came of it ------------------------------------------------------- */

typedef struct findings {
    double residual, peak;         /* the worst, as parts of what passed and of what one or two excitations do */
    double cost[2], memory[2];     /* of the cheapest passage of the first third and of the last, ns; pages */
    double passed;                 /* J in all */
    int asked, passages, compared; /* questions for the books, passages, excitations whose peaks were compared */
    int odd;                       /* answers that are not finite */
} findings;

/* Looks at the books. */
static void see_books(findings *f, const accounts *now, int anew)
{
    static accounts last;
    static double passed, held;
    if (anew) {
        last = (accounts){ 0 };
        passed = held = 0;
    }
    double more = fabs(now->dissipated - last.dissipated) + fabs(now->shed - last.shed) +
                  fabs(now->supplied - last.supplied) + fabs(now->adjusted - last.adjusted);
    passed += more;
    f->passed += more;
    held = fmax(held, fabs(now->kinetic) + fabs(now->potential) + fabs(now->contact));
    f->residual = fmax(f->residual, fmax(fabs(now->residual) - NOTHING, 0) / fmax(passed + held, 1e-30));
    f->odd += !isfinite(more + now->kinetic + now->potential + now->contact + now->residual);
    f->asked++;
    last = *now;
}

/* Compares the peak of the object with the greatest of the others' since the phase began. */
static void see_peaks(findings *f, const double *peak, double *greatest)
{
    *greatest = fmax(*greatest, fmax(peak[1], peak[2]));
    f->compared++;
    if (peak[0] > 1e-3)
        f->peak = fmax(f->peak, peak[0] / fmax(*greatest, 1e-3));
}

/* The first number of what a file of the system holds, whose bytes are told as numbers, or the second. */
static double number_of(const char *line, int second)
{
    char text[256] = "";
    double bytes[256];
    int n = pd_numbers(line, bytes, 200);
    for (int i = 0; i < n; i++)
        text[i] = (char)bytes[i];
    char *at;
    double first = strtod(text, &at);
    return second ? strtod(at, NULL) : first;
}

static findings judge(const pd_patch *p, const player *o, int passages)
{
    findings f = { .cost = { INFINITY, INFINITY }, .passages = passages };
    char energy[32];
    const char *line;
    int reply, costs = 0;
    double peak[PLAYERS] = { 0 }, began = 0, greatest = 0, phase = ANEW;
    snprintf(energy, sizeof energy, "o%d: energy ", o[0].obj);
    int anew = 1, booked = 1;
    for (int i = 0; (line = pd_next(p, i, &reply)) != NULL; i++) {
        double x[10];
        if (sscanf(line, "hz-mark: %lf", &x[0]) == 1) {
            anew = 1;
            phase = x[0] > ANEW ? x[0] : phase;
            greatest = 0;
        } else if (!strncmp(line, energy, strlen(energy)) && pd_numbers(line + strlen(energy), x, 10) == 10) {
            accounts now = { x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9] };
            if (booked)
                see_books(&f, &now, anew);
            anew = 0;
        } else if (sscanf(line, "hz-booked: %lf", &x[0]) == 1) {
            booked = x[0] != 0;
        } else if (sscanf(line, "hz-main: %lf", &x[0]) == 1) {
            peak[0] = x[0];
        } else if (sscanf(line, "hz-odd: %lf", &x[0]) == 1) {
            peak[1] = x[0];
        } else if (sscanf(line, "hz-even: %lf", &x[0]) == 1) {
            peak[2] = x[0];
            if (phase == CALM)
                see_peaks(&f, peak, &greatest);
        } else if (!strncmp(line, "hz-memory: ", 11)) {
            f.memory[costs / 2 > passages / 3] = number_of(line + 11, 1);
            anew = 1; /* a passage has begun, with a reset and a preset */
            phase = ANEW;
        } else if (!strncmp(line, "hz-cost: ", 9)) {
            double now = number_of(line + 9, 0);
            int pass = costs / 2, third = (passages + 2) / 3;
            if (costs++ % 2 == 0)
                began = now;
            else if (pass < third || pass >= passages - third)
                f.cost[pass >= third] = fmin(f.cost[pass >= third], now - began);
            anew = 1;
        }
    }
    return f;
}

static void soak(const void *of)
{
    its = of;
    const char *given = getenv("HZ_MINUTES"), *wanted = getenv("HZ_SEED");
    double minutes = given ? strtod(given, NULL) : 0.1;
    uint64_t seed = wanted ? strtoull(wanted, NULL, 10) : getenv("HZ_SAME") ? 1 : (uint64_t)time(NULL);
    dice d = { seed };
    int is_long = minutes >= LONG_MINUTES;
    weather = MUSICAL;
    weather_seed(seed + 1);
    print_message("# again: HZ_SEED=%llu HZ_MINUTES=%g build/tests/storm/soak_test %s\n", (unsigned long long)seed,
                  minutes, its->name);
    pd_patch *p = pd_open(.rate = RATE, .limit = 36000);
    player o[PLAYERS] = { add_player(p, "hz-main"), add_player(p, "hz-odd"), add_player(p, "hz-even") };
    int passages = play(p, o, &d, minutes);
    pd_run(p);
    findings f = judge(p, o, passages);
    double cost = f.cost[1] / f.cost[0], memory = f.memory[1] / f.memory[0];
    print_message("# %s: %g minutes, %d questions, %.3g J passed: residual %.1e of it; peak %.2f times what one or "
                  "two excitations do alone (%d compared); cost %.3f and memory %.3f times "
                  "those of the beginning\n",
                  its->name, minutes, f.asked, f.passed, f.residual, f.peak, f.compared, cost, memory);
    assert_true(f.asked > 10 && f.passed > 0);
    assert_that(f.odd == 0 && isfinite(f.residual) && isfinite(f.peak) && isfinite(cost) && isfinite(memory),
                "%s: a figure is not finite; %d answers of the books", its->name, f.odd);
    assert_that(f.residual <= RESIDUAL, "%s: residual %g", its->name, f.residual);
    assert_that((f.peak > 0 || minutes < 1) && (f.compared > 0 || minutes < 1) && f.peak <= PEAK, "%s: peak %g",
                its->name, f.peak);
    assert_that(!is_long || memory <= MEMORY, "%s: memory %g to %g pages", its->name, f.memory[0], f.memory[1]);
    assert_that(!is_long || cost <= COST, "%s: cost %g to %g ns", its->name, f.cost[0], f.cost[1]);
    pd_close(p);
}

int main(int n, char **names)
{
    int classes;
    const kind *all = kinds(&classes);
    for (int i = 0; i < classes; i++)
        for (int k = n > 1 ? 1 : 0; k < n; k++)
            if (n == 1 || !strcmp(all[i].name, names[k]))
                tests_add_of(i, all[i].name, soak, &all[i]);
    return tests_run();
}
