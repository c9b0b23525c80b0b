# SPDX-License-Identifier: GPL-2.0-only
#
# What ns-3's own build needs before the module is declared.

get_filename_component(TCP_LOSSY_FOLDER ${CMAKE_CURRENT_SOURCE_DIR} NAME)
if(NOT TCP_LOSSY_FOLDER STREQUAL "tcp-lossy")
  # One string that ends a line: ns-3's message() puts ";" between several, and a colour's code behind.
  string(
    CONCAT
      fault
      "ns-3 takes a module's name from its folder, which must be called 'tcp-lossy' but is "
      "'${TCP_LOSSY_FOLDER}'. Rename it (a symbolic link of the right name also serves):\n"
      "  mv 'contrib/${TCP_LOSSY_FOLDER}' contrib/tcp-lossy\n"
  )
  message(FATAL_ERROR "${fault}")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/FindTcpLossyBoost.cmake)
if(NOT TcpLossyBoost_FOUND)
  message(FATAL_ERROR "tcp-lossy: ${TcpLossyBoost_NOT_FOUND_MESSAGE}")
endif()
include_directories(SYSTEM ${TcpLossyBoost_INCLUDE_DIR})

# A module that is named in CMakeLists.txt is required. These are used if they are enabled anyway.
set(TCP_LOSSY_OPTIONAL_MODULES)
if(wifi IN_LIST ns3-all-enabled-modules)
  set(TCP_LOSSY_OPTIONAL_MODULES ${libwifi} ${libmobility} ${libpropagation})
else()
  tcp_lossy_leave_out_wifi()
endif()

# Older releases have mpi in the list above even if it cannot be built.
if(ENABLE_MPI)
  list(APPEND TCP_LOSSY_OPTIONAL_MODULES ${libmpi})
endif()

include(${CMAKE_CURRENT_LIST_DIR}/releases.cmake)
tcp_lossy_check_release("${NS3_VER}")
tcp_lossy_stamp_results("${NS3_VER}")

# ns-3's macros link programs and tests with modules only. So a program takes the laboratory's
# objects, and the tests its sources, which ns-3 makes a library of.
# Not as a plain path: up to ns-3.37 it would be exported with the library.
include_directories($<BUILD_INTERFACE:${TCP_LOSSY_LAB_INCLUDE_DIR}>)
add_library(tcp-lossy-lab OBJECT EXCLUDE_FROM_ALL ${TCP_LOSSY_LAB_SOURCES})
if(ENABLE_MPI)
  # With ns-3's definition that it is there.
  target_link_libraries(tcp-lossy-lab PRIVATE MPI::MPI_CXX)
endif()
