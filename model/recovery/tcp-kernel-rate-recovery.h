/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_KERNEL_RATE_RECOVERY_H
#define TCP_KERNEL_RATE_RECOVERY_H

#include "tcp-proportional-rate-recovery.h"

#include <cstdint>
#include <string>

namespace ns3
{

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

#endif /* TCP_KERNEL_RATE_RECOVERY_H */
