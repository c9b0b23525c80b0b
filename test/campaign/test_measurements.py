# SPDX-License-Identifier: GPL-2.0-only
"""Tables of what scripts measured, by rows written by hand, and the committed ones."""

import csv
import subprocess
import sys
import unittest

from support import ROOT, scratch

sys.path.insert(0, str(ROOT / "scripts"))

import measurements

VALIDATION = ROOT / "doc" / "validation"
TABLES = ("equivalence-before", "interop", "linux", "mutants", "once", "speed-front", "torture")


class Record(unittest.TestCase):
    def setUp(self):
        self.table = scratch(self) / "table.csv"

    def record(self, rows, day):
        rows = [dict(zip(("tests", "area", "caught"), row)) for row in rows]
        measurements.record(self.table, rows, ["tests"], ("abc1234", day))

    def test_rows_of_the_same_keys_are_replaced_and_others_kept(self):
        self.record([("named", "helper", 1), ("named", "model", 2)], "2026-11-22")
        self.record([("all", "helper", 3)], "2026-11-23")
        self.record([("named", "all", 4)], "2026-11-24")
        self.assertEqual(
            self.table.read_text(encoding="utf-8"),
            "tests,area,caught,commit,date\n"
            "all,helper,3,abc1234,2026-11-23\n"
            "named,all,4,abc1234,2026-11-24\n",
        )

    def test_numbers_and_their_text_are_the_same_key(self):
        for cases in (10, "10"):
            row = {"cases": cases, "passed": 9}
            measurements.record(self.table, [row], ["cases"], ("abc1234", "2026-11-22"))
        self.assertEqual(len(self.table.read_text(encoding="utf-8").splitlines()), 2)

    def test_other_columns_are_refused(self):
        self.record([("named", "helper", 1)], "2026-11-22")
        with self.assertRaisesRegex(
            ValueError, "has the columns tests, .*, not cases, commit, date"
        ):
            measurements.record(self.table, [{"cases": 1}], ["cases"], ("abc1234", "2026-11-22"))

    def test_a_call_without_a_row_says_what_is_needed(self):
        for words in ([], ["t.csv", "first", "seeds=1"], ["t.csv", "first", "first"]):
            done = subprocess.run(
                [sys.executable, "-B", ROOT / "scripts" / "measurements.py", *words],
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), words)
            self.assertIn("needs TABLE KEY NAME=VALUE", done.stderr)


class Committed(unittest.TestCase):
    def test_each_row_has_a_commit_and_a_day(self):
        for path in (VALIDATION / f"{name}.csv" for name in TABLES):
            with open(path, encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    with self.subTest(table=path.name, row=row):
                        self.assertRegex(row["commit"], r"^[0-9a-f]{7}$")
                        self.assertRegex(row["date"], r"^20\d\d-\d\d-\d\d$")

    def test_the_areas_of_the_planted_faults_add_up(self):
        with open(VALIDATION / "mutants.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for tests in {row["tests"] for row in rows}:
            for name in ("planted", "caught", "equivalent", "survived"):
                numbers = {r["area"]: int(r[name]) for r in rows if r["tests"] == tests}
                total = numbers.pop("all")
                self.assertEqual(sum(numbers.values()), total, (tests, name))


if __name__ == "__main__":
    unittest.main()
