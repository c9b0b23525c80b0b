# SPDX-License-Identifier: GPL-2.0-only
#
# What "pip install" puts into Python's package folder: the library and its headers among those of
# the package ns3, which takes any libns<release>-<module>.so there for a module of its own.
#
# ns3 looks through each library's octets for names of further ones and cannot be imported if one is
# missing. So the name is right when the library is linked; one that was renamed later keeps its
# old name inside.

get_filename_component(TCP_LOSSY_WHEEL_LIBRARY ${TcpLossyNs3_CORE_LIBRARY} NAME_WLE)
string(REGEX REPLACE "^lib(.*)-core$" "\\1-tcp-lossy" TCP_LOSSY_WHEEL_LIBRARY
                     ${TCP_LOSSY_WHEEL_LIBRARY}
)
set_target_properties(
  tcp-lossy PROPERTIES OUTPUT_NAME ${TCP_LOSSY_WHEEL_LIBRARY} BUILD_WITH_INSTALL_RPATH ON
                       INSTALL_RPATH "$ORIGIN"
)

install(TARGETS tcp-lossy LIBRARY DESTINATION ns3/lib64 COMPONENT python)
install(FILES ${TCP_LOSSY_HEADERS} ${TCP_LOSSY_INCLUDE_DIR}/ns3/tcp-lossy-module.h
        DESTINATION ns3/include/ns3 COMPONENT python
)

# What simulates without ns-3 is a library of its own, beside the package's files.
include(cmake/lean.cmake)
tcp_lossy_add_lean(${TCP_LOSSY_INCLUDE_DIR})
install(TARGETS tcp-lossy-lean LIBRARY DESTINATION tcp_lossy COMPONENT python)
