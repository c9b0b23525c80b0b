/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/attribute.h"
#include "ns3/string.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/type-id.h"

#include <fstream>
#include <istream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The TypeIds of this module: all that they declare has to be documented.
const std::vector<std::string> TYPE_IDS{"ns3::AckLossModel",
                                        "ns3::MarkovErrorModel",
                                        "ns3::SegmentLossModel",
                                        "ns3::TcpDynamicRecovery",
                                        "ns3::TcpFack",
                                        "ns3::TcpFackRecovery",
                                        "ns3::TcpGeneralAimd",
                                        "ns3::TcpKernelBbr",
                                        "ns3::TcpKernelCubic",
                                        "ns3::TcpKernelRateRecovery",
                                        "ns3::TcpKernelReno",
                                        "ns3::TcpNewRenoRecovery",
                                        "ns3::TcpOptionCompressedSack",
                                        "ns3::TcpOptionCompressedSackPermitted",
                                        "ns3::TcpProportionalRateRecovery",
                                        "ns3::TcpRackRecovery",
                                        "ns3::TcpRampdownRecovery",
                                        "ns3::TcpRenoRecovery",
                                        "ns3::TcpRfc6675Recovery",
                                        "ns3::TcpSackRecovery",
                                        "ns3::TcpSackVeno",
                                        "ns3::TcpScoreboardSocket",
                                        "ns3::TcpVenoDr"};

/**
 * The reference part of a document, held against ns-3's registry.
 *
 * A line that describes an attribute or a trace source is of the form
 * @verbatim
   * ``ns3::TcpSackVeno::Alpha`` (attribute, default 1): text
   * ``ns3::TcpSackVeno::Backlog`` (trace source): text
   @endverbatim
 */
class Reference
{
  public:
    explicit Reference(std::istream& document)
    {
        static const std::regex example("examples/[A-Za-z0-9_-]+\\.cc");
        for (std::string line; std::getline(document, line);)
        {
            ReadLine(line);
            for (std::sregex_iterator match(line.begin(), line.end(), example), end; match != end;
                 ++match)
            {
                examples.insert(match->str());
            }
        }
        for (const auto& name : TYPE_IDS)
        {
            CheckComplete(TypeId::LookupByName(name));
        }
    }

    std::vector<std::string> faults;
    std::set<std::string> examples;

  private:
    void ReadLine(const std::string& line)
    {
        static const std::regex kind("\\((attribute|trace source)[,)]");
        static const std::regex form("\\s*\\* ``(ns3::\\w+)::(\\w+)`` "
                                     "\\((?:attribute, default ([^)]+)|trace source)\\): \\S.*");
        if (!std::regex_search(line, kind))
        {
            return;
        }
        std::smatch match;
        if (!std::regex_match(line, match, form))
        {
            faults.push_back("not of the form that is checked: " + line);
            return;
        }
        TypeId typeId;
        if (!TypeId::LookupByNameFailSafe(match[1], &typeId))
        {
            faults.push_back("no such TypeId: " + line);
            return;
        }
        const auto full = match[1].str() + "::" + match[2].str();
        if (match[3].matched)
        {
            CheckAttribute(typeId, match[2], match[3], line);
            CheckOnce(m_attributes, full);
        }
        else
        {
            TypeId::TraceSourceInformation information;
            if (!typeId.LookupTraceSourceByName(match[2], &information))
            {
                faults.push_back("no such trace source: " + line);
            }
            CheckOnce(m_traceSources, full);
        }
    }

    void CheckAttribute(TypeId typeId,
                        const std::string& name,
                        const std::string& stated,
                        const std::string& line)
    {
        TypeId::AttributeInformation information;
        if (!typeId.LookupAttributeByName(name, &information))
        {
            faults.push_back("no such attribute: " + line);
            return;
        }
        // As the attribute's own type reads it: 1 and 1.0, 50ms and 0.05s are the same.
        const auto value = information.checker->CreateValidValue(StringValue(stated));
        const auto expected =
            information.originalInitialValue->SerializeToString(information.checker);
        if (!value || value->SerializeToString(information.checker) != expected)
        {
            faults.push_back("the default is " + expected + ": " + line);
        }
    }

    void CheckOnce(std::set<std::string>& names, const std::string& name)
    {
        if (!names.insert(name).second)
        {
            faults.push_back("described twice: " + name);
        }
    }

    void CheckComplete(TypeId typeId)
    {
        for (std::size_t i = 0; i < typeId.GetAttributeN(); ++i)
        {
            const auto name = typeId.GetName() + "::" + typeId.GetAttribute(i).name;
            if (m_attributes.count(name) == 0)
            {
                faults.push_back("attribute not described: " + name);
            }
        }
        for (std::size_t i = 0; i < typeId.GetTraceSourceN(); ++i)
        {
            const auto name = typeId.GetName() + "::" + typeId.GetTraceSource(i).name;
            if (m_traceSources.count(name) == 0)
            {
                faults.push_back("trace source not described: " + name);
            }
        }
    }

    std::set<std::string> m_attributes;
    std::set<std::string> m_traceSources;
};

class DocumentTestCase : public TestCase
{
  public:
    DocumentTestCase()
        : TestCase("The document describes all attributes and trace sources as they are")
    {
    }

  private:
    void DoRun() override
    {
        const auto path = CreateDataDirFilename("../doc/reference.rst");
        std::ifstream file(path);
        NS_TEST_ASSERT_MSG_EQ(file.is_open(), true, "cannot read " << path);
        const Reference reference(file);
        for (const auto& fault : reference.faults)
        {
            NS_TEST_EXPECT_MSG_EQ(false, true, fault);
        }
        for (const auto& example : reference.examples)
        {
            NS_TEST_EXPECT_MSG_EQ(std::ifstream(CreateDataDirFilename("../" + example)).is_open(),
                                  true,
                                  "no such file: " << example);
        }
    }
};

class GuideTestCase : public TestCase
{
  public:
    GuideTestCase()
        : TestCase("The guide names all variants and sockets")
    {
    }

  private:
    void DoRun() override
    {
        const auto path = CreateDataDirFilename("../doc/choose.rst");
        std::ifstream file(path);
        NS_TEST_ASSERT_MSG_EQ(file.is_open(), true, "cannot read " << path);
        const std::string guide((std::istreambuf_iterator<char>(file)),
                                std::istreambuf_iterator<char>());
        static const std::regex separator(", ");
        for (const auto& names : {TcpVariantPreset::GetNames(), TcpVariantPreset::GetSocketNames()})
        {
            std::sregex_token_iterator name(names.begin(), names.end(), separator, -1);
            for (; name != std::sregex_token_iterator(); ++name)
            {
                const auto found = guide.find("``" + name->str() + "``");
                NS_TEST_EXPECT_MSG_NE(found, std::string::npos, name->str() << " is missing");
            }
        }
    }
};

/// The check itself: a sound document passes, each fault is found.
class FaultsTestCase : public TestCase
{
  public:
    FaultsTestCase()
        : TestCase("Faults of a document are found")
    {
    }

  private:
    void DoRun() override
    {
        const auto without = CountFaults("Text: an attribute, examples/none-such.cc, nothing.\n");
        NS_TEST_EXPECT_MSG_EQ(without, CountDeclared(), "nothing is described");

        const std::string alpha("* ``ns3::TcpSackVeno::Alpha`` (attribute, default ");
        Check(alpha + "1): text", 0, 1);
        Check("  " + alpha + "1.0): text", 0, 1);
        Check(alpha + "2): text", 1, 1);
        Check(alpha + "-1): text", 1, 1);
        Check(alpha + "1): text\n" + alpha + "1): text", 1, 1);
        Check("* ``ns3::TcpSackVeno::ResetBaseRtt`` (attribute, default true): text", 0, 1);
        Check("* ``ns3::TcpSackVeno::ResetBaseRtt`` (attribute, default false): text", 1, 1);
        Check("* ``ns3::TcpSackVeno::ResetBaseRtt`` (attribute, default maybe): text", 1, 1);
        const std::string delay("* ``ns3::TcpScoreboardSocket::TimerTick`` ");
        Check(delay + "(attribute, default 0s): text", 0, 1);
        Check(delay + "(attribute, default 1ms): text", 1, 1);
        Check(delay + "(attribute): text", 1, 0);
        Check(delay + "(trace source): text", 1, 0);
        Check("* ``ns3::TcpSackVeno::Backlog`` (trace source): text", 0, 1);
        Check("* ``ns3::TcpSackVeno::Backlog`` (trace source):", 1, 0);
        Check("* ``ns3::TcpSackVeno::Backlog`` (attribute, default 0): text", 1, 0);
        Check("* ``ns3::TcpSackVeno::NoSuch`` (trace source): text", 1, 0);
        Check("* ``ns3::NoSuch::Alpha`` (attribute, default 1): text", 1, 0);

        std::istringstream document("See examples/a-b.cc, ``examples/c.cc`` and helper/d.cc.");
        const Reference reference(document);
        const std::set<std::string> expected{"examples/a-b.cc", "examples/c.cc"};
        NS_TEST_EXPECT_MSG_EQ((reference.examples == expected), true, "examples");
    }

    /// A document of one entry has @p faults of its own and describes @p described of ours.
    void Check(const std::string& document, std::size_t faults, std::size_t described)
    {
        NS_TEST_EXPECT_MSG_EQ(CountFaults(document),
                              CountDeclared() - described + faults,
                              document);
    }

    static std::size_t CountFaults(const std::string& text)
    {
        std::istringstream document(text);
        return Reference(document).faults.size();
    }

    static std::size_t CountDeclared()
    {
        std::size_t number = 0;
        for (const auto& name : TYPE_IDS)
        {
            const auto typeId = TypeId::LookupByName(name);
            number += typeId.GetAttributeN() + typeId.GetTraceSourceN();
        }
        return number;
    }
};

class TcpLossyDocTestSuite : public TestSuite
{
  public:
    TcpLossyDocTestSuite()
        : TestSuite("tcp-lossy-doc", Type::UNIT)
    {
        SetDataDir(NS_TEST_SOURCEDIR);
        AddTestCase(new GuideTestCase);
        AddTestCase(new DocumentTestCase);
        AddTestCase(new FaultsTestCase);
    }
};

TcpLossyDocTestSuite g_tcpLossyDocTestSuite; //!< registers itself

} // namespace
