# SPDX-License-Identifier: GPL-2.0-only
"""Lists of segments, compared by hand; and the words of test/interop/scripted-fates.h."""

import os
import subprocess
import unittest

import patterns

PROGRAM = os.environ.get("TCP_LOSSY_INTEROP")


def segment(number, seconds):
    """One of the transfer's."""
    first = (number - 1) * patterns.SEGMENT + 1
    return [seconds, first, first + patterns.SEGMENT]


LINUX = [segment(1, 0), segment(2, 0.1), segment(1, 0.4)]


class Lists(unittest.TestCase):
    def compare(self, *ours):
        found = patterns.compare(LINUX, list(ours))
        return found.same, found.segments, found.difference

    def test_equal(self):
        found = patterns.compare(LINUX, [segment(1, 0), segment(2, 0.1015), segment(1, 0.399)])
        self.assertTrue(found.same)
        self.assertEqual(found.segments, 3)
        self.assertAlmostEqual(found.latest, 0.0015)

    def test_late(self):
        self.assertEqual(self.compare(segment(1, 0), segment(2, 0.103), segment(1, 0.403)),
                         (False, 1, "no. 2, 2: at 0.1030 s, Linux at 0.1000 s"))

    def test_other_order(self):
        self.assertEqual(self.compare(segment(1, 0), segment(3, 0.1), segment(1, 0.4)),
                         (False, 1, "no. 2: 3 at 0.100 s, Linux 2 at 0.100 s"))

    def test_more_and_less(self):
        self.assertEqual(self.compare(*LINUX[:2]), (False, 2, "Linux sends 1 more: 1 at 0.400 s"))
        self.assertEqual(self.compare(*LINUX, segment(2, 0.5)),
                         (False, 3, "ours sends 1 more: 2 at 0.500 s"))

    def test_name_of_what_is_no_whole_segment(self):
        self.assertEqual(patterns.name([0, 1, 2 * patterns.SEGMENT + 1]), "1-2")
        self.assertEqual(patterns.name([0, 1, 101]), "1 in part")

    def test_how_many_there_are(self):
        self.assertEqual(len(patterns.PATTERNS), 64)
        self.assertLessEqual(set(patterns.SHORT), set(patterns.PATTERNS))


@unittest.skipUnless(PROGRAM, "TCP_LOSSY_INTEROP is not set")
class Words(unittest.TestCase):
    def test_what_is_none_is_refused_in_a_line(self):
        for word in ("0", "x2", "5x0", "5+3", "5-4", "a"):
            done = subprocess.run([PROGRAM, "--tun=3", f"--fates=7 {word}"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 2, word)
            self.assertIn(f"--fates: '{word}'", done.stderr.splitlines()[0])


if __name__ == "__main__":
    unittest.main()
