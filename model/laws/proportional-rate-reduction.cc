/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "proportional-rate-reduction.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// A quotient, rounded up.
uint64_t
DivideUp(uint64_t dividend, uint64_t divisor)
{
    return dividend / divisor + (dividend % divisor > 0);
}

/// What is left of an amount, never below 0.
uint64_t
Less(uint64_t amount, uint64_t taken)
{
    return amount - std::min(amount, taken);
}
} // namespace

void
ProportionalRateReduction::Begin(uint64_t recoverFs)
{
    m_recoverFs = std::max<uint64_t>(recoverFs, 1);
    m_delivered = 0;
    m_out = 0;
}

std::optional<uint64_t>
ProportionalRateReduction::OnAck(const Ack& ack)
{
    if (ack.delivered == 0)
    {
        return std::nullopt;
    }
    m_delivered += ack.delivered;
    uint64_t sndcnt;
    if (ack.inflight > ack.ssthresh)
    {
        const uint64_t share = DivideUp(m_delivered * ack.ssthresh, m_recoverFs);
        // Segments are sent whole. Rounded down, each would wait for one ACK more.
        const uint64_t whole = DivideUp(share, ack.mss) * ack.mss;
        sndcnt = Less(std::min(whole, std::max(share, ack.ssthresh)), m_out);
    }
    else
    {
        sndcnt = std::max(Less(m_delivered, m_out), ack.delivered) + (ack.safe ? ack.mss : 0);
        sndcnt = std::min(sndcnt, ack.ssthresh - ack.inflight);
    }
    // The fast retransmit goes whatever the window says.
    return m_out == 0 ? std::max<uint64_t>(sndcnt, ack.mss) : sndcnt;
}

} // namespace ns3
