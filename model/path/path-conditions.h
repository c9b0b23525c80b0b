/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_CONDITIONS_H
#define PATH_CONDITIONS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What one direction of a path offers at each instant, known beforehand.
 *
 * Since all is known, the times of a packet are computed once, when it comes.
 */
class PathConditions
{
  public:
    virtual ~PathConditions() = default;

    /**
     * @brief When a packet has been sent. Packets are asked about in their order.
     * @param start when the link begins with it, not negative
     * @param octets its size, headers included, above 0
     * @return the instant, not before `start`; Time::Max() if the link will never have sent it
     */
    virtual Time GetFinish(Time start, uint32_t octets) = 0;

    /**
     * @brief How much longer than usual a packet is on its way.
     * @param finish when it was sent
     * @return the time, added to the direction's delay; not negative
     */
    virtual Time GetExtraDelay(Time finish) const = 0;

    /// @brief The shortest of these times. @return the time, not negative
    virtual Time GetLeastExtraDelay() const = 0;

    /**
     * @brief The probability that a packet is lost.
     * @param finish when it was sent
     * @return the probability, 0 to 1
     */
    virtual double GetLoss(Time finish) const = 0;

    /// @brief What packets have taken so far of what is offered. @return a place for Return()
    virtual uint64_t GetPlace() const
    {
        return 0;
    }

    /// @brief Packets that were asked about since then are not sent after all, or anew.
    /// @param place of GetPlace()
    virtual void Return(uint64_t /* place */)
    {
    }

    /**
     * @brief Make conditions for another direction. Each device has a copy, so that what packets of
     * one direction take is not missing in another.
     * @return a copy; null for a class without anything that packets change, whose objects may
     * serve several directions
     */
    virtual std::shared_ptr<PathConditions> Copy() const
    {
        return nullptr;
    }

  protected:
    /// @name Instants in nanoseconds, whatever the resolution of ns-3's times
    /// @{

    /// @return what is later is never, so that no instant is too large for ns-3: with its usual
    /// resolution 146 years
    static int64_t GetNever()
    {
        const auto steps = NanoSeconds(1).GetTimeStep();
        return std::numeric_limits<int64_t>::max() / 2 / std::max<int64_t>(steps, 1);
    }

    /// @return the first nanosecond that is not before an instant
    static int64_t ToNanoseconds(Time at)
    {
        const auto whole = at.GetNanoSeconds();
        return whole + (NanoSeconds(whole) < at ? 1 : 0);
    }

    /// @return the first instant that is not before a nanosecond
    static Time ToTime(int64_t nanoseconds)
    {
        const auto at = NanoSeconds(nanoseconds);
        return at + TimeStep(at.GetNanoSeconds() < nanoseconds ? 1 : 0);
    }

    /// @}
};

/**
 * @ingroup tcp-lossy
 *
 * @brief A constant rate, no loss and no further delay: ns-3's point-to-point link.
 */
class ConstantConditions : public PathConditions
{
  public:
    /// @brief Choose the rate. @param rate above 0
    explicit ConstantConditions(DataRate rate)
        : m_rate(rate)
    {
    }

    Time GetFinish(Time start, uint32_t octets) override
    {
        // Most packets of a direction have one size, and ns-3 takes long to divide.
        if (octets != m_octets)
        {
            m_octets = octets;
            m_lasts = m_rate.CalculateBytesTxTime(octets);
        }
        return start + m_lasts;
    }

    Time GetExtraDelay(Time) const override
    {
        return Time(0);
    }

    Time GetLeastExtraDelay() const override
    {
        return Time(0);
    }

    double GetLoss(Time) const override
    {
        return 0.0;
    }

  private:
    DataRate m_rate;      //!< of the link
    uint32_t m_octets{0}; //!< of the last packet
    Time m_lasts{0};      //!< how long the link needs for so many
};

} // namespace ns3

#endif /* PATH_CONDITIONS_H */
