#include "blow.h"

#include "ode.h"
#include "tests/tools/test.h"

/* A second contact may end in the same sample. */
typedef struct first {
    hz_contact contact;
    int seen;
} first;

static void keep_first(void *owner, const hz_contact *contact)
{
    first *f = owner;
    if (!f->seen++ && contact)
        f->contact = *contact;
}

hz_contact blow_first(rig *r)
{
    first f = { .seen = 0 };
    void (*ended)(void *, const hz_contact *) = r->c.system.ended;
    r->c.system.ended = keep_first;
    r->c.system.owner = &f;
    for (int i = 0; i < 44100 && !f.seen; i++)
        rig_sample(r, 0, 0);
    r->c.system.ended = ended;
    r->c.system.owner = r;
    return f.contact;
}

hz_contact blow_exact(rig *r, const char *text)
{
    hz_contact exact;
    if (!ode_contact(&r->c, 0, 0, 1, &exact))
        fail_msg("no contact: %s", text);
    return exact;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *e, int n)
{
    qsort(e, (size_t)n, sizeof *e, by_size);
    return e[n / 2];
}

void blow_order(const char *whose, double least, int draws,
                void (*errors)(rig *r, int draw, double e[BLOW_LEVELS][BLOW_ERRORS]), rig *r)
{
    static const char *const of[BLOW_ERRORS] = { "v_out", "x_max", "time" };
    double *e[BLOW_LEVELS][BLOW_ERRORS], all[BLOW_LEVELS][BLOW_ERRORS];
    char name[BLOW_ERRORS][120];
    claim c[BLOW_ERRORS] = { { 0 } };
    for (int l = 0; l < BLOW_LEVELS; l++)
        for (int q = 0; q < BLOW_ERRORS; q++)
            assert_non_null(e[l][q] = calloc((size_t)draws, sizeof *e[l][q]));
    for (int i = 0; i < draws; i++) {
        errors(r, i, all);
        for (int l = 0; l < BLOW_LEVELS; l++)
            for (int q = 0; q < BLOW_ERRORS; q++)
                e[l][q][i] = all[l][q];
    }
    for (int q = 0; q < BLOW_ERRORS; q++) {
        double before = median(e[0][q], draws);
        snprintf(name[q], sizeof name[q], "%s: %g over the least fall of the error of %s in a doubling", whose, least,
                 of[q]);
        c[q] = (claim){ .name = name[q], .allowed = 1 };
        for (int l = 1; l < BLOW_LEVELS; l++) {
            double now = median(e[l][q], draws);
            claim_see(&c[q], least * now / before, "from %d to %d: %g to %g", 4 << l, 8 << l, before, now);
            before = now;
        }
    }
    for (int l = 0; l < BLOW_LEVELS; l++)
        for (int q = 0; q < BLOW_ERRORS; q++)
            free(e[l][q]);
    CLAIMS_CHECK(c);
}
