# SPDX-License-Identifier: GPL-2.0-only
"""Tables by the pandas that runs the tests, Debian's mostly, and by the newest that pip has."""

import subprocess
import sys
import unittest
from pathlib import Path

from support import scratch

HERE = Path(__file__).resolve().parent


def run(python, *words):
    """What a program of this folder prints; warnings of what pandas is going to drop are errors."""
    dropped = [f"-Werror::{kind}" for kind in ("DeprecationWarning", "FutureWarning")]
    return subprocess.run(
        [python, "-B", *dropped, *words], cwd=HERE, capture_output=True, text=True, check=False
    )


class Newest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch(cls.addClassCleanup)
        cls.python = cls.folder / "bin" / "python"
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
        for command in (
            [sys.executable, "-m", "venv", cls.folder],
            [cls.python, *pip, "pandas"],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                said = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
                raise unittest.SkipTest(f"there is no newer pandas to be had: {said[-1]}")

    def version(self, python):
        done = run(python, "-c", "import pandas; print(pandas.__version__)")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_all_tables_of_all_experiments_are_the_same(self):
        printed = {}
        for python in (sys.executable, self.python):
            done = run(python, "tables_of_experiments.py")
            self.assertEqual(done.returncode, 0, f"pandas {self.version(python)}: {done.stderr}")
            printed[python] = done.stdout
        self.assertGreater(len(printed[sys.executable].splitlines()), 1000)
        self.assertEqual(printed[self.python], printed[sys.executable])

    def test_all_values_of_all_seeds_are_as_they_must_be(self):
        done = run(self.python, "-m", "unittest", "test_units.Frames")
        self.assertEqual(done.returncode, 0, f"pandas {self.version(self.python)}: {done.stderr}")


if __name__ == "__main__":
    unittest.main()
