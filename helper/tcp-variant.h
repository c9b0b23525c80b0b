/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_VARIANT_H
#define TCP_VARIANT_H

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A row of the table of TCP variants, `helper/tcp-variants.def`.
 */
struct TcpVariant
{
    /// Names and values of attributes.
    using Attributes = std::vector<std::pair<std::string, std::string>>;

    std::string name;               //!< of the preset
    std::string control;            //!< TypeId name of the congestion control; empty for the node's
    Attributes controlAttributes;   //!< its attributes
    std::string recovery;           //!< TypeId name of the recovery law; empty for the node's
    std::string sender;             //!< attribute LossRecovery, or a word of the table
    Attributes socketAttributes;    //!< attributes of its sockets
    std::string law;                //!< how the window opens: `classic` or `cubic`
    std::optional<double> decrease; //!< part of the window that congestion cuts; nothing for `B/P`
    std::string since;              //!< first release of ns-3 that has it, empty for all
    std::string description;        //!< what to take it for

    /// @brief The whole table. @return its rows, by name
    static const std::vector<TcpVariant>& GetAll();

    /// @brief Look a preset up. @param name its name @return its row, or null
    static const TcpVariant* Find(const std::string& name);

    /**
     * @brief What the papers' senders have in common, and a socket has that carries the congestion
     * control of no preset.
     * @return attributes of TcpScoreboardSocket
     */
    static const Attributes& GetPaperAttributes();

    /**
     * @brief What Linux has, whatever the congestion control: timers, ACKs, the window after a
     * timeout.
     * @return attributes of TcpScoreboardSocket
     */
    static const Attributes& GetLinuxAttributes();
};

} // namespace ns3

#endif /* TCP_VARIANT_H */
