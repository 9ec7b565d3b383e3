/* An object takes the memory that its modes need, and more when a message asks for more modes. */

#include "pdrun.h"

/* Returns the bytes that Pd has in use at its end, with an object of so many voices. */
static double bytes_with(const char *object, int voices, const char *message)
{
    double bytes = 0;
    pd_patch *p = pd_open(.preload = "build/tests/nomalloc.so");
    int o = pd_obj(p, "hertz/%s -voices %d", object, voices);
    pd_at(p, 5, o, "%s", message);
    pd_until(p, 50);
    pd_run(p);
    const char *line = pd_line(p, PD_ALL, "nomalloc: ", 2);
    assert_that(line && sscanf(line, "%lf bytes in use", &bytes) == 1, "nomalloc: %s", line ? line : "said nothing");
    pd_close(p);
    return bytes;
}

/* A voice is a whole object, so that many voices tell what one object takes. */
static double bytes_of(const char *object, const char *message)
{
    enum { MORE = 20 };
    return (bytes_with(object, 1 + MORE, message) - bytes_with(object, 1, message)) / MORE;
}

NATIVE_TEST(an_object_takes_what_its_modes_need)
{
    static const struct {
        const char *object, *message;
        double most;
    } asked[] = {
        { "impact~ -modes 30", "energy", 300e3 },
        { "bounce~ -modes 30", "energy", 300e3 },
        { "impact~", "energy", 500e3 },
        { "impact~ -modes 30", "modes 250", 1.5e6 },
        { "impact~ -modes 30", "modes 1000", 5.5e6 },
    };
    double last = 0;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        double bytes = bytes_of(asked[i].object, asked[i].message);
        printf("# %s, %s: %.0f kB\n", asked[i].object, asked[i].message, bytes / 1e3);
        assert_that(bytes > 10e3 && bytes < asked[i].most, "%s, `%s` takes %g bytes", asked[i].object, asked[i].message,
                    bytes);
        if (i > 2)
            assert_that(bytes > 1.5 * last, "`%s` takes %g bytes and not more than before", asked[i].message, bytes);
        last = bytes;
    }
}

/* What grew sounds like what was made so large, to the bit, and what rings meanwhile rings on. */
TEST(what_grew_sounds_the_same)
{
    enum { N = 9600 };
    pd_patch *p = pd_open();
    int grown = pd_obj(p, "hertz/impact~ -modes 20 -seed 0"), large = pd_obj(p, "hertz/impact~ -modes 1000 -seed 0");
    int out[2] = { pd_record(p, grown, 0, 0, N), pd_record(p, large, 0, 0, N) };
    for (int k = 0; k < 2; k++) {
        int o = k ? large : grown;
        pd_at(p, 0, o, "modes 20");
        pd_at(p, 10, o, "strike 1");
        pd_at(p, 50, o, "modes 300");
        pd_at(p, 90, o, "strike 1");
        pd_at(p, 120, o, "freqs 100 200 300 400");
        pd_at(p, 130, o, "object modes");
        pd_at(p, 150, o, "method heun");
        pd_at(p, 160, o, "preset bell");
        pd_at(p, 170, o, "bang");
    }
    pd_run(p);
    double peak = 0;
    for (int i = 0; i < N; i++) {
        float a = pd_samples(p, out[0])[i], b = pd_samples(p, out[1])[i];
        assert_that(a == b, "sample %d: %.9g of what grew, %.9g of what was large", i, a, b);
        peak = a > peak ? a : peak;
    }
    assert_true(peak > 0.01);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}
