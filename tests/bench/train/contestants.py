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

ESPALIER = "Espalier"
SKLEARN, XGBOOST, PANDAS, RPART, FREAD = "scikit-learn", "xgboost", "pandas", "rpart", "data.table"

FULL = "fully grown"
DEPTH = "depth 10"
BINNED = "255 bins, depth 10"
TWO_THREADS = "fully grown, 2 threads"
READ = "read"
HEADER = "CSV to header"

# Parts of the rows for the growth of the time with them.
PARTS = [8, 4, 2]

# One thread for everybody, whatever the libraries below take by default.
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

PYTHON_PEERS = {SKLEARN: ("scikit_learn.py", "import sklearn, pandas"),
                XGBOOST: ("xgboost_hist.py", "import xgboost, pandas; xgboost.QuantileDMatrix"),
                PANDAS: ("pandas_read.py", "import pandas")}
R_PEERS = {RPART: ("rpart.R", "library(rpart)"), FREAD: ("fread.R", "library(data.table)")}


@dataclasses.dataclass(frozen=True)
class Run:
    data_set: str
    who: str
    mode: str
    command: tuple
    part: int = 1  # 1/part of the set's rows

    def __str__(self):
        return f"{self.data_set} {self.who}, {self.mode}"


@dataclasses.dataclass(frozen=True)
class Programs:
    """Espalier's: the generator, the one that measures, the tool."""
    bench_data: pathlib.Path
    bench_train: pathlib.Path
    tool: pathlib.Path


def part_mode(part):
    return f"fully grown, 1/{part} of the rows"


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
    return found


def plan(data_set, programs, peers, offered):
    """The runs with one data set, in the order in which they take turns. `offered` says what bench_train can do, so that
    another build of it can be measured, too."""
    task = ("--regression",) if data_set == "S5" else ()
    runs = []

    def espalier(mode, *options, part=1):
        if all(option in offered for option in options if option.startswith("--")):
            runs.append(Run(data_set, ESPALIER, mode, (str(programs.bench_train), FILE, *task, *options), part))

    def peer(who, mode, *options):
        if who in peers:
            runs.append(Run(data_set, who, mode, (*peers[who], FILE, *options)))

    if data_set in ("S2", "S4"):
        espalier(READ, "--repeat", "0")
        peer(FREAD, READ)
        peer(PANDAS, READ)
    if data_set == "S4":  # words and holes: no peer here takes them as they are
        espalier(DEPTH, "--max-depth", "10")
        return runs
    espalier(FULL)
    peer(SKLEARN, FULL, *task)
    espalier(DEPTH, "--max-depth", "10", "--float32")
    peer(SKLEARN, DEPTH, *task, "--max-depth", "10")
    if data_set in ("S1", "S5"):
        peer(RPART, DEPTH, *task, "--max-depth", "10")
    if data_set != "S3":
        espalier(BINNED, "--bins", "255", "--max-depth", "10")
        peer(XGBOOST, BINNED, *task, "--max-depth", "10")
    if data_set == "S2":
        espalier(TWO_THREADS, "--threads", "2")
        for part in PARTS:
            espalier(part_mode(part), part=part)
        runs.append(Run(data_set, ESPALIER, HEADER, (
            str(programs.tool), "build", FILE, "--target", "label", "--prune", "none", "--folds", "0", "--no-verify",
            "--threads", "1", "--quiet", "--output", OUTPUT)))
    return runs
