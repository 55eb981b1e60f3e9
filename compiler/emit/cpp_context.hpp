// Parts of the template context that the header, the self-test and the driver share. Other languages with braces fill
// them with their own names and words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/names.hpp"
#include "lower/input_type.hpp"
#include "lower/value_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// "int32_t", "float"; for categories the enumeration's name.
std::string cpp_type(const Field& field, const EnumNames& enum_names, const CodeSyntax& syntax = kCppSyntax);

// "missing_int32": the constant that stands for a missing value of the field's type.
std::string sentinel_name(const Field& field);

// What conditions and answers refer to in C++, for a row called `row`.
CodeNames cpp_code_names(const Names& names, CodeStyle style = CodeStyle::plain,
                         FloatCompare floats = FloatCompare::values);

// task, namespace, label enumeration, category enumerations, fields.
nlohmann::json base_context(const Model& model, const std::vector<Field>& fields, const Names& names,
                            const CodeSyntax& syntax = kCppSyntax);

// "{5.1f, OutlookValue::sunny}": a row as an initializer of the input structure.
std::string row_initializer(const std::vector<Field>& fields, const CodeNames& names, Row row);

// "Label::setosa", "23.5f": what the model answers.
std::string answer_expression(const CodeNames& names, ValueType type, const Prediction& prediction);

// One value of a field; NaN and infinities by compiler builtins.
std::string value_expression(const Field& field, const CodeNames::Categories& categories, double value,
                             const CodeSyntax& syntax = kCppSyntax);

}  // namespace espalier
