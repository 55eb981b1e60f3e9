// 3 decision trees as C, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("a", "b" and "c") from 3 of 3 columns.
// Trees, whose answers are averaged: 13 nodes, 8 rules, at most 5 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     c_forest_mean_input row;
//     row.x = ...;
//     row.color = ...;
//     row.y = ...;
//     c_forest_mean_label answer = c_forest_mean_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_forest_mean","model":"44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"float","sentinel":false}]}
#ifndef ESPALIER_C_FOREST_MEAN_H_44b304a5d6c7
#define ESPALIER_C_FOREST_MEAN_H_44b304a5d6c7

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
typedef uint8_t c_forest_mean_label;
enum {
  c_forest_mean_label_a,
  c_forest_mean_label_b,
  c_forest_mean_label_c,
};

// Numbers a leaf of a tree, from 1, in reading order. Every tree has rules of its own.
typedef uint8_t c_forest_mean_rule;

// What the trees add up: shares. The type holds the sums of all trees, whatever rules are reached.
typedef uint32_t c_forest_mean_sum;

enum {
  c_forest_mean_label_count = 3,
  c_forest_mean_tree_count = 3,
  c_forest_mean_sum_count = 3,
  c_forest_mean_rule_count = 3,  // of the tree that has most
  c_forest_mean_field_count = 3,
  c_forest_mean_max_tests = 5  // the most conditions that c_forest_mean_predict() or c_forest_mean_predict_leaves() evaluates
};

// Values of "color"; any other stands for unknown, too.
typedef uint8_t c_forest_mean_color;
enum {
  c_forest_mean_color_red,
  c_forest_mean_color_green,
  c_forest_mean_color_blue,
  c_forest_mean_color_unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
#define c_forest_mean_missing_int32 (-2147483647 - 1)

// One row, with the columns that the trees read.
typedef struct {
  int32_t x;  // "x", 0 to 100 in training; c_forest_mean_missing_int32 if missing
  c_forest_mean_color color;  // "color"
  float y;  // "y", 0 to 1 in training
} c_forest_mean_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const int32_t* x;
  const c_forest_mean_color* color;
  const float* y;
} c_forest_mean_columns;

// Adds what tree 1 says.
static inline void c_forest_mean_detail_add_1(const c_forest_mean_input* row, c_forest_mean_sum sums[3]) {
  if (row->x <= 10 && row->x != c_forest_mean_missing_int32) {
    sums[0] += 65536U;  // rule 1: 100.0 % "a"
    return;
  }
  sums[1] += 40000U;  // rule 2: 61.0 % "b"
  sums[2] += 25536U;
}

// Which rule of tree 1 the row comes to.
static inline c_forest_mean_rule c_forest_mean_detail_rule_1(const c_forest_mean_input* row) {
  if (row->x <= 10 && row->x != c_forest_mean_missing_int32) {
    return 1;  // rule 1: 100.0 % "a"
  }
  return 2;  // rule 2: 61.0 % "b"
}

// Adds what tree 2 says.
static inline void c_forest_mean_detail_add_2(const c_forest_mean_input* row, c_forest_mean_sum sums[3]) {
  if (row->color == c_forest_mean_color_red) {
    sums[0] += 1U;  // rule 1: 100.0 % "c"
    sums[1] += 2U;
    sums[2] += 65533U;
    return;
  }
  if (row->y <= 0.5f) {
    sums[0] += 65535U;  // rule 2: 100.0 % "a"
    sums[1] += 1U;
    return;
  }
  sums[1] += 65536U;  // rule 3: 100.0 % "b"
}

// Which rule of tree 2 the row comes to.
static inline c_forest_mean_rule c_forest_mean_detail_rule_2(const c_forest_mean_input* row) {
  if (row->color == c_forest_mean_color_red) {
    return 1;  // rule 1: 100.0 % "c"
  }
  if (row->y <= 0.5f) {
    return 2;  // rule 2: 100.0 % "a"
  }
  return 3;  // rule 3: 100.0 % "b"
}

// Adds what tree 3 says.
static inline void c_forest_mean_detail_add_3(const c_forest_mean_input* row, c_forest_mean_sum sums[3]) {
  if (row->x <= 50 && row->x != c_forest_mean_missing_int32) {
    sums[0] += 16384U;  // rule 1: 50.0 % "c"
    sums[1] += 16384U;
    sums[2] += 32768U;
    return;
  }
  if (row->color == c_forest_mean_color_green) {
    sums[1] += 49152U;  // rule 2: 75.0 % "b"
    sums[2] += 16384U;
    return;
  }
  sums[0] += 32768U;  // rule 3: 50.0 % "a"
  sums[1] += 32767U;
  sums[2] += 1U;
}

// Which rule of tree 3 the row comes to.
static inline c_forest_mean_rule c_forest_mean_detail_rule_3(const c_forest_mean_input* row) {
  if (row->x <= 50 && row->x != c_forest_mean_missing_int32) {
    return 1;  // rule 1: 50.0 % "c"
  }
  if (row->color == c_forest_mean_color_green) {
    return 2;  // rule 2: 75.0 % "b"
  }
  return 3;  // rule 3: 50.0 % "a"
}

// What the sums answer: the label of the largest, of equal ones the first.
static inline c_forest_mean_label c_forest_mean_detail_verdict(const c_forest_mean_sum sums[3]) {
  uint8_t best = 0U;
  for (uint8_t i = 1U; i < 3U; ++i) {
    if (sums[i] > sums[best]) {
      best = i;
    }
  }
  return best;
}

// What the trees add up to for the row, each label or output in its place.
static inline void c_forest_mean_scores(const c_forest_mean_input* row, c_forest_mean_sum out[3]) {
  out[0] = 0U;
  out[1] = 0U;
  out[2] = 0U;
  c_forest_mean_detail_add_1(row, out);
  c_forest_mean_detail_add_2(row, out);
  c_forest_mean_detail_add_3(row, out);
}

// What the model answers for the row.
static inline c_forest_mean_label c_forest_mean_predict(const c_forest_mean_input* row) {
  c_forest_mean_sum sums[3];
  c_forest_mean_scores(row, sums);
  return c_forest_mean_detail_verdict(sums);
}

// The rule of each tree that the row comes to.
static inline void c_forest_mean_predict_leaves(const c_forest_mean_input* row, c_forest_mean_rule out[3]) {
  out[0] = c_forest_mean_detail_rule_1(row);
  out[1] = c_forest_mean_detail_rule_2(row);
  out[2] = c_forest_mean_detail_rule_3(row);
}

// The mean of what the trees say of each label: they add up to 1, but for rounding.
static inline void c_forest_mean_probabilities(const c_forest_mean_input* row, float out[3]) {
  c_forest_mean_sum sums[3];
  c_forest_mean_scores(row, sums);
  for (uint32_t i = 0U; i < 3U; ++i) {
    out[i] = (float)sums[i] / 196608.0f;
  }
}

// How clear the answer is: its probability minus that of the runner-up.
static inline float c_forest_mean_margin(const c_forest_mean_input* row) {
  float shares[3];
  const c_forest_mean_label answer = c_forest_mean_predict(row);
  float runner_up = 0.0f;
  c_forest_mean_probabilities(row, shares);
  for (uint32_t i = 0U; i < 3U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_forest_mean_predict_batch(const c_forest_mean_input* rows, size_t count, c_forest_mean_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_forest_mean_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_forest_mean_predict_columns(const c_forest_mean_columns* columns, size_t count, c_forest_mean_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_forest_mean_input row;
    row.x = columns->x[i];
    row.color = columns->color[i];
    row.y = columns->y[i];
    out[i] = c_forest_mean_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_forest_mean_label_text(c_forest_mean_label label) {
  static const char* const texts[3] = {
      "a",
      "b",
      "c",
  };
  const char* text = "";
  if (label < 3U) {
    text = texts[label];
  }
  return text;
}

// The value of "color" as it is spelled in the data; "" for unknown.
static inline const char* c_forest_mean_color_text(c_forest_mean_color value) {
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
static inline c_forest_mean_color c_forest_mean_parse_color(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_forest_mean_color_text(value))) {
    ++value;
  }
  return value;
}

// There is no c_forest_mean_describe_rule(): every tree has rules of its own.

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_forest_mean_field_name(uint32_t field) {
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
static inline const char* c_forest_mean_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_forest_mean_model_hash(void) {
  return "44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_forest_mean_model_id(void) {
  return 0x44b304a5d6c7192fULL;
}

#endif  // ESPALIER_C_FOREST_MEAN_H_44b304a5d6c7
