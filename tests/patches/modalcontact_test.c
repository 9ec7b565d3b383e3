/* modalcontact~ in a real Pd: a mass on a wall in closed form, both bodies' outlets, a string's shape, matrices,
 * changes in mid-contact. */
#include <sys/stat.h>
#include <unistd.h>

#include "impact.h"
#include "table.h"

enum { RATE = 44100, A = 0, B = 1, FORCE_OUT = 2, INFO_OUT = 4 };

static int object(pd_patch *p, const char *flags)
{
    int o = pd_obj(p, "hertz/modalcontact~ -a hear point -gain 0.5 %s", flags);
    print_info(p, o, INFO_OUT);
    return o;
}

/* Half a damped period, the speed it leaves, and the depth. */
TEST(a_mass_on_a_wall)
{
    pd_patch *p = pd_open(.rate = RATE);
    double m = 0.01, k = 1e6, damping = 20, s = damping / (2 * m), w = sqrt(k / m - s * s), v = 0.5;
    int o = object(p, "-b object wall -gravity 0 -stiffness 1e6 -damping 20");
    pd_at(p, 10, o, "strike 0.5");
    pd_until(p, 100);
    pd_run(p);
    contact c = contact_of(p, o, 0);
    assert_int_equal(contacts_of(p, o), 1);
    assert_near(c.v_in, v, 1e-5);
    assert_near(c.v_out, -v * exp(-s * M_PI / w), 1e-5);
    assert_near(c.duration, M_PI / w, 1e-5);
    assert_near(c.x_max, v / w * exp(-s * atan2(w, s) / w) * sin(atan2(w, s)), 1e-5);
}

/* The default falls, bounces and comes to lie; its books balance; a change of stiffness on the way is booked. */
TEST(it_bounces_and_keeps_its_books)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = object(p, "-ledger 1"), b = pd_record(p, o, B, 0, RATE), a = pd_record(p, o, A, 0, RATE);
    pd_at(p, 10, o, "bang");
    for (int i = 0; i < 40; i++) {
        static const char *const changes[] = { "stiffness 2e6", "damping 5", "a mass 0.02", "b position 0.3 0.4",
                                               "stiffness 5e5" };
        pd_at(p, 120 + 7.3 * i, o, "%s", changes[i % 5]);
    }
    int energy = pd_at(p, 990, o, "energy");
    pd_until(p, 1000);
    pd_run(p);
    double loud[2] = { 0 };
    for (int i = 0; i < RATE - 64; i++) {
        loud[0] = fmax(loud[0], fabs(pd_samples(p, a)[i]));
        loud[1] = fmax(loud[1], fabs(pd_samples(p, b)[i]));
    }
    accounts e = accounts_of(p, energy, o);
    assert_true(loud[0] > 0.1 && loud[0] < 1 && loud[1] > 1e-3);
    assert_true(contacts_of(p, o) > 3 && e.dissipated > 0);
    assert_true(fabs(e.residual) < 1e-12);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* What is lost in contact is booked, whatever the number of modes. */
TEST(many_modes_are_booked)
{
    static const int points[] = { 50, 100, 101, 250 };
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        char flags[100];
        snprintf(flags, sizeof flags, "-ledger 1 -gravity 0 -b object lumped -b freq 100 -b points %d", points[k]);
        int o = object(p, flags);
        for (int i = 0; i < 4; i++)
            pd_at(p, 10 + 20 * i, o, "strike 1");
        int energy = pd_at(p, 100, o, "energy");
        pd_until(p, 110);
        pd_run(p);
        accounts e = accounts_of(p, energy, o);
        assert_true(contacts_of(p, o) >= 4);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        assert_true(e.adjusted > 0 && e.dissipated > 0.01 * e.adjusted && fabs(e.residual) < 1e-12 * e.adjusted);
        pd_close(p);
    }
}

/* A string of masses struck near one end: after a while the wave has come so far, and not beyond. */
TEST(the_wave_travels)
{
    enum { N = 50 };
    pd_patch *p = pd_open(.rate = RATE);
    int o =
        object(p, "-b object lumped -b points 50 -b mass 0.005 -b freq 100 -b decay 0 -b position 0.1 -a mass 0.0005 "
                  "-stiffness 1e5 -damping 0 -gravity 0");
    int box = pd_obj(p, "table hz-shape %d", N), values[N];
    (void)box;
    pd_at(p, 10, o, "strike 1");
    int none = pd_at(p, 11, o, "shape hz-nothing");
    pd_at(p, 12.5, o, "shape hz-shape");
    for (int i = 0; i < N; i++) {
        int read = pd_obj(p, "tabread hz-shape");
        char name[20];
        snprintf(name, sizeof name, "y%d", i);
        pd_print(p, read, 0, name);
        values[i] = pd_at(p, 12 + i, read, "%d", i);
    }
    pd_run(p);
    /* c = 2 f L: the string in 5 ms; one or two blocks after the blow the wave is somewhere from 0.39 to 0.68 of it */
    double y[N], most = 0;
    for (int i = 0; i < N; i++) {
        char name[20];
        snprintf(name, sizeof name, "y%d: ", i);
        assert_int_equal(pd_numbers(pd_line(p, values[i], name, 0), &y[i], 1), 1);
        most = fmax(most, fabs(y[i]));
    }
    assert_true(most > 1e-6);
    assert_true(fabs(y[12]) > 0.05 * most);
    for (int i = 42; i < N; i++)
        assert_true(fabs(y[i]) < 1e-2 * most);
    assert_int_equal(pd_count(p, none, "error"), 1);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* How strong a frequency is in half a second of a sound. */
static double part_at(const float *x, double freq)
{
    double re = 0, im = 0;
    for (int i = 0; i < RATE / 2; i++) {
        double t = 2 * M_PI * freq * i / RATE, window = 0.5 - 0.5 * cos(4 * M_PI * i / RATE);
        re += window * x[i] * cos(t);
        im += window * x[i] * sin(t);
    }
    return hypot(re, im);
}

/* Two masses between three springs: sqrt(k/m) and sqrt(3 k/m), as matrices; and what no body has is refused, once. */
TEST(matrices_make_a_body)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        { "2 0 0 0 0 2 -1 -1 2 0 0 0 0", "mass is singular or not positive" },
        { "2 1 0 0 1 2 -1 -1 -2 0 0 0 0", "stiffness is not positive" },
        { "2 1 0 0 1 2 -1 1 2 0 0 0 0", "stiffness that is not symmetric" },
        { "2 1 0 0 1 2 nan nan 2 0 0 0 0", "nan as number 7, allowed a decimal number" },
        { "2 1 0 0 1 2 -1 -1 2 0 0 0", "the end of the file after 12 numbers, allowed 13 numbers" },
        { "2 1 0 0 1 2 -1 -1 2 0 0 0 0 7", "7 as number 14, allowed 13 numbers" },
        { "2 1 0 0 1 2 -1 -1 2 0 0 0 0 junk", "junk as number 14, allowed 13 numbers" },
        { "1 0.5 1e5 1.5 junk", "junk as number 5, allowed 4 numbers" },
        { "1 0.5 1e5 1.5junk", "1.5junk as number 4, allowed a decimal number" },
        { "1 0.5 0x10 1.5", "0x10 as number 3, allowed a decimal number" },
        { "1 0.5 1e999 1.5", "1e999 as number 3, allowed a decimal number" },
        { "1.5 0.5 1e5 1.5", "1.5 as number 1, allowed first a size from 1 to" },
        { "", "the end of the file after 0 numbers, allowed first a size from 1 to" },
        { "junk", "junk as number 1, allowed first a size from 1 to" },
        { "500 1", "a size from 1 to" },
        { "2 1 0 0 1 2 -1 -1 2 1 2 2 1", "damping is not positive" },
    };
    enum { BAD = sizeof bad / sizeof *bad };
    char path[BAD + 1][64];
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0; i <= BAD; i++) {
        snprintf(path[i], sizeof path[i], "/tmp/hertz-matrices-%d-%d.txt", (int)getpid(), i);
        /* k/m = (2 pi 500)^2 on 0.1 kg */
        write_file(path[i],
                   i < BAD ? bad[i].text : "2  0.1 0 0 0.1  1973920.88 -986960.44 -986960.44 1973920.88  0 0 0 0\n");
    }
    int o = object(p, "-b object matrices"), out, reply[BAD];
    pd_at(p, 5, o, "b matrices %s", path[BAD]);
    for (int i = 0; i < BAD; i++)
        reply[i] = pd_at(p, 6 + i, o, "b matrices %s", path[i]);
    int arrays = pd_at(p, 50, o, "b matrices hz-m hz-k hz-c");
    pd_at(p, 60, o, "strike 0.5");
    out = pd_record(p, o, B, 100, RATE / 2);
    pd_run(p);
    for (int i = 0; i < BAD; i++) {
        assert_that(pd_count(p, reply[i], "error") == 1 && strstr(pd_line(p, reply[i], "error", 0), bad[i].says) &&
                        strstr(pd_line(p, reply[i], "error", 0), "kept the old ones of 2 masses"),
                    "%s: %s", bad[i].text, pd_line(p, reply[i], "error", 0));
    }
    assert_int_equal(pd_count(p, arrays, "error"), 1);
    const float *x = pd_samples(p, out);
    double beside = part_at(x, 650);
    assert_true(part_at(x, 500) > 20 * beside && part_at(x, 866.0254) > 20 * beside);
    for (int i = 0; i <= BAD; i++)
        unlink(path[i]);
}

/* A pipe, a folder, a device without an end and a file over 16 MiB are one error each, and Pd goes on. */
TEST(matrices_come_from_files_only)
{
    enum { ODD = 5, BIG = (1 << 24) + 10 };
    pd_patch *p = pd_open(.rate = RATE, .limit = 20);
    char pipe[200], big[200], *blank = malloc(BIG);
    snprintf(pipe, sizeof pipe, "%s/pipe.txt", pd_folder(p));
    assert_int_equal(mkfifo(pipe, 0600), 0);
    snprintf(big, sizeof big, "%s/big.txt", pd_folder(p));
    memset(blank, ' ', BIG - 1);
    blank[BIG - 1] = 0;
    write_file(big, blank);
    free(blank);
    const char *const odd[ODD][2] = { { "pipe.txt", "no regular file" },
                                      { "/tmp", "a folder" },
                                      { "/dev/zero", "no regular file" },
                                      { "big.txt", "more than 16 MiB" },
                                      { "missing.txt", "No such file" } };
    int o = object(p, "-b object matrices"), reply[ODD];
    for (int i = 0; i < ODD; i++)
        reply[i] = pd_at(p, 5 + i, o, "b matrices %s", odd[i][0]);
    pd_run(p);
    for (int i = 0; i < ODD; i++) {
        const char *line = pd_line(p, reply[i], "error: modalcontact~: b matrices ", 0);
        assert_that(pd_count(p, reply[i], "error") == 1 && line && strstr(line, odd[i][1]), "b matrices %s: %s",
                    odd[i][0], line ? line : "no error");
    }
}

/* Two masses m between three springs k, a damper c at the second only, and a mass of 0.01 kg that leans on the first
 * with 1e6 N/m: their motion y (the leaning mass, the first, the second: place and speed) after so many seconds, by the
 * method of Runge and Kutta. */
static void move_leaning_masses(double y[6], double seconds)
{
    static const double m = 0.1, k = 986960.44, c = 150;
    enum { PARTS = 40 };
    for (int part = 0; part < PARTS; part++) {
        double h = seconds / PARTS, slope[4][6], at[6];
        for (int s = 0; s < 4; s++) {
            for (int j = 0; j < 6; j++)
                at[j] = y[j] + (s == 0 ? 0 : (s == 3 ? 1 : 0.5) * h * slope[s ? s - 1 : 0][j]);
            double force = fmax(at[0] - at[2], 0) * 1e6;
            slope[s][0] = at[1], slope[s][2] = at[3], slope[s][4] = at[5];
            slope[s][1] = -force / 0.01;
            slope[s][3] = (force - k * (2 * at[2] - at[4])) / m;
            slope[s][5] = (-k * (2 * at[4] - at[2]) - c * at[5]) / m;
        }
        for (int j = 0; j < 6; j++)
            y[j] += h / 6 * (slope[0][j] + 2 * slope[1][j] + 2 * slope[2][j] + slope[3][j]);
    }
}

/* Such a damper does not commute with the rest. Masses, springs and damper are given by a file and by arrays: driven
 * through a mass that leans on them, they move as the equations say, integrated apart. */
TEST(damping_may_couple)
{
    enum { N = RATE / 20 };
    char path[64];
    snprintf(path, sizeof path, "/tmp/hertz-coupled-%d.txt", (int)getpid());
    write_file(path, "2  0.1 0 0 0.1  1973920.88 -986960.44 -986960.44 1973920.88  0 0 0 150\n");
    pd_patch *p = pd_open(.rate = RATE);
    static const char *const names[] = { "hz-m", "hz-k", "hz-c" };
    static const char *const values[] = { "0.1 0 0 0.1", "1973920.88 -986960.44 -986960.44 1973920.88", "0 0 0 150" };
    int o[2], out[2], energy[2];
    for (int i = 0; i < 3; i++) {
        pd_obj(p, "table %s 4", names[i]);
        int to = pd_obj(p, "s %s", names[i]);
        pd_at(p, 1, to, "0 %s", values[i]);
    }
    for (int i = 0; i < 2; i++) {
        o[i] = object(p, "-b object matrices -b position 0 -b pickups 1 -gravity 0 -stiffness 1e6 -damping 0 -ledger 1 "
                         "-a mass 0.01");
        if (i == 0)
            pd_at(p, 5, o[i], "b matrices %s", path);
        else
            pd_at(p, 5, o[i], "b matrices %s %s %s", names[0], names[1], names[2]);
        pd_at(p, 20, o[i], "strike 0.5");
        out[i] = pd_record(p, o[i], B, 20, N);
        energy[i] = pd_at(p, 80, o[i], "energy");
    }
    pd_until(p, 90);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    double y[6] = { 0, 0.5 }, worst[2] = { 0 }, loudest = 0;
    int first = 0;
    while (first < N && pd_samples(p, out[0])[first] == 0)
        first++;
    for (int i = first; i < N; i++) {
        move_leaning_masses(y, 1.0 / RATE);
        loudest = fmax(loudest, 0.5 * fabs(y[5]));
        for (int b = 0; b < 2; b++)
            worst[b] = fmax(worst[b], fabs(pd_samples(p, out[b])[i] - 0.5 * y[5]));
    }
    assert_true(loudest > 0.01);
    for (int i = 0; i < 2; i++) {
        accounts e = accounts_of(p, energy[i], o[i]);
        printf("# coupled damping in Pd: off by %.2g of the loudest, residual %.2g\n", worst[i] / loudest, e.residual);
        assert_true(worst[i] < 1e-4 * loudest);
        assert_true(fabs(e.residual) < 1e-12 && e.dissipated > 1e-5);
    }
    unlink(path);
}

/* Bodies that a signal presses and rubs, as in hertz/rub~, are told something else while they sound: nothing is thrown,
 * neither a mass that lies on its plate. */
TEST(changes_throw_nothing)
{
    static const struct {
        const char *object, *first, *change[4];
        double allowed;
    } cases[] = {
        { "rub~", "rough 8", { "stiffness 1e4", "stiffness 1e8", "stiffness 1", "stiffness 1e12" }, 1 },
        { "rub~", "rough 8", { "b freq 30", "b object bowl", "b object plate", "b thickness 0.005" }, 1 },
        { "rub~", "rough 8", { "a freq 30", "a freq 300", "a material glass", "a object plate" }, 1 },
        { "modalcontact~ -gain 0.5 -a hear point",
          "bang",
          { "stiffness 1", "stiffness 1e17", "a mass 10", "b freq 3000" },
          0.6 },
        { "modalcontact~", "bang", { "preset string", "bang", "preset plates", "bang" }, 0.75 },
    };
    enum { CASES = sizeof cases / sizeof *cases, N = RATE };
    pd_patch *p = pd_open(.rate = RATE);
    int out[CASES][2];
    for (int i = 0; i < CASES; i++) {
        int o = pd_obj(p, "hertz/%s", cases[i].object), signal = pd_obj(p, "sig~ 0.5"), rubs = i < 3;
        if (rubs)
            pd_connect(p, signal, 0, o, 0);
        int in = rubs ? pd_obj(p, "t a") : o;
        if (rubs)
            pd_connect(p, in, 0, o, 1);
        if (rubs)
            pd_at(p, 100, in, "pressure 5");
        pd_at(p, 200, in, "%s", cases[i].first);
        for (int k = 0; k < 4; k++)
            pd_at(p, 400 + 150 * k, in, "%s", cases[i].change[k]);
        for (int k = 0; k < 2; k++)
            out[i][k] = pd_record(p, o, k, 0, N);
    }
    pd_run(p);
    for (int i = 0; i < CASES; i++)
        for (int k = 0; k < 2; k++) {
            double peak = 0, sum = 0;
            for (int s = 0; s < N; s++) {
                peak = fmax(peak, fabs(pd_samples(p, out[i][k])[s]));
                sum += s > N / 2 ? fabs(pd_samples(p, out[i][k])[s]) : 0;
            }
            printf("# %s, %s, ...: outlet %d peaks at %.2g\n", cases[i].object, cases[i].change[0], k, peak);
            assert_true(peak < cases[i].allowed && sum > 0);
        }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* Many masses are solved while the old body sounds on. They come after a time that follows from their number, and then
 * sound as those of an object that was made with them. */
TEST(many_masses_come_later)
{
    enum { MASSES = 24, DUE = 20 + MASSES * MASSES * MASSES / 1000 };
    char path[64];
    snprintf(path, sizeof path, "/tmp/hertz-many-%d.txt", (int)getpid());
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%d\n", MASSES);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < MASSES; i++)
            for (int j = 0; j < MASSES; j++)
                fprintf(f, "%g\n",
                        k == 0 ? 0.01 * (i == j) : (k == 1 ? 1e5 : 0.01) * (2 * (i == j) - (abs(i - j) == 1)));
    fclose(f);
    pd_patch *p = pd_open();
    int o[3], early[3], late[3];
    for (int k = 0; k < 3; k++) {
        o[k] = pd_obj(p, "hertz/modalcontact~ -b object matrices -gravity 0 -report 0%s%s",
                      k == 0 ? " -b matrices " : "", k == 0 ? path : "");
        if (k == 1)
            pd_at(p, 50, o[k], "b matrices %s", path);
        pd_at(p, 55, o[k], "strike 1");
        early[k] = pd_record(p, o[k], 1, 50, (DUE - 10) * 48);
        pd_at(p, 60 + DUE, o[k], "reset");
        pd_at(p, 80 + DUE, o[k], "strike 1");
        late[k] = pd_record(p, o[k], 1, 70 + DUE, 4800);
    }
    pd_run(p);
    remove(path);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    double most = 0;
    for (int i = 0; i < (DUE - 10) * 48; i++)
        assert_that(pd_samples(p, early[1])[i] == pd_samples(p, early[2])[i], "the old body has gone after %g ms",
                    i / 48.);
    for (int i = 0; i < 4800; i++) {
        assert_that(pd_samples(p, late[1])[i] == pd_samples(p, late[0])[i], "another sound at sample %d", i);
        most = fmax(most, fabs((double)pd_samples(p, late[1])[i]));
    }
    assert_true(most > 1e-6);
}

/* A strike sounds at once on the bodies that it was told with, also where they change in every block. */
TEST(a_strike_meets_the_newest_bodies)
{
    enum { N = RATE / 20, CASES = 3, HEARD = RATE / 50 };
    pd_patch *p = pd_open(.rate = RATE);
    int out[CASES], first[CASES];
    for (int k = 0; k < CASES; k++) {
        int o = object(p, "-b modes 120 -gravity 0");
        pd_at(p, 20, o, "b freq 900");
        if (k == 1)
            pd_at(p, 100, o, "b freq 300");
        for (int i = 0; k == 2 && i < 30; i++)
            pd_at(p, 90 + 1.5 * i, o, "b freq %d", 800 + i);
        pd_at(p, 102, o, "b freq 900");
        pd_at(p, 102, o, "strike 1");
        out[k] = pd_record(p, o, B, 100, N);
    }
    pd_until(p, 200);
    pd_run(p);
    double peak = 0, off = 0;
    for (int k = 0; k < CASES; k++) {
        const float *x = pd_samples(p, out[k]);
        for (first[k] = 0; first[k] < N && x[first[k]] == 0; first[k]++)
            ;
        assert_in_range(first[k], 1, RATE / 50);
    }
    assert_true(first[1] == first[0] && first[2] == first[0]);
    for (int i = 0; i < HEARD; i++) {
        double x = pd_samples(p, out[0])[first[0] + i];
        peak = fmax(peak, fabs(x));
        off = fmax(off, fabs(pd_samples(p, out[1])[first[1] + i] - x));
    }
    assert_true(peak > 0.01 && off < 1e-5 * peak);
}

/* A preset reports every contact, however it is played: the bound on switches is for no sound (phases:bound). */
TEST(presets_report_every_contact)
{
    static const char *const plays[] = { "bang", "drop 0.0001", "drop 0.3", "strike 0.1", "strike 3" };
    static const double rates[] = { 44100, 96000 };
    enum { PLAYS = sizeof plays / sizeof *plays };
    static table its;
    int o[sizeof its.presets / sizeof *its.presets];
    table_read(&its, "modalcontact~", "");
    for (int r = 0; r < 2; r++) {
        pd_patch *p = pd_open(.rate = rates[r]);
        for (int i = 0; i < its.n_presets; i++) {
            o[i] = pd_obj(p, "hertz/modalcontact~ %s -report 100000", its.presets[i]);
            print_info(p, o[i], INFO_OUT);
            for (int k = 0; k < PLAYS; k++)
                pd_at(p, 10 + 500 * k, o[i], "%s", plays[k]);
        }
        pd_until(p, 10 + 500 * PLAYS + 1100); /* `contacts` comes at most a second late */
        pd_run(p);
        for (int i = 0; i < its.n_presets; i++) {
            char left[32];
            snprintf(left, sizeof left, "o%d: contacts", o[i]);
            assert_that(contacts_of(p, o[i]) > 20, "%s: %d contacts", its.presets[i], contacts_of(p, o[i]));
            assert_that(pd_count(p, PD_ALL, left) == 0, "%s at %g Hz leaves contacts out: %s", its.presets[i], rates[r],
                        pd_line(p, PD_ALL, left, 0));
        }
        pd_close(p);
    }
}
