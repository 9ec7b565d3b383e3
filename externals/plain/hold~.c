/* hold~: what would be over full scale is brought down to it, for the sum of several objects.
 *
 *     [hertz/hold~ 2]    two channels, both held down alike
 *
 * It is the hold that every class of hertz has at its outlets (pd/hold.h), without delay. Under full scale the signal
 * is left as it is. The last outlet reports `held <dB>` at most ten times a second while it acts. */
#include "pd/class.h"
#include "pd/hold.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; /* channels */

typedef struct hold {
    t_object pd;
    t_float in;
    hz_hold state;
    int channels, n;
    double h;
    t_sample *from[MOST], *to[MOST];
    t_sample *row[MOST], *memory; /* Pd may give an inlet and an outlet the same memory. */
    hz_hold_report report;
} hold;

static t_class *hold_tilde_class;

static t_int *perform(t_int *w)
{
    hold *x = (hold *)w[1];

    for (int c = 0; c < x->channels; c++)
        for (int i = 0; i < x->n; i++)
            x->row[c][i] = isfinite(x->from[c][i]) ? x->from[c][i] : 0;
    if (hz_hold_run(&x->state, x->row, x->channels, x->n, x->h))
        hz_hold_report_take(&x->report, &x->state);
    for (int c = 0; c < x->channels; c++)
        memcpy(x->to[c], x->row[c], (size_t)x->n * sizeof *x->to[c]);
    return w + 2;
}

static void dsp(hold *x, t_signal **sp)
{
    x->n = sp[0]->s_n;
    x->h = 1 / (double)sp[0]->s_sr;
    free(x->memory);
    x->memory = calloc((size_t)(x->channels * x->n), sizeof *x->memory);
    for (int c = 0; c < x->channels; c++) {
        x->from[c] = sp[c]->s_vec;
        x->to[c] = sp[x->channels + c]->s_vec;
        x->row[c] = x->memory + c * x->n;
    }
    if (x->memory)
        dsp_add(perform, 1, x);
    else
        pd_error(x, "hold~: there is no memory for a block of %d samples, so it is silent", x->n);
}

static void reset(hold *x)
{
    hz_hold_reset(&x->state);
}

static void *make(const t_symbol *s, int argc, const t_atom *argv)
{
    hold *x = (hold *)pd_new(hold_tilde_class);
    double n = argc > 0 ? (double)atom_getfloat(argv) : 1;

    (void)s;
    if (argc > 1 || !(n >= 1 && n <= MOST && n == floor(n))) {
        pd_error(x, "hold~: channels: got other than one whole number, allowed 1 to %d, kept 1", MOST);
        n = 1;
    }
    x->channels = (int)n;
    hz_hold_report_make(&x->report, "hold~", "");
    reset(x);
    for (int c = 1; c < x->channels; c++)
        inlet_new(&x->pd, &x->pd.ob_pd, gensym("signal"), gensym("signal"));
    for (int c = 0; c < x->channels; c++)
        outlet_new(&x->pd, gensym("signal"));
    x->report.info = outlet_new(&x->pd, gensym("anything"));
    return x;
}

static void destroy(hold *x)
{
    hz_hold_report_free(&x->report);
    free(x->memory);
}

HZ_SETUP(hold)
{
    hold_tilde_class = class_new(gensym("hold~"), (t_newmethod)(t_method)make, (t_method)destroy, sizeof(hold),
                                 CLASS_DEFAULT, A_GIMME, A_NULL);
    class_domainsignalin(hold_tilde_class, (int)offsetof(hold, in));
    class_addmethod(hold_tilde_class, (t_method)dsp, gensym("dsp"), A_CANT, A_NULL);
    class_addmethod(hold_tilde_class, (t_method)reset, gensym("reset"), A_NULL);
#ifdef HZ_LIBRARY
    class_addcreator((t_newmethod)(t_method)make, gensym("hertz/hold~"), A_GIMME, A_NULL);
#endif
}
