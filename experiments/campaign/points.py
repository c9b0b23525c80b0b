# SPDX-License-Identifier: GPL-2.0-only
"""Points of an experiment: tuples of (name, value), written as 'p=0.02 bw=10'.

A value without a name, such as 'single', has the name 'x'.
"""


def parse(text):
    """Read 'single delack=1' as (('x', 'single'), ('delack', '1'))."""
    point = []
    for token in text.split():
        name, equals, value = token.partition("=")
        point.append((name, value) if equals else ("x", token))
    return tuple(point)


def show(point):
    """Write a point as parse reads it."""
    return " ".join(value if name == "x" else f"{name}={value}" for name, value in point)


def get(point, name):
    """Value of one coordinate, or None."""
    return dict(point).get(name)


def without(point, name):
    """The point without one of its coordinates."""
    return tuple(coordinate for coordinate in point if coordinate[0] != name)


def replace(point, name, value):
    """The point with another value of one of its coordinates, or itself if it has none of the name."""
    return tuple((key, value if key == name else old) for key, old in point)


def number(text):
    """The text as a number, or None."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


class Order:
    """Sort key of a point: numbers compare as numbers, all else as text."""

    def __init__(self, point):
        self.point = point

    def __lt__(self, other):
        for one, two in zip(self.point, other.point):
            if one != two:
                return _less(one, two)
        return len(self.point) < len(other.point)


def _less(one, two):
    numbers = number(one[1]), number(two[1])
    if one[0] == two[0] and None not in numbers and numbers[0] != numbers[1]:
        return numbers[0] < numbers[1]
    return one < two


def columns(points):
    """Names of the coordinates of many points, in order of appearance."""
    return list(dict.fromkeys(name for point in points for name, _ in point))


def file_name(quantity, variant, point=()):
    """Name of a table, without separators of paths, points or pairs."""
    text = f"{quantity}-{variant}" + (f"-{show(point)}" if point else "")
    return text.replace("/", "_over_").replace(" ", "_").replace("=", "")
