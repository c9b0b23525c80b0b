/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_PROPORTIONAL_RATE_RECOVERY_H
#define TCP_PROPORTIONAL_RATE_RECOVERY_H

#include "recovery-law.h"

#include "ns3/ns3-compat.h"
#include "ns3/recovery-laws.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Proportional Rate Reduction by RFC 9937, the same on all releases of ns-3.
 *
 * ns-3's own TcpPrrRecovery differs from release to release: up to ns-3.48 it divides by the pipe
 * instead of RecoverFS and counts the ACK that begins a recovery, and each duplicate ACK, by a
 * segment more than it delivers.
 *
 * The law is ProportionalRateReduction's; this class hears the socket's calls as its events and
 * sets the window to what is outstanding and what may be sent. TcpScoreboardSocket tells by
 * RecoveryLaw what ns-3's calls leave out: what was SACKed before, and whether an ACK is safe. On
 * ns-3's own socket RecoverFS is all that is outstanding, an ACK is never safe (PRR-CRB), and a
 * duplicate ACK that delivers nothing stands for one segment.
 *
 * A recovery that a timer begins delivers nothing; the socket says one segment then, as Linux does.
 */
class TcpProportionalRateRecovery : public ns3compat::RecoveryOps, public RecoveryLaw
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    std::string GetName() const override;
    void ExitRecovery(Ptr<TcpSocketState> tcb) override;
    void UpdateBytesSent(uint32_t bytesSent) override;
    Ptr<TcpRecoveryOps> Fork() override;

    void OnProgress(const Progress& progress) override;

  protected:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    void ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes) override;

    /// @return what a recovery divides by, octets: RecoverFS, unless a subclass has another answer.
    /// The connection has the window from before the recovery.
    virtual uint64_t FindDivisor(Ptr<const TcpSocketState> tcb, uint64_t recoverFs) const;

  private:
    /// An ACK delivered octets: set the window.
    void ReadAck(Ptr<TcpSocketState> tcb, uint64_t delivered);

    ProportionalRateReduction m_prr;    //!< the law
    std::optional<Progress> m_progress; //!< what the socket told of the ACK under way
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Proportional Rate Reduction as in Linux 6.1: TcpProportionalRateRecovery, but a recovery
 * divides by the window from before, where RFC 9937 divides by what was
 * outstanding.
 *
 * The window is larger than what was outstanding by what had arrived out of order, so that less is
 * sent for each ACK.
 */
class TcpKernelRateRecovery : public TcpProportionalRateRecovery
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpRecoveryOps> Fork() override;

  protected:
    uint64_t FindDivisor(Ptr<const TcpSocketState> tcb, uint64_t recoverFs) const override;
};

} // namespace ns3

#endif /* TCP_PROPORTIONAL_RATE_RECOVERY_H */
