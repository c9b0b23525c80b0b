/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CASE_DRAW_H
#define CASE_DRAW_H

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>

namespace torture
{

/// Draws whole numbers; those of this generator are those of the C++ standard.
class Draw
{
  public:
    /// @param seed chooses the numbers
    explicit Draw(uint32_t seed)
        : m_random(seed)
    {
    }

    /// @brief A number. @param limit above 0 @return one in [0, limit)
    uint32_t Below(uint32_t limit)
    {
        return static_cast<uint32_t>(m_random() % limit);
    }

    /// @brief A number. @param least the least @param most the most @return one in [least, most]
    uint32_t Between(uint32_t least, uint32_t most)
    {
        return least + Below(most - least + 1);
    }

    /// @brief A number whose magnitude, too, is drawn. @param least above 0 @param most the most
    /// @return one in [least, most]
    uint32_t Scale(uint32_t least, uint32_t most)
    {
        uint32_t octaves = 0;
        while (uint64_t{least} << (octaves + 1) <= most)
        {
            ++octaves;
        }
        const uint64_t begin = uint64_t{least} << Below(octaves + 1);
        return Between(static_cast<uint32_t>(begin),
                       static_cast<uint32_t>(std::min<uint64_t>(2 * begin - 1, most)));
    }

    /// @brief Something that is the case now and then. @param times of a hundred
    /// @return whether it is
    bool Chance(uint32_t times)
    {
        return Below(100) < times;
    }

    /// @return one of several, each as likely as the others
    template <class List>
    auto OneOf(const List& list)
    {
        return *(std::begin(list) + Below(static_cast<uint32_t>(std::size(list))));
    }

  private:
    std::mt19937 m_random;
};

} // namespace torture

#endif /* CASE_DRAW_H */
