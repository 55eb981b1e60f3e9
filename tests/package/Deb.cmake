# cpack -G DEB: the packages are unpacked into a directory and used there. Installing them needs root, and nothing of a package
# may depend on where it lies.
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")
foreach(program dpkg-deb dpkg-shlibdeps file)
  find_program(found_${program} ${program})
  if(NOT found_${program})
    message("skipped: ${program} is not installed")
    return()
  endif()
endforeach()
file(REMOVE_RECURSE "${WORK}")

run("cpack" "${CMAKE_CPACK_COMMAND}" --config "${BUILD}/CPackConfig.cmake" -G DEB -B "${WORK}")
file(GLOB packages RELATIVE "${WORK}" "${WORK}/*.deb")
if(NOT "${packages}" MATCHES "^espalier_${VERSION}-1_[a-z0-9]+\\.deb;libespalier-dev_${VERSION}-1_[a-z0-9]+\\.deb$")
  message(FATAL_ERROR "the packages should be espalier and libespalier-dev, and are ${packages}")
endif()
list(TRANSFORM packages PREPEND "${WORK}/")
list(GET packages 0 espalier)
list(GET packages 1 library)

# What the packages say of themselves.
run("fields" dpkg-deb --field "${espalier}")
expect("fields of espalier" "Package: espalier" "Version: ${VERSION}-1" "Section: devel" "Recommends: g++ | clang"
       "Description: compiler of decision trees")
foreach(needed libc6 libstdc++6 libfmt libboost-program-options libboost-iostreams libssl)
  expect("what espalier depends on" "${needed}")
endforeach()
run("fields" dpkg-deb --field "${library}")
expect("fields of libespalier-dev" "Package: libespalier-dev" "Section: libdevel" "Depends: espalier (= ${VERSION}-1), libboost-dev,"
       "libfmt-dev" "libssl-dev" "nlohmann-json3-dev" "zlib1g-dev")

# Everything belongs to root. Anyone may read it, only root may write it, and only the tool runs.
foreach(package espalier library)
  run("contents" dpkg-deb --contents "${${package}}")
  string(STRIP "${output}" output)
  string(REPLACE "\n" ";" files "${output}")
  foreach(file IN LISTS files)
    if(NOT file MATCHES "^(drwxr-xr-x|-rw-r--r--) root/root .* \\./usr/" AND
       NOT file MATCHES "^-rwxr-xr-x root/root .* \\./usr/bin/espalier$")
      message(SEND_ERROR "${${package}}: ${file}")
    endif()
  endforeach()
endforeach()

# The main package alone: the tool, its man page and its completion.
set(root "${WORK}/a root")
run("unpacking espalier" dpkg-deb --extract "${espalier}" "${root}")
set(usr "${root}/usr")
run("the tool" "${CMAKE_COMMAND}" -E chdir "${WORK}" "${usr}/bin/espalier" build "${DATA}/iris.csv" --target species
    --compiler "${COMPILER}" -o iris.hpp)
expect("the tool" "verified iris.hpp:" "0 mismatches" "written iris.hpp:")
find_program(man man)
if(man)
  run("man" "${CMAKE_COMMAND}" -E env LC_ALL=C MANPAGER=cat "${man}" -M "${usr}/share/man" espalier)
  expect("man" "espalier build" "EXIT STATUS")
else()
  message("left out: man is not installed")
endif()
run("completion" bash -c "source \"\$1\" && COMP_WORDS=(espalier bu) COMP_CWORD=1 && _espalier && echo \"<\$COMPREPLY>\""
    bash "${usr}/share/bash-completion/completions/espalier")
expect("completion" "<build>")

# What policy asks for.
run("copyright" "${CMAKE_COMMAND}" -E cat "${usr}/share/doc/espalier/copyright")
expect("copyright" "License: Expat" "Copyright: 20" "Permission is hereby granted" "THE SOFTWARE IS PROVIDED")
run("changelog" gzip -dc "${usr}/share/doc/espalier/changelog.gz")
expect("changelog" "# Changelog")
run("changelog of the package" gzip -dc "${usr}/share/doc/espalier/changelog.Debian.gz")
expect("changelog of the package" "espalier (${VERSION}-1) ")

# Projects of others: with the main package, and with both.
function(build_consumer consumer)
  set(build "${WORK}/consumer of ${consumer}")
  run("configuring ${consumer}" "${CMAKE_COMMAND}" -S "${CONSUMER}/${consumer}" -B "${build}" -G "${GENERATOR}"
      "-DCMAKE_PREFIX_PATH=${usr}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
      "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_BUILD_TYPE=Release" "-DDATA=${DATA}" "-DWANTED_VERSION=${VERSION}")
  run("building ${consumer}" "${CMAKE_COMMAND}" --build "${build}")
  file(GLOB_RECURSE program "${build}/consumer")
  run("running ${consumer}" "${program}" ${ARGN})
endfunction()
build_consumer(header)
build_consumer(predictor 50 3)
run("unpacking libespalier-dev" dpkg-deb --extract "${library}" "${root}")
build_consumer(compiler)

find_program(lintian lintian)
if(lintian)
  run("lintian" "${lintian}" --fail-on error ${packages})
else()
  message("left out: lintian is not installed")
endif()
file(REMOVE_RECURSE "${WORK}")
