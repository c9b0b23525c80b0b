/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_FLOW_RECORDER_H
#define LEAN_FLOW_RECORDER_H

#include "lean/lean-host.h"

#include "ns3/flow-record.h"
#include "ns3/reassembly-queue.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/// As our helper of this name: records a flow between two hosts of the lean world.
class FlowRecorder final : public FlowRecord, private lean::Observer
{
  public:
    explicit FlowRecorder(const lean::Clock& clock)
        : m_clock(clock)
    {
    }

    /// Record, from a start on. @param backlog what a congestion control estimates; null for none
    void Record(lean::Host& sender,
                lean::Host& receiver,
                Time start,
                std::function<double()> backlog);

    const std::vector<Time>& GetUnnecessaryRetransmissions() const
    {
        return m_unnecessary;
    }

    /// Data of the sender's go.
    void Sent(OctetRange payload);

    /// Data are at the receiver, which will look at them next.
    void Arrived(OctetRange payload);

  private:
    struct Reader final : lean::Observer
    {
        FlowRecorder* recorder{nullptr};        //!< is told
        const lean::Host* receiver{nullptr};    //!< of data
        ReassemblyQueue held{FirstPosition(1)}; //!< what has come

        void OnRead(uint64_t octets) override;
    };

    void OnReport(const ConnectionReport& report) override;
    void OnChange() override;

    void Require(Time /* until */, const std::string& /* asker */) const override
    {
    }

    Time GetNow() const
    {
        return m_clock.GetNow();
    }

    /// Append a value to a series if it is another one. @param last the one before
    void Note(const std::string& name, double value, double& last);

    const lean::Clock& m_clock;                 //!< the time
    const lean::Host* m_sender{nullptr};        //!< of data
    Reader m_reader;                            //!< at the receiver
    Time m_start;                               //!< begin of the series
    std::function<double()> m_backlog;          //!< estimated, or null
    double m_lastWindow{0};                     //!< segments
    double m_lastThreshold{0};                  //!< segments
    double m_lastRtt{0};                        //!< s
    double m_lastBacklog{0};                    //!< segments
    std::optional<uint64_t> m_highest;          //!< one past the highest octet that was sent
    uint64_t m_episodeEnd{0};                   //!< what ends the last episode
    bool m_isInEpisode{false};                  //!< it has not ended
    Window::State m_state{Window::State::OPEN}; //!< of the sender
};

} // namespace ns3

#endif /* LEAN_FLOW_RECORDER_H */
