# SPDX-License-Identifier: GPL-2.0-only
"""Runs on their way into the store.

A call of ./reproduce has a folder of its own, incoming/call-XXXX/, with the output of each
run and GNU parallel's log, so that a run which outlives its call writes to nobody else's files.
Commands of --print-runs leave finished outputs in incoming/printed/BUILD/. BUILD is the digests of what
the program was made of; a list in each folder names the runs, with the BUILD and the command of each.
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


def new_call(store, build_of, runs):
    """A folder for a call, which knows its runs by their numbers, beginning with 1; build_of is a function
    of a program's name."""
    parent = store.folder / "incoming"
    parent.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="call-", dir=parent))
    lines = [_line(run, build_of(run.program)) for run in runs]
    (folder / RUNS).write_text("".join(lines), encoding="utf-8")
    return folder


def _line(run, build):
    return f"{run.name}\t{build.name}\t{run.command()}\n"


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


def print_commands(store, build_of, runs, programs):
    """A line for each run, for any shell or queue, that leaves its output for --summarize."""
    for program in dict.fromkeys(run.program for run in runs):
        build = build_of(program)
        folder = store.folder / "incoming" / "printed" / build.name
        (folder / program).mkdir(parents=True, exist_ok=True)
        known = {name for name, *_ in _read_lines(folder)}
        of_program = [run for run in runs if run.program == program]
        with open(folder / RUNS, "a", encoding="utf-8") as file:
            file.writelines(_line(run, build) for run in of_program if run.name not in known)
        for run in of_program:
            whole = shlex.quote(str(folder / f"{run.name}.csv"))
            yield f"{run.command(programs)} >{whole}.$$ && mv {whole}.$$ {whole}"


def _read_lines(folder):
    """Name, build and command of each run, in order."""
    path = folder / RUNS
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t", 2) for line in lines if line.count("\t") > 1]


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
    for call in sorted((store.folder / "incoming").glob("call-*/")):
        _end_orphan(call)
        number += _collect_call(store, call)
        shutil.rmtree(call, ignore_errors=True)
    for folder in sorted((store.folder / "incoming").glob("printed/*/")):
        number += _collect_printed(store, folder)
    return number


def _collect_call(store, folder):
    lines = _read_lines(folder)
    number = 0
    for done in read_log(folder)[0]:
        path = output_of(folder, done.number)
        if done.status == 0 and done.number <= len(lines) and path.exists():
            number += _take(store, *lines[done.number - 1], path)
    return number


def _collect_printed(store, folder):
    lines = {line[0]: line for line in _read_lines(folder)}
    number = 0
    for path in sorted(folder.glob("*/*.csv")):
        name = str(path.relative_to(folder).with_suffix(""))
        if name in lines and _take(store, *lines[name], path):
            path.unlink()
            number += 1
    return number


def _take(store, name, build, command, path):
    """A run that cannot be written raises OSError, and stays where it is."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return 0
    try:
        store.add(name, command, text, Build.parse(build))
    except CampaignError:
        return 0
    return 1
