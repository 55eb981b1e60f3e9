"""Reads a CSV file with pandas and fits one tree with xgboost's histograms; prints JSON.

    xgboost_hist.py FILE [--regression] [--max-depth N] [--words partition|one-hot]

One boosting round, 255 bins, one thread. The fit includes making the matrix of bins, as ours includes making its codes.
Nothing holds the tree back but its depth: no regularisation, no least weight of a leaf.

With --words, columns of words are categories, which xgboost splits by subsets (partition) or by one against the others (one-hot).
It grows a tree per class; so that there is one, as ours is one, its target is whether a row has the most frequent class.
"""
import argparse
import json

import numpy
import pandas
import xgboost

from clock import Clock

MANY = 1_000_000  # categories: more than any column has


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--regression", action="store_true")
    parser.add_argument("--max-depth", type=int, default=0)
    parser.add_argument("--words", choices=["partition", "one-hot"])
    arguments = parser.parse_args()
    with Clock() as load:
        table = pandas.read_csv(arguments.file)
        target = table.iloc[:, -1]
        features = table.iloc[:, :-1]
        if arguments.words is None:
            target = target.to_numpy(dtype=numpy.float32)
            features = features.to_numpy(dtype=numpy.float32)
        else:
            target = (target == target.mode()[0]).to_numpy(dtype=numpy.float32)
            features = features.astype({name: "category" for name in features.columns[features.dtypes == object]})
        del table
    options = {"objective": "reg:squarederror" if arguments.regression else "binary:logistic", "tree_method": "hist",
               "max_depth": arguments.max_depth, "max_bin": 255, "nthread": 1, "reg_lambda": 0, "min_child_weight": 0,
               "verbosity": 0}
    if arguments.words:
        options |= {"max_cat_to_onehot": 1 if arguments.words == "partition" else MANY, "max_cat_threshold": MANY}
    with Clock() as fit:
        with Clock() as binning:
            matrix = xgboost.QuantileDMatrix(features, target, max_bin=255, nthread=1, enable_categorical=bool(arguments.words))
        model = xgboost.train(options, matrix, num_boost_round=1)
    tree = model.trees_to_dataframe()
    leaves = int((tree["Feature"] == "Leaf").sum())
    print(json.dumps({"version": xgboost.__version__, "load": load.times, "fit": fit.times, "matrix": binning.times,
                      "tree": {"nodes": len(tree), "leaves": leaves}}))


main()
