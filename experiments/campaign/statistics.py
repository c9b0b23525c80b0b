# SPDX-License-Identifier: GPL-2.0-only
"""Means and 95 % intervals, which Boost.Math computes in the program tcp-lossy-summarize."""

import subprocess
from typing import NamedTuple

from .errors import CampaignError

PROGRAM = "tcp-lossy-summarize"


class Estimate(NamedTuple):
    """A mean; low and high are None if nothing is random or there is one seed only.

    further: half of the interval that so many runs would have if they strayed as one further run
    does, where that is not half of this interval: of a pair that is not paired by seed.
    """

    mean: float
    low: float | None
    high: float | None
    seeds: int
    further: float | None = None


def estimate(samples, programs):
    """An estimate for each sample, a list of values."""
    if not samples:
        return []
    text = "".join(" ".join(map(repr, values)) + "\n" for values in samples)
    program = f"{programs}/{PROGRAM}"
    try:
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CampaignError(f"cannot run {program}: {error.strerror}") from error
    lines = done.stdout.splitlines()
    if done.returncode != 0 or len(lines) != len(samples):
        raise CampaignError(f"{program}: {done.stderr.strip() or 'output is not complete'}")
    return [_parse(line, len(values)) for line, values in zip(lines, samples)]


def _parse(line, seeds):
    mean, low, high = (float(part) if part else None for part in line.split(","))
    return Estimate(mean, low, high, seeds)
