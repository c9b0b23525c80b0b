/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "endpoint.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <utility>

namespace interop
{

namespace
{

constexpr uint16_t PORT = 5001;
const char* const PEER = "10.9.0.1";

/// Octets that are written at once.
constexpr uint64_t CHUNK = 16384;

} // namespace

Endpoint::Endpoint(EndpointPlan plan, Ptr<Node> node)
    : m_plan(std::move(plan)),
      m_node(node)
{
    if (!m_plan.send.empty())
    {
        std::ifstream file(m_plan.send, std::ios::binary);
        NS_ABORT_MSG_UNLESS(file, "--send: cannot read " << m_plan.send);
        m_data.assign(std::istreambuf_iterator<char>(file), {});
    }
    m_toWrite = m_plan.send.empty() ? m_plan.zeros : m_data.size();
    if (!m_plan.receive.empty())
    {
        m_received.open(m_plan.receive, std::ios::binary);
        NS_ABORT_MSG_UNLESS(m_received, "--receive: cannot write " << m_plan.receive);
    }
}

void
Endpoint::Open()
{
    const auto socket = Socket::CreateSocket(m_node, TcpSocketFactory::GetTypeId());
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), m_plan.active ? 0 : PORT));
    if (m_plan.active)
    {
        Use(socket);
        socket->Connect(InetSocketAddress(PEER, PORT));
        return;
    }
    m_listening = socket;
    socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                              MakeCallback(&Endpoint::Accept, this));
    socket->Listen();
    std::cout << "listening" << std::endl;
}

void
Endpoint::Accept(Ptr<Socket> socket, const Address& /* from */)
{
    Use(socket);
    Write(socket, 0);
}

void
Endpoint::Use(Ptr<Socket> socket)
{
    m_socket = socket;
    socket->SetSendCallback(MakeCallback(&Endpoint::Write, this));
    socket->SetRecvCallback(MakeCallback(&Endpoint::Read, this));
    socket->SetCloseCallbacks(MakeCallback(&Endpoint::PeerClosed, this),
                              MakeCallback(&Endpoint::Fail, this));
    if (m_plan.piece > 0)
    {
        m_mayWrite = 0;
        AddPiece();
    }
    const auto connected = [this](Ptr<Socket> s) { Write(s, 0); };
    socket->SetConnectCallback(Callback<void, Ptr<Socket>>(connected),
                               MakeCallback(&Endpoint::Fail, this));
    socket->TraceConnectWithoutContext("State", MakeCallback(&Endpoint::Watch, this));
    socket->TraceConnectWithoutContext("RetransmissionTimeout",
                                       MakeCallback(&Endpoint::CountTimeout, this));
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&Endpoint::CountSegment, this));
}

void
Endpoint::AddPiece()
{
    m_mayWrite += m_plan.piece;
    Write(m_socket, 0);
    Simulator::Schedule(m_plan.pieceEvery, &Endpoint::AddPiece, this);
}

void
Endpoint::Write(Ptr<Socket> socket, uint32_t /* room */)
{
    while (m_written < m_toWrite)
    {
        const uint64_t room = socket->GetTxAvailable();
        const auto size = std::min({CHUNK, room, std::min(m_toWrite, m_mayWrite) - m_written});
        if (size == 0)
        {
            return;
        }
        const auto octets =
            m_data.empty() ? Create<Packet>(size) : Create<Packet>(&m_data[m_written], size);
        const int accepted = socket->Send(octets, 0);
        if (accepted <= 0)
        {
            return;
        }
        m_written += accepted;
    }
    CloseIfDue(socket);
}

void
Endpoint::Read(Ptr<Socket> socket)
{
    while (!m_pausing)
    {
        const bool pauses = m_plan.pauseFor.IsStrictlyPositive() && !m_paused;
        const auto most = pauses ? m_plan.pauseAt - m_read : uint64_t{UINT32_MAX};
        const auto packet = socket->Recv(most, 0);
        if (!packet || packet->GetSize() == 0)
        {
            return;
        }
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        m_received.write(reinterpret_cast<const char*>(octets.data()), octets.size());
        m_read += octets.size();
        if (pauses && m_read == m_plan.pauseAt)
        {
            m_pausing = true;
            m_paused = true;
            Simulator::Schedule(m_plan.pauseFor, &Endpoint::Resume, this, socket);
        }
    }
}

void
Endpoint::Resume(Ptr<Socket> socket)
{
    m_pausing = false;
    Read(socket);
    CloseIfDue(socket);
}

void
Endpoint::PeerClosed(Ptr<Socket> socket)
{
    m_peerClosed = true;
    Read(socket);
    CloseIfDue(socket);
}

void
Endpoint::Fail(Ptr<Socket> /* socket */)
{
    m_failed = true;
    std::cout << "failed" << std::endl;
}

void
Endpoint::CloseIfDue(Ptr<Socket> socket)
{
    const bool due = m_plan.closeEarly || (m_peerClosed && !m_pausing);
    if (m_closed || m_written < m_toWrite || !due)
    {
        return;
    }
    m_closed = true;
    if (m_peerClosed)
    {
        socket->Close();
    }
    else
    {
        socket->ShutdownSend();
    }
}

void
Endpoint::Watch(TcpSocket::TcpStates_t /* before */, TcpSocket::TcpStates_t now)
{
    m_state = now;
    if (now == TcpSocket::CLOSED || now == TcpSocket::TIME_WAIT)
    {
        m_received.flush();
        std::cout << "done" << std::endl;
    }
}

void
Endpoint::CountTimeout(SequenceNumber32)
{
    ++m_timeouts;
}

void
Endpoint::CountSegment(Ptr<const Packet> packet,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase> /* socket */)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const auto begin = header.GetSequenceNumber();
    if (m_sentUpTo && begin < *m_sentUpTo)
    {
        ++m_sentAgain;
        return;
    }
    m_sentUpTo = begin + SequenceNumber32(packet->GetSize());
}

void
Endpoint::Report(std::ostream& os) const
{
    os << "state " << TcpSocket::TcpStateName[m_state] << "\n"
       << "failed " << m_failed << "\n"
       << "written " << m_written << "\n"
       << "read " << m_read << "\n";
    if (const auto socket = DynamicCast<TcpScoreboardSocket>(m_socket))
    {
        os << "timeouts " << m_timeouts << "\n"
           << "sentAgain " << m_sentAgain << "\n"
           << "refusedBlocks " << socket->GetConnection().GetSender().GetRefusedBlocks() << "\n"
           << "sender " << socket->GetLossRecovery().GetName() << "\n";
    }
}

} // namespace interop
