"""The benchmark's programs as a user runs them, on small tables and without peers. BENCH_BUILD is the build's directory."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["BENCH_BUILD"])
BENCH_DATA = BUILD / "tests" / "bench" / "train" / "bench_data"
BENCH_TRAIN = BUILD / "tests" / "bench" / "train" / "bench_train"
SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "scripts" / "bench"


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def bench(*words):
    return run(sys.executable, SCRIPT, "train", "--build", BUILD, *words)


class Programs(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def table(self, data_set, rows, *options):
        path = self.directory / f"{data_set}.csv"
        path.write_text(run(BENCH_DATA, data_set, rows, *options).stdout)
        return path

    def figures(self, *words):
        done = run(BENCH_TRAIN, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_list_of_sets(self):
        sets = json.loads(run(BENCH_DATA).stdout)
        self.assertEqual({name: (facts["rows"], facts["features"]) for name, facts in sets.items()},
                         {"S1": (100_000, 20), "S2": (1_000_000, 30), "S3": (500_000, 54), "S4": (300_000, 20),
                          "S5": (500_000, 20), "S6": (340_000, 11), "G": (100_000, 16)})

    def test_seed(self):
        self.assertEqual(run(BENCH_DATA, "S1", 5).stdout, run(BENCH_DATA, "S1", 5, 1).stdout)
        self.assertNotEqual(run(BENCH_DATA, "S1", 5).stdout, run(BENCH_DATA, "S1", 5, 2).stdout)

    def test_fully_grown(self):
        figures = self.figures(self.table("S1", 300))
        tree = figures["tree"]
        self.assertEqual((figures["rows"], figures["features"], tree["impurity"]), (300, 20, 0))
        self.assertEqual(tree["nodes"], 2 * tree["leaves"] - 1)
        for clock in ("load", "fit"):
            self.assertGreater(figures[clock]["wall"], 0)
        self.assertGreater(figures["peak_mb"], 1)

    def test_depth_and_impurity(self):
        table = self.directory / "table.csv"
        # Cut at 1.5: {0, 0} and {0, 1, 1}, whose Gini index times 3 rows is 3 - (1 + 4) / 3.
        table.write_text("x,y\n0,0\n1,0\n2,1\n2,1\n2,0\n")
        tree = self.figures(table, "--max-depth", 1)["tree"]
        self.assertEqual((tree["nodes"], tree["depth"]), (3, 1))
        self.assertAlmostEqual(tree["impurity"], 3 - 5 / 3)
        # As numbers: 2/3 of the squares around the mean 2/3: 1/9 + 1/9 + 4/9.
        self.assertAlmostEqual(self.figures(table, "--regression", "--max-depth", 1)["tree"]["impurity"], 2 / 3)

    def test_float32(self):
        table = self.directory / "table.csv"
        table.write_text("x,y\n1.00000000,0\n1.00000001,1\n")  # one float, two doubles
        self.assertEqual(self.figures(table)["tree"]["nodes"], 3)
        self.assertEqual(self.figures(table, "--float32")["tree"]["nodes"], 1)

    def test_reading_alone(self):
        self.assertNotIn("fit", self.figures(self.table("S4", 200), "--repeat", 0))

    def test_holes_and_words_are_trained_with(self):
        self.assertGreater(self.figures(self.table("S4", 300), "--max-depth", 3)["tree"]["nodes"], 1)

    def test_sizes_of_the_growing_set(self):
        header, *rows = run(BENCH_DATA, "G", 2000, "--numbers", 1, "--words", 2, "--categories", 5, "--labels", 4).stdout.splitlines()
        self.assertEqual(header, "number0,word0,word1,label")
        cells = [row.split(",") for row in rows]
        self.assertEqual([len({row[i] for row in cells}) for i in (1, 2, 3)], [5, 5, 4])

    def test_algorithm(self):
        table = self.directory / "table.csv"
        table.write_text("x,y\na,0\na,0\nb,1\nb,1\nc,2\nc,2\n")
        self.assertEqual(self.figures(table)["tree"]["nodes"], 5)  # one value against the others, twice
        self.assertEqual(self.figures(table, "--algorithm", "c45")["tree"]["nodes"], 4)  # a branch per value
        self.assertEqual(self.figures(table, "--categorical-split", "multiway")["tree"]["nodes"], 4)

    def test_missing_policies(self):
        table = self.table("S1", 600, "--holes", 0.05)
        nodes = {policy: self.figures(table, "--missing", policy, "--max-depth", 6)["tree"]["nodes"]
                 for policy in ("fractional", "surrogate", "majority", "learned", "own-category")}
        self.assertEqual(self.figures(table, "--max-depth", 6)["tree"]["nodes"], nodes["surrogate"])
        self.assertGreater(len(set(nodes.values())), 1)
        refused = run(BENCH_TRAIN, table, "--missing", "refuse")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("missing", refused.stderr)

    def test_weights(self):
        table = self.directory / "table.csv"
        # Of weight 1, 1 and 4, the first two rows in one leaf: (2 - (1 + 1) / 2) is the impurity that is left.
        table.write_text("w,x,y\n1,1,0\n1,1,1\n4,2,1\n")
        figures = self.figures(table, "--weight", "w")
        self.assertEqual((figures["features"], figures["tree"]["impurity"]), (1, 1))
        # Balanced: each class weighs 3 in all, so that class 0 has 2 * 1.5 and class 1 has 0.75 in the leaf of 1.
        table.write_text("x,y\n1,0\n1,0\n1,1\n2,1\n2,1\n2,1\n")
        self.assertAlmostEqual(self.figures(table, "--balanced")["tree"]["impurity"], 3.75 - (3**2 + 0.75**2) / 3.75)
        self.assertAlmostEqual(self.figures(table)["tree"]["impurity"], 3 - (2**2 + 1) / 3)

    def test_faults(self):
        self.assertEqual(run(BENCH_DATA, "S9").returncode, 2)
        self.assertEqual(run(BENCH_DATA, "S1", "many").returncode, 2)
        for words in (("S1", "5", "--holes", "1"), ("S1", "5", "--labels", "3"), ("G", "--categories", "0"), ("G", "--size", "3"),
                      ("--holes", "0.5"), ("G", "--numbers", "0", "--words", "0")):
            refused = run(BENCH_DATA, *words)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertIn("usage: ", refused.stderr)
        unknown = run(BENCH_TRAIN, self.table("S1", 100), "--missing", "guess")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("majority", unknown.stderr)
        self.assertEqual(run(BENCH_TRAIN).returncode, 2)
        self.assertEqual(run(BENCH_TRAIN, "x.csv", "--max-depth", "deep").returncode, 2)
        self.assertEqual(run(BENCH_TRAIN, "x.csv", "--unknown").returncode, 2)
        missing = run(BENCH_TRAIN, self.directory / "none.csv")
        self.assertEqual(missing.returncode, 3)
        self.assertIn("none.csv", missing.stderr)


class Script(unittest.TestCase):
    def test_espalier_alone(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "figures.json"
            done = bench("--sets", "S2,S4", "--rows", 800, "--repeat", 2, "--no-peers", "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("SMALL TABLES", done.stdout)
            self.assertRegex(done.stdout, r"S2 Espalier, fully grown, 1/8 of the rows +\| +100 \|")
            self.assertIn("Not measured: scikit-learn (--no-peers)", done.stdout)
            result = json.loads(file.read_text())
            self.assertTrue(result["small"])
            self.assertEqual({entry["repetitions"] for entry in result["figures"]}, {2})
            self.assertEqual([rows for rows, _ in result["report"]["growth"]["points"]], [100, 200, 400, 800])
            # What was measured can be shown again, but small tables are not for the documentation.
            self.assertEqual(bench("--from", file).stdout, done.stdout)
            self.assertEqual(bench("--from", file, "--write-docs").returncode, 1)
            # Two threads are compared with one; S3 has nobody to be compared with.
            drawn = bench("--sets", "S3", "--rows", 800, "--repeat", 1, "--no-peers", "--svg",
                          pathlib.Path(directory) / "chart.svg")
            self.assertEqual(drawn.returncode, 1)
            self.assertIn("no peer took part", drawn.stderr)

    def test_burdens_and_predicting(self):
        with tempfile.TemporaryDirectory() as directory:
            file, chart = pathlib.Path(directory) / "figures.json", pathlib.Path(directory) / "chart.svg"
            done = bench("--sets", "S1,G", "--rows", 800, "--repeat", 1, "--no-peers", "--json", file, "--svg", chart)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = {(row["what"], row["against"]) for row in json.loads(file.read_text())["report"]["rows"]}
            for what in ("5 % holes, fractional", "5 % holes, own-category", "row weights", "class weights"):
                self.assertIn((what, "without it"), rows)
            self.assertIn(("predict a CSV, small tree", "1M rows a second"), rows)
            self.assertTrue(any(what.startswith("50,000 labels, peak memory") for what, _ in rows))
            self.assertIn("row weights", chart.read_text())

    def test_growth(self):
        def grow(*words):
            return run(sys.executable, SCRIPT, "growth", "--build", BUILD, *words)
        with tempfile.TemporaryDirectory() as directory:
            file, chart = pathlib.Path(directory) / "growth.json", pathlib.Path(directory) / "growth.svg"
            done = grow("--only", "rows,holes", "--rows", 1000, "--repeat", 1, "--json", file, "--svg", chart)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("SMALL TABLES", done.stdout)
            curves = json.loads(file.read_text())["curves"]
            self.assertEqual([size for size, _ in curves[0]["points"]], [30, 100, 300, 1000])
            self.assertEqual({curve["direction"] for curve in curves}, {"rows", "holes"})
            self.assertTrue(all(seconds > 0 for curve in curves for _, seconds in curve["points"]))
            self.assertIn("</svg>", chart.read_text())
            self.assertEqual(grow("--from", file).stdout, done.stdout)
            self.assertEqual(grow("--from", file, "--write-docs").returncode, 1)
        self.assertEqual(grow("--only", "depth").returncode, 2)
        self.assertEqual(grow("--quick", "--write-docs").returncode, 2)

    def test_faults(self):
        unknown = bench("--sets", "S9")
        self.assertEqual(unknown.returncode, 1)
        self.assertIn("no set is called 'S9'", unknown.stderr)
        self.assertEqual(bench("--rows", 5).returncode, 2)
        self.assertEqual(bench("--repeat", 0).returncode, 2)
        self.assertEqual(bench("--quick", "--write-docs").returncode, 2)
        self.assertEqual(run(sys.executable, SCRIPT, "fly").returncode, 2)


if __name__ == "__main__":
    unittest.main()
