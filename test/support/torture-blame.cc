/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-blame.h"

namespace torture
{

namespace
{

/// Who has something to send again or a window to probe does so more often; nobody does anything
/// when no event is left.
const Time LONGEST_SILENCE = Seconds(130);

bool
IsOver(const Side& side)
{
    // An end that was never connected is in no state yet.
    return side.end.connected &&
           (side.end.state == TcpSocket::CLOSED || side.end.state == TcpSocket::TIME_WAIT);
}

bool
IsSilent(const Side& side)
{
    return side.ledger.closing.last + LONGEST_SILENCE < Simulator::Now() || Simulator::IsFinished();
}

/// Whether an end sent the first RST.
bool
ResetFirst(const Side& side, const Side& other)
{
    const auto& own = side.ledger.closing.firstReset;
    const auto& others = other.ledger.closing.firstReset;
    return own && (!others || *own < *others);
}

/// Whether an end has acknowledged the other one's FIN.
bool
HasFinOf(const Side& side, const Side& other)
{
    return other.ledger.closing.fin && side.ledger.window.acknowledges > *other.ledger.closing.fin;
}

} // namespace

char
BlameForOctets(const Side& sender, const Side& receiver)
{
    if (!sender.end.connected && !receiver.end.connected)
    {
        return UNKNOWN_END;
    }
    if (sender.ledger.closing.fin && *sender.ledger.closing.fin < sender.octets)
    {
        return sender.name; // it said that there is no more
    }
    if (receiver.ledger.window.acknowledges >= sender.octets)
    {
        return receiver.name; // it said that it has all
    }
    if (!IsOver(sender) && IsSilent(sender))
    {
        return sender.name; // it has to send again, or to probe the window
    }
    if (ResetFirst(receiver, sender) || ResetFirst(sender, receiver))
    {
        return ResetFirst(receiver, sender) ? receiver.name : sender.name;
    }
    if (IsOver(sender) || IsOver(receiver))
    {
        return IsOver(sender) ? sender.name : receiver.name;
    }
    const bool hasMore =
        sender.ledger.octets.arrived.GetNext() > receiver.ledger.window.acknowledges;
    const bool isClosed = sender.ledger.window.edge <= sender.ledger.window.acknowledged;
    return hasMore || isClosed ? receiver.name : sender.name;
}

char
BlameForEnd(const Side& side, const Side& other)
{
    if (side.end.errors > 0)
    {
        // A RST after both FINs are acknowledged is no error.
        const bool isDone = HasFinOf(side, other) && HasFinOf(other, side);
        // Without a RST it has given up: who is over has not answered.
        const bool isReset = side.ledger.closing.firstReset || other.ledger.closing.firstReset;
        const bool isGivenUp = !isReset && IsOver(other);
        return !isDone && (ResetFirst(other, side) || isGivenUp) ? other.name : side.name;
    }
    switch (side.end.state)
    {
    case TcpSocket::FIN_WAIT_1:
    case TcpSocket::CLOSING:
    case TcpSocket::LAST_ACK:
        return IsSilent(side) ? side.name : other.name;
    case TcpSocket::FIN_WAIT_2:
        return other.ledger.closing.fin && !IsOver(other) && !IsSilent(other) ? side.name
                                                                              : other.name;
    case TcpSocket::ESTABLISHED:
        if (!side.ledger.closing.fin && !other.ledger.closing.fin &&
            side.closesFirst != other.closesFirst)
        {
            return side.closesFirst ? side.name : other.name; // it has sent no FIN
        }
        return other.ledger.closing.fin && IsOver(other) ? other.name : UNKNOWN_END;
    case TcpSocket::SYN_SENT:
    case TcpSocket::SYN_RCVD:
        return UNKNOWN_END;
    default:
        return side.name;
    }
}

char
BlameForEvents(const Side& side, const Side& other)
{
    if (!IsOver(side) && !IsOver(other) && IsSilent(side) != IsSilent(other))
    {
        return IsSilent(side) ? side.name : other.name; // it does not answer
    }
    if (IsOver(side) == IsOver(other))
    {
        return UNKNOWN_END;
    }
    const auto& alive = IsOver(side) ? other : side;
    const auto& over = IsOver(side) ? side : other;
    // What is sent to a connection that is no more has to be answered by a RST.
    return !IsSilent(alive) && IsSilent(over) ? over.name : alive.name;
}

} // namespace torture
