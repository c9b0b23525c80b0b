# SPDX-License-Identifier: GPL-2.0-only
"""The README's lines of Python, and those of the guide, do what is said there."""

import contextlib
import io
import re
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def run(code):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "document", "exec"), {})
    return printed.getvalue()


class ReadmeTest(unittest.TestCase):
    def test_lines_print_a_throughput(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        self.assertEqual(len(blocks), 1)
        shown = re.search(r"with ns-3\.44 it prints `([^`]*)`", text)[1]
        self.assertEqual(run(blocks[0]), shown + "\n")

    def test_guide(self):
        text = (ROOT / "doc" / "tcp-lossy.rst").read_text(encoding="utf-8")
        blocks = re.findall(r"^\.\. code-block:: python\n\n((?:    .*\n|\n)+)", text, re.MULTILINE)
        self.assertGreater(len(blocks), 0)
        for block in blocks:
            self.assertNotEqual(run(textwrap.dedent(block)), "")


if __name__ == "__main__":
    unittest.main()
