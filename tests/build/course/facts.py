#!/usr/bin/env python3
"""Computes what the lessons state: each number and each sign, in a Pd without a window. Prints a line for each that is
not so. With HZ_ALL the drops of lesson 6 are all computed, and phases and sample rates are more.

    facts.py <library> <scratch folder> [say]      with say it prints what it has computed
"""
import cmath
import math
import os
import re
import statistics
import subprocess
import sys

from pd import RATE, Patch

ALL = bool(os.environ.get("HZ_ALL"))
LIBRARY, SCRATCH = sys.argv[1:3]
SAY = len(sys.argv) > 3


def patch(rate=RATE):
    return Patch(SCRATCH, LIBRARY, rate=rate)


def state(name, *values_and_bounds):
    """A statement: each value lies between its bounds."""
    for value, least, most in values_and_bounds:
        if SAY:
            print("# %s: %.6g in %.6g to %.6g" % (name, value, least, most))
        if not least <= value <= most:
            print("%s: %.6g, not %.6g to %.6g" % (name, value, least, most))


def near(value, said, part):
    return value, said - abs(said) * part, said + abs(said) * part


def brightness(sound):
    """How steep a sound is beside its size: a measure of its high frequencies."""
    return math.sqrt(sum((b - a) ** 2 for a, b in zip(sound, sound[1:])) / sum(a * a for a in sound))


def level(sound, freq):
    """The level in dB of a partial."""
    n, turn = len(sound), -2j * math.pi * freq / RATE
    part = sum((0.5 - 0.5 * math.cos(2 * math.pi * i / n)) * x * cmath.exp(turn * i) for i, x in enumerate(sound))
    return 20 * math.log10(abs(part) / n + 1e-15)


def period(sound, least, most, length=4000):
    """The period of a sound in samples, and how well it repeats."""
    def alike(lag):
        a, b = sound[:length:2], sound[lag:lag + length:2]
        return sum(x * y for x, y in zip(a, b)) / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b) + 1e-30)
    best = max(range(least, most), key=alike)
    return best, alike(best)


def what_a_contact_is():
    p = patch()
    base = "hertz/impact~ -object wall -mass 0.2 -stiffness 1e+06 -exponent 1.5 -damping 0 -meters compression endforce"
    for name, message in (("slow", "strike 1"), ("fast", "strike 3"), ("damped", "damping 0.5, strike 1"),
                          ("plain", "exponent 1, strike 1")):
        one = p.object(base, name, 5)
        p.at(20, one, message)
        p.record(one, 3, name + "x", 20, 882)
        p.record(one, 4, name + "f", 20, 882)
        p.record(one, 1, name + "force", 20, 882)
    p.play(100)
    slow, fast, damped = (p.numbers(n, "contact")[0] for n in ("slow", "fast", "damped"))
    state("1: strike 3 is deeper, stronger, and 5.4 ms after 6.7 ms", (fast[3] / slow[3], 1.01, 10),
          (fast[4] / slow[4], 1.01, 10), near(fast[2], 0.0054, 0.01), near(slow[2], 0.0067, 0.01))
    x, f = p.samples("dampedx"), p.samples("dampedf")
    inside = [i for i in range(1, len(x)) if x[i] > 0]
    area = sum((f[i] + f[i - 1]) / 2 * (x[i] - x[i - 1]) for i in inside)
    state("1: the area is the energy that was lost", near(area, 0.1 * (1 - damped[1] ** 2), 0.01))
    deepest = max(inside, key=lambda i: x[i])
    state("1: the way out lies under the way in",
          (min(f[i] - next(f[j] + (f[j - 1] - f[j]) * (x[i] - x[j]) / (x[j - 1] - x[j])
                           for j in range(deepest + 1, len(x)) if x[j] <= x[i]) for i in inside[1:] if i < deepest),
           0, 1e9))
    x, f = p.samples("slowx"), p.samples("slowforce")
    at = [next(i for i in order if x[i] > 0.001) for order in (range(len(x)), range(len(x) - 1, -1, -1))]
    mean, end = ([s[i] / (1e6 * x[i] ** 1.5) for i in at] for s in (f, p.samples("slowf")))
    state("1: the two ways come apart with force, and not with endforce", (mean[1] - mean[0], 0.02, 1),
          (abs(end[1] - end[0]), 0, 1e-4))
    x, f = p.samples("plainx"), p.samples("plainf")
    state("1: exponent 1 is a straight line", (max(abs(b / (1e6 * a) - 1) for a, b in zip(x, f) if a > 0), 0, 1e-4))


def energy():
    methods = "exact am1 verlet heun rk4 twopoint threepoint quadratised".split()
    for rate in (44100, 48000) if ALL else (44100,):
        p, phases = patch(rate), 24 if ALL else 8
        for k in range(phases):
            for method in methods:
                one = p.object("hertz/impact~ -object wall -mass 0.01 -stiffness 1e+09 -exponent 1.5 -damping 0.5 "
                               "-ledger 1 -method " + method, method)
                p.at(20, one, "strike 1 %.9g" % (0.0005 + k / phases / rate))
                p.at(60, one, "energy")
        one = p.object("hertz/impact~ -object wall -mass 0.01 -stiffness 1e+09 -exponent 1.5 -damping 0.5", "law")
        p.at(20, one, "wall 1")
        p.play(100)
        law = p.numbers("law", "wall")[0][0]
        out = {m: [c[1] / law - 1 for c in p.numbers(m, "contact")] for m in methods}
        left = {m: [e[7] / 0.005 for e in p.numbers(m, "energy")] for m in methods}
        sums = [abs(e[0] - e[6] + e[4] + e[8] - e[7]) for m in methods for e in p.numbers(m, "energy")]
        state("2: residual = change + dissipated + shed", (max(sums), 0, 1e-8))
        state("2: by the law 0.748 m/s", near(-law, 0.748, 0.001))
        state("2: exact has it to six digits", (max(map(abs, out["exact"])), 0, 1.5e-6))
        if rate == 44100:
            state("2: am1 is 1.5 to 3.1 % too fast", (min(out["am1"]), 0.0135, 0.02), (max(out["am1"]), 0.025, 0.0315))
            state("2: heun is 4 to 7 % too slow", (min(out["heun"]), -0.07, -0.055), (max(out["heun"]), -0.05, -0.04))
            state("2: twopoint 1.4 %, threepoint 1.1 %", near(min(out["twopoint"]), 0.014, 0.05),
                  near(max(out["threepoint"]), 0.011, 0.05))
            state("2: quadratised leaves with 0.67 to 0.80", near(-law * (1 + min(out["quadratised"])), 0.67, 0.02),
                  near(-law * (1 + max(out["quadratised"])), 0.80, 0.02))
            state("2: the residual of heun is 6 to 11 % of the blow", (min(left["heun"]), 0.055, 0.08),
                  (max(left["heun"]), 0.08, 0.115))
            state("2: that of verlet 8 to 12 %", (min(left["verlet"]), 0.08, 0.1), (max(left["verlet"]), 0.1, 0.125))
        state("2: am1 is too fast, heun too slow, twopoint and threepoint too fast",
              *((v, 0.001, 1) for m in ("am1", "twopoint", "threepoint") for v in out[m]),
              *((v, -1, -0.001) for v in out["heun"]))
        state("2: verlet, rk4 and quadratised are too fast or too slow",
              *((min(out[m]), -1, 0) for m in ("verlet", "rk4", "quadratised")),
              *((max(out[m]), 0, 1) for m in ("verlet", "rk4", "quadratised")))
        state("2: verlet and rk4 come near", *((max(map(abs, out[m])), 0, 0.012) for m in ("verlet", "rk4")))
        state("2: the residual of rk4 is under 1 %, of either sign", (max(map(abs, left["rk4"])), 0, 0.01),
              (min(left["rk4"]), -1, -1e-4), (max(left["rk4"]), 1e-4, 1))
        state("2: verlet and heun have one over 0", (min(left["verlet"] + left["heun"]), 0.05, 1))
        state("2: the others have none but rounding",
              *((max(map(abs, left[m])), 0, 2e-15) for m in ("exact", "twopoint", "threepoint", "quadratised")))
        sheds = {m: [e[8] for e in p.numbers(m, "energy")] for m in methods}
        state("2: quadratised sheds, the others do not", (min(sheds["quadratised"]), 1e-9, 1),
              *((max(sheds[m]), 0, 0) for m in methods[:-1]))


def duration():
    p = patch()
    wall = "hertz/impact~ -object wall -mass 0.02 -stiffness 1e+08 -exponent 1.5 -damping 0"
    for name, flags, speed in (("one", "", 1), ("mass", "-mass 0.04", 1), ("hard", "-stiffness 2e+08", 1),
                               ("speed", "", 2), ("plain", "-exponent 1", 1), ("plainfast", "-exponent 1", 10)):
        p.at(20, p.object(wall + " " + flags, name), "wall %g" % speed)
    body = "hertz/impact~ -mass 0.01 -stiffness 1e+09 -exponent 1.5 -damping 0.5 -masses 0.01 -decays 0 -freqs %d " \
        "-object modes"
    for name, freq in (("slow", 220), ("fast", 5000)):
        p.at(20, p.object(body % freq, name), "strike 1")
    p.at(20, p.object(body % 220 + " -masses 1000", "heavy"), "strike 1")
    rigid = p.object("hertz/impact~ -mass 0.01 -stiffness 1e+09 -exponent 1.5 -damping 0.5 -object wall", "w")
    p.at(20, rigid, "wall 1")
    bar = "hertz/impact~ -object bar -material steel -size 0.3 0.03 -thickness 0.008 -decay 2 -mass 0.02 " \
        "-stiffness 1e+08 -damping 0.02 -hold 0"
    blows = {"soft": (0.5, ""), "loud": (3, ""), "rubber": (1, "stiffness 1e+06, "), "steel": (1, "stiffness 3e+09, "),
             "even": (0.5, "exponent 1, stiffness 1e+06, "), "evenloud": (3, "exponent 1, stiffness 1e+06, ")}
    for name, (speed, message) in blows.items():
        one = p.object(bar, name)
        p.record(one, 0, name, 20, 8820)
        p.at(20, one, message + "strike %g, wall %g" % (speed, speed))
    p.play(250)
    time = {n: p.numbers(n, "wall")[0][2] for n in ("one", "mass", "hard", "speed", "plain", "plainfast", "w")}
    state("3: the time goes as (m/K)^(1/(a+1)) and v^((1-a)/(1+a))", near(time["mass"] / time["one"], 2 ** 0.4, 1e-3),
          near(time["hard"] / time["one"], 2 ** -0.4, 1e-3), near(time["speed"] / time["one"], 2 ** -0.2, 1e-3),
          near(time["plainfast"] / time["plain"], 1, 1e-5))
    state("3: 0.13 ms on the wall, 0.76 of it on 220 Hz, 1.54 on 5 kHz, 1 on a heavy body",
          near(time["w"], 0.00013, 0.03),
          *(near(p.numbers(n, "contact")[0][2] / time["w"], said, part) for n, said, part in
            (("slow", 0.76, 0.007), ("fast", 1.54, 0.004), ("heavy", 1, 0.001))))
    state("3: on the bar the two times are within a tenth",
          *(near(p.numbers(n, "contact")[0][2] / p.numbers(n, "wall")[0][2], 1, 0.1) for n in blows))
    bright = {n: brightness(p.samples(n)) for n in blows}
    state("3: loud is bright, with exponent 1 it is not; rubber is dull, steel is bright",
          (bright["loud"] / bright["soft"], 1.05, 100), (bright["evenloud"] / bright["even"], 0.9, 1.03),
          (bright["steel"] / bright["rubber"], 2, 100))
    state("3: a blow with exponent 1 lasts as long at any speed",
          near(p.numbers("evenloud", "contact")[0][2] / p.numbers("even", "contact")[0][2], 1, 0.02))
    with open(LIBRARY + "/hertz/impact~-help.pd") as page:
        drawn = re.search(r"expr \((\S+) \+ (\S+) \* \\\$f2\) / \\\$f1;", page.read())
    for exponent, said in ((1, 0.39), (1.5, 0.43), (2, 0.48), (3, 0.59), (4, 0.70)):
        found = centroid(exponent)
        state("3: the centroid of a pulse of exponent %g, and that of [pd hardness]" % exponent,
              near(found, said, 0.012), near(float(drawn[1]) + float(drawn[2]) * exponent, found, 0.016))


def centroid(exponent):
    """The centroid of the power spectrum of the force of a contact, times its duration."""
    x, v, step, force = 0.0, 1.0, 4e-3, []
    while x >= 0:
        half = v - step / 2 * x ** exponent
        x += step * half
        if x > 0:
            v = half - step / 2 * x ** exponent
            force.append(x ** exponent)
    n, above, all_of_it = len(force) + 1, 0.0, sum(force) ** 2 / 2
    for k in range(1, 120):
        turn = -2j * math.pi * k / 10 / n
        power = abs(sum(f * cmath.exp(turn * i) for i, f in enumerate(force))) ** 2
        above += power * k / 10
        all_of_it += power
    return above / all_of_it


def one_sample_too_long():
    p, ns = patch(), (2, 10, 20, 40)
    methods = ("threepoint", "twopoint", "quadratised", "rk4")
    for n in ns:
        for method in methods:
            for phase in (0, 0.2, 0.4, 0.6, 0.8):
                one = p.object("hertz/impact~ -object wall -exponent 1 -damping 0 -mass 0.01 -method %s "
                               "-stiffness %.9g" %
                               (method, 0.01 * (math.pi * RATE / n) ** 2), "%s%d" % (method, n))
                p.at(20, one, "strike 1 %.9g" % (phase / RATE))
    base = "hertz/impact~ -object wall -mass 0.01 -stiffness 7.68e+06 -exponent 1 -damping 0 -suspension 1000 -method "
    for method in ("exact", "threepoint", "twopoint", "quadratised", "threepoint -duration 1"):
        one = p.object(base + method)
        p.record(one, 1, "hits" + method.replace(" ", ""), 20, 44100)
        p.at(20, one, "strike 1")
    p.play(1100)
    long = {(m, n): [c[2] * RATE / n - 1 for c in p.numbers("%s%d" % (m, n), "contact")] for m in methods for n in ns}
    state("4: too long by 2.06/n^2 with threepoint, by 0.82/n^2 with twopoint",
          *(near(e * n * n, said, 0.025) for m, said in (("threepoint", 2.06), ("twopoint", 0.82)) for n in ns[1:]
            for e in long[m, n]))
    state("4: two per cent with n = 10, 40 with n = 2", near(long["threepoint", 10][0], 0.02, 0.03),
          *(near(e, 0.4, 0.08) for e in long["threepoint", 2]))
    state("4: quadratised is off by 0.6 of a sample too short to one sample too long",
          *((min(e * n for e in long["quadratised", n]), -0.65, -0.45) for n in ns[1:]),
          *((max(e * n for e in long["quadratised", n]), 0.9, 1.15) for n in ns[1:]))
    state("4: rk4 falls to a fifteenth, and stays at 1e-6 from 40 on",
          near(long["rk4", 10][0] / long["rk4", 20][0], 15, 0.1), (max(map(abs, long["rk4", 40])), 0, 1e-6))
    pitch = {}
    for name in [n for n in p.arrays if n.startswith("hits")]:
        force = p.samples(name)
        starts = [i for i in range(1, len(force)) if force[i] > 0 >= force[i - 1]]
        pitch[name[4:]] = (len(starts) - 1) / (starts[-1] - starts[0])
    cents = {n: 1200 * math.log2(f / pitch["exact"]) for n, f in pitch.items()}
    state("4: it falls by 24 cents with threepoint, 10 with twopoint, 68 with quadratised, 1 with duration 1",
          near(cents["threepoint"], -24, 0.03), near(cents["twopoint"], -10, 0.03),
          near(cents["quadratised"], -68, 0.01), near(cents["threepoint-duration1"], -1, 0.3))


def orders():
    """Tables of one contact at three sample rates, and what error_over_step.py makes of them."""
    exact = 20 / RATE
    for rate in (22050, 44100, 88200):
        p = patch(rate)
        for method in ("threepoint", "exact"):
            one = p.object("hertz/impact~ -object wall -exponent 1 -damping 0 -mass 0.01 -stiffness %.9g -method %s" %
                           (0.01 * (math.pi / exact) ** 2, method))
            p.at(20, one, "record 0.003 %s/%s%d.csv, strike 1 0.0005" % (SCRATCH, method, rate))
        p.play(500)
    for method, said in (("threepoint", "order 1.9"), ("exact", "error")):
        tables = ["%s/%s%d.csv" % (SCRATCH, method, rate) for rate in (22050, 44100, 88200)]
        script = os.path.abspath(LIBRARY + "/hertz/course/scripts/error_over_step.py")
        told = subprocess.run([sys.executable, script, repr(exact), *tables], cwd=SCRATCH, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True).stdout
        if said not in told or "n 20 samples" not in told or "exact 0.000453515 s" not in told:
            print("4: error_over_step.py says of %s: %s" % (method, told))
        if method == "exact" and max(float(e) for e in re.findall(r"error ([-0-9.e]+)$", told, re.M)) > 2e-5:
            print("4: a contact by exact is too long or too short: %s" % told)


def modes():
    p = patch()
    base = "hertz/impact~ -object string -freq 220 -modes 24 -decay 4 -mass 5e-05 -stiffness 1e+07 -hear point -hold 0"
    for name, flags in (("a", "-position 0.13 -pickups 0.21"), ("exchanged", "-position 0.21 -pickups 0.13"),
                        ("middle", "-position 0.5 -pickups 0.5"), ("third", "-position 0.3333 -pickups 0.2"),
                        ("heard", "-position 0.13 -pickups 0.33333333"),
                        ("heavy", "-position 0.13 -pickups 0.21 -mass 0.01"),
                        ("heavyexchanged", "-position 0.21 -pickups 0.13 -mass 0.01"),
                        ("bar", "-object freebar")):
        one = p.object(base + " " + flags, name)
        p.record(one, 0, name, 20, 4410)
        p.at(20, one, "strike 1")
        p.at(10, one, "partials")
    p.play(200)
    partials = [n[1] for n in p.numbers("a", "partial")][:9]
    sounds = {n: p.samples(n) for n in p.arrays}
    levels = {n: [level(sounds[n], f) for f in partials] for n in ("a", "middle", "third", "heard")}
    state("5: in the middle every second partial is gone",
          *((levels["middle"][k] - levels["a"][k], -300, -60) for k in (1, 3, 5, 7)))
    state("5: at a third every third one is gone, struck there or heard there",
          *((levels[n][k] - levels["a"][k], -300, -40) for k in (2, 5, 8) for n in ("third", "heard")))
    state("5: elsewhere than at the ends the third or the fifth is heard",
          (min(max(abs(math.sin(k * math.pi * x / 1000)) for k in (3, 5)) for x in range(10, 991)), 0.02, 1))
    for name, least, most in (("", 0, 0.01), ("heavy", 0.3, 10)):
        one, other = sounds[name or "a"], sounds[name + "exchanged"]
        state("5: exchanged places differ by a hundredth, with 10 g by much",
              (max(abs(x - y) for x, y in zip(one, other)) / max(map(abs, one)), least, most))
    contact = p.numbers("heavy", "contact")[0]
    state("5: a hammer of 10 g stays for more than half a period", (contact[2] * 220, 0.5, 3))
    bar = [n[1] / p.numbers("bar", "partial")[0][1] for n in p.numbers("bar", "partial")][1:4]
    state("5: the partials of a bar are no multiples of the lowest", *((abs(x - round(x)), 0.05, 1) for x in bar[:2]))


def switching():
    drops = [0.018 + 0.0005 * k for k in range(24)][::1 if ALL else 6]
    p = patch()
    for k in ("1e+06", "1e+07"):
        for way in ("exact", "offset", "naive"):
            for drop in drops:
                one = p.object("hertz/modalcontact~ -b object modes -b freqs 220 950 3500 -b decays 0 -b masses 0.1 "
                               "-a mass 0.01 -damping 0 -ledger 1 -stiffness %s -switching %s" % (k, way), way + k, 4)
                p.at(20, one, "drop %g" % drop)
                p.at(2020, one, "energy")
    p.play(2100)
    left = {n + k: [100 * e[0] / e[6] for e in p.numbers(n + k, "energy")] for n in ("exact", "offset", "naive")
            for k in ("1e+06", "1e+07")}
    shed = {n: [e[8] for e in p.numbers(n, "energy")] for n in ("naive1e+06", "naive1e+07")}
    state("6: a contact of 14 and of 4 samples", near(math.pi * math.sqrt(0.01 / 1e6) * RATE, 14, 0.02),
          near(math.pi * math.sqrt(0.01 / 1e7) * RATE, 4, 0.15))
    state("6: exact keeps 100 %", *((x, 99.99, 100.01) for k in ("1e+06", "1e+07") for x in left["exact" + k]))
    state("6: offset only falls", *((x, 0, 90) for k in ("1e+06", "1e+07") for x in left["offset" + k]))
    state("6: naive wanders at 1e6, and falls at 1e7", *((x, 85, 120) for x in left["naive1e+06"]),
          *((x, 0, 90) for x in left["naive1e+07"]))
    rods = sum("rods stand in" in line for line in p.said)
    state("6: rods stand in at 1e7, and not at 1e6", (rods, len(drops), len(drops)))
    if ALL: # The bounce is chaotic: another compiler has other drops, of the same distribution.
        for name, least, middle, most in (("offset1e+06", 72, 81, 88), ("naive1e+06", 92, 100, 109),
                                          ("offset1e+07", 5, 18, 31), ("naive1e+07", 0.4, 18, 76)):
            found = left[name]
            state("6: %s" % name, (min(found), least - 5, least + 8), (max(found), most - 16, most + 8),
                  (statistics.median(found), middle - 4, middle + 4))
        state("6: shed is under 0 in most drops at 1e6", (sum(x < 0 for x in shed["naive1e+06"]), 13, 24))
        state("6: and over 0 in most at 1e7", (sum(x > 0 for x in shed["naive1e+07"]), 20, 24))


def gravity():
    p = patch()
    ball = "hertz/bounce~ -mass 0.005 -stiffness 1e+10 -damping 0.2 "
    one = p.object(ball + "-object wall", "wall")
    p.record(one, 1, "force", 20, 44100)
    p.at(20, one, "drop 0.1")
    p.at(20, p.object(ball + "-object wall", "moon"), "gravity 1.62, drop %.9g" % (0.1 * 9.81 / 1.62))
    p.at(20, p.object(ball + "-object plate -material glass -size 0.4 0.3 -thickness 0.006", "plate"), "drop 0.1")
    p.play(1500)
    wall, plate, moon = p.numbers("wall", "contact"), p.numbers("plate", "contact"), p.numbers("moon", "contact")[0]
    state("7: a drop arrives with sqrt(2 g h)", near(wall[0][0], math.sqrt(2 * 9.81 * 0.1), 1e-4))
    kept = [-c[1] / c[0] for c in wall[:8]]
    state("7: 0.84 is kept in the first bounce, 0.93 in the eighth, and more each time", near(kept[0], 0.84, 0.005),
          near(kept[7], 0.93, 0.006), (min(b - a for a, b in zip(kept, kept[1:])), 0, 1))
    force = p.samples("force")
    starts = [i for i in range(1, len(force)) if force[i] > 0 and force[i - 1] == 0]
    state("7: a ball that leaves with v comes back after 2 v/g",
          near((starts[1] - starts[0]) / RATE - wall[0][2], -2 * wall[0][1] / 9.81, 1e-3))
    state("7: it leaves the plate with 1.10 m/s and comes back with 0.80", near(-plate[0][1], 1.10, 0.01),
          near(plate[1][0], 0.80, 0.01))
    state("7: on the moon a contact is the same at the same speed", *(near(a, b, 1e-3) for a, b in zip(moon, wall[0])))
    state("7: the work of gravity on the way in is 0.016 % of the energy",
          near(2 * 9.81 * wall[0][3] / wall[0][0] ** 2, 0.00016, 0.05))


def strings():
    p = patch()
    base = "hertz/stringbarrier~ -freq 110 -length 0.65 -diameter 0.0008 -position 0.3 -stiffness 1e+09 " \
        "-frets 0.3 0.5 0.7 -bridge 0 0.15 0.14 -meters compression"
    for name, flags in (("closed", "-obstacle flat -height -0.001"), ("newton", "-obstacle flat -height -0.001"),
                        ("quadratised", "-obstacle flat -height -0.001"), ("frets", "-obstacle frets -height -0.0009"),
                        ("soft", "-obstacle flat -height -0.001 -stiffness 1e+07")):
        method = name if name in ("newton", "quadratised") else "closed"
        one = p.object("%s %s -method %s" % (base, flags, method))
        p.at(20, one, "pluck")
        p.record(one, 3, name + "x", 20, 44100)
    one = p.object("hertz/stringbarrier~ -freq 110 -length 0.65 -diameter 0.001 -density 7850 -young 0", "t")
    p.at(20, one, "get tension")
    p.play(1100)
    deep = {n: max(p.samples(n + "x")) for n in ("closed", "newton", "quadratised", "frets", "soft")}
    state("8: quadratised lets the string in 12 times as far", near(deep["quadratised"] / deep["closed"], 12, 0.06))
    state("8: newton finds what closed finds", near(deep["newton"] / deep["closed"], 1, 1e-6))
    state("8: the frets are touched", (deep["frets"], 1e-9, 1e-3))
    state("8: farther than a spring a hundred times softer", (deep["quadratised"] / deep["soft"], 1.01, 3))
    state("8: 126.08 N", near(p.numbers("t", "tension")[0][0], 126.08, 1e-4))


def bow():
    p = patch()
    plays = {"open": "stroke 2", "octave": "finger 0.431 0.5, stroke 2", "lifted": "offset 1, stroke 2",
             "twelfth": "finger 0.287 0.5, bowposition 0.1, stroke 2", "hard": "bowforce 0.5, stroke 2",
             "light": "bowforce 0.02, stroke 2", "fast": "bowspeed 0.6, stroke 2"}
    for name, message in plays.items():
        one = p.object("hertz/trombamarina~ -mono -hold 0 -meters velocity", name, 4)
        p.at(20, one, message)
        p.record(one, 3, name + "v", 1020, 9000)
        p.record(one, 0, name + "s", 1020, 9000)
        p.record(one, 1, name + "f", 1020, 9000)
        if name == "open":
            p.record(one, 3, "early", 520, 9000)
    bars = {"usual": "", "slow": "speed 0.1, ", "swift": "speed 0.5, "}
    for name, message in bars.items():
        one = p.object("hertz/friction~ bowedbar", name, 4)
        p.at(20, one, message + "bang")
        p.record(one, 1, "bar" + name, 1020, 9000)
    p.at(10, one, "get press, get speed")
    p.play(1400)
    speed = {n: p.samples(n + "v") for n in plays}
    open_period, repeats = period(speed["open"], 1100, 1260)
    state("9: it goes with the bow at 0.2 m/s and slips back at 0.3, once a period",
          near(statistics.median([v for v in speed["open"] if v > 0.1]), 0.2, 0.03),
          near(statistics.median([v for v in speed["open"] if v < -0.2]), -0.3, 0.05), (repeats, 0.99, 1))
    state("9: settled after half a second", (period(p.samples("early"), 1100, 1260)[1], 0.99, 1))
    state("9: the octave and the twelfth", near(open_period / period(speed["octave"], 500, 700)[0], 2, 0.005),
          near(open_period / period(speed["twelfth"], 350, 450)[0], 3, 0.005))
    state("9: pressed harder it slips back three times as fast", near(min(speed["hard"]) / min(speed["open"]), 3, 0.1))
    state("9: and the pitch falls by 4 cents",
          (1200 * math.log2(open_period / period(speed["hard"], 1100, 1260)[0]), -6.5, -2.5))
    loud = {n: max(map(abs, p.samples(n + "s"))) for n in ("open", "light", "fast")}
    state("9: too lightly, or too fast, and there is hardly a sound",
          *((loud[n] / loud["open"], 0, 0.05) for n in ("light", "fast")))
    state("9: a foot that is lifted does not rattle", (max(p.samples("liftedf")), 0, 0),
          (max(p.samples("openf")), 0.01, 1))
    bar = {n: p.samples("bar" + n) for n in bars}
    strong = {n: 10 * math.log10(sum(x * x for x in bar[n]) / len(bar[n])) for n in bars}
    state("9: the bow alone is 6 N and 0.2 m/s", near(p.numbers("swift", "press")[0][0], 6, 1e-6),
          near(p.numbers("swift", "speed")[0][0], 0.2, 1e-6))
    state("9: on a bar it sings at 442 Hz, half as fast as much two octaves higher",
          (level(bar["usual"], 441.8) - level(bar["usual"], 1761), 20, 200),
          (level(bar["slow"], 1761) - level(bar["slow"], 441.8), -6, 9))
    state("9: at 0.5 m/s it only slides", (strong["swift"] - strong["usual"], -200, -40))


def instrument():
    p = patch()
    for name, message in (("loud", "60 100"), ("soft", "60 30"), ("high", "84 110"), ("woolly", "keyscale 0, 84 110"),
                          ("again", "keyscale 0, keyscale 0.8 196, 84 110")):
        one = p.object("hertz/impact~ marimba -edition 1 -voices 8 -hold 0", name)
        p.record(one, 0, name, 20, 8820)
        p.at(20, one, message)
        p.at(10, one, "get keyscale")
    keys = range(50, 74, 3) # the fourth of eight is soft
    for name, last in (("eight", ""), ("nine", "75 100")):
        one = p.object("hertz/impact~ marimba -edition 1 -voices 8 -hold 0")
        p.record(one, 0, name, 100, 4410)
        for k, key in enumerate(keys):
            p.at(10 + k, one, "%d %d" % (key, 20 if k == 3 else 100))
        if last:
            p.at(60, one, last)
    p.play(250)
    sounds = {n: p.samples(n) for n in p.arrays}
    state("10: softer is darker", (brightness(sounds["soft"]) / brightness(sounds["loud"]), 0.1, 0.9))
    state("10: key 84 is struck for 0.27 ms, without keyscale for 1.04 ms",
          *(near(p.numbers(n, "contact")[0][2], said, 0.01) for n, said in
            (("high", 0.00027), ("woolly", 0.00104), ("again", 0.00027))))
    changes = [level(sounds["nine"], f) - level(sounds["eight"], f) for f in (440 * 2 ** ((k - 69) / 12) for k in keys)]
    state("10: a ninth key takes the voice that stores the least", (changes[3], -200, -20),
          *((c, -1, 1) for k, c in enumerate(changes) if k != 3))
    rings = {n: sum(x * x for x in sounds[n][7000:8000]) / sum(x * x for x in sounds[n][1000:2000]) for n in sounds}
    state("10: keyscale makes the decay shorter", (rings["high"] / rings["woolly"], 0, 0.5))
    state("10: without it high keys are duller", (brightness(sounds["woolly"]) / brightness(sounds["high"]), 0.1, 0.9))
    state("10: the marimba has keyscale 0.8 196", near(p.numbers("high", "keyscale")[0][0], 0.8, 1e-6),
          near(p.numbers("high", "keyscale")[0][1], 196, 1e-6))


def friction():
    p = patch()
    plays = {"sings": "press 40, speed 0.05, static 0.6", "light": "press 20, speed 0.05, static 0.6",
             "faster": "press 40, speed 0.1, static 0.6", "equal": "press 40, speed 0.05, static 0.3",
             "fast": "press 40, speed 1, static 0.6", "soft": "press 40, speed 0.05, static 0.6, bristles 1e5 0.2"}
    for name, message in plays.items():
        one = p.object("hertz/friction~ -hold 0 -bristles 1e8 100 -b modes 1 -b freq 220 -b decay 2 -report 0 "
                       "-meters velocity")
        p.at(20, one, message + ", bang")
        for outlet, what in ((1, "s"), (2, "f"), (4, "v")):
            p.record(one, outlet, name + what, 1020, 13230)
    p.play(1400)
    sounds = {n: p.samples(n + "s") for n in plays}
    loud = {n: max(map(abs, sounds[n])) for n in plays}

    def rests(name, speed):
        """How long the hand rests on the bar, in ms: runs of over 0.4 ms below a tenth of its speed."""
        runs, run = [], 0
        for v in p.samples(name + "v"):
            run = run + 1 if abs(v) < 0.1 * speed else (run > 0.0004 * RATE and runs.append(run)) or 0
        return 1000 / RATE * sum(runs) / len(runs) if runs else 0

    state("11: it sticks for 3 ms, pressed less 1.8, faster 2.1, on soft bristles never",
          near(rests("sings", 0.05), 3.07, 0.05), near(rests("light", 0.05), 1.76, 0.05),
          near(rests("faster", 0.1), 2.12, 0.05), (rests("soft", 0.05), 0, 0))
    state("11: it slips at up to 0.17 m/s, and friction goes up to 0.6 times 40 N",
          near(max(p.samples("singsv")), 0.174, 0.03), near(max(p.samples("singsf")), 24, 0.01))
    state("11: equal coefficients, or too fast a hand, and it is over 35 dB softer",
          *((loud[n] / loud["sings"], 0, 0.0178) for n in ("equal", "fast")))
    state("11: and friction is 12 N", *(near(max(p.samples(n + "f")), 12, 0.01) for n in ("equal", "fast")))
    state("11: faster, it is 3 dB louder", (20 * math.log10(loud["faster"] / loud["sings"]), 2.5, 3.5))
    state("11: it sings at 157 Hz, pressed less at 193, on soft bristles at 220",
          *(near(RATE / period(sounds[n], int(RATE / hertz / 1.1), int(RATE / hertz * 1.1))[0], hertz, 0.01)
            for n, hertz in (("sings", 157), ("light", 193), ("soft", 220))))


for lesson in (what_a_contact_is, energy, duration, one_sample_too_long, orders, modes, switching, gravity, strings,
               bow, instrument, friction):
    lesson()
