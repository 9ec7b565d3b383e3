/* ledger: the energy accounts of a model.
 *
 *     stored - stored_0 = supplied + adjusted - dissipated - shed + residual        ledger:balance
 *
 * What is dissipated is lost by friction; what is shed is lost by the doing of a
 * method alone, and what a method makes is taken off it. Every flow is booked from
 * its own formula at the step where it happens; the residual is what is left over,
 * an independent check that nothing corrects.
 * Flows are summed with compensation, so that ten seconds of sub-steps add
 * rounding of the order of one step's, not of their number. */
#ifndef HZ_LEDGER_H
#define HZ_LEDGER_H

/* The accounts in the order in which the `energy` message lists them, then
 * the quantities that can be metered beside them. */
enum hz_meter {
    HZ_STORED,
    HZ_KINETIC,
    HZ_POTENTIAL,
    HZ_CONTACT,
    HZ_DISSIPATED,
    HZ_SUPPLIED,
    HZ_ADJUSTED,
    HZ_RESIDUAL,
    HZ_SHED,
    HZ_ACCOUNTS,
    HZ_POSITION = HZ_ACCOUNTS,
    HZ_COMPRESSION,
    HZ_SPEED,    /* m/s, of what HZ_POSITION shows */
    HZ_ENDFORCE, /* N, of the contact at the end of the sample */
    HZ_METERS
};

/* The name of each meter, as patches write it. */
extern const char *const hz_meter_names[HZ_METERS];

/* One snapshot of the accounts, in joules. */
typedef struct hz_accounts {
    double value[HZ_ACCOUNTS];
    double start; /* what was stored when the books were opened: stored_0 */
} hz_accounts;

/* A sum that keeps what rounding would lose (Neumaier). */
typedef struct hz_sum {
    double sum, rest;
} hz_sum;

/* Where the stored energy is. */
typedef struct hz_energy {
    double kinetic, potential, contact;
} hz_energy;

typedef struct hz_ledger {
    hz_sum supplied, adjusted, dissipated, shed;
    double start; /* what was stored when the books were opened */
    int open;     /* whether flows are counted; while they are not, the accounts show none */
} hz_ledger;

static inline void hz_sum_add(hz_sum *s, double x)
{
    double t = s->sum + x;
    double a = s->sum < 0 ? -s->sum : s->sum;
    double b = x < 0 ? -x : x;
    s->rest += a >= b ? (s->sum - t) + x : (x - t) + s->sum;
    s->sum = t;
}

static inline double hz_sum_value(const hz_sum *s)
{
    return s->sum + s->rest;
}

static inline double hz_energy_total(const hz_energy *e)
{
    return e->kinetic + e->potential + e->contact;
}

/* Opens the books: every flow is zero and `stored` is the start. */
void hz_ledger_open(hz_ledger *l, double stored);
/* Flows are not counted from now on. */
static inline void hz_ledger_close(hz_ledger *l)
{
    l->open = 0;
}

/* Books as adjusted what an event did to the energy. The parts are booked one by one: a change from much to little
 * then leaves nothing of the rounding of the much. */
void hz_ledger_adjust(hz_ledger *l, const hz_energy *before, const hz_energy *after);

/* The accounts as they stand, given where the energy is now. */
void hz_ledger_read(const hz_ledger *l, const hz_energy *now, hz_accounts *out);

/* Whether any account is metered. `meter` has HZ_METERS rows, each of which may be NULL. */
int hz_ledger_is_metered(double *const *meter);
/* Whether no account is metered but what is stored. */
int hz_ledger_shows_stored_only(double *const *meter);
/* Writes the accounts into the rows, as their sample i. */
void hz_ledger_show(const hz_ledger *l, const hz_energy *now, double *const *meter, int i);

#endif
