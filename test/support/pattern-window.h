/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_WINDOW_H
#define PATTERN_WINDOW_H

#include "loss-pattern.h"

#include "ns3/loss-recovery.h"
#include "ns3/recovery-laws.h"

#include <cstdint>
#include <memory>

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

    uint32_t GetFlight() const;
    void Keep();
    void Open(uint64_t octets);
    /// The law hears of an ACK, which begins the reduction or goes on with it.
    void Reduce(const ns3::LossRecovery::AckOutcome& outcome, bool begins);

    const ns3::LossRecovery& m_sender;
    std::unique_ptr<ns3::ReductionLaw> m_law;
    bool m_isProportional;
    State m_state{State::OPEN};
    ns3::Window m_window;
    uint64_t m_allowed{0}; // by PRR, since the last ACK
    uint32_t m_priorWindow{0};
    uint32_t m_priorThreshold{0};
};

} // namespace losspattern

#endif /* PATTERN_WINDOW_H */
