# SPDX-License-Identifier: GPL-2.0-only
"""The page of results in a headless Chromium; left out where Debian's chromium-driver is not."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

from test_reproduce import call

_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update"
).split()


class Browser:
    """As much of WebDriver as the tests need."""

    def __init__(self, width, height, is_phone=False):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._driver = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        port = next(
            m
            for line in self._driver.stdout
            if (m := re.search(r"successfully on port (\d+)", line))
        )
        self._url = f"http://127.0.0.1:{port.group(1)}/session"
        arguments = [
            *_FLAGS,
            f"--window-size={width},{height}",
            f"--user-data-dir={self._profile.name}",
        ]
        options = {"args": arguments, "binary": shutil.which("chromium")}
        if is_phone:
            # No window is as narrow.
            metrics = {"width": width, "height": height, "pixelRatio": 1}
            options["mobileEmulation"] = {"deviceMetrics": metrics}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self._send("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self._url += "/" + made["sessionId"]

    def close(self):
        self._send("DELETE", "")
        self._driver.terminate()
        self._driver.wait()
        self._driver.stdout.close()
        self._profile.cleanup()

    def open(self, path):
        self._send("POST", "/url", {"url": path.as_uri()})

    def run(self, script, *arguments):
        return self._send("POST", "/execute/sync", {"script": script, "args": arguments})

    def point(self, x, y):
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        mouse = {"type": "pointer", "id": "m", "parameters": {"pointerType": "mouse"}}
        self._send("POST", "/actions", {"actions": [mouse | {"actions": [move]}]})

    def resize(self, width, height):
        self._send("POST", "/window/rect", {"width": width, "height": height})

    def errors(self):
        found = self._send("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in found if entry["level"] in ("SEVERE", "WARNING")]

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]


_COLUMN = """
return [...document.querySelectorAll("#numbers tbody tr")].filter((row) => !row.hidden)
  .map((row) => row.cells[arguments[0]].textContent.trim());
"""


@unittest.skipUnless(
    shutil.which("chromium") and shutil.which("chromedriver"), "no chromium and chromium-driver"
)
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.out = Path(cls.folder.name) / "results"
        done = call("F2", "F4", "F7", "C0", "--out", cls.out)
        assert done.returncode == 0, done.stderr

    def browse(self, width=1400, height=1000, is_phone=False):
        browser = Browser(width, height, is_phone)
        self.addCleanup(browser.close)
        browser.open(self.out / "report.html")
        return browser

    def test_nothing_is_fetched_and_nothing_complained_of(self):
        browser = self.browse()
        self.assertEqual(browser.errors(), [])
        self.assertEqual(browser.run("return performance.getEntriesByType('resource').length"), 0)
        ids = browser.run("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
        self.assertEqual(len(ids), len(set(ids)))

    def test_only_what_is_not_as_expected_is_red(self):
        browser = self.browse()
        colour = """
        const row = document.querySelector("#numbers tr.differs");
        row.classList.toggle("fail", arguments[0]);
        return getComputedStyle(row.querySelector("small")).color;
        """
        self.assertEqual(browser.run(colour, True), "rgb(168, 0, 28)")
        self.assertEqual(browser.run(colour, False), "rgb(90, 90, 90)")

    def test_the_table_is_sorted_and_filtered(self):
        browser = self.browse()
        everything = browser.run(_COLUMN, 0)
        click = "document.querySelectorAll('#numbers th button')[arguments[0]].click()"
        for is_down in (False, True):
            browser.run(click, 5)
            values = [float(text) for text in browser.run(_COLUMN, 5) if text]
            self.assertEqual(values, sorted(values, reverse=is_down))
            self.assertGreater(len(set(values)), 3)
        fill = "const f = document.getElementById(arguments[0]); f.value = arguments[1]; f.dispatchEvent(new Event(arguments[2]))"
        browser.run(fill, "find", "F7 next_drop", "input")
        self.assertEqual(browser.run(_COLUMN, 0), ["F7", "F7"])
        browser.run(fill, "find", "", "input")
        browser.run(fill, "verdict", "differs", "change")
        found = browser.run(_COLUMN, 8)
        self.assertTrue(0 < len(found) < len(everything))
        self.assertTrue(all("differs" in text for text in found))
        shown = browser.run("return document.getElementById('shown').textContent")
        self.assertEqual(shown, f"{len(found)} of {len(everything)} rows")

    def test_a_segments_fate_is_shown_where_the_pointer_is(self):
        # At each width the pointer, which has whole pixels, is elsewhere on the mark.
        browser = self.browse()
        for width in (500, 1000, 1300, 1400):
            with self.subTest(width=width):
                browser.resize(width, 900)
                self.point_at_a_dropped_segment(browser)

    def point_at_a_dropped_segment(self, browser):
        # Segments from 65 on are lost and sent again; between them lie marks of those that are not.
        place = """
        const plot = document.querySelector("#F2 .plot svg");
        plot.scrollIntoView({block: "center"});
        const box = plot.getBoundingClientRect();
        const dropped = [...document.querySelectorAll("#F2 .plot path")].find((p) => p.getAttribute("stroke") === "#000000");
        const at = dropped.getAttribute("d").match(/M([\\d.]+),([\\d.]+)l([\\d.]+)/).slice(1).map(Number);
        const scale = box.width / 1000;
        return [box.left + (at[0] + at[2] / 2) * scale, box.top + (at[1] + at[2] / 2) * scale];
        """
        browser.point(*browser.run(place))
        fate = browser.run(
            "const f = document.querySelector('#F2 .fate'); return f.hidden ? '' : f.innerText"
        )
        self.assertRegex(fate, "^Segment 6[579]")
        self.assertIn("was dropped", fate)
        self.assertIn("was sent again", fate)
        browser.point(5, 5)
        self.assertTrue(browser.run("return document.querySelector('#F2 .fate').hidden"))

    def test_plots_zoom_by_buttons_and_keys(self):
        browser = self.browse()
        ticks = "return [...document.querySelectorAll('#F2 .plot > svg text')].map((t) => t.textContent).join(' ')"
        whole = browser.run(ticks)
        browser.run("document.querySelectorAll('#F2 .plot button')[0].click()")
        near = browser.run(ticks)
        self.assertNotEqual(near, whole)
        browser.run(
            "document.querySelector('#F2 .plot > svg').dispatchEvent(new KeyboardEvent('keydown', {key: '0'}))"
        )
        self.assertEqual(browser.run(ticks), whole)

    def test_a_segments_fate_is_told_by_its_number(self):
        browser = self.browse()
        choose = """
        const choice = document.querySelector("#F2 .plot input");
        choice.value = arguments[0];
        choice.dispatchEvent(new Event("input"));
        const fate = document.querySelector("#F2 .fate");
        return [fate.getAttribute("role"), fate.hidden ? "" : fate.innerText];
        """
        role, fate = browser.run(choose, 67)
        self.assertEqual(role, "status")
        self.assertRegex(fate, r"^Segment 67\n[\d.]+ s was dropped\n")
        self.assertEqual(browser.run(choose, 100000)[1], "")
        # The first view has segments up to 600.
        self.assertIn("Segment 1\n", browser.run(choose, 1)[1] + "\n")

    def test_cards_come_first_and_all_rows_last_and_folded(self):
        browser = self.browse()
        ids = browser.run(
            "return [...document.querySelectorAll('main > section')].map((s) => s.id)"
        )
        self.assertEqual(ids, ["C0", "F2", "F4", "F7", "published", "all"])
        card = browser.run("return document.querySelector('#F2').innerText")
        self.assertIn(
            "✓ reproduced Fig 2: segments sent for nothing, Reno: paper 30, ours 30 segments", card
        )
        lines = browser.run(
            "return [...document.querySelectorAll('#published tbody tr')].map((r) => r.innerText)"
        )
        self.assertEqual(
            len(lines),
            len(browser.run("return [...document.querySelectorAll('.verdicts > li')].map((l) => 1)")),
        )
        self.assertFalse(browser.run("return document.querySelector('#all details').open"))
        self.assertEqual(
            browser.run("return document.querySelectorAll('th:not([scope])').length"), 0
        )
        foot = browser.run("return document.querySelector('footer').innerText")
        self.assertRegex(foot, r"command\n./reproduce .*F2 F4 F7 C0")
        self.assertRegex(foot, r"commit\n\w+")

    def test_a_phone_shows_the_verdicts_without_scrolling_the_page_sideways(self):
        browser = self.browse(375, 800, is_phone=True)
        self.assertEqual(browser.run("return document.documentElement.clientWidth"), 375)
        self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), 375)
        right = "return Math.max(...[...document.querySelectorAll(arguments[0])].map((e) => e.getBoundingClientRect().right))"
        self.assertLessEqual(browser.run(right, ".card .verdict"), 375)
        self.assertLessEqual(browser.run(right, "#published .verdict"), 375)


if __name__ == "__main__":
    unittest.main()
