# SPDX-License-Identifier: GPL-2.0-only
"""What is said of a number: of the paper's, and of the range that we expect ours in.

Paper. 'reproduced': the paper's number, give or take the tolerance that is stated for it, lies in
our 95 % interval; for a number that is not random, ours is the paper's to the digits that it
prints, or within the tolerance. 'differs': it is not. 'open': nothing can be said, since the
experiment is not complete, or the interval excludes the number but comes of fewer seeds than the
experiment's own quick run has.

Expect. 'holds': the whole interval lies in the range. 'misses': it does not. With fewer seeds than
the experiment's own quick run has, an interval that crosses a bound says that seeds are few, not
that anything broke: that is 'open', and a miss only if the whole interval lies outside.

What ends a campaign non-zero: an expectation that is missed, and a paper's number that differs
although no reason is given beside it.
"""

from typing import NamedTuple

REPRODUCED = "reproduced"
DIFFERS = "differs"
OPEN = "open"
HOLDS = "holds"
MISSES = "misses"


class Verdict(NamedTuple):
    """Both verdicts of one row, empty where it has no such number, and why it fails, if it does."""

    paper: str
    expect: str
    failure: str


def judge(number, estimate, is_random, has_all_seeds, is_complete=True):
    """The verdict of a number; estimate is None if it was not measured."""
    if not is_complete:
        return Verdict(OPEN if number.paper is not None else "", _open(number), "")
    if estimate is None:
        return Verdict(OPEN if number.paper is not None else "", _open(number), "not measured")
    paper = _judge_paper(number, estimate, is_random, has_all_seeds)
    expect = _judge_expect(number, estimate, is_random, has_all_seeds)
    failures = []
    if expect == MISSES:
        failures.append(f"{_show(estimate)} is not in {show_range(number.expect)}")
    if paper == DIFFERS and not number.reason:
        failures.append(f"{_show(estimate)} is not the paper's {number.paper:g}, without a reason")
    return Verdict(paper, expect, "; ".join(failures))


def _open(number):
    return OPEN if number.expect is not None else ""


def _judge_paper(number, estimate, is_random, has_all_seeds):
    if number.paper is None:
        return ""
    low, high = number.paper - number.tolerance, number.paper + number.tolerance
    if is_random:
        if estimate.low is None:
            return OPEN
        if estimate.low <= high and low <= estimate.high:
            return REPRODUCED
        return DIFFERS if has_all_seeds else OPEN
    slack = 1e-9 * max(1.0, abs(number.paper))
    if low - slack <= estimate.mean <= high + slack:
        return REPRODUCED
    is_same = round(estimate.mean, _decimals(number.paper)) == number.paper
    return REPRODUCED if is_same and not number.tolerance else DIFFERS


def _decimals(value):
    """How many decimals a number was written with."""
    return len(repr(value).partition(".")[2].rstrip("0"))


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
