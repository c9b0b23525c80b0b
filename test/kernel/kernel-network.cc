/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kernel-network.h"

#include "kernel-calls.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace segmentscript
{

namespace
{

constexpr const char* DEVICE = "tun0";
constexpr std::size_t IP_HEADER = 20;
constexpr std::size_t CHECKSUM = 16; // of TCP's header
constexpr uint8_t PROTOCOL_TCP = 6;
/// No packet is larger.
constexpr std::size_t MAX_PACKET = 65536;

void
Append(std::vector<uint8_t>& octets, const void* data, std::size_t size)
{
    const auto* begin = static_cast<const uint8_t*>(data);
    octets.insert(octets.end(), begin, begin + size);
    octets.resize(NLMSG_ALIGN(octets.size()));
}

void
AppendAttribute(std::vector<uint8_t>& octets, uint16_t type, const void* data, std::size_t size)
{
    const rtattr header{static_cast<uint16_t>(RTA_LENGTH(size)), type};
    Append(octets, &header, sizeof(header));
    Append(octets, data, size);
}

/// Ask the kernel's routing for something. @param body behind the header
void
Request(uint16_t type, uint16_t flags, const std::vector<uint8_t>& body)
{
    nlmsghdr header{};
    header.nlmsg_len = static_cast<uint32_t>(NLMSG_LENGTH(body.size()));
    header.nlmsg_type = type;
    header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
    std::vector<uint8_t> message;
    Append(message, &header, sizeof(header));
    Append(message, body.data(), body.size());
    const int control = Must(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE), "NETLINK_ROUTE");

    struct
    {
        nlmsghdr header;
        nlmsgerr error;
        uint8_t rest[MAX_PACKET];
    } answer{};

    const bool spoken = send(control, message.data(), message.size(), 0) >= 0 &&
                        recv(control, &answer, sizeof(answer), 0) >= 0;
    close(control);
    Must(spoken ? 0 : -1, "rtnetlink");
    errno = -answer.error.error;
    Must(answer.error.error, "rtnetlink");
}

/// Each segment is prepared singly, and none waits for others.
void
LimitBursts()
{
    const ifinfomsg link{};
    const uint32_t one = 1;
    std::vector<uint8_t> body;
    Append(body, &link, sizeof(link));
    AppendAttribute(body, IFLA_IFNAME, DEVICE, std::strlen(DEVICE) + 1);
    AppendAttribute(body, IFLA_GSO_MAX_SEGS, &one, sizeof(one));
    Request(RTM_SETLINK, 0, body);
}

/// The route to the peer, with its metrics.
void
AddRoute(const char* peer, const std::map<uint16_t, uint32_t>& metrics)
{
    rtmsg route{};
    route.rtm_family = AF_INET;
    route.rtm_dst_len = 32;
    route.rtm_table = RT_TABLE_MAIN;
    route.rtm_protocol = RTPROT_STATIC;
    route.rtm_scope = RT_SCOPE_LINK;
    route.rtm_type = RTN_UNICAST;
    in_addr to{};
    inet_aton(peer, &to);
    const uint32_t device = if_nametoindex(DEVICE);
    std::vector<uint8_t> nested;
    for (const auto& [name, value] : metrics)
    {
        AppendAttribute(nested, name, &value, sizeof(value));
    }
    std::vector<uint8_t> body;
    Append(body, &route, sizeof(route));
    AppendAttribute(body, RTA_DST, &to, sizeof(to));
    AppendAttribute(body, RTA_OIF, &device, sizeof(device));
    AppendAttribute(body, RTA_METRICS, nested.data(), nested.size());
    Request(RTM_NEWROUTE, NLM_F_CREATE, body);
}

void
WriteSysctl(const std::string& name, const std::string& value)
{
    std::ofstream file("/proc/sys/net/ipv4/" + name);
    file << value << std::flush;
    Must(file ? 0 : -1, "sysctl net.ipv4." + name + " of " + value);
}

ifreq
MakeRequest()
{
    ifreq request{};
    std::strncpy(request.ifr_name, DEVICE, IFNAMSIZ - 1);
    return request;
}

void
SetAddress(int control, unsigned long what, const char* address)
{
    auto request = MakeRequest();
    sockaddr_in ip{};
    ip.sin_family = AF_INET;
    inet_aton(address, &ip.sin_addr);
    std::memcpy(&request.ifr_addr, &ip, sizeof(ip));
    Must(ioctl(control, what, &request), "address of the TUN device");
}

void
SetMtu(int control, uint16_t mtu)
{
    auto request = MakeRequest();
    request.ifr_mtu = mtu;
    Must(ioctl(control, SIOCSIFMTU, &request), "SIOCSIFMTU");
}

/// @return descriptor of a device that is up
int
MakeTun(uint16_t mtu, const char* address)
{
    const int tun = Must(open("/dev/net/tun", O_RDWR | O_NONBLOCK), "/dev/net/tun");
    auto request = MakeRequest();
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    Must(ioctl(tun, TUNSETIFF, &request), "TUNSETIFF");
    const int control = Must(socket(AF_INET, SOCK_DGRAM, 0), "socket");
    SetAddress(control, SIOCSIFADDR, address);
    SetAddress(control, SIOCSIFNETMASK, "255.255.255.0");
    SetMtu(control, mtu);
    request = MakeRequest();
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    Must(ioctl(control, SIOCSIFFLAGS, &request), "SIOCSIFFLAGS");
    close(control);
    return tun;
}

/// The Internet's checksum (RFC 1071). @param sum of what was added before
uint16_t
AddUp(const std::vector<uint8_t>& octets, std::size_t begin, std::size_t end, uint32_t sum = 0)
{
    for (auto at = begin; at < end; ++at)
    {
        sum += (at - begin) % 2 == 0 ? octets[at] << 8 : octets[at];
    }
    while (sum > UINT16_MAX)
    {
        sum = (sum & UINT16_MAX) + (sum >> 16);
    }
    return static_cast<uint16_t>(~sum);
}

void
Put(std::vector<uint8_t>& octets, std::size_t at, uint16_t value)
{
    octets[at] = static_cast<uint8_t>(value >> 8);
    octets[at + 1] = static_cast<uint8_t>(value);
}

} // namespace

KernelNetwork::KernelNetwork(const KernelSettings& settings,
                             uint16_t mtu,
                             const char* address,
                             const char* peer)
    : m_address(address),
      m_peer(peer)
{
    Must(unshare(CLONE_NEWNET), "unshare(CLONE_NEWNET)");
    m_network = Must(open("/proc/self/ns/net", O_RDONLY), "/proc/self/ns/net");
    for (const auto& [name, value] : settings.sysctls)
    {
        WriteSysctl(name, value);
    }
    m_tun = MakeTun(mtu, address);
    LimitBursts();
    AddRoute(peer, settings.metrics);
}

KernelNetwork::~KernelNetwork()
{
    close(m_tun);
    close(m_network);
}

void
KernelNetwork::Enter() const
{
    Must(setns(m_network, CLONE_NEWNET), "setns(CLONE_NEWNET)");
}

void
KernelNetwork::Configure(const std::map<std::string, std::string>& sysctls, uint16_t mtu) const
{
    Enter();
    for (const auto& [name, value] : sysctls)
    {
        WriteSysctl(name, value);
    }
    const int control = Must(socket(AF_INET, SOCK_DGRAM, 0), "socket");
    SetMtu(control, mtu);
    close(control);
}

int
KernelNetwork::GetDescriptor() const
{
    return m_tun;
}

void
KernelNetwork::Write(TcpPacket packet)
{
    std::vector<uint8_t> octets(IP_HEADER);
    octets.insert(octets.end(), packet.octets.begin(), packet.octets.end());
    octets[0] = 0x45;
    octets[1] = packet.ecn;
    Put(octets, 2, static_cast<uint16_t>(octets.size()));
    octets[8] = 64; // TTL
    octets[9] = PROTOCOL_TCP;
    inet_pton(AF_INET, m_peer, &octets[12]);
    inet_pton(AF_INET, m_address, &octets[16]);
    Put(octets, 10, AddUp(octets, 0, IP_HEADER));
    // The pseudo header: both addresses, the protocol, TCP's length.
    uint32_t sum = PROTOCOL_TCP + static_cast<uint32_t>(packet.octets.size());
    sum += static_cast<uint16_t>(~AddUp(octets, 12, IP_HEADER));
    Put(octets, IP_HEADER + CHECKSUM, AddUp(octets, IP_HEADER, octets.size(), sum));
    Must(static_cast<int>(write(m_tun, octets.data(), octets.size())), "write to the TUN device");
}

std::optional<TcpPacket>
KernelNetwork::Read()
{
    std::vector<uint8_t> octets(MAX_PACKET);
    const auto size = read(m_tun, octets.data(), octets.size());
    if (size < 0 && errno != EAGAIN)
    {
        Must(-1, "read from the TUN device");
    }
    if (size < static_cast<ssize_t>(IP_HEADER) || octets[0] >> 4 != 4 || octets[9] != PROTOCOL_TCP)
    {
        return std::nullopt;
    }
    const std::size_t header = (octets[0] & 0xf) * 4;
    return TcpPacket{static_cast<uint8_t>(octets[1] & 3),
                     {octets.begin() + header, octets.begin() + size}};
}

} // namespace segmentscript
