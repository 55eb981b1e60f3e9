"""The criteria of docs/learner.md, exactly: fractions where they are rational, 50 digits where they have logarithms."""
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import lru_cache

getcontext().prec = 50
LOG2 = Decimal(2).ln()


# Parts of rows are rounded, so weights that are equal on paper may differ in their last bits.
LIMIT_SLACK = 1 - Fraction(1, 10**9)
EQUAL_SLACK = 1 - Fraction(1, 10**10)


def reaches(weight, limit):
    return weight >= limit * LIMIT_SLACK


def first_largest(weights):
    """The index of the largest weight; of equal ones the first."""
    largest = max(weights)
    return next(index for index, weight in enumerate(weights) if weight >= largest * EQUAL_SLACK)


def decimal_of(number):
    number = Fraction(number)
    return Decimal(number.numerator) / Decimal(number.denominator)


@lru_cache(maxsize=None)
def log2(number):
    return decimal_of(number).ln() / LOG2


@lru_cache(maxsize=None)
def x_log2_x(number):
    return decimal_of(number) * log2(number) if number > 0 else Decimal(0)


class ClassMeasure:
    """Counts of classes. A deviation is weight × impurity, so that gains are differences of deviations."""

    def __init__(self, table, criterion):
        self.target, self.classes, self.criterion = table.target, len(table.labels), criterion

    def summary(self, items):
        counts = [0] * self.classes
        for row, weight in items:
            counts[self.target[row]] += weight
        return tuple(counts)

    def add(self, one, other):
        return tuple(a + b for a, b in zip(one, other))

    def weight(self, counts):
        return sum(counts)

    def deviation(self, counts):
        weight = sum(counts)
        if self.in_bits():
            return x_log2_x(weight) - sum(x_log2_x(count) for count in counts)
        if self.criterion == "error" or weight == 0:
            return weight - max(counts)
        return weight - Fraction(sum(count * count for count in counts)) / weight

    def in_bits(self):
        return self.criterion in ("information-gain", "gain-ratio")

    def unit(self, _):
        return Fraction(1, 2**20)

    def answer(self, counts):
        return first_largest(counts)

    def pure(self, counts):
        return sum(count > 0 for count in counts) <= 1

    def ordering_is_best(self, known):
        """Whether one order of words has the best set among its cuts: with two classes it has."""
        return sum(count > 0 for count in known) <= 2

    def order(self, known, key=None):
        """What words are ordered by: the share of a class, by default the second of two."""
        chosen = key if key is not None else max(index for index, count in enumerate(known) if count > 0)
        return lambda counts: float(Fraction(counts[chosen]) / sum(counts))


class SquareMeasure:
    """Weight, sum and sum of squares of the targets."""

    def __init__(self, table, criterion):
        self.target, self.classes, self.criterion = [Fraction(target) for target in table.target], 0, criterion

    def summary(self, items):
        return (sum(weight for _, weight in items), sum(weight * self.target[row] for row, weight in items),
                sum(weight * self.target[row]**2 for row, weight in items))

    def add(self, one, other):
        return tuple(a + b for a, b in zip(one, other))

    def weight(self, sums):
        return sums[0]

    def deviation(self, sums):
        return sums[2] - Fraction(sums[1])**2 / sums[0] if sums[0] else 0

    def in_bits(self):
        return False

    def unit(self, sums):
        return Fraction(self.deviation(sums)) / 2**32

    def answer(self, sums):
        return Fraction(sums[1]) / sums[0]

    def pure(self, sums):
        return self.deviation(sums) == 0

    def ordering_is_best(self, _):
        return True

    def order(self, _known, _key=None):
        """As doubles: means of decimals that are equal on paper are to be equal."""
        return lambda summary: float(self.answer(summary))


class MedianMeasure(SquareMeasure):
    """The targets themselves, for absolute deviations."""

    def summary(self, items):
        return tuple((self.target[row], weight) for row, weight in items)

    def add(self, one, other):
        return one + other

    def weight(self, pairs):
        return sum(weight for _, weight in pairs)

    def deviation(self, pairs):
        median = self.answer(pairs) if pairs else 0
        return sum(weight * abs(target - median) for target, weight in pairs)

    def answer(self, pairs):
        """The lowest target with at least half of the weight up to it."""
        half, below = Fraction(self.weight(pairs)) / 2, 0
        for target, weight in sorted(pairs):
            below += weight
            if reaches(below, half):
                return target
        raise ValueError("a median of nothing")

    def ordering_is_best(self, _):
        return False


def measure_of(table, criterion):
    if table.labels is not None:
        return ClassMeasure(table, criterion)
    return (MedianMeasure if criterion == "absolute-deviation" else SquareMeasure)(table, criterion)
