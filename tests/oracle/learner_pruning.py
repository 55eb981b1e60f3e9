"""The methods of docs/pruning.md, for trees of learner_oracle.py. Each takes a tree and returns what is left of it."""
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

from learner_measures import ClassMeasure, decimal_of, first_largest
from learner_oracle import Node, errors, errors_below, leaves_below

HALF = Fraction(1, 2)
TIE_SLACK = Fraction(1, 10**12)
PARTS_SLACK = Fraction(1, 10**7)
RAISING_SLACK = 0.1  # C4.5's: how much worse an estimate may be
Z_TABLE = [(0, 4), (.001, 3.09), (.005, 2.58), (.01, 2.33), (.05, 1.65), (.1, 1.28), (.2, .84), (.4, .25), (1, 0)]


@dataclass
class Pruning:
    """What --prune and its companions say."""
    method: str = "none"
    confidence: float = 0.25
    confidence_method: str = "release8"
    raising: bool = True
    alpha: Fraction = Fraction(0)
    risk: str = "misclassification"
    judge: object = None  # a table of rows to judge by, with the columns of the training table


class Undecided(Exception):
    """A tie of parts of rows. Prediction rounds shares down, and what is lost may count against the tie."""


def no_worse(figure, other):
    """Decimals that are equal on paper differ in their last bits: that is a tie."""
    return Fraction(figure) <= Fraction(other) * (1 + TIE_SLACK)


def as_leaf(node):
    node.test, node.children = None, []
    return node


def pruned(grower, node, pruning):
    if pruning.method == "pessimistic":
        return pessimistic(node)
    if pruning.method == "error-based":
        return ErrorBased(grower, pruning).prune(node)
    if pruning.method == "cost-complexity":
        return cost_complexity(node, pruning.alpha, risk_of(grower, node, pruning.risk))[0]
    if pruning.method == "reduced-error":
        items = list(enumerate(pruning.judge.weights))
        return ReducedError(grower, pruning.judge).prune(node, items)[0]
    return node


# ---- pessimistic (Quinlan 1987)


def pessimistic(node):
    if not node.children:
        return node
    node.children = [pessimistic(child) for child in node.children]
    rows, as_one = sum(node.summary), errors(node) + HALF
    below = errors_below(node) + HALF * leaves_below(node)
    spread = max(Fraction(0), below * (rows - below) / rows)
    short = as_one - below  # the subtree is this much better, before its standard error
    return as_leaf(node) if short <= 0 or spread >= short * short else node


# ---- error-based (Quinlan 1993)


def deviate(confidence):
    """Release 8's table, with straight lines between its points."""
    for (low, at_low), (high, at_high) in zip(Z_TABLE, Z_TABLE[1:]):
        if confidence <= high:
            return at_low + (at_high - at_low) * (confidence - low) / (high - low)
    raise ValueError("a confidence above 1")


def release8(weight, wrong, confidence):
    if wrong < 1e-6:
        return weight * (1 - confidence**(1 / weight))
    if wrong < 0.9999:
        none = weight * (1 - confidence**(1 / weight))
        return none + wrong * (release8(weight, 1.0, confidence) - none)
    if wrong + 0.5 >= weight:
        return 0.67 * (weight - wrong)
    c = deviate(confidence)**2
    rate = (wrong + 0.5) / weight
    upper = wrong + 0.5 + c / 2 + sqrt(c * ((wrong + 0.5) * (1 - rate) + c / 4))
    return weight * upper / (weight + c) - wrong


def normal_limit(weight, wrong, confidence):
    z, share = NormalDist().inv_cdf(1 - confidence), wrong / weight
    root = sqrt(share * (1 - share) / weight + z * z / (4 * weight * weight))
    return weight * (share + z * z / (2 * weight) + z * root) / (1 + z * z / weight) - wrong


def beta_share(x, a, b):
    """The regularised incomplete beta function, by its series: the sum of positive terms, none of which cancel."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(1 - x, b, a)
    term = exp(lgamma(a + b) - lgamma(a + 1) - lgamma(b) + a * log(x) + b * log1p(-x))
    total, n = 0.0, 0
    while term > total * 1e-17:
        total += term
        term *= x * (a + b + n) / (a + 1 + n)
        n += 1
    return total


def exact_limit(weight, wrong, confidence):
    """P(X <= wrong) = confidence for X binomial; with parts of rows by the beta function, which continues it."""
    if wrong >= weight:
        return 0.0
    low, high = wrong / weight, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if beta_share(1 - middle, weight - wrong, wrong + 1) > confidence:
            low = middle
        else:
            high = middle
    return weight * low - wrong


LIMITS = {"release8": release8, "exact": exact_limit, "normal": normal_limit}


class ErrorBased:
    """C4.5's own: subtrees become leaves, or give way to their largest branch."""

    def __init__(self, grower, pruning):
        self.grower, self.pruning = grower, pruning

    def estimate_leaf(self, node):
        weight, wrong = float(sum(node.summary)), float(errors(node))
        if weight == 0:
            return 0.0
        return wrong + LIMITS[self.pruning.confidence_method](weight, wrong, self.pruning.confidence)

    def estimate(self, node):
        return sum(self.estimate(child) for child in node.children) if node.children else self.estimate_leaf(node)

    def prune(self, node):
        if not node.children or sum(node.summary) == 0:
            return node
        node.children = [self.prune(child) for child in node.children]
        leaf, subtree = self.estimate_leaf(node), self.estimate(node)
        raised, branch = None, float("inf")
        if self.pruning.raising:
            largest = first_largest([sum(child.summary) for child in node.children])
            raised = self.refitted(node.children[largest], node.items)
            branch = self.estimate(raised)
        if leaf <= subtree + RAISING_SLACK and leaf <= branch + RAISING_SLACK:
            return as_leaf(node)
        return self.prune(raised) if branch <= subtree + RAISING_SLACK else node

    def refitted(self, node, items):
        """The same tests for other rows. A node changes its answer only for a more frequent one, as in Release 8."""
        grower = self.grower
        summary = grower.measure.summary(items)
        stays = first_largest([summary[node.answer], max(summary)]) == 0
        fitted = Node(items, summary, node.answer if stays else grower.measure.answer(summary))
        if node.children:
            fitted.test = self.refitted_test(node.test, items)
            parts = grower.divide(fitted.test, items)
            fitted.children = [self.refitted(child, part) for child, part in zip(node.children, parts)]
        return fitted


    def refitted_test(self, test, items):
        """With the branches' weights of these rows, which parts of rows are shared out by."""
        values = self.grower.table.columns[test.column].values
        branches = [[] for _ in test.branches]
        for row, weight in items:
            if values[row] is not None:
                branches[test.branch_of(values[row])].append((row, weight))
        return replace(test, branches=[self.grower.measure.summary(branch) for branch in branches])


# ---- cost-complexity (Breiman et al. 1984)


def risk_of(grower, root, risk):
    """A function of nodes: what a leaf in their place loses, as a share of the root's weight or deviation."""
    if grower.table.labels is None:
        whole = Fraction(grower.measure.deviation(root.summary))
        return lambda node: Fraction(grower.measure.deviation(node.summary)) / whole if whole else Fraction(0)
    if risk == "misclassification":
        return lambda node: Fraction(errors(node)) / grower.total
    criterion = grower.options.criterion if grower.measure.in_bits() else "gini"
    measure = ClassMeasure(grower.table, criterion)
    if measure.in_bits():
        return lambda node: measure.deviation(node.summary) / decimal_of(grower.total)
    return lambda node: Fraction(measure.deviation(node.summary)) / grower.total


def cost_complexity(node, alpha, risk):
    """The smallest of the subtrees that minimise R + alpha × leaves, and that sum."""
    as_one = risk(node)
    price = alpha if isinstance(as_one, (int, Fraction)) else decimal_of(alpha)
    if not node.children:
        return node, as_one + price
    kept = [cost_complexity(child, alpha, risk) for child in node.children]
    node.children, below = [child for child, _ in kept], sum(cost for _, cost in kept)
    if no_worse(as_one + price, below):
        return as_leaf(node), as_one + price
    return node, below


# ---- reduced-error (Quinlan 1987)


class ReducedError:
    """Judges by rows that the tree was not grown from."""

    def __init__(self, grower, judge):
        self.grower, self.judge = grower, judge

    def loss(self, node, items):
        if self.grower.table.labels is not None:
            return sum(weight for row, weight in items if self.judge.target[row] != node.answer)
        return sum(weight * (Fraction(self.judge.target[row]) - node.answer)**2 for row, weight in items)

    def prune(self, node, items):
        as_one = self.loss(node, items)
        if not node.children:
            return node, as_one
        kept = [self.prune(child, part) for child, part in zip(node.children, self.divide(node, items))]
        node.children, below = [child for child, _ in kept], sum(loss for _, loss in kept)
        if self.grower.options.missing == "fractional" and as_one and abs(as_one - below) < PARTS_SLACK * as_one:
            raise Undecided
        return (as_leaf(node), as_one) if no_worse(as_one, below) else (node, below)

    def divide(self, node, items):
        parts = [[] for _ in node.children]
        weights = [self.grower.measure.weight(child.summary) for child in node.children]
        for row, weight in items:
            value = self.judge.columns[node.test.column].values[row]
            if value is not None:
                parts[node.test.branch_of(value)].append((row, weight))
            elif self.grower.options.missing == "fractional":
                for part, branch in zip(parts, weights):
                    part.append((row, weight * Fraction(branch) / sum(weights)))
            else:
                parts[self.grower.missing_side(node.test, row, self.judge.columns)].append((row, weight))
        return parts
