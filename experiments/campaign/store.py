# SPDX-License-Identifier: GPL-2.0-only
"""The folder of a campaign. Runs are added to it and never deleted.

campaign.json      says that the folder is one, and which experiments were asked for
runs/STAMP/PROGRAM/DIGEST-SEED.csv
                   a finished run's output, its command above it
incoming/          runs that are not finished, or that nobody has looked at yet
failed/            what runs that failed printed
"""

import fcntl
import json
import os
import re
from pathlib import Path

from .errors import CampaignError, Refusal
from .outputs import read_description
from .stamp import Stamp, stamp_of

_MARK = {"what": "results of tcp-lossy's ./reproduce", "format": 1, "experiments": []}
_COMMAND = "# command: "


class Store:
    """A campaign's folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self._lock = None

    def refuse_foreign(self):
        """Refuse a folder that no campaign made, unless it is empty or not there."""
        folder = self.folder
        if not folder.exists():
            _refuse_unwritable(folder, _first_existing(folder.parent))
            return
        if not folder.is_dir():
            raise Refusal(f"--out: {folder} is no folder")
        if not (folder / "campaign.json").exists() and any(folder.iterdir()):
            raise Refusal(
                f"--out: {folder} holds files that no campaign made (there is no campaign.json); "
                "name another folder, or an empty one"
            )
        _refuse_unwritable(folder, folder)

    def open(self):
        """Make the folder if need be, and keep others from writing to it."""
        self.refuse_foreign()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            mark = self.folder / "campaign.json"
            if not mark.exists():
                _write_whole(mark, json.dumps(_MARK) + "\n")
            self._lock = open(self.folder / "campaign.json", "r+", encoding="utf-8")
        except OSError as error:
            raise Refusal(f"--out: cannot write to {self.folder}: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise Refusal(f"--out: another campaign is writing to {self.folder}") from error

    def close(self):
        """Let others write to the folder."""
        self._lock.close()

    def asked(self):
        """Experiments that were asked for, in this call or before."""
        self._lock.seek(0)
        return json.load(self._lock)["experiments"]

    def ask(self, names):
        """Remember that these were asked for."""
        if set(names) <= set(self.asked()):
            return
        content = _MARK | {"experiments": sorted(set(self.asked()) | set(names))}
        self._lock.seek(0)
        self._lock.write(json.dumps(content) + "\n")
        self._lock.truncate()
        self._lock.flush()

    def stamps(self):
        """Stamps of which there are runs, with how many."""
        found = {}
        for path in sorted((self.folder / "runs").glob("*/")):
            stamp = Stamp.parse(path.name)
            number = sum(1 for _ in path.glob("*/*.csv"))
            if stamp and number:
                found[stamp] = number
        return found

    def index(self, stamp):
        """What there is of one stamp."""
        return Index(self.folder / "runs" / stamp.name)

    def add(self, run_name, command, text, build):
        """Keep a finished run's output; the stamp is what the output itself says.

        What is there stays: a run can be found twice, by the call that was interrupted and after it.
        """
        if not text.endswith("\n"):
            raise CampaignError(f"{command}: the output is not complete")
        stamp = stamp_of(read_description(text), build)
        if stamp is None:
            raise CampaignError(f"{command}: the output does not say '# tcp-lossy:' and '# ns-3:'")
        path = self.folder / "runs" / stamp.name / f"{run_name}.csv"
        if path.exists():
            return stamp
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_whole(path, f"{_COMMAND}{command}\n{text}")
        return stamp


class Index:
    """The runs of one stamp."""

    def __init__(self, folder):
        self._folder = folder
        self._names = {
            str(path.relative_to(folder).with_suffix("")) for path in folder.glob("*/*.csv")
        }
        self._seeds = {}
        for name in self._names:
            program, _, rest = name.partition("/")
            found = re.search(r"-(\d+)$", rest)
            if found:
                self._seeds.setdefault(program, set()).add(int(found.group(1)))

    def __len__(self):
        return len(self._names)

    def has(self, run):
        """Whether the run is there."""
        return run.name in self._names

    def seeds(self, program):
        """Seeds with which the program was run, in order."""
        return sorted(self._seeds.get(program, ()))

    def read(self, run):
        """The run's output."""
        return (self._folder / f"{run.name}.csv").read_text(encoding="utf-8")


def _write_whole(path, text):
    """Write a file that is there as a whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _first_existing(folder):
    while not folder.exists():
        folder = folder.parent
    return folder


def _refuse_unwritable(folder, existing):
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise Refusal(f"--out: cannot write to {folder}: {existing} is not writable")
