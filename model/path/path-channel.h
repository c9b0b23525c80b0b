/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_CHANNEL_H
#define PATH_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"

#include <array>
#include <cstddef>

namespace ns3
{

class PathNetDevice;

/**
 * @ingroup tcp-lossy
 *
 * @brief What joins the two PathNetDevices of a path. Each of them has the properties of the
 * direction that it sends into.
 *
 * Attribute `Delay`, the shorter one of the directions' delays, is how far ns-3's module mpi looks
 * ahead where the ends are nodes of different system IDs.
 */
class PathChannel : public Channel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// @brief Join a device. @param device one of two
    void Attach(Ptr<PathNetDevice> device);

    /// @brief The other end. @param device one end @return the other; null before it is attached
    Ptr<PathNetDevice> GetPeer(const PathNetDevice* device) const;

    /// @brief The shorter delay. @return of the two directions, once there are two
    Time GetDelay() const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  private:
    void DoDispose() override;

    std::array<Ptr<PathNetDevice>, 2> m_ends; //!< devices, null before they are attached
};

} // namespace ns3

#endif /* PATH_CHANNEL_H */
