/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_RECORDER_H
#define FLOW_RECORDER_H

#include "delivery-recorder.h"
#include "duplicate-recorder.h"
#include "sender-recorder.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Records one TCP flow: its sender, what its receiver reads, and what arrives in vain.
 *
 * Each of the three can be had for itself. A recorder that is destroyed records no further; the
 * simulation goes on.
 */
class FlowRecorder : public SenderRecorder, public DeliveryRecorder, public DuplicateRecorder
{
  public:
    /**
     * @brief Record what a receiver's application reads, and what arrives for it by TCP on any
     * connection.
     * @param receiver the application, installed on a node with an internet stack; it need not have
     * started
     */
    void RecordReceiver(Ptr<PacketSink> receiver);
};

} // namespace ns3

#endif /* FLOW_RECORDER_H */
