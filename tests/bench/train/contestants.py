"""Who takes part: Espalier's programs and the peers that are installed, and what each of them does with which data set."""
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
FILE = "FILE"  # stands for the data set in a command
OUTPUT = "OUTPUT"  # and for a file that may be written
MODEL = "MODEL"  # and for another one

ESPALIER = "Espalier"
SKLEARN, XGBOOST, PANDAS, RPART, FREAD = "scikit-learn", "xgboost", "pandas", "rpart", "data.table"
RANGER, J48 = "ranger", "weka"

FULL = "fully grown"
DEPTH = "depth 10"
BINNED = "255 bins, depth 10"
TWO_THREADS = "fully grown, 2 threads"
READ = "read"
HEADER = "CSV to header"

# Words and holes.
SUBSETS = "subsets, depth 10"
BINNED_SUBSETS = "subsets, 255 bins, depth 10"
C45 = "C4.5, not pruned"
ORDINAL_FULL, ORDINAL_DEPTH = "ordinal, fully grown", "ordinal, depth 10"
ONE_HOT_FULL, ONE_HOT_BINNED = "one-hot, fully grown", "one-hot, 255 bins, depth 10"

# What real tables ask for besides. Missing values have a sixth policy, which refuses them.
POLICIES = ["majority", "learned", "own-category", "surrogate", "fractional"]
HOLES = "0.05"
ROW_WEIGHTS, CLASS_WEIGHTS = "row weights", "class weights"
PREDICT = "predict, tree of depth 5"
LABELS = "50,000 labels"
DRAWN_LABELS = "62800"  # of which 100,000 rows have 50,000
PATIENCE_S = 900  # processor seconds for a peer that takes very long
LABELS_LIMIT_MB = 4096  # of the address space: a program that wants more is told that there is none

SETS = ["S1", "S2", "S3", "S4", "S5", "S6", "G"]

# Parts of the rows for the growth of the time with them.
PARTS = [8, 4, 2]

# One thread for everybody, whatever the libraries below take by default.
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

PYTHON_PEERS = {SKLEARN: ("scikit_learn.py", "import sklearn, pandas"),
                XGBOOST: ("xgboost_hist.py", "import xgboost, pandas; xgboost.QuantileDMatrix"),
                PANDAS: ("pandas_read.py", "import pandas")}
R_PEERS = {RPART: ("rpart.R", "library(rpart)"), FREAD: ("fread.R", "library(data.table)"),
           RANGER: ("ranger.R", "library(ranger)")}
JAVA_PEERS = {J48: "weka_j48.py"}
ALL_PEERS = [*PYTHON_PEERS, *R_PEERS, *JAVA_PEERS]


@dataclasses.dataclass(frozen=True)
class Run:
    data_set: str
    who: str
    mode: str
    command: tuple
    part: int = 1  # 1/part of the set's rows
    rows: int = 0  # so many instead; 0: as `part` says
    table: tuple = ()  # options of bench_data
    before: tuple = ()  # a command to run first, which is not measured
    limit_mb: int = 0  # of the address space, within which the command may refuse the data; 0: none, and it may not
    limit_s: int = 0  # processor seconds, after which it is given up; 0: none

    def __str__(self):
        return f"{' '.join((self.data_set, *self.table))} {self.who}, {self.mode}"

    def count(self, rows):
        """The rows of its table; `rows` are those of each whole set."""
        return self.rows or rows[self.data_set] // self.part


@dataclasses.dataclass(frozen=True)
class Programs:
    """Espalier's: the generator, the one that measures, the tool."""
    bench_data: pathlib.Path
    bench_train: pathlib.Path
    tool: pathlib.Path


def part_mode(part):
    return f"fully grown, 1/{part} of the rows"


def holes_mode(policy):
    return f"5 % holes, {policy}"


def works(command):
    return shutil.which(command[0]) is not None and subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT).returncode == 0


def installed_peers():
    """The command of each peer that can be run. Debian's modules belong to /usr/bin/python3, which may not be the first one."""
    found = {}
    for peer, (script, needs) in PYTHON_PEERS.items():
        for python in dict.fromkeys([sys.executable, "/usr/bin/python3"]):
            if peer not in found and works([python, "-c", needs]):
                found[peer] = (python, str(PEERS / script))
    for peer, (script, needs) in R_PEERS.items():
        if works(["Rscript", "-e", f"suppressMessages({needs})"]):
            found[peer] = ("Rscript", str(PEERS / script))
    for peer, script in JAVA_PEERS.items():
        if shutil.which("java") and works([sys.executable, str(PEERS / script), "--check"]):
            found[peer] = (sys.executable, str(PEERS / script))
    return found


class Plan:
    """The runs with one data set, in the order in which they take turns. `offered` says what bench_train can do, so that
    another build of it can be measured, too."""

    def __init__(self, data_set, programs, peers, offered):
        self._data_set = data_set
        self._programs = programs
        self._peers = peers
        self._offered = offered
        self._task = ("--regression",) if data_set == "S5" else ()
        self.runs = []

    def espalier(self, mode, *options, **how):
        if all(option in self._offered for option in options if option.startswith("--")):
            self.runs.append(Run(self._data_set, ESPALIER, mode, (str(self._programs.bench_train), FILE, *self._task, *options),
                                 **how))

    def tool(self, mode, *words, **how):
        self.runs.append(Run(self._data_set, ESPALIER, mode, (str(self._programs.tool), *words), **how))

    def peer(self, who, mode, *options, **how):
        if who in self._peers:
            self.runs.append(Run(self._data_set, who, mode, (*self._peers[who], FILE, *self._task, *options), **how))

    def add_reading(self):
        self.espalier(READ, "--repeat", "0")
        self.peer(FREAD, READ)
        self.peer(PANDAS, READ)

    def add_numbers(self):
        """S1, S2, S3 and S5."""
        data_set = self._data_set
        self.espalier(FULL)
        self.peer(SKLEARN, FULL)
        self.espalier(DEPTH, "--max-depth", "10", "--float32")
        self.peer(SKLEARN, DEPTH, "--max-depth", "10")
        if data_set in ("S1", "S5"):
            self.peer(RPART, DEPTH, "--max-depth", "10")
        if data_set != "S3":
            self.espalier(BINNED, "--bins", "255", "--max-depth", "10")
            self.peer(XGBOOST, BINNED, "--max-depth", "10")

    def add_words_and_holes(self):
        """S4."""
        deep = ("--max-depth", "10")
        subsets = ("--missing", "learned", "--categorical-split", "subset", *deep)
        self.espalier(DEPTH, *deep)
        self.peer(SKLEARN, ORDINAL_DEPTH, *deep, "--words", "ordinal")
        self.espalier(FULL)
        self.peer(SKLEARN, ORDINAL_FULL, "--words", "ordinal")
        self.peer(SKLEARN, ONE_HOT_FULL, "--words", "one-hot", limit_s=PATIENCE_S)
        self.espalier(BINNED_SUBSETS, *subsets, "--bins", "255")
        self.peer(XGBOOST, BINNED_SUBSETS, *deep, "--words", "partition")
        self.peer(XGBOOST, ONE_HOT_BINNED, *deep, "--words", "one-hot")
        self.espalier(SUBSETS, *subsets)
        self.peer(RANGER, SUBSETS, *deep)
        self.espalier(C45, "--algorithm", "c45")
        self.peer(J48, C45)

    def add_burdens(self):
        """S1 with what makes a table harder to learn from."""
        for policy in POLICIES:
            self.espalier(holes_mode(policy), "--missing", policy, table=("--holes", HOLES))
        self.espalier(ROW_WEIGHTS, "--weight", "weight", table=("--weights",))
        self.espalier(CLASS_WEIGHTS, "--balanced")

    def add_threads_and_parts(self):
        self.espalier(TWO_THREADS, "--threads", "2")
        for part in PARTS:
            self.espalier(part_mode(part), part=part)

    def add_header(self):
        self.tool(HEADER, "build", FILE, "--target", "label", "--prune", "none", "--folds", "0", "--no-verify", "--threads", "1",
                  "--quiet", "--output", OUTPUT)

    def add_predicting(self):
        train = (str(self._programs.tool), "train", FILE, "--target", "label", "--max-depth", "5", "--prune", "none", "--folds", "0",
                 "--quiet", "--output", MODEL)
        self.espalier(READ, "--repeat", "0")
        self.tool(PREDICT, "predict", MODEL, FILE, "--quiet", "--output", OUTPUT, before=train)

    def add_labels(self):
        self.tool(LABELS, "train", FILE, "--target", "label", "--prune", "none", "--folds", "0", "--threads", "1", "--quiet",
                  "--output", OUTPUT, table=("--labels", DRAWN_LABELS), limit_mb=LABELS_LIMIT_MB)


def plan(data_set, programs, peers, offered):
    made = Plan(data_set, programs, peers, offered)
    if data_set in ("S2", "S4", "S6"):
        made.add_reading()
    if data_set in ("S1", "S2", "S3", "S5"):
        made.add_numbers()
    if data_set == "S1":
        made.add_burdens()
        made.add_predicting()
    if data_set == "S2":
        made.add_threads_and_parts()
        made.add_header()
    if data_set == "S4":
        made.add_words_and_holes()
    if data_set == "G":
        made.add_labels()
    return made.runs
