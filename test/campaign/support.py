# SPDX-License-Identifier: GPL-2.0-only
"""What the campaign's tests share."""

import contextlib
import resource
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENTS = ROOT / "experiments"
sys.path.insert(0, str(EXPERIMENTS))

HEADER = "id,quantity,variant,x,unit,seed,time,value"


def output(rows, version="0.1.0", release="3.44"):
    """A program's output, as its rows (quantity, variant, x, unit, time, value) make it."""
    lines = [f"# tcp-lossy: {version}", f"# ns-3: {release}", "# delay: 0.005 s each pass", HEADER]
    lines += [f"T,{q},{v},{x},{u},1,{t},{value}" for q, v, x, u, t, value in rows]
    return "\n".join(lines) + "\n"


@contextlib.contextmanager
def short_files(octets):
    """No file may be longer: what is written beyond fails as on a full disk, with the file cut off."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (octets, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def scratch(case):
    """A folder that the test case, or the function that it is given to add a cleanup with, removes."""
    folder = tempfile.TemporaryDirectory()
    getattr(case, "addCleanup", case)(folder.cleanup)
    return Path(folder.name)
