"""How fast emitted code of a single tree answers a batch: predict() in a loop, beside predict_batch().

    scripts/bench batches [--quick] [--leaves N,N] [--columns N] [--integers] [--rows N] [--rounds N] [--compiler CXX]
                          [--tool ESPALIER] [--json FILE]

Trees of 10 to 10,000 leaves over float (or int32) columns answer 100,000 distinct rows at once. Prints nanoseconds per row
(best of the rounds, the shapes taking turns), and how many times faster predict_batch() is than predict() in a loop; fails
if two shapes answer differently. Needs python3 and a C++ compiler.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import bench
import grow

# Name, and how it is emitted.
KINDS = {"readable": ["--optimize", "readable"], "speed": ["--optimize", "speed"], "table": ["--shape", "table"]}
SCALE = 100  # of whole numbers: two decimals of the floats


def with_integers(tree):
    nodes = [node if isinstance(node, int) else (node[0], round(node[1] * SCALE), *node[2:]) for node in tree.nodes]
    return grow.Tree(nodes, tree.columns)


def rows_header(columns, integers):
    members = " ".join(f"Number x{i};" for i in range(columns))
    return ("#pragma once\n#include <stdint.h>\n"
            f"using Number = {'int32_t' if integers else 'float'};\n"
            f"enum {{ columns = {columns}, scale = {SCALE if integers else 1} }};\nstruct Row {{ {members} }};\n")


def source(kind, loop):
    """predict_batch(), or predict() in a loop."""
    name = f"espalier_{kind}"
    shape = f"{kind}_loop" if loop else kind
    answer = ("for (size_t i = 0; i < count; ++i) answers[i] = N::predict(inputs[i]);" if loop
              else "N::predict_batch(inputs, count, answers);")
    return (f'#include "rows.hpp"\n#include "{name}.hpp"\nnamespace N = {name};\n'
            'static_assert(sizeof(N::Input) == sizeof(Row) && sizeof(N::Label) == 1, "");\n'
            f'extern "C" void batch_{shape}(const Row* rows, size_t count, uint8_t* out) {{\n'
            "  const N::Input* inputs = reinterpret_cast<const N::Input*>(rows);\n"
            "  N::Label* answers = reinterpret_cast<N::Label*>(out);\n"
            f"  {answer}\n}}\n")


def write_sources(tree, arguments, directory):
    (directory / "rows.hpp").write_text(rows_header(tree.columns, arguments.integers))
    model = json.loads(grow.model_json(tree))
    for feature in model["features"]:
        if arguments.integers:
            feature.update(integer=True, range=[-5 * SCALE, 5 * SCALE])
    (directory / "model.json").write_text(json.dumps(model))
    number = "int32" if arguments.integers else "float"
    types = [option for i in range(tree.columns) for option in ("--input-type", f"x{i}={number}")]
    made = []
    for kind, options in KINDS.items():
        bench.run([arguments.tool, "emit", "model.json", *options, "--namespace", f"espalier_{kind}", "--fields", "all", *types,
                   "--quiet", "-o", f"espalier_{kind}.hpp"], directory)
        for loop in (True, False):
            made.append(f"{kind}_loop" if loop else kind)
            (directory / f"{made[-1]}.cpp").write_text(source(kind, loop))
    return made


def measure(leaves, arguments):
    bench.progress(f"{leaves} leaves: growing")
    tree = grow.grow(leaves, arguments.columns)
    if arguments.integers:
        tree = with_integers(tree)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        made = write_sources(tree, arguments, directory)
        (directory / "shapes.inc").write_text("".join(f"SHAPE({shape})\n" for shape in made))
        for shape in made:
            bench.progress(f"{leaves} leaves: compiling {shape}")
            bench.run([arguments.compiler, "-std=c++17", "-O2", "-DESPALIER_NO_WITNESSES", "-c", f"{shape}.cpp", "-o", f"{shape}.o"],
                      directory)
        bench.run([arguments.compiler, "-std=c++17", "-O2", "-I.", bench.BENCH / "batch_runner.cpp", *[f"{s}.o" for s in made],
                   "-o", "runner"], directory)
        bench.progress(f"{leaves} leaves: running")
        lines = bench.run(["./runner", arguments.rows, arguments.rounds], directory).splitlines()
    bench.progress("")
    if len({line.split()[2] for line in lines}) != 1:
        sys.exit("the shapes answer differently:\n" + "\n".join(lines))
    times = {line.split()[0]: float(line.split()[1]) for line in lines}
    return {"leaves": leaves, "kinds": {kind: {"loop": times[f"{kind}_loop"], "batch": times[kind]} for kind in KINDS}}


def show(result):
    print(f"{result['leaves']:,} leaves")
    print(f"  {'shape':<10} {'loop, ns/row':>13} {'batch, ns/row':>14} {'times faster':>13}")
    for kind, times in result["kinds"].items():
        print(f"  {kind:<10} {times['loop']:>13.1f} {times['batch']:>14.1f} {times['loop'] / times['batch']:>13.2f}")
    sys.stdout.flush()


def main(words):
    parser = argparse.ArgumentParser(prog="scripts/bench batches", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="100 and 1,000 leaves, few rounds")
    parser.add_argument("--leaves", help="sizes of the trees, separated by commas")
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--integers", action="store_true", help="int32 columns instead of floats")
    parser.add_argument("--rows", type=int, default=100000)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--tool", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args(words)
    arguments.rounds = arguments.rounds or (5 if arguments.quick else 15)
    leaves = arguments.leaves or ("100,1000" if arguments.quick else "10,30,100,300,1000,3000,10000")
    if arguments.tool is None:
        subprocess.run([str(bench.ROOT / "scripts" / "build"), "release", "espalier"], check=True)
        arguments.tool = bench.ROOT / "build" / "release" / "compiler" / "espalier"
    arguments.tool = arguments.tool.resolve()
    results = []
    for count in leaves.split(","):
        results.append(measure(int(count), arguments))
        show(results[-1])
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")
