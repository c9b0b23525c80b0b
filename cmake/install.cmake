# SPDX-License-Identifier: GPL-2.0-only
#
# Headers, library and a CMake package with which a user's program finds both and the same ns-3.

include(CMakePackageConfigHelpers)

set(TCP_LOSSY_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tcp-lossy)

# What is installed has to find an ns-3 that is not on the system's path. (CMake's own
# INSTALL_RPATH_USE_LINK_PATH leaves out what lies below the source folder, as an unpacked wheel may.)
get_filename_component(TCP_LOSSY_NS3_LIBRARY_DIR ${TcpLossyNs3_CORE_LIBRARY} DIRECTORY)
if(NOT TCP_LOSSY_NS3_LIBRARY_DIR IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
  set_target_properties(
    tcp-lossy buffer-advisor PROPERTIES INSTALL_RPATH ${TCP_LOSSY_NS3_LIBRARY_DIR}
  )
endif()

install(
  TARGETS tcp-lossy
  EXPORT tcp-lossyTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
)
# The one program that is a tool, not an experiment; it has the library in it.
install(TARGETS buffer-advisor RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${TCP_LOSSY_HEADERS} ${TCP_LOSSY_INCLUDE_DIR}/ns3/tcp-lossy-module.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3
)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT tcp-lossyTargets NAMESPACE tcp-lossy:: DESTINATION ${TCP_LOSSY_PACKAGE_DIR})

configure_package_config_file(
  cmake/tcp-lossyConfig.cmake.in ${PROJECT_BINARY_DIR}/tcp-lossyConfig.cmake
  INSTALL_DESTINATION ${TCP_LOSSY_PACKAGE_DIR}
)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/tcp-lossyConfigVersion.cmake COMPATIBILITY SameMinorVersion
)
install(
  FILES ${PROJECT_BINARY_DIR}/tcp-lossyConfig.cmake
        ${PROJECT_BINARY_DIR}/tcp-lossyConfigVersion.cmake
        cmake/FindTcpLossyNs3.cmake
        cmake/FindTcpLossyBoost.cmake
  DESTINATION ${TCP_LOSSY_PACKAGE_DIR}
)
