/* wall: a mass on a rigid wall in closed form, written apart from the core so that the two check each other:
 * roots by bisection in long double, the contact time by quadrature along the orbit. */
#ifndef HZ_TEST_WALL_H
#define HZ_TEST_WALL_H

typedef struct wall_case {
    double mass, stiffness, exponent, damping, v_in;
} wall_case;

typedef struct wall_answer {
    double v_out, x_max, duration, f_max;
} wall_answer;

/* With 200 points the duration is right to 3e-6, with 1600 to 5e-8. */
wall_answer wall_solve(const wall_case *c, int points);

/* Returns the velocity at parting alone, which is negative. */
double wall_v_out(double damping, double v_in);

/* Returns the stiffness, as it can be typed, with which the contact of the case lasts so many seconds. */
double wall_stiffness_for(const wall_case *c, double duration);

/* Returns a number as six digits type it: files of Pd hold it so, and then the bridge computes with it. */
double wall_typed(double x);

#endif
