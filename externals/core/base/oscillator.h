/* oscillator: what a step does to one mode q'' + 2 sigma q' + omega^2 q = push, in closed form.
 *
 * Banks of modes, textbook methods and the losses of linear contacts take their numbers from here. Three forms of the
 * same motion stand elsewhere. The vector code of a bank computes many modes at once and only for brief steps, by a
 * rational function (modal:pade). Pairs of poles (linear_contact) turn by shears whose determinant is exact. A mass
 * beside a string (mass_spring) takes an explicit step with the poles of the motion, and a frequency over half the
 * sample rate is lowered to it. */
#ifndef HZ_OSCILLATOR_H
#define HZ_OSCILLATOR_H

/* The impulse response s(t) at the end of the step, its derivative c and its integral b (modal:step). */
typedef struct hz_oscillator {
    double s, c, b;
} hz_oscillator;

/* Of several forms it takes the one that keeps its digits: a power series for a brief step, else a damped rotation or
 * two decays. */
hz_oscillator hz_oscillator_step(double omega, double sigma, double t);
/* Integrals over a step of length t, whose own numbers are r: of b, and of the integral of b (modal:tilt). */
typedef struct hz_oscillator_tilt {
    double b1, b2;
} hz_oscillator_tilt;

hz_oscillator_tilt hz_oscillator_tilted(double omega, double sigma, double t, const hz_oscillator *r);
/* The integral of b^2, from that of s^2. */
double hz_oscillator_square(double omega, double sigma, double t, const hz_oscillator *r, double ss);
/* The integrals of c^2 and s^2 over the step: modal:loss. */
void hz_oscillator_integrate(double omega, double sigma, double t, const hz_oscillator *r, double *cc, double *ss);

#endif
