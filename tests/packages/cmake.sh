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
# A host of its own: the stand-in has Pd's functions, and hertz_setup makes every class.
cat >"$work/static.c" <<'END'
#include <stdio.h>
#include "tests/packages/standin.h"
void hertz_setup(void);
int main(void)
{
    const char *const name[] = { "impact~", "bounce~", "modalcontact~", "stringbarrier~", "trombamarina~" };
    hertz_setup();
    for (int i = 0; i < 5; i++)
        if (!standin_class(name[i]) || !standin_make(standin_class(name[i]), 0, NULL))
            return printf("%s is not there\n", name[i]), 1;
    standin_free();
    return 0;
}
void class_addcreator(t_newmethod make, t_symbol *s, t_atomtype type, ...) { (void)make, (void)s, (void)type; }
END
static_host() {
    gcc -std=gnu11 -iquote . -I/usr/include/pd -o "$work/static" "$work/static.c" tests/packages/standin.c \
        tests/packages/standin_binbuf.c tests/packages/standin_dsp.c tests/packages/standin_files.c \
        "$work/build/libhertz_pd.a" -lgsl -lgslcblas -lm && "$work/static"
}
check "a host has every class by hertz_setup" static_host
echo "1..$n"
