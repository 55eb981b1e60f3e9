// Input types of every kind, for the tests that take them all.
#pragma once

#include <vector>

#include "lower/input_type.hpp"
#include "support/random.hpp"

namespace espalier::sample {

inline InputType type_named(const char* name) {
  return parse_type_name(name).value();
}

inline std::vector<InputType> types_named(std::initializer_list<const char*> names) {
  std::vector<InputType> types;
  for (const char* name : names) types.push_back(type_named(name));
  return types;
}

// All whose values a test can go through one by one.
inline const std::vector<InputType>& small_types() {
  static const std::vector<InputType> kTypes = types_named(
      {"bool",       "int8",      "uint8",      "q3.4",      "q0.7",         "uq4.4",       "uq0.8",
       "int8*0.1",   "uint8*0.5", "uint8*25",   "int16",     "uint16",       "q7.8",        "q0.15",
       "uq8.8",      "uq0.16",    "int16*0.01", "int16*0.3", "uint16*0.001", "int16*1e-30", "uint16*123456789",
       "int16*7e-13"});
  return kTypes;
}

inline const std::vector<InputType>& number_types() {
  static const std::vector<InputType> kTypes = [] {
    std::vector<InputType> types = small_types();
    const auto wide = types_named({"int32", "uint32", "q15.16", "q0.31", "uq16.16", "uq0.32", "int32*0.001",
                                   "uint32*0.1", "int32*987654321e-12", "float", "double"});
    types.insert(types.end(), wide.begin(), wide.end());
    return types;
  }();
  return kTypes;
}

inline InputType any_number_type(RandomEngine& engine) {
  return number_types()[static_cast<std::size_t>(uniform_below(engine, number_types().size()))];
}

// A field of the type, with a sentinel now and then where it can have one.
inline Field any_field(std::uint32_t feature, const InputType& type, RandomEngine& engine) {
  return {feature, type, needs_sentinel(type, MissingPolicy::majority) && uniform_below(engine, 2) == 0, ""};
}

}  // namespace espalier::sample
