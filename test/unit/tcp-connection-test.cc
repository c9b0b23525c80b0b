/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-connection.h"

#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using State = TcpSocket::TcpStates_t;
using End = TcpConnection::End;
using Lines = std::vector<std::string>;

// Numbers of the SYNs, as in RFC 9293, section 3.5.
constexpr uint32_t OURS = 100;
constexpr uint32_t PEERS = 300;
constexpr double SYN_TIMEOUT = 3;

constexpr uint8_t SYN = TcpHeader::SYN;
constexpr uint8_t ACK = TcpHeader::ACK;
constexpr uint8_t FIN = TcpHeader::FIN;
constexpr uint8_t RST = TcpHeader::RST;

/// "SYN|ACK 300 101 +0": flags, SEG.SEQ, SEG.ACK where there is one, octets of data.
std::string
Write(const RecordedEffects::Segment& segment)
{
    const auto& header = segment.header;
    std::ostringstream said;
    said << TcpHeader::FlagsToString(header.GetFlags()) << ' ' << header.GetSequenceNumber();
    if (header.GetFlags() & ACK)
    {
        said << ' ' << header.GetAckNumber();
    }
    said << " +" << segment.size;
    return said.str();
}

/// One end, without a socket; the test is the peer. Both have windows of 8000 octets, and no
/// options but the segment size.
class TcpConnectionTest : public testing::Test, protected ConnectionWorld
{
  protected:
    /// Another connection of the same variables, as in a socket that is used again.
    void Begin(bool isActive)
    {
        TcpConnection::Settings settings;
        settings.handshake = {false, false, false, false, 2, Seconds(SYN_TIMEOUT)};
        settings.isActive = isActive;
        buffer = CreateObject<TcpTxBuffer>();
        buffer->SetMaxBufferSize(20000);
        tcb->m_nextTxSequence = SequenceNumber32(OURS);
        machine.state = State::CLOSED;
        machine.closesWhenSent = false;
        machine.endNotified = false;
        m_connection.emplace(ForAll(), settings, effects);
        effects.onExpiry = [this](ConnectionTimer timer) {
            if (m_connection->OnTimer(timer))
            {
                Send();
            }
        };
        effects.sent.clear();
    }

    void Open()
    {
        Begin(true);
        machine.state = State::SYN_SENT;
        m_connection->Open(FirstPosition(OURS), SYN);
    }

    void Accept()
    {
        Begin(false);
        m_connection->Accept(MakeHeader(SYN, PEERS, 0));
    }

    /// As far as the data may flow.
    void Establish()
    {
        Open();
        Arrive(SYN | ACK, PEERS, OURS + 1);
        effects.sent.clear();
    }

    static TcpHeader MakeHeader(uint8_t flags, uint32_t seq, uint32_t ack)
    {
        TcpHeader header;
        header.SetFlags(flags);
        header.SetSequenceNumber(SequenceNumber32(seq));
        header.SetAckNumber(SequenceNumber32(ack));
        header.SetWindowSize(8000);
        return header;
    }

    /// A segment of the peer's arrives; what may go afterwards goes, as with a socket.
    void Arrive(uint8_t flags, uint32_t seq, uint32_t ack = 0, uint32_t octets = 0)
    {
        m_connection->OnSegment(Create<Packet>(octets),
                                MakeHeader(flags, seq, ack),
                                TcpEcn::Mark::NOT_CAPABLE);
        if (m_connection->IsOpen() && machine.state != State::SYN_SENT &&
            machine.state != State::SYN_RCVD && machine.state != State::TIME_WAIT)
        {
            m_connection->GetSender().UpdateTimers();
            Send();
        }
    }

    void Send()
    {
        m_connection->GetSender().SendAllowed();
        m_connection->SendRest();
    }

    void WriteData(uint32_t octets)
    {
        auto& transmission = m_connection->GetSender().GetTransmission();
        ASSERT_TRUE(transmission.GetBuffer().Write(Create<Packet>(octets)));
        Send();
    }

    void Close()
    {
        machine.closesWhenSent = true;
        if (m_connection->OnClose())
        {
            Send();
        }
    }

    /// @return what has gone since the last call
    Lines TakeSent()
    {
        Lines lines;
        for (const auto& segment : std::exchange(effects.sent, {}))
        {
            lines.push_back(Write(segment));
        }
        return lines;
    }

    std::optional<TcpConnection> m_connection;
};

} // namespace

// RFC 9293, figure 6.
TEST_F(TcpConnectionTest, ThisEndOpens)
{
    Open();
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    EXPECT_EQ(machine.state, State::SYN_SENT);
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    EXPECT_EQ(machine.state, State::ESTABLISHED);
    WriteData(500);
    EXPECT_EQ(TakeSent(), (Lines{"PSH|ACK 101 301 +500"}));
}

TEST_F(TcpConnectionTest, ThePeerOpens)
{
    Accept();
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    EXPECT_EQ(machine.state, State::SYN_RCVD);
    Arrive(ACK, 301, 101);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(machine.state, State::ESTABLISHED);
}

// The ACK that ends the handshake may carry data, and even the peer's FIN.
TEST_F(TcpConnectionTest, TheLastSegmentOfTheHandshakeHasDataAndFin)
{
    Accept();
    effects.sent.clear();
    Arrive(ACK | FIN, 301, 101, 700);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 1002 +0"}));
    EXPECT_EQ(machine.state, State::CLOSE_WAIT);
}

// Figure 7.
TEST_F(TcpConnectionTest, BothOpenAtOnce)
{
    Open();
    effects.sent.clear();
    Arrive(SYN, 300);
    EXPECT_EQ(machine.state, State::SYN_RCVD);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(machine.state, State::ESTABLISHED);
}

// Figure 8: an old duplicate of the peer's SYN is answered, and the peer's RST ends nothing but
// that. Section 3.10.7.3: an ACK of what was not sent is answered with an RST of its number.
TEST_F(TcpConnectionTest, AnAckOfAnotherSynIsReset)
{
    Open();
    effects.sent.clear();
    Arrive(SYN | ACK, 90, 91);
    EXPECT_EQ(TakeSent(), (Lines{"RST 91 +0"}));
    EXPECT_EQ(machine.state, State::SYN_SENT);
    EXPECT_TRUE(m_connection->IsOpen());
    Arrive(RST, 0, 0);
    EXPECT_TRUE(m_connection->IsOpen()) << "an RST without an ACK could be anybody's";
    Arrive(RST | ACK, 0, 101);
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
    EXPECT_FALSE(m_connection->IsOpen());
}

TEST_F(TcpConnectionTest, ASynGoesAsOftenAsIsSaid)
{
    Open();
    RunUntil(SYN_TIMEOUT - 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    RunUntil(SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    RunUntil(3 * SYN_TIMEOUT - 0.001);
    EXPECT_FALSE(m_connection->GetEnd());
    RunUntil(3 * SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), Lines{}) << "there were two tries";
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
}

// Section 3.10.7.4: what does not end the handshake, and does not end the connection.
TEST_F(TcpConnectionTest, AHandshakeOutlivesOtherSegments)
{
    using Kind = ConnectionReport::Kind;
    Accept();
    effects.sent.clear();
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"})) << "the peer lost ours";
    EXPECT_TRUE(effects.GetReports(Kind::SEGMENT_REFUSED).empty());
    Arrive(SYN, 800);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"})) << "another SYN is challenged";
    Arrive(ACK, 90000, 101, 10);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"})) << "outside the window";
    Arrive(ACK, 301, 90);
    EXPECT_EQ(TakeSent(), (Lines{"RST 90 +0"})) << "an ACK of what was not sent";
    EXPECT_TRUE(m_connection->IsOpen());
    const auto refused = effects.GetReports(Kind::SEGMENT_REFUSED);
    ASSERT_EQ(refused.size(), 3U);
    EXPECT_STREQ(refused[0].reason, "SYN in a synchronized state");
    EXPECT_STREQ(refused[1].reason, "outside the window");
    EXPECT_STREQ(refused[2].reason, "no ACK of our SYN");
    // RFC 5961, section 7: ten in five seconds.
    for (int time = 0; time < 20; ++time)
    {
        Arrive(SYN, 800);
    }
    EXPECT_EQ(TakeSent().size(), 9U);
    Arrive(RST, 301);
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
}

// The application hears of each event once, see ConnectionEffects.
TEST_F(TcpConnectionTest, TheApplicationIsTold)
{
    const auto take = [this]() {
        std::string said;
        for (const auto& notices : std::exchange(effects.told, {}))
        {
            said += notices.accepted ? "accepted " : "";
            said += notices.room ? "room " : "";
            said += notices.data ? "data " : "";
            said += notices.end ? "end " : "";
        }
        return said;
    };
    Accept();
    EXPECT_EQ(take(), "");
    Arrive(ACK, 301, 101);
    EXPECT_EQ(take(), "accepted room ");
    WriteData(3000);
    Arrive(ACK, 301, 1101);
    EXPECT_EQ(take(), "room ");
    Arrive(ACK, 301, 1101);
    EXPECT_EQ(take(), "") << "nothing new";
    Arrive(ACK, 301, 2101, 500);
    EXPECT_EQ(take(), "room data ");
    Arrive(ACK, 1801, 2101, 500);
    EXPECT_EQ(take(), "") << "behind a hole";
    Arrive(ACK, 801, 2101, 1000);
    EXPECT_EQ(take(), "data ");
    Arrive(ACK, 2301, 2101, 6500);
    EXPECT_EQ(take(), "data ") << "the buffer is full";
    // Section 3.10.7.4: such a window takes ACKs all the same.
    Arrive(ACK, 8301, 3101, 1);
    EXPECT_EQ(take(), "room ");
    m_connection->GetReceiver().Read(UINT32_MAX);
    m_connection->OnRead();
    Arrive(FIN | ACK, 8301, 3101);
    EXPECT_EQ(take(), "end ");
    Arrive(FIN | ACK, 8301, 3101);
    EXPECT_EQ(take(), "") << "it has been told";
}

// The peer's SYN has found us, so that ours has as many tries as at first.
TEST_F(TcpConnectionTest, TriesAreRenewedWhenBothOpen)
{
    Open();
    RunUntil(SYN_TIMEOUT + 0.5);
    effects.sent.clear();
    Arrive(SYN, 300);
    RunUntil(SYN_TIMEOUT + 0.5 + SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0", "SYN|ACK 100 301 +0"}));
    EXPECT_TRUE(m_connection->IsOpen());
}

// Figure 12.
TEST_F(TcpConnectionTest, ThisEndClosesAfterItsData)
{
    Establish();
    WriteData(2500);
    EXPECT_EQ(TakeSent(),
              (Lines{"ACK 101 301 +1000", "ACK 1101 301 +1000", "PSH|ACK 2101 301 +500"}));
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 2601 301 +0"}));
    EXPECT_EQ(machine.state, State::FIN_WAIT_1);
    Close();
    EXPECT_EQ(TakeSent(), Lines{}) << "one FIN";
    Arrive(ACK, 301, 2602);
    EXPECT_EQ(machine.state, State::FIN_WAIT_2);
    Arrive(FIN | ACK, 301, 2602);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 2602 302 +0"}));
    EXPECT_EQ(machine.state, State::TIME_WAIT);
    EXPECT_FALSE(m_connection->GetNumberLeft()) << "both have closed";
}

// A FIN waits for what the window does not take, and joins the last of it.
TEST_F(TcpConnectionTest, AFinJoinsTheLastData)
{
    Establish();
    tcb->m_cWnd = 1000;
    WriteData(1500);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +1000"}));
    Close();
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(machine.state, State::ESTABLISHED);
    Arrive(ACK, 301, 1101);
    EXPECT_EQ(TakeSent(), (Lines{"FIN|PSH|ACK 1101 301 +500"}));
    EXPECT_EQ(machine.state, State::FIN_WAIT_1);
}

// Figure 13.
TEST_F(TcpConnectionTest, BothCloseAtOnce)
{
    Establish();
    Close();
    effects.sent.clear();
    Arrive(FIN | ACK, 301, 101);
    EXPECT_EQ(machine.state, State::CLOSING);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 102 302 +0"}));
    Arrive(ACK, 302, 102);
    EXPECT_EQ(machine.state, State::TIME_WAIT);
}

TEST_F(TcpConnectionTest, AFinIsSentAgainWithTheSameNumber)
{
    Establish();
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 101 301 +0"}));
    RunUntil(1.5);
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 101 301 +0"}));
    Arrive(ACK, 301, 102);
    EXPECT_EQ(machine.state, State::FIN_WAIT_2);
}

// RFC 2525, section 2.17.
TEST_F(TcpConnectionTest, ClosingOverUnreadDataResets)
{
    Establish();
    Arrive(ACK, 301, 101, 400);
    effects.sent.clear();
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"RST|ACK 101 701 +0"}));
    EXPECT_EQ(m_connection->GetEnd(), End::ERROR);
}

// Section 3.10.7.4 and RFC 5961, section 3: exactly RCV.NXT resets; what is else in the window is
// challenged; what is outside is dropped.
TEST_F(TcpConnectionTest, OnlyTheNextNumberResets)
{
    Establish();
    Arrive(RST, 301 + 8000, 0);
    EXPECT_EQ(TakeSent(), Lines{});
    Arrive(RST, 302, 0);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    EXPECT_TRUE(m_connection->IsOpen());
    Arrive(RST, 301, 0);
    EXPECT_EQ(m_connection->GetEnd(), End::ERROR);
}

// Section 3.10.7.4: what the peer sends behind its FIN is not read.
TEST_F(TcpConnectionTest, NothingComesAfterAFin)
{
    Establish();
    Arrive(FIN | ACK, 301, 101);
    effects.sent.clear();
    Arrive(ACK, 302, 101, 300);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 302 +0"}));
    EXPECT_EQ(m_connection->GetReceiver().GetBuffer().GetReadable(), 0U);
}

// A window that was full and is read gets told (section 3.8.6.2.2); a peer that has closed has
// nothing to send into it.
TEST_F(TcpConnectionTest, ARoomierWindowIsTold)
{
    Establish();
    for (uint32_t octets = 0; octets < 8000; octets += 1000)
    {
        Arrive(ACK, 301 + octets, 101, 1000);
    }
    effects.sent.clear();
    m_connection->OnRead();
    EXPECT_EQ(TakeSent(), Lines{}) << "nothing has been read";
    m_connection->GetReceiver().Read(UINT32_MAX);
    m_connection->OnRead();
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 8301 +0"}));
}

TEST_F(TcpConnectionTest, AnAbandonedConnectionDoesNothing)
{
    Establish();
    WriteData(1000);
    effects.sent.clear();
    m_connection->Abandon();
    EXPECT_FALSE(m_connection->IsOpen());
    RunUntil(30);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_TRUE(effects.expired.empty());
}

// The same variables serve a second connection, which knows nothing of the first: of its SYN's
// tries, its FIN, its data.
TEST_F(TcpConnectionTest, ASecondConnectionBeginsAnew)
{
    Establish();
    WriteData(1000);
    Close();
    Arrive(ACK, 301, 1102);
    Arrive(FIN | ACK, 301, 1102);
    EXPECT_EQ(machine.state, State::TIME_WAIT);
    m_connection->Abandon();

    Open();
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    RunUntil(Simulator::Now().GetSeconds() + SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    Arrive(SYN | ACK, 900, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 901 +0"}));
    WriteData(200);
    EXPECT_EQ(TakeSent(), (Lines{"PSH|ACK 101 901 +200"}));
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 301 901 +0"}));
}
