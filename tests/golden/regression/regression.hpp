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
//     regression::Input row = {};
//     row.area = ...;
//     row.rooms = ...;
//     row.district = ...;
//     regression::Value answer = regression::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"regression","model":"464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_REGRESSION_HPP_464e694d6cd6
#define ESPALIER_REGRESSION_HPP_464e694d6cd6

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

namespace regression {

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

// What the model answers for the row.
ESPALIER_CONSTEXPR Value predict(const Input& row) {
  if (!(row.area > 61.25f)) {
    if (row.rooms <= 1 && row.rooms != missing_int32) {  // 1.5
      return 120.1f;  // rule 1: 5 rows, mean 120.1
    }
    return 230.0f;  // rule 2: 6 rows, mean 230
  }
  if (row.district == DistrictValue::centre || row.district == DistrictValue::river) {
    return 610.7f;  // rule 3: 4 rows, mean 610.7
  }
  return 363.75f;  // rule 4: 5 rows, mean 363.75
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (!(row.area > 61.25f)) {
    if (row.rooms <= 1 && row.rooms != missing_int32) {  // 1.5
      return 1;  // rule 1: 5 rows, mean 120.1
    }
    return 2;  // rule 2: 6 rows, mean 230
  }
  if (row.district == DistrictValue::centre || row.district == DistrictValue::river) {
    return 3;  // rule 3: 4 rows, mean 610.7
  }
  return 4;  // rule 4: 5 rows, mean 363.75
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

// The value of "district" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR DistrictValue parse_district(const char* text) {
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

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
constexpr bool answers(const Input& row, Value value, RuleId rule) {
  return predict(row) == value && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0.0f, 0, DistrictValue::centre}, 120.1f, 1), "rule 1");
static_assert(detail::answers(Input{0.0f, 2, DistrictValue::centre}, 230.0f, 2), "rule 2");
static_assert(detail::answers(Input{62.25f, 0, DistrictValue::centre}, 610.7f, 3), "rule 3");
static_assert(detail::answers(Input{62.25f, 0, DistrictValue::hill}, 363.75f, 4), "rule 4");
#endif

}  // namespace regression

#endif  // ESPALIER_REGRESSION_HPP_464e694d6cd6
