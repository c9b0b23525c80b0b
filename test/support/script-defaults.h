/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPT_DEFAULTS_H
#define SCRIPT_DEFAULTS_H

#include "segment-script.h"

#include <vector>

namespace segmentscript
{

/// What is set unless the script says otherwise: releases of ns-3 may change their defaults.
inline const std::vector<Setting> DEFAULTS{{"SegmentSize", "1000"},
                                           {"SndBufSize", "1000000"},
                                           {"RcvBufSize", "32000"},
                                           {"InitialCwnd", "10"},
                                           {"InitialSlowStartThreshold", "1000000"},
                                           {"ConnTimeout", "1s"},
                                           {"ConnCount", "6"},
                                           {"DataRetries", "6"},
                                           {"DelAckTimeout", "40ms"},
                                           {"DelAckCount", "1"},
                                           {"TcpNoDelay", "true"},
                                           {"PersistTimeout", "6s"},
                                           {"MinRto", "200ms"},
                                           {"ClockGranularity", "1ms"},
                                           {"MaxSegLifetime", "5"},
                                           {"Sack", "true"},
                                           {"Timestamp", "false"},
                                           {"WindowScaling", "false"},
                                           {"LimitedTransmit", "true"},
                                           {"ReTxThreshold", "3"},
                                           {"UseEcn", "Off"}};

} // namespace segmentscript

#endif /* SCRIPT_DEFAULTS_H */
