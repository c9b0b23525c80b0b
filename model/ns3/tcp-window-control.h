/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_CONTROL_H
#define TCP_WINDOW_CONTROL_H

#include "ns3/described-attributes.h"
#include "ns3/ns3-compat.h"
#include "ns3/renewable-strategy.h"
#include "ns3/sequence-number.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"
#include "ns3/window-control.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// A connection of ns-3's as strategies of plain C++ see it, its positions unwrapped.
class TcpWindowReader
{
  public:
    /// @return the connection as it is now
    Window Read(const TcpSocketState& tcb);

    /// What a strategy may write goes to the connection.
    static void Write(const Window& window, TcpSocketState& tcb);

  private:
    uint64_t m_una{FirstPosition(0)}; //!< `snd.una` last time, a position
};

/**
 * @ingroup tcp-lossy
 * @brief A WindowControl, which knows no ns-3, as ns-3's congestion control: on any socket.
 *
 * See TcpWindowControlOf for how to write one.
 */
class TcpWindowControl : public TcpCongestionOps
{
  public:
    /// @return ns-3's type of the class
    static TypeId GetTypeId();

    TcpWindowControl() = default;

    /// What is known of a connection stays with it.
    TcpWindowControl(const TcpWindowControl& other)
        : TcpCongestionOps(other)
    {
    }

    /// @return the control
    virtual WindowControl& GetControl() = 0;

    std::string GetName() const override;
    bool HasCongControl() const override;
    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection& connection,
                     const TcpRateOps::TcpRateSample& sample) override;
    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;

    /// The next reduction is a fast retransmit's, or is not. ns-3's own socket does not say so, but
    /// by the state that it tells just before.
    void MarkFastRetransmit(bool isFastRetransmit)
    {
        m_isFastRetransmit = isFastRetransmit;
    }

  protected:
    /// @brief The control forgets its connection.
    void Forget()
    {
        Window none;
        GetControl().Start(none);
    }

  private:
    template <class Call>
    void With(TcpSocketState& tcb, const Call& call);
    void OnHighTxMark(SequenceNumber32 oldValue, SequenceNumber32 newValue);

    TcpWindowReader m_reader;                    //!< of the connection
    bool m_isOpening{false};                     //!< the handshake is not over
    bool m_isFastRetransmit{false};              //!< that asks for the next reduction
    TraceSubscription<SequenceNumber32> m_marks; //!< of what is sent
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
class TcpWindowControlOf : public TcpWindowControl, public Control
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId()
    {
        static const TypeId tid =
            DescribeAttributes<TcpWindowControlOf, Control, TcpWindowControl>(Control::NAME);
        return tid;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        const auto copy = CopyObject<TcpWindowControlOf>(this);
        copy->Forget();
        return copy;
    }

    WindowControl& GetControl() override
    {
        return *this;
    }

  private:
    static inline const TypeId REGISTERED = GetTypeId(); //!< of an explicit instantiation
};

/**
 * @ingroup tcp-lossy
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
    void UpdateBytesSent(uint32_t bytesSent) override;
    void Renew() override;

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
    virtual uint32_t GetInFlight(const TcpSocketState& tcb) const;

  private:
    template <class Call>
    void With(TcpSocketState& tcb, const Call& call);

    TcpWindowReader m_reader; //!< of the connection
};

/**
 * @ingroup tcp-lossy
 * @brief A recovery law of plain C++ as an object of ns-3.
 * @tparam Law a ReductionLaw with a default constructor, a copy constructor and a `NAME`, that of
 * the TypeId
 *
 * As TcpWindowControlOf.
 */
template <class Law>
class TcpReductionLawOf : public TcpReductionLaw, public Law
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId()
    {
        static const TypeId tid =
            DescribeAttributes<TcpReductionLawOf, Law, TcpReductionLaw>(Law::NAME);
        return tid;
    }

    Ptr<TcpRecoveryOps> Fork() override
    {
        return CopyObject<TcpReductionLawOf>(this);
    }

    ReductionLaw& GetLaw() override
    {
        return *this;
    }

  private:
    static inline const TypeId REGISTERED = GetTypeId(); //!< of an explicit instantiation
};

} // namespace ns3

#endif /* TCP_WINDOW_CONTROL_H */
