# SPDX-License-Identifier: GPL-2.0-only
"""Calls of ./reproduce in this process, of programs that are scripts: nothing is built, and all ends in seconds."""

import contextlib
import functools
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from support import EXPERIMENTS, HEADER, scratch, short_files
from campaign import arguments, campaign, engine, hosts, incoming, stamp
from campaign.errors import CampaignError, Refusal, Unwritable, refuse_full_disk, unwritable_as_error
from campaign.planning import Plan, Possibility
from campaign.programs import Programs
from campaign.progress import Progress, Steps
from campaign.runs import Run
from campaign.stamp import Build, Stamp
from campaign.store import Store
from campaign.variants import Registry

REGISTRY = Registry(EXPERIMENTS / "variants.csv")
BUILD = Build("abc", "def")
# Prints its gain times its seed; what is in the file "also" happens before.
MILL = """#!/bin/sh
for option; do case $option in --RngRun=*) seed=${option#*=};; --gain=*) gain=${option#*=};; esac; done
%s
. '%s'
echo quantity,variant,unit,value
echo "yield,sack,kg,$((gain * seed))"
"""
STUDY = """
from campaign.declare import axis, narrow, number, sweep, variant
title, paper, see, unstated = "Mine", "mine", "it", "nothing"
program, seeds = "mill", (2, 4)
runs = [sweep(axis("g", "2 3", gain="{}"), variant("sack"))]
numbers = [number("yield", "sack", "g=3", expect=(None, 30))]
"""
BY_NAME = STUDY.replace("title, paper", "by_default, title, paper").replace('"Mine"', 'False, "Yours"')


def executable(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class Calls(unittest.TestCase):
    """A study of one's own with a program of one's own; a blank is in all names."""

    # What the program says of itself.
    head = ""

    def setUp(self):
        self.folder = scratch(self)
        self.out, self.lab, self.bin = (self.folder / name for name in ("the out", "the lab", "the bin"))
        self.lab.mkdir()
        shutil.copy(REGISTRY.path, self.lab)
        self.also = self.folder / "also"
        self.also.write_text("")
        self.write()
        self.declare("one", STUDY)
        self.prepare = self.folder / "prepare"
        self.prepared = self.folder / "prepared"
        self.build(f"echo '{self.bin}'")
        self.progress = io.StringIO()
        for thing, name, value in (
            (engine, "_POLL", 0.02),
            (campaign, "_PREPARE", self.prepare),
            (campaign, "Progress", functools.partial(Progress, stream=self.progress)),
            (stamp, "_MEMORY", self.folder / "digests"),
            (stamp, "hash_sources", lambda: "abc"),
        ):
            patch = mock.patch.object(thing, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def write(self):
        executable(self.bin / "mill", MILL % (self.head, self.also))

    def build(self, script):
        executable(self.prepare, f"#!/bin/sh\necho \"$@\" >>'{self.prepared}'\n{script}\n")

    def declare(self, name, text):
        (self.lab / f"{name}.py").write_text(text)
        (self.lab / f"{name}.gp").write_text("plot 30\n")

    def call(self, *words, own=True):
        """Status, lines of stdout, and stderr; without figures."""
        given = ["--out", self.out, "--experiments", self.lab, "--jobs", 2]
        words = [*given, *["--programs", self.bin] * own, *words]
        said, printed = io.StringIO(), io.StringIO()
        with (
            contextlib.redirect_stderr(said),
            contextlib.redirect_stdout(printed),
            mock.patch("campaign.figures.draw"),
        ):
            status = campaign.main([str(word) for word in words])
        return status, printed.getvalue().splitlines(), said.getvalue()

    def succeeds(self, *words, **options):
        status, printed, said = self.call(*words, **options)
        self.assertEqual(status, 0, said)
        return said, printed

    def fails(self, wanted, pattern, *words, **options):
        status, _, said = self.call(*words, **options)
        self.assertEqual(status, wanted, said)
        self.assertRegex(said, pattern)
        return said

    def values(self):
        lines = (self.out / "samples.csv").read_text().splitlines()[1:]
        return [tuple(line.split(",")[i] for i in (2, 3, 6)) for line in lines]


class Kept(Calls):
    def test_what_is_there_is_not_run_again(self):
        said, _ = self.succeeds("one")
        self.assertFalse(self.prepared.exists())
        self.assertRegex(said, r"^programs: own programs \(\w{12}\) on ns-3 unknown \(libraries \w{12}\)\n")
        self.assertIn("\n4 runs wanted, 0 are there, 4 to do, 2 at once\n", said)
        self.assertRegex(said, r"\n4 runs in \d+ s, \d+ s of this machine's CPU time\n")
        self.assertTrue(said.endswith(
            "\nAs in the papers: there is no published number to compare with.\n"
            "As expected: 1 of 1 ranges that we expect are kept.\n"), said)  # fmt: skip
        self.assertEqual(self.progress.getvalue(), "one: 4 runs have ended; 4 of 4 in all (100 %)\n")
        wanted = [("g=2", "1", "2.0"), ("g=2", "2", "4.0"), ("g=3", "1", "3.0"), ("g=3", "2", "6.0")]
        self.assertEqual(self.values(), wanted)
        self.assertEqual(list((self.out / "incoming").glob("*/*")), [])
        said, _ = self.succeeds("one", "--seeds", 3)
        self.assertIn("\n6 runs wanted, 4 are there, 2 to do, 2 at once\n", said)
        self.assertEqual(len(self.values()), 6)
        said, _ = self.succeeds("one", "--full")
        self.assertIn("8 runs wanted, 6 are there, 2 to do", said)
        said, _ = self.succeeds()
        self.assertIn("4 runs wanted, 4 are there, 0 to do", said)
        self.assertNotIn("CPU time", said)
        self.assertEqual(len(self.values()), 8)
        self.assertIn(f"--out &#39;{self.out}&#39; --experiments", (self.out / "report.html").read_text())

    def test_a_range_that_is_missed_ends_the_call_with_one(self):
        self.declare("one", STUDY.replace("(None, 30)", "(None, 3)"))
        said = self.fails(1, "not as expected: one yield sack g=3: 4.5 .* is not in at most 3\n", "one", "--seeds", 2)
        self.assertIn("\nNot as expected: 1 number; 0 of 1 ranges that we expect are kept.\n", said)

    def test_a_rule_may_want_more_seeds_once_it_has_seen_some(self):
        study = STUDY.replace("(2, 4)", "(30, 30)").replace("(None, 30)", "(None, 60)")
        self.declare("one", study + "random = True\n"
                     "stop = narrow('yield', 'sack', 'g=2', within=10, first=10, step=5)\n")  # fmt: skip
        # Half of the interval of 2, 4, ..., 2 n: 4.33 with 10 seeds, 6.08 with 25.
        said, _ = self.succeeds("one")
        self.assertEqual(re.findall(r"(\d+) runs wanted, (\d+)", said), [("20", "0")])
        self.assertIn("; seeds end when half of the interval of yield sack g=2 is at most 10, which is looked at after "
                      "10 seeds and each 5 more)", (self.out / "report.html").read_text())  # fmt: skip
        self.declare("one", (self.lab / "one.py").read_text().replace("within=10", "within=5.5").replace("first=10",
                     "first=25"))  # fmt: skip
        said, _ = self.succeeds("one")
        self.assertEqual(re.findall(r"(\d+) runs wanted, (\d+)", said), [("50", "20"), ("60", "50")])

    def test_experiments_that_are_asked_for_in_any_order_are_all_summed_up(self):
        self.declare("two", BY_NAME.replace("2 3", "3 4"))
        self.succeeds("two")
        self.assertIn("two,", (self.out / "summary.csv").read_text())
        said, _ = self.succeeds()
        # What both want is there already.
        self.assertIn("4 runs wanted, 2 are there, 2 to do", said)
        self.assertIn("\nAs expected: 2 of 2 ranges that we expect are kept.\n", said)
        _, listed = self.succeeds("--list")
        self.assertEqual(listed, ["one           Mine", "two           Yours"])

    def test_what_this_ns3_lacks_is_left_out(self):
        self.declare("two", STUDY + "needs = ('mill --gain=1', 'mill --gain=7')\n")
        self.also.write_text("[ $gain != 7 ] || exit 1\n")
        said, _ = self.succeeds("one", "two")
        self.assertIn("\nleaving out two: this ns-3 lacks what it needs\n", said)
        self.assertIn('"experiments": ["one"]', (self.out / "campaign.json").read_text())
        self.fails(1, "error: nothing is left to run\n", "two")

    def test_a_summary_is_judged_anew_without_a_run(self):
        self.succeeds("one")
        summary = self.out / "summary.csv"
        before = summary.read_text()
        self.prepared.write_text("")
        self.assertEqual(self.succeeds("--judge", summary), ("", []))
        self.assertEqual(summary.read_text(), before)
        self.declare("one", STUDY.replace("(None, 30)", "(None, 3)"))
        # Half of the interval of 3 and 6: 12.7062 * 1.5.
        missed = r"^not as expected: one yield sack g=3: 4.5 \[-14.56, 23.56\] is not in"
        said = self.fails(1, missed, "--judge", summary)
        self.assertEqual(len(said.splitlines()), 1)
        self.assertIn(",misses,", summary.read_text())
        self.declare("one", STUDY.replace("g=3", "g=4"))
        self.fails(1, "has no row 'one yield sack g=4', and lacks 1 in all$", "--judge", summary)
        (self.lab / "one.py").rename(self.lab / "two.py")
        self.fails(2, "summary.csv: there is no experiment one$", "--judge", summary)
        summary.write_text("id,mean\none,1\n")
        self.fails(2, "summary.csv is no summary of a campaign$", "--judge", summary)
        self.fails(2, "cannot read .*none.csv: No such file", "--judge", self.folder / "none.csv")
        self.assertEqual(self.prepared.read_text(), "")

    def test_a_file_that_cannot_be_written_anew_is_what_it_was(self):
        self.succeeds("one")
        self.declare("one", STUDY.replace("(None, 30)", "(None, 3)"))
        files = sorted(self.out.rglob("*"))
        summary, page = self.out / "summary.csv", self.out / "report.html"
        for path, octets, words in ((summary, 100, ["--judge", summary]), (page, 20000, ["--summarize", self.out])):
            before = path.read_bytes()
            with self.subTest(path=path.name), short_files(octets):
                said = self.fails(1, f"error: cannot write to {path}: File too large; ", *words)
                self.assertEqual((len(said.splitlines()), path.read_bytes()), (1, before))
            self.assertEqual(sorted(self.out.rglob("*")), files)

    def test_a_summary_that_was_cut_off_is_not_judged(self):
        self.succeeds("one")
        summary = self.out / "summary.csv"
        whole = summary.read_text()
        octets = summary.read_bytes()
        for cut in (whole[:-9], whole.replace(",3,", ",,"), whole.replace(",4.5,", ",x,"), whole + "one\n"):
            summary.write_text(cut)
            self.assertNotEqual(cut, whole)
            said = self.fails(2, "summary.csv is damaged: row [234] has not a cell for each column", "--judge", summary)
            self.assertEqual((len(said.splitlines()), summary.read_text()), (1, cut))
        for other in (b"\xff" + octets, b"id,\0"):
            summary.write_bytes(other)
            self.fails(2, "summary.csv is no summary of a campaign$", "--judge", summary)


def compile_cxx(to, text, *options):
    """With the compiler that the campaign itself needs."""
    command = ["g++", "-o", to, "-x", "c++", "-", "-x", "none", *options]
    subprocess.run(command, input=text, text=True, check=True)


class Loaded(Calls):
    """A compiled program, and a library that it loads, neither of them ns-3's."""

    def write(self):
        self.bin.mkdir()
        self.library(3)
        self.link(self.folder / "libgain.so")

    def link(self, library):
        # It is the library that says how much the mill yields.
        main = r"""#include <cstdio>
        int gain();
        int main() { std::printf("quantity,variant,unit,value\nyield,sack,kg,%d\n", gain()); }"""
        compile_cxx(self.bin / "mill", main, library, "-Wl,-rpath," + str(self.folder))

    def library(self, constant):
        text = f"int gain() {{ return {constant}; }}"
        compile_cxx(self.folder / "libgain.so", text, "-shared", "-fPIC")

    def test_programs_of_ns3_are_not_those_of_the_lean_engine(self):
        core = self.folder / "libns3.44-core-default.so"
        shutil.copy(self.folder / "libgain.so", core)
        self.link(core)
        said = self.fails(2, "/mill runs in ns-3 3.44, not in the lean engine\n$", "one", "--engine", "lean")
        self.assertEqual(len(said.splitlines()), 1)
        self.succeeds("one")

    def test_a_library_that_was_built_again_with_another_constant_sets_runs_aside(self):
        self.succeeds("one")
        self.assertEqual({value[2] for value in self.values()}, {"3.0"})
        self.library(7)
        said, _ = self.succeeds("one")
        self.assertIn("4 runs wanted, 0 are there, 4 to do", said)
        self.assertRegex(said, r"\nKept aside, not in this report: 4 runs of own programs \(")
        self.assertEqual({value[2] for value in self.values()}, {"7.0"})
        self.library(3)
        said, _ = self.succeeds("one")
        self.assertIn("4 runs wanted, 4 are there, 0 to do", said)
        self.assertEqual({value[2] for value in self.values()}, {"3.0"})


class TwoPrograms(Calls):
    """Two programs, each with runs of its own."""

    def setUp(self):
        super().setUp()
        executable(self.bin / "kiln", MILL % ("", self.also))
        study = STUDY.replace('"mill"', '"kiln"').replace("2 3", "3 4")
        self.declare("two", study.replace("(None, 30)", "(None, 60)"))

    def test_a_further_program_or_another_one_refuses_no_run(self):
        self.succeeds("one", "two")
        executable(self.bin / "stranger", "#!/bin/sh\n")
        said, _ = self.succeeds("one", "two")
        self.assertRegex(said, r"^programs: own programs \(\w+\) on .*: mill\nprograms: own programs .*: kiln\n")
        self.assertIn("8 runs wanted, 8 are there", said)
        executable(self.bin / "kiln", MILL % ("gain=$((gain + 1))", self.also))
        said, _ = self.succeeds("one", "two")
        self.assertIn("8 runs wanted, 4 are there, 4 to do", said)
        self.assertIn("two: table and figure of other sources are in", said)
        self.assertNotIn("one: table", said)
        self.assertEqual([v[2] for v in self.values()], ["2.0", "4.0", "3.0", "6.0", "4.0", "8.0", "5.0", "10.0"])

    def test_of_a_program_that_is_gone_nothing_is_reported(self):
        self.succeeds("one", "two")
        (self.bin / "kiln").unlink()
        said, _ = self.succeeds("one")
        self.assertIn("Kept aside, not in this report: 4 runs of own programs", said)
        self.assertEqual(len(self.values()), 4)

    def test_why_all_runs_of_an_experiment_failed_is_in_the_report_of_the_others(self):
        executable(self.bin / "kiln", "#!/bin/sh\necho no clay >&2; exit 3\n")
        said = self.fails(1, "\n4 runs failed: see ", "one", "two")
        self.progress.truncate(0)
        for line in (
            "two is not in this report: none of its runs is there.",
            "two failed: kiln --gain=3 --RngRun=1 (exit 3): no clay.",
        ):
            self.assertIn(f"\n{line}\n", said)
            self.assertIn(f'<p class="note">{line}</p>', (self.out / "report.html").read_text())
        # Of another program nobody knows why it would fail.
        executable(self.bin / "kiln", "#!/bin/sh\nexit 0\n")
        said, _ = self.succeeds("one")
        self.assertNotIn("no clay", said)


class Alone(Calls):
    """--summarize has nothing but the folder."""

    def summarize(self, wanted=0):
        shutil.rmtree(self.bin)
        status, _, said = self.call("--summarize", self.out, own=False)
        self.assertEqual(status, wanted, said)
        self.assertFalse(self.prepared.exists())
        return said

    def test_a_summary_needs_no_program(self):
        self.declare("two", STUDY.replace('variant("sack")', '[variant("sack"), variant("rare", gain=9)]'))
        path = self.lab / "variants.csv"
        path.write_text(path.read_text() + "rare,#123456,3,mill --gain=9,\n")
        self.also.write_text("[ $gain != 9 ] || exit 1\n")
        self.succeeds("two")
        before, _ = self.succeeds("one")
        numbers = self.values()
        (self.out / "summary.csv").unlink()
        said = self.summarize()
        self.assertEqual(self.values(), numbers)
        # What this ns-3 was found to lack is not missed.
        self.assertIn("\nAs expected: 2 of 2 ranges", said)
        self.assertTrue(before.endswith(said), said)

    def test_of_several_builds_that_of_the_last_call_is_summed_up(self):
        self.succeeds("one")
        first = self.values()
        kept = (self.bin / "mill").read_text()
        executable(self.bin / "mill", kept.replace("gain * seed", "gain + seed"))
        self.succeeds("one")
        self.assertNotEqual(self.values(), first)
        executable(self.bin / "mill", kept)
        self.succeeds("one")
        self.assertIn("Kept aside, not in this report: 4 runs", self.summarize())
        self.assertEqual(self.values(), first)


@contextlib.contextmanager
def as_nobody(folder):
    """For root, who may do all, what others may."""
    if os.getuid() != 0:
        yield
        return
    nobody = 65534
    for path in (folder, *folder.rglob("*")):
        os.chown(path, nobody, nobody)
    os.setresuid(nobody, nobody, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


class Forbidden(Calls):
    def test_a_folder_that_may_not_be_used_is_one_sentence(self):
        locked, sealed, bare = (self.folder / name for name in ("locked", "sealed", "bare"))
        bare.mkdir()
        for path in (locked, sealed):
            (path / "in").mkdir(parents=True)
            (path / "in" / "mill").write_text("")
        self.addCleanup(locked.chmod, 0o700)
        self.addCleanup(sealed.chmod, 0o700)
        with as_nobody(self.folder):
            locked.chmod(0)
            sealed.chmod(0o500)
            bare.chmod(0o500)
            for said, *words in (
                ("locked/in", "--out", locked / "in"),
                ("locked", "--out", locked),
                ("sealed/new: .*sealed is not writable", "--out", sealed / "new"),
                ("bare: .*bare is not writable", "--out", bare),
                ("locked/in", "--programs", locked / "in"),
                ("locked/\\w+", "--programs", locked),
                ("locked/in", "--summarize", locked / "in"),
                ("locked/in", "--experiments", locked / "in"),
                ("locked/in/t.csv", "--trace", locked / "in" / "t.csv"),
                ("locked/in", "--ns3", locked / "in"),
            ):
                with self.subTest(words=words):
                    lines = self.fails(2, f"reproduce: error: .*{said}", "one", *words, own="--programs" not in words).splitlines()
                    self.assertEqual(len([line for line in lines if not line.startswith("programs: ")]), 1, lines)


class Printed(Calls):
    def test_printed_commands_leave_what_a_summary_takes(self):
        self.succeeds("one", "--seeds", 1)
        _, lines = self.succeeds("one", "--print-runs")
        self.assertEqual(len(lines), 2)
        to = r"'.*/the out/incoming/printed/.*/mill/\w+-2\.csv'"
        self.assertRegex(lines[0], rf"^'.*the bin/mill' --gain=2 --RngRun=2 >{to}\.\$\$ && mv {to}\.\$\$ {to}$")
        for line in lines:
            subprocess.run(["sh", "-c", line], check=True)
        # A second time it says the same runs, which have one line each in the list of names.
        (printed,) = (self.out / "incoming").glob("printed/*")
        self.assertEqual(len((printed / "runs.tsv").read_text().splitlines()), 2)
        (printed / "mill" / "stranger-1.csv").write_text("mine\n")
        status, _, said = self.call("--summarize", self.out)
        self.assertEqual(status, 0, said)
        self.assertEqual(len(self.values()), 4)
        self.assertEqual([p.name for p in printed.glob("mill/*")], ["stranger-1.csv"])
        self.assertEqual(self.succeeds("one", "--print-runs")[1], [])
        self.assertIn("6 runs wanted, 4 are there", self.succeeds("one", "--seeds", 3)[0])

    def test_a_second_print_adds_no_name_twice(self):
        for _ in range(2):
            _, lines = self.succeeds("one", "--print-runs")
            self.assertEqual(len(lines), 4)
        (printed,) = (self.out / "incoming").glob("printed/*")
        self.assertEqual(len((printed / "runs.tsv").read_text().splitlines()), 4)
        self.assertFalse((self.out / "runs").exists())
        subprocess.run(["sh", "-e"], input="\n".join(lines), text=True, check=True)
        self.assertIn("4 are there, 0 to do", self.succeeds("one")[0])


class Failed(Calls):
    def test_a_run_that_fails_is_told_and_tried_again(self):
        self.also.write_text("[ $seed$gain != 23 ] || { echo no flour >&2; echo >&2; exit 3; }\n")
        said = self.fails(1, r"\n1 runs failed: see .*/failed\n", "one")
        # The page says what the terminal says.
        lines = (
            "one is not complete: 1 run missing.",
            "one failed: mill --gain=3 --RngRun=2 (exit 3): no flour.",
            "one is open, since runs are missing: yield sack g=3.",
            "As in the papers: there is no published number to compare with.",
            "As expected so far: 0 of 1 ranges that we expect are kept, open: 1.",
        )
        for line in lines:
            self.assertIn(f"\n{line}\n", said)
            self.assertIn(f">{line}</p>", (self.out / "report.html").read_text())
        self.assertIn("failed (exit 3): one seed 2: mill --gain=3 --RngRun=2: no flour\n", self.progress.getvalue())
        (kept,) = (self.out / "failed").glob("mill/*.txt")
        self.assertRegex(
            kept.read_text(), r"^mill --gain=3 --RngRun=2\nexit 3 of own programs \(.*\)\nno flour\n\n$"
        )
        self.assertEqual(len(self.values()), 3)
        self.also.write_text("")
        said, _ = self.succeeds("one")
        self.assertIn("3 are there, 1 to do", said)
        self.assertFalse(kept.exists())

    def test_of_what_ns3_says_the_reason_is_shown(self):
        said = "msg=\"the gain\nis wrong\", +0.0s -1 file=mill.cc, line=3\nterminate called"
        self.also.write_text(f"echo '{said}' >&2; exit 134\n")
        self.fails(1, "error: 4 runs failed: see .*; none is left to sum up", "one")
        self.assertEqual(self.progress.getvalue().count("(exit 134)"), 4)

    def test_no_more_than_ten_are_shown(self):
        self.also.write_text("[ $gain = 2 ] || exit 1\n")
        said = self.fails(1, "12 runs failed: see ", "one", "--seeds", 12)
        self.assertEqual(said.count("one failed: mill "), 3)
        self.assertIn(f"one failed: 9 further runs, see {self.out / 'failed'}.\n", said)
        shown = self.progress.getvalue()
        self.assertEqual(shown.count("failed (exit 1): one seed "), 10)
        self.assertEqual(shown.count("no message\n"), 10)
        self.assertEqual(len(list((self.out / "failed").glob("mill/*"))), 12)

    def test_an_output_that_is_cut_or_no_text_fails_the_run(self):
        for script, said in (
            ("printf yes; exit 0", "is not complete"),
            (r"printf '\377\n'; exit 0", "codec can't decode"),
        ):
            with self.subTest(said=said):
                self.also.write_text(script)
                self.fails(1, "4 runs failed", "one")
                self.assertRegex(self.progress.getvalue(), rf"failed \(exit 0\): one seed 1: .*{said}")

    def test_where_there_is_no_room_no_run_has_failed(self):
        self.also.write_text("exit 74\n")
        self.progress.isatty = lambda: True
        self.fails(1, "cannot write to .*the out: No space left on device", "one")
        self.assertEqual(self.progress.getvalue(), f"\r0 of 4 runs\r{' ' * 11}\r")
        self.assertFalse((self.out / "failed").exists())
        (parallel,) = self.out.glob("incoming/call-*/parallel.pid")
        self.assertFalse(Path("/proc", parallel.read_text().strip()).exists())
        self.also.write_text("")
        self.succeeds("one")

    def test_what_does_not_end_is_killed_with_its_runs(self):
        command = ["sh", "-c", "trap '' TERM; echo; sleep 60; :"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
            process.stdout.readline()
            with mock.patch.object(engine, "_PATIENCE", 0.1):
                engine._end(process)
            self.assertEqual((process.returncode, process.stdout.read()), (-signal.SIGKILL, b""))

    def test_an_interrupted_call_says_how_far_it_came_and_is_gone_on_with(self):
        self.interrupt_once(lambda: len(list(self.out.glob("runs/*/mill/*.csv"))) == 3)

    def test_what_ended_since_the_last_look_is_kept(self):
        with mock.patch.object(engine, "_POLL", 60):
            self.interrupt_once(lambda: any(p.read_text().count("\n") == 4 for p in self.out.glob("*/*/joblog.txt")))

    def interrupt_once(self, have_three_ended):
        marks = self.folder / "marks"
        marks.mkdir()
        self.also.write_text(f"[ $seed$gain != 23 ] || {{ touch '{marks}/on'; exec sleep 60; }}\n")

        def interrupt():
            deadline = time.monotonic() + 30
            while not (marks / "on").exists() or not have_three_ended():
                if time.monotonic() > deadline:
                    return
                time.sleep(0.02)
            began.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGTERM)

        began = []
        thread = threading.Thread(target=interrupt)
        before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGHUP)
        thread.start()
        said = self.fails(130, "interrupted: 3 of 4 runs are done and kept in .*the out; .* the other 1\n", "one")
        thread.join()
        # Of what does not end by itself no more than a second is waited for; ten if it is not told to.
        self.assertLess(time.monotonic() - began[0], 8)
        self.assertEqual((signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGHUP)), before)
        self.assertEqual(said.count("error:"), 1)
        self.assertEqual(list((self.out / "incoming").iterdir()), [])
        self.also.write_text("")
        with mock.patch.object(engine, "_POLL", 0.02):
            self.assertIn("3 are there, 1 to do", self.succeeds("one")[0])

    def test_gnu_parallel_that_ends_early_is_said(self):
        fake = self.folder / "fake"
        line = r"1\t:\t0\t1\t0\t0\t0\t0\tmill\n"
        executable(fake / "parallel", f"#!/bin/sh\nmkdir -p outputs/1; read run; sh -c \"$run\" >outputs/1/stdout\n"
                   f"printf '{line}' >joblog.txt\necho tired >&2; exit 9\n")  # fmt: skip
        with mock.patch.dict(os.environ, {"PATH": f"{fake}:{os.environ['PATH']}"}):
            self.fails(1, "GNU parallel ended after 1 of 4 runs: tired; what has finished is kept", "one")
            executable(fake / "parallel", "#!/bin/sh\nexit 9\n")
            self.fails(1, "GNU parallel ended after 0 of 3 runs: status 9; ", "one")
            with mock.patch.object(engine, "refuse_full_disk", side_effect=Unwritable("/results")):
                self.fails(1, "cannot write to /results: ", "one")
        self.assertIn("1 are there, 3 to do", self.succeeds("one")[0])


class Refused(Calls):
    def test_what_cannot_be_done_is_said_in_one_line(self):
        (self.folder / "theirs").mkdir()
        (self.folder / "theirs" / "thesis.txt").write_text("years")
        for said, *words in (
            ("unknown experiment onee; did you mean one\\?", "onee"),
            ("unknown experiment ONE; did you mean one\\?", "ONE"),
            ("unknown experiment quux; there are: one$", "quux"),
            ("--out: .*theirs holds files that no campaign made", "--out", self.folder / "theirs"),
            ("--summarize: no campaign made .*theirs", "--summarize", self.folder / "theirs"),
            ("--summarize: there is no folder .*none$", "--summarize", self.folder / "none"),
            ("did you mean --seeds\\? see ./reproduce --help", "--seed=3"),
            ("needs a folder", "--summarize", ""),
        ):
            with self.subTest(said=said):
                self.assertEqual(len(self.fails(2, f"^reproduce: error: .*{said}", *words, own=False).splitlines()), 1)
        self.assertFalse((self.folder / "none").exists())
        self.assertFalse(self.out.exists())
        self.assertFalse(self.prepared.exists())

    def test_a_build_is_that_of_our_programs(self):
        line = "# tcp-lossy: 0.1.0\n# ns-3: 3.44"
        executable(self.bin / "buffer-table", f"#!/bin/sh\necho '{line}'\n")
        said, _ = self.succeeds("--build", own=False)
        self.assertEqual(self.prepared.read_text(), "2 \n")
        self.assertRegex(said, r"^programs: tcp-lossy 0.1.0 \(sources abc\) on ns-3 3.44 \(libraries \w+\)\n$")
        self.assertFalse(self.out.exists())
        self.build("exit 3")
        self.fails(3, "there are no programs to run", "one", own=False)
        self.build(f"echo '{self.bin}'")
        executable(self.bin / "buffer-table", "#!/bin/sh\necho lost >&2; echo broken >&2; exit 4\n")
        self.fails(1, "buffer-table does not run: broken\n", "one", own=False)
        executable(self.bin / "buffer-table", "#!/bin/sh\nexit 4\n")
        self.fails(1, "buffer-table does not run: exit 4\n", "one", own=False)

    def test_a_program_that_is_not_there_is_missed_before_anything_runs(self):
        (self.bin / "mill").rename(self.bin / "null")
        self.fails(2, "there is no program mill in .*the bin", "one")

    def test_how_a_call_may_end_otherwise(self):
        with mock.patch.object(campaign._Call, "run", side_effect=KeyboardInterrupt):
            self.fails(130, "^reproduce: interrupted\n$", "one")
        with mock.patch.object(campaign._Call, "run", side_effect=CampaignError("a\nb", 7)):
            self.fails(7, "^reproduce: error: a\nreproduce: error: b\n$", "one")
        with mock.patch.object(campaign._Call, "run", side_effect=OSError(28, "full")):
            self.fails(1, "cannot write to .*the out: No space left", "one")
            self.fails(1, "cannot write to .*other: No space left", "--summarize", self.folder / "other")
        with (
            mock.patch.object(campaign._Call, "run", side_effect=BrokenPipeError),
            mock.patch.object(campaign.os, "dup2") as moved,
            mock.patch.object(campaign.sys, "stdout", mock.Mock(fileno=lambda: 77)),
        ):
            self.assertEqual(campaign.main(["--experiments", str(self.lab)]), 1)
        ((null, place),) = [call.args for call in moved.call_args_list]
        self.addCleanup(os.close, null)
        self.assertEqual((os.readlink(f"/proc/self/fd/{null}"), place), (os.devnull, 77))


class Ours(Calls):
    """Programs that say what they are, as ours do."""

    def write(self):
        self.release = self.folder / "release"
        self.release.write_text("")
        self.head = f"release=3.44; . '{self.release}'; echo \"# tcp-lossy: 0.1.0\"; echo \"# ns-3: $release\""
        super().write()
        executable(self.bin / "buffer-table", "#!/bin/sh\necho '# tcp-lossy: 0.1.0'; echo '# ns-3: 3.44'\n")

    def test_runs_of_another_release_are_kept_aside_and_end_the_call_with_one(self):
        self.release.write_text("[ $seed != 2 ] || release=3.30\n")
        strangers = "2 runs came from programs of other sources or another ns-3 than tcp-lossy 0.1.0"
        said = self.fails(1, strangers, "one", own=False)
        self.assertIn("Kept aside, not in this report: 2 runs of tcp-lossy 0.1.0 (sources abc) on ns-3 3.30", said)
        self.assertNotIn("failed", said)
        self.assertEqual([value[:2] for value in self.values()], [("g=2", "1"), ("g=3", "1")])

    def test_fingerprints_are_kept_and_held_against(self):
        kept = self.lab / "fingerprints.csv"
        said, _ = self.succeeds("--fingerprint", "update", own=False)
        self.assertIn(f"1 fingerprints are new in {kept}", said)
        self.assertRegex(kept.read_text(), r"^experiment,ns-3,fingerprint\none,3\.44,[0-9a-f]{16}\n$")
        self.assertIn("1 runs wanted, 0 are there, 1 to do", said)
        said, _ = self.succeeds("--fingerprint", "check", own=False)
        self.assertIn("1 of 1 fingerprints are what they were", said)
        kept.write_text(re.sub(r",\w{16}", ",0123456789abcdef", kept.read_text()))
        moved = r"one: fingerprint on ns-3 3.44 is \w+, was 0123456789abcdef"
        said = self.fails(1, moved, "--fingerprint", "check", own=False)
        self.assertIn("0 of 1 fingerprints are what they were", said)
        self.also.write_text("exit 5\n")
        self.declare("one", STUDY.replace("2 3", "4"))
        self.fails(1, "1 runs wanted, 0 are there", "--fingerprint", "update", own=False)
        self.assertIn("0123456789abcdef", kept.read_text())
        self.declare("one", STUDY + "needs = 'mill'\n")
        self.fails(1, "nothing is left to run", "--fingerprint", "check", own=False)

    def test_what_is_run_by_its_name_only_has_a_fingerprint_once_it_was_asked_for(self):
        self.declare("two", BY_NAME)
        self.succeeds("--fingerprint", "update", own=False)
        said, _ = self.succeeds("--fingerprint", "check", own=False)
        self.assertIn("1 of 1 fingerprints are what they were", said)
        self.succeeds("--fingerprint", "update", "two", own=False)
        said, _ = self.succeeds("--fingerprint", "check", own=False)
        self.assertIn("2 of 2 fingerprints are what they were", said)
        kept = self.lab / "fingerprints.csv"
        kept.write_text(re.sub(r"(two,.*),\w{16}", r"\1,0123456789abcdef", kept.read_text()))
        moved = r"two: fingerprint on ns-3 3.44 is \w+, was 0123456789abcdef"
        said = self.fails(1, moved, "--fingerprint", "check", own=False)
        self.assertIn("1 of 2 fingerprints are what they were", said)

    def test_a_variant_that_ns3_lacks_is_left_out_wherever_its_program_was_built(self):
        path = self.lab / "variants.csv"
        path.write_text(path.read_text() + "rare,#123456,3,mint --gain=9,\n")
        executable(self.bin / "mint", "#!/bin/sh\nexit 1\n")
        self.declare("one", STUDY.replace('variant("sack")', '[variant("sack"), variant("rare")]'))
        for own in (False, True, True):
            said, _ = self.succeeds("one", own=own)
            self.assertIn("4 runs wanted", said)
            self.assertIn("\nleaving out rare of one: this ns-3 lacks what it needs\n", said)
            self.assertIn('"lacking": ["mint --gain=9"]', (self.out / "campaign.json").read_text())
            if own:
                # Where nobody is left to be asked, the last answer stands.
                (self.bin / "mint").unlink(missing_ok=True)
        # Programs of one's own need not be those that the registry's questions are put to.
        possibility = Possibility(Programs([self.bin], is_ours=False), Registry(path))
        for label in ("rare", None):
            self.assertTrue(possibility.of(mock.Mock(needs=(), label=label)))
        self.assertEqual(possibility.lacking, set())


class Lean(Calls):
    """Programs without ns-3, each of which says itself whether it can do a run."""

    head = "echo '# tcp-lossy: 0.1.0'; echo '# ns-3: lean'"

    def test_what_they_lack_is_left_out_and_not_missed(self):
        executable(self.bin / "buffer-table", f"#!/bin/sh\n{self.head}\n")
        self.also.write_text('[ "$1 $gain" != "--check 9" ] || exit 1\n')
        rare = STUDY.replace('variant("sack")', '[variant("sack"), variant("reno", gain=9)]')
        self.declare("one", rare + "numbers += [number('yield', 'reno', 'g=3', expect=(0, 1))]\n")
        self.declare("two", STUDY.replace('"mill"', '"kiln"'))
        said, _ = self.succeeds("--engine", "lean", own=False)
        self.assertEqual(self.prepared.read_text(), "2 lean buffer-table kiln mill\n")
        stamp = r"tcp-lossy 0.1.0 \(sources abc\) without ns-3, in the lean engine \(programs \w{12}\)"
        self.assertRegex(said, f"^programs: {stamp}\n")
        for name in ("two", "reno of one"):
            self.assertIn(f"\nleaving out {name}: the lean engine lacks what it needs\n", said)
        self.assertIn("\n4 runs wanted, 0 are there, 4 to do", said)
        self.assertIn("by the lean engine", (self.out / "report.html").read_text())
        alone, _ = self.succeeds("--summarize", self.out, own=False)
        for each in (said, alone):
            self.assertTrue(each.endswith("\nAs expected: 1 of 1 ranges that we expect are kept.\n"), each)


class Hosts(Calls):
    """With a program called ssh that stands for the other host."""

    def check(self, script, *logins, is_ours=False):
        fake = self.folder / "fake"
        asked = self.folder / "asked"
        executable(fake / "ssh", f"#!/bin/sh\necho \"$@\" >>'{asked}'\nfor last; do :; done\n{script}\n")
        programs = Programs([self.bin], is_ours)
        with mock.patch.dict(os.environ, {"PATH": f"{fake}:{os.environ['PATH']}"}):
            stamps = stamp.Stamps(programs)
            hosts.check_hosts(logins or ("far",), programs, {"mill": stamps.of("mill")})
        return asked.read_text().splitlines() if asked.exists() else []

    def test_a_host_with_the_same_programs_will_do(self):
        asked = self.check('sh -c "$last"', "2/10.0.0.7", ":", " @fast/30%/near ")
        self.assertRegex(asked[0], "python3 -m campaign.stamp own mill '.*the bin' && true$")
        self.assertEqual([line.split(" test -d")[0] for line in asked],
                         ["-o BatchMode=yes 10.0.0.7", "-o BatchMode=yes near"])  # fmt: skip
        self.assertEqual(self.check("exit 1", ":", "4/:"), asked)
        (line,) = self.check('sh -c "$last"', "1/ssh -p 22 far")[2:]
        self.assertTrue(line.startswith("-p 22 far test -d "), line)

    def test_all_that_is_wrong_with_hosts_is_said(self):
        for script, said in (
            (
                "echo a >&2; echo 'ssh: refused' >&2; exit 255",
                "^--sshlogin: far: cannot be used: ssh: refused\n--sshlogin: near: cannot",
            ),
            ("exit 254", "far: cannot be used: exit 254\n"),
            ("true", r"far: has a mill of unknown sources \(\), this machine has own programs"),
            ("echo no-checkout", "far: has no checkout at /"),
            ("echo no-programs", "far: has no programs in '.*the bin'\n"),
            (
                "echo abc+def+3.44",
                "far: has a mill of own programs .abc. on ns-3 3.44 .libraries def., this machine has own programs",
            ),
        ):
            with self.subTest(said=said), self.assertRaisesRegex(Refusal, said):
                self.check(script, "far", "near")
        late = self.assertRaisesRegex(Refusal, "far: cannot be reached: .*timed out")
        with mock.patch.object(hosts, "_LIMIT", 0.2), late:
            self.check("exec sleep 9")
        executable(self.bin / "buffer-table", "#!/bin/sh\necho '# tcp-lossy: 1'; echo '# ns-3: 3.44'\n")
        with self.assertRaisesRegex(Refusal, "build them there by: ./reproduce --build$"):
            self.check("echo no-programs", is_ours=True)
        with self.assertRaisesRegex(Refusal, r"far: has a mill of unknown sources .abc\+def., this machine has tcp-lossy 1 "):
            self.check("echo abc+def", is_ours=True)
        name = Build.of(Programs([self.bin]), "mill").name
        asked = self.check(f"echo '{name}'; '{self.bin}/buffer-table'", is_ours=True)[-1]
        command = "cd /.*/experiments && python3 -m campaign.stamp ours mill '.*bin' && '.*bin/buffer-table'"
        self.assertRegex(asked, f"; {command}$")

    def test_what_a_run_on_another_host_says_has_its_name(self):
        fake = self.folder / "fake"
        # As ssh does: options, the host, and a command in one or more words.
        skip = 'while [ "$1" != far ]; do shift; done; shift; [ "$1" != -- ] || shift'
        executable(fake / "ssh", "#!/bin/sh\necho no-programs\n")
        self.also.write_text("exit 74\n")
        with mock.patch.dict(os.environ, {"PATH": f"{fake}:{os.environ['PATH']}"}):
            self.fails(2, "--sshlogin: far: has no programs in ", "one", "--sshlogin", "far")
            executable(fake / "ssh", f"#!/bin/sh\n{skip}\nexec sh -c \"$*\"\n")
            self.fails(1, "4 runs failed", "one", "--sshlogin", "far")
        self.assertIn("failed on far (exit 74): one seed 1: ", self.progress.getvalue())


class Incoming(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = Store(self.folder / "out")
        self.store.open()
        self.addCleanup(self.store.close)
        self.runs = [Run("p", {"a": str(i)}, 1) for i in range(5)]
        self.call = incoming.new_call(self.store, lambda name: BUILD, self.runs)
        for number in range(1, 7):
            path = incoming.output_of(self.call, number)
            path.parent.mkdir(parents=True)
            path.write_text(f"# tcp-lossy: 1\n# ns-3: 3.44\n{HEADER}\n")

    def log(self, *entries):
        lines = [f"{n}\t{host}\t0\t1\t0\t0\t{status}\t{number}\tp\n" for n, host, status, number in entries]
        (self.call / incoming.LOG).write_text("Seq\tHost\tS\tJ\tS\tR\tExitval\tSignal\tC\n" + "".join(lines))

    def test_a_log_is_read_on_from_where_it_was_whole(self):
        self.assertEqual(incoming.read_log(self.call, 5), ([], 5))
        self.log((2, "far", 0, 0), (1, ":", 3, 0), (3, ":", 0, 9))
        done, offset = incoming.read_log(self.call)
        self.assertEqual(done, [(2, "far", 0), (1, ":", 3), (3, ":", 137)])
        path = self.call / incoming.LOG
        whole = path.read_text()
        self.assertEqual(offset, len(whole))
        path.write_text(whole + "4\t:\t0\t1\t0\t0\t0\t0\tp\n5\t:\t0\t1\t0\t0\t0")
        done, further = incoming.read_log(self.call, offset)
        self.assertEqual((done, further), ([(4, ":", 0)], len(whole) + len("4\t:\t0\t1\t0\t0\t0\t0\tp\n")))
        path.write_text("1\t:\t0\t1\t0\t0\t0\n2\t:\t0\t1\t0\t0\t0\t0\n")
        self.assertEqual(incoming.read_log(self.call)[0], [(2, ":", 0)])

    def test_what_another_call_left_is_taken_by_the_run_s_own_number(self):
        incoming.output_of(self.call, 3).unlink()
        incoming.output_of(self.call, 4).write_text("no stamp\n")
        incoming.output_of(self.call, 5).write_bytes(b"\xff\n")
        # The second failed, of the third there is nothing, the fourth says nothing, the fifth is no text, the
        # sixth is nobody's.
        self.log((1, ":", 0, 0), (2, ":", 1, 0), *((number, ":", 0, 0) for number in range(3, 7)))
        self.assertEqual(incoming.collect(self.store), 1)
        index = self.store.index(lambda name: Stamp("1", "abc", "3.44", "def"))
        self.assertEqual([index.has(run) for run in self.runs], [True, False, False, False, False])
        self.assertIn("# command: p --a=0 --RngRun=1\n", index.read(self.runs[0]))
        self.assertFalse(self.call.exists())

    def test_an_orphan_is_ended_and_nobody_else(self):
        orphan, other = (subprocess.Popen(["sleep", "60"], cwd=folder) for folder in (self.call, self.folder))
        for process in (orphan, other):
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
        incoming.remember(self.call, orphan.pid)
        second = incoming.new_call(self.store, lambda name: BUILD, [])
        incoming.remember(second, other.pid)
        with mock.patch.object(incoming, "_PATIENCE", 0.05):
            self.assertEqual(incoming.collect(self.store), 0)
        self.assertEqual(orphan.wait(5), -signal.SIGTERM)
        self.assertIsNone(other.poll())


class Bare(unittest.TestCase):
    """A Python that has nothing but its own library."""

    PROGRAM = """
import sys
sys.modules.update(dict.fromkeys(("pandas", "numpy", "scipy")))
sys.path.insert(0, sys.argv[1])
from campaign.campaign import main
sys.exit(main(sys.argv[2:]))
"""

    def call(self, *words):
        command = [sys.executable, "-I", "-B", "-c", self.PROGRAM, str(EXPERIMENTS), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False, env={})

    def test_what_there_is_can_be_asked_for_and_what_is_wrong_is_told(self):
        done = self.call("--list")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("\nV2            throughput at 1 % loss", done.stdout)
        done = self.call("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("--summarize DIR", done.stdout)
        for said, *words in (("did you mean V2", "v2"), ("there is no folder", "--summarize", scratch(self) / "none")):
            done = self.call(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(said, done.stderr)


class Wording(unittest.TestCase):
    def test_a_terminal_has_a_line_that_renews_itself(self):
        now = [0.0]
        runs = [Run("p", {}, seed) for seed in range(1, 5)]
        stream = io.StringIO()
        stream.isatty = lambda: True
        progress = Progress({run.name: "V2" for run in runs}, stream, lambda: now[0])

        def said(action, *words):
            stream.seek(0)
            stream.truncate()
            action(*words)
            return stream.getvalue()

        begun = "0 of 4 runs"
        self.assertEqual(said(progress.begin), f"\r{begun}")
        now[0] = 60.0
        first = "V2: 1 of 4 runs; 1 of 4 in all (25 %), about 3 min left"
        self.assertEqual(said(progress.done, runs[0], False), f"\r{first}")
        now[0] = 89.0
        second = "V2: 2 of 4 runs; 2 of 4 in all (50 %), about 89 s left"
        self.assertEqual(said(progress.done, runs[1], False), f"\r{second:<{len(first)}}")
        self.assertEqual(said(progress.say, "failed"), "\r" + " " * len(second) + "\rfailed\n")
        self.assertEqual(said(progress.end), "")
        now[0] = 3 * 5400.0
        self.assertIn("about 1.5 h left", said(progress.done, runs[2], True))
        self.assertTrue(said(progress.end).endswith("\r"))
        self.assertEqual(said(progress.done, runs[3], False), "V2: 4 runs have ended; 4 of 4 in all (100 %)\n")
        self.assertEqual(progress.name(runs[2]), "V2 seed 3")

    def test_without_a_terminal_a_line_comes_now_and_then(self):
        now = [0.0]
        runs = [Run("p", {}, seed) for seed in range(1, 7)]
        stream = io.StringIO()
        progress = Progress({run.name: "V2" for run in runs}, stream, lambda: now[0])
        progress.begin()
        # Five seconds after the last line at first, then a quarter of all that has passed, at last thirty.
        for now[0], run in zip((4.9, 5.0, 39.9, 49.0, 5 * 5400.0), runs):
            progress.done(run, False)
        progress.end()
        self.assertEqual(
            stream.getvalue().splitlines(),
            [
                "V2: 2 of 6 runs; 2 of 6 in all (33 %), about 10 s left",
                "V2: 3 of 6 runs; 3 of 6 in all (50 %), about 40 s left",
                "V2: 5 of 6 runs; 5 of 6 in all (83 %), about 1.5 h left",
            ],
        )

    def test_long_steps_are_counted(self):
        now, stream = [0.0], io.StringIO()
        steps = Steps(3, "drawing", stream, lambda: now[0])
        for now[0], name in ((4.9, "B1"), (5.0, "V2"), (9.9, "V3")):
            steps.next(name)
        self.assertEqual(stream.getvalue(), "drawing V2: 2 of 3\n")

    def test_what_is_asked_for_is_read(self):
        found = arguments.parse([])
        self.assertEqual((found.ids, found.seeds, found.jobs), ([], None, os.cpu_count()))
        self.assertEqual((found.out.name, found.experiments.name), ("results", "experiments"))
        self.assertEqual((found.programs, found.sshlogin, found.judge, found.trace), ([], [], None, None))
        for switch in ("list", "full", "quick", "build", "print_runs", "fingerprint", "summarize", "ns3"):
            self.assertFalse(getattr(found, switch), switch)
        folder = scratch(self)
        (folder / "t.csv").write_text("")
        words = ["V2", "--seeds", "10000", "F2", "--jobs", "1", "--ns3", str(folder), "--trace", str(folder / "t.csv")]
        words += ["--programs", str(folder), "--programs", "/bin", "--sshlogin", ":", "--sshlogin", "far", "--full"]
        found = arguments.parse([*words, "--judge", "a.csv", "--judge", "/b.csv", "--list", "--build", "--print-runs"])
        self.assertEqual((found.ids, found.seeds, found.jobs, found.full), (["V2", "F2"], 10000, 1, True))
        self.assertEqual((found.ns3, found.trace), (folder.resolve(), (folder / "t.csv").resolve()))
        self.assertEqual((found.programs, found.sshlogin), ([folder.resolve(), Path("/bin").resolve()], [":", "far"]))
        self.assertEqual(found.judge, [Path("a.csv").absolute(), Path("/b.csv")])
        self.assertTrue(found.list and found.build and found.print_runs)

    def test_what_cannot_be_asked_for_is_refused(self):
        for said, *words in (
            ("--seeds: must be 1 to 10000, not '0'", "--seeds", "0"),
            ("--seeds: must be 1 to 10000, not '10001'", "--seeds", "10001"),
            ("--jobs: must be 1 to 100000, not '-1'", "--jobs=-1"),
            ("--jobs: must be 1 to 100000, not '100001'", "--jobs", "100001"),
            ("--ns3: must name a folder with an installed ns-3", "--ns3", "/none"),
            ("--programs: must name a folder with programs", "--programs", "/none"),
            ("--ns3: must name a folder with an installed ns-3, not ''", "--ns3="),
            ("--programs: must name a folder with programs, not ''", "--programs="),
            ("--experiments: must name a folder with a variants.csv", "--experiments", "/"),
            ("--trace: must name a file", "--trace", "/"),
            ("--out: needs a folder", "--out", ""),
            ("--full: not allowed with argument --quick", "--quick", "--full"),
            ("unrecognized arguments: --resume; see ./reproduce --help", "--resume"),
            ("unrecognized arguments: --exp /; did you mean|unrecognized arguments: --exp", "--exp", "/"),
        ):
            with self.subTest(said=said), self.assertRaisesRegex(Refusal, said):
                arguments.parse(words)


class Disks(unittest.TestCase):
    def test_what_a_full_disk_answers_is_one_sentence_and_all_else_is_itself(self):
        for number in (28, 122, 5, 30, 27):
            with self.assertRaisesRegex(Unwritable, "cannot write to /results: "), unwritable_as_error("/results"):
                raise OSError(number, "")
        with self.assertRaisesRegex(Unwritable, "cannot write to /there: "), unwritable_as_error("/results"):
            raise OSError(28, "", "/there")
        with self.assertRaises(FileNotFoundError), unwritable_as_error("/results"):
            raise FileNotFoundError(2, "")
        folder = scratch(self)
        refuse_full_disk(folder)
        self.assertEqual(list(folder.iterdir()), [])
        with self.assertRaisesRegex(Unwritable, "cannot write to /dev/full: No space"), mock.patch(
            "tempfile.TemporaryFile", lambda dir: open("/dev/full", "wb", 0)
        ):
            refuse_full_disk("/dev/full")


if __name__ == "__main__":
    unittest.main()
