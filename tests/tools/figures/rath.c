/* Figures 1 to 3 of Rath, drawn from this code: r1.txt to r3.txt and the page rath.html, into the folder it is given;
 * rath.gp draws them. */
#include "core/linear_contact/linear_contact.h"
#include "tests/tools/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MASSES = 50, MOST = 64, FRAMES = 9, RATE = 44100 };

static const char *folder;
static const char *const words[] = { "exact", "offset", "naive" };

/* Two bodies, the first of which is a free mass. */
typedef struct pair {
    hz_linear_contact x;
    double mass[2][MOST], omega[2][MOST], sigma[2][MOST], weight[2][MOST];
    const double *heard[2];
    hz_modes m[2];
    hz_linear_contact_params p;
    double force;
} pair;

static void open_pair(pair *r, double hammer, int modes)
{
    *r = (pair){ .mass = { { hammer } }, .weight = { { 1 } } };
    if (!hz_linear_contact_init(&r->x, MOST, 1, MOST, 1))
        exit(1);
    for (int b = 0; b < 2; b++) {
        r->heard[b] = r->weight[b];
        r->m[b] = (hz_modes){ .n = b ? modes : 1,
                              .mass = r->mass[b],
                              .omega = r->omega[b],
                              .sigma = r->sigma[b],
                              .weight = r->weight[b],
                              .pickups = 1,
                              .heard = &r->heard[b] };
    }
}

static void start(pair *r)
{
    hz_linear_contact_prepare(&r->x, &r->p, &r->m[0], &r->m[1], 1.0 / RATE);
    hz_linear_contact_reset(&r->x);
}

static void step(pair *r)
{
    double audio[2], *audios[] = { audio, audio + 1 }, *meter[HZ_METERS] = { 0 };
    hz_linear_contact_run(
        &r->x, &(hz_linear_contact_io){ .n = 1, .audio = audios, .force = &r->force, .meter = meter, .ledger = 1 });
}

static double shape(int mode, int mass)
{
    return sqrt(2) * sin(M_PI * (mode + 1) * mass / (MASSES + 1));
}

/* A hammer hits a string of 50 masses, the lowest mode near 350 Hz: a snapshot every seven samples. */
static void figure_1(FILE *page)
{
    static pair r;
    FILE *f = page_make(folder, "r1.txt");
    open_pair(&r, 0.004, MASSES);
    for (int j = 0; j < MASSES; j++) {
        r.omega[1][j] = 2 * M_PI * 350 * sin(M_PI * (j + 1) / (2 * (MASSES + 1))) / sin(M_PI / (2 * (MASSES + 1)));
        r.mass[1][j] = 0.05 / MASSES * (MASSES + 1);
        r.sigma[1][j] = 20;
        r.weight[1][j] = shape(j, 12);
    }
    r.p = (hz_linear_contact_params){ .stiffness = 1e6 };
    start(&r);
    hz_linear_contact_strike(&r.x, 1);
    int contacts = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        double q[MASSES];
        hz_linear_contact_modes(&r.x, 1, q, NULL);
        for (int i = 0; i <= MASSES + 1; i++) {
            double u = 0;
            for (int j = 0; j < MASSES; j++)
                u += q[j] * shape(j, i);
            fprintf(f, "%d %.9g\n", i, 1e6 * u);
        }
        fprintf(f, "\n\n");
        for (int i = 0; i < 7; i++) {
            contacts += r.x.touching;
            step(&r);
        }
    }
    fclose(f);
    fprintf(
        page,
        "<h3>R, figure 1: a string of 50 masses struck by a free mass</h3>\n<img src=\"r1.svg\">\n<p>The wave runs "
        "from the hammer at mass 12 to both ends and comes back upside down, though nothing here but 50 modes moves. "
        "The hammer touches for %d of these %d samples.</p>\n",
        contacts, 7 * FRAMES);
    hz_linear_contact_free(&r.x);
}

static double surface_of(const pair *r)
{
    double q[MOST], u = 0;
    hz_linear_contact_modes(&r->x, 1, q, NULL);
    for (int j = 0; j < r->m[1].n; j++)
        u += q[j];
    return u;
}

static double mass_of(const pair *r)
{
    double q;
    hz_linear_contact_modes(&r->x, 0, &q, NULL);
    return q;
}

/* Goes on until contact stays: the last bounces, in micrometres over samples, as the last block of a file. Returns the
 * sample of the last touch, of those that came within LONG. */
static int last_bounces(pair *r, FILE *f)
{
    enum { LONG = 8 * RATE, BEFORE = 150, AFTER = 50 };
    static double height[LONG][2];
    int apart = RATE;
    for (int i = RATE; i < LONG; i++) {
        height[i][0] = mass_of(r), height[i][1] = surface_of(r);
        if (!r->x.touching)
            apart = i;
        step(r);
    }
    if (apart > LONG - AFTER)
        exit(1);
    for (int i = apart - BEFORE; i < apart + AFTER; i++)
        fprintf(f, "%d %.9g %.9g\n", i - apart - 1, -1e9 * height[i][0], -1e9 * height[i][1]);
    return apart + 1;
}

/* A mass falls on three modes, by each switching: its height, and the energy of all. */
static void figures_2_and_3(FILE *page)
{
    static const double freqs[] = { 220, 950, 3500 };
    FILE *path = page_make(folder, "r2.txt"), *energy = page_make(folder, "r3.txt"),
         *end = page_make(folder, "r2c.txt");
    int stays = 0;
    fprintf(
        page,
        "<h3>R, figure 2: a mass bounces on a surface of 220, 950 and 3500 Hz</h3>\n<img src=\"r2.svg\">\n<p>All of "
        "it, the first contact, and the last bounces until contact stays.</p>\n<h3>R, figure 3: the energy of "
        "all</h3>\n<img src=\"r3.svg\">\n<p>It falls at "
        "every sample, as the paper says, by rods and by exact switching. By naive switching, the reason for the rods, "
        "contacts begin with a spring that nobody has compressed. Largest rise in a sample, of the start, and what was "
        "made in all: ");
    for (int s = 0; s < 3; s++) {
        static pair r;
        double rise = 0, before;
        open_pair(&r, 0.01, 3);
        for (int j = 0; j < 3; j++) {
            r.omega[1][j] = 2 * M_PI * freqs[j];
            r.mass[1][j] = 0.05;
            r.sigma[1][j] = 8;
            r.weight[1][j] = 1;
        }
        r.p = (hz_linear_contact_params){ .stiffness = 1e7, .gravity = 9.81, .switching = (enum hz_switching)s };
        start(&r);
        hz_accounts a;
        hz_linear_contact_accounts(&r.x, &a);
        double rest = a.value[HZ_STORED];
        hz_linear_contact_drop(&r.x, 0.005);
        hz_linear_contact_accounts(&r.x, &a);
        double first = before = a.value[HZ_STORED];
        for (int i = 0; i < RATE; i++) {
            fprintf(path, "%d %.9g %.9g\n", i, -1e3 * mass_of(&r), -1e3 * surface_of(&r));
            fprintf(energy, "%d %.9g\n", i, (before - rest) / (first - rest));
            step(&r);
            hz_linear_contact_accounts(&r.x, &a);
            rise = fmax(rise, a.value[HZ_STORED] - before);
            before = a.value[HZ_STORED];
        }
        fprintf(path, "\n\n");
        fprintf(energy, "\n\n");
        fprintf(page, "%s %.1g, %.2g; ", words[s], rise / (first - rest), r.x.made / (first - rest));
        printf("# rath: %s: largest rise %.2g, made %.2g of the start\n", words[s], rise / (first - rest),
               r.x.made / (first - rest));
        if (s == 0)
            stays = last_bounces(&r, end);
        hz_linear_contact_free(&r.x);
    }
    fprintf(page, "all within a second. By exact switching contact stays from %.2f s on.</p>\n", stays / (double)RATE);
    fclose(path);
    fclose(end);
    fclose(energy);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    FILE *page = page_make(folder, "rath.html");
    fprintf(page,
            "<!doctype html><html><head><meta charset=\"utf-8\"><title>hertz: figures of Rath</title></head><body>\n"
            "<h2>Rath: Energy-stable modelling of contacting modal objects with piece-wise linear interaction "
            "force</h2>\n");
    figure_1(page);
    figures_2_and_3(page);
    fprintf(page, "</body></html>\n");
    return fclose(page) != 0;
}
