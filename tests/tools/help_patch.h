/* help_patch: what there is to click in a help patch, and a copy of it that clicks by itself. */
#ifndef HZ_TEST_HELP_PATCH_H
#define HZ_TEST_HELP_PATCH_H

#include <stdio.h>

enum { HELP_CLICKS = 400, HELP_WINDOWS = 24, HELP_RECORD = 4000 };

/* Number 0 of what is clicked is the patch's own bang. A click on a slider puts it to one of its ends or into its
 * middle. A window is one that a box [pd ...] opens. */
typedef struct help_patch {
    char click[HELP_CLICKS][400]; /* the text of a message box, or "bang", or what a slider sets */
    int of[HELP_CLICKS];          /* the number of the window, or -1: it stands in the patch itself */
    int clicks;
    char window[HELP_WINDOWS][40];
    int windows;
} help_patch;

/* Finds the classes and abstractions whose help patch has a box [hertz/output], which all that is heard goes into.
 * Returns how many there are. */
int help_patches(char names[][48], int most);

/* Reads one, and writes heard.pd into the folder: an abstraction of the same boxes, which a float clicks and whose
 * outlet is what is heard. No message counts that reads, writes or asks. */
void help_patch_read(help_patch *h, const char *class_name, const char *folder);

/* Reads up to the next semicolon that ends something, at most HELP_RECORD characters. Returns 0 at the end of the
 * file. */
int help_patch_record(FILE *f, char *text);

/* Is it a box, of those that cords count? */
int help_patch_is_box(const char *record);

/* Returns the text of a box behind its kind and place. */
const char *help_patch_box(const char *record);

/* Copies the next word, up to a space that no backslash protects. Returns what follows it. */
const char *help_patch_word(const char *text, char *word, int room);

/* Does the message read, write or ask? */
int help_patch_asks(const char *text);

#endif
