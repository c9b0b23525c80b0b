# SPDX-License-Identifier: GPL-2.0-only
"""Numbers as people read them."""

import math


def show(mean, low=None, high=None):
    """A mean and its interval to as many digits as the interval leaves; without one, four."""
    if low is None:
        return f"{mean:,.0f}" if abs(mean) >= 1000 else f"{mean:.4g}"
    places = digits(mean, (high - low) / 2)
    shown = [f"{round(value, places) + 0.0:,.{places}f}" for value in (mean, low, high)]
    return f"{shown[0]} [{shown[1]}, {shown[2]}]"


def digits(mean, half):
    """Decimals of a mean: one or two digits of its interval, at most four of its own."""
    most = max(0, 3 - math.floor(math.log10(abs(mean)))) if mean else 0
    if half <= 0:
        return most
    places = max(0, -math.floor(math.log10(half / 2)))
    return min(places, most) if mean else places


def show_estimate(chapter, key):
    """What an experiment has measured, with its unit; nothing if it has not."""
    estimate, group = chapter.estimates.get(key), chapter.results.groups.get(key)
    if not estimate:
        return ""
    unit = f" {group.unit}" if group and group.unit != "1" else ""
    return show(estimate.mean, estimate.low, estimate.high) + unit
