/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"
#include "position-octets.h"
#include "socket-parts.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-scoreboard-socket.h"

#include <gtest/gtest.h>

namespace SocketConnectionTests
{

using namespace ns3;
using namespace ns3test;

constexpr uint64_t FIRST = FirstPosition(101); //!< of our data
constexpr uint64_t PEER = FirstPosition(301);  //!< of the peer's data
constexpr uint8_t SYN = SegmentFields::SYN;
constexpr uint8_t ACK = SegmentFields::ACK;

/// A connection with packets, without a socket: each segment that goes has the octets of its
/// positions.
class SocketConnectionTest : public testing::Test,
                             protected ConnectionWorld,
                             protected TcpEndpoint::Host
{
  protected:
    SocketConnectionTest()
    {
        const TcpEndpoint::Event event(m_current.endpoint);
        m_current.connection.Open(FIRST - 1, SYN, {1460, 2});
        Arrive(SYN | ACK, 0);
    }

    /// A segment of the peer's arrives. @param offset of its data @param octets of it
    /// @param acknowledged octets of ours @param window of the peer
    void Arrive(uint8_t flags,
                uint64_t acknowledged,
                uint64_t offset = 0,
                uint32_t octets = 0,
                uint16_t window = 8000)
    {
        SegmentFields header;
        header.flags = flags;
        header.sequence = static_cast<uint32_t>(PEER + offset - (flags & SYN ? 1 : 0));
        header.acknowledgment = static_cast<uint32_t>(FIRST + acknowledged);
        header.window = window;
        const TcpEndpoint::Event event(m_current.endpoint);
        m_current.arrived = MakeOctets(PEER + offset, octets);
        m_current.endpoint.OnSegment(header, octets, TcpEcn::Mark::NOT_CAPABLE);
        m_current.StoreArrived();
    }

    /// The application writes, and all goes that may go. @param count writes of so many octets each
    void Write(uint32_t octets, int count)
    {
        for (; count > 0; --count)
        {
            ASSERT_EQ(m_current.endpoint.Write(octets), TcpEndpoint::Written::TAKEN);
            m_current.sent.Write(MakeOctets(m_written, octets));
            m_written += octets;
        }
        const TcpEndpoint::Event event(m_current.endpoint);
        m_current.endpoint.SendAllowed();
    }

    /// The first of the timers expires.
    void Expire()
    {
        auto& clock = m_current.endpoint.GetTimers();
        clock.SetNow(*clock.GetEarliest());
        const TcpEndpoint::Event event(m_current.endpoint);
        m_current.endpoint.OnAlarm();
    }

    /// @return where the data lie that have gone since the last call, from the first octet
    std::vector<OctetRange> TakeSent()
    {
        return std::exchange(m_sent, {});
    }

    using Ranges = std::vector<OctetRange>;

    SocketParts m_parts;
    SocketConnection m_current{choice, m_parts.Get(), m_parts.buffer, *this};

  private:
    void Emit(const OutgoingSegment& segment) override
    {
        const auto size = static_cast<uint32_t>(segment.payload.Size());
        ExpectOctets(m_current.TakePayload(segment), segment.payload.begin, size);
        if (size > 0)
        {
            m_sent.push_back({segment.payload.begin - FIRST, segment.payload.end - FIRST});
        }
    }

    /// As TcpScoreboardSocket does.
    void Report(const ConnectionReport& report) override
    {
        const auto& sender = m_current.connection.GetSender();
        if (report.kind == ConnectionReport::Kind::ESTABLISHED)
        {
            m_current.control.SetLedger(sender.GetSent());
            m_current.sent.Start(sender.GetUna());
            m_current.received.Start(m_current.connection.GetReceiver().GetBuffer().GetNext());
        }
        else if (report.kind == ConnectionReport::Kind::PROGRESS)
        {
            m_current.sent.TakeProbe(m_current.connection.GetWindow().nxt);
        }
    }

    void Tell(const ConnectionNotices&) override
    {
    }

    void Mirror() override
    {
    }

    uint64_t m_written{FIRST};
    Ranges m_sent;
};

TEST_F(SocketConnectionTest, WhatGoesAgainIsWhatIsLeftOfASegment)
{
    Write(700, 5);
    EXPECT_EQ(TakeSent(), (Ranges{{0, 1000}, {1000, 2000}, {2000, 3000}, {3000, 3500}}));
    Arrive(ACK, 1300);
    Expire();
    EXPECT_EQ(TakeSent(), (Ranges{{1300, 2000}}));
    Arrive(ACK, 3000);
    EXPECT_EQ(TakeSent(), (Ranges{{3000, 3500}}));
    Arrive(ACK, 3500);
    EXPECT_EQ(m_parts.buffer->Size(), 0U);
}

// RFC 9293, section 3.8.6.1: of what was never sent, which the peer may take or not.
TEST_F(SocketConnectionTest, AProbeHasTheNextOctet)
{
    Arrive(ACK, 0, 0, 0, 0);
    Write(600, 2);
    Expire();
    Expire();
    EXPECT_EQ(TakeSent(), (Ranges{{0, 1}, {0, 1}}));
    Arrive(ACK, 0);
    EXPECT_EQ(TakeSent(), (Ranges{{0, 1000}, {1000, 1200}})) << "it was not taken";
    Arrive(ACK, 1200, 0, 0, 0);
    Write(600, 2);
    Expire();
    Arrive(ACK, 1201);
    EXPECT_EQ(TakeSent(), (Ranges{{1200, 1201}, {1201, 2201}, {2201, 2400}})) << "it was";
    Arrive(ACK, 2201, 0, 0, 0);
    Expire();
    EXPECT_EQ(TakeSent(), (Ranges{{2201, 2202}})) << "of what is outstanding";
}

TEST_F(SocketConnectionTest, WhatArrivesIsRead)
{
    Arrive(ACK, 0, 100, 300);
    Arrive(ACK, 0, 50, 100);
    Arrive(ACK, 0, 7900, 200);
    Arrive(ACK, 0, 0, 200);
    auto& receiver = m_current.connection.GetReceiver();
    EXPECT_EQ(receiver.Read(1000), 400U);
    ExpectOctets(m_current.received.Read(400), PEER, 400);
    Arrive(ACK, 0, 350, 7600);
    EXPECT_EQ(receiver.Read(UINT32_MAX), 7600U) << "no more was offered";
    ExpectOctets(m_current.received.Read(7600), PEER + 400, 7600);
}

} // namespace SocketConnectionTests
