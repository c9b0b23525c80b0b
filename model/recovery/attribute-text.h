/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_TEXT_H
#define ATTRIBUTE_TEXT_H

#include "ns3/attribute.h"

#include <string>

namespace ns3::attributetext
{

/// @return the type of an attribute's values without `ns3::`, which some releases leave out for
/// some, and without the parameter that some have for enumerations
std::string GetTypeOf(const AttributeChecker& checker);

/**
 * @brief Ask before ns-3 ends the program because a text is no number, time or name of an
 * enumeration.
 * @param text what is to be a value
 * @param checker of the attribute
 * @return whether the text may be handed to ns-3, which still knows what is out of range
 */
bool IsReadable(const std::string& text, const AttributeChecker& checker);

} // namespace ns3::attributetext

#endif /* ATTRIBUTE_TEXT_H */
