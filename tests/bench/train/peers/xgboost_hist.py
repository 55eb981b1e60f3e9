"""Reads a CSV file with pandas and fits one tree with xgboost's histograms; prints JSON.

    xgboost_hist.py FILE [--regression] [--max-depth N]

One boosting round, 255 bins, one thread. The fit includes making the matrix of bins, as ours includes making its codes.
Nothing holds the tree back but its depth: no regularisation, no least weight of a leaf.
"""
import argparse
import json

import numpy
import pandas
import xgboost

from clock import Clock


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--regression", action="store_true")
    parser.add_argument("--max-depth", type=int, default=0)
    arguments = parser.parse_args()
    with Clock() as load:
        table = pandas.read_csv(arguments.file)
        target = table.iloc[:, -1].to_numpy(dtype=numpy.float32)
        features = table.iloc[:, :-1].to_numpy(dtype=numpy.float32)
        del table
    options = {"objective": "reg:squarederror" if arguments.regression else "binary:logistic", "tree_method": "hist",
               "max_depth": arguments.max_depth, "max_bin": 255, "nthread": 1, "reg_lambda": 0, "min_child_weight": 0,
               "verbosity": 0}
    with Clock() as fit:
        with Clock() as binning:
            matrix = xgboost.QuantileDMatrix(features, target, max_bin=255, nthread=1)
        model = xgboost.train(options, matrix, num_boost_round=1)
    tree = model.trees_to_dataframe()
    leaves = int((tree["Feature"] == "Leaf").sum())
    print(json.dumps({"version": xgboost.__version__, "load": load.times, "fit": fit.times, "matrix": binning.times,
                      "tree": {"nodes": len(tree), "leaves": leaves}}))


main()
