"""A second learner, for tables small enough to try everything.

It is written from docs/learner.md, docs/options.md, docs/data.md and docs/model-format.md alone, and must stay so: two
learners that share only the specification must get the same trees. Every candidate is counted from the rows, with
fractions where the criterion is rational and with decimals of 50 digits where it has logarithms. What is equal on paper
is equal here.
"""
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from learner_measures import decimal_of, first_largest, log2, measure_of, reaches
from learner_surrogates import surrogates_of
from learner_tests import best_test

AVERAGE_SLACK = Decimal("0.001")  # C4.5's epsilon: below the average gain, and for the least split information
COLLAPSE_SLACK = Fraction(1, 1000)  # the same epsilon, in errors
MANY_VALUES = Fraction(3, 10)  # values per training row from which on a column is left out of the average


@dataclass
class Column:
    """One feature. Values are floats, or indices into categories; None is a missing value."""
    name: str
    kind: str  # numeric, words or ordinal
    values: list
    categories: list = field(default_factory=list)

    def known(self):
        return [value for value in self.values if value is not None]


@dataclass
class Table:
    """Targets are class indices, or floats if labels is None."""
    columns: list
    target: list
    labels: list
    weights: list

    def total(self):
        return sum(self.weights)


@dataclass
class Options:
    """The choices of docs/learner.md, "Presets", after the preset has been filled in."""
    algorithm: str = "cart"
    criterion: str = "gini"
    split: str = "auto"
    threshold: str = "midpoint"
    ties: str = "margin"
    missing: str = "refuse"
    min_leaf: object = 1  # a number, or a text such as 2.5 or 10%
    min_split: object = 2
    max_depth: int = 0
    min_gain: Fraction = Fraction(0)
    surrogates: int = 5


def preset(algorithm, regression):
    """What --algorithm fills in."""
    options = Options(algorithm=algorithm)
    if algorithm != "cart":
        options.split = "multiway"
        options.criterion = "information-gain"
    if algorithm == "c45":
        options.criterion, options.threshold, options.ties = "gain-ratio", "observed", "first-column"
        options.min_leaf, options.min_split = 2, 4
    if regression:
        options.criterion, options.min_leaf = "variance", 3
    return options


@dataclass
class Node:
    """A node as the model file has it; children is empty for a leaf. Items are the rows and their weights."""
    items: list
    summary: object
    answer: object
    test: object = None
    children: list = field(default_factory=list)


class Grower:
    """Grows one tree; the same object for all its nodes."""

    def __init__(self, table, options):
        self.table, self.total = table, table.total()
        self.options = replace(options, min_leaf=weight_of(options.min_leaf, self.total),
                               min_split=weight_of(options.min_split, self.total))
        self.measure = measure_of(table, options.criterion)
        self.unit = weight_unit(self.total)

    def grow(self):
        items = list(enumerate(self.table.weights))
        return self.node(items, 0, frozenset(), None)

    def node(self, items, depth, tested, parent_answer):
        summary = self.measure.summary(items)
        empty = self.measure.weight(summary) == 0
        node = Node(items, summary, parent_answer if empty else self.measure.answer(summary))
        if empty or self.stops(summary, depth):
            return node
        test = self.choose([test for test in self.tests(items, tested) if self.gains(test, summary)],
                           summary)
        if test is None:
            return node
        self.settle_missing(test)
        if self.options.missing == "surrogate" and test.kind != "multiway":
            test.surrogates = surrogates_of(self, test, items)
        node.test = test
        below = tested | {test.column} if test.kind == "multiway" else tested
        node.children = [self.node(part, depth + 1, below, node.answer) for part in self.divide(test, items)]
        return self.collapsed(node)

    def stops(self, summary, depth):
        options = self.options
        return (self.measure.pure(summary) or (options.max_depth and depth >= options.max_depth)
                or not reaches(self.measure.weight(summary), options.min_split))

    def tests(self, items, tested):
        found = (best_test(self, column, items) for column in range(len(self.table.columns)) if column not in tested)
        return [test for test in found if test]

    def gains(self, test, summary):
        """Something, and more than --min-gain, which counts over the whole training set; both by the rounded gain."""
        return test.units > 0 and test.units * self.measure.unit(summary) > self.options.min_gain * self.total

    def choose(self, tests, summary):
        if not tests:
            return None
        if self.options.criterion != "gain-ratio":
            return self.first_of(tests, max(test.units for test in tests), lambda test: test.units)
        rows = self.measure.weight(summary)
        average = self.average(tests)
        if average is None:
            return None
        least = average - AVERAGE_SLACK * decimal_of(rows)
        ratios = {id(test): test.gain / info for test in tests if test.gain >= least
                  and (info := self.split_information(test, rows)) > AVERAGE_SLACK * decimal_of(rows)}
        if not ratios:
            return None
        worthy = [test for test in tests if id(test) in ratios]
        return self.first_of(worthy, max(ratios.values()), lambda test: ratios[id(test)])

    def average(self, tests):
        """Of the gains, without columns of many values; None if nothing is left to average over."""
        limit = MANY_VALUES * self.total
        many = [self.options.split == "multiway" and column.kind == "words" and len(column.categories) >= limit
                for column in self.table.columns]
        counted = [test.gain for test in tests if all(many) or not many[test.column]]
        return sum(counted) / len(counted) if counted else None

    def split_information(self, test, rows):
        """Times rows. Rows without a value count as one more branch."""
        weights = [self.measure.weight(branch) for branch in test.branches]
        weights.append(rows - sum(weights))
        return -sum(decimal_of(weight) * log2(Fraction(weight) / rows) for weight in weights if weight > 0)

    def first_of(self, tests, figure, figure_of):
        """Of the tests with the best figure, the one that --ties takes."""
        equal = [test for test in tests if abs(figure_of(test) - figure) < Decimal("1e-30")]
        if self.options.ties == "first-column":
            return equal[0]
        if self.table.labels is not None:
            widest = max(test.margin for test in equal)
            equal = [test for test in equal if test.margin == widest]
        return min(equal, key=lambda test: self.table.columns[test.column].name.encode())

    def settle_missing(self, test):
        """The child that rows without a value take, where one child does."""
        weights = [self.measure.weight(branch) for branch in test.branches]
        if test.missing_child is None:
            two_way = test.kind != "multiway"
            test.missing_child = 1 if self.options.missing == "refuse" and two_way else first_largest(weights)

    def divide(self, test, items):
        parts = [[] for _ in test.branches]
        weights = [self.measure.weight(branch) for branch in test.branches]
        for row, weight in items:
            value = self.table.columns[test.column].values[row]
            if value is not None:
                parts[test.branch_of(value)].append((row, weight))
            elif self.options.missing == "fractional":
                for part, branch in zip(parts, weights):
                    part.append((row, self.share_of(weight, branch, sum(weights))))
            else:
                parts[self.missing_side(test, row, self.table.columns)].append((row, weight))
        return [[item for item in part if item[1] > 0] for part in parts]

    def missing_side(self, test, row, columns):
        """Where a row without a value goes: surrogates decide in order, else the child that the test names."""
        for surrogate in test.surrogates:
            value = columns[surrogate.test.column].values[row]
            if value is not None:
                return surrogate.side_of(value)
        return test.missing_child

    def share_of(self, weight, branch, known):
        """A part of a row: shares are doubles, weights are multiples of the unit."""
        return whole_units(Fraction(float(weight) * (float(branch) / float(known))), self.unit)

    def collapsed(self, node):
        """C4.5: a subtree that saves no more than 0.001 errors on the training rows becomes a leaf."""
        collapses = self.options.algorithm == "c45" and self.measure.classes
        if collapses and errors_below(node) >= errors(node) - COLLAPSE_SLACK:
            node.test, node.children = None, []
        return node


def weight_of(limit, total):
    """A number of rows, or a text: the same, or a share of the training rows' weight (10%)."""
    text = str(limit)
    return Fraction(text[:-1]) / 100 * total if text.endswith("%") else Fraction(text)


def weight_unit(total):
    """The power of two that weights are multiples of: all of them together are less than 2^62 of it."""
    unit = Fraction(1)
    while total / unit >= 2**62:
        unit *= 2
    while total / (unit / 2) < 2**62:
        unit /= 2
    return unit


def whole_units(weight, unit):
    weight = round(weight / unit) * unit
    return weight.numerator if weight.denominator == 1 else weight


def errors(node):
    """Of a node of classes as a leaf."""
    return sum(node.summary) - node.summary[node.answer]


def errors_below(node):
    return sum(errors_below(child) for child in node.children) if node.children else errors(node)


def leaves_below(node):
    return sum(leaves_below(child) for child in node.children) if node.children else 1


def grow(table, options):
    return Grower(table, options).grow()


def as_column(name, kind, cells, levels=None):
    """A column of texts, read as docs/data.md says: categories in the order of numbers if all are, else of bytes."""
    if kind == "numeric":
        return Column(name, kind, [float(cell) if cell else None for cell in cells])
    found = {cell for cell in cells if cell}
    words = list(levels or sorted(found, key=category_order(found)))
    return Column(name, kind, [words.index(cell) if cell else None for cell in cells], words)


def category_order(words):
    try:
        numbers = {word: float(word) for word in words}
    except ValueError:
        return str.encode
    return numbers.get


def judging_table(table, rows):
    """Rows of texts (features, weight, target) with the columns of a table; a word that it does not know is missing."""
    columns = []
    for at, column in enumerate(table.columns):
        cells = [row[at] for row in rows]
        values = [float(cell) if cell else None for cell in cells] if column.kind == "numeric" else [
            column.categories.index(cell) if cell in column.categories else None for cell in cells]
        columns.append(Column(column.name, column.kind, values, column.categories))
    target = [table.labels.index(row[-1]) if table.labels is not None else float(row[-1]) for row in rows]
    return Table(columns, target, table.labels, [Fraction(row[-2]) for row in rows])


def as_table(columns, target, weights, regression):
    """Columns without a known value are left out."""
    columns = [column for column in columns if column.known()]
    weights = [whole_units(Fraction(weight), Fraction(1, 2**40)) for weight in weights] or [1] * len(target)
    if regression:
        return Table(columns, [float(cell) for cell in target], None, weights)
    labels = as_column("target", "words", target)
    return Table(columns, labels.values, labels.categories, weights)
