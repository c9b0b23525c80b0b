# SPDX-License-Identifier: GPL-2.0-only
"""./reproduce itself, on cheap experiments: what it keeps, refuses, says, and ends with."""

import csv
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import time
import unittest
from pathlib import Path

from support import EXPERIMENTS, ROOT, scratch

JOBS = os.environ.get("TCP_LOSSY_JOBS", "2")
NS3 = os.environ.get("TCP_LOSSY_NS3", "")

# Where a user may mount a disk that nobody else sees.
NAMESPACE = ["unshare", "--map-root-user", "--mount", "--"]
# Room for some of the runs.
SMALL_DISK = "700k"


def command(*words):
    """A call, with the jobs and the ns-3 that the environment names."""
    return [
        str(ROOT / "reproduce"),
        "--jobs",
        JOBS,
        *(["--ns3", NS3] if NS3 else []),
        *map(str, words),
    ]


def call(*words, env=None):
    """Run a call; stdout and stderr in one text each."""
    return subprocess.run(
        command(*words), capture_output=True, text=True, check=False, env=os.environ | (env or {})
    )


def snapshot(out):
    """All stored runs with what would change if one were written anew."""
    return {
        str(p.relative_to(out)): (p.stat().st_ino, p.stat().st_mtime_ns)
        for p in out.glob("runs/*/*/*.csv")
    }


def rows(out):
    """The summary, by id, quantity, variant and point."""
    with open(out / "summary.csv", encoding="utf-8", newline="") as file:
        return {(r["id"], r["quantity"], r["variant"], r["x"]): r for r in csv.DictReader(file)}


# One run with two published numbers, whatever the papers' own experiments come to ask for.
ONE_RUN = """
from campaign.declare import asserted, decides, preset, published
from shared import fack as _fack
title = "Reno in slow start"
paper = "FACK paper, Fig 2"
see = "A run."
unstated = _fack.timer
program = "fack-recovery"
random = False
runs = _fack.recovery(17, [preset("reno")])
numbers = [
    *published(1, "Fig 2: timeouts", decides("timeouts", "reno", "q=17 delack=0")),
    *published(
        30,
        "Fig 2: sent for nothing",
        decides("unnecessary_retransmissions", "reno", "q=17 delack=0", expect=(20, 60)),
        because=[],
    ),
]
"""


def laboratory(scratch, text=ONE_RUN):
    """A folder with the experiment "one" for --experiments, beside the registry of variants."""
    folder = scratch / "lab"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("variants.csv", "shared"):
        (folder / name).symlink_to(EXPERIMENTS / name)
    (folder / "one.py").write_text(text)
    (folder / "one.gp").write_text("plot 30\n")
    return folder


class Reproduce(unittest.TestCase):
    def setUp(self):
        # A blank in the name: gnuplot, the shell and GNU parallel have to bear it.
        self.scratch = scratch(self)
        self.out = self.scratch / "the results"

    def succeeds(self, *words, **options):
        done = call(*words, "--out", self.out, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def fails(self, status, said, *words, **options):
        done = call(*words, "--out", self.out, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, said)
        return done

    def keeps(self, before):
        """All stored runs are what they were, not written anew."""
        after = snapshot(self.out)
        self.assertEqual([name for name in before if after.get(name) != before[name]], [])
        return after


class Options(Reproduce):
    def test_what_cannot_be_is_refused_before_anything_is_built(self):
        for said, words in (
            ("unknown experiment quux; there are: B1", ("quux",)),
            (r"unknown experiment f2; did you mean F2\?$", ("f2",)),
            (r"unknown experiment bench-bufers; did you mean bench-buffers\?$", ("bench-bufers",)),
            ("--seeds: must be 1 to 10000, not '0'", ("--seeds", "0")),
            ("--jobs: must be 1 to", ("--jobs", "none")),
            ("--ns3: must name a folder", ("--ns3", "/nonexistent")),
            ("--experiments: must name a folder with a variants.csv", ("--experiments", "/")),
            ("unrecognized arguments: --resume; see ./reproduce --help", ("--resume",)),
            (r"unrecognized arguments: --seed=3; did you mean --seeds\? see", ("--seed=3",)),
        ):
            with self.subTest(said=said):
                done = self.fails(2, said, *words)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertFalse(self.out.exists())

    def test_what_is_no_summary_is_not_judged(self):
        other, lacking = self.scratch / "other.csv", self.scratch / "lacking.csv"
        other.write_text("id,mean\nF2,1\n")
        lacking.write_text(
            "id,quantity,variant,x,unit,mean,ci_low,ci_high,seeds\nF2,t,v,,s,1,,,1\n"
        )
        for status, said, path in (
            (2, "cannot read .*none.csv: No such file", self.scratch / "none.csv"),
            (2, "other.csv is no summary of a campaign", other),
            (1, "lacking.csv has no row 'F2 .* q=17 delack=0', and lacks 4 in all", lacking),
        ):
            with self.subTest(said=said):
                text = path.read_text() if path.exists() else ""
                self.fails(status, said, "--judge", path)
                self.assertEqual(path.read_text() if path.exists() else "", text)

    def test_a_folder_of_somebody_else_is_refused_and_kept(self):
        (self.out / "raw").mkdir(parents=True)
        (self.out / "raw" / "thesis.txt").write_text("years")
        (self.out / "V2").mkdir()
        done = self.fails(2, "no campaign made", "F2")
        self.assertNotIn("building", done.stderr)
        self.assertEqual(sorted(p.name for p in self.out.rglob("*")), ["V2", "raw", "thesis.txt"])

    def test_list(self):
        done = call("--list")
        self.assertIn("V2            throughput at 1 % loss", done.stdout)


class Keeping(Reproduce):
    def test_calls_add_and_repeat_nothing(self):
        self.succeeds("V2", "--seeds", 2)
        first = snapshot(self.out)
        self.succeeds("F2")
        done = self.succeeds("V2", "--seeds", 3)
        seed = len(first) // 2
        self.assertIn(f"{3 * seed} runs wanted, {2 * seed} are there, {seed} to do", done.stderr)
        last = self.keeps(first)
        self.assertGreater(len(last), 3 * seed)
        found = rows(self.out)
        self.assertEqual(found["V2", "ratio", "sack-veno/sack", "double"]["seeds"], "3")
        self.assertEqual(
            found["F2", "unnecessary_retransmissions", "reno", "q=17 delack=0"]["verdict"],
            "reproduced",
        )
        page = (self.out / "report.html").read_text()
        self.assertIn('id="V2"', page)
        self.assertIn('id="F2"', page)
        self.succeeds("V2", "--seeds", 1)
        self.assertEqual(snapshot(self.out), last)
        self.assertEqual(rows(self.out), found)
        for name in ("V2", "F2"):
            for kind in ("svg", "png"):
                self.assertGreater((self.out / "figures" / f"{name}.{kind}").stat().st_size, 1000)

    def test_an_interrupted_call_is_gone_on_with(self):
        process = subprocess.Popen(
            command("F6", "--seeds", 40, "--out", self.out),
            stderr=subprocess.PIPE,
            text=True,
            # Where the tests run in the background, SIGINT is ignored, and that is inherited.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        deadline = time.monotonic() + 600
        while len(snapshot(self.out)) < 5:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 130, said)
        found = re.search(r"interrupted: (\d+) of (\d+) runs are done and kept", said)
        self.assertTrue(found, said)
        kept = snapshot(self.out)
        self.assertEqual(len(kept), int(found.group(1)))
        wanted = int(found.group(2))
        self.assertLess(len(kept), wanted)
        self.assertFalse((self.out / "summary.csv").exists())
        self.succeeds("F6", "--seeds", 40)
        self.assertEqual(len(self.keeps(kept)), wanted)

    def test_a_killed_call_is_gone_on_with(self):
        process = subprocess.Popen(
            command("F6", "--seeds", 40, "--out", self.out),
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 600
        while len(snapshot(self.out)) < 5:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        kept = snapshot(self.out)
        # GNU parallel has a session of its own, and goes on: the next call ends it.
        done = self.succeeds("F6", "--seeds", 40)
        wanted = int(re.search(r"(\d+) runs wanted", done.stderr).group(1))
        self.assertGreater(wanted, len(kept))
        self.assertEqual(len(self.keeps(kept)), wanted)

    def test_printed_runs_give_the_same(self):
        wanted = ("F2", "F7")
        self.succeeds(*wanted)
        expected = rows(self.out)
        other = self.scratch / "by hand"
        done = call(*wanted, "--out", other, "--print-runs")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), len(snapshot(self.out)))
        runs = self.scratch / "runs.txt"
        runs.write_text(done.stdout)
        # As Slurm calls it for an array of two.
        for task in ("1", "2"):
            of = {"SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": "2"}
            subprocess.run(
                [ROOT / "scripts" / "slurm-array", runs], check=True, env=os.environ | of
            )
        done = call("--summarize", other)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(rows(other), expected)
        self.assertEqual(call(*wanted, "--out", other, "--print-runs").stdout, "")

    def test_runs_of_another_stamp_are_kept_aside(self):
        lab = laboratory(self.scratch)
        self.succeeds("one", "--experiments", lab)
        (folder,) = (self.out / "runs").iterdir()
        content = folder.name.split("+")[1].split("_")[0]
        # As by another release of ns-3, and by other sources.
        for name in (f"0.1.0+{content}_ns-3.30", "0.1.0+000000000000_ns-3.44"):
            shutil.copytree(folder, folder.with_name(name))
        expected = rows(self.out)
        done = self.succeeds("one", "--experiments", lab)
        said = "Kept aside, not in this report: 1 run of tcp-lossy 0.1.0"
        self.assertIn(f"{said} (sources 000000000000)", done.stderr)
        self.assertIn("on ns-3 3.30", done.stderr)
        self.assertEqual(rows(self.out), expected)
        page = (self.out / "report.html").read_text()
        self.assertEqual(page.count(said), 2)

    def test_runs_of_a_patched_ns3_of_the_same_release_are_others(self):
        lab = laboratory(self.scratch)
        one = ("one", "--experiments", lab)
        self.succeeds(*one)
        before = snapshot(self.out)
        printed = call(*one, "--out", self.scratch / "printed", "--print-runs").stdout
        program = shlex.split(printed)[0]
        said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
        library = Path(re.search(r"=> (/\S*libns3\S*-core\S*) ", said)[1])
        patched = self.scratch / "patched"
        patched.mkdir()
        for path in library.parent.glob("lib*"):
            if path.name != library.name:
                (patched / path.name).symlink_to(path)
        # The loader does not look at what follows the last section.
        (patched / library.name).write_bytes(library.read_bytes() + b"patched")
        other = {"LD_LIBRARY_PATH": str(patched)}
        done = self.succeeds(*one, env=other)
        self.assertIn("1 runs wanted, 0 are there, 1 to do", done.stderr)
        self.assertEqual(len(self.keeps(before)), 2)
        self.assertIn("1 runs wanted, 1 are there, 0 to do", self.succeeds(*one, env=other).stderr)

    def test_a_full_disk_is_one_sentence_and_is_gone_on_after(self):
        """In a name space of its own, whose disk for the results is small at first."""
        try:
            subprocess.run([*NAMESPACE, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("this machine lets nobody mount a small disk")
        self.out.mkdir()
        call_once = shlex.join(command("F6", "--seeds", 10, "--out", self.out))
        script = (
            f"mount -t tmpfs -o size={SMALL_DISK} tmpfs {shlex.quote(str(self.out))}\n"
            f"{call_once}; echo status $?\n"
            f"mount -o remount,size=100m {shlex.quote(str(self.out))}\n"
            f"{call_once}; echo status $?\n"
        )
        done = subprocess.run(
            [*NAMESPACE, "sh", "-c", script], capture_output=True, text=True, check=True
        )
        self.assertRegex(done.stdout, r"^status 1\n(.*\n)*status 0\n$")
        said = [line for line in done.stderr.splitlines() if line.startswith("reproduce: error:")]
        self.assertEqual(len(said), 1, done.stderr)
        self.assertRegex(
            said[0],
            "cannot write to .*: No space left on device; what has finished is kept, and the same "
            "call goes on once there is room$",
        )
        self.assertNotIn("Traceback", done.stderr)
        first, second = map(int, re.findall(r"runs wanted, (\d+) are there", done.stderr))
        self.assertEqual(first, 0)
        self.assertGreater(second, 0)


OWN_PROGRAM = """#!/bin/sh
for option; do case $option in --RngRun=*) seed=${option#*=};; --gain=*) gain=${option#*=};; esac; done
echo quantity,variant,unit,value
echo "yield,sack,kg,$((gain * seed))"
"""
OWN_STUDY = """
from campaign.declare import axis, number, sweep, variant
title, paper, see, unstated = "Mine", "mine", "it", "nothing"
program = "mill"
runs = [sweep(axis("g", "2 3", gain="{}"), variant("sack"))]
numbers = [number("yield", "sack", "g=3", expect=(5, 24))]
"""


class ProgramsOfOnesOwn(Reproduce):
    """Nothing of ns-3: a script that prints the seed times a number."""

    def setUp(self):
        super().setUp()
        self.programs = self.scratch / "own programs"
        self.programs.mkdir()
        self.program = self.programs / "mill"
        self.write(OWN_PROGRAM)
        self.lab = laboratory(self.scratch, OWN_STUDY)
        self.study = ("one", "--programs", self.programs, "--experiments", self.lab)

    def write(self, text):
        self.program.write_text(text)
        self.program.chmod(0o755)

    def run_own(self, *words):
        """Without --ns3, which would build ours."""
        words = [str(ROOT / "reproduce"), *map(str, self.study), "--out", str(self.out), *words]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_from_a_program_to_a_table_of_each_seed(self):
        said = self.run_own()
        self.assertIn("programs: own programs", said)
        self.assertNotIn("building", said)
        with open(self.out / "samples.csv", encoding="utf-8", newline="") as file:
            found = [tuple(row.values()) for row in csv.DictReader(file)]
        expected = [
            ("one", "sack", f"g={gain}", str(seed), "yield", "kg", str(float(gain * seed)))
            for gain in (2, 3)
            for seed in range(1, 11)
        ]
        self.assertEqual(sorted(found), sorted(expected))
        # Mean of 3, 6, ..., 30; half of the interval: 2.262157 * 9.082951 / sqrt(10).
        row = rows(self.out)["one", "yield", "sack", "g=3"]
        self.assertEqual((row["mean"], row["ci_low"], row["ci_high"]), ("16.5", "10.0024", "22.9976"))
        self.assertIn("20 are there, 0 to do", self.run_own())

    def test_a_program_that_was_changed_is_another_one(self):
        self.run_own()
        before = snapshot(self.out)
        self.write(OWN_PROGRAM.replace("gain * seed", "gain + seed"))
        said = self.run_own()
        self.assertIn("20 runs wanted, 0 are there", said)
        self.assertIn("Kept aside, not in this report: 20 runs of own programs", said)
        self.assertIn("one: table and figure of other sources are in", said)
        self.keeps(before)
        self.assertEqual(rows(self.out)["one", "yield", "sack", "g=3"]["mean"], "8.5")
        (kept,) = (self.out / "of-other-sources").glob("*/one/yield-sack.csv")
        self.assertIn("3,16.5,", kept.read_text())

    def test_printed_runs_are_kept_and_a_fault_is_told_as_slurm_keeps_it(self):
        done = self.run_own_printed()
        runs = self.scratch / "runs.txt"
        runs.write_text(done)
        self.write(OWN_PROGRAM + "[ $seed != 7 ] || { echo no flour >&2; exit 3; }\n")
        of = {"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "1"}
        task = subprocess.run(
            [ROOT / "scripts" / "slurm-array", runs], capture_output=True, text=True, env=os.environ | of, check=False
        )
        self.assertEqual(task.returncode, 1)
        self.assertEqual(len(re.findall("no flour\nexit 3\n", task.stdout)), 2)
        self.assertEqual(len(re.findall(r"mill' .*--RngRun=7 ", task.stdout)), 2)

    def run_own_printed(self):
        words = [str(ROOT / "reproduce"), *map(str, self.study), "--out", str(self.out), "--print-runs"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    def test_what_cannot_be_is_said(self):
        self.program.unlink()
        self.fails_own("there is no program mill in", *self.study)
        self.fails_own("must name a folder with programs", "one", "--programs", self.scratch / "none")

    def fails_own(self, said, *words):
        done = subprocess.run(
            [str(ROOT / "reproduce"), *map(str, words), "--out", str(self.out)], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, said)


class Verdicts(Reproduce):
    def falsified(self, old, new, *more):
        """The laboratory with one number of its experiment changed."""
        text = ONE_RUN
        for one, other in ((old, new), *more):
            self.assertEqual(text.count(one), 1)
            text = text.replace(one, other)
        return laboratory(self.scratch, text)

    def test_a_falsified_number_ends_non_zero_every_time_and_is_red(self):
        self.succeeds("one", "--experiments", laboratory(self.scratch))
        self.assertNotIn('<tr class="fail">', (self.out / "report.html").read_text())
        for old, new, said in (
            ("        30,", "        31,", "30 is not the paper's 31, without a reason"),
            ("expect=(20, 60)", "expect=(31, 60)", "30 is not in 31 to 60"),
        ):
            folder = self.falsified(old, new)
            for _ in range(2):
                done = self.fails(1, said, "one", "--experiments", folder)
                self.assertIn("1 runs wanted, 1 are there, 0 to do", done.stderr)
            page = (self.out / "report.html").read_text()
            self.assertEqual(page.count('<tr class="fail">'), 1)
            self.assertIn("Not as expected: 1 number;", page)
        self.succeeds("one", "--experiments", laboratory(self.scratch))

    def test_a_reason_excuses_the_papers_number_but_not_the_range(self):
        because = "because=[asserted('known')]"
        folder = self.falsified("        30,", "        31,", ("because=[]", because))
        self.succeeds("one", "--experiments", folder)
        row = rows(self.out)["one", "unnecessary_retransmissions", "reno", "q=17 delack=0"]
        self.assertEqual(
            (row["verdict"], row["reason"], row["expect"]), ("differs", "asserted: known", "holds")
        )

    def test_a_summary_is_judged_anew_without_a_run(self):
        folder = laboratory(self.scratch)
        self.succeeds("one", "--experiments", folder)
        before, kept = snapshot(self.out), rows(self.out)
        judge = ("--judge", self.out / "summary.csv", "--experiments")
        self.succeeds(*judge, folder)
        self.assertEqual(rows(self.out), kept)
        self.fails(1, "without a reason", *judge, self.falsified("        30,", "        31,"))
        row = rows(self.out)["one", "unnecessary_retransmissions", "reno", "q=17 delack=0"]
        self.assertEqual((row["paper"], row["verdict"]), ("31", "differs"))
        self.assertEqual(self.keeps(before), before)

    def test_a_run_that_fails_is_said_and_the_call_ends_non_zero(self):
        folder = self.falsified('preset("reno")', 'preset("reno", variant="nobody")')
        done = self.fails(1, r"failed \(exit \d+\)", "one", "--experiments", folder)
        self.assertIn("1 runs failed", done.stderr)
        self.assertIn(
            "one seed 1: fack-recovery --leftRate=10420kbps --queue=16 --rate=1563kbps --rightRate=10420kbps --series=true "
            "--to=6s --variant=nobody --RngRun=1: --variant: variant 'nobody' is unknown",
            done.stderr,
        )
        (kept,) = (self.out / "failed").rglob("*.txt")
        self.assertIn("nobody", kept.read_text())


class Hosts(Reproduce):
    """With a program called ssh that stands for the other host."""

    def ssh(self, script):
        folder = self.scratch / "bin"
        folder.mkdir(exist_ok=True)
        path = folder / "ssh"
        # As ssh does: options, the host, and a command in one or more words.
        skip = 'while [ "$1" != far ]; do shift; done; shift; [ "$1" != -- ] || shift'
        path.write_text(f"#!/bin/sh\n{skip}\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return {"PATH": f"{folder}:{os.environ['PATH']}"}

    def refuses(self, script, said):
        one = ("one", "--experiments", laboratory(self.scratch))
        done = self.fails(2, said, *one, "--sshlogin", "far", env=self.ssh(script))
        self.assertEqual(done.stderr.count("reproduce: error:"), 1)
        self.assertEqual(snapshot(self.out), {})

    def test_a_host_that_cannot_be_reached(self):
        self.refuses(
            "echo 'ssh: connect to host far: Connection refused' >&2; exit 255",
            "--sshlogin: far: cannot be used: ssh: connect to host far",
        )

    def test_a_host_without_programs(self):
        self.refuses("echo no-programs", "far: has no programs in .*--build")
        self.refuses("echo no-checkout", "far: has no checkout at")

    def test_a_host_with_programs_of_another_release(self):
        run = 'sh -c "$*" | sed "s/^# ns-3: .*/# ns-3: 3.30/"'
        self.refuses(run, "far: has a fack-recovery of tcp-lossy .* on ns-3 3.30 .*, this machine has")

    def test_a_run_of_another_release_is_kept_aside_even_then(self):
        # The host answers as it should, and then runs other programs.
        run = (
            'case "$*" in *campaign.stamp*) exec sh -c "$*";; esac; '
            'sh -c "$*" | sed "s/^# ns-3: .*/# ns-3: 3.30/"'
        )
        one = ("one", "--experiments", laboratory(self.scratch))
        done = call(*one, "--sshlogin", "1/far", "--out", self.out, env=self.ssh(run))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1 runs came from programs of other sources or another ns-3", done.stderr)
        self.assertFalse((self.out / "summary.csv").exists())


if __name__ == "__main__":
    unittest.main()
