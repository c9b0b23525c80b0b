/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_TRANSFER_H
#define PATTERN_TRANSFER_H

#include "pattern-judge.h"
#include "pattern-path.h"
#include "pattern-window.h"

#include "ns3/sender-rules.h"

#include <memory>
#include <ostream>

namespace losspattern
{

/// A sender, with a window, a timer and a number of segments, over a path; no simulator.
class PatternTransfer
{
  public:
    /// @p trace is told what happens, unless it is null.
    PatternTransfer(const Pattern& pattern,
                    Repair repair,
                    Reduction reduction,
                    std::ostream* trace = nullptr);

    /// From the first segment to the last ACK.
    Result Run();

  private:
    using Sender = ns3::LossRecovery;
    using Cause = PatternJudge::Cause;

    bool Step();
    void OnAck(PatternPath::Ack& ack);
    void OnTimer();
    void OnDeadline();
    void Timeout(bool isForced);
    void FollowTimer(const Sender::AckOutcome& outcome);
    void Sample(int before);
    void SendAllowed();
    bool SendNext();
    void SendAtOnce();
    void SendProbe();
    void Transmit(ns3::OctetRange range, Cause cause);
    bool IsHeadSentAgain() const;
    void Tell(const std::string& what);

    const Pattern& m_pattern;
    std::unique_ptr<Sender> m_sender;
    PatternPath m_path;
    PatternWindow m_window;
    PatternJudge m_judge;
    ns3::TimerSet m_timers;
    ns3::RetransmissionTimer m_timer;
    std::optional<Sender::Deadline> m_deadline;
    Instant m_now{0};
    Mask m_again{0};
    Result m_result;
    std::ostream* m_trace;
};

} // namespace losspattern

#endif /* PATTERN_TRANSFER_H */
