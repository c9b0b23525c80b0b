# SPDX-License-Identifier: GPL-2.0-only
"""The page's published numbers, one line each, for the card of an experiment and for their table."""

from typing import NamedTuple

from .rows import sign, style, text
from .shown import show
from .verdict import combine


class Line(NamedTuple):
    """A number that a paper prints beside ours, which may be the worst of several rows."""

    source: str
    paper: str
    ours: str
    verdict: str
    failure: str


def lines_of(chapter):
    """One for each published number that the experiment decides."""
    deciding = {}
    for number, verdict in chapter.judged.values():
        if number.decides:
            deciding.setdefault(number.published.source, []).append((number, verdict))
    return [_line(chapter, source, rows) for source, rows in deciding.items()]


def _line(chapter, source, rows):
    worst = combine([verdict.paper for _, verdict in rows])
    number, verdict = next(row for row in rows if row[1].paper == worst)
    ours = _ours(chapter, number)
    if len(rows) > 1:
        ours += f", the worst of {len(rows)}"
    return Line(source, _paper(number.published), ours, worst, verdict.failure)


def _paper(paper):
    tolerance = f" ± {paper.tolerance:g}" if paper.tolerance else ""
    return f"{paper.bound} {show(paper.value)}{tolerance}".strip()


def _ours(chapter, number):
    estimate = chapter.estimates.get(number.key)
    group = chapter.results.groups.get(number.key)
    if not estimate:
        return "not measured"
    unit = f" {group.unit}" if group and group.unit != "1" else ""
    return show(estimate.mean, estimate.low, estimate.high) + unit


def list_of(lines):
    """The lines of a card."""
    items = "".join(
        f'<li{_mark(line)}><b class="verdict {style(line.verdict)}">'
        f"{sign(line.verdict)}</b> {text(line.source)}: paper {text(line.paper)}, "
        f"ours {text(line.ours)}{_failure(line)}</li>"
        for line in lines
    )
    return f'<ul class="verdicts">{items}</ul>' if items else "<p>No number of a paper.</p>"


def _mark(line):
    return ' class="fail"' if line.failure else ""


def _failure(line):
    return f"<br><small>{text(line.failure)}</small>" if line.failure else ""


def table_rows(name, lines):
    """The lines of an experiment in the table of all published numbers."""
    return [
        f'<tr><th scope="row"><a href="#{name}">{name}</a> {text(line.source)}</th>'
        f'<td class="verdict {style(line.verdict)}">{sign(line.verdict)}</td>'
        f"<td>{text(line.paper)}</td><td>{text(line.ours)}</td></tr>"
        for line in lines
    ]
