"""How fast several trees are learned, beside scikit-learn, ranger and xgboost, in the same run.

    scripts/bench learn [--sets S1,S2,S4,S5] [--trees N] [--rounds N] [--rows N] [--threads 1,2] [--kind forest|boost] [--quick]

forest: as it is by default, grown until nothing is left to split; --trees (default 100). boost: depth 6, eta 0.1, 255 bins, all rows and columns,
as the peer has it; --rounds (default 200). Processor seconds of the fit, from columns in memory to trees in memory, on both sides; peaks are
those of whole processes. `times` is the peer's figure divided by ours. A peer that is not installed is left out.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import contest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PEERS = ROOT / "tests" / "bench" / "train" / "peers"
PYTHON = "/usr/bin/python3"  # the one that Debian's packages are for
KINDS = {"forest": ["S1", "S4"], "boost": ["S1", "S2", "S5"]}
REGRESSIONS = {"S5"}


class Work:
    limit_mb = limit_s = None


def run(command):
    output, _, process = contest.run_process(Work, [str(word) for word in command])
    return output, process


def ours(bench_train, file, regression, kind, trees, threads):
    flags = (["--regression"] if regression else []) + (["--plain-boost"] if kind == "boost" else [])
    output, process = run([bench_train, file, "--ensemble", kind, "--trees", trees, "--threads", threads, *flags])
    return {**json.loads(output)["fit"], "peak_mb": process["peak_mb"]}


def peers(file, regression, kind, trees, threads):
    flags = ["--regression"] if regression else []
    commands = {("scikit-learn" if kind == "forest" else "xgboost"):
                [PYTHON, PEERS / "ensembles.py", file, kind, "--trees", trees, "--threads", threads, *flags]}
    if kind == "forest":
        commands["ranger"] = ["Rscript", PEERS / "ranger_forest.R", file, trees, threads, *flags]
    for name, command in commands.items():
        probe = [PYTHON, "-c", "import sklearn" if name == "scikit-learn" else "import xgboost"]
        if name == "ranger":
            probe = ["Rscript", "-e", "library(ranger)"]
        try:
            installed = subprocess.run(probe, capture_output=True).returncode == 0
        except FileNotFoundError:
            installed = False
        if not installed:
            print(f"{name} is not installed: left out (scripts/bootstrap --bench)", file=sys.stderr)
            continue
        output, process = run(command)
        yield name, {**json.loads(output)["fit"], "peak_mb": process["peak_mb"]}


def main(words):
    parser = argparse.ArgumentParser(prog="scripts/bench learn", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets")
    parser.add_argument("--kind", choices=list(KINDS))
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--rows", type=int, help="of each set (default: its own number)")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--quick", action="store_true", help="10,000 rows, 10 trees, 20 rounds, one thread")
    parser.add_argument("--build", default=ROOT / "build" / "ci", type=pathlib.Path, help="directory of a build with tests")
    arguments = parser.parse_args(words)
    if arguments.quick:
        arguments.rows, arguments.trees, arguments.rounds, arguments.threads = 10_000, 10, 20, "1"
    programs = arguments.build / "tests" / "bench" / "train"
    maker, bench_train = programs / "bench_data", programs / "bench_train"
    if not bench_train.exists() or not maker.exists():
        sys.exit(f"scripts/bench: {arguments.build} has no bench_train and no bench_data: scripts/build ci bench_train bench_data")
    print("| set | learned | threads | program | CPU s | times | wall s | peak MB |")
    print("|---|---|--:|---|--:|--:|--:|--:|")
    for kind in [arguments.kind] if arguments.kind else KINDS:
        for name in arguments.sets.split(",") if arguments.sets else KINDS[kind]:
            with tempfile.TemporaryDirectory() as directory:
                file = pathlib.Path(directory) / f"{name}.csv"
                with open(file, "w") as out:
                    subprocess.run([maker, name, *([str(arguments.rows)] if arguments.rows else [])], stdout=out, check=True)
                trees = arguments.trees if kind == "forest" else arguments.rounds
                for threads in map(int, arguments.threads.split(",")):
                    own = ours(bench_train, file, name in REGRESSIONS, kind, trees, threads)
                    rows = [("Espalier", own), *peers(file, name in REGRESSIONS, kind, trees, threads)]
                    for program, figures in rows:
                        print(f"| {name} | {kind}, {trees} | {threads} | {program} | {figures['cpu']:.2f} | {figures['cpu'] / own['cpu']:.1f} "
                              f"| {figures['wall']:.2f} | {figures['peak_mb']:.0f} |", flush=True)
