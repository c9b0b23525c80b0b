/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSS_RECOVERY_H
#define TCP_LOSS_RECOVERY_H

#include "described-attributes.h"

#include "ns3/attribute.h"
#include "ns3/loss-recovery.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <map>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief What is lost, and what goes next: the part of TcpScoreboardSocket that its attribute
 * `LossRecovery` chooses by the name of a TypeId.
 *
 * The object holds the attributes, and makes each connection a recovery of its own. See
 * TcpLossRecoveryOf for how to write another one.
 */
class TcpLossRecovery : public Object
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    /// @return the recovery of a connection
    virtual std::unique_ptr<LossRecovery> Make(
        const LossRecovery::Configuration& configuration) const = 0;

    /// @return whether another one has to take its place where the peer does not permit SACK
    virtual bool NeedsSack() const = 0;

    /// @return what then takes its place: NewReno, with the same `SlowButSteady`, if there is one
    Ptr<TcpLossRecovery> MakeFallback() const;
};

/**
 * @ingroup tcp-lossy
 * @brief A loss recovery of plain C++ as an object of ns-3.
 * @tparam Recovery a LossRecovery with a default constructor and a `NAME`, that of the TypeId
 *
 * `template class ns3::TcpLossRecoveryOf<Own>;` in one source registers another one. What its
 * Describe() names are the attributes.
 */
template <class Recovery>
class TcpLossRecoveryOf : public TcpLossRecovery, public Recovery
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId()
    {
        static const TypeId tid =
            DescribeAttributes<TcpLossRecoveryOf, Recovery, TcpLossRecovery>(Recovery::NAME);
        return tid;
    }

    std::unique_ptr<LossRecovery> Make(
        const LossRecovery::Configuration& configuration) const override
    {
        auto made = std::make_unique<Recovery>(static_cast<const Recovery&>(*this));
        made->Start(configuration);
        return made;
    }

    bool NeedsSack() const override
    {
        return Recovery::NeedsSack();
    }

  private:
    static inline const TypeId REGISTERED = GetTypeId(); //!< of an explicit instantiation
};

using TcpRenoRecovery = TcpLossRecoveryOf<class RenoRecovery>;       //!< RFC 2581
using TcpNewRenoRecovery = TcpLossRecoveryOf<class NewRenoRecovery>; //!< RFC 6582
using TcpSackRecovery = TcpLossRecoveryOf<class SackRecovery>; //!< SACK-Veno paper, section 2.1
using TcpFackRecovery = TcpLossRecoveryOf<class FackRecovery>; //!< FACK paper, section 3
using TcpRfc6675Recovery = TcpLossRecoveryOf<class Rfc6675Recovery>; //!< RFC 6675
using TcpRackRecovery = TcpLossRecoveryOf<class RackRecovery>;       //!< RFC 8985

/**
 * @ingroup tcp-lossy
 * @brief A loss recovery and attributes of it, as text: `ns3::TcpFackRecovery`, or shorter `Fack`,
 * or `Fack[LostRetransmission=Timeout|LatestSackOnly=true]`.
 *
 * `Fack` is short for `ns3::TcpFackRecovery`, and so on for each TypeId that is named like that.
 * What is not given has the attribute's default, as Config::SetDefault() left it.
 */
class LossRecoveryChoice
{
  public:
    /// Values by name of an attribute.
    using Attributes = std::map<std::string, std::string>;

    /// Read a text as in the class description, which may make no sense.
    explicit LossRecoveryChoice(const std::string& text);

    /// @return a sentence about what is wrong with the text, or nothing
    std::string FindFault() const;

    /// @return a child of TcpLossRecovery's TypeId, or TypeId() if there is none of this name
    TypeId GetTypeId() const;

    /// @return whether the loss recovery has an attribute of this name
    bool Has(const std::string& name) const
    {
        TypeId::AttributeInformation information;
        const auto typeId = GetTypeId();
        return typeId != TypeId() && typeId.LookupAttributeByName(name, &information);
    }

    /// @return the loss recovery's name as it was given, without attributes
    const std::string& GetName() const
    {
        return m_name;
    }

    /// @return the attributes that are given
    const Attributes& GetAttributes() const
    {
        return m_attributes;
    }

    /// Give an attribute a value as text.
    void Set(const std::string& name, const std::string& value)
    {
        m_attributes[name] = value;
    }

    /// @return what the constructor reads, attributes by name
    std::string ToText() const;

    /// Make the object; a choice that makes no sense ends the program.
    Ptr<TcpLossRecovery> Make() const;

    /// @return names of what may be chosen, the shorter ones where there are any
    static std::string GetNames();

  private:
    std::string m_name;      //!< as it was given
    Attributes m_attributes; //!< those that are given
};

/// @return the checker of an attribute, a StringValue, that is read as LossRecoveryChoice; a text
/// that makes no sense ends the program with a sentence about it
Ptr<const AttributeChecker> MakeLossRecoveryChecker();

} // namespace ns3

namespace ns3::attributetext
{

/// @return the type of an attribute's values without `ns3::`, which some releases leave out for
/// some, and without the parameter that some have for enumerations
std::string GetTypeOf(const AttributeChecker& checker);

/// @return whether a text may be handed to ns-3, which ends the program because of one that is no
/// number, time or name of an enumeration, and still knows what is out of range
bool IsReadable(const std::string& text, const AttributeChecker& checker);

} // namespace ns3::attributetext

#endif /* TCP_LOSS_RECOVERY_H */
