"""Rows whose weight is shared out over several leaves (docs/model-format.md, "Fractional"), as SMT-LIB text."""

import math
from fractions import Fraction
from typing import Callable

from smt_model import Row, Trees, Unsupported, added, first_largest, number, rational

WHOLE = 1 << 31


def share(part: float, total: float) -> int:
    return math.floor(part / total * WHOLE)


def scaled(weight: str, part: int) -> str:
    """floor(weight * part / 2^31), for a whole number and a constant that are not negative."""
    return "0" if part == 0 else f"(div (* {part} {weight}) {WHOLE})"


class Blends:
    """`define` names an expression about a row."""

    def __init__(self, trees: Trees, define: Callable[[Row, str, str, str], str]):
        self.trees, self.define = trees, define
        self.document = trees.document
        self.nodes: list[dict] = self.document["trees"][0]["nodes"]
        self.leaves = [i for i, node in enumerate(self.nodes) if node["test"] == "leaf"]

    def weight(self, index: int) -> float:
        node = self.nodes[index]
        total = 0.0
        for count in node.get("counts", [node.get("weight", 0)]):
            total += float(count)
        return total

    def arrived(self, row: Row) -> list[str]:
        """The weight that comes to each node; parents come first."""
        names = [str(WHOLE)] + [""] * (len(self.nodes) - 1)
        for index, node in enumerate(self.nodes):
            if node["test"] == "leaf":
                continue
            children = node["children"]
            weights = [self.weight(child) for child in children]
            total = 0.0
            for weight in weights:
                total += weight
            own = names[index]
            for position, child in enumerate(children):
                goes = self.trees.chosen(self.trees.outcomes(node, row),
                                         [own if i == position else "0" for i in range(len(children))])
                divided = scaled(own, share(weights[position], total)) if total > 0 else \
                    own if node["missing_child"] == position else "0"
                text = f"(ite {self.trees.unknown(node, row)} {divided} {goes})"
                names[child] = self.define(row, f"weight{child}", "Int", text)
        return names

    def at_whole_leaf(self, row: Row, told: Callable[[int, dict], str]) -> str:
        """What is told of the leaf that gets all of the weight. A child that alone has rows gets it, wherever
        missing_child is."""
        arrived = self.arrived(row)
        text = told(self.leaves[-1], self.nodes[self.leaves[-1]])
        for leaf in self.leaves[:-1]:
            text = f"(ite (= {arrived[leaf]} {WHOLE}) {told(leaf, self.nodes[leaf])} {text})"
        return text

    def is_whole(self, row: Row) -> str:
        arrived = self.arrived(row)
        return "(or " + " ".join(f"(= {arrived[leaf]} {WHOLE})" for leaf in self.leaves) + " false)"

    def leaf_share(self, leaf: int, label: int) -> int:
        node = self.nodes[leaf]
        weight = self.weight(leaf)
        if weight == 0:
            return WHOLE if label == node["label"] else 0
        return share(float(node["counts"][label]), weight)

    def shares(self, row: Row) -> list[str]:
        arrived = self.arrived(row)
        return [self.define(row, f"blend{label}", "Int",
                            added([scaled(arrived[leaf], self.leaf_share(leaf, label)) for leaf in self.leaves]))
                for label in range(len(self.document["labels"]))]

    def refuse_smoothing(self) -> None:
        """A product of two sums that both depend on the row."""
        if self.document.get("smoothing", {"kind": "none"})["kind"] != "none":
            raise Unsupported("smoothed blends")

    def label(self, row: Row, of_leaf: str) -> str:
        shares = self.shares(row)
        threshold = self.document.get("decision_threshold")
        costs = self.document.get("costs")
        if threshold:
            self.refuse_smoothing()
            label = threshold["label"]
            least = math.ceil(Fraction(threshold["probability"]) * WHOLE)
            text = f"(ite (>= {shares[label]} {least}) {label} {1 - label})"
        elif costs:
            top = max(float(cost) for line in costs for cost in line)
            whole = [[round(float(cost) / top * 65535) for cost in line] for line in costs]
            spared = [added([f"(* {number(-whole[k][answer])} {shares[k]})" for k in range(len(shares))])
                      for answer in range(len(shares))]
            text = first_largest(spared)
        else:
            text = first_largest(shares)
        return f"(ite {self.is_whole(row)} {of_leaf} {text})"

    def probability(self, row: Row, label: int, of_leaf: str) -> str:
        self.refuse_smoothing()
        return f"(ite {self.is_whole(row)} {of_leaf} (/ (to_real {self.shares(row)[label]}) {WHOLE}.0))"

    def value(self, row: Row, of_leaf: str) -> str:
        values = {leaf: float(self.nodes[leaf]["value"]) for leaf in self.leaves}
        largest = max(abs(value) for value in values.values())
        e = 0 if largest == 0 else min(29 - (math.frexp(largest)[1] - 1), 999)
        most = (1 << 30) - 1
        multiples = {leaf: max(-most, min(most, round(Fraction(value) * Fraction(2) ** e)))
                     for leaf, value in values.items()}
        arrived = self.arrived(row)
        total = self.define(row, "total", "Int",
                            added([f"(* {number(multiples[leaf])} {arrived[leaf]})" for leaf in self.leaves]))
        toward_zero = f"(ite (>= {total} 0) (div {total} 256) (- (div (- {total}) 256)))"
        unit = rational(Fraction(2) ** -(e + 23))
        return f"(ite {self.is_whole(row)} {of_leaf} (* (to_real {toward_zero}) {unit}))"
