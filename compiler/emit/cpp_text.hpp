// C++ spelled out: types, exact literals, conditions. What the templates put around it is in templates/cpp.
#pragma once

#include <string>
#include <string_view>

#include "emit/names.hpp"
#include "lower/program.hpp"

namespace espalier {

// "int32_t", "float"; for categories the enumeration's name.
std::string cpp_type(const Field& field, const EnumNames& enum_names);

// The smallest unsigned type that counts to `highest`: "uint8_t", "uint16_t", "uint32_t".
std::string_view unsigned_type(std::size_t highest);

// The constant that generated code has for an integer type's missing value: "missing_int32".
std::string missing_name(InputType type);

// A literal of the type that reads back bit for bit: 0.8f, 0.1, -5, 4000000000U. Finite values only.
std::string cpp_literal(InputType type, double value);

// A fraction of the weight of a blend: 858993459U.
std::string cpp_share(std::uint32_t share);

// The condition as a C++ expression over `row`. See note [missing in conditions] in cpp_text.cpp. Fallbacks become
// conditional expressions; `before_else` stands before each colon, and can be a line break with its indentation.
std::string cpp_condition(const std::vector<Field>& fields, const Names& names, const Condition& condition,
                          std::string_view before_else = " ");

}  // namespace espalier
