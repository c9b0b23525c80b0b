# SPDX-License-Identifier: GPL-2.0-only
"""Libraries that only some calls need."""

import importlib
from types import ModuleType


def need(library: str, what: str) -> ModuleType:
    """The library; ImportError with the line that installs it, if it is missing."""
    try:
        return importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library.partition(".")[0]:
            raise
        raise ImportError(f"{what} needs {error.name}: pip install {error.name}") from None
