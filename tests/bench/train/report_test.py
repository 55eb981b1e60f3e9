"""The report's arithmetic, on figures that can be checked by hand."""
import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

import bench
import chart
import contest
import contestants as c
import document
import tables
import verdicts


def entry(data_set, who, mode, fit=None, load=None, rows=1000, nodes=3, impurity=1.0, process=1.0, peak=100.0):
    figures = {"set": data_set, "who": who, "mode": mode, "rows": rows, "repetitions": 1, "peak_mb": peak,
               "process": {"cpu": process, "wall": process, "peak_mb": peak}}
    if fit is not None:
        figures["fit"] = {"cpu": fit, "wall": fit / 2}
        figures["tree"] = {"nodes": nodes, "leaves": (nodes + 1) // 2, "impurity": impurity}
    if load is not None:
        figures["load"] = {"cpu": load, "wall": load}
    return figures


FIGURES = [entry("S2", c.ESPALIER, c.FULL, fit=8.0, load=1.0, rows=8000, peak=500),
           entry("S2", c.SKLEARN, c.FULL, fit=160.0, load=4.0, rows=8000, peak=1000),
           entry("S2", c.ESPALIER, c.READ, load=1.0), entry("S2", c.FREAD, c.READ, load=0.5),
           entry("S2", c.ESPALIER, c.HEADER, process=2.0),
           *(entry("S2", c.ESPALIER, c.part_mode(part), fit=8.0 / part, load=1.0, rows=8000 // part) for part in c.PARTS)]


def result(figures=None, small=False):
    figures = FIGURES if figures is None else figures
    return {"small": small, "machine": {"processor": "P", "cores": 2, "memory_gb": 8.0, "system": "OS", "build": "GNU 12"},
            "versions": {c.ESPALIER: "1"}, "sets": {"S2": {"rows": 8000}}, "left_out": ["rpart (not installed)"],
            "figures": figures, "report": verdicts.judge(figures, not small)}


def row(report, what, against):
    return next(row for row in report["rows"] if row["what"] == what and row["against"] == against)


class Verdicts(unittest.TestCase):
    def test_ratio_is_peer_by_ours(self):
        report = verdicts.judge(FIGURES, True)
        fit = row(report, "exact fit, fully grown", c.SKLEARN)
        self.assertEqual((fit["ratio"], fit["must"], fit["stretch"], fit["verdict"]), (20.0, 20, 50, "met"))
        self.assertEqual(row(report, "CSV to columns", "data.table fread")["ratio"], 0.5)
        self.assertEqual(row(report, "CSV to columns", "data.table fread")["verdict"], "missed")

    def test_header_against_reading_and_fitting(self):
        header = row(verdicts.judge(FIGURES, True), "CSV to emitted header", "scikit-learn, read and fit")
        self.assertEqual((header["ratio"], header["verdict"]), ((4 + 160) / 2, "stretch"))

    def test_memory_at_most_six_tenths_is_a_ratio_of_ten_sixths(self):
        memory = row(verdicts.judge(FIGURES, True), "peak memory, read and fit", c.SKLEARN)
        self.assertEqual((memory["ratio"], memory["verdict"]), (2.0, "met"))
        self.assertAlmostEqual(memory["must"], 10 / 6)

    def test_threads_by_the_wall_clock(self):
        report = verdicts.judge([*FIGURES, entry("S2", c.ESPALIER, c.TWO_THREADS, fit=5.0)], True)
        self.assertEqual(row(report, "two threads, wall clock", "one thread")["ratio"], 4.0 / 2.5)

    def test_absent_peers_have_no_row(self):
        self.assertNotIn(c.PANDAS, [row["against"] for row in verdicts.judge(FIGURES, True)["rows"]])
        self.assertEqual(verdicts.judge([], True), {"rows": [], "growth": None, "equality": []})

    def test_small_tables_are_not_judged(self):
        report = verdicts.judge(FIGURES, False)
        self.assertEqual({(row["must"], row["verdict"]) for row in report["rows"]}, {(None, "")})
        self.assertEqual(report["growth"]["verdict"], "")

    def test_growth(self):
        self.assertAlmostEqual(verdicts.exponent([(1, 3), (2, 12), (4, 48)]), 2)
        growth = verdicts.judge(FIGURES, True)["growth"]
        self.assertAlmostEqual(growth["exponent"], 1)  # time is proportional to rows
        self.assertEqual(growth["verdict"], "stretch")

    def test_too_much_growth_is_missed(self):
        quadratic = [entry("S2", c.ESPALIER, mode, fit=rows**2, load=1.0, rows=rows)
                     for mode, rows in [(c.FULL, 8), *((c.part_mode(part), 8 // part) for part in c.PARTS)]]
        self.assertEqual(verdicts.judge(quadratic, True)["growth"]["verdict"], "missed")

    def test_equal_trees(self):
        def equality(nodes, impurity):
            return verdicts.judge([entry("S3", c.ESPALIER, c.DEPTH, fit=1.0, nodes=nodes, impurity=impurity),
                                   entry("S3", c.SKLEARN, c.DEPTH, fit=1.0, nodes=9, impurity=1000.0)], True)["equality"][0]
        self.assertTrue(equality(9, 1000.0000001)["same"])
        self.assertFalse(equality(11, 1000.0)["same"])
        self.assertFalse(equality(9, 1000.01)["same"])  # 1e-5 is more than rounding


    def test_trees_of_one_and_two_threads_are_the_same_or_not(self):
        def same(nodes):
            return verdicts.judge([*FIGURES, entry("S2", c.ESPALIER, c.TWO_THREADS, fit=5.0, nodes=nodes)], True)["equality"]
        self.assertEqual([found["same"] for found in (*same(3), *same(5))], [True, False])


    def test_seconds_and_memory_that_are_asked_for_are_a_ratio_too(self):
        # 1 s where 1.5 s are asked for and 0.6 s would be better: 1.5x of the 1x, and of the 2.5x.
        report = verdicts.judge([entry("S4", c.ESPALIER, c.DEPTH, fit=1.0), entry("S4", c.SKLEARN, c.ORDINAL_DEPTH, fit=2.9)], True)
        absolute, relative = row(report, "words and holes, depth 10", "1.5 s"), row(report, "words and holes, depth 10", "scikit-learn ordinal")
        self.assertEqual((absolute["ratio"], absolute["must"], absolute["stretch"], absolute["verdict"]), (1.5, 1, 2.5, "met"))
        self.assertEqual((relative["must"], relative["stretch"], relative["verdict"]), (3, None, "missed"))
        quick = verdicts.judge([entry("S4", c.ESPALIER, c.DEPTH, fit=0.6)], True)
        self.assertEqual(row(quick, "words and holes, depth 10", "1.5 s")["verdict"], "stretch")

    def test_words_and_holes_against_each_peer(self):
        pairs = [(c.BINNED_SUBSETS, c.XGBOOST, c.BINNED_SUBSETS, 1.5, 4), (c.BINNED_SUBSETS, c.XGBOOST, c.ONE_HOT_BINNED, None, None),
                 (c.SUBSETS, c.RANGER, c.SUBSETS, 4, 10), (c.C45, c.J48, c.C45, 8, 20), (c.FULL, c.SKLEARN, c.ORDINAL_FULL, 2, 5),
                 (c.FULL, c.SKLEARN, c.ONE_HOT_FULL, None, None)]
        for mode, peer, their_mode, must, stretch in pairs:
            rows = verdicts.judge([entry("S4", c.ESPALIER, mode, fit=1.0), entry("S4", peer, their_mode, fit=7.0)], True)["rows"]
            self.assertEqual([(found["ratio"], found["must"], found["stretch"]) for found in rows], [(7.0, must, stretch)])
            self.assertIn(peer, rows[0]["against"])

    def test_holes_and_weights_may_double_the_time(self):
        def verdict_of(mode, seconds):
            figures = [entry("S1", c.ESPALIER, c.FULL, fit=1.0), entry("S1", c.ESPALIER, mode, fit=seconds)]
            return row(verdicts.judge(figures, True), mode, "without it")["verdict"]
        for mode in (c.holes_mode("surrogate"), c.ROW_WEIGHTS, c.CLASS_WEIGHTS):
            self.assertEqual([verdict_of(mode, seconds) for seconds in (1.3, 1.9, 2.1)], ["stretch", "met", "missed"])

    def test_predicting(self):
        def verdicts_of(seconds):
            figures = [entry("S1", c.ESPALIER, c.PREDICT, process=seconds, rows=100_000), entry("S1", c.ESPALIER, c.READ, load=0.08)]
            report = verdicts.judge(figures, True)
            return [row(report, "predict a CSV, small tree", against)["verdict"] for against in ("1M rows a second", "reading it")]
        self.assertEqual(verdicts_of(0.11), ["missed", ""])
        self.assertEqual(verdicts_of(0.10), ["met", ""])
        self.assertEqual(verdicts_of(0.08), ["met", "stretch"])

    def test_what_was_given_up_has_no_row(self):
        given_up = {**entry("S4", c.SKLEARN, c.ONE_HOT_FULL, process=900.0), "gave_up": True}
        figures = [entry("S4", c.ESPALIER, c.FULL, fit=1.0), given_up]
        self.assertEqual(verdicts.judge(figures, True)["rows"], [])
        self.assertEqual(list(bench.not_measured(c.SETS, c.ALL_PEERS, {"--bins", "--threads", "--missing", "--categorical-split",
                                                                       "--algorithm", "--weight", "--balanced"}, True, figures)),
                         ["S4 scikit-learn, one-hot, fully grown (given up after 900 s)"])

    def test_many_labels(self):
        def labels(peak, process, **how):
            return verdicts.judge([{**entry("G", c.ESPALIER, c.LABELS, process=process, peak=peak), **how}], True)["rows"][0]
        self.assertEqual(labels(1000, 9)["verdict"], "met")
        self.assertEqual(labels(1100, 9)["verdict"], "missed")
        self.assertEqual(labels(100, 0.5, refused=True)["verdict"], "met")
        # Refused after it had taken what it could get: not at once, and the limit's fault that it was not more.
        late = labels(900, 5, refused=True)
        self.assertEqual((late["espalier"], late["verdict"]), (c.LABELS_LIMIT_MB, "missed"))

    def test_texts_are_read_as_fast_as_by_both(self):
        figures = [entry("S6", c.ESPALIER, c.READ, load=1.0), entry("S6", c.FREAD, c.READ, load=1.2), entry("S6", c.PANDAS, c.READ, load=1.6)]
        report = verdicts.judge(figures, True)
        self.assertEqual([found["verdict"] for found in report["rows"]], ["met", "stretch"])


class Best(unittest.TestCase):
    def test_least_of_each_clock(self):
        first = entry("S1", c.ESPALIER, c.FULL, fit=3.0, load=1.0, process=5.0, peak=10)
        second = entry("S1", c.ESPALIER, c.FULL, fit=2.0, load=1.5, process=4.0, peak=12)
        best = contest.best_of([first, second])
        self.assertEqual((best["fit"]["cpu"], best["load"]["cpu"], best["process"]["cpu"], best["peak_mb"]), (2.0, 1.0, 4.0, 10))


class AskedTargets(dict):
    """Remembers which keys it was asked for."""

    def __init__(self, targets):
        super().__init__(targets)
        self.asked = set()

    def get(self, key, default=None):
        self.asked.add(key)
        return super().get(key, default)


class Plan(unittest.TestCase):
    PROGRAMS = c.Programs(pathlib.Path("data"), pathlib.Path("train"), pathlib.Path("tool"))

    def test_without_peers_espalier_runs_alone(self):
        for data_set in c.SETS:
            runs = c.plan(data_set, self.PROGRAMS, {}, {"--max-depth", "--repeat", "--float32"})
            self.assertEqual({run.who for run in runs}, {c.ESPALIER})

    def test_options_that_a_build_lacks_are_not_run(self):
        modes = {run.mode for run in c.plan("S2", self.PROGRAMS, {}, {"--repeat"})}
        self.assertNotIn(c.BINNED, modes)
        modes = {run.mode for run in c.plan("S2", self.PROGRAMS, {}, {"--repeat", "--bins", "--max-depth", "--threads"})}
        self.assertLessEqual({c.BINNED, c.TWO_THREADS}, modes)

    def test_regression_is_said_to_all(self):
        runs = c.plan("S5", self.PROGRAMS, {peer: ("peer",) for peer in (c.SKLEARN, c.RPART, c.XGBOOST)}, {"--max-depth", "--float32"})
        self.assertEqual({"--regression" in run.command for run in runs}, {True})
        self.assertEqual({run.who for run in runs}, {c.ESPALIER, c.SKLEARN, c.RPART, c.XGBOOST})


    def test_every_target_has_runs_that_it_is_asked_of(self):
        offered = {"--max-depth", "--repeat", "--float32", "--bins", "--threads", "--missing", "--categorical-split", "--algorithm",
                   "--weight", "--balanced"}
        peers = {peer: ("peer",) for peer in c.ALL_PEERS}
        figures = [entry(run.data_set, run.who, run.mode, fit=1.0, load=1.0, rows=8000 // run.part)
                   for data_set in c.SETS for run in c.plan(data_set, self.PROGRAMS, peers, offered)]
        targets = AskedTargets(verdicts.TARGETS)
        with unittest.mock.patch.object(verdicts, "TARGETS", targets):
            verdicts.judge(figures, True)
        self.assertEqual(set(targets) - targets.asked, set())

    def test_runs_with_holes_have_a_table_of_their_own(self):
        offered = {"--max-depth", "--repeat", "--float32", "--missing", "--weight", "--balanced"}
        tables_of = {run.mode: run.table for run in c.plan("S1", self.PROGRAMS, {}, offered)}
        self.assertEqual(tables_of[c.FULL], ())
        self.assertEqual(tables_of[c.holes_mode("learned")], ("--holes", "0.05"))
        self.assertEqual(tables_of[c.ROW_WEIGHTS], ("--weights",))


class Limits(unittest.TestCase):
    def run_python(self, program, **limits):
        run = c.Run("S1", c.ESPALIER, c.FULL, (), **limits)
        return contest.run_process(run, [sys.executable, "-c", program])

    def test_a_refusal_is_a_figure_where_it_may_be(self):
        self.assertEqual(self.run_python("raise SystemExit(3)", limit_mb=2000)[1], {"refused": True})
        for limits in ({}, {"limit_s": 5}):
            with self.assertRaises(SystemExit):
                self.run_python("raise SystemExit(3)", **limits)

    def test_memory_is_limited(self):
        program = "try: bytearray(3 << 30)\nexcept MemoryError: raise SystemExit(3)"
        self.assertEqual(self.run_python(program, limit_mb=1000)[1], {"refused": True})

    def test_what_takes_too_long_is_given_up(self):
        text, ended, process = self.run_python("while True: pass", limit_s=1)
        self.assertEqual((text, ended), ("", {"gave_up": True}))
        self.assertLess(process["cpu"], 3)


class Output(unittest.TestCase):
    def test_table(self):
        text = tables.whole(result())
        self.assertRegex(text, r"exact fit, fully grown +\| +S2 \| +scikit-learn \| +8 s \| +160 s \| +20\.0x \| +20x \| +50x \| +met")
        self.assertIn("n^1.00", text)
        self.assertIn("Not measured: rpart (not installed).", text)
        self.assertNotIn("SMALL", text)
        self.assertIn("SMALL TABLES", tables.whole(result(small=True)))

    def test_a_busy_machine_is_told(self):
        self.assertEqual(tables.busy(result()), "")
        crowded = [{**FIGURES[0], "process": {"cpu": 2.0, "wall": 5.0}}, *FIGURES[1:]]
        self.assertIn("in processor time): S2 Espalier, fully grown (2.5).", tables.whole(result(crowded)))

    def test_ratios_are_rounded_down(self):
        self.assertEqual([tables.times(ratio) for ratio in (0.999, 1.5, 19.99, 123.9)], ["0.99x", "1.50x", "19.9x", "123x"])
        self.assertEqual([tables.asked(ratio) for ratio in (None, 20, 1 / 0.6)], ["–", "20x", "1.67x"])

    def test_chart_is_well_formed_and_has_a_bar_per_row(self):
        for small in (False, True):
            shown = result(small=small)
            root = xml.etree.ElementTree.fromstring(chart.svg(shown))
            boxes = [box for box in root.iter("{http://www.w3.org/2000/svg}rect") if box.get("height") == str(chart.BAR)]
            self.assertEqual(len(boxes), len(shown["report"]["rows"]))
            self.assertEqual("small tables" in chart.svg(shown), small)

    def test_no_rows_no_chart(self):
        self.assertIsNone(chart.svg(result(figures=FIGURES[:1])))

    def test_bars_grow_with_the_ratio(self):
        scale = chart.Scale([1, 0.3, 40])
        self.assertEqual((scale.low, scale.high), (0.2, 50))
        self.assertEqual(scale.at(0.2), chart.LABELS)
        self.assertAlmostEqual(scale.at(50), chart.WIDTH - chart.RIGHT)
        self.assertAlmostEqual(scale.at(10) - scale.at(5), scale.at(2) - scale.at(1))

    def test_documents(self):
        with tempfile.TemporaryDirectory() as name:
            docs = pathlib.Path(name)
            (docs / "performance.md").write_text(f"before\n{document.TRAIN.begin}old\n{document.TRAIN.end}after\n")
            document.TRAIN.write(result(), docs)
            page = (docs / "performance.md").read_text()
            self.assertTrue(page.startswith("before\n") and page.endswith("after\n"))
            self.assertNotIn("old", page)
            self.assertIn("exact fit, fully grown", page)
            self.assertEqual(json.loads((docs / "performance.json").read_text())["versions"], {c.ESPALIER: "1"})
            self.assertEqual(document.TRAIN.stale(docs), [])
            (docs / "performance.md").write_text(page.replace("20.0x", "21.0x"))
            self.assertEqual(document.TRAIN.stale(docs), ["performance.md"])


if __name__ == "__main__":
    unittest.main()
