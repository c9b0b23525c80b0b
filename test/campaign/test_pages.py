# SPDX-License-Identifier: GPL-2.0-only
"""Pages of the documentation: made from a source with a summary written by hand, and as docutils shows them."""

import csv
import re
import shutil
import subprocess
import sys
import unittest

from support import ROOT, scratch

sys.path.insert(0, str(ROOT / "doc"))

import measured
import pages

HEADER = "id quantity variant x mean ci_low ci_high paper note runs of reading verdict reason chosen tolerance bound predicted_low expect expect_low expect_high expect_note".split()
ROWS = [
    {"id": "V2", "quantity": "rate", "variant": "a", "x": "p=1", "mean": "1.6612", "ci_low": "1.5901",
     "ci_high": "1.7323"},
    {"id": "V2", "quantity": "rate", "variant": "b*", "x": "p=1", "mean": "2"},
    {"id": "V2", "quantity": "rate", "variant": "a", "x": "p=2", "mean": "3"},
    {"id": "V2", "quantity": "rate", "variant": "b*", "x": "p=2", "mean": "4"},
    {"id": "B1", "quantity": "peak", "mean": "7", "paper": "7", "note": "Table I", "runs": "1", "of": "B1",
     "verdict": "reproduced", "expect": "holds", "expect_low": "1", "expect_note": "ours"},
    {"id": "B1", "quantity": "peak", "variant": "twice", "mean": "8", "paper": "7", "note": "Table I", "runs": "1",
     "of": "B1", "verdict": "differs", "reading": "twice"},
]  # fmt: skip

SOURCE = """\
.. SPDX-License-Identifier: GPL-2.0-only

Title
=====

It is :measured:`V2 rate a
p=1; mean` here.

.. measured:: V2 rate
   :variants: a b*
   :points: p=1 |
      p=2
   :labels: once | twice

Behind it.

.. csv-table::
   :header-rows: 1
   :delim: |

   |what, and how
   peak|:measured:`B1 peak`

.. csv-table::
   :file: two.csv
   :header-rows: 1

:measured:`counted B1`
"""

PAGE = """\
.. SPDX-License-Identifier: GPL-2.0-only

Title
=====

It is 1.66 here.

=====  =================  ===
\\      a                  b\\*
=====  =================  ===
once   1.66 [1.59, 1.73]  2
twice  3                  4
=====  =================  ===

Behind it.

====  =============
\\     what, and how
====  =============
peak  7
====  =============

===  =======
one  ``two``
===  =======
1    2, 3
===  =======

Of 1 published numbers 1 are reproduced, 0 differ, and of 0 we cannot tell.
"""


def pages_shown():
    """All pages below doc/, the manuscript of the paper among them; README.md has a count of its own."""
    found = (p for suffix in ("md", "rst") for p in pages.DOC.rglob(f"*.{suffix}"))
    return [path for path in found if pages.SOURCE not in path.parents]


def words(page):
    """What stands between white space and has a letter or a digit, without comments and addresses."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^(\.\. (?!\S+::|\|)| *:target:).*$", "", text, flags=re.M)
    return [word for word in re.sub(r" <[^<>]+>`__", "`__", text).split() if re.search(r"\w", word)]


def check(*files):
    return subprocess.run(
        [ROOT / "scripts" / "check-pages", *files], capture_output=True, text=True, check=False
    )


class Made(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        with open(self.folder / "summary.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, HEADER, restval="")
            writer.writeheader()
            writer.writerows(ROWS)
        (self.folder / "two.csv").write_text('one,``two``\n1,"2, 3"\n', encoding="utf-8")
        self.summary = measured.Summary(self.folder / "summary.csv")

    def expand(self, text):
        return pages.expand(text, self.summary, self.folder)

    def test_numbers_and_tables_stand_where_their_keys_stood(self):
        self.assertEqual(self.expand(SOURCE), PAGE)

    def test_verdicts_and_ranges_are_tables_in_files(self):
        made = {name: text.splitlines() for name, text in pages.tables(self.summary).items()}
        self.assertEqual(
            made["published.csv"],
            [
                "Experiment,Number,Read or varied,Verdict,Paper,Here,A run like the paper's,Row,Seeds that would settle it",
                "B1,Table I,,reproduced,7,7,,B1 peak,",
                "B1,Table I,read: twice,differs,,8,,B1 peak twice,",
            ],
        )
        self.assertEqual(made["expected.csv"][1:], ["B1,peak,7,at least 1,holds,ours"])

    def before(self, *lines):
        source = self.folder / "verdicts-before.csv"
        head = "number,paper,experiment before,here before,verdict before,clause"
        source.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
        return pages.verdicts_before(self.summary, source).splitlines()[1:]

    def test_the_verdicts_of_before_stand_beside_those_of_the_rows(self):
        left = "Fig 4: timeouts,0,F4,0,reproduced,no number of the paper"
        self.assertEqual(
            self.before("Table I,7,B1,9,differs,f", left),
            ["Table I,7,B1,9,differs,B1,7,reproduced,f", "Fig 4: timeouts,0,F4,0,reproduced,,,,no number of the paper"],
        )
        with self.assertRaisesRegex(measured.Unknown, "has no 'Table I', and lacks 1 in all"):
            self.before(left)
        with self.assertRaisesRegex(measured.Unknown, "no number of now is 'Fig 1'"):
            self.before("Table I,7,B1,9,differs,", "Fig 1,7,B1,9,differs,")

    def test_what_is_said_to_be_of_now_is_what_the_verdicts_are(self):
        def read(name):
            with open(ROOT / "doc" / "validation" / name, encoding="utf-8", newline="") as file:
                return list(csv.DictReader(file))

        now = {}
        for row in read("published.csv"):
            if not row["Read or varied"]:
                now.setdefault(row["Number"], []).append(row)
        compared = [row for row in read("verdicts-before.csv") if row["clause"] != "no number of the paper"]
        self.assertEqual(sorted(row["number"] for row in compared), sorted(now))
        for row in compared:
            first, here = now[row["number"]][0], [r["Here"] for r in now[row["number"]] if r["Here"]]
            with self.subTest(number=row["number"]):
                self.assertEqual(
                    (row["experiment now"], row["here now"], row["verdict now"]),
                    (first["Experiment"], "; ".join(here), first["Verdict"].removesuffix(" (chosen by)")),
                )

    def test_columns_are_as_wide_as_what_stands_in_them(self):
        self.assertEqual(
            pages.draw([["", "long head"], ["row", "1"]]),
            "===  =========\n\\    long head\n===  =========\nrow  1\n===  =========\n",
        )

    def test_what_would_be_markup_is_shown_as_it_is(self):
        for text, shown in (
            ("a*b", r"a\*b"),
            ("`x`|", r"\`x\`\|"),
            ("next_drop", "next_drop"),
            ("a_ b", r"a\_ b"),
            ("- 1", r"\- 1"),
            ("-1", "-1"),
        ):
            with self.subTest(text=text):
                self.assertEqual(pages.plain(text), shown)

    def test_heads_are_as_many_as_columns(self):
        source = ".. measured:: V2 rate\n   :variants: a b*\n   :heads: {}\n"
        self.assertRegex(self.expand(source.format("one | two")), r"\\ +one +two\n")
        with self.assertRaisesRegex(measured.Unknown, "1 heads for 2 columns of 'V2 rate'"):
            self.expand(source.format("one"))

    def test_a_number_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(measured.Unknown, "no row 'V2 rate c p=1'"):
            self.expand("It is :measured:`V2 rate c p=1`.")

    @unittest.skipUnless(shutil.which("rst2xml"), "no python3-docutils")
    def test_docutils_shows_the_page_as_it_is_meant(self):
        page = self.folder / "page.rst"
        page.write_text(self.expand(SOURCE), encoding="utf-8")
        self.assertEqual(check(page).stdout, "")
        done = subprocess.run(["rst2pseudoxml", page], capture_output=True, text=True, check=True)
        for text in ("It is 1.66 here.", "1.66 [1.59, 1.73]", "b*", "2, 3"):
            self.assertRegex(done.stdout, rf"(?m)^ +{re.escape(text)}$")
        self.assertEqual(done.stdout.count("<row>"), 3 + 2 + 2)

    @unittest.skipUnless(shutil.which("rst2xml"), "no python3-docutils")
    def test_what_plain_docutils_would_not_show_is_named(self):
        page = self.folder / "page.rst"
        for text, fault in (
            (".. measured:: V2 rate\n", 'Unknown directive type "measured"'),
            ("See :doc:`other`.\n", 'Unknown interpreted text role "doc"'),
            (".. csv-table::\n   :file: two.csv\n", "File and URL access deactivated"),
            ("`Other <other.rst>`__\n", "leads nowhere: other.rst"),
            (".. figure:: V2.svg\n", "leads nowhere: V2.svg"),
            (
                "====  ===\ntwo\nrows  b\n====  ===\n",
                "a row of a table has a first cell alone: two",
            ),
        ):
            with self.subTest(text=text):
                page.write_text(text, encoding="utf-8")
                done = check(page)
                self.assertEqual(done.returncode, 1)
                self.assertIn(fault, done.stdout)
        page = self.folder / "page.md"
        page.write_text("[here](two.csv) [there](three.csv)", encoding="utf-8")
        self.assertEqual(check(page).stdout, f"{page}: leads nowhere: three.csv\n")


class Commands(unittest.TestCase):
    """What is run of a page is what stands on it."""

    def block(self, page, head):
        command = 'set -euo pipefail; source scripts/common.sh; block_of "$@"'
        return subprocess.run(
            ["bash", "-c", command, "block", page, head],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    def test_a_block_is_that_behind_the_line(self):
        for page, head, lines in (
            (
                "README.md",
                "**An installed ns-3**",
                [
                    "apt install -y g++ cmake make libboost-dev libns3-dev",
                    "cmake -B build && cmake --build build --parallel $(nproc)",
                    "cmake --install build --prefix DIR",
                ],
            ),
            (
                "README.md",
                "**Python**",
                [
                    "apt install -y g++ git python3-dev python3-venv",
                    "python3 -m venv env && . env/bin/activate",
                    f"git clone {ROOT} tcp-lossy && pip install './tcp-lossy[data]'",
                ],
            ),
            (
                "doc/tcp-lossy.rst",
                "A script of yours goes into",
                ["cp your-script.cc scratch/", "./ns3 build", "./ns3 run scratch/your-script"],
            ),
            (
                "doc/examples.rst",
                "9. ",
                [
                    "./ns3 run lossy-own-recovery >lossy-own-recovery.csv",
                    "gnuplot contrib/tcp-lossy/examples/lossy-own-recovery.gp",
                ],
            ),
        ):
            with self.subTest(head=head):
                shown = self.block(page, head).stdout.splitlines()
                self.assertEqual([line.strip() for line in shown], lines)

    def test_a_line_that_is_not_there_ends_the_script(self):
        done = self.block("README.md", "**Nowhere**")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("README.md has no code behind '**Nowhere**'", done.stderr)

    def test_every_block_is_run_by_something(self):
        done = subprocess.run(
            [ROOT / "scripts" / "check-guide", "--readme"],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual((done.returncode, done.stdout), (0, ""))


class Examples(unittest.TestCase):
    """Programs to copy are short, public, and on their page."""

    PAGE = (pages.DOC / "examples.rst").read_text(encoding="utf-8")
    SOURCES = sorted((ROOT / "examples").rglob("lossy[-_]*.cc")) + [
        ROOT / "examples" / "wifi-venodr.cc",
        ROOT / "examples" / "python" / "lossy_path.py",
    ]

    PICTURED = [path for path in SOURCES if path.stem != "lossy-own-control"]  # two numbers

    def test_there_are_ten_with_a_picture(self):
        self.assertEqual(len(self.PICTURED), 10)
        self.assertEqual(len(re.findall(r"^\d+\. ", self.PAGE, re.M)), 10)

    def test_each_has_30_to_80_lines_and_includes_nothing_private(self):
        for path in self.SOURCES:
            with self.subTest(path=path.name):
                text = path.read_text(encoding="utf-8")
                self.assertIn(len(text.splitlines()), range(30, 81))
                self.assertEqual(re.findall(r'^#include "(?!ns3/)', text, re.M), [])

    def test_each_is_on_the_page_with_its_picture(self):
        for path in self.SOURCES:
            name = path.stem.replace("_", "-")
            with self.subTest(name=name):
                self.assertRegex(self.PAGE, rf"\.\./examples/(python/)?{path.name}>`__")
                if path in self.PICTURED:
                    picture = rf"figure:: figures/examples/{name}\.(svg|png)\n"
                    self.assertRegex(self.PAGE, picture)


class Committed(unittest.TestCase):
    def test_the_readme_has_no_key_of_a_row(self):
        source = (pages.SOURCE / pages.README).read_text(encoding="utf-8")
        readme = (ROOT / pages.README).read_text(encoding="utf-8")
        keys = re.findall(r":measured:`([^`]*)`", source)
        self.assertGreater(len(keys), 3)
        for key in keys:
            self.assertNotIn(key, readme)
        self.assertEqual(len(re.findall("<!--", readme)), 1)

    def test_the_paper_has_at_most_a_thousand_words_and_cites_what_it_lists(self):
        paper = (pages.DOC / "paper.md").read_text(encoding="utf-8").split("---\n")[2]
        self.assertLessEqual(len(paper.split()), 1000)
        listed = re.findall(
            r"^@\w+{(\w+),", (pages.DOC / "paper.bib").read_text(encoding="utf-8"), re.M
        )
        self.assertEqual(sorted(set(re.findall(r"\[@(\w+)\]", paper))), sorted(listed))

    def test_every_figure_is_in_the_gallery_with_its_command(self):
        gallery = (pages.DOC / "examples.rst").read_text(encoding="utf-8")
        for path in (pages.DOC / "figures").glob("*.*"):
            with self.subTest(path=path):
                self.assertIn(f".. image:: figures/{path.name}\n", gallery)
                self.assertIn(f"``./reproduce {path.stem}``", gallery)

    def test_there_are_at_most_26_pages_of_50000_words(self):
        counts = {path: len(words(path)) for path in pages_shown()}
        self.assertLessEqual(len(counts), 26)
        self.assertLessEqual(sum(counts.values()), 50_000)

    def test_the_readme_has_at_most_700_words(self):
        readme = (ROOT / pages.README).read_text(encoding="utf-8")
        # A link counts by its text; marks are no words.
        shown = re.sub(r"\]\([^)]*\)|<!--.*?-->", " ", readme)
        self.assertLessEqual(len(re.findall(r"\S*\w\S*", shown)), 700)

    def test_a_paper_s_page_has_at_most_1200_words(self):
        for name in ("sack-veno", "fack", "venodr", "compressed-sack", "buffers"):
            with self.subTest(name=name):
                self.assertLessEqual(
                    len(words(pages.DOC / "validation" / f"{name}.rst")), 1200
                )

    def test_a_page_s_words_are_those_that_are_shown(self):
        page = scratch(self) / "page.rst"
        page.write_text(
            ".. a comment\n\nTitle\n=====\n\nA `link of four <there.rst>`__ - *so*.\n\n====  ===\na     1.5\n====  ===\n"
        )
        self.assertEqual(words(page), "Title A `link of four`__ *so*. a 1.5".split())

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_the_readme_s_figure_is_drawn_of_the_rows(self):
        drawn = scratch(self) / "drawn.svg"
        command = ["gnuplot", "-e", f"file = '{drawn}'", "doc/random-loss.gp"]
        subprocess.run(command, cwd=ROOT, check=True)
        committed = pages.DOC / "random-loss.svg"
        new, old = (path.read_text(encoding="utf-8") for path in (drawn, committed))
        by = re.compile("<desc>(.*)</desc>")
        if by.findall(new) != by.findall(old):
            self.skipTest("drawn by another gnuplot")
        self.assertEqual(new, old)


if __name__ == "__main__":
    unittest.main()
