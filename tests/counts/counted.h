/* counted: scenes on fixed inputs whose instructions are counted by callgrind (tests/bench/counts.sh). */
#ifndef HZ_COUNTED_H
#define HZ_COUNTED_H

typedef struct counted {
    const char *name;
    int (*start)(int variant);         /* makes the model; 0 where there is no memory */
    void (*block)(int variant, int i); /* plays the i-th block */
    int variant;                       /* what `start` and `block` are told: number of modes, method, ledger ... */
    int before, blocks;                /* blocks that are played before, and blocks that are counted */
} counted;

/* Each list ends with a scene without a name. */
extern const counted counted_contacts[], counted_hammers[], counted_linear_contact[], counted_friction[],
    counted_strings[], counted_tromba[];
/* Gestures, whose worst block counts. */
extern const counted counted_gestures[];

enum { COUNTED_BLOCK = 64 };

#endif
