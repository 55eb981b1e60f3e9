import pathlib
import tempfile
import unittest

import count


class Judge(unittest.TestCase):
    def verdict(self, now, recorded=100.0):
        return count.judge({"fit: a": now}, {"fit: a": recorded})

    def test_margins(self):
        self.assertTrue(self.verdict(100.0)[1])
        self.assertTrue(self.verdict(115.0)[1])
        self.assertFalse(self.verdict(115.1)[1])
        self.assertTrue(self.verdict(75.0)[1])
        self.assertFalse(self.verdict(74.9)[1])

    def test_says_how_much(self):
        self.assertIn("+16.0 %): too many", self.verdict(116.0)[0][0])
        self.assertIn("-30.0 %): so much better", self.verdict(70.0)[0][0])

    def test_new_cases_must_be_recorded(self):
        lines, good = count.judge({"fit: b": 5.0}, {"fit: a": 5.0})
        self.assertFalse(good)
        self.assertIn("not recorded", lines[0])

    def test_one_bad_case_among_good_ones_is_enough(self):
        self.assertFalse(count.judge({"a": 200.0, "b": 1.0}, {"a": 100.0, "b": 1.0})[1])


class Cases(unittest.TestCase):
    def test_what_training_is_made_of_is_guarded(self):
        options = {option for case in count.CASES.values() for option in case.options}
        self.assertLessEqual({"--bins", "--regression", "--weight", "--missing", "--categorical-split"}, options)
        self.assertEqual({case.data_set for case in count.CASES.values()}, {"S1", "S3", "S4", "S5"})

    def test_tables_have_what_the_options_name(self):
        for name, case in count.CASES.items():
            self.assertEqual("--weight" in case.options, "--weights" in case.table, name)


class Counts(unittest.TestCase):
    def test_by_the_names_of_the_dumps(self):
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            (directory / "callgrind.1").write_text("desc: Trigger: Client Request: read\nsummary: 0\ntotals: 123\n")
            (directory / "callgrind.2").write_text("desc: Trigger: Client Request: fit\ntotals: 45\n")
            (directory / "callgrind").write_text("desc: Trigger: Program termination\ntotals: 0\n")
            self.assertEqual(count.counts_by_phase(directory), {"read": 123, "fit": 45})


if __name__ == "__main__":
    unittest.main()
