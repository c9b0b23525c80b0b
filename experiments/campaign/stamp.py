# SPDX-License-Identifier: GPL-2.0-only
"""What a run's numbers depend on beside its command: the module's sources, ns-3's release and ns-3's
libraries, since a patched ns-3 keeps the number of its release.

As a program, prints the digests of sources and libraries for a folder of programs: that is how another
host is asked for its own.
"""

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
_SOURCES = ("model", "helper", "experiments/programs", "experiments/lib")
_BUILD = ("VERSION", "CMakeLists.txt", "cmake")


class Build(NamedTuple):
    """Digests of what the programs of a folder were made of, which the programs do not report."""

    content: str
    libraries: str

    @classmethod
    def of(cls, programs):
        """That of the programs in a folder, built from this checkout."""
        return cls(hash_sources(), hash_libraries(programs))

    @property
    def name(self):
        """A folder's name."""
        return f"{self.content}+{self.libraries}"

    @classmethod
    def parse(cls, name):
        """The build whose folder has this name; the libraries are unknown if there is one part."""
        content, _, libraries = name.partition("+")
        return cls(content, libraries)


class Stamp(NamedTuple):
    """Version and digest of the module's sources; ns-3's release, as the program reports it, and the
    digest of its libraries."""

    version: str
    content: str
    release: str
    libraries: str

    @property
    def build(self):
        """What the programs do not report."""
        return Build(self.content, self.libraries)

    @property
    def name(self):
        """A folder's name."""
        return f"{self.version}+{self.content}_ns-{self.release}+{self.libraries}"

    @classmethod
    def parse(cls, name):
        """The stamp whose folder has this name, or None."""
        version, plus, rest = name.partition("+")
        content, underscore, ns3 = rest.partition("_ns-")
        release, _, libraries = ns3.partition("+")
        return cls(version, content, release, libraries) if plus and underscore else None

    def __str__(self):
        libraries = f"libraries {self.libraries}" if self.libraries else "libraries unknown"
        return (
            f"tcp-lossy {self.version} (sources {self.content}) on ns-3 {self.release} ({libraries})"
        )


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


def hash_libraries(programs):
    """Digest of the libraries of ns-3 that the programs of a folder load, by name and octets.

    Programs that load none have ns-3 in them: theirs then.
    """
    own = [path for path in sorted(Path(programs).iterdir()) if _is_program(path)]
    loaded = sorted({Path(name) for name in _loaded(own) if Path(name).name.startswith("libns3")})
    digest = hashlib.sha256()
    for name, of_file in _hash_files(loaded or own, Path(programs).parent / "ns3-libraries.json"):
        digest.update(f"{name}\0{of_file}\0".encode())
    return digest.hexdigest()[:12]


def _is_program(path):
    if not path.is_file() or not os.access(path, os.X_OK):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def _loaded(own):
    """Paths of all libraries, as the loader finds them for this call."""
    if not own:
        return []
    done = subprocess.run(["ldd", *own], capture_output=True, text=True, check=False)
    return re.findall(r"=> (/.*) \(0x", done.stdout)


def _hash_files(paths, memory):
    """Name and digest of each file; what has size and time of the last call is not read again."""
    known, found = {}, {}
    with contextlib.suppress(OSError, ValueError):
        known = json.loads(memory.read_text(encoding="utf-8"))
    for path in paths:
        status = path.stat()
        now = [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
        before = known.get(str(path), [None, ""])
        content = before[1] if before[0] == now else hashlib.sha256(path.read_bytes()).hexdigest()
        found[str(path)] = [now, content]
    if found != known:
        with contextlib.suppress(OSError):
            memory.write_text(json.dumps(found), encoding="utf-8")
    return [(path.name, found[str(path)][1]) for path in paths]


def describe_commit(root=ROOT):
    """The commit, with '-dirty' if files differ from it; empty without git."""
    try:
        command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    print(Build.of(sys.argv[1]).name)
