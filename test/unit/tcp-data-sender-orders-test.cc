/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace TcpDataSenderOrdersTests
{

using namespace ns3;

constexpr uint64_t FIRST = FirstPosition(1);
using Outcome = LossRecovery::AckOutcome;
using Kind = ConnectionReport::Kind;

/// What a test makes of a sender's outcomes.
struct Wishes
{
    std::function<void(Outcome&)> onAck;
    std::function<void(Outcome&)> onDeadline;
    std::optional<LossRecovery::Deadline> deadline;
};

/// Orders what a test wants, where SackRecovery would order nothing.
struct OrderingSender : SackRecovery
{
    explicit OrderingSender(const Wishes& wishes)
        : m_wishes(wishes)
    {
    }

    const AckOutcome& OnAck(const AckEvent& event) override
    {
        m_outcome = SackRecovery::OnAck(event);
        if (m_wishes.onAck)
        {
            m_wishes.onAck(m_outcome);
        }
        return m_outcome;
    }

    const AckOutcome& OnDeadline(Instant now) override
    {
        m_outcome = SackRecovery::OnDeadline(now);
        m_wishes.onDeadline(m_outcome);
        return m_outcome;
    }

    std::optional<Deadline> Schedule(const Timing&) override
    {
        return m_wishes.deadline;
    }

    const Wishes& m_wishes;
    AckOutcome m_outcome;
};

/// Finds the retransmission at the head to be lost when a test says so, and writes down what a law
/// sees.
struct ToldLaw : PlainLaw
{
    void OnRetransmissionLost(Window&) override
    {
        ++lostRetransmissions;
    }

    bool TakeLostHead() override
    {
        return std::exchange(headIsLost, false);
    }

    void SetWindow(Window& window) override
    {
        inFlight.push_back(window.inFlight);
        isRetransmissionAcked = window.repairAcked;
    }

    LossRecovery::Law GetNeeds() const override
    {
        return needs;
    }

    LossRecovery::Law needs;
    bool headIsLost{false};
    bool isRetransmissionAcked{false}; //!< with the ACK that was heard last
    int lostRetransmissions{0};
    std::vector<uint32_t> inFlight; //!< when the window was set
};

/// Ten segments have gone at 0 s, with a timeout of a second.
class TcpDataSenderOrdersTest : public testing::Test, protected ConnectionWorld
{
  protected:
    explicit TcpDataSenderOrdersTest(bool asLinux = false)
        : m_asLinux(asLinux)
    {
        makeRecovery = [this] { return std::make_unique<OrderingSender>(m_wishes); };
        onExpiry = [this](ConnectionTimer expiring) {
            if (m_sender.OnTimer(expiring))
            {
                m_sender.SendAllowed();
                m_sender.SetTimers();
            }
        };
        BeginSending(m_sender, FIRST);
        m_sender.Write(10000);
        m_sender.SendAllowed();
        m_sender.SetTimers();
    }

    /// An ACK. @param octets covered @param end of what is reported behind the second segment
    void Hear(uint64_t octets, uint64_t end = 0)
    {
        HearAck(m_sender,
                FIRST + octets,
                20000,
                end > 0 ? OctetRange{FIRST + octets + 1000, FIRST + end} : OctetRange{});
        m_sender.SendAllowed();
        m_sender.SetTimers();
    }

    /// Three others have overtaken the first segment.
    void EnterRecovery()
    {
        for (const uint64_t end : {2000, 3000, 4000})
        {
            Hear(0, end);
        }
        ASSERT_EQ(m_output.again, (std::vector<uint64_t>{FIRST}));
    }

    /// @return when the retransmission timer expires the next time, to a ms; 0: never
    double GetTimeout()
    {
        expired.clear();
        const auto before = effects.GetReports(Kind::TIMEOUT).size();
        for (const double last = GetNow() + 5; effects.GetReports(Kind::TIMEOUT).size() == before;)
        {
            const double next = GetNow() + 0.001;
            if (next > last)
            {
                return 0;
            }
            RunUntil(next);
        }
        return GetNow();
    }

    /// @return the timeout in seconds
    double GetRto() const
    {
        return GetSeconds(m_sender.GetTimer());
    }

    /// @return the user's choice
    TcpDataSender::Settings Choose() const
    {
        auto settings = choice.sender;
        settings.followsLinux = m_asLinux;
        return settings;
    }

    bool m_asLinux; //!< a timer does what Linux's does
    Wishes m_wishes;
    TcpEcn m_ecn{window, false};
    CountedOutput m_output;
    ToldLaw m_law;
    TcpDataSender
        m_sender{Choose(), window, {control, m_law, rtt}, m_ecn, m_output, timers, effects};
};

struct LinuxDataSenderOrdersTest : TcpDataSenderOrdersTest
{
    LinuxDataSenderOrdersTest()
        : TcpDataSenderOrdersTest(true)
    {
    }
};

// Linux has one timer for both: the timeout of 1 s waits for the recovery's time, at which both are
// due.
TEST_F(LinuxDataSenderOrdersTest, WhatTheRecoveryWaitsForTakesThePlaceOfATimeout)
{
    int deadlines = 0;
    m_wishes.deadline = {std::chrono::milliseconds(1500), false};
    m_wishes.onDeadline = [&](Outcome&) {
        ++deadlines;
        m_wishes.deadline.reset();
    };
    RunUntil(0.5);
    Hear(0, 2000);
    RunUntil(1.4);
    EXPECT_EQ(deadlines, 0);
    EXPECT_TRUE(effects.GetReports(Kind::TIMEOUT).empty());
    RunUntil(1.502);
    EXPECT_EQ(deadlines, 1);
    EXPECT_EQ(effects.GetReports(Kind::TIMEOUT).size(), 1U) << "the head's time is over, too";
}

TEST_F(TcpDataSenderOrdersTest, WithoutAnOrderTheTimerRunsOn)
{
    RunUntil(0.5);
    Hear(0, 2000);
    EXPECT_NEAR(GetTimeout(), 1, 0.002);
}

TEST_F(TcpDataSenderOrdersTest, ADuplicateAckMayRestartTheTimer)
{
    RunUntil(0.5);
    m_wishes.onAck = [](Outcome& outcome) {
        outcome.actions.timer = LossRecovery::TimerAction::RESTART;
    };
    Hear(0, 2000);
    EXPECT_NEAR(GetTimeout(), 1.5, 0.002);
}

TEST_F(TcpDataSenderOrdersTest, TheStartOfARecoveryRestartsTheTimer)
{
    RunUntil(0.5);
    EnterRecovery();
    EXPECT_NEAR(GetRto(), 1, 0.01);
    EXPECT_NEAR(GetTimeout(), 1.5, 0.002);
}

// TimerBackoff of TcpRenoRecovery.
TEST_F(TcpDataSenderOrdersTest, TheStartOfARecoveryMayBackTheTimerOff)
{
    m_wishes.onAck = [](Outcome& outcome) {
        outcome.actions.timer = LossRecovery::TimerAction::BACK_OFF;
    };
    RunUntil(0.5);
    EnterRecovery();
    EXPECT_NEAR(GetRto(), 2, 0.01) << "once, not for each ACK";
    EXPECT_NEAR(GetTimeout(), 2.5, 0.002);
}

// FACK paper, sections 3.2 and 4.3: as if the timer had expired.
TEST_F(TcpDataSenderOrdersTest, AForcedTimeoutStartsTheTimerAnew)
{
    RunUntil(0.5);
    m_wishes.onAck = [](Outcome& outcome) { outcome.actions.forceTimeout = true; };
    Hear(0, 2000);
    EXPECT_EQ(effects.GetReports(Kind::TIMEOUT).size(), 1U);
    EXPECT_EQ(m_output.again, (std::vector<uint64_t>{FIRST}));
    EXPECT_NEAR(GetRto(), 2, 0.01);
    Hear(0, 3000);
    EXPECT_EQ(effects.GetReports(Kind::TIMEOUT).size(), 2U);
    EXPECT_EQ(window.ssthresh, 5000U) << "reduced once";
    m_wishes.onAck = nullptr;
    EXPECT_NEAR(GetTimeout(), 4.5, 0.005);
}

TEST_F(TcpDataSenderOrdersTest, ATimeoutEndsThePause)
{
    control.pace = std::chrono::seconds(10);
    Hear(1000);
    m_sender.Write(2000);
    m_sender.SendAllowed();
    expired.clear();
    GetTimeout();
    control.pace.reset();
    RunUntil(10.5);
    EXPECT_FALSE(std::any_of(expired.begin(), expired.end(), [](const auto& one) {
        return one.first == ConnectionTimer::PACING && one.second < 10.5;
    }));
}

TEST_F(TcpDataSenderOrdersTest, ALawMayAnswerForLostRetransmissions)
{
    EnterRecovery();
    m_wishes.onAck = [](Outcome& outcome) {
        outcome.lost.retransmitted = 700;
        outcome.actions.forceTimeout = true;
    };
    m_law.needs.repairsRetransmissions = true;
    Hear(0, 5000);
    EXPECT_EQ(m_law.lostRetransmissions, 1);
    EXPECT_TRUE(effects.GetReports(Kind::TIMEOUT).empty());
    const auto lost = effects.GetReports(Kind::RETRANSMISSION_LOST);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].octets, 700U);
    m_law.needs.repairsRetransmissions = false;
    Hear(0, 6000);
    EXPECT_EQ(m_law.lostRetransmissions, 1);
    EXPECT_EQ(effects.GetReports(Kind::TIMEOUT).size(), 1U);
}

// FACK paper, section 4.3: half of a window is lost, and no retransmission.
TEST_F(TcpDataSenderOrdersTest, NoLawAnswersForHalfOfAWindow)
{
    EnterRecovery();
    m_wishes.onAck = [](Outcome& outcome) { outcome.actions.forceTimeout = true; };
    m_law.needs.repairsRetransmissions = true;
    Hear(0, 5000);
    EXPECT_EQ(effects.GetReports(Kind::TIMEOUT).size(), 1U);
}

// VenoDR paper: Dynamic Recovery finds it by time. The window is set when what is due has gone.
TEST_F(TcpDataSenderOrdersTest, ALawMayFindTheHeadToBeLost)
{
    EnterRecovery();
    EXPECT_TRUE(effects.GetReports(Kind::RETRANSMISSION_LOST).empty());
    RunUntil(0.25);
    m_law.headIsLost = true;
    const auto before = m_law.inFlight.size();
    Hear(0, 5000);
    EXPECT_EQ(m_output.again, (std::vector<uint64_t>{FIRST, FIRST}));
    const auto lost = effects.GetReports(Kind::RETRANSMISSION_LOST);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].octets, 1000U);
    ASSERT_EQ(m_law.inFlight.size(), before + 2) << "what was sent, and the ACK";
    EXPECT_EQ(m_law.inFlight.back(), window.inFlight);
    EXPECT_EQ(m_law.lostRetransmissions, 0);
    EXPECT_NEAR(GetTimeout(), 1.25, 0.002);
}

TEST_F(TcpDataSenderOrdersTest, AnAckOfARetransmissionIsKnownWhileItIsRead)
{
    EnterRecovery();
    Hear(0, 5000);
    EXPECT_FALSE(m_law.isRetransmissionAcked);
    Hear(1000, 5000);
    EXPECT_TRUE(m_law.isRetransmissionAcked);
    EXPECT_FALSE(window.repairAcked);
}

TEST_F(TcpDataSenderOrdersTest, AFinThatIsLostTwiceGoesTwiceMore)
{
    Hear(10000);
    m_sender.OnFinSent(true);
    m_output.onFin = [this] { m_sender.AwaitFinAck(); };
    m_sender.AwaitFinAck();
    RunUntil(3 * GetRto() + 0.01);
    EXPECT_EQ(m_output.fins, 2);
}

TEST_F(TcpDataSenderOrdersTest, ADeadlineIsHeardAsAnAckIs)
{
    m_wishes.deadline = LossRecovery::Deadline{std::chrono::milliseconds(300), false};
    m_wishes.onDeadline = [this](Outcome& outcome) {
        outcome.lost.retransmitted = 500;
        outcome.recovery.entered = true;
        m_wishes.deadline.reset();
    };
    Hear(0, 2000);
    RunUntil(0.4);
    const auto entered = effects.GetReports(Kind::RECOVERY_ENTERED);
    ASSERT_EQ(entered.size(), 1U);
    EXPECT_EQ(entered[0].position, FIRST);
    const auto lost = effects.GetReports(Kind::RETRANSMISSION_LOST);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].octets, 500U);
    EXPECT_NEAR(GetTimeout(), 1.3, 0.002);
}

TEST_F(TcpDataSenderOrdersTest, ADeadlineMayLeaveTheTimerAsItIs)
{
    m_wishes.deadline = LossRecovery::Deadline{std::chrono::milliseconds(300), false};
    m_wishes.onDeadline = [this](Outcome&) { m_wishes.deadline.reset(); };
    Hear(0, 2000);
    EXPECT_NEAR(GetTimeout(), 1, 0.002);
}

TEST_F(TcpDataSenderOrdersTest, ADeadlineMayRestartTheTimer)
{
    m_wishes.deadline = LossRecovery::Deadline{std::chrono::milliseconds(300), false};
    m_wishes.onDeadline = [this](Outcome& outcome) {
        outcome.actions.timer = LossRecovery::TimerAction::RESTART;
        m_wishes.deadline.reset();
    };
    Hear(0, 2000);
    EXPECT_NEAR(GetTimeout(), 1.3, 0.002);
}

TEST_F(TcpDataSenderOrdersTest, ADeadlineThatIsGoneIsNotHeard)
{
    m_wishes.onDeadline = [](Outcome&) { FAIL(); };
    m_wishes.deadline = LossRecovery::Deadline{std::chrono::milliseconds(300), false};
    Hear(0, 2000);
    m_wishes.deadline.reset();
    Hear(0, 3000);
    expired.clear();
    RunUntil(0.9);
    EXPECT_TRUE(expired.empty());
}

// RFC 8985, section 7.3: where both are due at once, the probe goes, and the timer starts anew.
TEST_F(TcpDataSenderOrdersTest, AProbeGoesBeforeATimeout)
{
    m_wishes.deadline = LossRecovery::Deadline{std::chrono::seconds(1), true};
    m_wishes.onDeadline = [this](Outcome& outcome) {
        outcome.actions.probe = true;
        outcome.actions.timer = LossRecovery::TimerAction::RESTART;
        m_wishes.deadline.reset();
    };
    m_sender.Write(500);
    m_sender.SetTimers();
    RunUntil(1.5);
    EXPECT_EQ(m_output.segments, 11) << "new data";
    EXPECT_TRUE(effects.GetReports(Kind::TIMEOUT).empty());
    EXPECT_NEAR(GetTimeout(), 2, 0.002);
}

// RFC 2018; a block of what was never sent is none.
TEST_F(TcpDataSenderOrdersTest, ABlockOfWhatWasNeverSentIsCounted)
{
    const TcpDataSender fresh{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
    EXPECT_EQ(fresh.GetRefusedBlocks(), 0U);
    EXPECT_EQ(m_sender.GetRefusedBlocks(), 0U);
    Hear(0, 10001);
    EXPECT_EQ(m_sender.GetRefusedBlocks(), 1U);
    EXPECT_EQ(m_output.again.size(), 0U);
}

} // namespace TcpDataSenderOrdersTests
