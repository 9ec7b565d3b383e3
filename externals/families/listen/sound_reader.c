/* sound_reader: the samples in a WAV or AIFF file. */
#include "sound_reader.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 23 }; /* samples */

/* How samples are coded. */
typedef struct coding {
    int bytes, is_float, is_big, is_unsigned, channels;
    double rate;
    const unsigned char *from;
    size_t length;
} coding;

static uint64_t number(const unsigned char *b, int bytes, int is_big)
{
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++)
        x |= (uint64_t)b[i] << 8 * (is_big ? bytes - 1 - i : i);
    return x;
}

static double sample_of(const unsigned char *b, const coding *c)
{
    uint64_t bits = number(b, c->bytes, c->is_big);
    if (c->is_float && c->bytes == 4) {
        uint32_t four = (uint32_t)bits;
        float x;
        memcpy(&x, &four, sizeof x);
        return (double)x;
    }
    if (c->is_float) {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    double half = ldexp(1, 8 * c->bytes - 1), x = (double)bits;
    return (c->is_unsigned ? x - half : x >= half ? x - 2 * half : x) / half;
}

/* ---- WAV ---- */

static int read_format(const unsigned char *b, size_t n, coding *c)
{
    if (n < 16)
        return 0;
    unsigned kind = (unsigned)number(b, 2, 0);
    if (kind == 0xfffe && n >= 26)
        kind = (unsigned)number(b + 24, 2, 0);
    c->channels = (int)number(b + 2, 2, 0);
    c->rate = (double)number(b + 4, 4, 0);
    c->bytes = (int)number(b + 14, 2, 0) / 8;
    c->is_float = kind == 3;
    c->is_unsigned = kind == 1 && c->bytes == 1;
    return kind == 1 || kind == 3;
}

static const char *read_wav(const unsigned char *b, size_t n, coding *c)
{
    for (size_t at = 12; at + 8 <= n;) {
        size_t length = (size_t)number(b + at + 4, 4, 0), left = n - at - 8, is = length < left ? length : left;
        if (!memcmp(b + at, "fmt ", 4) && !read_format(b + at + 8, is, c))
            return "a WAV file of a coding other than integers or floats";
        if (!memcmp(b + at, "data", 4)) {
            c->from = b + at + 8;
            c->length = is;
            return c->bytes ? NULL : "a WAV file without a format before its samples";
        }
        at += 8 + is + (is & 1);
    }
    return "a WAV file without samples";
}

/* ---- AIFF ---- */

/* A float of eighty bits. */
static double extended(const unsigned char *b)
{
    int exponent = (int)(number(b, 2, 1) & 0x7fff) - 16383 - 63;
    return ldexp((double)number(b + 2, 8, 1), exponent);
}

static int read_common(const unsigned char *b, size_t n, coding *c)
{
    if (n < 18)
        return 0;
    c->channels = (int)number(b, 2, 1);
    c->bytes = (int)(number(b + 6, 2, 1) + 7) / 8;
    c->rate = extended(b + 8);
    c->is_big = 1;
    if (n < 22 || !memcmp(b + 18, "NONE", 4))
        return 1;
    c->is_big = memcmp(b + 18, "sowt", 4) != 0;
    c->is_float = !memcmp(b + 18, "fl32", 4) || !memcmp(b + 18, "FL32", 4) || !memcmp(b + 18, "fl64", 4);
    return !c->is_big || c->is_float;
}

static const char *read_aiff(const unsigned char *b, size_t n, coding *c)
{
    for (size_t at = 12; at + 8 <= n;) {
        size_t length = (size_t)number(b + at + 4, 4, 1), left = n - at - 8, is = length < left ? length : left;
        if (!memcmp(b + at, "COMM", 4) && !read_common(b + at + 8, is, c))
            return "an AIFF file of a coding other than integers or floats";
        if (!memcmp(b + at, "SSND", 4) && is >= 8) {
            c->from = b + at + 16;
            c->length = is - 8;
        }
        at += 8 + is + (is & 1);
    }
    return c->from && c->bytes ? NULL : "an AIFF file without samples";
}

/* ---- both ---- */

static const char *check(const coding *c)
{
    if (c->channels < 1 || c->channels > 64)
        return "a file of no channel, or of more than 64";
    if (!(c->bytes >= 1 && c->bytes <= 4) && !(c->is_float && c->bytes == 8))
        return "samples of other than 8 to 32 bits";
    if (c->is_float && c->bytes != 4 && c->bytes != 8)
        return "floats of other than 32 or 64 bits";
    return c->rate >= 4000 && c->rate <= 200000 ? NULL : "a sample rate other than 4000 to 200000 Hz";
}

const char *hz_sound_reader(const unsigned char *b, size_t n, int channel, hz_sound_read *out)
{
    coding c = { 0 };
    const char *why = "no WAV or AIFF file";
    if (n >= 12 && !memcmp(b, "RIFF", 4) && !memcmp(b + 8, "WAVE", 4))
        why = read_wav(b, n, &c);
    else if (n >= 12 && !memcmp(b, "FORM", 4) && !memcmp(b + 8, "AIF", 3))
        why = read_aiff(b, n, &c);
    if (why || (why = check(&c)))
        return why;
    size_t frame = (size_t)(c.bytes * c.channels), frames = c.length / frame;
    *out = (hz_sound_read){ .n = (int)(frames < LONGEST ? frames : LONGEST), .channels = c.channels, .rate = c.rate };
    if (channel == 0)
        return NULL;
    out->x = malloc(((size_t)out->n + 1) * sizeof *out->x);
    if (!out->x)
        return "more than fits into memory";
    int which = channel < c.channels ? channel : c.channels;
    for (int i = 0; i < out->n; i++) {
        double x = sample_of(c.from + (size_t)i * frame + (size_t)((which - 1) * c.bytes), &c);
        out->x[i] = fabs(x) < FLT_MAX ? (float)x : 0;
    }
    return NULL;
}
