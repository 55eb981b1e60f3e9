"""From figures to the rows of the report: how many times better than the peer, beside what is asked for."""
import math

import contestants as c

# How much better than the peer Espalier must be, and would like to be.
TARGETS = {
    ("fit", "S1"): (20, 40), ("fit", "S2"): (20, 50), ("fit", "S3"): (10, 18), ("fit", "S5"): (15, 23),
    ("binned", "S1"): (5, 10), ("binned", "S2"): (5, 10), ("binned", "S5"): (5, 10),
    ("read", c.FREAD): (1, 1.4), ("read", c.PANDAS): (3, 5),
    ("header", "S2"): (20, 40), ("memory", "S2"): (1 / 0.6, 1 / 0.45), ("threads", "S2"): (1.5, 1.8),
    "growth": (1.25, 1.15),  # at most
}
SAME_IMPURITY = 1e-6  # relative: beyond rounding, the trees differ


def exponent(points):
    """b of seconds = a * rows^b by least squares on the logarithms."""
    logs = [(math.log(rows), math.log(seconds)) for rows, seconds in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def verdict(ratio, must, stretch):
    if must is None:
        return ""
    return "stretch" if ratio >= stretch else "met" if ratio >= must else "missed"


class Report:
    def __init__(self, figures, targets):
        self._figures = {(entry["set"], entry["who"], entry["mode"]): entry for entry in figures}
        self._targets = targets
        self.rows = []  # ratios
        self.growth = None
        self.equality = []

    def seconds(self, data_set, who, mode, part, clock="cpu"):
        """None if it did not run."""
        entry = self._figures.get((data_set, who, mode))
        return entry and entry[part][clock]

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
        for data_set in ("S2", "S4"):
            for peer, name in ((c.FREAD, "data.table fread"), (c.PANDAS, c.PANDAS)):
                self.compare("CSV to columns", data_set, name, self.seconds(data_set, c.ESPALIER, c.READ, "load"),
                             self.seconds(data_set, peer, c.READ, "load"), "s",
                             ("read", peer) if data_set == "S2" else None)

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
    report.add_reading()
    report.add_whole()
    report.add_growth()
    report.add_equality()
    return {"rows": report.rows, "growth": report.growth, "equality": report.equality}
