# cpack -G DEB (or TGZ) in a directory that is built: packages of what Install.cmake installs.
#
# Two Debian packages, as Debian divides compilers:
#   espalier          tool, man page, completion, CMake package and runtime. espalier_add_predictor needs all of these, and none
#                     of them needs a library of its own, so that nobody gains from more packages.
#   libespalier-dev   the compiler library and its headers, for programs that link it. They need Boost, OpenSSL and others to be
#                     installed with their headers, which users of the tool do not want.
# The library is static: there is no package without -dev.
# DebianFiles.cmake makes of what is installed what Debian's policy asks for. TGZ is one archive of all of it, as it is installed.
set(ESPALIER_PACKAGE_MAINTAINER "The Espalier authors <maintainers@espalier.example>" CACHE STRING
    "Whom the packages name as their maintainer: NAME <ADDRESS>")

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_CONTACT "${ESPALIER_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_VENDOR "The Espalier authors")
set(CPACK_PACKAGE_FILE_NAME "espalier-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/PackageOptions.cmake")
set(CPACK_ESPALIER_SOURCE "${PROJECT_SOURCE_DIR}")

# Only what is ours: dependencies that were fetched have rules of installation, too.
set(CPACK_COMPONENTS_ALL runtime tool compiler)
set(CPACK_COMPONENT_RUNTIME_GROUP tool)
set(CPACK_COMPONENT_TOOL_GROUP tool)
set(CPACK_COMPONENT_COMPILER_GROUP library)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE espalier)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME espalier)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
# `build` compiles the header that it has written, to check it; SQL is checked with sqlite3.
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "g++ | clang")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "cmake (>= 3.25), sqlite3, bash-completion")
set(CPACK_DEBIAN_TOOL_DESCRIPTION "compiler of decision trees from CSV files to C++
Espalier trains and prunes a decision tree (ID3, C4.5 or CART) from a table
and writes it as source code that needs no library: a C++ or C header, SQL,
or rules. It compiles the header and compares it with the model before it
writes it.
.
This package has the tool, the headers that generated code may include, and
a CMake package that makes predictors part of a build.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libespalier-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "espalier (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})" libboost-dev libboost-program-options-dev
    libboost-iostreams-dev libfmt-dev libssl-dev nlohmann-json3-dev zlib1g-dev)
list(JOIN CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", " CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "compiler of decision trees: the library and its headers
Espalier trains and prunes a decision tree (ID3, C4.5 or CART) from a table
and writes it as source code that needs no library: a C++ or C header, SQL,
or rules.
.
This package has the stages of the compiler as a static library, for
programs that read, change or emit models themselves.")

include(CPack)
