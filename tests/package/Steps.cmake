# Steps of the tests in this directory: run a program, look at what it said.
cmake_minimum_required(VERSION 3.25)

# Every project names its generator with -G. CMake's own choice needs make, which a machine may not have: a project that
# forgets to name one fails everywhere.
set(ENV{CMAKE_GENERATOR} "none, name one with -G")

# What the program printed is in `output` then. It must end with 0, or for run_to_fail with anything else.
macro(run what)
  _run_program(code output ${ARGN})
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} failed (${code}):\n${output}")
  endif()
endmacro()

macro(run_to_fail what)
  _run_program(code output ${ARGN})
  if(code EQUAL 0)
    message(FATAL_ERROR "${what} should have failed:\n${output}")
  endif()
endmacro()

function(_run_program code output)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  set(${code} "${result}" PARENT_SCOPE)
  set(${output} "${said}" PARENT_SCOPE)
endfunction()

# The output of the last step has each of the texts; line ends and indentation, which CMake puts into long messages, count as
# one blank.
function(expect what)
  string(REGEX REPLACE "[ \n]+" " " flat "${output}")
  foreach(text IN LISTS ARGN)
    string(FIND "${flat}" "${text}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${what}: '${text}' is missing in:\n${output}")
    endif()
  endforeach()
endfunction()

function(expect_not what)
  foreach(text IN LISTS ARGN)
    string(FIND "${output}" "${text}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${what}: there should be no '${text}' in:\n${output}")
    endif()
  endforeach()
endfunction()

# For tests of each generator.
function(say_left_out)
  if(GENERATORS_LEFT_OUT)
    message("left out: ${GENERATORS_LEFT_OUT}")
  endif()
endfunction()
