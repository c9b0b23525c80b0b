# SPDX-License-Identifier: GPL-2.0-only
#
# ns-3 makes all public headers reachable as ns3/<header>.h. Here a folder of links does this for
# the module's own, together with tcp-lossy-module.h, which ns-3 would generate.

set(TCP_LOSSY_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)

# Links of an earlier configuration would hide that a header was taken off the list.
file(GLOB TCP_LOSSY_OLD_LINKS ${TCP_LOSSY_INCLUDE_DIR}/ns3/*.h)
list(FILTER TCP_LOSSY_OLD_LINKS EXCLUDE REGEX "/tcp-lossy-module\\.h$")
if(TCP_LOSSY_OLD_LINKS)
  file(REMOVE ${TCP_LOSSY_OLD_LINKS})
endif()
file(MAKE_DIRECTORY ${TCP_LOSSY_INCLUDE_DIR}/ns3)

set(TCP_LOSSY_MODULE_HEADER "#ifndef NS3_MODULE_TCP_LOSSY\n#define NS3_MODULE_TCP_LOSSY\n\n")
foreach(header IN LISTS TCP_LOSSY_HEADERS)
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${header} ${TCP_LOSSY_INCLUDE_DIR}/ns3/${name} SYMBOLIC)
  string(APPEND TCP_LOSSY_MODULE_HEADER "#include \"ns3/${name}\"\n")
endforeach()
string(APPEND TCP_LOSSY_MODULE_HEADER "\n#endif // NS3_MODULE_TCP_LOSSY\n")
file(CONFIGURE OUTPUT ${TCP_LOSSY_INCLUDE_DIR}/ns3/tcp-lossy-module.h
     CONTENT "${TCP_LOSSY_MODULE_HEADER}" @ONLY
)
