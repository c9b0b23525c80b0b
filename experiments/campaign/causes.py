# SPDX-License-Identifier: GPL-2.0-only
"""Why a number of ours is not the paper's, in words."""

from . import points
from .published import Varied
from .shown import show_estimate
from .verdict import DIFFERS, REPRODUCED


def of(number, verdict, chapters):
    """A sentence for each cause; none where a number does not differ, or only reads the text otherwise."""
    if not number.decides or verdict.paper != DIFFERS:
        return []
    said, elsewhere = [], {}
    for reason in number.published.reasons:
        if not isinstance(reason, Varied):
            said.append(f"Likely cause, which no run shows: {reason.what.rstrip('.')}.")
        elif after := _measured(reason.row, chapters):
            before = _measured(reason.base, chapters) if reason.base else ""
            instead = f" in place of {before}" if before else ""
            said.append(f"Made otherwise: {reason.what}: ours {after}{instead} ({reason.row.split()[0]}).")
        else:
            elsewhere.setdefault(reason.row.split()[0], []).append(reason.what)
    return said + [
        f"Made otherwise in {name}, which is not in this report: {'; '.join(what)}." for name, what in elsewhere.items()
    ]


def of_readings(chapter, published):
    """A sentence for each way to read the paper otherwise, those first that have its number."""
    found = [row for row in chapter.judged.values() if row[0].published is published and row[0].reading]
    found.sort(key=lambda row: row[1].paper != REPRODUCED)
    return [
        f"Read otherwise: {number.reading}: ours {show_estimate(chapter, number.key)}, {verdict.paper}."
        for number, verdict in found
    ]


def _measured(row, chapters):
    """What a report has of "ID QUANTITY VARIANT POINT"."""
    name, quantity, variant, point = (*row.split(maxsplit=3), "", "")[:4]
    for chapter in chapters:
        if chapter.experiment.id == name:
            return show_estimate(chapter, (quantity, variant, points.parse(point)))
    return ""
