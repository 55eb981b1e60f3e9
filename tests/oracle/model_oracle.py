"""An interpreter of model files, written from docs/model-format.md alone.

It shares no code with Espalier: where both answer alike, the document says enough. Speed does not matter here.

A row is a list with one value per feature: None (missing), a float, or the text of a category.

    model = load("golf.json")
    answer = model.answer(["rain", 75.0, "true"])
    answer.label, answer.rules, answer.probabilities
"""

import ctypes
import json
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Optional, Union

Cell = Union[None, float, str]
WHOLE = 1 << 31  # the weight of a row that is not shared out


@dataclass
class Answer:
    label: Optional[int] = None  # index into the labels
    value: Optional[float] = None  # of a regression
    rules: list[int] = field(default_factory=list)  # one per tree
    probabilities: Optional[list[float]] = None
    scores: list[Any] = field(default_factory=list)  # of several trees: what they add up to, before any division
    blended: bool = False


def load(path: str) -> "Model":
    with open(path, encoding="utf-8-sig") as file:
        return Model(parse(file.read()))


def parse(text: str) -> dict:
    # Python reads "-0" as the whole number 0; the format says that it is negative zero.
    return json.loads(text, parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))


def float32(x: float) -> float:
    """The nearest float, ties to even; infinite beyond the largest."""
    return ctypes.c_float(x).value


def double(x: Any) -> float:
    return float(x)


def first_of_largest(values: list) -> int:
    return max(range(len(values)), key=lambda i: (values[i], -i))


def whole_multiple(x: float, exponent: int) -> int:
    """x as a multiple of 2^-exponent, where it is one."""
    multiple = Fraction(x) * Fraction(2) ** exponent
    assert multiple.denominator == 1, f"{x} is no multiple of 2^-{exponent}"
    return int(multiple)


def scaled_down(multiple: int, exponent: int) -> float:
    """multiple * 2^-exponent, which has one rounding at most."""
    return math.ldexp(float(multiple), -exponent)


class Tree:
    """Nodes of one tree, and what rows find there."""

    def __init__(self, nodes: list[dict], features: list[dict], policy: str):
        self.nodes = nodes
        self.features = features
        self.policy = policy
        self.words = [words_of(feature) for feature in features]
        self.parent: dict[int, int] = {c: i for i, node in enumerate(nodes) for c in node.get("children", [])}
        self.rule = self.number_rules()

    def number_rules(self) -> dict[int, int]:
        """Leaves in reading order, without recursion: depth is not limited."""
        rules: dict[int, int] = {}
        waiting = [0]
        while waiting:
            index = waiting.pop()
            if self.nodes[index]["test"] == "leaf":
                rules[index] = len(rules) + 1
            waiting.extend(reversed(self.nodes[index].get("children", [])))
        return rules

    def known(self, feature: int, row: list[Cell]) -> Union[None, float, int]:
        """The number that is compared, the index of the category, or None: missing, or no category of the feature."""
        cell = row[feature]
        if self.features[feature]["kind"] == "categorical":
            return self.words[feature].get(cell)  # type: ignore[arg-type]
        if cell is None or math.isnan(cell):  # type: ignore[arg-type]
            return None
        return float32(cell) if self.features[feature].get("precision") == "float32" else cell  # type: ignore

    def outcome(self, test: dict, row: list[Cell]) -> Optional[int]:
        """Position of the child that a test names; None if the value is unknown to it."""
        value = self.known(test["feature"], row)
        kind = test["test"]
        if kind == "present":
            return 1 if value is None else 0
        if value is None:
            return None
        if kind == "less_equal":
            return 0 if value <= test["threshold"] else 1
        if kind == "member":
            return 0 if value in test["categories"] else 1
        if kind == "grouped":
            return test["groups"][value]  # null is unknown, too
        if self.features[test["feature"]]["kind"] == "numeric":  # multiway over intervals
            return sum(value > cut["threshold"] for cut in self.features[test["feature"]]["cuts"])
        return int(value)

    def passes(self, part: dict, row: list[Cell]) -> bool:
        """Whether a row passes one part of a rule."""
        value = self.known(part["feature"], row)
        if part["test"] in ("known", "missing"):
            return (value is None) == (part["test"] == "missing")
        if value is None:
            return part["missing"]
        if part["test"] == "in":
            return value in part["categories"]
        return value <= part["threshold"] if part["test"] == "upto" else value > part["threshold"]

    def way(self, node: dict, row: list[Cell]) -> int:
        """Position of the child that a row goes to, under all policies but the one that shares rows out."""
        if node["test"] == "all_of":
            return 0 if all(self.passes(part, row) for part in node["parts"]) else 1
        position = self.outcome(node, row)
        for surrogate in node.get("surrogates", []) if position is None else []:
            position = self.outcome(surrogate, row)
            if position is not None:
                return 1 - position if surrogate["reversed"] else position
        return node["missing_child"] if position is None else position

    def leaf(self, row: list[Cell]) -> int:
        index = 0
        while self.nodes[index]["test"] != "leaf":
            index = self.nodes[index]["children"][self.way(self.nodes[index], row)]
        return index

    def weight(self, index: int) -> float:
        node = self.nodes[index]
        if "counts" not in node:
            return double(node.get("weight", 0))
        return in_order(node["counts"])

    def arrivals(self, row: list[Cell]) -> dict[int, int]:
        """Fractional: the weight that each leaf gets. Parents come before their children, so one pass is enough."""
        arrived = {0: WHOLE}
        leaves = {}
        for index, node in enumerate(self.nodes):
            weight = arrived.get(index, 0)
            if weight == 0:
                continue
            if node["test"] == "leaf":
                leaves[index] = weight
                continue
            position = self.outcome(node, row)
            for child, part in zip(node["children"], self.parts(node, position, weight)):
                arrived[child] = part
        return leaves

    def parts(self, node: dict, position: Optional[int], weight: int) -> list[int]:
        count = len(node["children"])
        weights = [self.weight(child) for child in node["children"]]
        total = in_order(weights)
        if position is None and total > 0:
            return [weight * floor_share(w, total) // WHOLE for w in weights]
        taken = node["missing_child"] if position is None else position
        return [weight if i == taken else 0 for i in range(count)]


def words_of(feature: dict) -> dict[str, int]:
    """Category of each word. A merged category is read from its words, from its own text only if that is one."""
    words = {text: i for i, text in enumerate(feature.get("categories", []))}
    for merged in feature.get("merged", []):
        del words[feature["categories"][merged["category"]]]
        words.update({word: merged["category"] for word in merged["words"]})
    return words


def in_order(numbers: list) -> float:
    """Sum of doubles from the first to the last (the built-in sum is more exact from Python 3.12 on)."""
    total = 0.0
    for number in numbers:
        total += double(number)
    return total


def floor_share(part: float, total: float) -> int:
    """floor(2^31 * part / total), in doubles."""
    return math.floor(part / total * WHOLE)


class Model:
    def __init__(self, document: dict):
        self.document = document
        self.features: list[dict] = document["features"]
        self.labels: list[str] = document.get("labels", [])
        self.combination: str = document["combination"]
        self.policy: str = document["missing"]
        self.sums: dict = document.get("sums", {})
        self.trees = [Tree(tree["nodes"], self.features, self.policy) for tree in document["trees"]]

    def answer(self, row: list[Cell]) -> Answer:
        if self.combination == "single":
            return self.answer_blend(row) if self.policy == "fractional" else self.answer_leaf(self.trees[0].leaf(row))
        return self.answer_several(row)

    # One tree.

    def answer_leaf(self, index: int) -> Answer:
        tree = self.trees[0]
        node = tree.nodes[index]
        if not self.labels:
            return Answer(value=double(node["value"]), rules=[tree.rule[index]])
        return Answer(label=node["label"], rules=[tree.rule[index]], probabilities=self.node_probabilities(index))

    def added(self) -> list[float]:
        """What smoothing adds to the count of each label."""
        smoothing = self.document.get("smoothing", {"kind": "none"})
        if smoothing["kind"] == "laplace":
            return [1.0] * len(self.labels)
        root = self.trees[0].nodes[0]["counts"]
        total = in_order(root)
        if smoothing["kind"] == "none":
            return [0.0] * len(self.labels)
        if total == 0:
            return [double(smoothing["m"]) / len(root)] * len(root)
        return [double(smoothing["m"]) * (double(count) / total) for count in root]

    def node_probabilities(self, index: int) -> list[float]:
        tree = self.trees[0]
        label = tree.nodes[index]["label"]
        while tree.weight(index) == 0 and index in tree.parent:
            index = tree.parent[index]
        if tree.weight(index) == 0:
            return [1.0 if i == label else 0.0 for i in range(len(self.labels))]
        counts = [double(c) + x for c, x in zip(tree.nodes[index]["counts"], self.added())]
        total = in_order(counts)
        return [count / total for count in counts]

    def answer_blend(self, row: list[Cell]) -> Answer:
        tree = self.trees[0]
        arrived = tree.arrivals(row)
        reading = sorted(arrived, key=lambda leaf: tree.rule[leaf])
        largest = max(reading, key=lambda leaf: (arrived[leaf], -tree.rule[leaf]))
        if arrived[largest] == WHOLE:
            return self.answer_leaf(largest)
        rules = [tree.rule[largest]]
        if not self.labels:
            return Answer(value=self.blended_value(arrived), rules=rules, blended=True)
        shares = [0] * len(self.labels)
        for leaf, weight in arrived.items():
            for k, share in enumerate(self.leaf_shares(leaf)):
                shares[k] += weight * share // WHOLE
        smoothed = self.smoothed_shares(shares, arrived)
        label = self.blended_label(shares, smoothed)
        return Answer(label=label, rules=rules, probabilities=[s / WHOLE for s in smoothed], blended=True)

    def leaf_shares(self, leaf: int) -> list[int]:
        node = self.trees[0].nodes[leaf]
        weight = self.trees[0].weight(leaf)
        if weight == 0:
            return [WHOLE if k == node["label"] else 0 for k in range(len(self.labels))]
        return [floor_share(double(count), weight) for count in node["counts"]]

    def smoothed_shares(self, shares: list[int], arrived: dict[int, int]) -> list[int]:
        added = self.added()
        if not any(added):
            return shares
        tree = self.trees[0]
        largest = max(tree.weight(i) for i in range(len(tree.nodes)))
        e = min(29 - floor_log2(largest + in_order(added)), 999)
        x = [math.floor(math.ldexp(a, e)) for a in added]
        if not any(x):
            return shares
        n = sum(weight * math.floor(math.ldexp(tree.weight(leaf), e)) // WHOLE for leaf, weight in arrived.items())
        return [(s * n + extra * WHOLE) // (n + sum(x)) for s, extra in zip(shares, x)]

    def blended_label(self, shares: list[int], smoothed: list[int]) -> int:
        threshold = self.document.get("decision_threshold")
        if threshold:
            least = math.ceil(math.ldexp(threshold["probability"], 31))
            label = threshold["label"]
            return label if smoothed[label] >= least else 1 - label
        costs = self.document.get("costs")
        if not costs:
            return first_of_largest(shares)
        top = max(double(cost) for line in costs for cost in line)
        whole = [[round(double(cost) / top * 65535) for cost in line] for line in costs]  # round(): halves to even
        count = len(self.labels)
        return first_of_largest([-sum(shares[k] * whole[k][a] for k in range(count)) for a in range(count)])

    def blended_value(self, arrived: dict[int, int]) -> float:
        nodes = self.trees[0].nodes
        largest = max(abs(double(node["value"])) for node in nodes if node["test"] == "leaf")
        e = 0 if largest == 0 else min(29 - floor_log2(largest), 999)
        total = 0
        for leaf, weight in arrived.items():
            multiple = round(Fraction(nodes[leaf]["value"]) * Fraction(2) ** e)
            total += weight * max(-(1 << 30) + 1, min((1 << 30) - 1, multiple))
        toward_zero = abs(total) // 256 * (1 if total >= 0 else -1)
        return math.ldexp(float(toward_zero), -(e + 23))

    # Several trees.

    def answer_several(self, row: list[Cell]) -> Answer:
        leaves = [tree.leaf(row) for tree in self.trees]
        found = [tree.nodes[leaf] for tree, leaf in zip(self.trees, leaves)]
        answer = Answer(rules=[tree.rule[leaf] for tree, leaf in zip(self.trees, leaves)])
        self.add_up(found, answer)
        return answer

    def add_up(self, found: list[dict], answer: Answer) -> None:
        """What the leaves of all trees answer together."""
        if self.combination == "vote":
            self.count_votes(found, answer)
        elif self.combination == "sum":
            self.add_scores(found, answer)
        elif self.labels:
            self.average_shares(found, answer)
        else:
            answer.scores = [self.add(0, [leaf["value"] for leaf in found])]
            answer.value = self.divide(answer.scores[0], self.sums.get("exponent", 0))

    def count_votes(self, found: list[dict], answer: Answer) -> None:
        answer.scores = [sum(leaf["label"] == k for leaf in found) for k in range(len(self.labels))]
        answer.label = first_of_largest(answer.scores)
        answer.probabilities = [votes / len(self.trees) for votes in answer.scores]

    def average_shares(self, found: list[dict], answer: Answer) -> None:
        columns = [[leaf["shares"][k] for leaf in found] for k in range(len(self.labels))]
        # Shares in whole numbers are multiples of 2^-16 that need not say so.
        answer.scores = [sum(c) if self.sums["arithmetic"] == "whole" else self.add(0, c) for c in columns]
        answer.probabilities = [self.divide(score, 16) for score in answer.scores]
        answer.label = first_of_largest(answer.probabilities)

    def add(self, base: Any, values: list) -> Any:
        """A sum in the arithmetic of the model. In "whole" it is counted in multiples of 2^-exponent."""
        arithmetic = self.sums["arithmetic"]
        if arithmetic == "whole":
            return sum(whole_multiple(x, self.sums["exponent"]) for x in [base, *values])
        rounded = float32 if arithmetic == "float32" else double
        total = rounded(double(base))
        for value in values:
            total = rounded(total + rounded(double(value)))
        return total

    def divide(self, total: Any, exponent: int) -> float:
        """A mean; of whole sums in units of 2^-exponent."""
        if self.sums["arithmetic"] == "whole":
            return math.ldexp(total / len(self.trees), -exponent)
        mean = total / len(self.trees)
        return float32(mean) if self.sums["arithmetic"] == "float32" else mean

    def add_scores(self, found: list[dict], answer: Answer) -> None:
        bases = self.sums["base"]
        outputs = [tree.get("output", 0) for tree in self.document["trees"]]
        for output, base in enumerate(bases):
            values = [leaf["value"] for leaf, target in zip(found, outputs) if target == output]
            answer.scores.append(self.add(base, values))
        if self.sums["arithmetic"] == "whole":
            scores = [scaled_down(score, self.sums["exponent"]) for score in answer.scores]
        else:
            scores = answer.scores
        link_scores(self.sums["link"], scores, len(self.labels), answer)


def link_scores(link: str, scores: list[float], labels: int, answer: Answer) -> None:
    if link in ("identity", "exponential"):
        answer.value = scores[0] if link == "identity" else power_of_e(scores[0])
    elif len(scores) < labels:  # one output, which is the second label's
        answer.label = 1 if scores[0] > 0 else 0
        second = logistic(scores[0])
        answer.probabilities = [1 - second, second]
    else:
        answer.label = first_of_largest(scores)
        top = max(scores)  # e^(score - top) has the same shares as e^score, and does not overflow
        is_logistic = link == "logistic" and logistic(top) > 0  # where all are 0, those of softmax have their proportions
        parts = [logistic(s) if is_logistic else power_of_e(s - top) for s in scores]
        answer.probabilities = [quotient(part, in_order(parts)) for part in parts]


def power_of_e(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def quotient(a: float, b: float) -> float:
    """IEEE division of numbers that are not negative: Python raises an error for what has no number."""
    return a / b if b != 0 else math.nan if a == 0 else math.inf


def logistic(score: float) -> float:
    return 1 / (1 + power_of_e(-score))


def floor_log2(x: float) -> int:
    return math.frexp(x)[1] - 1
