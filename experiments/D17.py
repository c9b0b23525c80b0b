# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, ratios, sweep

from shared import figure as _figure
from shared import wireless as _wireless

title = "VenoDR by the letter of its paper"
paper = "beyond the VenoDR paper, after its Fig 5"
see = "All departures from the text together: what VenoDR then carries, to ours and to the paper's three."
unstated = """As in D12. venodr-literal is the preset of that name: recover_DR by the letter, no fast retransmit at the recovery point, a smoothed round
trip, L of the last one, growth in any case, lost retransmissions looked for in deflation only and also within a round trip, and any queue in L_max.
rto=1 is D15's place with its thirty fresh seeds and RFC 2581's Reno under the rivals, rto=0.2 D5's with ns-2's, ten seeds. places are D12's 24 with its ten seeds, six links and two timers with both Renos under the
rivals, on the programs of a dumbbell: without links before and behind the hop the path is the same one, and so are the runs."""
program = "wireless-path"
by_default = False
seeds = 30, 60
_ours = [_wireless.venodr, _wireless.literal]
runs = [
    _wireless.at((5, 20), "1", "0.02", [*_ours, *_wireless.rfc2581_rivals], RngSeed=2),
    _wireless.at((10, 20), "0.2", "0.02", [*_ours, *_wireless.paper_rivals], most_seeds=10),
    *(
        sweep(
            case(f"places bw={bw} rtt={rtt} rto={rto}"),
            [*_ours, *_wireless.rfc2581_rivals, *_wireless.paper_rivals, _wireless.newreno],
            program="sack-veno-single-flow",
            loss=0.02,
            unit="kbit/s",
            cycles=True,
            most_seeds=10,
            **_wireless.dumbbell(bw, rtt) | timer,
        )
        for rto, timer in _wireless.TIMERS.items()
        for bw, rtt in _wireless.PLACES
    ),
]
derived = ratios(
    "throughput", ["venodr-literal", "venodr"], *_wireless.rfc2581_names, *_wireless.paper_names
) + ratios("throughput", "venodr-literal", "venodr")


def tables(means):
    """A table for each place and rival: the ratios to it of the paper, of ours, and by the letter."""
    found = {}
    for rto, rivals in ((1, _wireless.rfc2581_names), (0.2, _wireless.paper_names)):
        rows = _figure.rows(means, "ratio", rto=rto, p=0.02).set_index("variant")[_figure.INTERVAL]
        for rival in rivals:
            table = rows.loc[[f"venodr/{rival}", f"venodr-literal/{rival}"]]
            table = table.assign(place=[1, 2], choice=["ours", "by the letter"])
            found[f"{rto:g}-{rival.partition('+')[0]}"] = _wireless.with_fig5(table, rival)
    return found
