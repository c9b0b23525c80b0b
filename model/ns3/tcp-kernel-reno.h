/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_KERNEL_RENO_H
#define TCP_KERNEL_RENO_H

#include "ns3/cubic-law.h"
#include "ns3/tcp-congestion-ops.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Reno's window (RFC 5681, section 3.1) in whole segments, as Linux 6.1 counts them.
 *
 * | event                                   | action                                            |
 * |-----------------------------------------|---------------------------------------------------|
 * | segments arrive, `cwnd < ssthresh`      | `cwnd` opens by as many, up to `ssthresh`; what   |
 * |                                         | is left counts in congestion avoidance            |
 * | segments arrive, `cwnd >= ssthresh`     | `cwnd` opens by one for `cwnd` that have arrived  |
 * | reduction                               | `ssthresh = cwnd / 2`, at least two segments;     |
 * |                                         | what has arrived is forgotten                     |
 *
 * It does not open while something else than the window holds the sender back (from ns-3.42 on,
 * which tells).
 *
 * ns-3's TcpLinuxReno keeps what has arrived through a reduction, and so opens half a segment too
 * early after each, on average: 2 to 4 % of the goodput where a window holds about ten segments.
 */
class TcpKernelReno : public TcpCongestionOps
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpKernelReno() = default;

    /// A new one: there are no parameters, and the state of a connection stays with it.
    TcpKernelReno(const TcpKernelReno& other);

    std::string GetName() const override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    /// An ACK arrived in congestion avoidance. @return for how many segments that arrive the window
    /// opens by one
    virtual uint32_t GetSegmentsForOne(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked);

    /// The window is reduced. @return what is left, segments, at least 2
    virtual uint32_t Reduce(uint32_t cwnd);

  private:
    WindowCount m_count; //!< what arrived since the window opened
};

} // namespace ns3

#endif /* TCP_KERNEL_RENO_H */
