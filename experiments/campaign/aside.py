# SPDX-License-Identifier: GPL-2.0-only
"""Tables and figures of other sources, which a campaign's folder has from earlier calls, go to a folder of
their own: what lies beside summary.csv is of the sources that it is of."""

import re
import shutil

from .outputs import read_description

FOLDER = "of-other-sources"
_DRAWN = re.compile(r"data of .*\((?:sources )?([0-9a-f]+)\) on .*\(libraries ([0-9a-f]*)\)")


def label(stamp):
    """The lines that say in a table what it is of."""
    return {"sources": stamp.content, "libraries": stamp.libraries}


def move_aside(out, stamps):
    """Move what is of none of these stamps; returns the names of the experiments."""
    these = {(stamp.content, stamp.libraries) for stamp in stamps}
    moved = set()
    for folder in sorted({path.parent for path in out.glob("*/*.csv")}):
        found = {_of_table(path) for path in folder.glob("*.csv")} - {None}
        if found and not found & these:
            _move(folder, out / FOLDER / _name(found.pop()) / folder.name)
            moved.add(folder.name)
    for svg in sorted(out.glob("figures/*.svg")):
        found = _of_figure(svg)
        if found and found not in these:
            for path in sorted(out.glob(f"figures/{svg.stem}.*")):
                _move(path, out / FOLDER / _name(found) / "figures" / path.name)
            moved.add(svg.stem)
    return sorted(moved)


def _name(build):
    return "+".join(filter(None, build))


def _of_table(path):
    said = read_description(path.read_text(encoding="utf-8"))
    # Older tables do not name the libraries.
    return (said["sources"], said.get("libraries", "")) if "sources" in said else None


def _of_figure(path):
    found = _DRAWN.search(path.read_text(encoding="utf-8")[:4000])
    return found.groups() if found else None


def _move(path, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    if to.is_dir():
        shutil.rmtree(to)
    shutil.move(path, to)
