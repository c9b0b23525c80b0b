/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>

namespace TcpDataSenderRulesTests
{

using namespace ns3;

constexpr uint64_t FIRST = FirstPosition(1);

/// A user's loss recovery, which says what a test wants.
struct Says
{
    std::function<std::optional<OctetRange>()> next; //!< of the window, if not SackRecovery's
    std::optional<double> deadline;                  //!< seconds from now
};

struct SayingSender : SackRecovery
{
    explicit SayingSender(const Says& says)
        : m_says(says)
    {
    }

    std::optional<OctetRange> Next(SendOpportunity opportunity) const override
    {
        const bool isAsked = opportunity == SendOpportunity::WINDOW && m_says.next;
        return isAsked ? m_says.next() : SackRecovery::Next(opportunity);
    }

    /// A window that never fills.
    uint64_t GetOutstanding() const override
    {
        return 0;
    }

    std::optional<Deadline> Schedule(const Timing& timing) override
    {
        if (!m_says.deadline)
        {
            return std::nullopt;
        }
        const auto wait = std::chrono::duration<double>(*m_says.deadline);
        return Deadline{timing.now + std::chrono::duration_cast<Instant>(wait)};
    }

    const Says& m_says;
};

/// Three segments have gone at 0 s.
class TcpDataSenderRulesTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpDataSenderRulesTest()
    {
        makeRecovery = [this] { return std::make_unique<SayingSender>(says); };
        onExpiry = [this](ConnectionTimer expiring) {
            if (m_sender.OnTimer(expiring))
            {
                Send();
            }
        };
        BeginSending(m_sender, FIRST);
        m_sender.Write(3000);
        Send();
    }

    void Send()
    {
        m_sender.SendAllowed();
        m_sender.SetTimers();
    }

    /// An ACK arrives, and the recovery's timer expires.
    void HearAndExpire()
    {
        HearAck(m_sender, FIRST);
        m_sender.OnTimer(ConnectionTimer::RECOVERY);
    }

    /// @return the rule that was broken by then, or nothing; the connection is given up if one was.
    /// @param seconds until when
    std::string FindFault(double seconds)
    {
        m_output.givenUp = 0;
        effects.fault.clear();
        Send();
        RunUntil(seconds);
        EXPECT_EQ(m_output.givenUp, effects.fault.empty() ? 0 : 1);
        return effects.fault;
    }

    Says says;
    CountedOutput m_output;

  private:
    TcpEcn m_ecn{window, false};
    TcpDataSender m_sender{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
};

TEST_F(TcpDataSenderRulesTest, RangesAreOfWhatWasSentAndIsNotAcknowledged)
{
    ASSERT_EQ(m_output.segments, 3);
    const OctetRange ranges[] = {{FIRST, FIRST},
                                 {FIRST + 1000, FIRST},
                                 {FIRST - 1, FIRST + 1000},
                                 {FIRST + 3000, FIRST + 4000},
                                 {FIRST - 5000, FIRST - 4000}};
    for (const auto& range : ranges)
    {
        says.next = [&range] { return range; };
        const auto fault = FindFault(0.1);
        EXPECT_NE(fault.find("Next() returned ["), std::string::npos) << fault;
        EXPECT_NE(fault.find("must return octets that were sent"), std::string::npos) << fault;
    }
    EXPECT_EQ(m_output.segments, 3);
}

TEST_F(TcpDataSenderRulesTest, TheSameRangeForEverIsRefused)
{
    says.next = [] { return OctetRange{FIRST, FIRST + 1000}; };
    EXPECT_NE(FindFault(0.1).find("again and again"), std::string::npos);
    EXPECT_LE(m_output.segments, 8);
}

TEST_F(TcpDataSenderRulesTest, EachOctetMayGoAgainOnce)
{
    uint64_t next = FIRST;
    says.next = [&next]() -> std::optional<OctetRange> {
        next += 1000;
        return next <= FIRST + 3000 ? std::optional(OctetRange{next - 1000, next}) : std::nullopt;
    };
    EXPECT_EQ(FindFault(0.1), "");
    EXPECT_EQ(m_output.segments, 6);
}

TEST_F(TcpDataSenderRulesTest, ATimerThatDoesNotAdvanceIsRefused)
{
    for (const double wait : {0.0, -1.0})
    {
        says.deadline = wait;
        const auto fault = FindFault(0.1);
        EXPECT_NE(fault.find("Schedule() returned the present or the past"), std::string::npos)
            << wait << fault;
    }
}

// On a path without delay a healthy recovery's timer expires often at one instant.
TEST_F(TcpDataSenderRulesTest, ATimerMayExpireOnceMoreAfterAnAck)
{
    says.deadline = 0.0;
    for (int time = 0; time < 200; ++time)
    {
        HearAndExpire();
    }
    EXPECT_EQ(effects.fault, "");
}

TEST_F(TcpDataSenderRulesTest, AnyTimerThatAdvancesIsTaken)
{
    says.deadline = 1e-6;
    EXPECT_EQ(FindFault(0.001), "");
}

} // namespace TcpDataSenderRulesTests
