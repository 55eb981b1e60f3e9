#!/usr/bin/env python3
"""Records scikit-learn's cost_complexity_pruning_path of the sample data, for path_reference_test.cpp.

    python3 tests/unit/learn/references/record_paths.py        (Debian's python3-sklearn 1.2.1)

Writes sklearn_<set>.csv beside this file: alpha, impurity and leaves of each tree of the path.

scikit-learn tries the columns in random order and keeps the first of equally good tests; Espalier takes the lowest column.
Of the trees that 500 random states give, the one whose columns come first, read in the order of the nodes, is taken: where
tests tie, that is the tree that Espalier grows. Pruning several nodes at the same alpha makes scikit-learn list the alpha
several times, up to rounding; they are one line here, with the last impurity.
"""
import csv
import pathlib

import numpy as np
import sklearn
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[3] / "data"
STATES = 500

# name of the recording, file, target, learner, its options
SETS = [
    ("iris", "iris.csv", "species", DecisionTreeClassifier, {}),
    ("wine", "wine.csv", "cultivar", DecisionTreeClassifier, {}),
    ("kyphosis", "kyphosis.csv", "Kyphosis", DecisionTreeClassifier, {}),
    ("stagec", "stagec.csv", "pgstat", DecisionTreeClassifier, {"min_samples_leaf": 3}),
    ("diabetes", "diabetes.csv", "progression", DecisionTreeRegressor, {"min_samples_leaf": 5}),
]


def read(name, target):
    """Rows without missing cells, columns of numbers."""
    with open(DATA / name, newline="") as file:
        header, *rows = csv.reader(file)
    rows = [row for row in rows if "" not in row]
    at = header.index(target)
    columns = [i for i in range(len(header)) if i != at and all(is_number(row[i]) for row in rows)]
    inputs = np.array([[float(row[i]) for i in columns] for row in rows])
    return inputs, [row[at] for row in rows]


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def first_columns(learner, options, inputs, answers):
    found = None
    for state in range(STATES):
        tree = learner(random_state=state, **options).fit(inputs, answers).tree_
        key = (tree.feature.tolist(), tree.threshold.tolist())
        if found is None or key < found[0]:
            found = (key, state)
    return found[1]


def record(name, file, target, learner, options):
    inputs, answers = read(file, target)
    if learner is DecisionTreeRegressor:
        answers = [float(answer) for answer in answers]
    state = first_columns(learner, options, inputs, answers)
    path = learner(random_state=state, **options).cost_complexity_pruning_path(inputs, answers)
    lines = []
    for alpha, impurity in zip(path.ccp_alphas, path.impurities):
        if lines and abs(alpha - lines[-1][0]) <= 1e-12 * max(1, alpha):
            lines[-1][1] = impurity
        else:
            lines.append([alpha, impurity])
    with open(HERE / f"sklearn_{name}.csv", "w") as out:
        given = "".join(f", {option}={value}" for option, value in options.items())
        out.write(f"# scikit-learn {sklearn.__version__}: {learner.__name__}(random_state={state}{given})"
                  f".cost_complexity_pruning_path, {file}; made by record_paths.py\n")
        out.write("alpha,impurity,leaves\n")
        for i, (alpha, impurity) in enumerate(lines):
            # Between two alphas, away from their rounding.
            price = (alpha + lines[i + 1][0]) / 2 if i + 1 < len(lines) else 2 * alpha + 1
            leaves = learner(random_state=state, ccp_alpha=price, **options).fit(inputs, answers).get_n_leaves()
            out.write(f"{float(alpha)!r},{float(impurity)!r},{leaves}\n")


for entry in SETS:
    record(*entry)
