/* kinds: the classes there are, found in externals/, each with its table and the way a test makes a plain object of it.
 * A test that asks every class the same questions goes through them; a class that is not listed in kinds.c is asked
 * too, with no flags and by its bang. */
#ifndef HZ_TEST_KINDS_H
#define HZ_TEST_KINDS_H

#include "pdrun.h"
#include "table.h"

typedef struct kind {
    const char *name;   /* impact~ */
    const char *plain;  /* flags of an object that is cheap, and of which a test can follow the books */
    const char *opens;  /* flags that begin so make one more outlet; NULL: none do */
    const char *busy;   /* flags with which `excite` sounds for half a second and more */
    const char *excite; /* a message that makes it sound */
    int heard;          /* the audio outlet of an object as it comes that sounds; that of a free mass is silent */
    table t;
} kind;

/* This class is asked. */
extern const kind *its;

/* A test, every_<name>, that asks each class. */
#define TEST_OF_EVERY_CLASS(name)                                                                                      \
    static void name(void);                                                                                            \
    TEST(every_##name)                                                                                                 \
    {                                                                                                                  \
        int n;                                                                                                         \
        const kind *all = kinds(&n);                                                                                   \
        for (its = all; its < all + n; its++)                                                                          \
            name();                                                                                                    \
    }                                                                                                                  \
    static void name(void)

/* Returns all of them, *n classes. The test fails if there is none, or if one does not tell its table. */
const kind *kinds(int *n);

/* Makes an object of this kind, with more flags. What its info outlet says is printed as lines `o7: ...`. */
int kind_obj(pd_patch *p, const kind *k, const char *flags, ...) __attribute__((format(printf, 3, 4)));

/* Counts the remarks of a model that cannot do all that it is asked, such as a frequency that no grid carries. They are
 * no errors of a message. */
int kind_remarks(const pd_patch *p, int reply);
int kind_is_remark(const char *line);

/* Says whether the class has this parameter, or a verb of this name with arguments. */
int kind_has(const kind *k, const char *name);

#endif
