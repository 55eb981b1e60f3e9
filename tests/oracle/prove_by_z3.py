#!/usr/bin/env python3
"""Asks `espalier prove` and z3 the same about random models, and requires the same verdicts.

    prove_by_z3.py TOOL [--models N] [--seed S] [--properties N] [--z3 PROGRAM] [--keep DIR]
                   [--plant verdict|model|witness]...

z3 gets the model as SMT-LIB (smt_model.py, smt_answers.py) and looks for a row, or for two, that refute the property.
What refutes a property for the tool is checked by `espalier predict`. --plant shows that all of this can fail: verdicts
are taken for their opposite, z3 gets another model than the tool, or `predict` does.

Ends with a line of figures; with exit code 1 if anything differs or too little was compared, 77 if there is no z3.
"""

import argparse
import copy
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from typing import Any, Optional

import csv_rows
from model_oracle import Model
from random_models import Draw, draw_model, write_model
from random_properties import Drawer, Property
from smt_answers import Answers
from smt_model import Unsupported

NO_SOLVER = 77
MOST_NODES = 90
MOST_WORDS = 25
SOLVER_SECONDS = 2
TOOL_SECONDS = 20


class Found:
    """What the tool answers for a row."""

    def __init__(self, labels: list[str], line: list[str]):
        self.label = labels.index(line[0]) if labels else None
        self.probabilities = [float(text) for text in line[2:]] if labels else []
        self.value = None if labels else float(line[0])


class Comparison:
    def __init__(self, options: argparse.Namespace, directory: str, plant: Optional[str]):
        self.options, self.directory, self.plant = options, directory, plant
        self.models = self.drawn = 0
        self.verdicts: Counter[tuple[str, str]] = Counter()
        self.left_out: Counter[str] = Counter()
        self.witnesses = 0
        self.differences: list[str] = []

    def path(self, name: str) -> str:
        return os.path.join(self.directory, name)

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.options.tool, *arguments], capture_output=True, text=True, encoding="utf-8",
                              timeout=600)

    def differs(self, seed: int, text: str, what: str) -> None:
        self.differences.append(f"model {seed}: {text}\n    {what}")


def small_enough(document: dict) -> bool:
    nodes = sum(len(tree["nodes"]) for tree in document["trees"])
    words = [len(feature.get("categories", [])) for feature in document["features"]]
    return nodes <= MOST_NODES and max([0, *words]) <= MOST_WORDS


def changed_model(draw: Draw, document: dict) -> dict:
    """Another answer of one leaf."""
    changed = copy.deepcopy(document)
    leaf = draw.choice([n for tree in changed["trees"] for n in tree["nodes"] if n["test"] == "leaf"])
    if "label" in leaf:
        leaf["label"] = (leaf["label"] + 1) % len(changed["labels"])
    elif "shares" in leaf:
        leaf["shares"] = leaf["shares"][1:] + leaf["shares"][:1]
    else:
        leaf["value"] = -leaf["value"]
    return changed


def draw_properties(drawer: Drawer, run: Comparison) -> list[Property]:
    properties: list[Property] = []
    for _ in range(run.options.properties):
        try:
            drawn = drawer.draw_property()
        except Unsupported as reason:
            run.left_out[str(reason)] += 1
            continue
        # A file of properties has one per line.
        if drawn and "\n" not in drawn.text:
            properties.append(drawn)
    return properties


# z3.


def smt_text(document: dict, answers: Answers, properties: list[Property]) -> str:
    complete = document["missing"] == "refuse"
    lines = [f"(set-option :timeout {1000 * SOLVER_SECONDS})"]
    for i, column in enumerate(answers.columns):
        lines += column.declared(f"x{i}", complete) + column.declared(f"y{i}", complete)
    lines += answers.definitions
    for one in properties:
        lines += ["(push)", *[f"(assert {text})" for text in one.violation], "(check-sat)", "(pop)"]
    return "\n".join(line for line in lines if line) + "\n"


def solver_verdicts(run: Comparison, text: str) -> list[str]:
    path = run.path("question.smt2")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    result = subprocess.run([run.options.z3, path], capture_output=True, text=True)
    words = {"sat": "refuted", "unsat": "proven", "unknown": "unknown", "timeout": "unknown"}
    lines = result.stdout.split("\n")[:-1]
    faults = [line for line in lines if line not in words]
    if faults:
        sys.exit(f"z3 does not understand the question in {path}: {faults[0]}")
    return [words[line] for line in lines]


# The tool.


def tool_proofs(run: Comparison, drawer: Drawer, properties: list[Property]) -> list[dict]:
    with open(run.path("properties"), "w", encoding="utf-8") as file:
        file.writelines(one.text + "\n" for one in properties)
    result = run.run("prove", run.path("model.json"), "--properties", run.path("properties"), "--json", "--seconds",
                     str(TOOL_SECONDS), *drawer.order_option())
    if result.returncode not in (0, 1):
        sys.exit(f"prove fails: {result.stderr}")
    return json.loads(result.stdout)["properties"]


def witness_rows(model: Model, proof: dict) -> Optional[list[list[Any]]]:
    """None if a file cannot say them: infinities, words without letters, dates beyond the calendar."""
    rows = []
    for witness in proof["witnesses"]:
        row = [witness["row"][feature["name"]] for feature in model.features]
        row = [float(cell) if isinstance(cell, int) else cell for cell in row]
        texts = [cell for feature, cell in zip(model.features, row) if feature["kind"] == "numeric" and
                 isinstance(cell, str)]
        if texts or csv_rows.readable_row(model, row) != row:
            return None
        rows.append(row)
    return rows


def answers_of_tool(run: Comparison, model: Model, rows: list[list[Any]], seed: int) -> list[Found]:
    csv_rows.write_rows(model, rows, run.path("rows.csv"), seed)
    result = run.run("predict", run.path("answering.json"), run.path("rows.csv"), "--delimiter", ",", "-q", "-o",
                     run.path("answers.csv"))
    if result.returncode != 0:
        sys.exit(f"predict fails: {result.stderr}")
    with open(run.path("answers.csv"), encoding="utf-8", newline="") as file:
        return [Found(model.labels, line) for line in list(csv.reader(file))[1:]]


def witness_fault(run: Comparison, model: Model, one: Property, proof: dict, seed: int) -> Optional[str]:
    """What is wrong with the rows that are said to refute a property."""
    rows = witness_rows(model, proof)
    if rows is None:
        run.left_out["witnesses that a file cannot say"] += 1
        return None
    if len(rows) != (1 if one.columns is None else 2):
        return f"{len(rows)} witnesses"
    if one.condition and not all(one.condition.holds(row) for row in rows):
        return f"a witness does not meet the condition: {rows}"
    if one.columns is not None:
        others = [i for i in range(len(model.features)) if i not in one.columns]
        if any(rows[0][i] != rows[1][i] for i in others):
            return f"the witnesses differ in other columns: {rows}"
    if one.kind == "monotone" and not rows[0][one.columns[0]] < rows[1][one.columns[0]]:
        rows = rows[::-1]
        if not rows[0][one.columns[0]] < rows[1][one.columns[0]]:
            return f"no witness is higher than the other: {rows}"
    run.witnesses += len(rows)
    if not one.refutes(answers_of_tool(run, model, rows, seed)):
        return f"predict does not refute it for {rows}"
    return None


OPPOSITE = {"proven": "refuted", "refuted": "proven", "open": "open"}


def compare_model(run: Comparison, seed: int) -> None:
    draw = Draw(f"properties {seed}")
    document = draw_model(seed)
    if not small_enough(document):
        run.left_out["large models"] += 1
        return
    try:
        answers = Answers(changed_model(draw, document) if run.plant == "model" else document)
    except Unsupported as reason:
        run.left_out[str(reason)] += 1
        return
    write_model(document, run.path("model.json"))
    write_model(changed_model(draw, document) if run.plant == "witness" else document, run.path("answering.json"))
    drawer = Drawer(draw, answers)
    properties = draw_properties(drawer, run)
    if not properties:
        return
    run.models += 1
    run.drawn += len(properties)
    expected = solver_verdicts(run, smt_text(document, answers, properties))
    proofs = tool_proofs(run, drawer, properties)
    before = len(run.differences)
    for one, verdict, proof in zip(properties, expected, proofs):
        found = OPPOSITE[proof["verdict"]] if run.plant == "verdict" else proof["verdict"]
        if verdict == "unknown" or found == "open":
            run.left_out["questions that took too long"] += 1
            continue
        run.verdicts[one.kind, verdict] += 1
        if found != verdict:
            run.differs(seed, one.text, f"z3: {verdict}, prove: {found} {json.dumps(proof['witnesses'])}")
        elif verdict == "refuted":
            fault = witness_fault(run, Model(document), one, proof, seed)
            if fault:
                run.differs(seed, one.text, fault)
    if len(run.differences) > before and run.options.keep:
        os.makedirs(run.options.keep, exist_ok=True)
        for name in ("model.json", "properties", "question.smt2"):
            shutil.copy(run.path(name), os.path.join(run.options.keep, f"{seed}-{name}"))


def compare(options: argparse.Namespace, plant: Optional[str]) -> Comparison:
    with tempfile.TemporaryDirectory() as directory:
        run = Comparison(options, directory, plant)
        for seed in range(options.seed, options.seed + options.models):
            compare_model(run, seed)
    return run


def report(run: Comparison) -> int:
    for difference in run.differences[:10]:
        print(difference)
    for what, count in sorted(run.left_out.items()):
        print(f"left out: {count} {what}")
    for kind in sorted({kind for kind, _ in run.verdicts}):
        print(f"{kind}: {run.verdicts[kind, 'proven']} proven, {run.verdicts[kind, 'refuted']} refuted")
    compared = sum(run.verdicts.values())
    print(f"{run.models} models, {compared} properties, {run.witnesses} witnesses checked, "
          f"{len(run.differences)} differences")
    if 2 * compared < run.drawn or compared == 0:
        print(f"too little was compared: {compared} of {run.drawn} properties")
        return 1
    return 1 if run.differences else 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--models", type=int, default=60, help="how many models to draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--properties", type=int, default=10, help="of each model")
    parser.add_argument("--z3", default=shutil.which("z3") or "")
    parser.add_argument("--plant", action="append", choices=["verdict", "model", "witness"])
    parser.add_argument("--keep", help="where files of models that differ are kept")
    options = parser.parse_args()
    if not options.z3:
        print("z3 is not here (scripts/bootstrap --tests installs it)")
        return NO_SOLVER
    for plant in options.plant or []:
        run = compare(options, plant)
        print(f"planted {plant}: {len(run.differences)} of {sum(run.verdicts.values())} differ")
    return 0 if options.plant else report(compare(options, None))


if __name__ == "__main__":
    sys.exit(main())
