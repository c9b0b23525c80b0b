# SPDX-License-Identifier: GPL-2.0-only
"""What scripts/mutants --random draws and counts, by sources of a few lines and three changes of each."""

import collections
import itertools
import sys
import time
import types
import unittest

from support import ROOT, scratch

sys.path.insert(0, str(ROOT / "scripts"))

import random_faults

CPP = """// SPDX
#include "a.h"

/**
 * Two lines.
 */
int
F()
{
    /* one */
    return 1; // one
}
"""
PYTHON = '''# SPDX
"""Says
more."""


def f(x):
    """Adds."""
    # One.
    return x + 1
'''


class Lines(unittest.TestCase):
    def test_comments_and_empty_lines_are_no_code(self):
        self.assertEqual(random_faults.code_lines("a.cc", CPP), [2, 7, 8, 9, 11, 12])
        self.assertEqual(random_faults.code_lines("a.py", PYTHON), [6, 9])

    def test_code_after_the_end_of_a_comment_waits_for_the_next_line(self):
        self.assertEqual(random_faults.code_lines("a.cc", "/* a\nb */\nint c;\n"), [3])

    def test_what_only_a_person_reads_is_no_code(self):
        text = 'NS_LOG_FUNCTION(this\n << a);\nF("A name",\n  "and a sentence",\n  "Name");\n'
        self.assertEqual(random_faults.code_lines("a.cc", text), [3, 5])

    def test_what_is_left_out_keeps_its_line(self):
        text = 'F(x,\n\n  "a sentence"\n\n);\nint c;\n'
        self.assertEqual(random_faults.code_lines("a.cc", text), [1, 5, 6])

    def test_all_folders_are_there_to_draw_from(self):
        files = {file for file, _ in random_faults.all_lines()}
        for area in random_faults.AREAS:
            self.assertTrue(any(file.startswith(area + "/") for file in files), area)

    def test_a_line_is_that_of_its_file(self):
        root = scratch(self)
        for area in random_faults.AREAS:
            (root / area).mkdir(parents=True)
        (root / "model" / "b.cc").write_text(CPP, encoding="utf-8")
        (root / "helper" / "a.h").write_text(CPP, encoding="utf-8")
        (root / "stock" / "test").mkdir()
        (root / "stock" / "test" / "d.cc").write_text(CPP, encoding="utf-8")
        (root / "python" / "c.py").write_text(PYTHON, encoding="utf-8")
        expected = [("model/b.cc", n) for n in (2, 7, 8, 9, 11, 12)]
        expected += [("python/c.py", 6), ("python/c.py", 9)]
        self.assertEqual(random_faults.all_lines(root), expected)


class Drawing(unittest.TestCase):
    def setUp(self):
        self.root = scratch(self)
        self.lines = [(file, line) for file in ("long.cc", "short.cc")
                      for line in range(1, 301 if file == "long.cc" else 101)]
        for file in ("long.cc", "short.cc"):
            count = sum(file == name for name, _ in self.lines)
            (self.root / file).write_text("x + y;\n" * count, encoding="utf-8")

    def changes(self, file, line):
        """None of each third line, else three."""
        if line % 3 == 0:
            return []
        lines = (self.root / file).read_text(encoding="utf-8").splitlines()
        made = []
        for sign in "-*/":
            lines[line - 1] = f"x {sign} y;"
            text = "\n".join(lines) + "\n"
            made.append(random_faults.Fault(file, line, f"plus:{sign}", text, self.root))
        return made

    def draw(self, seed, count):
        faults = random_faults.draw(seed, self.lines, self.changes)
        return [(f.name, f.file, f.line, f.operator, f.new) for f in itertools.islice(faults, count)]

    def test_a_seed_draws_the_same_and_another_one_others(self):
        self.assertEqual(self.draw(7, 20), self.draw(7, 20))
        self.assertEqual(self.draw(7, 20), self.draw(7, 40)[:20])
        self.assertNotEqual([d[1:] for d in self.draw(7, 20)], [d[1:] for d in self.draw(8, 20)])

    def test_nothing_is_drawn_twice_nor_where_nothing_changes(self):
        drawn = [d[1:4] for d in self.draw(1, 600)]
        self.assertEqual(len(set(drawn)), 600)
        self.assertNotIn(0, {line % 3 for _, line, _ in drawn})

    def test_files_are_drawn_by_their_length(self):
        # 300 of 400 lines: 150 of 200 draws, with a deviation of 6.1.
        files = collections.Counter(d[1] for d in self.draw(1, 200))
        self.assertAlmostEqual(files["long.cc"], 150, delta=25)

    def test_a_fault_says_what_was_and_what_is(self):
        text = "x + y;\n    break;\n" + "x + y;\n" * 99
        fault = random_faults.Fault("short.cc", 1, "break", text, self.root)
        self.assertEqual((fault.was, fault.new), ("x + y;", "x + y;\nbreak;"))
        self.assertTrue(fault.jumps())
        fault = random_faults.Fault("short.cc", 100, "none", "x + y;\n" * 99 + "\n", self.root)
        self.assertEqual((fault.was, fault.new), ("x + y;", ""))
        self.assertFalse(fault.jumps())

    def test_a_sentence_that_differs_is_no_fault(self):
        for was, now, expected in (
            ('Refuse(x, "below 1");', 'Refuse(x, "");', True),
            ('Refuse(x, "below 1");', 'Refuse(y, "below 1");', False),
            ('Refuse(x, "below 1");', 'Refuse(x, "below");', False),
            ('F("a", x + 1, "b");', 'F("a", x - 1, "b");', False),
        ):
            (self.root / "one.cc").write_text(was + "\n", encoding="utf-8")
            fault = random_faults.Fault("one.cc", 1, "any", now + "\n", self.root)
            self.assertEqual(fault.is_wording(), expected, now)

    def test_a_sentence_of_python_may_have_several_lines(self):
        was = 'f("""One for\nall.""", 1)\n'
        for now, expected in ((was.replace("for", "f"), True), (was.replace("1", "2"), False),
                              (was.replace('"""', "'", 1), False)):
            (self.root / "one.py").write_text(was, encoding="utf-8")
            fault = random_faults.Fault("one.py", 1, "any", now, self.root)
            self.assertEqual(fault.is_wording(), expected, now)


class Trying(unittest.TestCase):
    @staticmethod
    def try_all(wanted, jobs):
        """@return what was tried of all numbers"""
        done = []
        random_faults.try_all(itertools.count(), jobs, lambda: len(done) >= wanted, done.append)
        return done

    def test_they_are_tried_in_order_until_there_are_enough(self):
        self.assertEqual(self.try_all(30, 1), list(range(30)))
        self.assertEqual(self.try_all(0, 2), [])
        for jobs in (2, 5):
            done = self.try_all(30, jobs)
            self.assertGreaterEqual(len(done), 30)
            self.assertLess(len(done), 30 + jobs)
            self.assertEqual(sorted(done), list(range(len(done))))

    def test_a_failure_is_told(self):
        def attempt(_):
            raise IndexError("of the attempt")

        with self.assertRaisesRegex(IndexError, "of the attempt"):
            random_faults.try_all(itertools.count(), 2, lambda: False, attempt)

    def test_the_failure_of_one_ends_all(self):
        done = []

        def attempt(number):
            if number == 1:
                raise IndexError("of the attempt")
            time.sleep(0.01)
            done.append(number)

        with self.assertRaisesRegex(IndexError, "of the attempt"):
            random_faults.try_all(itertools.count(), 3, lambda: len(done) >= 300, attempt)
        self.assertLess(len(done), 100)


class Report(unittest.TestCase):
    def test_the_generators_report(self):
        said = (
            "MUTATING WITH RULES: universal.rules, cpp.rules, c_like.rules\n"
            "PROCESSING MUTANT: 3:  a;  ==>  a;\n    break;...(FROM: builtin:universal.rules:83)...VALID "
            "[written to m/a.mutant.0.cc] \n"
            "PROCESSING MUTANT: 3:  a;  ==>  /*a;*/...(FROM: builtin:c_like.rules:112)...VALID "
            "[written to m/a.mutant.1.cc] \n2 VALID MUTANTS\n"
        )
        self.assertEqual(
            random_faults.read_report(said),
            [("universal.rules:83", "m/a.mutant.0.cc"), ("c_like.rules:112", "m/a.mutant.1.cc")],
        )
        self.assertEqual(random_faults.read_report("0 VALID MUTANTS\n"), [])


class Judging(unittest.TestCase):
    def test_what_no_compiler_takes(self):
        text = "void\nF(const A& a)\n{\n    const auto b = a.b;\n    const B c(a);\n    G(b, int32_t{1});\n}\nint c;\n"
        lines = text.splitlines()
        for line, new, expected in (
            (1, "/*void*/", True),
            (2, "F(const A| a)", True),
            (4, "/*const auto b = a.b;*/", True),  # line 6 names it
            (5, "/*const B c(a);*/", False),  # nothing in the function names it
            (6, "/*G(b, int32_t{1});*/", False),
            (6, "G(b, int32_t{0});", False),
            (6, "G(b, int0_t{1});", True),
            (6, "G(b, int32_t{1);", True),
            (6, "G(b <== int32_t{1});", True),
            (6, "G(b, -int32_t{1});", False),
            (6, "G(max, int32_t{1});", False),
        ):
            fault = types.SimpleNamespace(was=lines[line - 1].strip(), new=new, original=text, line=line)
            self.assertEqual(random_faults.cannot_be_cpp(fault), expected, new)

    def test_python_that_is_none_or_the_same(self):
        judge = random_faults.judge_python
        self.assertEqual(judge("a = 1\n", "a = \n"), "does not compile")
        self.assertEqual(judge("a = 1\n", "break\n"), "does not compile")
        self.assertEqual(judge("a = 1 + 2\n", "a = (1 + 2)  # three\n"), "equivalent")
        self.assertIsNone(judge("a = 1\n", "a = 2\n"))

    def test_intervals(self):
        # Wilson (1927); by hand 0 of n ends at z^2 / (n + z^2) = 3.8416 / 13.8416.
        low, high = random_faults.interval(0, 10)
        self.assertEqual(low, 0)
        self.assertAlmostEqual(high, 0.27754, places=5)
        low, high = random_faults.interval(10, 10)
        self.assertAlmostEqual(low, 1 - 0.27754, places=5)
        self.assertAlmostEqual(high, 1)
        # Half of 100: 0.5 and 1.96 * sqrt(0.25 / 100 + 3.8416 / 40000) / 1.038416 either side.
        low, high = random_faults.interval(50, 100)
        self.assertAlmostEqual((low + high) / 2, 0.5)
        self.assertAlmostEqual(high, 0.59617, places=5)
        self.assertEqual(random_faults.interval(0, 0), (0, 1))

    def test_counts_by_area(self):
        results = [("model/a.cc", "caught"), ("model/a.cc", "survived"), ("helper/b.cc", "equivalent"),
                   ("helper/b.cc", "does not compile"), ("helper/c.cc", "caught")]
        rows = [{"file": file, "result": result} for file, result in results]
        counts = [tuple(row.values())
                  for row in random_faults.summary(rows, lambda file: file.split("/", maxsplit=1)[0])]
        self.assertEqual(
            counts, [("helper", 3, 1, 0, 0, 1, 1), ("model", 2, 1, 1, 0, 0, 0), ("all", 5, 2, 1, 0, 1, 1)]
        )
        self.assertEqual(len(random_faults.tried(rows)), 3)


class Kept(unittest.TestCase):
    def setUp(self):
        self.root = scratch(self)
        (self.root / "a.cc").write_text("a + b;\n", encoding="utf-8")
        self.fault = random_faults.Fault("a.cc", 1, "plus", "a - b;\n", self.root)
        self.fault.name = "7-1"

    def table(self, commit):
        return random_faults.Table(self.root / "t.csv", 7, commit)

    def test_what_is_known_of_a_commit_is_known_the_next_time(self):
        table = self.table("abc1234")
        self.assertIsNone(table.result(self.fault))
        table.add(self.fault, "caught", "*")
        self.assertEqual(table.result(self.fault), "caught")
        self.assertEqual(
            (self.root / "t.csv").read_text(encoding="utf-8"),
            "seed,commit,draw,file,line,operator,result,by,was,is\n"
            "7,abc1234,7-1,a.cc,1,plus,caught,*,a + b;,a - b;\n",
        )
        self.assertEqual(self.table("abc1234").result(self.fault), "caught")
        self.assertIsNone(self.table("def5678").result(self.fault))


if __name__ == "__main__":
    unittest.main()
