# SPDX-License-Identifier: GPL-2.0-only
"""The example programs in Python, called as from a shell."""

import contextlib
import csv
import importlib.util
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

PROGRAM = Path(__file__).resolve().parent.parent.parent / "examples" / "python" / "lossy_path.py"


def call(*words):
    """Exit code of a call of the program, and what it says."""
    spec = importlib.util.spec_from_file_location("lossy_path", PROGRAM)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        with mock.patch.object(sys, "argv", [str(PROGRAM), *map(str, words)]):
            try:
                program.main()
            except SystemExit as end:
                return end.code, said.getvalue()
    return 0, said.getvalue()


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class LossyPathTest(unittest.TestCase):
    def test_its_rows_and_its_picture(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "new"
            code, said = call("--variants", "fack-rd", "--loss", "0.02", "--seeds", "2", "--jobs", "1", "--out", folder)
            self.assertEqual(code, 0, said)
            runs = rows_of(folder / "runs.csv")
            [row] = rows_of(folder / "throughput.csv")
            self.assertEqual((folder / "windows.png").read_bytes()[:4], b"\x89PNG")
        self.assertEqual([(run["variant"], run["loss"], run["seed"]) for run in runs],
                         [("fack-rd", "0.02", "1"), ("fack-rd", "0.02", "2")])
        given = {(run["rate"], run["delay"], run["queue"], run["duration"]) for run in runs}
        self.assertEqual(given, {("1.6Mbps", "50ms", "15", "60")})
        mean = sum(float(run["throughput"]) for run in runs) / 2
        self.assertAlmostEqual(float(row["mean"]), mean, delta=1)
        self.assertEqual((row["variant"], row["seeds"]), ("fack-rd", "2"))
        shown = [line for line in said.splitlines() if "runs" not in line][-2:]
        self.assertEqual(shown[0].split(), ["variant", "mean", "low", "high", "seeds"])
        self.assertEqual(float(shown[1].split()[1]), round(mean))
        self.assertTrue(1e5 < mean < 5e5, mean)

    def test_bounds_are_named(self):
        for words, said in (
            (["--loss", "1.5"], "--loss must lie in [0, 1], not 1.5"),
            (["--loss", "-0.1"], "--loss must lie in [0, 1], not -0.1"),
            (["--seeds", "1"], "--seeds must be at least 2, not 1"),
            (["--jobs", "0"], "--jobs must be at least 1, not 0"),
        ):
            with self.subTest(words=words):
                code, printed = call(*words)
                self.assertEqual(code, 2)
                self.assertIn(f"error: {said}\n", printed)


if __name__ == "__main__":
    unittest.main()
