/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-parameters.h"

namespace ns3::tcplossy
{

OptionTable
DumbbellParameters::GetOptions()
{
    OptionTable options;
    AddLinks(options);
    losses.AddTo(options);
    options.AddCheck([this] { return losses.FindFault(); });
    options.AddCheck([this] {
        return direct && jitter.IsStrictlyPositive() ? "--direct and --jitter exclude each other"
                                                     : "";
    });
    return options;
}

void
DumbbellParameters::AddLinks(OptionTable& options)
{
    options.Add("rate", "Rate of the bottleneck, both directions", rate).Above(0);
    options.Add("delay", "Propagation delay of one pass through the bottleneck", delay)
        .AtLeast(0)
        .Note("each pass");
    options.Add("ipv6", "Use IPv6 instead of IPv4", ipv6);
    options.Add("queue", "Bottleneck queue in packets, both directions", queue)
        .AtLeast(1)
        .AtMost(MAX_QUEUE)
        .Unit("packets");
    options
        .Add("marking",
             "Packets in the bottleneck's queue above which each one that knows ECN is marked, in "
             "both directions; 0 for none",
             marking)
        .AtMost(MAX_QUEUE)
        .Must([this] { return marking < queue; }, "be below --queue")
        .Unit("packets")
        .Zero("none");
    options.Add("leftRate", "Rate of the links between senders and left router", left.rate)
        .Above(0);
    options.Add("leftDelay", "Propagation delay of these links", left.delay).AtLeast(0);
    options.Add("rightRate", "Rate of the links between receivers and right router", right.rate)
        .Above(0);
    options.Add("rightDelay", "Propagation delay of these links", right.delay).AtLeast(0);
    options.Add("direct",
                "No access links: senders and receivers are the routers, and the "
                "bottleneck's delay has grown by the time that the links would have taken",
                direct);
    options
        .Add("jitter",
             "A packet comes up to this later to its receiver, at random, so that packets overtake "
             "one another",
             jitter)
        .AtLeast(0);
}

Time
DumbbellParameters::GetDelay() const
{
    return delay * static_cast<int64_t>(losses.passes);
}

Time
DumbbellParameters::GetAccessTime(uint32_t octets) const
{
    return left.delay + right.delay + left.rate.CalculateBytesTxTime(octets) +
           right.rate.CalculateBytesTxTime(octets);
}

} // namespace ns3::tcplossy
