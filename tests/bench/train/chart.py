"""The ratios as an SVG bar chart: bars from 1x, on a logarithmic scale, with a mark for what must be reached."""
import math
from xml.sax.saxutils import escape

import tables

WIDTH = 900
LABELS = 330  # where the bars' area begins
RIGHT = 70  # room for the last bar's figure
TOP = 88
STEP = 30
BAR = 16
FIGURE = 52  # the width that a figure takes
TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

STYLE = """
.espalier-bench { color-scheme: light dark; font: 12px system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; }
.espalier-bench .paper { fill: #ffffff; }
.espalier-bench text { fill: #1b1f23; }
.espalier-bench .heading { font-size: 17px; font-weight: 600; }
.espalier-bench .quiet { fill: #57606a; }
.espalier-bench .figure { font-weight: 600; }
.espalier-bench .grid { stroke: #d9dee3; }
.espalier-bench .one { stroke: #57606a; }
.espalier-bench .met { fill: #0068a8; }
.espalier-bench .missed { fill: #c44900; }
.espalier-bench .plain { fill: #8c959f; }
.espalier-bench .must { stroke: #1b1f23; stroke-width: 2; }
.espalier-bench .stretch { stroke: #1b1f23; stroke-width: 2; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
.espalier-bench .paper { fill: #0d1117; }
.espalier-bench text { fill: #e6edf3; }
.espalier-bench .quiet { fill: #9aa4af; }
.espalier-bench .grid { stroke: #2a313a; }
.espalier-bench .one { stroke: #9aa4af; }
.espalier-bench .met { fill: #4aa8e0; }
.espalier-bench .missed { fill: #f08a4b; }
.espalier-bench .plain { fill: #6e7781; }
.espalier-bench .must, .espalier-bench .stretch { stroke: #e6edf3; }
}
"""


class Scale:
    def __init__(self, values):
        self.low = max([tick for tick in TICKS if tick <= min(values)], default=TICKS[0])
        self.high = min([tick for tick in TICKS if tick >= max(values)], default=TICKS[-1])

    def ticks(self):
        return [tick for tick in TICKS if self.low <= tick <= self.high]

    def at(self, ratio):
        share = math.log(ratio / self.low) / math.log(self.high / self.low)
        return LABELS + min(max(share, 0), 1) * (WIDTH - RIGHT - LABELS)


def text(x, y, content, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(content)}</text>'


def line(x, y1, y2, kind):
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def kind_of(row):
    return {"": "plain", "missed": "missed"}.get(row["verdict"], "met")


def bar(row, index, scale):
    middle = TOP + (index + 0.5) * STEP
    begin, end = sorted((scale.at(1), scale.at(row["ratio"])))
    parts = [text(LABELS - 12, middle - 2, f"{row['what']}, {row['set']}", anchor="end"),
             text(LABELS - 12, middle + 11, f"against {row['against']}", "quiet", "end"),
             f'<rect x="{begin:.1f}" y="{middle - BAR / 2:.1f}" width="{max(end - begin, 1):.1f}" height="{BAR}" '
             f'class="{kind_of(row)}"/>']
    marks = [(row[kind], kind) for kind in ("must", "stretch") if row[kind] is not None]
    for ratio, kind in marks:
        parts.append(line(scale.at(ratio), middle - BAR / 2 - 4, middle + BAR / 2 + 4, kind))
    # The figure stands right of its bar, beyond marks that it would lie on.
    place = end
    for mark in sorted(scale.at(ratio) for ratio, _ in marks):
        if place - 2 <= mark < place + FIGURE:
            place = mark
    parts.append(text(place + 8, middle + 4, tables.times(row["ratio"]), "figure"))
    return "".join(f"{part}\n" for part in parts)


def legend(rows, y):
    """What the colours and marks mean, as far as the chart has them."""
    parts, x = [], LABELS
    kinds = {kind_of(row) for row in rows}
    for kind, words in (("met", "reaches what it must"), ("missed", "falls short"), ("plain", "nothing was asked")):
        if kind in kinds:
            parts += [f'<rect x="{x:.1f}" y="{y - 9}" width="10" height="10" class="{kind}"/>', text(x + 15, y, words, "quiet")]
            x += 25 + 6.4 * len(words)
    if kinds != {"plain"}:
        for kind in ("must", "stretch"):
            parts += [line(x + 4, y - 11, y + 3, kind), text(x + 12, y, kind, "quiet")]
            x += 24 + 6.4 * len(kind)
    return "".join(f"{part}\n" for part in parts)


def svg(result):
    rows = result["report"]["rows"]
    if not rows:
        return None
    scale = Scale([1, *(value for row in rows for value in (row["ratio"], row["must"], row["stretch"]) if value is not None)])
    bottom = TOP + STEP * len(rows)
    height = bottom + 44
    title = "Espalier beside other programs: times as fast, or times less memory"
    if result["small"]:
        title += " (small tables)"
    said = "; ".join(f"{row['what']}, {row['set']}, against {row['against']}: {tables.times(row['ratio'])}" for row in rows)
    grid = "".join(line(scale.at(tick), TOP, bottom, "one" if tick == 1 else "grid") + "\n" +
                   text(scale.at(tick), bottom + 18, f"{tick:g}x", "quiet", "middle") + "\n" for tick in scale.ticks())
    bars = "".join(bar(row, index, scale) for index, row in enumerate(rows))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="espalier-bench" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="espalier-bench-title espalier-bench-description">\n'
            f'<title id="espalier-bench-title">{escape(title)}</title>\n'
            f'<desc id="espalier-bench-description">{escape(said)}</desc>\n<style>{STYLE}</style>\n'
            f'<rect width="{WIDTH}" height="{height}" class="paper"/>\n{text(24, 34, title, "heading")}\n'
            f'{text(24, 56, "One thread, processor time, best of the repetitions; logarithmic scale.", "quiet")}\n'
            f'{legend(rows, 76)}{grid}{bars}</svg>\n')
