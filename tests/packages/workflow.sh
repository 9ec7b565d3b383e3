#!/bin/bash
# The workflow for a public host, as far as this machine goes: the commands that .github/workflows/build.yml has for
# macOS and Windows run in a copy of the tree, where zig plays the compilers of those systems and lld Apple's linker.
# What comes out is looked into, and the library for Windows runs under wine. It needs what `make deken` fetches.
. tests/packages/common.sh
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export here=$PWD/$here PDINCLUDEDIR=/usr/include/pd
export ZIG_GLOBAL_CACHE_DIR=$here/cache ZIG_LOCAL_CACHE_DIR=$here/cache

tool() { # folder, name: the rest of a script from the standard input
    mkdir -p "$work/$1"
    { echo '#!/bin/bash'; cat; } >"$work/$1/$2"
    chmod +x "$work/$1/$2"
}
for system in macos:Darwin windows:MINGW64_NT-10.0; do
    tool ${system%:*} uname <<<"echo ${system#*:}"
    tool ${system%:*} ar <<<'exec llvm-ar-14 "$@"'
done
# It is told -arch and the oldest macOS by pd-lib-builder, and zig by its target.
tool macos gcc <<'END'
[ "$1" != -dumpmachine ] || { echo arm64-apple-darwin23.6.0; exit; }
compile=() link=()
while [ $# -gt 0 ]; do
    case $1 in
    -arch) shift ;;
    -mmacosx-version-min=* | -lgsl | -lgslcblas | -lm | -lc) ;;
    -shared) link+=(-dylib) ;;
    -bundle | -undefined | suppress | -flat_namespace) link+=("$1") ;;
    -o) compile+=("$1" "$2") link+=("$1" "$2") && shift ;;
    *.o | *.a) compile+=("$1") link+=("$1") ;;
    *) compile+=("$1") ;;
    esac
    shift
done
case " ${compile[*]} " in
*" -c "*)
    exec "$here/zig/zig" cc -target aarch64-macos.11.0 -fno-sanitize=undefined -idirafter "$here/gsl" "${compile[@]}"
    ;;
esac
exec ld64.lld-14 -arch arm64 -platform_version macos 11.0 11.0 -L "$here/zig/lib/libc/darwin" -lSystem "${link[@]}"
END
tool windows clang <<'END'
[ "$1" != -dumpmachine ] || { echo x86_64-w64-windows-gnu; exit; }
exec "$here/zig/zig" cc -target x86_64-windows-gnu -mcpu=x86_64 -s -fno-sanitize=undefined "$@"
END

# The commands of a job that call make, as they stand there.
commands() { # job
    awk -v job="  $1:" '/^  [a-z]+:$/ { on = $0 == job } on && sub(/^ *- run: /, "")' .github/workflows/build.yml |
        sed 's/ && /\n/g' | grep '^make '
}
runs() { # job
    local tree=$work/$1/tree
    mkdir -p "$tree/build/pure-data"
    git ls-files -z | tar -c -f - --null -T - | tar -x -f - -C "$tree"
    cp -r /usr/share/pd-lib-builder "$tree/build/pd-lib-builder"
    cp -r /usr/include/pd "$tree/build/pure-data/src"
    # Under the name that it has in our tree, for zig keeps its C library for Windows under that name.
    ln -s "$here" "$tree/build/deken"
    commands "$1" >"$work/$1/commands"
    [ -s "$work/$1/commands" ] &&
        (cd "$tree" && ZIG_LIB_DIR=build/deken/zig/lib PATH=$work/$1:$PATH bash -e -o pipefail "$work/$1/commands")
}
bundles() {
    local binary missing=
    for class in externals/*~.c externals/plain/*~.c hertz.c; do
        binary=$work/macos/tree/build/hertz/$(basename "$class" .c).pd_darwin
        llvm-objdump-14 --macho --private-headers "$binary" | grep -q 'ARM64.*BUNDLE' || missing="$missing $binary"
    done
    echo "no bundles:$missing"
    [ -z "$missing" ] && llvm-nm-14 --defined-only "$work/macos/tree/build/libhertz/libhertz.dylib" | grep -q _hertz_run
}
# The wall, on Windows: a hammer leaves it as fast as it came.
cat >"$work/wall.c" <<'END'
#include <math.h>
#include <stdio.h>
#include <windows.h>
#include "hertz.h"
#define FROM(name) __typeof__(&name) p_##name = (__typeof__(&name))(void (*)(void))GetProcAddress(library, #name)
int main(void)
{
    HMODULE library = LoadLibraryA("libhertz.dll");
    FROM(hertz_new);
    FROM(hertz_strike);
    FROM(hertz_run);
    FROM(hertz_contacts);
    hertz *x = p_hertz_new(44100);
    hertz_contact c;
    p_hertz_strike(x, 1.5, 0.01);
    p_hertz_run(x, 4410, NULL, NULL, NULL);
    int n = p_hertz_contacts(x, &c, 1);
    printf("measured: %d contact, v_out off by %.1e\n", n, fabs(c.v_out / c.v_in + 1));
    return !(n == 1 && fabs(c.v_out / c.v_in + 1) < 1e-10);
}
END
wall() {
    local to=$work/windows/tree/build/libhertz
    zig cc -target x86_64-windows-gnu -mcpu=x86_64 -s -fno-sanitize=undefined -Iexternals/hosts -o "$to/wall.exe" \
        "$work/wall.c" &&
        (cd "$to" && DISPLAY= timeout 300 "$wine" wall.exe)
}

check "macOS: the commands build" runs macos
check "macOS: the classes are bundles for arm64, and the core is a library" bundles
check "Windows: the command builds" runs windows
check "Windows: the core keeps the wall to 1e-10" wall
echo "1..$n"
