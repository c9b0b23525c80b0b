# SPDX-License-Identifier: GPL-2.0-only
"""Prints the tables that all experiments make for their figures, of the means that doc/validation holds:
test_frames.py runs this program by several versions of pandas."""

import csv
from types import SimpleNamespace

from support import EXPERIMENTS, ROOT
from campaign import frames
from campaign.laboratory import Laboratory
from campaign.points import parse
from campaign.rejudge import read_estimate
from campaign.variants import Registry

REGISTRY = Registry(EXPERIMENTS / "variants.csv")


def recorded():
    """The means of all campaigns that are recorded, by experiment."""
    found = {}
    for name in ("summary.csv", "beyond.csv"):
        with open(ROOT / "doc" / "validation" / name, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["mean"]:
                    key = row["quantity"], row["variant"], parse(row["x"])
                    found.setdefault(row["id"], {})[key] = read_estimate(row)
    return found


def main(laboratory):
    """Print each table with its name."""
    for name, estimates in recorded().items():
        experiment = laboratory.load(name)
        if experiment.tables:
            chapter = SimpleNamespace(experiment=experiment, estimates=estimates)
            for table, frame in experiment.tables(frames.means(chapter)).items():
                print(f"{name} {table}\n{frame.to_csv(index=False, na_rep='NaN', float_format='%.9g')}")


if __name__ == "__main__":
    main(Laboratory(EXPERIMENTS, REGISTRY))
