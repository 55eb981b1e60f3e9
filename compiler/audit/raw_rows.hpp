// Rows as the bytes that the driver program reads into an emitted input struct, field by field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lower/input_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// The C++ type of a field's bytes: that of the field, or the underlying type of its enumeration; a byte for a bool.
std::string_view raw_type(const Model& model, const Field& field);

// Appends the row's fields. A missing category becomes the enumerator `unknown`; kUnknownCategory becomes the largest
// value of the underlying type, which is no enumerator: emitted code must take it for unknown as well.
void append_raw_row(const Model& model, const std::vector<Field>& fields, Row row, std::string& bytes);

}  // namespace espalier
