# SPDX-License-Identifier: GPL-2.0-only
"""One connection between ns-3's socket and the kernel's, from the handshake to the last ACK."""

import hashlib
import os
import platform
import random
import signal
import socket
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import capture
import invariants
import kernels
import namespace

# Nothing takes this long, on however loaded a machine: what does has stalled.
STALL = 150
CHUNK = 65536

# Counters of Linux that stay 0, whatever the path does: resets, and SACK that makes no sense.
NEVER = [
    "Tcp.OutRsts", "Tcp.AttemptFails", "Tcp.EstabResets", "TcpExt.TCPAbortOnData",
    "TcpExt.TCPAbortOnClose", "TcpExt.TCPAbortOnTimeout",
    "TcpExt.TCPSACKReneging", "TcpExt.TSEcrRejected", "TcpExt.BeyondWindow",
]
# Those that stay 0 where no packet overtakes another or comes twice.
NEVER_IN_ORDER = ["TcpExt.TCPDSACKIgnoredDubious", "TcpExt.PAWSEstab"]


@dataclass
class Case:
    """What is to be run. Octets and options of both ends, settings of the kernel."""
    name: str
    to_ns3: int = 0
    to_linux: int = 0
    options: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)
    ns3_opens: bool = False
    ns3_closes_early: bool = False
    linux_closes_early: bool = True
    linux_pause: tuple = None  # octets read, seconds
    linux_idle: tuple = None  # octets written, seconds
    linux_buffer: int = None
    mtu: int = 1500  # of Linux's device
    keep_alive: bool = False
    at_least: dict = field(default_factory=dict)  # of Linux's counters
    short: bool = False  # part of the short selection


@dataclass
class Outcome:
    """What became of it."""
    case: Case
    faults: list
    counters: dict = field(default_factory=dict)
    seconds: float = 0.0
    linux: str = "unknown"


def make_octets(seed, size):
    return random.Random(seed).randbytes(size)


class LinuxPeer:
    """The kernel's end."""

    def __init__(self, case, octets):
        self.case = case
        self.octets = octets
        self.received = bytearray()
        self.error = None
        self.peer_closed = threading.Event()
        self.listening = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def listen(self):
        self.listening = self.make_socket()
        self.listening.bind((namespace.LINUX, namespace.PORT))
        self.listening.listen(1)

    def make_socket(self):
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if self.case.linux_buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.case.linux_buffer)
        return made

    def run(self):
        try:
            with self.open() as connection:
                if self.case.keep_alive:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
                writer = threading.Thread(target=self.guarded, args=(self.write, connection),
                                          daemon=True)
                writer.start()
                self.guarded(self.read, connection)
                writer.join()
        except OSError as error:
            self.error = self.error or error

    def guarded(self, action, connection):
        try:
            action(connection)
        except OSError as error:
            self.error = self.error or error
            self.peer_closed.set()

    def open(self):
        if self.listening:
            with self.listening:
                return self.listening.accept()[0]
        connection = self.make_socket()
        connection.connect((namespace.NS3, namespace.PORT))
        return connection

    def write(self, connection):
        position = 0
        if self.case.linux_idle:
            position, seconds = self.case.linux_idle
            connection.sendall(self.octets[:position])
            time.sleep(seconds)
        connection.sendall(self.octets[position:])
        if not self.case.linux_closes_early:
            self.peer_closed.wait()
        connection.shutdown(socket.SHUT_WR)

    def read(self, connection):
        pause = self.case.linux_pause
        while octets := connection.recv(CHUNK):
            self.received += octets
            if pause and len(self.received) >= pause[0]:
                time.sleep(pause[1])
                pause = None
        self.peer_closed.set()


class Ns3Peer:
    """tcp-interop: the end that is simulated, if there is one, and the path."""

    def __init__(self, program, options, tuns, folder):
        descriptors = dict(zip(("tun", "otherTun"), tuns))
        command = [program] + [f"--{name}={value}"
                               for name, value in {**descriptors, **options}.items()]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                        stderr=open(folder / "stderr", "w"), text=True,
                                        pass_fds=tuns)
        self.listening, self.done = threading.Event(), threading.Event()
        self.report = {}
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def follow(self):
        for line in self.process.stdout:
            name, _, value = line.strip().partition(" ")
            if name in ("done", "failed") and not value:
                self.done.set()
            elif name == "listening":
                self.listening.set()
            else:
                self.report[name] = value
        self.listening.set()
        self.done.set()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.thread.join()


def wait_for(condition, deadline):
    """Poll until it holds. Whether it does."""
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return False


def transfer(case, program, folder):
    """Run the connection. Both peers, and what stalled."""
    namespace.enter()
    namespace.configure({"tcp_congestion_control": "reno", "tcp_ecn": 0, **case.settings})
    tun = namespace.make_tun(case.mtu)
    (folder / "to-linux").write_bytes(make_octets(case.name + " to Linux", case.to_linux))
    linux = LinuxPeer(case, make_octets(case.name + " to ns-3", case.to_ns3))
    deadline = time.monotonic() + STALL
    if case.ns3_opens:
        linux.listen()
    options = {"pcap": folder, "send": folder / "to-linux", "receive": folder / "to-ns3.received",
               "active": int(case.ns3_opens), "closeEarly": int(case.ns3_closes_early),
               **case.options}
    ns3 = Ns3Peer(program, options, [tun], folder)
    if not case.ns3_opens:
        ns3.listening.wait(STALL)
        kernels.wait_for_tick()
    linux.thread.start()
    stalled = [what for what, condition in (
        ("Linux's application", lambda: not linux.thread.is_alive()),
        ("ns-3's socket", ns3.done.is_set),
        ("Linux's socket", lambda: namespace.open_connections() == 0),
    ) if not wait_for(condition, deadline)]
    counters = namespace.read_counters()
    ns3.stop()
    os.close(tun)
    return linux, ns3, counters, stalled


def compare(what, expected, received):
    digests = [hashlib.sha256(octets).hexdigest() for octets in (expected, received)]
    if digests[0] != digests[1]:
        yield (f"{what}: SHA-256 {digests[1][:16]} of {len(received)} octets, not "
               f"{digests[0][:16]} of {len(expected)}")


def judge(case, folder, linux, ns3, stalled):
    """What is wrong at the ends."""
    for what in stalled:
        yield f"{what} has not finished after {STALL} s"
    if linux.error:
        yield f"Linux's socket: {linux.error}"
    if ns3.process.returncode != 0:
        yield (f"ns-3 ended with {ns3.process.returncode}: "
               + (folder / "stderr").read_text().strip()[-300:])
        return
    if ns3.report["failed"] != "0" or ns3.report["state"] not in ("CLOSED", "TIME_WAIT"):
        yield f"ns-3's socket: failed {ns3.report['failed']}, state {ns3.report['state']}"
    yield from compare("to Linux", (folder / "to-linux").read_bytes(), linux.received)
    yield from compare("to ns-3", linux.octets, (folder / "to-ns3.received").read_bytes())


def judge_captures(case, folder, counters):
    """What is wrong on the wire, and where the kernel counted something else than was there."""
    try:
        near, far = (capture.read_segments(folder / f"{name}.pcap") for name in ("socket", "tun"))
    except capture.FragmentError as error:
        yield str(error)
        return
    respects_sack = case.options.get("sender", "Fack") in ("Sack", "Rfc6675", "Fack", "Rack")
    ns3 = invariants.observe(near, linux=False, respects_sack=respects_sack)
    linux = invariants.observe(far, linux=True, exact=False, respects_sack=False)
    for breach in (ns3.breaches + linux.breaches)[:10]:
        yield breach
    expected = dict.fromkeys(NEVER, 0)
    if not any(case.options.get(name) for name in ("duplication", "reordering")):
        expected.update(dict.fromkeys(NEVER_IN_ORDER, 0))
    expected["Tcp.RetransSegs"] = linux.retransmissions
    ranges = {name: (value, value) for name, value in expected.items()}
    # Linux looks at the checksum of what has a header that fits, and counts a SYN that comes again.
    to_linux = [segment for segment in far if not segment.from_linux]
    broken = sum(not segment.intact and segment.readable for segment in to_linux)
    syns = sum(segment.intact and bool(segment.flags & capture.SYN) for segment in to_linux)
    ranges["Tcp.InErrs"] = (broken, broken + syns - 1)
    # D-SACK of what it did not send again Linux holds for dubious, and may discard.
    ranges["TcpExt.TCPSACKDiscard"] = (0, counters["TcpExt.TCPDSACKIgnoredDubious"])
    # A probe of a closed window is an octet beyond it (RFC 9293, 3.8.6.1).
    ranges["TcpExt.BeyondWindow"] = (0, ns3.probes)
    # It sends again in vain on a loaded machine, too, whose clock has run on.
    for name in ("TcpExt.TCPDSACKIgnoredOld", "TcpExt.TCPDSACKIgnoredNoUndo"):
        ranges[name] = (0, ns3.reports)
    ranges.update({name: (least, None) for name, least in case.at_least.items()})
    for name, (least, most) in ranges.items():
        value = counters.get(name, 0)
        if value < least or (most is not None and value > most):
            yield f"Linux's counter {name} is {value}, not {least} to {most}"


def run(case, program, folder):
    """Run a case in this process, which cannot do anything else afterwards."""
    start = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    linux, ns3, counters, stalled = transfer(case, program, folder)
    seconds = time.monotonic() - start
    faults = list(judge(case, folder, linux, ns3, stalled))
    faults += judge_captures(case, folder, counters)
    return Outcome(case, faults, counters, seconds, platform.release())
