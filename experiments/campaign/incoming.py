# SPDX-License-Identifier: GPL-2.0-only
"""Runs on their way into the store.

A call of ./reproduce has a folder of its own, incoming/BUILD/call-XXXX/, with the output of each
run and GNU parallel's log, so that a run which outlives its call writes to nobody else's files.
Commands of --print-runs leave finished outputs in incoming/BUILD/printed/. BUILD is the digests of the
sources and of ns-3's libraries that the programs were built from.
"""

import contextlib
import os
import shlex
import shutil
import signal
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from .errors import CampaignError
from .stamp import Build

LOG = "joblog.txt"
RUNS = "runs.tsv"
_PROCESS = "parallel.pid"
_PATIENCE = 0.5


class Done(NamedTuple):
    """A line of GNU parallel's log."""

    number: int
    host: str
    status: int


def new_call(store, build, runs):
    """A folder for a call, which knows its runs by their numbers, beginning with 1."""
    parent = store.folder / "incoming" / build.name
    parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="call-", dir=parent))
    lines = [f"{run.name}\t{run.command()}\n" for run in runs]
    (folder / RUNS).write_text("".join(lines), encoding="utf-8")
    return folder


def read_log(folder, start=0):
    """Lines of the log from an offset on, and the offset behind them."""
    path = folder / LOG
    if not path.exists():
        return [], start
    with open(path, "rb") as file:
        file.seek(start)
        text = file.read()
    text = text[: text.rfind(b"\n") + 1]
    done = []
    for line in text.decode(errors="replace").splitlines():
        fields = line.split("\t")
        if len(fields) > 7 and fields[0].isdigit():
            status = int(fields[6]) or (128 + int(fields[7]) if int(fields[7]) else 0)
            done.append(Done(int(fields[0]), fields[1], status))
    return done, start + len(text)


def output_of(folder, number):
    """Where GNU parallel puts the output of a run."""
    return folder / "outputs" / str(number) / "stdout"


def error_of(folder, number):
    """Where GNU parallel puts what it says on stderr."""
    return folder / "outputs" / str(number) / "stderr"


def printed_folder(store, build):
    """Where the commands of --print-runs leave their outputs."""
    return store.folder / "incoming" / build.name / "printed"


def print_commands(store, build, runs, programs):
    """A line for each run, for any shell or queue, that leaves its output for --summarize."""
    folder = printed_folder(store, build)
    for program in {run.program for run in runs}:
        (folder / program).mkdir(parents=True, exist_ok=True)
    known = _read_names(folder)
    with open(folder / RUNS, "a", encoding="utf-8") as file:
        for run in runs:
            if run.name not in known:
                file.write(f"{run.name}\t{run.command()}\n")
    for run in runs:
        whole = shlex.quote(str(folder / f"{run.name}.csv"))
        yield f"{run.command(programs)} >{whole}.$$ && mv {whole}.$$ {whole}"


def _read_names(folder):
    path = folder / RUNS
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


def remember(folder, process):
    """Note the number of the GNU parallel that works in a call's folder."""
    (folder / _PROCESS).write_text(f"{process}\n", encoding="utf-8")


def _end_orphan(folder):
    """A call that was killed leaves its GNU parallel behind, whose working folder is the call's."""
    with contextlib.suppress(OSError, ValueError):
        process = int((folder / _PROCESS).read_text(encoding="utf-8"))
        # The first of two signals lets the runs go on to their end, the second kills them.
        for _ in range(2):
            if Path(f"/proc/{process}/cwd").resolve() == folder.resolve():
                os.kill(process, signal.SIGTERM)
                time.sleep(_PATIENCE)


def collect(store):
    """Take into the store what other calls left; returns how many runs that were."""
    number = 0
    for folder in sorted((store.folder / "incoming").glob("*/")):
        build = Build.parse(folder.name)
        for call in sorted(folder.glob("call-*/")):
            _end_orphan(call)
            number += _collect_call(store, build, call)
            shutil.rmtree(call, ignore_errors=True)
        number += _collect_printed(store, build, folder / "printed")
    return number


def _collect_call(store, build, folder):
    names = list(_read_names(folder).items())
    number = 0
    for done in read_log(folder)[0]:
        path = output_of(folder, done.number)
        if done.status == 0 and done.number <= len(names) and path.exists():
            number += _take(store, *names[done.number - 1], path, build)
    return number


def _collect_printed(store, build, folder):
    names = _read_names(folder)
    number = 0
    for path in sorted(folder.glob("*/*.csv")):
        name = str(path.relative_to(folder).with_suffix(""))
        if name in names and _take(store, name, names[name], path, build):
            path.unlink()
            number += 1
    return number


def _take(store, name, command, path, build):
    """A run that cannot be written raises OSError, and stays where it is."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return 0
    try:
        store.add(name, command, text, build)
    except CampaignError:
        return 0
    return 1
