#!/usr/bin/env python3
"""Holds the tool to docs/model-format.md: random models, answered by the oracle, by `predict` and by every output.

    compare.py TOOL [--models N] [--seed S] [--outputs predict,rules,sql,pmml,dmn,cpp,cpp-sources,c,rust] [--rows N]
               [--keep DIR] [--compilers gnu|clang]

Ends with a line of figures; with exit code 1 if anything differs. Files of models that differ are kept.
"""

import argparse
import csv
import math
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from typing import Any, Optional

import csv_rows
import dmn_evaluator
import emitted
import follow_rules
import pmml_evaluator
import sql_rows
from input_types import ASKED_FOR
from model_oracle import Answer, Cell, Model, load, parse
from random_models import Draw, draw_model, draw_rows, write_model

OUTPUTS = ["predict", "rules", "sql", "pmml", "dmn", "cpp", "cpp-sources", "c", "rust"]


SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "schema")
XMLLINT = shutil.which("xmllint")


class Comparison:
    """What was compared, and what differed."""

    def __init__(self, tool: str, directory: str, seed: int, most_rows: int):
        self.tool = tool
        self.directory = directory
        self.seed = seed
        self.most_rows = most_rows
        self.models = self.rows = 0
        self.outputs: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.mismatches: list[str] = []

    def path(self, name: str) -> str:
        return os.path.join(self.directory, name)

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.tool, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=300)

    def differs(self, name: str, output: str, row: Any, expected: Any, found: Any) -> None:
        self.mismatches.append(f"{name} {output}: row {row!r}\n    oracle {expected}\n    {output:6} {found}")

    def count(self, output: str, rows: int) -> None:
        self.outputs[output] += 1
        self.rows += rows


def compare_predict(run: Comparison, name: str, model: Model, rows: list[list[Cell]]) -> None:
    readable = [csv_rows.readable_row(model, row) for row in rows]
    csv_rows.write_rows(model, readable, run.path(name + ".csv"), run.seed)
    result = run.run("predict", run.path(name + ".json"), run.path(name + ".csv"), "--delimiter", ",", "-q", "-o",
                     run.path(name + ".answers"))
    if result.returncode != 0:
        run.differs(name, "predict", None, "an answer", result.stderr.strip())
        return
    with open(run.path(name + ".answers"), encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))[1:]
    if len(lines) != len(rows):
        run.differs(name, "predict", None, f"{len(rows)} rows", f"{len(lines)} rows")
    run.count("predict", len(rows))
    for row, line in zip(readable, lines):
        expected = model.answer(row)
        if not predicted_alike(model, expected, line):
            run.differs(name, "predict", row, expected, line)
            return


def predicted_alike(model: Model, expected: Answer, line: list[str]) -> bool:
    # e^x is no exact operation: the two sides may use different libraries.
    close = model.sums.get("link") in ("exponential", "logistic", "softmax")
    rules = " ".join(map(str, expected.rules))
    if model.labels:
        found = [float(text) for text in line[2:]]
        return (line[:2] == [model.labels[expected.label], rules]
                and all(same_number(a, b, close) for a, b in zip(expected.probabilities, found))
                and len(found) == len(model.labels))
    return line[1] == rules and same_number(expected.value, float(line[0]), close)


def same_number(a: float, b: float, close: bool = False) -> bool:
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    if close and not math.isinf(a):
        return math.isclose(a, b, rel_tol=1e-13, abs_tol=1e-300)
    return a == b and math.copysign(1, a) == math.copysign(1, b)


# Outputs that are followed in Python.


def emit(run: Comparison, name: str, language: str, ending: str, required: list[str], free: list[str]) -> Optional[str]:
    """The path of an emitted file; None if the tool refuses the model in this language."""
    os.makedirs(run.path(language), exist_ok=True)
    path = os.path.join(run.path(language), f"{name}.{ending}")
    result = run.run("emit", run.path(name + ".json"), "--language", language, "-q", "-o", path, *required, *free)
    if result.returncode == 0:
        return path
    message = result.stderr.strip().splitlines()[0].split("error: ")[-1]
    if result.returncode not in (2, 3):
        run.differs(name, language, None, "an output, or a refusal", result.stderr.strip())
        return None
    run.refusals[f"{language}: {re.sub('[0-9]+', 'N', message)}"] += 1
    # Options that do not go together are refused with 2: the model has an output without them.
    return emit(run, name, language, ending, required, []) if result.returncode == 2 and free else None


def compare_rules(run: Comparison, name: str, model: Model, rows: list[list[Cell]]) -> None:
    path = emit(run, name, "rules", "json", [], [])
    if not path:
        return
    with open(path, encoding="utf-8") as file:
        rules = follow_rules.Rules(parse(file.read()))
    run.count("rules", len(rows))
    names = [feature["name"] for feature in model.features]
    for row in rows:
        expected = model.answer(row)
        found = rules.answer(dict(zip(names, row)))
        if not same_answer(expected, found):
            run.differs(name, "rules", row, expected, found)
            return


def same_answer(a: Answer, b: Answer) -> bool:
    numbers = lambda answer: [*(answer.probabilities or []), *([] if answer.value is None else [answer.value])]
    return (a.label, a.rules) == (b.label, b.rules) and emitted.same_tokens(numbers(a), numbers(b))


def compare_sql(run: Comparison, name: str, model: Model, rows: list[list[Cell]]) -> None:
    options = ["--dialect", "sqlite", *(["--probabilities"] if model.labels else [])]
    path = emit(run, name, "sql", "sql", options, [])
    if not path:
        return
    with open(path, encoding="utf-8") as file:
        found = sql_rows.run_query(model, file.read(), rows)
    run.count("sql", len(rows))
    for row, line in zip(rows, found):
        expected = model.answer(row)
        first = model.labels[expected.label] if model.labels else expected.value
        wanted = [first, *expected.rules, *(expected.probabilities or [])]
        if model.combination != "single":  # no rules; the sums stand in front
            wanted = [first, *(expected.probabilities or [])]
            line = line[-len(wanted):]
        alike = line == wanted  # the sign of a zero is not kept
        if model.sums.get("link") in ("logistic", "softmax"):  # e^x is no exact operation
            alike = line[0] == wanted[0] and all(
                math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(line[1:], wanted[1:], strict=True))
        if not alike:
            run.differs(name, "sql", row, wanted, line)
            return


def validate(run: Comparison, name: str, language: str, path: str, schema: str) -> None:
    if not XMLLINT:
        return
    command = [XMLLINT, "--noout", "--nonet", "--schema", os.path.join(SCHEMAS, schema), path]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        run.differs(name, language, None, "a valid file", result.stderr.strip()[:800])


def compare_pmml(run: Comparison, name: str, model: Model, rows: list[list[Cell]]) -> None:
    path = emit(run, name, "pmml", "pmml", [], [])
    if not path:
        return
    validate(run, name, "pmml", path, "pmml-4-4.xsd")
    with open(path, encoding="utf-8") as file:
        pmml = pmml_evaluator.Pmml(file.read())
    run.count("pmml", len(rows))
    names = [feature["name"] for feature in model.features]
    for row in rows:
        expected = model.answer(row)
        prediction = pmml.predict(dict(zip(names, row)))
        trees = [one for id, one in prediction.segments.items() if id.startswith("tree ")] or [prediction]
        found = [prediction.value, *[int(one.entity or 0) for one in trees]]
        wanted = [model.labels[expected.label] if model.labels else expected.value, *expected.rules]
        if pmml.has_probabilities:
            found += [prediction.probabilities[label] for label in model.labels]
            wanted += expected.probabilities or []
        if found != wanted:  # the sign of a zero is not kept by sums
            run.differs(name, "pmml", row, wanted, found)
            return


def column_of(model: Model, label: str) -> int:
    """A date's label says what its number counts."""
    names = [f["name"] + (f" ({f['date']['unit']} since 1970-01-01)" if "date" in f else "") for f in model.features]
    return names.index(label)


def feel_value(cell: Cell) -> Any:
    """Numbers as programs write doubles: the shortest digits."""
    return dmn_evaluator.FEEL.create_decimal(repr(cell)) if isinstance(cell, float) else cell


def compare_dmn(run: Comparison, name: str, model: Model, rows: list[list[Cell]]) -> None:
    path = emit(run, name, "dmn", "dmn", [], [])
    if not path:
        return
    validate(run, name, "dmn", path, "dmn-1-3.xsd")
    with open(path, encoding="utf-8") as file:
        table = dmn_evaluator.DecisionTable(file.read())
    columns = [column_of(model, label) for label in table.labels]
    run.count("dmn", len(rows))
    for row in rows:
        row = [csv_rows.finite(cell) for cell in row]  # FEEL has no infinities
        expected = model.answer(row)
        output, annotations = table.answer([feel_value(row[column]) for column in columns])
        found = [output, int(annotations["Rule"])]
        wanted = [model.labels[expected.label] if model.labels else expected.value, *expected.rules]
        if found != wanted:
            run.differs(name, "dmn", row, wanted, found)
            return
        if not annotated_as(model, expected, annotations):
            run.differs(name, "dmn", row, "the support and purity of the leaf", annotations)
            return


def annotated_as(model: Model, expected: Answer, annotations: dict[str, str]) -> bool:
    """Support and purity are for people: two decimals, and one of a per cent."""
    tree = model.trees[0]
    (leaf,) = [tree.nodes[index] for index, rule in tree.rule.items() if [rule] == expected.rules]
    weight = sum(leaf["counts"]) if model.labels else leaf["weight"]
    if not math.isclose(float(annotations["Support"]), weight, rel_tol=1e-9, abs_tol=0.006):
        return False
    if not model.labels or weight == 0:
        return annotations.get("Purity", "-") == "-"
    purity = float(annotations["Purity"].split()[0]) / 100
    return math.isclose(purity, leaf["counts"][leaf["label"]] / weight, abs_tol=0.0006)


# Outputs that are compiled.


def draw_options(draw: Draw, model: Model, language: str) -> list[str]:
    """Whatever the options, the answers are the model's."""
    options = ["--optimize", draw.choice(["readable", "speed", "size"])]
    if language == "cpp" and model.combination == "single" and draw.chance(0.3):
        options += ["--shape", draw.choice(["table", "auto"])]
    elif language in ("cpp", "c") and draw.chance(0.3):
        options += ["--style", "misra"]
    if language == "cpp-sources":
        options += ["--parts", draw.choice(["1", "2"])]
    if draw.chance(0.3):
        options += ["--share-enumerators", draw.choice(["0", "2", "never"])]
    if draw.chance(0.3):
        options += ["--fields", "all"]
    for feature in model.features:
        if feature["kind"] == "numeric" and draw.chance(0.3):
            options += ["--input-type", f"{feature['name']}={draw.choice(ASKED_FOR)}"]
    return options + ["--allow-loss"] if "--input-type" in options else options


class Drivers:
    """Collects models until they are worth a compiler run."""

    def __init__(self, run: Comparison, language: str, together: int = 12):
        self.run, self.language, self.together = run, language, together
        self.jobs: list[emitted.Job] = []

    def add(self, name: str, model: Model, rows: list[list[Cell]], seed: int) -> None:
        options = draw_options(Draw(f"{seed} {self.language}"), model, self.language)
        path = emit(self.run, name, self.language, emitted.ENDINGS[self.language], [], options)
        if path:
            self.jobs.append(emitted.make_job(name, self.language, path, model, rows))
            if len(self.jobs) == self.together:
                self.flush()

    def flush(self) -> None:
        if self.jobs:
            self.ask(self.jobs)
        self.jobs = []

    def ask(self, jobs: list[emitted.Job]) -> None:
        try:
            answers = emitted.run_driver(self.language, jobs, self.run.path(self.language))
        except RuntimeError as error:
            if len(jobs) > 1:  # find the model that it is about
                for job in jobs:
                    self.ask([job])
            else:
                self.run.differs(jobs[0].name, self.language, None, "a program", error)
            return
        for job, found in zip(jobs, answers):
            self.run.count(self.language, len(found))
            for row, wanted, line in zip(job.rows, job.expected, found):
                if not emitted.same_tokens(wanted, line):
                    self.run.differs(job.name, self.language, row, wanted, line)
                    break


# The run.

IN_PYTHON = {"predict": compare_predict, "rules": compare_rules, "sql": compare_sql, "pmml": compare_pmml,
             "dmn": compare_dmn}


def compare_models(run: Comparison, count: int, outputs: list[str]) -> None:
    drivers = []
    if not XMLLINT and {"pmml", "dmn"} & set(outputs):
        print("skipped the schemas: there is no xmllint")
    for language in outputs:
        if language not in IN_PYTHON and not emitted.compiler_of(language):
            print(f"skipped {language}: there is no {emitted.COMPILERS[language][0]}")
        elif language not in IN_PYTHON:
            drivers.append(Drivers(run, language))
    for seed in range(run.seed, run.seed + count):
        name = f"m{seed}"
        write_model(draw_model(seed), run.path(name + ".json"))
        model = load(run.path(name + ".json"))
        rows = draw_rows(model, seed, run.most_rows)
        run.models += 1
        for output in outputs:
            if output in IN_PYTHON:
                attempt(run, name, output, IN_PYTHON[output], run, name, model, rows)
        for driver in drivers:
            attempt(run, name, driver.language, driver.add, name, model, rows, seed)
    for driver in drivers:
        driver.flush()


def attempt(run: Comparison, name: str, output: str, compare: Any, *arguments: Any) -> None:
    """What an output cannot be asked for is a difference as well."""
    try:
        compare(*arguments)
    except (AssertionError, ArithmeticError, LookupError, SyntaxError, ValueError, TypeError, sqlite3.Error) as error:
        run.differs(name, output, None, "an answer", f"{type(error).__name__}: {error}")


def report(run: Comparison) -> int:
    for message, count in sorted(run.refusals.items()):
        print(f"refused {count} times: {message}")
    for output, count in run.outputs.items():
        print(f"compared {output}: {count} models")
    for mismatch in run.mismatches[:20]:
        print(mismatch[:1500])
    outputs = sum(run.outputs.values())
    print(f"oracle: {run.models} models, {run.rows} rows, {outputs} outputs, {len(run.mismatches)} mismatches")
    return 1 if run.mismatches else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first model; the others follow")
    parser.add_argument("--rows", type=int, default=80, help="at most, per model and output")
    parser.add_argument("--outputs", default=",".join(OUTPUTS))
    parser.add_argument("--compilers", choices=sorted(emitted.FAMILIES), default="gnu", help="of C++ and C")
    parser.add_argument("--keep", help="directory for the files of models that differ", default="oracle_mismatches")
    arguments = parser.parse_args()
    emitted.use_compilers(arguments.compilers)
    outputs = arguments.outputs.split(",")
    if not set(outputs) <= set(OUTPUTS):
        parser.error(f"outputs are {', '.join(OUTPUTS)}")
    with tempfile.TemporaryDirectory() as directory:
        run = Comparison(os.path.abspath(arguments.tool), directory, arguments.seed, arguments.rows)
        compare_models(run, arguments.models, outputs)
        for name in {mismatch.split()[0] for mismatch in run.mismatches}:
            os.makedirs(arguments.keep, exist_ok=True)
            for file in os.listdir(directory):
                if file.startswith(name + ".") and os.path.isfile(run.path(file)):
                    shutil.copy(run.path(file), arguments.keep)
    if run.mismatches:
        print(f"kept in {arguments.keep}")
    return report(run)


if __name__ == "__main__":
    sys.exit(main())
