# SPDX-License-Identifier: GPL-2.0-only
#
# "cpack" in the build folder: an archive of what "cmake --install" installs, and where dpkg-deb is, a
# package of Debian's. Both are for the ns-3 that they were built with, whose release is in the name.

set(CPACK_PACKAGE_NAME tcp-lossy)
set(CPACK_PACKAGE_VENDOR "the tcp-lossy developers")
set(CPACK_PACKAGE_CONTACT "the tcp-lossy developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "TCP over lossy and long-fat paths, a module of ns-3")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
# CPack itself changes its own variable of this to that of a package of sources.
set(TCP_LOSSY_PACKAGE_FILE
    tcp-lossy-${PROJECT_VERSION}_ns-${TcpLossyNs3_RELEASE}_${CMAKE_SYSTEM_PROCESSOR}
)
set(CPACK_PACKAGE_FILE_NAME ${TCP_LOSSY_PACKAGE_FILE})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR TGZ)
find_program(TCP_LOSSY_DPKG_DEB dpkg-deb)
mark_as_advanced(TCP_LOSSY_DPKG_DEB)
if(TCP_LOSSY_DPKG_DEB)
  list(APPEND CPACK_GENERATOR DEB)
endif()

set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libboost-dev")
# An ns-3 that no package of Debian's brought is named in the CMake package and in the run path.
if(TcpLossyNs3_ROOT STREQUAL "/usr")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libns3-dev (>= ${TcpLossyNs3_RELEASE}), libboost-dev")
endif()

include(CPack)
