/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_DRIVER_H
#define CONNECTION_DRIVER_H

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-connection.h"

#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace connectiontest
{

using namespace ns3;

using State = TcpSocket::TcpStates_t;
using End = TcpConnection::End;
using Lines = std::vector<std::string>;

// Numbers of the SYNs, as in RFC 9293, section 3.5.
inline constexpr uint32_t OURS = 100;
inline constexpr uint32_t PEERS = 300;
inline constexpr double SYN_TIMEOUT = 3;

inline constexpr uint8_t SYN = TcpHeader::SYN;
inline constexpr uint8_t ACK = TcpHeader::ACK;
inline constexpr uint8_t FIN = TcpHeader::FIN;
inline constexpr uint8_t RST = TcpHeader::RST;

/// "SYN|ACK 300 101 +0": flags, SEG.SEQ, SEG.ACK where there is one, octets of data.
inline std::string
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

/// Writes down what the world hears, too.
struct ToldEffects : RecordedEffects
{
    void Report(const ConnectionReport& report) override
    {
        using Kind = ConnectionReport::Kind;
        if (report.kind == Kind::ESTABLISHED)
        {
            heard.push_back("established");
        }
        if (report.kind == Kind::CONNECTED)
        {
            heard.push_back("connected");
        }
        if (report.kind == Kind::SEGMENT_REFUSED)
        {
            heard.push_back(report.reason);
        }
    }

    void Tell(const ConnectionNotices& notices) override
    {
        const std::string words = std::string(notices.accepted ? "accepted " : "") +
                                  (notices.room ? "room " : "") + (notices.data ? "data " : "") +
                                  (notices.end ? "end " : "");
        if (!words.empty())
        {
            heard.push_back(words.substr(0, words.size() - 1));
        }
    }

    void Publish(const Negotiated& negotiated) override
    {
        published = negotiated;
    }

    Lines heard;          //!< reports and what the application hears
    Negotiated published; //!< last
};

/// One end, without a socket; the test is the peer. Both have windows of 8000 octets, and no
/// options but the segment size.
class TcpConnectionTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpConnectionTest()
    {
        settings.handshake = {false, false, false, false, 2, std::chrono::seconds(3)};
    }

    /// Another connection of the same variables, as in a socket that is used again.
    void Begin()
    {
        buffer = CreateObject<TcpTxBuffer>();
        buffer->SetMaxBufferSize(20000);
        tcb->m_nextTxSequence = SequenceNumber32(OURS);
        machine.state = State::CLOSED;
        machine.closesWhenSent = false;
        machine.endNotified = false;
        m_connection.emplace(ForAll(), settings, timers, effects);
        onExpiry = [this](ConnectionTimer timer) {
            if (m_connection->OnTimer(timer))
            {
                Send();
            }
        };
        effects.sent.clear();
        effects.heard.clear();
    }

    void Open()
    {
        Begin();
        machine.state = State::SYN_SENT;
        m_connection->Open(FirstPosition(OURS), SYN);
    }

    void Accept()
    {
        Begin();
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
        Arrive(MakeHeader(flags, seq, ack), octets);
    }

    void Arrive(const TcpHeader& header, uint32_t octets = 0)
    {
        m_connection->OnSegment(Create<Packet>(octets), header, TcpEcn::Mark::NOT_CAPABLE);
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

    /// @return what was told since the last call
    Lines TakeTold()
    {
        return std::exchange(effects.heard, {});
    }

    /// @param timer which @return when it expired last, or 0
    double GetExpiry(ConnectionTimer timer) const
    {
        double last = 0;
        for (const auto& [which, when] : expired)
        {
            last = which == timer ? when : last;
        }
        return last;
    }

    ToldEffects effects; // instead of ConnectionWorld's
    TcpConnection::Settings settings;
    std::optional<TcpConnection> m_connection;
};

} // namespace connectiontest

#endif /* CONNECTION_DRIVER_H */
