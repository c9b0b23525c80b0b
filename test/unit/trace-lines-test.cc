/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-conditions.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <vector>

namespace TraceLinesTests
{

using namespace ns3;
using namespace ns3::tracelines;

/// A disk that breaks behind its first line.
class BrokenDisk : public std::streambuf
{
  protected:
    int_type underflow() override
    {
        if (m_isRead)
        {
            throw std::runtime_error("broken");
        }
        m_isRead = true;
        setg(m_text.data(), m_text.data(), m_text.data() + m_text.size());
        return traits_type::to_int_type(m_text.front());
    }

  private:
    std::string m_text{"1\n"};
    bool m_isRead{false};
};

std::string
Number(const std::string& text, double most = 10)
{
    double value = 0;
    const auto fault = ReadNumber("x", text, most, value);
    return fault.empty() ? std::to_string(value) : fault;
}

std::string
Whole(const std::string& text, uint64_t most = 10)
{
    uint64_t value = 7;
    const auto fault = ReadWhole("x", text, most, value);
    return fault.empty() ? std::to_string(value) : fault;
}

TEST(TraceLines, AreCountedWithCommentsAndWithoutTheirEnds)
{
    std::istringstream input("# a\r\n1\r\n\n #2\n\r\nlast");
    std::vector<std::string> lines;
    EXPECT_EQ(ForEach(input,
                      [&lines](const std::string& line) {
                          lines.push_back(line);
                          return std::string(line == "last" ? "it is" : "");
                      }),
              "line 6: it is");
    EXPECT_EQ(lines, (std::vector<std::string>{"1", "", " #2", "", "last"}));
    std::istringstream blank("1\n\r\n \t\n");
    lines.clear();
    EXPECT_EQ(ForEach(blank,
                      [&lines](const std::string& line) {
                          lines.push_back(line);
                          return std::string();
                      }),
              "");
    EXPECT_EQ(lines, std::vector<std::string>{"1"}) << "blank lines at the end say nothing";
    std::istringstream other("1\n2\n");
    const auto fail = [](const std::string&) { return std::string("wrong"); };
    EXPECT_EQ(ForEach(other, fail), "line 1: wrong");
    BrokenDisk disk;
    std::istream broken(&disk);
    EXPECT_EQ(ForEach(broken, [](const std::string&) { return std::string(); }),
              "it cannot be read to its end");
}

TEST(TraceLines, HaveAFieldMoreThanCommas)
{
    EXPECT_EQ(Split(""), std::vector<std::string>{""});
    EXPECT_EQ(Split("a,,bc,"), (std::vector<std::string>{"a", "", "bc", ""}));
}

TEST(TraceLines, NumbersArePlainAndWithinTheirRange)
{
    EXPECT_EQ(Number("0"), "0.000000");
    EXPECT_EQ(Number("10"), "10.000000");
    EXPECT_EQ(Number("+2.5e-1"), "0.250000");
    EXPECT_EQ(Number("1E1"), "10.000000");
    for (const std::string text :
         {"", "10.001", "-1", "-0.001", "1e", "nan", "inf", "0x1", " 1", "1 ", "."})
    {
        EXPECT_EQ(Number(text), "x must be a number in [0, 10], not '" + text + "'");
    }
}

TEST(TraceLines, WholeNumbersAreDecimalAndWithinTheirRange)
{
    EXPECT_EQ(Whole("0"), "0");
    EXPECT_EQ(Whole("010"), "10");
    EXPECT_EQ(Whole("9999999999999999999", UINT64_MAX), "9999999999999999999");
    for (const std::string text : {"", "11", "-1", "1.0", "1e0", "00000000000000000001"})
    {
        EXPECT_EQ(Whole(text), "x must be a whole number in [0, 10], not '" + text + "'");
    }
    // What is refused leaves nothing of what was there.
    uint64_t value = 7;
    EXPECT_NE(ReadWhole("x", "a", 10, value), "");
    EXPECT_EQ(value, 0U);
}

TEST(TraceLines, WhatIsNoTextIsShownInPart)
{
    const auto shown = [](const std::string& text) {
        const auto fault = Whole(text);
        return fault.substr(fault.find('\''));
    };
    EXPECT_EQ(shown(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
    EXPECT_EQ(shown(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
    EXPECT_EQ(shown("a\x01\xff\tb"), "'a???b'");
}

} // namespace TraceLinesTests
