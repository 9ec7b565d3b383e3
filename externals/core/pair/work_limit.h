/* work_limit: how much a collision may compute.
 *
 * A contact with an object of many modes costs as many sums over them as it has sub-steps. A counter says how many of
 * these sums may still be taken; each sample adds some. It decides how a contact is solved (collide:work):
 *
 *     resolved   by as many sub-steps as the parameters ask for
 *     short      by a few sub-steps
 *     passive    one step for what is left of the sample, whatever happens in it
 *
 * A wall has no modes, so its contacts are always resolved. */
#ifndef HZ_WORK_LIMIT_H
#define HZ_WORK_LIMIT_H

enum hz_work { HZ_WORK_RESOLVED, HZ_WORK_SHORT, HZ_WORK_PASSIVE };

typedef struct hz_work_limit {
    int left, full;
    double a_sample; /* so many come back in a sample */
    double spent;    /* so many of these sums have been taken in all */
} hz_work_limit;

enum { HZ_WORK_FULL = 900, HZ_WORK_A_SAMPLE = 23, HZ_WORK_RESOLUTION = 32, HZ_WORK_USUAL = 12 };

/* The limit for contacts of so many sub-steps, 0: as many as they want, of so many strikers. */
static inline void hz_work_prepare(hz_work_limit *w, int resolution, int strikers)
{
    double all = (resolution > 0 ? resolution : HZ_WORK_USUAL) * (double)strikers;
    int full = (int)(HZ_WORK_FULL * (all > HZ_WORK_RESOLUTION ? all / HZ_WORK_RESOLUTION : 1));
    w->left += full - w->full;
    w->full = full;
    w->a_sample = (double)full / HZ_WORK_FULL * HZ_WORK_A_SAMPLE;
}

static inline void hz_work_refill(hz_work_limit *w)
{
    w->left = w->full;
}

/* So many sums are taken. */
static inline void hz_work_spend(hz_work_limit *w, int sums)
{
    w->left -= sums;
    w->spent += sums;
}

/* So many samples have passed. */
static inline void hz_work_recover(hz_work_limit *w, int samples)
{
    double left = w->left + w->a_sample * samples;
    w->left = left < w->full ? (int)left : w->full;
}

static inline enum hz_work hz_work_now(const hz_work_limit *w)
{
    return w->left > w->full / 3 ? HZ_WORK_RESOLVED : w->left > 0 ? HZ_WORK_SHORT : HZ_WORK_PASSIVE;
}

#endif
