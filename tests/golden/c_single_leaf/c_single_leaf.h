// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("always") from 0 of 2 columns.
// Tree: 1 node, 1 rule, at most 0 tests for an answer.
// Trained on 2 rows; SHA-256 of the data "43077e3e83fc2bb4051dfe61005282261da3b5e4cec932b052f3ccdced7c2eb0".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=cost-complexity alpha=0 prune-folds=10 se-margin=0.3
//   prune-seed=1
// Accuracy of always answering the most frequent class: 100.0 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "2-fold cross-validation, 10 rounds, seed 1": 100.0 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// The input types have no missing value.
//
//     c_single_leaf_input row;
//     c_single_leaf_label answer = c_single_leaf_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_single_leaf","model":"37600c9396fc19958d303ca2596de90fb0ae3ec6c5d99442952c2ef97c39c216","fields":[]}
#ifndef ESPALIER_C_SINGLE_LEAF_H_37600c9396fc
#define ESPALIER_C_SINGLE_LEAF_H_37600c9396fc

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
typedef uint8_t c_single_leaf_label;
enum {
  c_single_leaf_label_always,
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_single_leaf_rule;

enum {
  c_single_leaf_label_count = 1,
  c_single_leaf_rule_count = 1,
  c_single_leaf_field_count = 0,
  c_single_leaf_max_tests = 0  // the most conditions that c_single_leaf_predict() or c_single_leaf_predict_rule() evaluates
};

// One row, with the columns that the tree reads.
typedef struct {
  uint8_t unused;  // the tree reads no column, and C has no empty structures
} c_single_leaf_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const uint8_t* unused;
} c_single_leaf_columns;

// What the model answers for the row.
static inline c_single_leaf_label c_single_leaf_predict(const c_single_leaf_input* row) {
  (void)row;
  return c_single_leaf_label_always;  // rule 1: 2 rows, 100.0 % "always"
}

// Which rule answers for the row.
static inline c_single_leaf_rule c_single_leaf_predict_rule(const c_single_leaf_input* row) {
  (void)row;
  return 1;  // rule 1: 2 rows, 100.0 % "always"
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_single_leaf_detail_distribution_1(c_single_leaf_rule rule, float out[1]) {
  switch (rule) {
    case 1U:
      out[0] = 1.0f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
static inline void c_single_leaf_probabilities(const c_single_leaf_input* row, float out[1]) {
  const c_single_leaf_rule rule = c_single_leaf_predict_rule(row);
  for (uint32_t i = 0U; i < 1U; ++i) {
    out[i] = 0.0f;
  }
  c_single_leaf_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
static inline float c_single_leaf_margin(const c_single_leaf_input* row) {
  float shares[1];
  const c_single_leaf_label answer = c_single_leaf_predict(row);
  float runner_up = 0.0f;
  c_single_leaf_probabilities(row, shares);
  for (uint32_t i = 0U; i < 1U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_single_leaf_predict_batch(const c_single_leaf_input* rows, size_t count, c_single_leaf_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_single_leaf_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_single_leaf_predict_columns(const c_single_leaf_columns* columns, size_t count, c_single_leaf_label* out) {
  (void)columns;
  for (size_t i = 0U; i < count; ++i) {
    c_single_leaf_input row;
    row.unused = 0U;
    out[i] = c_single_leaf_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_single_leaf_label_text(c_single_leaf_label label) {
  static const char* const texts[1] = {
      "always",
  };
  const char* text = "";
  if (label < 1U) {
    text = texts[label];
  }
  return text;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_single_leaf_describe_rule(c_single_leaf_rule rule) {
  static const char* const texts[1] = {
      "always => always (2 of 2 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 1U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_single_leaf_field_name(uint32_t field) {
  (void)field;
  return "";
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_single_leaf_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_single_leaf_model_hash(void) {
  return "37600c9396fc19958d303ca2596de90fb0ae3ec6c5d99442952c2ef97c39c216";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_single_leaf_model_id(void) {
  return 0x37600c9396fc1995ULL;
}

#endif  // ESPALIER_C_SINGLE_LEAF_H_37600c9396fc
