# SPDX-License-Identifier: GPL-2.0-only
"""A summary that is there judged anew, by what the experiments' files say now: nothing is run."""

import csv

from . import points
from .derive import unpaired
from .errors import CampaignError, Refusal
from .statistics import Estimate
from .tables import SUMMARY_HEADER, judged_cells, write_summary
from .verdict import judge, others_of

_MEASURED = "id quantity variant x unit mean ci_low ci_high seeds".split()
# What a summary of before 28 November 2026 has not.
_COUNTS = "count_low", "count_high"


def rejudge(path, laboratory):
    """Write the summary anew; returns a line for each number that is not as it must be."""
    rows, loaded, failures, missing, estimates = _read(path), {}, [], [], {}
    for row in rows:
        estimates.setdefault(row["id"], {})[_place(row)] = read_estimate(row)
    for name in dict.fromkeys(row["id"] for row in rows):
        if name not in laboratory.ids():
            raise Refusal(f"{path}: there is no experiment {name}")
        experiment = laboratory.load(name)
        loaded[name] = experiment, {number.key: number for number in experiment.numbers}
    for row in rows:
        experiment, numbers = loaded[row["id"]]
        number = numbers.pop(_place(row), None)
        if number:
            measured, derived = estimates[experiment.id], experiment.derived
            estimate = unpaired(number.key, measured, derived)
            others = others_of(number, experiment.numbers)
            is_random = estimate.low is not None
            has_all_seeds = not is_random or estimate.seeds >= experiment.least_seeds
            verdict = judge(
                number,
                estimate,
                is_random,
                has_all_seeds,
                beside=[unpaired(other.key, measured, derived) for other in others],
            )
            row |= judged_cells(experiment.id, estimate, number, verdict)
            if verdict.failure:
                failures.append(f"{' '.join(_names(row))}: {verdict.failure}")
    for experiment, numbers in loaded.values():
        missing += [f"{experiment.id} {q} {v} {points.show(p)}" for q, v, p in numbers]
    if missing:
        raise CampaignError(f"{path} has no row '{missing[0]}', and lacks {len(missing)} in all")
    write_summary(rows, path)
    return failures


def read_estimate(row):
    """What a row of a summary has measured; without an interval nothing was random."""
    low, high = (float(row[name]) if row[name] else None for name in ("ci_low", "ci_high"))
    counts = tuple(float(row[name]) for name in _COUNTS if row.get(name))
    return Estimate(float(row["mean"]), low, high, int(row["seeds"]), counts=counts or None)


def _read(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
    except OSError as error:
        raise Refusal(f"--judge: cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error):
        found = []
    if not found or not set(_MEASURED) <= set(found[0]):
        raise Refusal(f"--judge: {path} is no summary of a campaign")
    for number, row in enumerate(found, 2):
        if not _is_whole(row):
            raise Refusal(f"--judge: {path} is damaged: row {number} has not a cell for each column, or lacks a number")
    empty = dict.fromkeys(SUMMARY_HEADER, "")
    kept = [name for name in (*_MEASURED, *_COUNTS) if name in found[0]]
    return [empty | {name: row[name] for name in kept} for row in found]


def _is_whole(row):
    """Whether there is a cell of each column, and a number where one was measured."""
    try:
        read_estimate(row)
    except (TypeError, ValueError):
        return False
    return None not in row and None not in row.values()


def _place(row):
    return row["quantity"], row["variant"], points.parse(row["x"])


def _names(row):
    return filter(None, (row["id"], row["quantity"], row["variant"], row["x"]))
