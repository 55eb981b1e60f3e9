"""docs/performance.*: the figures of a run, its chart, and the page that shows them. Nothing in them is typed by hand."""
import json
import pathlib

import chart
import tables

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "docs"
BEGIN = "<!-- scripts/bench train --write-docs: begin -->\n"
END = "<!-- scripts/bench train --write-docs: end -->\n"


def generated(result):
    report = result["report"]
    parts = ["![Ratios to other programs, with what must be reached](performance.svg)\n", tables.ratios(report),
             tables.growth(report), tables.equality(report), tables.left_out(result), tables.busy(result),
             "Measured on: " + tables.machine(result),
             tables.all_figures(result)]
    return "\n".join(part for part in parts if part)


def with_generated(page, part):
    """The page with what lies between the marks replaced."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{part}\n{END}{after}"


def texts(result, docs):
    """The files' texts, as they should be, by path."""
    page = (docs / "performance.md").read_text()
    return {docs / "performance.json": json.dumps(result, indent=1, ensure_ascii=False) + "\n",
            docs / "performance.svg": chart.svg(result),
            docs / "performance.md": with_generated(page, generated(result))}


def write(result, docs=DOCS):
    for path, text in texts(result, docs).items():
        path.write_text(text)


def stale(docs=DOCS):
    """The files that do not say what docs/performance.json says."""
    result = json.loads((docs / "performance.json").read_text())
    return [path.name for path, text in texts(result, docs).items() if path.read_text() != text]
