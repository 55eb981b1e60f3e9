"""Random properties of every kind that docs/prove.md has: as the text that `espalier prove` reads, and as what must not
happen, over the unknowns of one row or of two."""

import math
from typing import Any, Optional

from random_models import Draw
from smt_answers import Answers
from smt_model import Figure, Row, either, number


def quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def number_text(x: float) -> str:
    return repr(x)


class Condition:
    """On the columns of a row. `holds` is asked about rows that were found, `smt` about unknown ones."""

    def __init__(self, text: str, smt: Any, holds: Any):
        self.text, self.smt, self.holds = text, smt, holds


def draw_condition(draw: Draw, answers: Answers, depth: int = 0) -> Optional[Condition]:
    if depth < 2 and draw.chance(0.35):
        parts = [draw_condition(draw, answers, depth + 1) for _ in range(2)]
        if not all(parts):
            return None
        a, b = parts
        word, sign, join = draw.choice([("and", "and", lambda x, y: x and y), ("or", "or", lambda x, y: x or y)])
        return Condition(f"({a.text} {word} {b.text})", lambda row: f"({sign} {a.smt(row)} {b.smt(row)})",
                         lambda row: join(a.holds(row), b.holds(row)))
    if not answers.columns:
        return None
    index = draw.randrange(len(answers.columns))
    if draw.chance(0.1):
        return presence(index, answers, draw.chance(0.5))
    if not answers.columns[index].is_number:
        return word_condition(draw, index, answers)
    return None if "date" in answers.columns[index].feature else number_condition(draw, index, answers)


def presence(index: int, answers: Answers, missing: bool) -> Condition:
    name = quoted(answers.columns[index].feature["name"])
    return Condition(f"{name} {'missing' if missing else 'known'}",
                     lambda row: f"{row.names[index]}_missing" if missing else f"(not {row.names[index]}_missing)",
                     lambda row: (row[index] is None) == missing)


def known_and(index: int, row: Row, text: str) -> str:
    return f"(and (not {row.names[index]}_missing) {text})"


def word_condition(draw: Draw, index: int, answers: Answers) -> Optional[Condition]:
    column = answers.columns[index]
    words = [word for word, _ in column.words]
    if not words:
        return None
    name = quoted(column.feature["name"])
    chosen = draw.sample(words, draw.randint(1, min(len(words), 3)))
    places = [words.index(word) for word in chosen]
    is_in = lambda row: either([f"(= {row.names[index]} {place})" for place in places])
    inside = draw.chance(0.6)
    if len(chosen) == 1:
        text = f"{name} {'=' if inside else '!='} {quoted(chosen[0])}"
    else:
        text = f"{name} {'in' if inside else 'not in'} {{{', '.join(map(quoted, chosen))}}}"
    smt = lambda row: known_and(index, row, is_in(row) if inside else f"(not {is_in(row)})")
    return Condition(text, smt, lambda row: row[index] is not None and (row[index] in chosen) == inside)


def number_condition(draw: Draw, index: int, answers: Answers) -> Condition:
    """Bounds that tests of the model have, their neighbours, or any."""
    column = answers.columns[index]
    name = quoted(column.feature["name"])
    tested = sorted({float(test["threshold"]) for tree in answers.document["trees"] for node in tree["nodes"]
                     for test in [node, *node.get("surrogates", []), *node.get("parts", [])]
                     if test.get("feature") == index and "threshold" in test})

    def bound() -> float:
        if not tested or draw.chance(0.2):
            return draw.number()
        x = draw.choice(tested)
        near = math.nextafter(x, draw.choice([-math.inf, math.inf])) if draw.chance(0.3) else x
        return near if math.isfinite(near) else x

    def upto(row: Row, x: float) -> str:
        return f"(<= {row.names[index]} {number(column.place_of(x))})"

    def below(row: Row, x: float) -> str:
        return upto(row, math.nextafter(x, -math.inf))

    x = bound()
    sign = draw.choice(["<=", "<", ">=", ">", "=", "between"])
    if sign == "between":
        low, high = sorted([x, bound()])
        text = f"{number_text(low)} < {name} <= {number_text(high)}"
        smt = lambda row: known_and(index, row, f"(and (not {upto(row, low)}) {upto(row, high)})")
        return Condition(text, smt, lambda row: row[index] is not None and low < row[index] <= high)
    texts = {"<=": lambda row: upto(row, x), "<": lambda row: below(row, x),
             ">": lambda row: f"(not {upto(row, x)})", ">=": lambda row: f"(not {below(row, x)})",
             "=": lambda row: f"(and {upto(row, x)} (not {below(row, x)}))"}
    holds = {"<=": lambda v: v <= x, "<": lambda v: v < x, ">": lambda v: v > x, ">=": lambda v: v >= x,
             "=": lambda v: v == x}
    return Condition(f"{name} {sign} {number_text(x)}", lambda row: known_and(index, row, texts[sign](row)),
                     lambda row: row[index] is not None and holds[sign](row[index]))


class Property:
    """`violation` is what would refute it. `columns`: those in which its two rows differ; none: it is about one row.
    `refutes` says whether answers that the tool gave to its witnesses are such a case."""

    def __init__(self, kind: str, text: str, violation: list[str], columns: Optional[list[int]], refutes: Any,
                 condition: Optional[Condition]):
        self.kind, self.text, self.violation, self.columns = kind, text, violation, columns
        self.refutes, self.condition = refutes, condition


def rows_for(answers: Answers, columns: Optional[list[int]]) -> list[Row]:
    """One row, or two that have their own unknowns in the columns only."""
    first = Row([f"x{i}" for i in range(len(answers.columns))], "one")
    if columns is None:
        return [first]
    tag = "other" + "".join(f"_{i}" for i in sorted(columns))
    return [first, Row([f"y{i}" if i in columns else name for i, name in enumerate(first.names)], tag)]


class Drawer:
    """Draws properties of one model. `order` are the labels from the worst to the best."""

    def __init__(self, draw: Draw, answers: Answers):
        self.draw, self.answers = draw, answers
        self.order = list(range(len(answers.labels)))
        draw.shuffle(self.order)
        self.lower_is_better = not answers.labels and draw.chance(0.3)

    def order_option(self) -> list[str]:
        if not self.answers.labels:
            return ["--order", "lower" if self.lower_is_better else "higher"]
        return ["--order", " < ".join(self.answers.labels[i] for i in self.order)] if self.can_order() else []

    def can_order(self) -> bool:
        return all(label and label == label.strip(" \t") and "<" not in label for label in self.answers.labels)

    def draw_property(self) -> Optional[Property]:
        kinds = [self.bounds, self.monotone, self.independent]
        kinds += [self.answer, self.answer] if self.answers.labels else []
        condition = draw_condition(self.draw, self.answers) if self.draw.chance(0.6) else None
        return self.draw.choice(kinds)(condition)

    def made(self, kind: str, claim: str, violation: list[str], columns: Optional[list[int]], refutes: Any,
             condition: Optional[Condition], arrow: bool = False) -> Property:
        rows = rows_for(self.answers, columns)
        text = claim
        if condition:
            arrow = arrow and self.draw.chance(0.5)
            text = f"{condition.text} => {claim}" if arrow else f"when {condition.text}: {claim}"
            violation = violation + [condition.smt(row) for row in rows]
        return Property(kind, text, violation, columns, refutes, condition)

    def answer(self, condition: Optional[Condition]) -> Property:
        """An answer that is never given, or the only ones that are."""
        labels = self.answers.labels
        chosen = self.draw.sample(range(len(labels)), self.draw.randint(1, min(2, len(labels))))
        label = self.answers.label(rows_for(self.answers, None)[0])
        is_one = either([f"(= {label} {k})" for k in chosen])
        names = [quoted(labels[k]) for k in chosen]
        if self.draw.chance(0.5):
            chosen = chosen[:1]
            claim = self.draw.choice(["never ", "not "]) + names[0]
            return self.made("never", claim, [f"(= {label} {chosen[0]})"], None,
                             lambda found: found[0].label == chosen[0], condition, True)
        claim = self.draw.choice(["always ", ""]) + " or ".join(names)
        return self.made("always", claim, [f"(not {is_one})"], None, lambda found: found[0].label not in chosen,
                         condition, True)

    def figure(self, rows: list[Row]) -> tuple[str, list[Figure], Any]:
        """A probability or the value: its name, the figure of each row, and how it is read off an answer."""
        if not self.answers.labels:
            return "value", [self.answers.value(row) for row in rows], lambda found: found.value
        label = self.draw.randrange(len(self.answers.labels))
        figures = [self.answers.probability(row, label) for row in rows]
        return f"P({quoted(self.answers.labels[label])})", figures, lambda found: found.probabilities[label]

    def bound(self) -> float:
        if self.answers.labels:
            return self.draw.choice([0.0, 0.1, 0.25, 0.5, 0.75, 1.0, self.draw.random()])
        values = [float(node["value"]) for tree in self.answers.document["trees"] for node in tree["nodes"] if
                  "value" in node]
        near = self.draw.choice(values) if values and self.draw.chance(0.7) else self.draw.number()
        return near + 0.0

    def bounds(self, condition: Optional[Condition]) -> Property:
        name, figures, read = self.figure(rows_for(self.answers, None))
        x, y = sorted([self.bound(), self.bound()])
        form = self.draw.choice([">=", "<=", ">", "<", "between"])
        claims = {">=": (f"{name} >= {number_text(x)}", figures[0].below(x), lambda v: v < x),
                  "<=": (f"{name} <= {number_text(y)}", figures[0].above(y), lambda v: v > y),
                  ">": (f"{name} > {number_text(x)}", f"(not {figures[0].above(x)})", lambda v: v <= x),
                  "<": (f"{name} < {number_text(y)}", f"(not {figures[0].below(y)})", lambda v: v >= y),
                  "between": (f"{number_text(x)} <= {name} <= {number_text(y)}",
                              f"(or {figures[0].below(x)} {figures[0].above(y)})", lambda v: v < x or v > y)}
        text, violation, refutes = claims[form]
        return self.made("bounds", text, [violation], None, lambda found: refutes(read(found[0])), condition)

    def monotone(self, condition: Optional[Condition]) -> Optional[Property]:
        numeric = [i for i, column in enumerate(self.answers.columns) if column.is_number]
        if not numeric:
            return None
        column = self.draw.choice(numeric)
        rows = rows_for(self.answers, [column])
        up = self.draw.chance(0.5)
        name = quoted(self.answers.columns[column].feature["name"])
        rises = [f"(< x{column} y{column})", f"(not x{column}_missing)", f"(not y{column}_missing)"]
        by_label = self.answers.labels and self.can_order() and self.draw.chance(0.5)
        if by_label:
            worse = self.draw.chance(0.6)
            texts = [self.ranked(self.answers.label(row)) for row in rows]
            read = lambda found: self.order.index(found.label)
            may_not_fall, claim = worse == up, f"not {'worse' if worse else 'better'}"
            falls = f"(> {texts[0]} {texts[1]})" if may_not_fall else f"(< {texts[0]} {texts[1]})"
        else:
            figure, figures, read = self.figure(rows)
            lower = self.draw.chance(0.5)
            word = "lower" if lower else "higher"
            if not self.answers.labels and self.draw.chance(0.5):  # of numbers, better is higher unless it is said
                word = "worse" if lower != self.lower_is_better else "better"
            may_not_fall, claim = lower == up, f"{figure + ' ' if self.answers.labels else ''}not {word}"
            falls = figures[1].less(figures[0]) if may_not_fall else figures[0].less(figures[1])

        def refutes(found: list) -> bool:
            a, b = read(found[0]), read(found[1])
            return b < a if may_not_fall else b > a

        return self.made("monotone", f"{name} {'up' if up else 'down'} => {claim}", [*rises, falls], [column], refutes,
                         condition)

    def ranked(self, label: str) -> str:
        text = str(len(self.order) - 1)
        for place, index in enumerate(self.order[:-1]):
            text = f"(ite (= {label} {index}) {place} {text})"
        return text

    def independent(self, condition: Optional[Condition]) -> Optional[Property]:
        count = len(self.answers.columns)
        if count == 0:
            return None
        columns = self.draw.sample(range(count), self.draw.choice([1, 1, min(2, count)]))
        rows = rows_for(self.answers, columns)
        names = ", ".join(quoted(self.answers.columns[i].feature["name"]) for i in columns)
        if self.answers.labels:
            labels = [self.answers.label(row) for row in rows]
            differ, read = f"(not (= {labels[0]} {labels[1]}))", lambda found: found.label
        else:
            _, figures, read = self.figure(rows)
            differ = f"(or {figures[0].less(figures[1])} {figures[1].less(figures[0])})"
        return self.made("independent", f"independent of {names}", [differ], columns,
                         lambda found: read(found[0]) != read(found[1]), condition)
