#!/usr/bin/env python3
"""Shows that compare.py can fail: a model file that is changed after the oracle has read it must be told apart.

    finds_mutants.py TOOL
"""

import copy
import math
import os
import sys
import tempfile
from typing import Any, Callable, Optional

import compare
import emitted
from model_oracle import Model
from random_models import draw_rows, write_model

CUT = 0.1


def sample(missing: str) -> dict:
    """Every leaf can be reached, and neighbours answer differently. The gap keeps emitted code from taking floats."""
    near = [CUT - 3 * math.ulp(CUT), CUT + 3 * math.ulp(CUT)]
    nodes: list[dict[str, Any]] = [
        {"test": "less_equal", "feature": 0, "threshold": CUT, "gap": near, "children": [1, 2], "missing_child": 0,
         "label": 0, "counts": [6, 5]},
        {"test": "member", "feature": 1, "categories": [0], "children": [3, 4], "missing_child": 1,
         "label": 0, "counts": [4, 3]},
        {"test": "leaf", "label": 1, "counts": [2, 3]},
        {"test": "leaf", "label": 0, "counts": [3, 0]},
        {"test": "leaf", "label": 1, "counts": [1, 3]}]
    if missing == "surrogate":
        surrogate = {"feature": 1, "test": "member", "categories": [1], "reversed": False, "agreement": 1}
        nodes[0]["surrogates"] = [surrogate]
    features = [{"name": "column 0", "kind": "numeric", "integer": False, "range": [0, 1]},
                {"name": "column 1", "kind": "categorical", "ordered": False, "categories": ["red", "green", "blue"]}]
    return {"format": "espalier-model", "version": 1, "task": "classification", "target": "t", "labels": ["no", "yes"],
            "features": features, "missing": missing, "combination": "single", "trees": [{"nodes": nodes}],
            "provenance": {"tool": "by hand", "data_sha256": "", "rows": 0, "options": {}}}


def change(index: int, key: str, value: Any) -> Callable[[list[dict]], None]:
    def apply(nodes: list[dict]) -> None:
        nodes[index][key] = value
    return apply


def turn_surrogate(nodes: list[dict]) -> None:
    nodes[0]["surrogates"][0]["reversed"] = True


MUTANTS: list[tuple[str, str, Callable[[list[dict]], None]]] = [
    ("a threshold one step up", "majority", change(0, "threshold", math.nextafter(CUT, 1))),
    ("a threshold one step down", "majority", change(0, "threshold", math.nextafter(CUT, 0))),
    ("the label of a leaf", "majority", change(4, "label", 0)),
    ("missing_child", "majority", change(0, "missing_child", 1)),
    ("missing_child of unknown words", "majority", change(1, "missing_child", 0)),
    ("a category more", "majority", change(1, "categories", [0, 2])),
    ("children in the other order", "majority", change(1, "children", [4, 3])),
    ("a count", "majority", change(4, "counts", [1, 4])),
    ("a surrogate turned round", "surrogate", turn_surrogate),
    ("a weight that is shared out", "fractional", change(2, "counts", [2, 4])),
]


def compare_compiled(run: compare.Comparison, language: str, name: str, model: Model, rows: list) -> None:
    path = compare.emit(run, name, language, emitted.ENDINGS[language], [], [])
    if path:
        compare.Drivers(run, language).ask([emitted.make_job(name, language, path, model, rows)])


def missed(tool: str, directory: str, mutate: Optional[Callable[[list[dict]], None]], document: dict) -> list[str]:
    """Outputs that do not tell the changed file from the one that the oracle has read."""
    model = Model(copy.deepcopy(document))
    if mutate:
        mutate(document["trees"][0]["nodes"])
    rows = draw_rows(model, 1, 200)
    outputs: list[str] = []
    for output in [*compare.IN_PYTHON, *(["cpp"] if emitted.compiler_of("cpp") else [])]:
        run = compare.Comparison(tool, directory, 1, 200)
        write_model(document, run.path("mutant.json"))
        if output == "cpp":
            compare_compiled(run, output, "mutant", model, rows)
        else:
            compare.IN_PYTHON[output](run, "mutant", model, rows)
        if not run.mismatches and not run.refusals:
            outputs.append(output)
    return outputs


def main() -> int:
    tool = os.path.abspath(sys.argv[1])
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        for policy in ("majority", "surrogate", "fractional"):  # what was not changed must not be reported
            unchanged = missed(tool, directory, None, sample(policy))
            able = {"predict", "rules"} | {"majority": {"pmml", "dmn"}, "surrogate": {"pmml"}}.get(policy, set())
            failures += not able <= set(unchanged)
            print(f"{policy}, not changed: nothing found by {', '.join(unchanged)}")
        for name, policy, mutate in MUTANTS:
            silent = missed(tool, directory, mutate, sample(policy))
            failures += bool(silent)
            print(f"{name}: " + (f"NOT FOUND by {', '.join(silent)}" if silent else "found"))
    print(f"mutants: {len(MUTANTS)}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
