/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flow-recorder.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
FlowRecorder::Record(lean::Host& sender,
                     lean::Host& receiver,
                     Time start,
                     std::function<double()> backlog)
{
    m_sender = &sender;
    m_start = start;
    m_backlog = std::move(backlog);
    m_reader.recorder = this;
    m_reader.receiver = &receiver;
    sender.SetObserver(*this);
    receiver.SetObserver(m_reader);
}

void
FlowRecorder::Arrived(OctetRange payload)
{
    // A segment that it refuses, because of an old timestamp, leaves its next octet as it was.
    auto& held = m_reader.held;
    held.Insert(
        {held.GetNext(), m_reader.receiver->GetConnection().GetReceiver().GetBuffer().GetNext()});
    if (payload.begin <= held.GetNext() ? payload.end <= held.GetNext()
                                        : held.Insert(payload).fresh.empty())
    {
        m_unnecessary.push_back(GetNow());
    }
}

void
FlowRecorder::Reader::OnRead(uint64_t octets)
{
    recorder->m_received.push_back({recorder->GetNow(), static_cast<uint32_t>(octets)});
}

void
FlowRecorder::Sent(OctetRange payload)
{
    m_sent.push_back({GetNow(), static_cast<uint32_t>(payload.Size())});
    const auto begin = payload.begin;
    if (begin < m_highest.value_or(begin))
    {
        m_retransmissions.push_back(GetNow());
    }
    m_highest = std::max(m_highest.value_or(begin), payload.end);
}

void
FlowRecorder::OnReport(const ConnectionReport& report)
{
    if (report.kind == ConnectionReport::Kind::TIMEOUT)
    {
        m_timeouts.push_back(GetNow());
    }
}

void
FlowRecorder::OnChange()
{
    const auto& connection = m_sender->GetConnection();
    const auto& window = connection.GetWindow();
    const double full = m_sender->GetSettings().choice.mss;
    Note("cwnd", window.cwnd / full, m_lastWindow);
    Note("ssthresh", window.ssthresh / full, m_lastThreshold);
    Note("rtt", Time(window.srtt).GetSeconds(), m_lastRtt);
    if (m_backlog)
    {
        Note("Backlog", m_backlog(), m_lastBacklog);
    }
    if (window.state != m_state)
    {
        m_state = window.state;
        if (m_state == Window::State::RECOVERY)
        {
            m_recoveries.push_back(GetNow());
        }
        const bool isLoss = m_state == Window::State::RECOVERY || m_state == Window::State::LOSS;
        if (isLoss && !m_isInEpisode)
        {
            m_episodes.push_back({GetNow(), std::nullopt});
            m_episodeEnd = m_highest.value_or(0);
            m_isInEpisode = true;
        }
    }
    if (m_isInEpisode && window.una >= m_episodeEnd)
    {
        m_episodes.back().end = GetNow();
        m_isInEpisode = false;
    }
}

void
FlowRecorder::Note(const std::string& name, double value, double& last)
{
    if (std::exchange(last, value) != value && GetNow() > m_start)
    {
        m_series[name].push_back({GetNow(), value});
    }
}

} // namespace ns3
