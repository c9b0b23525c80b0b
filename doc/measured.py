# SPDX-License-Identifier: GPL-2.0-only
"""Numbers of the documentation come from validation/summary.csv, which ./reproduce left, and from
validation/beyond.csv: of experiments that no call runs unless they are named, as they were when
they were run. python3 doc/measured.py --take SUMMARY ID... puts their rows of a campaign there.

An extension of Sphinx. The role :measured:`ID QUANTITY VARIANT POINT` is one number with its 95 %
interval, named as in the table, "-" standing for nothing. After a semicolon: "mean" leaves the
interval out, "percent" shows a part of one in per cent, "paper" is the paper's number in its place.
The directive "measured" is a table of such numbers, in which its option "absent" stands for what
was not measured, "published" the verdicts on the papers' numbers.

README.md, which others than Sphinx show, has the same words in a comment behind each number:
python3 doc/measured.py README.md writes the numbers anew, with --check it says which differ.
"""

import csv
import itertools
import math
import re
import sys
from pathlib import Path

VALIDATION = Path(__file__).resolve().parent / "validation"
SUMMARIES = (VALIDATION / "summary.csv", VALIDATION / "beyond.csv")
_IN_MARKDOWN = re.compile(r"(?P<number>-?[\d.,]+(?: \[[^\]]*\])?)<!-- (?P<words>[^>]*) -->")
_HOW = {"mean", "percent", "paper"}


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

    def find(self, identifier, quantity, variant="", point=""):
        """The row of a number."""
        key = identifier, quantity, variant, point
        if key not in self._by_name:
            raise Unknown(f"the summaries have no row '{' '.join(filter(None, key))}'")
        return self._by_name[key]

    def number(self, words):
        """What stands for "ID QUANTITY VARIANT POINT; HOW" in a text."""
        name, how = _split(words)
        parts = [*name.split(maxsplit=3), "", ""][:4]
        return show(self.find(*("" if part == "-" else part for part in parts)), how)

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

    def published(self, identifiers):
        """Headings and rows of all numbers that a paper has, or that have a range of ours."""
        rows = [
            [r["id"], _what(r), _paper(r), show(r), _verdict(r), _reason(r)]
            for identifier in identifiers
            for r in self.rows
            if r["id"] == identifier and (r["paper"] or r["expect"])
        ]
        missing = set(identifiers) - {row[0] for row in rows}
        if missing:
            raise Unknown(f"the summaries have no number of {', '.join(sorted(missing))}")
        return [["", "Number", "Paper", "Here", "Verdict", "Why"], *rows]

    def verdicts(self, verdict):
        """How many of the papers' numbers have it."""
        return sum(1 for r in self.rows if r["verdict"] == verdict)


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
    if "paper" in how:
        return f"{float(row['paper']) * scale:g}"
    mean = float(row["mean"]) * scale
    if not row["ci_low"]:
        return _plain(mean)
    low, high = float(row["ci_low"]) * scale, float(row["ci_high"]) * scale
    digits = _digits(mean, (high - low) / 2)
    shown = [f"{round(value, digits) + 0.0:,.{digits}f}" for value in (mean, low, high)]
    return shown[0] if "mean" in how else f"{shown[0]} [{shown[1]}, {shown[2]}]"


def _digits(mean, half):
    """Decimals of a mean: one or two digits of its interval, at most four of its own."""
    most = max(0, 3 - math.floor(math.log10(abs(mean)))) if mean else 0
    if half <= 0:
        return most
    digits = max(0, -math.floor(math.log10(half / 2)))
    return min(digits, most) if mean else digits


def _plain(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _what(row):
    return " ".join(filter(None, (row["quantity"], row["variant"], row["x"])))


def _paper(row):
    if not row["paper"]:
        return ""
    tolerance = f" ± {row['tolerance']}" if row["tolerance"] else ""
    return f"{row['paper']}{tolerance}" + (f" ({row['note']})" if row["note"] else "")


def _verdict(row):
    bounds = row["expect_low"], row["expect_high"]
    words = " to ".join(bounds)
    if not all(bounds):
        words = ("at least " if bounds[0] else "at most ") + "".join(bounds)
    expected = f"expected {words}: {row['expect']}" if row["expect"] else ""
    return ", ".join(filter(None, (row["verdict"], expected)))


def _reason(row):
    return " ".join(filter(None, (row["reason"], row["expect_note"])))


def rewrite(text, summary):
    """A Markdown text with its numbers as they are now."""
    return _IN_MARKDOWN.sub(
        lambda m: f"{summary.number(m['words'])}<!-- {m['words']} -->",
        text,
    )


def _note(environment):
    for path in SUMMARIES:
        environment.note_dependency(str(path))


def setup(app):
    """Sphinx's entry."""
    from docutils import nodes
    from docutils.parsers.rst import directives
    from sphinx.util.docutils import SphinxDirective, SphinxRole

    summary = Summary()

    class Number(SphinxRole):
        """:measured:`ID QUANTITY VARIANT POINT; HOW`, or :measured:`verdicts WORD`."""

        def run(self):
            _note(self.env)
            try:
                return [nodes.Text(self._text())], []
            except Unknown as error:
                message = self.inliner.reporter.error(str(error), line=self.lineno)
                return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]

        def _text(self):
            first, *rest = self.text.split()
            if first == "verdicts":
                return str(summary.verdicts(*rest))
            return summary.number(self.text)

    class Table(SphinxDirective):
        """A table of plain texts."""

        required_arguments = 1
        final_argument_whitespace = True

        def run(self):
            _note(self.env)
            try:
                lines = self.lines()
            except Unknown as error:
                raise self.error(str(error)) from error
            table = nodes.table(classes=["measured"])
            group = nodes.tgroup(cols=len(lines[0]))
            table += group
            group += [nodes.colspec(colwidth=1) for _ in lines[0]]
            head, body = nodes.thead(), nodes.tbody()
            group += [head, body]
            for line in lines:
                row = nodes.row()
                row += [nodes.entry("", nodes.paragraph(text=text)) for text in line]
                (body if line is not lines[0] else head).append(row)
            return [table]

    class Measured(Table):
        """.. measured:: ID QUANTITY...; HOW"""

        option_spec = {
            "variants": directives.unchanged_required,
            "points": directives.unchanged_required,
            "labels": directives.unchanged_required,
            "columns": directives.unchanged_required,
            "absent": directives.unchanged_required,
        }

        def lines(self):
            points, labels, columns = (
                [p.strip() for p in self.options.get(name, "").split("|") if p.strip()]
                for name in ("points", "labels", "columns")
            )
            variants = [v.strip("-") for v in self.options.get("variants", "-").split()]
            absent = self.options.get("absent")
            return summary.grid(
                self.arguments[0], points, variants, labels, columns or [""], absent
            )

    class Published(Table):
        """.. published:: ID..."""

        def lines(self):
            return summary.published(self.arguments[0].split())

    app.add_role("measured", Number())
    app.add_directive("measured", Measured)
    app.add_directive("published", Published)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def main(arguments):
    """Renew or check the numbers of Markdown files, or take rows of a campaign's summary."""
    if arguments[:1] == ["--take"]:
        try:
            take(arguments[1], arguments[2:], SUMMARIES[1])
        except (IndexError, OSError, Unknown) as error:
            print(
                f"measured.py: --take needs SUMMARY and IDs that it has: {error}", file=sys.stderr
            )
            return 2
        return 0
    summary, wrong = Summary(), 0
    for path in (Path(argument) for argument in arguments if argument != "--check"):
        text = path.read_text(encoding="utf-8")
        renewed = rewrite(text, summary)
        if "--check" not in arguments:
            path.write_text(renewed, encoding="utf-8")
            continue
        for old, new in zip(_IN_MARKDOWN.finditer(text), _IN_MARKDOWN.finditer(renewed)):
            if old["number"] != new["number"]:
                print(f"{path}: {old['words']}: {old['number']}, measured {new['number']}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
