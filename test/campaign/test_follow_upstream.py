# SPDX-License-Identifier: GPL-2.0-only
"""scripts/follow-upstream, on programs that only print."""

import argparse
import contextlib
import importlib.machinery
import importlib.util
import io
import subprocess
import sys
import unittest
from unittest import mock

from support import ROOT, scratch

SCRIPT = ROOT / "scripts" / "follow-upstream"


def load():
    """The script as a module."""
    loader = importlib.machinery.SourceFileLoader("follow_upstream", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    with mock.patch.object(sys, "dont_write_bytecode", True):
        loader.exec_module(module)
    return module


class FollowUpstream(unittest.TestCase):
    def setUp(self):
        self.scratch = scratch(self)
        self.script = load()

    def program(self, name, text, code=0):
        """A program that prints a text whatever it is asked for."""
        path = self.scratch / name
        path.write_text(f"#!/bin/sh\ncat <<'END'\n{text}END\nexit {code}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def test_names_the_first_entry_that_differs(self):
        self.assertEqual(self.script.compare(["a", "b"], ["a", "b"]), "")
        self.assertEqual(self.script.compare(["a", "b", "c"], ["a", "x", "y"]), "entry 1 of 3\n  old: b\n  new: x")

    def test_names_an_entry_that_one_side_lacks(self):
        self.assertEqual(self.script.compare(["a", "b"], ["a"]), "entry 1 of 2, which only old has\n  old: b")
        self.assertEqual(self.script.compare(["a"], ["a", "b"]), "entry 1 of 1, which only new has\n  new: b")

    def test_reads_what_a_program_prints(self):
        self.assertEqual(self.script.record(self.program("plain", "a\nb\n"), 1), ["a", "b"])
        self.assertIsNone(self.script.record(self.program("without", "left out\n", 77), 1))

    def test_leaves_out_what_ns3_prints_when_it_fails(self):
        printed = "a\nstock: crashes\nassert failed. file=/tmp/old/tcp-socket-base.cc\n"
        self.assertEqual(self.script.record(self.program("failing", printed, 3), 1), ["a", "stock: crashes"])

    def test_counts_by_control(self):
        old = self.program("old", "a\nb\nns3::TcpL4Protocol::SocketType=ns3::TcpBbr\n")
        new = self.program("new", "a\nc\nns3::TcpL4Protocol::SocketType=ns3::TcpBbr\n")
        arguments = argparse.Namespace(first=3, count=2, jobs=2)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertTrue(self.script.compare_seeds(arguments, [old, new]))
            self.assertFalse(self.script.compare_seeds(arguments, [old, old]))
        lines = printed.getvalue().splitlines()
        self.assertEqual(lines[:3], ["seed 3, TcpBbr: entry 1 of 3", "  old: b", "  new: c"])
        self.assertEqual(lines[6:], ["0 same, 2 different, 0 left out", "different: 2 of TcpBbr", "2 same, 0 different, 0 left out"])

    def test_refuses_a_program_that_fails_itself(self):
        with self.assertRaisesRegex(self.script.Refusal, "ends with 2"):
            self.script.record(self.program("broken", "", 2), 1)

    def test_refuses_what_is_neither_folder_nor_commit(self):
        subprocess.run(["git", "init", "--quiet", str(self.scratch / "repo")], check=True)
        for options, said in (([], "include/ns3/tcp-socket-base.h"),
                              (["--git", str(self.scratch / "repo")], "neither a folder with ns-3 nor a commit")):
            done = subprocess.run([SCRIPT, "none", "none", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
