"""How fast emitted forests are, beside the shapes of other generators and XGBoost's own predictor.

    scripts/bench ensembles [--quick] [--depths N,N] [--trees N] [--columns N] [--kind scores|mean|vote] [--rows N]
                            [--rounds N] [--compiler CXX] [--tool ESPALIER] [--json FILE]

Forests of 100 trees of depth 6 and 8, and of 1,000 leaves at most 12 deep, over float columns answer distinct rows one at
a time and as a batch, on one thread. `scores` is a boosted pair of labels, a number per leaf; `mean` and `vote` have five labels. Prints
nanoseconds per row (best of the rounds, the shapes taking turns) and how many times faster batches are than m2cgen's
shape; fails if two shapes answer differently. XGBoost (python3-xgboost, python3-numpy) gets the same trees, where it is installed and the
kind is `scores`. Needs python3 and a C++ compiler.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import bench
import forest_shapes
import forests
import shapes

ROOT = bench.ROOT


def xgboost_json(forest):
    """The forest as XGBoost's own model file: version 1.7, trees of x < t."""
    trees = []
    for number, tree in enumerate(forest.trees):
        parents = [2147483647] * len(tree)
        for at, node in enumerate(tree):
            if isinstance(node, tuple):
                parents[node[2]] = parents[node[3]] = at
        inner = [isinstance(node, tuple) for node in tree]
        size = len(tree)
        trees.append({
            "base_weights": [0.0] * size, "categories": [], "categories_nodes": [], "categories_segments": [],
            "categories_sizes": [], "default_left": [0] * size, "id": number,
            "left_children": [node[2] if i else -1 for node, i in zip(tree, inner)],
            "right_children": [node[3] if i else -1 for node, i in zip(tree, inner)],
            "loss_changes": [0.0] * size, "parents": parents,
            "split_conditions": [forest_shapes.next_up(node[1]) if i else node / (1 << forests.EXPONENT)
                                 for node, i in zip(tree, inner)],
            "split_indices": [node[0] if i else 0 for node, i in zip(tree, inner)], "split_type": [0] * size,
            "sum_hessian": [1.0] * size,
            "tree_param": {"num_deleted": "0", "num_feature": str(forest.columns), "num_nodes": str(size),
                           "size_leaf_vector": "0"}})
    return json.dumps({
        "learner": {
            "attributes": {}, "feature_names": [], "feature_types": [],
            "gradient_booster": {"model": {
                "gbtree_model_param": {"num_parallel_tree": "1", "num_trees": str(len(trees)), "size_leaf_vector": "0"},
                "tree_info": [0] * len(trees), "trees": trees}, "name": "gbtree"},
            "learner_model_param": {"base_score": "5E-1", "boost_from_average": "1", "num_class": "0",
                                    "num_feature": str(forest.columns), "num_target": "1"},
            "objective": {"name": "binary:logistic", "reg_loss_param": {"scale_pos_weight": "1"}}},
        "version": [1, 7, 4]})


# Reads the rows and the answers that they must get; prints nanoseconds per row of a batch, and how many answers differ.
XGBOOST = """
import sys, time
import numpy, xgboost
model, rows, answers, columns, rounds = sys.argv[1:]
x = numpy.fromfile(rows, dtype=numpy.float32).reshape(-1, int(columns))
expected = numpy.fromfile(answers, dtype=numpy.uint8)
booster = xgboost.Booster({"nthread": 1}, model_file=model)
booster.set_param({"nthread": 1})
best = 1e300
for _ in range(int(rounds)):
    matrix = xgboost.DMatrix(x, nthread=1)  # it remembers what was predicted for a matrix
    for ask in (lambda: booster.predict(matrix, output_margin=True),
                lambda: booster.inplace_predict(x, predict_type="margin")):
        start = time.process_time()
        margin = ask()
        best = min(best, time.process_time() - start)
print(1e9 * best / len(x), int(((margin > 0) != (expected > 0)).sum()))
"""


def measure_xgboost(forest, directory, rounds):
    """None where it is not installed. Its sums are floats, which may round otherwise: a few answers may differ."""
    if forest.kind != "scores":
        return None
    (directory / "xgboost.json").write_text(xgboost_json(forest))
    # A python3 that comes first in the path may not be the one that has the system's packages.
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, "-c", XGBOOST, "xgboost.json", "floats", "answers", str(forest.columns), str(rounds)],
                              cwd=directory, capture_output=True, text=True)
        if "No module named" not in done.stderr:
            break
    if done.returncode != 0:
        missing = "No module named" in done.stderr
        print(f"  XGBoost: {'not installed' if missing else done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    time, differing = done.stdout.split()[-2:]
    if int(differing) > 0:
        sys.exit(f"XGBoost answers {differing} rows differently")
    return float(time)


def write_sources(forest, tool, directory):
    (directory / "rows.hpp").write_text(shapes.rows_header(forest.columns))
    (directory / "model.json").write_text(forests.model_json(forest))
    sources = {"m2cgen": ("DoubleRow", forest_shapes.m2cgen(forest)),
               "tl2cgen": ("FloatRow", forest_shapes.tl2cgen(forest, False)),
               "tl2cgen_ranks": ("FloatRow", forest_shapes.tl2cgen(forest, True))}
    types = [option for i in range(forest.columns) for option in ("--input-type", f"x{i}=float")]
    for shape in ("branches", "table"):
        name = f"espalier_{shape}"
        bench.run([tool, "emit", "model.json", "--optimize", "speed", "--shape", shape, "--namespace", name, "--fields", "all",
                   *types, "--quiet", "-o", f"{name}.hpp"], directory)
        sources[name] = ("FloatRow", forest_shapes.espalier(name, f"{name}.hpp"))
    for name, (_, text) in sources.items():
        (directory / f"{name}.cpp").write_text(text)
    return {name: row for name, (row, _) in sources.items()}


def measure(depth, arguments):
    leaves = 1000 if depth > 10 else 0
    forest = forests.grow(arguments.kind, arguments.trees, depth, leaves, arguments.columns)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        rows = write_sources(forest, arguments.tool, directory)
        (directory / "shapes.inc").write_text("".join(f"SHAPE({shape}, {row})\n" for shape, row in rows.items()))
        for shape in rows:
            bench.progress(f"depth {depth}: compiling {shape}")
            bench.run([arguments.compiler, "-std=c++17", "-O2", "-DESPALIER_NO_WITNESSES", "-c", f"{shape}.cpp", "-o", f"{shape}.o"],
                      directory)
        bench.run([arguments.compiler, "-std=c++17", "-O2", "-I.", bench.BENCH / "forest_runner.cpp", *[f"{s}.o" for s in rows],
                   "-o", "runner"], directory)
        bench.progress(f"depth {depth}: running")
        lines = bench.run(["./runner", arguments.rows, arguments.rounds, "answers", "floats"], directory).splitlines()
        bench.progress("")
        if len({line.split()[3] for line in lines}) != 1 or any("differs" in line for line in lines):
            sys.exit("the shapes answer differently:\n" + "\n".join(lines))
        result = {line.split()[0]: {"one": float(line.split()[1]), "batch": float(line.split()[2])} for line in lines}
        xgboost = measure_xgboost(forest, directory, arguments.rounds)
        if xgboost is not None:
            result["xgboost"] = {"one": None, "batch": xgboost}
    return {"depth": depth, "leaves": leaves, "nodes": forest.nodes(), "shapes": result}


def show(result, arguments):
    of = f"at most {result['leaves']:,} leaves, " if result["leaves"] else ""
    print(f"{arguments.trees} trees of depth {result['depth']}, {of}{result['nodes']:,} nodes, {arguments.kind}")
    print(f"  {'shape':<18} {'ns/row':>9} {'ns/row, batch':>14} {'batch x m2cgen':>15}")
    base = result["shapes"]["m2cgen"]["batch"]
    for shape, times in result["shapes"].items():
        one = f"{times['one']:>9.1f}" if times["one"] is not None else f"{'-':>9}"
        print(f"  {shape.replace('_', ' '):<18} {one} {times['batch']:>14.1f} {base / times['batch']:>15.2f}")
    sys.stdout.flush()


def main(words):
    parser = argparse.ArgumentParser(prog="scripts/bench ensembles", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="depth 6 alone, few rounds")
    parser.add_argument("--depths", help="depths of the trees, separated by commas")
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--kind", choices=["scores", "mean", "vote"], default="scores")
    parser.add_argument("--rows", type=int, default=20000)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--tool", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args(words)
    arguments.rounds = arguments.rounds or (3 if arguments.quick else 9)
    depths = arguments.depths or ("6" if arguments.quick else "6,8,12")
    if arguments.tool is None:
        subprocess.run([str(ROOT / "scripts" / "build"), "release", "espalier"], check=True)
        arguments.tool = ROOT / "build" / "release" / "compiler" / "espalier"
    arguments.tool = arguments.tool.resolve()
    results = []
    for depth in depths.split(","):
        results.append(measure(int(depth), arguments))
        show(results[-1], arguments)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")
