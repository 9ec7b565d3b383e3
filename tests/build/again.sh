#!/bin/bash
# What a second `make` does: nothing, unless something changed. Tried on a copy of the tree with all it has built.
n=0
check() { # name, then a command that must succeed
    local name=$1
    shift
    n=$((n + 1))
    if "$@"; then echo "ok $n - $name"; else echo "not ok $n - $name"; fi
}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/build"
cp -a Makefile LICENSE .gitignore README.md externals help abstractions tests "$copy" 2>/dev/null
cp -a build/obj build/hertz "$copy/build"
cd "$copy" || exit 1

make >first.log 2>&1
touch stamp
check "a second make says nothing" [ -z "$(make 2>&1)" ]
check "a second make writes nothing" [ -z "$(find build -newer stamp)" ]
check "nothing is built outside build/" [ -z "$(find . -path ./build -prune -o \
    \( -name '*.o' -o -name '*.a' -o -name '*.d' -o -name '*.so' -o -name '*.pd_*' \) -print)" ]

# A change of the archive links every binary again; ledger.h would compile half of the core too.
header=externals/core/shapes/internal.h
check "headers are followed" [ -n "$(grep -l "$header" build/obj/externals/core/*/*.d)" ]
binaries() { find build/hertz -name '*.pd_*' -newer stamp | wc -l; }
all=$(($(find externals -maxdepth 2 -name "*~.c" | wc -l) + 1)) # the classes, and all of them in one
sleep 0.01
touch "$header"
make >again.log 2>&1
check "a changed header makes every binary again" [ "$(binaries)" = "$all" ]

mkdir -p help
echo '#N canvas 0 0 100 100 12;' >help/scratch.pd
make >again.log 2>&1
check "a new help patch is in the folder" [ -e build/hertz/scratch.pd ]
rm help/scratch.pd
make >again.log 2>&1
check "a removed one is not" [ ! -e build/hertz/scratch.pd ]
make install DESTDIR="$copy/root" PDLIBDIR=/extra >again.log 2>&1
check "install respects DESTDIR and PDLIBDIR" diff -r build/hertz root/extra/hertz
echo "1..$n"
