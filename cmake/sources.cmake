# SPDX-License-Identifier: GPL-2.0-only
#
# Reads VERSION and sources.txt. Runs inside ns-3's build too, hence the prefix of every name.

get_filename_component(TCP_LOSSY_ROOT ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)

# Without this a new line in the list would be noticed only at the next configuration by hand.
set_property(
  DIRECTORY APPEND
  PROPERTY CMAKE_CONFIGURE_DEPENDS ${TCP_LOSSY_ROOT}/VERSION ${TCP_LOSSY_ROOT}/sources.txt
)

file(STRINGS ${TCP_LOSSY_ROOT}/VERSION TCP_LOSSY_VERSION LIMIT_COUNT 1)
file(STRINGS ${TCP_LOSSY_ROOT}/sources.txt TCP_LOSSY_FILES REGEX "^[^# \t]")

option(TCP_LOSSY_STOCK_FAST "Build the socket stock-fast, its tests and its program" ON)
if(NOT TCP_LOSSY_STOCK_FAST)
  list(FILTER TCP_LOSSY_FILES EXCLUDE REGEX "^stock/")
endif()

# Each file has one kind, which its folder and name say; TCP_LOSSY_KINDS are the lists.
set(TCP_LOSSY_UNUSED ${TCP_LOSSY_FILES})
set(TCP_LOSSY_KINDS)
function(tcp_lossy_select result pattern)
  set(selected ${TCP_LOSSY_FILES})
  set(unused ${TCP_LOSSY_UNUSED})
  list(FILTER selected INCLUDE REGEX ${pattern})
  list(FILTER unused EXCLUDE REGEX ${pattern})
  set(${result} ${selected} PARENT_SCOPE)
  set(TCP_LOSSY_UNUSED ${unused} PARENT_SCOPE)
  set(TCP_LOSSY_KINDS ${TCP_LOSSY_KINDS} ${result} PARENT_SCOPE)
endfunction()

tcp_lossy_select(TCP_LOSSY_SOURCES "^(model/[^/]+|helper|stock)/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_HEADERS "^(model/[^/]+|helper|stock)/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_CORE_SOURCES "^model/(tcp|link)/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_LEAN_SOURCES "^lean/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_LEAN_HEADERS "^lean/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_SUITE_SOURCES "^(test|stock/test)/[^/]+-test-suite\\.cc$")
tcp_lossy_select(TCP_LOSSY_SUPPORT_SOURCES "^test/support/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_SUPPORT_HEADERS "^test/support/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_UNIT_TEST_SOURCES "^(test/unit|stock/test)/[^/]+-test\\.cc$")
tcp_lossy_select(TCP_LOSSY_UNIT_TEST_HEADERS "^(test/unit|stock/test)/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_INTEROP_SOURCES "^test/interop/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_INTEROP_HEADERS "^test/interop/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_KERNEL_SOURCES "^test/kernel/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_KERNEL_HEADERS "^test/kernel/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_FATES_SOURCES "^test/fates/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_FATES_HEADERS "^test/fates/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_DIFFERENTIAL_SOURCES "^stock/differential/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_DIFFERENTIAL_HEADERS "^stock/differential/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_WORLDS_SOURCES "^test/worlds/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_WORLDS_HEADERS "^test/worlds/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_FUZZ_SOURCES "^test/fuzz/[^/]+-fuzzer\\.cc$")
tcp_lossy_select(TCP_LOSSY_TEST_PROGRAM_SOURCES "^test/programs/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_FUZZ_HEADERS "^test/fuzz/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_LAB_SOURCES "^experiments/lib/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_LAB_HEADERS "^experiments/lib/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_LEAN_LAB_SOURCES "^experiments/lean/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_LEAN_LAB_HEADERS "^experiments/lean/ns3/[^/]+\\.h$")
tcp_lossy_select(TCP_LOSSY_EXAMPLE_SOURCES "^examples/[^/]+\\.cc$")
tcp_lossy_select(TCP_LOSSY_PROGRAM_SOURCES "^experiments/programs/[^/]+\\.cc$")

# What of these programs tests link, too.
set(TCP_LOSSY_REPLAY_SOURCES ${TCP_LOSSY_FATES_SOURCES})
list(FILTER TCP_LOSSY_REPLAY_SOURCES EXCLUDE REGEX "/(kernel-|tcp-lossy-)")
set(TCP_LOSSY_RECORDINGS "TCP_LOSSY_RECORDINGS=\"${CMAKE_CURRENT_LIST_DIR}/../test/fates/linux-6.1.rec\"")

# A file that no pattern takes would silently not be built.
if(TCP_LOSSY_UNUSED)
  message(
    FATAL_ERROR "sources.txt: its head lists the folders and names that are known; these do not "
                "fit: ${TCP_LOSSY_UNUSED}"
  )
endif()

# Files that need ns-3's module wifi, where there is none. A macro, to change the lists in place.
macro(tcp_lossy_leave_out_wifi)
  foreach(files TCP_LOSSY_FILES ${TCP_LOSSY_KINDS})
    list(FILTER ${files} EXCLUDE REGEX "/wifi-[^/]*$")
  endforeach()
endmacro()

# Where the laboratory's headers are: programs and tests include "lib/<name>.h".
set(TCP_LOSSY_LAB_INCLUDE_DIR ${TCP_LOSSY_ROOT}/experiments)

# Results name the releases they were made with.
function(tcp_lossy_stamp_results ns3_release)
  set_source_files_properties(
    experiments/lib/result-writer.cc
    PROPERTIES
      COMPILE_DEFINITIONS
      "TCP_LOSSY_NS3_RELEASE=\"${ns3_release}\";TCP_LOSSY_VERSION=\"${TCP_LOSSY_VERSION}\""
  )
endfunction()
