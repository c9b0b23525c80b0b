#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Pages in a headless browser: browser.py DIR, of scripts/check-try, which has the page that simulates, index.html with
native.json, and the documentation, site/html.

Leaves pictures in DIR: wide.png, phone.png, dark.png.
"""

import hashlib
import json
import os
import pathlib
import sys
import unittest

from playwright.sync_api import sync_playwright

FOLDER = pathlib.Path(sys.argv.pop(1)).resolve()
PAGE = (FOLDER / "index.html").as_uri()
SETTING = "#variants=reno,sack&rate=4e6&rtt=0.1&queue=30&seconds=20&loss=0.01&burst=3"
# Counts and columns of a setting, as the page's own simulator has them.
RUN = """(setting) => {
    const run = engine.begin(setting, true);
    while (!run.step(1e5)) {}
    const found = [run.counts, Object.values(run.columns).map((column) => Array.from(new Uint8Array(column.buffer)))];
    run.end();
    return found;
}"""


def launch(playwright):
    return playwright.chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = launch(cls.playwright)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def open(self, address="", width=1280, **options):
        page = self.browser.new_context(viewport={"width": width, "height": 900}, **options).new_page()
        self.messages = []
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.goto(PAGE + address)
        self.settle(page)
        return page

    def settle(self, page):
        page.wait_for_function("document.querySelector('#counts tr') && document.getElementById('working').hidden")

    def change(self, page, action):
        """Do what begins a simulation, and wait for its end."""
        before = page.evaluate("turn")
        action()
        page.wait_for_function(f"turn > {before}")
        self.settle(page)

    def tearDown(self):
        self.assertEqual(self.messages, [])

    def test_the_numbers_are_the_native_ones(self):
        page = self.open(SETTING)
        for native in json.loads((FOLDER / "native.json").read_text(encoding="utf-8")):
            counts, columns = page.evaluate(RUN, native["setting"])
            digest = hashlib.sha256(b"".join(map(bytes, columns))).hexdigest()
            self.assertEqual((counts, digest), (native["counts"], native["digest"]), native["setting"])

    def test_what_is_shown_is_what_was_simulated(self):
        page = self.open(SETTING)
        counts = page.evaluate(RUN, "variant=sack&" + SETTING.partition("&")[2])[0]
        cells = page.locator("#counts tr", has_text="segments sent").locator("td").all_inner_texts()
        self.assertEqual(cells[1], f"{counts['segments']:,.0f}")

    def test_the_address_holds_the_setting(self):
        page = self.open()
        self.change(page, lambda: page.fill("#rate", "3"))
        self.assertIn("rate=3000000&", page.url)
        self.change(page, lambda: page.select_option("#variant2", ""))
        page.click("text='First loss'")
        again = self.open(page.url.partition(".html")[2])
        self.assertEqual([again.input_value(f) for f in ("#rate", "#lost", "#variant2")],
                         [page.input_value(f) for f in ("#rate", "#lost", "#variant2")])
        self.assertEqual(again.inner_text("#shown"), page.inner_text("#shown"))

    def test_what_is_wrong_is_said_and_mended(self):
        page = self.open(SETTING)
        for value, said in (("0", "rate must be a number from 1000 to 10000000000, not 0."),
                            ("", "rate must be a number from 1000 to 10000000000, not ''.")):
            self.change(page, lambda value=value: page.fill("#rate", value))
            self.assertEqual(page.inner_text("#fault"), said)
        self.change(page, lambda: page.fill("#rate", "2"))
        self.assertEqual(page.inner_text("#fault"), "")

    def test_keys_and_pointer_zoom(self):
        page = self.open(SETTING)
        whole = page.inner_text("#shown")
        canvas = page.locator("canvas").first
        canvas.focus()
        page.keyboard.press("+")
        self.assertEqual(page.inner_text("#shown"), "5.000 s to 15.000 s")
        page.keyboard.press("ArrowLeft")
        self.assertEqual(page.inner_text("#shown"), "0.000 s to 10.000 s")
        page.keyboard.press("Home")
        self.assertEqual(page.inner_text("#shown"), whole)
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        page.mouse.move(box["x"] + 100, box["y"] + 50)
        page.mouse.down()
        page.mouse.move(box["x"] + 200, box["y"] + 60)
        page.mouse.up()
        self.assertNotEqual(page.inner_text("#shown"), whole)

    def test_a_long_simulation_can_be_stopped(self):
        page = self.open("#variants=sack&rate=1e8&rtt=0.1&queue=1000&seconds=1")
        page.fill("#seconds", "100")
        page.wait_for_function("!document.getElementById('working').hidden")
        page.click("#stop")
        page.wait_for_function("document.getElementById('working').hidden")
        self.change(page, lambda: page.fill("#seconds", "1"))
        self.assertEqual(page.inner_text("#shown"), "0.000 s to 1.000 s")

    def test_a_hundred_seeds(self):
        page = self.open("#variants=reno,newreno,sack&rate=4e6&rtt=0.1&queue=30&seconds=20&loss=0.01")
        page.click("#many")
        page.wait_for_selector("#intervals table", timeout=60000)
        print(page.inner_text("#intervals p"), file=sys.stderr)
        rows = page.locator("#intervals tr").all_inner_texts()
        self.assertEqual(len(rows), 4)
        self.assertRegex(rows[3], r"sack\s+[\d.]+ ± [\d.]+")
        page.screenshot(path=FOLDER / "many.png", full_page=True)

    def test_pictures(self):
        for name, width, scheme in (("wide", 1280, "light"), ("phone", 390, "light"), ("dark", 1280, "dark")):
            page = self.open("", width, color_scheme=scheme)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            page.screenshot(path=FOLDER / f"{name}.png", full_page=True)


class SiteTest(unittest.TestCase):
    def test_no_page_complains_or_is_wider_than_the_window(self):
        site = FOLDER / "site" / "html"
        pages = [*(page for page in sorted(site.rglob("*.html")) if site / "api" not in page.parents), site / "api" / "index.html"]
        self.assertGreater(len(pages), 20)
        with sync_playwright() as playwright, launch(playwright) as browser:
            for width in (1280, 390):
                for page in pages:
                    with self.subTest(page=page.name, width=width), browser.new_page(
                            viewport={"width": width, "height": 900}) as tab:
                        messages = []
                        tab.on("console", lambda message: messages.append(message.text))
                        tab.on("pageerror", lambda error: messages.append(str(error)))
                        tab.goto(page.as_uri())
                        tab.wait_for_load_state("networkidle")
                        self.assertEqual(messages, [])
                        self.assertLessEqual(tab.evaluate("document.documentElement.scrollWidth"), width)


if __name__ == "__main__":
    unittest.main()
