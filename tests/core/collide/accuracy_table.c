/* accuracy_table: the manual's table of accuracy. */
#include "accuracy_table.h"

#include "core/collide/collide.h"
#include "tests/core/law/orbit.h"
#include "tests/tools/test.h"

static hz_contact last;
static int ended;

static void note(void *owner, const hz_contact *c)
{
    (void)owner;
    ended = c ? 1 : -1;
    if (c)
        last = *c;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static const struct {
    int resolution, trials, hard;
} rows[ACCURACY_ROWS] = { { 16, 5000, 0 }, { 64, 5000, 0 }, { 256, 5000, 0 }, { 1024, 5000, 0 }, { 64, 40000, 1 } };

/* One random contact, at any length or, hard to time, a few samples long and mostly with heavy damping. */
static void try(hz_collide *c, int row, double rate, accuracy *w)
{
    int hard = rows[row].hard;
    double samples = hard ? 5 + 15 * drand48() : 0.001 * pow(3e5, drand48());
    double motion, *audio[] = { &motion }, force, *meter[HZ_METERS] = { 0 };
    double v = pow(10, 4 * drand48() - 2), mass = pow(10, 6 * drand48() - 4), a = 1 + 5 * drand48();
    double mu = (drand48() < 0.2 ? 0 : 30 * (hard ? 1 - pow(drand48(), 3) : drand48())) / v;
    hz_law soft = hz_law_prepare(&(hz_law_params){ 1, a, mu });
    double stiffness = pow(orbit_tau_of(&soft, mass, v) * rate / samples, a + 1); /* wall:tau scales as K^(-1/(a+1)) */
    hz_collide_params p = {
        .law = { stiffness, a, mu }, .mass = mass, .resolution = rows[row].resolution, .quiet = 1e-9 * v
    };
    hz_law law = hz_law_prepare(&p.law);
    hz_collide_prepare(c, &p, NULL, 1 / rate);
    hz_collide_reset(c);
    hz_collide_strike(c, v, v * drand48() / rate); /* entering anywhere in the sample */
    for (ended = 0; !ended;)
        hz_collide_run(c, &(hz_collide_io){ .n = 1, .audio = audio, .force = &force, .meter = meter, .ledger = 1 });
    hz_accounts books;
    hz_collide_accounts(c, &books);
    if (ended < 0)
        last = (hz_contact){ 0 };
    w->v_out = larger(w->v_out, fabs(last.v_out / hz_wall_vout(mu, v) - 1));
    w->x_max = larger(w->x_max, fabs(last.x_max / hz_wall_xmax(&law, mass, v) - 1));
    w->duration = larger(w->duration, fabs(last.duration / orbit_tau_of(&law, mass, v) - 1));
    w->residual = larger(w->residual, fabs(books.value[HZ_RESIDUAL]) / books.value[HZ_ADJUSTED]);
}

accuracy accuracy_row(int row, int percent)
{
    static const double rates[] = { 44100, 48000, 96000 };
    accuracy w = { 0 };
    hz_collide c;

    assert_true(hz_collide_init(&c, 0, 1));
    c.system.ended = note;
    srand48(1 + row);
    for (int i = 0; i < rows[row].trials * percent / 100; i++)
        try(&c, row, rates[i % 3], &w);
    hz_collide_free(&c);
    return w;
}

/* Returns the power of ten over a figure that is rounding, whose digits are another machine's to choose. */
static double bound(double error)
{
    return pow(10, ceil(log10(fmax(error, 1e-16))));
}

char *accuracy_table(void)
{
    char *table = NULL;
    size_t size;
    FILE *out = open_memstream(&table, &size);

    if (!out)
        return NULL;
    fprintf(out, "| resolution | contacts | v_out, under | x_max, under | contact time | ledger residual, under |\n"
                 "|---|---|---|---|---|---|\n");
    for (int k = 0; k < ACCURACY_ROWS; k++) {
        accuracy w = accuracy_row(k, 100);
        fprintf(out, "| %d | %d%s | %.0e | %.0e | %.1e | %.0e |\n", rows[k].resolution, rows[k].trials,
                rows[k].hard ? ", hard" : "", bound(w.v_out), bound(w.x_max), w.duration, bound(w.residual));
    }
    fclose(out);
    return table;
}

accuracy accuracy_stated(const char *page, int row)
{
    accuracy a = { 0 };
    char begins[100];

    snprintf(begins, sizeof begins, "\n| %d | %d%s | ", rows[row].resolution, rows[row].trials,
             rows[row].hard ? ", hard" : "");
    const char *line = strstr(page, begins);
    assert_that(line, "the page has no row%s", begins);
    assert_int_equal(
        sscanf(line + strlen(begins), "%lf | %lf | %lf | %lf", &a.v_out, &a.x_max, &a.duration, &a.residual), 4);
    return a;
}
