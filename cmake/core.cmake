# SPDX-License-Identifier: GPL-2.0-only
#
# The core alone (model/tcp, model/link), where no ns-3 is installed: the library tcp-lossy-core and its tests, those of
# test/unit that include nothing else.

include(cmake/FindTcpLossyBoost.cmake)
if(NOT TcpLossyBoost_FOUND)
  message(FATAL_ERROR "${TcpLossyBoost_NOT_FOUND_MESSAGE}")
endif()

set(TCP_LOSSY_CORE_NAMES)
set(core_include ${PROJECT_BINARY_DIR}/core-include)
file(MAKE_DIRECTORY ${core_include}/ns3)
foreach(header IN LISTS TCP_LOSSY_HEADERS)
  if(header MATCHES "^model/(tcp|link)/")
    get_filename_component(name ${header} NAME)
    list(APPEND TCP_LOSSY_CORE_NAMES ${name})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${header} ${core_include}/ns3/${name} SYMBOLIC)
  endif()
endforeach()

include(cmake/lean.cmake)
tcp_lossy_add_lean(${core_include})
# Python's wheel without ns-3 (python/pyproject.toml) is that alone.
if(SKBUILD)
  install(TARGETS tcp-lossy-lean LIBRARY DESTINATION tcp_lossy COMPONENT python)
  return()
endif()
set_target_properties(tcp-lossy-lean PROPERTIES EXCLUDE_FROM_ALL ON)

# Those of ./reproduce --engine=lean, alone: they need nothing but a compiler and Boost's headers.
if(TCP_LOSSY_EXAMPLES)
  include(cmake/lean-programs.cmake)
  return()
endif()

find_package(GTest REQUIRED)
enable_testing()

# tcp_lossy_is_of_core FILE RESULT: whether a test includes headers of the core, of lean/, of test/fates, of test/worlds
# and of such tests only.
function(tcp_lossy_is_of_core file result)
  file(STRINGS ${file} includes REGEX "^#include \"")
  set(${result} ON)
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" header ${include})
    if(header MATCHES "^ns3/(.*)$")
      if(NOT CMAKE_MATCH_1 IN_LIST TCP_LOSSY_CORE_NAMES)
        set(${result} OFF)
      endif()
    elseif(EXISTS ${PROJECT_SOURCE_DIR}/test/fates/${header})
      tcp_lossy_is_of_core(${PROJECT_SOURCE_DIR}/test/fates/${header} ${result})
    elseif(EXISTS ${PROJECT_SOURCE_DIR}/test/worlds/${header})
      tcp_lossy_is_of_core(${PROJECT_SOURCE_DIR}/test/worlds/${header} ${result})
    elseif(EXISTS ${PROJECT_SOURCE_DIR}/test/unit/${header})
      tcp_lossy_is_of_core(${PROJECT_SOURCE_DIR}/test/unit/${header} ${result})
    elseif(NOT header IN_LIST TCP_LOSSY_LEAN_HEADERS)
      set(${result} OFF)
    endif()
    if(NOT ${result})
      break()
    endif()
  endforeach()
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()

set(core_tests)
foreach(test IN LISTS TCP_LOSSY_UNIT_TEST_SOURCES)
  tcp_lossy_is_of_core(${PROJECT_SOURCE_DIR}/${test} is_of_core)
  if(is_of_core)
    list(APPEND core_tests ${test})
  endif()
endforeach()

# With its world without ns-3.
add_library(tcp-lossy-core STATIC ${TCP_LOSSY_CORE_SOURCES} ${TCP_LOSSY_LEAN_SOURCES})
target_compile_features(tcp-lossy-core PUBLIC cxx_std_20)
target_compile_options(tcp-lossy-core PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${TCP_LOSSY_WERROR}>:-Werror>)
target_include_directories(tcp-lossy-core PUBLIC ${core_include})
target_include_directories(tcp-lossy-core SYSTEM PUBLIC ${TcpLossyBoost_INCLUDE_DIR})

add_executable(tcp-lossy-core-tests ${core_tests})
target_link_libraries(tcp-lossy-core-tests PRIVATE tcp-lossy-core GTest::gtest_main)
target_compile_options(tcp-lossy-core-tests PRIVATE -O0)
target_include_directories(tcp-lossy-core-tests PRIVATE ${PROJECT_SOURCE_DIR})
include(cmake/core-tests.cmake)
tcp_lossy_add_core_test_tools(tcp-lossy-core-tests)
set_target_properties(tcp-lossy-core PROPERTIES UNITY_BUILD ${TCP_LOSSY_UNITE} UNITY_BUILD_BATCH_SIZE 12)
set_target_properties(tcp-lossy-core-tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
target_precompile_headers(tcp-lossy-core-tests PRIVATE <gtest/gtest.h> <functional> <map> <sstream> <string> <vector>)
add_test(NAME core COMMAND tcp-lossy-core-tests --gtest_brief=1)
