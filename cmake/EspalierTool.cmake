# The tool that runs on the machine that builds: also when the project is compiled for another one.
#
# In this order: ESPALIER_EXECUTABLE if it is set; espalier::espalier, built in this project or found with the package, if
# it runs here; a program espalier of this machine.

# Sets `tool` (what to call), `tool_dependency` (a file or target that changes with it) and `tool_identity` (a text that does).
function(_espalier_find_tool call)
  set(hash "")
  if(NOT ESPALIER_EXECUTABLE AND TARGET espalier::espalier)
    get_target_property(imported espalier::espalier IMPORTED)
    if(NOT imported)
      _espalier_take_built_tool()
      return()
    endif()
    get_target_property(program espalier::espalier LOCATION)
    _espalier_identify("${program}" hash why)
  endif()
  if(NOT hash)
    find_program(ESPALIER_EXECUTABLE espalier NO_CMAKE_FIND_ROOT_PATH
                 DOC "Espalier's tool, an executable of the machine that builds")
    if(NOT ESPALIER_EXECUTABLE)
      message(FATAL_ERROR "${call}: no espalier was found that runs on this machine. Install Espalier, or set "
                          "ESPALIER_EXECUTABLE to its path. ${why}")
    endif()
    set(program "${ESPALIER_EXECUTABLE}")
    cmake_path(ABSOLUTE_PATH program BASE_DIRECTORY "${CMAKE_BINARY_DIR}")
    _espalier_identify("${program}" hash why)
    if(NOT hash)
      message(FATAL_ERROR "${call}: ESPALIER_EXECUTABLE is no espalier that runs on this machine. ${why}")
    endif()
  endif()
  set(tool "${program}" PARENT_SCOPE)
  set(tool_dependency "${program}" PARENT_SCOPE)
  set(tool_identity "${program} ${hash}" PARENT_SCOPE)
endfunction()

# The tool that this project builds.
macro(_espalier_take_built_tool)
  if(CMAKE_CROSSCOMPILING)
    message(FATAL_ERROR "${call}: this project builds Espalier for ${CMAKE_SYSTEM_NAME}, and the tool has to run here. Set "
                        "ESPALIER_EXECUTABLE to one that does (and ESPALIER_TOOL to OFF, not to build another).")
  endif()
  get_target_property(built espalier::espalier ALIASED_TARGET)
  set(tool "$<TARGET_FILE:${built}>" PARENT_SCOPE)
  set(tool_dependency "${built}" PARENT_SCOPE)
  set(tool_identity "target ${built}" PARENT_SCOPE)
endmacro()

# The hash of the program if it is Espalier and runs here, else nothing, and the reason. Each program is asked once.
function(_espalier_identify program hash_variable why_variable)
  get_property(known GLOBAL PROPERTY "_ESPALIER_TOOL_${program}")
  if(NOT known)
    execute_process(COMMAND "${program}" --version RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(NOT code EQUAL 0 OR NOT said MATCHES "^espalier [0-9]")
      set(${hash_variable} "" PARENT_SCOPE)
      set(${why_variable} "'${program} --version' gave ${code}: ${said}" PARENT_SCOPE)
      return()
    endif()
    file(SHA256 "${program}" known)
    set_property(GLOBAL PROPERTY "_ESPALIER_TOOL_${program}" "${known}")
  endif()
  set(${hash_variable} "${known}" PARENT_SCOPE)
endfunction()

# The compiler that checks a predictor: the one that the call or the user names, else the one that will compile it, unless
# that is a cross compiler, whose programs do not run here; empty: the tool's choice. For `language` C or CXX.
function(_espalier_choose_compiler variable language named)
  if(NOT "${named}" STREQUAL "")
    set(compiler "${named}")
  elseif(ESPALIER_HOST_${language}_COMPILER)
    set(compiler "${ESPALIER_HOST_${language}_COMPILER}")
  elseif(NOT CMAKE_CROSSCOMPILING AND CMAKE_${language}_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang|IntelLLVM)$"
         AND NOT CMAKE_${language}_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
    set(compiler "${CMAKE_${language}_COMPILER}")
  else()
    set(compiler "")
  endif()
  set(${variable} "${compiler}" PARENT_SCOPE)
endfunction()
