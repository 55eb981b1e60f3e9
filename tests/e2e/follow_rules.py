"""Follows a rules file as docs/rules.md says, and nothing else: an evaluator that shares no code with Espalier.

    python3 follow_rules.py RULES.json ROWS.jsonl

Each row is an object of column and value (null, NaN or an absent column: missing). Per row it prints the rule and the
answer: the position of the label, or the bits of the number.
"""
import json
import math
import struct
import sys


def known(rules, condition, row):
    value = row.get(condition["column"])
    if value is None or value != value:
        return False
    categories = rules["categories"].get(condition["column"])
    if categories is None:
        return True
    return value in condition.get("known", categories)


def holds(condition, row):
    value = row[condition["column"]]
    op = condition["op"]
    if op == "<=":
        return value <= condition["value"]
    if op == ">":
        return value > condition["value"]
    if op == "within":
        return condition["above"] < value <= condition["upto"]
    if op == "in":
        return value in condition["values"]
    if op == "not in":
        return value not in condition["values"]
    return op == "known"


def met(rules, condition, row):
    for question in [condition] + condition.get("otherwise", []):
        if known(rules, question, row):
            return holds(question, row)
    return condition["missing"]


def weight(rules, rule, row):
    left = 1 << 31
    for condition in rule["conditions"]:
        if "share" in condition and not known(rules, condition, row):
            left = left * condition["share"] >> 31
        elif "share" in condition:
            left = left if holds(condition, row) else 0
        else:
            left = left if met(rules, condition, row) else 0
    return left


def blended(rules, row):
    weights = [(weight(rules, rule, row), rule) for rule in rules["rules"]]
    largest, first = max(weights, key=lambda pair: (pair[0], -pair[1]["id"]))
    if largest == 1 << 31:
        return first["id"], first["answer"]
    blend = rules["blend"]
    if "exponent" in blend:
        total = sum(w * rule["scaled"] for w, rule in weights)
        scaled = abs(total) // 256 * (1 if total >= 0 else -1)
        return first["id"], math.ldexp(scaled, -(blend["exponent"] + 23))
    shares = [sum(w * rule["shares"][k] >> 31 for w, rule in weights) for k in range(len(rules["labels"]))]
    if "threshold" in blend:
        label = blend["threshold"]["label"]
        share = shares[label]
        if "extras" in blend:
            support = sum(w * rule["support"] >> 31 for w, rule in weights)
            share = (share * support + (blend["extras"][label] << 31)) // (support + sum(blend["extras"]))
        return first["id"], rules["labels"][label if share >= blend["threshold"]["share"] else 1 - label]
    costs = [sum(shares[k] * blend["costs"][k][answer] for k in range(len(shares))) for answer in range(len(shares))]
    return first["id"], rules["labels"][costs.index(min(costs))]


def answer(rules, row):
    if "blend" in rules:
        return blended(rules, row)
    matching = [rule for rule in rules["rules"] if all(met(rules, c, row) for c in rule["conditions"])]
    assert len(matching) == 1 or (matching and rules.get("order") == "first"), (len(matching), row)
    return matching[0]["id"], matching[0]["answer"]


def main():
    rules = json.load(open(sys.argv[1], encoding="ascii"))
    rules["categories"] = {f["name"]: set(f["categories"]) for f in rules["features"] if f["kind"] == "categorical"}
    for line in open(sys.argv[2], encoding="ascii"):
        rule, given = answer(rules, json.loads(line))
        if rules["task"] == "regression":
            print(rule, struct.pack(">d", given).hex())
        else:
            print(rule, rules["labels"].index(given))


main()
