/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DESCRIBED_ATTRIBUTES_H
#define DESCRIBED_ATTRIBUTES_H

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ns3-compat.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3
{

/// Reads and writes an option of a class of plain C++ that is a span of time, as an attribute.
template <class Object>
struct SpanAccessor : AttributeAccessor
{
    using Span = std::chrono::nanoseconds Object::*; //!< the option

    explicit SpanAccessor(Span span)
        : m_span(span)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto owner = dynamic_cast<Object*>(object);
        const auto time = dynamic_cast<const TimeValue*>(&value);
        if (owner && time)
        {
            owner->*m_span = ToDuration(time->Get());
        }
        return owner && time;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto owner = dynamic_cast<const Object*>(object);
        const auto time = dynamic_cast<TimeValue*>(&value);
        if (owner && time)
        {
            time->Set(ToTime(owner->*m_span));
        }
        return owner && time;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

    const Span m_span; //!< the option
};

/// Makes attributes of the options that a class of plain C++ describes.
template <class Object, class Plain>
struct DescribedAttributes
{
    template <class Owner>
    void operator()(const char* name, bool Owner::*option, const char* help)
    {
        bool Object::*member = option;
        tid.AddAttribute(name,
                         help,
                         BooleanValue(defaults.*option),
                         MakeBooleanAccessor(member),
                         MakeBooleanChecker());
    }

    template <class Owner>
    void operator()(const char* name,
                    double Owner::*option,
                    const char* help,
                    double least = std::numeric_limits<double>::lowest(),
                    double most = std::numeric_limits<double>::max())
    {
        double Object::*member = option;
        tid.AddAttribute(name,
                         help,
                         DoubleValue(defaults.*option),
                         MakeDoubleAccessor(member),
                         MakeDoubleChecker<double>(least, most));
    }

    template <class Owner>
    void operator()(const char* name, std::chrono::nanoseconds Owner::*option, const char* help)
    {
        tid.AddAttribute(name,
                         help,
                         TimeValue(ToTime(defaults.*option)),
                         ns3::Create<SpanAccessor<Object>>(option),
                         MakeTimeChecker(Time(0)));
    }

    template <class Owner>
    void operator()(const char* name,
                    Time Owner::*option,
                    const char* help,
                    Time least = Time(0),
                    Time most = Time::Max())
    {
        Time Object::*member = option;
        tid.AddAttribute(name,
                         help,
                         TimeValue(defaults.*option),
                         MakeTimeAccessor(member),
                         MakeTimeChecker(least, most));
    }

    template <class Owner>
    void operator()(const char* name,
                    uint32_t Owner::*option,
                    const char* help,
                    uint32_t least = 0,
                    uint32_t most = std::numeric_limits<uint32_t>::max())
    {
        uint32_t Object::*member = option;
        tid.AddAttribute(name,
                         help,
                         UintegerValue(defaults.*option),
                         MakeUintegerAccessor(member),
                         MakeUintegerChecker<uint32_t>(least, most));
    }

    template <class Owner, class Enum, class... Names>
    void operator()(const char* name, Enum Owner::*option, const char* help, Names... names)
    {
        Enum Object::*member = option;
        tid.AddAttribute(name,
                         help,
                         EnumValue(defaults.*option),
                         ns3compat::MakeEnumMemberAccessor<Enum>(member),
                         MakeEnumChecker(names...));
    }

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
