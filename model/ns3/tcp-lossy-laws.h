/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSSY_LAWS_H
#define TCP_LOSSY_LAWS_H

#include "tcp-window-control.h"

#include "ns3/recovery-laws.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

extern template class TcpReductionLawOf<RateReductionLaw>;
extern template class TcpReductionLawOf<KernelRateReductionLaw>;

/// Proportional Rate Reduction by RFC 9937, as an object of ns-3.
using TcpProportionalRateRecovery = TcpReductionLawOf<RateReductionLaw>;

/// Proportional Rate Reduction as in Linux, as an object of ns-3.
using TcpKernelRateRecovery = TcpReductionLawOf<KernelRateReductionLaw>;

/// @ingroup tcp-lossy
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
 * @ingroup tcp-lossy
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
    TcpDynamicRecovery(const TcpDynamicRecovery& other);

    void ExitRecovery(Ptr<TcpSocketState> tcb) override;
    void Publish() override;

  protected:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    uint32_t GetInFlight(const TcpSocketState& tcb) const override;
    void OnHeadLost(const Window& window) override;
    bool WatchHead(bool isNew) override;

  private:
    /// @brief A timeout ends recovery, and not every socket says so otherwise.
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);

    TraceSubscription<TcpSocketState::TcpCongState_t> m_states; //!< of the connection
    Ptr<TcpTxBuffer> m_sendBuffer;                              //!< of ns-3's own socket, else null
    bool m_searched{false};                                     //!< m_sendBuffer was looked for
    bool m_isHeadAgain{false}; //!< ns-3's buffer says that the segment at snd.una was sent again

    TracedValue<uint32_t> m_cwndDr{0}; //!< trace of `cwnd_DR`, octets
    TracedValue<DynamicRecovery::Phase> m_phase{DynamicRecovery::Phase::IDLE}; //!< trace
    TracedCallback<SequenceNumber32> m_lostRetransmission;                     //!< trace
};

} // namespace ns3

#endif /* TCP_LOSSY_LAWS_H */
