"""From figures to the rows of the report: how many times better than the peer, beside what is asked for."""
import math

import contestants as c

# How much better than the peer Espalier must be, and would like to be.
TARGETS = {
    ("fit", "S1"): (20, 40), ("fit", "S2"): (20, 50), ("fit", "S3"): (10, 18), ("fit", "S5"): (15, 23),
    ("binned", "S1"): (5, 10), ("binned", "S2"): (5, 10), ("binned", "S5"): (5, 10),
    ("read", "S2", c.FREAD): (1, 1.4), ("read", "S2", c.PANDAS): (3, 5),
    ("read", "S6", c.FREAD): (1, 1.5), ("read", "S6", c.PANDAS): (1, 1.5),
    "words, depth": (3, None), "words, seconds": (1, 1.5 / 0.6), "words, full": (2, 5), "words, bins": (1.5, 4),
    "words, subsets": (4, 10), "words, C4.5": (8, 20),
    "burden": (1 / 2, 1 / 1.3), "labels": (1, None), "predict": (1, None), "predict, reading": (None, 0.9),
    ("header", "S2"): (20, 40), ("memory", "S2"): (1 / 0.6, 1 / 0.45), ("threads", "S2"): (1.5, 1.8),
    "growth": (1.25, 1.15),  # at most
}
WORDS_SECONDS = 1.5  # of S4's fit by default, depth 10: at most
LABELS_MB = 1024  # at most
AT_ONCE = 1.0  # processor seconds in which what cannot be done is refused
ROWS_A_SECOND = 1_000_000  # that predict answers: at least
SAME_IMPURITY = 1e-6  # relative: beyond rounding, the trees differ


def exponent(points):
    """b of seconds = a * rows^b by least squares on the logarithms."""
    logs = [(math.log(rows), math.log(seconds)) for rows, seconds in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def verdict(ratio, must, stretch):
    if stretch is not None and ratio >= stretch:
        return "stretch"
    if must is None:
        return ""
    return "met" if ratio >= must else "missed"


class Report:
    def __init__(self, figures, targets):
        self._figures = {(entry["set"], entry["who"], entry["mode"]): entry for entry in figures}
        self._targets = targets
        self.rows = []  # ratios
        self.growth = None
        self.equality = []

    def seconds(self, data_set, who, mode, part, clock="cpu"):
        """None if it did not run, or not to its end."""
        entry = self._figures.get((data_set, who, mode))
        return entry and (None if entry.get("gave_up") else entry[part][clock])

    def compare(self, what, data_set, against, ours, theirs, unit, target):
        """A row, if both took part."""
        if ours is None or theirs is None:
            return
        must, stretch = self._targets.get(target, (None, None))
        ratio = theirs / ours
        self.rows.append({"what": what, "set": data_set, "against": against, "espalier": ours, "peer": theirs, "unit": unit,
                          "ratio": ratio, "must": must, "stretch": stretch, "verdict": verdict(ratio, must, stretch)})

    def add_fits(self):
        for data_set in ("S1", "S2", "S3", "S5"):
            self.compare("exact fit, fully grown", data_set, c.SKLEARN, self.seconds(data_set, c.ESPALIER, c.FULL, "fit"),
                         self.seconds(data_set, c.SKLEARN, c.FULL, "fit"), "s", ("fit", data_set))
        for data_set in ("S1", "S2", "S5"):
            self.compare("255-bin fit, depth 10", data_set, f"{c.XGBOOST} hist",
                         self.seconds(data_set, c.ESPALIER, c.BINNED, "fit"),
                         self.seconds(data_set, c.XGBOOST, c.BINNED, "fit"), "s", ("binned", data_set))
        for data_set in ("S1", "S5"):
            self.compare("exact fit, depth 10", data_set, c.RPART, self.seconds(data_set, c.ESPALIER, c.DEPTH, "fit"),
                         self.seconds(data_set, c.RPART, c.DEPTH, "fit"), "s", None)

    def add_reading(self):
        for data_set in ("S2", "S4", "S6"):
            for peer, name in ((c.FREAD, "data.table fread"), (c.PANDAS, c.PANDAS)):
                self.compare("CSV to columns", data_set, name, self.seconds(data_set, c.ESPALIER, c.READ, "load"),
                             self.seconds(data_set, peer, c.READ, "load"), "s",
                             ("read", data_set, peer))

    def add_words_and_holes(self):
        def ours(mode):
            return self.seconds("S4", c.ESPALIER, mode, "fit")

        def compare(what, peer, mode, their_mode, how, target):
            self.compare(what, "S4", f"{peer}{how}", ours(mode), self.seconds("S4", peer, their_mode, "fit"), "s", target)

        compare("words and holes, depth 10", c.SKLEARN, c.DEPTH, c.ORDINAL_DEPTH, " ordinal", "words, depth")
        self.compare("words and holes, depth 10", "S4", f"{WORDS_SECONDS} s", ours(c.DEPTH), WORDS_SECONDS, "s", "words, seconds")
        compare("words and holes, fully grown", c.SKLEARN, c.FULL, c.ORDINAL_FULL, " ordinal", "words, full")
        compare("words and holes, fully grown", c.SKLEARN, c.FULL, c.ONE_HOT_FULL, " one-hot", None)
        compare("subsets of words, 255 bins, depth 10", c.XGBOOST, c.BINNED_SUBSETS, c.BINNED_SUBSETS, " partition", "words, bins")
        compare("subsets of words, 255 bins, depth 10", c.XGBOOST, c.BINNED_SUBSETS, c.ONE_HOT_BINNED, " one-hot", None)
        compare("subsets of words, exact, depth 10", c.RANGER, c.SUBSETS, c.SUBSETS, "", "words, subsets")
        compare("C4.5, not pruned", c.J48, c.C45, c.C45, " J48", "words, C4.5")

    def add_burdens(self):
        modes = [*(c.holes_mode(policy) for policy in c.POLICIES), c.ROW_WEIGHTS, c.CLASS_WEIGHTS]
        for mode in modes:
            self.compare(mode, "S1", "without it", self.seconds("S1", c.ESPALIER, mode, "fit"),
                         self.seconds("S1", c.ESPALIER, c.FULL, "fit"), "s", "burden")

    def add_predicting(self):
        entry = self._figures.get(("S1", c.ESPALIER, c.PREDICT))
        ours = entry and entry["process"]["cpu"]
        self.compare("predict a CSV, small tree", "S1", "1M rows a second", ours, entry and entry["rows"] / ROWS_A_SECOND, "s",
                     "predict")
        self.compare("predict a CSV, small tree", "S1", "reading it", ours, self.seconds("S1", c.ESPALIER, c.READ, "load"), "s",
                     "predict, reading")

    def add_labels(self):
        entry = self._figures.get(("G", c.ESPALIER, c.LABELS))
        if entry is None:
            return
        what, memory = f"{c.LABELS}, peak memory", entry["peak_mb"]
        if entry.get("refused") and entry["process"]["cpu"] <= AT_ONCE:
            what += " (refused)"
        elif entry.get("refused"):  # it asked for all that there was, and would have used it
            what, memory = what + " (not enough)", c.LABELS_LIMIT_MB
        self.compare(what, "G", "1 GB", memory, LABELS_MB, "MB", "labels")

    def add_whole(self):
        full = self._figures.get(("S2", c.SKLEARN, c.FULL))
        ours = self._figures.get(("S2", c.ESPALIER, c.FULL))
        self.compare("CSV to emitted header", "S2", f"{c.SKLEARN}, read and fit",
                     self.seconds("S2", c.ESPALIER, c.HEADER, "process"),
                     full and full["load"]["cpu"] + full["fit"]["cpu"], "s", ("header", "S2"))
        self.compare("peak memory, read and fit", "S2", c.SKLEARN, ours and ours["peak_mb"], full and full["peak_mb"], "MB",
                     ("memory", "S2"))
        self.compare("two threads, wall clock", "S2", "one thread",
                     self.seconds("S2", c.ESPALIER, c.TWO_THREADS, "fit", "wall"),
                     self.seconds("S2", c.ESPALIER, c.FULL, "fit", "wall"), "s", ("threads", "S2"))

    def add_growth(self):
        modes = [c.part_mode(part) for part in c.PARTS] + [c.FULL]
        entries = [self._figures.get(("S2", c.ESPALIER, mode)) for mode in modes]
        if None in entries:
            return
        points = [(entry["rows"], entry["fit"]["cpu"]) for entry in entries]
        power = exponent(points)
        must, stretch = self._targets.get("growth", (None, None))
        self.growth = {"set": "S2", "points": points, "exponent": power, "must": must, "stretch": stretch,
                       "verdict": verdict(-power, -must, -stretch) if must else ""}

    def add_equality(self):
        for data_set in ("S1", "S2", "S3", "S5"):
            self._compare_trees(data_set, c.DEPTH, c.SKLEARN, (c.SKLEARN, c.DEPTH), SAME_IMPURITY)
        self._compare_trees("S2", c.FULL, "two threads", (c.ESPALIER, c.TWO_THREADS), 0)

    def _compare_trees(self, data_set, mode, against, other, tolerance):
        ours, theirs = self._figures.get((data_set, c.ESPALIER, mode)), self._figures.get((data_set, *other))
        if ours is None or theirs is None:
            return
        ours, theirs = ours["tree"], theirs["tree"]
        difference = abs(ours["impurity"] - theirs["impurity"]) / max(abs(theirs["impurity"]), 1e-300)
        same = ours["nodes"] == theirs["nodes"] and difference <= tolerance
        self.equality.append({"set": data_set, "mode": mode, "against": against, "nodes": [ours["nodes"], theirs["nodes"]],
                              "impurity": [ours["impurity"], theirs["impurity"]], "difference": difference, "same": same})


def judge(figures, whole_sets):
    """What is asked for is asked of whole sets: small tables are compared without a verdict."""
    report = Report(figures, TARGETS if whole_sets else {})
    report.add_fits()
    report.add_words_and_holes()
    report.add_burdens()
    report.add_reading()
    report.add_predicting()
    report.add_whole()
    report.add_labels()
    report.add_growth()
    report.add_equality()
    return {"rows": report.rows, "growth": report.growth, "equality": report.equality}
