"""Fits weka's J48 (C4.5) to a CSV file; prints JSON.

    weka_j48.py FILE
    weka_j48.py --check        ends with 0 if java and weka are there

The tree is not pruned (-U), as ours is not; branches that make no fewer errors than a leaf go in both. Weka reads ARFF, so the file is
rewritten first, which nobody counts. The time of the fit is that of the whole process without that of ZeroR on the same file: it
starts, reads and learns nothing. Printing the tree is part of it, as weka tells its size in no other way, and takes next to nothing.
"""
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

JAR = "/usr/share/java/weka.jar"
JAVA = ["java", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", "-Xmx6g", "-cp", JAR]
MISSING = ("", "?")


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def write_arff(source, destination):
    """The last column is the class."""
    with open(source, newline="") as file:
        names, *rows = csv.reader(file)
    with open(destination, "w") as file:
        file.write("@relation table\n")
        for i, name in enumerate(names):
            values = {row[i] for row in rows} - set(MISSING)
            numeric = i + 1 < len(names) and all(map(is_number, values))
            kind = "numeric" if numeric else "{" + ",".join(sorted(values)) + "}"
            file.write(f"@attribute {name} {kind}\n")
        file.write("@data\n")
        file.writelines(",".join(cell or "?" for cell in row) + "\n" for row in rows)


def run(learner, file, *options):
    """What weka printed, and the processor and wall-clock seconds of its process."""
    with tempfile.TemporaryFile("w+") as output:
        begin = time.monotonic()
        child = subprocess.Popen([*JAVA, learner, "-t", file, "-no-cv", "-v", *options], stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
        if child.returncode != 0:
            sys.exit(f"{learner} failed:\n{text}")
        return text, {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall}


def figure(pattern, text):
    return re.search(pattern, text)[1]


def main(file):
    with tempfile.TemporaryDirectory() as directory:
        arff = str(pathlib.Path(directory) / "table.arff")
        write_arff(file, arff)
        _, idle = run("weka.classifiers.rules.ZeroR", arff)
        text, busy = run("weka.classifiers.trees.J48", arff, "-U")
    print(json.dumps({
        "version": figure(r"weka-(\S+)\.jar", os.path.realpath(JAR)),
        "fit": {clock: busy[clock] - idle[clock] for clock in busy},
        "tree": {"nodes": int(figure(r"Size of the tree :\s+(\d+)", text)), "leaves": int(figure(r"Number of Leaves\s+:\s+(\d+)", text))}}))


if sys.argv[1] == "--check":
    sys.exit(subprocess.run([*JAVA, "weka.core.Version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode)
main(sys.argv[1])
