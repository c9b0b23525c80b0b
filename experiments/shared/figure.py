# SPDX-License-Identifier: GPL-2.0-only
# What figures take of the means: tables of pandas.
import re

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


def chosen(means, quantity, variant, names, factor=1, **where):
    """One choice after the other, in the order of the names: place on the axis, mean, interval, and the choice in words."""
    found = rows(means, quantity, variant, **where).set_index("choice")
    table = (factor * found.reindex(names.split())[INTERVAL]).dropna(subset=["mean"]).reset_index()
    places = {name: place for place, name in enumerate(names.split(), 1)}
    return table.assign(place=table["choice"].map(places), choice=table["choice"].map(in_words))


def choices(means, pairs, figures):
    """What a paper leaves open, one choice after the other: a table for each figure of the paper and each pair, which is by the
    name that it is drawn as. Rows of largest are for their mean."""
    tables = {}
    for drawn, pair in pairs.items():
        for fig in figures:
            found = rows(means, "ratio", pair, fig=fig)
            found = found[~found["choice"].str.startswith("largest")].sort_values("choice")
            words = found["choice"].map(in_words)
            if fig == 4 and "p" in found:
                words += " at loss " + found["p"].map("{:g}".format)
            places = range(1, len(found) + 1)
            tables[f"{fig}-{drawn}"] = found[INTERVAL].assign(place=places, choice=words)
    return tables


def with_paper(table, value):
    """A table of choices, and the paper's value in a row above."""
    table.loc["paper"] = [value, value, value, 0, "the paper"]
    return table


_WORDS = {
    "base": "as in the experiment",
    "uniform": "bursts at uniform times",
    "constant": "bursts at constant intervals",
    "hosts": "bursts from the same hosts",
    "tick": "timer ticks at 500 ms",
    "keep": "a timeout keeps SACKs",
    "link": "against the link",
    "fine": "timer as fine as 10 ms",
    "exact": "receive window Q",
    "wide": "receive window Q + 1 MiB",
    "no-limited": "no limited transmit",
    "slow": "begins in slow start",
    "slow-late": "slow start seen late",
    "impatient": "timer restarts once",
    "full-pace": "growth never halved",
    "full-pace-1000s": "growth never halved in 1000 s",
    "no-reset": "BaseRTT not reset",
    "socket-stock": "ns-3's socket",
    "first-round": "first round trip counts",
    "unknown-random": "no estimate: random",
    "tagged": "tagged round trip",
    "passes-2": "pipe passed twice",
    "buffer-half": "half the queue",
    "buffer-twice": "twice the queue",
    "timer-0.2": "least timer 0.2 s",
    "timer-1": "least timer 1 s",
    "window-1": "initial window 1",
    "window-10": "initial window 10",
    "window-20": "receive window 20 kB",
    "window-64kB": "receive window 64 kB",
}
_PATTERNS = {
    "queue": "queue {}",
    "rate": "{} Mbit/s",
    "rtt": "round trip {} ms",
    "delay": "{} ms each way",
    "segment": "segments of {} octets",
    "packet": "packets of {} octets",
    "to": "run of {}",
    "spread": "starts over {}",
    "timer": "least timer {}",
    "clock": "clock of {}",
    "initial-window": "initial window {}",
    "minqueue": "least queue {}",
    "mean": "bursts {} s apart",
    "alpha": "alpha = {}",
}


def in_words(choice):
    """A choice as a figure names it."""
    name, _, value = choice.rpartition("-")
    return _WORDS.get(choice) or _PATTERNS[name].format(re.sub(r"(?<=\d)(?=[a-z])", " ", value))
