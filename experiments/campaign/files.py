# SPDX-License-Identifier: GPL-2.0-only
"""Files that are written as a whole or not at all: a full disk leaves the file that was there before."""

import csv
import io
import os


def write_whole(path, text, hold=lambda part: None):
    """Write a file by way of a part beside it; returns what hold makes of the part before it is moved."""
    target = path.resolve()
    part = target.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        held = hold(part)
        part.replace(target)
        return held
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            # Whoever reads the message knows the file, not the part; what write() raises names neither.
            error.filename, error.filename2 = str(path), None
        raise


def write_table(path, rows):
    """Write a table in CSV, of rows that are sequences."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    write_whole(path, text.getvalue())
