"""Follows a file of rules as docs/rules.md says. What sums of several trees answer is said in docs/model-format.md."""

import math
from typing import Any, Optional

from model_oracle import Answer, Cell, Model


class Rules:
    def __init__(self, document: dict):
        self.document = document
        self.labels: list[str] = document.get("labels", [])
        self.categories = {f["name"]: f.get("categories") for f in document["features"]}

    def known(self, row: dict[str, Cell], column: str) -> bool:
        value = row.get(column)
        if self.categories[column] is not None:
            return value in self.categories[column]
        return value is not None and not math.isnan(value)  # type: ignore[arg-type]

    def decides(self, condition: dict, value: Any) -> bool:
        op = condition["op"]
        if op == "<=":
            return value <= condition["value"]
        if op == ">":
            return value > condition["value"]
        if op == "within":
            return condition["above"] < value <= condition["upto"]
        if op in ("in", "not in"):
            return (value in condition["values"]) == (op == "in")
        return op == "known"

    def holds(self, condition: dict, row: dict[str, Cell]) -> bool:
        for question in [condition, *condition.get("otherwise", [])]:
            if self.known(row, question["column"]):
                return self.decides(question, row[question["column"]])
        return condition["missing"]

    def applying(self, rules: list[dict], row: dict[str, Cell]) -> dict:
        found = [rule for rule in rules if all(self.holds(c, row) for c in rule["conditions"])]
        assert len(found) == 1, f"rules {[rule['id'] for rule in found]} apply, not one"
        return found[0]

    def first_applying(self, row: dict[str, Cell]) -> dict:
        return next(rule for rule in self.document["rules"] if all(self.holds(c, row) for c in rule["conditions"]))

    def answer(self, row: dict[str, Cell]) -> Answer:
        if self.document.get("order") == "first":
            return self.answer_rule(self.first_applying(row))
        if "trees" in self.document:
            return self.answer_several([self.applying(tree["rules"], row) for tree in self.document["trees"]])
        if "blend" in self.document:
            return self.answer_blend(row)
        return self.answer_rule(self.applying(self.document["rules"], row))

    def answer_rule(self, rule: dict) -> Answer:
        if not self.labels:
            return Answer(value=float(rule["answer"]), rules=[rule["id"]])
        label = self.labels.index(rule["answer"])
        return Answer(label=label, rules=[rule["id"]], probabilities=[float(p) for p in rule["probabilities"]])

    def answer_several(self, found: list[dict]) -> Answer:
        """Sums are added as the model does it: the leaves are those that the rules name."""
        sums = dict(self.document.get("sums", {}))
        if "value" in found[0] and sums["arithmetic"] == "whole":
            sums["arithmetic"] = "float64"  # without an exponent; doubles hold all these sums exactly
        trees = [{**tree, "nodes": [{"test": "leaf"}]} for tree in self.document["trees"]]
        model = Model({**self.document, "sums": sums, "trees": trees})
        leaves = [{**rule, "label": self.labels.index(rule["answer"])} if "answer" in rule else rule for rule in found]
        answer = Answer()
        model.add_up(leaves, answer)
        answer.rules = [rule["id"] for rule in found]
        return answer

    # Blends.

    def arrived(self, rule: dict, row: dict[str, Cell]) -> int:
        weight = self.document["blend"]["whole"]
        for condition in rule["conditions"]:
            value = row.get(condition["column"])
            known = self.known(row, condition["column"]) and value in condition.get("known", [value])
            if "share" not in condition:
                weight = weight if self.holds(condition, row) else 0
            elif known:
                weight = weight if self.decides(condition, value) else 0
            else:
                weight = weight * condition["share"] >> 31
        return weight

    def answer_blend(self, row: dict[str, Cell]) -> Answer:
        rules, blend = self.document["rules"], self.document["blend"]
        weights = [self.arrived(rule, row) for rule in rules]
        first = weights.index(max(weights))
        if weights[first] == blend["whole"]:
            return self.answer_rule(rules[first])
        answer = Answer(rules=[rules[first]["id"]], blended=True)
        if not self.labels:
            total = sum(w * rule["scaled"] for w, rule in zip(weights, rules))
            toward_zero = abs(total) // 256 * (1 if total >= 0 else -1)
            answer.value = math.ldexp(float(toward_zero), -(blend["exponent"] + 23))
            return answer
        count = range(len(self.labels))
        s = [sum(w * rule["shares"][k] >> 31 for w, rule in zip(weights, rules)) for k in count]
        smoothed = self.smoothed(s, weights)
        answer.probabilities = [share / blend["whole"] for share in smoothed]
        answer.label = min(count, key=lambda a: (sum(s[k] * blend["costs"][k][a] for k in count), a))
        if "threshold" in blend:
            label = blend["threshold"]["label"]
            answer.label = label if smoothed[label] >= blend["threshold"]["share"] else 1 - label
        return answer

    def smoothed(self, s: list[int], weights: list[int]) -> list[int]:
        extras: Optional[list[int]] = self.document["blend"].get("extras")
        if not extras:
            return s
        n = sum(w * rule["support"] >> 31 for w, rule in zip(weights, self.document["rules"]))
        return [(share * n + extra * (1 << 31)) // (n + sum(extras)) for share, extra in zip(s, extras)]
