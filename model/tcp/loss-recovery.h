/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_RECOVERY_H
#define LOSS_RECOVERY_H

#include "recovery-state.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief When a TCP sender's loss recovery starts and ends, how much data is in the network, and
 * what to send again: everything about recovery but the size of the window.
 *
 * One class for each answer: RenoRecovery, NewRenoRecovery (both DupAckRecovery), SackRecovery,
 * FackRecovery (both HoleRecovery), Rfc6675Recovery, RackRecovery. None knows sockets or clocks:
 * all positions are unwrapped octets, and the time comes with each event. What all count alike they
 * hold as a part: RecoveryState, which state, until where, how many duplicate ACKs; and in that
 * SentSegments, what was sent, when, and what became of it.
 *
 * To write another one, derive from this class or from one of the six, and override OnAck(), and
 * the functions whose bodies do not fit: they send again what is missing below `snd.fack`, and take
 * FACK's `awnd` for what is outstanding. Options are public data members with their defaults,
 * which Describe() names. A connection has a copy of an object with the options that it is to have,
 * and begins with Start(). In ns-3, TcpLossRecoveryOf makes a TypeId of such a class.
 *
 * Invariants:
 *  - a recovery is entered once, and left once or ended by a timeout, before the next is entered;
 *  - octets that the receiver is known to hold are never proposed for retransmission;
 *  - the estimate of outstanding data is never negative;
 *  - with a single lost segment all but RackRecovery, which waits for a reordering window,
 *    make the same decisions on the same ACK.
 */
class LossRecovery : public LossRecoveryTerms
{
  public:
    LossRecovery& operator=(const LossRecovery&) = delete;
    virtual ~LossRecovery() = default;

    /// Name the options: @p options is called with the name of each, a pointer to the data member,
    /// what it means, and for an enumeration each value and its name.
    template <class Options>
    static void Describe(Options& /* options */)
    {
    }

    /// A connection begins. To be called once, before all else.
    virtual void Start(const Configuration& configuration)
    {
        m_state = RecoveryState(configuration);
    }

    /// @return whether another one has to take its place where the peer does not permit SACK
    virtual bool NeedsSack() const
    {
        return true;
    }

    /// @return what the ACK means, valid until the next event
    virtual const AckOutcome& OnAck(const AckEvent& event) = 0;

    /// Octets were sent: new ones from `snd.nxt` on, or old ones again.
    virtual void OnSent(OctetRange range, Instant now = {})
    {
        m_state.OnSent(range, now);
    }

    /// The retransmission timer expired, or a timeout was forced.
    virtual void OnTimeout(Instant /* now */ = {})
    {
        m_state.OnTimeout();
    }

    /// @return octets to be sent again on an opportunity, the oldest first: at most one MSS
    virtual std::optional<OctetRange> Next(SendOpportunity opportunity) const
    {
        return m_state.Next(opportunity, GetSent().GetHighest());
    }

    /// @return octets believed to be in the network
    virtual uint64_t GetOutstanding() const
    {
        return m_state.GetOutstanding(m_state.GetAwnd());
    }

    /// Called after each event. @return when to call OnDeadline()
    virtual std::optional<Deadline> Schedule(const Timing& /* timing */)
    {
        return std::nullopt;
    }

    /// @return what it means, as of an ACK that reports nothing
    virtual const AckOutcome& OnDeadline(Instant /* now */)
    {
        return m_state.Begin();
    }

    /// The handshake has sent so many segments again, which D-SACKs may tell of.
    virtual void OnHandshake(uint32_t /* sentAgain */)
    {
    }

    /// @brief Segments had to wait for their turn, and go on.
    virtual void OnTurn()
    {
    }

    /// The recovery law found the retransmission at `snd.una` to be lost: it is due at once.
    virtual void OnHeadLost()
    {
        m_state.LoseHead();
        m_state.RequestAtOnce(Next(SendOpportunity::AT_ONCE).has_value());
    }

    /// A recovery law takes over.
    void SetLaw(const Law& law)
    {
        m_law = law;
    }

    /// The octet at @p position, which was sent before, goes as a window probe. That says nothing
    /// of losses; Karn's rule has to know.
    void NoteProbe(uint64_t position)
    {
        m_state.GetSent().SendProbe(position);
    }

    /// @return state, recovery point, duplicate ACKs, ledger of what was sent
    const RecoveryState& GetRecoveryState() const
    {
        return m_state;
    }

    /// @return what was sent, and what became of it
    const SentSegments& GetSent() const
    {
        return m_state.GetSent();
    }

  protected:
    LossRecovery() = default;

    /// With the options of another one.
    LossRecovery(const LossRecovery& other) = default;

    RecoveryState m_state{Configuration()}; //!< what all count alike
    Law m_law;                              //!< what the recovery law wants
};

} // namespace ns3

#endif /* LOSS_RECOVERY_H */
