"""Builds the fuzz targets for libFuzzer, runs them for a time of the processor, and tells what came of it."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

# The longest input of each target, in bytes: long enough for a few rows, or a small tree.
TARGETS = {"csv": 4096, "json_lines": 4096, "arff": 4096, "c45": 4096, "model": 8192, "names": 1024, "template": 1024,
           "settings": 2048}
DIFFERENTIAL = "differential"
SLICE = 300  # seconds of one process at most: whatever it keeps in memory goes, and the corpus is read again
MOST_FINDINGS = 5  # of a target, and then it is left alone
MODELS_PER_RUN = 24
INTERRUPTED = 72  # what libFuzzer ends with when somebody stops it


@dataclass
class Outcome:
    target: str
    cpu_minutes: float = 0
    executions: int = 0  # inputs; of the differential run models
    covered: int = 0  # edges of the code that is linked
    edges: int = 0
    features: int = 0  # edges, and how often they were taken
    corpus: int = 0  # inputs that libFuzzer keeps
    findings: list[str] = field(default_factory=list)
    remark: str = ""


def say(text: str) -> None:
    print(f"fuzz: {text}", file=sys.stderr, flush=True)


def run_for_time(command: list[str], log: pathlib.Path, environment: dict[str, str]) -> tuple[int, float]:
    """Exit code, and seconds of the processor: its own and those of the processes that it waited for."""
    with open(log, "ab") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


class Fuzzers:
    def __init__(self, root: pathlib.Path, minutes: float, tool: str):
        self.root, self.minutes, self.tool = root, minutes, tool
        self.build = root / "build" / "fuzz"
        self.here = root / "tests" / "fuzz"

    def run(self, target: str) -> Outcome:
        say(f"{target}: {self.minutes:g} minutes of a processor")
        outcome = self.compare_models() if target == DIFFERENTIAL else self.fuzz(target)
        for path in outcome.findings:
            say(f"{target}: finding {path}")
        say(row_of(outcome))  # a run that is broken off later has told it
        return outcome

    def directory(self, *names: str) -> pathlib.Path:
        path = self.build.joinpath(*names)
        path.mkdir(parents=True, exist_ok=True)
        return path

    def fuzz(self, target: str) -> Outcome:
        outcome = Outcome(target)
        findings = self.directory("findings", target)
        corpus = self.directory("corpus", target)
        scratch = self.directory("tmp", target)
        log = self.directory("logs") / f"{target}.log"
        log.unlink(missing_ok=True)
        known = set(findings.iterdir())
        environment = {**os.environ, "TMPDIR": str(scratch), "UBSAN_OPTIONS": "print_stacktrace=1",
                       "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "ESPALIER_FUZZ_COMPILE": "1000"}
        while outcome.cpu_minutes < self.minutes and len(outcome.findings) < MOST_FINDINGS:
            seconds = max(5, min(SLICE, round(60 * (self.minutes - outcome.cpu_minutes))))
            begin = log.stat().st_size if log.exists() else 0
            code, cpu = run_for_time(
                [str(self.build / "tests" / "fuzz" / f"fuzz_{target}"), str(corpus), str(self.here / "corpus" / target),
                 f"-dict={self.here / 'dictionaries' / target}.dict", f"-max_len={TARGETS[target]}", "-timeout=30",
                 "-rss_limit_mb=3072", f"-max_total_time={seconds}", f"-artifact_prefix={findings}/",
                 "-print_final_stats=1", "-reload=0"], log, environment)
            outcome.cpu_minutes += cpu / 60
            with open(log, "rb") as file:
                file.seek(begin)
                self.read_figures(file.read().decode("utf-8", "replace"), outcome)
            new = sorted(str(path) for path in findings.iterdir() if path not in known and not path.name.startswith("slow"))
            known.update(findings.iterdir())
            outcome.findings += new
            if code == INTERRUPTED:
                outcome.remark = f"{target}: interrupted"
                break
            if code != 0 and not new:  # it ended before it could write an input
                outcome.findings.append(f"exit code {code}, see {log}")
        outcome.corpus = sum(1 for _ in corpus.iterdir())
        shutil.rmtree(scratch, ignore_errors=True)
        return outcome

    @staticmethod
    def read_figures(text: str, outcome: Outcome) -> None:
        executed = re.findall(r"^#(\d+)\s", text, re.M)
        outcome.executions += max(map(int, executed), default=0)
        for covered, features in re.findall(r"cov: (\d+) ft: (\d+)", text):
            outcome.covered, outcome.features = max(outcome.covered, int(covered)), max(outcome.features, int(features))
        counters = re.search(r"\((\d+) inline 8-bit counters\)", text)
        if counters:
            outcome.edges = int(counters[1])

    def compare_models(self) -> Outcome:
        outcome = Outcome(DIFFERENTIAL)
        log = self.directory("logs") / f"{DIFFERENTIAL}.log"
        log.unlink(missing_ok=True)
        compared, mismatches, seed = 0, 0, 1
        while outcome.cpu_minutes < self.minutes and len(outcome.findings) < MOST_FINDINGS:
            for family in ("gnu", "clang"):
                keep = self.build / "findings" / DIFFERENTIAL / f"{family}-{seed}"
                code, cpu = run_for_time(
                    [sys.executable, "-B", str(self.root / "tests" / "oracle" / "compare.py"), self.tool, "--models",
                     str(MODELS_PER_RUN), "--seed", str(seed), "--compilers", family, "--keep", str(keep)], log,
                    dict(os.environ))
                outcome.cpu_minutes += cpu / 60
                outcome.executions += MODELS_PER_RUN
                if code != 0:
                    outcome.findings.append(f"{keep} (exit code {code}, see {log})")
            seed += MODELS_PER_RUN
        for outputs, differing in re.findall(r"(\d+) outputs, (\d+) mismatches", log.read_text()):
            compared, mismatches = compared + int(outputs), mismatches + int(differing)
        outcome.remark = f"{compared} outputs, {mismatches} mismatches; g++ and clang++"
        return outcome


def row_of(outcome: Outcome) -> str:
    edges = f"{outcome.covered:,} of {outcome.edges:,}" if outcome.edges else "–"
    return (f"| {outcome.target} | {outcome.cpu_minutes:.1f} | {outcome.executions:,} | {edges} | {outcome.features or '–'} | "
            f"{outcome.corpus or '–'} | {len(outcome.findings)} |")


def table_of(outcomes: list[Outcome]) -> str:
    lines = ["| target | CPU minutes | inputs | edges covered | features | corpus | findings |", "|---|---|---|---|---|---|---|"]
    lines += map(row_of, outcomes)
    return "\n".join(lines + [outcome.remark for outcome in outcomes if outcome.remark])


def tool_for_models(root: pathlib.Path) -> str:
    """The one that is there, or a new one."""
    for preset in ("ci", "release"):
        tool = root / "build" / preset / "compiler" / "espalier"
        if tool.exists():
            return str(tool)
    subprocess.run([str(root / "scripts" / "build"), "release", "espalier"], check=True)
    return str(tool)


def main(root: pathlib.Path, about: str, words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=about, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="New inputs are kept in build/fuzz/corpus, findings in build/fuzz/findings. "
                                     "fuzz_TARGET FILE in build/fuzz/tests/fuzz tries one input again. "
                                     "Exit code 1 if anything was found.")
    parser.add_argument("target", nargs="*", choices=[*TARGETS, DIFFERENTIAL, []], metavar="TARGET")
    parser.add_argument("--minutes", type=float, default=1, help="of a processor, for each target (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="targets at once (default 1)")
    parser.add_argument("--json", metavar="FILE", help="the figures, for programs")
    parser.add_argument("--tool", help="espalier for the differential run (default: that of build/ci or build/release)")
    arguments = parser.parse_args(words)
    targets = arguments.target or list(TARGETS)
    built = [f"fuzz_{target}" for target in targets if target in TARGETS]
    if built:
        subprocess.run([str(root / "scripts" / "build"), "fuzz", *built], check=True)
    tool = arguments.tool or (tool_for_models(root) if DIFFERENTIAL in targets else "")
    fuzzers = Fuzzers(root, arguments.minutes, tool)
    with ThreadPoolExecutor(max_workers=max(1, arguments.jobs)) as pool:
        outcomes = list(pool.map(fuzzers.run, targets))
    print(table_of(outcomes))
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=2) + "\n")
    for outcome in outcomes:
        for path in outcome.findings:
            print(f"{outcome.target}: {path}")
    return 1 if any(outcome.findings for outcome in outcomes) else 0
