/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ack-loss-model.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(AckLossModel, OccurrencesAreCountedFromOne)
{
    const auto model = CreateObject<AckLossModel>();
    EXPECT_DEATH(model->Drop(0, 0), "AckLossModel: occurrences are counted from 1, not 0");
    EXPECT_EQ(model->GetPlanned(), 0U);
    model->Drop(0, 1);
    model->Drop(7, 2);
    model->Drop(7, 2);
    EXPECT_EQ(model->GetPlanned(), 2U) << "an ACK is lost once";
}
