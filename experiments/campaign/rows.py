# SPDX-License-Identifier: GPL-2.0-only
"""The page's table of all numbers: readings, choices and our expectations among them."""

import html
import re

from . import points
from .verdict import DIFFERS, predict, show_range

_SIGNS = {
    "reproduced": "✓ reproduced",
    "differs": "≠ differs",
    "cannot tell": "? cannot tell",
    "open": "○ open",
    "holds": "✓ holds",
    "misses": "✗ misses",
    "": "",
}


def text(value):
    """A value as HTML that shows it."""
    return html.escape(str(value))


def sign(verdict):
    """A verdict with a mark that tells it where colours do not."""
    return _SIGNS[verdict]


def style(verdict):
    """A verdict as the name of a class, which has no blank."""
    return verdict.replace(" ", "-")


def all_rows(chapters, registry):
    """What is not as expected comes first."""
    judged = [(c, *j) for c in chapters for j in c.judged.values()]
    judged.sort(key=lambda row: not row[2].failure)
    return [_row(*row, registry) for row in judged]


def _row(chapter, number, verdict, registry):
    estimate, paper = chapter.estimates.get(number.key), number.published
    group = chapter.results.groups.get(number.key)
    name = chapter.experiment.id
    cells = [
        f'<th scope="row"><a href="#{name}">{name}</a></th>',
        _cell(text(number.quantity)),
        _cell(_swatch(number.variant, registry) + text(number.variant)),
        _cell(text(points.show(number.point))),
        _paper_cell(paper) if paper else "<td></td>",
        _number_cell(estimate.mean if estimate else None),
        _cell(_interval(estimate)),
        _cell(text(group.unit if group and group.unit != "1" else "")),
        _verdict_cell(verdict.paper),
        _cell(_where(chapter, number) + _reason(number, verdict)),
        _cell(text(show_range(number.expect)) if number.expect else "", text(number.why)),
        _verdict_cell(verdict.expect),
    ]
    state = "fail" if verdict.failure else verdict.paper or verdict.expect
    return f'<tr class="{style(state)}">{"".join(cells)}</tr>'


def _where(chapter, number):
    """The published number, what is read otherwise, and where a run like the paper's would lie."""
    paper = number.published
    if not paper:
        return ""
    said = f"{paper.of} {paper.source}" if paper.of else paper.source
    if number.reading:
        said += f"; read: {number.reading}"
    estimate = chapter.unpaired(number)
    if estimate and estimate.low is not None:
        low, high = predict(estimate, paper.runs)
        said += f"; a run like the paper's: {low:.4g} … {high:.4g}"
    return text(said)


def _swatch(variant, registry):
    first = re.split(r"[/-](?=[a-z])", variant)[0]
    for name in (variant, variant.split("/")[0], first):
        if not registry.missing(name):
            return f'<i class="swatch" style="background:{registry.style(name).colour}"></i>'
    return ""


def _cell(content, title=""):
    return f'<td title="{title}">{content}</td>' if title else f"<td>{content}</td>"


def _number_cell(value, suffix=""):
    if value is None:
        return "<td></td>"
    return f'<td class="number" data-sort="{value!r}">{value:.6g}{suffix}</td>'


def _paper_cell(paper):
    tolerance = f" ± {paper.tolerance:g}" if paper.tolerance else ""
    return _number_cell(paper.value, tolerance + (f" ({paper.bound})" if paper.bound else ""))


def _interval(estimate):
    if not estimate or estimate.low is None:
        return ""
    return f"{estimate.low:.4g} … {estimate.high:.4g}"


def _reason(number, verdict):
    said = [verdict.failure] if verdict.failure else []
    if number.decides and verdict.paper == DIFFERS and not verdict.failure:
        said = map(str, number.published.reasons)
    return "".join(f"<br><small>{text(reason)}</small>" for reason in said)


def _verdict_cell(verdict):
    return f'<td class="verdict {style(verdict)}">{sign(verdict)}</td>'
