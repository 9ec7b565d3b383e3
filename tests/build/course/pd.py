"""Patches that a test writes, and a Pd without a window that plays them faster than real time."""
import os
import re
import subprocess

RATE = 44100


def escaped(text):
    return re.sub(r"([,;$])", r" \\\1" if "," in text or ";" in text else r"\\\1", text)


class Patch:
    """A patch of boxes and of messages at their times; play() runs it and returns what was printed."""

    def __init__(self, folder, library, paths=(), rate=RATE):
        self.boxes, self.cords, self.arrays = [], [], {}
        self.folder, self.library, self.paths, self.rate = folder, library, paths, rate
        self.begin = self.box("obj 10 10 loadbang")
        self.start = self.box("obj 10 40 t b b")
        on = self.box(r"msg 100 70 \; pd dsp 1")
        self.cord(self.begin, 0, self.start, 0)
        self.cord(self.start, 1, on, 0)

    def box(self, text):
        self.boxes.append("#X " + text + ";")
        return len(self.boxes) - 1

    def cord(self, a, outlet, b, inlet):
        self.cords.append("#X connect %d %d %d %d;" % (a, outlet, b, inlet))

    def object(self, text, name=None, info=3):
        """An object, of which the info outlet is printed under a name."""
        one = self.box("obj 10 100 " + escaped(text))
        if name:
            self.cord(one, info, self.box("obj 10 130 print " + name), 0)
        return one

    def at(self, ms, target, message):
        """Sends a message, as in a message box, to a box, or to a receiver's name."""
        delay = self.box("obj 10 10 delay %.9g" % ms)
        text = self.box("msg 10 10 " + re.sub(r",", r" \\,", message))
        self.cord(self.start, 0, delay, 0)
        self.cord(delay, 0, text, 0)
        self.cord(text, 0, self.box("obj 10 10 s " + target) if isinstance(target, str) else target, 0)

    def record(self, box, outlet, name, ms, length):
        self.box("obj 10 10 array define %s %d" % (name, length))
        tape, delay = self.box("obj 10 10 tabwrite~ " + name), self.box("obj 10 10 delay %.9g" % ms)
        self.cord(box, outlet, tape, 0)
        self.cord(self.start, 0, delay, 0)
        self.cord(delay, 0, tape, 0)
        self.arrays[name] = os.path.join(self.folder, name + ".array")

    def play(self, ms):
        for name, path in self.arrays.items():
            self.at(ms, name, "write " + path)
        self.at(ms + 1, "pd", "quit")
        path = os.path.join(self.folder, "patch.pd")
        with open(path, "w") as out:
            out.write("#N canvas 0 0 400 300 12;\n" + "\n".join(self.boxes + self.cords) + "\n")
        flags = ["-r", str(self.rate), "-nrt", "-noprefs", "-batch", "-nogui", "-noaudio"]
        for one in (self.library, *self.paths):
            flags += ["-path", one]
        ended = subprocess.run([os.environ.get("HZ_PD", "pd"), *flags, "-open", path], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600,
                               env=dict(os.environ, LD_PRELOAD=os.environ.get("HZ_PRELOAD", "")))
        self.said = ended.stdout.splitlines()
        return self.said

    def numbers(self, name, word):
        """The lists that came out under a name after a word, as in `contact 1 -1 0.001 ...`."""
        head = name + ": " + word + " "
        return [[float(x) for x in line[len(head):].split()] for line in self.said if line.startswith(head)]

    def samples(self, name):
        with open(self.arrays[name]) as numbers:
            return [float(x) for x in numbers.read().split()]
