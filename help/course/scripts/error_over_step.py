#!/usr/bin/env python3
"""Draws the error over the step from tables of the same contact that `record` has written at several sample rates.

    python3 error_over_step.py exact a.csv b.csv c.csv       writes error.svg, and prints the order

`exact` is how long the contact must last, in seconds: on a wall, pi sqrt(m/K) for exponent 1, and else the third number
that the message `wall` answers. A table needs a sample before the contact and two behind it; the contact lasts from
where the flight before it meets the surface to where the flight behind it leaves it. The order is the slope of the line
through the logarithms. It needs nothing but Python itself.
"""
import math
import sys

from plot_record import panel, read


def surface(t, i):
    """Returns when the flight that a table has in a line is at the surface."""
    return t["time"][i] - t["compression"][i] / t["velocity"][i]


def measure(path, exact):
    """Returns the step of a table, how long its contact lasts, and the error of that."""
    t = read(path)
    inside = [i for i, x in enumerate(t["compression"]) if x > 0]
    if not inside or inside[0] == 0 or inside[-1] + 2 >= len(t["time"]):
        sys.exit("%s: it does not hold a contact with a flight before it and one behind it." % path)
    lasts = surface(t, inside[-1] + 2) - surface(t, inside[0] - 1)
    return t["time"][1] - t["time"][0], lasts, abs(lasts / exact - 1)


def slope(points):
    """Returns the slope of the straight line that comes closest to the points."""
    n = len(points)
    mx = sum(x for x, _ in points) / n
    my = sum(y for _, y in points) / n
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def main(exact, paths):
    found = sorted(measure(path, exact) for path in paths)
    for h, lasts, e in found:
        print("step %.6g s, n %.4g samples, lasts %.6g s, exact %.6g s, error %.6g" % (h, exact / h, lasts, exact, e))
    errors = [e for _, _, e in found]
    if min(errors) < 1e-12 or max(errors) < 1.5 * min(errors):
        print("The error does not depend on the step: there is no order.")
        sys.exit(1)
    points = [(math.log10(h), math.log10(e)) for h, _, e in found]
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
