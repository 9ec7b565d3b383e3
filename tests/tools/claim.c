/* claim: the worst value measured of something, beside what is allowed of it. */
#include "claim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "asserted.h"

static void see(claim *c, double value, const char *where, va_list list)
{
    int first = !c->seen++;
    if (!first && !(value > c->worst || (isnan(value) && !isnan(c->worst))))
        return;
    c->worst = value;
    vsnprintf(c->where, sizeof c->where, where, list);
}

void claim_see(claim *c, double value, const char *where, ...)
{
    va_list list;
    va_start(list, where);
    see(c, value, where, list);
    va_end(list);
}

void claim_near(claim *c, double value, double expected, const char *where, ...)
{
    va_list list;
    va_start(list, where);
    see(c, value == expected ? 0 : fabs(value - expected) / fabs(expected), where, list);
    va_end(list);
}

void claim_check(const claim *c, int n)
{
    int broken = 0;
    for (int i = 0; i < n; i++) {
        int holds = c[i].seen && c[i].worst <= c[i].allowed;
        print_message("# %s %.2g (%.3g allowed)%s%s\n", c[i].name, c[i].worst, c[i].allowed,
                      holds ? "" : "  BROKEN at ", holds ? "" : c[i].where);
        asserted_add(c[i].seen);
        broken += !holds;
    }
    if (broken)
        fail_msg("%d of %d claims do not hold", broken, n);
}

void claims_end(void *claims)
{
    const claim *c = claims;
    int n = 0;
    while (c[n].name)
        n++;
    claim_check(c, n);
}

/* Is this a run in which everything takes long, and that looks for other things than numbers? */
static int is_brief(void)
{
    return getenv("HZ_BRIEF") != NULL || !asserted_is_native();
}

int claim_length(int n)
{
    if (n <= 8 || claim_whole())
        return n;
    return is_brief() ? (n <= 64 ? 7 + n / 16 : n / 16) : n <= 24 ? n : n / 3 + 16;
}

int claim_whole(void)
{
    return getenv("HZ_ALL") != NULL || getenv("HZ_SOAK") != NULL;
}

int claim_trials(int n)
{
    return getenv("HZ_SOAK") ? 100 * n : claim_length(n);
}

uint64_t claim_seed(uint64_t usual)
{
    static uint64_t moved;
    static int known;
    if (!known++) {
        const char *given = getenv("HZ_SEED");
        moved = given ? strtoull(given, NULL, 10) : getenv("HZ_SOAK") ? (uint64_t)time(NULL) * 1000 : 0;
        if (moved)
            print_message("# HZ_SEED=%llu\n", (unsigned long long)moved);
    }
    return usual + moved;
}
