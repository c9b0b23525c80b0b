/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-option-compressed-sack.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpOptionCompressedSack);
NS_OBJECT_ENSURE_REGISTERED(TcpOptionCompressedSackPermitted);

namespace
{
/// An option as it is on the wire.
struct WireOption
{
    std::array<uint8_t, CompressedSackCodec::MAX_SIZE> octets; //!< from the kind on
    std::size_t size{0};                                       //!< how many

    bool IsExperimental() const
    {
        return size > 0 && octets[0] == CompressedSackCodec::KIND;
    }

    bool IsPermission() const
    {
        using Permitted = TcpOptionCompressedSackPermitted;
        return size == Permitted::SIZE && IsExperimental() && octets[1] == Permitted::SIZE &&
               octets[2] == Permitted::EXPERIMENT >> 8 &&
               octets[3] == (Permitted::EXPERIMENT & 0xff);
    }
};

WireOption
Read(Buffer::Iterator start, std::size_t size)
{
    WireOption wire;
    wire.size = size;
    start.Read(wire.octets.data(), static_cast<uint32_t>(size));
    return wire;
}

/// @return the octets of an option; none if there are more than an option can have
WireOption
GetOctets(const Ptr<const TcpOption>& option)
{
    const auto size = option->GetSerializedSize();
    if (size < 1 || size > CompressedSackCodec::MAX_SIZE)
    {
        return {};
    }
    Buffer buffer(size);
    buffer.AddAtStart(size);
    option->Serialize(buffer.Begin());
    return Read(buffer.Begin(), size);
}

/// Visit the options of kind 253, as long as the visitor says to go on.
template <class Visitor>
void
ForEachExperimental(const TcpHeader& header, Visitor visit)
{
    for (const auto& option : header.GetOptionList())
    {
        // The kinds that such an option has in memory: when it arrived, and before it was sent.
        const auto kind = option->GetKind();
        if (kind == CompressedSackCodec::KIND || kind == TcpOption::NOP)
        {
            const auto wire = GetOctets(option);
            if (wire.IsExperimental() && !visit(wire))
            {
                return;
            }
        }
    }
}
} // namespace

// ------------------------------------------------------------------------------- the blocks

TypeId
TcpOptionCompressedSack::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpOptionCompressedSack")
                            .SetParent<TcpOption>()
                            .SetGroupName("Internet")
                            .AddConstructor<TcpOptionCompressedSack>();
    return tid;
}

void
TcpOptionCompressedSack::Append(TcpHeader& header, const uint8_t* octets, std::size_t size)
{
    const auto option = CreateObject<TcpOptionCompressedSack>();
    std::copy_n(octets, size, option->m_octets.begin());
    option->m_size = size;
    header.AppendOption(option);
}

TcpOptionCompressedSack::Received
TcpOptionCompressedSack::Find(const TcpHeader& header, Blocks& blocks)
{
    Received received;
    ForEachExperimental(header, [&](const WireOption& wire) {
        received.isPresent = true;
        received.decoded = CompressedSackCodec::Decode(wire.octets.data(), wire.size, blocks);
        return false;
    });
    return received;
}

void
TcpOptionCompressedSack::Print(std::ostream& os) const
{
    Blocks blocks;
    const auto decoded = CompressedSackCodec::Decode(m_octets.data(), m_size, blocks);
    if (decoded.refusal)
    {
        os << decoded.refusal;
    }
    for (std::size_t i = 0; i < decoded.blocks; ++i)
    {
        os << (i > 0 ? " " : "") << "[" << blocks[i].begin << "," << blocks[i].end << ")";
    }
}

uint32_t
TcpOptionCompressedSack::Deserialize(Buffer::Iterator start)
{
    m_size = 0;
    const auto left = start.GetRemainingSize();
    const auto head = Read(start, std::min<std::size_t>(left, 2));
    const std::size_t size = head.size == 2 ? head.octets[1] : 0;
    if (head.IsExperimental() && size >= 2 && size <= std::min<std::size_t>(left, m_octets.size()))
    {
        m_octets = Read(start, size).octets;
        m_size = size;
    }
    return GetSerializedSize();
}

// --------------------------------------------------------------------------- the permission

TypeId
TcpOptionCompressedSackPermitted::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpOptionCompressedSackPermitted")
                            .SetParent<TcpOption>()
                            .SetGroupName("Internet")
                            .AddConstructor<TcpOptionCompressedSackPermitted>();
    return tid;
}

TcpOptionCompressedSackPermitted::TcpOptionCompressedSackPermitted()
{
    m_octets[0] = CompressedSackCodec::KIND;
    m_octets[1] = SIZE;
    m_octets[2] = EXPERIMENT >> 8;
    m_octets[3] = EXPERIMENT & 0xff;
    m_size = SIZE;
}

bool
TcpOptionCompressedSackPermitted::Append(TcpHeader& header)
{
    return header.AppendOption(CreateObject<TcpOptionCompressedSackPermitted>());
}

bool
TcpOptionCompressedSackPermitted::IsIn(const TcpHeader& header)
{
    bool isIn = false;
    ForEachExperimental(header, [&isIn](const WireOption& wire) {
        isIn = wire.IsPermission();
        return !isIn;
    });
    return isIn;
}

void
TcpOptionCompressedSackPermitted::Print(std::ostream& os) const
{
    os << "experiment " << EXPERIMENT;
}

uint32_t
TcpOptionCompressedSackPermitted::Deserialize(Buffer::Iterator start)
{
    const bool isWhole = start.GetRemainingSize() >= SIZE;
    return isWhole && Read(start, SIZE).IsPermission() ? SIZE : 0;
}

} // namespace ns3
