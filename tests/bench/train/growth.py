"""How the time to train grows with rows, columns, categories, labels and holes.

    scripts/bench growth [--quick] [--only rows,labels] [--rows N] [--repeat N] [--build DIRECTORY] [--json FILE] [--svg FILE]
                         [--write-docs] [--from FILE]

Fits trees to tables that grow in one direction at a time (bench_data S4 and G) and prints the exponent b of seconds = a size^b, by
least squares on the logarithms, beside the one that n log n would have there: n is the number of cells, or for categories and
labels how many there are. Espalier alone, one thread, processor time. Takes
about a quarter of an hour; --quick takes small tables and a minute. docs/performance.md says more.

  --only DIRECTIONS   some of: rows, columns, categories, labels, holes
  --rows N            so many rows where they do not grow, and at most so many where they do
  --build DIRECTORY   of a build with tests; build/ci, built first, by default
  --write-docs        writes docs/growth.json, .svg and the figures of docs/performance.md
  --check-docs        only sees whether those three agree; exit code 1 if not
  --from FILE         shows the figures of this JSON file instead of measuring
"""
import argparse
import dataclasses
import json
import math
import pathlib
import sys
import tempfile

import bench
import contest
import contestants
import document
import growth_chart
import machine
import tables
import verdicts

QUICK_ROWS = 4_000
ROWS = 100_000  # where something else grows
LIMIT_S = 600  # processor seconds, after which a fit is given up
LIMIT_MB = 12_288  # of the address space
MARGIN = 0.05  # of an exponent: what noise may add

DEFAULT = "default, depth 10"
SUBSETS = "learned, subsets, 255 bins, depth 10"
FULL = "default, fully grown"
MODES = {DEFAULT: ("--max-depth", "10"),
         SUBSETS: ("--missing", "learned", "--categorical-split", "subset", "--bins", "255", "--max-depth", "10"),
         FULL: ()}


@dataclasses.dataclass(frozen=True)
class Direction:
    name: str
    data_set: str
    sizes: tuple
    modes: tuple = (DEFAULT, SUBSETS)

    def options(self, size):
        """bench_data's, for the table of this size; 5 % of its cells are empty, unless holes are what grows."""
        holes = ("--holes", f"{size if self.name == 'holes' else 0.05}")
        return {"rows": (), "holes": holes, "columns": ("--numbers", f"{size // 2}", "--words", f"{size - size // 2}", *holes),
                "categories": ("--categories", f"{size}", *holes), "labels": ("--labels", f"{size}", *holes)}[self.name]

    def rows(self, size, rows):
        return size if self.name == "rows" else rows


DIRECTIONS = [Direction("rows", "S4", (30_000, 100_000, 300_000, 1_000_000), (DEFAULT, SUBSETS, FULL)),
              Direction("columns", "G", (8, 16, 32, 64)),
              Direction("categories", "G", (10, 100, 1_000, 10_000)),
              Direction("labels", "G", (2, 10, 100, 1_000, 10_000)),
              Direction("holes", "G", (0, 0.05, 0.1, 0.2, 0.35, 0.5))]


def parse(words):
    parser = argparse.ArgumentParser(prog="scripts/bench growth", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--only", help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--repeat", type=int, help="repetitions; by default three, one for what takes longer than 20 s")
    parser.add_argument("--build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--write-docs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--check-docs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--from", type=pathlib.Path, dest="source", help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.rows is not None and arguments.rows < 1000:
        parser.error("--rows: at least 1000")
    if arguments.repeat is not None and arguments.repeat < 1:
        parser.error("--repeat: at least 1")
    known = [direction.name for direction in DIRECTIONS]
    for name in arguments.only.split(",") if arguments.only else []:
        if name not in known:
            parser.error(f"--only: nothing grows in '{name}' (there are {', '.join(known)})")
    if arguments.write_docs and (arguments.quick or arguments.rows or arguments.only):
        parser.error("--write-docs needs the figures of whole tables, in all directions")
    return arguments


def scaled(direction, rows):
    """The direction with at most so many rows: the sizes of rows are shares of the largest."""
    if direction.name != "rows" or rows is None:
        return direction
    return dataclasses.replace(direction, sizes=tuple(size * rows // direction.sizes[-1] for size in direction.sizes))


def plan(directions, rows, programs):
    """(direction, mode, size) -> run."""
    runs = {}
    for direction in directions:
        for mode in direction.modes:
            for size in direction.sizes:
                command = (str(programs.bench_train), contestants.FILE, *MODES[mode])
                runs[direction.name, mode, size] = contestants.Run(
                    direction.data_set, contestants.ESPALIER, mode, command, rows=direction.rows(size, rows),
                    table=direction.options(size), limit_mb=LIMIT_MB, limit_s=LIMIT_S)
    return runs


def n_log_n(sizes):
    return verdicts.exponent([(size, size * math.log2(size)) for size in sizes])


def judge(name, data_set, mode, points, each):
    """A curve: `points` are (size, seconds), seconds None where the fit was given up. n is what a size stands for, `each` times as
    many cells or values. Without holes there is nothing whose number could grow."""
    sizes = [size for size, _ in points if size > 0]
    bound = n_log_n([size * each for size in sizes]) + MARGIN
    measured = [(size, seconds) for size, seconds in points if size > 0 and seconds is not None]
    power = verdicts.exponent(measured) if len(measured) > 1 else None
    within = power is not None and power <= bound and len(measured) == len(sizes)
    return {"direction": name, "set": data_set, "mode": mode, "points": points, "exponent": power, "bound": bound,
            "verdict": "within" if within else "above"}


def curves(directions, runs, figures):
    by_run = dict(zip(runs, figures))
    found = []
    for direction in directions:
        for mode in direction.modes:
            entries = [(size, by_run[direction.name, mode, size]) for size in direction.sizes]
            points = [(size, entry["fit"]["cpu"] if "fit" in entry else None) for size, entry in entries]
            rows, features = (max(entry.get(key, 1) for _, entry in entries) for key in ("rows", "features"))
            each = {"rows": features, "columns": rows, "holes": rows * features}.get(direction.name, 1)
            found.append(judge(direction.name, direction.data_set, mode, points, each))
    return found


def measure(arguments):
    programs = bench.find_programs(arguments.build)
    fewer = arguments.rows or (QUICK_ROWS if arguments.quick else None)
    chosen = arguments.only.split(",") if arguments.only else [direction.name for direction in DIRECTIONS]
    directions = [scaled(direction, fewer) for direction in DIRECTIONS if direction.name in chosen]
    runs = plan(directions, fewer or ROWS, programs)
    with tempfile.TemporaryDirectory() as directory:
        figures = contest.hold(list(runs.values()), {}, programs, arguments.repeat or (1 if arguments.quick else None),
                               pathlib.Path(directory))
    build = bench.printed(programs.bench_train, "--build").strip()
    versions = {entry["who"]: entry["version"] for entry in figures if "version" in entry}
    return {"small": fewer is not None, "machine": machine.describe(build), "versions": versions, "rows": fewer or ROWS,
            "curves": curves(directions, runs, figures)}


def size_text(name, size):
    return f"{100 * size:.0f} %" if name == "holes" else f"{size:,}"


def table(result):
    lines = []
    for curve in result["curves"]:
        seconds = ", ".join("–" if value is None else f"{value:.3g}" for _, value in curve["points"])
        sizes = ", ".join(size_text(curve["direction"], size) for size, _ in curve["points"])
        power = "–" if curve["exponent"] is None else f"{curve['exponent']:.2f}"
        lines.append([curve["direction"], curve["set"], curve["mode"], sizes, seconds, power, f"{curve['bound']:.2f}", curve["verdict"]])
    return tables.markdown(["grows", "set", "learner", "sizes", "fit s", "exponent", "at most", ""], lines)


def whole(result):
    warning = "SMALL TABLES: these exponents say little.\n\n" if result["small"] else ""
    return f"{warning}{table(result)}\n{tables.machine(result)}"


def generated(result):
    return ("![Fit time against rows, columns, categories, labels and holes](growth.svg)\n\n"
            f"{table(result)}\nMeasured on: {tables.machine(result)}")


PART = document.Part("growth", "growth", generated, growth_chart.svg)


def main(words):
    arguments = parse(words)
    if arguments.check_docs:
        stale = PART.stale()
        if stale:
            sys.exit(f"docs/{', docs/'.join(stale)}: not what docs/growth.json says; "
                     "scripts/bench growth --from docs/growth.json --write-docs")
        return
    result = json.loads(arguments.source.read_text()) if arguments.source else measure(arguments)
    print(whole(result), end="")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    if arguments.svg:
        arguments.svg.write_text(growth_chart.svg(result))
    if arguments.write_docs:
        if result["small"] or {curve["direction"] for curve in result["curves"]} != {direction.name for direction in DIRECTIONS}:
            sys.exit("scripts/bench growth: figures of small tables or of some directions do not belong in docs/performance.md")
        PART.write(result)
