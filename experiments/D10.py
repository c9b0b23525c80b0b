# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, preset, ratios

from shared import wireless as _wireless

title = "threshold and recovery of VenoDR apart, on three senders, and its readings"
paper = "beyond the VenoDR paper"
see = """At this place nearly the whole lead is over the old Reno: on NewReno the recovery gains a per cent on Veno, and on
Sack and Fack it costs a twentieth. It does save nearly all timeouts."""
unstated = (
    _wireless.place
    + """The flow of D5. Readings, on NewReno: +rfc6582 keeps the rule that no fast retransmit follows at
the recovery point (RFC 6582, section 3.2, step 2), which the paper does not mention and Dynamic Recovery waives
(ForgetRecoveryPoint); veno+relaxed is Veno with the same waiver; +literal takes 'seqno <= recover_DR' at its
word (LiteralRecoverDr); +flight begins a deflation at what is in flight (DeflateFromFlight); +later counts in it only
what leaves after it began (IgnoreFirstDuplicates); +smoothed takes the
smoothed round trip for RTT (SmoothedRtt)."""
)
program = "wireless-path"
_halves = ("veno", "venodr-threshold-only", "venodr-recovery-only", "venodr")
_senders = ("newreno", "sack", "fack")


def _read(name, option, value="true"):
    """A reading: one option of Veno or VenoDR on NewReno set otherwise."""
    options = {"socket": "scoreboard-newreno", f"ns3::Tcp{option}": value}
    return preset(name, **options)


_readings = [
    _read("venodr+rfc6582", "DynamicRecovery::ForgetRecoveryPoint", "false"),
    _read("venodr+literal", "DynamicRecovery::LiteralRecoverDr"),
    _wireless.flight,
    _wireless.later,
    _read("venodr+smoothed", "SackVeno::SmoothedRtt"),
    _read("veno+relaxed", "NewRenoRecovery::ForgetRecoveryPoint"),
    _read("veno+smoothed", "SackVeno::SmoothedRtt"),
]
_of_venodr = [reading.label for reading in _readings[:5]]
runs = [
    _wireless.one_flow(
        axis("p", [0.02], per="{}"),
        axis("bw", [10]),
        [
            preset(f"{name}+{sender}", socket=f"scoreboard-{sender}")
            for sender in _senders
            for name in _halves
        ]
        + _readings,
    )
]
derived = (
    [
        rule
        for sender in _senders
        for rule in ratios("throughput", [f"{name}+{sender}" for name in _halves[1:]], f"veno+{sender}")
    ]
    + ratios("throughput", ["venodr+sack", "venodr+fack"], "venodr+newreno")
    + ratios("throughput", _of_venodr, "venodr+newreno")
    + ratios("throughput", ["veno+relaxed", "veno+smoothed"], "veno+newreno")
    + ratios("throughput", "venodr+newreno", "veno+relaxed")
    + ratios("throughput", "venodr+later", "veno+newreno")
)
numbers = [
    number("ratio", f"venodr+{sender}/veno+{sender}", "p=0.02 bw=10", expect=expect, why=why)
    for sender, expect, why in (
        ("newreno", (0.95, 1.1), "no gain on NewReno recovery where timers are short"),
        ("sack", (0.85, 1.05), "nor with SACK"),
        ("fack", (0.88, 1.05), "nor with FACK"),
    )
]
