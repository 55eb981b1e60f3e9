// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "pgstat" ("0" and "1") from 1 of 6 columns.
// Tree: 3 nodes, 2 rules, at most 1 test for an answer.
// Trained on 146 rows; SHA-256 of the data "b0f50b98bc0e2d1e8cc54253e535827332dcc87bd676d6f827b7da10559080c4".
//   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=2 min-split=4
//   min-leaf=2 min-gain=0 missing=fractional prune=error-based confidence=0.25 confidence-method=release8
//   threshold-for=1=f1
// Accuracy of always answering the most frequent class: 63.0 %.
// Accuracy on the training rows: 66.4 %.
// Accuracy by "10-fold cross-validation, 7 rounds, seed 1": 49.5 %, balanced 57.0 %, AUC 0.581; "1": recall 86.0 %, precision 41.2 %.
// Answers "1" from a probability of 0.335 on, and "0" below.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     c_threshold_misra_input row;
//     row.grade = ...;
//     c_threshold_misra_label answer = c_threshold_misra_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_threshold_misra","options":{"style":"misra"},"model":"79e1b3aa10dbbaedd71b8949c564ac55c2e4da070a235b4bf9418f958e1e1cd0","fields":[{"feature":3,"type":"int32","sentinel":true}]}
#ifndef ESPALIER_C_THRESHOLD_MISRA_H_79e1b3aa10db
#define ESPALIER_C_THRESHOLD_MISRA_H_79e1b3aa10db

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

// Espalier's runtime for predictors in C that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. It follows runtime.h, which has the types. Generated
// headers that need it carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_C_1
#define ESPALIER_BLEND_C_1

#define espalier_1_whole_weight 2147483648U

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define espalier_1_once static __attribute__((noinline, unused))
#else
#define espalier_1_once static inline
#endif

// A share of a weight, rounded down.
espalier_1_once uint32_t espalier_1_part_of(uint32_t weight, uint32_t share) {
  const uint64_t product = (uint64_t)weight * share;
  return (uint32_t)(product >> 31U);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
espalier_1_once uint32_t espalier_1_part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  uint32_t part = 0U;
  if (takes) {
    part = weight;
  } else if (!known) {
    part = espalier_1_part_of(weight, share);
  } else {
    part = 0U;
  }
  return part;
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
espalier_1_once void espalier_1_add_part(uint32_t* sum, uint32_t weight, uint32_t share) {
  *sum += espalier_1_part_of(weight, share);
}
espalier_1_once void espalier_1_add_value(int64_t* sum, uint32_t weight, int32_t value) {
  *sum += (int64_t)weight * value;
}

#endif  // ESPALIER_BLEND_C_1

// The answers: "pgstat".
typedef uint8_t c_threshold_misra_label;
enum {
  c_threshold_misra_label_class_0,  // "0"
  c_threshold_misra_label_class_1,  // "1"
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_threshold_misra_rule;

enum {
  c_threshold_misra_label_count = 2,
  c_threshold_misra_rule_count = 2,
  c_threshold_misra_field_count = 1,
  c_threshold_misra_max_tests = 1  // the most conditions that c_threshold_misra_predict() or c_threshold_misra_predict_rule() evaluates for a row without missing values
};

// The int32_t that stands for a missing value.
#define c_threshold_misra_missing_int32 (-2147483647 - 1)

// One row, with the columns that the tree reads.
typedef struct {
  int32_t grade;  // "grade", 1 to 4 in training; c_threshold_misra_missing_int32 if missing
} c_threshold_misra_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const int32_t* grade;
} c_threshold_misra_columns;

// What the tree answers for a row that is not blended.
static inline c_threshold_misra_label c_threshold_misra_detail_tree(const c_threshold_misra_input* row) {
  c_threshold_misra_label result;
  if (row->grade <= 2) {
    result = (c_threshold_misra_label)c_threshold_misra_label_class_0;  // rule 1: 61 rows, 85.2 % "0"
  } else {
    result = (c_threshold_misra_label)c_threshold_misra_label_class_1;  // rule 2: 85 rows, 52.9 % "1"
  }
  return result;
}

// Which rule answers for a row that is not blended.
static inline c_threshold_misra_rule c_threshold_misra_detail_tree_rule(const c_threshold_misra_input* row) {
  c_threshold_misra_rule result;
  if (row->grade <= 2) {
    result = 1U;  // rule 1: 61 rows, 85.2 % "0"
  } else {
    result = 2U;  // rule 2: 85 rows, 52.9 % "1"
  }
  return result;
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
typedef struct {
  uint32_t shares[2];
  uint32_t largest;  // the weight that arrives at `rule`: no other gets more
  c_threshold_misra_rule rule;
} c_threshold_misra_blend;

// Whether every test finds a value, so that nothing has to be blended.
static inline bool c_threshold_misra_detail_complete(const c_threshold_misra_input* row) {
  return row->grade != c_threshold_misra_missing_int32;
}

espalier_1_once void c_threshold_misra_detail_arrive(uint32_t weight, c_threshold_misra_rule rule, c_threshold_misra_blend* blend) {
  if ((weight > blend->largest) || ((weight == blend->largest) && (rule < blend->rule))) {
    blend->largest = weight;
    blend->rule = rule;
  }
}

// Sends a weight down the tree and adds up what the rules answer.
static inline void c_threshold_misra_detail_blend_1(const c_threshold_misra_input* row, uint32_t weight, c_threshold_misra_blend* blend) {
  uint32_t part_0 = weight;
  uint32_t part_1 = 0U;
  part_1 = espalier_1_part_taken(part_0, row->grade > 2, row->grade != c_threshold_misra_missing_int32, 1250247329U);
  if (part_1 != 0U) {
    c_threshold_misra_detail_arrive(part_1, 2U, blend);  // rule 2: 85 rows, 52.9 % "1"
    espalier_1_add_part(&blend->shares[0], part_1, 1010580540U);
    espalier_1_add_part(&blend->shares[1], part_1, 1136903107U);
  }
  part_0 = espalier_1_part_taken(part_0, (row->grade <= 2) && (row->grade != c_threshold_misra_missing_int32), row->grade != c_threshold_misra_missing_int32, 897236318U);
  c_threshold_misra_detail_arrive(part_0, 1U, blend);  // rule 1: 61 rows, 85.2 % "0"
  espalier_1_add_part(&blend->shares[0], part_0, 1830641798U);
  espalier_1_add_part(&blend->shares[1], part_0, 316841849U);
}

static inline void c_threshold_misra_detail_blended(const c_threshold_misra_input* row, c_threshold_misra_blend* blend) {
  for (uint32_t i = 0U; i < 2U; ++i) {
    blend->shares[i] = 0U;
  }
  blend->largest = 0U;
  blend->rule = 0U;
  c_threshold_misra_detail_blend_1(row, espalier_1_whole_weight, blend);
}

// Whether several rules answer for the row; if so, `blend` gets what they add up to.
static inline bool c_threshold_misra_detail_blends(const c_threshold_misra_input* row, c_threshold_misra_blend* blend) {
  bool blends = false;
  if (!c_threshold_misra_detail_complete(row)) {
    c_threshold_misra_detail_blended(row, blend);
    blends = blend->largest != espalier_1_whole_weight;  // otherwise one rule has all of the weight
  }
  return blends;
}

// The label that the decision threshold is for, if its share reaches it.
static inline c_threshold_misra_label c_threshold_misra_detail_answer_of(const c_threshold_misra_blend* blend) {
  return (blend->shares[1] >= 719407023U) ? (c_threshold_misra_label)c_threshold_misra_label_class_1 : (c_threshold_misra_label)c_threshold_misra_label_class_0;
}

// What the model answers for the row.
static inline c_threshold_misra_label c_threshold_misra_predict(const c_threshold_misra_input* row) {
  c_threshold_misra_blend blend;
  c_threshold_misra_label answer;
  if (c_threshold_misra_detail_blends(row, &blend)) {
    answer = c_threshold_misra_detail_answer_of(&blend);
  } else {
    answer = c_threshold_misra_detail_tree(row);
  }
  return answer;
}

// Which rule answers for the row: of a blend the one with the largest weight.
static inline c_threshold_misra_rule c_threshold_misra_predict_rule(const c_threshold_misra_input* row) {
  c_threshold_misra_rule rule;
  if (c_threshold_misra_detail_complete(row)) {
    rule = c_threshold_misra_detail_tree_rule(row);
  } else {
    c_threshold_misra_blend blend;
    c_threshold_misra_detail_blended(row, &blend);
    rule = blend.rule;
  }
  return rule;
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_threshold_misra_detail_distribution_1(c_threshold_misra_rule rule, float out[2]) {
  switch (rule) {
    case 1U:
      out[0] = 0.852459f;
      out[1] = 0.14754099f;
      break;
    case 2U:
      out[0] = 0.47058824f;
      out[1] = 0.5294118f;
      break;
    default:
      break;
  }
}

static inline void c_threshold_misra_detail_rule_shares(c_threshold_misra_rule rule, float out[2]) {
  for (uint32_t i = 0U; i < 2U; ++i) {
    out[i] = 0.0f;
  }
  c_threshold_misra_detail_distribution_1(rule, out);
}

// The shares of the labels among the training rows of the row's rule: they add up to 1. Those of a blend may miss a few 2^-31.
static inline void c_threshold_misra_probabilities(const c_threshold_misra_input* row, float out[2]) {
  c_threshold_misra_blend blend;
  if (c_threshold_misra_detail_blends(row, &blend)) {
    for (uint32_t i = 0U; i < 2U; ++i) {
      out[i] = (float)blend.shares[i] * 4.656613e-10f;  // 2^-31
    }
  } else {
    c_threshold_misra_detail_rule_shares(c_threshold_misra_predict_rule(row), out);
  }
}

// How clear the answer is: its probability minus that of the runner-up. Negative where the decision threshold chose the less probable one.
static inline float c_threshold_misra_margin(const c_threshold_misra_input* row) {
  float shares[2];
  const c_threshold_misra_label answer = c_threshold_misra_predict(row);
  float runner_up = 0.0f;
  c_threshold_misra_probabilities(row, shares);
  for (uint32_t i = 0U; i < 2U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_threshold_misra_predict_batch(const c_threshold_misra_input* rows, size_t count, c_threshold_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_threshold_misra_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_threshold_misra_predict_columns(const c_threshold_misra_columns* columns, size_t count, c_threshold_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_threshold_misra_input row;
    row.grade = columns->grade[i];
    out[i] = c_threshold_misra_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_threshold_misra_label_text(c_threshold_misra_label label) {
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
static inline const char* c_threshold_misra_describe_rule(c_threshold_misra_rule rule) {
  static const char* const texts[2] = {
      "grade <= 2 => 0 (52 of 61 rows)",
      "grade > 2 => 1 (45 of 85 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 2U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_threshold_misra_field_name(uint32_t field) {
  static const char* const names[1] = {
      "grade",
  };
  const char* name = "";
  if (field < 1U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_threshold_misra_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_threshold_misra_model_hash(void) {
  return "79e1b3aa10dbbaedd71b8949c564ac55c2e4da070a235b4bf9418f958e1e1cd0";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_threshold_misra_model_id(void) {
  return 0x79e1b3aa10dbbaedULL;
}

#endif  // ESPALIER_C_THRESHOLD_MISRA_H_79e1b3aa10db
