// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "price" (a number) from 3 of 3 columns.
// Tree: 7 nodes, 4 rules, at most 2 tests for an answer.
// Trained on 20 rows; SHA-256 of the data "".
//   algorithm=cart criterion=variance prune=none
// Root mean squared error on the training rows: 26.46.
// Root mean squared error by "10-fold cross-validation, seed 1": 61.5.
// A missing value (NaN, the sentinel, or unknown) takes the branch that served the training rows better.
//
//     c_regression_input row;
//     row.area = ...;
//     row.rooms = ...;
//     row.district = ...;
//     c_regression_value answer = c_regression_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_regression","model":"464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_C_REGRESSION_H_464e694d6cd6
#define ESPALIER_C_REGRESSION_H_464e694d6cd6

#if (defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && (__FINITE_MATH_ONLY__ > 0))) && !defined(ESPALIER_ALLOW_FAST_MATH)
#error "this predictor knows missing values by NaN: build it without -ffast-math, or define ESPALIER_ALLOW_FAST_MATH if values are never missing"
#endif

// Espalier's runtime for predictors in C: all that generated code needs beside itself. Freestanding: no library, no heap,
// no static data. Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_C_1
#define ESPALIER_RUNTIME_C_1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether two zero-terminated texts are equal, byte for byte.
static inline bool espalier_1_same_text(const char* a, const char* b) {
  size_t i = 0U;
  while ((a[i] != '\0') && (a[i] == b[i])) {
    ++i;
  }
  return a[i] == b[i];
}

#endif  // ESPALIER_RUNTIME_C_1

// The answers: "price".
typedef float c_regression_value;

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_regression_rule;

enum {
  c_regression_rule_count = 4,
  c_regression_field_count = 3,
  c_regression_max_tests = 2  // the most conditions that c_regression_predict() or c_regression_predict_rule() evaluates
};

// Values of "district"; any other stands for unknown, too.
typedef uint8_t c_regression_district;
enum {
  c_regression_district_centre,
  c_regression_district_river,
  c_regression_district_hill,
  c_regression_district_unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
#define c_regression_missing_int32 (-2147483647 - 1)

// One row, with the columns that the tree reads.
typedef struct {
  float area;  // "area", 18.5 to 240 in training
  int32_t rooms;  // "rooms", 1 to 9 in training; c_regression_missing_int32 if missing
  c_regression_district district;  // "district"
} c_regression_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const float* area;
  const int32_t* rooms;
  const c_regression_district* district;
} c_regression_columns;

// What the model answers for the row.
static inline c_regression_value c_regression_predict(const c_regression_input* row) {
  if (!(row->area > 61.25f)) {
    if (row->rooms <= 1 && row->rooms != c_regression_missing_int32) {  // 1.5
      return 120.1f;  // rule 1: 5 rows, mean 120.1
    }
    return 230.0f;  // rule 2: 6 rows, mean 230
  }
  if (row->district == c_regression_district_centre || row->district == c_regression_district_river) {
    return 610.7f;  // rule 3: 4 rows, mean 610.7
  }
  return 363.75f;  // rule 4: 5 rows, mean 363.75
}

// Which rule answers for the row.
static inline c_regression_rule c_regression_predict_rule(const c_regression_input* row) {
  if (!(row->area > 61.25f)) {
    if (row->rooms <= 1 && row->rooms != c_regression_missing_int32) {  // 1.5
      return 1;  // rule 1: 5 rows, mean 120.1
    }
    return 2;  // rule 2: 6 rows, mean 230
  }
  if (row->district == c_regression_district_centre || row->district == c_regression_district_river) {
    return 3;  // rule 3: 4 rows, mean 610.7
  }
  return 4;  // rule 4: 5 rows, mean 363.75
}

// The answers for `count` rows.
static inline void c_regression_predict_batch(const c_regression_input* rows, size_t count, c_regression_value* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_regression_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_regression_predict_columns(const c_regression_columns* columns, size_t count, c_regression_value* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_regression_input row;
    row.area = columns->area[i];
    row.rooms = columns->rooms[i];
    row.district = columns->district[i];
    out[i] = c_regression_predict(&row);
  }
}

// The value of "district" as it is spelled in the data; "" for unknown.
static inline const char* c_regression_district_text(c_regression_district value) {
  static const char* const texts[3] = {
      "centre",
      "river",
      "hill",
  };
  const char* text = "";
  if (value < 3U) {
    text = texts[value];
  }
  return text;
}

// The value of "district" with this spelling; unknown if there is none.
static inline c_regression_district c_regression_parse_district(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_regression_district_text(value))) {
    ++value;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_regression_describe_rule(c_regression_rule rule) {
  static const char* const texts[4] = {
      "(area <= 61.25 or missing) and rooms <= 1.5 => 120.1 (5 rows)",
      "(area <= 61.25 or missing) and (rooms > 1.5 or missing) => 230 (6 rows)",
      "area > 61.25 and district != hill => 610.7 (4 rows)",
      "area > 61.25 and (district = hill or missing) => 363.75 (5 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 4U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_regression_field_name(uint32_t field) {
  static const char* const names[3] = {
      "area",
      "rooms",
      "district",
  };
  const char* name = "";
  if (field < 3U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_regression_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_regression_model_hash(void) {
  return "464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_regression_model_id(void) {
  return 0x464e694d6cd6baa2ULL;
}

#endif  // ESPALIER_C_REGRESSION_H_464e694d6cd6
