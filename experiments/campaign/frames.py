# SPDX-License-Identifier: GPL-2.0-only
"""Tables of pandas: every value of every seed, and what an experiment's file makes for its figure."""

import contextlib

from . import points
from .files import write_whole

SAMPLES = "samples.csv"
_SAMPLES_HEADER = ["id", "variant", "point", "seed", "quantity", "unit", "value"]


def samples(chapters):
    """One row for each value: measured ones, and what is derived of them seed by seed."""
    import pandas

    rows = [
        (chapter.experiment.id, variant, points.show(point), seed, quantity, group.unit, value)
        for chapter in chapters
        for (quantity, variant, point), group in chapter.results.groups.items()
        for seed, value in sorted(group.values.items())
    ]
    return pandas.DataFrame(rows, columns=_SAMPLES_HEADER)


def means(chapter):
    """One row for each mean: quantity, variant, a column for each coordinate, mean, low, high, seeds.

    Coordinates are numbers where all of them are.
    """
    import pandas

    rows = [
        {"quantity": quantity, "variant": variant}
        | dict(point)
        | {"mean": e.mean, "low": e.low, "high": e.high, "seeds": e.seeds}
        for (quantity, variant, point), e in chapter.estimates.items()
    ]
    frame = pandas.DataFrame(rows)
    for name in points.columns(point for _, _, point in chapter.estimates):
        with contextlib.suppress(ValueError, TypeError):
            frame[name] = pandas.to_numeric(frame[name])
    return frame


def write_own_tables(chapter, folder):
    """Write the tables that the experiment's file makes of the means, for its figure."""
    if chapter.experiment.tables:
        for name, table in chapter.experiment.tables(means(chapter)).items():
            table = table.rename(columns={"low": "ci_low", "high": "ci_high"})
            write_whole(folder / f"{name}.csv", table.to_csv(index=False, na_rep="NaN"))
