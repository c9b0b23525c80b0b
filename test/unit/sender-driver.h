/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SENDER_DRIVER_H
#define SENDER_DRIVER_H

#include "ns3/fack-recovery.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3test
{

using ns3::FackRecovery;
using ns3::LossRecovery;
using ns3::NewRenoRecovery;
using ns3::OctetRange;
using ns3::RenoRecovery;
using ns3::Rfc6675Recovery;
using ns3::SackRecovery;

using State = LossRecovery::State;
using AckEvent = LossRecovery::AckEvent;
using AckOutcome = LossRecovery::AckOutcome;
using SenderPtr = std::unique_ptr<LossRecovery>;

using SendOpportunity = LossRecovery::SendOpportunity;

constexpr uint64_t MSS = 1000;
constexpr uint64_t TWO_32 = uint64_t{1} << 32;
constexpr uint64_t TWO_40 = uint64_t{1} << 40;

/// The constants of most tests.
inline const LossRecovery::Configuration PLAIN{MSS, 3, true};

/// The same without RFC 3042.
inline const LossRecovery::Configuration NO_LIMITED_TRANSMIT{MSS, 3, false};

/// The constants of most tests, for a connection that begins at another octet than 0.
inline LossRecovery::Configuration
From(uint64_t base)
{
    auto configuration = PLAIN;
    configuration.start = base;
    return configuration;
}

/// The ways to repair losses, as test parameters.
enum class Kind
{
    RENO,
    NEW_RENO,
    SACK,
    FACK,
    RFC_6675,
};

/// One with an option, before its connection begins.
template <class Recovery, class Option>
Recovery
With(Option Recovery::*option, Option value)
{
    Recovery recovery;
    recovery.*option = value;
    return recovery;
}

/// That of a connection, with the options of another one.
template <class Recovery>
std::unique_ptr<Recovery>
Started(const Recovery& recovery, const LossRecovery::Configuration& configuration = PLAIN)
{
    auto started = std::make_unique<Recovery>(recovery);
    started->Start(configuration);
    return started;
}

inline SenderPtr
MakeSender(Kind kind, const LossRecovery::Configuration& configuration = PLAIN)
{
    switch (kind)
    {
    case Kind::RENO:
        return Started(RenoRecovery(), configuration);
    case Kind::NEW_RENO:
        return Started(NewRenoRecovery(), configuration);
    case Kind::SACK:
        return Started(SackRecovery(), configuration);
    case Kind::RFC_6675:
        return Started(Rfc6675Recovery(), configuration);
    case Kind::FACK:
        break;
    }
    return Started(With(&FackRecovery::lostRetransmission, FackRecovery::TIMEOUT), configuration);
}

inline bool
UsesSack(Kind kind)
{
    return kind != Kind::RENO && kind != Kind::NEW_RENO;
}

inline std::string
NameOf(Kind kind)
{
    switch (kind)
    {
    case Kind::RENO:
        return "Reno";
    case Kind::NEW_RENO:
        return "NewReno";
    case Kind::SACK:
        return "Sack";
    case Kind::RFC_6675:
        return "Rfc6675";
    case Kind::FACK:
        break;
    }
    return "Fack";
}

inline void
PrintTo(Kind kind, std::ostream* os)
{
    *os << NameOf(kind);
}

/// The octets of @p count segments, the first of which is segment @p first.
inline OctetRange
Segments(uint64_t first, uint64_t count = 1)
{
    return {first * MSS, (first + count) * MSS};
}

/// "ACK n" with blocks, all counted in segments from 0.
inline AckEvent
Ack(uint64_t ack, const std::vector<OctetRange>& blocks = {})
{
    AckEvent event;
    event.ack = ack * MSS;
    for (const auto& block : blocks)
    {
        event.blocks.push_back({block.begin * MSS, block.end * MSS});
    }
    return event;
}

/// A sender without a window that has sent @p segments segments from 0.
inline SenderPtr
MakeSent(SenderPtr sender, uint64_t segments)
{
    sender->OnSent(Segments(0, segments));
    return sender;
}

/// Whether the retransmission timer starts anew.
inline bool
Restarts(const AckOutcome& outcome)
{
    return outcome.actions.timer != LossRecovery::TimerAction::RUN;
}

/// The flags of an outcome, but the timer's, in words.
inline std::string
Describe(const AckOutcome& outcome)
{
    const bool backsOff = outcome.actions.timer == LossRecovery::TimerAction::BACK_OFF;
    std::string words;
    for (const auto& [flag, word] : {std::make_pair(outcome.recovery.duplicate, "dup"),
                                     std::make_pair(outcome.recovery.partial, "partial"),
                                     std::make_pair(outcome.recovery.left, "leave"),
                                     std::make_pair(outcome.recovery.entered, "enter"),
                                     std::make_pair(backsOff, "backoff"),
                                     std::make_pair(outcome.lost.retransmitted > 0, "lost"),
                                     std::make_pair(outcome.actions.forceTimeout, "timeout")})
    {
        if (flag)
        {
            words += words.empty() ? "" : " ";
            words += word;
        }
    }
    return words;
}

/**
 * A sender with a window and endless data, without a network: the test plays the receiver.
 *
 * Everything is counted in segments of one MSS, the first of which is segment 0. "ACK n"
 * acknowledges the segments below n, the block {a, b} reports segments a to b - 1.
 *
 * After each event it sends what the sender wants to send at once, then, while what is outstanding
 * and the segment fit into the window, lost segments before new ones. The window is halved on entry
 * and does not grow, except after a timeout: then it is one segment, and one more with each ACK of
 * new data until it is half of what it was.
 */
class SenderDriver
{
  public:
    /// An ACK, what it means, and what is outstanding and what was sent after it.
    struct Row
    {
        uint64_t ack;
        std::vector<OctetRange> blocks;
        std::string outcome;  // see Describe()
        uint64_t outstanding; // segments
        std::string sent;     // segments in order, "5!" for one that is sent at once
    };

    /// A connection that has just filled its window of @p window segments.
    SenderDriver(SenderPtr sender, uint64_t window)
        : m_sender(std::move(sender)),
          m_base(m_sender->GetSent().GetUna()),
          m_window(window * MSS),
          m_ssthresh(window * MSS)
    {
        SendAllowed();
    }

    void Expect(const std::vector<Row>& rows)
    {
        for (const auto& row : rows)
        {
            const auto& outcome = OnAck(row.ack, row.blocks);
            testing::Message name;
            name << "ACK " << row.ack;
            for (const auto& block : row.blocks)
            {
                name << " {" << block.begin << ", " << block.end << "}";
            }
            EXPECT_EQ(Describe(outcome), row.outcome) << name;
            EXPECT_EQ(m_sender->GetOutstanding(), row.outstanding * MSS) << name;
            EXPECT_EQ(m_sent, row.sent) << name;
        }
    }

    const AckOutcome& OnAck(uint64_t ack, const std::vector<OctetRange>& blocks = {})
    {
        AckEvent event;
        event.ack = At(ack);
        for (const auto& block : blocks)
        {
            event.blocks.push_back({At(block.begin), At(block.end)});
        }
        return OnAck(event);
    }

    const AckOutcome& OnAck(const AckEvent& event)
    {
        m_sent.clear();
        const auto& outcome = m_sender->OnAck(event);
        if (outcome.delivered.acknowledged > 0 && m_window < m_ssthresh)
        {
            m_window += MSS;
        }
        if (outcome.recovery.entered)
        {
            m_window /= 2;
            m_ssthresh = m_window;
        }
        if (outcome.actions.forceTimeout)
        {
            OnTimeout();
            return outcome;
        }
        if (const auto urgent = m_sender->Next(SendOpportunity::AT_ONCE))
        {
            Send(*urgent, "!");
        }
        SendAllowed();
        return outcome;
    }

    void ExpectTimeout(uint64_t outstanding, const std::string& sent)
    {
        OnTimeout();
        EXPECT_EQ(m_sender->GetOutstanding(), outstanding * MSS) << "timeout";
        EXPECT_EQ(m_sent, sent) << "timeout";
    }

    /// Position of a segment's first octet.
    uint64_t At(uint64_t segment) const
    {
        return m_base + segment * MSS;
    }

    /// The segments sent after the last event.
    const std::string& GetSent() const
    {
        return m_sent;
    }

    LossRecovery& operator*() const
    {
        return *m_sender;
    }

    LossRecovery* operator->() const
    {
        return m_sender.get();
    }

  private:
    void OnTimeout()
    {
        m_sent.clear();
        m_ssthresh = m_window / 2;
        m_window = MSS;
        m_sender->OnTimeout();
        SendAllowed();
    }

    void SendAllowed()
    {
        // A sender that forgets what it sent would go on for ever.
        for (int n = 0; n < 100 && !m_sender->GetRecoveryState().AwaitsTimer() &&
                        m_sender->GetOutstanding() + MSS <= m_window;
             ++n)
        {
            const auto nxt = m_sender->GetSent().GetNxt();
            Send(m_sender->Next(SendOpportunity::WINDOW).value_or(OctetRange{nxt, nxt + MSS}), "");
        }
    }

    void Send(OctetRange range, const std::string& mark)
    {
        EXPECT_EQ(range.Size(), MSS);
        EXPECT_EQ((range.begin - m_base) % MSS, 0U);
        m_sent += m_sent.empty() ? "" : " ";
        m_sent += std::to_string((range.begin - m_base) / MSS);
        m_sent += mark;
        m_sender->OnSent(range);
    }

    SenderPtr m_sender;
    uint64_t m_base;
    uint64_t m_window;
    uint64_t m_ssthresh;
    std::string m_sent;
};

} // namespace ns3test

#endif /* SENDER_DRIVER_H */
