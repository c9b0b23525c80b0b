/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FATE_H
#define FATE_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace fates
{

/// The two ends of a connection: A opens it and sends data, B receives them.
enum End
{
    A,
    B
};

/// @return the one that an end is connected with
inline End
Other(End end)
{
    return end == A ? B : A;
}

/// What becomes of one packet.
struct PacketFate
{
    bool isLost{false};    //!< it does not arrive
    bool isMarked{false};  //!< it arrives with CE, if it is capable of ECN
    uint32_t copies{0};    //!< so many more arrive, a millisecond later each
    uint32_t late{0};      //!< it arrives later by this, microseconds
    uint32_t overtaken{0}; //!< it arrives after so many later packets, if they come
};

/// What becomes of the packets of one way, of a thousand each.
struct Weather
{
    uint32_t loss{0};      //!< are lost
    uint32_t burst{1};     //!< the packets that are lost with one
    uint32_t doubled{0};   //!< arrive twice
    uint32_t late{0};      //!< are late
    uint32_t lateMost{0};  //!< by up to this, microseconds
    uint32_t overtaken{0}; //!< are overtaken by one to five
    uint32_t marked{0};    //!< are marked
    uint32_t batch{0}; //!< all arrive at multiples of this only, microseconds; 0: each by itself
};

/**
 * A short transfer, and what becomes of each packet of it, handshake and FIN included: all of it
 * follows from a seed, and can be said in words.
 *
 * Words are NAME=VALUE; those of one way end with "A" (the packets that A sends) or "B". The word
 * `packets` says what becomes of single ones, in place of the seed: `A3x` loses the third packet
 * of A, `A3*1` doubles it, `A3+500` has it 500 us late, `A3>2` lets two overtake it, `A3!` marks
 * it; with commas between.
 */
class Fate
{
  public:
    uint64_t seed{0};           //!< of what becomes of packets
    uint32_t mss{1448};         //!< most octets of data in a segment
    uint32_t timestamps{1};     //!< whether there are (RFC 7323)
    uint32_t sack{1};           //!< whether there is (RFC 2018)
    uint32_t ecn{0};            //!< whether there is (RFC 3168)
    uint32_t octets{0};         //!< that A writes
    uint32_t piece{0};          //!< at once; 0: all
    uint32_t every{0};          //!< microseconds between pieces
    uint32_t closeAfter{0};     //!< microseconds from the last piece to A's close
    uint32_t closeEarly{0};     //!< whether B closes at the beginning, not after A
    uint32_t readFrom{0};       //!< microseconds from the handshake to B's first read
    uint32_t read{0};           //!< octets that B reads at once; 0: all
    uint32_t readEvery{0};      //!< microseconds between reads, if not all is read at once
    uint32_t delay{1000};       //!< microseconds of each way
    uint32_t rate{0};           //!< kbit/s of each way; 0: without bound
    std::array<Weather, 2> way; //!< from A, from B

    /// @return the fate of a seed
    static Fate Draw(uint64_t seed);

    /// @return the fate of words; nothing if one is none
    static std::optional<Fate> Read(const std::string& words);

    /// @return the fate in words
    std::string Write() const;

    /// @return what becomes of packet @p number, from 1 on, that an end sends
    PacketFate Meet(End from, uint32_t number) const;

    /// Say in words what becomes of a packet. @return a part of the word `packets`, or nothing
    static std::string Describe(End from, uint32_t number, const PacketFate& packet);

    /// @brief Only single packets are named from now on, by a word that Describe() makes.
    /// @return whether it is one
    bool Name(const std::string& packets);

  private:
    /// Calls visit(name, number) for each of the numbers.
    template <class Self, class Visit>
    static void ForEach(Self& self, Visit visit);

    bool m_isNamed{false};                                 //!< the seed does not count
    std::array<std::map<uint32_t, PacketFate>, 2> m_named; //!< what becomes of single packets
};

} // namespace fates

#endif /* FATE_H */
