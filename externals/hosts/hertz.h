/* hertz: the core as a C library, for programs, notebooks and teaching: a striker, what it hits, and the energies.
 *
 *     hertz *x = hertz_new(44100);
 *     hertz_set(x, "mass", 0.02);
 *     hertz_shape(x, "plate", "steel", 20, (double[]){ 0.3, 0.2 }, 0.002, 0.4, 0.3);
 *     hertz_strike(x, 1.5, 0);
 *     hertz_run(x, 44100, audio, force, stored);
 *     hertz_energy(x, account);
 *     hertz_free(x);
 *
 * Units are SI. Nothing here prints or keeps a state beside its objects. Only hertz_new and the functions that describe
 * the object ask for memory, so hertz_run may be called where sound is made. Functions that can fail return 0 then, and
 * leave everything as it was. */
#ifndef HZ_HERTZ_H
#define HZ_HERTZ_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined _WIN32 && defined HERTZ_SHARED
#define HERTZ_API __declspec(dllexport)
#elif defined __GNUC__
#define HERTZ_API __attribute__((visibility("default")))
#else
#define HERTZ_API
#endif

typedef struct hertz hertz;

/* What a finished contact was like: velocities of compression before the touch and after the parting (m/s, negative
 * when the bodies part), duration (s), deepest compression (m), greatest force (N). */
typedef struct hertz_contact {
    double v_in, v_out, duration, x_max, f_max;
} hertz_contact;

/* The accounts in joules: stored = kinetic + potential + contact, and since the last reset
 * stored - stored then = supplied + adjusted - dissipated - shed + residual. */
enum {
    HERTZ_STORED,
    HERTZ_KINETIC,
    HERTZ_POTENTIAL,
    HERTZ_CONTACT,
    HERTZ_DISSIPATED,
    HERTZ_SUPPLIED,
    HERTZ_ADJUSTED,
    HERTZ_RESIDUAL,
    HERTZ_SHED,
    HERTZ_ACCOUNTS
};

HERTZ_API const char *hertz_version(void);

/* A hammer of 10 g before a rigid wall, for so many samples a second. */
HERTZ_API hertz *hertz_new(double rate);
HERTZ_API void hertz_free(hertz *x);

/* Sets a number: mass (kg), stiffness (N/m^exponent), exponent, damping (s/m), gravity (m/s^2, towards the object),
 * suspension (Hz, 0: free), rest (m), resolution (sub-steps of a contact). */
HERTZ_API int hertz_set(hertz *x, const char *name, double value);

/* The object: a rigid wall; a body of modes; or a shape of a material with so many modes, struck and heard at a place.
 * A mode has a frequency (0 to 1e5 Hz), the seconds to -60 dB (0 to 1e6, with 0 for no loss), a mass (1e-6 to 1e3 kg)
 * and a weight (-1e3 to 1e3) at the place that is struck and heard. The names of shapes and materials are those of the
 * class impact~. Sizes and thickness are in metres, places from 0 to 1. */
HERTZ_API int hertz_wall(hertz *x);
HERTZ_API int hertz_modes(hertz *x, int n, const double *freq, const double *decay, const double *mass,
                          const double *weight);
HERTZ_API int hertz_shape(hertz *x, const char *shape, const char *material, int modes, const double size[2],
                          double thickness, double place, double place2);

/* Puts the hammer so far off the surface, moving towards it with this velocity; what is not finite does nothing. */
HERTZ_API void hertz_strike(hertz *x, double velocity, double distance);
/* Motion and accounts to zero. */
HERTZ_API void hertz_reset(hertz *x);

/* Runs n samples. Any of the rows may be NULL: velocity of the struck place (of the hammer, before a wall; m/s), force
 * of the contact (N, mean over the sample), stored energy (J, at the end of the sample). */
HERTZ_API void hertz_run(hertz *x, int n, double *audio, double *force, double *stored);

HERTZ_API void hertz_energy(const hertz *x, double account[HERTZ_ACCOUNTS]);
/* Copies the reports of the last contacts, the newest last, at most `most` of them, and returns how many it copied. Up
 * to 64 are kept; asking forgets them. There is no report of a contact that was too brief to be resolved. */
HERTZ_API int hertz_contacts(hertz *x, hertz_contact *contact, int most);

#ifdef __cplusplus
}
#endif

#endif
