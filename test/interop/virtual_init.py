# SPDX-License-Identifier: GPL-2.0-only
"""The first process in the kernel of scripts/virtual-linux: mounts, runs the command, halts."""

import ctypes
import json
import os
import stat
import subprocess
import sys
import time
import traceback
from pathlib import Path

MOUNTS = [("proc", "/proc"), ("sysfs", "/sys"), ("devtmpfs", "/dev"), ("tmpfs", "/dev/shm"),
          ("tmpfs", "/run")]
TUN, TUN_NUMBER = Path("/dev/net/tun"), os.makedev(10, 200)
CANNOT_RUN = 127
POWER_OFF = 0x4321FEDC
PR_SET_TIMERSLACK = 29

libc = ctypes.CDLL(None, use_errno=True)


def mount(kind, place):
    # The device's file system has no such folder.
    if place.startswith("/dev/"):
        Path(place).mkdir(exist_ok=True)
    if libc.mount(kind.encode(), place.encode(), kind.encode(), 0, None) != 0:
        raise OSError(ctypes.get_errno(), f"mount {place}")


def prepare():
    # Who waits is woken when it is time, and not up to 50 us later.
    libc.prctl(PR_SET_TIMERSLACK, 1)
    for kind, place in MOUNTS:
        mount(kind, place)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"),
                         ("stderr", "fd/2")):
        if not os.path.lexists(f"/dev/{name}"):
            os.symlink(target, f"/dev/{name}")
    # Neither where a program lies in memory.
    Path("/proc/sys/kernel/randomize_va_space").write_text("0\n")
    # Its first ticks make the clock fine. ns-3 asks only once how fine it is.
    time.sleep(0.1)
    if not TUN.exists():
        TUN.parent.mkdir(exist_ok=True)
        os.mknod(TUN, 0o666 | stat.S_IFCHR, TUN_NUMBER)


def obey(folder):
    """Run what was ordered. Its exit code."""
    order = json.loads((folder / "order").read_text())
    with open(folder / "stdout", "ab") as out, open(folder / "stderr", "ab") as err:
        try:
            done = subprocess.run(order["command"], cwd=order["folder"], env=order["environment"],
                                  stdin=subprocess.DEVNULL, stdout=out, stderr=err, check=False)
        except OSError as error:
            err.write(f"{order['command'][0]}: {error.strerror}\n".encode())
            return CANNOT_RUN
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def main():
    folder = Path(sys.argv[1])
    try:
        prepare()
        (folder / "status").write_text(f"{obey(folder)}\n")
    except Exception:  # pylint: disable=broad-except
        (folder / "stderr").write_text(traceback.format_exc())
    finally:
        os.sync()
        libc.reboot(POWER_OFF)


if __name__ == "__main__":
    main()
