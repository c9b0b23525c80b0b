# SPDX-License-Identifier: GPL-2.0-only
# The VenoDR paper's experiments: a wired part and a wireless hop that loses packets.

# veno is the Veno of that paper on NewReno recovery; the paper's inherits the fast recovery of
# "traditional" TCP, which is the sender Reno: veno-reno. Westwood+ is ns-3's on NewReno recovery.
_on_newreno = {"socket": "scoreboard-newreno"}
venodr = preset("venodr", **_on_newreno)
veno = preset("veno", **_on_newreno)
veno_reno = preset("veno-reno", variant="veno", socket="scoreboard-reno")
newreno = preset("newreno")
reno = preset("reno")
westwood = preset("westwood-plus", **_on_newreno)
rivals = [venodr, veno, veno_reno, newreno, reno, westwood]
names = ["veno", "veno-reno", "newreno", "reno", "westwood-plus"]


def flows(*axes, rate="10Mbps", delay="5ms", **options):
    """A hundred seconds."""
    return sweep(*axes, wirelessRate=rate, wiredDelay=delay, to="100s", **options)


def one_flow(*axes, **options):
    """One flow, whose links before and behind the hop are a part of its delay.

    Its throughput over time, too, so that experiments can share their runs.
    """
    return flows(*axes, direct=True, first_seed={"series": True}, **options)


def ten_flows(*axes, **options):
    """Ten flows with a round trip of 50 ms, so that each one's part of pipe and buffer is that of one_flow."""
    return flows(*axes, rate="20Mbps", delay="25ms", flows=10, startSpread="1s", **options)


ten_rivals = [venodr, veno, reno, westwood]
ten_losses = axis("p", pick("0.005 0.02 0.05", "0.005 0.01 0.02 0.03 0.04 0.05"), per="{}")
