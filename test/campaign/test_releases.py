# SPDX-License-Identifier: GPL-2.0-only
"""scripts/compare-releases, on results written by hand."""

import csv
import subprocess
import sys
import unittest

from support import ROOT, scratch

from campaign.tables import SUMMARY_HEADER

EXPERIMENTS = "F2 F3 F4 F5 F6 F7 F8 C0 C1 B1 V2 V4 D5".split()


def table(path):
    """All rows of a table."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


class CompareReleases(unittest.TestCase):
    def setUp(self):
        self.scratch = scratch(self)

    def results(self, release, *more, sources="0123", experiments=EXPERIMENTS):
        """A finished folder: of each experiment a number that is 1 everywhere, and some more."""
        folder = self.scratch / f"on {release} {sources}"
        (folder / "F2").mkdir(parents=True)
        text = f"# experiment: F2\n# ns-3: {release}\n# sources: {sources}\nmean\n1\n"
        (folder / "F2" / "drops-reno.csv").write_text(text, encoding="utf-8")
        (folder / "campaign.json").write_text("{}", encoding="utf-8")
        same = {"quantity": "drops", "variant": "reno", "x": "q=17", "mean": "1", "seeds": "1"}
        with open(folder / "summary.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, SUMMARY_HEADER, restval="")
            writer.writeheader()
            for name in experiments:
                writer.writerow(same | {"id": name})
                writer.writerows(same | row for row in more if row["id"] == name)
        return folder

    def compare(self, *folders):
        """Returns status and messages; the tables are in self.scratch."""
        done = subprocess.run(
            [
                sys.executable,
                "-B",
                ROOT / "scripts" / "compare-releases",
                "--to",
                self.scratch,
                *folders,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr

    def refuses(self, said, *folders):
        status, message = self.compare(*folders)
        self.assertEqual(status, 2, message)
        self.assertRegex(message, said)
        self.assertEqual(len(message.splitlines()), 1)

    def test_side_by_side_by_age(self):
        def stock(mean):
            named = {"id": "V2", "variant": "sack+stock", "x": "double"}
            return named | {"paper": "22", "expect_low": "16", "mean": mean}

        only = {"id": "F4", "variant": "ns3-fack"}
        status, message = self.compare(
            self.results("3-dev", stock("20"), only),
            self.results("3.37", stock("25")),
            self.results("3.9", stock("20")),
        )
        self.assertEqual((status, message), (0, ""))
        self.assertEqual(
            table(self.scratch / "releases-numbers.csv"),
            [
                ["Experiment", "Number", "Paper", "3.9", "3.37", "3-dev", "Differ by"],
                ["V2", "drops sack+stock double", "22", "20", "25", "20", "0.2"],
            ],
        )
        counts = {row[0]: row[1:] for row in table(self.scratch / "releases-rows.csv")}
        self.assertEqual(counts["V2"], ["2", "1", "0.2", "sack+stock", ""])
        self.assertEqual(counts["F4"], ["2", "0", "0", "", "ns3-fack"])
        self.assertEqual(list(counts)[1:], EXPERIMENTS)

    def test_a_sign_that_turns_is_the_whole_of_the_number(self):
        down, up = (
            {"id": "V4", "variant": "a-b", "expect_low": "-9", "mean": m} for m in ("-1", "1")
        )
        self.compare(self.results("3.37", down), self.results("3.44", up))
        self.assertEqual(table(self.scratch / "releases-numbers.csv")[1][-1], "2")

    def test_what_cannot_be_compared_is_refused(self):
        here = self.results("3.44")
        self.refuses("no folder", here, self.scratch / "nowhere")
        self.refuses(
            "two of the folders are of ns-3 3.44", here, self.results("3.44", sources="4567")
        )
        self.refuses("different sources", here, self.results("3.37", sources="4567"))
        self.refuses("has no D5", here, self.results("3.48", experiments=EXPERIMENTS[:-1]))
        twice = {"id": "D5", "variant": "venodr", "seeds": "2"}
        once = {"id": "D5", "variant": "venodr"}
        self.refuses(
            "D5 drops venodr q=17 has other seeds",
            self.results("3.35", twice),
            self.results("3.36", once),
        )
        (here / "summary.csv").unlink()
        self.refuses("has no summary.csv", here)
        self.assertEqual(list(self.scratch.glob("releases-*")), [])


class Committed(unittest.TestCase):
    def test_what_moves_is_the_stock_socket(self):
        rows = table(ROOT / "doc" / "validation" / "releases-rows.csv")
        self.assertEqual([row[0] for row in rows[1:]], sorted(EXPERIMENTS, key=EXPERIMENTS.index))
        moved = [name for row in rows[1:] for name in row[4].split(", ") if name]
        self.assertEqual([name for name in moved if "+stock" not in name], [])


if __name__ == "__main__":
    unittest.main()
