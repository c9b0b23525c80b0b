# SPDX-License-Identifier: GPL-2.0-only
#
# Finds Boost's headers (nothing of Boost is linked): TcpLossyBoost_INCLUDE_DIR and the target
# TcpLossyBoost::headers. TcpLossyBoost_HINT names an include folder to prefer: ns-3's wheels bring
# Boost along.

# ns-3's own build warns of variables that are not set.
if(NOT DEFINED TcpLossyBoost_HINT)
  set(TcpLossyBoost_HINT NOTFOUND)
endif()
set(TcpLossyBoost_PLACES)
if(DEFINED BOOST_ROOT)
  set(TcpLossyBoost_PLACES ${BOOST_ROOT})
endif()

if(EXISTS "${TcpLossyBoost_HINT}/boost/icl/interval_map.hpp")
  set(TcpLossyBoost_INCLUDE_DIR ${TcpLossyBoost_HINT})
else()
  find_path(
    TcpLossyBoost_INCLUDE_DIR boost/icl/interval_map.hpp
    HINTS ${TcpLossyBoost_PLACES} ENV BOOST_ROOT
    PATH_SUFFIXES include
  )
  mark_as_advanced(TcpLossyBoost_INCLUDE_DIR)
endif()

if(TcpLossyBoost_INCLUDE_DIR)
  set(TcpLossyBoost_FOUND TRUE)
else()
  set(TcpLossyBoost_FOUND FALSE)
  string(
    CONCAT TcpLossyBoost_NOT_FOUND_MESSAGE
           "Boost's headers are missing (boost/icl/interval_map.hpp). Install them, "
           "on Debian with 'apt install libboost-dev', or name the folder above include/boost with "
           "-DBOOST_ROOT=<folder> or the environment variable BOOST_ROOT, and configure again."
  )
endif()

if(TcpLossyBoost_FOUND AND NOT TARGET TcpLossyBoost::headers)
  add_library(TcpLossyBoost::headers INTERFACE IMPORTED)
  set_target_properties(
    TcpLossyBoost::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${TcpLossyBoost_INCLUDE_DIR}"
  )
endif()
