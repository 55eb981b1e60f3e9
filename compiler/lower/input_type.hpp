// The types that emitted code takes its inputs in (docs/input-types.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace espalier {

// What a stored whole number stands for: so many steps of a fixed size (docs/input-types.md).

// One step is mantissa * 10^exponent, or mantissa * 2^exponent. A number is the double nearest to the exact product of
// the stored number and the step: what reading the product's decimal text gives.
struct Scale {
  std::uint32_t mantissa = 1;  // decimal: without trailing zeros, below 10^9
  int exponent = 0;
  bool binary = false;

  constexpr bool is_one() const { return mantissa == 1 && exponent == 0; }
  friend bool operator==(const Scale&, const Scale&) = default;
};

// Decimal steps: "0.01", "5e-4"; none unless it is above 0, between 1e-30 and 1e30, with at most 9 significant digits.
// Within these bounds stored numbers of 32 bits keep apart, and nothing overflows.
std::optional<Scale> parse_scale(std::string_view text);

// The step as the text that parse_scale() reads, or 2^-8.
std::string to_string(const Scale& scale);

// The number that `raw` steps are; |raw| is at most 2^32 + 1.
double value_at(const Scale& scale, std::int64_t raw);

// The stored numbers of a type, both ends included.
struct RawRange {
  std::int64_t lowest;
  std::int64_t highest;
};

// The largest stored number that stands for a number <= value; lowest - 1 if none does, at most highest + 1.
std::int64_t floor_raw(const Scale& scale, RawRange range, double value);

// The types that emitted code takes its inputs in, and how they are chosen (docs/input-types.md).

inline constexpr double kLargestFloat = std::numeric_limits<float>::max();

// How an input is stored and, for whole numbers, what one step of it is worth. Everything below but raw_of() is about
// the numbers that are meant, not about the stored ones: 23.45 of an int16*0.01, whose int16_t is 2345.
class InputType {
 public:
  enum class Storage { int8, int16, int32, uint8, uint16, uint32, float32, float64, boolean, category };
  using enum Storage;

  constexpr InputType(Storage storage, Scale scale = {})  // NOLINT(google-explicit-constructor): most have no scale
      : storage_(storage), scale_(scale) {}

  constexpr operator Storage() const { return storage_; }  // NOLINT(google-explicit-constructor): for switch
  constexpr Storage storage() const { return storage_; }
  constexpr const Scale& scale() const { return scale_; }
  constexpr bool is_scaled() const { return !scale_.is_one(); }

  friend bool operator==(const InputType&, const InputType&) = default;
  // Whether it is stored like this, whatever a step is worth.
  friend constexpr bool operator==(const InputType& type, Storage storage) { return type.storage_ == storage; }

 private:
  Storage storage_;
  Scale scale_;  // whole numbers
};

// One member of the emitted input struct.
struct Field {
  std::uint32_t feature = 0;
  InputType type = InputType::float64;
  bool sentinel = false;    // whole numbers that can be missing: the lowest (unsigned: highest) value stands for it
  std::string note;         // why this type, where it is not the obvious one
  std::string reason = {};  // why this type, always: for reports
};

// "int32", "float", "q7.8", "int16*0.01", as --input-type spells them; "category".
std::string to_string(const InputType& type);
// "int16" for int16*0.01 too: what the sentinels are named after.
std::string_view storage_name(const InputType& type);

// The type of that name; none if there is none, or it is "category". What is wrong with it is in `fault`, if given.
std::optional<InputType> parse_type_name(std::string_view name, std::string* fault = nullptr);

bool is_integer(const InputType& type);  // stored as a whole number, scaled or not; bool is one
bool is_floating(const InputType& type);
double lowest(const InputType& type);   // smallest number; floating types: -infinity
double highest(const InputType& type);  // largest number; floating types: +infinity

// The sentinel's number for a whole-number type.
double missing_sentinel(const InputType& type);

// Whether a field of this type has a sentinel in a model with that policy. A bool has no value to spare.
bool needs_sentinel(const InputType& type, MissingPolicy missing);

// The ends of the numbers that a field can hold: those of its type, without the sentinel.
double lowest_number(const Field& field);
double highest_number(const Field& field);

// Whether a field can hold a missing value at all: NaN, the unknown enumerator, or the sentinel.
bool can_be_missing(const Field& field);

// The largest number of the type that is <= value: what makes `x <= t` decide alike for every x of the type. Floating
// types: rounding toward minus infinity, -infinity when no finite value is small enough. Whole numbers: floor, to steps
// of the scale; a result below lowest(), or above highest(), tells that the test is decided.
double floor_to(const InputType& type, double value);

// The number of the type next above / below a number of that type; infinities and the ends of integer types stay.
double next_up(const InputType& type, double value);
double next_down(const InputType& type, double value);

// The number that a field holds for a value: the nearest, of two the one whose last digit is even, never beyond
// lowest_number() and highest_number() (for float: the largest finite ones). Missing stays missing where the field can
// be missing, and is 0 where it cannot.
double nearest_number(const Field& field, double value);

// What is stored for a number of a whole-number type.
std::int64_t raw_of(const InputType& type, double value);

struct InputTypeOverride {
  std::string column;
  InputType type;
  std::string spelling = {};  // as it was asked for; may be empty
};

// Parses "COL=int16"; throws Diagnostic(usage).
InputTypeOverride parse_input_type(std::string_view argument);

enum class FieldSelection { used, all };
template <>
inline constexpr auto kNames<FieldSelection> = enum_names("used", "all");

// What becomes of a type that tells training values apart wrongly (lower/choose_fields.hpp).
enum class TypeLoss { refused, allowed };

// Chooses a type per feature, with its reason: int32 for whole-number columns, float for real ones if every test of the
// tree, cuts of intervals and surrogates included, still separates the training values next to its threshold after they
// are rounded to float, else double with a note naming the pair. Overrides that could not separate the training values
// or hold them are refused with Diagnostic(usage), unless that is allowed.
std::vector<Field> choose_fields(const Model& model, FieldSelection selection,
                                 const std::vector<InputTypeOverride>& overrides, TypeLoss loss = TypeLoss::refused);

}  // namespace espalier
