/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WINDOW_CONTROL_H
#define WINDOW_CONTROL_H

#include "ns3/loss-recovery.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A connection as congestion control sees it: what a control reads, and what it writes.
 *
 * The connection owns it. A control, or a recovery law, may change `cwnd`, `ssthresh` and `ecn` in
 * any of its functions. A control may also set `pacingRate`. Neither changes anything else.
 */
struct Window
{
    /// Of the congestion state machine, as Linux and ns-3 have it.
    enum class State
    {
        OPEN,     //!< nothing dubious
        DISORDER, //!< duplicate ACKs that are no loss yet
        CWR,      //!< reduced for ECN's echo
        RECOVERY, //!< a loss is being repaired
        LOSS,     //!< after a timeout
    };

    /// Explicit congestion notification, of both directions.
    enum class Ecn
    {
        DISABLED,     //!< not used
        IDLE,         //!< used, and nothing to say
        CE_RECEIVED,  //!< a mark arrived
        SENDING_ECE,  //!< and is echoed
        ECE_RECEIVED, //!< an echo arrived
        CWR_SENT,     //!< and the reduction was told
    };

    Instant now{0};           //!< the time of the event
    uint32_t cwnd{0};         //!< congestion window, octets
    uint32_t ssthresh{0};     //!< slow start threshold, octets
    uint32_t mss{0};          //!< octets of data in a full segment
    uint32_t inFlight{0};     //!< what the loss recovery holds for outstanding, octets
    State state{State::OPEN}; //!< congestion state
    Ecn ecn{Ecn::DISABLED};   //!< marks and echoes
    uint64_t una{0};          //!< `snd.una`, a position; past our FIN when that is acknowledged
    uint64_t nxt{0};          //!< `snd.nxt` without a FIN, a position
    uint64_t rcvNxt{0};       //!< `rcv.nxt`, a position
    uint32_t delivered{0};    //!< octets that the last ACK was the first to tell of
    std::optional<Instant> sending{}; //!< when that went of them that went last
    uint64_t acknowledged{0};         //!< octets that the ACK which is read acknowledges first
    bool repairAcked{false};          //!< the ACK that is read covers octets that were sent again
    bool isFastRetransmit{false};     //!< a loss whose repair begins or has ended asks for the cut,
                                      //!< not a timeout or ECN's echo
    bool isLimited{false};            //!< the window is what limits the sender
    bool isRegulated{false};          //!< the control sets the window by itself: no law touches it
    Instant lastRtt{0};               //!< last round trip, of the youngest segment
    bool isRttOld{false};             //!< the ACK that is read has measured none
    Instant srtt{0};                  //!< smoothed round trip
    Instant minRtt{Instant::max()};   //!< least `srtt`, once there is one
    uint32_t timestamp{0};            //!< TSval of the peer, the last one that was read
    uint32_t timestampEcho{0};        //!< TSecr beside it
    uint64_t mostPacingRate{500'000'000}; //!< octets in a second, as ns-3's MaxPacingRate is
    uint64_t pacingRate{0};               //!< that a control which paces by itself has set; 0: none

    /// @brief Whether a recovery law is at work. @return true in recovery and CWR
    bool IsReducing() const
    {
        return state == State::RECOVERY || state == State::CWR;
    }

    /// @brief `cwnd_loss`, before the window is cut: the window that a loss is held against.
    ///
    /// It is the window when the loss is detected, as the papers have it, not what is outstanding
    /// without the lost and the SACKed segments. A sender that its application or its peer holds
    /// back has not tried its window: for it, it is FlightSize (RFC 5681, section 3.1) before the
    /// ACK. The window counts as tried when less than a segment of it was free. @return octets
    uint32_t GetLossWindow() const
    {
        const auto flightSize = static_cast<uint32_t>(nxt - std::min(una, nxt) + acknowledged);
        return flightSize + mss > cwnd ? cwnd : flightSize;
    }

    /// @brief `cwnd_loss` of the cut that is asked for, before the window is cut.
    ///
    /// Inside a recovery the papers' `cwnd` stands at `ssthresh`, whatever a recovery law lets the
    /// sender use beyond it: a timeout or ECN's echo there cuts no more than that. @return octets
    uint32_t GetLossWindowOfCut() const
    {
        const bool isWithin = IsReducing() && !isFastRetransmit;
        return isWithin ? std::min(GetLossWindow(), ssthresh) : GetLossWindow();
    }

    /// @return `ssthresh` of a cut that leaves so many octets: two segments at least (RFC 5681,
    /// equation 4)
    uint32_t BoundThreshold(uint32_t octets) const
    {
        return std::max(octets, 2 * mss);
    }
};

/// What a congestion control may want to know.
enum class ControlEvent
{
    TX_START,        //!< data go when nothing is outstanding
    CWND_RESTART,    //!< the window is that of a new connection after an idle time
    COMPLETE_CWR,    //!< a reduction is over
    LOSS,            //!< a timeout
    ECN_NO_CE,       //!< data arrived without a mark
    ECN_IS_CE,       //!< data arrived with a mark
    DELAYED_ACK,     //!< an ACK waits
    NON_DELAYED_ACK, //!< an ACK goes at once
    NEW_DATA,        //!< new data were sent: `nxt` is past them; from here on, not in ns-3
    APP_LIMITED,     //!< the application writes after there was room and nothing to send
    UNDONE,          //!< the last reduction was needless
};

/**
 * @ingroup tcp-lossy
 * @brief How large the window is: congestion control.
 *
 * CongestionManager says when, and that a window is reduced at most once in a window of data.
 */
class WindowControl
{
  public:
    using AckOutcome = LossRecovery::AckOutcome; //!< what an ACK meant

    virtual ~WindowControl() = default;

    /// Name the options, as LossRecovery::Describe() does.
    template <class Options>
    static void Describe(Options& /* options */)
    {
    }

    /// @return whether the control sets the window by itself, in Regulate(), and no law touches it
    virtual bool Regulates() const
    {
        return false;
    }

    /// The control gets a connection, mostly before data are sent, and forgets any former one.
    virtual void Start(Window& /* window */)
    {
    }

    /// Window::isFastRetransmit tells one reason; a timeout announces LOSS just after, ECN nothing.
    /// @return `ssthresh` of a reduction for which @p flight octets count as outstanding
    virtual uint32_t Reduce(Window& window, uint32_t flight) = 0;

    /// So many acknowledged segments open the window.
    virtual void Open(Window& window, uint32_t segments) = 0;

    /// So many whole segments arrived; the sum of all calls is what arrived.
    virtual void OnArrived(Window& /* window */, uint32_t /* segments */)
    {
    }

    /// The congestion state is about to be another one.
    virtual void OnState(Window& /* window */, Window::State /* state */)
    {
    }

    /// Something has happened.
    virtual void OnEvent(Window& /* window */, ControlEvent /* event */)
    {
    }

    /// The loss recovery has read an ACK; neither window nor state have changed by that yet.
    virtual void OnAck(Window& /* window */, const AckOutcome& /* outcome */)
    {
    }

    /// An ACK has changed the state, and nothing was sent since.
    virtual void Regulate(Window& /* window */, const AckOutcome& /* outcome */)
    {
    }

    /// An ACK has changed window and state, and what goes at once is sent; @p priorInFlight is what
    /// was outstanding before that ACK, octets.
    virtual void OnAckDone(Window& /* window */,
                           const AckOutcome& /* outcome */,
                           uint32_t /* priorInFlight */)
    {
    }

    /// A segment goes. @return how long nothing may go after so many octets; nothing where segments
    /// do not wait
    virtual std::optional<Instant> GetPace(const Window& /* window */, uint32_t /* octets */)
    {
        return std::nullopt;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief How the window gets from where it was to `ssthresh`: a recovery law.
 *
 * Order of the calls for an ACK in recovery (or CWR, after ECN's echo): Begin() or Continue(),
 * never both; OnRetransmissionLost() if a retransmission was found to be lost, else TakeLostHead();
 * what is due at once is sent; SetWindow() comes last, as it does after everything that is sent.
 */
class ReductionLaw
{
  public:
    /// An ACK, as a law sees it.
    struct Ack
    {
        bool isComplete{true}; //!< false: all but `delivered` is unknown, as in ns-3's own socket
        uint32_t delivered{0}; //!< octets that it is the first to tell of; 0 also for a
                               //!< duplicate from a receiver without SACK
        uint32_t forwardAdvance{0}; //!< octets by which `snd.fack` moved (FACK paper, section 3)
        bool advances{false};       //!< `snd.una` moved
        bool showsLoss{false};      //!< octets were newly judged lost, retransmitted ones included
        bool isNominal{false};      //!< nothing is delivered: `delivered` is one segment for laws
                                    //!< that do nothing without, as Linux counts
        uint64_t sacked{0};         //!< octets SACKed after the ACK, above `snd.una`
    };

    virtual ~ReductionLaw() = default;

    /// Name the options, as LossRecovery::Describe() does.
    template <class Options>
    static void Describe(Options& /* options */)
    {
    }

    /// A reduction begins: `ssthresh` is the new one, the window is not reduced yet. @p dupAcks is
    /// 0 where ECN's echo is the reason; @p outstanding is `snd.nxt - snd.una`, octets.
    virtual void Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) = 0;

    /// An ACK arrived after the one that started the reduction.
    virtual void Continue(Window& /* window */, const Ack& /* ack */)
    {
    }

    /// The reduction is over.
    virtual void End(Window& /* window */)
    {
    }

    /// Octets were sent meanwhile.
    virtual void OnSent(Window& /* window */, uint32_t /* octets */)
    {
    }

    /// A retransmission was found to be lost.
    virtual void OnRetransmissionLost(Window& /* window */)
    {
    }

    /// @return whether the law found that the retransmission of the segment at `snd.una` was lost:
    /// true once, and it is sent again at once
    virtual bool TakeLostHead()
    {
        return false;
    }

    /// Set the window to what is outstanding and what may be sent now.
    virtual void SetWindow(Window& /* window */)
    {
    }

    /// @return what the loss recovery does otherwise for this law
    virtual LossRecovery::Law GetNeeds() const
    {
        return {};
    }
};

/**
 * @ingroup tcp-lossy
 * @brief The window is `ssthresh` from the beginning of a reduction on (RFC 5681, section 3.2, with
 * what is outstanding in place of an inflated window).
 */
class ClassicReductionLaw : public ReductionLaw
{
  public:
    void Begin(Window& window, const Ack&, uint32_t, uint32_t) override
    {
        window.cwnd = window.ssthresh;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief Round trips smoothed (RFC 6298, section 2).
 */
class RttSmoother
{
  public:
    virtual ~RttSmoother() = default;

    /// What is known of the round trip.
    struct Estimate
    {
        Instant smoothed;  //!< SRTT; before the first sample what is expected
        Instant variation; //!< RTTVAR
    };

    /// A round trip was measured. @return what is known from now on
    virtual Estimate OnSample(Instant sample) = 0;

    /// @return what is known
    virtual Estimate GetEstimate() const = 0;
};

} // namespace ns3

#endif /* WINDOW_CONTROL_H */
