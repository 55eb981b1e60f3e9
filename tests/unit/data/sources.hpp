// Sources from text, in the formats that declare their columns.
#pragma once

#include <string>
#include <utility>

#include "data/arff.hpp"
#include "data/c45_files.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test {

inline Source arff(std::string text) {
  Warnings warnings;
  Source source = parse_arff("t.arff", std::move(text), Encoding::utf8, warnings);
  EXPECT_EQ(render(warnings), "");
  return source;
}

inline std::string arff_refusal(std::string text) {
  return refusal([&] {
    Warnings warnings;
    parse_arff("t.arff", std::move(text), Encoding::utf8, warnings);
  });
}

inline Source c45(std::string names, std::string data) {
  return parse_c45_files({"t.names", std::move(names)}, {"t.data", std::move(data)}, Encoding::utf8);
}

inline std::string c45_refusal(std::string names, std::string data) {
  return refusal([&] { c45(std::move(names), std::move(data)); });
}

// What is learned from a source, with what the user says besides.
inline Dataset dataset_of(Source source, const std::string& target, const SchemaOverrides& said = {}) {
  Warnings warnings;
  const Schema schema = infer_schema(source.table, merge(source.overrides, said), warnings);
  return take_dataset(source.table, schema, {.target = target}, warnings);
}

}  // namespace espalier::test
