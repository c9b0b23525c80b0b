/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VARIANT_OPTIONS_H
#define VARIANT_OPTIONS_H

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Names and values, in order.
using VariantOptions = std::vector<std::pair<std::string, std::string>>;

/// Read options of the table of variants, such as `Alpha=3 Beta=3`, in which names may stand that
/// the table gives to options of several rows. @return the options
VariantOptions ReadVariantOptions(const std::string& text);

} // namespace ns3

#endif /* VARIANT_OPTIONS_H */
