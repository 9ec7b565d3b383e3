/* method_table: the manual's table of what each method errs by. */
#ifndef HZ_TEST_METHOD_TABLE_H
#define HZ_TEST_METHOD_TABLE_H

/* The table as Markdown, to be freed. */
char *method_table(void);

#endif
