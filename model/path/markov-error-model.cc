/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "markov-error-model.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <cmath>
#include <limits>

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

MarkovErrorModel::MarkovErrorModel()
    : m_states(CreateObject<UniformRandomVariable>()),
      m_losses(CreateObject<UniformRandomVariable>())
{
}

int64_t
MarkovErrorModel::AssignStreams(int64_t stream)
{
    m_states->SetStream(stream);
    m_losses->SetStream(stream + 1);
    return 2;
}

bool
MarkovErrorModel::IsGood()
{
    Advance();
    return m_isGood;
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
    return m_losses->GetValue() < (m_isGood ? m_goodLoss : m_badLoss);
}

void
MarkovErrorModel::DoReset()
{
    m_isGood = true;
    m_entered = Simulator::Now();
    m_isDrawn = false;
}

void
MarkovErrorModel::Advance()
{
    const auto now = Simulator::Now();
    if (!m_isDrawn)
    {
        m_isDrawn = true;
        m_change = DrawChange(m_entered);
    }
    while (m_change <= now)
    {
        m_isGood = !m_isGood;
        m_entered = m_change;
        NS_LOG_INFO((m_isGood ? "good" : "bad") << " from " << m_entered.As(Time::S) << " on");
        m_stateTrace(m_entered, m_isGood);
        m_change = DrawChange(m_entered);
    }
}

Time
MarkovErrorModel::DrawChange(Time entered)
{
    const auto stay = m_isGood ? m_stayGood : m_stayBad;
    const auto interval = (m_isGood ? m_goodInterval : m_badInterval).GetTimeStep();
    // Above 0, at most 1. More than n samples are needed with probability stay^n.
    const auto chance = 1.0 - m_states->GetValue();
    const auto samples = stay < 1.0 ? 1.0 + std::floor(std::log(chance) / std::log(stay))
                                    : std::numeric_limits<double>::infinity();
    const auto left = (Time::Max() - entered).GetTimeStep();
    if (samples >= static_cast<double>(left / interval))
    {
        return Time::Max();
    }
    return entered + TimeStep(static_cast<int64_t>(samples) * interval);
}

} // namespace ns3
