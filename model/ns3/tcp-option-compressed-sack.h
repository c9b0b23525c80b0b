/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OPTION_COMPRESSED_SACK_H
#define TCP_OPTION_COMPRESSED_SACK_H

#include "ns3/compressed-sack-codec.h"
#include "ns3/ns3-compat.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A TCP option of kind 253, which ns-3 does not know (RFC 4727, section 4).
 *
 * TcpHeader appends options of known kinds only, and makes a TcpOptionUnknown of what arrives with
 * any other. So in memory these options call themselves NOP, a kind that nothing looks for, and
 * write 253; and what arrived is read from the octets of the TcpOptionUnknown, which it writes as
 * they came.
 *
 * @tparam Derived the option
 */
template <class Derived>
class TcpExperimentalOption : public ns3compat::InstanceTypeIdShim<Derived, TcpOption>
{
  public:
    /// @return NOP, the kind in memory, not on the wire
    uint8_t GetKind() const override
    {
        return TcpOption::NOP;
    }

    void Serialize(Buffer::Iterator start) const override
    {
        start.Write(m_octets.data(), m_size);
    }

    uint32_t GetSerializedSize() const override
    {
        return m_size;
    }

  protected:
    std::array<uint8_t, CompressedSackCodec::MAX_SIZE> m_octets{}; //!< the option on the wire
    std::size_t m_size{0};                                         //!< octets of it
};

/**
 * @ingroup tcp-lossy
 * @brief Selective acknowledgment with compressed offsets (compressed SACK paper, section IV).
 *
 * The option is its octets: CompressedSackCodec says what they mean. There is no other state.
 *
 * Appending and finding are functions of the class, because a header in memory is not enough to
 * tell what is in it.
 */
class TcpOptionCompressedSack : public TcpExperimentalOption<TcpOptionCompressedSack>
{
  public:
    using Blocks = CompressedSackCodec::Blocks; //!< what is reported

    /// What a received header says.
    struct Received
    {
        bool isPresent{false};                //!< whether there is an option of kind 253 at all
        CompressedSackCodec::Decoded decoded; //!< its blocks, or why it is refused as a whole
    };

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Append an option that CompressedSackCodec has written, if the header has room for it.
    static void Append(TcpHeader& header, const uint8_t* octets, std::size_t size);

    /// Read the option of a header that arrived, or is about to leave, of a segment without SYN: in
    /// a SYN the kind stands for a permission. The first option of kind 253 counts. @return how
    /// many blocks they are, or why the option is refused
    static Received Find(const TcpHeader& header, Blocks& blocks);

    void Print(std::ostream& os) const override;

    /// Take over octets, which need not make sense. @return their number; 0 if the option is longer
    /// than what is left or not of kind 253
    uint32_t Deserialize(Buffer::Iterator start) override;
};

/**
 * @ingroup tcp-lossy
 * @brief Permission to send TcpOptionCompressedSack, in a SYN.
 *
 * Four octets: kind 253, length 4, and EXPERIMENT, which tells this use of the kind from others
 * (RFC 6994, section 3). As with RFC 2018's permission, who sends it can read the other option; it
 * is used in a direction only if its receiver permitted it.
 */
class TcpOptionCompressedSackPermitted
    : public TcpExperimentalOption<TcpOptionCompressedSackPermitted>
{
  public:
    static constexpr uint16_t EXPERIMENT = CompressedSackCodec::EXPERIMENT;   //!< its mark
    static constexpr std::size_t SIZE = CompressedSackCodec::PERMISSION_SIZE; //!< octets

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpOptionCompressedSackPermitted();

    /// Permit the peer to use the option, in a SYN. @return whether there was room
    static bool Append(TcpHeader& header);

    /// @return whether a SYN permits the option
    static bool IsIn(const TcpHeader& header);

    void Print(std::ostream& os) const override;

    /// Read the permission. @return its octets, or 0 if it is something else
    uint32_t Deserialize(Buffer::Iterator start) override;
};

} // namespace ns3

#endif /* TCP_OPTION_COMPRESSED_SACK_H */
