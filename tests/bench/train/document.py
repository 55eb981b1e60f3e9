"""docs/performance.md: what a bench writes into it. Nothing in those parts is typed by hand."""
import dataclasses
import json
import pathlib
import typing

import chart
import tables

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "docs"
PAGE = "performance.md"


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of the page, between marks of its own, with the figures and the chart that belong to it."""
    bench: str
    stem: str  # of docs/<stem>.json and .svg
    text: typing.Callable  # result -> Markdown
    drawn: typing.Callable  # result -> SVG

    @property
    def begin(self):
        return f"<!-- scripts/bench {self.bench} --write-docs: begin -->\n"

    @property
    def end(self):
        return f"<!-- scripts/bench {self.bench} --write-docs: end -->\n"

    def _put_into(self, page, text):
        before, rest = page.split(self.begin)
        _, after = rest.split(self.end)
        return f"{before}{self.begin}{text}{self.end}{after}"

    def _texts(self, result, docs):
        """The files' texts, as they should be, by path."""
        page = (docs / PAGE).read_text()
        return {docs / f"{self.stem}.json": json.dumps(result, indent=1, ensure_ascii=False) + "\n",
                docs / f"{self.stem}.svg": self.drawn(result),
                docs / PAGE: self._put_into(page, f"\n{self.text(result)}\n")}

    def write(self, result, docs=DOCS):
        for path, text in self._texts(result, docs).items():
            path.write_text(text)

    def stale(self, docs=DOCS):
        """The files that do not say what the JSON file says. Before anything was measured, the page says nothing."""
        figures = docs / f"{self.stem}.json"
        if not figures.exists():
            page = (docs / PAGE).read_text()
            return [] if self._put_into(page, "") == page else [PAGE]
        result = json.loads(figures.read_text())
        return [path.name for path, text in self._texts(result, docs).items() if path.read_text() != text]


def generated(result):
    report = result["report"]
    parts = ["![Ratios to other programs, with what must be reached](performance.svg)\n", tables.ratios(report),
             tables.growth(report), tables.equality(report), tables.left_out(result), tables.busy(result),
             "Measured on: " + tables.machine(result),
             tables.all_figures(result)]
    return "\n".join(part for part in parts if part)


TRAIN = Part("train", "performance", generated, chart.svg)
