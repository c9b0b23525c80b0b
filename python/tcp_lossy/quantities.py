# SPDX-License-Identifier: GPL-2.0-only
"""Numbers and texts as ns-3 will read them. ns-3 ends the program at a text that it cannot read, so
each is checked before. Nothing here needs ns-3.

`name` is what messages call the value.
"""

from __future__ import annotations

import math
import re
from numbers import Integral, Real
from typing import Any

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12, "fs": 1e-15,
               "min": 60.0, "h": 3600.0, "d": 86400.0}
_RATE_UNITS = {prefix + unit: factor * size
               for prefix, factor in (("", 1.0), ("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9))
               for unit, size in (("bps", 1.0), ("b/s", 1.0), ("bit/s", 1.0), ("Bps", 8.0), ("B/s", 8.0))}
# ns-3 counts 2^63 fs or 2^63 ns, by the resolution; the latter is the default.
MOST_SECONDS = 9e9


def plain(value: Any) -> int | float | None:
    """`value` as int or float, if it is a number of Python or numpy."""
    if isinstance(value, Integral):
        # To numpy a timedelta64 is an integer, of a unit that it keeps to itself.
        return int(value) if hasattr(value, "__index__") else None
    return float(value) if isinstance(value, Real) else None


def number(value: Any, name: str, low: float = -math.inf, high: float = math.inf) -> Any:
    """`value`, if it is a finite number in [low, high], as int or float: texts of numpy's numbers are other ones."""
    own = None if isinstance(value, bool) else plain(value)
    if own is None:
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not (abs(own) < math.inf and low <= own <= high):
        bounds = f"{'[' if low > -math.inf else '('}{low:g}, {high:g}{']' if high < math.inf else ')'}"
        raise ValueError(f"{name} must lie in {bounds}, not {own!r}")
    return own


def integer(value: Any, name: str, low: int, high: int) -> int:
    """`value`, if it is a whole number in [low, high]."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must lie in [{low}, {high}], not {value!r}")
    return int(value)


def seconds(value: Any, name: str, low: float = 0.0) -> float:
    """A time of at least `low` seconds, given in seconds or as a text with a unit."""
    if isinstance(value, str):
        value = _parse(value, name, _TIME_UNITS, "50ms")
    checked: float = number(value, name, low, MOST_SECONDS)
    return checked


def bits_per_second(value: Any, name: str) -> int:
    """A rate above 0, given in bit/s or as a text with a unit."""
    if isinstance(value, str):
        value = _parse(value, name, _RATE_UNITS, "1.6Mbps")
    # Not cut: 1.001 Gbit/s is a binary fraction below 1001000000 bit/s.
    return int(round(number(value, name, 1, 2 ** 63)))


def _parse(text: str, name: str, units: dict[str, float], example: str) -> float:
    match = re.fullmatch(rf"({_NUMBER}) ?([A-Za-z/]*)", text)
    if not match or match[2] not in units:
        raise ValueError(f"{name}: '{text}' is not a number with a unit such as '{example}'; units "
                         f"are {', '.join(units)}")
    return float(match[1]) * units[match[2]]
