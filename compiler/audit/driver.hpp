// The source of the program that answers boundary vectors with a header under test in its language
// (templates/<language>/driver).
#pragma once

#include <string>
#include <string_view>

#include "emit/emit_record.hpp"
#include "model/model.hpp"

namespace espalier {

std::string emit_driver(const Model& model, const EmitRecord& record, std::string_view header);

}  // namespace espalier
