/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_SETTINGS_H
#define KERNEL_SETTINGS_H

#include "../support/script-file.h"
#include "../support/segment-script.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace segmentscript
{

/// A number that a socket of the kernel's is given.
struct SocketOption
{
    int level; //!< such as IPPROTO_TCP
    int name;  //!< such as TCP_NODELAY
    int value; //!< number
};

/// What a script's settings are in the kernel.
struct KernelSettings
{
    std::map<std::string, std::string> sysctls; //!< of net.ipv4
    std::map<uint16_t, uint32_t> metrics;       //!< of the route to the peer, RTAX_...
    std::vector<SocketOption> options;          //!< of the socket under test
};

/**
 * What a script's settings are in the kernel.
 *
 * An attribute has a counterpart there (a sysctl, a metric of the route, an option of the socket),
 * or is what the kernel does anyway, or the script does not apply. Where the script names Rack, the
 * kernel has RACK-TLP; where it names another sender or none, the kernel counts duplicates
 * (tcp_recovery and tcp_early_retrans are 0).
 * @throw LeftOut
 */
KernelSettings TranslateSettings(const Script& script);

} // namespace segmentscript

#endif /* KERNEL_SETTINGS_H */
