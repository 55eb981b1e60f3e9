# The checkers themselves: they must pass a small tree that keeps the rules and catch each way of breaking them.
#   cmake -DWORK=<directory> -P CheckerTest.cmake
cmake_minimum_required(VERSION 3.25)

set(good_stages [[
espalier_component(support LIBRARIES fmt::fmt)
# espalier_component(odd)
espalier_component(data USES support)
espalier_component(model USES support)
espalier_component(lower USES support model)
espalier_component(emit USES support model
                   lower LIBRARIES Inja::Inja)
espalier_component(cli USES support data model lower emit)
]])
set(good_table [[
| stage | what | may include |
|---|---|---|
| `support/` | text; [links](text.md) | – |
| `data/` | tables | support |
| `model/` | the tree | `support/` |
| `lower/` | passes | support, model |
| `emit/` | text | model, support, lower |
| `cli/` | a \| b | all of the above |
]])

function(make_good_tree)
  file(REMOVE_RECURSE "${WORK}")
  file(WRITE "${WORK}/compiler/CMakeLists.txt" "${good_stages}")
  file(WRITE "${WORK}/docs/architecture.md"
       "# Architecture\n\n${good_table}\nSee `docs/architecture.md`, `emit/render`, `table.hpp`.\n")
  file(WRITE "${WORK}/CONTRIBUTING.md" "`emit/<language>.cpp`, `build/ci`, `compiler/data/`, `data/*.hpp`, `--a/b c`, `main`\n")
  file(WRITE "${WORK}/compiler/support/text.hpp" "#include <string>\n")
  file(WRITE "${WORK}/compiler/data/table.hpp" "#include \"support/text.hpp\"\n")
  file(WRITE "${WORK}/compiler/model/model.hpp" "#include \"support/text.hpp\"\n")
  file(WRITE "${WORK}/compiler/lower/fold.hpp" "#include \"model/model.hpp\"\n")
  file(WRITE "${WORK}/compiler/emit/render.cpp" "#include <inja/inja.hpp>\n#include \"model/model.hpp\"\n")
  file(WRITE "${WORK}/compiler/cli/command.hpp" "#include <boost/program_options.hpp>\n#include \"data/table.hpp\"\n")
  file(WRITE "${WORK}/compiler/main.cpp" "#include \"cli/command.hpp\"\n")
  file(WRITE "${WORK}/runtime/include/espalier/runtime.hpp" "#include <stdint.h>\n")
endfunction()

function(run_checker result output)
  execute_process(COMMAND "${CMAKE_COMMAND}" "-DROOT=${WORK}" -P "${CMAKE_CURRENT_LIST_DIR}/${checker}.cmake"
                  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${result} "${code}" PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# The good tree with one file added or another one in its place must be refused with a message that matches.
function(must_catch file text message)
  make_good_tree()
  file(WRITE "${WORK}/${file}" "${text}")
  run_checker(code output)
  if(code EQUAL 0)
    message(SEND_ERROR "not caught: ${file} with ${text}")
  elseif(NOT output MATCHES "${message}")
    message(SEND_ERROR "caught without '${message}': ${output}")
  endif()
endfunction()

foreach(checker CheckIncludes CheckArchitecture)
  make_good_tree()
  run_checker(code output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${checker} refuses a good tree: ${output}")
  endif()
endforeach()

set(checker CheckIncludes)
must_catch(compiler/emit/header.cpp "#include \"data/table.hpp\"\n" "emit/ may not include")
must_catch(compiler/support/files.cpp "#include \"model/model.hpp\"\n" "support/ may not include")
must_catch(compiler/lower/fold.cpp "int x;\n  # include  \"emit/render.cpp\"\n" "lower/ may not include")
must_catch(compiler/main.cpp "#include \"model/model.hpp\"\n" "main/ may not include")
must_catch(compiler/model/more.hpp "#include \"model.hpp\"\n" "own headers are written")
must_catch(compiler/model/more.hpp "#include \"model/no_such.hpp\"\n" "not a file of compiler/")
must_catch(compiler/util/odd.hpp "#include <vector>\n" "is in no stage")
must_catch(compiler/emit/other.cpp "#include <inja/inja.hpp>\n" "only emit/render.cpp")
must_catch(compiler/model/odd.cpp "#include <boost/program_options/errors.hpp>\n" "only cli/")
must_catch(compiler/model/odd.cpp "#include NAME\n" "neither")
must_catch(runtime/include/espalier/more.hpp "#include <string.h>\n" "<stdint.h> and <stddef.h> only")
must_catch(compiler/CMakeLists.txt "espalier_component(data USES support)\nespalier_component(support)\n" "no stage before it")
must_catch(compiler/CMakeLists.txt "project(x)\n" "no call of espalier_component")

set(checker CheckArchitecture)

# A table with one change must be refused with a message that matches.
function(must_catch_table from to message)
  string(REPLACE "${from}" "${to}" table "${good_table}")
  if(table STREQUAL good_table)
    message(SEND_ERROR "nothing is changed by '${from}' to '${to}'")
  endif()
  must_catch(docs/architecture.md "# Architecture\n\n${table}\nSee `emit/render`.\n" "${message}")
endfunction()

must_catch_table("| support, model |" "| model |" "says that lower/ may include 'model'")
must_catch_table("| support, model |" "| support, data, model |" "says that lower/ may include")
must_catch_table("| support, model |" "| everything |" "says that lower/ may include 'everything'")
must_catch_table("| – |" "| data |" "says that support/ may include 'data'")
must_catch_table("| tables | support |" "| tables | – |" "says that data/ may include ''")
must_catch_table("| `data/` | tables | support |\n" "" "has the stages support, model")
must_catch_table("`data/`" "`date/`" "has a stage 'date'")
must_catch_table("| `lower/` | passes | support, model |\n| `emit/` | text | model, support, lower |"
                 "| `emit/` | text | model, support, lower |\n| `lower/` | passes | support, model |" "in this order")
must_catch(docs/architecture.md "no table, `emit/render`\n" "has the stages ;")
must_catch(CONTRIBUTING.md "`emit/no_such`\n" "names `emit/no_such`, which does not exist")
must_catch(CONTRIBUTING.md "`emit/render.hpp`\n" "does not exist")
must_catch(CONTRIBUTING.md "`docs/no_such.md`\n" "does not exist")
must_catch(CONTRIBUTING.md "`scripts/<name>`\n" "does not exist")
must_catch(CONTRIBUTING.md "`no_such.hpp`\n" "does not exist")
file(REMOVE_RECURSE "${WORK}")
