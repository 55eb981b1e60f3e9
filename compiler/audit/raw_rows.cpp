#include "audit/raw_rows.hpp"

#include <cmath>
#include <cstring>

#include "emit/code_text.hpp"

namespace espalier {
namespace {

template <typename T>
void append(std::string& bytes, T value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

void append_category(std::string& bytes, std::size_t categories, double value) {
  const std::string_view type = unsigned_type(categories);
  std::uint32_t code = value >= 0 ? static_cast<std::uint32_t>(value) : 0xFFFFFFFFU;
  if (std::isnan(value)) code = static_cast<std::uint32_t>(categories);
  if (type == "uint8_t") return append(bytes, static_cast<std::uint8_t>(code));
  if (type == "uint16_t") return append(bytes, static_cast<std::uint16_t>(code));
  append(bytes, code);
}

// A NaN's sign survives the conversion to float: the tests want both.
float to_float(double value) {
  return static_cast<float>(value);
}

}  // namespace

std::string_view raw_type(const Model& model, const Field& field) {
  switch (field.type) {
    case InputType::category: return unsigned_type(model.features[field.feature].categories.size());
    case InputType::boolean: return "uint8_t";
    default: return number_type(field.type);
  }
}

void append_raw_row(const Model& model, const std::vector<Field>& fields, Row row, std::string& bytes) {
  for (const Field& field : fields) {
    double value = row[field.feature];
    if (is_integer(field.type) && std::isnan(value)) value = missing_sentinel(field.type);
    const std::int64_t raw = is_integer(field.type) ? raw_of(field.type, value) : 0;
    switch (field.type) {
      case InputType::int8: append(bytes, static_cast<std::int8_t>(raw)); break;
      case InputType::int16: append(bytes, static_cast<std::int16_t>(raw)); break;
      case InputType::int32: append(bytes, static_cast<std::int32_t>(raw)); break;
      case InputType::uint8: append(bytes, static_cast<std::uint8_t>(raw)); break;
      case InputType::uint16: append(bytes, static_cast<std::uint16_t>(raw)); break;
      case InputType::uint32: append(bytes, static_cast<std::uint32_t>(raw)); break;
      case InputType::float32: append(bytes, to_float(value)); break;
      case InputType::float64: append(bytes, value); break;
      case InputType::boolean: append(bytes, static_cast<std::uint8_t>(raw)); break;
      case InputType::category: append_category(bytes, model.features[field.feature].categories.size(), value); break;
    }
  }
}

}  // namespace espalier
