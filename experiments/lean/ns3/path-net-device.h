/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_PATH_NET_DEVICE_H
#define LEAN_PATH_NET_DEVICE_H

/// One process has all.
namespace ns3::remotelink
{

inline bool
IsAvailable()
{
    return false;
}

} // namespace ns3::remotelink

#endif /* LEAN_PATH_NET_DEVICE_H */
