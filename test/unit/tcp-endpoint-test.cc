/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-driver.h"

#include "ns3/tcp-endpoint.h"

namespace TcpEndpointTests
{

using namespace ns3;
using namespace connectiontest;

using Written = TcpEndpoint::Written;

/// A host that tells its application, and writes down in order what goes and what is told.
struct ToldHost : TcpEndpoint::Host
{
    void Emit(const OutgoingSegment& segment) override
    {
        lines.push_back(connectiontest::Write(segment));
    }

    void Report(const ConnectionReport& report) override
    {
        if (onReport)
        {
            onReport(report.kind);
        }
    }

    void Tell(const ConnectionNotices& notices) override
    {
        for (const auto& [isTold, word] : {std::pair(notices.accepted, "accepted"),
                                           {notices.data, "data"},
                                           {notices.end, "end"},
                                           {notices.isOver, "over"}})
        {
            if (isTold)
            {
                lines.emplace_back(word);
            }
        }
        if (notices.sent)
        {
            lines.emplace_back("sent");
            for (const auto size : *notices.sent)
            {
                lines.back() += ' ' + std::to_string(size);
            }
        }
        if (onTell)
        {
            const TcpEndpoint::Call call(*endpoint);
            onTell(notices);
        }
    }

    void Mirror() override
    {
        ++mirrored;
        if (onMirror)
        {
            onMirror();
        }
    }

    TcpEndpoint* endpoint{nullptr};                       //!< whose host it is
    Lines lines;                                          //!< in order
    std::function<void(ConnectionReport::Kind)> onReport; //!< who traces
    std::function<void(const ConnectionNotices&)> onTell; //!< the application
    std::function<void()> onMirror;                       //!< who traces
    int mirrored{0};                                      //!< times
};

/// An endpoint without a socket; the test is the peer, as in TcpConnectionTest.
class TcpEndpointTest : public testing::Test, protected ConnectionWorld
{
  protected:
    using Event = TcpEndpoint::Event;

    TcpEndpointTest()
    {
        m_host.endpoint = &m_endpoint;
    }

    void Open()
    {
        const Event event(m_endpoint);
        m_connection.Open(FirstPosition(OURS), SYN, {1460, 2});
    }

    void Establish()
    {
        Open();
        Arrive(SYN | ACK, PEERS, OURS + 1);
        m_host.lines.clear();
    }

    void Arrive(uint8_t flags, uint32_t seq, uint32_t ack, uint32_t octets = 0)
    {
        SegmentFields header;
        header.flags = flags;
        header.sequence = seq;
        header.acknowledgment = ack;
        header.window = 8000;
        const Event event(m_endpoint);
        m_endpoint.OnSegment(header, octets, TcpEcn::Mark::NOT_CAPABLE);
    }

    /// The application writes, and all goes that may go.
    void WriteData(uint32_t octets)
    {
        const Event event(m_endpoint);
        ASSERT_EQ(m_endpoint.Write(octets), Written::TAKEN);
        m_endpoint.SendAllowed();
    }

    /// @return what has gone and was told since the last call
    Lines Take()
    {
        return std::exchange(m_host.lines, {});
    }

    ToldHost m_host;
    TcpEndpoint m_endpoint{choice, {control, law, rtt}, m_host};
    TcpConnection& m_connection{m_endpoint.GetConnection()};
};

TEST_F(TcpEndpointTest, TheOutermostEventSettles)
{
    Establish();
    m_host.mirrored = 0;
    for (int times = 1; times <= 2; ++times)
    {
        {
            const Event outer(m_endpoint);
            {
                const Event inner(m_endpoint);
            }
            EXPECT_EQ(m_host.mirrored, times - 1);
        }
        EXPECT_EQ(m_host.mirrored, times);
    }
}

TEST_F(TcpEndpointTest, NothingIsSeenOfAConnectionThatHasNotBegunOrIsAbandoned)
{
    {
        const Event event(m_endpoint);
    }
    EXPECT_EQ(m_host.mirrored, 0);
    Establish();
    m_host.mirrored = 0;
    {
        const Event event(m_endpoint);
        m_endpoint.Close();
        m_connection.Abandon();
    }
    EXPECT_EQ(m_host.mirrored, 0);
    EXPECT_EQ(Take(), Lines{});
}

// RFC 9293, section 3.10.2.
TEST_F(TcpEndpointTest, OctetsAreTakenOrItIsSaidWhyNot)
{
    EXPECT_EQ(m_endpoint.Write(1), Written::NOT_CONNECTED);
    Open();
    EXPECT_EQ(m_endpoint.Write(20001), Written::NO_ROOM);
    EXPECT_EQ(m_endpoint.Write(1500), Written::TAKEN) << "they go later";
    EXPECT_FALSE(m_endpoint.SendsSoon()) << "the handshake is not over";
    Take();
    Arrive(SYN | ACK, PEERS, OURS + 1);
    EXPECT_EQ(
        Take(),
        (Lines{"ACK 101 301 +0", "ACK 101 301 +1000", "PSH|ACK 1101 301 +500", "sent 1000 500"}));
    EXPECT_TRUE(m_endpoint.SendsSoon());
    {
        const Event event(m_endpoint);
        m_endpoint.Close();
    }
    EXPECT_EQ(m_endpoint.Write(1), Written::NOT_CONNECTED) << "in FIN_WAIT_1";
}

TEST_F(TcpEndpointTest, NothingIsTakenBehindAClose)
{
    Establish();
    {
        const Event event(m_endpoint);
        m_endpoint.Close();
        EXPECT_TRUE(m_endpoint.IsCloseAsked());
        EXPECT_EQ(m_endpoint.Write(1), Written::SHUT);
        EXPECT_EQ(Take(), Lines{}) << "something is half done";
    }
    EXPECT_EQ(Take(), (Lines{"FIN|ACK 101 301 +0"}));
    EXPECT_FALSE(m_endpoint.IsCloseAsked());
}

// RFC 2525, section 2.17.
TEST_F(TcpEndpointTest, AResetWaitsUntilNothingIsHalfDone)
{
    Establish();
    Arrive(ACK, 301, 101, 400);
    Take();
    {
        const Event event(m_endpoint);
        m_endpoint.Close();
        EXPECT_EQ(Take(), Lines{});
    }
    EXPECT_EQ(Take(), (Lines{"RST|ACK 101 701 +0", "over"}));
}

TEST_F(TcpEndpointTest, AShutdownLetsTheDataGoFirst)
{
    Establish();
    {
        const Event event(m_endpoint);
        EXPECT_EQ(m_endpoint.Write(300), Written::TAKEN);
        m_endpoint.Shutdown();
    }
    EXPECT_EQ(Take(), (Lines{"FIN|PSH|ACK 101 301 +300", "sent 300"}));
}

// What the application sends at once has the ACK of what it was told of.
TEST_F(TcpEndpointTest, WhatTheApplicationAsksForIsDoneAtOnce)
{
    Establish();
    m_host.onTell = [this](const ConnectionNotices& notices) {
        if (notices.data)
        {
            EXPECT_FALSE(m_endpoint.SendsSoon()) << "what is written goes with this event";
            const Event event(m_endpoint);
            EXPECT_EQ(m_endpoint.Write(500), Written::TAKEN);
            m_endpoint.SendAllowed();
        }
    };
    Arrive(ACK, 301, 101, 1000);
    EXPECT_EQ(Take(), (Lines{"data", "PSH|ACK 101 1301 +500", "sent 500"}));
}

// It is seen when the event around it is over.
TEST_F(TcpEndpointTest, AnEventOfWhoAsksForNothingWhileItIsToldSettlesNothing)
{
    Establish();
    m_host.onTell = [this](const ConnectionNotices&) {
        m_host.mirrored = 0;
        {
            const Event event(m_endpoint);
        }
        EXPECT_EQ(m_host.mirrored, 0);
    };
    Arrive(ACK, 301, 101, 1000);
    EXPECT_EQ(m_host.mirrored, 1);
}

TEST_F(TcpEndpointTest, TheApplicationMayCloseWhileItIsTold)
{
    Establish();
    m_host.onTell = [this](const ConnectionNotices& notices) {
        if (notices.end)
        {
            const Event event(m_endpoint);
            m_endpoint.Close();
        }
    };
    Arrive(FIN | ACK, 301, 101);
    EXPECT_EQ(Take(), (Lines{"end", "FIN|ACK 101 302 +0"}));
    EXPECT_EQ(m_connection.GetState(), State::LAST_ACK);
}

// A trace's listener is called in the midst of an event.
TEST_F(TcpEndpointTest, WhatAListenerAsksForWaits)
{
    Establish();
    WriteData(1000);
    Take();
    m_host.onReport = [this](ConnectionReport::Kind kind) {
        if (kind == ConnectionReport::Kind::PROGRESS && !m_endpoint.IsCloseAsked())
        {
            m_endpoint.Close();
            m_endpoint.SendAllowed();
            EXPECT_EQ(m_connection.GetState(), State::ESTABLISHED);
        }
        m_host.onReport = nullptr;
    };
    Arrive(ACK, 301, 1101);
    EXPECT_EQ(Take(), (Lines{"FIN|ACK 1101 301 +0"}));

    m_host.onMirror = [this] {
        m_host.onMirror = nullptr;
        m_endpoint.SendAllowed();
    };
    Arrive(ACK, 301, 1102);
    EXPECT_EQ(m_connection.GetState(), State::FIN_WAIT_2);
}

TEST_F(TcpEndpointTest, TheEndIsToldWhenNothingIsHalfDone)
{
    Establish();
    {
        const Event event(m_endpoint);
        Arrive(RST, 301, 0);
        EXPECT_EQ(Take(), Lines{});
    }
    EXPECT_EQ(Take(), (Lines{"over"}));
    EXPECT_EQ(m_connection.GetEnd(), End::ERROR);
}

// What one expiry means may stop another timer.
TEST_F(TcpEndpointTest, TimersExpireOneAtATime)
{
    Establish();
    Arrive(ACK, 301, 101, 1000);
    Take();
    auto& clock = m_endpoint.GetTimers();
    clock.SetNow(std::chrono::milliseconds(200));
    clock.Set(ConnectionTimer::PERSIST, clock.GetNow());
    const auto expire = [this] {
        const Event event(m_endpoint);
        m_endpoint.OnAlarm();
    };
    expire();
    EXPECT_TRUE(clock.IsRunning(ConnectionTimer::DELAYED_ACK));
    EXPECT_EQ(Take(), Lines{});
    expire();
    EXPECT_EQ(Take(), (Lines{"ACK 101 1301 +0"}));
    expire();
    EXPECT_EQ(Take(), Lines{}) << "none is due";
}

TEST_F(TcpEndpointTest, ATimeoutSendsAgain)
{
    Establish();
    WriteData(1500);
    Take();
    auto& clock = m_endpoint.GetTimers();
    clock.SetNow(*clock.GetEarliest());
    {
        const Event event(m_endpoint);
        m_endpoint.OnAlarm();
    }
    EXPECT_EQ(Take(), (Lines{"ACK 101 301 +1000"}));
    EXPECT_TRUE(clock.GetEarliest()) << "it may have to go again";
}

// RFC 9293, section 3.8.6.2.2.
TEST_F(TcpEndpointTest, ARoomierWindowIsToldAfterTheEvent)
{
    Establish();
    for (uint32_t octets = 0; octets < 8000; octets += 1000)
    {
        Arrive(ACK, 301 + octets, 101, 1000);
    }
    WriteData(100);
    Take();
    const auto read = [this](uint32_t octets) {
        m_connection.GetReceiver().Read(octets);
        const Event event(m_endpoint);
        m_endpoint.OnRead();
        EXPECT_EQ(Take(), Lines{}) << "something is half done";
    };
    m_host.onTell = [&read](const ConnectionNotices& notices) {
        if (notices.room)
        {
            read(4000);
        }
    };
    Arrive(ACK, 8301, 201);
    EXPECT_EQ(Take(), (Lines{"ACK 201 8301 +0"}));
    {
        const Event event(m_endpoint);
        m_connection.GetReceiver().Read(4000);
        m_endpoint.OnRead();
        EXPECT_EQ(Take(), (Lines{"ACK 201 8301 +0"})) << "nothing is half done";
    }
}

} // namespace TcpEndpointTests
