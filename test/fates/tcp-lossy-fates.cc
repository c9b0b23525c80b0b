/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Our connection in the place of either end of a kernel's, by recordings of
// tcp-lossy-kernel-fates. scripts/certify starts it.

#include "fate-replay.h"

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace fates;

const char* const USAGE =
    "Says whether our TCP sends what a kernel's sent when it met fates.\n"
    "usage: tcp-lossy-fates draw FIRST COUNT    words of the fates of so many seeds\n"
    "       tcp-lossy-fates compare FILE        a line for each end in recordings of\n"
    "                                           tcp-lossy-kernel-fates, with tabs between:\n"
    "                                           control, end, segments, same or the field that\n"
    "                                           differs, window or same, what differs, fate, "
    "packets\n"
    "       tcp-lossy-fates beside FILE OTHER   the same for two kernels that met the same fates: "
    "the\n"
    "                                           end that does otherwise first\n"
    "       tcp-lossy-fates show FILE A|B       what both send there, of the first recording\n"
    "       tcp-lossy-fates states FILE A|B     what Linux says of itself after each arrival "
    "there, "
    "and ours;\n"
    "                                           FILE is made with --state\n";

void
WriteRow(const Recording& recording,
         End end,
         std::size_t segments,
         const std::optional<Difference>& found,
         const std::optional<Difference>& window)
{
    std::cout << recording.control << "\t" << (end == A ? "A" : "B") << "\t" << segments << "\t"
              << (found ? found->field : "same") << "\t" << (window ? window->field : "same")
              << "\t" << (window ? std::to_string(window->index) + ": " + window->words : "")
              << "\t" << recording.fate.Write() << "\t" << recording.packets << "\n";
}

void
CompareEnd(const Recording& recording, End end)
{
    const auto kernel = GetSent(recording, end);
    const auto ours = Replay(recording, end, NamePreset(recording.control));
    const auto found = FindDifference(kernel, ours, false);
    WriteRow(recording,
             end,
             kernel.size(),
             found,
             found ? found : FindDifference(kernel, ours, true));
}

/// What follows from what the other end does otherwise is no difference of this one.
void
CompareKernels(const Recording& one, const Recording& other)
{
    constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();
    std::array<std::vector<SentSegment>, 2> sent;
    std::array<std::optional<Difference>, 2> found;
    std::array<int64_t, 2> times{NEVER, NEVER};
    for (const auto end : {A, B})
    {
        const auto others = GetSent(other, end);
        sent[end] = GetSent(one, end);
        found[end] = FindDifference(sent[end], others, false, {"the first", "the second"});
        for (const auto& list : {sent[end], others})
        {
            if (found[end] && found[end]->index < list.size())
            {
                times[end] = std::min(times[end], list[found[end]->index].time);
            }
        }
    }
    found[times[A] <= times[B] ? B : A].reset();
    for (const auto end : {A, B})
    {
        WriteRow(one, end, sent[end].size(), found[end], found[end]);
    }
}

void
Beside(const std::string& file, const std::string& otherFile)
{
    std::ifstream in(file);
    std::ifstream otherIn(otherFile);
    while (const auto one = ReadRecording(in))
    {
        const auto other = ReadRecording(otherIn);
        if (!other || other->fate.Write() != one->fate.Write() || other->control != one->control)
        {
            throw std::runtime_error(file + " and " + otherFile + " are not of the same fates");
        }
        CompareKernels(*one, *other);
    }
}

void
Compare(const std::string& file)
{
    std::ifstream in(file);
    while (const auto recording = ReadRecording(in))
    {
        CompareEnd(*recording, A);
        CompareEnd(*recording, B);
    }
}

void
Draw(uint64_t first, uint64_t count)
{
    for (auto seed = first; seed < first + count; ++seed)
    {
        std::cout << Fate::Draw(seed).Write() << "\n";
    }
}

Recording
ReadFirst(std::istream& in, const std::string& file)
{
    const auto recording = ReadRecording(in);
    if (!recording)
    {
        throw std::runtime_error("there is no recording in " + file);
    }
    return *recording;
}

void
Show(const std::string& file, End end)
{
    std::ifstream in(file);
    const auto recording = ReadFirst(in, file);
    const auto kernel = GetSent(recording, end);
    const auto ours = Replay(recording, end, NamePreset(recording.control));
    for (std::size_t index = 0; index < std::max(kernel.size(), ours.size()); ++index)
    {
        const auto at = [index](const auto& list) {
            return index < list.size() ? Describe(list[index]) : std::string("-");
        };
        std::cout << index << ": " << at(kernel) << " | " << at(ours) << "\n";
    }
}

/// What is the same in both stands once.
void
ShowStates(const std::string& file, End end)
{
    std::ifstream in(file);
    const auto recording = ReadFirst(in, file);
    for (const auto& [time, kernel, ours] :
         ReplayStates(recording, end, NamePreset(recording.control)))
    {
        std::cout << time / 1000 << "us";
        for (std::size_t at = 0; at < STATE_NUMBERS.size(); ++at)
        {
            std::cout << " " << STATE_NUMBERS[at] << " " << kernel[at];
            if (at < ours.size() && kernel[at] != ours[at])
            {
                std::cout << "|" << ours[at];
            }
        }
        std::cout << "\n";
    }
}

int
Obey(const std::vector<std::string>& words)
{
    const auto action = words.empty() ? "" : words.front();
    if (action == "draw" && words.size() == 3)
    {
        Draw(std::stoull(words[1]), std::stoull(words[2]));
    }
    else if (action == "compare" && words.size() == 2)
    {
        Compare(words[1]);
    }
    else if (action == "beside" && words.size() == 3)
    {
        Beside(words[1], words[2]);
    }
    else if (action == "show" && words.size() == 3)
    {
        Show(words[1], words[2] == "A" ? A : B);
    }
    else if (action == "states" && words.size() == 3)
    {
        ShowStates(words[1], words[2] == "A" ? A : B);
    }
    else
    {
        std::cout << USAGE;
        return action == "--help" ? 0 : 2;
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        return Obey({argv + 1, argv + argc});
    }
    catch (const std::exception& fault)
    {
        std::cerr << "tcp-lossy-fates: error: " << fault.what() << "\n";
        return 2;
    }
}
