/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-loss-model.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(SegmentLossModel, SegmentsAndTransmissionsAreCountedFromOne)
{
    const auto model = CreateObject<SegmentLossModel>();
    EXPECT_DEATH(model->Drop(0, 1), "SegmentLossModel: segments are counted from 1, not 0");
    EXPECT_DEATH(model->Drop(1, 0), "SegmentLossModel: transmissions are counted from 1, not 0");
    model->Drop(1, 1);
}
