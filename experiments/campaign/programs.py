# SPDX-License-Identifier: GPL-2.0-only
"""The programs that a campaign runs: the experiments' own, which ./reproduce builds, or whatever was
built elsewhere (--programs), such as a program in scratch/ of an ns-3 tree."""

import os
import re
from pathlib import Path

from .errors import Refusal

# What a tree of ns-3 makes of a program's name: ns3.44-NAME-default.
_IN_TREE = r"ns3(\.\d+|-dev)[\w.]*-{name}(-\w+)?"


class Programs:
    """Folders of programs, the first ones first.

    is_ours: whether they are built from this checkout's sources
    """

    def __init__(self, folders, is_ours=True):
        self.folders = [Path(folder) for folder in folders]
        self.is_ours = is_ours

    def path(self, name):
        """The program of a name, as it was given or as a tree of ns-3 calls it."""
        for folder in self.folders:
            if _is_executable(folder / name):
                return folder / name
            pattern = re.compile(_IN_TREE.format(name=re.escape(name)))
            found = [p for p in sorted(folder.glob("ns3*")) if pattern.fullmatch(p.name)]
            if len(found) > 1:
                raise Refusal(f"--programs: {found[0]} and {found[1].name}: keep one of them")
            if found and _is_executable(found[0]):
                return found[0]
        raise Refusal(f"there is no program {name} in {' '.join(map(str, self.folders))}")

    def files(self):
        """All programs; of ours those that a compiler made."""
        is_one = _is_binary if self.is_ours else _is_executable
        return [p for folder in self.folders for p in sorted(folder.iterdir()) if is_one(p)]


def _is_executable(path):
    return path.is_file() and os.access(path, os.X_OK)


def _is_binary(path):
    if not _is_executable(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"
