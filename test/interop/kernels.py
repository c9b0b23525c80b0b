# SPDX-License-Identifier: GPL-2.0-only
"""The kernel that a program runs in: this machine's, or one in virtual time."""

import os
import struct
import subprocess
import sys
import time
from pathlib import Path

import namespace

MACHINE, VIRTUAL = "machine", "virtual"
SKIPPED = 77  # what ctest knows
HERE = Path(__file__).resolve().parent
SCRIPT = HERE.parent.parent / "scripts" / "virtual-linux"


# Nanoseconds, as in tcp-interop.cc.
TURN, SECOND = 512 * 10**6, 10**9
OFFSET = 300 * SECOND % TURN
TIMER_ABSTIME = 1


def wait_for_tick():
    """Until the wheel of the kernel's timers has turned: in virtual time, nothing that follows depends
    on how long it took to come here."""
    tick = ((time.monotonic_ns() - OFFSET) // TURN + 1) * TURN + OFFSET
    moment = struct.pack("ll", tick // SECOND, tick % SECOND)
    namespace.libc.clock_nanosleep(time.CLOCK_MONOTONIC, TIMER_ABSTIME, moment, None)


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


def need(kernel):
    """End the program, saying why, if it cannot be used."""
    reason = why_not(kernel)
    if reason:
        print(reason)
        sys.exit(SKIPPED)


def need_program(program):
    """The whole path of a program that is built; without it, ends this one with one line and 2."""
    program = Path(program).resolve()
    if not (program.is_file() and os.access(program, os.X_OK)):
        print(f"{Path(sys.argv[0]).name}: error: there is no program {program}", file=sys.stderr)
        sys.exit(2)
    return program


def run_main(main):
    """End the program with what its main() returns, or with one line and 1 where something fails."""
    try:
        sys.exit(main())
    except (RuntimeError, OSError) as error:
        print(f"{Path(sys.argv[0]).name}: error: {error}", file=sys.stderr)
        sys.exit(1)


def find_release():
    """Of the virtual one, such as "6.1.176"."""
    return run(VIRTUAL, "-c", "import platform; print(platform.release())").strip().split("-")[0]


def use(source):
    """From now on the virtual one is made of this package of Debian's; of the usual one, if it has no name."""
    os.environ["TCP_LOSSY_LINUX_SOURCE"] = source


def run(kernel, program, *arguments):
    """What a program in Python prints. In virtual time, each has a kernel of its own."""
    command = [sys.executable, program, *arguments]
    if kernel == VIRTUAL:
        command = [SCRIPT, "run", *command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-1000:])
    return done.stdout
