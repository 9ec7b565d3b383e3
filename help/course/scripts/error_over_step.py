#!/usr/bin/env python3
"""Draws the error over the step from tables of the same contact that `record` has written at several sample rates.

    python3 error_over_step.py exact a.csv b.csv c.csv       writes error.svg, and prints the order

`exact` is the speed with which the mass must leave (m/s), such as the message `wall` answers. The error of a table is
that of the speed in its last line. The order is the slope of the line through the logarithms. It needs nothing but
Python itself.
"""
import math
import sys

from plot_record import panel, read


def measure(path, exact):
    """Returns the step of a table and its error."""
    t = read(path)
    return t["time"][1] - t["time"][0], abs(abs(t["velocity"][-1]) / abs(exact) - 1)


def slope(points):
    """Returns the slope of the straight line that comes closest to the points."""
    n = len(points)
    mx = sum(x for x, _ in points) / n
    my = sum(y for _, y in points) / n
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def main(exact, paths):
    found = sorted(measure(path, exact) for path in paths)
    points = [(math.log10(h), math.log10(e)) for h, e in found if e > 0]
    for h, e in found:
        print("step %.6g s, error %.6g" % (h, e))
    if len(points) < 2:
        sys.exit("The errors are zero: there is no line to draw.")
    order = slope(points)
    print("order %.3f" % order)
    with open("error.svg", "w") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="470" font-family="sans-serif">\n')
        out.write('<rect width="100%" height="100%" fill="white"/>\n')
        out.write(panel(0, "error over step: order %.2f" % order, "log10 of the step (s)", "log10 of the error",
                        [("", [x for x, _ in points], [y for _, y in points])]) + "\n</svg>\n")
    print("error.svg")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(float(sys.argv[1]), sys.argv[2:])
