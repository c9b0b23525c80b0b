/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "markov-error-model.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MarkovErrorModel");

NS_OBJECT_ENSURE_REGISTERED(MarkovErrorModel);

TypeId
MarkovErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MarkovErrorModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Network")
            .AddConstructor<MarkovErrorModel>()
            .AddAttribute("GoodInterval",
                          "t1 of Table 4, time between samples of the good state, above 0",
                          TimeValue(Seconds(25)),
                          MakeTimeAccessor(&MarkovErrorModel::m_goodInterval),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("BadInterval",
                          "t2 of Table 4, time between samples of the bad state, above 0",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&MarkovErrorModel::m_badInterval),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("StayGood",
                          "p of Table 4, probability that a sample leaves the state good, 0 to 1",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&MarkovErrorModel::m_stayGood),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("StayBad",
                          "q of Table 4, probability that a sample leaves the state bad, 0 to 1",
                          DoubleValue(0.55),
                          MakeDoubleAccessor(&MarkovErrorModel::m_stayBad),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("GoodLoss",
                          "alpha of Table 4, probability to lose a packet when good, 0 to 1",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&MarkovErrorModel::m_goodLoss),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("BadLoss",
                          "beta of Table 4, probability to lose a packet when bad, 0 to 1",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&MarkovErrorModel::m_badLoss),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddTraceSource("State",
                            "The link became good or bad; reported when the next packet comes",
                            MakeTraceSourceAccessor(&MarkovErrorModel::m_stateTrace),
                            "ns3::MarkovErrorModel::StateTracedCallback");
    return tid;
}

bool
MarkovErrorModel::DoCorrupt(Ptr<Packet> /* packet */)
{
    if (!IsEnabled())
    {
        return false;
    }
    Advance();
    // One number for each packet, lost or not, so that pairs of runs keep step.
    return m_losses->GetValue() < m_link.GetLoss(GetSettings());
}

void
MarkovErrorModel::DoReset()
{
    m_latest = Simulator::Now();
    m_link.Reset(m_latest.GetTimeStep());
}

MarkovStates::Settings
MarkovErrorModel::GetSettings() const
{
    return {m_goodInterval.GetTimeStep(),
            m_badInterval.GetTimeStep(),
            m_stayGood,
            m_stayBad,
            m_goodLoss,
            m_badLoss};
}

void
MarkovErrorModel::Advance()
{
    const auto draw = [this] { return m_states->GetValue(); };
    const auto report = [this](int64_t when, bool isGood) {
        NS_LOG_INFO((isGood ? "good" : "bad") << " from " << TimeStep(when).As(Time::S) << " on");
        m_stateTrace(TimeStep(when), isGood);
    };
    const auto now = Simulator::Now();
    if (now < m_latest)
    {
        // Another simulation has begun.
        m_link.Reset(0);
    }
    m_latest = now;
    m_link.Advance(now.GetTimeStep(), GetSettings(), draw, report);
}

} // namespace ns3
