# SPDX-License-Identifier: GPL-2.0-only
"""What scripts/compare-scripts makes of the verdicts, by verdicts made by hand."""

import contextlib
import importlib.machinery
import importlib.util
import io
import subprocess
import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
loader = importlib.machinery.SourceFileLoader("compare_scripts", str(SCRIPTS / "compare-scripts"))
spec = importlib.util.spec_from_loader("compare_scripts", loader)
compare = importlib.util.module_from_spec(spec)
loader.exec_module(compare)

PASSED, LEFT_OUT = ("passed", ""), ("left out", "the kernel has no Jiffy of 4ms")
FAILED = ("failed", 'line 3: "+0 > . 1:1(0)" at 0.1: nothing was sent')
REASONS = [{"socket": "Linux", "scripts": "^rfc1", "found": "nothing was sent", "kind": "policy",
            "reason": "by choice"},
           {"socket": "Linux", "scripts": ".", "found": "", "kind": "Linux differs", "reason": "RFC 2"}]


def make(stock, linux, senders=None):
    """The row of a script rfc1-a, and the numbers of the reasons that were used."""
    senders = senders or compare.comparison.SENDERS
    by_sender = {sender: {"rfc1-a": PASSED if sender in senders else FAILED}
                 for sender in compare.comparison.SENDERS}
    with contextlib.redirect_stderr(io.StringIO()):
        rows, used = compare.make_rows({"rfc1-a": PASSED}, by_sender,
                                       {"ns-3": {"rfc1-a": stock}, "Linux": {"rfc1-a": linux}}, REASONS)
    return rows[0], used


class Rows(unittest.TestCase):
    def test_what_programs_print(self):
        self.assertEqual(compare.read_rows("a.script\tpassed\t\nb.script\tfailed\tx;y\n"),
                         {"a": PASSED, "b": ("failed", "x;y")})

    def test_all_pass(self):
        row, used = make(PASSED, PASSED)
        self.assertEqual(row, {"script": "rfc1-a", "ours": "all", "ns-3": "passed", "Linux": "passed",
                               "why": ""})
        self.assertFalse(used)

    def test_senders_are_named_where_not_all_hold(self):
        self.assertEqual(make(PASSED, PASSED, ["Reno", "Rack"])[0]["ours"], "Reno Rack")

    def test_the_first_reason_that_fits(self):
        row, used = make(PASSED, FAILED)
        self.assertEqual((row["Linux"], row["why"]), ("policy", "Linux: by choice"))
        self.assertEqual(dict(used), {0: 1})
        self.assertEqual(make(PASSED, ("failed", "flags"))[0]["Linux"], "Linux differs")

    def test_a_reason_is_for_its_socket(self):
        row, used = make(FAILED, PASSED)
        self.assertEqual(row["ns-3"], "failed")
        self.assertEqual(dict(used), {None: 1})

    def test_why_it_is_left_out(self):
        row, used = make(PASSED, LEFT_OUT)
        self.assertEqual((row["Linux"], row["why"]), ("left out", "Linux: the kernel has no Jiffy of 4ms"))
        self.assertFalse(used)

    def test_counts(self):
        rows = [make(PASSED, FAILED)[0], make(PASSED, PASSED)[0]]
        self.assertEqual(compare.count(rows), [
            {"verdict": "passed", "ours": 2, "ns-3": 2, "Linux": 1},
            {"verdict": "policy", "ours": 0, "ns-3": 0, "Linux": 1}])


class Ends(unittest.TestCase):
    def test_a_program_that_is_not_there_is_said_in_one_line(self):
        said = io.StringIO()
        with self.assertRaises(SystemExit) as end, contextlib.redirect_stderr(said):
            compare.kernels.run_main(lambda: compare.run("/none/tcp-lossy-scripts"))
        self.assertEqual(end.exception.code, 1)
        self.assertRegex(said.getvalue(), r"^[^\n]*: error: .*'/none/tcp-lossy-scripts'\n$")

    def test_all_scripts_refuse_a_program_that_is_not_built(self):
        for script in ("check-interop", "compare-linux", "compare-segments", "compare-scripts", "certify"):
            with self.subTest(script=script):
                done = subprocess.run([SCRIPTS / script, "/none"], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, rf"^{script}: error: there is no program /none[^\n]*\n$")


if __name__ == "__main__":
    unittest.main()
