"""Surrogates (docs/learner.md, "Missing values"): tests of other columns that send rows the way of the node's test."""
from dataclasses import dataclass
from fractions import Fraction

from learner_measures import first_largest, reaches
from learner_tests import Test, cut_between

LEAST_ROWS = 2  # on each side of a surrogate


@dataclass
class Surrogate:
    test: Test
    reversed: bool
    agreeing: object  # weight of the rows that it sends the same way
    share: Fraction

    def side_of(self, value):
        return self.test.branch_of(value) ^ self.reversed


class SurrogateSearch:
    """The surrogate that one column offers for a test."""

    def __init__(self, grower, test, column, items):
        self.grower, self.index, self.column = grower, column, grower.table.columns[column]
        own = grower.table.columns[test.column].values
        self.sides = {}  # value -> weights that the node's test sends to each side
        self.rows = {}  # rows as such, whatever they weigh
        for row, weight in items:
            value = self.column.values[row]
            if value is not None and own[row] is not None:
                side = test.branch_of(own[row])
                self.sides.setdefault(value, [0, 0])[side] += weight
                self.rows[value] = self.rows.get(value, 0) + 1
        self.values = sorted(self.sides)
        self.weight = sum(sum(pair) for pair in self.sides.values())

    def sent(self, values, side):
        return sum(self.sides[value][side] for value in values)

    def offer(self, values, test):
        """The test that holds for these values, in the direction that agrees with more rows, if it is good enough."""
        others = [value for value in self.values if value not in values]
        light = any(sum(self.rows[value] for value in group) < LEAST_ROWS for group in (values, others))
        agreeing = [self.sent(values, 0) + self.sent(others, 1), self.sent(values, 1) + self.sent(others, 0)]
        turned = first_largest(agreeing)
        larger_side = max(self.sent(self.values, 0), self.sent(self.values, 1))
        if light or reaches(larger_side, agreeing[turned]):
            return []
        return [Surrogate(test, bool(turned), agreeing[turned], Fraction(agreeing[turned]) / self.weight)]

    def cuts(self):
        for at in range(1, len(self.values)):
            below = self.values[:at]
            yield from self.offer(below, cut_between(self.grower.options, self.column, self.index, below[-1],
                                                     self.values[at]))

    def words(self):
        """Each value goes where most of its rows go; the side of fewer values is named, else the first."""
        groups = [[value for value in self.values if first_largest(self.sides[value]) == side] for side in (0, 1)]
        if not all(groups):
            return
        named = min(groups, key=len)
        yield from self.offer(named, Test("member", self.index, [], categories=named))

    def best(self):
        found = list(self.words() if self.column.kind == "words" else self.cuts())
        return found[first_largest([surrogate.agreeing for surrogate in found])] if found else None


def surrogates_of(grower, test, items):
    """The best of each other column, those that agree with more rows first; of equal ones as --ties orders columns."""
    columns = [column for column in range(len(grower.table.columns)) if column != test.column]
    found = [SurrogateSearch(grower, test, column, items).best() for column in columns]
    found = [surrogate for surrogate in found if surrogate]
    if grower.options.ties == "margin":
        found.sort(key=lambda one: grower.table.columns[one.test.column].name.encode())
    found.sort(key=lambda one: -one.agreeing)
    return found[:grower.options.surrogates]
