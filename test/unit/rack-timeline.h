/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RACK_TIMELINE_H
#define RACK_TIMELINE_H

#include "sender-driver.h"

#include "ns3/rack-recovery.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3test
{

using namespace std::chrono_literals;
using ns3::RackRecovery;

using Ranges = std::vector<OctetRange>;
constexpr int NEVER = -1;

/// A sender, its clock, and the test as application, network and receiver.
class Timeline
{
  public:
    explicit Timeline(const RackRecovery& recovery = {},
                      LossRecovery::Configuration configuration = PLAIN)
        : m_sender(recovery)
    {
        m_sender.Start(WithSackKept(configuration));
    }

    /// New or old segments are sent, one by one.
    void Send(int64_t time, uint64_t first, uint64_t count = 1)
    {
        for (uint64_t i = first; i < first + count; ++i)
        {
            m_sender.OnSent(Segments(i), Milliseconds(time));
        }
        SetTimers(time);
    }

    /// An ACK: what it means, then what is sent again at once, all of it, after a comma.
    std::string Ack(int64_t time,
                    uint64_t ack,
                    const Ranges& blocks = {},
                    std::optional<OctetRange> duplicate = {},
                    std::optional<int64_t> echo = {})
    {
        auto event = ns3test::Ack(ack, blocks);
        event.now = Milliseconds(time);
        if (duplicate)
        {
            event.duplicate = OctetRange{duplicate->begin * MSS, duplicate->end * MSS};
        }
        if (echo)
        {
            event.echo = Milliseconds(*echo);
        }
        return Finish(m_sender.OnAck(event), time);
    }

    /// The sender's timer expires at the time that it has asked for.
    std::string Timer()
    {
        const auto deadline = std::exchange(m_deadline, std::nullopt);
        EXPECT_TRUE(deadline);
        return Finish(m_sender.OnDeadline(deadline->at), InMilliseconds(deadline->at));
    }

    std::string Timeout(int64_t time)
    {
        m_sender.OnTimeout(Milliseconds(time));
        return Finish({}, time);
    }

    /// When the sender's timer expires, or NEVER.
    int64_t Deadline() const
    {
        return m_deadline ? InMilliseconds(m_deadline->at) : NEVER;
    }

    uint64_t Outstanding() const
    {
        return m_sender.GetOutstanding() / MSS;
    }

    RackRecovery& Sender()
    {
        return m_sender;
    }

    void SetTimeout(int64_t after)
    {
        m_timeout = after;
    }

    void HoldBack()
    {
        m_sendsAgain = false;
    }

  private:
    static int64_t InMilliseconds(RackRecovery::Instant time)
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    }

    static RackRecovery::Instant Milliseconds(int64_t time)
    {
        return std::chrono::milliseconds(time);
    }

    static LossRecovery::Configuration WithSackKept(LossRecovery::Configuration configuration)
    {
        configuration.keepSack = true;
        return configuration;
    }

    void SetTimers(int64_t time)
    {
        m_deadline = m_sender.Schedule({Milliseconds(time),
                                        100ms,
                                        Milliseconds(time + m_timeout),
                                        false,
                                        Milliseconds(m_timeout)});
    }

    std::string Finish(const AckOutcome& outcome, int64_t time)
    {
        std::ostringstream text;
        text << Describe(outcome);
        for (const auto& [flag, word] :
             {std::make_pair(outcome.recovery.undone, "undone"),
              std::make_pair(outcome.recovery.probeRepaired, "repaired")})
        {
            if (flag)
            {
                text << (text.str().empty() ? "" : " ") << word;
            }
        }
        const char* separator = ", ";
        if (outcome.actions.probe)
        {
            text << separator << "probe " << m_sender.Next(SendOpportunity::PROBE)->begin / MSS;
        }
        while (const auto next =
                   m_sendsAgain ? m_sender.Next(SendOpportunity::WINDOW) : std::nullopt)
        {
            EXPECT_EQ(next->Size(), MSS);
            text << std::exchange(separator, " ") << next->begin / MSS;
            m_sender.OnSent(*next, Milliseconds(time));
        }
        if (!outcome.actions.probe)
        {
            SetTimers(time);
        }
        return text.str();
    }

    RackRecovery m_sender;
    std::optional<RackRecovery::Deadline> m_deadline;
    int64_t m_timeout{1000};
    bool m_sendsAgain{true};
};

/// Without timestamps nothing else finds a needless timeout before a D-SACK does.
inline RackRecovery
WithFrto()
{
    return With(&RackRecovery::frto, true);
}

} // namespace ns3test

#endif /* RACK_TIMELINE_H */
