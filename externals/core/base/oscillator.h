/* oscillator: what a step does to one mode q'' + 2 sigma q' + omega^2 q = push, in closed form. */
#ifndef HZ_OSCILLATOR_H
#define HZ_OSCILLATOR_H

/* The impulse response s(t), its derivative c and its integral b (modal:step). */
typedef struct hz_oscillator {
    double s, c, b;
} hz_oscillator;

/* By whichever of its forms keeps its digits: the power series for a brief step, else damped rotation or two decays. */
hz_oscillator hz_oscillator_step(double omega, double sigma, double t);
/* The integrals of c^2 and s^2 over the step: modal:loss. */
void hz_oscillator_integrate(double omega, double sigma, double t, const hz_oscillator *r, double *cc, double *ss);

#endif
