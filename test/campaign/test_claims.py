# SPDX-License-Identifier: GPL-2.0-only
"""The table of the papers' claims against the papers' sections, and how rows decide on a claim."""

import csv
import re
import sys
import unittest

from support import EXPERIMENTS, ROOT, scratch

sys.path.insert(0, str(ROOT / "doc"))

import claims
import measured
from campaign import derive, points, verdict
from campaign.laboratory import Laboratory
from campaign.rejudge import read_estimate
from campaign.statistics import Estimate
from campaign.tables import SUMMARY_HEADER
from campaign.variants import Registry

# Of each paper: the sections that assert something, and the figures and tables with a result. Abstracts say
# it again.
SECTIONS = {
    "fack": "1|2.1|2.2|2.3|2.4|3|3.1|3.2|4.1|4.2|4.3|4.4|4.5|5|6|6.1|6.2|7|8",
    "sack-veno": "1|2.1|2.2|2.3|3|3.2|3.3|3.4",
    "venodr": "Introduction|Related works|TCP VenoDR|Performance Evaluation|Conclusions",
    "compressed-sack": "I|II|III|IV|V.A|V.B|VI",
    "buffers": "I|II|II.A|II.B|III",
}
FIGURES = {
    "fack": "1|2|3|4|5|6|7|8|9|11|12",
    "sack-veno": "1|3|4|5|6|7",
    "venodr": "1|4|5|6|7|8|9",
    "compressed-sack": "3|4|Table 1|Table 2|Table 3|Table 5",
    "buffers": "2|Table I",
}
# All that is numbered in each paper, and what of it asserts nothing.
NUMBERED = {
    "fack": [*"123456789", *(f"Figure {n}" for n in range(1, 13))],
    "sack-veno": [*"1234", *(f"Figure {n}" for n in range(1, 8))],
    "venodr": [f"Figure {n}" for n in range(1, 10)],
    "compressed-sack": "I II III IV V VI".split() + [f"{what} {n}" for what in ("Figure", "Table") for n in range(1, 6)],
    "buffers": ["I", "II", "III", "Figure 1", "Figure 2", "Table I"],
}
SILENT = {
    "fack": {"9": "thanks", "Figure 10": "a path"},
    "sack-veno": {"4": "conclusions, of which there is no text", "Figure 2": "paths"},
    "venodr": {"Figure 2": "a path", "Figure 3": "a path"},
    "compressed-sack": {
        "Figure 1": "RFC 2018's option",
        "Figure 2": "the new option",
        "Figure 5": "the model of losses",
        "Table 4": "that model's parameters",
    },
    "buffers": {"Figure 1": "a path"},
}
# Claims without a numeral that the rows refute.
REFUTED = {
    "DR22": "best Jain index",
    "DR10": "0.55 is best",
    "FA57": "Overdamping too conservative at the longest queue",
}


class Compared(unittest.TestCase):
    def test_two_means_differ_by_more_than_both_stray(self):
        # Half intervals of 3 and 4: more than 5 apart.
        a = Estimate(10, 7, 13, 10)
        for mean, found in ((15.5, "holds"), (4.5, "fails"), (14.5, "not decidable"), (5.5, "not decidable")):
            self.assertEqual(claims.compare(a, "<", Estimate(mean, mean - 4, mean + 4, 10)), found)

    def test_what_is_not_random_is_compared_as_it_is(self):
        one, two = Estimate(1, None, None, 1), Estimate(2, None, None, 1)
        for a, sign, b, found in (
            (one, "<", two, "holds"),
            (two, "<=", two, "holds"),
            (two, ">", two, "fails"),
            (one, "=", one, "holds"),
            (one, "=", two, "fails"),
        ):
            self.assertEqual(claims.compare(a, sign, b), found)

    def test_the_same_runs_under_two_names_are_the_same(self):
        a = Estimate(10, 7, 13, 10)
        self.assertEqual(claims.compare(a, ">", a), "fails")
        self.assertEqual(claims.compare(a, "=", a), "holds")


class Judged(unittest.TestCase):
    ROWS = (
        ("t", "a", "q=1", "5", "", "", ""),
        ("t", "a", "q=2", "7", "", "", ""),
        ("t", "b", "q=1", "6", "", "", ""),
        ("t", "b", "q=2", "7", "", "", ""),
        ("u", "a", "", "3", "3", "reproduced", ""),
        ("u", "b", "", "3", "4", "differs", ""),
        ("u", "c", "", "3", "3", "reproduced", "otherwise"),
    )

    def verdicts(self, *conditions):
        folder = scratch(self)
        names = "quantity variant x mean paper verdict reading".split()
        with open(folder / "summary.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, SUMMARY_HEADER, restval="")
            writer.writeheader()
            for row in self.ROWS:
                cells = dict(zip(names, row)) | {"id": "T", "of": "T", "seeds": "1"}
                writer.writerow(cells | {"note": f"Fig {row[1]}"})
        with open(folder / "claims.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "verdict", "row"])
            writer.writerows((str(i), "", row) for i, row in enumerate(conditions))
        summary = measured.Summary(folder / "summary.csv")
        return [row["verdict"] for row in claims.Claims(summary, folder / "claims.csv").rows]

    def test_all_conditions_have_to_hold(self):
        self.assertEqual(
            self.verdicts(
                "T u a",
                "T u b",
                "T u a | T u b",
                "T u a = 3 | T t a q=1 < T t b q=1",
                "T t a q=* <= T t b q=*",
                "T t a q=* < T t b q=*",
                "T t a q=* < 7.5",
            ),
            ["holds", "fails", "fails", "holds", "holds", "fails", "holds"],
        )

    def test_what_decides_nothing_is_refused(self):
        for row, said in (
            ("T t a q=1", "decides on no published number"),
            ("T u c", "decides on no published number"),
            ("T t a z=* < 3", "there is no row"),
            ("T t d q=1 < 3", "no row 'T t d q=1'"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                self.verdicts(row)


class Committed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.summary = measured.Summary()
        cls.claims = cls.summary.claims
        with open(claims.SOURCE, encoding="utf-8", newline="") as file:
            cls.source = list(csv.DictReader(file))

    def test_each_section_and_figure_that_asserts_something_has_a_claim_and_no_other(self):
        for paper in SECTIONS:
            rows = [row for row in self.source if row["paper"] == paper]
            self.assertEqual({row["section"] for row in rows}, set(SECTIONS[paper].split("|")))
            shown = {re.sub(r"\(.\)", "", name) for row in rows for name in row["figure"].split(", ")}
            self.assertEqual(shown - {""}, set(FIGURES[paper].split("|")))
        self.assertEqual({row["paper"] for row in self.source}, set(SECTIONS))

    def test_all_that_a_paper_numbers_is_in_a_claim_or_asserts_nothing(self):
        for paper, names in NUMBERED.items():
            rows = [row for row in self.source if row["paper"] == paper]
            shown = ", ".join(re.sub(r"\(.\)", "", row["figure"]) for row in rows).split(", ")
            found = {row["section"].split(".")[0] for row in rows}
            found |= {f"Figure {name}" if name.isdecimal() else name for name in shown}
            for name in names:
                with self.subTest(paper=paper, name=name):
                    self.assertEqual(name in found, name not in SILENT[paper])

    def test_each_claim_is_there_once_in_words_of_its_kind(self):
        for column in ("id", "claim"):
            cells = [(row["paper"], row[column]) for row in self.source]
            self.assertEqual(len(set(cells)), len(cells))
        for row in self.source:
            with self.subTest(id=row["id"]):
                self.assertIn(row["kind"], claims.KINDS)
                self.assertIn(row["verdict"], ("", *claims.BY_HAND))

    def test_only_what_follows_by_hand_holds_without_a_row(self):
        for row in self.source:
            with self.subTest(id=row["id"]):
                if row["verdict"] == claims.HOLDS:
                    self.assertEqual((row["kind"], row["row"]), ("closed form", ""))
                    self.assertIn("by hand", row["hinges"])
                elif row["verdict"] == claims.NOT_DECIDABLE:
                    self.assertEqual(row["row"], "")
                    self.assertRegex(row["hinges"], "^no run can tell: ")
                elif row["verdict"] == claims.NOT_RUN:
                    self.assertNotEqual(row["hinges"], "")
                elif row["verdict"] == claims.CONTRADICTS:
                    self.assertNotEqual(row["hinges"], "")
                elif row["verdict"] == "":
                    self.assertNotEqual(row["row"], "")

    def test_what_fails_says_what_it_hinges_on(self):
        for row in self.claims.rows:
            if row["verdict"] in (claims.FAILS, claims.NOT_DECIDABLE):
                with self.subTest(id=row["id"]):
                    self.assertNotEqual(row["hinges"], "")

    def test_each_published_number_is_in_a_claim(self):
        deciding = {measured._name(row) for row in self.summary.rows if row["paper"] and not row["reading"]}
        self.assertEqual(deciding, set(self.claims.published()))

    def test_zeros_and_closed_forms_are_in_no_sum_with_others(self):
        for paper in SECTIONS:
            for word in ("all", "holds"):
                parts = [self.claims.count(word, paper, kind) for kind in ("others", "zero", "closed-form")]
                self.assertEqual(sum(parts), self.claims.count(word, paper))
            said = self.claims.sentence(paper)
            self.assertIn(f"Of {self.claims.count('all', paper, 'others')} claims that are neither", said)
        rows = [row for row in self.claims.rows if row["paper"] == "buffers" and row["kind"] not in claims.APART]
        self.assertEqual(self.claims.count("holds", "buffers", "others"), sum(r["verdict"] == "holds" for r in rows))
        for word in ("all", "reproduced", "differs", "cannot-tell"):
            parts = [self.claims.numbers(word, kind) for kind in ("others", "zero", "closed-form")]
            self.assertEqual(sum(parts), self.summary.count(word))

    def test_no_page_sums_numbers_without_telling_zeros_apart(self):
        for path in (claims.SOURCE.parents[1]).rglob("*.[mr][ds]*"):
            said = re.findall(r":measured:`(verdicts \w[\w-]*)`", path.read_text(encoding="utf-8"))
            self.assertLessEqual(set(said), {"verdicts all"}, path)

    def test_claims_without_a_numeral_that_fail(self):
        for name, what in REFUTED.items():
            with self.subTest(what=what):
                self.assertEqual(self.claims.named(name)["verdict"], claims.FAILS)

    def test_each_page_has_five_to_seven_claims_with_the_table_s_verdicts(self):
        for paper in SECTIONS:
            source = (claims.SOURCE.parent / f"{paper}.rst").read_text(encoding="utf-8")
            lines = [line for line in source.splitlines() if ":measured:`claim " in line]
            self.assertIn(len(lines), range(5, 8))
            self.assertIn(f":measured:`claimed {paper}`", source)
            for name in re.findall(r":measured:`claim (\w+)`", source):
                self.assertEqual(self.claims.named(name)["paper"], paper)


class Apparatus(unittest.TestCase):
    """The table of whose apparatus decides, and where it does not."""

    @classmethod
    def setUpClass(cls):
        with open(ROOT / "doc" / "validation" / "apparatus.csv", encoding="utf-8", newline="") as file:
            cls.head, *cls.lines = csv.reader(file)
        cls.rows = [dict(zip(cls.head, line)) for line in cls.lines]

    def named(self, column):
        """All experiments that a column names; "F2 to F8" names seven."""
        found = set()
        for row in self.rows:
            for letter, first, last in re.findall(r"\b([A-Z])(\d+)(?: to [A-Z](\d+))?", row[column]):
                found |= {f"{letter}{n}" for n in range(int(first), int(last or first) + 1)}
        return found

    def test_each_line_has_all_cells(self):
        self.assertEqual({len(line) for line in self.lines}, {len(self.head)})
        for row in self.rows:
            self.assertTrue(all(row[name] for name in self.head if name != "Where it is not obeyed"))

    def test_each_experiment_that_decides_on_a_run_is_in_it(self):
        deciding = {of for of, _ in measured.Summary().groups()}
        # Formulas and sizes have no apparatus.
        self.assertEqual(deciding - {"B1", "C0"} - self.named("Rows"), set())

    def test_what_it_names_is_there(self):
        ids = Laboratory(EXPERIMENTS, Registry(EXPERIMENTS / "variants.csv"), False).ids()
        self.assertLessEqual(self.named("Rows") | self.named("Readings beside them"), set(ids))


class Chosen(unittest.TestCase):
    """What a paper leaves open is chosen by one count of its numbers, wherever these choose it."""

    @classmethod
    def setUpClass(cls):
        cls.summary = measured.Summary()
        laboratory = Laboratory(EXPERIMENTS, Registry(EXPERIMENTS / "variants.csv"), False)
        cls.experiments = {name: laboratory.load(name) for name in laboratory.ids()}
        cls.estimates = {}
        for row in cls.summary.rows:
            key = row["quantity"], row["variant"], points.parse(row["x"])
            cls.estimates.setdefault(row["id"], {})[key] = read_estimate(row)

    def setUp(self):
        # What was asked of each number of a paper: the rows of the candidates.
        self.asked = {}

    def judged(self, name, of, source):
        """A row of a candidate's, judged on the number that another row may decide."""
        self.asked.setdefault((of, source), set()).add(name)
        row = self.summary.named(name)
        paper = next(r for r in self.summary.rows if (r["of"], r["note"]) == (of, source))
        key = row["quantity"], row["variant"], points.parse(row["x"])
        rules = self.experiments[row["id"]].derived if row["id"] in self.experiments else []
        ours = derive.unpaired(key, self.estimates[row["id"]], rules)
        return measured.judge_as(row, paper, ours), float(row["mean"]), float(paper["paper"])

    def queues(self):
        """The numbers with each queue of Fig 1."""
        return {
            q: [
                self.judged(f"V1 cycles sack q={q}", "V1", "Fig 1: cycles of SACK, about"),
                self.judged(f"V1 cycles sack-veno q={q}", "V1", "Fig 1: cycles of SACK-Veno, about"),
            ]
            for q in range(8, 13)
        }

    def paths(self, figures="2-8"):
        """The numbers of FACK's figures on each of four paths."""
        found = {}
        for (of, source), rows in self.summary.groups().items():
            if re.fullmatch(f"F[{figures}]", of):
                paths = {r["reading"]: r for r in rows if r["id"] == "F14"}
                paths["decides"] = next(r for r in rows if not r["reading"])
                for path, row in paths.items():
                    found.setdefault(path, []).append(self.judged(measured._name(row), of, source))
        return found

    def test_sack_veno_s_queue(self):
        self.assertEqual(verdict.choose(self.queues()), 11)

    def test_fack_s_path(self):
        found = self.paths()
        self.assertEqual({len(numbers) for numbers in found.values()}, {len(found["decides"])})
        self.assertEqual((len(found), verdict.choose(found)), (4, "decides"))

    def test_fack_s_path_with_half_a_window_in_whole_segments(self):
        found = {}
        # Without Fig 6's, whose other half is SACK's; Reno and SACK have halves in octets.
        for (of, source), rows in self.summary.groups().items():
            here_and_there = [r for r in rows if not r["reading"] or r["id"] == "F14"]
            for here in here_and_there if re.fullmatch("F[2-57-8]", of) else ():
                place = points.get(points.parse(here["x"]), "path")
                name = measured._name(here)
                if here["variant"].startswith("fack") and here["quantity"] not in ("base_rtt", "pipe"):
                    at = f"fig={of[1:]} path={place}" if place else f"fig={of[1:]}"
                    name = f"F15 {here['quantity']} {here['variant']}+whole {at}"
                found.setdefault(place, []).append(self.judged(name, of, source))
        self.assertEqual((len(found), verdict.choose(found)), (4, None))

    def test_fack_s_path_without_what_is_random_there(self):
        self.assertEqual(verdict.choose(self.paths("2-57-8")), "decides")

    def places(self, row):
        """The numbers at each of VenoDR's 24 places; row says which row has a ratio."""
        # Westwood is on NewReno at all of them, as its name says.
        numbers = (
            ("Veno, +44.1 %", "veno-reno{}"),
            ("Reno, +113.8 %", "reno{}"),
            ("WestwoodNR, +47.0 %", "westwood-plus"),
        )
        found = {}
        for link in ("5 10", "10 10", "20 10", "5 20", "10 20", "2 90"):
            for rto in ("1", "0.2"):
                bw, rtt = link.split()
                for reno in ("", "+ns2"):
                    found[link, rto, reno] = [
                        self.judged(
                            row.format(rival=name.format(reno), point=f"bw={bw} rtt={rtt} rto={rto}"),
                            "D15",
                            f"Fig 5: VenoDR to {source}",
                        )
                        for source, name in numbers
                    ]
        self.assertEqual(len(found), 24)
        return found

    def test_venodr_s_place(self):
        for row in ("D12 ratio venodr/{rival} p=0.02 {point}", "D17 ratio venodr/{rival} places {point}"):
            self.assertEqual(verdict.choose(self.places(row)), ("5 20", "1", ""))

    def test_the_place_of_venodr_by_the_letter(self):
        found = self.places("D17 ratio venodr-literal/{rival} places {point}")
        self.assertEqual(verdict.choose(found), ("10 10", "1", ""))

    def settings(self):
        """The numbers of Table 5 with each of four settings."""
        found = {}
        for choice in ("base", "rtt-200", "timer-1", "delack"):
            for t in (50, 60, 120, 300, 600):
                for source, name in (("No-Offset", "rfc2018"), ("Offset", "compressed")):
                    row = f"C5 throughput {name} table=5 choice={choice} t={t}"
                    row = f"C2 throughput {name} t={t}" if choice == "base" else row
                    found.setdefault(choice, []).append(self.judged(row, "C6", f"Table 5: {source}, {t} s"))
        return found

    def test_compressed_sack_s_setting(self):
        self.assertEqual(verdict.choose(self.settings()), "base")

    def seeds(self, row):
        """The generator's seeds of the runs that a row is of."""
        place = set(points.parse(row["x"]))
        return {
            str(template.options.get("RngSeed", 1))
            for template in self.experiments[row["id"]].templates()
            if template.label in row["variant"] and set(template.point) <= place
        }

    def test_no_seed_that_chose_judges(self):
        self.queues()
        self.paths()
        self.settings()
        for row in ("D12 ratio venodr/{rival} p=0.02 {point}", "D17 ratio venodr/{rival} places {point}"):
            self.places(row)
        for (of, source), rows in self.summary.groups().items():
            for judge in (row for row in rows if not row["reading"] and row["ci_low"]):
                choosing = [self.summary.named(name) for name in self.asked.get((of, source), ())]
                # What a number shares its place with chose it, too: Fig 4 is at Fig 5's.
                choosing += [row for row in rows if row["chosen"] and row["reading"].startswith("the seeds that chose")]
                with self.subTest(of=of, source=source):
                    if of == "F6":
                        continue
                    self.assertTrue(choosing or not judge["chosen"])
                    for row in choosing:
                        self.assertTrue(self.seeds(judge) and self.seeds(row))
                        self.assertFalse(self.seeds(judge) & self.seeds(row), measured._name(row))


if __name__ == "__main__":
    unittest.main()
