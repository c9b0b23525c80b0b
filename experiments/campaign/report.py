# SPDX-License-Identifier: GPL-2.0-only
"""The page of results: one file that needs nothing else, neither network nor a server."""

import base64
import json
import re
from pathlib import Path

from . import cards, outcome, points, sequences, stopping
from .rows import all_rows

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
        self._facts = {
            "command": command,
            "commit": commit or "unknown (no git)",
            "programs": summary.stamp or "no run is there",
            "written": now.strftime("%Y-%m-%d %H:%M"),
        }

    def html(self):
        """The whole file."""
        # Jinja2 takes longer to be loaded than most calls of ./reproduce take.
        import jinja2

        templates = jinja2.FileSystemLoader(_HERE)
        environment = jinja2.Environment(loader=templates, autoescape=True, trim_blocks=True, lstrip_blocks=True)
        summary = self._summary
        return environment.get_template("page.html").render(
            style=(_HERE / "page.css").read_text(encoding="utf-8"),
            script=(_HERE / "page.js").read_text(encoding="utf-8"),
            in_papers=outcome.as_in_the_papers(summary.chapters),
            as_expected=outcome.as_expected(summary.chapters),
            state=outcome.state(summary.chapters),
            notes=outcome.notes(summary),
            cards=[self._card(chapter) for chapter in summary.chapters],
            rows=all_rows(summary.chapters, summary.registry),
            facts=self._facts,
        )

    def _card(self, chapter):
        experiment, runs = chapter.experiment, chapter.results.runs
        random = f"{chapter.results.most_seeds} seeds" if experiment.random else "nothing is random"
        if experiment.stop:
            random += f"; {stopping.describe(experiment.stop)}"
        return {
            "id": experiment.id,
            "title": experiment.title,
            "paper": experiment.paper,
            "see": experiment.see,
            "lines": cards.lines_of(chapter, self._summary.chapters),
            **self._figure(chapter),
            "sequences": list(_sequences(chapter)),
            "run": runs[0].command(),
            "runs": f"{len(runs)} run{'s' if len(runs) > 1 else ''}, {random}",
            "engine": self._summary.stamp_of(chapter.results).engine,
            "unstated": " ".join(experiment.unstated.split()),
        }

    def _figure(self, chapter):
        experiment, folder = chapter.experiment, self._summary.store.folder / "figures"
        svg, png = (folder / f"{experiment.id}.{kind}" for kind in ("svg", "png"))
        if not svg.exists():
            return {"no_figure": self._why_none(chapter)}
        if svg.stat().st_size > _LARGEST_SVG:
            return {"png": base64.b64encode(png.read_bytes()).decode()}
        return {"svg": _inline(svg.read_text(encoding="utf-8"), experiment.id)}

    def _why_none(self, chapter):
        """Why an experiment could not be drawn, and what the first of its runs that failed said."""
        missing = chapter.results.missing
        if not missing:
            return "there is one seed only."
        failed = next(filter(None, map(self._summary.why_failed, missing)), "")
        return f"{len(missing)} of its runs are missing." + (f" One failed: {failed}." if failed else "")


def _sequences(chapter):
    experiment = chapter.experiment
    for variant, place in experiment.sequences:
        events = sequences.of_point(chapter.results.series, variant, points.parse(place))
        if events:
            data = {
                "title": f"{experiment.id}: {variant}" + (f", {place}" if place else ""),
                "view": list(experiment.view),
                "events": [[round(t, 5), s, k] for t, s, k in events],
            }
            yield json.dumps(data, separators=(",", ":"))


def _inline(svg, name):
    """The SVG element with names of its own, since a page has many."""
    svg = svg[svg.index("<svg") :]
    # Names of plots, which nothing refers to and a multiplot repeats.
    svg = re.sub(r'\s+id="gnuplot_plot_\w+"', "", svg)
    svg = re.sub(r"""(\bid=["'])""", rf"\g<1>{name}-", svg)
    svg = re.sub(r"""(href=["']#|url\(#)""", rf"\g<1>{name}-", svg)
    return re.sub(r'^<svg ([^>]*?)width="[0-9.]+" height="[0-9.]+"', r"<svg \1", svg, count=1)
