# SPDX-License-Identifier: GPL-2.0-only
#
# Sets NS3_ROOT to the package ns3 of the Python that builds a wheel. No other ns-3 will do: the
# wheel's library is loaded into that one.

find_package(Python REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND
    ${Python_EXECUTABLE} -c
    "from importlib.metadata import distribution; print(distribution('ns3').locate_file('ns3'))"
  OUTPUT_VARIABLE TCP_LOSSY_PYTHON_NS3
  OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE TCP_LOSSY_PYTHON_NS3_MISSING
)
if(TCP_LOSSY_PYTHON_NS3_MISSING)
  message(
    FATAL_ERROR
      "${Python_EXECUTABLE} has no package ns3. 'pip install .' gets it; with "
      "'--no-build-isolation' first install what pyproject.toml lists under build-system.requires."
  )
endif()
set(NS3_ROOT ${TCP_LOSSY_PYTHON_NS3})
