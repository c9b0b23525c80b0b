# SPDX-License-Identifier: GPL-2.0-only
"""What runs that failed printed: a file for each, failed/PROGRAM/DIGEST-SEED.txt, until the run succeeds."""

import re


def path_of(store, run):
    """Where what a run printed is kept."""
    return store.folder / "failed" / f"{run.name}.txt"


def write(store, run, status, stamp, text):
    """Keep it: the command, how the run ended, and all that the program said."""
    path = path_of(store, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{run.command()}\n{_head(status, stamp)}\n{text}", encoding="utf-8")


def read(store, run, stamp):
    """Why a run failed, with its command; nothing if it did not, or was of another stamp."""
    try:
        command, head, *lines = path_of(store, run).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    status = head.removeprefix("exit ").partition(" ")[0]
    if head != _head(status, stamp):
        return ""
    return f"{command} (exit {status}): {reason(lines)}"


def reason(lines):
    """Of what a program said on stderr the line that tells why it failed."""
    said = [line.strip() for line in lines if line.strip()]
    # ns-3 says why before it says how it ended.
    why = re.search(r'msg="(.*?)", \+', "\n".join(said))
    return why.group(1) if why else said[-1] if said else "no message"


def _head(status, stamp):
    return f"exit {status} of {stamp}"
