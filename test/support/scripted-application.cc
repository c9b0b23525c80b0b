/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scripted-application.h"

#include "tcp-impaired-connection.h"
#include "traced-variables.h"

#include "ns3/tcp-scoreboard-socket.h"

#include <algorithm>
#include <map>
#include <vector>

namespace segmentscript
{

using namespace ns3;

using impaired::MakePattern;
using impaired::STREAM_A;
using impaired::STREAM_B;
using traced::Count;

namespace
{

/// Reads what a socket does not tell.
class Inside : public TcpSocketBase
{
  public:
    static TcpSocket::TcpStates_t State(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_state)).Get();
    }

    static Ptr<TcpSocketState> Tcb(const TcpSocketBase& socket)
    {
        return socket.*(&Inside::m_tcb);
    }

    static uint32_t Offered(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_advWnd)).Get();
    }

    static uint32_t HighestSequence(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_highRxMark)).Get().GetValue();
    }

    static uint32_t HighestAck(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_highRxAckMark)).Get().GetValue();
    }

    static Time Rto(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_rto)).Get();
    }
};

/// @param time plain or traced
template <class T>
int64_t
ToMilliseconds(const T& time)
{
    return Time(time).GetMilliSeconds();
}

/// Whether the socket says that the window limits it, or that it does not. @return true where ns-3
/// does not know
template <class State>
auto
IsLimited(const State& tcb, bool limited, int) -> decltype(tcb.m_isCwndLimited, bool())
{
    return tcb.m_isCwndLimited == limited;
}

/// @copydoc IsLimited
template <class State>
bool
IsLimited(const State&, bool, long)
{
    return true;
}

} // namespace

Ptr<TcpSocketState>
Application::Watch(Ptr<Socket> socket)
{
    // Those of our socket only.
    socket->TraceConnectWithoutContext("RetransmissionTimeout",
                                       Count<SequenceNumber32>(m_timeouts));
    socket->TraceConnectWithoutContext("RecoveryEntered",
                                       Count<SequenceNumber32, SequenceNumber32>(m_began));
    socket->TraceConnectWithoutContext("RecoveryLeft",
                                       Count<SequenceNumber32, SequenceNumber32>(m_ended));
    socket->TraceConnectWithoutContext("LostRetransmission",
                                       MakeCallback(&Application::LostAgain, this));
    socket->TraceConnectWithoutContext("RefusedSackBlocks",
                                       MakeCallback(&Application::BlocksRefused, this));
    socket->TraceConnectWithoutContext("SegmentRefused",
                                       MakeCallback(&Application::SegmentRefused, this));
    if (socket->TraceConnectWithoutContext("Retransmission",
                                           MakeCallback(&Application::SentAgain, this)))
    {
        m_again = 0;
    }
    return Inside::Tcb(*DynamicCast<TcpSocketBase>(socket));
}

void
Application::Attach(Ptr<Socket> socket)
{
    m_socket = DynamicCast<TcpSocketBase>(socket);
    socket->SetConnectCallback(Count<Ptr<Socket>>(m_connects), Count<Ptr<Socket>>(m_refusals));
    socket->SetCloseCallbacks(Count<Ptr<Socket>>(m_closes), Count<Ptr<Socket>>(m_errors));
    socket->SetDataSentCallback(MakeCallback(&Application::DataSent, this));
    socket->SetRecvCallback(Count<Ptr<Socket>>(m_arrivals));
    socket->SetSendCallback(Count<Ptr<Socket>, uint32_t>(m_offers));
}

void
Application::Accept(Ptr<Socket> socket, const Address&)
{
    ++m_accepts;
    Attach(socket);
}

void
Application::Detach()
{
    if (m_socket)
    {
        const auto none = MakeNullCallback<void, Ptr<Socket>>();
        m_socket->SetConnectCallback(none, none);
        m_socket->SetCloseCallbacks(none, none);
        m_socket->SetDataSentCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->SetRecvCallback(none);
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->TraceDisconnectWithoutContext("RefusedSackBlocks",
                                                MakeCallback(&Application::BlocksRefused, this));
        m_socket->TraceDisconnectWithoutContext("SegmentRefused",
                                                MakeCallback(&Application::SegmentRefused, this));
    }
}

void
Application::Restart()
{
    m_written = 0;
    m_read = 0;
}

Ptr<TcpSocketBase>
Application::GetSocket() const
{
    return m_socket;
}

int64_t
Application::Send(uint32_t octets)
{
    const auto pattern = MakePattern(STREAM_A, m_written, octets);
    const int sent = m_socket->Send(Create<Packet>(pattern.data(), octets), 0);
    m_written += std::max(sent, 0);
    return sent;
}

int64_t
Application::Receive(uint32_t octets)
{
    const auto packet = m_socket->Recv(octets, 0);
    if (!packet)
    {
        return -1;
    }
    std::vector<uint8_t> data(packet->GetSize());
    packet->CopyData(data.data(), data.size());
    const bool right = data == MakePattern(STREAM_B, m_read, data.size());
    m_read += data.size();
    return right ? static_cast<int64_t>(data.size()) : -2;
}

std::string
Application::GetState() const
{
    return TcpSocket::TcpStateName[Inside::State(*m_socket)];
}

std::optional<int64_t>
Application::GetValue(const std::string& name) const
{
    if (name == "resent")
    {
        return m_again;
    }
    const auto tcb = Inside::Tcb(*m_socket);
    const std::map<std::string, int64_t> values{{"readable", m_socket->GetRxAvailable()},
                                                {"room", m_socket->GetTxAvailable()},
                                                {"connects", m_connects},
                                                {"refusals", m_refusals},
                                                {"accepts", m_accepts},
                                                {"closes", m_closes},
                                                {"errors", m_errors},
                                                {"arrivals", m_arrivals},
                                                {"offers", m_offers},
                                                {"sent", m_sent},
                                                {"cwnd", tcb->m_cWnd.Get()},
                                                {"inflated", tcb->m_cWndInfl.Get()},
                                                {"limited", IsLimited(*tcb, true, 0)},
                                                {"free", IsLimited(*tcb, false, 0)},
                                                {"last-rtt", ToMilliseconds(tcb->m_lastRtt)},
                                                {"min-rtt", ToMilliseconds(tcb->m_minRtt)},
                                                {"offered", Inside::Offered(*m_socket)},
                                                {"next", tcb->m_nextTxSequence.Get().GetValue()},
                                                {"highest", tcb->m_highTxMark.Get().GetValue()},
                                                {"rx-sequence", Inside::HighestSequence(*m_socket)},
                                                {"rx-ack", Inside::HighestAck(*m_socket)},
                                                {"timeouts", m_timeouts},
                                                {"recoveries", m_began},
                                                {"recovered", m_ended},
                                                {"delivered", tcb->m_lastAckedSackedBytes},
                                                {"ssthresh", tcb->m_ssThresh.Get()},
                                                {"flight", tcb->m_bytesInFlight.Get()},
                                                {"rto", Inside::Rto(*m_socket).GetMilliSeconds()},
                                                {"lost-again", m_lost},
                                                {"refused", m_blocks},
                                                {"unread", m_unread}};
    return values.at(name);
}

void
Application::SentAgain(Ptr<const Packet>,
                       const TcpHeader&,
                       const Address&,
                       const Address&,
                       Ptr<const TcpSocketBase>)
{
    ++*m_again;
}

void
Application::LostAgain(uint32_t octets)
{
    m_lost += octets;
}

void
Application::BlocksRefused(uint64_t, uint64_t now)
{
    m_blocks = now;
}

void
Application::SegmentRefused(const char*)
{
    ++m_unread;
}

void
Application::DataSent(Ptr<Socket>, uint32_t octets)
{
    m_sent += octets;
}

} // namespace segmentscript
