# SPDX-License-Identifier: GPL-2.0-only
"""Quantities that come from measured ones, paired by seed."""

from dataclasses import dataclass, field

from . import points
from .verdict import unpair

KNEE_PART = 0.98
_COUNTED = "1", "packets", "segments"
# Between a quantity and the base of which it is told by how much it is more.
LESS = "_less_"


@dataclass
class Group:
    """One quantity of one variant at one point: a value for each seed."""

    unit: str
    is_random: bool
    values: dict = field(default_factory=dict)

    @property
    def is_count(self):
        """Whether it is random, and how many of something there are in each run."""
        is_whole = all(float(value).is_integer() for value in self.values.values())
        return self.is_random and self.unit in _COUNTED and is_whole

    def compare(self, other, is_ratio):
        """This value to the other's, but where that is 0, or less it, by each seed that both have."""
        pairs = {s: (a, other.values[s]) for s, a in self.values.items() if s in other.values}
        if is_ratio:
            unit, values = "1", {s: a / b for s, (a, b) in pairs.items() if b != 0}
        else:
            unit, values = self.unit, {s: a - b for s, (a, b) in pairs.items()}
        return Group(unit, self.is_random or other.is_random, values)


def _without_empty(groups):
    return {key: group for key, group in groups.items() if group.values}


@dataclass(frozen=True)
class Comparison:
    """a/b or a-b at each point and seed at which both variants have the quantity."""

    kind: str
    quantity: str
    a: str
    b: str

    @property
    def is_ratio(self):
        """Whether it is a/b."""
        return self.kind == "ratio"

    @property
    def name(self):
        """What the pair is called."""
        return f"{self.a}{'/' if self.is_ratio else '-'}{self.b}"

    def apply(self, groups):
        result = {}
        for (quantity, variant, point), group in groups.items():
            other = groups.get((self.quantity, self.b, point))
            if (quantity, variant) == (self.quantity, self.a) and other is not None:
                result[self.kind, self.name, point] = group.compare(other, self.is_ratio)
        return _without_empty(result)


@dataclass(frozen=True)
class Extreme:
    """Least, largest or mean value over the points that differ in one coordinate alone, or the
    spread: how many times the least the largest is.

    Over 'seed' it is over all seeds, and one number comes of it.
    """

    kind: str
    quantity: str
    variant: str
    over: str

    def apply(self, groups):
        gathered, parts = {}, {}
        for (quantity, variant, point), group in groups.items():
            is_seeds = self.over == "seed"
            has = is_seeds or points.get(point, self.over) is not None
            if (quantity, variant) != (self.quantity, self.variant) or not has:
                continue
            key = f"{self.kind}_{quantity}", variant, points.without(point, self.over)
            unit = "1" if self.kind == "spread" else group.unit
            target = gathered.setdefault(key, Group(unit, False))
            target.is_random |= group.is_random and not is_seeds
            parts[key] = parts.get(key, 0) + 1
            for seed, value in group.values.items():
                target.values.setdefault(0 if is_seeds else seed, []).append(value)
        for key, group in gathered.items():
            # A seed that one of the points has not is of no use to the others.
            group.values = {
                s: self._combine(v)
                for s, v in group.values.items()
                if self.over == "seed" or len(v) == parts[key]
            }
        return gathered

    def _combine(self, values):
        if self.kind == "mean":
            return sum(values) / len(values)
        if self.kind == "spread":
            return max(values) / min(values)
        return min(values) if self.kind == "min" else max(values)


@dataclass(frozen=True)
class Relative:
    """A quantity of a variant at each point to that at the point where a coordinate is the base, or
    less that."""

    quantity: str
    variant: str
    over: str
    base: str
    is_ratio: bool = True

    def apply(self, groups):
        result = {}
        name = f"{self.quantity}{'_to_' if self.is_ratio else LESS}{self.base}"
        for (quantity, variant, point), group in groups.items():
            there = points.replace(point, self.over, self.base)
            other = groups.get((quantity, variant, there))
            if (quantity, variant) == (self.quantity, self.variant) and there != point and other:
                result[name, variant, point] = group.compare(other, self.is_ratio)
        return _without_empty(result)


@dataclass(frozen=True)
class Knee:
    """The least value of a coordinate from which on a variant keeps 98 % of what it has at most.

    The unit is called after the coordinate. It takes two points at least.
    """

    quantity: str
    variant: str
    over: str

    def apply(self, groups):
        curves = {}
        for (quantity, variant, point), group in groups.items():
            place = points.number(points.get(point, self.over))
            if (quantity, variant) != (self.quantity, self.variant) or place is None:
                continue
            for seed, value in group.values.items():
                key = points.without(point, self.over), seed
                curve, _ = curves.setdefault(key, ({}, group.is_random))
                curve[place] = value
        result = {}
        for (point, seed), (curve, is_random) in curves.items():
            if len(curve) > 1:
                target = result.setdefault(
                    ("knee", self.variant, point), Group(self.over, is_random)
                )
                target.values[seed] = _find_knee(curve)
        return result


def _find_knee(curve):
    places = sorted(curve, reverse=True)
    least = KNEE_PART * curve[places[0]]
    knee = places[0]
    for place in places:
        if curve[place] < least:
            break
        knee = place
    return knee


def derive(groups, rules):
    """All that comes of the rules; one may use what those before it derived."""
    everything = dict(groups)
    for rule in rules:
        for key, group in rule.apply(everything).items():
            everything.setdefault(key, group)
    return everything


def unpaired(key, estimates, rules):
    """The estimate of a quantity as the verdict on a paper's number takes it.

    We compare two variants by seed; the papers do not say that they did.
    """
    estimate, point = estimates.get(key), key[2]
    for rule in rules:
        if isinstance(rule, Comparison) and (rule.kind, rule.name) == key[:2]:
            pair = [estimates.get((rule.quantity, name, point)) for name in (rule.a, rule.b)]
            if estimate and None not in pair:
                return unpair(estimate, rule.is_ratio, *pair)
    return estimate


# What the experiments' files call.


def _compare(kind, quantity, names, others):
    names = [names] if isinstance(names, str) else names
    return [Comparison(kind, quantity, a, b) for a in names for b in others]


def ratios(quantity, a, *others):
    """a, or each of several, to each of the others."""
    return _compare("ratio", quantity, a, others)


def relative(quantity, over, base, *variants):
    """Of each variant: at each point to the one that differs in a coordinate alone, which is the base."""
    return [Relative(quantity, variant, over, base) for variant in variants]


def changes(quantity, over, base, *variants):
    """Of each variant: at each point less what it is at the one that differs in a coordinate alone, the base."""
    return [Relative(quantity, variant, over, base, False) for variant in variants]


def differences(quantity, a, *others):
    """a, or each of several, less each of the others."""
    return _compare("difference", quantity, a, others)


def least(quantity, over, *variants):
    """The least value of each variant over a coordinate or 'seed'."""
    return [Extreme("min", quantity, variant, over) for variant in variants]


def largest(quantity, over, *variants):
    """The largest one."""
    return [Extreme("max", quantity, variant, over) for variant in variants]


def mean(quantity, over, *variants):
    """The mean."""
    return [Extreme("mean", quantity, variant, over) for variant in variants]


def spread(quantity, over, *variants):
    """How many times the least the largest is."""
    return [Extreme("spread", quantity, variant, over) for variant in variants]


def knees(quantity, over, *variants):
    """Of each variant."""
    return [Knee(quantity, variant, over) for variant in variants]
