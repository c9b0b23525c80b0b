/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_WINDOW_H
#define PATTERN_WINDOW_H

#include "loss-pattern.h"

#include "ns3/loss-recovery.h"
#include "ns3/recovery-laws.h"

#include <cstdint>

namespace losspattern
{

/// The window of RFC 5681, brought down by one of three laws. Octets.
class PatternWindow
{
  public:
    PatternWindow(const ns3::LossRecovery& sender, Reduction law);

    /// What an ACK, or the sender's own timer, told.
    void OnAck(const ns3::LossRecovery::AckOutcome& outcome);

    /// The retransmission timer expired, for the first time for these data or not.
    void OnTimeout(bool isRepeated);

    /// Octets were sent.
    void OnSent(uint64_t octets);

    uint64_t GetWindow() const;
    uint64_t GetThreshold() const;

  private:
    enum class State
    {
        OPEN,
        REDUCING,
        LOSS,
    };

    uint64_t GetFlight() const;
    void Keep();
    void Open(uint64_t octets);
    void Begin(const ns3::LossRecovery::AckOutcome& outcome);
    void Continue(const ns3::LossRecovery::AckOutcome& outcome);
    void Apply(const ns3::LossRecovery::AckOutcome& outcome, uint64_t delivered);

    const ns3::LossRecovery& m_sender;
    Reduction m_law;
    ns3::Rampdown m_rampdown;
    ns3::ProportionalRateReduction m_proportional;
    State m_state{State::OPEN};
    uint64_t m_window{WINDOW * MSS};
    uint64_t m_threshold{WINDOW * MSS};
    uint64_t m_allowed{0}; // by PRR, since the last ACK
    uint64_t m_priorWindow{0};
    uint64_t m_priorThreshold{0};
};

} // namespace losspattern

#endif /* PATTERN_WINDOW_H */
