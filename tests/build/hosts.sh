#!/bin/bash
# The library in other hosts than a patch that names each class: all classes in one library, and the core in Python.
n=0
log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$log" "$work"' EXIT
check() { # name, then a command that must succeed
    local name=$1
    shift
    n=$((n + 1))
    if "$@"; then echo "ok $n - $name"; else printf 'not ok %d - %s\n' "$n" "$name"; sed 's/^/# /' "$log"; fi
}

shown() { nm -D --defined-only build/hertz/hertz.pd_linux | awk '{ print $3 }' | xargs; }
check "the library shows its setup function only" [ "$(shown)" = hertz_setup ]

# Each class by both of its names, by `declare -lib`, without a word of Pd.
{
    echo '#N canvas 0 0 400 300 12;'
    echo '#X declare -lib hertz;'
    echo '#X obj 10 10 loadbang;'
    echo '#X msg 10 40 \; pd dsp 1;'
    echo '#X obj 200 10 del 100;'
    echo '#X msg 200 40 \; pd quit;'
    for class in externals/*~.c; do
        name=$(basename "$class" .c)
        echo "#X obj 10 100 $name;"
        echo "#X obj 10 130 hertz/$name;"
    done
    echo '#X connect 0 0 1 0;'
    echo '#X connect 0 0 2 0;'
    echo '#X connect 2 0 3 0;'
} >"$work/try.pd"
loads() {
    timeout 30 pd -nrt -noprefs -batch -nogui -noaudio -path build/hertz "$@" "$work/try.pd" </dev/null >"$log" 2>&1 &&
        ! [ -s "$log" ]
}
check "declare -lib hertz gives every class" loads -open
alone() {
    timeout 30 pd -nrt -noprefs -batch -nogui -noaudio -open "$work/try.pd" </dev/null >"$log" 2>&1
    [ "$(grep -c "couldn't create" "$log")" -ge "$(ls externals/*~.c | wc -l)" ]
}
check "without the library no class has its bare name" alone

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
make -s libhertz >"$log" 2>&1 || cat "$log"
cat >"$work/try.py" <<'END'
import sys
sys.path.insert(0, "build/libhertz")
from hertz import Hammer, version
def near(x, y, tolerance):
    assert abs(x - y) <= tolerance * abs(y), (x, y)
# The wall: the striker leaves as fast as it came, and goes in as deep as its energy carries it.
for exponent in (1, 1.5, 2.7):
    hammer = Hammer(rate=44100, mass=0.02, stiffness=1e8, exponent=exponent)
    hammer.strike(1.5, 0.01)
    hammer.run(4410)
    contact, = hammer.contacts()
    near(contact.v_in, 1.5, 1e-10)
    near(contact.v_out, -1.5, 1e-10)
    near(contact.x_max, ((exponent + 1) * 0.02 * 1.5 ** 2 / 2 / 1e8) ** (1 / (exponent + 1)), 1e-10)
    assert abs(hammer.energy()["residual"]) <= 1e-10 * 0.02 * 1.5 ** 2 / 2
# A body: what the hammer has lost is in the body or was lost by it.
for make in (lambda x: x.shape("plate", "steel"), lambda x: x.modes([440, 930], [1, 0.5], [0.1, 0.1], [1, -0.7])):
    hammer = Hammer(mass=0.02, stiffness=1e8)
    make(hammer)
    hammer.reset()
    hammer.strike(1.5)
    audio, force, stored = hammer.run(44100)
    energy = hammer.energy()
    assert max(force) > 10 and max(audio) > 1e-3 and hammer.contacts()
    near(stored[-1], energy["stored"], 1e-12)
    near(energy["adjusted"], 0.02 * 1.5 ** 2 / 2, 1e-10)
    near(energy["stored"] + energy["dissipated"], energy["adjusted"], 1e-10)
    assert abs(energy["residual"]) <= 1e-10 * 0.0225
# A hard one under a great weight is told at any resolution, and is the same.
def parting(resolution):
    hammer = Hammer(mass=1, damping=1e4, gravity=1e4, resolution=resolution)
    hammer.modes([440, 930], [1, 0.5], [0.1, 0.1], [1, -0.7])
    hammer.strike(10)
    hammer.run(4410)
    return hammer.contacts()[-1].v_out
near(parting(16), parting(64), 2e-4)
near(parting(64), parting(1024), 5e-4)
for wrong in (lambda: Hammer(rate=0), lambda: Hammer(mass=-1), lambda: Hammer(colour=3),
              lambda: Hammer().shape("cube", "steel"), lambda: Hammer().shape("plate", "air"),
              lambda: Hammer().modes([440], [1], [0], [1]), lambda: Hammer().modes([440, 2], [1], [1], [1]),
              lambda: Hammer().modes([440], [1], [1e-300], [1]), lambda: Hammer().shape("bar", "steel", size=[0.3])):
    try:
        wrong()
    except ValueError:
        continue
    raise AssertionError("taken without a word")
assert version() == open("externals/library.mk").read().split("lib.version := ")[1].split()[0]
END
python3=$(command -v /usr/bin/python3 || command -v python3)
python() { "$python3" "$work/try.py" >"$log" 2>&1; }
check "the core in Python keeps the wall and the energy to 1e-10" python
# plugdata's documentation: a file a class, with every parameter as flag and message.
documented() {
    externals/package/plugdata "$work/plugdata" >"$log" 2>&1 && "$python3" - "$work/plugdata" <<'END' >"$log" 2>&1
import glob, json, sys
files = glob.glob(sys.argv[1] + "/*~.json")
assert len(files) == len(glob.glob("externals/*~.c")), files
for name in files:
    d = json.load(open(name))
    assert d["description"] and len(d["inlets"]) > 1 and len(d["outlets"]) > 2, name
    flags, methods = {f["name"] for f in d["flags"]}, {m["type"] for m in d["methods"]}
    assert len(flags) > 20 and {f[1:] for f in flags} < methods, name
    assert {"preset", "dump", "energy", "reset"} < methods and all(m["description"] for m in d["methods"]), name
assert "-mass" in {f["name"] for f in json.load(open(sys.argv[1] + "/impact~.json"))["flags"]}
END
}
check "plugdata's documentation has every parameter" documented
echo "1..$n"
