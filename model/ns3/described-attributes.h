/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DESCRIBED_ATTRIBUTES_H
#define DESCRIBED_ATTRIBUTES_H

#include "ns3/attribute-accessor-helper.h"
#include "ns3/attribute.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ns3-values.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace ns3
{

/// Reads and writes an option of a class of plain C++ as an attribute.
template <class Object, class Value, class Option>
struct OptionAccessor : AccessorHelper<Object, Value>
{
    explicit OptionAccessor(Option option)
        : m_option(option)
    {
    }

    bool DoSet(Object* object, const Value* value) const override
    {
        auto& option = std::invoke(m_option, *object);
        if constexpr (std::is_same_v<Value, TimeValue>)
        {
            option = ToDuration(value->Get());
        }
        else
        {
            option = static_cast<std::decay_t<decltype(option)>>(value->Get());
        }
        return true;
    }

    bool DoGet(const Object* object, Value* value) const override
    {
        const auto& option = std::invoke(m_option, *object);
        if constexpr (std::is_same_v<Value, TimeValue>)
        {
            value->Set(ToTime(option));
        }
        else
        {
            value->Set(option);
        }
        return true;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

    const Option m_option; //!< see DescribedAttributes
};

/// Makes attributes of the options that a class of plain C++ describes. An option is a pointer to a
/// data member, or a function that finds the data member in an object.
template <class Object, class Plain>
struct DescribedAttributes
{
    /// @param rest bounds of a number or time, if any; of an enumeration, or of a bool that is one,
    /// each value and its name
    template <class Option, class... Rest>
    void operator()(const char* name, Option option, const char* help, Rest... rest)
    {
        auto [initial, checker] = ToNs3(std::invoke(option, defaults), rest...);
        using Accessor = OptionAccessor<Object, decltype(initial), Option>;
        tid.AddAttribute(name, help, initial, ns3::Create<Accessor>(option), checker);
    }

    /// @name An option's default, and its bounds or names. @return those of an attribute
    /// @{
    static auto ToNs3(bool initial)
    {
        return std::pair(BooleanValue(initial), MakeBooleanChecker());
    }

    static auto ToNs3(double initial,
                      double least = std::numeric_limits<double>::lowest(),
                      double most = std::numeric_limits<double>::max())
    {
        return std::pair(DoubleValue(initial), MakeDoubleChecker<double>(least, most));
    }

    static auto ToNs3(std::chrono::nanoseconds initial,
                      std::chrono::nanoseconds least = std::chrono::nanoseconds::zero(),
                      std::chrono::nanoseconds most = std::chrono::nanoseconds::max())
    {
        return std::pair(TimeValue(ToTime(initial)), MakeTimeChecker(ToTime(least), ToTime(most)));
    }

    static auto ToNs3(uint32_t initial,
                      uint32_t least = 0,
                      uint32_t most = std::numeric_limits<uint32_t>::max())
    {
        return std::pair(UintegerValue(initial), MakeUintegerChecker<uint32_t>(least, most));
    }

    template <class Enum, class... Names>
    static auto ToNs3(Enum initial, Enum value, const char* name, Names... names)
    {
        return std::pair(EnumValue(initial), MakeEnumChecker(value, name, names...));
    }

    /// @}

    TypeId tid;     //!< which gets them
    Plain defaults; //!< has their defaults
};

/// @return the TypeId of a class of ns-3 that derives from one of plain C++, with an attribute for
/// each option that `Plain::Describe()` names
template <class Object, class Plain, class Parent>
TypeId
DescribeAttributes(const char* name)
{
    DescribedAttributes<Object, Plain> attributes{
        TypeId(name).SetParent<Parent>().SetGroupName("TcpLossy").template AddConstructor<Object>(),
        {}};
    Plain::Describe(attributes);
    return attributes.tid;
}

} // namespace ns3

#endif /* DESCRIBED_ATTRIBUTES_H */
