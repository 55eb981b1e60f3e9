"""How fast and how large emitted code is, beside other shapes of the same tree.

    scripts/bench predict [--quick] [--leaves N,N] [--columns N] [--rows N] [--rounds N] [--compiler CXX]
                          [--tool ESPALIER] [--json FILE]

Trees of 30, 300, 3,000 and 30,000 leaves over float columns (tests/bench/predict) answer 300,000 distinct rows, one at a
time. Prints nanoseconds per row (best of the rounds, the shapes taking turns), how many times faster that is than
nested ifs over double, and bytes of code and tables per node; fails if two shapes answer differently. Needs python3, a
C++ compiler and `size`.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import grow
import shapes

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent.parent.parent

GOALS = ["readable", "speed", "size"]


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def run(command, directory):
    done = subprocess.run([str(part) for part in command], cwd=directory, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def write_sources(tree, tool, directory):
    """Writes all sources; returns the name of each shape and its row."""
    (directory / "rows.hpp").write_text(shapes.rows_header(tree.columns))
    (directory / "model.json").write_text(grow.model_json(tree))
    sources = {"double": ("DoubleRow", shapes.nested(tree, "double", "DoubleRow", "")),
               "float": ("FloatRow", shapes.nested(tree, "float", "FloatRow", "f")),
               "array": ("FloatRow", shapes.array_walk(tree)),
               "table": ("FloatRow", shapes.table_walk(tree))}
    types = [option for i in range(tree.columns) for option in ("--input-type", f"x{i}=float")]
    for goal in GOALS:
        name = f"espalier_{goal}"
        run([tool, "emit", "model.json", "--optimize", goal, "--namespace", name, "--fields", "all", *types,
             "--quiet", "-o", f"{name}.hpp"], directory)
        sources[name] = ("FloatRow", shapes.espalier(name, f"{name}.hpp"))
    for name, (_, text) in sources.items():
        (directory / f"{name}.cpp").write_text(text)
    return {name: row for name, (row, _) in sources.items()}


def bytes_of(object_file, directory):
    """Code and constants: what the shape takes of a flash memory."""
    total = 0
    for line in run(["size", "-A", object_file], directory).splitlines():
        words = line.split()
        if len(words) >= 2 and words[0].startswith((".text", ".rodata", ".data")):
            total += int(words[1])
    return total


def measure(leaves, arguments):
    progress(f"{leaves} leaves: growing")
    tree = grow.grow(leaves, arguments.columns)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        rows = write_sources(tree, arguments.tool, directory)
        (directory / "shapes.inc").write_text("".join(f"SHAPE({shape}, {row})\n" for shape, row in rows.items()))
        size = {}
        for shape in rows:
            progress(f"{leaves} leaves: compiling {shape}")
            flags = ["-std=c++17", "-O2", "-DESPALIER_NO_WITNESSES"]
            run([arguments.compiler, *flags, "-c", f"{shape}.cpp", "-o", f"{shape}.o"], directory)
            size[shape] = bytes_of(f"{shape}.o", directory)
        progress(f"{leaves} leaves: running")
        run([arguments.compiler, "-std=c++17", "-O2", "-I.", BENCH / "runner.cpp", *[f"{s}.o" for s in rows],
             "-o", "runner"], directory)
        lines = run(["./runner", arguments.rows, arguments.rounds], directory).splitlines()
    progress("")
    answers = {line.split()[2] for line in lines}
    if len(answers) != 1:
        sys.exit("the shapes answer differently:\n" + "\n".join(lines))
    times = {line.split()[0]: float(line.split()[1]) for line in lines}
    return {"leaves": leaves, "nodes": len(tree.nodes), "shapes": {
        shape: {"ns_per_row": times[shape], "times_double": times["double"] / times[shape],
                "bytes_per_node": size[shape] / len(tree.nodes)} for shape in rows}}


def show(result):
    print(f"{result['leaves']} leaves, {result['nodes']} nodes")
    print(f"  {'shape':<18} {'ns/row':>8} {'x double':>9} {'bytes/node':>11}")
    for shape, figures in result["shapes"].items():
        print(f"  {shape.replace('_', ' '):<18} {figures['ns_per_row']:>8.2f} {figures['times_double']:>9.2f} "
              f"{figures['bytes_per_node']:>11.2f}")
    sys.stdout.flush()


def main(words):
    parser = argparse.ArgumentParser(prog="scripts/bench predict", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="30 and 300 leaves, few rounds")
    parser.add_argument("--leaves", help="sizes of the trees, separated by commas")
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--rows", type=int, default=300000)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--tool", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args(words)
    arguments.rounds = arguments.rounds or (5 if arguments.quick else 25)
    leaves = arguments.leaves or ("30,300" if arguments.quick else "30,300,3000,30000")
    if arguments.tool is None:
        subprocess.run([str(ROOT / "scripts" / "build"), "release", "espalier"], check=True)
        arguments.tool = ROOT / "build" / "release" / "compiler" / "espalier"
    arguments.tool = arguments.tool.resolve()
    results = []
    for count in leaves.split(","):
        results.append(measure(int(count), arguments))
        show(results[-1])
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")

