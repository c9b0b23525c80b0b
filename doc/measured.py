# SPDX-License-Identifier: GPL-2.0-only
"""Numbers of the documentation come from validation/summary.csv, which ./reproduce left, and from
validation/beyond.csv: of experiments that no call runs unless they are named, as they were when
they were run. python3 doc/measured.py --take SUMMARY ID... puts their rows of a campaign there.

A number is named as in the table, ID QUANTITY VARIANT POINT, "-" standing for nothing, and shown
with its 95 % interval. After a semicolon: "mean" leaves the interval out, "percent" shows a part of
one in per cent, "paper" is the paper's number in its place, "predicted" where one more run, or as
many as the paper had, would lie. "verdict ID SOURCE" is that on a published number, "verdicts WORD"
how many have it ("cannot-tell"; "all" for all), "verdicts WORD LETTER" how many of one paper's ("F2,F3": of
these experiments), "counted ID..." a sentence on the verdicts of some experiments, "claim ID" the verdict on
a claim, "claimed PAPER" a sentence on a paper's claims, "claims WORD PAPER KIND" how many there are, "numbers WORD KIND" how many published numbers in them (claims.py), "unsettled numbers" of how many we cannot tell with any number of seeds, and "readings WORD LETTER WHAT" how many of that paper's numbers have it where WHAT is read otherwise.
pages.py puts them into the pages.
"""

import csv
import functools
import itertools
import math
import sys
from pathlib import Path
from types import SimpleNamespace

DOC = Path(__file__).resolve().parent
sys.path[:0] = [str(DOC), str(DOC.parent / "experiments")]

import claims
from campaign import points, shown
from campaign import published as notation
from campaign import verdict as rule
from campaign.derive import LESS
from campaign.rejudge import read_estimate

VALIDATION = DOC / "validation"
SUMMARIES = (VALIDATION / "summary.csv", VALIDATION / "beyond.csv")
_HOW = {"mean", "percent", "paper", "predicted"}
_ALL = "all"
_UNSETTLED = "unsettled numbers"
NO_DIFFERENCE = "no difference shown"
NEARER = "nearer"
FARTHER = "farther"
# How many seeds would tell, where ours cannot; and where none do.
SETTLE = "Seeds that would settle it"
NONE = "none"


class Unknown(ValueError):
    """What is asked for is not in the table."""


class Summary:
    """The rows of both files, or of those given."""

    def __init__(self, *paths):
        self.rows, files = [], {}
        for path in paths or SUMMARIES:
            rows = _read(path)
            for name in {row["id"] for row in rows}:
                if files.setdefault(name, path) != path:
                    raise Unknown(f"{name} is in {files[name].name} and in {path.name}")
            self.rows += rows
        self._by_name = {(r["id"], r["quantity"], r["variant"], r["x"]): r for r in self.rows}

    @functools.cached_property
    def claims(self):
        """What the papers claim, judged by these rows."""
        return claims.Claims(self)

    def find(self, identifier, quantity, variant="", point=""):
        """The row of a number."""
        key = identifier, quantity, variant, point
        if key not in self._by_name:
            raise Unknown(f"the summaries have no row '{' '.join(filter(None, key))}'")
        return self._by_name[key]

    def named(self, name):
        """The row of "ID QUANTITY VARIANT POINT"."""
        parts = [*name.split(maxsplit=3), "", ""][:4]
        return self.find(*("" if part == "-" else part for part in parts))

    def number(self, words):
        """What stands for "ID QUANTITY VARIANT POINT; HOW" or "verdicts WORD" in a text."""
        first, _, rest = " ".join(words.split()).partition(" ")
        if first == "counted":
            return self.counted(rest.split())
        if first == "claim":
            return self.claims.named(rest)["verdict"]
        if first == "claimed":
            return self.claims.sentence(rest)
        if first == "claims":
            return str(self.claims.count(*rest.split()))
        if first == "numbers":
            return str(self.claims.numbers(*rest.split()))
        if words == _UNSETTLED:
            return str(sum(bool(self.hidden(*number)) for number in self.groups()))
        if first == "verdicts":
            return str(self.count(*rest.split()))
        if first == "readings":
            return str(self.count_readings(*rest.split(maxsplit=2)))
        if first == "verdict":
            return self.verdict(*rest.split(maxsplit=1))
        name, how = _split(words)
        return show(self.named(name), how)

    def points(self, identifier, quantity):
        """All points of a quantity, in the table's order."""
        found = (r["x"] for r in self.rows if (r["id"], r["quantity"]) == (identifier, quantity))
        return list(dict.fromkeys(found))

    def grid(self, words, points=None, variants=("",), labels=(), columns=("",), absent=None):
        """Headings and rows of "ID QUANTITY...; HOW", a row for each point.

        A column for each quantity, variant and further part of the point. What stands for a number
        that is absent is no name of all numbers of a row or column.
        """
        name, how = _split(words)
        identifier, *quantities = name.split()
        points = points or self.points(identifier, quantities[0])
        if labels and len(labels) != len(points):
            raise Unknown(f"{len(labels)} labels for {len(points)} points")
        heads = list(itertools.product(quantities, variants, columns))

        def cell(point, quantity, variant, part):
            key = identifier, quantity, variant, f"{point} {part}".strip()
            if absent is not None and key not in self._by_name:
                return absent
            return show(self.find(*key), how)

        rows = [
            [label, *(cell(point, *head) for head in heads)]
            for label, point in zip(labels or points, points)
        ]
        for line in [*(row[1:] for row in rows), *list(zip(*rows))[1:]]:
            if set(line) == {absent}:
                raise Unknown(f"a row or a column of '{words}' has no number")
        shown = heads if len(quantities) > 1 else [head[1:] for head in heads]
        return [["", *(" ".join(filter(None, head)) for head in shown)], *rows]

    def groups(self, identifiers=None):
        """The rows of each published number by the experiment that decides and the source."""
        groups = {}
        for row in self.rows:
            if row["paper"] and (identifiers is None or row["of"] in identifiers):
                groups.setdefault((row["of"], row["note"]), []).append(row)
        return groups

    def verdict(self, identifier, source):
        """That on a published number."""
        rows = self.groups().get((identifier, source))
        if not rows:
            raise Unknown(f"the summaries have no published number '{identifier} {source}'")
        return _verdict_of(rows)

    def count(self, word, paper=""):
        """How many of the published numbers, of all papers or of one, have a verdict."""
        found = [
            _verdict_of(rows)
            for (of, _), rows in self.groups().items()
            if of.startswith(tuple(paper.split(",")))
        ]
        return len(found) if word == _ALL else found.count(word.replace("-", " "))

    def count_readings(self, word, paper, what):
        """The same of one paper's numbers where something is read otherwise."""
        found = [
            row["verdict"]
            for (of, _), rows in self.groups().items()
            for row in rows
            if of.startswith(paper) and row["reading"] == what
        ]
        if not found:
            raise Unknown(f"the summaries have no reading '{what}' of {paper}")
        return len(found) if word == _ALL else found.count(word.replace("-", " "))

    def counted(self, identifiers):
        """How many of how many are reproduced."""
        groups = list(self.groups(identifiers).values())
        found = [_verdict_of(rows) for rows in groups]
        chosen = sum(
            word == rule.REPRODUCED and any(r["chosen"] for r in rows)
            for word, rows in zip(found, groups)
        )
        shown = sum(
            word == rule.DIFFERS and rule.REPRODUCED in self._shown(rows)
            for word, rows in zip(found, groups)
        )
        kept, open_, differ = (
            found.count(word) for word in (rule.REPRODUCED, rule.CANNOT_TELL, rule.DIFFERS)
        )
        text = (
            f"Of {len(found)} published numbers {kept} are reproduced, {differ} differ, and of {open_} "
            "we cannot tell."
        )
        if chosen:
            text += f" For {chosen} of the {kept} the number itself decided a choice of ours."
        if shown:
            text += f" Another reading or choice reproduces {shown} of the {differ}."
        return text

    def _shown(self, rows):
        """Verdicts on what was read or chosen otherwise."""
        reasons = (reason for row in rows if not row["reading"] for reason in _reasons(row))
        varied = [self._varied(row, *reason)[1] for row, *reason in reasons if reason[1]]
        return [row["verdict"] for row in rows if row["reading"]] + varied

    def _varied(self, row, what, target, base):
        """What was made otherwise: from where to where it moved, and what that is worth."""
        to, start = self.named(target), self.named(base) if base else row
        moved = f"from {show(start)} to {show(to)}"
        return moved, _worth(row, start, to, self._by_name.get(_paired(to, start)))

    def published(self, identifiers):
        """Headings and rows of the papers' numbers that these experiments decide.

        Below each are what was read and what was varied, with the row that shows it.
        """
        groups = self.groups(identifiers)
        missing = set(identifiers) - {of for of, _ in groups}
        if missing:
            raise Unknown(
                f"the summaries decide no published number in {', '.join(sorted(missing))}"
            )
        lines = []
        for (of, source), rows in sorted(groups.items(), key=lambda g: identifiers.index(g[0][0])):
            deciding = [row for row in rows if not row["reading"]]
            first = deciding[0]
            chosen = " (chosen by)" if first["chosen"] else ""
            verdict, paper = _verdict_of(rows) + chosen, _paper(first)
            settle = _settle(deciding)
            if len(deciding) == 1:
                lines.append([of, source, verdict, paper, *_here(first), settle])
            else:
                lines.append([of, source, verdict, paper, "", "", "the worst of:", settle])
                lines += [["", "", r["verdict"], "", *_here(r), ""] for r in deciding]
            lines += [
                ["", f"read: {r['reading']}", r["verdict"], "", *_here(r), ""]
                for r in rows
                if r["reading"]
            ]
            for row, what, target, base in _reasons(first):
                if target:
                    moved, worth = self._varied(row, what, target, base)
                    lines.append(["", f"varied: {what}", worth, "", moved, "", target, ""])
                else:
                    lines.append(["", what, "asserted", "", "", "", "", ""])
        head = "Experiment", "Number", "Verdict", "Paper", "Here", "A run like the paper's", "Row", SETTLE
        return [list(head), *lines]

    def decided(self):
        """Each published number with the experiment that decides, ours and the verdict."""
        for (of, source), rows in self.groups().items():
            here = "; ".join(show(row) for row in rows if not row["reading"])
            yield source, of, here, _verdict_of(rows)

    def hidden(self, of, source):
        """Ours, of a published number that no number of seeds settles; else nothing."""
        deciding = [row for row in self.groups()[of, source] if not row["reading"]]
        return "; ".join(map(show, deciding)) if _settle(deciding) == NONE else ""

    def expected(self, identifiers):
        """Headings and rows of all numbers that have a range of ours."""
        lines = [
            [row["id"], _what(row), show(row), _expected(row), row["expect"], row["expect_note"]]
            for identifier in identifiers
            for row in self.rows
            if row["id"] == identifier and row["expect"]
        ]
        missing = set(identifiers) - {line[0] for line in lines}
        if missing:
            raise Unknown(f"the summaries expect nothing of {', '.join(sorted(missing))}")
        return [["Experiment", "Number", "Here", "Expected", "", "Why"], *lines]


def _verdict_of(rows):
    """The verdict of a published number whose rows these are."""
    deciding = [row["verdict"] for row in rows if not row["reading"]]
    if not deciding:
        raise Unknown(f"no row decides on '{rows[0]['note']}'")
    return rule.combine(deciding)


def _settle(rows):
    """How many seeds would settle what these rows decide, where they cannot tell."""
    if _verdict_of(rows) != rule.CANNOT_TELL:
        return ""
    seeds = rule.seeds_to_settle([(_paper_of(row), _unpaired(row), row["quantity"]) for row in rows])
    return f"{seeds:,}" if seeds else NONE


def _unpaired(row):
    """Ours as the verdict took it: how far a further run strays is told by what was predicted."""
    ours = read_estimate(row)
    if ours.low is None or ours.counts or not row["predicted_low"]:
        return ours
    half = (float(row["predicted_high"]) - float(row["predicted_low"])) / 2
    own = (ours.high - ours.low) / 2
    strays = math.sqrt(max(half**2 - own**2, 0))
    return ours._replace(further=strays * math.sqrt(int(row["runs"]) / ours.seeds))


def _paper_of(row):
    """The published number of a row."""
    return SimpleNamespace(
        value=float(row["paper"]),
        tolerance=float(row["tolerance"] or 0),
        runs=int(row["runs"]),
        bound=row["bound"],
    )


def _reasons(row):
    """The row, what was varied, the row that shows it and that to compare with, for each reason."""
    for text in filter(None, row["reason"].split(notation.BETWEEN)):
        if text.startswith(notation.ASSERTED):
            yield row, text.removeprefix(notation.ASSERTED), "", ""
        else:
            what, _, names = text.partition(notation.SHOWN_BY)
            target, _, base = names.partition(notation.INSTEAD_OF)
            yield row, what, target, base


def _paired(row, start):
    """The name of what a row has more than its base, by seed, if the experiment derives that."""
    there, here = points.parse(start["x"]), points.parse(row["x"])
    bases = [value for name, value in there if points.get(here, name) not in (None, value)]
    base = bases[0] if len(bases) == 1 else "base"
    return row["id"], f"{row['quantity']}{LESS}{base}", row["variant"], row["x"]


def judge_as(row, of, ours=None):
    """The verdict of a row, or of what it is for a paper that did not pair, on a published number of which
    there is another row."""
    ours = ours or read_estimate(row)
    return rule.judge_published(_paper_of(of), ours, ours.low is not None, quantity=of["quantity"])


def _worth(row, start, to, paired=None):
    """What a variation does for a published number: doc/validation/verdict.rst."""
    if judge_as(to, row) == rule.REPRODUCED:
        return rule.REPRODUCED
    before, after, moved = (r and read_estimate(r) for r in (start, to, paired))
    if rule.is_no_change(before, after, moved):
        return NO_DIFFERENCE
    value = float(row["paper"])
    is_nearer = abs(after.mean - value) < abs(before.mean - value)
    return NEARER if is_nearer else FARTHER


def _read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def take(summary, identifiers, target):
    """Puts what a campaign's summary has of some experiments in place of what the target has of them."""
    taken = [row for row in _read(summary) if row["id"] in identifiers]
    missing = set(identifiers) - {row["id"] for row in taken}
    if missing:
        raise Unknown(f"{summary} has no row of {', '.join(sorted(missing))}")
    kept = [row for row in _read(target) if row["id"] not in identifiers] if target.exists() else []
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, taken[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(kept + taken, key=lambda row: row["id"]))


def _split(words):
    name, *how = (part.strip() for part in " ".join(words.split()).split(";"))
    if not set(how) <= _HOW:
        raise Unknown(f"'{'; '.join(how)}' in '{words}' is none of {', '.join(sorted(_HOW))}")
    return name, set(how)


def show(row, how=frozenset()):
    """A mean and its interval to as many digits as the interval leaves; without one, four."""
    scale = 100 if "percent" in how else 1
    if "predicted" in how:
        return _predicted(row)
    if "paper" in how:
        return f"{float(row['paper']) * scale:g}"
    ends = [float(row[name]) * scale for name in ("mean", "ci_low", "ci_high") if row[name]]
    text = shown.show(*ends)
    return text.partition(" [")[0] if "mean" in how else text


def _what(row):
    return " ".join(filter(None, (row["quantity"], row["variant"], row["x"])))


def _here(row):
    """Ours, where a run like the paper's would lie, and the row's name."""
    return show(row), _predicted(row), _name(row)


def _name(row):
    return f"{row['id']} {_what(row)}"


def _paper(row):
    tolerance = f" ± {row['tolerance']}" if row["tolerance"] else ""
    runs = f", mean of {row['runs']} runs" if row["runs"] != "1" else ""
    return f"{row['bound']} {row['paper']}{tolerance}{runs}".strip()


def _predicted(row):
    """To the mean's digits, but at most one more than it is worth itself."""
    if not row["predicted_low"]:
        return ""
    low, high = float(row["predicted_low"]), float(row["predicted_high"])
    if math.isinf(low):
        return "any number"
    mean, own = float(row["mean"]), (float(row["ci_high"]) - float(row["ci_low"])) / 2
    digits = min(shown.digits(mean, own), shown.digits(mean, (high - low) / 2) + 1)
    return f"{round(low, digits) + 0.0:,.{digits}f} to {round(high, digits) + 0.0:,.{digits}f}"


def _expected(row):
    bounds = row["expect_low"], row["expect_high"]
    if all(bounds):
        return " to ".join(bounds)
    return ("at least " if bounds[0] else "at most ") + "".join(bounds)


def main(arguments):
    """Takes rows of a campaign's summary."""
    try:
        if arguments[:1] != ["--take"]:
            raise Unknown("nothing else is known")
        take(arguments[1], arguments[2:], SUMMARIES[1])
    except (IndexError, OSError, Unknown) as error:
        print(f"measured.py: --take needs SUMMARY and IDs that it has: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
