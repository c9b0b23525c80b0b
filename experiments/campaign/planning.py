# SPDX-License-Identifier: GPL-2.0-only
"""Which runs a call wants, and which of them this ns-3 can do."""

import shlex
import subprocess

from .runs import make_run


def programs_of(experiments, registry):
    """Names of all programs that the runs of some experiments want, and that say whether runs can be done."""
    names = set()
    for template in (t for experiment in experiments for t in experiment.templates()):
        probes = [*template.needs, *(registry.probes(template.label) if template.label else ())]
        names |= {template.program, *(shlex.split(probe)[0] for probe in probes)}
    return names


class Possibility:
    """Asks the programs themselves whether ns-3 has what a run needs; each question once.

    programs: None where there are none to ask; known: what was found lacking before; is_lean: the programs are
    those without ns-3, each of which says itself whether it has all of its options
    """

    def __init__(self, programs, registry, known=(), is_lean=False):
        self.is_lean = is_lean
        self._programs = programs
        self._registry = registry
        self._known = set(known)
        self._answers = {}

    def of(self, template):
        """Whether the template's runs can be done."""
        probes = list(template.needs)
        if self.is_lean:
            probes = [shlex.join([template.program, "--check", *make_run(template, 1).arguments()])]
        elif template.label:
            probes += self._registry.probes(template.label)
        return all([self._ask(probe) for probe in probes])

    @property
    def lacking(self):
        """The questions whose answer is no, now or, where nobody could be asked, before."""
        return {probe for probe, answer in self._answers.items() if not answer}

    def _ask(self, probe):
        if probe not in self._answers:
            program, *arguments = shlex.split(probe)
            path = self._programs.find(program) if self._programs else None
            self._answers[probe] = (
                subprocess.run([path, *arguments], capture_output=True, check=False).returncode == 0
                if path
                else not self._is_missing() and probe not in self._known
            )
        return self._answers[probe]

    def _is_missing(self):
        """Whether a program that is not there cannot be had: the others' may be built elsewhere."""
        return self.is_lean and self._programs is not None


class Plan:
    """The runs of some experiments, each once, with the experiment that asked first."""

    def __init__(self):
        self.runs = []
        self.owners = {}
        self.impossible = []
        # Variants of what is possible for the rest, each as 'VARIANT of EXPERIMENT'.
        self.lacking = []

    def add(self, experiment, possibility, wanted):
        """Add so many seeds of an experiment; wanted may be a function of its possible templates."""
        templates = experiment.templates()
        possible = [t for t in templates if possibility.of(t)]
        if not possible:
            self.impossible.append(experiment.id)
            return
        left_out = {t.label for t in templates} - {t.label for t in possible}
        self.lacking += [f"{label} of {experiment.id}" for label in sorted(left_out)]
        if callable(wanted):
            wanted = wanted(possible)
        for seed in range(1, wanted + 1):
            for template in possible:
                if seed in experiment.seeds_of(template, wanted):
                    self.add_run(experiment, make_run(template, seed))

    def add_run(self, experiment, run):
        """Add a run, unless another experiment has it already."""
        if run.name not in self.owners:
            self.owners[run.name] = experiment.id
            self.runs.append(run)

    def missing(self, index):
        """The runs that the store does not have."""
        return [run for run in self.runs if not index.has(run)]
