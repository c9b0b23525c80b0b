/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_VARIANT_PRESET_H
#define TCP_VARIANT_PRESET_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-scoreboard-socket-factory.h"
#include "ns3/type-id.h"
#include "ns3/variant-options.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// A row of the table of TCP variants, `model/tcp/tcp-variants.def`.
struct TcpVariant
{
    /// Names and values of attributes.
    using Attributes = VariantOptions;

    std::string name;               //!< of the preset
    std::string control;            //!< TypeId name of the congestion control; empty for the node's
    Attributes controlAttributes;   //!< its attributes
    std::string recovery;           //!< TypeId name of the recovery law; empty for the node's
    Attributes recoveryAttributes;  //!< its attributes
    std::string sender;             //!< attribute LossRecovery, or a word of the table
    Attributes socketAttributes;    //!< attributes of its sockets
    std::string law;                //!< how the window opens: `classic`, `cubic`, or empty
    std::optional<double> decrease; //!< part of the window that congestion cuts; nothing for `B/P`
    std::string since;              //!< first release of ns-3 that has it, empty for all
    std::string description;        //!< what to take it for

    /// @brief The whole table. @return its rows, by name
    static const std::vector<TcpVariant>& GetAll();

    /// @brief Look a preset up. @return its row, or null
    static const TcpVariant* Find(const std::string& name);

    /// What the papers' senders have in common, and a socket has that carries the congestion
    /// control of no preset. @return attributes of TcpScoreboardSocket
    static const Attributes& GetPaperAttributes();
};

/**
 * @brief A type, and values of its attributes.
 *
 * A value that is suggested holds until Config::SetDefault(), or the environment variable
 * NS_ATTRIBUTE_DEFAULT, gives the attribute another default, be it before or afterwards: the user's
 * word is the last. A value that is set holds whatever the default is.
 */
class PresetPart
{
  public:
    PresetPart() = default;

    /// Choose the type, and suggest values of its attributes, as text.
    explicit PresetPart(TypeId typeId, const VariantOptions& suggested = {});

    /// @return the type; TypeId() if none was chosen
    TypeId GetTypeId() const
    {
        return m_typeId;
    }

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

    bool Holds(const std::string& name, const Value& value) const;

    TypeId m_typeId;                       //!< the type
    std::map<std::string, Value> m_values; //!< by name of the attribute
};

/**
 * @ingroup tcp-lossy
 * @brief A TCP variant by one name: congestion control, recovery law and sender as the papers have
 * them.
 *
 * The names, those of the result tables, and what each consists of stand in the table
 * `model/tcp/tcp-variants.def`, which the guide shows; TcpVariant has its rows.
 *
 * `veno` is the Veno that VenoDR starts from (Fu and Liew, IEEE JSAC 2003): TcpSackVeno with
 * `Alpha` = `Beta` = 3 and the smallest round trip of the connection. In it and in VenoDR's
 * variants each partial ACK restarts the retransmission timer, as the VenoDR paper has it (section
 * "Fast recovery", step 4).
 *
 * The name of any congestion control's TypeId works too; its socket is ns-3's. Classic recovery
 * sets the window to `ssthresh` when recovery starts, as the papers do; ns-3's own default is
 * proportional rate reduction. The socket can be chosen apart from the variant:
 * `stock`, `scoreboard-reno`, `scoreboard-newreno`, `scoreboard-sack`, `scoreboard-fack`,
 * `scoreboard-rfc6675`, `scoreboard-rack`, `stock-fast`. The preset `stock-fast` leaves the node's
 * congestion control and recovery law as they are. What the papers' presets have in common is
 * theirs alone: a TypeId's name with a socket of ours has the defaults of that socket and its
 * sender.
 *
 * A preset's name says control, law and sender. The attributes that it sets of these and of its
 * sockets are better defaults, no more: where Config::SetDefault() has been called for one of them,
 * before or after Install(), that holds for sockets that are made from then on. What Set() gives
 * holds in any case, but for the sizes of buffers where TcpBufferHelper::Install() gives a node
 * others, before or after.
 */
class TcpVariantPreset
{
  public:
    /// Look a variant up. @param name a preset's name, or the TypeId name of a TcpCongestionOps;
    /// anything else ends the program with a message that lists the names @param socket name of a
    /// socket, or empty for the variant's own; anything else ends the program with a message that
    /// lists the names
    explicit TcpVariantPreset(const std::string& name, const std::string& socket = "");

    /**
     * @brief Change an attribute of this preset's sockets alone.
     *
     * @code
     *   TcpVariantPreset fack("fack");
     *   fack.Set("ns3::TcpFack::Overdamping", BooleanValue(true)).Install(nodes);
     * @endcode
     *
     * @param name full name of an attribute of its congestion control, its recovery law, its loss
     * recovery or its sockets, such as `ns3::TcpSocket::SndBufSize`; anything else ends the program
     * with a message that names these
     * @param value its value
     * @return this preset
     */
    TcpVariantPreset& Set(const std::string& name, const AttributeValue& value);

    /// @return whether a text is the TypeId name of a TcpRecoveryOps that there are objects of
    static bool IsRecovery(const std::string& name);

    /// Change an attribute of its sockets, which the preset may have set or not. @param name the
    /// attribute @param value its value @return false, and nothing changes, if its kind of socket
    /// has no such attribute
    bool SetSocketAttribute(const std::string& name, const AttributeValue& value)
    {
        return SetIn(m_socket, name, value);
    }

    /// Change an attribute of what repairs its sockets' losses, see TcpLossRecovery. @param name
    /// the attribute; one that it does not have changes nothing @param value its value @return
    /// false, and nothing changes, if its kind of socket has no choice of that
    bool SetLossRecoveryAttribute(const std::string& name, const AttributeValue& value);

    /// Repair by another recovery law. @param name TypeId name of a TcpRecoveryOps; anything else
    /// ends the program with a message
    TcpVariantPreset& SetRecovery(const std::string& name);

    /// Keep what the preset says of an attribute, whatever Config::SetDefault() says: for programs
    /// that set the default for all other sockets. @param name an attribute of its sockets or of
    /// their loss recovery, such as `MinRto`; one that the preset says nothing about is left alone
    TcpVariantPreset& Keep(const std::string& name);

    /// Make nodes use this variant for sockets created from now on by applications that name
    /// `ns3::TcpSocketFactory`. @param nodes nodes with an internet stack
    void Install(const NodeContainer& nodes) const;

    /// Only applications that name the returned TypeId get this variant, side by side with others
    /// on one node. @param nodes nodes with an internet stack @return the protocol to give to an
    /// application
    TypeId InstallByName(const NodeContainer& nodes) const;

    /// Names of all presets. @return the names, separated by a comma and a space
    static std::string GetNames();

    /// Names of all sockets. @return the names, separated by a comma and a space
    static std::string GetSocketNames();

    /// Whether this release of ns-3 has what a variant needs. @param name a preset's name @return
    /// false for `ns3-fack` before ns-3.47 and for `stock-fast` in a library that was built without
    /// TCP_LOSSY_STOCK_FAST, true for all other presets
    static bool IsAvailable(const std::string& name)
    {
        return FindFault(name).empty();
    }

    /// Ask before the constructor ends the program. @param name a preset's name, or the TypeId name
    /// of a TcpCongestionOps @return what is wrong with the name; empty when there is such a
    /// variant in this release of ns-3
    static std::string FindFault(const std::string& name);

    /// @return whether there is a socket of this name
    static bool IsSocket(const std::string& socket);

    /// Its congestion control. @return a TypeId derived from ns3::TcpCongestionOps; this one itself
    /// where it is the node's
    TypeId GetCongestionControl() const;

  private:
    /// Set an attribute of a part, and note that in the name. @return whether the part has it
    bool SetIn(PresetPart& part, const std::string& name, const AttributeValue& value);
    ObjectFactory MakeSocketFactory() const;
    TcpSocketParts GetParts() const;

    std::string m_name;             //!< name of variant and socket, and what was set
    PresetPart m_congestionControl; //!< congestion control
    PresetPart m_recovery;          //!< recovery law
    std::string m_lossRecoveryName; //!< attribute LossRecovery without its own, if there is one
    PresetPart m_lossRecovery;      //!< what that name stands for
    PresetPart m_socket;            //!< the sockets, but for LossRecovery
};

} // namespace ns3

#endif /* TCP_VARIANT_PRESET_H */
