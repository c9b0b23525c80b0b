# SPDX-License-Identifier: GPL-2.0-only
#
# Fuzz targets with libFuzzer, which comes with clang only: other compilers leave them out. Most are
# a class alone; those of TCP_LOSSY_FUZZ_PATHS go through the whole module
# and need a simulator. The CTest runs are short; run a target by hand for longer ones, with a folder
# for its corpus.

include(CheckCXXSourceCompiles)

set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles(
  "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof(0))) { return 0; }"
  TCP_LOSSY_HAS_LIBFUZZER
)
unset(CMAKE_REQUIRED_FLAGS)

set(TCP_LOSSY_FUZZ_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=all)
# As in the examples of libFuzzer's documentation.
set(TCP_LOSSY_FUZZ_OPTIMIZATION -O1)
set(TCP_LOSSY_FUZZ_PATHS tcp-segment-path)
# Sources of the parts of a class, or of what derives from it.
set(TCP_LOSSY_FUZZ_PARTS_sent-segments octet-runs segment-queue)
set(TCP_LOSSY_FUZZ_PARTS_path-conditions link-conditions random-stream)
# Classes that use ns-3's core.
set(TCP_LOSSY_FUZZ_ON_NS3 path-conditions)

# The module, with sanitizers and the fuzzer's counters in it. Only what the targets use is built.
function(tcp_lossy_add_fuzzed_module)
  add_library(tcp-lossy-fuzzed STATIC EXCLUDE_FROM_ALL ${plain_sources})
  target_compile_options(
    tcp-lossy-fuzzed PRIVATE -fsanitize=fuzzer-no-link ${TCP_LOSSY_FUZZ_SANITIZERS}
                             ${TCP_LOSSY_FUZZ_OPTIMIZATION} -g1
  )
  target_link_libraries(tcp-lossy-fuzzed PUBLIC tcp-lossy-headers PRIVATE tcp-lossy-warnings)
  tcp_lossy_precompile_headers(tcp-lossy-fuzzed)
endfunction()

function(tcp_lossy_add_fuzzer source)
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "-fuzzer$" "" subject ${name})
  add_executable(${name} ${source})
  target_compile_options(
    ${name} PRIVATE -fsanitize=fuzzer ${TCP_LOSSY_FUZZ_SANITIZERS} ${TCP_LOSSY_FUZZ_OPTIMIZATION} -g
  )
  target_link_options(${name} PRIVATE -fsanitize=fuzzer ${TCP_LOSSY_FUZZ_SANITIZERS})
  set(runs 500000)
  if(subject IN_LIST TCP_LOSSY_FUZZ_PATHS)
    target_link_libraries(${name} PRIVATE tcp-lossy-fuzzed tcp-lossy-warnings)
    set(runs 5000)
  else()
    set(tested ${plain_sources})
    list(JOIN TCP_LOSSY_FUZZ_PARTS_${subject} "|" parts)
    list(FILTER tested INCLUDE REGEX "/(${subject}|${parts})\\.cc$")
    target_sources(${name} PRIVATE ${tested})
    target_include_directories(${name} PRIVATE ${TCP_LOSSY_INCLUDE_DIR})
    target_link_libraries(${name} PRIVATE TcpLossyBoost::headers tcp-lossy-warnings)
    if(subject IN_LIST TCP_LOSSY_FUZZ_ON_NS3)
      target_link_libraries(${name} PRIVATE tcp-lossy-headers)
    endif()
  endif()
  add_dependencies(tcp-lossy-fuzzers ${name})
  add_test(NAME fuzz-${subject} COMMAND ${name} -seed=1 -runs=${runs} -max_len=512
                                        -max_total_time=40 -timeout=20
  )
  set_tests_properties(fuzz-${subject} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()

if(TCP_LOSSY_HAS_LIBFUZZER)
  add_custom_target(tcp-lossy-fuzzers)
  tcp_lossy_add_fuzzed_module()
  foreach(source IN LISTS TCP_LOSSY_FUZZ_SOURCES)
    tcp_lossy_add_fuzzer(${source})
  endforeach()
endif()
