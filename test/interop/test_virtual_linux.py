# SPDX-License-Identifier: GPL-2.0-only
"""The kernel in virtual time. Most of this needs it built: scripts/virtual-linux build."""

import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import kernels
from matrix import all_cases

SCRIPTS = kernels.SCRIPT.parent
FOUND, ANSWER = kernels.find_virtual()
# Built from test/interop.
PROGRAM = os.environ.get("TCP_LOSSY_INTEROP")
# Losses, reordering, copies, bit errors, and both ends send.
CASE = "all 2% Fack"


def call(*words, **options):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False, **options)


class Unbuilt(unittest.TestCase):
    """It says what is missing, in one sentence."""

    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            self.empty = {**os.environ, "XDG_CACHE_HOME": folder}

    def test_run(self):
        done = call(kernels.SCRIPT, "run", "true", env=self.empty)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "virtual-linux: error: the virtual kernel is not built: "
                                      "scripts/virtual-linux build\n")

    def test_state(self):
        done = call(kernels.SCRIPT, "state", env=self.empty)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("/", done.stdout)

    def test_no_command(self):
        self.assertIn("run what?", call(kernels.SCRIPT, "run").stderr)


@unittest.skipUnless(FOUND, f"the virtual kernel: {ANSWER}")
class Built(unittest.TestCase):
    def run_inside(self, *words, **options):
        return call(kernels.SCRIPT, "run", *words, **options)

    def test_output_and_code_come_back(self):
        done = self.run_inside("sh", "-c", "echo out; echo error >&2; exit 7")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("out\n", "error\n", 7))

    def test_a_signal_is_a_code(self):
        self.assertEqual(self.run_inside("sh", "-c", "kill -9 $$").returncode, 128 + 9)

    def test_folder_and_environment_are_the_callers(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_inside("sh", "-c", 'pwd; echo "$WORD" >word', cwd=folder,
                                   env={**os.environ, "WORD": "two  words"})
            self.assertEqual(done.stdout.strip(), folder)
            self.assertEqual((Path(folder) / "word").read_text(), "two  words\n")

    def test_no_such_command(self):
        done = self.run_inside("/no/such/command")
        self.assertEqual((done.returncode, done.stderr),
                         (127, "/no/such/command: No such file or directory\n"))

    def test_an_hour_passes_at_once(self):
        start = time.monotonic()
        done = self.run_inside("sh", "-c", "date +%s; sleep 3600; date +%s")
        before, after = (int(line) for line in done.stdout.split())
        self.assertEqual(after - before, 3600)
        self.assertLess(time.monotonic() - start, 60)

    def test_computing_takes_no_time(self):
        program = ("import time; begin = time.monotonic(); sum(range(10**7)); "
                   "print(time.monotonic() - begin)")
        self.assertLess(float(self.run_inside(sys.executable, "-c", program).stdout), 0.001)

    def test_random_numbers_are_the_same_each_time(self):
        words = [sys.executable, "-c", "import os; print(os.urandom(16).hex())"]
        self.assertEqual(self.run_inside(*words).stdout, self.run_inside(*words).stdout)

    def test_ended_from_outside(self):
        with tempfile.TemporaryDirectory() as folder:
            running = subprocess.Popen([kernels.SCRIPT, "run", "sh", "-c", "echo begun; while :; do :; done"],
                                       stdout=subprocess.PIPE, text=True,
                                       env={**os.environ, "TMPDIR": folder})
            with running:
                self.assertEqual(running.stdout.readline(), "begun\n")
                running.terminate()
                self.assertEqual(running.wait(30), 128 + signal.SIGTERM)
            self.assertEqual([file.name for file in Path(folder).iterdir() if file.is_dir()], [])

    @unittest.skipUnless(PROGRAM, "TCP_LOSSY_INTEROP is not set")
    def test_a_connection_is_the_same_octet_by_octet(self):
        self.assertIn(CASE, [case.name for case in all_cases()])
        digests = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                done = call(SCRIPTS / "check-interop", PROGRAM, "--kernel", "virtual", "--only",
                            f"^{CASE}$", "--keep", folder)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                captures = sorted(Path(folder).glob("*/*.pcap"))
                self.assertEqual([file.name for file in captures], ["socket.pcap", "tun.pcap"])
                digests.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in captures])
        self.assertEqual(*digests)

    @unittest.skipUnless(PROGRAM, "TCP_LOSSY_INTEROP is not set")
    def test_goodput_does_not_depend_on_what_came_before(self):
        """Random numbers were drawn, hashes and the environment are others, time has passed."""
        order = {"program": PROGRAM, "seconds": 2, "options": {"loss": 0.02}}
        command = shlex.join([sys.executable, str(kernels.HERE / "goodput.py"), json.dumps(order)])
        found = [self.run_inside("sh", "-c", f"{before}; exec {command}",
                                 env={**os.environ, "PYTHONHASHSEED": seed})
                 for seed, before in (("1", ":"),
                                      ("22", "head -c 1000 /dev/urandom >/dev/null; sleep 7.0123"))]
        self.assertEqual(found[0].returncode, 0, found[0].stderr)
        self.assertGreater(json.loads(found[0].stdout)["octets"], 100_000)
        self.assertEqual(found[0].stdout, found[1].stdout)


if __name__ == "__main__":
    unittest.main()
