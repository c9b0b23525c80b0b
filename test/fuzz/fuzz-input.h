/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>

/// What fuzz targets share.
namespace fuzz
{

/// @brief End at once if an invariant is broken, in every build type. @param holds whether it holds
inline void
Require(bool holds)
{
    if (!holds)
    {
        std::abort();
    }
}

/// The input, taken from its beginning on. Behind its end there are zeros.
class Input
{
  public:
    /// @param octets the input @param size octets
    Input(const uint8_t* octets, std::size_t size)
        : m_octets(octets),
          m_left(size)
    {
    }

    bool IsEmpty() const
    {
        return m_left == 0;
    }

    /// @return the next octet; 0 at the end
    uint8_t Take8()
    {
        if (m_left == 0)
        {
            return 0;
        }
        --m_left;
        return *m_octets++;
    }

    /// @brief Take two octets. @return a number
    uint16_t Take16()
    {
        const uint16_t high = Take8();
        return static_cast<uint16_t>(high << 8 | Take8());
    }

    /// @brief Take four octets. @return a number
    uint32_t Take32()
    {
        const uint32_t high = Take16();
        return high << 16 | Take16();
    }

  private:
    const uint8_t* m_octets; //!< what is left
    std::size_t m_left;      //!< how much
};

} // namespace fuzz

#endif /* FUZZ_INPUT_H */
