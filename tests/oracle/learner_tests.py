"""The best test of one column at a node (docs/learner.md, "The best test of a column"). Everything is tried."""
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

    def node_known(self):
        return self.total(self.groups.values())

    def known_weight(self):
        return self.weight(self.node_known())

    def with_gain(self, test):
        deviation = self.measure.deviation
        test.gain = deviation(self.total(test.branches)) - sum(deviation(branch) for branch in test.branches)
        test.units = rounded(test.gain, self.measure.unit(self.node))
        return test

    def learns_missing(self):
        """Whether the missing values of this node try every branch; without any, the largest child is theirs."""
        return self.options.missing == "learned" and self.weight(self.missing) > 0

    def sides_to_try(self):
        """Where missing values go while tests are compared: nowhere (None), or to the second side, then the first."""
        return (1, 0) if self.learns_missing() else (None,)

    def two_way(self, left, side, least, **facts):
        """A list of the test that sends the values in `left` to the first branch; empty if a branch is too light."""
        branches = self.halves(left, side)
        if not all(reaches(self.weight(branch), least) for branch in branches):
            return []
        return [self.with_gain(Test(column=self.index, branches=branches, missing_child=side, **facts))]

    def halves(self, left, side):
        result = [self.total(self.groups[value] for value in self.groups if (value in left) == first)
                  for first in (True, False)]
        if side is not None:
            result[side] = self.measure.add(result[side], self.missing)
        return result


def best(tests):
    """The first of the largest gain."""
    return max((test for test in tests if test), key=lambda test: test.units, default=None)


def least_side(search):
    """C4.5 asks for more than --min-leaf beside a cut of a large node."""
    least = search.options.min_leaf
    if search.options.algorithm == "c45" and search.measure.classes:
        least = max(least, min(Fraction(25), Fraction(search.known_weight()) / 10 / search.measure.classes))
    return least


def best_cut(search, tests_of_side):
    """The best of all cuts, less the charge for those tried with missing values on the same side."""
    tests = {side: tests_of_side(side) for side in search.sides_to_try()}
    found = best(best(tests[side]) for side in tests)
    return charged(search, found, len(tests[found.missing_child])) if found else None


def charged(search, test, cuts):
    """log2(cuts tried) / rows comes off a gain in bits."""
    if search.options.algorithm == "c45" and search.measure.in_bits():
        test.gain -= log2(Fraction(cuts))
        test.units = rounded(test.gain, search.measure.unit(search.node))
    return test


def cut_between(options, column, index, below, above):
    """The test between two neighbouring values of numbers or levels, without branches."""
    if column.kind == "ordinal":
        return Test("member", index, [], categories=list(range(below + 1)))
    return Test("less_equal", index, [], threshold=threshold_between(options, column, below, above), gap=(below, above))


def threshold_between(options, column, below, above):
    middle = below / 2 + above / 2 if abs(below) + abs(above) > 1e300 else (below + above) / 2
    middle = middle if middle < above else below
    if options.threshold == "round":
        return roundest_between(below, above, Fraction(middle))
    if options.threshold == "observed":
        return max(value for value in column.known() if value <= middle)
    return middle


def roundest_between(below, above, middle):
    """The multiple of the largest power of ten that parts two values; a whole lower one may do. 0 is one of any."""
    low, high = Fraction(below), Fraction(above)

    def parts(number):
        number = Fraction(float(number))
        return low < number < high or (number == low and low.denominator == 1)

    if parts(Fraction(0)):
        return 0.0
    for exponent in range(25, -25, -1):
        step = Fraction(10)**exponent
        found = [count for count in (middle // step, middle // step + 1) if parts(count * step)]
        if found:  # of equally near ones the even, as decimals are rounded
            return float(step * min(found, key=lambda count: (abs(count * step - middle), count % 2)))
    return below


def numeric_test(search):
    values, known = list(search.groups), search.column.known()
    width, least = max(known) - min(known), least_side(search)

    def tests(side):
        return [test for at, (below, above) in enumerate(zip(values, values[1:]), 1)
                for test in search.two_way(set(values[:at]), side, least, kind="less_equal", gap=(below, above),
                                           threshold=threshold_between(search.options, search.column, below, above),
                                           margin=(above - below) / width)]

    return best_cut(search, tests)


def ordinal_test(search):
    """Cut like numbers: the levels up to the cut, whether the node has all of them or not."""
    levels, least = list(search.groups), least_side(search)

    def tests(side):
        return [test for at in range(1, len(levels))
                for test in search.two_way(set(levels[:at]), side, least, kind="member",
                                           categories=list(range(levels[at - 1] + 1)))]

    return best_cut(search, tests)


def equal_test(search, least_rows=0):
    return best(test for value in search.groups if search.rows[value] >= least_rows for side in search.sides_to_try()
                for test in search.two_way({value}, side, search.options.min_leaf, kind="member", categories=[value]))


def sets_to_try(search):
    """One side of each set: cuts of an ordering where that finds the best set, else all of them.

    Missing values that try both sides are one more value, None, and the last.
    """
    values = list(search.groups) + [None] * search.learns_missing()
    if not search.learns_missing() and search.measure.ordering_is_best(search.node_known()):
        return ordered_sets(search, values)
    if len(values) > MOST_SET_VALUES:
        return [chosen for key in range(max(1, search.measure.classes)) for chosen in ordered_sets(search, values, key)]
    return gray_code_sets(values)


def gray_code_sets(values):
    """All sets that leave the last value out; each differs from the one before in one value."""
    codes = (step ^ (step >> 1) for step in range(1, 2**(len(values) - 1)))
    return [{value for at, value in enumerate(values) if code >> at & 1} for code in codes]


def ordered_sets(search, values, key=None):
    """The lower sides of the cuts of an ordering; words that are equal in it stay in the order of the categories."""
    order = search.measure.order(search.node_known(), key)
    values = sorted(values, key=lambda value: order(search.missing if value is None else search.groups[value]))
    return [set(values[:at]) for at in range(1, len(values))]


def subset_test(search):
    found = []
    for chosen in sets_to_try(search):
        side = (0 if None in chosen else 1) if search.learns_missing() else None
        chosen = chosen - {None}
        if 0 < len(chosen) < len(search.groups):
            chosen, side = lighter_side(search, chosen, side)
            found += search.two_way(chosen, side, search.options.min_leaf, kind="member", categories=sorted(chosen))
    return best(found)


def lighter_side(search, chosen, side):
    """The side that a test names, missing values counted; of equally heavy ones the side of the first category."""
    rest = set(search.groups) - chosen
    weights = [search.weight(half) for half in search.halves(chosen, side)]
    heaviest = {first_largest(weights), 1 - first_largest(weights[::-1])}
    swapped = min(rest) < min(chosen) if len(heaviest) == 2 else heaviest == {0}
    return (rest, None if side is None else 1 - side) if swapped else (chosen, side)


def auto_test(search):
    """Sets of words where a column has few; single words else, and only frequent ones of columns like ids."""
    values, rows = len(search.column.categories), len(search.grower.table.target)
    if values <= MOST_SET_VALUES:
        return subset_test(search)
    return equal_test(search, 20 if rows < 3 * values else 0)


def multiway_test(search):
    branches = [search.groups.get(value, search.measure.summary([]))
                for value in range(len(search.column.categories))]
    tries = [(branches, None)]
    if search.learns_missing():
        tries = [(branches[:at] + [search.measure.add(branches[at], search.missing)] + branches[at + 1:], at)
                 for at in search.groups]
    test = best(search.with_gain(Test("multiway", search.index, parts, missing_child=child)) for parts, child in tries)
    large = sum(reaches(search.weight(branch), search.options.min_leaf) for branch in test.branches)
    return test if large >= 2 else None


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
