"""The arithmetic of growth, and its pictures, on figures that can be checked by hand."""
import json
import math
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

import contestants
import document
import growth
import growth_chart

SVG = "{http://www.w3.org/2000/svg}"
PROGRAMS = contestants.Programs(pathlib.Path("data"), pathlib.Path("train"), pathlib.Path("tool"))


def curve(seconds, name="rows", sizes=(1000, 10_000, 100_000), each=1):
    """Of a function of the size."""
    return growth.judge(name, "S4", growth.DEFAULT, [(size, seconds(size)) for size in sizes], each)


def result(curves, small=False):
    return {"small": small, "rows": 1000, "versions": {"Espalier": "1"}, "curves": curves,
            "machine": {"processor": "P", "cores": 2, "memory_gb": 8.0, "system": "OS", "build": "GNU 12"}}


def all_curves():
    return [growth.judge(direction.name, direction.data_set, mode, [(size, 1 + size) for size in direction.sizes], 1000)
            for direction in growth.DIRECTIONS for mode in direction.modes]


class Judge(unittest.TestCase):
    def test_exponents(self):
        self.assertAlmostEqual(curve(lambda n: 3 * n)["exponent"], 1)
        self.assertAlmostEqual(curve(lambda n: n**2)["exponent"], 2)

    def test_n_log_n_is_within_and_more_is_not(self):
        self.assertEqual(curve(lambda n: n * math.log(n))["verdict"], "within")
        self.assertEqual(curve(lambda n: n * math.log(n) * n**0.04)["verdict"], "within")  # noise
        self.assertEqual(curve(lambda n: n * math.log(n) * n**0.06)["verdict"], "above")

    def test_n_is_a_number_of_cells(self):
        # From 8 to 64 columns log2 n doubles if n is columns, and grows from 13 to 16 with 1024 rows of each.
        few, many = curve(lambda n: n, "columns", (8, 64), 1), curve(lambda n: n, "columns", (8, 64), 1024)
        self.assertAlmostEqual(few["bound"] - growth.MARGIN, 1 + math.log(6 / 3, 8))
        self.assertAlmostEqual(many["bound"] - growth.MARGIN, 1 + math.log(16 / 13, 8))

    def test_no_holes_are_no_point_of_the_exponent(self):
        holes = curve(lambda share: 7 if share == 0 else share, "holes", (0, 0.1, 0.5), 1e6)
        self.assertAlmostEqual(holes["exponent"], 1)
        self.assertEqual(len(holes["points"]), 3)

    def test_what_was_given_up_is_above(self):
        stopped = curve(lambda n: n if n < 100_000 else None)
        self.assertEqual((round(stopped["exponent"], 6), stopped["verdict"]), (1, "above"))
        nothing = curve(lambda n: None)
        self.assertEqual((nothing["exponent"], nothing["verdict"]), (None, "above"))
        self.assertIn("1,000, 10,000, 100,000", growth.table(result([nothing])))


class Plan(unittest.TestCase):
    def test_every_size_has_a_table_of_its_own(self):
        runs = growth.plan(growth.DIRECTIONS, 5000, PROGRAMS)
        for direction in growth.DIRECTIONS:
            for mode in direction.modes:
                tables = {(runs[direction.name, mode, size].table, runs[direction.name, mode, size].rows) for size in direction.sizes}
                self.assertEqual(len(tables), len(direction.sizes), direction.name)

    def test_only_one_thing_grows(self):
        runs = growth.plan(growth.DIRECTIONS, 5000, PROGRAMS)
        self.assertEqual({run.rows for (name, _, _), run in runs.items() if name != "rows"}, {5000})
        self.assertEqual(runs["columns", growth.DEFAULT, 16].table, ("--numbers", "8", "--words", "8", "--holes", "0.05"))
        self.assertEqual(runs["labels", growth.DEFAULT, 100].table, ("--labels", "100", "--holes", "0.05"))
        self.assertEqual(runs["holes", growth.DEFAULT, 0.2].table, ("--holes", "0.2"))

    def test_fewer_rows_keep_their_proportions(self):
        self.assertEqual(growth.scaled(growth.DIRECTIONS[0], 10_000).sizes, (300, 1000, 3000, 10_000))
        self.assertEqual(growth.scaled(growth.DIRECTIONS[1], 10_000), growth.DIRECTIONS[1])


class Pictures(unittest.TestCase):
    def test_a_panel_per_direction_and_a_circle_per_point(self):
        shown = result(all_curves())
        drawn = xml.etree.ElementTree.fromstring(growth_chart.svg(shown))
        self.assertEqual(len(list(drawn.iter(f"{SVG}polyline"))), len(shown["curves"]))
        self.assertEqual(len(list(drawn.iter(f"{SVG}circle"))), sum(len(found["points"]) for found in shown["curves"]))
        words = [text.text for text in drawn.iter(f"{SVG}text")]
        for direction in growth.DIRECTIONS:
            self.assertTrue(any(word.startswith(direction.name) for word in words), direction.name)

    def test_points_that_were_given_up_are_not_drawn(self):
        stopped = [curve(lambda n: n if n < 100_000 else None), curve(lambda n: None, "labels")]
        drawn = xml.etree.ElementTree.fromstring(growth_chart.svg(result(stopped)))
        self.assertEqual(len(list(drawn.iter(f"{SVG}circle"))), 2)
        self.assertIn("given up", [text.text for text in drawn.iter(f"{SVG}text")])

    def test_axes(self):
        axis = growth_chart.Axis([10, 1000], 0, 100)
        self.assertEqual([axis.at(value) for value in (10, 100, 1000)], [0, 50, 100])
        self.assertEqual(growth_chart.Axis([0, 0.5], 0, 100).at(0.25), 50)  # 0 has no logarithm
        self.assertEqual(growth_chart.decades(0.02, 3), [0.01, 0.1, 1, 10])


class Page(unittest.TestCase):
    def test_its_part_and_no_other(self):
        with tempfile.TemporaryDirectory() as name:
            docs = pathlib.Path(name)
            train = f"{document.TRAIN.begin}theirs\n{document.TRAIN.end}"
            empty = f"{train}{growth.PART.begin}{growth.PART.end}after\n"
            (docs / "performance.md").write_text(empty)
            self.assertEqual(growth.PART.stale(docs), [])  # nothing measured, nothing said
            (docs / "performance.md").write_text(empty.replace(growth.PART.end, f"by hand\n{growth.PART.end}"))
            self.assertEqual(growth.PART.stale(docs), ["performance.md"])
            growth.PART.write(result(all_curves()), docs)
            page = (docs / "performance.md").read_text()
            self.assertTrue(page.startswith(train) and page.endswith("after\n"))
            self.assertIn("growth.svg", page)
            self.assertNotIn("by hand", page)
            self.assertEqual(growth.PART.stale(docs), [])
            (docs / "growth.svg").write_text("another")
            self.assertEqual(growth.PART.stale(docs), ["growth.svg"])
            self.assertEqual(len(json.loads((docs / "growth.json").read_text())["curves"]), len(all_curves()))


if __name__ == "__main__":
    unittest.main()
