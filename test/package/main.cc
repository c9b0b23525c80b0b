/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-sack-veno.h"

#include <iostream>

int
main()
{
    auto congestionControl = ns3::CreateObject<ns3::TcpSackVeno>();
    std::cout << congestionControl->GetName() << std::endl;
    return congestionControl->GetName() == "TcpSackVeno" ? 0 : 1;
}
