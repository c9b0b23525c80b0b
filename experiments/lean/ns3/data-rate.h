/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_DATA_RATE_H
#define LEAN_DATA_RATE_H

#include "nstime.h"

#include "ns3/link-conditions.h"

#include <cstdint>
#include <istream>
#include <string>
#include <utility>

namespace ns3
{

/// What the laboratory uses of ns-3's class of this name: a rate in bit/s.
class DataRate
{
  public:
    DataRate(uint64_t rate = 0)
        : m_rate(rate)
    {
    }

    /// @param text such as `10Mbps`
    explicit DataRate(const std::string& text)
    {
        Read(text);
    }

    uint64_t GetBitRate() const
    {
        return m_rate;
    }

    Time CalculateBytesTxTime(uint32_t octets) const
    {
        return LinkConditions::GetTime(octets, m_rate);
    }

    friend std::istream& operator>>(std::istream& is, DataRate& rate)
    {
        std::string text;
        if (is >> text && !rate.Read(text))
        {
            is.setstate(std::ios::failbit);
        }
        return is;
    }

  private:
    bool Read(const std::string& text)
    {
        const auto begin = text.find_first_not_of("0123456789.");
        const auto name = begin == std::string::npos ? "" : text.substr(begin);
        for (const auto& [prefix, bits] : {std::pair{"", 1.0}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}})
        {
            const bool isUnit =
                name == prefix + std::string("bps") || name == prefix + std::string("b/s");
            if (isUnit && begin > 0)
            {
                m_rate = static_cast<uint64_t>(std::stod(text) * bits);
                return true;
            }
        }
        return false;
    }

    uint64_t m_rate{0}; //!< bit/s
};

} // namespace ns3

#endif /* LEAN_DATA_RATE_H */
