# SPDX-License-Identifier: GPL-2.0-only
"""All that the store holds of an experiment."""

from dataclasses import dataclass, field

from . import outputs, sequences
from .derive import Group, derive
from .errors import CampaignError
from .runs import make_run
from .sequences import Series

_CHECKPOINT = "_until"


@dataclass
class Results:
    """An experiment's numbers: groups and series by (quantity, variant, point)."""

    experiment: object
    groups: dict = field(default_factory=dict)
    series: dict = field(default_factory=dict)
    description: dict | None = None
    runs: list = field(default_factory=list)
    missing: list = field(default_factory=list)

    @property
    def is_complete(self):
        """Whether each of its runs has all seeds that others have."""
        return not self.missing

    @property
    def most_seeds(self):
        """The number of the last seed."""
        return max((run.seed for run in self.runs), default=0)


def find_runs(experiment, templates, index, required):
    """Results with the runs that are there and those that are missing beside them.

    The templates may be those of all grids; of those that are not required, such as points of the
    full grid, none has to be there, but if one seed is, all have to be.
    """
    results = Results(experiment)
    found = []
    for template in templates:
        seeds = index.seeds(template.program)
        runs = [run for run in (make_run(template, seed) for seed in seeds) if index.has(run)]
        found.append((template, runs))
        results.runs += runs
    for template, runs in found:
        if runs or _identity(template) in required:
            there = {run.seed for run in runs}
            wanted = experiment.seeds_of(template, max(results.most_seeds, 1))
            results.missing += [make_run(template, s) for s in wanted if s not in there]
    return results, found


def _identity(template):
    return make_run(template, 1).name


def required_of(templates):
    """What find_runs takes as required."""
    return {_identity(template) for template in templates}


def gather(experiment, templates, index, required):
    """Read all of an experiment's runs and derive its further quantities."""
    results, found = find_runs(experiment, templates, index, required)
    for template, runs in found:
        for run in runs:
            _add(results, template, run, index.read(run))
    results.groups = derive(results.groups, experiment.derived)
    sequences.add_unnecessary(results)
    return results


def _add(results, template, run, text):
    output = outputs.read(text, run.command(), results.experiment.inner)
    results.description = _common(results.description, output.description)
    rows = output.rows
    if results.experiment.checkpoint:
        rows = _at_checkpoints(rows, results.experiment.checkpoint)
    for row in rows:
        key = row.quantity, template.label or row.variant, template.point + row.inner
        if row.time is None:
            _add_value(results, template, key, row, run)
        else:
            series = results.series.setdefault(key, Series(row.unit, run.seed))
            if series.seed == run.seed:
                series.samples.append((row.time, row.value))


def _at_checkpoints(rows, coordinate):
    """Rows QUANTITY_until become points; the whole run's rows are such a point's, too."""
    until = {row.quantity for row in rows if row.quantity.endswith(_CHECKPOINT)}
    for row in rows:
        if row.quantity in until:
            place = ((coordinate, format(row.time, ".9g")),)
            quantity = row.quantity[: -len(_CHECKPOINT)]
            yield row._replace(quantity=quantity, time=None, inner=row.inner + place)
        elif row.quantity + _CHECKPOINT not in until:
            yield row


def _add_value(results, template, key, row, run):
    group = results.groups.setdefault(key, Group(row.unit, template.is_random))
    if run.seed in group.values:
        raise CampaignError(
            f"{results.experiment.path}: two runs give {' '.join(map(str, key[:2]))} at "
            f"{key[2]} and seed {run.seed}; the second is {run.command()}"
        )
    group.values[run.seed] = row.value


def _common(one, other):
    """What both descriptions say alike."""
    if one is None:
        return dict(other)
    return {key: value for key, value in one.items() if other.get(key) == value}
