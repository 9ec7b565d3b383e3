/* Any bytes as a file of modal data: what is accepted is within its bounds and, written again, reads the same. */
#include "families/modal/mode_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const hz_mode_file_bounds bounds = {
    .modes = 50,
    .pickups = 3,
    .column = { { "freq", "Hz", 0, 1e6 },
                { "decay", "s", 0, 1e4 },
                { "mass", "kg", 1e-9, 1e6 },
                { "weight", NULL, -1e3, 1e3 } },
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hz_mode_file m, again;
    hz_mode_file_fault fault;
    if (!hz_mode_file_parse(&m, &bounds, (const char *)data, size, &fault)) {
        if (!*fault.allowed)
            abort();
        return 0;
    }
    char *text;
    if (!hz_mode_file_check(&m, &bounds, &fault) || m.n < 1 || m.n > bounds.modes || !(text = hz_mode_file_text(&m)))
        abort();
    if (!hz_mode_file_parse(&again, &bounds, text, strlen(text), &fault) || again.n != m.n ||
        again.columns != m.columns || memcmp(m.value, again.value, sizeof *m.value * (size_t)(m.n * m.columns)))
        abort();
    free(text);
    hz_mode_file_free(&m);
    hz_mode_file_free(&again);
    return 0;
}
