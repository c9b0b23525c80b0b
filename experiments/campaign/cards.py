# SPDX-License-Identifier: GPL-2.0-only
"""The page's published numbers, one line each, for the card of an experiment and for their table."""

from typing import NamedTuple

from . import causes
from .shown import show, show_estimate
from .verdict import DIFFERS, combine


class Line(NamedTuple):
    """A number that a paper prints beside ours, which may be the worst of several rows, and why it differs."""

    source: str
    paper: str
    ours: str
    verdict: str
    failure: str
    why: tuple = ()


def lines_of(chapter, chapters=()):
    """One for each published number that the experiment decides; chapters: all that causes are looked up in."""
    deciding = {}
    for number, verdict in chapter.judged.values():
        if number.decides:
            deciding.setdefault(number.published.source, []).append((number, verdict))
    return [_line(chapter, source, rows, chapters) for source, rows in deciding.items()]


def _line(chapter, source, rows, chapters):
    worst = combine([verdict.paper for _, verdict in rows])
    number, verdict = next(row for row in rows if row[1].paper == worst)
    ours = show_estimate(chapter, number.key) or "not measured"
    if len(rows) > 1:
        ours += f", the worst of {len(rows)}"
    why = []
    if worst == DIFFERS:
        why = causes.of_readings(chapter, number.published) + causes.of(number, verdict, chapters)
    return Line(source, _paper(number.published), ours, worst, verdict.failure, tuple(why))


def _paper(paper):
    tolerance = f" ± {paper.tolerance:g}" if paper.tolerance else ""
    return f"{paper.bound} {show(paper.value)}{tolerance}".strip()
