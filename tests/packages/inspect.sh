#!/bin/bash
# What the package holds: every binary there should be, each as externals/package/report wants it, and what deken made
# of them.
. tests/packages/common.sh
whole() {
    local missing=
    for class in externals/*~.c externals/plain/*~.c; do
        for extension in l_amd64 l_arm64 l_arm m_amd64 d_fat linux-amd64-64.so linux-arm64-64.so linux-arm-64.so \
            windows-amd64-64.dll darwin-fat-64.so; do
            binary=$(basename "$class" .c).$extension
            [ -e "$here/hertz/$binary" ] || missing="$missing $binary"
        done
    done
    echo "missing:$missing"
    [ -z "$missing" ]
}
check "every binary is there" whole
check "each takes from Pd and from the system only what they have" externals/package/report
check "the Macs' are signed, bundles, for both processors" grep -q 'd_fat | macOS, arm64' $here/report.md
named() { ls $here/*.dek | grep -F "hertz[v$(sed -n 's/^lib.version := //p' externals/library.mk)]" | grep -F Sources; }
check "the package is named as deken wants it" named
described() { ! grep -P '\t$' $here/objects.txt && [ "$(wc -l <$here/objects.txt)" -ge 5 ]; }
sound() { (cd $here && sha256sum -c ./*.dek.sha256 && python3 -m zipfile -t ./*.dek); }
check "its check sum and its archive are sound" sound
check "its objects have descriptions" described
echo "1..$n"
