#!/usr/bin/env python3
"""Forests for benchmarks and tests: drawn from a fixed seed, whole-number sums. As a program, writes a model file:

    tests/bench/predict/forests.py TREES DEPTH [--leaves N] [--columns N] [--labels N] [--kind vote|mean|sum|scores|numbers]
                                   [--integers] [--seed N]

Trees are even and of the depth, or have N leaves. Rows of normally distributed columns come to all of them.
"""
import argparse
import json
import random
import statistics
import struct
import sys

UNIT = 65536
EXPONENT = 16
NORMAL = statistics.NormalDist()


def as_float(value):
    return struct.unpack("f", struct.pack("f", value))[0]


class Forest:
    """trees[t][i] is (column, threshold, left, right), or what the leaf says: a label, a list of shares in units of
    1/65,536, or a whole number of units of 2^-16."""

    def __init__(self, kind, trees, columns, labels, integers):
        self.kind = kind
        self.trees = trees
        self.columns = columns
        self.labels = labels
        self.integers = integers

    def nodes(self):
        return sum(len(tree) for tree in self.trees)


def shares(draw, labels):
    cuts = sorted(draw.randrange(UNIT + 1) for _ in range(labels - 1))
    return [high - low for low, high in zip([0] + cuts, cuts + [UNIT])]


def leaf(draw, kind, labels):
    if kind == "vote":
        return draw.randrange(labels)
    if kind == "mean":
        return shares(draw, labels)
    return round(draw.gauss(0, 0.1) * (1 << EXPONENT))


def grow(kind, trees, depth, leaves=0, columns=10, labels=5, integers=False, seed=7):
    draw = random.Random(seed)
    made = []
    for _ in range(trees):
        nodes = [None]
        # What is left of each column below a node: its quantiles.
        open_leaves = [(0, 0, [(0.0, 1.0)] * columns)]
        wanted = leaves or 1 << depth
        while open_leaves and len(nodes) // 2 + 1 < wanted:
            pick = draw.randrange(len(open_leaves)) if leaves else 0
            at, level, box = open_leaves.pop(pick)
            if level == depth:
                continue
            column = draw.randrange(columns)
            low, high = box[column]
            cut = low + (high - low) * draw.uniform(0.3, 0.7)
            threshold = as_float(NORMAL.inv_cdf(min(max(cut, 1e-9), 1 - 1e-9)))
            if integers:
                threshold = round(threshold * 100)
            child = len(nodes)
            nodes[at] = (column, threshold, child, child + 1)
            nodes += [None, None]
            for i, part in enumerate([(low, cut), (cut, high)]):
                below = list(box)
                below[column] = part
                open_leaves.append((child + i, level + 1, below))
        made.append([leaf(draw, kind, labels) if node is None else node for node in nodes])
    return Forest(kind, made, columns, labels, integers)


def node_json(forest, node):
    if isinstance(node, tuple):
        column, threshold, left, right = node
        return {"test": "less_equal", "feature": column, "threshold": threshold, "children": [left, right],
                "missing_child": 1}
    if forest.kind == "vote":
        return {"test": "leaf", "label": node}
    if forest.kind == "mean":
        return {"test": "leaf", "shares": node}
    return {"test": "leaf", "value": node / (1 << EXPONENT)}


def model_json(forest):
    """The forest as a model file of Espalier. `sum` is a softmax over the labels, the trees taking turns; `scores` the
    logistic function of one score for two labels."""
    numbers = forest.kind == "numbers"
    labels = 2 if forest.kind == "scores" else forest.labels
    bound = 500 if forest.integers else 5
    model = {"format": "espalier-model", "version": 2, "task": "regression" if numbers else "classification",
             "target": "y"}
    if not numbers:
        model["labels"] = [f"l{i}" for i in range(labels)]
    model["features"] = [{"name": f"x{i}", "kind": "numeric", "integer": forest.integers, "range": [-bound, bound]}
                         for i in range(forest.columns)]
    model["missing"] = "refuse"
    model["combination"] = {"numbers": "mean", "scores": "sum"}.get(forest.kind, forest.kind)
    if forest.kind == "mean":
        model["sums"] = {"arithmetic": "whole"}
    elif numbers:
        model["sums"] = {"arithmetic": "whole", "exponent": EXPONENT}
    elif forest.kind == "sum":
        model["sums"] = {"arithmetic": "whole", "exponent": EXPONENT, "base": [0] * forest.labels, "link": "softmax"}
    elif forest.kind == "scores":
        model["sums"] = {"arithmetic": "whole", "exponent": EXPONENT, "base": [0], "link": "logistic"}
    model["trees"] = []
    for number, tree in enumerate(forest.trees):
        entry = {"nodes": [node_json(forest, node) for node in tree]}
        if forest.kind == "sum":
            entry["output"] = number % forest.labels
        model["trees"].append(entry)
    model["provenance"] = {"tool": "", "data_sha256": "", "rows": 0, "options": {}}
    return json.dumps(model)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=int)
    parser.add_argument("depth", type=int)
    parser.add_argument("--leaves", type=int, default=0)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--labels", type=int, default=5)
    parser.add_argument("--kind", choices=["vote", "mean", "sum", "scores", "numbers"], default="vote")
    parser.add_argument("--integers", action="store_true")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    sys.stdout.write(model_json(grow(**vars(arguments))) + "\n")


if __name__ == "__main__":
    main()
