/* accuracy_table: the manual's table of accuracy: a mass on a wall by the exact method, against the closed forms, over
 * contacts from a thousandth of a sample to 300 samples. */
#ifndef HZ_TEST_ACCURACY_TABLE_H
#define HZ_TEST_ACCURACY_TABLE_H

enum { ACCURACY_ROWS = 5 };

/* The greatest relative errors of a row's contacts. */
typedef struct accuracy {
    double v_out, x_max, duration, residual;
} accuracy;

/* Computes a row from so many parts of a hundred of its contacts. */
accuracy accuracy_row(int row, int percent);

/* The table as Markdown, to be freed. It takes 20 s. */
char *accuracy_table(void);

/* Reads what a page with this table states for a row. */
accuracy accuracy_stated(const char *page, int row);

#endif
