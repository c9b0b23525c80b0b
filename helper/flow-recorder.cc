/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-recorder.h"

namespace ns3
{

void
FlowRecorder::RecordReceiver(Ptr<PacketSink> receiver)
{
    DeliveryRecorder::RecordReceiver(receiver);
    DuplicateRecorder::RecordReceiver(receiver);
}

} // namespace ns3
