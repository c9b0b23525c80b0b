# SPDX-License-Identifier: GPL-2.0-only
# What figures take of the means: tables of pandas.

INTERVAL = ["mean", "low", "high"]


def rows(means, quantity, variant=None, **where):
    """Rows of a quantity, of one variant, with these coordinates; None: which do not have it."""
    found = means[means["quantity"] == quantity]
    if variant is not None:
        found = found[found["variant"] == variant]
    for name, value in where.items():
        if name not in found:
            found = found if value is None else found[:0]
        else:
            found = found[found[name].isna() if value is None else found[name] == value]
    return found


def chosen(means, quantity, variant, names, **where):
    """One choice after the other, in the order of the names: place on the axis, mean, interval, name."""
    found = rows(means, quantity, variant, **where).set_index("choice")
    table = found.reindex(names.split())[INTERVAL].dropna(subset=["mean"]).reset_index()
    places = {name: place for place, name in enumerate(names.split(), 1)}
    return table.assign(place=table["choice"].map(places))[["place", *INTERVAL, "choice"]]


def choices(means, pairs, figures):
    """What a paper leaves open, one choice after the other: a table for each pair and figure of the paper, whose
    rows are name of the choice, mean and interval. Rows of largest are for their mean."""
    tables = {}
    for pair in pairs:
        for fig in figures:
            found = rows(means, "ratio", pair, fig=fig)
            found = found[~found["choice"].str.startswith("largest")].copy()
            if fig == 4 and "p" in found:
                found["choice"] += " p=" + found["p"].map("{:g}".format)
            name = f"choices-{pair.replace('/', '_over_')}-{fig}"
            tables[name] = found.sort_values("choice")[["choice", *INTERVAL]]
    return tables
