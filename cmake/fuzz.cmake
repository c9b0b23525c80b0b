# SPDX-License-Identifier: GPL-2.0-only
#
# Fuzz targets, each a class of the protocol arithmetic alone with libFuzzer, which comes with clang
# only: other compilers leave them out. The CTest runs are short; run a target by hand for longer
# ones, with a folder for its corpus.

include(CheckCXXSourceCompiles)

set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles(
  "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof(0))) { return 0; }"
  TCP_LOSSY_HAS_LIBFUZZER
)
unset(CMAKE_REQUIRED_FLAGS)

if(TCP_LOSSY_HAS_LIBFUZZER)
  set(sanitizers -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all)
  add_custom_target(tcp-lossy-fuzzers)
  foreach(source IN LISTS TCP_LOSSY_FUZZ_SOURCES)
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "-fuzzer$" "" class ${name})
    set(tested ${TCP_LOSSY_ARITHMETIC_SOURCES})
    list(FILTER tested INCLUDE REGEX "/${class}\\.cc$")
    add_executable(${name} ${source} ${tested})
    target_include_directories(${name} PRIVATE ${TCP_LOSSY_INCLUDE_DIR})
    target_compile_options(${name} PRIVATE ${sanitizers} -g)
    target_link_options(${name} PRIVATE ${sanitizers})
    target_link_libraries(${name} PRIVATE TcpLossyBoost::headers tcp-lossy-warnings)
    add_dependencies(tcp-lossy-fuzzers ${name})
    add_test(NAME fuzz-${class} COMMAND ${name} -seed=1 -runs=500000 -max_len=512)
    set_tests_properties(fuzz-${class} PROPERTIES LABELS fuzz TIMEOUT 300)
  endforeach()
endif()
