# SPDX-License-Identifier: GPL-2.0-only
"""Many runs in one call, what is recorded without ns-3, and what libraries make of it."""

import builtins
import functools
import importlib.util
import io
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path
from unittest import mock

import numpy
import tcp_lossy
from tcp_lossy import FlowRecord, Series, sweeps
from tcp_lossy.optional import need

README = Path(__file__).resolve().parents[2] / "README.md"
SEGMENT = 536
# Of ns.OnOffApplication.
PACKET = 512


def product(variant, a, b):
    """No simulation at all."""
    return {"product": a * b, "letters": len(variant)}


def fault(variant, at):
    if at == 2:
        raise ValueError("two")
    if at == 3:
        os.abort()
    return {"of": at}


def clash(variant, at):
    """What is no result beside a table's other columns, but for at=4."""
    return {1: {"seed": 1}, 2: {"mean": 1, "at": 2}, 3: None, 4: {"mean": 1}}[at]


def drawn(variant, **_):
    """The number of the run, by which random numbers are drawn."""
    return {"run": tcp_lossy.ns.RngSeedManager.GetRun()}


def record(**options):
    """Three reads of a receiver, made by hand."""
    return FlowRecord("sack", 4.0, Series([0.5, 1.0, 3.0], [100.0, 200.0, 400.0]),
                      {"cwnd": Series([0.0, 1.0], [1.0, 2.0])}, **options)


class RecordTest(unittest.TestCase):
    def test_intervals_by_hand(self):
        flow = record()
        self.assertEqual([flow.received(*interval) for interval in ((0, 4), (0, 1), (1, 3), (0.5, 3.5))],
                         [700, 100, 200, 700])
        self.assertEqual(flow.throughput("500ms", 2.5), 300 * 8 / 2)
        self.assertEqual(flow.throughput_series(0, 4, 2), Series([2.0, 4.0], [1200.0, 1600.0]))
        # What does not fill a step is left out; ten steps of a tenth are ten.
        self.assertEqual(flow.throughput_series(0, 3.5, 2).times, [2.0])
        self.assertEqual(len(flow.throughput_series(0.1, 1.1, 0.1).times), 10)
        # 0.3 is not 0.1 more than 0.2, for a computer: each octet is in one step all the same.
        often = FlowRecord(None, 1.0, Series([i / 100 for i in range(100)], [1000.0] * 100))
        for step in (0.01, 0.05, 0.1):
            self.assertEqual(round(sum(often.throughput_series(0, 1, step).values) * step / 8), 100_000)
        self.assertEqual(flow.throughput_series(0.5, 2.5, 1), Series([1.5, 2.5], [2400.0, 0.0]))
        self.assertEqual((flow.simulated_end(), flow.names()), (4.0, ["cwnd"]))

        self.assertEqual(flow.throughput_series("0s", "4s", "2s"), flow.throughput_series(0, 4, 2))
        for step, said in ((0, "step must be above 0"), (-1, "^step must lie in")):
            with self.assertRaisesRegex(ValueError, said):
                flow.throughput_series(0, 4, step)

    def test_all_so_far_has_what_was_read_at_the_last_instant(self):
        flow = FlowRecord("sack", 3.0, Series([0.5, 1.0, 3.0], [100.0, 200.0, 400.0]))
        self.assertEqual([flow.received(), flow.received(1), flow.received(1, 3)], [700, 600, 200])
        self.assertEqual([flow.throughput(), flow.throughput(1), flow.throughput(1, 3)], [700 * 8 / 3, 2400.0, 800.0])
        self.assertEqual(repr(flow), "<flow sack: 1.867 kbit/s in 3 s>")

    def test_what_happened_is_told_apart(self):
        flow = record(resent=[1.0], resent_in_vain=[2.0], recovered=[3.0], expired=[4.0])
        self.assertEqual([flow.retransmissions(), flow.unnecessary_retransmissions(), flow.recoveries(),
                          flow.timeouts()], [[1.0], [2.0], [3.0], [4.0]])
        flow = FlowRecord(None, 4.0, Series([], []), {"b": Series([], []), "a": Series([], [])})
        self.assertEqual(flow.names(), ["a", "b"])
        with self.assertRaisesRegex(ValueError, "no series 'c' was recorded; there are a, b$"):
            flow.series("c")
        with self.assertRaisesRegex(ValueError, "there are none: has the simulation run"):
            FlowRecord(None, 0.0, Series([], [])).series("cwnd")
        self.assertEqual((flow.received(0, 4), flow.throughput(1, 4)), (0, 0))
        for begin, end, said in ((1, 1, "end must be after begin, 1 s, not 1 s"), (-1, 1, "^begin must lie in"),
                                 (0, -1, "^end must lie in"),
                                 (0, 4.1, "simulated end, 4 s, but is 4.1 s")):
            with self.assertRaisesRegex(ValueError, said):
                flow.received(begin, end)

    def test_a_table_has_all_series(self):
        frame = record().to_frame()
        self.assertEqual(list(frame), ["time", "quantity", "value"])
        self.assertEqual(frame.values.tolist(), [
            [0.0, "cwnd", 1.0], [1.0, "cwnd", 2.0],
            [0.5, "received", 100.0], [1.0, "received", 300.0], [3.0, "received", 700.0]])

    def test_short_texts(self):
        self.assertEqual(repr(record()), "<flow sack: 1.4 kbit/s in 4 s>")
        self.assertEqual(repr(FlowRecord(None, 0.0, Series([], []))), "<flow default: not simulated in 0 s>")
        self.assertEqual(repr(record().series("cwnd")), "<series: 2 values from 0 s to 1 s>")
        self.assertEqual(repr(Series([], [])), "<series: empty>")

    def test_a_missing_library_is_one_clear_error(self):
        load = builtins.__import__
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, r"^Flow.to_frame\(\) needs pandas: pip install pandas$"):
                record().to_frame()
            with self.assertRaisesRegex(ImportError, r"^sweep\(\) needs pandas"):
                tcp_lossy.sweep("sack")
        self.assertIs(load, builtins.__import__)
        self.assertIs(need("sys", "this"), sys)
        missing = ModuleNotFoundError("", name="matplotlib")
        with mock.patch("importlib.import_module", side_effect=missing):
            with self.assertRaisesRegex(ImportError, "^this needs matplotlib: pip install matplotlib$"):
                need("matplotlib.pyplot", "this")
        # What a library itself lacks is not ours to say.
        with self.assertRaises(ModuleNotFoundError):
            need("xml.nothing", "this")


class FlowTest(unittest.TestCase):
    def test_what_is_pickled_needs_no_ns3(self):
        with tcp_lossy.simulation(run=2):
            flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell(loss=0.02), variant="fack", traces=["Awnd"])
            tcp_lossy.run(10)
        found = pickle.loads(pickle.dumps(flow))
        self.assertIsInstance(found, FlowRecord)
        self.assertEqual(found, flow.result())
        self.assertEqual(repr(found), repr(flow))
        # ns-3 counts the same.
        ns = tcp_lossy.ns
        self.assertEqual(found.received(2, 7), flow._recorder.GetReceivedBytes(ns.Seconds(2), ns.Seconds(7)))
        series = flow._recorder.GetThroughputSeries(ns.Seconds(1), ns.Seconds(9), ns.Seconds(0.5))
        self.assertEqual([s.value for s in series], found.throughput_series(1, 9, 0.5).values)
        self.assertGreater(len(found.timeouts() + found.recoveries()), 0)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "flow.pickle")
            path.write_bytes(pickle.dumps(found))
            # Unpickling imports the package, and thereby ns-3; the record itself has none of its objects.
            self.assertNotIn(b"cppyy", path.read_bytes())

    def test_on_off(self):
        """Constant times: one burst of 62,500 octets a second and a half, which the path carries at once."""
        with tcp_lossy.simulation():
            path = tcp_lossy.dumbbell(rate="10Mbps", delay="1ms", queue=1000)
            flow = tcp_lossy.on_off_flow(path, "1Mbps", on=numpy.float64(0.5), off=1, variant="sack", traces=["Awnd"])
            tcp_lossy.run(15)
            self.assertAlmostEqual(flow.received(0, 15) / (10 * 62500), 1, delta=0.02)
            rates = flow.throughput_series(0, 15, 0.5).values
            # It begins with a pause; the handshake and the path make a burst late by some packets.
            for *pauses, burst in zip(rates[::3], rates[1::3], rates[2::3]):
                self.assertAlmostEqual(burst / 1e6, 1, delta=0.05)
                self.assertLess(max(pauses), 5e4)
            self.assertEqual(flow.names(), ["Awnd", "cwnd", "rtt", "ssthresh"])

    def test_random_times_differ_by_run_and_a_limit_holds(self):
        found = []
        for run in (1, 2, 1):
            with tcp_lossy.simulation(run=run):
                path = tcp_lossy.dumbbell()
                flow = tcp_lossy.on_off_flow(path, "1Mbps", on=0.2, off="200ms", is_random=True)
                limited = tcp_lossy.on_off_flow(path, "100kbps", octets=50 * PACKET, port=5002)
                tcp_lossy.run(20)
                found.append((flow.received(0, 20), limited.received(0, 20)))
        self.assertEqual(found[0], found[2])
        self.assertNotEqual(found[0], found[1])
        self.assertEqual(found[0][1], 50 * PACKET)
        with self.assertRaisesRegex(ValueError, "on must be above 0"):
            tcp_lossy.on_off_flow(None, 1e6, on=0)

    def test_lost_acks_are_no_lost_data(self):
        with tcp_lossy.simulation():
            path = tcp_lossy.dumbbell(reverse_loss=0.1, queue=1000)
            flow = tcp_lossy.bulk_flow(path, variant="sack", octets=200 * SEGMENT)
            tcp_lossy.run(30)
            self.assertEqual(flow.received(0, 30), 200 * SEGMENT)
            # Nothing is lost on its way: whatever is sent again is sent for nothing.
            self.assertEqual(len(flow.unnecessary_retransmissions()), len(flow.retransmissions()))

    def test_a_queue_disc_keeps_the_queue_short(self):
        """CoDel's target is 5 ms, where 200 packets of drop-tail wait for half a second."""
        rtts = {}
        for aqm in (None, "CoDel"):
            with tcp_lossy.simulation():
                path = tcp_lossy.dumbbell(queue=200, aqm=aqm)
                flow = tcp_lossy.bulk_flow(path, variant="cubic")
                tcp_lossy.run(60)
            samples = [v for t, v in zip(*flow.series("rtt")) if t > 20]
            rtts[aqm] = sum(samples) / len(samples)
        self.assertGreater(rtts[None], 0.3)
        self.assertLess(rtts["CoDel"], 0.15)
        for aqm, error in (("Nothing", ValueError), ("ns3::TcpSocket", ValueError), (5, TypeError)):
            with self.assertRaises(error, msg=str(aqm)):
                tcp_lossy.dumbbell(aqm=aqm)


class SweepTest(unittest.TestCase):
    def test_the_product_of_all(self):
        frame = tcp_lossy.sweep(["sack", "fack"], a=[2, 3], b=5, seeds=[7, 9], jobs=2, simulate=product,
                                progress=False)
        self.assertEqual(list(frame), ["variant", "a", "b", "seed", "product", "letters"])
        self.assertEqual(frame.values.tolist()[:3],
                         [["sack", 2, 5, 7, 10, 4], ["sack", 2, 5, 9, 10, 4], ["sack", 3, 5, 7, 15, 4]])
        self.assertEqual(len(frame), 8)
        self.assertNotIn("units", frame.attrs)

    def test_a_text_is_one_value_and_each_run_is_told(self):
        said = io.StringIO()
        with redirect_stderr(said):
            frame = tcp_lossy.sweep("sack", rate="10Mbps", at=(x for x in (4, 5)), seeds=2, jobs=1, simulate=drawn)
        self.assertEqual(frame.values.tolist(),
                         [["sack", "10Mbps", at, seed, seed] for at in (4, 5) for seed in (1, 2)])
        self.assertEqual(said.getvalue(), "".join(f"\r{done} of 4 runs" for done in (1, 2, 3, 4)) + "\n")
        said = io.StringIO()
        with redirect_stderr(said):
            self.assertEqual(len(tcp_lossy.sweep(["sack"], a=1, b=2, seeds=1, simulate=product, progress=False)), 1)
        self.assertEqual(said.getvalue(), "")

    def test_what_is_done_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            keep = Path(folder, "runs")
            options = {"jobs": 1, "simulate": fault, "progress": False, "keep": keep}
            with self.assertRaisesRegex(RuntimeError, "at=3, seed=1 ended its process"):
                tcp_lossy.sweep("sack", at=[1, 3], seeds=1, **options)
            kept = keep.read_text()
            self.assertEqual(len(kept.splitlines()), 1)
            # A call that was killed left half a line.
            keep.write_text(kept + kept[:9])
            # What is not run again cannot fail.
            keep.write_text(keep.read_text() + "\n" + kept.replace('"at": 1', '"at": 3'))
            frame = tcp_lossy.sweep("sack", at=[1, 3], seeds=1, **options)
            self.assertEqual([frame["at"].tolist(), frame["of"].tolist()], [[1, 3], [1, 1]])
            # Runs of another function are others.
            frame = tcp_lossy.sweep("sack", at=[1], seeds=1, **{**options, "simulate": drawn})
            self.assertEqual(len(keep.read_text().splitlines()), 4)
            self.assertIn("drawn", keep.read_text().splitlines()[-1])
            for letters in ("a", "ab"):
                sized = functools.partial(product, b=len(letters))
                frame = tcp_lossy.sweep("sack", a=[1], seeds=1, **{**options, "simulate": sized})
                self.assertEqual(frame["product"].tolist(), [len(letters)])

    def test_the_run_that_ends_its_process_is_found_among_several(self):
        cases = [{"variant": "sack", "at": at, "seed": 1} for at in (1, 2, 3, 4)]
        self.assertRegex(str(sweeps._blame(cases, fault)), "^the run variant=sack, at=3, seed=1 ended its process")
        self.assertEqual(str(sweeps._blame(cases[:2], fault)), "a process ended during one of the runs "
                         "variant=sack, at=1, seed=1; variant=sack, at=2, seed=1")

    def test_a_hundred_seeds(self):
        said = io.StringIO()
        with redirect_stderr(said):
            frame = tcp_lossy.sweep("sack", loss=0.01, seeds=100, jobs=2, duration=2)
        self.assertTrue(said.getvalue().endswith("\r100 of 100 runs\n"))
        self.assertEqual((len(frame), frame.seed.tolist()), (100, list(range(1, 101))))
        self.assertEqual(list(frame), ["variant", "loss", "duration", "seed", "throughput", "retransmissions",
                                       "unnecessary_retransmissions", "recoveries", "timeouts"])
        self.assertEqual(frame.attrs["units"], {"throughput": "bit/s"})
        self.assertGreater(frame.throughput.nunique(), 10)
        with tcp_lossy.simulation(run=42):
            alone = tcp_lossy.one_bulk_flow("sack", duration=2, loss=0.01)
        self.assertEqual(frame[frame.seed == 42].iloc[0][list(alone)].tolist(), list(alone.values()))

    def test_a_run_that_fails_is_named(self):
        for at, said in ((2, "the run variant=sack, at=2, seed=1 failed: ValueError: two"),
                         (3, "the run variant=sack, at=3, seed=1 ended its process")):
            with self.subTest(at=at), self.assertRaisesRegex(RuntimeError, said):
                tcp_lossy.sweep("sack", at=[1, 4, at, 5], seeds=1, jobs=2, simulate=fault, progress=False)

    def test_what_is_no_result_is_said(self):
        for at, said in ((1, "ValueError: simulate must not return 'seed', which is a column of the table already$"),
                         (2, "ValueError: simulate must not return 'at', which is a column"),
                         (3, "TypeError: simulate must return a dict of numbers by their names, not None$")):
            with self.assertRaisesRegex(RuntimeError, f"^the run variant=sack, at={at}, seed=1 failed: {said}"):
                tcp_lossy.sweep("sack", at=[4, at], seeds=1, jobs=1, simulate=clash, progress=False)

    def test_refused(self):
        for error, said, options in (
                (ValueError, "unknown", {"variants": "tahoe"}), (ValueError, "seeds", {"seeds": 0}),
                (ValueError, "nothing to run", {"loss": []}), (ValueError, "jobs", {"jobs": -1}),
                (ValueError, r"^jobs must lie in \[1, 10000\], not 0$", {"jobs": 0}),
                (ValueError, "nothing to run", {"variants": []}), (ValueError, "nothing to run", {"seeds": []}),
                (ValueError, r"seeds must lie in \[1, 1000000\]", {"seeds": 10 ** 6 + 1}),
                (ValueError, r"jobs must lie in \[1, 10000\]", {"jobs": 10001}),
                (ValueError, r"^variant=sack, loss=3: loss must lie in \[0, 1\], not 3$", {"loss": [0.01, 3]}),
                (ValueError, r"^variant=sack, loss=0, rate=fast: rate: 'fast' is not a number with a unit",
                 {"loss": [0, 1], "rate": ["1Mbps", "fast"]}),
                (ValueError, "duration must be above 0", {"duration": [1, 0]}),
                (ValueError, "aqm 'Nothing' is no queue disc", {"aqm": [None, "Nothing"]}),
                (TypeError, "variant=sack, queue=many: queue must be a whole number", {"queue": "many"}),
                (TypeError, "unexpected keyword argument 'los'", {"los": [0.01]}),
                (TypeError, "unexpected keyword argument 'c'", {"simulate": product, "a": 1, "b": 2, "c": 3}),
                (TypeError, "missing a required argument: 'b'", {"simulate": product, "a": [1, 2]}),
                (ValueError, "seeds must lie in", {"seeds": [1, 0]}),
                (TypeError, "seeds must be a whole number", {"seeds": [1, "x"]}),
                (ValueError, "variant '' is unknown", {"variants": ["sack", ""]}),
                (ValueError, "^variants: 'sack' is there twice$", {"variants": ["sack", "fack", "sack"]}),
                (ValueError, "^seeds: 1 is there twice$", {"seeds": [1, 2, 1]}),
                (ValueError, r"^a: \[1\] is there twice$", {"simulate": product, "a": [[1], [2], [1]], "b": 2}),
                (ValueError, "seed is no axis: give .* by seeds", {"seed": [1, 2]}),
                (ValueError, "^variant is no axis: give the names by variants$", {"variant": "fack"}),
                (TypeError, "function that a module defines", {"simulate": lambda variant: {}})):
            with (self.subTest(said=said), mock.patch.object(sweeps, "_run_all", side_effect=AssertionError("begun")),
                  self.assertRaisesRegex(error, said)):
                tcp_lossy.sweep(**({"variants": "sack"} | options))


class PlotTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import matplotlib
        import pandas

        matplotlib.use("Agg")
        values = [1, 2, 3, 4, 5, 3, 3, 3, 3, 3]
        cls.frame = pandas.DataFrame({
            "variant": "sack", "loss": [0.1] * 5 + [0.2] * 5, "seed": [*range(1, 6)] * 2, "throughput": values})

    def test_intervals_by_hand(self):
        table = tcp_lossy.plot.intervals(self.frame)
        self.assertEqual(list(table), ["variant", "loss", "mean", "low", "high", "seeds"])
        # Mean 3, sample variance 2.5, t(0.975, 4) = 2.776445 from any printed table.
        half = 2.776445 * 0.5 ** 0.5
        self.assertEqual(table["mean"].tolist(), [3, 3])
        self.assertAlmostEqual(table.high[0], 3 + half, places=5)
        self.assertEqual((table.low[1], table.high[1], table.seeds[1]), (3, 3, 5))
        for frame, quantity, missing in ((self.frame, "delay", "delay"),
                                         (self.frame.drop(columns="seed"), "throughput", "seed")):
            with self.assertRaisesRegex(ValueError, f"^the table has no column '{missing}'; it has variant, loss"):
                tcp_lossy.plot.intervals(frame, quantity)
        alone = tcp_lossy.plot.intervals(self.frame[self.frame.seed == 1])
        self.assertEqual((alone["mean"].tolist(), alone.seeds.tolist()), ([1, 3], [1, 1]))
        self.assertTrue(alone.low.isna().all() and alone.high.isna().all())

    def test_what_is_drawn(self):
        axes = tcp_lossy.plot.lines(self.frame, "loss")
        (line, *_), = [c.lines for c in axes.containers]
        self.assertEqual(line.get_xydata().tolist(), [[0.1, 3], [0.2, 3]])
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("loss", "throughput (bit/s)"))
        with self.assertRaisesRegex(ValueError, "x must be the one axis that varies, not 'rate'"):
            tcp_lossy.plot.lines(self.frame, "rate")
        axes = tcp_lossy.plot.series([record(), record()])
        self.assertEqual([line.get_label() for line in axes.lines], ["sack", "sack"])
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("time (s)", "cwnd (segments)"))
        self.assertEqual(axes.lines[0].get_drawstyle(), "steps-post")
        self.assertEqual([text.get_text() for text in axes.get_legend().get_texts()], ["sack", "sack"])

    def test_what_is_drawn_on_given_axes(self):
        frame = self.frame.assign(delay=7, other=self.frame.throughput * 2)
        axes = tcp_lossy.plot.lines(frame, "loss", "other")
        self.assertIs(tcp_lossy.plot.lines(frame.assign(variant="fack"), "loss", "other", axes), axes)
        self.assertEqual([c.get_label() for c in axes.containers], ["sack", "fack"])
        self.assertEqual([text.get_text() for text in axes.get_legend().get_texts()], ["sack", "fack"])
        self.assertEqual(axes.get_ylabel(), "other")
        (bars,) = axes.containers[0].lines[2]
        # Twice the half of test_intervals_by_hand().
        low, high = bars.get_segments()[0][:, 1]
        self.assertAlmostEqual((high - low) / 2, 2 * 2.776445 * 0.5 ** 0.5, places=5)
        with self.assertRaisesRegex(ValueError, "one axis that varies, not 'delay' beside loss$"):
            tcp_lossy.plot.lines(frame, "delay")
        with self.assertRaisesRegex(ValueError, "not 'rate' beside loss$"):
            tcp_lossy.plot.lines(frame, "rate")
        flow = FlowRecord(None, 4.0, Series([], []), {name: Series([0, 1], [2, 3]) for name in ("rtt", "Awnd")})
        axes = tcp_lossy.plot.series(flow, "rtt")
        self.assertIs(tcp_lossy.plot.series(flow, "Awnd", axes, label="mine", color="red"), axes)
        self.assertEqual([(line.get_label(), line.get_ydata().tolist()) for line in axes.lines],
                         [("default", [2, 3]), ("mine", [2, 3])])
        self.assertEqual((axes.lines[1].get_color(), axes.get_ylabel()), ("red", "Awnd"))
        self.assertEqual(tcp_lossy.plot.series(flow, "rtt").get_ylabel(), "rtt (s)")


class TypesTest(unittest.TestCase):
    def check(self, folder, *words):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed")
        return subprocess.run([sys.executable, "-m", "mypy", *words], capture_output=True, text=True, check=False,
                              cwd=folder).stdout

    def test_they_are_there_for_others(self):
        self.assertTrue(Path(tcp_lossy.__file__).with_name("py.typed").exists())
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "use.py")
            script.write_text("import tcp_lossy\nreveal_type(tcp_lossy.sweep)\n"
                              "reveal_type(tcp_lossy.bulk_flow(None).throughput(0, 1))\n"
                              "tcp_lossy.dumbbell(loss='much')\n")
            said = self.check(folder, str(script))
        self.assertIn("DataFrame", said)
        self.assertIn('Revealed type is "float"', said.replace("builtins.", ""))
        self.assertIn('Argument "loss" to "dumbbell" has incompatible type', said)

    def test_they_agree_with_the_code_and_with_the_readme_s_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            # As sources: those of an installed package mypy takes as they are.
            shutil.copytree(Path(tcp_lossy.__file__).parent, Path(folder, "tcp_lossy"))
            (shown,) = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)
            Path(folder, "readme.py").write_text(shown)
            said = self.check(folder, "--strict", "tcp_lossy", "readme.py")
        self.assertRegex(said, r"^Success: no issues found in \d+ source files\n$")


if __name__ == "__main__":
    unittest.main()
