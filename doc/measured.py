# SPDX-License-Identifier: GPL-2.0-only
"""Numbers in the documentation come from doc/validation/summary.csv, what ./reproduce left; no number is typed.

An extension of Sphinx: the role :measured:`WORDS` is one number, the directive "measured" a table of
them, the directive "published" the verdicts on all of a paper's numbers. WORDS are an experiment's id,
a quantity, a variant and a point as summary.csv has them; "; mean" leaves the interval out.

README.md, which GitHub shows, has the same words in a comment behind each number:
python3 doc/measured.py README.md writes the numbers anew, with --check it only says which differ.
"""

import csv
import math
import re
import sys
from pathlib import Path

SUMMARY = Path(__file__).resolve().parent / "validation" / "summary.csv"
_IN_MARKDOWN = re.compile(r"(?P<number>-?[\d.]+(?: \[[^\]]*\])?)<!-- (?P<words>[^>]*) -->")


def read(path=SUMMARY):
    """The rows of the table, by id, quantity, variant and point."""
    with open(path, encoding="utf-8", newline="") as file:
        return {(r["id"], r["quantity"], r["variant"], r["x"]): r for r in csv.DictReader(file)}


def find(rows, words):
    """The row that "ID QUANTITY VARIANT POINT" names."""
    key = (*words.split(maxsplit=3), "", "", "", "")[:4]
    if key not in rows:
        raise ValueError(f"{SUMMARY.name} has no row '{' '.join(key).strip()}'")
    return rows[key]


def show(row, with_interval=True):
    """A mean and its 95 % interval, to as many digits as the interval leaves; else four."""
    mean = float(row["mean"])
    if not row["ci_low"]:
        return f"{mean:.4g}"
    low, high = float(row["ci_low"]), float(row["ci_high"])
    half = (high - low) / 2
    digits = max(0, -math.floor(math.log10(half))) if half > 0 else 3
    # No more than a mean of this size is worth where the runs hardly differ.
    if mean:
        digits = min(digits, max(0, 3 - math.floor(math.log10(abs(mean)))))
    text = [f"{value + 0.0:.{digits}f}" for value in (mean, low, high)]
    return f"{text[0]} [{text[1]}, {text[2]}]" if with_interval else text[0]


def number(rows, words):
    """What stands for WORDS in a text."""
    name, _, how = words.partition(";")
    if how.strip() not in ("", "mean"):
        raise ValueError(f"'{how.strip()}' is not 'mean'")
    return show(find(rows, name), not how)


def published(rows, experiment):
    """Headings and rows on each number of an experiment that its paper states or that has a range."""
    head = ["Number", "Paper", "Here", "Verdict", "Why"]
    body = []
    for (name, quantity, variant, point), row in rows.items():
        if name == experiment and (row["paper"] or row["expect"]):
            what = " ".join(filter(None, (quantity, variant, point)))
            paper = f"{row['paper']} ({row['note']})" if row["paper"] else ""
            verdict = row["verdict"] or f"expected: {row['expect']}"
            body.append([what, paper, show(row), verdict, row["reason"] or row["expect_note"]])
    if not body:
        raise ValueError(f"{SUMMARY.name} has no number of '{experiment}'")
    return [head, *body]


def grid(rows, words, points, variants):
    """Headings and rows of a quantity, a row for each point. WORDS are "ID QUANTITY [; mean]"."""
    name, _, how = words.partition(";")
    suffix = f"; {how.strip()}" if how.strip() else ""
    body = [
        [point, *(number(rows, f"{name.strip()} {v} {point}{suffix}") for v in variants)]
        for point in points
    ]
    return [["", *variants], *body]


def rewrite(text, rows):
    """A Markdown text with its numbers as they are now."""
    return _IN_MARKDOWN.sub(
        lambda m: f"{number(rows, m['words'])}<!-- {m['words']} -->",
        text,
    )


def setup(app):
    """Sphinx's entry."""
    from docutils import nodes
    from docutils.parsers.rst import directives
    from sphinx.util.docutils import SphinxDirective, SphinxRole

    rows = read()

    class Number(SphinxRole):
        """:measured:`ID QUANTITY VARIANT POINT`"""

        def run(self):
            self.env.note_dependency(SUMMARY)
            try:
                return [nodes.Text(number(rows, " ".join(self.text.split())))], []
            except ValueError as error:
                message = self.inliner.reporter.error(str(error), line=self.lineno)
                return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]

    class Table(SphinxDirective):
        """A table of literal texts."""

        required_arguments = 1
        final_argument_whitespace = True

        def run(self):
            self.env.note_dependency(SUMMARY)
            try:
                lines = self.lines()
            except ValueError as error:
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

    class Grid(Table):
        """.. measured:: ID QUANTITY, with :points: "a; b" and :variants: "c d"."""

        option_spec = {"points": directives.unchanged_required, "variants": directives.unchanged}

        def lines(self):
            points = [p.strip() for p in self.options["points"].split("|")]
            return grid(rows, self.arguments[0], points, self.options["variants"].split())

    class Published(Table):
        """.. published:: ID"""

        def lines(self):
            return published(rows, self.arguments[0].strip())

    app.add_role("measured", Number())
    app.add_directive("measured", Grid)
    app.add_directive("published", Published)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def main(arguments):
    """Renew or check numbers in Markdown."""
    paths = [Path(a) for a in arguments if a != "--check"]
    wrong = 0
    for path in paths:
        text = path.read_text(encoding="utf-8")
        renewed = rewrite(text, read())
        if renewed == text:
            continue
        if "--check" not in arguments:
            path.write_text(renewed, encoding="utf-8")
            continue
        wrong += 1
        for old, new in zip(_IN_MARKDOWN.finditer(text), _IN_MARKDOWN.finditer(renewed)):
            if old["number"] != new["number"]:
                print(f"{path}: {old['words']}: {old['number']}, measured {new['number']}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
