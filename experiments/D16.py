# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, preset, ratios

from shared import wireless as _wireless

title = "readings of the VenoDR paper's text, one option after the other"
paper = "beyond the VenoDR paper, after its Fig 5"
see = "Of these readings none moves the ratios by more than their intervals, but for the letter of the paper's listing of Veno's growth."
unstated = (
    _wireless.place
    + """The flow of D5 at 2 %; D10 has the other readings. +newest takes L from the last round trip alone (LastSampleAlone), +grow
never stops the increase (GrowInAnyCase), +watch-deflation looks for lost retransmissions in deflation only (WatchDeflationOnly),
+watch-early within a round trip, too (WatchWithinRoundTrip). +listing grows by the letter of the paper's listing of Veno, a segment for
each ACK below beta and 1/cwnd from there on (LiteralGrowth), VenoDR and Veno. +no-filter is Westwood+ without its Tustin filter;
Westwood's own estimate, an ACK at a time, is not in ns-3."""
)
program = "wireless-path"
by_default = False
_law, _control = _wireless.law, "ns3::TcpVenoDr::{}".format
_readings = {
    "venodr+newest": {_control("LastSampleAlone"): "true"},
    "venodr+grow": {_law("GrowInAnyCase"): "true"},
    "venodr+watch-deflation": {_law("WatchDeflationOnly"): "true"},
    "venodr+watch-early": {_law("WatchWithinRoundTrip"): "true"},
}
_newreno = {"socket": "scoreboard-newreno"}
_listing = {"ns3::TcpSackVeno::LiteralGrowth": "true"}
_reno = {"socket": "scoreboard-reno"} | _wireless.ns2_reno
runs = [
    _wireless.one_flow(
        axis("p", [0.02], per="{}"),
        axis("bw", [10]),
        [
            _wireless.venodr,
            *_wireless.paper_rivals,
            *(
                preset(name, **_newreno | options)
                for name, options in _readings.items()
            ),
            preset("venodr+listing", **_newreno | _listing),
            preset("veno-reno+listing", variant="veno", **_reno | _listing),
            preset("westwood-plus+no-filter", **_reno | {"ns3::TcpWestwoodPlus::FilterType": "None"}),
        ],
    )
]
derived = (
    ratios("throughput", ["venodr", *_readings], *_wireless.paper_names)
    + ratios("throughput", "venodr", "westwood-plus+no-filter")
    + ratios("throughput", "venodr+listing", "veno-reno+listing", "venodr")
    + ratios("throughput", "veno-reno+listing", "veno-reno+ns2")
)
