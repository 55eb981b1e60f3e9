// 3 decision trees as C, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
//
// Predicts "answer" (a number) from 3 of 3 columns.
// Trees, whose answers are averaged: 13 nodes, 8 rules, at most 5 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     c_forest_numbers_input row;
//     row.x = ...;
//     row.color = ...;
//     row.y = ...;
//     c_forest_numbers_value answer = c_forest_numbers_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_forest_numbers","model":"3de020f36fee1b6f1dab50c0fd9488bd0997bef7e1372bcb9c99daaeb938ab8c","output":"float","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"float","sentinel":false}]}
#ifndef ESPALIER_C_FOREST_NUMBERS_H_3de020f36fee
#define ESPALIER_C_FOREST_NUMBERS_H_3de020f36fee

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

// The answers: "answer".
typedef float c_forest_numbers_value;

// Numbers a leaf of a tree, from 1, in reading order. Every tree has rules of its own.
typedef uint8_t c_forest_numbers_rule;

// What the trees add up: values, in units of 2^-4. The type holds the sums of all trees, whatever rules are reached.
typedef int32_t c_forest_numbers_sum;

enum {
  c_forest_numbers_tree_count = 3,
  c_forest_numbers_sum_count = 1,
  c_forest_numbers_rule_count = 3,  // of the tree that has most
  c_forest_numbers_field_count = 3,
  c_forest_numbers_max_tests = 5  // the most conditions that c_forest_numbers_predict() or c_forest_numbers_predict_leaves() evaluates
};

// Values of "color"; any other stands for unknown, too.
typedef uint8_t c_forest_numbers_color;
enum {
  c_forest_numbers_color_red,
  c_forest_numbers_color_green,
  c_forest_numbers_color_blue,
  c_forest_numbers_color_unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
#define c_forest_numbers_missing_int32 (-2147483647 - 1)

// One row, with the columns that the trees read.
typedef struct {
  int32_t x;  // "x", 0 to 100 in training; c_forest_numbers_missing_int32 if missing
  c_forest_numbers_color color;  // "color"
  float y;  // "y", 0 to 1 in training
} c_forest_numbers_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const int32_t* x;
  const c_forest_numbers_color* color;
  const float* y;
} c_forest_numbers_columns;

// Adds what tree 1 says.
static inline void c_forest_numbers_detail_add_1(const c_forest_numbers_input* row, c_forest_numbers_sum sums[1]) {
  if (row->x <= 10 && row->x != c_forest_numbers_missing_int32) {
    sums[0] += 24;  // rule 1: 1.5, 20 rows
    return;
  }
  sums[0] += -1;  // rule 2: -0.0625, 80 rows
}

// Which rule of tree 1 the row comes to.
static inline c_forest_numbers_rule c_forest_numbers_detail_rule_1(const c_forest_numbers_input* row) {
  if (row->x <= 10 && row->x != c_forest_numbers_missing_int32) {
    return 1;  // rule 1: 1.5, 20 rows
  }
  return 2;  // rule 2: -0.0625, 80 rows
}

// Adds what tree 2 says.
static inline void c_forest_numbers_detail_add_2(const c_forest_numbers_input* row, c_forest_numbers_sum sums[1]) {
  if (row->color == c_forest_numbers_color_red) {
    sums[0] += 1600;  // rule 1: 100, 10 rows
    return;
  }
  if (row->y <= 0.5f) {
    // rule 2: 0, 40 rows: adds nothing
    return;
  }
  sums[0] += 48;  // rule 3: 3, 50 rows
}

// Which rule of tree 2 the row comes to.
static inline c_forest_numbers_rule c_forest_numbers_detail_rule_2(const c_forest_numbers_input* row) {
  if (row->color == c_forest_numbers_color_red) {
    return 1;  // rule 1: 100, 10 rows
  }
  if (row->y <= 0.5f) {
    return 2;  // rule 2: 0, 40 rows
  }
  return 3;  // rule 3: 3, 50 rows
}

// Adds what tree 3 says.
static inline void c_forest_numbers_detail_add_3(const c_forest_numbers_input* row, c_forest_numbers_sum sums[1]) {
  if (row->x <= 50 && row->x != c_forest_numbers_missing_int32) {
    sums[0] += 36;  // rule 1: 2.25, 50 rows
    return;
  }
  if (row->color == c_forest_numbers_color_green) {
    sums[0] += 112;  // rule 2: 7, 30 rows
    return;
  }
  sums[0] += -128;  // rule 3: -8, 20 rows
}

// Which rule of tree 3 the row comes to.
static inline c_forest_numbers_rule c_forest_numbers_detail_rule_3(const c_forest_numbers_input* row) {
  if (row->x <= 50 && row->x != c_forest_numbers_missing_int32) {
    return 1;  // rule 1: 2.25, 50 rows
  }
  if (row->color == c_forest_numbers_color_green) {
    return 2;  // rule 2: 7, 30 rows
  }
  return 3;  // rule 3: -8, 20 rows
}

// What the sum answers.
static inline c_forest_numbers_value c_forest_numbers_detail_verdict(const c_forest_numbers_sum sums[1]) {
  return (float)sums[0] / 3.0f * 0.0625f;
}

// What the trees add up to for the row, each label or output in its place.
static inline void c_forest_numbers_scores(const c_forest_numbers_input* row, c_forest_numbers_sum out[1]) {
  out[0] = 0;
  c_forest_numbers_detail_add_1(row, out);
  c_forest_numbers_detail_add_2(row, out);
  c_forest_numbers_detail_add_3(row, out);
}

// What the model answers for the row.
static inline c_forest_numbers_value c_forest_numbers_predict(const c_forest_numbers_input* row) {
  c_forest_numbers_sum sums[1];
  c_forest_numbers_scores(row, sums);
  return c_forest_numbers_detail_verdict(sums);
}

// The rule of each tree that the row comes to.
static inline void c_forest_numbers_predict_leaves(const c_forest_numbers_input* row, c_forest_numbers_rule out[3]) {
  out[0] = c_forest_numbers_detail_rule_1(row);
  out[1] = c_forest_numbers_detail_rule_2(row);
  out[2] = c_forest_numbers_detail_rule_3(row);
}

// The answers for `count` rows.
static inline void c_forest_numbers_predict_batch(const c_forest_numbers_input* rows, size_t count, c_forest_numbers_value* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_forest_numbers_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_forest_numbers_predict_columns(const c_forest_numbers_columns* columns, size_t count, c_forest_numbers_value* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_forest_numbers_input row;
    row.x = columns->x[i];
    row.color = columns->color[i];
    row.y = columns->y[i];
    out[i] = c_forest_numbers_predict(&row);
  }
}

// The value of "color" as it is spelled in the data; "" for unknown.
static inline const char* c_forest_numbers_color_text(c_forest_numbers_color value) {
  static const char* const texts[3] = {
      "red",
      "green",
      "blue",
  };
  const char* text = "";
  if (value < 3U) {
    text = texts[value];
  }
  return text;
}

// The value of "color" with this spelling; unknown if there is none.
static inline c_forest_numbers_color c_forest_numbers_parse_color(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_forest_numbers_color_text(value))) {
    ++value;
  }
  return value;
}

// There is no c_forest_numbers_describe_rule(): every tree has rules of its own.

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_forest_numbers_field_name(uint32_t field) {
  static const char* const names[3] = {
      "x",
      "color",
      "y",
  };
  const char* name = "";
  if (field < 3U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_forest_numbers_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_forest_numbers_model_hash(void) {
  return "3de020f36fee1b6f1dab50c0fd9488bd0997bef7e1372bcb9c99daaeb938ab8c";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_forest_numbers_model_id(void) {
  return 0x3de020f36fee1b6fULL;
}

#endif  // ESPALIER_C_FOREST_NUMBERS_H_3de020f36fee
