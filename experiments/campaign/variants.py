# SPDX-License-Identifier: GPL-2.0-only
"""The registry of variants, experiments/variants.csv: one colour and mark for each, everywhere.

A name such as 'sack+stock' has the colour of 'sack' and the mark of '+stock', or if that has none that of 'sack', hollow if it is filled
and filled if it is hollow.
"""

import csv
from typing import NamedTuple


class Style(NamedTuple):
    """How a variant is drawn: '#rrggbb' and gnuplot's number of a point type."""

    colour: str
    mark: int


class Registry:
    """All names of variants."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            self._rows = {row["name"]: row for row in rows}
        self.path = path

    def names(self):
        """Names with a colour of their own."""
        return [name for name in self._rows if not name.startswith("+")]

    def missing(self, variant):
        """The first part of a name that has no row, or None."""
        base, *suffixes = self._parts(variant)
        for part in [base] + suffixes:
            if part not in self._rows:
                return part
        return None

    def probes(self, variant):
        """Commands that succeed if this ns-3 has the variant; mostly none."""
        return [
            row["probe"]
            for p in self._parts(variant)
            if (row := self._rows.get(p)) and row["probe"]
        ]

    def style(self, variant):
        """Colour and mark of a variant or of the first of a pair such as 'a/b'."""
        base, *suffixes = self._parts(variant.split("/")[0])
        mark = self._rows[suffixes[-1] if suffixes else base]["mark"] or _other(self._rows[base]["mark"])
        return Style(self._rows[base]["colour"], int(mark))

    def styles_of(self, names):
        """Colours and marks of the rows that are named, a line each; '+part' is named by 'part'."""
        return "".join(
            f"{name} {row['colour']} {row['mark']}\n"
            for name, row in self._rows.items()
            if name.lstrip("+") in names
        )

    def gnuplot(self):
        """Functions colour(v), mark(v) and name(v), to be read before a figure's own file."""
        colours = [(n, f'"{self._rows[n]["colour"]}"') for n in self.names()]
        marks = [(n, row["mark"] or "(known_mark(base(v)) ^ 1)") for n, row in self._rows.items()]
        words = [(n, f'" {row["what"]}"') for n, row in self._rows.items() if n.startswith("+")]
        return "\n".join(
            [
                'base(v) = (strstrt(v, "+") > 0) ? v[1:strstrt(v, "+") - 1] : v',
                'last(v) = (strstrt(v, "+") > 0) ? last(v[strstrt(v, "+") + 1:*]) : v',
                'mark_name(v) = (strstrt(v, "+") > 0) ? "+".last(v) : v',
                f"known_colour(v) = {_choose(colours, 'v')} 1/0",
                f"known_mark(v) = {_choose(marks, 'mark_name(v)')} 1/0",
                f"said(part) = {_choose(words, 'part')} part",
                "colour(v) = known_colour(base(v))",
                "mark(v) = known_mark(v)",
                'name(v) = (strstrt(v, "+") > 0) ? base(v).said(mark_name(v)) : v',
                "",
            ]
        )

    @staticmethod
    def _parts(variant):
        base, *rest = variant.split("+")
        return [base] + ["+" + part for part in rest]


def _other(mark):
    return int(mark) ^ 1


def _choose(pairs, key):
    return " ".join(f'({key} eq "{name}") ? {value} :' for name, value in pairs)
