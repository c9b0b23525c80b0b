# SPDX-License-Identifier: GPL-2.0-only
# The buffer paper's settings: B1 to B3.
from campaign.declare import axis, case, pick, sweep, variant

# a, b, B in units of C RTT_m, NewReno's bound by eq. (1) as printed, SACK's bound, and what Table I
# prints for both, all in packets.
settings = [
    ("0.01", "0.125", "0.05", 240923, 9838, 251330, 9838),
    ("0.01", "0.125", "0.1", 264405, 10306, 275310, 10306),
    ("0.01", "0.125", "0.5", 491577, 14054, 506525, 14054),
    ("0.005", "0.2", "0.05", 110309, 9445, 120460, 9445),
    ("0.005", "0.2", "0.1", 121045, 9895, 131700, 9895),
    ("0.005", "0.2", "0.5", 224913, 13493, 239590, 13493),
]


def table(sender, a, b, share):
    """What the paper's Table I has for a setting: the name of the published number."""
    return f"Table I: {sender}, a={a} b={b} B={share}"


unstated = """Which Q the figure has, how long it ran, and how the connection starts: see the guide. C = 200
Mbit/s, packets of 1500 octets, RTT_m = 300 ms. Nothing is random: one run each."""


def goodput(setting, packets, sender, name=None, **options):
    """One setting with these sizes of the buffers."""
    a, b, share = setting[:3]
    return sweep(
        case(f"a={a} b={b} B={share}", a=a, b=b, share=share),
        axis("Q", packets, packets="{}"),
        variant(name or sender, sender=sender),
        **options,
    )


def below(sender, to, **options):
    """Up to C RTT_m nothing is lost, and Q / RTT_m goes through whatever a, b and B are: one B is enough."""
    return [
        goodput(setting, [1250, 2500, 5000], sender, to=to, **options)
        for setting in pick(settings[::3], settings)
    ]


# At the rate of a window a round trip: what is let out at once in a recovery is no burst.
_pacing = {
    "ns3::TcpSocketState::EnablePacing": "true",
    "ns3::TcpSocketState::PacingCaRatio": "100",
}


def paced(setting, packets, sender, **options):
    """The same by a sender that spaces its segments."""
    return goodput(setting, packets, sender, f"{sender}+paced", **options, **_pacing)


def under(law, suffix, setting, packets, sender, **options):
    """The same under another recovery law: stock-fast leaves control and law as they are set here."""
    return goodput(
        setting,
        packets,
        sender,
        sender + suffix,
        control="stock-fast",
        **{
            "ns3::TcpL4Protocol::SocketType": "ns3::TcpGeneralAimd",
            "ns3::TcpL4Protocol::RecoveryType": law,
        },
        **options,
    )
