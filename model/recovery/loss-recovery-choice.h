/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_RECOVERY_CHOICE_H
#define LOSS_RECOVERY_CHOICE_H

#include "tcp-loss-recovery.h"

#include "ns3/attribute.h"
#include "ns3/type-id.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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

    /// @brief Read a text, which may make no sense. @param text see the class description
    explicit LossRecoveryChoice(const std::string& text);

    /// @brief What is wrong with the text. @return a sentence, or nothing
    std::string FindFault() const;

    /// @brief Which it is. @return a child of TcpLossRecovery's TypeId, or TypeId() if there is
    /// none of this name
    TypeId GetTypeId() const;

    /// @brief Whether there is an attribute of a name. @param name the name @return true if so
    bool Has(const std::string& name) const;

    /// @brief The attributes that are given. @return values by name
    const Attributes& GetAttributes() const;

    /// @brief Give an attribute. @param name of it @param value as text
    void Set(const std::string& name, const std::string& value);

    /// @brief The choice as text, attributes by name. @return what the constructor reads
    std::string ToText() const;

    /// @brief Make the object; a choice that makes no sense ends the program. @return the object
    Ptr<TcpLossRecovery> Make() const;

    /// @brief What may be chosen. @return names, the shorter ones where there are any
    static std::string GetNames();

  private:
    std::string m_name;      //!< as it was given
    Attributes m_attributes; //!< those that are given
};

/**
 * @brief The checker of an attribute, a StringValue, that is read as LossRecoveryChoice; a text
 * that makes no sense ends the program with a sentence about it.
 * @return the checker
 */
Ptr<const AttributeChecker> MakeLossRecoveryChecker();

} // namespace ns3

#endif /* LOSS_RECOVERY_CHOICE_H */
