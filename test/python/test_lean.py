# SPDX-License-Identifier: GPL-2.0-only
"""What is simulated without ns-3."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path
from unittest import mock

import numpy
import pandas
import tcp_lossy
from tcp_lossy import lean, sweeps

PATH = {"rate": "4Mbps", "rtt": "50ms", "loss": 0.02, "seconds": 5}


class SimulateTest(unittest.TestCase):
    def test_counts_are_those_of_the_series(self):
        transfer = tcp_lossy.simulate("newreno", queue=8, **PATH)
        counts, series = transfer.counts, transfer.series
        kinds = series["sent.kind"].astype(int)
        self.assertEqual([counts["segments"], counts["retransmissions"], counts["lost"], counts["overflows"]],
                         [len(kinds), (kinds & 1).sum(), (kinds & 2 > 0).sum(), (kinds & 4 > 0).sum()])
        self.assertEqual(counts["goodput"], counts["octets"] * 8 / 5)
        self.assertGreater(counts["lost"], 0)
        self.assertLessEqual(series["queue.packets"].max(), 8)
        for name, values in series.items():
            self.assertEqual(values.dtype, numpy.float64, name)
            if name.endswith(".time"):
                self.assertTrue((numpy.diff(values) >= 0).all(), name)

    def test_what_is_named_is_lost(self):
        transfer = tcp_lossy.simulate("sack", lost=[30, 32], seconds=3)
        self.assertEqual(numpy.flatnonzero(transfer.series["sent.kind"] == 2).tolist(), [29, 31])

    def test_the_queue_is_known_at_each_change(self):
        """Ten segments come at once behind the handshake's ACK, long before the first of them is acknowledged."""
        series = tcp_lossy.simulate("sack", rate=2e6, rtt=1, seconds=1.9).series
        begin = series["sent.time"][0]
        departures = [begin + (54 + behind * 1502) * 8 / 2e6 for behind in range(10)]
        self.assertEqual(series["queue.packets"].tolist(), [0, *range(10, -1, -1)])
        numpy.testing.assert_allclose(series["queue.time"], [0, begin, *departures], atol=2e-8)

    def test_a_trace_is_followed_and_a_model_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "link.csv"
            trace.write_text("time,rate,delay,loss\n0,1e6,0,0\n5,0,0,0\n10,0,0,0\n")
            halves = [tcp_lossy.simulate(trace=trace, seconds=seconds).counts["octets"] for seconds in (5, 9.9)]
            self.assertAlmostEqual(halves[0] * 8 / 5, 1e6 * 1448 / 1502, delta=5e4)
            self.assertLess(halves[1] - halves[0], 10 * 1448)
            for name in ("a&b", "a\0b"):
                with self.assertRaisesRegex(ValueError, r"^trace must be a text without & and \\0"):
                    tcp_lossy.simulate(trace=name)
            # The sentence is cut, perhaps within a letter, and a name of a file need not be UTF-8.
            for name in ("é" * 600, "é" * 600 + "e", b"\xff".decode(errors="surrogateescape")):
                with self.assertRaisesRegex(ValueError, "^trace "):
                    tcp_lossy.simulate(trace=name)
            with self.assertRaisesRegex(ValueError, "^trace .*: it cannot be read$"):
                tcp_lossy.simulate(trace=folder)
            trace.write_text("time,rate\n")
            with self.assertRaisesRegex(ValueError, "^trace .*link.csv: line 1"):
                tcp_lossy.simulate(trace=trace)
        leo = tcp_lossy.simulate("linux", model="leo", seconds=20).counts
        self.assertGreater(leo["goodput"], 1e6)
        self.assertGreater(leo["lost"] + leo["retransmissions"], 0)
        with self.assertRaisesRegex(ValueError, "^model must be one of steady, leo, cell, wifi, not 'mars'"):
            tcp_lossy.simulate(model="mars")

    def test_a_seed_repeats(self):
        runs = [tcp_lossy.simulate("sack", seed=seed, **PATH).counts for seed in (1, 1, 2)]
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_what_is_wrong_is_said_before_anything_runs(self):
        for options, said in (({"rate": 0}, "^rate must be a number from 1000 to 10000000000, not 0$"),
                              ({"variant": "tahoe"}, "^variant must be one of "),
                              ({"variant": "bbr"}, "^variant must be one of .*, not 'bbr'$"),
                              ({"delay": 1}, "^'delay' is no parameter$"),
                              ({"seed": 1.5}, "^seed must be a whole number"),
                              ({"loss": float("nan")}, "^loss must lie in"),
                              ({"rtt": "5 miles"}, "^rtt: '5 miles' is not a number with a unit"),
                              ({"lost": [0]}, "^lost must be a whole number from 1 to 1000000000, not 0$"),
                              ({"lost": 0}, "^lost must be a whole number from 1 to 1000000000, not 0$"),
                              ({"loss": numpy.float64(2)}, "^loss must be a number from 0 to 0.5, not 2$"),
                              ({"queue": 10 ** 400}, "^queue must be a whole number from 1 to 1000000, not '1000")):
            with self.assertRaisesRegex(ValueError, said):
                tcp_lossy.simulate(**options)
        for options, said in (({"queue": None}, "^queue must be a number"), ({"loss": "1%"}, "^loss must be a number"),
                              ({"variant": None}, "^variant must be a text, not None$"),
                              ({"trace": 5}, "^trace must be a text, not 5$")):
            with self.assertRaisesRegex(TypeError, said):
                tcp_lossy.simulate(**options)

    def test_more_segments_than_the_series_hold_are_refused(self):
        with self.assertRaisesRegex(ValueError, "^the series hold 2000000 segments, and there are more: "):
            tcp_lossy.simulate(rate="1Gbps", rtt="1ms", mss=64, queue=1000, seconds=3)

    def test_what_is_given_is_the_text_that_the_simulator_takes(self):
        for options, setting in (({"rate": "4Mbps", "rtt": "50ms", "seconds": "1.5s"}, "rate=4000000&rtt=0.05&seconds=1.5"),
                                 ({"rate": 1e6, "queue": 7, "loss": 0.02}, "rate=1000000.0&queue=7&loss=0.02"),
                                 ({"variant": "sack", "trace": Path("a/b"), "lost": (3, 5)}, "variant=sack&trace=a/b&lost=3,5"),
                                 ({"loss": numpy.float64(0.02), "queue": numpy.int32(7)}, "loss=0.02&queue=7"),
                                 ({"rtt": Fraction(1, 4), "loss": numpy.float32(0.25)}, "rtt=0.25&loss=0.25"),
                                 ({"lost": numpy.array([3, 5])}, "lost=3,5"),
                                 ({"lost": pandas.Series([3.0])}, "lost=3.0"),
                                 ({"lost": range(3, 5), "variant": numpy.str_("sack")}, "lost=3,4&variant=sack"),
                                 ({"seed": 2, "lost": []}, "seed=2"),
                                 ({"seed": 2, "lost": numpy.array([])}, "seed=2"),
                                 ({"seed": 2, "lost": None}, "seed=2")):
            self.assertEqual(lean.to_setting(options), setting)

    def test_the_simulator_lies_beside_the_package_unless_told(self):
        load = lean._load.__wrapped__
        with mock.patch.dict(os.environ, TCP_LOSSY_LEAN="/nowhere"):
            with self.assertRaisesRegex(ImportError, "installed without its simulator: /nowhere"):
                load()
        with mock.patch.dict(os.environ, TCP_LOSSY_LEAN=""), mock.patch("ctypes.CDLL") as library:
            load()
        library.assert_called_once_with(str(Path(lean.__file__).with_name("libtcp-lossy-lean.so")))

    def test_names(self):
        self.assertIn("sack", tcp_lossy.lean_variants())
        self.assertEqual(tcp_lossy.parameters()["mss"][:4], (64, 1460, 1448, True))

    def test_ns3_is_not_loaded(self):
        code = "import sys, tcp_lossy; tcp_lossy.simulate(seconds=1); print('ns' in sys.modules, 'cppyy' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "False False\n")


class Reno:
    """RFC 5681's, as ns-3's TcpNewReno counts."""

    def reduce(self, window, flight):
        return max(2 * window.mss, flight // 2)

    def open(self, window, segments):
        if window.cwnd < window.ssthresh:
            window.cwnd += window.mss
            segments -= 1
        if segments > 0 and window.cwnd >= window.ssthresh:
            window.cwnd += max(1, window.mss * window.mss // window.cwnd)


class ControlTest(unittest.TestCase):
    def run_with(self, **functions):
        control = type("Own", (Reno,), functions)
        return tcp_lossy.simulate("newreno", control=control, queue=20, **PATH)

    def test_the_same_law_sends_the_same_segments(self):
        ours, theirs = self.run_with(), tcp_lossy.simulate("newreno", queue=20, **PATH)
        self.assertEqual(ours.counts, theirs.counts)
        for name, values in theirs.series.items():
            self.assertEqual(ours.series[name].tolist(), values.tolist(), name)

    def test_what_a_control_sees(self):
        seen = []
        starts = []
        copied = ("now", "cwnd", "mss", "in_flight", "una", "nxt", "last_rtt", "srtt", "min_rtt")
        transfer = self.run_with(start=lambda _, window: starts.append(window.min_rtt),
                                 arrived=lambda _, window, segments: seen.append(
                                     {name: getattr(window, name) for name in copied} | {"segments": segments}))
        self.assertEqual(len(starts), 1)
        self.assertAlmostEqual(starts[0], 0.05, delta=1e-3)
        self.assertEqual([entry["now"] for entry in seen], sorted(entry["now"] for entry in seen))
        self.assertEqual({entry["mss"] for entry in seen}, {1448})
        self.assertTrue(all(entry["nxt"] >= entry["una"] for entry in seen))
        self.assertAlmostEqual(sum(entry["segments"] for entry in seen) * 1448, seen[-1]["una"], delta=20 * 1448)
        self.assertTrue(all(0.05 <= entry["min_rtt"] <= entry["srtt"] for entry in seen))
        self.assertLessEqual(seen[-1]["una"], transfer.counts["octets"])

    def test_a_window_that_is_kept_stays_what_it_was(self):
        kept = []

        def keep(_, window, segments):
            for earlier, *_ in kept[-1:]:
                earlier.cwnd = 1
            kept.append((window, window.now, window.una))

        self.assertEqual(self.run_with(arrived=keep).counts, self.run_with().counts)
        self.assertGreater(len(kept), 100)
        self.assertEqual([(window.now, window.una) for window, *_ in kept], [(now, una) for _, now, una in kept])
        self.assertEqual({window.cwnd for window, *_ in kept[:-1]}, {1})

    def test_a_threshold_that_is_set_is_taken(self):
        for threshold in (2 ** 31, 2 ** 32 - 1):
            seen = []

            def open_and_set(control, window, segments, threshold=threshold):
                Reno.open(control, window, segments)
                window.ssthresh = threshold

            self.run_with(open=open_and_set, arrived=lambda _, window, segments, seen=seen: seen.append(window.ssthresh))
            self.assertIn(threshold, seen[1:])

    def test_a_control_that_misbehaves_ends_the_simulation(self):
        calls = []

        def fail(*_):
            calls.append("open")
            raise LookupError("no window")

        def lose_count(_, window, segments):
            window.cwnd = float("nan")

        with self.assertRaisesRegex(LookupError, "^no window$"):
            self.run_with(open=fail)
        # Nor is it called again until the simulator stops.
        self.assertEqual(calls, ["open"])
        with self.assertRaisesRegex(ValueError, r"^open\(\) of the control: cwnd must lie in \[1, 1073741824\] octets, not nan$"):
            self.run_with(open=lose_count)
        with self.assertRaisesRegex(ValueError, r"^reduce\(\) of the control: the result must lie in .*, not -1$"):
            self.run_with(reduce=lambda *_: -1)
        with self.assertRaisesRegex(TypeError, r"^reduce\(\) of the control: the result must be a number .*, not None$"):
            self.run_with(reduce=lambda *_: None)

        def lose_count_in_reduce(_, window, flight):
            window.ssthresh = float("nan")
            return flight / 2

        with self.assertRaisesRegex(ValueError, r"^reduce\(\) of the control: ssthresh must lie in .*, not nan$"):
            self.run_with(reduce=lose_count_in_reduce)
        for name, octets, most in (("cwnd", 0.5, 2 ** 30), ("cwnd", 2 ** 30 + 1, 2 ** 30),
                                   ("ssthresh", 0.5, 2 ** 32 - 1), ("ssthresh", 2 ** 32, 2 ** 32 - 1)):
            with self.assertRaisesRegex(ValueError, rf"^arrived\(\) of the control: {name} must lie in \[1, {most}\]"):
                self.run_with(arrived=lambda _, window, segments, set=(name, octets): setattr(window, *set))
        with self.assertRaisesRegex(TypeError, "^control must have a function reduce"):
            tcp_lossy.simulate(control=object)
        with self.assertRaisesRegex(TypeError, "^control must be a class, or a function that makes an object, not <"):
            tcp_lossy.simulate(control=Reno())

    def test_an_interrupt_outside_of_a_function_of_the_control_ends_the_simulation(self):
        asked = []

        def find(control):
            asked.append("open")
            if len(asked) == 3:
                raise KeyboardInterrupt
            return lambda window, segments: Reno.open(control, window, segments)

        before = sys.unraisablehook
        with self.assertRaises(KeyboardInterrupt):
            self.run_with(open=property(find))
        self.assertIs(sys.unraisablehook, before)


class SweepTest(unittest.TestCase):
    def sweep(self, **options):
        return tcp_lossy.sweep(["newreno", "sack"], **{"engine": "lean", "progress": False, "seeds": 3, **PATH, **options})

    def test_rows_are_what_simulate_says(self):
        table = self.sweep(queue=[5, 50])
        self.assertEqual(len(table), 12)
        row = table.iloc[10]
        alone = tcp_lossy.simulate(row["variant"], seed=int(row["seed"]), queue=int(row["queue"]), **PATH).counts
        self.assertEqual({name: row[name] for name in alone}, alone)
        self.assertEqual(table.attrs["units"]["goodput"], "bit/s")

    def test_it_is_told_how_far_it_is(self):
        said = io.StringIO()
        with mock.patch.object(sweeps, "_TOLD", 4), contextlib.redirect_stderr(said):
            self.sweep(progress=True)
        self.assertEqual(said.getvalue(), "\r4 of 6 runs\r6 of 6 runs\n")

    def test_what_is_kept_is_not_run_again(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "runs.jsonl"
            first = self.sweep(keep=kept)
            self.assertEqual(len(kept.read_text(encoding="utf-8").splitlines()), 6)
            again = self.sweep(keep=kept, seeds=4)
            self.assertEqual(len(kept.read_text(encoding="utf-8").splitlines()), 8)
            self.assertTrue(again[again.seed < 4].reset_index(drop=True).equals(first))

    def test_a_line_that_a_killed_call_left_half_spoils_no_other(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "runs.jsonl"
            self.sweep(keep=kept)
            kept.write_text(kept.read_text(encoding="utf-8")[:-9], encoding="utf-8")
            self.sweep(keep=kept, seeds=4)
            self.assertEqual(len(kept.read_text(encoding="utf-8").splitlines()), 9)
            self.sweep(keep=kept, seeds=4)
            self.assertEqual(len(kept.read_text(encoding="utf-8").splitlines()), 9)

    def test_a_file_that_cannot_be_kept_is_refused_before_the_first_run(self):
        with (tempfile.TemporaryDirectory() as folder,
              mock.patch.object(lean, "run_settings", side_effect=AssertionError("begun"))):
            with self.assertRaisesRegex(FileNotFoundError, "nowhere"):
                self.sweep(keep=Path(folder) / "nowhere" / "runs.jsonl")
            kept = Path(folder) / "runs.jsonl"
            for text in ("5\n", '{"a": 1}\n', "[1, 2]\n", "name,age\n", "\xff\n"):
                kept.write_bytes(b'\n["lean", {"a": \n' + text.encode("latin-1"))
                with self.assertRaisesRegex(ValueError, r"jsonl, line 3: no line that sweep\(keep=\) has written$"):
                    self.sweep(keep=kept)

    def test_a_trace_of_other_octets_is_another_one(self):
        with tempfile.TemporaryDirectory() as folder:
            kept, trace = Path(folder) / "runs.jsonl", Path(folder) / "link.csv"
            for rate, lines in ((1e6, 6), (1e6, 6), (8e6, 12)):
                trace.write_text(f"time,rate,delay,loss\n0,{rate},0.02,0\n5,{rate},0.02,0\n")
                table = self.sweep(keep=kept, trace=trace, loss=0)
                self.assertTrue((table.goodput > 0.5 * rate).all())
                self.assertEqual(len(kept.read_text(encoding="utf-8").splitlines()), lines)

    def test_long_arrays_are_told_apart(self):
        texts = [sweeps._to_json(numpy.arange(2000) + (numpy.arange(2000) == other)) for other in (900, 1000)]
        self.assertNotEqual(*texts)
        self.assertEqual(sweeps._to_json([numpy.array([3, 5]), numpy.array(0.5)]), "[[3, 5], 0.5]")

    def test_a_seed_that_is_none_is_refused_before_the_first_run(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "runs.jsonl"
            with self.assertRaisesRegex(ValueError, r"^seeds must lie in \[1, 4294967295\], not"):
                self.sweep(keep=kept, seeds=[1, 2**32])
            self.assertFalse(kept.exists())

    def test_an_axis_of_numpy_is_one_of_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "runs.jsonl"
            plain = self.sweep(keep=kept, queue=[5, 50], loss=[0.0, 0.01])
            again = self.sweep(keep=kept, queue=numpy.array([5, 50]), loss=numpy.array([0.0, 0.01]))
            self.assertEqual(len(kept.read_text(encoding="utf-8").splitlines()), 24)
            self.assertTrue(again.equals(plain))
            again = self.sweep(keep=kept, queue=[5, 50], loss=numpy.array([0.0, 0.01], numpy.longdouble))
            self.assertEqual(len(again), 24)
            with self.assertRaisesRegex(ValueError, "^lost is no axis of sweep"):
                self.sweep(keep=kept, lost=[numpy.array([3, 5])])

    def test_what_is_wrong_is_said_before_the_first_run(self):
        for options, said in (({"loss": [0.01, 2]}, "^loss must be a number from 0 to 0.5, not 2$"),
                              ({"loss": [0.01, 0.02, 0.01]}, "^loss: 0.01 is there twice$"),
                              ({"aqm": "Red"}, "'Red'"), ({"engine": "fast"}, "^engine must be"),
                              ({"variant": "sack"}, "^variant is no axis: give the names by variants$"),
                              ({"simulate": print}, "leave it out")):
            with self.assertRaisesRegex((ValueError, TypeError), said):
                self.sweep(**options)

    def test_whoever_interrupts_is_not_kept_waiting(self):
        found = []

        def on_done(index, counts):
            found.append(index)
            raise KeyboardInterrupt

        settings = [f"seconds=1000&rate=1e8&seed={seed}" for seed in range(1, 3)]
        with self.assertRaises(KeyboardInterrupt):
            lean.run_settings(["seconds=1"] * 20 + settings * 50, 2, on_done)
        self.assertEqual(len(found), 1)

    def test_a_run_that_has_ended_is_told_while_the_next_one_goes_on(self):
        begun = []

        def begin():
            for index in range(20):
                begun.append(index)
                yield "seconds=1" if index != 1 else "seconds=500&rate=1e8"

        def on_done(index, counts):
            self.assertLessEqual(len(begun), 2)
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            lean.run_settings(begin(), 1, on_done)

    def test_a_run_that_fails_ends_the_others(self):
        found = []
        with self.assertRaisesRegex(ValueError, "^rate must be"):
            lean.run_settings(["rate=0"] + ["seconds=1e5&rate=1e8"] * 5, 2, lambda index, counts: found.append(index))
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
