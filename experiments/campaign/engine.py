# SPDX-License-Identifier: GPL-2.0-only
"""Runs what is missing by GNU parallel, keeps what has finished, says what fails."""

import contextlib
import os
import shutil
import signal
import subprocess
import time

from . import failures, incoming
from .errors import OUTPUT_LOST, CampaignError, Unwritable, refuse_full_disk

_POLL = 0.2
_PATIENCE = 10.0
_SHOWN_FAILURES = 10


class Engine:
    """One call of GNU parallel."""

    def __init__(self, store, stamps, programs, jobs, logins, progress):
        self._store = store
        self._stamps = stamps
        self._programs = programs
        self._jobs = jobs
        self._logins = logins
        self._progress = progress
        self._offset = 0
        self.failed = 0
        self.strangers = 0

    def run(self, runs):
        """Run all; raises KeyboardInterrupt after what has finished is kept."""
        folder = incoming.new_call(self._store, self._stamps.build_of, runs)
        parallel = self._start(folder, runs)
        self._progress.begin()
        try:
            with contextlib.ExitStack() as stack:
                # The next call keeps what an error leaves in the folder.
                stack.callback(_end, parallel)
                incoming.remember(folder, parallel.pid)
                stack.enter_context(_signals_as_interrupts())
                while parallel.poll() is None:
                    self._keep(folder, runs)
                    time.sleep(_POLL)
        except KeyboardInterrupt:
            self._keep(folder, runs)
            shutil.rmtree(folder, ignore_errors=True)
            raise
        finally:
            self._progress.end()
        self._keep(folder, runs)
        self._check_end(parallel, folder, runs)
        shutil.rmtree(folder)

    def _start(self, folder, runs):
        command = ["parallel", "--will-cite", "--jobs", str(self._jobs)]
        command += ["--joblog", incoming.LOG, "--results", "outputs/{#}/"]
        for login in self._logins:
            command += ["--sshlogin", login]
        text = "".join(run.command(self._programs) + "\n" for run in runs)
        (folder / "commands.txt").write_text(text, encoding="utf-8")
        with (
            open(folder / "commands.txt", encoding="utf-8") as commands,
            open(folder / "parallel.err", "w", encoding="utf-8") as messages,
        ):
            # A session of its own: Ctrl-C shall reach this program only, which then ends the runs.
            return subprocess.Popen(
                command,
                cwd=folder,
                stdin=commands,
                stdout=subprocess.DEVNULL,
                stderr=messages,
                env=os.environ | {"PARALLEL_SHELL": "/bin/sh"},
                start_new_session=True,
            )

    def _keep(self, folder, runs):
        done, self._offset = incoming.read_log(folder, self._offset)
        for entry in done:
            run = runs[entry.number - 1]
            failure = self._keep_one(folder, run, entry)
            if failure:
                self._report(folder, run, entry, failure)
            self._progress.done(run, bool(failure))

    def _keep_one(self, folder, run, entry):
        """Why the run failed, or nothing; for want of room no run has failed."""
        if entry.status == OUTPUT_LOST and entry.host in (":", ""):
            raise Unwritable(self._store.folder)
        if entry.status != 0:
            return failures.reason(_lines_of(incoming.error_of(folder, entry.number)))
        try:
            text = incoming.output_of(folder, entry.number).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return str(error)
        wanted = self._stamps.of(run.program)
        try:
            stamp = self._store.add(run.name, run.command(), text, wanted.build)
        except CampaignError as error:
            return str(error)
        if stamp != wanted:
            self.strangers += 1
        with contextlib.suppress(FileNotFoundError):
            failures.path_of(self._store, run).unlink()
        return ""

    def _report(self, folder, run, entry, failure):
        self.failed += 1
        said = _lines_of(incoming.error_of(folder, entry.number))
        # A run that ended well but for its output says nothing of it itself.
        text = "\n".join(said if entry.status else [*said, failure])
        failures.write(self._store, run, entry.status, self._stamps.of(run.program), text + "\n")
        if self.failed <= _SHOWN_FAILURES:
            where = "" if entry.host in (":", "") else f" on {entry.host}"
            self._progress.say(
                f"failed{where} (exit {entry.status}): {self._progress.name(run)}: "
                f"{run.command()}: {failure}"
            )

    def _check_end(self, parallel, folder, runs):
        ended = len(incoming.read_log(folder)[0])
        if ended < len(runs):
            refuse_full_disk(self._store.folder)
            said = _lines_of(folder / "parallel.err") or [f"status {parallel.returncode}"]
            message = failures.reason(said)
            raise CampaignError(
                f"GNU parallel ended after {ended} of {len(runs)} runs: {message}; "
                "what has finished is kept, and the same call goes on"
            )


def _lines_of(path):
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _end(parallel):
    """The second of two signals makes GNU parallel kill its runs, not wait for them."""
    for _ in range(2):
        parallel.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            parallel.wait(0.5)
    try:
        parallel.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(parallel.pid, signal.SIGKILL)
        parallel.wait()


@contextlib.contextmanager
def _signals_as_interrupts():
    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = {n: signal.signal(n, interrupt) for n in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
