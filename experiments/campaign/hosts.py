# SPDX-License-Identifier: GPL-2.0-only
"""Asks the hosts of --sshlogin, before anything is run, whether they have the same programs."""

import re
import shlex
import subprocess

from .errors import CampaignError, Refusal
from .outputs import read_description
from .stamp import OWN, ROOT, Build, Stamp, stamp_of

# Any program says what it was built from; this one simulates nothing.
PROBE = "buffer-table"
_LIMIT = 60


def read_stamp(programs):
    """What the programs on this machine were built from."""
    build = Build.of(programs)
    if not programs.is_ours:
        return _stamp(build, "")
    probe = programs.path(PROBE)
    done = subprocess.run([probe], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
        raise CampaignError(f"{probe} does not run: {said[-1]}")
    return _stamp(build, done.stdout)


def check_hosts(logins, programs, stamp):
    """Refuse a host that cannot be reached, has no programs, or has other ones."""
    problems = [f"{login}: {p}" for login in logins if (p := _problem(login, programs, stamp))]
    if problems:
        raise Refusal("--sshlogin: " + "\n--sshlogin: ".join(problems))


def _problem(login, programs, stamp):
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
        f"cd {package} && python3 -m campaign.stamp {'ours' if programs.is_ours else OWN} "
        f"{' '.join(folders)} && {probe}"
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
    build, _, output = done.stdout.partition("\n")
    there = _stamp(Build.parse(build), output)
    return "" if there == stamp else f"has {there}, this machine has {stamp}"


def _ssh(login):
    """The command that reaches a host as GNU parallel does, or None for this machine."""
    name = re.sub(r"^(@\S+/)?(\d+%?/)?", "", login.strip())
    if name == ":":
        return None
    words = shlex.split(name)
    return words if len(words) > 1 else ["ssh", "-o", "BatchMode=yes", name]


def _stamp(build, output):
    return stamp_of(read_description(output), build) or Stamp("?", build.content, "?", build.libraries)
