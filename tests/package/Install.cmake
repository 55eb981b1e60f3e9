# Installs the build tree into PREFIX and looks at what is there. It is moved after that: a package must not remember where
# it was installed.
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")

cmake_path(GET PREFIX PARENT_PATH work)
file(REMOVE_RECURSE "${work}")
set(staged "${work}/staged")

# What a component installs has to match these, and nothing of it those of another one.
set(tool "^bin/espalier$" "^share/man/man1/espalier.1$" "^share/bash-completion/completions/espalier$"
         "^share/cmake/espalier/espalier-tool.*\\.cmake$")
set(runtime "^include/espalier/[a-z]+\\.h(pp)?$" "^share/cmake/espalier/espalier-runtime\\.cmake$"
            "^share/cmake/espalier/espalierConfig(Version)?\\.cmake$"
            "^share/cmake/espalier/Espalier(Predictor|Arguments|Tool|Run)\\.cmake$")
set(compiler "^lib.*/libespalier_compiler" "^include/espalier-compiler/(model/model|version)\\.hpp$"
             "^include/espalier-compiler/.*\\.hpp$" "^share/cmake/espalier/espalier-compiler.*\\.cmake$"
             "^share/cmake/espalier/espalierCompilerDependencies\\.cmake$")
foreach(component runtime tool compiler)
  run("installing ${component}" "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${work}/${component}"
      --component ${component})
  file(GLOB_RECURSE installed RELATIVE "${work}/${component}" "${work}/${component}/*")
  foreach(pattern IN LISTS ${component})
    set(found ${installed})
    list(FILTER found INCLUDE REGEX "${pattern}")
    if(NOT found)
      message(SEND_ERROR "component ${component} has nothing that matches ${pattern}; there are: ${installed}")
    endif()
  endforeach()
  foreach(pattern IN LISTS ${component})
    list(FILTER installed EXCLUDE REGEX "${pattern}")
  endforeach()
  if(installed)
    message(SEND_ERROR "component ${component} should not have ${installed}")
  endif()
  run("installing ${component} with others" "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${staged}"
      --component ${component})
endforeach()

# Nothing is in no component.
run("installing" "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${work}/all")
file(GLOB_RECURSE all RELATIVE "${work}/all" "${work}/all/*")
file(GLOB_RECURSE parts RELATIVE "${staged}" "${staged}/*")
if(NOT all STREQUAL parts)
  message(SEND_ERROR "all of it is ${all}, and the components have ${parts}")
endif()
file(RENAME "${staged}" "${PREFIX}")

# The package names no place of this machine but the system's own.
file(GLOB_RECURSE package_files "${PREFIX}/*.cmake")
foreach(file IN LISTS package_files)
  file(READ "${file}" text)
  foreach(place "${BUILD}" "${work}")
    string(FIND "${text}" "${place}" at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "${file} names ${place}")
    endif()
  endforeach()
endforeach()
