# SPDX-License-Identifier: GPL-2.0-only
"""The folder of a campaign. Runs are added to it and never deleted.

campaign.json      says that the folder is one, which experiments were asked for, and of which stamps the
                   last call's programs were
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
from .files import write_whole
from .outputs import read_description
from .stamp import Stamp, stamp_of

_MARK = {
    "what": "results of tcp-lossy's ./reproduce",
    "format": 1,
    "experiments": [],
    "stamps": {},
    "lacking": [],
}
_COMMAND = "# command: "


class Store:
    """A campaign's folder."""

    def __init__(self, folder, option="--out"):
        self.folder = Path(folder)
        self._option = option
        self._lock = None

    def refuse_no_campaign(self):
        """Refuse a folder that no campaign made, or that is not there."""
        if not os.path.exists(self.folder):
            raise Refusal(f"{self._option}: there is no folder {self.folder}")
        if not (self.folder / "campaign.json").is_file():
            raise Refusal(
                f"{self._option}: no campaign made {self.folder} (there is no campaign.json)"
            )

    def refuse_foreign(self):
        """Refuse a folder that no campaign made, unless it is empty or not there."""
        folder = self.folder
        if not folder.exists():
            self._refuse_unwritable(_first_existing(folder.parent))
            return
        if not folder.is_dir():
            raise Refusal(f"{self._option}: {folder} is no folder")
        if not (folder / "campaign.json").exists() and any(folder.iterdir()):
            raise Refusal(
                f"{self._option}: {folder} holds files that no campaign made (there is no "
                "campaign.json); name another folder, or an empty one"
            )
        if (folder / "campaign.json").exists():
            self._read_mark()
        self._refuse_unwritable(folder)

    def _refuse_unwritable(self, existing):
        if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
            raise Refusal(
                f"{self._option}: cannot write to {self.folder}: {existing} is not writable"
            )

    def open(self):
        """Make the folder if need be, and keep others from writing to it."""
        self.refuse_foreign()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            mark = self.folder / "campaign.json"
            if not mark.exists():
                write_whole(mark, json.dumps(_MARK) + "\n")
            self._lock = open(mark, "r+", encoding="utf-8")
        except OSError as error:
            raise Refusal(
                f"{self._option}: cannot write to {self.folder}: {error.strerror}"
            ) from error
        # A campaign may have put another file in this one's place since this one was opened: then it holds that one.
        if not _hold(self._lock) or not os.path.samestat(os.fstat(self._lock.fileno()), mark.stat()):
            self.close()
            raise Refusal(f"{self._option}: another campaign is writing to {self.folder}")

    def close(self):
        """Let others write to the folder."""
        self._lock.close()

    def asked(self):
        """Experiments that were asked for, in this call or before."""
        return self._read_mark()["experiments"]

    def ask(self, names):
        """Remember that these were asked for."""
        self._write_mark(experiments=sorted({*self.asked(), *names}))

    def remember(self, stamps, lacking):
        """What a summary without programs has to know: the stamps by the programs' names, and the commands
        that told that ns-3 lacks something."""
        self._write_mark(stamps={p: s.name for p, s in stamps.items()}, lacking=sorted(lacking))

    def remembered(self):
        """Both, as the last call left them."""
        mark = self._read_mark()
        return {p: Stamp.parse(name) for p, name in mark["stamps"].items()}, mark["lacking"]

    def _read_mark(self):
        mark = self.folder / "campaign.json"
        try:
            found = json.loads(mark.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = None
        if not isinstance(found, dict):
            raise Refusal(
                f"{self._option}: {mark} is not as a campaign leaves it; put '{{}}' into it to go on: the runs are "
                "kept, and which experiments were asked for is forgotten"
            )
        return _MARK | found

    def _write_mark(self, **changed):
        before = self._read_mark()
        if before | changed == before:
            return
        held = write_whole(self.folder / "campaign.json", json.dumps(before | changed) + "\n", _open_held)
        self.close()
        self._lock = held

    def others(self, stamp_of_program):
        """Stamps of which there are runs beside those that index() has, with how many."""
        found = {}
        for folder in sorted((self.folder / "runs").glob("*/*/")):
            stamp = Stamp.parse(folder.parent.name)
            number = sum(1 for _ in folder.glob("*.csv"))
            if stamp and number and stamp != stamp_of_program(folder.name):
                found[stamp] = found.get(stamp, 0) + number
        return found

    def index(self, stamp_of_program):
        """What there is of each program's own stamp, which a function of its name tells, or None."""
        return Index(self.folder / "runs", stamp_of_program)

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
        write_whole(path, f"{_COMMAND}{command}\n{text}")
        return stamp


class Index:
    """The runs of each program's own stamp."""

    def __init__(self, folder, stamp_of_program):
        self._paths = {}
        self._seeds = {}
        for place in folder.glob("*/*/"):
            stamp = stamp_of_program(place.name)
            if stamp and stamp.name == place.parent.name:
                for path in place.glob("*.csv"):
                    self._add(place.name, path)

    def _add(self, program, path):
        self._paths[f"{program}/{path.stem}"] = path
        found = re.search(r"-(\d+)$", path.stem)
        if found:
            self._seeds.setdefault(program, set()).add(int(found.group(1)))

    def __len__(self):
        return len(self._paths)

    def has(self, run):
        """Whether the run is there."""
        return run.name in self._paths

    def seeds(self, program):
        """Seeds with which the program was run, in order."""
        return sorted(self._seeds.get(program, ()))

    def read(self, run):
        """The run's output."""
        return self._paths[run.name].read_text(encoding="utf-8")


def _hold(file):
    """Whether nobody else holds the file."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _open_held(path):
    """A file that nobody else knows of yet, opened and held."""
    file = open(path, "r+", encoding="utf-8")
    _hold(file)
    return file


def _first_existing(folder):
    while not folder.exists():
        folder = folder.parent
    return folder
