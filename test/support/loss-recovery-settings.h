/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_RECOVERY_SETTINGS_H
#define LOSS_RECOVERY_SETTINGS_H

#include "ns3/tcp-loss-recovery.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @brief Put attributes of a loss recovery where a socket reads them, into the text of
 * `LossRecovery`. Those of another one than the chosen are left out.
 * @param settings attributes of a socket and of any loss recovery, which is Fack unless given
 * @return attributes of the socket
 */
inline std::map<std::string, std::string>
FoldLossRecovery(std::map<std::string, std::string> settings)
{
    static const std::vector<std::string> all{"Reno", "NewReno", "Sack", "Fack", "Rfc6675", "Rack"};
    const auto given = settings.find("LossRecovery");
    LossRecoveryChoice choice(given == settings.end() ? "Fack" : given->second);
    for (auto setting = settings.begin(); setting != settings.end();)
    {
        const auto& [name, value] = *setting;
        const auto has = [&name = name](const std::string& recovery) {
            return LossRecoveryChoice(recovery).Has(name);
        };
        if (choice.Has(name))
        {
            choice.Set(name, value);
        }
        setting = std::any_of(all.begin(), all.end(), has) ? settings.erase(setting) : ++setting;
    }
    if (given != settings.end() || !choice.GetAttributes().empty())
    {
        settings["LossRecovery"] = choice.ToText();
    }
    return settings;
}

} // namespace ns3

#endif /* LOSS_RECOVERY_SETTINGS_H */
