"""How fast files are read and trees are trained, beside other programs on the same machine.

    scripts/bench train [--quick] [--sets S1,S5] [--rows N] [--repeat N] [--no-peers] [--build DIRECTORY]
                        [--json FILE] [--svg FILE] [--write-docs] [--from FILE]

Generates the data sets (tests/bench/train), runs Espalier and those of scikit-learn, xgboost, rpart, ranger, weka, data.table and
pandas that are installed (scripts/bootstrap --bench installs them) one after the other, in turns, one thread each, and keeps
the best figures of each. Prints how many times better Espalier is than each, in processor time, beside what it must reach.
Takes about half an hour and 4 GB of memory; --quick takes small tables and two minutes. docs/performance.md says more.

  --build DIRECTORY   of a build with tests; build/ci, built first, by default
  --write-docs        writes docs/performance.json, .svg and the figures of docs/performance.md
  --check-docs        only sees whether those three agree; exit code 1 if not
  --from FILE         shows the figures of this JSON file instead of measuring
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import chart
import contest
import contestants
import document
import machine
import tables
import verdicts

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
QUICK_ROWS = 10_000
DOCUMENTED = {"S1", "S2", "S3", "S4", "S5"}  # sets without whose figures a page would say little


def parse(words):
    parser = argparse.ArgumentParser(prog="scripts/bench train", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--sets", help="which sets, separated by commas")
    parser.add_argument("--rows", type=int, help="rows of every set instead of its own number")
    parser.add_argument("--repeat", type=int, help="repetitions; by default three, one for what takes longer than 20 s")
    parser.add_argument("--no-peers", action="store_true", help="Espalier alone")
    parser.add_argument("--build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--write-docs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--check-docs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--from", type=pathlib.Path, dest="source", help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.rows is not None and arguments.rows < 100:
        parser.error("--rows: at least 100")
    if arguments.repeat is not None and arguments.repeat < 1:
        parser.error("--repeat: at least 1")
    if arguments.write_docs and (arguments.quick or arguments.rows or arguments.sets):
        parser.error("--write-docs needs the figures of whole sets, all of them")
    return arguments


def find_programs(build):
    if build is None:
        subprocess.run([ROOT / "scripts" / "build", "ci", "bench_data", "bench_train", "espalier"], check=True)
        build = ROOT / "build" / "ci"
    build = build.resolve()
    bench = build / "tests" / "bench" / "train"
    return contestants.Programs(bench / "bench_data", bench / "bench_train", build / "compiler" / "espalier")


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def not_measured(sets, peers, offered, wanted, figures):
    """What is missing from the report, and why. `sets` are those that bench_data has."""
    for entry in figures:
        if entry.get("gave_up"):
            yield f"{entry['set']} {entry['who']}, {entry['mode']} (given up after {entry['process']['cpu']:,.0f} s)"
    for name in contestants.SETS:
        if name not in sets:
            yield f"{name} (this build's bench_data has no such set)"
    for peer in contestants.ALL_PEERS:
        if peer not in peers:
            yield f"{peer} ({'--no-peers' if not wanted else 'not installed: scripts/bootstrap --bench'})"
    for option in ("--bins", "--threads", "--missing", "--categorical-split", "--algorithm", "--weight", "--balanced"):
        if option not in offered:
            yield f"Espalier with {option} (this build's bench_train has no such option)"


def measure(arguments):
    programs = find_programs(arguments.build)
    sets = json.loads(printed(programs.bench_data))
    chosen = arguments.sets.split(",") if arguments.sets else list(sets)
    for name in chosen:
        if name not in sets:
            sys.exit(f"scripts/bench train: no set is called '{name}' (there are {', '.join(sets)})")
    fewer = arguments.rows or (QUICK_ROWS if arguments.quick else None)
    rows = {name: fewer or sets[name]["rows"] for name in chosen}
    help_text = printed(programs.bench_train, "--help")
    offered = {word.strip("[]") for word in help_text.split()}
    peers = {} if arguments.no_peers else contestants.installed_peers()
    runs = [run for name in chosen for run in contestants.plan(name, programs, peers, offered)]
    repeat = arguments.repeat or (1 if arguments.quick else None)
    with tempfile.TemporaryDirectory() as directory:
        figures = contest.hold(runs, rows, programs, repeat, pathlib.Path(directory))
    versions = {entry["who"]: entry["version"] for entry in figures if "version" in entry}
    return {"small": fewer is not None, "machine": machine.describe(printed(programs.bench_train, "--build").strip()), "versions": versions,
            "sets": {name: {**sets[name], "rows": rows[name]} for name in chosen},
            "left_out": list(not_measured(sets, peers, offered, not arguments.no_peers, figures)),
            "figures": figures, "report": verdicts.judge(figures, fewer is None)}


def check_docs():
    stale = document.TRAIN.stale()
    if stale:
        sys.exit(f"docs/{', docs/'.join(stale)}: not what docs/performance.json says; "
                 "scripts/bench train --from docs/performance.json --write-docs")


def main(words):
    arguments = parse(words)
    if arguments.check_docs:
        return check_docs()
    result = json.loads(arguments.source.read_text()) if arguments.source else measure(arguments)
    print(tables.whole(result), end="")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    if arguments.svg:
        drawn = chart.svg(result)
        if drawn is None:
            sys.exit("scripts/bench train: nothing to draw, because no peer took part")
        arguments.svg.write_text(drawn)
    if arguments.write_docs:
        if result["small"] or not DOCUMENTED.issubset(result["sets"]):
            sys.exit("scripts/bench train: figures of small tables or of some sets do not belong in docs/performance.md")
        document.TRAIN.write(result)
