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

    is_ours: whether they are built from this checkout's sources; engine: what they simulate with
    """

    def __init__(self, folders, is_ours=True, engine="ns3"):
        self.engine = engine
        self.folders = [Path(folder) for folder in folders]
        self.is_ours = is_ours

    def find(self, name):
        """The program of a name, as it was given or as a tree of ns-3 calls it; None if there is none."""
        for folder in self.folders:
            if _is_executable(folder / name):
                return folder / name
            pattern = re.compile(_IN_TREE.format(name=re.escape(name)))
            found = [p for p in sorted(folder.glob("ns3*")) if pattern.fullmatch(p.name)]
            if len(found) > 1:
                raise Refusal(f"--programs: {found[0]} and {found[1].name}: keep one of them")
            if found and _is_executable(found[0]):
                return found[0]
        return None

    def path(self, name):
        """The program of a name, which has to be there."""
        found = self.find(name)
        if not found:
            raise Refusal(f"there is no program {name} in {' '.join(map(str, self.folders))}")
        return found


def _is_executable(path):
    return path.is_file() and os.access(path, os.X_OK)
