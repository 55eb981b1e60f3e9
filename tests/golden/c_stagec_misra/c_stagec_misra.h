// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "pgstat" ("0" and "1") from 2 of 6 columns.
// Tree: 9 nodes, 5 rules, at most 4 tests for an answer.
// Trained on 146 rows; SHA-256 of the data "b0f50b98bc0e2d1e8cc54253e535827332dcc87bd676d6f827b7da10559080c4".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=4 min-split=2 min-leaf=1
//   min-gain=0 missing=majority smoothing=m:2 prune=cost-complexity alpha=0.00684931506849315 prune-folds=10
//   se-margin=0.3 prune-seed=1
// Accuracy of always answering the most frequent class: 63.0 %.
// Accuracy on the training rows: 77.4 %.
// Accuracy by "10-fold cross-validation, 7 rounds, seed 1": 64.3 %, balanced 56.1 %, AUC 0.616.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     c_stagec_misra_input row;
//     row.g2 = ...;
//     row.grade = ...;
//     c_stagec_misra_label answer = c_stagec_misra_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_stagec_misra","options":{"style":"misra"},"model":"0aa85c7ff44943bf4fe2d57321c80fd0d2813ec979eb355ac8932ea52207ca5e","fields":[{"feature":2,"type":"float","sentinel":false},{"feature":3,"type":"int32","sentinel":true}]}
#ifndef ESPALIER_C_STAGEC_MISRA_H_0aa85c7ff449
#define ESPALIER_C_STAGEC_MISRA_H_0aa85c7ff449

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

// The answers: "pgstat".
typedef uint8_t c_stagec_misra_label;
enum {
  c_stagec_misra_label_class_0,  // "0"
  c_stagec_misra_label_class_1,  // "1"
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_stagec_misra_rule;

enum {
  c_stagec_misra_label_count = 2,
  c_stagec_misra_rule_count = 5,
  c_stagec_misra_field_count = 2,
  c_stagec_misra_max_tests = 4  // the most conditions that c_stagec_misra_predict() or c_stagec_misra_predict_rule() evaluates
};

// The int32_t that stands for a missing value.
#define c_stagec_misra_missing_int32 (-2147483647 - 1)

// One row, with the columns that the tree reads.
typedef struct {
  float g2;  // "g2", 2.4 to 54.93 in training
  int32_t grade;  // "grade", 1 to 4 in training; c_stagec_misra_missing_int32 if missing
} c_stagec_misra_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const float* g2;
  const int32_t* grade;
} c_stagec_misra_columns;

// What the model answers for the row.
static inline c_stagec_misra_label c_stagec_misra_predict(const c_stagec_misra_input* row) {
  c_stagec_misra_label result;
  if ((row->grade <= 2) && (row->grade != c_stagec_misra_missing_int32)) {  // 2.5
    result = (c_stagec_misra_label)c_stagec_misra_label_class_0;  // rule 1: 61 rows, 85.2 % "0"
  } else if (row->grade <= 3) {  // 3.5
    if (row->g2 <= 13.2f) {
      result = (c_stagec_misra_label)c_stagec_misra_label_class_0;  // rule 2: 33 rows, 63.6 % "0"
    } else if (!(row->g2 > 17.91f)) {
      result = (c_stagec_misra_label)c_stagec_misra_label_class_1;  // rule 3: 27 rows, 77.8 % "1"
    } else {
      result = (c_stagec_misra_label)c_stagec_misra_label_class_0;  // rule 4: 19 rows, 68.4 % "0"
    }
  } else {
    result = (c_stagec_misra_label)c_stagec_misra_label_class_1;  // rule 5: 6 rows, 100.0 % "1"
  }
  return result;
}

// Which rule answers for the row.
static inline c_stagec_misra_rule c_stagec_misra_predict_rule(const c_stagec_misra_input* row) {
  c_stagec_misra_rule result;
  if ((row->grade <= 2) && (row->grade != c_stagec_misra_missing_int32)) {  // 2.5
    result = 1U;  // rule 1: 61 rows, 85.2 % "0"
  } else if (row->grade <= 3) {  // 3.5
    if (row->g2 <= 13.2f) {
      result = 2U;  // rule 2: 33 rows, 63.6 % "0"
    } else if (!(row->g2 > 17.91f)) {
      result = 3U;  // rule 3: 27 rows, 77.8 % "1"
    } else {
      result = 4U;  // rule 4: 19 rows, 68.4 % "0"
    }
  } else {
    result = 5U;  // rule 5: 6 rows, 100.0 % "1"
  }
  return result;
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_stagec_misra_detail_distribution_1(c_stagec_misra_rule rule, float out[2]) {
  switch (rule) {
    case 1U:
      out[0] = 0.84540117f;
      out[1] = 0.15459883f;
      break;
    case 2U:
      out[0] = 0.63600785f;
      out[1] = 0.36399218f;
      break;
    case 3U:
      out[0] = 0.25035426f;
      out[1] = 0.7496457f;
      break;
    case 4U:
      out[0] = 0.67906064f;
      out[1] = 0.32093933f;
      break;
    case 5U:
      out[0] = 0.15753424f;
      out[1] = 0.84246576f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
static inline void c_stagec_misra_probabilities(const c_stagec_misra_input* row, float out[2]) {
  const c_stagec_misra_rule rule = c_stagec_misra_predict_rule(row);
  for (uint32_t i = 0U; i < 2U; ++i) {
    out[i] = 0.0f;
  }
  c_stagec_misra_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
static inline float c_stagec_misra_margin(const c_stagec_misra_input* row) {
  float shares[2];
  const c_stagec_misra_label answer = c_stagec_misra_predict(row);
  float runner_up = 0.0f;
  c_stagec_misra_probabilities(row, shares);
  for (uint32_t i = 0U; i < 2U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_stagec_misra_predict_batch(const c_stagec_misra_input* rows, size_t count, c_stagec_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_stagec_misra_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_stagec_misra_predict_columns(const c_stagec_misra_columns* columns, size_t count, c_stagec_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_stagec_misra_input row;
    row.g2 = columns->g2[i];
    row.grade = columns->grade[i];
    out[i] = c_stagec_misra_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_stagec_misra_label_text(c_stagec_misra_label label) {
  static const char* const texts[2] = {
      "0",
      "1",
  };
  const char* text = "";
  if (label < 2U) {
    text = texts[label];
  }
  return text;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_stagec_misra_describe_rule(c_stagec_misra_rule rule) {
  static const char* const texts[5] = {
      "grade <= 2.5 => 0 (52 of 61 rows)",
      "(2.5 < grade <= 3.5 or missing) and g2 <= 13.2 => 0 (21 of 33 rows)",
      "(2.5 < grade <= 3.5 or missing) and (13.2 < g2 <= 17.91 or missing) => 1 (21 of 27 rows)",
      "(2.5 < grade <= 3.5 or missing) and g2 > 17.91 => 0 (13 of 19 rows)",
      "grade > 3.5 => 1 (6 of 6 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 5U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_stagec_misra_field_name(uint32_t field) {
  static const char* const names[2] = {
      "g2",
      "grade",
  };
  const char* name = "";
  if (field < 2U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_stagec_misra_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_stagec_misra_model_hash(void) {
  return "0aa85c7ff44943bf4fe2d57321c80fd0d2813ec979eb355ac8932ea52207ca5e";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_stagec_misra_model_id(void) {
  return 0x0aa85c7ff44943bfULL;
}

#endif  // ESPALIER_C_STAGEC_MISRA_H_0aa85c7ff449
