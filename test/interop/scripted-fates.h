/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPTED_FATES_H
#define SCRIPTED_FATES_H

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace interop
{

using namespace ns3;

/**
 * What befalls which segments of a connection in which one end sends data, told by words:
 *
 * | word        | what                                                                        |
 * |-------------|-----------------------------------------------------------------------------|
 * | `20`        | the first transmission of the 20th segment is lost                          |
 * | `20-24x2`   | so are the first two of the 20th to the 24th                                |
 * | `20+5ms`    | the first transmission of the 20th arrives 5 ms later, others overtake it   |
 * | `20=500ms`  | the way stands still for 500 ms before it, and all that follows waits       |
 * | `a7`, `a7-9`| the same of the 7th segment without data, or the 7th to the 9th             |
 *
 * Segments with data are counted by their place among the data, so that one that is sent again has
 * the same number; the others in the order in which they come. SYN and FIN are not counted.
 */
class ScriptedFates
{
  public:
    /// What befalls a packet.
    struct Fate
    {
        bool isLost{false};        //!< it does not arrive
        Time delay;                //!< it alone comes later by this
        Time hold;                 //!< it and all that follows waits for this
        uint32_t transmissions{1}; //!< as often
    };

    /// @brief What is wrong with words. @param words the words @return empty if nothing
    static std::string FindFault(const std::string& words);

    /**
     * @param words the words; FindFault() finds nothing
     * @param segment octets of data in a segment
     */
    ScriptedFates(const std::string& words, uint32_t segment);

    /// A packet of IPv4 comes. @return what befalls this packet
    Fate Meet(Ptr<const Packet> packet);

  private:
    using Fates = std::map<uint64_t, Fate>; //!< by number

    Fates m_ofData;                      //!< what befalls segments with data
    Fates m_ofOthers;                    //!< what befalls the others
    uint32_t m_segment;                  //!< octets
    std::optional<uint32_t> m_first;     //!< sequence number of the first octet
    std::map<uint64_t, uint32_t> m_sent; //!< how often segments with data have come
    uint64_t m_others{0};                //!< how many others have
};

} // namespace interop

#endif /* SCRIPTED_FATES_H */
