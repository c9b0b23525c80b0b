/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_JUDGE_H
#define PATTERN_JUDGE_H

#include "pattern-knowledge.h"
#include "pattern-path.h"
#include "pattern-window.h"

#include "ns3/loss-recovery.h"

#include <string>
#include <vector>

namespace losspattern
{

/// Watches a transfer, and says what should not have happened: first fault only.
class PatternJudge
{
  public:
    using AckOutcome = ns3::LossRecovery::AckOutcome;

    /// Why a segment is sent.
    enum class Cause
    {
        WINDOW,  //!< the window allows it
        AT_ONCE, //!< the sender wants it whatever the window
        PROBE,   //!< the same, a probe
    };

    PatternJudge(const Pattern& pattern,
                 Repair repair,
                 Reduction reduction,
                 const PatternPath& path,
                 const PatternWindow& window);

    /// Octets were sent; the path has them.
    void OnSend(ns3::OctetRange range, Cause cause);

    /// An ACK arrived, before the window follows it.
    void OnAck(const PatternPath::Ack& ack, const AckOutcome& outcome);

    /// The sender's own timer expired, likewise.
    void OnDeadline(const AckOutcome& outcome, Instant now);

    /// The retransmission timer expired, or the sender has asked for the same.
    void OnTimeout(bool isForced, Instant now);

    /// The transfer is over.
    void OnEnd(const Result& result);

    /// Something else is wrong.
    void Blame(const std::string& fault);

    const PatternKnowledge& GetKnowledge() const;
    const std::string& GetFault() const;

  private:
    void CheckReduction(const AckOutcome& outcome, Instant now);
    void CheckEachReduced(int before);
    void Enter(Instant now);
    bool MayExpireEarly(Instant now) const;
    void CheckInTransit();
    uint64_t GetLimit() const;
    bool HasRoom(Mask due) const;
    void CheckDisorder(const Result& result);
    void CheckTimeouts(const Result& result);

    const Pattern& m_pattern;
    Repair m_repair;
    Reduction m_reduction;
    const PatternPath& m_path;
    const PatternWindow& m_window;
    PatternKnowledge m_knowledge;
    std::string m_fault;
    std::vector<int> m_reductionsBefore; //!< m_reductions when each segment was sent first
    int m_reductions{0};                 //!< so far, timeouts among them
    int m_reducedTo{0};                  //!< `nxt` at the last reduction
    int m_reducedAt{NONE};               //!< `una` at it
    int m_entries{0};                    //!< recoveries
    Instant m_enteredAt{0};              //!< when the last one began
    bool m_isSurprised{false};           //!< something was under way at the last timeout
    int m_transitAtEntry{0};             //!< segments under way when recovery began
    int m_acksSinceEntry{0};             //!< ACKs since then, that one included
    int m_sentSinceEntry{0};             //!< segments sent since then
    int m_flightAtEntry{0};  //!< segments outstanding then, without those told to be there before
    int m_leftToAdvance{0};  //!< segments outstanding beyond the highest known then
    int m_highestAtEntry{0}; //!< that
    double m_part{0};        //!< of the window that is left
};

} // namespace losspattern

#endif /* PATTERN_JUDGE_H */
