"""Follows a file of PMML 4.4 as its specification says: trees, and segments of trees.

It knows nothing of Espalier. A predicate is true, false or unknown (None); what the specification leaves open, as who
wins a tie of votes, is an error here.
"""

import math
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import Any, Optional

SPACE = "{http://www.dmg.org/PMML-4_4}"
Truth = Optional[bool]


@dataclass
class Prediction:
    value: Any = None  # a text or a number; None: no prediction
    entity: Optional[str] = None  # the id of the node
    probabilities: dict[str, float] = field(default_factory=dict)
    segments: dict[str, "Prediction"] = field(default_factory=dict)  # by their ids


def array_texts(element: ElementTree.Element) -> list[str]:
    """Texts in quotes, or without; a quote within quotes has a backslash before it."""
    texts, word, quoted, escaped = [], None, False, False
    for c in element.text or "":
        if escaped:
            word, escaped = (word or "") + c, False
        elif quoted and c == "\\":
            escaped = True
        elif c == '"':
            quoted, word = not quoted, "" if word is None else word
        elif c.isspace() and not quoted:
            if word is not None:
                texts.append(word)
            word = None
        else:
            word = (word or "") + c
    assert not quoted, "quotes that do not end"
    if word is not None:
        texts.append(word)
    assert element.get("n") in (None, str(len(texts))), "n is not the number of texts"
    return texts


class Pmml:
    def __init__(self, text: str):
        root = ElementTree.fromstring(text)
        assert root.tag == SPACE + "PMML" and root.get("version") == "4.4"
        dictionary = root.find(SPACE + "DataDictionary")
        assert dictionary is not None
        self.types = {f.get("name"): f.get("dataType") for f in dictionary}
        self.valid = {f.get("name"): [v.get("value") for v in f] for f in dictionary}
        assert dictionary.get("numberOfFields") in (None, str(len(self.types)))
        self.model = [e for e in root if e.tag in (SPACE + "TreeModel", SPACE + "MiningModel")][0]
        self.output = self.model.find(SPACE + "Output")
        assert self.output is not None
        self.has_probabilities = any(f.get("feature") == "probability" for f in self.output)

    def predict(self, row: dict[str, Any]) -> Prediction:
        return self.evaluate(self.model, row)

    def evaluate(self, model: ElementTree.Element, row: dict[str, Any]) -> Prediction:
        cells = self.cells(model, row)
        if cells is None:
            return Prediction()
        return self.tree(model, cells) if model.tag == SPACE + "TreeModel" else self.segmentation(model, cells)

    # Fields.

    def cells(self, model: ElementTree.Element, row: dict[str, Any]) -> Optional[dict[str, Any]]:
        """What the mining schema lets through; None if a value is invalid and the schema says so."""
        cells = {}
        schema = model.find(SPACE + "MiningSchema")
        assert schema is not None
        for mined in schema:
            name = mined.get("name", "")
            if mined.get("usageType", "active") != "active":
                continue
            cell = row.get(name)
            if isinstance(cell, float) and math.isnan(cell):
                cell = None
            if cell is not None and self.valid[name] and cell not in self.valid[name]:
                treatment = mined.get("invalidValueTreatment", "returnInvalid")
                if treatment == "returnInvalid":
                    return None
                assert treatment in ("asMissing", "asIs")
                cell = None if treatment == "asMissing" else cell
            cells[name] = cell
        return cells

    def typed(self, name: str, text: str) -> Any:
        return float(text) if self.types[name] == "double" else text

    # Predicates.

    def holds(self, predicate: ElementTree.Element, row: dict[str, Any]) -> Truth:
        kind = predicate.tag[len(SPACE):]
        if kind in ("True", "False"):
            return kind == "True"
        if kind == "CompoundPredicate":
            return self.compound(predicate.get("booleanOperator"), [lambda p=p: self.holds(p, row) for p in predicate])
        name = predicate.get("field", "")
        cell = row[name]
        if kind == "SimpleSetPredicate":
            operator = predicate.get("booleanOperator")
            assert operator in ("isIn", "isNotIn")
            return None if cell is None else (cell in array_texts(predicate[0])) == (operator == "isIn")
        assert kind == "SimplePredicate", kind
        operator = predicate.get("operator")
        if operator in ("isMissing", "isNotMissing"):
            return (cell is None) == (operator == "isMissing")
        if cell is None:
            return None
        value = self.typed(name, predicate.get("value", ""))
        return {"equal": lambda: cell == value, "notEqual": lambda: cell != value, "lessThan": lambda: cell < value,
                "lessOrEqual": lambda: cell <= value, "greaterThan": lambda: cell > value,
                "greaterOrEqual": lambda: cell >= value}[operator]()

    @staticmethod
    def compound(operator: Optional[str], parts: list) -> Truth:
        found = [part() for part in parts]
        if operator == "surrogate":
            return next((truth for truth in found if truth is not None), None)
        if operator == "and":
            return False if False in found else None if None in found else True
        if operator == "or":
            return True if True in found else None if None in found else False
        assert operator == "xor"
        return None if None in found else sum(found) % 2 == 1  # type: ignore[arg-type]

    # Models.

    def tree(self, model: ElementTree.Element, row: dict[str, Any]) -> Prediction:
        """The first child whose predicate is true. With the strategy "none", an unknown one is false."""
        assert model.get("missingValueStrategy", "none") == "none"
        assert model.get("noTrueChildStrategy", "returnNullPrediction") == "returnNullPrediction"
        classes = model.get("functionName") == "classification"
        node: Optional[ElementTree.Element] = model.find(SPACE + "Node")
        while node is not None:
            children = node.findall(SPACE + "Node")
            if not children:
                break
            node = next((child for child in children if self.holds(child[0], row)), None)
        if node is None:
            return Prediction()
        score = node.get("score")
        shares = {s.get("value", ""): float(s.get("probability", "nan")) for s in node.findall(SPACE + "ScoreDistribution")}
        assert score is not None
        return Prediction(score if classes else float(score), node.get("id"), shares)

    def segmentation(self, model: ElementTree.Element, row: dict[str, Any]) -> Prediction:
        segmentation = model.find(SPACE + "Segmentation")
        assert segmentation is not None
        method = segmentation.get("multipleModelMethod")
        found = Prediction()
        votes: dict[str, float] = {}
        values = []
        for segment in segmentation:
            if not self.holds(segment[0], row):
                continue
            one = self.evaluate(segment[1], row)
            found.segments[segment.get("id", "")] = one
            values.append(one.value)
            weight = float(segment.get("weight", "1")) if method == "weightedMajorityVote" else 1.0
            votes[one.value] = votes.get(one.value, 0) + weight
        if method in ("majorityVote", "weightedMajorityVote"):
            winners = [label for label, vote in votes.items() if vote == max(votes.values())]
            assert len(winners) == 1, f"a tie of {winners}, which PMML leaves open"
            found.value = winners[0]
            target = [m.get("name") for m in model[0] if m.get("usageType") == "target"][0]
            found.probabilities = {label: votes.get(label, 0) / sum(votes.values()) for label in self.valid[target]}
            return found
        assert method in ("average", "sum")
        found.value = math.fsum(values) / (len(values) if method == "average" else 1)
        return found
