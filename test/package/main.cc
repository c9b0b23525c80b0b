/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flow-monitor-helper.h"
#include "ns3/tcp-lossy-controls.h"

#include <iostream>

int
main()
{
    auto congestionControl = ns3::CreateObject<ns3::TcpSackVeno>();
    std::cout << congestionControl->GetName() << std::endl;
    const bool hasMonitor = ns3::FlowMonitorHelper().GetMonitor() != nullptr;
    return congestionControl->GetName() == "TcpSackVeno" && hasMonitor ? 0 : 1;
}
