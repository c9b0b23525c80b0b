# SPDX-License-Identifier: GPL-2.0-only
"""One call of ./reproduce."""

import contextlib
import difflib
import os
import resource
import shlex
import subprocess
import sys
import time
from functools import partial

from . import arguments, fingerprint, hosts, incoming, planning, summary
from .engine import Engine
from .errors import CampaignError, Refusal, forbidden_as_refusal, unwritable_as_error
from .laboratory import Laboratory
from .planning import Plan, Possibility
from .programs import Programs
from .progress import Progress, say
from .rejudge import rejudge
from .stamp import LEAN, OWN, PROBE, ROOT, UNKNOWN, Stamp, Stamps
from .stopping import seeds_wanted
from .store import Store
from .variants import Registry

_PREPARE = ROOT / "scripts" / "build-programs"
_INTERRUPTED = 130


def main(words):
    """Returns the status to end with."""
    try:
        with forbidden_as_refusal():
            call = _Call(arguments.parse(words), words)
            with unwritable_as_error(call.options.summarize or call.options.out):
                return call.run()
    except CampaignError as error:
        for line in str(error).splitlines():
            print(f"reproduce: error: {line}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print("reproduce: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


class _Call:
    def __init__(self, options, words):
        self.options = options
        self.words = words
        self.registry = Registry(options.experiments / "variants.csv")
        self.laboratory = self._laboratory(options.full)

    def _laboratory(self, is_full):
        return Laboratory(self.options.experiments, self.registry, is_full, self.options.trace)

    def run(self):
        options = self.options
        if options.list:
            for experiment in map(self.laboratory.load, self.laboratory.ids()):
                print(f"{experiment.id:<13} {experiment.title}")
            return 0
        if options.judge:
            return self._judge()
        experiments = self._choose()
        if options.summarize:
            return self._summarize_alone()
        store = Store(options.out)
        if not options.build:
            store.refuse_foreign()
        programs = self._build(experiments)
        stamps = Stamps(programs)
        used = self._stamps_of(experiments, stamps) if not options.build else {PROBE: stamps.of(PROBE)}
        if options.engine == LEAN:
            self._refuse_ns3(programs, used)
        for stamp in dict.fromkeys(used.values()):
            names = [name for name in used if used[name] == stamp]
            say(f"programs: {stamp}" + (f": {' '.join(names)}" if len(set(used.values())) > 1 else ""))
        if options.build:
            return 0
        hosts.check_hosts(options.sshlogin, programs, used)
        store.open()
        with contextlib.closing(store):
            return self._work(experiments, store, stamps, programs)

    @staticmethod
    def _stamps_of(experiments, stamps):
        """The stamps of all programs that experiments run, as far as they are there, by name."""
        names = dict.fromkeys(t.program for e in experiments for t in e.templates())
        return {name: stamp for name in names if (stamp := stamps.of(name))}

    @staticmethod
    def _refuse_ns3(programs, stamps):
        """Refuse programs of --programs that load ns-3: all would be left out, as if the engine lacked something."""
        for name, stamp in stamps.items():
            if stamp and stamp.version == OWN and stamp.release != UNKNOWN:
                path = programs.path(name)
                raise Refusal(f"--engine: {path} runs in ns-3 {stamp.release}, not in the lean engine")

    def _judge(self):
        """Returns 1 if a number is not as it must be."""
        failures = [f for path in self.options.judge for f in rejudge(path, self.laboratory)]
        for text in failures:
            say(f"not as expected: {text}")
        return 1 if failures else 0

    def _work(self, experiments, store, stamps, programs):
        """What is asked for, in a store that is open."""
        options = self.options
        incoming.collect(store)
        known = store.remembered()[1]
        possibility = Possibility(programs, self.registry, known, options.engine == LEAN)
        if options.fingerprint:
            return self._fingerprint(experiments, store, stamps, programs, possibility)
        plan = self._plan(experiments, possibility, store.index(stamps.of))
        for name in plan.impossible + plan.lacking:
            who = "the lean engine" if options.engine == LEAN else "this ns-3"
            say(f"leaving out {name}: {who} lacks what it needs")
        if not plan.runs:
            raise CampaignError("nothing is left to run")
        for name in {run.program for run in plan.runs}:
            programs.path(name)
        store.ask([e.id for e in experiments if e.id not in plan.impossible])
        self._remember(store, stamps, possibility)
        if options.print_runs:
            missing = plan.missing(store.index(stamps.of))
            for line in incoming.print_commands(store, stamps.build_of, missing, programs):
                print(line)
            return 0
        failed = self._run(plan, store, stamps, programs)
        # A rule of an experiment may want more seeds once it has seen these.
        while not failed:
            plan = self._plan(experiments, possibility, store.index(stamps.of))
            if not plan.missing(store.index(stamps.of)):
                break
            failed = self._run(plan, store, stamps, programs)
        if failed and not len(store.index(stamps.of)):
            raise CampaignError(
                f"{failed} runs failed: see {store.folder / 'failed'}; none is left to sum up"
            )
        return self._summarize(store, stamps.of, possibility, failed)

    def _asked(self, store):
        """All experiments that the store was asked for, each as of the quick and of the full grid."""
        quick, full = (self._laboratory(is_full) for is_full in (False, True))
        asked = store.asked()
        return [(quick.load(name), full.load(name)) for name in quick.ids() if name in asked]

    def _remember(self, store, stamps, possibility):
        """Leave in the store what --summarize, which has no programs, cannot ask."""
        experiments = [experiment for pair in self._asked(store) for experiment in pair]
        for experiment in experiments:
            for template in experiment.templates():
                possibility.of(template)
        store.remember(self._stamps_of(experiments, stamps), possibility.lacking)

    def _choose(self):
        known = self.laboratory.ids()
        for name in self.options.ids:
            if name not in known:
                raise Refusal(f"unknown experiment {name}; {_suggest(name, known)}")
        wanted = [name for name in known if name in self.options.ids]
        loaded = [self.laboratory.load(name) for name in wanted or known]
        # What is run by its name only has a fingerprint if the file says so: CPU times have none.
        kept = fingerprint.read(self._fingerprints()) if self.options.fingerprint else ()
        held = {name for name, _ in kept}
        return [e for e in loaded if wanted or e.by_default or e.id in held]

    def _fingerprints(self):
        return self.options.experiments / "fingerprints.csv"

    def _build(self, experiments):
        """The programs; what the build says goes to stderr and its log."""
        options = self.options
        if options.programs:
            return Programs(options.programs, is_ours=False)
        engine = LEAN if options.engine == LEAN else str(options.ns3 or "")
        command = [str(_PREPARE), str(options.jobs), engine]
        if options.ids or not options.build:
            command += sorted(planning.programs_of(experiments, self.registry) | {PROBE})
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise CampaignError("there are no programs to run", done.returncode)
        return Programs([done.stdout.strip()], engine=options.engine)

    def _plan(self, experiments, possibility, index):
        plan = Plan()
        for experiment in experiments:
            most = experiment.seeds[1 if self.options.full else 0]
            wanted = self.options.seeds or partial(
                seeds_wanted, experiment, index=index, most=most
            )
            plan.add(experiment, possibility, wanted)
        return plan

    def _run(self, plan, store, stamps, programs):
        """Returns how many runs failed."""
        missing = plan.missing(store.index(stamps.of))
        say(
            f"{len(plan.runs)} runs wanted, {len(plan.runs) - len(missing)} are there, "
            f"{len(missing)} to do, {self.options.jobs} at once"
        )
        if not missing:
            return 0
        progress = Progress({run.name: plan.owners[run.name] for run in missing})
        engine = Engine(store, stamps, programs, self.options.jobs, self.options.sshlogin, progress)
        start, cpu = time.monotonic(), _cpu_time()
        try:
            engine.run(missing)
        except KeyboardInterrupt:
            left = len(plan.missing(store.index(stamps.of)))
            raise CampaignError(
                f"interrupted: {len(plan.runs) - left} of {len(plan.runs)} runs are done and kept in "
                f"{store.folder}; the same call goes on with the other {left}",
                _INTERRUPTED,
            ) from None
        say(
            f"{len(missing)} runs in {time.monotonic() - start:.0f} s, "
            f"{_cpu_time() - cpu:.0f} s of this machine's CPU time"
        )
        if engine.failed:
            say(f"{engine.failed} runs failed: see {store.folder / 'failed'}")
        if engine.strangers:
            say(
                f"{engine.strangers} runs came from programs of other sources or another ns-3 "
                f"than {_common(stamps, missing)}: they are kept aside"
            )
        return engine.failed + engine.strangers

    def _fingerprint(self, experiments, store, stamps, programs, possibility):
        plan, chosen = Plan(), {}
        for experiment in experiments:
            chosen[experiment.id] = fingerprint.runs_of(experiment, possibility)
            for run in chosen[experiment.id].values():
                plan.add_run(experiment, run)
        if not plan.runs:
            raise CampaignError("nothing is left to run")
        if self._run(plan, store, stamps, programs):
            return 1
        index, release = store.index(stamps.of), _common(stamps, plan.runs).release
        found = {name: fingerprint.digest(runs, index) for name, runs in chosen.items() if runs}
        path = self._fingerprints()
        if self.options.fingerprint == "update":
            say(f"{fingerprint.update(path, found, release)} fingerprints are new in {path}")
            return 0
        problems = fingerprint.check(path, found, release)
        for problem in problems:
            say(problem)
        say(f"{len(found) - len(problems)} of {len(found)} fingerprints are what they were")
        return 1 if problems else 0

    def _summarize_alone(self):
        """Of what a folder holds: nothing is built, and nothing run."""
        store = Store(self.options.summarize, "--summarize")
        store.refuse_no_campaign()
        store.open()
        with contextlib.closing(store):
            incoming.collect(store)
            stamps, lacking = store.remembered()
            is_lean = any(stamp.release == LEAN for stamp in stamps.values())
            possibility = Possibility(None, self.registry, lacking, is_lean)
            return self._summarize(store, stamps.get, possibility, 0)

    def _summarize(self, store, stamp_of_program, possibility, failed):
        result = summary.Summary(store, stamp_of_program, self.registry, possibility)
        result.gather(self._asked(store))
        result.write(shlex.join(["./reproduce", *self.words]))
        return result.conclude(failed)


def _suggest(name, known):
    """What was meant by the name of an experiment that there is not."""
    by_case = {one.casefold(): one for one in known}
    near = difflib.get_close_matches(name.casefold(), by_case, 1)
    return f"did you mean {by_case[near[0]]}?" if near else f"there are: {' '.join(known)}"


def _common(stamps, runs):
    """What the programs of some runs have in common."""
    return Stamp.common(stamps.of(run.program) for run in runs)


def _cpu_time():
    """Seconds that the programs that were run and have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
