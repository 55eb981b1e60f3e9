"""Running the contestants in turns and keeping the best of each."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import contestants

ONCE_IS_ENOUGH = 20.0  # processor seconds: what takes longer is not repeated unless asked


class Progress:
    """What is going on: one line that changes on a terminal, a line per run elsewhere."""

    def __init__(self, total):
        self.total = total
        self.done = 0

    def begin(self, text):
        self.done += 1
        self._say(f"[{self.done}/{self.total}] {text}", end="")

    def end(self, text=""):
        if not sys.stderr.isatty():
            print(text, file=sys.stderr, flush=True)
        elif self.done == self.total:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def skip(self, runs):
        self.total -= runs

    def _say(self, text, end):
        print(("\r\033[K" if sys.stderr.isatty() else "") + text, end=end, file=sys.stderr, flush=True)


def run_process(command):
    """What the program printed, and its processor seconds, wall-clock seconds and peak of memory in MB."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=output, stderr=errors, env=contestants.ENVIRONMENT)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"\n{' '.join(command)}\nended with {child.returncode}\n{errors.read()}")
        output.seek(0)
        return output.read(), {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall, "peak_mb": usage.ru_maxrss / 1024}


def measure(run, files, directory):
    """The figures of one run. Those of the whole process are the same kind for every contestant."""
    stand_ins = {contestants.FILE: files[run.data_set, run.part], contestants.OUTPUT: directory / "output.hpp"}
    text, process = run_process([str(stand_ins.get(word, word)) for word in run.command])
    figures = json.loads(text) if text.startswith("{") else {}
    return {**figures, "process": process, "peak_mb": process["peak_mb"]}


def best_of(repetitions):
    """The least of each time and of the memory; trees and versions are the same in all of them."""
    best = dict(repetitions[0])
    for other in repetitions[1:]:
        best["peak_mb"] = min(best["peak_mb"], other["peak_mb"])
        for clock in ("load", "fit", "matrix", "process"):
            if clock in best:
                best[clock] = {key: min(value, other[clock][key]) for key, value in best[clock].items()}
    return best


def generate(runs, rows, programs, directory, progress):
    """Writes the data sets, whole and in parts; returns their paths by set and part."""
    files = {}
    for data_set, part in dict.fromkeys((run.data_set, run.part) for run in runs):
        count = rows[data_set] // part
        progress.begin(f"{data_set}: generating {count:,} rows")
        path = pathlib.Path(directory) / f"{data_set}-{part}.csv"
        with open(path, "wb") as file:
            subprocess.run([programs.bench_data, data_set, str(count)], stdout=file, check=True)
        progress.end()
        files[data_set, part] = path
    return files


def hold(runs, rows, programs, repeat, directory):
    """The best figures of each run. `repeat` None: three times, but once for what takes long."""
    times = repeat or 3
    progress = Progress(len(runs) * times + len({(run.data_set, run.part) for run in runs}))
    results = {run: [] for run in runs}
    for data_set in dict.fromkeys(run.data_set for run in runs):
        taking_turns = [run for run in runs if run.data_set == data_set]
        files = generate(taking_turns, rows, programs, directory, progress)
        for turn in range(times):
            for run in list(taking_turns):
                progress.begin(str(run))
                figures = measure(run, files, directory)
                results[run].append(figures)
                progress.end(f": {figures['process']['cpu']:.2f} s")
                if repeat is None and figures["process"]["cpu"] > ONCE_IS_ENOUGH:
                    taking_turns.remove(run)
                    progress.skip(times - turn - 1)
        for file in files.values():
            file.unlink()
    return [{"set": run.data_set, "who": run.who, "mode": run.mode, "rows": rows[run.data_set] // run.part,
             "repetitions": len(repetitions), **best_of(repetitions)} for run, repetitions in results.items()]
