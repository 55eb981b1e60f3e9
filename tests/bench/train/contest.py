"""Running the contestants in turns and keeping the best of each."""
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

import contestants

ONCE_IS_ENOUGH = 20.0  # processor seconds: what takes longer is not repeated unless asked
BAD_INPUT = 3  # the exit code of a tool that refuses its data


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


def within(run):
    """Limits the process that calls it."""
    if run.limit_mb:
        resource.setrlimit(resource.RLIMIT_AS, (run.limit_mb << 20, run.limit_mb << 20))
    if run.limit_s:
        resource.setrlimit(resource.RLIMIT_CPU, (run.limit_s, run.limit_s + 1))


def outcome(run, code):
    """What the exit code says: nothing in particular, refused, given up; None if it is a fault."""
    if code == 0:
        return {}
    if run.limit_mb and code == BAD_INPUT:
        return {"refused": True}
    if run.limit_s and code in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"gave_up": True}
    return None


def run_process(run, command):
    """What the program printed, how it ended, and its processor seconds, wall-clock seconds and peak of memory in MB."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=output, stderr=errors, env=contestants.ENVIRONMENT,
                                 preexec_fn=(lambda: within(run)) if run.limit_mb or run.limit_s else None)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        ended = outcome(run, child.returncode)
        if ended is None:
            errors.seek(0)
            sys.exit(f"\n{' '.join(command)}\nended with {child.returncode}\n{errors.read()}")
        output.seek(0)
        process = {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall, "peak_mb": usage.ru_maxrss / 1024}
        return output.read(), ended, process


def measure(run, file, directory):
    """The figures of one run. Those of the whole process are the same kind for every contestant."""
    stand_ins = {contestants.FILE: file, contestants.OUTPUT: directory / "output.hpp",
                 contestants.MODEL: directory / "model.json"}

    def filled_in(command):
        return [str(stand_ins.get(word, word)) for word in command]

    if run.before:
        subprocess.run(filled_in(run.before), check=True, env=contestants.ENVIRONMENT)
    text, ended, process = run_process(run, filled_in(run.command))
    figures = json.loads(text) if text.startswith("{") else {}
    return {**figures, **ended, "process": process, "peak_mb": process["peak_mb"]}


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
    """Writes the tables of the runs; returns their paths."""
    files = {}
    for key in tables_of(runs, rows):
        data_set, count, options = key
        progress.begin(f"{' '.join((data_set, *options))}: generating {count:,} rows")
        path = pathlib.Path(directory) / f"{len(files)}.csv"
        with open(path, "wb") as file:
            subprocess.run([programs.bench_data, data_set, str(count), *options], stdout=file, check=True)
        progress.end()
        files[key] = path
    return files


def table_of(run, rows):
    return run.data_set, run.count(rows), run.table


def tables_of(runs, rows):
    return list(dict.fromkeys(table_of(run, rows) for run in runs))


def hold(runs, rows, programs, repeat, directory):
    """The best figures of each run. `repeat` None: three times, but once for what takes long."""
    times = repeat or 3
    progress = Progress(len(runs) * times + len(tables_of(runs, rows)))
    results = {run: [] for run in runs}
    for data_set in dict.fromkeys(run.data_set for run in runs):
        taking_turns = [run for run in runs if run.data_set == data_set]
        files = generate(taking_turns, rows, programs, directory, progress)
        for turn in range(times):
            for run in list(taking_turns):
                progress.begin(str(run))
                figures = measure(run, files[table_of(run, rows)], directory)
                results[run].append(figures)
                progress.end(f": {figures['process']['cpu']:.2f} s")
                if repeat is None and figures["process"]["cpu"] > ONCE_IS_ENOUGH:
                    taking_turns.remove(run)
                    progress.skip(times - turn - 1)
        for file in files.values():
            file.unlink()
    return [{"set": run.data_set, "who": run.who, "mode": run.mode, "rows": run.count(rows), "repetitions": len(repetitions),
             **best_of(repetitions)} for run, repetitions in results.items()]
