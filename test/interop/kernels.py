# SPDX-License-Identifier: GPL-2.0-only
"""The kernel that a program runs in: this machine's, or one in virtual time."""

import subprocess
import sys
from pathlib import Path

import namespace

MACHINE, VIRTUAL = "machine", "virtual"
SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "virtual-linux"


def find_virtual():
    """Whether there is a virtual one, and where, or why not."""
    state = subprocess.run([SCRIPT, "state"], stdout=subprocess.PIPE, text=True, check=False)
    return state.returncode == 0, state.stdout.strip()


def why_not(kernel):
    """Why it cannot be used, or nothing."""
    if kernel == MACHINE:
        return namespace.why_not()
    found, answer = find_virtual()
    return None if found else f"the virtual kernel: {answer} (scripts/virtual-linux build)"


def run(kernel, program, *arguments):
    """What a program in Python prints. In virtual time, each has a kernel of its own."""
    command = [sys.executable, program, *arguments]
    if kernel == VIRTUAL:
        command = [SCRIPT, "run", *command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-1000:])
    return done.stdout
