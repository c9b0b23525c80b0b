# SPDX-License-Identifier: GPL-2.0-only
"""Asks the hosts of --sshlogin, before anything is run, whether they have the same programs."""

import itertools
import re
import shlex
import subprocess

from .errors import Refusal
from .outputs import read_description
from .stamp import OURS, OWN, PROBE, ROOT, Build, stamp_of

_LIMIT = 60


def check_hosts(logins, programs, stamps):
    """Refuse a host that cannot be reached, has no programs, or has other ones; stamps are this machine's,
    by the programs' names."""
    problems = [f"{login}: {p}" for login in logins if (p := _problem(login, programs, stamps))]
    if problems:
        raise Refusal("--sshlogin: " + "\n--sshlogin: ".join(problems))


def _problem(login, programs, stamps):
    command = _ssh(login)
    if command is None:
        return ""
    package = shlex.quote(f"{ROOT}/experiments")
    folders = [shlex.quote(str(folder)) for folder in programs.folders]
    probe = shlex.quote(str(programs.path(PROBE))) if programs.is_ours else "true"
    there = " && ".join(f"test -d {folder}" for folder in folders)
    script = (
        f"test -d {package} || {{ echo no-checkout; exit 0; }}; "
        f"{there} || {{ echo no-programs; exit 0; }}; "
        f"cd {package} && python3 -m campaign.stamp {OURS if programs.is_ours else OWN} "
        f"{shlex.quote(' '.join(stamps))} {' '.join(folders)} && {probe}"
    )
    try:
        done = subprocess.run(
            command + [script], capture_output=True, text=True, timeout=_LIMIT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"cannot be reached: {error}"
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        return f"cannot be used: {said[-1] if said else f'exit {done.returncode}'}"
    if done.stdout.startswith("no-checkout"):
        return f"has no checkout at {ROOT}"
    if done.stdout.startswith("no-programs"):
        how = "; build them there by: ./reproduce --build" if programs.is_ours else ""
        return f"has no programs in {' '.join(folders)}{how}"
    return _difference(done.stdout.splitlines(), stamps)


def _difference(lines, stamps):
    """What a host has otherwise, by a line for each program and then what one of ours says of itself."""
    said = read_description("\n".join(lines[len(stamps) :]))
    for (name, here), line in itertools.zip_longest(stamps.items(), lines[: len(stamps)], fillvalue=""):
        there = stamp_of(said, Build.parse(line))
        if there != here:
            return f"has a {name} of {there or f'unknown sources ({line})'}, this machine has {here}"
    return ""


def _ssh(login):
    """The command that reaches a host as GNU parallel does, or None for this machine."""
    name = re.sub(r"^(@\S+/)?(\d+%?/)?", "", login.strip())
    if name == ":":
        return None
    words = shlex.split(name)
    return words if len(words) > 1 else ["ssh", "-o", "BatchMode=yes", name]
