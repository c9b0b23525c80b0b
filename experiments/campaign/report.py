# SPDX-License-Identifier: GPL-2.0-only
"""The page of results: one file that needs nothing else, neither network nor a server."""

import base64
import json
import re
from pathlib import Path

from . import cards, outcome, points, sequences, stopping
from .rows import all_rows, text
from .verdict import REPRODUCED

_HERE = Path(__file__).parent
_LARGEST_SVG = 1500000


def is_same(page, other):
    """Whether two pages differ in nothing but when they were written."""
    moment = re.compile(r"<dt>written</dt><dd>[^<]*</dd>")
    return moment.sub("", page) == moment.sub("", other)


class Page:
    """The page of a summary."""

    def __init__(self, summary, command, commit, now):
        self._summary = summary
        self._chapters = [(chapter, cards.lines_of(chapter)) for chapter in summary.chapters]
        self._facts = {
            "command": command,
            "commit": commit or "unknown (no git)",
            "programs": summary.stamp or "no run is there",
            "written": now.strftime("%Y-%m-%d %H:%M"),
        }

    def html(self):
        """The whole file."""
        summary = self._summary
        rows = all_rows(summary.chapters, summary.registry)
        return _fill(
            (_HERE / "page.html").read_text(encoding="utf-8"),
            style=(_HERE / "page.css").read_text(encoding="utf-8"),
            script=(_HERE / "page.js").read_text(encoding="utf-8"),
            facts="".join(f"<dt>{text(k)}</dt><dd>{text(v)}</dd>" for k, v in self._facts.items()),
            notes=self._notes(),
            counts=self._counts(),
            contents="".join(_entry(chapter, lines) for chapter, lines in self._chapters),
            cards="\n".join(self._card(chapter, lines) for chapter, lines in self._chapters),
            published="\n".join(
                row
                for chapter, lines in self._chapters
                for row in cards.table_rows(chapter.experiment.id, lines)
            ),
            number=str(len(rows)),
            open=" open" if outcome.state(summary.chapters) == outcome.FAIL else "",
            rows="\n".join(rows),
        )

    def _notes(self):
        notes = outcome.notes(self._summary)
        return "".join(f'<p class="note">{text(note)}</p>' for note in notes)

    def _counts(self):
        chapters = self._summary.chapters
        return (
            f"<p>{text(outcome.as_in_the_papers(chapters))}</p>"
            f'<p class="{outcome.state(chapters)}">{text(outcome.as_expected(chapters))}</p>'
        )

    def _card(self, chapter, lines):
        experiment = chapter.experiment
        runs = chapter.results.runs
        seeds = chapter.results.most_seeds
        random = f"{seeds} seeds" if experiment.random else "nothing is random"
        if experiment.stop:
            random += f"; {stopping.describe(experiment.stop)}"
        return _fill(
            (_HERE / "card.html").read_text(encoding="utf-8"),
            id=experiment.id,
            title=text(experiment.title),
            paper=text(experiment.paper),
            see=text(experiment.see),
            verdicts=cards.list_of(lines),
            figure=self._figure(experiment),
            panels="".join(_panels(chapter)),
            command=text(f"./reproduce {experiment.id}"),
            run=text(runs[0].command()),
            runs=f"{len(runs)} run{'s' if len(runs) > 1 else ''}, {random}",
            engine=text(self._summary.stamp_of(chapter.results).engine),
            unstated=text(" ".join(experiment.unstated.split())) or "Nothing.",
        )

    def _figure(self, experiment):
        name = experiment.id
        folder = self._summary.store.folder / "figures"
        svg, png = folder / f"{name}.svg", folder / f"{name}.png"
        if not svg.exists():
            return "<p>No figure: runs are missing, or there is one seed only.</p>"
        label = text(f"{name}: {experiment.title}")
        if svg.stat().st_size > _LARGEST_SVG:
            data = base64.b64encode(png.read_bytes()).decode()
            return f'<img alt="{label}" src="data:image/png;base64,{data}">'
        return _inline(svg.read_text(encoding="utf-8"), name, label)


def _entry(chapter, lines):
    """An entry of the contents."""
    experiment = chapter.experiment
    reproduced = sum(line.verdict == REPRODUCED for line in lines)
    count = f" ({reproduced} of {len(lines)} reproduced)" if lines else ""
    return (
        f'<li><a href="#{experiment.id}">{experiment.id}: {text(experiment.title)}</a>{count}</li>'
    )


def _panels(chapter):
    experiment = chapter.experiment
    for variant, place in experiment.sequences:
        events = sequences.of_point(chapter.results.series, variant, points.parse(place))
        if events:
            data = {
                "title": f"{experiment.id}: {variant}" + (f", {place}" if place else ""),
                "view": list(experiment.view),
                "events": [[round(t, 5), s, k] for t, s, k in events],
            }
            shown = json.dumps(data, separators=(",", ":"))
            yield f'<script type="application/json" class="sequence">{shown}</script>'


def _fill(template, **parts):
    return re.sub(r"\{\{(\w+)\}\}", lambda m: parts[m.group(1)], template)


def _inline(svg, name, label):
    """The SVG element with names of its own, since a page has many."""
    svg = svg[svg.index("<svg") :]
    # Names of plots, which nothing refers to and a multiplot repeats.
    svg = re.sub(r'\s+id="gnuplot_plot_\w+"', "", svg)
    svg = re.sub(r"""(\bid=["'])""", rf"\g<1>{name}-", svg)
    svg = re.sub(r"""(href=["']#|url\(#)""", rf"\g<1>{name}-", svg)
    svg = re.sub(r'^<svg ([^>]*?)width="[0-9.]+" height="[0-9.]+"', r"<svg \1", svg, count=1)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
