# SPDX-License-Identifier: GPL-2.0-only
"""All that is written of a store's runs: tables, figures, the summary, the page; of runs made by hand."""

import contextlib
import csv
import io
import re
import shutil
import unittest
from types import SimpleNamespace
from unittest import mock

from support import EXPERIMENTS, output, scratch
from campaign import figures, report, sequences, tables
from campaign.derive import Group
from campaign.errors import CampaignError, Unwritable
from campaign.laboratory import Laboratory
from campaign.points import parse
from campaign.runs import make_run
from campaign.sequences import Series
from campaign.stamp import Build, Stamp
from campaign.statistics import Estimate
from campaign.store import Store
from campaign.summary import Summary
from campaign.variants import Registry

REGISTRY = Registry(EXPERIMENTS / "variants.csv")
BUILD = Build("abc", "def")
STAMP = Stamp("0.1.0", "abc", "3.44", "def")
HAS_GNUPLOT = shutil.which("gnuplot") is not None

# Two variants at two points, two seeds; half of an interval is 12.7062 times half of the values' distance.
RANDOM = """
from campaign.declare import *
title, paper, see, unstated = "two <laws>", "A & B", "A run.", "much,\\n  and more"
program, seeds, needs = "p", 2, "asked"
runs = [sweep(axis("q", "5 10", queue="{}"), [preset("sack"), preset("reno")])]
derived = ratios("t", "sack", "reno")
numbers = [
    *published(40, "Fig 1: <t>", decides("t", "sack", "q=5", expect=(30, 50), why="a & b"), tolerance=2, runs=4),
    *published(3, "Fig 2", decides("ratio", "sack/reno", "q=5"), because=[varied("it", "X t v"), asserted("that")]),
    *published(30, "Fig 3", decides("t", "reno", "q=5")),
    *published(10, "Fig 9", reading("<other>", "t", "sack", "q=10"), of="V2", bound="at least", chosen=True),
    number("t", "reno", "q=10", expect=(None, 7)),
    number("u", "sack", "q=5", expect=(1, 2)),
]


def tables(means):
    return {"own": means[means.variant == "sack"][["q", "mean"]]}
"""
VALUES = {("sack", "5"): (39.9, 40.1), ("reno", "5"): (20, 20), ("sack", "10"): (9, 11), ("reno", "10"): (8, 8)}
FIGURE = """
plot data."t-sack.csv" using 1:2 with points pointtype mark("sack") linecolor rgb colour("sack") title "sack"
"""

# One run of which nothing is random.
EXACT = """
from campaign.declare import *
title, paper, see, unstated = "once", "C", "It.", ""
program, random, view, sequences = "p", False, (0, 1), (("reno", ""), ("fack", ""))
runs = [sweep(variant("reno"), once=True)]
numbers = published(3, "Fig 4", decides("n", "reno", expect=(None, 3)))
"""
EVENTS = [
    ("n", "v", "", "1", "", 3),
    ("dequeue", "v", "", "segment", 0.123456, 1),
    ("drop", "v", "", "segment", 0.148, 1),
    ("resent_dequeue", "v", "", "segment", 0.5, 1),
    ("resent_dequeue", "v", "", "segment", 0.9, 1),
]

# The full grid has further points; of one of them a seed is there.
PARTIAL = """
from campaign.declare import *
title, paper, see, unstated = "some", "D", "It.", "Time."
program, seeds = "p", 2
runs = [sweep(axis("g", pick("1", "1 2 3"), gain="{}"), preset("fack"))]
numbers = [number("t", "fack", "g=1", expect=(0, 9))]
"""

COUNTED = """
from campaign.declare import *
title, paper, see, unstated = "all", "E", "It.", ""
program, seeds = "p", 39
runs = [sweep(preset("fack"))]
numbers = published(20, "Fig 5", decides("n", "fack"))
"""


class Written(unittest.TestCase):
    """One stamp's runs of three experiments, and what is written of them."""

    def setUp(self):
        self.folder = scratch(self)
        self.store = Store(self.folder / "the out")
        self.store.open()
        self.addCleanup(self.store.close)

    def declare(self, name, text, figure="plot 30\n"):
        (self.folder / f"{name}.py").write_text(text)
        (self.folder / f"{name}.gp").write_text(figure)
        return tuple(Laboratory(self.folder, REGISTRY, full).load(name) for full in (False, True))

    def add(self, template, seed, found, **options):
        run = make_run(template, seed)
        self.store.add(run.name, run.command(), output(found, **options), BUILD)

    def add_random(self, experiment):
        for template in experiment.templates():
            for seed, value in enumerate(VALUES[template.label, template.options["queue"]], 1):
                self.add(template, seed, [("t", "v", "", "s", "", value)])

    def add_partial(self, experiment):
        for place, template in enumerate(experiment.templates()[:2]):
            for seed in range(1, 3 - place):
                self.add(template, seed, [("t", "v", "", "s", "", 4)])

    def summarize(self, *pairs, draws=False):
        possible = SimpleNamespace(is_lean=False, of=lambda template: True)
        summary = Summary(self.store, lambda program: STAMP, REGISTRY, possible)
        summary.gather(pairs)
        with contextlib.ExitStack() as stack:
            if not draws:
                stack.enter_context(mock.patch.object(figures, "draw"))
            summary.write("./reproduce --out x")
        self.out = self.store.folder
        return summary

    def conclude(self, summary, failed=0):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            status = summary.conclude(failed)
        return status, said.getvalue().splitlines()

    def of_random(self, **options):
        pair = self.declare("T", RANDOM, FIGURE)
        self.add_random(pair[0])
        return self.summarize(pair, **options)

    def of_exact(self):
        pair = self.declare("S", EXACT)
        self.add(pair[0].templates()[0], 1, EVENTS)
        return self.summarize(pair)

    def page(self):
        return (self.out / "report.html").read_text(encoding="utf-8")

    def test_a_table_has_the_means_and_what_they_are_of(self):
        self.of_random()
        self.assertEqual(
            (self.out / "T" / "t-sack.csv").read_text(),
            "# delay: 0.005 s each pass\n# experiment: T\n# libraries: def\n# ns-3: 3.44\n# seeds: 1 2\n"
            "# sources: abc\n# tcp-lossy: 0.1.0\n# unit: s\nq,mean,ci_low,ci_high,seeds\n"
            "5,40,38.7294,41.2706,2\n10,10,-2.7062,22.7062,2\n",
        )
        self.assertIn("\n5,2,1.93647,2.06353,2\n", (self.out / "T" / "ratio-sack_over_reno.csv").read_text())
        self.assertEqual((self.out / "T" / "own.csv").read_text(), "q,mean\n5,40.0\n10,10.0\n")
        samples = (self.out / "samples.csv").read_text().splitlines()
        self.assertIn("T,sack,q=5,2,t,s,40.1", samples)
        self.assertEqual(len(samples), 1 + 8 + 4)
        commands = (self.out / "runs.txt").read_text().splitlines()
        self.assertEqual(len(commands), 8)
        self.assertIn("p --queue=5 --variant=sack --RngRun=2", commands)

    def test_a_summary_has_each_number_and_what_is_said_of_it(self):
        self.of_random()
        with open(self.out / "summary.csv", encoding="utf-8", newline="") as file:
            found = [{k: v for k, v in row.items() if v} for row in csv.DictReader(file)]
        key = [(r["quantity"], r["variant"], r["x"]) for r in found]
        self.assertEqual(
            key,
            [
                ("ratio", "sack/reno", "q=5"),
                ("ratio", "sack/reno", "q=10"),
                ("t", "reno", "q=5"),
                ("t", "reno", "q=10"),
                ("t", "sack", "q=5"),
                ("t", "sack", "q=10"),
                ("u", "sack", "q=5"),
            ],
        )
        by = dict(zip(key, found))
        # h sqrt(1 + 2/4) around 40.
        one = {"id": "T", "unit": "s", "mean": "40", "ci_low": "38.7294", "ci_high": "41.2706", "seeds": "2"}
        one |= {"paper": "40", "note": "Fig 1: <t>", "tolerance": "2", "runs": "4", "of": "T"}
        one |= {"predicted_low": "38.4438", "predicted_high": "41.5562", "verdict": "reproduced"}
        one |= {"expect_low": "30", "expect_high": "50", "expect": "holds", "expect_note": "a & b"}
        self.assertEqual(by["t", "sack", "q=5"], one | {"quantity": "t", "variant": "sack", "x": "q=5"})
        # Not paired by seed: h sqrt(1 + 2) around 2, since reno does not stray.
        two = by["ratio", "sack/reno", "q=5"]
        self.assertEqual((two["predicted_low"], two["predicted_high"]), ("1.88996", "2.11004"))
        self.assertEqual((two["verdict"], two["reason"]), ("differs", "it -> X t v | asserted: that"))
        nine = by["t", "sack", "q=10"]
        self.assertEqual(
            [nine[name] for name in ("bound", "of", "reading", "chosen", "predicted_low", "verdict")],
            ["at least", "V2", "<other>", "yes", "-12.0078", "cannot tell"],
        )
        missed = by["t", "reno", "q=10"]
        self.assertEqual((missed["expect_high"], missed["expect"]), ("7", "misses"))
        self.assertNotIn("paper", missed)
        self.assertEqual(
            by["u", "sack", "q=5"],
            {"id": "T", "quantity": "u", "variant": "sack", "x": "q=5", "expect_low": "1", "expect_high": "2",
             "expect": "open"},
        )  # fmt: skip
        self.assertEqual(by["ratio", "sack/reno", "q=10"]["mean"], "1.25")

    def test_a_count_is_predicted_by_the_runs_that_lie_there(self):
        pair = self.declare("C", COUNTED)
        for seed in range(1, 40):
            self.add(pair[0].templates()[0], seed, [("n", "v", "", "packets", "", seed)])
        self.summarize(pair)
        with open(self.out / "summary.csv", encoding="utf-8", newline="") as file:
            (row,) = csv.DictReader(file)
        self.assertEqual((row["predicted_low"], row["predicted_high"]), ("1", "39"))

    def test_the_page_has_a_row_for_each_number_what_fails_first(self):
        self.of_random()
        shown = re.findall('^<tr class=.*</tr>$', self.page(), re.MULTILINE)
        classes = [re.match('<tr class="([^"]*)"', row)[1] for row in shown]
        self.assertEqual(classes, ["fail", "fail", "fail", "reproduced", "differs", "cannot-tell"])
        colours = [f'<i class="swatch" style="background:{REGISTRY.style(v).colour}"></i>' for v in ("reno", "sack")]
        head = '<th scope="row"><a href="#T">T</a></th>'
        self.assertEqual(
            shown[0],
            f'<tr class="fail">{head}<td>t</td><td>{colours[0]}reno</td><td>q=5</td>'
            '<td class="number" data-sort="30">30</td><td class="number" data-sort="20.0">20</td><td>20 … 20</td>'
            '<td>s</td><td class="verdict differs">≠ differs</td><td>Fig 3; a run like the paper&#39;s: 20 … 20'
            "<br><small>20 [20, 20] is not the paper&#39;s 30, without a reason</small></td><td></td>"
            '<td class="verdict "></td></tr>',
        )
        self.assertEqual(
            shown[2],
            f'<tr class="fail">{head}<td>u</td><td>{colours[1]}sack</td><td>q=5</td><td></td><td></td><td></td>'
            '<td></td><td class="verdict "></td><td><br><small>not measured</small></td><td>1 to 2</td>'
            '<td class="verdict open">○ open</td></tr>',
        )
        self.assertEqual(
            shown[3],
            f'<tr class="reproduced">{head}<td>t</td><td>{colours[1]}sack</td><td>q=5</td>'
            '<td class="number" data-sort="40">40 ± 2</td><td class="number" data-sort="40.0">40</td>'
            '<td>38.73 … 41.27</td><td>s</td><td class="verdict reproduced">✓ reproduced</td>'
            "<td>Fig 1: &lt;t&gt;; a run like the paper&#39;s: 38.44 … 41.56</td>"
            '<td title="a &amp; b">30 to 50</td><td class="verdict holds">✓ holds</td></tr>',
        )
        # A pair has the colour of its first, and no unit.
        self.assertIn(f"<td>{colours[1]}sack/reno</td>", shown[4])
        self.assertIn("<td>1.936 … 2.064</td><td></td>", shown[4])
        self.assertIn(
            "<br><small>Likely cause, which no run shows: that.</small>"
            "<br><small>Made otherwise in X, which is not in this report: it.</small>", shown[4]
        )
        self.assertIn('<td class="number" data-sort="10">10 (at least)</td>', shown[5])
        self.assertIn("<td>V2 Fig 9; read: &lt;other&gt;; a run like the paper&#39;s: -12.01 … 32.01</td>", shown[5])

    def test_the_page_has_a_card_and_counts(self):
        self.of_random()
        page = self.page()
        for part in (
            "<p>As in the papers: 1 of 3 published numbers reproduced, differs: 2.</p>"
            '<p class="fail">Not as expected: 3 numbers; 1 of 3 ranges that we expect are kept, open: 1.</p>',
            '<ul><li><a href="#T">T: two &lt;laws&gt;</a> (1 of 3 reproduced)</li></ul>',
            "<h2>T: two &lt;laws&gt;</h2>\n<p>A &amp; B. A run.</p>\n",
            "<p><code>./reproduce T</code> (8 runs, 2 seeds)</p>",
            "<p>much, and more</p>",
            "<p><code>p --queue=5 --variant=sack --RngRun=1</code></p>",
            "<figure><p>No figure: there is one seed only.</p></figure>",
            "<details open><summary>6 rows",
            "<dt>command</dt><dd>./reproduce --out x</dd>",
            '</a> Fig 1: &lt;t&gt;</th><td class="verdict reproduced">',
        ):
            with self.subTest(part=part):
                self.assertIn(part, page)
        self.assertNotIn("{{", page)
        self.assertNotIn('class="note"', page)

    def test_what_is_not_random_is_shown_as_one_run_with_its_sequence(self):
        summary = self.of_exact()
        (chapter,) = summary.chapters
        self.assertTrue(chapter.can_be_drawn)
        page = self.page()
        for part in (
            "<p>As in the papers: 1 of 1 published numbers reproduced.</p>"
            '<p class="good">As expected: 1 of 1 ranges that we expect are kept.</p>',
            "(1 run, nothing is random)</p>",
            "<p>Nothing.</p>",
            '<script type="application/json" class="sequence">{"title":"S: reno","view":[0,1],"events":'
            "[[0.12346,1,1],[0.148,1,4],[0.5,1,3],[0.9,1,3],[0.9,1,5]]}</script>",
            "<details><summary>1 rows",
        ):
            with self.subTest(part=part):
                self.assertIn(part, page)
        self.assertEqual(page.count('class="sequence"'), 1)
        (row,) = re.findall('^<tr class=.*</tr>$', page, re.MULTILINE)
        self.assertIn('data-sort="3.0">3</td><td></td><td></td><td class="verdict reproduced">', row)
        self.assertIn("<td>Fig 4</td><td>at most 3</td>", row)
        table = (self.out / "S" / "series-unnecessary-reno.csv").read_text()
        self.assertTrue(table.endswith("# unit: segment\ntime,value\n0.9,1\n"), table)
        self.assertIn("# seeds: 1\n", table)
        self.assertEqual(self.conclude(summary)[0], 0)
        self.assertIn("\n3,,,1\n", (self.out / "S" / "n-reno.csv").read_text())

    def test_what_is_missing_is_said_and_not_judged(self):
        pair = self.declare("M", PARTIAL)
        self.add_partial(pair[1])
        other = pair[0].templates()[0]
        self.add(other, 1, [], release="3.30")
        summary = self.summarize(pair, draws=True)
        (chapter,) = summary.chapters
        self.assertEqual([run.options for run in chapter.results.missing], [(("gain", "2"), ("variant", "fack"))])
        self.assertEqual([run.seed for run in chapter.results.missing], [2])
        self.assertEqual([v.expect for _, v in chapter.judged.values()], ["open"])
        self.assertFalse((self.out / "figures" / "M.svg").exists())
        status, said = self.conclude(summary, failed=1)
        self.assertEqual(status, 1)
        self.assertEqual(
            said,
            [
                "Kept aside, not in this report: 1 run of tcp-lossy 0.1.0 (sources abc) on ns-3 3.30 (libraries def).",
                "M is not complete: 1 run missing.",
                "M is open, since runs are missing: t fack g=1.",
                f"report:  {self.out / 'report.html'}",
                f"summary: {self.out / 'summary.csv'}",
                f"samples: {self.out / 'samples.csv'}",
                "As in the papers: there is no published number to compare with.",
                "As expected so far: 0 of 1 ranges that we expect are kept, open: 1.",
            ],
        )
        page = self.page()
        for line in said[:3]:
            self.assertIn(f'<p class="note">{line}</p>', page)
        for line in said[-2:]:
            self.assertIn(f">{line}</p>", page)
        self.assertIn('<p class="note">As expected so far: ', page)

    def test_a_call_ends_by_what_it_found(self):
        status, said = self.conclude(self.of_random())
        self.assertEqual(status, 1)
        self.assertEqual(
            said[:3],
            [
                "not as expected: T t reno q=5: 20 [20, 20] is not the paper's 30, without a reason",
                "not as expected: T t reno q=10: 8 [8, 8] is not in at most 7",
                "not as expected: T u sack q=5: not measured",
            ],
        )
        kept = "ranges that we expect are kept"
        self.assertEqual(said[-2:], ["As in the papers: 1 of 3 published numbers reproduced, differs: 2.",
                                     f"Not as expected: 3 numbers; 1 of 3 {kept}, open: 1."])  # fmt: skip
        status, said = self.conclude(self.of_exact())
        self.assertEqual((status, said[-1]), (0, f"As expected: 1 of 1 {kept}."))

    def test_without_a_run_of_this_stamp_there_is_nothing_to_sum_up(self):
        pair = self.declare("S", EXACT)
        with self.assertRaisesRegex(CampaignError, "the out holds no runs, but none to sum up$"):
            self.summarize(pair)
        self.add(pair[0].templates()[0], 1, EVENTS, release="3.30")
        with self.assertRaisesRegex(CampaignError, r"holds 1 runs of tcp-lossy .* 3\.30 .*, but none to sum up"):
            self.summarize(pair)

    def test_each_experiment_is_a_step(self):
        with mock.patch("campaign.summary.Steps") as steps:
            self.of_random()
        call = mock.call
        self.assertEqual(
            steps.mock_calls, [call(1, "reading"), call().next("T"), call(1, "drawing"), call().next("T")]
        )

    @unittest.skipUnless(HAS_GNUPLOT, "no gnuplot")
    def test_a_figure_is_drawn_of_the_tables_in_the_variants_colours(self):
        summary = self.of_random(draws=True)
        svg, png = (self.out / "figures" / f"T.{kind}" for kind in ("svg", "png"))
        text = svg.read_text(encoding="utf-8")
        red, green, blue = bytes.fromhex(REGISTRY.style("sack").colour[1:])
        self.assertRegex(text, rf"rgb\( *{red}, *{green}, *{blue}\)|{REGISTRY.style('sack').colour}")
        digest = figures.hash_scripts(self.folder / "T.gp", REGISTRY)
        self.assertIn(f"<!-- T, drawn by scripts {digest}; data of {STAMP} --><svg", text.replace("\n<svg", "<svg"))
        self.assertEqual(figures.drawn_by(svg), digest)
        self.assertTrue(png.read_bytes().startswith(b"\x89PNG"))
        self.assertEqual(sorted(p.name for p in svg.parent.iterdir()), ["T.png", "T.svg"])
        self.assertIn(f"figures: {self.out / 'figures'}", self.conclude(summary)[1])
        page = self.page()
        self.assertIn('<figure><div role="img" aria-label="T: two &lt;laws&gt;"><svg ', page)
        with mock.patch.object(report, "_LARGEST_SVG", 100):
            self.summarize(self.declare("T", RANDOM, FIGURE), draws=True)
        self.assertIn('<img alt="T: two &lt;laws&gt;" src="data:image/png;base64,iVBORw0KGgo', self.page())

    @unittest.skipUnless(HAS_GNUPLOT, "no gnuplot")
    def test_a_figure_that_cannot_be_drawn_is_an_error(self):
        for figure, said in (
            ("plot nothing\n", "cannot draw .*T.svg: .*undefined variable"),
            ("\n", "gnuplot wrote nothing"),
        ):
            pair = self.declare("T", RANDOM, figure)
            self.add_random(pair[0])
            with self.subTest(said=said), self.assertRaisesRegex(CampaignError, said):
                self.summarize(pair, draws=True)
        full = Unwritable("/results")
        with mock.patch.object(figures, "refuse_full_disk", side_effect=full), self.assertRaises(Unwritable):
            self.summarize(pair, draws=True)


class Tables(unittest.TestCase):
    def write(self, groups, series=None):
        results = SimpleNamespace(
            experiment=SimpleNamespace(id="T"), description=None, groups=groups, series=series or {}
        )
        estimates = {key: Estimate(i, None, None, 1) for i, key in enumerate(groups)}
        folder = scratch(self) / "T"
        folder.mkdir()
        (folder / "old-v.csv").write_text("of an earlier call\n")
        tables.write_tables(results, estimates, STAMP, folder)
        return {path.name: path.read_text().split("\n", 5)[-1] for path in folder.iterdir()}

    def test_points_are_in_the_order_of_their_numbers(self):
        places = ("p=10 b=1", "p=5 b=1", "p=5 b=2", "p=10")
        found = self.write({("t", "v", parse(place)): Group("s", True, {3: 1.0}) for place in places})
        self.assertEqual(
            found,
            {"t-v.csv": "p,b,mean,ci_low,ci_high,seeds\n5,1,1,,,1\n5,2,2,,,1\n10,,3,,,1\n10,1,0,,,1\n"},
        )

    def test_a_table_has_one_coordinate_or_none(self):
        groups = {("t", "v", parse(place)): Group("s", True, {1: 1.0}) for place in ("q=5", "q=10")}
        groups["u", "v", ()] = Group("s", True, {1: 1.0, 3: 1.0})
        found = self.write(groups, {("w", "v", ()): Series("m", 7, [(0.25, 1234567.0)])})
        self.assertEqual(found["t-v.csv"], "q,mean,ci_low,ci_high,seeds\n5,0,,,1\n10,1,,,1\n")
        self.assertEqual(found["u-v.csv"], "mean,ci_low,ci_high,seeds\n2,,,1\n")
        self.assertEqual(found["series-w-v.csv"], "time,value\n0.25,1.23457e+06\n")


class TimeSequences(unittest.TestCase):
    def test_a_drop_belongs_to_the_passage_just_before_it(self):
        kinds = {kind: i for i, kind in enumerate(sequences.KINDS)}

        def unnecessary(*events):
            return sequences.find_unnecessary([[t, s, kinds[kind]] for t, s, kind in events], 0.005)

        again = (1.0, 1, "resent_dequeue")
        # A packet has 5 ms on the link, and 20 ms to be put on it.
        self.assertEqual(unnecessary((0.1, 1, "dequeue"), (0.124, 1, "drop"), again), [])
        self.assertEqual(unnecessary((0.1, 1, "dequeue"), (0.126, 1, "drop"), again), [(1.0, 1)])
        # One that was dropped before it, in the queue, or another's does not count.
        self.assertEqual(unnecessary((0.099, 1, "drop"), (0.1, 1, "dequeue"), again), [(1.0, 1)])
        self.assertEqual(unnecessary((0.1, 1, "dequeue"), (0.101, 2, "drop"), again), [(1.0, 1)])
        self.assertEqual(unnecessary((0.1, 1, "dequeue"), (0.1, 1, "drop"), again), [])
        # A drop loses one passage.
        both = (0.1, 1, "dequeue"), (0.101, 1, "resent_dequeue"), (0.102, 1, "drop")
        self.assertEqual(unnecessary(*both, again), [(1.0, 1)])
        self.assertEqual(unnecessary((0.1, 1, "enqueue"), (0.2, 1, "dequeue")), [])


class Inlined(unittest.TestCase):
    def test_an_svg_has_names_of_its_own_and_no_size(self):
        svg = (
            '<?xml?>\n<!-- x -->\n<svg id="a" width="1200" height="850.5" viewBox="0 0 1 1">'
            "<g id='b' id=\"gnuplot_plot_1\"><use href=\"#a\" fill=\"url(#b)\"/><svg width=\"1\"/></g></svg>"
        )
        self.assertEqual(
            report._inline(svg, "V2"),
            '<svg id="V2-a"  viewBox="0 0 1 1">'
            "<g id='V2-b'><use href=\"#V2-a\" fill=\"url(#V2-b)\"/><svg width=\"1\"/></g></svg>",
        )


if __name__ == "__main__":
    unittest.main()
