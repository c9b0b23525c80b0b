/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SYN_OPTIONS_H
#define SYN_OPTIONS_H

#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The options of our SYN, but timestamps: what this end has.
 */
struct SynOptions
{
    std::optional<uint16_t> mss;  //!< largest segment that it takes (RFC 9293, section 3.7.1)
    std::optional<uint8_t> scale; //!< window scale (RFC 7323, section 2), if it scales
    bool sackPermitted{false};    //!< the sender reads SACK (RFC 2018, section 2)

    /// Write the options, except the timestamp, into the header of a SYN.
    void Append(TcpHeader& syn) const;
};

} // namespace ns3

#endif /* SYN_OPTIONS_H */
