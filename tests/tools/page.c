/* page: a page of the manual, whose tables are what comes out, and the files that programs of figures write. */
#include "page.h"

#include "tests/tools/test.h"

enum { LONGEST = 400000 };

char *page_read(const char *path)
{
    char *text = calloc(1, LONGEST);
    FILE *f = fopen(path, "r");

    assert_non_null(text);
    assert_that(f, "there is no page %s", path);
    size_t n = fread(text, 1, LONGEST - 1, f);
    fclose(f);
    assert_true(n > 0);
    return text;
}

void assert_page_holds(const char *path, const char *table)
{
    char *page = page_read(path);

    assert_non_null(table);
    if (!strstr(page, table)) /* A message of cmocka is cut off. */
        puts(table);
    assert_that(strstr(page, table), "%s has not the table above", path);
    free(page);
}

FILE *page_make(const char *folder, const char *name)
{
    char path[1000];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(1);
    }
    return f;
}

int page_print(int argc, char **argv, const char *name, char *table)
{
    if (!table)
        return 1;
    FILE *f = page_make(argc > 1 ? argv[1] : ".", name);
    fputs(table, f);
    fclose(f);
    fputs(table, stdout);
    free(table);
    return 0;
}
