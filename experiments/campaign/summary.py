# SPDX-License-Identifier: GPL-2.0-only
"""From the store's runs of one stamp to tables, figures, verdicts and the page."""

import datetime
from dataclasses import dataclass, field

from . import aside, failures, figures, frames, outcome, report, tables
from .derive import unpaired
from .errors import CampaignError
from .files import write_whole
from .gather import gather, required_of
from .progress import Steps, say
from .runs import make_run
from .stamp import Stamp, describe_commit
from .statistics import estimate, predict_count
from .verdict import judge, others_of


@dataclass
class Chapter:
    """All that is shown of an experiment."""

    results: object
    estimates: dict = field(default_factory=dict)
    judged: dict = field(default_factory=dict)

    @property
    def experiment(self):
        """Its file's contents."""
        return self.results.experiment

    def unpaired(self, number):
        """What the verdict on a number takes."""
        return unpaired(number.key, self.estimates, self.experiment.derived)

    @property
    def can_be_drawn(self):
        """A figure takes all of its points, and a random one intervals, which one seed has not."""
        has_intervals = not self.experiment.random or self.results.most_seeds > 1
        return self.results.is_complete and has_intervals


class Summary:
    """Everything that a store holds of the stamps of some programs, which a function of their names tells."""

    def __init__(self, store, stamp_of_program, registry, possibility):
        self.store = store
        self.registry = registry
        self.others = store.others(stamp_of_program)
        self.chapters = []
        # What was asked for, and has runs that failed alone.
        self.absent = []
        self._stamp_of_program = stamp_of_program
        self._possibility = possibility

    @property
    def stamp(self):
        """What all runs of the summary have in common, None if there are none."""
        stamps = [self.stamp_of(chapter.results) for chapter in self.chapters]
        return Stamp.common(stamps) if stamps else None

    def stamp_of(self, results):
        """What an experiment's runs have in common."""
        return Stamp.common(self._stamp_of_program(run.program) for run in results.runs)

    def why_failed(self, run):
        """What a run that failed said, or nothing."""
        return failures.read(self.store, run, self._stamp_of_program(run.program))

    def gather(self, pairs):
        """Read the runs; pairs are each experiment's file as of the quick and of the full grid."""
        index = self.store.index(self._stamp_of_program)
        if not len(index):
            held = "; ".join(f"{n} runs of {s}" for s, n in self.others.items()) or "no runs"
            raise CampaignError(f"{self.store.folder} holds {held}, but none to sum up")
        steps = Steps(len(pairs), "reading")
        for quick, full in pairs:
            steps.next(quick.id)
            required = required_of([t for t in quick.templates() if self._possibility.of(t)])
            templates = _distinct(quick.templates() + full.templates())
            results = gather(quick, templates, index, required)
            if results.runs:
                self.chapters.append(Chapter(results))
            elif any(map(self.why_failed, results.missing)):
                self.absent.append(results)
        for chapter in self.chapters:
            chapter.estimates = {key: _estimate(group) for key, group in chapter.results.groups.items()}
            self._judge(chapter)

    def _judge(self, chapter):
        results = chapter.results
        has_all_seeds = results.most_seeds >= results.experiment.least_seeds
        numbers = results.experiment.numbers
        left_out = self._left_out(results.experiment)
        for number in numbers:
            if left_out.intersection(number.variant.split("/")):
                continue
            group = results.groups.get(number.key)
            verdict = judge(
                number,
                chapter.unpaired(number),
                group.is_random if group else True,
                has_all_seeds or not results.experiment.random,
                results.is_complete,
                [chapter.unpaired(other) for other in others_of(number, numbers)],
            )
            chapter.judged[number.key] = number, verdict

    def _left_out(self, experiment):
        """The variants that the lean engine does not have: no run measures their numbers there."""
        if not self._possibility.is_lean:
            return set()
        templates = experiment.templates()
        possible = {t.label for t in templates if self._possibility.of(t)}
        return {t.label for t in templates} - possible

    def write(self, command):
        """Write all files of the campaign's folder."""
        out = self.store.folder
        stamps = [self.stamp_of(chapter.results) for chapter in self.chapters]
        for name in aside.move_aside(out, stamps):
            say(f"{name}: table and figure of other sources are in {out / aside.FOLDER}")
        rows = []
        steps = Steps(len(self.chapters), "drawing")
        for chapter, stamp in zip(self.chapters, stamps):
            name = chapter.experiment.id
            steps.next(name)
            tables.write_tables(chapter.results, chapter.estimates, stamp, out / name)
            frames.write_own_tables(chapter, out / name)
            rows += tables.summary_rows(chapter.results, chapter.estimates, chapter.judged)
            if chapter.can_be_drawn:
                figures.draw(chapter.experiment, out, self.registry, stamp)
        tables.write_summary(rows, out / "summary.csv")
        write_whole(out / frames.SAMPLES, frames.samples(self.chapters).to_csv(index=False))
        commands = {r.command(): None for c in self.chapters for r in c.results.runs}
        write_whole(out / "runs.txt", "".join(f"{c}\n" for c in commands))
        page = report.Page(self, command, describe_commit(), datetime.datetime.now()).html()
        kept = out / "report.html"
        # A page that says the same keeps the moment at which that was found.
        if not kept.exists() or not report.is_same(kept.read_text(encoding="utf-8"), page):
            write_whole(kept, page)

    def conclude(self, failed_runs):
        """Say what came of it; returns the status to end with."""
        out, wrong = self.store.folder, outcome.failures(self.chapters)
        for note in outcome.notes(self):
            say(note)
        for text in wrong:
            say(f"not as expected: {text}")
        say(f"report:  {out / 'report.html'}\nsummary: {out / 'summary.csv'}")
        say(f"samples: {out / frames.SAMPLES}")
        if (out / "figures").is_dir():
            say(f"figures: {out / 'figures'}")
        say(outcome.as_in_the_papers(self.chapters))
        say(outcome.as_expected(self.chapters))
        return 1 if wrong or failed_runs else 0


def _estimate(group):
    values = list(group.values.values())
    found = estimate(values)
    is_counted = group.is_count and found.low is not None
    return found._replace(counts=predict_count(values)) if is_counted else found


def _distinct(templates):
    seen = {}
    for template in templates:
        key = template.label, template.point, make_run(template, 1).name
        seen.setdefault(key, template)
    return list(seen.values())
