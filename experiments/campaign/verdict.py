# SPDX-License-Identifier: GPL-2.0-only
"""What is said of a number: of the paper's, and of the range that we expect ours in.

Paper: doc/validation/verdict.rst is the rule. 'reproduced': what the paper has may be a run of ours,
and our mean is known to be within a tenth of it. 'differs': it is none. 'cannot tell': neither is
shown. 'open': the experiment is not complete, or has one seed only.

Expect. 'holds': the whole interval lies in the range. 'misses': it does not. With fewer seeds than
the experiment's own quick run has, an interval that crosses a bound says that seeds are few, not
that anything broke: that is 'open', and a miss only if the whole interval lies outside.

What ends a campaign non-zero: an expectation that is missed, and a paper's number that differs
although nothing was varied and no cause is asserted.
"""

import math
from typing import NamedTuple

REPRODUCED = "reproduced"
DIFFERS = "differs"
CANNOT_TELL = "cannot tell"
OPEN = "open"
HOLDS = "holds"
MISSES = "misses"

AT_LEAST = "at least"
AT_MOST = "at most"

# A mean is near a number if it is between the number divided and multiplied by this.
NEAR = 1.1
# Of a ratio that is said of its gain, which is what it is above 1.
_RATIOS = ("ratio", "mean_ratio")
# A run like the paper's lies within 95 % of what is predicted: with less chance than this it is out on
# one side.
_RARE = 0.025
# Of so many seeds nothing is left to chance but the paper's run.
_VERY_MANY = 10**12
_WORST_FIRST = (OPEN, DIFFERS, CANNOT_TELL, REPRODUCED)


class Verdict(NamedTuple):
    """Both verdicts of one row, empty where it has no such number, why it fails, if it does, and why one
    of the two is open, if it is."""

    paper: str
    expect: str
    failure: str
    open: str = ""


def judge(number, estimate, is_random, has_all_seeds, is_complete=True, beside=()):
    """The verdict of a number; estimate is None if it was not measured.

    beside: the estimates of the other rows that the same bound of the paper is about.
    """
    if not is_complete or estimate is None:
        paper = OPEN if number.published else ""
        failure, why = ("not measured", "") if is_complete else ("", "runs are missing")
        return Verdict(paper, _open(number), failure, why)
    paper = ""
    if number.published:
        paper = judge_published(
            number.published, estimate, is_random, has_all_seeds, number.quantity, beside
        )
    expect = _judge_expect(number, estimate, is_random, has_all_seeds)
    failures = []
    if expect == MISSES:
        failures.append(f"{_show(estimate)} is not in {show_range(number.expect)}")
    if paper == DIFFERS and number.decides and not number.published.has_reasons:
        failures.append(
            f"{_show(estimate)} is not the paper's {number.published.value:g}, without a reason"
        )
    why = ""
    if OPEN in (paper, expect):
        why = "there is one seed only" if estimate.low is None else "seeds are few"
    return Verdict(paper, expect, "; ".join(failures), why)


def combine(verdicts):
    """The verdict of a published number whose rows these are: the worst of them."""
    return min(verdicts, key=_WORST_FIRST.index)


def seeds_to_settle(rows):
    """How many seeds would tell of a number of which so many cannot, if means and spread stayed what they
    are; None if no number does, as the chance of the paper's own run hides the difference.

    rows: what judge_published takes of each row that decides, the paper's number, ours and the quantity
    """

    def is_told(seeds):
        ours = [_with_seeds(estimate, seeds) for _, estimate, _ in rows]
        found = [
            judge_published(
                known, one, True, True, quantity, [other for other in ours if known.bound and other is not one]
            )
            for (known, _, quantity), one in zip(rows, ours)
        ]
        return combine(found) != CANNOT_TELL

    if any(estimate.low is None for _, estimate, _ in rows) or not is_told(_VERY_MANY):
        return None
    few = most = max(estimate.seeds for _, estimate, _ in rows)
    while not is_told(most):
        few, most = most, 2 * most
    while most - few > 1:
        middle = (few + most) // 2
        few, most = (few, middle) if is_told(middle) else (middle, most)
    return most


def _with_seeds(estimate, seeds):
    """What an estimate would be of so many seeds, of which each strays as those that there are."""
    part = math.sqrt(estimate.seeds / seeds)
    half = (estimate.high - estimate.low) / 2 * part
    further = None if estimate.further is None else estimate.further * part
    return estimate._replace(
        low=estimate.mean - half, high=estimate.mean + half, seeds=seeds, further=further
    )


def choose(candidates):
    """Of what a paper leaves open, the candidate that its numbers choose, as everywhere: the one with the
    fewest that differ, then the most reproduced, then the least sum of squared logarithms of ours to the
    paper's. candidates: by name the numbers, each with its verdict, ours and the paper's."""

    def order(name):
        numbers = candidates[name]
        found = [verdict for verdict, _, _ in numbers]
        off = sum(math.log(ours / paper) ** 2 for _, ours, paper in numbers if ours > 0 < paper)
        return found.count(DIFFERS), -found.count(REPRODUCED), off

    return min(candidates, key=order)


def predict(estimate, runs=1):
    """Both ends of the 95 % prediction interval of the mean of so many further runs.

    Of a number that is not random they are the number itself, of a count the runs that lie there.
    """
    if estimate.low is None:
        return estimate.mean, estimate.mean
    if estimate.counts and runs == 1:
        return estimate.counts
    own = (estimate.high - estimate.low) / 2
    further = own if estimate.further is None else estimate.further
    half = math.hypot(own, further * math.sqrt(estimate.seeds / runs))
    return estimate.mean - half, estimate.mean + half


def unpair(estimate, is_ratio, a, b):
    """The estimate of a/b or a-b for whoever did not give both the same seeds, as we did."""
    if None in (estimate.low, a.low, b.low):
        return estimate
    halves = [(e.high - e.low) / 2 * math.sqrt(e.seeds / estimate.seeds) for e in (a, b)]
    if is_ratio:
        halves = [estimate.mean * half / e.mean for half, e in zip(halves, (a, b))]
    return estimate._replace(further=math.hypot(*halves), counts=None)


def judge_published(
    published, estimate, is_random, has_all_seeds=True, quantity="", beside=()
):
    """The verdict of one row on a paper's number.

    With fewer seeds than the experiment's own quick run has, nothing is refuted.
    """
    if is_random and estimate.low is None:
        return OPEN
    if published.bound and beside:
        verdict = _judge_bounds(published, [estimate, *beside])
    elif published.bound:
        verdict = _judge_bound(published, estimate)
    else:
        law = _judge_random if is_random else _judge_exact
        verdict = law(published, estimate, 1 if quantity in _RATIOS else 0)
    return CANNOT_TELL if verdict == DIFFERS and is_random and not has_all_seeds else verdict


def is_no_change(before, after, paired=None):
    """Whether what was varied shows no difference: by the paired difference where there is one, else
    by that of two means that are not paired."""
    if paired is not None:
        low, high = (paired.mean,) * 2 if paired.low is None else (paired.low, paired.high)
        return low <= 0 <= high
    halves = [0 if e.low is None else (e.high - e.low) / 2 for e in (before, after)]
    return abs(after.mean - before.mean) <= math.hypot(*halves)


def others_of(number, numbers):
    """The other rows of which a paper says the same bound in one sentence."""
    known = number.published
    if not known or not known.bound or not number.decides:
        return []
    return [n for n in numbers if n is not number and n.decides and n.published is known]


def _judge_bound(published, estimate):
    low, high = predict(estimate, published.runs)
    if published.bound == AT_MOST:
        low, high = -high, -low
    bound = -published.value if published.bound == AT_MOST else published.value
    if low >= bound:
        return REPRODUCED
    return DIFFERS if high < bound else CANNOT_TELL


def _judge_bounds(published, estimates):
    """Of several values: the chance that runs like the paper's keep to the bound, all of them."""
    chance = math.prod(_keeps(published, estimate) for estimate in estimates)
    if chance >= 1 - _RARE:
        return REPRODUCED
    return DIFFERS if chance < _RARE else CANNOT_TELL


def _keeps(published, estimate):
    """The chance that a run like the paper's keeps to the bound."""
    # SciPy takes longer to be loaded than most calls of ./reproduce take.
    from scipy.special import stdtr, stdtrit

    above = estimate.mean - published.value
    if published.bound == AT_MOST:
        above = -above
    low, high = predict(estimate._replace(counts=None), published.runs)
    if high == low:
        return float(above >= 0)
    spread = (high - low) / 2 / stdtrit(estimate.seeds - 1, 1 - _RARE)
    return float(stdtr(estimate.seeds - 1, above / spread))


def _judge_random(published, estimate, origin):
    low, high = predict(estimate, published.runs)
    value, tolerance = published.value, published.tolerance
    if value + tolerance < low or high < value - tolerance:
        return DIFFERS
    return _if_near(published, estimate.low, estimate.high, origin)


def _judge_exact(published, estimate, origin):
    value, tolerance = published.value, published.tolerance
    slack = 1e-9 * max(1.0, abs(value))
    is_same = round(estimate.mean, _decimals(value)) == value and not tolerance
    if not is_same and abs(estimate.mean - value) > tolerance + slack:
        return DIFFERS
    return _if_near(published, estimate.mean, estimate.mean, origin)


def _if_near(published, low, high, origin):
    """What it is if the whole interval is within a tenth of the value, counted from an origin, and if not.

    What is said to be the origin itself has no tenth: its tolerance stands for it.
    """
    value = published.value - origin
    least, most = sorted((value / NEAR, value * NEAR))
    if value == 0:
        least, most = -published.tolerance, published.tolerance
    return REPRODUCED if origin + least <= low and high <= origin + most else CANNOT_TELL


def _decimals(value):
    """How many decimals a number was written with."""
    return len(repr(value).partition(".")[2].rstrip("0"))


def _open(number):
    return OPEN if number.expect is not None else ""


def _judge_expect(number, estimate, is_random, has_all_seeds):
    if number.expect is None:
        return ""
    if is_random and estimate.low is None:
        return OPEN
    low = estimate.mean if estimate.low is None else estimate.low
    high = estimate.mean if estimate.high is None else estimate.high
    least, most = number.expect
    is_inside = (least is None or low >= least) and (most is None or high <= most)
    is_outside = (least is not None and high < least) or (most is not None and low > most)
    if is_inside:
        return HOLDS
    return MISSES if is_outside or not is_random or has_all_seeds else OPEN


def show_range(expect):
    """A range as people write it."""
    least, most = expect
    if least is None:
        return f"at most {most:g}"
    return f"at least {least:g}" if most is None else f"{least:g} to {most:g}"


def _show(estimate):
    if estimate.low is None:
        return f"{estimate.mean:.4g}"
    return f"{estimate.mean:.4g} [{estimate.low:.4g}, {estimate.high:.4g}]"
