# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's configuration: sphinx-build -W doc FOLDER."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

extensions = ["measured"]
project = "tcp-lossy"
author = "the tcp-lossy developers"
version = release = (Path(__file__).resolve().parent.parent / "VERSION").read_text().strip()
root_doc = "tcp-lossy"
html_theme = "classic"
html_copy_source = False
