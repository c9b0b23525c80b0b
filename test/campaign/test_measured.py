# SPDX-License-Identifier: GPL-2.0-only
"""Numbers in the documentation: by a summary written by hand, and the one that is committed."""

import csv
import sys
import unittest

from support import EXPERIMENTS, ROOT, scratch

sys.path.insert(0, str(ROOT / "doc"))

import measured
from campaign import points
from campaign.declaration import Laboratory
from campaign.tables import SUMMARY_HEADER
from campaign.variants import Registry

ROWS = [
    {"id": "V2", "quantity": "ratio", "variant": "a/b", "x": "pipes=2", "mean": "1.6612",
     "ci_low": "1.5901", "ci_high": "1.7323", "paper": "1.72", "note": "Fig 3", "verdict": "reproduced"},
    {"id": "V2", "quantity": "ratio", "variant": "a/b", "x": "pipes=1", "mean": "1.14",
     "ci_low": "1.11", "ci_high": "1.17", "expect": "holds", "expect_low": "1", "expect_note": "our own"},
    {"id": "B1", "quantity": "peak", "variant": "", "x": "", "mean": "241326.4", "paper": "251330",
     "tolerance": "2", "verdict": "differs", "reason": "the sign", "expect": "misses",
     "expect_low": "3", "expect_high": "4"},
    {"id": "B1", "quantity": "same", "variant": "", "x": "", "mean": "0.98761", "ci_low": "0.98761",
     "ci_high": "0.98761"},
    {"id": "B1", "quantity": "none", "variant": "", "x": "", "mean": "0", "ci_low": "0", "ci_high": "0"},
    {"id": "B1", "quantity": "large", "variant": "", "x": "", "mean": "12345", "ci_low": "12344.6",
     "ci_high": "12345.4"},
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

    def test_verdicts_stand_beside_the_paper_s_number(self):
        shown = self.summary.published(["V2", "B1"])[1:]
        self.assertEqual(
            [row[1:] for row in shown],
            [
                ["ratio a/b pipes=2", "1.72 (Fig 3)", "1.66 [1.59, 1.73]", "reproduced", ""],
                [
                    "ratio a/b pipes=1",
                    "",
                    "1.14 [1.11, 1.17]",
                    "expected at least 1: holds",
                    "our own",
                ],
                ["peak", "251330 ± 2", "241,326", "differs, expected 3 to 4: misses", "the sign"],
            ],
        )
        self.assertEqual(self.summary.verdicts("differs"), 1)
        with self.assertRaisesRegex(measured.Unknown, "no number of F2"):
            self.summary.published(["V2", "F2"])

    def test_numbers_of_markdown_are_renewed_where_their_words_stand(self):
        text = "It is 9.9 [1, 2]<!-- V2 ratio a/b pipes=1 --> and 7<!-- B1 peak --> of 7."
        self.assertEqual(
            measured.rewrite(text, self.summary),
            "It is 1.14 [1.11, 1.17]<!-- V2 ratio a/b pipes=1 --> and 241,326<!-- B1 peak --> of 7.",
        )


class Committed(unittest.TestCase):
    def test_the_summary_has_what_the_experiments_declare(self):
        summary = measured.Summary()
        laboratory = Laboratory(EXPERIMENTS, Registry(EXPERIMENTS / "variants.csv"), False)
        loaded = map(laboratory.load, laboratory.ids())
        for experiment in (e for e in loaded if e.by_default):
            for number in experiment.numbers:
                key = experiment.id, number.quantity, number.variant, points.show(number.point)
                with self.subTest(number=key):
                    row = summary.find(*key)
                    least, most = number.expect or (None, None)
                    declared = [number.paper, number.tolerance or None, least, most]
                    held = [
                        row[name] for name in ("paper", "tolerance", "expect_low", "expect_high")
                    ]
                    self.assertEqual(
                        ["" if v is None else format(v, ".6g") for v in declared], held
                    )
                    self.assertEqual([number.source, number.why], [row["note"], row["expect_note"]])

    def test_what_is_committed_is_as_expected(self):
        for row in measured.Summary().rows:
            with self.subTest(row=row):
                self.assertNotEqual(row["expect"], "misses")
                self.assertTrue(row["verdict"] != "differs" or row["reason"])


if __name__ == "__main__":
    unittest.main()
