/* report: what leaves the audio thread as messages: contacts that ended, and remarks.
 *
 * The block puts both into fixed places and sets a clock; the clock sends them
 * after the block, contacts in the order in which they ended. */
#ifndef HZ_PD_REPORT_H
#define HZ_PD_REPORT_H

#include "class.h"

enum { HZ_CONTACTS = 512, HZ_REMARKS = 16 };

typedef struct hz_reports {
    hz_contact contact[HZ_CONTACTS];
    int first, n;
    int beyond;       /* contacts of this block that found no place or are known by number only */
    int sent, untold; /* in this second: reports sent; contacts still to be told by number */
    int open;         /* a second is running ... */
    double since;     /* ... from this logical time on */
    const char *remark[HZ_REMARKS];
    int n_remarks, told; /* how many were made, how many of them printed */
    int due;             /* the clock is set */
    t_clock *soon, *second;
    t_outlet *info;
} hz_reports;

int hz_reports_make(hz_object *o);
void hz_reports_free(hz_object *o);

/* Lets every remark be made once more. */
void hz_reports_rearm(hz_object *o);

#endif
