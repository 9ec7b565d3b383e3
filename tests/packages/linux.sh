#!/bin/bash
# The package's binaries for Linux, run: in the Pd of Debian 11 with its old C library, and for ARM under qemu, in a Pd
# for ARM and in a host that compares what they sound like with this machine's own.
. tests/packages/common.sh
native || { echo "not ok 1 - this machine's own binaries play"; exit 1; }
write_patch "$work/try.pd"

in_pd() { # root, emulator, extension
    local root=$PWD/build/roots/$1
    mkdir -p "$work/$1/hertz"
    cp $here/hertz/*~."$3" "$work/$1/hertz"
    timeout 600 $2 -L "$root" "$root/usr/bin/puredata" -nrt -noprefs -batch -nogui -noaudio -stderr -path "$work/$1" \
        -open "$work/try.pd" </dev/null >"$work/$1.log" 2>&1
    said_energies "$work/$1.log"
}
# Its code is independent of its place: else the linker copies the C library's variables into the program, and all of
# those that zig's description of that library has at one address into one place, so that the heap's end was stdout.
plays() { # root, emulator, extension, zig's platform
    any_messages "${HZ_MESSAGES:-50}" >"$work/messages.txt"
    host_for $4 -fPIE -pie -rdynamic -o "$work/host-$1" -ldl -lm &&
        timeout 1200 $2 -L "build/roots/$1" "$work/host-$1" $here/hertz "$3" "$work/messages.txt" >"$work/$1.txt" &&
        compare "$work/$1.txt"
}

check "Debian for arm64 is there" fetch_arm arm64
check "arm64: every class in its Pd" in_pd arm64 qemu-aarch64-static l_arm64
check "arm64: sounds as here" plays arm64 qemu-aarch64-static l_arm64 aarch64-linux-gnu.2.28
check "Debian for armhf is there" fetch_arm armhf
check "armv6: every class in a Pd for armhf" in_pd armhf qemu-arm-static l_arm
check "armv6: sounds as here" plays armhf qemu-arm-static l_arm "arm-linux-gnueabihf.2.28 -mcpu=arm1176jzf_s"

# Debian 11 has glibc 2.31 and Pd 0.51; the symbols are checked to be of 2.28 at most by externals/package/report.
check "Debian 11 is there" fetch_release bullseye
old() {
    local root=build/roots/bullseye
    mkdir -p $root/try/hertz
    cp $here/hertz/*~.l_amd64 $root/try/hertz
    cp "$work/try.pd" $root/try
    chroot $root timeout 60 /usr/bin/puredata -nrt -noprefs -batch -nogui -noaudio -stderr -path /try \
        -open /try/try.pd </dev/null >"$work/old.log" 2>&1
    said_energies "$work/old.log"
}
check "amd64: every class in the Pd of Debian 11" old
echo "1..$n"
