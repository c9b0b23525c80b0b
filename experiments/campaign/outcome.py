# SPDX-License-Identifier: GPL-2.0-only
"""What came of a campaign in words, which the terminal and the page say alike.

Two things are said apart from each other: whether a paper's numbers are ours, and whether ours are what
is expected of this version, whatever the papers have.
"""

from . import cards
from .points import show
from .verdict import CANNOT_TELL, DIFFERS, HOLDS, OPEN, REPRODUCED

# Of a campaign; the page's classes.
GOOD = "good"
SO_FAR = "note"
FAIL = "fail"

_MOST_NAMES = 6
_MOST_FAILURES = 3


def as_in_the_papers(chapters):
    """How many of the published numbers are reproduced."""
    lines = [line for chapter in chapters for line in cards.lines_of(chapter)]
    found = [line.verdict for line in lines]
    if not found:
        return "As in the papers: there is no published number to compare with."
    zeros = sum(line.verdict == REPRODUCED and line.paper == "0" for line in lines)
    parts = [f"{found.count(REPRODUCED)} of {len(found)} published numbers reproduced"]
    parts[0] += f" (zeros: {zeros})" if zeros else ""
    parts += [f"{w}: {found.count(w)}" for w in (CANNOT_TELL, DIFFERS, OPEN) if w in found]
    return f"As in the papers: {', '.join(parts)}."


def as_expected(chapters):
    """How many of the ranges that we expect are kept."""
    ranges = _ranges(chapters)
    kept = f"{ranges.count(HOLDS)} of {len(ranges)} ranges that we expect are kept"
    if OPEN in ranges:
        kept += f", open: {ranges.count(OPEN)}"
    heads = {GOOD: "As expected: ", SO_FAR: "As expected so far: "}
    failed = f"Not as expected: {_count(len(failures(chapters)), 'number')}; "
    return f"{heads.get(state(chapters), failed)}{kept}."


def state(chapters):
    """Whether all is as expected, as far as there are runs, or not."""
    if failures(chapters):
        return FAIL
    is_open = OPEN in _ranges(chapters) or any(chapter.results.missing for chapter in chapters)
    return SO_FAR if is_open else GOOD


def notes(summary):
    """A line for all that the report lacks: runs of others, runs that are missing and why, numbers that are
    open and why."""
    lines = [
        f"Kept aside, not in this report: {_count(number, 'run')} of {stamp}."
        for stamp, number in summary.others.items()
    ]
    for results in summary.absent:
        lines.append(f"{results.experiment.id} is not in this report: none of its runs is there.")
        lines += _failed(summary, results)
    for chapter in summary.chapters:
        if chapter.results.missing:
            missing = _count(len(chapter.results.missing), "run")
            lines.append(f"{chapter.experiment.id} is not complete: {missing} missing.")
            lines += _failed(summary, chapter.results)
        lines += _open(chapter)
    return lines


def failures(chapters):
    """A line for each number that is not as it must be."""
    return [
        f"{chapter.experiment.id} {_name(number)}: {verdict.failure}"
        for chapter in chapters
        for number, verdict in chapter.judged.values()
        if verdict.failure
    ]


def _ranges(chapters):
    """What became of each range that we expect."""
    return [v.expect for chapter in chapters for _, v in chapter.judged.values() if v.expect]


def _failed(summary, results):
    """Why runs that are missing failed, the first ones of them."""
    said = [text for run in results.missing if (text := summary.why_failed(run))]
    lines = [f"{results.experiment.id} failed: {text}." for text in said[:_MOST_FAILURES]]
    if len(said) > _MOST_FAILURES:
        more = _count(len(said) - _MOST_FAILURES, "further run")
        lines.append(f"{results.experiment.id} failed: {more}, see {summary.store.folder / 'failed'}.")
    return lines


def _open(chapter):
    """What is open, by the reason."""
    reasons = {}
    for number, verdict in chapter.judged.values():
        if verdict.open:
            reasons.setdefault(verdict.open, []).append(_name(number))
    for reason, names in reasons.items():
        what = "; ".join(names) if len(names) <= _MOST_NAMES else f"{len(names)} rows"
        yield f"{chapter.experiment.id} is open, since {reason}: {what}."


def _name(number):
    return " ".join(filter(None, (number.quantity, number.variant, show(number.point))))


def _count(number, what):
    return f"{number} {what}{'' if number == 1 else 's'}"
