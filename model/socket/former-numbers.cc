/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "former-numbers.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FormerNumbers);

TypeId
FormerNumbers::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FormerNumbers").SetParent<Object>().SetGroupName("TcpLossy");
    return tid;
}

Ptr<FormerNumbers>
FormerNumbers::Get(Ptr<Node> node)
{
    auto numbers = node->GetObject<FormerNumbers>();
    if (!numbers)
    {
        numbers = CreateObject<FormerNumbers>();
        node->AggregateObject(numbers);
    }
    return numbers;
}

} // namespace ns3
