# SPDX-License-Identifier: GPL-2.0-only
"""What ./check and ./reproduce say where something is missing: in a copy of their scripts, with programs that only
pretend."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import ROOT

TOOLS = "awk bash cat chmod cksum date df dirname env getopt git grep mkdir mktemp nproc paste rm sed sort tail tee tr uname".split()


class Scripts(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for name in ("check", "reproduce", "pyproject.toml"):
            shutil.copy(ROOT / name, self.root)
        shutil.copytree(ROOT / "scripts", self.root / "scripts")
        # So that nothing is downloaded.
        version = re.search(r'"ns3==([^"]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))[1]
        (self.root / "build" / f"ns3-wheel-{version}" / "ns3").mkdir(parents=True)
        self.bin = self.root / "bin"
        self.bin.mkdir()

    def pretend(self, name, script):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def start(self, *words, path, **variables):
        return subprocess.Popen(
            words,
            cwd=self.root,
            env=os.environ | {"PATH": path} | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run_in(self, *words, path=None, **variables):
        process = self.start(*words, path=path or f"{self.bin}:{os.environ['PATH']}", **variables)
        output, _ = process.communicate(timeout=120)
        return process.returncode, output

    def bare_path(self):
        """A machine with a shell and little else, on which nothing can be installed."""
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name))
        return str(self.bin)

    def test_of_two_calls_at_once_the_second_waits_for_what_the_first_makes(self):
        script = f"""set -euo pipefail
        source '{self.root}/scripts/common.sh'
        fill() {{ echo "$1" >>filled; sleep 1; echo data >"$1/file"; }}
        make_folder build/made fill
        cat build/made/file"""
        calls = [self.start("bash", "-c", script, path=os.environ["PATH"]) for _ in range(2)]
        for call in calls:
            output, _ = call.communicate(timeout=60)
            self.assertEqual((call.returncode, output), (0, "data\n"))
        self.assertEqual(len((self.root / "filled").read_text(encoding="utf-8").splitlines()), 1)
        self.assertEqual(list(self.root.glob("build/made.unfinished.*")), [])

    def test_nothing_run_is_not_a_pass(self):
        (self.root / "scripts" / "check-python").write_text("#!/bin/sh\necho no network\n", encoding="utf-8")
        status, output = self.run_in("./check", "--part", "python")
        self.assertEqual(status, 1, output)
        self.assertIn("python is left out: no network\n", output)
        self.assertIn("\n0 passed, 0 failed, 1 skipped\ncheck FAILED: nothing was run\n", output)

    def test_a_stage_without_what_it_needs_is_left_out(self):
        self.pretend("cmake", "echo no room; exit 1")
        status, output = self.run_in("./check", "--part", "wheel")
        self.assertEqual(status, 1, output)
        self.assertIn("wheel-tests is left out: there is nothing of wheel-build\n", output)
        self.assertRegex(output, r"wheel-build +FAILED .*, with \S+ left on the disk:\n +no room\n")
        self.assertRegex(output, r"\n0 passed, 1 failed, \d+ skipped\ncheck FAILED: wheel-build\n$")

    def test_an_interrupt_is_said(self):
        self.pretend("cmake", "sleep 60")
        process = self.start("./check", "--part", "wheel", path=f"{self.bin}:{os.environ['PATH']}")
        said = ""
        while "wheel-build" not in said:
            said += process.stdout.readline()
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn("check interrupted in wheel-build: 0 stages had passed, 0 failed\n", output)

    def test_all_that_is_missing_is_said_in_one_line(self):
        path = self.bare_path()
        for words in (["./check", "--part", "quick"], ["./reproduce", "V2"]):
            status, output = self.run_in(*words, path=path)
            self.assertEqual(status, 2, output)
            [line] = output.splitlines()
            self.assertIn(": error: please install, as root: apt-get install --no-install-recommends ", line)
            for package in ("g++", "cmake", "ninja-build", "gnuplot-nox", "parallel"):
                self.assertIn(f" {package}", line)

    def test_only_what_a_call_needs_is_asked_for(self):
        path = self.bare_path()
        for words, wanted in (
            (["--list"], "python3"),
            (["--help"], "python3"),
            (["--summarize", "results"], "python3 gnuplot-nox"),
            (["V2", "--programs", "x"], "python3 gnuplot-nox parallel"),
        ):
            _, output = self.run_in("./reproduce", *words, path=path)
            # Debian's Python is looked for beside PATH and may have these three.
            output = output.replace(" python3-pandas python3-scipy", "").replace(" python3-jinja2", "")
            self.assertTrue(output.endswith(f" --no-install-recommends {wanted}\n"), output)
        _, output = self.run_in("./reproduce", "bench-instructions", path=path)
        self.assertIn(" valgrind", output)
        _, output = self.run_in("./reproduce", "V2", path=path)
        self.assertNotIn("valgrind", output)

    def test_instructions_of_no_segment_are_refused(self):
        program = ROOT / "experiments" / "programs" / "tcp-lossy-bench-instructions"
        status, output = self.run_in(str(program), "--segments=0")
        self.assertEqual((status, output), (2, f"{program.name}: error: --segments must be at least 1\n"))

    def test_runs_of_their_own_are_refused_beside_others(self):
        path = self.bare_path()
        for words in (["--interop", "--part", "text"], ["--part=text", "--all"], ["--sanitize", "--interop"]):
            status, output = self.run_in("./check", *words, path=path)
            said = "check: error: --all, --interop and --sanitize are runs of their own\n"
            self.assertEqual((status, output), (2, said), words)

    def test_help_asks_for_nothing(self):
        status, output = self.run_in("./check", "--help", path=self.bare_path())
        self.assertEqual((status, output.split()[0]), (0, "Usage:"))


if __name__ == "__main__":
    unittest.main()
