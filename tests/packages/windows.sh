#!/bin/bash
# The package's binaries for Windows under wine, in a small host that plays Pd: it creates every class, compares what
# they sound like with this machine's own, and sends any messages. The host's pd.dll is the stand-in.
. tests/packages/common.sh
native || { echo "not ok 1 - this machine's own binaries play"; exit 1; }
export DISPLAY=

host_is_built() { # folder, flags
    local to=$1
    shift
    mkdir -p "$to"
    host_for x86_64-windows-gnu -mcpu=x86_64 -DPD_INTERNAL -include tests/packages/windows.h -shared \
        -Wl,--export-all-symbols "$@" -o "$to/pd.dll" &&
        zig cc -target x86_64-windows-gnu -mcpu=x86_64 -s -fno-sanitize=undefined -o "$to/host.exe" \
            tests/packages/windows_main.c
}
plays() { # folder, extension
    cp $here/hertz/*~."$2" "$1"
    any_messages "${HZ_MESSAGES:-300}" >"$1/messages.txt"
    (cd "$1" && timeout 900 "$wine" host.exe . "$2" messages.txt) >"$1.txt"
}
check "the host is built" host_is_built "$work/single"
check "single precision: every class is made, sounds and takes messages" plays "$work/single" m_amd64
check "single precision: sounds as here" compare "$work/single.txt"
check "the host of double precision is built" host_is_built "$work/double" -DPD_FLOATSIZE=64
check "double precision: every class is made, sounds and takes messages" plays "$work/double" windows-amd64-64.dll
echo "1..$n"
