# espalier_add_predictor: a decision tree as a target to link, made at build time from a CSV file or a model file.
#
#   espalier_add_predictor(<name>
#     CSV <file> TARGET <column>          train on this file (CSV, ARFF, C4.5's .names and .data), or
#     MODEL_FILE <model.json>             compile a model that was trained before
#     [ALGORITHM id3|c45|cart] [NAMESPACE <name>]
#     [LANGUAGE cpp|c|cpp-sources] [PARTS <count>]
#     [HEADER <file>] [MODEL <file>]      what the header is called; also keep the model
#     [SELFTEST]                          a program <name>_selftest with every boundary vector
#     [VERIFY | NO_VERIFY] [COMPILER <program>]
#     [DEPENDS <file or target>...] [OPTIONS <option of the tool>...])
#
# Link <name>, or espalier::predictor::<name>, and include the header. docs/cmake.md has examples and says when a predictor
# is made again. Relative paths are relative to the source directory; MODEL to the binary directory.

# As CMake 3.25 does it, whatever the project was written for.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/EspalierArguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/EspalierTool.cmake")

function(espalier_add_predictor name)
  set(flags SELFTEST VERIFY NO_VERIFY)
  set(values CSV TARGET MODEL_FILE ALGORITHM NAMESPACE LANGUAGE PARTS HEADER MODEL COMPILER)
  set(lists DEPENDS OPTIONS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${flags}" "${values}" "${lists}")
  set(call "espalier_add_predictor(${name})")
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/espalier/${name}")
  _espalier_check_arguments()
  _espalier_find_input()
  _espalier_find_option_files()
  _espalier_find_tool("${call}")
  _espalier_choose_compiler(compiler ${compiler_language} "${arg_COMPILER}")
  _espalier_name_files()
  _espalier_write_commands()
  _espalier_add_rule()
  _espalier_add_library()
  _espalier_bring_runtime()
  if(arg_SELFTEST)
    _espalier_add_selftest()
  endif()
endfunction()

# The tool writes to `staged` files; those that have changed go to their `published` places, so that a header that comes out
# the same does not compile its users again.
macro(_espalier_name_files)
  cmake_path(GET arg_HEADER STEM LAST_ONLY stem)
  cmake_path(REPLACE_FILENAME arg_HEADER "${stem}" OUTPUT_VARIABLE stem_path)
  set(header "${directory}/include/${arg_HEADER}")
  set(sources "")
  set(staged "${directory}/new/${arg_HEADER}")
  set(published "${header}")
  if(arg_LANGUAGE STREQUAL "cpp-sources")
    foreach(part RANGE 1 ${arg_PARTS})
      list(APPEND staged "${directory}/new/${stem_path}_${part}.cpp")
      list(APPEND sources "${directory}/include/${stem_path}_${part}.cpp")
    endforeach()
    list(APPEND published ${sources})
  endif()
  if(DEFINED arg_MODEL)
    list(APPEND staged "${directory}/new/model.json")
    list(APPEND published "${arg_MODEL}")
  endif()
  if(arg_SELFTEST)
    list(APPEND staged "${directory}/new/selftest${source_extension}")
    list(APPEND published "${directory}/selftest/${stem}_selftest${source_extension}")
  endif()
  foreach(file IN LISTS staged published)
    cmake_path(GET file PARENT_PATH parent)
    file(MAKE_DIRECTORY "${parent}")
  endforeach()
endmacro()

# `make_command` and, for a model that is compiled only, `verify_command`: lists, in which a ; of a word is written \;.
macro(_espalier_write_commands)
  set(make_command "--output=${directory}/new/${arg_HEADER}" "--language=${arg_LANGUAGE}")
  foreach(keyword TARGET ALGORITHM NAMESPACE PARTS)
    if(DEFINED arg_${keyword})
      string(TOLOWER "${keyword}" option)
      string(REPLACE ";" "\\;" value "${arg_${keyword}}")
      list(APPEND make_command "--${option}=${value}")
    endif()
  endforeach()
  if(DEFINED arg_MODEL)
    list(APPEND make_command "--model=${directory}/new/model.json")
  endif()
  if(arg_SELFTEST)
    list(APPEND make_command "--selftest=${directory}/new/selftest${source_extension}")
  endif()
  set(check "")
  if(compiler)
    set(check "--compiler=${compiler}")
  endif()
  set(verify_command "")
  if(DEFINED arg_CSV)
    list(PREPEND make_command build "${input}")
    if(arg_NO_VERIFY)
      list(APPEND make_command --no-verify)
    else()
      list(APPEND make_command ${check})
    endif()
  else()
    list(PREPEND make_command emit "${input}")
    if(NOT arg_NO_VERIFY)
      set(verify_command verify "${input}" "${directory}/new/${arg_HEADER}" --no-coverage ${check})
    endif()
  endif()
  if(DEFINED arg_OPTIONS)
    string(APPEND make_command ";${arg_OPTIONS}")
  endif()
endmacro()

# The rule behind all of it makes the file `stamp`.
macro(_espalier_add_rule)
  set(stamp "${directory}/made")
  # The file of a tool that a package manager replaces may be older than what the former tool made, so the rule depends on
  # which tool it is, too.
  set(maker "${directory}/tool")
  _espalier_write_if_different("${maker}" "${tool_identity}\n")
  foreach(file IN LISTS published)
    if(NOT EXISTS "${file}")
      file(REMOVE "${stamp}")
    endif()
  endforeach()

  cmake_path(GET input FILENAME input_name)
  set(run_script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EspalierRun.cmake")
  set(run "-DREPORT=${directory}/report.txt" "-DCALL=${call}" "-DHOST=${CMAKE_CROSSCOMPILING}")
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${published} "${directory}/report.txt"
    COMMAND "${CMAKE_COMMAND}" ${run} -P "${run_script}" -- "${tool}" ${make_command}
    DEPENDS ${inputs} ${arg_DEPENDS} "${tool_dependency}" "${maker}" "${run_script}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Making ${arg_HEADER} from ${input_name}"
    VERBATIM)
  if(verify_command)
    add_custom_command(OUTPUT "${stamp}" APPEND COMMAND "${CMAKE_COMMAND}" ${run} -DAPPEND=ON -P "${run_script}"
                       -- "${tool}" ${verify_command})
  endif()
  foreach(from to IN ZIP_LISTS staged published)
    add_custom_command(OUTPUT "${stamp}" APPEND COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${from}" "${to}")
  endforeach()
  add_custom_command(OUTPUT "${stamp}" APPEND COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}")
endmacro()

# A header needs no more than to be found; sources become a static library.
macro(_espalier_add_library)
  set(scope INTERFACE)
  if(sources)
    set(scope PUBLIC)
    # One target runs the rule before any file of the library is compiled.
    add_custom_target(${name}_sources DEPENDS "${stamp}")
    add_library(${name} STATIC ${sources})
    add_dependencies(${name} ${name}_sources)
  else()
    add_library(${name} INTERFACE "${stamp}")
  endif()
  add_library(espalier::predictor::${name} ALIAS ${name})
  target_sources(${name} ${scope} FILE_SET HEADERS BASE_DIRS "${directory}/include" FILES "${header}")
  set(standard cxx_std_11)
  if(compiler_language STREQUAL "C")
    set(standard c_std_99)
  endif()
  # Compilers that CMake does not know have no list of features.
  if(standard IN_LIST CMAKE_${compiler_language}_COMPILE_FEATURES)
    target_compile_features(${name} ${scope} ${standard})
  endif()
  set_target_properties(${name} PROPERTIES ESPALIER_HEADER "${header}" ESPALIER_REPORT "${directory}/report.txt")
  if(DEFINED arg_MODEL)
    set_property(GLOBAL PROPERTY "_ESPALIER_MAKER_OF_${arg_MODEL}" ${name})
  endif()
endmacro()

# A header that was asked to include the runtime finds it beside itself: the installed one may stand among the headers of
# this machine, which a cross compiler must not see.
macro(_espalier_bring_runtime)
  list(JOIN arg_OPTIONS " " words)
  if(words MATCHES "--runtime[= ]include")
    get_property(runtime GLOBAL PROPERTY ESPALIER_RUNTIME_DIR)
    file(GLOB runtime_headers RELATIVE "${runtime}" "${runtime}/espalier/*")
    foreach(file IN LISTS runtime_headers)
      configure_file("${runtime}/${file}" "${directory}/include/${file}" COPYONLY)
    endforeach()
  endif()
endmacro()

# The program of all boundary vectors, for the machine that the project is compiled for.
macro(_espalier_add_selftest)
  add_executable(${name}_selftest "${directory}/selftest/${stem}_selftest${source_extension}")
  target_link_libraries(${name}_selftest PRIVATE ${name})
  cmake_path(GET header PARENT_PATH header_directory)
  target_include_directories(${name}_selftest PRIVATE "${header_directory}")
endmacro()

function(_espalier_write_if_different file text)
  if(EXISTS "${file}")
    file(READ "${file}" before)
    if(before STREQUAL text)
      return()
    endif()
  endif()
  file(WRITE "${file}" "${text}")
endfunction()

cmake_policy(POP)
