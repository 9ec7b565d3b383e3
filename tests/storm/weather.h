/* weather: random messages, right and wrong, from the table of the class that is asked (`its`, kinds.h). */
#ifndef HZ_TEST_WEATHER_H
#define HZ_TEST_WEATHER_H

#include <stdint.h>

enum { WEATHER_TEXT = 256 };

/* What blows over an object: over the wall of the class, whatever its other rows may be of what can be; over a ringing
 * object, what a patch could do to it; or a ringing object with every row anywhere in its range, where books are out of
 * question: a body a micrometre thick that is tuned from a hundredth of a hertz to a megahertz and back turns over
 * 1e30 J between two readings. */
extern enum weather { WALL, MUSICAL, WILD } weather;

/* The same seed gives the same messages on every machine. */
void weather_seed(uint64_t with);
int weather_one_of(int n);

/* Each writes a message of up to WEATHER_TEXT characters. */
void right_message(char *text);
void wrong_message(char *text);

#endif
