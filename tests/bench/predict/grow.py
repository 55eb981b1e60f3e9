"""Trees for the benchmark: grown by a fixed seed on a drawn sample, so that rows spread over their paths as they do over
those of a trained tree. Thresholds and rows are floats."""
import heapq
import json
import random
import struct

LABELS = ["a", "b", "c", "d", "e"]
SAMPLE = 60000


def as_float(value):
    return struct.unpack("f", struct.pack("f", value))[0]


class Tree:
    """nodes[i] is (column, threshold, left, right), or the index of a label."""

    def __init__(self, nodes, columns):
        self.nodes = nodes
        self.columns = columns

    def leaves(self):
        return sum(isinstance(node, int) for node in self.nodes)


def grow(leaves, columns, seed=7):
    draw = random.Random(seed)
    rows = max(SAMPLE, 4 * leaves)
    sample = [[as_float(draw.gauss(0, 1)) for _ in range(rows)] for _ in range(columns)]
    nodes = [None]
    heap = [(-rows, 0, list(range(rows)))]  # the largest part is split next
    for _ in range(leaves - 1):
        _, at, part = heapq.heappop(heap)
        column = draw.randrange(columns)
        values = sorted(sample[column][row] for row in part)
        cut = min(int(draw.uniform(0.2, 0.8) * len(values)), len(values) - 2)
        threshold = as_float((values[cut] + values[cut + 1]) / 2)
        left = [row for row in part if sample[column][row] <= threshold]
        right = [row for row in part if sample[column][row] > threshold]
        child = len(nodes)
        nodes += [None, None]
        nodes[at] = (column, threshold, child, child + 1)
        heapq.heappush(heap, (-len(left), child, left))
        heapq.heappush(heap, (-len(right), child + 1, right))
    label(nodes, draw)
    return Tree(nodes, columns)


def label(nodes, draw):
    """Sibling leaves answer differently, as those of a trained tree do."""
    for at in range(len(nodes)):
        if nodes[at] is None:
            nodes[at] = draw.randrange(len(LABELS))
    for node in nodes:
        if isinstance(node, tuple) and nodes[node[2]] == nodes[node[3]]:
            nodes[node[3]] = (nodes[node[2]] + 1 + draw.randrange(len(LABELS) - 1)) % len(LABELS)


def model_json(tree):
    """The tree as a model file of Espalier."""
    nodes = []
    for node in tree.nodes:
        if isinstance(node, int):
            counts = [0] * len(LABELS)
            counts[node] = 1
            nodes.append({"test": "leaf", "label": node, "counts": counts})
        else:
            column, threshold, left, right = node
            nodes.append({"test": "less_equal", "feature": column, "threshold": threshold, "children": [left, right],
                          "missing_child": 1, "label": 0, "counts": [1] * len(LABELS)})
    features = [{"name": f"x{i}", "kind": "numeric", "integer": False, "range": [-5, 5]} for i in range(tree.columns)]
    return json.dumps({"format": "espalier-model", "version": 1, "task": "classification", "target": "y",
                       "labels": LABELS, "features": features, "missing": "refuse", "combination": "single",
                       "trees": [{"nodes": nodes}],
                       "provenance": {"tool": "", "data_sha256": "", "rows": 0, "options": {}}})
