/* help_patch: what there is to click in a help patch, and a copy of it that clicks by itself. */
#ifndef HZ_TEST_HELP_PATCH_H
#define HZ_TEST_HELP_PATCH_H

typedef struct help_patch {
    char click[100][400]; /* What is clicked: the text of a message box, or "bang". Number 0 is the patch's own bang. */
    int clicks;
} help_patch;

/* Finds the classes and abstractions whose help patch has a box [hertz/output], which all that is heard goes into.
 * Returns how many there are. */
int help_patches(char names[][48], int most);

/* Reads one, and writes heard.pd into the folder: an abstraction of the same boxes, which a float clicks and whose
 * outlet is what goes into [hertz/output]. Only what stands in the window itself counts, and no message that reads,
 * writes or asks. */
void help_patch_read(help_patch *h, const char *class_name, const char *folder);

#endif
