/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-recorder.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FlowRecorder");

void
FlowRecorder::RecordReceiver(Ptr<PacketSink> receiver)
{
    NS_LOG_FUNCTION(this << receiver);
    DeliveryRecorder::RecordReceiver(receiver);
    DuplicateRecorder::RecordReceiver(receiver);
}

} // namespace ns3
