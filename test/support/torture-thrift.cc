/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-thrift.h"

#include "ns3/pointer.h"
#include "ns3/rack-recovery.h"
#include "ns3/recovery-state.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"
#include "ns3/sent-segments.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace torture
{

Thrift::Thrift(Complain complain)
    : m_complain(std::move(complain))
{
}

void
Thrift::Attach(Ptr<TcpScoreboardSocket> socket)
{
    m_socket = std::move(socket);
    m_socket->TraceConnectWithoutContext("Tx", MakeCallback(&Thrift::Sent, this));
    m_socket->TraceConnectWithoutContext("RecoveryLeft", MakeCallback(&Thrift::RecoveryLeft, this));
    m_socket->TraceConnectWithoutContext("RetransmissionTimeout",
                                         MakeCallback(&Thrift::TimedOut, this));
    m_socket->TraceConnectWithoutContext("RWND", MakeCallback(&Thrift::WindowChanged, this));
}

void
Thrift::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const auto* sender = m_socket->GetConnection().GetSender().GetRecovery();
    // A single octet may be a window probe.
    if (!sender || packet->GetSize() <= 1 || (header.GetFlags() & TcpHeader::SYN))
    {
        return;
    }
    ++m_segments;
    const auto& sent = sender->GetSent();
    const auto begin = UnwrapSequence(sent.GetUna(), header.GetSequenceNumber().GetValue());
    const auto end = begin + packet->GetSize();
    const bool isRescue = dynamic_cast<const Rfc6675Recovery*>(sender) &&
                          sender->GetRecoveryState().GetState() == LossRecovery::State::RECOVERY &&
                          end <= sent.GetMissingEnd() && end + GetMss() > sent.GetMissingEnd();
    if (end <= sent.GetUna() || (sent.IsSacked({begin, end}) && !isRescue))
    {
        std::ostringstream text;
        text << "sends what the receiver is known to hold (" << begin << " to " << end
             << ", snd.una " << sent.GetUna() << ")";
        m_complain(text.str());
    }
}

void
Thrift::RecoveryLeft(SequenceNumber32 una, SequenceNumber32 point)
{
    const auto* sender = m_socket->GetConnection().GetSender().GetRecovery();
    const bool mayLeaveEarly =
        dynamic_cast<const RackRecovery*>(sender) || dynamic_cast<const RenoRecovery*>(sender);
    m_hasLeftEarly = una < point && !mayLeaveEarly;
}

void
Thrift::TimedOut(SequenceNumber32)
{
    m_hasLeftEarly = false;
}

void
Thrift::WindowChanged(uint32_t, uint32_t now)
{
    m_window = now;
}

void
Thrift::Examine()
{
    if (std::exchange(m_hasLeftEarly, false))
    {
        m_complain("a recovery ends before its recovery point");
    }
}

uint32_t
Thrift::GetMss() const
{
    UintegerValue mss;
    m_socket->GetAttribute("SegmentSize", mss);
    return static_cast<uint32_t>(mss.Get());
}

bool
Thrift::MayRest(const LossRecovery& sender, uint64_t unsent) const
{
    PointerValue control;
    m_socket->GetAttribute("CongestionOps", control);
    if (control.Get<TcpCongestionOps>()->HasCongControl())
    {
        return true; // such as TcpBbr, which paces by what an application has sent so far
    }
    const bool isOutstanding = sender.GetRecoveryState().GetFlightSize() > 0;
    return unsent == 0 || isOutstanding || m_window < std::min<uint64_t>(unsent, GetMss());
}

void
Thrift::Look(uint64_t unsent)
{
    const auto* sender = m_socket ? m_socket->GetConnection().GetSender().GetRecovery() : nullptr;
    if (!sender || MayRest(*sender, unsent))
    {
        m_resting.reset();
        return;
    }
    if (m_resting == m_segments)
    {
        m_complain("rests with data to send, and room for them");
    }
    m_resting = m_segments;
}

} // namespace torture
