/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "syn-options.h"

#include "ns3/buffer.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// @return an option of a header by type, or null
template <class T>
Ptr<const T>
Find(const TcpHeader& header, uint8_t kind)
{
    return header.HasOption(kind) ? DynamicCast<const T>(header.GetOption(kind)) : nullptr;
}

// GetScale() asserts that it is at most 14, but what a peer sends may be anything.
uint8_t
ReadShift(const TcpOptionWinScale& option)
{
    Buffer octets;
    octets.AddAtEnd(option.GetSerializedSize());
    option.Serialize(octets.Begin());
    auto shift = octets.End();
    shift.Prev();
    return shift.ReadU8();
}
} // namespace

void
SynOptions::Append(TcpHeader& syn) const
{
    if (mss)
    {
        const auto option = CreateObject<TcpOptionMSS>();
        option->SetMSS(*mss);
        syn.AppendOption(option);
    }
    if (scale)
    {
        const auto option = CreateObject<TcpOptionWinScale>();
        option->SetScale(*scale);
        syn.AppendOption(option);
    }
    if (sackPermitted)
    {
        syn.AppendOption(CreateObject<TcpOptionSackPermitted>());
    }
}

SynOptions
SynOptions::Read(const TcpHeader& syn)
{
    SynOptions options;
    if (const auto mss = Find<TcpOptionMSS>(syn, TcpOption::MSS))
    {
        options.mss = std::max(mss->GetMSS(), MIN_MSS);
    }
    if (const auto scale = Find<TcpOptionWinScale>(syn, TcpOption::WINSCALE))
    {
        options.scale = std::min(ReadShift(*scale), MAX_SCALE);
    }
    options.sackPermitted = syn.HasOption(TcpOption::SACKPERMITTED);
    options.timestamp = ReadTimestamp(syn);
    return options;
}

std::optional<SynOptions::Timestamp>
SynOptions::ReadTimestamp(const TcpHeader& header)
{
    if (const auto option = Find<TcpOptionTS>(header, TcpOption::TS))
    {
        return Timestamp{option->GetTimestamp(), option->GetEcho()};
    }
    return std::nullopt;
}

} // namespace ns3
