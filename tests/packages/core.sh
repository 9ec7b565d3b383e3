#!/bin/bash
# The core's tests on ARM, under qemu, from objects as packages have them: tests/packages/core.sh arm64|arm [source...]
. tests/packages/common.sh
case $1 in
arm64) root=arm64 emulator=qemu-aarch64-static target=linux-arm64 cc="aarch64-linux-gnu.2.36 -mcpu=generic" ;;
arm) root=armhf emulator=qemu-arm-static target=linux-arm cc="arm-linux-gnueabihf.2.36 -mcpu=arm1176jzf_s" ;;
esac
check "Debian for $root is there" fetch_arm $root
to=build/packages/core-$target
libraries=$(find build/roots/$root/usr/lib -name 'libcmocka.so' -printf '%h\n' | head -n 1)
mkdir -p "$to"
common="-fPIC -std=gnu11 -iquote externals -iquote . -O3 -fno-fast-math -ffp-contract=off -fno-math-errno
    -fno-trapping-math -fno-sanitize=undefined -g0 -w -idirafter build/roots/$root/usr/include"
# What tests/tools/asserted.c takes the place of, as in tests/tests.mk: zig's linker knows no --wrap, so names do it.
wraps= reals=
for name in _assert_true _assert_int_equal _assert_float_equal _assert_string_equal \
    _assert_memory_equal _assert_memory_not_equal _assert_in_range; do
    wraps="$wraps -D$name=__wrap_$name" reals="$reals -D__real_$name=$name"
done
# The core brings the package's own GSL. The tests take theirs from Debian's library, which they ask to be silent.
wraps="$wraps -Dgsl_set_error_handler_off=silent_gsl"
[ "$1" = arm64 ] || common="$common -D__int128=_BitInt(128)" # which a processor of 32 bits has by another name
# An object is made anew where its source or any header is younger.
header=$(find externals tests -name '*.h' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f 2)
object() { # source
    local o=$to/${1%.c}.o
    mkdir -p "$(dirname "$o")"
    local names=$wraps
    case $1 in */asserted.c) names=$reals ;; esac
    { [ "$o" -nt "$1" ] && [ "$o" -nt "$header" ]; } || zig cc -target $cc $common $names -c -o "$o" "$1" || return 1
    echo "$o"
}
helpers=$(for source in tests/tools/*.c $(ls tests/core/*/*.c | grep -v _test.c); do object "$source"; done)
# The tests' references are in long double, for which zig brings functions that are right to a double only, and takes
# them before those of the C library. These names lead to the C library. sincosl
# is what the compiler makes of a sine and a cosine.
{
    printf '#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <math.h>\n'
    for name in expl exp2l logl log2l log10l sinl cosl tanl sqrtl; do
        printf 'long double %s(long double x) { return ((long double (*)(long double))dlsym(RTLD_NEXT, "%s"))(x); }\n' \
            $name $name
    done
    echo 'void *silent_gsl(void) { return ((void *(*)(void))dlsym(RTLD_NEXT, "gsl_set_error_handler_off"))(); }'
    echo 'void sincosl(long double x, long double *s, long double *c) { *s = sinl(x), *c = cosl(x); }'
} >"$to/math.c"
check "long double has the functions of the C library" zig cc -target $cc -fPIC -O1 -w -fno-builtin -c -o "$to/math.o" \
    "$to/math.c"
rm -f "$to/helpers.a"
zig ar qcs "$to/helpers.a" $helpers
check "the core is compiled for it" make --no-print-directory -f externals/package/package.mk target=$target
core=build/deken/$target/single/parts.a # It has what reads matrices too, with the package's own GSL.
programs=
shift
for source in ${*:-tests/core/*/*_test.c}; do
    program=$to/${source%.c}
    mkdir -p "$(dirname "$program")"
    check "${source%.c} is built" zig cc -target $cc -pie -o "$program" "$(object "$source")" "$to/math.o" \
        "$to/helpers.a" $core "$libraries/libcmocka.so" "$libraries/libgsl.so" "$libraries/libgslcblas.so" -lm
    programs="$programs $program"
done
HZ_WRAP="$emulator -L build/roots/$root" HZ_TIMEOUT=${HZ_TIMEOUT:-3600} tests/run $programs 2>&1 | tee "$to/tests.log" |
    sed 's/^/# /'
check "all of their tests hold" grep -q ' 0 failed$' <(tail -n 1 "$to/tests.log")
echo "1..$n"
