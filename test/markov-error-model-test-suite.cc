/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/markov-error-model.h"
#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A column of the paper's Table 4.
struct Parameters
{
    double t1;
    double t2;
    double p;
    double q;
    double alpha;
    double beta;
};

constexpr Parameters FORWARD{25, 5, 0.05, 0.55, 0.05, 0.25};
constexpr Parameters REVERSE{25, 15, 0.45, 0.45, 0.05, 0.75};

/// A model and what came out of it.
class MarkovTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    struct Change
    {
        double seconds;
        bool isGood;
    };

    static Ptr<MarkovErrorModel> Make(const Parameters& parameters, int64_t stream = 1)
    {
        auto model = CreateObject<MarkovErrorModel>();
        model->SetAttribute("GoodInterval", TimeValue(Seconds(parameters.t1)));
        model->SetAttribute("BadInterval", TimeValue(Seconds(parameters.t2)));
        model->SetAttribute("StayGood", DoubleValue(parameters.p));
        model->SetAttribute("StayBad", DoubleValue(parameters.q));
        model->SetAttribute("GoodLoss", DoubleValue(parameters.alpha));
        model->SetAttribute("BadLoss", DoubleValue(parameters.beta));
        model->AssignStreams(stream);
        return model;
    }

    /// Packets at a constant interval, the first one after it. @return whether each was lost
    std::vector<bool> Send(const Ptr<MarkovErrorModel>& model, Time interval, int packets)
    {
        std::vector<bool> lost;
        std::function<void()> send = [&]() {
            lost.push_back(model->IsCorrupt(Create<Packet>()));
            if (static_cast<int>(lost.size()) < packets)
            {
                ns3compat::ScheduleCall(interval, send);
            }
        };
        model->TraceConnectWithoutContext("State", MakeCallback(&MarkovTestCase::OnState, this));
        ns3compat::ScheduleCall(interval, send);
        Simulator::Run();
        Simulator::Destroy();
        return lost;
    }

    std::vector<Change> changes;

  private:
    void OnState(Time when, bool isGood)
    {
        changes.push_back({when.GetSeconds(), isGood});
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

/// States without chance.
class TimelineTestCase : public MarkovTestCase
{
  public:
    TimelineTestCase()
        : MarkovTestCase("States by hand: at once, at a sample, after a gap, for ever")
    {
    }

  private:
    void DoRun() override
    {
        // Every sample changes the state: good from 0, 5, 10 on for 3 s, bad for 2 s.
        const auto alternating = Send(Make({3, 2, 0, 0, 0, 1}), Seconds(1), 12);
        const std::vector<bool> expected{0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((alternating == expected), true, "at 1 s, 2 s, ... 12 s");
        const std::vector<std::pair<double, bool>> times{{3, false},
                                                         {5, true},
                                                         {8, false},
                                                         {10, true}};
        NS_TEST_ASSERT_MSG_EQ(changes.size(), times.size(), "changes");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(changes[i].seconds, times[i].first, "change " << i);
            NS_TEST_EXPECT_MSG_EQ(changes[i].isGood, times[i].second, "change " << i);
        }
        // 1003 s are 200 times 5 s and 3 s: bad. 2006 s: good, 1 s into it.
        const auto gaps = Send(Make({3, 2, 0, 0, 0, 1}), Seconds(1003), 2);
        NS_TEST_EXPECT_MSG_EQ((gaps == std::vector<bool>{1, 0}), true, "after gaps");

        const auto good = Send(Make({1, 1, 1, 0, 0, 1}), Seconds(1000), 100);
        NS_TEST_EXPECT_MSG_EQ((good == std::vector<bool>(100, false)), true, "never bad");
        const auto bad = Send(Make({1, 1, 0, 1, 0, 1}), Seconds(1000), 100);
        NS_TEST_EXPECT_MSG_EQ((bad == std::vector<bool>(100, true)), true, "never good again");
        const auto rarely = Send(Make({1, 1, 1 - 1e-16, 0, 0, 1}), Seconds(1e6), 100);
        NS_TEST_EXPECT_MSG_EQ((rarely == std::vector<bool>(100, false)), true, "hardly ever bad");
    }
};

/// One sequence decides the losses, another one the states.
class TwoStreamsTestCase : public MarkovTestCase
{
  public:
    TwoStreamsTestCase()
        : MarkovTestCase("The losses have the second one of two streams, the states the first one")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t STREAM = 40;
        constexpr int PACKETS = 1000;
        const auto lost = Send(Make({1, 1, 1, 0, 0.5, 1}, STREAM), Seconds(1), PACKETS);
        auto losses = CreateObject<UniformRandomVariable>();
        losses->SetStream(STREAM + 1);
        for (int i = 0; i < PACKETS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(lost[i], (losses->GetValue() < 0.5), "packet " << i);
        }
        // Whether the link is still good after a sample of 1 s.
        auto states = CreateObject<UniformRandomVariable>();
        states->SetStream(STREAM);
        const bool stays = 1.0 - states->GetValue() <= 0.5;
        const auto first = Send(Make({1, 1e6, 0.5, 0, 0, 1}, STREAM), Seconds(1.5), 1);
        NS_TEST_EXPECT_MSG_EQ(first.front(), !stays, "the first sample");
    }
};

class ResetTestCase : public MarkovTestCase
{
  public:
    ResetTestCase()
        : MarkovTestCase("Reset makes the link good from then on; a disabled model loses nothing")
    {
    }

  private:
    void DoRun() override
    {
        m_model = Make({3, 2, 0, 0, 0, 1});
        Simulator::Schedule(Seconds(4), &ResetTestCase::Expect, this, false);
        Simulator::Schedule(Seconds(4.1), &MarkovErrorModel::Reset, m_model);
        Simulator::Schedule(Seconds(4.2), &ResetTestCase::Expect, this, true);
        Simulator::Schedule(Seconds(7.0), &ResetTestCase::Expect, this, true);
        Simulator::Schedule(Seconds(7.2), &ResetTestCase::Expect, this, false);
        Simulator::Schedule(Seconds(7.3), &MarkovErrorModel::Disable, m_model);
        Simulator::Schedule(Seconds(7.4), &ResetTestCase::ExpectLoss, this, false);
        Simulator::Schedule(Seconds(7.5), &MarkovErrorModel::Enable, m_model);
        Simulator::Schedule(Seconds(7.6), &ResetTestCase::ExpectLoss, this, true);
        Simulator::Run();
        ExpectNothingTold();
    }

    void Expect(bool isGood)
    {
        NS_TEST_EXPECT_MSG_EQ(m_model->IsGood(), isGood, Simulator::Now());
    }

    /// A model that is switched off does not look at its link.
    void ExpectNothingTold()
    {
        const auto model = Make({3, 2, 0, 0, 0, 1});
        model->Disable();
        Send(model, Seconds(1), 12);
        NS_TEST_EXPECT_MSG_EQ(changes.size(), 0, "switched off");
    }

    void ExpectLoss(bool isLost)
    {
        const bool result = m_model->IsCorrupt(Create<Packet>());
        NS_TEST_EXPECT_MSG_EQ(result, isLost, Simulator::Now());
    }

    Ptr<MarkovErrorModel> m_model;
};

/// A model that is kept for another simulation. Each sample changes the state: bad from 3 to 5 s.
class SecondSimulationTestCase : public MarkovTestCase
{
  public:
    SecondSimulationTestCase()
        : MarkovTestCase("In another simulation the states begin anew at time 0")
    {
    }

  private:
    void DoRun() override
    {
        const auto model = Make({3, 2, 0, 0, 0, 1});
        const std::vector<bool> expected{false, false, true, true, false, false, false};
        for (const int simulation : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ((Send(model, Seconds(1), 7) == expected), true, simulation);
        }
        // A link that is reset there is good from then on.
        Simulator::Schedule(Seconds(1), &MarkovErrorModel::Reset, model);
        Simulator::Schedule(Seconds(3.5), &SecondSimulationTestCase::Expect, this, model, true);
        Simulator::Schedule(Seconds(4.5), &SecondSimulationTestCase::Expect, this, model, false);
        Simulator::Run();
        Simulator::Destroy();
    }

    void Expect(Ptr<MarkovErrorModel> model, bool isGood)
    {
        NS_TEST_EXPECT_MSG_EQ(model->IsGood(), isGood, Simulator::Now());
    }
};

/**
 * The long run against closed forms.
 *
 * A time in good lasts t1 times a geometric number of samples of mean 1 / (1 - p), one in bad t2
 * times one of mean 1 / (1 - q). By renewal the part of time that is bad is the mean time in bad
 * over the mean time in both:
 *
 *  - forward: good 25 / 0.95 = 500/19 s, bad 5 / 0.45 = 100/9 s; bad are
 *    (100/9) / (500/19 + 100/9) = 1900 / 6400 = 19/64, loss is 0.05 + 0.2 * 19/64 = 7/64;
 *  - reverse: good 25 / 0.55 = 500/11 s, bad 15 / 0.55 = 300/11 s; bad are 3/8, loss is
 *    0.05 + 0.7 * 3/8 = 5/16.
 *
 * The number of samples has variance p / (1 - p)^2. Of N cycles the part that is bad, f, has the
 * variance [(1 - f)^2 var(bad) + f^2 var(good)] / (mean cycle)^2 / N (renewal reward theorem). With
 * a packet a second for S seconds:
 *
 *  - forward: var(good) = 625 * 0.05 / 0.9025 = 34.6, var(bad) = 25 * 0.55 / 0.2025 = 67.9, cycle
 *    37.43 s: sd of f is 0.162 / sqrt(S / 37.43) = 0.99 / sqrt(S), of the loss rate 0.2 times that;
 *  - reverse: var(good) = 625 * 0.45 / 0.3025 = 930, var(bad) = 225 * 0.45 / 0.3025 = 335, cycle
 *    72.73 s: (0.391 * 335 + 0.141 * 930) / 5289 = 0.0496, sd of f is 0.2227 / sqrt(S / 72.73)
 *    = 1.90 / sqrt(S), of the loss rate 0.7 times that.
 *
 * The packets' own chance adds sqrt(loss * (1 - loss) / S).
 */
class StationaryTestCase : public MarkovTestCase
{
  public:
    StationaryTestCase(const std::string& name,
                       const Parameters& parameters,
                       double loss,
                       double deviationOfStates)
        : MarkovTestCase("Loss rate and times in the states, Table 4, " + name),
          m_parameters(parameters),
          m_loss(loss),
          m_deviationOfStates(deviationOfStates)
    {
    }

  private:
    static constexpr int PACKETS = 1000000;

    void DoRun() override
    {
        const auto lost = Send(Make(m_parameters, 11), Seconds(1), PACKETS);
        double count = 0;
        for (const bool isLost : lost)
        {
            count += isLost;
        }
        const auto deviation =
            std::hypot(m_deviationOfStates, std::sqrt(m_loss * (1 - m_loss))) / std::sqrt(PACKETS);
        NS_TEST_EXPECT_MSG_EQ_TOL(count / PACKETS, m_loss, 4 * deviation, "loss rate");
        CheckTimes(true, m_parameters.t1, m_parameters.p);
        CheckTimes(false, m_parameters.t2, m_parameters.q);
    }

    void CheckTimes(bool isGood, double interval, double stay)
    {
        double number = 0;
        double once = 0;
        double sum = 0;
        for (std::size_t i = 1; i < changes.size(); ++i)
        {
            if (changes[i - 1].isGood == isGood)
            {
                const auto samples = (changes[i].seconds - changes[i - 1].seconds) / interval;
                NS_TEST_ASSERT_MSG_EQ_TOL(samples, std::round(samples), 1e-6, "whole samples");
                NS_TEST_ASSERT_MSG_GT(samples, 0.5, "at least one");
                once += (samples < 1.5);
                sum += samples;
                ++number;
            }
        }
        const auto name = isGood ? "good" : "bad";
        NS_TEST_ASSERT_MSG_GT(number, 10000, name);
        // Geometric: mean 1 / (1 - stay), variance stay / (1 - stay)^2.
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / number,
                                  1 / (1 - stay),
                                  4 * std::sqrt(stay / number) / (1 - stay),
                                  "mean time, " << name);
        NS_TEST_EXPECT_MSG_EQ_TOL(once / number,
                                  1 - stay,
                                  4 * std::sqrt(stay * (1 - stay) / number),
                                  "one sample only, " << name);
    }

    Parameters m_parameters;
    double m_loss;
    double m_deviationOfStates;
};

class StreamsTestCase : public MarkovTestCase
{
  public:
    StreamsTestCase()
        : MarkovTestCase("Streams: the same ones repeat a run, states do not depend on packets")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(CreateObject<MarkovErrorModel>()->AssignStreams(3),
                              2,
                              "streams used");
        const auto lost = Send(Make(REVERSE, 5), Seconds(1), 10000);
        const auto known = changes;
        const auto same = Send(Make(REVERSE, 5), Seconds(1), 10000);
        NS_TEST_EXPECT_MSG_EQ((same == lost), true, "same streams");
        const auto other = Send(Make(REVERSE, 7), Seconds(1), 10000);
        NS_TEST_EXPECT_MSG_EQ((other == lost), false, "other streams");
        changes.clear();
        Send(Make(REVERSE, 5), Seconds(2500), 4);
        NS_TEST_ASSERT_MSG_GT(known.size(), 200, "changes in 10,000 s");
        NS_TEST_ASSERT_MSG_EQ(changes.size(), known.size(), "changes seen by four packets");
        for (std::size_t i = 0; i < known.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(changes[i].seconds, known[i].seconds, "change " << i);
            NS_TEST_EXPECT_MSG_EQ(changes[i].isGood, known[i].isGood, "change " << i);
        }
    }
};

class RangeTestCase : public MarkovTestCase
{
  public:
    RangeTestCase()
        : MarkovTestCase("Attributes out of range are refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto model = CreateObject<MarkovErrorModel>();
        for (const std::string name : {"StayGood", "StayBad", "GoodLoss", "BadLoss"})
        {
            for (const double value : {-0.01, 1.01, std::nan("")})
            {
                NS_TEST_EXPECT_MSG_EQ(model->SetAttributeFailSafe(name, DoubleValue(value)),
                                      false,
                                      name << " = " << value);
            }
            NS_TEST_EXPECT_MSG_EQ(model->SetAttributeFailSafe(name, DoubleValue(1)), true, name);
        }
        for (const std::string name : {"GoodInterval", "BadInterval"})
        {
            for (const double value : {-1.0, 0.0})
            {
                NS_TEST_EXPECT_MSG_EQ(model->SetAttributeFailSafe(name, TimeValue(Seconds(value))),
                                      false,
                                      name << " = " << value);
            }
        }
    }
};

class MarkovErrorModelTestSuite : public TestSuite
{
  public:
    MarkovErrorModelTestSuite()
        : TestSuite("markov-error-model", Type::UNIT)
    {
        AddTestCase(new TimelineTestCase);
        AddTestCase(new ResetTestCase);
        AddTestCase(new SecondSimulationTestCase);
        AddTestCase(new StationaryTestCase("forward", FORWARD, 7.0 / 64, 0.2 * 0.99));
        AddTestCase(new StationaryTestCase("reverse", REVERSE, 5.0 / 16, 0.7 * 1.90));
        AddTestCase(new TwoStreamsTestCase);
        AddTestCase(new StreamsTestCase);
        AddTestCase(new RangeTestCase);
    }
};

MarkovErrorModelTestSuite g_markovErrorModelTestSuite;

} // namespace
