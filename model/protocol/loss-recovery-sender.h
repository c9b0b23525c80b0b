/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_RECOVERY_SENDER_H
#define LOSS_RECOVERY_SENDER_H

#include "octet-range.h"
#include "timer-wheel.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class RepairProgress;
class SentSegments;

/**
 * @ingroup tcp-lossy
 *
 * @brief When a TCP sender's loss recovery starts and ends, how much data is in the network, and
 * what to send again: everything about recovery but the size of the window.
 *
 * One implementation for each answer: RenoSender, NewRenoSender, SackSender, FackSender,
 * Rfc6675Sender, RackSender. None knows sockets or clocks: all positions are unwrapped octets, and
 * the time comes with each event. What several of them count alike they hold as a part:
 *
 * | Question                                            | Part           |
 * |-----------------------------------------------------|----------------|
 * | which state, until where, how many duplicate ACKs?  | RepairProgress |
 * | what was sent, when, and what became of it?         | SentSegments   |
 * | what do ACKs tell that report nothing?              | PlainAcks      |
 * | which octets does `snd.fack` pass, and so are lost? | HoleCount      |
 *
 * To write another one, hold a RepairProgress, which has the ledger, hand it to the constructor,
 * and override the functions without a body; those with one do nothing. Or derive from one of the
 * six.
 *
 * Invariants:
 *  - a recovery is entered once, and left once or ended by a timeout, before the next is entered;
 *  - octets that the receiver is known to hold are never proposed for retransmission;
 *  - the estimate of outstanding data is never negative;
 *  - with a single lost segment all senders but RackSender, which waits for a reordering window,
 *    make the same decisions on the same ACK.
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
        uint64_t start{0};          //!< position of the first octet that will be sent
        TimerWheel wheel{};         //!< what rounds timers up
    };

    /// What a recovery law wants, see RecoveryLaw.
    struct Law
    {
        bool repairsLaterLosses{false};   //!< one recovery repairs what is lost during it, too
        bool forgetsRecoveryPoint{false}; //!< the next may begin where the last one ended
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

    /// What an ACK was to the repair of losses.
    struct Turn
    {
        bool entered{false};       //!< recovery starts with this ACK: reduce the window once
        bool left{false};          //!< recovery or the repair after a timeout is over
        bool partial{false};       //!< new data acknowledged below the recovery point, in RECOVERY
        bool duplicate{false};     //!< counts as a duplicate ACK
        bool undone{false};        //!< the last repair was needless: take its reduction back
        bool probeRepaired{false}; //!< a probe has repaired a loss: reduce the window once
        bool disorderly{false};    //!< three others or more have overtaken a segment before
    };

    /// What an ACK tells to have arrived; octets.
    struct Arrival
    {
        uint64_t acknowledged{0};       //!< by which `snd.una` moved
        uint64_t delivered{0};          //!< newly known to have arrived; estimated without SACK
        uint64_t duplicate{0};          //!< reported to have arrived twice (RFC 2883)
        uint64_t forwardAdvance{0};     //!< by which `snd.fack` moved; estimated without SACK
        std::vector<OctetRange> sacked; //!< reported for the first time by SACK blocks
    };

    /// What was judged lost since the last ACK; octets.
    struct Loss
    {
        uint64_t octets{0};        //!< all of it
        uint64_t retransmitted{0}; //!< of it, what had been sent again
        bool isShown{false};       //!< this ACK itself has shown some of it
    };

    /// What becomes of the retransmission timer.
    enum class TimerOrder
    {
        RUN,      //!< nothing
        RESTART,  //!< it starts anew
        BACK_OFF, //!< it is doubled, and starts anew
    };

    /// What is to be done at once.
    struct Orders
    {
        TimerOrder timer{TimerOrder::RUN}; //!< with the retransmission timer
        bool forceTimeout{false}; //!< act as if it had expired (FACK paper, sections 3.2, 4.3)
        bool probe{false};        //!< send a probe
    };

    /// What an event meant.
    struct AckOutcome
    {
        Turn turn;       //!< to the repair
        Arrival arrived; //!< what is there
        Loss lost;       //!< what is not
        Orders orders;   //!< what to do
    };

    /// What timers depend on.
    struct Timing
    {
        Instant now{0};                 //!< the time
        std::optional<Instant> srtt;    //!< smoothed round trip, once there is one
        std::optional<Instant> timeout; //!< when the retransmission timer expires, if it runs
        bool isFinAlone{false};         //!< our FIN is all that is outstanding
    };

    /// When the sender's own timer expires.
    struct Deadline
    {
        Instant at{0};       //!< the moment
        bool isProbe{false}; //!< for a probe, which goes before a timeout (RFC 8985, section 7.3)
    };

    /// When something may be sent again.
    enum class Occasion
    {
        AT_ONCE,     //!< whatever the window says: after an event, before anything else is sent
        WINDOW,      //!< the window has room; new data go when there is nothing
        NO_NEW_DATA, //!< the window has room, and there are no new data
        NO_ROOM,     //!< the window has room, but the receiver has none for the new data
        PROBE,       //!< Orders::probe, and there are no new data
    };

    LossRecoverySender(const LossRecoverySender&) = delete;
    LossRecoverySender& operator=(const LossRecoverySender&) = delete;
    virtual ~LossRecoverySender() = default;

    /// @return what the ACK means, valid until the next event
    virtual const AckOutcome& OnAck(const AckEvent& event) = 0;

    /// Octets were sent: new ones from `snd.nxt` on, or old ones again.
    virtual void OnSent(OctetRange range, Instant now = {}) = 0;

    /// The retransmission timer expired, or a timeout was forced.
    virtual void OnTimeout(Instant now = {}) = 0;

    /// @return octets to be sent again on an occasion, the oldest first: at most one MSS
    virtual std::optional<OctetRange> Next(Occasion occasion) const = 0;

    /// @return octets believed to be in the network
    virtual uint64_t GetOutstanding() const = 0;

    /// Everything about an event was done. @return when OnDeadline() is to be called
    virtual std::optional<Deadline> Schedule(const Timing& timing);

    /// @return what it means, as of an ACK that reports nothing
    virtual const AckOutcome& OnDeadline(Instant now);

    /// The recovery law found the retransmission at `snd.una` to be lost: it is due at once.
    virtual void OnHeadLost();

    /// A recovery law takes over.
    virtual void SetLaw(const Law& law);

    /// The octet at @p position, which was sent before, goes as a window probe. That says nothing
    /// of losses; Karn's rule has to know.
    void NoteProbe(uint64_t position);

    /// @return state, recovery point, duplicate ACKs, ledger of what was sent
    const RepairProgress& GetProgress() const
    {
        return m_heldProgress;
    }

    /// @return what was sent, and what became of it
    const SentSegments& GetSent() const;

  protected:
    /// @param progress a member of the derived class, which may be constructed after this object
    explicit LossRecoverySender(RepairProgress& progress)
        : m_heldProgress(progress)
    {
    }

  private:
    RepairProgress& m_heldProgress; //!< a part of the derived class
};

} // namespace ns3

#endif /* LOSS_RECOVERY_SENDER_H */
