# SPDX-License-Identifier: GPL-2.0-only
#
# Sets CMAKE_CXX_STANDARD to the lowest standard that ns-3's headers accept: each release of ns-3
# wants another one, and no package of it says which. A standard set by the user is kept. Only the
# headers that the module uses are tried: others may need libraries that are not installed.

include(CheckCXXSourceCompiles)

function(tcp_lossy_headers_compile standard result)
  set(includes)
  foreach(header IN LISTS TCP_LOSSY_USED_HEADERS)
    string(APPEND includes "#include <${header}>\n")
  endforeach()
  set(CMAKE_CXX_STANDARD ${standard})
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_REQUIRED_LIBRARIES TcpLossyNs3::ns3)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  # The answer is cached; another ns-3 in the same build folder must get its own.
  string(MD5 headers "${TcpLossyNs3_INCLUDE_DIR}${includes}")
  set(answer TCP_LOSSY_CXX${standard}_${headers})
  check_cxx_source_compiles("${includes}int tcpLossyProbe;" ${answer})
  set(${result} ${${answer}} PARENT_SCOPE)
endfunction()

function(tcp_lossy_choose_cxx_standard)
  foreach(standard 17 20 23)
    tcp_lossy_headers_compile(${standard} accepted)
    if(accepted)
      set(CMAKE_CXX_STANDARD ${standard} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(
    FATAL_ERROR
      "The headers of ns-3 ${TcpLossyNs3_RELEASE} in ${TcpLossyNs3_INCLUDE_DIR} do not compile as "
      "C++17, 20 or 23 with ${CMAKE_CXX_COMPILER}. Is the compiler too old for this release? The "
      "compiler's messages are in ${CMAKE_BINARY_DIR}/CMakeFiles."
  )
endfunction()

if(NOT CMAKE_CXX_STANDARD)
  tcp_lossy_choose_cxx_standard()
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
