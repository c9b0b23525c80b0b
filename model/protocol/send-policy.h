/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEND_POLICY_H
#define SEND_POLICY_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief How much new data goes in the next segment (RFC 9293, sections 3.7.4 and 3.8.6.2.1):
 * neither silly windows nor, unless told otherwise, small segments while something is
 * unacknowledged (Nagle).
 */
struct SendPolicy
{
    uint64_t unsent{0};     //!< octets that the application wrote and that were never sent
    uint64_t room{0};       //!< octets that the peer's window takes beyond `snd.nxt`
    uint64_t largest{0};    //!< the largest window of the peer so far, octets
    uint32_t mss{0};        //!< octets of a full segment
    uint32_t payload{0};    //!< octets that fit this segment beside its options, at most mss
    bool outstanding{true}; //!< something is unacknowledged
    bool noDelay{false};    //!< Nagle's algorithm is off
    bool overrides{false};  //!< the window was silly for too long

    /// @brief What goes. @return octets, or 0
    uint64_t GetSize() const;
};

} // namespace ns3

#endif /* SEND_POLICY_H */
