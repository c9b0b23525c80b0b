# SPDX-License-Identifier: GPL-2.0-only
"""TCP variants by name."""

from typing import Any

from .namespace import ns


def variants() -> list[str]:
    """Names of the presets that this ns-3 has all parts of, sorted."""
    names = str(ns.TcpVariantPreset.GetNames()).split(", ")
    return [name for name in names if ns.TcpVariantPreset.IsAvailable(name)]


def preset(name: str, socket: str = "") -> Any:
    """ns.TcpVariantPreset: congestion control, recovery and sender by one name.

    name: one of variants(), or the TypeId name of a congestion control ("ns3::TcpCubic")
    socket: "stock", "scoreboard-sack", ...: another socket than the variant's own

    Raises ValueError with the known names for others; ns-3 would end the interpreter.
    """
    fault = str(ns.TcpVariantPreset.FindFault(name))
    if fault:
        raise ValueError(fault)
    if socket and not ns.TcpVariantPreset.IsSocket(socket):
        raise ValueError(f"socket '{socket}' is unknown: give one of "
                         f"{ns.TcpVariantPreset.GetSocketNames()}")
    return ns.TcpVariantPreset(name, socket)
