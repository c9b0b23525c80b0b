# SPDX-License-Identifier: GPL-2.0-only
"""Points, derived quantities, outputs, sequences, the report and what ends a call: against what is written by hand."""

import datetime
import errno
import math
import random
import unittest
from types import SimpleNamespace
from unittest import mock

import pandas
import support  # puts the campaign on the path
from campaign import (
    cards,
    causes,
    derive,
    engine,
    frames,
    gather,
    outcome,
    outputs,
    points,
    published,
    rows,
    sequences,
    statistics,
)
from campaign.derive import Group
from campaign.errors import CampaignError, Refusal, Unwritable
from campaign.report import Page, is_same
from campaign.shown import show_estimate
from campaign.stamp import Stamp
from campaign.statistics import Estimate
from campaign.variants import Registry
from campaign.verdict import Verdict

P1 = points.parse("q=5 delack=0")
P2 = points.parse("q=10 delack=0")


class Points(unittest.TestCase):
    def test_text_is_read_and_written(self):
        point = points.parse("single delack=1")
        self.assertEqual(point, (("x", "single"), ("delack", "1")))
        self.assertEqual(points.show(point), "single delack=1")

    def test_numbers_are_ordered_as_numbers(self):
        texts = ["q=10", "q=5", "q=5 delack=1", "double", "q=1e-3"]
        ordered = sorted(map(points.parse, texts), key=points.Order)
        expected = ["q=1e-3", "q=5", "q=5 delack=1", "q=10", "double"]
        self.assertEqual([points.show(p) for p in ordered], expected)

    def test_file_names_have_no_separators(self):
        name = points.file_name("ratio", "a/b", points.parse("p=0.02 bw=10"))
        self.assertEqual(name, "ratio-a_over_b-p0.02_bw10")


class Cards(unittest.TestCase):
    def lines(self, *verdicts):
        numbers = published.published(
            0.996,
            "Fig 7: <all>",
            *(published.decides("t", "a", f"q={i}") for i in range(len(verdicts))),
            published.reading("twice", "t", "a", "q=9"),
            published.reading("thrice", "t", "a", "q=8"),
            bound="at least",
        )
        keys = [(n.quantity, n.variant, n.point) for n in numbers]
        judged = [Verdict(paper, "", failure) for paper, failure in verdicts]
        judged += [Verdict("differs", "", ""), Verdict("reproduced", "", "")]
        chapter = SimpleNamespace(
            judged=dict(zip(keys, zip(numbers, judged))),
            estimates={k: Estimate(1.25 + i, 1.2 + i, 1.3 + i, 10) for i, k in enumerate(keys)},
            results=SimpleNamespace(
                groups={keys[0]: Group("kB", True, {}), keys[1]: Group("1", True, {})}
            ),
        )
        return cards.lines_of(chapter)

    def test_a_published_number_is_one_line_without_its_readings(self):
        (line,) = self.lines(("reproduced", ""))
        self.assertEqual(
            line, ("Fig 7: <all>", "at least 0.996", "1.25 [1.20, 1.30] kB", "reproduced", "", ())
        )
        (line,) = self.lines(("differs", ""))
        read = "Read otherwise: thrice: ours 3.25 [3.20, 3.30], reproduced.", "Read otherwise: twice: ours 2.25 [2.20, 2.30], differs."
        self.assertEqual(line.why, read)

    def test_of_several_rows_the_worst_is_shown(self):
        (line,) = self.lines(
            ("reproduced", ""), ("differs", "without a reason"), ("cannot tell", "")
        )
        self.assertEqual(
            line[2:5], ("2.25 [2.20, 2.30], the worst of 3", "differs", "without a reason")
        )

    def test_a_cause_is_told_with_what_came_of_it(self):
        (number,) = published.published(
            1, "Fig 1", published.decides("t", "a"), because=(published.varied("a queue of 9", "X t a q=9", "X t a q=5"),)
        )
        key, base = (("t", "a", points.parse(place)) for place in ("q=9", "q=5"))
        shown = SimpleNamespace(
            experiment=SimpleNamespace(id="X"),
            estimates={key: Estimate(4, None, None, 1), base: Estimate(5, None, None, 1)},
            results=SimpleNamespace(groups={key: Group("s", False, {})}),
        )
        differs = Verdict("differs", "", "")
        self.assertEqual(
            causes.of(number, differs, [shown]), ["Made otherwise: a queue of 9: ours 4 s in place of 5 (X)."]
        )
        self.assertIn("X, which is not in this report", causes.of(number, differs, [])[0])
        self.assertEqual(causes.of(number, Verdict("reproduced", "", ""), [shown]), [])


class Outcome(unittest.TestCase):
    def test_zeros_are_told_apart(self):
        lines = [
            cards.Line("a", "0", "0", "reproduced", ""),
            cards.Line("b", "5", "5", "reproduced", ""),
            cards.Line("c", "0", "1", "differs", ""),
        ]
        with mock.patch.object(cards, "lines_of", lambda chapter: chapter):
            for chapter, said in (
                (lines, "2 of 3 published numbers reproduced (zeros: 1), differs: 1."),
                (lines[1:2], "1 of 1 published numbers reproduced."),
            ):
                self.assertEqual(outcome.as_in_the_papers([chapter]), f"As in the papers: {said}")


class Derived(unittest.TestCase):
    groups = {
        ("t", "a", P1): Group("s", True, {1: 4.0, 2: 9.0, 3: 5.0}),
        ("t", "b", P1): Group("s", True, {1: 2.0, 2: 3.0, 4: 7.0}),
        ("t", "a", P2): Group("s", True, {1: 6.0, 2: 3.0}),
        ("t", "b", P2): Group("s", True, {1: 0.0, 2: 1.0}),
    }

    def test_ratios_are_paired_by_seed_and_leave_zeros_out(self):
        found = derive.derive(self.groups, derive.ratios("t", "a", "b"))
        self.assertEqual(found["ratio", "a/b", P1].values, {1: 2.0, 2: 3.0})
        self.assertEqual(found["ratio", "a/b", P2].values, {2: 3.0})
        self.assertEqual(found["ratio", "a/b", P1].unit, "1")
        both = derive.ratios("t", ["a", "b"], "c", "d")
        self.assertEqual([rule.name for rule in both], ["a/c", "a/d", "b/c", "b/d"])
        zeros = {key: Group("s", True, {1: 0.0}) for key in self.groups}
        rules = [*derive.ratios("t", "a", "b"), *derive.relative("t", "q", points.get(P2, "q"), "a")]
        self.assertEqual(derive.derive(zeros, rules), zeros)

    def test_differences_keep_zeros_and_the_unit(self):
        found = derive.derive(self.groups, derive.differences("t", "a", "b"))
        self.assertEqual(found["difference", "a-b", P2].values, {1: 6.0, 2: 2.0})
        self.assertEqual(found["difference", "a-b", P2].unit, "s")

    def test_what_is_relative_to_a_point_is_paired_by_seed(self):
        base = points.get(P2, "q")
        found = derive.derive(self.groups, derive.relative("t", "q", base, "a", "b"))
        self.assertEqual(found[f"t_to_{base}", "a", P1], Group("1", True, {1: 4 / 6, 2: 3.0}))
        # Where the base is 0 there is no ratio.
        self.assertEqual(found[f"t_to_{base}", "b", P1].values, {2: 3.0})
        self.assertNotIn((f"t_to_{base}", "a", P2), found)

    def test_what_a_choice_changes_is_a_difference_by_seed_and_keeps_zeros(self):
        base = points.get(P2, "q")
        found = derive.derive(self.groups, derive.changes("t", "q", base, "a", "b"))
        self.assertEqual(found[f"t_less_{base}", "a", P1], Group("s", True, {1: -2.0, 2: 6.0}))
        self.assertEqual(found[f"t_less_{base}", "b", P1].values, {1: 2.0, 2: 2.0})
        self.assertNotIn((f"t_less_{base}", "a", P2), found)

    def test_a_count_is_random_whole_and_of_things(self):
        for unit, is_random, value, is_count in (
            ("segments", True, 3.0, True),
            ("1", True, 3.0, True),
            ("1", True, 3.5, False),
            ("s", True, 3.0, False),
            ("segments", False, 3.0, False),
        ):
            group = Group(unit, is_random, {1: 2.0, 2: value})
            self.assertEqual(group.is_count, is_count)

    def test_extremes_over_a_coordinate_are_of_each_seed_that_all_points_have(self):
        rules = [derive.Extreme(k, "t", "a", "q") for k in ("min", "max", "mean", "spread")]
        found = derive.derive(self.groups, rules)
        rest = points.parse("delack=0")
        self.assertEqual(found["min_t", "a", rest].values, {1: 4.0, 2: 3.0})
        self.assertEqual(found["max_t", "a", rest].values, {1: 6.0, 2: 9.0})
        self.assertEqual(found["mean_t", "a", rest].values, {1: 5.0, 2: 6.0})
        self.assertEqual(found["spread_t", "a", rest], Group("1", True, {1: 1.5, 2: 3.0}))

    def test_extremes_over_seeds_are_one_number_that_is_not_random(self):
        found = derive.derive(self.groups, [derive.Extreme("max", "t", "a", "seed")])
        self.assertEqual(found["max_t", "a", P1], Group("s", False, {0: 9.0}))

    def test_a_rule_uses_what_those_before_it_derived(self):
        rules = derive.differences("t", "a", "b") + [
            derive.Extreme("max", "difference", "a-b", "q")
        ]
        found = derive.derive(self.groups, rules)
        self.assertEqual(found["max_difference", "a-b", points.parse("delack=0")].values[1], 6.0)

    def test_a_knee_is_the_first_point_that_keeps_what_the_last_has(self):
        # Whatever comes before a point that does not.
        curve = {50: 99, 100: 10, 200: 97.9, 300: 98, 400: 99, 500: 100}
        groups = {
            ("g", "v", points.parse(f"Q={q}")): Group("m", False, {1: v}) for q, v in curve.items()
        }
        groups |= {("g", "flat", points.parse(f"Q={q}")): Group("m", False, {1: 5}) for q in (10, 20)}
        groups["g", "once", points.parse("Q=10")] = Group("m", False, {1: 5})
        found = derive.derive(groups, derive.knees("g", "Q", "v", "flat", "once"))
        self.assertEqual(found["knee", "v", ()], Group("Q", False, {1: 300}))
        self.assertEqual(found["knee", "flat", ()].values, {1: 10})
        self.assertNotIn(("knee", "once", ()), found)


class Statistics(unittest.TestCase):
    def test_five_values_by_hand(self):
        # Mean 3, sample variance 2.5, t(0.975, 4) = 2.776445 from any printed table.
        found = statistics.estimate([1, 2, 3, 4, 5])
        half = 2.776445 * math.sqrt(2.5 / 5)
        self.assertEqual((found.mean, found.seeds, found.further), (3, 5, None))
        self.assertAlmostEqual(found.low, 3 - half, places=5)
        self.assertAlmostEqual(found.high, 3 + half, places=5)

    def test_one_value_has_no_interval(self):
        found = [statistics.estimate(values) for values in ([42.0], [1, 1])]
        self.assertEqual(found, [(42.0, None, None, 1, None, None), (1, 1, 1, 2, None, None)])

    def test_a_further_count_is_predicted_by_the_runs_that_lie_there(self):
        # Beyond the second of 100 from either end with a chance of 4/101, beyond the third with 6/101;
        # beyond the least and the most of 39 with 2/40, of 38 with 2/39.
        four = [22] * 20 + [23] * 70 + [24] * 6 + [25] * 4
        self.assertEqual(statistics.predict_count(four), (22, 25))
        self.assertEqual(statistics.predict_count([21, *four[1:96], 24, 24, 24, 25]), (22, 24))
        self.assertEqual(statistics.predict_count(range(39)), (0, 38))
        self.assertEqual(statistics.predict_count(range(38)), (-math.inf, math.inf))

    def test_covers_the_truth_as_often_as_it_says(self):
        draw = random.Random(1)
        samples = [[draw.gauss(7, 3) for _ in range(10)] for _ in range(4000)]
        covered = sum(e.low <= 7 <= e.high for e in map(statistics.estimate, samples))
        # Five standard errors of a proportion of 0.95.
        self.assertAlmostEqual(
            covered / 4000, 0.95, delta=5 * math.sqrt(0.95 * 0.05 / 4000)
        )


class Frames(unittest.TestCase):
    def setUp(self):
        groups = {
            ("t", "a", points.parse("q=5 delack=0")): Group("s", True, {2: 9.0, 1: 4.0}),
            ("ratio", "a/b", points.parse("once q=10")): Group("1", False, {1: 2.0}),
        }
        estimates = dict(zip(groups, (Estimate(6.5, 4, 9, 2), Estimate(2.0, None, None, 1))))
        self.asked = []
        self.chapter = SimpleNamespace(
            experiment=SimpleNamespace(id="X1", tables=self.tables),
            results=SimpleNamespace(groups=groups),
            estimates=estimates,
        )

    def tables(self, frame):
        self.asked.append(frame)
        return {"mine": frame[frame.q > 5][["q", "mean"]]}

    def test_every_value_of_every_seed_is_read_in_one_line(self):
        path = support.scratch(self) / frames.SAMPLES
        frames.samples([self.chapter]).to_csv(path, index=False)
        found = pandas.read_csv(path)
        self.assertEqual(
            found.values.tolist(),
            [
                ["X1", "a", "q=5 delack=0", 1, "t", "s", 4.0],
                ["X1", "a", "q=5 delack=0", 2, "t", "s", 9.0],
                ["X1", "a/b", "once q=10", 1, "ratio", "1", 2.0],
            ],
        )
        self.assertEqual(
            list(found), ["id", "variant", "point", "seed", "quantity", "unit", "value"]
        )

    def test_an_experiment_makes_tables_of_its_means(self):
        folder = support.scratch(self)
        frames.write_own_tables(self.chapter, folder)
        self.assertEqual((folder / "mine.csv").read_text(), "q,mean\n10,2.0\n")
        (frame,) = self.asked
        self.assertEqual(frame.q.tolist(), [5, 10])
        self.assertEqual((frame.quantity.tolist(), frame.variant.tolist()), (["t", "ratio"], ["a", "a/b"]))
        self.assertEqual((frame["mean"].tolist(), frame.high.tolist()[0], frame.seeds.tolist()), ([6.5, 2], 9, [2, 1]))
        self.assertEqual(frame.low.tolist()[0], 4)
        self.assertTrue(frame.x.isna()[0] and frame.delack.isna()[1])
        self.chapter.experiment.tables = None
        frames.write_own_tables(self.chapter, folder / "nowhere")


class Outputs(unittest.TestCase):
    def test_columns_go_by_their_names(self):
        text = "# ns-3: 3.44\n# and a remark\nvalue,flow,unit,quantity\n2.5,3,s,t\n"
        found = outputs.read(text, "run", inner=("flow",))
        self.assertEqual(found.description, {"ns-3": "3.44"})
        (row,) = found.rows
        self.assertEqual(row, outputs.Row("t", "", "s", None, 2.5, (("flow", "3"),)))

    def test_inner_coordinates_may_stand_in_the_column_x(self):
        text = support.output([("t", "v", "n=1 flow=2", "s", "", 4)])
        row = outputs.read(text, "run", inner=("flow",)).rows[0]
        self.assertEqual(row.inner, (("flow", "2"),))

    def test_what_is_wrong_is_said_with_its_place(self):
        whole = support.output([("t", "v", "", "s", "", 4)])
        for text, said in (
            ("# ns-3: 3.44\n", "no header"),
            ("quantity,unit\n", "no column 'value'"),
            (whole + "T,t,v\n", "run:6: expected 8 fields, found 3"),
            (whole.replace(",4\n", ",four\n"), "run:5: .*four"),
        ):
            with self.assertRaisesRegex(CampaignError, said):
                outputs.read(text, "run")


class Index:
    """Runs that are there, by seed, as the store has them."""

    def __init__(self, texts):
        self.texts = texts

    def seeds(self, program):
        return sorted(self.texts)

    def has(self, run):
        return run.seed in self.texts

    def read(self, run):
        return self.texts[run.seed]


def template(label, **options):
    return SimpleNamespace(
        program="p", options=options, first_seed={}, label=label, point=P1, is_random=True
    )


def experiment(seeds=3):
    return SimpleNamespace(
        path="T.py",
        derived=[],
        inner=(),
        checkpoint=None,
        seeds_of=lambda template, most: range(1, max(seeds, most) + 1),
    )


class Gathered(unittest.TestCase):
    rows = [("g", "v", "", "1", "", 7), ("w", "v", "", "1", 0.5, 1), ("w", "v", "", "1", 1.5, 2)]

    def gather(self, templates, texts, seeds=3):
        required = gather.required_of(templates)
        return gather.gather(experiment(seeds), templates, Index(texts), required)

    def test_a_series_is_of_one_seed(self):
        texts = {seed: support.output(self.rows) for seed in (2, 3)}
        found = self.gather([template(None, a=1)], texts)
        self.assertEqual(found.groups["g", "v", P1].values, {2: 7, 3: 7})
        self.assertEqual(found.series["w", "v", P1].samples, [(0.5, 1), (1.5, 2)])

    def test_checkpoints_and_inner_coordinates_are_points(self):
        rows = [("t_until", "v", "flow=2", "s", 50, 4), ("t", "v", "flow=2", "s", "", 5)]
        declared = experiment(1)
        declared.checkpoint, declared.inner = "until", ("flow",)
        index = Index({1: support.output(rows)})
        found = gather.gather(declared, [template(None, a=1)], index, set())
        self.assertEqual({key: group.values for key, group in found.groups.items()},
                         {("t", "v", P1 + (("flow", "2"), ("until", "50"))): {1: 4.0}})
        self.assertEqual((found.series, found.most_seeds, found.missing), ({}, 1, []))

    def test_seeds_that_others_have_are_missed(self):
        found = self.gather([template(None, a=1)], {1: support.output(self.rows)})
        self.assertEqual([run.seed for run in found.missing], [2, 3])
        self.assertFalse(found.is_complete)
        texts = {seed: support.output(self.rows) for seed in (1, 2, 3)}
        self.assertTrue(self.gather([template(None, a=1)], texts).is_complete)

    def test_two_runs_of_one_name_and_seed_are_refused(self):
        texts = {1: support.output(self.rows)}
        with self.assertRaisesRegex(CampaignError, "two runs give g same .* and seed 1"):
            self.gather([template("same", a=1), template("same", a=2)], texts)

    def test_a_parameter_that_differs_is_no_parameter_of_all(self):
        texts = {1: support.output(self.rows), 2: support.output(self.rows, version="0.2.0")}
        self.assertEqual(
            self.gather([template(None, a=1)], texts).description,
            {"ns-3": "3.44", "delay": "0.005 s each pass"},
        )


class Checkpoints(unittest.TestCase):
    def test_values_until_some_time_are_points_and_replace_those_of_the_whole_run(self):
        text = support.output(
            [
                ("t", "v", "", "s", "", 5),
                ("t_until", "v", "", "s", 50, 4),
                ("t_until", "v", "", "s", 600, 5),
                ("u", "v", "", "s", "", 7),
            ]
        )
        rows = list(gather._at_checkpoints(outputs.read(text, "run").rows, "t"))
        found = [(row.quantity, row.inner, row.time, row.value) for row in rows]
        at = [("t", (("t", "50"),), None, 4.0), ("t", (("t", "600"),), None, 5.0)]
        self.assertEqual(found, at + [("u", (), None, 7.0)])


class Sequences(unittest.TestCase):
    def test_a_second_copy_of_what_arrived_is_unnecessary(self):
        kinds = {kind: i for i, kind in enumerate(sequences.KINDS)}
        events = [
            [0.0, 1, kinds["dequeue"]],
            [0.1, 2, kinds["drop"]],
            [0.2, 3, kinds["dequeue"]],
            [0.204, 3, kinds["drop"]],
            [0.5, 1, kinds["resent_dequeue"]],
            [0.6, 2, kinds["resent_dequeue"]],
            [0.7, 3, kinds["resent_dequeue"]],
            [0.8, 3, kinds["resent_dequeue"]],
        ]
        self.assertEqual(sequences.find_unnecessary(events, 0.005), [(0.5, 1), (0.8, 3)])


class Errors(unittest.TestCase):
    def test_each_says_what_is_wrong_and_how_the_call_ends(self):
        full = Unwritable("/results")
        self.assertRegex(str(full), "^cannot write to /results: No space left on device; ")
        self.assertEqual(full.status, 1)
        protected = str(Unwritable("/results", errno.EROFS))
        self.assertRegex(protected, "^cannot write to /results: Read-only file system; ")
        refused = Refusal("no such experiment")
        self.assertEqual((str(refused), refused.status), ("no such experiment", 2))
        self.assertEqual(CampaignError("lost", 74).status, 74)


class WhatIsNotThere(unittest.TestCase):
    def test_a_run_that_said_nothing_says_no_line(self):
        self.assertEqual(engine._lines_of(support.ROOT / "none" / "stderr"), [])

    def test_a_number_without_a_published_one_has_no_source(self):
        self.assertEqual(rows._where(None, SimpleNamespace(published=None)), "")

    def test_what_was_not_measured_is_not_shown(self):
        nothing = SimpleNamespace(estimates={}, results=SimpleNamespace(groups={}))
        self.assertEqual(show_estimate(nothing, ("t", "a", ())), "")

    def test_what_is_no_variant_has_no_colour(self):
        self.assertEqual(rows._colour("", Registry(support.EXPERIMENTS / "variants.csv")), "")


class PageOfNothing(unittest.TestCase):
    def test_says_where_it_comes_from(self):
        summary = SimpleNamespace(
            stamp=None, chapters=[], absent=[], registry=None, others={"old <stamp>": 7}
        )
        moment = datetime.datetime(2026, 3, 4, 5, 6)
        page = Page(summary, "./reproduce --out x", "123-dirty", moment).html()
        for fact, value in (
            ("programs", "no run is there"),
            ("commit", "123-dirty"),
            ("written", "2026-03-04 05:06"),
            ("command", "./reproduce --out x"),
        ):
            self.assertIn(f"<dt>{fact}</dt><dd>{value}</dd>", page)
        self.assertIn("Kept aside, not in this report: 7 runs of old &lt;stamp&gt;.", page)
        self.assertIn("<p>As in the papers: there is no published number to compare with.</p>", page)
        summary.stamp = Stamp("1.2", "abc", "3.44", "def")
        page = Page(summary, "", None, moment).html()
        said = "tcp-lossy 1.2 (sources abc) on ns-3 3.44 (libraries def)"
        self.assertIn(f"<dt>programs</dt><dd>{said}</dd>", page)
        self.assertIn("<dt>commit</dt><dd>unknown (no git)</dd>", page)
        later = Page(summary, "", None, datetime.datetime(2026, 3, 5)).html()
        self.assertNotEqual(later, page)
        self.assertTrue(is_same(later, page))
        self.assertFalse(is_same(Page(summary, "", "124", moment).html(), page))
