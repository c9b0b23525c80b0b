/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-parameters.h"

#include "ns3/abort.h"

namespace ns3
{

namespace pathparameters
{

void
RequireRate(const std::string& name, DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, name << " must be above 0 bit/s");
}

void
RequireDelay(const std::string& name, Time delay)
{
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(),
                    name << " must not be negative: " << delay.As(Time::S));
}

Ptr<ErrorModel>
MakePacketLoss(const std::string& name, double probability)
{
    NS_ABORT_MSG_UNLESS(probability >= 0.0 && probability <= 1.0,
                        name << " must lie in [0, 1], not " << probability);
    auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(probability);
    return model;
}

} // namespace pathparameters

} // namespace ns3
