# SPDX-License-Identifier: GPL-2.0-only
"""Plots of records and sweeps on matplotlib, and the intervals that they show by SciPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .optional import need

if TYPE_CHECKING:
    import pandas

_UNITS = {"cwnd": "segments", "ssthresh": "segments", "rtt": "s"}
_LEVEL = 0.95


def intervals(frame: pandas.DataFrame, quantity: str = "throughput") -> pandas.DataFrame:
    """Mean and Student's 95 % interval over the seeds of a table of sweep(), for each variant and point.

    Columns are variant, the axes, mean, low, high, seeds. With one seed low and high are NaN.
    """
    stats = need("scipy.stats", "intervals()")
    columns = list(frame.columns)
    for name in ("seed", quantity):
        if name not in columns:
            raise ValueError(f"the table has no column '{name}'; it has {', '.join(columns)}")
    by = columns[:columns.index("seed")]
    table = frame.groupby(by, sort=False, dropna=False)[quantity].agg(["mean", "sem", "count"]).reset_index()
    half = stats.t.ppf((1 + _LEVEL) / 2, table["count"] - 1) * table["sem"]
    return table[by].assign(mean=table["mean"], low=table["mean"] - half, high=table["mean"] + half,
                            seeds=table["count"])


def lines(frame: pandas.DataFrame, x: str, quantity: str = "throughput", axes: Any = None) -> Any:
    """A table of sweep() as a line with 95 % intervals for each variant, over one of the axes.

    x: the axis; there must be no other one with several values
    axes: of matplotlib to draw on, or None for new ones. Returns the axes.
    """
    axes = _axes(axes)
    table = intervals(frame, quantity)
    others = [n for n in table.columns[1:-4] if n != x and table[n].nunique() > 1]
    if x not in table.columns or others:
        raise ValueError(f"x must be the one axis that varies, not '{x}' beside {', '.join(others) or 'none'}")
    for variant, rows in table.groupby("variant", sort=False):
        axes.errorbar(rows[x], rows["mean"], (rows["high"] - rows["low"]) / 2, marker="o", capsize=3,
                      label=variant)
    axes.set_xlabel(x)
    axes.set_ylabel("throughput (bit/s)" if quantity == "throughput" else quantity)
    axes.legend()
    return axes


def series(flows: Any, name: str = "cwnd", axes: Any = None, **line: Any) -> Any:
    """A recorded series over time, of one flow or of several, each named by its variant.

    name: "cwnd", "ssthresh", "rtt" or a trace that was asked for
    axes: of matplotlib to draw on, or None for new ones. Returns the axes.
    line: how matplotlib is to draw it, such as color or label
    """
    axes = _axes(axes)
    for flow in flows if isinstance(flows, Sequence) else [flows]:
        values = flow.series(name)
        axes.step(values.times, values.values, **{"where": "post", "label": flow.variant or "default"} | line)
    axes.set_xlabel("time (s)")
    axes.set_ylabel(f"{name} ({_UNITS[name]})" if name in _UNITS else name)
    axes.legend()
    return axes


def _axes(axes: Any) -> Any:
    return axes if axes is not None else need("matplotlib.pyplot", "plot").figure().add_subplot()
