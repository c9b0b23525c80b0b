/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PRESET_PART_H
#define PRESET_PART_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A type, and values of its attributes.
 *
 * A value that is suggested holds until Config::SetDefault(), or the environment variable
 * NS_ATTRIBUTE_DEFAULT, gives the attribute another default, be it before or afterwards: the user's
 * word is the last. A value that is set holds whatever the default is.
 */
class PresetPart
{
  public:
    /// Choose the type; the values stay.
    void SetTypeId(TypeId typeId)
    {
        m_typeId = typeId;
    }

    /// @return the type; TypeId() if none was chosen
    TypeId GetTypeId() const
    {
        return m_typeId;
    }

    /// Suggest a value of an attribute, as text.
    void Suggest(const std::string& name, const std::string& value);

    /// Set an attribute that the type has; a value that it does not take ends the program with a
    /// message.
    void Set(const std::string& name, const AttributeValue& value);

    /// Set what is suggested for an attribute; nothing if there is no suggestion.
    void Keep(const std::string& name);

    /// @return values that hold now, as text, by name
    std::map<std::string, std::string> GetTexts() const;

    /// @return what makes objects of the type with the values that hold now
    ObjectFactory Make() const;

  private:
    /// A value of an attribute.
    struct Value
    {
        Ptr<const AttributeValue> value; //!< the value
        bool isSuggested;                //!< it yields to another default
    };

    /// @return whether a value holds now
    bool Holds(const std::string& name, const Value& value) const;

    TypeId m_typeId;                       //!< the type
    std::map<std::string, Value> m_values; //!< by name of the attribute
};

} // namespace ns3

#endif /* PRESET_PART_H */
