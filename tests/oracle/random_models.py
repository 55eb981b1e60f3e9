"""Random model files that keep every rule of docs/model-format.md, and rows that ask them where it hurts.

The models use all that the format allows, also what no learner writes: nodes in any order that has parents first,
counts that do not add up, tests that contradict each other, thresholds that no float has. The same seed makes the same
model.
"""

import json
import math
import random
from struct import pack, unpack
from typing import Any, Callable, Optional

from model_oracle import Cell, Model, float32

UNKNOWN_WORD = "no such word"

TEXTS = ["yes", "no", "a b", "a,b", "a;b", 'say "x"', "it's", "back\\slash", "??/", "%d %s", "/* c */", "// c", "-- c",
         "line\nbreak", "tab\there", " blank ", "caf\u00e9", "\u2603", "\U0001f600", "1", "1.0", "01", "-1", "NA", "?",
         "null", "nan", "unknown", "Unknown", "other", "missing", "label", "Self", "class", "A", "a", "_", "",
         "{}", "${x}", "#", "@",
         "long " * 12 + "text"]

NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, 0.1, 0.3, 75.0, 2.45, 1e-5, 16777217.0, 2147483647.0, -2147483648.0,
           2147483646.5, 2147483648.0, 255.0, 254.5, -128.0, 127.5, 32767.0, 65535.5, 9007199254740993.0,
           3.4028234663852886e38, 3.4028235677973366e38, 3.5e38, -3.4028235677973366e38, 1e300, -1e300,
           1.7976931348623157e308, 5e-324, -5e-324,
           1e-45, 7.006492321624085e-46, 1.1754943508222875e-38, 2.2250738585072014e-308, 1e-40, 123456.789, 1e15]

LISTS_EVERY = 8  # models, of which one is a decision list

FORMS = ["yyyy-mm-dd", "dd.mm.yyyy", "dd/mm/yyyy", "mm/dd/yyyy", "dd.mm.yy", "mm/dd/yy"]


class Draw(random.Random):
    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def number(self) -> float:
        """Mostly plain numbers; now and then one from the edges of the types, or one beside such a number."""
        kind = self.random()
        if kind < 0.35:
            return float(self.randint(-20, 100)) / self.choice([1, 1, 2, 10])
        if kind < 0.5:
            return self.uniform(-100, 100)
        if kind < 0.6:
            return float32(self.uniform(-1000, 1000))
        if kind < 0.65:
            return math.ldexp(self.uniform(-1, 1), self.randint(-1000, 1000))
        x = self.choice(NUMBERS)
        near = math.nextafter(x, self.choice([-math.inf, math.inf])) if self.chance(0.3) else x
        return near if math.isfinite(near) else x

    def texts(self, count: int) -> list[str]:
        return self.sample(TEXTS, count) if count <= len(TEXTS) else [f"w{i}" for i in range(count)]


# Features.


def draw_feature(draw: Draw, name: str) -> dict:
    return draw_categorical(draw, name) if draw.chance(0.4) else draw_numeric(draw, name)


def draw_categorical(draw: Draw, name: str) -> dict:
    count = draw.choice([0, 1, 2, 2, 3, 3, 4, 5, 8])
    if draw.chance(0.03):
        count = 120  # headers give such columns shared enumerators
    feature = {"name": name, "kind": "categorical", "ordered": draw.chance(0.2), "categories": draw.texts(count)}
    if count and draw.chance(0.3):
        merged = []
        for category in sorted(draw.sample(range(count), draw.randint(1, min(count, 3)))):
            words = [f"word {category} {i}" for i in range(draw.randint(1, 3))]
            merged.append({"category": category, "words": words})
            if draw.chance(0.5):
                words.insert(draw.randint(0, len(words)), feature["categories"][category])
        feature["merged"] = merged
    return feature


def draw_numeric(draw: Draw, name: str) -> dict:
    feature: dict[str, Any] = {"name": name, "kind": "numeric", "integer": draw.chance(0.35)}
    bounds = sorted([draw.number(), draw.number()])
    feature["range"] = [float(math.floor(x)) for x in bounds] if feature["integer"] else bounds
    if draw.chance(0.12):
        feature["integer"] = True
        feature["range"] = [-3000, 20000]
        feature["date"] = {"unit": draw.choice(["days", "days", "seconds"]), "form": draw.choice(FORMS)}
    elif draw.chance(0.2):
        feature["precision"] = draw.choice(["float32", "float32", "float64"])
    if draw.chance(0.35):
        thresholds = sorted({draw.number() + 0.0 for _ in range(draw.randint(1, 7))})
        feature["cuts"] = [with_gap(draw, {"threshold": t}) for t in thresholds]
    return feature


def with_gap(draw: Draw, test: dict) -> dict:
    """The two training values next to a cut; narrow ones keep the compiler from taking floats."""
    t = test["threshold"]
    above = math.nextafter(t, math.inf) if draw.chance(0.1) else t + max(1.0, abs(t) / 8)
    below = t if draw.chance(0.2) else t - max(1.0, abs(t) / 8)
    if draw.chance(0.5) and math.isfinite(above) and math.isfinite(below) and below <= t < above:
        test["gap"] = [below, above]
    return test


# Tests.


def draw_test(draw: Draw, features: list[dict], policy: str) -> Optional[dict]:
    """A test without its children, and "ways", their number; None if the feature that was drawn has no test."""
    feature = draw.randrange(len(features)) if features else 0
    if not features or features[feature].get("categories") == []:
        return None
    own = policy == "own-category"
    if own and draw.chance(0.15):
        return {"test": "present", "feature": feature, "ways": 2, "missing_child": 1}
    if features[feature]["kind"] == "numeric":
        return numeric_test(draw, feature, features[feature], own)
    return categorical_test(draw, feature, features[feature], own)


def numeric_test(draw: Draw, index: int, feature: dict, own: bool) -> dict:
    if "cuts" in feature and draw.chance(0.5):
        return multiway(draw, index, len(feature["cuts"]) + 1, own)
    threshold = draw_threshold(draw, feature)
    return with_gap(draw, {"test": "less_equal", "feature": index, "threshold": threshold, "ways": 2})


def draw_threshold(draw: Draw, feature: dict) -> float:
    if "date" in feature:
        unit = 86400 if feature["date"]["unit"] == "seconds" else 1
        return draw.choice([1.0, 0.5]) * draw.randint(-2000, 30000) * unit
    return draw.number()


def categorical_test(draw: Draw, index: int, feature: dict, own: bool) -> dict:
    count = len(feature["categories"])
    kind = draw.random()
    if kind < 0.25 and count <= 10:
        return multiway(draw, index, count, own)
    if kind < 0.5 and count >= 2:
        ways = draw.randint(2, min(count, 5))
        groups: list[Optional[int]] = list(range(ways))
        groups += [draw.choice([None, *range(ways)]) for _ in range(count - ways)]
        draw.shuffle(groups)
        return {"test": "grouped", "feature": index, "groups": groups, "ways": ways}
    if count >= 2 or own:
        everything = own and (count == 1 or draw.chance(0.2))
        size = count if everything else draw.randint(1, count - 1)
        test = {"test": "member", "feature": index, "categories": sorted(draw.sample(range(count), size)), "ways": 2}
        return {**test, "missing_child": 1} if everything else test
    return multiway(draw, index, count, own)


def multiway(draw: Draw, index: int, outcomes: int, own: bool) -> dict:
    test = {"test": "multiway", "feature": index, "ways": outcomes}
    if own and draw.chance(0.5):
        test.update(ways=outcomes + 1, missing_child=outcomes)
    return test


def draw_surrogates(draw: Draw, features: list[dict], own_feature: int) -> list[dict]:
    surrogates = []
    for _ in range(draw.randint(0, 6)):
        test = draw_test(draw, features, "surrogate")
        if test and test["test"] in ("less_equal", "member") and test["feature"] != own_feature:
            del test["ways"]
            surrogates.append({**test, "reversed": draw.chance(0.5), "agreement": draw.choice([1, 0.5, 1e-9])})
    return surrogates


# Trees.


def draw_tree(draw: Draw, features: list[dict], policy: str, size: int, answer: Callable[[bool], dict]) -> list[dict]:
    """Nodes whose numbers are drawn: a node is numbered when it leaves the frontier, so parents come first."""
    nodes: list[dict] = []
    frontier: list[tuple[Optional[int], int]] = [(None, 0)]
    style = draw.choice(["depth first", "breadth first", "any"])
    open_tests = draw.randint(0, size)
    while frontier:
        place = {"depth first": len(frontier) - 1, "breadth first": 0}.get(style, draw.randrange(len(frontier)))
        parent, position = frontier.pop(place)
        test = draw_test(draw, features, policy) if open_tests > 0 else None
        if parent is not None:
            nodes[parent]["children"][position] = len(nodes)
        index = len(nodes)
        nodes.append(finish_node(draw, features, policy, test, answer))
        if test:
            open_tests -= 1
            frontier += [(index, i) for i in reversed(range(len(nodes[index]["children"])))]
    return nodes


def finish_node(draw: Draw, features: list[dict], policy: str, test: Optional[dict],
                answer: Callable[[bool], dict]) -> dict:
    if not test:
        return {"test": "leaf", **answer(True)}
    ways = test.pop("ways")
    test["children"] = [0] * ways
    test.setdefault("missing_child", draw.randrange(ways))
    if policy == "surrogate" and test["test"] in ("less_equal", "member") and draw.chance(0.7):
        test["surrogates"] = draw_surrogates(draw, features, test["feature"])
    return {**test, **answer(False)}


def single_answer(draw: Draw, labels: Optional[list[str]]) -> Callable[[bool], dict]:
    style = draw.choice(["rows", "rows", "fractions", "extreme", "empty"])

    def amount() -> float:
        if draw.chance(0.9 if style == "empty" else 0.25):
            return 0
        if style == "rows" or style == "empty":
            return draw.randint(1, 40)
        if style == "fractions":
            return draw.uniform(0, 10)
        return math.ldexp(draw.random(), draw.choice([-1073, -1030, -300, 0, 10, 300, 1015]))

    def answer(_: bool) -> dict:
        if labels is None:
            return {"value": draw.number(), "weight": amount(), "deviation": amount()}
        return {"label": draw.randrange(len(labels)), "counts": [amount() for _ in labels]}

    return answer


def several_answer(draw: Draw, labels: Optional[list[str]], combination: str, value: Callable[[], float],
                   share: Callable[[], list]) -> Callable[[bool], dict]:
    def answer(leaf: bool) -> dict:
        weight = {"weight": draw.choice([0, 1, 2.5, 1e9])} if draw.chance(0.3) else {}
        if not leaf:
            return weight
        if combination == "vote":
            return {"label": draw.randrange(len(labels or [])), **weight}
        if combination == "mean" and labels:
            return {"shares": share(), **weight}
        return {"value": value(), **weight}

    return answer


# Documents.


def draw_model(seed: int) -> dict:
    draw = Draw(seed)
    if seed % LISTS_EVERY == 0:
        return draw_list(draw)
    labels = draw.texts(draw.choice([1, 2, 2, 2, 2, 3, 4, 6])) if draw.chance(0.6) else None
    combination = draw.choice(["single", "single", "single", "vote", "mean", "sum"])
    if combination == "vote" and not labels:
        combination = "mean"
    policies = ["refuse", "majority", "learned", "own-category", "surrogate"]
    policy = draw.choice(policies + ["fractional"] * 4 if combination == "single" else policies)
    widths = [2, 3, 4, 6] if policy in ("surrogate", "fractional") else [0, 1, 1, 2, 2, 3, 3, 4, 6]
    features = [draw_feature(draw, f"column {i}") for i in range(draw.choice(widths))]
    document: dict[str, Any] = {"format": "espalier-model", "version": 2, "target": "target \u00e9"}
    document["task"] = "classification" if labels else "regression"
    document.update({"labels": labels} if labels else {}, features=features, missing=policy, combination=combination)
    if combination == "single":
        add_single(draw, document, policy)
    else:
        add_several(draw, document, policy)
    document["provenance"] = {"tool": "random", "data_sha256": "", "rows": 0, "options": {}}
    return document


def add_single(draw: Draw, document: dict, policy: str) -> None:
    labels = document.get("labels")
    size = 600 if draw.chance(0.01) else draw.choice([0, 1, 2, 4, 8, 15, 30])
    nodes = draw_tree(draw, document["features"], policy, size, single_answer(draw, labels))
    document["trees"] = [{"nodes": nodes}]
    if not any("precision" in feature for feature in document["features"]) and draw.chance(0.9):
        document["version"] = 1
    if not labels:
        return
    if draw.chance(0.4):
        document["smoothing"] = {"kind": "laplace"}
    elif draw.chance(0.6):
        document["smoothing"] = {"kind": "m-estimate", "m": draw.choice([2, 0.5, 1e9, 1e-300, draw.uniform(0, 50)])}
    if len(labels) > 1 and draw.chance(0.25):
        document["costs"] = draw_costs(draw, len(labels))
    if len(labels) == 2 and draw.chance(0.4):
        add_threshold(draw, document)


def draw_costs(draw: Draw, count: int) -> list[list[float]]:
    unit = draw.choice([1, 1, 0.1, 1e300, 1e-310])
    cost = lambda: draw.choice([0, 1, 2, 5, draw.uniform(0, 9)]) * unit
    costs = [[0 if i == k else cost() for k in range(count)] for i in range(count)]
    costs[0][1] = costs[0][1] or unit
    return costs


def add_threshold(draw: Draw, document: dict) -> None:
    """A threshold that some node meets exactly, now and then; then labels that say the same."""
    model = Model(document)
    nodes = document["trees"][0]["nodes"]
    label = draw.randrange(2)
    reported = [model.node_probabilities(i)[label] for i in range(len(nodes))]
    probability = draw.choice([0.5, 1, 1e-9, draw.random() or 0.5, draw.choice(reported) or 0.25])
    for node, share in zip(nodes, reported):
        node["label"] = label if share >= probability else 1 - label
    document["decision_threshold"] = {"label": label, "probability": probability}


# Decision lists.


def draw_list(draw: Draw) -> dict:
    """Rules that overlap, repeat themselves, contradict themselves or never apply, in an order."""
    labels = draw.texts(draw.choice([1, 2, 2, 3, 4]))
    policy = draw.choice(["refuse", "own-category", "own-category"])
    features = [draw_feature(draw, f"column {i}") for i in range(draw.choice([1, 2, 2, 3, 3, 4, 6]))]
    document: dict[str, Any] = {"format": "espalier-model", "version": 3, "target": "target", "labels": labels,
                                "task": "classification", "features": features, "missing": policy,
                                "combination": "single"}
    answer = single_answer(draw, labels)
    nodes: list[dict] = []
    for _ in range(200 if draw.chance(0.02) else draw.choice([1, 1, 2, 3, 5, 8, 13])):
        parts = [part for part in (draw_part(draw, features, policy) for _ in range(draw.choice([1, 1, 2, 2, 3, 5])))
                 if part]
        if parts:
            nodes.append({"test": "all_of", "parts": parts, **answer(False)})
    document["trees"] = [{"nodes": number_list(draw, nodes, answer)}]
    if draw.chance(0.5):
        document["smoothing"] = {"kind": "m-estimate", "m": draw.choice([2, 0.5, draw.uniform(0, 50)])}
    document["provenance"] = {"tool": "random", "data_sha256": "", "rows": 0, "options": {}}
    return document


def number_list(draw: Draw, tests: list[dict], answer: Callable[[bool], dict]) -> list[dict]:
    """The nodes of a list: parents come first, and leaves somewhere behind them."""
    if not tests:
        return [{"test": "leaf", **answer(True)}]
    leaves = [{"test": "leaf", **answer(True)} for _ in range(len(tests) + 1)]
    if draw.chance(0.5):
        nodes = [node for pair in zip(tests, leaves) for node in pair] + leaves[-1:]
    else:
        draw.shuffle(leaves)
        nodes = tests + leaves
    place = {id(node): i for i, node in enumerate(nodes)}
    for i, test in enumerate(tests):
        following = tests[i + 1] if i + 1 < len(tests) else leaves[-1]
        test["children"] = [place[id(leaves[i])], place[id(following)]]
    return nodes


def draw_part(draw: Draw, features: list[dict], policy: str) -> Optional[dict]:
    index = draw.randrange(len(features))
    feature = features[index]
    if feature.get("categories") == []:
        return None
    if policy == "own-category" and draw.chance(0.15):
        return {"feature": index, "test": draw.choice(["known", "missing"])}
    missing = draw.chance(0.3)
    if feature["kind"] == "numeric":
        part = with_gap(draw, {"feature": index, "threshold": draw_threshold(draw, feature)})
        return {**part, "test": draw.choice(["upto", "above"]), "missing": missing}
    count = len(feature["categories"])
    if count < 2:
        return None
    categories = sorted(draw.sample(range(count), draw.randint(1, count - 1)))
    return {"feature": index, "test": "in", "categories": categories, "missing": missing}


def add_several(draw: Draw, document: dict, policy: str) -> None:
    labels, combination = document.get("labels"), document["combination"]
    arithmetic = draw.choice(["whole", "whole", "float32", "float64"])
    exponent = draw.choice([0, 3, 16, 30, -5, 200, 999, -900])
    largest = draw.choice([4, 1000, 1 << 30, 1 << 49]) if exponent > -900 else 4
    count = draw.choice([1, 2, 3, 3, 5, 7])
    small = draw.chance(0.7)  # links are told apart by scores that are not all beyond the range of e^x

    def value() -> float:
        if arithmetic == "whole":
            return math.ldexp(float(draw.randint(-largest, largest)), -exponent)
        x = draw.uniform(-4, 4) if small else draw.number()
        return float32(x) if arithmetic == "float32" and draw.chance(0.7) else x

    def share() -> list:
        return draw_shares(draw, len(labels or []), arithmetic)

    outputs = 1
    if combination == "sum" and labels:
        outputs = 1 if len(labels) == 2 and draw.chance(0.5) else len(labels)
    if combination != "vote":
        document["sums"] = draw_sums(draw, document, arithmetic, exponent, [value() for _ in range(outputs)])
    document["trees"] = []
    for _ in range(count):
        answer = several_answer(draw, labels, combination, value, share)
        nodes = draw_tree(draw, document["features"], policy, draw.choice([0, 1, 3, 6]), answer)
        tree: dict[str, Any] = {"nodes": nodes}
        if outputs > 1:
            tree["output"] = draw.randrange(outputs)
        document["trees"].append(tree)
    keep_sums_finite(document)


def keep_sums_finite(document: dict) -> None:
    """Floating-point sums must not reach half of the largest number of their type: the format refuses that."""
    sums = document.get("sums", {})
    if sums.get("arithmetic", "whole") == "whole":
        return
    most = (3.4e38 if sums["arithmetic"] == "float32" else 1.79e308) / (2 * len(document["trees"]) + 2)
    for tree in document["trees"]:
        for node in tree["nodes"]:
            if abs(node.get("value", 0)) > most:
                node["value"] = 1.0
    for i, base in enumerate(sums.get("base", [])):
        if abs(base) > most:
            sums["base"][i] = 0.5


def draw_shares(draw: Draw, count: int, arithmetic: str) -> list:
    cuts = sorted(draw.choice([0, 16384, 32768, 65536, draw.randint(0, 65536)]) for _ in range(count - 1))
    whole = [b - a for a, b in zip([0, *cuts], [*cuts, 65536])]
    if arithmetic == "whole":
        return whole
    kind = draw.random()
    if kind < 0.5:
        return [w / 65536 for w in whole]
    if kind < 0.75:  # numbers from 0 to 1 that need not add up
        return [draw.random() for _ in range(count)]
    near = draw.uniform(0.5, 1)  # sums one step apart, whose means may be the same
    step = step32 if arithmetic == "float32" else lambda x, way: math.nextafter(x, way)
    near = float32(near) if arithmetic == "float32" else near
    return [draw.choice([near, step(near, -1)]) for _ in range(count)] if draw.chance(0.5) else [0] * count


def draw_sums(draw: Draw, document: dict, arithmetic: str, exponent: int, base: list[float]) -> dict:
    sums: dict[str, Any] = {"arithmetic": arithmetic}
    labels = document.get("labels")
    if arithmetic == "whole" and not (document["combination"] == "mean" and labels):
        sums["exponent"] = exponent
    if document["combination"] == "sum":
        sums["base"] = base
        sums["link"] = draw.choice(["identity", "identity", "exponential"])
        if labels:
            sums["link"] = "logistic" if len(base) < len(labels) else draw.choice(["logistic", "softmax"])
    return sums


def write_model(document: dict, path: str) -> None:
    """The order of keys, white space, escapes and a byte order mark are free: they are drawn as well."""
    draw = Draw(json.dumps(document))
    shuffled = with_keys_in_any_order(draw, document)
    text = json.dumps(shuffled, ensure_ascii=draw.chance(0.5), indent=draw.choice([None, 1]))
    with open(path, "w", encoding=draw.choice(["utf-8", "utf-8", "utf-8-sig"])) as file:
        file.write(text)


def with_keys_in_any_order(draw: Draw, value: Any) -> Any:
    if isinstance(value, list):
        return [with_keys_in_any_order(draw, element) for element in value]
    if not isinstance(value, dict):
        return value
    return {key: with_keys_in_any_order(draw, value[key]) for key in draw.sample(sorted(value), len(value))}


# Rows.


def draw_rows(model: Model, seed: int, most: int) -> list[list[Cell]]:
    """Rows for every leaf, for every value that a test compares with and its neighbours, and with values missing."""
    draw = Draw(seed)
    most = max(most, 10)
    pools = [value_pool(draw, model, i) for i in range(len(model.features))]
    any_row = lambda: [draw.choice(pool) for pool in pools]
    rows: list[list[Cell]] = [[None] * len(pools)]
    for tree in model.trees:
        for leaf in tree.rule:
            within = leaf_pools(tree, leaf, pools)
            if all(within):
                rows += [[draw.choice(pool) for pool in within] for _ in range(2)]
    for i, pool in enumerate(pools):
        for value in pool:
            row = draw.choice(rows)[:] if draw.chance(0.7) else any_row()
            row[i] = value
            rows.append(row)
    asked = model.policy in ("surrogate", "fractional")  # missing values are what these are about
    count = most // 2 if asked else 5
    with_gaps = [[None if draw.chance(0.4) else cell for cell in draw.choice(rows)] for _ in range(count)]
    return with_gaps + draw.sample(rows, min(len(rows), most - len(with_gaps)))


def leaf_pools(tree: Any, leaf: int, pools: list[list[Cell]]) -> list[list[Cell]]:
    """What is left of the values of each column on the way to a leaf. Surrogates are not followed."""
    within = [list(pool) for pool in pools]
    while leaf in tree.parent:
        parent = tree.parent[leaf]
        node = tree.nodes[parent]
        if node["test"] == "all_of":
            keep_part_pools(tree, node, leaf, within)
            leaf = parent
            continue
        feature = node["feature"]
        empty: list[Cell] = [None] * len(pools)
        goes = lambda v: node["children"][tree.way(node, empty[:feature] + [v] + empty[feature + 1:])]
        within[feature] = [v for v in within[feature] if goes(v) == leaf]
        leaf = parent
    return within


def keep_part_pools(tree: Any, node: dict, child: int, within: list[list[Cell]]) -> None:
    """Rows that meet a rule; of the others, each goes on for a part of its own, so that nothing is left out."""
    empty: list[Cell] = [None] * len(within)
    for part in node["parts"]:
        feature = part["feature"]
        meets = lambda v: tree.passes(part, empty[:feature] + [v] + empty[feature + 1:])
        if child == node["children"][0]:
            within[feature] = [v for v in within[feature] if meets(v)]
        elif len(node["parts"]) == 1:
            within[feature] = [v for v in within[feature] if not meets(v)]


def value_pool(draw: Draw, model: Model, index: int) -> list[Cell]:
    feature = model.features[index]
    if feature["kind"] == "categorical":
        words = [w for merged in feature.get("merged", []) for w in merged["words"]]
        pool = [*feature["categories"], *words]  # the text of a merged category may be no word of it
        return [None, UNKNOWN_WORD, *(pool if len(pool) < 20 else draw.sample(pool, 20))]
    centres = {0.0, *feature["range"], *(cut["threshold"] for cut in feature.get("cuts", []))}
    for tree in model.trees:
        for node in tree.nodes:
            tests = [node, *node.get("surrogates", []), *node.get("parts", [])]
            centres.update(t["threshold"] for t in tests if t.get("feature") == index and "threshold" in t)
    pool: list[Cell] = [None, -0.0, math.inf, -math.inf, 1e300, -1e300, 5e-324, draw.number()]
    pool.append(float(draw.randint(-100, 100)))
    for centre in sorted(centres):
        pool += neighbours(float(centre))
    return list(dict.fromkeys(pool))


def neighbours(x: float) -> list[float]:
    """A number, the doubles beside it, the floats beside it, and what rounds to these."""
    nearest = float32(x)
    floats = [nearest, step32(nearest, -1), step32(nearest, 1)]
    middles = [(nearest + other) / 2 for other in floats[1:] if math.isfinite(other) and math.isfinite(nearest)]
    beside = [math.nextafter(m, to) for m in middles for to in (-math.inf, math.inf)]
    whole = [math.floor(x), math.ceil(x)] if abs(x) < 1e18 else []
    doubles = [x, math.nextafter(x, -math.inf), math.nextafter(x, math.inf)]
    return [float(v) for v in [*doubles, *floats, *middles, *beside, *whole]]


def step32(x: float, direction: int) -> float:
    """The next float up or down: its bits as a whole number are in order."""
    if not math.isfinite(x):
        return x
    bits = unpack("<i", pack("<f", x))[0]
    place = (bits if bits >= 0 else -(bits & 0x7FFFFFFF)) + direction
    return unpack("<f", pack("<I", place if place >= 0 else -place | 0x80000000))[0]
