/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/packet.h"
#include "ns3/syn-options.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// @param options octets, a multiple of four @return the header of a SYN that has them
TcpHeader
ReadSyn(const std::vector<uint8_t>& options)
{
    std::vector<uint8_t> octets(20);
    octets[12] = static_cast<uint8_t>((20 + options.size()) / 4 << 4);
    octets[13] = TcpHeader::SYN;
    octets.insert(octets.end(), options.begin(), options.end());
    TcpHeader header;
    Create<Packet>(octets.data(), octets.size())->RemoveHeader(header);
    return header;
}

} // namespace

TEST(SynOptions, AScaleAboveFourteenIsFourteen)
{
    // RFC 7323, section 2.3. ns-3's option cannot be made with more, but read.
    for (const auto& [sent, used] : {std::pair{0, 0}, {13, 13}, {14, 14}, {15, 14}, {255, 14}})
    {
        const auto options =
            SynOptions::Read(ReadSyn({3, 3, static_cast<uint8_t>(sent), 0 /* end of list */}));
        ASSERT_TRUE(options.scale) << sent;
        EXPECT_EQ(*options.scale, used) << sent;
    }
}
