# SPDX-License-Identifier: GPL-2.0-only
"""The page's table of all numbers: readings, choices and our expectations among them."""

import re

from . import causes, points
from .verdict import predict, show_range


def all_rows(chapters, registry):
    """What is not as expected comes first."""
    judged = [(c, *j) for c in chapters for j in c.judged.values()]
    judged.sort(key=lambda row: not row[2].failure)
    return [_row(*row, chapters, registry) for row in judged]


def _row(chapter, number, verdict, chapters, registry):
    estimate, group = chapter.estimates.get(number.key), chapter.results.groups.get(number.key)
    return {
        "id": chapter.experiment.id,
        "number": number,
        "point": points.show(number.point),
        "colour": _colour(number.variant, registry),
        "paper": number.published,
        "ours": estimate,
        "interval": f"{estimate.low:.4g} … {estimate.high:.4g}" if estimate and estimate.low is not None else "",
        "unit": group.unit if group and group.unit != "1" else "",
        "where": _where(chapter, number),
        "why": [verdict.failure] if verdict.failure else causes.of(number, verdict, chapters),
        "range": show_range(number.expect) if number.expect else "",
        "verdict": verdict,
        "state": "fail" if verdict.failure else verdict.paper or verdict.expect,
    }


def _where(chapter, number):
    """The published number, what is read otherwise, and where a run like the paper's would lie."""
    paper = number.published
    if not paper:
        return ""
    said = f"{paper.of} {paper.source}" if paper.of else paper.source
    if number.reading:
        said += f"; read: {number.reading}"
    estimate = chapter.unpaired(number)
    if estimate and estimate.low is not None:
        low, high = predict(estimate, paper.runs)
        said += f"; a run like the paper's: {low:.4g} … {high:.4g}"
    return said


def _colour(variant, registry):
    first = re.split(r"[/-](?=[a-z])", variant)[0]
    for name in (variant, variant.split("/")[0], first):
        if registry.missing(name) is None:
            return registry.style(name).colour
    return ""
