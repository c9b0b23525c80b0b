/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_RECOVERY_SENDER_H
#define LOSS_RECOVERY_SENDER_H

#include "octet-range.h"
#include "sack-scoreboard.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief When a TCP sender's loss recovery starts and ends, how much data is in the network, and
 * what to send again: everything about recovery but the size of the window.
 *
 * One subclass for each answer: RenoSender, NewRenoSender, SackSender, FackSender, Rfc6675Sender,
 * RackSender. This class holds what they share. It knows neither sockets nor clocks; all positions
 * are unwrapped octets. The time comes with each event, for those who need it; they may ask for a
 * timer.
 *
 * States:
 *  - OPEN: no loss is known. Duplicate ACKs are counted;
 *  - RECOVERY: a loss was detected by ACKs. It ends when the cumulative ACK reaches the recovery
 *    point, `snd.nxt` at detection (FACK paper, section 3.2; RFC 6675, section 5);
 *  - LOSS: the retransmission timer expired. What was outstanding counts as having left the
 *    network, and everything below the recovery point is sent again unless it is acknowledged or
 *    SACKed. What was SACKed before is forgotten (RFC 2018, section 8) or kept unless the receiver
 *    has reneged (RFC 6675, section 5.1), as configured. No recovery starts before the recovery
 *    point is acknowledged (RFC 6675, section 5.1).
 *
 * Events: an ACK, a segment sent, a timeout, and for those who ask for it the end of a timer.
 *
 * Invariants:
 *  - a recovery is entered once, and left once or ended by a timeout, before the next is entered;
 *  - octets that the receiver is known to hold are never proposed for retransmission. It is known
 *    by all that was reported, or by the latest report alone, as configured; `snd.fack` does not
 *    go back with what is forgotten, and what was sent again, reported and forgotten may be sent
 *    once more;
 *  - the estimate of outstanding data is never negative;
 *  - with a single lost segment all senders but RackSender, which waits for a reordering window,
 *    make the same decisions on the same ACK;
 *  - AwaitsTimer() is true in RECOVERY and LOSS only, until a timeout or the end of the repair.
 */
class LossRecoverySender
{
  public:
    /// Time since any fixed origin, or a span of it.
    using Instant = std::chrono::nanoseconds;

    /// What the sender knows of the losses.
    enum class State
    {
        OPEN,     //!< no loss known
        RECOVERY, //!< repairing what ACKs showed to be lost
        LOSS,     //!< sending again after a timeout
    };

    /// Constants of a connection.
    struct Configuration
    {
        uint32_t mss{536};          //!< maximum segment size, octets, above 0
        uint32_t dupThresh{3};      //!< duplicate ACKs that mean a loss, above 0 (RFC 5681)
        bool limitedTransmit{true}; //!< new data on the first duplicate ACKs (RFC 3042)
        bool keepSack{false};       //!< a timeout forgets no SACK (RFC 6675, section 5.1)

        /// The recovery law repairs what is lost during a recovery, too, see RecoveryLaw. Without
        /// SACK, which knows what is missing above, each partial ACK moves the end of the recovery
        /// to `snd.nxt`.
        bool repairsLaterLosses{false};

        /// The next recovery may begin at the point where the last one ended, which RFC 6582
        /// (section 3.2, step 2) forbids. After a timeout it may not.
        bool forgetsRecoveryPoint{false};

        /// Only the blocks of the latest ACK that has any are taken to be held; what earlier ones
        /// reported is missing again (compressed SACK paper, section III, as one may read it). For
        /// SackSender and FackSender.
        bool latestSackOnly{false};
    };

    /// An arriving ACK.
    struct AckEvent
    {
        uint64_t ack{0};                //!< cumulative acknowledgment, not above `snd.nxt`
        std::vector<OctetRange> blocks; //!< SACK blocks in the order of the option
        bool pure{true};                //!< neither data nor a changed window came with it
        std::size_t segments{SIZE_MAX}; //!< segments in flight: the most blocks that can be true
        Instant now{0};                 //!< when it arrived
        std::optional<OctetRange> duplicate; //!< what it reports as arrived twice (RFC 2883)
        std::optional<Instant> echo;         //!< moment of the timestamp that it echoes (RFC 7323)
    };

    /// What timers depend on.
    struct Timing
    {
        Instant now{0};                 //!< the time
        std::optional<Instant> srtt;    //!< smoothed round trip, once there is one
        std::optional<Instant> timeout; //!< when the retransmission timer expires, if it runs
    };

    /// What an ACK meant.
    struct AckOutcome
    {
        bool entered{false};        //!< recovery starts with this ACK: reduce the window once
        bool left{false};           //!< recovery or the repair after a timeout is over
        bool partial{false};        //!< new data acknowledged below the recovery point, in RECOVERY
        bool duplicate{false};      //!< counts as a duplicate ACK
        bool restartTimer{false};   //!< the retransmission timer starts anew
        bool backOffTimer{false};   //!< the timer is doubled, too (Reno of 1996)
        bool forceTimeout{false};   //!< act as if the timer had expired (FACK paper, 3.2, 4.3)
        bool undone{false};         //!< the last repair was needless: take its reduction back
        bool probeRepaired{false};  //!< a probe has repaired a loss: reduce the window once
        bool probe{false};          //!< a probe is due, see GetProbe()
        uint64_t acknowledged{0};   //!< octets by which `snd.una` moved
        uint64_t delivered{0};      //!< octets newly known to have arrived; estimated without SACK
        uint64_t forwardAdvance{0}; //!< octets by which `snd.fack` moved; estimated without SACK
        uint64_t lostRetransmitted{0};  //!< retransmitted octets judged lost again
        uint64_t lost{0};               //!< octets judged lost since the last ACK, those included
        bool showsLoss{false};          //!< this ACK itself has shown some of them
        std::vector<OctetRange> sacked; //!< ranges reported for the first time by SACK blocks
    };

    /**
     * @brief A sender at the start of a connection.
     * @param configuration constants of the connection
     */
    explicit LossRecoverySender(const Configuration& configuration);

    virtual ~LossRecoverySender() = default;

    /**
     * @brief Begin a connection: nothing is sent.
     * @param position the first octet that will be sent
     */
    void Start(uint64_t position);

    /**
     * @brief Another recovery law takes over.
     * @param repairsLaterLosses as in Configuration
     * @param forgetsRecoveryPoint as in Configuration
     */
    void SetLaw(bool repairsLaterLosses, bool forgetsRecoveryPoint);

    /**
     * @brief An ACK arrived.
     * @param event the ACK
     * @return what it means, valid until the next ACK
     */
    const AckOutcome& OnAck(const AckEvent& event);

    /**
     * @brief Octets were sent: new ones from `snd.nxt` on, or old ones again.
     * @param range the octets
     * @param now when
     */
    void OnSent(OctetRange range, Instant now = Instant::zero());

    /// @brief The retransmission timer expired, or a timeout was forced. @param now when
    void OnTimeout(Instant now = Instant::zero());

    /**
     * @brief Everything about an event was done: set the timer. To be called after each of them.
     * @param timing what timers depend on
     */
    virtual void OnTiming(const Timing& timing);

    /// @brief When OnDeadline() is to be called. @return a moment, or nothing
    virtual std::optional<Instant> GetDeadline() const;

    /// @brief Whether that is a probe's, which goes before a timeout (RFC 8985, section 7.3).
    /// @return true if so
    virtual bool IsDeadlineOfProbe() const;

    /**
     * @brief The sender's own timer expired.
     * @param now the time
     * @return what it means, valid until the next event: as of an ACK that reports nothing
     */
    const AckOutcome& OnDeadline(Instant now);

    /// @brief What a probe sends again where there are no new data. @return octets of one segment,
    /// or nothing
    virtual std::optional<OctetRange> GetProbe() const;

    /// @brief The retransmission at `snd.una` was found to be lost by other means than ACKs: it is
    /// a hole again, and due at once. Without effect outside RECOVERY.
    void OnHeadLost();

    /**
     * @brief What has to be sent again at once, whatever the window says: the segment whose loss
     * starts a recovery, and for NewReno the one a partial ACK exposes.
     * @return at most one MSS; nothing when all that is known to be missing is on its way again
     */
    virtual std::optional<OctetRange> GetFastRetransmit() const;

    /**
     * @brief What to send again when the window allows; new data follow when there is nothing.
     * @return the oldest such octets, at most one MSS
     */
    virtual std::optional<OctetRange> NextRetransmission() const;

    /**
     * @brief What to send again when the window allows and new data cannot be sent.
     * @param dataWaits whether there are new data, for which the receiver has no room
     * @return at most one MSS
     */
    virtual std::optional<OctetRange> NextLastResort(bool dataWaits) const;

    /// @brief Whether nothing at all is to be sent before the timer expires. @return true if so
    bool AwaitsTimer() const;

    /// @brief Data believed to be in the network. @return octets
    virtual uint64_t GetOutstanding() const;

    /// @brief What the window is reduced from (RFC 5681, equation 4). @return FlightSize, octets
    uint64_t GetFlightSize() const;

    /**
     * @brief The forward-most octet known to be held plus one; `snd.una` outside recovery (FACK
     * paper, section 3).
     * @return `snd.fack`
     */
    uint64_t GetSndFack() const;

    /**
     * @brief FACK's estimate of outstanding data, `snd.nxt - snd.fack + retran_data`, whichever
     * estimate this sender uses.
     * @return octets
     */
    uint64_t GetAwnd() const;

    /// @brief The state. @return see the class description
    State GetState() const;

    /// @brief Where the current or the last repair ends. @return a position
    uint64_t GetRecoveryPoint() const;

    /// @brief Duplicate ACKs since the cumulative ACK moved; none while a timeout is repaired, nor
    /// at the end of a repair. @return their number
    uint32_t GetDupAcks() const;

    /// @brief What the receiver is known to hold. @return the scoreboard
    const SackScoreboard& GetScoreboard() const;

    /// @brief Whether SACK blocks are used. @return false for senders that only count ACKs
    virtual bool UsesSack() const = 0;

  protected:
    /// @brief A connection begins. @param position the first octet that will be sent
    virtual void OnStart(uint64_t position);

    /// @brief The scoreboard has taken over what an ACK says. @param event the ACK
    /// @param outcome to be completed
    virtual void OnScoreboard(const AckEvent& event, AckOutcome& outcome);

    /// @brief Octets were sent in any state; the scoreboard knows. @param range the octets
    /// @param isRetransmission whether they were sent before @param now when
    virtual void OnTransmitted(OctetRange range, bool isRetransmission, Instant now);

    /// @brief The state is LOSS now. @param before the state before @param isForgotten whether
    /// nothing is held to be SACKed any more @param now when
    virtual void OnLoss(State before, bool isForgotten, Instant now);

    /// @brief The own timer expired. @param now when @param outcome to be completed
    virtual void OnTimer(Instant now, AckOutcome& outcome);

    /// @brief The retransmission at `snd.una` is a hole again.
    virtual void LoseHead();

    /// @brief What an ACK shows to be lost for the first time. @param outcome to be completed
    /// @param fackBefore `snd.fack` before the ACK
    virtual void CountLost(AckOutcome& outcome, uint64_t fackBefore);

    /// @brief Whether what is known in OPEN means that a segment was lost. @return true if so
    virtual bool DetectsLoss() const;

    /// @brief Whether an ACK of new data ends recovery. @return true if so
    virtual bool EndsRecovery() const;

    /// @brief Recovery begins. @param outcome to be completed
    virtual void OnEnter(AckOutcome& outcome);

    /// @brief A duplicate ACK in RECOVERY.
    virtual void OnDuplicate();

    /// @brief A partial ACK in RECOVERY. @param outcome to be completed
    virtual void OnPartial(AckOutcome& outcome);

    /// @brief Octets were sent in RECOVERY. @param range the octets @param isFast whether it is
    /// the fast retransmit
    virtual void OnSentInRecovery(OctetRange range, bool isFast);

    /// @brief Whether octets that are sent again count as a retransmission; a rescue does not (RFC
    /// 6675, section 4, NextSeg() rule 4). @param range the octets @return true if so
    virtual bool IsNoted(OctetRange range);

    /// @brief The ACK was read, in RECOVERY or LOSS: look for lost retransmissions, and for losses
    /// that recovery cannot repair. @param outcome to be completed
    virtual void JudgeRetransmissions(AckOutcome& outcome);

    /// @brief Data believed to be in the network in RECOVERY. @return octets
    virtual uint64_t GetOutstandingInRecovery() const = 0;

    /// @brief End of what may be sent again in RECOVERY. @return a position; `snd.una` for nothing
    virtual uint64_t GetRepairLimit() const = 0;

    /// @brief A retransmission that was lost: it is a hole again. @return one range, or nothing
    std::optional<OctetRange> TakeLostRetransmission();

    /// @brief The same, also if only a later retransmission was heard of. @return one range, or
    /// nothing
    std::optional<OctetRange> TakeOvertakenRetransmission();

    /// @brief A retransmission was lost: the scoreboard's octets are a hole again. @param position
    /// of its first octet
    void LoseRetransmissionAt(uint64_t position);

    /// @param limit search below this position @return first MSS of the oldest hole
    std::optional<OctetRange> OldestHole(uint64_t limit) const;

    /// @brief Whether new data may be sent on the first duplicate ACKs. @return true if so
    bool HasLimitedTransmit() const;

    /// @brief Octets below `snd.fack` that the receiver is not known to hold. @return octets
    uint64_t GetMissing() const;

    /// @brief Maximum segment size. @return octets
    uint32_t GetMss() const;

    /// @brief Duplicate ACKs that mean a loss. @return their number
    uint32_t GetDupThresh() const;

    /// @brief From the next event on more or fewer duplicate ACKs mean a loss. @param dupThresh
    /// their number, above 0
    void SetDupThresh(uint32_t dupThresh);

    /// @brief Whether duplicate ACKs may be the echo of the last repair's needless retransmissions
    /// (RFC 6582, section 3.2, step 2). @return true if so
    bool IsInOldWindow() const;

    /// @brief Ask for a fast retransmit of the oldest missing segment.
    void RequestFastRetransmit();

    /// @brief Whether a fast retransmit was asked for and not sent. @return true if so
    bool IsFastRetransmitDue() const;

    /// @brief Send nothing until the timer expires or the repair is over.
    void AwaitTimer();

  private:
    /// @brief Begin an outcome, with the memory of the last one.
    void ResetOutcome();

    /// @brief Take over what an ACK says. @param event the ACK @param outcome to be completed
    void UpdateScoreboard(const AckEvent& event, AckOutcome& outcome);

    /// @brief What earlier ACKs reported and this one does not is not held any more, by what is
    /// known. @param blocks of the latest ACK, in any order
    void ForgetEarlierSack(std::vector<OctetRange> blocks);

    /// @brief Whether an ACK is a duplicate. @param event the ACK @param outcome what it moved
    /// @return true if so
    bool IsDuplicate(const AckEvent& event, const AckOutcome& outcome) const;

    /// @brief Estimate what arrived where no SACK tells: one MSS for each duplicate ACK, and for an
    /// ACK of new data what these did not stand for, but at least the segment that caused it (RFC
    /// 6937, section 3). @param outcome to be completed
    void EstimateDelivered(AckOutcome& outcome);

    /// @brief The ACK in OPEN. @param outcome to be completed
    void AckInOpen(AckOutcome& outcome);

    /// @brief The ACK in RECOVERY. @param outcome to be completed
    void AckInRecovery(AckOutcome& outcome);

    /// @brief Recovery starts. @param outcome to be completed
    void Enter(AckOutcome& outcome);

    /// @brief Recovery, or the repair after a timeout, is over. @param outcome to be completed
    void Leave(AckOutcome& outcome);

    Configuration m_configuration;           //!< constants
    SackScoreboard m_scoreboard;             //!< what arrived, what was sent again
    State m_state{State::OPEN};              //!< the state
    std::optional<uint64_t> m_recoveryPoint; //!< `snd.nxt` at the last loss
    bool m_pointWaived{false}; //!< the next recovery may start at the last recovery point
    uint32_t m_dupAcks{0};     //!< duplicate ACKs counted
    uint64_t m_dupCredit{0};   //!< octets that duplicate ACKs stood for and no ACK has covered yet
    uint64_t m_judgedTo{0};    //!< the holes below are counted as lost
    uint64_t m_unjudged{0};    //!< octets missing between there and `snd.fack`
    bool m_fastRetransmit{false}; //!< a fast retransmit is due
    bool m_awaitsTimer{false};    //!< nothing is to be sent before the timer expires
    AckOutcome m_outcome;         //!< of the last ACK
};

} // namespace ns3

#endif /* LOSS_RECOVERY_SENDER_H */
