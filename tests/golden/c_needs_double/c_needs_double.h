// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("early" and "late") from 1 of 2 columns.
// Tree: 5 nodes, 3 rules, at most 2 tests for an answer.
// Trained on 5 rows; SHA-256 of the data "4fe88218ccc8a2903ff6d47f56ec765b2fe7e0d6fade352f12b4a9555a3181d5".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=none
// Accuracy of always answering the most frequent class: 60.0 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "5-fold cross-validation, 10 rounds, seed 1": 40.0 %, balanced 33.3 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     c_needs_double_input row;
//     row.seconds = ...;
//     c_needs_double_label answer = c_needs_double_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_needs_double","model":"5e54e3b61cf158974b4512a17139e2028c4dc173e149253481fd2ab95b6a74f2","fields":[{"feature":0,"type":"double","sentinel":false}]}
#ifndef ESPALIER_C_NEEDS_DOUBLE_H_5e54e3b61cf1
#define ESPALIER_C_NEEDS_DOUBLE_H_5e54e3b61cf1

#include <float.h>

#if DBL_MANT_DIG != 53
#error "this predictor compares 64-bit doubles: emit it again with --input-type COLUMN=float"
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

// The answers: "state".
typedef uint8_t c_needs_double_label;
enum {
  c_needs_double_label_early,
  c_needs_double_label_late,
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_needs_double_rule;

enum {
  c_needs_double_label_count = 2,
  c_needs_double_rule_count = 3,
  c_needs_double_field_count = 1,
  c_needs_double_max_tests = 2  // the most conditions that c_needs_double_predict() or c_needs_double_predict_rule() evaluates
};

// One row, with the columns that the tree reads.
typedef struct {
  double seconds;  // "seconds", 1700000000.25 to 1700000001.25 in training; double: float cannot tell 1700000000.5 from 1700000000.75 at threshold 1700000000.625
} c_needs_double_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const double* seconds;
} c_needs_double_columns;

// What the model answers for the row.
static inline c_needs_double_label c_needs_double_predict(const c_needs_double_input* row) {
  if (row->seconds <= 1700000000.625) {
    return c_needs_double_label_early;  // rule 1: 2 rows, 100.0 % "early"
  }
  if (row->seconds <= 1700000001.125) {
    return c_needs_double_label_late;  // rule 2: 2 rows, 100.0 % "late"
  }
  return c_needs_double_label_early;  // rule 3: 1 row, 100.0 % "early"
}

// Which rule answers for the row.
static inline c_needs_double_rule c_needs_double_predict_rule(const c_needs_double_input* row) {
  if (row->seconds <= 1700000000.625) {
    return 1;  // rule 1: 2 rows, 100.0 % "early"
  }
  if (row->seconds <= 1700000001.125) {
    return 2;  // rule 2: 2 rows, 100.0 % "late"
  }
  return 3;  // rule 3: 1 row, 100.0 % "early"
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_needs_double_detail_distribution_1(c_needs_double_rule rule, float out[2]) {
  switch (rule) {
    case 1U:
      out[0] = 0.8f;
      out[1] = 0.2f;
      break;
    case 2U:
      out[0] = 0.3f;
      out[1] = 0.7f;
      break;
    case 3U:
      out[0] = 0.73333335f;
      out[1] = 0.26666668f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
static inline void c_needs_double_probabilities(const c_needs_double_input* row, float out[2]) {
  const c_needs_double_rule rule = c_needs_double_predict_rule(row);
  for (uint32_t i = 0U; i < 2U; ++i) {
    out[i] = 0.0f;
  }
  c_needs_double_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
static inline float c_needs_double_margin(const c_needs_double_input* row) {
  float shares[2];
  const c_needs_double_label answer = c_needs_double_predict(row);
  float runner_up = 0.0f;
  c_needs_double_probabilities(row, shares);
  for (uint32_t i = 0U; i < 2U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_needs_double_predict_batch(const c_needs_double_input* rows, size_t count, c_needs_double_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_needs_double_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_needs_double_predict_columns(const c_needs_double_columns* columns, size_t count, c_needs_double_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_needs_double_input row;
    row.seconds = columns->seconds[i];
    out[i] = c_needs_double_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_needs_double_label_text(c_needs_double_label label) {
  static const char* const texts[2] = {
      "early",
      "late",
  };
  const char* text = "";
  if (label < 2U) {
    text = texts[label];
  }
  return text;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_needs_double_describe_rule(c_needs_double_rule rule) {
  static const char* const texts[3] = {
      "seconds <= 1700000000.625 => early (2 of 2 rows)",
      "1700000000.625 < seconds <= 1700000001.125 => late (2 of 2 rows)",
      "seconds > 1700000001.125 => early (1 of 1 row)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 3U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_needs_double_field_name(uint32_t field) {
  static const char* const names[1] = {
      "seconds",
  };
  const char* name = "";
  if (field < 1U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_needs_double_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_needs_double_model_hash(void) {
  return "5e54e3b61cf158974b4512a17139e2028c4dc173e149253481fd2ab95b6a74f2";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_needs_double_model_id(void) {
  return 0x5e54e3b61cf15897ULL;
}

#endif  // ESPALIER_C_NEEDS_DOUBLE_H_5e54e3b61cf1
