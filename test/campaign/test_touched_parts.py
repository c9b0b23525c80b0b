# SPDX-License-Identifier: GPL-2.0-only
"""Which parts of ./check a change has to pass."""

import importlib.machinery
import importlib.util
import re
import subprocess
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from support import ROOT

_LOADER = importlib.machinery.SourceFileLoader("touched_parts", str(ROOT / "scripts" / "touched-parts"))
_SCRIPT = importlib.util.module_from_spec(importlib.util.spec_from_loader(_LOADER.name, _LOADER))
_LOADER.exec_module(_SCRIPT)


def touched(*paths):
    return _SCRIPT.parts_of(paths)


class TouchedParts(unittest.TestCase):
    def test_a_page_needs_no_build(self):
        self.assertEqual(touched("doc/tests.rst", "CHANGES.md", "README.md"), ["site"])

    def test_a_source_of_the_core(self):
        self.assertEqual(
            touched("model/tcp/rack-recovery.cc"),
            ["site", "wheel", "page", "fuzz", "numbers", "fingerprints"],
        )

    def test_several_files_have_the_parts_of_each_in_the_order_of_check(self):
        self.assertEqual(
            touched("python/tcp_lossy/sweeps.py", "test/fuzz/a-fuzzer.cc"), ["python", "fuzz"]
        )

    def test_a_list_of_files_is_built_where_these_files_are(self):
        self.assertEqual(touched("sources.txt"), ["wheel"])

    def test_what_all_are_built_with(self):
        self.assertEqual(len(touched("cmake/standalone.cmake")), 11)

    def test_an_unknown_file_needs_all(self):
        self.assertEqual(touched("a-new-folder/file"), touched("cmake/sources.cmake"))

    def test_each_part_of_check_is_touched_by_some_file(self):
        listed = re.search(r"^PARTS=\((.*)\)$", (ROOT / "check").read_text(encoding="utf-8"), re.M)[1]
        self.assertEqual(listed.split()[:2], ["text", "quick"])
        self.assertEqual(listed.split()[2:], touched("VERSION"))

    def test_each_part_has_the_newest_commit_at_which_it_passed(self):
        commits = _SCRIPT.git("rev-list", "--max-count=3", "HEAD")
        if len(commits) < 3:
            self.skipTest("a clone without history")
        newest, middle, oldest = commits
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(
            _SCRIPT, "CHECKED", Path(folder) / "checked"
        ):
            _SCRIPT.CHECKED.write_text(f"{middle} tree wheel\n{oldest}\n{newest} tree\n0000000 fuzz\n")
            bases = _SCRIPT.find_bases()
        self.assertEqual([bases[part] for part in ("tree", "wheel", "fuzz")], [newest, middle, oldest])
        self.assertEqual(sorted(bases), sorted(_SCRIPT.ALL))

    def test_each_file_is_in_the_table(self):
        tracked = subprocess.run(
            ["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        patterns = [pattern for pattern, _ in _SCRIPT.TABLE]
        unknown = [path for path in tracked if not any(re.match(p, path) for p in patterns)]
        self.assertEqual(unknown, [])


if __name__ == "__main__":
    unittest.main()
