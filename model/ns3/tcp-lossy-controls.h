/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSSY_CONTROLS_H
#define TCP_LOSSY_CONTROLS_H

#include "described-attributes.h"

#include "ns3/bbr-control.h"
#include "ns3/cubic-law.h"
#include "ns3/ns3-compat.h"
#include "ns3/recovery-laws.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/veno-law.h"

#include <utility>

/**
 * @defgroup tcp-lossy TCP over lossy and long-fat paths
 *
 * Published systems for loss differentiation and loss recovery, as ns-3 strategies.
 */

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A congestion control or a recovery law that serves one connection after the other, so that
 * whoever has connected its traces, or holds it to set its attributes, has that of each connection.
 *
 * TcpScoreboardSocket asks its strategies for this interface with a dynamic cast when a socket is
 * used again. A strategy without it is replaced by another object, whose traces nobody hears.
 */
class RenewableStrategy
{
  public:
    virtual ~RenewableStrategy() = default;

    /// @brief A further connection begins: the last one is forgotten. Attributes stay.
    virtual void Renew() = 0;

  protected:
    /// @return a copy for another connection
    template <class Self>
    static Ptr<Self> CopyAnew(Self* strategy)
    {
        const auto copy = CopyObject<Self>(strategy);
        copy->Renew();
        return copy;
    }
};

/// A trace of a strategy.
template <class... T>
struct OwnTrace : TracedCallback<T...>
{
    OwnTrace() = default;

    /// Who listens to the other one does not listen to this one.
    OwnTrace(const OwnTrace& /* other */)
        : TracedCallback<T...>()
    {
    }
};

/**
 * @ingroup tcp-lossy
 * @brief A strategy hears a variable of a connection, of one at a time, until the strategy ends: a
 * socket that has let go of a strategy does not feed it any more.
 *
 * The strategy owns this, and this the connection's state, which must not own the strategy.
 */
template <class T>
class TraceSubscription
{
  public:
    /// Hears a former and a new value; with a plain pointer to the strategy.
    using Listener = Callback<void, T, T>;

    TraceSubscription() = default;

    /// A copy of a strategy hears nothing yet.
    TraceSubscription(const TraceSubscription& /* other */)
    {
    }

    TraceSubscription& operator=(const TraceSubscription&) = delete;

    ~TraceSubscription()
    {
        End();
    }

    /// Hear @p variable of @p tcb, and no other one any more.
    void Begin(Ptr<TcpSocketState> tcb, TracedValue<T>& variable, const Listener& listener)
    {
        End();
        m_tcb = tcb;
        m_variable = &variable;
        m_listener = listener;
        variable.ConnectWithoutContext(listener);
    }

    /// @return whether a connection is heard
    bool IsOf(const Ptr<TcpSocketState>& tcb) const
    {
        return m_tcb == tcb;
    }

    /// @return the connection that is heard, between Begin() and the end
    TcpSocketState& GetState() const
    {
        return *m_tcb;
    }

  private:
    void End()
    {
        if (m_tcb)
        {
            m_variable->DisconnectWithoutContext(m_listener);
        }
    }

    Ptr<TcpSocketState> m_tcb;           //!< whose variable it is
    TracedValue<T>* m_variable{nullptr}; //!< what is heard
    Listener m_listener;                 //!< who hears
};

/// A connection of ns-3's as strategies of plain C++ see it, its positions unwrapped.
class TcpWindowReader
{
  public:
    /// Have @p call see the connection as it is now, and change what a strategy may.
    template <class Call>
    void With(TcpSocketState& tcb, const Call& call)
    {
        auto window = Read(tcb);
        call(window);
        Write(window, tcb);
    }

    /// @return the connection as far as ns-3's variables tell of it: `rcv.nxt`, what is sent at the
    /// moment, and whether a recovery begins or a round trip is old, are for the caller to set
    Window Read(const TcpSocketState& tcb);

    /// What a strategy may write goes to the connection.
    static void Write(const Window& window, TcpSocketState& tcb)
    {
        tcb.m_cWnd = window.cwnd;
        tcb.m_ssThresh = window.ssthresh;
        tcb.m_ecnState = Convert<TcpSocketState::EcnState_t>(window.ecn);
    }

  private:
    uint64_t m_una{FirstPosition(0)}; //!< `snd.una` last time, a position
};

/**
 * @ingroup tcp-lossy
 * @brief A WindowControl, which knows no ns-3, as ns-3's congestion control: on any socket.
 *
 * See TcpWindowControlOf for how to write one.
 */
class TcpWindowControl : public TcpCongestionOps, public RenewableStrategy
{
  public:
    /// @return ns-3's type of the class
    static TypeId GetTypeId();

    /// @return the control
    virtual WindowControl& GetControl() = 0;

    /// @return whether the control regulates
    bool HasCongControl() const override = 0;

    std::string GetName() const override;
    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection& connection,
                     const TcpRateOps::TcpRateSample& sample) override;
    void Init(Ptr<TcpSocketState> tcb) override;

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override
    {
        auto window = m_reader.Read(*tcb);
        window.isFastRetransmit = std::exchange(m_isFastRetransmit, false);
        window.acknowledged = std::exchange(m_acknowledged, 0);
        return GetControl().Reduce(window, bytesInFlight);
    }

    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;

    void Renew() override
    {
        Window none;
        GetControl().Start(none);
    }

    /// The next reduction is a fast retransmit's, or is not. ns-3's own socket does not say so, but
    /// by the state that it tells just before; nor what the ACK acknowledges that is read.
    void MarkFastRetransmit(bool isFastRetransmit, uint64_t acknowledged = 0)
    {
        m_isFastRetransmit = isFastRetransmit;
        m_acknowledged = acknowledged;
    }

  private:
    void OnHighTxMark(SequenceNumber32 oldValue, SequenceNumber32 newValue);

    TcpWindowReader m_reader;                    //!< of the connection
    bool m_isOpening{false};                     //!< the handshake is not over
    bool m_isFastRetransmit{false};              //!< that asks for the next reduction
    uint64_t m_acknowledged{0};                  //!< octets, by the ACK of that
    TraceSubscription<SequenceNumber32> m_marks; //!< of what is sent
};

/// What a class of ns-3 has that is a congestion control of plain C++.
/// @tparam Control the control @tparam Self the class
template <class Control, class Self>
class ControlObject : public TcpWindowControl, public Control
{
  public:
    Ptr<TcpCongestionOps> Fork() override
    {
        return TcpWindowControl::CopyAnew(static_cast<Self*>(this));
    }

    bool HasCongControl() const override
    {
        return Control::Regulates();
    }

    WindowControl& GetControl() override
    {
        return *this;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief A congestion control of plain C++ as an object of ns-3.
 * @tparam Control a WindowControl with a default constructor, a copy constructor and a `NAME`, that
 * of the TypeId
 *
 * `template class ns3::TcpWindowControlOf<Own>;` in one source registers another one. What its
 * Describe() names are the attributes; without any, a control inherits WindowControl::Describe().
 */
template <class Control>
class TcpWindowControlOf : public ControlObject<Control, TcpWindowControlOf<Control>>
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId()
    {
        static const TypeId tid =
            DescribeAttributes<TcpWindowControlOf, Control, TcpWindowControl>(Control::NAME);
        return tid;
    }

  private:
    static inline const TypeId REGISTERED = GetTypeId(); //!< of an explicit instantiation
};

/**
 * @ingroup tcp-lossy-recoveries
 * @brief A ReductionLaw, which knows no ns-3, as ns-3's recovery law: on any socket.
 *
 * TcpScoreboardSocket calls the law itself; ns-3's own socket does not tell all of an ACK.
 */
class TcpReductionLaw : public ns3compat::RecoveryOps, public RenewableStrategy
{
  public:
    /// @return ns-3's type of the class
    static TypeId GetTypeId();

    std::string GetName() const override;
    void ExitRecovery(Ptr<TcpSocketState> tcb) override;

    void UpdateBytesSent(uint32_t bytesSent) override
    {
        Window unused;
        GetLaw().OnSent(unused, bytesSent);
    }

    void Renew() override
    {
        Window none;
        GetLaw().End(none);
        Publish();
    }

    /// @return the law
    virtual ReductionLaw& GetLaw() = 0;

    /// @brief The law was called: show what is traced of it.
    virtual void Publish()
    {
    }

  protected:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    void ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes) override;

    /// @brief What is outstanding, as the law is to see that. @return octets
    virtual uint32_t GetInFlight(const TcpSocketState& tcb) const
    {
        return tcb.m_bytesInFlight;
    }

  private:
    template <class Call>
    void With(TcpSocketState& tcb, const Call& call);

    TcpWindowReader m_reader; //!< of the connection
};

/// What a class of ns-3 has that is a recovery law of plain C++.
/// @tparam Law the law @tparam Self the class
template <class Law, class Self>
class LawObject : public TcpReductionLaw, public Law
{
  public:
    Ptr<TcpRecoveryOps> Fork() override
    {
        return TcpReductionLaw::CopyAnew(static_cast<Self*>(this));
    }

    ReductionLaw& GetLaw() override
    {
        return *this;
    }
};

/**
 * @ingroup tcp-lossy-recoveries
 * @brief A recovery law of plain C++ as an object of ns-3.
 * @tparam Law a ReductionLaw with a default constructor, a copy constructor and a `NAME`, that of
 * the TypeId
 *
 * As TcpWindowControlOf.
 */
template <class Law>
class TcpReductionLawOf : public LawObject<Law, TcpReductionLawOf<Law>>
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId()
    {
        static const TypeId tid =
            DescribeAttributes<TcpReductionLawOf, Law, TcpReductionLaw>(Law::NAME);
        return tid;
    }

  private:
    static inline const TypeId REGISTERED = GetTypeId(); //!< of an explicit instantiation
};

extern template class TcpWindowControlOf<GeneralAimdControl>;
extern template class TcpWindowControlOf<KernelRenoControl>;
extern template class TcpWindowControlOf<KernelCubicControl>;
extern template class TcpWindowControlOf<KernelBbrControl>;

/// AIMD with any increase and decrease, as an object of ns-3.
using TcpGeneralAimd = TcpWindowControlOf<GeneralAimdControl>;

/// Reno's window as Linux counts it, as an object of ns-3.
using TcpKernelReno = TcpWindowControlOf<KernelRenoControl>;

/// CUBIC with hybrid slow start as in Linux, as an object of ns-3.
using TcpKernelCubic = TcpWindowControlOf<KernelCubicControl>;

/// BBR as in Linux, as an object of ns-3: on TcpScoreboardSocket.
using TcpKernelBbr = TcpWindowControlOf<KernelBbrControl>;

/**
 * @ingroup tcp-lossy
 * @brief FACK's congestion control as an object of ns-3: FackControl, and a trace.
 *
 * On ns-3's own socket it is Reno with Overdamping regulated by ns-3's pipe.
 */
class TcpFack : public ControlObject<FackControl, TcpFack>
{
  public:
    /// Signature of the Overdamped trace: `cwnd_loss` and the new `ssthresh`, octets.
    typedef void (*OverdampedTracedCallback)(uint32_t cwndLoss, uint32_t ssThresh);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

  private:
    void OnOverdamped(uint32_t cwndLoss, uint32_t ssthresh) override
    {
        m_overdamped(cwndLoss, ssthresh);
    }

    OwnTrace<uint32_t, uint32_t> m_overdamped; //!< trace of what Overdamping did
};

/// @ingroup tcp-lossy
/// @brief SACK TCP Veno as an object of ns-3: VenoControl, and traces.
class TcpSackVeno : public ControlObject<VenoControl, TcpSackVeno>
{
  public:
    /// Signature of the LossVerdict trace: why the window was cut, `cwnd_loss` and the new
    /// `ssthresh`, octets.
    typedef void (*VerdictTracedCallback)(Verdict verdict, uint32_t cwndLoss, uint32_t ssThresh);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    void Init(Ptr<TcpSocketState> tcb) override;

    void Renew() override
    {
        TcpWindowControl::Renew();
        m_baseRtt = Time(0);
        OnEstimate();
    }

  protected:
    void OnEstimate() override
    {
        if (const auto baseRtt = GetEstimator().GetBaseRtt())
        {
            m_baseRtt = ToTime(*baseRtt);
        }
        m_backlog = GetEstimator().GetBacklog();
        m_equilibrium = IsEquilibrium();
    }

  private:
    void OnVerdict(Verdict verdict, uint32_t cwndLoss, uint32_t ssthresh) override
    {
        m_lossVerdict(verdict, cwndLoss, ssthresh);
    }

    TracedValue<double> m_backlog{0.0};                  //!< trace of N, segments
    TracedValue<bool> m_equilibrium{false};              //!< trace of equilibrium
    TracedValue<Time> m_baseRtt{Time(0)};                //!< trace of BaseRTT
    OwnTrace<Verdict, uint32_t, uint32_t> m_lossVerdict; //!< trace of verdicts
};

/**
 * @ingroup tcp-lossy
 * @brief VenoDR's loss differentiation as an object of ns-3: TcpSackVeno with the threshold.
 *
 * The recovery that belongs to it is TcpDynamicRecovery; either runs without the other.
 */
class TcpVenoDr : public TcpSackVeno
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpVenoDr()
    {
        usesThreshold = true;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyAnew(this);
    }

  private:
    void OnEstimate() override
    {
        TcpSackVeno::OnEstimate();
        m_queueDelay = ToTime(GetEstimator().GetQueueDelay());
        m_queueDelayMax = ToTime(GetEstimator().GetMaxQueueDelay());
        m_threshold = ToTime(GetThreshold());
    }

    TracedValue<Time> m_queueDelay{Time(0)};    //!< trace of `L`
    TracedValue<Time> m_queueDelayMax{Time(0)}; //!< trace of `L_max`
    TracedValue<Time> m_threshold{Time(0)};     //!< trace of `T`
};

extern template class TcpReductionLawOf<RateReductionLaw>;
extern template class TcpReductionLawOf<KernelRateReductionLaw>;

/// Proportional Rate Reduction by RFC 9937, as an object of ns-3.
using TcpProportionalRateRecovery = TcpReductionLawOf<RateReductionLaw>;

/// Proportional Rate Reduction as in Linux, as an object of ns-3.
using TcpKernelRateRecovery = TcpReductionLawOf<KernelRateReductionLaw>;

/// @ingroup tcp-lossy-recoveries
/// @brief FACK's Rampdown as an object of ns-3: RampdownLaw, and a trace.
class TcpRampdownRecovery : public LawObject<RampdownLaw, TcpRampdownRecovery>
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    void Publish() override
    {
        m_wintrim = GetWintrim();
    }

  private:
    TracedValue<uint32_t> m_wintrim{0}; //!< trace of wintrim, octets
};

/**
 * @ingroup tcp-lossy-recoveries
 * @brief VenoDR's Dynamic Recovery as an object of ns-3: DynamicRecoveryLaw, and traces.
 *
 * So that ns-3's own socket, too, repairs a lost retransmission without waiting for its timer, this
 * class looks for the socket's send buffer among the sockets of the node (by their receive buffer,
 * which TcpSocketState names) and marks the segment as lost there. That socket ends recovery where
 * it began: what was sent and lost since then is a new recovery, for which the marks that it made
 * of duplicate ACKs without SACK are taken back. Nor does it tell of a timeout that ends a
 * recovery: this class hears the connection's congestion states.
 */
class TcpDynamicRecovery : public LawObject<DynamicRecoveryLaw, TcpDynamicRecovery>
{
  public:
    /// Signature of the LostRetransmission trace: `snd.una`, whose retransmission was lost.
    typedef void (*LostRetransmissionTracedCallback)(SequenceNumber32 una);

    /// Signature of the Phase trace.
    typedef void (*PhaseTracedCallback)(DynamicRecovery::Phase oldValue,
                                        DynamicRecovery::Phase newValue);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpDynamicRecovery() = default;

    /// Copies the parameters; a connection's recovery stays with it.
    TcpDynamicRecovery(const TcpDynamicRecovery& other)
        : LawObject(other)
    {
    }

    void ExitRecovery(Ptr<TcpSocketState> tcb) override;

    void Publish() override
    {
        m_cwndDr = static_cast<uint32_t>(GetDynamics().GetCwndDr());
        m_phase = GetDynamics().GetPhase();
    }

  protected:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;

    uint32_t GetInFlight(const TcpSocketState& tcb) const override
    {
        // ns-3's own socket counts a duplicate ACK only after it has set bytesInFlight.
        return m_sendBuffer ? m_sendBuffer->BytesInFlight() : tcb.m_bytesInFlight.Get();
    }

    void OnHeadLost(const Window& window) override
    {
        if (m_sendBuffer && m_sendBuffer->IsHeadRetransmitted())
        {
            m_sendBuffer->MarkHeadAsLost();
        }
        m_lostRetransmission(ToSequence(window.una));
    }

    bool WatchHead(bool isNew) override
    {
        // After ns-3.48 its buffer takes the mark of a retransmission back when it judges it lost.
        const bool isAgain = !isNew && m_sendBuffer && m_sendBuffer->IsHeadRetransmitted();
        return std::exchange(m_isHeadAgain, isAgain) && !isAgain && !isNew;
    }

  private:
    /// @brief A timeout ends recovery, and not every socket says so otherwise.
    void CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                TcpSocketState::TcpCongState_t newValue)
    {
        if (newValue == TcpSocketState::CA_LOSS)
        {
            Renew();
        }
    }

    TraceSubscription<TcpSocketState::TcpCongState_t> m_states; //!< of the connection
    Ptr<TcpTxBuffer> m_sendBuffer;                              //!< of ns-3's own socket, else null
    bool m_searched{false};                                     //!< m_sendBuffer was looked for
    bool m_isHeadAgain{false}; //!< ns-3's buffer says that the segment at snd.una was sent again

    TracedValue<uint32_t> m_cwndDr{0}; //!< trace of `cwnd_DR`, octets
    TracedValue<DynamicRecovery::Phase> m_phase{DynamicRecovery::Phase::IDLE}; //!< trace
    TracedCallback<SequenceNumber32> m_lostRetransmission;                     //!< trace
};

} // namespace ns3

#endif /* TCP_LOSSY_CONTROLS_H */
