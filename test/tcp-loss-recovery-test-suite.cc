/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/torture-case.h"
#include "support/torture-run.h"

#include "ns3/rfc6675-recovery.h"
#include "ns3/string.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>

using namespace ns3;

namespace
{

/// RFC 6675 with another DupThresh after each D-SACK.
struct AdaptiveSender : Rfc6675Recovery
{
    AdaptiveSender() = default;

    AdaptiveSender(const AdaptiveSender& other)
        : Rfc6675Recovery(other)
    {
        ++s_made;
    }

    const AckOutcome& OnAck(const AckEvent& event) override
    {
        if (event.duplicate)
        {
            m_state.SetDupThresh(
                std::min(GetRecoveryState().GetConfiguration().dupThresh + 1, 30U));
            ++s_raised;
        }
        return Rfc6675Recovery::OnAck(event);
    }

    void OnTimeout(Instant now) override
    {
        Rfc6675Recovery::OnTimeout(now);
        m_state.SetDupThresh(3);
    }

    static constexpr const char* NAME = "ns3::TcpLossyTestRecovery";
    static inline uint32_t s_made{0};   //!< connections
    static inline uint32_t s_raised{0}; //!< times that DupThresh was raised
};

/// No more than has to be written: after three duplicate ACKs what is missing is sent again.
struct BareSender : LossRecovery
{
    BareSender() = default;

    BareSender(const BareSender& other)
        : LossRecovery(other)
    {
        ++s_made;
    }

    const AckOutcome& OnAck(const AckEvent& event) override
    {
        const auto& outcome = m_state.ReadSack(event);
        m_state.Advance();
        if (m_state.DetectsLoss())
        {
            m_state.Enter();
        }
        return outcome;
    }

    static constexpr const char* NAME = "ns3::TcpLossyBareRecovery";
    static inline uint32_t s_made{0}; //!< connections
};

} // namespace

template class ns3::TcpLossRecoveryOf<AdaptiveSender>;
template class ns3::TcpLossRecoveryOf<BareSender>;

namespace
{

/// What a text means, or what is wrong with it.
class ChoiceTestCase : public TestCase
{
  public:
    ChoiceTestCase()
        : TestCase("Texts of LossRecovery")
    {
    }

  private:
    void DoRun() override
    {
        Check("Fack", "ns3::TcpFackRecovery", "Fack");
        Check("ns3::TcpRackRecovery", "ns3::TcpRackRecovery", "ns3::TcpRackRecovery");
        Check("LossyTest", "ns3::TcpLossyTestRecovery", "LossyTest");
        Check("Fack[LostRetransmission=Wait|LatestSackOnly=true]",
              "ns3::TcpFackRecovery",
              "Fack[LatestSackOnly=true|LostRetransmission=Wait]");
        Refuse("Tahoe", "'Tahoe' is no loss recovery: give one of Fack, ");
        Refuse("", "'' is no loss recovery");
        Refuse("ns3::TcpLossRecovery", "is no loss recovery");
        Refuse("ns3::TcpPrrRecovery", "is no loss recovery");
        Refuse("Prr", "is no loss recovery");
        Refuse("Fack[LatestSackOnly=true", "is no loss recovery");
        Refuse("Fack[TimerBackoff=true]", "ns3::TcpFackRecovery has no attribute 'TimerBackoff'");
        Refuse("Fack[LatestSackOnly]", "LatestSackOnly must be of bool, not ''");
        Refuse("Reno[TimerBackoff=perhaps]", "TimerBackoff must be of bool, not 'perhaps'");
        Refuse("Fack[LostRetransmission=Never]", "LostRetransmission must be of Timeout|");
        for (const std::string time :
             {"soon", "", "5 ms", "5mss", "ms", "1e999s", "1e300s", "1e10s", "-4e5y", "nan"})
        {
            Refuse("Rack[MaxAckDelay=" + time + "]", "MaxAckDelay must be of Time");
        }
        Refuse("Rack[MaxAckDelay=" + std::string(1000000, '0') + "]", "must be of Time");
        for (const std::string time : {"5ms", "1", "1.5s", "2e-3s", "+1h", "200y"})
        {
            NS_TEST_EXPECT_MSG_EQ(LossRecoveryChoice("Rack[MaxAckDelay=" + time + "]").FindFault(),
                                  "",
                                  time);
        }
    }

    void Check(const std::string& text, const std::string& typeId, const std::string& canonical)
    {
        const LossRecoveryChoice choice(text);
        NS_TEST_EXPECT_MSG_EQ(choice.FindFault(), "", text);
        NS_TEST_EXPECT_MSG_EQ(choice.GetTypeId().GetName(), typeId, text);
        NS_TEST_EXPECT_MSG_EQ(choice.ToText(), canonical, text);
        const auto made = choice.Make();
        NS_TEST_EXPECT_MSG_EQ(made->GetInstanceTypeId(), choice.GetTypeId(), text);
        for (const auto& [name, expected] : choice.GetAttributes())
        {
            StringValue value;
            made->GetAttribute(name, value);
            NS_TEST_EXPECT_MSG_EQ(value.Get(), expected, text << ": " << name);
        }
    }

    void Refuse(const std::string& text, const std::string& reason)
    {
        const auto fault = LossRecoveryChoice(text).FindFault();
        NS_TEST_EXPECT_MSG_NE(fault.find(reason), std::string::npos, text << ": " << fault);
    }
};

/// What takes the place of each where the peer lacks SACK.
class FallbackTestCase : public TestCase
{
  public:
    FallbackTestCase()
        : TestCase("Without SACK")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string text : {"Reno", "NewReno", "Sack", "Fack", "Rfc6675", "Rack"})
        {
            const auto made = LossRecoveryChoice(text).Make();
            const bool sack = text != "Reno" && text != "NewReno";
            NS_TEST_EXPECT_MSG_EQ(made->NeedsSack(), sack, text);
            NS_TEST_EXPECT_MSG_EQ(made->MakeFallback()->NeedsSack(), false, text);
        }
        CheckSteady("Rfc6675[SlowButSteady=true]", "true");
        CheckSteady("Rfc6675", "false");
    }

    void CheckSteady(const std::string& text, const std::string& expected)
    {
        StringValue value;
        const auto fallback = LossRecoveryChoice(text).Make()->MakeFallback();
        fallback->GetAttribute("SlowButSteady", value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), expected, text);
    }
};

/// Torture with senders that are none of ours: every octet arrives.
class OwnSenderTestCase : public TestCase
{
  public:
    OwnSenderTestCase()
        : TestCase("Torture with a user's own senders")
    {
    }

  private:
    static constexpr uint32_t SEEDS = 30; //!< cases

    void DoRun() override
    {
        Run("ns3::TcpLossyTestRecovery", "LossyTest");
        NS_TEST_EXPECT_MSG_GT(AdaptiveSender::s_made, SEEDS, "a sender for each end with SACK");
        NS_TEST_EXPECT_MSG_GT(AdaptiveSender::s_raised, 0, "D-SACKs");
        Run("LossyBare", "LossyBare");
        NS_TEST_EXPECT_MSG_GT(BareSender::s_made, SEEDS, "a sender for each end with SACK");
    }

    void Run(const std::string& a, const std::string& b)
    {
        for (uint32_t seed = 1; seed <= SEEDS; ++seed)
        {
            auto torture = torture::MakeCase(seed, torture::Ends::OURS);
            torture.options.a.attributes["LossRecovery"] = a;
            torture.options.b.attributes["LossRecovery"] = b;
            const auto outcome = torture::Run(torture);
            for (const auto& fault : outcome.faults)
            {
                NS_TEST_EXPECT_MSG_EQ(fault.what, "", "seed " << seed << " at " << fault.end);
            }
        }
    }
};

/// The suite.
class TcpLossRecoveryTestSuite : public TestSuite
{
  public:
    TcpLossRecoveryTestSuite()
        : TestSuite("tcp-loss-recovery", Type::SYSTEM)
    {
        AddTestCase(new ChoiceTestCase);
        AddTestCase(new FallbackTestCase);
        AddTestCase(new OwnSenderTestCase);
    }
};

TcpLossRecoveryTestSuite g_tcpLossRecoveryTestSuite;

} // namespace
