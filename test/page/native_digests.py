#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What the native simulator makes of settings.txt, for engine.test.js: native_digests.py LIBRARY."""

import ctypes
import hashlib
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
os.environ["TCP_LOSSY_LEAN"] = sys.argv[1]
sys.path.insert(0, str(ROOT / "python"))

from tcp_lossy import lean  # noqa: E402


def describe(setting):
    """Counts, and a digest of all columns' octets."""
    digest = hashlib.sha256()
    library = lean._load()
    with lean._begun(setting, True) as run:
        while not library.lean_run(run, 1e6):
            pass
        for index in range(len(lean._names("column"))):
            length = library.lean_length(run, index)
            digest.update(ctypes.string_at(library.lean_column(run, index), 8 * length) if length else b"")
        return {"setting": setting, "counts": lean._counts(run), "digest": digest.hexdigest()}


def main():
    variants = lean.lean_variants()
    lines = (ROOT / "test" / "page" / "settings.txt").read_text(encoding="utf-8").split()
    settings = [f"variant={variants[index % len(variants)]}&{line}" for index, line in enumerate(lines)]
    json.dump([describe(setting) for setting in settings], sys.stdout)


if __name__ == "__main__":
    main()
