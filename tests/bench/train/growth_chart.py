"""Curves of the time to train as SVG: a panel per direction, a line per learner, both axes logarithmic."""
import math
from xml.sax.saxutils import escape

import chart

WIDTH = 900
COLUMNS = 3
PANEL = 290  # a panel's width and, with its words, its height
PLOT_LEFT, PLOT_RIGHT = 46, 12
PLOT_TOP, PLOT_BOTTOM = 34, 44
TOP = 92

STYLE = chart.STYLE.replace(".espalier-bench", ".espalier-growth") + """
.espalier-growth polyline { fill: none; stroke-width: 2; }
.espalier-growth .line0 { stroke: #0068a8; fill: #0068a8; }
.espalier-growth .line1 { stroke: #c44900; fill: #c44900; }
.espalier-growth .line2 { stroke: #57606a; fill: #57606a; }
.espalier-growth .proportional { stroke: #8c959f; stroke-dasharray: 4 4; }
@media (prefers-color-scheme: dark) {
.espalier-growth .line0 { stroke: #4aa8e0; fill: #4aa8e0; }
.espalier-growth .line1 { stroke: #f08a4b; fill: #f08a4b; }
.espalier-growth .line2 { stroke: #9aa4af; fill: #9aa4af; }
.espalier-growth .proportional { stroke: #6e7781; }
}
"""


class Axis:
    """Places on a line for values from `low` to `high`; logarithmic unless one of them is 0."""

    def __init__(self, values, begin, end):
        self.low, self.high = min(values), max(values)
        self._logarithmic = self.low > 0
        self._begin, self._end = begin, end

    def at(self, value):
        if self.high == self.low:
            share = 0.5
        elif self._logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self._begin + share * (self._end - self._begin)


def decades(low, high):
    """The powers of ten around both."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def short(direction, size):
    if direction == "holes":
        return f"{100 * size:.0f}"
    return f"{size / 1e6:g}M" if size >= 1e6 else f"{size / 1e3:g}k" if size >= 1e3 else f"{size:g}"


def proportional(points, x, y, seconds):
    """A line along which time is proportional to size, from the first point to where it leaves the panel."""
    (size, start), (last, _) = points[0], points[-1]
    if size <= 0:
        return ""
    reach = min(last, size * seconds[-1] / start)
    return (f'<line x1="{x.at(size):.1f}" y1="{y.at(start):.1f}" x2="{x.at(reach):.1f}" '
            f'y2="{y.at(start * reach / size):.1f}" class="proportional"/>\n')


def panel(direction, curves, left, top, classes):
    known = {curve["mode"]: [(size, seconds) for size, seconds in curve["points"] if seconds is not None] for curve in curves}
    all_seconds = [seconds for points in known.values() for _, seconds in points]
    sizes = [size for curve in curves for size, _ in curve["points"]]
    title = "holes, % of the cells" if direction == "holes" else direction
    parts = [chart.text(left + PLOT_LEFT, top + 20, f"{title} ({curves[0]['set']})", "figure")]
    if not all_seconds:
        return "".join(f"{part}\n" for part in [*parts, chart.text(left + PLOT_LEFT, top + 60, "given up", "quiet")])
    ticks = decades(min(all_seconds), max(all_seconds))
    bottom, right = top + PANEL - PLOT_BOTTOM, left + PANEL - PLOT_RIGHT
    x = Axis(sizes, left + PLOT_LEFT + 6, right - 6)
    y = Axis([ticks[0], ticks[-1]], bottom, top + PLOT_TOP)
    for tick in ticks:
        parts += [f'<line x1="{left + PLOT_LEFT}" x2="{right}" y1="{y.at(tick):.1f}" y2="{y.at(tick):.1f}" class="grid"/>',
                  chart.text(left + PLOT_LEFT - 6, y.at(tick) + 4, f"{tick:g} s", "quiet", "end")]
    for size in dict.fromkeys(sizes):
        parts.append(chart.text(x.at(size), bottom + 18, short(direction, size), "quiet", "middle"))
    longest = max(known.values(), key=len)
    parts.append(proportional(longest, x, y, ticks))
    for mode, points in known.items():
        places = " ".join(f"{x.at(size):.1f},{y.at(seconds):.1f}" for size, seconds in points)
        parts.append(f'<polyline points="{places}" class="{classes[mode]}" style="fill: none"/>')
        parts += [f'<circle cx="{x.at(size):.1f}" cy="{y.at(seconds):.1f}" r="3" class="{classes[mode]}"/>' for size, seconds in points]
    return "".join(f"{part}\n" for part in parts if part)


def legend(classes, y):
    parts, x = [], 24
    for mode, kind in classes.items():
        parts += [f'<line x1="{x}" x2="{x + 18}" y1="{y - 4}" y2="{y - 4}" class="{kind}" style="stroke-width: 2"/>',
                  chart.text(x + 24, y, mode, "quiet")]
        x += 44 + 6.4 * len(mode)
    parts += [f'<line x1="{x}" x2="{x + 18}" y1="{y - 4}" y2="{y - 4}" class="proportional"/>', chart.text(x + 24, y, "proportional", "quiet")]
    return "".join(f"{part}\n" for part in parts)


def svg(result):
    curves = result["curves"]
    modes = list(dict.fromkeys(curve["mode"] for curve in curves))
    classes = {mode: f"line{i}" for i, mode in enumerate(modes)}
    directions = list(dict.fromkeys(curve["direction"] for curve in curves))
    height = TOP + PANEL * math.ceil(len(directions) / COLUMNS)
    title = "How the time to train grows" + (" (small tables)" if result["small"] else "")
    said = "; ".join(f"{curve['direction']}, {curve['mode']}: " + (
        "given up" if curve["exponent"] is None else f"exponent {curve['exponent']:.2f}") for curve in curves)
    panels = "".join(panel(direction, [curve for curve in curves if curve["direction"] == direction],
                           15 + PANEL * (i % COLUMNS), TOP + PANEL * (i // COLUMNS), classes)
                     for i, direction in enumerate(directions))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="espalier-growth" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="espalier-growth-title espalier-growth-description">\n'
            f'<title id="espalier-growth-title">{escape(title)}</title>\n'
            f'<desc id="espalier-growth-description">{escape(said)}</desc>\n<style>{STYLE}</style>\n'
            f'<rect width="{WIDTH}" height="{height}" class="paper"/>\n{chart.text(24, 34, title, "heading")}\n'
            f'{chart.text(24, 56, "Seconds of one fit, one thread, processor time; logarithmic scales, but for holes.", "quiet")}\n'
            f'{legend(classes, 78)}{panels}</svg>\n')
