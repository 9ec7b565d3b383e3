/* held: whether all memory is given back. */
#ifndef HZ_TEST_HELD_H
#define HZ_TEST_HELD_H

/* Asserts that a life, which makes something and frees it, leaves no more memory in use after two hundred times than
 * after a hundred. A test of this is a native_unit_test (asserted.h), for sanitizers change what is allocated. */
void held_no_more(void (*life)(void));

#endif
