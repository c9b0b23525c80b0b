# SPDX-License-Identifier: GPL-2.0-only
"""A network namespace with one TUN device: nothing that is sent in it can leave it."""

import ctypes
import fcntl
import os
import socket
import struct
from pathlib import Path

LINUX = "10.9.0.1"
NS3 = "10.9.0.2"
BESIDE = "10.9.0.3"
PORT = 5001

DEVICE = b"tun0"
TUN = Path("/dev/net/tun")
CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x1001
SIOCGIFFLAGS, SIOCSIFFLAGS = 0x8913, 0x8914
SIOCSIFADDR, SIOCSIFNETMASK = 0x8916, 0x891C
SIOCSIFMTU, SIOCSIFTXQLEN = 0x8922, 0x8943
IFF_UP = 1
RTM_SETLINK, NLM_F_REQUEST, NLM_F_ACK = 19, 1, 4
IFLA_IFNAME, IFLA_GSO_MAX_SEGS = 3, 40
# More packets than any window has: the device never drops one.
QUEUE = 10000

SETTINGS = Path("/proc/sys/net/ipv4")
NO_IPV6 = Path("/proc/sys/net/ipv6/conf/default/disable_ipv6")
COUNTERS = [Path("/proc/net/snmp"), Path("/proc/net/netstat")]
CONNECTIONS = Path("/proc/net/tcp")
LISTEN, TIME_WAIT = 0x0A, 0x06


libc = ctypes.CDLL(None, use_errno=True)


def enter():
    """This thread leaves its network for an empty one. A descriptor of that one."""
    if libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "unshare(CLONE_NEWNET)")
    # Devices would ask for routers at random moments, and each of these packets throws the path's dice.
    if NO_IPV6.exists():
        NO_IPV6.write_text("1\n")
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY)


def go_back(network):
    """This thread goes to a network that it, or another thread, has entered."""
    if libc.setns(network, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns(CLONE_NEWNET)")


def make_tun(mtu=1500, address=LINUX):
    """The descriptor of a TUN device that is up."""
    tun = os.open(TUN, os.O_RDWR)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", DEVICE, IFF_TUN_NO_PI))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for request, value in ((SIOCSIFADDR, address), (SIOCSIFNETMASK, "255.255.255.0")):
            fcntl.ioctl(control, request, struct.pack("16sH2x4s8x", DEVICE, socket.AF_INET,
                                                      socket.inet_aton(value)))
        fcntl.ioctl(control, SIOCSIFMTU, struct.pack("16si20x", DEVICE, mtu))
        fcntl.ioctl(control, SIOCSIFTXQLEN, struct.pack("16si20x", DEVICE, QUEUE))
        request = struct.pack("16sH22x", DEVICE, 0)
        flags = struct.unpack("16sH22x", fcntl.ioctl(control, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH22x", DEVICE, flags | IFF_UP))
    return tun


def limit_bursts(segments):
    """How many segments a socket prepares as one for the device: with 1, none waits for others."""
    attributes = b"".join(struct.pack("HH4s", 8, kind, value) for kind, value in (
        (IFLA_IFNAME, DEVICE[:4]), (IFLA_GSO_MAX_SEGS, struct.pack("I", segments))))
    link = struct.pack("BxHiII", socket.AF_UNSPEC, 0, 0, 0, 0)
    header = struct.pack("IHHII", 16 + len(link + attributes), RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as control:
        control.send(header + link + attributes)
        error = struct.unpack_from("i", control.recv(4096), 16)[0]
    if error:
        raise OSError(-error, "RTM_SETLINK")


def configure(settings):
    """Write sysctls of TCP, such as {"tcp_sack": 0}."""
    for name, value in settings.items():
        (SETTINGS / name).write_text(f"{value}\n")


def read_counters():
    """Counters of the namespace, such as {"Tcp.RetransSegs": 0}."""
    counters = {}
    for file in COUNTERS:
        lines = file.read_text().splitlines()
        for names, values in zip(lines[::2], lines[1::2]):
            kind, *names = names.split()
            counters.update((f"{kind}{name}".replace(":", "."), int(value))
                            for name, value in zip(names, values.split()[1:]))
    return counters


def open_connections():
    """How many connections have something left to say."""
    states = [int(line.split()[3], 16) for line in CONNECTIONS.read_text().splitlines()[1:]]
    return sum(state not in (LISTEN, TIME_WAIT) for state in states)


def why_not():
    """Why this machine cannot run it, or nothing."""
    if os.geteuid() != 0:
        return "not root"
    if not TUN.exists():
        return f"{TUN} is missing"
    # In a process of its own, since there is no way back.
    child = os.fork()
    if child == 0:
        try:
            enter()
            make_tun()
            os._exit(0)
        except OSError:
            os._exit(1)
    if os.waitpid(child, 0)[1] != 0:
        return "network namespaces or TUN devices are not allowed"
    return None
