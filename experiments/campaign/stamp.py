# SPDX-License-Identifier: GPL-2.0-only
"""What a run's numbers depend on beside its command: the module's sources or, of another program, its
octets, ns-3's release and the libraries that the program loads, since a patched ns-3 keeps the number of
its release. Each program has its own: what another program is made of changes nothing in its runs.

Sources count as the compiler reads them, without comments: neither a comment nor an empty line makes
other programs. The octets of what is built would not do, since ns-3's macros put the number of the line
into them.

As a program, prints the digests for programs in some folders: that is how another host is asked for its own.
"""

import contextlib
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from .errors import CampaignError
from .outputs import read_description
from .programs import Programs

ROOT = Path(__file__).resolve().parents[2]
_SOURCES = ("model", "helper", "stock", "experiments/programs", "experiments/lib")
_BUILD = ("VERSION", "CMakeLists.txt", "cmake")
_WITHOUT_COMMENTS = ("g++", "-fpreprocessed", "-dD", "-E", "-P", "-x", "c++")
_MEMORY = ROOT / "build" / "digests"
OWN = "own"
# What programs without ns-3 report in the place of its release.
LEAN = "lean"
OURS = "ours"
# The release of programs that load no library of ns-3.
UNKNOWN = "unknown"
# Any program of ours says what it was built from; this one simulates nothing.
PROBE = "buffer-table"
# Where what a distribution's packages bring lies; /usr/local is not theirs.
_SYSTEM = tuple(f"{root}/lib{size}/" for root in ("", "/usr") for size in ("", "32", "64", "x32"))


class Build(NamedTuple):
    """Digests of what a program was made of, which the program does not report; of others than ours
    ns-3's release, too, which those need not report either."""

    content: str
    libraries: str
    release: str = ""

    @classmethod
    def of(cls, programs, name):
        """That of the program of a name; ours are built from this checkout."""
        path = programs.path(name)
        loaded = _libraries(path)
        if programs.is_ours:
            # What was built beside the program is of the sources, too.
            built = path.parent.parent.resolve()
            loaded = [library for library in loaded if built not in library.resolve().parents]
        # A program that loads none has ns-3 in it: its own octets then.
        libraries = _digest(_hash_files(loaded or [path]))
        if programs.is_ours:
            return cls(hash_sources(), libraries)
        return cls(_digest(_hash_files([path])), libraries, _release(loaded))

    @property
    def name(self):
        """A folder's name."""
        return "+".join(filter(None, self))

    @classmethod
    def parse(cls, name):
        """The build whose folder has this name; the libraries are unknown if there is one part."""
        content, _, rest = name.partition("+")
        libraries, _, release = rest.partition("+")
        return cls(content, libraries, release)


class Stamp(NamedTuple):
    """Version and digest of the module's sources, or 'own' and the digest of another program; ns-3's
    release and the digest of the libraries that the program loads."""

    version: str
    content: str
    release: str
    libraries: str

    @property
    def build(self):
        """What the programs do not report."""
        return Build(self.content, self.libraries, self.release if self.version == OWN else "")

    @property
    def name(self):
        """A folder's name."""
        return f"{self.version}+{self.content}_ns-{self.release}+{self.libraries}"

    @property
    def engine(self):
        """What the programs simulate with, in words."""
        return "by the lean engine" if self.release == LEAN else f"by ns-3 {self.release}"

    @classmethod
    def parse(cls, name):
        """The stamp whose folder has this name, or None."""
        version, plus, rest = name.partition("+")
        content, underscore, ns3 = rest.partition("_ns-")
        release, _, libraries = ns3.partition("+")
        return cls(version, content, release, libraries) if plus and underscore else None

    @classmethod
    def common(cls, stamps):
        """One for several programs: what they do not share is a digest of all that they have."""
        columns = [list(dict.fromkeys(column)) for column in zip(*sorted(set(stamps)))]
        return cls(*(c[0] if len(c) == 1 else _digest((part, "") for part in c) for c in columns))

    def __str__(self):
        libraries = f"libraries {self.libraries}" if self.libraries else "libraries unknown"
        what = (
            f"own programs ({self.content})"
            if self.version == OWN
            else f"tcp-lossy {self.version} (sources {self.content})"
        )
        if self.release == LEAN:
            return f"{what} without ns-3, in the lean engine (programs {self.libraries})"
        return f"{what} on ns-3 {self.release} ({libraries})"


def stamp_of(description, build):
    """By what a program's output says of itself, which ours have to; None if it does not."""
    if build.release:
        return Stamp(OWN, build.content, build.release, build.libraries)
    if not {"tcp-lossy", "ns-3"} <= set(description):
        return None
    return Stamp(description["tcp-lossy"], build.content, description["ns-3"], build.libraries)


class Stamps:
    """The stamps of a call's programs, each asked for once."""

    def __init__(self, programs):
        self._programs = programs
        self._said = _ask_probe(programs) if programs.is_ours else {}
        self._known = {}

    def of(self, name):
        """That of the program of a name, None if there is no such program."""
        if name not in self._known:
            self._known[name] = self._find(name) if self._programs.find(name) else None
        return self._known[name]

    def build_of(self, name):
        """What a program that is there does not report."""
        return self.of(name).build

    def _find(self, name):
        build = Build.of(self._programs, name)
        return stamp_of(self._said, build) or Stamp("?", build.content, "?", build.libraries)


def _ask_probe(programs):
    probe = programs.path(PROBE)
    done = subprocess.run([probe], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
        raise CampaignError(f"{probe} does not run: {said[-1]}")
    return read_description(done.stdout)


def hash_sources(root=ROOT):
    """Digest of all that our programs are built from."""
    files = [
        p
        for folder in _SOURCES
        for p in (root / folder).rglob("*")
        if p.suffix in (".h", ".cc", ".def")
    ]
    for name in _BUILD:
        path = root / name
        files += [p for p in path.rglob("*") if p.is_file()] if path.is_dir() else [path]
    files.sort()
    found = _hash_files(files, _hash_source)
    return _digest(zip((p.relative_to(root) for p in files), (content for _, content in found)))


def _hash_source(path):
    if path.suffix in (".h", ".cc", ".def"):
        command = [*_WITHOUT_COMMENTS, str(path)]
        text = subprocess.run(command, capture_output=True, check=True).stdout
    else:
        lines = path.read_bytes().splitlines()
        text = b"\n".join(line for line in lines if not line.lstrip().startswith(b"#"))
    return hashlib.sha256(text).hexdigest()


def _hash_octets(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest(pairs):
    digest = hashlib.sha256()
    for name, content in pairs:
        digest.update(f"{name}\0{content}\0".encode())
    return digest.hexdigest()[:12]


def _libraries(program):
    """Those that a program loads, as the loader finds them for this call, but for what a distribution
    brings; ns-3 and this module count wherever they lie."""
    return sorted(
        path
        for path in map(Path, _loaded(program))
        if re.match("lib(ns3|tcp-lossy)", path.name) or not str(path.resolve()).startswith(_SYSTEM)
    )


def _loaded(program):
    """Paths of all libraries: 'NAME => PATH (0xADDRESS)', or the path alone where a program asks for it."""
    done = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
    return re.findall(r"^\t(?:.* => )?(/.*) \(0x", done.stdout, re.MULTILINE)


def _release(libraries):
    """ns-3's release by its libraries' names, libns3.44-core-default.so."""
    names = " ".join(path.name for path in libraries)
    found = re.search(r"\blibns(3[.\w]*|3-dev)-core", names)
    return found.group(1) if found else UNKNOWN


def _hash_files(paths, digest=_hash_octets):
    """Name and digest of each file; what has size and time of the last call is not read again."""
    memory = _MEMORY / f"{digest.__name__.removeprefix('_hash_')}.json"
    known, found = {}, {}
    with contextlib.suppress(OSError, ValueError):
        known = json.loads(memory.read_text(encoding="utf-8"))
    for path in paths:
        status = path.stat()
        now = [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
        before = known.get(str(path), [None, ""])
        found[str(path)] = [now, before[1] if before[0] == now else digest(path)]
    if found != {name: known[name] for name in found if name in known}:
        there = {name: value for name, value in known.items() if Path(name).exists()}
        with contextlib.suppress(OSError):
            _MEMORY.mkdir(parents=True, exist_ok=True)
            memory.write_text(json.dumps(there | found), encoding="utf-8")
    return [(path.name, found[str(path)][1]) for path in paths]


def describe_commit(root=ROOT):
    """The commit, with '-dirty' if files differ from it; empty without git."""
    try:
        command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    _there = Programs(sys.argv[3:], sys.argv[1] == OURS)
    for _name in sys.argv[2].split():
        print(Build.of(_there, _name).name)
