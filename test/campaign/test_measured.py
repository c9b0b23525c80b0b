# SPDX-License-Identifier: GPL-2.0-only
"""Numbers in the documentation: by a summary written by hand, and the one that is committed."""

import csv
import shutil
import sys
import unittest

from support import EXPERIMENTS, ROOT, scratch

sys.path.insert(0, str(ROOT / "doc"))

import measured
from campaign.laboratory import Laboratory
from campaign.rejudge import rejudge
from campaign.tables import SUMMARY_HEADER
from campaign.variants import Registry

_FIG_3 = {"paper": "1.72", "note": "Fig 3: a to b", "runs": "1", "of": "V2"}
_TABLE = {"paper": "251330", "note": "Table I", "runs": "1", "of": "B1", "tolerance": "2"}
ROWS = [
    {"id": "V2", "quantity": "ratio", "variant": "a/b", "x": "pipes=2", "mean": "1.6612",
     "ci_low": "1.5901", "ci_high": "1.7323", "seeds": "8", "predicted_low": "1.448", "predicted_high": "1.8745",
     "reading": "passed twice", "verdict": "reproduced"} | _FIG_3,
    {"id": "V2", "quantity": "ratio", "variant": "a/b", "x": "pipes=1", "mean": "1.14",
     "ci_low": "1.11", "ci_high": "1.17", "seeds": "8", "predicted_low": "1.05", "predicted_high": "1.23",
     "expect": "holds", "expect_low": "1", "expect_note": "our own", "verdict": "differs",
     "reason": "the timer -> V7 ratio a/b pipes=2 <- V2 ratio a/b pipes=2 | the clock -> V7 ratio a/b pipes=1"
     " | asserted: the moon"} | _FIG_3,
    {"id": "V7", "quantity": "ratio", "variant": "a/b", "x": "pipes=2", "mean": "1.6", "ci_low": "1.5",
     "ci_high": "1.7", "seeds": "8"},
    {"id": "V7", "quantity": "ratio", "variant": "a/b", "x": "pipes=1", "mean": "1.3", "ci_low": "1.2",
     "ci_high": "1.4", "seeds": "8"},
    {"id": "B1", "quantity": "peak", "variant": "", "x": "", "mean": "241326.4", "seeds": "1", "verdict": "differs",
     "reason": "asserted: the sign", "expect": "misses", "expect_low": "3", "expect_high": "4"} | _TABLE,
    {"id": "B1", "quantity": "same", "variant": "", "x": "", "mean": "0.98761", "ci_low": "0.98761",
     "ci_high": "0.98761"},
    {"id": "B1", "quantity": "none", "variant": "", "x": "", "mean": "0", "ci_low": "0", "ci_high": "0"},
    {"id": "B1", "quantity": "large", "variant": "", "x": "", "mean": "12345", "ci_low": "12344.6",
     "ci_high": "12345.4", "paper": "12345", "note": "Table II", "runs": "1", "of": "B1", "verdict": "reproduced",
     "chosen": "yes", "seeds": "8", "predicted_low": "12343.8", "predicted_high": "12346.2"},
    {"id": "B1", "quantity": "larger", "variant": "", "x": "", "mean": "1", "paper": "12345", "note": "Table II",
     "runs": "1", "of": "B1", "verdict": "cannot tell", "chosen": "yes", "seeds": "1"},
]  # fmt: skip


class Measured(unittest.TestCase):
    def setUp(self):
        path = scratch(self) / "summary.csv"
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, SUMMARY_HEADER, restval="")
            writer.writeheader()
            writer.writerows(ROWS)
        self.summary = measured.Summary(path)

    def test_a_number_has_as_many_digits_as_its_interval_is_worth(self):
        for words, shown in (
            ("V2 ratio a/b pipes=2", "1.66 [1.59, 1.73]"),
            ("V2  ratio a/b\npipes=2 ; mean", "1.66"),
            ("V2 ratio a/b pipes=2; percent; mean", "166"),
            ("V2 ratio a/b pipes=2; paper", "1.72"),
            ("V2 ratio a/b pipes=2; predicted", "1.45 to 1.87"),
            ("B1 peak", "241,326"),
            ("B1 peak - -", "241,326"),
            ("B1 none", "0 [0, 0]"),
            ("B1 large", "12,345 [12,345, 12,345]"),
            ("B1 same", "0.9876 [0.9876, 0.9876]"),
        ):
            with self.subTest(words=words):
                self.assertEqual(self.summary.number(words), shown)

    def test_what_is_not_there_is_refused_by_name(self):
        for words, said in (
            ("V2 ratio a/b pipes=3", "no row 'V2 ratio a/b pipes=3'"),
            ("V2 ratio a/b pipes=2; median", "'median' in"),
        ):
            with self.assertRaisesRegex(measured.Unknown, said):
                self.summary.number(words)

    def test_a_table_has_a_row_for_each_point(self):
        self.assertEqual(
            self.summary.grid("V2 ratio; mean", variants=["a/b"], labels=["twice", "once"]),
            [["", "a/b"], ["twice", "1.66"], ["once", "1.14"]],
        )
        self.assertEqual(
            self.summary.grid("V2 ratio; mean", [""], ["a/b"], ["all"], ["pipes=1", "pipes=2"]),
            [["", "a/b pipes=1", "a/b pipes=2"], ["all", "1.14", "1.66"]],
        )
        self.assertEqual(
            self.summary.grid("B1 peak same", [""]),
            [["", "peak", "same"], ["", "241,326", "0.9876 [0.9876, 0.9876]"]],
        )
        with self.assertRaisesRegex(measured.Unknown, "no row 'V2 ratio c pipes=2'"):
            self.summary.grid("V2 ratio", variants=["a/b", "c"])
        with self.assertRaisesRegex(measured.Unknown, "1 labels for 2 points"):
            self.summary.grid("V2 ratio", variants=["a/b"], labels=["twice"])

    def test_a_table_may_say_what_was_not_measured_but_not_of_a_whole_line(self):
        self.assertEqual(
            self.summary.grid("B1 peak large", [""], absent="--"),
            [["", "peak", "large"], ["", "241,326", "12,345 [12,345, 12,345]"]],
        )
        self.assertEqual(
            self.summary.grid(
                "V2 ratio; mean", ["", "pipes=2"], ["a/b"], (), ["pipes=1", ""], "--"
            )[1:],
            [["", "1.14", "--"], ["pipes=2", "--", "1.66"]],
        )
        for points, variants in ((["pipes=1"], ["a/b", "a/c"]), (["pipes=1", "pipes=3"], ["a/b"])):
            with self.assertRaisesRegex(measured.Unknown, "a row or a column"):
                self.summary.grid("V2 ratio", points, variants, absent="--")

    def test_an_experiment_is_in_one_file(self):
        folder = scratch(self)
        for name, identifier in (("summary.csv", "E1"), ("beyond.csv", "E1"), ("other.csv", "E2")):
            text = f"id,quantity,variant,x,mean\n{identifier},a,,,1\n"
            (folder / name).write_text(text, encoding="utf-8")
        both = measured.Summary(folder / "summary.csv", folder / "other.csv")
        self.assertEqual([row["id"] for row in both.rows], ["E1", "E2"])
        with self.assertRaisesRegex(measured.Unknown, "E1 is in summary.csv and in beyond.csv"):
            measured.Summary(folder / "summary.csv", folder / "beyond.csv")

    def test_what_is_taken_replaces_the_experiment_s_rows_alone(self):
        folder = scratch(self)
        target = folder / "beyond.csv"
        for number, rows in ((1, "E1,1\nE1,2\nF2,9\n"), (2, "E1,3\nD4,9\n"), (3, "B9,4\n")):
            (folder / f"{number}.csv").write_text(f"id,mean\n{rows}", encoding="utf-8")
        for number, identifiers, there in (
            (1, ["E1"], "E1,1\nE1,2\n"),
            (3, ["B9"], "B9,4\nE1,1\nE1,2\n"),
            (2, ["E1"], "B9,4\nE1,3\n"),
        ):
            measured.take(folder / f"{number}.csv", identifiers, target)
            self.assertEqual(target.read_text(encoding="utf-8"), f"id,mean\n{there}")
        with self.assertRaisesRegex(measured.Unknown, "no row of E1"):
            measured.take(folder / "3.csv", ["B9", "E1"], target)

    def test_readings_and_what_was_varied_stand_below_the_row_that_decides(self):
        shown = self.summary.published(["V2", "B1"])[1:]
        self.assertEqual(
            [row[1:] for row in shown],
            [
                [
                    "Fig 3: a to b",
                    "differs",
                    "1.72",
                    "1.14 [1.11, 1.17]",
                    "1.05 to 1.23",
                    "V2 ratio a/b pipes=1",
                    "",
                ],
                [
                    "read: passed twice",
                    "reproduced",
                    "",
                    "1.66 [1.59, 1.73]",
                    "1.45 to 1.87",
                    "V2 ratio a/b pipes=2",
                    "",
                ],
                # 1.5 is more than a tenth below 1.72, and the intervals overlap.
                [
                    "varied: the timer",
                    "no difference shown",
                    "",
                    "from 1.66 [1.59, 1.73] to 1.60 [1.50, 1.70]",
                    "",
                    "V7 ratio a/b pipes=2",
                    "",
                ],
                [
                    "varied: the clock",
                    "nearer",
                    "",
                    "from 1.14 [1.11, 1.17] to 1.30 [1.20, 1.40]",
                    "",
                    "V7 ratio a/b pipes=1",
                    "",
                ],
                ["the moon", "asserted", "", "", "", "", ""],
                ["Table I", "differs", "251330 ± 2", "241,326", "", "B1 peak", ""],
                ["the sign", "asserted", "", "", "", "", ""],
                ["Table II", "cannot tell (chosen by)", "12345", "", "", "the worst of:", "none"],
                ["", "reproduced", "", "12,345 [12,345, 12,345]", "12,344 to 12,346", "B1 large", ""],
                ["", "cannot tell", "", "1", "", "B1 larger", ""],
            ],
        )
        with self.assertRaisesRegex(measured.Unknown, "no published number in F2"):
            self.summary.published(["V2", "F2"])

    def test_seeds_that_would_settle_a_number_are_those_of_the_rule(self):
        # A pair that is not paired: half of what 8 seeds predict of one run is the root of 1 + 8 * 4^2.
        cells = {"mean": "12", "ci_low": "11", "ci_high": "13", "seeds": "8", "quantity": "t", "reading": ""}
        cells |= {"runs": "1", "tolerance": "", "bound": "", "verdict": "cannot tell"}
        half = 129**0.5
        cells |= {"predicted_low": str(12 - half), "predicted_high": str(12 + half)}
        self.assertAlmostEqual(measured._unpaired(cells).further, 4)
        # 11.33^2 = 128 + 8/21.7; a tenth around 12.5 begins at 11.364: 8 / 0.636^2 = 19.8.
        for paper, found in (("23.33", "22"), ("20", "none"), ("12.5", "20")):
            self.assertEqual(measured._settle([cells | {"paper": paper}]), found)
        told = cells | {"paper": "20", "verdict": "differs"}
        self.assertEqual(measured._settle([told]), "")
        counted = cells | {"paper": "20", "count_low": "1", "count_high": "22"}
        self.assertIsNone(measured._unpaired(counted).further)

    def test_a_difference_by_seed_is_to_the_row_that_is_compared_with(self):
        to = {"id": "V7", "quantity": "ratio", "variant": "a/b", "x": "n=4 choice=few reset=0"}
        for start, base in (
            ("n=4 choice=all reset=0", "all"),
            ("n=4 choice=few reset=1", "1"),
            ("n=4 choice=all reset=1", "base"),
            ("double", "base"),
        ):
            self.assertEqual(measured._paired(to, {"x": start}), ("V7", f"ratio_less_{base}", "a/b", to["x"]))

    def test_a_published_number_counts_once(self):
        for words, shown in (
            ("verdicts differs", "2"),
            ("verdicts all", "3"),
            ("verdicts all V", "1"),
            ("verdicts all V2,B1", "3"),
            ("verdicts reproduced", "0"),
            ("readings reproduced V passed twice", "1"),
            ("readings all V passed twice", "1"),
            ("readings cannot-tell V passed twice", "0"),
            ("verdict V2 Fig 3: a to b", "differs"),
            ("verdict B1 Table II", "cannot tell"),
            ("unsettled numbers", "1"),
        ):
            with self.subTest(words=words):
                self.assertEqual(self.summary.number(words), shown)
        self.assertEqual(
            self.summary.counted(["V2", "B1"]),
            "Of 3 published numbers 0 are reproduced, 2 differ, and of 1 we cannot tell. Another "
            "reading or choice reproduces 1 of the 2.",
        )
        with self.assertRaisesRegex(measured.Unknown, "no published number 'V2 Fig 9'"):
            self.summary.number("verdict V2 Fig 9")
        with self.assertRaisesRegex(measured.Unknown, "no reading 'passed thrice' of V"):
            self.summary.number("readings all V passed thrice")

    def test_what_is_expected_has_a_table_of_its_own(self):
        self.assertEqual(
            [row[1:] for row in self.summary.expected(["V2", "B1"])[1:]],
            [
                ["ratio a/b pipes=1", "1.14 [1.11, 1.17]", "at least 1", "holds", "our own"],
                ["peak", "241,326", "3 to 4", "misses", ""],
            ],
        )
        with self.assertRaisesRegex(measured.Unknown, "expect nothing of F2"):
            self.summary.expected(["V2", "F2"])


class Committed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        laboratory = Laboratory(EXPERIMENTS, Registry(EXPERIMENTS / "variants.csv"), False)
        cls.summary = measured.Summary()
        cls.laboratory = laboratory
        cls.loaded = {name: laboratory.load(name) for name in laboratory.ids()}

    def test_the_summaries_are_as_the_experiments_and_the_rule_have_them(self):
        for path in measured.SUMMARIES:
            copy = scratch(self) / path.name
            shutil.copy(path, copy)
            with self.subTest(path=path):
                self.assertEqual(rejudge(copy, self.laboratory), [])
                for judged, row in zip(*(measured._read(p) for p in (copy, path)), strict=True):
                    self.compare(judged, row)

    def compare(self, judged, row):
        # A campaign predicts from more digits than its summary has.
        ends = [
            [r.pop(name) for name in ("predicted_low", "predicted_high")] for r in (judged, row)
        ]
        if all(map(all, ends)):
            (low, high), committed = ([float(end) for end in both] for both in ends)
            for one, other in zip((low, high), committed):
                self.assertAlmostEqual(one, other, delta=1e-3 * (high - low) + 1e-5 * abs(low))
        else:
            self.assertEqual(ends[0], ends[1])
        self.assertEqual(judged, row)

    def test_what_the_experiments_declare_was_run(self):
        held = {row["id"] for row in self.summary.rows}
        self.assertEqual({e.id for e in self.loaded.values() if e.by_default} - held, set())

    def test_what_was_varied_has_a_row(self):
        for row in self.summary.rows:
            for _, _, target, base in measured._reasons(row):
                for name in filter(None, (target, base)):
                    self.summary.named(name)

    def test_what_is_decided_elsewhere_is_the_same_number(self):
        rows = [n for e in self.loaded.values() for n in e.numbers if n.published]
        for other in (n.published for n in rows if n.published.of):
            there = {
                n.published.source: n.published for n in self.loaded[other.of].numbers if n.decides
            }
            self.assertEqual(there[other.source].value, other.value)

    def test_what_is_committed_is_as_expected(self):
        self.assertNotIn("misses", {row["expect"] for row in self.summary.rows})


if __name__ == "__main__":
    unittest.main()
