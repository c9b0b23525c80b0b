#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes the pages that hold measured numbers, from doc/source, for any renderer to show.

python3 doc/pages.py writes doc/source/README.md to README.md and every other source to the same place
below doc/; --check says which pages are not what it would write. Numbers, tables and tables in files
of a source are those of measured.py:

:measured:`WORDS`                       one number, or a verdict: Summary.number
.. measured:: ID QUANTITY...; HOW       a table: Summary.grid, with the options variants, points,
                                        labels, columns, heads and absent
.. gallery:: LETTER                     the figures of the experiments with such a name, and what to see in them
.. csv-table::                          a table whose first row is the head, of numbers, or of the file that
                                        the option file names

Four tables are files beside the pages: all verdicts on the papers' numbers, published.csv, what they were before
the rule was mended, verdicts-before.csv, what the papers claim, claims.csv, and all ranges that are expected of ours, expected.csv.
"""

import argparse
import csv
import io
import re
import sys
import textwrap
from pathlib import Path

DOC = Path(__file__).resolve().parent
EXPERIMENTS = DOC.parent / "experiments"
sys.path[:0] = [str(DOC), str(EXPERIMENTS)]

from campaign.laboratory import Laboratory
from campaign.variants import Registry
from measured import Summary, Unknown

SOURCE = DOC / "source"
BEFORE = SOURCE / "validation" / "verdicts-before.csv"
_BEFORE = "experiment before", "here before", "verdict before"
# What is said of one that left the list.
_LEFT = "no number of the paper"
README = "README.md"
_NUMBER = re.compile(r":measured:`([^`]*)`")
_TABLE = re.compile(
    r"^\.\. (?P<kind>measured|gallery|csv-table)::(?P<argument>.*)\n(?P<options>(?:   +\S.*\n)*)"
    r"(?P<content>(?:\n(?:   .*\n)+)?)",
    re.M,
)
_OPTION = re.compile(r"^   :([\w-]+):(.*\n(?:    +.*\n)*)", re.M)
# What reStructuredText would not show as it stands.
_MARKUP = re.compile(r"([\\*`|]|_(?!\w)|^[-+•](?= |$))")
_FIGURE = """\
   * - .. image:: {file}
          :width: 240
          :alt: {id}: {title}
          :target: {file}

     - **{id}: {title}** ({paper}). {see} ``./reproduce {id}``
"""
_NOTE = "Made by doc/pages.py from {}: change that."


def plain(text):
    """A text as reStructuredText that shows it."""
    return _MARKUP.sub(r"\\\1", text)


def draw(lines):
    """A simple table of reStructuredText; the first line is its head."""
    # Without the backslash an empty first cell would go on with the row above.
    rows = [[row[0] or "\\", *row[1:]] for row in lines]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rule = "  ".join("=" * width for width in widths)
    shown = ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows]
    return "\n".join([rule, shown[0], rule, *shown[1:], rule]) + "\n"


def _numbers(text, summary):
    return _NUMBER.sub(lambda match: summary.number(match[1]), text)


def _measured(summary, argument, options):
    points, labels, columns, heads = (
        [part.strip() for part in options.get(name, "").split("|") if part.strip()]
        for name in ("points", "labels", "columns", "heads")
    )
    variants = [variant.strip("-") for variant in options.get("variants", "-").split()]
    absent = options.get("absent")
    lines = summary.grid(argument, points, variants, labels, columns or [""], absent)
    if heads and len(heads) != len(lines[0]) - 1:
        raise Unknown(f"{len(heads)} heads for {len(lines[0]) - 1} columns of '{argument}'")
    return [[lines[0][0], *heads], *lines[1:]] if heads else lines


def _gallery(letter, folder):
    """The figures of the experiments whose names begin with a letter, each with what to see in it."""
    registry = Registry(EXPERIMENTS / "variants.csv")
    laboratory = Laboratory(EXPERIMENTS, registry)
    parts = []
    for name in laboratory.ids():
        figures = sorted(folder.glob(f"figures/{name}.*"))
        if figures and name.startswith(letter):
            experiment = laboratory.load(name)
            told = {
                k: plain(" ".join(getattr(experiment, k).split()))
                for k in ("title", "paper", "see")
            }
            parts.append(_FIGURE.format(id=name, file=figures[0].relative_to(folder), **told))
    return ".. list-table::\n   :widths: 30 70\n\n" + "".join(parts)


def _table(match, summary, folder):
    """What stands for one of the directives."""
    kind, argument = match["kind"], match["argument"].strip()
    options = {name: " ".join(value.split()) for name, value in _OPTION.findall(match["options"])}
    if kind == "csv-table":
        text = textwrap.dedent(match["content"]).strip()
        if "file" in options:
            text = (folder / options["file"]).read_text(encoding="utf-8")
        delimiter = options.get("delim", ",")
        rows = csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
        return draw([[_numbers(cell, summary) for cell in row] for row in rows])
    if kind == "gallery":
        return _gallery(argument, folder)
    lines = _measured(summary, argument, options)
    return draw([[plain(cell) for cell in line] for line in lines])


def expand(text, summary, folder):
    """The text of a source whose page is in a folder."""
    text = _TABLE.sub(lambda match: _table(match, summary, folder), text)
    return _numbers(text, summary)


def page_of(source):
    """Where the page of a source belongs."""
    place = source.relative_to(SOURCE)
    return DOC.parent / place if str(place) == README else DOC / place


def make(source, summary):
    """The page of a source, which says what it is made from."""
    note = _NOTE.format(source.relative_to(DOC.parent))
    text = expand(source.read_text(encoding="utf-8"), summary, page_of(source).parent)
    if source.suffix == ".md":
        return f"{text}\n<!-- {note} -->\n"
    return f".. {note}\n\n{text}"


def _csv(lines):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def _claims(summary):
    rows = [[_numbers(cell, summary) for cell in row.values()] for row in summary.claims.rows]
    return _csv([list(summary.claims.rows[0]), *rows])


def verdicts_before(summary, source=BEFORE):
    """The verdicts of before 28 November 2026, which are kept in a file, beside those of now."""
    now = {line[0]: line for line in summary.decided()}
    with open(source, encoding="utf-8", newline="") as file:
        before = list(csv.DictReader(file))
    lines = []
    for row in before:
        here = ["", "", ""]
        if row["clause"] != _LEFT:
            if row["number"] not in now:
                raise Unknown(f"no number of now is '{row['number']}' of {source.name}")
            here = now.pop(row["number"])[1:]
        lines.append([row["number"], row["paper"], *(row[name] for name in _BEFORE), *here, row["clause"]])
    if now:
        raise Unknown(f"{source.name} has no '{next(iter(now))}', and lacks {len(now)} in all")
    heads = [name.replace("before", "now") for name in _BEFORE]
    return _csv([["number", "paper", *_BEFORE, *heads, "clause"], *lines])


def tables(summary):
    """Names and texts of the tables in files."""
    ids = Laboratory(EXPERIMENTS, Registry(EXPERIMENTS / "variants.csv"), False).ids()
    decided = {of for of, _ in summary.groups()}
    head, *lines = summary.published([name for name in ids if name in decided])
    rows, place = [[*head[:2], "Read or varied", *head[2:]]], ["", ""]
    for experiment, what, *rest in lines:
        if experiment:
            place, what = [experiment, what], ""
        rows.append([*place, what, *rest])
    expected = {row["id"] for row in summary.rows if row["expect"]}
    return {
        "published.csv": _csv(rows),
        "expected.csv": _csv(summary.expected([name for name in ids if name in expected])),
    }


def _made(summary):
    """Every file that is made, with its text."""
    for source in sorted(path for path in SOURCE.rglob("*") if path.suffix in (".rst", ".md")):
        try:
            yield page_of(source), make(source, summary)
        except Unknown as error:
            sys.exit(f"{source.relative_to(DOC.parent)}: {error}")
    files = {"claims.csv": _claims(summary), BEFORE.name: verdicts_before(summary)}
    for name, text in (tables(summary) | files).items():
        yield DOC / "validation" / name, text


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only say which are not current")
    check = parser.parse_args().check
    wrong = False
    for page, text in _made(Summary()):
        if not check:
            page.write_text(text, encoding="utf-8")
        elif not page.exists() or page.read_text(encoding="utf-8") != text:
            print(
                f"{page.relative_to(DOC.parent)} is not what its source gives: python3 doc/pages.py"
            )
            wrong = True
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
