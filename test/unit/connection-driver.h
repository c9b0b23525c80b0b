/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_DRIVER_H
#define CONNECTION_DRIVER_H

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-connection.h"

#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace connectiontest
{

using namespace ns3;

using State = ConnectionState;
using End = TcpConnection::End;
using Lines = std::vector<std::string>;

// Numbers of the SYNs, as in RFC 9293, section 3.5.
inline constexpr uint32_t OURS = 100;
inline constexpr uint32_t PEERS = 300;
inline constexpr double SYN_TIMEOUT = 3;

inline constexpr uint8_t SYN = SegmentFields::SYN;
inline constexpr uint8_t ACK = SegmentFields::ACK;
inline constexpr uint8_t FIN = SegmentFields::FIN;
inline constexpr uint8_t RST = SegmentFields::RST;
inline constexpr uint8_t ECE = SegmentFields::ECE;
inline constexpr uint8_t CWR = SegmentFields::CWR;

/// "SYN|ACK 300 101 +0": flags, SEG.SEQ, SEG.ACK where there is one, octets of data.
inline std::string
Write(const OutgoingSegment& segment)
{
    constexpr const char* names[] = {"FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR"};
    const auto& header = segment.header;
    std::ostringstream said;
    const char* between = "";
    for (uint8_t bit = 0; bit < 8; ++bit)
    {
        if (header.Has(1 << bit))
        {
            said << between << names[bit];
            between = "|";
        }
    }
    said << ' ' << header.sequence;
    if (header.Has(ACK))
    {
        said << ' ' << header.acknowledgment;
    }
    said << " +" << segment.payload.Size();
    return said.str();
}

/// Writes down what the world hears, too.
struct ToldEffects : RecordedEffects
{
    void Report(const ConnectionReport& report) override
    {
        RecordedEffects::Report(report);
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
        if (notices.room && onRoom)
        {
            onRoom();
        }
        if (notices.data && onData)
        {
            onData();
        }
    }

    Lines heard;                  //!< reports and what the application hears
    std::function<void()> onRoom; //!< the application may write
    std::function<void()> onData; //!< the application may read
};

/// One end, without a socket; the test is the peer. Both have windows of 8000 octets, and no
/// options but the segment size.
class TcpConnectionTest : public testing::Test, protected ConnectionWorld
{
  protected:
    /// Another connection with the same clock, as in a socket that is used again.
    void Begin()
    {
        m_connection.emplace(choice, TcpConnection::Ports{control, law, rtt}, timers, effects);
        onExpiry = [this](ConnectionTimer expiring) {
            if (m_connection->OnTimer(expiring))
            {
                Send();
            }
        };
        effects.sent.clear();
        effects.heard.clear();
        effects.reports.clear();
    }

    void Open()
    {
        Begin();
        m_connection->Open(FirstPosition(OURS), SYN, LIMITS);
    }

    void Accept()
    {
        Accept(MakeHeader(SYN, PEERS, 0));
    }

    void Accept(const SegmentFields& syn)
    {
        Begin();
        m_connection->Accept(syn, FirstPosition(OURS), LIMITS);
    }

    /// As far as the data may flow.
    void Establish()
    {
        Open();
        Arrive(SYN | ACK, PEERS, OURS + 1);
        effects.sent.clear();
    }

    static SegmentFields MakeHeader(uint8_t flags, uint32_t seq, uint32_t ack)
    {
        SegmentFields header;
        header.flags = flags;
        header.sequence = seq;
        header.acknowledgment = ack;
        header.window = 8000;
        return header;
    }

    /// A segment of the peer's arrives; what may go afterwards goes, as with a socket.
    void Arrive(uint8_t flags, uint32_t seq, uint32_t ack = 0, uint32_t octets = 0)
    {
        Arrive(MakeHeader(flags, seq, ack), octets);
    }

    void Arrive(const SegmentFields& header, uint32_t octets = 0)
    {
        m_connection->OnSegment(header, octets, TcpEcn::Mark::NOT_CAPABLE);
        if (m_connection->IsOpen() && m_connection->IsEstablished())
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
        ASSERT_TRUE(m_connection->GetSender().Write(octets));
        Send();
    }

    void Close()
    {
        if (m_connection->OnClose())
        {
            Send();
        }
    }

    State GetState() const
    {
        return m_connection->GetState();
    }

    /// @return the connection as congestion control sees it
    const Window& GetWindow() const
    {
        return m_connection->GetWindow();
    }

    /// @return the timeout in seconds
    double GetRto() const
    {
        return GetSeconds(m_connection->GetSender().GetTimer());
    }

    /// @return what the peer offers, octets
    uint64_t GetSendWindow() const
    {
        return m_connection->GetSender().GetSendWindow().GetWindow();
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

    /// @param which of the timers @return when it expired last, or 0
    double GetExpiry(ConnectionTimer which) const
    {
        double last = 0;
        for (const auto& [timer, when] : expired)
        {
            last = which == timer ? when : last;
        }
        return last;
    }

    static constexpr HostLimits LIMITS{1460, 2};

    ToldEffects effects; // instead of ConnectionWorld's
    std::optional<TcpConnection> m_connection;
};

} // namespace connectiontest

#endif /* CONNECTION_DRIVER_H */
