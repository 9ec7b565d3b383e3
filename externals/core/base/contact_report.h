/* contact_report: what an object tells of one contact, from touch to parting, or of a stretch of friction. */
#ifndef HZ_CONTACT_REPORT_H
#define HZ_CONTACT_REPORT_H

enum hz_contact_kind { HZ_TOUCH, HZ_STICK, HZ_SLIP };

typedef struct hz_contact {
    enum hz_contact_kind kind;
    double v_in, v_out; /* compression velocity at touch and at parting, m/s; v_out < 0 when the bodies part */
    double duration;    /* s */
    double x_max;       /* deepest compression, m */
    double f_max;       /* greatest force, N */
    double energy;      /* J, that friction has lost; of the last two kinds only */
    int striker;        /* Which of several strikers it was, counted from 1; 0: the object has only one striker. */
} hz_contact;

#endif
