# SPDX-License-Identifier: GPL-2.0-only
"""One seed of every experiment, held against what it gave before: experiments/fingerprints.csv.

As INET's tests/fingerprint: a digest for each experiment and release of ns-3, which says that
something moved, not whether it may. Of each variant the run at the experiment's first point is
taken, or at the one that its file names as 'fingerprint'.
"""

import csv
import hashlib

from . import outputs
from .errors import Refusal
from .files import write_table
from .runs import make_run

HEADER = ("experiment", "ns-3", "fingerprint")  # the first column may have another name


def runs_of(experiment, possibility):
    """The runs that stand for an experiment, by the names of their variants, None for the program's."""
    chosen = {}
    for template in experiment.templates():
        is_named = not experiment.fingerprint or template.point == experiment.fingerprint
        if is_named and possibility.of(template):
            chosen.setdefault(template.label, make_run(template, 1))
    return chosen


def digest(runs, index):
    """Of all values but those over time, to six digits."""
    lines = []
    for label, run in runs.items():
        rows = outputs.read(index.read(run), run.command()).rows
        lines += [
            f"{r.quantity},{label or r.variant},{r.value:.6g}" for r in rows if r.time is None
        ]
    return digest_lines(lines)


def digest_lines(lines):
    """Of lines of text, 16 hexadecimal digits."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def read(path):
    """What is stored, by name and release."""
    if not path.exists():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
        return {(name, release): value for name, release, value in rows}


def write(path, fingerprints, subject=HEADER[0]):
    """Store all, of what the subject says."""
    rows = [(*key, value) for key, value in sorted(fingerprints.items())]
    write_table(path, [(subject, *HEADER[1:]), *rows])


def update(path, found, release, subject=HEADER[0]):
    """Store what was found; returns how many are new or have moved."""
    stored = read(path)
    moved = {(name, release): value for name, value in found.items()}
    number = sum(stored.get(key) != value for key, value in moved.items())
    write(path, stored | moved, subject)
    return number


def check(path, found, release):
    """One line for each experiment that is not what it was."""
    stored = read(path)
    if not any(key[1] == release for key in stored):
        raise Refusal(
            f"{path} has no fingerprints of ns-3 {release}: ./reproduce --fingerprint update adds them"
        )
    problems = []
    for name, value in found.items():
        known = stored.get((name, release))
        if known != value:
            said = f"is {value}, was {known}" if known else "is not stored"
            problems.append(f"{name}: fingerprint on ns-3 {release} {said}")
    return problems
