/* report: what leaves the audio thread as messages: contacts that ended, and remarks.
 *
 * The block puts both into fixed places and sets a clock. The clock sends them after the block, contacts in the order
 * in which they ended. */
#ifndef HZ_PD_REPORT_H
#define HZ_PD_REPORT_H

#include "class.h"

enum { HZ_CONTACTS = 512, HZ_REMARKS = 16 };

/* A remark that was made. A reset lets it be made again, but not before HZ_REMARK_MS have passed, for patches may send
 * a reset before every strike. */
enum { HZ_REMARK_MS = 10000 };
typedef struct hz_remark {
    const char *text;
    int hint;     /* It is no error. */
    double since; /* the logical time at which it was told */
    enum { HZ_REMARK_WAITS, HZ_REMARK_TOLD, HZ_REMARK_ARMED } state;
} hz_remark;

typedef struct hz_reports {
    hz_contact contact[HZ_CONTACTS];
    int first, n;
    int beyond;       /* So many contacts of this block found no place, or are only counted. */
    int sent, untold; /* In this second so many reports were sent, and so many contacts are still to be counted. */
    int open;         /* A second is running ... */
    double since;     /* ... since this logical time. */
    hz_remark remark[HZ_REMARKS];
    int n_remarks;
    int due; /* The clock is set. */
    t_clock *soon, *second;
    t_outlet *info;
} hz_reports;

int hz_reports_make(hz_object *o);
void hz_reports_free(hz_object *o);

/* Lets every remark be made once more, when its time is over. */
void hz_reports_rearm(hz_object *o);

#endif
