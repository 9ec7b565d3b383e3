/* file: text files that messages name, found as Pd finds files.
 *
 * Whatever a patch names may be something else than a file: a pipe, on which opening waits for a writer for ever, or a
 * device without an end. Only regular files are read and written, they are opened without waiting, and what is longer
 * than it may be is refused. */
#ifndef HZ_PD_FILE_H
#define HZ_PD_FILE_H

#include <stdio.h>

#include "m_pd.h"

/* Bytes: many times what the most modes or the largest matrices take, and more than any sound takes. */
enum { HZ_FILE_MOST = 1 << 24, HZ_FILE_MOST_SOUND = 1 << 20 };

/* Returns the text of a file without the mark of UTF-8 before it, which the caller frees, and its length. The file is
 * looked for in the folder of the patch and in the paths of Pd, where what is no regular file is passed over. Returns
 * NULL where there is none; then `why` says why. */
char *hz_file_read(const t_canvas *canvas, const char *name, size_t most, size_t *length, const char **why);

/* Puts a text into a file in the folder of the patch. It is written beside the file, which it then replaces. Returns
 * NULL, or why it could not; then the file is what it was. */
const char *hz_file_write(const t_canvas *canvas, const char *name, const char *text);

/* Opens a file in the folder of the patch to write what is long. Until it is closed nobody else opens it to write.
 * Returns NULL where it cannot; then `why` says why. The second empties it, and returns NULL, or why it could not. The
 * third closes it empty, whatever still waits to be written, and returns 0 if it cannot. */
FILE *hz_file_open(const t_canvas *canvas, const char *name, const char **why);
const char *hz_file_empty(FILE *f);
int hz_file_drop(FILE *f);

#endif
