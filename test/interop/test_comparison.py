# SPDX-License-Identifier: GPL-2.0-only
"""Figures of scripts/compare-linux, worked out by hand."""

import unittest

import comparison
from goodput import LINUX, OURS, Result


def result(octets, sent_again=0, timeouts=0, needless=0, seconds=10, rivals=0):
    return Result(octets, seconds, sent_again, timeouts, needless, rivals, "6.1.2-3-um")


class Settings(unittest.TestCase):
    def test_words(self):
        self.assertEqual(comparison.parse_settings(["rate=1Mbps", "ns3::A::B=c=d", "loss="]),
                         {"rate": "1Mbps", "ns3::A::B": "c=d", "loss": ""})

    def test_what_is_none(self):
        for word in ("rate", "=1", ""):
            with self.assertRaisesRegex(ValueError, f"'{word}' is not NAME=VALUE"):
                comparison.parse_settings([word])


class Statistics(unittest.TestCase):
    def test_interval(self):
        # The deviation of 1, 2, 3 is 1, and t is 4.303 with two degrees of freedom.
        self.assertAlmostEqual(comparison.interval([1, 2, 3]), 4.303 / 3**0.5, places=3)
        self.assertEqual(comparison.interval([0.7] * 10), 0)

    def test_interval_of_ten(self):
        # Nine degrees of freedom; the deviation is that of five times -1 and five times 1.
        self.assertAlmostEqual(comparison.interval([4, 6] * 5), 2.262 * (10 / 9) ** 0.5 / 10**0.5, places=3)

    def test_row(self):
        # Ratios of 0.5 and 1.5, though the sums are the same: the mean is that of the pairs.
        pairs = [(result(2_500_000, 10, 1), result(1_250_000, 4)),
                 (result(1_250_000, 11, 2), result(1_875_000, 5, 1, 3))]
        row = comparison.summarize(pairs, 10)
        self.assertEqual(row, {"seeds": 2, "seconds": "10", "Mbit/s": "1.25", "Linux's": "1.50",
                               "ratio": "1.000 ± 6.353", "sent again": "4.5 / 10.5",
                               "timeouts": "0.5 / 1.5", "needless": "1.5 / 0.0", "Linux": "6.1.2"})


    def test_row_of_a_volume(self):
        # 1 MB in 2 and 4 s, ours in 4 and 4: rates of 4 and 2 Mbit/s, ours 2 and 2.
        pairs = [(result(10**6, seconds=2), result(10**6, seconds=4)),
                 (result(10**6, seconds=4), result(10**6, seconds=4))]
        row = comparison.summarize(pairs, 100)
        self.assertEqual((row["Mbit/s"], row["Linux's"], row["ratio"]), ("2.00", "3.00", "0.750 ± 3.177"))
        self.assertNotIn("share", row)

    def test_row_beside_others(self):
        pairs = [(result(3, rivals=1), result(1, rivals=1)), (result(1, rivals=3), result(3, rivals=3))]
        row = comparison.summarize(pairs, 10)
        self.assertEqual((row["share"], row["Linux's share"]), ("0.500 ± 0.000", "0.500 ± 3.177"))


class Orders(unittest.TestCase):
    PATH = {"delay": "60ms", "jitter": "20ms"}

    def make(self, end="sender", sender="Rack", settings=None):
        return comparison.make_orders("program", self.PATH, "cubic", end, sender, settings or {}, 7, 20)

    def test_same_path_for_both(self):
        for end in ("sender", "receiver"):
            linux, mixed = self.make(end)
            self.assertEqual((linux.sender, linux.receiver), (LINUX, LINUX))
            self.assertEqual((linux.control, linux.seconds), (mixed.control, mixed.seconds))
            self.assertEqual(linux.options, {**comparison.COMMON, **self.PATH, "run": 7})
            self.assertEqual({name: mixed.options[name] for name in linux.options}, linux.options)

    def test_rivals_are_not_an_option_of_the_path(self):
        orders = comparison.make_orders("program", {"rivals": 2}, "cubic", "sender", "linux", {}, 7, 20)
        for order in orders:
            self.assertEqual(order.rivals, 2)
            self.assertNotIn("rivals", order.options)

    def test_which_end_is_ours(self):
        self.assertEqual([(mixed.sender, mixed.receiver) for _, mixed in
                          (self.make("sender"), self.make("receiver"))],
                         [(OURS, LINUX), (LINUX, OURS)])

    def test_settings_are_for_ours_alone(self):
        linux, mixed = self.make(settings={"minRto": "1s"})
        self.assertNotIn("minRto", linux.options)
        self.assertEqual(mixed.options["minRto"], "1s")

    def test_control_of_sender_and_preset(self):
        self.assertEqual(self.make()[1].options["control"], "ns3::TcpCubic")
        preset = self.make(sender="rack")[1].options
        self.assertEqual(preset["preset"], "rack")
        self.assertNotIn("control", preset)

    def test_times_are_of_paths(self):
        self.assertLessEqual(set(comparison.SECONDS), {*comparison.KNOWN})

    def test_jitter_of_no_path_is_above_its_delay(self):
        for name, path in comparison.PATHS.items():
            delay, jitter = (int(path.get(key, "0ms")[:-2]) for key in ("delay", "jitter"))
            self.assertLessEqual(jitter, delay, name)


if __name__ == "__main__":
    unittest.main()
