#!/bin/bash
# The package in the hands of those who read it: Debian 13's deken, which lays the same package from the same folder,
# and the installer of this machine's Pd, which takes the file and finds it good for every platform.
. tests/packages/common.sh
package=$(ls "$here"/*.dek)
version=$(sed -n 's/^lib.version := //p' externals/library.mk)

# Its script installs what it needs from elsewhere; here it is all there, so its program is called as the script would.
root=$PWD/build/roots/deken
laid=$root/tmp/laid
deken_lays() {
    rm -rf "$laid"
    mkdir -p "$laid" "$root/proc" "$root/dev"
    cp -r "$here/hertz" "$here/objects.txt" "$laid"
    [ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
    chroot "$root" /usr/bin/env -i -C /tmp/laid HOME=/tmp DEKEN_ROOT=yes /usr/bin/python3 -m hy \
        /usr/share/deken/deken.hy package --version "$version" --objects objects.txt hertz
    ls "$laid"/*.dek
}
# What stands in round brackets: systems, processors and precisions, of which deken reads those from the binaries.
said() { basename "$1" | grep -o '([^)]*)' | sort; }
same_name() { diff <(said "$package") <(said "$laid"/*.dek); }
content() { python3 -m zipfile -l "$1" | awk 'NR > 1 && $1 !~ /\/$/ { print $1, $NF }' | sort; }
same_content() { diff <(content "$package") <(content "$laid"/*.dek); }

# The installer of Pd, without its windows.
cat >"$work/read.tcl" <<'END'
foreach {name version} {http 2 pdwindow 0.1 pd_menucommands 0.1 pd_guiprefs 1.0} { package provide $name $version }
foreach space {pdwindow http pd_guiprefs} {
    namespace eval ::$space {
        foreach name {post error debug verbose logpost config register init read write} { proc $name {args} {} }
    }
}
proc _ {text} { return $text }
foreach name {bind menu winfo pdsend .menubar.help} { proc $name {args} { return 0 } }
set ::current_plugin_loadpath ""
source [lindex $argv 0]
foreach name {post statuspost status progress progressstatus syncgui} { proc ::deken::$name {args} {} }
set file [lindex $argv 1]
lassign [::deken::utilities::parse_filename [file tail $file]] name version architectures
puts "$name $version [llength $architectures]"
foreach platform {Linux-amd64 Linux-arm64 Linux-armv6 Linux-armv7 Windows-amd64 Darwin-amd64 Darwin-arm64} {
    foreach size {32 64} {
        set ::deken::userplatform $platform-$size
        puts "$platform-$size [::deken::architecture_match $architectures]"
    }
}
set ::deken::userplatform Linux-riscv64-32
puts "another [::deken::architecture_match $architectures]"
puts "extracted [::deken::utilities::extract [lindex $argv 2] [file tail $file] $file]"
END
installer=$(find /usr/lib/puredata/tcl -name '*deken*.tcl' | head -n 1)
mkdir -p "$work/extra"
installs() {
    tclsh "$work/read.tcl" "$installer" "$PWD/$package" "$work/extra" >"$work/read.txt"
    cat "$work/read.txt"
    grep -q "^hertz $version 13\$" "$work/read.txt" &&
        [ "$(grep -c ' 1$' "$work/read.txt")" = 15 ] && grep -q '^another 0' "$work/read.txt" &&
        grep -q '^extracted 1' "$work/read.txt"
}
plays() {
    write_patch "$work/try.pd"
    timeout 60 pd -nrt -noprefs -batch -nogui -noaudio -stderr -path "$work/extra" -open "$work/try.pd" </dev/null \
        >"$work/said.txt" 2>&1
    said_energies "$work/said.txt"
}

check "Debian 13's deken is there" tests/tools/fetch deken trixie amd64 deken hy coreutils
check "it lays a package" deken_lays
check "of the same platforms and precisions" same_name
check "with the same files" same_content
check "Pd's installer reads the package and takes it for every platform" installs
check "what it has installed plays in Pd" plays
echo "1..$n"
