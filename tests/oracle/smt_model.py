"""A model file as SMT-LIB text: what the model answers for a row whose values are unknowns. Written from
docs/model-format.md and docs/diff.md (which inputs there are) alone; it shares no code with the other interpreters.

Numbers: a test compares, and nothing else is done with a column. So a column of numbers is a whole number, the place of
the double in the order of all doubles (of whole doubles where the column holds whole numbers), and a threshold is the
place of the largest double that passes. That is exact: infinities, denormals and neighbours included.
"""

import math
from fractions import Fraction
from struct import pack, unpack
from typing import Callable, Optional

EXACT = 1 << 53  # up to here every whole number is a double

class Unsupported(Exception):
    """What is not asked here, such as rounded sums of very many leaves."""


# Doubles in their order.


def place(x: float) -> int:
    """0 for 0, 1 for the least double above it, and so on; negative ones likewise."""
    bits = unpack("<Q", pack("<d", abs(x)))[0]
    return bits if x >= 0 else -bits


def double_at(at: int) -> float:
    return math.copysign(unpack("<d", pack("<Q", abs(at)))[0], at)


def whole_place(x: float) -> int:
    """The same among whole doubles: the number itself as long as there is no gap."""
    if abs(x) <= EXACT:
        return int(x)
    beyond = EXACT + place(abs(x)) - place(float(EXACT))
    return beyond if x > 0 else -beyond


def floor_double(x: float) -> float:
    return float(math.floor(x)) if abs(x) < EXACT else x


def as_float32(x: float) -> float:
    try:
        return unpack("<f", pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def last_true(holds: Callable[[int], bool], low: int, high: int) -> Optional[int]:
    """The last place for which something holds that holds for all places before it."""
    if not holds(low):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


LOWEST, HIGHEST = place(-math.inf), place(math.inf)


class Column:
    """The values of a feature, as unknowns of a row."""

    def __init__(self, feature: dict):
        self.feature = feature
        self.is_number = feature["kind"] == "numeric"
        self.is_whole = self.is_number and feature["integer"]
        self.words = [] if self.is_number else words_of(feature)

    def place_of(self, x: float) -> int:
        return whole_place(floor_double(x)) if self.is_whole else place(x)

    def threshold(self, t: float) -> int:
        """The place of the last value that a test takes for at most t."""
        if self.feature.get("precision") != "float32":
            return self.place_of(t)
        last = last_true(lambda at: as_float32(double_at(at)) <= t, LOWEST, HIGHEST)
        return self.place_of(-math.inf) - 1 if last is None else self.place_of(double_at(last))

    def declared(self, name: str, complete: bool) -> list[str]:
        bounds = [self.place_of(-math.inf), self.place_of(math.inf)] if self.is_number else [0, len(self.words) - 1]
        known = f"(<= {number(bounds[0])} {name} {number(bounds[1])})"
        return [f"(declare-const {name} Int)", f"(declare-const {name}_missing Bool)",
                f"(assert {known})" if bounds[0] <= bounds[1] else "", f"(assert (not {name}_missing))" if complete else
                # A column without words has no value but a missing one.
                f"(assert {name}_missing)" if bounds[0] > bounds[1] else "",
                "(assert false)" if complete and bounds[0] > bounds[1] else ""]


def words_of(feature: dict) -> list[tuple[str, int]]:
    """The words of a column with their categories; a merged category is read from its words."""
    merged = {entry["category"]: entry["words"] for entry in feature.get("merged", [])}
    return [(word, i) for i, text in enumerate(feature["categories"]) for word in merged.get(i, [text])]


# SMT-LIB.


def number(x: int) -> str:
    return str(x) if x >= 0 else f"(- {-x})"


def rational(x: Fraction) -> str:
    part = f"(/ {abs(x.numerator)}.0 {x.denominator}.0)"
    return part if x >= 0 else f"(- {part})"


def either(conditions: list[str]) -> str:
    return f"(or {' '.join(conditions)})" if len(conditions) > 1 else conditions[0] if conditions else "false"


def added(terms: list[str]) -> str:
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"


def first_largest(scores: list[str]) -> str:
    """The first of the labels whose score no other one exceeds."""
    text = str(len(scores) - 1)
    for i in reversed(range(len(scores) - 1)):
        wins = " ".join(f"(>= {scores[i]} {later})" for later in scores[i + 1:])
        text = f"(ite (and {wins} true) {i} {text})"
    return text


class Figure:
    """A number that a model answers with. The expression is a whole number, and `value_at` makes a double of it: larger
    ones of larger ones. Where several make the same double (not `distinct`), figures are not compared with each
    other."""

    def __init__(self, text: str, value_at: Callable[[int], float], low: int, high: int, distinct: bool = True):
        self.text, self.value_at, self.low, self.high, self.distinct = text, value_at, low, high, distinct

    def below(self, bound: float) -> str:
        """Whether the value is less than the bound."""
        last = last_true(lambda at: self.value_at(at) < bound, self.low, self.high)
        return "false" if last is None else f"(<= {self.text} {number(last)})"

    def above(self, bound: float) -> str:
        last = last_true(lambda at: self.value_at(at) <= bound, self.low, self.high)
        return "true" if last is None else f"(> {self.text} {number(last)})"

    def less(self, other: "Figure") -> str:
        if not self.distinct:
            raise Unsupported("sums that are rounded to the same mean")
        return f"(< {self.text} {other.text})"


class ExactFigure(Figure):
    """The expression is the value itself, a rational number."""

    def __init__(self, text: str):
        self.text = text

    def below(self, bound: float) -> str:
        return f"(< {self.text} {rational(Fraction(bound))})"

    def above(self, bound: float) -> str:
        return f"(> {self.text} {rational(Fraction(bound))})"

    def less(self, other: Figure) -> str:
        return f"(< {self.text} {other.text})"


class Row:
    """The unknowns of a row: the name of each column's. `tag` is what definitions about the row begin with."""

    def __init__(self, names: list[str], tag: str):
        self.names, self.tag = names, tag


class Trees:
    """The tests of a model, over the unknowns of a row."""

    def __init__(self, document: dict):
        self.document = document
        self.columns = [Column(feature) for feature in document["features"]]

    def unknown(self, test: dict, row: Row) -> str:
        name = row.names[test["feature"]]
        if test["test"] != "grouped":
            return f"{name}_missing"
        words = self.columns[test["feature"]].words
        no_group = [f"(= {name} {i})" for i, (_, category) in enumerate(words) if test["groups"][category] is None]
        return either([f"{name}_missing", *no_group])

    def outcomes(self, test: dict, row: Row) -> list[str]:
        """For each child but the last, whether a known value goes there; the last one gets the others. A child may be
        asked in order: the first that is true counts."""
        column = self.columns[test["feature"]]
        name = row.names[test["feature"]]
        kind = test["test"]
        of_words = lambda goes: either([f"(= {name} {i})" for i, (_, c) in enumerate(column.words) if goes(c)])
        if kind == "less_equal":
            return [f"(<= {name} {number(column.threshold(test['threshold']))})"]
        if kind == "member":
            return [of_words(lambda c: c in test["categories"])]
        if kind == "grouped":
            count = len(test["children"])
            return [of_words(lambda c, i=i: test["groups"][c] == i) for i in range(count - 1)]
        if column.is_number:
            cuts = column.feature["cuts"]
            return [f"(<= {name} {number(column.threshold(cut['threshold']))})" for cut in cuts]
        outcomes = len(column.feature["categories"])
        return [of_words(lambda c, i=i: c == i) for i in range(outcomes - 1)]

    def met(self, part: dict, row: Row) -> str:
        """Whether the row passes a part of a rule."""
        name = row.names[part["feature"]]
        if part["test"] in ("known", "missing"):
            return f"(not {name}_missing)" if part["test"] == "known" else f"{name}_missing"
        kind = "member" if part["test"] == "in" else "less_equal"
        known = self.outcomes({**part, "test": kind}, row)[0]
        if part["test"] == "above":
            known = f"(not {known})"
        return f"(ite {name}_missing {'true' if part['missing'] else 'false'} {known})"

    def chosen(self, conditions: list[str], results: list[str]) -> str:
        text = results[len(conditions)]
        for condition, result in reversed(list(zip(conditions, results))):
            text = f"(ite {condition} {result} {text})"
        return text

    def branch(self, node: dict, row: Row, results: list[str]) -> str:
        """One of the results of the children."""
        if node["test"] == "all_of":
            met = " ".join(self.met(part, row) for part in node["parts"])
            return f"(ite (and {met} true) {results[0]} {results[1]})"
        if node["test"] == "present":
            return f"(ite {row.names[node['feature']]}_missing {results[1]} {results[0]})"
        otherwise = results[node["missing_child"]]
        for surrogate in reversed(node.get("surrogates", [])):
            sides = results[::-1] if surrogate["reversed"] else results
            known = self.chosen(self.outcomes(surrogate, row), sides)
            otherwise = f"(ite {self.unknown(surrogate, row)} {otherwise} {known})"
        return f"(ite {self.unknown(node, row)} {otherwise} {self.chosen(self.outcomes(node, row), results)})"

    def at_leaf(self, tree: dict, row: Row, told: Callable[[int, dict], str]) -> str:
        """What is told of the leaf that a row comes to. Children come behind their parents."""
        nodes = tree["nodes"]
        texts: list[str] = [""] * len(nodes)
        for index in reversed(range(len(nodes))):
            node = nodes[index]
            if node["test"] == "leaf":
                texts[index] = told(index, node)
                continue
            results = [texts[child] for child in node["children"]]
            same = all(result == results[0] for result in results)
            texts[index] = results[0] if same else self.branch(node, row, results)
        return texts[0]
