#!/usr/bin/env python3
"""Clicks every button of every lesson once or more, its first one twice at least, and drawn pairs of them, in a Pd
without a window, and looks at what the graphs, sliders and numbers show: no graph is empty, none is a comb, each axis
says what is drawn. Prints a line for each fault.

    clicks.py <library> <scratch folder> <times> <pairs in each lesson> <seed> [lesson...]
"""
import os
import random
import re
import sys

from pd import RATE, Patch

COLUMNS = 308  # the width of a graph
QUIET = {"reset", "panic"}  # after these there may be nothing to be seen

# What has nothing to show: there is no obstacle, or the foot of the bridge is lifted.
EMPTY = {("8", "L-force"): "obstacle none", ("8", "L-depth"): "obstacle none", ("9", "L-late-force"): "offset 1"}
# Numbers that are zero by right: what only one method sheds, and what no method loses.
ZERO = {("2", "shed"), ("6", "shed"), ("8", "shed")}


def boxes(text):
    """The boxes of a patch's own canvas, in the order in which cords number them."""
    depth, found = 0, []
    for line in re.split(r"(?<!\\);\n", text):
        kind = line.split(" ", 2)[:2]
        if kind == ["#N", "canvas"]:
            depth += 1
        elif kind == ["#X", "restore"]:
            depth -= 1
            if depth == 1:
                found.append(line)
        elif depth == 1 and kind[0] == "#X" and kind[1] in ("obj", "msg", "text", "floatatom", "symbolatom"):
            found.append(line)
    return found


def with_eyes(text, name, arrays):
    """A graph of the library that also prints its labels and bounds, and writes its arrays when asked."""
    found = boxes(text)
    more, count = [], len(found)

    def box(line):
        more.append("#X " + line + ";")
        return count + len([m for m in more if not m.startswith("#X connect")]) - 1

    def cord(a, b):
        more.append("#X connect %d 0 %d 0;" % (a, b))

    labels = [i for i, line in enumerate(found) if re.match(r"#X obj \d+ \d+ nbx ", line)]
    for k, i in enumerate(labels):
        cord(i, box("obj 0 0 print %s-label%d" % (name, k)))
    for i, line in enumerate(found):
        if re.match(r"#X msg \d+ \d+ bounds ", line):
            cord(i, box("obj 0 0 print %s-bounds" % name))
    look = box("obj 0 0 r L-look")
    for array in arrays:
        joined = box("obj 0 0 list append %s" % name)
        path = box(r"msg 0 0 write \$1-\$2%s" % ("" if len(arrays) == 1 else "-" + array))
        cord(look, joined)
        cord(joined, path)
        cord(path, box(r"obj 0 0 s \$0-%s" % array))
    head, tail = text.rsplit("#X coords", 1)
    return head + "\n".join(more) + "\n#X coords" + tail


def lay_out(library, scratch):
    """A copy of the library whose graphs can be looked at, and whose lessons have the name L for $0."""
    for folder in ("", "/course"):
        os.makedirs(scratch + "/hertz" + folder, exist_ok=True)
        for name in os.listdir(library + "/hertz" + folder):
            source, copy = library + "/hertz" + folder + "/" + name, scratch + "/hertz" + folder + "/" + name
            if os.path.isdir(source):
                continue
            if folder and re.match(r"\d.*\.pd$", name):
                text = open(source).read()
                if not re.search("-(exercise|solution)", name):
                    text = text.replace(r"\$0", "L")
            elif name in ("plot.pd", "sheet-brief.pd"):
                text = with_eyes(open(source).read(), r"\$1-\$3", ["a"])
            elif name == "spectrum.pd":
                text = with_eyes(open(source).read(), "L-spectrum", ["a"])
            elif name == "sheet-loop.pd":
                text = with_eyes(open(source).read(), "L-loop", ["in", "out"])
            else:
                os.symlink(os.path.abspath(source), copy)
                continue
            with open(copy, "w") as out:
                out.write(text)


class Lesson:
    def __init__(self, scratch, name):
        self.name, self.number = name, name.split("-")[0]
        self.text = open(scratch + "/hertz/course/" + name + ".pd").read()
        found = boxes(self.text)
        do = [i for i, line in enumerate(found) if re.match(r"#X obj \d+ \d+ s L-do$", line)][0]
        cords = {(int(a), int(b)) for a, b in re.findall(r"#X connect (\d+) 0 (\d+) 0;", self.text)}
        self.clicks = [re.sub(r"(\s*\\,|\n)\s*", lambda m: ", " if "," in m[0] else " ", line.split(" ", 4)[4])
                       for i, line in enumerate(found) if line.startswith("#X msg") and (i, do) in cords]
        flat = self.text.replace("\n", " ")
        self.graphs = re.findall(r"hertz/plot (L\S*) (?:\\ |\S)+ (\w+);", flat)
        self.spectrum = "hertz/spectrum " in flat
        self.brief = re.findall(r"sheet-brief (L\S*) (?:\\ |\S)+ (\w+);", flat)
        self.strings = re.findall(r"#X array (L-string|L-below) ", flat)
        self.loop = "sheet-loop " in flat
        self.numbers = re.findall(r"#X floatatom [^;]* L-(\w+) - 0;", flat)
        sliders = re.findall(r"hertz/slider L set ([^;]+);", flat.replace("\\ ", "_"))
        self.sliders = {words[0]: (float(words[2]), float(words[3])) for words in map(str.split, sliders)}
        sent = [float(m) for m in re.findall(r"#X msg \d+ \d+ ([\d.]+);", flat)]
        self.wait = 400 + max(sent + [1000 if "L-late" in flat else 0]) + (700 if self.number == "6" else 150)


def columns(values):
    """The least and the greatest of what lies in each column of a graph."""
    n, found = len(values), []
    for k in range(min(COLUMNS, n)):
        part = values[k * n // min(COLUMNS, n):max((k + 1) * n // min(COLUMNS, n), k * n // min(COLUMNS, n) + 1)]
        found.append((min(part), max(part)))
    return found


def teeth(values):
    """How often a curve goes from the lowest tenth of its graph to the highest and back."""
    least, most = min(min(values), 0), max(values)
    high, count = False, 0
    for value in values:
        if not high and value > least + 0.9 * (most - least):
            high, count = True, count + 1
        elif high and value < least + 0.1 * (most - least):
            high = False
    return count


def faults_of_curve(values, ms_label, bounds, labels, slack=0.006):
    """What is wrong with a graph of [hertz/plot] or sheet-brief, whose 200 points may miss the very top."""
    if not all(abs(v) < 1e30 for v in values):
        yield "has numbers that are none"
    peak = max(abs(v) for v in values)
    drawn = columns(values)
    if sum(max(abs(a), abs(b)) > 0.005 * peak for a, b in drawn) < 0.01 * len(drawn) or peak < 1e-12:
        yield "is empty"
        return
    left, top, right, bottom = bounds
    if left != 0 or not len(values) - 1 <= right <= len(values):
        yield "shows %g to %g of %d points" % (left, right, len(values))
    if max(values) > top or min(values) < bottom or max(max(values), -min(values)) < 0.9 * max(top, -bottom):
        yield "shows %g to %g where it goes from %g to %g" % (bottom, top, min(values), max(values))
    for said, what in ((labels[0], max(max(values), 1e-9)), (labels[1], min(min(values), 0))):
        if abs(said - what) > slack * abs(what) + 1e-30:
            yield "says %g for %g" % (said, what)
    if ms_label and abs(len(values) / RATE * 1000 / ms_label - 1) > 0.01:
        yield "says %g ms for %d samples" % (ms_label, len(values))


class Run:
    """One lesson, clicked; what was printed and written after each click."""

    def __init__(self, scratch, lesson, times, pairs, seed):
        self.lesson, self.scratch, self.sequence = lesson, scratch, []
        draw = random.Random("%s %s" % (seed, lesson.name))
        sounding = [c for c in lesson.clicks if c not in QUIET]
        for click in lesson.clicks:
            self.sequence += [[click]] * (times if self.sequence else max(times, 2))
        for _ in range(pairs):
            self.sequence.append([draw.choice(lesson.clicks), draw.choice(sounding)])
        p = Patch(scratch, scratch, [scratch + "/hertz/course"])
        p.boxes[2] = "#X msg 100 70 marker 0;"  # the first click turns the sound on, not the test
        p.box("obj 10 10 %s" % lesson.name)
        for name in lesson.numbers + ["info"]:
            p.cord(p.box("obj 0 0 r L-" + name), 0, p.box("obj 0 0 print L-number-" + name), 0)
        said = p.box("obj 0 0 print click")
        for k, clicks in enumerate(self.sequence):
            begin = 300 + k * (lesson.wait + 150)
            p.at(begin, said, str(k))
            for i, click in enumerate(clicks):
                p.at(begin + 100 * i, "L-do", click)
            p.at(begin + lesson.wait, "L-look", "symbol %s/look%d" % (scratch, k))
            moves = begin + (1500 if "stroke" in clicks[-1] else 60) + 100 * len(clicks)
            for array in lesson.strings:
                p.at(moves, array, "write %s/look%d-%s" % (scratch, k, array))
        self.parts, part = {}, -1
        for line in p.play(300 + len(self.sequence) * (lesson.wait + 150)):
            if line.startswith("click: "):
                part = int(line.split()[1])
            self.parts.setdefault(part, []).append(line)

    def last(self, k, name):
        """The numbers that were last printed under a name after a click, or else before."""
        for part in range(k, -2, -1):
            for line in reversed(self.parts.get(part, [])):
                if line.startswith(name + ": "):
                    return [float(x) for x in line.split(": ")[1].split() if x != "bounds"]
        return []

    def array(self, k, name):
        path = "%s/look%d-%s" % (self.scratch, k, name)
        if not os.path.exists(path):
            return []
        with open(path) as numbers:
            return [float(x) for x in numbers.read().split()]

    def faults(self):
        lesson = self.lesson
        for line in sum(self.parts.values(), []):
            if re.search(r"couldn't create|\berror\b(?!.*naive has made)|no method|no such|divide by zero", line):
                yield "says " + line
        for k, clicks in enumerate(self.sequence):
            quiet = clicks[-1] in QUIET
            for name, wrong in self.faults_after(k, quiet):
                allowed = wrong == "is empty" and EMPTY.get((lesson.number, name), "-") in clicks[-1]
                if not allowed and not (quiet and wrong == "is empty"):
                    yield "after '%s': %s %s" % ("', '".join(clicks), name, wrong)
        for name in lesson.numbers:
            seen = [self.last(k, "L-number-" + name) for k in range(len(self.sequence))]
            if not all(seen) or (not any(s[0] for s in seen if s) and (lesson.number, name) not in ZERO):
                yield "the number %s stays as it was" % name
        for parameter, (least, most) in lesson.sliders.items():
            for line in sum(self.parts.values(), []):
                if line.startswith("L-number-info: %s " % parameter) and \
                        not least * 0.999 <= float(line.split()[2]) <= most * 1.001:
                    yield "the slider from %g to %g has %s" % (least, most, line.split(": ")[1])

    def faults_after(self, k, quiet):
        lesson = self.lesson
        for prefix, signal in lesson.graphs + lesson.brief:
            name = prefix + "-" + signal
            values, bounds = self.array(k, name), self.last(k, name + "-bounds")
            labels = [(self.last(k, "%s-label%d" % (name, i)) or [0])[0] for i in range(3)]
            is_brief = (prefix, signal) in lesson.brief
            if not values or len(bounds) != 4:
                yield name, "was not drawn"
                continue
            for wrong in faults_of_curve(values, 0 if is_brief else labels[2], bounds, labels,
                                         0.1 if is_brief else 0.006):
                yield name, wrong
            if signal not in ("sound",) and teeth(values) > 16:
                yield name, "is a comb of %d teeth" % teeth(values)
            out = self.last(k, "L-number-vout")
            if signal == "velocity" and out and abs(values[-1] / out[0] - 1) > 1e-3:
                yield name, "ends at %g m/s, and the report says %g" % (values[-1], out[0])
            if signal == "height" and not quiet and max(values) < -min(values):
                yield name, "falls upwards"
            if is_brief and not quiet:
                most = max(values)
                inside = [i for i, v in enumerate(values) if v > 0.001 * most]
                if not inside or inside[0] > 40 or inside[-1] < 160:
                    yield name, "fills %s of 200 columns" % (inside and inside[-1] - inside[0])
        if lesson.spectrum:
            values = self.array(k, "L-spectrum")
            if not values or max(values) < -80:
                yield "L-spectrum", "is empty"
            elif max(values) > 0 or min(values) < -100:
                yield "L-spectrum", "leaves its frame"
            first = self.sequence.index(self.sequence[k])
            before = self.array(first, "L-spectrum")
            if self.sequence[k][0].startswith("reset") and len(self.sequence[k]) == 1 and first < k and before:
                off = [abs(a - b) for a, b in zip(values, before) if max(a, b) > max(values) - 40]
                if sum(off) / len(off) > 6:
                    yield "L-spectrum", "is %g dB off that of the click before" % (sum(off) / len(off))
        if lesson.loop and not quiet:
            for way in ("in", "out"):
                values = self.array(k, "L-loop-" + way)
                if teeth(values) > 1 or any(v <= 0 for v in values[1:99]):
                    yield "L-loop", "has gaps on the way " + way
            top, deepest = self.last(k, "L-loop-label0")[0], self.last(k, "L-loop-label1")[0]
            contact = self.last(k, "L-number-xmax") + self.last(k, "L-number-fmax")
            if abs(deepest / contact[0] - 1) > 0.03 or abs(top / contact[1] - 1) > 0.03:
                yield "L-loop", "has axes to %g m and %g N of a contact of %g m and %g N" % (deepest, top, *contact)
        if "putin" in lesson.numbers and not quiet:
            total, *parts = (self.last(k, "L-number-" + n)[0] for n in ("putin", "stored", "dissipated", "shed"))
            if abs(total - sum(parts)) > 1e-5 * total:
                yield "L-putin", "is %g, and the other accounts are %g" % (total, sum(parts))
        for name in lesson.strings:
            values = self.array(k, name)
            edge = float(re.search(r"#X coords 0 (\S+) 99", lesson.text)[1])
            if not values or max(abs(v) for v in values) > edge * 1.001:
                yield name, "leaves its frame"
            elif name == "L-string" and not quiet and max(abs(v) for v in values) < 0.02 * edge:
                yield name, "is empty"


def main(library, scratch, times, pairs, seed, *only):
    lay_out(library, scratch)
    lessons = sorted((f[:-3] for f in os.listdir(scratch + "/hertz/course") if re.match(r"\d+-[a-z-]+\.pd$", f) and
                      not re.search("-(exercise|solution)", f)), key=lambda f: int(f.split("-")[0]))
    for name in lessons:
        if not only or name.split("-")[0] in only:
            lesson = Lesson(scratch, name)
            for fault in Run(scratch, lesson, int(times), int(pairs), seed).faults():
                print("%s: %s (seed %s)" % (name, fault, seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
