#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Adds what was measured to a table of doc/validation, with the commit and the day (UTC).

usage: measurements.py TABLE KEY[,KEY...] NAME=VALUE...

TABLE is a file's name, the names and values are a row. Rows with the same values of all KEYs are
replaced.
"""

import csv
import datetime
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "doc" / "validation"


def _git(*arguments):
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def commit():
    """Short, with "-dirty" if something but the documentation was changed after it."""
    written = ":!doc", ":!README.md", ":!releases.csv"
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *written)
    return _git("rev-parse", "--short=7", "HEAD") + ("-dirty" if changed else "")


def today():
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def record(path, rows, keys, stamp):
    """Rows are dicts of the same names, stamp is commit and date."""
    new = [{**row, "commit": stamp[0], "date": stamp[1]} for row in rows]
    old = []
    if path.exists():
        with open(path, encoding="utf-8", newline="") as file:
            old = list(csv.DictReader(file))
    if old and list(old[0]) != list(new[0]):
        raise ValueError(
            f"{path.name} has the columns {', '.join(old[0])}, not {', '.join(new[0])}"
        )
    measured = {tuple(str(row[key]) for key in keys) for row in new}
    kept = [row for row in old if tuple(row[key] for key in keys) not in measured]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, new[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept + new)


def main(arguments):
    try:
        table, keys, *fields = arguments
        row = dict(field.split("=", 1) for field in fields)
        record(FOLDER / table, [row], keys.split(","), (commit(), today()))
    except (KeyError, ValueError) as error:
        print(f"measurements.py: error: needs TABLE KEY NAME=VALUE...: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
