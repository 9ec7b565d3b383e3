/* impact: what the tests of impact~ share: a hammer before a wall, and how it answers. */
#ifndef HZ_TEST_IMPACT_H
#define HZ_TEST_IMPACT_H

#include "pdrun.h"
#include "wall.h"

/* The outlets of an object with one pickup and no meters. */
enum { AUDIO, FORCE, ENERGY, INFO };

/* Makes a hammer before a wall, with more flags. What box 7 says on its info outlet is printed as lines `o7: ...`. */
int hammer(pd_patch *p, const char *flags, ...) __attribute__((format(printf, 2, 3)));
void print_info(pd_patch *p, int obj, int outlet);

/* Reads the numbers of `<word> ...` that a box said, in line i of those in a reply. The test fails unless there are
 * n. */
void answer(const pd_patch *p, int reply, int obj, const char *word, int i, double *x, int n);

/* Returns the one number of the first such line of a reply. */
double answer1(const pd_patch *p, int reply, int obj, const char *word);

/* Returns contact i that an object reported in the whole run, and how many it reported. */
typedef struct contact {
    double v_in, v_out, duration, x_max, f_max;
} contact;

contact contact_of(const pd_patch *p, int obj, int i);
int contacts_of(const pd_patch *p, int obj);

/* Returns the accounts in a reply to `energy`. */
typedef struct accounts {
    double stored, kinetic, potential, contact, dissipated, supplied, adjusted, residual, shed, start;
} accounts;

accounts accounts_of(const pd_patch *p, int reply, int obj);

/* Fails unless |a - b| <= relative |b|. */
void assert_near(double a, double b, double relative);

/* Fails unless contact i has the closed form: speeds and depth in every printed digit. */
void assert_closed(const pd_patch *p, int obj, int i, const wall_case *c, double time_error);

#endif
