/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TEMPORARY_FOLDER_H
#define TEMPORARY_FOLDER_H

#include "ns3/abort.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <stdlib.h> // mkdtemp
#include <string>

namespace ns3test
{

/// A folder that no other test has, since ctest runs several at once; goes with all that is in it.
class TemporaryFolder
{
  public:
    TemporaryFolder()
        : m_path(testing::TempDir() + "tcp-lossy-XXXXXX")
    {
        NS_ABORT_MSG_UNLESS(mkdtemp(m_path.data()), "no folder can be made in the temporary one");
    }

    ~TemporaryFolder()
    {
        std::filesystem::remove_all(m_path);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /**
     * @param name of a file
     * @return the file's path in this folder
     */
    std::string GetFile(const std::string& name) const
    {
        return m_path + "/" + name;
    }

  private:
    std::string m_path;
};

} // namespace ns3test

#endif // TEMPORARY_FOLDER_H
