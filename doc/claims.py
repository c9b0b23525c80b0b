# SPDX-License-Identifier: GPL-2.0-only
"""What the five papers claim, and what the rows say of it: source/validation/claims.csv, of which pages.py
makes validation/claims.csv.

The source has a line for each assertion of each paper, in our words. Its verdict comes of its rows,
which are conditions that all have to hold, with " | " between them:

NAME                a row that decides on a published number has its verdict
NAME < NAME         also >, <=, >= and =, and a number for the right name: two means by their
                    difference, in which each * stands for what a row has there

Only four verdicts are written by hand: "contradicts itself", "not run", "not decidable" of what no run
can tell, and "holds" of what follows by hand. Zeros and closed forms are counted apart from all others.
"""

import csv
import math
import operator
import re
from pathlib import Path

from campaign import verdict as rule
from campaign.rejudge import read_estimate
from campaign.statistics import Estimate

SOURCE = Path(__file__).resolve().parent / "source" / "validation" / "claims.csv"
HOLDS = "holds"
FAILS = "fails"
NOT_DECIDABLE = "not decidable"
NOT_RUN = "not run"
CONTRADICTS = "contradicts itself"
VERDICTS = HOLDS, FAILS, CONTRADICTS, NOT_DECIDABLE, NOT_RUN
BY_HAND = CONTRADICTS, NOT_RUN, NOT_DECIDABLE, HOLDS
KINDS = "closed form", "input", "zero", "count", "deterministic time", "random mean", "bound", "order"
APART = "zero", "closed form"
_SAID = (
    (HOLDS, "{} hold"),
    (FAILS, "{} fail"),
    (CONTRADICTS, "{} contradict the paper itself"),
    (NOT_DECIDABLE, "{} are not decidable"),
    (NOT_RUN, "{} were not run"),
)

_OF_PUBLISHED = {
    rule.REPRODUCED: HOLDS,
    rule.DIFFERS: FAILS,
    rule.CANNOT_TELL: NOT_DECIDABLE,
    rule.OPEN: NOT_RUN,
}
_HIDDEN = "no number of seeds settles it, as a run like the paper's strays more: ours {}"
_WORST_FIRST = NOT_RUN, FAILS, NOT_DECIDABLE, HOLDS
_COMPARED = re.compile(r"(.+) (<=|>=|<|>|=) (.+)")
_OPERATORS = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
}


class Claims:
    """The claims with their verdicts by a summary's rows."""

    def __init__(self, summary, path=SOURCE):
        self._summary = summary
        with open(path, encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file))
        for row in self.rows:
            row["verdict"] = row["verdict"] or self._judge(row["row"])
            hidden = self._hidden(row)
            if hidden:
                row["hinges"] += f"; {hidden}"

    def named(self, name):
        """The claim with an id."""
        for row in self.rows:
            if row["id"] == name:
                return row
        raise ValueError(f"there is no claim '{name}'")

    def count(self, word, paper="all", kinds="all"):
        """How many of a paper, or of all, have a verdict; kinds: one of them, or 'others' than those apart."""
        words, kind = word.replace("-", " "), kinds.replace("-", " ")
        return sum(
            words in ("all", row["verdict"])
            and paper in ("all", row["paper"])
            and (kind in ("all", row["kind"]) or kind == "others" and row["kind"] not in APART)
            for row in self.rows
        )

    def sentence(self, paper):
        """How many of a paper's claims there are, and what became of them."""
        of = {word: self.count(word.replace(" ", "-"), paper, "others") for word in VERDICTS}
        parts = [text.format(of[word]) for word, text in _SAID if of[word]]
        apart = [
            f"{self.count(HOLDS, paper, kind.replace(' ', '-'))} of {number} {kind}s"
            for kind in APART
            if (number := self.count("all", paper, kind.replace(" ", "-")))
        ]
        return (
            f"Of {sum(of.values())} claims that are neither zeros nor closed forms {', '.join(parts[:-1])} and "
            f"{parts[-1]}; {' and '.join(apart)} hold."
        )

    def published(self):
        """The kind of the claim of each row that decides on a published number, by the row's name."""
        return {
            name: row["kind"]
            for row in self.rows
            for name in row["row"].split(" | ")
            if name and not _COMPARED.fullmatch(name)
        }

    def numbers(self, word, kinds):
        """How many published numbers, in claims of a kind or of others than those apart, have a verdict."""
        words, kind, kind_of = word.replace("-", " "), kinds.replace("-", " "), self.published()
        found = {
            (row["of"], row["note"])
            for name in kind_of
            if kind == kind_of[name] or kind == "others" and kind_of[name] not in APART
            for row in [self._summary.named(name)]
        }
        return sum(words in ("all", self._summary.verdict(*number)) for number in found)

    def _judge(self, conditions):
        found = [word for condition in conditions.split(" | ") for word in self._words(condition)]
        return min(found, key=_WORST_FIRST.index)

    def _hidden(self, row):
        """What is said of a claim that no number of seeds decides."""
        if row["verdict"] != NOT_DECIDABLE:
            return ""
        names = [name for name in row["row"].split(" | ") if name and not _COMPARED.fullmatch(name)]
        numbers = dict.fromkeys((r["of"], r["note"]) for r in map(self._summary.named, names))
        ours = "; ".join(filter(None, (self._summary.hidden(*number) for number in numbers)))
        return ours and _HIDDEN.format(ours)

    def _words(self, condition):
        compared = _COMPARED.fullmatch(condition)
        if not compared:
            row = self._summary.named(condition)
            if not row["paper"] or row["reading"]:
                raise ValueError(f"'{condition}' decides on no published number")
            yield _OF_PUBLISHED[self._summary.verdict(row["of"], row["note"])]
            return
        left, sign, right = compared.groups()
        for name, parts in self._expand(left):
            other = right
            for part in parts:
                other = other.replace("*", part, 1)
            yield compare(self._estimate(name), sign, self._estimate(other))

    def _expand(self, name):
        """All rows of a name with what stands there for each *."""
        if "*" not in name:
            return [(name, ())]
        pattern = re.compile(re.escape(name).replace(r"\*", r"([^ ]+)"))
        names = (" ".join(filter(None, (r["id"], r["quantity"], r["variant"], r["x"]))) for r in self._summary.rows)
        found = [(match[0], match.groups()) for match in map(pattern.fullmatch, names) if match]
        if not found:
            raise ValueError(f"there is no row '{name}'")
        return found

    def _estimate(self, name):
        try:
            return Estimate(float(name), None, None, 1)
        except ValueError:
            return read_estimate(self._summary.named(name))


def compare(a, sign, b):
    """Whether two means are to each other as the sign says, which the chance of either may leave open."""
    halves = [0 if e.low is None else (e.high - e.low) / 2 for e in (a, b)]
    # The same runs under two names.
    doubt = 0 if a[:3] == b[:3] else math.hypot(*halves)
    moved = a.mean - b.mean
    if abs(moved) <= 1e-9 * abs(b.mean):
        moved = 0
    if doubt and abs(moved) <= doubt:
        return NOT_DECIDABLE
    return HOLDS if _OPERATORS[sign](moved, 0) else FAILS
