# SPDX-License-Identifier: GPL-2.0-only
"""The rule of doc/validation/verdict.rst against cases computed by hand, and how it is declared."""

import unittest

import support  # puts the campaign on the path
from campaign import derive, verdict
from campaign.published import asserted, decides, number, published, reading, varied
from campaign.statistics import Estimate
from campaign.tables import judged_cells


def row(value=None, expect=None, why="", quantity="t", **paper):
    """One row of ours, which decides on a paper's number or has a range to keep."""
    if value is None:
        return number(quantity, "v", expect=expect, why=why)
    what = decides(quantity, "v", expect=expect, why=why)
    return published(value, "Fig 1", what, **paper)[0]


def judge(what, mean, low=None, high=None, seeds=8, all_seeds=True, is_random=None, complete=True):
    random = low is not None if is_random is None else is_random
    return verdict.judge(what, Estimate(mean, low, high, seeds), random, all_seeds, complete)


class Predicted(unittest.TestCase):
    def test_a_textbook_s_prediction_interval(self):
        # Devore, Probability and Statistics, example "fat content of hot dogs": n = 10, mean 21.90,
        # s = 4.134, t = 2.262: the mean's interval is (18.94, 24.86), that of one more (12.09, 31.71).
        half = 2.262 * 4.134 / 10**0.5
        hot_dogs = Estimate(21.90, 21.90 - half, 21.90 + half, 10)
        low, high = verdict.predict(hot_dogs)
        self.assertAlmostEqual(hot_dogs.low, 18.94, places=2)
        self.assertAlmostEqual(low, 12.09, places=2)
        self.assertAlmostEqual(high, 31.71, places=2)

    def test_the_mean_of_more_runs_is_predicted_better(self):
        # h sqrt(1 + n/m): with n = 8 it is 3 h for one run; with n = 12 it is 2 h for four.
        self.assertEqual(verdict.predict(Estimate(10, 9, 11, 8)), (7, 13))
        self.assertEqual(verdict.predict(Estimate(10, 9, 11, 12), 4), (8, 12))

    def test_a_pair_that_is_not_paired_strays_by_both(self):
        # With n = 1 + 15 seeds: 0.5^2 + 16 (3^2 + 4^2) = 400.25; a ratio of 2: 0.5^2 + 16 (0.6^2 + 0.8^2) = 16.25.
        pair, ones = Estimate(2, 1.5, 2.5, 16), Estimate(10, 7, 13, 16)
        found = verdict.predict(verdict.unpair(pair, False, ones, Estimate(5, 1, 9, 16)))
        self.assertAlmostEqual(found[1], 2 + 400.25**0.5)
        # 2 * 3 / 10 = 0.6 and 2 * 4 / 10 = 0.8.
        found = verdict.predict(verdict.unpair(pair, True, ones, Estimate(10, 6, 14, 16)))
        self.assertAlmostEqual(found[0], 2 - 16.25**0.5)
        exact = Estimate(2, None, None, 1)
        self.assertEqual(verdict.unpair(exact, True, exact, exact), exact)

    def test_a_pair_is_found_by_its_variants(self):
        estimates = {
            ("t", "a", ()): Estimate(13, 10, 16, 16),
            ("t", "b", ()): Estimate(11, 7, 15, 16),
            ("difference", "a-b", ()): Estimate(2, 1.5, 2.5, 16),
        }
        rules = derive.ratios("t", "a", "b") + derive.differences("t", "a", "b")
        found = derive.unpaired(("difference", "a-b", ()), estimates, rules)
        self.assertEqual(found.further, 5)
        alone = derive.unpaired(("t", "a", ()), estimates, rules)
        self.assertEqual(alone, estimates["t", "a", ()])
        self.assertIsNone(derive.unpaired(("ratio", "a/b", ()), estimates, rules))

    def test_what_is_not_random_is_predicted_exactly(self):
        self.assertEqual(verdict.predict(Estimate(3.4, None, None, 1)), (3.4, 3.4))


class Random(unittest.TestCase):
    # 10 [9.6, 10.4] of 8 seeds: one more run lies in [8.8, 11.2].
    def says(self, value, **paper):
        return judge(row(value, **paper), 10, 9.6, 10.4).paper

    def test_inside_and_near_is_reproduced(self):
        # A tenth around 10.4: 9.45 to 11.44, which holds all of [9.6, 10.4].
        self.assertEqual(self.says(10.4), "reproduced")
        self.assertEqual(self.says(9.6), "reproduced")

    def test_inside_and_not_shown_to_be_near_cannot_be_told(self):
        # A tenth around 11: 10 to 12.1; around 8.9: 8.09 to 9.79.
        self.assertEqual(self.says(11), "cannot tell")
        self.assertEqual(self.says(8.9), "cannot tell")

    def test_outside_differs(self):
        self.assertEqual(self.says(11.3), "differs")
        self.assertEqual(self.says(8.7), "differs")

    def test_a_mean_of_several_runs_is_less_excused(self):
        # Of eight runs: 10 -+ 0.4 sqrt(2), that is up to 10.57.
        self.assertEqual(self.says(10.6), "cannot tell")
        self.assertEqual(self.says(10.6, runs=8), "differs")

    def test_noise_reproduces_nothing(self):
        self.assertEqual(judge(row(10), 10, 6, 14).paper, "cannot tell")
        # SACK-Veno's share in V6: 0.861 [0.626, 1.096].
        self.assertEqual(judge(row(1), 0.861, 0.626, 1.096, seeds=10).paper, "cannot tell")

    def test_many_seeds_do_not_make_noise_of_the_paper_s_an_agreement(self):
        # One run strays by 20 around 0; our mean is known to 2; the paper has 7.2.
        self.assertEqual(judge(row(7.2), 0, -2, 2, seeds=99).paper, "cannot tell")

    def test_a_tolerance_widens_the_paper_s_number_and_not_the_tenth(self):
        self.assertEqual(self.says(11.4), "differs")
        self.assertEqual(self.says(11.4, tolerance=0.3), "cannot tell")
        self.assertEqual(self.says(8.6, tolerance=0.3), "cannot tell")
        self.assertEqual(self.says(8.4, tolerance=0.3), "differs")

    def test_zero_has_no_tenth(self):
        self.assertEqual(judge(row(0), 0.1, -0.2, 0.4).paper, "cannot tell")
        self.assertEqual(judge(row(0), 5, 4.9, 5.1).paper, "differs")

    def test_a_negative_number_has_one(self):
        self.assertEqual(judge(row(-10.4), -10, -10.4, -9.6).paper, "reproduced")
        self.assertEqual(judge(row(-11), -10, -10.4, -9.6).paper, "cannot tell")

    def test_few_seeds_do_not_refute_a_paper(self):
        found = judge(row(11.3), 10, 9.6, 10.4, all_seeds=False)
        self.assertEqual((found.paper, found.failure), ("cannot tell", ""))

    def test_one_seed_says_nothing(self):
        found = judge(row(22, expect=(30, 40)), 20.0, seeds=1, is_random=True)
        self.assertEqual((found.paper, found.expect, found.failure), ("open", "open", ""))


class Gains(unittest.TestCase):
    def says(self, paper, mean, low, high, **more):
        return judge(row(paper, quantity="ratio", **more), mean, low, high).paper

    def test_a_ratio_is_judged_by_what_it_is_above_one(self):
        # A tenth around a gain of 0.5: 0.4545 to 0.55; around 1.5 it would be 1.364 to 1.65.
        self.assertEqual(self.says(1.5, 1.5, 1.46, 1.54), "reproduced")
        self.assertEqual(self.says(1.5, 1.5, 1.44, 1.56), "cannot tell")
        # V4 at 0.01 %: of a gain of 5 % ours is two fifths.
        self.assertEqual(self.says(1.05, 1.03, 1.0175, 1.0425), "cannot tell")
        self.assertEqual(judge(row(1.05), 1.03, 1.0175, 1.0425).paper, "reproduced")

    def test_a_loss_is_a_gain_with_another_sign(self):
        # A tenth around -0.5: -0.55 to -0.4545.
        self.assertEqual(self.says(0.5, 0.5, 0.46, 0.54), "reproduced")
        self.assertEqual(self.says(0.5, 0.5, 0.44, 0.56), "cannot tell")

    def test_no_gain_has_no_tenth_but_a_tolerance(self):
        self.assertEqual(self.says(1, 1.02, 1.0, 1.04), "cannot tell")
        self.assertEqual(self.says(1, 1.02, 1.0, 1.04, tolerance=0.05), "reproduced")
        # D12 at 0.2 %: 1.059 [1.049, 1.068].
        self.assertEqual(self.says(1, 1.059, 1.049, 1.068, tolerance=0.05), "cannot tell")

    def test_one_that_is_not_random_too(self):
        # 1.16 is 1.2 to one digit, and its gain a fifth less.
        exact = row(1.2, quantity="mean_ratio")
        self.assertEqual(judge(exact, 1.16).paper, "cannot tell")
        self.assertEqual(judge(exact, 1.19).paper, "reproduced")


class Counts(unittest.TestCase):
    def test_a_count_is_predicted_by_runs_and_not_by_a_normal_law(self):
        # F6: 22.88 [22.69, 23.07] of 100 choices, of which 4 have 25: normal to 24.79, by rank 22 to 25.
        normal = Estimate(22.88, 22.69, 23.07, 100)
        counted = normal._replace(counts=(22, 25))
        self.assertEqual(verdict.predict(counted), (22, 25))
        for ours, found in ((normal, "differs"), (counted, "cannot tell")):
            self.assertEqual(verdict.judge(row(25), ours, True, True).paper, found)
        self.assertEqual(verdict.judge(row(26), counted, True, True).paper, "differs")

    def test_a_mean_of_several_runs_is_no_count(self):
        # 0.19 sqrt(1 + 100/4).
        low, high = verdict.predict(Estimate(22.88, 22.69, 23.07, 100, counts=(22, 25)), 4)
        self.assertAlmostEqual(high - low, 2 * 0.19 * 26**0.5)

    def test_a_difference_of_counts_that_the_paper_did_not_pair_is_none(self):
        one = Estimate(2, 1, 3, 50, counts=(0, 4))
        self.assertIsNone(verdict.unpair(one, False, one, one).counts)


class Settled(unittest.TestCase):
    def seeds(self, value, mean, half, seeds, quantity="t", further=None, **paper):
        ours = Estimate(mean, mean - half, mean + half, seeds, further)
        return verdict.seeds_to_settle([(row(value, quantity=quantity, **paper).published, ours, quantity)])

    def test_an_interval_that_reaches_beyond_the_tenth_takes_more_seeds(self):
        # A tenth around 11 begins at 10, half a unit below: 16 (1.02 / 0.5)^2 = 66.6.
        self.assertEqual(self.seeds(11, 10.5, 1.02, 16), 67)
        # V6's four and four flows: a tenth around 1 ends at 1.1, 0.01265 above: 10 (0.03302 / 0.01265)^2 = 68.1.
        self.assertEqual(self.seeds(1, 1.08735, 0.03302, 10), 69)

    def test_a_ratio_s_tenth_is_that_of_its_gain(self):
        # VenoDR to Reno: 1 + 1.1 * 1.138 = 2.2518, 0.03302 above: 30 (0.1213 / 0.03302)^2 = 404.8.
        self.assertEqual(self.seeds(2.138, 2.21878, 0.1213, 30, "ratio"), 405)

    def test_none_does_where_the_paper_s_own_run_strays_as_far(self):
        # One run strays by 2 sqrt(99) = 19.9 around 0, however many are ours.
        self.assertIsNone(self.seeds(7.2, 0, 2, 99))
        # Of ten it strays by 6.3, and of a pair by more.
        self.assertIsNone(self.seeds(6, 0, 2, 99, runs=10))
        self.assertIsNotNone(self.seeds(6.4, 0, 2, 99, runs=10))
        self.assertIsNone(self.seeds(6.4, 0, 2, 99, runs=10, further=3))
        self.assertIsNone(verdict.seeds_to_settle([(row(1).published, Estimate(1.4, None, None, 1), "t")]))

    def test_more_seeds_may_refute_it(self):
        # One run strays by the root of 8 + 8/n; 2.95^2 = 8.7025: n = 8 / 0.7025 = 11.4.
        self.assertEqual(self.seeds(12.95, 10, 1, 8), 12)

    def test_all_rows_that_decide_have_to_be_told(self):
        known = row(10).published
        good, hidden = (Estimate(mean, mean - 1, mean + 1, 8) for mean in (10, 11.5))
        self.assertEqual(verdict.seeds_to_settle([(known, good, "t")] * 2), 10)
        self.assertIsNone(verdict.seeds_to_settle([(known, good, "t"), (known, hidden, "t")]))

    def test_a_bound_on_several_is_told_jointly(self):
        # At least 0, of runs with t = 1.383: each keeps to it nine times in ten, however well known.
        unit = 11**0.5 / 2.262157
        one = Estimate(1.383 * unit, 1.383 * unit - 1, 1.383 * unit + 1, 10)
        known = row(0, bound="at least").published
        self.assertIsNone(verdict.seeds_to_settle([(known, one, "t"), (known, one._replace(seeds=10), "t")]))


class Exact(unittest.TestCase):
    def test_what_is_not_random_has_the_paper_s_digits(self):
        self.assertEqual(judge(row(1.7), 1.74).paper, "reproduced")
        self.assertEqual(judge(row(1.7), 1.76).paper, "differs")
        self.assertEqual(judge(row(0), 0).paper, "reproduced")

    def test_or_lies_within_what_can_be_read_off(self):
        self.assertEqual(judge(row(300, tolerance=25), 325).paper, "reproduced")
        self.assertEqual(judge(row(300, tolerance=25), 326).paper, "differs")
        self.assertEqual(judge(row(1.7, tolerance=0.01), 1.74).paper, "differs")

    def test_a_coarse_number_proves_nothing(self):
        # 1.4 is 1 to the digits that are printed, and 40 % more.
        self.assertEqual(judge(row(1), 1.4).paper, "cannot tell")
        self.assertEqual(judge(row(300, tolerance=50), 345).paper, "cannot tell")


class Bounds(unittest.TestCase):
    # 0.996 [0.995, 0.997] of 8 seeds: one more run lies in [0.993, 0.999].
    def says(self, value, bound):
        return judge(row(value, bound=bound), 0.996, 0.995, 0.997).paper

    def test_all_of_what_a_run_may_be_keeps_to_it_or_breaks_it(self):
        self.assertEqual(self.says(0.99, "at least"), "reproduced")
        self.assertEqual(self.says(0.996, "at least"), "cannot tell")
        self.assertEqual(self.says(0.9995, "at least"), "differs")
        self.assertEqual(self.says(0.9995, "at most"), "reproduced")
        self.assertEqual(self.says(0.9985, "at most"), "cannot tell")
        self.assertEqual(self.says(0.99, "at most"), "differs")

    def of(self, *parts, bound="at least"):
        """At least or at most 0, of values of ten seeds, where t = mean / (h sqrt(1 + 10) / 2.262157)."""
        unit = 11**0.5 / 2.262157
        first, *others = [Estimate(t * unit, t * unit - 1, t * unit + 1, 10) for t in parts]
        return verdict.judge(row(0, bound=bound), first, True, True, beside=others).paper

    def test_several_values_are_judged_jointly(self):
        # Any table of t for 9 degrees of freedom: beyond 1.383 one in ten, 0.883 one in five, 0.703 one in
        # four, 2.821 one in a hundred, 4.781 one in two thousand.
        self.assertEqual(self.of(-1.383), "cannot tell")
        self.assertEqual(self.of(-0.883, -0.703), "cannot tell")  # 0.2 * 0.25 = 0.05
        self.assertEqual(self.of(-0.883, -1.383), "differs")  # 0.2 * 0.1 = 0.02
        self.assertEqual(self.of(2.821), "reproduced")
        self.assertEqual(self.of(2.821, 2.821), "reproduced")  # 0.99 * 0.99 = 0.980
        self.assertEqual(self.of(2.821, 2.821, 2.821), "cannot tell")  # 0.970
        self.assertEqual(self.of(4.781, 4.781, 4.781), "reproduced")
        self.assertEqual(self.of(-2.821, -2.821, bound="at most"), "reproduced")
        self.assertEqual(self.of(0.883, 1.383, bound="at most"), "differs")

    def test_what_is_not_random_keeps_or_breaks_the_joint_bound(self):
        least = row(2, bound="at least")
        for other, found in ((3, "reproduced"), (1, "differs")):
            beside = [Estimate(other, None, None, 1)]
            self.assertEqual(
                verdict.judge(least, Estimate(2, None, None, 1), False, True, beside=beside).paper, found
            )

    def test_the_other_rows_are_those_of_the_same_sentence(self):
        two = published(0.9, "Fig 7", decides("t", "v"), decides("t", "w"), reading("it", "t", "x"), bound="at least")
        alone = row(0.9, bound="at least")
        numbers = [*two, alone, row(3), number("u", "v", expect=(0, 1))]
        self.assertEqual(verdict.others_of(two[0], numbers), [two[1]])
        for one in (two[2], alone, numbers[-2], numbers[-1]):
            self.assertEqual(verdict.others_of(one, numbers), [])

    def test_one_run_that_is_not_random_keeps_to_it_or_does_not(self):
        self.assertEqual(judge(row(2, bound="at least"), 2).paper, "reproduced")
        self.assertEqual(judge(row(2, bound="at least"), 1.9).paper, "differs")
        self.assertEqual(judge(row(2, bound="at most"), 2.1).paper, "differs")


class Changes(unittest.TestCase):
    def test_a_difference_is_shown_by_itself_and_not_by_intervals_that_lie_apart(self):
        # Intervals of 1 that overlap by 0.5: 1.5 apart, more than the root of 1 + 1.
        before, after = Estimate(10, 9, 11, 10), Estimate(11.5, 10.5, 12.5, 10)
        self.assertFalse(verdict.is_no_change(before, after))
        self.assertTrue(verdict.is_no_change(before, Estimate(11.4, 10.4, 12.4, 10)))

    def test_the_same_seeds_show_more(self):
        before, after = Estimate(10, 9, 11, 10), Estimate(10.5, 9.5, 11.5, 10)
        self.assertTrue(verdict.is_no_change(before, after))
        self.assertFalse(verdict.is_no_change(before, after, Estimate(0.5, 0.1, 0.9, 10)))
        self.assertTrue(verdict.is_no_change(before, after, Estimate(0.5, -0.1, 1.1, 10)))

    def test_what_is_not_random_is_changed_or_not(self):
        one, other = Estimate(3, None, None, 1), Estimate(4, None, None, 1)
        self.assertTrue(verdict.is_no_change(one, one))
        self.assertFalse(verdict.is_no_change(one, other))
        self.assertFalse(verdict.is_no_change(one, other, Estimate(1, None, None, 1)))


class Expected(unittest.TestCase):
    def test_the_whole_interval_must_lie_in_the_range(self):
        what = row(expect=(0.97, 1.1))
        self.assertEqual(judge(what, 1.0, 0.98, 1.05).expect, "holds")
        # The mean is in the range: this passed before.
        self.assertEqual(judge(what, 1.0, 0.95, 1.05).expect, "misses")
        self.assertIn("is not in 0.97 to 1.1", judge(what, 1.0, 0.95, 1.05).failure)

    def test_few_seeds_excuse_an_interval_that_crosses_a_bound_but_none_beyond_it(self):
        what = row(expect=(None, 1.1))
        self.assertEqual(judge(what, 1.0, 0.8, 1.2, seeds=3, all_seeds=False).expect, "open")
        self.assertEqual(judge(what, 1.5, 1.2, 1.8, seeds=3, all_seeds=False).expect, "misses")

    def test_what_was_not_measured_fails_unless_runs_are_missing(self):
        what = row(1, expect=(0, 2))
        self.assertEqual(verdict.judge(what, None, True, True).failure, "not measured")
        self.assertEqual(verdict.judge(what, None, True, True, is_complete=False).failure, "")


class Chosen(unittest.TestCase):
    def test_one_rule_chooses_what_a_paper_leaves_open(self):
        same, off, far = ("reproduced", 4, 4), ("cannot tell", 5, 4), ("differs", 8, 4)
        worse = ("cannot tell", 6, 4)
        for candidates, chosen in (
            ({"a": [same, far], "b": [off, off]}, "b"),
            ({"a": [off, off], "b": [same, worse]}, "b"),
            ({"a": [worse, off], "b": [off, off]}, "b"),
            # ln(1/2) is farther than ln(3/2); a zero has no logarithm.
            ({"a": [("differs", 2, 4)], "b": [("differs", 6, 4), ("reproduced", 0, 0)]}, "b"),
        ):
            self.assertEqual(verdict.choose(candidates), chosen)


class OfOneNumber(unittest.TestCase):
    def test_the_worst_row_that_decides_is_the_number_s(self):
        for verdicts, found in (
            (["reproduced", "cannot tell", "reproduced"], "cannot tell"),
            (["reproduced", "cannot tell", "differs"], "differs"),
            (["reproduced"], "reproduced"),
            (["differs", "open"], "open"),
        ):
            self.assertEqual(verdict.combine(verdicts), found)

    def test_a_difference_needs_a_reason_where_it_decides(self):
        self.assertIn("without a reason", judge(row(22), 20, 19.9, 20.1).failure)
        for because in ([varied("the queue", "F2 t v")], [asserted("the queue")]):
            self.assertEqual(judge(row(22, because=because), 20, 19.9, 20.1).failure, "")
        rows = published(22, "Fig 1", decides("t", "v"), reading("the other", "t", "w"))
        for other in rows:
            found = judge(other, 20, 19.9, 20.1)
            self.assertEqual((found.paper, found.failure), ("differs", ""))

    def test_free_text_is_no_reason(self):
        with self.assertRaisesRegex(ValueError, "a reason is varied"):
            row(22, because=["the queue"])
        for text in ("", "the queue -> F2", "one | two", "it <- that"):
            with self.assertRaisesRegex(ValueError, "says nothing, or has a mark"):
                asserted(text)

    def test_what_is_declared_says_something(self):
        for said, declare in (
            ("no range is expected", lambda: number("t", "v")),
            ("expect is empty", lambda: number("t", "v", expect=(2, 1))),
            ("bound is 'at least'", lambda: row(1, bound="above")),
            ("cannot be", lambda: row(1, runs=0)),
            ("rows decide", lambda: published(1, "Fig 1", reading("it", "t", "v"))),
            ("rows decide", lambda: published(1, "Fig 1", decides("t", "v"), of="D5")),
        ):
            with self.assertRaisesRegex(ValueError, said):
                declare()

    def test_the_table_has_what_was_read_and_why(self):
        rows = published(
            22,
            "Fig 1",
            decides("t", "v"),
            reading("the other", "t", "w"),
            runs=8,
            because=[varied("a queue", "F2  t v", "F2 t u"), asserted("the clock")],
        )
        one, two = (
            judged_cells("V2", Estimate(20, 19, 21, 24), r, verdict.Verdict("differs", "", ""))
            for r in rows
        )
        # h sqrt(1 + 24/8) = 2.
        self.assertEqual(
            (one["predicted_low"], one["predicted_high"], one["runs"]), ("18", "22", "8")
        )
        self.assertEqual((one["of"], one["reading"], two["reading"]), ("V2", "", "the other"))
        self.assertEqual(one["reason"], "a queue -> F2 t v <- F2 t u | asserted: the clock")
        self.assertEqual(two["reason"], "")


if __name__ == "__main__":
    unittest.main()
