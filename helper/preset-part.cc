/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "preset-part.h"

#include "ns3/string.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace ns3
{

namespace
{
/// Whether the environment gives an attribute another default, as ns-3 reads it: Type::Name=value,
/// with a semicolon between.
bool
IsInEnvironment(TypeId typeId, const std::string& name)
{
    const auto* variable = std::getenv("NS_ATTRIBUTE_DEFAULT");
    std::istringstream defaults(variable ? variable : "");
    for (std::string entry; std::getline(defaults, entry, ';');)
    {
        const auto fullName = entry.substr(0, entry.find('='));
        const auto end = std::min(fullName.rfind("::"), fullName.size());
        TypeId owner;
        if (fullName.compare(end, std::string::npos, "::" + name) == 0 &&
            TypeId::LookupByNameFailSafe(fullName.substr(0, end), &owner) &&
            (typeId == owner || typeId.IsChildOf(owner)))
        {
            return true;
        }
    }
    return false;
}
} // namespace

void
PresetPart::Suggest(const std::string& name, const std::string& value)
{
    m_values[name] = {StringValue(value).Copy(), true};
}

void
PresetPart::Set(const std::string& name, const AttributeValue& value)
{
    // It ends the program if the value is wrong: here, where the user gives it.
    ObjectFactory probe;
    probe.SetTypeId(m_typeId);
    probe.Set(name, value);
    m_values[name] = {value.Copy(), false};
}

void
PresetPart::Keep(const std::string& name)
{
    const auto value = m_values.find(name);
    if (value != m_values.end())
    {
        value->second.isSuggested = false;
    }
}

bool
PresetPart::Holds(const std::string& name, const Value& value) const
{
    TypeId::AttributeInformation information;
    // The very object, not its value: a default may be set to what it was.
    return !value.isSuggested || (m_typeId.LookupAttributeByName(name, &information) &&
                                  information.initialValue == information.originalInitialValue &&
                                  !IsInEnvironment(m_typeId, name));
}

std::map<std::string, std::string>
PresetPart::GetTexts() const
{
    std::map<std::string, std::string> texts;
    TypeId::AttributeInformation information;
    for (const auto& [name, value] : m_values)
    {
        if (Holds(name, value) && m_typeId.LookupAttributeByName(name, &information))
        {
            texts[name] = value.value->SerializeToString(information.checker);
        }
    }
    return texts;
}

ObjectFactory
PresetPart::Make() const
{
    ObjectFactory factory;
    factory.SetTypeId(m_typeId);
    for (const auto& [name, value] : m_values)
    {
        if (Holds(name, value))
        {
            factory.Set(name, *value.value);
        }
    }
    return factory;
}

} // namespace ns3
