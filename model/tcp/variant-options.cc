/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "variant-options.h"

#include <map>
#include <sstream>

namespace ns3
{

VariantOptions
ReadVariantOptions(const std::string& text)
{
    static const std::map<std::string, std::string> common{
#define TCP_VARIANT(...)
#define TCP_VARIANT_COMMON(name, options) {name, options},
#include "tcp-variants.def"
#undef TCP_VARIANT
#undef TCP_VARIANT_COMMON
    };
    VariantOptions options;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        if (const auto found = common.find(word); found != common.end())
        {
            const auto all = ReadVariantOptions(found->second);
            options.insert(options.end(), all.begin(), all.end());
            continue;
        }
        const auto equals = word.find('=');
        options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return options;
}

} // namespace ns3
