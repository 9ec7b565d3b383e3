#!/usr/bin/env python3
"""Plots a table that `record` has written: phase portrait, force over compression, energies.

    python3 plot_record.py blow.csv        writes blow.svg beside it

It needs nothing but Python itself. The picture is an SVG, which any browser shows.
"""
import csv
import sys

WIDE, HIGH, EDGE = 460, 340, 70
COLOURS = ["#0050a0", "#c03000", "#208020", "#8020a0", "#806000"]


def read(path):
    """Returns the columns of a table by their names, as lists of numbers."""
    with open(path, newline="") as table:
        rows = csv.reader(table)
        names = next(rows)
        values = [[float(x) for x in row] for row in rows]
    return dict(zip(names, map(list, zip(*values))))


def ticks(low, high):
    """Returns a few round numbers between two."""
    span = high - low
    step = 10.0 ** len("%d" % int(span)) if span >= 1 else 1.0
    while step * 4 > span:
        step /= 10.0
    while span / step > 6:
        step *= 2.0 if span / step < 12 else 5.0
    first = int(low / step) - 1
    return [k * step for k in range(first, first + 20) if low <= k * step <= high]


def panel(left, title, across, down, curves):
    """Returns the SVG of one graph. `curves` are (name, xs, ys)."""
    xs = [x for _, c, _ in curves for x in c]
    ys = [y for _, _, c in curves for y in c]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    x1, y1 = (x1 if x1 > x0 else x0 + 1), (y1 if y1 > y0 else y0 + 1)

    def at(x, y):
        return (left + EDGE + (x - x0) / (x1 - x0) * WIDE, 60 + (y1 - y) / (y1 - y0) * HIGH)

    out = ['<text x="%g" y="24" font-size="18">%s</text>' % (left + EDGE, title),
           '<rect x="%g" y="60" width="%d" height="%d" fill="none" stroke="black"/>' % (left + EDGE, WIDE, HIGH),
           '<text x="%g" y="%d" font-size="16" text-anchor="end">%s</text>' % (left + EDGE + WIDE, HIGH + 104, across),
           '<text x="%g" y="50" font-size="16">%s</text>' % (left + EDGE, down)]
    for x in ticks(x0, x1):
        out.append('<text x="%g" y="%d" font-size="16" text-anchor="middle">%.3g</text>' % (at(x, y0)[0], HIGH + 80, x))
    for y in ticks(y0, y1):
        out.append('<text x="%g" y="%g" font-size="16" text-anchor="end">%.3g</text>'
                   % (left + EDGE - 6, at(x0, y)[1] + 5, y))
    for k, (name, cx, cy) in enumerate(curves):
        colour = COLOURS[k % len(COLOURS)]
        points = " ".join("%.2f,%.2f" % at(x, y) for x, y in zip(cx, cy))
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>' % (points, colour))
        if len(curves) > 1:
            out.append('<text x="%g" y="%d" font-size="16" fill="%s">%s</text>'
                       % (left + EDGE + WIDE + 8, 76 + 22 * k, colour, name))
    return "\n".join(out)


def touching(t):
    """Returns where the contact is, with a few samples around it; everything where there is none."""
    inside = [i for i, x in enumerate(t["compression"]) if x > 0 or t["endforce"][i] != 0]
    if not inside:
        return range(len(t["time"]))
    return range(max(0, inside[0] - 3), min(len(t["time"]), inside[-1] + 4))


def main(path):
    t = read(path)
    c = touching(t)
    x = [t["compression"][i] for i in c]
    parts = [
        panel(0, "phase portrait", "compression (m)", "velocity (m/s)", [("", x, [t["velocity"][i] for i in c])]),
        panel(600, "force over compression", "compression (m)", "force (N)", [("", x, [t["endforce"][i] for i in c])]),
        panel(1200, "energies", "time (s)", "energy (J)",
              [(name, t["time"], t[name]) for name in ("stored", "kinetic", "potential", "contact", "dissipated")]),
    ]
    target = path.rsplit(".", 1)[0] + ".svg"
    with open(target, "w") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="1860" height="470" font-family="sans-serif">\n')
        out.write('<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")
    print(target)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
