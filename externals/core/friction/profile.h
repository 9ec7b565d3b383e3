/* profile: how rough what is rubbed is, along the way that it is rubbed. The unevenness presses more here and less
 * there (friction:profile). */
#ifndef HZ_PROFILE_H
#define HZ_PROFILE_H

enum hz_profile_kind { HZ_PROFILE_NOISE, HZ_PROFILE_RIDGES, HZ_PROFILE_ARRAY };
enum { HZ_PROFILE_OCTAVES = 6 };

typedef struct hz_profile_params {
    enum hz_profile_kind kind;
    double depth; /* so much of the normal force comes and goes; 0: smooth */
    double grain; /* m: the coarsest grain, the distance of ridges, the length of an array */
    double slope; /* dB in each octave of finer grains */
    double stray; /* of ridges and passes of an array: how much each differs from the last one, 0 to 1 */
} hz_profile_params;

typedef struct hz_profile {
    hz_profile_params params;
    double level[HZ_PROFILE_OCTAVES]; /* of each octave */
    double per_grain;
} hz_profile;

/* An array that was drawn: n heights from -1 to 1, read by `at`. NULL: none. */
typedef struct hz_profile_drawn {
    double (*at)(const void *of, int i);
    const void *of;
    int n;
} hz_profile_drawn;

void hz_profile_prepare(hz_profile *p, const hz_profile_params *params);

/* The height at this place of the way, about 1 in size. What is finer than `step`, the way of one sample, fades out:
 * it is passed over within a sample. */
double hz_profile_at(const hz_profile *p, const hz_profile_drawn *drawn, double way, double step);

#endif
