// Identifiers for Rust, in its own style: Label::VeryGood, Outlook::Sunny, row.sepal_length.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/names.hpp"
#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Types and variants in CamelCase, fields in snake_case. Names of the data never meet each other, the module's own or
// those that every module knows, whatever they are; a later one of two gets a number.
Names make_rust_names(const Model& model, const std::vector<Field>& fields, std::string_view space);

// What conditions and answers refer to in Rust, for a row called `row`.
CodeNames rust_code_names(const Names& names);

// "very_good" -> VeryGood, "v1_2" -> V1_2: two numbers stay two.
std::string camel_case(std::string_view identifier);

// A keyword of any edition up to 2024, or one that is kept for a later one.
bool is_rust_keyword(std::string_view identifier);

}  // namespace espalier
