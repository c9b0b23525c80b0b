# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's configuration: scripts/build-docs FOLDER."""

import os
import re
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes

project = "tcp-lossy"
author = "the tcp-lossy developers"
version = release = (Path(__file__).resolve().parent.parent / "VERSION").read_text().strip()
root_doc = "tcp-lossy"
# What doc/pages.py makes the pages from.
exclude_patterns = ["source"]
templates_path = ["_templates"]
html_theme = "furo"
html_title = f"tcp-lossy {version}"
html_copy_source = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["page.css"]
# An opened folder is no listing.
html_additional_pages = {"index": "index.html"}
_PARTS = "brand search scroll-start navigation api scroll-end"
html_sidebars = {
    "**": ["api.html" if part == "api" else f"sidebar/{part}.html" for part in _PARTS.split()]
}

# Pages link to one another as any renderer understands. A list's item that begins with such a link is
# an entry of the contents.
_LINK = re.compile(r"`([^`<]+)\s<([^`<>:]+)\.rst>`__")
_FILE = re.compile(r"`([^`<]+)\s<([^`<>:]+)(?<!\.rst)>`__")
_ENTRY = re.compile(r"^\* `[^`<]+\s<([^`<>:]+)\.rst>`__$", re.M)

# Files of classes' pages, by scripts/check-doxygen; LossRecovery is an attribute, too.
_CLASSES = {
    kind.findtext("name").removeprefix("ns3::"): kind.findtext("filename")
    for kind in ElementTree.parse(os.environ["DOXYGEN_TAGS"]).iter("compound")
    if kind.get("kind") in ("class", "struct") and kind.findtext("name") != "ns3::LossRecovery"
}


def for_sphinx(text):
    """A page's text in which Sphinx checks the links and finds the contents."""
    entries = "".join(f"   {name}\n" for name in _ENTRY.findall(text))
    contents = f"\n\n.. toctree::\n   :hidden:\n\n{entries}" if entries else ""
    # A link to a page is as long as it was, since it may stand in a table; one to a file only in its last column.
    text = _LINK.sub(r":doc:`\1  <\2>`", text)
    return _FILE.sub(r":download:`\1 <\2>`", text) + contents


def link_classes(app, doctree, page):
    """A class that Doxygen has a page of leads to it, and so does a function of it."""
    for name in doctree.findall(nodes.literal):
        file = _CLASSES.get(name.astext().removeprefix("ns3::").partition("::")[0])
        if file and not isinstance(name.parent, nodes.reference):
            link = nodes.reference(refuri="../" * page.count("/") + f"api/{file}")
            name.replace_self(link)
            link += name


def setup(app):
    """Sphinx's entry."""
    app.connect("source-read", lambda app, name, text: text.insert(0, for_sphinx(text.pop())))
    app.connect("doctree-resolved", link_classes)
