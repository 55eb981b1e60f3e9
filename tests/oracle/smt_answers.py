"""What a model answers, as SMT-LIB text: label, probabilities and value (docs/model-format.md, "Meaning").

Sums of whole numbers are sums there, too. Those that are rounded after each tree, and what a link makes of sums, are
worked out here for every choice of leaves, one of each tree, and z3 chooses the leaves.
"""

import itertools
import math
from fractions import Fraction
from typing import Callable

from smt_blends import Blends
from smt_model import (EXACT, Column, ExactFigure, Figure, Row, Trees, Unsupported, added, as_float32, first_largest,
                       number, rational)

MOST_CHOICES = 500  # of leaves


def in_order(numbers: list) -> float:
    total = 0.0
    for x in numbers:
        total += float(x)
    return total


class Answers:
    """Expressions over the unknowns of rows, and the definitions that these need."""

    def __init__(self, document: dict):
        self.document = document
        self.trees = Trees(document)
        self.columns: list[Column] = self.trees.columns
        self.labels: list[str] = document.get("labels", [])
        self.combination: str = document["combination"]
        self.sums: dict = document.get("sums", {})
        self.is_whole = self.combination == "vote" or self.sums.get("arithmetic") == "whole"
        self.definitions: list[str] = []
        self.defined: set[str] = set()
        fractional = self.combination == "single" and document["missing"] == "fractional"
        self.blends = Blends(self.trees, self.define) if fractional else None

    def define(self, row: Row, about: str, sort: str, text: str) -> str:
        """A name for an expression about a row, so that it is written once."""
        name = f"{row.tag}_{about}"
        if name not in self.defined:
            self.defined.add(name)
            self.definitions.append(f"(define-fun {name} () {sort} {text})")
        return name

    def of_leaf(self, row: Row, told: Callable[[int, dict], str]) -> str:
        """Of a single tree."""
        if self.blends:
            return self.blends.at_whole_leaf(row, told)
        return self.trees.at_leaf(self.document["trees"][0], row, told)

    # Labels.

    def label(self, row: Row) -> str:
        return self.define(row, "label", "Int", self.label_text(row))

    def label_text(self, row: Row) -> str:
        if self.combination == "single":
            of_leaf = self.of_leaf(row, lambda _, leaf: number(leaf["label"]))
            return self.blends.label(row, of_leaf) if self.blends else of_leaf
        if not self.is_whole:
            return self.of_choice(row, "label", [str(answer[0]) for answer in self.answers_of_choices()])
        scores = self.whole_scores(row)
        if self.combination == "sum" and len(scores) < len(self.labels):
            return f"(ite (> {scores[0]} 0) 1 0)"
        return first_largest(scores)

    # Figures.

    def probability(self, row: Row, label: int) -> Figure:
        if self.combination == "single":
            told = lambda index, _: rational(Fraction(self.leaf_probability(index, label)))
            text = self.of_leaf(row, told)
            if self.blends:
                text = self.blends.probability(row, label, text)
            return ExactFigure(self.define(row, f"P{label}", "Real", text))
        if self.combination == "vote":
            count = len(self.document["trees"])
            return Figure(self.whole_scores(row)[label], lambda at: at / count, 0, count)
        if self.combination == "mean" and self.is_whole:
            return self.whole_mean(self.whole_scores(row)[label], 16)
        return self.chosen_figure(row, f"P{label}", [answer[1][label] for answer in self.answers_of_choices()])

    def value(self, row: Row) -> Figure:
        if self.combination == "single":
            text = self.of_leaf(row, lambda _, leaf: rational(Fraction(leaf["value"])))
            if self.blends:
                text = self.blends.value(row, text)
            return ExactFigure(self.define(row, "value", "Real", text))
        exponent = int(self.sums.get("exponent", 0))
        if self.combination == "mean" and self.is_whole:
            return self.whole_mean(self.whole_scores(row)[0], exponent)
        if self.is_whole and self.sums["link"] == "identity":
            return Figure(self.whole_scores(row)[0], lambda at: math.ldexp(float(at), -exponent), -EXACT, EXACT)
        return self.chosen_figure(row, "value", [answer[2] for answer in self.answers_of_choices()])

    def whole_mean(self, total: str, exponent: int) -> Figure:
        count = len(self.document["trees"])
        # Quotients of larger sums may round to the same double.
        distinct = self.largest_sum() < 1 << 46
        return Figure(total, lambda at: math.ldexp(at / count, -exponent), -EXACT, EXACT, distinct)

    # Sums of whole numbers.

    def unit(self, x: float) -> int:
        """Shares are whole as they are, values multiples of 2^-exponent."""
        return int(Fraction(x) * Fraction(2) ** int(self.sums.get("exponent", 0)))

    def whole_scores(self, row: Row) -> list[str]:
        """Per label or output: votes, shares or values added up."""
        trees = self.document["trees"]
        if self.combination == "vote":
            told = [(0, trees, lambda leaf, k=k: int(leaf["label"] == k)) for k in range(len(self.labels))]
        elif self.combination == "mean" and self.labels:
            told = [(0, trees, lambda leaf, k=k: leaf["shares"][k]) for k in range(len(self.labels))]
        else:
            of_output = lambda output: [tree for tree in trees if tree.get("output", 0) == output]
            told = [(self.unit(base), of_output(output), lambda leaf: self.unit(leaf["value"]))
                    for output, base in enumerate(self.sums.get("base", [0]))]
        scores = []
        for k, (base, added_trees, worth) in enumerate(told):
            terms = [self.trees.at_leaf(tree, row, lambda _, leaf: number(worth(leaf))) for tree in added_trees]
            scores.append(self.define(row, f"score{k}", "Int", added([number(base), *terms])))
        return scores

    def largest_sum(self) -> int:
        """What the multiples add up to at most."""
        if self.labels:
            return 65536 * len(self.document["trees"])
        leaves = [[abs(self.unit(leaf["value"])) for leaf in leaves_of(tree)] for tree in self.document["trees"]]
        return sum(map(max, leaves))

    # Sums that are rounded, and links.

    def chosen_figure(self, row: Row, about: str, values: list[float]) -> Figure:
        """The place of the value among all that there are."""
        different = sorted(set(values))
        places = {value: number(place) for place, value in enumerate(different)}
        text = self.of_choice(row, about, [places[value] for value in values])
        return Figure(self.define(row, about, "Int", text), lambda at: different[at], 0, len(different) - 1)

    def choices(self) -> list[tuple[dict, ...]]:
        leaves = [leaves_of(tree) for tree in self.document["trees"]]
        if math.prod(map(len, leaves)) > MOST_CHOICES:
            raise Unsupported("rounded sums of many leaves")
        return list(itertools.product(*leaves))

    def of_choice(self, row: Row, about: str, results: list[str]) -> str:
        """The result that belongs to the leaves a row comes to; results are in the order of choices()."""
        for t, tree in reversed(list(enumerate(self.document["trees"]))):
            order = {id(leaf): str(i) for i, leaf in enumerate(leaves_of(tree))}
            at = self.define(row, f"leaf{t}", "Int", self.trees.at_leaf(tree, row, lambda _, leaf: order[id(leaf)]))
            count = len(order)
            merged = []
            for begin in range(0, len(results), count):
                text = results[begin + count - 1]
                for i in reversed(range(count - 1)):
                    result = results[begin + i]
                    text = text if result == text else f"(ite (= {at} {i}) {result} {text})"
                merged.append(text)
            # Long expressions get names, so that the whole stays as short as its parts.
            results = [self.define(row, f"{about}_{t}_{i}", "Int", text) if text.startswith("(ite") else text
                       for i, text in enumerate(merged)]
        return results[0]

    def answers_of_choices(self) -> list[tuple[int, list[float], float]]:
        return [self.answer_of(list(leaves)) for leaves in self.choices()]

    def answer_of(self, leaves: list[dict]) -> tuple[int, list[float], float]:
        """Label, probabilities and value of such leaves, one of each tree."""
        if self.combination == "mean":
            told = [leaf["shares"] if self.labels else [leaf["value"]] for leaf in leaves]
            means = [self.quotient(self.total(0, list(column))) for column in zip(*told)]
            return means.index(max(means)), means, means[0]
        outputs = [tree.get("output", 0) for tree in self.document["trees"]]
        scores = [self.total(base, [leaf["value"] for leaf, output in zip(leaves, outputs) if output == k])
                  for k, base in enumerate(self.sums["base"])]
        return linked(self.sums["link"], scores, len(self.labels))

    def rounded(self, x: float) -> float:
        return as_float32(x) if self.sums["arithmetic"] == "float32" else float(x)

    def total(self, base: float, values: list[float]) -> float:
        """The sum of two floats in doubles, rounded to a float, is their sum in floats: doubles have more than twice
        their digits."""
        if self.is_whole:
            return math.ldexp(float(self.unit(base) + sum(map(self.unit, values))), -int(self.sums["exponent"]))
        total = self.rounded(base)
        for value in values:
            total = self.rounded(total + self.rounded(value))
        return total

    def quotient(self, total: float) -> float:
        return self.rounded(total / len(self.document["trees"]))

    # Counts of a single tree.

    def leaf_probability(self, index: int, label: int) -> float:
        nodes = self.document["trees"][0]["nodes"]
        parent = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        own = nodes[index]["label"]
        while in_order(nodes[index]["counts"]) == 0 and index in parent:
            index = parent[index]
        counts = [float(count) for count in nodes[index]["counts"]]
        if in_order(counts) == 0:
            return 1.0 if label == own else 0.0
        smoothed = [count + extra for count, extra in zip(counts, self.smoothing())]
        return smoothed[label] / in_order(smoothed)

    def smoothing(self) -> list[float]:
        how = self.document.get("smoothing", {"kind": "none"})
        root = [float(count) for count in self.document["trees"][0]["nodes"][0]["counts"]]
        if how["kind"] == "laplace":
            return [1.0] * len(root)
        if how["kind"] == "none":
            return [0.0] * len(root)
        total = in_order(root)
        m = float(how["m"])
        return [m * (count / total) if total > 0 else m / len(root) for count in root]


def leaves_of(tree: dict) -> list[dict]:
    return [node for node in tree["nodes"] if node["test"] == "leaf"]


def linked(link: str, scores: list[float], labels: int) -> tuple[int, list[float], float]:
    if link == "identity":
        return 0, [], scores[0]
    if link == "exponential":
        return 0, [], power(scores[0])
    if len(scores) < labels:
        second = 1 / (1 + power(-scores[0]))
        return int(scores[0] > 0), [1 - second, second], 0.0
    top = max(scores)
    parts = [1 / (1 + power(-s)) for s in scores]
    if link == "softmax" or max(parts) == 0:
        parts = [power(s - top) for s in scores]
    return scores.index(top), [part / in_order(parts) for part in parts], 0.0


def power(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf
