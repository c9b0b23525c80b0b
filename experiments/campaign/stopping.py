# SPDX-License-Identifier: GPL-2.0-only
"""How many seeds an experiment wants, where its file has a rule for that.

The rule looks at the width of one interval, never at where it lies, and only after numbers of seeds
that were fixed beforehand: so what the numbers say has no part in when they are enough. What it looks
at are the seeds from 1 on, whatever else a store holds, so that every store stops at the same.
"""

from .gather import gather, required_of
from .points import show
from .statistics import estimate


class _Until:
    """An index without the seeds after some number."""

    def __init__(self, index, last):
        self._index = index
        self._last = last
        self.has = index.has
        self.read = index.read

    def seeds(self, program):
        """As the index has them."""
        return [seed for seed in self._index.seeds(program) if seed <= self._last]


def seeds_wanted(experiment, templates, index, most):
    """The first of the rule's numbers that is not there yet, or whose interval is narrow; else most."""
    rule = experiment.stop
    if rule is None:
        return most
    for wanted in range(rule.first, most, rule.step):
        results = gather(experiment, templates, _Until(index, wanted), required_of(templates))
        group = results.groups.get((rule.quantity, rule.variant, rule.point))
        # Nothing is looked at before all of these seeds are there.
        if results.missing or results.most_seeds < wanted or group is None:
            return wanted
        found = estimate(list(group.values.values()))
        if found.low is not None and found.high - found.low <= 2 * rule.within:
            return wanted
    return most


def describe(rule):
    """The rule in words."""
    name = " ".join(filter(None, (rule.quantity, rule.variant, show(rule.point))))
    return (
        f"seeds end when half of the interval of {name} is at most {rule.within:g}, which is looked at "
        f"after {rule.first} seeds and each {rule.step} more"
    )
