# SPDX-License-Identifier: GPL-2.0-only
"""What a run's numbers depend on beside its command: the module's sources and ns-3's release.

As a program, prints the digest of the sources: that is how another host is asked for its own.
"""

import hashlib
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
_SOURCES = ("model", "helper", "examples", "experiments/lib")
_BUILD = ("VERSION", "CMakeLists.txt", "cmake")


class Stamp(NamedTuple):
    """Version and digest of the module's sources, and ns-3's release, as the program reports it."""

    version: str
    content: str
    release: str

    @property
    def name(self):
        """A folder's name."""
        return f"{self.version}+{self.content}_ns-{self.release}"

    @classmethod
    def parse(cls, name):
        """The stamp whose folder has this name, or None."""
        version, plus, rest = name.partition("+")
        content, underscore, release = rest.partition("_ns-")
        return cls(version, content, release) if plus and underscore else None

    def __str__(self):
        return f"tcp-lossy {self.version} (sources {self.content}) on ns-3 {self.release}"


def hash_sources(root=ROOT):
    """Digest of all that the programs are built from."""
    files = [
        p
        for folder in _SOURCES
        for p in (root / folder).rglob("*")
        if p.suffix in (".h", ".cc", ".def")
    ]
    for name in _BUILD:
        path = root / name
        files += [p for p in path.rglob("*") if p.is_file()] if path.is_dir() else [path]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def describe_commit(root=ROOT):
    """The commit, with '-dirty' if files differ from it; empty without git."""
    try:
        command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    print(hash_sources())
