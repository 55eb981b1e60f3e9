"""Reads a CSV file with pandas and fits scikit-learn's decision tree; prints JSON.

    scikit_learn.py FILE [--regression] [--max-depth N] [--words ordinal|one-hot]

Reading includes the conversion to the float32 array that scikit-learn works on: it would convert otherwise, in the fit. It takes
neither words nor holes: --words says what becomes of them (encode.py), which is part of reading, too.
"""
import argparse
import json

import numpy
import pandas
import sklearn
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import encode
from clock import Clock


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--regression", action="store_true")
    parser.add_argument("--max-depth", type=int, default=0)
    parser.add_argument("--words", choices=["ordinal", "one-hot"])
    arguments = parser.parse_args()
    with Clock() as load:
        table = pandas.read_csv(arguments.file)
        target = table.iloc[:, -1].to_numpy()
        table = table.iloc[:, :-1]
        if arguments.words is None:
            features = table.to_numpy(dtype=numpy.float32)
        else:
            features = encode.ordinal(table) if arguments.words == "ordinal" else encode.one_hot(table)
        del table
    learner = DecisionTreeRegressor if arguments.regression else DecisionTreeClassifier
    model = learner(max_depth=arguments.max_depth or None, random_state=0)
    with Clock() as fit:
        model.fit(features, target)
    tree = model.tree_
    leaf = tree.children_left < 0
    print(json.dumps({
        "version": f"{sklearn.__version__}", "load": load.times, "fit": fit.times,
        "tree": {"nodes": int(tree.node_count), "leaves": int(tree.n_leaves), "depth": int(tree.max_depth),
                 "impurity": float((tree.impurity * tree.weighted_n_node_samples)[leaf].sum())}}))


main()
