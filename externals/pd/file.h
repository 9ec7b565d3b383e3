/* file: text files that messages name, found as Pd finds files.
 *
 * Whatever a patch names may be something else than a file: a pipe, on which opening waits for a writer for ever, or a
 * device without an end. Only regular files are read and written, they are opened without waiting, and what is longer
 * than HZ_FILE_MOST is refused. */
#ifndef HZ_PD_FILE_H
#define HZ_PD_FILE_H

#include "m_pd.h"

enum { HZ_FILE_MOST = 1 << 24 }; /* bytes: many times what the most modes or the largest matrices take */

/* The text of a file and its length, to be freed. It is looked for in the patch's folder and in Pd's paths, where what
 * is no regular file is passed over. NULL: `why` says why there is none. */
char *hz_file_read(const t_canvas *canvas, const char *name, size_t *length, const char **why);

/* Puts a text into a file of the patch's folder. NULL: done, otherwise why not. */
const char *hz_file_write(const t_canvas *canvas, const char *name, const char *text);

#endif
