# SPDX-License-Identifier: GPL-2.0-only
"""What an experiment's file imports: see doc/compare.rst."""

from .declaration import axis, by_seed, case, narrow, pick, preset, sweep, trace, variant
from .derive import changes, differences, knees, largest, least, mean, ratios, relative, spread
from .published import asserted, decides, number, published, reading, varied

__all__ = [
    "asserted",
    "axis",
    "by_seed",
    "case",
    "changes",
    "decides",
    "differences",
    "knees",
    "largest",
    "least",
    "mean",
    "narrow",
    "number",
    "pick",
    "preset",
    "published",
    "ratios",
    "reading",
    "relative",
    "spread",
    "sweep",
    "trace",
    "varied",
    "variant",
]
