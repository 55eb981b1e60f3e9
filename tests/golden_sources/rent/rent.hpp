// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "price" (a number) from 3 of 3 columns.
// Tree: 7 nodes, 4 rules, at most 2 tests for an answer.
// Trained on 20 rows; SHA-256 of the data "".
//   algorithm=cart criterion=variance prune=none
// Root mean squared error on the training rows: 26.46.
// Root mean squared error by "10-fold cross-validation, seed 1": 61.5.
// A missing value (NaN, the sentinel, or unknown) takes the branch that served the training rows better.
//
//     rent::Input row = {};
//     row.area = ...;
//     row.rooms = ...;
//     row.district = ...;
//     rent::Value answer = rent::predict(row);
//
// Compile "rent_1.cpp" to "rent_2.cpp" with it. Needs C++11 and nothing else: no library, no heap; not constexpr.
// espalier: {"language":"cpp-sources","namespace":"rent","model":"464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a","parts":2,"output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_RENT_HPP_464e694d6cd6
#define ESPALIER_RENT_HPP_464e694d6cd6

// Espalier's runtime: all that generated code needs beside itself. Freestanding: no library, no heap, no static data.
// Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_1
#define ESPALIER_RUNTIME_1

#include <stddef.h>
#include <stdint.h>

// Functions with more than one statement are constant expressions from C++14 on.
#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#define ESPALIER_CONSTEXPR constexpr
#else
#define ESPALIER_CONSTEXPR inline
#endif

namespace espalier {
namespace runtime_1 {

// Whether two zero-terminated texts are equal, byte for byte.
ESPALIER_CONSTEXPR bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_RUNTIME_1

namespace rent {

// The answers: "price".
using Value = float;

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  rule_count = 4,
  max_tests = 2  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "district".
enum class DistrictValue : uint8_t {
  centre,
  river,
  hill,
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  float area;  // "area", 18.5 to 240 in training
  int32_t rooms;  // "rooms", 1 to 9 in training; missing_int32 if missing
  DistrictValue district;  // "district"
};

// What the source files of this header define.
namespace parts {

// The rule of the row.
RuleId leaf(const Input& row);

Value value_of(RuleId rule);

}  // namespace parts

// What the model answers for the row.
inline Value predict(const Input& row) {
  return parts::value_of(parts::leaf(row));
}

// Which rule answers for the row.
inline RuleId predict_rule(const Input& row) {
  return parts::leaf(row);
}

// The answers for `count` rows.
inline void predict_batch(const Input* rows, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

// The value of "district" with this spelling; unknown if there is none.
inline DistrictValue parse_district(const char* text) {
  if (::espalier::runtime_1::same_text(text, "centre")) {
    return DistrictValue::centre;
  }
  if (::espalier::runtime_1::same_text(text, "river")) {
    return DistrictValue::river;
  }
  if (::espalier::runtime_1::same_text(text, "hill")) {
    return DistrictValue::hill;
  }
  return DistrictValue::unknown;
}

}  // namespace rent

#endif  // ESPALIER_RENT_HPP_464e694d6cd6
