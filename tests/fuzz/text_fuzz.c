/* Bytes as texts, some hundred thousand a second. The first byte says what the rest is:
 *
 *     n    a decimal number: what is taken is finite, and reads back the same as it was written
 *     m    a file of matrices: there are as many numbers as its size says
 *     any  a file of modes: what is taken lies within its bounds, and written again it reads the same */
#include "finding.h"
#include "script.h"

#include "families/contact/matrix_file.h"
#include "families/modal/mode_file.h"
#include "pd/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 20 };

static const hz_mode_file_bounds bounds = {
    .modes = 20,
    .pickups = 3,
    .column = { &(hz_param){ "freqs", "Hz", .max = 1e6 }, &(hz_param){ "decays", "s", .max = 1e4 },
                &(hz_param){ "masses", "kg", .min = 1e-9, .max = 1e6 },
                &(hz_param){ "weights", .min = -1e3, .max = 1e3 } },
};

static void read_number(const char *text, size_t size)
{
    double x = NAN, again = NAN;
    char written[64];
    if (!hz_decimal_read(text, size, &x))
        return;
    snprintf(written, sizeof written, "%.17g", x);
    if (!isfinite(x) || !hz_decimal_read(written, strlen(written), &again) || again != x)
        fuzz_finding("a number is read as %g, and %s as %g", x, written, again);
}

static void read_matrices(const char *text, size_t size)
{
    double *values = NULL;
    hz_fault fault = { 0 };
    int n = hz_matrix_file_parse(text, size, MOST_SIDE, &values, &fault);
    if (n == 0 ? values || !*fault.allowed : !values || n > MOST_SIDE)
        fuzz_finding("matrices of %d rows, refused for '%s'", n, fault.given);
    for (int i = 0; i < HZ_MATRICES * n * n; i++)
        if (!isfinite(values[i]))
            fuzz_finding("number %d of matrices is %g", i, values[i]);
    free(values);
}

static void read_modes(const char *text, size_t size)
{
    hz_mode_file m, again;
    hz_fault fault = { 0 };
    if (!hz_mode_file_parse(&m, &bounds, text, size, &fault)) {
        if (!*fault.allowed)
            fuzz_finding("modes are refused without a reason");
        return;
    }
    char *written = hz_mode_file_text(&m);
    if (!hz_mode_file_check(&m, &bounds, &fault) || m.n < 1 || m.n > bounds.modes || !written ||
        !hz_mode_file_parse(&again, &bounds, written, strlen(written), &fault) || again.n != m.n ||
        memcmp(m.value, again.value, sizeof *m.value * (size_t)(m.n * m.columns)))
        fuzz_finding("modes out of their bounds are taken, or written as others");
    free(written);
    free(m.value);
    free(again.value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    if (size > 0 && text[0] == 'n')
        read_number(text + 1, size - 1);
    else if (size > 0 && text[0] == 'm')
        read_matrices(text + 1, size - 1);
    else
        read_modes(text, size);
    return 0;
}
