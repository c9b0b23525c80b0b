# SPDX-License-Identifier: GPL-2.0-only
"""Numbers and texts that ns-3 would read, or end the program at."""

import math
import unittest

import numpy
from tcp_lossy import Series, quantities


class QuantitiesTest(unittest.TestCase):
    def test_times(self):
        for given, seconds in ((0.05, 0.05), ("50ms", 0.05), ("1.5s", 1.5), ("2min", 120.0),
                               ("1e3us", 1e-3), (3, 3), (".5s", 0.5)):
            self.assertAlmostEqual(quantities.seconds(given, "delay"), seconds, places=15)

    def test_rates_are_whole(self):
        for given, rate in ((1600000, 1600000), ("1.6Mbps", 1600000), ("1.6 Mbit/s", 1600000), ("1.001Gbps", 1001000000),
                            ("10kB/s", 80000), ("56Kbps", 56000)):
            self.assertEqual(quantities.bits_per_second(given, "rate"), rate)

    def test_every_unit(self):
        for text, seconds in (("1s", 1), ("1ms", 1e-3), ("1us", 1e-6), ("1ns", 1e-9), ("1ps", 1e-12), ("1fs", 1e-15),
                              ("1min", 60), ("1h", 3600), ("1d", 86400), ("+1.e2s", 100), ("5e-1s", 0.5)):
            self.assertEqual(quantities.seconds(text, "delay"), seconds, text)
        for prefix, factor in (("", 1), ("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9)):
            for unit, size in (("bps", 1), ("b/s", 1), ("bit/s", 1), ("Bps", 8), ("B/s", 8)):
                self.assertEqual(quantities.bits_per_second(f"3{prefix}{unit}", "rate"), 3 * factor * size)

    def test_bounds_are_allowed_and_what_lies_beyond_is_not(self):
        for given in (0, 9e9, "9e9s"):
            quantities.seconds(given, "delay")
        self.assertEqual([quantities.bits_per_second(rate, "rate") for rate in (1, 1.6, 2 ** 63)], [1, 2, 2 ** 63])
        self.assertEqual([quantities.number(value, "loss", 0, 1) for value in (0, 1, 0.5)], [0, 1, 0.5])
        self.assertEqual([quantities.integer(value, "pairs", 1, 3) for value in (1, 3)], [1, 3])
        self.assertEqual(quantities.seconds("-2s", "start", low=-2), -2)
        for asked in (lambda: quantities.seconds(9.1e9, "delay"), lambda: quantities.bits_per_second(2 ** 64, "rate"),
                      lambda: quantities.number(-0.1, "loss", 0, 1), lambda: quantities.integer(4, "pairs", 1, 3),
                      lambda: quantities.seconds(-2.1, "start", low=-2),
                      lambda: quantities.seconds("1parsec", "delay")):
            with self.assertRaises(ValueError):
                asked()

    def test_a_number_of_numpy_is_one_of_python(self):
        for value in (numpy.float64(0.5), numpy.float32(0.5)):
            self.assertEqual(repr(quantities.number(value, "loss")), "0.5")
            self.assertEqual(repr(quantities.seconds(value, "delay")), "0.5")
        for number in (quantities.number(numpy.int64(3), "n"), quantities.integer(numpy.int64(3), "n", 1, 3)):
            self.assertEqual(repr(number), "3")
        with self.assertRaisesRegex(ValueError, r"^loss must lie in \[0, 1\], not 1.5$"):
            quantities.number(numpy.float64(1.5), "loss", 0, 1)
        with self.assertRaisesRegex(TypeError, r"^rtt must be a number, not .*timedelta64\(50000000,'ns'\)$"):
            quantities.seconds(numpy.timedelta64(50_000_000, "ns"), "rtt")

    def test_a_wrong_value_is_named_with_its_range(self):
        with self.assertRaisesRegex(ValueError, r"loss must lie in \[0, 1\], not 1.5"):
            quantities.number(1.5, "loss", 0, 1)
        with self.assertRaisesRegex(ValueError, r"^loss must lie in \(-inf, inf\), not inf$"):
            quantities.number(math.inf, "loss")
        with self.assertRaisesRegex(ValueError, "delay: '50' is not a number with a unit"):
            quantities.seconds("50", "delay")
        with self.assertRaisesRegex(ValueError, "rate: '1.6  Mbps' is not a number with a unit"):
            quantities.bits_per_second("1.6  Mbps", "rate")
        with self.assertRaisesRegex(ValueError, r"pairs must lie in \[1, 4096\], not 0"):
            quantities.integer(0, "pairs", 1, 4096)

    def test_refused(self):
        for value in (float("nan"), float("inf"), -1, "-1s", "1e99s"):
            with self.assertRaises(ValueError, msg=repr(value)):
                quantities.seconds(value, "delay")
        for value in (0, "0Mbps", 0.4, "-1bps", "Mbps", ""):
            with self.assertRaises(ValueError, msg=repr(value)):
                quantities.bits_per_second(value, "rate")
        for value in (None, True, [1], 1j):
            with self.assertRaises(TypeError, msg=repr(value)):
                quantities.seconds(value, "delay")
        for value in (1.0, "1", True):
            with self.assertRaises(TypeError, msg=repr(value)):
                quantities.integer(value, "pairs", 1, 4096)


class SeriesTest(unittest.TestCase):
    SERIES = Series([1.0, 2.0, 2.0, 5.0], [10.0, 20.0, 30.0, 40.0])

    def test_value_at_an_instant(self):
        values = [self.SERIES.at(time) for time in (0.9, 1.0, 1.9, 2.0, 4.9, 5.0, 99.0)]
        self.assertEqual(values, [None, 10.0, 10.0, 30.0, 30.0, 40.0, 40.0])

    def test_arrays(self):
        times, values = self.SERIES.to_numpy()
        self.assertEqual((times.tolist(), values.tolist()), ([1, 2, 2, 5], [10, 20, 30, 40]))


if __name__ == "__main__":
    unittest.main()
