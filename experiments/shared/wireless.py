# SPDX-License-Identifier: GPL-2.0-only
# The VenoDR paper's experiments: a wired part and a wireless hop that loses packets.

# The paper's Veno inherits the fast recovery of "traditional" TCP, which is the sender Reno:
# veno-reno is what its +44.1 % is held against, everywhere. veno is the same on NewReno recovery,
# which shows what the recovery has in it. Westwood+ is ns-3's on NewReno recovery.
_on_newreno = {"socket": "scoreboard-newreno"}
venodr = preset("venodr", **_on_newreno)
veno = preset("veno", **_on_newreno)
veno_reno = preset("veno-reno", variant="veno", socket="scoreboard-reno")
newreno = preset("newreno")
reno = preset("reno")
westwood = preset("westwood-plus", **_on_newreno)
rivals = [venodr, veno, veno_reno, newreno, reno, westwood]
names = ["veno", "veno-reno", "newreno", "reno", "westwood-plus"]

# A choice that the paper does not state.
timer = """The timer: 1 s at least (RFC 6298) with a granularity of 500 ms (BSD); the paper's simulator, ns-2,
has 200 ms and 10 ms, with which the lead over each rival is smaller (D12). Limited transmit (RFC 3042) is on, as in
ns-2 since November 2001."""


def flows(*axes, rate="10Mbps", delay="5ms", to="100s", **options):
    """A hundred seconds."""
    return sweep(*axes, wirelessRate=rate, wiredDelay=delay, to=to, **options)


def one_flow(*axes, **options):
    """One flow, whose links before and behind the hop are a part of its delay.

    Its throughput over time, too, so that experiments can share their runs.
    """
    return flows(*axes, direct=True, first_seed={"series": True}, **options)


def ten_flows(*axes, **options):
    """Ten flows with a round trip of 50 ms, so that each one's part of pipe and buffer is that of one_flow."""
    common = {"rate": "20Mbps", "delay": "25ms", "flows": 10, "startSpread": "1s", "direct": True}
    return flows(*axes, **common, **options)


ten_rivals = [venodr, veno, reno, westwood]
ten_losses = axis("p", pick("0.005 0.02 0.05", "0.005 0.01 0.02 0.03 0.04 0.05"), per="{}")
