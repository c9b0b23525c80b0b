# SPDX-License-Identifier: GPL-2.0-only
"""The data behind the figures, ID/QUANTITY-VARIANT.csv, and the summary of all numbers."""

import itertools

from . import aside, points
from .derive import unpaired
from .files import write_table, write_whole
from .points import Order
from .published import BETWEEN
from .verdict import predict

SUMMARY_HEADER = (
    "id quantity variant x unit mean ci_low ci_high seeds count_low count_high paper note tolerance runs bound of reading "
    "chosen predicted_low predicted_high verdict reason expect_low expect_high expect expect_note"
).split()


def _sorted(keys):
    return sorted(keys, key=lambda key: (key[0], key[1], Order(key[2])))


def _number(value):
    return "" if value is None else format(value, ".6g")


def _interval(estimate):
    values = (estimate.mean, estimate.low, estimate.high)
    return [_number(v) for v in values] + [str(estimate.seeds)]


def write_tables(results, estimates, stamp, folder):
    """Write all tables of an experiment; estimates are by the groups' keys."""
    folder.mkdir(exist_ok=True)
    former = set(folder.glob("*.csv"))
    for (quantity, variant), keys in itertools.groupby(_sorted(results.groups), lambda k: k[:2]):
        path = folder / f"{points.file_name(quantity, variant)}.csv"
        write_whole(path, _table(results, estimates, list(keys), stamp))
        former.discard(path)
    for key, series in results.series.items():
        path = folder / f"series-{points.file_name(*key)}.csv"
        write_whole(path, _series(results, series, stamp))
        former.discard(path)
    for path in former:
        path.unlink()


def _description(results, unit, seeds, stamp):
    lines = {"experiment": results.experiment.id} | (results.description or {})
    lines |= aside.label(stamp) | {"unit": unit, "seeds": seeds}
    return [f"# {key}: {value}" for key, value in sorted(lines.items())]


def _table(results, estimates, keys, stamp):
    names = points.columns(point for _, _, point in keys)
    groups = [results.groups[key] for key in keys]
    seeds = sorted({seed for group in groups for seed in group.values})
    lines = _description(results, groups[0].unit, " ".join(map(str, seeds)), stamp)
    lines.append(",".join(names + ["mean", "ci_low", "ci_high", "seeds"]))
    for key in keys:
        place = [points.get(key[2], name) or "" for name in names]
        lines.append(",".join(place + _interval(estimates[key])))
    return "\n".join(lines) + "\n"


def _series(results, series, stamp):
    lines = _description(results, series.unit, str(series.seed), stamp) + ["time,value"]
    lines += [f"{time:.6g},{value:.6g}" for time, value in series.samples]
    return "\n".join(lines) + "\n"


def summary_rows(results, estimates, judged):
    """Rows of the summary, by SUMMARY_HEADER; judged is by the keys of the groups."""
    keys = set(results.groups) | set(judged)
    for key in _sorted(keys):
        quantity, variant, point = key
        group, estimate = results.groups.get(key), estimates.get(key)
        row = dict.fromkeys(SUMMARY_HEADER, "")
        row |= {"id": results.experiment.id, "quantity": quantity, "variant": variant}
        row |= {"x": points.show(point), "unit": group.unit if group else ""}
        if estimate:
            row |= dict(zip(("mean", "ci_low", "ci_high", "seeds"), _interval(estimate)))
            row |= dict(zip(("count_low", "count_high"), map(_number, estimate.counts or ())))
        if key in judged:
            estimate = unpaired(key, estimates, results.experiment.derived)
            row |= judged_cells(results.experiment.id, estimate, *judged[key])
        yield row


def judged_cells(identifier, estimate, number, verdict):
    """What a row says of a paper's number and of the range that is expected."""
    low, high = number.expect or (None, None)
    cells = {
        "verdict": verdict.paper,
        "expect_low": _number(low),
        "expect_high": _number(high),
        "expect": verdict.expect,
        "expect_note": number.why,
    }
    paper = number.published
    if not paper:
        return cells
    ends = predict(estimate, paper.runs) if estimate and estimate.low is not None else (None, None)
    reasons = BETWEEN.join(map(str, paper.reasons)) if number.decides else ""
    return cells | {
        "paper": _number(paper.value),
        "note": paper.source,
        "tolerance": _number(paper.tolerance) if paper.tolerance else "",
        "runs": str(paper.runs),
        "bound": paper.bound,
        "of": paper.of or identifier,
        "reading": number.reading,
        "chosen": "yes" if paper.chosen else "",
        "predicted_low": _number(ends[0]),
        "predicted_high": _number(ends[1]),
        "reason": reasons,
    }


def write_summary(rows, path):
    """Write summary.csv."""
    write_table(path, [SUMMARY_HEADER, *([row[name] for name in SUMMARY_HEADER] for row in rows)])
