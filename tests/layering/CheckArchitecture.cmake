# Fails if docs/architecture.md has another table of stages than compiler/CMakeLists.txt, or if it or CONTRIBUTING.md name a file
# that does not exist.
#   cmake -DROOT=<source tree> -P CheckArchitecture.cmake
#
# The table has a row for each stage, in the order of compiler/CMakeLists.txt:
#
#   | stage | what | may include |
#   |---|---|---|
#   | `support/` | diagnostics, files | – |
#   | `data/` | tables | support |
#   | `model/` | the tree | support |
#   | `grow/` | the learner | support, data, model |
#   | `cli/` | commands | all of the above |
#
# A dash is nothing, "all of the above" is every stage of the rows above; the order of names does not matter.
#
# What stands in backticks and has a slash is a file or directory, from the root or from compiler/; headers and sources may be named
# without their extension (`prune/bottom_up`). A name without a slash that ends in .cpp, .hpp or .inja is a file anywhere below
# compiler/, runtime/, templates/ or tests/. <word> and * stand for any text, and there is at least one such file
# (`prune/<method>.cpp`). What the build makes (`build/...`) is not looked for.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/Stages.cmake")

function(fault text)
  set_property(GLOBAL APPEND_STRING PROPERTY faults "  ${document}: ${text}\n")
endfunction()

# The text of a document, without the characters that CMake's lists trip over.
function(read_document variable)
  if(NOT EXISTS "${ROOT}/${document}")
    message(FATAL_ERROR "there is no ${document}")
  endif()
  file(READ "${ROOT}/${document}" text)
  string(REGEX REPLACE "[][;\\]" " " text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# The stages that a cell of the last column names.
function(named_in_cell cell above variable)
  string(REGEX REPLACE "[`/ ]+" " " cell "${cell}")
  string(STRIP "${cell}" cell)
  if(cell STREQUAL "all of the above")
    set(named "${above}")
  elseif(cell MATCHES "^(–|-|)$")
    set(named "")
  else()
    string(REGEX REPLACE " ?, ?" ";" named "${cell}")
  endif()
  set(${variable} "${named}" PARENT_SCOPE)
endfunction()

function(check_table text)
  string(REGEX MATCHALL "\n\\| *`[a-z_]+/` *\\|[^\n]*\\|" rows "${text}")
  set(above "")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "`([a-z_]+)/`" matched "${row}")
    set(stage "${CMAKE_MATCH_1}")
    if(NOT stage IN_LIST stages)
      fault("the table has a stage '${stage}' that compiler/CMakeLists.txt does not have")
      continue()
    endif()
    string(REGEX MATCH "\\|([^|]*)\\|$" matched "${row}")
    named_in_cell("${CMAKE_MATCH_1}" "${above}" named)
    list(APPEND above "${stage}")
    set(wanted "${${stage}_may_include}")
    list(JOIN wanted ", " wanted_text)
    list(SORT named)
    list(SORT wanted)
    if(NOT "${named}" STREQUAL "${wanted}")
      string(REPLACE ";" ", " named_text "${named}")
      fault("the table says that ${stage}/ may include '${named_text}', and compiler/CMakeLists.txt: '${wanted_text}'")
    endif()
  endforeach()
  if(NOT above STREQUAL stages)
    list(JOIN above ", " above)
    list(JOIN stages ", " wanted)
    fault("the table has the stages ${above}; compiler/CMakeLists.txt has ${wanted}, in this order")
  endif()
endfunction()

# Whether there is a file or directory of this name, in one of the places where it may be.
function(find_named name found)
  string(REGEX REPLACE "<[^>]*>" "*" pattern "${name}")
  string(REGEX REPLACE "/$" "" pattern "${pattern}")
  if(name MATCHES "/")
    file(GLOB files "${ROOT}/${pattern}" "${ROOT}/compiler/${pattern}" "${ROOT}/compiler/${pattern}.hpp"
         "${ROOT}/compiler/${pattern}.cpp")
  else()
    file(GLOB_RECURSE files "${ROOT}/compiler/${pattern}" "${ROOT}/runtime/${pattern}" "${ROOT}/templates/${pattern}"
         "${ROOT}/tests/${pattern}")
  endif()
  if(files)
    set(${found} TRUE PARENT_SCOPE)
  else()
    set(${found} FALSE PARENT_SCOPE)
  endif()
endfunction()

set(names_seen 0)
foreach(document docs/architecture.md CONTRIBUTING.md)
  read_document(text)
  if(document STREQUAL "docs/architecture.md")
    check_table("${text}")
  endif()
  string(REGEX MATCHALL "`[A-Za-z0-9_.*<>/-]+`" names "${text}")
  list(REMOVE_DUPLICATES names)
  foreach(name IN LISTS names)
    string(REPLACE "`" "" name "${name}")
    if((NOT name MATCHES "^[^/]+/" AND NOT name MATCHES "\\.(cpp|hpp|inja)$") OR name MATCHES "^build/")
      continue()
    endif()
    math(EXPR names_seen "${names_seen} + 1")
    find_named("${name}" found)
    if(NOT found)
      fault("names `${name}`, which does not exist")
    endif()
  endforeach()
endforeach()

get_property(faults GLOBAL PROPERTY faults)
if(faults)
  message(FATAL_ERROR "documents that are not true any more:\n${faults}")
endif()
if(names_seen EQUAL 0)
  message(FATAL_ERROR "no file is named in the documents: nothing was checked")
endif()
message(STATUS "the table of stages and ${names_seen} names of files are true")
