"""The best test of one column at a node: docs/learner.md, "The best test of a column". Everything is tried, one by one."""
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from learner_measures import decimal_of, first_largest, log2, reaches

MOST_SET_VALUES = 10  # up to here all sets of words are tried, and `auto` takes sets


@dataclass
class Test:
    """A test of a column, with the summaries of its branches."""
    kind: str  # less_equal, member, multiway or present
    column: int
    branches: list
    threshold: float = None
    gap: tuple = None
    categories: list = None
    margin: float = 1.0  # in doubles: what is left of decimals after rounding is not to decide
    missing_child: int = None  # set while searching only where the policy tries both sides
    gain: object = 0  # gain × rows, less the charge for cuts
    units: int = 0  # the same, rounded as "Ties" says
    surrogates: list = field(default_factory=list)

    def branch_of(self, value):
        """The branch of a known value."""
        if self.kind == "multiway":
            return value
        if self.kind == "present":
            return 0
        return 0 if (value <= self.threshold if self.kind == "less_equal" else value in self.categories) else 1


def rounded(gain, unit):
    """A multiple of the unit, so that what is equal on paper is equal in the compiler's arithmetic."""
    if isinstance(gain, Decimal):
        return int((gain / decimal_of(unit)).to_integral_value())
    return round(Fraction(gain) / unit) if unit else 0


class ColumnSearch:
    """What the candidates of one column at one node need to know."""

    def __init__(self, grower, column, items):
        self.grower, self.index, self.column = grower, column, grower.table.columns[column]
        self.measure, self.options = grower.measure, grower.options
        groups, missing = {}, []
        for item in items:
            value = self.column.values[item[0]]
            (missing if value is None else groups.setdefault(value, [])).append(item)
        self.groups = {value: self.measure.summary(groups[value]) for value in sorted(groups)}
        self.rows = {value: len(groups[value]) for value in groups}  # rows as such, whatever they weigh
        self.missing = self.measure.summary(missing)
        self.node = self.measure.summary(items)

    def total(self, summaries):
        result = self.measure.summary([])
        for summary in summaries:
            result = self.measure.add(result, summary)
        return result

    def weight(self, summary):
        return self.measure.weight(summary)

    def known_weight(self):
        return sum(self.weight(summary) for summary in self.groups.values())

    def with_gain(self, test):
        deviation = self.measure.deviation
        test.gain = deviation(self.total(test.branches)) - sum(deviation(branch) for branch in test.branches)
        test.units = rounded(test.gain, self.measure.unit(self.node))
        return test

    def two_way(self, left, least, **facts):
        """The tests that send the values in `left` to the first branch: one, or two where missing values try both sides."""
        sides = [self.total(self.groups[value] for value in self.groups if (value in left) == first)
                 for first in (True, False)]
        if self.options.missing == "learned":
            to_second = [sides[0], self.measure.add(sides[1], self.missing)]
            to_first = [self.measure.add(sides[0], self.missing), sides[1]]
            tries = [(to_second, 1), (to_first, 0)]
        else:
            tries = [(sides, None)]
        return [self.with_gain(Test(column=self.index, branches=branches, missing_child=child, **facts))
                for branches, child in tries if all(reaches(self.weight(branch), least) for branch in branches)]


def best(tests):
    """The first of the largest gain."""
    return max(tests, key=lambda test: test.units, default=None)


def least_side(search):
    """C4.5 asks for more than --min-leaf beside a cut of a large node."""
    least = search.options.min_leaf
    if search.options.algorithm == "c45" and search.measure.classes:
        least = max(least, min(Fraction(25), Fraction(search.known_weight()) / 10 / search.measure.classes))
    return least


def charged(search, test, cuts):
    """log2(cuts tried) / rows comes off a gain in bits."""
    if test and search.options.algorithm == "c45" and search.measure.in_bits():
        test.gain -= log2(Fraction(cuts))
        test.units = rounded(test.gain, search.measure.unit(search.node))
    return test


def threshold_between(search, below, above):
    middle = below / 2 + above / 2 if abs(below) + abs(above) > 1e300 else (below + above) / 2
    middle = middle if middle < above else below
    if search.options.threshold == "observed":
        return max(value for value in search.column.known() if value <= middle)
    return middle


def numeric_test(search):
    values, found, cuts = list(search.groups), [], 0
    known = search.column.known()
    width = max(known) - min(known)
    least = least_side(search)
    for at, (below, above) in enumerate(zip(values, values[1:]), 1):
        tests = search.two_way(set(values[:at]), least, kind="less_equal", gap=(below, above),
                               threshold=threshold_between(search, below, above),
                               margin=(above - below) / width)
        cuts += bool(tests)
        found += tests
    return charged(search, best(found), cuts)


def ordinal_test(search):
    levels, found, cuts = list(search.groups), [], 0
    for at in range(1, len(levels)):
        tests = search.two_way(set(levels[:at]), least_side(search), kind="member",
                               categories=list(range(levels[at - 1] + 1)))
        cuts += bool(tests)
        found += tests
    return charged(search, best(found), cuts)


def equal_test(search, least_rows=0):
    found = []
    for value in search.groups:
        if search.rows[value] >= least_rows:
            found += search.two_way({value}, search.options.min_leaf, kind="member", categories=[value])
    return best(found)


def sets_to_try(search):
    """The first sides of the sets: cuts of an ordering where that finds the best set, else all of them."""
    values = list(search.groups)
    if search.measure.ordering_is_best(search.total(search.groups.values())):
        return ordered_sets(search, values)
    if len(values) > MOST_SET_VALUES:
        return [chosen for key in range(max(1, search.measure.classes)) for chosen in ordered_sets(search, values, key)]
    return gray_code_sets(values)


def gray_code_sets(values):
    """All sets that leave the last value out, one value in or out at each step; ties go to the first."""
    codes = (step ^ (step >> 1) for step in range(1, 2**(len(values) - 1)))
    return [{value for at, value in enumerate(values) if code >> at & 1} for code in codes]


def ordered_sets(search, values, key=None):
    """The lower sides of the cuts of an ordering; words that are equal in it stay in the order of the categories."""
    order = search.measure.order(search.total(search.groups.values()), key)
    values = sorted(values, key=lambda value: order(search.groups[value]))
    return [set(values[:at]) for at in range(1, len(values))]


def subset_test(search):
    """A test names its lighter side; of equally heavy ones the side of the first category."""
    found = []
    for chosen in sets_to_try(search):
        sides = sorted([chosen, set(search.groups) - chosen], key=min, reverse=True)
        named = sides[1 - first_largest([sum(search.weight(search.groups[value]) for value in side) for side in sides])]
        found += search.two_way(named, search.options.min_leaf, kind="member", categories=sorted(named))
    return best(found)


def auto_test(search):
    """Sets of words where a column has few; single words else, and only frequent ones of columns like ids."""
    values, rows = len(search.column.categories), len(search.grower.table.target)
    if values <= MOST_SET_VALUES:
        return subset_test(search)
    return equal_test(search, 20 if rows < 3 * values else 0)


def multiway_test(search):
    branches = [search.groups.get(value, search.measure.summary([]))
                for value in range(len(search.column.categories))]
    if sum(reaches(search.weight(branch), search.options.min_leaf) for branch in branches) < 2:
        return None
    return search.with_gain(Test("multiway", search.index, branches))


def best_test(grower, column, items):
    """The test that a column offers at a node, or None."""
    search = ColumnSearch(grower, column, items)
    if len(search.groups) < 2:
        return None
    if search.column.kind == "numeric":
        return numeric_test(search)
    if search.column.kind == "ordinal":
        return ordinal_test(search)
    return {"equal": equal_test, "subset": subset_test, "auto": auto_test, "multiway": multiway_test}[
        search.options.split](search)
