# SPDX-License-Identifier: GPL-2.0-only
"""What ends a call, with one clear line and a status."""

import contextlib
import errno
import os
import tempfile

REFUSED = 2

# What the programs end with when their output got lost (OUTPUT_LOST, experiments/lib/option-table.h).
OUTPUT_LOST = 74

# What a full disk, a used-up quota, a disk that fails or is mounted for reading only answers.
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EFBIG)
_PROBE = 1 << 16


class CampaignError(Exception):
    """The message is for the user; status is how the call ends."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


class Unwritable(CampaignError):
    """There is no room for results."""

    def __init__(self, place, why=errno.ENOSPC):
        super().__init__(
            f"cannot write to {place}: {os.strerror(why)}; what has finished is kept, and the "
            "same call goes on once there is room"
        )


@contextlib.contextmanager
def unwritable_as_error(folder):
    """Turns what a full disk answers, wherever that is, into one sentence."""
    try:
        yield
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise
        raise Unwritable(error.filename or folder, error.errno) from error


@contextlib.contextmanager
def forbidden_as_refusal():
    """Turns a folder or file, of whatever option, that may not be read or written into one sentence."""
    try:
        yield
    except PermissionError as error:
        raise Refusal(f"cannot use {error.filename}: {os.strerror(error.errno)}") from error


def refuse_full_disk(folder):
    """Raise Unwritable if a small file cannot be written to a folder."""
    with unwritable_as_error(folder), tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(_PROBE))


class Refusal(CampaignError):
    """What was asked for cannot be done."""

    def __init__(self, message):
        super().__init__(message, REFUSED)
