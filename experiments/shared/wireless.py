# SPDX-License-Identifier: GPL-2.0-only
# The VenoDR paper's experiments: a wired part and a wireless hop that loses packets.
from campaign.declare import axis, case, pick, preset, sweep

from shared import figure as _figure

# Where D4 to D11, D13, D14 and D16 are, and were before D12's places were counted (D15): a place of D12's map, where the paper's three ratios at 2 % lie together.
place = """The paper states neither links nor timer nor which Reno. All three are taken from the map of what the
lead at 2 % depends on (D12), at the place where the paper's three ratios lie together with ns-2's own timer: 10 Mbit/s and a
round trip of 20 ms, a pipe of 17 segments with a buffer of as many; a timer of 200 ms at least with a granularity of 10 ms; no
limited transmit (RFC 3042), which ns-2 has had on since November 2001; and under the paper's Veno, Reno and Westwood
ns-2's Reno, which fast-retransmits once in a window (+ns2; its Westwood, 'NR', has NewReno by its name, which is
westwood-plus). "Almost the same below 0.5 %" does not hold there of Reno at 0.2 %. """
_timer = {"minRto": "200ms", "clockGranularity": "10ms"}
_base = {"limitedTransmit": False, "direct": True} | _timer
_OCTETS = 1442  # of a packet on the hop, as the program counts them for the pipe
former = {"minRto": "1s", "clockGranularity": "500ms"}

ns2_reno = {"ns3::TcpRenoRecovery::RepeatedFastRetransmit": "false"}
_ns2 = {"socket": "scoreboard-reno"} | ns2_reno
_reno = {"socket": "scoreboard-reno"}
_newreno = {"socket": "scoreboard-newreno"}
venodr = preset("venodr", **_newreno)
# The paper's text does not say what the duplicate ACKs that begin a recovery release.
law = "ns3::TcpDynamicRecovery::{}".format
later = preset("venodr+later", **{law("IgnoreFirstDuplicates"): "true"} | _newreno)
flight = preset("venodr+flight", **{law("DeflateFromFlight"): "true"} | _newreno)
# All places together where ours departs from the text: what the preset venodr-literal has.
literal = preset(
    "venodr-literal",
    variant="venodr",
    **{"ns3::TcpSackVeno::SmoothedRtt": "true"}
    | {f"ns3::TcpVenoDr::{name}": value for name, value in (("MinQueue", "0"), ("LastSampleAlone", "true"))}
    | {law("ForgetRecoveryPoint"): "false"}
    | {
        law(name): "true"
        for name in ("LiteralRecoverDr", "GrowInAnyCase", "WatchDeflationOnly", "WatchWithinRoundTrip")
    }
    | _newreno,
)
# The paper's Veno inherits the fast recovery of "traditional" TCP: veno-reno+ns2 is what its +44.1 %
# is held against, everywhere.
paper_rivals = [
    preset("veno-reno+ns2", variant="veno", **_ns2),
    preset("reno+ns2", **_ns2),
    preset("westwood-plus+ns2", **_ns2),
]
paper_names = ["veno-reno+ns2", "reno+ns2", "westwood-plus+ns2"]
# The same control on NewReno recovery shows what the recovery has in it.
veno = preset("veno", **_newreno)
newreno = preset("newreno")
westwood = preset("westwood-plus", **_newreno)
rivals = [venodr, *paper_rivals, veno, newreno]
names = [*paper_names, "veno", "newreno"]
# Reno as RFC 2581 has it, which fast-retransmits again in a window.
rfc2581_rivals = [
    preset("veno-reno", variant="veno", **_reno),
    preset("reno", **_reno),
    westwood,
]
rfc2581_names = ["veno-reno", "reno", "westwood-plus"]


# Published numbers: D15 decides on Fig 5, with fresh seeds at the place that D12 counts, and on Fig 4;
# D4 and D5 have other readings, at theirs.
fig5 = {
    "veno": (1.441, "Fig 5: VenoDR to Veno, +44.1 %"),
    "westwood": (1.470, "Fig 5: VenoDR to WestwoodNR, +47.0 %"),
    "reno": (2.138, "Fig 5: VenoDR to Reno, +113.8 %"),
}
fig4 = (1, "Fig 4: VenoDR to the others below 0.5 %, almost the same")
ALMOST = 0.05


def with_fig5(table, rival):
    """A table of choices to a rival, and Fig 5's number of it in a row above."""
    return _figure.with_paper(table, fig5[rival.replace("+", "-").partition("-")[0]][0])


def flows(*axes, rate="10Mbps", delay="10ms", to="40s", **options):
    """Forty seconds at the place."""
    common = {"wirelessRate": rate, "wiredDelay": delay, "to": to}
    return sweep(*axes, **(common | _base | options))


def one_flow(*axes, **options):
    """One flow, whose links before and behind the hop are a part of its delay.

    Its throughput over time, too, so that experiments can share their runs.
    """
    return flows(*axes, first_seed={"series": True}, **options)


# D12's map: Mbit/s and ms of the quick run, and the least timers in s.
PLACES = [(5, 10), (10, 10), (20, 10), (5, 20), (10, 20), (2, 90)]
TIMERS = {"1": former, "0.2": {}}


def at(place, rto, p, variants, more="", **options):
    """One flow at a place of the map."""
    bw, rtt = place
    return one_flow(
        case(f"p={p} bw={bw} rtt={rtt} rto={rto}{more}", per=p),
        variants,
        rate=f"{bw}Mbps",
        delay=f"{rtt // 2}ms",
        **TIMERS[rto] | options,
    )


def dumbbell(bw, rtt):
    """The same path, Mbit/s and ms, for the programs that also run without ns-3: equal runs, to the digit."""
    return _base | {
        "rate": f"{bw}Mbps",
        "delay": "0s",
        "leftDelay": f"{rtt / 2:g}ms",
        "rightRate": "1000Gbps",
        "queue": round(bw * rtt * 1000 / 8 / _OCTETS),
        "segmentSize": 1400,
        "slowButSteady": True,
        "receiver": "scoreboard",
        "to": "40s",
    }


# What follows from the place for ten flows on 20 Mbit/s.
ten_place = """Ten flows on 20 Mbit/s cannot have both the place's round trip and its pipe. A round trip of 100 ms gives
each flow what one has there of pipe and buffer, 17 + 17 segments, so that its windows are those of D4; the least
timeout is then two round trips instead of ten. (With 20 ms a flow's part would be 3 + 3 segments, too few for three
duplicate ACKs.) Starts are spread over a second. """


def ten_flows(*axes, **options):
    """Ten flows of which each has the place's part of pipe and buffer."""
    common = {"rate": "20Mbps", "delay": "50ms", "flows": 10, "startSpread": "1s", "to": "50s"}
    return flows(*axes, **(common | options))


ten_rivals = [venodr, *paper_rivals]
ten_losses = axis("p", pick("0.005 0.02 0.05", "0.005 0.01 0.02 0.03 0.04 0.05"), per="{}")
