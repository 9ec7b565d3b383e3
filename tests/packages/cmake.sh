#!/bin/bash
# CMakeLists.txt: both of its targets are built, with the flags of exactness behind those of a careless user, and a
# program that plays Pd has the classes from the static one.
. tests/packages/common.sh
configure() { cmake -S externals -B "$work/build" -DPDINCLUDEDIR=/usr/include/pd -DCMAKE_C_FLAGS="-ffast-math" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; }
exact() { ! grep '"command"' "$work/build/compile_commands.json" | grep -v -e '-ffast-math.*-fno-fast-math'; }
check "CMake configures" configure
check "what breaks exactness is undone in every command" exact
check "both targets are built" cmake --build "$work/build" -j"$(nproc)"
python3=$(command -v /usr/bin/python3 || command -v python3)
python() { LIBHERTZ=$work/build/libhertz.so "$python3" externals/package/python/hertz.py; }
check "the shared one serves Python" python
# A host of its own: Pd's own source as a library, in which hertz_setup makes every class.
cat >"$work/static.c" <<'END'
#include <m_pd.h>
#include <stdio.h>
int libpd_init(void);
void hertz_setup(void);
static t_pd *made(const char *name)
{
    pd_typedmess(&pd_objectmaker, gensym(name), 0, NULL);
    return pd_newest();
}
int main(int n, char **name)
{
    t_pd *last = NULL;
    libpd_init();
    hertz_setup();
    for (int i = 1; i < n; i++) {
        t_pd *now = made(name[i]);
        if (!now || now == last)
            return printf("%s is not there\n", name[i]), 1;
        last = now;
    }
    return 0;
}
END
static_host() {
    tests/instances/libpd && gcc -std=gnu11 -I/usr/include/pd -o "$work/static" "$work/static.c" \
        "$work/build/libhertz_pd.a" build/instances/libpd-one.a -rdynamic -pthread -lgsl -lgslcblas -lm -ldl &&
        "$work/static" $(for class in externals/*~.c; do basename "$class" .c; done)
}
check "a host has every class by hertz_setup" static_host
echo "1..$n"
