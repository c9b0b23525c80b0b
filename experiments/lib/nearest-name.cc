/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nearest-name.h"

#include <algorithm>
#include <cctype>

namespace ns3::tcplossy
{

namespace
{

char
ToLower(char letter)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// The distance of Damerau and Levenshtein in which no letter is changed twice.
std::size_t
CountWrongLetters(const std::string& one, const std::string& two)
{
    // Distances of the first i letters of one from all beginnings of two, for the last three i.
    std::vector<std::size_t> older;
    std::vector<std::size_t> old(two.size() + 1);
    std::vector<std::size_t> now(two.size() + 1);
    for (std::size_t j = 0; j <= two.size(); ++j)
    {
        now[j] = j;
    }
    for (std::size_t i = 1; i <= one.size(); ++i)
    {
        older = std::move(old);
        old = std::move(now);
        now.assign(two.size() + 1, i);
        for (std::size_t j = 1; j <= two.size(); ++j)
        {
            const auto isSame = [&](std::size_t a, std::size_t b) {
                return ToLower(one[i - a]) == ToLower(two[j - b]);
            };
            now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (isSame(1, 1) ? 0 : 1)});
            if (i > 1 && j > 1 && isSame(1, 2) && isSame(2, 1))
            {
                now[j] = std::min(now[j], older[j - 2] + 1);
            }
        }
    }
    return now.back();
}

} // namespace

std::string
FindNearestName(const std::string& name, const std::vector<std::string>& known)
{
    std::string nearest;
    auto least = name.size() / 3 + 1;
    for (const auto& candidate : known)
    {
        const auto wrong = CountWrongLetters(name, candidate);
        if (wrong < least)
        {
            least = wrong;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace ns3::tcplossy
