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

} // namespace ns3
