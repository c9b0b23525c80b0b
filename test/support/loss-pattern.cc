/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "loss-pattern.h"

namespace losspattern
{

std::string
NameOf(Repair repair)
{
    switch (repair)
    {
    case Repair::RENO:
        return "Reno";
    case Repair::NEW_RENO:
        return "NewReno";
    case Repair::SACK:
        return "Sack";
    case Repair::FACK_TIMEOUT:
        return "Fack-timeout";
    case Repair::FACK:
        return "Fack";
    case Repair::RFC_6675:
        return "Rfc6675";
    case Repair::RFC_6675_RESCUE:
        return "Rfc6675-rescue";
    case Repair::RACK:
        break;
    }
    return "Rack";
}

std::string
NameOf(Reduction reduction)
{
    switch (reduction)
    {
    case Reduction::HALVING:
        return "halving";
    case Reduction::RAMPDOWN:
        return "rampdown";
    case Reduction::PROPORTIONAL:
        break;
    }
    return "proportional";
}

} // namespace losspattern
