#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How much a sender brings to a receiver over the path of tcp-interop, in a given time, or how long a volume takes.

Each end is the kernel's TCP or ns-3's. Where the receiver is the kernel's, connections of the kernel's
may share the path. usage: goodput.py ORDER, where ORDER is an Order's fields
as JSON; prints a Result's fields as JSON. Needs what check-interop needs. scripts/compare-linux
starts it, in a kernel of its own.
"""

import json
import platform
import socket
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import case as cases
import kernels
import namespace

LINUX = "Linux"
OURS = "ours"
CHUNK = 65536
# More than any path brings in the time of a run, and what the program takes.
ZEROS = 4 * 10**9
# Seconds until there is a connection, at most.
ENOUGH = 60


@dataclass
class Order:
    """What is to be run."""
    program: str
    sender: str = LINUX
    receiver: str = LINUX
    seconds: float = 20
    control: str = "reno"  # of Linux
    options: dict = field(default_factory=dict)  # of tcp-interop
    settings: dict = field(default_factory=dict)  # sysctls of Linux
    pcap: str = ""  # folder for the captures
    burst: int = 0  # segments that Linux prepares as one; 0: its own choice
    rivals: int = 0  # connections of the kernel's that share the path, from when the receiver has the measured one

    def find_volume(self):
        """Octets that the sender writes before it closes; 0: it writes on."""
        return int(self.options.get("zeros", 0))


@dataclass
class Result:
    """What came of it, in how long: until the volume was read, where there is one, from when the receiver has the
    connection. The counts are the sender's; what was needless is what D-SACKs (RFC 2883) told of that the
    kernel's receiver sent or, with our receiver, the kernel's sender read."""
    octets: int
    seconds: float
    sent_again: int
    timeouts: int
    needless: int
    rivals: int  # octets that they have brought
    linux: str


def count(counters, *names):
    return sum(counters[f"TcpExt.{name}"] for name in names)


def count_needless(receiver):
    """D-SACKs that the kernel's receiver has sent."""
    return count(receiver.read_counters(), "TCPDSACKOldSent", "TCPDSACKOfoSent")


def make_socket():
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # As ns-3's sockets are.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


class Network:
    """One of the kernel's ends: a namespace with a TUN device."""

    def __init__(self, address, order):
        self.id = namespace.enter()
        namespace.configure({"tcp_congestion_control": order.control, "tcp_ecn": 0,
                             **order.settings})
        self.tun = namespace.make_tun(address=address)
        if order.burst:
            namespace.limit_bursts(order.burst)
        self.socket = make_socket()

    def read_counters(self):
        namespace.go_back(self.id)
        return namespace.read_counters()


class Sink:
    """Reads what arrives."""

    def __init__(self, volume=0):
        self.volume = volume
        self.received = 0
        self.begin = self.end = 0
        self.connected, self.complete = threading.Event(), threading.Event()

    def read(self, connection):
        self.begin = time.monotonic()
        self.connected.set()
        while octets := connection.recv(CHUNK):
            self.received += len(octets)
            if self.received == self.volume:
                self.end = time.monotonic()
                self.complete.set()

    def wait(self, seconds):
        """For so long, or until all of the volume is there. How long that took."""
        if not self.volume:
            time.sleep(seconds)
            return seconds
        if not self.complete.wait(seconds):
            raise RuntimeError(f"{self.received} of {self.volume} octets are there after {seconds:g} s")
        return self.end - self.begin


class Receiver(Network):
    """The end that listens; the first to connect is the one that is measured."""

    def __init__(self, order):
        super().__init__(namespace.LINUX, order)
        self.socket.bind((namespace.LINUX, namespace.PORT))
        self.socket.listen()
        self.sink = Sink(order.find_volume())
        self.rivals = [Sink() for _ in range(order.rivals)]
        begin(self.accept)

    def accept(self):
        for sink in [self.sink, *self.rivals]:
            begin(sink.read, self.socket.accept()[0])

    def expect_rivals(self):
        """From this thread's network."""
        for _ in self.rivals:
            begin(run_rival, self.sink)

    def count_rivals(self):
        if not all(sink.received for sink in self.rivals):
            raise RuntimeError("a connection beside has brought nothing")
        return sum(sink.received for sink in self.rivals)


def run_rival(measured):
    """A connection from this thread's network, as soon as the one that is measured is there."""
    measured.connected.wait()
    rival = make_socket()
    rival.connect((namespace.LINUX, namespace.PORT))
    write_on(rival, {})


def write(connection, order):
    """As Endpoint::Write() does."""
    if volume := order.find_volume():
        connection.sendall(bytes(volume))
        connection.shutdown(socket.SHUT_WR)
    else:
        write_on(connection, order.options)


def write_on(connection, options):
    piece = int(options.get("piece", 0))
    octets = bytes(piece or CHUNK)
    pause = float(options.get("pieceEvery", "10ms").removesuffix("ms")) / 1000 if piece else 0
    due = time.monotonic()
    while True:
        connection.sendall(octets)
        due += pause
        time.sleep(max(due - time.monotonic(), 0))


def begin(action, *arguments):
    threading.Thread(target=action, args=arguments, daemon=True).start()


def start_ns3(order, tuns, options, folder):
    captures = {"pcap": order.pcap} if order.pcap else {}
    return cases.Ns3Peer(order.program, {**captures, **options, **order.options}, tuns, folder)


def await_start(ns3, started, folder):
    cases.wait_for(lambda: started.is_set() or ns3.done.is_set(), time.monotonic() + ENOUGH)
    if ns3.done.is_set() or not started.is_set():
        stop_ns3(ns3, folder)
        raise RuntimeError("there is no connection")


def stop_ns3(ns3, folder):
    ns3.stop()
    if ns3.process.returncode:
        # What follows the first line of what it says is how it is used, or where it ended.
        fault = (folder / "stderr").read_text().strip().partition("\n")[0]
        raise RuntimeError(fault or f"tcp-interop ended with {ns3.process.returncode}")
    return ns3.report


def linux_to_linux(order, folder):
    """The path alone stands between them."""
    receiver, sender = Receiver(order), Network(namespace.NS3, order)
    ns3 = start_ns3(order, [receiver.tun, sender.tun], {}, folder)
    await_start(ns3, ns3.listening, folder)
    receiver.expect_rivals()
    kernels.wait_for_tick()
    sender.socket.connect((namespace.LINUX, namespace.PORT))
    begin(write, sender.socket, order)
    receiver.sink.connected.wait()
    seconds = receiver.sink.wait(order.seconds)
    counters = sender.read_counters()
    octets, rivals = receiver.sink.received, receiver.count_rivals()
    needless = count_needless(receiver)
    stop_ns3(ns3, folder)
    return octets, seconds, counters["Tcp.RetransSegs"], count(counters, "TCPTimeouts"), needless, rivals


def ours_to_linux(order, folder):
    receiver = Receiver(order)
    tuns, options = [receiver.tun], {"active": 1, "zeros": ZEROS, "closeEarly": 1}
    if order.rivals:
        tuns.append(Network(namespace.BESIDE, order).tun)
        options["beside"] = 1
        receiver.expect_rivals()
    ns3 = start_ns3(order, tuns, options, folder)
    await_start(ns3, receiver.sink.connected, folder)
    seconds = receiver.sink.wait(order.seconds)
    octets, rivals = receiver.sink.received, receiver.count_rivals()
    needless = count_needless(receiver)
    report = stop_ns3(ns3, folder)
    return octets, seconds, int(report["sentAgain"]), int(report["timeouts"]), needless, rivals


def linux_to_ours(order, folder):
    sender = Network(namespace.LINUX, order)
    ns3 = start_ns3(order, [sender.tun], {}, folder)
    await_start(ns3, ns3.listening, folder)
    kernels.wait_for_tick()
    sender.socket.connect((namespace.NS3, namespace.PORT))
    begin(write, sender.socket, order)
    time.sleep(order.seconds)
    counters = sender.read_counters()
    report = stop_ns3(ns3, folder)
    return (int(report["read"]), order.seconds, counters["Tcp.RetransSegs"], count(counters, "TCPTimeouts"),
            count(counters, "TCPDSACKRecv", "TCPDSACKOfoRecv"), 0)


PAIRS = {(LINUX, LINUX): linux_to_linux, (OURS, LINUX): ours_to_linux, (LINUX, OURS): linux_to_ours}


def main():
    order = Order(**json.loads(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = PAIRS[order.sender, order.receiver](order, Path(folder))
        except (RuntimeError, OSError) as error:
            print(f"goodput.py: {error}", file=sys.stderr)
            return 1
    print(json.dumps(asdict(Result(*found, platform.release()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
