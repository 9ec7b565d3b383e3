/* finding: what ends a fuzzer, and the options of its sanitizers. */
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A program without the sanitizers does not have it. */
extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

/* The stack tells a finding from the sanitizer's own: it asks for memory before it writes what it saw in a block. */
void fuzz_finding(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("FINDING: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    if (__sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    abort();
}

/* Memory that was freed is not kept aside for long, or the address sanitizer spends half of all time on new pages. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=2";
}
