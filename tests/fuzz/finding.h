/* finding: what ends a fuzzer. */
#ifndef HZ_FUZZ_FINDING_H
#define HZ_FUZZ_FINDING_H

/* Says what was found and where, and ends the program. */
_Noreturn void fuzz_finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
