# Every third-party library, in one place. Debian 12 has all of them (scripts/bootstrap); elsewhere configure with
# -DESPALIER_FETCH_DEPS=ON and what find_package does not see is fetched as a tagged release.
include(FetchContent)

macro(espalier_dependency package fetch_name url)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    if(NOT ESPALIER_FETCH_DEPS)
      message(FATAL_ERROR "${package} was not found. Run scripts/bootstrap (Debian), install it, "
                          "or configure with -DESPALIER_FETCH_DEPS=ON to fetch it.")
    endif()
    message(STATUS "Fetching ${package} from ${url}")
    FetchContent_Declare(${fetch_name} URL ${url} DOWNLOAD_EXTRACT_TIMESTAMP ON SYSTEM)
    FetchContent_MakeAvailable(${fetch_name})
  endif()
endmacro()

# System libraries: these have no light-weight tagged release to fetch.
find_package(Boost 1.74 REQUIRED COMPONENTS program_options iostreams)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)

espalier_dependency(fmt fmt https://github.com/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz)
espalier_dependency(nlohmann_json json https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz)
set(INJA_USE_EMBEDDED_JSON OFF)
set(INJA_BUILD_TESTS OFF)
set(BUILD_BENCHMARK OFF)
espalier_dependency(Inja inja https://github.com/pantor/inja/archive/refs/tags/v3.5.0.tar.gz)
if(NOT TARGET Inja::Inja)
  add_library(espalier_fetched_inja INTERFACE)
  target_include_directories(espalier_fetched_inja SYSTEM INTERFACE "${inja_SOURCE_DIR}/include")
  target_link_libraries(espalier_fetched_inja INTERFACE nlohmann_json::nlohmann_json)
  add_library(Inja::Inja ALIAS espalier_fetched_inja)
endif()
if(ESPALIER_TESTS)
  espalier_dependency(GTest googletest https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
endif()
