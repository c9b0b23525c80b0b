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
 * @brief The options of a SYN that ns-3 knows: what its sender has.
 */
struct SynOptions
{
    /// Least segment size that is believed.
    static constexpr uint16_t MIN_MSS = 48;

    /// Largest window scale (RFC 7323, section 2.3).
    static constexpr uint8_t MAX_SCALE = 14;

    std::optional<uint16_t> mss;  //!< largest segment that it takes (RFC 9293, section 3.7.1)
    std::optional<uint8_t> scale; //!< window scale (RFC 7323, section 2), if it scales
    bool sackPermitted{false};    //!< the sender reads SACK (RFC 2018, section 2)

    /// TSval and TSecr (RFC 7323, section 3), if it sends timestamps.
    struct Timestamp
    {
        uint32_t value{0}; //!< TSval
        uint32_t echo{0};  //!< TSecr
    };

    std::optional<Timestamp> timestamp; //!< its timestamp

    /// Write the options, except the timestamp, into the header of a SYN.
    void Append(TcpHeader& syn) const;

    /// @return what the sender of a SYN has
    static SynOptions Read(const TcpHeader& syn);

    /// @return the timestamp of any segment, if there is one
    static std::optional<Timestamp> ReadTimestamp(const TcpHeader& header);
};

} // namespace ns3

#endif /* SYN_OPTIONS_H */
