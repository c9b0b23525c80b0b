# SPDX-License-Identifier: GPL-2.0-only
"""The page of results: one file that needs nothing else, neither network nor a server."""

import base64
import html
import json
import re
from pathlib import Path

from . import points, sequences, stopping
from .derive import unpaired
from .verdict import DIFFERS, combine, predict, show_range

_HERE = Path(__file__).parent
_LARGEST_SVG = 1500000
_SIGNS = {
    "reproduced": "✓ reproduced",
    "differs": "≠ differs",
    "cannot tell": "? cannot tell",
    "open": "○ open",
    "holds": "✓ holds",
    "misses": "✗ misses",
    "": "",
}


class Page:
    """The page of a summary."""

    def __init__(self, summary, command, commit, now):
        self._summary = summary
        self._facts = {
            "module": f"tcp-lossy {summary.stamp.version}, sources {summary.stamp.content}",
            "commit": commit or "unknown (no git)",
            "ns-3": f"{summary.stamp.release}, libraries {summary.stamp.libraries}",
            "written": now.strftime("%Y-%m-%d %H:%M"),
            "by": command,
        }

    def html(self):
        """The whole file."""
        chapters = self._summary.chapters
        return _fill(
            (_HERE / "page.html").read_text(encoding="utf-8"),
            style=(_HERE / "page.css").read_text(encoding="utf-8"),
            script=(_HERE / "page.js").read_text(encoding="utf-8"),
            facts="".join(
                f"<dt>{_text(k)}</dt><dd>{_text(v)}</dd>" for k, v in self._facts.items()
            ),
            notes=self._notes(),
            counts=self._counts(),
            contents=" ".join(
                f'<a href="#{c.experiment.id}">{c.experiment.id}</a>' for c in chapters
            ),
            rows="\n".join(self._rows()),
            chapters="\n".join(self._chapter(chapter) for chapter in chapters),
        )

    def _notes(self):
        notes = [f"Not in this report: {n} runs of {s}." for s, n in self._summary.others.items()]
        for chapter in self._summary.chapters:
            if chapter.results.missing:
                missing = len(chapter.results.missing)
                notes.append(
                    f"{chapter.experiment.id} is not complete: {missing} runs are missing."
                )
        return "".join(f'<p class="note">{_text(note)}</p>' for note in notes)

    def _counts(self):
        verdicts = [v for c in self._summary.chapters for _, v in c.judged.values()]
        parts = []
        for label, values in (
            ("published numbers", self._verdicts()),
            ("our expectations", [v.expect for v in verdicts if v.expect]),
        ):
            kinds = [f"{values.count(k)} {k}" for k in dict.fromkeys(sorted(values))]
            parts.append(f"{len(values)} {label}: {', '.join(kinds) or 'none'}")
        failed = sum(bool(v.failure) for v in verdicts)
        state = "fail" if failed else "good"
        said = f"{failed} numbers are not as expected" if failed else "All is as expected"
        return f'<p class="{state}">{said}. {_text("; ".join(parts))}.</p>'

    def _verdicts(self):
        """One for each published number that one of the experiments decides."""
        deciding = {}
        for chapter in self._summary.chapters:
            for number, verdict in chapter.judged.values():
                if number.decides:
                    name = chapter.experiment.id, number.published.source
                    deciding.setdefault(name, []).append(verdict.paper)
        return [combine(verdicts) for verdicts in deciding.values()]

    def _rows(self):
        """What is not as expected comes first."""
        judged = [(c, *j) for c in self._summary.chapters for j in c.judged.values()]
        judged.sort(key=lambda row: not row[2].failure)
        return [self._row(*row) for row in judged]

    def _row(self, chapter, number, verdict):
        key = number.quantity, number.variant, number.point
        estimate, paper = chapter.estimates.get(key), number.published
        group = chapter.results.groups.get(key)
        cells = [
            _cell(f'<a href="#{chapter.experiment.id}">{chapter.experiment.id}</a>'),
            _cell(_text(number.quantity)),
            _cell(self._swatch(number.variant) + _text(number.variant)),
            _cell(_text(points.show(number.point))),
            _paper_cell(paper) if paper else "<td></td>",
            _number_cell(estimate.mean if estimate else None),
            _cell(_interval(estimate)),
            _cell(_text(group.unit if group and group.unit != "1" else "")),
            _verdict_cell(verdict.paper),
            _cell(self._where(chapter, number) + _reason(number, verdict)),
            _cell(_text(show_range(number.expect)) if number.expect else "", _text(number.why)),
            _verdict_cell(verdict.expect),
        ]
        state = "fail" if verdict.failure else verdict.paper or verdict.expect
        return f'<tr class="{_class(state)}">{"".join(cells)}</tr>'

    def _where(self, chapter, number):
        """The published number, what is read otherwise, and where a run like the paper's would lie."""
        paper = number.published
        if not paper:
            return ""
        said = f"{paper.of} {paper.source}" if paper.of else paper.source
        if number.reading:
            said += f"; read: {number.reading}"
        key = number.quantity, number.variant, number.point
        estimate = unpaired(key, chapter.estimates, chapter.experiment.derived)
        if estimate and estimate.low is not None:
            low, high = predict(estimate, paper.runs)
            said += f"; a run like the paper's: {low:.4g} … {high:.4g}"
        return _text(said)

    def _swatch(self, variant):
        first = re.split(r"[/-](?=[a-z])", variant)[0]
        for name in (variant, variant.split("/")[0], first):
            if not self._summary.registry.missing(name):
                colour = self._summary.registry.style(name).colour
                return f'<i class="swatch" style="background:{colour}"></i>'
        return ""

    def _chapter(self, chapter):
        experiment = chapter.experiment
        runs = chapter.results.runs
        seeds = chapter.results.most_seeds if experiment.random else 1
        random = f"{seeds} seeds" if experiment.random else "nothing is random"
        if experiment.stop:
            random += f"; {stopping.describe(experiment.stop)}"
        return _fill(
            (_HERE / "chapter.html").read_text(encoding="utf-8"),
            id=experiment.id,
            title=_text(experiment.title),
            paper=_text(experiment.paper),
            see=_text(experiment.see),
            figure=self._figure(experiment.id),
            panels="".join(self._panels(chapter)),
            command=_text(f"./reproduce {experiment.id}"),
            run=_text(runs[0].command()),
            runs=f"{len(runs)} run{'s' if len(runs) > 1 else ''}, {random}",
            unstated=_text(" ".join(experiment.unstated.split())) or "Nothing.",
        )

    def _figure(self, name):
        folder = self._summary.store.folder / "figures"
        svg, png = folder / f"{name}.svg", folder / f"{name}.png"
        if not svg.exists():
            return "<p>No figure: runs are missing, or there is one seed only.</p>"
        if svg.stat().st_size > _LARGEST_SVG:
            data = base64.b64encode(png.read_bytes()).decode()
            return f'<img alt="{name}" src="data:image/png;base64,{data}">'
        return _inline(svg.read_text(encoding="utf-8"), name)

    def _panels(self, chapter):
        experiment = chapter.experiment
        for variant, text in experiment.sequences:
            point = points.parse(text)
            events = sequences.of_point(chapter.results.series, variant, point)
            if events:
                data = {
                    "title": f"{experiment.id}: {variant}" + (f", {text}" if text else ""),
                    "view": list(experiment.view),
                    "events": [[round(t, 5), s, k] for t, s, k in events],
                }
                yield f'<script type="application/json" class="sequence">{json.dumps(data, separators=(",", ":"))}</script>'


def _text(value):
    return html.escape(str(value))


def _fill(template, **parts):
    return re.sub(r"\{\{(\w+)\}\}", lambda m: parts[m.group(1)], template)


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
    return "".join(f"<br><small>{_text(reason)}</small>" for reason in said)


def _verdict_cell(verdict):
    return f'<td class="verdict {_class(verdict)}">{_SIGNS[verdict]}</td>'


def _class(verdict):
    """A verdict as the name of a class, which has no blank."""
    return verdict.replace(" ", "-")


def _inline(svg, name):
    """The SVG element with names of its own, since a page has many."""
    svg = svg[svg.index("<svg") :]
    # Names of plots, which nothing refers to and a multiplot repeats.
    svg = re.sub(r'\s+id="gnuplot_plot_\w+"', "", svg)
    svg = re.sub(r"""(\bid=["'])""", rf"\g<1>{name}-", svg)
    svg = re.sub(r"""(href=["']#|url\(#)""", rf"\g<1>{name}-", svg)
    svg = re.sub(r'^<svg ([^>]*?)width="[0-9.]+" height="[0-9.]+"', r"<svg \1", svg, count=1)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)
