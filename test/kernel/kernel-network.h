/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_NETWORK_H
#define KERNEL_NETWORK_H

#include "kernel-settings.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace segmentscript
{

/// What a packet of IPv4 carries.
struct TcpPacket
{
    uint8_t ecn;                 //!< codepoint
    std::vector<uint8_t> octets; //!< of TCP
};

/**
 * A network namespace of this process with nothing in it but a TUN device, behind which the peer
 * is.
 *
 * Each member function throws std::system_error where the kernel refuses.
 */
class KernelNetwork
{
  public:
    /// The kernel's end.
    static constexpr const char* SOCKET_ADDRESS = "10.9.0.1";
    /// The peer's.
    static constexpr const char* PEER_ADDRESS = "10.9.0.2";

    /// This process leaves its network for good. @param mtu of the device @param address of the
    /// kernel's end @param peer address of the other end
    KernelNetwork(const KernelSettings& settings,
                  uint16_t mtu,
                  const char* address = SOCKET_ADDRESS,
                  const char* peer = PEER_ADDRESS);

    ~KernelNetwork();

    KernelNetwork(const KernelNetwork&) = delete;
    KernelNetwork& operator=(const KernelNetwork&) = delete;

    /// @brief This process goes to this network: its sockets are made there.
    void Enter() const;

    /// Set what the next sockets that are made here find. @param sysctls of net.ipv4
    void Configure(const std::map<std::string, std::string>& sysctls, uint16_t mtu) const;

    /// To be polled: it can be read when the kernel has sent something.
    int GetDescriptor() const;

    /// The peer sends. @param packet without a checksum
    void Write(TcpPacket packet);

    /// What the kernel has sent. @return nothing if there is nothing, or no TCP
    std::optional<TcpPacket> Read();

  private:
    const char* m_address; //!< of the kernel's end
    const char* m_peer;    //!< address of the other end
    int m_network;         //!< descriptor of the namespace
    int m_tun;             //!< descriptor
};

} // namespace segmentscript

#endif /* KERNEL_NETWORK_H */
