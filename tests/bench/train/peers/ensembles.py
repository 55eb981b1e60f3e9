"""Reads a CSV file and fits a forest or boosted trees with another library; prints JSON.

    ensembles.py FILE (forest|boost) --trees N --threads N [--regression]

forest is scikit-learn's, fully grown. It takes no words: they become whole numbers in the order of their letters, and holes a number below all
others. boost is xgboost's with histograms: eta 0.1, depth 6, 256 bins, all rows and columns; words are categories. What is converted is part of reading; the
fit of xgboost includes its matrix of bins, as ours includes its codes.
"""
import argparse
import json
import resource

import numpy
import pandas

from clock import Clock


def forest(features, target, arguments):
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    learner = RandomForestRegressor if arguments.regression else RandomForestClassifier
    model = learner(arguments.trees, n_jobs=arguments.threads, random_state=1,
                    max_features=1.0 if arguments.regression else "sqrt").fit(features, target)
    return int(sum(tree.tree_.n_leaves for tree in model.estimators_))


def boost(features, target, arguments):
    import xgboost

    classes = 0 if arguments.regression else int(target.max()) + 1
    objective = "reg:squarederror" if arguments.regression else "binary:logistic" if classes == 2 else "multi:softprob"
    options = {"objective": objective, "tree_method": "hist", "max_depth": 6, "eta": 0.1, "max_bin": 256,
               "nthread": arguments.threads, "verbosity": 0}
    if classes > 2:
        options["num_class"] = classes
    matrix = xgboost.QuantileDMatrix(features, target, max_bin=256, nthread=arguments.threads, enable_categorical=True)
    model = xgboost.train(options, matrix, num_boost_round=arguments.trees)
    return sum(tree.count("leaf=") for tree in model.get_dump())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("kind", choices=["forest", "boost"])
    parser.add_argument("--trees", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--regression", action="store_true")
    arguments = parser.parse_args()
    with Clock() as load:
        table = pandas.read_csv(arguments.file)
        target = table.iloc[:, -1]
        target = target.to_numpy(dtype=float) if arguments.regression else pandas.factorize(target, sort=True)[0]
        features = table.iloc[:, :-1]
        words = list(features.columns[features.dtypes == object])
        if arguments.kind == "boost":
            features = features.astype({name: "category" for name in words}) if words else features.to_numpy(numpy.float32)
        else:
            for name in words:
                features[name] = pandas.factorize(features[name], sort=True)[0]
            features = features.fillna(features.min(numeric_only=True) - 1).to_numpy(numpy.float32)
    with Clock() as fit:
        leaves = (forest if arguments.kind == "forest" else boost)(features, target, arguments)
    print(json.dumps({"load": load.times, "fit": fit.times, "leaves": leaves,
                      "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


main()
