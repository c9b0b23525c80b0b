# SPDX-License-Identifier: GPL-2.0-only
"""What scripts/app-store writes, against the names in the store's and bake's sources."""

import json
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml

from support import ROOT, scratch

# src/apps/models.py of the store (266395e), without what the store fills in itself.
FIELDS = {
    "App": "name title app_type abstract description icon tags editors website documentation coderepo contact "
    "issue mailing_list",
    "Release": "version require date notes filename url",
    "Installation": "installation",
}
URL = "https://example.org/tcp-lossy.git"


def run(*arguments):
    command = [sys.executable, "-B", ROOT / "scripts" / "app-store", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class AppStore(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        done = run(URL, self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_page_has_the_store_s_fields_and_no_more_than_they_hold(self):
        page = json.loads((self.folder / "app-store.json").read_text(encoding="utf-8"))
        self.assertEqual(set(page), set(FIELDS))
        for form, values in page.items():
            self.assertLessEqual(set(values), set(FIELDS[form].split()))
            self.assertTrue(all(values.values()))
        self.assertLessEqual(len(page["App"]["abstract"]), 255)
        self.assertLessEqual(len(page["Release"]["require"]), 5)
        self.assertIn(f"git clone {URL} tcp-lossy", page["Installation"]["installation"])
        self.assertTrue((self.folder / page["Release"]["filename"]).exists())

    def test_bake_finds_a_module_of_ns_3_at_the_version_s_tag(self):
        [module] = xml.parse(self.folder / "tcp-lossy.xml").findall("modules/module")
        self.assertEqual(module.get("type"), "ns-contrib")
        self.assertRegex(module.get("min_version"), r"^ns-3\.\d\d$")
        self.assertEqual(module.find("source").get("type"), "git")
        version = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
        self.assertEqual(
            {a.get("name"): a.get("value") for a in module.findall("source/attribute")},
            {"url": URL, "module_directory": "tcp-lossy", "revision": f"v{version}"},
        )
        self.assertEqual(module.find("build").get("type"), "none")

    def test_another_url_is_refused_in_one_line(self):
        done = run("git@example.org:tcp-lossy", self.folder)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("not 'git@example.org:tcp-lossy'", done.stderr)


if __name__ == "__main__":
    unittest.main()
