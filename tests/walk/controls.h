/* controls: what a help patch lets one do to its object, read from the file: each message box, each slider at its ends
 * and in its middle, and the bang, as far as cords and names lead from it to an inlet of the object. */
#ifndef HZ_TEST_CONTROLS_H
#define HZ_TEST_CONTROLS_H

enum { CONTROLS = 400, CONTROL_TEXT = 420 };

typedef struct control {
    char text[CONTROL_TEXT]; /* one message, or several with ` \, ` between them, as in a message box */
    char flags[240];         /* the object that gets it: what stands behind its name */
    int inlet;               /* of the object */
    int is_heard;            /* Something is connected to the object's sound. */
    int at_an_end;           /* of a slider */
    int is_number;           /* a slider that sends a number and no name: it is what plays the object */
} control;

/* The first one goes to the object that the page is about; windows may have others, with other flags. */
typedef struct controls {
    char name[48];
    control g[CONTROLS];
    int n;
} controls;

/* Reads help/<name>-help.pd. The test fails if nothing in it leads to an object hertz/<name>. */
void controls_read(controls *p, const char *name);

/* Does it choose what sounds: a preset, a kind, or a word such as `church`? */
int control_is_kind(const control *g);

#endif
