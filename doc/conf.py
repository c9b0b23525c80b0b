# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's configuration: sphinx-build -W doc FOLDER."""

from pathlib import Path

project = "tcp-lossy"
author = "the tcp-lossy developers"
version = release = (Path(__file__).resolve().parent.parent / "VERSION").read_text().strip()
root_doc = "tcp-lossy"
html_theme = "classic"
html_copy_source = False
