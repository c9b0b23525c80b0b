/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-loss-recovery.h"

#include "ns3/abort.h"
#include "ns3/attribute-helper.h"
#include "ns3/fack-recovery.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/rack-recovery.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"
#include "ns3/string.h"
#include "ns3/variant-options.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

namespace ns3
{

template class TcpLossRecoveryOf<RenoRecovery>;
template class TcpLossRecoveryOf<NewRenoRecovery>;
template class TcpLossRecoveryOf<SackRecovery>;
template class TcpLossRecoveryOf<FackRecovery>;
template class TcpLossRecoveryOf<Rfc6675Recovery>;
template class TcpLossRecoveryOf<RackRecovery>;

TypeId
TcpLossRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossRecovery").SetParent<Object>().SetGroupName("TcpLossy");
    return tid;
}

Ptr<TcpLossRecovery>
TcpLossRecovery::MakeFallback() const
{
    const auto fallback = CreateObject<TcpNewRenoRecovery>();
    StringValue steady;
    if (GetAttributeFailSafe("SlowButSteady", steady))
    {
        fallback->SetAttribute("SlowButSteady", steady);
    }
    return fallback;
}

namespace
{
/// What stands around a short name.
const std::string BEFORE = "ns3::Tcp";
const std::string AFTER = "Recovery";

bool
IsRecovery(TypeId typeId)
{
    return typeId.HasConstructor() && typeId.IsChildOf(TcpLossRecovery::GetTypeId());
}

std::string
Shorten(const std::string& name)
{
    const auto around = BEFORE.size() + AFTER.size();
    const bool isShort = name.size() > around && name.compare(0, BEFORE.size(), BEFORE) == 0 &&
                         name.compare(name.size() - AFTER.size(), AFTER.size(), AFTER) == 0;
    return isShort ? name.substr(BEFORE.size(), name.size() - around) : name;
}

/// A text that makes sense: any other one ends the program.
class LossRecoveryValue : public StringValue
{
  public:
    bool DeserializeFromString(std::string text, Ptr<const AttributeChecker> checker) override
    {
        const auto fault = LossRecoveryChoice(text).FindFault();
        NS_ABORT_MSG_UNLESS(fault.empty(), "attribute LossRecovery: " << fault);
        return StringValue::DeserializeFromString(text, checker);
    }
};
} // namespace

LossRecoveryChoice::LossRecoveryChoice(const std::string& text)
    : m_name(text)
{
    const auto bracket = text.find('[');
    if (bracket == std::string::npos || text.back() != ']')
    {
        return;
    }
    m_name = text.substr(0, bracket);
    std::istringstream list(text.substr(bracket + 1, text.size() - bracket - 2));
    for (std::string attribute; std::getline(list, attribute, '|');)
    {
        const auto equals = std::min(attribute.find('='), attribute.size());
        Set(attribute.substr(0, equals),
            equals < attribute.size() ? attribute.substr(equals + 1) : "");
    }
}

std::string
LossRecoveryChoice::FindFault() const
{
    if (GetTypeId() == TypeId())
    {
        return "'" + m_name + "' is no loss recovery: give one of " + GetNames() +
               ", or the TypeId name of another TcpLossRecovery, and attributes of it as in "
               "Fack[LostRetransmission=Timeout]";
    }
    for (const auto& [name, value] : m_attributes)
    {
        TypeId::AttributeInformation information;
        if (!GetTypeId().LookupAttributeByName(name, &information))
        {
            return GetTypeId().GetName() + " has no attribute '" + name + "'";
        }
        if (!attributetext::IsReadable(value, *information.checker) ||
            !information.checker->CreateValidValue(StringValue(value)))
        {
            return GetTypeId().GetName() + "::" + name + " must be of " +
                   information.checker->GetUnderlyingTypeInformation() + ", not '" + value + "'";
        }
    }
    return "";
}

TypeId
LossRecoveryChoice::GetTypeId() const
{
    for (const auto& name : {m_name, BEFORE + m_name + AFTER})
    {
        TypeId typeId;
        if (TypeId::LookupByNameFailSafe(name, &typeId) && IsRecovery(typeId))
        {
            return typeId;
        }
    }
    return TypeId();
}

std::string
LossRecoveryChoice::ToText() const
{
    std::string list;
    for (const auto& [name, value] : m_attributes)
    {
        list += (list.empty() ? "" : "|") + name + "=" + value;
    }
    return list.empty() ? m_name : m_name + "[" + list + "]";
}

Ptr<TcpLossRecovery>
LossRecoveryChoice::Make() const
{
    const auto fault = FindFault();
    NS_ABORT_MSG_UNLESS(fault.empty(), "attribute LossRecovery: " << fault);
    ObjectFactory factory;
    factory.SetTypeId(GetTypeId());
    for (const auto& [name, value] : m_attributes)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<TcpLossRecovery>();
}

std::string
LossRecoveryChoice::GetNames()
{
    std::set<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        if (const auto typeId = TypeId::GetRegistered(i); IsRecovery(typeId))
        {
            names.insert(Shorten(typeId.GetName()));
        }
    }
    return boost::algorithm::join(names, ", ");
}

Ptr<const AttributeChecker>
MakeLossRecoveryChecker()
{
    // Whoever gives a StringValue has it read as text, which is where the text is checked.
    return MakeSimpleAttributeChecker<LossRecoveryValue, AttributeChecker>("ns3::StringValue",
                                                                           "LossRecoveryChoice");
}

} // namespace ns3

namespace ns3::attributetext
{

std::string
GetTypeOf(const AttributeChecker& checker)
{
    const std::string space = "ns3::";
    const auto type = checker.GetValueTypeName();
    const auto begin = type.compare(0, space.size(), space) == 0 ? space.size() : 0;
    return type.substr(begin, type.find('<') - begin);
}

bool
IsReadable(const std::string& text, const AttributeChecker& checker)
{
    static const std::string number = "[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?";
    static const std::map<std::string, std::regex> forms{
        {"TimeValue", std::regex(number + "(s|ms|us|ns|ps|fs|min|h|d|y)?")},
        {"DoubleValue", std::regex(number)},
        {"IntegerValue", std::regex("-?\\d+")},
        {"UintegerValue", std::regex("\\d+")}};
    // std::regex needs stack for each character.
    constexpr std::size_t mostCharacters = 1000;
    const auto type = GetTypeOf(checker);
    if (type == "EnumValue")
    {
        const auto names = "|" + checker.GetUnderlyingTypeInformation() + "|";
        return text.find('|') == std::string::npos &&
               names.find("|" + text + "|") != std::string::npos;
    }
    const auto form = forms.find(type);
    if (form == forms.end())
    {
        return true;
    }
    const bool isNumber = text.size() <= mostCharacters && std::regex_match(text, form->second) &&
                          std::isfinite(std::strtod(text.c_str(), nullptr));
    Instant time(0);
    return isNumber && (type != "TimeValue" ||
                        (ReadTime(text, time) &&
                         std::chrono::duration<double>(time).count() < Time::Max().GetSeconds()));
}

} // namespace ns3::attributetext
