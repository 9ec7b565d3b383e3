"""The contact models of hertz in Python, by ctypes and the C library that `make libhertz` builds.

    from hertz import Hammer
    hammer = Hammer(rate=44100, mass=0.02)
    hammer.shape("plate", "steel", modes=20, size=(0.3, 0.2), thickness=0.002, place=(0.4, 0.3))
    hammer.strike(1.5)
    audio, force, stored = hammer.run(44100)
    print(hammer.energy(), hammer.contacts())

Units are SI. Rows are arrays of doubles, which numpy takes as they are (numpy.frombuffer). Run as a program, this file
shows a hammer that hits a wall and a plate, and what becomes of its energy.
"""
import array
import ctypes
import os
import sys

ACCOUNTS = ("stored", "kinetic", "potential", "contact", "dissipated", "supplied", "adjusted", "residual", "shed")


class Contact(ctypes.Structure):
    """A contact that has ended: velocities before and after, duration, deepest compression, greatest force."""
    _fields_ = [(name, ctypes.c_double) for name in ("v_in", "v_out", "duration", "x_max", "f_max")]

    def __repr__(self):
        return "Contact(%s)" % ", ".join("%s=%.6g" % (name, getattr(self, name)) for name, _ in self._fields_)


def _load():
    folder = os.path.dirname(os.path.abspath(__file__))
    name = {"darwin": "libhertz.dylib", "win32": "libhertz.dll"}.get(sys.platform, "libhertz.so")
    library = ctypes.CDLL(os.environ.get("LIBHERTZ", os.path.join(folder, name)))
    row, handle, text, number = ctypes.POINTER(ctypes.c_double), ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double
    for function, result, arguments in (
            ("version", text, []),
            ("new", handle, [number]),
            ("free", None, [handle]),
            ("set", ctypes.c_int, [handle, text, number]),
            ("wall", ctypes.c_int, [handle]),
            ("modes", ctypes.c_int, [handle, ctypes.c_int, row, row, row, row]),
            ("shape", ctypes.c_int, [handle, text, text, ctypes.c_int, row, number, number, number]),
            ("strike", None, [handle, number, number]),
            ("reset", None, [handle]),
            ("run", None, [handle, ctypes.c_int, row, row, row]),
            ("energy", None, [handle, row]),
            ("contacts", ctypes.c_int, [handle, ctypes.POINTER(Contact), ctypes.c_int])):
        f = getattr(library, "hertz_" + function)
        f.restype, f.argtypes = result, arguments
    return library


_library = _load()


def version():
    return _library.hertz_version().decode()


def _row(numbers):
    numbers = list(numbers)
    return (ctypes.c_double * len(numbers))(*numbers)


class Hammer:
    """A hammer, and what it hits: at first a rigid wall."""

    def __init__(self, rate=44100, **numbers):
        self._x = _library.hertz_new(rate)
        if not self._x:
            raise ValueError("no hammer for the rate %r" % rate)
        for name, value in numbers.items():
            self.set(name, value)

    def __del__(self):
        if getattr(self, "_x", None):
            _library.hertz_free(self._x)

    def set(self, name, value):
        """Sets mass, stiffness, exponent, damping, gravity, suspension, rest or resolution."""
        if not _library.hertz_set(self._x, name.encode(), value):
            raise ValueError("%s cannot be %r" % (name, value))

    def wall(self):
        _library.hertz_wall(self._x)

    def modes(self, freqs, decays, masses, weights):
        """A body of modes: Hz, seconds to -60 dB (0: no loss), kg, and weights at the place that is struck."""
        rows = [_row(x) for x in (freqs, decays, masses, weights)]
        if len({len(x) for x in rows}) != 1 or not _library.hertz_modes(self._x, len(rows[0]), *rows):
            raise ValueError("these are not the modes of a body")

    def shape(self, shape, material, modes=20, size=(0.3, 0.2), thickness=0.002, place=(0.4, 0.3)):
        """A body by its shape and material, as the class impact~ knows them; a body of one size takes the first."""
        if len(size) != 2:
            raise ValueError("size is two numbers, not %r" % (size,))
        if not _library.hertz_shape(self._x, shape.encode(), material.encode(), modes, _row(size), thickness, *place):
            raise ValueError("there is no such body: %s of %s" % (shape, material))

    def strike(self, velocity, distance=0):
        _library.hertz_strike(self._x, velocity, distance)

    def reset(self):
        _library.hertz_reset(self._x)

    def run(self, n):
        """Runs n samples; returns velocity, force and stored energy, an array of doubles each."""
        rows = [array.array("d", bytes(8 * n)) for _ in range(3)]
        _library.hertz_run(self._x, n, *[(ctypes.c_double * n).from_buffer(x) for x in rows])
        return rows

    def energy(self):
        account = (ctypes.c_double * len(ACCOUNTS))()
        _library.hertz_energy(self._x, account)
        return dict(zip(ACCOUNTS, account))

    def contacts(self):
        """The contacts that have ended since the last call, at most 64."""
        reports = (Contact * 64)()
        return [reports[i] for i in range(_library.hertz_contacts(self._x, reports, 64))]


def show():
    print("hertz", version())
    hammer = Hammer(mass=0.01, stiffness=1e8, exponent=1.5)
    hammer.strike(1)
    hammer.run(4410)
    for contact in hammer.contacts():
        print("wall: ", contact)
    hammer = Hammer(mass=0.02, stiffness=1e8, exponent=1.5)
    hammer.shape("plate", "steel")
    hammer.strike(1.5)
    hammer.run(44100)
    for contact in hammer.contacts():
        print("plate:", contact)
    print("J:", ", ".join("%s %.4g" % item for item in hammer.energy().items()))


if __name__ == "__main__":
    show()
