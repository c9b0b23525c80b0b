/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "talker.h"

#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <utility>

namespace differential
{

Talker::Talker(const Plan& plan,
               const Address& peer,
               const Address& local,
               bool isClient,
               Listener listener)
    : m_plan(plan),
      m_peer(peer),
      m_local(local),
      m_isClient(isClient),
      m_listener(std::move(listener)),
      m_allowed(plan.turn == 0     ? plan.octets
                : plan.writesFirst ? plan.turn
                                   : 0)
{
}

void
Talker::StartApplication()
{
    const auto socket = Socket::CreateSocket(GetNode(), TcpSocketFactory::GetTypeId());
    socket->Bind(m_local);
    if (!m_isClient)
    {
        m_listens = socket;
        socket->Listen();
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&Talker::Accepted, this));
        return;
    }
    m_socket = socket;
    socket->SetConnectCallback(MakeCallback(&Talker::Begin, this),
                               MakeCallback(&Talker::Refused, this));
    socket->Connect(m_peer);
}

void
Talker::StopApplication()
{
    m_writing.Cancel();
    if (m_socket && !m_finished)
    {
        m_finished = true;
        m_socket->Close();
    }
}

void
Talker::DoDispose()
{
    m_socket = nullptr;
    m_listens = nullptr;
    m_listener = nullptr;
    Application::DoDispose();
}

void
Talker::Accepted(Ptr<Socket> socket, const Address&)
{
    if (!m_socket)
    {
        Begin(socket);
    }
}

void
Talker::Begin(Ptr<Socket> socket)
{
    m_socket = socket;
    Tell("is connected");
    socket->SetCloseCallbacks(MakeCallback(&Talker::Ended, this),
                              MakeCallback(&Talker::Failed, this));
    socket->SetRecvCallback(MakeCallback(&Talker::Readable, this));
    socket->SetSendCallback(MakeCallback(&Talker::Writable, this));
    socket->SetDataSentCallback(MakeCallback(&Talker::Sent, this));
    Write();
}

void
Talker::Writable(Ptr<Socket>, uint32_t)
{
    Write();
}

void
Talker::Sent(Ptr<Socket>, uint32_t octets)
{
    Tell("is told of " + std::to_string(octets) + " octets sent");
}

void
Talker::Refused(Ptr<Socket>)
{
    Tell("cannot connect");
}

void
Talker::Ended(Ptr<Socket>)
{
    Over("is told of the end");
}

void
Talker::Failed(Ptr<Socket>)
{
    Over("is told of an error");
}

void
Talker::Readable(Ptr<Socket>)
{
    if (m_plan.readEvery.IsZero())
    {
        Read();
    }
    else if (m_reading.IsExpired())
    {
        m_reading = Simulator::Schedule(m_plan.readEvery, &Talker::Read, this);
    }
}

void
Talker::Read()
{
    uint64_t octets = 0;
    while (const auto packet = m_socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            break;
        }
        octets += packet->GetSize();
    }
    if (octets == 0)
    {
        return;
    }
    Tell("reads " + std::to_string(octets));
    m_read += octets;
    if (m_plan.turn > 0 && m_plan.turnAfter > 0)
    {
        const auto turns = m_read / m_plan.turnAfter + (m_plan.writesFirst ? 1 : 0);
        m_allowed = std::min(m_plan.octets, turns * m_plan.turn);
        Write();
    }
}

void
Talker::Write()
{
    while (!m_finished && m_written < m_allowed && m_writing.IsExpired())
    {
        const auto left = std::min<uint64_t>(m_plan.write, m_allowed - m_written);
        const auto size = std::min(static_cast<uint32_t>(left), m_socket->GetTxAvailable());
        if (size == 0)
        {
            return;
        }
        // Send() may tell of room before it returns.
        m_written += size;
        if (m_socket->Send(Create<Packet>(size)) < 0)
        {
            m_written -= size;
            return;
        }
        if (m_plan.every.IsStrictlyPositive())
        {
            m_writing = Simulator::Schedule(m_plan.every, &Talker::Write, this);
        }
    }
    if (!m_finished && m_written >= m_plan.octets)
    {
        Finish();
    }
}

void
Talker::Finish()
{
    if (m_plan.ending == Ending::CLOSE)
    {
        m_finished = true;
        m_socket->Close();
    }
    else if (m_plan.ending == Ending::SHUTDOWN)
    {
        m_finished = true;
        m_socket->ShutdownSend();
    }
}

void
Talker::Over(const std::string& what)
{
    Tell(what);
    if (!m_finished)
    {
        m_finished = true;
        m_socket->Close();
    }
}

void
Talker::Tell(const std::string& what)
{
    if (m_listener)
    {
        m_listener(GetNode()->GetId(), what);
    }
}

} // namespace differential
