# SPDX-License-Identifier: GPL-2.0-only
"""The experiments' files, the registry of variants, the store, progress, fingerprints."""

import argparse
import contextlib
import errno
import fcntl
import io
import itertools
import os
import re
import shutil
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path
from unittest import mock

from support import EXPERIMENTS, ROOT, output, scratch, short_files
from campaign import aside, declare, figures, fingerprint, incoming, stamp, stopping
from campaign.errors import CampaignError, Refusal
from campaign.laboratory import FIELDS, Laboratory
from campaign.planning import Plan
from campaign.programs import Programs
from campaign.progress import Progress
from campaign.runs import Run, make_run
from campaign.stamp import Build, Stamp
from campaign.statistics import Estimate
from campaign.store import Store
from campaign.variants import Registry

REGISTRY = Registry(EXPERIMENTS / "variants.csv")
_HEAD = 'from campaign.declare import *\ntitle = "t"\nprogram = "p"\n'
_TWO = "published(1, 'Fig 1', decides('t', 'v')) + published(2, 'Fig 1', decides('t', 'w'))\n"


BUILD = Build("abc", "def")
HASH_SOURCES = stamp.hash_sources


@contextlib.contextmanager
def full_disk():
    """Half of what is written still finds room."""

    def write(path, text, **_):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[: len(text) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with mock.patch.object(Path, "write_text", write):
        yield


class Everything:
    """All is possible."""

    def of(self, template):
        return True


def plan(*names, seeds=None, full=False):
    laboratory = Laboratory(EXPERIMENTS, REGISTRY, full)
    found = Plan()
    for name in names:
        experiment = laboratory.load(name)
        found.add(experiment, Everything(), seeds or experiment.seeds[1 if full else 0])
    return found


class Experiments(unittest.TestCase):
    def test_all_are_read_for_both_grids(self):
        for full in (False, True):
            laboratory = Laboratory(EXPERIMENTS, REGISTRY, full)
            for name in laboratory.ids():
                with self.subTest(name=name, full=full):
                    experiment = laboratory.load(name)
                    self.assertTrue(experiment.paper and experiment.see and experiment.unstated)

    def test_shared_runs_are_run_once(self):
        self.assertEqual(len(plan("D7", "D8").runs), len(plan("D7").runs))
        both, one = len(plan("D4", "D5").runs), len(plan("D4").runs)
        # SACK TCP Veno and ns-3's Veno are D5's own.
        self.assertEqual(both, one + 2 * 10)
        base = {run.name for run in plan("D4", "D5").runs}
        # Six rivals at 10 Mbit/s and 10 ms; veno and venodr on NewReno's sender.
        self.assertEqual(sum(run.name in base for run in plan("D6").runs), 6 * 10)
        self.assertEqual(sum(run.name in base for run in plan("D10").runs), 2 * 10)

    def test_more_seeds_contain_fewer(self):
        few = {run.name for run in plan("V2", seeds=3).runs}
        more = {run.name for run in plan("V2", seeds=5).runs}
        self.assertLess(few, more)

    def test_what_is_not_random_is_run_once(self):
        self.assertEqual(len(plan("F5", seeds=50).runs), 6)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        (self.folder / "T.gp").write_text("")
        (self.folder / "shared").mkdir()
        (self.folder / "shared" / "broken.py").write_text("half = 2\n1 / 0\n")

    def load(self, text, full=False):
        (self.folder / "T.py").write_text(text)
        return Laboratory(self.folder, REGISTRY, full).load("T")

    def test_what_it_imports_and_defines_is_its_own(self):
        own = "import math\nfrom math import pi\ndef half(x):\n    return x / 2\n"
        experiment = self.load(own + _HEAD + "runs = [sweep(x=half(pi) / math.pi)]\n")
        self.assertEqual(experiment.templates()[0].options, {"x": "0.5"})

    def test_each_grid_reads_anew_what_it_imports(self):
        (self.folder / "shared" / "grid.py").write_text(
            "from campaign.declare import pick\nlosses = pick('0.1', '0.1 0.2')\n"
        )
        # Ours, where the folder has none of that name.
        text = "from shared import grid as _grid\nfrom shared import wireless as _ours\n" + _HEAD
        text += "runs = [sweep(axis('p', _grid.losses), _ours.ten_losses)]\n"
        numbers = [len(self.load(text, full).templates()) for full in (False, True, False)]
        self.assertEqual(numbers, [3, 12, 3])
        self.assertNotIn(str(self.folder.resolve()), sys.path)

    def test_a_trace_is_the_users_or_one_of_ours(self):
        text = _HEAD + "from campaign.declare import trace as _trace\n"
        text += "runs = [sweep(trace=_trace('cell.csv'))]\n"
        [ours] = self.load(text).templates()
        self.assertTrue(Path(ours.options["trace"]).samefile(EXPERIMENTS / "traces" / "cell.csv"))
        file = self.folder / "mine.csv"
        [theirs] = Laboratory(self.folder, REGISTRY, trace=file).load("T").templates()
        self.assertEqual(theirs.options["trace"], str(file))

    def test_a_linter_and_an_import_know_them(self):
        text = "import V2, shared.wireless; print(len(V2.runs), shared.wireless.ten_losses[1].point)"
        done = subprocess.run(
            [sys.executable, "-B", "-c", text],
            env=os.environ | {"PYTHONPATH": str(EXPERIMENTS)},
            capture_output=True,
            text=True,
            check=True,
        )
        self.assertEqual(done.stdout, "3 (('p', '0.02'),)\n")

    def test_a_product_of_axes_with_their_options(self):
        text = (
            _HEAD
            + 'runs = [sweep(axis("p", "0.1 0.2", loss="{}"), [preset("sack+whole"), variant("fack", x=True)], to="1s")]\n'
        )
        templates = self.load(text).templates()
        self.assertEqual(len(templates), 4)
        self.assertEqual(templates[1].point, (("p", "0.1"),))
        self.assertEqual(templates[1].label, "fack")
        self.assertEqual(templates[1].options, {"to": "1s", "loss": "0.1", "x": "true"})
        self.assertEqual(templates[2].options, {"to": "1s", "loss": "0.2", "variant": "sack"})

    def test_what_is_declared_is_as_the_programs_take_it(self):
        cases = '[variant("sack", a=(1, 2), b=[3], c=False)], [variant("fack", d=1.5)], case("u=9")'
        text = _HEAD + f'seeds, fingerprint, needs = 7, "q=5 d=1", "p --x"\nruns = [sweep({cases}, first_seed={{"s": (4, 5)}})]\n'
        experiment = self.load(text)
        self.assertEqual((experiment.seeds, experiment.least_seeds, experiment.needs), ((7, 7), 7, ("p --x",)))
        self.assertEqual(experiment.fingerprint, (("q", "5"), ("d", "1")))
        (template,) = experiment.templates()
        self.assertEqual((template.label, template.point, template.needs), ("fack", (("u", "9"),), ("p --x",)))
        self.assertEqual(template.options, {"a": "1,2", "b": "3", "c": "false", "d": "1.5"})
        self.assertEqual(template.first_seed, {"s": "4,5"})

    def test_how_many_seeds_a_run_has(self):
        runs = "[sweep(a=1), sweep(a=2, most_seeds=3), sweep(a=3, random=False), sweep(a=4, program='q')]"
        experiment = self.load(_HEAD + f"runs = {runs}\n")
        found = [list(experiment.seeds_of(template, 4)) for template in experiment.templates()]
        self.assertEqual(found, [[1, 2, 3, 4], [1, 2, 3], [1], [1, 2, 3, 4]])
        self.assertEqual([template.program for template in experiment.templates()], ["p", "p", "p", "q"])

    def test_the_least_seeds_are_those_of_the_run_with_the_fewest(self):
        # What is not random has one.
        runs = "[sweep(a=1), sweep(a=2, most_seeds=10), sweep(a=3, random=False, most_seeds=5)]"
        self.assertEqual(self.load(_HEAD + f"seeds = 110, 110\nruns = {runs}\n").least_seeds, 10)
        self.assertEqual(self.load(_HEAD + f"seeds = 8, 8\nruns = {runs}\n").least_seeds, 8)

    def test_the_guides_example_is_one(self):
        text = (ROOT / "doc" / "compare.rst").read_text(encoding="utf-8")
        found = re.search(r"^  # experiments/mine.py\n((?:  .*\n|\n(?=  \w))+)", text, re.MULTILINE)
        experiment = self.load(textwrap.dedent(found.group(1)))
        self.assertEqual(len(experiment.templates()), 4)
        self.assertEqual(experiment.numbers[0].expect, (0.9, 1.5))

    def test_the_guides_study_with_a_program_of_ones_own_is_one(self):
        text = (ROOT / "doc" / "compare.rst").read_text(encoding="utf-8")
        found = [
            re.search(rf"^  # {name}.*\n((?:  .*\n|\n(?=  \w))+)", text, re.MULTILINE)
            for name in (r"shared-link\.py", r"variants\.csv")
        ]
        experiment, registry = (textwrap.dedent(part.group(1)) for part in found)
        (self.folder / "variants.csv").write_text(registry)
        (self.folder / "shared-link.py").write_text(experiment)
        (self.folder / "shared-link.gp").write_text("")
        lab = Laboratory(self.folder, Registry(self.folder / "variants.csv"))
        self.assertEqual(lab.load("shared-link").templates()[3].options["variant"], "sack-veno")

    def test_the_guide_names_all_that_a_file_may_say(self):
        text = (ROOT / "doc" / "compare.rst").read_text(encoding="utf-8")
        names = FIELDS | set(declare.__all__)
        missing = [name for name in names if not re.search(rf"``{name}\b", text)]
        self.assertEqual(missing, [])

    def test_options_that_depend_on_the_seed(self):
        text = _HEAD + 'runs = [sweep(first_seed={"series": True}, late=by_seed(lambda seed: seed > 1))]\n'
        template = self.load(text).templates()[0]
        found = [make_run(template, seed).arguments() for seed in (1, 2)]
        self.assertEqual(found, [["--late=false", "--series=true", "--RngRun=1"], ["--late=true", "--RngRun=2"]])

    def test_what_is_wrong_is_said_with_file_and_line(self):
        for text, said in (
            (_HEAD, "T.py: there is no 'runs'"),
            (_HEAD + "runs = [sweep()]\nsweeps = 3\n", "T.py: 'sweeps' is none of"),
            (_HEAD + "runs = [sweep()]\nfor p in '12':\n    pass\n", "T.py: 'p' is none of"),
            (
                _HEAD + "runs = [sweep()]\nnumbers = [number('t', 'v')]\n",
                "T.py:5: .*no range is expected",
            ),
            (
                _HEAD + "runs = [sweep()]\nnumbers = " + _TWO,
                "T.py: two published numbers are 'Fig 1'",
            ),
            ("import nowhere\n" + _HEAD, "T.py:1: ModuleNotFoundError"),
            (_HEAD + "from shared import broken\n", "shared/broken.py:2: ZeroDivisionError"),
            ("title = \n", "T.py:1: SyntaxError"),
            (_HEAD + "runs = [sweep(preset('nobody'))]\n", "needs a row for 'nobody'"),
            (_HEAD + "runs = [sweep(preset('sack+nobody'))]\n", "needs a row for '.nobody'"),
        ):
            with self.subTest(said=said), self.assertRaisesRegex(Refusal, said):
                self.load(text)
        (self.folder / "F.py").mkdir()
        with self.assertRaisesRegex(Refusal, "F.py: IsADirectoryError: "):
            Laboratory(self.folder, REGISTRY).load("F")

    def test_a_figure_is_asked_for(self):
        (self.folder / "T.gp").unlink()
        with self.assertRaisesRegex(Refusal, "there is no T.gp"):
            self.load(_HEAD + "runs = [sweep()]\n")


class Runs(unittest.TestCase):
    def test_a_run_is_its_program_options_and_seed_in_any_order(self):
        one = Run("p", {"a": "1", "b": "2"}, 3)
        self.assertEqual(one.name, Run("p", {"b": "2", "a": "1"}, 3).name)
        for other in (
            Run("q", {"a": "1", "b": "2"}, 3),
            Run("p", {"a": "1"}, 3),
            Run("p", {"a": "1", "b": "2"}, 4),
        ):
            self.assertNotEqual(one.name, other.name)

    def test_commands_are_quoted(self):
        run = Run("p", {"a": "x y"}, 1)
        folder = scratch(self) / "a b"
        folder.mkdir()
        (folder / "p").touch(0o755)
        self.assertEqual(run.command(Programs([folder])), f"'{folder}/p' '--a=x y' --RngRun=1")


class Colours(unittest.TestCase):
    """Machado, Oliveira and Fernandes, 2009, full severity, on linear RGB."""

    VISION = {
        "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.01182, 0.04294, 0.968881),
        ),
    }

    def lab(self, colour, vision):
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        r, g, b = (
            min(1, max(0, sum(m * c for m, c in zip(row, linear)))) for row in self.VISION[vision]
        )
        x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
        y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
        f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
        return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])

    def distance(self, one, other, vision):
        return (
            sum((a - b) ** 2 for a, b in zip(self.lab(one, vision), self.lab(other, vision))) ** 0.5
        )

    def test_every_variant_has_a_colour_of_its_own(self):
        colours = [REGISTRY.style(name).colour for name in REGISTRY.names()]
        self.assertEqual(len(colours), len(set(colours)))

    def test_variants_of_one_figure_differ_in_their_marks_or_for_every_eye(self):
        laboratory = Laboratory(EXPERIMENTS, REGISTRY, full=True)
        for name in laboratory.ids():
            labels = sorted({t.label for t in laboratory.load(name).templates() if t.label})
            for one, other in itertools.combinations(labels, 2):
                a, b = REGISTRY.style(one), REGISTRY.style(other)
                least = min(self.distance(a.colour, b.colour, v) for v in self.VISION)
                with self.subTest(name=name, one=one, other=other):
                    self.assertTrue(a.mark != b.mark or least > 15, least)

    def test_parts_after_a_plus_have_the_base_colour(self):
        self.assertEqual(REGISTRY.style("sack+stock").colour, REGISTRY.style("sack").colour)
        self.assertNotEqual(REGISTRY.style("sack+stock").mark, REGISTRY.style("sack").mark)
        # Hollow for filled, where a part has no mark of its own.
        self.assertEqual([REGISTRY.style(name).mark for name in ("sack", "sack+ns2")], [7, 6])


class Stores(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def opened(self, folder=None):
        store = Store(folder or self.folder)
        store.open()
        self.addCleanup(store.close)
        return store

    def test_a_folder_that_no_campaign_made_is_refused_and_left_alone(self):
        (self.folder / "raw").mkdir()
        (self.folder / "raw" / "thesis.txt").write_text("years")
        with self.assertRaisesRegex(Refusal, "no campaign made"):
            Store(self.folder).open()
        self.assertEqual((self.folder / "raw" / "thesis.txt").read_text(), "years")
        self.assertEqual(len(list(self.folder.iterdir())), 1)

    def test_an_empty_folder_and_a_new_one_will_do(self):
        self.opened()
        self.opened(self.folder / "new" / "one")
        self.assertTrue((self.folder / "new" / "one" / "campaign.json").exists())

    def test_a_file_is_no_folder(self):
        (self.folder / "file").write_text("")
        with self.assertRaisesRegex(Refusal, "is no folder"):
            Store(self.folder / "file").refuse_foreign()
        with self.assertRaisesRegex(Refusal, "not writable"):
            Store(self.folder / "file" / "below").refuse_foreign()

    def test_two_calls_do_not_write_at_once(self):
        first = self.opened()
        with self.assertRaisesRegex(Refusal, "another campaign"):
            Store(self.folder).open()
        # The file that is held is another one after this.
        first.ask(["V2"])
        with self.assertRaisesRegex(Refusal, "another campaign"):
            Store(self.folder).open()
        first.close()
        self.opened()

    def test_who_opened_the_file_before_another_call_wrote_it_anew_does_not_hold_it(self):
        first = self.opened()

        def hold_late(*arguments):
            flock.stop()
            first.ask(["V2"])
            first.close()
            fcntl.flock(*arguments)

        flock = mock.patch("fcntl.flock", hold_late)
        flock.start()
        with self.assertRaisesRegex(Refusal, "another campaign"):
            Store(self.folder).open()

    def test_what_was_asked_for_outlives_a_full_disk(self):
        store = self.opened()
        store.ask(["V2"])
        with short_files(40), self.assertRaises(OSError):
            store.ask(["F2"])
        self.assertEqual(store.asked(), ["V2"])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["campaign.json"])
        with self.assertRaisesRegex(Refusal, "another campaign"):
            Store(self.folder).open()

    def test_a_mark_that_was_cut_off_is_refused_and_can_be_mended(self):
        mark = self.folder / "campaign.json"
        for text in ("", '{"what": "res', "[]", "\xff"):
            mark.write_text(text, encoding="latin-1")
            with self.subTest(text=text), self.assertRaisesRegex(Refusal, "^--out: .*campaign.json is not as .*forgotten$"):
                Store(self.folder).refuse_foreign()
        mark.write_text("{}")
        self.assertEqual(self.opened().asked(), [])

    def test_what_was_asked_for_is_remembered(self):
        store = self.opened()
        store.ask(["V2"])
        store.ask(["F2"])
        self.assertEqual(store.asked(), ["F2", "V2"])
        # Whatever becomes of this process.
        kept = (self.folder / "campaign.json").read_text()
        self.assertIn('"experiments": ["F2", "V2"]', kept)

    def test_what_a_summary_without_programs_has_to_know_is_remembered(self):
        store = self.opened()
        self.assertEqual(store.remembered(), ({}, []))
        stamp = Stamp("0.1.0", "abc", "3.44", "def")
        store.remember({"p": stamp}, {"p --a=9"})
        store.ask(["V2"])
        self.assertEqual(store.remembered(), ({"p": stamp}, ["p --a=9"]))
        # What an earlier version left.
        (self.folder / "old").mkdir()
        (self.folder / "old" / "campaign.json").write_text('{"experiments": ["V2"]}')
        old = self.opened(self.folder / "old")
        self.assertEqual((old.asked(), old.remembered()), (["V2"], ({}, [])))

    def test_runs_go_by_the_stamp_that_they_report(self):
        store = self.opened()
        run = Run("p", {"a": "1"}, 7)
        here = store.add(run.name, run.command(), output([]), BUILD)
        other = store.add(run.name, run.command(), output([], release="3.37"), BUILD)
        self.assertEqual((here.release, other.release), ("3.44", "3.37"))
        second = Run("q", {"a": "1"}, 8)
        store.add(second.name, second.command(), output([], release="3.37"), BUILD)
        index = store.index({"p": here, "q": other}.get)
        self.assertEqual(store.others({"p": here, "q": other}.get), {other: 1})
        self.assertTrue(index.has(run) and index.has(second))
        self.assertEqual((index.seeds("p"), index.seeds("q"), len(index)), ([7], [8], 2))
        # What somebody put there is no run's.
        (self.folder / "runs" / here.name / "p" / "note.csv").write_text("mine\n")
        self.assertEqual(store.index({"p": here}.get).seeds("p"), [7])
        self.assertIn("# command: p --a=1 --RngRun=7", index.read(run))
        # Of a program that is not there any more nothing is known.
        self.assertEqual(store.others({"p": here}.get), {other: 2})
        self.assertFalse(store.index({"p": here}.get).has(second))
        self.assertEqual(Stamp.parse(other.name), other)

    def test_an_output_without_a_stamp_is_refused(self):
        store = self.opened()
        with self.assertRaisesRegex(CampaignError, "does not say '# tcp-lossy:' and '# ns-3:'"):
            store.add("p/x-1", "p", "quantity,unit,value\n", BUILD)

    def test_what_cannot_be_written_is_raised_and_leaves_nothing(self):
        store = self.opened()
        with full_disk(), self.assertRaises(OSError):
            store.add("p/x-1", "p --a=1", output([]), BUILD)
        self.assertEqual([p.name for p in self.folder.rglob("*") if p.is_file()], ["campaign.json"])
        store.add("p/x-1", "p --a=1", output([]), BUILD)
        with full_disk(), self.assertRaisesRegex(Refusal, "No space left on device"):
            Store(self.folder / "other").open()
        self.assertEqual(list((self.folder / "other").iterdir()), [])

    def test_an_output_that_was_cut_is_refused(self):
        store = self.opened()
        with self.assertRaisesRegex(CampaignError, "the output is not complete"):
            store.add("p/x-1", "p", output([("t", "sack", "", "s", "", 1)])[:-3], BUILD)

    def test_what_another_call_left_is_kept_until_there_is_room(self):
        store = self.opened()
        run = Run("p", {"a": "1"}, 7)
        call = incoming.new_call(store, lambda name: BUILD, [run])
        (call / "outputs" / "1").mkdir(parents=True)
        incoming.output_of(call, 1).write_text(output([]))
        (call / incoming.LOG).write_text("1\t:\t0\t1\t0\t0\t0\t0\tp\n")
        with full_disk(), self.assertRaises(OSError):
            incoming.collect(store)
        self.assertTrue(call.exists())
        self.assertEqual(incoming.collect(store), 1)
        self.assertFalse(call.exists())
        (stamp,) = store.others({}.get)
        self.assertTrue(store.index(lambda name: stamp).has(run))


class Stamps(unittest.TestCase):
    """What a build is told by: a program that loads two libraries, one of them ns-3's."""

    def setUp(self):
        folder = scratch(self)
        self.programs = Programs([folder / "build" / "programs"])
        self.own = Programs(self.programs.folders, is_ours=False)
        self.program, self.second = (self.programs.folders[0] / name for name in ("one", "two"))
        self.program.parent.mkdir(parents=True)
        for path in (self.program, self.second):
            path.write_bytes(b"\x7fELF")
            path.chmod(0o755)
        self.ns3 = folder / "libns3.44-core-default.so"
        self.mine = folder / "libmine.so"
        self.built = folder / "build" / "libtcp-lossy.so.0.1"
        self.system = folder / "system" / "libc.so.6"
        self.system.parent.mkdir()
        self.loaded = [self.ns3, self.mine, self.built, self.system]
        for path in self.loaded:
            path.write_text("as released")
        for name, value in (
            ("_MEMORY", folder / "digests"),
            ("_SYSTEM", (f"{self.system.parent.resolve()}/",)),
            ("_loaded", lambda program: [str(path) for path in self.loaded]),
            ("hash_sources", lambda: "sources"),
        ):
            patch = mock.patch.object(stamp, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.build = Build.of(self.programs, "one")

    def test_what_is_loaded_from_outside_the_system_is_of_the_build(self):
        for programs, count in ((self.programs, (self.ns3, self.mine)), (self.own, (self.ns3, self.mine, self.built))):
            before = Build.of(programs, "one")
            for path in self.loaded:
                with self.subTest(path=path.name, ours=programs.is_ours):
                    path.write_text("as patched!")
                    self.assertEqual(Build.of(programs, "one") != before, path in count)
                    path.write_text("as released")
                    self.assertEqual(Build.of(programs, "one"), before)

    def test_ns3_and_this_module_count_where_a_distribution_has_them(self):
        for name, counts in (("libns3.44-core.so", True), ("libtcp-lossy.so.0.1", True), ("libm.so.6", False)):
            path = self.system.with_name(name)
            self.loaded = [self.mine, path]
            path.write_text("as released")
            before = Build.of(self.programs, "one")
            path.write_text("as patched!")
            self.assertEqual(Build.of(self.programs, "one") != before, counts)

    def test_what_did_not_change_is_not_read_again(self):
        with mock.patch.object(Path, "read_bytes", side_effect=AssertionError):
            self.assertEqual(Build.of(self.programs, "one"), self.build)

    def test_programs_that_have_ns3_in_them(self):
        self.loaded = [self.system]
        before = Build.of(self.programs, "one")
        self.program.write_bytes(b"\x7fELF, patched")
        self.assertNotEqual(Build.of(self.programs, "one"), before)

    def test_another_program_is_of_no_build_but_its_own(self):
        own, second = (Build.of(self.own, name) for name in ("one", "two"))
        self.second.write_bytes(b"\x7fELF, changed")
        self.assertEqual(Build.of(self.own, "one"), own)
        self.assertNotEqual(Build.of(self.own, "two"), second)
        stamps = stamp.Stamps(self.own)
        self.assertEqual(stamps.of("one").build, own)
        self.assertIsNone(stamps.of("three"))

    def test_several_stamps_have_one_in_common(self):
        one = Stamp("0.1.0", "abc", "3.44", "def")
        self.assertEqual(Stamp.common([one, one]), one)
        both = Stamp.common([one, one._replace(libraries="ghi")])
        self.assertEqual(both._replace(libraries="def"), one)
        self.assertRegex(both.libraries, r"^\w{12}$")
        self.assertEqual(Stamp.common([one._replace(libraries="ghi"), one]), both)
        self.assertNotEqual(Stamp.common([one, one._replace(libraries="jkl")]), both)

    def test_of_ours_the_sources_count_and_of_others_the_octets(self):
        own = Build.of(self.own, "one")
        self.assertEqual((self.build.content, self.build.release, own.release), ("sources", "", "3.44"))
        self.program.write_bytes(b"\x7fELF, changed")
        self.assertEqual(Build.of(self.programs, "one"), self.build)
        self.assertNotEqual(Build.of(self.own, "one").content, own.content)
        said = stamp.stamp_of({"tcp-lossy": "0.1.0", "ns-3": "?"}, own)
        self.assertEqual((said.version, said.release, said.build), ("own", "3.44", own))
        self.assertIsNone(stamp.stamp_of({"ns-3": "3.44"}, self.build))

    def hash_sources(self, root):
        return HASH_SOURCES(root)

    def sources(self):
        root = scratch(self)
        for folder in ("model", "helper", "cmake"):
            (root / folder).mkdir()
        for file in ("VERSION", "CMakeLists.txt", "model/a.cc", "helper/table.def", "cmake/x.cmake"):
            (root / file).write_text(f"{file[:1]}\n")
        return root

    def test_sources_count_by_name_and_code(self):
        root = self.sources()
        known = {self.hash_sources(root)}

        def expect_another_hash():
            self.assertNotIn(self.hash_sources(root), known)
            known.add(self.hash_sources(root))

        (root / "model" / "notes.txt").write_text("not built")
        self.assertIn(self.hash_sources(root), known)
        (root / "model" / "a.cc").rename(root / "model" / "b.cc")
        expect_another_hash()
        (root / "model" / "b.cc").rename(root / "helper" / "b.cc")
        expect_another_hash()
        for file in ("VERSION", "helper/b.cc", "helper/table.def", "cmake/x.cmake"):
            (root / file).write_text("changed")
            expect_another_hash()

    def test_a_comment_is_no_other_program(self):
        root = self.sources()
        code = 'const char* S = "// no comment";\n#define TWICE(x) \\\n    2 * x\nint f(); int g();\n'
        (root / "model" / "a.cc").write_text(code)
        before = self.hash_sources(root)
        for text in (
            f"// SPDX\n\n{code}// end\n",
            code.replace("int g();", "/* why,\nat length */ int g(); // g's"),
        ):
            (root / "model" / "a.cc").write_text(text)
            self.assertEqual(self.hash_sources(root), before)
        (root / "cmake" / "x.cmake").write_text("# why\nc\n")
        self.assertEqual(self.hash_sources(root), before)
        for old, new in (("// no", "//  no"), ("2 * x", "3 * x"), ("int g", "int h")):
            (root / "model" / "a.cc").write_text(code.replace(old, new))
            self.assertNotEqual(self.hash_sources(root), before)

    def test_names_are_read_again(self):
        written = Stamp("0.1.0", "abc", "3.44", "def")
        self.assertEqual(Stamp.parse(written.name), written)
        self.assertEqual(written.build, BUILD)
        for build in (BUILD, Build("abc", "def", "3.44"), Build("abc", "")):
            self.assertEqual(Build.parse(build.name), build)
        # What was kept before the libraries were part of it.
        self.assertEqual(Stamp.parse("0.1.0+abc_ns-3.44"), written._replace(libraries=""))


class Loader(unittest.TestCase):
    def test_what_it_finds_is_read(self):
        self.assertTrue(any("libc.so" in name for name in stamp._loaded(Path("/bin/sh"))))


class ProgramsOfOthers(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.programs = Programs([self.folder, "/bin"], is_ours=False)

    def make(self, *names):
        for name in names:
            (self.folder / name).write_text("")
            (self.folder / name).chmod(0o755)

    def test_are_found_by_their_name_or_by_that_of_a_tree(self):
        self.make("ns3.44-mine-default", "ns3-dev-other-one-optimized", "ns3.37-plain", "ns3.44-mine-too-default")
        for name, file in (
            ("mine", "ns3.44-mine-default"),
            ("other-one", "ns3-dev-other-one-optimized"),
            ("plain", "ns3.37-plain"),
            ("mine-too", "ns3.44-mine-too-default"),
        ):
            self.assertEqual(self.programs.path(name), self.folder / file)
        self.assertEqual(self.programs.path("sh"), Path("/bin/sh"))
        self.make("sh")
        self.assertEqual(self.programs.path("sh"), self.folder / "sh")

    def test_one_that_is_not_there_or_there_twice_is_refused(self):
        with self.assertRaisesRegex(Refusal, "there is no program mine in "):
            self.programs.path("mine")
        self.make("ns3.44-mine-default", "ns3.44-mine-debug")
        with self.assertRaisesRegex(Refusal, "mine-debug and ns3.44-mine-default: keep one"):
            self.programs.path("mine")


class Aside(unittest.TestCase):
    """Tables and figures of an earlier call."""

    def setUp(self):
        self.out = scratch(self)
        self.now = Stamp("0.1.0", "abc", "3.44", "def")
        self.write("F2", self.now)
        self.write("V2", self.now._replace(content="aaa"))
        self.write("V3", self.now._replace(libraries="ddd"))
        (self.out / "failed").mkdir()
        (self.out / "failed" / "note.csv").write_text("mine\n")

    def write(self, name, of):
        for folder in (name, "figures"):
            (self.out / folder).mkdir(exist_ok=True)
        lines = "".join(f"# {key}: {value}\n" for key, value in aside.label(of).items())
        (self.out / name / "t-a.csv").write_text(lines + "p,mean\n1,2\n")
        (self.out / name / "own.csv").write_text("p,mean\n1,2\n")
        (self.out / "figures" / f"{name}.png").write_text("")
        (self.out / "figures" / f"{name}.svg").write_text(f"<!-- {name}, drawn by scripts 12; data of {of} -->")

    def test_what_is_of_other_sources_is_moved_and_the_rest_is_not(self):
        self.assertEqual(aside.move_aside(self.out, [self.now, self.now._replace(content="bbb")]), ["V2", "V3"])
        # What comes there later replaces it.
        self.write("V2", self.now._replace(content="aaa"))
        self.assertEqual(aside.move_aside(self.out, [self.now]), ["V2"])
        self.write("V2", self.now._replace(content="aaa"))
        shutil.rmtree(self.out / "V2")
        self.assertEqual(aside.move_aside(self.out, [self.now]), ["V2"])
        left = sorted(str(p.relative_to(self.out)) for p in self.out.rglob("*.*") if p.is_file())
        of = aside.FOLDER
        expected = [
            f"{folder}{name}"
            for folder, one in (("", "F2"), (f"{of}/aaa+def/", "V2"), (f"{of}/abc+ddd/", "V3"))
            for name in (f"{one}/own.csv", f"{one}/t-a.csv", f"figures/{one}.png", f"figures/{one}.svg")
        ]
        self.assertEqual(left, sorted([*expected, "failed/note.csv"]))
        self.assertEqual(aside.move_aside(self.out, [self.now]), [])
        self.assertEqual(aside.move_aside(self.out, [self.now._replace(version="0.2.0")]), [])


class Stopping(unittest.TestCase):
    """A rule on the width of an interval, with values made by hand."""

    TEXT = (
        _HEAD + "seeds = 30, 40\n"
        'runs = [sweep([variant("sack", v=1), variant("fack", v=2)])]\n'
        'derived = differences("t", "sack", "fack")\n'
        'stop = narrow("difference", "sack-fack", within=1, first=10, step=5)\n'
    )

    def setUp(self):
        self.folder = scratch(self)
        (self.folder / "T.gp").write_text("")
        self.experiment = self.load(self.TEXT)
        self.store = Store(self.folder / "out")
        self.store.open()
        self.addCleanup(self.store.close)
        self.looked_at = []

    def load(self, text):
        (self.folder / "T.py").write_text(text)
        return Laboratory(self.folder, REGISTRY).load("T")

    def add(self, seeds, label=None):
        for template in self.experiment.templates():
            for seed in seeds:
                if label in (None, template.label):
                    run = make_run(template, seed)
                    value = seed if template.label == "sack" else 0
                    text = output([("t", template.label, "", "s", "", value)])
                    stamp = self.store.add(run.name, run.command(), text, BUILD)
        self.index = self.store.index(lambda name: stamp)

    def wanted(self, widths):
        """The rule's answer, if the interval after so many seeds is so wide."""

        def estimate(values):
            number = len(values)
            self.looked_at.append(number)
            self.assertEqual(sorted(values), list(range(1, number + 1)))
            return Estimate(0, 100 - widths[number] / 2, 100 + widths[number] / 2, number)

        with mock.patch.object(stopping, "estimate", estimate):
            return stopping.seeds_wanted(
                self.experiment, self.experiment.templates(), self.index, 30
            )

    def test_it_ends_at_the_first_number_of_seeds_whose_interval_is_narrow(self):
        self.add(range(1, 11))
        self.assertEqual(self.wanted({10: 2}), 10)
        self.assertEqual(self.wanted({10: 2.1}), 15)
        self.add(range(11, 21))
        self.assertEqual(self.wanted({10: 3, 15: 2}), 15)
        self.assertEqual(self.wanted({10: 3, 15: 3, 20: 1}), 20)

    def test_it_ends_at_the_most_however_wide(self):
        self.add(range(1, 41))
        self.assertEqual(self.wanted({10: 3, 15: 3, 20: 3, 25: 3, 30: 3}), 30)
        self.assertEqual(self.looked_at, [10, 15, 20, 25])

    def test_more_seeds_than_it_asked_for_do_not_change_it(self):
        self.add(range(1, 41))
        self.assertEqual(self.wanted({10: 3, 15: 2, 20: 5, 25: 5}), 15)
        self.assertEqual(self.looked_at, [10, 15])

    def test_nothing_is_looked_at_before_all_of_the_seeds_are_there(self):
        self.add(range(1, 10))
        self.add([10], "sack")
        self.assertEqual(self.wanted({}), 10)
        self.assertEqual(self.looked_at, [])

    def test_without_a_rule_it_is_the_number_itself(self):
        experiment = self.load(self.TEXT.partition("stop")[0])
        self.assertEqual(stopping.seeds_wanted(experiment, [], None, 30), 30)
        self.assertEqual((experiment.least_seeds, self.experiment.least_seeds), (30, 10))

    def test_a_rule_has_ten_seeds_at_least(self):
        for wrong in ("first=9", "within=0", "step=0"):
            name = wrong.partition("=")[0]
            text = re.sub(rf"{name}=\d+", wrong, self.TEXT)
            with self.assertRaisesRegex(Refusal, "first must be at least 10"):
                self.load(text)


class Said(unittest.TestCase):
    def test_progress_names_the_experiment_without_a_terminal(self):
        now = [0.0]
        runs = [Run("p", {}, seed) for seed in (1, 2, 3, 4)]
        owners = {run.name: "V2" if run.seed < 4 else "F2" for run in runs}
        stream = io.StringIO()
        progress = Progress(owners, stream, lambda: now[0])
        progress.done(runs[0], False)
        now[0] = 40.0
        progress.done(runs[1], False)
        progress.done(runs[3], False)
        lines = stream.getvalue().splitlines()
        self.assertEqual(lines[0], "V2: 2 of 3 runs; 2 of 4 in all (50 %), about 40 s left")
        self.assertEqual(lines[1], "F2: 1 run has ended; 3 of 4 in all (75 %)")

    def test_the_time_left_is_said_in_a_unit_that_fits(self):
        # One of two runs has ended: as much is left as has gone.
        for gone, said in ((89, "89 s"), (90, "2 min"), (5399, "90 min"), (5400, "1.5 h"), (36000, "10.0 h")):
            now = [0.0]
            stream = io.StringIO()
            progress = Progress({"one": "V2", "other": "V2"}, stream, lambda now=now: now[0])
            now[0] = float(gone)
            progress.done(argparse.Namespace(name="one"), False)
            self.assertIn(f"about {said} left", stream.getvalue())


class Fingerprints(unittest.TestCase):
    def test_a_run_of_each_variant_stands_for_an_experiment(self):
        folder = scratch(self)
        (folder / "T.gp").write_text("")
        text = _HEAD + 'runs = [sweep(axis("q", "5 6", q="{}"), [variant("sack", v=1), variant("fack", v=2)])]\n'
        for more, possible, found in (
            ("", ("sack", "fack"), {"sack": "--q=5", "fack": "--q=5"}),
            ("fingerprint = 'q=6'\n", ("sack", "fack"), {"sack": "--q=6", "fack": "--q=6"}),
            ("", ("fack",), {"fack": "--q=5"}),
        ):
            (folder / "T.py").write_text(text + more)
            possibility = mock.Mock(of=lambda template: template.label in possible)
            runs = fingerprint.runs_of(Laboratory(folder, REGISTRY).load("T"), possibility)
            self.assertEqual({label: run.arguments()[0] for label, run in runs.items()}, found)
            self.assertEqual({run.seed for run in runs.values()}, {1})

    def test_values_over_time_and_beyond_six_digits_do_not_count(self):
        run = Run("p", {}, 1)

        def digest(label, *rows):
            return fingerprint.digest({label: run}, mock.Mock(read=lambda _: output(rows)))

        one = digest("v", ("t", "x", "", "s", "", 1.2345678))
        self.assertEqual(digest(None, ("t", "v", "", "s", "", 1.2345681), ("w", "v", "", "s", 1, 1)), one)
        for row in (("t", "v", "", "s", "", 1.23458), ("t", "w", "", "s", "", 1.23457), ("u", "v", "", "s", "", 1.23457)):
            self.assertNotEqual(digest(None, row), one)
        self.assertRegex(one, "^[0-9a-f]{16}$")

    def test_what_moved_is_named(self):
        path = scratch(self) / "f.csv"
        self.assertEqual(fingerprint.update(path, {"F2": "a", "F3": "b"}, "3.44"), 2)
        self.assertEqual(fingerprint.update(path, {"F2": "z"}, "3.37"), 1)
        self.assertEqual(fingerprint.check(path, {"F2": "a", "F3": "b"}, "3.44"), [])
        problems = fingerprint.check(path, {"F2": "a", "F3": "c", "F4": "d"}, "3.44")
        self.assertEqual(len(problems), 2)
        self.assertIn("F3: fingerprint on ns-3 3.44 is c, was b", problems[0])
        with self.assertRaisesRegex(Refusal, "no fingerprints of ns-3 3.48"):
            fingerprint.check(path, {"F2": "a"}, "3.48")


class Figures(unittest.TestCase):
    def test_figures_of_the_guide_come_from_the_present_scripts(self):
        for path in sorted((ROOT / "doc" / "figures").glob("*.svg")):
            with self.subTest(figure=path.name):
                drawn = figures.drawn_by(path)
                script = EXPERIMENTS / f"{path.stem}.gp"
                self.assertEqual(drawn, figures.hash_scripts(script, REGISTRY))

    def test_what_a_legend_names_is_drawn(self):
        # gnuplot only warns of a curve that has no points; of unnecessary retransmissions some have none.
        curve = re.compile(
            r'<g id="gnuplot_plot_\w+"\s*>\s*<title>(.*?)</title>(.*?)(?=<g id="gnuplot_plot_|$)',
            re.S,
        )
        for path in sorted((ROOT / "doc" / "figures").glob("*.svg")):
            named = curve.findall(path.read_text(encoding="utf-8"))
            self.assertTrue(named, path.name)
            for title, drawn in named:
                if not title.startswith("gnuplot_plot_") and title != "unnecessary":
                    with self.subTest(figure=path.name, curve=title):
                        self.assertRegex(drawn, r"<(use|path|polygon|text)\b")

    def test_a_further_variant_changes_no_figure_but_a_colour_does(self):
        rows = REGISTRY.path.read_text(encoding="utf-8")
        script = EXPERIMENTS / "V2.gp"
        digests = []
        for text in (rows, rows + "further,#123456,2,,\n", rows.replace("#d55e00", "#d55e01")):
            path = scratch(self) / "variants.csv"
            path.write_text(text, encoding="utf-8")
            digests.append(figures.hash_scripts(script, Registry(path)))
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0], digests[2])


if __name__ == "__main__":
    unittest.main()
