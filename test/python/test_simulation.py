# SPDX-License-Identifier: GPL-2.0-only
"""The package with ns-3: results against closed forms and ns-3's own counts, and what is refused."""

import gc
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import tcp_lossy
from tcp_lossy import comparison, ns

SEGMENT = 536
# Beside the data: TCP with timestamps, IPv4, PPP.
HEADERS = 32 + 20 + 2


def measure(duration=10, **options):
    """Octets that a flow delivers, and its number of retransmissions."""
    path = tcp_lossy.dumbbell(loss=options.pop("loss", 0.01))
    flow = tcp_lossy.bulk_flow(path, **options)
    tcp_lossy.run(duration)
    return flow.received(0, duration), len(flow.retransmissions())


class ComparisonTest(unittest.TestCase):
    def test_the_simulator_without_ns3_sends_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "link.csv"
            trace.write_text("time,rate,delay,loss\n0,3e6,0,0\n2,1e6,0.02,0.02\n4,0,0,0\n5,0,0,0\n")
            for variant, path in (("newreno", {"rate": "4Mbps", "loss": 0.02, "queue": 20}),
                                  ("sack-veno", {"loss": 0.02, "burst": 3, "seed": 7}),
                                  ("fack", {"rate": "1.5Mbps", "rtt": "100ms", "lost": [70, 72, 73], "mss": 536}),
                                  ("linux", {"model": "leo", "queue": 60}),
                                  ("sack", {"model": "cell", "ack": 1, "seed": 3}),
                                  ("venodr", {"model": "wifi", "loss": 0.01}),
                                  ("sack", {"trace": trace}), ("sack", {"trace": "", "control": None})):
                with self.subTest(variant=variant, path=path):
                    self.assertEqual(tcp_lossy.check_against_ns3(variant, seconds=8, **path), "equal")

    def test_a_control_in_python_is_refused(self):
        with self.assertRaisesRegex(ValueError, r"^check_against_ns3\(\) takes no control: ns-3 cannot run"):
            tcp_lossy.check_against_ns3("sack", seconds=1, control=type("Own", (), {"reduce": int, "open": int}))

    def test_the_first_segment_that_differs_is_named(self):
        ours = [(0, 0), (10, 1448), (20, 2896)]
        self.assertEqual(comparison._compare(ours, [(0, 0), (11, 1448)]),
                         "segment 2: octet 1448 at 10 ns without ns-3, octet 1448 at 11 ns in ns-3")
        self.assertEqual(comparison._compare(ours, ours[:2]), "3 segments without ns-3, 2 in ns-3")


class FlowTest(unittest.TestCase):
    def test_without_loss_the_link_is_full(self):
        with tcp_lossy.simulation():
            # Buffers that never fill: a sender that waits for room sends segments that are not full.
            for buffer in ("SndBufSize", "RcvBufSize"):
                tcp_lossy.set_default(f"ns3::TcpSocket::{buffer}", 4_000_000)
            path = tcp_lossy.dumbbell(rate="1.6Mbps", delay="20ms", queue=10_000)
            flow = tcp_lossy.bulk_flow(path, variant="sack")
            tcp_lossy.run(20)
            expected = 1.6e6 * SEGMENT / (SEGMENT + HEADERS)
            self.assertAlmostEqual(flow.throughput(10, 20) / expected, 1, delta=1e-3)
            self.assertEqual(flow.retransmissions(), [])
            self.assertEqual(flow.timeouts(), [])
            # Ten means of a second are the mean of ten seconds.
            series = flow.throughput_series(10, 20, 1)
            self.assertEqual(series.times, list(range(11, 21)))
            self.assertAlmostEqual(sum(series.values) / 10, flow.throughput(10, 20), places=3)

    def test_counts_of_ns3(self):
        with tcp_lossy.simulation(run=3):
            path = tcp_lossy.dumbbell(loss=0.02)
            flow = tcp_lossy.bulk_flow(path, variant="fack-rd", traces=["Awnd"])
            tcp_lossy.run(20)
            self.assertEqual(flow.received(0, 20), flow.receiver.GetTotalRx())
            self.assertGreater(len(flow.recoveries()), 0)
            self.assertLessEqual(len(flow.unnecessary_retransmissions()),
                                 len(flow.retransmissions()))
            # The first thing outstanding is one segment or more of data.
            awnd = flow.series("Awnd")
            self.assertEqual(awnd.times, sorted(awnd.times))
            self.assertEqual(awnd.values[0], SEGMENT)
            self.assertEqual(flow.names(), ["Awnd", "cwnd", "rtt", "ssthresh"])
            # Once a round trip is known it is at least the path's.
            self.assertGreater(min(flow.series("rtt").values), 0.1)

    def test_a_record_outlives_its_simulation(self):
        with tcp_lossy.simulation():
            flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell(), variant="fack", traces=["Awnd"])
            tcp_lossy.run(2)
            before = flow.throughput(0, 2), flow.series("Awnd"), flow.series("cwnd")
        gc.collect()
        self.assertEqual((flow.throughput(0, 2), flow.series("Awnd"), flow.series("cwnd")), before)

    def test_an_end_and_a_start(self):
        with tcp_lossy.simulation():
            path = tcp_lossy.dumbbell()
            flow = tcp_lossy.bulk_flow(path, octets=10 * SEGMENT, start="2s")
            tcp_lossy.run(30)
            self.assertEqual(flow.received(0, 30), 10 * SEGMENT)
            self.assertEqual(flow.received(0, 2.1), 0)

    def test_variants_side_by_side(self):
        with tcp_lossy.simulation():
            path = tcp_lossy.dumbbell(pairs=2, rate="3Mbps")
            flows = [tcp_lossy.bulk_flow(path, pair, variant, traces=traces)
                     for pair, (variant, traces) in enumerate((("sack-veno", ["Backlog"]),
                                                               ("ns3::TcpCubic", [])))]
            again = tcp_lossy.bulk_flow(path, 0, tcp_lossy.preset("fack"), port=5002)
            tcp_lossy.run(5)
            for flow in (*flows, again):
                self.assertGreater(flow.throughput(0, 5), 1e5)
                self.assertEqual(flow.throughput(), flow.throughput(0, flow.simulated_end()))
                self.assertEqual(flow.received(), flow.received(0, flow.simulated_end()))

    def test_a_path_with_a_wireless_hop(self):
        with tcp_lossy.simulation():
            path = ns.WirelessPathHelper.Create("p2p", 1)
            path.Build()
            flow = tcp_lossy.bulk_flow(path, variant="venodr")
            tcp_lossy.run(5)
        self.assertGreater(flow.throughput(), 1e5)

    def test_runs_are_independent_and_can_be_repeated(self):
        results = []
        for run in (1, 2, 1):
            with tcp_lossy.simulation(run=run):
                results.append(measure(variant="newreno"))
        self.assertEqual(results[0], results[2])
        self.assertNotEqual(results[0], results[1])

    def test_other_streams_lose_other_packets(self):
        found = []
        for stream in (0, 1000, 0):
            with tcp_lossy.simulation():
                flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell(loss=0.02, stream=stream))
                tcp_lossy.run(5)
                found.append(flow.retransmissions())
        self.assertEqual(found[0], found[2])
        self.assertNotEqual(found[0], found[1])

    def test_all_variants(self):
        for variant in tcp_lossy.variants():
            with self.subTest(variant), tcp_lossy.simulation():
                self.assertGreater(measure(5, variant=variant)[0], 100000)

    def test_refused(self):
        with tcp_lossy.simulation():
            path = tcp_lossy.dumbbell()
            for error, options in ((ValueError, {"pair": 1}), (ValueError, {"variant": "tahoe"}),
                                   (ValueError, {"port": 0}), (ValueError, {"start": -1}),
                                   (ValueError, {"octets": -1}), (TypeError, {"traces": "Awnd"})):
                with self.assertRaises(error, msg=str(options)):
                    tcp_lossy.bulk_flow(path, **options)
            with self.assertRaises(TypeError):
                tcp_lossy.bulk_flow("path")
            with self.assertRaisesRegex(TypeError, r"^variant must be a name or an object of preset\(\), not 3$"):
                tcp_lossy.bulk_flow(path, variant=3)
            with self.assertRaisesRegex(RuntimeError, "must be built first"):
                tcp_lossy.bulk_flow(ns.LossyDumbbellHelper(1))
            flow = tcp_lossy.bulk_flow(path)
            with self.assertRaisesRegex(ValueError, "port 5001 of pair 0 is taken"):
                tcp_lossy.bulk_flow(path)
            with self.assertRaisesRegex(TypeError, "is no BulkSendApplication or OnOffApplication"):
                tcp_lossy.record(flow.receiver, flow.receiver)
            tcp_lossy.run(1)
            with self.assertRaisesRegex(ValueError, "no series 'Awnd' was recorded; there are cwnd"):
                flow.series("Awnd")
            for begin, end in ((1, 1), (2, 1), (-1, 1), ("x", 1)):
                with self.assertRaises(ValueError):
                    flow.throughput(begin, end)
            with self.assertRaisesRegex(ValueError, "step must be above 0"):
                flow.throughput_series(0, 1, 0)

    def test_what_a_flow_is_asked_for(self):
        with tcp_lossy.simulation(run=2 ** 63 - 1, seed=4294944442):
            path = tcp_lossy.dumbbell()
            flow = tcp_lossy.bulk_flow(path, variant="fack", port=65535)
            other = tcp_lossy.bulk_flow(path, port=1, variant=tcp_lossy.preset("sack"), start=0.25)
            self.assertEqual((flow.variant, other.variant, flow.simulated_end()), ("fack", None, 0))
            with self.assertRaisesRegex(ValueError, r"port must lie in \[1, 65535\], not 65536"):
                tcp_lossy.bulk_flow(path, port=65536)
            with self.assertRaisesRegex(AttributeError, "a flow has no 'windows'"):
                print(flow.windows)
            self.assertLessEqual({"sender", "throughput", "to_frame", "result"}, set(dir(flow)))
            for sender, receiver in ((ns.CreateObject[ns.BulkSendApplication](), flow.receiver),
                                     (flow.sender, ns.CreateObject[ns.PacketSink]())):
                with self.assertRaisesRegex(RuntimeError, "install the application on a node"):
                    tcp_lossy.record(sender, receiver)
            tcp_lossy.run(0.2)
            known = flow.result()
            self.assertIs(flow.result(), known)
            self.assertEqual(other.received(0, 0.2), 0)
            tcp_lossy.run(0.8)
            self.assertEqual((known.end, flow.result().end, flow.simulated_end()), (0.2, 1, 1))
            self.assertGreater(other.received(0, 1), 0)

    def test_a_trace_that_there_is_not_comes_out_of_run(self):
        with tcp_lossy.simulation():
            tcp_lossy.bulk_flow(tcp_lossy.dumbbell(), variant="fack", traces=["Backlogs"])
            with self.assertRaisesRegex(ValueError, "no trace source 'Backlogs'; there are .*Awnd"):
                tcp_lossy.run(1)


    def test_what_lies_beyond_the_simulated_end(self):
        with tcp_lossy.simulation():
            flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell())
            with self.assertRaisesRegex(ValueError, "simulated end, 0 s, but is 1 s"):
                flow.throughput(0, 1)
            tcp_lossy.run(10)
            self.refuses_more_than_ten_seconds(flow)
        self.refuses_more_than_ten_seconds(flow)

    def refuses_more_than_ten_seconds(self, flow):
        said = "end must not lie behind the simulated end, 10 s, but is 60 s"
        for asked in (flow.throughput, flow.received,
                      lambda begin, end: flow.throughput_series(begin, end, 1)):
            asked(0, 10)
            with self.assertRaisesRegex(ValueError, said):
                asked(0, 60)


class InterruptTest(unittest.TestCase):
    """Far more is asked for than the tests can wait for: an hour takes minutes."""

    HOUR = 3600 * 4

    @classmethod
    def setUpClass(cls):
        # What is called for the first time is compiled, which swallows a signal that comes then.
        with tcp_lossy.simulation():
            cls().begin()
            tcp_lossy.run(0.1)
            ns.Simulator.Now().GetSeconds()

    def setUp(self):
        # What a shell starts in the background ignores it.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def begin(self):
        return tcp_lossy.bulk_flow(tcp_lossy.dumbbell(rate="10Mbps", queue=100), variant="sack")

    def interrupted_run(self):
        # While C++ simulates no thread of Python's does anything.
        kill = subprocess.Popen(["sh", "-c", f"sleep 2; kill -INT {os.getpid()}"])
        try:
            tcp_lossy.run(self.HOUR)
        finally:
            kill.wait()

    def test_ends_at_once_and_goes_on(self):
        with tcp_lossy.simulation():
            flow = self.begin()
            with self.assertRaises(KeyboardInterrupt):
                self.interrupted_run()
            ended = ns.Simulator.Now().GetSeconds()
            self.assertTrue(0 < ended < self.HOUR, ended)
            so_far = flow.received(0, ended)
            tcp_lossy.run(5)
            self.assertAlmostEqual(ns.Simulator.Now().GetSeconds(), ended + 5, places=8)
            further = flow.received(0, ended + 5)
        self.assertEqual(flow.received(0, ended), so_far)
        with tcp_lossy.simulation():
            flow = self.begin()
            tcp_lossy.run(ended + 5)
            self.assertEqual((flow.received(0, ended), flow.received(0, ended + 5)),
                             (so_far, further))

    def test_results_are_there_outside_of_the_simulation(self):
        with self.assertRaises(KeyboardInterrupt):
            with tcp_lossy.simulation():
                flow = self.begin()
                self.interrupted_run()
        with self.assertRaisesRegex(ValueError, "simulated end"):
            flow.throughput(0, self.HOUR)
        self.assertGreater(flow.throughput(0, flow.simulated_end()), 1e6)

    def test_a_function_of_ones_own_lets_it_go_on(self):
        said = []
        before = signal.signal(signal.SIGINT,
                               lambda *_: said.append(ns.Simulator.Now().GetSeconds()))
        try:
            with tcp_lossy.simulation():
                self.begin()
                self.HOUR = 1000
                self.interrupted_run()
                self.assertEqual(ns.Simulator.Now().GetSeconds(), 1000)
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual(len(said), 1)
        self.assertLess(said[0], 1000)

    def test_the_end_of_a_run_that_was_stopped_before_is_forgotten(self):
        with tcp_lossy.simulation():
            self.begin()
            ns.Simulator.Stop(ns.Seconds(3))
            tcp_lossy.run(10)
            self.assertEqual(ns.Simulator.Now().GetSeconds(), 3)
            tcp_lossy.run(20)
            self.assertEqual(ns.Simulator.Now().GetSeconds(), 23)


class SimulationTest(unittest.TestCase):
    def test_one_at_a_time(self):
        with tcp_lossy.simulation():
            with self.assertRaisesRegex(RuntimeError, "one at a time"):
                with tcp_lossy.simulation():
                    self.fail("there is a second one")
        for options in ({"run": 0}, {"seed": 0}, {"seed": 4294944443}, {"seed": 2 ** 32}):
            with self.assertRaises(ValueError), tcp_lossy.simulation(**options):
                self.fail("began")

    def test_durations(self):
        with tcp_lossy.simulation():
            for duration in (0, -1, "1  s"):
                with self.assertRaises(ValueError):
                    tcp_lossy.run(duration)
            tcp_lossy.run("1min")
            self.assertEqual(ns.Simulator.Now().GetSeconds(), 60)

    def test_dumbbells(self):
        for options in ({"pairs": 0}, {"pairs": 4097}, {"rate": 0}, {"delay": "-1ms"}, {"queue": 0},
                        {"loss": 1.01}, {"stream": -1}, {"loss": -0.1}, {"reverse_loss": -0.1},
                        {"reverse_loss": 1.1}, {"queue": 2 ** 32}, {"stream": 2 ** 62 + 1}, {"aqm": "ns3::QueueDisc"},
                        {"aqm": "Mq"}):
            with self.assertRaises(ValueError, msg=str(options)):
                tcp_lossy.dumbbell(**options)
        for name in ("pairs", "rate", "delay", "queue", "loss", "reverse_loss", "stream"):
            with self.assertRaisesRegex(ValueError, f"^{name} must lie in"):
                tcp_lossy.dumbbell(**{name: -1})
        with tcp_lossy.simulation():
            for options in ({"loss": 1, "reverse_loss": 1}, {"queue": 1}, {"stream": 2 ** 62}, {"delay": 0},
                            {"aqm": "ns3::FqCoDelQueueDisc", "queue": 7}, {"aqm": "Red"}):
                tcp_lossy.dumbbell(**options)

    def test_two_dumbbells_at_once(self):
        with tcp_lossy.simulation():
            flows = [tcp_lossy.bulk_flow(tcp_lossy.dumbbell(rate=rate)) for rate in (1e6, 2e6)]
            tcp_lossy.run(20)
            for flow, rate in zip(flows, (1e6, 2e6)):
                self.assertTrue(0.5 * rate < flow.throughput(0, 20) < rate)


class CallbackTest(unittest.TestCase):
    def sockets(self):
        """A socket, and the flow that has it, once it sends."""
        flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell(), variant="fack", traces=["Awnd"])
        tcp_lossy.run(0.01)
        return tcp_lossy.cast(flow.sender.GetSocket(), "TcpSocketBase"), flow

    def test_told_of_each_change_though_nobody_else_holds_it(self):
        with tcp_lossy.simulation():
            socket, flow = self.sockets()
            changes = []
            tcp_lossy.on_change(socket, "Awnd", lambda *change: changes.append(change))
            before = len(flow.series("Awnd").times)
            gc.collect()
            tcp_lossy.run(5)
            awnd = flow.series("Awnd")
            self.assertGreater(len(changes), 100)
            self.assertEqual([change[0] for change in changes], awnd.times[before:])
            self.assertEqual([change[2] for change in changes], awnd.values[before:])
            self.assertEqual([change[1] for change in changes][1:], awnd.values[before:-1])

    def test_what_it_raises_comes_out_of_run(self):
        with tcp_lossy.simulation():
            socket, _ = self.sockets()

            def fail(time, old, new):
                raise ZeroDivisionError(f"at {time:.1f}")

            tcp_lossy.on_change(socket, "CongestionWindow", fail)
            with self.assertRaisesRegex(ZeroDivisionError, "at 0."):
                tcp_lossy.run(5)
        with tcp_lossy.simulation():
            self.assertGreater(measure()[0], 0)

    def test_sources_that_there_are_not(self):
        with tcp_lossy.simulation():
            socket, _ = self.sockets()
            with self.assertRaisesRegex(ValueError, "no trace source 'awnd'; it has .*Awnd"):
                tcp_lossy.on_change(socket, "awnd", print)
            with self.assertRaisesRegex(ValueError, "'Tx' .* is no number"):
                tcp_lossy.on_change(socket, "Tx", print)


class CastTest(unittest.TestCase):
    def test_to_what_it_is(self):
        with tcp_lossy.simulation():
            flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell())
            sink = flow.receiver.GetNode().GetApplication(0)
            for kind in (ns.PacketSink, "PacketSink", "ns3::PacketSink"):
                self.assertEqual(tcp_lossy.cast(sink, kind).GetTotalRx(), 0)
            for pointer, kind in ((sink, "BulkSendApplication"), (sink, "NoSuchClass"),
                                  (3, "PacketSink"), (None, "PacketSink")):
                with self.assertRaises(TypeError, msg=f"{pointer} {kind}"):
                    tcp_lossy.cast(pointer, kind)


class AttributeTest(unittest.TestCase):
    def default(self, type_name, attribute):
        _, type_id = ns.LookupByNameFailSafe(type_name)
        information = ns.TypeId.AttributeInformation()
        self.assertTrue(type_id.LookupAttributeByName(attribute, information))
        return str(information.initialValue.SerializeToString(information.checker))

    def test_defaults_hold_until_the_end(self):
        before = self.default("ns3::TcpSocket", "SegmentSize")
        with tcp_lossy.simulation():
            tcp_lossy.set_default("ns3::TcpSocket::SegmentSize", 1000)
            self.assertEqual(self.default("ns3::TcpSocket", "SegmentSize"), "1000")
            tcp_lossy.set_default("ns3::TcpSocket::SegmentSize", 1448)
            self.assertEqual(self.default("ns3::TcpSocket", "SegmentSize"), "1448")
            self.assertEqual(measure(30, octets=14480, loss=0)[0], 14480)
        self.assertEqual(self.default("ns3::TcpSocket", "SegmentSize"), before)

    def test_every_kind(self):
        with tcp_lossy.simulation():
            for name, value, text in (
                    ("ns3::TcpSackVeno::Beta", 2, "2"),
                    ("ns3::TcpSocketBase::Timestamp", False, "false"),
                    ("ns3::TcpSocketBase::MinRto", "200ms", "+2e+08ns"),
                    ("ns3::TcpSocketBase::MinRto", 0.3, "+3e+08ns"),
                    ("ns3::PointToPointNetDevice::DataRate", "1Mbps", "1000000bps"),
                    ("ns3::TcpScoreboardSocket::LossRecovery", "Fack", "Fack"),
                    ("ns3::TcpFackRecovery::LostRetransmission", "Wait", "Wait"),
                    ("ns3::TcpL4Protocol::SocketType", "ns3::TcpFack", "ns3::TcpFack"),
                    ("ns3::TcpSackVeno::Beta", ns.DoubleValue(1), "1")):
                tcp_lossy.set_default(name, value)
                self.assertEqual(self.default(*name.rsplit("::", 1)), text)

    def test_refused(self):
        for name, value, message in (
                ("ns3::TcpSackVeno::Beta", -1, r"ns3::TcpSackVeno::Beta: -1 is not in double 0:"),
                ("ns3::TcpSackVeno::Bata", 1, "has no attribute 'Bata'; it has .*Beta"),
                ("ns3::TcpVegan::Beta", 1, "ns-3 has no type 'ns3::TcpVegan'"),
                ("Beta", 1, "ns-3 has no type ''"),
                ("ns3::TcpSocket::SegmentSize", -1, r"SegmentSize must lie in \[0, 4294967295\]"),
                ("ns3::TcpSocket::SegmentSize", 2 ** 32,
                 r"SegmentSize must lie in \[0, 4294967295\], not 4294967296"),
                ("ns3::PointToPointNetDevice::Mtu", 2 ** 16, r"Mtu must lie in \[0, 65535\]"),
                ("ns3::TcpSocketBase::MinRto", "200", "MinRto: '200' is not a number with a unit"),
                ("ns3::PointToPointNetDevice::DataRate", "10",
                 "DataRate: '10' is not a number with a unit"),
                ("ns3::TcpSocketBase::MinRto", "fast", "MinRto: 'fast' is not a number"),
                ("ns3::TcpScoreboardSocket::LossRecovery", "Tahoe", "give one of Fack, "),
                ("ns3::TcpFackRecovery::LostRetransmission", "Forget",
                 "must be one of .*Timeout"),
                ("ns3::TcpL4Protocol::SocketType", "ns3::TcpTahoe", "no type 'ns3::TcpTahoe'")):
            with self.assertRaisesRegex(ValueError, message):
                tcp_lossy.set_default(name, value)
        for name, value in (("ns3::TcpSackVeno::Beta", "1"), ("ns3::TcpSocketBase::Timestamp", 1),
                            ("ns3::DropTailQueue<Packet>::MaxSize", "5p"), (3, 1)):
            with self.assertRaises(TypeError, msg=name):
                tcp_lossy.set_default(name, value)

    def test_bounds_of_whole_numbers_and_times(self):
        stream = "ns3::RandomVariableStream::Stream"
        with tcp_lossy.simulation():
            for name, value, text in (
                    ("ns3::TcpSocket::SegmentSize", 2 ** 32 - 1, "4294967295"), (stream, -2 ** 63, str(-2 ** 63)),
                    (stream, 2 ** 63 - 1, str(2 ** 63 - 1)), ("ns3::Application::StartTime", -1.5, "-1.5e+09ns"),
                    ("ns3::PointToPointNetDevice::DataRate", 1e6, "1000000bps"),
                    ("ns3::TcpSocketBase::Timestamp", True, "true")):
                tcp_lossy.set_default(name, value)
                self.assertEqual(self.default(*name.rsplit("::", 1)), text)
            for value in (-2 ** 63 - 1, 2 ** 63):
                with self.assertRaisesRegex(ValueError, "Stream must lie in"):
                    tcp_lossy.set_default(stream, value)
        for name, value, said in (("ns3::TcpScoreboardSocket::LossRecovery", 5, "LossRecovery must be a text, not 5"),
                                  (stream, 1.5, "Stream must be a whole number"),
                                  ("ns3::TcpSocketBase::Timestamp", "true", "Timestamp must be True or False")):
            with self.assertRaisesRegex(TypeError, said):
                tcp_lossy.set_default(name, value)
        with tcp_lossy.simulation():
            tcp_lossy.set_default("ns3::TcpSocketBase::SegmentSize", 500)
            self.assertEqual(self.default("ns3::TcpSocket", "SegmentSize"), "500")
        # Its own, and those of a class that it is derived from.
        with self.assertRaisesRegex(ValueError, "has no attribute 'Min'; it has .*MinRto, .*SegmentSize, "):
            tcp_lossy.set_default("ns3::TcpSocketBase::Min", 1)

    def test_outside_of_a_simulation_a_default_stays(self):
        name = "ns3::TcpSocket", "SegmentSize"
        before = self.default(*name)
        self.addCleanup(tcp_lossy.set_default, "::".join(name), int(before))
        tcp_lossy.set_default("::".join(name), 777)
        with tcp_lossy.simulation():
            tcp_lossy.set_default("::".join(name), 888)
        self.assertEqual(self.default(*name), "777")

    def test_of_one_object(self):
        control = ns.CreateObject[ns.TcpSackVeno]()
        tcp_lossy.set_attribute(control, "Beta", 4)
        value = ns.DoubleValue()
        control.GetAttribute("Beta", value)
        self.assertEqual(value.Get(), 4)
        with self.assertRaisesRegex(ValueError, "Beta: -2 is not in double 0:"):
            tcp_lossy.set_attribute(control, "Beta", -2)
        with self.assertRaisesRegex(ValueError, "ns3::Node::Id cannot be set to 3 now"):
            tcp_lossy.set_attribute(ns.CreateObject[ns.Node](), "Id", 3)


class VariantTest(unittest.TestCase):
    def test_names(self):
        self.assertIn("fack-rd", tcp_lossy.variants())
        self.assertNotIn("ns3-fack", tcp_lossy.variants())
        for name, socket, message in (("tahoe", "", "unknown: give one of bbr, cubic, fack"),
                                      ("ns3-fack", "", "needs ns-3.47"),
                                      ("fack", "raw", "socket 'raw' is unknown: give one of"),
                                      ("ns3::PacketSink", "", "is unknown")):
            with self.assertRaisesRegex(ValueError, message):
                tcp_lossy.preset(name, socket)
        self.assertEqual(tcp_lossy.preset("fack", "stock").GetCongestionControl().GetName(),
                         "ns3::TcpFack")


if __name__ == "__main__":
    unittest.main()
