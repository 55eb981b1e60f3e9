"""Guards the speed of reading and training by counting instructions, which do not depend on what else a machine does.

    count.py --build DIRECTORY [--record] [--keep DIRECTORY]

Runs bench_train below callgrind on small tables and compares the instructions per cell with those in recorded.json. More than
15 % above them is a fault; more than 25 % below asks to record anew, so that what was gained is guarded, too. Figures are recorded
per compiler, build type and processor: for others, and without valgrind, the exit code is 77 (skipped). --keep leaves the files
for callgrind_annotate. scripts/update-instruction-counts records.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing

RECORDED = pathlib.Path(__file__).resolve().parent / "recorded.json"
SKIPPED = 77
MOST = 1.15
LEAST = 0.75


class Case(typing.NamedTuple):
    """A table, and how a tree is fitted to it; reading it is counted, too."""
    data_set: str
    rows: int
    options: tuple = ()  # of bench_train
    table: tuple = ()  # of bench_data


CASES = {"two classes": Case("S1", 2000),
         "seven classes, one-hot": Case("S3", 1000),
         "words, holes, surrogates": Case("S4", 600, ("--max-depth", "5")),
         "words, holes, subsets, 255 bins": Case("S4", 2000, ("--missing", "learned", "--categorical-split", "subset", "--bins", "255")),
         "regression": Case("S5", 1500, ("--regression",)),
         "two classes, 255 bins": Case("S1", 2000, ("--bins", "255")),
         "two classes, row weights": Case("S1", 2000, ("--weight", "weight"), ("--weights",))}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def counts_by_phase(directory):
    """Instructions by the names that bench_train gave its pieces of work."""
    counts = {}
    for part in directory.glob("callgrind.*"):
        text = part.read_text()
        name = re.search(r"^desc: Trigger: Client Request: (\w+)$", text, re.MULTILINE)
        total = re.search(r"^totals: (\d+)", text, re.MULTILINE)
        if name and total:
            counts[name[1]] = int(total[1])
    return counts


def count(programs, name, directory):
    """Instructions per cell, of reading and of fitting."""
    case = CASES[name]
    file = directory / "table.csv"
    with open(file, "wb") as output:
        subprocess.run([programs / "bench_data", case.data_set, str(case.rows), *case.table], stdout=output, check=True)
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={directory / 'callgrind'}",
               str(programs / "bench_train"), str(file), *case.options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}\n{done.stderr}")
    figures = json.loads(done.stdout)
    counts = counts_by_phase(directory)
    if set(counts) != {"read", "fit"}:
        skip("bench_train was compiled without valgrind's headers")
    cells = figures["rows"] * figures["features"]
    return {f"{phase}: {name}": round(counts[phase] / cells, 1) for phase in ("read", "fit")}


def judge(measured, recorded):
    """One line per figure, and whether all of them are as they should be."""
    lines, good = [], True
    for name, now in measured.items():
        before = recorded.get(name)
        if before is None:
            lines.append(f"{name:<42} {now:>9} instructions per cell: not recorded")
            good = False
            continue
        ratio = now / before
        fault = ": too many" if ratio > MOST else ": so much better that it should be recorded" if ratio < LEAST else ""
        good = good and not fault
        lines.append(f"{name:<42} {now:>9} instructions per cell, recorded {before:>9} ({100 * ratio - 100:+.1f} %){fault}")
    return lines, good


def measure(programs, keep):
    offered = {word.strip("[]") for word in printed(programs / "bench_train", "--help").split()}
    measured = {}
    for name, case in CASES.items():
        if not all(option in offered for option in case.options if option.startswith("--")):
            continue
        with tempfile.TemporaryDirectory() as directory:
            measured.update(count(programs, name, pathlib.Path(directory)))
            if keep:
                shutil.copytree(directory, keep / name.replace(", ", "-").replace(" ", "-"), dirs_exist_ok=True)
    return measured


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    if shutil.which("valgrind") is None:
        skip("valgrind is not installed (scripts/bootstrap --tests)")
    programs = (arguments.build / "tests" / "bench" / "train").resolve()
    recorded = json.loads(RECORDED.read_text())
    build = printed(programs / "bench_train", "--build").strip()
    if not arguments.record and build not in recorded:
        skip(f"nothing is recorded for '{build}', only for: {'; '.join(recorded)}")
    measured = measure(programs, arguments.keep)
    if arguments.record:
        recorded[build] = measured
        RECORDED.write_text(json.dumps(recorded, indent=2, sort_keys=True) + "\n")
    lines, good = judge(measured, recorded[build])
    print("\n".join(lines))
    if not good:
        sys.exit("scripts/update-instruction-counts records these figures, if they are meant to be so; "
                 "--keep DIRECTORY and callgrind_annotate show where the instructions are")


if __name__ == "__main__":
    main()
