# The stages of the pipeline, read from the calls of espalier_component in compiler/CMakeLists.txt, which is the only place that
# says them: `stages` in their order, and for each `<stage>_may_include`, what it may include beside itself.

# Data flows to the right: a stage uses stages that stand before it.
function(read_stages text)
  string(REGEX REPLACE "#[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "espalier_component\\([^)]*\\)" calls "${text}")
  set(names "")
  foreach(call IN LISTS calls)
    string(REGEX REPLACE "^espalier_component\\(|\\)$" "" words "${call}")
    separate_arguments(words UNIX_COMMAND "${words}")
    list(POP_FRONT words name)
    cmake_parse_arguments(arg "" "" "USES;LIBRARIES" ${words})
    foreach(used IN LISTS arg_USES)
      if(NOT used IN_LIST names)
        message(FATAL_ERROR "compiler/CMakeLists.txt: ${name} uses ${used}, which is no stage before it")
      endif()
    endforeach()
    set(${name}_may_include "${arg_USES}" PARENT_SCOPE)
    list(APPEND names "${name}")
  endforeach()
  if(NOT names)
    message(FATAL_ERROR "compiler/CMakeLists.txt: there is no call of espalier_component")
  endif()
  set(stages "${names}" PARENT_SCOPE)
endfunction()

file(READ "${ROOT}/compiler/CMakeLists.txt" text)
read_stages("${text}")
