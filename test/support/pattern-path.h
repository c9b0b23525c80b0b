/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_PATH_H
#define PATTERN_PATH_H

#include "loss-pattern.h"

#include "ns3/loss-recovery.h"
#include "ns3/reassembly-queue.h"

#include <deque>
#include <optional>
#include <vector>

namespace losspattern
{

/// A path that does what a pattern says, and the receiver at its end, which acknowledges each
/// segment at once (RFC 2018, RFC 2883, RFC 7323).
class PatternPath
{
  public:
    /// An ACK that has arrived.
    struct Ack
    {
        Instant at{0};                     //!< when it arrives
        ns3::LossRecovery::AckEvent event; //!< what it says
        int youngest{NONE};                //!< highest number of a copy that arrived
        bool isOfNeeded{false};            //!< not of a copy that was needless
    };

    explicit PatternPath(const Pattern& pattern);

    /// A segment was sent.
    void Send(int segment, Instant now);

    /// @return when the next segment or ACK arrives, if any is under way
    std::optional<Instant> GetNext() const;

    /// What is next arrives. @return the ACK, if it is one
    std::optional<Ack> Arrive();

    /// @return segments that the receiver holds
    Mask GetHeld() const;

    /// @return needed copies that are under way, and ACKs that answer such
    int GetInTransit() const;

    /// @return whether a copy of a segment is under way
    bool IsUnderWay(int segment) const;

    /// @return what an ACK says that cannot be true, or nothing
    const std::string& GetFault() const;

    int retransmissions{0}; //!< segments sent again
    int needless{0};        //!< of them, those of which another copy arrives
    int acks{0};            //!< sent by the receiver
    int sent{0};            //!< segments, each as often as it was sent

  private:
    struct Copy
    {
        Instant at;
        Instant sent;
        int segment;
        int number;
        bool isNeeded;
    };

    bool IsLost(int segment, bool again);
    void Acknowledge(const Copy& copy);
    void Check(const ns3::LossRecovery::AckEvent& event);

    const Pattern& m_pattern;
    ns3::ReassemblyQueue m_queue;
    std::deque<Copy> m_copies;
    std::deque<Ack> m_acks;
    Mask m_sentOnce{0};
    Mask m_willBeHeld{0};
    Mask m_held{0};
    Instant m_free{0};
    Instant m_stamp{0};
    int m_youngest{NONE};
    int m_inTransit{0};
    std::string m_fault;
};

} // namespace losspattern

#endif /* PATTERN_PATH_H */
