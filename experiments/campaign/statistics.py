# SPDX-License-Identifier: GPL-2.0-only
"""Means and Student's 95 % intervals, by SciPy."""

import math
from typing import NamedTuple

_LEVEL = 0.95


class Estimate(NamedTuple):
    """A mean; low and high are None if nothing is random or there is one seed only.

    further: half of the interval that so many runs would have if they strayed as one further run
    does, where that is not half of this interval: of a pair that is not paired by seed.
    counts: of a count, between which numbers one further run lies, 95 times in a hundred, whatever
    their distribution.
    """

    mean: float
    low: float | None
    high: float | None
    seeds: int
    further: float | None = None
    counts: tuple | None = None


def estimate(values):
    """The estimate of a sample."""
    # SciPy takes longer to be loaded than most calls of ./reproduce take.
    import numpy
    from scipy.special import stdtrit

    seeds = len(values)
    mean = float(numpy.mean(values))
    if seeds < 2:
        return Estimate(mean, None, None, seeds)
    error = numpy.std(values, ddof=1) / numpy.sqrt(seeds)
    half = float(stdtrit(seeds - 1, (1 + _LEVEL) / 2) * error)
    return Estimate(mean, mean - half, mean + half, seeds)


def predict_count(values):
    """Both ends of what one further run lies within: it is beyond the r-th of n from either end with a
    chance of 2 r / (n + 1), so that fewer than 39 runs tell nothing."""
    rank = int((1 - _LEVEL) / 2 * (len(values) + 1) + 1e-9)
    if rank == 0:
        return -math.inf, math.inf
    return sorted(values)[rank - 1], sorted(values)[-rank]
